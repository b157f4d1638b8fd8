//! Resource descriptors: lifecycle, drivers, infrastructure, metrics and healing.

use super::{
    CAPABILITIES, DESCRIPTOR_NAME, METRIC, NAME_PARTS, NOBODY, NOT_A_DESCRIPTOR, OPERATION, POLICY,
    POLICY_KIND, PRIVATE_PROPERTIES, REQUIREMENTS, RESOURCE_PROPERTIES, SECTION_SHAPE, SMOOTHING,
    SMOOTHING_VALUE, UNKNOWN_PART, UNKNOWN_SECTION,
};
use crate::diagnostic::Code;
use crate::dialect::assembly::expression::{OWN_METRIC, QUANTITY, RESOURCE_VALUE};
use crate::schema::{Choice, Construct, Key, Named, Open, Profiles, Shape, TextRule};

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
    &HEAL_POLICY,
    &RESOURCE_OPERATION_SHAPE,
    &QUERIES_FORM,
];

pub static SECTION_OF_ASSEMBLIES: Code = Code::error(
    "assembly/assembly-section-in-resource",
    "A-RES-8",
    SECTION,
    "A resource is one thing with drivers behind it: it is not composed of others, and it promotes nothing. That is what assemblies are for.

Bad:
```yaml
name: resource::r::1.0
composition:
  a: {type: 'resource::x::1.0'}
```
Good:
```yaml
name: assembly::r::1.0
composition:
  a: {type: 'resource::x::1.0'}
```",
);
pub static UNKNOWN_TRANSITION: Code = Code::warning(
    "assembly/unknown-transition",
    "A-RES-2",
    LIFECYCLE_SECTION,
    "The product calls a resource's transitions by fixed names. One that it does not know is never called.

Bad:
```yaml
lifecycle: {Instal: {}}
```
Good:
```yaml
lifecycle: {Install: {}}
```",
);
pub static LIFECYCLE_SHAPE: Code = Code::error(
    "assembly/malformed-lifecycle",
    "A-TOP-5",
    LIFECYCLE_SECTION,
    "A resource's `lifecycle` is a mapping of transitions; old descriptors list their names.

Bad:
```yaml
lifecycle: Install
```
Good:
```yaml
lifecycle: {Install: {}}
```",
);
pub static SELECTOR_MISSING: Code = Code::error(
    "assembly/infrastructure-type-without-selector",
    "A-RES-4",
    LIFECYCLE_SECTION,
    "Which infrastructure a driver is for stands under `selector`. Directly under the driver it is not read.

Bad:
```yaml
default-driver: {ansible: {infrastructure-type: ['*']}}
```
Good:
```yaml
default-driver: {ansible: {selector: {infrastructure-type: ['*']}}}
```",
);
pub static INFRASTRUCTURE_ENTRY: Code = Code::error(
    "assembly/content-in-infrastructure",
    "A-RES-5",
    SECTION,
    "`infrastructure` only lists where the resource can live, each entry an empty mapping. Templates moved to the drivers of `lifecycle` and \
discovery to `queries`.

Bad:
```yaml
infrastructure:
  Openstack: {template: {file: heat.yaml}}
```
Good:
```yaml
infrastructure:
  Openstack: {}
```",
);
pub static METRIC_TYPE: Code = Code::error(
    "assembly/unknown-metric-type",
    "A-RES-9",
    "TNC-O resource descriptor, Metrics",
    "A metric tells either whether the resource works or how busy it is: `metric::integrity` or `metric::load`.

Bad:
```yaml
metrics: {health: {type: integrity}}
```
Good:
```yaml
metrics: {health: {type: 'metric::integrity'}}
```",
);
pub static PUBLICATION_PERIOD: Code = Code::error(
    "assembly/malformed-publication-period",
    "A-RES-10",
    "TNC-O resource descriptor, Metrics",
    "`publication-period` is how many seconds pass between two readings: a whole number from 0, where 0 means none, or `${…}`.

Bad:
```yaml
load: {type: 'metric::load', publication-period: -5}
```
Good:
```yaml
load: {type: 'metric::load', publication-period: 60}
```",
);
pub static PERIOD_SPELLING: Code = Code::warning(
    "assembly/unknown-metric-attribute",
    "A-RES-10",
    "TNC-O resource descriptor, Metrics",
    "A metric has `type` and `publication-period`. With the underscore that some pages print, the period is not read and the default of 60 \
seconds stays in force.

Bad:
```yaml
load: {type: 'metric::load', publication_period: 30}
```
Good:
```yaml
load: {type: 'metric::load', publication-period: 30}
```",
);
pub static HEAL_POLICY: Code = Code::error(
    "assembly/malformed-heal-policy",
    "A-RES-11",
    "TNC-O resource descriptor, Policies",
    "A healing policy watches an integrity metric of its own resource and says with `smoothing` how many missed readings it waits for.

Bad:
```yaml
policies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: 3}}}}
```
Good:
```yaml
metrics: {health: {type: 'metric::integrity'}}
policies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: 3}}}}
```",
);
pub static RESOURCE_OPERATION_SHAPE: Code = Code::error(
    "assembly/resource-operation-not-a-mapping",
    "A-RES-13",
    "TNC-O resource descriptor, Operations",
    "An operation of a resource says what it takes and which drivers perform it: a mapping with `description`, `properties` and `drivers`, \
all optional.

Bad:
```yaml
operations: [add, remove]
```
Good:
```yaml
operations: {add: {}, remove: {}}
```",
);
pub static QUERIES_FORM: Code = Code::info(
    "assembly/malformed-queries",
    "A-RES-14",
    "TNC-O resource descriptor, Queries",
    "`queries` holds `drivers`, each with a selector, that find what references look for.

Bad:
```yaml
queries: {openstack: {}}
```
Good:
```yaml
queries: {drivers: {openstack: {selector: {infrastructure-type: [Openstack]}}}}
```",
);

