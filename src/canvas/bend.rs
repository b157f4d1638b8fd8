//! Bends that the user places: the corners of a bent path, and the bend that a drag of one of its runs or corners makes.
//! The runs of a path are numbered from 0. The first and the last are horizontal; horizontal and vertical runs alternate.

use super::path_request::{Anchor, PathRequest, stub};
use super::viewport::WorldPoint;
use limn_language::bend::Bend;
use limn_language::graph::Side;

/// The part of a path that is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// A run, by number.
    Run(usize),
    /// The corner after a run.
    Corner(usize),
}

/// The corners of a bent path, including its ends. The first and the last run are as long as in any wire. `tips`: the points between which the wire
/// is drawn. `None`: there is no space for the bend, for example because the ends have changed sides.
pub(super) fn corners(
    bend: &Bend,
    tips: [WorldPoint; 2],
    from: Anchor,
    to: Anchor,
) -> Option<Vec<WorldPoint>> {
    let mut runs = bend.runs_between(tips[0].place(), tips[1].place());
    let beyond = |at: f64, end: Anchor| match end.toward {
        Side::Right => at.max(end.at.x + stub(end.toward)),
        Side::Left => at.min(end.at.x - stub(end.toward)),
    };
    let first = runs.first_mut()?;
    *first = beyond(*first, from);
    let last = runs.last_mut()?;
    *last = beyond(*last, to);
    if beyond(runs[0], from).total_cmp(&runs[0]).is_ne() {
        return None;
    }
    Some(path(from.at, &runs, to.at))
}

/// The corners of all paths: those that the user has placed, and the result of `find` for the other paths.
pub(super) fn around_fixed(
    requests: &[PathRequest],
    find: impl FnOnce(&[PathRequest]) -> Vec<Vec<WorldPoint>>,
) -> Vec<Vec<WorldPoint>> {
    if requests.iter().all(|request| request.fixed.is_none()) {
        return find(requests);
    }
    let free: Vec<PathRequest> = requests.iter().filter(|request| request.fixed.is_none()).cloned().collect();
    let mut found = find(&free).into_iter();
    requests.iter().filter_map(|request| request.fixed.clone().or_else(|| found.next())).collect()
}

/// The corners of a path with these runs between the first and the last.
fn path(from: WorldPoint, runs: &[f64], to: WorldPoint) -> Vec<WorldPoint> {
    let mut points = vec![from];
    let mut at = from;
    for (number, place) in runs.iter().enumerate() {
        at = if number % 2 == 0 { WorldPoint::new(*place, at.y) } else { WorldPoint::new(at.x, *place) };
        points.push(at);
    }
    points.push(WorldPoint::new(at.x, to.y));
    points.push(to);
    points.dedup();
    points
}

/// The places of the runs of a path between the first and the last; `None` if the path does not begin and end with a horizontal run.
pub(super) fn runs_of(points: &[WorldPoint]) -> Option<Vec<f64>> {
    let points = straightened(points);
    let is_level = |pair: &[WorldPoint]| pair[0].y.total_cmp(&pair[1].y).is_eq();
    let (first, last) = (points.get(..2)?, points.get(points.len() - 2..)?);
    if !is_level(first) || !is_level(last) || points.len() == 3 {
        return None;
    }
    let inner = points.get(1..points.len() - 2).unwrap_or_default();
    Some(inner.iter().enumerate().map(|(at, point)| if at % 2 == 0 { point.x } else { point.y }).collect())
}

/// The ends of each run of a path, by number.
pub(super) fn stretches(points: &[WorldPoint]) -> Vec<[WorldPoint; 2]> {
    straightened(points).windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The path without points at which it does not turn.
fn straightened(points: &[WorldPoint]) -> Vec<WorldPoint> {
    let mut all: Vec<WorldPoint> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., one, other] = all.as_slice()
            && ((one.x == other.x && other.x == point.x) || (one.y == other.y && other.y == point.y))
        {
            all.pop();
        }
        if all.last() != Some(point) {
            all.push(*point);
        }
    }
    all
}

/// The distance within which a run joins one beside it, and the grid, if it snaps to one.
#[derive(Clone, Copy)]
pub(super) struct Snap {
    pub reach: f64,
    pub grid: Option<f64>,
}

