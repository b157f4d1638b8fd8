//! Properties of each constraint type except `hpa`, which has its own file.

use super::{
    CONSTRAINT_LOCATION, FUNCTION, GUIDE_PAGE, HAS, MISSING_PROPERTY, TEXT, UNKNOWN_LOCATION,
    UNKNOWN_PROPERTY, or_call,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Choice, Construct, Key, Open, Shape, TextRule};

pub(super) static CODES: &[&Code] = &[
    &ATTRIBUTE_SHAPE,
    &THRESHOLD_SHAPE,
    &THRESHOLD_OPERATOR,
    &ZONE_QUALIFIER,
    &ZONE_CATEGORY,
    &FIT_SHAPE,
    &CAPABILITY_PROPERTIES,
    &LICENSE_PROPERTIES,
];

pub static ATTRIBUTE_SHAPE: Code = Code::error(
    "homing/attributes-not-a-mapping",
    "H-ATT-1",
    "Homing Specification Guide, Attribute",
    "Checks that `evaluate` is a mapping of attributes to conditions.",
)
.why("HAS accepts a list, but the search fails.")
.advice("Write `evaluate` as a mapping of each attribute to its condition.")
.bad(
    "constraints of the specification guide",
    "
inside: {type: attribute, demands: [web], properties: {evaluate: [country]}}
#                                                                ^^^^^^^^^
",
)
.good("inside: {type: attribute, demands: [web], properties: {evaluate: {country: {any: [USA]}}}}");
pub static THRESHOLD_SHAPE: Code = Code::error(
    "homing/thresholds-not-a-list",
    "H-TH-1",
    HAS,
    "Checks that `evaluate` of a threshold constraint is a list. Each item has an `attribute`, an `operator` and a `threshold`, and optionally a \
`unit`.",
)
.why("HAS accepts a mapping, but the search fails.")
.advice("Write each threshold as an item: `- {attribute: …, operator: …, threshold: …}`.")
.bad(
    "constraints of the specification guide",
    "
quick:
  type: threshold
  demands: [web]
  properties: {evaluate: {attribute: latency, operator: lte, threshold: 30}}
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
quick:
  type: threshold
  demands: [web]
  properties: {evaluate: [{attribute: latency, operator: lte, threshold: 30, unit: ms}]}
",
);
pub static THRESHOLD_OPERATOR: Code = Code::error(
    "homing/threshold-operator",
    "H-TH-2",
    HAS,
    "Checks that the operator is `gte`, `lte`, `gt`, `lt` or `eq`.",
)
.why("HAS accepts any other operator, but the search fails.")
.advice("Write the word in place of the sign, such as `lte` for `<=`.")
.bad(
    "template",
    "
constraints:
  fast:
    type: threshold
    demands: [web]
    properties: {evaluate: [{attribute: latency, operator: '<=', threshold: 30}]}
#                                                          ^^^^
",
)
.good(
    "
constraints:
  fast:
    type: threshold
    demands: [web]
    properties: {evaluate: [{attribute: latency, operator: lte, threshold: 30}]}
",
);
pub static ZONE_QUALIFIER: Code = Code::error(
    "homing/zone-qualifier",
    "H-ZONE-1",
    "Homing Specification Guide, Zone",
    "Checks that the qualifier of a zone is `same` or `different`.",
)
.why("HAS rejects any other value.")
.advice("Set `qualifier` to `same` or `different`.")
.bad(
    "constraints of the specification guide",
    "
apart: {type: zone, demands: [web, database], properties: {qualifier: anti, category: complex}}
#                                                                     ^^^^
",
)
.good("apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: complex}}");
pub static ZONE_CATEGORY: Code = Code::error(
    "homing/zone-category",
    "H-ZONE-2",
    "Homing Specification Guide, Zone; ONAP HAS",
    "Checks that the category of a zone is `region`, `complex`, `country`, `disaster`, `time` or `maintenance`.",
)
.why("HAS rejects `disaster_zone`, `time_zone` and `maintenance_zone` from the specification guide's note.")
.advice("Set `category` to `region`, `complex` or `country`, which HAS can resolve.")
.bad(
    "constraints of the specification guide",
    "
apart:
  type: zone
  demands: [web, database]
  properties: {qualifier: different, category: time_zone}
#                                              ^^^^^^^^^
",
)
.good("apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: region}}");
pub static FIT_SHAPE: Code = Code::error(
    "homing/fit-properties",
    "H-FIT-1",
    "Homing Specification Guide, Instance fit, Region fit",
    "Checks that `instance_fit`, `region_fit` and `vim_fit` name a `controller`, and that `request` is a mapping.",
)
.why("HAS sends the request to the controller. It rejects a constraint without `controller`, and the search can fail if the request has another \
form.")
.advice("Add `controller`, such as `SDN-C`, or `multicloud` for `vim_fit`, and write `request` as a mapping.")
.bad(
    "constraints of the specification guide",
    "
room: {type: instance_fit, demands: [web], properties: {request: {size: small}}}
#                                          ^^^^^^^^^^
",
)
.good("room: {type: instance_fit, demands: [web], properties: {controller: SDN-C, request: {size: small}}}");
pub static CAPABILITY_PROPERTIES: Code = Code::error(
    "homing/capability-properties",
    "H-CAP-1",
    "Homing Specification Guide, Capabilities",
    "Checks that a capability has `specification: heat` and the location of a Heat `template`. `environment` is optional.",
)
.why("HAS does not implement this constraint. The specification guide defines the form, which drafts follow.")
.advice("Set `specification: heat`, and set `template` to the location of the Heat template.")
.bad(
    "constraints of the specification guide",
    "
fits: {type: capability, demands: [web], properties: {specification: tosca, template: 'http://r/t'}}
#                                                                    ^^^^^
",
)
.good("fits: {type: capability, demands: [web], properties: {specification: heat, template: 'http://r/t'}}");
pub static LICENSE_PROPERTIES: Code = Code::error(
    "homing/license-properties",
    "H-LIC-1",
    "Homing Specification Guide, License",
    "Checks that a license has the `id` of the software and its `key`.",
)
.why("HAS does not implement this constraint. The specification guide defines the form, which drafts follow.")
.advice("Add the missing property: `id` with the id of the software, or `key` with the license key.")
.bad(
    "constraints of the specification guide",
    "
paid: {type: license, demands: [web], properties: {id: SOFTWARE_ID}}
#                                     ^^^^^^^^^^
",
)
.good("paid: {type: license, demands: [web], properties: {id: SOFTWARE_ID, key: LICENSE_KEY}}");

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
/// The controller of an instance or a region; a rule checks its spelling.
pub static CONTROLLER_NAME: TextRule =
    TextRule { label: "the name of a controller", check: |_, _| Vec::new(), suggestions: &["SDN-C"] };
