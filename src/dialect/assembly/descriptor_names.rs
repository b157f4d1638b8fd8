//! Full names of descriptors in the name index. A descriptor declares its `name`. The types of components and references refer to descriptors, as do the
//! texts in `dynamicType`, and the position of an assembly in its own `designerLayout`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::grammar::{DESCRIPTOR, DescriptorName, is_lmctl, is_version};
use super::jinja::Template;
use super::model::{Component, Descriptor, DescriptorKind};
use super::workspace_index::has_minimum;
use limn_files::FilePath;
use limn_language::dialect::ExternalReference;
use limn_language::graph::Id;
use limn_language::schema::{Declaration, NameKind, Reference, Scope};
use limn_text::TextRange;
use limn_yaml::{Node, Path};

static DESCRIPTORS: &[&NameKind] = &[&DESCRIPTOR];

/// The declaration of the descriptor's own name: its index and the name.
type OwnName<'n> = Option<(usize, &'n str)>;

/// Adds the name of a descriptor and its references to descriptors to the name index.
pub(super) fn add(descriptor: &mut Descriptor) {
    let declared = declaration(descriptor);
    let at = descriptor.names.declarations.len();
    let references =
        references(descriptor, declared.as_ref().map(|declaration| (at, declaration.name.as_str())));
    descriptor.names.extend(declared.into_iter().collect(), references);
}

/// Returns true if a reference is to a descriptor.
pub(super) fn is_descriptor(reference: &Reference) -> bool {
    reference.kinds.contains(&&DESCRIPTOR)
}

/// Path of the descriptor's name, if the name index has it.
pub(super) fn document_name(descriptor: &Descriptor) -> Option<Path> {
    let path = name_path();
    descriptor.names.declared_at(&path).map(|_| path)
}

/// The complete name for a new name of the frame, which shows only the middle part.
pub(super) fn complete_name(descriptor: &Descriptor, id: &Id, name: &str) -> String {
    let short = name.trim();
    match descriptor.full_name().filter(|_| id.0.is_empty()) {
        Some(own) if !short.is_empty() && !short.contains("::") => {
            format!("{}::{short}::{}", own.kind, own.version)
        }
        Some(_) => short.to_owned(),
        None => name.to_owned(),
    }
}

/// The references to descriptors in other files of the workspace that have a name.
pub(super) fn external(descriptor: &Descriptor) -> impl Iterator<Item = ExternalReference> {
    let references = descriptor.names.references.iter().enumerate();
    references.filter_map(|(at, reference)| {
        let file = file_of(descriptor, reference)?;
        Some(ExternalReference { reference: at, file, path: name_path() })
    })
}

/// The other file of the workspace that declares the descriptor of a reference.
pub(super) fn file_of(descriptor: &Descriptor, reference: &Reference) -> Option<FilePath> {
    if !is_descriptor(reference) || reference.declaration.is_some() {
        return None;
    }
    let other = descriptor.workspace.find(&reference.name)?;
    let is_named = descriptor.workspace.contains(&other) && declaration(&other).is_some();
    (is_named && other.file != descriptor.file).then(|| other.file.clone())
}

/// The text of a reference after its descriptor is renamed: a minimum version stays one, and changes only if it does not match the new version.
pub(super) fn renamed(reference: &Reference, to: &str) -> String {
    let parts = || Some((DescriptorName::parse(&reference.name)?, DescriptorName::parse(to)?));
    let Some((old, new)) = parts().filter(|_| is_descriptor(reference)) else { return to.to_owned() };
    let Some(minimum) = old.version.strip_prefix('^') else { return to.to_owned() };
    let minimum = if has_minimum(&new.version, minimum) { minimum } else { new.version.as_str() };
    format!("{}::{}::^{minimum}", new.kind, new.name)
}

/// The types that LMCTL resolves to files of the workspace, and those of descriptors whose name only LMCTL builds.
pub(super) fn linked_files(descriptor: &Descriptor) -> Vec<(Path, FilePath)> {
    let of = |owner: &Component| {
        let type_name = owner.type_name.as_ref()?;
        let other = descriptor.descriptor_of(owner).filter(|other| descriptor.workspace.contains(other))?;
        let is_linked = is_lmctl(&type_name.text) || declaration(&other).is_none();
        (is_linked && other.file != descriptor.file).then(|| (owner.path.key("type"), other.file.clone()))
    };
    descriptor.owners().filter_map(of).collect()
}

fn name_path() -> Path {
    Path::keys(["name"])
}

