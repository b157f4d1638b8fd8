//! Notations of TOSCA 1.3 that TOSCA 1.2 writes differently.

use super::Converter;
use limn_tosca::types::TypeKind;
use limn_tosca::value_definitions;
use limn_yaml::Node;

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    let types = service.own_types(TypeKind::Interface).map(|(_, own)| own.node);
    let interfaces: Vec<Node<'_>> =
        service.interfaces.iter().map(|interface| interface.node).chain(types).collect();
    for interface in interfaces {
        flatten(it, interface);
    }
    for definition in value_definitions(service) {
        if let Some(schema) = definition.node.get("key_schema") {
            it.remove(schema, "`key_schema`: a key of TOSCA 1.3");
        }
    }
}

/// Moves the operations under `operations` to the interface.
fn flatten(it: &mut Converter<'_, '_>, interface: Node<'_>) {
    let interface = interface.resolve();
    let Some(operations) = interface.get("operations").filter(|_| it.service.is_own(interface)) else {
        return;
    };
    it.lift(
        (interface, operations, operations),
        "operations to the notation of TOSCA 1.2",
        "`operations`: a key of TOSCA 1.3",
    );
}
