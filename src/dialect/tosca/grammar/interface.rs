//! Interfaces: operations, notifications and their implementations.

use super::{
    ARTIFACT, DESCRIPTION, DESCRIPTION_ELSEWHERE, INPUTS_ASSIGNED, INPUTS_DEFINED, NOWHERE, UNKNOWN_KEY,
    V1_2, V1_3, WRONG_SHAPE, since_1_2, since_1_3,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Construct, Discouraged, Key, NamedEntries, NodeContext, Open, Shape};

pub(super) static CODES: &[&Code] = &[&TYPE_IN_ASSIGNMENT, &IMPLEMENTATION_IN_TYPE, &OPERATION_AS_LIST];

pub static TYPE_IN_ASSIGNMENT: Code = Code::error(
    "tosca/interface-type-in-template",
    "T3.5.16-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16",
    "Reports a `type` on an interface in a template.",
)
.why("Types define the interfaces; a template only assigns implementations and inputs to their operations.")
.advice("Remove `type`, and declare a new interface in the type of the template.")
.bad(
    "topology template",
    "
node_templates:
  web:
    type: tosca.nodes.WebServer
    interfaces:
      Standard: {type: tosca.interfaces.node.lifecycle.Standard, create: create.sh}
#                ^^^^
",
)
.good(
    "
node_templates:
  web:
    type: tosca.nodes.WebServer
    interfaces:
      Standard: {create: create.sh}
",
);
pub static IMPLEMENTATION_IN_TYPE: Code = Code::error(
    "tosca/implementation-in-interface-type",
    "T3.6.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.5",
    "Reports an implementation in an interface type.",
)
.why("An interface type defines operations and their inputs; node types and templates implement them.")
.advice("Move the implementation to `interfaces` of a node type or node template.")
.bad(
    "service template",
    "
interface_types:
  my.Backup: {save: {implementation: save.sh}}
#                    ^^^^^^^^^^^^^^
",
)
.good(
    "
interface_types:
  my.Backup: {save: {description: saves what there is}}
",
);

pub static OPERATION_AS_LIST: Code = Code::warning(
    "tosca/operation-as-list",
    "T3.5.16-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15, 5.8.1",
    "Reports an empty list as an operation. An operation without implementation needs no value, or an empty mapping.",
)
.why("Many network function descriptors have an empty list, which strict processors reject.")
.advice("Write `{}` instead of `[]`, or remove the value.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: []}}}
#                                                                   ^^
",
)
.good("server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: {}}}}")
.one_cause("operations that are lists");

/// The name of an artifact or a file.
const IMPLEMENTATION_NAME: Shape = Shape::Reference(&expression::ARTIFACT);
static ARTIFACT_OR_NAME: Shape = Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&ARTIFACT)]);

pub static IMPLEMENTATION: Construct = Construct {
    name: "implementation",
    keys: &[
        Key::new("primary", Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&ARTIFACT)]))
            .doc("The primary artifact: the name of an artifact, a file, or an inline definition."),
        Key::new("dependencies", Shape::List(&ARTIFACT_OR_NAME))
            .doc("Artifacts that the primary artifact depends on, in order."),
        since_1_2(Key::new(
            "timeout",
            Shape::Integer { min: 0, max: i64::MAX, or: None, beyond: None, quoted: None },
        ))
        .doc("Timeout in seconds."),
        since_1_2(Key::new("operation_host", Shape::Text(None)))
            .doc("Execution host: `SELF`, `HOST`, `SOURCE`, `TARGET` or `ORCHESTRATOR`."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The implementation of an operation, and its host.",
    section: "3.5.14",
};

static IMPLEMENTATIONS: &[Shape] = &[IMPLEMENTATION_NAME, Shape::Construct(&IMPLEMENTATION)];
const IMPLEMENTATION_KEY: Key = Key::new("implementation", Shape::OneOf(IMPLEMENTATIONS))
    .doc("The implementation: the name of an artifact, a file, or a mapping.");
const OUTPUTS_DEFINED: Key =
    since_1_3(Key::new("outputs", Shape::NamedMap(&OUTPUT_NAMES))).doc("Attributes that store the outputs.");
static OUTPUT_NAMES: NamedEntries =
    NamedEntries { kind: &kind::OPERATION_OUTPUT, value: Shape::Any, wrong_shape: None };
const OUTPUTS_ASSIGNED: Key =
    since_1_3(Key::new("outputs", Shape::Map(&Shape::Any))).doc("Attributes that store the outputs.");

/// An operation of a node, relationship or group type.
pub static OPERATION_DEFINITION: Construct = Construct {
    name: "operation definition",
    keys: &[
        DESCRIPTION,
        IMPLEMENTATION_KEY,
        Key::new("inputs", INPUTS_DEFINED).doc("Input definitions."),
        OUTPUTS_DEFINED,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An operation and its implementation.",
    section: "3.5.15",
};
static OPERATION_DEFINED: Shape =
    Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&OPERATION_DEFINITION)]);
static OPERATIONS_DEFINED: NamedEntries = NamedEntries {
    kind: &kind::OPERATION,
    value: Shape::ByValue(&ByValue {
        shapes: &[
            Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&OPERATION_DEFINITION)]),
            Shape::Discouraged(&Discouraged {
                shape: Shape::List(&Shape::Any),
                instead_of: &OPERATION_DEFINED,
                code: &OPERATION_AS_LIST,
            }),
        ],
        choose: is_empty_list,
    }),
    wrong_shape: None,
};

