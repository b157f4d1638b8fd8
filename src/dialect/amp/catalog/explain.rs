//! Hover cards of catalogs and CAMP blueprints: items, and configuration keys by their parameters.

use super::ITEM;
use super::config_names::PARAMETER;
use super::items::explain_item;
use super::model::CatalogModel;
use super::{builtin, catalog_items, files};
use crate::explain;
use limn_language::dialect::ExternalDefinition;
use limn_language::explanation::Explanation;
use limn_text::TextRange;

pub(super) fn explain(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let document = &catalog.document;
    let named = || limn_common::explain(document, &catalog.names, offset).map(|(found, _)| found);
    let found = expression(catalog, offset).or_else(|| item(catalog, offset));
    let found = found.or_else(|| parameter(catalog, offset)).or_else(|| builtin::explain(catalog, offset));
    let found = found.or_else(named);
    found.or_else(|| files::explain(catalog, offset)).or_else(|| explain::sensor(document, offset))
}

/// A call or a configuration key in an expression. The card of a name shows its declaration anyway.
fn expression(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let mut found = explain::explain(&catalog.document, offset)?;
    if catalog.names.reference_at(offset).is_some() {
        found.facts.retain(|fact| fact.label != explain::DECLARED_IN);
    }
    Some(found)
}

/// The item whose name is at an offset.
fn item(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let (range, name) = item_name(catalog, offset)?;
    explain_item(catalog.items(), name, range)
}

/// The declaration of the item of this file whose name is at an offset. A location is not linked to it, because the diagram draws links.
pub(super) fn definition(catalog: &CatalogModel, offset: usize) -> Option<ExternalDefinition> {
    let (_, name) = item_name(catalog, offset)?;
    let items = catalog_items(&catalog.library);
    let found = items.get(name).filter(|item| item.file == catalog.file)?;
    let node = catalog.document.get(&found.path)?;
    Some(ExternalDefinition::Key(found.file.clone(), node.range()))
}

fn item_name(catalog: &CatalogModel, offset: usize) -> Option<(TextRange, &str)> {
    let names = &catalog.names;
    if let Some(at) = names.reference_at(offset) {
        let reference = &names.references[at];
        return reference.kinds.contains(&&ITEM).then_some((reference.range, &reference.name));
    }
    let declaration = &names.declarations[names.declaration_at(offset)?];
    (declaration.kind == &ITEM).then_some((declaration.range, &declaration.name))
}

/// The parameter whose name is at an offset: its own, or that of a key of `brooklyn.config` that sets it.
fn parameter(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let names = &catalog.names;
    let reference = names.reference_at(offset).filter(|at| names.references[*at].kinds.contains(&&PARAMETER));
    let (range, node) = match reference.map(|at| (&names.references[at], catalog.foreign_declaration(at))) {
        Some((it, Some(node))) => (it.range, node),
        Some((it, None)) => (it.range, catalog.document.get(&names.declarations[it.declaration?].path)?),
        None => {
            let found = &names.declarations[names.declaration_at(offset)?];
            (found.range, catalog.document.get(&found.path)?)
        }
    };
    // The name of a parameter; a key of `brooklyn.config` that has none describes itself.
    let declaration = node.parent().filter(|parent| parent.is_mapping() && !node.is_key())?;
    let is_name = declaration.get("name").is_some_and(|name| name.range() == node.range());
    is_name.then(|| Explanation {
        range,
        title: node.as_str().unwrap_or_default().into_owned(),
        kind: PARAMETER.id.to_owned(),
        doc: limn_common::description(declaration),
        facts: limn_common::facts(declaration, &[]),
    })
}
