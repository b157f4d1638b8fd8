//! Navigation: what is selected and shown. Activates files, diagrams, views, items and places in the text.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::browser::{after, once_there};
use super::super::editor::Reveal;
use super::super::pane_focus::focus_canvas;
use super::super::panes::Pane;
use super::{DIAGRAM, FormPart, Popup, Problem, Session, View};
use limn_canvas::{Tool, WorldPoint};
use limn_files::FilePath;
use limn_language::graph::{Id, PortRef};
use limn_language::value_trace::{TracePlace, TracedItems};
use limn_text::TextRange;

/// Pause after a click in which a second one makes a double click, in milliseconds.
const SHEET_DELAY_MS: u32 = 300;
/// Width of the sheet with its margins, and the least distance of a card from the other side, in CSS pixels.
const SHEET_WIDTH: f64 = 352.0;
const SHEET_GAP: f64 = 16.0;

/// Actions that change what is shown.
#[derive(Clone, Copy)]
pub struct Navigation(pub(super) &'static Session);

impl Navigation {
    /// Activates a file.
    pub fn show_file(self, file: &FilePath) {
        if self.0.documents.active_file().with_untracked(|active_file| active_file.as_ref() == Some(file)) {
            return;
        }
        self.0.flush_pending();
        let before = self.0.positions.key();
        let nth = self
            .0
            .documents
            .known()
            .with_untracked(|known| known.analysis.file(file).map_or(0, |checked| checked.nth()));
        let seen = self.0.view.exchange_camera(before, &self.0.positions.key_of(&file.of_document(nth)));
        self.0.gestures().on_canvas_event(limn_canvas::CanvasEvent::Cancel);
        self.0.notices.close_popup();
        self.0.documents.stop_following_caret();
        self.0.view.set_selection(BTreeSet::new());
        self.0.documents.set_active_file(Some(file.clone()));
        if let Some(part) = self.0.documents.part_instead_of_whole() {
            self.0.view.set_diagram(Some(part));
        }
        self.0.positions.pin_layout();
        self.0.documents.show_in_editor_soon(file);
        match seen {
            Some(seen) => self.0.view.restore_camera(seen),
            None => self.show_initial_view(),
        }
        self.0.works().schedule_save();
    }

    /// Activates a document of a file with several.
    pub fn show_document(self, file: &FilePath, nth: usize) {
        self.show_file(file);
        self.activate_document(nth);
    }

    /// Shows another document of the active file. The caret stays where it is.
    pub(super) fn activate_document(self, nth: usize) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let is_there = snapshot.known.analysis.documents(&file).len() > nth;
        let shown = self.0.documents.shown_document();
        if !is_there || shown == nth {
            return;
        }
        let next = self.0.positions.key_of(&file.of_document(nth));
        let seen = self.0.view.exchange_camera(self.0.positions.key(), &next);
        self.0.gestures().on_canvas_event(limn_canvas::CanvasEvent::Cancel);
        self.0.notices.close_popup();
        self.0.view.set_selection(BTreeSet::new());
        self.0.view.set_diagram(None);
        self.0.documents.set_document(&file, nth);
        self.0.positions.pin_layout();
        match seen {
            Some(seen) => self.0.view.restore_camera(seen),
            None => self.show_initial_view(),
        }
        self.0.works().schedule_save();
    }

    /// Shows a document of the active file that the user chose, and moves the caret to its start.
    pub fn choose_document(self, nth: usize) {
        self.0.documents.stop_following_caret();
        self.activate_document(nth);
        let checked = self.0.documents.checked().get_untracked();
        let Some(label) = checked.filter(|checked| checked.0.nth() == nth).map(|checked| checked.0.label())
        else {
            return;
        };
        self.point(TextRange::empty(label.start), false);
        self.0.notices.announce(format!("document {}", nth + 1));
    }

    /// Returns true if this popup is open.
    pub fn shows(self, popup: &Popup) -> bool {
        self.0.notices.popup().with_untracked(|now| now.as_ref() == Some(popup))
    }

    /// Shows the view of a clicked tab. The tab of the diagram leads from a part or a saved view to the whole diagram.
    pub fn choose_tab(self, view: View) {
        match self.0.view.view().get_untracked() == view && view == DIAGRAM {
            true => self.show_saved_view(None),
            false => self.show_view(view),
        }
    }

    pub fn show_view(self, view: View) {
        let Some(file) = self.0.documents.active_key() else { return };
        if self.0.view.view().get_untracked() == view {
            return;
        }
        self.0.gestures().on_canvas_event(limn_canvas::CanvasEvent::Cancel);
        self.0.notices.close_popup();
        self.0.view.choose_view(file, view);
        self.0.notices.announce(format!("{} view", view.label));
        self.0.works().schedule_save();
    }

    /// Replaces the input of the active file's views; an empty text removes it.
    pub fn set_view_input(self, text: String) {
        let Some(file) = self.0.documents.active_key() else { return };
        self.0.view.set_view_input(file, text);
        self.0.works().schedule_save();
    }

    /// Shows a part, or the whole.
    pub fn show_diagram(self, id: Option<Id>) {
        if self.0.view.diagram().with_untracked(|now| *now == id) {
            return;
        }
        self.0.view.set_diagram(id);
        self.0.view.set_selection(BTreeSet::new());
        self.show_initial_view();
    }

    /// Shows the diagram that contains the item, if it is not the current one.
    pub(super) fn show_around(self, id: &Id) {
        let around = self.0.documents.checked().with_untracked(|checked| {
            let diagram = checked.as_ref()?.0.diagram_of(id)?;
            Some(diagram.id.clone())
        });
        let shown = self.0.positions.base_scene().with_untracked(|scene| scene.rect(id).is_some());
        if around.is_some() || !shown {
            self.show_diagram(around);
        }
        self.leave_view_without(id);
    }

    /// Selects items, and reveals a single one in the text.
    pub fn select(self, ids: BTreeSet<Id>) {
        self.0.documents.stop_following_caret();
        if self.0.view.selection().with_untracked(|now| *now == ids) {
            return;
        }
        if let [id] = ids.iter().collect::<Vec<_>>().as_slice() {
            self.reveal_in_text(id);
        }
        self.0.view.set_selection(ids);
        self.0.works().schedule_save();
    }

    /// Opens the form as a sheet over the canvas after a selection there, where the layout hides its pane, unless the user closed the form before.
    pub(super) fn offer_form(self) {
        let selected = self.0.view.selection().get_untracked();
        if selected.is_empty() {
            return self.0.view.leave_sheet();
        }
        if !self.0.view.opens_sheet() {
            return;
        }
        // A second click would hit the sheet instead of the card.
        after(SHEET_DELAY_MS, move || {
            let is_same = self.0.view.selection().with_untracked(|now| *now == selected);
            let is_idle = self.0.view.tool().with_untracked(|tool| *tool == Tool::Idle);
            if is_same && is_idle && self.0.view.opens_sheet() {
                self.0.view.open_sheet();
                self.uncover_selection();
            }
        });
    }

    /// Moves the view so that the sheet does not cover what is selected.
    fn uncover_selection(self) {
        let viewport = self.0.view.viewport().get_untracked();
        let selected = self.0.view.selection().get_untracked();
        let [id] = selected.iter().collect::<Vec<_>>()[..] else { return };
        let Some(rect) = self.0.positions.base_scene().with_untracked(|scene| scene.rect(id)) else {
            return;
        };
        let camera = self.0.view.camera().get_untracked();
        let (left, right) = (camera.to_screen(WorldPoint::new(rect.x, rect.y)).x, rect.right());
        let right = camera.to_screen(WorldPoint::new(right, rect.y)).x;
        let by = (right - (viewport.width - SHEET_WIDTH)).min(left - SHEET_GAP);
        if by > 0.0 {
            self.set_camera(camera.panned(-by, 0.0));
        }
    }

    /// Selects the item at the caret.
    pub(super) fn select_at(self, offset: usize) {
        let snapshot = self.0.flush_text();
        let Some(file) = snapshot.active_file else { return };
        let Some(checked) = snapshot.known.analysis.document_at(&file, offset) else { return };
        self.show_document_at_caret(checked.nth());
        self.select_under_caret(checked.at(offset));
    }

    /// Shows the document of the active file at the caret, if it is not shown.
    pub(super) fn show_document_at_caret(self, nth: usize) {
        // Without this condition, every key would be analyzed here: showing a document flushes pending text.
        if nth != self.0.documents.shown_document() {
            self.activate_document(nth);
        }
    }

    /// Selects the item under the caret, or nothing.
    pub(super) fn select_under_caret(self, id: Option<Id>) {
        let ids: BTreeSet<Id> = id.into_iter().collect();
        if self.0.view.selection().with_untracked(|now| *now != ids) {
            let scene = self.0.flush_text().scene();
            let seen = self.0.view.viewport().with_untracked(|viewport| viewport.width > 1.0);
            let rect =
                ids.first().and_then(|id| scene.rect(id).or_else(|| scene.rect(scene.collapsed_card(id)?)));
            if let Some(rect) = rect.filter(|_| seen) {
                self.show_rect(rect);
            }
            self.0.view.set_selection(ids);
            // A move of the caret means that the user is reading the text.
            self.0.view.leave_sheet();
            self.0.works().schedule_save();
        }
    }

    /// Selects an item and brings it into view.
    pub fn reveal(self, id: &Id) {
        self.show_around(id);
        let seen = self.0.view.viewport().with_untracked(|viewport| viewport.width > 1.0);
        let rect = self.0.positions.base_scene().with_untracked(|scene| scene.rect(id));
        // Nothing to move if the diagram is not shown.
        if let Some(rect) = rect.filter(|_| seen) {
            self.show_rect(rect);
        }
        self.select(BTreeSet::from([id.clone()]));
    }

    /// Selects an item and shows it large enough to read, in the middle of the view.
    pub fn zoom_to(self, id: &Id) {
        self.reveal(id);
        let viewport = self.0.view.viewport().get_untracked();
        let rect = self.0.positions.base_scene().with_untracked(|scene| scene.rect(id));
        if let Some(rect) = rect.filter(|_| viewport.width > 1.0) {
            let camera = self.0.view.camera().get_untracked();
            self.set_camera(camera.framing(rect, viewport));
        }
    }

    /// Deselects what no longer exists. Items that have a form but no box, such as artifacts, exist as long as the text has them.
    pub(super) fn prune(self) {
        let scene = self.0.positions.base_scene().get_untracked();
        let checked = self.0.documents.checked().get_untracked();
        let written = |id: &Id| checked.as_ref().is_some_and(|checked| checked.0.range_of(id).is_some());
        self.0.view.retain_selection(|id| scene.name(id).is_some() || written(id));
    }

    /// Opens the list of nodes that satisfy a requirement, and connects the chosen one next to it.
    pub fn add_serving(self, port: &PortRef) {
        let source = self.0.positions.base_scene().with_untracked(|scene| scene.rect(&port.node));
        let at = source.map_or_else(
            || self.0.view.middle(),
            |rect| WorldPoint { x: rect.right() + 160.0, y: rect.y + 26.0 },
        );
        self.0.view.show_pane(Pane::Canvas);
        self.open_popup(Popup::Add { wire: Some(port.clone()), on: None, at });
    }

    pub fn open_popup(self, popup: Popup) {
        self.0.flush_pending();
        self.0.notices.open_popup(popup);
    }

    /// Opens an item's form and focuses its first value.
    pub fn inspect(self, id: Id) {
        self.enter(id, FormPart::Value);
    }

    /// Opens an item's form and focuses its name, for items that can't be renamed elsewhere.
    pub fn rename_in_form(self, id: Id) {
        self.enter(id, FormPart::Name);
    }

    /// Opens an item's form and focuses its note, where it can have one.
    pub fn edit_note(self, id: Id) {
        if self.0.documents.can_have_note(&id) {
            self.enter(id, FormPart::Note);
        } else {
            self.0.notices.show_warning("a note can't be written here: the item has no line of its own");
        }
    }

    /// Shows the form of what is selected; a sheet that is open stays one.
    fn show_form(self) {
        if !self.0.view.panes().with_untracked(|panes| panes.sheet) {
            self.0.view.show_pane(Pane::Inspector);
        }
    }

    fn enter(self, id: Id, part: FormPart) {
        self.select(BTreeSet::from([id.clone()]));
        self.show_form();
        self.0.view.request_focus(id, part);
    }

    /// Shows a problem's box and its place in the text.
    pub fn go_to(self, problem: &Problem) {
        self.show_document(&problem.file, problem.document);
        if let Some(id) = &problem.about {
            self.leave_view_without(id);
            let rect = self.0.positions.base_scene().with_untracked(|scene| scene.rect(id));
            if let Some(rect) = rect {
                self.show_rect(rect);
            }
            self.0.documents.stop_following_caret();
            self.0.view.set_selection(BTreeSet::from([id.clone()]));
        }
        if let Some(range) = self.0.documents.range_of(problem) {
            self.point(range, false);
        }
    }

    /// Moves the caret to a place in the text.
    pub fn jump_to(self, file: &FilePath, range: TextRange) {
        self.show_document_at(file, range.start);
        // An editor that embeds the page shows the text itself.
        if !self.0.works().is_embedded() {
            self.0.view.show_pane(Pane::Source);
        }
        self.point(range, true);
    }

    /// Moves the caret to a symbol, and selects the element around it in the diagram.
    pub fn go_to_symbol(self, file: &FilePath, range: TextRange) {
        self.show_document_at(file, range.start);
        let snapshot = self.0.flush_pending();
        let around = snapshot.checked().and_then(|checked| checked.at(range.start));
        match around.filter(|id| !id.0.is_empty()) {
            Some(id) => self.reveal(&id),
            None => self.select(BTreeSet::new()),
        }
        self.jump_to(file, range);
    }

    /// Lists what a node uses and what uses it.
    pub(super) fn show_hierarchy_of(self, id: &Id) {
        let snapshot = self.0.flush_pending();
        let item = snapshot
            .checked()
            .and_then(|checked| snapshot.known.analysis.hierarchy_of(checked.file(), checked.nth(), id));
        match item {
            Some(item) => self.open_popup(Popup::Hierarchy(item)),
            None => self.0.notices.show("this item has no hierarchy: select a node"),
        }
    }

    /// Activates the document at a place in a file.
    pub(super) fn show_document_at(self, file: &FilePath, offset: usize) {
        self.show_file(file);
        let known = self.0.flush_pending().known;
        if let Some(document) = known.analysis.document_at(file, offset) {
            self.activate_document(document.nth());
        }
    }

    fn point(self, range: TextRange, focus: bool) {
        if let (Some(editor), Some(file)) =
            (self.0.documents.editor(), self.0.documents.active_file().get_untracked())
        {
            editor.select(&file, range, Reveal { focus, scroll: true });
            self.0.works().show_in_host(&file, range, focus);
        }
    }

    /// Shows the trace of a value of the selected item in its form; `None` ends it.
    pub fn trace_value(self, value: Option<Id>) {
        self.0.view.set_traced(value);
    }

    /// Highlights what a trace runs through in the diagram of the document; `None` ends it. Diagrams of parts of the document have no values.
    pub fn light_trace(self, items: Option<TracedItems>) {
        let is_whole = self.0.view.diagram().with_untracked(Option::is_none);
        self.0.view.set_lit_trace(items.filter(|_| is_whole));
    }

    /// Brings what a trace runs through into view, where the diagram is shown.
    pub fn show_trace(self, items: &TracedItems) {
        if self.0.view.diagram().with_untracked(Option::is_none) {
            self.show_items(items.nodes.iter());
        }
    }

    /// Shows the diagram instead of the form, where there is room for one of them, and in it what a trace runs through.
    pub fn show_trace_in_diagram(self, items: TracedItems) {
        self.0.view.show_pane(Pane::Canvas);
        // The size of the diagram is known once it is shown.
        once_there(move || {
            let is_shown = self.0.view.viewport().with_untracked(|viewport| viewport.width > 1.0);
            if is_shown {
                self.show_trace(&items);
            }
            is_shown
        });
        after(0, focus_canvas);
    }

    /// Shows the trace of the value of a port, in the form of its node.
    pub fn trace_port(self, port: &PortRef) {
        let snapshot = self.0.flush_pending();
        let path = snapshot.checked().and_then(|checked| checked.value_traces()?.value_of_port(port));
        self.select(BTreeSet::from([port.node.clone()]));
        self.show_form();
        self.trace_value(path.map(Id));
    }

    /// Goes to the place of a step of a trace, and shows the trace from there.
    pub fn follow_value(self, place: &TracePlace) {
        match place {
            TracePlace::ReadOnly(text) => self.open_popup(Popup::ReadOnly(text.clone())),
            TracePlace::File(file, range, id) => {
                self.show_document_at(file, range.start);
                let snapshot = self.0.flush_pending();
                let around = snapshot.checked().and_then(|checked| checked.at(range.start));
                match around {
                    Some(id) => self.reveal(&id),
                    None => self.select(BTreeSet::new()),
                }
                self.point(*range, false);
                let checked = snapshot.checked();
                let traced = checked.and_then(|checked| checked.value_traces()?.traced_value(&id.0));
                self.trace_value(traced.map(Id));
            }
        }
    }

    /// Marks in the text what a form field is about, and shows it.
    pub fn mark_in_text(self, id: &Id) {
        let snapshot = self.0.flush_pending();
        let range = snapshot.checked().and_then(|checked| checked.range_of(id)).map(|(_, whole)| whole);
        self.mark(range);
    }

    pub fn end_mark(self) {
        self.mark(None);
    }

    fn mark(self, range: Option<TextRange>) {
        if let (Some(editor), Some(file)) =
            (self.0.documents.editor(), self.0.documents.active_file().get_untracked())
        {
            editor.mark(&file, range);
        }
    }

    /// Reveals the selected item in the text.
    pub(super) fn reveal_in_text(self, id: &Id) {
        let snapshot = self.0.flush_pending();
        let Some(checked) = snapshot.checked() else { return };
        if let Some((key, _)) = checked.range_of(id).filter(|_| !id.0.is_empty()) {
            self.point(key, false);
        }
    }
}
