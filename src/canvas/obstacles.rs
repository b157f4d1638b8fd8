//! Obstacles for wire routing: tests whether a run is free, and finds what it hits, with a grid of squares, and for runs past many cards with indexes
//! of all of them. A host is an obstacle, except to wires that end inside it.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use super::segments::{Crossed, Edges, across, upright};
use super::viewport::WorldPoint;
use limn_layout::Rect;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The minimum distance between a wire and a card.
pub(super) const CLEAR: f64 = 9.5;
/// The side length of a square, unless the diagram is too large for that.
const SQUARE: f64 = 256.0;
const MOST: usize = 256;
/// Maximum number of cards in the squares of a run that are searched one by one.
const MAX_SEARCHED_CARDS: usize = 48;
/// Maximum number of squares of a vertical run, or of a corridor, that are searched one by one.
const MAX_SEARCHED_ROWS: usize = 6;

/// A rectangle that wires avoid.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Obstacle {
    pub rect: Rect,
    /// For a host, the numbers of the nodes in it: it is not an obstacle to wires that end inside.
    pub host: Option<Range<usize>>,
}

impl From<Rect> for Obstacle {
    fn from(rect: Rect) -> Obstacle {
        Obstacle { rect, host: None }
    }
}

/// All obstacles.
pub(super) struct ObstacleGrid {
    /// Extended by the minimum distance.
    cards: Vec<Rect>,
    hosts: Hosts,
    x: Axis,
    y: Axis,
    /// For each square, row by row, the start of its cards in `members`; without hosts.
    starts: Vec<usize>,
    members: Vec<usize>,
    /// All but hosts: made for the first run that passes many.
    long: OnceCell<Long>,
}

/// Summary of runs past many cards.
struct Long {
    by_level: Crossed,
    by_upright: Crossed,
    lefts: Edges,
    rights: Edges,
    /// For each row of squares the levels of its cards' upper and lower edges, by the columns that the cards touch: made for the first run along it.
    levels: Vec<OnceCell<[Edges; 2]>>,
    /// For each column the places of its cards' left edges, by the rows.
    uprights: Vec<OnceCell<Edges>>,
}

/// The obstacles for one wire.
#[derive(Clone, Copy)]
pub(super) struct ObstacleView<'a> {
    grid: &'a ObstacleGrid,
    /// The sorted numbers of the nodes whose hosts are open; `None` if all hosts are.
    open: Option<&'a [usize]>,
}

/// The obstacles that are hosts. A host can be nearly as large as the diagram, and thousands can be nested; so each is in a few squares of about its own
/// size.
#[derive(Default)]
struct Hosts {
    /// The index of the card, and the nodes in it.
    all: Vec<(usize, Range<usize>)>,
    /// Indices into `all`, by level (the size of the squares, in doublings) and square.
    squares: FxHashMap<(usize, i64, i64), Vec<usize>>,
    /// Indices into `all`, by level.
    levels: Vec<Vec<usize>>,
}

/// Up to this number, hosts are searched linearly.
const MAX_SEARCHED_HOSTS: usize = 16;

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

    /// The hosts that may touch an area; some twice.
    fn near(&self, area: Rect) -> impl Iterator<Item = usize> + '_ {
        let few = self.all.len() <= MAX_SEARCHED_HOSTS;
        let one_by_one = if few { 0..self.all.len() } else { 0..0 };
        let levels = self.levels.iter().enumerate().filter(move |(_, hosts)| !few && !hosts.is_empty());
        let found = levels.flat_map(move |(level, hosts)| {
            let (columns, rows) = Self::places(level, &area);
            let count =
                |range: &RangeInclusive<i64>| range.end().saturating_sub(*range.start()).max(0) as usize + 1;
            // For a large area, it is cheaper to visit all small hosts than all small squares.
            let is_large = count(&columns).saturating_mul(count(&rows)) > hosts.len();
            let squares = rows.flat_map(move |row| columns.clone().map(move |column| (level, column, row)));
            let squares = (!is_large).then_some(squares).into_iter().flatten();
            let near = squares.filter_map(|square| self.squares.get(&square)).flatten();
            near.chain(if is_large { hosts.as_slice() } else { &[] }).copied()
        });
        one_by_one.chain(found)
    }
}

