//! Collision: a card that grows displaces the cards below it, and they return when it shrinks. The text alone decides a card's size, so this is
//! not an undo step of its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::Positions;
use limn_canvas::{Card, Scene};
use limn_files::FilePath;
use limn_language::edit::Place;
use limn_language::graph::{Graph, Id, Node};
use limn_layout::{Rect, Resize, free_position_near, resolve_overlaps};
use rustc_hash::FxHashMap;

/// Height of a carried template.
const CARRIED_HEIGHT: f64 = 52.0;

/// A card displaced by another.
pub(super) struct Displaced {
    pub(super) file: FilePath,
    pub(super) id: Id,
    pub(super) from: Place,
    pub(super) to: Place,
    /// The card that grew, or the group that was expanded, and its height before.
    pub(super) by: Id,
    pub(super) height: f64,
}

impl Positions {
    /// Makes room after a text change, given the scene before it.
    pub(super) fn make_room_for_growth(self, before: &Scene) {
        let Some(file) = self.key() else { return };
        let scene = self.scene.get_untracked();
        let height = |scene: &Scene, id: &Id| scene.card(id).map(|card| card.face.height);
        let changed = |card: &Card| {
            height(before, &card.id).is_some_and(|before| before.total_cmp(&card.face.height).is_ne())
        };
        self.move_to_free_space(&file, before, &scene);
        if !scene.cards.iter().any(|card| changed(card)) {
            return;
        }
        let back = self.restore_displaced(&file, &scene);
        // Cards that return are not displaced by the same change.
        let moves = if back.is_empty() { self.displace(&file, before, &scene) } else { back };
        self.place_with_hidden(file, &moves);
    }

    /// Places the cards of a diagram that is shown, and what is inside collapsed ones.
    pub(super) fn place_with_hidden(self, file: FilePath, moves: &[(Id, Place)]) {
        if !moves.is_empty() {
            let moves = self.with_hidden(moves);
            self.places.update(|places| places.entry(file).or_default().extend(moves));
        }
    }

    /// Moves a new card to free space if it turned out larger than it was while carried.
    fn move_to_free_space(self, file: &FilePath, before: &Scene, scene: &Scene) {
        let mut new = scene.cards.iter().enumerate().filter(|(_, card)| before.card(&card.id).is_none());
        let (Some((at, card)), None) = (new.next(), new.next()) else { return };
        let is_put = self.places().with_untracked(|places| {
            places
                .get(file)
                .and_then(|places| places.get(&card.id))
                .is_some_and(|place| *place == card.at.place())
        });
        if scene.cards.len() < 2 || !is_put {
            return;
        }
        let outlines = scene.outlines();
        let host = |id: &Id| scene.host(id).map(|host| host.id.clone());
        let own_host = host(&card.id);
        let others: Vec<Rect> = scene
            .cards
            .iter()
            .zip(&outlines)
            .filter(|(other, _)| other.id != card.id && host(&other.id) == own_host)
            .map(|(_, outline)| *outline)
            .collect();
        if let Some(place) = free_position_near(outlines[at], CARRIED_HEIGHT, &others) {
            let off = (place.0 - outlines[at].x, place.1 - outlines[at].y);
            let to = Place { x: card.at.x + off.0, y: card.at.y + off.1 };
            let moves = scene.with_guests(&[(card.id.clone(), to)]);
            self.places.update(|places| places.entry(file.clone()).or_default().extend(moves));
        }
    }

    /// The places of cards before those that displaced them grew, if these are small again.
    pub(super) fn restore_displaced(self, file: &FilePath, scene: &Scene) -> Vec<(Id, Place)> {
        let current_place = |id: &Id| {
            self.places().with_untracked(|places| places.get(file).and_then(|places| places.get(id)).copied())
        };
        let mut back = Vec::new();
        self.hidden.update_value(|hidden| {
            hidden.displaced.retain(|displaced| {
                if displaced.file != *file {
                    return true;
                }
                let small =
                    scene.card(&displaced.by).is_some_and(|card| card.face.height <= displaced.height);
                if small && current_place(&displaced.id) == Some(displaced.to) {
                    back.extend(scene.with_guests(&[(displaced.id.clone(), displaced.from)]));
                }
                // An expanded group has no card.
                !small && scene.rect(&displaced.by).is_some()
            });
        });
        // Displaced twice: restored to its first place.
        back.reverse();
        back
    }

