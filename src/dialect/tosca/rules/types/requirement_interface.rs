//! Interfaces of the relationship of a requirement definition.

use super::super::Rule;
use super::requirement_definition::{SECTION, are_types_known, own_definitions, required_type};
use crate::interface::{InterfaceSchema, operations};
use crate::model::Service;
use crate::types::{Definition, Layer, Lookup, Section, TypeKind, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN_INTERFACE], check };

static UNKNOWN_INTERFACE: Code = Code::error(
    "tosca/unknown-relationship-interface",
    "T3.6.3-R8",
    SECTION,
    "Checks that the interfaces of a requirement's relationship are interfaces and operations of the relationship type. They add inputs to \
what the type declares.",
)
.why("The orchestrator calls only operations that the relationship type declares, so others never run.")
.advice("Correct the name, or declare it in the relationship type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements:
    - a:
        capability: Endpoint
        relationship: {type: ConnectsTo, interfaces: {Standard: {}}}
#                                                     ^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements:
    - a:
        capability: Endpoint
        relationship: {type: ConnectsTo, interfaces: {Configure: {}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (_, definition, layer) in own_definitions(service) {
        if are_types_known(service, layer) {
            check_interfaces(service, definition, layer, report);
        }
    }
}

fn check_interfaces<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    layer: Layer<'d>,
    report: &mut Report,
) {
    let Some(long) = layer.node.get("relationship").map(Node::resolve).filter(|node| node.is_mapping())
    else {
        return;
    };
    let Some(id) = required_type(service, &definition.layers, TypeKind::Relationship) else { return };
    let effective = service.type_scope.effective(id);
    for entry in named(long, Section::Interfaces.key()).filter(|entry| service.is_own(entry.key)) {
        let Some(name) = entry.key.as_str() else { continue };
        let has_type = entry.value.get("type").is_some();
        if effective.complete && !has_type && effective.interfaces().get(&name).is_none() {
            let known: Vec<String> =
                effective.interfaces().iter().map(|interface| format!("`{}`", interface.name)).collect();
            let message = match known.as_slice() {
                [] => format!("relationship type `{}` has no interfaces", service.type_scope.get(id).name),
                known => format!(
                    "{}; expected {}",
                    message::unknown_on(
                        "interface",
                        &name,
                        "relationship type",
                        &service.type_scope.get(id).name
                    ),
                    known.join(", ")
                ),
            };
            report.push(service.fault(&UNKNOWN_INTERFACE, entry.key, message));
            continue;
        }
        let face = InterfaceSchema::of(&service.type_scope, Lookup::Found(id), &name);
        if has_type || !face.complete || !face.is_declared() {
            continue;
        }
        for operation in operations(entry.value.resolve()) {
            if face.has_operation(&service.type_scope, &operation.name) {
                continue;
            }
            let names = face.names(&service.type_scope);
            let near = service.suggestions.nearest(&operation.name, names.iter().map(|name| &**name));
            let message = message::unknown_on("operation", &operation.name, "interface", &name);
            let fault = service.fault(&UNKNOWN_INTERFACE, operation.key, message);
            report.push(fault.did_you_mean(near, |to| Op::RenameKey { at: operation.key.path(), to }));
        }
    }
}
