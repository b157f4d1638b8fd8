//! Nested layout: positions of nodes inside their hosts. The content of a host is laid out on its own, innermost hosts first; a host is then one
//! box among its neighbors.

use std::ops::Range;

use super::card::{self, HOLD, HOLD_TOP};
use super::incremental::{Placed, place_new};
use super::layers::Edge;
use super::sized_graph::{self, Footprint, SizedGraph, policies_by_target};
use rustc_hash::FxHashMap;

use super::{Rect, layered};
use limn_language::graph::{Graph, Id, Look};

/// The nesting of nodes, by number. Free of cycles, for any graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostTree {
    host: Vec<Option<usize>>,
    guests: Vec<Vec<usize>>,
    depth: Vec<usize>,
    /// Pre-order numbers, so that the descendants of a host follow it directly, and the number of nodes in each subtree.
    spans: Vec<(usize, usize)>,
}

impl HostTree {
    pub fn of(graph: &Graph) -> HostTree {
        let count = graph.nodes.len();
        let mut tree = HostTree {
            host: vec![None; count],
            guests: vec![Vec::new(); count],
            depth: vec![0; count],
            spans: Vec::new(),
        };
        if !graph.has_hosts() {
            return tree;
        }
        let index: FxHashMap<&Id, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        for (at, node) in graph.nodes.iter().enumerate() {
            tree.host[at] = node.host.as_ref().and_then(|host| index.get(host).copied());
        }
        // From the outermost hosts inward; nodes that are never reached are in a cycle and become roots.
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut order = Vec::with_capacity(count);
        for at in 0..count {
            match tree.host[at] {
                Some(host) => below[host].push(at),
                None => order.push(at),
            }
        }
        let mut next = 0;
        let mut reached = vec![false; count];
        while let Some(&at) = order.get(next) {
            reached[at] = true;
            for &guest in &below[at] {
                tree.depth[guest] = tree.depth[at] + 1;
                order.push(guest);
            }
            next += 1;
        }
        for (at, reached) in reached.into_iter().enumerate() {
            if !reached {
                tree.host[at] = None;
            } else if let Some(host) = tree.host[at] {
                tree.guests[host].push(at);
            }
        }
        tree.number(&order);
        tree
    }

    /// `order`: hosts before their guests, without nodes in cycles.
    fn number(&mut self, order: &[usize]) {
        let mut sizes = vec![1; self.host.len()];
        for &at in order.iter().rev() {
            if let Some(host) = self.host[at] {
                sizes[host] += sizes[at];
            }
        }
        let mut next = 0;
        let mut starts = vec![usize::MAX; self.host.len()];
        for at in order.iter().copied().chain(0..self.host.len()) {
            if starts[at] == usize::MAX {
                // Nodes without a number are in no host.
                starts[at] = next;
                next += sizes[at];
            }
            let mut inner = starts[at] + 1;
            for &guest in &self.guests[at] {
                starts[guest] = inner;
                inner += sizes[guest];
            }
        }
        self.spans = starts.into_iter().zip(sizes).collect();
    }

    /// The pre-order number of a node; nodes inside a host have one in its [`HostTree::inside`].
    pub fn number_of(&self, node: usize) -> usize {
        self.spans.get(node).map_or(0, |span| span.0)
    }

    /// The pre-order numbers of all nodes inside a node, at any depth.
    pub fn inside(&self, node: usize) -> Range<usize> {
        self.spans.get(node).map_or(0..0, |(start, count)| start + 1..start + count)
    }

    pub fn host(&self, node: usize) -> Option<usize> {
        self.host.get(node).copied().flatten()
    }

    /// The guests directly inside a host, in text order.
    pub fn guests(&self, host: usize) -> &[usize] {
        self.guests.get(host).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn is_host(&self, node: usize) -> bool {
        !self.guests(node).is_empty()
    }

    pub fn depth(&self, node: usize) -> usize {
        self.depth.get(node).copied().unwrap_or_default()
    }

    /// All nodes inside a node, at any depth.
    pub fn within(&self, node: usize) -> Vec<usize> {
        let mut all = self.guests(node).to_vec();
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            all.extend(self.guests(at));
            next += 1;
        }
        all
    }

