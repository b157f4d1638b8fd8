//! Lattice: the horizontal and vertical lines around the ends of a path along which a new path can run, and the search for the cheapest path on them.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::Range;

use super::obstacles::ObstacleView;
use super::path_request::{PathRequest, stub};
use super::runs::{Ends, Group, Run, Runs};
use super::viewport::WorldPoint;
use limn_language::graph::Side;
use limn_layout::Rect;

/// Maximum number of lines of related paths on each axis of a lattice: those nearest to the ends.
const MAX_JOINED_LINES: usize = 64;
/// The largest number of points in a lattice.
const MAX_POINTS: usize = 16_000;
/// The costs of a bend and of a crossing, as lengths.
const BEND: f64 = 36.0;
const CROSSING: f64 = 20.0;
/// Weight of the estimated rest of a path relative to the known part (weighted A*): a larger one visits fewer states, but paths can cost more.
const HEURISTIC_WEIGHT: f64 = 1.3;
/// Number of bundles of runs, and approximate number of their pieces, that a lattice reads in the time that a visit of a state takes.
const BUNDLES_PER_VISIT: usize = 8;
const PIECES_PER_VISIT: usize = 16;
/// The cost of a step along another path that is then replaced, in crossings.
const REPLACEMENT_COST: i32 = 8;

/// The end of the straight segment at a port.
pub(super) fn leave(at: WorldPoint, toward: Side) -> WorldPoint {
    let out = stub(toward);
    WorldPoint::new(at.x + if toward == Side::Right { out } else { -out }, at.y)
}

/// The states that a search has found, kept for the next one, and how many can still be visited.
pub(super) struct Visits {
    budget: usize,
    /// The cost of the path to each state.
    cost: Vec<f64>,
    /// The state before it.
    before: Vec<u32>,
    open: BinaryHeap<Reverse<(Cost, usize)>>,
}

impl Visits {
    /// `budget`: the number of states that all searches together can visit.
    pub fn new(budget: usize) -> Visits {
        Visits { budget, cost: Vec::new(), before: Vec::new(), open: BinaryHeap::new() }
    }

    pub fn are_left(&self) -> bool {
        self.budget > 0
    }

    /// Counts the bundles of runs that a lattice was made of, and their pieces.
    fn spend(&mut self, bundles: usize, pieces: usize) {
        self.budget = self.budget.saturating_sub(bundles / BUNDLES_PER_VISIT + pieces / PIECES_PER_VISIT);
    }
}

/// The horizontal and vertical lines that a path can run along, and the cost of each step between two of them.
pub(super) struct Lattice {
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
    pub fn new(
        request: &PathRequest,
        reach: f64,
        (step, bounds): (f64, Option<Rect>),
        runs: &Runs,
    ) -> Lattice {
        let places = [leave(request.from.at, request.from.toward), leave(request.to.at, request.to.toward)];
        let [one, other] = places;
        let between = Rect {
            x: one.x.min(other.x),
            y: one.y.min(other.y),
            width: (one.x - other.x).abs(),
            height: (one.y - other.y).abs(),
        };
        // A large area needs fewer lines.
        let area = between.grown(reach);
        let sparse = (area.width * area.height / (step * step * MAX_POINTS as f64)).sqrt().ceil().max(1.0);
        let step = step * sparse;
        // Related paths can be joined.
        let related = runs.within(area).filter(|group| group.has_related(request.ends));
        let related: Vec<(bool, f64)> = related.map(|group| (group.is_level(), group.at)).collect();
        let lines = |of: fn(&WorldPoint) -> f64, within: Option<(f64, f64)>, is_level: bool| {
            let [one, other] = places.map(|place| of(&place));
            let (least, most) = within.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let low = (one.min(other) - reach).max(least + step);
            let high = (one.max(other) + reach).min(most - step);
            let count = ((high - low) / step).clamp(0.0, MAX_POINTS as f64) as usize;
            let first = (low / step).ceil() * step;
            let mut lines: Vec<f64> = (0..=count).map(|at| first + step * at as f64 + 0.0).collect();
            let mut joined: Vec<f64> =
                related.iter().filter(|line| line.0 == is_level).map(|line| line.1).collect();
            if joined.len() > MAX_JOINED_LINES {
                let off = |at: &f64| (at - one).abs().min((at - other).abs());
                joined.sort_by(|left, right| off(left).total_cmp(&off(right)).then(left.total_cmp(right)));
                joined.dedup();
                joined.truncate(MAX_JOINED_LINES);
            }
            lines.extend(joined);
            lines.retain(|at| (low..=high).contains(at));
            lines.extend([one, other]);
            lines.sort_by(f64::total_cmp);
            lines.dedup();
            lines
        };
        let x = lines(|at| at.x, bounds.map(|rect| (rect.x, rect.right())), false);
        let y = lines(|at| at.y, bounds.map(|rect| (rect.y, rect.bottom())), true);
        let costs = || Costs::new(x.len(), y.len());
        Lattice { rightward: costs(), downward: costs(), x, y, ends: request.ends }
    }

