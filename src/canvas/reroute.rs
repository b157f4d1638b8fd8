//! Rerouting: replaces paths that would coincide with unrelated paths, or that cross cards, by the cheapest paths on a lattice that do neither.

use std::collections::{BTreeSet, VecDeque};

use super::lattice::{Lattice, Visits, leave};
use super::narrow_gaps;
use super::obstacles::{ObstacleGrid, ObstacleView};
use super::path_request::{PathRequest, Spacing, stub};
use super::runs::{Run, Runs, runs_of};
use super::viewport::WorldPoint;
use limn_language::graph::Side;
use limn_layout::Rect;
use rustc_hash::FxHashSet;

/// Distances that a path can go beyond its ends: the smaller one is tried first.
const REACH: [f64; 2] = [240.0, 1600.0];
/// The number of states that all searches of a drawing visit, and the addition for each path.
const BUDGET: usize = 100_000;
const BUDGET_EACH: usize = 40;
/// Maximum number of tracks that a run is moved aside.
const MAX_SHIFT: i32 = 8;
/// Maximum number of times that a path makes way for others.
const MAX_REMOVALS: usize = 8;

/// Replaces paths, if others are found quickly. `bounds`: the area that new paths stay in.
pub(super) fn reroute(
    grid: &ObstacleGrid,
    requests: &[PathRequest],
    ways: &mut [Vec<WorldPoint>],
    spacing: Spacing,
    bounds: Option<Rect>,
) {
    let mut runs = Runs::new(extent(ways), requests.iter().map(|request| request.ends));
    // The place in front of a port is taken once, however many wires it has.
    let mut stubs = FxHashSet::default();
    for request in requests {
        for (at, end) in [(request.from, request.ends[0]), (request.to, request.ends[1])] {
            let stub = [at.at, leave(at.at, at.toward)];
            if stubs.insert((end, stub.map(|at| (at.x.to_bits(), at.y.to_bits())))) {
                runs_of(&stub, [end; 2], None).for_each(|run| runs.add(run));
            }
        }
    }
    // Bends that the user has placed stay.
    for (request, way) in requests.iter().zip(&*ways).filter(|(request, _)| request.fixed.is_some()) {
        runs_of(way, request.ends, None).for_each(|run| runs.add(run));
    }
    // Simple paths first; others then avoid them.
    let mut order: Vec<usize> = (0..ways.len()).filter(|at| requests[*at].fixed.is_none()).collect();
    order.sort_by_key(|at| (ways[*at].len(), *at));
    let mut stuck = VecDeque::new();
    for at in order {
        let (request, way) = (&requests[at], &ways[at]);
        let ground = grid.with_open(&request.open);
        let is_apart = |run: Run| !runs.is_met(&run, spacing.least);
        if (0..way.len() - 1).all(|run| is_free((way, run), request, ground, &runs, spacing.least))
            || (narrow_gaps::is_through(way, request, ground)
                && runs_of(way, request.ends, None).all(is_apart))
        {
            runs_of(way, request.ends, Some(at)).for_each(|run| runs.add(run));
        } else {
            stuck.push_back(at);
        }
    }
    let budget = BUDGET + BUDGET_EACH * ways.len();
    let mut visits = Visits::new(budget);
    let mut removals = vec![0; ways.len()];
    while let Some(at) = stuck.pop_front() {
        let request = &requests[at];
        let ground = grid.with_open(&request.open);
        if let Some(way) = shifted(&ways[at], request, ground, &runs, spacing) {
            ways[at] = way;
        } else if visits.are_left() {
            for reach in REACH {
                let lattice = Lattice::new(request, reach, (spacing.track, bounds), &runs);
                let lattice = lattice.with(ground, &runs, spacing.least, &mut visits);
                let found = lattice.path(request, &mut visits);
                let Some(way) = found else { continue };
                // Paths in the way are replaced too, unless one of them was replaced too often.
                let way_runs: Vec<Run> = runs_of(&way, request.ends, None).collect();
                let met = way_runs.iter().flat_map(|run| runs.met(run, spacing.least));
                let pushed = met.filter_map(|run| run.path);
                let pushed: Option<BTreeSet<usize>> =
                    pushed.map(|other| (removals[other] < MAX_REMOVALS).then_some(other)).collect();
                if let Some(pushed) = pushed {
                    for other in pushed {
                        removals[other] += 1;
                        runs.remove(other);
                        stuck.push_back(other);
                    }
                    ways[at] = way;
                    break;
                }
            }
        }
        runs_of(&ways[at], request.ends, Some(at)).for_each(|run| runs.add(run));
    }
}

/// The larger side of the area of all paths.
fn extent(ways: &[Vec<WorldPoint>]) -> f64 {
    let span = |of: fn(&WorldPoint) -> f64| {
        let places = || ways.iter().flatten().map(of);
        places().fold(f64::NEG_INFINITY, f64::max) - places().fold(f64::INFINITY, f64::min)
    };
    span(|at| at.x).max(span(|at| at.y)).max(0.0)
}

/// Returns true if a run of a path, by number, avoids all cards and other paths. Stubs are beside their own cards.
fn is_free(
    (way, number): (&[WorldPoint], usize),
    request: &PathRequest,
    ground: ObstacleView<'_>,
    runs: &Runs,
    least: f64,
) -> bool {
    let (mut one, mut other) = (way[number], way[number + 1]);
    let is_apart = runs_of(&[one, other], request.ends, None).all(|run| !runs.is_met(&run, least));
    if one.y != other.y {
        return is_apart && ground.along(one.x, one.y, other.y);
    }
    let length = (other.x - one.x).abs();
    let (is_first, is_last) = (number == 0, number + 2 == way.len());
    let most = if is_first && is_last { length / 2.0 } else { length };
    let stub = |toward| stub(toward).min(most) * (other.x - one.x).signum();
    let (from, to) = (stub(request.from.toward), stub(request.to.toward));
    if is_first {
        one.x += from;
    }
    if is_last {
        other.x -= to;
    }
    is_apart && ground.across(one.y, one.x, other.x)
}

