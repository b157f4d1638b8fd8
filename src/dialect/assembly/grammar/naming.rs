//! Codes for names of descriptors and of their entries. The checks are in `name`.

use limn_language::diagnostic::Code;

const NAMING: &str = "TNC-O assembly descriptor, Naming; CP4NA 2.7 assembly descriptors, Name";

pub(super) static CODES: &[&Code] = &[
    &NAME_MISSING,
    &NAME_PARTS,
    &NAME_KIND,
    &NAME_START,
    &NAME_END,
    &NAME_CHARACTER,
    &COMPANY_PREFIX,
    &DOUBLE_SEPARATOR,
    &LONG_NAME,
    &BLANK_IN_NAME,
    &VERSION_FORM,
    &LONG_VERSION,
    &PROPERTY_NAME,
    &DATA_TYPE_NAME,
    &SHADOWED_TYPE,
    &ENTRY_NAME,
    &RESERVED_NAME,
    &CLASHING_NAME,
    &RELATIONSHIP_NAME,
    &RELATIONSHIP_NAME_STYLE,
    &COMPONENT_TYPE,
    &RANGE_IN_COMPOSITION,
    &LMCTL_TYPE,
    &MALFORMED_LMCTL_TYPE,
    &REFERENCE_TYPE,
];

pub static NAME_MISSING: Code = Code::error(
    "assembly/missing-name",
    "A-NAME-12",
    NAMING,
    "Checks that an assembly outside a project has a `name`, because the catalog stores descriptors by name. In an LMCTL project, the name is \
optional: LMCTL builds it from the project's type, name and version.",
)
.bad(
    "file",
    "
description: a demonstration
#^^^^^^^^^^
composition: {}
",
)
.good(
    "
name: assembly::demo::1.0
description: a demonstration
composition: {}
",
);
pub static NAME_PARTS: Code = Code::error(
    "assembly/name-without-three-parts",
    "A-NAME-1",
    NAMING,
    "Checks that a descriptor's name consists of kind, name and version, separated by `::`. A descriptor with any other name cannot be found.",
)
.bad(
    "document",
    "
name: demo::1.0
#     ^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");
pub static NAME_KIND: Code = Code::error(
    "assembly/unknown-descriptor-kind",
    "A-NAME-2",
    NAMING,
    "Checks the first part of the name. It is the kind of descriptor and defines the available sections: `assembly` or `resource`. LMCTL projects also \
have `assembly-template` and `type`.",
)
.bad(
    "document",
    "
name: service::demo::1.0
#     ^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");
pub static NAME_START: Code = Code::error(
    "assembly/name-starts-without-letter",
    "A-NAME-3",
    NAMING,
    "Checks that the middle part of a descriptor's name starts with a letter.",
)
.bad(
    "document",
    "
name: assembly::1demo::1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo1::1.0");
pub static NAME_END: Code = Code::error(
    "assembly/name-ends-with-separator",
    "A-NAME-4",
    NAMING,
    "Checks that the middle part of a descriptor's name ends with a letter or a digit. The TNC-O documentation does not require it for resources, so \
this is a warning there.",
)
.bad(
    "document",
    "
name: assembly::demo_::1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo_2::1.0");
pub static NAME_CHARACTER: Code = Code::error(
    "assembly/character-in-name",
    "A-NAME-5",
    NAMING,
    "Checks that a descriptor's name contains only letters, digits, `_` and `-`, and a dot after a company name. Other characters break the URLs that the \
product builds from it.",
)
.bad(
    "document",
    "
name: assembly::front/end::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::front-end::1.0");
pub static COMPANY_PREFIX: Code = Code::warning(
    "assembly/dangling-dot-in-name",
    "A-NAME-6",
    "CP4NA 2.7 assembly descriptors, Name; TNC-O resource descriptor",
    "Checks the position of dots in a name. Neither product lists the dot as a valid character, but both recommend `company.resource`. A dot between two \
words is accepted as such a prefix; a dot at either end, or two consecutive dots, are not.",
)
.bad(
    "document",
    "
name: assembly::.net..work::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::acme.network::1.0");
pub static DOUBLE_SEPARATOR: Code = Code::error(
    "assembly/consecutive-separators",
    "A-NAME-7",
    NAMING,
    "Checks for consecutive `_` and `-` in a name. TNC-O does not forbid them for assemblies, so this is a warning there.",
)
.bad(
    "document",
    "
name: assembly::a__b::1.0
#     ^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::a_b::1.0");
pub static LONG_NAME: Code = Code::error(
    "assembly/long-name",
    "A-NAME-8",
    NAMING,
    "Checks that the middle part of a name has at most 50 characters. For TNC-O assemblies, only the user interface enforces this, so this is a warning \
there.",
)
.bad(
    "document",
    "
name: assembly::a-name-that-goes-on-and-on-until-nobody-can-read-it-any-more::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::short-name::1.0");
pub static BLANK_IN_NAME: Code = Code::error(
    "assembly/blank-in-name",
    "A-NAME-9",
    NAMING,
    "Checks that a name or a type contains no spaces. With a space after the colons and without quotes, the line is not valid YAML.",
)
.bad(
    "component",
    "
type: 'resource:: c_streamer::1.0'
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("type: resource::c_streamer::1.0");
pub static VERSION_FORM: Code = Code::error(
    "assembly/malformed-version",
    "A-NAME-10",
    NAMING,
    "Checks that a version consists of numbers separated by single dots, so that versions can be compared.",
)
.bad(
    "document",
    "
name: assembly::demo::v1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0.0");
pub static LONG_VERSION: Code = Code::info(
    "assembly/long-version",
    "A-NAME-11",
    "TNC-O user interface",
    "Checks that a version has at most ten characters. A longer version can be uploaded to TNC-O, but not entered in its user interface.",
)
.bad(
    "document",
    "
name: assembly::demo::1.0.20240131
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0.12");
pub static PROPERTY_NAME: Code = Code::error(
    "assembly/malformed-property-name",
    "A-PROP-1",
    "CP4NA 2.7 assembly descriptors, Properties",
    "Checks that a property name has no space, no dot, and at least one letter or digit. A dot separates the owner from the property in \
`${owner.property}`, so a property with a dot in its name cannot be referenced.",
)
.bad(
    "resource",
    "
properties:
  network.id: {type: string}
# ^^^^^^^^^^
",
)
.good(
    "
properties:
  network-id: {type: string}
",
);
pub static DATA_TYPE_NAME: Code = Code::error(
    "assembly/malformed-data-type-name",
    "A-DT-1",
    "CP4NA 2.7 assembly descriptors, Data types",
    "Checks that a data type name has no space, no dot, and at least one letter or digit.",
)
.bad(
    "document",
    "
data-types:
  my.tag: {properties: {}}
# ^^^^^^
",
)
.good(
    "
data-types:
  my-tag: {properties: {}}
",
);
pub static SHADOWED_TYPE: Code = Code::error(
    "assembly/data-type-shadows-built-in",
    "A-DT-7",
    "CP4NA 2.7 assembly descriptors, Data types",
    "Checks that a data type does not have the name of a built-in type. It could not be distinguished from the built-in type.",
)
.bad(
    "document",
    "
data-types:
  map: {properties: {}}
# ^^^
",
)
.good(
    "
data-types:
  port-map: {properties: {}}
",
);
pub static ENTRY_NAME: Code = Code::error(
    "assembly/malformed-entry-name",
    "A-COMP-1",
    "CP4NA 2.7 assembly descriptors, Composition",
    "Checks that the name of a component, reference, capability or requirement has no space, no dot, and at least one letter or digit. A dot separates \
the name from its member.",
)
.bad(
    "document",
    "
composition:
  voip.server: {type: 'resource::voip::1.0'}
# ^^^^^^^^^^^
",
)
.good(
    "
composition:
  voip-server: {type: 'resource::voip::1.0'}
",
);
pub static RESERVED_NAME: Code = Code::warning(
    "assembly/reserved-name",
    "A-COMP-8",
    "TNC-O assembly descriptor, Property values",
    "Checks that a component is not named `instance`, `item`, `source` or `target`. These are keywords in `${…}`, so such a component cannot be \
referenced.",
)
.bad(
    "document",
    "
composition:
  source: {type: 'resource::camera::1.0'}
# ^^^^^^
",
)
.good(
    "
composition:
  camera: {type: 'resource::camera::1.0'}
",
);
pub static CLASHING_NAME: Code = Code::error(
    "assembly/name-of-component-and-reference",
    "A-COMP-7",
    "TNC-O user interface, duplicate component name",
    "Checks that no component has the name of a reference. They share one namespace, because `${name.property}` and `name.Capability` can refer to either.",
)
.bad(
    "document",
    "
composition:
  net: {type: 'resource::net::1.0'}
references:
  net: {type: 'resource::net::1.0'}
# ^^^
",
)
.good(
    "
composition:
  net: {type: 'resource::net::1.0'}
references:
  outer-net: {type: 'resource::net::1.0'}
",
);
pub static RELATIONSHIP_NAME: Code = Code::error(
    "assembly/malformed-relationship-name",
    "A-REL-1",
    "CP4NA 2.7 assembly descriptors, Relationships",
    "Checks that a relationship name has no space, no dot, and at least one letter or digit.",
)
.bad(
    "two components",
    "
relationships:
  nfs mount:
# ^^^^^^^^^
~    {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
",
)
.good(
    "
relationships:
  nfs_mount:
~    {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
",
);
pub static RELATIONSHIP_NAME_STYLE: Code = Code::warning(
    "assembly/unusual-relationship-name",
    "A-REL-1",
    "TNC-O user interface",
    "Checks that a relationship name has 2 to 50 characters and starts with a letter. Other names can be uploaded, but not edited in the product's own \
designer.",
)
.bad(
    "two components",
    "
relationships:
  r:
# ^
~    {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
",
)
.good(
    "
relationships:
  mounts:
~    {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
",
);
pub static COMPONENT_TYPE: Code = Code::error(
    "assembly/malformed-component-type",
    "A-COMP-3",
    "TNC-O assembly descriptor, Composition; CP4NA 2.7 assembly descriptors, Composition",
    "Checks that a component's type is the full name of another descriptor, an assembly or a resource.",
)
.bad(
    "document",
    "
composition:
  a: {type: b}
#           ^
",
)
.good(
    "
composition:
  a: {type: 'assembly::b::1.0'}
",
);
pub static RANGE_IN_COMPOSITION: Code = Code::error(
    "assembly/version-range-in-composition",
    "A-COMP-4",
    "CP4NA 2.7 assembly descriptors, Composition",
    "Checks that a component's type has an exact version. Ranges are for references, which search for existing resources, and for `dynamicType`.",
)
.bad(
    "document",
    "
composition:
  a: {type: 'resource::b::^1.0'}
#           ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
composition:
  a: {type: 'resource::b::1.0'}
",
);
pub static LMCTL_TYPE: Code = Code::info(
    "assembly/lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "Reports a type that LMCTL resolves. `$lmctl:/contains:/name:/descriptor_name` refers to the descriptor of a sub-project; LMCTL replaces it with the \
full name when it builds the package. The product itself does not support it, so the file cannot be uploaded without a build.",
)
.bad(
    "component",
    "
type: '$lmctl:/contains:/subA:/descriptor_name'
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("type: 'resource::subA-demo::1.0'")
.folded("types as LMCTL writes them");
pub static MALFORMED_LMCTL_TYPE: Code = Code::error(
    "assembly/malformed-lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "Checks the form of a type that LMCTL resolves: a path of sub-projects, each as `:/contains:/name`, followed by `:/descriptor_name`. With any other \
form, the build fails.",
)
.bad(
    "component",
    "
type: '$lmctl/contains/subA'
#     ^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("type: '$lmctl:/contains:/subA:/descriptor_name'");
pub static REFERENCE_TYPE: Code = Code::error(
    "assembly/malformed-reference-type",
    "A-REFS-1",
    "CP4NA 2.7 assembly descriptors, References",
    "Checks that a reference's type is a descriptor name with an exact version or a minimum version: `^1.0` matches 1.0 and later, up to 2.0 (exclusive). \
Ranges with brackets are for `dynamicType`.",
)
.bad(
    "document",
    "
references:
  storage: {type: 'assembly::storage::[1.0,)', properties: {}}
#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
references:
  storage: {type: 'assembly::storage::^1.0', properties: {}}
",
);
