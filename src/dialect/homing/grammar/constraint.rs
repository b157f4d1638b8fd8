//! Constraints: the type, the demands, and properties that depend on the type.

use super::{
    ATTRIBUTE, CAPABILITY, CONSTRAINED, CONSTRAINT_DEMANDS, DISTANCE_BETWEEN, DISTANCE_TO, FIT, FUNCTION,
    GUIDE, HAS, HPA, INVENTORY_GROUP, LICENSE, NETWORK_BETWEEN, NETWORK_TO, TEXT, THRESHOLD, VIM_FIT, ZONE,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{BySibling, ByValue, Choice, Construct, Key, Shape, TextRule};

const SECTION: &str = "Homing Specification Guide, Constraints; ONAP HAS";

pub(super) static CODES: &[&Code] =
    &[&CONSTRAINT_KEYS, &UNKNOWN_TYPE, &DEFERRED, &MISSING_PROPERTY, &UNKNOWN_PROPERTY];

pub static CONSTRAINT_KEYS: Code = Code::error(
    "homing/unknown-constraint-key",
    "H-CON-1",
    SECTION,
    "Checks that a constraint has only the keys `type`, `demands` and `properties`.",
)
.why("HAS rejects any other key.")
.advice("Remove the key, or move it to `properties` if the constraint type has this property.")
.bad(
    "constraints of the specification guide",
    "
together:
  type: zone
  demands: [web, database]
  priority: 1
# ^^^^^^^^
  properties: {qualifier: same, category: region}
",
)
.good("together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}");
pub static UNKNOWN_TYPE: Code = Code::error(
    "homing/unknown-constraint-type",
    "H-CON-2",
    SECTION,
    "Checks that the constraint type is one of the ten that HAS supports: `attribute`, `threshold`, `distance_between_demands`, \
`distance_to_location`, `instance_fit`, `inventory_group`, `region_fit`, `zone`, `vim_fit` and `hpa`.",
)
.why("`capacity` and `service` in the specification guide's examples are not supported.")
.advice("Correct the name, or use a supported type, such as `instance_fit` or `region_fit` for capacity.")
.bad(
    "constraints of the specification guide",
    "
room: {type: capacity, demands: [web], properties: {template: x}}
#            ^^^^^^^^
",
)
.good("together: {type: inventory_group, demands: [web, database]}");
pub static DEFERRED: Code = Code::error(
    "homing/deferred-constraint",
    "H-CON-3",
    SECTION,
    "Reports constraint types that the specification guide describes but defers: `license`, `network_between_demands`, `network_to_location` and `capability`.",
)
.why("HAS rejects templates with them. In the specification guide profile they can be drafted.")
.advice("Use a constraint type that HAS supports, or choose the specification guide profile for a draft.")
.bad(
    "constraints of the specification guide",
    "
paid: {type: license, demands: [web], properties: {id: a, key: b}}
#            ^^^^^^^
",
)
.good("inside: {type: attribute, demands: [web], properties: {evaluate: {country: {any: [USA]}}}}");
pub static MISSING_PROPERTY: Code = Code::error(
    "homing/missing-property",
    "H-CON-5",
    SECTION,
    "Checks that a constraint has the properties that its type requires. Empty values, `0` and `false` count as missing.",
)
.why("HAS rejects a constraint without them.")
.advice("Add the property with a value that is not empty, `0` or `false`.")
.bad(
    "constraints of the specification guide",
    "
inside: {type: attribute, demands: [web], properties: {evaluate: {}}}
#                                                                ^^
",
)
.good("inside: {type: attribute, demands: [web], properties: {evaluate: {state: {any: [TX]}}}}");
pub static UNKNOWN_PROPERTY: Code = Code::error(
    "homing/unknown-property",
    "H-CON-6",
    SECTION,
    "Checks that the constraint type has this property.",
)
.why("HAS rejects any other.")
.advice("Correct the name, remove the property, or change `type` to a constraint type that has it.")
.bad(
    "constraints of the specification guide",
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 1 km', location: customer, latency: '< 5 ms'}
#                                                      ^^^^^^^
",
)
.good(
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 1 km', location: customer}
",
);

/// All constraint types. The deferred ones are only in the specification guide.
pub static TYPES: &[Choice] = &[
    Choice::new("distance_to_location", "The distance to a location: a threshold such as `< 100 km`."),
    Choice::new("distance_between_demands", "The distance between each pair of demands."),
    Choice::new("zone", "The same region, complex or country, or different ones."),
    Choice::new("inventory_group", "Two demands with candidates from one inventory group."),
    Choice::new("attribute", "Attributes of a candidate in the inventory: its country, state, region."),
    Choice::new("threshold", "Numeric attributes of a candidate in the inventory, compared with bounds."),
    Choice::new("instance_fit", "A running service instance has capacity, according to its controller."),
    Choice::new("region_fit", "A cloud region has capacity, according to its controller."),
    Choice::new("vim_fit", "A cloud region has the required processors, memory and storage."),
    Choice::new("hpa", "The hardware has the required features: processors, huge pages, accelerators."),
    Choice::new("license", "A license is available. Deferred.").only(GUIDE),
    Choice::new("network_between_demands", "Properties of the network between demands. Deferred.")
        .only(GUIDE),
    Choice::new("network_to_location", "Properties of the network to a location. Deferred.").only(GUIDE),
    Choice::new("capability", "The candidate can run a Heat template. Deferred.").only(GUIDE),
];

/// Types that the specification guide describes and HAS never implemented.
pub const DEFERRED_TYPES: [&str; 4] =
    ["license", "network_between_demands", "network_to_location", "capability"];

static DEFERRED_TYPE: TextRule = TextRule {
    label: "a constraint type",
    check: |text, _| {
        let message = format!(
            "constraint type `{text}` is not supported by HAS; the specification guide lists it as deferred"
        );
        vec![(&DEFERRED, message)]
    },
    suggestions: &[],
};

/// A known type, a deferred type, or a function call.
static TYPE: ByValue = ByValue {
    shapes: &[Shape::Choice(TYPES), Shape::Text(Some(&DEFERRED_TYPE)), Shape::Reference(&FUNCTION)],
    choose: |spot| match spot.node.as_str() {
        Some(text) => usize::from(DEFERRED_TYPES.contains(&&*text)),
        None => 2 * usize::from(spot.node.is_mapping()),
    },
};

/// The properties, by the type next to them.
static PROPERTIES: BySibling = BySibling {
    key: "type",
    words: TYPES,
    shapes: &[
        Shape::Construct(&DISTANCE_TO),
        Shape::Construct(&DISTANCE_BETWEEN),
        Shape::Construct(&ZONE),
        Shape::Construct(&INVENTORY_GROUP),
        Shape::Construct(&ATTRIBUTE),
        Shape::Construct(&THRESHOLD),
        Shape::Construct(&FIT),
        Shape::Construct(&FIT),
        Shape::Construct(&VIM_FIT),
        Shape::Construct(&HPA),
        Shape::Construct(&LICENSE),
        Shape::Construct(&NETWORK_BETWEEN),
        Shape::Construct(&NETWORK_TO),
        Shape::Construct(&CAPABILITY),
        Shape::Value(&TEXT),
    ],
};

pub static CONSTRAINT_DEFINITION: Construct = Construct {
    name: "constraint",
    keys: &[
        Key::new("type", Shape::ByValue(&TYPE))
            .required(&UNKNOWN_TYPE)
            .wrong_shape(&UNKNOWN_TYPE)
            .doc("The type of the constraint, which determines the properties."),
        Key::new(
            "demands",
            Shape::OneOf(&[Shape::Reference(&CONSTRAINED), Shape::SomeList(&Shape::Reference(&CONSTRAINED))]),
        )
        .required(&CONSTRAINT_DEMANDS)
        .wrong_shape(&CONSTRAINT_DEMANDS)
        .doc("The names of the demands that it applies to."),
        Key::new("properties", Shape::BySibling(&PROPERTIES))
            .wrong_shape(&MISSING_PROPERTY)
            .doc("The details of the constraint; they depend on the type."),
    ],
    open: None,
    unknown: Some(&CONSTRAINT_KEYS),
    wrong_shape: &CONSTRAINT_KEYS,
    nullable: false,
    doc: "A condition on candidates. Constraints have no order, and all of them must hold.",
    section: HAS,
};
