//! What the wire of each link needs: where its legs start and end, and which of them need a path.

use std::rc::Rc;

use super::super::elements::PillIndex;
use super::super::route::PathRequest;
use super::super::scene::{Anchor, Scene};
use super::super::viewport::World;
use super::ends::{anchored, hub};
use super::is_nested;
use super::leg::inward;
use limn_language::graph::{End, Graph, Id, Link, LinkKind, PortRef, Side};
use rustc_hash::FxHashMap;

/// A link and the positions of its ends.
pub(super) struct Plan<'a> {
    pub(super) link: &'a Link,
    pub(super) hub: Option<World>,
    pub(super) strands: Vec<Strand<'a>>,
    /// Whether its target is drawn inside its source.
    pub(super) nests: bool,
    /// Whether it is one of too many wires between the frame and its content, which would hide everything else.
    pub(super) crowded: bool,
    /// Whether the diagram's layer draws it.
    pub(super) on_layer: bool,
}

impl Plan<'_> {
    /// Whether it avoids cards.
    pub(super) fn is_routed(&self) -> bool {
        !self.is_quiet() && !self.nests
    }

    /// Whether it is not of the diagram's layer: a thin curve that is shown on demand and reserves no space.
    pub(super) fn is_quiet(&self) -> bool {
        !self.on_layer || self.crowded
    }
}

/// A leg to route: from port to port, from port to hub, or from hub to port.
pub(super) struct Strand<'a> {
    pub(super) from: Anchor,
    pub(super) to: Anchor,
    /// The ports that it starts and ends at; `None` for the hub.
    pub(super) ports: [Option<&'a PortRef>; 2],
    pub(super) place: HubSide,
    pub(super) written: Id,
    /// The numbers of the nodes at the ends of its link, sorted.
    pub(super) open: Rc<[usize]>,
    /// For a value flow or a mapping that ends at the frame: the lengths of the port names there, its own and the longest.
    pub(super) names: [(f64, f64); 2],
}

impl Strand<'_> {
    pub(super) fn end(&self) -> Option<Id> {
        (self.place != HubSide::Whole).then(|| self.written.clone())
    }
}

/// The side of the hub that a strand is on.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum HubSide {
    /// Without a hub.
    Whole,
    In,
    Out,
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

/// The paths that plans need, and the number of the plan of each.
pub(super) fn requests(plans: &[Plan<'_>]) -> (Vec<PathRequest>, Vec<usize>) {
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
    (asked, of)
}
