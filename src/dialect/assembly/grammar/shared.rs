//! Codes of several tables: unknown sections and keys, and their form.

use limn_language::diagnostic::{Code, Severity};

const SECTIONS: &str = "TNC-O assembly descriptor; CP4NA 2.7 assembly descriptors, Sections";

pub(super) static CODES: &[&Code] = &[
    &NOT_A_DESCRIPTOR,
    &UNKNOWN_SECTION,
    &SECTION_SHAPE,
    &CP4NA_FEATURE,
    &IGNORED_TYPE,
    &LAYOUT_FORM,
    &UNKNOWN_ATTRIBUTE,
    &SECTION_OF_ASSEMBLIES,
];

pub static NOT_A_DESCRIPTOR: Code = Code::error(
    "assembly/not-a-descriptor",
    "A-YAML-1",
    SECTIONS,
    "Checks that a file is one YAML document with a mapping of sections at the top level.",
)
.why("A file contains one descriptor. The product rejects a file with several documents, a list or a plain value.")
.advice("Put each descriptor in a file of its own, as a mapping that starts with `name`.")
.bad(
    "file",
    "
- name: assembly::demo::1.0
#^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");
pub static UNKNOWN_SECTION: Code = Code::warning(
    "assembly/unknown-section",
    "A-TOP-1",
    SECTIONS,
    "Checks for unknown sections.",
)
.why("The product ignores them. Usually the name is misspelled, or a property is outside `properties` because of its indentation.")
.advice("Correct the name, indent a property under `properties`, or remove the section.")
.bad(
    "resource",
    "
properties: {}
flavor: {value: m1.small}
#^^^^^
",
)
.good(
    "
properties:
  flavor: {value: m1.small}
",
);
pub static SECTION_SHAPE: Code = Code::error(
    "assembly/section-not-a-mapping",
    "A-TOP-5",
    SECTIONS,
    "Checks that a section is a mapping of names, not a list or a string.",
)
.why("Other parts of the descriptor refer to the entries of a section by name, and the entries of a list have no names.")
.advice("Write each entry of the section with its name as the key: `name: {…}`.")
.bad(
    "two components",
    "
operations: [a.Add]
#           ^^^^^^^
",
)
.good(
    "
operations:
  Add: {source-operation: a.Add}
",
);
pub static CP4NA_FEATURE: Code = Code::warning(
    "assembly/feature-of-cp4na",
    "A-TOP-7",
    "CP4NA 2.7 assembly descriptors",
    "Checks for features that TNC-O does not support: `dynamicType`, `items`, `data-types`, `entry-schema`, `upgrade-dependencies`, \
`multiple-instances`, and property types other than `string`.",
)
.why("TNC-O ignores or rejects them, so the assembly is not created as it was designed. All values are strings in TNC-O.")
.advice("If the file is for CP4NA, select the CP4NA profile.")
.bad(
    "document",
    "
composition:
  a: {type: 'resource::r::1.0', items: '${list}'}
#                               ^^^^^
~properties: {list: {type: string}, count: {type: string}}
",
)
.good(
    "
composition:
  a: {type: 'resource::r::1.0', quantity: '${count}'}
~properties: {list: {type: string}, count: {type: string}}
",
);
pub static IGNORED_TYPE: Code = Code::info(
    "assembly/ignored-type",
    "A-TOP-7",
    "TNC-O assembly descriptor, Properties",
    "Checks for the types `integer` and `boolean` in a TNC-O assembly. TNC-O supports only `string`.",
)
.earlier(&["assembly/idle-type"])
.why("Published assemblies use both types, but they have no effect, because every value is a string.")
.advice("Change the `type` to `string`.")
.bad(
    "properties",
    "
count: {type: integer}
#             ^^^^^^^
",
)
.good("count: {type: string}");
pub static LAYOUT_FORM: Code = Code::info(
    "assembly/malformed-layout",
    "A-TOP-8",
    "designers' extension",
    "Checks `designerLayout`, which stores node positions for designers: `elements` maps the name of a component or reference to its `x` and `y`. \
Entries for unknown names are left over from an earlier version of the assembly.",
)
.why("The orchestrator does not use the section. A designer cannot read any other form, and places the node elsewhere.")
.advice("Write each position as `name: {x: 650, y: 40}`, and remove entries whose name does not exist.")
.bad(
    "document",
    "
~composition: {gateway: {type: 'resource::r::1.0'}}
designerLayout:
  elements:
    gateway: [650, 40]
#            ^^^^^^^^^
",
)
.good(
    "
~composition: {gateway: {type: 'resource::r::1.0'}}
designerLayout:
  elements:
    gateway: {x: 650, y: 40}
",
);
pub static UNKNOWN_ATTRIBUTE: Code =
    Code::common(Severity::Warning, "assembly/unknown-attribute", SECTIONS, "Checks for unknown attributes.")
        .why("They have no effect; usually the attribute is misspelled.")
        .advice("Correct the name, or remove the attribute.")
        .bad(
            "cp4na components",
            "
operations:
  Add: {source-operation: b.Add, multiple-instance: any}
#                                ^^^^^^^^^^^^^^^^^
",
        )
        .good(
            "
operations:
  Add: {source-operation: b.Add, multiple-instances: any}
",
        );
pub static SECTION_OF_ASSEMBLIES: Code = Code::error(
    "assembly/assembly-section-in-resource",
    "A-RES-8",
    "TNC-O resource descriptor",
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
