//! Wires: draws links as right-angled runs with rounded corners, from the consumer's right edge to the provider's left edge, where they have an
//! arrowhead. Wires avoid cards where that is cheap, run side by side in shared gaps, and meet in a hub if a link has several ends on a side. Value flows are thin curves.
//! All coordinates are finite.

mod beside_guests;
mod connections;
mod ends;
mod leg;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

pub(super) use self::connections::Connections;
use self::ends::{anchored, hub};
pub use self::leg::Leg;
use self::leg::inward;
use self::words::{kind_name, notes, over_guest, spoken};
use super::elements::{FAINT, PillIndex};
use super::label::Labels;
use super::obstacles::ObstacleGrid;
use super::path::path;
use super::reroute::Spacing;
use super::route::{self, PathRequest};
use super::scene::{Anchor, Scene};
use super::viewport::World;
use limn_language::graph::{End, Graph, Id, Link, LinkKind, PortRef, Side};
use limn_layout::{CAPTION, Rect, text_width};
use rustc_hash::FxHashMap;

/// A drawn link.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// The id of the link.
    pub id: Id,
    pub kind: LinkKind,
    /// The full name of the link.
    pub name: String,
    /// The description for screen readers.
    pub spoken: String,
    /// Whether it has operations, shown by a bolt beside the label.
    pub acts: bool,
    /// Whether it is shown only when one of its nodes is selected, as for derived flows.
    pub quiet: bool,
    /// Whether its target is drawn inside its source, so that it is only a sign above the target: "on server".
    pub nests: bool,
    /// The element that describes the link beyond its type; the label is then a clickable tag.
    pub by: Option<Id>,
    pub tag: Option<Rect>,
    /// Whether its path has an arrowhead where it ends in a port. Dashed wires have theirs in a path of its own.
    pub pointed: bool,
    /// The color by the type of its ports; for a band, its own.
    pub hue: Option<u8>,
    /// Whether it is a band: as wide as its label, which is on it.
    pub band: bool,
    /// The point where the legs of a link with several ends meet.
    pub hub: Option<World>,
    /// One leg, or one for each end of a link with a hub: first the legs to the hub, then those from it.
    pub legs: Vec<Leg>,
    /// The label, shortened; its point is the center of the baseline.
    pub label: Option<Note>,
    /// The texts at its ends, mostly states. Their points are baselines: see [`Note::from_right`].
    pub notes: Vec<Note>,
    /// The nodes at which it begins and ends, as drawn: see [`Link::as_read`].
    pub sources: Vec<Id>,
    pub targets: Vec<Id>,
    /// The bounding box of its legs.
    bounds: Option<Rect>,
    /// Dimmed: not between cards that are looked for.
    pub faint: bool,
}

/// A text at a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub text: String,
    pub at: World,
    /// Whether the text ends at `at` (`text-anchor: end`) rather than begins there. Ignored for labels, which are centered.
    pub from_right: bool,
}

impl Wire {
    /// The CSS classes: `wire relationship hue-3`, with `quiet` and `acts` if they apply.
    pub fn class(&self) -> String {
        let mut class = format!("wire {}", kind_name(self.kind));
        if let Some(hue) = self.hue {
            let _ = write!(class, " hue-{hue}");
        }
        if self.quiet {
            class.push_str(" quiet");
        }
        if self.acts {
            class.push_str(" acts");
        }
        if self.nests {
            class.push_str(" nests");
        }
        if self.band {
            class.push_str(" band");
        }
        if self.faint {
            class.push_str(FAINT);
        }
        class
    }

    /// All legs as one attribute `d`, so that a band is not darker where legs overlap.
    pub fn whole(&self) -> String {
        self.legs.iter().map(|leg| leg.path.as_str()).collect()
    }

    /// Whether an id is that of the link, of one of its ends, or of the element that describes it.
    pub fn is(&self, id: &Id) -> bool {
        self.id == *id
            || self.by.as_ref() == Some(id)
            || self.legs.iter().any(|leg| leg.end.as_ref() == Some(id))
    }

    /// Whether the wire ends at a node.
    pub fn meets(&self, node: &Id) -> bool {
        self.sources.contains(node) || self.targets.contains(node)
    }

    /// The bounding box of its legs.
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }
}

fn bounds(legs: &[Leg]) -> Option<Rect> {
    let mut points = legs.iter().flat_map(|leg| &leg.points);
    let first = points.next()?;
    let start = Rect { x: first.x, y: first.y, width: 0.0, height: 0.0 };
    Some(points.fold(start, |rect, at| rect.union(&Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 })))
}

/// The width of a band.
pub(super) const BAND: f64 = 11.0;

