//! Proposals: ways to connect the requirements that have to be connected and are not.

use std::collections::HashMap;

use limn_language::dialect::PaletteEntry;
use limn_language::graph::{Id, Look, Node, PortRef, Role};

use super::Checked;

/// Maximum number of proposals, and of ways of each kind in one.
const PROPOSALS: usize = 24;
const WAYS: usize = 8;
/// Maximum number of nodes that are tried for one requirement.
const TRIED: usize = 400;
/// Number of nodes, tried for all requirements, after which the search ends.
const ALL_TRIED: usize = PROPOSALS * TRIED;
/// Minimum number of nodes that each requirement adds to that count.
const LEAST_TRIED: usize = 40;

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
    Add(PaletteEntry),
}

impl Checked {
    /// Proposals for the requirements that have to be connected, in the order of the nodes. Those that nothing can be connected to are left out.
    pub fn proposals(&self) -> Vec<Proposal> {
        Search::of(self).proposals()
    }
}

/// A search for proposals, with what it has found out so far.
struct Search<'c> {
    checked: &'c Checked,
    /// The number of ends of links at each node.
    ends: HashMap<&'c Id, usize>,
    /// Palette entries for a requirement, by the type of its node as written, and its name.
    palettes: HashMap<(String, String), Vec<PaletteEntry>>,
    /// Number of nodes that were tried.
    tried: usize,
}

impl<'c> Search<'c> {
    fn of(checked: &'c Checked) -> Search<'c> {
        let links = checked.graph().links.iter();
        let mut ends = HashMap::new();
        for end in links.flat_map(|link| link.sources.iter().chain(&link.targets)) {
            *ends.entry(&end.port.node).or_default() += 1;
        }
        Search { checked, ends, palettes: HashMap::new(), tried: 0 }
    }

    fn proposals(&mut self) -> Vec<Proposal> {
        let open = self.checked.graph().nodes.iter().flat_map(|node| {
            let open = node.ports.iter().filter(|port| port.unmet && port.role == Role::Requirement);
            open.map(move |port| {
                (node, PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() })
            })
        });
        let mut found = Vec::new();
        for (node, from) in open {
            if found.len() == PROPOSALS || self.tried >= ALL_TRIED {
                break;
            }
            let mut ways = self.nodes_for(&from);
            ways.extend(self.new_nodes_for(&from).into_iter().map(Way::Add));
            if !ways.is_empty() {
                found.push(Proposal { from, node: node.label.clone(), ways });
            }
        }
        found
    }

    /// The nodes that a requirement can be connected to, those with the fewest links first.
    fn nodes_for(&mut self, from: &PortRef) -> Vec<Way> {
        let nodes = self.checked.graph().nodes.iter();
        let others = nodes.filter(|node| node.id != from.node && node.look != Look::Ghost);
        let mut found: Vec<(usize, PortRef, &Node)> = Vec::new();
        let before = self.tried;
        for node in others.take(TRIED) {
            self.tried += 1;
            if let Some(port) = self.checked.end_at(from, node) {
                found.push((self.ends.get(&node.id).copied().unwrap_or_default(), port, node));
            }
        }
        self.tried = self.tried.max(before + LEAST_TRIED);
        found.sort_by_key(|(links, ..)| *links);
        let ways = found.into_iter().take(WAYS);
        ways.map(|(_, port, node)| Way::Connect(port, node.label.clone())).collect()
    }

    /// Palette entries for a requirement: the same for all nodes of a type.
    fn new_nodes_for(&mut self, from: &PortRef) -> Vec<PaletteEntry> {
        let new = || {
            let all = self.checked.palette_for(from).into_iter();
            all.filter(|entry| !entry.is_abstract && !entry.wire).take(WAYS).collect()
        };
        let node_type = self.checked.document.get(&from.node.0.key("type"));
        match node_type.and_then(limn_yaml::Node::as_str) {
            Some(node_type) => {
                let key = (node_type.into_owned(), from.port.clone());
                self.palettes.entry(key).or_insert_with(new).clone()
            }
            None => new(),
        }
    }
}

