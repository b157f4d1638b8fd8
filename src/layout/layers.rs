//! Layer assignment: the column of each node, with consumers left of their providers. Breaks cycles at the lowest cost.

use limn_language::cycles::Digraph;

/// A link between two nodes, by number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    /// The heights at which it leaves and enters, from the upper edges of the nodes.
    pub from_y: f64,
    pub to_y: f64,
    /// True if it is a relationship or the next step, not a flow of values or an order. It has priority if both cannot point right.
    pub strong: bool,
}

/// Assigns columns, from 0, and returns the edges reversed where necessary so that each points to a later column. `last`: the nodes that exist before
/// deployment, which are in the last column if they need nothing.
pub(super) fn layers(count: usize, edges: &[Edge], last: &[bool]) -> (Vec<usize>, Vec<Edge>) {
    let rings = digraph(count, edges).components();
    // Within a cycle, only strong edges count.
    let kept: Vec<Edge> =
        edges.iter().copied().filter(|edge| edge.strong || rings[edge.from] != rings[edge.to]).collect();
    let position = sorted(count, &kept);
    let forward: Vec<Edge> = kept.into_iter().map(|edge| pointing(edge, &position)).collect();
    let outgoing = outgoing(count, &forward);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by_key(|node| position[*node]);

    let mut layer = vec![0; count];
    let mut entering = vec![0_usize; count];
    for &node in &order {
        for &to in &outgoing[node] {
            layer[to] = layer[to].max(layer[node] + 1);
            entering[to] += 1;
        }
    }
    // A node with more outputs than inputs goes as far right as possible.
    for &node in order.iter().rev() {
        let nearest = outgoing[node].iter().map(|to| layer[*to]).min();
        if let Some(nearest) = nearest.filter(|_| outgoing[node].len() > entering[node]) {
            layer[node] = nearest - 1;
        }
    }
    let deepest = layer.iter().copied().max().unwrap_or_default();
    for node in (0..count).filter(|node| last[*node] && outgoing[*node].is_empty()) {
        layer[node] = deepest;
    }
    (layer, forward)
}

fn pointing(edge: Edge, position: &[usize]) -> Edge {
    if position[edge.from] <= position[edge.to] {
        return edge;
    }
    Edge { from: edge.to, to: edge.from, from_y: edge.to_y, to_y: edge.from_y, ..edge }
}

fn outgoing(count: usize, edges: &[Edge]) -> Vec<Vec<usize>> {
    let mut outgoing = vec![Vec::new(); count];
    for edge in edges {
        outgoing[edge.from].push(edge.to);
    }
    outgoing
}

/// The position of each node in a topological order, ignoring the edges that close a cycle.
fn sorted(count: usize, edges: &[Edge]) -> Vec<usize> {
    let mut has_provider = vec![false; count];
    for edge in edges {
        has_provider[edge.to] = true;
    }
    // Start from nodes without inputs, then from nodes that are reachable only through cycles.
    let starts = (0..count).filter(|node| !has_provider[*node]).chain(0..count);
    let finished = digraph(count, edges).by_completion(starts);
    let mut position = vec![0; count];
    for (at, node) in finished.iter().rev().enumerate() {
        position[*node] = at;
    }
    position
}

fn digraph(count: usize, edges: &[Edge]) -> Digraph {
    Digraph::new(count, edges.iter().map(|edge| (edge.from, edge.to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, to: usize, strong: bool) -> Edge {
        Edge { from, to, from_y: 0.0, to_y: 0.0, strong }
    }

    #[test]
    fn consumers_are_left_of_providers() {
        let (layer, _) = layers(4, &[edge(0, 1, true), edge(1, 2, true), edge(3, 2, true)], &[false; 4]);
        assert_eq!(layer, [0, 1, 2, 1], "the fourth is next to its provider");
    }

    #[test]
    fn existing_nodes_come_last() {
        let (layer, _) =
            layers(4, &[edge(0, 1, true), edge(1, 2, true), edge(0, 3, true)], &[false, false, false, true]);
        assert_eq!(layer, [0, 1, 2, 2]);
    }

    #[test]
    fn a_value_flow_yields_to_a_relationship() {
        let (layer, _) = layers(2, &[edge(1, 0, false), edge(0, 1, true)], &[false; 2]);
        assert_eq!(layer, [0, 1]);
    }

    #[test]
    fn cycles_terminate() {
        let (layer, edges) = layers(3, &[edge(0, 1, true), edge(1, 2, true), edge(2, 0, true)], &[false; 3]);
        assert_eq!(layer, [0, 1, 2]);
        assert!(edges.iter().all(|edge| layer[edge.from] < layer[edge.to]));
    }
}
