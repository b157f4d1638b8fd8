//! References to names in other files of the workspace: a component's descriptor declares its properties, capabilities, requirements, operations
//! and metrics.

use std::collections::HashMap;
use std::sync::Arc;

use super::grammar::{CAPABILITY, METRIC, OPERATION, PROPERTY, REQUIREMENT};
use super::model::Descriptor;
use limn_language::dialect::ExternalReference;
use limn_language::schema::{NameKind, Reference, Scope};
use limn_yaml::Path;

/// The section that declares each kind of name.
static SECTIONS: &[(&NameKind, &str)] = &[
    (&PROPERTY, "properties"),
    (&CAPABILITY, "capabilities"),
    (&REQUIREMENT, "requirements"),
    (&OPERATION, "operations"),
    (&METRIC, "metrics"),
];

pub fn foreign(descriptor: &Descriptor) -> Vec<ExternalReference> {
    if descriptor.workspace.is_alone() {
        return Vec::new();
    }
    let mut definitions: HashMap<&Path, Option<Arc<Descriptor>>> = HashMap::new();
    for owner in descriptor.owners() {
        // Descriptors of the catalog are read-only.
        let definition = descriptor.descriptor_of(owner).filter(|it| descriptor.workspace.contains(it));
        definitions.insert(&owner.path, definition);
    }
    let found = descriptor.names.references.iter().enumerate().filter_map(|(at, reference)| {
        let other = definitions.get(owner_of(descriptor, reference)?)?.as_ref()?;
        let path = declared_in(other, reference)?;
        Some(ExternalReference { reference: at, file: other.file.clone(), path })
    });
    found.collect()
}

/// The descriptor that declares the name of a reference, in the workspace or in the catalog, and where.
pub fn declared_elsewhere(descriptor: &Descriptor, reference: &Reference) -> Option<(Arc<Descriptor>, Path)> {
    let path = owner_of(descriptor, reference)?;
    let owner = descriptor.owners().find(|owner| owner.path == *path)?;
    let other = descriptor.descriptor_of(owner)?;
    let path = declared_in(&other, reference)?;
    Some((other, path))
}

fn declared_in(other: &Descriptor, reference: &Reference) -> Option<Path> {
    if reference.declaration.is_some() {
        return None;
    }
    let (_, section) = SECTIONS.iter().find(|(kind, _)| reference.kinds.contains(kind))?;
    let path = Path::keys([section, reference.name.as_str()]);
    other.document.get(&path).map(|_| path)
}

/// The component or reference that the name is resolved in.
fn owner_of<'d>(descriptor: &'d Descriptor, reference: &'d Reference) -> Option<&'d Path> {
    match &reference.scope {
        Scope::At(path) => Some(path),
        Scope::Part(_) => {
            let declaration = descriptor.names.references.get(reference.of?)?.declaration?;
            Some(&descriptor.names.declarations.get(declaration)?.path)
        }
        Scope::Root | Scope::Enclosing | Scope::Elsewhere => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read_among;

    #[test]
    fn a_component_descriptor_declares_its_names() {
        let assembly = "\
name: assembly::a::1.0
properties: {ip: {value: '${web.address}'}}
composition:
  net: {type: 'resource::net::1.0'}
  web: {type: 'resource::web::1.0'}
relationships:
  uses:
    source-capabilities: [net.Network]
    target-requirements: [web.Network]
    properties: {a: {value: '${target.address}'}}
    lifecycle: {Create: [target.Join], Cease: [web.Nothing]}
operations: {Join: {source-operation: web.Join}}
metrics: {load: {source-metric: web.load}}
";
        let net = "name: resource::net::1.0\ncapabilities: {Network: {type: n}}\n";
        let web = "\
name: resource::web::1.0
properties: {address: {read-only: true}}
requirements: {Network: {type: n}}
operations: {Join: {}}
metrics: {load: {type: 'metric::load'}}
";
        let assembly = read_among("tnco", assembly, &[("net.yaml", net), ("web.yaml", web)]);
        let found: Vec<String> = foreign(&assembly)
            .iter()
            .map(|foreign| {
                let reference = &assembly.names.references[foreign.reference];
                format!("{} -> {} {}", reference.at(&assembly.document), foreign.file, foreign.path)
            })
            .collect();
        assert_eq!(
            found,
            [
                "properties.ip.value -> web.yaml properties.address",
                "relationships.uses.source-capabilities[0] -> net.yaml capabilities.Network",
                "relationships.uses.target-requirements[0] -> web.yaml requirements.Network",
                "relationships.uses.properties.a.value -> web.yaml properties.address",
                "relationships.uses.lifecycle.Create[0] -> web.yaml operations.Join",
                "operations.Join.source-operation -> web.yaml operations.Join",
                "metrics.load.source-metric -> web.yaml metrics.load",
            ]
        );
    }
}
