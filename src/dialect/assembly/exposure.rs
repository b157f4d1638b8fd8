//! Exposure of components' capabilities and requirements by the assembly. A descriptor does not store it: a capability of the assembly exposes the
//! components' capabilities of the same type or name; a requirement exposes the components' requirements of the same type or name that no
//! relationship fulfills.

use std::collections::BTreeSet;

use super::model::{Component, DeclaredPort, Descriptor, QualifiedName, Relationship, Text};

/// Capabilities or requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    Capability,
    Requirement,
}

/// A capability or requirement of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentPort<'d> {
    pub component: &'d Component,
    pub name: String,
    /// Its type, if the component's descriptor is in the workspace.
    pub kind: Option<String>,
}

impl PortKind {
    /// The word for it in messages.
    pub fn noun(self) -> &'static str {
        match self {
            PortKind::Capability => "capability",
            PortKind::Requirement => "requirement",
        }
    }

    /// The section of a descriptor that declares it.
    pub fn section(self) -> &'static str {
        match self {
            PortKind::Capability => "capabilities",
            PortKind::Requirement => "requirements",
        }
    }

    pub fn of(self, descriptor: &Descriptor) -> &[DeclaredPort] {
        match self {
            PortKind::Capability => &descriptor.capabilities,
            PortKind::Requirement => &descriptor.requirements,
        }
    }
}

/// Returns true if an offer of the assembly exposes one of a component: their types are equal, or their names where a type is unknown.
pub fn exposes(own: &DeclaredPort, name: &str, kind: Option<&str>) -> bool {
    match (text(own.kind.as_ref()), kind) {
        (Some(own), Some(kind)) => own == kind,
        _ => own.name == name,
    }
}

/// The ports that `own` exposes: those with its name if there are any, otherwise all that match.
pub fn exposed<'d>(inner: &[ComponentPort<'d>], own: &DeclaredPort) -> Vec<ComponentPort<'d>> {
    let fits = |inner: &&ComponentPort<'d>| exposes(own, &inner.name, inner.kind.as_deref());
    let all: Vec<ComponentPort<'d>> = inner.iter().filter(fits).cloned().collect();
    let named: Vec<ComponentPort<'d>> = all.iter().filter(|inner| inner.name == own.name).cloned().collect();
    if named.is_empty() { all } else { named }
}

/// The capabilities or requirements of all components that the assembly can expose: see [`exposable_ports`].
pub fn all_exposable_ports(descriptor: &Descriptor, kind: PortKind) -> Vec<ComponentPort<'_>> {
    exposable_ports(descriptor, &descriptor.composition, &descriptor.relationships, kind)
}

/// The capabilities or requirements of some components that an assembly of them can expose: those that their descriptors declare or, without a
/// descriptor, those that relationships of the document name. Requirements that one of `relationships` fulfills are not among them.
pub fn exposable_ports<'d, 'r>(
    descriptor: &'d Descriptor,
    components: impl IntoIterator<Item = &'d Component>,
    relationships: impl IntoIterator<Item = &'r Relationship>,
    kind: PortKind,
) -> Vec<ComponentPort<'d>> {
    let named = ends_of(&descriptor.relationships, kind);
    let fulfilled = match kind {
        PortKind::Capability => BTreeSet::new(),
        PortKind::Requirement => ends_of(relationships, kind),
    };
    let mut found = Vec::new();
    for component in components {
        let all: Vec<(String, Option<String>)> = match descriptor.descriptor_of(component) {
            Some(definition) => {
                let declared = kind.of(&definition).iter();
                declared
                    .map(|port| (port.name.clone(), text(port.kind.as_ref()).map(str::to_owned)))
                    .collect()
            }
            None => {
                let own = named.iter().filter(|(owner, _)| *owner == component.name);
                own.map(|(_, member)| ((*member).to_owned(), None)).collect()
            }
        };
        let free = all.into_iter().filter(|(name, _)| !fulfilled.contains(&(&*component.name, &**name)));
        found.extend(free.map(|(name, kind)| ComponentPort { component, name, kind }));
    }
    found
}

/// The ends of relationships that are capabilities or requirements of components: owner and member.
fn ends_of<'r>(
    relationships: impl IntoIterator<Item = &'r Relationship>,
    kind: PortKind,
) -> BTreeSet<(&'r str, &'r str)> {
    let ends = relationships.into_iter().flat_map(|relationship| match kind {
        PortKind::Capability => &relationship.sources,
        PortKind::Requirement => &relationship.targets,
    });
    ends.filter_map(of_component).collect()
}

/// The first relationship that fulfills a requirement of a component.
pub fn relationship_to<'d>(
    descriptor: &'d Descriptor,
    component: &Component,
    requirement: &str,
) -> Option<&'d Relationship> {
    let is_end = |end: &QualifiedName| of_component(end) == Some((component.name.as_str(), requirement));
    descriptor.relationships.iter().find(|relationship| relationship.targets.iter().any(is_end))
}

fn of_component(end: &QualifiedName) -> Option<(&str, &str)> {
    Some((end.owner.as_str(), end.member.as_deref()?))
}

/// A text that is not empty.
pub fn text(text: Option<&Text>) -> Option<&str> {
    Some(text?.text.as_str()).filter(|text| !text.is_empty())
}