static VIM_CONTROLLER: TextRule =
    TextRule { label: "the name of a controller", check: |_, _| Vec::new(), suggestions: &["multicloud"] };

static DISTANCE_SHAPES: &[Shape] = &[Shape::Text(Some(&DISTANCE_TEXT)), Shape::Reference(&FUNCTION)];
const DISTANCE: Key = Key::new("distance", Shape::OneOf(DISTANCE_SHAPES))
    .wrong_shape(&MISSING_PROPERTY)
    .doc("The straight-line distance: an operator, a number and `km` or `mi`, separated by spaces.");
const LOCATION_NAME: Key = Key::new("location", Shape::Reference(&CONSTRAINT_LOCATION))
    .wrong_shape(&UNKNOWN_LOCATION)
    .doc("The location to measure from.");

/// A table of properties.
const fn properties(name: &'static str, keys: &'static [Key], doc: &'static str) -> Construct {
    Construct {
        name,
        keys,
        open: None,
        unknown: Some(&UNKNOWN_PROPERTY),
        wrong_shape: &MISSING_PROPERTY,
        nullable: true,
        doc,
        section: "Homing Specification Guide, Constraints; ONAP HAS",
    }
}

pub static DISTANCE_TO: Construct = properties(
    "distance constraint properties",
    &[DISTANCE.required(&MISSING_PROPERTY), LOCATION_NAME.required(&MISSING_PROPERTY)],
    "The distance of each candidate to a location.",
);

