//! Workflows: steps, activities, preconditions; and the triggers of policies, which start them.

use super::{
    ASSERTED, CONDITION_FORM, CONDITIONS, CONSTRAINTS_FORM, DESCRIPTION, DESCRIPTION_ELSEWHERE,
    IMPLEMENTATION, INPUTS_ASSIGNED, METADATA, NOWHERE, OPERATION_ASSIGNMENT, PARAMETERS, UNFIT, UNKNOWN_KEY,
    VALUE, VENDOR_KEYNAME, has_any, since_1_3,
};
use crate::diagnostic::Code;
use crate::dialect::tosca::{expression, kind};
use crate::schema::{Construct, Key, Named, Shape, Tolerated, Which};

pub(super) static CODES: &[&Code] = &[
    &ACTION_MISSING,
    &FILTER_WITHOUT_NODE,
    &PRECONDITION_WITHOUT_TARGET,
    &STEP_WITHOUT_ACTIVITIES,
    &ACTIVITY_FORM,
    &ACTIVITY_NAME,
    &STEPS_NOT_LISTED,
];

pub static ACTION_MISSING: Code = Code::error(
    "tosca/trigger-without-action",
    "T3.5.18-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18",
    "A trigger says what is done when it fires.

Bad:
```yaml
triggers:
  full: {event: tosca.events.resource.utilization}
```
Good:
```yaml
triggers:
  full: {event: tosca.events.resource.utilization, action: grow}
```",
);
pub static FILTER_WITHOUT_NODE: Code = Code::error(
    "tosca/event-filter-without-node",
    "T3.5.17-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.17",
    "An event filter says which node it looks at.

Bad:
```yaml
target_filter: {requirement: host}
```
Good:
```yaml
target_filter: {node: web, requirement: host}
```",
);
pub static PRECONDITION_WITHOUT_TARGET: Code = Code::error(
    "tosca/precondition-without-target",
    "T3.5.22-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.22",
    "A precondition says of which node or group it has to hold.

Bad:
```yaml
preconditions:
  - condition: [{assert: [{state: [{equal: started}]}]}]
```
Good:
```yaml
preconditions:
  - {target: web, condition: [{assert: [{state: [{equal: started}]}]}]}
```",
);
pub static STEP_WITHOUT_ACTIVITIES: Code = Code::error(
    "tosca/step-without-activities",
    "T3.5.23-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23",
    "A step does something: it lists its activities.

Bad:
```yaml
steps:
  stop: {target: web}
```
Good:
```yaml
steps:
  stop: {target: web, activities: [{call_operation: Standard.stop}]}
```",
);
pub static ACTIVITY_FORM: Code = Code::error(
    "tosca/one-activity-each",
    "T3.5.19-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "Activities are a list, because they are done one after the other. Each is a mapping with one entry: `delegate`, `set_state`, \
`call_operation` or `inline`.

Bad:
```yaml
activities:
  - set_state: stopping
    call_operation: Standard.stop
```
Good:
```yaml
activities:
  - set_state: stopping
  - call_operation: Standard.stop
```",
);
pub static ACTIVITY_NAME: Code = Code::error(
    "tosca/activity-without-name",
    "T3.5.19-R1",
    "TOSCA Simple Profile in YAML 1.3, 3.6.23",
    "An activity in the long notation of 1.3 names the operation or workflow that its inputs are for.

Bad:
```yaml
activities:
  - call_operation: {inputs: {port: 80}}
```
Good:
```yaml
activities:
  - call_operation: {operation: Standard.start, inputs: {port: 80}}
```",
);
pub static STEPS_NOT_LISTED: Code = Code::warning(
    "tosca/next-steps-not-a-list",
    "T3.5.23-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23",
    "The steps that follow are a list, also where there is one.

Bad:
```yaml
on_success: start
```
Good:
```yaml
on_success: [start]
```",
);

/// `workflows` of a topology.
pub(super) static WORKFLOWS: Named =
    Named { kind: &kind::WORKFLOW, value: Shape::Is(&WORKFLOW), unfit: None };

