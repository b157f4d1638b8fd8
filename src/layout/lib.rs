//! Graph layout: deterministic, stable when nodes are added, and respecting pinned positions.

mod card;
mod coordinates;
mod free_space;
mod incremental;
mod layered;
mod layers;
mod nesting;
mod order;
mod overlap;
mod pack;
mod sized_graph;
mod text;
mod wrap;

use std::collections::BTreeMap;

pub use self::card::{
    CHIP, CHIPS, CardLayout, Chip, Drawer, HEADER, PILL_PAD, PILL_TEXT_AT, PortLayout, ROW, STACK, TILE,
    TILE_AT, Text, distinguish, header_anchor, hue, measure, measure_drawer, measure_frame, measure_host,
    pill_text, pills,
};
pub use self::nesting::{HostTree, enclosing_rect};
pub use self::overlap::{Resize, free_position_near, resolve_overlaps};
pub use self::sized_graph::policies_by_target;
pub use self::text::{CAPTION, Font, LABEL, PORT, SMALL, elide, lines, width as text_width};
use limn_language::graph::{Graph, Id, LinkKind};
use serde::{Deserialize, Serialize};

/// A rectangle in world units.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The center, as (x, y).
    pub fn center(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    #[must_use]
    pub fn moved(&self, dx: f64, dy: f64) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }

    /// The rectangle, larger by `by` on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// Returns true if the rectangle is completely inside another.
    pub fn is_within(&self, outer: Rect) -> bool {
        outer.contains(self.x, self.y) && outer.contains(self.right(), self.bottom())
    }

    /// Returns true if the two share more than an edge.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect {
            x,
            y,
            width: self.right().max(other.right()) - x,
            height: self.bottom().max(other.bottom()) - y,
        }
    }
}

/// The positions of all nodes and of the frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The cards, without outlines of a stack above them and pills below.
    pub boxes: BTreeMap<Id, Rect>,
    pub frame: Option<Rect>,
}

/// Lays out a graph. Nodes in `kept` stay at that position (top-left corner), and the others get a free position near the nodes they are linked
/// to. Guests are inside their host, which grows as needed; a host that grows moves down the nodes it would cover. Without `kept`, the
/// result is a full layered layout.
pub fn layout(graph: &Graph, kept: &BTreeMap<Id, (f64, f64)>) -> Layout {
    let position = |id: &Id| kept.get(id).copied().filter(|(x, y)| sane(*x) && sane(*y));
    let previous: Vec<Option<(f64, f64)>> = graph.nodes.iter().map(|node| position(&node.id)).collect();
    let (cards, outer) = nesting::arrange(graph, &previous);
    let boxes = graph.nodes.iter().zip(cards).map(|(node, rect)| (node.id.clone(), rect)).collect();
    let mut layout = Layout { boxes, frame: None };
    layout.frame = graph.frame.as_ref().map(|frame| {
        let (width, height) = card::least_frame(frame);
        let (left, right) = card::frame_sides(frame);
        // Wires to the frame's own ports run beside the names.
        let mapped = graph.links.iter().any(|link| match link.kind {
            LinkKind::Mapping => true,
            LinkKind::Data if graph.layer.draws(LinkKind::Data) => {
                link.sources.iter().chain(&link.targets).any(|end| end.port.node == frame.id)
            }
            _ => false,
        });
        let margin = if mapped { FRAME_ASIDE_MAPPED } else { FRAME_ASIDE };
        let (left, right) = ((left + margin).max(FRAME_PAD), (right + margin).max(FRAME_PAD));
        let around = outer.map_or(Rect::default(), |outer| Rect {
            x: outer.x - left,
            y: outer.y - FRAME_TOP,
            width: outer.width + left + right,
            height: outer.height + FRAME_TOP + FRAME_PAD,
        });
        Rect {
            width: around.width.max(width).max(FRAME_LEAST.0),
            height: around.height.max(height).max(FRAME_LEAST.1),
            ..around
        }
    });
    layout
}

