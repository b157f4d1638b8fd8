//! What is written to the text: a gesture, a field, a fix becomes a change, and the change one transaction of the editor. Also the ways between a
//! place in the text and its box.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::editor::{Editor, Gesture, Pin, Renamed, Reveal};
use super::{Current, Problem, Session};
use crate::analysis::Change;
use crate::canvas::Event;
use crate::edit::{Edit, Place};
use crate::files::FilePath;
use crate::graph::Id;
use crate::layout;
use crate::text::TextRange;

/// How a history that is kept says that a step of it is over several files: see past.js.
const SHARED: &str = "\"kind\":\"step\"";

impl Session {
    /// The editor is there now.
    pub fn attach(self, editor: Editor) {
        self.hidden.update_value(|hidden| hidden.editor = Some(editor));
        if let Some(open) = self.open.get_untracked() {
            self.editor_shows(&open);
        }
    }

    /// Does what a person wants done to the file in front, or says why not over the page.
    pub fn edit(self, edit: &Edit) -> bool {
        match self.try_edit(edit) {
            Ok(()) => true,
            Err(why) => {
                self.refuse(why);
                false
            }
        }
    }

    /// The same; why not is for the caller to say, where the person looks.
    pub fn try_edit(self, edit: &Edit) -> Result<(), String> {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return Err("nothing is open".to_owned()) };
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
                Edit::Remove { ids } => self.tell_gone(ids, &before),
                Edit::Connect { .. } => self.tell_led(&before),
                _ => {}
            }
        }
        Ok(())
    }

    /// One of the fixes of one of a file's problems.
    pub fn fix(self, file: &FilePath, problem: usize, fix: usize) {
        self.settle();
        let Some(problem) = self.still(file, problem) else {
            return self.refuse("that problem is gone already");
        };
        let planned = self.known.with_untracked(|known| known.analysis.fix(file, problem, fix));
        match planned {
            Ok(change) => {
                self.open_file_at(file);
                if self.apply(change, Vec::new()) {
                    self.say("fixed");
                }
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Writes a change, as one step of history.
    pub(super) fn apply(self, change: Change, moves: Vec<Pin>) -> bool {
        self.apply_named(change, moves, Vec::new())
    }

    /// The same; files get other names with it.
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
            self.refuse(error.to_string());
            return false;
        }
        self.settle();
        match change.focus {
            Some(focus) => {
                self.reveal(&focus);
                if seen {
                    self.show_all();
                }
            }
            None => self.prune(),
        }
        true
    }

    /// What is gone is not selected. What has a form without being drawn, as an artifact has, is there as long as the text says it.
    pub(super) fn prune(self) {
        let scene = self.scene.get_untracked();
        let checked = self.checked.get_untracked();
        let written = |id: &Id| checked.as_ref().is_some_and(|checked| checked.0.range_of(id).is_some());
        let there = |id: &Id| scene.name(id).is_some() || written(id);
        if self.selection.with_untracked(|selection| !selection.iter().all(there)) {
            self.selection.update(|selection| selection.retain(there));
        }
    }

    /// Boxes were moved: pins, and the document's own places where it carries some.
    pub(super) fn move_boxes(self, places: Vec<(Id, Place)>) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let moves = self.pins(&file, &places);
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, &Edit::Place { places }));
        let edits = planned.map(|change| change.edits).unwrap_or_default();
        self.apply(Change { edits, focus: None }, moves);
    }

    /// Boxes were moved, and leave what they stood in, or come into a group or out of some: one step. Where that cannot be, they are moved only.
    pub(super) fn put(self, edits: &[Edit], places: Vec<(Id, Place)>) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let planned = self.known.with_untracked(|known| known.analysis.plan_all(&file, edits));
        match planned {
            Ok(change) => {
                if self.apply(Change { focus: None, ..change }, self.pins(&file, &places)) {
                    self.tell_put(edits);
                }
            }
            Err(error) => {
                // What cannot leave its host stays in it.
                if !edits.iter().any(|edit| matches!(edit, Edit::Disconnect { .. })) {
                    self.move_boxes(places);
                }
                self.refuse(error.to_string());
            }
        }
    }

    /// What is remembered of boxes that were moved.
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

    /// Lays everything out afresh; where several things are selected, these only.
    pub fn tidy(self) {
        self.settle();
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
        // What stands in what moves goes along.
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
        self.hand(Event::Cancel);
        let Some(editor) = self.editor() else { return };
        let went = go(&editor);
        self.settle();
        // What could be taken back by a button has been, or is further back now.
        self.withdraw(super::gone::BACK);
        self.prune();
        self.say(if went { done } else { nothing });
    }

    /// To the box that has a problem, and to its place in the text.
    pub fn go_to(self, problem: &Problem) {
        self.open_file_at(&problem.file);
        if let Some(id) = &problem.about {
            let rect = self.scene.with_untracked(|scene| scene.rect(id));
            if let Some(rect) = rect {
                self.look(self.camera.get_untracked().showing(rect, self.viewport.get_untracked()));
            }
            self.selected_elsewhere();
            self.selection.set(BTreeSet::from([id.clone()]));
        }
        if let Some(range) = self.range_of(problem) {
            self.point(range, false);
        }
    }

    /// To a place in the text, the caret there.
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

    /// Shows in the text what the canvas selected.
    pub(super) fn lead_text(self, id: &Id) {
        self.settle();
        let Some(Current(checked)) = self.checked.get_untracked() else { return };
        if let Some((key, _)) = checked.range_of(id).filter(|_| !id.0.is_empty()) {
            self.point(key, false);
        }
    }

    pub(super) fn editor(self) -> Option<Editor> {
        self.hidden.with_value(|hidden| hidden.editor.clone())
    }

    /// Makes sure that the editor has the file.
    fn editor_has(self, file: &FilePath) {
        let Some(editor) = self.editor() else { return };
        let new = self.hidden.try_update_value(|hidden| hidden.in_editor.insert(file.clone())) == Some(true);
        if new && let Some(text) = self.known.with_untracked(|known| known.workspace.text(file).cloned()) {
            let past = self.hidden.try_update_value(|hidden| hidden.storage.pasts.remove(file)).flatten();
            editor.open(file, text, past.as_deref());
            // A step over several files is undone in all of them: those that have one are opened together.
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

    /// All files are others now.
    pub(super) fn editor_forgets_all(self) {
        for file in self.hidden.with_value(|hidden| hidden.in_editor.clone()) {
            self.editor_forgets(&file);
        }
    }
}
