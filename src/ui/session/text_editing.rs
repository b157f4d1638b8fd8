//! Events of the text editor: records what the editor changed, and does what is due after a pause.

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::{self, Editor, Origin, PositionChange, Renamed};
use super::documents::{CaretItem, Due};
use super::{Session, SessionSnapshot};
use limn_analysis::incremental::ElementAtCaret;
use limn_files::FilePath;
use limn_text::{Bias, TextEdit};

/// Actions by the text editor.
#[derive(Clone, Copy)]
pub struct TextEditing(pub(super) &'static Session);

impl TextEditing {
    /// Connects the editor, once it is mounted.
    pub fn attach(self, editor: Editor) {
        let look = self.0.view.text_look().get_untracked();
        editor.set_wrap(look.wraps);
        editor.set_hints(look.hints);
        editor.set_colors(look.colors);
        self.0.documents.attach(editor);
    }

    /// Shows long lines whole, on several rows, or cut at the edge of the pane.
    pub fn toggle_wrap(self) {
        let wrap = self.0.view.toggle_wrap();
        if let Some(editor) = self.0.documents.editor() {
            editor.set_wrap(wrap);
        }
        self.0.notices.announce(if wrap { "long lines wrapped" } else { "long lines not wrapped" });
    }

    /// Shows or hides hints and reference counts in the text.
    pub fn toggle_hints(self) {
        let hints = self.0.view.toggle_hints();
        if let Some(editor) = self.0.documents.editor() {
            editor.set_hints(hints);
        }
        self.0.notices.announce(if hints { "hints shown" } else { "hints hidden" });
    }

    /// Shows names in the colors of what they name, or as other text.
    pub fn toggle_colors(self) {
        let colors = self.0.view.toggle_colors();
        if let Some(editor) = self.0.documents.editor() {
            editor.set_colors(colors);
        }
        self.0.notices.announce(if colors { "name colors shown" } else { "name colors hidden" });
    }

    /// Starts the analysis worker. Called once, at startup.
    pub fn start_worker_client(self) {
        self.0.documents.start_worker_client();
    }

    /// Handles an event of the editor.
    pub fn on_editor_event(self, event: editor::EditorEvent) {
        match event {
            editor::EditorEvent::Changed { file, edit, text, moves, origin } => {
                if !moves.is_empty() {
                    self.0.positions.move_pins(&file, &moves);
                    self.0.works().schedule_save();
                }
                if matches!(origin, Origin::Undone | Origin::Redone) {
                    self.show_traveled(&file, &edit, &moves);
                }
                if !edit.is_empty() {
                    self.0.documents.record_edit(&file, edit, &text);
                    self.0.works().note_for_crash(&file, &text);
                    self.0.works().schedule_text_save();
                }
                self.0.documents.analyze_later(origin == Origin::Typed);
                if matches!(origin, Origin::Undone | Origin::Redone) && self.0.documents.has_created() {
                    // Not inside the editor's own transaction.
                    after(0, move || self.0.file_actions().follow_created_files());
                }
            }
            editor::EditorEvent::Selected { file, head, .. } => {
                if self
                    .0
                    .documents
                    .active_file()
                    .with_untracked(|active_file| active_file.as_ref() == Some(&file))
                {
                    self.0.documents.record_caret(head);
                }
            }
            editor::EditorEvent::History { undo, redo } => {
                let is_hosts = self.0.works().owns_undo();
                self.0.documents.set_undo_state(undo || is_hosts, redo || is_hosts);
            }
            editor::EditorEvent::Fix { file, problem, fix } => self.0.edits().fix(&file, problem, fix),
            editor::EditorEvent::Command { file, command, at } => self.text_command(&file, command, at),
            editor::EditorEvent::Refactor { file, at, title } => self.refactor(&file, at, &title),
            editor::EditorEvent::Focus(_) => {}
            editor::EditorEvent::Renamed(names) => self.renamed(names),
        }
    }

    /// Shows the document of the active file that undo or redo changed.
    fn show_traveled(self, file: &FilePath, edit: &TextEdit, moves: &[PositionChange]) {
        let place = edit.indels().first().map(|first| edit.map(first.delete.start, Bias::Before));
        let moved = moves.first().map(|pin| pin.document);
        // A step that only moves boxes is seen in the view in which they moved.
        let view = moves.first().filter(|_| place.is_none()).map(|pin| pin.view);
        let file = file.clone();
        // Not inside the editor's own transaction.
        after(0, move || {
            let SessionSnapshot { active_file, known, .. } = self.0.flush_pending();
            if active_file.as_ref() == Some(&file) {
                let changed = place.and_then(|place| known.analysis.document_at(&file, place));
                if let Some(document) = changed.map(|checked| checked.nth()).or(moved) {
                    self.0.navigation().activate_document(document);
                }
                if let Some(view) = view {
                    self.0.navigation().show_view_if_there(view);
                }
            }
        });
    }

    /// Handles file renames of the editor.
    pub(super) fn renamed(self, names: Vec<Renamed>) {
        self.0.documents.record_renames(names);
        // Not inside the editor's own transaction.
        after(0, move || drop(self.0.flush_pending()));
    }

    /// Does what is due after a pause or a reply of the worker: analyzes, and selects the item at the caret.
    pub(super) fn run_due(self, due: Due) {
        if due.analysis {
            self.0.flush_text();
        }
        match due.caret {
            Some(CaretItem::Reported(ElementAtCaret(id), document)) => {
                if let Some(document) = document {
                    self.0.navigation().show_document_at_caret(document);
                }
                self.0.navigation().select_under_caret(id);
            }
            Some(CaretItem::Offset(offset)) => self.0.navigation().select_at(offset),
            None => {}
        }
    }
}