/// One dimension of the grid.
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

    /// The squares that an interval touches; anything beyond the grid belongs to its edge.
    fn range(&self, from: f64, to: f64) -> RangeInclusive<usize> {
        let at = |place: f64| (((place - self.from) / self.step).max(0.0) as usize).min(self.count - 1);
        at(from)..=at(to)
    }
}

impl ObstacleGrid {
    pub fn new(obstacles: &[Obstacle]) -> ObstacleGrid {
        let cards: Vec<Rect> = obstacles.iter().map(|obstacle| obstacle.rect.grown(CLEAR)).collect();
        let all = cards.iter().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
        let (x, y) = (Axis::new(all.x, all.right()), Axis::new(all.y, all.bottom()));
        // First count the cards of each square, then fill them in.
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
        ObstacleGrid { cards, hosts, x, y, starts, members, long: OnceCell::new() }
    }

    /// All cards, with the distance around them.
    pub fn cards(&self) -> &[Rect] {
        &self.cards
    }

    pub fn has_hosts(&self) -> bool {
        !self.hosts.all.is_empty()
    }

    /// The index of the card at whose edge a place is; hosts are not searched.
    pub fn card_at(&self, at: WorldPoint) -> Option<usize> {
        let area = Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 };
        self.all_open().which(area).find(|card| self.cards[*card].grown(-CLEAR).contains(at.x, at.y))
    }

    fn long(&self) -> &Long {
        self.long.get_or_init(|| {
            let hosts: BTreeSet<usize> = self.hosts.all.iter().map(|(at, _)| *at).collect();
            let cards: Vec<(usize, Rect)> =
                self.cards.iter().copied().enumerate().filter(|(at, _)| !hosts.contains(at)).collect();
            Long {
                by_level: Crossed::new(&cards, upright, across),
                by_upright: Crossed::new(&cards, across, upright),
                lefts: Edges::new(cards.iter().map(|(_, card)| (card.x, upright(card)))),
                rights: Edges::new(cards.iter().map(|(_, card)| (card.right(), upright(card)))),
                levels: (0..self.y.count).map(|_| OnceCell::new()).collect(),
                uprights: (0..self.x.count).map(|_| OnceCell::new()).collect(),
            }
        })
    }

    fn levels(&self, row: usize) -> &[Edges; 2] {
        self.long().levels[row].get_or_init(|| {
            let members = self.with_open(&[]).in_row(row, 0..=self.x.count - 1);
            let cards: BTreeSet<usize> = members.collect();
            let columns = |at: &usize| squares(&self.x.range(self.cards[*at].x, self.cards[*at].right()));
            let edges = |level: fn(&Rect) -> f64| {
                Edges::new(cards.iter().map(|at| (level(&self.cards[*at]), columns(at))))
            };
            [edges(|card| card.y), edges(Rect::bottom)]
        })
    }

    fn uprights(&self, column: usize) -> &Edges {
        self.long().uprights[column].get_or_init(|| {
            let members = (0..self.y.count).flat_map(|row| self.with_open(&[]).in_row(row, column..=column));
            let cards: BTreeSet<usize> = members.collect();
            let rows = |card: &Rect| squares(&self.y.range(card.y, card.bottom()));
            Edges::new(cards.iter().map(|at| &self.cards[*at]).map(|card| (card.x, rows(card))))
        })
    }

    /// The obstacles for a wire that ends at the nodes with these sorted numbers; their hosts are open.
    pub fn with_open<'a>(&'a self, ends: &'a [usize]) -> ObstacleView<'a> {
        ObstacleView { grid: self, open: Some(ends) }
    }

    /// The obstacles with all hosts open.
    pub fn all_open(&self) -> ObstacleView<'_> {
        ObstacleView { grid: self, open: None }
    }
}

