//! The cards as what wires go round: asks whether a run is free, and what it meets. A grid of squares answers fast. A host is one card to most
//! wires, and open to those that end within. Knows no wires.

use std::ops::{Range, RangeInclusive};

use crate::layout::{ById, Rect};

/// How near a wire may come to a card.
const CLEAR: f64 = 9.5;
/// The side of a square, where the drawing is not too large for that.
const SQUARE: f64 = 256.0;
const MOST: usize = 256;

/// Something to go round.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub rect: Rect,
    /// Of a host the numbers of the nodes in it: it is nothing in the way of what ends within.
    pub host: Option<Range<usize>>,
}

impl From<Rect> for Obstacle {
    fn from(rect: Rect) -> Obstacle {
        Obstacle { rect, host: None }
    }
}

/// Everything that stands there.
pub(super) struct Terrain {
    /// Grown by what is to be kept clear.
    cards: Vec<Rect>,
    hosts: Hosts,
    x: Axis,
    y: Axis,
    /// For each square, row by row, where its cards begin in `members`: all but hosts.
    starts: Vec<usize>,
    members: Vec<usize>,
}

/// What stands there for one wire.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    terrain: &'a Terrain,
    /// The numbers of the nodes whose hosts are open, sorted; `None`: all hosts are.
    open: Option<&'a [usize]>,
}

/// The obstacles that are hosts. One may be nearly as large as all of the drawing, and thousands may stand in one another; so each is in few squares,
/// of about its own size.
#[derive(Default)]
struct Hosts {
    /// Which of the cards, and the nodes in it.
    all: Vec<(usize, Range<usize>)>,
    /// Which of `all`, by the size of the squares, in doublings, and their places.
    squares: ById<(usize, i64, i64), Vec<usize>>,
    /// Which of `all`, by the size of the squares.
    levels: Vec<Vec<usize>>,
}

/// So many hosts are searched one by one.
const FEW: usize = 16;

impl Hosts {
    fn add(&mut self, card: usize, rect: &Rect, inside: Range<usize>) {
        let at = self.all.len();
        self.all.push((card, inside));
        let level = (rect.width.max(rect.height) / SQUARE).max(1.0).log2().ceil() as usize;
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Vec::new());
        }
        self.levels[level].push(at);
        let (columns, rows) = Self::places(level, rect);
        for row in rows {
            for column in columns.clone() {
                self.squares.entry((level, column, row)).or_default().push(at);
            }
        }
    }

    fn places(level: usize, rect: &Rect) -> (RangeInclusive<i64>, RangeInclusive<i64>) {
        let side = SQUARE * (1_u64 << level.min(40)) as f64;
        let place = |at: f64| (at / side).floor() as i64;
        (place(rect.x)..=place(rect.right()), place(rect.y)..=place(rect.bottom()))
    }

    /// Those that may touch an area; some twice.
    fn near(&self, area: Rect) -> impl Iterator<Item = usize> + '_ {
        let few = self.all.len() <= FEW;
        let one_by_one = if few { 0..self.all.len() } else { 0..0 };
        let levels = self.levels.iter().enumerate().filter(move |(_, hosts)| !few && !hosts.is_empty());
        let found = levels.flat_map(move |(level, hosts)| {
            let (columns, rows) = Self::places(level, &area);
            let count =
                |range: &RangeInclusive<i64>| range.end().saturating_sub(*range.start()).max(0) as usize + 1;
            // Of a large area the small squares are more than what is in them.
            let is_large = count(&columns).saturating_mul(count(&rows)) > hosts.len();
            let squares = rows.flat_map(move |row| columns.clone().map(move |column| (level, column, row)));
            let squares = (!is_large).then_some(squares).into_iter().flatten();
            let near = squares.filter_map(|square| self.squares.get(&square)).flatten();
            near.chain(if is_large { hosts.as_slice() } else { &[] }).copied()
        });
        one_by_one.chain(found)
    }
}

/// One direction of the grid.
struct Axis {
    from: f64,
    step: f64,
    count: usize,
}

impl Axis {
    fn new(from: f64, to: f64) -> Axis {
        let count = (((to - from) / SQUARE).ceil() as usize).clamp(1, MOST);
        Axis { from, step: ((to - from) / count as f64).max(1.0), count }
    }

