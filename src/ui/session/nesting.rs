//! Extract elements into a nested document, and inline such a document: previewed, then applied as one undo step of the text. The new file goes and
//! comes back with the step.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::documents::CreatedFiles;
use super::{FileActions, Popup};
use limn_analysis::{Change, Extractable, NestingChange};
use limn_files::{Content, FilePath};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_text::TextEdit;

/// A planned extraction or inlining before it is applied.
#[derive(Clone)]
pub struct NestingPreview {
    /// The changed files: each with its text and the edit.
    pub files: BTreeMap<FilePath, (Arc<str>, TextEdit)>,
    pub created: Vec<(FilePath, String)>,
    focus: Option<Id>,
}

impl FileActions {
    /// Noun of what the selected elements can be extracted to: "nested assembly".
    pub fn extraction_of(self, ids: &[Id]) -> Option<&'static str> {
        let snapshot = self.0.flush_pending();
        snapshot.known.analysis.can_extract(snapshot.active_file.as_ref()?, ids)
    }

    /// Noun of the selected element, if it can be inlined.
    pub fn inlining_of(self, ids: &[Id]) -> Option<&'static str> {
        let ([id], snapshot) = (ids, self.0.flush_pending()) else { return None };
        snapshot.known.analysis.can_inline(snapshot.active_file.as_ref()?, id)
    }

    /// The selected nodes.
    pub fn selected_nodes(self) -> Vec<Id> {
        let scene = self.0.positions.base_scene();
        scene.with_untracked(|scene| {
            let selection = self.0.view.selection();
            selection
                .with_untracked(|ids| ids.iter().filter(|id| scene.card(id).is_some()).cloned().collect())
        })
    }

    pub fn open_extraction(self, ids: Vec<Id>) {
        if let Some(file) = self.0.flush_pending().active_file {
            self.0.navigation().open_popup(Popup::Extract { file, ids });
        }
    }

    pub fn open_inlining(self, id: Id) {
        if let Some(file) = self.0.flush_pending().active_file {
            self.0.navigation().open_popup(Popup::Inline { file, id });
        }
    }

    /// The elements with unused names for the new element and its file.
    pub fn extractable(self, file: &FilePath, ids: &[Id]) -> Option<Extractable> {
        self.0.flush_pending().known.analysis.extractable(file, ids)
    }

    /// The name of the new file for a name of the element.
    pub fn file_for_extraction(self, file: &FilePath, name: &str) -> Option<FilePath> {
        self.0.flush_pending().known.analysis.file_for_extraction(file, name)
    }

    pub fn preview_extraction(
        self,
        file: &FilePath,
        ids: &[Id],
        name: &str,
        to: &str,
    ) -> Result<NestingPreview, String> {
        let known = self.0.flush_pending().known;
        let to = FilePath::new(to.trim()).map_err(|error| error.to_string())?;
        self.preview(known.analysis.extract(file, ids, name.trim(), &to))
    }

    pub fn preview_inlining(self, file: &FilePath, id: &Id) -> Result<NestingPreview, String> {
        let known = self.0.flush_pending().known;
        self.preview(known.analysis.inline_nested(file, id))
    }

    fn preview(self, planned: Result<NestingChange, EditError>) -> Result<NestingPreview, String> {
        let NestingChange { change, created } = planned.map_err(|error| error.to_string())?;
        let text = |file: &FilePath| self.0.documents.text(file);
        let files = change.edits.into_iter().filter_map(|(file, edit)| {
            let before = text(&file)?;
            Some((file, (before, edit)))
        });
        Ok(NestingPreview { files: files.collect(), created, focus: change.focus })
    }

    /// Applies a preview, unless a text has changed since.
    pub fn apply_nesting(self, preview: &NestingPreview, done: &str) -> Result<(), String> {
        let known = self.0.flush_pending().known;
        let is_current = |(file, (before, _)): (&FilePath, &(Arc<str>, TextEdit))| {
            self.0.documents.text(file).as_ref() == Some(before)
        };
        if !preview.files.iter().all(is_current) {
            return Err("a file has changed: start again".to_owned());
        }
        if let Some((file, _)) =
            preview.created.iter().find(|(file, _)| known.workspace.files.contains_key(file))
        {
            return Err(format!("`{file}` now exists: choose another name"));
        }
        if !preview.created.is_empty() {
            let mut workspace = known.workspace.clone();
            let created = preview.created.iter();
            workspace
                .files
                .extend(created.map(|(file, text)| (file.clone(), Content::Text(text.as_str().into()))));
            self.set_workspace(workspace);
        }
        let edits = preview.files.iter().map(|(file, (_, edit))| (file.clone(), edit.clone())).collect();
        if !self.0.edits().apply(Change { edits, focus: preview.focus.clone() }, Vec::new()) {
            self.set_workspace(known.workspace);
            return Err("the text editor rejected the change".to_owned());
        }
        if let Some((changed, (before, edit))) =
            preview.files.iter().next().filter(|_| !preview.created.is_empty())
        {
            let created = preview.created.iter();
            self.0.documents.note_created(CreatedFiles {
                files: created.map(|(file, text)| (file.clone(), text.as_str().into())).collect(),
                changed: (changed.clone(), Arc::clone(before), edit.apply(before).into()),
                is_removed: false,
            });
        }
        self.0.edits().offer_undo(done.to_owned());
        Ok(())
    }

    /// After undo or redo: a file that an undone step had created is removed, unless it was edited since; that of a redone step comes back.
    pub(super) fn follow_created_files(self) {
        let mut workspace = self.0.flush_pending().known.workspace;
        let (mut removed, mut changes) = (Vec::new(), false);
        self.0.documents.update_created(
            |CreatedFiles { files, changed: (other, before, after), is_removed }| {
                let now = workspace.text(other).cloned();
                // A file that someone else removed or renamed does not come back.
                let comes_back = *is_removed && now.as_ref() == Some(after);
                for (file, text) in &*files {
                    let own = workspace.files.get(file).and_then(Content::as_text).cloned();
                    if now.as_ref() == Some(before) && own.as_ref() == Some(text) {
                        workspace.files.remove(file);
                        removed.push(file.clone());
                        *is_removed = true;
                        changes = true;
                    } else if comes_back && !workspace.files.contains_key(file) {
                        workspace.files.insert(file.clone(), Content::Text(Arc::clone(text)));
                        changes = true;
                    }
                }
                if comes_back {
                    *is_removed = false;
                }
            },
        );
        if changes {
            self.set_workspace(workspace);
        }
        for file in removed {
            self.0.documents.close_in_editor(&file);
        }
    }
}
