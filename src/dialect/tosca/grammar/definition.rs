//! Parts of types and templates: properties, attributes, parameters, entry schemas, artifacts.

use super::{
    ANNOTATIONS, ANY_VALUE, BOOLEAN_SHAPE, CONSTRAINTS, CONSTRAINTS_FORM, DESCRIPTION, METADATA, NOWHERE,
    SCALAR, UNKNOWN_KEY, V1_3, VALUE, WRONG_SHAPE, has_any, since_1_3,
};
use crate::function::CallNode;
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{
    ByValue, Choice, Construct, Discouraged, Key, NameKind, NamedEntries, NodeContext, Shape,
};

pub(super) static CODES: &[&Code] = &[&ARTIFACT_FILE, &VALUE_AS_INPUT];

pub static ARTIFACT_FILE: Code = Code::error(
    "tosca/artifact-without-file",
    "T3.5.7-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7",
    "Checks that an artifact written as a mapping has a `file`, unless it refines an inherited artifact of the same name.",
)
.why("Without a file, the orchestrator has nothing to deploy or run.")
.advice("Add `file` with the path or URL of the artifact.")
.bad(
    "node template",
    "
artifacts:
  image: {type: tosca.artifacts.Deployment.Image}
# ^^^^^
",
)
.good(
    "
artifacts:
  image: {type: tosca.artifacts.Deployment.Image, file: images/web.qcow2}
",
);
pub static VALUE_AS_INPUT: Code = Code::warning(
    "tosca/value-as-input-definition",
    "T3.5.15-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "Reports a value in place of an input definition. A type defines the inputs of an operation, with a type and an optional default; a template \
assigns their values.",
)
.why("Some processors read a value in a type as the default, and others reject it.")
.advice("Write the value as `default` next to a `type`: `port: {type: integer, default: 80}`.")
.bad(
    "node types",
    "
my.A: {derived_from: Root, interfaces: {Standard: {create: {inputs: {port: 80}}}}}
#                                                                          ^^
",
)
.good(
    "
my.A:
  derived_from: Root
  interfaces: {Standard: {create: {inputs: {port: {type: integer, default: 80}}}}}
",
)
.one_cause("values in place of input definitions");

/// Inputs and outputs of operations, notifications and workflows.
pub static PARAMETER: NameKind = NameKind::new("parameter");

const TYPE: Key = Key::new("type", Shape::Reference(&expression::DATA_TYPE)).names_type();
const REQUIRED: Key = Key::new("required", BOOLEAN_SHAPE).default("true").doc("Whether a value is required.");
const DEFAULT: Key = Key::new("default", VALUE).holds_default().doc("The value used if none is given.");
const STATUS: Key =
    Key::new("status", Shape::Choice(STATUSES)).default("supported").doc("The support status.");
static STATUSES: &[Choice] = &[
    Choice::new("supported", "Supported."),
    Choice::new("unsupported", "Not supported; has no effect."),
    Choice::new("experimental", "May change."),
    Choice::new("deprecated", "Will be removed."),
];
const CONSTRAINED: Key = Key::new("constraints", CONSTRAINTS)
    .wrong_shape(&CONSTRAINTS_FORM)
    .doc("Constraints on the value, in addition to its type.");
const ENTRY_SCHEMA: Key =
    Key::new("entry_schema", Shape::OneOf(SCHEMAS)).doc("Schema of the entries of a list or map.");
const KEY_SCHEMA: Key =
    since_1_3(Key::new("key_schema", Shape::OneOf(SCHEMAS))).doc("Schema of the keys of a map.");
const EXTERNAL_SCHEMA: Key = Key::new("external-schema", SCALAR)
    .alias(&["external_schema"])
    .doc("Schema of a string in another language, such as JSON or XML.");
static SCHEMAS: &[Shape] = &[Shape::Reference(&expression::DATA_TYPE), Shape::Construct(&SCHEMA)];

