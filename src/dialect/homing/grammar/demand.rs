//! Demands: lists of sources, each with an inventory, filters, and known candidates.

use super::{FUNCTION, GUIDE, GUIDE_PAGE, HAS, TEXT, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Choice, Construct, Key, Open, Shape, TextRule};

const SECTION: &str = "Homing Specification Guide, Demands; ONAP HAS";

pub(super) static CODES: &[&Code] = &[
    &NO_DEMAND,
    &DEMAND_LIST,
    &UNKNOWN_SOURCE_KEY,
    &UNKNOWN_PROVIDER,
    &UNKNOWN_INVENTORY_TYPE,
    &CANDIDATE_KEYS,
    &CANDIDATE_LISTS,
    &EXISTING_PLACEMENT,
    &UNIQUE_WORD,
];

pub static NO_DEMAND: Code =
    Code::error("homing/no-demand", "H-DEM-1", SECTION, "Checks that a template has at least one demand.")
        .why("HAS rejects templates without demands.")
        .advice("Add a demand with at least one source.")
        .bad(
            "template",
            "
demands: {}
#^^^^^^
",
        )
        .good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
pub static DEMAND_LIST: Code = Code::error(
    "homing/demand-not-a-list",
    "H-DEM-2",
    SECTION,
    "Checks that a demand is a list of sources, even if there is only one. Candidates from all sources count.",
)
.why("HAS reads a mapping key by key, and rejects it.")
.advice("Write each source as an item of a list: `web: [{inventory_provider: aai, inventory_type: cloud}]`.")
.bad(
    "template",
    "
demands: {web: {inventory_provider: aai, inventory_type: cloud}}
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
pub static UNKNOWN_SOURCE_KEY: Code =
    Code::error("homing/unknown-source-key", "H-DEM-4", HAS, "Checks for unknown keys in a source.")
        .why("HAS rejects them.")
        .advice("Correct or remove the key. Put attributes of the inventory under `filtering_attributes`.")
        .bad(
            "template",
            "
demands:
  web: [{inventory_provider: aai, inventory_type: cloud, filter: {cloud-region-version: '1.0'}}]
#                                                        ^^^^^^
",
        )
        .good(
            "
demands:
  web:
    - inventory_provider: aai
      inventory_type: cloud
      filtering_attributes: {cloud-region-version: '1.0'}
",
        );
pub static UNKNOWN_PROVIDER: Code = Code::error(
    "homing/unknown-provider",
    "H-DEM-5",
    SECTION,
    "Checks that `inventory_provider` is an inventory of HAS: `aai`, `generator` or `sdc`. It is required unless the source lists its \
candidates.",
)
.why("The specification guide's `multicloud` is not supported.")
.advice("Set `inventory_provider` to `aai`, `generator` or `sdc`, or replace it with a list in `candidates`.")
.bad(
    "template",
    "
demands: {web: [{inventory_provider: multicloud, inventory_type: cloud}]}
#                                    ^^^^^^^^^^
",
)
.good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
pub static UNKNOWN_INVENTORY_TYPE: Code = Code::error(
    "homing/unknown-inventory-type",
    "H-DEM-6",
    SECTION,
    "Checks that `inventory_type` is one of `cloud`, `service`, `transport`, `vfmodule`, `nssi`, `nsi`, `slice_profiles`, `nst` and `nsst`.",
)
.why("A source searches for candidates of one type. HAS rejects any other value, including a list.")
.advice("Use two sources for two types.")
.bad(
    "template",
    "
demands: {web: [{inventory_provider: aai, inventory_type: [cloud, service]}]}
#                                                         ^^^^^^^^^^^^^^^^
",
)
.good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
pub static CANDIDATE_KEYS: Code = Code::error(
    "homing/unknown-candidate-key",
    "H-DEM-8",
    HAS,
    "Checks the keys of candidates that a source lists: `candidate_id`, `cost`, `inventory_type`, `location_id` and `location_type`.",
)
.why("The longer list in the specification guide describes the response of HAS; HAS rejects its other keys here.")
.advice("Correct the key, such as `inventory_type` in place of `candidate_type`, or remove it.")
.bad(
    "template",
    "
demands: {web: [{candidates: [{candidate_id: a, candidate_type: cloud}]}]}
#                                               ^^^^^^^^^^^^^^
",
)
.good("demands: {web: [{candidates: [{candidate_id: a, inventory_type: cloud, cost: 1}]}]}");
pub static CANDIDATE_LISTS: Code = Code::error(
    "homing/candidate-lists",
    "H-DEM-9",
    SECTION,
    "Checks that `required_candidates` and `excluded_candidates` are lists of candidates, each with a `candidate_id`.",
)
.why("HAS compares candidates by `candidate_id`, so it cannot use an entry without one.")
.advice("Write a list of mappings with `candidate_id`: `required_candidates: [{candidate_id: a}]`.")
.bad(
    "source",
    "
required_candidates: a
#                    ^
",
)
.good("required_candidates: [{candidate_id: a}]");
pub static EXISTING_PLACEMENT: Code = Code::error(
    "homing/existing-placement",
    "H-DEM-10",
    SECTION,
    "Checks that `existing_placement` is a single candidate.",
)
.why("HAS accepts a list, but the search fails.")
.advice("Write one candidate as a mapping instead of a list.")
.bad(
    "source",
    "
existing_placement: [{candidate_id: a}]
#                   ^^^^^^^^^^^^^^^^^^^
",
)
.good("existing_placement: {candidate_id: a}");
pub static UNIQUE_WORD: Code = Code::warning(
    "homing/malformed-unique-flag",
    "H-DEM-11",
    HAS,
    "Checks that `unique` is the string `true` or `false`.",
)
.earlier(&["homing/unique-is-a-text"])
.why("HAS recognizes nothing else, including a plain `false`.")
.advice("Write `unique: 'true'` or `unique: 'false'`, with quotes.")
.bad(
    "source",
    "
unique: sometimes
#       ^^^^^^^^^
",
)
.good(r#"unique: "false""#);

pub static PROVIDERS: &[Choice] = &[
    Choice::new("aai", "Active and Available Inventory: deployed resources."),
    Choice::new("generator", "Generates slice profiles from ranges of values."),
    Choice::new(
        "sdc",
        "Service Design and Creation: designed services. Not available in every installation.",
    ),
];

pub static INVENTORY_TYPES: &[Choice] = &[
    Choice::new("cloud", "Cloud regions."),
    Choice::new("service", "Running service instances."),
    Choice::new("transport", "Transport between sites."),
    Choice::new("vfmodule", "Running modules of network functions."),
    Choice::new("nssi", "Instances of network slice subnets."),
    Choice::new("nsi", "Instances of network slices."),
    Choice::new("slice_profiles", "Slice profiles, from the generator."),
    Choice::new("nst", "Templates of network slices."),
    Choice::new("nsst", "Templates of network slice subnets."),
];

static UNIQUE: &[Choice] = &[
    Choice::new("true", "A candidate can be used for one demand only."),
    Choice::new("false", "Demands can share a candidate."),
];

static COST: TextRule = TextRule { label: "a number", check: |_, _| Vec::new(), suggestions: &[] };

pub const DEMAND_SHAPE: Shape = Shape::List(&Shape::Construct(&SOURCE));

/// Attributes by their name in the inventory.
const ATTRIBUTES: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Map(&Shape::Value(&TEXT)), Shape::Value(&TEXT)],
    choose: or_call,
});
const SOME_TEXT: Shape = Shape::Reference(&TEXT);
const TEXTS: Shape = Shape::Value(&TEXT);

