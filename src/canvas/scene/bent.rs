//! The bends of wires that the user has placed, the handles that change them, and the wires that they stay with.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::bend::{self, Grip, Snap};
use super::super::viewport::WorldPoint;
use super::super::wire::{self, Leg, Wire};
use super::Scene;
use limn_language::bend::{Bend, Bends};
use limn_language::graph::{Graph, Id, PortRef};

/// A run or a corner of a wire that can be dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The id of the link, or of its end: see [`Bends`].
    pub leg: Id,
    pub grip: Grip,
    pub at: WorldPoint,
    /// `true`: a vertical run, which moves sideways. `None`: a corner, which moves anywhere.
    pub is_upright: Option<bool>,
    /// True if the user has bent the wire.
    pub is_bent: bool,
}

/// The length of a run from which it has a handle.
const MIN_HANDLE_RUN: f64 = 20.0;

impl Scene {
    /// The scene with other bends. Its wires stay until they are drawn again.
    #[must_use]
    pub fn with_bends(self, bends: Arc<Bends>) -> Scene {
        Scene { bends, ..self }
    }

    pub fn bends(&self) -> &Bends {
        &self.bends
    }

    /// The scene with one wire bent in another way; `None`: it finds its path. The others stay where they are.
    #[must_use]
    pub fn bent(&self, leg: &Id, bend: Option<&Bend>) -> Scene {
        let mut scene = self.clone();
        let bends = Arc::make_mut(&mut scene.bends);
        match bend {
            Some(bend) => bends.insert(leg.clone(), bend.clone()),
            None => bends.remove(leg),
        };
        if let Some(number) = self.wires.iter().position(|wire| has_leg(wire, leg)) {
            wire::draft(&mut scene, &[number]);
            scene.dim_wires();
        }
        scene
    }

    /// The wires with a bend that one of the ids selects, or that end at the node of one: the keys of the bends.
    pub fn bent_legs(&self, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
        if self.bends.is_empty() {
            return BTreeSet::new();
        }
        // Few wires are bent, and there can be many ids.
        let bent = |leg: &Id| self.bends.contains_key(leg);
        let is_bent = |wire: &&Arc<Wire>| {
            bent(&wire.id) || wire.legs.iter().any(|leg| leg.end.as_ref().is_some_and(bent))
        };
        let wires = self.wires.iter().filter(is_bent);
        let pairs = wires.flat_map(|wire| ids.iter().map(move |id| (wire, id)));
        let meeting = pairs.filter(|(wire, id)| wire.is(id) || wire.meets(id));
        let legs = meeting.flat_map(|(wire, id)| legs(wire, id, wire.meets(id)));
        legs.map(|(leg, _)| leg).filter(bent).collect()
    }

    /// The path of a wire, or of one of its legs, as it is drawn.
    pub(in super::super) fn leg(&self, leg: &Id) -> Option<&Leg> {
        let wire = self.wires.iter().find(|wire| has_leg(wire, leg))?;
        legs(wire, leg, false).find(|(id, _)| id == leg).map(|(_, leg)| leg)
    }

    /// The handles of a selected wire; of one end of it, those of this end.
    pub fn handles(&self, id: &Id) -> Vec<Handle> {
        let Some(wire) = self.bendable(id) else { return Vec::new() };
        let mut handles = Vec::new();
        for (leg, path) in legs(wire, id, false) {
            if bend::runs_of(&path.points).is_none() {
                continue;
            }
            let is_bent = self.bends.contains_key(&leg);
            let runs = bend::stretches(&path.points);
            let length = |[one, other]: &[WorldPoint; 2]| (one.x - other.x).abs() + (one.y - other.y).abs();
            let handle = |grip, at, is_upright| Handle { leg: leg.clone(), grip, at, is_upright, is_bent };
            for (number, run) in runs.iter().enumerate() {
                let [one, other] = *run;
                let at = WorldPoint::new(f64::midpoint(one.x, other.x), f64::midpoint(one.y, other.y));
                if length(run) >= MIN_HANDLE_RUN {
                    handles.push(handle(Grip::Run(number), at, Some(number % 2 == 1)));
                }
                let is_inner = number > 0 && number + 2 < runs.len();
                if is_inner && length(run) >= MIN_HANDLE_RUN && length(&runs[number + 1]) >= MIN_HANDLE_RUN {
                    handles.push(handle(Grip::Corner(number), other, None));
                }
            }
        }
        handles
    }

