//! Wires of large diagrams: the worker finds their paths, and the page takes input meanwhile.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::worker::{Answer, QuestionKind};
use super::positions::LINKS_FOR_WORKER;
use super::{Navigation, Session};
use limn_canvas::Scene;
use limn_files::FilePath;

/// The pause after an edit before drafts are replaced, in milliseconds: several edits in a row are drafted only.
const PAUSE: u32 = 400;

impl Navigation {
    /// Draws the wires of a diagram whose cards are shown, with paths that the worker finds. An action of the user that needs the wires does not wait
    /// for them: [`Session::flush_pending`] draws them at once.
    fn draw_wires_beside(self) {
        let Some((cards, file)) = self.0.positions.cards_without_wires() else { return };
        let links = self.0.positions.next_view_model().with_untracked(|drawn| drawn.graph.links.len());
        if links < LINKS_FOR_WORKER || !self.0.documents.has_worker() {
            return self.draw_wires();
        }
        wasm_bindgen_futures::spawn_local(async move {
            if let Some(scene) = self.wired_by_worker(&cards, &file).await {
                self.0.positions.set_wires(&cards, scene);
            }
            self.draw_wires();
        });
    }

    /// Draws the wires of a diagram whose cards are shown. They need more room, so the whole diagram is brought into view again.
    pub(super) fn draw_wires(self) {
        let camera = self.0.view.camera().get_untracked();
        let is_untouched = self.0.view.opening().with_untracked(|opening| *opening == Some(camera));
        if self.0.positions.draw_wires() && is_untouched {
            self.show_initial_view();
        }
    }

    /// Replaces the wires that were drafted for these cards after an edit.
    fn replace_drafts(self, cards: &Arc<Scene>) {
        let drafted = self.0.positions.cards_with_drafts();
        let Some((cards, file)) = drafted.filter(|(now, _)| Arc::ptr_eq(now, cards)) else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let found = self.wired_by_worker(&cards, &file).await;
            // Without a worker, the page finds the paths.
            self.0.positions.replace_drafts(&cards, || found.unwrap_or_else(|| cards.with_wires()));
        });
    }

    async fn wired_by_worker(self, cards: &Scene, file: &FilePath) -> Option<Scene> {
        let ask = async |routing| match self.0.documents.ask_worker(file, QuestionKind::Paths(routing)).await
        {
            Some(Answer::Paths(paths)) => Some(paths),
            _ => None,
        };
        cards.with_wires_by(ask).await
    }
}

impl Session {
    /// Draws awaited wires once the cards are painted, and replaces drafts after a pause.
    pub(super) fn keep_wires_drawn(&'static self) {
        let positions = self.positions;
        let awaits_wires = positions.awaits_wires();
        Effect::new(move |_| {
            if awaits_wires.get() {
                request_animation_frame(move || {
                    after(0, move || self.navigation().draw_wires_beside());
                });
            }
        });
        let scene = positions.base_scene();
        Effect::new(move |before: Option<Option<Arc<Scene>>>| {
            scene.track();
            let drafted = positions.cards_with_drafts().map(|(cards, _)| cards);
            let known = before.flatten();
            if let Some(cards) = drafted.clone()
                && !known.is_some_and(|known| Arc::ptr_eq(&known, &cards))
            {
                after(PAUSE, move || self.navigation().replace_drafts(&cards));
            }
            drafted
        });
    }
}
