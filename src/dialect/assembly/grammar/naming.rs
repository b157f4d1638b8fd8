//! What can be wrong with the names of descriptors and of the things in them. The checks are in `name`.

use crate::diagnostic::Code;

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
    "The catalogue files a descriptor under its `name`, so an assembly that is handed over on its own must have one. Inside an LMCTL project \
the name may be left out: LMCTL makes it from the project's type, name and version.

Bad:
```yaml
description: a demonstration
```
Good:
```yaml
name: assembly::demo::1.0
description: a demonstration
```",
);
pub static NAME_PARTS: Code = Code::error(
    "assembly/name-without-three-parts",
    "A-NAME-1",
    NAMING,
    "A descriptor's name is kind, name and version with `::` between them. Nothing can be found under a name with fewer or more parts.

Bad: `name: demo::1.0`

Good: `name: assembly::demo::1.0`",
);
pub static NAME_KIND: Code = Code::error(
    "assembly/unknown-descriptor-kind",
    "A-NAME-2",
    NAMING,
    "The first part of the name says what the descriptor describes, and decides which sections it may have: `assembly` or `resource`. LMCTL \
projects know `assembly-template` and `type` besides.

Bad: `name: service::demo::1.0`

Good: `name: assembly::demo::1.0`",
);
pub static NAME_START: Code = Code::error(
    "assembly/name-starts-without-letter",
    "A-NAME-3",
    NAMING,
    "The middle part of a descriptor's name begins with a letter.

Bad: `name: assembly::1demo::1.0`

Good: `name: assembly::demo1::1.0`",
);
pub static NAME_END: Code = Code::error(
    "assembly/name-ends-with-separator",
    "A-NAME-4",
    NAMING,
    "The middle part of a descriptor's name ends with a letter or a digit. The TNC-O page for resources does not say so; there this is a warning.

Bad: `name: assembly::demo_::1.0`

Good: `name: assembly::demo_2::1.0`",
);
pub static NAME_CHARACTER: Code = Code::error(
    "assembly/character-in-name",
    "A-NAME-5",
    NAMING,
    "A descriptor's name is made of letters, digits, `_` and `-`, with a dot behind a company's name. Anything else breaks the addresses that \
the product makes of it.

Bad: `name: assembly::front/end::1.0`

Good: `name: assembly::front-end::1.0`",
);
pub static COMPANY_PREFIX: Code = Code::warning(
    "assembly/dangling-dot-in-name",
    "A-NAME-6",
    "CP4NA 2.7 assembly descriptors, Name; TNC-O resource descriptor",
    "Neither product lists the dot among the characters of a name, yet both recommend `company.resource`. A dot between two words is \
accepted as such a prefix; a dot at either end, or two in a row, is not.

Bad: `name: assembly::.net..work::1.0`

Good: `name: assembly::acme.network::1.0`",
);
pub static DOUBLE_SEPARATOR: Code = Code::error(
    "assembly/consecutive-separators",
    "A-NAME-7",
    NAMING,
    "`_` and `-` do not follow one another in a name. TNC-O does not say so for assemblies; there this is a warning.

Bad: `name: assembly::a__b::1.0`

Good: `name: assembly::a_b::1.0`",
);
pub static LONG_NAME: Code = Code::error(
    "assembly/long-name",
    "A-NAME-8",
    NAMING,
    "The middle part of a name has at most 50 characters. For TNC-O assemblies only its user interface enforces this; there it is a warning.

Bad: `name: assembly::a-name-that-goes-on-and-on-until-nobody-can-read-it-any-more::1.0`

Good: `name: assembly::short-name::1.0`",
);
pub static BLANK_IN_NAME: Code = Code::error(
    "assembly/blank-in-name",
    "A-NAME-9",
    NAMING,
    "A name or a type holds no blanks. With a blank behind the colons, and without quotes, the line is not even YAML.

Bad: `type: 'resource:: c_streamer::1.0'`

Good: `type: resource::c_streamer::1.0`",
);
pub static VERSION_FORM: Code = Code::error(
    "assembly/malformed-version",
    "A-NAME-10",
    NAMING,
    "A version is numbers with single dots between them, so that versions can be compared.

Bad: `name: assembly::demo::v1.0`

Good: `name: assembly::demo::1.0.0`",
);
pub static LONG_VERSION: Code = Code::info(
    "assembly/long-version",
    "A-NAME-11",
    "TNC-O user interface",
    "The TNC-O user interface takes ten characters for a version; a longer one can be uploaded but not entered there.

Bad: `name: assembly::demo::1.0.20240131`

Good: `name: assembly::demo::1.0.12`",
);
pub static PROPERTY_NAME: Code = Code::error(
    "assembly/malformed-property-name",
    "A-PROP-1",
    "CP4NA 2.7 assembly descriptors, Properties",
    "A property's name has no blank and no dot and at least one letter or digit. A dot separates the owner from the property in \
`${owner.property}`, so a property with a dot in its name can never be referred to.

Bad:
```yaml
properties:
  network.id: {type: string}
```
Good:
```yaml
properties:
  network-id: {type: string}
```",
);
pub static DATA_TYPE_NAME: Code = Code::error(
    "assembly/malformed-data-type-name",
    "A-DT-1",
    "CP4NA 2.7 assembly descriptors, Data types",
    "A data type is named like a property: no blank, no dot, at least one letter or digit.

Bad:
```yaml
data-types:
  my.tag: {properties: {}}
```
Good:
```yaml
data-types:
  my-tag: {properties: {}}
```",
);
pub static SHADOWED_TYPE: Code = Code::error(
    "assembly/data-type-shadows-built-in",
    "A-DT-7",
    "CP4NA 2.7 assembly descriptors, Data types",
    "A data type with the name of a built-in type could never be told from it.

Bad:
```yaml
data-types:
  map: {properties: {}}
```
Good:
```yaml
data-types:
  port-map: {properties: {}}
```",
);
pub static ENTRY_NAME: Code = Code::error(
    "assembly/malformed-entry-name",
    "A-COMP-1",
    "CP4NA 2.7 assembly descriptors, Composition",
    "The name of a component, reference, capability or requirement has no blank and no dot and at least one letter or digit: a dot separates \
it from what belongs to it.

Bad:
```yaml
composition:
  voip.server: {type: 'resource::voip::1.0'}
```
Good:
```yaml
composition:
  voip-server: {type: 'resource::voip::1.0'}
```",
);
pub static RESERVED_NAME: Code = Code::warning(
    "assembly/reserved-name",
    "A-COMP-8",
    "TNC-O assembly descriptor, Property values",
    "`instance`, `item`, `source` and `target` have a meaning of their own at the head of `${…}`, so a component of that name cannot be \
referred to.

Bad:
```yaml
composition:
  source: {type: 'resource::camera::1.0'}
```
Good:
```yaml
composition:
  camera: {type: 'resource::camera::1.0'}
```",
);
pub static CLASHING_NAME: Code = Code::error(
    "assembly/name-of-component-and-reference",
    "A-COMP-7",
    "TNC-O user interface, duplicate component name",
    "`${name.property}` and `name.Capability` do not say whether they mean a component or a reference, so the two share one set of names.

Bad:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
references:
  net: {type: 'resource::net::1.0'}
```
Good:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
references:
  outer-net: {type: 'resource::net::1.0'}
```",
);
pub static RELATIONSHIP_NAME: Code = Code::error(
    "assembly/malformed-relationship-name",
    "A-REL-1",
    "CP4NA 2.7 assembly descriptors, Relationships",
    "A relationship's name has no blank and no dot and at least one letter or digit.

Bad:
```yaml
relationships:
  nfs mount: {}
```
Good:
```yaml
relationships:
  nfs_mount: {}
```",
);
pub static RELATIONSHIP_NAME_STYLE: Code = Code::warning(
    "assembly/unusual-relationship-name",
    "A-REL-1",
    "TNC-O user interface",
    "The product's own designer takes relationship names of 2 to 50 characters that begin with a letter. Others can be uploaded but not \
edited there.

Bad:
```yaml
relationships:
  r: {}
```
Good:
```yaml
relationships:
  mounts: {}
```",
);
pub static COMPONENT_TYPE: Code = Code::error(
    "assembly/malformed-component-type",
    "A-COMP-3",
    "TNC-O assembly descriptor, Composition; CP4NA 2.7 assembly descriptors, Composition",
    "A component's type is the full name of another descriptor, an assembly or a resource.

Bad:
```yaml
composition:
  a: {type: b}
```
Good:
```yaml
composition:
  a: {type: 'assembly::b::1.0'}
```",
);
pub static RANGE_IN_COMPOSITION: Code = Code::error(
    "assembly/version-range-in-composition",
    "A-COMP-4",
    "CP4NA 2.7 assembly descriptors, Composition",
    "What is created has exactly one version. Ranges are for references, which look for something that exists, and for `dynamicType`.

Bad:
```yaml
composition:
  a: {type: 'resource::b::^1.0'}
```
Good:
```yaml
composition:
  a: {type: 'resource::b::1.0'}
```",
);
pub static LMCTL_TYPE: Code = Code::info(
    "assembly/lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "`$lmctl:/contains:/name:/descriptor_name` stands for the descriptor of a sub-project; LMCTL puts the full name in when it builds the \
package. The product itself does not understand it, so such a file cannot be uploaded as it is.

Bad: `type: '$lmctl:/contains:/subA:/descriptor_name'`

Good: `type: 'resource::subA-demo::1.0'`",
);
pub static MALFORMED_LMCTL_TYPE: Code = Code::error(
    "assembly/malformed-lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "A type that LMCTL fills in leads down through sub-projects, each as `:/contains:/name`, and ends with `:/descriptor_name`. Of any other form \
LMCTL makes nothing, and the build stops.

Bad: `type: '$lmctl/contains/subA'`

Good: `type: '$lmctl:/contains:/subA:/descriptor_name'`",
);
pub static REFERENCE_TYPE: Code = Code::error(
    "assembly/malformed-reference-type",
    "A-REFS-1",
    "CP4NA 2.7 assembly descriptors, References",
    "A reference names the descriptor of the thing it looks for, in exactly one version or from a version up: `^1.0` takes 1.0 and everything \
before 2.0. Ranges with brackets are for `dynamicType`.

Bad:
```yaml
references:
  storage: {type: 'assembly::storage::[1.0,)', properties: {}}
```
Good:
```yaml
references:
  storage: {type: 'assembly::storage::^1.0', properties: {}}
```",
);
