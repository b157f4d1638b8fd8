//! Where nodes go. Pure, deterministic, stable under additions; pins are respected. Knows no pointer and no page.

mod card;
mod coordinates;
mod fold;
mod free;
mod fresh;
mod layers;
mod order;
mod pack;
mod room;
mod text;
mod wrap;

use std::collections::BTreeMap;

pub use self::card::{
    CHIP, CHIPS, Chip, Face, HEADER, PILL_PAD, PILL_TEXT_AT, ROW, STACK, Spot, TILE, TILE_AT, Text, folded,
    hue, measure, measure_frame, pill_text, pills,
};
pub use self::fold::{ById, ByRef};
pub use self::room::{Growth, make_room};
pub use self::text::{CAPTION, Font, LABEL, PORT, SMALL, elide, width as text_width};
use crate::graph::{End, Graph, Id, LinkKind, Look, Policy, Side};
use layers::Edge;

/// A rectangle in world units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
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

    /// The middle, as (x, y).
    pub fn centre(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    #[must_use]
    pub fn moved(&self, dx: f64, dy: f64) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }

    /// Larger by so much on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The least rectangle that holds both.
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

/// Where everything stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The cards, without what peeks out above them or hangs below.
    pub boxes: BTreeMap<Id, Rect>,
    pub frame: Option<Rect>,
}

