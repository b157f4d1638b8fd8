//! Positions: the store of the places of boxes. The diagram with these places, the scene, is derived here.

mod collision;
mod saved_views;
mod view_model;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::settings;
use super::super::editor::{Pin, Spot};
use super::canvas_state::CanvasState;
use super::documents::{Analyzed, Current, Documents, rename_keys, renamed_key};
use super::state::State;
use super::view_state::ViewState;
use limn_analysis::NewNames;
use limn_analysis::incremental::Problem;
use limn_canvas::{Problems, Scene};
use limn_files::FilePath;
use limn_language::edit::Place;
use limn_language::graph::{Id, WireLayer};

pub use view_model::ViewModel;

/// Places of boxes, by the keys of documents and of their saved views. Removed items keep their place, so that undo restores it.
pub type Places = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// Nodes that stay where they are when the diagram is arranged, by the same keys. Removed nodes stay listed, as their places do.
pub type Pinned = BTreeMap<FilePath, BTreeSet<Id>>;

/// Places of boxes, and the scene. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct Positions {
    places: State<Places>,
    pinned: State<Pinned>,
    /// Hosting is drawn with wires instead of nested boxes.
    wired: State<bool>,
    /// The chosen layer of each file.
    layers: State<BTreeMap<FilePath, WireLayer>>,
    /// Stored, because handles are passed by value.
    saved_views: StoredValue<saved_views::SavedViewState>,
    drawn: Memo<ViewModel>,
    /// The diagram that has its wires.
    routed: State<Option<DiagramKey>>,
    scene: Memo<Arc<Scene>>,
    // State with hundreds of subscribers. A memo wakes all subscribers even if its value stays the same; these signals are written only when
    // the value differs, so a key that changes nothing in the picture wakes no subscriber.
    shown_drawn: State<ViewModel>,
    shown_scene: State<Arc<Scene>>,
    documents: Documents,
    hidden: StoredValue<Hidden>,
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    /// Cards displaced by cards that grew.
    displaced: Vec<collision::Displaced>,
    /// Places in the other hosting mode.
    otherwise: Places,
    /// Files with boxes moved by the user, or imported with places.
    arranged: BTreeSet<FilePath>,
    /// The cards that are shown, without wires.
    cards: Option<Memo<Arc<Scene>>>,
    /// Cards, and the same with wires that are not shown yet.
    wires: Option<[Arc<Scene>; 2]>,
}

/// Signal that follows a memo and is written only when the value differs.
fn following<T: Clone + PartialEq + Send + Sync + 'static>(memo: Memo<T>) -> State<T> {
    let shown = State::new(memo.get_untracked());
    Effect::new(move |_| {
        shown.set_if_different(memo.get());
    });
    shown
}

/// The number of links from which a diagram that opens shows its cards before its wires, which take most of the time.
const MANY_LINKS: usize = 100;

/// A file, and the part of it that is shown instead of the whole.
type DiagramKey = (Option<FilePath>, Option<Id>);

/// Whether a diagram shows its cards first and has not shown them yet.
fn waits(drawn: &ViewModel, routed: Option<&DiagramKey>) -> bool {
    let is_routed = |(file, diagram): &DiagramKey| (file, diagram) == (&drawn.file, &drawn.diagram);
    drawn.graph.links.len() >= MANY_LINKS && !routed.is_some_and(is_routed)
}

/// Number of problems per item of the shown document.
fn problem_counts(
    checked: Memo<Option<Current>>,
    problems: ReadSignal<Arc<Vec<Problem>>>,
) -> Memo<BTreeMap<Id, Problems>> {
    let shown = Memo::new(move |_| {
        checked.with(|checked| checked.as_ref().map(|it| (it.0.file().clone(), it.0.nth())))
    });
    Memo::new(move |_| view_model::counts(&problems.get(), shown.get()))
}

/// The cards with their wires, unless the diagram waits for these.
fn wired_scene(
    cards: Memo<Arc<Scene>>,
    drawn: Memo<ViewModel>,
    routed: State<Option<DiagramKey>>,
    hidden: StoredValue<Hidden>,
) -> Memo<Arc<Scene>> {
    Memo::new_with_compare(
        move |_| {
            let cards = cards.get();
            if drawn.with(|drawn| routed.read().with(|routed| waits(drawn, routed.as_ref()))) {
                return cards;
            }
            let found = hidden.try_update_value(|hidden| hidden.wires.take()).flatten();
            match found {
                Some([of, scene]) if Arc::ptr_eq(&of, &cards) => scene,
                _ => Arc::new(cards.with_wires()),
            }
        },
        |_, _| true,
    )
}

