//! Workflows: steps, activities and preconditions; and policy triggers, which start them.

use super::{
    ASSERTED, CONDITION_FORM, CONDITIONS, CONSTRAINTS_FORM, DESCRIPTION, DESCRIPTION_ELSEWHERE,
    IMPLEMENTATION, INPUTS_ASSIGNED, METADATA, NOWHERE, OPERATION_ASSIGNMENT, PARAMETERS, UNKNOWN_KEY, VALUE,
    VENDOR_KEYNAME, WRONG_SHAPE, has_any, since_1_3,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Construct, Discouraged, Key, NamedEntries, Shape};

pub(super) static CODES: &[&Code] = &[
    &ACTION_MISSING,
    &FILTER_WITHOUT_NODE,
    &PRECONDITION_WITHOUT_TARGET,
    &STEP_WITHOUT_ACTIVITIES,
    &ACTIVITY_FORM,
    &ACTIVITY_NAME,
    &STEPS_NOT_LISTED,
    &POLICY_AS_ACTION,
];

pub static ACTION_MISSING: Code = Code::error(
    "tosca/trigger-without-action",
    "T3.5.18-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18",
    "Checks that a trigger has an `action`.",
)
.why("Without one, its event has no effect.")
.bad(
    "policy",
    "
triggers:
  full: {event: tosca.events.resource.utilization}
# ^^^^
",
)
.good(
    "
triggers:
  full: {event: tosca.events.resource.utilization, action: grow}
",
);
pub static FILTER_WITHOUT_NODE: Code = Code::error(
    "tosca/event-filter-without-node",
    "T3.5.17-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.17",
    "Checks that an event filter has a `node`.",
)
.why("Without it, there is no node to monitor.")
.advice("Add `node` with the name of a node template or node type.")
.bad(
    "topology template",
    "
node_templates: {a: {type: Compute}}
workflows: {w: {steps: {s: {target: a, activities: [set_state: started]}}}}
policies:
  - p:
      type: tosca.policies.Scaling
      targets: [a]
      triggers: {t: {event: full, target_filter: {capability: host}, action: w}}
#                                 ^^^^^^^^^^^^^
",
)
.good(
    "
node_templates: {a: {type: Compute}}
workflows: {w: {steps: {s: {target: a, activities: [set_state: started]}}}}
policies:
  - p:
      type: tosca.policies.Scaling
      targets: [a]
      triggers: {t: {event: full, target_filter: {node: a}, action: w}}
",
);
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
pub static ACTIVITY_FORM: Code = Code::error(
    "tosca/malformed-activity",
    "T3.5.19-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "Checks that activities are a list. Each is a mapping with one entry: `delegate`, `set_state`, `call_operation` or `inline`.",
)
.earlier(&["tosca/one-activity-each"])
.why("Activities run in order.")
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
pub static STEPS_NOT_LISTED: Code = Code::warning(
    "tosca/next-steps-not-a-list",
    "T3.5.23-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23",
    "Checks that `on_success` and `on_failure` are lists, even of one step.",
)
.why("Some processors accept a single name, and strict ones reject it.")
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

pub static POLICY_AS_ACTION: Code = Code::warning(
    "tosca/policy-as-action",
    "T3.9-R4",
    "TOSCA Simple Profile in YAML 1.3, 3.6.22",
    "Reports a name in the list of actions of a trigger.",
)
.why("In TOSCA, an action is an activity. OpenStack reads the name as a policy to execute.")
.bad(
    "trigger",
    "
action: [grow]
#        ^^^^
",
)
.good("action: [{inline: grow}]")
.one_cause("policies as actions");

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
        Key::new("steps", Shape::NamedMap(&STEPS)).doc("The steps and their order."),
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

static ACTIVITY_ITEM: Shape = Shape::Single(&ACTIVITY_SHAPE);
static ACTIVITY_SHAPE: Shape = Shape::Construct(&ACTIVITY);
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

const GIVEN: Key = Key::new("inputs", INPUTS_ASSIGNED).doc("Input values.");
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

/// `triggers` of a policy or policy type: a mapping, or a list, as the text of the specification calls it.
pub(super) const TRIGGERS: Shape =
    Shape::OneOf(&[Shape::NamedMap(&TRIGGER_NAMES), Shape::NamedList(&TRIGGER_NAMES)]);
static TRIGGER_NAMES: NamedEntries =
    NamedEntries { kind: &kind::TRIGGER, value: Shape::Construct(&TRIGGER), wrong_shape: None };

