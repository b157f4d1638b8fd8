//! Bends of wires that the user has placed, by the keys of documents and of their saved views, as with the positions of boxes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::editor::{DiagramPosition, PositionChange};
use super::super::documents::{Analyzed, AnalyzedWorkspace, renamed_key};
use super::Positions;
use limn_analysis::Checked;
use limn_canvas::{LostBends, Scene, follow_wires};
use limn_files::FilePath;
use limn_language::bend::{Bend, Bends};
use limn_language::edit::Place;
use limn_language::graph::{Graph, Id};
use limn_packages::FileBends;

/// Bends that are back when their wires are, by the keys of diagrams.
pub(super) type LostFileBends = BTreeMap<FilePath, LostBends>;

impl Positions {
    pub(in super::super) fn bends(self) -> FileBends {
        self.stored.get_value().bends.read().get_untracked()
    }

    /// Sets the bends of other files, or of the same in another state.
    pub(in super::super) fn set_bends(self, bends: FileBends) {
        self.hidden.update_value(|hidden| hidden.lost_bends.clear());
        self.replace_bends(bends);
    }

    pub(super) fn replace_bends(self, bends: FileBends) {
        self.stored.get_value().bends.set_if_different(bends);
    }

    /// Bends wires as in the editor's history.
    pub(super) fn bend_wires(self, file: &FilePath, moves: &[PositionChange]) {
        let mut all = self.bends();
        for pin in moves.iter().filter(|pin| pin.is_wire()) {
            let bends = all.entry(pin.diagram_of(file)).or_default();
            match &pin.to {
                Some(DiagramPosition::Wire(bend)) => drop(bends.insert(pin.id.clone(), bend.clone())),
                _ => drop(bends.remove(&pin.id)),
            }
        }
        all.retain(|_, bends| !bends.is_empty());
        self.replace_bends(all);
    }

    /// Undo records of wires of the diagram that is shown. `None`: their paths are reset.
    pub(in super::super) fn bend_moves(self, bends: &[(Id, Option<Bend>)]) -> Vec<PositionChange> {
        self.key().map(|key| self.bend_moves_in(&key, bends)).unwrap_or_default()
    }

    /// Undo records of wires of a diagram, by its key.
    pub(in super::super) fn bend_moves_in(
        self,
        file: &FilePath,
        bends: &[(Id, Option<Bend>)],
    ) -> Vec<PositionChange> {
        let (document, view) = (file.document().1, file.view().1);
        let known = self.bends();
        let known = known.get(file);
        let pin = |(id, to): &(Id, Option<Bend>)| {
            let from = known.and_then(|known| known.get(id)).cloned().map(DiagramPosition::Wire);
            PositionChange { id: id.clone(), from, to: to.clone().map(DiagramPosition::Wire), document, view }
        };
        bends.iter().map(pin).filter(|pin| pin.from != pin.to).collect()
    }

    /// Undo records that give a diagram these bends, and no others.
    pub(in super::super) fn moves_to_bends(
        self,
        file: &FilePath,
        bends: Option<&Bends>,
    ) -> Vec<PositionChange> {
        let known = self.bends().remove(file).unwrap_or_default();
        let resets = known.into_keys().map(|id| (id, None));
        let bends = bends.into_iter().flatten().map(|(id, bend)| (id.clone(), Some(bend.clone())));
        let all: BTreeMap<Id, Option<Bend>> = resets.chain(bends).collect();
        self.bend_moves_in(file, &Vec::from_iter(all))
    }

    /// Undo records that reset the wires at nodes that are arranged.
    pub(in super::super) fn resets_at(self, scene: &Scene, arranged: &[Id]) -> Vec<PositionChange> {
        let bent = scene.bent_legs(&arranged.iter().cloned().collect());
        self.bend_moves(&bent.into_iter().map(|leg| (leg, None)).collect::<Vec<_>>())
    }

    /// The analyses of the documents with bends, to follow these in the next ones.
    pub(in super::super) fn bent_documents(self) -> Vec<Arc<Checked>> {
        let bends = self.bends();
        let keys: BTreeSet<FilePath> = self.hidden.with_value(|hidden| {
            let (_, others, lost_others) = &hidden.otherwise;
            let lost = hidden.lost_bends.keys().chain(lost_others.keys());
            bends.keys().chain(others.keys()).chain(lost).map(|key| key.view().0).collect()
        });
        self.documents
            .known()
            .with_untracked(|known| keys.iter().filter_map(|key| document(known, key)).collect())
    }

    /// Bends stay with their wires when an edit changes the ids of these. `before`: the analyses before the edit.
    pub(super) fn follow_bends(self, analyzed: &Analyzed, before: &[Arc<Checked>]) {
        let known = self.documents.known();
        let mut all = self.bends();
        for was in before {
            let key = was.key();
            let key = renamed_key(&key, &analyzed.names).unwrap_or(key);
            let key = renamed_key(&key, &analyzed.keys).unwrap_or(key);
            let is = known.with_untracked(|known| document(known, &key));
            let Some(is) = is.filter(|is| !Arc::ptr_eq(is, was)) else { continue };
            let none = BTreeMap::new();
            let renamed = analyzed.ids.iter().find(|(of, _)| *of == key).map_or(&none, |(_, ids)| ids);
            self.hidden.update_value(|hidden| {
                let (_, others, lost_others) = &mut hidden.otherwise;
                for (all, lost) in [(&mut all, &mut hidden.lost_bends), (others, lost_others)] {
                    follow_in_document((all, lost), &key, [was, &is], renamed);
                }
            });
        }
        self.replace_bends(all);
    }
}

/// Follows the bends of all diagrams of a document, given its analyses before and after a change.
fn follow_in_document(
    (all, all_lost): (&mut FileBends, &mut LostFileBends),
    key: &FilePath,
    [was, is]: [&Checked; 2],
    renamed: &BTreeMap<Id, Id>,
) {
    let keys = all.keys().chain(all_lost.keys());
    let diagrams: BTreeSet<FilePath> = keys.filter(|of| of.view().0 == *key).cloned().collect();
    for diagram in diagrams {
        let bends = all.entry(diagram.clone()).or_default();
        let lost = all_lost.entry(diagram).or_default();
        *bends = follow_wires(bends, lost, graphs(was), graphs(is), renamed);
    }
    all.retain(|_, bends| !bends.is_empty());
    all_lost.retain(|_, lost| !lost.is_empty());
}

/// The analysis of a document, by its key.
fn document(known: &AnalyzedWorkspace, key: &FilePath) -> Option<Arc<Checked>> {
    let (file, nth) = key.document();
    known.analysis.documents(&file).get(nth).cloned()
}

/// The complete graphs of a document: the main one, and those of its parts.
fn graphs(checked: &Checked) -> impl Iterator<Item = &Graph> {
    let parts = checked.diagrams().iter().map(|diagram| &*diagram.graph);
    std::iter::once(&**checked.graph()).chain(parts)
}

/// The bends of a diagram, by its key.
pub(super) fn of_diagram(all: &FileBends, key: Option<&FilePath>) -> Arc<Bends> {
    Arc::new(key.and_then(|key| all.get(key)).cloned().unwrap_or_default())
}

/// The place of a box in an undo record.
pub(super) fn place_of(pin: &PositionChange) -> Option<Place> {
    pin.to.as_ref().and_then(DiagramPosition::place)
}
