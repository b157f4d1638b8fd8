//! Bending wires: drags of the segments and corners of a selected wire, the keys that move its longest segment, and the reset of its path.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::bend::{Grip, Snap, dragged, simplified};
use super::super::hit::Hit;
use super::super::keys::Direction;
use super::command::{cards, offset};
use super::{GRID, KeyModifiers, Pointer, Step, Tool, ToolContext, press};
use crate::intent::Intent;
use crate::scene::Scene;
use crate::viewport::{ScreenPoint, WorldPoint};
use limn_language::bend::Bend;
use limn_language::graph::Id;

/// The distance at which a handle counts as hit, and a wire, in CSS pixels.
const REACH: f64 = 7.0;
const REACH_TOUCH: f64 = 22.0;
/// The distance within which a segment snaps to one beside it, in CSS pixels.
const SNAP: f64 = 6.0;

/// The drag of a segment or a corner of a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Bending {
    /// The id of the link, or of its end.
    pub leg: Id,
    grip: Grip,
    /// The path at the start, to which `grip` refers: the drawn one can be replaced during the drag.
    points: Arc<[WorldPoint]>,
    /// The point where the drag started.
    grabbed: WorldPoint,
    /// The bend that a drop here gives the wire.
    pub bend: Bend,
    at: ScreenPoint,
    pub(super) mods: KeyModifiers,
}

impl Bending {
    pub(super) fn pointer(&self) -> ScreenPoint {
        self.at
    }
}

/// The wire that alone is selected.
fn selected<'a>(context: &'a ToolContext<'_>) -> Option<&'a Id> {
    let mut ids = context.selection.iter();
    let id = ids.next().filter(|_| ids.next().is_none())?;
    context.scene.wire(id).map(|_| id)
}

fn reach(pointer: Pointer, context: &ToolContext<'_>) -> f64 {
    let reach = if pointer == Pointer::Touch { REACH_TOUCH } else { REACH };
    reach / context.camera.zoom
}

/// The handle of the selected wire at a point that hits `on`. Handles are above cards, but below the marks of ports and what is opened over the diagram.
pub(super) fn handle(
    at: ScreenPoint,
    on: &Hit,
    pointer: Pointer,
    context: &ToolContext<'_>,
) -> Option<(Id, Grip)> {
    let world = context.world(at);
    let is_covered = match on {
        Hit::Port(port) => press::is_on_mark(port, at, context),
        _ => context.scene.sheet.as_ref().is_some_and(|sheet| sheet.reach().contains(world.x, world.y)),
    };
    if context.camera.is_far() || is_covered {
        return None;
    }
    let handle = context.scene.handle_at(selected(context)?, world, reach(pointer, context))?;
    Some((handle.leg, handle.grip))
}

/// The part of the selected wire that a drag from a point that hits `on` moves: a handle, or a segment of the wire if that is hit.
pub(super) fn grip(
    at: ScreenPoint,
    on: &Hit,
    pointer: Pointer,
    context: &ToolContext<'_>,
) -> Option<(Id, Grip)> {
    handle(at, on, pointer, context).or_else(|| {
        let id = selected(context).filter(|_| !context.camera.is_far())?;
        let Hit::Wire(hit) = on else { return None };
        context.scene.wire(id).filter(|wire| wire.is(hit))?;
        context.scene.segment_at(id, context.world(at), reach(pointer, context))
    })
}

pub(super) fn begin(
    (leg, grip): (Id, Grip),
    from: ScreenPoint,
    at: ScreenPoint,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Tool {
    let Some(path) = context.scene.leg(&leg) else { return Tool::Idle };
    to((leg, grip), path.points.as_slice().into(), context.world(from), at, mods, context)
}

/// Continues the drag of a segment or a corner.
fn to(
    (leg, grip): (Id, Grip),
    points: Arc<[WorldPoint]>,
    grabbed: WorldPoint,
    at: ScreenPoint,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Tool {
    let now = context.world(at);
    let by = WorldPoint::new(now.x - grabbed.x, now.y - grabbed.y);
    match dragged(&points, grip, by, snap(mods, context)) {
        Some(bend) => Tool::Bending(Box::new(Bending { leg, grip, points, grabbed, bend, at, mods })),
        None => Tool::Idle,
    }
}

pub(super) fn moved(
    bending: Bending,
    at: ScreenPoint,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Step {
    let Bending { leg, grip, points, grabbed, .. } = bending;
    (to((leg, grip), points, grabbed, at, mods, context), None)
}

/// Ends the drag: what is straight finds its path again.
pub(super) fn drop(bending: Bending, at: ScreenPoint, mods: KeyModifiers, context: &ToolContext<'_>) -> Step {
    let leg = bending.leg.clone();
    let Tool::Bending(bending) = moved(bending, at, mods, context).0 else { return (Tool::Idle, None) };
    let bend = simplified(&bending.bend);
    let is_same = context.scene.bends().get(&leg) == bend.as_ref();
    (Tool::Idle, (!is_same).then(|| Intent::Bend { bends: vec![(leg, bend)] }))
}

fn snap(mods: KeyModifiers, context: &ToolContext<'_>) -> Snap {
    let reach = if mods.alt { 0.0 } else { SNAP / context.camera.zoom };
    Snap { reach, grid: (context.grid && !mods.alt).then_some(GRID) }
}

/// Moves the longest segment of the selected wire, which is in the direction of the key.
pub(super) fn nudge(direction: Direction, by: f64, context: &ToolContext<'_>) -> Option<Intent> {
    let id = selected(context).filter(|_| cards(context).next().is_none())?;
    let is_upright = matches!(direction, Direction::Left | Direction::Right);
    let handle = context.scene.main_handle(id, is_upright);
    let bend = handle.and_then(|handle| {
        let (x, y) = offset(direction, if context.grid { by.max(GRID) } else { by });
        let snap = Snap { reach: 0.0, grid: context.grid.then_some(GRID) };
        let bend = context.scene.dragged(&handle.leg, handle.grip, WorldPoint::new(x, y), snap)?;
        Some((handle.leg, simplified(&bend)))
    });
    let Some((leg, bend)) = bend else {
        return Some(Intent::Announce("this wire has no segment that moves in this direction".to_owned()));
    };
    let points = |scene: &Scene| scene.leg(&leg).map(|leg| leg.points.clone());
    if points(&context.scene.bent(&leg, bend.as_ref())) == points(context.scene) {
        return Some(Intent::Announce("no room to move the segment in this direction".to_owned()));
    }
    Some(Intent::Bend { bends: vec![(leg, bend)] })
}

/// Resets the paths of the selected wires, and of those that end at selected nodes.
pub(super) fn reset(context: &ToolContext<'_>) -> Intent {
    let bent: BTreeSet<Id> = context.scene.bent_legs(context.selection);
    if bent.is_empty() {
        return Intent::Announce("select a bent wire first".to_owned());
    }
    Intent::Bend { bends: bent.into_iter().map(|leg| (leg, None)).collect() }
}

/// A double click on a wire that is bent resets its path.
pub(super) fn double(at: ScreenPoint, on: &Hit, context: &ToolContext<'_>) -> Option<Intent> {
    let (leg, _) = grip(at, on, Pointer::Mouse, context)?;
    let is_bent = context.scene.bends().contains_key(&leg);
    is_bent.then(|| Intent::Bend { bends: vec![(leg, None)] })
}
