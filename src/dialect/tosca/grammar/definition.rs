//! Definitions that types and templates are made of: properties, attributes, parameters, schemas of entries, artifacts.

use super::{
    ANNOTATIONS, ANY_VALUE, CONSTRAINTS, CONSTRAINTS_FORM, DESCRIPTION, FLAG, METADATA, NOWHERE, SCALAR,
    UNFIT, UNKNOWN_KEY, V1_3, VALUE, has_any, since_1_3,
};
use crate::diagnostic::Code;
use crate::dialect::tosca::function::Call;
use crate::dialect::tosca::{expression, kind};
use crate::schema::{Choice, Construct, Key, NameKind, Named, Shape, Spot, Tolerated, Which};

pub(super) static CODES: &[&Code] = &[&ARTIFACT_FILE, &VALUE_AS_INPUT];

pub static ARTIFACT_FILE: Code = Code::error(
    "tosca/artifact-without-file",
    "T3.5.7-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7",
    "An artifact that is written as a mapping says which file it is, unless it refines one that is inherited under the same name.

Bad:
```yaml
artifacts:
  image: {type: tosca.artifacts.Deployment.Image}
```
Good:
```yaml
artifacts:
  image: {type: tosca.artifacts.Deployment.Image, file: images/web.qcow2}
```",
);
pub static VALUE_AS_INPUT: Code = Code::warning(
    "tosca/value-as-input-definition",
    "T3.5.15-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "In a type, the inputs of an operation are defined: a type, and perhaps a default. In a template they get their values. A value that stands in \
a type is taken for a default by some processors and refused by others.

Bad:
```yaml
node_types:
  my.Web:
    interfaces:
      Standard:
        create: {inputs: {port: 80}}
```
Good:
```yaml
node_types:
  my.Web:
    interfaces:
      Standard:
        create: {inputs: {port: {type: integer, default: 80}}}
```",
);

/// The inputs and outputs of operations, notifications and workflows.
pub static PARAMETER: NameKind = NameKind::new("parameter");

const TYPE: Key = Key::new("type", Shape::Refers(&expression::DATA_TYPE));
const REQUIRED: Key = Key::new("required", FLAG)
    .default("true")
    .doc("Whether it must have a value. It must, unless this says `false`.");
const DEFAULT: Key = Key::new("default", VALUE).doc("The value where none is given.");
const STATUS: Key = Key::new("status", Shape::Choice(STATUSES))
    .default("supported")
    .doc("Whether it can be relied on: `supported` unless said.");
static STATUSES: &[Choice] = &[
    Choice::new("supported", "Can be used."),
    Choice::new("unsupported", "Does nothing."),
    Choice::new("experimental", "May change."),
    Choice::new("deprecated", "Will be gone."),
];
const CONSTRAINED: Key = Key::new("constraints", CONSTRAINTS)
    .unfit(&CONSTRAINTS_FORM)
    .doc("What a value has to keep, besides being of the type.");
const ENTRY_SCHEMA: Key =
    Key::new("entry_schema", Shape::OneOf(SCHEMAS)).doc("What the entries of a list or map are.");
const KEY_SCHEMA: Key =
    since_1_3(Key::new("key_schema", Shape::OneOf(SCHEMAS))).doc("What the keys of a map are.");
const EXTERNAL_SCHEMA: Key = Key::new("external-schema", SCALAR)
    .alias(&["external_schema"])
    .doc("The schema of a text in another language, such as JSON or XML.");
static SCHEMAS: &[Shape] = &[Shape::Refers(&expression::DATA_TYPE), Shape::Is(&SCHEMA)];

