//! Snapshot: the current content of the work, and its entry in the list of recent work.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::storage::StoredWork;
use super::super::Session;
use super::note::Note;
use limn_canvas::Thumbnail;
use limn_files::{FilePath, Workspace};
use limn_journal::Tab;

impl Session {
    /// Current content. `whole`: including current undo histories.
    pub(super) fn now(self, whole: bool) -> StoredWork {
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
        StoredWork { files: workspace.files, note, original: workspace.original, pasts }
    }

    pub(super) fn note(self, workspace: &Workspace) -> Note {
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

    /// Undo histories of all files.
    pub(super) fn pasts(self) -> BTreeMap<FilePath, Arc<str>> {
        let (mut pasts, open) =
            self.hidden.with_value(|hidden| (hidden.storage.pasts.clone(), hidden.in_editor.clone()));
        if let Some(editor) = self.editor() {
            pasts
                .extend(open.into_iter().filter_map(|file| Some((file.clone(), editor.past(&file)?.into()))));
        }
        self.known.with_untracked(|known| pasts.retain(|file, _| known.workspace.files.contains_key(file)));
        pasts
    }

    /// Current files, including text that is not analyzed yet.
    pub(super) fn texts(self) -> Workspace {
        let mut workspace = self.known.with_untracked(|known| known.workspace.clone());
        self.typed(&mut workspace);
        workspace
    }

    /// Updates the list entry of the current work.
    pub(super) fn describe_shown(self, now: &StoredWork) {
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
