//! What is done: interfaces, their operations and notifications, and what implements them.

use super::{
    ARTIFACT, DESCRIPTION, DESCRIPTION_ELSEWHERE, INPUTS_ASSIGNED, INPUTS_DEFINED, NOWHERE, UNFIT,
    UNKNOWN_KEY, V1_2, V1_3, since_1_2, since_1_3,
};
use crate::diagnostic::Code;
use crate::dialect::tosca::{expression, kind};
use crate::schema::{Construct, Key, Named, Open, Shape, Spot, Tolerated, Which};

pub(super) static CODES: &[&Code] = &[&TYPE_IN_ASSIGNMENT, &IMPLEMENTATION_IN_TYPE, &OPERATION_AS_LIST];

pub static TYPE_IN_ASSIGNMENT: Code = Code::error(
    "tosca/interface-type-in-template",
    "T3.5.16-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16",
    "Which interfaces there are, and of which type, is said by the type. A template gives their operations implementations and inputs, no more.

Bad:
```yaml
node_templates:
  web:
    type: tosca.nodes.WebServer
    interfaces:
      Standard: {type: tosca.interfaces.node.lifecycle.Standard, create: create.sh}
```
Good:
```yaml
node_templates:
  web:
    type: tosca.nodes.WebServer
    interfaces:
      Standard: {create: create.sh}
```",
);
pub static IMPLEMENTATION_IN_TYPE: Code = Code::error(
    "tosca/implementation-in-interface-type",
    "T3.6.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.5",
    "An interface type says which operations there are and what they take. What does them is said by node types and templates.

Bad:
```yaml
interface_types:
  my.Backup: {save: {implementation: save.sh}}
```
Good:
```yaml
interface_types:
  my.Backup: {save: {description: saves what there is}}
```",
);

pub static OPERATION_AS_LIST: Code = Code::warning(
    "tosca/operation-as-list",
    "T3.5.16-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15, 5.8.1",
    "An operation that runs nothing needs no value, or has an empty mapping. Many descriptors of network functions write an empty list, which \
strict processors refuse.

Bad:
```yaml
Vnflcm: {instantiate: []}
```
Good:
```yaml
Vnflcm: {instantiate: {}}
```",
);

/// The name of an artifact, or a file.
const IMPLEMENTATION_NAME: Shape = Shape::Refers(&expression::ARTIFACT);
static ARTIFACT_OR_NAME: Shape = Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&ARTIFACT)]);

pub static IMPLEMENTATION: Construct = Construct {
    name: "implementation",
    keys: &[
        Key::new("primary", Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&ARTIFACT)]))
            .doc("What is run: an artifact's name, a file, or an artifact that is defined here."),
        Key::new("dependencies", Shape::List(&ARTIFACT_OR_NAME))
            .doc("What has to be there for it to run, in order."),
        since_1_2(Key::new(
            "timeout",
            Shape::Integer { min: 0, max: i64::MAX, or: None, beyond: None, quoted: None },
        ))
        .doc("After how many seconds it has failed."),
        since_1_2(Key::new("operation_host", Shape::Text(None)))
            .doc("Where it runs: `SELF`, `HOST`, `SOURCE`, `TARGET` or `ORCHESTRATOR`."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What an operation runs, and where.",
    section: "3.5.14",
};

static IMPLEMENTATIONS: &[Shape] = &[IMPLEMENTATION_NAME, Shape::Is(&IMPLEMENTATION)];
const IMPLEMENTATION_KEY: Key = Key::new("implementation", Shape::OneOf(IMPLEMENTATIONS))
    .doc("What is run: an artifact's name, a file, or a mapping that says more.");
const OUTPUTS: Key =
    since_1_3(Key::new("outputs", Shape::Map(&Shape::Any))).doc("Which attributes take what it gives back.");

/// An operation of a node, relationship or group type.
pub static OPERATION_DEFINITION: Construct = Construct {
    name: "operation definition",
    keys: &[
        DESCRIPTION,
        IMPLEMENTATION_KEY,
        Key::new("inputs", INPUTS_DEFINED).doc("What it takes."),
        OUTPUTS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "Something that can be done, and what does it.",
    section: "3.5.15",
};
static OPERATION_DEFINED: Shape = Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&OPERATION_DEFINITION)]);
static OPERATIONS_DEFINED: Named = Named {
    kind: &kind::OPERATION,
    value: Shape::Which(&Which {
        shapes: &[
            Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&OPERATION_DEFINITION)]),
            Shape::Tolerated(&Tolerated {
                shape: Shape::List(&Shape::Any),
                instead_of: &OPERATION_DEFINED,
                code: &OPERATION_AS_LIST,
            }),
        ],
        choose: is_empty_list,
    }),
    unfit: None,
};

