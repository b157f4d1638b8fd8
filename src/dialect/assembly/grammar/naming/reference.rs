//! Codes of references to descriptors, as types of components and references.

use limn_language::diagnostic::Code;

pub static COMPONENT_TYPE: Code = Code::error(
    "assembly/malformed-component-type",
    "A-COMP-3",
    "TNC-O assembly descriptor, Composition; CP4NA 2.7 assembly descriptors, Composition",
    "Checks that a component's type is the full name of another descriptor, an assembly or a resource.",
)
.why("The orchestrator finds a descriptor by its full name. With only a part of it, the component cannot be created.")
.advice("Use the form `resource::name::1.0` or `assembly::name::1.0`.")
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
    "Checks that a component's type has an exact version.",
)
.why("Ranges are for references, which search for existing resources, and for `dynamicType`.")
.advice("Write the exact version.")
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
    "Reports a type that LMCTL resolves. `$lmctl:/contains:/name:/descriptor_name` refers to the descriptor of a sub-project; LMCTL replaces it with \
the full name when it builds the package.",
)
.why("The product itself does not support it, so the file cannot be uploaded without a build.")
.advice("Write the full name, such as `resource::subA-demo::1.0`, or upload the package that LMCTL builds.")
.bad(
    "component",
    "
type: '$lmctl:/contains:/subA:/descriptor_name'
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("type: 'resource::subA-demo::1.0'")
.one_cause("types as LMCTL writes them");
pub static MALFORMED_LMCTL_TYPE: Code = Code::error(
    "assembly/malformed-lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "Checks the form of a type that LMCTL resolves: a path of sub-projects, each as `:/contains:/name`, followed by `:/descriptor_name`.",
)
.why("LMCTL keeps any other text as the type, and no descriptor has that name.")
.advice("Write `$lmctl:/contains:/name:/descriptor_name`, with one `:/contains:/name` for each sub-project of the path.")
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
.why("The orchestrator searches for an existing resource of this type. If it finds none, the creation of the whole assembly stops.")
.advice("Write the exact version, or the minimum version as `^1.0`.")
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
