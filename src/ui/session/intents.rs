//! Intents: carries out what a gesture, key or menu requests.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::pane_focus::{focus_canvas, next_pane};
use super::super::panes::Pane;
use super::compose::CopyTo;
use super::{DIAGRAM, Gestures, Guide, Popup};
use limn_canvas::keys::Command;
use limn_canvas::{Hit, Intent, ScreenPoint, Tool, WorldPoint};
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Id, PortRef};
use limn_layout::Rect;

impl Gestures {
    /// Removes the selected items, except those that the shown saved view leaves out: users would not see that they are removed.
    fn remove(self, ids: Vec<Id>) {
        let positions = self.0.positions;
        let is_inside = |id: &Id| positions.is_inside_collapsed(id);
        let is_seen =
            |id: &Id| !positions.is_left_out(id) && positions.hidden_layer_of(id).is_none() && !is_inside(id);
        if !ids.is_empty() && ids.iter().all(is_inside) {
            return self
                .0
                .notices
                .show_warning("the selection is inside a collapsed card: expand it to remove the selection");
        }
        let hidden = ids.iter().find_map(|id| positions.hidden_layer_of(id));
        let seen: Vec<Id> = ids.into_iter().filter(is_seen).collect();
        if let Some(layer) = hidden.filter(|_| seen.is_empty()) {
            let what = layer.label().to_lowercase();
            return self
                .0
                .notices
                .show_warning(format!("{what} are hidden: show them to remove the selection"));
        }
        if seen.is_empty() {
            return self
                .0
                .notices
                .show_warning("the selection is not in this view: show the whole diagram to remove it");
        }
        self.0.edits().edit(&Edit::Remove { ids: seen });
    }

    /// Runs edits one after the other. A node that is connected to one outside the saved view is removed and healed in the whole diagram.
    fn run_sequence(self, edits: &[Edit], places: &[(Id, Place)]) {
        if let Some(Edit::Remove { ids }) = edits.first()
            && self.0.positions.has_links_outside_view(ids)
        {
            self.0.navigation().show_saved_view(None);
            return self.command(Command::RemoveAndReconnect);
        }
        if let Some(Edit::Remove { ids }) = edits.first() {
            let around = self.0.positions.hidden_neighbors(ids);
            if !around.is_empty() {
                self.collapse(around, false);
                return self.command(Command::RemoveAndReconnect);
            }
        }
        self.0.edits().in_sequence(edits, places);
    }

