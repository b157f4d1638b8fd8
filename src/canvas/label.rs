//! Label placement: positions of wire names.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use super::obstacles::ObstacleView;
use super::viewport::WorldPoint;
use super::wire::{Leg, TAG_PAD, WireText};
use limn_language::graph::{End, Id, Link};
use limn_layout::{CAPTION, Rect, elide, text_width};

/// The labels of all wires. Each is on one of the longest horizontal runs of its wire, above or below, where it fits and overlaps nothing. Only
/// labels longer than [`MAX_WIDTH`] are shortened. A wire without such a place, or parallel to one with the same label, shows its name on hover.
pub(super) struct Labels<'a> {
    ground: ObstacleView<'a>,
    /// Occupied space, by upper edge and height.
    taken: BTreeMap<(Ordered, Ordered), Strip>,
    highest: f64,
    /// The vertical runs of wires, by their places from left to right.
    upright: BTreeMap<Ordered, Strip>,
    placed: HashSet<Parallel>,
}

/// Wires with the same label from the same nodes to the same nodes: the label is drawn once.
#[derive(PartialEq, Eq, Hash)]
struct Parallel {
    label: String,
    sources: Vec<Id>,
    targets: Vec<Id>,
}

impl Parallel {
    fn to(link: &Link) -> Parallel {
        let nodes = |ends: &[End]| ends.iter().map(|end| end.port.node.clone()).collect();
        Parallel { label: link.label.clone(), sources: nodes(&link.sources), targets: nodes(&link.targets) }
    }
}

/// A coordinate, in the order of numbers.
#[derive(Clone, Copy, PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> Ordering {
        // Both zeros are one place.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Occupied space between two heights: pieces that do not overlap, by where they begin.
#[derive(Default)]
struct Strip(BTreeMap<Ordered, Piece>);

#[derive(Clone, Copy)]
struct Piece {
    end: f64,
    /// The wire that takes it, by number; `None`: several do.
    owner: Option<usize>,
}

impl Strip {
    /// The occupied pieces that overlap an interval, from right to left.
    fn pieces(&self, from: f64, to: f64) -> impl Iterator<Item = (f64, Piece)> {
        let before = self.0.range(..Ordered(to)).rev().map(|(start, piece)| (start.0, *piece));
        before.take_while(move |(_, piece)| piece.end > from)
    }

    fn take(&mut self, from: f64, to: f64, by: usize) {
        let mut met: Vec<(f64, Piece)> = self.pieces(from, to).collect();
        met.reverse();
        let mut made: Vec<(f64, Piece)> = Vec::with_capacity(met.len() + 2);
        let mut add = |start: f64, end: f64, owner: Option<usize>| match made.last_mut() {
            _ if start >= end => {}
            Some((_, last)) if last.owner == owner && last.end == start => last.end = end,
            _ => made.push((start, Piece { end, owner })),
        };
        let mut at = from;
        for (start, Piece { end, owner }) in &met {
            add(*start, from, *owner);
            add(at, *start, Some(by));
            at = end.min(to);
            add(start.max(from), at, owner.filter(|owner| *owner == by));
            add(to, *end, *owner);
        }
        add(at, to, Some(by));
        for (start, _) in met {
            self.0.remove(&Ordered(start));
        }
        self.0.extend(made.into_iter().map(|(start, piece)| (Ordered(start), piece)));
    }
}

/// Places along a run: in the middle, then toward either end; above, then below.
const PLACES: [(f64, f64); 10] = [
    (0.0, -6.0),
    (0.0, 15.0),
    (-0.9, -6.0),
    (0.9, -6.0),
    (-0.9, 15.0),
    (0.9, 15.0),
    (-0.45, -6.0),
    (0.45, -6.0),
    (-0.45, 15.0),
    (0.45, 15.0),
];

/// The width down to which a longer label is shortened.
const MAX_WIDTH: f64 = 200.0;

/// The distance of labels from the vertical runs of other wires.
const BESIDE: f64 = 3.0;

impl<'a> Labels<'a> {
    const HEIGHT: f64 = 15.0;