impl Positions {
    pub(super) fn new(documents: Documents, view: ViewState, canvas: CanvasState) -> Positions {
        let (checked, problems) = (documents.checked(), documents.problems());
        let known = documents.known();
        let (tool, selection, diagram) = (view.tool(), view.selection(), view.diagram());
        let places = State::new(Places::new());
        let pinned = State::new(Pinned::new());
        let wired = State::new(settings::get::<bool>("wired"));
        let layers = State::new(BTreeMap::<FilePath, WireLayer>::new());
        let saved_views = saved_views::SavedViewState::of(documents);
        let front_views = saved_views.of_front();
        let drawn = Memo::new(move |before: Option<&ViewModel>| {
            diagram.with(|diagram| {
                let (checked, nested) = (checked.get(), !wired.read().get());
                let file = checked.as_ref().map(|Current(checked)| checked.key());
                let layer = file.and_then(|file| layers.read().with(|layers| layers.get(&file).copied()));
                let look = view_model::DiagramLook { nested, layer, hidden: canvas.hidden().get() };
                // Pictures are files beside the document: its analysis reports when they differ.
                known.with_untracked(|known| {
                    front_views.with(|views| {
                        let part = (diagram.as_ref(), views.shown());
                        view_model::build(checked, part, before, look, &known.workspace)
                    })
                })
            })
        });
        let counts = problem_counts(checked, problems);
        // Places that the document itself stores.
        let own = Memo::new(move |_| checked.get().map(|checked| checked.0.places()).unwrap_or_default());
        let layout = Memo::new(move |_| {
            let (drawn, own) = (drawn.get(), own.get());
            places.read().with(|places| view_model::lay_out(&drawn, &own, places))
        });
        // Neither problems nor pins change cards and wires. Scenes with equal cards can have other links.
        let cards = Memo::new_with_compare(
            move |_| Arc::new(Scene::without_wires(Arc::clone(&drawn.get().graph), &layout.get())),
            |_, _| true,
        );
        let hidden = StoredValue::new(Hidden { cards: Some(cards), ..Hidden::default() });
        let routed = State::new(None);
        let laid_out = wired_scene(cards, drawn, routed, hidden);
        let pins = Memo::new(move |_| {
            let file = drawn.with(|drawn| drawn.file.clone());
            file.and_then(|file| pinned.read().with(|pinned| pinned.get(&file).cloned())).unwrap_or_default()
        });
        let bare = Memo::new(move |_| {
            let scene = laid_out.get().with_problems(&counts.get());
            Arc::new(pins.with(|pins| view_model::marked(scene, pins, canvas.only_open().get())))
        });
        let open_sheet = Memo::new(move |_| {
            let by_hand = tool.with(|tool| bare.with(|scene| tool.opens(scene)));
            let is_selected = |id: &Id| selection.with(|selection| selection.contains(id));
            by_hand.or_else(|| view.unfolded().get().filter(is_selected)).or_else(|| view.peeked().get())
        });
        let scene = Memo::new(move |_| match open_sheet.get() {
            None => bare.get(),
            Some(id) => {
                // Where it opens depends on the view, but it stays there while the view moves.
                let sees = view.camera().get_untracked().sees(view.viewport().get_untracked());
                bare.with(|scene| Arc::new(scene.unfolded(&id, Some(sees))))
            }
        });
        let live = Memo::new_with_compare(
            move |_| tool.with(|tool| view_model::live(&scene.get(), tool)),
            |before, now| !matches!((before, now), (Some(before), Some(now)) if Arc::ptr_eq(before, now)),
        );
        Positions {
            places,
            pinned,
            wired,
            layers,
            saved_views: StoredValue::new(saved_views),
            drawn,
            routed,
            scene,
            shown_drawn: following(drawn),
            shown_scene: following(live),
            documents,
            hidden,
        }
    }

    /// What the canvas shows of the front file, and whether it is up to date.
    pub fn drawn(self) -> ReadSignal<ViewModel> {
        self.shown_drawn.read()
    }

    /// The scene, with dragged items at their current place.
    pub fn scene(self) -> ReadSignal<Arc<Scene>> {
        self.shown_scene.read()
    }

    /// Whether the cards of a diagram that opens are shown and its wires are not computed yet.
    pub fn awaits_wires(self) -> Signal<bool> {
        Signal::derive(move || {
            self.drawn.with(|drawn| self.routed.read().with(|routed| waits(drawn, routed.as_ref())))
        })
    }

