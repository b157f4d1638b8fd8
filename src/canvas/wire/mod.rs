//! Wires: draws links as right-angled runs with rounded corners, from the consumer's right edge to the provider's left edge, where they have an
//! arrowhead. Wires avoid cards where that is cheap, run side by side in shared gaps, and meet in a hub if a link has several ends on a side. Value flows are thin curves.
//! All coordinates are finite.

mod beside_guests;
mod connections;
mod ends;
mod leg;
mod plan;
mod routing;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

pub(super) use self::connections::Connections;
pub use self::leg::Leg;
use self::plan::{Plan, plans, requests};
pub use self::routing::Routing;
use self::words::{kind_name, notes, over_guest, spoken};
use super::elements::FAINT;
use super::label::Labels;
use super::obstacles::ObstacleGrid;
use super::path::path;
use super::reroute::Spacing;
use super::route::{self, PathRequest};
use super::scene::{Anchor, Scene};
use super::viewport::World;
use limn_language::graph::{End, Graph, Id, Link, LinkKind, Side};
use limn_layout::{CAPTION, Rect, text_width};

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

/// All wires of a scene, and the number of the link of each.
type Drawn = (Vec<Arc<Wire>>, Vec<usize>);

/// Draws all wires of a scene.
pub(super) fn draw(scene: &Scene, graph: &Graph) -> Drawn {
    draw_by(scene, graph, route::route)
}

/// The same, along the paths that [`Routing::solve`] found for the scene.
pub(super) fn draw_along(scene: &Scene, graph: &Graph, paths: Vec<Vec<World>>) -> Drawn {
    draw_by(scene, graph, |grid, asked, spacing, bounds| {
        // Paths of another scene would be at wrong places.
        if paths.len() == asked.len() { paths } else { route::route(grid, asked, spacing, bounds) }
    })
}

fn draw_by(
    scene: &Scene,
    graph: &Graph,
    router: impl FnOnce(&ObstacleGrid, &[PathRequest], Spacing, Option<Rect>) -> Vec<Vec<World>>,
) -> Drawn {
    let (links, plans) = plans(scene, graph, 0..graph.links.len()).unzip();
    (draw_plans(scene, plans, router), links)
}

/// The paths that the wires of a scene need.
pub(super) fn routing(scene: &Scene, graph: &Graph) -> Routing {
    let plans: Vec<Plan<'_>> = plans(scene, graph, 0..graph.links.len()).map(|(_, plan)| plan).collect();
    let (asked, _) = requests(&plans);
    Routing { obstacles: scene.obstacles(), asked, broad: is_broad(scene, &plans), bounds: frame_of(scene) }
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

fn is_broad(scene: &Scene, plans: &[Plan<'_>]) -> bool {
    plans.iter().any(|plan| is_band(scene, plan.link))
}

/// The area that wires stay in if possible.
fn frame_of(scene: &Scene) -> Option<Rect> {
    scene.frame.as_ref().map(|frame| frame.rect())
}

fn draw_plans(
    scene: &Scene,
    plans: Vec<Plan<'_>>,
    router: impl FnOnce(&ObstacleGrid, &[PathRequest], Spacing, Option<Rect>) -> Vec<Vec<World>>,
) -> Vec<Arc<Wire>> {
    let (asked, of) = requests(&plans);
    let grid = ObstacleGrid::new(&scene.obstacles());
    let ways = router(&grid, &asked, routing::spacing(is_broad(scene, &plans)), frame_of(scene));
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
