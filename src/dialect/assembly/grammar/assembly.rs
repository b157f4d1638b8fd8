//! The top level of an assembly descriptor, and what assemblies and resources have in common.

use super::{
    CAPABILITY, COMPOSITION, CP4NA, CP4NA_ALONE, DATA_TYPES, DESCRIPTOR_NAME, METRICS, NAME_MISSING,
    NAME_PARTS, NOBODY, OPERATIONS, POLICIES, PROPERTIES, REFERENCES, RELATIONSHIPS, REQUIREMENT, TNCO,
};
use crate::diagnostic::{Code, Severity};
use crate::dialect::assembly::expression::LAYOUT_NAME;
use crate::schema::{Construct, Key, Named, Open, Shape};

const SECTIONS: &str = "TNC-O assembly descriptor; CP4NA 2.7 assembly descriptors, Sections";

pub(super) static CODES: &[&Code] = &[
    &NOT_A_DESCRIPTOR,
    &UNKNOWN_SECTION,
    &SECTION_MISSING,
    &COMPOSITION_MISSING,
    &SECTION_OF_RESOURCES,
    &SECTION_SHAPE,
    &TNCO_ONLY,
    &CP4NA_ONLY,
    &IDLE_TYPE,
    &LAYOUT_FORM,
    &CAPABILITY_SHAPE,
    &UNKNOWN_PART,
];

