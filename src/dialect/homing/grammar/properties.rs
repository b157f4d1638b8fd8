//! The properties of each type of constraint but `hpa`, which has a file of its own.

use super::{
    CONSTRAINT_LOCATION, FUNCTION, GUIDE_PAGE, MISSING_PROPERTY, SERVICE, TEXT, UNKNOWN_PROPERTY, or_call,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, Open, Shape, TextRule, Which};

pub(super) static CODES: &[&Code] = &[
    &UNKNOWN_LOCATION,
    &ATTRIBUTE_SHAPE,
    &THRESHOLD_SHAPE,
    &THRESHOLD_OPERATOR,
    &ZONE_QUALIFIER,
    &ZONE_CATEGORY,
    &FIT_SHAPE,
    &CAPABILITY_PROPERTIES,
    &LICENSE_PROPERTIES,
];

pub static UNKNOWN_LOCATION: Code = Code::error(
    "homing/unknown-location",
    "H-CON-7",
    "Homing Specification Guide, Distance to location",
    "The constraint measures from a location of this template.

Bad:
```yaml
near: {type: distance_to_location, demands: [web], properties: {distance: '< 1 km', location: nowhere}}
```
Good:
```yaml
locations: {customer: {clli_code: DLLSTX55}}
constraints: {near: {type: distance_to_location, demands: [web], properties: {distance: '< 1 km', location: customer}}}
```",
);
pub static ATTRIBUTE_SHAPE: Code = Code::error(
    "homing/attributes-not-a-mapping",
    "H-ATT-1",
    "Homing Specification Guide, Attribute",
    "`evaluate` is a mapping: each attribute with what it has to be. A list is taken in, and breaks the search.

Bad:
```yaml
inside: {type: attribute, demands: [web], properties: {evaluate: [country]}}
```
Good:
```yaml
inside: {type: attribute, demands: [web], properties: {evaluate: {country: {any: [USA]}}}}
```",
);
pub static THRESHOLD_SHAPE: Code = Code::error(
    "homing/thresholds-not-a-list",
    "H-TH-1",
    SERVICE,
    "`evaluate` of a threshold constraint is a list; each item has an `attribute`, an `operator` and a `threshold`, and maybe a `unit`. A mapping \
is taken in, and breaks the search.

Bad:
```yaml
quick: {type: threshold, demands: [web], properties: {evaluate: {attribute: latency, operator: lte, threshold: 30}}}
```
Good:
```yaml
quick: {type: threshold, demands: [web], properties: {evaluate: [{attribute: latency, operator: lte, threshold: 30, unit: ms}]}}
```",
);
pub static THRESHOLD_OPERATOR: Code = Code::error(
    "homing/threshold-operator",
    "H-TH-2",
    SERVICE,
    "Attributes are compared with `gte`, `lte`, `gt`, `lt` or `eq`. Any other operator is taken in, and breaks the search.

Bad:
```yaml
evaluate: [{attribute: latency, operator: '<=', threshold: 30}]
```
Good:
```yaml
evaluate: [{attribute: latency, operator: lte, threshold: 30}]
```",
);
pub static ZONE_QUALIFIER: Code = Code::error(
    "homing/zone-qualifier",
    "H-ZONE-1",
    "Homing Specification Guide, Zone",
    "Demands share a zone or they do not: the qualifier is `same` or `different`.

Bad:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: anti, category: complex}}
```
Good:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: complex}}
```",
);
pub static ZONE_CATEGORY: Code = Code::error(
    "homing/zone-category",
    "H-ZONE-2",
    "Homing Specification Guide, Zone; HAS, the homing service",
    "A zone is of a category: `region`, `complex`, `country`, `disaster`, `time` or `maintenance`. The guide's note writes `disaster_zone`, \
`time_zone` and `maintenance_zone`, which are refused.

Bad:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: time_zone}}
```
Good:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: region}}
```",
);
pub static FIT_SHAPE: Code = Code::error(
    "homing/fit-properties",
    "H-FIT-1",
    "Homing Specification Guide, Instance fit, Region fit",
    "`instance_fit`, `region_fit` and `vim_fit` name the `controller` that is asked; `request` is a mapping with what it is asked for.

Bad:
```yaml
room: {type: instance_fit, demands: [web], properties: {request: {size: small}}}
```
Good:
```yaml
room: {type: instance_fit, demands: [web], properties: {controller: SDN-C, request: {size: small}}}
```",
);
pub static CAPABILITY_PROPERTIES: Code = Code::error(
    "homing/capability-properties",
    "H-CAP-1",
    "Homing Specification Guide, Capabilities",
    "A capability is described by a Heat template: `specification` is `heat`, `template` says where it is, `environment` may stand beside it.

Bad:
```yaml
fits: {type: capability, demands: [web], properties: {specification: tosca, template: 'http://r/t'}}
```
Good:
```yaml
fits: {type: capability, demands: [web], properties: {specification: heat, template: 'http://r/t'}}
```",
);
pub static LICENSE_PROPERTIES: Code = Code::error(
    "homing/license-properties",
    "H-LIC-1",
    "Homing Specification Guide, License",
    "A licence is known by the `id` of the software and by its `key`; both are needed.

Bad:
```yaml
paid: {type: license, demands: [web], properties: {id: SOFTWARE_ID}}
```
Good:
```yaml
paid: {type: license, demands: [web], properties: {id: SOFTWARE_ID, key: LICENSE_KEY}}
```",
);

