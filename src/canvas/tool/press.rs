//! Presses: whether a press becomes a click, a drag, a wire, a marquee or a pan; and double clicks.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{KeyModifiers, Pointer, Step, Tool, ToolContext, attach, bend, connect, drag, splice};
use crate::hit::Hit;
use crate::intent::Intent;
use crate::viewport::{ScreenPoint, WorldPoint};
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Id, PortRef};
use limn_layout::Rect;

/// Maximum distance from the center of a port's mark at which a click is on the mark, in CSS pixels.
const MARK_RADIUS: f64 = 16.0;

/// Handles a press that moved beyond the threshold.
pub(super) fn begin(
    on: Hit,
    from: ScreenPoint,
    at: ScreenPoint,
    mods: KeyModifiers,
    pointer: Pointer,
    context: &ToolContext<'_>,
) -> Step {
    let frozen = context.frozen.map(|reason| (Tool::Idle, Some(Intent::Announce(reason.to_owned()))));
    if let (Hit::Wire(_), Some(grip)) = (&on, bend::grip(from, &on, pointer, context)) {
        return frozen.unwrap_or_else(|| (bend::begin(grip, from, at, mods, context), None));
    }
    match on {
        Hit::Port(port) => frozen.unwrap_or_else(|| {
            let Tool::Connecting { from, verdicts, opens, .. } = connect::begin(port, at, true, context)
            else {
                return (Tool::Idle, None);
            };
            (connect::to(from, verdicts, opens, at, true, context), None)
        }),
        Hit::Label(id) | Hit::Body(id) | Hit::More(id) | Hit::CollapseButton(id)
            if !is_frame(&id, context) && context.scene.card(&id).is_some() =>
        {
            frozen.unwrap_or_else(|| {
                let boxes = drag::boxes(&id, context);
                let tool = drag::to((id.clone(), mods.alt), context.world(from), boxes, at, mods, context);
                let new = !context.selection.contains(&id);
                (tool, new.then(|| Intent::Select { ids: BTreeSet::from([id]), camera: None }))
            })
        }
        Hit::Pill(id) | Hit::Group(id) | Hit::CollapseButton(id) if context.scene.holds(&id) => {
            frozen.unwrap_or_else(|| (attach::begin(id, from, at, context), None))
        }
        // A finger on the empty canvas pans.
        _ if pointer == Pointer::Touch => {
            let camera = context.camera.panned(at.x - from.x, at.y - from.y);
            (Tool::Panning { last: at, hand: false }, Some(Intent::Camera(camera)))
        }
        _ => {
            let base = if mods.shift || mods.alt { context.selection.clone() } else { BTreeSet::new() };
            (select(context.world(from), at, Arc::new(base), mods, context), None)
        }
    }
}

/// Returns true if a place is on or near the mark of a port. A click there connects; one on the name of the port selects its node, as anywhere on the
/// card.
pub(super) fn is_on_mark(port: &PortRef, at: ScreenPoint, context: &ToolContext<'_>) -> bool {
    let at = context.world(at);
    let in_sheet = context.scene.sheet.as_ref().and_then(|sheet| {
        let spot = (sheet.on == port.node).then(|| sheet.spot(port))??;
        Some(WorldPoint { x: sheet.at.x + spot.x, y: sheet.at.y + spot.y })
    });
    let mark = in_sheet.or_else(|| context.scene.anchor(port).map(|anchor| anchor.at));
    mark.is_none_or(|mark| (mark.x - at.x).hypot(mark.y - at.y) * context.camera.zoom <= MARK_RADIUS)
}

pub(super) fn click(on: &Hit, mods: KeyModifiers, context: &ToolContext<'_>) -> Option<Intent> {
    if let Hit::More(id) = on {
        return Some(Intent::Unfold(id.clone()));
    }
    if let Hit::CollapseButton(id) = on {
        let is_collapsed = !context.scene.is_collapsed(id);
        return Some(Intent::Collapse { ids: BTreeSet::from([id.clone()]), is_collapsed });
    }
    let adds = mods.shift || mods.ctrl || mods.meta;
    let ids = match on.id() {
        None if adds => return None,
        None => BTreeSet::new(),
        Some(id) if adds => {
            let mut ids = context.selection.clone();
            if !ids.remove(id) {
                ids.insert(id.clone());
            }
            ids
        }
        Some(id) => BTreeSet::from([id.clone()]),
    };
    (ids != *context.selection).then_some(Intent::Select { ids, camera: None })
}

pub(super) fn double(at: ScreenPoint, context: &ToolContext<'_>) -> Option<Intent> {
    let on = context.hit(at, Pointer::Mouse);
    if let Some(reset) = bend::double(at, &on, context).filter(|_| context.frozen.is_none()) {
        return Some(reset);
    }
    match on {
        Hit::Label(id) if context.frozen.is_none() => Some(Intent::StartRename(id)),
        Hit::Body(id) if is_frame(&id, context) => Some(Intent::Inspect(id)),
        Hit::Body(id) if context.frozen.is_none() && is_room(&id, context.world(at), context) => {
            Some(Intent::PickAdd { at: context.world(at), on: Some(id) })
        }
        Hit::Label(id) | Hit::Body(id) => Some(Intent::Open(id)),
        Hit::Pill(id) | Hit::Wire(id) | Hit::Group(id) => Some(Intent::Inspect(id)),
        // The two clicks have shown the content and hidden it again.
        Hit::More(_) | Hit::CollapseButton(_) => None,
        Hit::Port(port) => Some(Intent::Inspect(port.node)),
        Hit::Empty if context.frozen.is_none() => Some(Intent::PickAdd { at: context.world(at), on: None }),
        Hit::Empty => None,
    }
}

/// Returns true if a point is in the area of a host for its guests, which behaves like the canvas.
fn is_room(id: &Id, at: WorldPoint, context: &ToolContext<'_>) -> bool {
    let has_room = context.scene.card(id).is_some_and(|card| card.face.room.is_some());
    has_room && !context.scene.in_header(id, at)
}

pub(super) fn select(
    from: WorldPoint,
    at: ScreenPoint,
    base: Arc<BTreeSet<Id>>,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Tool {
    let within = context.scene.within(between(from, context.world(at)), mods.ctrl || mods.meta);
    let ids = if mods.alt {
        let within: BTreeSet<Id> = within.into_iter().collect();
        base.difference(&within).cloned().collect()
    } else {
        // Of sorted items, a set is built several times faster than by inserting each.
        base.iter().cloned().chain(within).collect()
    };
    Tool::Selecting { from, at, base, mods, ids: Arc::new(ids) }
}

pub(super) fn between(from: WorldPoint, to: WorldPoint) -> Rect {
    Rect {
        x: from.x.min(to.x),
        y: from.y.min(to.y),
        width: (from.x - to.x).abs(),
        height: (from.y - to.y).abs(),
    }
}

pub(super) fn is_frame(id: &Id, context: &ToolContext<'_>) -> bool {
    context.scene.frame.as_ref().is_some_and(|frame| frame.id == *id)
}

/// Adds a palette item with the pointer at the center of its header; over a card, adds it to that card.
pub(super) fn add(template: String, at: WorldPoint, place: Place, context: &ToolContext<'_>) -> Intent {
    if let Some(wire) = splice::wire_at(at, context) {
        return Intent::AddOnWire { template, place, wire };
    }
    if let Some(card) = context.scene.card_at(at) {
        return Intent::AddOn { template, place, on: card.id.clone() };
    }
    let on = context.selection.iter().cloned().collect();
    Intent::Edit(Edit::Add { template, name: None, place: Some(place), on })
}
