//! Edits: turns gestures, form input and fixes into text changes, each applied as one editor transaction.

use std::borrow::Cow;
use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::browser::{after, motion};
use super::super::editor::{Editor, Gesture, PositionChange, Renamed};
use super::super::element_id;
use super::super::remembered::remember_added;
use super::documents::Draft;
use super::{FormPart, Popup, Session};
use limn_analysis::table::{Column, Fill, Filled};
use limn_analysis::{Change, EditScope, PaletteEntry};
use limn_canvas::{Camera, CanvasEvent, Scene};
use limn_files::FilePath;
use limn_language::bend::Bend;
use limn_language::edit::{Edit, EditError, Place};
use limn_language::graph::{Id, PortRef, Role};

/// Announced after undo.
const UNDONE: &str = "undone";

/// Actions that change the text.
#[derive(Clone, Copy)]
pub struct Edits(pub(super) &'static Session);

impl Edits {
    /// Applies an edit to the active file, or shows why it can't be applied.
    pub fn edit(self, edit: &Edit) -> bool {
        match self.try_edit(edit) {
            Ok(()) => true,
            Err(why) => {
                self.0.notices.show_error(why);
                false
            }
        }
    }

    /// Applies an edit; the caller reports an error next to its control. For a shared value, asks where to change it.
    pub fn try_edit(self, edit: &Edit) -> Result<(), String> {
        self.try_edit_within(edit, None)
    }

    /// Applies an edit of a shared value to one place or to all, or shows why it can't be applied.
    pub fn edit_shared(self, edit: &Edit, scope: EditScope) {
        if let Err(why) = self.try_edit_within(edit, Some(scope)) {
            self.0.notices.show_error(why);
            self.0.notices.decline();
        }
    }

    /// The edit without the place of a new node while a saved view is shown: that place belongs to the view.
    pub(super) fn without_place(self, edit: &Edit) -> Cow<'_, Edit> {
        match edit {
            Edit::Add { place: Some(_), template, name, on } if self.0.positions.shows_saved_view() => {
                let (template, name, on) = (template.clone(), name.clone(), on.clone());
                Cow::Owned(Edit::Add { template, name, place: None, on })
            }
            _ => Cow::Borrowed(edit),
        }
    }

    fn try_edit_within(self, edit: &Edit, scope: Option<EditScope>) -> Result<(), String> {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return Err("no file is open".to_owned()) };
        let change = match snapshot.known.analysis.plan_within(&file, &self.without_place(edit), scope) {
            Err(EditError::Shared(value)) => {
                self.0.navigation().open_popup(Popup::Shared { edit: edit.clone(), value: *value });
                return Ok(());
            }
            planned => planned.map_err(|error| self.reason(&error))?,
        };
        let pin = match (edit, &change.focus) {
            (Edit::Add { place: Some(place), .. }, Some(id)) => {
                vec![PositionChange::new(id.clone(), *place)]
            }
            _ => Vec::new(),
        };
        let focus = change.focus.clone();
        let before = self.0.positions.compared_graph();
        if self.apply(change, pin) {
            match edit {
                Edit::Remove { ids } => self.offer_undo_of_removal(ids, &before),
                Edit::Connect { .. } => self.offer_undo_of_reconnect(&before),
                _ => {}
            }
            self.announce_edit(edit, focus.as_ref());
        }
        Ok(())
    }

    /// Announces to screen readers what an edit of the diagram has done. Removals are announced by their notice.
    fn announce_edit(self, edit: &Edit, focus: Option<&Id>) {
        let scene = self.0.positions.base_scene().get_untracked();
        let name = |id: &Id| {
            scene.name(id).map_or_else(|| id.0.last_key().unwrap_or_default().to_owned(), str::to_owned)
        };
        if let Edit::Add { template, .. } = edit {
            remember_added(template);
        }
        let announced = match edit {
            Edit::Add { name: None, .. } => focus.map(|id| format!("added {}", name(id))),
            Edit::Add { name: Some(name), .. } => Some(format!("added {name}")),
            Edit::Rename { to, .. } => Some(format!("renamed to {to}")),
            Edit::Connect { from, to } => {
                // As it reads: what requires, then what provides.
                let (from, to) = if to.role == Role::Requirement { (to, from) } else { (from, to) };
                Some(format!("connected {} to {}", name(&from.node), name(&to.node)))
            }
            _ => None,
        };
        if let Some(announced) = announced {
            self.0.notices.announce(announced);
        }
    }

    /// Reason why an edit cannot be applied. In a text with a syntax error, that is the usual cause.
    fn reason(self, error: &EditError) -> String {
        let broken = self.0.positions.next_view_model().with_untracked(|drawn| drawn.broken.clone());
        match (broken, error) {
            (Some(broken), error) if error.is_syntax_error() => {
                format!("fix the syntax error on line {} first", broken.line)
            }
            (Some(broken), error) => format!("fix the syntax error on line {} first: {error}", broken.line),
            (None, error) => error.to_string(),
        }
    }

    /// Applies the same edit to several items, as one undo step. What can't be removed from one of them isn't there.
    pub fn try_edit_each(self, all: &[Edit]) -> Result<(), String> {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return Err("no file is open".to_owned()) };
        let analysis = snapshot.known.analysis;
        let absent = |edit: &Edit| matches!(edit, Edit::Unset { .. }) && analysis.plan(&file, edit).is_err();
        let there: Vec<Edit> = all.iter().filter(|edit| !absent(edit)).cloned().collect();
        let change = analysis.plan_all(&file, &there).map_err(|error| self.reason(&error))?;
        self.apply(Change { focus: None, ..change }, Vec::new());
        Ok(())
    }

    /// Writes one value of a column of the table to several items, as one undo step; what refuses it is left out.
    pub fn fill(self, items: &[Id], column: &Column, fill: Fill<'_>) -> Result<Filled, String> {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return Err("no file is open".to_owned()) };
        let analysis = snapshot.known.analysis;
        let mut filled = analysis.fill(&file, items, column, fill).map_err(|error| self.reason(&error))?;
        self.apply(std::mem::take(&mut filled.change), Vec::new());
        Ok(filled)
    }

    /// Applies a fix of a problem. If a safe fix would break something, asks before applying it.
    pub fn fix(self, file: &FilePath, problem: usize, fix: usize) {
        let analysis = self.0.flush_pending().known.analysis;
        let Some(problem) = self.0.documents.current_index(file, problem) else {
            return self.0.notices.show_error("this problem no longer exists");
        };
        let nth = analysis.document_of_diagnostic(file, problem).unwrap_or_default();
        let added = analysis.added_by_fix(file, problem, fix);
        let change = match analysis.fix(file, problem, fix) {
            Ok(change) => change,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        let verified = analysis.verify_fix(file, problem, fix, &change);
        let Err(objection) = verified else { return self.apply_fix(file, nth, change, added.as_ref()) };
        let file = file.clone();
        let before = self.0.documents.text(&file);
        let message = format!("Fix not applied: {objection}");
        self.0.notices.show_with_action(message, "Apply anyway", move || {
            self.0.flush_pending();
            if self.0.documents.text(&file) == before {
                self.apply_fix(&file, nth, change.clone(), added.as_ref());
            } else {
                self.0.notices.show_error("the file has changed: choose the fix again");
            }
        });
    }

    /// `added`: the path of a value that the fix adds and that is to be replaced. A form has a field for it.
    fn apply_fix(self, file: &FilePath, nth: usize, change: Change, added: Option<&Id>) {
        let active = document().active_element();
        let is_in_form =
            active.is_some_and(|element| element.closest(".form").is_ok_and(|found| found.is_some()));
        self.0.navigation().show_document(file, nth);
        if !self.apply(change, Vec::new()) {
            return;
        }
        self.0.notices.announce("fixed");
        let snapshot = self.0.flush_pending();
        let value = added
            .filter(|_| !is_in_form)
            .zip(snapshot.checked())
            .and_then(|(id, checked)| checked.value_range(id));
        if let Some(range) = value {
            self.0.navigation().jump_to(file, range);
        }
        let Some(id) = added.filter(|_| is_in_form) else { return };
        let selection = self.0.view.selection().get_untracked();
        let shown = match selection.len() {
            0 => Id::default(),
            1 => selection.into_iter().next().unwrap_or_default(),
            // A form of several items has no place for it.
            _ => return,
        };
        if id.0.starts_with(&shown.0) && *id != shown {
            let id = id.clone();
            // Once the form has the field.
            after(0, move || self.0.view.request_focus(id, FormPart::Value));
        }
    }

    /// Applies a change as one undo step.
    pub(super) fn apply(self, change: Change, moves: Vec<PositionChange>) -> bool {
        self.apply_named(change, moves, Vec::new())
    }

    /// Applies a change as one undo step, together with file renames.
    pub(super) fn apply_named(self, change: Change, moves: Vec<PositionChange>, names: Vec<Renamed>) -> bool {
        let Some(file) = self.0.documents.active_file().get_untracked() else { return false };
        let Some(editor) = self.0.documents.editor() else { return false };
        let (document, view) =
            (self.0.documents.shown_document(), self.0.positions.key().and_then(|key| key.view().1));
        let moves = moves.into_iter().map(|pin| PositionChange { document, view, ..pin }).collect();
        for file in change.edits.keys() {
            self.0.documents.open_in_editor(file);
        }
        let gesture = Gesture { edits: change.edits, moves, names, caret: None, flash: true };
        if gesture.edits.is_empty() && gesture.moves.is_empty() && gesture.names.is_empty() {
            return true;
        }
        let seen = self.0.navigation().sees_all();
        let before = self.0.positions.seen_before_edit();
        self.0.positions.note_moved_by_edit(gesture.moves.iter().map(|pin| pin.id.clone()).collect());
        let applied = editor.apply(&file, &gesture);
        if applied.is_ok() {
            self.0.flush_pending();
        }
        self.0.positions.note_moved_by_edit(BTreeSet::new());
        if let Err(error) = applied {
            self.0.notices.show_error(error.to_string());
            return false;
        }
        if let Some(before) = before {
            self.0.positions.keep_in_saved_view(&before);
        }
        match change.focus {
            Some(focus) => {
                self.0.navigation().reveal(&focus);
                if seen {
                    self.0.navigation().keep_all_visible();
                }
            }
            None => self.0.navigation().prune(),
        }
        true
    }

    /// Moves boxes: as pins, and in the document itself where it stores places.
    pub(super) fn move_boxes(self, places: Vec<(Id, Place)>) {
        self.move_boxes_and(places, Vec::new());
    }

    /// Moves boxes, with more moves in the same undo step.
    fn move_boxes_and(self, places: Vec<(Id, Place)>, more: Vec<PositionChange>) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let places = self.0.positions.with_hidden(&places);
        let mut moves = self.0.positions.moves(&places, None);
        moves.extend(more);
        let places = self.0.positions.of_nodes(&places);
        // A saved view has positions of its own.
        let is_whole = !self.0.positions.shows_saved_view();
        let planned = is_whole.then(|| snapshot.known.analysis.plan(&file, &Edit::Place { places }));
        let edits = planned.and_then(Result::ok).map(|change| change.edits).unwrap_or_default();
        self.apply(Change { edits, focus: None }, moves);
    }

    /// Moves boxes that leave their host or change groups: one undo step. If the edits are not possible, the boxes only move.
    pub(super) fn put(self, edits: &[Edit], places: Vec<(Id, Place)>) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let mut places = self.0.positions.with_hidden(&places);
        for edit in edits {
            let Edit::Attach { to, ids } = edit else { continue };
            let Some(below) = self.0.positions.place_in_collapsed(to) else { continue };
            places.iter_mut().filter(|(id, _)| ids.contains(id)).for_each(|(_, place)| *place = below);
        }
        match snapshot.known.analysis.plan_all(&file, edits) {
            Ok(change) => {
                if self.apply(Change { focus: None, ..change }, self.0.positions.moves(&places, None)) {
                    self.offer_undo_of_move(edits);
                }
            }
            Err(error) => {
                // A box that can't leave its host stays in it.
                if !edits.iter().any(|edit| matches!(edit, Edit::Disconnect { .. })) {
                    self.move_boxes(places);
                }
                self.0.notices.show_error(error.to_string());
            }
        }
    }

    /// Pins or unpins nodes, as one undo step.
    pub(super) fn pin(self, ids: &[Id], pinned: bool) {
        let scene = self.0.flush_pending().scene();
        let places: Vec<(Id, Place)> =
            ids.iter().filter_map(|id| Some((id.clone(), scene.card(id)?.at.place()))).collect();
        let moves = self.0.positions.moves(&places, Some(pinned));
        self.apply(Change::default(), moves);
    }

    /// Bends wires or resets their paths, as one undo step.
    pub(super) fn bend(self, bends: &[(Id, Option<Bend>)]) {
        self.0.flush_pending();
        let moves = self.0.positions.bend_moves(bends);
        self.apply(Change::default(), moves);
    }

    /// Arranges all nodes that are not pinned, and resets their wires; with several nodes selected, only those.
    pub fn auto_arrange(self) {
        let scene = self.0.flush_pending().scene();
        let selection = self.0.view.selection().get_untracked();
        let camera = self.0.view.camera().get_untracked();
        let resets = self.0.positions.resets_at(&scene, &scene.arranged(&selection));
        self.move_boxes_and(scene.rearranged(&selection), resets);
        self.0.navigation().fit();
        self.glide(&scene, camera);
    }

    /// Shows how cards have moved since this scene was drawn by this camera.
    fn glide(self, before: &Scene, camera: Camera) {
        /// Number of cards above which moves are not animated, because users cannot follow them.
        const MAX_ANIMATED: usize = 300;
        if before.cards.len() > MAX_ANIMATED {
            return;
        }
        let (after, now) =
            (self.0.positions.base_scene().get_untracked(), self.0.view.camera().get_untracked());
        let (mut ids, mut numbers) = (Vec::new(), Vec::new());
        for card in &after.cards {
            let Some(was) = before.card(&card.id) else { continue };
            let from = now.to_world(camera.to_screen(was.at));
            ids.push(element_id::of_item(&card.id));
            numbers.extend([from.x, from.y, camera.zoom / now.zoom, card.at.x, card.at.y]);
        }
        // Once the cards are at their new places.
        request_animation_frame(move || motion::glide(ids, numbers));
    }

    pub fn undo(self) {
        self.travel("nothing to undo", UNDONE, Editor::undo);
    }

    pub fn redo(self) {
        self.travel("nothing to redo", "redone", Editor::redo);
    }

    fn travel(self, nothing: &'static str, done: &'static str, go: impl FnOnce(&Editor) -> bool) {
        self.0.gestures().on_canvas_event(CanvasEvent::Cancel);
        let Some(editor) = self.0.documents.editor() else { return };
        if self.0.works().travel_in_host(done == UNDONE) {
            return;
        }
        let went = go(&editor);
        self.0.flush_pending();
        // The notice's Undo button no longer applies.
        self.0.notices.withdraw(super::undo_notice::UNDO);
        self.0.navigation().prune();
        self.0.notices.announce(if went { done } else { nothing });
    }

    /// Connects two ports, in whichever direction they are compatible.
    pub fn connect(self, from: &PortRef, to: &PortRef) {
        let checked = self.0.documents.checked().get_untracked();
        let backwards = checked.is_some_and(|checked| checked.0.accepts(from, to).is_err());
        let (from, to) = if backwards { (to, from) } else { (from, to) };
        self.edit(&Edit::Connect { from: from.clone(), to: to.clone() });
    }

    /// Templates that can be added to the current diagram.
    pub fn palette(self) -> Vec<PaletteEntry> {
        let diagram = self.0.positions.next_view_model().with(|drawn| drawn.diagram.clone());
        self.0.documents.checked().with(|checked| {
            let checked = checked.as_ref().map(|checked| &checked.0);
            match (checked, diagram) {
                (Some(checked), Some(id)) => checked.palette_of(&id),
                (Some(checked), None) => checked.palette(),
                (None, _) => Vec::new(),
            }
        })
    }

    /// Reads the model of the active file for the current text, if its language has this type of model.
    pub fn read_model<M: 'static, T>(self, read: impl FnOnce(&M) -> T) -> Option<T> {
        self.0.flush_pending().checked()?.model_as().map(read)
    }

    /// Sets the pending edit of a field; `None`: no pending input, or it was written.
    pub fn drafting(self, edit: Option<Edit>) {
        if self.0.documents.set_draft(edit) {
            self.0.works().schedule_save();
        }
    }

    /// Writes the input that was pending when the page was closed.
    pub(super) fn resume(self, draft: &Draft) {
        if self
            .0
            .documents
            .active_file()
            .with_untracked(|active_file| active_file.as_ref() != Some(&draft.file))
        {
            return;
        }
        if self.try_edit(&draft.edit).is_ok() {
            self.0.notices.show("restored unsaved input from your last visit");
        }
    }
}
