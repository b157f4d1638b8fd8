//! Runs: the straight parts of routed paths, by their places, to find those that another path would coincide with. Many paths can share a place, as the
//! wires of one port do: they are one bundle there, and most questions are answered for a bundle as a whole.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::viewport::WorldPoint;
use limn_layout::Rect;
use rustc_hash::FxHashMap;

/// Elements that a path connects: paths with an end in common branch, and can share runs.
pub(super) type Ends = [usize; 2];

/// A straight part of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub is_level: bool,
    /// Its y if it is level, else its x.
    pub at: f64,
    /// Its begin and end on the other axis, in ascending order.
    pub from: f64,
    pub to: f64,
    pub ends: Ends,
    /// The number of its path; `None` for the place in front of a port, and for a path that the user has placed: both stay free.
    pub path: Option<usize>,
}

impl Run {
    /// Returns true if it belongs to a path that has an end in common with these.
    pub fn is_related(&self, ends: Ends) -> bool {
        self.ends.iter().any(|end| ends.contains(end))
    }

    /// Returns true if another one on the same axis is less than `apart` away from it. Related ones can be at the same place.
    pub fn coincides(&self, other: &Run, apart: f64) -> bool {
        self.is_level == other.is_level
            && (self.at - other.at).abs() < apart
            && self.from - apart < other.to
            && other.from - apart < self.to
            && !(self.at == other.at && self.is_related(other.ends))
    }
}

/// The runs of a path.
pub(super) fn runs_of(way: &[WorldPoint], ends: Ends, path: Option<usize>) -> impl Iterator<Item = Run> {
    way.windows(2).filter(|pair| pair[0] != pair[1]).map(move |pair| {
        let (one, other) = (pair[0], pair[1]);
        let is_level = one.y == other.y;
        let (at, from, to) = if is_level { (one.y, one.x, other.x) } else { (one.x, one.y, other.y) };
        Run { is_level, at: at + 0.0, from: from.min(to), to: from.max(to), ends, path }
    })
}

/// The runs of all paths.
pub(super) struct Runs {
    all: Vec<Run>,
    /// The numbers of the runs of each path.
    of_path: FxHashMap<usize, Vec<usize>>,
    /// Number of paths of each end.
    degrees: FxHashMap<usize, usize>,
    squares: FxHashMap<Square, BTreeMap<RunPosition, Vec<Bundle>>>,
    /// The number of sizes of squares.
    sizes: u32,
    /// The length of the smallest squares.
    length: f64,
    /// The number of runs up to which a bundle has no counts.
    few: usize,
}

/// A stretch of one axis, for the runs of about its length along this axis: so each run is in few squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Square {
    is_level: bool,
    /// The length, in doublings of the smallest.
    size: u32,
    number: i64,
}

/// A place across runs.
#[derive(Clone, Copy, PartialEq)]
struct RunPosition(f64);

impl Eq for RunPosition {}

