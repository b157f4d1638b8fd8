//! Real service templates as they are drawn, against their nodes and wires counted in the YAML by another reader. Where there is no corpus this
//! skips, and says so.

mod common;

use std::fs;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices};
use limn::files::{FilePath, Workspace};
use limn::graph::{Look, Role};
use serde_yaml::Value;

/// What there is to draw: node templates, and requirements that name one of them.
#[derive(Debug, PartialEq, Eq)]
struct Count {
    nodes: usize,
    wires: usize,
}

/// Counted from the plain YAML; `None`: it is no topology, or not plain.
fn counted(text: &str) -> Option<Count> {
    let root: Value = serde_yaml::from_str(text).ok()?;
    let version = root.get("tosca_definitions_version")?.as_str()?;
    if !version.starts_with("tosca_simple_yaml_1_") || text.contains("<<:") {
        return None;
    }
    let templates = root.get("topology_template")?.get("node_templates")?.as_mapping()?;
    // A name that is a number to this reader is a text to the other.
    if !templates.keys().all(Value::is_string) {
        return None;
    }
    let mut wires = 0;
    for template in templates.values() {
        let copied = || templates.get(template.get("copy")?)?.get("requirements");
        let Some(requirements) = template.get("requirements").or_else(copied) else { continue };
        let listed: Vec<&Value> = match requirements {
            Value::Sequence(items) => {
                items.iter().filter_map(|item| item.as_mapping()?.values().next()).collect()
            }
            Value::Mapping(entries) => entries.values().collect(),
            _ => Vec::new(),
        };
        let target = |value: &Value| match value {
            Value::String(name) => Some(name.clone()),
            Value::Mapping(_) => Some(value.get("node")?.as_str()?.to_owned()),
            _ => None,
        };
        wires += listed.into_iter().filter_map(target).filter(|name| templates.contains_key(name)).count();
    }
    Some(Count { nodes: templates.len(), wires })
}

#[test]
fn every_node_template_and_every_wire_is_drawn_and_no_other() {
    let Some(folder) = corpus("3-tosca") else { return };
    let mut looked_at = 0;
    let mut wires = 0;
    for path in files(&folder, &[".yaml", ".yml"]) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Some(expected) = counted(&text) else { continue };
        let file = FilePath::new("service.yaml").expect("a plain name");
        let workspace = Workspace::of(file.clone(), text);
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let checked = analysis.file(&file).expect("it is the only one");
        if checked.verdict().dialect != Some("tosca") {
            continue;
        }
        let graph = checked.graph();
        let real = |id: &limn::graph::Id| graph.node(id).is_some_and(|node| node.look != Look::Ghost);
        for link in &graph.links {
            for end in link.sources.iter().chain(&link.targets) {
                let node = graph.node(&end.port.node).expect("wires end at nodes");
                let has = |port: &limn::graph::Port| port.role == end.port.role && port.name == end.port.port;
                assert!(node.ports.iter().any(has), "{}: {:?} is no port", path.display(), end.port);
                assert!(matches!(end.port.role, Role::Capability | Role::Requirement));
            }
        }
        let mut ids: Vec<_> = graph.links.iter().map(|link| &link.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), graph.links.len(), "{}: wires are told apart by their ids", path.display());
        let drawn = Count {
            nodes: graph.nodes.iter().filter(|node| node.look != Look::Ghost).count(),
            wires: graph.links.iter().filter(|link| real(&link.sources[0].port.node)).count(),
        };
        assert_eq!(drawn, expected, "{}", path.display());
        looked_at += 1;
        wires += drawn.wires;
    }
    assert!(
        looked_at > 500 && wires > 1_000,
        "{looked_at} files with {wires} wires are too few to tell anything"
    );
}
