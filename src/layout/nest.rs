//! Boxes inside of boxes: who stands in whom, and where. What a host holds is laid out by itself, from the innermost outward; then it is one box
//! among its neighbours.

use std::ops::Range;

use super::beside::{Stood, beside};
use super::card::{self, HOLD, HOLD_TOP};
use super::layers::Edge;
use super::net::{self, Net, Print, policies_by_target};
use super::{ByRef, Rect, fresh};
use crate::graph::{Graph, Look};

/// Who stands in whom, by number. There are no circles in it, whatever the graph says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    host: Vec<Option<usize>>,
    guests: Vec<Vec<usize>>,
    depth: Vec<usize>,
    /// A number for each node so that those within a host follow its own, and how many numbers it and they have.
    spans: Vec<(usize, usize)>,
}

impl Tree {
    pub fn of(graph: &Graph) -> Tree {
        let count = graph.nodes.len();
        let mut tree = Tree {
            host: vec![None; count],
            guests: vec![Vec::new(); count],
            depth: vec![0; count],
            spans: Vec::new(),
        };
        if !graph.has_hosts() {
            return tree;
        }
        let index: ByRef<'_, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        for (at, node) in graph.nodes.iter().enumerate() {
            tree.host[at] = node.host.as_ref().and_then(|host| index.get(host).copied());
        }
        // From the outermost inward: what is never reached stands on itself.
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

    /// `order`: hosts before what they hold, without what stands in a circle.
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
                // Nothing numbered it: it stands in no host.
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

    /// The number of a node: what stands in a host has one that [`Tree::inside`] names.
    pub fn number_of(&self, node: usize) -> usize {
        self.spans.get(node).map_or(0, |span| span.0)
    }

    /// The numbers of all that stand in a node, by however many steps.
    pub fn inside(&self, node: usize) -> Range<usize> {
        self.spans.get(node).map_or(0..0, |(start, count)| start + 1..start + count)
    }

    pub fn host(&self, node: usize) -> Option<usize> {
        self.host.get(node).copied().flatten()
    }

    /// In the order of the text.
    pub fn guests(&self, host: usize) -> &[usize] {
        self.guests.get(host).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn is_host(&self, node: usize) -> bool {
        !self.guests(node).is_empty()
    }

    pub fn depth(&self, node: usize) -> usize {
        self.depth.get(node).copied().unwrap_or_default()
    }

    /// All that stand in a node, by however many steps.
    pub fn within(&self, node: usize) -> Vec<usize> {
        let mut all = self.guests(node).to_vec();
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            all.extend(self.guests(at));
            next += 1;
        }
        all
    }

    /// The hosts of a node, the nearest first.
    pub fn hosts(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.host(node), |host| self.host(*host))
    }

    /// Hosts, the innermost first.
    pub fn innermost_first(&self) -> Vec<usize> {
        let mut hosts: Vec<usize> = (0..self.guests.len()).filter(|at| self.is_host(*at)).collect();
        hosts.sort_by_key(|at| std::cmp::Reverse(self.depth[*at]));
        hosts
    }
}

/// The card of a host that stands here and holds these: its own least size, and as much more to every side as they need.
pub fn held(least: Rect, top: f64, guests: impl Iterator<Item = Rect>) -> Rect {
    guests.fold(least, |all, guest| {
        all.union(&Rect {
            x: guest.x - HOLD,
            y: guest.y - HOLD_TOP - top,
            width: guest.width + 2.0 * HOLD,
            height: guest.height + HOLD_TOP + top + HOLD,
        })
    })
}

/// How far from the rest of what a host holds one of it may stand. What is farther off got there before it was hosted.
const FAR: f64 = 480.0;

/// The cards, by number, and what all of it takes up. `standing`: the corners of cards.
pub(super) fn arrange(graph: &Graph, standing: &[Option<(f64, f64)>]) -> (Vec<Rect>, Option<Rect>) {
    let tree = Tree::of(graph);
    let net = Net::new(graph, &tree);
    let mut nest = Nest::new(graph, tree, net, standing);
    for host in nest.tree.innermost_first() {
        nest.fill(host);
    }
    nest.outermost();
    nest.cards()
}

