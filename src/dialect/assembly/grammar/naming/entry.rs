//! Codes of names of entries: properties, data types, relationships.

use limn_language::diagnostic::Code;

pub static PROPERTY_NAME: Code = Code::error(
    "assembly/malformed-property-name",
    "A-PROP-1",
    "CP4NA 2.7 assembly descriptors, Properties",
    "Checks that a property name has no space, no dot, and at least one letter or digit.",
)
.why("A dot separates the owner from the property in `${owner.property}`, so a property with a dot in its name cannot be referenced.")
.advice("Use `-` or `_` instead of spaces and dots.")
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
.advice("Use `-` or `_` instead of spaces and dots.")
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
    "Checks that a data type does not have the name of a built-in type.",
)
.why("The two types could not be distinguished.")
.advice("Rename the data type.")
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
    "Checks that the name of a component, reference, capability or requirement has no space, no dot, and at least one letter or digit.",
)
.why("A dot separates the name from its member.")
.advice("Use `-` or `_` instead of spaces and dots.")
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
    "Checks that a component is not named `instance`, `item`, `source` or `target`.",
)
.why("These are keywords in `${…}`, so such a component cannot be referenced.")
.advice("Rename the component, for example to `camera`, also in relationships, operations and policies.")
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
    "Checks that no component has the name of a reference.",
)
.why("They share one namespace, because `${name.property}` and `name.Capability` can refer to either.")
.advice("Rename one of the two.")
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
.advice("Use `-` or `_` instead of spaces and dots.")
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
    "Checks that a relationship name has 2 to 50 characters and starts with a letter.",
)
.why("Other names can be uploaded, but not edited in the product's own designer.")
.advice("Rename the relationship: start with a letter and use 2 to 50 characters.")
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
