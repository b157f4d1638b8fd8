//! Notes of elements: the comments directly above them in the text. Comments for Limn itself, such as `# limn: ignore`, are not notes.

use super::Checked;
use super::directive::is_directive;
use limn_language::edit::EditError;
use limn_language::graph::{Badge, Graph, Icon, Id, Look};
use limn_text::TextEdit;
use limn_yaml as yaml;

/// Number of characters of a note that its badge has: a tooltip, and what screen readers say.
const SPOKEN: usize = 200;

impl Checked {
    /// The note of an element; empty if it has none. `None` where no note can be written: in flow style, and in a document inside another.
    pub fn note(&self, of: &Id) -> Option<String> {
        Some(yaml::note(&self.document, &of.0, is_directive).ok()?.unwrap_or_default())
    }

    /// Plans the note of an element.
    pub(super) fn noted(&self, of: &Id, text: &str) -> Result<TextEdit, EditError> {
        if let Some(line) = text.lines().find(|line| is_directive(line)) {
            let why = format!(
                "a note cannot contain `{}`: comments that begin with `limn:` are settings",
                line.trim()
            );
            return Err(EditError::Refused(why));
        }
        Ok(yaml::set_note(&self.document, &of.0, text, is_directive)?)
    }

    pub(super) fn may_have_notes(&self) -> bool {
        self.document.comments().iter().any(|comment| comment.own_line)
    }

    /// Gives each node with a note a badge, after the others.
    pub(super) fn with_notes(&self, mut graph: Graph) -> Graph {
        if !self.may_have_notes() {
            return graph;
        }
        let is_written = |look: Look| look != Look::Ghost;
        let paths = graph.nodes.iter().filter(|node| is_written(node.look)).map(|node| &node.id.0);
        let mut notes = yaml::notes(&self.document, paths, is_directive).into_iter();
        for node in graph.nodes.iter_mut().filter(|node| is_written(node.look)) {
            if let Some(note) = notes.next().flatten() {
                node.badges.push(badge(&note));
            }
        }
        graph
    }
}

fn badge(note: &str) -> Badge {
    let mut words = note.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(SPOKEN) {
        words.truncate(end);
        words.push('…');
    }
    Badge { icon: Icon::Note, text: words.clone(), title: words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use limn_files::FilePath;
    use limn_language::edit::Edit;
    use limn_yaml::Path;

    const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    # Holds the orders of all shops in the world.
    # Ask Ada.
    store:
      type: tosca.nodes.Compute # big
    # limn: ignore
    web: {type: tosca.nodes.Compute}
";

    fn file() -> FilePath {
        FilePath::new("a.yaml").unwrap()
    }

    fn node(name: &str) -> Id {
        Id(Path::keys(["topology_template", "node_templates", name]))
    }

    fn written(name: &str, text: &str) -> Result<String, String> {
        let edit = Edit::Note { of: node(name), text: text.to_owned() };
        let change =
            Analysis::of_text(&file(), TEXT).plan(&file(), &edit).map_err(|error| error.to_string())?;
        Ok(change.edits.get(&file()).map_or_else(|| TEXT.to_owned(), |edit| edit.apply(TEXT)))
    }

    #[test]
    fn a_node_with_a_comment_above_has_a_badge() {
        let analysis = Analysis::of_text(&file(), TEXT);
        let graph = analysis.file(&file()).unwrap().graph();
        let badges: Vec<Vec<&str>> = graph
            .nodes
            .iter()
            .map(|node| {
                node.badges
                    .iter()
                    .filter(|badge| badge.icon == Icon::Note)
                    .map(|badge| badge.text.as_str())
                    .collect()
            })
            .collect();
        assert_eq!(badges, [vec!["Holds the orders of all shops in the world. Ask Ada."], vec![]]);
    }

    #[test]
    fn an_item_in_the_diagram_of_a_part_has_a_badge_too() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  workflows:
    deploy:
      steps:
        # Before all others.
        prepare:
          target: web
          activities: [delegate: deploy]
";
        let analysis = Analysis::of_text(&file(), text);
        let [diagram] = analysis.file(&file()).unwrap().diagrams() else { panic!("one diagram") };
        let badges = diagram.graph.nodes.iter().flat_map(|node| &node.badges);
        let notes: Vec<&str> =
            badges.filter(|badge| badge.icon == Icon::Note).map(|badge| badge.text.as_str()).collect();
        assert_eq!(notes, ["Before all others."]);
    }

    #[test]
    fn the_note_of_a_node_is_written_above_it() {
        let analysis = Analysis::of_text(&file(), TEXT);
        let checked = analysis.file(&file()).unwrap();
        assert_eq!(checked.note(&node("web")).as_deref(), Some(""));
        assert_eq!(checked.note(&Id(node("web").0.key("type"))), None);
        let now = written("web", "Serves the pages.").unwrap();
        assert_eq!(now, TEXT.replace("    # limn: ignore", "    # Serves the pages.\n    # limn: ignore"));
        assert_eq!(written("store", "Holds the orders of all shops in the world.\nAsk Ada.").unwrap(), TEXT);
        assert_eq!(written("store", "Ask Ada.").unwrap(), {
            TEXT.replace("    # Holds the orders of all shops in the world.\n", "")
        });
    }

    #[test]
    fn a_note_that_addresses_limn_is_refused() {
        let why = written("web", "fine\nlimn: ignore").unwrap_err();
        assert_eq!(
            why,
            "a note cannot contain `limn: ignore`: comments that begin with `limn:` are settings"
        );
        assert!(written("web", "fine\n# # limn: ignore").is_err());
        assert!(written("gone", "x").is_err());
    }
}