static DISTANCE_TEXT: TextRule = TextRule {
    label: "a distance such as `< 100 km`",
    check: |_, _| Vec::new(),
    suggestions: &["< 100 km", "<= 250 km", "> 10 km", "< 60 mi"],
};
static BANDWIDTH_TEXT: TextRule = TextRule {
    label: "a throughput such as `>= 1000 Mbps`",
    check: |_, _| Vec::new(),
    suggestions: &[">= 1000 Mbps", ">= 1 Gbps"],
};
static LATENCY_TEXT: TextRule = TextRule {
    label: "a time such as `< 50 ms`",
    check: |_, _| Vec::new(),
    suggestions: &["< 50 ms", "< 1 sec"],
};
/// The controller of an instance or a region; rules look at its spelling.
pub static CONTROLLER_NAME: TextRule =
    TextRule { label: "the name of a controller", check: |_, _| Vec::new(), suggestions: &["SDN-C"] };
static VIM_CONTROLLER: TextRule =
    TextRule { label: "the name of a controller", check: |_, _| Vec::new(), suggestions: &["multicloud"] };

static DISTANCE_SHAPES: &[Shape] = &[Shape::Text(Some(&DISTANCE_TEXT)), Shape::Refers(&FUNCTION)];
const DISTANCE: Key = Key::new("distance", Shape::OneOf(DISTANCE_SHAPES)).unfit(&MISSING_PROPERTY).doc(
    "How far it may be, as the crow flies: an operator, a number and `km` or `mi`, with blanks between.",
);
const LOCATION_NAME: Key = Key::new("location", Shape::Refers(&CONSTRAINT_LOCATION))
    .unfit(&UNKNOWN_LOCATION)
    .doc("The location that is measured from, by its name.");

/// A table of properties.
const fn properties(name: &'static str, keys: &'static [Key], doc: &'static str) -> Construct {
    Construct {
        name,
        keys,
        open: None,
        unknown: Some(&UNKNOWN_PROPERTY),
        unfit: &MISSING_PROPERTY,
        nullable: true,
        doc,
        section: "Homing Specification Guide, Constraints; HAS, the homing service",
    }
}

pub static DISTANCE_TO: Construct = properties(
    "distance to a location",
    &[DISTANCE.required(&MISSING_PROPERTY), LOCATION_NAME.required(&MISSING_PROPERTY)],
    "How far each candidate may be from a location.",
);