pub static TRIGGER: Construct = Construct {
    name: "trigger",
    keys: &[
        DESCRIPTION,
        // One of three spellings: a rule checks this.
        Key::new("event", Shape::OneOf(&[Shape::Text(None), Shape::Construct(&EVENT)]))
            .alias(&["event_type"])
            .doc("The type of the event."),
        Key::new("schedule", VALUE).doc("The active time: a start and an end."),
        Key::new("target_filter", Shape::Construct(&EVENT_FILTER))
            .doc("The entity with the monitored attribute."),
        Key::new("condition", Shape::ByValue(&TRIGGER_CONDITION))
            .wrong_shape(&CONDITION_FORM)
            .doc("The condition for the action."),
        Key::new("constraint", VALUE)
            .wrong_shape(&CONSTRAINTS_FORM)
            .doc("The constraint on the attribute. Prefer `condition`.")
            .offered_in(NOWHERE),
        Key::new("period", VALUE).doc("The measurement period. Prefer `condition`.").offered_in(NOWHERE),
        Key::new("evaluations", VALUE)
            .doc("The number of evaluations. Prefer `condition`.")
            .offered_in(NOWHERE),
        Key::new("method", VALUE).doc("The aggregation method. Prefer `condition`.").offered_in(NOWHERE),
        alarm("metric"),
        alarm("meter_name"),
        alarm("metadata"),
        Key::new("action", Shape::ByValue(&ACTION))
            .required(&ACTION_MISSING)
            .doc("The action of the trigger."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "An event and the action it triggers.",
    section: "3.5.18",
};

/// Additional keynames of alarms in `OpenStack`.
const fn alarm(name: &'static str) -> Key {
    Key::new(name, Shape::Any).only(NOWHERE, &VENDOR_KEYNAME).home("an extension of OpenStack")
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
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The type of the event of a trigger.",
    section: "3.5.18",
};

pub static EVENT_FILTER: Construct = Construct {
    name: "event filter",
    keys: &[
        Key::new("node", Shape::Reference(&expression::MEMBER_OR_TYPE))
            .required(&FILTER_WITHOUT_NODE)
            .doc("The monitored node template or node type."),
        Key::new("requirement", Shape::Reference(&expression::REQUIREMENT))
            .doc("A requirement of the node, to monitor its target."),
        Key::new("capability", Shape::Reference(&expression::CAPABILITY))
            .doc("The capability with the attribute."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "The entity with the attribute that a trigger monitors.",
    section: "3.5.17",
};

/// Forms of a trigger condition: named parts, a list of clauses, or attributes with constraints.
static TRIGGER_CONDITION: ByValue = ByValue {
    shapes: &[
        Shape::Construct(&CONDITION_PARTS),
        CONDITIONS,
        Shape::ReferenceMap(&expression::ATTRIBUTE, &ASSERTED),
        Shape::Construct(&super::CONDITION),
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
        Key::new("constraint", VALUE).wrong_shape(&CONSTRAINTS_FORM).doc("The constraint on the attribute."),
        Key::new("period", VALUE).doc("The measurement period."),
        Key::new("evaluations", VALUE).doc("The number of evaluations."),
        Key::new("method", VALUE).doc("The aggregation method: `average`."),
        alarm("threshold"),
        alarm("granularity"),
        alarm("aggregation_method"),
        alarm("comparison_operator"),
        alarm("resource_type"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The condition of a trigger, and how it is measured.",
    section: "3.5.18",
};

/// Forms of an action: the name of a workflow or operation, an inline operation, or a list of activities, as in 1.3.
static ACTION: ByValue = ByValue {
    shapes: &[
        Shape::Reference(&expression::WORKFLOW),
        Shape::List(&ACTION_ITEM),
        Shape::Construct(&OPERATION_ASSIGNMENT),
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

/// `OpenStack` names policies to execute.
static ACTION_ITEM: Shape = Shape::ByValue(&ByValue {
    shapes: &[
        Shape::Single(&ACTIVITY_SHAPE),
        Shape::Discouraged(&Discouraged {
            shape: Shape::Text(None),
            instead_of: &ACTIVITY_ITEM,
            code: &POLICY_AS_ACTION,
        }),
    ],
    choose: |spot| usize::from(spot.node.resolve().is_scalar()),
});
/// A named operation, or an alarm action of `OpenStack`.
static ACTION_OPERATION: Shape = Shape::ByValue(&ByValue {
    shapes: &[OPERATION_FORM, Shape::Construct(&ALARM_ACTION)],
    choose: |spot| usize::from(has_any(spot, &["action_name", "action_type", "type"])),
});
const OPERATION_FORM: Shape = Shape::OneOf(&[Shape::Text(None), Shape::Construct(&OPERATION_ASSIGNMENT)]);
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
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "The action of an alarm, as some processors read it.",
    section: "3.5.18",
};
