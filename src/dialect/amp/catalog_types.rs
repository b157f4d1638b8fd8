//! Items of the workspace's catalogs, and built-in types of Brooklyn, as types in service templates: AMP looks up the type of a node or policy in its
//! catalog.

use std::collections::HashSet;

use super::catalog::{DeclaredItem, Items, catalog_items, explain_item};
use limn_files::FilePath;
use limn_language::dialect::{ExternalDefinition, ExternalReference, Library, Model};
use limn_language::explanation::Explanation;
use limn_language::schema::{NameKind, Reference};
use limn_tosca::ServiceTemplate;
use limn_tosca::brooklyn::{BuiltinKind, builtin_type, builtin_types};
use limn_tosca::kind::{NODE_TYPE, POLICY_TYPE};

/// The kind of type that an item is; `None` if it cannot be the type of a template.
fn kind_of(item: &DeclaredItem) -> Option<&'static NameKind> {
    match item.item_type.as_deref() {
        None | Some("entity" | "template" | "application") => Some(&NODE_TYPE),
        Some("policy") => Some(&POLICY_TYPE),
        Some(_) => None,
    }
}

/// The types besides those of TOSCA, for completion: items by their names, then the built-in types.
pub(crate) fn names(library: &Library) -> Vec<(&'static NameKind, String)> {
    let items = catalog_items(library);
    let mut found: Vec<(&'static NameKind, String)> =
        items.iter().filter_map(|(name, item)| Some((kind_of(item)?, name.clone()))).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found.extend(builtin_types(BuiltinKind::Policy).map(|found| (&POLICY_TYPE, found.name().to_owned())));
    found.extend(builtin_types(BuiltinKind::Entity).map(|builtin| (&NODE_TYPE, builtin.name().to_owned())));
    found
}

/// Returns true if a catalog of the workspace has an item that is a type of a kind, with a name that a version can follow.
pub(crate) fn is_item(library: &Library, kind: &NameKind, name: &str) -> bool {
    let items = catalog_items(library);
    let item = items.get(name).or_else(|| items.get(name.split_once(':')?.0));
    item.and_then(kind_of).is_some_and(|found| *found == *kind)
}

/// Returns true for the name of a type that the document does not declare.
fn is_type(reference: &Reference) -> bool {
    let is_kind = [&NODE_TYPE, &POLICY_TYPE].iter().any(|kind| reference.kinds.contains(kind));
    is_kind && reference.declaration.is_none()
}

fn type_at(template: &ServiceTemplate, offset: usize) -> Option<&Reference> {
    let names = template.names();
    let found = &names.references[names.reference_at(offset)?];
    is_type(found).then_some(found)
}

/// The hover card of the item or built-in type at an offset.
pub(crate) fn explain(template: &ServiceTemplate, offset: usize) -> Option<Explanation> {
    let found = type_at(template, offset)?;
    let item = explain_item(Items::of_workspace(template.library()), &found.name, found.range);
    item.or_else(|| Some(builtin_type(&found.name)?.explanation(found.range)))
}

/// The definition of the built-in type at an offset.
pub(crate) fn definition(template: &ServiceTemplate, offset: usize) -> Option<ExternalDefinition> {
    let found = type_at(template, offset)?;
    if found.kinds.iter().any(|kind| is_item(template.library(), kind, &found.name)) {
        return None;
    }
    Some(ExternalDefinition::ReadOnly(builtin_type(&found.name)?.definition()))
}

/// References to items of other files, except for those that other files resolve already.
pub(crate) fn references(
    template: &ServiceTemplate,
    file: &FilePath,
    known: &[ExternalReference],
) -> Vec<ExternalReference> {
    let items = catalog_items(template.library());
    if items.is_empty() {
        return Vec::new();
    }
    let known: HashSet<usize> = known.iter().map(|external| external.reference).collect();
    let all = template.names().references.iter().enumerate();
    let types = all.filter(|(reference, usage)| is_type(usage) && !known.contains(reference));
    let found = types.filter_map(|(reference, usage)| {
        let is_type = |item: &&DeclaredItem| kind_of(item).is_some_and(|kind| usage.kinds.contains(&kind));
        let item = items.get(&usage.name).filter(|item| item.file != *file).filter(is_type)?;
        Some(ExternalReference { reference, file: item.file.clone(), path: item.path.clone() })
    });
    found.collect()
}
