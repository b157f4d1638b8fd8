//! Layout input: the footprint of each node by number, and the edges between nodes with their heights.

use super::card::{self, CardLayout, STACK};
use super::layers::Edge;
use super::nesting::HostTree;
use super::{Rect, header_anchor, pills};
use limn_language::graph::{End, Graph, Id, LinkKind, Look, Policy, Side};
use rustc_hash::FxHashMap;

/// The space that a node takes: its card, the outlines above it, and the pills below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footprint {
    pub width: f64,
    pub height: f64,
    pub above: f64,
    pub card: f64,
    /// True if the node exists before deployment; placed on the left.
    pub dashed: bool,
}

/// The maximum number of source-target pairs that one link contributes.
const MAX_PAIRS: usize = 1024;

/// Nodes and edges: of a whole graph, or of the guests of one host.
pub(super) struct SizedGraph {
    pub footprints: Vec<Footprint>,
    pub edges: Vec<Edge>,
}

impl SizedGraph {
    /// The whole graph, with hosts in the size they have without guests.
    pub fn new(graph: &Graph, tree: &HostTree) -> SizedGraph {
        let face = |(at, node)| {
            if tree.is_host(at) { card::measure_host(node, (0.0, 0.0)) } else { card::measure(node) }
        };
        let faces: Vec<CardLayout> = graph.nodes.iter().enumerate().map(face).collect();
        let index: FxHashMap<&Id, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        let hung = policies_by_target(graph);
        let of = |(node, face): (&limn_language::graph::Node, &CardLayout)| {
            let policies = hung.get(&node.id).map(Vec::as_slice).unwrap_or_default();
            footprint(face.stacked, (face.width, face.height), policies, node.look == Look::Dashed)
        };
        let footprints: Vec<Footprint> = graph.nodes.iter().zip(&faces).map(of).collect();
        let mut edges = Vec::with_capacity(graph.links.len());
        for link in graph.links.iter().filter(|link| link.kind != LinkKind::Watch) {
            let ends = |ends: &[End]| -> Vec<(usize, f64)> {
                let end = |end: &End| {
                    let at = *index.get(&end.port.node)?;
                    let spot = faces[at].port_index(end.port.role, &end.port.port);
                    let y = spot.map_or(header_anchor(Side::Left, 0.0).1, |spot| faces[at].ports[spot].y);
                    Some((at, footprints[at].above + y))
                };
                ends.iter().filter_map(end).collect()
            };
            let (first, last) = link.as_read();
            let (sources, targets) = (ends(first), ends(last));
            // Of very many pairs, the first of either side suffice: all are drawn through one point.
            let all = sources.len() * targets.len() <= MAX_PAIRS;
            for (at, &(from, from_y)) in sources.iter().enumerate() {
                let strong = graph.layer.draws(link.kind) && link.kind != LinkKind::Order;
                let others =
                    if all || at == 0 { targets.as_slice() } else { &targets[..1.min(targets.len())] };
                let others = others.iter().filter(|(to, _)| *to != from);
                edges.extend(others.map(|&(to, to_y)| Edge { from, to, from_y, to_y, strong }));
            }
        }
        SizedGraph { footprints, edges }
    }
}

/// The footprint of a card of this size, with the outlines above and the pills below.
pub(super) fn footprint(
    stacked: bool,
    (width, card): (f64, f64),
    policies: &[&Policy],
    dashed: bool,
) -> Footprint {
    let above = if stacked { STACK } else { 0.0 };
    let pills = pills(policies.iter().copied(), width, card);
    let lowest = pills.iter().map(Rect::bottom).fold(card, f64::max);
    Footprint { width, height: above + lowest, above, card, dashed }
}

/// The policies attached to each node. A policy without targets is attached to the frame.
pub fn policies_by_target(graph: &Graph) -> FxHashMap<&Id, Vec<&Policy>> {
    let mut hung: FxHashMap<&Id, Vec<&Policy>> = FxHashMap::default();
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
