//! The cards as what wires go round: asks whether a run is free, and what it meets. A grid of squares answers fast. A host is one card to most
//! wires, and open to those that end within. Knows no wires.

use crate::layout::Rect;

/// How near a wire may come to a card.
const CLEAR: f64 = 9.5;
/// The side of a square, where the drawing is not too large for that.
const SQUARE: f64 = 256.0;
const MOST: usize = 256;

/// Something to go round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub rect: Rect,
    /// The host that it is, by number: nothing in the way of what ends within.
    pub host: Option<usize>,
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
    /// Which of them are hosts.
    hosts: Vec<Option<usize>>,
    x: Axis,
    y: Axis,
    /// For each square, row by row, where its cards begin in `members`.
    starts: Vec<usize>,
    members: Vec<usize>,
}

/// What stands there for one wire.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    terrain: &'a Terrain,
    /// The hosts that are open; `None`: all.
    open: Option<&'a [usize]>,
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
    fn range(&self, from: f64, to: f64) -> std::ops::RangeInclusive<usize> {
        let at = |place: f64| (((place - self.from) / self.step).max(0.0) as usize).min(self.count - 1);
        at(from)..=at(to)
    }
}

impl Terrain {
    pub fn new(obstacles: &[Obstacle]) -> Terrain {
        let cards: Vec<Rect> = obstacles.iter().map(|it| it.rect.grown(CLEAR)).collect();
        let hosts = obstacles.iter().map(|it| it.host).collect();
        let all = cards.iter().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
        let (x, y) = (Axis::new(all.x, all.right()), Axis::new(all.y, all.bottom()));
        // First how many a square has, then which.
        let mut starts = vec![0; x.count * y.count + 1];
        let squares = |card: &Rect| {
            let (columns, rows) = (x.range(card.x, card.right()), y.range(card.y, card.bottom()));
            let across = x.count;
            rows.flat_map(move |row| columns.clone().map(move |column| row * across + column))
        };
        for card in &cards {
            squares(card).for_each(|square| starts[square + 1] += 1);
        }
        for square in 1..starts.len() {
            starts[square] += starts[square - 1];
        }
        let mut next = starts.clone();
        let mut members = vec![0; starts.last().copied().unwrap_or_default()];
        for (at, card) in cards.iter().enumerate() {
            for square in squares(card) {
                members[next[square]] = at;
                next[square] += 1;
            }
        }
        Terrain { cards, hosts, x, y, starts, members }
    }

    /// For a wire that ends within these hosts.
    pub fn with_open<'a>(&'a self, hosts: &'a [usize]) -> Ground<'a> {
        Ground { terrain: self, open: Some(hosts) }
    }

    /// Whatever runs within hosts.
    pub fn all_open(&self) -> Ground<'_> {
        Ground { terrain: self, open: None }
    }
}

impl<'a> Ground<'a> {
    /// Cards that may touch an area; some twice.
    pub fn near(self, area: Rect) -> impl Iterator<Item = &'a Rect> {
        let columns = self.terrain.x.range(area.x, area.right());
        let rows = self.terrain.y.range(area.y, area.bottom());
        rows.flat_map(move |row| self.in_row(row, columns.clone()))
    }

    fn in_row(self, row: usize, columns: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = &'a Rect> {
        let Ground { terrain, open } = self;
        // Neighbouring squares of a row are neighbours in `members` too.
        let (first, last) = (row * terrain.x.count + columns.start(), row * terrain.x.count + columns.end());
        let closed = move |at: &&usize| match (terrain.hosts[**at], open) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(host), Some(open)) => !open.contains(&host),
        };
        let members = &terrain.members[terrain.starts[first]..terrain.starts[last + 1]];
        members.iter().filter(closed).map(|at| &terrain.cards[*at])
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
        let meets = |card: &&Rect| card.y < y && y < card.bottom() && card.x < to && from < card.right();
        let mut columns = self.terrain.x.range(from, to);
        // The first square that has one has the first.
        columns.find_map(|column| {
            self.in_row(row, column..=column)
                .filter(meets)
                .min_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)))
        })
    }

    /// The last card that a level run to the right meets.
    pub fn last(self, y: f64, from: f64, to: f64) -> Option<&'a Rect> {
        let row = *self.terrain.y.range(y, y).start();
        let meets = |card: &&Rect| card.y < y && y < card.bottom() && card.x < to && from < card.right();
        let mut columns = self.terrain.x.range(from, to).rev();
        columns.find_map(|column| {
            self.in_row(row, column..=column)
                .filter(meets)
                .max_by(|one, other| one.right().total_cmp(&other.right()))
        })
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
