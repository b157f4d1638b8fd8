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
    /// The documents of a file that an edit left, by the places of their content.
    pub fn map_documents(&self, file: &FilePath, edit: &TextEdit, after: &Analysis) -> Vec<DocumentMap> {
        let mut taken = BTreeSet::new();
        let all = self.documents(file).iter().filter_map(|before| {
            let start =
                before.document.root().map_or(before.document.start(), |root| root.full_range().start);
            let now = after.document_at(file, edit.map(start, Bias::After))?;
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
    fn map_ids(&self, edit: &TextEdit, after: &Checked) -> IdMap {
        // Most edits change no id.
        if self.things() == after.things() {
            return IdMap::new();
        }
        let gone = |id: &&Id| after.document.get(&id.0).is_none();
        self.things()
            .into_iter()
            .filter(gone)
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