pub static PROPERTY: Construct = Construct {
    name: "property definition",
    keys: &[
        TYPE.doc("The type of the value."),
        DESCRIPTION,
        REQUIRED,
        DEFAULT,
        // 1.3, for inherited properties: a rule checks this.
        Key::new("value", VALUE)
            .holds_value()
            .offered_in(NOWHERE)
            .doc("The fixed value of an inherited property."),
        STATUS,
        CONSTRAINED,
        ENTRY_SCHEMA,
        KEY_SCHEMA,
        EXTERNAL_SCHEMA,
        METADATA,
        ANNOTATIONS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A property: desired state, set by the template.",
    section: "3.5.9",
};

/// `properties` of a type.
pub(super) const PROPERTIES_DEFINED: Shape = Shape::NamedMap(&PROPERTIES);
static PROPERTIES: NamedEntries =
    NamedEntries { kind: &kind::PROPERTY, value: Shape::ByValue(&PROPERTY_FORM), wrong_shape: None };
/// 1.3: a type can set a plain value for an inherited property.
static PROPERTY_FORM: ByValue =
    ByValue { shapes: &[Shape::Construct(&PROPERTY), VALUE], choose: |spot| usize::from(is_short(spot)) };

/// 1.3: a plain value or a function call in place of a definition. Any other mapping is a definition.
fn is_short(spot: &NodeContext<'_>) -> bool {
    let node = spot.node.resolve();
    V1_3.has(spot.profiles) && !node.is_null() && (!node.is_mapping() || CallNode::of(node).is_some())
}

pub static ATTRIBUTE: Construct = Construct {
    name: "attribute definition",
    keys: &[
        TYPE.doc("The type of the value."),
        DESCRIPTION,
        DEFAULT,
        STATUS,
        ENTRY_SCHEMA,
        KEY_SCHEMA,
        since_1_3(Key::new("constraints", CONSTRAINTS))
            .wrong_shape(&CONSTRAINTS_FORM)
            .doc("Constraints on the value, in addition to its type."),
        since_1_3(METADATA),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An attribute: actual state of a deployed instance.",
    section: "3.5.11",
};

/// `attributes` of a type.
pub(super) const ATTRIBUTES_DEFINED: Shape = Shape::NamedMap(&NamedEntries {
    kind: &kind::ATTRIBUTE,
    value: Shape::Construct(&ATTRIBUTE),
    wrong_shape: None,
});

pub static SCHEMA: Construct = Construct {
    name: "schema",
    keys: &[
        TYPE.doc("The type of each entry."),
        DESCRIPTION,
        CONSTRAINED,
        Key::new(
            "entry_schema",
            Shape::OneOf(&[Shape::Reference(&expression::DATA_TYPE), Shape::Construct(&SCHEMA)]),
        )
        .doc("Schema of the entries of a list or map."),
        since_1_3(Key::new(
            "key_schema",
            Shape::OneOf(&[Shape::Reference(&expression::DATA_TYPE), Shape::Construct(&SCHEMA)]),
        ))
        .doc("Schema of the keys of a map."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "Schema of the entries of a list or map.",
    section: "3.5.9",
};

const PARAMETER_NAME: &str = "parameter definition";

/// An input or output of a topology, workflow, interface or operation.
pub static PARAMETER_DEFINITION: Construct = Construct {
    name: PARAMETER_NAME,
    keys: &[
        TYPE.doc("The type of the value. Without a type, any value is valid."),
        DESCRIPTION,
        Key::new("value", VALUE).holds_value().doc("The value of an output, usually a function."),
        REQUIRED,
        DEFAULT,
        STATUS,
        CONSTRAINED,
        ENTRY_SCHEMA,
        KEY_SCHEMA,
        EXTERNAL_SCHEMA,
        METADATA,
        ANNOTATIONS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An input or output.",
    section: "3.5.13",
};

/// An output of the topology: a parameter whose value is needed, and whose type is not.
pub static OUTPUT_DEFINITION: Construct = Construct {
    name: PARAMETER_NAME,
    keys: &[
        TYPE.doc("The type of the value. Without a type, any value is valid."),
        DESCRIPTION,
        // A rule requires it, except where a call replaces the definition.
        Key::new("value", VALUE)
            .holds_value()
            .in_snippets()
            .doc("The value of the output, usually a function."),
        REQUIRED,
        DEFAULT,
        STATUS,
        CONSTRAINED,
        ENTRY_SCHEMA,
        KEY_SCHEMA,
        EXTERNAL_SCHEMA,
        METADATA,
        ANNOTATIONS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An output.",
    section: "3.5.13",
};

/// An input or output of the topology: in 1.3, its value can replace the definition.
pub(super) const INPUT_SAID: Shape = Shape::ByValue(&PARAMETER_FORM);
static PARAMETER_FORM: ByValue = ByValue {
    shapes: &[Shape::Construct(&PARAMETER_DEFINITION), VALUE],
    choose: |spot| usize::from(is_short(spot)),
};
pub(super) const OUTPUT_SAID: Shape = Shape::ByValue(&OUTPUT_FORM);
static OUTPUT_FORM: ByValue = ByValue {
    shapes: &[Shape::Construct(&OUTPUT_DEFINITION), VALUE],
    choose: |spot| usize::from(is_short(spot)),
};

/// `inputs` of a workflow.
pub(super) const PARAMETERS: Shape = Shape::NamedMap(&NamedEntries {
    kind: &PARAMETER,
    value: Shape::Construct(&PARAMETER_DEFINITION),
    wrong_shape: None,
});

/// `inputs` of an interface or operation of a type.
pub(super) const INPUTS_DEFINED: Shape = Shape::NamedMap(&NamedEntries {
    kind: &PARAMETER,
    value: Shape::ByValue(&INPUT_FORM),
    wrong_shape: None,
});
static INPUT_FORM: ByValue = ByValue {
    shapes: &[Shape::Construct(&PARAMETER_DEFINITION), Shape::Discouraged(&INPUT_VALUE)],
    choose: |spot| {
        let node = spot.node.resolve();
        let defined = node.is_null()
            || has_any(
                spot,
                &["type", "default", "value", "description", "required", "constraints", "entry_schema"],
            )
            || (node.is_mapping() && node.entries().len() == 0);
        usize::from(!defined)
    },
};
static INPUT_VALUE: Discouraged =
    Discouraged { shape: VALUE, instead_of: &Shape::Construct(&PARAMETER_DEFINITION), code: &VALUE_AS_INPUT };

/// `inputs` of an interface or operation of a template.
pub(super) const INPUTS_ASSIGNED: Shape = Shape::Map(&ANY_VALUE);

/// `properties` and `attributes` of a template.
pub(super) const PROPERTIES_ASSIGNED: Shape = Shape::ReferenceMap(&expression::PROPERTY, &ANY_VALUE);
pub(super) const ATTRIBUTES_ASSIGNED: Shape = Shape::ReferenceMap(&expression::ATTRIBUTE, &ANY_VALUE);

pub static ARTIFACT: Construct = Construct {
    name: "artifact",
    keys: &[
        Key::new("type", Shape::Reference(&expression::ARTIFACT_TYPE))
            .names_type()
            .in_snippets()
            .doc("The type of the file."),
        // Optional for a refined artifact: a rule checks this.
        Key::new("file", Shape::Text(None))
            .in_snippets()
            .doc("The file: a path relative to this file or in the repository, or a URL."),
        Key::new("repository", Shape::Reference(&expression::REPOSITORY)).doc("The repository of the file."),
        DESCRIPTION,
        Key::new("deploy_path", Shape::Text(None)).doc("Target path on the node."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of the artifact type."),
        since_1_3(Key::new("artifact_version", SCALAR)).doc("The version of the file."),
        since_1_3(Key::new("checksum", SCALAR)).doc("The checksum of the file."),
        since_1_3(Key::new("checksum_algorithm", Shape::Text(None))).doc("The algorithm of the checksum."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A file for deployment or implementation.",
    section: "3.5.7",
};

/// `artifacts` of a type or template.
pub(super) const ARTIFACTS: Shape = Shape::NamedMap(&NamedEntries {
    kind: &kind::ARTIFACT,
    value: Shape::OneOf(&[Shape::Text(None), Shape::Construct(&ARTIFACT)]),
    wrong_shape: None,
});
