//! Wire routing: right-angled paths among cards, out to the right and in from the left. Paths avoid obstacles if a detour is found quickly, and run side
//! by side in shared gaps.

use super::channels::route_in_channels;
use super::obstacles::{ObstacleGrid, ObstacleView};
use super::path_request::{ARRIVAL, PathRequest, STUB, Spacing, is_reversed};
use super::reroute::reroute;
use super::viewport::WorldPoint;
use super::{bend::around_fixed, narrow_gaps};
use limn_language::graph::Side;
use limn_layout::Rect;
use rustc_hash::FxHashMap;

/// The maximum number of detours to try.
const MAX_DETOURS: usize = 12;

/// The corners of each path, including its ends; always finite and right-angled. `bounds`: the area that paths stay in if possible.
pub(super) fn route(
    grid: &ObstacleGrid,
    requests: &[PathRequest],
    spacing: Spacing,
    bounds: Option<Rect>,
) -> Vec<Vec<WorldPoint>> {
    let mut ways = around_fixed(requests, |requests| {
        let found = route_in_channels(grid, requests, spacing);
        let rest: Vec<PathRequest> = requests
            .iter()
            .zip(&found)
            .filter(|(_, way)| way.is_none())
            .map(|(request, _)| request.clone())
            .collect();
        let mut drafts = draft(grid, &rest, spacing, bounds).into_iter();
        found.into_iter().filter_map(|way| way.or_else(|| drafts.next())).collect()
    });
    reroute(grid, requests, &mut ways, spacing, bounds);
    ways
}

/// The corners of each path, routed by itself: paths can coincide, and cross cards if a detour is not found quickly.
pub(super) fn draft(
    grid: &ObstacleGrid,
    requests: &[PathRequest],
    spacing: Spacing,
    _: Option<Rect>,
) -> Vec<Vec<WorldPoint>> {
    around_fixed(requests, |requests| draft_free(grid, requests, spacing))
}

fn draft_free(grid: &ObstacleGrid, requests: &[PathRequest], spacing: Spacing) -> Vec<Vec<WorldPoint>> {
    let track = spacing.track;
    let mut lanes = Lanes { track, ..Lanes::default() };
    // Direct paths first; detours then avoid them.
    let mut ways: Vec<Option<PathDraft>> =
        requests.iter().map(|request| PathDraft::plain(request, grid.with_open(&request.open))).collect();
    for way in ways.iter().flatten() {
        lanes.keep_off(way);
    }
    for (way, request) in ways.iter_mut().zip(requests).filter(|(way, _)| way.is_none()) {
        *way = Some(PathDraft::round(request, grid.with_open(&request.open), &mut lanes));
    }
    let mut ways: Vec<PathDraft> = ways.into_iter().flatten().collect();
    side_by_side(&mut ways, track, |at| grid.with_open(&requests[at].open));
    ways.into_iter().map(PathDraft::points).collect()
}

/// A path under construction, as if from a port on a right edge to one on a left edge. Horizontal and vertical runs alternate, starting and ending
/// with a horizontal run.
struct PathDraft {
    from: WorldPoint,
    to: WorldPoint,
    net: usize,
    /// The x coordinates of the vertical runs; empty for a straight path.
    verticals: Vec<f64>,
    /// The y coordinates of the horizontal runs between them; one fewer.
    lanes: Vec<f64>,
    /// True if it was found from its end to its beginning.
    reversed: bool,
}

/// The vertical runs and lanes of a path.
type Shape = (Vec<f64>, Vec<f64>);

impl PathDraft {
    /// A straight path, or one with a single bend; `None` if cards are in the way.
    fn plain(request: &PathRequest, ground: ObstacleView<'_>) -> Option<PathDraft> {
        use Side::{Left, Right};
        let PathRequest { from, to, .. } = request;
        let bend = |x: f64| Some((vec![x], Vec::new()));
        let shape = match (from.toward, to.toward) {
            (Right, Left) => rightward(from.at, to.at, ground),
            (Left, Right) => rightward(to.at, from.at, ground),
            (Right, Right) => bend(from.at.x.max(to.at.x) + 2.0 * STUB),
            (Left, Left) => bend(from.at.x.min(to.at.x) - 2.0 * STUB),
        };
        Some(PathDraft::new(request, shape?))
    }