pub static DISTANCE_BETWEEN: Construct = properties(
    "distance between demands",
    &[DISTANCE.required(&MISSING_PROPERTY)],
    "How far the candidates of each pair of demands may be from each other.",
);

pub static QUALIFIERS: &[Choice] = &[
    Choice::new("same", "All of them are in one zone."),
    Choice::new("different", "No two of them are in one zone."),
];
pub static CATEGORIES: &[Choice] = &[
    Choice::new("region", "A cloud region."),
    Choice::new("complex", "A building with network equipment."),
    Choice::new("country", "A country."),
    Choice::new("disaster", "What one disaster strikes. The service cannot tell these zones."),
    Choice::new("time", "A time zone. The service cannot tell these zones."),
    Choice::new("maintenance", "What is maintained at once. The service cannot tell these zones."),
];

pub static ZONE: Construct = properties(
    "zone",
    &[
        Key::new(
            "qualifier",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(QUALIFIERS), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&MISSING_PROPERTY)
        .unfit(&ZONE_QUALIFIER)
        .doc("Whether they share the zone."),
        Key::new(
            "category",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(CATEGORIES), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&MISSING_PROPERTY)
        .unfit(&ZONE_CATEGORY)
        .doc("What a zone is here."),
        LOCATION_NAME,
    ],
    "Which zones demands share, or do not.",
);

pub static INVENTORY_GROUP: Construct = properties(
    "inventory group",
    &[],
    "Groups of the inventory have no properties: the two demands say it all.",
);

/// What an attribute has to be: one value, or an operator with values.
static ATTRIBUTE_TEST: Which = Which {
    shapes: &[Shape::Is(&ATTRIBUTE_OPERATORS), Shape::Value(&TEXT)],
    choose: |spot| {
        let known = |key: &str| ATTRIBUTE_OPERATORS.key(key).is_some();
        let operators =
            spot.node.is_mapping() && spot.node.entries().any(|entry| entry.key.text().is_some_and(known));
        usize::from(!operators)
    },
};

pub static ATTRIBUTE: Construct = properties(
    "attributes",
    &[Key::new("evaluate", Shape::Is(&ATTRIBUTE_TESTS))
        .required(&MISSING_PROPERTY)
        .unfit(&ATTRIBUTE_SHAPE)
        .doc("Each attribute with what it has to be.")],
    "What the inventory has to say of a candidate.",
);

/// What `cloud-region` may be asked by.
const REQUESTS: Shape = Shape::Value(&TEXT);
/// One of these values, or all of them. A value without an operator, or a call, is left to a rule.
const OPERATORS: Shape = Shape::Which(&Which {
    shapes: &[Shape::Is(&ANY_OR_ALL), Shape::Value(&TEXT)],
    choose: |spot| usize::from(!spot.node.is_mapping() || spot.node.get("get_param").is_some()),
});

pub static ATTRIBUTE_TESTS: Construct = Construct {
    name: "attributes",
    keys: &[
        Key::new("country", OPERATORS).doc("The country that the candidate is in."),
        Key::new("state", OPERATORS).doc("The state that the candidate is in."),
        Key::new("region", OPERATORS).doc("The region that the candidate is in."),
        Key::new("complex", OPERATORS).doc("The complex that the candidate is in."),
        Key::new("network_roles", OPERATORS).doc("Roles of networks that the candidate has."),
        Key::new("replication_role", REQUESTS)
            .doc("The role that the candidate has in replication: one text."),
        Key::new("cloud-region", REQUESTS)
            .doc("Cloud regions by who asks: `cloud-requests`, `service-requests`, `vfmodule-requests`."),
    ],
    open: Some(Open::Map(&Shape::Which(&ATTRIBUTE_TEST))),
    unknown: None,
    unfit: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "Each attribute with what it has to be. The service looks at these; any other it passes over.",
    section: SERVICE,
};

