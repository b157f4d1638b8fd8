//! Saved views: the named parts of diagrams, and which of them is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::documents::{Current, Documents, rename_keys};
use super::super::state::State;
use super::Positions;
use limn_analysis::NewNames;
use limn_canvas::{Scene, SearchWords};
use limn_files::FilePath;
use limn_language::graph::{Graph, Id, PortRef};
use limn_language::saved_view::{NEW_VIEW, SavedView, ViewFilter, free_number};
use limn_packages::Views;

/// The saved views of all documents, and the numbers of those that are shown, by the keys of documents.
#[derive(Clone, Copy)]
pub(super) struct SavedViewState {
    all: State<Views>,
    chosen: State<BTreeMap<FilePath, usize>>,
    of_active: Memo<ActiveSavedViews>,
}

/// The saved views of the active document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActiveSavedViews {
    pub all: Vec<SavedView>,
    /// The index of the one that is shown.
    shown: Option<usize>,
}

impl ActiveSavedViews {
    /// The one that is shown; `None`: the whole diagram.
    pub fn shown(&self) -> Option<&SavedView> {
        self.all.get(self.shown?)
    }
}

impl SavedViewState {
    pub fn of(documents: Documents) -> SavedViewState {
        let checked = documents.checked();
        let (all, chosen) = (State::new(Views::new()), State::new(BTreeMap::<FilePath, usize>::new()));
        let of_active = Memo::new(move |_| {
            let Some(key) = checked.with(|checked| checked.as_ref().map(|Current(checked)| checked.key()))
            else {
                return ActiveSavedViews::default();
            };
            let all = all.read().with(|all| all.get(&key).cloned()).unwrap_or_default();
            let number = chosen.read().with(|chosen| chosen.get(&key).copied());
            let shown = all.iter().position(|view| Some(view.number) == number);
            ActiveSavedViews { all, shown }
        });
        SavedViewState { all, chosen, of_active }
    }

    /// The saved views of the active document.
    pub fn of_active(self) -> Memo<ActiveSavedViews> {
        self.of_active
    }

    /// Moves the views to the new names of files.
    pub fn rename_files(self, names: &NewNames) {
        self.all.update(|all| rename_keys(all, names));
        self.chosen.update(|chosen| rename_keys(chosen, names));
    }

    /// Follows renamed elements of a document, by its key.
    pub fn rename(self, document: &FilePath, ids: &BTreeMap<Id, Id>) {
        let is_known = self.all.read().with_untracked(|all| all.contains_key(document));
        if is_known && !ids.is_empty() {
            self.all.update(|all| {
                let views = all.get_mut(document).into_iter().flatten();
                views.for_each(|view| view.filter.rename(ids));
            });
        }
    }
}

impl Positions {
    fn saved_view_state(self) -> SavedViewState {
        self.stored.get_value().saved_views
    }

    /// The saved views of the active document.
    pub fn saved_views(self) -> Memo<ActiveSavedViews> {
        self.saved_view_state().of_active
    }

    /// The saved view that is shown of the active document. Not reactive.
    pub fn shown_saved_view(self) -> Option<SavedView> {
        self.saved_views().with_untracked(|views| views.shown().cloned())
    }

    pub(in super::super) fn all_saved_views(self) -> Views {
        self.saved_view_state().all.read().get_untracked()
    }

    /// The numbers of the views that are shown, by the keys of documents.
    pub(in super::super) fn chosen_saved_views(self) -> BTreeMap<FilePath, usize> {
        self.saved_view_state().chosen.read().get_untracked()
    }

    pub(in super::super) fn set_saved_views(self, all: Views, chosen: BTreeMap<FilePath, usize>) {
        self.saved_view_state().all.set_if_different(all);
        self.saved_view_state().chosen.set_if_different(chosen);
    }

