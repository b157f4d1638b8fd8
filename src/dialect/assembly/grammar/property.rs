//! Property definitions, structured values and data types.

use super::{
    CP4NA, CP4NA_FEATURE, CP4NA_RESOURCE, DATA_TYPE, PRIVATE_PROPERTY, PROPERTY, RESOURCES, UNKNOWN_BASE_TYPE,
};
use crate::expression::{BASE_TYPE, ENTRY_TYPE, FIELD_TYPE, RESOURCE_VALUE, TYPE, VALUE};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, NamedEntries, Shape};

const PROPERTIES_SECTION: &str =
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";
const DATA_TYPES_SECTION: &str = "CP4NA 2.7 assembly descriptors, Data types";

pub(super) static CODES: &[&Code] = &[
    &PROPERTY_SHAPE,
    &UNKNOWN_PROPERTY_ATTRIBUTE,
    &NOT_A_FLAG,
    &ENTRY_SCHEMA_SHAPE,
    &DATA_TYPE_SHAPE,
    &VOLATILE_IN_TNCO,
];

pub static PROPERTY_SHAPE: Code = Code::error(
    "assembly/property-not-a-mapping",
    "A-PROP-2",
    PROPERTIES_SECTION,
    "Checks that a property definition is a mapping of attributes: type, default, value. A plain string is not a definition. An empty definition is allowed \
and means an optional string.",
)
.why("The product reads the type, the default and the value from the attributes of the definition. A string has none of them.")
.advice("Write a value as `name: {value: …}` and a type as `name: {type: …}`.")
.bad(
    "resource",
    "
properties:
  id: string
#     ^^^^^^
",
)
.good(
    "
properties:
  id: {type: string}
",
);
pub static UNKNOWN_PROPERTY_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-property-attribute",
    "A-PROP-4",
    PROPERTIES_SECTION,
    "Checks for unknown attributes of a property.",
)
.why("The product ignores them. For example, a property with a misspelled `read-only` can be set from outside.")
.advice("Correct the name, for example `readOnly` to `read-only`, or remove the attribute.")
.bad(
    "properties",
    "
mgmtIp: {readOnly: true}
#        ^^^^^^^^
",
)
.good("mgmtIp: {read-only: true}");
pub static NOT_A_FLAG: Code = Code::error(
    "assembly/flag-not-boolean",
    "A-PROP-7",
    PROPERTIES_SECTION,
    "Checks that `required`, `read-only` and `volatile` are `true` or `false`.",
)
.why(
    "With a string, it is undefined whether the property is required, can be set from outside or can change.",
)
.advice("Write `true` or `false` without quotes.")
.bad(
    "properties",
    "
a: {required: 'yes please'}
#             ^^^^^^^^^^^^
",
)
.good("a: {required: true}");
pub static ENTRY_SCHEMA_SHAPE: Code = Code::error(
    "assembly/malformed-entry-schema",
    "A-SCHEMA-4",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks that `entry-schema` is a mapping with `type`, or just a type name.",
)
.why("It defines the type of the entries of a list or map. From any other form, no type can be read, so the entries are not checked.")
.advice("Write `entry-schema: {type: string}`, or only the name of the type: `entry-schema: string`.")
.bad(
    "properties",
    "
taps: {type: map, entry-schema: [tap]}
#                               ^^^^^
",
)
.good("taps: {type: map, entry-schema: tap}");
pub static DATA_TYPE_SHAPE: Code = Code::error(
    "assembly/data-type-without-properties",
    "A-DT-4",
    DATA_TYPES_SECTION,
    "Checks that a data type has `properties`, a mapping of property definitions. It can be empty, but not missing.",
)
.advice("If the data type only inherits properties, add `properties: {}`.")
.bad(
    "cp4na document",
    "
data-types:
  label: {properties: {}}
  tag: {derived-from: label}
# ^^^
",
)
.good(
    "
data-types:
  label: {properties: {}}
  tag: {derived-from: label, properties: {}}
",
);
/// `assembly::CP4NA_FEATURE` is the code for other features.
pub static VOLATILE_IN_TNCO: Code = Code::warning(
    "assembly/volatile-in-tnco",
    "A-TOP-7",
    "TNC-O resource descriptor, Properties",
    "Checks for `volatile` in a TNC-O assembly.",
)
.earlier(&["assembly/attribute-of-resources"])
.why("TNC-O supports it for resources only; in an assembly it has no effect.")
.advice("Remove `volatile`, or move it to the property in the resource descriptor.")
.bad(
    "properties",
    "
license: {volatile: true}
#         ^^^^^^^^
",
)
.good("license: {type: string}");