    fn displace(self, file: &FilePath, before: &Scene, scene: &Scene) -> Vec<(Id, Place)> {
        let outlines_before: FxHashMap<&Id, Rect> =
            before.cards.iter().map(|card| &card.id).zip(before.outlines()).collect();
        let checked = self.documents.checked().get_untracked().filter(|_| file.view().1.is_none());
        let written = checked.map(|checked| checked.0.places()).unwrap_or_default();
        let mut now = scene.clone();
        let mut all = Vec::new();
        // From the innermost level outward, because making room in a host makes the host grow.
        for level in scene.levels() {
            let outlines = now.outlines();
            let growth = |at: &usize| {
                let card = &now.cards[*at];
                let before = outlines_before.get(&card.id).copied();
                Resize { before, after: outlines[*at], fixed: written.contains_key(&card.id) }
            };
            let boxes: Vec<Resize> = level.iter().map(growth).collect();
            let mut moves = Vec::new();
            for (at, down, by) in resolve_overlaps(&boxes) {
                let (card, grown) = (&now.cards[level[at]], &now.cards[level[by]]);
                let from = card.at.place();
                let to = Place { y: from.y + down, ..from };
                let height = before.card(&grown.id).map_or(0.0, |card| card.face.height);
                let (id, by) = (card.id.clone(), grown.id.clone());
                let displaced = Displaced { file: file.clone(), id: id.clone(), from, to, by, height };
                self.hidden.update_value(|hidden| hidden.displaced.push(displaced));
                moves.push((id, to));
            }
            if !moves.is_empty() {
                let moves = now.with_guests(&moves);
                now = now.moved(&moves);
                all.extend(moves);
            }
        }
        all
    }

    /// Drops the places that nodes have in other diagrams of the document, where their host changed.
    fn drop_places_of_moved_guests(self, shown: &FilePath, graph: &Graph, before: &Scene) {
        let document = shown.view().0;
        let is_other = |key: &FilePath| key != shown && key.view().0 == document;
        if !self.places().with_untracked(|places| places.keys().any(is_other)) {
            return;
        }
        let has_moved = |node: &&Node| {
            before.card(&node.id).is_some()
                && before.host(&node.id).map(|host| &host.id) != node.host.as_ref()
        };
        let moved: Vec<&Id> = graph.nodes.iter().filter(has_moved).map(|node| &node.id).collect();
        if !moved.is_empty() {
            self.places.update(|all| {
                for (_, places) in all.iter_mut().filter(|(key, _)| is_other(key)) {
                    places.retain(|id, _| !moved.contains(&id));
                }
            });
        }
    }

    /// Notes the boxes that an edit moves until all has followed it.
    pub(in super::super) fn note_moved_by_edit(self, ids: BTreeSet<Id>) {
        self.hidden.update_value(|hidden| hidden.moved_by_edit = ids);
    }

    /// Drops the places of nodes whose host changed: their old place is inside the old host, or outside the new one.
    pub(in super::super) fn drop_stale_places(self, before: &Scene) {
        let Some(file) = self.key() else { return };
        // Also of nodes that are now inside a collapsed host.
        let graph = self.drawn.with_untracked(|drawn| Arc::clone(drawn.complete()));
        self.drop_places_of_moved_guests(&file, &graph, before);
        if !graph.has_hosts() && before.host_backgrounds.is_empty() {
            return;
        }
        let host_of = |id: &Id| before.host(id).map(|host| &host.id);
        let moved = self.hidden.with_value(|hidden| hidden.moved_by_edit.clone());
        // A node dropped inside its new host stays there, and one that was dragged out of a host stays where it was dropped.
        let is_within = |id: &Id, host: Option<&Id>, place: &Place| {
            let Some(host) = host else { return moved.contains(id) };
            let (Some(host), Some(card)) = (before.card(host), before.card(id)) else { return false };
            host.rect().contains(place.x + card.face.width / 2.0, place.y + card.face.height / 2.0)
        };
        self.places.update(|places| {
            let Some(places) = places.get_mut(&file) else { return };
            for node in &graph.nodes {
                let is_other = before.card(&node.id).is_some() && host_of(&node.id) != node.host.as_ref();
                let place = places.get(&node.id);
                if is_other && place.is_some_and(|place| !is_within(&node.id, node.host.as_ref(), place)) {
                    places.remove(&node.id);
                }
            }
        });
    }
}