/// Descriptors of network functions write `instantiate: []` for an operation that runs nothing; these are of 1.2 or later.
fn is_empty_list(spot: &Spot<'_>) -> usize {
    let node = spot.node.resolve();
    let empty = node.is_sequence() && node.items().len() == 0;
    usize::from(empty && V1_2.or(V1_3).has(spot.profiles))
}
static NOTIFICATIONS: Named = Named {
    kind: &kind::NOTIFICATION,
    value: Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&OPERATION_DEFINITION)]),
    unfit: None,
};

/// An operation of a template.
pub static OPERATION_ASSIGNMENT: Construct = Construct {
    name: "operation",
    keys: &[
        DESCRIPTION,
        IMPLEMENTATION_KEY,
        Key::new("inputs", INPUTS_ASSIGNED).doc("What it is given: names and values."),
        OUTPUTS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What does an operation here, and what it is given.",
    section: "3.5.15",
};
static OPERATION_FORMS: Shape = Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&OPERATION_ASSIGNMENT)]);
pub(super) static OPERATION_ASSIGNED: Shape = Shape::Which(&Which {
    shapes: &[
        Shape::OneOf(&[IMPLEMENTATION_NAME, Shape::Is(&OPERATION_ASSIGNMENT)]),
        Shape::Tolerated(&Tolerated {
            shape: Shape::List(&Shape::Any),
            instead_of: &OPERATION_FORMS,
            code: &OPERATION_AS_LIST,
        }),
    ],
    choose: is_empty_list,
});

/// An operation of an interface type: nothing implements it.
pub static OPERATION_TYPE: Construct = Construct {
    name: "operation",
    keys: &[
        DESCRIPTION,
        Key::new("inputs", INPUTS_DEFINED).doc("What it takes."),
        OUTPUTS,
        Key::new("implementation", Shape::Any).only(NOWHERE, &IMPLEMENTATION_IN_TYPE),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &IMPLEMENTATION_IN_TYPE,
    nullable: true,
    doc: "Something that can be done.",
    section: "3.6.5",
};
/// The operations of an interface type.
pub(super) static OPERATION_TYPES: Named =
    Named { kind: &kind::OPERATION, value: Shape::Is(&OPERATION_TYPE), unfit: Some(&IMPLEMENTATION_IN_TYPE) };
pub(super) static NOTIFICATION_TYPES: Named = Named {
    kind: &kind::NOTIFICATION,
    value: Shape::Is(&OPERATION_TYPE),
    unfit: Some(&IMPLEMENTATION_IN_TYPE),
};

/// An interface of a type.
pub static INTERFACE_DEFINITION: Construct = Construct {
    name: "interface definition",
    keys: &[
        Key::new("type", Shape::Refers(&expression::INTERFACE_TYPE))
            .doc("The type of the interface. It can be left out where the name is inherited."),
        Key::new("inputs", INPUTS_DEFINED).doc("What all of its operations take."),
        Key::new("operations", Shape::Named(&OPERATIONS_DEFINED)).doc("Its operations, as 1.3 writes them."),
        since_1_3(Key::new("notifications", Shape::Named(&NOTIFICATIONS)))
            .doc("What it hears of from outside."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: Some(Open::Named(&OPERATIONS_DEFINED)),
    unknown: None,
    unfit: &UNFIT,
    nullable: true,
    doc: "A set of operations that things of this type have.",
    section: "3.5.16",
};
/// `interfaces` of a type.
pub(super) const INTERFACES_DEFINED: Shape =
    Shape::Named(&Named { kind: &kind::INTERFACE, value: Shape::Is(&INTERFACE_DEFINITION), unfit: None });

/// An interface of a template.
pub static INTERFACE_ASSIGNMENT: Construct = Construct {
    name: "interface",
    keys: &[
        Key::new("inputs", INPUTS_ASSIGNED).doc("What all of its operations are given."),
        Key::new("operations", Shape::Keyed(&expression::OPERATION, &OPERATION_ASSIGNED))
            .doc("Its operations, as 1.3 writes them."),
        since_1_3(Key::new("notifications", Shape::Map(&OPERATION_ASSIGNED)))
            .doc("What it hears of from outside."),
        Key::new("type", Shape::Refers(&expression::INTERFACE_TYPE)).only(NOWHERE, &TYPE_IN_ASSIGNMENT),
        DESCRIPTION_ELSEWHERE,
    ],
    open: Some(Open::Keyed(&expression::OPERATION, &OPERATION_ASSIGNED)),
    unknown: None,
    unfit: &UNFIT,
    nullable: true,
    doc: "What the operations of an interface do here.",
    section: "3.5.16",
};
static INTERFACE_ASSIGNED: Shape = Shape::Is(&INTERFACE_ASSIGNMENT);
/// `interfaces` of a template.
pub(super) const INTERFACES_ASSIGNED: Shape = Shape::Keyed(&expression::INTERFACE, &INTERFACE_ASSIGNED);
