//! What outlives the tab: every file, and beside them where boxes stand, what is selected and what is seen. Written to the browser's journal as it
//! changes, read back at the start. One tab writes; the work goes along to the tab that a hand comes to, and no tab writes over what it has not seen.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::browser::storage::{Journal, Kept};
use super::super::browser::tab::Word;
use super::super::browser::{after, tab};
use super::{Draft, Places, Session};
use crate::analysis::{Analysis, Choices};
use crate::canvas::{Camera, Tool};
use crate::edit::Place;
use crate::files::{FilePath, Workspace};
use crate::graph::Id;

/// A change is written when nothing has changed for so long, in milliseconds, and while changes go on every so often. A page that goes writes at
/// once what it has.
const GATHER: u32 = 100;
const AT_LEAST: f64 = 300.0;
/// How long the hand has to rest before what can be undone is written too: it is much, and changes with every key.
const CALM: u32 = 1_500;
/// A tab that has the journal and is asked for it answers within this many milliseconds, or is taken for dead.
const ANSWER: u32 = 2_000;

/// Whether the work is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    #[default]
    Starting,
    Kept,
    Saving,
    /// Another tab has the journal.
    Elsewhere,
    /// This tab may write, but both it and another have changed the work since they were one.
    Parted,
    Failed(String),
}

#[derive(Default)]
pub(super) struct Memory {
    /// Not there while it is being written to, nor before it is open.
    journal: Option<Journal>,
    /// This tab holds the lock, and what the journal says is what it has, or had.
    ours: bool,
    /// The lock was asked for: nobody may have answered yet.
    asked: Option<TimeoutHandle>,
    /// The last visit's work has been brought back, or there was none.
    restored: bool,
    /// Histories of files that the editor has not opened yet, as the last visit left them.
    pub(super) pasts: BTreeMap<FilePath, String>,
    /// A write is due, since a change at that time by the page's clock.
    due: Option<(TimeoutHandle, f64)>,
    calm: Option<TimeoutHandle>,
    /// Something changed while a write was under way.
    again: bool,
    /// Something else than text changed, and is not written yet.
    noted: bool,
}

impl Memory {
    /// The files whose histories, not opened yet, say this.
    pub(super) fn sharing(&self, words: &str) -> Vec<FilePath> {
        self.pasts.iter().filter(|(_, past)| past.contains(words)).map(|(file, _)| file.clone()).collect()
    }
}

/// The note beside the files. What of it another version of Limn wrote in other words is left out, and the rest is read.
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

    /// What of it a person made; the rest is where the view was.
    fn work(self) -> impl PartialEq {
        (self.entry, self.profiles, self.places)
    }
}