    /// Closes the steps that cards occupy. Those along other paths are expensive, and crossings count.
    pub fn with(mut self, ground: ObstacleView<'_>, runs: &Runs, least: f64, visits: &mut Visits) -> Lattice {
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
        let (mut bundles, mut pieces) = (0, 0);
        for group in runs.within(area.grown(least)) {
            pieces += self.avoid(&group, least);
            bundles += 1;
        }
        visits.spend(bundles, pieces);
        self.rightward.sum();
        self.downward.sum();
        self
    }

    /// Returns the number of pieces that it added.
    fn avoid(&mut self, group: &Group<'_>, least: f64) -> usize {
        let (cost, is_level, at, own) =
            (if group.is_path() { REPLACEMENT_COST } else { CLOSED }, group.is_level(), group.at, self.ends);
        let Lattice { x, y, rightward, downward, .. } = self;
        let (across, along): (&[f64], &[f64]) = if is_level { (y, x) } else { (x, y) };
        let beyond = |at: f64| across.partition_point(|line| *line <= at);
        let before = |at: f64| across.partition_point(|line| *line < at);
        // The steps that pass over it.
        let over = before(at).saturating_sub(1)..before(at).min(across.len() - 1);
        let mut pieces = 0;
        let mut add = |is_related: bool, steps: Range<usize>, lines: Range<usize>, count: i32| {
            pieces += 1;
            // Related paths can be joined, but not run close by.
            let near = if is_related {
                [beyond(at - least)..before(at), beyond(at)..before(at + least)]
            } else {
                [beyond(at - least)..before(at + least), 0..0]
            };
            for near in near {
                if is_level {
                    rightward.add(near, steps.clone(), cost * count);
                } else {
                    downward.add(steps.clone(), near, cost * count);
                }
            }
            if is_related {
                return;
            }
            if is_level {
                downward.add(over.clone(), lines, count);
            } else {
                rightward.add(lines, over.clone(), count);
            }
        };
        // The first step beside a run, and the first line that crosses it; then the first step and line after the run.
        let begin = |from: f64| {
            (touched(along, from - least, f64::INFINITY).start, along.partition_point(|line| *line < from))
        };
        let end = |to: f64| {
            (touched(along, f64::NEG_INFINITY, to + least).end, along.partition_point(|line| *line <= to))
        };
        // A run adds its cost from its begin to the last line, and removes it again from its end on.
        let (steps, lines) = (along.len() - 1, along.len());
        let mut one = |(run, begins, ends): (&Run, bool, bool), is_related: bool, count: i32| {
            if begins {
                let (step, line) = begin(run.from);
                add(is_related, step..steps, line..lines, count);
            }
            if ends {
                let (step, line) = end(run.to);
                add(is_related, step..steps, line..lines, -count);
            }
        };
        let Some((counts, related)) = group.many(own) else {
            group.runs().for_each(|piece| one(piece, piece.0.is_related(own), 1));
            return pieces;
        };
        // The counts contain the related runs as unrelated ones.
        for piece in related {
            one(piece, false, -1);
            one(piece, true, 1);
        }
        add(counts.is_related, 0..steps, 0..lines, counts.before as i32);
        for (count, (step, line)) in equal(counts.froms, begin) {
            add(counts.is_related, step..steps, line..lines, count);
        }
        for (count, (step, line)) in equal(counts.tos, end) {
            add(counts.is_related, step..steps, line..lines, -count);
        }
        pieces
    }

