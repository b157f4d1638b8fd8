//! Workflows, preconditions and steps: targets and hosts.

use super::super::Rule;
use super::activity::activities;
use super::messages::suggest;
use super::target::{NodeOrGroup, requirements, targets};
use crate::model::{Service, Step};
use crate::types::{Lookup, ScalarText, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &WITHOUT_STEPS,
        &MISSING_TARGET,
        &UNKNOWN_TARGET,
        &UNKNOWN_RELATIONSHIP,
        &WRONG_HOST,
        &UNKNOWN_HOST,
    ],
    check,
};

static WITHOUT_STEPS: Code = Code::warning(
    "tosca/workflow-without-steps",
    "T3.7.7-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.7.1",
    "Checks that a workflow has steps.",
)
.why("Without steps, it does nothing.")
.advice("Add `steps` with at least one step, or remove the workflow.")
.bad(
    "workflows",
    "
begin: {description: nothing yet}
#^^^^
",
)
.good("begin: {steps: {start: {target: web, activities: [{set_state: started}]}}}");

static MISSING_TARGET: Code = Code::error(
    "tosca/missing-step-target",
    "T3.5.23-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23.1",
    "Checks that a step has a `target`: a node template or group. Only a step that just inlines other workflows needs none.",
)
.why("Activities apply to the target, so without one there is no node to call or change.")
.advice("Add `target` with the name of a node template or group.")
.bad(
    "steps",
    "
start: {activities: [{call_operation: Standard.start}]}
#^^^^
",
)
.good("start: {target: web, activities: [{call_operation: Standard.start}]}");

static UNKNOWN_TARGET: Code = Code::error(
    "tosca/unknown-workflow-target",
    "T3.5.23-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.22, 3.5.23",
    "Checks that the target of a step or precondition is a node template or a group of the same topology template.",
)
.why("There is no node that the step or precondition can apply to, so the workflow is rejected or fails.")
.advice("Correct the name, or add the node template or group.")
.bad(
    "steps",
    "
start: {target: wbe, activities: [{call_operation: Standard.start}]}
#               ^^^
",
)
.good("start: {target: web, activities: [{call_operation: Standard.start}]}");

static UNKNOWN_RELATIONSHIP: Code = Code::error(
    "tosca/unknown-target-relationship",
    "T3.5.23-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.22, 3.5.23",
    "Checks that `target_relationship` names a requirement of the target. The step or precondition then applies to its relationship. A \
group has no requirements.",
)
.why("Without the requirement, there is no relationship that the step or precondition can apply to.")
.advice("Correct the name, or remove `target_relationship` to apply it to the node.")
.bad(
    "step",
    "
target: web
target_relationship: hosted
#                    ^^^^^^
operation_host: SOURCE
activities: [{call_operation: Configure.target_changed}]
",
)
.good(
    "
target: web
target_relationship: host
operation_host: SOURCE
activities: [{call_operation: Configure.target_changed}]
",
);

static WRONG_HOST: Code = Code::error(
    "tosca/wrong-step-host",
    "T3.5.23-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23.1",
    "Checks that a step that calls an operation of a relationship has `SOURCE` or `TARGET` as its `operation_host`.",
)
.why("The operation can run at either end.")
.advice("Set `operation_host` to the end that runs the operation: `SOURCE` or `TARGET`.")
.bad(
    "step",
    "
target: web
target_relationship: host
operation_host: SELF
#               ^^^^
activities: [{call_operation: Configure.target_changed}]
",
)
.good(
    "
target: web
target_relationship: host
operation_host: SOURCE
activities: [{call_operation: Configure.target_changed}]
",
);

static UNKNOWN_HOST: Code = Code::error(
    "tosca/unknown-step-host",
    "T3.5.23-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23.1",
    "Checks that the `operation_host` of a step on a group names a node type or a node template. It selects the members that run the \
operation.",
)
.why("No member of the group has an unknown type or name, so the operation never runs.")
.advice("Correct the name, or use the node type or name of a member of the group.")
.bad(
    "service template",
    "
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  groups: {all: {type: tosca.groups.Root, members: [server]}}
  workflows:
    begin:
      steps:
        start:
          target: all
          operation_host: sever
#                         ^^^^^
          activities: [{call_operation: Standard.start}]
",
)
.good(
    "
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  groups: {all: {type: tosca.groups.Root, members: [server]}}
  workflows:
    begin:
      steps:
        start:
          target: all
          operation_host: server
          activities: [{call_operation: Standard.start}]
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for workflow in service.topology.iter().flat_map(|topology| &topology.workflows) {
        if workflow.node.is_mapping() && workflow.steps.is_empty() && !has_other_body(workflow.node) {
            let message = format!("workflow `{}` has no steps", workflow.name);
            report.push(service.fault(&WITHOUT_STEPS, workflow.key, message));
        }
        for precondition in &workflow.preconditions {
            if let Some(word) = ScalarText::at(*precondition, "target") {
                check_target(
                    service,
                    &word,
                    ScalarText::at(*precondition, "target_relationship").as_ref(),
                    report,
                );
            }
        }
        for step in workflow.steps.iter().filter(|step| step.node.is_mapping()) {
            check_step(service, step, report);
        }
    }
}