impl Ord for RunPosition {
    fn cmp(&self, other: &RunPosition) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for RunPosition {
    fn partial_cmp(&self, other: &RunPosition) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The runs at one place and in one square that have an end in common.
struct Bundle {
    end: usize,
    /// True if they are runs of paths that can make way.
    is_path: bool,
    /// Indices into `Runs::all`, ascending.
    members: Vec<usize>,
    /// Once there are many.
    many: Option<Box<Many>>,
}

/// Counts of a large bundle, so that its runs are not visited one by one.
#[derive(Default)]
struct Many {
    /// Number of runs that begin before the square.
    before: usize,
    /// Begins of the others, sorted.
    froms: Vec<f64>,
    /// Ends of those that end in the square, sorted.
    tos: Vec<f64>,
    /// The other end of each, and its index in `Runs::all`, sorted.
    others: Vec<(usize, usize)>,
}

/// See [`Runs::few`].
const FEW: usize = 12;
/// The length of the smallest squares, and the largest number of them along a run.
const LENGTH: f64 = 512.0;
const MOST: f64 = 256.0;

impl Runs {
    /// Without counts.
    #[cfg(test)]
    pub fn one_by_one(extent: f64) -> Runs {
        Runs { few: usize::MAX, ..Runs::new(extent, std::iter::empty()) }
    }

    /// `extent`: the length of the longest run to expect; `ends`: those of all paths.
    pub fn new(extent: f64, ends: impl Iterator<Item = Ends>) -> Runs {
        let mut degrees = FxHashMap::default();
        for end in ends.flatten() {
            *degrees.entry(end).or_default() += 1;
        }
        Runs {
            all: Vec::new(),
            of_path: FxHashMap::default(),
            degrees,
            squares: FxHashMap::default(),
            sizes: 0,
            length: LENGTH.max(extent / MOST),
            few: FEW,
        }
    }

    pub fn add(&mut self, run: Run) {
        let number = self.all.len();
        self.all.push(run);
        if let Some(path) = run.path {
            self.of_path.entry(path).or_default().push(number);
        }
        self.sizes = self.sizes.max(self.size(&run) + 1);
        let end = self.common_end(run.ends);
        for square in self.squares_of(&run) {
            let lines = self.squares.entry(square).or_default();
            let bundles = lines.entry(RunPosition(run.at)).or_default();
            let is_path = run.path.is_some();
            let found = bundles.iter().position(|bundle| bundle.end == end && bundle.is_path == is_path);
            let at = found.unwrap_or_else(|| {
                bundles.push(Bundle { end, is_path, members: Vec::with_capacity(1), many: None });
                bundles.len() - 1
            });
            let bundle = &mut bundles[at];
            bundle.members.push(number);
            let begins = |run: &Run| piece(run.from, self.length, square.size) == square.number;
            let ends = |run: &Run| piece(run.to, self.length, square.size) == square.number;
            match &mut bundle.many {
                Some(many) => many.add((number, &run), end, (begins(&run), ends(&run))),
                None if bundle.members.len() > self.few => {
                    let mut many = Many::default();
                    for (number, run) in bundle.members.iter().map(|member| (*member, &self.all[*member])) {
                        many.add((number, run), end, (begins(run), ends(run)));
                    }
                    bundle.many = Some(Box::new(many));
                }
                None => {}
            }
        }
    }

    /// Removes the runs of a path.
    pub fn remove(&mut self, path: usize) {
        for number in self.of_path.remove(&path).unwrap_or_default() {
            let run = self.all[number];
            let end = self.common_end(run.ends);
            for square in self.squares_of(&run) {
                let Some(lines) = self.squares.get_mut(&square) else { continue };
                let Some(bundles) = lines.get_mut(&RunPosition(run.at)) else { continue };
                let Some(at) = bundles.iter().position(|bundle| bundle.end == end && bundle.is_path) else {
                    continue;
                };
                let bundle = &mut bundles[at];
                if let Ok(member) = bundle.members.binary_search(&number) {
                    bundle.members.remove(member);
                    if let Some(many) = &mut bundle.many {
                        let begins = piece(run.from, self.length, square.size) == square.number;
                        let ends = piece(run.to, self.length, square.size) == square.number;
                        many.remove((number, &run), end, (begins, ends));
                    }
                }
                if bundle.members.is_empty() {
                    bundles.swap_remove(at);
                }
                if bundles.is_empty() {
                    lines.remove(&RunPosition(run.at));
                }
            }
        }
    }

    /// The end by which a run is bundled: the one that more paths have.
    fn common_end(&self, ends: Ends) -> usize {
        let degree = |end: &usize| self.degrees.get(end).copied().unwrap_or_default();
        if degree(&ends[1]) > degree(&ends[0]) { ends[1] } else { ends[0] }
    }

    /// The size of the squares of a run: it is in two of them at most.
    fn size(&self, run: &Run) -> u32 {
        ((run.to - run.from) / self.length).max(1.0).log2().ceil() as u32
    }

    fn squares_of(&self, run: &Run) -> impl Iterator<Item = Square> + use<> {
        let (is_level, size) = (run.is_level, self.size(run));
        let numbers = piece(run.from, self.length, size)..=piece(run.to, self.length, size);
        numbers.map(move |number| Square { is_level, size, number })
    }

    /// The bundles on an axis that may be in these intervals across and along it.
    fn near(&self, is_level: bool, across: (f64, f64), along: (f64, f64)) -> impl Iterator<Item = Group<'_>> {
        let squares = (0..self.sizes).flat_map(move |size| {
            let (first, last) = (piece(along.0, self.length, size), piece(along.1, self.length, size));
            (first..=last).map(move |number| (Square { is_level, size, number }, number == first))
        });
        squares
            .filter_map(|(square, is_first)| Some((square, self.squares.get(&square)?, is_first)))
            .flat_map(move |(square, lines, is_first)| {
                let lines = lines.range(RunPosition(across.0)..=RunPosition(across.1));
                lines.flat_map(move |(at, bundles)| {
                    let group = move |bundle| Group { at: at.0, along, square, bundle, is_first, runs: self };
                    bundles.iter().map(group)
                })
            })
    }

    /// The bundles beside a run; not those at its place of which all are related.
    fn beside(&self, run: &Run, apart: f64) -> impl Iterator<Item = (f64, &Bundle)> {
        let (across, along) = ((run.at - apart, run.at + apart), (run.from - apart, run.to + apart));
        let (at, ends) = (run.at, run.ends);
        let near = self.near(run.is_level, across, along).map(|group| (group.at, group.bundle));
        near.filter(move |(place, bundle)| *place != at || !ends.contains(&bundle.end))
    }

    /// Returns true if a run coincides with another.
    pub fn is_met(&self, run: &Run, apart: f64) -> bool {
        self.beside(run, apart).any(|(at, bundle)| {
            if (at - run.at).abs() >= apart {
                return false;
            }
            if let Some(many) = &bundle.many {
                let begun = many.before + many.froms.partition_point(|from| from - apart < run.to);
                let ended = many.tos.partition_point(|to| run.from - apart >= *to);
                // Related ones can be at the same place.
                let joined = many.related(run.ends).map(|member| &self.all[member]).filter(|other| {
                    at == run.at && other.from - apart < run.to && run.from - apart < other.to
                });
                return begun - ended > joined.count();
            }
            bundle.members.iter().any(|member| self.all[*member].coincides(run, apart))
        })
    }

    /// The runs that a run coincides with; some twice.
    pub fn met(&self, run: &Run, apart: f64) -> impl Iterator<Item = &Run> {
        let members = self.beside(run, apart).flat_map(|(_, bundle)| &bundle.members);
        members.map(|member| &self.all[*member]).filter(move |other| other.coincides(run, apart))
    }

    /// The runs in an area, and some beside it, by what they have in common.
    pub fn within(&self, area: Rect) -> impl Iterator<Item = Group<'_>> {
        let (x, y) = ((area.x, area.right()), (area.y, area.bottom()));
        [(true, y, x), (false, x, y)]
            .into_iter()
            .flat_map(move |(is_level, across, along)| self.near(is_level, across, along))
    }
}

