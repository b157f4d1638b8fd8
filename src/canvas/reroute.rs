//! Rerouting: replaces paths that would coincide with unrelated paths, or that cross cards, by the cheapest paths on a lattice that do neither.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::ops::Range;

use super::obstacles::{ObstacleGrid, ObstacleView};
use super::route::{PathRequest, STUB};
use super::runs::{Ends, Run, Runs, runs_of};
use super::viewport::World;
use limn_language::graph::Side;
use limn_layout::Rect;

/// How far beyond its ends a path can go: little is tried first.
const REACH: [f64; 2] = [240.0, 1600.0];
/// The largest number of points in a lattice.
const POINTS: usize = 16_000;
/// The number of states that all searches of a drawing visit, and the addition for each path.
const BUDGET: usize = 100_000;
const BUDGET_EACH: usize = 40;
/// The costs of a bend and of a crossing, as lengths.
const BEND: f64 = 36.0;
const CROSSING: f64 = 20.0;
/// How much the rest of a path counts more than what is behind: the larger, the fewer states are visited, and the costlier paths can be.
const HASTE: f64 = 1.3;
/// The cost of a step along another path that is then replaced, in crossings.
const PUSH: i32 = 8;
/// How many tracks a run is moved aside.
const SHIFTS: i32 = 8;
/// How often a path makes way for others.
const REMOVALS: usize = 8;

/// Distances between parallel paths.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    /// Between new paths.
    pub track: f64,
    /// The smallest between unrelated paths.
    pub least: f64,
}

