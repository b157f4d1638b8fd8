//! The graph by numbers: how much room each node takes, and which are joined at what height. Knows no places.

use super::card::{self, Face, STACK};
use super::fold::ByRef;
use super::layers::Edge;
use super::nest::Tree;
use super::{Rect, folded, pills};
use crate::graph::{End, Graph, LinkKind, Look, Policy, Side};

/// What a node takes up: its card, what peeks out above, what hangs below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Print {
    pub width: f64,
    pub height: f64,
    pub above: f64,
    pub card: f64,
    /// Pre-existing: stands on the left.
    pub dashed: bool,
}

/// So many pairs of a source and a target of one link count each.
const PAIRS: usize = 1024;

/// Nodes and what joins them: all of a graph, or those that stand in one host.
pub(super) struct Net {
    pub prints: Vec<Print>,
    pub edges: Vec<Edge>,
}

impl Net {
    /// All of a graph; hosts as large as they are without what they hold.
    pub fn new(graph: &Graph, tree: &Tree) -> Net {
        let face = |(at, node)| {
            if tree.is_host(at) { card::measure_host(node, (0.0, 0.0)) } else { card::measure(node) }
        };
        let faces: Vec<Face> = graph.nodes.iter().enumerate().map(face).collect();
        let index: ByRef<'_, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        let hung = policies_by_target(graph);
        let of = |(node, face): (&crate::graph::Node, &Face)| {
            let policies = hung.get(&node.id).map(Vec::as_slice).unwrap_or_default();
            print(face.stacked, (face.width, face.height), policies, node.look == Look::Dashed)
        };
        let prints: Vec<Print> = graph.nodes.iter().zip(&faces).map(of).collect();
        let mut edges = Vec::with_capacity(graph.links.len());
        for link in graph.links.iter().filter(|link| link.kind != LinkKind::Watch) {
            let ends = |ends: &[End]| -> Vec<(usize, f64)> {
                let end = |end: &End| {
                    let at = *index.get(&end.port.node)?;
                    let spot = faces[at].spot_of(end.port.role, &end.port.port);
                    let y = spot.map_or(folded(Side::Left, 0.0).1, |spot| faces[at].spots[spot].y);
                    Some((at, prints[at].above + y))
                };
                ends.iter().filter_map(end).collect()
            };
            let (sources, targets) = (ends(&link.sources), ends(&link.targets));
            // Of very many pairs those of the first of either side are as good: all are drawn through one point.
            let all = sources.len() * targets.len() <= PAIRS;
            for (at, &(from, from_y)) in sources.iter().enumerate() {
                let strong = link.kind != LinkKind::Data;
                let others =
                    if all || at == 0 { targets.as_slice() } else { &targets[..1.min(targets.len())] };
                let others = others.iter().filter(|(to, _)| *to != from);
                edges.extend(others.map(|&(to, to_y)| Edge { from, to, from_y, to_y, strong }));
            }
        }
        Net { prints, edges }
    }
}

/// What a card of this size takes up with what peeks out above it and hangs below.
pub(super) fn print(stacked: bool, (width, card): (f64, f64), policies: &[&Policy], dashed: bool) -> Print {
    let above = if stacked { STACK } else { 0.0 };
    let pills = pills(policies.iter().copied(), width, card);
    let lowest = pills.iter().map(Rect::bottom).fold(card, f64::max);
    Print { width, height: above + lowest, above, card, dashed }
}

/// The policies that hang from each node; one without a target of its own hangs from the frame.
pub fn policies_by_target(graph: &Graph) -> ByRef<'_, Vec<&Policy>> {
    let mut hung: ByRef<'_, Vec<&Policy>> = ByRef::default();
    for policy in &graph.policies {
        for target in &policy.targets {
            hung.entry(target).or_default().push(policy);
        }
        if let (Some(frame), true) = (&graph.frame, policy.targets.is_empty()) {
            hung.entry(&frame.id).or_default().push(policy);
        }
    }
    hung
}