    /// The squares that an interval touches; what is beyond the grid counts to its edge.
    fn range(&self, from: f64, to: f64) -> RangeInclusive<usize> {
        let at = |place: f64| (((place - self.from) / self.step).max(0.0) as usize).min(self.count - 1);
        at(from)..=at(to)
    }
}

impl Terrain {
    pub fn new(obstacles: &[Obstacle]) -> Terrain {
        let cards: Vec<Rect> = obstacles.iter().map(|it| it.rect.grown(CLEAR)).collect();
        let all = cards.iter().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
        let (x, y) = (Axis::new(all.x, all.right()), Axis::new(all.y, all.bottom()));
        // First how many a square has, then which.
        let mut starts = vec![0; x.count * y.count + 1];
        let squares = |card: &Rect| {
            let (columns, rows) = (x.range(card.x, card.right()), y.range(card.y, card.bottom()));
            let across = x.count;
            rows.flat_map(move |row| columns.clone().map(move |column| row * across + column))
        };
        let mut hosts = Hosts::default();
        let in_grid = |at: &usize| obstacles[*at].host.is_none();
        for (at, card) in cards.iter().enumerate() {
            if let Some(inside) = &obstacles[at].host {
                hosts.add(at, card, inside.clone());
            }
        }
        for card in (0..cards.len()).filter(in_grid).map(|at| &cards[at]) {
            squares(card).for_each(|square| starts[square + 1] += 1);
        }
        for square in 1..starts.len() {
            starts[square] += starts[square - 1];
        }
        let mut next = starts.clone();
        let mut members = vec![0; starts.last().copied().unwrap_or_default()];
        for at in (0..cards.len()).filter(in_grid) {
            for square in squares(&cards[at]) {
                members[next[square]] = at;
                next[square] += 1;
            }
        }
        Terrain { cards, hosts, x, y, starts, members }
    }

    /// For a wire that ends at the nodes of these numbers, sorted: within all that they stand in.
    pub fn with_open<'a>(&'a self, ends: &'a [usize]) -> Ground<'a> {
        Ground { terrain: self, open: Some(ends) }
    }

    /// Whatever runs within hosts.
    pub fn all_open(&self) -> Ground<'_> {
        Ground { terrain: self, open: None }
    }
}

