//! Scene: the laid-out graph with everything that is drawn, in world units and in drawing order. The page and `limn draw` draw the same scene.
//! Elements are shared (`Arc`), so that unchanged ones compare equal at once and a drag rebuilds only what it moves. Elements have CSS classes; the
//! style sheet `style/scene.css` defines colors.

mod bent;
mod collapsed;
mod geometry;
mod named;
mod open_requirements;
mod part;
mod pills;
mod rearrange;
mod sheet;
mod wires;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::bent::{Handle, LostBends, follow_wires};
use self::geometry::stacked;
pub use self::named::SearchWords;
pub use self::open_requirements::OpenRequirements;
pub use super::elements::{
    Card, GroupNames, GroupOutline, HostBackground, Pill, Problems, Sheet, mark, port_class,
};
use super::elements::{OutsideIndex, card};
use super::group_outline;
pub use super::path_request::Anchor;
use super::viewport::WorldPoint;
use super::wire::{Connections, Wire};
use limn_language::bend::Bends;
use limn_language::edit::Place;
use limn_language::graph::{Graph, Id, Link, LinkKind, Node, PortRef, Side};
use limn_layout::{self as layout, CardLayout, HostTree, Layout, PortLayout, Rect};
use rustc_hash::FxHashMap;

/// All drawn elements. Drawing order: frame, group outlines around hosts, host backgrounds, quiet wires, other outlines, names of groups, other wires, cards,
/// pills, overlay.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The boundary of the document; its ports point inward.
    pub frame: Option<Arc<Card>>,
    /// The cards, outermost first.
    pub host_backgrounds: Vec<Arc<HostBackground>>,
    pub group_outlines: Vec<Arc<GroupOutline>>,
    pub wires: Vec<Arc<Wire>>,
    pub cards: Vec<Arc<Card>>,
    pub pills: Vec<Arc<Pill>>,
    /// The overlay with the folded ports of one card.
    pub sheet: Option<Arc<Sheet>>,
    /// The bounding box.
    pub bounds: Rect,
    /// The widths of the frame's port names, on the left and on the right.
    names: (f64, f64),
    /// The index of each card in `cards`.
    index: Arc<FxHashMap<Id, usize>>,
    /// The wires by their ends and their places.
    pub(super) connections: Arc<Connections>,
    /// The wires that are no longer at the places in `connections`.
    pub(super) redrawn: Arc<BTreeSet<usize>>,
    /// The nesting of cards, by number.
    tree: Arc<HostTree>,
    graph: Arc<Graph>,
    /// The bends that the user has placed.
    bends: Arc<Bends>,
}

impl PartialEq for Scene {
    fn eq(&self, other: &Scene) -> bool {
        fn same<T: PartialEq>(left: &[Arc<T>], right: &[Arc<T>]) -> bool {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| Arc::ptr_eq(left, right) || left == right)
        }
        self.bounds == other.bounds
            && self.bends == other.bends
            && self.frame == other.frame
            && self.sheet == other.sheet
            && same(&self.host_backgrounds, &other.host_backgrounds)
            && same(&self.group_outlines, &other.group_outlines)
            && same(&self.cards, &other.cards)
            && same(&self.pills, &other.pills)
            && same(&self.wires, &other.wires)
    }
}

impl Scene {
    /// Creates the scene. `problems` are by node; nodes that are not listed have none.
    pub fn new(graph: Arc<Graph>, layout: &Layout, problems: &BTreeMap<Id, Problems>) -> Scene {
        Scene::without_problems(graph, layout).with_problems(problems)
    }

    pub fn without_problems(graph: Arc<Graph>, layout: &Layout) -> Scene {
        Scene::without_wires(graph, layout).with_wires()
    }

    /// The scene without wires, which take most of the time: [`Scene::with_wires`] adds them.
    pub fn without_wires(graph: Arc<Graph>, layout: &Layout) -> Scene {
        let tree = HostTree::of(&graph);
        // A layout contains exactly the nodes of its graph.
        let rect = |node: &Node| layout.boxes.get(&node.id).copied().unwrap_or_default();
        let faces = graph.nodes.iter().enumerate().map(|(at, node)| match tree.is_host(at) {
            true => layout::measure_host(node, (rect(node).width, rect(node).height)),
            false => layout::measure(node),
        });
        let mut faces: Vec<CardLayout> = faces.collect();
        layout::distinguish(&graph.nodes, &mut faces);
        let outside = OutsideIndex::new(&graph);
        let cards: Vec<Arc<Card>> = graph
            .nodes
            .iter()
            .zip(faces)
            .enumerate()
            .map(|(number, (node, face))| {
                let rect = rect(node);
                let on = tree.host(number).map(|host| graph.nodes[host].label.clone());
                let (at, image) = (WorldPoint::new(rect.x, rect.y), graph.images.get(&node.id));
                let outside = outside.of(node, &face);
                let card = card(node, image, at, Arc::new(face));
                let is_collapsed = graph.collapsed.contains_key(&node.id);
                let expanded = (is_collapsed || tree.is_host(number)).then_some(!is_collapsed);
                Arc::new(Card { on, outside, expanded, ..card })
            })
            .collect();
        let frame = layout.frame.and_then(|rect| frame_card(&graph, rect));
        let index = Arc::new(cards.iter().enumerate().map(|(at, card)| (card.id.clone(), at)).collect());
        let connections = Arc::new(Connections::new(&[], Vec::new(), &index));
        let names = frame.as_deref().map_or((0.0, 0.0), reach_of_names);
        let tree = Arc::new(tree);
        let mut scene = Scene { frame, cards, names, index, connections, tree, graph, ..Scene::default() };
        scene.tint();
        scene.furnish();
        scene.bounds = scene.measure_bounds();
        scene
    }

