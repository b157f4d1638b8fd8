//! Changes in the texts since they were opened, and their reversal piece by piece. The opened texts are stored with the work.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Documents, Edits};
use leptos::prelude::*;
use limn_analysis::{Change, FileChanges, TextChange};
use limn_files::FilePath;
use limn_text::TextEdit;

impl Documents {
    /// Returns true if a text differs from the one that was opened.
    pub fn has_changes(self) -> bool {
        self.cleared().track();
        self.with_opened(|opened| {
            self.known().with(|known| {
                opened.iter().any(|(file, before)| {
                    let now = known.workspace.text(file);
                    now.is_some_and(|now| !Arc::ptr_eq(now, before) && now != before)
                })
            })
        })
    }

    /// The changes of each file that has some.
    pub fn changes(self) -> Vec<FileChanges> {
        let known = self.known().get();
        self.cleared().track();
        self.with_opened(|opened| {
            opened.iter().filter_map(|(file, before)| known.analysis.text_changes(file, before)).collect()
        })
    }
}

impl Edits {
    /// Reverts a change, which is current, as one undo step.
    pub fn revert(self, file: &FilePath, change: &TextChange) {
        self.revert_edits([(file.clone(), change.back.clone())].into());
    }

    /// Reverts all changes of all files as one undo step.
    pub fn revert_all(self) {
        let all = self.0.documents.changes();
        self.revert_edits(all.into_iter().map(|change| (change.file, change.back)).collect());
    }

    /// Takes the current texts as those that were opened, so that nothing is listed.
    pub fn clear_changes(self) {
        self.0.flush_pending();
        self.0.documents.clear_changes();
        self.0.works().schedule_save();
    }

    fn revert_edits(self, edits: BTreeMap<FilePath, TextEdit>) {
        self.apply(Change { edits, focus: None }, Vec::new());
    }
}
