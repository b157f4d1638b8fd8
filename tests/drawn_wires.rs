//! Drawn wires: none coincides with an unrelated one, none leaves its frame, and none crosses a card or the header of a host. Over real descriptors and generated graphs.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use common::corpus::{corpus, files};
use limn::analysis::Analysis;
use limn::canvas::{Routing, Scene, Wire, WireText, WorldPoint};
use limn::files::FilePath;
use limn::graph::{Graph, Id, Link};
use limn::layout::{CAPTION, Rect, SMALL, layout, text_width};
use limn_check::sample;
use proptest::prelude::*;

/// Wires closer than this, over more than this length, look like one.
const APART: f64 = 2.0;

/// Step from one file that is drawn to the next. `LIMN_EVERY=1` draws each.
fn every() -> usize {
    std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// Longer texts take too long.
const LONG: usize = 200_000;

fn scene_of(graph: Graph) -> Scene {
    let places = layout(&graph, &BTreeMap::new());
    Scene::new(Arc::new(graph), &places, &BTreeMap::new())
}

/// A straight part of a wire.
struct Run<'a> {
    wire: &'a Wire,
    link: &'a Link,
    from: WorldPoint,
    to: WorldPoint,
}

impl Run<'_> {
    fn rect(&self) -> Rect {
        let (x, y) = (self.from.x.min(self.to.x), self.from.y.min(self.to.y));
        Rect { x, y, width: (self.from.x - self.to.x).abs(), height: (self.from.y - self.to.y).abs() }
    }

    fn is_level(&self) -> bool {
        self.from.y == self.to.y
    }

    fn is_related(&self, other: &Run<'_>) -> bool {
        let ends = |link: &'_ Link| -> Vec<_> {
            link.sources.iter().chain(&link.targets).map(|end| end.port.clone()).collect()
        };
        self.wire.id == other.wire.id || ends(self.link).iter().any(|end| ends(other.link).contains(end))
    }

    fn coincides(&self, other: &Run<'_>) -> bool {
        let (one, two) = (self.rect(), other.rect());
        if self.is_level() != other.is_level() {
            return false;
        }
        let (apart, low, high) = if self.is_level() {
            (one.y - two.y, one.x.max(two.x), one.right().min(two.right()))
        } else {
            (one.x - two.x, one.y.max(two.y), one.bottom().min(two.bottom()))
        };
        apart.abs() < APART && high - low > APART
    }
}

/// The straight parts of the wires that are always shown.
fn runs<'a>(graph: &'a Graph, scene: &'a Scene) -> Vec<Run<'a>> {
    let links: BTreeMap<&Id, &Link> = graph.links.iter().map(|link| (&link.id, link)).collect();
    let mut runs = Vec::new();
    for wire in scene.wires.iter().filter(|wire| !wire.quiet && !wire.nests) {
        let link = links[&wire.id];
        for pair in wire.legs.iter().flat_map(|leg| leg.points.windows(2)) {
            runs.push(Run { wire, link, from: pair[0], to: pair[1] });
        }
    }
    runs
}

/// Faults of the wires of a scene.
fn faults(graph: &Graph, scene: &Scene) -> Vec<String> {
    let mut faults = Vec::new();
    let runs = runs(graph, scene);
    for (at, run) in runs.iter().enumerate() {
        for other in runs[..at].iter().filter(|other| run.coincides(other) && !run.is_related(other)) {
            faults.push(format!(
                "`{}` {:?} coincides with `{}` {:?}",
                run.wire.spoken,
                run.rect(),
                other.wire.spoken,
                other.rect()
            ));
        }
        if let Some(frame) = scene.frame.as_ref().map(|frame| frame.rect())
            && !run.rect().is_within(frame)
        {
            faults.push(format!("`{}` {:?} leaves {frame:?}", run.wire.spoken, run.rect()));
        }
        let is_around = |id: &Id| {
            run.wire.sources.iter().chain(&run.wire.targets).any(|end| {
                std::iter::successors(scene.host(end), |host| scene.host(&host.id)).any(|host| host.id == *id)
            })
        };
        for card in &scene.cards {
            let inside = card.rect().grown(-1.0);
            let run_rect = run.rect().grown(0.001);
            if inside.overlaps(&run_rect) && !is_around(&card.id) {
                faults.push(format!("`{}` {:?} crosses `{}`", run.wire.spoken, run.rect(), card.name));
            }
            // Wires between guests stay off the name and the ports of their host. Its own wires start there.
            let is_end = run.wire.sources.iter().chain(&run.wire.targets).any(|end| *end == card.id);
            let header = card.face.room.map(|room| Rect { height: room, ..card.rect() }.grown(-1.0));
            if is_around(&card.id) && !is_end && header.is_some_and(|header| header.overlaps(&run_rect)) {
                let rect = run.rect();
                faults.push(format!("`{}` {rect:?} crosses the header of `{}`", run.wire.spoken, card.name));
            }
        }
    }
    faults
}

