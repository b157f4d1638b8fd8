//! Align, distribute, and selection of related nodes.

use std::collections::BTreeSet;

use super::{Intent, ToolContext, command};
use crate::keys::{Alignment, Axis, Related};
use crate::scene::Card;
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_layout::Rect;

/// The selected cards; guests of selected hosts move with them.
fn boxes(context: &ToolContext<'_>) -> Vec<(Id, Rect)> {
    let selected = |id: &Id| context.selection.contains(id);
    let is_carried = |id: &Id| {
        std::iter::successors(context.scene.host(id), |host| context.scene.host(&host.id))
            .any(|host| selected(&host.id))
    };
    let cards = command::cards(context).filter(|(id, _)| !is_carried(id));
    cards.filter_map(|(id, _)| Some((id.clone(), context.scene.rect(&id)?))).collect()
}

/// Moves the boxes that change.
fn moved(boxes: &[(Id, Rect)], to: impl Fn(usize, &Rect) -> (f64, f64)) -> Intent {
    let places = boxes.iter().enumerate().map(|(at, (id, rect))| {
        let (x, y) = to(at, rect);
        (id.clone(), Place { x: x.round(), y: y.round() })
    });
    Intent::Move { places: places.collect() }
}

fn too_few(count: usize) -> Intent {
    Intent::Announce(format!("select at least {count} nodes first"))
}

pub(super) fn align(alignment: Alignment, context: &ToolContext<'_>) -> Intent {
    let boxes = boxes(context);
    let all = boxes.iter().map(|(_, rect)| *rect).reduce(|one, other| one.union(&other));
    let Some(all) = all.filter(|_| boxes.len() > 1) else { return too_few(2) };
    moved(&boxes, |_, rect| match alignment {
        Alignment::Left => (all.x, rect.y),
        Alignment::Center => (all.center().0 - rect.width / 2.0, rect.y),
        Alignment::Right => (all.right() - rect.width, rect.y),
        Alignment::Top => (rect.x, all.y),
        Alignment::Middle => (rect.x, all.center().1 - rect.height / 2.0),
        Alignment::Bottom => (rect.x, all.bottom() - rect.height),
    })
}

/// The outermost boxes stay.
pub(super) fn distribute(axis: Axis, context: &ToolContext<'_>) -> Intent {
    let mut boxes = boxes(context);
    if boxes.len() < 3 {
        return too_few(3);
    }
    let low = |rect: &Rect| if axis == Axis::Horizontal { rect.x } else { rect.y };
    let length = |rect: &Rect| if axis == Axis::Horizontal { rect.width } else { rect.height };
    boxes.sort_by(|(_, one), (_, other)| low(one).total_cmp(&low(other)));
    let start = low(&boxes[0].1);
    let end = boxes.iter().map(|(_, rect)| low(rect) + length(rect)).fold(start, f64::max);
    let filled: f64 = boxes.iter().map(|(_, rect)| length(rect)).sum();
    let gap = (end - start - filled) / (boxes.len() - 1) as f64;
    let mut next = start;
    let mut places = Vec::with_capacity(boxes.len());
    for (_, rect) in &boxes {
        places.push(next);
        next += length(rect) + gap;
    }
    moved(&boxes, |at, rect| match axis {
        Axis::Horizontal => (places[at], rect.y),
        Axis::Vertical => (rect.x, places[at]),
    })
}

pub(super) fn select(related: Related, context: &ToolContext<'_>) -> Intent {
    let scene = context.scene;
    let mut ids: BTreeSet<Id> = command::cards(context).map(|(id, _)| id).collect();
    if ids.is_empty() {
        return Intent::Announce("select a node first".to_owned());
    }
    match related {
        Related::SameType => {
            let kind = |card: &Card| (card.role, card.icon, card.caption.clone());
            let kinds: Vec<_> = ids.iter().filter_map(|id| scene.card(id)).map(|card| kind(card)).collect();
            let same = scene.cards.iter().filter(|card| kinds.contains(&kind(card)));
            ids.extend(same.map(|card| card.id.clone()));
        }
        Related::Dependents | Related::Dependencies => {
            let mut waiting: Vec<Id> = ids.iter().cloned().collect();
            while let Some(id) = waiting.pop() {
                for wire in scene.wires_of(&id).filter(|wire| wire.kind.is_drawn()) {
                    let (here, there) = match related {
                        Related::Dependents => (&wire.targets, &wire.sources),
                        _ => (&wire.sources, &wire.targets),
                    };
                    for next in there.iter().filter(|_| here.contains(&id)) {
                        if scene.card(next).is_some() && ids.insert(next.clone()) {
                            waiting.push(next.clone());
                        }
                    }
                }
            }
        }
    }
    Intent::Select { ids, camera: None }
}
