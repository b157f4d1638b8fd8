//! Geometry of a scene: positions of cards, ports and wires, and the obstacles for wires.

use std::sync::Arc;

use super::super::obstacles::Obstacle;
use super::super::viewport::WorldPoint;
use super::super::wire::{self, Wire};
use super::{Anchor, Card, Scene, reach_of_name};
use limn_language::graph::{Id, Look, Port, PortRef, Role, Side};
use limn_layout::{self as layout, PortLayout, Rect};

impl Scene {
    pub(in super::super) fn spot(&self, port: &PortRef) -> Option<&PortLayout> {
        self.card(&port.node)?.spot(port)
    }

    /// Returns true if a part of the plane contains no card, no wire and no edge of the frame, although there are some elsewhere.
    pub fn shows_nothing(&self, seen: Rect) -> bool {
        let crosses_frame = |frame: &Arc<Card>| seen.overlaps(&frame.rect()) && !seen.is_within(frame.rect());
        let is_wire_seen = |wire: &Arc<Wire>| wire.bounds().is_some_and(|bounds| bounds.overlaps(&seen));
        !self.cards.is_empty()
            && !self.cards.iter().any(|card| card.rect().overlaps(&seen))
            && !self.frame.as_ref().is_some_and(crosses_frame)
            && !self.wires.iter().any(is_wire_seen)
    }

    /// The card of a node, or the frame.
    pub fn card(&self, id: &Id) -> Option<&Arc<Card>> {
        match self.index.get(id) {
            Some(at) => self.cards.get(*at),
            None => self.frame.as_ref().filter(|frame| frame.id == *id),
        }
    }

    /// The rectangle of a card, a pill, or a group.
    pub fn rect(&self, id: &Id) -> Option<Rect> {
        if let Some(card) = self.card(id) {
            return Some(card.rect());
        }
        if let Some(pill) = self.pills.iter().find(|pill| pill.id == *id) {
            return Some(pill.rect);
        }
        if let Some(wire) = self.wire(id) {
            return wire.bounds();
        }
        self.group_outlines.iter().find(|outline| outline.id == *id).map(|outline| outline.rect())
    }

    /// The wire with this id: of its link, of one of its ends, or of the element that describes it.
    pub fn wire(&self, id: &Id) -> Option<&Arc<Wire>> {
        self.wires.iter().find(|wire| wire.is(id))
    }

    /// The wires that are drawn all the time, in drawing order: those with labels on a ground of their own are above others, so that no line crosses one.
    pub fn drawn_wires(&self) -> impl Iterator<Item = &Arc<Wire>> {
        let level = |wire: &Wire| usize::from(wire.tag.is_some()) + usize::from(wire.nests);
        let on = move |at: usize| self.wires.iter().filter(move |wire| !wire.quiet && level(wire) == at);
        (0..3).flat_map(on)
    }

    /// The wires that end at a card or at the frame, in drawing order.
    pub fn wires_of(&self, node: &Id) -> impl Iterator<Item = &Arc<Wire>> {
        self.wire_numbers(node).iter().map(|number| &self.wires[*number])
    }

    /// The indices in `wires` of the wires that end at a card or at the frame, in drawing order.
    pub(in super::super) fn wire_numbers(&self, node: &Id) -> &[usize] {
        if self.card(node).is_some() { self.connections.of(self.index_of(node)) } else { &[] }
    }

    /// The number of a card; none for the frame.
    pub(in super::super) fn index_of(&self, node: &Id) -> Option<usize> {
        self.index.get(node).copied()
    }

    /// The number of hosts around a card.
    pub(in super::super) fn depth(&self, id: &Id) -> usize {
        self.index_of(id).map_or(0, |at| self.depth_at(at))
    }

    /// The number of hosts around the card with this number.
    pub(in super::super) fn depth_at(&self, card: usize) -> usize {
        self.tree.depth(card)
    }

    /// Returns true if one card is inside the other, at any depth.
    pub(in super::super) fn is_inside(&self, id: &Id, host: &Id) -> bool {
        let (Some(at), Some(host)) = (self.index.get(id), self.index.get(host)) else { return false };
        self.tree.inside(*host).contains(&self.tree.number_of(*at))
    }

    /// Returns true if a card has guests.
    pub(in super::super) fn is_host(&self, id: &Id) -> bool {
        self.index.get(id).is_some_and(|at| self.tree.is_host(*at))
    }

    /// The pre-order number of a node, which obstacles use to test nesting.
    pub(in super::super) fn number_of(&self, node: &Id) -> Option<usize> {
        self.index.get(node).map(|at| self.tree.number_of(*at))
    }

    /// The point where wires meet a port. A port without a row is met at the header.
    pub fn anchor(&self, port: &PortRef) -> Option<Anchor> {
        self.anchor_of(port, port.role.side())
    }

