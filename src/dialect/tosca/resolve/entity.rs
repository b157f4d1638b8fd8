//! Entities in arguments: templates, groups and keywords.

use std::borrow::Cow;

use super::{
    CallContext, Entity, EntityLookup, HOSTS, Resolution, ResolveErrorKind, Resolver, any_of, is_needed,
    missing,
};
use crate::function::Keyword;
use crate::model::{NodeTemplate, Requirement};
use crate::types::{Definition, FileId, Lookup, TypeKind};
use limn_yaml::Node;

impl<'s, 'd> Resolver<'s, 'd> {
    /// Resolves the entity of an argument.
    pub(super) fn who(
        self,
        argument: Node<'d>,
        context: CallContext,
        outcome: &mut Resolution<'d>,
    ) -> EntityLookup<'d> {
        let Some(text) = argument.as_str() else { return EntityLookup::Undetermined };
        if let Some(keyword) = Keyword::named(&text) {
            return self.keyword(keyword, context);
        }
        let Some(topology) = &self.service.topology else { return EntityLookup::Undetermined };
        if let Some(template) = topology.node_template(&text) {
            outcome.names.push((argument, template.key));
            return EntityLookup::One(self.node_entity(template));
        }
        if let Some(template) = topology.relationship_template(&text) {
            outcome.names.push((argument, template.key));
            return EntityLookup::One(Entity {
                kind: TypeKind::Relationship,
                type_id: template.type_id,
                node: Some(template.node),
                template: None,
            });
        }
        if let Some(group) = topology.group(&text) {
            outcome.names.push((argument, group.key));
            return EntityLookup::One(Entity {
                kind: TypeKind::Group,
                type_id: group.type_id,
                node: Some(group.node),
                template: None,
            });
        }
        for section in ["node_templates", "relationship_templates", "groups"] {
            if let Some(key) = self.elsewhere(section, &text) {
                outcome.names.push((argument, key));
                return EntityLookup::Undetermined;
            }
        }
        if topology.policies.iter().any(|policy| policy.name == text) {
            return EntityLookup::Undetermined;
        }
        let templates = topology.node_templates.iter().map(|template| &*template.name);
        let all = templates.chain(topology.relationship_templates.iter().map(|template| &*template.name));
        EntityLookup::Fault(ResolveErrorKind::Entity, missing("node or relationship template", &text, all))
    }

    /// Entities of a name or keyword in a context: one, all hosts from nearest to farthest, or none if unknown.
    pub fn entities(self, text: &str, context: CallContext) -> Vec<Entity<'d>> {
        if let Some(keyword) = Keyword::named(text) {
            return match self.keyword(keyword, context) {
                EntityLookup::One(entity) => vec![entity],
                EntityLookup::Hosts(hosts, _) => hosts,
                EntityLookup::Undetermined | EntityLookup::Fault(..) => Vec::new(),
            };
        }
        let Some(topology) = &self.service.topology else { return Vec::new() };
        if let Some(template) = topology.node_template(text) {
            return vec![self.node_entity(template)];
        }
        let of = |kind, type_id, node| Entity { kind, type_id, node: Some(node), template: None };
        let relationship = topology.relationship_template(text);
        let found = relationship.map(|template| of(TypeKind::Relationship, template.type_id, template.node));
        let group = || topology.group(text).map(|group| of(TypeKind::Group, group.type_id, group.node));
        found.or_else(group).into_iter().collect()
    }

    pub(super) fn keyword(self, keyword: Keyword, context: CallContext) -> EntityLookup<'d> {
        if !context.allows(keyword) {
            let message = match (context, keyword) {
                (CallContext::Topology | CallContext::Workflow(_), _) => {
                    format!(
                        "`{}` is not available outside node and relationship templates or types",
                        keyword.name()
                    )
                }
                (_, Keyword::Host) => "`HOST` is not available in a relationship".to_owned(),
                _ => format!("`{}` is not available outside relationships", keyword.name()),
            };
            return EntityLookup::Fault(ResolveErrorKind::Keyword(keyword), message.into());
        }
        let Some(topology) = &self.service.topology else { return keyword_in_type(keyword, context) };
        match (keyword, context) {
            (Keyword::Own, CallContext::Node(at)) => {
                EntityLookup::One(self.node_entity(&topology.node_templates[at]))
            }
            (Keyword::Own, CallContext::Relationship(at)) => {
                let template = &topology.relationship_templates[at];
                EntityLookup::One(Entity {
                    kind: TypeKind::Relationship,
                    type_id: template.type_id,
                    node: Some(template.node),
                    template: None,
                })
            }
            (_, CallContext::Bound(template, requirement)) => self.bound(keyword, template, requirement),
            (Keyword::Host, CallContext::Node(at)) => {
                let (hosts, all) = self.hosts(&topology.node_templates[at]);
                EntityLookup::Hosts(hosts, all)
            }
            _ => keyword_in_type(keyword, context),
        }
    }

    /// Source, target or relationship of a requirement.
    pub(super) fn bound(self, keyword: Keyword, template: usize, requirement: usize) -> EntityLookup<'d> {
        let Some(topology) = &self.service.topology else { return EntityLookup::Undetermined };
        let source = &topology.node_templates[template];
        let requirement = &source.requirements[requirement];
        match keyword {
            Keyword::Source => EntityLookup::One(self.node_entity(source)),
            Keyword::Target => match self.target(requirement) {
                Some(target) => EntityLookup::One(self.node_entity(target)),
                None => EntityLookup::Undetermined,
            },
            Keyword::Own => EntityLookup::One(Entity {
                kind: TypeKind::Relationship,
                type_id: self.relationship_type(source, requirement),
                node: requirement.relationship_node,
                template: None,
            }),
            Keyword::Host => EntityLookup::Undetermined,
        }
    }

    /// Relationship type of a requirement assignment.
    pub fn relationship_type(self, source: &NodeTemplate<'d>, requirement: &Requirement<'d>) -> Lookup {
        let type_scope = &self.service.type_scope;
        if let Some(word) = &requirement.relationship {
            let template = self
                .service
                .topology
                .as_ref()
                .and_then(|topology| topology.relationship_template(&word.text));
            return match template {
                Some(template) => template.type_id,
                None => type_scope.find(TypeKind::Relationship, &word.text, FileId::OWN),
            };
        }
        let Lookup::Found(id) = source.type_id else { return Lookup::Undetermined };
        let Some(definition) = type_scope.effective(id).requirements().get(&requirement.name) else {
            return Lookup::Undetermined;
        };
        self.defined_relationship(definition)
    }

    /// Relationship type of a requirement definition.
    pub fn defined_relationship(self, definition: &Definition<'d>) -> Lookup {
        let type_scope = &self.service.type_scope;
        let Some((node, layer)) = definition.get("relationship") else { return Lookup::Undetermined };
        let name = if node.is_mapping() { node.get("type").map(Node::resolve) } else { Some(node) };
        match name.and_then(Node::as_str) {
            Some(name) => type_scope.find(TypeKind::Relationship, &name, type_scope.owner_file(layer)),
            None => Lookup::Undetermined,
        }
    }

    /// Target node template of a requirement.
    pub fn target(self, requirement: &Requirement<'d>) -> Option<&'s NodeTemplate<'d>> {
        self.service.node_template(&requirement.target.as_ref()?.text)
    }

    pub fn node_entity(self, template: &NodeTemplate<'d>) -> Entity<'d> {
        let topology = self.service.topology.as_ref();
        Entity {
            kind: TypeKind::Node,
            type_id: template.type_id,
            node: Some(template.node),
            template: topology.and_then(|topology| topology.position(&template.name)),
        }
    }

    /// Hosts of a node, nearest first, and true if the chain is complete.
    pub(super) fn hosts(self, template: &NodeTemplate<'d>) -> (Vec<Entity<'d>>, bool) {
        let type_scope = &self.service.type_scope;
        let hosted_on = type_scope.normative(TypeKind::Relationship, "tosca.relationships.HostedOn");
        let mut hosts: Vec<Entity<'d>> = Vec::new();
        let mut seen: Vec<Cow<'d, str>> = vec![template.name.clone()];
        let Some(mut at) = self.service.node_template(&template.name) else { return (hosts, false) };
        while hosts.len() < HOSTS {
            let Lookup::Found(id) = at.type_id else { return (hosts, false) };
            let effective = type_scope.effective(id);
            let mut next = None;
            for requirement in &at.requirements {
                let is_hosting = match (self.relationship_type(at, requirement), hosted_on) {
                    (Lookup::Found(id), Some(hosted_on)) => type_scope.derives(id, hosted_on) != Some(false),
                    _ => requirement.name == "host",
                };
                if is_hosting {
                    next = Some(requirement);
                    break;
                }
            }
            let Some(requirement) = next else {
                // The orchestrator fulfills a required but unassigned requirement.
                let left_open = effective.requirements().iter().any(|definition| {
                    let is_hosting = match (self.defined_relationship(definition), hosted_on) {
                        (Lookup::Found(id), Some(hosted_on)) => {
                            type_scope.derives(id, hosted_on) != Some(false)
                        }
                        _ => definition.name == "host",
                    };
                    is_hosting && is_needed(definition)
                });
                return (hosts, effective.complete && !at.is_open() && !left_open);
            };
            let Some(target) = self.target(requirement) else { return (hosts, false) };
            if seen.contains(&target.name) {
                return (hosts, true);
            }
            seen.push(target.name.clone());
            hosts.push(self.node_entity(target));
            at = target;
        }
        (hosts, false)
    }
}

/// Resolves a keyword in a type.
fn keyword_in_type<'d>(keyword: Keyword, context: CallContext) -> EntityLookup<'d> {
    match (keyword, context) {
        (Keyword::Own, CallContext::NodeType(id)) => EntityLookup::One(any_of(TypeKind::Node, id)),
        (Keyword::Own, CallContext::RelationshipType(id)) => {
            EntityLookup::One(any_of(TypeKind::Relationship, id))
        }
        _ => EntityLookup::Undetermined,
    }
}
