//! What steps and triggers do: delegate, set a state, call an operation, inline a workflow.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Rule;
use super::circle::circles;
use super::say::{meant, row};
use super::target::{Call, Target, entity};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::{Service, Step, Workflow};
use crate::dialect::tosca::types::Word;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&MALFORMED_CALL, &UNKNOWN_CALL, &UNKNOWN_WORKFLOW, &INLINE_CIRCLE, &DELEGATED], check };

static MALFORMED_CALL: Code = Code::error(
    "tosca/malformed-operation-call",
    "T3.5.19-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "`call_operation` names an interface and an operation with a dot between: `Standard.start`. The last dot counts, as names of interfaces \
     have dots too.

Bad:
```yaml
activities: [{call_operation: start}]
```
Good:
```yaml
activities: [{call_operation: Standard.start}]
```",
);
static UNKNOWN_CALL: Code = Code::error(
    "tosca/unknown-operation-call",
    "T3.5.19-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "The target of the step has the interface, by its name or by that of its type, and the interface has the operation.

Bad:
```yaml
activities: [{call_operation: Standard.begin}]
```
Good:
```yaml
activities: [{call_operation: Standard.start}]
```",
);
static UNKNOWN_WORKFLOW: Code = Code::error(
    "tosca/unknown-inlined-workflow",
    "T3.5.19-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "`inline` names a workflow of the same topology template, whose steps are done in place of the activity.

Bad:
```yaml
workflows:
  backup: {steps: {first: {activities: [{inline: stop_all}]}}}
```
Good:
```yaml
workflows:
  backup: {steps: {first: {activities: [{inline: stop}]}}}
  stop: {steps: {stop: {target: db, activities: [{call_operation: Standard.stop}]}}}
```",
);
static INLINE_CIRCLE: Code = Code::error(
    "tosca/inline-circle",
    "T3.5.19-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "A workflow that is inlined in itself, by whatever steps, has no end.

Bad:
```yaml
workflows:
  stop: {steps: {first: {activities: [{inline: backup}]}}}
  backup: {steps: {first: {activities: [{inline: stop}]}}}
```
Good:
```yaml
workflows:
  stop: {steps: {stop: {target: db, activities: [{call_operation: Standard.stop}]}}}
  backup: {steps: {first: {activities: [{inline: stop}]}}}
```",
);
static DELEGATED: Code = Code::warning(
    "tosca/delegated-implementation",
    "T3.5.19-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.19",
    "`delegate` leaves a node to the orchestrator, which brings what it has no operations for. A node with operations of its own is done by calling \
     these.

Bad:
```yaml
node_templates:
  db: {type: my.Database, interfaces: {Standard: {start: start.sh}}}
workflows:
  begin: {steps: {db: {target: db, activities: [{delegate: deploy}]}}}
```
Good:
```yaml
workflows:
  begin: {steps: {db: {target: db, activities: [{call_operation: Standard.start}]}}}
```",
);

/// Workflows that there are without being written: the orchestrator makes them.
pub(super) const RESERVED: [&str; 2] = ["deploy", "undeploy"];

/// The activities of a step.
pub(super) fn activities(step: Node<'_>) -> Vec<Node<'_>> {
    step.get("activities").into_iter().flat_map(Node::items).map(Node::resolve).collect()
}

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    for workflow in &topology.workflows {
        for step in &workflow.steps {
            let target = step.target.as_ref().and_then(|it| Target::find(service, &it.text));
            for activity in &step.activities {
                check_activity(service, *activity, report);
                if let Some(target) = target {
                    check_on(service, step, target, *activity, report);
                }
            }
        }
    }
    for trigger in topology.policies.iter().flat_map(|it| &it.triggers) {
        let action = trigger.value.resolve().get("action");
        for activity in
            action.into_iter().flat_map(Node::items).map(Node::resolve).filter(|it| it.is_mapping())
        {
            check_activity(service, activity, report);
        }
    }
    check_circles(service, &topology.workflows, report);
}

