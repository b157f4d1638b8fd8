//! Incremental layout: places new nodes near their neighbors and keeps the others where they are, except where a resized box would cover them.

use super::overlap::{Resize, resolve_overlaps};
use super::sized_graph::{Footprint, SizedGraph};
use super::{Rect, free_space, layered};

/// The distance between a new node and the placed neighbor it is put next to.
const BESIDE: f64 = 128.0;

/// The position of a placed node, and its size when it was placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub at: (f64, f64),
    pub size: (f64, f64),
}

/// Places the nodes that have no position; the others stay.
///
/// `previous`: the corners of the outlines, and their sizes when they were placed. `within`: whether no node may be left of 0 or above 0.
pub(super) fn place_new(sized: &SizedGraph, previous: &[Option<Placed>], within: bool) -> Vec<Rect> {
    let mut placed = place_previous(sized, previous);
    let mut taken = free_space::PlacedBoxes::new(within);
    placed.iter().flatten().for_each(|rect| taken.add(*rect));
    let waiting: Vec<usize> = (0..placed.len()).filter(|at| placed[*at].is_none()).collect();
    // If most nodes are new, use a full layout, shifted to match the few that are placed.
    let plan = (waiting.len() * 2 > placed.len()).then(|| {
        let full = layered::layered(sized);
        let shift = |along: fn(&Rect) -> f64| {
            let mut by: Vec<f64> = placed
                .iter()
                .zip(&full)
                .filter_map(|(is, was)| Some(along(is.as_ref()?) - along(was)))
                .collect();
            by.sort_by(f64::total_cmp);
            by[by.len() / 2].round()
        };
        let (dx, dy) = (shift(|rect| rect.x), shift(|rect| rect.y));
        full.into_iter().map(|rect| rect.moved(dx, dy)).collect::<Vec<_>>()
    });
    let mut near = vec![Vec::new(); placed.len()];
    for edge in &sized.edges {
        near[edge.from].push((edge.to, edge.from_y - edge.to_y, false));
        near[edge.to].push((edge.from, edge.to_y - edge.from_y, true));
    }
    // Nodes with placed neighbors first, so that chains grow from there.
    let mut queue = waiting;
    while !queue.is_empty() {
        let ready =
            |at: &usize| plan.is_some() || near[*at].iter().any(|(other, ..)| placed[*other].is_some());
        let (mut now, later): (Vec<usize>, Vec<usize>) = queue.into_iter().partition(ready);
        queue = later;
        if now.is_empty() {
            // A separate component: its first node starts a new row.
            now.push(queue.remove(0));
        }
        for at in now {
            let wish = match &plan {
                Some(plan) => plan[at],
                None => wish(sized, at, &near[at], &placed),
            };
            let wish = if within { Rect { x: wish.x.max(0.0), y: wish.y.max(0.0), ..wish } } else { wish };
            let found = taken.nearest(wish);
            taken.add(found);
            placed[at] = Some(found);
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}

/// The placed nodes in their current size. Nodes that a grown one would cover move down.
fn place_previous(sized: &SizedGraph, previous: &[Option<Placed>]) -> Vec<Option<Rect>> {
    let now = |(stood, footprint): (&Option<Placed>, &Footprint)| {
        stood.map(|Placed { at: (x, y), .. }| Rect { x, y, width: footprint.width, height: footprint.height })
    };
    let mut placed: Vec<Option<Rect>> = previous.iter().zip(&sized.footprints).map(now).collect();
    let growths: Vec<(usize, Resize)> = previous
        .iter()
        .zip(&placed)
        .enumerate()
        .filter_map(|(at, (stood, now))| {
            let (Placed { size: (width, height), .. }, after) = (stood.as_ref()?, (*now)?);
            let before = Some(Rect { width: *width, height: *height, ..after });
            Some((at, Resize { before, after, fixed: false }))
        })
        .collect();
    if growths.iter().any(|(_, growth)| growth.has_grown()) {
        let boxes: Vec<Resize> = growths.iter().map(|(_, growth)| *growth).collect();
        for (number, down, _) in resolve_overlaps(&boxes) {
            let rect = &mut placed[growths[number].0];
            *rect = rect.map(|rect| rect.moved(0.0, down));
        }
    }
    placed
}

/// The preferred position of a node, given its placed neighbors.
fn wish(sized: &SizedGraph, at: usize, near: &[(usize, f64, bool)], placed: &[Option<Rect>]) -> Rect {
    let Footprint { width, height, .. } = sized.footprints[at];
    let mut left: Option<f64> = None;
    let mut right: Option<f64> = None;
    let mut rows = Vec::new();
    for (other, off, provides) in near {
        let Some(rect) = placed[*other] else { continue };
        if *provides {
            left = Some(left.map_or(rect.right(), |left| left.max(rect.right())));
        } else {
            right = Some(right.map_or(rect.x, |right| right.min(rect.x)));
        }
        rows.push(rect.y - off);
    }
    let x = match (left, right) {
        (Some(left), Some(right)) if right - left > width => f64::midpoint(left, right - width),
        (Some(left), _) => left + BESIDE,
        (None, Some(right)) => right - BESIDE - width,
        (None, None) => {
            // Below everything, at the left.
            let all =
                placed.iter().flatten().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
            return Rect { x: all.x, y: all.bottom() + 72.0, width, height };
        }
    };
    let y = rows.iter().sum::<f64>() / rows.len().max(1) as f64;
    Rect { x: x.round(), y: y.round(), width, height }
}
