//! How links are drawn: from the provider's right edge to the consumer's left edge, in straight runs with round corners, round the cards
//! where that is cheap, side by side where several go the same way, through a hub where a link has several ends on a side. Flows of values are
//! thin curves instead.
//! Every coordinate is finite. Knows no colours and no pointer.

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use super::ground::Terrain;
use super::label::Labels;
use super::part::PillIndex;
use super::path::{pair, path};
use super::route::{self, Ask};
use super::scene::{Anchor, Scene};
use super::space::World;
use crate::graph::{End, Graph, Id, Link, LinkKind, PortRef, Role, Side};
use crate::layout::{ById, Rect, SMALL, STACK, elide, text_width};

/// A link as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// The link's.
    pub id: Id,
    pub kind: LinkKind,
    /// The link's name in full.
    pub name: String,
    /// The sentence that a screen reader says.
    pub spoken: String,
    /// Does something when made or ceased: drawn with a small bolt beside the label.
    pub acts: bool,
    /// Shown only with its nodes selected: derived flows, of which there are many.
    pub quiet: bool,
    /// It says that its target stands where it is drawn standing: a mark on the target's edge.
    pub nests: bool,
    /// What describes it beyond its type; its label is a tag then, which can be pointed at.
    pub by: Option<Id>,
    pub tag: Option<Rect>,
    /// By the type of its ports, as theirs; of a band its own.
    pub hue: Option<u8>,
    /// It binds what it joins, and is drawn as broad as its name: its label stands on it.
    pub band: bool,
    /// Where the legs of a link with several ends meet.
    pub hub: Option<World>,
    /// One, or one for each end of a link with a hub: first those to the hub, then those from it.
    pub legs: Vec<Leg>,
    /// Elided; its point is the middle of the text's baseline.
    pub label: Option<Note>,
    /// The words at its ends, states mostly. Their points are baselines: see [`Note::from_right`].
    pub notes: Vec<Note>,
    /// The nodes it comes from and goes to, in the link's order.
    pub sources: Vec<Id>,
    pub targets: Vec<Id>,
}

/// A run from port to port, from port to hub, or from hub to port.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Where this end is written, for a link with a hub: what a click on this leg selects.
    pub end: Option<Id>,
    /// The corners, ends among them.
    pub points: Vec<World>,
    /// For the attribute `d` of an SVG path: `points` with round corners.
    pub path: String,
    /// Ends in a port (rather than in the hub): where the arrow head goes.
    pub arrives: bool,
}

/// A word beside a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub text: String,
    pub at: World,
    /// The text ends at `at` (`text-anchor: end`) rather than begins there. A label's is in the middle whatever this says.
    pub from_right: bool,
}

impl Wire {
    /// For the attribute `class`: `wire relationship hue-3`, with `quiet` and `acts` where it is so.
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
        class
    }

    /// All legs as one path, for the attribute `d`: where they meet, a band is no darker.
    pub fn whole(&self) -> String {
        self.legs.iter().map(|leg| leg.path.as_str()).collect()
    }

    /// Whether an id is its own, that of one of its ends, or of what describes it.
    pub fn is(&self, id: &Id) -> bool {
        self.id == *id
            || self.by.as_ref() == Some(id)
            || self.legs.iter().any(|leg| leg.end.as_ref() == Some(id))
    }

    /// Whether it meets a node.
    pub fn meets(&self, node: &Id) -> bool {
        self.sources.contains(node) || self.targets.contains(node)
    }

    /// The least rectangle that holds its legs.
    pub fn bounds(&self) -> Option<Rect> {
        let mut points = self.legs.iter().flat_map(|leg| &leg.points);
        let first = points.next()?;
        let start = Rect { x: first.x, y: first.y, width: 0.0, height: 0.0 };
        Some(points.fold(start, |rect, at| rect.union(&Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 })))
    }
}

