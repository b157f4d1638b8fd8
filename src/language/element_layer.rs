//! Element layers: kinds of elements that a diagram can leave out. What is left out is still in the document.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::graph::{Graph, Icon, Id, LinkKind, Node, Role};

/// A kind of elements beside nodes and links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementLayer {
    Groups,
    Policies,
    /// The notes on cards: comments in the text.
    Notes,
}

impl ElementLayer {
    pub const ALL: [ElementLayer; 3] = [ElementLayer::Groups, ElementLayer::Policies, ElementLayer::Notes];

    pub fn label(self) -> &'static str {
        match self {
            ElementLayer::Groups => "Groups",
            ElementLayer::Policies => "Policies",
            ElementLayer::Notes => "Notes",
        }
    }

    /// The number of its elements.
    pub fn count(self, graph: &Graph) -> usize {
        match self {
            ElementLayer::Groups => graph.groups.len(),
            ElementLayer::Policies => graph.policies.len(),
            ElementLayer::Notes => graph.nodes.iter().filter(|node| has_note(node)).count(),
        }
    }

    /// The layer of an element that is not drawn without it.
    pub fn of(id: &Id, graph: &Graph) -> Option<ElementLayer> {
        if graph.groups.iter().any(|group| group.id == *id) {
            return Some(ElementLayer::Groups);
        }
        graph.policies.iter().any(|policy| policy.id == *id).then_some(ElementLayer::Policies)
    }
}

fn has_note(node: &Node) -> bool {
    node.badges.iter().any(|badge| badge.icon == Icon::Note)
}

impl Node {
    /// The number of its requirements that must be connected and are not.
    pub fn open_requirements(&self) -> usize {
        self.ports.iter().filter(|port| port.unmet && port.role == Role::Requirement).count()
    }
}

impl Graph {
    /// The graph without some layers. A policy on a group that is left out is drawn at the members of the group.
    pub fn without_layers(self: &Arc<Graph>, hidden: &BTreeSet<ElementLayer>) -> Arc<Graph> {
        if !hidden.iter().any(|layer| layer.count(self) > 0) {
            return Arc::clone(self);
        }
        let mut graph = Graph::clone(self);
        if hidden.contains(&ElementLayer::Policies) {
            let policies = std::mem::take(&mut graph.policies);
            let watches = |id: &Id| policies.iter().any(|policy| id.0.starts_with(&policy.id.0));
            graph.links.retain(|link| link.kind != LinkKind::Watch || !watches(&link.id));
        }
        if hidden.contains(&ElementLayer::Groups) {
            for policy in &mut graph.policies {
                let mut targets = Vec::new();
                policy.targets.iter().for_each(|id| add_members(id, self, &mut Vec::new(), &mut targets));
                policy.targets = targets;
            }
            graph.groups.clear();
        }
        if hidden.contains(&ElementLayer::Notes) {
            graph.nodes.iter_mut().for_each(|node| node.badges.retain(|badge| badge.icon != Icon::Note));
        }
        Arc::new(graph)
    }
}

/// Adds an element, or the members of a group, also of groups in it. `within`: the groups around it, which can contain each other.
fn add_members<'g>(id: &'g Id, graph: &'g Graph, within: &mut Vec<&'g Id>, to: &mut Vec<Id>) {
    match graph.groups.iter().find(|group| group.id == *id) {
        Some(group) if !within.contains(&&group.id) => {
            within.push(&group.id);
            group.members.iter().for_each(|member| add_members(member, graph, within, to));
        }
        Some(_) => {}
        None if to.contains(id) => {}
        None => to.push(id.clone()),
    }
}

#[cfg(test)]
mod tests {
    use limn_yaml::Path;

    use super::*;
    use crate::graph::{Badge, Group, Link, Look, Multiplicity, Policy};

    fn id(name: &str) -> Id {
        Id(Path::keys([name]))
    }

    fn graph() -> Arc<Graph> {
        let badge = |icon| Badge { icon, text: String::new(), title: String::new() };
        let node = |name: &str| Node {
            id: id(name),
            look: Look::Solid,
            icon: Icon::Resource,
            label: name.to_owned(),
            caption: String::new(),
            role: "component",
            multiplicity: Multiplicity::One,
            badges: vec![badge(Icon::Note), badge(Icon::Scale)],
            ports: Vec::new(),
            host: None,
        };
        let group = |name: &str, members: &[&str]| Group {
            id: id(name),
            label: name.to_owned(),
            members: members.iter().map(|member| id(member)).collect(),
        };
        let policy = |name: &str, targets: &[&str]| Policy {
            id: id(name),
            icon: Icon::Scale,
            label: name.to_owned(),
            caption: String::new(),
            targets: targets.iter().map(|target| id(target)).collect(),
            triggers: Vec::new(),
            reads: None,
        };
        let link = |path: &[&str], kind| Link {
            id: Id(Path::keys(path.iter().copied())),
            kind,
            label: String::new(),
            sources: Vec::new(),
            targets: Vec::new(),
            acts: false,
            hosts: false,
            by: None,
        };
        Arc::new(Graph {
            nodes: vec![node("a"), node("b"), node("c")],
            // Each contains the other.
            groups: vec![group("all", &["a", "front"]), group("front", &["b", "a", "all"])],
            policies: vec![policy("scale", &["all", "c"]), policy("heal", &["c"])],
            links: vec![
                link(&["scale", "watch"], LinkKind::Watch),
                link(&["relationship"], LinkKind::Relationship),
            ],
            ..Graph::default()
        })
    }

    #[test]
    fn c13_layers_are_left_out_and_nothing_else() {
        let graph = graph();
        let without = |hidden: &[ElementLayer]| graph.without_layers(&hidden.iter().copied().collect());
        assert!(Arc::ptr_eq(&without(&[]), &graph));
        assert_eq!(ElementLayer::ALL.map(|layer| layer.count(&graph)), [2, 2, 3]);
        let policies = without(&[ElementLayer::Policies]);
        assert_eq!((policies.policies.len(), policies.groups.len(), policies.links.len()), (0, 2, 1));
        let notes = without(&[ElementLayer::Notes]);
        assert!(notes.nodes.iter().all(|node| node.badges.len() == 1 && node.badges[0].icon == Icon::Scale));
        let all = without(&ElementLayer::ALL);
        assert_eq!(ElementLayer::ALL.map(|layer| layer.count(&all)), [0, 0, 0]);
        assert_eq!(all.nodes.len(), 3);
    }

    #[test]
    fn c13_a_policy_on_a_hidden_group_is_drawn_at_its_members() {
        let groups = graph().without_layers(&BTreeSet::from([ElementLayer::Groups]));
        assert!(groups.groups.is_empty());
        assert_eq!(groups.policies[0].targets, ["a", "b", "c"].map(id));
        assert_eq!(groups.policies[1].targets, [id("c")]);
    }

    #[test]
    fn c13_the_layer_of_an_element_is_known() {
        let graph = graph();
        assert_eq!(ElementLayer::of(&id("front"), &graph), Some(ElementLayer::Groups));
        assert_eq!(ElementLayer::of(&id("heal"), &graph), Some(ElementLayer::Policies));
        assert_eq!(ElementLayer::of(&id("a"), &graph), None);
    }
}
