//! A constraint: its type, the demands that it binds, and properties of which the type says what they are.

use super::{
    ATTRIBUTE, CAPABILITY, CONSTRAINED, DISTANCE_BETWEEN, DISTANCE_TO, FIT, FUNCTION, GUIDE, HPA,
    INVENTORY_GROUP, LICENSE, NETWORK_BETWEEN, NETWORK_TO, SERVICE, TEXT, THRESHOLD, VIM_FIT, ZONE,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{BySibling, Choice, Construct, Key, Shape, TextRule, Which};

const SECTION: &str = "Homing Specification Guide, Constraints; HAS, the homing service";

pub(super) static CODES: &[&Code] =
    &[&CONSTRAINT_KEYS, &UNKNOWN_TYPE, &DEFERRED, &CONSTRAINT_DEMANDS, &MISSING_PROPERTY, &UNKNOWN_PROPERTY];

pub static CONSTRAINT_KEYS: Code = Code::error(
    "homing/unknown-constraint-key",
    "H-CON-1",
    SECTION,
    "A constraint has a `type`, `demands` and `properties`; of any other key the service refuses it.

Bad:
```yaml
together: {type: zone, demands: [web, database], priority: 1, properties: {qualifier: same, category: region}}
```
Good:
```yaml
together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
```",
);
pub static UNKNOWN_TYPE: Code = Code::error(
    "homing/unknown-constraint-type",
    "H-CON-2",
    SECTION,
    "The service knows ten types of constraints: `attribute`, `threshold`, `distance_between_demands`, `distance_to_location`, `instance_fit`, \
`inventory_group`, `region_fit`, `zone`, `vim_fit` and `hpa`. The guide's examples of `capacity` and `service` are none.

Bad:
```yaml
room: {type: capacity, demands: [web], properties: {template: x}}
```
Good:
```yaml
together: {type: inventory_group, demands: [web, database]}
```",
);
pub static DEFERRED: Code = Code::error(
    "homing/deferred-constraint",
    "H-CON-3",
    SECTION,
    "The guide describes `license`, `network_between_demands`, `network_to_location` and `capability` and defers them. The service has none of \
them and refuses the template. Held to the guide they can be drafted.

Bad:
```yaml
paid: {type: license, demands: [web], properties: {id: a, key: b}}
```
Good:
```yaml
inside: {type: attribute, demands: [web], properties: {evaluate: {country: {any: [USA]}}}}
```",
);
pub static CONSTRAINT_DEMANDS: Code = Code::error(
    "homing/constrained-demands",
    "H-CON-4",
    SECTION,
    "A constraint binds demands of this template: the name of one, or a list with at least one.

Bad:
```yaml
constraints: {together: {type: inventory_group, demands: [web, databse]}}
```
Good:
```yaml
constraints: {together: {type: inventory_group, demands: [web, database]}}
```",
);
pub static MISSING_PROPERTY: Code = Code::error(
    "homing/missing-property",
    "H-CON-5",
    SECTION,
    "The constraint's type asks for this property. What is empty, `0` or `false` counts as missing.

Bad:
```yaml
inside: {type: attribute, demands: [web], properties: {evaluate: {}}}
```
Good:
```yaml
inside: {type: attribute, demands: [web], properties: {evaluate: {state: {any: [TX]}}}}
```",
);
pub static UNKNOWN_PROPERTY: Code = Code::error(
    "homing/unknown-property",
    "H-CON-6",
    SECTION,
    "The constraint's type has no such property, and the service refuses it.

Bad:
```yaml
near: {type: distance_to_location, demands: [web], properties: {distance: '< 1 km', location: customer, latency: '< 5 ms'}}
```
Good:
```yaml
near: {type: distance_to_location, demands: [web], properties: {distance: '< 1 km', location: customer}}
```",
);

/// Every type. The deferred ones are the guide's alone.
pub static TYPES: &[Choice] = &[
    Choice::new("distance_to_location", "How far from a location: a threshold such as `< 100 km`."),
    Choice::new("distance_between_demands", "How far from each other, each pair of them."),
    Choice::new("zone", "In the same region, complex or country, or in different ones."),
    Choice::new("inventory_group", "Two demands that are met by a pair which the inventory knows."),
    Choice::new("attribute", "What the inventory says of a candidate: its country, state, region."),
    Choice::new("threshold", "Numbers that the inventory says of a candidate, compared with bounds."),
    Choice::new("instance_fit", "A running service instance has room, as its controller says."),
    Choice::new("region_fit", "A cloud region has room, as its controller says."),
    Choice::new("vim_fit", "A cloud region has so many processors, so much memory and storage."),
    Choice::new("hpa", "The hardware has features: processors, huge pages, accelerators."),
    Choice::new("license", "A licence is there. Deferred.").only(GUIDE),
    Choice::new("network_between_demands", "What the network between them is like. Deferred.").only(GUIDE),
    Choice::new("network_to_location", "What the network to a location is like. Deferred.").only(GUIDE),
    Choice::new("capability", "Fits a Heat template. Deferred.").only(GUIDE),
];

/// What the guide describes and the service never had.
pub const DEFERRED_TYPES: [&str; 4] =
    ["license", "network_between_demands", "network_to_location", "capability"];

static DEFERRED_TYPE: TextRule = TextRule {
    label: "the type of a constraint",
    check: |text, _| {
        vec![(&DEFERRED, format!("the guide defers `{text}`, the engine has no such constraint"))]
    },
    suggestions: &[],
};

/// A word of the list; of the deferred ones it is said that they are.
static TYPE: Which = Which {
    shapes: &[Shape::Choice(TYPES), Shape::Text(Some(&DEFERRED_TYPE)), Shape::Refers(&FUNCTION)],
    choose: |spot| match spot.node.as_str() {
        Some(text) => usize::from(DEFERRED_TYPES.contains(&&*text)),
        None => 2 * usize::from(spot.node.is_mapping()),
    },
};

/// What the properties are, which the type beside them says.
static PROPERTIES: BySibling = BySibling {
    key: "type",
    words: TYPES,
    shapes: &[
        Shape::Is(&DISTANCE_TO),
        Shape::Is(&DISTANCE_BETWEEN),
        Shape::Is(&ZONE),
        Shape::Is(&INVENTORY_GROUP),
        Shape::Is(&ATTRIBUTE),
        Shape::Is(&THRESHOLD),
        Shape::Is(&FIT),
        Shape::Is(&FIT),
        Shape::Is(&VIM_FIT),
        Shape::Is(&HPA),
        Shape::Is(&LICENSE),
        Shape::Is(&NETWORK_BETWEEN),
        Shape::Is(&NETWORK_TO),
        Shape::Is(&CAPABILITY),
        Shape::Value(&TEXT),
    ],
};

pub static CONSTRAINT_DEFINITION: Construct = Construct {
    name: "constraint",
    keys: &[
        Key::new("type", Shape::Which(&TYPE))
            .required(&UNKNOWN_TYPE)
            .unfit(&UNKNOWN_TYPE)
            .doc("What is constrained; it decides about the properties."),
        Key::new(
            "demands",
            Shape::OneOf(&[Shape::Refers(&CONSTRAINED), Shape::SomeList(&Shape::Refers(&CONSTRAINED))]),
        )
        .required(&CONSTRAINT_DEMANDS)
        .unfit(&CONSTRAINT_DEMANDS)
        .doc("The demands that it binds, by name."),
        Key::new("properties", Shape::BySibling(&PROPERTIES))
            .unfit(&MISSING_PROPERTY)
            .doc("What exactly is asked for, in the terms of the type."),
    ],
    open: None,
    unknown: Some(&CONSTRAINT_KEYS),
    unfit: &CONSTRAINT_KEYS,
    nullable: false,
    doc: "What candidates have to keep. Constraints have no order, and all of them hold.",
    section: SERVICE,
};
