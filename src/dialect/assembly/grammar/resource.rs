//! Resource descriptors: lifecycle, drivers, infrastructure, metrics and healing.

use super::{
    CAPABILITIES, DESCRIPTOR_NAME, HEAL_POLICY, METRIC, NAME_PARTS, NO_PROFILE, NOT_A_DESCRIPTOR, OPERATION,
    POLICY, POLICY_KIND, PRIVATE_PROPERTIES, REQUIREMENTS, RESOURCE_PROPERTIES, SECTION_SHAPE, SMOOTHING,
    SMOOTHING_VALUE, UNKNOWN_ATTRIBUTE, UNKNOWN_SECTION,
};
use crate::expression::{OWN_METRIC, QUANTITY, RESOURCE_VALUE};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Choice, Construct, Key, NamedEntries, Open, Profiles, Shape, TextRule};

const SECTION: &str = "TNC-O resource descriptor";
const LIFECYCLE_SECTION: &str = "TNC-O resource descriptor, Lifecycle";

pub(super) static CODES: &[&Code] = &[
    &SECTION_OF_ASSEMBLIES,
    &UNKNOWN_TRANSITION,
    &LIFECYCLE_SHAPE,
    &SELECTOR_MISSING,
    &INFRASTRUCTURE_ENTRY,
    &METRIC_TYPE,
    &PUBLICATION_PERIOD,
    &PERIOD_SPELLING,
    &RESOURCE_OPERATION_SHAPE,
    &QUERIES_FORM,
];

pub static SECTION_OF_ASSEMBLIES: Code = Code::error(
    "assembly/assembly-section-in-resource",
    "A-RES-8",
    SECTION,
    "Checks that a resource has no sections of assemblies.",
)
.why("A resource is a single unit with drivers; it has no components and promotes nothing.")
.advice("Remove the section, or change the name to `assembly::…`.")
.bad(
    "document",
    "
name: resource::r::1.0
composition:
#^^^^^^^^^^
  a: {type: 'resource::x::1.0'}
",
)
.good(
    "
name: assembly::r::1.0
composition:
  a: {type: 'resource::x::1.0'}
",
);
pub static UNKNOWN_TRANSITION: Code = Code::warning(
    "assembly/unknown-transition",
    "A-RES-2",
    LIFECYCLE_SECTION,
    "Checks for unknown lifecycle transitions.",
)
.why("Transitions have fixed names; one with another name is never called.")
.bad(
    "resource",
    "
lifecycle: {Instal: {}}
#           ^^^^^^
",
)
.good("lifecycle: {Install: {}}");
pub static LIFECYCLE_SHAPE: Code = Code::error(
    "assembly/malformed-lifecycle",
    "A-TOP-5",
    LIFECYCLE_SECTION,
    "Checks that `lifecycle` is a mapping of transitions, or, in older descriptors, a list of their names.",
)
.why("The transitions create, start, stop and delete the resource. From any other value, none of them can be read.")
.bad(
    "resource",
    "
lifecycle: Install
#          ^^^^^^^
",
)
.good("lifecycle: {Install: {}}");
pub static SELECTOR_MISSING: Code = Code::error(
    "assembly/infrastructure-type-without-selector",
    "A-RES-4",
    LIFECYCLE_SECTION,
    "Checks that a driver's `infrastructure-type` is under `selector`.",
)
.why("Directly under the driver it has no effect.")
.bad(
    "resource",
    "
default-driver: {ansible: {infrastructure-type: ['*']}}
#                          ^^^^^^^^^^^^^^^^^^^
",
)
.good("default-driver: {ansible: {selector: {infrastructure-type: ['*']}}}");
pub static INFRASTRUCTURE_ENTRY: Code = Code::error(
    "assembly/content-in-infrastructure",
    "A-RES-5",
    SECTION,
    "Checks that the entries of `infrastructure` are empty maps. Templates belong to the drivers of `lifecycle`, and discovery belongs to \
`queries`.",
)
.why("The section only lists the supported infrastructure types.")
.bad(
    "resource",
    "
infrastructure:
  Openstack: {template: {file: heat.yaml}}
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
infrastructure:
  Openstack: {}
",
);
pub static METRIC_TYPE: Code = Code::error(
    "assembly/unknown-metric-type",
    "A-RES-9",
    "TNC-O resource descriptor, Metrics",
    "Checks that the type of a metric is `metric::integrity` (health) or `metric::load` (load).",
)
.why("Healing policies use integrity metrics, and scaling policies use load metrics. A metric of another type triggers neither.")
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
.bad(
    "resource metric",
    "
load: {type: 'metric::load', publication_period: 30}
#                            ^^^^^^^^^^^^^^^^^^
",
)
.good("load: {type: 'metric::load', publication-period: 30}");
pub static RESOURCE_OPERATION_SHAPE: Code = Code::error(
    "assembly/resource-operation-not-a-mapping",
    "A-RES-13",
    "TNC-O resource descriptor, Operations",
    "Checks that an operation of a resource is a mapping with optional `description`, `properties` and `drivers`.",
)
.why("The mapping defines the parameters of the operation and the driver that runs it. A list or a string has neither.")
.bad(
    "resource",
    "
operations: [add, remove]
#           ^^^^^^^^^^^^^
",
)
.good("operations: {add: {}, remove: {}}");
pub static QUERIES_FORM: Code = Code::info(
    "assembly/malformed-queries",
    "A-RES-14",
    "TNC-O resource descriptor, Queries",
    "Checks that `queries` has `drivers`, each with a selector.",
)
.why("The queries find existing resources for references.")
.bad(
    "resource",
    "
queries: {openstack: {}}
#         ^^^^^^^^^
",
)
.good("queries: {drivers: {openstack: {selector: {infrastructure-type: [Openstack]}}}}");

