//! After something was taken away: what went with it, and a way back.

use leptos::prelude::*;

use super::Session;
use crate::canvas::{gone, led_elsewhere};
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

    /// Says that a node stands on nothing now.
    pub(super) fn tell_left(self, name: &str) {
        self.offer_undo(format!("`{name}` is taken out of its host"));
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