/// The padding of a label's background around its text, in total.
pub(super) const TAG_PAD: f64 = 18.0;

/// The width of a tag: whole units, so that it moves without rounding.
fn tag_width(text: &str) -> f64 {
    (text_width(text, CAPTION) + TAG_PAD).ceil()
}

/// The background of a label.
fn tag_around(label: &Note) -> Rect {
    let width = tag_width(&label.text);
    Rect { x: label.at.x - width / 2.0, y: label.at.y - 13.0, width, height: 18.0 }
}

/// Whether the targets of a link are drawn inside its source.
fn is_nested(scene: &Scene, link: &Link) -> bool {
    link.hosts
        && link.sources.first().is_some_and(|source| {
            let on = |end: &End| scene.host(&end.port.node).is_some_and(|host| host.id == source.port.node);
            link.targets.iter().all(on)
        })
}

/// The places of the signs above hosted nodes.
pub(super) fn hosting_signs(scene: &Scene) -> Vec<Rect> {
    let nested = scene.links().iter().filter(|link| is_nested(scene, link));
    nested.filter_map(|link| over_guest(scene, link)).map(|sign| tag_around(&sign)).collect()
}

fn is_band(scene: &Scene, link: &Link) -> bool {
    scene.hues().contains_key(&link.id)
}

/// A way to route: [`route::route`] or [`route::draft`].
type Router = fn(&ObstacleGrid, &[PathRequest], Spacing, Option<Rect>) -> Vec<Vec<World>>;

/// Draws all wires of a scene. Also returns the number of the link of each.
pub(super) fn draw(scene: &Scene, graph: &Graph) -> (Vec<Arc<Wire>>, Vec<usize>) {
    let (links, plans) = plans(scene, graph, 0..graph.links.len()).unzip();
    (draw_plans(scene, plans, route::route), links)
}

/// The number of links from which a diagram is large: a drag then redraws only the wires that it affects, and drafts them.
pub(super) const LARGE: usize = 200;

