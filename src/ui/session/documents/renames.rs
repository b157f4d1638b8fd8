//! Renames of files: recorded from the editor, and carried out in the workspace by the next analysis.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::super::editor::Renamed;
use super::Documents;
use limn_analysis::{Choices, NewNames};
use limn_files::{FilePath, Workspace};

impl Documents {
    /// Records file renames of the editor. Edits recorded before belong to the same step and are analyzed together.
    pub(in super::super) fn record_renames(self, names: Vec<Renamed>) {
        self.hidden.update_value(|hidden| {
            for Renamed { from, to } in &names {
                if let Some(texts) = hidden.pending.texts.remove(from) {
                    hidden.pending.texts.insert(to.clone(), texts);
                }
                if hidden.in_editor.remove(from) {
                    hidden.in_editor.insert(to.clone());
                }
                if let Some(past) = hidden.pasts.remove(from) {
                    hidden.pasts.insert(to.clone(), past);
                }
            }
            hidden.pending.names.extend(names);
        });
    }

    /// Renames files in the workspace. Skips files that do not exist or already have the name.
    pub(super) fn rename_in_workspace(
        self,
        names: Vec<Renamed>,
        workspace: &mut Workspace,
        choices: &mut Choices,
    ) -> NewNames {
        let mut done = NewNames::new();
        for Renamed { from, to } in names {
            let Some(content) = workspace.files.remove(&from) else { continue };
            // Undo can restore a name that another file has taken since.
            if let Some(other) = workspace.files.remove(&to) {
                let free_name = free_path(&to, workspace);
                self.notices.show(format!("restored the name `{to}`; the newer file is now `{free_name}`"));
                workspace.files.insert(free_name.clone(), other);
                rename_choices(&to, &free_name, workspace, choices);
                done.insert(to.clone(), free_name);
            }
            workspace.files.insert(to.clone(), content);
            rename_choices(&from, &to, workspace, choices);
            done.insert(from, to);
        }
        self.hidden.update_value(|hidden| rename_keys(&mut hidden.opened, &done));
        done
    }
}

/// Moves what the user chose for a file to its new name.
fn rename_choices(from: &FilePath, to: &FilePath, workspace: &mut Workspace, choices: &mut Choices) {
    if workspace.entry.as_ref() == Some(from) {
        workspace.entry = Some(to.clone());
    }
    if let Some(profile) = choices.profiles.remove(from) {
        choices.profiles.insert(to.clone(), profile);
    }
    if let Some(shown) = choices.documents.remove(from) {
        choices.documents.insert(to.clone(), shown);
    }
}

/// An unused path like `path`: `name-2.yml` if `name.yml` is taken. Returns `path` itself if 2 to 9999 are taken.
pub(in super::super) fn free_path(path: &FilePath, workspace: &Workspace) -> FilePath {
    let text = path.as_str();
    let (stem, extension) = match text.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !extension.contains('/') => {
            (stem, format!(".{extension}"))
        }
        _ => (text, String::new()),
    };
    (2..10_000)
        .filter_map(|count| FilePath::new(&format!("{stem}-{count}{extension}")).ok())
        .find(|path| !workspace.files.contains_key(path))
        .unwrap_or_else(|| path.clone())
}

/// Moves the values of renamed files and of their documents to the new names.
pub(in super::super) fn rename_keys<T>(map: &mut BTreeMap<FilePath, T>, names: &NewNames) {
    let moved: Vec<(FilePath, FilePath)> =
        map.keys().filter_map(|key| Some((key.clone(), renamed_key(key, names)?))).collect();
    // Two documents can exchange their keys.
    let values: Vec<(FilePath, T)> =
        moved.into_iter().filter_map(|(from, to)| Some((to, map.remove(&from)?))).collect();
    map.extend(values);
}

/// The new key of a file, of one of its documents or of one of their saved views.
pub(in super::super) fn renamed_key(key: &FilePath, names: &NewNames) -> Option<FilePath> {
    if let Some(to) = names.get(key) {
        return Some(to.clone());
    }
    if let (document, view @ Some(_)) = key.view() {
        return renamed_key(&document, names).map(|to| to.of_view(view));
    }
    let (file, nth) = key.document();
    let to = names.get(&file).filter(|to| nth > 0 && to.document().1 == 0);
    to.map(|to| to.of_document(nth))
}