    /// The point where wires meet a port. `side`: the side of a port without a row. On the frame it is the other side: wires inside the frame leave its
    /// left edge and arrive at its right edge.
    pub(in super::super) fn anchor_of(&self, port: &PortRef, side: Side) -> Option<Anchor> {
        let card = self.card(&port.node)?;
        let inward = card.look == Look::Frame;
        if let Some((sheet, spot)) = self.sheet.as_ref().and_then(|sheet| Some((sheet, sheet.spot(port)?))) {
            let at = WorldPoint::new(sheet.at.x + spot.x, sheet.at.y + spot.y);
            return Some(Anchor { at, toward: if inward { other(spot.side) } else { spot.side } });
        }
        let (side, (x, y)) = match card.spot(port) {
            Some(spot) => (spot.side, (spot.x, spot.y)),
            None => {
                let side = if inward { other(side) } else { side };
                (side, layout::header_anchor(side, card.face.width))
            }
        };
        let toward = if inward { other(side) } else { side };
        Some(Anchor { at: WorldPoint::new(card.at.x + x, card.at.y + y), toward })
    }

    /// The lengths of port names that a value flow or a mapping avoids at the frame's edge: that of its own port, and the longest on that side.
    pub(in super::super) fn clear_of_names(&self, port: &PortRef) -> (f64, f64) {
        let frame = self.frame.as_ref().filter(|frame| frame.id == port.node);
        let Some(spot) = frame.and_then(|frame| frame.spot(port)) else { return (0.0, 0.0) };
        let all = if spot.side == Side::Left { self.names.0 } else { self.names.1 };
        (reach_of_name(spot), all)
    }

    /// All ports with a row, and those on the open overlay, with their positions.
    pub fn ports(&self) -> impl Iterator<Item = (PortRef, WorldPoint)> + '_ {
        let at =
            |corner: WorldPoint, spot: &PortLayout| WorldPoint::new(corner.x + spot.x, corner.y + spot.y);
        let rows = self.frame.iter().chain(&self.cards).flat_map(move |card| {
            card.face.ports.iter().map(move |spot| (spot.port_ref(&card.id), at(card.at, spot)))
        });
        let open = self.sheet.iter().flat_map(move |sheet| {
            sheet.drawer.ports.iter().map(move |spot| (spot.port_ref(&sheet.on), at(sheet.at, spot)))
        });
        rows.chain(open)
    }

    /// The folded capabilities and requirements of a node.
    pub fn folded(&self, id: &Id) -> impl Iterator<Item = PortRef> + '_ {
        let node = self.graph.node(id);
        let folded = node.into_iter().flat_map(|node| node.ports.iter().filter(|port| port.is_folded()));
        let id = id.clone();
        folded.map(move |port| PortRef { node: id.clone(), role: port.role, port: port.name.clone() })
    }

    /// The values of a node without a row.
    pub fn values(&self, id: &Id) -> impl Iterator<Item = PortRef> + '_ {
        let is_value = |port: &&Port| matches!(port.role, Role::Input | Role::Output) && !port.has_row();
        let ports = self.graph.node(id).into_iter().flat_map(move |node| node.ports.iter().filter(is_value));
        let id = id.clone();
        ports.map(move |port| PortRef { node: id.clone(), role: port.role, port: port.name.clone() })
    }

    /// The outline of each card, with the outlines above it and the pills below.
    pub fn outlines(&self) -> Vec<Rect> {
        let mut outlines: Vec<Rect> = self.cards.iter().map(|card| stacked(card)).collect();
        for pill in &self.pills {
            if let Some(at) = self.index.get(&pill.on) {
                outlines[*at] = outlines[*at].union(&pill.rect);
            }
        }
        outlines
    }

    /// The obstacles for wires: outlines of cards, pills, and names of groups; hosts as a whole, and their headers even for wires to guests.
    pub(in super::super) fn obstacles(&self) -> Vec<Obstacle> {
        let mut obstacles = Vec::with_capacity(self.cards.len() + self.pills.len());
        for (at, card) in self.cards.iter().enumerate() {
            let rect = stacked(card);
            obstacles.push(Obstacle { rect, host: self.tree.is_host(at).then(|| self.tree.inside(at)) });
            if let Some(room) = card.face.room {
                obstacles.push(Rect { height: rect.height - card.face.height + room, ..rect }.into());
            }
        }
        obstacles.extend(self.pills.iter().map(|pill| Obstacle::from(pill.rect)));
        let tabs = self.group_outlines.iter().flat_map(|outline| &outline.names.tabs);
        obstacles.extend(tabs.map(|tab| Obstacle::from(*tab)));
        obstacles.extend(wire::hosting_signs(self).into_iter().map(Obstacle::from));
        obstacles
    }
}

pub(super) fn stacked(card: &Card) -> Rect {
    let above = if card.face.stacked { layout::STACK } else { 0.0 };
    Rect { y: card.at.y - above, height: card.face.height + above, ..card.rect() }
}

fn other(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}
