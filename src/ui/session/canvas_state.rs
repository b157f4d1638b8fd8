//! Canvas state: the store of which layers of elements the canvas shows, kept in the browser for all works, and of the pointer and the last copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::browser::settings;
use super::documents::{Analyzed, renamed_key};
use super::state::State;
use super::{DIAGRAM, Gestures, Navigation, Positions};
use limn_canvas::{CanvasEvent, OpenRequirements, ScreenPoint, SearchWords};
use limn_files::FilePath;
use limn_language::edit::Place;
use limn_language::element_layer::ElementLayer;
use limn_language::graph::{Graph, Id};

const HIDDEN: &str = "hidden layers";
const ONLY_OPEN: &str = "only unfulfilled";
const GRID: &str = "grid";
const COPIED: &str = "copied places";

/// Nodes that were duplicated last.
#[derive(Clone)]
pub(super) struct Duplicated {
    /// The key of the diagram.
    pub(super) diagram: FilePath,
    pub(super) copies: BTreeSet<Id>,
    /// A copy, and the place of its original.
    pub(super) first: (Id, Place),
    /// The distance at which the copies were placed, if nobody chose it.
    pub(super) unchosen: Option<(f64, f64)>,
}

/// Nodes copied last on the canvas, and their text on the clipboard.
#[derive(Clone)]
pub(super) struct Copied {
    /// The key of the document.
    pub(super) file: FilePath,
    pub(super) ids: Vec<Id>,
    pub(super) text: String,
}

/// The places of nodes that were copied last, by their names. Windows share it, because nodes of one can be pasted in another.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct CopiedPlaces {
    /// The fingerprint of the text on the clipboard.
    pub(super) text: String,
    pub(super) places: BTreeMap<String, Place>,
}

impl CopiedPlaces {
    /// Returns true if all places are such as a diagram has: the clipboard has what any page puts there.
    pub(super) fn is_near(&self) -> bool {
        const FARTHEST: f64 = 1e7;
        self.places.values().all(|place| place.x.abs() <= FARTHEST && place.y.abs() <= FARTHEST)
    }
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    /// The pointer, while it is over the canvas.
    pointer: Option<ScreenPoint>,
    duplicated: Option<Duplicated>,
    copied: Option<Copied>,
    copied_places: CopiedPlaces,
    /// The place and the time of the last click on a button of the diagram that collapses or expands.
    collapse: Option<(ScreenPoint, f64)>,
}

/// Visibility of elements on the canvas, and what was copied last.
#[derive(Clone, Copy)]
pub struct CanvasState {
    hidden: State<BTreeSet<ElementLayer>>,
    /// Everything is dimmed but nodes with open requirements.
    only_open: State<bool>,
    /// Moved boxes snap to the grid.
    grid: State<bool>,
    memory: StoredValue<Hidden>,
}

impl CanvasState {
    pub(super) fn new() -> CanvasState {
        CanvasState {
            hidden: State::new(settings::get(HIDDEN)),
            only_open: State::new(settings::get(ONLY_OPEN)),
            grid: State::new(settings::get(GRID)),
            memory: StoredValue::new(Hidden::default()),
        }
    }

    pub fn hidden(self) -> ReadSignal<BTreeSet<ElementLayer>> {
        self.hidden.read()
    }

    pub fn only_open(self) -> ReadSignal<bool> {
        self.only_open.read()
    }

    pub fn grid(self) -> ReadSignal<bool> {
        self.grid.read()
    }

    /// Returns true if boxes snap to the grid. Not reactive.
    pub(super) fn snaps(self) -> bool {
        self.grid().get_untracked()
    }

    /// The pointer, while it is over the canvas.
    pub(super) fn pointer(self) -> Option<ScreenPoint> {
        self.memory.with_value(|memory| memory.pointer)
    }

    pub(super) fn duplicated(self) -> Option<Duplicated> {
        self.memory.with_value(|memory| memory.duplicated.clone())
    }

    pub(super) fn note_collapse(self, at: Option<ScreenPoint>) {
        self.memory.update_value(|memory| memory.collapse = at.map(|at| (at, js_sys::Date::now())));
    }

    /// Returns true if an event is from the second click of a double click, of which the first collapsed or expanded something: something else is there now.
    pub(super) fn is_second_click(self, event: &CanvasEvent) -> bool {
        const TIME: f64 = 500.0;
        const DISTANCE: f64 = 5.0;
        let (CanvasEvent::Down { at, .. } | CanvasEvent::Double { at }) = event else { return false };
        let collapse = self.memory.with_value(|memory| memory.collapse);
        collapse.is_some_and(|(place, time)| {
            (place.x - at.x).hypot(place.y - at.y) < DISTANCE && js_sys::Date::now() - time < TIME
        })
    }

    /// The places of the nodes that were copied last in this window.
    pub(super) fn copied_places(self) -> CopiedPlaces {
        self.memory.with_value(|memory| memory.copied_places.clone())
    }

    /// The places of the copied nodes with this fingerprint: copied here, or in another window of the browser.
    pub(super) fn copied_with(self, fingerprint: &str) -> Option<CopiedPlaces> {
        let found = [self.copied_places(), settings::get(COPIED)];
        found.into_iter().find(|copied| copied.text == fingerprint)
    }

    pub(super) fn set_copied(self, copied: Copied, places: CopiedPlaces) {
        settings::set(COPIED, &places);
        self.memory.update_value(|memory| {
            memory.copied = Some(copied);
            memory.copied_places = places;
        });
    }

    pub(super) fn copied(self) -> Option<Copied> {
        self.memory.with_value(|memory| memory.copied.clone())
    }