/// The transitions that the products and their tools support, in lifecycle order.
pub static TRANSITIONS: &[&str] = &[
    "Create",
    "Install",
    "Configure",
    "Start",
    "Integrity",
    "Reconfigure",
    "Upgrade",
    "Update",
    "Adopt",
    "Stop",
    "Uninstall",
    "Delete",
];

static TRANSITION_NAME: TextRule =
    TextRule { label: "a transition", check: transition_name, suggestions: TRANSITIONS };

fn transition_name(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if TRANSITIONS.contains(&text) {
        return Vec::new();
    }
    vec![(&UNKNOWN_TRANSITION, message::unknown("transition", text))]
}

macro_rules! transition {
    ($name:literal, $doc:literal) => {
        Key::new($name, Shape::Construct(&TRANSITION)).doc($doc)
    };
}

/// First words of operations that come in pairs: an operation with a word of the second list undoes one with a word of the first.
pub const OPERATION_WORDS: [&[&str]; 2] = [
    &["create", "add", "attach", "join", "connect", "enable", "register", "mount", "install", "allocate"],
    &[
        "cease",
        "remove",
        "delete",
        "destroy",
        "detach",
        "leave",
        "disconnect",
        "disable",
        "deregister",
        "unregister",
        "unmount",
        "uninstall",
        "deallocate",
        "release",
    ],
];

