//! Crossing reduction: orders the nodes of each column by sweeps with the barycenter heuristic, from several initial orders, and then by exchanges of
//! adjacent nodes. Long edges get waypoints in every column that they pass, so that they count and get space.

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
    /// The number of links that it stands for: all long ones of a node share their waypoints.
    load: u64,
}

/// How often all columns are sorted from one initial order, and after how many times without improvement that ends.
const SWEEPS: usize = 24;
const PATIENCE: usize = 4;
/// The number of initial orders; fewer for large graphs.
const STARTS: usize = 24;
/// The number of runs that all sweeps visit, about.
const EFFORT: usize = 3_000_000;
/// How often adjacent items are exchanged along all columns at most.
const EXCHANGES: usize = 16;

pub(super) fn order(layer: &[usize], edges: &[Edge], heights: &[f64]) -> Columns {
    let mut columns = columns(layer, edges);
    let graph = Linked::new(&columns, heights);
    let starts = (EFFORT / (SWEEPS * columns.runs.len()).max(1)).clamp(1, STARTS);
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
struct Linked<'a> {
    runs: &'a [Run],
    /// For each item those that come in and go out: the other item, the height there and the own one as parts of the heights of the items, and the load.
    incoming: Vec<Vec<Neighbor>>,
    outgoing: Vec<Vec<Neighbor>>,
    /// The column of each item, and the parts of each run.
    layer: Vec<usize>,
    parts: Vec<(f64, f64)>,
}

#[derive(Clone, Copy)]
struct Neighbor {
    item: usize,
    part: f64,
    own: f64,
    load: u64,
}

impl<'a> Linked<'a> {
    fn new(columns: &'a Columns, heights: &[f64]) -> Linked<'a> {
        let count = columns.items;
        // Less than 1, so that each is before the next item.
        let part = |item: usize, y: f64| y / (heights.get(item).copied().unwrap_or(1.0).max(1.0) + 1.0);
        let mut graph = Linked {
            runs: &columns.runs,
            incoming: vec![Vec::new(); count],
            outgoing: vec![Vec::new(); count],
            layer: vec![0; count],
            parts: Vec::with_capacity(columns.runs.len()),
        };
        for run in &columns.runs {
            let (from, to) = (part(run.from, run.from_y), part(run.to, run.to_y));
            graph.parts.push((from, to));
            graph.outgoing[run.from].push(Neighbor { item: run.to, part: to, own: from, load: run.load });
            graph.incoming[run.to].push(Neighbor { item: run.from, part: from, own: to, load: run.load });
        }
        for (at, column) in columns.order.iter().enumerate() {
            for item in column {
                graph.layer[*item] = at;
            }
        }
        graph
    }

    /// The best order that sweeps from this one find, and its crossings. `leftward`: the direction of the first sweep.
    fn swept(&self, mut current: Vec<Vec<usize>>, leftward: bool) -> (u64, Vec<Vec<usize>>) {
        let mut position = vec![0.0; self.layer.len()];
        number(&current, &mut position);
        let depth = current.len();
        let mut best = (self.crossings(&position, depth), current.clone());
        let mut best_at = 0;
        for sweep in 0..SWEEPS {
            if best.0 == 0 || sweep > best_at + PATIENCE {
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
            let crossed = self.crossings(&position, depth);
            if crossed < best.0 {
                best = (crossed, current.clone());
                best_at = sweep;
            }
        }
        let (_, mut order) = best;
        number(&order, &mut position);
        self.exchange(&mut order, &mut position);
        (self.crossings(&position, depth), order)
    }

    /// Exchanges adjacent items while that lowers the number of crossings.
    fn exchange(&self, order: &mut [Vec<usize>], position: &mut [f64]) {
        let sorted = |neighbors: &[Neighbor], position: &[f64], ends: &mut Vec<(f64, u64)>| {
            ends.clear();
            ends.extend(neighbors.iter().map(|it| (position[it.item] + it.part, it.load)));
            ends.sort_by(|left, right| left.0.total_cmp(&right.0));
        };
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut stale = vec![true; order.len()];
        for _ in 0..EXCHANGES {
            let mut is_better = false;
            for at in 0..order.len() {
                if !std::mem::take(&mut stale[at]) {
                    continue;
                }
                let mut changed = false;
                for place in 1..order[at].len() {
                    let (one, other) = (order[at][place - 1], order[at][place]);
                    let mut gain = 0;
                    for sides in [&self.incoming, &self.outgoing] {
                        if sides[one].is_empty() || sides[other].is_empty() {
                            continue;
                        }
                        sorted(&sides[one], position, &mut upper);
                        sorted(&sides[other], position, &mut lower);
                        gain += crossed(&upper, &lower) as i64 - crossed(&lower, &upper) as i64;
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

    /// The number of pairs of links that cross.
    fn crossings(&self, position: &[f64], depth: usize) -> u64 {
        let mut between: Vec<Vec<(f64, f64, u64)>> = vec![Vec::new(); depth];
        for (run, (from, to)) in self.runs.iter().zip(&self.parts) {
            between[self.layer[run.from]].push((position[run.from] + from, position[run.to] + to, run.load));
        }
        between.into_iter().map(inversions).sum()
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
    // Their runs.
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
            let sum: f64 = of.iter().map(|it| it.load as f64 * (position[it.item] + it.part - it.own)).sum();
            let load: u64 = of.iter().map(|it| it.load).sum();
            (if load == 0 { position[item] } else { sum / load as f64 }, item)
        })
        .collect();
    keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
    for (at, (_, item)) in keyed.into_iter().enumerate() {
        column[at] = item;
        position[item] = at as f64;
    }
}

/// The number of pairs whose order differs between left and right.
fn inversions(mut runs: Vec<(f64, f64, u64)>) -> u64 {
    runs.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)));
    let mut ends: Vec<f64> = runs.iter().map(|run| run.1).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    // A Fenwick tree over the right ends.
    let mut tree = vec![0_u64; ends.len() + 1];
    let (mut crossed, mut seen) = (0, 0);
    for (_, end, load) in runs {
        let rank = ends.partition_point(|other| *other < end) + 1;
        let mut not_above = 0;
        let mut at = rank;
        while at > 0 {
            not_above += tree[at];
            at &= at - 1;
        }
        crossed += (seen - not_above) * load;
        seen += load;
        let mut at = rank;
        while at < tree.len() {
            tree[at] += load;
            at += at & at.wrapping_neg();
        }
    }
    crossed
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
        let one = |runs: &[(f64, f64)]| inversions(runs.iter().map(|(from, to)| (*from, *to, 1)).collect());
        assert_eq!(one(&[(0.0, 1.0), (1.0, 0.0)]), 1);
        assert_eq!(one(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]), 1);
        assert_eq!(one(&[(0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]), 3);
        assert_eq!(inversions(vec![(0.0, 1.0, 3), (1.0, 0.0, 2)]), 6);
    }
}