/// Declaration of the descriptor's name; `None` unless the name has three parts.
fn declaration(descriptor: &Descriptor) -> Option<Declaration> {
    if descriptor.kind == DescriptorKind::Project {
        return None;
    }
    let name = descriptor.name.as_ref().filter(|name| DescriptorName::parse(&name.text).is_some())?;
    let path = name_path();
    let node = descriptor.node(&path).filter(|node| node.is_scalar() && !node.is_alias())?;
    // The name of an alias is written at the anchor.
    if node.path() != path {
        return None;
    }
    Some(Declaration {
        kind: &DESCRIPTOR,
        parent: None,
        name: name.text.clone(),
        path: path.clone(),
        written: path,
        range: node.range_within(0..name.text.len()),
        fixed: false,
        is_value: true,
    })
}

fn references(descriptor: &Descriptor, own: OwnName<'_>) -> Vec<Reference> {
    // Aliased content is written once.
    let mut found: BTreeMap<TextRange, Reference> = BTreeMap::new();
    let mut add = |reference: Reference| {
        found.entry(reference.range).or_insert(reference);
    };
    for owner in descriptor.owners() {
        let around = descriptor.names.declared_at(&owner.path);
        let value = |key: &str| {
            let node = descriptor.node(&owner.path.key(key)).map(Node::resolve);
            node.filter(|node| node.is_scalar())
        };
        if let Some(node) = value("type")
            && let Some(text) = node.as_str()
            && !is_lmctl(&text)
            && DescriptorName::parse(&text).is_some()
        {
            add(reference(node, 0..text.len(), &text, around, own));
        }
        if let Some(node) = value("dynamicType").filter(|_| owner.dynamic_type.is_some())
            && let Some(text) = node.as_str()
        {
            // Other results are computed.
            for literal in Template::parse(&text).outcomes {
                let name = DescriptorName::parse(&literal.text).filter(|_| literal.filters.is_empty());
                if name.is_some_and(|name| is_version(&name.version)) {
                    add(reference(node, literal.range, &literal.text, around, own));
                }
            }
        }
    }
    let placed =
        descriptor.layout.iter().flatten().filter(|element| own.is_some_and(|(_, own)| own == element.name));
    for element in placed {
        if let Some(key) = descriptor.node(&element.path).and_then(Node::key) {
            add(reference(key, 0..element.name.len(), &element.name, None, own));
        }
    }
    found.into_values().collect()
}

fn reference(
    node: Node<'_>,
    within: Range<usize>,
    name: &str,
    enclosing: Option<usize>,
    own: OwnName<'_>,
) -> Reference {
    Reference {
        kinds: DESCRIPTORS,
        scope: Scope::Elsewhere,
        name: name.to_owned(),
        node: node.id(),
        is_key: node.is_key(),
        range: node.range_within(within.clone()),
        within,
        missing: None,
        of: None,
        enclosing,
        declaration: own.filter(|(_, own)| *own == name).map(|(at, _)| at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read_among;

    const ASSEMBLY: &str = "\
name: 'assembly::shop::1.0'
composition:
  web: {type: 'resource::web::1.0', dynamicType: \"{{ 'resource::db::1.0' if a == 'resource::no::1.0' else 'resource::db::1.0'|lower }}\"}
  gone: {type: 'resource::gone::1.0'}
references:
  db: {type: 'resource::db::^1.0'}
designerLayout:
  elements: {'assembly::shop::1.0': {x: 1, y: 2}}
";

    #[test]
    fn types_refer_to_descriptors_and_the_layout_to_its_own() {
        let others = [("web.yaml", "name: resource::web::1.0\n"), ("db.yaml", "name: resource::db::1.2\n")];
        let descriptor = read_among("cp4na", ASSEMBLY, &others);
        let of_descriptors = descriptor.names.references.iter().filter(|reference| is_descriptor(reference));
        let found: Vec<String> = of_descriptors
            .map(|reference| {
                let file = file_of(&descriptor, reference);
                let target = match (file, reference.declaration) {
                    (Some(file), _) => file.to_string(),
                    (None, Some(_)) => "itself".to_owned(),
                    (None, None) => "nothing".to_owned(),
                };
                assert_eq!(&ASSEMBLY[reference.range.start..reference.range.end], reference.name);
                format!("{} -> {target}", reference.name)
            })
            .collect();
        assert_eq!(
            found,
            [
                "resource::web::1.0 -> web.yaml",
                "resource::db::1.0 -> nothing",
                "resource::gone::1.0 -> nothing",
                "resource::db::^1.0 -> db.yaml",
                "assembly::shop::1.0 -> itself",
            ]
        );
    }

    #[test]
    fn a_minimum_version_stays_one() {
        let descriptor = read_among("cp4na", ASSEMBLY, &[]);
        let reference =
            |name: &str| descriptor.names.references.iter().find(|reference| reference.name == name).unwrap();
        let minimum = reference("resource::db::^1.0");
        assert_eq!(renamed(minimum, "resource::sql::1.2"), "resource::sql::^1.0");
        assert_eq!(renamed(minimum, "resource::sql::2.0"), "resource::sql::^2.0");
        assert_eq!(renamed(reference("resource::web::1.0"), "resource::www::2.0"), "resource::www::2.0");
    }
}
