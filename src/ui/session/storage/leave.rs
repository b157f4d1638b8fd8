//! Leave: saves the current work before another one is opened or the page closes.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{About, Left, LeftContent, StoredWork};
use super::super::super::browser::{crash, random, settings};
use super::super::Session;
use super::{SHOWN, SaveState};
use limn_files::{Content, FilePath};
use limn_journal::{Event, Leaving, Revision, Standing, Tab, WorkId};

impl Session {
    /// Stores the current work and makes way for another.
    pub(in super::super) fn leave_work(self) {
        self.analyze_pending();
        if !self.is_empty() {
            self.store(Event::Changed, true);
        }
        let now = self.now(true);
        self.hidden.update_value(|hidden| {
            let storage = &mut hidden.storage;
            let shown = storage.shown;
            storage.shown += 1;
            let about = std::mem::take(&mut storage.about);
            storage.described = None;
            let tab = storage.tab.take().unwrap_or_else(|| Tab::new(WorkId(random()), None));
            if !now.files.is_empty() && !tab.is_idle(&now) {
                storage.closing.insert(shown, (tab, now, about));
            }
            storage.tab = Some(Tab::new(WorkId(random()), None));
            storage.pasts.clear();
            storage.is_noted = false;
        });
        settings::set_in_tab(SHOWN, Some(""));
    }

    /// Whether closing the page now would lose work.
    pub fn would_be_lost(self) -> bool {
        let is_unsafe =
            |state: &SaveState| !matches!(state, SaveState::Saved | SaveState::Saving | SaveState::Conflict);
        if !self.save_state.with_untracked(is_unsafe) {
            return false;
        }
        let now = self.now(false);
        let is_stored = self.hidden.with_value(|hidden| {
            let storage = &hidden.storage;
            storage.closing.is_empty()
                && storage.journal.is_some()
                && storage.tab.as_ref().is_some_and(|tab| tab.has_stored(&now))
        });
        !is_stored
            && (!self.is_empty() || self.hidden.with_value(|hidden| !hidden.storage.closing.is_empty()))
    }

    /// Saves unsaved changes synchronously when the page closes.
    pub fn leave_page(self) {
        if crash::has_happened() {
            return;
        }
        let now = self.now(false);
        self.hidden.with_value(|hidden| {
            let storage = &hidden.storage;
            let Some(journal) = &storage.journal else { return };
            let shown = storage.tab.iter().map(|tab| (tab, &now));
            let closing = storage.closing.values().map(|(tab, content, _)| (tab, content));
            for (tab, content) in shown.chain(closing).filter(|(tab, content)| !tab.has_stored(content)) {
                if !content.files.is_empty() && tab.standing(content) != Standing::Lost {
                    let about = tab.agreed().is_none().then(|| About {
                        title: content.files.keys().next().map(ToString::to_string).unwrap_or_default(),
                        files: content.files.len(),
                        changed: js_sys::Date::now(),
                        ..storage.about.clone()
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
        let names = self.hidden.with_value(|hidden| {
            hidden.storage.tab.as_ref().map(|tab| (tab.work().clone(), tab.revisions()))
        });
        if let Some((work, revisions)) = names {
            crash::typed(work, revisions, file, text);
        }
    }
}

fn left(tab: &Tab<StoredWork>, now: &StoredWork) -> Left {
    let stored = tab.agreed().map(|(_, kept)| &kept.files);
    let differs = |(file, content): &(&FilePath, &Content)| {
        stored.and_then(|stored| stored.get(*file)) != Some(*content)
    };
    let texts = now.files.iter().filter(differs);
    let texts = texts.filter_map(|(file, content)| Some((file.clone(), content.as_text()?.to_string())));
    Leaving {
        onto: tab.revisions(),
        revision: Revision(random()),
        content: LeftContent { files: texts.collect(), note: Some(now.note.clone()) },
    }
}
