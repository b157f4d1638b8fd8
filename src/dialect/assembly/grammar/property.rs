//! Property definitions, structured values and data types.

use super::{CP4NA, CP4NA_ONLY, CP4NA_RESOURCE, DATA_TYPE, PRIVATE_PROPERTY, PROPERTY, RESOURCES};
use crate::diagnostic::Code;
use crate::dialect::assembly::expression::{BASE_TYPE, ENTRY_TYPE, FIELD_TYPE, RESOURCE_VALUE, TYPE, VALUE};
use crate::schema::{Choice, Construct, Key, Named, Shape};

const PROPERTIES_SECTION: &str =
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";
const DATA_TYPES_SECTION: &str = "CP4NA 2.7 assembly descriptors, Data types";

pub(super) static CODES: &[&Code] = &[
    &PROPERTY_SHAPE,
    &UNKNOWN_ATTRIBUTE,
    &UNKNOWN_TYPE,
    &NOT_A_FLAG,
    &ENTRY_SCHEMA_SHAPE,
    &UNKNOWN_BASE_TYPE,
    &DATA_TYPE_SHAPE,
    &UNKNOWN_FIELD_TYPE,
    &VOLATILE_IN_TNCO,
];

pub static PROPERTY_SHAPE: Code = Code::error(
    "assembly/property-not-a-mapping",
    "A-PROP-2",
    PROPERTIES_SECTION,
    "A property is described by attributes: its type, its default, its value. A bare text in their place says none of these. Nothing at \
all behind the name is allowed and means an optional string.

Bad:
```yaml
properties:
  id: string
```
Good:
```yaml
properties:
  id: {type: string}
```",
);
pub static UNKNOWN_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-property-attribute",
    "A-PROP-4",
    PROPERTIES_SECTION,
    "An attribute that the product does not know is passed over in silence. A misspelled `read-only`, for one, leaves the property open to \
be set from outside.

Bad:
```yaml
mgmtIp: {readOnly: true}
```
Good:
```yaml
mgmtIp: {read-only: true}
```",
);
pub static UNKNOWN_TYPE: Code = Code::error(
    "assembly/unknown-property-type",
    "A-PROP-5",
    PROPERTIES_SECTION,
    "A property's type is one of the built-in types, or a name from `data-types`. TNC-O assemblies treat every value as text whatever the \
type says, so there this is only a remark.

Bad:
```yaml
a: {type: uuid}
```
Good:
```yaml
a: {type: string}
```",
);
pub static NOT_A_FLAG: Code = Code::error(
    "assembly/flag-not-boolean",
    "A-PROP-7",
    PROPERTIES_SECTION,
    "`required`, `read-only` and `volatile` are true or false.

Bad:
```yaml
a: {required: 'yes please'}
```
Good:
```yaml
a: {required: true}
```",
);
pub static ENTRY_SCHEMA_SHAPE: Code = Code::error(
    "assembly/malformed-entry-schema",
    "A-SCHEMA-4",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "`entry-schema` says of what type the entries of a list or map are: a mapping with `type`, or in short the type's name.

Bad:
```yaml
taps: {type: map, entry-schema: [tap]}
```
Good:
```yaml
taps: {type: map, entry-schema: tap}
```",
);
pub static UNKNOWN_BASE_TYPE: Code = Code::error(
    "assembly/unknown-base-type",
    "A-DT-2",
    DATA_TYPES_SECTION,
    "A data type can only be derived from another one of the same section.

Bad:
```yaml
data-types:
  b: {derived-from: zz, properties: {}}
```
Good:
```yaml
data-types:
  a: {properties: {}}
  b: {derived-from: a, properties: {}}
```",
);
pub static DATA_TYPE_SHAPE: Code = Code::error(
    "assembly/data-type-without-properties",
    "A-DT-4",
    DATA_TYPES_SECTION,
    "A data type is described by its `properties`, a mapping of property definitions, even where there are none of its own.

Bad:
```yaml
data-types:
  tag: {derived-from: label}
```
Good:
```yaml
data-types:
  tag: {derived-from: label, properties: {}}
```",
);
pub static UNKNOWN_FIELD_TYPE: Code = Code::error(
    "assembly/unknown-type-in-data-type",
    "A-DT-5",
    DATA_TYPES_SECTION,
    "The properties of a data type have built-in types or other data types of the section.

Bad:
```yaml
data-types:
  a: {properties: {x: {type: b}}}
```
Good:
```yaml
data-types:
  a: {properties: {x: {type: b}}}
  b: {properties: {}}
```",
);
/// Said of features in general; see `assembly::CP4NA_ONLY`.
pub static VOLATILE_IN_TNCO: Code = Code::warning(
    "assembly/attribute-of-resources",
    "A-TOP-7",
    "TNC-O resource descriptor, Properties",
    "TNC-O describes `volatile` for resources only; in an assembly it has no effect.

Bad (in an assembly):
```yaml
licence: {volatile: true}
```
Good:
```yaml
licence: {type: string}
```",
);

/// The built-in types, both products' together.
pub static PROPERTY_TYPES: &[Choice] = &[
    Choice::new("string", "Text; what a property is where nothing else is said."),
    Choice::new("boolean", "`true` or `false`."),
    Choice::new("integer", "A whole number."),
    Choice::new("float", "A number with a fraction."),
    Choice::new("timestamp", "A point in time, as ISO 8601 writes it."),
    Choice::new("map", "Named entries; `entry-schema` says of what type."),
    Choice::new("list", "Entries in order; `entry-schema` says of what type."),
    Choice::new("key", "The name of an SSH key."),
    Choice::new("certificate", "The name of a certificate."),
];

