//! Dragging boxes: their new positions, snapped to the edges and centers of nearby boxes, with guide lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Grouping, Guide, HostTarget, KeyModifiers, Tool, ToolContext, gaps, grid, group, splice};
use crate::scene::Card;
use crate::viewport::{ScreenPoint, WorldPoint};
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_layout::Rect;

/// The snap distance, in CSS pixels.
const SNAP: f64 = 6.0;

/// The boxes that a drag moves.
#[derive(Clone, Debug)]
pub struct Dragged {
    /// Their original positions.
    places: Vec<(Id, Place)>,
    ids: FxHashSet<Id>,
}

impl PartialEq for Dragged {
    fn eq(&self, other: &Dragged) -> bool {
        self.places == other.places
    }
}

impl Dragged {
    pub(crate) fn new(places: Vec<(Id, Place)>) -> Dragged {
        let ids = places.iter().map(|(id, _)| id.clone()).collect();
        Dragged { places, ids }
    }

    pub fn contains(&self, id: &Id) -> bool {
        self.ids.contains(id)
    }

    /// The original positions.
    pub(super) fn places(&self) -> &[(Id, Place)] {
        &self.places
    }
}

/// The cards that a drag of this one takes: all selected ones, if it is one of them.
pub(super) fn taken<'a>(id: &'a Id, context: &'a ToolContext<'_>) -> impl Iterator<Item = &'a Arc<Card>> {
    let chosen = context.selection.contains(id);
    let cards = context.scene.cards.iter();
    cards.filter(move |card| card.id == *id || (chosen && context.selection.contains(&card.id)))
}

/// The boxes that move with this one: the selected boxes, and all their guests.
pub(super) fn boxes(id: &Id, context: &ToolContext<'_>) -> Arc<Dragged> {
    let places: Vec<_> = taken(id, context).map(|card| (card.id.clone(), card.at.place())).collect();
    Arc::new(Dragged::new(context.scene.with_guests(&places)))
}

