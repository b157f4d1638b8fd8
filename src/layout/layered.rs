//! Full layout: layers each connected component on its own, then packs the components.

use super::layers::{Edge, layers};
use super::sized_graph::SizedGraph;
use super::{Rect, pack, wrap};

/// The footprint of each node, by number; the top-left corner of all is (0, 0).
pub(super) fn layered(sized: &SizedGraph) -> Vec<Rect> {
    let sizes: Vec<(f64, f64)> =
        sized.footprints.iter().map(|footprint| (footprint.width, footprint.height)).collect();
    let mut rects: Vec<Rect> = sizes
        .iter()
        .map(|(width, height)| Rect { width: *width, height: *height, ..Rect::default() })
        .collect();
    let islands = islands(sized);
    let (linked, lone): (Vec<_>, Vec<_>) = islands.into_iter().partition(|island| island.len() > 1);
    let (before, lone): (Vec<usize>, Vec<usize>) =
        lone.into_iter().flatten().partition(|node| sized.footprints[*node].dashed);

    let drawn: Vec<Vec<Rect>> = islanders(sized, &linked, &sizes);
    let extents: Vec<(f64, f64)> = drawn.iter().map(|rects| pack::extent(rects)).collect();
    let (offsets, room) = pack::shelves(&extents);
    let size = |nodes: &[usize]| nodes.iter().map(|node| sizes[*node]).collect::<Vec<_>>();
    let rows = pack::lone(&size(&lone), room);
    let height = room.1.max(pack::extent(&rows).1);
    let (column, shift) = pack::left(&size(&before), height);

    for ((island, drawn), (dx, dy)) in linked.iter().zip(&drawn).zip(&offsets) {
        for (node, rect) in island.iter().zip(drawn) {
            rects[*node] = rect.moved(dx + shift, *dy);
        }
    }
    for (node, rect) in lone.iter().zip(rows) {
        rects[*node] = rect.moved(shift, 0.0);
    }
    for (node, rect) in before.iter().zip(column) {
        rects[*node] = rect;
    }
    rects
}

/// The connected components: their nodes in order, sorted by first node.
fn islands(sized: &SizedGraph) -> Vec<Vec<usize>> {
    let count = sized.footprints.len();
    let mut root: Vec<usize> = (0..count).collect();
    fn find(root: &mut [usize], mut node: usize) -> usize {
        while root[node] != node {
            root[node] = root[root[node]];
            node = root[node];
        }
        node
    }
    for edge in &sized.edges {
        let (left, right) = (find(&mut root, edge.from), find(&mut root, edge.to));
        root[left.max(right)] = left.min(right);
    }
    let mut island = vec![usize::MAX; count];
    let mut islands: Vec<Vec<usize>> = Vec::new();
    for node in 0..count {
        let first = find(&mut root, node);
        if island[first] == usize::MAX {
            island[first] = islands.len();
            islands.push(Vec::new());
        }
        islands[island[first]].push(node);
    }
    islands
}

fn islanders(sized: &SizedGraph, islands: &[Vec<usize>], sizes: &[(f64, f64)]) -> Vec<Vec<Rect>> {
    let mut local = vec![(usize::MAX, 0); sized.footprints.len()];
    for (at, island) in islands.iter().enumerate() {
        for (number, node) in island.iter().enumerate() {
            local[*node] = (at, number);
        }
    }
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); islands.len()];
    for edge in &sized.edges {
        let (at, from) = local[edge.from];
        edges[at].push(Edge { from, to: local[edge.to].1, ..*edge });
    }
    let draw = |(island, edges): (&Vec<usize>, Vec<Edge>)| {
        let sizes: Vec<(f64, f64)> = island.iter().map(|node| sizes[*node]).collect();
        let last: Vec<bool> = island.iter().map(|node| sized.footprints[*node].dashed).collect();
        let (layer, edges) = layers(island.len(), &edges, &last);
        wrap::draw(&layer, &edges, &sizes)
    };
    islands.iter().zip(edges).map(draw).collect()
}