pub static NOT_A_DESCRIPTOR: Code = Code::error(
    "assembly/not-a-descriptor",
    "A-YAML-1",
    SECTIONS,
    "A descriptor is one YAML document whose outermost value is a mapping of sections.

Bad:
```yaml
- name: assembly::demo::1.0
```
Good:
```yaml
name: assembly::demo::1.0
```",
);
pub static UNKNOWN_SECTION: Code = Code::warning(
    "assembly/unknown-section",
    "A-TOP-1",
    SECTIONS,
    "A section that the product does not know is passed over. Mostly it is a misspelling, or a property that slipped out of `properties` by \
its indentation.

Bad:
```yaml
properties: {}
flavor: {value: m1.small}
```
Good:
```yaml
properties:
  flavor: {value: m1.small}
```",
);
pub static SECTION_MISSING: Code = Code::warning(
    "assembly/missing-properties",
    "A-TOP-2",
    "CP4NA 2.7 assembly descriptors, Sections",
    "CP4NA lists `properties` as required. Descriptors in use leave it out, so this is no more than a warning.

Bad:
```yaml
name: assembly::d::1.0
composition: {}
```
Good:
```yaml
name: assembly::d::1.0
properties: {}
composition: {}
```",
);
pub static COMPOSITION_MISSING: Code = Code::warning(
    "assembly/missing-composition",
    "A-TOP-3",
    "CP4NA 2.7 assembly descriptors, Sections",
    "CP4NA lists `composition` as required: an assembly is made of something. In TNC-O one that only refers to others is fine.

Bad:
```yaml
name: assembly::d::1.0
properties: {}
```
Good:
```yaml
name: assembly::d::1.0
properties: {}
composition:
  a: {type: 'resource::r::1.0', properties: {}}
```",
);
pub static SECTION_OF_RESOURCES: Code = Code::error(
    "assembly/resource-section-in-assembly",
    "A-TOP-4",
    "TNC-O resource descriptor",
    "Drivers, infrastructure and lifecycle transitions belong to resources. An assembly has no lifecycle of its own but that of its components.

Bad:
```yaml
name: assembly::d::1.0
lifecycle: [Install]
```
Good:
```yaml
name: resource::d::1.0
lifecycle: {Install: {}}
```",
);
pub static SECTION_SHAPE: Code = Code::error(
    "assembly/section-not-a-mapping",
    "A-TOP-5",
    SECTIONS,
    "Everything in a section has a name, so a section is a mapping of names, never a list or a text.

Bad:
```yaml
operations: [balancer.Add]
```
Good:
```yaml
operations:
  Add: {source-operation: balancer.Add}
```",
);
pub static TNCO_ONLY: Code = Code::warning(
    "assembly/section-of-tnco",
    "A-TOP-6",
    "CP4NA 2.7 assembly descriptors, Sections",
    "CP4NA 2.7 describes neither `metrics` nor `policies` for assemblies; it scales by other means.

Bad (CP4NA):
```yaml
policies:
  grow: {type: 'policy::scale', metric: a.load, target: b}
```
Good (CP4NA):
```yaml
composition:
  b: {type: 'resource::b::1.0', cluster: {maximum-nodes: 4}, properties: {}}
```",
);
pub static CP4NA_ONLY: Code = Code::warning(
    "assembly/feature-of-cp4na",
    "A-TOP-7",
    "CP4NA 2.7 assembly descriptors",
    "`dynamicType`, `items`, `data-types`, `entry-schema`, `upgrade-dependencies` and `multiple-instances` came with CP4NA. TNC-O does not \
know them, and of the types of properties it describes `string` alone: every value is a text. If the file is meant for CP4NA, choose that profile.

Bad (TNC-O):
```yaml
composition:
  a: {type: 'resource::r::1.0', items: '${list}'}
```
Good (TNC-O):
```yaml
composition:
  a: {type: 'resource::r::1.0', quantity: '${count}'}
```",
);
pub static IDLE_TYPE: Code = Code::info(
    "assembly/idle-type",
    "A-TOP-7",
    "TNC-O assembly descriptor, Properties",
    "TNC-O describes `string` alone. `integer` and `boolean` are found in its assemblies all the same; they change nothing, as every value is a text.

Bad (TNC-O):
```yaml
count: {type: integer}
```
Good (TNC-O):
```yaml
count: {type: string}
```",
);
pub static LAYOUT_FORM: Code = Code::info(
    "assembly/malformed-layout",
    "A-TOP-8",
    "designers' extension",
    "`designerLayout` keeps the places of boxes for designers: `elements` maps the name of a component or reference to its `x` and `y`. \
Entries for names that are gone are left over from an earlier shape of the assembly.

Bad:
```yaml
designerLayout:
  elements:
    gateway: [650, 40]
```
Good:
```yaml
designerLayout:
  elements:
    gateway: {x: 650, y: 40}
```",
);
pub static CAPABILITY_SHAPE: Code = Code::error(
    "assembly/capability-without-type",
    "A-CAP-1",
    "CP4NA 2.7 assembly descriptors, Capabilities and Requirements",
    "A capability meets a requirement by its type, so each is a mapping with a `type`.

Bad:
```yaml
capabilities:
  VideoStream: httpStreamOutput
```
Good:
```yaml
capabilities:
  VideoStream: {type: httpStreamOutput}
```",
);
pub static UNKNOWN_PART: Code = Code {
    name: "assembly/unknown-attribute",
    rule: None,
    severity: Severity::Warning,
    section: SECTIONS,
    docs: "An attribute that the product does not know has no effect. Mostly it is a misspelling.

Bad:
```yaml
operations:
  Add: {source-operation: balancer.Add, multiple-instance: any}
```
Good:
```yaml
operations:
  Add: {source-operation: balancer.Add, multiple-instances: any}
```",
};

