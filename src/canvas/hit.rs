//! What is under a point, and what a marquee takes. Knows no pointer: how far off still counts is told.

use std::sync::Arc;

use super::scene::{Card, Hull, Scene};
use super::space::World;
use super::wire::Wire;
use crate::graph::{Id, PortRef};
use crate::layout::{self, Rect};

/// What is under a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Hit {
    /// Nothing, or the inside of the frame.
    Empty,
    Port(PortRef),
    /// The name on a card.
    Label(Id),
    /// The rest of a card; of the frame, its header and its edge.
    Body(Id),
    Pill(Id),
    /// A wire: the link's id, or of a link with several ends the end's own (`End::written`); on its tag, what describes it.
    Wire(Id),
    /// The name of a group.
    Group(Id),
    /// The word on a card about the ports that it folds away.
    More(Id),
}

impl Hit {
    /// What would be selected by a click.
    pub fn id(&self) -> Option<&Id> {
        match self {
            Hit::Empty => None,
            Hit::Port(port) => Some(&port.node),
            Hit::Label(id)
            | Hit::Body(id)
            | Hit::Pill(id)
            | Hit::Wire(id)
            | Hit::Group(id)
            | Hit::More(id) => Some(id),
        }
    }
}

impl Scene {
    /// What is under a point; `reach` is how far off, in world units, a port or a wire is still meant (6 CSS pixels and more for a finger,
    /// divided by the zoom). What is drawn on top wins.
    pub fn hit(&self, at: World, reach: f64) -> Hit {
        if let Some(port) = self.port_at(at, reach) {
            return Hit::Port(port);
        }
        if let Some(sheet) = self.sheet.as_ref().filter(|sheet| sheet.reach().contains(at.x, at.y)) {
            return Hit::Body(sheet.on.clone());
        }
        if let Some(pill) = self.pills.iter().rev().find(|pill| pill.rect.contains(at.x, at.y)) {
            return Hit::Pill(pill.id.clone());
        }
        let tagged = |wire: &&Arc<Wire>| wire.tag.is_some_and(|tag| tag.contains(at.x, at.y));
        if let Some(wire) = self.wires.iter().find(tagged) {
            return Hit::Wire(wire.by.clone().unwrap_or_else(|| wire.id.clone()));
        }
        let card = self.card_at(at);
        let in_room = card.is_none_or(|card| card.face.room.is_some_and(|room| at.y > card.at.y + room));
        if in_room {
            let named = |hull: &&Arc<Hull>| hull.tabs.iter().any(|tab| tab.contains(at.x, at.y));
            if let Some(hull) = self.hulls.iter().rev().find(named) {
                return Hit::Group(hull.id.clone());
            }
            // What runs within a host is on top of it.
            if let Some(id) = self.wire_at(at, reach) {
                return Hit::Wire(id);
            }
        }
        if let Some(card) = card {
            let more = card.face.more.as_ref().map(|more| Rect {
                x: card.at.x + more.x - 30.0,
                y: card.at.y + more.y - 15.0,
                width: 40.0,
                height: 22.0,
            });
            if more.is_some_and(|more| more.contains(at.x, at.y)) {
                return Hit::More(card.id.clone());
            }
            let label = Rect {
                x: card.at.x + layout::TILE_AT + layout::TILE,
                y: card.at.y + 8.0,
                width: card.face.width,
                height: 22.0,
            };
            return if label.contains(at.x, at.y) {
                Hit::Label(card.id.clone())
            } else {
                Hit::Body(card.id.clone())
            };
        }
        match &self.frame {
            Some(frame) if frame.rect().grown(reach).contains(at.x, at.y) => {
                let inner = frame.rect().grown(-reach.max(4.0));
                let label =
                    Rect { height: layout::HEADER, width: frame.face.width.min(320.0), ..frame.rect() };
                if label.contains(at.x, at.y) || !inner.contains(at.x, at.y) {
                    Hit::Body(frame.id.clone())
                } else {
                    Hit::Empty
                }
            }
            _ => Hit::Empty,
        }
    }

    /// The topmost card under a point, which is the innermost; not the frame.
    pub fn card_at(&self, at: World) -> Option<&Arc<Card>> {
        self.innermost(at, |_| true)
    }

    /// The innermost under a point of those that count.
    pub(super) fn innermost(&self, at: World, counts: impl Fn(&Card) -> bool) -> Option<&Arc<Card>> {
        let under = self.cards.iter().filter(|card| card.rect().contains(at.x, at.y) && counts(card));
        under.max_by_key(|card| self.depth(&card.id))
    }

    /// What a marquee takes: cards and pills that it touches, hosts and wires that lie in it whole.
    pub fn within(&self, area: Rect) -> Vec<Id> {
        let taken = |card: &&Arc<Card>| match card.face.room {
            Some(_) => card.rect().union(&area) == area,
            None => card.rect().overlaps(&area),
        };
        let cards = self.cards.iter().filter(taken).map(|card| card.id.clone());
        let pills = self.pills.iter().filter(|pill| pill.rect.overlaps(&area)).map(|pill| pill.id.clone());
        let wires = self
            .wires
            .iter()
            .filter(|wire| !wire.quiet)
            .filter(|wire| wire.bounds().is_some_and(|bounds| bounds.union(&area) == area))
            .map(|wire| wire.id.clone());
        cards.chain(pills).chain(wires).collect()
    }

    fn port_at(&self, at: World, reach: f64) -> Option<PortRef> {
        let mut best: Option<(f64, PortRef)> = None;
        for (spot, sheet) in
            self.sheet.iter().flat_map(|sheet| sheet.drawer.spots.iter().map(move |spot| (spot, sheet)))
        {
            let off = (sheet.at.x + spot.x - at.x).abs().max((sheet.at.y + spot.y - at.y).abs());
            if off <= reach && best.as_ref().is_none_or(|(least, _)| off <= *least) {
                best = Some((off, spot.port_ref(&sheet.on)));
            }
        }
        if let Some((_, port)) = best {
            return Some(port);
        }
        // What lies below a sheet is not meant.
        if self.sheet.as_ref().is_some_and(|sheet| sheet.rect().contains(at.x, at.y)) {
            return None;
        }
        for card in self.frame.iter().chain(&self.cards) {
            if !card.rect().grown(reach).contains(at.x, at.y) {
                continue;
            }
            for spot in &card.face.spots {
                let off = (card.at.x + spot.x - at.x).abs().max((card.at.y + spot.y - at.y).abs());
                if off <= reach && best.as_ref().is_none_or(|(least, _)| off <= *least) {
                    best = Some((off, spot.port_ref(&card.id)));
                }
            }
        }
        best.map(|(_, port)| port)
    }

    fn wire_at(&self, at: World, reach: f64) -> Option<Id> {
        let mut best: Option<(f64, &Id)> = None;
        for wire in self.wires.iter().filter(|wire| !wire.quiet) {
            for leg in &wire.legs {
                let off = leg.distance(at);
                if off <= reach && best.is_none_or(|(least, _)| off < least) {
                    best = Some((off, leg.end.as_ref().unwrap_or(&wire.id)));
                }
            }
            if wire.hub.is_some_and(|hub| (hub.x - at.x).abs().max((hub.y - at.y).abs()) <= reach) {
                best = Some((0.0, &wire.id));
            }
        }
        best.map(|(_, id)| id.clone())
    }
}