    /// Moves the copied nodes to the new names of their file.
    pub(super) fn follow(self, analyzed: &Analyzed) {
        self.memory.update_value(|memory| {
            let Some(copied) = &mut memory.copied else { return };
            for names in [&analyzed.names, &analyzed.keys] {
                if let Some(to) = renamed_key(&copied.file, names) {
                    copied.file = to;
                }
            }
        });
    }

    pub(super) fn set_duplicated(self, duplicated: Option<Duplicated>) {
        self.memory.update_value(|memory| memory.duplicated = duplicated);
    }

    fn set_hidden(self, hidden: BTreeSet<ElementLayer>) {
        settings::set(HIDDEN, &hidden);
        self.hidden.set(hidden);
    }
}

impl Positions {
    /// The diagram that is shown, with the layers that are hidden.
    pub fn all_layers(self) -> Memo<Arc<Graph>> {
        let drawn = self.next_view_model();
        Memo::new(move |_| drawn.with(|drawn| Arc::clone(drawn.complete())))
    }

    /// The hidden layer that an element is in.
    pub fn hidden_layer_of(self, id: &Id) -> Option<ElementLayer> {
        self.next_view_model().with_untracked(|drawn| {
            let layer = ElementLayer::of(id, drawn.complete())?;
            drawn.hidden.contains(&layer).then_some(layer)
        })
    }

    /// The elements of hidden layers, and inside collapsed cards, that a search finds.
    pub fn hidden_matches(self, words: &str) -> Vec<Id> {
        let words = SearchWords::new(words);
        self.next_view_model().with_untracked(|drawn| {
            let whole = drawn.complete();
            let groups = whole.groups.iter().filter(|_| drawn.hidden.contains(&ElementLayer::Groups));
            let groups = groups.map(|group| (&group.id, &group.label, ""));
            let policies = whole.policies.iter().filter(|_| drawn.hidden.contains(&ElementLayer::Policies));
            let policies = policies.map(|policy| (&policy.id, &policy.label, policy.caption.as_str()));
            // Nodes inside collapsed cards.
            let collapsed: HashSet<&Id> = drawn.graph.collapsed.values().flatten().collect();
            let nodes = whole.nodes.iter().filter(|node| collapsed.contains(&node.id));
            let nodes = nodes.map(|node| (&node.id, &node.label, node.caption.as_str()));
            let found =
                nodes.chain(groups).chain(policies).filter(|(_, name, caption)| words.find(name, caption));
            found.map(|(id, ..)| id.clone()).collect()
        })
    }

    /// The open requirements of the diagram that is shown.
    pub fn open_requirements(self) -> Memo<OpenRequirements> {
        let drawn = self.next_view_model();
        Memo::new(move |_| drawn.with(|drawn| OpenRequirements::of(drawn.complete())))
    }
}

impl Navigation {
    /// Shows the layer of an element that is to be seen.
    pub(super) fn show_layer_of(self, id: &Id) {
        if let Some(layer) = self.0.positions.hidden_layer_of(id) {
            self.0.gestures().show_elements(layer, true);
        }
    }
}

impl Gestures {
    /// The pointer is at a place of the canvas, or has left it.
    pub fn point_at(self, at: Option<ScreenPoint>) {
        self.0.canvas.memory.try_update_value(|memory| memory.pointer = at);
    }

    /// Shows or hides a layer of elements. Boxes keep their places, and make room for those that grow.
    pub fn show_elements(self, layer: ElementLayer, is_shown: bool) {
        self.0.flush_pending();
        let mut hidden = self.0.canvas.hidden().get_untracked();
        let is_changed = if is_shown { hidden.remove(&layer) } else { hidden.insert(layer) };
        if !is_changed {
            return;
        }
        self.on_canvas_event(CanvasEvent::Cancel);
        let before = self.0.positions.base_scene().get_untracked();
        self.0.canvas.set_hidden(hidden);
        self.0.positions.follow_growth(&before);
        self.0.works().schedule_save();
        let is_hidden = if is_shown { "shown" } else { "hidden" };
        self.0.notices.announce(format!("{} {is_hidden}", layer.label().to_lowercase()));
    }

    pub fn toggle_elements(self, layer: ElementLayer) {
        let is_hidden = self.0.canvas.hidden().with_untracked(|hidden| hidden.contains(&layer));
        self.show_elements(layer, is_hidden);
    }

    /// Turns snapping to the grid on or off.
    pub fn toggle_grid(self) {
        let grid = !self.0.canvas.grid().get_untracked();
        settings::set(GRID, &grid);
        self.0.canvas.grid.set(grid);
        self.0.notices.announce(if grid { "snap to grid on" } else { "snap to grid off" });
    }

    /// Dims everything but nodes with open requirements, or shows all again.
    pub fn toggle_only_open(self) {
        self.0.flush_pending();
        let only_open = !self.0.canvas.only_open().get_untracked();
        settings::set(ONLY_OPEN, &only_open);
        self.0.canvas.only_open.set(only_open);
        if only_open {
            self.0.navigation().show_view(DIAGRAM);
        }
        let open =
            self.0.positions.next_view_model().with_untracked(|model| OpenRequirements::of(model.complete()));
        self.0.notices.announce(match only_open {
            true => open_requirements_sentence(open),
            false => "all nodes shown".to_owned(),
        });
    }
}

/// Sentence about the number of nodes with open requirements.
pub fn open_requirements_sentence(open: OpenRequirements) -> String {
    let requirements = match open.requirements {
        1 => "1 open requirement".to_owned(),
        many => format!("{many} open requirements"),
    };
    match open.nodes {
        0 => "No open requirements".to_owned(),
        1 => format!("1 node with {requirements}"),
        many => format!("{many} nodes with {requirements}"),
    }
}
