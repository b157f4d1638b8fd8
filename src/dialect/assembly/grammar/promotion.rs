//! What an assembly shows of its components to the outside: operations and metrics; and the policies that watch metrics.

use super::{METRIC, NOBODY, OPERATION, POLICY, UNKNOWN_PART};
use crate::diagnostic::Code;
use crate::dialect::assembly::expression::{
    POLICY_METRIC, POLICY_TARGET, QUANTITY, SOURCE_METRIC, SOURCE_OPERATION,
};
use crate::schema::{Choice, Construct, Key, Named, Shape};

const OPERATIONS_SECTION: &str =
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations";
const METRICS_SECTION: &str = "TNC-O assembly descriptor, Metrics";
const POLICIES_SECTION: &str = "TNC-O assembly descriptor, Policies";

pub(super) static CODES: &[&Code] = &[
    &OPERATION_SOURCE,
    &MULTIPLE_INSTANCES,
    &METRIC_SOURCE,
    &METRIC_DEFINITION_HERE,
    &POLICY_KIND,
    &POLICY_METRIC_FORM,
    &POLICY_TARGET_MISSING,
    &POLICY_PROPERTIES_INCOMPLETE,
    &THRESHOLD,
    &SMOOTHING,
];

pub static OPERATION_SOURCE: Code = Code::error(
    "assembly/operation-without-source",
    "A-OP-1",
    OPERATIONS_SECTION,
    "An assembly does nothing itself: an operation that it publishes is one of a component's, named `component.operation`.

Bad:
```yaml
operations:
  AddServer: {source-operation: AddHttpServer}
```
Good:
```yaml
operations:
  AddServer: {source-operation: balancer.AddHttpServer}
```",
);
pub static MULTIPLE_INSTANCES: Code = Code::error(
    "assembly/unknown-instance-choice",
    "A-OP-4",
    "CP4NA 2.7 assembly descriptors, Operations",
    "`multiple-instances` says which instances of a component are called where there are several: `every`, `any` or `first`.

Bad:
```yaml
o: {source-operation: DU.x, multiple-instances: all}
```
Good:
```yaml
o: {source-operation: DU.x, multiple-instances: every}
```",
);
pub static METRIC_SOURCE: Code = Code::error(
    "assembly/metric-without-source",
    "A-MET-1",
    METRICS_SECTION,
    "A metric of an assembly is a component's load metric, shown to the outside: `source-metric` names it as `component.metric`.

Bad:
```yaml
metrics:
  b1_load: {source-metric: load}
```
Good:
```yaml
metrics:
  b1_load: {source-metric: B1.load}
```",
);
pub static METRIC_DEFINITION_HERE: Code = Code::error(
    "assembly/metric-defined-in-assembly",
    "A-MET-4",
    METRICS_SECTION,
    "Only a resource measures anything, so a metric is defined there, with its publication period; an assembly promotes it.

Bad (in an assembly):
```yaml
metrics:
  load: {type: 'metric::load', publication-period: 60}
```
Good:
```yaml
metrics:
  load: {source-metric: server.load}
```",
);
pub static POLICY_KIND: Code = Code::error(
    "assembly/policy-of-wrong-kind",
    "A-POL-1",
    "TNC-O assembly descriptor, Policies; TNC-O resource descriptor, Policies",
    "An assembly scales its components, a resource heals itself: `policy::scale` belongs to assemblies, `policy::heal` to resources.

Bad (in an assembly):
```yaml
policies:
  mend: {type: 'policy::heal', metric: A.h_integrity}
```
Good:
```yaml
policies:
  grow: {type: 'policy::scale', metric: A.load, target: B}
```",
);
pub static POLICY_METRIC_FORM: Code = Code::error(
    "assembly/unknown-policy-metric",
    "A-POL-2",
    POLICIES_SECTION,
    "A scaling policy watches a component's metric, named `component.metric`.

Bad:
```yaml
grow: {type: 'policy::scale', metric: load, target: B}
```
Good:
```yaml
grow: {type: 'policy::scale', metric: A.load, target: B}
```",
);
pub static POLICY_TARGET_MISSING: Code = Code::error(
    "assembly/unknown-policy-target",
    "A-POL-3",
    POLICIES_SECTION,
    "`target` names the component that is scaled. It need not be the one whose metric is watched, but it must be one of this assembly's.

Bad:
```yaml
grow: {type: 'policy::scale', metric: A.load, target: Z}
```
Good:
```yaml
grow: {type: 'policy::scale', metric: A.load, target: B}
```",
);
pub static POLICY_PROPERTIES_INCOMPLETE: Code = Code::warning(
    "assembly/incomplete-scale-policy",
    "A-POL-5",
    POLICIES_SECTION,
    "A scaling policy acts on `scaleOut_threshold`, `scaleIn_threshold` and `smoothing`, spelt exactly so. One that is missing or misspelled \
leaves the policy without that bound.

Bad:
```yaml
properties: {scaleout-threshold: 90}
```
Good:
```yaml
properties: {scaleOut_threshold: {value: 90}, scaleIn_threshold: {value: 10}, smoothing: {value: 4}}
```",
);
pub static THRESHOLD: Code = Code::error(
    "assembly/malformed-threshold",
    "A-POL-6",
    POLICIES_SECTION,
    "Thresholds are percentages: whole numbers from 0 to 100, that for scaling in below that for scaling out.

Bad:
```yaml
properties: {scaleOut_threshold: 10, scaleIn_threshold: 90, smoothing: 4}
```
Good:
```yaml
properties: {scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}
```",
);
pub static SMOOTHING: Code = Code::error(
    "assembly/malformed-smoothing",
    "A-POL-7",
    "TNC-O assembly descriptor, Policies; TNC-O resource descriptor, Policies",
    "`smoothing` is how many times in a row the threshold must be crossed before anything is done: a whole number from 1.

Bad:
```yaml
properties: {smoothing: 0}
```
Good:
```yaml
properties: {smoothing: 4}
```",
);

