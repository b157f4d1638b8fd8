//! Rule: the action of a trigger names a workflow that needs no inputs.

use super::super::Rule;
use super::activity::RESERVED;
use super::messages::suggest;
use super::trigger::triggers;
use crate::model::{Service, Workflow};
use crate::types::{ScalarText, has_value};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN_WORKFLOW, &UNSUPPLIED], check };

static UNKNOWN_WORKFLOW: Code = Code::warning(
    "tosca/unknown-trigger-action",
    "T3.5.18-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1",
    "Checks that an action that is a single word names a workflow of the topology template. An operation call is a mapping.",
)
.why("Without the workflow, the trigger has nothing to run.")
.advice("Correct the name, add the workflow, or write an operation call as a mapping.")
.bad(
    "topology template",
    "
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers: {full: {event: full, action: gorw}}
#                                            ^^^^
workflows:
  grow: {steps: {more: {target: server, activities: [{set_state: started}]}}}
~node_templates: {server: {type: tosca.nodes.Compute}}
",
)
.good(
    "
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers: {full: {event: full, action: grow}}
workflows:
  grow: {steps: {more: {target: server, activities: [{set_state: started}]}}}
~node_templates: {server: {type: tosca.nodes.Compute}}
",
);
static UNSUPPLIED: Code = Code::warning(
    "tosca/unsupplied-workflow-input",
    "T7.3.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 7.3.6",
    "Checks that a workflow started by a trigger has no required inputs.",
)
.why("A user who starts a workflow enters its inputs; a trigger provides none.")
.advice("Give the inputs defaults.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  grow:
    inputs: {by: {type: integer}}
    steps: {more: {target: server, activities: [{set_state: started}]}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers: {full: {event: full, action: grow}}
#                                            ^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  grow:
    inputs: {by: {type: integer, default: 1}}
    steps: {more: {target: server, activities: [{set_state: started}]}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers: {full: {event: full, action: grow}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for trigger in triggers(service) {
        let node = trigger.value.resolve();
        if node.is_mapping() {
            check_action(service, node, report);
        }
    }
}

fn check_action<'d>(service: &Service<'d>, trigger: Node<'d>, report: &mut Report) {
    let (Some(topology), Some(word)) = (&service.topology, ScalarText::at(trigger, "action")) else { return };
    let Some(workflow) = topology.workflow(&word.text) else {
        if RESERVED.contains(&&*word.text) {
            return;
        }
        let message = match &*word.text {
            "" => "expected the name of a workflow in `action`, found an empty string".to_owned(),
            text => message::unknown("workflow", text),
        };
        let fault = service.fault(&UNKNOWN_WORKFLOW, word.node, message);
        report.push(suggest(
            service,
            fault,
            word.node,
            &word.text,
            topology.workflows.iter().map(|workflow| &*workflow.name),
        ));
        return;
    };
    let wanting = unsupplied(workflow);
    if !wanting.is_empty() {
        let owner = format_args!("workflow `{}`: a trigger provides no inputs", workflow.name);
        let message = message::missing_names_at("input", wanting, owner);
        report.push(service.fault(&UNSUPPLIED, word.node, message));
    }
}

/// Required inputs of a workflow.
fn unsupplied<'w>(workflow: &'w Workflow<'_>) -> Vec<&'w str> {
    let needs = |node: Node<'_>| {
        let optional = node.get("required").and_then(Node::resolved) == Some(Resolved::Bool(false));
        node.is_mapping() && !optional && !has_value(node)
    };
    workflow.inputs.iter().filter(|input| needs(input.node)).map(|input| &*input.name).collect()
}
