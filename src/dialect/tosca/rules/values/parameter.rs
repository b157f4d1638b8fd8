//! Definitions of inputs, outputs and attributes: useful types, defaults and values.

use super::super::Rule;
use super::check::{Findings, is_call};
use super::value_definition::{self, Role};
use crate::function::{CallNode, Function};
use crate::grammar::V1_3;
use crate::model::Service;
use crate::value::shown;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NO_VALUE, &UNTYPED_INPUT, &INPUT_VALUE, &LITERAL_DEFAULT], check };

static NO_VALUE: Code = Code::warning(
    "tosca/output-without-value",
    "T3.5.13-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.13",
    "Checks that an output has a `value`.",
)
.why("Without a value, the output is empty.")
.advice(
    "Add `value` with a literal or a function, such as `value: {get_attribute: [server, private_address]}`.",
)
.bad(
    "topology template",
    "
outputs: {a: {type: integer}}
#         ^
",
)
.good("outputs: {a: {value: 1}}");
static UNTYPED_INPUT: Code = Code::warning(
    "tosca/untyped-input",
    "T3.5.13-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.13",
    "Reports an input without a type.",
)
.why("Its value cannot be checked before deployment fails on it.")
.advice("Add `type` with the name of a built-in or data type.")
.bad(
    "topology template",
    "
inputs: {cpus: {description: how many}}
#        ^^^^
",
)
.good("inputs: {cpus: {type: integer, description: how many}}");
static INPUT_VALUE: Code = Code::warning(
    "tosca/input-with-value",
    "T3.5.13-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.8.2.1",
    "Checks that an input has no `value`.",
)
.why("Inputs get their values at deployment.")
.advice("Use `default` for a value to use if none is given.")
.bad(
    "topology template",
    "
inputs: {cpus: {type: integer, value: 4}}
#                              ^^^^^
",
)
.good("inputs: {cpus: {type: integer, default: 4}}");
static LITERAL_DEFAULT: Code = Code::warning(
    "tosca/literal-attribute-default",
    "T3.5.11-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.11.3",
    "Reports a literal as the default of an attribute.",
)
.why("An attribute is the state of a running node, so its default comes from another attribute or an operation output. TOSCA's own types do not \
follow this for `state`.")
.advice("Remove `default`, or set it to a call of `get_attribute` or `get_operation_output`.")
.bad(
    "node types",
    "
my.A:
  derived_from: tosca.nodes.Root
  attributes: {a: {type: string, default: here}}
#                                         ^^^^
",
)
.good(
    "
my.A:
  derived_from: tosca.nodes.Root
  attributes:
    a: {type: string}
    b: {type: string, default: {get_attribute: [SELF, a]}}
",
)
.one_cause("attribute defaults that are not read from another attribute");

/// Returns true if a call or one of its arguments reads the state of a running node.
fn comes_from_running(node: Node<'_>, depth: usize) -> bool {
    const MAX_DEPTH: usize = 32;
    let Some(call) = CallNode::of(node).filter(|_| depth < MAX_DEPTH) else {
        return node
            .items()
            .map(Node::resolve)
            .any(|item| depth < MAX_DEPTH && comes_from_running(item, depth + 1));
    };
    match call.function {
        Function::GetProperty | Function::GetInput => false,
        Function::Concat | Function::Join | Function::Token => {
            call.arguments().into_iter().any(|argument| comes_from_running(argument, depth + 1))
        }
        _ => true,
    }
}

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in
        value_definition::all(service).into_iter().filter(|definition| definition.role == Role::Attribute)
    {
        let Some(default) = it.node.get("default").map(Node::resolve).filter(|node| !node.is_null()) else {
            continue;
        };
        if !is_call(default) || !comes_from_running(default, 0) {
            let message = message::expected(
                format!("the default of attribute `{}` to read an attribute or operation output", it.name),
                shown(default),
            );
            findings.report(&LITERAL_DEFAULT, default, message);
        }
    }
    let Some(topology) = &service.topology else { return findings.emit(report) };
    for output in topology.outputs.iter().filter(|output| output.node.is_mapping() || output.node.is_null()) {
        // The grammar reports a call in place of a definition.
        if output.node.get("value").is_none() && !is_call(output.node) {
            findings.report(
                &NO_VALUE,
                output.key,
                message::missing("key", "value") + &format!(" on output `{}`", output.name),
            );
        }
    }
    for input in topology.inputs.iter().filter(|input| input.node.is_mapping() || input.node.is_null()) {
        if input.node.get("type").is_none() {
            let message = format!("missing `type` on input `{}`; its value cannot be checked", input.name);
            findings.report(&UNTYPED_INPUT, input.key, message);
        }
        if let Some(entry) = input.node.entry("value") {
            let message = format!("input `{}` cannot have a `value`; use `default`", input.name);
            if let Some(diagnostic) = findings.report(&INPUT_VALUE, entry.key, message)
                && input.node.entry("default").is_none()
            {
                let ops = vec![limn_yaml::Op::RenameKey { at: entry.key.path(), to: "default".to_owned() }];
                *diagnostic = diagnostic.clone().likely_fix("Change to `default`", ops, false);
            }
        }
    }
    if V1_3.has(service.version) {
        for input in topology.inputs.iter().filter(|input| !input.node.is_mapping() && !input.node.is_null())
        {
            let message = format!("input `{}` cannot have a value; use `default`", input.name);
            findings.report(&INPUT_VALUE, input.key, message);
        }
    }
    findings.emit(report);
}
