//! Entities of the keywords in calls. Where no template determines them, as in types, they are those that the requirements of the types state.

use super::FieldProvider;
use super::data::key_of;
use crate::function::Keyword;
use crate::model::{NodeTemplate, Requirement};
use crate::resolve::{CallContext, Entity, Resolver};
use crate::types::{Lookup, TypeId, TypeKind};
use limn_yaml::{Path, Step};

impl<'m> FieldProvider<'m> {
    /// Resolution context of a place.
    pub(crate) fn context(&self, path: &Path) -> CallContext {
        if path.key_at(0) != Some("topology_template") {
            return self.context_in_type(path);
        }
        let Some(topology) = &self.service.topology else { return CallContext::Open };
        let name = path.key_at(2).unwrap_or_default();
        match path.key_at(1) {
            Some("node_templates") => {
                let Some(at) = topology.position(name) else { return CallContext::Topology };
                let bound = bound_requirement(&topology.node_templates[at], path);
                bound.map_or(CallContext::Node(at), |index| CallContext::Bound(at, index))
            }
            Some("relationship_templates") => {
                let at = topology.relationship_templates.iter().position(|template| template.name == name);
                at.map_or(CallContext::Topology, CallContext::Relationship)
            }
            Some("workflows") => {
                let at = topology.workflows.iter().position(|workflow| workflow.name == name);
                at.map_or(CallContext::Topology, CallContext::Workflow)
            }
            _ => CallContext::Topology,
        }
    }

    /// Resolution context of a place in a type.
    fn context_in_type(&self, path: &Path) -> CallContext {
        let declared = |kind| self.own_type(kind, path.key_at(1)?);
        match path.key_at(0) {
            Some("node_types") => {
                let is_bound =
                    path.key_at(2) == Some("requirements") && path.key_at(5) == Some("relationship");
                match declared(TypeKind::Node) {
                    Some(_) if is_bound => CallContext::BoundType,
                    Some(id) => CallContext::NodeType(id),
                    None => CallContext::Open,
                }
            }
            Some("relationship_types") => {
                declared(TypeKind::Relationship).map_or(CallContext::Open, CallContext::RelationshipType)
            }
            _ => CallContext::Open,
        }
    }

    /// The type of a name that this document declares.
    pub(super) fn own_type(&self, kind: TypeKind, name: &str) -> Option<TypeId> {
        let mut own = self.service.own_types(kind);
        own.find(|(_, own_type)| own_type.key.as_str().is_some_and(|key| key == name)).map(|(id, _)| id)
    }

