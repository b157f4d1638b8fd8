//! Hit testing: the element at a point, and the elements in a marquee.

use std::sync::Arc;

use super::scene::{Card, GroupOutline, Scene};
use super::viewport::{Camera, ScreenPoint, WorldPoint};
use super::wire::Wire;
use limn_language::graph::{Id, PortRef, Side};
use limn_layout::{self as layout, PortLayout, Rect};

/// The element at a point.
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
    /// A wire: the id of the link, or of an end if the link has several (`End::written`); on its tag, the id of the element that describes it.
    Wire(Id),
    /// The name of a group.
    Group(Id),
    /// The note about the folded ports of a card.
    More(Id),
    /// The button that collapses or expands a host or a group.
    CollapseButton(Id),
}

impl Hit {
    /// The id that a click would select.
    pub fn id(&self) -> Option<&Id> {
        match self {
            Hit::Empty => None,
            Hit::Port(port) => Some(&port.node),
            Hit::Label(id)
            | Hit::Body(id)
            | Hit::Pill(id)
            | Hit::Wire(id)
            | Hit::Group(id)
            | Hit::More(id)
            | Hit::CollapseButton(id) => Some(id),
        }
    }
}

/// The distance at which a port counts as hit by a mouse, in CSS pixels, and the same for a wire.
pub const REACH: f64 = 12.0;
const REACH_OF_WIRE: f64 = 7.0;

impl Scene {
    /// The element at a point of the canvas. A port counts within `reach` CSS pixels, a wire within fewer. Ports that are not drawn, because the view is far away,
    /// do not count: their reach would cover whole cards.
    pub fn hit_on_screen(&self, at: ScreenPoint, reach: f64, camera: Camera) -> Hit {
        let (at, reach) = (camera.to_world(at), reach / camera.zoom);
        // Far away, and where cards show only their names, buttons are not drawn.
        let has_buttons = camera.name_size().is_none() && !camera.is_far();
        let port = if camera.is_far() { None } else { self.port_at(at, reach) };
        match port {
            Some(port) if self.sheet.as_ref().is_some_and(|sheet| sheet.on == port.node) => Hit::Port(port),
            Some(port) => self.short_wire_at(&port.node, at, reach).map_or(Hit::Port(port), Hit::Wire),
            None => self.hit_except_ports(at, reach * REACH_OF_WIRE / REACH, has_buttons),
        }
    }

    /// The element at a point. `reach` is the distance in world units at which a port or a wire still counts. The topmost element wins.
    pub fn hit(&self, at: WorldPoint, reach: f64) -> Hit {
        match self.port_at(at, reach) {
            Some(port) => Hit::Port(port),
            None => self.hit_except_ports(at, reach * REACH_OF_WIRE / REACH, true),
        }
    }

