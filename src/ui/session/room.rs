//! A card that grows gets room: what stood clear below it goes down, and comes back up when the card is as small as it was. The text alone decides
//! how large a card is, so this is no step of history of its own.

use leptos::prelude::*;

use super::Session;
use crate::canvas::{Card, Scene};
use crate::edit::Place;
use crate::files::FilePath;
use crate::graph::Id;
use crate::layout::{ByRef, Growth, Rect, make_room, room_near};

/// How high a thing from the palette is while it is in hand.
const IN_HAND: f64 = 52.0;

/// A card that went down for another.
pub(super) struct Pushed {
    file: FilePath,
    id: Id,
    from: Place,
    to: Place,
    /// The card that grew, and how high it was.
    by: Id,
    height: f64,
}

impl Session {
    /// After a change of the text, given the picture before it.
    pub(super) fn give_room(self, before: &Scene) {
        let Some(file) = self.open.get_untracked() else { return };
        let scene = self.scene.get_untracked();
        let height = |scene: &Scene, id: &Id| scene.card(id).map(|card| card.face.height);
        let changed = |card: &Card| {
            height(before, &card.id).is_some_and(|before| before.total_cmp(&card.face.height).is_ne())
        };
        self.step_aside(&file, before, &scene);
        if !scene.cards.iter().any(|card| changed(card)) {
            return;
        }
        let back = self.come_back(&file, &scene);
        // What comes back up is not pushed by the same change.
        let moves = if back.is_empty() { self.pushed(&file, before, &scene) } else { back };
        if !moves.is_empty() {
            self.places.update(|places| places.entry(file).or_default().extend(moves));
        }
    }

    /// What was put down where there was room for it as it was in hand, and is larger than that, goes where there is room for the whole of it.
    fn step_aside(self, file: &FilePath, before: &Scene, scene: &Scene) {
        let mut new = scene.cards.iter().enumerate().filter(|(_, card)| before.card(&card.id).is_none());
        let (Some((at, card)), None) = (new.next(), new.next()) else { return };
        let is_put = self.places.with_untracked(|places| {
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
        let beside = host(&card.id);
        let others: Vec<Rect> = scene
            .cards
            .iter()
            .zip(&outlines)
            .filter(|(other, _)| other.id != card.id && host(&other.id) == beside)
            .map(|(_, outline)| *outline)
            .collect();
        if let Some(place) = room_near(outlines[at], IN_HAND, &others) {
            let off = (place.0 - outlines[at].x, place.1 - outlines[at].y);
            let to = Place { x: card.at.x + off.0, y: card.at.y + off.1 };
            let moves = scene.with_guests(&[(card.id.clone(), to)]);
            self.places.update(|places| places.entry(file.clone()).or_default().extend(moves));
        }
    }

    fn come_back(self, file: &FilePath, scene: &Scene) -> Vec<(Id, Place)> {
        let stands = |id: &Id| {
            self.places.with_untracked(|places| places.get(file).and_then(|places| places.get(id)).copied())
        };
        let mut back = Vec::new();
        self.hidden.update_value(|hidden| {
            hidden.pushed.retain(|pushed| {
                if pushed.file != *file {
                    return true;
                }
                let small = scene.card(&pushed.by).is_some_and(|card| card.face.height <= pushed.height);
                if small && stands(&pushed.id) == Some(pushed.to) {
                    back.extend(scene.with_guests(&[(pushed.id.clone(), pushed.from)]));
                }
                !small && scene.card(&pushed.by).is_some()
            });
        });
        // Pushed twice: back to where it was first.
        back.reverse();
        back
    }

    fn pushed(self, file: &FilePath, before: &Scene, scene: &Scene) -> Vec<(Id, Place)> {
        let stood: ByRef<'_, Rect> =
            before.cards.iter().map(|card| &card.id).zip(before.outlines()).collect();
        let written = self.checked.get_untracked().map(|checked| checked.0.places()).unwrap_or_default();
        let mut now = scene.clone();
        let mut all = Vec::new();
        // From the innermost outward: what makes room in a host makes the host grow.
        for level in scene.levels() {
            let outlines = now.outlines();
            let growth = |at: &usize| {
                let card = &now.cards[*at];
                let before = stood.get(&card.id).copied();
                Growth { before, after: outlines[*at], fixed: written.contains_key(&card.id) }
            };
            let boxes: Vec<Growth> = level.iter().map(growth).collect();
            let mut moves = Vec::new();
            for (at, down, by) in make_room(&boxes) {
                let (card, grown) = (&now.cards[level[at]], &now.cards[level[by]]);
                let from = card.at.place();
                let to = Place { y: from.y + down, ..from };
                let height = before.card(&grown.id).map_or(0.0, |card| card.face.height);
                let (id, by) = (card.id.clone(), grown.id.clone());
                let pushed = Pushed { file: file.clone(), id: id.clone(), from, to, by, height };
                self.hidden.update_value(|hidden| hidden.pushed.push(pushed));
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

    /// What stands on another host now, or on none, finds a new place: where it stood is in the old one, or outside of the new.
    pub(super) fn rehouse(self, before: &Scene) {
        let Some(file) = self.open.get_untracked() else { return };
        let graph = self.drawn.get_untracked().graph;
        if !graph.has_hosts() && before.wells.is_empty() {
            return;
        }
        let host_of = |id: &Id| before.host(id).map(|host| &host.id);
        // Put down where its new host stands, it stays there.
        let is_within = |id: &Id, host: Option<&Id>, place: &Place| {
            let card = before.card(id);
            let (Some(host), Some(card)) = (host.and_then(|host| before.card(host)), card) else {
                return false;
            };
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
