//! Interfaces and implementations that only AMP runs: the check whether a service runs, and operations that only wait.

use super::super::rules::shared::derives;
use super::Converter;
use limn_tosca::interface::Operation;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_yaml::Node;

const CHECK: &str = "CheckRunning";
const CHECK_TYPE: &str = "brooklyn.tosca.interfaces.node.lifecycle.CheckRunning";
/// Implementations without a file, with what they do.
const IMPLEMENTATIONS: [(&str, &str); 2] = [
    ("brooklyn.tosca.artifacts.Implementation.NoOp", "it only waits for its inputs"),
    ("brooklyn.tosca.artifacts.Implementation.BlockUntilRunning", "it only waits for a node"),
];

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    for interface in &service.interfaces {
        if is_check(it, &interface.name, interface.node) {
            let message = format!(
                "interface `{}`: TOSCA has no operation that checks whether a service runs",
                interface.name
            );
            it.remove(interface.node, message);
            continue;
        }
        for operation in interface.operations.iter().filter(|operation| service.is_own(operation.key)) {
            let Some((_, reason)) =
                IMPLEMENTATIONS.iter().find(|(name, _)| is_implemented_by(it, operation, name))
            else {
                continue;
            };
            if interface.defines {
                if let Some(implementation) = operation.node.get("implementation") {
                    it.remove(implementation, format!("implementation of `{}`: {reason}", operation.name));
                }
            } else {
                it.remove(operation.node, format!("operation `{}`: {reason}", operation.name));
            }
        }
    }
    attributes(it);
}

fn is_check(it: &Converter<'_, '_>, name: &str, interface: Node<'_>) -> bool {
    let named = ScalarText::at(interface, "type");
    let Some(word) = named else { return name == CHECK || name == CHECK_TYPE };
    let id = it.service.find(TypeKind::Interface, &word.text);
    word.text == CHECK_TYPE || derives(it.service, TypeKind::Interface, id, CHECK_TYPE)
}

fn is_implemented_by(it: &Converter<'_, '_>, operation: &Operation<'_>, name: &str) -> bool {
    let implementation = operation.node.get("implementation").map(Node::resolve);
    let primary = implementation.and_then(|implementation| implementation.get("primary")).map(Node::resolve);
    let word = primary.or(implementation).and_then(|node| ScalarText::at(node, "type"));
    word.is_some_and(|word| {
        let id = it.service.find(TypeKind::Artifact, &word.text);
        word.text == name || derives(it.service, TypeKind::Artifact, id, name)
    })
}

/// Attributes of node templates that are outputs of the check.
fn attributes(it: &mut Converter<'_, '_>) {
    let service = it.service;
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        let Some(attributes) = template.node.get("attributes").map(Node::resolve) else { continue };
        for entry in attributes.entries().filter(|entry| reads_check(entry.value)) {
            let name = entry.key.as_str().unwrap_or_default();
            it.remove(entry.value, format!("attribute `{name}`: an output of `{CHECK}`"));
        }
    }
}

/// `get_attribute: [SELF, CheckRunning.check_running.MAIN_URI]`
fn reads_check(value: Node<'_>) -> bool {
    let value = value.resolve();
    let read = ["get_attribute", "get_operation_output"].iter().find_map(|function| value.get(function));
    let Some(path) =
        read.map(Node::resolve).and_then(|arguments| arguments.nth_item(1)).and_then(Node::as_str)
    else {
        return false;
    };
    [CHECK, CHECK_TYPE]
        .iter()
        .any(|name| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}
