//! Wire plan: start and end of each link's legs, and the legs that need a path.

use std::rc::Rc;

use super::super::bend;
use super::super::elements::PillIndex;
use super::super::path_request::{Anchor, PathRequest};
use super::super::scene::Scene;
use super::super::viewport::WorldPoint;
use super::ends::{anchored, hub};
use super::is_nested;
use super::leg_plan::{HubSide, LegPlan, inward};
use limn_language::graph::{End, Graph, Id, Link, LinkKind, PortRef, Side};
use rustc_hash::FxHashMap;

/// A link and the positions of its ends.
pub(super) struct Plan<'a> {
    pub(super) link: &'a Link,
    pub(super) hub: Option<WorldPoint>,
    pub(super) legs: Vec<LegPlan<'a>>,
    /// True if its target is drawn inside its source.
    pub(super) nests: bool,
    /// True if it is one of too many wires between the frame and its content, which would hide everything else.
    pub(super) crowded: bool,
    /// True if the diagram's layer draws it.
    pub(super) on_layer: bool,
}

impl Plan<'_> {
    /// Returns true if it avoids cards.
    pub(super) fn is_routed(&self) -> bool {
        !self.is_quiet() && !self.nests
    }

    /// Returns true if it is not of the diagram's layer: a thin curve that is shown on demand and reserves no space.
    pub(super) fn is_quiet(&self) -> bool {
        !self.on_layer || self.crowded
    }
}

/// The number of mappings above which they are shown only for the selection.
const MAPPINGS: usize = 24;

/// The plans of these links that can be drawn, with the numbers of the links.
pub(super) fn plans<'a>(
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

fn plan<'a>((scene, pills): (&'a Scene, &PillIndex<'_>), link: &'a Link) -> Option<Plan<'a>> {
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
    let planned = |from, to, ports, place, written: &Id| LegPlan {
        from,
        to,
        ports,
        place,
        written: written.clone(),
        bend: scene.bends().get(written),
        names,
        open: Rc::clone(&open),
    };
    let nests = is_nested(scene, link);
    match (sources.as_slice(), targets.as_slice()) {
        ([], _) | (_, []) => None,
        ([(from, source)], [(to, target)]) => Some(Plan {
            link,
            hub: None,
            legs: vec![planned(
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
                .map(|(from, end)| planned(*from, into, [Some(&end.port), None], HubSide::In, &end.written));
            let outgoing = targets
                .iter()
                .map(|(to, end)| planned(out, *to, [None, Some(&end.port)], HubSide::Out, &end.written));
            let legs = incoming.chain(outgoing).collect();
            Some(Plan { link, hub: Some(at), legs, nests, crowded: false, on_layer: true })
        }
    }
}

/// The paths that plans need, and the number of the plan of each.
pub(super) fn requests(plans: &[Plan<'_>]) -> (Vec<PathRequest>, Vec<usize>) {
    // Numbers of the ends of legs: first one for each hub, then one for each port. Hubs at one place, as of links to one port, share a number.
    let mut hubs: FxHashMap<[u64; 2], usize> = FxHashMap::default();
    let mut ports: FxHashMap<&PortRef, usize> = FxHashMap::default();
    let mut requests = Vec::with_capacity(plans.len());
    let mut of = Vec::with_capacity(plans.len());
    for (at, plan) in plans.iter().enumerate().filter(|(_, plan)| plan.is_routed()) {
        let hub =
            plan.hub.map_or(2 * at, |hub| *hubs.entry([hub.x, hub.y].map(f64::to_bits)).or_insert(2 * at));
        for planned in &plan.legs {
            let mut number = |port| {
                let next = 2 * plans.len() + ports.len();
                *ports.entry(port).or_insert(next)
            };
            let ends = planned.ports.map(|port| port.map_or(hub, &mut number));
            // Wires from one port branch, and so do the legs on either side of a hub.
            let net = if planned.place == HubSide::In { hub + 1 } else { ends[0] };
            let [(_, from_all), (_, to_all)] = planned.names;
            let clear = |anchor: Anchor, by: f64| Anchor { at: inward(anchor, by), ..anchor };
            let (from, to) = (clear(planned.from, from_all), clear(planned.to, to_all));
            let fixed = planned.bend.and_then(|bend| bend::corners(bend, planned.tips(), from, to));
            requests.push(PathRequest { from, to, ends, net, open: Rc::clone(&planned.open), fixed });
            of.push(at);
        }
    }
    (requests, of)
}