    fn round(request: &PathRequest, ground: ObstacleView<'_>, lanes: &mut Lanes) -> PathDraft {
        let (from, to) =
            if is_reversed(request) { (request.to, request.from) } else { (request.from, request.to) };
        PathDraft::new(request, lanes.round(from.at, to.at, request.net, ground))
    }

    fn new(request: &PathRequest, (verticals, lanes): Shape) -> PathDraft {
        let reversed = is_reversed(request);
        let (from, to) =
            if reversed { (request.to.at, request.from.at) } else { (request.from.at, request.to.at) };
        PathDraft { from, to, net: request.net, verticals, lanes, reversed }
    }

    fn points(self) -> Vec<WorldPoint> {
        let mut points = vec![self.from];
        let mut y = self.from.y;
        for (at, x) in self.verticals.iter().enumerate() {
            let next = self.lanes.get(at).copied().unwrap_or(self.to.y);
            points.extend([WorldPoint::new(*x, y), WorldPoint::new(*x, next)]);
            y = next;
        }
        points.push(self.to);
        points.dedup();
        if self.reversed {
            points.reverse();
        }
        points
    }
}

fn rightward(from: WorldPoint, to: WorldPoint, ground: ObstacleView<'_>) -> Option<Shape> {
    let (out, back) = (from.x + STUB, to.x - ARRIVAL);
    if from.y == to.y && from.x < to.x && ground.across(from.y, out, back.max(out)) {
        return Some((Vec::new(), Vec::new()));
    }
    let x = (out <= back).then(|| bend(ground, from, to, out, back)).flatten()?;
    Some((vec![x], Vec::new()))
}

/// The x of a vertical run that gives a free path with one bend: near the end, near the beginning, or in a gap between.
fn bend(ground: ObstacleView<'_>, from: WorldPoint, to: WorldPoint, out: f64, back: f64) -> Option<f64> {
    // As far right as the first horizontal run is free, as far left as the second.
    let most = ground.first(from.y, out, back).map_or(back, |card| card.x);
    let least = ground.last(to.y, out, back).map_or(out, Rect::right);
    if most < least {
        return None;
    }
    let free = |x: f64| (least..=most).contains(&x) && ground.along(x, from.y, to.y);
    if free(back) {
        return Some(back);
    }
    if free(out) {
        return Some(out);
    }
    let area = Rect { x: least, y: from.y.min(to.y), width: most - least, height: (from.y - to.y).abs() };
    let mut gaps: Vec<f64> = vec![most.min(back)];
    for (left, lefts) in ground.lefts_from_right(area) {
        gaps.extend(lefts.iter().map(|x| x - 4.0).filter(|x| *x > out && *x < back));
        // Those that are tried are the rightmost; what follows is farther left.
        if gaps.len() >= MAX_DETOURS && has_enough(&mut gaps, |x| *x >= left) {
            break;
        }
    }
    gaps.sort_by(|left, right| right.total_cmp(left));
    gaps.dedup();
    gaps.into_iter().take(MAX_DETOURS).find(|x| free(*x))
}

/// Returns true if there are as many distinct candidates as are tried.
fn has_enough(all: &mut Vec<f64>, counts: impl Fn(&f64) -> bool) -> bool {
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.iter().filter(|candidate| counts(candidate)).count() >= MAX_DETOURS
}

/// The horizontal runs that detours occupy.
#[derive(Default)]
struct Lanes {
    /// The y coordinate, ends and net, by squares of sixteen pixels.
    taken: FxHashMap<i64, Vec<(f64, f64, f64, usize)>>,
    /// The distance between parallel runs.
    track: f64,
}