/// Real descriptors as they are drawn.
fn drawn() -> impl Iterator<Item = (PathBuf, Arc<Graph>, Scene)> {
    let all = ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca", "5-onap-has"]
        .into_iter()
        .filter_map(corpus);
    let all = all.flat_map(|folder| files(&folder, &[".yml", ".yaml"])).step_by(every());
    all.filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok().filter(|text| text.len() < LONG)?;
        let file = FilePath::new("a.yaml").expect("a path");
        let analysis = Analysis::of_text(&file, &text);
        let graph = analysis.file(&file)?.graph().clone();
        let scene = Scene::new(graph.clone(), &layout(&graph, &BTreeMap::new()), &BTreeMap::new());
        Some((path, graph, scene))
    })
}

#[test]
fn wires_of_real_descriptors_are_set_apart() {
    let mut found = Vec::new();
    let (mut wires, mut bad) = (0, 0);
    for (path, graph, scene) in drawn() {
        wires += scene.wires.iter().filter(|wire| !wire.quiet && !wire.nests).count();
        let faults = faults(&graph, &scene);
        bad += faults.len();
        found.extend(faults.first().map(|fault| format!("{}: {} × {fault}", path.display(), faults.len())));
    }
    assert!(found.is_empty(), "{bad} faults of {wires} wires:\n{}", found.join("\n"));
}

/// Texts and signs that a wire of another link, or another text, lies on.
fn covered(graph: &Graph, scene: &Scene) -> Vec<String> {
    let mut found = Vec::new();
    let runs = runs(graph, scene);
    let crossed = |rect: &Rect, own: &Id| {
        let inside = rect.grown(-1.0);
        runs.iter().find(|run| run.wire.id != *own && run.rect().grown(0.001).overlaps(&inside))
    };
    let drawn = || scene.wires.iter().filter(|wire| !wire.quiet);
    for wire in drawn() {
        let text = |note: &WireText| {
            let width = text_width(&note.text, CAPTION);
            Rect { x: note.at.x - width / 2.0, y: note.at.y - 10.0, width, height: 13.0 }
        };
        let Some(rect) = wire.tag.or_else(|| wire.label.as_ref().map(text)) else { continue };
        if let Some(run) = crossed(&rect, &wire.id) {
            found.push(format!("`{}` crosses the label of `{}`", run.wire.spoken, wire.spoken));
        }
        if let Some(card) = scene.cards.iter().find(|card| {
            let rect = rect.grown(-1.0);
            card.face.room.is_none() && card.rect().overlaps(&rect)
        }) {
            found.push(format!("the label of `{}` is on `{}`", wire.spoken, card.name));
        }
    }
    for pill in &scene.pills {
        if let Some(run) = crossed(&pill.rect, &pill.id) {
            found.push(format!("`{}` crosses the pill of `{}`", run.wire.spoken, pill.name));
        }
    }
    for wire in drawn() {
        let text = |note: &WireText| {
            let width = text_width(&note.text, SMALL);
            let x = if note.from_right { note.at.x - width } else { note.at.x };
            Rect { x, y: note.at.y - 10.0, width, height: 12.0 }
        };
        let notes: Vec<Rect> = wire.notes.iter().map(text).collect();
        if notes.iter().enumerate().any(|(at, one)| notes[..at].iter().any(|other| one.overlaps(other))) {
            found.push(format!("texts of `{}` overlap", wire.spoken));
        }
    }
    found
}

#[test]
fn labels_and_signs_of_real_descriptors_are_crossed_by_no_wire() {
    let mut found = Vec::new();
    let mut labels = 0;
    for (path, graph, scene) in drawn() {
        labels += scene.wires.iter().filter(|wire| !wire.quiet && wire.label.is_some()).count();
        let faults = covered(&graph, &scene);
        found.extend(faults.first().map(|fault| format!("{}: {} × {fault}", path.display(), faults.len())));
    }
    assert!(found.is_empty(), "among {labels} labels:\n{}", found.join("\n"));
}