    pub fn new(ground: ObstacleView<'a>) -> Labels<'a> {
        Labels {
            ground,
            taken: BTreeMap::new(),
            highest: 0.0,
            upright: BTreeMap::new(),
            placed: HashSet::new(),
        }
    }

    /// `is_tag`: it has a background.
    pub fn find(&mut self, link: &Link, legs: &[Leg], own: usize, is_tag: bool) -> Option<WireText> {
        if link.label.is_empty() || !link.kind.is_drawn() {
            return None;
        }
        // A label with a background is the name of a template, which parallel wires do not share.
        let parallel = (!is_tag).then(|| Parallel::to(link));
        if parallel.as_ref().is_some_and(|parallel| self.placed.contains(parallel)) {
            return None;
        }
        let label = self.place(link, legs, own, is_tag)?;
        self.placed.extend(parallel);
        Some(label)
    }

    fn place(&mut self, link: &Link, legs: &[Leg], own: usize, is_tag: bool) -> Option<WireText> {
        // At both ends of a run: the mark of a port, or a bend.
        let (pad, ends) = if is_tag { (TAG_PAD, 10.0) } else { (0.0, 20.0) };
        let length = |run: &[WorldPoint]| (run[0].x - run[1].x).abs();
        let room = |run: &[WorldPoint]| length(run) - ends - pad;
        let whole = text_width(&link.label, CAPTION);
        let runs = legs.iter().flat_map(|leg| leg.points.windows(2)).filter(|run| run[0].y == run[1].y);
        let mut runs: Vec<&[WorldPoint]> = runs.filter(|run| room(run) >= whole.min(MAX_WIDTH)).collect();
        runs.sort_by(|left, right| length(right).total_cmp(&length(left)));
        for run in runs.into_iter().take(3) {
            let room = room(run);
            for room in [Some(room), (whole > MAX_WIDTH && room > MAX_WIDTH).then_some(MAX_WIDTH)]
                .into_iter()
                .flatten()
            {
                let text = elide(&link.label, CAPTION, room);
                let width = text_width(&text, CAPTION);
                let spare = (room - width).max(0.0) / 2.0;
                for (across, below) in PLACES {
                    let at = WorldPoint::new(
                        (f64::midpoint(run[0].x, run[1].x) + across * spare).round(),
                        run[0].y + below,
                    );
                    let x = at.x - f64::midpoint(width, pad);
                    let rect = Rect { x, y: at.y - 10.0, width: width + pad, height: Self::HEIGHT };
                    if self.take(rect, own) {
                        return Some(WireText { text, at, from_right: false });
                    }
                }
            }
        }
        None
    }

    /// The label of a band, on the band: on the longest horizontal run with enough space, otherwise across a vertical run. If the name and its detail do
    /// not fit, the detail alone; hovering shows the rest.
    pub fn find_on(&mut self, link: &Link, legs: &[Leg], own: usize) -> Option<WireText> {
        const WIDEST: f64 = 220.0;
        const ENDS: f64 = 14.0;
        let detail = link.label.split_once(": ").map_or("", |(_, detail)| detail);
        let length = |run: &[WorldPoint]| (run[0].x - run[1].x).abs() + (run[0].y - run[1].y).abs();
        let mut runs: Vec<&[WorldPoint]> = legs.iter().flat_map(|leg| leg.points.windows(2)).collect();
        runs.sort_by(|left, right| length(right).total_cmp(&length(left)));
        let room =
            runs.iter().find(|run| run[0].y == run[1].y).map_or(0.0, |run| length(run) - ENDS - TAG_PAD);
        let wide = text_width(&link.label, CAPTION);
        let whole = (wide > WIDEST && wide <= room).then(|| elide(&link.label, CAPTION, room));
        let texts = [elide(&link.label, CAPTION, WIDEST), elide(detail, CAPTION, WIDEST)];
        for text in whole.into_iter().chain(texts).filter(|text| !text.is_empty()) {
            let width = text_width(&text, CAPTION) + TAG_PAD;
            let level = runs.iter().filter(|run| run[0].y == run[1].y && length(run) >= width + ENDS);
            let upright = runs.iter().filter(|run| run[0].x == run[1].x && length(run) >= 60.0);
            for run in level.chain(upright).take(6) {
                let (dx, dy) = (run[1].x - run[0].x, run[1].y - run[0].y);
                for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
                    let (x, y) = ((run[0].x + share * dx).round(), run[0].y + share * dy);
                    let rect = Rect { x: x - width / 2.0, y: y - 9.0, width, height: 18.0 };
                    if self.take(rect, own) {
                        return Some(WireText { text, at: WorldPoint::new(x, y + 4.0), from_right: false });
                    }
                }
            }
        }
        None
    }

