//! The top level of an assembly descriptor, and the parts that assemblies and resources share.

use super::{
    CAPABILITY, COMPOSITION, CP4NA, CP4NA_FEATURE, CP4NA_STANDALONE, DATA_TYPES, DESCRIPTOR_NAME,
    LAYOUT_FORM, METRICS, NAME_MISSING, NAME_PARTS, NO_PROFILE, NOT_A_DESCRIPTOR, OPERATIONS, POLICIES,
    PROPERTIES, REFERENCES, RELATIONSHIPS, REQUIREMENT, SECTION_SHAPE, TNCO, UNKNOWN_ATTRIBUTE,
    UNKNOWN_SECTION,
};
use crate::expression::LAYOUT_NAME;
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, NamedEntries, Open, Shape};

const SECTIONS: &str = "TNC-O assembly descriptor; CP4NA 2.7 assembly descriptors, Sections";

pub(super) static CODES: &[&Code] =
    &[&PROPERTIES_MISSING, &COMPOSITION_MISSING, &SECTION_OF_RESOURCES, &TNCO_SECTION, &CAPABILITY_SHAPE];

pub static PROPERTIES_MISSING: Code = Code::warning(
    "assembly/missing-properties-section",
    "A-TOP-2",
    "CP4NA 2.7 assembly descriptors, Sections",
    "Checks that an assembly has `properties`, which CP4NA requires.",
)
.earlier(&["assembly/missing-properties"])
.why("Published descriptors omit the section, so this is only a warning, but the documentation does not promise that CP4NA accepts such a file.")
.advice("If the assembly has no properties, add `properties: {}`.")
.bad(
    "cp4na document",
    "
name: assembly::d::1.0
#^^^
composition: {}
",
)
.good(
    "
name: assembly::d::1.0
properties: {}
composition: {}
",
);
pub static COMPOSITION_MISSING: Code = Code::warning(
    "assembly/missing-composition",
    "A-TOP-3",
    "CP4NA 2.7 assembly descriptors, Sections",
    "Checks that an assembly has a `composition` with components, which CP4NA requires. In TNC-O, an assembly with references only is valid.",
)
.why("The section contains the components that the assembly creates. Without components, nothing is deployed.")
.advice("Add `composition` with at least one component. If the file is for TNC-O, select the TNC-O profile.")
.bad(
    "cp4na document",
    "
name: assembly::d::1.0
#^^^
properties: {}
",
)
.good(
    "
name: assembly::d::1.0
properties: {}
composition:
  a: {type: 'resource::r::1.0', properties: {}}
",
);
pub static SECTION_OF_RESOURCES: Code = Code::error(
    "assembly/resource-section-in-assembly",
    "A-TOP-4",
    "TNC-O resource descriptor",
    "Checks that an assembly has no drivers, infrastructure or lifecycle transitions.",
)
.why("They belong to resources. The lifecycle of an assembly is that of its components.")
.advice("Move the section to a resource, or change the name to `resource::…`.")
.bad(
    "document",
    "
name: assembly::d::1.0
lifecycle: [Install]
#^^^^^^^^
",
)
.good(
    "
name: resource::d::1.0
lifecycle: {Install: {}}
",
);
pub static TNCO_SECTION: Code = Code::warning(
    "assembly/section-of-tnco",
    "A-TOP-6",
    "CP4NA 2.7 assembly descriptors, Sections",
    "Checks for `metrics` and `policies` in a CP4NA assembly.",
)
.why("CP4NA 2.7 does not support them for assemblies; it scales by other means.")
.advice(
    "Remove `metrics`, and replace `policies` with `cluster` in the component, or select the TNC-O profile.",
)
.bad(
    "cp4na document",
    "
policies:
#^^^^^^^
  grow: {type: 'policy::scale', metric: a.load, target: b}
",
)
.good(
    "
composition:
  b: {type: 'resource::b::1.0', cluster: {maximum-nodes: 4}, properties: {}}
",
);
pub static CAPABILITY_SHAPE: Code = Code::error(
    "assembly/capability-without-type",
    "A-CAP-1",
    "CP4NA 2.7 assembly descriptors, Capabilities and Requirements",
    "Checks that a capability or requirement is a mapping with a `type`.",
)
.why("A capability fulfills a requirement of the same type.")
.advice("Add `type`, the same as that of the capability or requirement at the other end.")
.bad(
    "document",
    "
capabilities:
  VideoStream: httpStreamOutput
#              ^^^^^^^^^^^^^^^^
",
)
.good(
    "
capabilities:
  VideoStream: {type: httpStreamOutput}
",
);

