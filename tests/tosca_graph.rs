//! Real service templates as they are drawn, against what another reader counts in the plain YAML: node templates, requirement wires, groups with
//! their members, policies with their targets, inputs and outputs. Where there is no corpus this skips with a note.

mod common;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::sync::Arc;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices};
use limn::canvas::{Scene, WorldPoint};
use limn::files::{FilePath, Workspace};
use limn::graph::{Graph, Id, LinkKind, Look, Role};
use limn::layout::{Rect, layout};
use serde_yaml::Value;

/// Number of drawn elements.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    nodes: usize,
    /// Requirements that name a node template.
    wires: usize,
    groups: usize,
    members: usize,
    policies: usize,
    targets: usize,
    inputs: usize,
    outputs: usize,
}

/// A key as written, if this reader does not read it as text.
fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The entries of a mapping, or of a list of mappings with one entry each.
fn named(value: Option<&Value>) -> Vec<(String, &Value)> {
    match value {
        Some(Value::Mapping(mapping)) => {
            mapping.iter().filter_map(|(key, value)| Some((name(key)?, value))).collect()
        }
        Some(Value::Sequence(items)) => {
            let first = items.iter().filter_map(|item| item.as_mapping()?.iter().next());
            first.filter_map(|(key, value)| Some((name(key)?, value))).collect()
        }
        _ => Vec::new(),
    }
}

/// The texts of a list, each once.
fn listed(value: Option<&Value>) -> usize {
    let texts: BTreeSet<String> = match value {
        Some(Value::Sequence(items)) => items.iter().filter_map(name).collect(),
        Some(other) => name(other).into_iter().collect(),
        None => BTreeSet::new(),
    };
    texts.len()
}

/// Counted from the plain YAML; `None`: this reader finds no topology, or no valid YAML.
fn counted(text: &str) -> Option<Count> {
    let mut root: Value = serde_yaml::from_str(text).ok()?;
    root.apply_merge().ok()?;
    let version = root.get("tosca_definitions_version")?.as_str()?;
    if !version.starts_with("tosca_simple_yaml_1_") {
        return None;
    }
    let topology = root.get("topology_template")?;
    let templates = topology.get("node_templates")?.as_mapping()?;
    let names: HashSet<String> = templates.keys().filter_map(name).collect();
    if names.is_empty() {
        return None;
    }
    let mut count = Count { nodes: names.len(), ..Count::default() };
    for template in templates.values() {
        let copied = || templates.get(template.get("copy")?)?.get("requirements");
        for (_, requirement) in named(template.get("requirements").or_else(copied)) {
            let target = if requirement.is_mapping() { requirement.get("node") } else { Some(requirement) };
            count.wires += usize::from(target.and_then(name).is_some_and(|name| names.contains(&name)));
        }
    }
    for (_, group) in named(topology.get("groups")) {
        count.groups += 1;
        count.members += listed(group.get("members"));
    }
    for (_, policy) in named(topology.get("policies")) {
        count.policies += 1;
        count.targets += listed(policy.get("targets"));
    }
    // What substitution maps to a property or attribute of a node goes in and out too.
    let on_edge = |own: &str, mapped: &str| {
        let mut names: BTreeSet<String> =
            named(topology.get(own)).into_iter().map(|(name, _)| name).collect();
        let mappings =
            topology.get("substitution_mappings").and_then(|substitution| substitution.get(mapped));
        let is_far = |value: &Value| {
            let list = value.get("mapping").unwrap_or(value);
            list.as_sequence().is_some_and(|list| list.len() > 1)
        };
        names.extend(named(mappings).into_iter().filter(|(_, value)| is_far(value)).map(|(name, _)| name));
        names.len()
    };
    count.inputs = on_edge("inputs", "properties");
    count.outputs = on_edge("outputs", "attributes");
    Some(count)
}

/// Counts the drawn elements.
fn drawn(graph: &Graph) -> Count {
    let real = |id: &limn::graph::Id| graph.node(id).is_some_and(|node| node.look != Look::Ghost);
    let wires = graph.links.iter().filter(|link| link.kind == LinkKind::Relationship);
    let of_frame =
        |role| graph.frame.iter().flat_map(|frame| &frame.ports).filter(|port| port.role == role).count();
    Count {
        nodes: graph.nodes.iter().filter(|node| node.look != Look::Ghost).count(),
        wires: wires.filter(|link| real(&link.sources[0].port.node)).count(),
        groups: graph.groups.len(),
        members: graph.groups.iter().map(|group| group.members.len()).sum(),
        policies: graph.policies.len(),
        targets: graph.policies.iter().map(|policy| policy.targets.len()).sum(),
        inputs: of_frame(Role::Input),
        outputs: of_frame(Role::Output),
    }
}

