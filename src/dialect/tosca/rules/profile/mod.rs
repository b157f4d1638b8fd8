//! What the standard says of its own types beyond their definitions: endpoints, scaling, storage, networks and ports. Looks at literal values
//! only; what a function will give is not judged.

mod attachment;
mod container;
mod endpoint;
mod network;
mod port;
mod scalable;
mod storage;

use rustc_hash::FxHashMap;

use super::Rule;
use crate::dialect::tosca::model::{NodeTemplate, Service};
use crate::dialect::tosca::types::{Lookup, TypeId, TypeKind, Word, named};
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
    let mut those = Those::new(service, TypeKind::Node, name);
    all.filter(move |it| service.is_own(it.key) && those.has(it.type_id))
}

/// The types that are one of TOSCA's own or derive from it: the same as [`is_a`], for many that are of few types.
struct Those<'s, 'd> {
    service: &'s Service<'d>,
    wanted: Option<TypeId>,
    known: FxHashMap<TypeId, bool>,
}

impl<'s, 'd> Those<'s, 'd> {
    fn new(service: &'s Service<'d>, kind: TypeKind, name: &str) -> Those<'s, 'd> {
        Those { service, wanted: service.world.normative(kind, name), known: FxHashMap::default() }
    }

    fn has(&mut self, id: Lookup) -> bool {
        let (Some(id), Some(wanted)) = (id.found(), self.wanted) else { return false };
        *self.known.entry(id).or_insert_with(|| self.service.world.derives(id, wanted) == Some(true))
    }
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

/// The capability assignments whose capability is of one of TOSCA's own types.
struct Capabilities<'s, 'd> {
    service: &'s Service<'d>,
    those: Those<'s, 'd>,
    /// By node type: the capabilities of the type asked for.
    known: FxHashMap<TypeId, Vec<(&'s str, TypeId)>>,
}

impl<'s, 'd> Capabilities<'s, 'd> {
    fn new(service: &'s Service<'d>, name: &str) -> Capabilities<'s, 'd> {
        let those = Those::new(service, TypeKind::Capability, name);
        Capabilities { service, those, known: FxHashMap::default() }
    }

    /// Those of a template: the name, the assignment, the type of the capability.
    fn of(&mut self, template: &NodeTemplate<'d>) -> impl Iterator<Item = (&'d str, Entry<'d>, TypeId)> {
        let (world, those) = (&self.service.world, &mut self.those);
        let has = template.type_id.found().map(|id| {
            &*self.known.entry(id).or_insert_with(|| {
                let all = world.effective(id).capabilities().iter();
                let mut of =
                    |definition| world.type_of(definition, TypeKind::Capability).filter(|id| those.has(*id));
                all.filter_map(|it| Some((&*it.name, of(it)?.found()?))).collect()
            })
        });
        let has = has.filter(|it| !it.is_empty());
        has.into_iter().flat_map(|has| {
            named(template.node, "capabilities").filter_map(|entry| {
                let key = entry.key.said()?;
                let (_, id) = has.iter().find(|(name, _)| *name == key)?;
                Some((key, entry, *id))
            })
        })
    }
}
