//! Settings of the palette and the forms, remembered between visits.

use std::collections::BTreeMap;

use super::browser::settings;

/// Number of palette entries that are remembered.
const ADDED_LAST: usize = 12;
const ADDED: &str = "added last";
const FAVORITES: &str = "favorites";
const SECTIONS: &str = "sections";

/// Ids of the palette's entries that were added last in any file, the latest first.
pub fn added_last() -> Vec<String> {
    settings::get(ADDED)
}

pub fn remember_added(template: &str) {
    let mut added = added_last();
    added.retain(|known| known != template);
    added.insert(0, template.to_owned());
    added.truncate(ADDED_LAST);
    settings::set(ADDED, &added);
}

/// Ids of the palette's entries that the user marked, in the order of marking.
pub fn favorites() -> Vec<String> {
    settings::get(FAVORITES)
}

pub fn remember_favorites(favorites: &[String]) {
    settings::set(FAVORITES, &favorites);
}

/// Returns true if the user opened or closed a section of forms before; `None`: neither.
pub fn opens_section(name: &str) -> Option<bool> {
    settings::get::<BTreeMap<String, bool>>(SECTIONS).get(name).copied()
}

pub fn remember_section(name: &str, open: bool) {
    let mut known: BTreeMap<String, bool> = settings::get(SECTIONS);
    known.insert(name.to_owned(), open);
    settings::set(SECTIONS, &known);
}