    /// The entities of a name or keyword at a place. If no template determines those of a keyword, they are entities of the types that are known.
    pub(crate) fn entities(&self, who: &str, path: &Path) -> Vec<Entity<'m>> {
        let context = self.context(path);
        let known = Resolver::new(&self.service).entities(who, context);
        match Keyword::named(who) {
            Some(keyword) if known.is_empty() && context.allows(keyword) => {
                self.possible(keyword, context, path)
            }
            _ => known,
        }
    }

    fn possible(&self, keyword: Keyword, context: CallContext, path: &Path) -> Vec<Entity<'m>> {
        match (keyword, context) {
            (Keyword::Host, CallContext::NodeType(id)) => self.host_types(id),
            (Keyword::Host, CallContext::Node(at)) => {
                let template =
                    self.service.topology.as_ref().and_then(|topology| topology.node_templates.get(at));
                let id = template.and_then(|template| template.type_id.found());
                id.map(|id| self.host_types(id)).unwrap_or_default()
            }
            (Keyword::Target, CallContext::Bound(at, index)) => {
                self.stated_target(at, index).map(any_node).into_iter().collect()
            }
            (Keyword::Source | Keyword::Target, CallContext::Relationship(at)) => {
                let templates =
                    self.service.topology.as_ref().map(|topology| &topology.relationship_templates);
                let Some(template) = templates.and_then(|all| all.get(at)) else { return Vec::new() };
                self.ends(keyword, &|_, requirement| {
                    requirement.relationship.as_ref().is_some_and(|word| word.text == template.name)
                })
            }
            (Keyword::Source | Keyword::Target, CallContext::RelationshipType(id)) => {
                let type_scope = self.type_scope();
                let is_joined = |found: Lookup| {
                    found.found().is_some_and(|found| type_scope.derives(found, id) == Some(true))
                };
                let resolver = Resolver::new(&self.service);
                let mut found = self.ends(keyword, &|source, requirement| {
                    is_joined(resolver.relationship_type(source, requirement))
                });
                found.extend(self.end_types(keyword, &is_joined));
                found
            }
            (_, CallContext::BoundType) => self.in_bound_type(keyword, path).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The types of the nodes that host those of a type.
    fn host_types(&self, id: TypeId) -> Vec<Entity<'m>> {
        let type_scope = self.type_scope();
        let Some(hosted_on) = type_scope.normative(TypeKind::Relationship, "tosca.relationships.HostedOn")
        else {
            return Vec::new();
        };
        let requirements = type_scope.effective(id).requirements().iter();
        let hosting = requirements.filter(|requirement| {
            let joined = type_scope.relationship_of(requirement).found();
            joined.is_some_and(|joined| type_scope.derives(joined, hosted_on) == Some(true))
        });
        hosting
            .filter_map(|requirement| self.required_node_type(id, &requirement.name))
            .map(any_node)
            .collect()
    }

    /// The node type that a requirement of a node template names, or that its definition requires.
    fn stated_target(&self, template: usize, requirement: usize) -> Option<TypeId> {
        let template = self.service.topology.as_ref()?.node_templates.get(template)?;
        let requirement = template.requirements.get(requirement)?;
        let named = requirement.target.as_ref().and_then(|word| self.node_or_type(&word.text));
        named.or_else(|| self.required_node_type(template.type_id.found()?, &requirement.name))
    }

    /// The node templates at one end of the relationships of requirements.
    fn ends(
        &self,
        end: Keyword,
        is_meant: &dyn Fn(&NodeTemplate<'m>, &Requirement<'m>) -> bool,
    ) -> Vec<Entity<'m>> {
        let resolver = Resolver::new(&self.service);
        let templates = self.service.topology.iter().flat_map(|topology| &topology.node_templates);
        let mut found = Vec::new();
        for source in templates {
            for requirement in source.requirements.iter().filter(|requirement| is_meant(source, requirement))
            {
                let node = if end == Keyword::Source { Some(source) } else { resolver.target(requirement) };
                found.extend(node.map(|template| resolver.node_entity(template)));
            }
        }
        found
    }

    /// The types at one end of the relationships that the node types of this document define.
    fn end_types(&self, end: Keyword, is_meant: &dyn Fn(Lookup) -> bool) -> Vec<Entity<'m>> {
        let type_scope = self.type_scope();
        let mut found = Vec::new();
        for (id, _) in self.service.own_types(TypeKind::Node) {
            for requirement in type_scope.effective(id).requirements().iter() {
                if is_meant(type_scope.relationship_of(requirement)) {
                    let target = || self.required_node_type(id, &requirement.name);
                    let node = if end == Keyword::Source { Some(id) } else { target() };
                    found.extend(node.map(any_node));
                }
            }
        }
        found
    }

    /// The entity of a keyword in the `relationship` of a requirement definition.
    fn in_bound_type(&self, keyword: Keyword, path: &Path) -> Option<Entity<'m>> {
        let id = self.own_type(TypeKind::Node, path.key_at(1)?)?;
        let name = path.key_at(4)?;
        match keyword {
            Keyword::Source => Some(any_node(id)),
            Keyword::Target => self.required_node_type(id, name).map(any_node),
            Keyword::Own => {
                let definition = self.type_scope().effective(id).requirements().get(name)?;
                let id = self.type_scope().relationship_of(definition).found()?;
                Some(any_of(TypeKind::Relationship, id))
            }
            Keyword::Host => None,
        }
    }
}

/// The requirement of a node template that has a path in its `relationship`, by its position among the requirements.
fn bound_requirement(template: &NodeTemplate<'_>, path: &Path) -> Option<usize> {
    let [_, _, _, requirements, Step::Index(item), _, relationship, ..] = path.steps() else { return None };
    if [requirements, relationship].map(key_of) != [Some("requirements"), Some("relationship")] {
        return None;
    }
    let key = template.requirement_in(*item)?.key;
    template.requirements.iter().position(|requirement| requirement.key == key)
}

fn any_node<'d>(id: TypeId) -> Entity<'d> {
    any_of(TypeKind::Node, id)
}

fn any_of<'d>(kind: TypeKind, id: TypeId) -> Entity<'d> {
    Entity { kind, type_id: Lookup::Found(id), node: None, template: None }
}
