//! Crossing reduction: orders the nodes of each column by sweeps with the barycenter heuristic, from several initial orders, and then by exchanges of
//! adjacent nodes. Long edges get waypoints in every column that they pass, so that they count and get space.

use std::ops::Range;

use super::layers::Edge;

/// Columns of items: the nodes by number, then the waypoints.
pub(super) struct Columns {
    /// The items of each column from top to bottom.
    pub order: Vec<Vec<usize>>,
    /// The edges between adjacent columns.
    pub runs: Vec<Run>,
    /// The total number of items; those beyond the nodes are waypoints.
    pub items: usize,
}

/// An edge from an item to one in the next column.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub from: usize,
    pub to: usize,
    pub from_y: f64,
    pub to_y: f64,
    /// The weight of keeping it straight.
    pub weight: f64,
    /// The number of links that it represents: all long links of a node share their waypoints.
    load: u64,
}

/// Maximum number of sweeps from one initial order, and of sweeps in a row that do not improve it.
const MAX_SWEEPS: usize = 24;
const MAX_STALLED_SWEEPS: usize = 4;
/// The number of initial orders; fewer for large graphs.
const MAX_STARTS: usize = 24;
/// Approximate number of runs that all sweeps together visit.
const MAX_VISITED_RUNS: usize = 3_000_000;
/// Maximum number of exchanges of adjacent items along all columns.
const MAX_EXCHANGES: usize = 16;

pub(super) fn order(layer: &[usize], edges: &[Edge], heights: &[f64]) -> Columns {
    let mut columns = columns(layer, edges);
    let graph = Linked::new(&columns, heights);
    let starts = (MAX_VISITED_RUNS / (MAX_SWEEPS * columns.runs.len()).max(1)).clamp(1, MAX_STARTS);
    let mut best: Option<(u64, Vec<Vec<usize>>)> = None;
    for start in 0..starts {
        let initial = match start {
            0 => columns.order.clone(),
            _ => shuffled(&columns.order, start as u64),
        };
        let (crossed, order) = graph.swept(initial, start % 2 == 1);
        if best.as_ref().is_none_or(|(least, _)| crossed < *least) {
            best = Some((crossed, order));
        }
        if best.as_ref().is_some_and(|(least, _)| *least == 0) {
            break;
        }
    }
    if let Some((_, order)) = best {
        columns.order = order;
    }
    columns
}

/// The columns, each in a pseudorandom order.
fn shuffled(columns: &[Vec<usize>], seed: u64) -> Vec<Vec<usize>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut columns = columns.to_vec();
    for column in &mut columns {
        for at in (1..column.len()).rev() {
            column.swap(at, random(at + 1));
        }
    }
    columns
}

/// The runs of a graph by their ends, for orders of its columns.
struct Linked {
    /// The runs that enter and that leave each item.
    incoming: Vec<Vec<Neighbor>>,
    outgoing: Vec<Vec<Neighbor>>,
    /// The runs that leave each item, from its upper to its lower edge.
    leaving: Vec<Vec<Leaving>>,
    /// The number of heights at which runs enter each item.
    entries: Vec<usize>,
}

/// A run that leaves an item. Runs at one height have the same number there.
#[derive(Clone, Copy)]
struct Leaving {
    from_entry: usize,
    to: usize,
    to_entry: usize,
    load: u64,
}

/// A run, as seen from the item at one of its ends. Heights are parts of the heights of their items, from 0 to less than 1.
#[derive(Clone, Copy)]
struct Neighbor {
    /// The item at the other end, and the height there.
    item: usize,
    part: f64,
    /// The height at this end.
    own: f64,
    load: u64,
}

