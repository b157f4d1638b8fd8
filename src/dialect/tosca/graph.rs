//! A service template as nodes and links: node templates, and the requirements that bind them.

use super::model::{NodeTemplate, Service};
use crate::graph::{
    End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortRef, Role, Side,
};

pub(super) fn graph(service: &Service<'_>) -> Graph {
    let Some(topology) = &service.topology else { return Graph::default() };
    let mut graph = Graph::default();
    for template in &topology.node_templates {
        graph.nodes.push(node(template));
        for requirement in &template.requirements {
            let Some(target) = requirement.target.as_ref().and_then(|it| topology.node_template(&it.text))
            else {
                continue;
            };
            let id = Id(requirement.key.path());
            let from = PortRef {
                node: id_of(template),
                role: Role::Requirement,
                port: requirement.name.to_string(),
            };
            let to = PortRef { node: id_of(target), role: Role::Capability, port: String::new() };
            let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
            graph.links.push(Link {
                id: id.clone(),
                kind: LinkKind::Relationship,
                label: requirement.name.to_string(),
                sources: vec![end(to)],
                targets: vec![end(from)],
                acts: false,
            });
        }
    }
    graph
}

fn id_of(template: &NodeTemplate<'_>) -> Id {
    Id(template.key.path())
}

fn node(template: &NodeTemplate<'_>) -> Node {
    let port = |name: &str, role, side| Port {
        role,
        side,
        name: name.to_owned(),
        kind: None,
        ghost: false,
        shown: true,
    };
    let mut ports = vec![port("", Role::Capability, Side::Right)];
    for requirement in &template.requirements {
        if !ports.iter().any(|it: &Port| it.role == Role::Requirement && it.name == requirement.name) {
            ports.push(port(&requirement.name, Role::Requirement, Side::Left));
        }
    }
    Node {
        id: id_of(template),
        look: Look::Solid,
        icon: Icon::Resource,
        label: template.name.to_string(),
        caption: template.type_name.as_ref().map(|it| it.text.to_string()).unwrap_or_default(),
        role: "node template",
        multiplicity: Multiplicity::One,
        badges: Vec::new(),
        ports,
    }
}