    /// A wire that can be bent. One that ends inside a collapsed card keeps its bend for when the card is expanded.
    fn bendable(&self, id: &Id) -> Option<&Wire> {
        let is_hidden = |wire: &Wire| {
            !self.graph.collapsed.is_empty()
                && self.links().iter().any(|link| link.id == wire.id && self.ends_inside(link))
        };
        self.wires.iter().find(|wire| wire.is(id)).map(Arc::as_ref).filter(|wire| !is_hidden(wire))
    }

    /// The nearest handle of a selected wire to a point, within a distance.
    pub(in super::super) fn handle_at(&self, id: &Id, at: WorldPoint, reach: f64) -> Option<Handle> {
        let handles = self.handles(id).into_iter().map(|handle| (apart(handle.at, at), handle));
        let near = handles.filter(|(away, _)| *away <= reach);
        near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, handle)| handle)
    }

    /// The nearest segment of a selected wire to a point, within a distance. The tag of the wire covers it.
    pub(in super::super) fn segment_at(&self, id: &Id, at: WorldPoint, reach: f64) -> Option<(Id, Grip)> {
        let wire = self.bendable(id)?;
        if wire.tag.is_some_and(|tag| tag.contains(at.x, at.y)) {
            return None;
        }
        let near = |[one, other]: [WorldPoint; 2]| {
            let x = at.x.clamp(one.x.min(other.x), one.x.max(other.x));
            let y = at.y.clamp(one.y.min(other.y), one.y.max(other.y));
            apart(WorldPoint::new(x, y), at)
        };
        let legs = legs(wire, id, false).filter(|(_, path)| bend::runs_of(&path.points).is_some());
        let segments = legs.flat_map(|(leg, path)| {
            let segments = bend::stretches(&path.points).into_iter().enumerate();
            segments.map(move |(number, ends)| (near(ends), leg.clone(), number))
        });
        let within = segments.filter(|(away, _, _)| *away <= reach);
        let nearest = within.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, leg, number)| (leg, Grip::Run(number)))
    }

    /// The bend of a wire after a drag of a handle.
    pub(in super::super) fn dragged(&self, leg: &Id, grip: Grip, by: WorldPoint, snap: Snap) -> Option<Bend> {
        bend::dragged(&self.leg(leg)?.points, grip, by, snap)
    }

    /// The longest run of a wire that moves sideways or up and down, which is the one that keys move. Those at its ends count only where there is no other.
    pub(in super::super) fn main_handle(&self, id: &Id, is_upright: bool) -> Option<Handle> {
        let handles = self.handles(id).into_iter().filter(|handle| handle.is_upright == Some(is_upright));
        let rank = |handle: &Handle| {
            let Grip::Run(number) = handle.grip else { return (false, 0.0) };
            let runs = self.leg(&handle.leg).map(|leg| bend::stretches(&leg.points)).unwrap_or_default();
            let is_inner = number > 0 && number + 1 < runs.len();
            let length = runs
                .get(number)
                .map_or(0.0, |[one, other]| (one.x - other.x).abs() + (one.y - other.y).abs());
            (is_inner, length)
        };
        let ranked = handles.map(|handle| (rank(&handle), handle));
        let longest =
            ranked.max_by(|(one, _), (other, _)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        longest.map(|(_, handle)| handle)
    }
}

fn apart(one: WorldPoint, other: WorldPoint) -> f64 {
    (one.x - other.x).abs().max((one.y - other.y).abs())
}

/// The ends of a path that can be bent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegEnds {
    role: Role,
    /// The source of a wire; of a leg, the port that it ends at.
    own: PortRef,
    /// The target of a wire; of a leg, the first port on the other side of its link.
    other: PortRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// A wire from one port to one port.
    Whole,
    /// The leg at a source of a link with several ends.
    Source,
    /// The leg at a target of such a link.
    Target,
}

impl LegEnds {
    fn renamed(&self, renamed: &BTreeMap<Id, Id>) -> LegEnds {
        LegEnds {
            role: self.role,
            own: renamed_port(&self.own, renamed),
            other: renamed_port(&self.other, renamed),
        }
    }

    /// Returns true if a path under the same id is still the same: a leg is, regardless of the other ends of its link.
    fn is_same(&self, other: &LegEnds) -> bool {
        (self.role, &self.own) == (other.role, &other.own)
            && (self.role != Role::Whole || self.other == other.other)
    }
}

