//! Notations of TOSCA 1.3 that TOSCA 1.2 writes differently.

use super::value::{copied, has_comments};
use super::{Converter, note};
use limn_language::dialect::ConversionEffect;
use limn_tosca::types::TypeKind;
use limn_tosca::value_definitions;
use limn_yaml::{Entry, Node, Op, Placement};

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    let types = service.own_types(TypeKind::Interface).map(|(_, own)| own.node);
    let interfaces: Vec<Node<'_>> = service.interfaces.iter().map(|it| it.node).chain(types).collect();
    for interface in interfaces {
        flatten(it, interface);
    }
    for definition in value_definitions(service) {
        if let Some(schema) = definition.node.get("key_schema") {
            it.drop(schema, "`key_schema`: a keyname of TOSCA 1.3");
        }
    }
}

/// The operations as entries of the interface; `None` if a copy would lose something.
fn moved(interface: Node<'_>, operations: Node<'_>) -> Option<Vec<Op>> {
    if !operations.is_mapping() || has_comments(operations) || operations.has_merges() {
        return None;
    }
    let insert = |entry: Entry<'_>| {
        let key = entry.key.as_str().filter(|key| interface.get(key).is_none())?.into_owned();
        let (value, placement) = (copied(entry.value)?, Placement::Before("operations".to_owned()));
        Some(Op::Insert { into: interface.path(), key, value, placement })
    };
    operations.entries().map(insert).collect()
}

/// Moves the operations under `operations` to the interface.
fn flatten(it: &mut Converter<'_, '_>, interface: Node<'_>) {
    let interface = interface.resolve();
    let Some(operations) = interface.get("operations").filter(|_| it.service.is_own(interface)) else {
        return;
    };
    let Some(mut ops) = moved(interface, operations) else {
        return it.keep(operations, "`operations`: a keyname of TOSCA 1.3");
    };
    if it.claim(super::entry_range(operations)) {
        let at = operations.path();
        ops.push(Op::Remove { at: at.clone(), prune: false });
        it.push(ops, vec![note(at, ConversionEffect::Changed, "operations to the notation of TOSCA 1.2")]);
    }
}
