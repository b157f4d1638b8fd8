//! Other tabs: follows what they write, and settles what two of them changed at once.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Journal, Kept};
use super::super::{Known, Session};
use super::SaveState;
use super::note::Note;
use crate::analysis::{Analysis, Choices};
use crate::files::Workspace;
use crate::journal::{Event, Tab};

impl Session {
    /// A person turns to this tab: other tabs write what they have, and this one looks whether it has the latest.
    pub fn come_here(self) {
        let Some(work) = self.shown_work().filter(|_| !self.is_empty()) else { return };
        channel::say(&Message::Flush(work.clone()));
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

    /// Shows what another tab has made of the work. Caret, selection, scrolling and view stay where they are.
    pub(super) fn follow(self, theirs: Kept) {
        self.settle();
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

    /// Of two versions of the work, goes on with the one that this tab shows.
    pub fn keep_mine(self) {
        self.store(Event::Keep, false);
    }

    /// Of two versions of the work, goes on with the other; this one stays in the list of recent work.
    pub fn show_other(self) {
        let other = self
            .hidden
            .with_value(|hidden| hidden.storage.tab.as_ref().and_then(Tab::other_version).cloned());
        if let Some(other) = other {
            self.open_work(other);
        }
    }

    /// Stores what could not be stored, or was cleared.
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
