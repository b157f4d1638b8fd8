//! Targets of workflows, triggers and conditions: a node template, a group, or the relationship of a requirement.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::interface::{InterfaceSchema, operations, relationship_defined};
use crate::model::{Group, NodeTemplate, Service};
use crate::read::relationship_of;
use crate::types::{Definition, FileId, Lookup, Section, TypeKind, named};
use limn_yaml::Node;

#[derive(Clone, Copy, Debug)]
pub(super) enum NodeOrGroup<'s, 'd> {
    Node(&'s NodeTemplate<'d>),
    Group(&'s Group<'d>),
}

impl<'s, 'd> NodeOrGroup<'s, 'd> {
    pub(super) fn find(service: &'s Service<'d>, name: &str) -> Option<NodeOrGroup<'s, 'd>> {
        let topology = service.topology.as_ref()?;
        let group = || topology.group(name).map(NodeOrGroup::Group);
        topology.node_template(name).map(NodeOrGroup::Node).or_else(group)
    }
}

/// Names of possible targets.
pub(super) fn targets<'s>(service: &'s Service<'_>) -> impl Iterator<Item = &'s str> {
    let topology = service.topology.iter();
    let groups = service.topology.iter().flat_map(|topology| &topology.groups).map(|group| &*group.name);
    topology.flat_map(|topology| &topology.node_templates).map(|template| &*template.name).chain(groups)
}

/// Requirements of a node template: declared by its type, or assigned. `None` if some are unknown.
pub(super) fn requirements<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
) -> Option<BTreeSet<Cow<'d, str>>> {
    let effective = service.type_scope.effective(template.type_id.found()?);
    let own = template.requirements.iter().map(|requirement| requirement.name.clone());
    let names = own.chain(effective.requirements().iter().map(|requirement| requirement.name.clone()));
    effective.complete.then(|| names.collect())
}

/// Element that a target resolves to: its type, its own interfaces, and its label.
#[derive(Debug)]
pub(super) struct TargetEntity<'d> {
    pub(super) lookup: Lookup,
    /// Node with the entity's own interfaces.
    owners: Vec<Node<'d>>,
    /// Label in messages: "node template `db`".
    pub(super) label: String,
}

/// Entity of a target, or of the relationship of its requirement. `None` if unknown.
pub(super) fn entity<'d>(
    service: &Service<'d>,
    target: NodeOrGroup<'_, 'd>,
    relationship: Option<&str>,
) -> Option<TargetEntity<'d>> {
    match (target, relationship) {
        (NodeOrGroup::Node(template), None) => Some(TargetEntity {
            lookup: template.type_id,
            owners: vec![template.node],
            label: format!("node template `{}`", template.name),
        }),
        (NodeOrGroup::Node(template), Some(requirement)) => {
            let mut lookup = relationship_defined(&service.type_scope, template.type_id, requirement);
            let mut owners = Vec::new();
            for assigned in template.requirements.iter().filter(|assigned| assigned.name == requirement) {
                lookup = relationship_of(&service.type_scope, service.topology.as_ref(), template, assigned);
                owners.extend(assigned.relationship_node);
                let topology = service.topology.as_ref();
                let named = assigned
                    .relationship
                    .as_ref()
                    .and_then(|word| topology?.relationship_template(&word.text));
                owners.extend(named.map(|template| template.node));
            }
            let label = format!("the relationship `{requirement}` of `{}`", template.name);
            Some(TargetEntity { lookup, owners, label })
        }
        (NodeOrGroup::Group(group), None) => Some(TargetEntity {
            lookup: group.type_id,
            owners: vec![group.node],
            label: format!("group `{}`", group.name),
        }),
        (NodeOrGroup::Group(_), Some(_)) => None,
    }
}

/// Result of an operation lookup.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OperationLookup {
    Fine,
    NoInterface(Vec<String>),
    NoOperation(Vec<String>),
}

