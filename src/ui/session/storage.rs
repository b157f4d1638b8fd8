//! What outlives the tab: every file, and beside them where boxes are, what is selected and what is in view. Written to the store as it changes,
//! read back at the start. Several tabs may have one work open: see [`crate::journal`] for how they never overwrite each other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::browser::channel::{self, Message};
use super::super::browser::storage::{
    About, Interruption, Journal, Kept, Left, LeftContent, Read, Write, WriteError,
};
use super::super::browser::{after, crash, random, settings};
use super::{Draft, Places, Session};
use crate::analysis::{Analysis, Choices};
use crate::canvas::{Camera, Thumbnail, Tool};
use crate::edit::Place;
use crate::files::{Content, FilePath, Workspace};
use crate::graph::Id;
use crate::journal::{self, Action, Event, Leaving, Revision, Standing, Tab, WorkId};
use crate::text::TextEdit;

/// A change is written when nothing has changed for so long, in milliseconds, and while changes go on every so often.
const WRITE_DEBOUNCE_MS: u32 = 100;
const WRITE_AT_LEAST_EVERY_MS: f64 = 300.0;
/// The same for undo histories, which are long and change with every key, and for what the list of recent work shows.
const WHOLE_DEBOUNCE_MS: u32 = 1_500;
/// A store that has not answered for so long is done without for now.
const OPEN_TIMEOUT_MS: u32 = 1_000;
/// How often it is looked whether a gesture or a composition has ended.
const BUSY_POLL_MS: u32 = 50;
/// The tab's own setting that names the work it shows.
const SHOWN: &str = "work";
/// Set by `public/start.js` after a crash: start without the work.
const FRESH: &str = "fresh";

/// Whether the work is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    #[default]
    Starting,
    Saved,
    Saving,
    /// Another tab has changed the same thing: both versions are stored, and a person chooses which one to go on with.
    Conflict,
    /// The browser's storage does not answer: the work is in this tab alone until it does.
    Unanswered,
    /// The site's data was cleared: the work is in this tab alone.
    Cleared,
    /// A newer version of Limn has the database.
    Outdated,
    Failed(String),
}

#[derive(Default)]
pub(super) struct Storage {
    journal: Option<Journal>,
    tab: Option<Tab<Kept>>,
    about: About,
    /// What of it was stored last without a write of the work.
    described: Option<About>,
    /// Counts the works that were shown: an answer of the store is for one of them.
    shown: usize,
    /// Works that are shown no more and not yet stored, each with its last content.
    closing: BTreeMap<usize, (Tab<Kept>, Kept, About)>,
    /// Undo histories of files that the editor has not opened yet, as the last visit left them.
    pub(super) pasts: BTreeMap<FilePath, Arc<str>>,
    /// A write is due, since a change at that time by the page's clock.
    due: Option<(TimeoutHandle, f64)>,
    whole_due: Option<TimeoutHandle>,
    /// Something else than text has changed since the last write.
    is_noted: bool,
    unavailable: Option<SaveState>,
    why: String,
}

impl Storage {
    /// The files whose histories, not opened yet, contain this.
    pub(super) fn sharing(&self, words: &str) -> Vec<FilePath> {
        self.pasts.iter().filter(|(_, past)| past.contains(words)).map(|(file, _)| file.clone()).collect()
    }
}

/// The note beside the files. What another version of Limn wrote differently is left out, and the rest is read.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    #[serde(deserialize_with = "readable")]
    entry: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    open: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    profiles: BTreeMap<FilePath, String>,
    #[serde(deserialize_with = "readable")]
    places: Vec<(FilePath, Vec<(Id, Place)>)>,
    #[serde(deserialize_with = "readable")]
    selection: BTreeSet<Id>,
    #[serde(deserialize_with = "readable")]
    cameras: Vec<(FilePath, Camera)>,
    #[serde(deserialize_with = "readable")]
    draft: Option<Draft>,
    #[serde(deserialize_with = "readable")]
    whole: bool,
    #[serde(deserialize_with = "readable")]
    arranged: BTreeSet<FilePath>,
    #[serde(deserialize_with = "readable")]
    views: super::view::Kept,
}