impl Many {
    fn add(&mut self, (number, run): (usize, &Run), end: usize, (begins, ends): (bool, bool)) {
        fn insert(all: &mut Vec<f64>, at: f64) {
            all.insert(all.partition_point(|other| *other < at), at);
        }
        if begins {
            insert(&mut self.froms, run.from);
        } else {
            self.before += 1;
        }
        if ends {
            insert(&mut self.tos, run.to);
        }
        let other = (other_end(run.ends, end), number);
        self.others.insert(self.others.partition_point(|entry| *entry < other), other);
    }

    fn remove(&mut self, (number, run): (usize, &Run), end: usize, (begins, ends): (bool, bool)) {
        fn remove(all: &mut Vec<f64>, at: f64) {
            all.remove(all.partition_point(|other| *other < at));
        }
        if begins {
            remove(&mut self.froms, run.from);
        } else {
            self.before -= 1;
        }
        if ends {
            remove(&mut self.tos, run.to);
        }
        if let Ok(at) = self.others.binary_search(&(other_end(run.ends, end), number)) {
            self.others.remove(at);
        }
    }

    /// The indices of those that have one of these for their other end.
    fn related(&self, [one, other]: Ends) -> impl Iterator<Item = usize> {
        let second = (other != one).then_some(other);
        std::iter::once(one).chain(second).flat_map(|end| {
            let first = self.others.partition_point(|entry| entry.0 < end);
            self.others[first..].iter().take_while(move |entry| entry.0 == end).map(|entry| entry.1)
        })
    }
}

