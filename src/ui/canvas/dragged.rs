//! Dragged cards and their wires: above the others and in a drawing of their own, so that each move paints them alone.

use std::sync::Arc;

use web_sys::Element;

use super::layer::Layer;
use limn_canvas::{Card, Dragged, Wire};

pub(super) struct DraggedLayers {
    what: Option<Arc<Dragged>>,
    pub(super) wires: Layer<Wire>,
    pub(super) cards: Layer<Card>,
}

impl DraggedLayers {
    pub(super) fn new(wires: &Element, cards: &Element) -> DraggedLayers {
        DraggedLayers { what: None, wires: Layer::new(wires), cards: Layer::new(cards) }
    }

    /// Moves elements between the layers when a drag begins or ends.
    pub(super) fn follow(
        &mut self,
        what: Option<&Arc<Dragged>>,
        wires: &mut Layer<Wire>,
        cards: &mut Layer<Card>,
    ) {
        if self.what.as_ref().map(Arc::as_ptr) == what.map(Arc::as_ptr) {
            return;
        }
        wires.take_from(&mut self.wires, |_| true);
        cards.take_from(&mut self.cards, |_| true);
        if let Some(what) = what {
            self.wires.take_from(wires, |wire| is_wire_dragged(wire, what));
            self.cards.take_from(cards, |card| what.contains(&card.id));
        }
        self.what = what.cloned();
    }
}

pub(super) fn is_wire_dragged(wire: &Wire, what: &Dragged) -> bool {
    wire.sources.iter().chain(&wire.targets).any(|node| what.contains(node))
}