pub static PROPERTY: Construct = Construct {
    name: "property definition",
    keys: &[
        TYPE.doc("The type of its values."),
        DESCRIPTION,
        REQUIRED,
        DEFAULT,
        // 1.3, of what is inherited: whether it is, a rule sees.
        Key::new("value", VALUE)
            .offered_in(NOWHERE)
            .doc("The value that an inherited property has from here on."),
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
    unfit: &UNFIT,
    nullable: true,
    doc: "A property: what a template says about a thing before there is any.",
    section: "3.5.9",
};

/// `properties` of a type.
pub(super) const PROPERTIES_DEFINED: Shape = Shape::Named(&PROPERTIES);
static PROPERTIES: Named = Named { kind: &kind::PROPERTY, value: Shape::Which(&PROPERTY_FORM), unfit: None };
/// 1.3 lets a type give a plain value to a property that it inherits.
static PROPERTY_FORM: Which =
    Which { shapes: &[Shape::Is(&PROPERTY), VALUE], choose: |spot| usize::from(is_short(spot)) };

/// 1.3: a value where a definition could stand, by itself or as a call that gives it. Any other mapping is a definition.
fn is_short(spot: &Spot<'_>) -> bool {
    let node = spot.node.resolve();
    V1_3.has(spot.profiles) && !node.is_null() && (!node.is_mapping() || Call::of(node).is_some())
}

pub static ATTRIBUTE: Construct = Construct {
    name: "attribute definition",
    keys: &[
        TYPE.doc("The type of its values."),
        DESCRIPTION,
        DEFAULT,
        STATUS,
        ENTRY_SCHEMA,
        KEY_SCHEMA,
        since_1_3(Key::new("constraints", CONSTRAINTS))
            .unfit(&CONSTRAINTS_FORM)
            .doc("What a value has to keep, besides being of the type."),
        since_1_3(METADATA),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "An attribute: what is known of a thing once there is one.",
    section: "3.5.11",
};

/// `attributes` of a type.
pub(super) const ATTRIBUTES_DEFINED: Shape =
    Shape::Named(&Named { kind: &kind::ATTRIBUTE, value: Shape::Is(&ATTRIBUTE), unfit: None });

pub static SCHEMA: Construct = Construct {
    name: "schema",
    keys: &[
        TYPE.doc("The type of each entry."),
        DESCRIPTION,
        CONSTRAINED,
        Key::new("entry_schema", Shape::OneOf(&[Shape::Refers(&expression::DATA_TYPE), Shape::Is(&SCHEMA)]))
            .doc("What the entries of a list or map are."),
        since_1_3(Key::new(
            "key_schema",
            Shape::OneOf(&[Shape::Refers(&expression::DATA_TYPE), Shape::Is(&SCHEMA)]),
        ))
        .doc("What the keys of a map are."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What the entries of a list or map are.",
    section: "3.5.9",
};

/// An input or output, of the topology, a workflow, an interface or an operation.
pub static PARAMETER_DEFINITION: Construct = Construct {
    name: "parameter definition",
    keys: &[
        TYPE.doc("The type of its values. Where none is said, any value goes."),
        DESCRIPTION,
        Key::new("value", VALUE).doc("The value of an output, mostly a function."),
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
    unfit: &UNFIT,
    nullable: true,
    doc: "An input or output.",
    section: "3.5.13",
};

/// An input or output of the topology: 1.3 lets its value stand for it.
pub(super) const PARAMETER_SAID: Shape = Shape::Which(&PARAMETER_FORM);
static PARAMETER_FORM: Which =
    Which { shapes: &[Shape::Is(&PARAMETER_DEFINITION), VALUE], choose: |spot| usize::from(is_short(spot)) };

/// `inputs` of a workflow.
pub(super) const PARAMETERS: Shape =
    Shape::Named(&Named { kind: &PARAMETER, value: Shape::Is(&PARAMETER_DEFINITION), unfit: None });

/// `inputs` of an interface or operation of a type.
pub(super) const INPUTS_DEFINED: Shape =
    Shape::Named(&Named { kind: &PARAMETER, value: Shape::Which(&INPUT_FORM), unfit: None });
static INPUT_FORM: Which = Which {
    shapes: &[Shape::Is(&PARAMETER_DEFINITION), Shape::Tolerated(&INPUT_VALUE)],
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
static INPUT_VALUE: Tolerated =
    Tolerated { shape: VALUE, instead_of: &Shape::Is(&PARAMETER_DEFINITION), code: &VALUE_AS_INPUT };

/// `inputs` of an interface or operation of a template.
pub(super) const INPUTS_ASSIGNED: Shape = Shape::Map(&ANY_VALUE);

/// `properties` and `attributes` of a template.
pub(super) const PROPERTIES_ASSIGNED: Shape = Shape::Keyed(&expression::PROPERTY, &ANY_VALUE);
pub(super) const ATTRIBUTES_ASSIGNED: Shape = Shape::Keyed(&expression::ATTRIBUTE, &ANY_VALUE);

pub static ARTIFACT: Construct = Construct {
    name: "artifact",
    keys: &[
        Key::new("type", Shape::Refers(&expression::ARTIFACT_TYPE)).doc("The type of the file."),
        // One that refines an inherited artifact may leave it out: whether it is missing is told by a rule.
        Key::new("file", Shape::Text(None))
            .doc("The file: its path from this file or in the repository, or an address."),
        Key::new("repository", Shape::Refers(&expression::REPOSITORY))
            .doc("The repository that has the file."),
        DESCRIPTION,
        Key::new("deploy_path", Shape::Text(None)).doc("Where the file is put on the node."),
        Key::new("properties", PROPERTIES_ASSIGNED)
            .doc("Values of the properties that the artifact's type has."),
        since_1_3(Key::new("artifact_version", SCALAR)).doc("The version of the file."),
        since_1_3(Key::new("checksum", SCALAR)).doc("The checksum of the file."),
        since_1_3(Key::new("checksum_algorithm", Shape::Text(None))).doc("How the checksum was made."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "A file that is needed to make or run something.",
    section: "3.5.7",
};

/// `artifacts` of a type or template.
pub(super) const ARTIFACTS: Shape = Shape::Named(&Named {
    kind: &kind::ARTIFACT,
    value: Shape::OneOf(&[Shape::Text(None), Shape::Is(&ARTIFACT)]),
    unfit: None,
});