/// An assembly like a core of a mobile network: ten components, each linked to the management network and to some others.
fn core(shares_hub: bool) -> Graph {
    let parts = ["mme", "hss", "sgw", "pgw", "pcrf", "enb", "ims", "ocs", "dns", "oss"];
    let mut text = String::from("name: assembly::core::1.0\nproperties:\n");
    for part in parts {
        text.push_str(&format!(
            "  {part}_size: {{type: string}}\n  {part}_ip: {{type: string, read-only: true, value: '${{{part}.ip}}'}}\n"
        ));
    }
    text.push_str("composition:\n");
    for part in parts {
        text.push_str(&format!(
            "  {part}:\n    type: resource::{part}::1.0\n    properties: {{size: {{value: '${{{part}_size}}'}}}}\n"
        ));
    }
    text.push_str("references:\n  management: {type: 'resource::network::1.0'}\nrelationships:\n");
    let mut relate = |name: &str, source: &str, targets: &[String]| {
        text.push_str(&format!(
            "  {name}:\n    source-capabilities: [{source}]\n    target-requirements: [{}]\n    source-state: Active\n    \
             target-state: Active\n    lifecycle: {{Create: [], Cease: []}}\n",
            targets.join(", ")
        ));
    };
    let managed: Vec<String> = parts.iter().map(|part| format!("{part}.Management")).collect();
    if shares_hub {
        relate("management", "management.Network", &managed);
    } else {
        for target in &managed {
            relate(&target.replace('.', "-"), "management.Network", std::slice::from_ref(target));
        }
    }
    let pairs = "hss-mme mme-sgw pgw-sgw pcrf-pgw mme-enb sgw-enb hss-ims pcrf-ims ocs-pgw pgw-ims dns-mme dns-ims ocs-oss oss-hss";
    for (source, target) in pairs.split(' ').filter_map(|pair| pair.split_once('-')) {
        relate(
            &format!("{source}-{target}"),
            &format!("{source}.To-{target}"),
            &[format!("{target}.From-{source}")],
        );
    }
    let file = FilePath::new("assembly.yaml").expect("a path");
    let analysis = Analysis::of_text(&file, &text);
    analysis.file(&file).expect("it is open").graph().as_ref().clone()
}

#[test]
fn a_network_that_all_components_use_is_drawn_readably() {
    for shares_hub in [false, true] {
        let graph = core(shares_hub);
        let scene = scene_of(graph.clone());
        let count = scene.wires.iter().filter(|wire| !wire.quiet && !wire.nests).count();
        assert_eq!(count, if shares_hub { 15 } else { 24 });
        assert_eq!(faults(&graph, &scene), Vec::<String>::new());
    }
}

#[test]
fn the_label_of_parallel_wires_is_drawn_once() {
    let requirement = |target: &str| format!("        - calls: {{node: {target}, relationship: T}}\n");
    let text = format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3\nrelationship_types: {{T: {{derived_from: tosca.relationships.ConnectsTo}}}}\n\
         topology_template:\n  node_templates:\n    web:\n      type: tosca.nodes.Root\n      \
         requirements:\n{}{}{}    store: {{type: tosca.nodes.DBMS}}\n    cache: {{type: tosca.nodes.DBMS}}\n",
        requirement("store"),
        requirement("store"),
        requirement("cache")
    );
    let file = FilePath::new("shop.yaml").expect("a path");
    let analysis = Analysis::of_text(&file, &text);
    let scene = scene_of(analysis.file(&file).expect("it is open").graph().as_ref().clone());
    let to = |name: &str| -> Vec<&Wire> {
        let store = scene.cards.iter().find(|card| card.name == name).expect("a card");
        scene.wires.iter().map(|wire| &**wire).filter(|wire| wire.targets.contains(&store.id)).collect()
    };
    let labels = |wires: &[&Wire]| wires.iter().filter(|wire| wire.label.is_some()).count();
    let (store, cache) = (to("store"), to("cache"));
    assert_eq!((store.len(), labels(&store)), (2, 1));
    assert_eq!((cache.len(), labels(&cache)), (1, 1));
    // Hovering and screen readers have all.
    assert!(store.iter().all(|wire| !wire.name.is_empty() && wire.spoken.starts_with(&wire.name)));
}

#[test]
fn wires_between_a_host_and_its_guests_have_room_to_bend() {
    let graph = sample::graph(
        "[frame all\nn0 <i0 >o0\nn1 <i0 >o0 >o1 ^n0\nn2 <i0 >o0\nn3 <i0 >o0 ^n0\nn3.o0 -> n0.i0\n",
    );
    let scene = scene_of(graph.clone());
    assert_eq!(faults(&graph, &scene), Vec::<String>::new());
    // Out of the host and into its guest, with one bend at most.
    let corners: Vec<usize> =
        scene.wires.iter().flat_map(|wire| &wire.legs).map(|leg| leg.points.len()).collect();
    assert!(corners.iter().all(|corners| *corners <= 4), "{corners:?}");
}

