//! Startup: opens the store and shows the last work.

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Interruption, Journal, Read, StoredWork};
use super::super::super::browser::{after, host, parts, random, settings};
use super::super::positions::DiagramStates;
use super::metadata::WorkMetadata;
use super::{FRESH, OPEN_TIMEOUT_MS, SHOWN, SaveState, Works};
use limn_analysis::Choices;
use limn_canvas::Tool;
use limn_files::Workspace;
use limn_journal::{JournalEvent, Tab, WorkId};
use limn_packages as packages;

impl Works {
    /// Opens the store and shows the last visit's work. Called once, at startup.
    pub fn start(self) {
        if host::is_embedded() && self.start_embedded() {
            return;
        }
        channel::listen(move |message| match message {
            Message::Flush(work) => {
                if self.0.storage.shown_work().is_some_and(|shown| shown == work) {
                    self.write_whole();
                }
            }
            Message::Stored(work, revision) => {
                if self.0.storage.shown_work().is_some_and(|shown| shown == work) {
                    self.store(JournalEvent::Announced(revision), false);
                }
            }
            Message::Listed => self.list_recent(),
            Message::Cataloged => self.0.catalog_actions().read(),
        });
        after(OPEN_TIMEOUT_MS, move || {
            if self.0.storage.save_state().with_untracked(|state| *state == SaveState::Starting) {
                self.unavailable(SaveState::Unanswered);
            }
        });
        wasm_bindgen_futures::spawn_local(async move {
            match Journal::open(move |interruption| self.interrupted(interruption)).await {
                Ok(journal) => self.opened(journal, true).await,
                Err(error) => self.unavailable(SaveState::Failed(error.to_string())),
            }
            // The first picture needs the first part of the program only.
            parts::fetch();
        });
    }

    pub(super) async fn opened(self, journal: Journal, is_start: bool) {
        self.0.storage.hidden.update_value(|hidden| {
            hidden.journal = Some(journal.clone());
            hidden.unavailable = None;
        });
        if is_start && self.0.documents.is_empty() {
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
                (Some(work), Ok(Some(read)))
                    if read.about.deleted.is_none() && self.0.documents.is_empty() =>
                {
                    self.show_read(work, read);
                }
                _ => {}
            }
        }
        self.0.storage.hidden.update_value(|hidden| hidden.unavailable = None);
        self.ensure_tab();
        self.0.catalog_actions().read();
        self.list_recent();
        // Save changes made before the store was open.
        self.store(JournalEvent::SaveAgain, true);
        let closing =
            self.0.storage.hidden.with_value(|hidden| hidden.closing.keys().copied().collect::<Vec<_>>());
        for shown in closing {
            self.answered_by_store(shown, JournalEvent::SaveAgain);
        }
    }

    pub(super) fn ensure_tab(self) {
        self.0.storage.hidden.update_value(|hidden| {
            hidden.tab.get_or_insert_with(|| Tab::new(WorkId(random()), None));
        });
    }

    pub(super) fn interrupted(self, interruption: Interruption) {
        self.0.storage.hidden.update_value(|hidden| hidden.journal = None);
        self.unavailable(match interruption {
            Interruption::Cleared => SaveState::Cleared,
            Interruption::Upgraded => SaveState::Outdated,
        });
        if interruption == Interruption::Cleared {
            self.store(JournalEvent::Missing, false);
            self.0.catalog_actions().cleared();
        }
    }

    pub(super) fn unavailable(self, state: SaveState) {
        self.0.storage.hidden.update_value(|hidden| hidden.unavailable = Some(state));
        self.show_save_state();
    }

    /// Shows a stored work in place of the current one, which stays stored.
    pub(in super::super) fn show_read(self, work: WorkId, read: Read) {
        self.leave_work();
        self.0.storage.hidden.update_value(|hidden| {
            hidden.tab = Some(Tab::new(work.clone(), Some((read.revision.clone(), read.kept.clone()))));
            hidden.about = read.about;
        });
        settings::set_in_tab(SHOWN, Some(&work.0));
        if read.is_new {
            channel::post(&Message::Stored(work, read.revision));
        }
        if read.strays > 0 {
            self.0.notices.show("another version of this workspace, from a closed tab, is under Recent work");
        }
        for skipped in read.skipped {
            self.0.notices.show_error(format!(
                "`{skipped}` could not be read from this browser's storage and was left there"
            ));
        }
        self.bring_back(read.kept);
        self.show_save_state();
    }

    pub(super) fn bring_back(self, kept: StoredWork) {
        let note = WorkMetadata::of(&kept);
        let (places, saved_views) = (note.places(), note.saved_views());
        let entry = note.entry.filter(|entry| kept.files.contains_key(entry));
        let entry = entry.or_else(|| kept.files.keys().next().cloned());
        let workspace = Workspace {
            entry,
            files: kept.files,
            folders: packages::folders_of(kept.original.as_ref()),
            whole: note.whole,
            original: kept.original,
        };
        let choices = Choices { profiles: note.profiles, documents: note.documents, ..Choices::default() };
        self.0.positions.replace_all(DiagramStates {
            places,
            pinned: note.pinned,
            bends: note.bends.into_iter().collect(),
            collapsed: note.collapsed,
            layers: note.layers.into_iter().collect(),
            arranged: note.arranged,
            saved_views,
            chosen_views: note.chosen_views,
        });
        self.0.view.set_cameras(note.cameras.into_iter().collect());
        self.0.view.restore_views(note.views);
        self.0.view.set_tool(Tool::default());
        self.0.notices.close_popup();
        self.0.documents.close_all_in_editor();
        self.0.documents.set_pasts(kept.pasts);
        self.0.documents.set_reopened(kept.opened);
        self.0.file_actions().load(workspace, choices, note.open);
        self.0.view.set_selection(note.selection);
        if let Some(draft) = note.draft {
            after(0, move || self.0.edits().resume(&draft));
        }
    }
}