impl<'a> Ground<'a> {
    /// Cards that may touch an area; some twice.
    pub fn near(self, area: Rect) -> impl Iterator<Item = &'a Rect> {
        self.which(area).map(|at| &self.terrain.cards[at])
    }

    /// The numbers of the obstacles that may touch an area; some twice.
    pub fn which(self, area: Rect) -> impl Iterator<Item = usize> + 'a {
        let columns = self.terrain.x.range(area.x, area.right());
        let rows = self.terrain.y.range(area.y, area.bottom());
        rows.flat_map(move |row| self.in_row(row, columns.clone())).chain(self.hosts(area))
    }

    /// The closed hosts in the squares that an area touches; some twice.
    fn hosts(self, area: Rect) -> impl Iterator<Item = usize> + 'a {
        let Ground { terrain, open } = self;
        let (x, y) = (&terrain.x, &terrain.y);
        let (columns, rows) = (x.range(area.x, area.right()), y.range(area.y, area.bottom()));
        let meet = |one: &RangeInclusive<usize>, other: RangeInclusive<usize>| {
            one.start() <= other.end() && other.start() <= one.end()
        };
        // What the squares touch, which is more than the area: a square is seen whole, and one at the edge holds what is beyond.
        let whole = |axis: &Axis, range: &RangeInclusive<usize>| {
            let at = |square: usize| axis.from + square as f64 * axis.step;
            (at(*range.start()), at(range.end() + 1))
        };
        let ((left, right), (top, bottom)) = (whole(x, &columns), whole(y, &rows));
        let seen = Rect { x: left, y: top, width: right - left, height: bottom - top };
        let found = open.into_iter().flat_map(move |open| {
            terrain.hosts.near(seen).filter_map(move |host| {
                let (at, inside) = &terrain.hosts.all[host];
                let next = open.partition_point(|end| *end < inside.start);
                open.get(next).is_none_or(|end| *end >= inside.end).then_some(*at)
            })
        });
        found.filter(move |at| {
            let card = &terrain.cards[*at];
            meet(&columns, x.range(card.x, card.right())) && meet(&rows, y.range(card.y, card.bottom()))
        })
    }

    /// Cards but for hosts.
    fn in_row(self, row: usize, columns: RangeInclusive<usize>) -> impl Iterator<Item = usize> + 'a {
        let terrain = self.terrain;
        // Neighbouring squares of a row are neighbours in `members` too.
        let (first, last) = (row * terrain.x.count + columns.start(), row * terrain.x.count + columns.end());
        terrain.members[terrain.starts[first]..terrain.starts[last + 1]].iter().copied()
    }

    /// Cards that may touch an area, column by column from the right; some twice, and hosts with the first.
    pub fn near_from_right(self, area: Rect) -> impl Iterator<Item = (f64, Vec<&'a Rect>)> {
        let Axis { from, step, .. } = self.terrain.x;
        let rows = self.terrain.y.range(area.y, area.bottom());
        let mut hosts: Vec<&Rect> = self.hosts(area).map(|at| &self.terrain.cards[at]).collect();
        self.terrain.x.range(area.x, area.right()).rev().map(move |column| {
            let mut cards = std::mem::take(&mut hosts);
            for row in rows.clone() {
                cards.extend(self.in_row(row, column..=column).map(|at| &self.terrain.cards[at]));
            }
            (from + column as f64 * step, cards)
        })
    }

    /// Cards that may touch an area, row by row from the upper edge, each time with how far down the row reaches; some twice, and hosts with the first.
    pub fn near_from_top(self, area: Rect) -> impl Iterator<Item = (f64, Vec<&'a Rect>)> {
        let Axis { from, step, .. } = self.terrain.y;
        let columns = self.terrain.x.range(area.x, area.right());
        let mut hosts: Vec<&Rect> = self.hosts(area).map(|at| &self.terrain.cards[at]).collect();
        self.terrain.y.range(area.y, area.bottom()).map(move |row| {
            let mut cards = std::mem::take(&mut hosts);
            cards.extend(self.in_row(row, columns.clone()).map(|at| &self.terrain.cards[at]));
            (from + (row + 1) as f64 * step, cards)
        })
    }

    /// Whether a card, as large as it is, covers some of an area.
    pub fn covers(self, area: Rect) -> bool {
        self.near(area).any(|card| card.grown(-CLEAR).overlaps(&area))
    }

    /// Whether a level run meets no card.
    pub fn across(self, y: f64, from: f64, to: f64) -> bool {
        let (left, right) = (from.min(to), from.max(to));
        let run = Rect { x: left, y, width: right - left, height: 0.0 };
        !self.near(run).any(|card| card.x <= right && left <= card.right() && card.y < y && y < card.bottom())
    }

    /// Whether an upright run meets no card.
    pub fn along(self, x: f64, from: f64, to: f64) -> bool {
        let (top, bottom) = (from.min(to), from.max(to));
        let run = Rect { x, y: top, width: 0.0, height: bottom - top };
        !self.near(run).any(|card| card.x < x && x < card.right() && card.y <= bottom && top <= card.bottom())
    }

    /// The first card that a level run to the right meets.
    pub fn first(self, y: f64, from: f64, to: f64) -> Option<&'a Rect> {
        let row = *self.terrain.y.range(y, y).start();
        let cards = &self.terrain.cards;
        let meets = |at: &usize| {
            let card = &cards[*at];
            card.y < y && y < card.bottom() && card.x < to && from < card.right()
        };
        let order = |one: &usize, other: &usize| {
            let (left, right) = (&cards[*one], &cards[*other]);
            left.x.total_cmp(&right.x).then(left.y.total_cmp(&right.y)).then(one.cmp(other))
        };
        let mut columns = self.terrain.x.range(from, to);
        // The first square that has one has the first.
        let card = columns.find_map(|column| self.in_row(row, column..=column).filter(meets).min_by(order));
        let host = self.hosts(run(y, from, to)).filter(meets).min_by(order);
        card.into_iter().chain(host).min_by(order).map(|at| &cards[at])
    }

    /// The last card that a level run to the right meets.
    pub fn last(self, y: f64, from: f64, to: f64) -> Option<&'a Rect> {
        let row = *self.terrain.y.range(y, y).start();
        let cards = &self.terrain.cards;
        let meets = |at: &usize| {
            let card = &cards[*at];
            card.y < y && y < card.bottom() && card.x < to && from < card.right()
        };
        let order = |one: &usize, other: &usize| {
            cards[*one].right().total_cmp(&cards[*other].right()).then(one.cmp(other))
        };
        let mut columns = self.terrain.x.range(from, to).rev();
        let card = columns.find_map(|column| self.in_row(row, column..=column).filter(meets).max_by(order));
        let host = self.hosts(run(y, from, to)).filter(meets).max_by(order);
        card.into_iter().chain(host).max_by(order).map(|at| &cards[at])
    }

    /// How far an upright run may go to either side, within limits, until it meets a card.
    pub fn corridor(self, x: f64, from: f64, to: f64, low: f64, high: f64) -> (f64, f64) {
        let (low, high) = (low.max(x - 200.0).min(x), high.min(x + 200.0).max(x));
        let (top, bottom) = (from.min(to), from.max(to));
        let area = Rect { x: low, y: top, width: high - low, height: bottom - top };
        let beside = self.near(area).filter(|card| card.y < bottom && top < card.bottom());
        beside.fold((low, high), |(low, high), card| {
            let low = if card.right() <= x + 1.0 { low.max(card.right().min(x)) } else { low };
            let high = if card.x >= x - 1.0 { high.min(card.x.max(x)) } else { high };
            (low, high)
        })
    }
}

