//! Arrow keys: along links if there are any, otherwise to the nearest card in that direction; down into a host, and up out of it.

use super::ToolContext;
use crate::keys::Direction;
use crate::scene::Card;
use limn_language::graph::Id;

/// Next item in a direction from the selection; with nothing selected, the card nearest the middle of the view.
pub(super) fn next(direction: Direction, context: &ToolContext<'_>) -> Option<Id> {
    let scene = context.scene;
    let Some(from) = context.selection.iter().next_back() else { return nearest_to_middle(context) };
    if let Some(wire) = scene.wire(from) {
        // From a wire to the node at its end.
        let end = match direction {
            Direction::Left | Direction::Up => wire.sources.first(),
            Direction::Right | Direction::Down => wire.targets.first(),
        };
        return end.cloned();
    }
    if let Some(pill) = scene.pills.iter().find(|pill| pill.id == *from) {
        return Some(pill.on.clone());
    }
    let card = scene.card(from)?;
    if scene.frame.as_ref().is_some_and(|frame| frame.id == card.id) {
        return nearest_to_middle(context);
    }
    linked(card, direction, context)
        .or_else(|| into(card, direction, context))
        .or_else(|| nearest(card, direction, context))
        .or_else(|| out_of(card, direction, context))
}

/// Down from a host: to its first guest.
fn into(card: &Card, direction: Direction, context: &ToolContext<'_>) -> Option<Id> {
    let guests = context.scene.guests(&card.id).filter(|_| direction == Direction::Down);
    let first =
        guests.min_by(|one, other| one.at.y.total_cmp(&other.at.y).then(one.at.x.total_cmp(&other.at.x)));
    first.map(|guest| guest.id.clone())
}

/// At the end of a host's content: to the host, or past it.
fn out_of(card: &Card, direction: Direction, context: &ToolContext<'_>) -> Option<Id> {
    let mut host = context.scene.host(&card.id)?;
    if matches!(direction, Direction::Up | Direction::Left) {
        return Some(host.id.clone());
    }
    loop {
        if let Some(next) = nearest(host, direction, context) {
            return Some(next);
        }
        host = context.scene.host(&host.id)?;
    }
}

/// The wires and policies of the selected node in turn.
pub(super) fn attached(context: &ToolContext<'_>) -> Option<Id> {
    let scene = context.scene;
    let selected = context.selection.iter().next_back()?;
    let node = if scene.card(selected).is_some() {
        selected.clone()
    } else if let Some(wire) = scene.wire(selected) {
        wire.sources.first()?.clone()
    } else {
        scene.pills.iter().find(|pill| pill.id == *selected)?.on.clone()
    };
    let wires = scene.wires_of(&node).filter(|wire| !wire.quiet).map(|wire| &wire.id);
    let pills = scene.pills.iter().filter(|pill| pill.on == node).map(|pill| &pill.id);
    let groups = scene.groups_of(&node);
    let all: Vec<&Id> = wires.chain(pills).chain(groups).collect();
    let at = all.iter().position(|id| *id == selected).map_or(0, |at| (at + 1) % all.len());
    all.get(at).map(|id| (*id).clone())
}

fn linked(card: &Card, direction: Direction, context: &ToolContext<'_>) -> Option<Id> {
    let scene = context.scene;
    let ends = scene.wires_of(&card.id).filter(|wire| wire.kind.is_drawn() && !wire.nests).flat_map(|wire| {
        match direction {
            Direction::Left if wire.targets.contains(&card.id) => wire.sources.as_slice(),
            Direction::Right if wire.sources.contains(&card.id) => wire.targets.as_slice(),
            _ => &[],
        }
    });
    let middle = card.rect().center().1;
    let cards = ends.filter(|id| **id != card.id).filter_map(|id| scene.card(id));
    let off = |other: &Card| (other.rect().center().1 - middle).abs();
    cards.min_by(|left, right| off(left).total_cmp(&off(right))).map(|card| card.id.clone())
}

fn nearest(card: &Card, direction: Direction, context: &ToolContext<'_>) -> Option<Id> {
    let (x, y) = card.rect().center();
    let score = |other: &Card| {
        let (dx, dy) = (other.rect().center().0 - x, other.rect().center().1 - y);
        let (along, across) = match direction {
            Direction::Left => (-dx, dy.abs()),
            Direction::Right => (dx, dy.abs()),
            Direction::Up => (-dy, dx.abs()),
            Direction::Down => (dy, dx.abs()),
        };
        (along > 1.0).then_some(along + 2.0 * across)
    };
    let host = context.scene.host(&card.id).map(|host| &host.id);
    let beside = |other: &Card| context.scene.host(&other.id).map(|host| &host.id) == host;
    let cards = context.scene.cards.iter().filter(|other| beside(other));
    let scored = cards.filter_map(|other| Some((score(other)?, other)));
    scored.min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, card)| card.id.clone())
}

fn nearest_to_middle(context: &ToolContext<'_>) -> Option<Id> {
    let middle = context.world(context.viewport.center());
    let off = |card: &Card| {
        let (x, y) = card.rect().center();
        (x - middle.x).abs() + (y - middle.y).abs()
    };
    let cards = context.scene.cards.iter();
    cards.min_by(|left, right| off(left).total_cmp(&off(right))).map(|card| card.id.clone())
}
