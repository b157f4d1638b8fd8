//! Files and folders get other names and places: one step of history, with all that names them.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::Renamed;
use super::{Asking, Session};
use crate::analysis::{Change, Choices, NewNames};
use crate::csar;
use crate::files::{Content, FilePath, Workspace};
use crate::text::TextEdit;

impl Session {
    /// Asks for another path of the file in front.
    pub fn ask_rename_file(self) {
        match self.open.get_untracked() {
            Some(open) => self.ask(Asking::RenameFile(open.to_string())),
            None => self.refuse("nothing is open to rename"),
        }
    }

    /// Gives a file, or a folder with all that is in it (`from` ends in a slash), another path. What names the files names them so from then on.
    pub fn rename_file(self, from: &str, to: &str) -> Result<(), String> {
        self.settle();
        let known = self.known.get_untracked();
        let names = known.analysis.new_names(from, to).map_err(|error| error.to_string())?;
        if names.is_empty() {
            return Ok(());
        }
        let mut edits = known.analysis.follow(&names).map_err(|error| error.to_string())?;
        for (file, after) in csar::renamed(&known.workspace, &names) {
            let Some(before) = known.workspace.text(&file) else { continue };
            edits.insert(file, TextEdit::between(before, &after));
        }
        still_found(&known.workspace, &names, &edits)?;
        let followed = edits.len();
        let list = names.iter().map(|(from, to)| Renamed { from: from.clone(), to: to.clone() }).collect();
        if self.open.with_untracked(Option::is_none) {
            // No text to have a history: nothing names anything either.
            self.renamed(list);
            self.settle();
        } else if !self.apply_named(Change { edits, focus: None }, Vec::new(), list) {
            return Err("the text editor did not take it".to_owned());
        }
        let (from, to) = (from.trim_end_matches('/'), to.trim());
        self.notice(match followed {
            0 => format!("`{from}` is `{to}` now"),
            1 => format!("`{from}` is `{to}` now, and one file that names it was changed with it"),
            many => format!("`{from}` is `{to}` now, and {many} files that name it were changed with it"),
        });
        Ok(())
    }

    /// The editor calls files otherwise. What it told before is of the same step, and all of it is looked at together.
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
        // Not in the midst of the editor's own transaction.
        after(0, move || self.settle());
    }

    /// Gives files their new names in what is known of them; those that were not there, or have the name already, are left out.
    pub(super) fn refile(
        self,
        names: Vec<Renamed>,
        workspace: &mut Workspace,
        choices: &mut Choices,
    ) -> NewNames {
        let mut done = NewNames::new();
        for Renamed { from, to } in names {
            let Some(content) = workspace.files.remove(&from) else { continue };
            // An undo brings a name back that something else has got meanwhile.
            if let Some(other) = workspace.files.remove(&to) {
                let aside = super::files::free(&to, workspace);
                self.notice(format!("`{to}` has its name back; what was called so meanwhile is `{aside}`"));
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

    /// What is remembered of files goes with them.
    pub(super) fn carry_files(self, names: &NewNames) {
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

/// Whether a package says of the same file as before that it is about it, and tools find what they look for by name.
fn still_found(
    workspace: &Workspace,
    names: &NewNames,
    edits: &BTreeMap<FilePath, TextEdit>,
) -> Result<(), String> {
    let is_package = workspace.whole || workspace.original.is_some() || csar::is_project(workspace);
    if !is_package {
        return Ok(());
    }
    if let Some(fixed) = names.keys().find(|file| csar::is_fixed(file)) {
        return Err(format!("`{fixed}` is found by its name and place, and has to keep both"));
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
        "the package is about `{was}`, which nothing names: it is found by where it stands, and would not be found then. Name it in \
         `Entry-Definitions` of `TOSCA-Metadata/TOSCA.meta` first"
    ))
}
