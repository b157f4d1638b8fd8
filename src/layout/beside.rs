//! Places for what does not stand yet, near what it is joined to; what stands stays, but for what a box that grew would cover.

use super::net::{Net, Print};
use super::room::{Growth, make_room};
use super::{Rect, free, fresh};

/// From a node that is placed beside one that stands.
const BESIDE: f64 = 128.0;

/// Where something stands, and how large it was when it got there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stood {
    pub at: (f64, f64),
    pub size: (f64, f64),
}

/// Places what does not stand yet; what stands stays.
///
/// `standing`: the corners of outlines, and how large each was when it got there. `within`: nothing is placed left of 0 or above it.
pub(super) fn beside(net: &Net, standing: &[Option<Stood>], within: bool) -> Vec<Rect> {
    let mut placed = stand(net, standing);
    let mut taken = free::Standing::new(within);
    placed.iter().flatten().for_each(|rect| taken.add(*rect));
    let waiting: Vec<usize> = (0..placed.len()).filter(|at| placed[*at].is_none()).collect();
    // Mostly new: as a fresh layout has it, shifted to where the few that stand suggest.
    let plan = (waiting.len() * 2 > placed.len()).then(|| {
        let fresh = fresh::fresh(net);
        let shift = |along: fn(&Rect) -> f64| {
            let mut by: Vec<f64> = placed
                .iter()
                .zip(&fresh)
                .filter_map(|(is, was)| Some(along(is.as_ref()?) - along(was)))
                .collect();
            by.sort_by(f64::total_cmp);
            by[by.len() / 2].round()
        };
        let (dx, dy) = (shift(|rect| rect.x), shift(|rect| rect.y));
        fresh.into_iter().map(|rect| rect.moved(dx, dy)).collect::<Vec<_>>()
    });
    let mut near = vec![Vec::new(); placed.len()];
    for edge in &net.edges {
        near[edge.from].push((edge.to, edge.from_y - edge.to_y, false));
        near[edge.to].push((edge.from, edge.to_y - edge.from_y, true));
    }
    // Those beside something that stands first, so that chains grow from there.
    let mut queue = waiting;
    while !queue.is_empty() {
        let ready =
            |at: &usize| plan.is_some() || near[*at].iter().any(|(other, ..)| placed[*other].is_some());
        let (mut now, later): (Vec<usize>, Vec<usize>) = queue.into_iter().partition(ready);
        queue = later;
        if now.is_empty() {
            // An island: its first node starts a row of its own.
            now.push(queue.remove(0));
        }
        for at in now {
            let wish = match &plan {
                Some(plan) => plan[at],
                None => wish(net, at, &near[at], &placed),
            };
            let wish = if within { Rect { x: wish.x.max(0.0), y: wish.y.max(0.0), ..wish } } else { wish };
            let found = taken.nearest(wish);
            taken.add(found);
            placed[at] = Some(found);
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}

/// What stands, as large as it is now; what one that grew would cover goes down.
fn stand(net: &Net, standing: &[Option<Stood>]) -> Vec<Option<Rect>> {
    let now = |(stood, print): (&Option<Stood>, &Print)| {
        stood.map(|Stood { at: (x, y), .. }| Rect { x, y, width: print.width, height: print.height })
    };
    let mut placed: Vec<Option<Rect>> = standing.iter().zip(&net.prints).map(now).collect();
    let growths: Vec<(usize, Growth)> = standing
        .iter()
        .zip(&placed)
        .enumerate()
        .filter_map(|(at, (stood, now))| {
            let (Stood { size: (width, height), .. }, after) = (stood.as_ref()?, (*now)?);
            let before = Some(Rect { width: *width, height: *height, ..after });
            Some((at, Growth { before, after, fixed: false }))
        })
        .collect();
    if growths.iter().any(|(_, growth)| growth.has_grown()) {
        let boxes: Vec<Growth> = growths.iter().map(|(_, growth)| *growth).collect();
        for (number, down, _) in make_room(&boxes) {
            let rect = &mut placed[growths[number].0];
            *rect = rect.map(|rect| rect.moved(0.0, down));
        }
    }
    placed
}

/// Where a node would like to be, given those of its neighbours that stand.
fn wish(net: &Net, at: usize, near: &[(usize, f64, bool)], placed: &[Option<Rect>]) -> Rect {
    let Print { width, height, .. } = net.prints[at];
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
            // Below all, at the left.
            let all =
                placed.iter().flatten().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
            return Rect { x: all.x, y: all.bottom() + 72.0, width, height };
        }
    };
    let y = rows.iter().sum::<f64>() / rows.len().max(1) as f64;
    Rect { x: x.round(), y: y.round(), width, height }
}
