//! Indexes of rectangles for horizontal and vertical lines: which rectangles a line meets, and which edges lie beside it. Each query takes logarithmic
//! time, regardless of how many rectangles are along the line. Independent of hosts and wires.

use limn_layout::Rect;

/// An interval on one axis.
type Span = (f64, f64);

pub(super) fn across(rect: &Rect) -> Span {
    (rect.x, rect.right())
}

pub(super) fn upright(rect: &Rect) -> Span {
    (rect.y, rect.bottom())
}

/// Rectangles by what a line crosses: a segment tree of the spans on the axis perpendicular to the line.
pub(super) struct Crossed {
    /// Begins and ends of spans, sorted, each once. Every cut and every gap between two cuts is a leaf.
    cuts: Vec<f64>,
    /// For each node of the tree where its entries begin; the root is 1, the leaves come last.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

/// A rectangle in a node. The entries of a node are in the order in which a line passes their beginnings.
#[derive(Clone, Copy)]
struct Entry {
    /// Along the line.
    span: Span,
    number: usize,
    /// The one that ends last among the entries so far.
    last: (f64, usize),
}

impl Crossed {
    /// `normal`: the axis perpendicular to the line; `runs`: the one along it.
    pub fn new(rects: &[(usize, Rect)], normal: fn(&Rect) -> Span, runs: fn(&Rect) -> Span) -> Crossed {
        let mut cuts: Vec<f64> =
            rects.iter().map(|(_, rect)| normal(rect)).flat_map(|(from, to)| [from, to]).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut order: Vec<&(usize, Rect)> = rects.iter().collect();
        order.sort_by(|(one, left), (other, right)| {
            let (left, right) = ((runs(left).0, normal(left).0), (runs(right).0, normal(right).0));
            left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)).then(one.cmp(other))
        });
        let crossed = Crossed { cuts, starts: Vec::new(), entries: Vec::new() };
        let leaves = crossed.leaves();
        let mut starts = vec![0; 2 * leaves + 1];
        for (_, rect) in &order {
            crossed.cover(normal(rect), |node| starts[node + 1] += 1);
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let none = Entry { span: (0.0, 0.0), number: 0, last: (f64::NEG_INFINITY, 0) };
        let mut entries = vec![none; starts[2 * leaves] as usize];
        let mut next = starts.clone();
        for (number, rect) in order {
            let (number, span) = (*number, runs(rect));
            crossed.cover(normal(rect), |node| {
                let at = next[node] as usize;
                let before = if at > starts[node] as usize { entries[at - 1].last } else { none.last };
                let is_last = before.0.total_cmp(&span.1).then(before.1.cmp(&number)).is_lt();
                let last = if is_last { (span.1, number) } else { before };
                entries[at] = Entry { span, number, last };
                next[node] += 1;
            });
        }
        Crossed { starts, entries, ..crossed }
    }

    /// Returns true if a line at `at` meets a rectangle from one place to another or touches it there; beside `at` touching is not enough.
    pub fn meets(&self, at: f64, from: f64, to: f64) -> bool {
        self.nodes(at).any(|entries| {
            let begun = entries.partition_point(|entry| entry.span.0 <= to);
            begun > 0 && entries[begun - 1].last.0 >= from
        })
    }

    /// The rectangles of which one is the first that a line at `at` meets from one place to another.
    pub fn first(&self, at: f64, from: f64, to: f64) -> impl Iterator<Item = usize> {
        self.nodes(at).filter_map(move |entries| {
            let entry = entries.get(entries.partition_point(|entry| entry.last.0 <= from))?;
            (entry.span.0 < to).then_some(entry.number)
        })
    }

    /// The rectangles of which one is the last that a line at `at` meets from one place to another.
    pub fn last(&self, at: f64, from: f64, to: f64) -> impl Iterator<Item = usize> {
        self.nodes(at).filter_map(move |entries| {
            let begun = entries.partition_point(|entry| entry.span.0 < to);
            let (end, number) = entries[..begun].last()?.last;
            (end > from).then_some(number)
        })
    }

    fn leaves(&self) -> usize {
        2 * self.cuts.len() + 1
    }

