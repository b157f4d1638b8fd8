//! Writes: feeds events to the storage protocol and carries out its actions.

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{StoredWork, WorkSummary, Write, WriteError};
use super::super::super::browser::{after, crash, random, settings};
use super::{
    BUSY_POLL_MS, Hidden, SHOWN, SaveState, WHOLE_DEBOUNCE_MS, WRITE_AT_LEAST_EVERY_MS, WRITE_DEBOUNCE_MS,
    Works,
};
use limn_canvas::Tool;
use limn_journal::{Action, JournalEvent, SyncState, Tab, WorkId};

/// Current time by the page's clock, in milliseconds.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

impl Works {
    /// Waits until all earlier works are stored.
    pub(in super::super) async fn until_stored(self) {
        let is_waiting = |hidden: &Hidden| {
            let mut closing = hidden.closing.values();
            // One that cannot be stored stays in the list of what the page would lose.
            closing.any(|(tab, content, _)| tab.standing(content) == SyncState::Saving)
        };
        while self.0.storage.hidden.with_value(is_waiting) {
            gloo_timers::future::TimeoutFuture::new(BUSY_POLL_MS).await;
        }
    }

    /// Sets the name of the current work.
    pub(in super::super) fn name_shown(self, name: Option<String>) {
        self.0.storage.hidden.update_value(|hidden| hidden.about.name = name);
    }

    /// Schedules a write after a change of anything that is saved.
    pub(in super::super) fn schedule_save(self) {
        self.0.storage.hidden.update_value(|hidden| hidden.is_noted = true);
        self.schedule_text_save();
    }

    /// Schedules a write after a change of text only, which is cheaper.
    pub(in super::super) fn schedule_text_save(self) {
        if self.is_embedded() {
            return self.schedule_embedded();
        }
        let is_new = |hidden: &Hidden| hidden.tab.as_ref().is_some_and(|tab| tab.agreed().is_none());
        if self.0.storage.hidden.with_value(is_new) {
            // Nothing of it is stored before the first write.
            self.show_save_state();
        }
        let now = now();
        self.0.storage.hidden.update_value(|hidden| {
            let due = &mut hidden.due;
            let since = due.map_or(now, |(_, since)| since);
            if now - since + f64::from(WRITE_DEBOUNCE_MS) <= WRITE_AT_LEAST_EVERY_MS {
                if let Some((timer, _)) = due.take() {
                    timer.clear();
                }
                *due = after(WRITE_DEBOUNCE_MS, move || self.write()).map(|timer| (timer, since));
            }
            if let Some(before) = hidden.whole_due.take() {
                before.clear();
            }
            hidden.whole_due = after(WHOLE_DEBOUNCE_MS, move || self.write_whole());
        });
    }

    /// Writes everything, including undo histories.
    pub fn write_whole(self) {
        self.write_what(true);
    }

    /// Writes pending changes now.
    pub fn write(self) {
        self.write_what(false);
    }

    pub(in super::super) fn write_what(self, whole: bool) {
        if self.is_embedded() {
            return;
        }
        self.0.storage.hidden.update_value(|hidden| {
            if let Some((timer, _)) = hidden.due.take() {
                timer.clear();
            }
        });
        let is_new = self
            .0
            .storage
            .hidden
            .with_value(|hidden| hidden.tab.as_ref().is_none_or(|tab| tab.agreed().is_none()));
        // The start page is not a work.
        if !(is_new && self.0.documents.is_empty()) {
            self.store(JournalEvent::Changed, whole);
        }
    }

    /// Handles a storage event of the current work.
    pub(in super::super) fn store(self, event: JournalEvent<StoredWork>, whole: bool) {
        if self.0.storage.hidden.with_value(|hidden| hidden.tab.is_none()) {
            return self.show_save_state();
        }
        if self.0.documents.is_empty() && matches!(event, JournalEvent::SaveAgain) {
            return self.show_save_state();
        }
        let now = self.now(whole);
        let is_new = self
            .0
            .storage
            .hidden
            .with_value(|hidden| hidden.tab.as_ref().is_none_or(|tab| tab.agreed().is_none()));
        if whole || is_new {
            self.describe_shown(&now);
        }
        let taken = self.0.storage.hidden.try_update_value(|hidden| {
            let tab = hidden.tab.as_mut()?;
            let work = tab.work().clone();
            let is_written = matches!(event, JournalEvent::Written);
            let is_refused =
                matches!(event, JournalEvent::Stale | JournalEvent::Failed | JournalEvent::Missing);
            let actions = tab.on(event, &now, &mut random);
            let is_on_its_way = actions.iter().any(|action| matches!(action, Action::Write { .. }));
            hidden.is_noted = is_refused || hidden.is_noted && !is_on_its_way;
            if let (true, true, Some((revision, _))) = (is_written, tab.has_stored(&now), tab.agreed()) {
                crash::stored(revision);
            }
            if *tab.work() != work {
                hidden.about.version = Some("version from another tab".to_owned());
            }
            Some((hidden.shown, tab.work().clone(), actions))
        });
        let Some((shown, work, actions)) = taken.flatten() else { return };
        if !self.0.documents.is_empty() {
            settings::set_in_tab(SHOWN, Some(&work.0));
        }
        let is_written = actions.iter().any(|action| matches!(action, Action::Write { .. }));
        for action in actions {
            self.carry_out(shown, action);
        }
        if whole && !is_written && !is_new {
            self.store_description(work);
        }
        self.show_save_state();
    }