fn run(y: f64, from: f64, to: f64) -> Rect {
    Rect { x: from.min(to), y, width: (to - from).abs(), height: 0.0 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_of_many_nested_hosts_is_in_few_squares() {
        let count = 2_000;
        let host = |at: usize| {
            let size = 300.0 + 40.0 * at as f64;
            let rect = Rect { x: -size, y: -size, width: 2.0 * size, height: 2.0 * size };
            Obstacle { rect, host: Some(count - at..count) }
        };
        let terrain = Terrain::new(&(0..count).map(host).collect::<Vec<_>>());
        let entries: usize = terrain.hosts.squares.values().map(Vec::len).sum();
        assert!(entries <= 4 * count && terrain.members.is_empty(), "{entries}");
        // All are in the way of what ends in none of them, and none of what ends in the innermost.
        let all = Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let closed = |ends: &[usize]| terrain.with_open(ends).which(all).collect::<BTreeSet<_>>();
        assert_eq!(closed(&[]).len(), count);
        assert_eq!(closed(&[count - 1]), BTreeSet::from([0]), "the innermost is empty");
    }

    proptest! {
        #[test]
        fn the_grid_finds_what_a_search_of_all_finds(
            cards in proptest::collection::vec((-3000.0..3000.0, -3000.0..3000.0), 0..40),
            y in -3200.0..3200.0,
            x in -3200.0..3200.0,
            length in 0.0..3000.0,
        ) {
            let cards: Vec<Rect> = cards.into_iter().map(|(x, y)| Rect { x, y, width: 200.0, height: 90.0 }).collect();
            let obstacles: Vec<Obstacle> = cards.iter().map(|card| Obstacle::from(*card)).collect();
            let terrain = Terrain::new(&obstacles);
            let ground = terrain.with_open(&[]);
            let grown: Vec<Rect> = cards.iter().map(|card| card.grown(CLEAR)).collect();
            let to = x + length;
            let level: Vec<&Rect> =
                grown.iter().filter(|card| card.y < y && y < card.bottom() && card.x < to && x < card.right()).collect();
            prop_assert_eq!(ground.across(y, x, to), level.is_empty());
            let first = level.iter().map(|card| card.x).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(ground.first(y, x, to).map_or(f64::INFINITY, |card| card.x), first);
            let last = level.iter().map(|card| card.right()).fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!(ground.last(y, x, to).map_or(f64::NEG_INFINITY, Rect::right), last);
            let to = y + length;
            let upright = grown.iter().any(|card| card.x < x && x < card.right() && card.y < to && y < card.bottom());
            prop_assert_eq!(ground.along(x, y, to), !upright);
        }
    }
}