impl<'d> TargetEntity<'d> {
    /// An entity of which only the type is known.
    pub(super) fn of_type(lookup: Lookup, label: String) -> TargetEntity<'d> {
        TargetEntity { lookup, owners: Vec::new(), label }
    }

    /// Looks up an operation of an interface by the interface's name or type.
    pub(super) fn call(&self, service: &Service<'d>, interface: &str, operation: &str) -> OperationLookup {
        let type_scope = &service.type_scope;
        let Lookup::Found(id) = self.lookup else { return OperationLookup::Fine };
        let effective = type_scope.effective(id);
        let mut names: Vec<String> =
            effective.interfaces().iter().map(|interface| interface.name.to_string()).collect();
        let own = self.owners.iter().flat_map(|owner| named(*owner, "interfaces"));
        let own: Vec<_> =
            own.filter_map(|entry| Some((entry.key.as_str()?, entry.value.resolve()))).collect();
        names.extend(own.iter().map(|(name, _)| name.to_string()));
        let by_type = type_scope.find(TypeKind::Interface, interface, FileId::OWN);
        let mut faces: Vec<InterfaceSchema<'d>> = Vec::new();
        let mut found = false;
        for name in &names {
            let face = InterfaceSchema::of(type_scope, self.lookup, name);
            let is_of = match (face.type_id, by_type) {
                (Some(Lookup::Found(id)), Lookup::Found(expected)) => {
                    type_scope.derives(id, expected) != Some(false)
                }
                (Some(Lookup::Undetermined), _) => true,
                _ => false,
            };
            if name == interface || is_of {
                let written = own.iter().filter(|(own, _)| own == name);
                found |= written
                    .map(|(_, node)| *node)
                    .any(|it| operations(it).iter().any(|it| it.name == operation));
                faces.push(face);
            }
        }
        if faces.is_empty() {
            let unsure =
                !effective.complete || by_type == Lookup::Undetermined && interface.contains(['.', ':']);
            return if unsure { OperationLookup::Fine } else { OperationLookup::NoInterface(names) };
        }
        if found || faces.iter().any(|face| !face.complete || face.has_operation(type_scope, operation)) {
            return OperationLookup::Fine;
        }
        let names = faces.iter().flat_map(|face| face.names(type_scope)).map(|name| name.to_string());
        OperationLookup::NoOperation(names.collect())
    }

    /// Returns whether any operation is implemented; `None` if unknown.
    pub(super) fn is_implemented(&self, service: &Service<'d>) -> Option<bool> {
        let type_scope = &service.type_scope;
        let own = self.owners.iter().flat_map(|owner| named(*owner, "interfaces"));
        let own = own.flat_map(|entry| operations(entry.value.resolve()));
        if own.into_iter().any(|operation| operation.is_implemented()) {
            return Some(true);
        }
        let effective = type_scope.effective(self.lookup.found()?);
        let inherited = effective.section(Section::Interfaces).iter().any(|interface| {
            let face = InterfaceSchema::of(type_scope, self.lookup, &interface.name);
            face.names(type_scope).iter().any(|name| face.is_implemented(type_scope, name))
        });
        if inherited { Some(true) } else { effective.complete.then_some(false) }
    }

    /// Attributes that conditions can assert, including properties. `None` if some are unknown.
    pub(super) fn attributes(&self, service: &Service<'d>) -> Option<BTreeSet<Cow<'d, str>>> {
        let effective = service.type_scope.effective(self.lookup.found()?);
        let all = effective.attributes().iter().chain(effective.properties().iter());
        effective.complete.then(|| all.map(|definition| definition.name.clone()).collect())
    }

    /// Definition of an attribute, or of the property that it reflects.
    pub(super) fn attribute<'s>(&self, service: &'s Service<'d>, name: &str) -> Option<&'s Definition<'d>> {
        let effective = service.type_scope.effective(self.lookup.found()?);
        effective.attributes().get(name).or_else(|| effective.properties().get(name))
    }
}