impl Leg {
    fn straight(strand: &Strand, mut points: Vec<World>) -> Leg {
        // Beside the frame's edge it begins and ends at the names of its ports.
        let [(from_own, from_all), (to_own, to_all)] = strand.names;
        if from_all > 0.0 {
            points.insert(0, inward(strand.from, from_own));
        }
        if to_all > 0.0 {
            points.push(inward(strand.to, to_own));
        }
        points.dedup();
        let path = path(&points);
        Leg { end: strand.end(), points, path, arrives: strand.place != Place::In }
    }

    fn curved(strand: &Strand) -> Leg {
        let [(from_own, from_all), (to_own, to_all)] = strand.names;
        let (from, to) = (inward(strand.from, from_all), inward(strand.to, to_all));
        let reach = ((to.x - from.x).abs() / 2.0).clamp(32.0, 160.0);
        let mut path = String::with_capacity(48);
        pair(&mut path, 'M', inward(strand.from, from_own));
        if from_all > from_own {
            pair(&mut path, 'L', from);
        }
        pair(&mut path, 'C', inward(strand.from, from_all + reach));
        pair(&mut path, ' ', inward(strand.to, to_all + reach));
        pair(&mut path, ' ', to);
        if to_all > to_own {
            pair(&mut path, 'L', inward(strand.to, to_own));
        }
        let middle = World::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
        let points = vec![strand.from.at, middle, strand.to.at];
        Leg { end: strand.end(), points, path, arrives: strand.place != Place::In }
    }

    /// A short way out of the edge of what stands in its host.
    fn stub(strand: &Strand) -> Leg {
        const OUT: f64 = 13.0;
        let at = strand.to.at;
        let end = World::new(at.x + if strand.to.toward == Side::Left { -OUT } else { OUT }, at.y);
        let mut path = String::with_capacity(32);
        pair(&mut path, 'M', World::new(end.x, end.y - 5.0));
        pair(&mut path, 'L', World::new(end.x, end.y + 5.0));
        pair(&mut path, 'M', end);
        pair(&mut path, 'L', at);
        Leg { end: strand.end(), points: vec![end, at], path, arrives: true }
    }

    /// Whether it comes into a rectangle.
    fn meets(&self, rect: &Rect) -> bool {
        let run = |ends: &[World]| {
            let (left, right) = (ends[0].x.min(ends[1].x), ends[0].x.max(ends[1].x));
            let (top, bottom) = (ends[0].y.min(ends[1].y), ends[0].y.max(ends[1].y));
            left <= rect.right() && rect.x <= right && top <= rect.bottom() && rect.y <= bottom
        };
        self.points.windows(2).any(run)
    }

    /// The arrow head at its end, for the attribute `d`.
    pub fn head(&self) -> String {
        let Some([before, at]) = self.points.last_chunk() else { return String::new() };
        let back = if before.x <= at.x { -7.0 } else { 7.0 };
        format!("M{} {}l{back} -4.5v9z", at.x, at.y)
    }

    /// How far a point is from it.
    pub fn distance(&self, at: World) -> f64 {
        let run = |ends: &[World]| {
            let (low, high) = (ends[0], ends[1]);
            let x = at.x.clamp(low.x.min(high.x), low.x.max(high.x));
            let y = at.y.clamp(low.y.min(high.y), low.y.max(high.y));
            (at.x - x).abs().max((at.y - y).abs())
        };
        self.points.windows(2).map(run).fold(f64::INFINITY, f64::min)
    }
}

/// How broad a band is.
pub(super) const BAND: f64 = 11.0;
/// What the ground of a label is wider than its text.
pub(super) const TAG_PAD: f64 = 18.0;

fn is_band(scene: &Scene, link: &Link) -> bool {
    scene.hues().contains_key(&link.id)
}

/// All wires of a scene whose cards stand.
pub(super) fn draw(scene: &Scene, graph: &Graph) -> Vec<Arc<Wire>> {
    draw_plans(scene, plans(scene, graph).collect())
}

