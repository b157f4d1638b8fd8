//! Elements of the outline that declare no name: entities and items without an `id`.

use std::collections::HashSet;

use super::grammar::{COMPONENT, ITEM};
use super::model::{CatalogModel, Element, ElementKind};
use limn_language::dialect::UnnamedElement;
use limn_yaml::{Node, Path};

pub(super) fn unnamed(catalog: &CatalogModel) -> Vec<UnnamedElement> {
    let values = catalog.names.declarations.iter().filter(|declaration| declaration.is_value);
    let named: HashSet<Path> = values.filter_map(|declaration| declaration.written.parent()).collect();
    let others = catalog.elements.iter().filter(|other| !named.contains(&other.path));
    others.filter_map(|other| element(catalog, other)).collect()
}

fn element(catalog: &CatalogModel, element: &Element) -> Option<UnnamedElement> {
    let kind = match element.kind {
        ElementKind::Item => &ITEM,
        // The outline has the files that the document names.
        ElementKind::File => return None,
        ElementKind::Entity | ElementKind::Member => &COMPONENT,
    };
    let node = catalog.document.get(&element.path)?;
    let keys = ["name", "displayName", "id", "type", "serviceType", "service_type"];
    let label = keys.iter().find_map(|key| node.get(key)).filter(|label| label.is_scalar());
    let at = label.or_else(|| node.entries().next().map(|entry| entry.key)).map(Node::range)?;
    Some(UnnamedElement { label: element.label(), kind, path: element.path.clone(), at })
}
