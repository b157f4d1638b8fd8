//! Boxes in hand: where they would stand, snapped to the edges and middles of their neighbours, with lines that show it.

use super::{Context, Grouping, Guide, Mods, Onto, Tool, group};
use crate::canvas::scene::Card;
use crate::canvas::space::{Screen, World};
use crate::edit::Place;
use crate::graph::Id;
use crate::layout::Rect;

/// How near an edge has to be to snap, in CSS pixels.
const SNAP: f64 = 6.0;

/// The boxes that a drag of this one takes along, with where they stand: what is selected with it, and what stands in any of them.
pub(super) fn boxes(id: &Id, context: &Context<'_>) -> Vec<(Id, Place)> {
    let chosen = context.selection.contains(id);
    let cards = context.scene.cards.iter();
    let taken = cards.filter(|card| card.id == *id || (chosen && context.selection.contains(&card.id)));
    let places: Vec<_> = taken.map(|card| (card.id.clone(), card.at.place())).collect();
    context.scene.with_guests(&places)
}

/// The drag with the pointer there.
pub(super) fn to(
    what: Id,
    grabbed: World,
    boxes: Vec<(Id, Place)>,
    at: Screen,
    mods: Mods,
    context: &Context<'_>,
) -> Tool {
    let free = mods.alt;
    let now = context.world(at);
    let (mut dx, mut dy) = (now.x - grabbed.x, now.y - grabbed.y);
    let mut guides = Vec::new();
    let hull = boxes.iter().filter_map(|(id, place)| {
        let card = context.scene.card(id)?;
        Some(Rect { x: place.x, y: place.y, width: card.face.width, height: card.face.height })
    });
    if let Some(hull) = hull.reduce(|left, right| left.union(&right)).filter(|_| !free) {
        let others = neighbours(&boxes, context);
        let hull = hull.moved(dx, dy);
        let reach = SNAP / context.camera.zoom;
        let across = snap(
            [hull.x, hull.centre().0, hull.right()],
            &others,
            |rect| [rect.x, rect.centre().0, rect.right()],
            reach,
        );
        let down = snap(
            [hull.y, hull.centre().1, hull.bottom()],
            &others,
            |rect| [rect.y, rect.centre().1, rect.bottom()],
            reach,
        );
        if let Some((by, line)) = across {
            dx += by;
            guides.push(upright(line, &hull.moved(by, 0.0), &others));
        }
        // A wire that would run straight counts for more than an edge.
        if let Some((by, guide)) = level_wire(&boxes, dy, reach, context) {
            dy += by;
            guides.push(guide);
        } else if let Some((by, line)) = down {
            dy += by;
            guides.push(level(line, &hull.moved(0.0, by), &others));
        }
    }
    let places = boxes
        .iter()
        .map(|(id, place)| (id.clone(), Place { x: (place.x + dx).round(), y: (place.y + dy).round() }))
        .collect();
    let onto = if free { None } else { onto(&what, &boxes, now, context) };
    let leaves = if free || onto.is_some() { None } else { leaves(&what, now, context) };
    let grouping = if onto.is_some() || leaves.is_some() {
        Grouping::default()
    } else {
        group::of(&what, grabbed, now, mods, context)
    };
    Tool::Dragging { what, grabbed, boxes, places, guides, onto, leaves, grouping, at, mods }
}

/// What the one node in hand would stand on here.
fn onto(what: &Id, boxes: &[(Id, Place)], at: World, context: &Context<'_>) -> Option<Onto> {
    if context.selection.len() > 1 && context.selection.contains(what) {
        return None;
    }
    let in_hand = |id: &Id| boxes.iter().any(|(other, _)| other == id);
    let own = context.scene.host(what).map(|host| &host.id);
    let mut under = context.scene.innermost(at, |card| !in_hand(&card.id));
    // What stands in a host may be in the way of it.
    while let Some(host) = under.filter(|host| Some(&host.id) != own) {
        if let Some((from, to)) = (context.hosting)(what, &host.id) {
            return Some(Onto { host: host.id.clone(), from, to });
        }
        under = context.scene.host(&host.id);
    }
    None
}

