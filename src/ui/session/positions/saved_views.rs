//! Saved views: the named parts of diagrams, and which of them is shown.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::documents::{Current, Documents, rename_keys};
use super::super::state::State;
use super::Positions;
use limn_analysis::NewNames;
use limn_files::FilePath;
use limn_language::graph::{Graph, Id};
use limn_language::saved_view::{SavedView, ViewFilter, free_number};
use limn_packages::Views;

/// The saved views of all documents, and the numbers of those that are shown, by the keys of documents.
#[derive(Clone, Copy)]
pub(super) struct SavedViewState {
    all: State<Views>,
    chosen: State<BTreeMap<FilePath, usize>>,
    of_front: Memo<Vec<SavedView>>,
    shown: Memo<Option<SavedView>>,
}

impl SavedViewState {
    pub fn of(documents: Documents) -> SavedViewState {
        let checked = documents.checked();
        let key = Memo::new(move |_| checked.with(|checked| checked.as_ref().map(|Current(it)| it.key())));
        let (all, chosen) = (State::new(Views::new()), State::new(BTreeMap::<FilePath, usize>::new()));
        let of_front = Memo::new(move |_| {
            let views = key.get().and_then(|key| all.read().with(|all| all.get(&key).cloned()));
            views.unwrap_or_default()
        });
        let shown = Memo::new(move |_| {
            let number = key.get().and_then(|key| chosen.read().with(|chosen| chosen.get(&key).copied()))?;
            of_front.with(|views| views.iter().find(|view| view.number == number).cloned())
        });
        SavedViewState { all, chosen, of_front, shown }
    }

    /// The saved view that is shown of the front document.
    pub fn shown(self) -> Memo<Option<SavedView>> {
        self.shown
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
        self.saved_views.get_value()
    }

    /// The saved views of the front document.
    pub fn saved_views(self) -> Memo<Vec<SavedView>> {
        self.saved_view_state().of_front
    }

    /// The saved view that is shown of the front document.
    pub fn shown_saved_view(self) -> Memo<Option<SavedView>> {
        self.saved_view_state().shown
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

    /// Whether a saved view is shown that leaves out this node.
    pub(in super::super) fn is_left_out(self, id: &Id) -> bool {
        self.saved_view_state().shown.with_untracked(Option::is_some)
            && self.with_whole(|graph| graph.node(id).is_some()).unwrap_or_default()
    }

    /// Shows a saved view of the front document; `None`: the whole diagram.
    pub(in super::super) fn choose_saved_view(self, number: Option<usize>) {
        let Some(document) = self.documents.front_key() else { return };
        self.saved_view_state().chosen.update(|chosen| {
            match number {
                Some(number) => chosen.insert(document, number),
                None => chosen.remove(&document),
            };
        });
    }

    /// A number for a new saved view of the front document: no view has it, and no positions are stored for it.
    pub(in super::super) fn free_view_number(self) -> usize {
        let document = self.documents.front_key();
        let taken: Vec<usize> = self.places().with_untracked(|places| {
            let keys = places.keys().map(FilePath::view);
            keys.filter(|(key, _)| Some(key) == document.as_ref()).filter_map(|(_, number)| number).collect()
        });
        self.saved_view_state().of_front.with_untracked(|views| free_number(views, taken))
    }

    /// Adds a view to the front document, or changes the one with its number.
    pub(in super::super) fn put_saved_view(self, view: SavedView) {
        let Some(document) = self.documents.front_key() else { return };
        self.saved_view_state().all.update(|all| {
            let views = all.entry(document).or_default();
            match views.iter_mut().find(|known| known.number == view.number) {
                Some(known) => *known = view,
                None => views.push(view),
            }
        });
    }

    /// Removes a view of the front document. Its positions stay stored, so that it can be restored.
    pub(in super::super) fn remove_saved_view(self, number: usize) {
        let Some(document) = self.documents.front_key() else { return };
        self.saved_view_state().all.update(|all| {
            if let Some(views) = all.get_mut(&document) {
                views.retain(|view| view.number != number);
                if views.is_empty() {
                    all.remove(&document);
                }
            }
        });
    }

    /// All nodes of the front document while a saved view shows a part of them.
    pub(in super::super) fn nodes_of_whole(self) -> Option<BTreeSet<Id>> {
        self.saved_view_state().shown.with_untracked(Option::is_some).then(|| self.with_whole(ids_of))?
    }

    /// Adds nodes that were not there before to the saved view that is shown, where its filter does not select them: who adds a node wants to see it.
    pub(in super::super) fn add_new_to_saved_view(self, before: &BTreeSet<Id>) {
        let Some(mut view) = self.saved_view_state().shown.get_untracked() else { return };
        let new = self.with_whole(|graph| new_nodes(graph, &view.filter, before)).unwrap_or_default();
        if !new.is_empty() {
            view.filter.nodes.extend(new);
            self.put_saved_view(view);
        }
    }

    /// The diagram of the front document, without the filter of a view.
    fn with_whole<T>(self, read: impl FnOnce(&Graph) -> T) -> Option<T> {
        self.documents.checked().with_untracked(|checked| Some(read(checked.as_ref()?.0.graph())))
    }
}

fn ids_of(graph: &Graph) -> BTreeSet<Id> {
    graph.nodes.iter().map(|node| node.id.clone()).collect()
}

/// Nodes that the filter does not select. A renamed node is not new: then there are as many as before.
fn new_nodes(graph: &Graph, filter: &ViewFilter, before: &BTreeSet<Id>) -> Vec<Id> {
    if graph.nodes.len() <= before.len() {
        return Vec::new();
    }
    let selected = filter.selected(graph);
    ids_of(graph).into_iter().filter(|id| !before.contains(id) && !selected.contains(id)).collect()
}