/// Wires end at existing ports, have distinct ids, and every port that one ends at has a row or belongs to a value.
fn is_sound(graph: &Graph, path: &std::path::Path) {
    for link in &graph.links {
        for end in link.sources.iter().chain(&link.targets) {
            let node = graph.node(&end.port.node).expect("wires end at nodes");
            let has = |port: &&limn::graph::Port| port.role == end.port.role && port.name == end.port.port;
            let port = node.ports.iter().find(has);
            let port = port.unwrap_or_else(|| panic!("{}: {:?} is not a port", path.display(), end.port));
            let is_value = matches!(port.role, Role::Input | Role::Output);
            assert!(port.shown || is_value, "{}: {:?} has no row", path.display(), end.port);
            assert_eq!(is_value, link.kind == LinkKind::Data || link.kind == LinkKind::Mapping && is_value);
        }
    }
    let ids: HashSet<_> = graph.links.iter().map(|link| &link.id).collect();
    assert_eq!(ids.len(), graph.links.len(), "{}: wires are distinguished by their ids", path.display());
    for node in &graph.nodes {
        let mut at = node;
        for step in 0.. {
            let Some(host) = &at.host else { break };
            at = graph.node(host).expect("hosts are nodes");
            assert!(step < graph.nodes.len(), "{}: {} is hosted on itself", path.display(), node.id);
        }
    }
}

/// No boxes overlap except in hosts. Counts the wires, and those that run through a card that they do not end at.
fn is_clear(graph: &Arc<Graph>, path: &std::path::Path) -> (usize, usize) {
    let layout = layout(graph, &BTreeMap::new());
    let scene = Scene::new(Arc::clone(graph), &layout, &BTreeMap::new());
    let holds = |host: &Id, id: &Id| {
        std::iter::successors(scene.host(id), |card| scene.host(&card.id)).any(|card| card.id == *host)
    };
    for (at, card) in scene.cards.iter().enumerate() {
        assert!(
            scene.frame.as_ref().is_some_and(|frame| within(frame.rect(), card.rect())),
            "{}",
            path.display()
        );
        if let Some(host) = scene.host(&card.id) {
            assert!(within(host.rect(), card.rect()), "{}: {} is outside", path.display(), card.id);
        }
        let beside = scene.cards[..at].iter().filter(|other| other.rect().overlaps(&card.rect()));
        for other in beside {
            let nested = holds(&other.id, &card.id) || holds(&card.id, &other.id);
            assert!(nested, "{}: {} lies on {}", path.display(), other.id, card.id);
        }
    }
    let (mut wires, mut through) = (0, 0);
    for wire in scene.wires.iter().filter(|wire| !wire.quiet && !wire.nests) {
        wires += 1;
        let ends: Vec<&Id> = wire.sources.iter().chain(&wire.targets).collect();
        let is_stranger = |id: &Id| ends.iter().all(|end| *end != id && !holds(id, end) && !holds(end, id));
        let strangers =
            scene.cards.iter().filter(|card| is_stranger(&card.id)).map(|card| card.rect().grown(-1.0));
        let runs: Vec<Rect> = wire.legs.iter().flat_map(|leg| leg.points.windows(2)).map(run).collect();
        through += usize::from(strangers.into_iter().any(|card| runs.iter().any(|run| run.overlaps(&card))));
    }
    (wires, through)
}

fn within(outer: Rect, inner: Rect) -> bool {
    let outer = outer.grown(0.01);
    outer.contains(inner.x, inner.y) && outer.contains(inner.right(), inner.bottom())
}

fn run(ends: &[WorldPoint]) -> Rect {
    let (x, y) = (ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y));
    Rect { x, y, width: (ends[0].x - ends[1].x).abs() + 0.01, height: (ends[0].y - ends[1].y).abs() + 0.01 }
}

/// The templates that are labeled valid.
fn valid() -> HashSet<std::path::PathBuf> {
    let Some(family) = corpus("3-tosca") else { return HashSet::new() };
    let root = family.parent().expect("a family is in the corpus");
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).expect("the corpus has a manifest");
    let rows = manifest.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|cells| cells[7] == "valid").map(|cells| root.join(cells[0])).collect()
}

#[test]
fn everything_that_the_yaml_says_is_drawn_and_nothing_else() {
    let Some(folder) = corpus("3-tosca") else { return };
    let valid = valid();
    let (mut looked_at, mut sure) = (0, 0);
    let mut all = Count::default();
    let mut hosted = 0;
    let mut wrong = Vec::new();
    let (mut routed, mut crossing) = (0, 0);
    for path in files(&folder, &[".yaml", ".yml"]) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Some(expected) = counted(&text) else { continue };
        let file = FilePath::new("service.yaml").expect("a plain name");
        let workspace = Workspace::of(file.clone(), text);
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let checked = analysis.file(&file).expect("it is the only one");
        if checked.language().dialect != Some("tosca") {
            assert!(!valid.contains(&path), "{} is labeled valid and not drawn", path.display());
            continue;
        }
        let graph = checked.graph();
        is_sound(graph, &path);
        let drawn = drawn(graph);
        for nested in [true, false] {
            let (wires, through) = is_clear(&graph.as_drawn(nested), &path);
            routed += wires;
            crossing += through;
        }
        if drawn != expected {
            wrong.push(format!("{}: {drawn:?}, counted {expected:?}", path.display()));
        }
        looked_at += 1;
        sure += usize::from(valid.contains(&path));
        hosted += graph.nodes.iter().filter(|node| node.host.is_some()).count();
        all.wires += drawn.wires;
        all.members += drawn.members;
        all.targets += drawn.targets;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(crossing * 200 < routed, "{crossing} of {routed} wires run through a card");
    assert!(
        looked_at > 500
            && sure > 100
            && all.wires > 1_000
            && all.members > 50
            && all.targets > 50
            && hosted > 200,
        "{looked_at} files, {sure} of them labeled valid, {hosted} hosted nodes, {all:?}: too few to tell anything"
    );
}