impl Lanes {
    /// A path around obstacles.
    fn round(&mut self, from: WorldPoint, to: WorldPoint, net: usize, ground: ObstacleView<'_>) -> Shape {
        let (out, back) = (from.x + STUB, to.x - ARRIVAL);
        // Over many columns, a single lane is rarely free.
        if let Some(shape) = (back - out > 1600.0).then(|| self.walk(from, to, net, ground)).flatten() {
            return shape;
        }
        let lane = self.find(from, to, out, back, net, ground);
        let is_between = |lane: &f64| (lane - from.y) * (lane - to.y) <= 0.0;
        let lane = lane.filter(is_between).or_else(|| narrow_gaps::lane(from, to, ground)).or(lane);
        let detour = |lane: f64| (lane - from.y).abs() + (lane - to.y).abs() - (from.y - to.y).abs();
        let far = out <= back && lane.is_none_or(|lane| detour(lane) > 120.0);
        if let Some(shape) = far.then(|| self.walk(from, to, net, ground)).flatten() {
            return shape;
        }
        match lane {
            Some(lane) => {
                self.take(lane, out, back, net);
                (vec![out, back], vec![lane])
            }
            None if out <= back => (vec![back], Vec::new()),
            // Back to the left without a detour: below both ends.
            None => (vec![out, back], vec![from.y.max(to.y) + 80.0]),
        }
    }

    /// Reserves the horizontal runs of a path.
    fn keep_off(&mut self, way: &PathDraft) {
        let turn = way.verticals.first().copied().unwrap_or(way.to.x);
        self.take(way.from.y, way.from.x, turn, way.net);
        self.take(way.to.y, turn, way.to.x, way.net);
    }

    /// The y of a free lane between two vertical runs with the shortest detour.
    fn find(
        &self,
        from: WorldPoint,
        to: WorldPoint,
        out: f64,
        back: f64,
        net: usize,
        ground: ObstacleView<'_>,
    ) -> Option<f64> {
        let (left, right) = (out.min(back), out.max(back));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        let area = Rect { x: left, y: top - 400.0, width: right - left, height: bottom - top + 800.0 };
        let middle = f64::midpoint(from.y, to.y);
        let mut lanes: Vec<f64> = vec![middle];
        for (seen, (tops, bottoms)) in ground.levels_from_top(area) {
            lanes.extend(tops.iter().map(|y| y - 2.0).chain(bottoms.iter().map(|y| y + 2.0)));
            // Between the heights of the ends all cost the same, and the upper ones are tried first: what follows is farther down.
            let counts = |lane: &f64| *lane >= top && *lane <= bottom && *lane < seen - 2.0;
            if lanes.len() >= MAX_DETOURS && has_enough(&mut lanes, counts) {
                break;
            }
        }
        let cost = |lane: f64| (lane - from.y).abs() + (lane - to.y).abs();
        lanes.sort_by(|one, other| cost(*one).total_cmp(&cost(*other)).then(one.total_cmp(other)));
        lanes.dedup();
        let free = |lane: f64| {
            ground.across(lane, left, right)
                && ground.along(out, from.y, lane)
                && ground.along(back, lane, to.y)
        };
        lanes.into_iter().take(MAX_DETOURS).find_map(|lane| {
            let away = if lane < middle { -self.track } else { self.track };
            self.beside(lane, away, left, right, net, free)
        })
    }

    /// Walks from the beginning and passes each obstacle on the side that leads closer to the end.
    fn walk(
        &mut self,
        from: WorldPoint,
        to: WorldPoint,
        net: usize,
        ground: ObstacleView<'_>,
    ) -> Option<Shape> {
        let (mut at, back) = (WorldPoint::new(from.x + STUB, from.y), to.x - ARRIVAL);
        let (mut verticals, mut lanes) = (Vec::new(), Vec::new());
        let mut taken = Vec::new();
        while let Some(card) = ground.first(at.y, at.x, back) {
            let x = (card.x - 2.0).max(at.x);
            let round = [(card.y - 2.0, -self.track), (card.bottom() + 2.0, self.track)];
            let ways = round.into_iter().filter_map(|(lane, away)| {
                // At least as far as the far side of the card.
                let free = |lane: f64| {
                    ground.along(x, at.y, lane) && ground.across(lane, x, card.right().min(back.max(x)))
                };
                self.beside(lane, away, x, card.right(), net, free)
            });
            let cost = |lane: &f64| (lane - at.y).abs() + (lane - to.y).abs();
            let lane = ways.min_by(|one, other| cost(one).total_cmp(&cost(other)))?;
            taken.push((lane, x, card.right()));
            verticals.push(x);
            lanes.push(lane);
            at = WorldPoint::new(card.right().max(x + 1.0), lane);
            if verticals.len() > 2 * MAX_DETOURS {
                return None;
            }
        }
        if at.x > back + 0.5 {
            return None;
        }
        if !ground.along(back, at.y, to.y) {
            // A card directly above or below the end: go between it and the end, from the left.
            let (x, lane) = self.beside_last(at, WorldPoint::new(back, to.y), net, ground)?;
            taken.push((lane, x, back));
            verticals.push(x);
            lanes.push(lane);
        }
        verticals.push(back);
        for (lane, left, right) in taken {
            self.take(lane, left, right, net);
        }
        Some((verticals, lanes))
    }

