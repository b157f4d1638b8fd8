//! Rename files and folders: one undo step, with all references to them.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::Renamed;
use super::{Popup, Session};
use limn_analysis::{Change, Choices, NewNames};
use limn_files::{Content, FilePath, Workspace};
use limn_packages as csar;
use limn_text::TextEdit;

impl Session {
    /// Opens the rename dialog for the front file.
    pub fn open_rename_file(self) {
        match self.open.get_untracked() {
            Some(open) => self.open_popup(Popup::RenameFile(open.to_string())),
            None => self.notices.show_error("no file is open"),
        }
    }

    /// Renames a file, or a folder with its content (`from` ends in a slash), and updates references.
    pub fn rename_file(self, from: &str, to: &str) -> Result<(), String> {
        self.analyze_pending();
        let known = self.known.get_untracked();
        let names = known.analysis.new_names(from, to).map_err(|error| error.to_string())?;
        if names.is_empty() {
            return Ok(());
        }
        let mut edits = known.analysis.rename_files(&names).map_err(|error| error.to_string())?;
        for (file, after) in csar::renamed(&known.workspace, &names) {
            let Some(before) = known.workspace.text(&file) else { continue };
            edits.insert(file, TextEdit::between(before, &after));
        }
        check_entry_found(&known.workspace, &names, &edits)?;
        let followed = edits.len();
        let list = names.iter().map(|(from, to)| Renamed { from: from.clone(), to: to.clone() }).collect();
        if self.open.with_untracked(Option::is_none) {
            // Without an open text there is no history, and nothing refers to the file.
            self.renamed(list);
            self.analyze_pending();
        } else if !self.apply_named(Change { edits, focus: None }, Vec::new(), list) {
            return Err("the text editor rejected the change".to_owned());
        }
        let (from, to) = (from.trim_end_matches('/'), to.trim());
        self.notices.show(match followed {
            0 => format!("renamed `{from}` to `{to}`"),
            1 => format!("renamed `{from}` to `{to}`, and updated one file that refers to it"),
            many => format!("renamed `{from}` to `{to}`, and updated {many} files that refer to it"),
        });
        Ok(())
    }

    /// Handles file renames of the editor. Events before it belong to the same step and are analyzed together.
    pub(super) fn renamed(self, names: Vec<Renamed>) {
        self.hidden.update_value(|hidden| {
            for Renamed { from, to } in &names {
                if let Some(texts) = hidden.pending.texts.remove(from) {
                    hidden.pending.texts.insert(to.clone(), texts);
                }
                if hidden.in_editor.remove(from) {
                    hidden.in_editor.insert(to.clone());
                }
                if let Some(past) = hidden.storage.pasts.remove(from) {
                    hidden.storage.pasts.insert(to.clone(), past);
                }
            }
            hidden.pending.names.extend(names);
        });
        // Not inside the editor's own transaction.
        after(0, move || self.analyze_pending());
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
                let aside = super::files::free(&to, workspace);
                self.notices.show(format!("restored the name `{to}`; the newer file is now `{aside}`"));
                workspace.files.insert(aside, other);
            }
            workspace.files.insert(to.clone(), content);
            if workspace.entry.as_ref() == Some(&from) {
                workspace.entry = Some(to.clone());
            }
            if let Some(profile) = choices.profiles.remove(&from) {
                choices.profiles.insert(to.clone(), profile);
            }
            done.insert(from, to);
        }
        done
    }

    /// Moves view state to the new file names.
    pub(super) fn rename_view_state(self, names: &NewNames) {
        fn rekeyed<T>(map: &mut BTreeMap<FilePath, T>, names: &NewNames) {
            for (from, to) in names {
                if let Some(value) = map.remove(from) {
                    map.insert(to.clone(), value);
                }
            }
        }
        self.places.update(|places| rekeyed(places, names));
        self.views.rename(|map| rekeyed(map, names), |map| rekeyed(map, names));
        self.hidden.update_value(|hidden| {
            rekeyed(&mut hidden.cameras, names);
            rekeyed(&mut hidden.otherwise, names);
            for (from, to) in names {
                if hidden.arranged.remove(from) {
                    hidden.arranged.insert(to.clone());
                }
                if let Some((file, ..)) = hidden.copied.as_mut().filter(|copied| copied.0 == *from) {
                    file.clone_from(to);
                }
            }
        });
    }
}

/// Checks that the package still finds the same entry file, and that files found by name keep it.
fn check_entry_found(
    workspace: &Workspace,
    names: &NewNames,
    edits: &BTreeMap<FilePath, TextEdit>,
) -> Result<(), String> {
    let is_package = workspace.whole || workspace.original.is_some() || csar::is_project(workspace);
    if !is_package {
        return Ok(());
    }
    if let Some(fixed) = names.keys().find(|file| csar::is_fixed(file)) {
        return Err(format!("can't rename or move `{fixed}`: tools find it by its path"));
    }
    let mut after = workspace.clone();
    for (file, edit) in edits {
        let now = after.text(file).map(|text| edit.apply(text));
        after.files.extend(now.map(|now| (file.clone(), Content::Text(now.into()))));
    }
    let moved: Vec<_> =
        names.iter().filter_map(|(from, to)| Some((to.clone(), after.files.remove(from)?))).collect();
    after.files.extend(moved);
    let Some(was) = csar::entry(workspace).path else { return Ok(()) };
    let is = csar::entry(&after).path;
    if is.as_ref() == Some(names.get(&was).unwrap_or(&was)) {
        return Ok(());
    }
    Err(format!(
        "tools find the package's entry file `{was}` by its location only: set `Entry-Definitions` in `TOSCA-Metadata/TOSCA.meta` before \
         you move it"
    ))
}
