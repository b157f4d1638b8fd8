//! Operations that wait for a node: `BlockUntilRunning`.

use super::super::interval::{EXAMPLES, Interval};
use super::super::shared::{derives, is_amp, is_call, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::interface::{Interface, Operation, OwnerKind};
use limn_tosca::model::Service;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&INPUT], check };

static INPUT: Code = Code::error(
    "amp/block-until-running-input",
    "M-RQ-10",
    "AMP, Depends On, Happens-Before Semantics, and Concurrency",
    "Checks the inputs of an operation whose implementation is `brooklyn.tosca.artifacts.Implementation.BlockUntilRunning`: `target` names the \
node to wait for, which only an operation of a relationship can leave out; `timeout` is a time interval and `abort_if_on_fire` a boolean.",
)
.why("The operation waits until the target runs. Without a target it has nothing to wait for, and without a valid interval it cannot stop waiting.")
.advice("Set `target` to the name of a node; write `timeout` as `5m` or `forever`, and `abort_if_on_fire` as `true` or `false`.")
.bad(
    "software",
    "
interfaces:
  Standard:
    configure:
#   ^^^^^^^^^
      implementation:
        primary: {type: brooklyn.tosca.artifacts.Implementation.BlockUntilRunning}
",
)
.good(
    "
interfaces:
  Standard:
    configure:
      inputs: {target: server, timeout: 5m}
      implementation:
        primary: {type: brooklyn.tosca.artifacts.Implementation.BlockUntilRunning}
",
);

const BLOCK_UNTIL_RUNNING: &str = "brooklyn.tosca.artifacts.Implementation.BlockUntilRunning";

fn check(service: &Service<'_>, report: &mut Report) {
    if !is_amp(service) {
        return;
    }
    for interface in &service.interfaces {
        for operation in interface.operations.iter().filter(|operation| service.is_own(operation.key)) {
            if blocks(service, operation) {
                check_inputs(service, interface, operation, report);
            }
        }
    }
}

fn blocks(service: &Service<'_>, operation: &Operation<'_>) -> bool {
    let implementation = operation.node.get("implementation").map(Node::resolve);
    let primary = implementation.and_then(|implementation| implementation.get("primary")).map(Node::resolve);
    let word = primary.or(implementation).and_then(|node| ScalarText::at(node, "type"));
    word.is_some_and(|word| {
        let id = service.find(TypeKind::Artifact, &word.text);
        derives(service, TypeKind::Artifact, id, BLOCK_UNTIL_RUNNING)
    })
}

fn check_inputs<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    operation: &Operation<'d>,
    report: &mut Report,
) {
    let own = [operation.node, interface.node].map(|node| node.get("inputs").map(Node::resolve));
    let value = |name: &str| own.iter().flatten().find_map(|inputs| inputs.get(name)).map(Node::resolve);
    let is_target = |node: Node<'_>| !node.is_null();
    if !value("target").is_some_and(is_target) && interface.owner_kind != OwnerKind::Relationship {
        let schema = interface.schema(&service.type_scope, &service.interface_schemas);
        if schema.inputs(&service.type_scope, Some(&operation.name)).get("target").is_none() {
            let message =
                message::missing_on("input", "target", "operation", format_args!("{}", operation.name));
            report.push(service.fault(&INPUT, operation.key, message));
        }
    }
    // In a type, inputs are definitions.
    let assigned = |name: &str| {
        let value = value(name)?;
        let value = match interface.defines && value.is_mapping() && !is_call(value) {
            true => value.get("default").map(Node::resolve)?,
            false => value,
        };
        Some(value).filter(|value| service.is_own(*value) && !value.is_null() && !is_call(*value))
    };
    if let Some(timeout) = assigned("timeout").filter(|timeout| Interval::of(*timeout).is_none()) {
        let message = message::expected(format_args!("{EXAMPLES} for `timeout`"), shown(timeout));
        report.push(service.fault(&INPUT, timeout, message));
    }
    let is_boolean = |node: &Node<'_>| matches!(node.resolved(), Some(Resolved::Bool(_)));
    if let Some(flag) = assigned("abort_if_on_fire").filter(|flag| !is_boolean(flag)) {
        let message = message::expected("`true` or `false` for `abort_if_on_fire`", shown(flag));
        report.push(service.fault(&INPUT, flag, message));
    }
}