    pub fn act(self, intent: Intent) {
        self.announce_intent(&intent);
        match intent {
            Intent::Select { ids, camera } => {
                if let Some(camera) = camera {
                    self.0.navigation().set_camera(camera);
                }
                self.0.navigation().select(ids);
                self.0.navigation().offer_form();
            }
            Intent::Camera(camera) => self.0.navigation().set_camera(camera),
            Intent::Move { places } => {
                let places = self.0.positions.base_scene().with_untracked(|scene| scene.with_guests(&places));
                self.0.edits().move_boxes(places);
            }
            Intent::Bend { bends } => self.0.edits().bend(&bends),
            Intent::Pin { ids, pinned } => self.0.edits().pin(&ids, pinned),
            Intent::Edit(Edit::Remove { ids }) => self.remove(ids),
            Intent::Edit(edit) => drop(self.0.edits().edit(&edit)),
            Intent::Put { edits, places } => self.0.edits().put(&edits, places),
            Intent::Memberships { at } => self.0.edits().open_membership_menu(at),
            Intent::Group { nodes } => self.0.edits().group(nodes),
            Intent::Ungroup { groups } => self.0.edits().ungroup(groups),
            Intent::Join { from, to } => self.0.edits().join(from, to),
            Intent::AddOn { template, place, on } => self.0.edits().add_on(&template, place, on),
            Intent::StartRename(id) => self.0.navigation().open_popup(Popup::Rename(id)),
            Intent::Inspect(id) => self.0.navigation().inspect(id),
            Intent::Note(id) => self.0.navigation().edit_note(id),
            Intent::Hierarchy(id) => self.0.navigation().show_hierarchy_of(&id),
            Intent::Open(id) => self.open_descriptor(id),
            Intent::BackToParent => self.0.navigation().go_up(),
            Intent::PickFor { port, at } => {
                self.0.navigation().open_popup(Popup::Add { wire: Some(port), on: None, at });
            }
            Intent::ChoosePort { from, options, at } => {
                self.0.navigation().open_popup(Popup::Port { from, options, at });
            }
            Intent::PickAdd { at, on } => {
                self.0.navigation().open_popup(Popup::Add { wire: None, on, at });
            }
            Intent::Menu { on, at } => self.open_menu(on, at),
            Intent::AutoArrange => self.0.edits().auto_arrange(),
            Intent::Hosting => self.toggle_hosting(),
            Intent::Grid => self.toggle_grid(),
            Intent::Table => self.toggle_table(),
            Intent::Propose => {
                self.0.view.show_pane(Pane::Canvas);
                self.0.navigation().show_view(DIAGRAM);
                self.0.navigation().show_diagram(None);
                self.0.view.set_guide(Some(Guide::Proposals));
            }
            Intent::Unfold(id) => self.unfold(id),
            Intent::Collapse { ids, is_collapsed } => self.collapse(ids, is_collapsed),
            Intent::CollapseAll => self.collapse(self.0.positions.collapsible(), true),
            Intent::ExpandAll => self.collapse(self.0.positions.collapsed(), false),
            Intent::Duplicate { ids, by } => {
                self.0.edits().duplicate(&ids, by.map_or(CopyTo::Next, CopyTo::Distance));
            }
            Intent::Sequence { edits, places } => self.run_sequence(&edits, &places),
            Intent::AddOnWire { template, place, wire } => {
                self.0.edits().add_on_wire(&template, place, &wire);
            }
            Intent::Clipboard(command) => self.0.edits().clipboard(command),
            Intent::Global(command) => self.run_global(command),
            Intent::Find => self.0.navigation().open_popup(Popup::Find),
            Intent::Undo => self.0.edits().undo(),
            Intent::Redo => self.0.edits().redo(),
            Intent::ShowKeys => self.0.navigation().open_popup(Popup::Keys),
            Intent::Announce(text) => {
                if self.0.view.tool().with_untracked(|tool| *tool == limn_canvas::Tool::Idle) {
                    self.0.notices.show_error(text);
                }
            }
        }
    }

    /// Opens the context menu of an item, which is then selected.
    fn open_menu(self, on: Hit, at: ScreenPoint) {
        if let Some(id) = on.id() {
            if self.0.view.selection().with_untracked(|now| !now.contains(id)) {
                self.0.navigation().select(BTreeSet::from([id.clone()]));
            }
        } else if on == Hit::Empty {
            self.0.navigation().select(BTreeSet::new());
        }
        self.0.navigation().open_popup(Popup::Menu { on, at });
    }

    /// Runs a command that works everywhere on the page.
    pub fn run_global(self, command: Command) {
        match command {
            Command::Commands => self.0.navigation().open_popup(Popup::Commands),
            Command::NextPane => next_pane(false),
            Command::PreviousPane => next_pane(true),
            Command::Wrap => self.0.text_editing().toggle_wrap(),
            Command::Hints => self.0.text_editing().toggle_hints(),
            Command::Colors => self.0.text_editing().toggle_colors(),
            Command::Symbols => self.0.navigation().open_popup(Popup::Symbols),
            Command::NextProblem => self.go_to_problem(false),
            Command::PreviousProblem => self.go_to_problem(true),
            // The start page is alone.
            Command::Pane(number) if !untrack(|| self.0.documents.is_start()) => self.toggle_pane(number),
            _ => {}
        }
    }

    fn go_to_problem(self, back: bool) {
        if !self.0.documents.request_problem(back) {
            self.0.notices.announce("no problems in this file");
        }
    }

