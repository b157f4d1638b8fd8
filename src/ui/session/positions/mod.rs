//! Positions: the store of the places of boxes. The diagram with these places, the scene, is derived here.

mod bends;
mod collapsed;
mod collision;
mod saved_views;
mod view_model;
mod wire_layers;
mod wires;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::settings;
use super::super::editor::{DiagramPosition, PositionChange};
use super::canvas_state::CanvasState;
use super::documents::{Analyzed, Current, Documents, rename_keys, renamed_key};
use super::state::State;
use super::view_state::ViewState;
use limn_analysis::incremental::Problem;
use limn_analysis::{Checked, NewNames};
use limn_canvas::{Problems, Scene};
use limn_files::FilePath;
use limn_language::edit::Place;
use limn_language::graph::{Id, WireLayer};
use limn_layout::Layout;
use limn_packages::FileBends;

pub use collapsed::CollapsedIds;
pub use view_model::ViewModel;
pub(super) use wires::LINKS_FOR_WORKER;
use wires::{DiagramKey, wired_scene};
pub(super) use work::DiagramStates;

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
    stored: StoredValue<StoredStates>,
    drawn: Memo<ViewModel>,
    scene: Memo<Arc<Scene>>,
    // State with hundreds of subscribers. A memo wakes all subscribers even if its value stays the same; these signals are written only when
    // the value differs, so a key that changes nothing in the picture wakes no subscriber.
    shown_drawn: State<ViewModel>,
    shown_scene: State<Arc<Scene>>,
    documents: Documents,
    hidden: StoredValue<Hidden>,
}

/// The states that few read.
#[derive(Clone, Copy)]
struct StoredStates {
    /// The diagram that has its wires.
    routed: State<Option<DiagramKey>>,
    saved_views: saved_views::SavedViewState,
    bends: State<FileBends>,
    collapsed: State<CollapsedIds>,
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    /// Cards displaced by cards that grew.
    displaced: Vec<collision::Displaced>,
    /// Boxes that the current edit moves.
    moved_by_edit: BTreeSet<Id>,
    /// Places and bends in the other hosting mode.
    otherwise: (Places, FileBends, bends::LostFileBends),
    lost_bends: bends::LostFileBends,
    /// Files with boxes moved by the user, or imported with places.
    arranged: BTreeSet<FilePath>,
    /// The cards that are shown, without wires.
    cards: Option<Memo<Arc<Scene>>>,
    /// Cards, and the same with wires that were found elsewhere.
    wires: Option<[Arc<Scene>; 2]>,
    /// The cards whose wires are drafts.
    drafted: Option<Arc<Scene>>,
}

/// Signal that follows a memo and is written only when the value differs.
fn following<T: Clone + PartialEq + Send + Sync + 'static>(memo: Memo<T>) -> State<T> {
    let shown = State::new(memo.get_untracked());
    Effect::new(move |_| {
        shown.set_if_different(memo.get());
    });
    shown
}

/// Number of problems per item of the shown document.
fn problem_counts(
    checked: Memo<Option<Current>>,
    problems: ReadSignal<Arc<Vec<Problem>>>,
) -> Memo<BTreeMap<Id, Problems>> {
    let shown = Memo::new(move |_| {
        checked.with(|checked| checked.as_ref().map(|current| (current.0.file().clone(), current.0.nth())))
    });
    Memo::new(move |_| view_model::counts(&problems.get(), shown.get()))
}

