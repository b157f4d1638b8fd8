//! Wires: draws links as right-angled runs with rounded corners, from the consumer's right edge to the provider's left edge, where they have an
//! arrowhead. Wires avoid cards where that is cheap, run side by side in shared gaps, and meet in a hub if a link has several ends on a side. Value flows are thin curves.
//! All coordinates are finite.

mod connections;
mod drawn;
mod ends;
mod host_edges;
mod labels;
mod leg;
mod leg_plan;
mod plan;
mod routing;
mod unchanged;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

pub(super) use self::connections::Connections;
pub(super) use self::drawn::TAG_PAD;
use self::drawn::{BAND, tag_around};
pub use self::drawn::{Wire, WireText};
use self::labels::{notes, over_guest, spoken};
pub use self::leg::Leg;
use self::plan::{Plan, plans, requests};
pub use self::routing::Routing;
pub(super) use self::unchanged::draw_like;
use super::label::Labels;
use super::obstacles::ObstacleGrid;
use super::path::path;
use super::path_request::{Anchor, PathRequest, Spacing, WIRES};
use super::route;
use super::scene::Scene;
use super::viewport::WorldPoint;
use limn_language::graph::{End, Graph, Id, Link, LinkKind, Side};
use limn_layout::Rect;

fn bounds(legs: &[Leg]) -> Option<Rect> {
    let mut points = legs.iter().flat_map(|leg| &leg.points);
    let first = points.next()?;
    let start = Rect { x: first.x, y: first.y, width: 0.0, height: 0.0 };
    Some(points.fold(start, |rect, at| rect.union(&Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 })))
}

/// Returns true if the targets of a link are drawn inside its source.
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

/// Draws all wires of a scene along the paths that [`Routing::solve`] found for it.
pub(super) fn draw_along(scene: &Scene, graph: &Graph, paths: Vec<Vec<WorldPoint>>) -> Drawn {
    draw_by(scene, graph, |grid, requests, spacing, bounds| {
        // Paths of another scene would be at wrong places.
        if paths.len() == requests.len() { paths } else { route::route(grid, requests, spacing, bounds) }
    })
}

fn draw_by(
    scene: &Scene,
    graph: &Graph,
    router: impl FnOnce(&ObstacleGrid, &[PathRequest], Spacing, Option<Rect>) -> Vec<Vec<WorldPoint>>,
) -> Drawn {
    let (links, plans) = plans(scene, graph, 0..graph.links.len()).unzip();
    (draw_plans(scene, plans, router), links)
}

/// The paths that the wires of a scene need.
pub(super) fn routing(scene: &Scene, graph: &Graph) -> Routing {
    let plans: Vec<Plan<'_>> = plans(scene, graph, 0..graph.links.len()).map(|(_, plan)| plan).collect();
    let (requests, _) = requests(&plans);
    Routing {
        obstacles: scene.obstacles(),
        requests,
        broad: is_broad(scene, &plans),
        bounds: frame_of(scene),
    }
}

/// The number of links from which a diagram is large: a drag then redraws only the wires that it affects, and drafts them. Finding all paths together
/// takes three quarters of a frame of 46 ms with 100 links.
pub(super) const LARGE: usize = 50;

/// Redraws the wires of a large scene while cards are dragged. Returns their numbers.
pub(super) fn redraw(scene: &mut Scene, moved: &[&Id]) -> Vec<usize> {
    let stale: Vec<usize> = stale(scene, moved).into_iter().collect();
    draft(scene, &stale);
    stale
}

/// Redraws wires of a scene by number, each by itself.
pub(super) fn draft(scene: &mut Scene, stale: &[usize]) {
    let graph = Arc::clone(scene.graph());
    // Positions do not decide which links can be drawn, so each wire is that of the same link as before.
    let connections = Arc::clone(&scene.connections);
    let links = stale.iter().map(|wire| connections.links[*wire]);
    let (_, plans): (Vec<usize>, Vec<Plan<'_>>) = plans(scene, &graph, links).unzip();
    let drawn = draw_plans(scene, plans, route::draft);
    for (at, wire) in stale.iter().zip(drawn) {
        scene.wires[*at] = wire;
    }
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
    router: impl FnOnce(&ObstacleGrid, &[PathRequest], Spacing, Option<Rect>) -> Vec<Vec<WorldPoint>>,
) -> Vec<Arc<Wire>> {
    let (requests, of) = requests(&plans);
    let grid = ObstacleGrid::new(&scene.obstacles());
    let ways = router(&grid, &requests, routing::spacing(is_broad(scene, &plans)), frame_of(scene));
    let mut labels = Labels::new(grid.all_open());
    for (way, at) in ways.iter().zip(of) {
        labels.keep_off(way, at, if is_band(scene, plans[at].link) { BAND / 2.0 } else { 1.0 });
    }
    for card in scene.cards.iter().filter(|card| !card.outside.is_empty()) {
        for (_, (x, y), outward) in card.outside_wires() {
            labels.keep_free(WorldPoint::new(card.at.x + x, card.at.y + y), 40.0 * outward);
        }
    }
    let mut ways = ways.into_iter();
    let drawn = plans.into_iter().enumerate().map(|(at, plan)| {
        let legs = if plan.nests {
            over_guest(scene, plan.link).map(|sign| Leg::hanger(sign.at)).into_iter().collect()
        } else if plan.is_quiet() {
            plan.legs.iter().map(Leg::curved).collect()
        } else {
            plan.legs.iter().zip(ways.by_ref()).map(|(plan, points)| Leg::straight(plan, points)).collect()
        };
        Arc::new(wire(scene, &plan, legs, (&mut labels, at)))
    });
    drawn.collect()
}

/// The path of a wire that is being drawn, from a port to the pointer.
pub fn loose(from: Anchor, to: WorldPoint) -> String {
    let toward = if from.toward == Side::Right { Side::Left } else { Side::Right };
    let to = Anchor { at: to, toward };
    let request = PathRequest { from, to, ends: [0, 1], net: 0, open: Rc::default(), fixed: None };
    let ways = route::route(&ObstacleGrid::new(&[]), &[request], WIRES, None);
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