#[test]
fn wires_of_a_large_graph_are_set_apart() {
    let graph = sample::large(100, 250);
    assert_eq!(faults(&graph, &scene_of(graph.clone())), Vec::<String>::new());
}

/// The pairs of wires without a common port that cross, counted at each place.
fn crossings(graph: &Graph, scene: &Scene) -> usize {
    let runs = runs(graph, scene);
    let (level, upright): (Vec<&Run<'_>>, Vec<&Run<'_>>) = runs.iter().partition(|run| run.is_level());
    let crosses = |one: &Run<'_>, other: &Run<'_>| {
        let (one_rect, other_rect) = (one.rect(), other.rect());
        let is_within = |at: f64, low: f64, high: f64| low < at && at < high;
        is_within(other_rect.x, one_rect.x, one_rect.right())
            && is_within(one_rect.y, other_rect.y, other_rect.bottom())
            && !one.is_related(other)
    };
    level.iter().map(|one| upright.iter().filter(|other| crosses(one, other)).count()).sum()
}

#[test]
fn wires_of_large_graphs_cross_few_others_and_no_card() {
    // The bound is some percent above what was counted.
    for (nodes, links, most) in [(100, 250, 680), (300, 750, 1_500)] {
        let graph = sample::large(nodes, links);
        let scene = scene_of(graph.clone());
        assert_eq!(faults(&graph, &scene), Vec::<String>::new());
        let found = crossings(&graph, &scene);
        assert!(found <= most, "{nodes} nodes: {found} crossings");
    }
}

#[test]
fn wires_of_a_host_and_of_its_guests_are_set_apart() {
    let mut text = String::from("[frame all\n");
    for at in 0..16 {
        let host = if at == 2 || at == 6 { " ^n0" } else { "" };
        let more = if at == 8 { " <i1 <i2 <i3" } else { "" };
        text.push_str(&format!("n{at} <i0{more} >o0{host}\n"));
    }
    text.push_str("n2.o0 -> n6.i0\nn1.o0 -> n2.i0\nn0.o0 -> n6.i0\n");
    let graph = sample::graph(&text);
    assert_eq!(faults(&graph, &scene_of(graph.clone())), Vec::<String>::new());
}

#[test]
fn a_wire_to_the_far_edge_of_a_host_passes_below_the_names_of_its_ports() {
    let mut text = String::from("[frame all\n");
    for at in 0..13 {
        let host = if at == 8 || at == 10 { " ^n0" } else { "" };
        let more = if at == 10 { " <i1 <i2" } else { "" };
        text.push_str(&format!("n{at} <i0{more} >o0{host}\n"));
    }
    text.push_str("n0.o0 -> n8.i0\nn10.o0 -> n8.i0\n");
    let graph = sample::graph(&text);
    assert_eq!(faults(&graph, &scene_of(graph.clone())), Vec::<String>::new());
}

/// Sends something to another thread of the page and reads it there.
fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(it: &T) -> T {
    serde_json::from_str(&serde_json::to_string(it).expect("plain data")).expect("the same data")
}

/// The scene of a graph with paths that are found elsewhere.
fn scene_along_sent_paths(graph: Graph) -> Scene {
    let places = layout(&graph, &BTreeMap::new());
    let cards = Scene::without_wires(Arc::new(graph), &places);
    let solve = async |routing: Routing| Some(sent(&sent(&routing).solve()));
    let mut drawing = pin!(cards.with_wires_by(solve));
    // Nothing in it waits.
    match drawing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(scene) => scene.expect("paths were found"),
        Poll::Pending => panic!("waits"),
    }
}

#[test]
fn wires_of_a_large_graph_can_be_drawn_along_sent_paths() {
    let graph = sample::large(300, 750);
    assert!(scene_along_sent_paths(graph.clone()) == scene_of(graph));
}

/// The cards of a graph after one of them was moved, and the scene before.
fn moved(graph: &Graph, node: usize, by: (f64, f64)) -> (Scene, Scene) {
    let places = layout(graph, &BTreeMap::new());
    let before = Scene::new(Arc::new(graph.clone()), &places, &BTreeMap::new());
    let mut kept: BTreeMap<Id, (f64, f64)> =
        places.boxes.iter().map(|(id, rect)| (id.clone(), (rect.x, rect.y))).collect();
    let id = &graph.nodes[node % graph.nodes.len()].id;
    kept.entry(id.clone()).and_modify(|(x, y)| (*x, *y) = (*x + by.0, *y + by.1));
    (Scene::without_wires(Arc::new(graph.clone()), &layout(graph, &kept)), before)
}

