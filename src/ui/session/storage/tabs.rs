//! Tabs: follows changes by other tabs, and resolves conflicts.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Journal, StoredWork};
use super::super::{Known, Session};
use super::SaveState;
use super::note::Note;
use limn_analysis::{Analysis, Choices};
use limn_files::Workspace;
use limn_journal::{Event, Tab};

impl Session {
    /// Called when this tab gets the focus: other tabs write their changes, and this one checks for a newer revision.
    pub fn sync_with_other_tabs(self) {
        let Some(work) = self.shown_work().filter(|_| !self.is_empty()) else { return };
        channel::post(&Message::Flush(work.clone()));
        let journal = self.hidden.with_value(|hidden| hidden.storage.journal.clone());
        if let Some(journal) = journal {
            wasm_bindgen_futures::spawn_local(async move {
                if let Ok(Some(revision)) = journal.revision(&work).await
                    && self.shown_work().is_some_and(|shown| shown == work)
                {
                    self.store(Event::Announced(revision), false);
                }
            });
        }
    }

    /// Shows another tab's version of the work. Keeps caret, selection, scrolling and view.
    pub(super) fn follow(self, theirs: StoredWork) {
        self.analyze_pending();
        let note = Note::of(&theirs);
        let before = self.known.get_untracked();
        let places = note.places();
        let entry = note.entry.filter(|entry| theirs.files.contains_key(entry));
        let entry = entry.or_else(|| theirs.files.keys().next().cloned());
        let workspace =
            Workspace { entry, files: theirs.files, whole: note.whole, original: theirs.original };
        let choices = Choices { profiles: note.profiles, ..before.choices };
        for file in self.hidden.with_value(|hidden| hidden.in_editor.clone()) {
            match workspace.text(&file) {
                None => self.editor_forgets(&file),
                Some(text) if before.workspace.text(&file) != Some(text) => {
                    if let Some(editor) = self.editor() {
                        editor.exchange(&file, Arc::clone(text), theirs.pasts.get(&file).map(AsRef::as_ref));
                    }
                }
                Some(_) => {}
            }
        }
        self.hidden.update_value(|hidden| {
            let open = hidden.in_editor.clone();
            hidden.storage.pasts = theirs.pasts;
            hidden.storage.pasts.retain(|file, _| !open.contains(file));
            hidden.arranged.extend(note.arranged);
        });
        self.places.set(places);
        let analysis = Analysis::of(&workspace, &choices, &before.analysis);
        let next = workspace.files.keys().find(|file| workspace.text(file).is_some()).cloned();
        let gone =
            self.open.with_untracked(|open| open.as_ref().is_none_or(|open| workspace.text(open).is_none()));
        self.known.set(Known { workspace, choices, analysis });
        match next {
            Some(next) if gone => self.open_file_at(&next),
            _ => self.prune(),
        }
        self.mark_problems();
    }

    /// Resolves a conflict: continues with this tab's version.
    pub fn keep_mine(self) {
        self.store(Event::Keep, false);
    }

    /// Resolves a conflict: opens the other version; this one stays in the list of recent work.
    pub fn show_other(self) {
        let other = self
            .hidden
            .with_value(|hidden| hidden.storage.tab.as_ref().and_then(Tab::other_version).cloned());
        if let Some(other) = other {
            self.open_work(other);
        }
    }

    /// Saves again after a failure or after the data was cleared.
    pub fn save_again(self) {
        let journal = self.hidden.with_value(|hidden| hidden.storage.journal.clone());
        if journal.is_some() {
            return self.store(Event::SaveAgain, true);
        }
        wasm_bindgen_futures::spawn_local(async move {
            match Journal::open(move |interruption| self.interrupted(interruption)).await {
                Ok(journal) => self.opened(journal, false).await,
                Err(error) => self.unavailable(SaveState::Failed(error.to_string())),
            }
        });
    }
}