    /// The hosts of a node, innermost first.
    pub fn hosts(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.host(node), |host| self.host(*host))
    }

    /// All hosts, innermost first.
    pub fn innermost_first(&self) -> Vec<usize> {
        let mut hosts: Vec<usize> = (0..self.guests.len()).filter(|at| self.is_host(*at)).collect();
        hosts.sort_by_key(|at| std::cmp::Reverse(self.depth[*at]));
        hosts
    }
}

/// The card of a host: at least `least`, extended on every side to contain its guests.
pub fn enclosing_rect(least: Rect, top: f64, guests: impl Iterator<Item = Rect>) -> Rect {
    guests.fold(least, |all, guest| {
        all.union(&Rect {
            x: guest.x - HOLD,
            y: guest.y - HOLD_TOP - top,
            width: guest.width + 2.0 * HOLD,
            height: guest.height + HOLD_TOP + top + HOLD,
        })
    })
}

/// The maximum distance of a guest from the other guests of its host. A node farther away was placed before it became a guest.
const MAX_GUEST_DISTANCE: f64 = 480.0;

/// The cards by number, and their bounding box. `previous`: the corners of placed cards.
pub(super) fn arrange(graph: &Graph, previous: &[Option<(f64, f64)>]) -> (Vec<Rect>, Option<Rect>) {
    let tree = HostTree::of(graph);
    let sized = SizedGraph::new(graph, &tree);
    let mut nested = NestedLayout::new(graph, tree, sized, previous);
    for host in nested.tree.innermost_first() {
        nested.fill(host);
    }
    nested.outermost();
    nested.cards()
}

struct NestedLayout<'g> {
    graph: &'g Graph,
    tree: HostTree,
    /// The footprints of all nodes; those of hosts in their current size.
    footprints: Vec<Footprint>,
    /// The links, by the host that contains them; links outside hosts come last.
    edges: Vec<Vec<(Edge, usize, usize)>>,
    policies: FxHashMap<&'g Id, Vec<&'g limn_language::graph::Policy>>,
    /// The corner of the outline of a placed node.
    corners: Vec<Option<(f64, f64)>>,
    /// The size of the outline when it was placed.
    sizes: Vec<(f64, f64)>,
    /// The rectangle of the outline in the content area of its host.
    local: Vec<(f64, f64)>,
}