    fn hit_except_ports(&self, at: WorldPoint, reach: f64, has_buttons: bool) -> Hit {
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
            let is_on_button =
                |outline: &&Arc<GroupOutline>| has_buttons && outline.names.is_on_collapse_button(at);
            if let Some(outline) = self.group_outlines.iter().rev().find(is_on_button) {
                return Hit::CollapseButton(outline.id.clone());
            }
            let named =
                |outline: &&Arc<GroupOutline>| outline.names.tabs.iter().any(|tab| tab.contains(at.x, at.y));
            if let Some(outline) = self.group_outlines.iter().rev().find(named) {
                return Hit::Group(outline.id.clone());
            }
            // Wires inside a host are above it.
            if let Some(id) = self.wire_at(at, reach) {
                return Hit::Wire(id);
            }
        }
        if let Some(card) = card {
            if in_more(card, at) {
                return Hit::More(card.id.clone());
            }
            if has_buttons && card.is_on_collapse_button(at) {
                return Hit::CollapseButton(card.id.clone());
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
            Some(frame) if in_more(frame, at) => Hit::More(frame.id.clone()),
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

    /// The topmost card at a point, which is the innermost; never the frame.
    pub fn card_at(&self, at: WorldPoint) -> Option<&Arc<Card>> {
        self.innermost(at, |_| true)
    }

    /// The innermost card at a point that satisfies a condition.
    pub(super) fn innermost(&self, at: WorldPoint, counts: impl Fn(&Card) -> bool) -> Option<&Arc<Card>> {
        let under = self.cards.iter().enumerate();
        let under = under.filter(|(_, card)| card.rect().contains(at.x, at.y) && counts(card));
        under.max_by_key(|(number, _)| self.depth_at(*number)).map(|(_, card)| card)
    }

    /// The elements that a marquee selects: cards and pills that it touches, hosts and wires that it contains; `whole`: only what it contains.
    pub fn within(&self, area: Rect, whole: bool) -> Vec<Id> {
        let taken = |card: &&Arc<Card>| match card.face.room {
            None if !whole => card.rect().overlaps(&area),
            _ => card.rect().union(&area) == area,
        };
        let cards = self.cards.iter().filter(taken).map(|card| card.id.clone());
        let caught = |rect: &Rect| if whole { rect.is_within(area) } else { rect.overlaps(&area) };
        let pills = self.pills.iter().filter(|pill| caught(&pill.rect)).map(|pill| pill.id.clone());
        let wires = self
            .wires
            .iter()
            .filter(|wire| !wire.quiet)
            .filter(|wire| wire.bounds().is_some_and(|bounds| bounds.union(&area) == area))
            .map(|wire| wire.id.clone());
        cards.chain(pills).chain(wires).collect()
    }

    /// The port at a point: the nearest mark within reach, or the one whose name is there.
    pub(super) fn port_at(&self, at: WorldPoint, reach: f64) -> Option<PortRef> {
        let mut best: Option<(f64, PortRef)> = None;
        let mut consider = |spot: &PortLayout, corner: WorldPoint, node: &Id| {
            let off = distance(spot, WorldPoint::new(at.x - corner.x, at.y - corner.y), reach);
            if off <= reach && best.as_ref().is_none_or(|(least, _)| off <= *least) {
                best = Some((off, spot.port_ref(node)));
            }
        };
        if let Some(sheet) = &self.sheet {
            sheet.drawer.ports.iter().for_each(|spot| consider(spot, sheet.at, &sheet.on));
        }
        // Ports below an overlay cannot be hit.
        if self.sheet.as_ref().is_some_and(|sheet| sheet.rect().contains(at.x, at.y)) {
            return best.map(|(_, port)| port);
        }
        let over = self.card_at(at);
        for card in self.frame.iter().chain(&self.cards) {
            if !card.rect().grown(reach).contains(at.x, at.y) {
                continue;
            }
            // A card that covers the mark covers its surroundings, too.
            let over = over.filter(|over| over.id != card.id && !self.is_inside(&card.id, &over.id));
            for spot in &card.face.ports {
                let mark = WorldPoint::new(card.at.x + spot.x, card.at.y + spot.y);
                if !over.is_some_and(|over| over.rect().contains(mark.x, mark.y)) {
                    consider(spot, card.at, &card.id);
                }
            }
        }
        best.map(|(_, port)| port)
    }

    /// The wire of a node whose middle is at a point, if the ports at its ends would cover all of it.
    fn short_wire_at(&self, node: &Id, at: WorldPoint, reach: f64) -> Option<Id> {
        /// Length in reaches of a port.
        const SHORT: f64 = 4.0;
        let apart = |one: &WorldPoint, other: &WorldPoint| (one.x - other.x).hypot(one.y - other.y);
        self.wires_of(node).filter(|wire| !wire.quiet).find_map(|wire| {
            let leg = wire.legs.iter().find(|leg| {
                let [first, .., last] = leg.points.as_slice() else { return false };
                let length: f64 = leg.points.windows(2).map(|run| apart(&run[0], &run[1])).sum();
                length < SHORT * reach
                    && apart(first, &at).min(apart(last, &at)) > length / 4.0
                    && leg.distance(at) <= reach / 4.0
            })?;
            Some(leg.end.clone().unwrap_or_else(|| wire.id.clone()))
        })
    }

    pub(super) fn wire_at(&self, at: WorldPoint, reach: f64) -> Option<Id> {
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

/// Returns true if a point is on the note about the folded ports of a card.
fn in_more(card: &Card, at: WorldPoint) -> bool {
    let more = card.face.more.as_ref().map(|more| Rect {
        x: card.at.x + more.x - 30.0,
        y: card.at.y + more.y - 15.0,
        width: 40.0,
        height: 22.0,
    });
    more.is_some_and(|more| more.contains(at.x, at.y))
}

/// The distance of a point from a port, in coordinates of its card: 0 on its mark, and almost the reach on its name, so that marks come first.
fn distance(spot: &PortLayout, at: WorldPoint, reach: f64) -> f64 {
    let off = (spot.x - at.x).abs().max((spot.y - at.y).abs());
    let width = layout::text_width(&spot.name.text, layout::PORT);
    let from = if spot.side == Side::Left { spot.name.x } else { spot.name.x - width };
    let row = (at.y - spot.y).abs() <= layout::ROW / 2.0;
    let is_named = row && width > 0.0 && at.x >= from && at.x <= from + width;
    if is_named { off.min(0.99 * reach) } else { off }
}