    /// Keeps labels of other wires off the runs of this one, by a distance.
    pub fn keep_off(&mut self, way: &[WorldPoint], of: usize, by: f64) {
        for run in way.windows(2).filter(|run| run[0].x == run[1].x && run[0].y != run[1].y) {
            let (from, to) = (run[0].y.min(run[1].y), run[0].y.max(run[1].y));
            self.upright.entry(Ordered(run[0].x)).or_default().take(from, to, of);
        }
        for run in way.windows(2).filter(|run| run[0].y == run[1].y) {
            let (x, width) = (run[0].x.min(run[1].x), (run[0].x - run[1].x).abs());
            self.add(Rect { x, y: run[0].y - by, width, height: 2.0 * by }, of);
        }
    }

    /// Keeps labels off the place beside and below a port, up to a distance.
    pub fn keep_free(&mut self, port: WorldPoint, by: f64) {
        let at = Rect { x: port.x.min(port.x + by), y: port.y - 6.0, width: by.abs(), height: 24.0 };
        self.add(at, usize::MAX);
    }

    fn take(&mut self, rect: Rect, own: usize) -> bool {
        let from = (Ordered(rect.y - self.highest), Ordered(0.0));
        let strips = self.taken.range(from..(Ordered(rect.bottom()), Ordered(0.0)));
        let mut level = strips.filter(|((y, height), _)| rect.y < y.0 + height.0);
        // Its own runs are beside it; its own label is this one.
        let is_others =
            |strip: &Strip| strip.pieces(rect.x, rect.right()).any(|(_, piece)| piece.owner != Some(own));
        let crosses = |(_, strip): (&Ordered, &Strip)| {
            strip.pieces(rect.y, rect.bottom()).any(|(_, piece)| piece.owner != Some(own))
        };
        let mut upright = self.upright.range(Ordered(rect.x - BESIDE)..Ordered(rect.right() + BESIDE));
        if level.any(|(_, strip)| is_others(strip)) || upright.any(crosses) || self.ground.covers(rect) {
            return false;
        }
        self.add(rect, own);
        true
    }

    fn add(&mut self, rect: Rect, of: usize) {
        self.highest = self.highest.max(rect.height);
        let strip = self.taken.entry((Ordered(rect.y), Ordered(rect.height))).or_default();
        strip.take(rect.x, rect.right(), of);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::obstacles::ObstacleGrid;
    use super::*;

    #[test]
    fn what_lies_on_top_of_one_another_is_kept_once() {
        let grid = ObstacleGrid::new(&[]);
        let mut labels = Labels::new(grid.all_open());
        for of in 0..1_000 {
            labels.keep_off(&[WorldPoint::new(0.0, 50.0), WorldPoint::new(100_000.0, 50.0)], of, 1.0);
        }
        // Each inside the previous one.
        for of in 0..1_000 {
            let by = of as f64;
            labels.keep_off(&[WorldPoint::new(by, 200.0), WorldPoint::new(100_000.0 - by, 200.0)], of, 1.0);
        }
        let kept: Vec<usize> = labels.taken.values().map(|strip| strip.0.len()).collect();
        assert_eq!(kept, [1, 3], "of the second the ends are the first wire's alone");
        let on = Rect { x: 700.0, y: 45.0, width: 60.0, height: 13.0 };
        assert!(!labels.take(on, 0), "the second is another wire's");
        assert!(!labels.take(on, 1_000));
        assert!(labels.take(Rect { y: 60.0, ..on }, 0));
    }

    proptest! {
        #[test]
        fn strips_answer_as_a_search_of_all(
            taken in proptest::collection::vec((0_u8..30, 1_u8..12, 0_usize..4), 0..24),
            from in 0_u8..40,
            width in 1_u8..12,
            own in 0_usize..5,
        ) {
            let mut strip = Strip::default();
            for (from, width, by) in &taken {
                strip.take(f64::from(*from), f64::from(from + width), *by);
            }
            let (start, end) = (f64::from(from), f64::from(from + width));
            let found = strip.pieces(start, end).any(|(_, piece)| piece.owner != Some(own));
            let of_others = |(x, broad, by): &(u8, u8, usize)| *by != own && *x < from + width && from < x + broad;
            prop_assert_eq!(found, taken.iter().any(of_others));
            let ends: Vec<(f64, f64)> = strip.0.iter().map(|(start, piece)| (start.0, piece.end)).collect();
            prop_assert!(ends.iter().all(|(start, end)| start < end));
            prop_assert!(ends.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
    }
}
