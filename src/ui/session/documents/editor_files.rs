//! Files in the text editor: opens them with their undo history when they are first needed, and closes them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::after;
use super::super::super::editor::Editor;
use super::Documents;
use limn_files::{FilePath, Workspace};

/// Marks a step over several files in a saved history: see past.js.
const SHARED: &str = "\"kind\":\"step\"";

impl Documents {
    /// Connects the editor, once it is mounted.
    pub(in super::super) fn attach(self, editor: Editor) {
        self.hidden.update_value(|hidden| hidden.editor = Some(editor));
        if let Some(active_file) = self.active_file().get_untracked() {
            self.show_in_editor(&active_file);
        }
    }

    /// The editor, with the active file in it.
    pub(in super::super) fn editor(self) -> Option<Editor> {
        self.show_waiting();
        self.mounted_editor()
    }

    /// The editor, which may be about to show another file.
    pub(in super::super) fn mounted_editor(self) -> Option<Editor> {
        self.hidden.with_value(|hidden| hidden.editor.clone())
    }

    /// Shows the active file in the editor after the diagram is drawn, because the diagram is more important; earlier if anything needs the editor.
    pub(in super::super) fn show_in_editor_soon(self, file: &FilePath) {
        let was_waiting = self.hidden.try_update_value(|hidden| hidden.to_show.replace(file.clone()));
        if was_waiting == Some(None) {
            request_animation_frame(move || {
                after(0, move || self.show_waiting());
            });
        }
    }

    fn show_waiting(self) {
        let waiting = self.hidden.try_update_value(|hidden| hidden.to_show.take()).flatten();
        // The work may have been replaced meanwhile.
        let is_active = |file: &FilePath| {
            self.active_file().with_untracked(|active_file| active_file.as_ref() == Some(file))
        };
        if let Some(file) = waiting.filter(is_active) {
            self.show_in_editor(&file);
        }
    }

    /// Returns true if the editor is about to show the active file.
    pub(super) fn is_editor_behind(self) -> bool {
        self.hidden.with_value(|hidden| hidden.to_show.is_some())
    }

    pub(in super::super) fn set_undo_state(self, undo: bool, redo: bool) {
        self.undo_state.set((undo, redo));
    }

    /// Offers undo and redo if they are those of the application that embeds the page.
    pub(in super::super) fn show_host_undo(self, is_hosts: bool) {
        if is_hosts {
            self.undo_state.set((true, true));
        }
    }

    /// Opens the file in the editor, if it is not open there yet.
    pub(in super::super) fn open_in_editor(self, file: &FilePath) {
        let Some(editor) = self.mounted_editor() else { return };
        let is_new =
            self.hidden.try_update_value(|hidden| hidden.in_editor.insert(file.clone())) == Some(true);
        if is_new && let Some(text) = self.text(file) {
            let past = self.hidden.try_update_value(|hidden| hidden.pasts.remove(file)).flatten();
            editor.open(file, text, past.as_deref());
            // A step over several files is undone in all of them, so all files that have one are opened together.
            if past.is_some_and(|past| past.contains(SHARED)) {
                for other in self.hidden.with_value(|hidden| sharing(&hidden.pasts)) {
                    self.open_in_editor(&other);
                }
            }
        }
    }

    fn show_in_editor(self, file: &FilePath) {
        let Some(editor) = self.mounted_editor() else { return };
        self.open_in_editor(file);
        editor.show(file);
        self.mark_problems();
    }

    pub(in super::super) fn close_in_editor(self, file: &FilePath) {
        let was_open = self.hidden.try_update_value(|hidden| {
            hidden.to_show.take_if(|waiting| waiting == file);
            hidden.pending.texts.remove(file);
            hidden.in_editor.remove(file)
        });
        if let (Some(true), Some(editor)) = (was_open, self.mounted_editor()) {
            editor.close(file);
        }
        self.hidden.update_value(|hidden| drop(hidden.pasts.remove(file)));
    }

    /// Closes all files in the editor.
    pub(in super::super) fn close_all_in_editor(self) {
        for file in self.in_editor() {
            self.close_in_editor(&file);
        }
    }

    fn in_editor(self) -> BTreeSet<FilePath> {
        self.hidden.with_value(|hidden| hidden.in_editor.clone())
    }

    /// Replaces the editor's texts by those of another version of the work, with their undo histories.
    pub(in super::super) fn exchange_in_editor(
        self,
        workspace: &Workspace,
        before: &Workspace,
        pasts: &BTreeMap<FilePath, Arc<str>>,
    ) {
        for file in self.in_editor() {
            match workspace.text(&file) {
                None => self.close_in_editor(&file),
                Some(text) if before.text(&file) != Some(text) => {
                    if let Some(editor) = self.mounted_editor() {
                        editor.exchange(&file, Arc::clone(text), pasts.get(&file).map(AsRef::as_ref));
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// Sets the undo histories that the editor gets with files it has not opened yet.
    pub(in super::super) fn set_pasts(self, pasts: BTreeMap<FilePath, Arc<str>>) {
        self.hidden.update_value(|hidden| {
            hidden.pasts = pasts;
            hidden.pasts.retain(|file, _| !hidden.in_editor.contains(file));
        });
    }

    /// Undo histories of all files.
    pub(in super::super) fn pasts(self) -> BTreeMap<FilePath, Arc<str>> {
        let mut pasts = self.hidden.with_value(|hidden| hidden.pasts.clone());
        let open = self.in_editor();
        if let Some(editor) = self.mounted_editor() {
            pasts
                .extend(open.into_iter().filter_map(|file| Some((file.clone(), editor.past(&file)?.into()))));
        }
        self.known().with_untracked(|known| pasts.retain(|file, _| known.workspace.files.contains_key(file)));
        pasts
    }
}

/// Files whose histories contain a step over several files.
fn sharing(pasts: &BTreeMap<FilePath, Arc<str>>) -> Vec<FilePath> {
    pasts.iter().filter(|(_, past)| past.contains(SHARED)).map(|(file, _)| file.clone()).collect()
}