    /// Stores the list entry of the current work if only that changed.
    pub(in super::super) fn store_description(self, work: WorkId) {
        let described = self.0.storage.hidden.try_update_value(|hidden| {
            let about = hidden.about.clone();
            (hidden.described.replace(about.clone()) != Some(about.clone())).then_some(about)
        });
        let (Some(about), Some(journal)) = (described.flatten(), self.0.storage.journal()) else { return };
        wasm_bindgen_futures::spawn_local(async move {
            drop(
                journal
                    .describe(&work, |stored| *stored = WorkSummary { changed: stored.changed, ..about })
                    .await,
            );
        });
    }

    pub(in super::super) fn carry_out(self, shown: usize, action: Action<StoredWork>) {
        // After a panic, memory may hold half a change.
        if crash::has_happened() {
            return;
        }
        let journal = self.0.storage.journal();
        match action {
            Action::Announce { work, revision } => channel::post(&Message::Stored(work, revision)),
            Action::Show(kept) => self.follow(kept),
            Action::Write { work, expected, revision, content } => {
                let Some(journal) = journal else {
                    after(0, move || self.answered_by_store(shown, JournalEvent::Failed));
                    return;
                };
                let (before, mut about) = self.0.storage.hidden.with_value(|hidden| {
                    let closing = hidden.closing.get(&shown);
                    let tab = closing.map(|(tab, ..)| tab).or(hidden.tab.as_ref());
                    let before = tab.and_then(Tab::agreed).map(|(_, kept)| kept.clone());
                    (before, closing.map_or(&hidden.about, |(.., about)| about).clone())
                });
                about.changed = js_sys::Date::now();
                wasm_bindgen_futures::spawn_local(async move {
                    let written = journal
                        .write(Write {
                            work: &work,
                            expected: expected.as_ref(),
                            revision: &revision,
                            kept: &content,
                            before: &before.filter(|_| expected.is_some()).unwrap_or_default(),
                            about: &about,
                            // A closed file is not what the next visit shows.
                            is_last: shown < usize::MAX / 2,
                        })
                        .await;
                    let is_first = expected.is_none();
                    let event = match written {
                        Ok(()) => JournalEvent::Written,
                        Err(WriteError::Stale) => JournalEvent::Stale,
                        Err(WriteError::Missing) => JournalEvent::Missing,
                        Err(WriteError::Failed(why)) => {
                            self.0.storage.hidden.update_value(|hidden| hidden.why = why);
                            JournalEvent::Failed
                        }
                    };
                    self.answered_by_store(shown, event);
                    if is_first {
                        channel::post(&Message::Listed);
                        self.list_recent();
                    }
                });
            }
            Action::Read { work } => {
                let Some(journal) = journal else {
                    after(0, move || self.answered_by_store(shown, JournalEvent::Failed));
                    return;
                };
                wasm_bindgen_futures::spawn_local(async move {
                    let read = journal.read(&work).await;
                    // Don't interrupt a gesture or an input method.
                    while self.is_busy() {
                        gloo_timers::future::TimeoutFuture::new(BUSY_POLL_MS).await;
                    }
                    let event = match read {
                        Ok(read) => JournalEvent::Read(read.map(|read| (read.revision, read.kept))),
                        Err(error) => {
                            self.0.storage.hidden.update_value(|hidden| hidden.why = error.to_string());
                            JournalEvent::Failed
                        }
                    };
                    self.answered_by_store(shown, event);
                });
            }
        }
    }

    /// Handles the store's reply for the work that was opened as the `shown`th.
    pub(in super::super) fn answered_by_store(self, shown: usize, event: JournalEvent<StoredWork>) {
        if self.0.storage.hidden.with_value(|hidden| hidden.shown == shown) {
            return self.store(event, false);
        }
        let actions = self.0.storage.hidden.try_update_value(|hidden| {
            let (tab, content, _) = hidden.closing.get_mut(&shown)?;
            let actions = tab.on(event, &content.clone(), &mut random);
            for action in &actions {
                if let Action::Show(merged) = action {
                    content.clone_from(merged);
                }
            }
            if tab.is_idle(content) {
                hidden.closing.remove(&shown);
            }
            Some(actions)
        });
        for action in actions.flatten().unwrap_or_default() {
            if !matches!(action, Action::Show(_)) {
                self.carry_out(shown, action);
            }
        }
        if self.0.storage.hidden.with_value(|hidden| hidden.closing.is_empty()) {
            self.list_recent();
        }
    }

    pub(in super::super) fn is_busy(self) -> bool {
        self.0.view.tool().with_untracked(|tool| !matches!(tool, Tool::Idle))
            || self.0.documents.mounted_editor().is_some_and(|editor| editor.is_composing())
    }

    pub(in super::super) fn show_save_state(self) {
        // The host shows whether a file is saved.
        if self.is_embedded() {
            return;
        }
        let unavailable = self.0.storage.hidden.with_value(|hidden| hidden.unavailable.clone());
        let state = unavailable.unwrap_or_else(|| {
            if self.0.documents.is_empty() {
                return SaveState::Saved;
            }
            let now = self.now(false);
            self.0.storage.hidden.with_value(|hidden| {
                match hidden.tab.as_ref().map(|tab| tab.standing(&now)) {
                    None => SaveState::Starting,
                    Some(SyncState::Saved) => SaveState::Saved,
                    Some(SyncState::Saving) => SaveState::Saving,
                    Some(SyncState::Apart) => SaveState::Conflict,
                    Some(SyncState::Lost) => SaveState::Cleared,
                    Some(SyncState::Failed) => SaveState::Failed(hidden.why.clone()),
                }
            })
        });
        self.0.storage.save_state.set_if_different(state);
    }
}