impl<'a> ObstacleView<'a> {
    /// The cards that may touch an area; some twice.
    pub fn near(self, area: Rect) -> impl Iterator<Item = &'a Rect> {
        self.which(area).map(|at| &self.grid.cards[at])
    }

    /// The indices of the obstacles that may touch an area; some twice.
    pub fn which(self, area: Rect) -> impl Iterator<Item = usize> + 'a {
        let columns = self.grid.x.range(area.x, area.right());
        let rows = self.grid.y.range(area.y, area.bottom());
        rows.flat_map(move |row| self.in_row(row, columns.clone())).chain(self.hosts(area))
    }

    /// The closed hosts in the squares that an area touches; some twice.
    fn hosts(self, area: Rect) -> impl Iterator<Item = usize> + 'a {
        let ObstacleView { grid, open } = self;
        let (x, y) = (&grid.x, &grid.y);
        let (columns, rows) = (x.range(area.x, area.right()), y.range(area.y, area.bottom()));
        let meet = |one: &RangeInclusive<usize>, other: RangeInclusive<usize>| {
            one.start() <= other.end() && other.start() <= one.end()
        };
        // The squares cover more than the area: each is searched as a whole, and those at the edge contain everything beyond.
        let whole = |axis: &Axis, range: &RangeInclusive<usize>| {
            let at = |square: usize| axis.from + square as f64 * axis.step;
            (at(*range.start()), at(range.end() + 1))
        };
        let ((left, right), (top, bottom)) = (whole(x, &columns), whole(y, &rows));
        let seen = Rect { x: left, y: top, width: right - left, height: bottom - top };
        let found = open.into_iter().flat_map(move |open| {
            grid.hosts.near(seen).filter_map(move |host| {
                let (at, inside) = &grid.hosts.all[host];
                let next = open.partition_point(|end| *end < inside.start);
                open.get(next).is_none_or(|end| *end >= inside.end).then_some(*at)
            })
        });
        found.filter(move |at| {
            let card = &grid.cards[*at];
            meet(&columns, x.range(card.x, card.right())) && meet(&rows, y.range(card.y, card.bottom()))
        })
    }

    /// Cards other than hosts.
    fn in_row(self, row: usize, columns: RangeInclusive<usize>) -> impl ExactSizeIterator<Item = usize> + 'a {
        let grid = self.grid;
        // Neighboring squares of a row are neighbors in `members`, too.
        let (first, last) = (row * grid.x.count + columns.start(), row * grid.x.count + columns.end());
        grid.members[grid.starts[first]..grid.starts[last + 1]].iter().copied()
    }

    /// The left edges of cards that may touch an area, column by column from the right, each time with where the column begins; some twice, and those
    /// of hosts with the first.
    pub fn lefts_from_right(self, area: Rect) -> impl Iterator<Item = (f64, Vec<f64>)> {
        let Axis { from, step, .. } = self.grid.x;
        let rows = self.grid.y.range(area.y, area.bottom());
        let mut hosts: Vec<f64> = self.hosts(area).map(|at| self.grid.cards[at].x).collect();
        self.grid.x.range(area.x, area.right()).rev().map(move |column| {
            let mut lefts = std::mem::take(&mut hosts);
            if rows.end() - rows.start() >= MAX_SEARCHED_ROWS {
                lefts.extend(self.grid.uprights(column).all(squares(&rows)));
            } else {
                for row in rows.clone() {
                    lefts.extend(self.in_row(row, column..=column).map(|at| self.grid.cards[at].x));
                }
            }
            (from + column as f64 * step, lefts)
        })
    }

    /// The upper and lower edges of cards that may touch an area, row by row from the top, each time with how far down the row reaches; some twice, and
    /// those of hosts with the first.
    pub fn levels_from_top(self, area: Rect) -> impl Iterator<Item = (f64, Levels)> {
        let Axis { from, step, .. } = self.grid.y;
        let columns = self.grid.x.range(area.x, area.right());
        let edges = move |at: usize| (self.grid.cards[at].y, self.grid.cards[at].bottom());
        let mut hosts: Levels = self.hosts(area).map(edges).unzip();
        self.grid.y.range(area.y, area.bottom()).map(move |row| {
            let mut levels = std::mem::take(&mut hosts);
            let cards = self.in_row(row, columns.clone());
            if cards.len() > MAX_SEARCHED_CARDS {
                let [tops, bottoms] = self.grid.levels(row);
                levels.0.extend(tops.all(squares(&columns)));
                levels.1.extend(bottoms.all(squares(&columns)));
            } else {
                levels.extend(cards.map(edges));
            }
            (from + (row + 1) as f64 * step, levels)
        })
    }

    /// The card at whose edge a place is, without the distance around it; hosts are not searched.
    pub fn card_at(self, at: WorldPoint) -> Option<Rect> {
        self.grid.card_at(at).map(|card| self.grid.cards[card].grown(-CLEAR))
    }

    /// Returns true if a card, without the distance around it, covers part of an area.
    pub fn covers(self, area: Rect) -> bool {
        self.near(area).any(|card| card.grown(-CLEAR).overlaps(&area))
    }

    /// Returns true if a horizontal run is free.
    pub fn across(self, y: f64, from: f64, to: f64) -> bool {
        let (left, right) = (from.min(to), from.max(to));
        let meets = |card: &Rect| card.x <= right && left <= card.right() && card.y < y && y < card.bottom();
        let row = *self.grid.y.range(y, y).start();
        let is_met = if self.is_long_row(row, left, right) {
            self.grid.long().by_level.meets(y, left, right)
        } else {
            self.in_row(row, self.grid.x.range(left, right)).any(|at| meets(&self.grid.cards[at]))
        };
        !is_met && !self.hosts(run(y, from, to)).any(|at| meets(&self.grid.cards[at]))
    }

    /// Returns true if there are more cards in the squares of a horizontal run than are searched one by one.
    fn is_long_row(self, row: usize, left: f64, right: f64) -> bool {
        let columns = self.grid.x.range(left, right);
        !columns.is_empty() && self.in_row(row, columns).len() > MAX_SEARCHED_CARDS
    }

    /// Returns true if a vertical run is free.
    pub fn along(self, x: f64, from: f64, to: f64) -> bool {
        let (top, bottom) = (from.min(to), from.max(to));
        let run = Rect { x, y: top, width: 0.0, height: bottom - top };
        let meets = |card: &Rect| card.x < x && x < card.right() && card.y <= bottom && top <= card.bottom();
        if self.is_tall(top, bottom) {
            return !self.grid.long().by_upright.meets(x, top, bottom)
                && !self.hosts(run).any(|at| meets(&self.grid.cards[at]));
        }
        !self.near(run).any(meets)
    }

    /// Returns true if a vertical run is in many squares.
    fn is_tall(self, top: f64, bottom: f64) -> bool {
        let rows = self.grid.y.range(top, bottom);
        rows.end() - rows.start() >= MAX_SEARCHED_ROWS
    }

    /// The first card that a horizontal run to the right hits.
    pub fn first(self, y: f64, from: f64, to: f64) -> Option<&'a Rect> {
        let row = *self.grid.y.range(y, y).start();
        let cards = &self.grid.cards;
        let meets = |at: &usize| {
            let card = &cards[*at];
            card.y < y && y < card.bottom() && card.x < to && from < card.right()
        };
        let order = |one: &usize, other: &usize| {
            let (left, right) = (&cards[*one], &cards[*other]);
            left.x.total_cmp(&right.x).then(left.y.total_cmp(&right.y)).then(one.cmp(other))
        };
        let mut columns = self.grid.x.range(from, to);
        let card = if self.is_long_row(row, from, to) {
            self.grid.long().by_level.first(y, from, to).min_by(order)
        } else {
            // The first square that has one has the first.
            columns.find_map(|column| self.in_row(row, column..=column).filter(meets).min_by(order))
        };
        let host = self.hosts(run(y, from, to)).filter(meets).min_by(order);
        card.into_iter().chain(host).min_by(order).map(|at| &cards[at])
    }

    /// The last card that a horizontal run to the right hits.
    pub fn last(self, y: f64, from: f64, to: f64) -> Option<&'a Rect> {
        let row = *self.grid.y.range(y, y).start();
        let cards = &self.grid.cards;
        let meets = |at: &usize| {
            let card = &cards[*at];
            card.y < y && y < card.bottom() && card.x < to && from < card.right()
        };
        let order = |one: &usize, other: &usize| {
            cards[*one].right().total_cmp(&cards[*other].right()).then(one.cmp(other))
        };
        let mut columns = self.grid.x.range(from, to).rev();
        let card = if self.is_long_row(row, from, to) {
            self.grid.long().by_level.last(y, from, to).max_by(order)
        } else {
            columns.find_map(|column| self.in_row(row, column..=column).filter(meets).max_by(order))
        };
        let host = self.hosts(run(y, from, to)).filter(meets).max_by(order);
        card.into_iter().chain(host).max_by(order).map(|at| &cards[at])
    }

    /// The range, within limits, in which a vertical run can move sideways without hitting a card.
    pub fn corridor(self, x: f64, from: f64, to: f64, low: f64, high: f64) -> (f64, f64) {
        let (low, high) = (low.max(x - 200.0).min(x), high.min(x + 200.0).max(x));
        let (top, bottom) = (from.min(to), from.max(to));
        let area = Rect { x: low, y: top, width: high - low, height: bottom - top };
        let narrowed = |(low, high): (f64, f64), card: &Rect| {
            if card.y >= bottom || top >= card.bottom() {
                return (low, high);
            }
            let low = if card.right() <= x + 1.0 { low.max(card.right().min(x)) } else { low };
            let high = if card.x >= x - 1.0 { high.min(card.x.max(x)) } else { high };
            (low, high)
        };
        if !self.is_tall(top, bottom) {
            return self.near(area).fold((low, high), narrowed);
        }
        let Long { lefts, rights, .. } = self.grid.long();
        let left = rights.beyond(low, x + 1.0, (top, bottom)).next_back().map_or(low, |edge| edge.min(x));
        let right = lefts.before(x - 1.0, high, (top, bottom)).next().map_or(high, |edge| edge.max(x));
        self.hosts(area).map(|at| &self.grid.cards[at]).fold((left, right), narrowed)
    }
}

