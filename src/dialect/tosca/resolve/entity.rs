//! Who an argument names: a template, a group, or what a keyword means where the call stands.

use std::borrow::Cow;

use super::{Context, Entity, HOSTS, Outcome, Resolver, What, Who, any_of, is_needed, missing};
use crate::dialect::tosca::function::Keyword;
use crate::dialect::tosca::model::{NodeTemplate, Requirement};
use crate::dialect::tosca::types::{Definition, FileId, Lookup, TypeKind};
use crate::yaml::Node;

impl<'s, 'd> Resolver<'s, 'd> {
    /// The entity that an argument names.
    pub(super) fn who(self, argument: Node<'d>, context: Context, outcome: &mut Outcome<'d>) -> Who<'d> {
        let Some(text) = argument.as_str() else { return Who::Untold };
        if let Some(keyword) = Keyword::named(&text) {
            return self.keyword(keyword, context);
        }
        let Some(topology) = &self.service.topology else { return Who::Untold };
        if let Some(template) = topology.node_template(&text) {
            outcome.names.push((argument, template.key));
            return Who::One(self.node_entity(template));
        }
        if let Some(template) = topology.relationship_template(&text) {
            outcome.names.push((argument, template.key));
            return Who::One(Entity {
                kind: TypeKind::Relationship,
                type_id: template.type_id,
                node: Some(template.node),
                template: None,
            });
        }
        if let Some(group) = topology.group(&text) {
            outcome.names.push((argument, group.key));
            return Who::One(Entity {
                kind: TypeKind::Group,
                type_id: group.type_id,
                node: Some(group.node),
                template: None,
            });
        }
        for section in ["node_templates", "relationship_templates", "groups"] {
            if let Some(key) = self.elsewhere(section, &text) {
                outcome.names.push((argument, key));
                return Who::Untold;
            }
        }
        if topology.policies.iter().any(|it| it.name == text) {
            return Who::Untold;
        }
        let templates = topology.node_templates.iter().map(|it| &*it.name);
        let all = templates.chain(topology.relationship_templates.iter().map(|it| &*it.name));
        Who::Fault(What::Entity, missing("node or relationship template", &text, all))
    }

    /// Who a name or a keyword means where a call stands: one, the hosts from the nearest on, or nobody that is known.
    pub fn entities(self, text: &str, context: Context) -> Vec<Entity<'d>> {
        if let Some(keyword) = Keyword::named(text) {
            return match self.keyword(keyword, context) {
                Who::One(entity) => vec![entity],
                Who::Hosts(hosts, _) => hosts,
                Who::Untold | Who::Fault(..) => Vec::new(),
            };
        }
        let Some(topology) = &self.service.topology else { return Vec::new() };
        if let Some(template) = topology.node_template(text) {
            return vec![self.node_entity(template)];
        }
        let of = |kind, type_id, node| Entity { kind, type_id, node: Some(node), template: None };
        let relationship = topology.relationship_template(text);
        let found = relationship.map(|it| of(TypeKind::Relationship, it.type_id, it.node));
        let group = || topology.group(text).map(|it| of(TypeKind::Group, it.type_id, it.node));
        found.or_else(group).into_iter().collect()
    }

    pub(super) fn keyword(self, keyword: Keyword, context: Context) -> Who<'d> {
        if !context.allows(keyword) {
            let message = match (context, keyword) {
                (Context::Topology | Context::Workflow(_), _) => {
                    format!("`{}` means nothing outside of nodes and relationships", keyword.name())
                }
                (_, Keyword::Host) => "`HOST` means nothing in a relationship".to_owned(),
                _ => format!("`{}` means nothing outside of relationships", keyword.name()),
            };
            return Who::Fault(What::Keyword(keyword), message);
        }
        let Some(topology) = &self.service.topology else { return keyword_in_type(keyword, context) };
        match (keyword, context) {
            (Keyword::Own, Context::Node(at)) => Who::One(self.node_entity(&topology.node_templates[at])),
            (Keyword::Own, Context::Relationship(at)) => {
                let template = &topology.relationship_templates[at];
                Who::One(Entity {
                    kind: TypeKind::Relationship,
                    type_id: template.type_id,
                    node: Some(template.node),
                    template: None,
                })
            }
            (_, Context::Bound(template, requirement)) => self.bound(keyword, template, requirement),
            (Keyword::Host, Context::Node(at)) => {
                let (hosts, all) = self.hosts(&topology.node_templates[at]);
                Who::Hosts(hosts, all)
            }
            _ => keyword_in_type(keyword, context),
        }
    }

    /// The ends of the relationship that a requirement makes, and itself.
    pub(super) fn bound(self, keyword: Keyword, template: usize, requirement: usize) -> Who<'d> {
        let Some(topology) = &self.service.topology else { return Who::Untold };
        let source = &topology.node_templates[template];
        let requirement = &source.requirements[requirement];
        match keyword {
            Keyword::Source => Who::One(self.node_entity(source)),
            Keyword::Target => match self.target(requirement) {
                Some(target) => Who::One(self.node_entity(target)),
                None => Who::Untold,
            },
            Keyword::Own => Who::One(Entity {
                kind: TypeKind::Relationship,
                type_id: self.relationship_type(source, requirement),
                node: requirement.relationship_node,
                template: None,
            }),
            Keyword::Host => Who::Untold,
        }
    }

    /// The type of the relationship that a requirement makes.
    pub fn relationship_type(self, source: &NodeTemplate<'d>, requirement: &Requirement<'d>) -> Lookup {
        let world = &self.service.world;
        if let Some(word) = &requirement.relationship {
            let template = self.service.topology.as_ref().and_then(|it| it.relationship_template(&word.text));
            return match template {
                Some(template) => template.type_id,
                None => world.find(TypeKind::Relationship, &word.text, FileId::OWN),
            };
        }
        let Lookup::Found(id) = source.type_id else { return Lookup::Untold };
        let Some(definition) = world.effective(id).requirements().get(&requirement.name) else {
            return Lookup::Untold;
        };
        self.defined_relationship(definition)
    }

    /// The relationship type that a requirement's definition asks for.
    pub fn defined_relationship(self, definition: &Definition<'d>) -> Lookup {
        let world = &self.service.world;
        let Some((node, layer)) = definition.get("relationship") else { return Lookup::Untold };
        let name = if node.is_mapping() { node.get("type").map(Node::resolve) } else { Some(node) };
        match name.and_then(Node::as_str) {
            Some(name) => world.find(TypeKind::Relationship, &name, world.owner_file(layer)),
            None => Lookup::Untold,
        }
    }

    /// The node template that a requirement is bound to.
    pub fn target(self, requirement: &Requirement<'d>) -> Option<&'s NodeTemplate<'d>> {
        self.service.node_template(&requirement.target.as_ref()?.text)
    }

    pub fn node_entity(self, template: &NodeTemplate<'d>) -> Entity<'d> {
        let topology = self.service.topology.as_ref();
        Entity {
            kind: TypeKind::Node,
            type_id: template.type_id,
            node: Some(template.node),
            template: topology.and_then(|it| it.position(&template.name)),
        }
    }

    /// The nodes that one is hosted on, nearest first, and whether the chain is known to its end.
    pub(super) fn hosts(self, template: &NodeTemplate<'d>) -> (Vec<Entity<'d>>, bool) {
        let world = &self.service.world;
        let hosted_on = world.normative(TypeKind::Relationship, "tosca.relationships.HostedOn");
        let mut hosts: Vec<Entity<'d>> = Vec::new();
        let mut seen: Vec<Cow<'d, str>> = vec![template.name.clone()];
        let Some(mut at) = self.service.node_template(&template.name) else { return (hosts, false) };
        while hosts.len() < HOSTS {
            let Lookup::Found(id) = at.type_id else { return (hosts, false) };
            let effective = world.effective(id);
            let mut next = None;
            for requirement in &at.requirements {
                let is_hosting = match (self.relationship_type(at, requirement), hosted_on) {
                    (Lookup::Found(id), Some(hosted_on)) => world.derives(id, hosted_on) != Some(false),
                    _ => requirement.name == "host",
                };
                if is_hosting {
                    next = Some(requirement);
                    break;
                }
            }
            let Some(requirement) = next else {
                // What is needed and not said is the orchestrator's to find.
                let left_open = effective.requirements().iter().any(|it| {
                    let is_hosting = match (self.defined_relationship(it), hosted_on) {
                        (Lookup::Found(id), Some(hosted_on)) => world.derives(id, hosted_on) != Some(false),
                        _ => it.name == "host",
                    };
                    is_hosting && is_needed(it)
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

/// What a keyword means in a type: of any that has it.
fn keyword_in_type<'d>(keyword: Keyword, context: Context) -> Who<'d> {
    match (keyword, context) {
        (Keyword::Own, Context::NodeType(id)) => Who::One(any_of(TypeKind::Node, id)),
        (Keyword::Own, Context::RelationshipType(id)) => Who::One(any_of(TypeKind::Relationship, id)),
        _ => Who::Untold,
    }
}