pub static DISTANCE_BETWEEN: Construct = properties(
    "distance constraint properties",
    &[DISTANCE.required(&MISSING_PROPERTY)],
    "The distance between the candidates of each pair of demands.",
);

pub static QUALIFIERS: &[Choice] = &[
    Choice::new("same", "All demands are in one zone."),
    Choice::new("different", "No two demands are in the same zone."),
];
pub static CATEGORIES: &[Choice] = &[
    Choice::new("region", "A cloud region."),
    Choice::new("complex", "A building with network equipment."),
    Choice::new("country", "A country."),
    Choice::new("disaster", "An area that one disaster affects. HAS cannot resolve these zones."),
    Choice::new("time", "A time zone. HAS cannot resolve these zones."),
    Choice::new("maintenance", "Resources with a common maintenance window. HAS cannot resolve these zones."),
];

pub static ZONE: Construct = properties(
    "zone constraint properties",
    &[
        Key::new(
            "qualifier",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(QUALIFIERS), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&MISSING_PROPERTY)
        .wrong_shape(&ZONE_QUALIFIER)
        .doc("Whether the demands share the zone."),
        Key::new(
            "category",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(CATEGORIES), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&MISSING_PROPERTY)
        .wrong_shape(&ZONE_CATEGORY)
        .doc("The kind of zone."),
        LOCATION_NAME,
    ],
    "Whether demands share a zone.",
);

pub static INVENTORY_GROUP: Construct = properties(
    "inventory group properties",
    &[],
    "Inventory groups have no properties, only the two demands.",
);

/// The condition on an attribute: a value, or operators with values.
static ATTRIBUTE_TEST: ByValue = ByValue {
    shapes: &[Shape::Construct(&ATTRIBUTE_OPERATORS), Shape::Value(&TEXT)],
    choose: |spot| {
        let known = |key: &str| ATTRIBUTE_OPERATORS.key(key).is_some();
        let operators =
            spot.node.is_mapping() && spot.node.entries().any(|entry| entry.key.text().is_some_and(known));
        usize::from(!operators)
    },
};

pub static ATTRIBUTE: Construct = properties(
    "attribute constraint properties",
    &[Key::new("evaluate", Shape::Construct(&ATTRIBUTE_TESTS))
        .required(&MISSING_PROPERTY)
        .wrong_shape(&ATTRIBUTE_SHAPE)
        .doc("Attributes and their conditions.")],
    "Conditions on attributes of a candidate in the inventory.",
);

/// The operands of `cloud-region`.
const REQUESTS: Shape = Shape::Value(&TEXT);
/// `any` or `all` of these values. A rule checks values without an operator, and calls.
const OPERATORS: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Construct(&ANY_OR_ALL), Shape::Value(&TEXT)],
    choose: |spot| usize::from(!spot.node.is_mapping() || spot.node.get("get_param").is_some()),
});

pub static ATTRIBUTE_TESTS: Construct = Construct {
    name: "attributes",
    keys: &[
        Key::new("country", OPERATORS).doc("The country of the candidate."),
        Key::new("state", OPERATORS).doc("The state of the candidate."),
        Key::new("region", OPERATORS).doc("The region of the candidate."),
        Key::new("complex", OPERATORS).doc("The complex of the candidate."),
        Key::new("network_roles", OPERATORS).doc("Network roles of the candidate."),
        Key::new("replication_role", REQUESTS).doc("The replication role of the candidate: a string."),
        Key::new("cloud-region", REQUESTS)
            .doc("Cloud regions by requester: `cloud-requests`, `service-requests`, `vfmodule-requests`."),
    ],
    open: Some(Open::Map(&Shape::ByValue(&ATTRIBUTE_TEST))),
    unknown: None,
    wrong_shape: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "Attributes and their conditions. HAS evaluates these and ignores any other.",
    section: HAS,
};

