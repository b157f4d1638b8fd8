//! Inputs, outputs and attributes as they are defined: what a definition has to say to be of use.

use super::super::Rule;
use super::check::{Findings, is_call};
use super::defined::{self, Role};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::function::{Call, Function};
use crate::dialect::tosca::grammar::V1_3;
use crate::dialect::tosca::model::Service;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NO_VALUE, &UNTYPED_INPUT, &INPUT_VALUE, &LITERAL_DEFAULT], check };

static NO_VALUE: Code = Code::warning(
    "tosca/output-without-value",
    "T3.5.13-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.13",
    "An output says by its `value` what it gives. Without one it gives nothing.

Bad:
```yaml
outputs: {address: {type: string}}
```
Good:
```yaml
outputs: {address: {type: string, value: {get_attribute: [server, public_address]}}}
```",
);
static UNTYPED_INPUT: Code = Code::warning(
    "tosca/untyped-input",
    "T3.5.13-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.13",
    "What is given for an input without a type cannot be checked before something fails on it.

Bad:
```yaml
inputs: {cpus: {description: how many}}
```
Good:
```yaml
inputs: {cpus: {type: integer, description: how many}}
```",
);
static INPUT_VALUE: Code = Code::warning(
    "tosca/input-with-value",
    "T3.5.13-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.8.2.1",
    "An input gets its value when the template is deployed. What it has where nothing is given is its `default`.

Bad:
```yaml
inputs: {cpus: {type: integer, value: 4}}
```
Good:
```yaml
inputs: {cpus: {type: integer, default: 4}}
```",
);
static LITERAL_DEFAULT: Code = Code::warning(
    "tosca/literal-attribute-default",
    "T3.5.11-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.11.3",
    "An attribute is what is known of a running thing, so its default comes from another attribute or from what an operation gave out. TOSCA's own types \
     do not keep to this with `state`.

Bad:
```yaml
attributes: {address: {type: string, default: 10.0.0.1}}
```
Good:
```yaml
attributes: {address: {type: string, default: {get_attribute: [SELF, private_address]}}}
```",
);

/// Whether a call, or one among its arguments, gives what is known of a running thing only.
fn comes_from_running(node: Node<'_>, depth: usize) -> bool {
    const DEEPEST: usize = 32;
    let Some(call) = Call::of(node).filter(|_| depth < DEEPEST) else {
        return node
            .items()
            .map(Node::resolve)
            .any(|it| depth < DEEPEST && comes_from_running(it, depth + 1));
    };
    match call.function {
        Function::GetProperty | Function::GetInput => false,
        Function::Concat | Function::Join | Function::Token => {
            call.arguments().into_iter().any(|it| comes_from_running(it, depth + 1))
        }
        _ => true,
    }
}

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in defined::all(service).into_iter().filter(|it| it.role == Role::Attribute) {
        let Some(default) = it.node.get("default").map(Node::resolve).filter(|node| !node.is_null()) else {
            continue;
        };
        if !is_call(default) || !comes_from_running(default, 0) {
            let message =
                format!("the default of the attribute `{}` comes from no attribute or operation", it.name);
            findings.say(&LITERAL_DEFAULT, default, message);
        }
    }
    let Some(topology) = &service.topology else { return findings.tell(report) };
    for output in topology.outputs.iter().filter(|it| it.node.is_mapping() || it.node.is_null()) {
        // A call where the definition belongs is told by the tables.
        if output.node.get("value").is_none() && !is_call(output.node) {
            findings.say(&NO_VALUE, output.key, format!("the output `{}` has no value", output.name));
        }
    }
    for input in topology.inputs.iter().filter(|it| it.node.is_mapping() || it.node.is_null()) {
        if input.node.get("type").is_none() {
            let message = format!(
                "the input `{}` has no type: nothing that is given for it can be checked",
                input.name
            );
            findings.say(&UNTYPED_INPUT, input.key, message);
        }
        if let Some(entry) = input.node.entry("value") {
            let message =
                format!("the input `{}` has a `value`: a `default` is what an input can have", input.name);
            if let Some(diagnostic) = findings.say(&INPUT_VALUE, entry.key, message)
                && input.node.entry("default").is_none()
            {
                let ops = vec![crate::yaml::Op::RenameKey { at: entry.key.path(), to: "default".to_owned() }];
                *diagnostic = diagnostic.clone().likely_fix("Make it the default", ops, false);
            }
        }
    }
    if V1_3.has(service.version) {
        for input in topology.inputs.iter().filter(|it| !it.node.is_mapping() && !it.node.is_null()) {
            let message =
                format!("the input `{}` is given a value: a `default` is what an input can have", input.name);
            findings.say(&INPUT_VALUE, input.key, message);
        }
    }
    findings.tell(report);
}