/// Bends whose wires are gone, by the ports that these had between them, with the ids under which they were stored.
pub type LostBends = BTreeMap<LegEnds, (Id, Bend)>;

fn renamed_port(port: &PortRef, renamed: &BTreeMap<Id, Id>) -> PortRef {
    let node = renamed.get(&port.node).unwrap_or(&port.node).clone();
    PortRef { node, ..port.clone() }
}

/// The ids under which bends are stored, with the ends of their paths.
fn ends_by_leg<'a>(
    graphs: impl IntoIterator<Item = &'a Graph>,
    renamed: &BTreeMap<Id, Id>,
) -> BTreeMap<Id, LegEnds> {
    let ends = |role, own: &PortRef, other: &PortRef| {
        LegEnds { role, own: own.clone(), other: other.clone() }.renamed(renamed)
    };
    let mut all = BTreeMap::new();
    for link in graphs.into_iter().flat_map(|graph| &graph.links) {
        let (Some(source), Some(target)) = (link.sources.first(), link.targets.first()) else { continue };
        if let ([_], [_]) = (&*link.sources, &*link.targets) {
            all.insert(link.id.clone(), ends(Role::Whole, &source.port, &target.port));
            continue;
        }
        let sources = link.sources.iter().map(|end| (end, ends(Role::Source, &end.port, &target.port)));
        let targets = link.targets.iter().map(|end| (end, ends(Role::Target, &end.port, &source.port)));
        all.extend(sources.chain(targets).map(|(end, ends)| (end.written.clone(), ends)));
    }
    all
}

/// The bends after a change of a document: each stays with the wire between the same ports, although this may have another id. `before`, `after`: all graphs of
/// the document. `renamed`: the new ids of nodes. `lost`: bends of wires that are gone, which are back once these are, as by undo.
pub fn follow_wires<'a>(
    bends: &Bends,
    lost: &mut LostBends,
    before: impl IntoIterator<Item = &'a Graph>,
    after: impl IntoIterator<Item = &'a Graph>,
    renamed: &BTreeMap<Id, Id>,
) -> Bends {
    let was = ends_by_leg(before, renamed);
    let is = ends_by_leg(after, &BTreeMap::new());
    let ids: BTreeMap<&LegEnds, &Id> = is.iter().rev().map(|(id, ends)| (ends, id)).collect();
    if !renamed.is_empty() {
        let entries = std::mem::take(lost).into_iter();
        *lost = entries.map(|(ends, lost)| (ends.renamed(renamed), lost)).collect();
    }
    let mut followed = Bends::new();
    for (id, bend) in bends {
        let Some(ends) = was.get(id) else { continue };
        if is.get(id).is_some_and(|now| now.is_same(ends)) {
            followed.insert(id.clone(), bend.clone());
        } else if let Some(new) = ids.get(ends) {
            followed.insert((*new).clone(), bend.clone());
        } else {
            lost.insert(ends.clone(), (id.clone(), bend.clone()));
        }
    }
    for (ends, (_, bend)) in &*lost {
        if let Some(id) = ids.get(ends) {
            followed.entry((*id).clone()).or_insert_with(|| bend.clone());
        }
    }
    for (id, bend) in bends {
        // Stored until its wire is back, unless another wire has its id. Ends that are not known can be those of the wire.
        let is_of_another =
            || was.contains_key(id) || lost.values().any(|(at, lost)| (at, lost) == (id, bend));
        let moved = was.get(id).is_some_and(|ends| ids.contains_key(ends));
        if !moved && (!is.contains_key(id) || !is_of_another()) {
            followed.entry(id.clone()).or_insert_with(|| bend.clone());
        }
    }
    lost.retain(|ends, _| !ids.contains_key(ends));
    followed
}

/// Returns true if a bend of the wire is stored under this id.
fn has_leg(wire: &Wire, leg: &Id) -> bool {
    wire.id == *leg || wire.legs.iter().any(|wire_leg| wire_leg.end.as_ref() == Some(leg))
}

