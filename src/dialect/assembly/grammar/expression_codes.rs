//! Codes of values that have a syntax: types, promotions, numbers of instances.

use limn_language::diagnostic::Code;

const OPERATIONS_SECTION: &str =
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations";
const METRICS_SECTION: &str = "TNC-O assembly descriptor, Metrics";
const POLICIES_SECTION: &str = "TNC-O assembly descriptor, Policies";
const PROPERTIES_SECTION: &str =
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";
const DATA_TYPES_SECTION: &str = "CP4NA 2.7 assembly descriptors, Data types";

pub(super) static CODES: &[&Code] = &[
    &ITEMS_FORM,
    &UPGRADE_LIST,
    &OPERATION_SOURCE,
    &METRIC_SOURCE,
    &POLICY_METRIC_FORM,
    &POLICY_TARGET_MISSING,
    &UNKNOWN_TYPE,
    &UNKNOWN_FIELD_TYPE,
    &UNKNOWN_BASE_TYPE,
    &HEAL_POLICY,
];

pub static ITEMS_FORM: Code = Code::error(
    "assembly/malformed-items",
    "A-ITEM-1",
    "CP4NA 2.7 assembly descriptors, Component groups",
    "Checks that `items` is exactly `${name}` of a top-level property of type list or map.",
)
.why("`items` creates one instance for each entry.")
.advice("Declare a top-level property of type `list` or `map`, and write its name as `items: ${name}`.")
.bad(
    "component",
    "
items: [a, b]
#      ^^^^^^
",
)
.good("items: ${streamers}");
pub static UPGRADE_LIST: Code = Code::error(
    "assembly/malformed-upgrade-dependencies",
    "A-UPG-1",
    "CP4NA 2.7 assembly descriptors, Upgrade dependencies",
    "Checks that `upgrade-dependencies` is a list of components of this composition. References are not upgraded.",
)
.why("The components in the list are upgraded before this one.")
.advice("Write a list such as `[streamer]`, with only the names of components in `composition`.")
.bad(
    "component",
    "
upgrade-dependencies: streamer
#                     ^^^^^^^^
",
)
.good("upgrade-dependencies: [streamer]");
pub static OPERATION_SOURCE: Code = Code::error(
    "assembly/operation-without-source",
    "A-OP-1",
    OPERATIONS_SECTION,
    "Checks that an operation of an assembly has a `source-operation` of the form `component.operation`.",
)
.why("An assembly has no operations of its own; it promotes those of its components.")
.advice("Add `source-operation: component.operation`.")
.bad(
    "two components",
    "
operations:
  AddServer: {source-operation: AddHttpServer}
#                               ^^^^^^^^^^^^^
",
)
.good(
    "
operations:
  AddServer: {source-operation: b.AddHttpServer}
",
);
pub static METRIC_SOURCE: Code = Code::error(
    "assembly/metric-without-source",
    "A-MET-1",
    METRICS_SECTION,
    "Checks that a metric of an assembly has a `source-metric` of the form `component.metric`.",
)
.why("An assembly promotes the load metrics of its components.")
.advice("Add `source-metric: component.metric`.")
.bad(
    "two components",
    "
metrics:
  b1_load: {source-metric: load}
#                          ^^^^
",
)
.good(
    "
metrics:
  b1_load: {source-metric: b.load}
",
);
pub static POLICY_METRIC_FORM: Code = Code::error(
    "assembly/unknown-policy-metric",
    "A-POL-2",
    POLICIES_SECTION,
    "Checks that the metric of a scaling policy has the form `component.metric` and that the component exists.",
)
.why("The policy compares this metric with its thresholds. Without a component that reports it, the policy never scales the cluster.")
.advice("Correct the name of the component.")
.bad(
    "policy",
    "
metric: load
#       ^^^^
target: b
",
)
.good(
    "
metric: a.load
target: b
",
);
pub static POLICY_TARGET_MISSING: Code = Code::error(
    "assembly/unknown-policy-target",
    "A-POL-3",
    POLICIES_SECTION,
    "Checks that the `target` of a scaling policy is a component of this assembly. It can be another component than the one with the metric.",
)
.why("The policy adds and removes nodes of the target's cluster. With an unknown target, it has nothing to scale.")
.advice("Correct the name of the component.")
.bad(
    "policy",
    "
metric: a.load
target: z
#       ^
",
)
.good(
    "
metric: a.load
target: b
",
);
pub static UNKNOWN_TYPE: Code = Code::error(
    "assembly/unknown-property-type",
    "A-PROP-5",
    PROPERTIES_SECTION,
    "Checks that a property's type is a built-in type or a name from `data-types`. TNC-O assemblies treat every value as a string, independent of the \
type, so this is only information there.",
)
.why("The type determines which values are valid, so values of an unknown type cannot be checked. Usually the name is misspelled.")
.advice("Correct the name, or add the type to `data-types`.")
.bad(
    "properties",
    "
a: {type: uuid}
#         ^^^^
",
)
.good("a: {type: string}");
pub static UNKNOWN_FIELD_TYPE: Code = Code::error(
    "assembly/unknown-type-in-data-type",
    "A-DT-5",
    DATA_TYPES_SECTION,
    "Checks that the properties of a data type have a built-in type or another data type of the section.",
)
.why("Without the type, the structure of the property is unknown, and so is every value of the data type.")
.advice("Correct the name, or add the data type to `data-types`.")
.bad(
    "document",
    "
data-types:
  a: {properties: {x: {type: b}}}
#                            ^
",
)
.good(
    "
data-types:
  a: {properties: {x: {type: b}}}
  b: {properties: {}}
",
);
pub static UNKNOWN_BASE_TYPE: Code = Code::error(
    "assembly/unknown-base-type",
    "A-DT-2",
    DATA_TYPES_SECTION,
    "Checks that the base of a data type is another data type of the same section.",
)
.why("A data type inherits the properties of its base. With an unknown base, these properties are missing from its values.")
.advice("Correct the name, or add the data type to `data-types`.")
.bad(
    "document",
    "
data-types:
  b: {derived-from: zz, properties: {}}
#                   ^^
",
)
.good(
    "
data-types:
  a: {properties: {}}
  b: {derived-from: a, properties: {}}
",
);
pub static HEAL_POLICY: Code = Code::error(
    "assembly/malformed-heal-policy",
    "A-RES-11",
    "TNC-O resource descriptor, Policies",
    "Checks that a healing policy has an integrity metric of its own resource and `smoothing`, the number of missed readings before healing starts.",
)
.why("An integrity metric reports the health of the resource. Without it, nothing triggers the policy, so a failed resource is not healed.")
.advice("Set `metric` to an integrity metric of the resource, and `smoothing` under `properties`.")
.bad(
    "resource",
    "
policies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: 3}}}}
#                                               ^^^^^^
",
)
.good(
    "
metrics: {health: {type: 'metric::integrity'}}
policies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: 3}}}}
",
);
