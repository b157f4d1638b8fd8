//! Gathers the interfaces of a document.

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::interface::{Interface, OwnerKind, operations, relationship_defined};
use crate::model::{NodeTemplate, Requirement, Topology};
use crate::types::{FileId, Layer, Lookup, ScalarText, Section, TypeKind, TypeScope, named, named_in};
use limn_yaml::Node;

/// All interfaces of the document. A section that an alias shares is listed once for each type.
pub(super) fn interfaces<'d>(
    type_scope: &TypeScope<'d>,
    topology: Option<&Topology<'d>>,
) -> Vec<Interface<'d>> {
    let mut found = Vec::new();
    for (id, declared) in type_scope.declared_in(FileId::OWN) {
        let owner_kind = match declared.kind {
            TypeKind::Node => OwnerKind::Node,
            TypeKind::Relationship => OwnerKind::Relationship,
            TypeKind::Group => OwnerKind::Group,
            _ => continue,
        };
        add(
            &mut found,
            (declared.node, declared.node.get("interfaces")),
            owner_kind,
            true,
            Lookup::Found(id),
        );
        for requirement in named(declared.node, "requirements") {
            let Some(long) = long_relationship(requirement.value) else { continue };
            let entity = match ScalarText::at(long, "type") {
                Some(word) => type_scope.find(TypeKind::Relationship, &word.text, FileId::OWN),
                None => Lookup::Undetermined,
            };
            add(&mut found, (long, long.get("interfaces")), OwnerKind::Relationship, true, entity);
        }
    }
    let Some(topology) = topology else { return found };
    found.reserve(topology.node_templates.len());
    for template in &topology.node_templates {
        let section = template.sections.get(Section::Interfaces);
        add(&mut found, (template.node, section), OwnerKind::Node, false, template.type_id);
        for requirement in &template.requirements {
            if let Some(long) = requirement.relationship_node {
                let entity = relationship_of(type_scope, Some(topology), template, requirement);
                let before = found.len();
                add(&mut found, (long, long.get("interfaces")), OwnerKind::Relationship, false, entity);
                for interface in &mut found[before..] {
                    interface.around =
                        around(type_scope, template.type_id, &requirement.name, &interface.name);
                }
            }
        }
    }
    for template in &topology.relationship_templates {
        let section = template.sections.get(Section::Interfaces);
        add(&mut found, (template.node, section), OwnerKind::Relationship, false, template.type_id);
    }
    for group in &topology.groups {
        add(&mut found, (group.node, group.node.get("interfaces")), OwnerKind::Group, false, group.type_id);
    }
    let mut seen = FxHashSet::with_capacity_and_hasher(found.len(), FxBuildHasher);
    found.retain(|interface| seen.insert((interface.key.range().start, interface.entity.found())));
    found
}

/// Adds the interfaces in the section of an owner.
fn add<'d>(
    found: &mut Vec<Interface<'d>>,
    (owner, section): (Node<'d>, Option<Node<'d>>),
    owner_kind: OwnerKind,
    defines: bool,
    entity: Lookup,
) {
    for entry in named_in(section) {
        let Some(name) = entry.key.as_str() else { continue };
        let node = entry.value.resolve();
        found.push(Interface {
            name,
            key: entry.key,
            node,
            owner_kind,
            defines,
            entity,
            owner,
            around: Vec::new(),
            operations: operations(node),
        });
    }
}

/// The interface in a requirement definition for the relationship.
fn around<'d>(
    type_scope: &TypeScope<'d>,
    node_type: Lookup,
    requirement: &str,
    interface: &str,
) -> Vec<Layer<'d>> {
    let Lookup::Found(id) = node_type else { return Vec::new() };
    let Some(definition) = type_scope.effective(id).requirements().get(requirement) else {
        return Vec::new();
    };
    let layers = definition.layers.iter().filter_map(|layer| {
        let node = long_relationship(layer.node)?.get("interfaces")?.get(interface)?;
        Some(Layer { key: node.key().unwrap_or(node), node: node.resolve(), owner: layer.owner })
    });
    layers.collect()
}

fn long_relationship(requirement: Node<'_>) -> Option<Node<'_>> {
    requirement.resolve().get("relationship").map(Node::resolve).filter(|node| node.is_mapping())
}

/// Relationship type of an assigned requirement: its own, that of its relationship template, or that of its definition.
pub fn relationship_of<'d>(
    type_scope: &TypeScope<'d>,
    topology: Option<&Topology<'d>>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
) -> Lookup {
    if let Some(word) = &requirement.relationship {
        let named = topology.and_then(|topology| topology.relationship_template(&word.text));
        return match type_scope.find(TypeKind::Relationship, &word.text, FileId::OWN) {
            Lookup::Unknown => named.map_or(Lookup::Unknown, |template| template.type_id),
            found => named.map_or(found, |template| template.type_id),
        };
    }
    relationship_defined(type_scope, template.type_id, &requirement.name)
}
