//! Completion of paths of names, which are written as lists: a whole path, or the next name of one.

use super::candidates::Candidate;
use super::completion::CompletionSite;
use super::words::written;
use limn_language::schema::{Holds, Slot, Slots};
use limn_yaml::{self as yaml, Path};

impl CompletionSite<'_> {
    /// Whole paths of names as lists, if no list is written yet.
    pub(super) fn whole_ways(&self, slots: &dyn Slots, path: &Path, text: &str) -> Vec<Candidate> {
        if self.document.get(path).is_some_and(|node| node.is_sequence() || node.is_mapping()) {
            return Vec::new();
        }
        let Some(Slot { holds: Holds::NamePath(ways), type_name, .. }) = slots.slot(path) else {
            return Vec::new();
        };
        let whole = ways.into_iter().map(|way| Candidate {
            insert: Some(format!(
                "[{}]",
                way.iter().map(|name| written(name)).collect::<Vec<_>>().join(", ")
            )),
            text: way.join(", "),
            behind: 0,
            within: 0..text.len(),
            detail: type_name.clone(),
            doc: String::new(),
            is_name: false,
        });
        whole.collect()
    }

    /// The next names of a path of names, behind those that are written.
    pub(super) fn way_values(&self, slots: &dyn Slots, path: &Path, text: &str) -> Vec<Candidate> {
        let (Some(yaml::Step::Index(at)), Some(list)) = (path.last(), path.parent()) else {
            return Vec::new();
        };
        let Some(Slot { holds: Holds::NamePath(ways), type_name, .. }) = slots.slot(&list) else {
            return Vec::new();
        };
        let items = self.document.get(&list).into_iter().flat_map(yaml::Node::items);
        let before: Vec<_> = items.take(*at).filter_map(yaml::Node::as_str).collect();
        let leads = |way: &Vec<String>| {
            way.len() > before.len() && way.iter().zip(&before).all(|(name, written)| *name == **written)
        };
        let next = ways.into_iter().filter(leads).map(|way| Candidate {
            text: way[before.len()].clone(),
            insert: None,
            behind: 0,
            within: 0..text.len(),
            detail: type_name.clone(),
            doc: String::new(),
            is_name: false,
        });
        next.collect()
    }
}