/// The path with some runs between the first and the last a few tracks aside, where that is enough.
fn shifted(
    way: &[WorldPoint],
    request: &PathRequest,
    ground: ObstacleView<'_>,
    runs: &Runs,
    spacing: Spacing,
) -> Option<Vec<WorldPoint>> {
    let mut way = way.to_vec();
    let last = way.len() - 2;
    let is_free = |way: &[WorldPoint], run: usize| is_free((way, run), request, ground, runs, spacing.least);
    for _ in 0..=last {
        let Some(stuck) = (0..=last).find(|run| !is_free(&way, *run)) else { return Some(way) };
        // A run at a port stays; the one beside it can end it earlier.
        let moved =
            [stuck, stuck + 1, stuck.wrapping_sub(1)].into_iter().filter(|run| (1..last).contains(run));
        let mut found = moved.flat_map(|run| detours(&way, run, spacing.track).map(move |way| (run, way)));
        let fits = |(run, way): &(usize, Vec<WorldPoint>)| {
            let leaves = |port: WorldPoint, next: WorldPoint, toward: Side| match toward {
                Side::Right => next.x - port.x >= stub(toward),
                Side::Left => port.x - next.x >= stub(toward),
            };
            leaves(way[0], way[1], request.from.toward)
                && leaves(way[last + 1], way[last], request.to.toward)
                && [run - 1, *run, run + 1, stuck].iter().all(|run| is_free(way, *run))
        };
        let (_, next) = found.find(fits)?;
        drop(found);
        way = next;
    }
    None
}

/// A path with one run at other places, the nearest first.
fn detours(way: &[WorldPoint], run: usize, track: f64) -> impl Iterator<Item = Vec<WorldPoint>> {
    let offsets = (1..=MAX_SHIFT).flat_map(move |by| [track * f64::from(by), -track * f64::from(by)]);
    offsets.map(move |by| {
        let mut way = way.to_vec();
        let is_level = way[run].y == way[run + 1].y;
        for corner in &mut way[run..=run + 1] {
            if is_level {
                corner.y += by;
            } else {
                corner.x += by;
            }
        }
        way
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::path_request::{Anchor, BANDS, WIRES};
    use crate::route::route;
    use crate::runs::Ends;

    fn request(from: (f64, f64), to: (f64, f64), ends: Ends) -> PathRequest {
        PathRequest {
            from: Anchor { at: WorldPoint::new(from.0, from.1), toward: Side::Right },
            to: Anchor { at: WorldPoint::new(to.0, to.1), toward: Side::Left },
            ends,
            net: ends[0],
            open: Rc::default(),
            fixed: None,
        }
    }

    fn grid(cards: &[(f64, f64)]) -> ObstacleGrid {
        let card = |(x, y): &(f64, f64)| Rect { x: *x, y: *y, width: 200.0, height: 100.0 }.into();
        ObstacleGrid::new(&cards.iter().map(card).collect::<Vec<_>>())
    }

    /// The pairs of paths that coincide.
    fn pairs(requests: &[PathRequest], ways: &[Vec<WorldPoint>], apart: f64) -> Vec<(usize, usize)> {
        let runs = |at: usize| runs_of(&ways[at], requests[at].ends, Some(at));
        let all = (0..ways.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        all.filter(|(one, other)| {
            runs(*one).any(|run| runs(*other).any(|other_run| run.coincides(&other_run, apart)))
        })
        .collect()
    }

    #[test]
    fn ports_that_face_each_other_at_one_height_have_a_wire_each() {
        // Each wire would run along the other's height.
        let cards = [(0.0, 0.0), (0.0, 150.0), (600.0, 0.0), (600.0, 150.0)];
        let requests =
            [request((200.0, 50.0), (600.0, 200.0), [0, 1]), request((200.0, 200.0), (600.0, 50.0), [2, 3])];
        for spacing in [WIRES, BANDS] {
            let ways = route(&grid(&cards), &requests, spacing, None);
            assert_eq!(pairs(&requests, &ways, spacing.least), [], "{ways:?}");
        }
    }

    #[test]
    fn many_wires_through_one_gap_stay_apart_and_inside() {
        let cards: Vec<(f64, f64)> =
            (0..6).flat_map(|at| [(0.0, 150.0 * f64::from(at)), (300.0, 150.0 * f64::from(at))]).collect();
        let wire = |at: usize| {
            request(
                (200.0, 50.0 + 150.0 * at as f64),
                (300.0, 50.0 + 150.0 * (5 - at) as f64),
                [2 * at, 2 * at + 1],
            )
        };
        let requests: Vec<PathRequest> = (0..6).map(wire).collect();
        let bounds = Rect { x: -100.0, y: -100.0, width: 700.0, height: 1_100.0 };
        let ways = route(&grid(&cards), &requests, WIRES, Some(bounds));
        assert_eq!(pairs(&requests, &ways, WIRES.least), [], "{ways:?}");
        assert!(ways.iter().flatten().all(|at| bounds.contains(at.x, at.y)), "{ways:?}");
    }

    #[test]
    fn wires_with_an_end_in_common_share_it() {
        let requests =
            [request((0.0, 0.0), (600.0, 300.0), [0, 2]), request((0.0, 100.0), (600.0, 300.0), [1, 2])];
        let ways = route(&grid(&[]), &requests, WIRES, None);
        assert_eq!(ways[0].last(), ways[1].last());
        assert_eq!(pairs(&requests, &ways, WIRES.least), []);
    }
}
