//! Workflows: steps and preconditions.

use super::{
    ACTIVITY_FORM, ACTIVITY_ITEM, CONDITION_FORM, CONDITIONS, DESCRIPTION, DESCRIPTION_ELSEWHERE,
    IMPLEMENTATION, METADATA, PARAMETERS, UNKNOWN_KEY, WRONG_SHAPE, since_1_3,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Discouraged, Key, NamedEntries, Shape};

pub(super) static CODES: &[&Code] =
    &[&PRECONDITION_WITHOUT_TARGET, &STEP_WITHOUT_ACTIVITIES, &STEPS_NOT_LISTED];

pub static PRECONDITION_WITHOUT_TARGET: Code = Code::error(
    "tosca/precondition-without-target",
    "T3.5.22-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.22",
    "Checks that a precondition has a `target`, the node or group that it applies to.",
)
.why("Without it, there is no node whose attributes the condition can check.")
.advice("Add `target` with the name of a node template or group.")
.bad(
    "workflow",
    "
preconditions:
  - condition: [{assert: [{state: [{equal: started}]}]}]
#   ^^^^^^^^^
",
)
.good(
    "
preconditions:
  - {target: web, condition: [{assert: [{state: [{equal: started}]}]}]}
",
);
pub static STEP_WITHOUT_ACTIVITIES: Code = Code::error(
    "tosca/step-without-activities",
    "T3.5.23-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23",
    "Checks that a step has `activities`, the list of what it does to its target.",
)
.why("Without activities, the step does nothing, and strict processors reject the workflow.")
.advice("Add `activities`, or remove the step.")
.bad(
    "workflow",
    "
steps:
  stop: {target: web}
# ^^^^
",
)
.good(
    "
steps:
  stop: {target: web, activities: [{call_operation: Standard.stop}]}
",
);
pub static STEPS_NOT_LISTED: Code = Code::warning(
    "tosca/next-steps-not-a-list",
    "T3.5.23-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23",
    "Checks that `on_success` and `on_failure` are lists, even of one step.",
)
.why("Some processors accept a single name, and strict ones reject it.")
.advice("Put the step in brackets: `on_success: [next]`.")
.bad(
    "topology template",
    "
node_templates: {a: {type: Compute}}
workflows:
  w:
    steps:
      s: {target: a, activities: [{set_state: starting}], on_success: t}
#                                                                     ^
      t: {target: a, activities: [{set_state: started}]}
",
)
.good(
    "
node_templates: {a: {type: Compute}}
workflows:
  w:
    steps:
      s: {target: a, activities: [{set_state: starting}], on_success: [t]}
      t: {target: a, activities: [{set_state: started}]}
",
);

/// `workflows` of a topology.
pub(super) static WORKFLOWS: NamedEntries =
    NamedEntries { kind: &kind::WORKFLOW, value: Shape::Construct(&WORKFLOW), wrong_shape: None };

pub static WORKFLOW: Construct = Construct {
    name: "workflow",
    keys: &[
        DESCRIPTION,
        METADATA,
        Key::new("inputs", PARAMETERS).doc("Inputs of the workflow."),
        Key::new("preconditions", Shape::List(&PRECONDITION_SHAPE))
            .doc("Conditions that must be true before it starts."),
        // Optional with an implementation: a rule checks this.
        Key::new("steps", Shape::NamedMap(&STEPS)).in_snippets().doc("The steps and their order."),
        since_1_3(Key::new(
            "implementation",
            Shape::OneOf(&[Shape::Text(None), Shape::Construct(&IMPLEMENTATION)]),
        ))
        .doc("The implementation of a workflow without steps."),
        since_1_3(Key::new("outputs", Shape::Map(&Shape::Any))).doc("Attributes that store the outputs."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A workflow with explicit steps.",
    section: "3.7.7",
};

static PRECONDITION_SHAPE: Shape = Shape::Construct(&PRECONDITION);
pub static PRECONDITION: Construct = Construct {
    name: "precondition",
    keys: &[
        Key::new("target", Shape::Reference(&expression::MEMBER))
            .required(&PRECONDITION_WITHOUT_TARGET)
            .doc("The node template or group to check."),
        Key::new("target_relationship", Shape::Reference(&expression::REQUIREMENT))
            .doc("A requirement of the target, to check its relationship."),
        Key::new("condition", CONDITIONS)
            .wrong_shape(&CONDITION_FORM)
            .doc("Conditions that must all be true."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A condition that must be true before a workflow starts.",
    section: "3.5.22",
};

static STEPS: NamedEntries =
    NamedEntries { kind: &kind::STEP, value: Shape::Construct(&STEP), wrong_shape: None };
/// Next steps. A single step without a list is tolerated.
const NEXT: Shape = Shape::OneOf(&[
    Shape::List(&STEP_NAME),
    Shape::Discouraged(&Discouraged {
        shape: Shape::Reference(&expression::STEP),
        instead_of: &NEXT_LIST,
        code: &STEPS_NOT_LISTED,
    }),
]);
static NEXT_LIST: Shape = Shape::List(&STEP_NAME);
static STEP_NAME: Shape = Shape::Reference(&expression::STEP);

pub static STEP: Construct = Construct {
    name: "step",
    keys: &[
        // Optional if all activities are inlined workflows: a rule checks this.
        Key::new("target", Shape::Reference(&expression::MEMBER))
            .in_snippets()
            .doc("The node template or group that the step applies to."),
        Key::new("target_relationship", Shape::Reference(&expression::REQUIREMENT))
            .doc("A requirement of the target, to apply the step to its relationship."),
        Key::new("operation_host", Shape::Text(None))
            .doc("Execution host: `SOURCE` or `TARGET` of a relationship, or a node of a group."),
        Key::new("filter", CONDITIONS)
            .wrong_shape(&CONDITION_FORM)
            .doc("Conditions that select the instances."),
        Key::new("activities", Shape::List(&ACTIVITY_ITEM))
            .required(&STEP_WITHOUT_ACTIVITIES)
            .wrong_shape(&ACTIVITY_FORM)
            .doc("The activities, in order."),
        Key::new("on_success", NEXT).doc("The next steps on success."),
        Key::new("on_failure", NEXT).doc("The next steps on failure."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A step of a workflow: activities on one target.",
    section: "3.5.23",
};