    /// The cards of a diagram that awaits its wires, and its file.
    pub(super) fn cards_without_wires(self) -> Option<(Arc<Scene>, FilePath)> {
        if !self.awaits_wires().get_untracked() {
            return None;
        }
        let cards = self.hidden.with_value(|hidden| hidden.cards)?;
        Some((cards.get_untracked(), self.key()?))
    }

    /// Sets what the wires of these cards will be, if the diagram still awaits them.
    pub(super) fn set_wires(self, cards: &Arc<Scene>, scene: Scene) {
        if self.cards_without_wires().is_some_and(|(now, _)| Arc::ptr_eq(&now, cards)) {
            self.hidden.update_value(|hidden| hidden.wires = Some([Arc::clone(cards), Arc::new(scene)]));
        }
    }

    /// Draws the wires of a diagram whose cards are shown. Returns whether there was something to draw.
    pub(super) fn draw_wires(self) -> bool {
        let key = self.drawn.with_untracked(|drawn| {
            let waits = self.routed.read().with_untracked(|routed| waits(drawn, routed.as_ref()));
            waits.then(|| (drawn.file.clone(), drawn.diagram.clone()))
        });
        let waited = key.is_some();
        if waited {
            self.routed.set(key);
        }
        waited
    }

    /// What the canvas will show once it is drawn again.
    pub fn settled_drawn(self) -> Memo<ViewModel> {
        self.drawn
    }

    /// The scene of the current text, without the preview of a drag.
    pub fn settled_scene(self) -> Memo<Arc<Scene>> {
        self.scene
    }

    pub(super) fn places(self) -> ReadSignal<Places> {
        self.places.read()
    }

    /// Whether hosted nodes are drawn inside their hosts.
    pub fn in_boxes(self) -> Signal<bool> {
        Signal::derive(move || !self.wired.read().get())
    }

    pub(super) fn pinned(self) -> Pinned {
        self.pinned.read().get_untracked()
    }

    pub(super) fn set_places(self, places: Places, pinned: Pinned) {
        self.places.set(places);
        self.pinned.set(pinned);
    }

    pub(super) fn arranged(self) -> BTreeSet<FilePath> {
        self.hidden.with_value(|hidden| hidden.arranged.clone())
    }

    pub(super) fn set_arranged(self, arranged: BTreeSet<FilePath>) {
        self.hidden.update_value(|hidden| hidden.arranged = arranged);
    }

    pub(super) fn extend_arranged(self, arranged: BTreeSet<FilePath>) {
        self.hidden.update_value(|hidden| hidden.arranged.extend(arranged));
    }

    /// Moves and pins boxes as in the editor's history.
    pub(super) fn move_pins(self, file: &FilePath, moves: &[Pin]) {
        let key = |pin: &Pin| pin.diagram_of(file);
        self.hidden.update_value(|hidden| hidden.arranged.extend(moves.iter().map(key)));
        self.places.update(|all| {
            for pin @ Pin { id, to, .. } in moves {
                let places = all.entry(key(pin)).or_default();
                match to {
                    Some(spot) => places.insert(id.clone(), spot.place()),
                    None => places.remove(id),
                };
            }
        });
        let mut pinned = self.pinned();
        for pin @ Pin { id, to, .. } in moves {
            let ids = pinned.entry(key(pin)).or_default();
            if to.is_some_and(|spot| spot.pinned) {
                ids.insert(id.clone());
            } else {
                ids.remove(id);
            }
        }
        pinned.retain(|_, ids| !ids.is_empty());
        self.pinned.set_if_different(pinned);
    }

    /// The key of the diagram that is shown: of the front document, or of its saved view.
    pub(super) fn key(self) -> Option<FilePath> {
        self.drawn.with_untracked(|drawn| drawn.file.clone())
    }

    /// Undo records of moved boxes of the diagram that is shown. `pinned`: they are also pinned or unpinned.
    pub(super) fn moves(self, places: &[(Id, Place)], pinned: Option<bool>) -> Vec<Pin> {
        self.key().map(|key| self.moves_in(&key, places, pinned)).unwrap_or_default()
    }

    /// Undo records of moved boxes of a diagram, by its key.
    pub(super) fn moves_in(self, file: &FilePath, places: &[(Id, Place)], pinned: Option<bool>) -> Vec<Pin> {
        let all_pinned = self.pinned();
        let is_pinned = |id: &Id| all_pinned.get(file).is_some_and(|ids| ids.contains(id));
        self.places().with_untracked(|known| {
            let known = known.get(file);
            let pin = |(id, to): &(Id, Place)| {
                let was = is_pinned(id);
                let from = known.and_then(|known| known.get(id)).map(|place| Spot::new(*place, was));
                let (document, view) = (file.document().1, file.view().1);
                Pin { id: id.clone(), from, to: Some(Spot::new(*to, pinned.unwrap_or(was))), document, view }
            };
            places.iter().map(pin).filter(|pin| pin.from != pin.to).collect()
        })
    }