struct Nest<'g> {
    graph: &'g Graph,
    tree: Tree,
    /// Of all nodes; those of hosts as large as they have become.
    prints: Vec<Print>,
    /// Links, by the host in which they run: of those that stand in none last.
    edges: Vec<Vec<(Edge, usize, usize)>>,
    policies: ByRef<'g, Vec<&'g crate::graph::Policy>>,
    /// The corner of the outline where it stands already.
    corners: Vec<Option<(f64, f64)>>,
    /// How large the outline was when it got there.
    sizes: Vec<(f64, f64)>,
    /// Where the outline is in what its host holds.
    local: Vec<(f64, f64)>,
}

impl<'g> Nest<'g> {
    fn new(graph: &'g Graph, tree: Tree, net: Net, standing: &[Option<(f64, f64)>]) -> Nest<'g> {
        let count = graph.nodes.len();
        let mut edges = vec![Vec::new(); count + 1];
        for edge in net.edges {
            if let Some((within, from, to)) = meet(&tree, edge.from, edge.to) {
                edges[within.unwrap_or(count)].push((edge, from, to));
            }
        }
        let corner = |(place, print): (&Option<(f64, f64)>, &Print)| place.map(|(x, y)| (x, y - print.above));
        Nest {
            graph,
            tree,
            edges,
            policies: policies_by_target(graph),
            corners: standing.iter().zip(&net.prints).map(corner).collect(),
            sizes: net.prints.iter().map(|print| (print.width, print.height)).collect(),
            local: vec![(0.0, 0.0); count],
            prints: net.prints,
        }
    }

    /// From the corner of a host's outline to where what it holds begins.
    fn inner(&self, host: usize) -> (f64, f64) {
        (HOLD, self.prints[host].above + self.top(host) + HOLD_TOP)
    }

    fn top(&self, host: usize) -> f64 {
        card::host_top(&self.graph.nodes[host])
    }

    /// Finds places for what a host holds, and so how large it is.
    fn fill(&mut self, host: usize) {
        let guests = self.tree.guests(host).to_vec();
        let inner = self.inner(host);
        let mut base = self.corners[host].or_else(|| self.suggested(&guests, inner));
        let near = base.map(|base| self.near(&guests, (base.0 + inner.0, base.1 + inner.1)));
        let mut standing = near.unwrap_or_else(|| vec![None; guests.len()]);
        // What reaches beyond the upper left makes the host begin there.
        let least = |along: fn(&Stood) -> f64| standing.iter().flatten().map(along).fold(0.0, f64::min);
        let (left, above) = (least(|stood| stood.at.0), least(|stood| stood.at.1));
        if let Some(base) = &mut base {
            *base = (base.0 + left, base.1 + above);
        }
        for stood in standing.iter_mut().flatten() {
            stood.at = (stood.at.0 - left, stood.at.1 - above);
        }
        // A host that is new is placed as any other box, whatever stood in it and how.
        let kept = self.corners[host].is_some();
        self.corners[host] = base.filter(|_| kept);
        let before = held_size(standing.iter().flatten().map(|it| rect(it.at, it.size)));
        let rects = self.place(&guests, host, &standing, true);
        for (guest, rect) in guests.iter().zip(&rects) {
            self.local[*guest] = (rect.x, rect.y);
        }
        let after = held_size(rects.into_iter());
        let size_of = |nest: &Nest<'_>, room: Option<(f64, f64)>| {
            let node = &nest.graph.nodes[host];
            let face = match room {
                Some((width, height)) => {
                    card::measure_host(node, (width + 2.0 * HOLD, nest.top(host) + HOLD_TOP + height + HOLD))
                }
                None => card::measure(node),
            };
            let policies = nest.policies.get(&node.id).map(Vec::as_slice).unwrap_or_default();
            net::print(face.stacked, (face.width, face.height), policies, node.look == Look::Dashed)
        };
        self.prints[host] = size_of(self, Some(after.unwrap_or_default()));
        if kept {
            // Before anything stood in it, it was a card as others are.
            let print = size_of(self, before);
            self.sizes[host] = (print.width, print.height);
        } else {
            self.sizes[host] = (self.prints[host].width, self.prints[host].height);
        }
    }

