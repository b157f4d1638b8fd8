//! Order of the steps of a workflow: successors exist, and there is no cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Rule;
use super::messages::suggest;
use crate::model::{Service, Step, Workflow};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN_STEP, &CYCLE], check };

static UNKNOWN_STEP: Code = Code::error(
    "tosca/unknown-step",
    "T3.5.23-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.23.2",
    "Checks that `on_success` and `on_failure` name steps of the same workflow.",
)
.why("The workflow cannot continue with a step that does not exist, so it is rejected or ends early.")
.advice("Correct the name, or add the step.")
.bad(
    "steps",
    "
start:
  target: web
  activities: [{set_state: started}]
  on_success: [finsh]
#              ^^^^^
finish: {target: web, activities: [{set_state: available}]}
",
)
.good(
    "
start:
  target: web
  activities: [{set_state: started}]
  on_success: [finish]
finish: {target: web, activities: [{set_state: available}]}
",
);

static CYCLE: Code = Code::error(
    "tosca/step-cycle",
    "T3.5.23-R9",
    "TOSCA Simple Profile in YAML 1.2, 7.3.1",
    "Checks that steps do not follow each other in a cycle.",
)
.earlier(&["tosca/step-circle"])
.why("A step starts when all steps that lead to it by `on_success` are done, so the steps of a cycle never start.")
.advice("Remove one of the steps from `on_success` of the step before it.")
.bad(
    "service template",
    "
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  workflows:
    begin:
      steps:
        one:
#       ^^^
          target: server
          activities: [{set_state: starting}]
          on_success: [two]
        two: {target: server, activities: [{set_state: started}], on_success: [one]}
",
)
.good(
    "
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  workflows:
    begin:
      steps:
        one:
          target: server
          activities: [{set_state: starting}]
          on_success: [two]
        two: {target: server, activities: [{set_state: started}]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for workflow in service.topology.iter().flat_map(|topology| &topology.workflows) {
        let known: BTreeSet<&str> = workflow.steps.iter().map(|step| &*step.name).collect();
        for step in workflow.steps.iter().filter(|step| step.node.is_mapping()) {
            check_next(service, workflow, &known, step, report);
        }
        check_cycles(service, workflow, report);
    }
}

/// Checks the successors of a step.
fn check_next<'d>(
    service: &Service<'d>,
    workflow: &Workflow<'d>,
    known: &BTreeSet<&str>,
    step: &Step<'d>,
    report: &mut Report,
) {
    for word in step.on_success.iter().chain(&step.on_failure).filter(|word| !known.contains(&*word.text)) {
        let message = message::unknown_on("step", &word.text, "workflow", &workflow.name);
        let fault = service.fault(&UNKNOWN_STEP, word.node, message);
        report.push(suggest(
            service,
            fault,
            word.node,
            &word.text,
            workflow.steps.iter().map(|step| &*step.name),
        ));
    }
}

fn check_cycles(service: &Service<'_>, workflow: &Workflow<'_>, report: &mut Report) {
    let index: BTreeMap<&str, usize> =
        workflow.steps.iter().enumerate().map(|(at, step)| (&*step.name, at)).collect();
    let steps = workflow.steps.iter().enumerate();
    let edges = steps.flat_map(|(at, step)| step.on_success.iter().map(move |name| (at, name)));
    let edges = edges.filter_map(|(at, name)| Some((at, *index.get(&*name.text)?)));
    for cycle in Digraph::new(workflow.steps.len(), edges).shortest_cycles() {
        let first = &workflow.steps[cycle[0]];
        let message = message::cycle("step", cycle.iter().map(|at| &*workflow.steps[*at].name));
        let mut fault = service.fault(&CYCLE, first.key, message);
        for at in &cycle[1..] {
            fault = fault.related(workflow.steps[*at].key.range(), "part of the cycle");
        }
        report.push(fault);
    }
}