/// Returns true if a workflow has another implementation, as in 1.3, or steps that are not a mapping, which the grammar reports.
fn has_other_body(workflow: Node<'_>) -> bool {
    workflow.get("implementation").is_some()
        || workflow.get("steps").is_some_and(|list| list.items().next().is_some())
}

fn check_step<'d>(service: &Service<'d>, step: &Step<'d>, report: &mut Report) {
    let has = |key: &str| step.node.get(key).is_some_and(|value| !value.is_null());
    let Some(target) = &step.target else {
        let inlines = |node: &Node<'d>| node.get("inline").is_some() && node.entries().len() == 1;
        let only_inlines = !step.activities.is_empty() && step.activities.iter().all(inlines);
        if !has("target") && !only_inlines {
            let message = message::missing("key", "target") + &format!(" on step `{}`", step.name);
            report.push(service.fault(&MISSING_TARGET, step.key, message));
        }
        return;
    };
    let target = check_target(service, target, step.target_relationship.as_ref(), report);
    let calls = activities(step.node).iter().any(|activity| activity.get("call_operation").is_some());
    match (target, &step.target_relationship, &step.operation_host) {
        (Some(NodeOrGroup::Node(_)), Some(relationship), None) if calls => {
            let message = format!(
                "missing `operation_host` on step `{}` for the relationship `{}`: expected `SOURCE` or `TARGET`",
                step.name, relationship.text
            );
            report.push(service.fault(&WRONG_HOST, step.key, message));
        }
        (Some(NodeOrGroup::Node(_)), Some(_), Some(host))
            if !["SOURCE", "TARGET", "ORCHESTRATOR"].contains(&&*host.text) =>
        {
            let message = message::expected(
                "`SOURCE` or `TARGET` as the host of a relationship operation",
                format_args!("`{}`", host.text),
            );
            let fault = service.fault(&WRONG_HOST, host.node, message);
            report.push(suggest(service, fault, host.node, &host.text, ["SOURCE", "TARGET"]));
        }
        (Some(NodeOrGroup::Group(_)), _, Some(host)) => check_group_host(service, host, report),
        _ => {}
    }
}

fn check_group_host(service: &Service<'_>, host: &ScalarText<'_>, report: &mut Report) {
    let known = service.node_template(&host.text).is_some()
        || service.find(TypeKind::Node, &host.text) != Lookup::Unknown
        || host.text == "ORCHESTRATOR";
    if !known {
        let message = message::unknown("node template or node type", &host.text);
        let fault = service.fault(&UNKNOWN_HOST, host.node, message);
        let templates = service
            .topology
            .iter()
            .flat_map(|topology| &topology.node_templates)
            .map(|template| &*template.name);
        report.push(suggest(service, fault, host.node, &host.text, templates));
    }
}

/// Resolves the target of a step or precondition, and reports an unknown one.
fn check_target<'s, 'd>(
    service: &'s Service<'d>,
    word: &ScalarText<'d>,
    relationship: Option<&ScalarText<'d>>,
    report: &mut Report,
) -> Option<NodeOrGroup<'s, 'd>> {
    let Some(target) = NodeOrGroup::find(service, &word.text) else {
        let message = message::unknown("node template or group", &word.text);
        let fault = service.fault(&UNKNOWN_TARGET, word.node, message);
        report.push(suggest(service, fault, word.node, &word.text, targets(service)));
        return None;
    };
    match (target, relationship) {
        (NodeOrGroup::Group(group), Some(relationship)) => {
            let message = message::unknown_on("requirement", &relationship.text, "group", &group.name)
                + ": groups have no requirements";
            report.push(service.fault(&UNKNOWN_RELATIONSHIP, relationship.node, message));
        }
        (NodeOrGroup::Node(template), Some(relationship)) => {
            if let Some(known) = requirements(service, template)
                && !known.contains(&relationship.text)
            {
                let message =
                    message::unknown_on("requirement", &relationship.text, "node template", &template.name);
                let fault = service.fault(&UNKNOWN_RELATIONSHIP, relationship.node, message);
                report.push(suggest(
                    service,
                    fault,
                    relationship.node,
                    &relationship.text,
                    known.iter().map(|name| &**name),
                ));
            }
        }
        _ => {}
    }
    Some(target)
}