/// Kind of each wire, and the start and end of its legs.
fn ends(scene: &Scene) -> Vec<(&Id, Vec<[WorldPoint; 2]>)> {
    let tips = |points: &Vec<WorldPoint>| [points[0], points[points.len() - 1]];
    scene
        .wires
        .iter()
        .map(|wire| (&wire.id, wire.legs.iter().map(|leg| tips(&leg.points)).collect()))
        .collect()
}

#[test]
fn after_a_move_in_a_large_graph_only_wires_at_the_card_are_others() {
    let graph = sample::large(300, 750);
    let (cards, before) = moved(&graph, 17, (40.0, 24.0));
    let draft = cards.with_wires_like(&before).expect("most wires stay");
    let card = draft.card(&graph.nodes[17].id).expect("is drawn").rect().grown(10.0);
    let mut others = 0;
    for (wire, was) in draft.wires.iter().zip(&before.wires) {
        if wire.legs == was.legs {
            continue;
        }
        others += 1;
        let is_under = was.legs.iter().flat_map(|leg| leg.points.windows(2)).any(|run| {
            let (left, right) = (run[0].x.min(run[1].x), run[0].x.max(run[1].x));
            let (top, bottom) = (run[0].y.min(run[1].y), run[0].y.max(run[1].y));
            left <= card.right() && card.x <= right && top <= card.bottom() && card.y <= bottom
        });
        assert!(wire.meets(&graph.nodes[17].id) || is_under, "`{}` is another", wire.id);
    }
    assert!(others > 0, "wires follow the card");
    assert_eq!(ends(&draft), ends(&cards.with_wires()));
}

#[test]
fn wires_that_nothing_changes_stay() {
    let graph = sample::large(300, 750);
    let (cards, before) = moved(&graph, 0, (0.0, 0.0));
    assert!(cards.with_wires_like(&before).expect("all wires stay") == before);
}

#[test]
fn wires_of_another_graph_are_not_taken() {
    let before = scene_of(sample::large(300, 750));
    let (cards, _) = moved(&sample::large(200, 500), 0, (0.0, 0.0));
    assert!(cards.with_wires_like(&before).is_none());
}

fn graphs() -> impl Strategy<Value = String> {
    let nodes = proptest::collection::vec((1_usize..6, 1_usize..4, proptest::option::of(0_usize..24)), 2..24);
    let links = proptest::collection::vec((0_usize..24, 0_usize..4, 0_usize..24, 0_usize..6), 1..40);
    (nodes, links, any::<bool>()).prop_map(|(nodes, links, has_hosts)| {
        let mut text = String::from("[frame all\n");
        for (at, (needs, offers, host)) in nodes.iter().enumerate() {
            let needs = (0..*needs).map(|port| format!(" <i{port}"));
            let ports: String = needs.chain((0..*offers).map(|port| format!(" >o{port}"))).collect();
            let host = host.filter(|host| has_hosts && host % 4 == 0 && *host < at);
            let host = host.map_or(String::new(), |host| format!(" ^n{host}"));
            text.push_str(&format!("n{at}{ports}{host}\n"));
        }
        for (from, out, to, into) in links {
            let (from, to) = (from % nodes.len(), to % nodes.len());
            let (out, into) = (out % nodes[from].1, into % nodes[to].0);
            text.push_str(&format!("n{from}.o{out} -> n{to}.i{into}\n"));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn drafts_of_any_graph_end_where_its_wires_do(
        text in graphs(),
        (node, x, y) in (0_usize..24, -300_i16..300, -300_i16..300),
    ) {
        let (cards, before) = moved(&sample::graph(&text), node, (x.into(), y.into()));
        let draft = cards.with_wires_like(&before);
        prop_assume!(draft.is_some());
        let drawn = cards.with_wires();
        prop_assert_eq!(draft.as_ref().map(ends), Some(ends(&drawn)));
    }

    #[test]
    fn wires_of_any_graph_are_set_apart(text in graphs()) {
        let graph = sample::graph(&text);
        let scene = scene_of(graph.clone());
        let faults = faults(&graph, &scene);
        prop_assert!(faults.is_empty(), "{text}\n{}", faults.join("\n"));
    }

    #[test]
    fn wires_of_any_graph_can_be_drawn_along_sent_paths(text in graphs()) {
        let graph = sample::graph(&text);
        prop_assert!(scene_along_sent_paths(graph.clone()) == scene_of(graph), "{text}");
    }
}