impl Linked {
    fn new(columns: &Columns, heights: &[f64]) -> Linked {
        let count = columns.items;
        // Less than 1, so that the heights of an item are before those of the next one.
        let part = |item: usize, y: f64| y / (heights.get(item).copied().unwrap_or(1.0).max(1.0) + 1.0);
        let mut incoming = vec![Vec::new(); count];
        let mut outgoing = vec![Vec::new(); count];
        for run in &columns.runs {
            let (from, to) = (part(run.from, run.from_y), part(run.to, run.to_y));
            outgoing[run.from].push(Neighbor { item: run.to, part: to, own: from, load: run.load });
            incoming[run.to].push(Neighbor { item: run.from, part: from, own: to, load: run.load });
        }
        let heights_of = |neighbors: &Vec<Neighbor>| -> Vec<f64> {
            let mut heights: Vec<f64> = neighbors.iter().map(|neighbor| neighbor.own).collect();
            heights.sort_by(f64::total_cmp);
            heights.dedup();
            heights
        };
        let entered: Vec<Vec<f64>> = incoming.iter().map(heights_of).collect();
        let number = |heights: &[f64], height: f64| heights.partition_point(|other| *other < height);
        let leaving = outgoing.iter().map(|neighbors: &Vec<Neighbor>| {
            let own = heights_of(neighbors);
            let run = |neighbor: &Neighbor| Leaving {
                from_entry: number(&own, neighbor.own),
                to: neighbor.item,
                to_entry: number(&entered[neighbor.item], neighbor.part),
                load: neighbor.load,
            };
            let mut leaving: Vec<Leaving> = neighbors.iter().map(run).collect();
            leaving.sort_by_key(|run| run.from_entry);
            leaving
        });
        let leaving = leaving.collect();
        Linked { incoming, outgoing, leaving, entries: entered.iter().map(Vec::len).collect() }
    }

    /// The best order that sweeps from this one find, and its crossings. `leftward`: the direction of the first sweep.
    fn swept(&self, mut current: Vec<Vec<usize>>, leftward: bool) -> (u64, Vec<Vec<usize>>) {
        let mut position = vec![0.0; self.entries.len()];
        number(&current, &mut position);
        let depth = current.len();
        let mut counter = CrossingCounter::new(self);
        let mut best = (counter.count(&current), current.clone());
        let mut best_at = 0;
        for sweep in 0..MAX_SWEEPS {
            if best.0 == 0 || sweep > best_at + MAX_STALLED_SWEEPS {
                break;
            }
            for step in 1..depth {
                let (at, neighbors) = if (sweep % 2 == 0) != leftward {
                    (step, &self.incoming)
                } else {
                    (depth - 1 - step, &self.outgoing)
                };
                sort(&mut current[at], neighbors, &mut position);
            }
            let crossed = counter.count(&current);
            if crossed < best.0 {
                best = (crossed, current.clone());
                best_at = sweep;
            }
        }
        let (_, mut order) = best;
        number(&order, &mut position);
        self.exchange(&mut order, &mut position);
        (counter.count(&order), order)
    }

    /// Exchanges adjacent items while that lowers the number of crossings.
    fn exchange(&self, order: &mut [Vec<usize>], position: &mut [f64]) {
        // The far ends of the runs of a column's items: they do not move while these items are exchanged.
        let mut ends: [Vec<(f64, u64)>; 2] = Default::default();
        let mut ranges: [Vec<Range<usize>>; 2] = [vec![0..0; position.len()], vec![0..0; position.len()]];
        let mut stale = vec![true; order.len()];
        for _ in 0..MAX_EXCHANGES {
            let mut is_better = false;
            for at in 0..order.len() {
                if !std::mem::take(&mut stale[at]) {
                    continue;
                }
                for (side, neighbors) in [&self.incoming, &self.outgoing].into_iter().enumerate() {
                    let ends = &mut ends[side];
                    ends.clear();
                    for &item in &order[at] {
                        let first = ends.len();
                        ends.extend(
                            neighbors[item]
                                .iter()
                                .map(|neighbor| (position[neighbor.item] + neighbor.part, neighbor.load)),
                        );
                        ends[first..].sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
                        ranges[side][item] = first..ends.len();
                    }
                }
                let mut changed = false;
                for place in 1..order[at].len() {
                    let (one, other) = (order[at][place - 1], order[at][place]);
                    let mut gain = 0;
                    for (ends, ranges) in ends.iter().zip(&ranges) {
                        let (upper, lower) = (&ends[ranges[one].clone()], &ends[ranges[other].clone()]);
                        gain += crossed(upper, lower) as i64 - crossed(lower, upper) as i64;
                    }
                    if gain > 0 {
                        order[at].swap(place - 1, place);
                        position[one] = place as f64;
                        position[other] = (place - 1) as f64;
                        changed = true;
                    }
                }
                if changed {
                    is_better = true;
                    let last = (at + 1).min(order.len() - 1);
                    stale[at.saturating_sub(1)..=last].fill(true);
                }
            }
            if !is_better {
                break;
            }
        }
    }
}

/// Counts the pairs of links that cross in an order of the columns.
struct CrossingCounter<'a> {
    graph: &'a Linked,
    /// The number of the first height at which runs enter each item, among those of its column.
    first: Vec<usize>,
    /// A Fenwick tree over the heights of a column: the load that ends at each.
    tree: Vec<u64>,
}