const OPERAND: Shape = Shape::Value(&TEXT);

pub static ANY_OR_ALL: Construct = Construct {
    name: "attribute operators",
    keys: &[
        Key::new("any", OPERAND).doc("Matches one of these values: a list."),
        Key::new("all", OPERAND).doc("Matches all of these values: a list."),
    ],
    open: Some(Open::Map(&OPERAND)),
    unknown: None,
    wrong_shape: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "The values to compare the attribute with.",
    section: HAS,
};

/// The operators that the specification guide proposes.
pub static ATTRIBUTE_OPERATORS: Construct = Construct {
    name: "attribute operators",
    keys: &[
        Key::new("eq", OPERAND).doc("Equal to this value."),
        Key::new("ne", OPERAND).doc("Not equal to this value."),
        Key::new("lt", OPERAND).doc("Less than this number."),
        Key::new("gt", OPERAND).doc("Greater than this number."),
        Key::new("lte", OPERAND).doc("At most this number."),
        Key::new("gte", OPERAND).doc("At least this number."),
        Key::new("any", OPERAND).doc("Equal to one of these values."),
        Key::new("all", OPERAND).doc("Has all of these values."),
        Key::new("regex", OPERAND).doc("Matches this pattern."),
    ],
    open: Some(Open::Map(&OPERAND)),
    unknown: None,
    wrong_shape: &ATTRIBUTE_SHAPE,
    nullable: false,
    doc: "A comparison, as proposed by the specification guide.",
    section: GUIDE_PAGE,
};

pub static THRESHOLD: Construct = properties(
    "threshold constraint properties",
    &[Key::new("evaluate", Shape::List(&Shape::Construct(&THRESHOLD_TEST)))
        .required(&MISSING_PROPERTY)
        .wrong_shape(&THRESHOLD_SHAPE)
        .doc("Attributes and their bounds.")],
    "Bounds on numeric attributes of a candidate in the inventory.",
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
        Key::new("attribute", Shape::Reference(&TEXT))
            .required(&THRESHOLD_SHAPE)
            .doc("The attribute to compare. Candidates without it, or with 0, are dropped."),
        Key::new(
            "operator",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(COMPARISONS), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&THRESHOLD_SHAPE)
        .wrong_shape(&THRESHOLD_OPERATOR)
        .doc("The comparison operator."),
        Key::new("threshold", Shape::Value(&TEXT))
            .required(&THRESHOLD_SHAPE)
            .doc("The number to compare with."),
        Key::new("unit", Shape::Text(None)).doc("The unit of the number, for documentation only."),
    ],
    open: None,
    unknown: None,
    wrong_shape: &THRESHOLD_SHAPE,
    nullable: false,
    doc: "An attribute and its bound.",
    section: HAS,
};

pub static FIT: Construct = properties(
    "hardware constraint properties",
    &[
        Key::new(
            "controller",
            Shape::OneOf(&[Shape::Text(Some(&CONTROLLER_NAME)), Shape::Reference(&FUNCTION)]),
        )
        .required(&FIT_SHAPE)
        .wrong_shape(&FIT_SHAPE)
        .doc("The controller to query: `SDN-C`."),
        Key::new(
            "request",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Map(&Shape::Value(&TEXT)), Shape::Value(&TEXT)],
                choose: or_call,
            }),
        )
        .wrong_shape(&FIT_SHAPE)
        .doc("The request to the controller."),
    ],
    "The controller that reports the capacity, and the request.",
);