    /// The cheapest path, if there is one.
    pub fn path(&self, request: &PathRequest, visits: &mut Visits) -> Option<Vec<WorldPoint>> {
        let (out, back) =
            (leave(request.from.at, request.from.toward), leave(request.to.at, request.to.toward));
        let point = |at: WorldPoint| {
            let column = self.x.binary_search_by(|x| x.total_cmp(&at.x)).ok()?;
            Some(self.y.binary_search_by(|y| y.total_cmp(&at.y)).ok()? * self.x.len() + column)
        };
        let (start, goal) = (point(out)?, point(back)?);
        let mut points = self.search(start, goal, visits)?;
        points.insert(0, request.from.at);
        points.push(request.to.at);
        points.dedup();
        // Only corners remain.
        let mut way: Vec<WorldPoint> = Vec::with_capacity(8);
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
    fn search(&self, start: usize, goal: usize, visits: &mut Visits) -> Option<Vec<WorldPoint>> {
        let width = self.x.len();
        let place = |point: usize| WorldPoint::new(self.x[point % width], self.y[point / width]);
        let end = place(goal);
        let rest = |at: WorldPoint| HEURISTIC_WEIGHT * ((at.x - end.x).abs() + (at.y - end.y).abs());
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

    fn trace(&self, last: usize, before: &[u32]) -> Vec<WorldPoint> {
        let states = std::iter::successors(Some(last), |state| {
            Some(before[*state]).filter(|previous| *previous != u32::MAX).map(|previous| previous as usize)
        });
        let width = self.x.len();
        let mut points: Vec<WorldPoint> = states
            .map(|state| WorldPoint::new(self.x[state / 2 % width], self.y[state / 2 / width]))
            .collect();
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

/// The keys of sorted places, in ascending order, each once and with how many places have it.
fn equal<K: Ord + Copy>(mut places: &[f64], key: impl Fn(f64) -> K) -> impl Iterator<Item = (i32, K)> {
    std::iter::from_fn(move || {
        let first = key(*places.first()?);
        let count = places.partition_point(|place| key(*place) <= first);
        places = &places[count..];
        Some((count as i32, first))
    })
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

    use proptest::prelude::*;

    use super::*;
    use crate::obstacles::ObstacleGrid;
    use crate::path_request::Anchor;
    use crate::runs::Run;

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

    proptest! {
        #[test]
        fn many_runs_cost_as_much_together_as_one_by_one(
            runs in proptest::collection::vec((any::<bool>(), 0_u8..2, -40_i16..40, 0_i16..80, 0_usize..6), 1..150),
            common in 0_usize..6,
            (reach, least) in (100.0..700.0, 1.0..40.0),
        ) {
            let run = |(path, (is_level, at, from, length, end)): (usize, (bool, u8, i16, i16, usize))| Run {
                is_level,
                at: f64::from(at) * 9.0,
                from: f64::from(from) * 16.0,
                to: f64::from(from + length) * 16.0,
                ends: [10, end],
                path: (path % 7 > 0).then_some(path),
            };
            let runs: Vec<Run> = runs.into_iter().enumerate().map(run).collect();
            let index = |mut index: Runs| {
                for run in &runs {
                    index.add(*run);
                }
                (1..runs.len()).step_by(3).for_each(|path| index.remove(path));
                runs.iter().skip(1).step_by(6).for_each(|run| index.add(*run));
                index
            };
            let request = PathRequest {
                from: Anchor { at: WorldPoint::new(-90.0, 3.0), toward: Side::Right },
                to: Anchor { at: WorldPoint::new(700.0, 70.0), toward: Side::Left },
                ends: [if common % 2 == 0 { 10 } else { 20 }, common],
                net: 0,
                open: Rc::default(),
                fixed: None,
            };
            let grid = ObstacleGrid::new(&[]);
            let costs = |runs: &Runs| {
                let lattice = Lattice::new(&request, reach, (9.0, None), runs);
                let lattice = lattice.with(grid.with_open(&[]), runs, least, &mut Visits::new(usize::MAX));
                let steps = |costs: &Costs, rows: usize, columns: usize| -> Vec<i32> {
                    (0..rows).flat_map(|row| (0..columns).map(move |column| costs.at(row, column))).collect()
                };
                let (columns, rows) = (lattice.x.len(), lattice.y.len());
                let rightward = steps(&lattice.rightward, rows, columns - 1);
                (rightward, steps(&lattice.downward, rows - 1, columns), lattice.x, lattice.y)
            };
            let together = index(Runs::new(0.0, runs.iter().map(|run| run.ends)));
            prop_assert_eq!(costs(&together), costs(&index(Runs::one_by_one(0.0))));
        }
    }
}