/// Upper edges, and lower ones.
type Levels = (Vec<f64>, Vec<f64>);

/// A range of squares as an interval that only what has one of them in common overlaps.
fn squares(range: &RangeInclusive<usize>) -> (f64, f64) {
    (*range.start() as f64, (range.end() + 1) as f64)
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
        let grid = ObstacleGrid::new(&(0..count).map(host).collect::<Vec<_>>());
        let entries: usize = grid.hosts.squares.values().map(Vec::len).sum();
        assert!(entries <= 4 * count && grid.members.is_empty(), "{entries}");
        // All are obstacles to a wire that ends in none of them, and none to one that ends in the innermost.
        let all = Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let closed = |ends: &[usize]| grid.with_open(ends).which(all).collect::<BTreeSet<_>>();
        assert_eq!(closed(&[]).len(), count);
        assert_eq!(closed(&[count - 1]), BTreeSet::from([0]), "the innermost is empty");
    }

    proptest! {
        #[test]
        fn the_grid_finds_what_a_search_of_all_finds(
            cards in proptest::collection::vec((-3000.0..3000.0, -3000.0..3000.0), 0..160),
            y in -3200.0..3200.0,
            x in -3200.0..3200.0,
            length in 0.0..3000.0,
            // In one row or one column there are many to a run.
            (across, down) in prop_oneof![Just((1.0, 1.0)), Just((1.0, 0.04)), Just((0.04, 1.0))],
        ) {
            let card = |(x, y): (f64, f64)| Rect { x: across * x, y: down * y, width: 200.0, height: 90.0 };
            let cards: Vec<Rect> = cards.into_iter().map(card).collect();
            let (x, y) = (across * x, down * y);
            let obstacles: Vec<Obstacle> = cards.iter().map(|card| Obstacle::from(*card)).collect();
            let grid = ObstacleGrid::new(&obstacles);
            let ground = grid.with_open(&[]);
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
            let beside = || grown.iter().filter(|card| card.y < to && y < card.bottom());
            let lefts = beside().map(Rect::right).filter(|right| *right <= x + 1.0);
            let rights = beside().map(|card| card.x).filter(|left| *left >= x - 1.0);
            let corridor = (
                lefts.map(|right| right.min(x)).fold(x - 60.0, f64::max),
                rights.map(|left| left.max(x)).fold(x + 60.0, f64::min),
            );
            prop_assert_eq!(ground.corridor(x, y, to, x - 60.0, x + 60.0), corridor);
        }
    }
}
