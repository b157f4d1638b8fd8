//! Resource descriptors: infrastructure, operations and queries. `lifecycle` has the drivers, `monitoring` the metrics and healing policies.

use super::{
    CAPABILITIES, DESCRIPTOR_NAME, DRIVER, DRIVER_NAME, HEAL_POLICIES, INFRASTRUCTURE_TYPE, LIFECYCLE,
    LIFECYCLE_SHAPE, NAME_PARTS, NO_PROFILE, NOT_A_DESCRIPTOR, OPERATION, PRIVATE_PROPERTIES, REQUIREMENTS,
    RESOURCE_METRICS, RESOURCE_PROPERTIES, SECTION_OF_ASSEMBLIES, SECTION_SHAPE, TRANSITION_NAME,
    UNKNOWN_ATTRIBUTE, UNKNOWN_SECTION,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, NamedEntries, Shape};

const SECTION: &str = "TNC-O resource descriptor";

pub(super) static CODES: &[&Code] = &[&INFRASTRUCTURE_ENTRY, &RESOURCE_OPERATION_SHAPE, &QUERIES_FORM];

pub static INFRASTRUCTURE_ENTRY: Code = Code::error(
    "assembly/content-in-infrastructure",
    "A-RES-5",
    SECTION,
    "Checks that the entries of `infrastructure` are empty maps. Templates belong to the drivers of `lifecycle`, and discovery belongs to \
`queries`.",
)
.why("The section only lists the supported infrastructure types.")
.advice("Write `{}` for the entry; move templates to drivers in `lifecycle`, and discovery to `queries`.")
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
pub static RESOURCE_OPERATION_SHAPE: Code = Code::error(
    "assembly/resource-operation-not-a-mapping",
    "A-RES-13",
    "TNC-O resource descriptor, Operations",
    "Checks that an operation of a resource is a mapping with optional `description`, `properties` and `drivers`.",
)
.why("The mapping defines the parameters of the operation and the driver that runs it. A list or a string has neither.")
.advice("Write each operation as `name: {}`, with its `properties` and `drivers` in the mapping.")
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
.advice("Move the drivers under `drivers`, each with a `selector`.")
.bad(
    "resource",
    "
queries: {openstack: {}}
#         ^^^^^^^^^
",
)
.good("queries: {drivers: {openstack: {selector: {infrastructure-type: [Openstack]}}}}");

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

static RESOURCE_OPERATION: Construct = Construct {
    name: "operation",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the operation."),
        Key::new("properties", Shape::NamedMap(&RESOURCE_PROPERTIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Properties that a relationship passes to the operation."),
        Key::new("drivers", Shape::ReferenceMap(&DRIVER_NAME, &Shape::Construct(&DRIVER)))
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

static QUERIES: Construct = Construct {
    name: "queries",
    keys: &[Key::new("drivers", Shape::ReferenceMap(&DRIVER_NAME, &Shape::Construct(&DRIVER)))
        .doc("Drivers that search, by driver type.")],
    open: None,
    unknown: Some(&QUERIES_FORM),
    wrong_shape: &QUERIES_FORM,
    nullable: true,
    doc: "Drivers that find existing resources for references.",
    section: "TNC-O resource descriptor, Queries",
};

static INFRASTRUCTURE: NamedEntries = NamedEntries {
    kind: &INFRASTRUCTURE_TYPE,
    value: Shape::Empty,
    wrong_shape: Some(&INFRASTRUCTURE_ENTRY),
};

static RESOURCE_OPERATIONS: NamedEntries = NamedEntries {
    kind: &OPERATION,
    value: Shape::Construct(&RESOURCE_OPERATION),
    wrong_shape: Some(&RESOURCE_OPERATION_SHAPE),
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
        Key::new("infrastructure", Shape::NamedMap(&INFRASTRUCTURE))
            .wrong_shape(&INFRASTRUCTURE_ENTRY)
            .doc("Supported infrastructure types: Openstack, Kubernetes, …, each an empty map."),
        Key::new(
            "lifecycle",
            Shape::OneOf(&[Shape::Construct(&LIFECYCLE), Shape::List(&Shape::Text(Some(&TRANSITION_NAME)))]),
        )
        .wrong_shape(&LIFECYCLE_SHAPE)
        .doc("Lifecycle transitions."),
        Key::new("default-driver", Shape::ReferenceMap(&DRIVER_NAME, &Shape::Construct(&DRIVER)))
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
