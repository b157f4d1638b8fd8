//! Metrics of resources, and the policies that heal them.

use super::{
    HEAL_POLICY, METRIC, NO_PROFILE, POLICY, POLICY_KIND, SECTION_OF_ASSEMBLIES, SMOOTHING, SMOOTHING_VALUE,
    UNKNOWN_ATTRIBUTE,
};
use crate::expression::{OWN_METRIC, QUANTITY};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, NamedEntries, Shape};

pub(super) static CODES: &[&Code] = &[&METRIC_TYPE, &PUBLICATION_PERIOD, &PERIOD_SPELLING];

pub static METRIC_TYPE: Code = Code::error(
    "assembly/unknown-metric-type",
    "A-RES-9",
    "TNC-O resource descriptor, Metrics",
    "Checks that the type of a metric is `metric::integrity` (health) or `metric::load` (load).",
)
.why("Healing policies use integrity metrics, and scaling policies use load metrics. A metric of another type triggers neither.")
.advice("Set `type` to `metric::integrity` for health, or to `metric::load` for load.")
.bad(
    "resource",
    "
metrics: {health: {type: integrity}}
#                        ^^^^^^^^^
",
)
.good("metrics: {health: {type: 'metric::integrity'}}");
pub static PUBLICATION_PERIOD: Code = Code::error(
    "assembly/malformed-publication-period",
    "A-RES-10",
    "TNC-O resource descriptor, Metrics",
    "Checks that `publication-period`, the number of seconds between two readings, is a non-negative integer or `${…}`. 0 means no readings.",
)
.why("Policies count the readings of a metric. Without a valid period, it is undefined how fast they react.")
.advice("Set `publication-period` to a number of seconds, such as `60`, or remove it for the default of 60.")
.bad(
    "resource metric",
    "
load: {type: 'metric::load', publication-period: -5}
#                                                ^^
",
)
.good("load: {type: 'metric::load', publication-period: 60}");
pub static PERIOD_SPELLING: Code = Code::warning(
    "assembly/unknown-metric-attribute",
    "A-RES-10",
    "TNC-O resource descriptor, Metrics",
    "Checks for unknown attributes of a metric. It has `type` and `publication-period`.",
)
.why("If the latter is spelled with an underscore, as some documentation pages do, it has no effect, and the default of 60 seconds applies.")
.advice("Correct the name, for example `publication_period` to `publication-period`, or remove the attribute.")
.bad(
    "resource metric",
    "
load: {type: 'metric::load', publication_period: 30}
#                            ^^^^^^^^^^^^^^^^^^
",
)
.good("load: {type: 'metric::load', publication-period: 30}");

static METRIC_TYPES: &[Choice] = &[
    Choice::new("metric::integrity", "Health; missing readings start healing."),
    Choice::new("metric::load", "Load in percent; starts scaling."),
];

static METRIC_DEFINITION: Construct = Construct {
    name: "metric",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the metric."),
        Key::new("type", Shape::Choice(METRIC_TYPES))
            .required(&METRIC_TYPE)
            .wrong_shape(&METRIC_TYPE)
            .doc("Type of the metric."),
        Key::new(
            "publication-period",
            Shape::Integer { min: 0, max: i64::MAX, or: Some(&QUANTITY), beyond: None, quoted: None },
        )
        .wrong_shape(&PUBLICATION_PERIOD)
        .default("60")
        .doc("Seconds between two readings; 0 means no readings."),
        Key::new("source-metric", Shape::Any)
            .only(NO_PROFILE, &SECTION_OF_ASSEMBLIES)
            .home("a key of assemblies, not of resources")
            .doc("Belongs to assembly descriptors."),
    ],
    open: None,
    unknown: Some(&PERIOD_SPELLING),
    wrong_shape: &METRIC_TYPE,
    nullable: false,
    doc: "A value that the resource reports at regular intervals.",
    section: "TNC-O resource descriptor, Metrics",
};

/// The type of policies that heal a resource.
pub const HEAL_POLICY_TYPE: &str = "policy::heal";
static HEAL: &[Choice] =
    &[Choice::new(HEAL_POLICY_TYPE, "Heals the resource when its integrity metric fails.")];

static HEAL_POLICY_DEFINITION: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the policy."),
        Key::new("type", Shape::Choice(HEAL))
            .required(&HEAL_POLICY)
            .wrong_shape(&POLICY_KIND)
            .doc("Type of the policy."),
        Key::new("metric", Shape::Reference(&OWN_METRIC))
            .required(&HEAL_POLICY)
            .wrong_shape(&HEAL_POLICY)
            .doc("Integrity metric to watch."),
        Key::new("properties", Shape::Construct(&HEAL_PROPERTIES)).required(&HEAL_POLICY).doc("Smoothing."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &HEAL_POLICY,
    nullable: false,
    doc: "Heals the resource when its integrity metric fails.",
    section: "TNC-O resource descriptor, Policies",
};

static HEAL_PROPERTIES: Construct = Construct {
    name: "policy properties",
    keys: &[Key::new(
        "smoothing",
        Shape::OneOf(&[
            Shape::Integer { min: 1, max: i64::MAX, or: Some(&QUANTITY), beyond: None, quoted: None },
            Shape::Construct(&SMOOTHING_VALUE),
        ]),
    )
    .required(&HEAL_POLICY)
    .wrong_shape(&SMOOTHING)
    .doc("Number of consecutive missed readings before healing starts.")],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &HEAL_POLICY,
    nullable: false,
    doc: "Smoothing of a healing policy.",
    section: "TNC-O resource descriptor, Policies",
};

pub(super) static RESOURCE_METRICS: NamedEntries = NamedEntries {
    kind: &METRIC,
    value: Shape::Construct(&METRIC_DEFINITION),
    wrong_shape: Some(&METRIC_TYPE),
};
pub(super) static HEAL_POLICIES: NamedEntries = NamedEntries {
    kind: &POLICY,
    value: Shape::Construct(&HEAL_POLICY_DEFINITION),
    wrong_shape: Some(&HEAL_POLICY),
};
