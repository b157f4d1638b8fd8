//! Operations of the node, and the workflows that do their work.

use super::super::super::Rule;
use super::super::near::Near;
use super::Stand;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::Face;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::Word;
use crate::yaml::Node;

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&WORKFLOW, &INTERFACE, &OPERATION, &TEMPLATE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.11";

static WORKFLOW: Code = Code::error(
    "tosca/mapped-to-unknown-workflow",
    "T3.7.11-R1",
    SECTION,
    "An operation of the node is mapped to a workflow of the same topology, which does its work.

Bad:
```yaml
interfaces: {Standard: {create: deploy_all}}
```
Good:
```yaml
workflows: {deploy_all: {…}}
substitution_mappings:
  node_type: my.Node
  interfaces: {Standard: {create: deploy_all}}
```",
);
static INTERFACE: Code = Code::warning(
    "tosca/mapped-interface-undeclared",
    "T3.7.11-R2",
    SECTION,
    "The node type has no such interface. A mapping may add one for management, and may as well be a slip of the pen.",
);
static OPERATION: Code = Code::error(
    "tosca/mapped-operation-undeclared",
    "T3.7.11-R3",
    SECTION,
    "What is mapped is an operation that the interface declares. No other is ever called.",
);
static TEMPLATE: Code = Code::error(
    "tosca/mapped-interface-nowhere",
    "T3.7.11-R1",
    "TOSCA Simple Profile in YAML 1.3, 3.8.12",
    "An interface can be mapped to one of a node template of the same topology, which the mapping names first.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut stand) = Stand::of(service) else { return };
    let mut workflows = Near::to(stand.topology.workflows.iter().map(|it| it.name.to_string()));
    for entry in &stand.substitution.interfaces {
        let Some(name) = entry.key.as_str() else { continue };
        let face = stand.kind.as_ref().map(|(_, kind)| {
            (Face::of(&service.world, stand.substitution.type_id, &name), kind.line.name.clone())
        });
        if let Some((face, owner)) = &face
            && face.complete
            && !face.is_declared()
        {
            let message = format!("`{owner}` has no interface `{name}`");
            report.push(service.fault(&INTERFACE, entry.key, message));
        }
        let value = entry.value.resolve();
        if value.is_sequence() {
            if let Some(word) = value.items().next().and_then(|it| Word::of(it.resolve()))
                && let Err(fault) = stand.template(&TEMPLATE, &word)
            {
                report.push(*fault);
            }
            continue;
        }
        for operation in value.entries() {
            let Some(key) = operation.key.as_str() else { continue };
            if let Some((face, _)) = &face
                && face.complete
                && face.is_declared()
                && !face.has_operation(&service.world, &key)
            {
                let message = format!("`{name}` has no operation `{key}`");
                let names = face.names(&service.world);
                let near = service.nearness.nearest(&key, names.iter().map(AsRef::as_ref));
                let diagnostic = service.fault(&OPERATION, operation.key, message);
                report.push(super::misnamed(diagnostic, operation.key, near));
            }
            let Some(word) = Word::of(Node::resolve(operation.value)) else { continue };
            // Some processors read `node.interface.operation`, which the table of 3.7.12 hints at.
            let is_operation =
                word.text.split_once('.').is_some_and(|(node, _)| stand.topology.index.contains_key(node));
            if !is_operation && stand.topology.workflow(&word.text).is_none() {
                let message = format!("no workflow is named `{}`", word.text);
                report.push(workflows.suggest(service.fault(&WORKFLOW, word.node, message), &word));
            }
        }
    }
}
