//! Mapped operations and their workflows.

use super::super::super::Rule;
use super::super::name_suggestions::NameSuggestions;
use super::SubstitutionScope;
use crate::interface::InterfaceSchema;
use crate::model::Service;
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&WORKFLOW, &INTERFACE, &OPERATION, &TEMPLATE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.11";

static WORKFLOW: Code = Code::error(
    "tosca/mapped-to-unknown-workflow",
    "T3.7.11-R1",
    SECTION,
    "Checks that an operation is mapped to a workflow of the same topology template, which implements it.",
)
.why("The workflow runs when the operation is called, so without it the call fails.")
.advice("Correct the name, or add the workflow.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: {create: mkae}}
#                                 ^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: {create: make}}
",
);
static INTERFACE: Code = Code::warning(
    "tosca/mapped-interface-undeclared",
    "T3.7.11-R2",
    SECTION,
    "Checks that a mapped interface is an interface of the node type.",
)
.why("A mapping can add an interface for management, but the name may also be a typo.")
.advice("Correct the name, or declare the interface in the node type.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Life: {create: make}}
#              ^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: {create: make}}
",
);
static OPERATION: Code = Code::error(
    "tosca/mapped-operation-undeclared",
    "T3.7.11-R3",
    SECTION,
    "Checks that a mapped operation is an operation of the interface.",
)
.why("The orchestrator never calls an operation that the interface does not declare.")
.advice("Correct the name, or declare the operation in the interface type.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: {created: make}}
#                         ^^^^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
workflows:
  make:
    steps: {one: {target: server, activities: [call_operation: Standard.create]}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: {create: make}}
",
);
static TEMPLATE: Code = Code::error(
    "tosca/interface-mapped-to-unknown-node",
    "T3.7.11-R1",
    "TOSCA Simple Profile in YAML 1.3, 3.8.12",
    "Checks that an interface is mapped to a node template of the same topology template, which the mapping names first.",
)
.earlier(&["tosca/mapped-interface-nowhere"])
.why("Operations of the interface run on that node template, so without it the calls fail.")
.advice("Correct the name, or add the node template.")
.bad(
    "topology template 1.3",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: [sever, Standard]}
#                         ^^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  interfaces: {Standard: [server, Standard]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut scope) = SubstitutionScope::of(service) else { return };
    let mut workflows =
        NameSuggestions::to(scope.topology.workflows.iter().map(|workflow| workflow.name.to_string()));
    for entry in &scope.substitution.interfaces {
        let Some(name) = entry.key.as_str() else { continue };
        let face = scope.kind.as_ref().map(|(_, kind)| {
            (
                InterfaceSchema::of(&service.type_scope, scope.substitution.type_id, &name),
                kind.line.name.clone(),
            )
        });
        if let Some((face, owner)) = &face
            && face.complete
            && !face.is_declared()
        {
            let message = message::unknown_on("interface", &name, "node type", owner);
            report.push(service.fault(&INTERFACE, entry.key, message));
        }
        let value = entry.value.resolve();
        if value.is_sequence() {
            if let Some(word) = value.items().next().and_then(|item| ScalarText::of(item.resolve()))
                && let Err(fault) = scope.template(&TEMPLATE, &word)
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
                && !face.has_operation(&service.type_scope, &key)
            {
                let message = message::unknown_on("operation", &key, "interface", &name);
                let names = face.names(&service.type_scope);
                let near = service.suggestions.nearest(&key, names.iter().map(AsRef::as_ref));
                let diagnostic = service.fault(&OPERATION, operation.key, message);
                report.push(super::misnamed(diagnostic, operation.key, near));
            }
            let Some(word) = ScalarText::of(Node::resolve(operation.value)) else { continue };
            // Some processors read `node.interface.operation`, which the table in 3.7.12 suggests.
            let is_operation =
                word.text.split_once('.').is_some_and(|(node, _)| scope.topology.index.contains_key(node));
            if !is_operation && scope.topology.workflow(&word.text).is_none() {
                let message = message::unknown("workflow", &word.text);
                report.push(workflows.suggest(service.fault(&WORKFLOW, word.node, message), &word));
            }
        }
    }
}
