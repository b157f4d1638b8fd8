//! Unresolved merge conflicts in a diagram: what is on one side only, and what differs between the sides.

use super::Checked;
use limn_language::graph::{Badge, Graph, Icon, Id, Look};
use limn_text::TextRange;
use limn_yaml::{Conflict, Node};

impl Checked {
    /// Gives each node that an unresolved merge conflict concerns a badge, before the others.
    pub(super) fn with_conflicts(&self, mut graph: Graph) -> Graph {
        let conflicts = self.document.conflicts();
        if conflicts.is_empty() {
            return graph;
        }
        for node in graph.nodes.iter_mut().filter(|node| node.look != Look::Ghost) {
            let badge = conflicts.iter().find_map(|conflict| self.conflict_badge(conflict, &node.id));
            node.badges.splice(0..0, badge);
        }
        graph
    }

    fn conflict_badge(&self, conflict: &Conflict, id: &Id) -> Option<Badge> {
        let (key, whole) = self.range_of(id)?;
        let named = |label: &str, otherwise: &str| {
            if label.is_empty() { otherwise.to_owned() } else { label.to_owned() }
        };
        let (ours, theirs) = (named(&conflict.labels.0, "ours"), named(&conflict.labels.1, "theirs"));
        let badge = |text: String, title: String| Some(Badge { icon: Icon::Conflict, text, title });
        let sides = [(conflict.ours, conflict.theirs, &ours), (conflict.theirs, conflict.ours, &theirs)];
        for (side, other, label) in sides {
            if side.contains(key) && !self.has_same_key(key, other) {
                return badge(label.clone(), format!("only in `{label}`: unresolved merge conflict"));
            }
        }
        let differs = whole.overlaps(conflict.range).then(|| "conflict".to_owned())?;
        badge(differs, format!("differs between `{ours}` and `{theirs}`: unresolved merge conflict"))
    }

    /// Returns true if a part of the text has the key at a range, too, in the same mapping.
    fn has_same_key(&self, key: TextRange, within: TextRange) -> bool {
        let around = |node: Node<'_>| node.parent().map(Node::path);
        let Some(own) = self.document.at(key.start).filter(|node| node.is_key()) else { return false };
        self.document.nodes().any(|node| {
            node.is_key()
                && within.contains(node.range())
                && node.as_str() == own.as_str()
                && around(node) == around(own)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Analysis;
    use limn_files::FilePath;

    /// Row T6: each node with its badge.
    #[test]
    fn t6_nodes_say_what_differs_between_the_sides() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    both: {type: tosca.nodes.Compute}
<<<<<<< HEAD
    first: {type: tosca.nodes.Compute}
    changed: {type: tosca.nodes.Compute}
=======
    second: {type: tosca.nodes.Compute}
    changed: {type: tosca.nodes.SoftwareComponent}
>>>>>>> topic
    inner:
      type: tosca.nodes.Database
      properties:
<<<<<<< HEAD
        name: a
=======
        name: b
>>>>>>> topic
";
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        let graph = analysis.file(&file).unwrap().graph();
        let badges = |name: &str| {
            let node = graph.nodes.iter().find(|node| node.label == name).unwrap();
            node.badges.iter().map(|badge| badge.title.clone()).collect::<Vec<_>>()
        };
        assert_eq!(badges("both"), [""; 0]);
        assert_eq!(badges("first"), ["only in `HEAD`: unresolved merge conflict"]);
        assert_eq!(badges("second"), ["only in `topic`: unresolved merge conflict"]);
        let differs = "differs between `HEAD` and `topic`: unresolved merge conflict";
        assert_eq!(badges("changed"), [differs]);
        assert_eq!(badges("inner"), [differs]);
    }
}
