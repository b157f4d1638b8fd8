//! Wires of a diagram: drawn with its cards, after these are painted, or as drafts until the worker has found all paths.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::documents::Documents;
use super::super::state::State;
use super::{Hidden, Positions, ViewModel};
use limn_canvas::Scene;
use limn_files::FilePath;
use limn_language::graph::Id;

/// The number of links from which a diagram that opens shows its cards before its wires, which take most of the time.
const MANY_LINKS: usize = 100;

/// The number of links from which the worker finds the paths of wires: with fewer, waiting for it takes longer than finding them here.
pub(in super::super) const LINKS_FOR_WORKER: usize = 1_000;

/// A file, and the part of it that is shown instead of the whole.
pub(super) type DiagramKey = (Option<FilePath>, Option<Id>);

/// Returns true if a diagram shows its cards first and has not shown them yet.
fn waits(drawn: &ViewModel, routed: Option<&DiagramKey>) -> bool {
    let is_routed = |(file, diagram): &DiagramKey| (file, diagram) == (&drawn.file, &drawn.diagram);
    drawn.graph.links.len() >= MANY_LINKS && !routed.is_some_and(is_routed)
}

/// The cards with their wires, unless the diagram waits for these. After an edit of a large diagram, wires that the edit affects are drafts until
/// [`Positions::set_wires`] has all.
pub(super) fn wired_scene(
    cards: Memo<Arc<Scene>>,
    drawn: Memo<ViewModel>,
    routed: State<Option<DiagramKey>>,
    hidden: StoredValue<Hidden>,
    documents: Documents,
) -> Memo<Arc<Scene>> {
    Memo::new_with_compare(
        move |before: Option<&Arc<Scene>>| {
            let cards = cards.get();
            if drawn.with(|drawn| routed.read().with(|routed| waits(drawn, routed.as_ref()))) {
                return cards;
            }
            let found = hidden.with_value(|hidden| hidden.wires.clone());
            if let Some([of, scene]) = found
                && Arc::ptr_eq(&of, &cards)
            {
                return scene;
            }
            let links = drawn.with(|drawn| drawn.graph.links.len());
            let is_large = links >= LINKS_FOR_WORKER && documents.has_worker();
            let draft = before.filter(|_| is_large).and_then(|before| cards.with_wires_like(before));
            hidden.update_value(|hidden| {
                hidden.wires = None;
                hidden.drafted = draft.is_some().then(|| Arc::clone(&cards));
            });
            Arc::new(draft.unwrap_or_else(|| cards.with_wires()))
        },
        |_, _| true,
    )
}

impl Positions {
    fn routed(self) -> State<Option<DiagramKey>> {
        self.stored.with_value(|stored| stored.routed)
    }

    /// True if the cards of a diagram that opens are shown and its wires are not computed yet.
    pub fn awaits_wires(self) -> Signal<bool> {
        Signal::derive(move || {
            self.drawn.with(|drawn| self.routed().read().with(|routed| waits(drawn, routed.as_ref())))
        })
    }

    /// The cards of a diagram that awaits its wires, and its file.
    pub(in super::super) fn cards_without_wires(self) -> Option<(Arc<Scene>, FilePath)> {
        if !self.awaits_wires().get_untracked() {
            return None;
        }
        let cards = self.hidden.with_value(|hidden| hidden.cards)?;
        Some((cards.get_untracked(), self.key()?))
    }

    /// The cards whose wires are drafts since an edit, and their file.
    pub(in super::super) fn cards_with_drafts(self) -> Option<(Arc<Scene>, FilePath)> {
        let (drafted, cards) = self.hidden.with_value(|hidden| (hidden.drafted.clone(), hidden.cards));
        let (drafted, cards) = (drafted?, cards?.get_untracked());
        if Arc::ptr_eq(&drafted, &cards) { Some((cards, self.key()?)) } else { None }
    }

    /// Shows the wires of these cards instead of drafts, unless the cards have changed.
    pub(in super::super) fn replace_drafts(self, cards: &Arc<Scene>, wired: impl FnOnce() -> Scene) {
        if self.cards_with_drafts().is_some_and(|(now, _)| Arc::ptr_eq(&now, cards)) {
            let wired = Arc::new(wired());
            self.hidden.update_value(|hidden| {
                hidden.wires = Some([Arc::clone(cards), wired]);
                hidden.drafted = None;
            });
            self.routed().set(self.routed().read().get_untracked());
        }
    }

    /// Sets what the wires of these cards will be, if the diagram still awaits them.
    pub(in super::super) fn set_wires(self, cards: &Arc<Scene>, scene: Scene) {
        if self.cards_without_wires().is_some_and(|(now, _)| Arc::ptr_eq(&now, cards)) {
            self.hidden.update_value(|hidden| hidden.wires = Some([Arc::clone(cards), Arc::new(scene)]));
        }
    }

    /// Draws the wires of a diagram whose cards are shown. Returns whether there was something to draw.
    pub(in super::super) fn draw_wires(self) -> bool {
        let key = self.drawn.with_untracked(|drawn| {
            let waits = self.routed().read().with_untracked(|routed| waits(drawn, routed.as_ref()));
            waits.then(|| (drawn.file.clone(), drawn.diagram.clone()))
        });
        let waited = key.is_some();
        if waited {
            self.routed().set(key);
        }
        waited
    }
}