/// What stands there, or nothing where it cannot be read.
fn readable<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned + Default,
{
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

impl Session {
    /// Opens the journal and brings the last visit's work back. Once, at the start.
    pub fn remember(self) {
        tab::listen(move |word| match word {
            Word::Ask => self.give(),
            Word::Given => self.given(),
        });
        tab::claim(false, move |ours| self.claimed(ours));
    }

    /// A hand is at work in this tab: if another has the journal, it is asked to let it go.
    pub fn come_here(self) {
        if self.keeping.with_untracked(|keeping| *keeping != Keeping::Elsewhere) {
            return;
        }
        let asked = self.hidden.with_value(|hidden| hidden.memory.asked.is_some());
        if asked {
            return;
        }
        let wait = if tab::say(Word::Ask) { ANSWER } else { 0 };
        let timer = after(wait, move || self.given());
        self.hidden.update_value(|hidden| hidden.memory.asked = timer);
    }

    /// Another tab asks for the journal: it gets it once all is written.
    fn give(self) {
        let ours = self.hidden.with_value(|hidden| hidden.memory.ours && hidden.memory.restored);
        if !ours {
            return;
        }
        self.write_whole();
        wasm_bindgen_futures::spawn_local(async move {
            // Not there: a write is under way.
            while self.hidden.with_value(|hidden| hidden.memory.journal.is_none()) {
                gloo_timers::future::TimeoutFuture::new(10).await;
                if self.keeping.with_untracked(|keeping| matches!(keeping, Keeping::Failed(_))) {
                    return;
                }
            }
            tab::say(Word::Given);
        });
    }

    /// The journal is to be had, if this tab is the one that asked for it.
    fn given(self) {
        let asked = self.hidden.try_update_value(|hidden| hidden.memory.asked.take());
        if let Some(timer) = asked.flatten() {
            timer.clear();
            tab::claim(true, move |ours| self.claimed(ours));
        }
    }

    fn claimed(self, has: bool) {
        let opened = self.hidden.try_update_value(|hidden| {
            hidden.memory.ours = false;
            hidden.memory.restored
        });
        match opened {
            Some(false) => {
                self.hidden.update_value(|hidden| hidden.memory.ours = has);
                if !has {
                    self.keeping.set(Keeping::Elsewhere);
                }
                wasm_bindgen_futures::spawn_local(self.restore());
            }
            Some(true) if has => wasm_bindgen_futures::spawn_local(self.join()),
            _ => self.keeping.set(Keeping::Elsewhere),
        }
    }

    /// This tab may write, and another has written meanwhile: where only one of them changed anything, that is the work; where both did, a person
    /// chooses.
    async fn join(self) {
        let journal = self.hidden.try_update_value(|hidden| hidden.memory.journal.take());
        let Some(mut journal) = journal.flatten() else {
            // It could not be opened, or a write of this tab's own is under way.
            self.hidden.update_value(|hidden| hidden.memory.ours = true);
            return self.keep();
        };
        let had = journal.written().clone();
        let read = journal.read().await;
        self.hidden.update_value(|hidden| hidden.memory.journal = Some(journal));
        let kept = match read {
            Ok(kept) => kept,
            Err(error) => return self.keeping.set(Keeping::Failed(error.to_string())),
        };
        let mine = self.to_keep();
        let changed = mine.files != had.files && mine.files != kept.files;
        let theirs = kept.files != had.files;
        if theirs && changed {
            return self.keeping.set(Keeping::Parted);
        }
        let differs = kept.files != mine.files
            || kept.pasts != had.pasts
            || Note::of(&kept).work() != Note::of(&mine).work();
        if !changed && differs {
            self.bring_back(kept);
        }
        self.is_ours();
    }

    /// Of two works, the one that this tab has not: it is shown here, and kept.
    pub fn show_theirs(self) {
        let journal = self.hidden.try_update_value(|hidden| hidden.memory.journal.take());
        let Some(mut journal) = journal.flatten() else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let read = journal.read().await;
            self.hidden.update_value(|hidden| hidden.memory.journal = Some(journal));
            match read {
                Ok(kept) => {
                    self.bring_back(kept);
                    self.is_ours();
                }
                Err(error) => self.keeping.set(Keeping::Failed(error.to_string())),
            }
        });
    }

    /// Of two works, the one that is shown here: it is kept.
    pub fn keep_mine(self) {
        self.is_ours();
    }

    fn is_ours(self) {
        self.hidden.update_value(|hidden| hidden.memory.ours = true);
        self.keeping.set(Keeping::Kept);
        self.keep();
    }

    async fn restore(self) {
        let read = async {
            let mut journal = Journal::open().await?;
            let kept = journal.read().await?;
            Ok::<_, idb::Error>((journal, kept))
        };
        match read.await {
            Ok((journal, kept)) => {
                self.hidden.update_value(|hidden| {
                    hidden.memory.journal = Some(journal);
                    hidden.memory.restored = true;
                });
                if !kept.files.is_empty()
                    && self.known.with_untracked(|known| known.workspace.files.is_empty())
                {
                    self.bring_back(kept);
                }
                if self.keeping.with_untracked(|keeping| *keeping == Keeping::Starting) {
                    self.keeping.set(Keeping::Kept);
                }
                if document().has_focus().unwrap_or(false) {
                    self.come_here();
                }
            }
            Err(error) => {
                self.hidden.update_value(|hidden| hidden.memory.restored = true);
                self.keeping.set(Keeping::Failed(error.to_string()));
            }
        }
    }

    fn bring_back(self, kept: Kept) {
        let note = Note::of(&kept);
        let entry = note.entry.filter(|entry| kept.files.contains_key(entry));
        let entry = entry.or_else(|| kept.files.keys().next().cloned());
        let workspace = Workspace { entry, files: kept.files, whole: note.whole, original: kept.original };
        let choices = Choices { profiles: note.profiles, profile: None };
        let places: Places =
            note.places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect();
        self.places.set(places);
        self.hidden.update_value(|hidden| {
            hidden.cameras = note.cameras.into_iter().collect();
            hidden.arranged = note.arranged;
        });
        self.views.bring_back(note.views);
        self.tool.set(Tool::default());
        self.asking.set(None);
        self.editor_forgets_all();
        self.hidden.update_value(|hidden| hidden.memory.pasts = kept.pasts.unwrap_or_default());
        self.load(workspace, choices, note.open);
        self.selection.set(note.selection);
        if let Some(draft) = note.draft {
            after(0, move || self.resume(&draft));
        }
    }

    /// Opens the journal once more, where that failed, and writes.
    pub fn keep_again(self) {
        let has = self.hidden.with_value(|hidden| hidden.memory.journal.is_some());
        if has {
            return self.write();
        }
        self.keeping.set(Keeping::Saving);
        wasm_bindgen_futures::spawn_local(async move {
            match Journal::open().await {
                Ok(journal) => {
                    self.hidden.update_value(|hidden| hidden.memory.journal = Some(journal));
                    self.write();
                }
                Err(error) => self.keeping.set(Keeping::Failed(error.to_string())),
            }
        });
    }

    /// Whether closing the page now takes work along.
    pub fn would_be_lost(self) -> bool {
        let work = self.known.with_untracked(|known| !known.workspace.files.is_empty());
        work && match self.keeping.get_untracked() {
            Keeping::Failed(_) => true,
            Keeping::Parted => true,
            Keeping::Elsewhere => {
                let mine = self.to_keep().files;
                self.hidden.with_value(|hidden| {
                    hidden.memory.journal.as_ref().is_some_and(|journal| journal.written().files != mine)
                })
            }
            Keeping::Starting | Keeping::Kept | Keeping::Saving => false,
        }
    }

    /// Something that outlives the tab has changed: it is written soon.
    pub(super) fn keep(self) {
        self.hidden.update_value(|hidden| hidden.memory.noted = true);
        self.keep_text();
    }

    /// The same of a text alone, which is little to write.
    pub(super) fn keep_text(self) {
        let now = window().performance().map_or(0.0, |clock| clock.now());
        self.hidden.update_value(|hidden| {
            let due = &mut hidden.memory.due;
            let since = due.map_or(now, |(_, since)| since);
            if now - since + f64::from(GATHER) <= AT_LEAST {
                if let Some((timer, _)) = due.take() {
                    timer.clear();
                }
                *due = after(GATHER, move || self.write()).map(|timer| (timer, since));
            }
            if let Some(before) = hidden.memory.calm.take() {
                before.clear();
            }
            hidden.memory.calm = after(CALM, move || self.write_whole());
        });
    }

    /// Writes everything, what can be undone among it.
    pub fn write_whole(self) {
        self.write_what(true);
    }

    /// Writes what is due now: the page may be gone the next moment.
    pub fn write(self) {
        self.write_what(false);
    }

    fn write_what(self, whole: bool) {
        let journal = self.hidden.try_update_value(|hidden| {
            let memory = &mut hidden.memory;
            if let Some((timer, _)) = memory.due.take() {
                timer.clear();
            }
            if !memory.ours || !memory.restored {
                return None;
            }
            let journal = memory.journal.take();
            memory.again = journal.is_none();
            journal
        });
        let Some(mut journal) = journal.flatten() else { return };
        let noted = self.hidden.try_update_value(|hidden| std::mem::take(&mut hidden.memory.noted));
        let kept = match whole || noted != Some(false) {
            true => Kept { pasts: whole.then(|| self.pasts()), ..self.to_keep() },
            false => {
                let Kept { note, original, .. } = journal.written();
                Kept {
                    files: self.texts().files,
                    note: note.clone(),
                    original: original.clone(),
                    pasts: None,
                }
            }
        };
        // A write comes with nearly every key: what is well already is not said anew.
        let well = |keeping: &Keeping| matches!(keeping, Keeping::Kept | Keeping::Saving);
        if !self.keeping.with_untracked(well) {
            self.keeping.set(Keeping::Saving);
        }
        wasm_bindgen_futures::spawn_local(async move {
            let written = journal.write(&kept).await;
            let again = self.hidden.try_update_value(|hidden| {
                hidden.memory.journal = Some(journal);
                std::mem::take(&mut hidden.memory.again)
            });
            let now = match written {
                Ok(()) => Keeping::Kept,
                Err(error) => Keeping::Failed(error.to_string()),
            };
            if self.keeping.with_untracked(|keeping| *keeping != now) {
                self.keeping.set(now);
            }
            if again == Some(true) {
                self.keep();
            }
        });
    }

    /// The history of every file.
    fn pasts(self) -> BTreeMap<FilePath, String> {
        let (mut pasts, open) =
            self.hidden.with_value(|hidden| (hidden.memory.pasts.clone(), hidden.in_editor.clone()));
        if let Some(editor) = self.editor() {
            pasts.extend(open.into_iter().filter_map(|file| Some((file.clone(), editor.past(&file)?))));
        }
        self.known.with_untracked(|known| pasts.retain(|file, _| known.workspace.files.contains_key(file)));
        pasts
    }

    /// The files as they are now: what was typed and not looked at yet is kept all the same.
    fn texts(self) -> Workspace {
        let mut workspace = self.known.with_untracked(|known| known.workspace.clone());
        self.typed(&mut workspace);
        workspace
    }

    fn to_keep(self) -> Kept {
        let mut cameras = self.hidden.with_value(|hidden| hidden.cameras.clone());
        let open = self.open.get_untracked();
        if let Some(open) = &open {
            cameras.insert(open.clone(), self.camera.get_untracked());
        }
        let workspace = self.texts();
        let choices = self.known.with_untracked(|known| known.choices.clone());
        let places = self.places.get_untracked();
        let note = Note {
            entry: workspace.entry,
            open,
            profiles: choices.profiles,
            places: places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect(),
            selection: self.selection.get_untracked(),
            draft: self.draft(),
            whole: workspace.whole,
            arranged: self.hidden.with_value(|hidden| hidden.arranged.clone()),
            views: self.views.keep(|file| workspace.files.contains_key(file)),
            cameras: cameras.into_iter().filter(|(file, _)| workspace.files.contains_key(file)).collect(),
        };
        let note = serde_json::to_string(&note).unwrap_or_default();
        Kept { files: workspace.files, note, original: workspace.original, pasts: None }
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