static TYPED_THING: Construct = Construct {
    name: "capability or requirement",
    keys: &[
        Key::new("type", Shape::Text(None))
            .required(&CAPABILITY_SHAPE)
            .unfit(&CAPABILITY_SHAPE)
            .doc("A term of your own; a capability meets a requirement of the same type."),
        Key::new("description", Shape::Prose).doc("What is offered or needed, for people."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PART),
    unfit: &CAPABILITY_SHAPE,
    nullable: false,
    doc: "What a thing offers to others, or needs from them.",
    section: "CP4NA 2.7 assembly descriptors, Capabilities and Requirements",
};

pub static CAPABILITIES: Named =
    Named { kind: &CAPABILITY, value: Shape::Is(&TYPED_THING), unfit: Some(&CAPABILITY_SHAPE) };
pub static REQUIREMENTS: Named =
    Named { kind: &REQUIREMENT, value: Shape::Is(&TYPED_THING), unfit: Some(&CAPABILITY_SHAPE) };

/// Places of boxes.
pub static LAYOUT: Construct = Construct {
    name: "designer layout",
    keys: &[
        Key::new("description", Shape::Prose).doc("A note of the designer that wrote the places."),
        Key::new("elements", Shape::Keyed(&LAYOUT_NAME, &Shape::Is(&LAYOUT_ELEMENT)))
            .unfit(&LAYOUT_FORM)
            .doc("Where each box stands, by name."),
        Key::new("canvas", Shape::Any).doc("How the view was moved and scaled."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    unfit: &LAYOUT_FORM,
    nullable: true,
    doc: "Where a designer drew the boxes. It has no effect on what the assembly does.",
    section: "designers' extension",
};

static LAYOUT_ELEMENT: Construct = Construct {
    name: "place",
    keys: &[
        Key::new("x", Shape::Any).required(&LAYOUT_FORM).doc("To the right, in pixels."),
        Key::new("y", Shape::Any).required(&LAYOUT_FORM).doc("Down, in pixels."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    unfit: &LAYOUT_FORM,
    nullable: false,
    doc: "Where a box stands.",
    section: "designers' extension",
};

macro_rules! belongs_to_resources {
    ($name:literal) => {
        Key::new($name, Shape::Any)
            .only(NOBODY, &SECTION_OF_RESOURCES)
            .doc("Belongs to resource descriptors.")
    };
}

/// An assembly descriptor.
pub static ASSEMBLY: Construct = Construct {
    name: "assembly",
    keys: &[
        Key::new("name", Shape::Text(Some(&DESCRIPTOR_NAME)))
            .required_in(TNCO.or(CP4NA), &NAME_MISSING)
            .unfit(&NAME_PARTS)
            .doc("What it is filed under: `assembly::name::version`."),
        Key::new("description", Shape::Prose).doc("What the assembly is for, for people."),
        Key::new("properties", Shape::Named(&PROPERTIES))
            .required_in(CP4NA_ALONE, &SECTION_MISSING)
            .unfit(&SECTION_SHAPE)
            .doc("What can be set when it is created, and what can be read of it."),
        Key::new("composition", Shape::Named(&COMPOSITION))
            .required_in(CP4NA_ALONE, &COMPOSITION_MISSING)
            .unfit(&SECTION_SHAPE)
            .doc("The components that are created with it."),
        Key::new("references", Shape::Named(&REFERENCES))
            .unfit(&SECTION_SHAPE)
            .doc("What exists already and is used."),
        Key::new("relationships", Shape::Named(&RELATIONSHIPS))
            .unfit(&SECTION_SHAPE)
            .doc("Which capability serves which requirement."),
        Key::new("operations", Shape::Named(&OPERATIONS))
            .unfit(&SECTION_SHAPE)
            .doc("Operations of components that can be called from outside."),
        Key::new("capabilities", Shape::Named(&CAPABILITIES))
            .unfit(&SECTION_SHAPE)
            .doc("What the assembly offers to others."),
        Key::new("requirements", Shape::Named(&REQUIREMENTS))
            .unfit(&SECTION_SHAPE)
            .doc("What the assembly needs from others."),
        Key::new("metrics", Shape::Named(&METRICS))
            .only(TNCO, &TNCO_ONLY)
            .unfit(&SECTION_SHAPE)
            .doc("Load metrics of components, shown to the outside."),
        Key::new("policies", Shape::Named(&POLICIES))
            .only(TNCO, &TNCO_ONLY)
            .unfit(&SECTION_SHAPE)
            .doc("When components are scaled."),
        Key::new("data-types", Shape::Named(&DATA_TYPES))
            .only(CP4NA, &CP4NA_ONLY)
            .unfit(&SECTION_SHAPE)
            .doc("Types of your own, for structured properties."),
        Key::new("designerLayout", Shape::Is(&LAYOUT)).doc("Where designers drew the boxes."),
        Key::new("template", Shape::Any).doc("The text that an assembly template is filled into."),
        belongs_to_resources!("lifecycle"),
        belongs_to_resources!("private-properties"),
        belongs_to_resources!("infrastructure"),
        belongs_to_resources!("default-driver"),
        belongs_to_resources!("queries"),
        belongs_to_resources!("resource-manager-type"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    unfit: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "A descriptor of a service: components, what they get, and how they hang together.",
    section: SECTIONS,
};
