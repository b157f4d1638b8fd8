//! Operations and metrics that an assembly promotes from its components, and scaling policies.

use super::{
    METRIC, METRIC_SOURCE, NO_PROFILE, OPERATION, OPERATION_SOURCE, POLICY, POLICY_METRIC_FORM,
    POLICY_TARGET_MISSING, UNKNOWN_ATTRIBUTE,
};
use crate::expression::{POLICY_METRIC, POLICY_TARGET, QUANTITY, SOURCE_METRIC, SOURCE_OPERATION};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, NamedEntries, Shape};

const OPERATIONS_SECTION: &str =
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations";
const METRICS_SECTION: &str = "TNC-O assembly descriptor, Metrics";
const POLICIES_SECTION: &str = "TNC-O assembly descriptor, Policies";

pub(super) static CODES: &[&Code] = &[
    &MULTIPLE_INSTANCES,
    &METRIC_DEFINITION_HERE,
    &POLICY_KIND,
    &POLICY_PROPERTIES_INCOMPLETE,
    &THRESHOLD,
    &SMOOTHING,
];

pub static MULTIPLE_INSTANCES: Code = Code::error(
    "assembly/unknown-instance-choice",
    "A-OP-4",
    "CP4NA 2.7 assembly descriptors, Operations",
    "Checks that `multiple-instances` is `every`, `any` or `first`. It selects the instances to call if a component has several.",
)
.why("With any other value, it is undefined which instances are called. Without the attribute, every instance is called.")
.advice("Write `every`, `any` or `first`, or remove `multiple-instances` to call every instance.")
.bad(
    "cp4na components",
    "
operations:
  o: {source-operation: b.x, multiple-instances: all}
#                                                ^^^
",
)
.good(
    "
operations:
  o: {source-operation: b.x, multiple-instances: every}
",
);
pub static METRIC_DEFINITION_HERE: Code = Code::error(
    "assembly/metric-defined-in-assembly",
    "A-MET-4",
    METRICS_SECTION,
    "Checks that an assembly does not define a metric with a publication period.",
)
.why("Only resources define metrics; an assembly promotes them.")
.advice("Replace `publication-period` with `source-metric: component.metric`, or move the metric to the resource.")
.bad(
    "two components",
    "
metrics:
  load: {type: 'metric::load', publication-period: 60}
#                              ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
metrics:
  load: {source-metric: b.load}
",
);
pub static POLICY_KIND: Code = Code::error(
    "assembly/policy-of-wrong-kind",
    "A-POL-1",
    "TNC-O assembly descriptor, Policies; TNC-O resource descriptor, Policies",
    "Checks that an assembly has only `policy::scale` policies and a resource only `policy::heal` policies.",
)
.why("An assembly scales its components; a resource heals itself.")
.advice(
    "Change `type` to `policy::scale` in an assembly or `policy::heal` in a resource, or move the policy.",
)
.bad(
    "two components",
    "
policies:
  heal: {type: 'policy::heal', metric: a.h_integrity, target: b}
#              ^^^^^^^^^^^^^^
",
)
.good(
    "
policies:
  grow: {type: 'policy::scale', metric: a.load, target: b}
",
);
pub static POLICY_PROPERTIES_INCOMPLETE: Code = Code::warning(
    "assembly/incomplete-scale-policy",
    "A-POL-5",
    POLICIES_SECTION,
    "Checks that a scaling policy has `scaleOut_threshold`, `scaleIn_threshold` and `smoothing`, in this spelling.",
)
.why("If one is missing or misspelled, the policy does not have that limit.")
.advice("Add the missing property, or correct its spelling: `scaleOut_threshold`, `scaleIn_threshold` or `smoothing`.")
.bad(
    "policy",
    "
properties: {scaleout-threshold: 90}
#            ^^^^^^^^^^^^^^^^^^
#^^^^^^^^^
#^^^^^^^^^
",
)
.good("properties: {scaleOut_threshold: {value: 90}, scaleIn_threshold: {value: 10}, smoothing: {value: 4}}");
pub static THRESHOLD: Code = Code::error(
    "assembly/malformed-threshold",
    "A-POL-6",
    POLICIES_SECTION,
    "Checks that thresholds are percentages, integers from 0 to 100, and that the threshold for scaling in is below the one for scaling out.",
)
.why("With crossed thresholds, a load between them triggers both: the cluster grows and shrinks. A threshold above 100 is never reached.")
.advice("Set both thresholds to integers from 0 to 100, with `scaleIn_threshold` below `scaleOut_threshold`.")
.bad(
    "policy",
    "
properties: {scaleOut_threshold: 10, scaleIn_threshold: 90, smoothing: 4}
#                                    ^^^^^^^^^^^^^^^^^
",
)
.good("properties: {scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}");
pub static SMOOTHING: Code = Code::error(
    "assembly/malformed-smoothing",
    "A-POL-7",
    "TNC-O assembly descriptor, Policies; TNC-O resource descriptor, Policies",
    "Checks that `smoothing` is an integer of 1 or more.",
)
.why("The policy acts after this number of consecutive readings beyond the threshold, or of missed readings for healing, so it needs at least one.")
.advice("Set `smoothing` to 1 or more.")
.bad(
    "policy",
    "
properties: {smoothing: 0}
#                       ^
",
)
.good("properties: {smoothing: 4}");