    /// The approach to an end with a card above or below it: the vertical run left of that card, and the lane between the two.
    fn beside_last(
        &self,
        at: WorldPoint,
        end: WorldPoint,
        net: usize,
        ground: ObstacleView<'_>,
    ) -> Option<(f64, f64)> {
        let (top, bottom) = (at.y.min(end.y), at.y.max(end.y));
        let area = Rect { x: end.x, y: top, width: 0.0, height: bottom - top };
        let in_way = ground
            .near(area)
            .filter(|card| card.x < end.x && end.x < card.right() && card.y < bottom && top < card.bottom());
        let below = at.y > end.y;
        let nearest = if below {
            in_way.min_by(|one, other| one.y.total_cmp(&other.y))
        } else {
            in_way.max_by(|one, other| one.bottom().total_cmp(&other.bottom()))
        }?;
        let (lane, away) =
            if below { (nearest.y - 2.0, -self.track) } else { (nearest.bottom() + 2.0, self.track) };
        (0..6)
            .map(|track| nearest.x - 2.0 - self.track * f64::from(track))
            .take_while(|x| *x >= at.x)
            .find_map(|x| {
                let free = |lane: f64| {
                    ground.along(x, at.y, lane)
                        && ground.across(lane, x, end.x)
                        && ground.along(end.x, lane, end.y)
                };
                Some((x, self.beside(lane, away, x, end.x, net, free)?))
            })
    }

    /// The lane, or one beside the runs that occupy it.
    fn beside(
        &self,
        lane: f64,
        away: f64,
        left: f64,
        right: f64,
        net: usize,
        free: impl Fn(f64) -> bool,
    ) -> Option<f64> {
        let tracks = (0..6).map(|track| lane + away * f64::from(track));
        tracks
            .take_while(|lane| free(*lane))
            .find(|lane| !self.is_taken(*lane, left, right, net))
            .map(f64::round)
    }

    fn take(&mut self, lane: f64, from: f64, to: f64, net: usize) {
        self.taken.entry((lane / 16.0).floor() as i64).or_default().push((
            lane,
            from.min(to),
            from.max(to),
            net,
        ));
    }

    fn is_taken(&self, lane: f64, left: f64, right: f64, net: usize) -> bool {
        let near = |(y, from, to, other): &(f64, f64, f64, usize)| {
            *other != net && (lane - y).abs() < self.track - 1.5 && *from < right && left < *to
        };
        let strip = (lane / 16.0).floor() as i64;
        // The latest are the most likely to be near; there can be thousands.
        (strip - 1..=strip + 1)
            .filter_map(|strip| self.taken.get(&strip))
            .any(|taken| taken.iter().rev().take(128).any(near))
    }
}

/// A vertical run of a path, in a gap that it can share.
struct Vertical {
    way: usize,
    /// Its index in the path.
    number: usize,
    /// True if it is positioned from the left edge of its gap, because it has just left a card.
    leaves: bool,
    /// The start and end of the run.
    from: f64,
    to: f64,
    /// The range in which it can move.
    low: f64,
    high: f64,
    net: usize,
}

