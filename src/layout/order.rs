//! Crossing reduction: orders the nodes of each column by sweeps with the barycenter heuristic. Long edges get waypoints in every column that they
//! pass, so that they count and get space.

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
}

const SWEEPS: usize = 8;

pub(super) fn order(layer: &[usize], edges: &[Edge], heights: &[f64]) -> Columns {
    let mut columns = columns(layer, edges);
    let count = columns.items;
    let runs = &columns.runs;
    let height = |item: usize| heights.get(item).copied().unwrap_or(1.0).max(1.0);
    let mut incoming = vec![Vec::new(); count];
    let mut outgoing = vec![Vec::new(); count];
    for run in runs {
        // The position within the neighbor, as a fraction of its height.
        incoming[run.to].push((run.from, run.from_y / height(run.from)));
        outgoing[run.from].push((run.to, run.to_y / height(run.to)));
    }
    let mut position = vec![0.0; count];
    let mut current = columns.order.clone();
    number(&current, &mut position);
    let mut best =
        (crossings(runs, &position, heights, current.len(), layer_of(&current, count)), current.clone());
    let mut best_at = 0;
    for sweep in 0..SWEEPS {
        if best.0 == 0 || sweep > best_at + 2 {
            break;
        }
        let depth = current.len();
        for step in 1..depth {
            let (at, neighbours) =
                if sweep % 2 == 0 { (step, &incoming) } else { (depth - 1 - step, &outgoing) };
            sort(&mut current[at], neighbours, &mut position);
        }
        let crossed = crossings(runs, &position, heights, depth, layer_of(&current, count));
        if crossed < best.0 {
            best = (crossed, current.clone());
            best_at = sweep;
        }
    }
    columns.order = best.1;
    columns
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
            runs.push(Run { from, to: items, from_y, to_y: 0.0, weight: if at == 0 { 2.0 } else { 6.0 } });
            chain.push(items);
            layers.push(layer[edge.from] + at + 1);
            items += 1;
        }
        let (from, from_y) = if span == 1 { (edge.from, edge.from_y) } else { (chain[span - 2], 0.0) };
        let weight = if edge.strong { 1.0 } else { 0.25 };
        runs.push(Run {
            from,
            to: edge.to,
            from_y,
            to_y: edge.to_y,
            weight: if span == 1 { weight } else { 2.0 * weight },
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

fn layer_of(columns: &[Vec<usize>], count: usize) -> Vec<usize> {
    let mut layer = vec![0; count];
    for (at, column) in columns.iter().enumerate() {
        for item in column {
            layer[*item] = at;
        }
    }
    layer
}

/// Sorts a column by the mean position of the neighbors; items without neighbors keep their position.
fn sort(column: &mut [usize], neighbours: &[Vec<(usize, f64)>], position: &mut [f64]) {
    let mut keyed: Vec<(f64, usize)> = column
        .iter()
        .map(|&item| {
            let of = &neighbours[item];
            let sum: f64 = of.iter().map(|(other, part)| position[*other] + part).sum();
            (if of.is_empty() { position[item] + 0.5 } else { sum / of.len() as f64 }, item)
        })
        .collect();
    keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
    for (at, (_, item)) in keyed.into_iter().enumerate() {
        column[at] = item;
        position[item] = at as f64;
    }
}

fn crossings(runs: &[Run], position: &[f64], heights: &[f64], depth: usize, layer: Vec<usize>) -> usize {
    let part =
        |item: usize, y: f64| position[item] + y / (heights.get(item).copied().unwrap_or(1.0).max(1.0) + 1.0);
    let mut between: Vec<Vec<(f64, f64)>> = vec![Vec::new(); depth];
    for run in runs {
        between[layer[run.from]].push((part(run.from, run.from_y), part(run.to, run.to_y)));
    }
    between.into_iter().map(inversions).sum()
}

/// The number of pairs whose order differs between left and right.
fn inversions(mut runs: Vec<(f64, f64)>) -> usize {
    runs.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)));
    let mut ends: Vec<f64> = runs.iter().map(|run| run.1).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    // A Fenwick tree over the right ends.
    let mut tree = vec![0_usize; ends.len() + 1];
    let mut crossed = 0;
    for (seen, (_, end)) in runs.iter().enumerate() {
        let rank = ends.partition_point(|other| other < end) + 1;
        let mut not_above = 0;
        let mut at = rank;
        while at > 0 {
            not_above += tree[at];
            at &= at - 1;
        }
        crossed += seen - not_above;
        let mut at = rank;
        while at < tree.len() {
            tree[at] += 1;
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
        assert_eq!(inversions(vec![(0.0, 1.0), (1.0, 0.0)]), 1);
        assert_eq!(inversions(vec![(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]), 1);
        assert_eq!(inversions(vec![(0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]), 3);
    }
}