impl<'a> CrossingCounter<'a> {
    fn new(graph: &'a Linked) -> CrossingCounter<'a> {
        CrossingCounter { graph, first: vec![0; graph.entries.len()], tree: Vec::new() }
    }

    fn count(&mut self, order: &[Vec<usize>]) -> u64 {
        order.windows(2).map(|columns| self.between(&columns[0], &columns[1])).sum()
    }

    /// The number of crossings between two columns. Runs that leave or enter at one height do not cross.
    fn between(&mut self, left: &[usize], right: &[usize]) -> u64 {
        let mut heights = 0;
        for &item in right {
            self.first[item] = heights;
            heights += self.graph.entries[item];
        }
        self.tree.clear();
        self.tree.resize(heights + 1, 0);
        let (mut crossed, mut seen) = (0, 0);
        for &item in left {
            for together in self.graph.leaving[item].chunk_by(|one, other| one.from_entry == other.from_entry)
            {
                for run in together {
                    crossed += (seen - self.up_to(self.first[run.to] + run.to_entry)) * run.load;
                }
                for run in together {
                    seen += run.load;
                    self.add(self.first[run.to] + run.to_entry, run.load);
                }
            }
        }
        crossed
    }

    /// The load that ends at this height or above it.
    fn up_to(&self, height: usize) -> u64 {
        let (mut at, mut load) = (height + 1, 0);
        while at > 0 {
            load += self.tree[at];
            at &= at - 1;
        }
        load
    }

    fn add(&mut self, height: usize, load: u64) {
        let mut at = height + 1;
        while at < self.tree.len() {
            self.tree[at] += load;
            at += at & at.wrapping_neg();
        }
    }
}

/// The number of crossings between the runs of an item and of the one below it, by where they end; both sorted.
fn crossed(upper: &[(f64, u64)], lower: &[(f64, u64)]) -> u64 {
    let (mut next, mut above, mut all) = (0, 0, 0);
    for (end, load) in upper {
        while next < lower.len() && lower[next].0 < *end {
            above += lower[next].1;
            next += 1;
        }
        all += above * load;
    }
    all
}

/// The initial order of the columns: a depth-first search keeps related nodes together.
fn columns(layer: &[usize], edges: &[Edge]) -> Columns {
    let count = layer.len();
    let depth = layer.iter().max().map_or(0, |last| last + 1);
    let mut runs = Vec::with_capacity(edges.len());
    let mut items = count;
    let mut layers: Vec<usize> = layer.to_vec();
    // One chain of waypoints for all long edges of a node; none for the longest edges if there are very many.
    let mut budget = 8 * (count + edges.len()) + 256;
    let mut chains: Vec<Vec<usize>> = vec![Vec::new(); count];
    // The runs of each chain.
    let mut passed: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        let span = layer[edge.to] - layer[edge.from];
        let chain = &mut chains[edge.from];
        let missing = (span - 1).saturating_sub(chain.len());
        if missing > budget {
            continue;
        }
        budget -= missing;
        for at in chain.len()..span - 1 {
            let (from, from_y) = chain.last().map_or((edge.from, edge.from_y), |last| (*last, 0.0));
            passed[edge.from].push(runs.len());
            runs.push(Run {
                from,
                to: items,
                from_y,
                to_y: 0.0,
                weight: if at == 0 { 2.0 } else { 6.0 },
                load: 0,
            });
            chain.push(items);
            layers.push(layer[edge.from] + at + 1);
            items += 1;
        }
        for passed in &passed[edge.from][..span - 1] {
            runs[*passed].load += 1;
        }
        let (from, from_y) = if span == 1 { (edge.from, edge.from_y) } else { (chain[span - 2], 0.0) };
        let weight = if edge.strong { 1.0 } else { 0.25 };
        runs.push(Run {
            from,
            to: edge.to,
            from_y,
            to_y: edge.to_y,
            weight: if span == 1 { weight } else { 2.0 * weight },
            load: 1,
        });
    }
    let mut next = vec![Vec::new(); items];
    for run in &runs {
        next[run.from].push(run.to);
    }
    let mut columns = vec![Vec::new(); depth];
    let mut seen = vec![false; items];
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|node| layer[*node]);
    let mut stack = Vec::new();
    for start in starts {
        stack.push(start);
        while let Some(item) = stack.pop() {
            if !std::mem::replace(&mut seen[item], true) {
                columns[layers[item]].push(item);
                stack.extend(next[item].iter().rev().filter(|to| !seen[**to]));
            }
        }
    }
    Columns { order: columns, runs, items }
}