    /// The scene with other problems. `problems` are by node; nodes that are not listed have none.
    #[must_use]
    pub fn with_problems(&self, problems: &BTreeMap<Id, Problems>) -> Scene {
        let mut scene = self.clone();
        for card in scene.cards.iter_mut().chain(&mut scene.frame) {
            let now = problems.get(&card.id).copied().unwrap_or_default();
            if card.problems != now {
                Arc::make_mut(card).problems = now;
            }
        }
        scene
    }

    /// The scene while cards are dragged, with these positions and new wires. The frame stays. In a large diagram, only the wires that the drag affects are
    /// new, and they can coincide.
    #[must_use]
    pub fn moved(&self, places: &[(Id, Place)]) -> Scene {
        let mut scene = Scene { sheet: None, ..self.clone() };
        let places = self.with_guests(places);
        for (id, place) in &places {
            if let Some(at) = self.index.get(id) {
                let card = Arc::make_mut(&mut scene.cards[*at]);
                card.at = WorldPoint::from(*place);
            }
        }
        let grown = scene.hold(&places);
        scene.furnish();
        let moved: Vec<&Id> = places.iter().map(|(id, _)| id).chain(&grown).collect();
        scene.redraw_wires(&moved);
        scene.bounds = scene.measure_bounds();
        scene
    }

    /// The boxes and all their guests, moved by the same distance.
    pub fn with_guests(&self, places: &[(Id, Place)]) -> Vec<(Id, Place)> {
        let mut all = places.to_vec();
        let mut given: BTreeSet<&Id> = places.iter().map(|(id, _)| id).collect();
        for (id, place) in places {
            let Some(host) = self.index.get(id) else { continue };
            let from = self.cards[*host].at;
            for guest in self.tree.within(*host) {
                let card = &self.cards[guest];
                if given.insert(&card.id) {
                    let (x, y) = (card.at.x + place.x - from.x, card.at.y + place.y - from.y);
                    all.push((card.id.clone(), Place { x, y }));
                }
            }
        }
        all
    }

    /// The card of the element that contains one without a drawing of its own, such as a property of a component.
    pub fn nearest_around(&self, id: &Id) -> Option<Id> {
        if self.card(id).is_some() || self.wire(id).is_some() || self.rect(id).is_some() {
            return None;
        }
        let around = (1..id.0.len()).rev().map(|len| Id(id.0.prefix(len)));
        around.into_iter().find(|around| self.index.contains_key(around))
    }

    /// All cards inside a card, at any depth.
    pub fn within_card(&self, id: &Id) -> impl Iterator<Item = &Arc<Card>> {
        let within = self.index.get(id).map(|at| self.tree.within(*at)).unwrap_or_default();
        within.into_iter().map(|at| &self.cards[at])
    }

    /// The host of a card.
    pub fn host(&self, id: &Id) -> Option<&Arc<Card>> {
        self.cards.get(self.tree.host(*self.index.get(id)?)?)
    }

    /// The hosting link of a node that is drawn inside its host.
    pub fn hosting_link(&self, id: &Id) -> Option<&Id> {
        let host = self.host(id)?;
        let says = |link: &&limn_language::graph::Link| {
            link.hosts
                && link.sources.iter().any(|end| end.port.node == host.id)
                && link.targets.iter().any(|end| end.port.node == *id)
        };
        self.graph.links.iter().find(says).map(|link| &link.id)
    }

    /// The guests of a card.
    pub fn guests(&self, id: &Id) -> impl Iterator<Item = &Arc<Card>> {
        let guests = self.index.get(id).map(|at| self.tree.guests(*at)).unwrap_or_default();
        guests.iter().map(|at| &self.cards[*at])
    }

    /// The numbers of sibling cards: for each host, innermost first, and finally those outside all hosts.
    pub fn levels(&self) -> Vec<Vec<usize>> {
        let hosts = self.tree.innermost_first().into_iter();
        let mut levels: Vec<Vec<usize>> = hosts.map(|host| self.tree.guests(host).to_vec()).collect();
        levels.push((0..self.cards.len()).filter(|at| self.tree.host(*at).is_none()).collect());
        levels
    }

    /// Resizes hosts to contain their moved guests. Returns the hosts that changed.
    fn hold(&mut self, moved: &[(Id, Place)]) -> Vec<Id> {
        let touched = moved.iter().filter_map(|(id, _)| self.index.get(id));
        let mut hosts: Vec<usize> = touched
            .flat_map(|at| std::iter::once(*at).chain(self.tree.hosts(*at)))
            .filter(|at| self.tree.is_host(*at))
            .collect();
        hosts.sort_by_key(|at| (std::cmp::Reverse(self.tree.depth(*at)), *at));
        hosts.dedup();
        let mut others = Vec::new();
        for at in hosts {
            let node = &self.graph.nodes[at];
            let own = layout::measure_host(node, (0.0, 0.0));
            let card = &self.cards[at];
            let least = Rect { x: card.at.x, y: card.at.y, width: own.width, height: own.height };
            let guests = self.tree.guests(at).iter().map(|guest| self.outline(*guest));
            let rect = layout::enclosing_rect(least, own.room.unwrap_or(own.height), guests);
            if rect != card.rect() {
                let mut face = layout::measure_host(node, (rect.width, rect.height));
                // The color of a port can come from the port it is connected to.
                face.ports.iter_mut().zip(&card.face.ports).for_each(|(spot, was)| spot.hue = was.hue);
                let card = Arc::make_mut(&mut self.cards[at]);
                (card.at, card.face) = (WorldPoint::new(rect.x, rect.y), Arc::new(face));
                others.push(card.id.clone());
            }
        }
        others
    }