pub static SOURCE: Construct = Construct {
    name: "source",
    keys: &[
        Key::new("inventory_provider", Shape::ByValue(&ByValue { shapes: &[Shape::Choice(PROVIDERS), Shape::Reference(&FUNCTION)], choose: or_call }))
            .wrong_shape(&UNKNOWN_PROVIDER)
            .doc("The inventory of the candidates."),
        Key::new("inventory_type", Shape::ByValue(&ByValue { shapes: &[Shape::Choice(INVENTORY_TYPES), Shape::Reference(&FUNCTION)], choose: or_call }))
            .wrong_shape(&UNKNOWN_INVENTORY_TYPE)
            .doc("The type of the candidates."),
        Key::new("filtering_attributes", ATTRIBUTES)
            .doc("Required attributes of candidates in the inventory. Services need `customer-id` or `global-customer-id`."),
        Key::new("attributes", ATTRIBUTES)
            .offered_in(GUIDE)
            .doc("The specification guide's name for `filtering_attributes`."),
        Key::new("passthrough_attributes", ATTRIBUTES).doc("Attributes that are added to every candidate."),
        Key::new("default_attributes", ATTRIBUTES)
            .doc("Default attributes for candidates without them in the inventory."),
        Key::new("candidates", Shape::List(&Shape::Construct(&CANDIDATE)))
            .wrong_shape(&CANDIDATE_KEYS)
            .doc("The candidates, in place of an inventory."),
        Key::new("required_candidates", Shape::List(&Shape::Construct(&NAMED_CANDIDATE)))
            .wrong_shape(&CANDIDATE_LISTS)
            .doc("Uses only these candidates."),
        Key::new("excluded_candidates", Shape::List(&Shape::Construct(&NAMED_CANDIDATE)))
            .wrong_shape(&CANDIDATE_LISTS)
            .doc("Excludes these candidates."),
        Key::new("existing_placement", Shape::Construct(&PLACEMENT))
            .wrong_shape(&EXISTING_PLACEMENT)
            .doc("The current placement of the demand."),
        Key::new("service_type", TEXTS).doc("Service types, for `inventory_type: service`."),
        Key::new("service_id", TEXTS).doc("Service ids, for `inventory_type: service`."),
        Key::new("customer_id", SOME_TEXT).doc("The customer of the services, if there are no `filtering_attributes`."),
        Key::new("service_resource_id", SOME_TEXT).doc("The id of the resource within its service."),
        Key::new("service_subscription", SOME_TEXT).doc("The subscription of the service."),
        Key::new("default_cost", Shape::OneOf(&[Shape::Text(Some(&COST)), Shape::Reference(&FUNCTION)]))
            .doc("The cost of a candidate without a cost in the inventory."),
        Key::new("unique", Shape::ByValue(&ByValue { shapes: &[Shape::Choice(UNIQUE), Shape::Reference(&FUNCTION)], choose: or_call }))
            .wrong_shape(&UNIQUE_WORD)
            .doc("Whether a candidate can be used for one demand only: the string `true` (default) or `false`."),
        Key::new("region", TEXTS).doc("The cloud region of the candidates."),
        Key::new("complex", TEXTS).doc("The complex of the candidates."),
        Key::new("subdivision", TEXTS).doc("The state or province of the candidates."),
        Key::new("flavor", TEXTS).doc("The flavor of the candidates."),
        Key::new("conflict_identifier", TEXTS).doc("Identifies services that conflict with each other."),
        Key::new("vlan_key", TEXTS).doc("The attribute that contains the VLAN."),
        Key::new("port_key", TEXTS).doc("The attribute that contains the port."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SOURCE_KEY),
    wrong_shape: &DEMAND_LIST,
    nullable: false,
    doc: "A source of candidates for a demand.",
    section: SECTION,
};

pub static CANDIDATE: Construct = Construct {
    name: "candidate",
    keys: &[
        Key::new("candidate_id", SOME_TEXT).doc("The candidate's id."),
        Key::new(
            "inventory_type",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(INVENTORY_TYPES), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .doc("The type of the candidate."),
        Key::new("location_id", SOME_TEXT).doc("The id of the candidate's location."),
        Key::new("location_type", SOME_TEXT).doc("The type of that location."),
        Key::new("cost", Shape::OneOf(&[Shape::Text(Some(&COST)), Shape::Reference(&FUNCTION)]))
            .default("0")
            .doc("The cost of the candidate."),
    ],
    open: None,
    unknown: Some(&CANDIDATE_KEYS),
    wrong_shape: &CANDIDATE_KEYS,
    nullable: false,
    doc: "A candidate that the template defines.",
    section: HAS,
};

/// Other attributes of the candidate are allowed.
pub static NAMED_CANDIDATE: Construct = Construct {
    name: "candidate",
    keys: &[Key::new("candidate_id", SOME_TEXT).required(&CANDIDATE_LISTS).doc("The id in the inventory.")],
    open: Some(Open::Map(&TEXTS)),
    unknown: None,
    wrong_shape: &CANDIDATE_LISTS,
    nullable: false,
    doc: "A candidate in the inventory.",
    section: GUIDE_PAGE,
};

pub static PLACEMENT: Construct = Construct {
    name: "existing placement",
    keys: &[Key::new("candidate_id", SOME_TEXT)
        .required(&EXISTING_PLACEMENT)
        .doc("The id of the current candidate.")],
    open: Some(Open::Map(&TEXTS)),
    unknown: None,
    wrong_shape: &EXISTING_PLACEMENT,
    nullable: false,
    doc: "The current placement of the demand.",
    section: GUIDE_PAGE,
};