fn number(columns: &[Vec<usize>], position: &mut [f64]) {
    for column in columns {
        for (at, item) in column.iter().enumerate() {
            position[*item] = at as f64;
        }
    }
}

/// Sorts a column by the mean position of the neighbors; items without neighbors keep their position.
fn sort(column: &mut [usize], neighbors: &[Vec<Neighbor>], position: &mut [f64]) {
    let mut keyed: Vec<(f64, usize)> = column
        .iter()
        .map(|&item| {
            let of = &neighbors[item];
            let sum: f64 = of
                .iter()
                .map(|neighbor| {
                    neighbor.load as f64 * (position[neighbor.item] + neighbor.part - neighbor.own)
                })
                .sum();
            let load: u64 = of.iter().map(|neighbor| neighbor.load).sum();
            (if load == 0 { position[item] } else { sum / load as f64 }, item)
        })
        .collect();
    keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
    for (at, (_, item)) in keyed.into_iter().enumerate() {
        column[at] = item;
        position[item] = at as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, to: usize) -> Edge {
        Edge { from, to, from_y: 0.0, to_y: 0.0, strong: true }
    }

    #[test]
    fn avoidable_crossings_are_removed() {
        // 0 and 1 on the left, 2 and 3 on the right, crossed.
        let found = order(&[0, 0, 1, 1], &[edge(0, 3), edge(1, 2)], &[10.0; 4]);
        let at = |item| found.order[1].iter().position(|other| *other == item);
        assert!(at(3) < at(2));
    }

    #[test]
    fn long_edges_pass_through_every_column() {
        let found = order(&[0, 1, 2, 3], &[edge(0, 1), edge(1, 2), edge(2, 3), edge(0, 3)], &[10.0; 4]);
        assert_eq!((found.items, found.runs.len()), (6, 6));
        assert!(found.order[1].contains(&4) && found.order[2].contains(&5));
    }

    #[test]
    fn crossings_are_counted() {
        let one = |edges: &[(usize, usize)]| {
            let edges: Vec<Edge> = edges.iter().map(|(from, to)| edge(*from, 3 + *to)).collect();
            let columns = columns(&[0, 0, 0, 1, 1, 1], &edges);
            let graph = Linked::new(&columns, &[10.0; 6]);
            CrossingCounter::new(&graph).count(&[vec![0, 1, 2], vec![3, 4, 5]])
        };
        assert_eq!(one(&[(0, 1), (1, 0)]), 1);
        assert_eq!(one(&[(0, 0), (0, 1), (1, 0), (1, 1)]), 1);
        assert_eq!(one(&[(0, 2), (1, 1), (2, 0)]), 3);
    }

    #[test]
    fn runs_of_one_port_do_not_cross() {
        let at = |from_y: f64, to_y: f64, to: usize| Edge { from: 0, to, from_y, to_y, strong: true };
        let count = |edges: &[Edge]| {
            let columns = columns(&[0, 1, 1], edges);
            let graph = Linked::new(&columns, &[100.0; 3]);
            CrossingCounter::new(&graph).count(&[vec![0], vec![1, 2]])
        };
        assert_eq!(count(&[at(10.0, 5.0, 2), at(10.0, 5.0, 1)]), 0);
        assert_eq!(count(&[at(10.0, 5.0, 2), at(20.0, 5.0, 1)]), 1);
        assert_eq!(count(&[at(10.0, 5.0, 1), at(20.0, 5.0, 1)]), 0);
        assert_eq!(count(&[at(10.0, 9.0, 1), at(20.0, 5.0, 1)]), 1);
    }

    #[test]
    fn waypoints_count_as_the_links_that_share_them() {
        // Two long links of 0 share the waypoint in the middle, and 1 links to 2 across it.
        let found = columns(&[0, 0, 1, 2, 2], &[edge(0, 3), edge(0, 4), edge(1, 2)]);
        let waypoint = found.order[1].iter().copied().find(|item| *item > 4).unwrap();
        let graph = Linked::new(&found, &[10.0; 5]);
        let mut counter = CrossingCounter::new(&graph);
        assert_eq!(counter.count(&[vec![0, 1], vec![2, waypoint], vec![3, 4]]), 2);
        assert_eq!(counter.count(&[vec![0, 1], vec![waypoint, 2], vec![3, 4]]), 0);
    }
}
