//! Triggers of policies: events, conditions and actions.

use super::{
    ACTIVITY_ITEM, ACTIVITY_SHAPE, ASSERTED, CONDITION_FORM, CONDITIONS, CONSTRAINTS_FORM, DESCRIPTION,
    DESCRIPTION_ELSEWHERE, GIVEN, NOWHERE, OPERATION_ASSIGNMENT, UNKNOWN_KEY, VALUE, VENDOR_KEYNAME,
    WRONG_SHAPE, has_any,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Construct, Discouraged, Key, NamedEntries, Shape};

pub(super) static CODES: &[&Code] = &[&ACTION_MISSING, &FILTER_WITHOUT_NODE, &POLICY_AS_ACTION];

pub static ACTION_MISSING: Code = Code::error(
    "tosca/trigger-without-action",
    "T3.5.18-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18",
    "Checks that a trigger has an `action`.",
)
.why("Without one, its event has no effect.")
.advice("Add `action` with the name of a workflow, an operation, or a list of activities.")
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
pub static POLICY_AS_ACTION: Code = Code::warning(
    "tosca/policy-as-action",
    "T3.5.18-R3",
    "TOSCA Simple Profile in YAML 1.3, 3.6.22",
    "Reports a name in the list of actions of a trigger.",
)
.why("In TOSCA, an action is an activity. OpenStack reads the name as a policy to execute.")
.advice("Write the item as an activity, such as `{inline: grow}` with the name of a workflow.")
.bad(
    "trigger",
    "
action: [grow]
#        ^^^^
",
)
.good("action: [{inline: grow}]")
.one_cause("policies as actions");

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
            .in_snippets()
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