pub static VIM_FIT: Construct = properties(
    "cloud capacity constraint properties",
    &[
        Key::new(
            "controller",
            Shape::OneOf(&[Shape::Text(Some(&VIM_CONTROLLER)), Shape::Reference(&FUNCTION)]),
        )
        .required(&FIT_SHAPE)
        .wrong_shape(&FIT_SHAPE)
        .doc("The controller to query. HAS ignores the name; `multicloud` is common."),
        Key::new(
            "request",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Construct(&VIM_REQUEST), Shape::Value(&TEXT)],
                choose: or_call,
            }),
        )
        .wrong_shape(&FIT_SHAPE)
        .doc("The required capacity."),
    ],
    "The required capacity of a cloud region.",
);

pub static VIM_REQUEST: Construct = Construct {
    name: "request",
    keys: &[
        Key::new("vCPU", Shape::Value(&TEXT)).doc("The number of virtual processors."),
        Key::new("Memory", Shape::Construct(&QUANTITY)).doc("The amount of memory."),
        Key::new("Storage", Shape::Construct(&QUANTITY)).doc("The amount of storage."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    wrong_shape: &FIT_SHAPE,
    nullable: false,
    doc: "The required capacity.",
    section: HAS,
};

pub static QUANTITY: Construct = Construct {
    name: "quantity",
    keys: &[
        Key::new("quantity", Shape::Value(&TEXT)).doc("The number."),
        Key::new("unit", Shape::Reference(&TEXT)).doc("The unit: `GB`."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    wrong_shape: &FIT_SHAPE,
    nullable: false,
    doc: "A number and its unit.",
    section: HAS,
};

pub static LICENSE: Construct = properties(
    "license constraint properties",
    &[
        Key::new("id", Shape::Reference(&TEXT)).required(&LICENSE_PROPERTIES).doc("The software's id."),
        Key::new("key", Shape::Reference(&TEXT)).required(&LICENSE_PROPERTIES).doc("The license key."),
    ],
    "The required license.",
);

static BANDWIDTH_SHAPES: &[Shape] = &[Shape::Text(Some(&BANDWIDTH_TEXT)), Shape::Reference(&FUNCTION)];
const BANDWIDTH: Key = Key::new("bandwidth", Shape::OneOf(BANDWIDTH_SHAPES))
    .wrong_shape(&MISSING_PROPERTY)
    .doc("The throughput: an operator, a number and `Kbps`, `Mbps` or `Gbps`.");
static LATENCY_SHAPES: &[Shape] = &[Shape::Text(Some(&LATENCY_TEXT)), Shape::Reference(&FUNCTION)];
const LATENCY: Key = Key::new("latency", Shape::OneOf(LATENCY_SHAPES))
    .wrong_shape(&MISSING_PROPERTY)
    .doc("The latency: an operator, a number and `ms` or `sec`.");

pub static NETWORK_BETWEEN: Construct = properties(
    "network constraint properties",
    &[BANDWIDTH, DISTANCE, LATENCY],
    "Properties of the network between each pair of demands; at least one of the three.",
);

pub static NETWORK_TO: Construct = properties(
    "network constraint properties",
    &[BANDWIDTH, DISTANCE, LATENCY, LOCATION_NAME],
    "Properties of the network from a location; at least one of the three.",
);

static SPECIFICATIONS: &[Choice] = &[Choice::new("heat", "An OpenStack Heat template.")];

pub static CAPABILITY: Construct = properties(
    "capability constraint properties",
    &[
        Key::new("specification", Shape::Choice(SPECIFICATIONS))
            .required(&CAPABILITY_PROPERTIES)
            .wrong_shape(&CAPABILITY_PROPERTIES)
            .doc("The format of the capability."),
        Key::new("template", Shape::Reference(&TEXT))
            .required(&CAPABILITY_PROPERTIES)
            .doc("The location of the template."),
        Key::new("environment", Shape::Reference(&TEXT)).doc("The location of the template's environment."),
    ],
    "A template that the candidate must be able to run.",
);
