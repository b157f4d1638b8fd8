//! Locations: by coordinates, by a host name, by a CLLI code, and by the address that the guide has and the service refuses.

use super::{FUNCTION, GUIDE, GUIDE_PAGE, NO_FUNCTION, TEXT, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, Shape, TextRule, Which};

pub(super) static CODES: &[&Code] = &[&LOCATION_KEYS, &PLACEMARK];

pub static LOCATION_KEYS: Code = Code::error(
    "homing/location-key",
    "H-LOC-1",
    "Homing Specification Guide, Locations",
    "A location says where it is by `latitude` and `longitude`, by `host_name` or by `clli_code`; of any other key the service refuses it.

Bad:
```yaml
locations: {customer: {city: Dallas}}
```
Good:
```yaml
locations: {customer: {clli_code: DLLSTX55}}
```",
);
pub static PLACEMARK: Code = Code::error(
    "homing/placemark",
    "H-LOC-2",
    "Homing Specification Guide, Placemark; HAS, the homing service",
    "The guide describes locations by their address and defers them. The service has never learned to: it refuses the keys of an address.

Bad:
```yaml
locations: {customer: {locality: Bedminster, administrative_area: NJ}}
```
Good:
```yaml
locations: {customer: {latitude: 40.68, longitude: -74.64}}
```",
);

static NUMBER: TextRule =
    TextRule { label: "a number of degrees", check: |_, _| Vec::new(), suggestions: &[] };
static CLLI: TextRule = TextRule { label: "a CLLI code", check: |_, _| Vec::new(), suggestions: &[] };

const DEGREES: Shape = Shape::OneOf(&[Shape::Text(Some(&NUMBER)), Shape::Refers(&FUNCTION)]);

/// A key of an address.
const fn address(name: &'static str) -> Key {
    Key::new(name, Shape::Refers(&TEXT))
        .only(GUIDE, &PLACEMARK)
        .home("a key of the guide's addresses, which the engine refuses")
}

/// A mapping, where it is no call: a whole location cannot be one.
pub const LOCATION_SHAPE: Shape = Shape::Which(&Which {
    shapes: &[Shape::Is(&LOCATION_DEFINITION), Shape::Refers(&NO_FUNCTION)],
    choose: or_call,
});

pub static LOCATION_DEFINITION: Construct = Construct {
    name: "location",
    keys: &[
        Key::new("latitude", DEGREES)
            .unfit(&LOCATION_KEYS)
            .doc("Degrees north of the equator, -90 to 90. Exactly 0 counts as missing."),
        Key::new("longitude", DEGREES)
            .unfit(&LOCATION_KEYS)
            .doc("Degrees east of Greenwich, -180 to 180. Exactly 0 counts as missing."),
        Key::new("host_name", Shape::Refers(&TEXT))
            .unfit(&LOCATION_KEYS)
            .doc("A host whose place the inventory knows."),
        Key::new("clli_code", Shape::OneOf(&[Shape::Text(Some(&CLLI)), Shape::Refers(&FUNCTION)]))
            .unfit(&LOCATION_KEYS)
            .doc("The eight characters of a CLLI code, which the inventory turns into a place."),
        address("iso_country_code").doc("The country of the address, as its ISO code."),
        address("postal_code").doc("The postal code of the address."),
        address("administrative_area").doc("The state or province of the address."),
        address("sub_administrative_area").doc("The county or district of the address."),
        address("locality").doc("The city or town of the address."),
        address("sub_locality").doc("The part of the city of the address."),
        address("thoroughfare").doc("The street of the address."),
        address("sub_thoroughfare").doc("The house number of the address."),
    ],
    open: None,
    unknown: Some(&LOCATION_KEYS),
    unfit: &LOCATION_KEYS,
    nullable: true,
    doc: "A place on Earth, to measure from.",
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