/// Lays a graph out. Boxes named in `kept` stand where they stood (top-left corner); the rest find a free place near what they are linked to.
/// With nothing kept this is a fresh layered layout.
pub fn layout(graph: &Graph, kept: &BTreeMap<Id, (f64, f64)>) -> Layout {
    let net = Net::new(graph);
    let stands = |id: &Id| kept.get(id).copied().filter(|(x, y)| sane(*x) && sane(*y));
    let standing: Vec<Option<(f64, f64)>> = graph.nodes.iter().map(|node| stands(&node.id)).collect();
    let rects = match standing.iter().flatten().count() {
        0 => fresh::fresh(&net),
        _ => beside(&net, &standing),
    };
    let mut layout = Layout::default();
    let mut outer: Option<Rect> = None;
    for ((node, print), rect) in graph.nodes.iter().zip(&net.prints).zip(rects) {
        outer = Some(outer.map_or(rect, |outer| outer.union(&rect)));
        layout.boxes.insert(node.id.clone(), Rect { y: rect.y + print.above, height: print.card, ..rect });
    }
    layout.frame = graph.frame.as_ref().map(|frame| {
        let (width, height) = card::least_frame(frame);
        let (left, right) = card::frame_sides(frame);
        let (left, right) = ((left + FRAME_ASIDE).max(FRAME_PAD), (right + FRAME_ASIDE).max(FRAME_PAD));
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

/// Between the frame and what stands in it; above there is its label.
const FRAME_PAD: f64 = 40.0;
const FRAME_TOP: f64 = 80.0;
/// Between the names of its ports and what stands in it.
const FRAME_ASIDE: f64 = 28.0;
const FRAME_LEAST: (f64, f64) = (480.0, 280.0);
/// From a node that is placed beside one that stands.
const BESIDE: f64 = 128.0;

/// What a node takes up: its card, what peeks out above, what hangs below.
struct Print {
    width: f64,
    height: f64,
    above: f64,
    card: f64,
    /// Pre-existing: stands on the left.
    dashed: bool,
}

/// The graph by numbers: what the layout looks at.
struct Net {
    prints: Vec<Print>,
    edges: Vec<Edge>,
}

impl Net {
    fn new(graph: &Graph) -> Net {
        let faces: Vec<Face> = graph.nodes.iter().map(measure).collect();
        let index: ByRef<'_, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        let hung = policies_by_target(graph);
        let print = |(node, face): (&crate::graph::Node, &Face)| {
            let above = if face.stacked { STACK } else { 0.0 };
            let pills =
                hung.get(&node.id).map(|policies| pills(policies.iter().copied(), face.width, face.height));
            let lowest = pills.iter().flatten().map(Rect::bottom).fold(face.height, f64::max);
            Print {
                width: face.width,
                height: above + lowest,
                above,
                card: face.height,
                dashed: node.look == Look::Dashed,
            }
        };
        let prints: Vec<Print> = graph.nodes.iter().zip(&faces).map(print).collect();
        let mut edges = Vec::with_capacity(graph.links.len());
        for link in graph.links.iter().filter(|link| link.kind != LinkKind::Watch) {
            let ends = |ends: &[End]| -> Vec<(usize, f64)> {
                let end = |end: &End| {
                    let at = *index.get(&end.port.node)?;
                    let spot = faces[at]
                        .spots
                        .iter()
                        .find(|spot| spot.role == end.port.role && spot.port == end.port.port);
                    Some((at, prints[at].above + spot.map_or(folded(Side::Left, 0.0).1, |spot| spot.y)))
                };
                ends.iter().filter_map(end).collect()
            };
            let targets = ends(&link.targets);
            for (from, from_y) in ends(&link.sources) {
                let strong = link.kind != LinkKind::Data;
                let others = targets.iter().filter(|(to, _)| *to != from);
                edges.extend(others.map(|&(to, to_y)| Edge { from, to, from_y, to_y, strong }));
            }
        }
        Net { prints, edges }
    }
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

fn sane(at: f64) -> bool {
    at.abs() < 1e7
}

/// Places what does not stand yet; what stands stays.
fn beside(net: &Net, standing: &[Option<(f64, f64)>]) -> Vec<Rect> {
    let outline =
        |at: usize, x: f64, y: f64| Rect { x, y, width: net.prints[at].width, height: net.prints[at].height };
    let mut placed: Vec<Option<Rect>> = standing
        .iter()
        .enumerate()
        .map(|(at, place)| place.map(|(x, y)| outline(at, x, y - net.prints[at].above)))
        .collect();
    let mut taken = free::Standing::default();
    placed.iter().flatten().for_each(|rect| taken.add(*rect));
    let waiting: Vec<usize> = (0..placed.len()).filter(|at| placed[*at].is_none()).collect();
    // Mostly new: as a fresh layout has it, shifted to where the few that stand suggest.
    let plan = (waiting.len() * 2 > placed.len()).then(|| {
        let fresh = fresh::fresh(net);
        let shift = |along: fn(&Rect) -> f64| {
            let mut by: Vec<f64> = placed
                .iter()
                .zip(&fresh)
                .filter_map(|(is, was)| Some(along(is.as_ref()?) - along(was)))
                .collect();
            by.sort_by(f64::total_cmp);
            by[by.len() / 2].round()
        };
        let (dx, dy) = (shift(|rect| rect.x), shift(|rect| rect.y));
        fresh.into_iter().map(|rect| rect.moved(dx, dy)).collect::<Vec<_>>()
    });
    let mut near = vec![Vec::new(); placed.len()];
    for edge in &net.edges {
        near[edge.from].push((edge.to, edge.from_y - edge.to_y, false));
        near[edge.to].push((edge.from, edge.to_y - edge.from_y, true));
    }
    // Those beside something that stands first, so that chains grow from there.
    let mut queue = waiting;
    while !queue.is_empty() {
        let ready =
            |at: &usize| plan.is_some() || near[*at].iter().any(|(other, ..)| placed[*other].is_some());
        let (mut now, later): (Vec<usize>, Vec<usize>) = queue.into_iter().partition(ready);
        queue = later;
        if now.is_empty() {
            // An island: its first node starts a row of its own.
            now.push(queue.remove(0));
        }
        for at in now {
            let wish = match &plan {
                Some(plan) => plan[at],
                None => wish(net, at, &near[at], &placed),
            };
            let found = taken.nearest(wish);
            taken.add(found);
            placed[at] = Some(found);
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}

/// Where a node would like to be, given those of its neighbours that stand.
fn wish(net: &Net, at: usize, near: &[(usize, f64, bool)], placed: &[Option<Rect>]) -> Rect {
    let Print { width, height, .. } = net.prints[at];
    let mut left: Option<f64> = None;
    let mut right: Option<f64> = None;
    let mut rows = Vec::new();
    for (other, off, provides) in near {
        let Some(rect) = placed[*other] else { continue };
        if *provides {
            left = Some(left.map_or(rect.right(), |left| left.max(rect.right())));
        } else {
            right = Some(right.map_or(rect.x, |right| right.min(rect.x)));
        }
        rows.push(rect.y - off);
    }
    let x = match (left, right) {
        (Some(left), Some(right)) if right - left > width => f64::midpoint(left, right - width),
        (Some(left), _) => left + BESIDE,
        (None, Some(right)) => right - BESIDE - width,
        (None, None) => {
            // Below all, at the left.
            let all =
                placed.iter().flatten().copied().reduce(|left, right| left.union(&right)).unwrap_or_default();
            return Rect { x: all.x, y: all.bottom() + 72.0, width, height };
        }
    };
    let y = rows.iter().sum::<f64>() / rows.len().max(1) as f64;
    Rect { x: x.round(), y: y.round(), width, height }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::sample;

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
        fn everything_stands_somewhere_within_the_frame(graph in graphs()) {
            let layout = layout(&graph, &NOTHING);
            let frame = layout.frame.unwrap();
            for node in &graph.nodes {
                let rect = layout.boxes[&node.id];
                prop_assert_eq!(frame.union(&rect), frame);
            }
        }

        #[test]
        fn the_same_graph_is_laid_out_the_same(graph in graphs()) {
            prop_assert_eq!(layout(&graph, &NOTHING), layout(&graph.clone(), &NOTHING));
        }

        #[test]
        fn what_stood_stands_and_the_rest_finds_room(graph in graphs(), gone in proptest::collection::vec(any::<bool>(), 24)) {
            let before = layout(&graph, &NOTHING);
            let kept: BTreeMap<Id, (f64, f64)> =
                kept(&before).into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(kept, _)| kept).collect();
            let after = layout(&graph, &kept);
            for (id, place) in &kept {
                prop_assert_eq!((after.boxes[id].x, after.boxes[id].y), *place);
            }
            prop_assert_eq!(overlapping(&after), None);
        }

        #[test]
        fn a_new_node_moves_none(graph in graphs(), linked in any::<bool>()) {
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
    }

    #[test]
    fn a_place_from_a_file_may_be_anything() {
        let graph = sample::graph("a\nb\nc");
        let kept = [("a", (f64::NAN, 0.0)), ("b", (1e300, f64::INFINITY)), ("c", (-1e6, 1e6))];
        let kept = kept.into_iter().map(|(name, place)| (sample::id(name), place)).collect();
        let layout = layout(&graph, &kept);
        assert!(layout.boxes.values().all(|rect| rect.x.is_finite() && rect.y.is_finite()));
        assert_eq!(overlapping(&layout), None);
    }

    #[test]
    fn a_new_consumer_stands_right_of_its_provider() {
        let before = layout(&sample::graph("db >sql"), &NOTHING);
        let after = layout(&sample::graph("db >sql\napp <db\ndb.sql -> app.db"), &kept(&before));
        let (db, app) = (after.boxes[&sample::id("db")], after.boxes[&sample::id("app")]);
        assert!(app.x > db.right() && (app.y - db.y).abs() < 1.0, "{db:?} {app:?}");
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
        // Generous: a debug build on a busy machine. The benchmark has the real budget.
        assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
        assert_eq!(overlapping(&fresh), None);
    }
}