impl<'g> NestedLayout<'g> {
    fn new(
        graph: &'g Graph,
        tree: HostTree,
        sized: SizedGraph,
        previous: &[Option<(f64, f64)>],
    ) -> NestedLayout<'g> {
        let count = graph.nodes.len();
        let mut edges = vec![Vec::new(); count + 1];
        for edge in sized.edges {
            if let Some((within, from, to)) = common_host(&tree, edge.from, edge.to) {
                edges[within.unwrap_or(count)].push((edge, from, to));
            }
        }
        let corner = |(place, footprint): (&Option<(f64, f64)>, &Footprint)| {
            place.map(|(x, y)| (x, y - footprint.above))
        };
        NestedLayout {
            graph,
            tree,
            edges,
            policies: policies_by_target(graph),
            corners: previous.iter().zip(&sized.footprints).map(corner).collect(),
            sizes: sized.footprints.iter().map(|footprint| (footprint.width, footprint.height)).collect(),
            local: vec![(0.0, 0.0); count],
            footprints: sized.footprints,
        }
    }

    /// The offset of the content area from the corner of a host's outline.
    fn inner(&self, host: usize) -> (f64, f64) {
        (HOLD, self.footprints[host].above + self.top(host) + HOLD_TOP)
    }

    fn top(&self, host: usize) -> f64 {
        card::host_top(&self.graph.nodes[host])
    }

    /// Lays out the content of a host, which determines its size.
    fn fill(&mut self, host: usize) {
        let guests = self.tree.guests(host).to_vec();
        let inner = self.inner(host);
        let mut base = self.corners[host].or_else(|| self.suggested(&guests, inner));
        let near = base.map(|base| self.near(&guests, (base.0 + inner.0, base.1 + inner.1)));
        let mut previous = near.unwrap_or_else(|| vec![None; guests.len()]);
        // Content to the left or above extends the host there.
        let least = |along: fn(&Placed) -> f64| previous.iter().flatten().map(along).fold(0.0, f64::min);
        let (left, above) = (least(|old| old.at.0), least(|old| old.at.1));
        if let Some(base) = &mut base {
            *base = (base.0 + left, base.1 + above);
        }
        for old in previous.iter_mut().flatten() {
            old.at = (old.at.0 - left, old.at.1 - above);
        }
        // A new host is placed like any other box, regardless of its content.
        let kept = self.corners[host].is_some();
        self.corners[host] = base.filter(|_| kept);
        let before = held_size(previous.iter().flatten().map(|placed| rect(placed.at, placed.size)));
        let rects = self.place(&guests, host, &previous, true);
        for (guest, rect) in guests.iter().zip(&rects) {
            self.local[*guest] = (rect.x, rect.y);
        }
        let after = held_size(rects.into_iter());
        let size_of = |nested: &NestedLayout<'_>, room: Option<(f64, f64)>| {
            let node = &nested.graph.nodes[host];
            let face = match room {
                Some((width, height)) => card::measure_host(
                    node,
                    (width + 2.0 * HOLD, nested.top(host) + HOLD_TOP + height + HOLD),
                ),
                None => card::measure(node),
            };
            let policies = nested.policies.get(&node.id).map(Vec::as_slice).unwrap_or_default();
            sized_graph::footprint(
                face.stacked,
                (face.width, face.height),
                policies,
                node.look == Look::Dashed,
            )
        };
        self.footprints[host] = size_of(self, Some(after.unwrap_or_default()));
        if kept {
            // Before it had guests, it was a normal card.
            let footprint = size_of(self, before);
            self.sizes[host] = (footprint.width, footprint.height);
        } else {
            self.sizes[host] = (self.footprints[host].width, self.footprints[host].height);
        }
    }

    /// The position of a new host with placed guests.
    fn suggested(&self, guests: &[usize], inner: (f64, f64)) -> Option<(f64, f64)> {
        let corners = guests.iter().filter_map(|guest| self.corners[*guest]);
        let least = corners.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
        Some((least.0 - inner.0, least.1 - inner.1))
    }

    /// The placed guests of a host, relative to its content area, except those far away from all others.
    fn near(&self, guests: &[usize], from: (f64, f64)) -> Vec<Option<Placed>> {
        let old = |guest: &usize| {
            let (x, y) = self.corners[*guest]?;
            Some(Placed { at: (x - from.0, y - from.1), size: self.sizes[*guest] })
        };
        let mut all: Vec<Option<Placed>> = guests.iter().map(old).collect();
        let far = |old: &Placed| old.at.0.abs().max(old.at.1.abs());
        let mut order: Vec<usize> = (0..all.len()).filter(|at| all[*at].is_some()).collect();
        order.sort_by(|one, other| {
            let far = |at: usize| all[at].as_ref().map_or(0.0, far);
            far(*one).total_cmp(&far(*other))
        });
        // Repeat until no more are near: a large guest may begin far away and reach near one that begins closer.
        let mut area = Rect::default();
        loop {
            let waiting = order.len();
            order.retain(|at| {
                let rect = all[*at].map(|old| rect(old.at, old.size)).unwrap_or_default();
                let is_far = !area.grown(MAX_GUEST_DISTANCE).overlaps(&rect);
                if !is_far {
                    area = area.union(&rect);
                }
                is_far
            });
            if order.len() == waiting {
                break;
            }
        }
        for at in order {
            all[at] = None;
        }
        all
    }

    /// Places sibling nodes, inside a host or outside all.
    fn place(&self, nodes: &[usize], within: usize, previous: &[Option<Placed>], walls: bool) -> Vec<Rect> {
        let mut number =
            vec![usize::MAX; if self.edges[within].is_empty() { 0 } else { self.footprints.len() }];
        if !number.is_empty() {
            nodes.iter().enumerate().for_each(|(at, node)| number[*node] = at);
        }
        let edges = self.edges[within].iter().map(|(edge, from, to)| Edge {
            from: number[*from],
            to: number[*to],
            from_y: edge.from_y + self.below(edge.from, *from),
            to_y: edge.to_y + self.below(edge.to, *to),
            strong: edge.strong,
        });
        let sized = SizedGraph {
            edges: edges.collect(),
            footprints: nodes.iter().map(|node| self.footprints[*node]).collect(),
        };
        match previous.iter().flatten().count() {
            0 => layered::layered(&sized),
            _ => place_new(&sized, previous, walls),
        }
    }

    /// The distance between the upper edge of a host and that of a node inside it.
    fn below(&self, node: usize, host: usize) -> f64 {
        let mut at = node;
        let mut y = 0.0;
        while at != host {
            let Some(next) = self.tree.host(at) else { break };
            y += self.local[at].1 + self.inner(next).1;
            at = next;
        }
        y
    }

    /// Places the nodes outside all hosts.
    fn outermost(&mut self) {
        let nodes: Vec<usize> =
            (0..self.footprints.len()).filter(|at| self.tree.host(*at).is_none()).collect();
        let old = |node: &usize| Some(Placed { at: self.corners[*node]?, size: self.sizes[*node] });
        let previous: Vec<Option<Placed>> = nodes.iter().map(old).collect();
        let rects = self.place(&nodes, self.footprints.len(), &previous, false);
        for (node, rect) in nodes.iter().zip(rects) {
            self.local[*node] = (rect.x, rect.y);
        }
    }

    /// All cards in world coordinates, and the bounding box of the outermost ones.
    fn cards(&self) -> (Vec<Rect>, Option<Rect>) {
        let mut corners = self.local.clone();
        let mut inward: Vec<usize> = (0..corners.len()).collect();
        inward.sort_by_key(|at| self.tree.depth(*at));
        let mut outer: Option<Rect> = None;
        for at in inward {
            match self.tree.host(at) {
                Some(host) => {
                    let inner = self.inner(host);
                    corners[at].0 += corners[host].0 + inner.0;
                    corners[at].1 += corners[host].1 + inner.1;
                }
                None => {
                    let footprint = &self.footprints[at];
                    let rect = rect(corners[at], (footprint.width, footprint.height));
                    outer = Some(outer.map_or(rect, |outer| outer.union(&rect)));
                }
            }
        }
        let card = |((x, y), footprint): (&(f64, f64), &Footprint)| Rect {
            x: *x,
            y: y + footprint.above,
            width: footprint.width,
            height: footprint.card,
        };
        (corners.iter().zip(&self.footprints).map(card).collect(), outer)
    }
}

fn rect((x, y): (f64, f64), (width, height): (f64, f64)) -> Rect {
    Rect { x, y, width, height }
}

/// The size of the content area for these rectangles; `None` if there are none.
fn held_size(rects: impl Iterator<Item = Rect>) -> Option<(f64, f64)> {
    let all = rects.map(|rect| (rect.right(), rect.bottom()));
    all.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))
}

/// The innermost host that contains both ends of a link, and its guests that contain each end. `None` if one end contains the other.
fn common_host(tree: &HostTree, from: usize, to: usize) -> Option<(Option<usize>, usize, usize)> {
    let (mut left, mut right) = (from, to);
    while tree.depth(left) > tree.depth(right) {
        left = tree.host(left)?;
    }
    while tree.depth(right) > tree.depth(left) {
        right = tree.host(right)?;
    }
    while left != right {
        if tree.host(left) == tree.host(right) {
            return Some((tree.host(left), left, right));
        }
        (left, right) = (tree.host(left)?, tree.host(right)?);
    }
    None
}