const OPERAND: Shape = Shape::Value(&TEXT);

pub static ANY_OR_ALL: Construct = Construct {
    name: "attribute operators",
    keys: &[
        Key::new("any", OPERAND).doc("One of these is enough: a list."),
        Key::new("all", OPERAND).doc("All of these: a list."),
    ],
    open: Some(Open::Map(&OPERAND)),
    unknown: None,
    unfit: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "Values that the attribute is held against.",
    section: SERVICE,
};

/// The operators that the guide proposes.
pub static ATTRIBUTE_OPERATORS: Construct = Construct {
    name: "attribute operators",
    keys: &[
        Key::new("eq", OPERAND).doc("Is this value."),
        Key::new("ne", OPERAND).doc("Is another value."),
        Key::new("lt", OPERAND).doc("Is below this number."),
        Key::new("gt", OPERAND).doc("Is above this number."),
        Key::new("lte", OPERAND).doc("Is this number or below."),
        Key::new("gte", OPERAND).doc("Is this number or above."),
        Key::new("any", OPERAND).doc("Is one of these."),
        Key::new("all", OPERAND).doc("Has all of these."),
        Key::new("regex", OPERAND).doc("Matches this pattern."),
    ],
    open: Some(Open::Map(&OPERAND)),
    unknown: None,
    unfit: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "How a value is compared, as the guide proposes it.",
    section: GUIDE_PAGE,
};

pub static THRESHOLD: Construct = properties(
    "thresholds",
    &[Key::new("evaluate", Shape::List(&Shape::Is(&THRESHOLD_TEST)))
        .required(&MISSING_PROPERTY)
        .unfit(&THRESHOLD_SHAPE)
        .doc("Each attribute with the bound that it is held to.")],
    "Numbers that the inventory says of a candidate, and their bounds.",
);

pub static COMPARISONS: &[Choice] = &[
    Choice::new("gte", "At least."),
    Choice::new("lte", "At most."),
    Choice::new("gt", "Above."),
    Choice::new("lt", "Below."),
    Choice::new("eq", "Exactly."),
];

pub static THRESHOLD_TEST: Construct = Construct {
    name: "threshold",
    keys: &[
        Key::new("attribute", Shape::Refers(&TEXT))
            .required(&THRESHOLD_SHAPE)
            .doc("The attribute that is compared. A candidate without it, or with 0, is dropped."),
        Key::new(
            "operator",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(COMPARISONS), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&THRESHOLD_SHAPE)
        .unfit(&THRESHOLD_OPERATOR)
        .doc("How it is compared."),
        Key::new("threshold", Shape::Value(&TEXT))
            .required(&THRESHOLD_SHAPE)
            .doc("The number that it is compared with."),
        Key::new("unit", Shape::Text(None)).doc("The unit of the number, for people: it is not looked at."),
    ],
    open: None,
    unknown: None,
    unfit: &THRESHOLD_SHAPE,
    nullable: false,
    doc: "One attribute and its bound.",
    section: SERVICE,
};

pub static FIT: Construct = properties(
    "fit",
    &[
        Key::new(
            "controller",
            Shape::OneOf(&[Shape::Text(Some(&CONTROLLER_NAME)), Shape::Refers(&FUNCTION)]),
        )
        .required(&FIT_SHAPE)
        .unfit(&FIT_SHAPE)
        .doc("The controller that is asked: `SDN-C`."),
        Key::new(
            "request",
            Shape::Which(&Which {
                shapes: &[Shape::Map(&Shape::Value(&TEXT)), Shape::Value(&TEXT)],
                choose: or_call,
            }),
        )
        .unfit(&FIT_SHAPE)
        .doc("What it is asked, in its own words."),
    ],
    "Which controller is asked whether there is room, and for what.",
);