    /// The nodes that a line at `at` crosses: those above its leaf. Where spans begin and end is not within them.
    fn nodes(&self, at: f64) -> impl Iterator<Item = &[Entry]> {
        let before = self.cuts.partition_point(|cut| *cut < at);
        let leaf = 2 * before + usize::from(self.cuts.get(before) == Some(&at));
        let nodes = std::iter::successors(Some(self.leaves() + leaf), |node| Some(node / 2));
        nodes.take_while(|node| *node > 0).map(|node| {
            let (start, end) = (self.starts[node] as usize, self.starts[node + 1] as usize);
            &self.entries[start..end]
        })
    }

    /// The nodes that make up what is between the ends of a span.
    fn cover(&self, (from, to): Span, mut node: impl FnMut(usize)) {
        let cut = |at: f64| self.cuts.partition_point(|cut| *cut < at);
        let (mut left, mut right) = (self.leaves() + 2 * cut(from) + 2, self.leaves() + 2 * cut(to) + 1);
        while left < right {
            if left % 2 == 1 {
                node(left);
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                node(right);
            }
            (left, right) = (left / 2, right / 2);
        }
    }
}

/// Edges of rectangles, by their places.
pub(super) struct Edges {
    /// Sorted by place, each place once: where its entries begin.
    places: Vec<(f64, usize)>,
    /// Of the rectangles with an edge there: where each begins, sorted, and the farthest end so far.
    entries: Vec<Span>,
}

