//! What the standard says of its own types beyond their definitions: endpoints, scaling, storage, networks and ports. Looks at literal values
//! only; what a function will give is not judged.

mod attachment;
mod container;
mod endpoint;
mod network;
mod port;
mod scalable;
mod storage;

use std::borrow::Cow;

use super::Rule;
use crate::dialect::tosca::model::{NodeTemplate, Service};
use crate::dialect::tosca::types::{Lookup, TypeId, TypeKind, Word};
use crate::yaml::{Entry, Node};

pub(super) static RULES: &[&Rule] = &[
    &attachment::RULE,
    &container::RULE,
    &endpoint::RULE,
    &network::RULE,
    &port::RULE,
    &scalable::RULE,
    &storage::RULE,
];

/// Whether a type is one of TOSCA's own or derives from it, as far as is known.
fn is_a(service: &Service<'_>, id: Lookup, kind: TypeKind, name: &str) -> bool {
    let (Some(id), Some(wanted)) = (id.found(), service.world.normative(kind, name)) else { return false };
    service.world.derives(id, wanted) == Some(true)
}

/// The templates of one of TOSCA's own node types, of this document.
fn templates<'s, 'd>(
    service: &'s Service<'d>,
    name: &'static str,
) -> impl Iterator<Item = &'s NodeTemplate<'d>> {
    let all = service.topology.iter().flat_map(|topology| &topology.node_templates);
    all.filter(move |it| service.is_own(it.key) && is_a(service, it.type_id, TypeKind::Node, name))
}

/// An assigned property, where it has a value.
fn assigned<'d>(holder: Node<'d>, name: &str) -> Option<Node<'d>> {
    let value = holder.get("properties")?.get(name)?.resolve();
    Some(value).filter(|value| !value.is_null())
}

/// The text of a literal; of what a function gives nothing is known.
fn literal<'d>(holder: Node<'d>, name: &str) -> Option<Word<'d>> {
    Word::of(assigned(holder, name)?)
}

/// The capability assignments of a template whose capability is of one of TOSCA's own types.
fn capabilities<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
    name: &str,
) -> Vec<(Cow<'d, str>, Entry<'d>, TypeId)> {
    let Some(id) = template.type_id.found() else { return Vec::new() };
    let definitions = service.world.effective(id).capabilities();
    let entries = crate::dialect::tosca::types::named(template.node, "capabilities");
    let mut found = Vec::new();
    for entry in entries {
        let Some(key) = entry.key.as_str() else { continue };
        let Some(definition) = definitions.get(&key) else { continue };
        let Some(of) = service.world.type_of(definition, TypeKind::Capability) else { continue };
        if let (true, Some(id)) = (is_a(service, of, TypeKind::Capability, name), of.found()) {
            found.push((key, entry, id));
        }
    }
    found
}