/// Continues the drag with the pointer at `at`.
pub(super) fn to(
    (what, copies): (Id, bool),
    grabbed: WorldPoint,
    boxes: Arc<Dragged>,
    at: ScreenPoint,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Tool {
    let free = mods.alt || copies;
    let now = context.world(at);
    let (mut dx, mut dy) = (now.x - grabbed.x, now.y - grabbed.y);
    let mut guides = Vec::new();
    let bounds = boxes.places.iter().filter_map(|(id, place)| {
        let card = context.scene.card(id)?;
        Some(Rect { x: place.x, y: place.y, width: card.face.width, height: card.face.height })
    });
    if let Some(bounds) = bounds.reduce(|left, right| left.union(&right)).filter(|_| !free) {
        let others = neighbors(&boxes, context);
        // Of the box that was grabbed: the others keep their distances from it.
        let own = boxes.places.iter().find(|(id, _)| *id == what);
        let corner = own.map_or(Place { x: bounds.x, y: bounds.y }, |(_, place)| *place);
        let bounds = bounds.moved(dx, dy);
        let reach = SNAP / context.camera.zoom;
        let across = snap(
            [bounds.x, bounds.center().0, bounds.right()],
            &others,
            |rect| [rect.x, rect.center().0, rect.right()],
            reach,
        );
        let down = snap(
            [bounds.y, bounds.center().1, bounds.bottom()],
            &others,
            |rect| [rect.y, rect.center().1, rect.bottom()],
            reach,
        );
        if let Some((by, line)) = across {
            dx += by;
            guides.push(upright(line, &bounds.moved(by, 0.0), &others));
        } else if let Some((by, marks)) = gaps::across(&bounds, &others, reach) {
            dx += by;
            guides.extend(marks);
        } else if context.grid {
            dx += grid::to_nearest(corner.x + dx);
        }
        // Straightening a wire has priority over aligning an edge.
        if let Some((by, guide)) = level_wire(&boxes, dy, reach, context) {
            dy += by;
            guides.push(guide);
        } else if let Some((by, line)) = down {
            dy += by;
            guides.push(level(line, &bounds.moved(0.0, by), &others));
        } else if let Some((by, marks)) = gaps::down(&bounds, &others, reach) {
            dy += by;
            guides.extend(marks);
        } else if context.grid {
            dy += grid::to_nearest(corner.y + dy);
        }
    }
    let places = boxes
        .places
        .iter()
        .map(|(id, place)| (id.clone(), Place { x: (place.x + dx).round(), y: (place.y + dy).round() }))
        .collect();
    let onto = if free { None } else { onto(&what, &boxes, now, context) };
    let splices = if free || onto.is_some() { None } else { splice::of(&what, &boxes, now, context) };
    let onto =
        if free || splices.is_some() { onto } else { onto.or_else(|| joins(&what, &boxes, now, context)) };
    let leaves = if free || onto.is_some() { None } else { leaves(&what, now, context) };
    let grouping = if copies || onto.is_some() || leaves.is_some() {
        Grouping::default()
    } else {
        group::of(&what, grabbed, now, mods, context)
    };
    Tool::Dragging { what, grabbed, boxes, places, guides, onto, leaves, grouping, splices, at, mods, copies }
}

/// The host on which the single dragged node would be placed.
fn onto(what: &Id, boxes: &Dragged, at: WorldPoint, context: &ToolContext<'_>) -> Option<HostTarget> {
    if context.selection.len() > 1 && context.selection.contains(what) {
        return None;
    }
    let own = context.scene.host(what).map(|host| &host.id);
    let mut under = context.scene.innermost(at, |card| !boxes.contains(&card.id));
    // The guests of a host can cover it.
    while let Some(host) = under.filter(|host| Some(&host.id) != own) {
        if let Some((from, to)) = (context.hosting)(what, &host.id) {
            return Some(HostTarget { host: host.id.clone(), from, to, is_host: true });
        }
        under = context.scene.host(&host.id);
    }
    None
}

/// The node under the single dragged one, if nothing is possible there but one connection.
fn joins(what: &Id, boxes: &Dragged, at: WorldPoint, context: &ToolContext<'_>) -> Option<HostTarget> {
    if context.selection.len() > 1 && context.selection.contains(what) {
        return None;
    }
    let under = context.scene.innermost(at, |card| !boxes.contains(&card.id))?;
    if context.scene.is_inside(what, &under.id) {
        return None;
    }
    let (from, to) = (context.connection)(what, &under.id)?;
    Some(HostTarget { host: under.id.clone(), from, to, is_host: false })
}

/// The distance of the pointer from the host at which a guest leaves it, in CSS pixels.
const OUTSIDE: f64 = 24.0;

/// The hosting link of the single dragged node, if the pointer has left the host.
fn leaves(what: &Id, at: WorldPoint, context: &ToolContext<'_>) -> Option<Id> {
    if context.selection.len() > 1 && context.selection.contains(what) {
        return None;
    }
    // The card of a collapsed group has the hosting links of all its members.
    let host = context.scene.host(what).filter(|_| !context.scene.is_collapsed_group(what))?;
    let outside = !host.rect().grown(OUTSIDE / context.camera.zoom).contains(at.x, at.y);
    context.scene.hosting_link(what).filter(|_| outside).cloned()
}

/// The visible cards that are not dragged.
fn neighbors(boxes: &Dragged, context: &ToolContext<'_>) -> Vec<Rect> {
    let seen = context.camera.sees(context.viewport).grown(200.0);
    // The size of a host of the dragged node depends on the drag.
    let hosts = boxes.places.iter().flat_map(|(id, _)| {
        std::iter::successors(context.scene.host(id), |host| context.scene.host(&host.id))
    });
    let hosts: FxHashSet<&Id> = hosts.map(|host| &host.id).collect();
    let near = context.scene.cards.iter().filter(|card| card.rect().overlaps(&seen));
    let still = near.filter(|card| !boxes.contains(&card.id) && !hosts.contains(&card.id));
    still.map(|card| card.rect()).collect()
}

/// The smallest distance between a line of the box and one of the others, and that line.
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

/// The smallest vertical distance that makes a wire of the dragged boxes straight, and the line along it.
fn level_wire(boxes: &Dragged, dy: f64, reach: f64, context: &ToolContext<'_>) -> Option<(f64, Guide)> {
    let mut best: Option<(f64, Guide)> = None;
    let numbers: BTreeSet<usize> =
        boxes.places.iter().flat_map(|(id, _)| context.scene.wire_numbers(id)).copied().collect();
    let wires = numbers.iter().map(|number| &context.scene.wires[*number]);
    for wire in wires.filter(|wire| !wire.quiet && wire.hub.is_none()) {
        let (Some(from), Some(to)) = (wire.sources.first(), wire.targets.first()) else { continue };
        let Some([start, .., end]) = wire.legs.first().map(|leg| leg.points.as_slice()) else { continue };
        let (moving, still) = match (boxes.contains(from), boxes.contains(to)) {
            (true, false) => (start, end),
            (false, true) => (end, start),
            _ => continue,
        };
        let by = still.y - (moving.y + dy);
        if by.abs() <= reach && best.is_none_or(|(least, _)| by.abs() < least.abs()) {
            let line =
                Guide { from: WorldPoint::new(still.x, still.y), to: WorldPoint::new(moving.x, still.y) };
            best = Some((by, line));
        }
    }
    best
}

fn upright(x: f64, bounds: &Rect, others: &[Rect]) -> Guide {
    let near =
        |rect: &&Rect| [rect.x, rect.center().0, rect.right()].iter().any(|line| (line - x).abs() < 0.5);
    let along = others.iter().filter(near).fold(*bounds, |sum, rect| sum.union(rect));
    Guide { from: WorldPoint::new(x, along.y), to: WorldPoint::new(x, along.bottom()) }
}

fn level(y: f64, bounds: &Rect, others: &[Rect]) -> Guide {
    let near =
        |rect: &&Rect| [rect.y, rect.center().1, rect.bottom()].iter().any(|line| (line - y).abs() < 0.5);
    let along = others.iter().filter(near).fold(*bounds, |sum, rect| sum.union(rect));
    Guide { from: WorldPoint::new(along.x, y), to: WorldPoint::new(along.right(), y) }
}