impl Checked {
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

    /// Proposals, line by line: `dbms.host: connect machine.host | add Compute`.
    fn proposed(text: &str) -> Vec<String> {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        let way = |way: &Way| match way {
            Way::Connect(port, node) => format!("connect {node}.{}", port.port),
            Way::Add(template) => format!("add {}", template.label),
        };
        let line = |proposal: &Proposal| {
            let ways: Vec<String> = proposal.ways.iter().take(3).map(way).collect();
            format!("{}.{}: {}", proposal.node, proposal.from.port, ways.join(" | "))
        };
        analysis.file(&file).unwrap().proposals().iter().map(line).collect()
    }

    #[test]
    fn an_open_requirement_is_connected_to_a_node_that_is_there_or_to_a_new_one() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    shop:\n      type: tosca.nodes.WebApplication\n    server:\n      type: tosca.nodes.WebServer\n      requirements: [host: machine]\n    machine:\n      type: tosca.nodes.Compute\n    data:\n      type: tosca.nodes.Database\n      properties: {name: d}\n";
        assert_eq!(proposed(text), ["shop.host: connect server.host | add WebServer", "data.host: add DBMS"]);
    }

    #[test]
    fn nothing_is_proposed_for_a_requirement_that_early_tools_call_optional() {
        let text = |bounds: &str| {
            format!(
                "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\nnode_types:\n  my.A:\n    derived_from: tosca.nodes.Root\n    requirements:\n      - db: tosca.capabilities.Node\n{bounds}topology_template:\n  node_templates:\n    a: {{type: my.A}}\n    b: {{type: tosca.nodes.Compute}}\n"
            )
        };
        assert_eq!(proposed(&text("")).len(), 1);
        assert_eq!(proposed(&text("        lower_bound: 1\n")).len(), 1);
        assert_eq!(proposed(&text("        lower_bound: 0\n        upper_bound: unbounded\n")).len(), 0);
    }

    #[test]
    fn nothing_is_proposed_for_what_is_connected() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    server:\n      type: tosca.nodes.WebServer\n      requirements: [host: machine]\n    machine:\n      type: tosca.nodes.Compute\n";
        assert_eq!(proposed(text), Vec::<String>::new());
    }

    #[test]
    fn a_search_in_which_nothing_fits_ends() {
        let node = |at: usize| format!("    n{at}: {{type: Odd}}\n");
        let nodes: String = (0..1000).map(node).collect();
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ncapability_types: {{Rare: {{derived_from: tosca.capabilities.Root}}}}\n\
             node_types: {{Odd: {{derived_from: tosca.nodes.Root, requirements: [rare: {{capability: Rare}}]}}}}\n\
             topology_template:\n  node_templates:\n{nodes}"
        );
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, &text);
        let checked = analysis.file(&file).unwrap();
        assert!(checked.graph().nodes.iter().all(|node| node.ports.iter().any(|port| port.unmet)));
        let mut search = Search::of(checked);
        assert_eq!(search.proposals(), []);
        assert_eq!((search.tried, search.palettes.len()), (ALL_TRIED, 1));
    }

    #[test]
    fn nodes_of_a_type_have_the_same_new_nodes() {
        let node = |at: usize| format!("    n{at}: {{type: tosca.nodes.WebApplication}}\n");
        let nodes: String = (0..30).map(node).collect();
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n{nodes}    d: {{type: tosca.nodes.Database, properties: {{name: d}}}}\n"
        );
        let found = proposed(&text);
        assert_eq!((found.len(), found[0].as_str()), (PROPOSALS, "n0.host: add WebServer"));
        assert!(found.iter().all(|line| line.ends_with(".host: add WebServer")), "{found:?}");
        let few = proposed(&text.replacen(&nodes, &nodes[..nodes.find("    n1:").unwrap()], 1));
        assert_eq!(few, ["n0.host: add WebServer", "d.host: add DBMS"]);
    }
}
