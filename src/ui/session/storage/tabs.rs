//! Tabs: follows changes by other tabs, and resolves conflicts.

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Journal, StoredWork};
use super::super::AnalyzedWorkspace;
use super::metadata::WorkMetadata;
use super::{SaveState, Works};
use limn_analysis::{Analysis, Choices};
use limn_files::Workspace;
use limn_journal::{JournalEvent, Tab};
use limn_packages as packages;

impl Works {
    /// Called when this tab gets the focus: other tabs write their changes, and this one checks for a newer revision.
    pub fn sync_with_other_tabs(self) {
        let Some(work) = self.0.storage.shown_work().filter(|_| !self.0.documents.is_empty()) else { return };
        channel::post(&Message::Flush(work.clone()));
        let journal = self.0.storage.journal();
        if let Some(journal) = journal {
            wasm_bindgen_futures::spawn_local(async move {
                if let Ok(Some(revision)) = journal.revision(&work).await
                    && self.0.storage.shown_work().is_some_and(|shown| shown == work)
                {
                    self.store(JournalEvent::Announced(revision), false);
                }
            });
        }
    }

    /// Shows another tab's version of the work. Keeps caret, selection, scrolling and view.
    pub(super) fn follow(self, theirs: StoredWork) {
        let before = self.0.flush_pending().known;
        let note = WorkMetadata::of(&theirs);
        let (places, saved_views) = (note.places(), note.saved_views());
        let entry = note.entry.filter(|entry| theirs.files.contains_key(entry));
        let entry = entry.or_else(|| theirs.files.keys().next().cloned());
        let workspace = Workspace {
            entry,
            files: theirs.files,
            folders: packages::folders_of(theirs.original.as_ref()),
            whole: note.whole,
            original: theirs.original,
        };
        let choices = Choices { profiles: note.profiles, ..before.choices };
        self.0.documents.exchange_in_editor(&workspace, &before.workspace, &theirs.pasts);
        self.0.documents.set_pasts(theirs.pasts);
        self.0.positions.extend_arranged(note.arranged);
        self.0.positions.set_places(places, note.pinned);
        self.0.positions.set_bends(note.bends.into_iter().collect());
        self.0.positions.set_saved_views(saved_views, self.0.positions.chosen_saved_views());
        let analysis = Analysis::of(&workspace, &choices, &before.analysis);
        let next = workspace.files.keys().find(|file| workspace.text(file).is_some()).cloned();
        let is_removed = self
            .0
            .documents
            .active_file()
            .with_untracked(|open| open.as_ref().is_none_or(|open| workspace.text(open).is_none()));
        self.0.documents.set_opened(theirs.opened);
        self.0.documents.set_known(AnalyzedWorkspace { workspace, choices, analysis });
        match next {
            Some(next) if is_removed => self.0.navigation().show_file(&next),
            _ => self.0.navigation().prune(),
        }
        self.0.documents.mark_problems();
    }

    /// Resolves a conflict: continues with this tab's version.
    pub fn keep_mine(self) {
        self.store(JournalEvent::Keep, false);
    }

    /// Resolves a conflict: opens the other version; this one stays in the list of recent work.
    pub fn show_other(self) {
        let other = self
            .0
            .storage
            .hidden
            .with_value(|hidden| hidden.tab.as_ref().and_then(Tab::other_version).cloned());
        if let Some(other) = other {
            self.open_work(other);
        }
    }

    /// Saves again after a failure or after the data was cleared.
    pub fn save_again(self) {
        let journal = self.0.storage.journal();
        if journal.is_some() {
            return self.store(JournalEvent::SaveAgain, true);
        }
        wasm_bindgen_futures::spawn_local(async move {
            match Journal::open(move |interruption| self.interrupted(interruption)).await {
                Ok(journal) => self.opened(journal, false).await,
                Err(error) => self.unavailable(SaveState::Failed(error.to_string())),
            }
        });
    }
}