/// How far outside of its host the pointer has to be, in CSS pixels.
const OUTSIDE: f64 = 24.0;

/// The link by which the one node in hand stands in a host that the pointer has left.
fn leaves(what: &Id, at: World, context: &Context<'_>) -> Option<Id> {
    if context.selection.len() > 1 && context.selection.contains(what) {
        return None;
    }
    let host = context.scene.host(what)?;
    let outside = !host.rect().grown(OUTSIDE / context.camera.zoom).contains(at.x, at.y);
    context.scene.stands_by(what).filter(|_| outside).cloned()
}

/// The cards that are seen and not in hand.
fn neighbours(boxes: &[(Id, Place)], context: &Context<'_>) -> Vec<Rect> {
    let seen = context.camera.sees(context.viewport).grown(200.0);
    let moves = |id: &Id| boxes.iter().any(|(other, _)| other == id);
    // A host of what is in hand is as large as that makes it.
    let holds = |card: &Card| context.scene.within_card(&card.id).any(|guest| moves(&guest.id));
    let still = context.scene.cards.iter().filter(|card| !moves(&card.id) && !holds(card));
    still.map(|card| card.rect()).filter(|rect| rect.overlaps(&seen)).collect()
}

/// The least way from one of the box's lines to one of the neighbours', and that line.
fn snap(own: [f64; 3], others: &[Rect], lines: impl Fn(&Rect) -> [f64; 3], reach: f64) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64)> = None;
    for line in others.iter().flat_map(lines) {
        for mine in own {
            let by = line - mine;
            if by.abs() <= reach && best.is_none_or(|(least, _)| by.abs() < least.abs()) {
                best = Some((by, line));
            }
        }
    }
    best
}

/// The least way up or down after which a wire of the boxes in hand runs straight, and the line along it.
fn level_wire(boxes: &[(Id, Place)], dy: f64, reach: f64, context: &Context<'_>) -> Option<(f64, Guide)> {
    let in_hand = |id: &Id| boxes.iter().any(|(other, _)| other == id);
    let mut best: Option<(f64, Guide)> = None;
    for wire in context.scene.wires.iter().filter(|wire| !wire.quiet && wire.hub.is_none()) {
        let (Some(from), Some(to)) = (wire.sources.first(), wire.targets.first()) else { continue };
        let Some([start, .., end]) = wire.legs.first().map(|leg| leg.points.as_slice()) else { continue };
        let (moving, still) = match (in_hand(from), in_hand(to)) {
            (true, false) => (start, end),
            (false, true) => (end, start),
            _ => continue,
        };
        let by = still.y - (moving.y + dy);
        if by.abs() <= reach && best.is_none_or(|(least, _)| by.abs() < least.abs()) {
            let line = Guide { from: World::new(still.x, still.y), to: World::new(moving.x, still.y) };
            best = Some((by, line));
        }
    }
    best
}

fn upright(x: f64, hull: &Rect, others: &[Rect]) -> Guide {
    let near =
        |rect: &&Rect| [rect.x, rect.centre().0, rect.right()].iter().any(|line| (line - x).abs() < 0.5);
    let along = others.iter().filter(near).fold(*hull, |sum, rect| sum.union(rect));
    Guide { from: World::new(x, along.y), to: World::new(x, along.bottom()) }
}

fn level(y: f64, hull: &Rect, others: &[Rect]) -> Guide {
    let near =
        |rect: &&Rect| [rect.y, rect.centre().1, rect.bottom()].iter().any(|line| (line - y).abs() < 0.5);
    let along = others.iter().filter(near).fold(*hull, |sum, rect| sum.union(rect));
    Guide { from: World::new(along.x, y), to: World::new(along.right(), y) }
}
