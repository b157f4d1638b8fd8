//! Substitution mappings as ports of the frame: which capability or requirement of a node template can represent one of the substituted node type,
//! and how to write such a mapping.

use std::collections::BTreeMap;

use super::matching::{Lineage, Matching, NodeSignature, RequiredType, RequirementTarget};
use super::model::{Service, Substitution};
use super::types::{Layer, Lookup, TypeId, TypeKind, TypeScope};
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;
use limn_yaml::Entry;

/// Content of `substitution_mappings`, owned, so that it outlives the parsed document.
#[derive(Debug)]
pub(super) struct Boundary {
    /// The substituted node type and its ancestors, nearest first, by declared name; by written name if the type is unknown.
    pub types: Vec<String>,
    kind: Option<NodeSignature>,
    /// Mapping of each capability and requirement.
    mapped: BTreeMap<(Role, String), Mapped>,
    /// Capability types of the requirements.
    lines: BTreeMap<TypeId, Lineage>,
}

#[derive(Debug, PartialEq, Eq)]
enum Mapped {
    /// A node template, and a capability or requirement of it.
    To(String, String),
    /// Values instead of a mapping.
    Values,
    /// Unreadable mapping, or an empty list.
    Nothing,
}

/// Returns true for a definition that only the root node type declares: the orchestrator handles it.
pub(super) fn is_from_root(type_scope: &TypeScope<'_>, layers: &[Layer<'_>]) -> bool {
    let root = type_scope.normative(TypeKind::Node, "tosca.nodes.Root");
    root.is_some() && layers.iter().all(|layer| Some(layer.owner) == root)
}

impl Boundary {
    pub fn of(service: &Service<'_>) -> Option<Boundary> {
        let substitution = service.topology.as_ref()?.substitution.as_ref()?;
        let type_scope = &service.type_scope;
        let kind = substitution.type_id.found().map(|id| NodeSignature::of(type_scope, id));
        let types = match substitution.type_id {
            Lookup::Found(id) => type_scope
                .effective(id)
                .ancestry
                .iter()
                .map(|id| type_scope.get(*id).name.to_string())
                .collect(),
            _ => substitution.type_name.iter().map(|type_name| type_name.text.to_string()).collect(),
        };
        let mapped = [Role::Capability, Role::Requirement].into_iter().flat_map(|role| {
            let entries = entries(substitution, role).iter();
            entries.filter_map(move |entry| Some(((role, entry.key.as_str()?.into_owned()), mapped(entry))))
        });
        let needs = kind.iter().chain(&service.matching().kinds).flat_map(|kind| &kind.requirements);
        let asked = needs.filter_map(|need| need.capability.as_ref()?.found.found());
        Some(Boundary {
            types,
            mapped: mapped.collect(),
            lines: asked.map(|id| (id, Lineage::of(type_scope, id))).collect(),
            kind,
        })
    }

    fn line(&self, asked: &RequiredType) -> Option<&Lineage> {
        self.lines.get(&asked.found.found()?)
    }

    fn accepts(&self, ports: &Mappings<'_>, outer: &PortRef, inner: &PortRef) -> Result<(), EditError> {
        let incompatible = |why: String| Err(EditError::Incompatible(why));
        let word = word(outer.role);
        if outer.role != inner.role || word.is_empty() {
            return incompatible(
                "map a capability to a capability, or a requirement to a requirement".to_owned(),
            );
        }
        if outer.port.is_empty() || inner.port.is_empty() {
            return incompatible(format!("choose a {word} to map"));
        }
        let type_name = self.types.first().map_or("", String::as_str);
        let (name, port) = (&outer.port, &inner.port);
        let has = |kind: &NodeSignature, name: &str| match outer.role {
            Role::Capability => kind.capability(name).is_some(),
            _ => kind.requirement(name).is_some(),
        };
        if self.kind.as_ref().is_some_and(|kind| kind.line.is_complete() && !has(kind, name)) {
            return incompatible(message::unknown_on(word, name, "node type", type_name));
        }
        let Some(at) = ports.templates.get(&inner.node).copied() else {
            return incompatible(message::unknown(
                "node template",
                inner.node.0.last_key().unwrap_or_default(),
            ));
        };
        let owner = &ports.matching.templates[at].name;
        match self.mapped.get(&(outer.role, name.clone())) {
            Some(Mapped::Values) => {
                return incompatible(format!("`{name}` has values in the mapping: remove them first"));
            }
            Some(Mapped::To(node, of)) if node == owner && of == port => {
                return incompatible(format!("`{name}` is already mapped to `{port}` of `{owner}`"));
            }
            _ => {}
        }
        let Some(inside) = ports.matching.kind(at) else { return Ok(()) };
        if !has(inside, port) {
            return match inside.line.is_complete() {
                true => incompatible(message::unknown_on(word, port, "node type", &inside.line.name)),
                false => Ok(()),
            };
        }
        if outer.role == Role::Capability {
            let expected = self.kind.as_ref().and_then(|kind| kind.capability(name)?.line.as_ref());
            let own = inside.capability(port).and_then(|offer| offer.line.as_ref());
            if let (Some(expected), Some(own)) = (expected, own)
                && own.is(&RequiredType { name: expected.name.clone(), found: Lookup::Found(expected.id) })
                    == Some(false)
            {
                return incompatible(message::expected(
                    format_args!("a capability of type `{}` for `{name}`", expected.name),
                    format_args!("`{}`", own.name),
                ));
            }
            return Ok(());
        }
        let expected = self.kind.as_ref().and_then(|kind| kind.requirement(name)?.capability.as_ref());
        let own = inside.requirement(port).and_then(|need| need.capability.as_ref());
        if let (Some(expected), Some(own)) = (expected, own)
            && self.line(expected).is_some_and(|line| line.is(own) == Some(false))
            && self.line(own).is_some_and(|line| line.is(expected) == Some(false))
        {
            return incompatible(message::expected(
                format_args!("a requirement of `{}` for `{name}`", expected.name),
                format_args!("`{port}`, a requirement of `{}`", own.name),
            ));
        }
        let bindings = ports.matching.bindings(at).iter();
        let met = bindings.filter(|binding| binding.name == *port).find_map(|binding| match binding.target {
            RequirementTarget::Template(host) => Some(&ports.matching.templates[host].name),
            _ => None,
        });
        match met {
            Some(host) => incompatible(format!(
                "`{port}` of `{owner}` is connected to `{host}`: remove the connection first"
            )),
            None => Ok(()),
        }
    }
}