    /// A card with the outlines above it and the pills below.
    fn outline(&self, at: usize) -> Rect {
        let card = &self.cards[at];
        let hung = self.graph.policies.iter().filter(|policy| policy.targets.contains(&card.id));
        let pills = layout::pills(hung, card.face.width, card.face.height);
        pills.iter().fold(stacked(card), |all, pill| all.union(&pill.moved(card.at.x, card.at.y)))
    }

    /// Each card with the outlines above it and space for the pills below.
    fn framed(&self) -> Vec<(&Id, Rect)> {
        let hung = layout::policies_by_target(&self.graph);
        let framed = |card: &'_ Arc<Card>| {
            let policies = hung.get(&card.id).into_iter().flatten().copied();
            let pills = layout::pills(policies, card.face.width, card.face.height);
            pills.iter().fold(stacked(card), |all, pill| all.union(&pill.moved(card.at.x, card.at.y)))
        };
        self.cards.iter().map(|card| (&card.id, framed(card))).collect()
    }

    /// Computes everything that depends on card positions, except wires.
    fn furnish(&mut self) {
        self.host_backgrounds = self.dig_wells();
        if !self.graph.groups.is_empty() {
            let signs = self.hosting_signs();
            self.group_outlines = group_outline::draw(&self.graph.groups, &self.tree, &self.framed(), signs);
        }
        self.pills = self.hang_pills();
    }

    fn dig_wells(&self) -> Vec<Arc<HostBackground>> {
        let mut hosts: Vec<usize> = self.tree.innermost_first();
        hosts.reverse();
        let background = |at: usize| {
            let card = &self.cards[at];
            Arc::new(HostBackground {
                id: card.id.clone(),
                look: card.look,
                icon: card.icon,
                rect: card.rect(),
                stacked: card.face.stacked,
                room: card.face.room.unwrap_or_default(),
                faint: card.faint,
            })
        };
        hosts.into_iter().map(background).collect()
    }

    /// Without known types, connected ports share a color: that of the source port.
    fn tint(&mut self) {
        let graph = Arc::clone(&self.graph);
        let is_band = |link: &&Link| graph.hues.contains_key(&link.id);
        let links = graph.links.iter().filter(|link| link.kind == LinkKind::Relationship);
        for link in links.filter(|link| !is_band(link)) {
            let hues = || {
                link.sources
                    .iter()
                    .chain(&link.targets)
                    .map(|end| (end, self.spot(&end.port).map(|spot| spot.hue)))
            };
            let bare: Vec<&PortRef> =
                hues().filter(|(_, hue)| *hue == Some(None)).map(|(end, _)| &end.port).collect();
            if bare.is_empty() {
                continue;
            }
            let known = hues().find_map(|(_, hue)| hue?);
            let Some(first) = link.sources.first() else { continue };
            let tint =
                known.unwrap_or_else(|| layout::hue(&format!("{} {}", first.port.node, first.port.port)));
            for port in bare {
                let Some(card) = self.index.get(&port.node).map(|at| &mut self.cards[*at]) else { continue };
                let face = Arc::make_mut(&mut Arc::make_mut(card).face);
                if let Some(at) = face.port_index(port.role, &port.port) {
                    face.ports[at].hue = Some(tint);
                }
            }
        }
    }

    pub(super) fn links(&self) -> &[Link] {
        &self.graph.links
    }

    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The element's own color.
    pub(super) fn hues(&self) -> &BTreeMap<Id, u8> {
        &self.graph.hues
    }

    fn measure_bounds(&self) -> Rect {
        let around = |card: &Card| if card.outside.is_empty() { layout::STACK } else { OUTSIDE };
        let cards = self.frame.iter().chain(&self.cards).map(|card| card.rect().grown(around(card)));
        let wires = self.wires.iter().filter(|wire| !wire.quiet).filter_map(|wire| wire.bounds());
        let pills = self.pills.iter().map(|pill| pill.rect);
        let group_outlines = self.group_outlines.iter().map(|outline| outline.rect());
        cards
            .chain(wires)
            .chain(pills)
            .chain(group_outlines)
            .reduce(|left, right| left.union(&right))
            .unwrap_or_default()
    }
}

/// The space beside a card with wires that lead out of the part of the diagram that is drawn.
const OUTSIDE: f64 = 40.0;

/// The boundary of the document, at this place.
fn frame_card(graph: &Graph, rect: Rect) -> Option<Arc<Card>> {
    let node = graph.frame.as_ref()?;
    let face = Arc::new(layout::measure_frame(node, rect));
    let outside = OutsideIndex::new(graph).of(node, &face);
    let card = card(node, graph.images.get(&node.id), WorldPoint::new(rect.x, rect.y), face);
    Some(Arc::new(Card { outside, ..card }))
}

/// The length of the frame's edge that a port's name takes, and that wires keep clear of.
pub(super) fn reach_of_name(spot: &PortLayout) -> f64 {
    (spot.name.x - spot.x).abs() + layout::text_width(&spot.name.text, layout::PORT) + 5.0
}

