//! After something was taken away: what went with it, and a way back.

use leptos::prelude::*;

use super::Session;
use crate::canvas::{gone, led_elsewhere};
use crate::edit::Edit;
use crate::graph::{Graph, Id};

/// The word on the button that brings it back.
pub(super) const BACK: &str = "Undo";

impl Session {
    /// Says what went with `ids`, and offers to bring all of it back.
    pub(super) fn tell_gone(self, ids: &[Id], before: &Graph) {
        if let Some(sentence) = self.drawn.with_untracked(|drawn| gone(ids, before, &drawn.graph)) {
            self.offer_undo(sentence);
        }
    }

    /// Says what a wire that was just drawn took the place of, and offers to bring that back.
    pub(super) fn tell_led(self, before: &Graph) {
        if let Some(sentence) = self.drawn.with_untracked(|drawn| led_elsewhere(before, &drawn.graph)) {
            self.offer_undo(sentence);
        }
    }

    /// Says what else than their places is another for boxes that were moved, and offers to take that back.
    pub(super) fn tell_put(self, edits: &[Edit]) {
        let name = |id: &Id| self.scene.with_untracked(|scene| scene.name(id).unwrap_or_default().to_owned());
        let names = |ids: &[Id]| match ids {
            [one] => format!("`{}` is", name(one)),
            many => format!("{} nodes are", many.len()),
        };
        let told = edits.iter().map(|edit| match edit {
            Edit::Attach { to, ids } => format!("{} in `{}` now", names(ids), name(to)),
            Edit::Detach { from, ids } => format!("{} in `{}` no more", names(ids), name(from)),
            Edit::Disconnect { id } => {
                let guest = self.scene.with_untracked(|scene| {
                    let mut cards = scene.cards.iter().filter(|card| id.0.starts_with(&card.id.0));
                    cards.next().map(|card| card.name.clone())
                });
                format!("`{}` is taken out of its host", guest.unwrap_or_default())
            }
            _ => String::new(),
        });
        let told: Vec<String> = told.filter(|it| !it.is_empty()).collect();
        self.offer_undo(told.join("; "));
    }

    fn offer_undo(self, sentence: String) {
        let Some(file) = self.open.get_untracked() else { return };
        let text = move || self.known.with_untracked(|known| known.workspace.text(&file).cloned());
        let after = text();
        self.offer(sentence, BACK, move || {
            self.settle();
            // What the history has last may be something else by now.
            if text() == after {
                self.undo();
            } else {
                self.refuse("something else was changed since: undo that first");
            }
        });
    }
}
