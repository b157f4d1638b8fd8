//! Maps ids across an edit, so that selection and pins survive a rename on the canvas or in the text.

use std::collections::{BTreeMap, BTreeSet};

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_text::{Bias, TextEdit};
use limn_yaml as yaml;

/// The new id of every element whose id changed.
pub type IdMap = BTreeMap<Id, Id>;

/// A document of a file after an edit, and what became of its elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentMap {
    /// The index before the edit, and after it.
    pub from: usize,
    pub to: usize,
    pub ids: IdMap,
}

impl Analysis {
    /// Maps the documents of a file to those after an edit, by the places of their content. Documents that the edit removed are left out.
    pub fn map_documents(&self, file: &FilePath, edit: &TextEdit, after: &Analysis) -> Vec<DocumentMap> {
        let mut taken = BTreeSet::new();
        let all = self.documents(file).iter().filter_map(|before| {
            let now = before.successor_of_most(file, edit, after)?;
            let ids = if taken.insert(now.nth()) { before.map_ids(edit, now) } else { return None };
            Some(DocumentMap { from: before.nth(), to: now.nth(), ids })
        });
        all.collect()
    }

    /// For one file: the ids of `self` that `edit` removed, each with the id of `after` at the same position.
    pub fn map_ids(&self, file: &FilePath, edit: &TextEdit, after: &Analysis) -> IdMap {
        let (Some(before), Some(after)) = (self.file(file), after.file(file)) else { return IdMap::new() };
        before.map_ids(edit, after)
    }
}

impl Checked {
    /// The document that contains most of this document's text after an edit, by its sections.
    fn successor_of_most<'a>(
        &self,
        file: &FilePath,
        edit: &TextEdit,
        after: &'a Analysis,
    ) -> Option<&'a Checked> {
        let root = self.document.root();
        let sections = root.into_iter().flat_map(yaml::Node::entries);
        let sections = sections.map(|entry| (entry.key.range().start, entry.value.full_range().end));
        let whole = root.map_or(self.document.start(), |root| root.full_range().start);
        let mut found: Vec<(usize, &Checked)> = Vec::new();
        for (start, end) in sections.chain([(whole, whole + 1)]) {
            let Some(now) = after.document_at(file, edit.map(start, Bias::After)) else { continue };
            let length = end.saturating_sub(start);
            match found.iter_mut().find(|(_, known)| known.nth() == now.nth()) {
                Some((all, _)) => *all += length,
                None => found.push((length, now)),
            }
        }
        // The first of equally long ones.
        found.into_iter().rev().max_by_key(|(length, _)| *length).map(|(_, now)| now)
    }

    fn map_ids(&self, edit: &TextEdit, after: &Checked) -> IdMap {
        // Most edits change no id.
        if self.things() == after.things() {
            return IdMap::new();
        }
        let is_removed = |id: &&Id| after.document.get(&id.0).is_none();
        self.things()
            .into_iter()
            .filter(is_removed)
            .filter_map(|id| Some((id.clone(), self.successor(id, edit, after)?)))
            .collect()
    }

    /// The element whose key is now at the position of `id`'s. It must be new: an element that existed before keeps its own id.
    fn successor(&self, id: &Id, edit: &TextEdit, after: &Checked) -> Option<Id> {
        let key = self.document.get(&id.0)?.key()?.range();
        let spots = [edit.map(key.start, Bias::Before), edit.map(key.end, Bias::After)];
        spots.into_iter().find_map(|spot| {
            let node = after.document.at(spot).filter(|node| yaml::Node::is_key(*node))?;
            let became = Id(node.path());
            let is_new = self.document.get(&became.0).is_none();
            let same_kind = became.0.parent() == id.0.parent();
            (is_new && same_kind).then_some(became)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Movements of documents if this text is put at an offset.
    fn maps(text: &str, at: usize, new: &str) -> Vec<(usize, usize)> {
        let file = FilePath::new("a.yaml").unwrap();
        let edit = TextEdit::insert(at, new);
        let (before, after) = (Analysis::of_text(&file, text), Analysis::of_text(&file, &edit.apply(text)));
        let maps = before.map_documents(&file, &edit, &after);
        maps.into_iter().map(|map| (map.from, map.to)).collect()
    }

    const STORE: &str = "name: assembly::store::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n";

    #[test]
    fn a_document_goes_where_most_of_it_goes() {
        assert_eq!(maps(STORE, 0, "name: assembly::first::1.0\n---\n"), [(0, 1)]);
        // Typed line by line, the new lines are its first ones until they are separated.
        let typed = format!("name: assembly::first::1.0\n{STORE}");
        assert_eq!(maps(&typed, 27, "---\n"), [(0, 1)]);
        assert_eq!(maps(STORE, STORE.len(), "---\nname: assembly::last::1.0\n"), [(0, 0)]);
        let both = format!("{STORE}---\n{STORE}");
        assert_eq!(maps(&both, 0, "a: 1\n---\n"), [(0, 1), (1, 2)]);
        assert_eq!(maps("- a\n", 0, "x: 1\n---\n"), [(0, 1)]);
    }
}