fn other_end(ends: Ends, end: usize) -> usize {
    if ends[0] == end { ends[1] } else { ends[0] }
}

/// The number of the square of a size that a place is in.
fn piece(at: f64, length: f64, size: u32) -> i64 {
    (at / (length * f64::from(1_u32 << size.min(31)))).floor() as i64
}

/// A bundle in one of the squares of an area.
pub(super) struct Group<'a> {
    pub at: f64,
    /// The area, along the runs.
    along: (f64, f64),
    square: Square,
    /// True if no other square of the area has the runs that begin before this one.
    is_first: bool,
    bundle: &'a Bundle,
    runs: &'a Runs,
}

impl<'a> Group<'a> {
    pub fn is_level(&self) -> bool {
        self.square.is_level
    }

    pub fn is_path(&self) -> bool {
        self.bundle.is_path
    }

    fn all(&self) -> impl Iterator<Item = &'a Run> + use<'a> {
        let all = &self.runs.all;
        self.bundle.members.iter().map(|member| &all[*member])
    }

    /// Returns true if one that reaches into the area is related to a path with these ends.
    pub fn has_related(&self, ends: Ends) -> bool {
        let (from, to) = self.along;
        if let Some(many) = &self.bundle.many {
            if ends.contains(&self.bundle.end) {
                let begun = many.before + many.froms.partition_point(|start| *start <= to);
                return begun > many.tos.partition_point(|end| *end < from);
            }
            return many.related(ends).any(|member| {
                let run = &self.runs.all[member];
                run.from <= to && from <= run.to
            });
        }
        self.all().any(|run| run.from <= to && from <= run.to && run.is_related(ends))
    }

    /// The runs.
    pub fn runs(&self) -> impl Iterator<Item = Piece<'a>> + use<'a> {
        let piece = self.piece();
        self.all().map(piece)
    }

    /// The counts of a large bundle, for a path with these ends, and the runs that are related to it although not all are.
    pub fn many(&self, ends: Ends) -> Option<(Counts<'a>, impl Iterator<Item = Piece<'a>> + use<'a>)> {
        let many = self.bundle.many.as_deref()?;
        let is_related = ends.contains(&self.bundle.end);
        let before = if self.is_first { many.before } else { 0 };
        let counts = Counts { is_related, before, froms: &many.froms, tos: &many.tos };
        let related = (!is_related).then(|| many.related(ends)).into_iter().flatten();
        let (all, piece) = (&self.runs.all, self.piece());
        Some((counts, related.map(move |member| piece(&all[member]))))
    }

    fn piece(&self) -> impl Fn(&'a Run) -> Piece<'a> + use<'a> {
        let (is_first, Square { size, number, .. }, length) = (self.is_first, self.square, self.runs.length);
        move |run| {
            let begins = is_first || piece(run.from, length, size) == number;
            (run, begins, piece(run.to, length, size) == number)
        }
    }
}

/// A run, with whether its beginning and its end count in a square of an area: other squares can have either.
type Piece<'a> = (&'a Run, bool, bool);

