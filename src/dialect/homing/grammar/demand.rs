//! Demands: lists of sources, each saying from which inventory candidates come, which of them count, and which are known by name.

use super::{FUNCTION, GUIDE, GUIDE_PAGE, SERVICE, TEXT, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, Open, Shape, TextRule, Which};

const SECTION: &str = "Homing Specification Guide, Demands; HAS, the homing service";

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

pub static NO_DEMAND: Code = Code::error(
    "homing/no-demand",
    "H-DEM-1",
    SECTION,
    "A template homes something: it has at least one demand. Without one the service refuses it.

Bad:
```yaml
demands: {}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
pub static DEMAND_LIST: Code = Code::error(
    "homing/demand-not-a-list",
    "H-DEM-2",
    SECTION,
    "A demand is a list of sources, also where there is one: candidates of all of them count. A mapping in place of the list is read key by key, \
and refused.

Bad:
```yaml
demands: {web: {inventory_provider: aai, inventory_type: cloud}}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
pub static UNKNOWN_SOURCE_KEY: Code = Code::error(
    "homing/unknown-source-key",
    "H-DEM-4",
    SERVICE,
    "The service refuses a source with a key that it does not know.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud, filter: {cloud-region-version: '1.0'}}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud, filtering_attributes: {cloud-region-version: '1.0'}}]}
```",
);
pub static UNKNOWN_PROVIDER: Code = Code::error(
    "homing/unknown-provider",
    "H-DEM-5",
    SECTION,
    "Candidates come from an inventory that the service has: `aai`, `generator` or `sdc`. A source that does not list its candidates itself has to \
name one. The guide's `multicloud` is none.

Bad:
```yaml
demands: {web: [{inventory_provider: multicloud, inventory_type: cloud}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
pub static UNKNOWN_INVENTORY_TYPE: Code = Code::error(
    "homing/unknown-inventory-type",
    "H-DEM-6",
    SECTION,
    "A source offers one kind of thing: `cloud`, `service`, `transport`, `vfmodule`, `nssi`, `nsi`, `slice_profiles`, `nst` or `nsst`. For two \
kinds write two sources.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: [cloud, service]}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
pub static CANDIDATE_KEYS: Code = Code::error(
    "homing/unknown-candidate-key",
    "H-DEM-8",
    SERVICE,
    "Candidates that a source lists itself have `candidate_id`, `cost`, `inventory_type`, `location_id` and `location_type`. The much longer list \
in the guide is what the service answers with; here it refuses the rest.

Bad:
```yaml
demands: {web: [{candidates: [{candidate_id: a, candidate_type: cloud}]}]}
```
Good:
```yaml
demands: {web: [{candidates: [{candidate_id: a, inventory_type: cloud, cost: 1}]}]}
```",
);
pub static CANDIDATE_LISTS: Code = Code::error(
    "homing/candidate-lists",
    "H-DEM-9",
    SECTION,
    "`required_candidates` and `excluded_candidates` are lists of candidates, each known by its `candidate_id`. No candidate is in both.

Bad:
```yaml
required_candidates: a
```
Good:
```yaml
required_candidates: [{candidate_id: a}]
```",
);
pub static EXISTING_PLACEMENT: Code = Code::error(
    "homing/existing-placement",
    "H-DEM-10",
    SECTION,
    "A demand is placed in one spot, so `existing_placement` is one candidate. A list is taken in and breaks the search.

Bad:
```yaml
existing_placement: [{candidate_id: a}]
```
Good:
```yaml
existing_placement: {candidate_id: a}
```",
);
pub static UNIQUE_WORD: Code = Code::warning(
    "homing/unique-is-a-text",
    "H-DEM-11",
    SERVICE,
    "`unique` is compared with the texts `true` and `false`; anything else, a bare `false` among it, is neither.

Bad:
```yaml
unique: sometimes
```
Good:
```yaml
unique: \"false\"
```",
);

pub static PROVIDERS: &[Choice] = &[
    Choice::new("aai", "Active and Available Inventory: what is there."),
    Choice::new("generator", "Makes slice profiles up, by their ranges of values."),
    Choice::new("sdc", "Service Design and Creation: what was designed. Not every installation loads it."),
];

pub static INVENTORY_TYPES: &[Choice] = &[
    Choice::new("cloud", "Cloud regions."),
    Choice::new("service", "Service instances that run already."),
    Choice::new("transport", "Transport between places."),
    Choice::new("vfmodule", "Modules of network functions that run already."),
    Choice::new("nssi", "Instances of network slice subnets."),
    Choice::new("nsi", "Instances of network slices."),
    Choice::new("slice_profiles", "Slice profiles, from the generator."),
    Choice::new("nst", "Templates of network slices."),
    Choice::new("nsst", "Templates of network slice subnets."),
];

static UNIQUE: &[Choice] = &[
    Choice::new("true", "Each candidate counts once for all demands."),
    Choice::new("false", "Demands may share a candidate."),
];

static COST: TextRule = TextRule { label: "a number", check: |_, _| Vec::new(), suggestions: &[] };

pub const DEMAND_SHAPE: Shape = Shape::List(&Shape::Is(&SOURCE));

/// Values by name, as the inventory knows them.
const ATTRIBUTES: Shape = Shape::Which(&Which {
    shapes: &[Shape::Map(&Shape::Value(&TEXT)), Shape::Value(&TEXT)],
    choose: or_call,
});
const SOME_TEXT: Shape = Shape::Refers(&TEXT);
const TEXTS: Shape = Shape::Value(&TEXT);

pub static SOURCE: Construct = Construct {
    name: "source",
    keys: &[
        Key::new("inventory_provider", Shape::Which(&Which { shapes: &[Shape::Choice(PROVIDERS), Shape::Refers(&FUNCTION)], choose: or_call }))
            .unfit(&UNKNOWN_PROVIDER)
            .doc("The inventory that candidates come from."),
        Key::new("inventory_type", Shape::Which(&Which { shapes: &[Shape::Choice(INVENTORY_TYPES), Shape::Refers(&FUNCTION)], choose: or_call }))
            .unfit(&UNKNOWN_INVENTORY_TYPE)
            .doc("What kind of thing the candidates are."),
        Key::new("filtering_attributes", ATTRIBUTES)
            .doc("What a candidate has to have in the inventory to count; `customer-id` or `global-customer-id` for services."),
        Key::new("attributes", ATTRIBUTES)
            .offered_in(GUIDE)
            .doc("The guide's name for `filtering_attributes`."),
        Key::new("passthrough_attributes", ATTRIBUTES).doc("Values that are copied to every candidate."),
        Key::new("default_attributes", ATTRIBUTES)
            .doc("Values that a candidate has where the inventory says none."),
        Key::new("candidates", Shape::List(&Shape::Is(&CANDIDATE)))
            .unfit(&CANDIDATE_KEYS)
            .doc("The candidates themselves, in place of an inventory."),
        Key::new("required_candidates", Shape::List(&Shape::Is(&NAMED_CANDIDATE)))
            .unfit(&CANDIDATE_LISTS)
            .doc("Only these candidates count."),
        Key::new("excluded_candidates", Shape::List(&Shape::Is(&NAMED_CANDIDATE)))
            .unfit(&CANDIDATE_LISTS)
            .doc("These candidates do not count."),
        Key::new("existing_placement", Shape::Is(&PLACEMENT))
            .unfit(&EXISTING_PLACEMENT)
            .doc("Where the demand is placed already."),
        Key::new("service_type", TEXTS).doc("Services of these types, for `inventory_type: service`."),
        Key::new("service_id", TEXTS).doc("Services with these ids, for `inventory_type: service`."),
        Key::new("customer_id", SOME_TEXT).doc("Whose services these are, where there are no `filtering_attributes`."),
        Key::new("service_resource_id", SOME_TEXT).doc("The id of the resource inside its service."),
        Key::new("service_subscription", SOME_TEXT).doc("The subscription that the service belongs to."),
        Key::new("default_cost", Shape::OneOf(&[Shape::Text(Some(&COST)), Shape::Refers(&FUNCTION)]))
            .doc("What a candidate costs where the inventory does not say."),
        Key::new("unique", Shape::Which(&Which { shapes: &[Shape::Choice(UNIQUE), Shape::Refers(&FUNCTION)], choose: or_call }))
            .unfit(&UNIQUE_WORD)
            .doc("Whether a candidate counts for one demand only: the text `true`, which holds where nothing is said, or `false`."),
        Key::new("region", TEXTS).doc("The cloud region that candidates are in."),
        Key::new("complex", TEXTS).doc("The complex that candidates are in."),
        Key::new("subdivision", TEXTS).doc("The state or province that candidates are in."),
        Key::new("flavor", TEXTS).doc("The flavor that candidates offer."),
        Key::new("conflict_identifier", TEXTS).doc("What tells that two services stand in each other's way."),
        Key::new("vlan_key", TEXTS).doc("Which attribute holds the VLAN."),
        Key::new("port_key", TEXTS).doc("Which attribute holds the port."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SOURCE_KEY),
    unfit: &DEMAND_LIST,
    nullable: false,
    doc: "Where candidates for a demand come from.",
    section: SECTION,
};

pub static CANDIDATE: Construct = Construct {
    name: "candidate",
    keys: &[
        Key::new("candidate_id", SOME_TEXT).doc("The candidate's id."),
        Key::new(
            "inventory_type",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(INVENTORY_TYPES), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .doc("What kind of thing the candidate is."),
        Key::new("location_id", SOME_TEXT).doc("The id of the place that it is at."),
        Key::new("location_type", SOME_TEXT).doc("What kind of place that is."),
        Key::new("cost", Shape::OneOf(&[Shape::Text(Some(&COST)), Shape::Refers(&FUNCTION)]))
            .default("0")
            .doc("What it costs."),
    ],
    open: None,
    unknown: Some(&CANDIDATE_KEYS),
    unfit: &CANDIDATE_KEYS,
    nullable: false,
    doc: "One candidate, given by the template itself.",
    section: SERVICE,
};

/// What an inventory knows of a candidate may stand beside its id.
pub static NAMED_CANDIDATE: Construct = Construct {
    name: "candidate",
    keys: &[Key::new("candidate_id", SOME_TEXT)
        .required(&CANDIDATE_LISTS)
        .doc("The id that the inventory knows it by.")],
    open: Some(Open::Map(&TEXTS)),
    unknown: None,
    unfit: &CANDIDATE_LISTS,
    nullable: false,
    doc: "One candidate of the inventory.",
    section: GUIDE_PAGE,
};

pub static PLACEMENT: Construct = Construct {
    name: "existing placement",
    keys: &[Key::new("candidate_id", SOME_TEXT)
        .required(&EXISTING_PLACEMENT)
        .doc("The id of the candidate that the demand is placed at.")],
    open: Some(Open::Map(&TEXTS)),
    unknown: None,
    unfit: &EXISTING_PLACEMENT,
    nullable: false,
    doc: "Where the demand is placed already.",
    section: GUIDE_PAGE,
};