pub static LIFECYCLE: Construct = Construct {
    name: "lifecycle",
    keys: &[
        transition!("Create", "Creates the resource."),
        transition!("Install", "Installs the software."),
        transition!("Configure", "Applies the configuration."),
        transition!("Start", "Starts the resource."),
        transition!("Integrity", "Checks the health."),
        transition!("Reconfigure", "Changes the configuration of the running resource."),
        transition!("Upgrade", "Upgrades to another version."),
        transition!("Update", "Changes the resource in place."),
        transition!("Adopt", "Takes over an existing resource."),
        transition!("Stop", "Stops the resource and keeps it installed."),
        transition!("Uninstall", "Uninstalls the software."),
        transition!("Delete", "Deletes the resource."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_TRANSITION),
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "The lifecycle transitions of the resource and their drivers.",
    section: LIFECYCLE_SECTION,
};

pub static TRANSITION: Construct = Construct {
    name: "transition",
    keys: &[
        Key::new("drivers", Shape::Map(&Shape::Construct(&DRIVER)))
            .doc("Drivers that run it, by driver type."),
        Key::new("properties", DRIVER_VALUES).doc("Additional properties for the driver."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "A lifecycle transition of the resource.",
    section: LIFECYCLE_SECTION,
};

/// Values for a driver: a mapping of them, with `${…}` in it.
const DRIVER_VALUES: Shape =
    Shape::OneOf(&[Shape::Map(&Shape::Value(&RESOURCE_VALUE)), Shape::Value(&RESOURCE_VALUE)]);

static DRIVER_TEMPLATE: Construct = Construct {
    name: "template",
    keys: &[
        Key::new("file", Shape::Text(None))
            .doc("Template file, in the folder of the driver below `Lifecycle`."),
        Key::new("template-type", Shape::Text(Some(&TEMPLATE_TYPE)))
            .doc("Kind of template, for drivers that support several."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "Template that the driver creates the resource from.",
    section: LIFECYCLE_SECTION,
};

static TEMPLATE_TYPE: TextRule = TextRule {
    label: "a template type",
    check: |_, _| Vec::new(),
    suggestions: &["HEAT", "TOSCA", "ObjectConfiguration"],
};

pub static DRIVER: Construct = Construct {
    name: "driver",
    keys: &[
        Key::new("selector", Shape::Construct(&SELECTOR))
            .doc("Infrastructure types that the driver supports."),
        Key::new("template", Shape::OneOf(&[Shape::Construct(&DRIVER_TEMPLATE), Shape::Any]))
            .doc("Template file of the driver, and its type."),
        Key::new("properties", DRIVER_VALUES).doc("Additional properties for the driver."),
        Key::new("infrastructure-type", Shape::Any)
            .only(NO_PROFILE, &SELECTOR_MISSING)
            .doc("Belongs under `selector`."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "A resource driver, such as ansible, openstack or kubernetes, with its selector.",
    section: LIFECYCLE_SECTION,
};

pub static SELECTOR: Construct = Construct {
    name: "selector",
    keys: &[Key::new(
        "infrastructure-type",
        Shape::OneOf(&[Shape::List(&Shape::Text(None)), Shape::Text(None)]),
    )
    .doc("Names from `infrastructure`; `'*'` matches all.")],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "The conditions for selecting a driver.",
    section: LIFECYCLE_SECTION,
};

static RESOURCE_OPERATION: Construct = Construct {
    name: "operation",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the operation."),
        Key::new("properties", Shape::NamedMap(&RESOURCE_PROPERTIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Properties that a relationship passes to the operation."),
        Key::new("drivers", Shape::Map(&Shape::Construct(&DRIVER)))
            .wrong_shape(&LIFECYCLE_SHAPE)
            .doc("Drivers that run it, by driver type."),
        Key::new("source-operation", Shape::Any)
            .only(NO_PROFILE, &SECTION_OF_ASSEMBLIES)
            .home("a key of assemblies, not of resources")
            .doc("Belongs to assembly descriptors."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &RESOURCE_OPERATION_SHAPE,
    nullable: true,
    doc: "An operation of the resource that relationships and other assemblies can call.",
    section: "TNC-O resource descriptor, Operations",
};

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

static QUERIES: Construct = Construct {
    name: "queries",
    keys: &[Key::new("drivers", Shape::Map(&Shape::Construct(&DRIVER)))
        .doc("Drivers that search, by driver type.")],
    open: None,
    unknown: Some(&QUERIES_FORM),
    wrong_shape: &QUERIES_FORM,
    nullable: true,
    doc: "Drivers that find existing resources for references.",
    section: "TNC-O resource descriptor, Queries",
};

static RESOURCE_OPERATIONS: NamedEntries = NamedEntries {
    kind: &OPERATION,
    value: Shape::Construct(&RESOURCE_OPERATION),
    wrong_shape: Some(&RESOURCE_OPERATION_SHAPE),
};
static RESOURCE_METRICS: NamedEntries = NamedEntries {
    kind: &METRIC,
    value: Shape::Construct(&METRIC_DEFINITION),
    wrong_shape: Some(&METRIC_TYPE),
};
static HEAL_POLICIES: NamedEntries = NamedEntries {
    kind: &POLICY,
    value: Shape::Construct(&HEAL_POLICY_DEFINITION),
    wrong_shape: Some(&HEAL_POLICY),
};

macro_rules! belongs_to_assemblies {
    ($name:literal) => {
        Key::new($name, Shape::Any)
            .only(NO_PROFILE, &SECTION_OF_ASSEMBLIES)
            .home("a section of assemblies, not of resources")
            .doc("Belongs to assembly descriptors.")
    };
}

/// A resource descriptor.
pub static RESOURCE: Construct = Construct {
    name: "resource",
    keys: &[
        Key::new("name", Shape::Text(Some(&DESCRIPTOR_NAME)))
            .wrong_shape(&NAME_PARTS)
            .doc("Full name: `resource::name::version`. If it is missing, LMCTL adds it."),
        Key::new("description", Shape::Prose).doc("Description of the resource."),
        Key::new("properties", Shape::NamedMap(&RESOURCE_PROPERTIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Properties that can be set at creation or read from outside."),
        Key::new("private-properties", Shape::NamedMap(&PRIVATE_PROPERTIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Values for the drivers, hidden from assemblies."),
        Key::new("capabilities", Shape::NamedMap(&CAPABILITIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Capabilities that the resource offers."),
        Key::new("requirements", Shape::NamedMap(&REQUIREMENTS))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Requirements that the resource has."),
        Key::new("infrastructure", Shape::Map(&Shape::Empty))
            .wrong_shape(&INFRASTRUCTURE_ENTRY)
            .doc("Supported infrastructure types: Openstack, Kubernetes, …, each an empty map."),
        Key::new(
            "lifecycle",
            Shape::OneOf(&[Shape::Construct(&LIFECYCLE), Shape::List(&Shape::Text(Some(&TRANSITION_NAME)))]),
        )
        .wrong_shape(&LIFECYCLE_SHAPE)
        .doc("Lifecycle transitions."),
        Key::new("default-driver", Shape::Map(&Shape::Construct(&DRIVER)))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Drivers for transitions and operations without a driver of their own."),
        Key::new("operations", Shape::NamedMap(&RESOURCE_OPERATIONS))
            .wrong_shape(&RESOURCE_OPERATION_SHAPE)
            .doc("Operations that relationships can call."),
        Key::new("queries", Shape::Construct(&QUERIES))
            .doc("Drivers that find existing resources for references."),
        Key::new("metrics", Shape::NamedMap(&RESOURCE_METRICS))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Metrics that the resource reports."),
        Key::new("policies", Shape::NamedMap(&HEAL_POLICIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Healing policies."),
        Key::new("resource-manager-type", Shape::Text(None)).doc("Resource manager, in older descriptors."),
        belongs_to_assemblies!("composition"),
        belongs_to_assemblies!("references"),
        belongs_to_assemblies!("relationships"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    wrong_shape: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "A descriptor of a resource that drivers create and manage.",
    section: SECTION,
};
