//! Leave: saves the current work before another one is opened or the page closes.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{StoredWork, UnsavedChanges, UnsavedContent, WorkSummary};
use super::super::super::browser::{crash, random, settings};
use super::metadata::WorkMetadata;
use super::{SHOWN, SaveState, Works};
use limn_canvas::Thumbnail;
use limn_files::{Content, FilePath, Workspace};
use limn_journal::{ClosingChanges, JournalEvent, Revision, SyncState, Tab, WorkId};

impl Works {
    /// Stores the current work and makes way for another.
    pub(in super::super) fn leave_work(self) {
        self.0.flush_pending();
        if !self.0.documents.is_empty() {
            self.store(JournalEvent::Changed, true);
        }
        let now = self.now(true);
        self.0.storage.hidden.update_value(|hidden| {
            let shown = hidden.shown;
            hidden.shown += 1;
            let about = std::mem::take(&mut hidden.about);
            hidden.described = None;
            let tab = hidden.tab.take().unwrap_or_else(|| Tab::new(WorkId(random()), None));
            if !now.files.is_empty() && !tab.is_idle(&now) {
                hidden.closing.insert(shown, (tab, now, about));
            }
            hidden.tab = Some(Tab::new(WorkId(random()), None));
            hidden.is_noted = false;
        });
        self.0.documents.set_pasts(BTreeMap::new());
        settings::set_in_tab(SHOWN, Some(""));
    }

    /// Stores a file that is about to be closed as a work of its own, so that it stays in the list of recent work.
    pub(in super::super) fn keep_closed(self, file: &FilePath, workspace: &Workspace) -> Option<WorkId> {
        self.0.storage.journal()?;
        let own = Workspace {
            files: BTreeMap::from([(file.clone(), workspace.files.get(file)?.clone())]),
            entry: Some(file.clone()),
            ..Workspace::default()
        };
        let is_own = |key: &FilePath| key.document().0 == *file;
        let mut note = WorkMetadata { open: Some(file.clone()), draft: None, ..self.note(&own) };
        note.places.retain(|(key, _)| is_own(key));
        note.selection.clear();
        let mut pasts = self.0.documents.pasts();
        pasts.retain(|past, _| past == file);
        let opened = self.0.documents.opened_texts(&own);
        let content = StoredWork { files: own.files, note: note.write(), original: None, pasts, opened };
        let about = self.about_file(file);
        let taken = self.0.storage.hidden.try_update_value(|hidden| {
            hidden.closed_files += 1;
            let number = usize::MAX - hidden.closed_files;
            let mut tab = Tab::new(WorkId(random()), None);
            let (work, actions) = (tab.work().clone(), tab.on(JournalEvent::Changed, &content, &mut random));
            hidden.closing.insert(number, (tab, content, about));
            (number, work, actions)
        });
        let (number, work, actions) = taken?;
        for action in actions {
            self.carry_out(number, action);
        }
        Some(work)
    }

    /// List entry of one of the open files.
    fn about_file(self, file: &FilePath) -> WorkSummary {
        let languages = self.0.documents.known().with_untracked(|known| {
            let checked = known.analysis.file(file).filter(|checked| checked.language().dialect.is_some());
            checked.map(|checked| checked.language().dialect_label.to_owned()).into_iter().collect()
        });
        let is_shown =
            self.0.documents.active_file().with_untracked(|active_file| active_file.as_ref() == Some(file));
        let scene = self.0.positions.base_scene();
        let picture = is_shown.then(|| scene.with_untracked(|scene| Thumbnail::of(scene)));
        WorkSummary {
            title: file.name().to_owned(),
            languages,
            files: 1,
            picture: picture.unwrap_or_default(),
            ..WorkSummary::default()
        }
    }

    /// Returns true if closing the page now would lose work.
    pub fn would_be_lost(self) -> bool {
        let is_unsafe =
            |state: &SaveState| !matches!(state, SaveState::Saved | SaveState::Saving | SaveState::Conflict);
        if !self.0.storage.save_state().with_untracked(is_unsafe) {
            return false;
        }
        let now = self.now(false);
        let is_stored = self.0.storage.hidden.with_value(|hidden| {
            hidden.closing.is_empty()
                && hidden.journal.is_some()
                && hidden.tab.as_ref().is_some_and(|tab| tab.has_stored(&now))
        });
        !is_stored
            && (!self.0.documents.is_empty()
                || self.0.storage.hidden.with_value(|hidden| !hidden.closing.is_empty()))
    }

    /// Saves unsaved changes synchronously when the page closes, undo histories among them.
    pub fn leave_page(self) {
        if crash::has_happened() {
            return;
        }
        if self.is_embedded() {
            return self.send_state();
        }
        let now = self.now(true);
        self.0.storage.hidden.with_value(|hidden| {
            let Some(journal) = &hidden.journal else { return };
            // A work that was opened a moment ago had no write yet.
            if let Some(tab) = hidden.tab.as_ref().filter(|_| !now.files.is_empty()) {
                settings::set_in_tab(SHOWN, Some(&tab.work().0));
            }
            let shown = hidden.tab.iter().map(|tab| (tab, &now, &hidden.about));
            let closing = hidden.closing.values().map(|(tab, content, about)| (tab, content, about));
            for (tab, content, about) in
                shown.chain(closing).filter(|(tab, content, _)| !tab.has_stored(content))
            {
                if !content.files.is_empty() && tab.standing(content) != SyncState::Lost {
                    let about = tab.agreed().is_none().then(|| WorkSummary {
                        title: content.files.keys().next().map(ToString::to_string).unwrap_or_default(),
                        files: content.files.len(),
                        changed: js_sys::Date::now(),
                        ..about.clone()
                    });
                    let left = left(tab, content);
                    drop(journal.leave(tab.work(), &left, about.as_ref()));
                    channel::post(&Message::Stored(tab.work().clone(), left.revision));
                }
            }
        });
    }

    /// Records what a crash of the page would lose.
    pub(in super::super) fn note_for_crash(self, file: &FilePath, text: &Arc<str>) {
        let names = self
            .0
            .storage
            .hidden
            .with_value(|hidden| hidden.tab.as_ref().map(|tab| (tab.work().clone(), tab.revisions())));
        if let Some((work, revisions)) = names {
            crash::typed(work, revisions, file, text);
        }
    }
}

fn left(tab: &Tab<StoredWork>, now: &StoredWork) -> UnsavedChanges {
    let stored = tab.agreed().map(|(_, kept)| kept);
    let differs = |(file, content): &(&FilePath, &Content)| {
        stored.and_then(|stored| stored.files.get(*file)) != Some(*content)
    };
    let texts = now.files.iter().filter(differs);
    let texts = texts.filter_map(|(file, content)| Some((file.clone(), content.as_text()?.to_string())));
    let is_stored = |(file, past): &(&FilePath, &Arc<str>)| {
        stored.is_some_and(|stored| stored.pasts.get(*file) == Some(*past))
    };
    let pasts = now.pasts.iter().filter(|past| !is_stored(past));
    ClosingChanges {
        onto: tab.revisions(),
        revision: Revision(random()),
        content: UnsavedContent {
            files: texts.collect(),
            note: Some(now.note.clone()),
            pasts: pasts.map(|(file, past)| (file.clone(), Arc::clone(past))).collect(),
            opened: Some(now.opened.clone()),
        },
    }
}