/// The bend of a path after a drag of one of its runs or corners by a distance.
pub(super) fn dragged(points: &[WorldPoint], grip: Grip, by: WorldPoint, snap: Snap) -> Option<Bend> {
    let (from, to) = (*points.first()?, *points.last()?);
    let mut runs = runs_of(points)?;
    let last = runs.len() + 1;
    let moved = match grip {
        Grip::Run(run) => vec![run.min(last)],
        Grip::Corner(run) => [run, run + 1].into_iter().filter(|run| (1..last).contains(run)).collect(),
    };
    // A run at a port stays at the port: the dragged part becomes a separate run.
    let mut numbers = moved;
    if numbers.contains(&0) || numbers.contains(&last) {
        let ends = straightened(points);
        let beside = |end: WorldPoint, next: WorldPoint| {
            let toward = if next.x >= end.x { Side::Right } else { Side::Left };
            end.x + if toward == Side::Right { stub(toward) } else { -stub(toward) }
        };
        let is_first = numbers.contains(&0);
        if is_first {
            runs.splice(0..0, [beside(from, ends[1]), from.y]);
        }
        if !is_first || last == 1 {
            let out = beside(to, ends[ends.len() - 2]);
            if is_first {
                runs.push(out);
            } else {
                runs.extend([to.y, out]);
            }
        }
        numbers = vec![if is_first { 2 } else { last }];
    }
    let others: Vec<f64> = std::iter::once(from.y).chain(runs.iter().copied()).chain([to.y]).collect();
    for number in numbers {
        let distance = if number % 2 == 1 { by.x } else { by.y };
        let place = others[number] + distance;
        let beside = [number.checked_sub(2), Some(number + 2)].into_iter().flatten();
        let mut beside = beside.filter_map(|other| others.get(other).copied());
        let joined = beside.find(|other| (other - place).abs() <= snap.reach);
        let on_grid = |grid: f64| (place / grid).round() * grid;
        runs[number - 1] = joined.unwrap_or_else(|| snap.grid.map_or(place.round(), on_grid));
    }
    Some(Bend { from: from.place(), to: to.place(), runs })
}