/// The legs that the user can bend, with the keys of their bends: those that an id selects, or all.
fn legs<'a>(wire: &'a Wire, id: &Id, all: bool) -> impl Iterator<Item = (Id, &'a Leg)> {
    let is_path = !wire.quiet && !wire.nests;
    let one = wire.legs.iter().any(|leg| leg.end.as_ref() == Some(id)) && wire.id != *id && !all;
    let id = one.then(|| id.clone());
    let key = |leg: &Leg| leg.end.clone().unwrap_or_else(|| wire.id.clone());
    let mut counts: BTreeMap<Id, usize> = BTreeMap::new();
    for leg in &wire.legs {
        *counts.entry(key(leg)).or_default() += 1;
    }
    let legs = wire.legs.iter().filter(move |_| is_path).map(move |leg| (key(leg), leg));
    legs.filter(move |(leg, _)| counts[leg] == 1 && id.as_ref().is_none_or(|id| id == leg))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;
    use limn_language::edit::Place;
    use limn_layout as layout;

    /// The wire goes from `a`, which needs `b`.
    const TWO: &str = "b >out\na <in\nb.out -> a.in";

    fn scene(text: &str, places: &[(&str, f64, f64)]) -> Scene {
        let graph = sample::graph(text);
        let pins = places.iter().map(|(name, x, y)| (sample::id(name), (*x, *y))).collect();
        let layout = layout::layout(&graph, &pins);
        Scene::new(Arc::new(graph), &layout, &BTreeMap::new())
    }

    fn two() -> (Scene, Id) {
        let scene = scene(TWO, &[("a", 0.0, 0.0), ("b", 700.0, 300.0)]);
        let wire = scene.wires[0].id.clone();
        (scene, wire)
    }

    /// The scene with the vertical run of its only wire at a place, as it is drawn at rest.
    fn bent(scene: &Scene, wire: &Id, x: f64) -> Scene {
        let points = &scene.leg(wire).unwrap().points;
        let (from, to) = (points[0].place(), points.last().unwrap().place());
        let bend = Bend { from, to, runs: vec![x] };
        let bends = Arc::new(Bends::from([(wire.clone(), bend)]));
        scene.clone().with_bends(bends).with_wires()
    }

    fn upright(scene: &Scene, wire: &Id) -> Vec<f64> {
        bend::runs_of(&scene.leg(wire).unwrap().points).unwrap()
    }

    #[test]
    fn c4_a_bend_is_kept_when_nodes_move() {
        let (scene, wire) = two();
        let scene = bent(&scene, &wire, 333.0);
        assert_eq!(upright(&scene, &wire), [333.0]);
        let to = |name: &str, x: f64, y: f64| (sample::id(name), Place { x, y });
        // One node: the run stays. Both: it moves along.
        assert_eq!(upright(&scene.moved(&[to("b", 700.0, 500.0)]), &wire), [333.0]);
        assert_eq!(upright(&scene.moved(&[to("b", 840.0, 300.0)]), &wire), [333.0]);
        let both = scene.moved(&[to("a", 50.0, 80.0), to("b", 750.0, 380.0)]);
        assert_eq!(upright(&both, &wire), [383.0]);
        // Without room for it, the wire finds a path, and the bend is back with the room.
        let past = scene.moved(&[to("b", -600.0, 300.0)]);
        assert_ne!(upright(&past, &wire), [333.0]);
        assert_eq!(upright(&past.moved(&[to("b", 700.0, 300.0)]), &wire), [333.0]);
    }

    #[test]
    fn c4_the_worker_routes_around_bends() {
        let (scene, wire) = two();
        let bent = bent(&scene, &wire, 333.0);
        let paths = bent.routing().solve();
        assert_eq!(paths[0], bent.leg(&wire).unwrap().points);
    }

    #[test]
    fn c4_wires_without_bends_are_drawn_as_before() {
        let large = scene("a >out >two\nb <in\nc <in\na.out -> b.in\na.two -> c.in\nb ~> c", &[]);
        let same = large.clone().with_bends(Arc::default()).with_wires();
        assert!(large == same);
    }

    #[test]
    fn c4_other_wires_keep_off_a_bend() {
        let text = "b >out\nd >out\na <in\nc <in\nb.out -> a.in\nd.out -> c.in";
        let places = [("a", 0.0, 0.0), ("c", 0.0, 200.0), ("b", 700.0, 600.0), ("d", 700.0, 800.0)];
        let scene = scene(text, &places);
        let (one, other) = (scene.wires[0].id.clone(), scene.wires[1].id.clone());
        // On top of the other's own path.
        let x = upright(&scene, &other)[0];
        let bent = bent(&scene, &one, x);
        assert_eq!(upright(&bent, &one), [x]);
        assert!((upright(&bent, &other)[0] - x).abs() >= 4.0, "{:?}", upright(&bent, &other));
    }

    #[test]
    fn c4_handles_are_on_runs_and_inner_corners() {
        let (scene, wire) = two();
        let handles = scene.handles(&wire);
        let grips: Vec<Grip> = handles.iter().map(|handle| handle.grip).collect();
        assert_eq!(grips, [Grip::Run(0), Grip::Run(1)], "the last run is too short for one");
        assert!(handles.iter().all(|handle| !handle.is_bent));
        let bent = bent(&scene, &wire, 333.0);
        let upright = bent.handles(&wire).into_iter().find(|handle| handle.grip == Grip::Run(1)).unwrap();
        assert_eq!((upright.at.x, upright.is_upright, upright.is_bent), (333.0, Some(true), true));
        let of = |id: &Id| bent.bent_legs(&BTreeSet::from([id.clone()]));
        assert_eq!(of(&wire), BTreeSet::from([wire.clone()]));
        assert_eq!(of(&sample::id("a")), BTreeSet::from([wire.clone()]));
        assert_eq!(of(&sample::id("c")), BTreeSet::new());
        assert_eq!(bent.main_handle(&wire, true).unwrap().grip, Grip::Run(1));
        assert_eq!(bent.main_handle(&wire, false).unwrap().grip, Grip::Run(2));
    }

    #[test]
    fn c4_each_leg_of_a_hub_has_bends_of_its_own() {
        let hub = scene(
            "net >out\na <in\nb <in\nnet.out -> a.in b.in",
            &[("net", 900.0, 0.0), ("a", 0.0, -300.0), ("b", 0.0, 300.0)],
        );
        let wire = hub.wires[0].clone();
        assert!(wire.hub.is_some());
        let legs: Vec<Id> = legs(&wire, &wire.id, false).map(|(leg, _)| leg).collect();
        let last = legs.first().unwrap().clone();
        let handle = hub.main_handle(&last, true).unwrap();
        assert_eq!(handle.leg, last);
        let moved = hub
            .dragged(&last, handle.grip, WorldPoint::new(-70.0, 0.0), Snap { reach: 6.0, grid: None })
            .unwrap();
        let bent = hub.bent(&last, Some(&moved));
        assert_ne!(bent.leg(&last), hub.leg(&last));
        for leg in legs.iter().filter(|leg| **leg != last) {
            assert_eq!(bent.leg(leg), hub.leg(leg));
        }
    }

    /// Two wires, and a bend.
    fn two_links() -> (Graph, [Id; 2], Bend) {
        let graph = sample::graph("b >out\nd >out\na <in\nc <in\nb.out -> a.in\nd.out -> c.in");
        let ids = [0, 1].map(|at| graph.links[at].id.clone());
        (graph, ids, Bend { from: Place::default(), to: Place::default(), runs: vec![5.0] })
    }

    #[test]
    fn c4_a_bend_stays_with_its_wire_when_ids_change() {
        let (graph, [one, other], bend) = two_links();
        let bends = |id: &Id| Bends::from([(id.clone(), bend.clone())]);
        let follow = |bends: &Bends, after: &Graph, renamed: &BTreeMap<Id, Id>| {
            follow_wires(bends, &mut LostBends::new(), [&graph], [after], renamed)
        };
        assert_eq!(follow(&bends(&one), &graph, &BTreeMap::new()), bends(&one));
        // As in a list: the second is the first once that is removed.
        let mut shifted = graph.clone();
        shifted.links.remove(0);
        shifted.links[0].id = one.clone();
        assert_eq!(follow(&bends(&other), &shifted, &BTreeMap::new()), bends(&one));
        assert_eq!(follow(&bends(&one), &shifted, &BTreeMap::new()), Bends::new());
        // Stored while its wire is gone.
        let mut removed = graph.clone();
        removed.links.remove(0);
        assert_eq!(follow(&bends(&one), &removed, &BTreeMap::new()), bends(&one));
        // A node with another name.
        let (old, new) = (sample::id("a"), sample::id("z"));
        let mut renamed = graph.clone();
        let link = &mut renamed.links[0];
        for end in link.sources.iter_mut().chain(&mut link.targets) {
            if end.port.node == old {
                end.port.node = new.clone();
            }
        }
        renamed.links[0].id = sample::id("new");
        let names = BTreeMap::from([(old, new)]);
        assert_eq!(follow(&bends(&one), &renamed, &names), bends(&sample::id("new")));
    }

    #[test]
    fn c4_bends_of_legs_stay_with_their_ends() {
        let graph = sample::graph("net >out\na <in\nb <in\nc <in\nnet.out -> a.in b.in c.in");
        let link = |name: &str, targets: &[usize]| {
            let mut link = graph.links[0].clone();
            link.id = sample::id(name);
            link.targets = targets.iter().map(|at| link.targets[*at].clone()).collect();
            let (source, ends) = (link.sources.iter_mut(), link.targets.iter_mut());
            for (at, end) in source.chain(ends).enumerate() {
                end.written = sample::id(&format!("{name}/{at}"));
            }
            Graph { links: vec![link], ..graph.clone() }
        };
        let bend = |x: f64| Bend { from: Place::default(), to: Place::default(), runs: vec![x] };
        let bends = |name: &str| {
            let legs = [0, 1].map(|at| (sample::id(&format!("{name}/{at}")), bend(f64::from(at))));
            Bends::from(legs)
        };
        let before = link("r", &[0, 1, 2]);
        let follow = |after: &Graph| {
            follow_wires(&bends("r"), &mut LostBends::new(), [&before], [after], &BTreeMap::new())
        };
        assert_eq!(follow(&link("new", &[0, 1, 2])), bends("new"));
        // Without the first target, the leg of the source stays as it is.
        let source = sample::id("r/0");
        assert_eq!(follow(&link("r", &[1, 2])).get(&source), Some(&bend(0.0)));
    }

    #[test]
    fn c4_a_wire_does_not_take_the_bend_of_a_removed_one() {
        let (graph, [one, other], bend) = two_links();
        let bends = |id: &Id| Bends::from([(id.clone(), bend.clone())]);
        let mut removed = graph.clone();
        removed.links.remove(0);
        // Another one with its id, between other ports.
        let mut connected = removed.clone();
        let mut link = graph.links[1].clone();
        link.id = one.clone();
        link.targets = graph.links[0].targets.clone();
        connected.links.push(link);
        let mut lost = LostBends::new();
        let mut follow = |bends: &Bends, [before, after]: [&Graph; 2]| {
            follow_wires(bends, &mut lost, [before], [after], &BTreeMap::new())
        };
        let without_wire = follow(&bends(&one), [&graph, &removed]);
        let with_other = follow(&without_wire, [&removed, &connected]);
        assert_eq!(with_other, Bends::new());
        // Undo, of both.
        let undone = follow(&with_other, [&connected, &removed]);
        assert_eq!(follow(&undone, [&removed, &graph]), bends(&one));
        // The same wire with another end, and back.
        let retargeted = follow(&bends(&one), [&graph, &connected]);
        assert_eq!(retargeted, Bends::new());
        assert_eq!(follow(&retargeted, [&connected, &graph]), bends(&one));
        // Both are bent; the first is removed from a list and comes back.
        let mut shifted = removed.clone();
        shifted.links[0].id = one.clone();
        let second = Bend { runs: vec![7.0], ..bend.clone() };
        let both = Bends::from([(one.clone(), bend.clone()), (other.clone(), second.clone())]);
        let left = follow(&both, [&graph, &shifted]);
        assert_eq!(left, Bends::from([(one.clone(), second)]));
        assert_eq!(follow(&left, [&shifted, &graph]), both);
        // A wire that is read from a file, or of a part that is not read yet.
        assert_eq!(follow(&bends(&one), [&removed, &graph]), bends(&one));
    }

    #[test]
    fn c4_wires_of_all_graphs_of_a_document_are_followed() {
        let (graph, [one, other], bend) = two_links();
        let bends = Bends::from([(one.clone(), bend.clone()), (other.clone(), bend.clone())]);
        let part = |at: usize| Graph { links: vec![graph.links[at].clone()], ..graph.clone() };
        let (whole, mut part) = (part(0), part(1));
        let before = part.clone();
        part.links[0].id = sample::id("new");
        let mut lost = LostBends::new();
        let followed = follow_wires(&bends, &mut lost, [&whole, &before], [&whole, &part], &BTreeMap::new());
        assert_eq!(followed, Bends::from([(one, bend.clone()), (sample::id("new"), bend)]));
    }
}