/// The cards, with the bends of the wires between them.
fn bare_cards(drawn: Memo<ViewModel>, layout: Memo<Layout>, bends: State<FileBends>) -> Memo<Arc<Scene>> {
    let bent = Memo::new(move |_| {
        drawn.with(|drawn| {
            bends.read().with(|bends| {
                collapsed::without_collapsed(bends::of_diagram(bends, drawn.file.as_ref()), drawn)
            })
        })
    });
    // Scenes with equal cards can have other links.
    Memo::new_with_compare(
        move |_| {
            let cards = Scene::without_wires(Arc::clone(&drawn.get().graph), &layout.get());
            Arc::new(cards.with_bends(bent.get()))
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
        let (pinned, bends) = (State::new(Pinned::new()), State::new(FileBends::new()));
        let wired = State::new(settings::get::<bool>("wired"));
        let layers = State::new(BTreeMap::<FilePath, WireLayer>::new());
        let saved_views = saved_views::SavedViewState::of(documents);
        let active_views = saved_views.of_active();
        let collapsed = State::new(CollapsedIds::new());
        let drawn = Memo::new(move |before: Option<&ViewModel>| {
            diagram.with(|diagram| {
                let (checked, nested) = (checked.get(), !wired.read().get());
                let file = checked.as_ref().map(|Current(checked)| checked.key());
                let layer = file.and_then(|file| layers.read().with(|layers| layers.get(&file).copied()));
                let (hidden, collapsed) = (canvas.hidden().get(), collapsed.read().get());
                let look = view_model::DiagramLook { nested, layer, hidden, collapsed };
                // Pictures are files beside the document: its analysis reports when they differ.
                known.with_untracked(|known| {
                    active_views.with(|views| {
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
        // Neither problems nor pins change cards and wires.
        let cards = bare_cards(drawn, layout, bends);
        let hidden = StoredValue::new(Hidden { cards: Some(cards), ..Hidden::default() });
        let routed = State::new(None);
        let laid_out = wired_scene(cards, drawn, routed, hidden, documents);
        let pins = Memo::new(move |_| {
            let file = drawn.with(|drawn| drawn.file.clone());
            file.and_then(|file| pinned.read().with(|pinned| pinned.get(&file).cloned())).unwrap_or_default()
        });
        let bare = Memo::new(move |_| {
            let scene = laid_out.get();
            let scene = scene.with_problems(&scene.problems_by_card(&counts.get()));
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
                // The view decides where the overlay opens; the overlay stays there while the view moves.
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
            stored: StoredValue::new(StoredStates { routed, saved_views, bends, collapsed }),
            drawn,
            scene,
            shown_drawn: following(drawn),
            shown_scene: following(live),
            documents,
            hidden,
        }
    }

    /// View model of the active file, and whether it is up to date.
    pub fn drawn(self) -> ReadSignal<ViewModel> {
        self.shown_drawn.read()
    }

    /// The scene, with dragged items at their current place.
    pub fn scene(self) -> ReadSignal<Arc<Scene>> {
        self.shown_scene.read()
    }

    /// View model of the next drawing.
    pub fn next_view_model(self) -> Memo<ViewModel> {
        self.drawn
    }

    /// The scene of the current text, without the preview of a drag.
    pub fn base_scene(self) -> Memo<Arc<Scene>> {
        self.scene
    }

    pub(super) fn places(self) -> ReadSignal<Places> {
        self.places.read()
    }

    /// True if hosted nodes are drawn inside their hosts.
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

    /// Moves and pins boxes, and bends wires, as in the editor's history.
    pub(super) fn move_pins(self, file: &FilePath, moves: &[PositionChange]) {
        let key = |pin: &PositionChange| pin.diagram_of(file);
        self.hidden.update_value(|hidden| hidden.arranged.extend(moves.iter().map(key)));
        self.places.update(|all| {
            for pin in moves.iter().filter(|pin| !pin.is_wire()) {
                let places = all.entry(key(pin)).or_default();
                match bends::place_of(pin) {
                    Some(place) => places.insert(pin.id.clone(), place),
                    None => places.remove(&pin.id),
                };
            }
        });
        let mut pinned = self.pinned();
        for pin @ PositionChange { id, to, .. } in moves.iter().filter(|pin| !pin.is_wire()) {
            let ids = pinned.entry(key(pin)).or_default();
            if to.as_ref().is_some_and(DiagramPosition::is_pinned) {
                ids.insert(id.clone());
            } else {
                ids.remove(id);
            }
        }
        pinned.retain(|_, ids| !ids.is_empty());
        self.pinned.set_if_different(pinned);
        self.bend_wires(file, moves);
    }

    /// The key of the diagram that is shown: of the active document, or of its saved view.
    pub(super) fn key(self) -> Option<FilePath> {
        self.drawn.with_untracked(|drawn| drawn.file.clone())
    }

    /// Undo records of moved boxes of the diagram that is shown. `pinned`: they are also pinned or unpinned.
    pub(super) fn moves(self, places: &[(Id, Place)], pinned: Option<bool>) -> Vec<PositionChange> {
        self.key().map(|key| self.moves_in(&key, places, pinned)).unwrap_or_default()
    }

    /// Undo records of moved boxes of a diagram, by its key.
    pub(super) fn moves_in(
        self,
        file: &FilePath,
        places: &[(Id, Place)],
        pinned: Option<bool>,
    ) -> Vec<PositionChange> {
        let all_pinned = self.pinned();
        let is_pinned = |id: &Id| all_pinned.get(file).is_some_and(|ids| ids.contains(id));
        self.places().with_untracked(|known| {
            let known = known.get(file);
            let pin = |(id, to): &(Id, Place)| {
                let was = is_pinned(id);
                let from =
                    known.and_then(|known| known.get(id)).map(|place| DiagramPosition::new(*place, was));
                let (document, view) = (file.document().1, file.view().1);
                PositionChange {
                    id: id.clone(),
                    from,
                    to: Some(DiagramPosition::new(*to, pinned.unwrap_or(was))),
                    document,
                    view,
                }
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
            let with_content = cards.flat_map(|card| {
                let own = (card.id.clone(), card.at.place());
                // What is inside a collapsed host moves along with it.
                let from = known.and_then(|known| known.get(&card.id).copied());
                let inside = from.into_iter().flat_map(|from| {
                    let by = (card.at.x - from.x, card.at.y - from.y);
                    let inside = scene.collapsed_within(&card.id).iter();
                    inside.filter_map(move |id| {
                        let place = known?.get(id)?;
                        Some((id.clone(), Place { x: place.x + by.0, y: place.y + by.1 }))
                    })
                });
                std::iter::once(own).chain(inside).collect::<Vec<_>>()
            });
            with_content.collect()
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
        let (places, bends, lost) = otherwise.unwrap_or_default();
        let (places_before, bends_before) = (self.places().get_untracked(), self.bends());
        self.places.set(places);
        self.replace_bends(bends);
        self.hidden.update_value(|hidden| {
            let lost_before = std::mem::replace(&mut hidden.lost_bends, lost);
            hidden.otherwise = (places_before, bends_before, lost_before);
        });
        self.wired.set(wired);
        self.pin_layout();
        wired
    }

    /// Follows a change of what cards show, given the scene before it: cards make room for cards that grew.
    pub(super) fn follow_growth(self, before: &Scene) {
        self.make_room_for_growth(before);
        self.pin_layout();
    }

    /// Follows an analysis, given the scene and the documents with bends before it: places move to new names, and cards make room for cards that grew.
    pub(super) fn follow(self, analyzed: &Analyzed, before: &Scene, bent: &[Arc<Checked>]) {
        for names in [&analyzed.names, &analyzed.keys] {
            if !names.is_empty() {
                self.rename_files(names);
            }
        }
        for (document, ids) in &analyzed.ids {
            self.stored.get_value().saved_views.rename(document, ids);
            self.rename_collapsed(document, ids);
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
        self.follow_bends(analyzed, bent);
        self.drop_stale_places(before);
        self.make_room_for_growth(before);
        self.pin_layout();
    }

    /// `names`: new names of files, or new keys of documents.
    fn rename_files(self, names: &NewNames) {
        self.places.update(|places| rename_keys(places, names));
        self.pinned.update(|pinned| rename_keys(pinned, names));
        self.stored.get_value().bends.update(|bends| rename_keys(bends, names));
        self.layers.update(|layers| rename_keys(layers, names));
        self.stored.get_value().saved_views.rename_files(names);
        self.stored.get_value().collapsed.update(|collapsed| rename_keys(collapsed, names));
        self.hidden.update_value(|hidden| {
            rename_keys(&mut hidden.otherwise.0, names);
            rename_keys(&mut hidden.otherwise.1, names);
            rename_keys(&mut hidden.otherwise.2, names);
            rename_keys(&mut hidden.lost_bends, names);
            let arranged = std::mem::take(&mut hidden.arranged).into_iter();
            hidden.arranged = arranged.map(|key| renamed_key(&key, names).unwrap_or(key)).collect();
        });
    }
}