    /// Shows or hides a pane, by its number; the canvas gets the focus instead.
    fn toggle_pane(self, number: u8) {
        match Pane::ALL.get(usize::from(number).wrapping_sub(1)) {
            None => {}
            Some(Pane::Canvas) => focus_canvas(),
            Some(pane) => {
                self.0.view.set_panes(|panes| panes.toggle(*pane));
                let is_shown = self.0.view.panes().with_untracked(|panes| panes.shows(*pane));
                let done = if is_shown { "shown" } else { "hidden" };
                self.0.notices.announce(format!("{} pane {done}", pane.label()));
            }
        }
    }

    /// Adds a template with its card centered at `at`, and connects it to `wire` if given.
    pub fn add(self, template: &str, at: WorldPoint, wire: Option<&PortRef>) {
        let place = Tool::drop_place(self.free_spot(at), self.0.canvas.snaps());
        let on: Vec<Id> = self.0.view.selection().with_untracked(|ids| ids.iter().cloned().collect());
        let is_node =
            |id: &Id| self.0.positions.base_scene().with_untracked(|scene| scene.card(id).is_some());
        match (wire, on.as_slice()) {
            // As if it was dropped on the selected node.
            (None, [one]) if is_node(one) => self.0.edits().add_on(template, place, one.clone()),
            _ => {
                let edit = Edit::Add { template: template.to_owned(), name: None, place: Some(place), on };
                match wire {
                    None => drop(self.0.edits().edit(&edit)),
                    Some(port) => self.0.edits().add_wired(&edit, port),
                }
            }
        }
    }

    /// Adds a template on a node, as if it was dropped there.
    pub fn add_on(self, template: &str, at: WorldPoint, on: &Id) {
        self.0.edits().add_on(template, Tool::drop_place(at, self.0.canvas.snaps()), on.clone());
    }

    /// The place itself if it is free, or else the nearest free one below or beside it.
    fn free_spot(self, at: WorldPoint) -> WorldPoint {
        let scene = self.0.positions.base_scene().get_untracked();
        let is_free = |at: &WorldPoint| {
            let rect = Rect { x: at.x - 100.0, y: at.y - 26.0, width: 200.0, height: 84.0 }.grown(16.0);
            scene.cards.iter().all(|card| !card.rect().overlaps(&rect))
        };
        let ring = (0..24).flat_map(|step| {
            let by = f64::from(step) * 36.0;
            [(0.0, by), (by, 0.0), (-by, 0.0), (0.0, -by), (by, by), (-by, by)]
        });
        ring.map(|(dx, dy)| WorldPoint { x: at.x + dx, y: at.y + dy }).find(is_free).unwrap_or(at)
    }

    /// Opens the descriptor that an item is made from or substituted by, if it is among the files; otherwise its form.
    fn open_descriptor(self, id: Id) {
        let here = self.0.documents.active_file().get_untracked();
        let substitute = here.and_then(|file| {
            self.0.documents.known().with_untracked(|known| known.analysis.substitute(&file, &id))
        });
        match substitute {
            Some(Ok(file)) => {
                let navigation = self.0.navigation();
                return navigation.drill_down(&id, || navigation.show_document(&file, 0));
            }
            Some(Err(node_type)) => {
                return self.0.notices.show_error(format!(
                    "no open file substitutes `{node_type}`: open a service template with `substitution_mappings` of this node type"
                ));
            }
            None => {}
        }
        let caption = self
            .0
            .positions
            .base_scene()
            .with_untracked(|scene| scene.card(&id).map(|card| card.caption.clone()));
        let file = caption.and_then(|caption| {
            self.0.documents.known().with_untracked(|known| {
                known
                    .analysis
                    .files()
                    .find(|checked| {
                        let graph = checked.graph();
                        graph
                            .frame
                            .as_ref()
                            .is_some_and(|frame| !caption.is_empty() && frame.label == caption)
                    })
                    .map(|checked| checked.file().clone())
            })
        });
        match file {
            Some(file) => {
                let navigation = self.0.navigation();
                navigation.drill_down(&id, || navigation.show_file(&file));
            }
            None => self.0.navigation().inspect(id),
        }
    }
}
