//! Rename files and folders: one undo step, with all references to them.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::editor::Renamed;
use super::{FileActions, Popup};
use limn_analysis::{Change, NewNames};
use limn_files::{Content, FilePath, Workspace};
use limn_packages as packages;
use limn_text::TextEdit;

impl FileActions {
    /// Opens the rename dialog for the active file.
    pub fn open_rename_file(self) {
        match self.0.documents.active_file().get_untracked() {
            Some(open) => self.0.navigation().open_popup(Popup::RenameFile(open.to_string())),
            None => self.0.notices.show_error("no file is open"),
        }
    }

    /// Renames a file, or a folder with its content (`from` ends in a slash), and updates references.
    pub fn rename_file(self, from: &str, to: &str) -> Result<(), String> {
        if self.0.works().is_embedded() {
            return Err("files are renamed in the application that contains this page".to_owned());
        }
        let known = self.0.flush_pending().known;
        let names = known.analysis.new_names(from, to).map_err(|error| error.to_string())?;
        if names.is_empty() {
            return Ok(());
        }
        let mut edits = known.analysis.rename_files(&names).map_err(|error| error.to_string())?;
        for (file, after) in packages::renamed(&known.workspace, &names) {
            let Some(before) = known.workspace.text(&file) else { continue };
            edits.insert(file, TextEdit::between(before, &after));
        }
        check_entry_found(&known.workspace, &names, &edits)?;
        let followed = edits.len();
        let list = names.iter().map(|(from, to)| Renamed { from: from.clone(), to: to.clone() }).collect();
        if self.0.documents.active_file().with_untracked(Option::is_none) {
            // Without an open text there is no history, and nothing refers to the file.
            self.0.text_editing().renamed(list);
            self.0.flush_pending();
        } else if !self.0.edits().apply_named(Change { edits, focus: None }, Vec::new(), list) {
            return Err("the text editor rejected the change".to_owned());
        }
        let (from, to) = (from.trim_end_matches('/'), to.trim());
        self.0.notices.show(match followed {
            0 => format!("renamed `{from}` to `{to}`"),
            1 => format!("renamed `{from}` to `{to}`, and updated one file that refers to it"),
            many => format!("renamed `{from}` to `{to}`, and updated {many} files that refer to it"),
        });
        Ok(())
    }
}

/// Checks that the package still finds the same entry file, and that files found by name keep it.
fn check_entry_found(
    workspace: &Workspace,
    names: &NewNames,
    edits: &BTreeMap<FilePath, TextEdit>,
) -> Result<(), String> {
    let is_package = workspace.whole || workspace.original.is_some() || packages::is_project(workspace);
    if !is_package {
        return Ok(());
    }
    if let Some(fixed) = names.keys().find(|file| packages::is_fixed(file)) {
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
    let Some(was) = packages::entry(workspace).path else { return Ok(()) };
    let is = packages::entry(&after).path;
    if is.as_ref() == Some(names.get(&was).unwrap_or(&was)) {
        return Ok(());
    }
    Err(format!(
        "can't rename or move: tools would no longer find the package's entry file `{was}`; set `Entry-Definitions` in \
         `TOSCA-Metadata/TOSCA.meta` first"
    ))
}
