//! References to names in other files of the workspace: a component's type is the name of a descriptor, which declares its properties, capabilities,
//! requirements, operations and metrics.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::descriptor_names;
use super::grammar::{CAPABILITY, METRIC, OPERATION, PROPERTY, REQUIREMENT};
use super::model::{Component, Descriptor};
use limn_files::FilePath;
use limn_language::dialect::ExternalReference;
use limn_language::schema::{NameKind, Reference, Scope};
use limn_text::TextRange;
use limn_yaml::{Node, Path};

static PROPERTIES: &[&NameKind] = &[&PROPERTY];

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
        let definition =
            descriptor.descriptor_of(owner).filter(|definition| descriptor.workspace.contains(definition));
        definitions.insert(&owner.path, definition);
    }
    let set = set_properties(descriptor);
    let keys: HashMap<TextRange, usize> =
        set.keys().map(|&at| (descriptor.names.declarations[at].range, at)).collect();
    let found = descriptor.names.references.iter().enumerate().filter_map(|(at, reference)| {
        let key = || keys.get(&reference.range).copied().filter(|_| is_set_property(reference));
        if let Some((file, path)) =
            reference.declaration.or_else(key).and_then(|declaration| set.get(&declaration))
        {
            return Some(ExternalReference { reference: at, file: file.clone(), path: path.clone() });
        }
        let other = definitions.get(owner_of(descriptor, reference)?)?.as_ref()?;
        let path = declared_in(other, reference)?;
        Some(ExternalReference { reference: at, file: other.file.clone(), path })
    });
    found.chain(descriptor_names::external(descriptor)).collect()
}

/// True if it is the key by which a component sets a property of its descriptor: see [`refer_to_properties`].
pub fn is_set_property(reference: &Reference) -> bool {
    matches!(reference.scope, Scope::Elsewhere) && reference.kinds.contains(&&PROPERTY)
}

/// Adds references to the properties that the descriptors of components declare, at the keys that set them. These keys stay the declarations of what
/// `${…}` reads in this document.
pub fn refer_to_properties(descriptor: &mut Descriptor) {
    let names = &descriptor.names;
    let mut found: BTreeMap<TextRange, Reference> = BTreeMap::new();
    for at in set_properties(descriptor).into_keys() {
        let declaration = &names.declarations[at];
        let Some(key) = descriptor.document.get(&declaration.written).and_then(Node::key) else {
            continue;
        };
        let reference = Reference {
            kinds: PROPERTIES,
            scope: Scope::Elsewhere,
            name: declaration.name.clone(),
            node: key.id(),
            is_key: true,
            within: 0..declaration.name.len(),
            range: declaration.range,
            missing: None,
            of: None,
            enclosing: declaration.parent,
            declaration: None,
        };
        found.insert(declaration.range, reference);
    }
    descriptor.names.references.extend(found.into_values());
}

/// The declarations of properties that components set and that their descriptors declare in other files of the workspace, with these files and the paths
/// there. Leaves out keys that an alias or a merge key puts in several elements and that set different properties.
fn set_properties(descriptor: &Descriptor) -> BTreeMap<usize, (FilePath, Path)> {
    if descriptor.workspace.is_alone() {
        return BTreeMap::new();
    }
    let names = &descriptor.names;
    let mut targets: BTreeMap<usize, (FilePath, Path)> = BTreeMap::new();
    for owner in descriptor.owners().filter(|owner| !owner.properties.is_empty()) {
        let other = descriptor.descriptor_of(owner);
        let is_open = |definition: &Arc<Descriptor>| {
            descriptor.workspace.contains(definition) && definition.file != descriptor.file
        };
        let Some(other) = other.filter(is_open) else { continue };
        let Some(scope) = names.declared_at(&owner.path) else { continue };
        for at in names.inside(Some(scope)) {
            if let Some(path) = declared_by(&other, owner, &names.declarations[at].path) {
                targets.insert(at, (other.file.clone(), path));
            }
        }
    }
    let mut by_key: HashMap<TextRange, Option<&(FilePath, Path)>> = HashMap::new();
    for (at, declaration) in names.declarations.iter().enumerate() {
        let target = targets.get(&at);
        let known = by_key.entry(declaration.range).or_insert(target);
        *known = known.filter(|place| Some(*place) == target);
    }
    let is_clear = |at: usize| by_key.get(&names.declarations[at].range).is_some_and(Option::is_some);
    let clear: Vec<usize> = targets.keys().copied().filter(|at| is_clear(*at)).collect();
    targets.retain(|at, _| clear.binary_search(at).is_ok());
    targets
}

/// The path of a property in the descriptor of a component. `set`: the path at which the component sets it.
fn declared_by(other: &Descriptor, owner: &Component, set: &Path) -> Option<Path> {
    let name = set.last_key().filter(|name| *set == owner.path.key("properties").key(name))?;
    let path = Path::keys(["properties", name]);
    other.document.get(&path).map(|_| path)
}

/// The descriptor that declares the property that a component sets at a path, in the workspace or in the catalog, and where.
pub fn declared_by_type(descriptor: &Descriptor, set: &Path) -> Option<(Arc<Descriptor>, Path)> {
    let owner = descriptor.owners().find(|owner| set.starts_with(&owner.path))?;
    let other = descriptor.descriptor_of(owner)?;
    let path = declared_by(&other, owner, set)?;
    Some((other, path))
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
                "composition.net.type -> net.yaml name",
                "composition.web.type -> web.yaml name",
            ]
        );
    }
}