pub static VIM_FIT: Construct = properties(
    "fit of a cloud",
    &[
        Key::new("controller", Shape::OneOf(&[Shape::Text(Some(&VIM_CONTROLLER)), Shape::Refers(&FUNCTION)]))
            .required(&FIT_SHAPE)
            .unfit(&FIT_SHAPE)
            .doc("Who is asked. The service does not read the name; `multicloud` is usual."),
        Key::new(
            "request",
            Shape::Which(&Which { shapes: &[Shape::Is(&VIM_REQUEST), Shape::Value(&TEXT)], choose: or_call }),
        )
        .unfit(&FIT_SHAPE)
        .doc("How much room is needed."),
    ],
    "How much room a cloud region must have.",
);

pub static VIM_REQUEST: Construct = Construct {
    name: "request",
    keys: &[
        Key::new("vCPU", Shape::Value(&TEXT)).doc("So many virtual processors."),
        Key::new("Memory", Shape::Is(&QUANTITY)).doc("So much memory."),
        Key::new("Storage", Shape::Is(&QUANTITY)).doc("So much storage."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    unfit: &FIT_SHAPE,
    nullable: false,
    doc: "How much room is needed.",
    section: SERVICE,
};

pub static QUANTITY: Construct = Construct {
    name: "quantity",
    keys: &[
        Key::new("quantity", Shape::Value(&TEXT)).doc("How much."),
        Key::new("unit", Shape::Refers(&TEXT)).doc("In which unit: `GB`."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    unfit: &FIT_SHAPE,
    nullable: false,
    doc: "A number and its unit.",
    section: SERVICE,
};

pub static LICENSE: Construct = properties(
    "licence",
    &[
        Key::new("id", Shape::Refers(&TEXT)).required(&LICENSE_PROPERTIES).doc("The software's id."),
        Key::new("key", Shape::Refers(&TEXT)).required(&LICENSE_PROPERTIES).doc("The licence's key."),
    ],
    "The licence that has to be there.",
);

static BANDWIDTH_SHAPES: &[Shape] = &[Shape::Text(Some(&BANDWIDTH_TEXT)), Shape::Refers(&FUNCTION)];
const BANDWIDTH: Key = Key::new("bandwidth", Shape::OneOf(BANDWIDTH_SHAPES))
    .unfit(&MISSING_PROPERTY)
    .doc("How much passes: an operator, a number and `Kbps`, `Mbps` or `Gbps`.");
static LATENCY_SHAPES: &[Shape] = &[Shape::Text(Some(&LATENCY_TEXT)), Shape::Refers(&FUNCTION)];
const LATENCY: Key = Key::new("latency", Shape::OneOf(LATENCY_SHAPES))
    .unfit(&MISSING_PROPERTY)
    .doc("How long it takes: an operator, a number and `ms` or `sec`.");

pub static NETWORK_BETWEEN: Construct = properties(
    "network between demands",
    &[BANDWIDTH, DISTANCE, LATENCY],
    "What the network between each pair of demands is like: one of the three or more.",
);

pub static NETWORK_TO: Construct = properties(
    "network to a location",
    &[BANDWIDTH, DISTANCE, LATENCY, LOCATION_NAME],
    "What the network from a location is like: one of the three or more.",
);

static SPECIFICATIONS: &[Choice] = &[Choice::new("heat", "An OpenStack Heat template.")];

pub static CAPABILITY: Construct = properties(
    "capability",
    &[
        Key::new("specification", Shape::Choice(SPECIFICATIONS))
            .required(&CAPABILITY_PROPERTIES)
            .unfit(&CAPABILITY_PROPERTIES)
            .doc("In which language the capability is described."),
        Key::new("template", Shape::Refers(&TEXT))
            .required(&CAPABILITY_PROPERTIES)
            .doc("Where the template is."),
        Key::new("environment", Shape::Refers(&TEXT)).doc("Where the template's environment is."),
    ],
    "The template that a candidate has to be able to run.",
);