static CAPABILITY_DEFINITION: Construct = Construct {
    name: "capability or requirement",
    keys: &[
        Key::new("type", Shape::Text(None))
            .required(&CAPABILITY_SHAPE)
            .wrong_shape(&CAPABILITY_SHAPE)
            .doc("Custom type name; a capability fulfills a requirement of the same type."),
        Key::new("description", Shape::Prose).doc("Description of the capability or requirement."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &CAPABILITY_SHAPE,
    nullable: false,
    doc: "Something that is offered to others, or needed from them.",
    section: "CP4NA 2.7 assembly descriptors, Capabilities and Requirements",
};

pub static CAPABILITIES: NamedEntries = NamedEntries {
    kind: &CAPABILITY,
    value: Shape::Construct(&CAPABILITY_DEFINITION),
    wrong_shape: Some(&CAPABILITY_SHAPE),
};
pub static REQUIREMENTS: NamedEntries = NamedEntries {
    kind: &REQUIREMENT,
    value: Shape::Construct(&CAPABILITY_DEFINITION),
    wrong_shape: Some(&CAPABILITY_SHAPE),
};

/// Node positions.
pub static LAYOUT: Construct = Construct {
    name: "designer layout",
    keys: &[
        Key::new("description", Shape::Prose).doc("Note of the designer that stored the positions."),
        Key::new("elements", Shape::ReferenceMap(&LAYOUT_NAME, &Shape::Construct(&LAYOUT_ELEMENT)))
            .wrong_shape(&LAYOUT_FORM)
            .doc("Position of each node, by name."),
        Key::new("canvas", Shape::Any).doc("Pan and zoom of the viewport."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LAYOUT_FORM,
    nullable: true,
    doc: "Node positions of a designer. They have no effect on the assembly.",
    section: "designers' extension",
};

static LAYOUT_ELEMENT: Construct = Construct {
    name: "place",
    keys: &[
        Key::new("x", Shape::Any).required(&LAYOUT_FORM).doc("Horizontal position, in pixels."),
        Key::new("y", Shape::Any).required(&LAYOUT_FORM).doc("Vertical position, in pixels."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LAYOUT_FORM,
    nullable: false,
    doc: "The position of a node.",
    section: "designers' extension",
};

macro_rules! belongs_to_resources {
    ($name:literal) => {
        Key::new($name, Shape::Any)
            .only(NO_PROFILE, &SECTION_OF_RESOURCES)
            .home("a section of resources, not of assemblies")
            .doc("Belongs to resource descriptors.")
    };
}

/// An assembly descriptor.
pub static ASSEMBLY: Construct = Construct {
    name: "assembly",
    keys: &[
        Key::new("name", Shape::Text(Some(&DESCRIPTOR_NAME)))
            .required_in(TNCO.or(CP4NA), &NAME_MISSING)
            .wrong_shape(&NAME_PARTS)
            .doc("Full name: `assembly::name::version`."),
        Key::new("description", Shape::Prose).doc("Description of the assembly."),
        Key::new("properties", Shape::NamedMap(&PROPERTIES))
            .required_in(CP4NA_STANDALONE, &PROPERTIES_MISSING)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Properties that can be set at creation or read from outside."),
        Key::new("composition", Shape::NamedMap(&COMPOSITION))
            .required_in(CP4NA_STANDALONE, &COMPOSITION_MISSING)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Components that are created with the assembly."),
        Key::new("references", Shape::NamedMap(&REFERENCES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Existing resources that the assembly uses."),
        Key::new("relationships", Shape::NamedMap(&RELATIONSHIPS))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Connections between capabilities and requirements."),
        Key::new("operations", Shape::NamedMap(&OPERATIONS))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Component operations that can be called from outside."),
        Key::new("capabilities", Shape::NamedMap(&CAPABILITIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Capabilities that the assembly offers."),
        Key::new("requirements", Shape::NamedMap(&REQUIREMENTS))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Requirements that the assembly has."),
        Key::new("metrics", Shape::NamedMap(&METRICS))
            .only(TNCO, &TNCO_SECTION)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Load metrics of components that are available from outside."),
        Key::new("policies", Shape::NamedMap(&POLICIES))
            .only(TNCO, &TNCO_SECTION)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Scaling policies for components."),
        Key::new("data-types", Shape::NamedMap(&DATA_TYPES))
            .only(CP4NA, &CP4NA_FEATURE)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Custom types for structured properties."),
        Key::new("designerLayout", Shape::Construct(&LAYOUT)).doc("Node positions of a designer."),
        Key::new("template", Shape::Any).doc("Template text of an assembly template."),
        belongs_to_resources!("lifecycle"),
        belongs_to_resources!("private-properties"),
        belongs_to_resources!("infrastructure"),
        belongs_to_resources!("default-driver"),
        belongs_to_resources!("queries"),
        belongs_to_resources!("resource-manager-type"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    wrong_shape: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "A descriptor of a service: its components, their property values and their relationships.",
    section: SECTIONS,
};