/// The wires after some cards moved, given those before. In a large drawing only what meets or lies under a moved card is drawn anew.
pub(super) fn redraw(scene: &Scene, graph: &Graph, before: &[Arc<Wire>], moved: &[&Id]) -> Vec<Arc<Wire>> {
    const LARGE: usize = 200;
    if graph.links.len() < LARGE {
        return draw(scene, graph);
    }
    let under: Vec<Rect> = moved.iter().filter_map(|id| scene.card(id)).map(|card| card.rect()).collect();
    let hidden =
        |wire: &Wire| !wire.quiet && under.iter().any(|rect| wire.legs.iter().any(|leg| leg.meets(rect)));
    let stale = |wire: &Wire| moved.iter().any(|id| wire.meets(id)) || (under.len() < 16 && hidden(wire));
    // Whether a link can be drawn does not depend on places: the plans are those of before.
    let plans = plans(scene, graph);
    let mut wires: Vec<Arc<Wire>> = before.to_vec();
    let (places, plans): (Vec<usize>, Vec<Plan<'_>>) = plans
        .zip(before)
        .enumerate()
        .filter(|(_, (_, wire))| stale(wire))
        .map(|(at, (plan, _))| (at, plan))
        .unzip();
    for (at, wire) in places.into_iter().zip(draw_plans(scene, plans)) {
        wires[at] = wire;
    }
    wires
}

fn draw_plans(scene: &Scene, plans: Vec<Plan<'_>>) -> Vec<Arc<Wire>> {
    let mut nets: ById<&PortRef, usize> = ById::default();
    let mut asked = Vec::with_capacity(plans.len());
    let mut of = Vec::with_capacity(plans.len());
    for (at, plan) in plans.iter().enumerate().filter(|(_, plan)| plan.is_routed()) {
        // What leaves one port branches, and so do the legs on either side of a hub.
        let next = 3 * plans.len() + nets.len();
        let port = plan.link.sources.first().map_or(next, |end| *nets.entry(&end.port).or_insert(next));
        for strand in &plan.strands {
            let net = match strand.place {
                Place::Whole => port,
                Place::In => 3 * at,
                Place::Out => 3 * at + 1,
            };
            let [(_, from_all), (_, to_all)] = strand.names;
            let clear = |anchor: Anchor, by: f64| Anchor { at: inward(anchor, by), ..anchor };
            let (from, to) = (clear(strand.from, from_all), clear(strand.to, to_all));
            asked.push(Ask { from, to, net, open: Rc::clone(&strand.open) });
            of.push(at);
        }
    }
    let terrain = Terrain::new(&scene.obstacles());
    let broad = plans.iter().any(|plan| is_band(scene, plan.link));
    let ways = route::route(&terrain, &asked, if broad { route::BROAD_TRACK } else { route::TRACK });
    let mut labels = Labels::new(terrain.all_open());
    for (way, at) in ways.iter().zip(of) {
        labels.keep_off(way, at, if is_band(scene, plans[at].link) { BAND / 2.0 } else { 1.0 });
    }
    let mut ways = ways.into_iter();
    let drawn = plans.into_iter().enumerate().map(|(at, plan)| {
        let legs = if plan.nests {
            plan.strands.iter().map(Leg::stub).collect()
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

/// The path of a wire that is being drawn, from a port to wherever the pointer is.
pub fn loose(from: Anchor, to: World) -> String {
    let toward = if from.toward == Side::Right { Side::Left } else { Side::Right };
    let ask = Ask { from, to: Anchor { at: to, toward }, net: 0, open: Rc::default() };
    let ways = route::route(&Terrain::new(&[]), &[ask], route::TRACK);
    ways.first().map_or_else(String::new, |way| path(way))
}

/// A link with its ends found.
struct Plan<'a> {
    link: &'a Link,
    hub: Option<World>,
    strands: Vec<Strand>,
    /// Its target is drawn standing on its source.
    nests: bool,
    /// One of so many between the frame and what is within that they would hide all else.
    crowded: bool,
}

impl Plan<'_> {
    /// It goes round cards.
    fn is_routed(&self) -> bool {
        !self.is_quiet() && !self.nests
    }

    /// Derived flows, of which there are many: thin curves, shown when asked for, that keep nothing off.
    fn is_quiet(&self) -> bool {
        self.link.kind == LinkKind::Data || self.crowded
    }
}

/// From port to port, from port to hub, or from hub to port.
struct Strand {
    from: Anchor,
    to: Anchor,
    place: Place,
    written: Id,
    /// The numbers of the nodes that its link ends at, sorted.
    open: Rc<[usize]>,
    /// For a flow of values and a mapping: how far the names of the frame's ports reach, its own and all, where it meets the frame at either end.
    names: [(f64, f64); 2],
}

impl Strand {
    fn end(&self) -> Option<Id> {
        (self.place != Place::Whole).then(|| self.written.clone())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Whole,
    In,
    Out,
}

/// Beyond that many, mappings are shown with what is selected only.
const MAPPINGS: usize = 24;

fn plans<'a>(scene: &'a Scene, graph: &'a Graph) -> impl Iterator<Item = Plan<'a>> {
    let mappings = graph.links.iter().filter(|link| link.kind == LinkKind::Mapping).count();
    let pills = PillIndex::new(&scene.pills, graph);
    graph.links.iter().filter_map(move |link| {
        let crowded = link.kind == LinkKind::Mapping && mappings > MAPPINGS;
        Some(Plan { crowded, ..plan((scene, &pills), link)? })
    })
}

fn plan<'a>((scene, pills): (&Scene, &PillIndex<'_>), link: &'a Link) -> Option<Plan<'a>> {
    let anchored = |ends: &[End], others: &[End], leaves: bool| -> Vec<(Anchor, Id)> {
        let one = |end: &End| Some((anchor((scene, pills), link, end, others, leaves)?, end.written.clone()));
        ends.iter().filter_map(one).collect()
    };
    let sources = anchored(&link.sources, &link.targets, true);
    let targets = anchored(&link.targets, &link.sources, false);
    let clear = |ends: &[End]| match ends {
        [only] if matches!(link.kind, LinkKind::Data | LinkKind::Mapping) => scene.clear_of_names(&only.port),
        _ => (0.0, 0.0),
    };
    let names = [clear(&link.sources), clear(&link.targets)];
    let nodes = || link.sources.iter().chain(&link.targets).map(|end| &end.port.node);
    let mut open: Vec<usize> = nodes().filter_map(|node| scene.number_of(node)).collect();
    open.sort_unstable();
    open.dedup();
    let open: Rc<[usize]> = open.into();
    let strand = |from, to, place, written: &Id| Strand {
        from,
        to,
        place,
        written: written.clone(),
        names,
        open: Rc::clone(&open),
    };
    let nests = link.hosts
        && link.sources.first().is_some_and(|source| {
            let on = |end: &End| scene.host(&end.port.node).is_some_and(|host| host.id == source.port.node);
            link.targets.iter().all(on)
        });
    match (sources.as_slice(), targets.as_slice()) {
        ([], _) | (_, []) => None,
        ([(from, _)], [(to, _)]) => Some(Plan {
            link,
            hub: None,
            strands: vec![strand(*from, *to, Place::Whole, &link.id)],
            nests,
            crowded: false,
        }),
        _ => {
            let at = hub(&sources, &targets);
            let (into, out) = (Anchor { at, toward: Side::Left }, Anchor { at, toward: Side::Right });
            let incoming = sources.iter().map(|(from, id)| strand(*from, into, Place::In, id));
            let strands =
                incoming.chain(targets.iter().map(|(to, id)| strand(out, *to, Place::Out, id))).collect();
            Some(Plan { link, hub: Some(at), strands, nests, crowded: false })
        }
    }
}

/// A wire that watches a metric ends at the policy's pill, where it is drawn on the target.
fn anchor(
    (scene, pills): (&Scene, &PillIndex<'_>),
    link: &Link,
    end: &End,
    others: &[End],
    leaves: bool,
) -> Option<Anchor> {
    if link.kind == LinkKind::Watch {
        let pill = if end.port.role == Role::Metric { None } else { pills.of(link, &end.port.node) };
        if let Some(pill) = pill {
            let at = World::new(pill.rect.x, pill.rect.centre().1);
            return Some(Anchor { at, toward: Side::Left });
        }
    }
    let side = if leaves { Side::Right } else { Side::Left };
    let anchor = scene.anchor_of(&end.port, side)?;
    // To what stands within, a wire goes inward.
    let holds = scene.is_host(&end.port.node);
    let within = others.iter().find(|other| holds && scene.stands_in(&other.port.node, &end.port.node));
    let Some(within) = within else { return Some(anchor) };
    // From the edge that it faces, level with it.
    let facing = scene.anchor_of(&within.port, if leaves { Side::Left } else { Side::Right })?;
    let card = scene.card(&end.port.node)?.rect();
    Some(match facing.toward {
        Side::Left => Anchor { at: World::new(card.x, facing.at.y), toward: Side::Right },
        Side::Right => Anchor { at: World::new(card.right(), facing.at.y), toward: Side::Left },
    })
}

/// Beside the only port of a side, so that the wire forks there; between the two sides where both have several.
fn hub(sources: &[(Anchor, Id)], targets: &[(Anchor, Id)]) -> World {
    const BESIDE: f64 = 34.0;
    let beside = |anchor: &Anchor| {
        World::new(anchor.at.x + if anchor.toward == Side::Right { BESIDE } else { -BESIDE }, anchor.at.y)
    };
    match (sources, targets) {
        ([(only, _)], _) => beside(only),
        (_, [(only, _)]) => beside(only),
        _ => {
            let right = sources.iter().map(|(anchor, _)| anchor.at.x).fold(f64::NEG_INFINITY, f64::max);
            let left = targets.iter().map(|(anchor, _)| anchor.at.x).fold(f64::INFINITY, f64::min);
            let all = sources.len() + targets.len();
            let y: f64 = sources.iter().chain(targets).map(|(anchor, _)| anchor.at.y).sum();
            World::new(f64::midpoint(right, left).round(), (y / all as f64).round())
        }
    }
}

fn wire(scene: &Scene, plan: &Plan<'_>, legs: Vec<Leg>, (labels, at): (&mut Labels<'_>, usize)) -> Wire {
    let link = plan.link;
    let band = is_band(scene, link);
    let label = if plan.nests {
        link.by.as_ref().and_then(|_| over_guest(scene, link))
    } else if band {
        labels.find_on(link, &legs, at)
    } else {
        labels.find(link, &legs, at)
    };
    let tag = label.as_ref().filter(|_| link.by.is_some() || band).map(|label| {
        let width = text_width(&label.text, SMALL) + TAG_PAD;
        Rect { x: label.at.x - width / 2.0, y: label.at.y - 13.0, width, height: 18.0 }
    });
    let nodes = |ends: &[End]| ends.iter().map(|end| end.port.node.clone()).collect();
    Wire {
        id: link.id.clone(),
        kind: link.kind,
        name: link.label.clone(),
        spoken: spoken(scene, link),
        acts: link.acts,
        quiet: plan.is_quiet(),
        nests: plan.nests,
        by: link.by.clone(),
        tag,
        hue: hue(scene, link),
        band,
        hub: plan.hub,
        notes: notes(scene, link, label.as_ref()),
        label,
        legs,
        sources: nodes(&link.sources),
        targets: nodes(&link.targets),
    }
}

/// The name of what says how a node stands in its host: above the right end of the node's upper edge.
fn over_guest(scene: &Scene, link: &Link) -> Option<Note> {
    const ASIDE: f64 = 12.0;
    let guest = scene.card(&link.targets.first()?.port.node)?;
    let rect = guest.rect();
    let text = elide(&link.label, SMALL, rect.width - 4.0 * ASIDE);
    let width = text_width(&text, SMALL) + TAG_PAD;
    let up = if guest.face.stacked { STACK } else { 0.0 };
    let at = World::new(rect.right() - ASIDE - width / 2.0, rect.y - up - 7.0);
    Some(Note { text, at, from_right: false })
}

/// Above the wire, as its label is; below it where that would lie on the label.
fn notes(scene: &Scene, link: &Link, label: Option<&Note>) -> Vec<Note> {
    let label = label.map(|label| {
        let width = text_width(&label.text, SMALL);
        Rect { x: label.at.x - width / 2.0, y: label.at.y - 10.0, width, height: 13.0 }
    });
    let note = |end: &End| {
        if end.note.is_empty() {
            return None;
        }
        let Anchor { at, toward } = scene.anchor(&end.port)?;
        let from_right = toward == Side::Left;
        let x = at.x + if from_right { -10.0 } else { 10.0 };
        let text = elide(&end.note, SMALL, 90.0);
        let width = text_width(&text, SMALL);
        let left = if from_right { x - width } else { x };
        let taken = Rect { x: left - 4.0, y: at.y - 15.0, width: width + 8.0, height: 13.0 };
        let covers = label.is_some_and(|label| label.overlaps(&taken));
        let y = at.y + if covers { 14.0 } else { -5.0 };
        Some(Note { text, at: World::new(x, y), from_right })
    };
    link.sources.iter().chain(&link.targets).filter_map(note).collect()
}

fn spoken(scene: &Scene, link: &Link) -> String {
    let names = |spoken: &mut String, ends: &[End]| {
        for (at, end) in ends.iter().enumerate() {
            spoken.push_str(if at > 0 { " and " } else { "" });
            match scene.card(&end.port.node) {
                Some(card) => spoken.push_str(&card.name),
                None => spoken.push_str(&end.port.node.to_string()),
            }
        }
    };
    if link.hosts {
        let mut spoken = format!("{}, ", link.label);
        names(&mut spoken, &link.targets);
        spoken.push_str(" stands on ");
        names(&mut spoken, &link.sources);
        return spoken;
    }
    let kind = match link.kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "value",
        LinkKind::Order => "order",
        LinkKind::Watch => "metric watched",
        LinkKind::Mapping => "mapping",
        // The label says it.
        LinkKind::Success | LinkKind::Failure => "next step",
    };
    let mut spoken = String::with_capacity(96);
    if is_band(scene, link) {
        spoken.push_str(&link.label);
        spoken.push_str(", binds ");
        names(&mut spoken, &link.sources);
        spoken.push_str(" and ");
        names(&mut spoken, &link.targets);
        return spoken;
    }
    if !link.label.is_empty() {
        spoken.push_str(&link.label);
        spoken.push_str(", ");
    }
    spoken.push_str(kind);
    spoken.push_str(" from ");
    names(&mut spoken, &link.sources);
    spoken.push_str(" to ");
    names(&mut spoken, &link.targets);
    spoken
}

/// So far on in the direction that a wire leaves to.
fn inward(anchor: Anchor, by: f64) -> World {
    World::new(anchor.at.x + if anchor.toward == Side::Right { by } else { -by }, anchor.at.y)
}

/// That of the port it comes from; a value has none.
fn hue(scene: &Scene, link: &Link) -> Option<u8> {
    if let Some(hue) = scene.hues().get(&link.id) {
        return Some(*hue);
    }
    if !matches!(link.kind, LinkKind::Relationship | LinkKind::Mapping) {
        return None;
    }
    link.sources.iter().chain(&link.targets).find_map(|end| scene.spot(&end.port)?.hue)
}

fn kind_name(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "data",
        LinkKind::Order => "order",
        LinkKind::Watch => "watch",
        LinkKind::Mapping => "mapping",
        LinkKind::Success => "success",
        LinkKind::Failure => "failure",
    }
}