/// The padding between the frame and its content; at the top there is its label.
const FRAME_PAD: f64 = 28.0;
const FRAME_TOP: f64 = 72.0;
/// The distance between the names of the frame's ports and its content.
const FRAME_ASIDE: f64 = 24.0;
const FRAME_ASIDE_MAPPED: f64 = 72.0;
/// The minimum width and height of the frame.
const FRAME_LEAST: (f64, f64) = (480.0, 280.0);

/// Returns true for a coordinate that a diagram can have; stored positions can contain any number.
fn sane(at: f64) -> bool {
    at.abs() < 1e7
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use limn_check::sample;

    const NOTHING: BTreeMap<Id, (f64, f64)> = BTreeMap::new();

    fn kept(layout: &Layout) -> BTreeMap<Id, (f64, f64)> {
        layout.boxes.iter().map(|(id, rect)| (id.clone(), (rect.x, rect.y))).collect()
    }

    fn overlapping(layout: &Layout) -> Option<(&Id, &Id)> {
        let boxes: Vec<_> = layout.boxes.iter().collect();
        boxes.iter().enumerate().find_map(|(at, (id, rect))| {
            let other = boxes[at + 1..].iter().find(|(_, other)| rect.overlaps(other))?;
            Some((*id, other.0))
        })
    }

    /// The same graphs, with some nodes inside others, including cycles and unknown hosts.
    fn nested() -> impl Strategy<Value = Graph> {
        (graphs(), proptest::collection::vec(proptest::option::of(0_usize..26), 24)).prop_map(
            |(mut graph, hosts)| {
                for (node, host) in graph.nodes.iter_mut().zip(hosts) {
                    node.host = host.map(|at| sample::id(&("n".repeat(at) + "x")));
                }
                graph
            },
        )
    }

    /// Boxes that overlap although neither contains the other, or that are outside their host.
    fn misplaced(graph: &Graph, layout: &Layout) -> Option<String> {
        let tree = HostTree::of(graph);
        let rect = |at: usize| layout.boxes[&graph.nodes[at].id];
        for at in 0..graph.nodes.len() {
            if let Some(host) = tree.host(at)
                && rect(host).grown(-8.0).union(&rect(at)) != rect(host).grown(-8.0)
            {
                return Some(format!("{at} is outside {host}"));
            }
            let other =
                (0..at).find(|other| tree.host(*other) == tree.host(at) && rect(*other).overlaps(&rect(at)));
            if let Some(other) = other {
                return Some(format!("{other} and {at} overlap"));
            }
        }
        None
    }

    fn graphs() -> impl Strategy<Value = Graph> {
        let nodes = proptest::collection::vec((0_usize..6, 0_usize..4, 0_usize..4), 0..24);
        let links = proptest::collection::vec((0_usize..24, 0_usize..24, 0_usize..3), 0..40);
        (nodes, links).prop_map(|(nodes, links)| {
            let mut text = String::from("[frame all\n");
            for (at, (needs, offers, sort)) in nodes.iter().enumerate() {
                let ports: String = (0..*needs)
                    .map(|port| format!(" <i{port}"))
                    .chain((0..*offers).map(|port| format!(" >o{port}")))
                    .collect();
                let sort = ["", "~", "*1-4", "#fast"][*sort];
                text.push_str(&format!("{} {sort} {ports}\n", "n".repeat(at) + "x"));
            }
            let name = |at: usize| "n".repeat(at % nodes.len().max(1)) + "x";
            for (from, to, kind) in links.iter().filter(|_| !nodes.is_empty()) {
                text.push_str(&format!(
                    "{}.o0 {} {}.i0\n",
                    name(*from),
                    ["->", "~>", "=>"][*kind],
                    name(*to)
                ));
            }
            text.push_str("!policy p x nx\n!policy qqqqqqqqqqqqq x\n");
            sample::graph(&text)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn no_two_boxes_overlap(graph in graphs()) {
            let layout = layout(&graph, &NOTHING);
            prop_assert_eq!(overlapping(&layout), None);
        }

        #[test]
        fn all_nodes_are_inside_the_frame(graph in graphs()) {
            let layout = layout(&graph, &NOTHING);
            let frame = layout.frame.unwrap();
            for node in &graph.nodes {
                let rect = layout.boxes[&node.id];
                prop_assert_eq!(frame.union(&rect), frame);
            }
        }

        #[test]
        fn layout_is_deterministic(graph in graphs()) {
            prop_assert_eq!(layout(&graph, &NOTHING), layout(&graph.clone(), &NOTHING));
        }

        #[test]
        fn kept_nodes_stay_and_the_others_find_room(graph in graphs(), removed in proptest::collection::vec(any::<bool>(), 24)) {
            let before = layout(&graph, &NOTHING);
            let kept: BTreeMap<Id, (f64, f64)> =
                kept(&before).into_iter().zip(removed).filter(|(_, removed)| !removed).map(|(kept, _)| kept).collect();
            let after = layout(&graph, &kept);
            for (id, place) in &kept {
                prop_assert_eq!((after.boxes[id].x, after.boxes[id].y), *place);
            }
            prop_assert_eq!(overlapping(&after), None);
        }

        #[test]
        fn a_new_node_moves_no_other(graph in graphs(), linked in any::<bool>()) {
            let before = layout(&graph, &NOTHING);
            let mut after = graph.clone();
            let new = sample::graph("new <in >out\nx\nnew.out -> x.i0\n");
            after.nodes.insert(0, new.nodes[0].clone());
            if linked && graph.node(&sample::id("x")).is_some() {
                after.links.extend(new.links);
            }
            let after = layout(&after, &kept(&before));
            for (id, rect) in &before.boxes {
                prop_assert_eq!(after.boxes[id], *rect);
            }
            prop_assert_eq!(overlapping(&after), None);
        }

        #[test]
        fn numbers_encode_the_nesting(graph in nested()) {
            let tree = HostTree::of(&graph);
            for node in 0..graph.nodes.len() {
                for host in 0..graph.nodes.len() {
                    let is_inside = tree.inside(host).contains(&tree.number_of(node));
                    prop_assert_eq!(is_inside, tree.hosts(node).any(|outer| outer == host));
                }
            }
        }

        #[test]
        fn guests_are_inside_their_hosts_and_nothing_overlaps(graph in nested()) {
            let layout = layout(&graph, &NOTHING);
            prop_assert_eq!(misplaced(&graph, &layout), None);
        }

        #[test]
        fn kept_nested_nodes_stay(graph in nested()) {
            let before = layout(&graph, &NOTHING);
            prop_assert_eq!(&layout(&graph, &kept(&before)), &before);
        }

        #[test]
        fn nested_nodes_that_are_not_kept_find_room(graph in nested(), removed in proptest::collection::vec(any::<bool>(), 24)) {
            let before = layout(&graph, &NOTHING);
            let kept: BTreeMap<Id, (f64, f64)> =
                kept(&before).into_iter().zip(removed).filter(|(_, removed)| !removed).map(|(kept, _)| kept).collect();
            prop_assert_eq!(misplaced(&graph, &layout(&graph, &kept)), None);
        }

        #[test]
        fn a_new_node_outside_hosts_moves_no_other(graph in nested()) {
            let before = layout(&graph, &NOTHING);
            let mut after = graph.clone();
            after.nodes.insert(0, sample::graph("new <in >out").nodes[0].clone());
            let after = layout(&after, &kept(&before));
            for (id, rect) in &before.boxes {
                prop_assert_eq!(after.boxes[id], *rect);
            }
        }

        #[test]
        fn a_new_guest_moves_only_nodes_that_would_be_covered(graph in nested(), host in 0_usize..24) {
            let before = layout(&graph, &NOTHING);
            let mut after = graph.clone();
            let mut new = sample::graph("new <in >out").nodes.remove(0);
            new.host = Some(sample::id(&("n".repeat(host) + "x")));
            after.nodes.push(new);
            let now = layout(&after, &kept(&before));
            prop_assert_eq!(misplaced(&after, &now), None);
            for (id, was) in &before.boxes {
                let is = now.boxes[id];
                // Nodes move down only.
                prop_assert_eq!(is.x, was.x);
                prop_assert!(is.y >= was.y);
            }
        }
    }

    #[test]
    fn a_guest_that_was_far_away_moves_into_its_host() {
        let alone = layout(&sample::graph("a\nb"), &NOTHING);
        let kept = BTreeMap::from([(sample::id("a"), (0.0, 0.0)), (sample::id("b"), (4_000.0, 90.0))]);
        let graph = sample::graph("a\nb ^a");
        let layout = layout(&graph, &kept);
        assert_eq!(misplaced(&graph, &layout), None);
        let (a, b) = (layout.boxes[&sample::id("a")], alone.boxes[&sample::id("b")]);
        assert!((a.x, a.y) == (0.0, 0.0) && a.width < 2.0 * b.width, "{a:?}");
    }

    #[test]
    fn a_guest_near_a_large_guest_is_not_far_away() {
        let ports: Vec<String> = (0..30).map(|at| format!(" <i{at}")).collect();
        let graph = sample::graph(&format!("host\na ^host\nb ^host\nc ^host{}", ports.concat()));
        let room = layout(&graph, &NOTHING).boxes[&sample::id("a")];
        // `b` begins nearer to the content area than `c`, and is near no other node.
        let off = [("a", (0.0, 0.0)), ("b", (300.0, 560.0)), ("c", (600.0, 0.0))];
        let mut kept: BTreeMap<_, _> =
            off.map(|(name, (x, y))| (sample::id(name), (room.x + x, room.y + y))).into();
        kept.insert(sample::id("host"), (0.0, 0.0));
        let layout = layout(&graph, &kept);
        for (id, place) in &kept {
            assert_eq!((layout.boxes[id].x, layout.boxes[id].y), *place, "{id:?}");
        }
    }

    #[test]
    fn deep_nesting_is_laid_out_in_time() {
        let mut text = String::from("n0\n");
        for at in 1..2_000 {
            text.push_str(&format!("n{at} ^n{}\n", at - 1));
        }
        let graph = sample::graph(&text);
        let layout = layout(&graph, &NOTHING);
        assert!(layout.boxes[&sample::id("n0")].width.is_finite());
    }

    #[test]
    fn any_stored_position_is_accepted() {
        let graph = sample::graph("a\nb\nc");
        let kept = [("a", (f64::NAN, 0.0)), ("b", (1e300, f64::INFINITY)), ("c", (-1e6, 1e6))];
        let kept = kept.into_iter().map(|(name, place)| (sample::id(name), place)).collect();
        let layout = layout(&graph, &kept);
        assert!(layout.boxes.values().all(|rect| rect.x.is_finite() && rect.y.is_finite()));
        assert_eq!(overlapping(&layout), None);
    }

    #[test]
    fn a_new_consumer_is_placed_left_of_its_provider() {
        let before = layout(&sample::graph("db >sql"), &NOTHING);
        let after = layout(&sample::graph("db >sql\napp <db\ndb.sql -> app.db"), &kept(&before));
        let (db, app) = (after.boxes[&sample::id("db")], after.boxes[&sample::id("app")]);
        assert!(app.right() < db.x && (app.y - db.y).abs() < 1.0, "{db:?} {app:?}");
    }

    #[test]
    fn large_graphs_are_laid_out_in_time() {
        let graph = sample::large(2_000, 5_000);
        let before = std::time::Instant::now();
        let fresh = layout(&graph, &NOTHING);
        let mut pinned = kept(&fresh);
        let one = pinned.keys().next().cloned().into_iter().collect::<Vec<_>>();
        pinned.retain(|id, _| one.contains(id));
        layout(&graph, &pinned);
        // A generous limit, for a debug build on a busy machine. The benchmark has the real budget.
        assert!(before.elapsed().as_secs() < 600, "{:?}", before.elapsed());
        assert_eq!(overlapping(&fresh), None);
    }
}
