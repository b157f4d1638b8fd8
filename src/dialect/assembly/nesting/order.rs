//! Dependencies of elements: a nested assembly is one element, so nothing can come between its components.

use std::collections::BTreeSet;

use super::refused;
use super::sites::{Named, of_owner, of_properties, sites};
use crate::model::Descriptor;
use limn_language::edit::EditError;

/// An element whose values others wait for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Owner(String),
    Property(String),
}

/// Refuses an extraction if an element that stays reads what is extracted and is read by it.
pub(super) fn check_between(descriptor: &Descriptor, inside: &BTreeSet<String>) -> Result<(), EditError> {
    let is_inside = |element: &Element| matches!(element, Element::Owner(name) if inside.contains(name));
    let mut waiting: Vec<Element> = inside.iter().cloned().map(Element::Owner).collect();
    let mut seen: BTreeSet<Element> = waiting.iter().cloned().collect();
    while let Some(at) = waiting.pop() {
        for source in sources(descriptor, &at) {
            if is_inside(&source) && !is_inside(&at) {
                let (Element::Owner(name) | Element::Property(name)) = &at;
                let (Element::Owner(read) | Element::Property(read)) = &source;
                return refused(format!(
                    "`{name}` reads `{read}`, and the selection reads `{name}`: the extraction would create a dependency cycle"
                ));
            }
            if seen.insert(source.clone()) {
                waiting.push(source);
            }
        }
    }
    Ok(())
}

/// Elements that an element waits for.
fn sources(descriptor: &Descriptor, element: &Element) -> Vec<Element> {
    let (places, upgrades) = match element {
        Element::Owner(name) => match descriptor.owner(name) {
            Some(owner) => (of_owner(owner), owner.upgrade_dependencies.as_slice()),
            None => return Vec::new(),
        },
        Element::Property(name) => (of_properties(descriptor.property(name)), &[][..]),
    };
    let read = sites(descriptor, places).into_iter().filter_map(|site| match site.named {
        Named::Of(owner, _) => Some(Element::Owner(owner)),
        Named::Own(name) => Some(Element::Property(name)),
        Named::Source(_) | Named::Target(_) => None,
    });
    read.chain(upgrades.iter().map(|dependency| Element::Owner(dependency.owner.clone()))).collect()
}