pub static WORKFLOW: Construct = Construct {
    name: "workflow",
    keys: &[
        DESCRIPTION,
        METADATA,
        Key::new("inputs", PARAMETERS).doc("What is asked for when it is started."),
        Key::new("preconditions", Shape::List(&PRECONDITION_SHAPE))
            .doc("What has to hold before it is started."),
        Key::new("steps", Shape::Named(&STEPS)).doc("What is done, and what follows what."),
        since_1_3(Key::new("implementation", Shape::OneOf(&[Shape::Text(None), Shape::Is(&IMPLEMENTATION)])))
            .doc("What runs it, where it has no steps."),
        since_1_3(Key::new("outputs", Shape::Map(&Shape::Any)))
            .doc("Which attributes take what it gives back."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "Something that is done step by step.",
    section: "3.7.7",
};

static PRECONDITION_SHAPE: Shape = Shape::Is(&PRECONDITION);
pub static PRECONDITION: Construct = Construct {
    name: "precondition",
    keys: &[
        Key::new("target", Shape::Refers(&expression::MEMBER))
            .required(&PRECONDITION_WITHOUT_TARGET)
            .doc("The node template or group that it is about."),
        Key::new("target_relationship", Shape::Refers(&expression::REQUIREMENT))
            .doc("A requirement of the target: it is about that relationship then."),
        Key::new("condition", CONDITIONS).unfit(&CONDITION_FORM).doc("What has to hold, all of it."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "What has to hold before a workflow is started.",
    section: "3.5.22",
};

static STEPS: Named = Named { kind: &kind::STEP, value: Shape::Is(&STEP), unfit: None };
/// Steps that follow. One that stands without a list is understood.
const NEXT: Shape = Shape::OneOf(&[
    Shape::List(&STEP_NAME),
    Shape::Tolerated(&Tolerated {
        shape: Shape::Refers(&expression::STEP),
        instead_of: &NEXT_LIST,
        code: &STEPS_NOT_LISTED,
    }),
]);
static NEXT_LIST: Shape = Shape::List(&STEP_NAME);
static STEP_NAME: Shape = Shape::Refers(&expression::STEP);

pub static STEP: Construct = Construct {
    name: "step",
    keys: &[
        // Where all activities are inlined no target is needed: whether one is missing is told by a rule.
        Key::new("target", Shape::Refers(&expression::MEMBER))
            .doc("The node template or group that it works on."),
        Key::new("target_relationship", Shape::Refers(&expression::REQUIREMENT))
            .doc("A requirement of the target: it works on that relationship then."),
        Key::new("operation_host", Shape::Text(None))
            .doc("Where operations run: `SOURCE` or `TARGET` of a relationship, or a node of a group."),
        Key::new("filter", CONDITIONS).unfit(&CONDITION_FORM).doc("Which instances it works on."),
        Key::new("activities", Shape::List(&ACTIVITY_ITEM))
            .required(&STEP_WITHOUT_ACTIVITIES)
            .unfit(&ACTIVITY_FORM)
            .doc("What is done, one after the other."),
        Key::new("on_success", NEXT).doc("The steps that follow when all went well."),
        Key::new("on_failure", NEXT).doc("The steps that follow when something failed."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "A part of a workflow: what is done to one target.",
    section: "3.5.23",
};

static ACTIVITY_ITEM: Shape = Shape::Single(&ACTIVITY_SHAPE);
static ACTIVITY_SHAPE: Shape = Shape::Is(&ACTIVITY);
pub static ACTIVITY: Construct = Construct {
    name: "activity",
    keys: &[
        Key::new("delegate", Shape::OneOf(&[Shape::Text(None), Shape::Is(&DELEGATE)]))
            .doc("A workflow of the orchestrator, for a node that it provides."),
        Key::new("set_state", Shape::Text(None)).doc("The state that the node is in now."),
        Key::new("call_operation", Shape::OneOf(&[Shape::Text(None), Shape::Is(&CALL)]))
            .doc("An operation of the target: `interface.operation`."),
        Key::new("inline", Shape::OneOf(&[Shape::Refers(&expression::WORKFLOW), Shape::Is(&INLINE)]))
            .doc("A workflow of this topology, which is put in here."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &ACTIVITY_FORM,
    nullable: false,
    doc: "One thing that is done.",
    section: "3.5.19",
};

const GIVEN: Key = Key::new("inputs", INPUTS_ASSIGNED).doc("What it is given: names and values.");
static DELEGATE: Construct = Construct {
    name: "delegate activity",
    keys: &[
        Key::new("workflow", Shape::Text(None)).required(&ACTIVITY_NAME).doc("The workflow's name."),
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &ACTIVITY_FORM,
    nullable: false,
    doc: "A workflow of the orchestrator and what it is given, as 1.3 writes it.",
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
    unfit: &ACTIVITY_FORM,
    nullable: false,
    doc: "An operation and what it is given, as 1.3 writes it.",
    section: "3.5.19",
};
static INLINE: Construct = Construct {
    name: "inline activity",
    keys: &[
        Key::new("workflow", Shape::Refers(&expression::WORKFLOW))
            .required(&ACTIVITY_NAME)
            .doc("The workflow's name."),
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &ACTIVITY_FORM,
    nullable: false,
    doc: "A workflow of this topology and what it is given, as 1.3 writes it.",
    section: "3.5.19",
};

/// `triggers` of a policy or policy type: a mapping, or a list, which the text of the specification calls it.
pub(super) const TRIGGERS: Shape =
    Shape::OneOf(&[Shape::Named(&TRIGGER_NAMES), Shape::Sequenced(&TRIGGER_NAMES)]);
static TRIGGER_NAMES: Named = Named { kind: &kind::TRIGGER, value: Shape::Is(&TRIGGER), unfit: None };

pub static TRIGGER: Construct = Construct {
    name: "trigger",
    keys: &[
        DESCRIPTION,
        // Three spellings: whether one of them is there is told by a rule.
        Key::new("event", Shape::OneOf(&[Shape::Text(None), Shape::Is(&EVENT)]))
            .alias(&["event_type"])
            .doc("The type of event that it fires at."),
        Key::new("schedule", VALUE).doc("When it can fire: a start and an end."),
        Key::new("target_filter", Shape::Is(&EVENT_FILTER)).doc("Where the attribute is that is looked at."),
        Key::new("condition", Shape::Which(&TRIGGER_CONDITION))
            .unfit(&CONDITION_FORM)
            .doc("What has to hold for it to fire."),
        Key::new("constraint", VALUE)
            .unfit(&CONSTRAINTS_FORM)
            .doc("What the attribute has to be. It is better written under `condition`.")
            .offered_in(NOWHERE),
        Key::new("period", VALUE)
            .doc("For how long. It is better written under `condition`.")
            .offered_in(NOWHERE),
        Key::new("evaluations", VALUE)
            .doc("How often. It is better written under `condition`.")
            .offered_in(NOWHERE),
        Key::new("method", VALUE)
            .doc("How values are put together. It is better written under `condition`.")
            .offered_in(NOWHERE),
        alarm("metric"),
        alarm("meter_name"),
        alarm("metadata"),
        Key::new("action", Shape::Which(&ACTION))
            .required(&ACTION_MISSING)
            .doc("What is done when it fires."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "Something that happens, and what is done then.",
    section: "3.5.18",
};

/// What `OpenStack`'s processors read of alarms besides.
const fn alarm(name: &'static str) -> Key {
    Key::new(name, Shape::Any).only(NOWHERE, &VENDOR_KEYNAME).home("an addition of OpenStack")
}

static EVENT: Construct = Construct {
    name: "event",
    keys: &[
        Key::new("type", Shape::Text(None)).doc("The type of event."),
        alarm("metric"),
        alarm("implementation"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "The type of event that a trigger fires at.",
    section: "3.5.18",
};

pub static EVENT_FILTER: Construct = Construct {
    name: "event filter",
    keys: &[
        Key::new("node", Shape::Refers(&expression::MEMBER_OR_TYPE))
            .required(&FILTER_WITHOUT_NODE)
            .doc("The node template or node type that is looked at."),
        Key::new("requirement", Shape::Refers(&expression::REQUIREMENT))
            .doc("A requirement of it: the node behind that is looked at then."),
        Key::new("capability", Shape::Refers(&expression::CAPABILITY))
            .doc("A capability that has the attribute."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "Where the attribute is that a trigger looks at.",
    section: "3.5.17",
};

/// How a trigger's condition is written: with its parts named, as a list of clauses, or as attributes and their constraints.
static TRIGGER_CONDITION: Which = Which {
    shapes: &[
        Shape::Is(&CONDITION_PARTS),
        CONDITIONS,
        Shape::Keyed(&expression::ATTRIBUTE, &ASSERTED),
        Shape::Is(&super::CONDITION),
    ],
    choose: |spot| {
        let node = spot.node.resolve();
        if node.is_sequence() {
            1
        } else if has_any(spot, &["and", "or", "not", "assert"]) {
            3
        } else if node.is_mapping()
            && !has_any(spot, &["constraint", "period", "evaluations", "method", "threshold", "granularity"])
        {
            2
        } else {
            0
        }
    },
};
pub static CONDITION_PARTS: Construct = Construct {
    name: "trigger condition",
    keys: &[
        Key::new("constraint", VALUE).unfit(&CONSTRAINTS_FORM).doc("What the attribute has to be."),
        Key::new("period", VALUE).doc("For how long."),
        Key::new("evaluations", VALUE).doc("How often."),
        Key::new("method", VALUE).doc("How values are put together: `average`."),
        alarm("threshold"),
        alarm("granularity"),
        alarm("aggregation_method"),
        alarm("comparison_operator"),
        alarm("resource_type"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What has to hold for a trigger to fire, and for how long.",
    section: "3.5.18",
};

/// What a trigger does: a workflow or operation by name, an operation that is defined here, or a list of activities, as 1.3 writes it.
static ACTION: Which = Which {
    shapes: &[
        Shape::Refers(&expression::WORKFLOW),
        Shape::List(&ACTION_ITEM),
        Shape::Is(&OPERATION_ASSIGNMENT),
        Shape::Map(&ACTION_OPERATION),
    ],
    choose: |spot| {
        let node = spot.node.resolve();
        if node.is_sequence() {
            1
        } else if has_any(spot, &["implementation", "inputs", "description"]) {
            2
        } else if node.is_mapping() {
            3
        } else {
            0
        }
    },
};

/// `OpenStack` names policies to be carried out.
static ACTION_ITEM: Shape = Shape::Which(&Which {
    shapes: &[
        Shape::Single(&ACTIVITY_SHAPE),
        Shape::Tolerated(&Tolerated {
            shape: Shape::Text(None),
            instead_of: &ACTIVITY_ITEM,
            code: &VENDOR_KEYNAME,
        }),
    ],
    choose: |spot| usize::from(spot.node.resolve().is_scalar()),
});
/// An operation under its name; `OpenStack` writes an alarm's action so.
static ACTION_OPERATION: Shape = Shape::Which(&Which {
    shapes: &[OPERATION_FORM, Shape::Is(&ALARM_ACTION)],
    choose: |spot| usize::from(has_any(spot, &["action_name", "action_type", "type"])),
});
const OPERATION_FORM: Shape = Shape::OneOf(&[Shape::Text(None), Shape::Is(&OPERATION_ASSIGNMENT)]);
static ALARM_ACTION: Construct = Construct {
    name: "action",
    keys: &[
        alarm("action_name"),
        alarm("action_type"),
        alarm("type"),
        Key::new("implementation", Shape::Text(None)),
        DESCRIPTION,
        GIVEN,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "What an alarm does, as some processors read it.",
    section: "3.5.18",
};
