//! Tracks of a channel: the places of vertical runs side by side, in an order with few crossings.

use std::cmp::Ordering;

use super::path_request::Spacing;

/// Beyond this number of runs in a channel, their order is not optimized: they cannot be distinguished anyway.
const MAX_ORDERED_RUNS: usize = 1024;
/// Number of times that each run is moved to its best place among the others.
const MAX_ROUNDS: usize = 3;
/// The cost of horizontal runs that coincide, in crossings.
const COINCIDE: i64 = 1 << 16;

/// The vertical run of a net in a channel, between one horizontal run that comes from the left and those that go on to the right.
pub(super) struct Trunk {
    from: f64,
    /// Number of incoming paths.
    load: usize,
    /// Sorted, with the number of paths up to and including each.
    outgoing: Vec<(f64, usize)>,
    span: (f64, f64),
}

impl Trunk {
    /// `outgoing`: the heights at which paths go on, sorted, and how many.
    pub fn new(from: f64, load: usize, mut outgoing: Vec<(f64, usize)>) -> Trunk {
        let ends = [outgoing.first(), outgoing.last()].into_iter().flatten().map(|end| end.0);
        let span = ends.fold((from, from), |span, y| (span.0.min(y), span.1.max(y)));
        let mut sum = 0;
        for (_, count) in &mut outgoing {
            sum += *count;
            *count = sum;
        }
        Trunk { from, load, outgoing, span }
    }

    fn overlaps(&self, other: &Trunk, apart: f64) -> bool {
        self.span.0 < other.span.1 + apart && other.span.0 < self.span.1 + apart
    }

    /// The number of paths that go on above a height, or at it, too.
    fn above(&self, y: f64, is_included: bool) -> usize {
        let end = self.outgoing.partition_point(|out| out.0 < y || is_included && out.0 == y);
        end.checked_sub(1).map_or(0, |last| self.outgoing[last].1)
    }

    /// The number of its paths that run up or down past a height.
    fn passing(&self, y: f64) -> usize {
        match y.total_cmp(&self.from) {
            Ordering::Less => self.above(y, false),
            Ordering::Equal => 0,
            Ordering::Greater => self.load - self.above(y, true),
        }
    }

    /// The cost of being left of another one: paths that continue to the right pass it, and paths that lead into it pass this one.
    fn cost_before(&self, other: &Trunk, apart: f64) -> i64 {
        let incoming_cost = other.load * self.passing(other.from);
        let begin = self.outgoing.partition_point(|out| out.0 < other.span.0);
        let within = self.outgoing[begin..].iter().take_while(|out| out.0 <= other.span.1);
        let mut before = begin.checked_sub(1).map_or(0, |last| self.outgoing[last].1);
        let mut outgoing_cost = 0;
        for (y, until) in within {
            outgoing_cost += (until - before) * other.passing(*y);
            before = *until;
        }
        // At huge heights, rounding makes the two equal.
        let (most, least) = (self.above(other.from + apart, false), self.above(other.from - apart, true));
        let meet = most.saturating_sub(least);
        (incoming_cost + outgoing_cost) as i64 + COINCIDE * meet as i64
    }
}

/// The place of each trunk between two places.
pub(super) fn assign_tracks(trunks: &[&Trunk], (low, high): (f64, f64), spacing: Spacing) -> Vec<f64> {
    let order = order(trunks, spacing.least);
    let mut tracks = vec![0_usize; trunks.len()];
    for (at, &number) in order.iter().enumerate() {
        let before = order[..at].iter().rev().take(MAX_ORDERED_RUNS);
        let beside = before.filter(|other| trunks[**other].overlaps(trunks[number], spacing.least));
        tracks[number] = beside.map(|other| tracks[*other] + 1).max().unwrap_or(0);
    }
    let last = tracks.iter().copied().max().unwrap_or(0).max(1) as f64;
    let room = (high - low).max(0.0);
    let step = spacing.track.min(room / last);
    // Whole numbers, unless there is too little room for them.
    let step = if step >= spacing.least { step.floor() } else { step };
    let first = (low + (room - step * last) / 2.0).round();
    tracks.into_iter().map(|track| (first + step * track as f64).min(high)).collect()
}