impl Edges {
    /// From the place of each edge, and where it reaches from and to along itself.
    pub fn new(edges: impl Iterator<Item = (f64, Span)>) -> Edges {
        let mut order: Vec<(f64, Span)> = edges.collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.0.total_cmp(&other.1.0)));
        let mut edges = Edges { places: Vec::new(), entries: Vec::with_capacity(order.len()) };
        for (place, (from, to)) in order {
            let farthest = match edges.places.last() {
                Some((last, _)) if *last == place => edges.entries.last().map_or(to, |last| last.1.max(to)),
                _ => {
                    edges.places.push((place, edges.entries.len()));
                    to
                }
            };
            edges.entries.push((from, farthest));
        }
        edges
    }

    /// The places, each once and in order, of edges that a run along them passes.
    pub fn all(&self, run: Span) -> impl DoubleEndedIterator<Item = f64> {
        self.passed(0..self.places.len(), run)
    }

    /// The places beyond `low` up to `high`.
    pub fn beyond(&self, low: f64, high: f64, run: Span) -> impl DoubleEndedIterator<Item = f64> {
        let from = self.places.partition_point(|(place, _)| *place <= low);
        let to = self.places.partition_point(|(place, _)| *place <= high);
        self.passed(from..to.max(from), run)
    }

    /// The places from `low` on and before `high`.
    pub fn before(&self, low: f64, high: f64, run: Span) -> impl DoubleEndedIterator<Item = f64> {
        let from = self.places.partition_point(|(place, _)| *place < low);
        let to = self.places.partition_point(|(place, _)| *place < high);
        self.passed(from..to.max(from), run)
    }

    fn passed(
        &self,
        places: std::ops::Range<usize>,
        (top, bottom): Span,
    ) -> impl DoubleEndedIterator<Item = f64> {
        places.filter_map(move |at| {
            let (place, start) = self.places[at];
            let end = self.places.get(at + 1).map_or(self.entries.len(), |next| next.1);
            let entries = &self.entries[start..end];
            let begun = entries.partition_point(|(from, _)| *from < bottom);
            (begun > 0 && entries[begun - 1].1 > top).then_some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rectangles that often share edges, some of them empty.
    fn rects() -> impl Strategy<Value = Vec<(usize, Rect)>> {
        let side = || (0_u8..12, 0_u8..6);
        proptest::collection::vec((side(), side()), 0..24).prop_map(|all| {
            let rect = |((x, width), (y, height)): ((u8, u8), (u8, u8))| Rect {
                x: x.into(),
                y: y.into(),
                width: width.into(),
                height: height.into(),
            };
            all.into_iter().map(rect).enumerate().map(|(at, rect)| (2 * at, rect)).collect()
        })
    }

    #[test]
    fn each_of_many_in_a_row_is_in_few_nodes() {
        let count = 4_000;
        let row: Vec<(usize, Rect)> = (0..count)
            .map(|at| (at, Rect { x: 100.0 * at as f64, y: 0.0, width: 90.0, height: 50.0 }))
            .collect();
        // Perpendicular to the row, all of them are alike; along it, none meets its neighbor.
        assert_eq!(Crossed::new(&row, upright, across).entries.len(), count);
        assert_eq!(Crossed::new(&row, across, upright).entries.len(), count);
        // Each is within all before it.
        let nested: Vec<(usize, Rect)> = (0..count)
            .map(|at| (at, Rect { x: at as f64, y: 0.0, width: 2.0 * (count - at) as f64, height: 9.0 }))
            .collect();
        let entries = Crossed::new(&nested, across, upright).entries.len();
        assert!(entries <= count * 2 * 14, "{entries}");
    }

    proptest! {
        #[test]
        fn lines_meet_what_a_search_of_all_meets(
            rects in rects(),
            at in 0_u8..36,
            from in 0_u8..18,
            length in 0_u8..12,
        ) {
            let crossed = Crossed::new(&rects, upright, across);
            let (y, from, to) = (f64::from(at) / 2.0, f64::from(from), f64::from(from + length));
            let level = |rect: &Rect| rect.y < y && y < rect.bottom();
            let touched = |rect: &Rect| level(rect) && rect.x <= to && from <= rect.right();
            prop_assert_eq!(crossed.meets(y, from, to), rects.iter().any(|(_, rect)| touched(rect)));

            let met = || rects.iter().filter(|(_, rect)| level(rect) && rect.x < to && from < rect.right());
            let rect_of = |number: usize| rects[number / 2].1;
            let first = met().min_by(|(one, left), (other, right)| {
                left.x.total_cmp(&right.x).then(left.y.total_cmp(&right.y)).then(one.cmp(other))
            });
            let found = crossed.first(y, from, to).min_by(|one, other| {
                let (left, right) = (rect_of(*one), rect_of(*other));
                left.x.total_cmp(&right.x).then(left.y.total_cmp(&right.y)).then(one.cmp(other))
            });
            prop_assert_eq!(found, first.map(|pair| pair.0));
            let last = met().max_by(|(one, left), (other, right)| {
                left.right().total_cmp(&right.right()).then(one.cmp(other))
            });
            let found = crossed.last(y, from, to).max_by(|one, other| {
                rect_of(*one).right().total_cmp(&rect_of(*other).right()).then(one.cmp(other))
            });
            prop_assert_eq!(found, last.map(|pair| pair.0));
        }

        #[test]
        fn edges_beside_a_run_are_those_that_a_search_of_all_finds(
            rects in rects(),
            low in 0_u8..18,
            width in 0_u8..12,
            top in 0_u8..18,
            height in 0_u8..12,
        ) {
            let (low, high) = (f64::from(low), f64::from(low + width));
            let (top, bottom) = (f64::from(top), f64::from(top + height));
            let passed = |rect: &Rect| rect.y < bottom && top < rect.bottom();
            let sorted = |mut places: Vec<f64>| {
                places.sort_by(f64::total_cmp);
                places.dedup();
                places
            };
            let all = rects.iter().map(|pair| pair.1).filter(passed);
            let rights = all.clone().map(|rect| rect.right()).filter(|right| low < *right && *right <= high);
            let edges = Edges::new(rects.iter().map(|(_, rect)| (rect.right(), upright(rect))));
            let found: Vec<f64> = edges.beyond(low, high, (top, bottom)).collect();
            prop_assert_eq!(found, sorted(rights.collect()));
            let lefts = all.map(|rect| rect.x).filter(|left| low <= *left && *left < high);
            let edges = Edges::new(rects.iter().map(|(_, rect)| (rect.x, upright(rect))));
            let found: Vec<f64> = edges.before(low, high, (top, bottom)).collect();
            prop_assert_eq!(found, sorted(lefts.collect()));
        }
    }
}