    /// The key of the diagram that is shown of a document: of its chosen view, if it has that.
    pub(in super::super) fn key_of(self, document: &FilePath) -> FilePath {
        let number =
            self.saved_view_state().chosen.read().with_untracked(|chosen| chosen.get(document).copied());
        let is_there = |number: &usize| {
            let views = self.saved_view_state().all.read();
            views.with_untracked(|all| {
                all.get(document).is_some_and(|views| views.iter().any(|view| view.number == *number))
            })
        };
        document.of_view(number.filter(is_there))
    }

    /// Returns true if the diagram has this element, but the saved view that is shown leaves it out.
    pub(in super::super) fn is_left_out(self, id: &Id) -> bool {
        let is_in = |graph: &Graph| {
            let others = graph.groups.iter().map(|group| &group.id);
            let others = others.chain(graph.policies.iter().map(|policy| &policy.id));
            let ends = graph.links.iter().flat_map(|link| link.sources.iter().chain(&link.targets));
            let mut others =
                others.chain(graph.links.iter().map(|link| &link.id)).chain(ends.map(|end| &end.written));
            graph.node(id).is_some() || others.any(|other| other == id)
        };
        self.shows_saved_view()
            && self.whole_graph().is_some_and(|whole| is_in(&whole))
            && !self.drawn.with_untracked(|drawn| is_in(drawn.complete()))
    }

    /// Shows a saved view of the active document; `None`: the whole diagram.
    pub(in super::super) fn choose_saved_view(self, number: Option<usize>) {
        let Some(document) = self.documents.active_key() else { return };
        self.saved_view_state().chosen.update(|chosen| {
            match number {
                Some(number) => chosen.insert(document, number),
                None => chosen.remove(&document),
            };
        });
    }

    /// A number for a new saved view of the active document: no view has it, and nothing is stored for it.
    fn free_view_number(self) -> usize {
        let document = self.documents.active_key();
        let mut keys: Vec<FilePath> = self.places().with_untracked(|places| places.keys().cloned().collect());
        keys.extend(self.pinned().into_keys().chain(self.bends().into_keys()));
        self.hidden.with_value(|hidden| {
            keys.extend(hidden.otherwise.0.keys().chain(&hidden.arranged).cloned());
        });
        let views = keys.iter().map(FilePath::view).filter(|(key, _)| Some(key) == document.as_ref());
        let taken: Vec<usize> = views.filter_map(|(_, number)| number).collect();
        self.saved_views().with_untracked(|views| free_number(&views.all, taken))
    }

    /// Adds a view to the active document, or changes the one with its number; a new one has none. Returns the number.
    pub(in super::super) fn put_saved_view(self, mut view: SavedView) -> usize {
        if view.number == NEW_VIEW {
            view.number = self.free_view_number();
        }
        let number = view.number;
        let Some(document) = self.documents.active_key() else { return number };
        self.saved_view_state().all.update(|all| {
            let views = all.entry(document).or_default();
            match views.iter_mut().find(|known| known.number == view.number) {
                Some(known) => *known = view,
                None => views.push(view),
            }
        });
        number
    }

    /// Removes a view of the active document. Its positions stay stored, so that it can be restored.
    pub(in super::super) fn remove_saved_view(self, number: usize) {
        let Some(document) = self.documents.active_key() else { return };
        self.saved_view_state().all.update(|all| {
            if let Some(views) = all.get_mut(&document) {
                views.retain(|view| view.number != number);
                if views.is_empty() {
                    all.remove(&document);
                }
            }
        });
    }

    /// Returns true if a saved view is shown, rather than the whole diagram or a part of the document.
    pub(in super::super) fn shows_saved_view(self) -> bool {
        self.key().is_some_and(|key| key.view().1.is_some())
    }

    /// The diagram that is shown, with what a saved view leaves out and with hidden layers. Not reactive.
    pub fn compared_graph(self) -> Arc<Graph> {
        let whole = self.shows_saved_view().then(|| self.whole_graph()).flatten();
        whole.unwrap_or_else(|| self.drawn.with_untracked(|drawn| Arc::clone(drawn.complete())))
    }