/// The trunks from left to right.
fn order(trunks: &[&Trunk], apart: f64) -> Vec<usize> {
    let count = trunks.len();
    let mut order: Vec<usize> = (0..count).collect();
    if count > MAX_ORDERED_RUNS {
        order.sort_by(|one, other| trunks[*other].span.1.total_cmp(&trunks[*one].span.1));
        return order;
    }
    // The additional cost of the first to the left of the second, compared with to its right.
    let mut more = vec![0_i64; count * count];
    let mut sums = vec![0_i64; count];
    for one in 0..count {
        for other in 0..one {
            if trunks[one].overlaps(trunks[other], apart) {
                let (first, second) = (trunks[one], trunks[other]);
                let cost = first.cost_before(second, apart) - second.cost_before(first, apart);
                more[one * count + other] = cost;
                more[other * count + one] = -cost;
                sums[one] += cost;
                sums[other] -= cost;
            }
        }
    }
    order.sort_by_key(|number| (sums[*number], *number));
    for _ in 0..MAX_ROUNDS {
        let mut is_better = false;
        for number in 0..count {
            is_better |= improve(&mut order, number, &more[number * count..(number + 1) * count]);
        }
        if !is_better {
            break;
        }
    }
    order
}

/// Moves one to its best place. `more`: its additional cost to the left of each of the others, compared with to its right.
fn improve(order: &mut Vec<usize>, number: usize, more: &[i64]) -> bool {
    let Some(from) = order.iter().position(|other| *other == number) else { return false };
    order.remove(from);
    // Costs are relative to the first place; at each further place, it is to the right of one more.
    let (mut cost, mut own, mut best) = (0, 0, (0, 0));
    for place in 0..=order.len() {
        if place == from {
            own = cost;
        }
        if cost < best.0 {
            best = (cost, place);
        }
        cost -= order.get(place).map_or(0, |other| more[*other]);
    }
    let is_better = best.0 < own;
    order.insert(if is_better { best.1 } else { from }, number);
    is_better
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_request::WIRES;

    /// One path from the left to the right.
    fn trunk(from: f64, to: f64) -> Trunk {
        Trunk::new(from, 1, vec![(to, 1)])
    }

    fn places(trunks: &[Trunk], channel: (f64, f64)) -> Vec<f64> {
        assign_tracks(&trunks.iter().collect::<Vec<_>>(), channel, WIRES)
    }

    #[test]
    fn paths_that_need_not_cross_do_not() {
        // Both go down: the upper one turns later.
        let found = places(&[trunk(0.0, 100.0), trunk(50.0, 150.0)], (0.0, 100.0));
        assert!(found[0] - found[1] >= WIRES.track, "{found:?}");
        let found = places(&[trunk(100.0, 0.0), trunk(150.0, 50.0)], (0.0, 100.0));
        assert!(found[1] - found[0] >= WIRES.track, "{found:?}");
    }

    #[test]
    fn what_comes_at_the_height_at_which_another_goes_turns_before_it() {
        let found = places(&[trunk(0.0, 100.0), trunk(100.0, 40.0)], (0.0, 100.0));
        assert!(found[1] < found[0], "{found:?}");
    }

    #[test]
    fn runs_that_are_not_beside_each_other_share_a_track() {
        let found = places(&[trunk(0.0, 50.0), trunk(100.0, 150.0)], (0.0, 100.0));
        assert_eq!(found[0], found[1]);
    }

    #[test]
    fn costs_are_crossings() {
        // A fan to three heights, and a path that comes between the second and the third.
        let fan = Trunk::new(0.0, 4, vec![(10.0, 1), (20.0, 2), (40.0, 1)]);
        let path = trunk(30.0, 15.0);
        assert_eq!(fan.cost_before(&path, 4.0), 1 + 2);
        assert_eq!(path.cost_before(&fan, 4.0), 3);
    }

    #[test]
    fn tracks_stay_in_a_narrow_channel() {
        let trunks: Vec<Trunk> = (0..40).map(|at| trunk(f64::from(at), f64::from(at) + 500.0)).collect();
        assert!(places(&trunks, (10.0, 60.0)).iter().all(|x| (10.0..=60.0).contains(x)));
    }

    #[test]
    fn heights_that_cannot_be_told_apart_cost_nothing() {
        let (path, other) = (trunk(0.0, 1e17), trunk(1e17, 0.0));
        assert_eq!((1e17_f64 + WIRES.least).to_bits(), 1e17_f64.to_bits());
        assert_eq!(path.cost_before(&other, WIRES.least), 0);
    }
}