/// The bend without runs that have no length; `None` if it is straight.
pub(super) fn simplified(bend: &Bend) -> Option<Bend> {
    let mut all: Vec<f64> =
        std::iter::once(bend.from.y).chain(bend.runs.iter().copied()).chain([bend.to.y]).collect();
    let is_same = |all: &[f64], at: usize| (all[at] - all[at + 2]).abs() < 0.5;
    while let Some(at) = (0..all.len() - 2).find(|at| is_same(&all, *at)) {
        // The ends stay as they are.
        let removed = if at + 3 == all.len() { at..at + 2 } else { at + 1..at + 3 };
        all.drain(removed);
        if all.len() < 3 {
            return None;
        }
    }
    let runs = all[1..all.len() - 1].to_vec();
    Some(Bend { runs, ..bend.clone() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SNAP: Snap = Snap { reach: 6.0, grid: None };

    fn end(x: f64, y: f64, toward: Side) -> Anchor {
        Anchor { at: WorldPoint::new(x, y), toward }
    }

    fn bend(runs: &[f64]) -> Bend {
        let (from, to) = (WorldPoint::new(200.0, 50.0), WorldPoint::new(600.0, 250.0));
        Bend { from: from.place(), to: to.place(), runs: runs.to_vec() }
    }

    fn drawn(bend: &Bend) -> Vec<WorldPoint> {
        let (from, to) = (WorldPoint::from(bend.from), WorldPoint::from(bend.to));
        path(from, &bend.runs, to)
    }

    #[test]
    fn c4_an_upright_run_is_dragged_sideways() {
        let dragged =
            dragged(&drawn(&bend(&[400.0])), Grip::Run(1), WorldPoint::new(-60.0, 33.0), SNAP).unwrap();
        assert_eq!(dragged.runs, [340.0]);
        assert_eq!(simplified(&dragged), Some(dragged));
    }

    #[test]
    fn c4_a_run_at_a_port_leaves_a_stub() {
        let points = drawn(&bend(&[400.0]));
        let first = dragged(&points, Grip::Run(0), WorldPoint::new(0.0, 40.0), SNAP).unwrap();
        assert_eq!(first.runs, [214.0, 90.0, 400.0]);
        let last = dragged(&points, Grip::Run(2), WorldPoint::new(0.0, 40.0), SNAP).unwrap();
        assert_eq!(last.runs, [400.0, 290.0, 582.0]);
        let level = [WorldPoint::new(0.0, 0.0), WorldPoint::new(300.0, 0.0)];
        assert_eq!(
            dragged(&level, Grip::Run(0), WorldPoint::new(0.0, -50.0), SNAP).unwrap().runs,
            [14.0, -50.0, 282.0]
        );
    }

    #[test]
    fn c4_a_corner_moves_both_of_its_runs() {
        let points = drawn(&bend(&[300.0, 120.0, 500.0]));
        let moved = dragged(&points, Grip::Corner(1), WorldPoint::new(25.0, 30.0), SNAP).unwrap();
        assert_eq!(moved.runs, [325.0, 150.0, 500.0]);
        // One at the height of a port stays there.
        let first = dragged(&points, Grip::Corner(0), WorldPoint::new(25.0, 30.0), SNAP).unwrap();
        assert_eq!(first.runs, [325.0, 120.0, 500.0]);
    }

    #[test]
    fn c4_a_run_that_joins_its_neighbor_is_one_with_it() {
        let points = drawn(&bend(&[300.0, 120.0, 500.0]));
        let joined = dragged(&points, Grip::Run(3), WorldPoint::new(-196.0, 0.0), SNAP).unwrap();
        assert_eq!(joined.runs, [300.0, 120.0, 300.0]);
        assert_eq!(simplified(&joined).unwrap().runs, [300.0]);
        let level = Bend { to: WorldPoint::new(600.0, 50.0).place(), ..bend(&[300.0, 120.0, 500.0]) };
        let back = dragged(&drawn(&level), Grip::Run(2), WorldPoint::new(0.0, -67.0), SNAP).unwrap();
        assert_eq!(simplified(&back), None);
        let on_grid =
            dragged(&points, Grip::Run(1), WorldPoint::new(31.0, 0.0), Snap { grid: Some(20.0), ..SNAP })
                .unwrap();
        assert_eq!(on_grid.runs[0], 340.0);
    }

    #[test]
    fn c4_a_bend_leaves_room_at_the_ports() {
        let ends = [WorldPoint::new(200.0, 50.0), WorldPoint::new(600.0, 250.0)];
        let (from, to) = (end(200.0, 50.0, Side::Right), end(600.0, 250.0, Side::Left));
        let x = |place: f64| corners(&bend(&[place]), ends, from, to).map(|points| points[1].x);
        assert_eq!((x(400.0), x(100.0), x(900.0)), (Some(400.0), Some(214.0), Some(582.0)));
        // There is no room once one end has moved past the other.
        let past = end(100.0, 250.0, Side::Left);
        assert_eq!(corners(&bend(&[400.0]), [ends[0], past.at], from, past), None);
        assert!(corners(&bend(&[400.0, 300.0, 20.0]), [ends[0], past.at], from, past).is_some());
    }

    proptest! {
        #[test]
        fn c4_paths_and_bends_are_the_same_thing(
            runs in proptest::collection::vec(-500_i32..500, 1..8),
            run in 0_usize..9, x in -90_i32..90, y in -90_i32..90,
        ) {
            let runs: Vec<f64> = runs.into_iter().map(f64::from).collect();
            let odd = if runs.len().is_multiple_of(2) { &runs[1..] } else { &runs[..] };
            let Some(bend) = simplified(&bend(odd)) else { return Ok(()) };
            let points = drawn(&bend);
            // A path can begin or end with a vertical run only where the ends are at it.
            prop_assume!(bend.runs[0] != 200.0 && bend.runs[bend.runs.len() - 1] != 600.0);
            prop_assert_eq!(runs_of(&points), Some(bend.runs.clone()));
            let by = WorldPoint::new(f64::from(x), f64::from(y));
            for grip in [Grip::Run(run), Grip::Corner(run)] {
                let moved = dragged(&points, grip, by, SNAP).unwrap();
                prop_assert!(moved.runs.len() % 2 == 1);
                for pair in drawn(&moved).windows(2) {
                    prop_assert!(pair[0].x == pair[1].x || pair[0].y == pair[1].y);
                }
            }
        }
    }
}