/// Separates vertical runs that share a gap, in an order with few crossings.
fn side_by_side<'a>(ways: &mut [PathDraft], track: f64, ground: impl Fn(usize) -> ObstacleView<'a>) {
    // By gap, identified by the edge that limits it. Runs that leave a card are positioned from the left edge, others from the right.
    let mut gaps: FxHashMap<(i64, bool), Vec<Vertical>> = FxHashMap::default();
    for (at, way) in ways.iter().enumerate() {
        for vertical in way.verticals(at, ground(at)) {
            let edge = if vertical.leaves { vertical.low } else { vertical.high };
            gaps.entry(((edge / 12.0).round() as i64, vertical.leaves)).or_default().push(vertical);
        }
    }
    let mut gaps: Vec<_> = gaps.into_iter().collect();
    gaps.sort_by_key(|(gap, _)| *gap);
    for ((_, leaves), mut gap) in gaps {
        // From the edge inward: downward runs from the top, then upward runs from the bottom; reversed for runs that leave.
        let key = |vertical: &Vertical| {
            let down = vertical.to >= vertical.from;
            (!down, if down { vertical.from } else { -vertical.from })
        };
        gap.sort_by(|one, other| {
            let (one, other) = (key(one), key(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        if leaves {
            gap.reverse();
        }
        let tracks = tracks(&gap);
        let most = tracks.iter().max().copied().unwrap_or(0) as f64;
        for (vertical, place) in gap.iter().zip(&tracks) {
            let room = (vertical.high - vertical.low).max(0.0);
            let step = track.min(room / (most + 1.0));
            let by = *place as f64 * step;
            let x = if leaves { vertical.low + by } else { vertical.high - by };
            ways[vertical.way].verticals[vertical.number] = x.round();
        }
    }
}

/// The track of each vertical run, from 0: beyond those of all earlier runs that it would touch, except those of its own net.
fn tracks(gap: &[Vertical]) -> Vec<usize> {
    let mut tracks: Vec<usize> = Vec::with_capacity(gap.len());
    for (at, vertical) in gap.iter().enumerate() {
        let (top, bottom) = vertical.span();
        let mut track = 0;
        // Beyond some hundreds in one gap they cannot be distinguished anyway.
        for (other, its) in gap[..at].iter().zip(&tracks).rev().take(256) {
            let (its_top, its_bottom) = other.span();
            if its_top < bottom + 4.0 && top < its_bottom + 4.0 {
                track = track.max(if other.net == vertical.net { *its } else { its + 1 });
            }
        }
        tracks.push(track);
    }
    tracks
}

impl Vertical {
    fn span(&self) -> (f64, f64) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

impl PathDraft {
    /// The vertical runs that can move, with their ranges.
    fn verticals(&self, way: usize, ground: ObstacleView<'_>) -> Vec<Vertical> {
        let (out, back) = (self.from.x + STUB, self.to.x - ARRIVAL);
        let last = self.verticals.len().saturating_sub(1);
        let vertical = |(number, x): (usize, &f64)| {
            let from = if number == 0 { self.from.y } else { self.lanes[number - 1] };
            let to = self.lanes.get(number).copied().unwrap_or(self.to.y);
            let leaves = number == 0 && last == 1;
            let (low, high) = match (leaves, last) {
                (true, _) => (out, out + 60.0),
                (false, 0) => (out, back),
                (false, _) => (x - 60.0, if number == last { back } else { *x }),
            };
            if !(low..=high).contains(x) {
                return None;
            }
            let (low, high) = ground.corridor(*x, from, to, low, high);
            Some(Vertical { way, number, leaves, from, to, low, high, net: self.net })
        };
        self.verticals.iter().enumerate().filter_map(vertical).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn route(grid: &ObstacleGrid, requests: &[PathRequest]) -> Vec<Vec<WorldPoint>> {
        super::route(grid, requests, WIRES, None)
    }
    use crate::obstacles::Obstacle;
    use crate::path_request::{Anchor, WIRES};
    use std::rc::Rc;

    fn out(x: f64, y: f64) -> Anchor {
        Anchor { at: WorldPoint::new(x, y), toward: Side::Right }
    }

    fn into(x: f64, y: f64) -> Anchor {
        Anchor { at: WorldPoint::new(x, y), toward: Side::Left }
    }

    fn rect(x: f64, y: f64) -> Rect {
        Rect { x, y, width: 200.0, height: 100.0 }
    }

    fn grid(cards: &[Rect]) -> ObstacleGrid {
        ObstacleGrid::new(&cards.iter().map(|card| Obstacle::from(*card)).collect::<Vec<_>>())
    }

    /// The number of cards that a path crosses.
    fn through(cards: &[Rect], way: &[WorldPoint]) -> usize {
        let run = |ends: &[WorldPoint]| Rect {
            x: ends[0].x.min(ends[1].x),
            y: ends[0].y.min(ends[1].y),
            width: (ends[0].x - ends[1].x).abs().max(0.01),
            height: (ends[0].y - ends[1].y).abs().max(0.01),
        };
        cards.iter().filter(|card| way.windows(2).any(|ends| card.grown(-1.0).overlaps(&run(ends)))).count()
    }

    #[test]
    fn ports_at_the_same_height_are_connected_straight() {
        let cards = [rect(0.0, 0.0), rect(400.0, 0.0)];
        let ways = route(
            &grid(&cards),
            &[PathRequest {
                from: out(200.0, 50.0),
                to: into(400.0, 50.0),
                ends: [0, 1],
                net: 0,
                open: Rc::default(),
                fixed: None,
            }],
        );
        assert_eq!(ways[0], [WorldPoint::new(200.0, 50.0), WorldPoint::new(400.0, 50.0)]);
    }

    #[test]
    fn a_card_in_between_is_avoided() {
        let cards = [rect(0.0, 0.0), rect(400.0, 0.0), rect(800.0, 0.0)];
        let ways = route(
            &grid(&cards),
            &[PathRequest {
                from: out(200.0, 50.0),
                to: into(800.0, 50.0),
                ends: [0, 1],
                net: 0,
                open: Rc::default(),
                fixed: None,
            }],
        );
        assert_eq!(through(&cards, &ways[0]), 0, "{:?}", ways[0]);
    }

    #[test]
    fn a_path_to_the_left_avoids_both() {
        let cards = [rect(0.0, 0.0), rect(400.0, 0.0)];
        let ways = route(
            &grid(&cards),
            &[PathRequest {
                from: out(600.0, 50.0),
                to: into(0.0, 50.0),
                ends: [0, 1],
                net: 0,
                open: Rc::default(),
                fixed: None,
            }],
        );
        assert_eq!(through(&cards, &ways[0]), 0, "{:?}", ways[0]);
    }

    #[test]
    fn a_host_is_avoided_except_by_paths_that_end_inside() {
        let host = Rect { x: 300.0, y: -100.0, width: 400.0, height: 400.0 };
        let guest = rect(400.0, 0.0);
        let grid = ObstacleGrid::new(&[Obstacle { rect: host, host: Some(3..5) }, guest.into()]);
        let request = |to: Anchor, open: &[usize]| PathRequest {
            from: out(200.0, 50.0),
            to,
            ends: [0, 1],
            net: 0,
            open: open.into(),
            fixed: None,
        };
        let ways = route(&grid, &[request(into(900.0, 50.0), &[2, 5]), request(into(400.0, 50.0), &[2, 4])]);
        assert_eq!(through(&[host, guest], &ways[0]), 0, "{:?}", ways[0]);
        assert_eq!(ways[1].len(), 2, "{:?}", ways[1]);
    }

    #[test]
    fn each_of_many_cards_is_passed_on_its_nearer_side() {
        let cards = [
            rect(0.0, 0.0),
            rect(400.0, 0.0),
            rect(400.0, -600.0),
            rect(800.0, 40.0),
            rect(800.0, -90.0),
            rect(1200.0, 0.0),
        ];
        let ways = route(
            &grid(&cards),
            &[PathRequest {
                from: out(200.0, 50.0),
                to: into(1200.0, 50.0),
                ends: [0, 1],
                net: 0,
                open: Rc::default(),
                fixed: None,
            }],
        );
        assert_eq!(through(&cards, &ways[0]), 0, "{:?}", ways[0]);
    }

    #[test]
    fn paths_in_one_gap_run_side_by_side() {
        let cards = [rect(0.0, 0.0), rect(0.0, 150.0), rect(400.0, 300.0)];
        let requests = [(50.0, 350.0, 0), (200.0, 380.0, 1)].map(|(from, to, net)| PathRequest {
            from: out(200.0, from),
            to: into(400.0, to),
            ends: [net, 8 + net],
            net,
            open: Rc::default(),
            fixed: None,
        });
        let ways = route(&grid(&cards), &requests);
        assert!(
            ways[0][1].x - ways[1][1].x >= WIRES.track,
            "the upper one turns later: they do not cross {ways:?}"
        );
    }

    #[test]
    fn a_card_right_below_is_reached_between_the_two() {
        for gap in [10.0, 16.0, 22.0, 30.0, 120.0] {
            for offset in [-60.0, 0.0, 60.0] {
                let cards = [rect(0.0, 0.0), rect(offset, 100.0 + gap)];
                let request = PathRequest {
                    from: out(200.0, 50.0),
                    to: into(offset, 150.0 + gap),
                    ends: [0, 1],
                    net: 0,
                    open: Rc::default(),
                    fixed: None,
                };
                let way = &route(&grid(&cards), std::slice::from_ref(&request))[0];
                let is_between = |at: &WorldPoint| (50.0..=150.0 + gap).contains(&at.y);
                assert!(way.len() == 6 && way.iter().all(is_between), "{gap} {offset}: {way:?}");
                assert_eq!(through(&cards, way), 0, "{way:?}");
            }
        }
    }

    #[test]
    fn the_last_run_has_space_for_an_arrowhead() {
        let cards = [rect(0.0, 0.0), rect(0.0, 150.0), rect(0.0, 300.0), rect(280.0, 150.0)];
        let requests: Vec<PathRequest> = [50.0, 220.0, 350.0]
            .into_iter()
            .enumerate()
            .map(|(net, y)| PathRequest {
                from: out(200.0, y),
                to: into(280.0, 200.0),
                ends: [net, 9],
                net,
                open: Rc::default(),
                fixed: None,
            })
            .collect();
        for way in route(&grid(&cards), &requests) {
            let [bend, port] = way.last_chunk().unwrap();
            assert!(port.x - bend.x >= ARRIVAL, "{way:?}");
            let path = super::super::path::path(&way);
            let curve: Vec<&str> = path.rsplit_once('L').unwrap().0.rsplit(' ').take(2).collect();
            let end: f64 = curve[1].parse().unwrap();
            assert!(port.x - end >= 12.0, "{path}");
        }
    }

    #[test]
    fn a_net_branches() {
        let cards = [rect(0.0, 0.0), rect(400.0, 150.0), rect(400.0, 300.0)];
        let requests = [200.0, 350.0].map(|to| PathRequest {
            from: out(200.0, 50.0),
            to: into(400.0, to),
            ends: [7, to as usize],
            net: 7,
            open: Rc::default(),
            fixed: None,
        });
        let ways = route(&grid(&cards), &requests);
        assert_eq!(ways[0][1], ways[1][1]);
    }

    proptest! {
        #[test]
        fn paths_are_finite_right_angled_and_end_at_their_ports(
            cards in proptest::collection::vec((-2000.0..2000.0, -2000.0..2000.0), 0..20),
            requests in proptest::collection::vec((-2e3..2e3, -2e3..2e3, any::<bool>(), -2e3..2e3, -2e3..2e3, any::<bool>()), 0..20),
        ) {
            let cards: Vec<Rect> = cards.into_iter().map(|(x, y)| rect(x, y)).collect();
            let side = |right| if right { Side::Right } else { Side::Left };
            let requests: Vec<PathRequest> = requests.into_iter().enumerate().map(|(net, (x, y, right, to_x, to_y, to_right))| PathRequest {
                from: Anchor { at: WorldPoint::new(x, y), toward: side(right) },
                to: Anchor { at: WorldPoint::new(to_x, to_y), toward: side(to_right) },
                ends: [2 * net, 2 * net + 1],
                net: 2 * net,
                open: Rc::default(),
                fixed: None,
            }).collect();
            for (way, request) in route(&grid(&cards), &requests).iter().zip(&requests) {
                prop_assert_eq!(way.first(), Some(&request.from.at));
                prop_assert_eq!(way.last(), Some(&request.to.at));
                prop_assert!(way.iter().all(|at| at.x.is_finite() && at.y.is_finite()));
                prop_assert!(way.windows(2).all(|run| run[0].x == run[1].x || run[0].y == run[1].y));
            }
        }
    }
}