/// Redraws the wires of a large scene while cards are dragged. Returns their numbers.
pub(super) fn redraw(scene: &mut Scene, moved: &[&Id]) -> Vec<usize> {
    let graph = Arc::clone(scene.graph());
    let stale: Vec<usize> = stale(scene, moved).into_iter().collect();
    // Whether a link can be drawn does not depend on positions, so each wire is that of the same link as before.
    let connections = Arc::clone(&scene.connections);
    let links = stale.iter().map(|wire| connections.links[*wire]);
    let (_, plans): (Vec<usize>, Vec<Plan<'_>>) = plans(scene, &graph, links).unzip();
    let drawn = draw_plans(scene, plans, route::draft);
    for (at, wire) in stale.iter().zip(drawn) {
        scene.wires[*at] = wire;
    }
    stale
}

/// The wires to redraw after cards moved: those that end at one of them, and those under one of a few.
fn stale(scene: &Scene, moved: &[&Id]) -> BTreeSet<usize> {
    const FEW: usize = 16;
    let mut stale: BTreeSet<usize> = moved.iter().flat_map(|id| scene.wire_numbers(id)).copied().collect();
    let under: Vec<Rect> = moved.iter().filter_map(|id| scene.card(id)).map(|card| card.rect()).collect();
    if under.len() < FEW {
        let hidden =
            |wire: &Wire| !wire.quiet && under.iter().any(|rect| wire.legs.iter().any(|leg| leg.meets(rect)));
        let near = scene.connections.near(&under, &scene.wires);
        stale.extend(
            near.into_iter().chain(scene.redrawn.iter().copied()).filter(|at| hidden(&scene.wires[*at])),
        );
    }
    stale
}

fn draw_plans(scene: &Scene, plans: Vec<Plan<'_>>, router: Router) -> Vec<Arc<Wire>> {
    // What legs start and end at: first a number for each hub, then for each port. Hubs at one place, as of links to one port, have one number.
    let mut hubs: FxHashMap<[u64; 2], usize> = FxHashMap::default();
    let mut ports: FxHashMap<&PortRef, usize> = FxHashMap::default();
    let mut asked = Vec::with_capacity(plans.len());
    let mut of = Vec::with_capacity(plans.len());
    for (at, plan) in plans.iter().enumerate().filter(|(_, plan)| plan.is_routed()) {
        let hub =
            plan.hub.map_or(2 * at, |hub| *hubs.entry([hub.x, hub.y].map(f64::to_bits)).or_insert(2 * at));
        for strand in &plan.strands {
            let mut number = |port| {
                let next = 2 * plans.len() + ports.len();
                *ports.entry(port).or_insert(next)
            };
            let ends = strand.ports.map(|port| port.map_or(hub, &mut number));
            // Wires from one port branch, and so do the legs on either side of a hub.
            let net = if strand.place == HubSide::In { hub + 1 } else { ends[0] };
            let [(_, from_all), (_, to_all)] = strand.names;
            let clear = |anchor: Anchor, by: f64| Anchor { at: inward(anchor, by), ..anchor };
            let (from, to) = (clear(strand.from, from_all), clear(strand.to, to_all));
            asked.push(PathRequest { from, to, ends, net, open: Rc::clone(&strand.open) });
            of.push(at);
        }
    }
    let grid = ObstacleGrid::new(&scene.obstacles());
    let broad = plans.iter().any(|plan| is_band(scene, plan.link));
    let bounds = scene.frame.as_ref().map(|frame| frame.rect());
    let ways = router(&grid, &asked, if broad { route::BANDS } else { route::WIRES }, bounds);
    let mut labels = Labels::new(grid.all_open());
    for (way, at) in ways.iter().zip(of) {
        labels.keep_off(way, at, if is_band(scene, plans[at].link) { BAND / 2.0 } else { 1.0 });
    }
    for card in scene.cards.iter().filter(|card| !card.outside.is_empty()) {
        for (_, (x, y), outward) in card.outside_wires() {
            labels.keep_free(World::new(card.at.x + x, card.at.y + y), 40.0 * outward);
        }
    }
    let mut ways = ways.into_iter();
    let drawn = plans.into_iter().enumerate().map(|(at, plan)| {
        let legs = if plan.nests {
            over_guest(scene, plan.link).map(|sign| Leg::hanger(sign.at)).into_iter().collect()
        } else if plan.is_quiet() {
            plan.strands.iter().map(Leg::curved).collect()
        } else {
            plan.strands
                .iter()
                .zip(ways.by_ref())
                .map(|(strand, points)| Leg::straight(strand, points))
                .collect()
        };
        Arc::new(wire(scene, &plan, legs, (&mut labels, at)))
    });
    drawn.collect()
}

/// The path of a wire that is being drawn, from a port to the pointer.
pub fn loose(from: Anchor, to: World) -> String {
    let toward = if from.toward == Side::Right { Side::Left } else { Side::Right };
    let ask = PathRequest { from, to: Anchor { at: to, toward }, ends: [0, 1], net: 0, open: Rc::default() };
    let ways = route::route(&ObstacleGrid::new(&[]), &[ask], route::WIRES, None);
    ways.first().map_or_else(String::new, |way| path(way))
}

/// A link and the positions of its ends.
struct Plan<'a> {
    link: &'a Link,
    hub: Option<World>,
    strands: Vec<Strand<'a>>,
    /// Whether its target is drawn inside its source.
    nests: bool,
    /// Whether it is one of too many wires between the frame and its content, which would hide everything else.
    crowded: bool,
    /// Whether the diagram's layer draws it.
    on_layer: bool,
}

impl Plan<'_> {
    /// Whether it avoids cards.
    fn is_routed(&self) -> bool {
        !self.is_quiet() && !self.nests
    }

    /// Whether it is not of the diagram's layer: a thin curve that is shown on demand and reserves no space.
    fn is_quiet(&self) -> bool {
        !self.on_layer || self.crowded
    }
}

/// A leg to route: from port to port, from port to hub, or from hub to port.
struct Strand<'a> {
    from: Anchor,
    to: Anchor,
    /// The ports that it starts and ends at; `None` for the hub.
    ports: [Option<&'a PortRef>; 2],
    place: HubSide,
    written: Id,
    /// The numbers of the nodes at the ends of its link, sorted.
    open: Rc<[usize]>,
    /// For a value flow or a mapping that ends at the frame: the lengths of the port names there, its own and the longest.
    names: [(f64, f64); 2],
}

impl Strand<'_> {
    fn end(&self) -> Option<Id> {
        (self.place != HubSide::Whole).then(|| self.written.clone())
    }
}

/// The side of the hub that a strand is on.
#[derive(Clone, Copy, PartialEq)]
enum HubSide {
    /// Without a hub.
    Whole,
    In,
    Out,
}

/// The number of mappings above which they are shown only for the selection.
const MAPPINGS: usize = 24;