impl Note {
    fn of(kept: &Kept) -> Note {
        serde_json::from_str(&kept.note).unwrap_or_default()
    }

    fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What of it a person made; the rest is what was in view.
    fn work(&self) -> impl PartialEq {
        (self.entry.clone(), self.profiles.clone(), self.places.clone())
    }

    fn places(&self) -> Places {
        let places = self.places.iter().cloned();
        places.map(|(file, places)| (file, places.into_iter().collect())).collect()
    }
}

/// The value, or the default where it cannot be read.
fn readable<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned + Default,
{
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

impl journal::Content for Kept {
    fn is_same_work(&self, other: &Kept) -> bool {
        let same = |one: &Note, other: &Note| one.work() == other.work();
        self.files == other.files
            && self.original == other.original
            && (self.note == other.note || same(&Note::of(self), &Note::of(other)))
    }

    fn merge(base: &Kept, mine: &Kept, theirs: &Kept) -> Option<Kept> {
        let mut merged = theirs.clone();
        let paths: BTreeSet<&FilePath> =
            [base, mine, theirs].iter().flat_map(|kept| kept.files.keys()).collect();
        for path in paths {
            let [was, own, other] = [base, mine, theirs].map(|kept| kept.files.get(path));
            let content = match (own == was, other == was) {
                (true, _) => continue,
                (_, true) => own.cloned(),
                _ if own == other => continue,
                _ => match (was?, own?, other?) {
                    (Content::Text(was), Content::Text(own), Content::Text(other)) => {
                        // No history is of the text that both make.
                        merged.pasts.remove(path);
                        Some(Content::Text(merge_texts(was, own, other)?.into()))
                    }
                    _ => return None,
                },
            };
            match content {
                Some(content) => drop(merged.files.insert(path.clone(), content)),
                None => drop(merged.files.remove(path)),
            }
            if other == was {
                match mine.pasts.get(path) {
                    Some(past) => drop(merged.pasts.insert(path.clone(), Arc::clone(past))),
                    None => drop(merged.pasts.remove(path)),
                }
            }
        }
        if mine.original != base.original {
            if theirs.original != base.original && theirs.original != mine.original {
                return None;
            }
            merged.original.clone_from(&mine.original);
        }
        merged.note = merge_notes(&Note::of(base), &Note::of(mine), Note::of(theirs));
        Some(merged)
    }
}

/// A text with both changes, if one ends before the other begins.
fn merge_texts(base: &str, mine: &str, theirs: &str) -> Option<String> {
    let (mine, theirs) = (TextEdit::between(base, mine), TextEdit::between(base, theirs));
    let ([one], [other]) = (mine.indels(), theirs.indels()) else { return None };
    let (one, other) = (one.delete, other.delete);
    if one.end >= other.start && other.end >= one.start {
        return None;
    }
    Some(mine.union(theirs)?.apply(base))
}

/// Their note with the places and profiles that were changed here.
fn merge_notes(base: &Note, mine: &Note, theirs: Note) -> String {
    let (was, mut places) = (base.places(), theirs.places());
    for (file, own) in mine.places() {
        let was = was.get(&file);
        for (id, place) in own {
            if was.and_then(|was| was.get(&id)) != Some(&place) {
                places.entry(file.clone()).or_default().insert(id, place);
            }
        }
    }
    let mut profiles = theirs.profiles.clone();
    for (file, profile) in &mine.profiles {
        if base.profiles.get(file) != Some(profile) {
            profiles.insert(file.clone(), profile.clone());
        }
    }
    let places = places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect();
    let arranged = theirs.arranged.union(&mine.arranged).cloned().collect();
    Note { places, profiles, arranged, ..theirs }.write()
}

fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

// --- Starting ----------------------------------------------------------------------------------------------------------------------

impl Session {
    /// Opens the store and shows the last visit's work. Once, at the start.
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

    async fn opened(self, journal: Journal, is_start: bool) {
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
        // What was made before the store answered.
        self.store(Event::SaveAgain, true);
        let closing =
            self.hidden.with_value(|hidden| hidden.storage.closing.keys().copied().collect::<Vec<_>>());
        for shown in closing {
            self.answered_by_store(shown, Event::SaveAgain);
        }
    }

    fn is_empty(self) -> bool {
        self.known.with_untracked(|known| known.workspace.files.is_empty())
    }

    fn ensure_tab(self) {
        self.hidden.update_value(|hidden| {
            let storage = &mut hidden.storage;
            storage.tab.get_or_insert_with(|| Tab::new(WorkId(random()), None));
        });
    }

    fn interrupted(self, interruption: Interruption) {
        self.hidden.update_value(|hidden| hidden.storage.journal = None);
        self.unavailable(match interruption {
            Interruption::Cleared => SaveState::Cleared,
            Interruption::Upgraded => SaveState::Outdated,
        });
        if interruption == Interruption::Cleared {
            self.store(Event::Missing, false);
        }
    }

    fn unavailable(self, state: SaveState) {
        self.hidden.update_value(|hidden| hidden.storage.unavailable = Some(state));
        self.show_save_state();
    }

    /// Shows what was read, in place of what is shown; that stays stored.
    pub(super) fn show_read(self, work: WorkId, read: Read) {
        self.leave_work();
        self.hidden.update_value(|hidden| {
            hidden.storage.tab =
                Some(Tab::new(work.clone(), Some((read.revision.clone(), read.kept.clone()))));
            hidden.storage.about = read.about;
        });
        settings::set_in_tab(SHOWN, Some(&work.0));
        if read.is_new {
            channel::say(&Message::Stored(work, read.revision));
        }
        if read.strays > 0 {
            self.notice("a version of this work from a tab that was closed is in Recent work");
        }
        for skipped in read.skipped {
            self.refuse(format!(
                "`{skipped}` could not be read from this browser's storage and was left there"
            ));
        }
        self.bring_back(read.kept);
        self.show_save_state();
    }

    fn bring_back(self, kept: Kept) {
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
        self.asking.set(None);
        self.editor_forgets_all();
        self.hidden.update_value(|hidden| hidden.storage.pasts = kept.pasts);
        self.load(workspace, choices, note.open);
        self.selection.set(note.selection);
        if let Some(draft) = note.draft {
            after(0, move || self.resume(&draft));
        }
    }

    /// Puts a whole workspace in place of the one that was open.
    pub(super) fn load(self, workspace: Workspace, choices: Choices, open: Option<FilePath>) {
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let open = open
            .filter(|open| workspace.text(open).is_some())
            .or_else(|| workspace.entry.clone().filter(|entry| workspace.text(entry).is_some()))
            .or_else(|| workspace.files.keys().find(|file| workspace.text(file).is_some()).cloned());
        self.editor_forgets_all();
        self.known.set(super::Known { workspace, choices, analysis });
        self.selection.set(BTreeSet::new());
        self.open.set(None);
        if let Some(open) = open {
            self.open_file_at(&open);
        }
    }
}

// --- Writing and reading -----------------------------------------------------------------------------------------------------------

impl Session {
    /// The id of the work that this tab shows.
    pub(super) fn shown_work(self) -> Option<WorkId> {
        self.hidden.with_value(|hidden| hidden.storage.tab.as_ref().map(|tab| tab.work().clone()))
    }

    pub(super) fn journal(self) -> Option<Journal> {
        self.hidden.with_value(|hidden| hidden.storage.journal.clone())
    }

    /// Ends when nothing that was shown before is on its way to the store any more.
    pub(super) async fn until_stored(self) {
        while self.hidden.with_value(|hidden| !hidden.storage.closing.is_empty()) {
            gloo_timers::future::TimeoutFuture::new(BUSY_POLL_MS).await;
        }
    }

    /// A person names the work that is shown.
    pub(super) fn name_shown(self, name: Option<String>) {
        self.hidden.update_value(|hidden| hidden.storage.about.name = name);
    }

    /// Something that outlives the tab has changed: it is written soon.
    pub(super) fn keep(self) {
        self.hidden.update_value(|hidden| hidden.storage.is_noted = true);
        self.keep_text();
    }

    /// The same of a text alone, which is little to write.
    pub(super) fn keep_text(self) {
        let now = now();
        self.hidden.update_value(|hidden| {
            let due = &mut hidden.storage.due;
            let since = due.map_or(now, |(_, since)| since);
            if now - since + f64::from(WRITE_DEBOUNCE_MS) <= WRITE_AT_LEAST_EVERY_MS {
                if let Some((timer, _)) = due.take() {
                    timer.clear();
                }
                *due = after(WRITE_DEBOUNCE_MS, move || self.write()).map(|timer| (timer, since));
            }
            if let Some(before) = hidden.storage.whole_due.take() {
                before.clear();
            }
            hidden.storage.whole_due = after(WHOLE_DEBOUNCE_MS, move || self.write_whole());
        });
    }

    /// Writes everything, undo histories among it.
    pub fn write_whole(self) {
        self.write_what(true);
    }

    /// Writes what is due now.
    pub fn write(self) {
        self.write_what(false);
    }

    fn write_what(self, whole: bool) {
        self.hidden.update_value(|hidden| {
            if let Some((timer, _)) = hidden.storage.due.take() {
                timer.clear();
            }
        });
        let is_new = self
            .hidden
            .with_value(|hidden| hidden.storage.tab.as_ref().is_none_or(|tab| tab.agreed().is_none()));
        // The start page is no work.
        if !(is_new && self.is_empty()) {
            self.store(Event::Changed, whole);
        }
    }

    /// Takes one event of the work that is shown.
    fn store(self, event: Event<Kept>, whole: bool) {
        if self.hidden.with_value(|hidden| hidden.storage.tab.is_none()) {
            return self.show_save_state();
        }
        if self.is_empty() && matches!(event, Event::SaveAgain) {
            return self.show_save_state();
        }
        let now = self.now(whole);
        let is_new = self
            .hidden
            .with_value(|hidden| hidden.storage.tab.as_ref().is_none_or(|tab| tab.agreed().is_none()));
        if whole || is_new {
            self.describe_shown(&now);
        }
        let taken = self.hidden.try_update_value(|hidden| {
            let storage = &mut hidden.storage;
            let tab = storage.tab.as_mut()?;
            let work = tab.work().clone();
            let is_written = matches!(event, Event::Written);
            let is_refused = matches!(event, Event::Stale | Event::Failed | Event::Missing);
            let actions = tab.on(event, &now, &mut random);
            let is_on_its_way = actions.iter().any(|action| matches!(action, Action::Write { .. }));
            storage.is_noted = is_refused || storage.is_noted && !is_on_its_way;
            if let (true, true, Some((revision, _))) = (is_written, tab.has_stored(&now), tab.agreed()) {
                crash::stored(revision);
            }
            if *tab.work() != work {
                storage.about.version = Some("version from another tab".to_owned());
            }
            Some((storage.shown, tab.work().clone(), actions))
        });
        let Some((shown, work, actions)) = taken.flatten() else { return };
        if !self.is_empty() {
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

    /// Stores what the list says of the work that is shown, where that alone is new.
    fn store_description(self, work: WorkId) {
        let described = self.hidden.try_update_value(|hidden| {
            let about = hidden.storage.about.clone();
            (hidden.storage.described.replace(about.clone()) != Some(about.clone())).then_some(about)
        });
        let (Some(about), Some(journal)) = (described.flatten(), self.journal()) else { return };
        wasm_bindgen_futures::spawn_local(async move {
            drop(
                journal.describe(&work, |stored| *stored = About { changed: stored.changed, ..about }).await,
            );
        });
    }

    fn carry_out(self, shown: usize, action: Action<Kept>) {
        // After a panic what is in memory may be half of a change.
        if crash::has_happened() {
            return;
        }
        let journal = self.journal();
        match action {
            Action::Announce { work, revision } => channel::say(&Message::Stored(work, revision)),
            Action::Show(kept) => self.follow(kept),
            Action::Write { work, expected, revision, content } => {
                let Some(journal) = journal else {
                    after(0, move || self.answered_by_store(shown, Event::Failed));
                    return;
                };
                let (before, mut about) = self.hidden.with_value(|hidden| {
                    let storage = &hidden.storage;
                    let closing = storage.closing.get(&shown);
                    let tab = closing.map(|(tab, ..)| tab).or(storage.tab.as_ref());
                    let before = tab.and_then(Tab::agreed).map(|(_, kept)| kept.clone());
                    (before, closing.map_or(&storage.about, |(.., about)| about).clone())
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
                        })
                        .await;
                    let is_first = expected.is_none();
                    let event = match written {
                        Ok(()) => Event::Written,
                        Err(WriteError::Stale) => Event::Stale,
                        Err(WriteError::Missing) => Event::Missing,
                        Err(WriteError::Failed(why)) => {
                            self.hidden.update_value(|hidden| hidden.storage.why = why);
                            Event::Failed
                        }
                    };
                    self.answered_by_store(shown, event);
                    if is_first {
                        channel::say(&Message::Listed);
                        self.list_recent();
                    }
                });
            }
            Action::Read { work } => {
                let Some(journal) = journal else {
                    after(0, move || self.answered_by_store(shown, Event::Failed));
                    return;
                };
                wasm_bindgen_futures::spawn_local(async move {
                    let read = journal.read(&work).await;
                    // A person's gesture or composition is not taken out of the hand.
                    while self.is_busy() {
                        gloo_timers::future::TimeoutFuture::new(BUSY_POLL_MS).await;
                    }
                    let event = match read {
                        Ok(read) => Event::Read(read.map(|read| (read.revision, read.kept))),
                        Err(error) => {
                            self.hidden.update_value(|hidden| hidden.storage.why = error.to_string());
                            Event::Failed
                        }
                    };
                    self.answered_by_store(shown, event);
                });
            }
        }
    }

    /// The store's answer to an operation of the work that was shown as the `shown`th.
    fn answered_by_store(self, shown: usize, event: Event<Kept>) {
        if self.hidden.with_value(|hidden| hidden.storage.shown == shown) {
            return self.store(event, false);
        }
        let actions = self.hidden.try_update_value(|hidden| {
            let (tab, content, _) = hidden.storage.closing.get_mut(&shown)?;
            let actions = tab.on(event, &content.clone(), &mut random);
            for action in &actions {
                if let Action::Show(merged) = action {
                    content.clone_from(merged);
                }
            }
            if tab.is_idle(content) {
                hidden.storage.closing.remove(&shown);
            }
            Some(actions)
        });
        for action in actions.flatten().unwrap_or_default() {
            if !matches!(action, Action::Show(_)) {
                self.carry_out(shown, action);
            }
        }
        if self.hidden.with_value(|hidden| hidden.storage.closing.is_empty()) {
            self.list_recent();
        }
    }

    fn is_busy(self) -> bool {
        self.tool.with_untracked(|tool| !matches!(tool, Tool::Idle))
            || self.editor().is_some_and(|editor| editor.is_composing())
    }

    fn show_save_state(self) {
        let unavailable = self.hidden.with_value(|hidden| hidden.storage.unavailable.clone());
        let state = unavailable.unwrap_or_else(|| {
            if self.is_empty() {
                return SaveState::Saved;
            }
            let now = self.now(false);
            self.hidden.with_value(|hidden| match hidden.storage.tab.as_ref().map(|tab| tab.standing(&now)) {
                None => SaveState::Starting,
                Some(Standing::Saved) => SaveState::Saved,
                Some(Standing::Saving) => SaveState::Saving,
                Some(Standing::Apart) => SaveState::Conflict,
                Some(Standing::Lost) => SaveState::Cleared,
                Some(Standing::Failed) => SaveState::Failed(hidden.storage.why.clone()),
            })
        });
        if self.save_state.with_untracked(|before| *before != state) {
            self.save_state.set(state);
        }
    }

    /// The content as it is at this moment. `whole`: with undo histories as they are now.
    fn now(self, whole: bool) -> Kept {
        let (latest, is_noted) = self.hidden.with_value(|hidden| {
            let latest = hidden.storage.tab.as_ref().and_then(Tab::latest);
            (latest.map(|kept| (kept.note.clone(), kept.pasts.clone())), hidden.storage.is_noted)
        });
        let workspace = self.texts();
        let (note, pasts) = match latest {
            Some((note, pasts)) if !whole => {
                (if is_noted { self.note(&workspace).write() } else { note }, pasts)
            }
            _ => (self.note(&workspace).write(), self.pasts()),
        };
        Kept { files: workspace.files, note, original: workspace.original, pasts }
    }

    fn note(self, workspace: &Workspace) -> Note {
        let mut cameras = self.hidden.with_value(|hidden| hidden.cameras.clone());
        let open = self.open.get_untracked();
        if let Some(open) = &open {
            cameras.insert(open.clone(), self.camera.get_untracked());
        }
        let places = self.places.get_untracked();
        Note {
            entry: workspace.entry.clone(),
            open,
            profiles: self.known.with_untracked(|known| known.choices.profiles.clone()),
            places: places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect(),
            selection: self.selection.get_untracked(),
            draft: self.draft(),
            whole: workspace.whole,
            arranged: self.hidden.with_value(|hidden| hidden.arranged.clone()),
            views: self.views.keep(|file| workspace.files.contains_key(file)),
            cameras: cameras.into_iter().filter(|(file, _)| workspace.files.contains_key(file)).collect(),
        }
    }

    /// The undo history of every file.
    fn pasts(self) -> BTreeMap<FilePath, Arc<str>> {
        let (mut pasts, open) =
            self.hidden.with_value(|hidden| (hidden.storage.pasts.clone(), hidden.in_editor.clone()));
        if let Some(editor) = self.editor() {
            pasts
                .extend(open.into_iter().filter_map(|file| Some((file.clone(), editor.past(&file)?.into()))));
        }
        self.known.with_untracked(|known| pasts.retain(|file, _| known.workspace.files.contains_key(file)));
        pasts
    }

    /// The files as they are now, with what was typed and not analysed yet.
    fn texts(self) -> Workspace {
        let mut workspace = self.known.with_untracked(|known| known.workspace.clone());
        self.typed(&mut workspace);
        workspace
    }

    /// What the list of recent work says of the work that is shown.
    fn describe_shown(self, now: &Kept) {
        let picture = self.scene.try_with_untracked(|scene| Thumbnail::of(scene)).unwrap_or_default();
        let (title, languages) = self.known.with_untracked(|known| {
            let entry = known.workspace.entry.clone().or_else(|| now.files.keys().next().cloned());
            let mut languages: Vec<String> = Vec::new();
            for file in now.files.keys() {
                let Some(checked) = known.analysis.file(file) else { continue };
                let verdict = checked.verdict();
                let label = verdict.dialect_label.to_owned();
                if verdict.dialect.is_some() && !languages.contains(&label) {
                    languages.push(label);
                }
            }
            (entry.map(|entry| entry.name().to_owned()).unwrap_or_default(), languages)
        });
        self.hidden.update_value(|hidden| {
            let about = &mut hidden.storage.about;
            (about.title, about.languages, about.files) = (title, languages, now.files.len());
            if !picture.is_empty() {
                about.picture = picture;
            }
        });
    }
}

// --- Other tabs --------------------------------------------------------------------------------------------------------------------

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
    fn follow(self, theirs: Kept) {
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
        self.known.set(super::Known { workspace, choices, analysis });
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

// --- Leaving -----------------------------------------------------------------------------------------------------------------------

impl Session {
    /// What is shown is stored, and makes room for another work.
    pub(super) fn leave_work(self) {
        self.settle();
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

    /// Whether closing the page now loses work.
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

    /// The page goes: puts down what is not stored yet, without waiting for anything.
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
                    channel::say(&Message::Stored(tab.work().clone(), left.revision));
                }
            }
        });
    }

    /// Keeps at hand what a crash of the page would lose.
    pub(super) fn note_for_crash(self, file: &FilePath, text: &Arc<str>) {
        let names = self.hidden.with_value(|hidden| {
            hidden.storage.tab.as_ref().map(|tab| (tab.work().clone(), tab.revisions()))
        });
        if let Some((work, revisions)) = names {
            crash::typed(work, revisions, file, text);
        }
    }
}

fn left(tab: &Tab<Kept>, now: &Kept) -> Left {
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