fn reach_of_names(frame: &Card) -> (f64, f64) {
    let of = |side: Side| {
        let spots = frame.face.ports.iter().filter(|spot| spot.side == side);
        spots.map(reach_of_name).fold(0.0, f64::max)
    };
    (of(Side::Left), of(Side::Right))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Hit;
    use limn_check::sample;
    use limn_language::graph::{Policy, WireLayer};

    fn scene(text: &str) -> Scene {
        drawn(sample::graph(text))
    }

    fn drawn(graph: Graph) -> Scene {
        let layout = layout::layout(&graph, &BTreeMap::new());
        Scene::new(Arc::new(graph), &layout, &BTreeMap::new())
    }

    const TWO: &str = "[frame all\na >out\nb <in\na.out -> b.in\na ~> b\n!policy p b";

    #[test]
    fn a_label_on_a_band_is_whole_where_there_is_room() {
        let label = "far: expected a latency of at most 20 ms between the two sites of the service";
        let label_at = |distance: f64| {
            let mut graph = sample::graph("a >out\nb <in\na.out -> b.in");
            graph.links[0].label = label.to_owned();
            graph.hues.insert(graph.links[0].id.clone(), 0);
            let pins = BTreeMap::from([(sample::id("b"), (0.0, 0.0)), (sample::id("a"), (distance, 0.0))]);
            let layout = layout::layout(&graph, &pins);
            let link = graph.links[0].id.clone();
            let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
            scene.wire(&link).unwrap().label.as_ref().map(|label| label.text.clone())
        };
        assert_eq!(label_at(1200.0).as_deref(), Some(label));
        assert_ne!(label_at(500.0).as_deref(), Some(label));
    }

    #[test]
    fn a_label_is_whole_or_left_to_hovering() {
        for is_tag in [false, true] {
            let mut shown = 0;
            for gap in (20..40).map(|gap| 10.0 * f64::from(gap)) {
                let mut graph = sample::graph("a >out\nb <in\na.out -> b.in");
                graph.links[0].label = "attached-to-storage".to_owned();
                graph.links[0].by = is_tag.then(|| sample::id("template"));
                let pins = BTreeMap::from([(sample::id("b"), (0.0, 0.0)), (sample::id("a"), (gap, 0.0))]);
                let layout = layout::layout(&graph, &pins);
                let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
                if let Some(label) = &scene.wires[0].label {
                    assert_eq!(label.text, "attached-to-storage");
                    shown += 1;
                }
                let is_in_gap = |tag: Rect| scene.cards.iter().all(|card| !card.rect().overlaps(&tag));
                assert!(scene.wires[0].tag.is_none_or(is_in_gap));
            }
            assert!((1..20).contains(&shown), "{shown}");
        }
    }

    #[test]
    fn links_with_a_port_in_common_leave_its_hub_straight() {
        let scene = scene(
            "net >out\na <in\nb <in\nc <in\nd <in\nnet.out -> a.in b.in\nnet.out -> c.in d.in\nnet.out -> a.in d.in",
        );
        let hubs: Vec<WorldPoint> = scene.wires.iter().filter_map(|wire| wire.hub).collect();
        assert!(hubs.len() == 3 && hubs.iter().all(|hub| *hub == hubs[0]));
        for wire in &scene.wires {
            let at_port = wire.legs.iter().filter(|leg| {
                leg.points.first() == wire.hub.as_ref() || leg.points.last() == wire.hub.as_ref()
            });
            let own = at_port.filter(|leg| {
                leg.points.iter().any(|at| scene.cards[0].rect().grown(1.0).contains(at.x, at.y))
            });
            assert!(
                own.clone().count() == 1 && own.clone().all(|leg| leg.points.len() == 2),
                "{:?}",
                wire.legs
            );
        }
    }

    /// A layout never places a card that far out, but a scene takes what it is given.
    #[test]
    fn huge_places_are_drawn() {
        for huge in [1e9, 1e17, 1e300, f64::MAX] {
            let graph = sample::graph(
                "a >out >two\nb <in\nc <in\nd <in\na.out -> b.in\na.two -> b.in\na.out -> c.in\na.two -> d.in\nb ~> d",
            );
            let mut layout = layout::layout(&graph, &BTreeMap::new());
            for (at, rect) in layout.boxes.values_mut().enumerate() {
                (rect.x, rect.y) =
                    if at % 2 == 0 { (rect.x + huge, rect.y - huge) } else { (rect.x - huge, rect.y + huge) };
            }
            let links = graph.links.len();
            let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
            assert_eq!(scene.wires.len(), links, "{huge}");
        }
    }

    #[test]
    fn what_is_drawn_can_be_hit() {
        let scene = scene(TWO);
        let a = scene.card(&sample::id("a")).unwrap().rect();
        let hit = |x, y| scene.hit(WorldPoint::new(x, y), 6.0);
        assert_eq!(hit(a.x + 120.0, a.bottom() - 12.0), Hit::Body(sample::id("a")));
        assert_eq!(hit(a.x + 60.0, a.y + 20.0), Hit::Label(sample::id("a")));
        for x in [a.x - 5.0, a.x, a.x + 5.0, a.x + 24.0] {
            assert!(
                matches!(hit(x, a.y + 64.0), Hit::Port(port) if port.port == "out"),
                "its mark and its name"
            );
        }
        let wire = &scene.wires[0];
        let [from, to] = [wire.legs[0].points[0], wire.legs[0].points[1]];
        assert_eq!(hit(f64::midpoint(from.x, to.x), from.y + 3.0), Hit::Wire(wire.id.clone()));
        let pill = &scene.pills[0];
        assert_eq!(hit(pill.rect.x + 9.0, pill.rect.y + 9.0), Hit::Pill(pill.id.clone()));
        let frame = scene.frame.as_ref().unwrap();
        assert_eq!(hit(frame.at.x + 50.0, frame.at.y + 20.0), Hit::Body(frame.id.clone()));
        assert_eq!(hit(a.x - 20.0, a.y + 20.0), Hit::Empty);
        assert_eq!(hit(frame.at.x - 50.0, frame.at.y), Hit::Empty);
    }

    #[test]
    fn the_words_at_a_wires_ends_keep_off_its_name() {
        let pinned = |gap: f64| {
            let mut graph = sample::graph("a >out\nb <in\na.out -> b.in");
            graph.links[0].label = "a-b".to_owned();
            let places = [(sample::id("b"), (0.0, 0.0)), (sample::id("a"), (220.0 + gap, 0.0))].into();
            let layout = layout::layout(&graph, &places);
            Scene::new(Arc::new(graph), &layout, &BTreeMap::new())
        };
        let mut below = 0;
        for gap in [60.0, 90.0, 120.0, 300.0] {
            let scene = pinned(gap);
            let wire = &scene.wires[0];
            let Some(label) = &wire.label else { continue };
            let half = label.text.len() as f64 * 3.0;
            for note in &wire.notes {
                let width = note.text.len() as f64 * 6.0;
                let left = if note.from_right { note.at.x - width } else { note.at.x };
                below += usize::from(note.at.y > wire.legs[0].points[0].y);
                let beside = left + width <= label.at.x - half || left >= label.at.x + half;
                assert!(beside || (note.at.y - label.at.y).abs() > 10.0, "{note:?} on {label:?} at {gap}");
            }
        }
        assert!(below > 0, "without space above they are below");
        let far = pinned(500.0);
        let above = far.wires[0].legs[0].points[0].y - 5.0;
        assert!(
            far.wires[0].notes.iter().all(|note| note.at.y == above),
            "where there is room they are above"
        );
    }

    const NEST: &str = "server >host >net\nweb <host >host ^server\napp <host <db ^web\ndb >sql\nlink <net\n\
        db.sql -> app.db\nserver.net -> link.net\n!policy p web";

    #[test]
    fn nodes_in_a_host_are_hit_before_it() {
        let scene = scene(NEST);
        let rect = |name: &str| scene.card(&sample::id(name)).unwrap().rect();
        let (server, web, app) = (rect("server"), rect("web"), rect("app"));
        assert!(server.union(&web) == server && web.union(&app) == web);
        assert_eq!(scene.host_backgrounds.len(), 2);
        let hit = |x, y| scene.hit(WorldPoint::new(x, y), 6.0);
        assert_eq!(hit(app.x + 20.0, app.bottom() - 6.0), Hit::Body(sample::id("app")));
        assert_eq!(hit(web.x + 20.0, web.bottom() - 6.0), Hit::Body(sample::id("web")));
        assert_eq!(hit(server.x + 60.0, server.y + 20.0), Hit::Label(sample::id("server")));
        assert!(scene.card(&sample::id("app")).unwrap().spoken().contains(", on web"));
        // A wire to a guest is drawn above the hosts.
        let points = &scene.wires[0].legs[0].points;
        let begun = WorldPoint::new(points[0].x + 9.0, points[0].y);
        assert!(web.contains(begun.x, begun.y));
        assert_eq!(scene.hit(begun, 3.0), Hit::Wire(scene.wires[0].id.clone()));
        // A marquee selects a host only if it contains it.
        assert_eq!(scene.within(app.grown(2.0), false), [sample::id("app")]);
    }

    #[test]
    fn a_host_moves_and_grows_with_the_nodes_in_it() {
        let scene = scene(NEST);
        let at = |scene: &Scene, name: &str| scene.card(&sample::id(name)).unwrap().rect();
        let (server, app) = (at(&scene, "server"), at(&scene, "app"));
        let moved = scene.moved(&[(sample::id("server"), Place { x: server.x + 40.0, y: server.y - 8.0 })]);
        assert_eq!(at(&moved, "app"), app.moved(40.0, -8.0));
        assert_eq!(at(&moved, "server"), server.moved(40.0, -8.0));
        let grown = scene.moved(&[(sample::id("app"), Place { x: app.x + 100.0, y: app.y })]);
        assert_eq!(at(&grown, "server"), Rect { width: server.width + 100.0, ..server });
        assert!(grown.host_backgrounds[0].rect == at(&grown, "server"));
        let back = grown.moved(&[(sample::id("app"), Place { x: app.x, y: app.y })]);
        assert_eq!(back, scene);
    }

    #[test]
    fn hosting_is_a_sign_above_what_is_hosted() {
        let mut graph = sample::graph("server >host\napp <host ^server\nserver.host -> app.host");
        graph.links[0].hosts = true;
        let graph = Arc::new(graph);
        let scene = drawn(Graph::clone(&graph.as_drawn(true)));
        let (wire, app) = (&scene.wires[0], scene.card(&sample::id("app")).unwrap());
        assert!(wire.nests && app.face.ports.is_empty(), "its ports carry no further information");
        let sign = wire.tag.unwrap().center();
        assert_eq!(scene.hit(WorldPoint::new(sign.0, sign.1), 3.0), Hit::Wire(wire.id.clone()));
        assert_eq!(wire.label.as_ref().unwrap().text, "on server");
        assert!(wire.spoken.ends_with("app is hosted on server"), "{}", wire.spoken);
        let mut with_template = Graph::clone(&graph.as_drawn(true));
        with_template.links[0].by = Some(sample::id("mount"));
        with_template.links[0].label = "mount".to_owned();
        let scene = drawn(with_template);
        let (tag, app) = (scene.wires[0].tag.unwrap(), scene.card(&sample::id("app")).unwrap().rect());
        let server = scene.card(&sample::id("server")).unwrap().rect();
        assert!(!tag.overlaps(&app) && server.union(&tag) == server, "{tag:?} above {app:?}");
        let (x, y) = tag.center();
        assert_eq!(scene.hit(WorldPoint::new(x, y), 3.0), Hit::Wire(sample::id("mount")));
        let moved = scene.moved(&[(sample::id("app"), Place { x: app.x + 100.0, y: app.y })]);
        assert_eq!(moved.wires[0].tag, Some(tag.moved(100.0, 0.0)), "it moves along");
        let flat = drawn(Graph::clone(&graph.as_drawn(false)));
        assert!(flat.host_backgrounds.is_empty() && !flat.wires[0].nests);
        assert_eq!(flat.card(&sample::id("app")).unwrap().face.ports.len(), 1);
    }

    #[test]
    fn hosting_as_wires_leaves_nodes_without_a_link_in_what_contains_them() {
        let mut graph = sample::graph(
            "item\nserver >host ^item\napp <host ^server\nmember ^app\nserver.host -> app.host",
        );
        graph.links[0].hosts = true;
        assert!(graph.has_hosting_links());
        let graph = Arc::new(graph);
        let hosts = |nested| {
            let drawn = graph.as_drawn(nested);
            let host = |name: &str| drawn.node(&sample::id(name))?.host.clone();
            ["item", "server", "app", "member"].map(host)
        };
        let [item, server, app] = ["item", "server", "app"].map(|name| Some(sample::id(name)));
        assert_eq!(hosts(true), [None, item.clone(), server, app.clone()]);
        assert_eq!(hosts(false), [None, item.clone(), item, app], "`app` is beside its server");
        assert_eq!(drawn(Graph::clone(&graph.as_drawn(false))).host_backgrounds.len(), 2);
        assert!(!sample::graph("cluster\nmember ^cluster").has_hosting_links());
    }

    #[test]
    fn folded_ports_are_counted_and_come_out_on_a_sheet() {
        let mut graph = sample::graph("a >one >two <three");
        graph.nodes[0].ports.iter_mut().for_each(|port| port.shown = false);
        let scene = drawn(graph);
        let card = scene.card(&sample::id("a")).unwrap();
        let more = card.face.more.as_ref().unwrap();
        assert_eq!(more.text, "+3");
        let word = WorldPoint::new(card.at.x + more.x - 8.0, card.at.y + more.y - 4.0);
        assert_eq!(scene.hit(word, 6.0), Hit::More(sample::id("a")));
        assert_eq!(scene.ports().count(), 0);
        let open = scene.unfolded(&sample::id("a"), None);
        let (port, at) = open.ports().next().unwrap();
        assert_eq!(open.hit(at, 6.0), Hit::Port(port.clone()));
        assert_eq!(open.anchor(&port).map(|anchor| anchor.at), Some(at));
        assert_eq!(open.cards[0], scene.cards[0], "nothing else changes");
    }

    #[test]
    fn a_group_is_drawn_around_its_members_only() {
        let mut graph = sample::graph("a >x\nb <y >x\nc <y\nin ^b\na.x -> b.y\nb.x -> c.y");
        let group = |name: &str, members: &[&str]| limn_language::graph::Group {
            id: sample::id(name),
            label: name.to_owned(),
            members: members.iter().map(|name| sample::id(name)).collect(),
        };
        graph.groups =
            vec![group("all", &["a", "b", "c"]), group("ends", &["a", "c"]), group("across", &["a", "in"])];
        let scene = drawn(graph);
        let counts: Vec<usize> = scene.group_outlines.iter().map(|outline| outline.areas.len()).collect();
        assert_eq!(counts, [1, 2, 2]);
        let others = ["b", "in"].map(|name| scene.card(&sample::id(name)).unwrap().rect());
        assert!(
            scene.group_outlines[1].areas.iter().all(|area| others.iter().all(|other| !area.overlaps(other)))
        );
        assert!(
            scene.group_outlines.iter().map(|outline| outline.within).eq([false, false, true]),
            "`in` is hosted on `b`"
        );
        let tab = scene.group_outlines[1].names.tabs[0].center();
        assert_eq!(scene.hit(WorldPoint::new(tab.0, tab.1), 1.0), Hit::Group(sample::id("ends")));
    }

    #[test]
    fn names_of_groups_hide_no_other() {
        let mut graph = sample::graph("a >x\nb <x >y\nc <y\na.x -> b.x\nb.y -> c.y");
        let group = |name: &str, members: &[&str]| limn_language::graph::Group {
            id: sample::id(name),
            label: format!("a group named {name}"),
            members: members.iter().map(|name| sample::id(name)).collect(),
        };
        graph.groups = vec![group("one", &["a"]), group("pair", &["a", "b"]), group("all", &["a", "b", "c"])];
        let scene = drawn(graph);
        let tabs: Vec<Rect> =
            scene.group_outlines.iter().flat_map(|outline| outline.names.tabs.clone()).collect();
        assert_eq!(tabs.len(), 3);
        for (at, tab) in tabs.iter().enumerate() {
            assert!(!tabs[at + 1..].iter().any(|other| other.overlaps(tab)), "{tabs:?}");
        }
    }

    #[test]
    fn names_and_policies_of_groups_hide_no_sign_of_a_host() {
        for (name, hosts) in [("a", 1), ("a group with a long name", 1), ("a group with a long name", 2)] {
            let mut graph = sample::graph(
                "server >host\nweb <host ^server\napp <host ^server\nserver.host -> web.host\nserver.host -> app.host",
            );
            graph.links.iter_mut().for_each(|link| link.hosts = true);
            let group = |number: usize| limn_language::graph::Group {
                id: sample::id(&format!("g{number}")),
                label: format!("{name}{number}"),
                members: vec![sample::id("web"), sample::id("app")],
            };
            graph.groups = (0..hosts).map(group).collect();
            graph.policies.push(Policy {
                id: sample::id("apart"),
                icon: limn_language::graph::Icon::Policy,
                label: "placement".to_owned(),
                caption: String::new(),
                targets: vec![sample::id("g0")],
                triggers: Vec::new(),
                reads: None,
            });
            let scene = drawn(Graph::clone(&Arc::new(graph).as_drawn(true)));
            let signs: Vec<Rect> = scene.wires.iter().filter_map(|wire| wire.tag).collect();
            assert_eq!(signs.len(), 2);
            let tabs = scene.group_outlines.iter().flat_map(|outline| outline.names.tabs.iter().copied());
            let names: Vec<Rect> = tabs.chain(scene.pills.iter().map(|pill| pill.rect)).collect();
            assert!(names.len() > hosts, "the policy, too");
            for (at, name) in names.iter().enumerate() {
                let others = signs.iter().chain(&names[at + 1..]);
                assert!(!others.into_iter().any(|other| other.overlaps(name)), "{names:?} {signs:?}");
            }
            let svg = crate::svg::draw(&scene, crate::svg::Theme::Light);
            let (area, name) = (svg.rfind(r#"class="area""#), svg.find(r#"class="name-tab""#));
            assert!(area < name, "no area covers a name");
        }
    }

    #[test]
    fn wires_that_leave_a_part_end_beside_its_cards() {
        let text = "a >out\nb <in >out\nc <in\nd <in <more\na.out -> b.in\nb.out -> c.in\nb.out -> d.in\na.out -> d.more";
        let whole = Arc::new(sample::graph(text));
        let part = |names: &[&str]| {
            let filter =
                limn_language::saved_view::ViewFilter::of_nodes(names.iter().map(|name| sample::id(name)));
            drawn(Graph::clone(&filter.apply(&whole)))
        };
        let of = |scene: &Scene, name: &str| {
            let card = scene.card(&sample::id(name)).unwrap();
            let wires = card.outside_wires().map(|(wires, at, outward)| {
                (wires.names.join(" "), wires.is_wired, at.0 == card.face.width, outward)
            });
            (wires.collect::<Vec<_>>(), card.spoken())
        };
        let names = |name: &str, is_wired, is_right| {
            (name.to_owned(), is_wired, is_right, if is_right { 1.0 } else { -1.0 })
        };
        let scene = part(&["b", "c"]);
        let (wires, spoken) = of(&scene, "b");
        let sides = |name: &str| {
            let spot = scene.card(&sample::id("b")).unwrap();
            spot.face.ports.iter().find(|port| port.port == name).unwrap().side == Side::Right
        };
        assert_eq!(wires.len(), 2);
        assert!(
            wires.contains(&names("a", false, sides("in")))
                && wires.contains(&names("d", true, sides("out")))
        );
        assert!(spoken.contains("port in connected to a outside this view"), "{spoken}");
        assert_eq!(of(&scene, "c").0, []);
        assert_eq!(of(&part(&["a"]), "a").0.first().map(|wires| wires.0.clone()).as_deref(), Some("b d"));
        let svg = crate::svg::draw(&scene, crate::svg::Theme::Light);
        assert_eq!(svg.matches(r#"<g class="outside">"#).count(), 2);
        assert!(svg.contains(">+1</text>"), "a port with a wire has the number alone");
        assert!(
            !crate::svg::draw(&drawn(Graph::clone(&whole)), crate::svg::Theme::Light)
                .contains(r#"<g class="outside">"#)
        );
    }

    #[test]
    fn a_flow_of_values_is_not_in_the_way() {
        let scene = scene("a\nb\na ~> b");
        let (a, b) = (scene.cards[0].rect(), scene.cards[1].rect());
        assert!(scene.wires[0].quiet);
        assert_eq!(scene.hit(WorldPoint::new(f64::midpoint(a.right(), b.x), a.y + 28.0), 6.0), Hit::Empty);
    }

    #[test]
    fn the_layer_decides_which_wires_are_drawn() {
        let text = "a >x\nb <x\na.x -> b.x\na ~> b";
        let quiet = |layer| {
            let graph = Graph { layer, ..sample::graph(text) };
            let layout = layout::layout(&graph, &BTreeMap::new());
            let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
            let mut kinds: Vec<_> = scene.wires.iter().map(|wire| (wire.kind, wire.quiet)).collect();
            kinds.sort();
            kinds
        };
        let kinds = |relationship, data| [(LinkKind::Relationship, relationship), (LinkKind::Data, data)];
        assert_eq!(quiet(WireLayer::Relationships), kinds(false, true));
        assert_eq!(quiet(WireLayer::Values), kinds(true, false));
        assert_eq!(quiet(WireLayer::Both), kinds(false, false));
    }

    #[test]
    fn a_policy_hangs_from_each_of_its_targets() {
        let scene = scene("[frame all\na\nb\n!policy both a b\n!policy none");
        let on: Vec<_> = scene.pills.iter().map(|pill| (pill.text.as_str(), pill.on.clone())).collect();
        let frame = scene.frame.as_ref().unwrap().id.clone();
        assert_eq!(on, [("none", frame), ("both", sample::id("a")), ("both", sample::id("b"))]);
    }

    #[test]
    fn ports_of_one_wire_share_its_hue_whatever_is_known_about_them() {
        let scene = scene("a >out\nb <in <other\nc <in:x\na.out -> b.in\na.out -> c.in");
        let hue = |node: &str, port: &str| {
            let graph = &scene.graph;
            scene.spot(&sample::port(graph, &format!("{node}.{port}"))).unwrap().hue
        };
        assert!(hue("a", "out").is_some() && hue("a", "out") == hue("b", "in"));
        assert_eq!(hue("c", "in"), Some(layout::hue("x")), "the color comes from the type");
        assert_eq!(hue("b", "other"), None);
    }

    #[test]
    fn a_large_drawing_is_redrawn_only_where_something_moved() {
        let scene = drawn(sample::large(200, 300));
        let card = &scene.cards[100];
        let moved = scene.moved(&[(card.id.clone(), Place { x: card.at.x + 8.0, y: card.at.y + 8.0 })]);
        let shared =
            scene.wires.iter().zip(&moved.wires).filter(|(before, now)| Arc::ptr_eq(before, now)).count();
        assert!(shared > scene.wires.len() * 9 / 10, "{shared} of {}", scene.wires.len());
        let own = moved.wires.iter().filter(|wire| wire.meets(&card.id));
        for wire in own {
            for leg in &wire.legs {
                let ends = [leg.points[0], *leg.points.last().unwrap()];
                assert!(
                    ends.iter().any(|end| moved
                        .card(&card.id)
                        .unwrap()
                        .rect()
                        .grown(1.0)
                        .contains(end.x, end.y))
                );
            }
        }
    }

    #[test]
    fn wires_go_round_cards() {
        let scene = drawn(sample::large(40, 60));
        let crossed =
            scene.wires.iter().flat_map(|wire| wire.legs.iter().map(move |leg| (wire, leg))).filter(
                |(wire, leg)| {
                    let strangers = scene
                        .cards
                        .iter()
                        .filter(|card| !wire.meets(&card.id))
                        .map(|card| card.rect().grown(-1.0));
                    strangers.into_iter().any(|rect| {
                        leg.points.windows(2).any(|run| {
                            let (x, y) = (run[0].x.min(run[1].x), run[0].y.min(run[1].y));
                            rect.overlaps(&Rect {
                                x,
                                y,
                                width: (run[0].x - run[1].x).abs() + 0.01,
                                height: (run[0].y - run[1].y).abs() + 0.01,
                            })
                        })
                    })
                },
            );
        assert_eq!(crossed.count(), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_drag_redraws_what_a_search_of_all_finds(
            seed in 0_usize..40,
            drags in proptest::collection::vec((0_usize..90, -900.0..900.0_f64, -900.0..900.0_f64), 1..4),
        ) {
            let mut scene = drawn(sample::large(90, 240 + seed));
            for (at, x, y) in drags {
                let card = &scene.cards[at];
                let place = Place { x: (card.at.x + x).round(), y: (card.at.y + y).round() };
                let id = card.id.clone();
                let moved = scene.moved(&[(id.clone(), place)]);
                let under = moved.cards[at].rect();
                let is_hidden = |wire: &Wire| !wire.quiet && wire.legs.iter().any(|leg| leg.meets(&under));
                for (was, is) in scene.wires.iter().zip(&moved.wires) {
                    prop_assert_eq!(!Arc::ptr_eq(was, is), was.meets(&id) || is_hidden(was));
                }
                let of: Vec<&Id> = moved.wires_of(&id).map(|wire| &wire.id).collect();
                let all: Vec<&Id> = moved.wires.iter().filter(|wire| wire.meets(&id)).map(|wire| &wire.id).collect();
                prop_assert_eq!(of, all);
                scene = moved;
            }
        }
    }

    #[test]
    fn other_problems_change_only_the_cards_that_have_them() {
        let graph = Arc::new(sample::graph("[frame all\na >out\nb <in\na.out -> b.in"));
        let layout = layout::layout(&graph, &BTreeMap::new());
        let one = |name: &str| BTreeMap::from([(sample::id(name), Problems { errors: 1, warnings: 0 })]);
        let before = Scene::new(Arc::clone(&graph), &layout, &one("a"));
        let after = before.with_problems(&one("b"));
        assert!(after == Scene::new(graph, &layout, &one("b")), "as if it was made with them");
        assert!(before.wires.iter().zip(&after.wires).all(|(was, is)| Arc::ptr_eq(was, is)));
        assert_eq!(after.cards.iter().map(|card| card.problems.errors).collect::<Vec<_>>(), [0, 1]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_small_drawing_after_a_drag_is_the_drawing_at_rest(x in -900.0..900.0_f64, y in -900.0..900.0_f64) {
            let graph = Arc::new(sample::graph("a >out\nb <in >out\nc <in\na.out -> b.in c.in\nb.out -> c.in\n!policy p b"));
            let before = layout::layout(&graph, &BTreeMap::new());
            let place = Place { x: x.round(), y: y.round() };
            let moved = Scene::new(Arc::clone(&graph), &before, &BTreeMap::new()).moved(&[(sample::id("b"), place)]);
            let mut after = before;
            let rect = after.boxes.get_mut(&sample::id("b")).unwrap();
            (rect.x, rect.y) = (place.x, place.y);
            prop_assert_eq!(moved, Scene::new(graph, &after, &BTreeMap::new()));
        }

        #[test]
        fn every_number_is_finite_wherever_cards_are_dragged(x in -1e7..1e7_f64, y in -1e7..1e7_f64) {
            let scene = scene(TWO).moved(&[(sample::id("a"), Place { x, y })]);
            let numbers = scene.wires.iter().flat_map(|wire| &wire.legs).flat_map(|leg| &leg.points);
            prop_assert!(numbers.clone().all(|at| at.x.is_finite() && at.y.is_finite()));
            prop_assert!(scene.wires.iter().flat_map(|wire| &wire.legs).all(|leg| !leg.path.contains("NaN") && !leg.path.contains("inf")));
        }
    }
}