/// The plans of these links that can be drawn, with the numbers of the links.
fn plans<'a>(
    scene: &'a Scene,
    graph: &'a Graph,
    links: impl Iterator<Item = usize>,
) -> impl Iterator<Item = (usize, Plan<'a>)> {
    let with_frame = |link: &Link| {
        let frame = graph.frame.as_ref().map(|frame| &frame.id);
        link.kind == LinkKind::Mapping
            || link.kind == LinkKind::Data
                && graph.layer.draws(LinkKind::Data)
                && link.sources.iter().chain(&link.targets).any(|end| Some(&end.port.node) == frame)
    };
    let mappings = graph.links.iter().filter(|link| with_frame(link)).count();
    let pills = PillIndex::new(&scene.pills, graph);
    links.filter_map(move |at| {
        let link = &graph.links[at];
        let crowded = mappings > MAPPINGS && with_frame(link);
        let on_layer = graph.layer.draws(link.kind);
        Some((at, Plan { crowded, on_layer, ..plan((scene, &pills), link)? }))
    })
}

fn plan<'a>((scene, pills): (&Scene, &PillIndex<'_>), link: &'a Link) -> Option<Plan<'a>> {
    let (first, last) = link.as_read();
    let sources = anchored((scene, pills), link, (first, last), true);
    let targets = anchored((scene, pills), link, (last, first), false);
    let clear = |ends: &[End]| match ends {
        [only] if matches!(link.kind, LinkKind::Data | LinkKind::Mapping) => scene.clear_of_names(&only.port),
        _ => (0.0, 0.0),
    };
    let names = [clear(first), clear(last)];
    let nodes = || link.sources.iter().chain(&link.targets).map(|end| &end.port.node);
    let mut open: Vec<usize> = nodes().filter_map(|node| scene.number_of(node)).collect();
    open.sort_unstable();
    open.dedup();
    let open: Rc<[usize]> = open.into();
    let strand = |from, to, ports, place, written: &Id| Strand {
        from,
        to,
        ports,
        place,
        written: written.clone(),
        names,
        open: Rc::clone(&open),
    };
    let nests = is_nested(scene, link);
    match (sources.as_slice(), targets.as_slice()) {
        ([], _) | (_, []) => None,
        ([(from, source)], [(to, target)]) => Some(Plan {
            link,
            hub: None,
            strands: vec![strand(
                *from,
                *to,
                [Some(&source.port), Some(&target.port)],
                HubSide::Whole,
                &link.id,
            )],
            nests,
            crowded: false,
            on_layer: true,
        }),
        _ => {
            let at = hub(&sources, &targets);
            let (into, out) = (Anchor { at, toward: Side::Left }, Anchor { at, toward: Side::Right });
            let incoming = sources
                .iter()
                .map(|(from, end)| strand(*from, into, [Some(&end.port), None], HubSide::In, &end.written));
            let outgoing = targets
                .iter()
                .map(|(to, end)| strand(out, *to, [None, Some(&end.port)], HubSide::Out, &end.written));
            let strands = incoming.chain(outgoing).collect();
            Some(Plan { link, hub: Some(at), strands, nests, crowded: false, on_layer: true })
        }
    }
}

fn wire(scene: &Scene, plan: &Plan<'_>, legs: Vec<Leg>, (labels, at): (&mut Labels<'_>, usize)) -> Wire {
    let link = plan.link;
    let band = is_band(scene, link);
    let label = if plan.nests {
        over_guest(scene, link)
    } else if band {
        labels.find_on(link, &legs, at)
    } else {
        labels.find(link, &legs, at, link.by.is_some())
    };
    let tag = label.as_ref().filter(|_| link.by.is_some() || band || plan.nests).map(tag_around);
    let nodes = |ends: &[End]| ends.iter().map(|end| end.port.node.clone()).collect();
    Wire {
        id: link.id.clone(),
        kind: link.kind,
        name: link.label.clone(),
        spoken: limn_text::visible(&spoken(scene, link)).into_owned(),
        acts: link.acts,
        quiet: plan.is_quiet(),
        nests: plan.nests,
        pointed: matches!(link.kind, LinkKind::Relationship | LinkKind::Success) && !band && !plan.nests,
        by: link.by.clone(),
        tag,
        hue: hue(scene, link),
        band,
        hub: plan.hub,
        notes: notes(scene, link, label.as_ref()),
        label,
        bounds: bounds(&legs),
        legs,
        sources: nodes(link.as_read().0),
        targets: nodes(link.as_read().1),
        faint: false,
    }
}

/// The color of the source port; values have none.
fn hue(scene: &Scene, link: &Link) -> Option<u8> {
    if let Some(hue) = scene.hues().get(&link.id) {
        return Some(*hue);
    }
    if !matches!(link.kind, LinkKind::Relationship | LinkKind::Mapping) {
        return None;
    }
    link.sources.iter().chain(&link.targets).find_map(|end| scene.spot(&end.port)?.hue)
}