/// What a TNC-O resource may have.
pub static TNCO_RESOURCE_TYPES: &[&str] = &["string", "key", "resourceKeyId"];

macro_rules! property_keys {
    ($type:expr, $value:expr, $entry:expr) => {
        &[
            Key::new("type", Shape::Refers($type))
                .default("string")
                .doc("What kind of value it holds. TNC-O assemblies read every value as text."),
            Key::new("required", Shape::Flag)
                .unfit(&NOT_A_FLAG)
                .default("false")
                .doc("Whether a value has to be given when the outermost assembly is created."),
            Key::new("description", Shape::Prose).doc("What the property is for, for people."),
            Key::new("default", Shape::Value($value)).doc("The value where none is supplied."),
            Key::new("read-only", Shape::Flag)
                .unfit(&NOT_A_FLAG)
                .default("false")
                .doc("Whether it can only be read: nothing from outside overrides it."),
            Key::new("volatile", Shape::Flag)
                .only(CP4NA.or(RESOURCES), &VOLATILE_IN_TNCO)
                .unfit(&NOT_A_FLAG)
                .default("false")
                .doc("Whether a change reconfigures the running instance instead of installing it anew."),
            Key::new("value", Shape::Value($value)).doc(
                "The value itself, or `${…}` to take it from another property; it cannot be overridden.",
            ),
            Key::new("entry-schema", Shape::OneOf(&[Shape::Refers($type), Shape::Is($entry)]))
                .alias(&["entry_schema"])
                .only(CP4NA.or(CP4NA_RESOURCE), &CP4NA_ONLY)
                .unfit(&ENTRY_SCHEMA_SHAPE)
                .doc("Of what type the entries of a list or map are."),
        ]
    };
}

/// A property of an assembly, a component, a reference or a relationship.
pub static PROPERTY_DEFINITION: Construct = Construct {
    name: "property",
    keys: property_keys!(&TYPE, &VALUE, &ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    unfit: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named value: set from outside, fixed here, or taken from another property.",
    section: PROPERTIES_SECTION,
};

/// A property of a resource descriptor: its values see the resource's own properties only.
pub static RESOURCE_PROPERTY: Construct = Construct {
    name: "property",
    keys: property_keys!(&TYPE, &RESOURCE_VALUE, &ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    unfit: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named value of the resource: handed to its drivers, or returned by them.",
    section: "TNC-O resource descriptor, Properties",
};

/// A property of a data type.
pub static FIELD: Construct = Construct {
    name: "property of a data type",
    keys: property_keys!(&FIELD_TYPE, &VALUE, &FIELD_ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    unfit: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named part of every value of the data type.",
    section: DATA_TYPES_SECTION,
};

macro_rules! entry_schema {
    ($type:expr, $itself:expr) => {
        Construct {
            name: "entry schema",
            keys: &[
                Key::new("type", Shape::Refers($type))
                    .required(&ENTRY_SCHEMA_SHAPE)
                    .doc("The type of every entry."),
                Key::new("default", Shape::Value(&VALUE)).doc("The value of an entry where none is given."),
                Key::new("description", Shape::Prose).doc("What the entries are, for people."),
                Key::new("entry-schema", Shape::OneOf(&[Shape::Refers($type), Shape::Is($itself)]))
                    .alias(&["entry_schema"])
                    .doc("For entries that are lists or maps themselves: the type of what is in them."),
            ],
            open: None,
            unknown: Some(&UNKNOWN_ATTRIBUTE),
            unfit: &ENTRY_SCHEMA_SHAPE,
            nullable: false,
            doc: "Of what type the entries of a list or map are.",
            section: "CP4NA 2.7 assembly descriptors, Structured properties",
        }
    };
}

pub static ENTRY_SCHEMA: Construct = entry_schema!(&ENTRY_TYPE, &ENTRY_SCHEMA);
pub static FIELD_ENTRY_SCHEMA: Construct = entry_schema!(&FIELD_TYPE, &FIELD_ENTRY_SCHEMA);

pub static PROPERTIES: Named =
    Named { kind: &PROPERTY, value: Shape::Is(&PROPERTY_DEFINITION), unfit: Some(&PROPERTY_SHAPE) };
pub static RESOURCE_PROPERTIES: Named =
    Named { kind: &PROPERTY, value: Shape::Is(&RESOURCE_PROPERTY), unfit: Some(&PROPERTY_SHAPE) };
pub static PRIVATE_PROPERTIES: Named =
    Named { kind: &PRIVATE_PROPERTY, value: Shape::Is(&RESOURCE_PROPERTY), unfit: Some(&PROPERTY_SHAPE) };
pub static FIELDS: Named = Named { kind: &PROPERTY, value: Shape::Is(&FIELD), unfit: Some(&PROPERTY_SHAPE) };

/// A data type.
pub static DATA_TYPE_DEFINITION: Construct = Construct {
    name: "data type",
    keys: &[
        Key::new("derived-from", Shape::Refers(&BASE_TYPE))
            .unfit(&UNKNOWN_BASE_TYPE)
            .doc("Another data type, whose properties it has too."),
        Key::new("description", Shape::Prose).doc("What values of this type mean, for people."),
        Key::new("properties", Shape::Named(&FIELDS))
            .required(&DATA_TYPE_SHAPE)
            .unfit(&DATA_TYPE_SHAPE)
            .doc("The parts of a value of this type."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    unfit: &DATA_TYPE_SHAPE,
    nullable: false,
    doc: "A type of one's own: a set of named parts.",
    section: DATA_TYPES_SECTION,
};

pub static DATA_TYPES: Named =
    Named { kind: &DATA_TYPE, value: Shape::Is(&DATA_TYPE_DEFINITION), unfit: Some(&DATA_TYPE_SHAPE) };