/// Network function descriptors have `instantiate: []` for an operation without implementation; these are of 1.2 or later.
fn is_empty_list(spot: &NodeContext<'_>) -> usize {
    let node = spot.node.resolve();
    let empty = node.is_sequence() && node.items().len() == 0;
    usize::from(empty && V1_2.or(V1_3).has(spot.profiles))
}
static NOTIFICATIONS: NamedEntries = NamedEntries {
    kind: &kind::NOTIFICATION,
    value: Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&OPERATION_DEFINITION)]),
    wrong_shape: None,
};

/// An operation of a template.
pub static OPERATION_ASSIGNMENT: Construct = Construct {
    name: "operation",
    keys: &[
        DESCRIPTION,
        IMPLEMENTATION_KEY,
        Key::new("inputs", INPUTS_ASSIGNED).doc("Input values."),
        OUTPUTS_ASSIGNED,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The implementation and inputs of an operation.",
    section: "3.5.15",
};
static OPERATION_FORMS: Shape = Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&OPERATION_ASSIGNMENT)]);
pub(super) static OPERATION_ASSIGNED: Shape = Shape::ByValue(&ByValue {
    shapes: &[
        Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Construct(&OPERATION_ASSIGNMENT)]),
        Shape::Discouraged(&Discouraged {
            shape: Shape::List(&Shape::Any),
            instead_of: &OPERATION_FORMS,
            code: &OPERATION_AS_LIST,
        }),
    ],
    choose: is_empty_list,
});

/// An operation of an interface type, without implementation.
pub static OPERATION_TYPE: Construct = Construct {
    name: "operation",
    keys: &[
        DESCRIPTION,
        Key::new("inputs", INPUTS_DEFINED).doc("Input definitions."),
        OUTPUTS_DEFINED,
        Key::new("implementation", Shape::Any).only(NOWHERE, &IMPLEMENTATION_IN_TYPE),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &IMPLEMENTATION_IN_TYPE,
    nullable: true,
    doc: "An operation.",
    section: "3.6.5",
};
/// The operations of an interface type.
pub(super) static OPERATION_TYPES: NamedEntries = NamedEntries {
    kind: &kind::OPERATION,
    value: Shape::Construct(&OPERATION_TYPE),
    wrong_shape: Some(&IMPLEMENTATION_IN_TYPE),
};
pub(super) static NOTIFICATION_TYPES: NamedEntries = NamedEntries {
    kind: &kind::NOTIFICATION,
    value: Shape::Construct(&OPERATION_TYPE),
    wrong_shape: Some(&IMPLEMENTATION_IN_TYPE),
};

/// An interface of a type.
pub static INTERFACE_DEFINITION: Construct = Construct {
    name: "interface definition",
    keys: &[
        Key::new("type", Shape::Reference(&expression::INTERFACE_TYPE))
            .names_type()
            .doc("The type of the interface. Optional if the interface is inherited."),
        Key::new("inputs", INPUTS_DEFINED).doc("Inputs of all its operations."),
        Key::new("operations", Shape::NamedMap(&OPERATIONS_DEFINED))
            .doc("The operations, in the notation of 1.3."),
        since_1_3(Key::new("notifications", Shape::NamedMap(&NOTIFICATIONS)))
            .doc("Notifications from external sources."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: Some(Open::NamedMap(&OPERATIONS_DEFINED)),
    unknown: None,
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A set of operations of this type.",
    section: "3.5.16",
};
/// `interfaces` of a type.
pub(super) const INTERFACES_DEFINED: Shape = Shape::NamedMap(&NamedEntries {
    kind: &kind::INTERFACE,
    value: Shape::Construct(&INTERFACE_DEFINITION),
    wrong_shape: None,
});

/// An interface of a template.
pub static INTERFACE_ASSIGNMENT: Construct = Construct {
    name: "interface",
    keys: &[
        Key::new("inputs", INPUTS_ASSIGNED).doc("Input values of all its operations."),
        Key::new("operations", Shape::ReferenceMap(&expression::OPERATION, &OPERATION_ASSIGNED))
            .doc("The operations, in the notation of 1.3."),
        since_1_3(Key::new("notifications", Shape::Map(&OPERATION_ASSIGNED)))
            .doc("Notifications from external sources."),
        Key::new("type", Shape::Reference(&expression::INTERFACE_TYPE))
            .names_type()
            .only(NOWHERE, &TYPE_IN_ASSIGNMENT),
        DESCRIPTION_ELSEWHERE,
    ],
    open: Some(Open::Keyed(&expression::OPERATION, &OPERATION_ASSIGNED)),
    unknown: None,
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "Implementations and inputs of the operations of an interface.",
    section: "3.5.16",
};
static INTERFACE_ASSIGNED: Shape = Shape::Construct(&INTERFACE_ASSIGNMENT);
/// `interfaces` of a template.
pub(super) const INTERFACES_ASSIGNED: Shape =
    Shape::ReferenceMap(&expression::INTERFACE, &INTERFACE_ASSIGNED);
