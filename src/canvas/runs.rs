//! Runs: the straight parts of routed paths, by their places, to find those that another path would coincide with.

use super::viewport::World;
use limn_layout::Rect;
use rustc_hash::FxHashMap;

/// What a path connects: paths with an end in common branch, and can share runs.
pub(super) type Ends = [usize; 2];

/// A straight part of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub is_level: bool,
    /// Its y if it is level, else its x.
    pub at: f64,
    /// Where it begins and ends on the other axis, in ascending order.
    pub from: f64,
    pub to: f64,
    pub ends: Ends,
    /// The number of its path; `None` for the place in front of a port, which stays free.
    pub path: Option<usize>,
}

impl Run {
    /// Whether it belongs to a path that has an end in common with these.
    pub fn is_related(&self, ends: Ends) -> bool {
        self.ends.iter().any(|end| ends.contains(end))
    }

    /// Whether another one on the same axis is less than `apart` away from it. Related ones can be at the same place.
    pub fn coincides(&self, other: &Run, apart: f64) -> bool {
        self.is_level == other.is_level
            && (self.at - other.at).abs() < apart
            && self.from - apart < other.to
            && other.from - apart < self.to
            && !(self.at == other.at && self.is_related(other.ends))
    }
}

/// The runs of a path.
pub(super) fn runs_of(way: &[World], ends: Ends, path: Option<usize>) -> impl Iterator<Item = Run> {
    way.windows(2).filter(|pair| pair[0] != pair[1]).map(move |pair| {
        let (one, other) = (pair[0], pair[1]);
        let is_level = one.y == other.y;
        let (at, from, to) = if is_level { (one.y, one.x, other.x) } else { (one.x, one.y, other.y) };
        Run { is_level, at, from: from.min(to), to: from.max(to), ends, path }
    })
}

/// The runs of all paths.
pub(super) struct Runs {
    all: Vec<Run>,
    /// Whether each is still there.
    there: Vec<bool>,
    /// Indices into `all`, by axis and square.
    squares: FxHashMap<(bool, i64, i64), Vec<usize>>,
    /// The length of a square along its runs.
    length: f64,
}

/// The width of a square across its runs.
const STRIP: f64 = 16.0;
/// The length of a square, and the largest number of them along a run.
const LENGTH: f64 = 512.0;
const MOST: f64 = 256.0;

impl Runs {
    /// `extent`: the length of the longest run to expect.
    pub fn new(extent: f64) -> Runs {
        Runs {
            all: Vec::new(),
            there: Vec::new(),
            squares: FxHashMap::default(),
            length: LENGTH.max(extent / MOST),
        }
    }

    pub fn add(&mut self, run: Run) {
        let number = self.all.len();
        for square in self.places(&run, 0.0) {
            self.squares.entry(square).or_default().push(number);
        }
        self.all.push(run);
        self.there.push(true);
    }

    /// Removes the runs of a path.
    pub fn remove(&mut self, path: usize) {
        for (run, there) in self.all.iter().zip(&mut self.there) {
            *there &= run.path != Some(path);
        }
    }

    fn places(&self, run: &Run, apart: f64) -> impl Iterator<Item = (bool, i64, i64)> + use<> {
        let strip = |at: f64| (at / STRIP).floor() as i64;
        let piece = |at: f64| (at / self.length).floor() as i64;
        let (strips, pieces) =
            (strip(run.at - apart)..=strip(run.at + apart), piece(run.from - apart)..=piece(run.to + apart));
        let is_level = run.is_level;
        strips.flat_map(move |strip| pieces.clone().map(move |piece| (is_level, strip, piece)))
    }

    /// The runs that a run coincides with.
    pub fn met(&self, run: &Run, apart: f64) -> impl Iterator<Item = &Run> {
        let found = self.places(run, apart).filter_map(|square| self.squares.get(&square)).flatten();
        let found = found.filter(|at| self.there[**at]).map(|at| &self.all[*at]);
        found.filter(move |other| other.coincides(run, apart))
    }

    /// The runs in an area.
    pub fn within(&self, area: Rect) -> impl Iterator<Item = &Run> {
        let is_within = move |run: &Run| {
            let (low, high, top, bottom) = if run.is_level {
                (run.from, run.to, run.at, run.at)
            } else {
                (run.at, run.at, run.from, run.to)
            };
            low <= area.right() && area.x <= high && top <= area.bottom() && area.y <= bottom
        };
        let all = self.all.iter().zip(&self.there);
        all.filter(move |(run, there)| **there && is_within(run)).map(|(run, _)| run)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn runs() -> impl Strategy<Value = Vec<Run>> {
        let run = (any::<bool>(), 0_u16..90, 0_u16..1500, 0_u16..1500, 0_usize..4, 0_usize..4);
        let run = run.prop_map(|(is_level, at, from, to, one, other)| Run {
            is_level,
            at: f64::from(at),
            from: from.min(to).into(),
            to: from.max(to).into(),
            ends: [one, 4 + other],
            path: Some(one),
        });
        proptest::collection::vec(run, 1..40)
    }

    #[test]
    fn a_path_is_its_runs() {
        let way = [(0.0, 5.0), (10.0, 5.0), (10.0, 5.0), (10.0, -20.0)].map(|(x, y)| World::new(x, y));
        let runs: Vec<_> =
            runs_of(&way, [1, 2], None).map(|run| (run.is_level, run.at, run.from, run.to)).collect();
        assert_eq!(runs, [(true, 5.0, 0.0, 10.0), (false, 10.0, -20.0, 5.0)]);
    }

    proptest! {
        #[test]
        fn what_is_met_is_what_a_search_of_all_finds(all in runs(), extent in prop_oneof![Just(0.0), Just(1e6)]) {
            let mut index = Runs::new(extent);
            let (run, others) = all.split_first().expect("one at least");
            for other in others {
                index.add(*other);
            }
            index.remove(3);
            let met = others.iter().any(|other| other.path != Some(3) && other.coincides(run, 4.0));
            prop_assert_eq!(index.met(run, 4.0).next().is_some(), met);
        }
    }
}