    /// Stores the places that the layout chose, so that boxes stay there.
    pub(super) fn pin_layout(self) {
        let Some(file) = self.key() else { return };
        let scene = self.scene.get_untracked();
        let new: Vec<(Id, Place)> = self.places().with_untracked(|places| {
            let known = places.get(&file);
            // A host that grew displaces others.
            let nested = !scene.host_backgrounds.is_empty();
            let cards = scene.cards.iter().filter(|card| match known.and_then(|known| known.get(&card.id)) {
                None => true,
                Some(place) => nested && *place != card.at.place(),
            });
            cards.map(|card| (card.id.clone(), card.at.place())).collect()
        });
        if !new.is_empty() {
            self.places.update(|places| places.entry(file).or_default().extend(new));
        }
    }

    /// Toggles between nested boxes and wires for hosting. Each mode keeps its own places. Returns whether wires are drawn now.
    pub(super) fn toggle_hosting(self) -> bool {
        let wired = !self.wired.read().get_untracked();
        settings::set("wired", &wired);
        let otherwise = self.hidden.try_update_value(|hidden| std::mem::take(&mut hidden.otherwise));
        let before = self.places().get_untracked();
        self.places.set(otherwise.unwrap_or_default());
        self.hidden.update_value(|hidden| hidden.otherwise = before);
        self.wired.set(wired);
        self.pin_layout();
        wired
    }

    /// The chosen layers.
    pub(super) fn layers(self) -> Vec<(FilePath, WireLayer)> {
        self.layers.read().get_untracked().into_iter().collect()
    }

    pub(super) fn set_layers(self, layers: BTreeMap<FilePath, WireLayer>) {
        self.layers.set(layers);
    }

    /// Draws another layer of the front file. Boxes keep their places, and make room for those that grow.
    pub(super) fn set_layer(self, layer: WireLayer) {
        let before = self.drawn.get_untracked();
        let Some(file) = before.file.filter(|_| before.graph.layer != layer).map(|key| key.view().0) else {
            return;
        };
        let scene = self.scene.get_untracked();
        self.layers.update(|layers| {
            layers.insert(file, layer);
        });
        self.make_room_for_growth(&scene);
        self.pin_layout();
    }

    /// Follows a change of what cards show, given the scene before it: cards make room for cards that grew.
    pub(super) fn follow_growth(self, before: &Scene) {
        self.make_room_for_growth(before);
        self.pin_layout();
    }

    /// Follows an analysis, given the scene before it: places move to new names, and cards make room for cards that grew.
    pub(super) fn follow(self, analyzed: &Analyzed, before: &Scene) {
        for names in [&analyzed.names, &analyzed.keys] {
            if !names.is_empty() {
                self.rename_files(names);
            }
        }
        for (document, ids) in &analyzed.ids {
            self.saved_views.get_value().rename(document, ids);
            self.rename_pinned(document, ids);
            self.places.update(|places| {
                for (_, places) in places.iter_mut().filter(|(key, _)| key.view().0 == *document) {
                    for (old, new) in ids {
                        if let Some(place) = places.get(old).copied() {
                            places.insert(new.clone(), place);
                        }
                    }
                }
            });
        }
        self.drop_stale_places(before);
        self.make_room_for_growth(before);
        self.pin_layout();
    }

    /// `document`: its key.
    fn rename_pinned(self, document: &FilePath, ids: &BTreeMap<Id, Id>) {
        let mut pinned = self.pinned();
        for (_, known) in pinned.iter_mut().filter(|(key, _)| key.view().0 == *document) {
            *known =
                std::mem::take(known).into_iter().map(|id| ids.get(&id).cloned().unwrap_or(id)).collect();
        }
        self.pinned.set_if_different(pinned);
    }

    /// `names`: new names of files, or new keys of documents.
    fn rename_files(self, names: &NewNames) {
        self.places.update(|places| rename_keys(places, names));
        self.pinned.update(|pinned| rename_keys(pinned, names));
        self.layers.update(|layers| rename_keys(layers, names));
        self.saved_views.get_value().rename_files(names);
        self.hidden.update_value(|hidden| {
            rename_keys(&mut hidden.otherwise, names);
            let arranged = std::mem::take(&mut hidden.arranged).into_iter();
            hidden.arranged = arranged.map(|key| renamed_key(&key, names).unwrap_or(key)).collect();
        });
    }
}