pub static INSTANCES: &[Choice] = &[
    Choice::new("every", "All instances, possibly at the same time."),
    Choice::new("any", "Any one instance."),
    Choice::new("first", "The first instance; not available for groups over a map."),
];

/// An operation that an assembly promotes.
pub static PROMOTED_OPERATION: Construct = Construct {
    name: "operation",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the operation."),
        Key::new("source-operation", Shape::Reference(&SOURCE_OPERATION))
            .required(&OPERATION_SOURCE)
            .wrong_shape(&OPERATION_SOURCE)
            .doc("Operation of the component to call: `component.operation`."),
        Key::new("multiple-instances", Shape::Choice(INSTANCES))
            .only(super::CP4NA, &super::CP4NA_FEATURE)
            .wrong_shape(&MULTIPLE_INSTANCES)
            .default("every")
            .doc("Instances to call if the component has several."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &OPERATION_SOURCE,
    nullable: false,
    doc: "A component's operation that can be called from outside.",
    section: OPERATIONS_SECTION,
};

static PROMOTED_METRIC_TYPES: &[Choice] = &[
    Choice::new("metric::load", "Load, in percent."),
    Choice::new("metric::integrity", "Health; internal to the resource."),
];

/// A metric that an assembly promotes.
pub static PROMOTED_METRIC: Construct = Construct {
    name: "metric",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the metric."),
        Key::new("type", Shape::Choice(PROMOTED_METRIC_TYPES))
            .wrong_shape(&METRIC_SOURCE)
            .default("metric::load")
            .doc("Type of the metric; only load metrics can be promoted."),
        Key::new("source-metric", Shape::Reference(&SOURCE_METRIC))
            .required(&METRIC_SOURCE)
            .wrong_shape(&METRIC_SOURCE)
            .doc("Metric of the component: `component.metric`."),
        Key::new("publication-period", Shape::Any)
            .only(NO_PROFILE, &METRIC_DEFINITION_HERE)
            .doc("Belongs to the resource that defines the metric."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &METRIC_SOURCE,
    nullable: false,
    doc: "A component's load metric that is available from outside.",
    section: METRICS_SECTION,
};

/// The type of policies that scale a cluster.
pub const SCALE_POLICY_TYPE: &str = "policy::scale";
static SCALE: &[Choice] = &[Choice::new(SCALE_POLICY_TYPE, "Scales a cluster by a load metric.")];

/// A scaling policy.
pub static SCALE_POLICY: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the policy."),
        Key::new("type", Shape::Choice(SCALE))
            .required(&POLICY_KIND)
            .wrong_shape(&POLICY_KIND)
            .doc("Type of the policy."),
        Key::new("metric", Shape::Reference(&POLICY_METRIC))
            .required(&POLICY_METRIC_FORM)
            .wrong_shape(&POLICY_METRIC_FORM)
            .doc("Metric to watch: `component.metric`."),
        Key::new("target", Shape::Reference(&POLICY_TARGET))
            .required(&POLICY_TARGET_MISSING)
            .wrong_shape(&POLICY_TARGET_MISSING)
            .doc("Component to scale; it needs a `cluster`."),
        Key::new("properties", Shape::Construct(&SCALE_PROPERTIES))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .doc("Thresholds and smoothing."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &POLICY_KIND,
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
                .wrong_shape($code)
                .doc("Number, or `${…}` to read a property."),
                Key::new("type", Shape::Any).doc("Type of the number."),
                Key::new("description", Shape::Prose).doc("Description of the number."),
            ],
            open: None,
            unknown: Some(&UNKNOWN_ATTRIBUTE),
            wrong_shape: $code,
            nullable: false,
            doc: "A number of a policy in the form of a property.",
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
            Shape::Construct($valued),
        ])
    };
}

pub static SCALE_PROPERTIES: Construct = Construct {
    name: "policy properties",
    keys: &[
        Key::new("scaleOut_threshold", number!(0, 100, &THRESHOLD_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .wrong_shape(&THRESHOLD)
            .doc("Load in percent above which an instance is added."),
        Key::new("scaleIn_threshold", number!(0, 100, &THRESHOLD_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .wrong_shape(&THRESHOLD)
            .doc("Load in percent below which an instance is removed."),
        Key::new("smoothing", number!(1, i64::MAX, &SMOOTHING_VALUE))
            .required(&POLICY_PROPERTIES_INCOMPLETE)
            .wrong_shape(&SMOOTHING)
            .doc("Number of consecutive readings beyond the threshold before the policy acts."),
    ],
    open: None,
    unknown: Some(&POLICY_PROPERTIES_INCOMPLETE),
    wrong_shape: &POLICY_PROPERTIES_INCOMPLETE,
    nullable: false,
    doc: "Thresholds and smoothing of a scaling policy.",
    section: POLICIES_SECTION,
};

pub static OPERATIONS: NamedEntries = NamedEntries {
    kind: &OPERATION,
    value: Shape::Construct(&PROMOTED_OPERATION),
    wrong_shape: Some(&OPERATION_SOURCE),
};
pub static METRICS: NamedEntries = NamedEntries {
    kind: &METRIC,
    value: Shape::Construct(&PROMOTED_METRIC),
    wrong_shape: Some(&METRIC_SOURCE),
};
pub static POLICIES: NamedEntries =
    NamedEntries { kind: &POLICY, value: Shape::Construct(&SCALE_POLICY), wrong_shape: Some(&POLICY_KIND) };
