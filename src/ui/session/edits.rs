//! Edits: turns gestures, form input and fixes into text changes, each applied as one editor transaction. Also maps between text positions and
//! boxes.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::editor::{Editor, Gesture, Pin, Renamed, Reveal};
use super::{Current, Problem, Session};
use limn_analysis::Change;
use limn_canvas::Event;
use limn_files::FilePath;
use limn_language::edit::{Edit, Place};
use limn_language::graph::Id;
use limn_layout as layout;
use limn_text::TextRange;

/// Marks a step over several files in a saved history: see past.js.
const SHARED: &str = "\"kind\":\"step\"";

impl Session {
    /// Connects the editor, once it is mounted.
    pub fn attach(self, editor: Editor) {
        self.hidden.update_value(|hidden| hidden.editor = Some(editor));
        if let Some(open) = self.open.get_untracked() {
            self.editor_shows(&open);
        }
    }

    /// Applies an edit to the front file, or shows why it can't be applied.
    pub fn edit(self, edit: &Edit) -> bool {
        match self.try_edit(edit) {
            Ok(()) => true,
            Err(why) => {
                self.notices.show_error(why);
                false
            }
        }
    }

    /// Applies an edit; the caller reports an error next to its control.
    pub fn try_edit(self, edit: &Edit) -> Result<(), String> {
        self.analyze_pending();
        let Some(file) = self.open.get_untracked() else { return Err("no file is open".to_owned()) };
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, edit));
        let change = planned.map_err(|error| error.to_string())?;
        let pin = match (edit, &change.focus) {
            (Edit::Add { place: Some(place), .. }, Some(id)) => {
                vec![Pin { id: id.clone(), from: None, to: Some(*place) }]
            }
            _ => Vec::new(),
        };
        let before = self.drawn.get_untracked().graph;
        if self.apply(change, pin) {
            match edit {
                Edit::Remove { ids } => self.offer_undo_of_removal(ids, &before),
                Edit::Connect { .. } => self.offer_undo_of_reconnect(&before),
                _ => {}
            }
        }
        Ok(())
    }

    /// Applies a fix of a problem. If a safe fix would break something, asks before applying it.
    pub fn fix(self, file: &FilePath, problem: usize, fix: usize) {
        self.analyze_pending();
        let Some(problem) = self.current_index(file, problem) else {
            return self.notices.show_error("this problem no longer exists");
        };
        let planned = self.known.with_untracked(|known| known.analysis.fix(file, problem, fix));
        let change = match planned {
            Ok(change) => change,
            Err(error) => return self.notices.show_error(error.to_string()),
        };
        let verified =
            self.known.with_untracked(|known| known.analysis.verify_fix(file, problem, fix, &change));
        let Err(objection) = verified else { return self.apply_fix(file, change) };
        let file = file.clone();
        let text = {
            let file = file.clone();
            move |session: Session| session.known.with_untracked(|known| known.workspace.text(&file).cloned())
        };
        let before = text(self);
        self.notices.show_with_action(format!("Fix not applied: {objection}"), "Apply anyway", move || {
            self.analyze_pending();
            if text(self) == before {
                self.apply_fix(&file, change.clone());
            } else {
                self.notices.show_error("the file has changed since: choose the fix again");
            }
        });
    }

    fn apply_fix(self, file: &FilePath, change: Change) {
        self.open_file_at(file);
        if self.apply(change, Vec::new()) {
            self.notices.announce("fixed");
        }
    }

    /// Applies a change as one undo step.
    pub(super) fn apply(self, change: Change, moves: Vec<Pin>) -> bool {
        self.apply_named(change, moves, Vec::new())
    }

    /// Applies a change as one undo step, together with file renames.
    pub(super) fn apply_named(self, change: Change, moves: Vec<Pin>, names: Vec<Renamed>) -> bool {
        let (Some(file), Some(editor)) = (self.open.get_untracked(), self.editor()) else { return false };
        for file in change.edits.keys() {
            self.editor_has(file);
        }
        let gesture = Gesture { edits: change.edits, moves, names, caret: None, flash: true };
        if gesture.edits.is_empty() && gesture.moves.is_empty() && gesture.names.is_empty() {
            return true;
        }
        let seen = self.sees_all();
        if let Err(error) = editor.apply(&file, &gesture) {
            self.notices.show_error(error.to_string());
            return false;
        }
        self.analyze_pending();
        match change.focus {
            Some(focus) => {
                self.reveal(&focus);
                if seen {
                    self.keep_all_visible();
                }
            }
            None => self.prune(),
        }
        true
    }

    /// Deselects what no longer exists. Items that have a form but no box, such as artifacts, exist as long as the text has them.
    pub(super) fn prune(self) {
        let scene = self.scene.get_untracked();
        let checked = self.checked.get_untracked();
        let written = |id: &Id| checked.as_ref().is_some_and(|checked| checked.0.range_of(id).is_some());
        let there = |id: &Id| scene.name(id).is_some() || written(id);
        if self.selection.with_untracked(|selection| !selection.iter().all(there)) {
            self.selection.update(|selection| selection.retain(there));
        }
    }

    /// Moves boxes: as pins, and in the document itself where it stores places.
    pub(super) fn move_boxes(self, places: Vec<(Id, Place)>) {
        self.analyze_pending();
        let Some(file) = self.open.get_untracked() else { return };
        let moves = self.pins(&file, &places);
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, &Edit::Place { places }));
        let edits = planned.map(|change| change.edits).unwrap_or_default();
        self.apply(Change { edits, focus: None }, moves);
    }

    /// Moves boxes that leave their host or change groups: one undo step. If the edits are not possible, the boxes only move.
    pub(super) fn put(self, edits: &[Edit], places: Vec<(Id, Place)>) {
        self.analyze_pending();
        let Some(file) = self.open.get_untracked() else { return };
        let planned = self.known.with_untracked(|known| known.analysis.plan_all(&file, edits));
        match planned {
            Ok(change) => {
                if self.apply(Change { focus: None, ..change }, self.pins(&file, &places)) {
                    self.offer_undo_of_move(edits);
                }
            }
            Err(error) => {
                // A box that can't leave its host stays in it.
                if !edits.iter().any(|edit| matches!(edit, Edit::Disconnect { .. })) {
                    self.move_boxes(places);
                }
                self.notices.show_error(error.to_string());
            }
        }
    }

    /// Undo records of moved boxes.
    fn pins(self, file: &FilePath, places: &[(Id, Place)]) -> Vec<Pin> {
        self.places.with_untracked(|known| {
            let known = known.get(file);
            let pin = |(id, to): &(Id, Place)| {
                let from = known.and_then(|known| known.get(id)).copied();
                Pin { id: id.clone(), from, to: Some(*to) }
            };
            places.iter().map(pin).filter(|pin| pin.from != pin.to).collect()
        })
    }

    /// Arranges everything automatically; with several nodes selected, only those.
    pub fn tidy(self) {
        self.analyze_pending();
        let scene = self.scene.get_untracked();
        let drawn = self.drawn.get_untracked();
        let selection = self.selection.get_untracked();
        let chosen: Vec<&Id> =
            scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id)).collect();
        let kept = if chosen.len() > 1 {
            let still = scene.cards.iter().filter(|card| !selection.contains(&card.id));
            still.map(|card| (card.id.clone(), (card.at.x, card.at.y))).collect()
        } else {
            BTreeMap::new()
        };
        let fresh = layout::layout(&drawn.graph, &kept);
        // Hosted nodes move with their host.
        let places = fresh.boxes.into_iter().filter(|(id, rect)| kept.get(id) != Some(&(rect.x, rect.y)));
        self.move_boxes(places.map(|(id, rect)| (id, Place { x: rect.x, y: rect.y })).collect());
        self.fit();
    }

    pub fn undo(self) {
        self.travel("nothing to undo", "undone", Editor::undo);
    }

    pub fn redo(self) {
        self.travel("nothing to redo", "redone", Editor::redo);
    }

    fn travel(self, nothing: &'static str, done: &'static str, go: impl FnOnce(&Editor) -> bool) {
        self.on_canvas_event(Event::Cancel);
        let Some(editor) = self.editor() else { return };
        let went = go(&editor);
        self.analyze_pending();
        // The notice's Undo button no longer applies.
        self.notices.withdraw(super::undo_notice::UNDO);
        self.prune();
        self.notices.announce(if went { done } else { nothing });
    }

    /// Shows a problem's box and its place in the text.
    pub fn go_to(self, problem: &Problem) {
        self.open_file_at(&problem.file);
        if let Some(id) = &problem.about {
            let rect = self.scene.with_untracked(|scene| scene.rect(id));
            if let Some(rect) = rect {
                self.set_camera(self.camera.get_untracked().showing(rect, self.viewport.get_untracked()));
            }
            self.stop_following_caret();
            self.selection.set(BTreeSet::from([id.clone()]));
        }
        if let Some(range) = self.range_of(problem) {
            self.point(range, false);
        }
    }

    /// Moves the caret to a place in the text.
    pub fn jump_to(self, file: &FilePath, range: TextRange) {
        self.open_file_at(file);
        self.show_pane(super::super::panes::Pane::Source);
        self.point(range, true);
    }

    fn point(self, range: TextRange, focus: bool) {
        if let (Some(editor), Some(file)) = (self.editor(), self.open.get_untracked()) {
            editor.select(&file, range, Reveal { focus, scroll: true });
        }
    }

    /// Reveals the selected item in the text.
    pub(super) fn reveal_in_text(self, id: &Id) {
        self.analyze_pending();
        let Some(Current(checked)) = self.checked.get_untracked() else { return };
        if let Some((key, _)) = checked.range_of(id).filter(|_| !id.0.is_empty()) {
            self.point(key, false);
        }
    }

    pub(super) fn editor(self) -> Option<Editor> {
        self.hidden.with_value(|hidden| hidden.editor.clone())
    }

    /// Opens the file in the editor, if it is not open there yet.
    fn editor_has(self, file: &FilePath) {
        let Some(editor) = self.editor() else { return };
        let new = self.hidden.try_update_value(|hidden| hidden.in_editor.insert(file.clone())) == Some(true);
        if new && let Some(text) = self.known.with_untracked(|known| known.workspace.text(file).cloned()) {
            let past = self.hidden.try_update_value(|hidden| hidden.storage.pasts.remove(file)).flatten();
            editor.open(file, text, past.as_deref());
            // A step over several files is undone in all of them, so all files that have one are opened together.
            if past.is_some_and(|past| past.contains(SHARED)) {
                for other in self.hidden.with_value(|hidden| hidden.storage.sharing(SHARED)) {
                    self.editor_has(&other);
                }
            }
        }
    }

    pub(super) fn editor_shows(self, file: &FilePath) {
        let Some(editor) = self.editor() else { return };
        self.editor_has(file);
        editor.show(file);
        self.mark_problems();
    }

    pub(super) fn editor_forgets(self, file: &FilePath) {
        let had = self.hidden.try_update_value(|hidden| {
            hidden.pending.texts.remove(file);
            hidden.in_editor.remove(file)
        });
        if let (Some(true), Some(editor)) = (had, self.editor()) {
            editor.close(file);
        }
        self.hidden.update_value(|hidden| drop(hidden.storage.pasts.remove(file)));
    }

    /// Closes all files in the editor.
    pub(super) fn editor_forgets_all(self) {
        for file in self.hidden.with_value(|hidden| hidden.in_editor.clone()) {
            self.editor_forgets(&file);
        }
    }
}