/// Transitions that the products and their tools know, in the order of a life.
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
    vec![(&UNKNOWN_TRANSITION, format!("`{text}` is no transition that is ever called"))]
}

macro_rules! transition {
    ($name:literal, $doc:literal) => {
        Key::new($name, Shape::Is(&TRANSITION)).doc($doc)
    };
}

/// How operations are named of which one takes back what the other makes.
pub const OPERATION_PAIRS: [(&str, &str); 4] =
    [("Create", "Cease"), ("create", "cease"), ("add", "remove"), ("Add", "Remove")];

pub static LIFECYCLE: Construct = Construct {
    name: "lifecycle",
    keys: &[
        transition!("Create", "Makes the resource out of nothing."),
        transition!("Install", "Puts its software in place."),
        transition!("Configure", "Gives it its settings."),
        transition!("Start", "Sets it to work."),
        transition!("Integrity", "Finds out whether it works."),
        transition!("Reconfigure", "Changes settings while it works."),
        transition!("Upgrade", "Moves it to another version."),
        transition!("Update", "Changes it in place."),
        transition!("Adopt", "Takes over one that exists already."),
        transition!("Stop", "Ends its work, keeping it installed."),
        transition!("Uninstall", "Takes its software away."),
        transition!("Delete", "Takes the resource away."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_TRANSITION),
    unfit: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "What can be done to the resource in the course of its life, and by which driver.",
    section: LIFECYCLE_SECTION,
};

pub static TRANSITION: Construct = Construct {
    name: "transition",
    keys: &[
        Key::new("drivers", Shape::Map(&Shape::Is(&DRIVER))).doc("Who performs it, by the driver's type."),
        Key::new("properties", Shape::Value(&RESOURCE_VALUE)).doc("What the driver is handed besides."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "One step in the resource's life.",
    section: LIFECYCLE_SECTION,
};

pub static DRIVER: Construct = Construct {
    name: "driver",
    keys: &[
        Key::new("selector", Shape::Is(&SELECTOR)).doc("Which infrastructure it is for."),
        Key::new("template", Shape::Any).doc("The file that the driver works from, and of what kind it is."),
        Key::new("properties", Shape::Value(&RESOURCE_VALUE)).doc("What the driver is handed besides."),
        Key::new("infrastructure-type", Shape::Any)
            .only(NOBODY, &SELECTOR_MISSING)
            .doc("Stands under `selector`."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    unfit: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "A resource driver, such as ansible, openstack or kubernetes, and when it is chosen.",
    section: LIFECYCLE_SECTION,
};

pub static SELECTOR: Construct = Construct {
    name: "selector",
    keys: &[Key::new(
        "infrastructure-type",
        Shape::OneOf(&[Shape::List(&Shape::Text(None)), Shape::Text(None)]),
    )
    .doc("Names from `infrastructure`; `'*'` stands for any.")],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    unfit: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "When a driver is chosen.",
    section: LIFECYCLE_SECTION,
};

static RESOURCE_OPERATION: Construct = Construct {
    name: "operation",
    keys: &[
        Key::new("description", Shape::Prose).doc("What calling it does, for people."),
        Key::new("properties", Shape::Named(&RESOURCE_PROPERTIES))
            .unfit(&SECTION_SHAPE)
            .doc("What a relationship hands it when it calls it."),
        Key::new("drivers", Shape::Map(&Shape::Is(&DRIVER)))
            .unfit(&LIFECYCLE_SHAPE)
            .doc("Who performs it, by the driver's type."),
        Key::new("source-operation", Shape::Any)
            .only(NOBODY, &SECTION_OF_ASSEMBLIES)
            .doc("Belongs to assemblies, which promote."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &RESOURCE_OPERATION_SHAPE,
    nullable: true,
    doc: "Something that relationships and other assemblies can have the resource do.",
    section: "TNC-O resource descriptor, Operations",
};

static METRIC_TYPES: &[Choice] = &[
    Choice::new("metric::integrity", "Whether it works: its absence starts healing."),
    Choice::new("metric::load", "How busy it is, in percent: starts scaling."),
];

static METRIC_DEFINITION: Construct = Construct {
    name: "metric",
    keys: &[
        Key::new("description", Shape::Prose).doc("What it measures, for people."),
        Key::new("type", Shape::Choice(METRIC_TYPES))
            .required(&METRIC_TYPE)
            .unfit(&METRIC_TYPE)
            .doc("What the metric tells."),
        Key::new(
            "publication-period",
            Shape::Integer { min: 0, max: i64::MAX, or: Some(&QUANTITY), beyond: None, quoted: None },
        )
        .unfit(&PUBLICATION_PERIOD)
        .default("60")
        .doc("Seconds between two readings; 0 means none."),
        Key::new("source-metric", Shape::Any)
            .only(NOBODY, &SECTION_OF_ASSEMBLIES)
            .doc("Belongs to assemblies, which promote."),
    ],
    open: None,
    unknown: Some(&PERIOD_SPELLING),
    unfit: &METRIC_TYPE,
    nullable: false,
    doc: "Something that the resource reports in regular intervals.",
    section: "TNC-O resource descriptor, Metrics",
};

static HEAL: &[Choice] =
    &[Choice::new("policy::heal", "Heals the resource when its integrity metric fails.")];

static HEAL_POLICY_DEFINITION: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("description", Shape::Prose).doc("What the policy is for, for people."),
        Key::new("type", Shape::Choice(HEAL))
            .required(&HEAL_POLICY)
            .unfit(&POLICY_KIND)
            .doc("What the policy does."),
        Key::new("metric", Shape::Refers(&OWN_METRIC))
            .required(&HEAL_POLICY)
            .unfit(&HEAL_POLICY)
            .doc("The integrity metric that is watched."),
        Key::new("properties", Shape::Is(&HEAL_PROPERTIES))
            .required(&HEAL_POLICY)
            .doc("After how many missed readings it acts."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &HEAL_POLICY,
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
            Shape::Is(&SMOOTHING_VALUE),
        ]),
    )
    .required(&HEAL_POLICY)
    .unfit(&SMOOTHING)
    .doc("How many missed readings in a row it takes.")],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &HEAL_POLICY,
    nullable: false,
    doc: "When a healing policy acts.",
    section: "TNC-O resource descriptor, Policies",
};

static QUERIES: Construct = Construct {
    name: "queries",
    keys: &[Key::new("drivers", Shape::Map(&Shape::Is(&DRIVER))).doc("Who looks, by the driver's type.")],
    open: None,
    unknown: Some(&QUERIES_FORM),
    unfit: &QUERIES_FORM,
    nullable: true,
    doc: "How references find resources that exist already.",
    section: "TNC-O resource descriptor, Queries",
};

static RESOURCE_OPERATIONS: Named =
    Named { kind: &OPERATION, value: Shape::Is(&RESOURCE_OPERATION), unfit: Some(&RESOURCE_OPERATION_SHAPE) };
static RESOURCE_METRICS: Named =
    Named { kind: &METRIC, value: Shape::Is(&METRIC_DEFINITION), unfit: Some(&METRIC_TYPE) };
static HEAL_POLICIES: Named =
    Named { kind: &POLICY, value: Shape::Is(&HEAL_POLICY_DEFINITION), unfit: Some(&HEAL_POLICY) };

macro_rules! belongs_to_assemblies {
    ($name:literal) => {
        Key::new($name, Shape::Any)
            .only(NOBODY, &SECTION_OF_ASSEMBLIES)
            .doc("Belongs to assembly descriptors.")
    };
}

/// A resource descriptor.
pub static RESOURCE: Construct = Construct {
    name: "resource",
    keys: &[
        Key::new("name", Shape::Text(Some(&DESCRIPTOR_NAME)))
            .unfit(&NAME_PARTS)
            .doc("What it is filed under: `resource::name::version`. LMCTL makes it where it is left out."),
        Key::new("description", Shape::Prose).doc("What the resource is, for people."),
        Key::new("properties", Shape::Named(&RESOURCE_PROPERTIES))
            .unfit(&SECTION_SHAPE)
            .doc("What it takes, and what it returns."),
        Key::new("private-properties", Shape::Named(&PRIVATE_PROPERTIES))
            .unfit(&SECTION_SHAPE)
            .doc("Values for its drivers that nobody outside can see."),
        Key::new("capabilities", Shape::Named(&CAPABILITIES))
            .unfit(&SECTION_SHAPE)
            .doc("What it offers to others."),
        Key::new("requirements", Shape::Named(&REQUIREMENTS))
            .unfit(&SECTION_SHAPE)
            .doc("What it needs from others."),
        Key::new("infrastructure", Shape::Map(&Shape::Empty))
            .unfit(&INFRASTRUCTURE_ENTRY)
            .doc("Where it can live: Openstack, Kubernetes, …, each an empty mapping."),
        Key::new(
            "lifecycle",
            Shape::OneOf(&[Shape::Is(&LIFECYCLE), Shape::List(&Shape::Text(Some(&TRANSITION_NAME)))]),
        )
        .unfit(&LIFECYCLE_SHAPE)
        .doc("The transitions that it can go through."),
        Key::new("default-driver", Shape::Map(&Shape::Is(&DRIVER)))
            .unfit(&SECTION_SHAPE)
            .doc("Who performs a transition or operation that names no driver."),
        Key::new("operations", Shape::Named(&RESOURCE_OPERATIONS))
            .unfit(&RESOURCE_OPERATION_SHAPE)
            .doc("What relationships can have it do."),
        Key::new("queries", Shape::Is(&QUERIES)).doc("How references find ones that exist already."),
        Key::new("metrics", Shape::Named(&RESOURCE_METRICS)).unfit(&SECTION_SHAPE).doc("What it reports."),
        Key::new("policies", Shape::Named(&HEAL_POLICIES)).unfit(&SECTION_SHAPE).doc("When it is healed."),
        Key::new("resource-manager-type", Shape::Text(None))
            .doc("The manager that old descriptors are made for."),
        belongs_to_assemblies!("composition"),
        belongs_to_assemblies!("references"),
        belongs_to_assemblies!("relationships"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    unfit: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "A descriptor of one thing that drivers create and manage.",
    section: SECTION,
};