    /// The nodes that a port is connected to and that the saved view that is shown leaves out.
    pub(in super::super) fn hidden_ends(self, port: &PortRef) -> Vec<String> {
        self.drawn.with_untracked(|drawn| {
            let ends = drawn.graph.outside.get(port).into_iter().flatten();
            ends.map(|end| end.name.clone()).collect()
        })
    }

    /// The number of nodes that a search finds and that the saved view that is shown leaves out.
    pub fn matches_outside_view(self, words: &str) -> usize {
        let Some(whole) = self.shows_saved_view().then(|| self.whole_graph()).flatten() else { return 0 };
        let words = SearchWords::new(words);
        self.drawn.with_untracked(|drawn| {
            let found = whole.nodes.iter().filter(|node| words.find(&node.label, &node.caption));
            found.filter(|node| drawn.graph.node(&node.id).is_none()).count()
        })
    }

    /// Returns true if a saved view is shown and one of these nodes is connected to a node outside it.
    pub(in super::super) fn has_links_outside_view(self, ids: &[Id]) -> bool {
        let Some(whole) = self.shows_saved_view().then(|| self.whole_graph()).flatten() else { return false };
        self.drawn.with_untracked(|drawn| {
            whole.links.iter().any(|link| {
                let ends = || link.sources.iter().chain(&link.targets).map(|end| &end.port.node);
                ends().any(|id| ids.contains(id)) && ends().any(|id| drawn.graph.node(id).is_none())
            })
        })
    }

    /// Elements that exist and are shown before an edit, if a saved view is shown.
    pub(in super::super) fn seen_before_edit(self) -> Option<SeenBefore> {
        let whole = self.shows_saved_view().then(|| self.whole_graph()).flatten()?;
        let scene = self.scene.get_untracked();
        let shown = scene.cards.iter().map(|card| card.id.clone()).collect();
        Some(SeenBefore { all: ids_of(&whole), shown, scene })
    }

    /// Keeps nodes in the saved view that is shown: those that an edit in it added, and those that its filter no longer selects after the edit.
    pub(in super::super) fn keep_in_saved_view(self, before: &SeenBefore) {
        let (Some(mut view), Some(whole)) = (self.shown_saved_view(), self.whole_graph()) else {
            return;
        };
        let kept = before.left_out(&whole, &view.filter);
        if !kept.is_empty() {
            view.filter.nodes.extend(kept);
            self.put_saved_view(view);
            self.drop_stale_places(&before.scene);
            self.follow_growth(&before.scene);
        }
    }

    fn whole_graph(self) -> Option<Arc<Graph>> {
        let checked = self.documents.checked().get_untracked()?;
        Some(Arc::clone(checked.0.graph()))
    }
}

/// Elements that existed and were shown before an edit.
pub(in super::super) struct SeenBefore {
    all: BTreeSet<Id>,
    shown: BTreeSet<Id>,
    scene: Arc<Scene>,
}

impl SeenBefore {
    /// Nodes that belong to the view but that the filter does not select: new ones, and those that were shown.
    fn left_out(&self, whole: &Graph, filter: &ViewFilter) -> Vec<Id> {
        let (all, selected) = (ids_of(whole), filter.selected(whole));
        let (new, removed) = (all.difference(&self.all).count(), self.all.difference(&all).count());
        // As many old ones as new ones: they were renamed.
        let is_new = |id: &Id| new != removed && !self.all.contains(id);
        let belongs = |id: &Id| is_new(id) || self.shown.contains(id);
        all.iter().filter(|id| belongs(id) && !selected.contains(*id)).cloned().collect()
    }
}

fn ids_of(graph: &Graph) -> BTreeSet<Id> {
    graph.nodes.iter().map(|node| node.id.clone()).collect()
}