pub static INSTANCES: &[Choice] = &[
    Choice::new("every", "All of them, perhaps at the same time."),
    Choice::new("any", "One of them, whichever."),
    Choice::new("first", "The first one; not for groups made from a map."),
];

/// An operation that an assembly publishes.
pub static PROMOTED_OPERATION: Construct = Construct {
    name: "operation",
    keys: &[
        Key::new("description", Shape::Prose).doc("What calling it does, for people."),
        Key::new("source-operation", Shape::Refers(&SOURCE_OPERATION))
            .required(&OPERATION_SOURCE)
            .unfit(&OPERATION_SOURCE)
            .doc("The component's operation that is called: `component.operation`."),
        Key::new("multiple-instances", Shape::Choice(INSTANCES))
            .only(super::CP4NA, &super::CP4NA_ONLY)
            .unfit(&MULTIPLE_INSTANCES)
            .default("every")
            .doc("Which instances are called where the component has several."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &OPERATION_SOURCE,
    nullable: false,
    doc: "An operation of a component, made callable from outside.",
    section: OPERATIONS_SECTION,
};

static PROMOTED_METRIC_TYPES: &[Choice] = &[
    Choice::new("metric::load", "How busy it is, in percent."),
    Choice::new("metric::integrity", "Whether it works; stays inside the resource."),
];

/// A metric that an assembly publishes.
pub static PROMOTED_METRIC: Construct = Construct {
    name: "metric",
    keys: &[
        Key::new("description", Shape::Prose).doc("What it measures, for people."),
        Key::new("type", Shape::Choice(PROMOTED_METRIC_TYPES))
            .unfit(&METRIC_SOURCE)
            .default("metric::load")
            .doc("Only load metrics can be shown to the outside."),
        Key::new("source-metric", Shape::Refers(&SOURCE_METRIC))
            .required(&METRIC_SOURCE)
            .unfit(&METRIC_SOURCE)
            .doc("The component's metric: `component.metric`."),
        Key::new("publication-period", Shape::Any)
            .only(NOBODY, &METRIC_DEFINITION_HERE)
            .doc("Belongs to the resource that measures."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &METRIC_SOURCE,
    nullable: false,
    doc: "A component's load metric, shown to the outside.",
    section: METRICS_SECTION,
};

static SCALE: &[Choice] = &[Choice::new("policy::scale", "Scales a cluster by a load metric.")];

/// A scaling policy.
pub static SCALE_POLICY: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("description", Shape::Prose).doc("What the policy is for, for people."),
        Key::new("type", Shape::Choice(SCALE))
            .required(&POLICY_KIND)
            .unfit(&POLICY_KIND)
            .doc("What the policy does."),
        Key::new("metric", Shape::Refers(&POLICY_METRIC))
            .required(&POLICY_METRIC_FORM)
            .unfit(&POLICY_METRIC_FORM)
            .doc("The metric that is watched: `component.metric`."),
        Key::new("target", Shape::Refers(&POLICY_TARGET))
            .required(&POLICY_TARGET_MISSING)
            .unfit(&POLICY_TARGET_MISSING)
            .doc("The component that is scaled; it has a `cluster`."),
        Key::new("properties", Shape::Is(&SCALE_PROPERTIES))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .doc("When to act, and after how many breaches."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &POLICY_KIND,
    nullable: false,
    doc: "Scales a component out and in when a metric crosses its thresholds.",
    section: POLICIES_SECTION,
};

macro_rules! valued {
    ($label:expr, $min:expr, $max:expr, $code:expr) => {
        Construct {
            name: $label,
            keys: &[
                Key::new(
                    "value",
                    Shape::Integer { min: $min, max: $max, or: Some(&QUANTITY), beyond: None, quoted: None },
                )
                .required($code)
                .unfit($code)
                .doc("The number, or `${…}` to take it from a property."),
                Key::new("type", Shape::Any).doc("The type of the number."),
                Key::new("description", Shape::Prose).doc("What the number means, for people."),
            ],
            open: None,
            unknown: Some(&UNKNOWN_PART),
            unfit: $code,
            nullable: false,
            doc: "A number of a policy, written like a property.",
            section: POLICIES_SECTION,
        }
    };
}

pub static THRESHOLD_VALUE: Construct = valued!("threshold", 0, 100, &THRESHOLD);
pub static SMOOTHING_VALUE: Construct = valued!("smoothing", 1, i64::MAX, &SMOOTHING);

macro_rules! number {
    ($min:expr, $max:expr, $valued:expr) => {
        Shape::OneOf(&[
            Shape::Integer { min: $min, max: $max, or: Some(&QUANTITY), beyond: None, quoted: None },
            Shape::Is($valued),
        ])
    };
}

pub static SCALE_PROPERTIES: Construct = Construct {
    name: "policy properties",
    keys: &[
        Key::new("scaleOut_threshold", number!(0, 100, &THRESHOLD_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .unfit(&THRESHOLD)
            .doc("Above this load, in percent, an instance is added."),
        Key::new("scaleIn_threshold", number!(0, 100, &THRESHOLD_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .unfit(&THRESHOLD)
            .doc("Below this load, in percent, an instance is taken away."),
        Key::new("smoothing", number!(1, i64::MAX, &SMOOTHING_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .unfit(&SMOOTHING)
            .doc("How many breaches in a row it takes."),
    ],
    open: None,
    unknown: Some(&POLICY_PROPERTIES_INCOMPLETE),
    unfit: &POLICY_PROPERTIES_INCOMPLETE,
    nullable: false,
    doc: "When a scaling policy acts.",
    section: POLICIES_SECTION,
};

pub static OPERATIONS: Named =
    Named { kind: &OPERATION, value: Shape::Is(&PROMOTED_OPERATION), unfit: Some(&OPERATION_SOURCE) };
pub static METRICS: Named =
    Named { kind: &METRIC, value: Shape::Is(&PROMOTED_METRIC), unfit: Some(&METRIC_SOURCE) };
pub static POLICIES: Named =
    Named { kind: &POLICY, value: Shape::Is(&SCALE_POLICY), unfit: Some(&POLICY_KIND) };
