//! Proposals: ways to connect the requirements that have to be connected and are not.

use limn_language::dialect::Template;
use limn_language::graph::{Look, Node, PortRef, Role};

use super::Checked;

/// Maximum number of proposals, and of ways of each kind in one.
const PROPOSALS: usize = 24;
const WAYS: usize = 8;
/// Maximum number of nodes that are tried for one requirement.
const TRIED: usize = 400;

/// An open requirement and what would connect it, the likeliest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    pub from: PortRef,
    /// The name of its node.
    pub node: String,
    pub ways: Vec<Way>,
}

/// A way to connect a requirement.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// To a port of another node, and the name of that node.
    Connect(PortRef, String),
    /// To a new node.
    Add(Template),
}

impl Checked {
    /// Proposals for the requirements that have to be connected, in the order of the nodes. Those that nothing can be connected to are left out.
    pub fn proposals(&self) -> Vec<Proposal> {
        let graph = self.graph();
        let open = graph.nodes.iter().flat_map(|node| {
            let open = node.ports.iter().filter(|port| port.unmet && port.role == Role::Requirement);
            open.map(move |port| {
                (node, PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() })
            })
        });
        let proposal = |(node, from): (&Node, PortRef)| {
            let mut ways = self.nodes_for(&from);
            let new = self.palette_for(&from).into_iter().filter(|it| !it.is_abstract && !it.wire);
            ways.extend(new.take(WAYS).map(Way::Add));
            Some(Proposal { from, node: node.label.clone(), ways }).filter(|it| !it.ways.is_empty())
        };
        open.filter_map(proposal).take(PROPOSALS).collect()
    }

    /// The nodes that a requirement can be connected to, those with the fewest links first.
    fn nodes_for(&self, from: &PortRef) -> Vec<Way> {
        let graph = self.graph();
        let others = graph.nodes.iter().filter(|node| node.id != from.node && node.look != Look::Ghost);
        let mut found: Vec<(usize, PortRef, &Node)> = Vec::new();
        for node in others.take(TRIED) {
            if let Some(port) = self.end_at(from, node) {
                let ends = graph.links.iter().flat_map(|link| link.sources.iter().chain(&link.targets));
                found.push((ends.filter(|end| end.port.node == node.id).count(), port, node));
            }
        }
        found.sort_by_key(|(links, ..)| *links);
        let ways = found.into_iter().take(WAYS);
        ways.map(|(_, port, node)| Way::Connect(port, node.label.clone())).collect()
    }

    /// The port of a node that a wire from a requirement ends at.
    fn end_at(&self, from: &PortRef, node: &Node) -> Option<PortRef> {
        let fits = |port: &PortRef| self.accepts(from, port).is_ok() || self.accepts(port, from).is_ok();
        let ends = self.ends(from, &node.id).unwrap_or_else(|| {
            let capabilities = node.ports.iter().filter(|port| port.role == Role::Capability);
            capabilities
                .map(|port| PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() })
                .collect()
        });
        ends.into_iter().filter(|port| port.role == Role::Capability).find(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use limn_files::FilePath;

    /// What is proposed, line by line: `dbms.host: connect machine.host | add Compute`.
    fn proposed(text: &str) -> Vec<String> {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        let way = |way: &Way| match way {
            Way::Connect(port, node) => format!("connect {node}.{}", port.port),
            Way::Add(template) => format!("add {}", template.label),
        };
        let line = |it: &Proposal| {
            let ways: Vec<String> = it.ways.iter().take(3).map(way).collect();
            format!("{}.{}: {}", it.node, it.from.port, ways.join(" | "))
        };
        analysis.file(&file).unwrap().proposals().iter().map(line).collect()
    }

    #[test]
    fn an_open_requirement_is_connected_to_a_node_that_is_there_or_to_a_new_one() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    shop:\n      type: tosca.nodes.WebApplication\n    server:\n      type: tosca.nodes.WebServer\n      requirements: [host: machine]\n    machine:\n      type: tosca.nodes.Compute\n    data:\n      type: tosca.nodes.Database\n      properties: {name: d}\n";
        assert_eq!(proposed(text), ["shop.host: connect server.host | add WebServer", "data.host: add DBMS"]);
    }

    #[test]
    fn nothing_is_proposed_for_what_is_connected() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    server:\n      type: tosca.nodes.WebServer\n      requirements: [host: machine]\n    machine:\n      type: tosca.nodes.Compute\n";
        assert_eq!(proposed(text), Vec::<String>::new());
    }
}
