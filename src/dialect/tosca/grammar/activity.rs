//! Activities of workflow steps and of trigger actions.

use super::{DESCRIPTION_ELSEWHERE, INPUTS_ASSIGNED, UNKNOWN_KEY};
use crate::expression;
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, Shape};

pub(super) static CODES: &[&Code] = &[&ACTIVITY_FORM, &ACTIVITY_NAME];

pub static ACTIVITY_FORM: Code = Code::error(
    "tosca/malformed-activity",
    "T3.5.19-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "Checks that activities are a list. Each is a mapping with one entry: `delegate`, `set_state`, `call_operation` or `inline`.",
)
.earlier(&["tosca/one-activity-each"])
.why("Activities run in order.")
.advice("Write each activity as a list item with one key, such as `- call_operation: Standard.stop`.")
.bad(
    "step",
    "
activities:
  - set_state: stopping
#   ^^^^^^^^^^^^^^^^^^^...
    call_operation: Standard.stop
",
)
.good(
    "
activities:
  - set_state: stopping
  - call_operation: Standard.stop
",
);
pub static ACTIVITY_NAME: Code = Code::error(
    "tosca/activity-without-name",
    "T3.5.19-R1",
    "TOSCA Simple Profile in YAML 1.3, 3.6.23",
    "Checks that an activity in the long notation of 1.3 names the operation or workflow that its inputs are for.",
)
.why("Without the name, there is nothing to call with the inputs.")
.advice("Add `operation` or `workflow` with the name.")
.bad(
    "step",
    "
activities:
  - call_operation: {inputs: {port: 80}}
#   ^^^^^^^^^^^^^^
",
)
.good(
    "
activities:
  - call_operation: {operation: Standard.start, inputs: {port: 80}}
",
);

pub(super) static ACTIVITY_ITEM: Shape = Shape::Single(&ACTIVITY_SHAPE);
pub(super) static ACTIVITY_SHAPE: Shape = Shape::Construct(&ACTIVITY);
pub static ACTIVITY: Construct = Construct {
    name: "activity",
    keys: &[
        Key::new(
            "delegate",
            Shape::OneOf(&[Shape::Reference(&expression::WORKFLOW), Shape::Construct(&DELEGATE)]),
        )
        .doc("A workflow of the orchestrator, for a node without operations."),
        Key::new("set_state", Shape::Text(None)).doc("The new state of the node."),
        Key::new("call_operation", Shape::OneOf(&[Shape::Text(None), Shape::Construct(&CALL)]))
            .doc("An operation of the target: `interface.operation`."),
        Key::new(
            "inline",
            Shape::OneOf(&[Shape::Reference(&expression::WORKFLOW), Shape::Construct(&INLINE)]),
        )
        .doc("A workflow of this topology, whose steps replace the activity."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &ACTIVITY_FORM,
    nullable: false,
    doc: "An activity of a step.",
    section: "3.5.19",
};

pub(super) const GIVEN: Key = Key::new("inputs", INPUTS_ASSIGNED).doc("Input values.");
static DELEGATE: Construct = Construct {
    name: "delegate activity",
    keys: &[
        Key::new("workflow", Shape::Reference(&expression::WORKFLOW))
            .required(&ACTIVITY_NAME)
            .doc("The name of the workflow."),
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &ACTIVITY_FORM,
    nullable: false,
    doc: "A workflow of the orchestrator with inputs, in the notation of 1.3.",
    section: "3.5.19",
};
static CALL: Construct = Construct {
    name: "operation call",
    keys: &[
        Key::new("operation", Shape::Text(None))
            .required(&ACTIVITY_NAME)
            .doc("The operation: `interface.operation`."),
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &ACTIVITY_FORM,
    nullable: false,
    doc: "An operation with inputs, in the notation of 1.3.",
    section: "3.5.19",
};
static INLINE: Construct = Construct {
    name: "inline activity",
    keys: &[
        Key::new("workflow", Shape::Reference(&expression::WORKFLOW))
            .required(&ACTIVITY_NAME)
            .doc("The name of the workflow."),
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &ACTIVITY_FORM,
    nullable: false,
    doc: "A workflow of this topology with inputs, in the notation of 1.3.",
    section: "3.5.19",
};