/// Begins and ends of the runs of a large bundle in a square.
pub(super) struct Counts<'a> {
    /// True if all are related.
    pub is_related: bool,
    /// Number of runs that begin before the square; none if another square of the area has them.
    pub before: usize,
    /// Sorted.
    pub froms: &'a [f64],
    pub tos: &'a [f64],
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
        proptest::collection::vec(run, 1..80)
    }

    /// Few places and one common end: large bundles.
    fn fans() -> impl Strategy<Value = Vec<Run>> {
        runs().prop_map(|all| {
            let path = |(at, run): (usize, Run)| {
                let end = if at % 5 == 0 { run.ends[1] } else { 9 };
                Run { at: (run.at / 30.0).floor(), ends: [run.ends[0], end], path: Some(at % 9), ..run }
            };
            all.into_iter().enumerate().map(path).collect()
        })
    }

    fn index(runs: &[Run], extent: f64) -> Runs {
        let mut index = Runs::new(extent, runs.iter().map(|run| run.ends));
        for run in runs {
            index.add(*run);
        }
        index.remove(3);
        index
    }

    #[test]
    fn a_fan_is_one_bundle_to_a_square() {
        let run = |at: usize| Run {
            is_level: false,
            at: 0.0,
            from: 0.0,
            to: 50.0 * at as f64 + 10.0,
            ends: [0, 1 + at],
            path: Some(at),
        };
        let runs: Vec<Run> = (0..2_000).map(run).collect();
        let index = Runs { sizes: 20, ..index(&runs, 0.0) };
        let bundles = index.squares.values().flat_map(BTreeMap::values).map(Vec::len).sum::<usize>();
        assert!(bundles < 20, "{bundles}");
        let entries = index.squares.values().flat_map(BTreeMap::values).flatten();
        assert!(entries.map(|bundle| bundle.members.len()).sum::<usize>() <= 2 * runs.len());
    }

    #[test]
    fn a_path_is_its_runs() {
        let way = [(0.0, 5.0), (10.0, 5.0), (10.0, 5.0), (10.0, -20.0)].map(|(x, y)| WorldPoint::new(x, y));
        let runs: Vec<_> =
            runs_of(&way, [1, 2], None).map(|run| (run.is_level, run.at, run.from, run.to)).collect();
        assert_eq!(runs, [(true, 5.0, 0.0, 10.0), (false, 10.0, -20.0, 5.0)]);
    }

    proptest! {
        #[test]
        fn what_is_met_is_what_a_search_of_all_finds(
            all in prop_oneof![runs(), fans()],
            extent in prop_oneof![Just(0.0), Just(1e6)],
        ) {
            let (run, others) = all.split_first().expect("one at least");
            let index = index(others, extent);
            let others = others.iter().filter(|other| other.path != Some(3));
            let mut expected: Vec<Option<usize>> =
                others.filter(|other| other.coincides(run, 4.0)).map(|other| other.path).collect();
            prop_assert_eq!(index.is_met(run, 4.0), !expected.is_empty());
            let mut met: Vec<Option<usize>> = index.met(run, 4.0).map(|other| other.path).collect();
            for paths in [&mut expected, &mut met] {
                paths.sort_unstable();
                paths.dedup();
            }
            prop_assert_eq!(met, expected);
        }

        #[test]
        fn what_is_within_an_area_is_what_a_search_of_all_finds(
            all in prop_oneof![runs(), fans()],
            (x, y) in (-50.0..1500.0, -50.0..1500.0),
            (width, height) in (0.0..1500.0, 0.0..1500.0),
        ) {
            let (run, others) = all.split_first().expect("one at least");
            let area = Rect { x, y, width, height };
            let index = index(others, 0.0);
            let is_within = |run: &&Run| {
                let (across, along) = ((area.y, area.bottom()), (area.x, area.right()));
                let (across, along) = if run.is_level { (across, along) } else { (along, across) };
                (across.0..=across.1).contains(&run.at) && run.from <= along.1 && along.0 <= run.to
            };
            let key = |run: &Run| (run.is_level, run.at as i64, run.from as i64, run.to as i64, run.ends);
            let found = others.iter().filter(|other| other.path != Some(3)).filter(is_within);
            let mut expected: Vec<_> = found.clone().map(key).collect();
            let mut within: Vec<_> =
                index.within(area).flat_map(|group| {
                let begin = group.runs().filter(|(_, begins, _)| *begins).map(|(run, _, _)| run);
                begin.filter(is_within).map(key).collect::<Vec<_>>()
            }).collect();
            expected.sort_unstable();
            within.sort_unstable();
            prop_assert_eq!(within, expected);
            let mut related: Vec<_> =
                found.filter(|other| other.is_related(run.ends)).map(|other| (other.is_level, other.at as i64)).collect();
            let groups = index.within(area).filter(|group| group.has_related(run.ends));
            let mut groups: Vec<_> = groups.map(|group| (group.is_level(), group.at as i64)).collect();
            for places in [&mut related, &mut groups] {
                places.sort_unstable();
                places.dedup();
            }
            prop_assert_eq!(groups, related);
        }
    }
}
