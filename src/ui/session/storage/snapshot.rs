//! Snapshot: the current content of the work, and its entry in the list of recent work.

use leptos::prelude::*;

use super::super::super::browser::storage::StoredWork;
use super::Works;
use super::metadata::WorkMetadata;
use limn_canvas::Thumbnail;
use limn_files::{FilePath, Workspace};
use limn_journal::Tab;

impl Works {
    /// Current content. `whole`: including current undo histories.
    pub(super) fn now(self, whole: bool) -> StoredWork {
        let (latest, is_noted) = self.0.storage.hidden.with_value(|hidden| {
            let latest = hidden.tab.as_ref().and_then(Tab::latest);
            (latest.map(|kept| (kept.note.clone(), kept.pasts.clone())), hidden.is_noted)
        });
        let workspace = self.0.documents.texts();
        let (note, pasts) = match latest {
            Some((note, pasts)) if !whole => {
                (if is_noted { self.note(&workspace).write() } else { note }, pasts)
            }
            _ => (self.note(&workspace).write(), self.0.documents.pasts()),
        };
        let opened = self.0.documents.opened_texts(&workspace);
        StoredWork { files: workspace.files, note, original: workspace.original, pasts, opened }
    }

    pub(super) fn note(self, workspace: &Workspace) -> WorkMetadata {
        let open = self.0.documents.active_file().get_untracked();
        let cameras = self.0.view.cameras(self.0.positions.key().as_ref());
        let places = self.0.positions.places().get_untracked();
        let choices = self.0.documents.known().with_untracked(|known| known.choices.clone());
        let is_there = |key: &FilePath| workspace.files.contains_key(&key.document().0);
        WorkMetadata {
            entry: workspace.entry.clone(),
            open,
            profiles: choices.profiles,
            documents: choices.documents,
            places: places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect(),
            pinned: self.0.positions.pinned(),
            bends: self.0.positions.bends(),
            selection: self.0.view.selection().get_untracked(),
            draft: self.0.documents.draft(),
            whole: workspace.whole,
            arranged: self.0.positions.arranged(),
            layers: self.0.positions.layers(),
            collapsed: self.0.positions.all_collapsed(),
            saved_views: WorkMetadata::text_of_views(self.0.positions.all_saved_views()),
            chosen_views: self.0.positions.chosen_saved_views(),
            views: self.0.view.stored_views(is_there),
            cameras: cameras.into_iter().filter(|(file, _)| is_there(file)).collect(),
        }
    }

    /// Updates the list entry of the current work.
    pub(super) fn describe_shown(self, now: &StoredWork) {
        let picture = self
            .0
            .positions
            .base_scene()
            .try_with_untracked(|scene| Thumbnail::of(scene))
            .unwrap_or_default();
        let (title, languages) = self.0.documents.known().with_untracked(|known| {
            let entry = known.workspace.entry.clone().or_else(|| now.files.keys().next().cloned());
            let mut languages: Vec<String> = Vec::new();
            for file in now.files.keys() {
                let Some(checked) = known.analysis.file(file) else { continue };
                let language = checked.language();
                let label = language.dialect_label.to_owned();
                if language.dialect.is_some() && !languages.contains(&label) {
                    languages.push(label);
                }
            }
            (entry.map(|entry| entry.name().to_owned()).unwrap_or_default(), languages)
        });
        self.0.storage.hidden.update_value(|hidden| {
            let about = &mut hidden.about;
            (about.title, about.languages, about.files) = (title, languages, now.files.len());
            if !picture.is_empty() {
                about.picture = picture;
            }
        });
    }
}
