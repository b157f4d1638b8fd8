//! Rules of the standard for its own types, beyond their definitions: endpoints, scaling, storage, networks and ports. Only literal values are
//! checked, not function calls.

mod attachment;
mod connection;
pub(super) mod container;
mod endpoint;
mod network;
mod port;
mod scalable;
mod storage;

use rustc_hash::FxHashMap;

use super::Rule;
use crate::model::{NodeTemplate, Service};
use crate::types::{Lookup, ScalarText, Section, TypeId, TypeKind};
use limn_yaml::{Entry, Node};

pub(super) static RULES: &[&Rule] = &[
    &attachment::RULE,
    &container::RULE,
    &connection::RULE,
    &endpoint::RULE,
    &network::RULE,
    &port::RULE,
    &scalable::RULE,
    &storage::RULE,
];

/// Returns true if a type is a certain built-in type or known to derive from it.
fn is_a(service: &Service<'_>, id: Lookup, kind: TypeKind, name: &str) -> bool {
    let (Some(id), Some(root)) = (id.found(), service.type_scope.normative(kind, name)) else { return false };
    service.type_scope.derives(id, root) == Some(true)
}

/// Templates of the document of a certain built-in node type.
fn templates<'s, 'd>(
    service: &'s Service<'d>,
    name: &'static str,
) -> impl Iterator<Item = &'s NodeTemplate<'d>> {
    let all = service.topology.iter().flat_map(|topology| &topology.node_templates);
    let mut those = TypeTest::new(service, TypeKind::Node, name);
    all.filter(move |template| service.is_own(template.key) && those.has(template.type_id))
}

/// Cached form of [`is_a`] for many checks against one type.
struct TypeTest<'s, 'd> {
    service: &'s Service<'d>,
    root: Option<TypeId>,
    known: FxHashMap<TypeId, bool>,
}

impl<'s, 'd> TypeTest<'s, 'd> {
    fn new(service: &'s Service<'d>, kind: TypeKind, name: &str) -> TypeTest<'s, 'd> {
        TypeTest { service, root: service.type_scope.normative(kind, name), known: FxHashMap::default() }
    }

    fn has(&mut self, id: Lookup) -> bool {
        let (Some(id), Some(root)) = (id.found(), self.root) else { return false };
        *self.known.entry(id).or_insert_with(|| self.service.type_scope.derives(id, root) == Some(true))
    }
}

/// The value of an assigned property.
fn assigned<'d>(holder: Node<'d>, name: &str) -> Option<Node<'d>> {
    let value = holder.get("properties")?.get(name)?.resolve();
    Some(value).filter(|value| !value.is_null())
}

/// Text of a literal value; `None` for a function call.
fn literal<'d>(holder: Node<'d>, name: &str) -> Option<ScalarText<'d>> {
    ScalarText::of(assigned(holder, name)?)
}

/// Capability assignments of a certain built-in capability type.
struct CapabilityAssignments<'s, 'd> {
    service: &'s Service<'d>,
    those: TypeTest<'s, 'd>,
    /// By node type: its capabilities of this type.
    known: FxHashMap<TypeId, Vec<(&'s str, TypeId)>>,
}

impl<'s, 'd> CapabilityAssignments<'s, 'd> {
    fn new(service: &'s Service<'d>, name: &str) -> CapabilityAssignments<'s, 'd> {
        let those = TypeTest::new(service, TypeKind::Capability, name);
        CapabilityAssignments { service, those, known: FxHashMap::default() }
    }

    /// Capability assignments of a template: name, assignment, capability type.
    fn of(&mut self, template: &NodeTemplate<'d>) -> impl Iterator<Item = (&'d str, Entry<'d>, TypeId)> {
        let (type_scope, those) = (&self.service.type_scope, &mut self.those);
        let has = template.type_id.found().map(|id| {
            &*self.known.entry(id).or_insert_with(|| {
                let all = type_scope.effective(id).capabilities().iter();
                let mut of = |definition| {
                    type_scope.type_of(definition, TypeKind::Capability).filter(|id| those.has(*id))
                };
                all.filter_map(|capability| Some((&*capability.name, of(capability)?.found()?))).collect()
            })
        });
        let has = has.filter(|known| !known.is_empty());
        has.into_iter().flat_map(|has| {
            template.sections.named(Section::Capabilities).filter_map(|entry| {
                let key = entry.key.text()?;
                let (_, id) = has.iter().find(|(name, _)| *name == key)?;
                Some((key, entry, *id))
            })
        })
    }
}
