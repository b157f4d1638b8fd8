//! Startup: opens the store and shows the last work.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Interruption, Journal, Read, StoredWork};
use super::super::super::browser::{after, random, settings};
use super::super::{Known, Session};
use super::note::Note;
use super::{FRESH, OPEN_TIMEOUT_MS, SHOWN, SaveState};
use limn_analysis::{Analysis, Choices};
use limn_canvas::Tool;
use limn_files::{FilePath, Workspace};
use limn_journal::{Event, Tab, WorkId};

impl Session {
    /// Opens the store and shows the last visit's work. Called once, at startup.
    pub fn start_storage(self) {
        channel::listen(move |message| match message {
            Message::Flush(work) => {
                if self.shown_work().is_some_and(|shown| shown == work) {
                    self.write_whole();
                }
            }
            Message::Stored(work, revision) => {
                if self.shown_work().is_some_and(|shown| shown == work) {
                    self.store(Event::Announced(revision), false);
                }
            }
            Message::Listed => self.list_recent(),
        });
        after(OPEN_TIMEOUT_MS, move || {
            if self.save_state.with_untracked(|state| *state == SaveState::Starting) {
                self.unavailable(SaveState::Unanswered);
            }
        });
        wasm_bindgen_futures::spawn_local(async move {
            match Journal::open(move |interruption| self.interrupted(interruption)).await {
                Ok(journal) => self.opened(journal, true).await,
                Err(error) => self.unavailable(SaveState::Failed(error.to_string())),
            }
        });
    }

    pub(super) async fn opened(self, journal: Journal, is_start: bool) {
        self.hidden.update_value(|hidden| {
            hidden.storage.journal = Some(journal.clone());
            hidden.storage.unavailable = None;
        });
        if is_start && self.is_empty() {
            let is_fresh = settings::get_in_tab(FRESH).is_some();
            settings::set_in_tab(FRESH, None);
            let shown = if is_fresh { Some(String::new()) } else { settings::get_in_tab(SHOWN) };
            let shown = match shown {
                // Empty: the tab showed the start page.
                Some(shown) => Some(shown).filter(|shown| !shown.is_empty()).map(WorkId),
                None => journal.last().await.ok().flatten(),
            };
            let read = match &shown {
                Some(work) => journal.read(work).await,
                None => Ok(None),
            };
            match (shown, read) {
                (_, Err(error)) => return self.unavailable(SaveState::Failed(error.to_string())),
                (Some(work), Ok(Some(read))) if read.about.deleted.is_none() && self.is_empty() => {
                    self.show_read(work, read);
                }
                _ => {}
            }
        }
        self.hidden.update_value(|hidden| hidden.storage.unavailable = None);
        self.ensure_tab();
        self.list_recent();
        // Save changes made before the store was open.
        self.store(Event::SaveAgain, true);
        let closing =
            self.hidden.with_value(|hidden| hidden.storage.closing.keys().copied().collect::<Vec<_>>());
        for shown in closing {
            self.answered_by_store(shown, Event::SaveAgain);
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.known.with_untracked(|known| known.workspace.files.is_empty())
    }

    pub(super) fn ensure_tab(self) {
        self.hidden.update_value(|hidden| {
            let storage = &mut hidden.storage;
            storage.tab.get_or_insert_with(|| Tab::new(WorkId(random()), None));
        });
    }

    pub(super) fn interrupted(self, interruption: Interruption) {
        self.hidden.update_value(|hidden| hidden.storage.journal = None);
        self.unavailable(match interruption {
            Interruption::Cleared => SaveState::Cleared,
            Interruption::Upgraded => SaveState::Outdated,
        });
        if interruption == Interruption::Cleared {
            self.store(Event::Missing, false);
        }
    }

    pub(super) fn unavailable(self, state: SaveState) {
        self.hidden.update_value(|hidden| hidden.storage.unavailable = Some(state));
        self.show_save_state();
    }

    /// Shows a stored work in place of the current one, which stays stored.
    pub(in super::super) fn show_read(self, work: WorkId, read: Read) {
        self.leave_work();
        self.hidden.update_value(|hidden| {
            hidden.storage.tab =
                Some(Tab::new(work.clone(), Some((read.revision.clone(), read.kept.clone()))));
            hidden.storage.about = read.about;
        });
        settings::set_in_tab(SHOWN, Some(&work.0));
        if read.is_new {
            channel::post(&Message::Stored(work, read.revision));
        }
        if read.strays > 0 {
            self.notices.show("another version of this work, from a closed tab, is under Recent work");
        }
        for skipped in read.skipped {
            self.notices.show_error(format!(
                "`{skipped}` could not be read from this browser's storage and was left there"
            ));
        }
        self.bring_back(read.kept);
        self.show_save_state();
    }

    pub(super) fn bring_back(self, kept: StoredWork) {
        let note = Note::of(&kept);
        let places = note.places();
        let entry = note.entry.filter(|entry| kept.files.contains_key(entry));
        let entry = entry.or_else(|| kept.files.keys().next().cloned());
        let workspace = Workspace { entry, files: kept.files, whole: note.whole, original: kept.original };
        let choices = Choices { profiles: note.profiles, profile: None };
        self.places.set(places);
        self.hidden.update_value(|hidden| {
            hidden.cameras = note.cameras.into_iter().collect();
            hidden.arranged = note.arranged;
        });
        self.views.bring_back(note.views);
        self.tool.set(Tool::default());
        self.notices.close_popup();
        self.editor_forgets_all();
        self.hidden.update_value(|hidden| hidden.storage.pasts = kept.pasts);
        self.load(workspace, choices, note.open);
        self.selection.set(note.selection);
        if let Some(draft) = note.draft {
            after(0, move || self.resume(&draft));
        }
    }

    /// Replaces the open workspace.
    pub(in super::super) fn load(self, workspace: Workspace, choices: Choices, open: Option<FilePath>) {
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let open = open
            .filter(|open| workspace.text(open).is_some())
            .or_else(|| workspace.entry.clone().filter(|entry| workspace.text(entry).is_some()))
            .or_else(|| workspace.files.keys().find(|file| workspace.text(file).is_some()).cloned());
        self.editor_forgets_all();
        self.known.set(Known { workspace, choices, analysis });
        self.selection.set(BTreeSet::new());
        self.open.set(None);
        if let Some(open) = open {
            self.open_file_at(&open);
        }
    }
}