/// Sorts two ports into the port of the frame and the port of a node template; `None` if the frame is not one of the ends.
pub(super) fn parted<'p>(from: &'p PortRef, to: &'p PortRef) -> Option<(&'p PortRef, &'p PortRef)> {
    match (from.node.0.is_empty(), to.node.0.is_empty()) {
        (true, false) => Some((from, to)),
        (false, true) => Some((to, from)),
        _ => None,
    }
}

/// The ports that mappings connect: those of the boundary, and those of the node templates.
pub(super) struct Mappings<'a> {
    pub boundary: Option<&'a Boundary>,
    /// Indexes into [`Matching::templates`] by canvas id.
    pub templates: &'a BTreeMap<Id, usize>,
    pub matching: &'a Matching,
}

impl Mappings<'_> {
    /// Checks that a port of the frame can be mapped to a port of a node template; `None` if the ports are of another kind.
    pub(super) fn accepts(&self, from: &PortRef, to: &PortRef) -> Option<Result<(), EditError>> {
        let (outer, inner) = parted(from, to)?;
        if word(outer.role).is_empty() || word(inner.role).is_empty() {
            return None;
        }
        Some(match self.boundary {
            Some(boundary) => boundary.accepts(self, outer, inner),
            None => Err(EditError::Incompatible(
                "missing `substitution_mappings`: the service template substitutes no node type".to_owned(),
            )),
        })
    }

    /// Ports of a node template, or of the frame, that a mapping from `from` can end at.
    pub(super) fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        if from.node.0.is_empty() == on.0.is_empty() || word(from.role).is_empty() {
            return None;
        }
        let boundary = self.boundary?;
        let kind = match on.0.is_empty() {
            true => boundary.kind.as_ref(),
            false => self.templates.get(on).and_then(|at| self.matching.kind(*at)),
        }?;
        let names: Vec<&String> = match from.role {
            Role::Capability => kind.capabilities.iter().map(|capability| &capability.name).collect(),
            _ => kind.requirements.iter().map(|requirement| &requirement.name).collect(),
        };
        let port = |name: &String| PortRef { node: on.clone(), role: from.role, port: name.clone() };
        Some(
            names
                .into_iter()
                .map(port)
                .filter(|end| matches!(self.accepts(from, end), Some(Ok(()))))
                .collect(),
        )
    }
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Capability => "capability",
        Role::Requirement => "requirement",
        _ => "",
    }
}

pub(super) fn section(role: Role) -> &'static str {
    if role == Role::Requirement { "requirements" } else { "capabilities" }
}

pub(super) fn entries<'a, 'd>(substitution: &'a Substitution<'d>, role: Role) -> &'a [Entry<'d>] {
    if role == Role::Requirement { &substitution.requirements } else { &substitution.capabilities }
}

fn mapped(entry: &Entry<'_>) -> Mapped {
    let value = entry.value.resolve();
    let list = match (value.is_mapping(), value.get("mapping")) {
        (true, Some(list)) => list.resolve(),
        (true, None) if value.entries().len() > 0 => return Mapped::Values,
        _ => value,
    };
    let words: Vec<String> =
        list.items().filter_map(|item| Some(item.resolve().as_str()?.into_owned())).collect();
    match <[String; 2]>::try_from(words) {
        Ok([node, of]) => Mapped::To(node, of),
        Err(_) => Mapped::Nothing,
    }
}