macro_rules! property_keys {
    ($type:expr, $value:expr, $entry:expr) => {
        &[
            Key::new("type", Shape::Reference($type))
                .names_type()
                .default("string")
                .doc("Type of the value. TNC-O assemblies treat every value as a string."),
            Key::new("required", Shape::Boolean)
                .wrong_shape(&NOT_A_FLAG)
                .default("false")
                .doc("Requires a value when the outermost assembly is created."),
            Key::new("description", Shape::Prose).doc("Description of the property."),
            Key::new("default", Shape::Value($value)).holds_default().doc("Value if none is given."),
            Key::new("read-only", Shape::Boolean)
                .wrong_shape(&NOT_A_FLAG)
                .default("false")
                .doc("Prevents setting the property from outside."),
            Key::new("volatile", Shape::Boolean)
                .only(CP4NA.or(RESOURCES), &VOLATILE_IN_TNCO)
                .wrong_shape(&NOT_A_FLAG)
                .default("false")
                .doc("Reconfigures the running instance on a change instead of reinstalling it."),
            Key::new("value", Shape::Value($value))
                .holds_value()
                .doc("Fixed value, or `${…}` to read another property; it cannot be overridden."),
            Key::new("entry-schema", Shape::OneOf(&[Shape::Reference($type), Shape::Construct($entry)]))
                .alias(&["entry_schema"])
                .only(CP4NA.or(CP4NA_RESOURCE), &CP4NA_FEATURE)
                .wrong_shape(&ENTRY_SCHEMA_SHAPE)
                .doc("Type of the entries of a list or map."),
        ]
    };
}

/// A property of an assembly, a component, a reference or a relationship.
pub static PROPERTY_DEFINITION: Construct = Construct {
    name: "property",
    keys: property_keys!(&TYPE, &VALUE, &ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY_ATTRIBUTE),
    wrong_shape: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named value: set from outside, fixed, or read from another property.",
    section: PROPERTIES_SECTION,
};

/// A property of a resource descriptor. Its values can only refer to the resource's own properties.
pub static RESOURCE_PROPERTY: Construct = Construct {
    name: "property",
    keys: property_keys!(&TYPE, &RESOURCE_VALUE, &ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY_ATTRIBUTE),
    wrong_shape: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named value of the resource, passed to its drivers or returned by them.",
    section: "TNC-O resource descriptor, Properties",
};

/// A property of a data type.
pub static FIELD: Construct = Construct {
    name: "property of a data type",
    keys: property_keys!(&FIELD_TYPE, &VALUE, &FIELD_ENTRY_SCHEMA),
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY_ATTRIBUTE),
    wrong_shape: &PROPERTY_SHAPE,
    nullable: true,
    doc: "A named field of the values of a data type.",
    section: DATA_TYPES_SECTION,
};

macro_rules! entry_schema {
    ($type:expr, $itself:expr) => {
        Construct {
            name: "entry schema",
            keys: &[
                Key::new("type", Shape::Reference($type))
                    .names_type()
                    .required(&ENTRY_SCHEMA_SHAPE)
                    .doc("Type of each entry."),
                Key::new("default", Shape::Value(&VALUE))
                    .holds_default()
                    .doc("Value of an entry if none is given."),
                Key::new("description", Shape::Prose).doc("Description of the entries."),
                Key::new("entry-schema", Shape::OneOf(&[Shape::Reference($type), Shape::Construct($itself)]))
                    .alias(&["entry_schema"])
                    .doc("Type of nested entries, if the entries are lists or maps."),
            ],
            open: None,
            unknown: Some(&UNKNOWN_PROPERTY_ATTRIBUTE),
            wrong_shape: &ENTRY_SCHEMA_SHAPE,
            nullable: false,
            doc: "The type of the entries of a list or map.",
            section: "CP4NA 2.7 assembly descriptors, Structured properties",
        }
    };
}

pub static ENTRY_SCHEMA: Construct = entry_schema!(&ENTRY_TYPE, &ENTRY_SCHEMA);
pub static FIELD_ENTRY_SCHEMA: Construct = entry_schema!(&FIELD_TYPE, &FIELD_ENTRY_SCHEMA);

pub static PROPERTIES: NamedEntries = NamedEntries {
    kind: &PROPERTY,
    value: Shape::Construct(&PROPERTY_DEFINITION),
    wrong_shape: Some(&PROPERTY_SHAPE),
};
pub static RESOURCE_PROPERTIES: NamedEntries = NamedEntries {
    kind: &PROPERTY,
    value: Shape::Construct(&RESOURCE_PROPERTY),
    wrong_shape: Some(&PROPERTY_SHAPE),
};
pub static PRIVATE_PROPERTIES: NamedEntries = NamedEntries {
    kind: &PRIVATE_PROPERTY,
    value: Shape::Construct(&RESOURCE_PROPERTY),
    wrong_shape: Some(&PROPERTY_SHAPE),
};
pub static FIELDS: NamedEntries =
    NamedEntries { kind: &PROPERTY, value: Shape::Construct(&FIELD), wrong_shape: Some(&PROPERTY_SHAPE) };

/// A data type.
pub static DATA_TYPE_DEFINITION: Construct = Construct {
    name: "data type",
    keys: &[
        Key::new("derived-from", Shape::Reference(&BASE_TYPE))
            .wrong_shape(&UNKNOWN_BASE_TYPE)
            .doc("Base data type; its properties are inherited."),
        Key::new("description", Shape::Prose).doc("Description of the data type."),
        Key::new("properties", Shape::NamedMap(&FIELDS))
            .required(&DATA_TYPE_SHAPE)
            .wrong_shape(&DATA_TYPE_SHAPE)
            .doc("Fields of a value of this type."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY_ATTRIBUTE),
    wrong_shape: &DATA_TYPE_SHAPE,
    nullable: false,
    doc: "A custom type: a set of named fields.",
    section: DATA_TYPES_SECTION,
};

pub static DATA_TYPES: NamedEntries = NamedEntries {
    kind: &DATA_TYPE,
    value: Shape::Construct(&DATA_TYPE_DEFINITION),
    wrong_shape: Some(&DATA_TYPE_SHAPE),
};