/// Replaces paths, if others are found quickly. `bounds`: the area that new paths stay in.
pub(super) fn reroute(
    grid: &ObstacleGrid,
    asked: &[PathRequest],
    ways: &mut [Vec<World>],
    spacing: Spacing,
    bounds: Option<Rect>,
) {
    let mut runs = Runs::new(extent(ways));
    for ask in asked {
        for (at, end) in [(ask.from, ask.ends[0]), (ask.to, ask.ends[1])] {
            let stub = [at.at, leave(at.at, at.toward)];
            runs_of(&stub, [end; 2], None).for_each(|run| runs.add(run));
        }
    }
    // Simple paths first; others then avoid them.
    let mut order: Vec<usize> = (0..ways.len()).collect();
    order.sort_by_key(|at| (ways[*at].len(), *at));
    let mut stuck = VecDeque::new();
    for at in order {
        let (ask, way) = (&asked[at], &ways[at]);
        let ground = grid.with_open(&ask.open);
        if (0..way.len() - 1).all(|run| is_free((way, run), ask, ground, &runs, spacing.least)) {
            runs_of(way, ask.ends, Some(at)).for_each(|run| runs.add(run));
        } else {
            stuck.push_back(at);
        }
    }
    let budget = BUDGET + BUDGET_EACH * ways.len();
    let mut visits = Visits { budget, cost: Vec::new(), before: Vec::new(), open: BinaryHeap::new() };
    let mut removals = vec![0; ways.len()];
    while let Some(at) = stuck.pop_front() {
        let ask = &asked[at];
        let ground = grid.with_open(&ask.open);
        if let Some(way) = shifted(&ways[at], ask, ground, &runs, spacing) {
            ways[at] = way;
        } else if visits.budget > 0 {
            for reach in REACH {
                let lattice = Lattice::new(ask, reach, (spacing.track, bounds), &runs);
                let found = lattice.with(ground, &runs, spacing.least).path(ask, &mut visits);
                let Some(way) = found else { continue };
                // Paths in the way are replaced too.
                let mut pushed = BTreeSet::new();
                for run in runs_of(&way, ask.ends, None) {
                    pushed.extend(runs.met(&run, spacing.least).filter_map(|run| run.path));
                }
                if pushed.iter().all(|other| removals[*other] < REMOVALS) {
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
        runs_of(&ways[at], ask.ends, Some(at)).for_each(|run| runs.add(run));
    }
}

/// The larger side of the area of all paths.
fn extent(ways: &[Vec<World>]) -> f64 {
    let span = |of: fn(&World) -> f64| {
        let places = || ways.iter().flatten().map(of);
        places().fold(f64::NEG_INFINITY, f64::max) - places().fold(f64::INFINITY, f64::min)
    };
    span(|at| at.x).max(span(|at| at.y)).max(0.0)
}

/// The end of the straight segment at a port.
fn leave(at: World, toward: Side) -> World {
    World::new(at.x + if toward == Side::Right { STUB } else { -STUB }, at.y)
}

/// Whether a run of a path, by number, avoids all cards and other paths. Stubs are beside their own cards.
fn is_free(
    (way, number): (&[World], usize),
    ask: &PathRequest,
    ground: ObstacleView<'_>,
    runs: &Runs,
    least: f64,
) -> bool {
    let (mut one, mut other) = (way[number], way[number + 1]);
    let is_apart = runs_of(&[one, other], ask.ends, None).all(|run| runs.met(&run, least).next().is_none());
    if one.y != other.y {
        return is_apart && ground.along(one.x, one.y, other.y);
    }
    let length = (other.x - one.x).abs();
    let (is_first, is_last) = (number == 0, number + 2 == way.len());
    let stub = STUB.min(if is_first && is_last { length / 2.0 } else { length }) * (other.x - one.x).signum();
    if is_first {
        one.x += stub;
    }
    if is_last {
        other.x -= stub;
    }
    is_apart && ground.across(one.y, one.x, other.x)
}

/// The path with some runs between the first and the last a few tracks aside, where that is enough.
fn shifted(
    way: &[World],
    ask: &PathRequest,
    ground: ObstacleView<'_>,
    runs: &Runs,
    spacing: Spacing,
) -> Option<Vec<World>> {
    let mut way = way.to_vec();
    let last = way.len() - 2;
    let is_free = |way: &[World], run: usize| is_free((way, run), ask, ground, runs, spacing.least);
    for _ in 0..=last {
        let Some(stuck) = (0..=last).find(|run| !is_free(&way, *run)) else { return Some(way) };
        // A run at a port stays; the one beside it can end it earlier.
        let moved =
            [stuck, stuck + 1, stuck.wrapping_sub(1)].into_iter().filter(|run| (1..last).contains(run));
        let mut found = moved.flat_map(|run| aside(&way, run, spacing.track).map(move |way| (run, way)));
        let fits = |(run, way): &(usize, Vec<World>)| {
            let leaves = |port: World, next: World, toward: Side| match toward {
                Side::Right => next.x - port.x >= STUB,
                Side::Left => port.x - next.x >= STUB,
            };
            leaves(way[0], way[1], ask.from.toward)
                && leaves(way[last + 1], way[last], ask.to.toward)
                && [run - 1, *run, run + 1, stuck].iter().all(|run| is_free(way, *run))
        };
        let (_, next) = found.find(fits)?;
        drop(found);
        way = next;
    }
    None
}

/// A path with one run at other places, the nearest first.
fn aside(way: &[World], run: usize, track: f64) -> impl Iterator<Item = Vec<World>> {
    let offsets = (1..=SHIFTS).flat_map(move |by| [track * f64::from(by), -track * f64::from(by)]);
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

/// The states that a search has found, kept for the next one, and how many can still be visited.
struct Visits {
    budget: usize,
    /// The cost of the path to each state.
    cost: Vec<f64>,
    /// The state before it.
    before: Vec<u32>,
    open: BinaryHeap<Reverse<(Cost, usize)>>,
}

/// The levels and uprights that a path can run along, and the cost of each step between two of them.
struct Lattice {
    x: Vec<f64>,
    y: Vec<f64>,
    ends: Ends,
    /// The cost of the step to the right from each point, in crossings.
    rightward: Costs,
    /// The same for the step down.
    downward: Costs,
}

/// Costs of steps, by row and column. They are added for rectangles, by their corners, and summed at the end.
struct Costs {
    width: usize,
    all: Vec<i32>,
}

/// From this cost on, a step is closed.
const CLOSED: i32 = 1 << 16;

impl Costs {
    fn new(columns: usize, rows: usize) -> Costs {
        Costs { width: columns + 1, all: vec![0; (columns + 1) * (rows + 1)] }
    }

    fn add(&mut self, rows: Range<usize>, columns: Range<usize>, cost: i32) {
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        for (row, sign) in [(rows.start, 1), (rows.end, -1)] {
            self.all[row * self.width + columns.start] += sign * cost;
            self.all[row * self.width + columns.end] -= sign * cost;
        }
    }

    fn sum(&mut self) {
        for row in self.all.chunks_mut(self.width) {
            let mut sum = 0;
            for cost in row {
                sum += *cost;
                *cost = sum;
            }
        }
        for at in self.width..self.all.len() {
            self.all[at] += self.all[at - self.width];
        }
    }

    fn at(&self, row: usize, column: usize) -> i32 {
        self.all[row * self.width + column]
    }
}

impl Lattice {
    /// A lattice around the ends of a path.
    fn new(ask: &PathRequest, reach: f64, (step, bounds): (f64, Option<Rect>), runs: &Runs) -> Lattice {
        let places = [leave(ask.from.at, ask.from.toward), leave(ask.to.at, ask.to.toward)];
        let [one, other] = places;
        let between = Rect {
            x: one.x.min(other.x),
            y: one.y.min(other.y),
            width: (one.x - other.x).abs(),
            height: (one.y - other.y).abs(),
        };
        // Where there is much room, not all of it is needed.
        let area = between.grown(reach);
        let sparse = (area.width * area.height / (step * step * POINTS as f64)).sqrt().ceil().max(1.0);
        let step = step * sparse;
        // Related paths can be joined.
        let related: Vec<&Run> = runs.within(area).filter(|run| run.is_related(ask.ends)).collect();
        let lines = |of: fn(&World) -> f64, within: Option<(f64, f64)>, is_level: bool| {
            let [one, other] = places.map(|place| of(&place));
            let (least, most) = within.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let low = (one.min(other) - reach).max(least + step);
            let high = (one.max(other) + reach).min(most - step);
            let count = ((high - low) / step).clamp(0.0, POINTS as f64) as usize;
            let first = (low / step).ceil() * step;
            let mut lines: Vec<f64> = (0..=count).map(|at| first + step * at as f64 + 0.0).collect();
            lines.extend(related.iter().filter(|run| run.is_level == is_level).map(|run| run.at));
            lines.retain(|at| (low..=high).contains(at));
            lines.extend([one, other]);
            lines.sort_by(f64::total_cmp);
            lines.dedup();
            lines
        };
        let x = lines(|at| at.x, bounds.map(|it| (it.x, it.right())), false);
        let y = lines(|at| at.y, bounds.map(|it| (it.y, it.bottom())), true);
        let costs = || Costs::new(x.len(), y.len());
        Lattice { rightward: costs(), downward: costs(), x, y, ends: ask.ends }
    }

    /// Closes the steps that cards occupy. Those along other paths are expensive, and crossings count.
    fn with(mut self, ground: ObstacleView<'_>, runs: &Runs, least: f64) -> Lattice {
        let area = Rect {
            x: self.x[0],
            y: self.y[0],
            width: self.x[self.x.len() - 1] - self.x[0],
            height: self.y[self.y.len() - 1] - self.y[0],
        };
        for card in ground.near(area) {
            let inside = |lines: &[f64], low: f64, high: f64| {
                lines.partition_point(|at| *at <= low)..lines.partition_point(|at| *at < high)
            };
            let (rows, columns) =
                (inside(&self.y, card.y, card.bottom()), inside(&self.x, card.x, card.right()));
            self.rightward.add(rows, touched(&self.x, card.x, card.right()), CLOSED);
            self.downward.add(touched(&self.y, card.y, card.bottom()), columns, CLOSED);
        }
        for run in runs.within(area.grown(least)) {
            self.avoid(run, least);
        }
        self.rightward.sum();
        self.downward.sum();
        self
    }

    fn avoid(&mut self, run: &Run, least: f64) {
        let is_related = run.is_related(self.ends);
        let cost = if run.path.is_some() { PUSH } else { CLOSED };
        let (across, along) = if run.is_level { (&self.y, &self.x) } else { (&self.x, &self.y) };
        let beyond = |at: f64| across.partition_point(|line| *line <= at);
        let before = |at: f64| across.partition_point(|line| *line < at);
        // Related paths can be joined, but not run close by.
        let near = if is_related {
            [beyond(run.at - least)..before(run.at), beyond(run.at)..before(run.at + least)]
        } else {
            [beyond(run.at - least)..before(run.at + least), 0..0]
        };
        let beside = touched(along, run.from - least, run.to + least);
        // The steps that pass over it.
        let over = before(run.at).saturating_sub(1)..before(run.at).min(across.len() - 1);
        let over = if is_related { 0..0 } else { over };
        let ends =
            along.partition_point(|line| *line < run.from)..along.partition_point(|line| *line <= run.to);
        if run.is_level {
            for rows in near {
                self.rightward.add(rows, beside.clone(), cost);
            }
            self.downward.add(over, ends, 1);
        } else {
            for columns in near {
                self.downward.add(beside.clone(), columns, cost);
            }
            self.rightward.add(ends, over, 1);
        }
    }

    /// The cheapest path, if there is one.
    fn path(&self, ask: &PathRequest, visits: &mut Visits) -> Option<Vec<World>> {
        let (out, back) = (leave(ask.from.at, ask.from.toward), leave(ask.to.at, ask.to.toward));
        let point = |at: World| {
            let column = self.x.binary_search_by(|x| x.total_cmp(&at.x)).ok()?;
            Some(self.y.binary_search_by(|y| y.total_cmp(&at.y)).ok()? * self.x.len() + column)
        };
        let (start, goal) = (point(out)?, point(back)?);
        let mut points = self.search(start, goal, visits)?;
        points.insert(0, ask.from.at);
        points.push(ask.to.at);
        points.dedup();
        // Only corners remain.
        let mut way: Vec<World> = Vec::with_capacity(8);
        for at in points {
            if let [.., before, last] = way[..]
                && ((before.x == last.x && last.x == at.x) || (before.y == last.y && last.y == at.y))
            {
                way.pop();
            }
            way.push(at);
        }
        Some(way)
    }

    /// Searches from a point to another, leaving and arriving level. A state is a point and whether the last step was level.
    fn search(&self, start: usize, goal: usize, visits: &mut Visits) -> Option<Vec<World>> {
        let width = self.x.len();
        let place = |point: usize| World::new(self.x[point % width], self.y[point / width]);
        let end = place(goal);
        let rest = |at: World| HASTE * ((at.x - end.x).abs() + (at.y - end.y).abs());
        let Visits { budget, cost, before, open } = visits;
        let states = 2 * width * self.y.len();
        cost.clear();
        cost.resize(states, f64::INFINITY);
        before.clear();
        before.resize(states, u32::MAX);
        open.clear();
        let first = 2 * start + 1;
        cost[first] = 0.0;
        open.push(Reverse((Cost(rest(place(start))), first)));
        while let Some(Reverse((Cost(estimate), state))) = open.pop() {
            let (point, was_level) = (state / 2, state % 2 == 1);
            let at = place(point);
            if point == goal && was_level {
                return Some(self.trace(state, before));
            }
            if estimate > cost[state] + rest(at) {
                continue;
            }
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
                return None;
            }
            let mut go = |next: usize, is_level: bool, crossings: i32| {
                if crossings >= CLOSED {
                    return;
                }
                let to = place(next);
                let length = (to.x - at.x).abs() + (to.y - at.y).abs();
                let bend = if is_level == was_level { 0.0 } else { BEND };
                let total = cost[state] + length + bend + CROSSING * f64::from(crossings);
                let next = 2 * next + usize::from(is_level);
                if total < cost[next] {
                    cost[next] = total;
                    before[next] = state as u32;
                    open.push(Reverse((Cost(total + rest(to)), next)));
                }
            };
            let (column, row) = (point % width, point / width);
            if column + 1 < width {
                go(point + 1, true, self.rightward.at(row, column));
            }
            if column > 0 {
                go(point - 1, true, self.rightward.at(row, column - 1));
            }
            if row + 1 < self.y.len() {
                go(point + width, false, self.downward.at(row, column));
            }
            if row > 0 {
                go(point - width, false, self.downward.at(row - 1, column));
            }
            // Turns without a step, to arrive level.
            if point == goal {
                go(point, true, 0);
            }
        }
        None
    }

    fn trace(&self, last: usize, before: &[u32]) -> Vec<World> {
        let states = std::iter::successors(Some(last), |state| {
            Some(before[*state]).filter(|it| *it != u32::MAX).map(|it| it as usize)
        });
        let width = self.x.len();
        let mut points: Vec<World> =
            states.map(|state| World::new(self.x[state / 2 % width], self.y[state / 2 / width])).collect();
        points.reverse();
        points
    }
}

/// The steps that a span touches, by the line where each begins.
fn touched(lines: &[f64], low: f64, high: f64) -> Range<usize> {
    let first = lines.partition_point(|at| *at < low).saturating_sub(1);
    let end = lines.partition_point(|at| *at <= high).min(lines.len() - 1);
    first.min(end)..end
}

/// The cost of a path, in the order of numbers.
#[derive(PartialEq)]
struct Cost(f64);

impl Eq for Cost {}

impl Ord for Cost {
    fn cmp(&self, other: &Cost) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Cost) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::route::{BANDS, WIRES, route};
    use crate::scene::Anchor;

    fn ask(from: (f64, f64), to: (f64, f64), ends: Ends) -> PathRequest {
        PathRequest {
            from: Anchor { at: World::new(from.0, from.1), toward: Side::Right },
            to: Anchor { at: World::new(to.0, to.1), toward: Side::Left },
            ends,
            net: ends[0],
            open: Rc::default(),
        }
    }

    fn grid(cards: &[(f64, f64)]) -> ObstacleGrid {
        let card = |(x, y): &(f64, f64)| Rect { x: *x, y: *y, width: 200.0, height: 100.0 }.into();
        ObstacleGrid::new(&cards.iter().map(card).collect::<Vec<_>>())
    }

    /// The pairs of paths that coincide.
    fn pairs(asked: &[PathRequest], ways: &[Vec<World>], apart: f64) -> Vec<(usize, usize)> {
        let runs = |at: usize| runs_of(&ways[at], asked[at].ends, Some(at));
        let all = (0..ways.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        all.filter(|(one, other)| runs(*one).any(|run| runs(*other).any(|it| run.coincides(&it, apart))))
            .collect()
    }

    #[test]
    fn ports_that_face_each_other_at_one_height_have_a_wire_each() {
        // Each wire would run along the other's height.
        let cards = [(0.0, 0.0), (0.0, 150.0), (600.0, 0.0), (600.0, 150.0)];
        let asked = [ask((200.0, 50.0), (600.0, 200.0), [0, 1]), ask((200.0, 200.0), (600.0, 50.0), [2, 3])];
        for spacing in [WIRES, BANDS] {
            let ways = route(&grid(&cards), &asked, spacing, None);
            assert_eq!(pairs(&asked, &ways, spacing.least), [], "{ways:?}");
        }
    }

    #[test]
    fn many_wires_through_one_gap_stay_apart_and_inside() {
        let cards: Vec<(f64, f64)> =
            (0..6).flat_map(|at| [(0.0, 150.0 * f64::from(at)), (300.0, 150.0 * f64::from(at))]).collect();
        let wire = |at: usize| {
            ask(
                (200.0, 50.0 + 150.0 * at as f64),
                (300.0, 50.0 + 150.0 * (5 - at) as f64),
                [2 * at, 2 * at + 1],
            )
        };
        let asked: Vec<PathRequest> = (0..6).map(wire).collect();
        let bounds = Rect { x: -100.0, y: -100.0, width: 700.0, height: 1_100.0 };
        let ways = route(&grid(&cards), &asked, WIRES, Some(bounds));
        assert_eq!(pairs(&asked, &ways, WIRES.least), [], "{ways:?}");
        assert!(ways.iter().flatten().all(|at| bounds.contains(at.x, at.y)), "{ways:?}");
    }

    #[test]
    fn wires_with_an_end_in_common_share_it() {
        let asked = [ask((0.0, 0.0), (600.0, 300.0), [0, 2]), ask((0.0, 100.0), (600.0, 300.0), [1, 2])];
        let ways = route(&grid(&[]), &asked, WIRES, None);
        assert_eq!(ways[0].last(), ways[1].last());
        assert_eq!(pairs(&asked, &ways, WIRES.least), []);
    }

    #[test]
    fn costs_of_rectangles_are_summed() {
        let mut costs = Costs::new(4, 3);
        costs.add(0..2, 1..3, 5);
        costs.add(1..3, 0..4, 1);
        costs.add(2..2, 0..4, 7);
        costs.sum();
        let rows: Vec<Vec<i32>> =
            (0..3).map(|row| (0..4).map(|column| costs.at(row, column)).collect()).collect();
        assert_eq!(rows, [[0, 5, 5, 0], [1, 6, 6, 1], [1, 1, 1, 1]]);
    }
}