/// What holds of an activity wherever it stands.
pub(super) fn check_activity<'d>(service: &Service<'d>, activity: Node<'d>, report: &mut Report) {
    if !activity.is_mapping() {
        return;
    }
    if let Some(word) = argument(activity, "call_operation", "operation")
        && split(&word.text).is_none()
    {
        let message = format!("`{}` is no `interface.operation`", word.text);
        report.push(service.fault(&MALFORMED_CALL, word.node, message));
    }
    if let Some(word) = argument(activity, "inline", "workflow")
        && let Some(topology) = &service.topology
        && topology.workflow(&word.text).is_none()
        && !RESERVED.contains(&&*word.text)
    {
        let message = format!("there is no workflow `{}` to inline", word.text);
        let said = service.fault(&UNKNOWN_WORKFLOW, word.node, message);
        report.push(meant(
            service,
            said,
            word.node,
            &word.text,
            topology.workflows.iter().map(|it| &*it.name),
        ));
    }
}

/// What an activity is about: a text, or under `key` in the long notation.
pub(super) fn argument<'d>(activity: Node<'d>, kind: &str, key: &str) -> Option<Word<'d>> {
    let node = activity.get(kind)?.resolve();
    if node.is_mapping() { Word::at(node, key) } else { Word::of(node) }
}

/// The interface and the operation of a call.
pub(super) fn split(call: &str) -> Option<(&str, &str)> {
    call.rsplit_once('.').filter(|(interface, operation)| !interface.is_empty() && !operation.is_empty())
}

/// What an activity asks of the target of its step.
fn check_on<'d>(
    service: &Service<'d>,
    step: &Step<'d>,
    target: Target<'_, 'd>,
    activity: Node<'d>,
    report: &mut Report,
) {
    let relationship = step.target_relationship.as_ref().map(|it| &*it.text);
    let Some(thing) = entity(service, target, relationship) else { return };
    if let Some(word) = argument(activity, "delegate", "workflow")
        && matches!(target, Target::Node(_))
        && thing.is_implemented(service) == Some(true)
    {
        let message = format!("{} has operations of its own: nothing is left to `delegate`", thing.label);
        report.push(service.fault(&DELEGATED, word.node, message));
    }
    let Some(word) = argument(activity, "call_operation", "operation") else { return };
    let Some((interface, operation)) = split(&word.text) else { return };
    let mut outcome = thing.call(service, interface, operation);
    // What is called on a group may be done by its members.
    if let Target::Group(group) = target {
        let members = group.members.iter().filter_map(|it| service.node_template(&it.text));
        let calls = members.filter_map(|it| entity(service, Target::Node(it), None));
        if calls.map(|it| it.call(service, interface, operation)).any(|it| it == Call::Fine) {
            outcome = Call::Fine;
        }
    }
    match outcome {
        Call::Fine => {}
        Call::NoInterface(names) => {
            let message = format!("{} has no interface `{interface}`", thing.label);
            let near = service
                .nearness
                .nearest(interface, names.iter().map(String::as_str))
                .map(|it| format!("{it}.{operation}"));
            let said = service.fault(&UNKNOWN_CALL, word.node, message);
            report.push(meant(service, said, word.node, &word.text, near.as_deref()));
        }
        Call::NoOperation(names) => {
            let message =
                format!("interface `{interface}` of {} has no operation `{operation}`", thing.label);
            let near = service
                .nearness
                .nearest(operation, names.iter().map(String::as_str))
                .map(|it| format!("{interface}.{it}"));
            let said = service.fault(&UNKNOWN_CALL, word.node, message);
            report.push(meant(service, said, word.node, &word.text, near.as_deref()));
        }
    }
}

fn check_circles(service: &Service<'_>, workflows: &[Workflow<'_>], report: &mut Report) {
    let index: BTreeMap<&str, usize> = workflows.iter().enumerate().map(|(at, it)| (&*it.name, at)).collect();
    let inlined = |workflow: &Workflow<'_>| {
        let all = workflow.steps.iter().flat_map(|it| &it.activities);
        let names = all.filter_map(|it| argument(*it, "inline", "workflow"));
        let found: BTreeSet<usize> = names.filter_map(|it| index.get(&*it.text).copied()).collect();
        found.into_iter().collect()
    };
    let edges: Vec<Vec<usize>> = workflows.iter().map(inlined).collect();
    for circle in circles(&edges) {
        let first = &workflows[circle[0]];
        let message = match circle.as_slice() {
            [_] => format!("workflow `{}` inlines itself", first.name),
            _ => {
                let names = row(circle.iter().map(|at| &*workflows[*at].name), "and");
                format!("the workflows {names} inline each other in a circle")
            }
        };
        let mut said = service.fault(&INLINE_CIRCLE, first.key, message);
        for at in &circle[1..] {
            said = said.related(workflows[*at].key.range(), "is in the circle");
        }
        report.push(said);
    }
}