    /// Where a host would begin that is new, and what it holds is not.
    fn suggested(&self, guests: &[usize], inner: (f64, f64)) -> Option<(f64, f64)> {
        let corners = guests.iter().filter_map(|guest| self.corners[*guest]);
        let least = corners.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
        Some((least.0 - inner.0, least.1 - inner.1))
    }

    /// What stands in a host already, counted from where its room begins. What is far from all the rest does not.
    fn near(&self, guests: &[usize], from: (f64, f64)) -> Vec<Option<Stood>> {
        let stood = |guest: &usize| {
            let (x, y) = self.corners[*guest]?;
            Some(Stood { at: (x - from.0, y - from.1), size: self.sizes[*guest] })
        };
        let mut all: Vec<Option<Stood>> = guests.iter().map(stood).collect();
        let far = |stood: &Stood| stood.at.0.abs().max(stood.at.1.abs());
        let mut order: Vec<usize> = (0..all.len()).filter(|at| all[*at].is_some()).collect();
        order.sort_by(|one, other| {
            let far = |at: usize| all[at].as_ref().map_or(0.0, far);
            far(*one).total_cmp(&far(*other))
        });
        // Until none is near any more: what is large may begin far off, and reach near what begins less far.
        let mut area = Rect::default();
        loop {
            let waiting = order.len();
            order.retain(|at| {
                let rect = all[*at].map(|stood| rect(stood.at, stood.size)).unwrap_or_default();
                let is_far = !area.grown(FAR).overlaps(&rect);
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

    /// Places for some that stand beside each other, in a host or in none.
    fn place(&self, nodes: &[usize], within: usize, standing: &[Option<Stood>], walls: bool) -> Vec<Rect> {
        let mut number = vec![usize::MAX; if self.edges[within].is_empty() { 0 } else { self.prints.len() }];
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
        let net =
            Net { edges: edges.collect(), prints: nodes.iter().map(|node| self.prints[*node]).collect() };
        match standing.iter().flatten().count() {
            0 => fresh::fresh(&net),
            _ => beside(&net, standing, walls),
        }
    }

    /// How far below the upper edge of a host that of a node in it is.
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

    /// Places for what stands in no host.
    fn outermost(&mut self) {
        let nodes: Vec<usize> = (0..self.prints.len()).filter(|at| self.tree.host(*at).is_none()).collect();
        let stood = |node: &usize| Some(Stood { at: self.corners[*node]?, size: self.sizes[*node] });
        let standing: Vec<Option<Stood>> = nodes.iter().map(stood).collect();
        let rects = self.place(&nodes, self.prints.len(), &standing, false);
        for (node, rect) in nodes.iter().zip(rects) {
            self.local[*node] = (rect.x, rect.y);
        }
    }

    /// All cards where they stand in the world, and what the outermost take up.
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
                    let print = &self.prints[at];
                    let rect = rect(corners[at], (print.width, print.height));
                    outer = Some(outer.map_or(rect, |outer| outer.union(&rect)));
                }
            }
        }
        let card = |((x, y), print): (&(f64, f64), &Print)| Rect {
            x: *x,
            y: y + print.above,
            width: print.width,
            height: print.card,
        };
        (corners.iter().zip(&self.prints).map(card).collect(), outer)
    }
}

fn rect((x, y): (f64, f64), (width, height): (f64, f64)) -> Rect {
    Rect { x, y, width, height }
}

/// The room that these need, counted from where it begins; `None`: there are none.
fn held_size(rects: impl Iterator<Item = Rect>) -> Option<(f64, f64)> {
    let all = rects.map(|rect| (rect.right(), rect.bottom()));
    all.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))
}

/// The host in which a link runs, and which of those that stand in it hold its ends. None where one end holds the other.
fn meet(tree: &Tree, from: usize, to: usize) -> Option<(Option<usize>, usize, usize)> {
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
