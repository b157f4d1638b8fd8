//! A card that grows gets room: what stood clear below it goes down, and comes back up when the card is as small as it was. The text alone decides
//! how large a card is, so this is no step of history of its own.

use leptos::prelude::*;

use super::Session;
use crate::canvas::{Card, Scene};
use crate::edit::Place;
use crate::files::FilePath;
use crate::graph::Id;
use crate::layout::{ByRef, Growth, Rect, make_room};

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
                    back.push((pushed.id.clone(), pushed.from));
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
        let boxes: Vec<Growth> = scene
            .cards
            .iter()
            .zip(scene.outlines())
            .map(|(card, after)| Growth {
                before: stood.get(&card.id).copied(),
                after,
                fixed: written.contains_key(&card.id),
            })
            .collect();
        let mut moves = Vec::new();
        for (at, down, by) in make_room(&boxes) {
            let (card, grown) = (&scene.cards[at], &scene.cards[by]);
            let from = card.at.place();
            let to = Place { y: from.y + down, ..from };
            let height = before.card(&grown.id).map_or(0.0, |card| card.face.height);
            let pushed =
                Pushed { file: file.clone(), id: card.id.clone(), from, to, by: grown.id.clone(), height };
            self.hidden.update_value(|hidden| hidden.pushed.push(pushed));
            moves.push((card.id.clone(), to));
        }
        moves
    }
}
