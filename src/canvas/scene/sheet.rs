//! Overlay with the folded ports of a card: its place, and the card that a resting pointer opens it for.

use std::sync::Arc;

use super::super::elements::SHEET_GAP;
use super::super::hit::Hit;
use super::super::viewport::WorldPoint;
use super::geometry::stacked;
use super::{Card, Scene, Sheet};
use limn_language::graph::Id;
use limn_layout::{self as layout, Rect};

impl Scene {
    /// The scene with the overlay for a card's folded ports, within `view` if it is known and has room; unchanged if the card has none.
    #[must_use]
    pub fn unfolded(&self, id: &Id, view: Option<Rect>) -> Scene {
        Scene { sheet: self.sheet_of(id, view).map(Arc::new), ..self.clone() }
    }

    fn sheet_of(&self, id: &Id, view: Option<Rect>) -> Option<Sheet> {
        let Some(at) = self.index.get(id).copied() else { return self.sheet_of_frame(id) };
        let (card, node) = (&self.cards[at], &self.graph.nodes[at]);
        // A host is as wide as its content; ports on the overlay are as close as on a normal card.
        let width = layout::measure(node).width.min(card.face.width);
        let drawer = Arc::new(layout::measure_drawer(node, width)?);
        let rect = stacked(card);
        let below = card.at.y + card.face.room.unwrap_or(card.face.height) + SHEET_GAP;
        let (above, beside) = (rect.y - drawer.height - SHEET_GAP, rect.right() + 2.0 * SHEET_GAP);
        let before = rect.x - drawer.width - 2.0 * SHEET_GAP;
        let places = [(card.at.x, below), (beside, card.at.y), (before, card.at.y), (card.at.x, above)];
        let sheet =
            |(x, y)| Sheet { on: card.id.clone(), at: WorldPoint::new(x, y), drawer: Arc::clone(&drawer) };
        let sheets = places.map(sheet);
        let is_seen = |sheet: &Sheet| view.is_none_or(|view| sheet.rect().is_within(view));
        let find = |fits: &dyn Fn(&Sheet) -> bool| sheets.iter().find(|sheet| fits(sheet)).cloned();
        // If no side is free, the overlay covers other elements: a port that is out of view could not be reached.
        find(&|sheet| is_seen(sheet) && self.lies_free(sheet))
            .or_else(|| find(&is_seen))
            .or_else(|| find(&|sheet| self.lies_free(sheet)))
            .or_else(|| sheets.first().cloned())
    }

    /// The overlay of the frame, along its left edge.
    fn sheet_of_frame(&self, id: &Id) -> Option<Sheet> {
        const WIDTH: f64 = 240.0;
        let (frame, node) = (self.frame.as_ref()?, self.graph.frame.as_ref()?);
        let drawer = Arc::new(layout::measure_drawer(node, WIDTH)?);
        let at = WorldPoint::new(frame.at.x, frame.at.y + layout::HEADER + SHEET_GAP);
        (frame.id == *id).then(|| Sheet { on: id.clone(), at, drawer })
    }

    /// Returns true if an overlay covers no other clickable element.
    fn lies_free(&self, sheet: &Sheet) -> bool {
        let rect = sheet.rect();
        let covers = |card: &Card| {
            let header = Rect { height: card.face.room.unwrap_or(card.face.height), ..card.rect() };
            let within = self.is_inside(&sheet.on, &card.id);
            card.id != sheet.on && if within { header } else { card.rect() }.overlaps(&rect)
        };
        !self.cards.iter().any(|card| covers(card))
            && !self.pills.iter().any(|pill| pill.rect.overlaps(&rect))
            && !self.wires.iter().filter_map(|wire| wire.tag).any(|tag| tag.overlaps(&rect))
    }

    /// The card whose folded ports to show for a resting pointer: the one that it is on. They stay while the pointer is on the card or the overlay.
    pub fn peek(&self, at: WorldPoint, hit: &Hit) -> Option<Id> {
        if let Some(sheet) = &self.sheet
            && (sheet.reach().contains(at.x, at.y) || self.in_header(&sheet.on, at))
        {
            return Some(sheet.on.clone());
        }
        match hit {
            Hit::More(id) => Some(id.clone()),
            Hit::Body(id) | Hit::Label(id) if self.in_header(id, at) => Some(id.clone()),
            Hit::Port(port) if self.in_header(&port.node, at) => Some(port.node.clone()),
            _ => None,
        }
    }

    /// Returns true if the point is on the card itself, not on a guest.
    pub(in super::super) fn in_header(&self, id: &Id, at: WorldPoint) -> bool {
        self.index.get(id).is_some_and(|index| {
            let card = &self.cards[*index];
            let height = card.face.room.unwrap_or(card.face.height);
            Rect { height, ..card.rect() }.contains(at.x, at.y)
        })
    }
}
