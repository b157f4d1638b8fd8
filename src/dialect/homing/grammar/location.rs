//! Locations: coordinates, a host name, a CLLI code, or the specification guide's address, which HAS rejects.

use super::{FUNCTION, GUIDE, GUIDE_PAGE, NO_FUNCTION, TEXT, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Construct, Key, Shape, TextRule};

pub(super) static CODES: &[&Code] = &[&LOCATION_KEYS, &PLACEMARK];

pub static LOCATION_KEYS: Code = Code::error(
    "homing/location-key",
    "H-LOC-1",
    "Homing Specification Guide, Locations",
    "Checks the keys of a location: `latitude` and `longitude`, `host_name` or `clli_code`.",
)
.why("HAS rejects any other key.")
.advice("Replace the key with `latitude` and `longitude`, `host_name` or `clli_code`, or remove it.")
.bad(
    "template",
    "
locations: {customer: {city: Dallas}}
#                      ^^^^
",
)
.good("locations: {customer: {clli_code: DLLSTX55}}");
pub static PLACEMARK: Code = Code::error(
    "homing/placemark",
    "H-LOC-2",
    "Homing Specification Guide, Placemark; ONAP HAS",
    "Reports locations with an address.",
)
.why("The specification guide describes addresses but defers them; HAS rejects their keys.")
.advice("Use coordinates, a host name or a CLLI code.")
.bad(
    "template",
    "
locations: {customer: {locality: Bedminster, administrative_area: NJ}}
#                                            ^^^^^^^^^^^^^^^^^^^
#                      ^^^^^^^^
",
)
.good("locations: {customer: {latitude: 40.68, longitude: -74.64}}");

static NUMBER: TextRule =
    TextRule { label: "a number of degrees", check: |_, _| Vec::new(), suggestions: &[] };
static CLLI: TextRule = TextRule { label: "a CLLI code", check: |_, _| Vec::new(), suggestions: &[] };

const DEGREES: Shape = Shape::OneOf(&[Shape::Text(Some(&NUMBER)), Shape::Reference(&FUNCTION)]);

/// Key of an address.
const fn address(name: &'static str) -> Key {
    Key::new(name, Shape::Reference(&TEXT))
        .only(GUIDE, &PLACEMARK)
        .home("an address key of the specification guide, which HAS rejects")
}

/// A mapping that isn't a function call: a whole location cannot be one.
pub const LOCATION_SHAPE: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Construct(&LOCATION_DEFINITION), Shape::Reference(&NO_FUNCTION)],
    choose: or_call,
});

pub static LOCATION_DEFINITION: Construct = Construct {
    name: "location",
    keys: &[
        Key::new("latitude", DEGREES)
            .wrong_shape(&LOCATION_KEYS)
            .doc("Degrees north of the equator, -90 to 90. Exactly 0 counts as missing."),
        Key::new("longitude", DEGREES)
            .wrong_shape(&LOCATION_KEYS)
            .doc("Degrees east of Greenwich, -180 to 180. Exactly 0 counts as missing."),
        Key::new("host_name", Shape::Reference(&TEXT))
            .wrong_shape(&LOCATION_KEYS)
            .doc("A host whose position is in the inventory."),
        Key::new("clli_code", Shape::OneOf(&[Shape::Text(Some(&CLLI)), Shape::Reference(&FUNCTION)]))
            .wrong_shape(&LOCATION_KEYS)
            .doc("A CLLI code of eight characters. The inventory has its position."),
        address("iso_country_code").doc("The country of the address, as an ISO code."),
        address("postal_code").doc("The postal code of the address."),
        address("administrative_area").doc("The state or province of the address."),
        address("sub_administrative_area").doc("The county or district of the address."),
        address("locality").doc("The city or town of the address."),
        address("sub_locality").doc("The district of the city."),
        address("thoroughfare").doc("The street of the address."),
        address("sub_thoroughfare").doc("The building number of the address."),
    ],
    open: None,
    unknown: Some(&LOCATION_KEYS),
    wrong_shape: &LOCATION_KEYS,
    nullable: true,
    doc: "A position on Earth that distances are measured from.",
    section: GUIDE_PAGE,
};

/// The keys of an address.
pub const PLACEMARK_KEYS: [&str; 8] = [
    "iso_country_code",
    "postal_code",
    "administrative_area",
    "sub_administrative_area",
    "locality",
    "sub_locality",
    "thoroughfare",
    "sub_thoroughfare",
];
