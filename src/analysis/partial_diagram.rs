//! The diagram of a text with a syntax error: what can be read is current, and the rest is kept from the last text that had it.

use std::collections::BTreeSet;

use super::Checked;
use limn_language::edit::EditError;
use limn_language::graph::{Graph, Id, Link, Look, Node};
use limn_text::{TextEdit, TextRange};

impl Checked {
    /// Adds to the graph of this text the nodes and links of an earlier one that the text still names but that cannot be read, and returns their ids.
    /// Without a syntax error, nothing is added.
    pub fn with_unread(&self, mut graph: Graph, before: &Graph) -> (Graph, BTreeSet<Id>) {
        let mut unread = BTreeSet::new();
        if self.broken().is_none() {
            return (graph, unread);
        }
        let text = self.document.text();
        // An element whose name is no longer in the text was removed.
        let is_named = |id: &Id| id.0.last_key().is_none_or(|name| text.contains(name));
        // A name without a declaration is drawn as unknown.
        let is_known = |node: &Node| node.look != Look::Ghost;
        let known: BTreeSet<Id> =
            graph.nodes.iter().filter(|node| is_known(node)).map(|node| node.id.clone()).collect();
        let kept = before
            .nodes
            .iter()
            .filter(|node| is_known(node) && !known.contains(&node.id) && is_named(&node.id));
        let kept: Vec<&Node> = kept.collect();
        unread.extend(kept.iter().map(|node| node.id.clone()));
        graph.nodes.retain(|node| !unread.contains(&node.id));
        graph.nodes.extend(kept.into_iter().cloned());
        if graph.frame.is_none() {
            graph.frame.clone_from(&before.frame);
        }
        if unread.is_empty() {
            return (graph, unread);
        }
        // Nodes that an unread node hosts stay in it.
        for node in graph.nodes.iter_mut().filter(|node| node.host.is_none()) {
            let earlier = before
                .nodes
                .iter()
                .find(|earlier| earlier.id == node.id)
                .and_then(|earlier| earlier.host.as_ref());
            node.host = earlier.filter(|host| unread.contains(*host)).cloned();
        }
        let drawn: BTreeSet<&Id> = graph.nodes.iter().chain(&graph.frame).map(|node| &node.id).collect();
        let touches = |link: &&Link| {
            let mut ends = link.sources.iter().chain(&link.targets).map(|end| &end.port.node);
            ends.clone().all(|id| drawn.contains(id)) && ends.any(|id| unread.contains(id))
        };
        let links: Vec<Link> = before.links.iter().filter(touches).cloned().collect();
        graph.links.retain(|link| links.iter().all(|other| other.id != link.id));
        graph.links.extend(links);
        let images = before.images.iter().filter(|(id, _)| unread.contains(*id));
        graph.images.extend(images.map(|(id, image)| (id.clone(), image.clone())));
        (graph, unread)
    }
}

/// Refuses a new name of what is called `name` while a syntax error may hide a reference to it: the line of one that `edit` leaves as it is.
pub(super) fn check_hidden_references(
    checked: &Checked,
    name: &str,
    edit: Option<&TextEdit>,
) -> Result<(), EditError> {
    let document = &checked.document;
    if document.errors().is_empty() || name.is_empty() {
        return Ok(());
    }
    let text = document.text();
    let is_part_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let is_written = |range: TextRange| {
        edit.is_some_and(|edit| edit.indels().iter().any(|indel| indel.delete.overlaps(range)))
            || document.comments().iter().any(|comment| comment.range.overlaps(range))
    };
    let may_refer = |range: TextRange| match document.at(range.start).filter(|node| node.is_scalar()) {
        // As in `web.port` and `${web.port}`.
        _ if text[..range.start].ends_with("${") || text[range.end..].starts_with('.') => true,
        // A key of that name declares something else.
        Some(node) => !node.is_key() && node.as_str().is_some_and(|text| text == name),
        None => true,
    };
    let hidden = text.match_indices(name).map(|(at, _)| TextRange::new(at, at + name.len())).find(|range| {
        let (before, after) = (&text[..range.start], &text[range.end..]);
        // The colon behind a key ends it, and so does the dot before a member.
        let after = after
            .strip_prefix([':', '.'])
            .map_or(after, |rest| if rest.starts_with(':') { after } else { "" });
        !before.ends_with(is_part_of_name)
            && !after.starts_with(is_part_of_name)
            && !is_written(*range)
            && may_refer(*range)
    });
    let Some(hidden) = hidden else { return Ok(()) };
    let line = checked.lines().line_column(hidden.start).line;
    Err(EditError::Refused(format!("line {line} may refer to `{name}`, hidden by a syntax error")))
}

#[cfg(test)]
mod tests {
    use crate::Analysis;
    use limn_files::FilePath;
    use limn_language::edit::{Edit, Input};
    use limn_language::graph::{Graph, Id};
    use limn_yaml::Path;

    const WHOLE: &str = "name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    quantity: '1'
  db:
    type: resource::db::1.0
  cache:
    type: resource::cache::1.0
";

    fn analyzed(text: &str) -> (Analysis, FilePath) {
        let file = FilePath::new("shop.yml").unwrap();
        (Analysis::of_text(&file, text), file)
    }

    /// Row T6.
    #[test]
    fn t6_only_what_cannot_be_read_is_kept_from_before() {
        let (whole, file) = analyzed(WHOLE);
        let before = Graph::clone(whole.file(&file).unwrap().graph());
        let broken = WHOLE.replace("  db:\n    type", "  \"db: {\n    type");
        let (analysis, file) = analyzed(&broken);
        let checked = analysis.file(&file).unwrap();
        assert!(checked.broken().is_some());
        let (graph, unread) = checked.with_unread(Graph::clone(checked.graph()), &before);
        let shown = |ids: Vec<String>| ids.join(" ");
        let ids = graph.nodes.iter().map(|node| node.label.clone()).collect();
        assert_eq!(shown(ids), "web cache db");
        assert_eq!(shown(unread.iter().map(Id::to_string).collect()), "composition.db");
        // A removed node is not shown, although the text is still broken.
        let removed = broken.replace("  cache:\n    type: resource::cache::1.0\n", "");
        let (analysis, file) = analyzed(&removed);
        let checked = analysis.file(&file).unwrap();
        let (graph, _) = checked.with_unread(Graph::clone(checked.graph()), &before);
        assert!(graph.nodes.iter().all(|node| node.label != "cache"), "{:?}", graph.nodes);
    }

    /// Row T6.
    #[test]
    fn t6_a_host_that_cannot_be_read_still_holds_its_guests() {
        const HOSTED: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements: [{host: server}]
    server:
      type: tosca.nodes.Compute
";
        let (whole, file) = analyzed(HOSTED);
        let before = Graph::clone(whole.file(&file).unwrap().graph());
        let (analysis, file) = analyzed(&HOSTED.replace("    server:", "    \"server:"));
        let checked = analysis.file(&file).unwrap();
        let (graph, unread) = checked.with_unread(Graph::clone(checked.graph()), &before);
        let server = Id(Path::keys(["topology_template", "node_templates", "server"]));
        assert_eq!(unread.iter().collect::<Vec<_>>(), [&server]);
        let web = graph.nodes.iter().find(|node| node.label == "web").expect("it can be read");
        assert_eq!(web.host.as_ref(), Some(&server));
        assert_eq!(graph.links, before.links);
    }

    /// Row T6.
    #[test]
    fn t6_an_edit_away_from_a_syntax_error_is_written() {
        let broken = WHOLE.replace("  db:\n    type: resource", "  db:\n    type: [resource");
        let (analysis, file) = analyzed(&broken);
        let of = |name: &str| Id(Path::keys(["composition", name]));
        let key = |name: &str| Path::keys([name]);
        let set =
            |name: &str| Edit::Set { of: of(name), key: key("quantity"), input: Input::Text("2".to_owned()) };
        let edits = analysis.plan(&file, &set("web")).expect("it is away from the break").edits;
        let after = edits[&file].apply(&broken);
        assert_eq!(after, broken.replace("quantity: '1'", "quantity: '2'"));
    }

    #[test]
    fn t6_a_rename_is_refused_while_a_syntax_error_hides_a_reference() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3
description: \"hello
topology_template:
  node_templates:
    server:
      \tfoo: bar
type: tosca.nodes.Compute
      requirements:
        - local_storage: disk
    disk:
      type: tosca.nodes.Storage.BlockStorage
      properties:
        size: 10 GB
    web: {type: tosca.nodes.WebServer}
";
        let (analysis, file) = analyzed(text);
        let rename = |name: &str, to: &str| {
            let id = Id(Path::keys(["topology_template", "node_templates", name]));
            analysis.plan(&file, &Edit::Rename { id, to: to.to_owned() }).map(|change| change.edits)
        };
        let refusal = rename("disk", "volume").unwrap_err().to_string();
        assert_eq!(refusal, "line 9 may refer to `disk`, hidden by a syntax error");
        // Nothing else has this name.
        let edits = rename("web", "shop").unwrap();
        assert_eq!(edits[&file].apply(text), text.replace("web:", "shop:"));
        let member = "name: assembly::a::1.0
composition:
  web: {type: resource::web::1.0}
  db:
    type: resource::db::1.0
    properties:
      a {value: '${web.host}'}
";
        let (broken, file) = analyzed(member);
        let edit = Edit::Rename { id: Id(Path::keys(["composition", "web"])), to: "front".to_owned() };
        let refusal = broken.plan(&file, &edit).unwrap_err().to_string();
        assert_eq!(refusal, "line 7 may refer to `web`, hidden by a syntax error");
        // Once it can be read, both are renamed.
        let whole = text.replace("\"hello", "hello").replace("      \tfoo: bar\ntype", "      type");
        let (analysis, file) = analyzed(&whole);
        let id = Id(Path::keys(["topology_template", "node_templates", "disk"]));
        let change = analysis.plan(&file, &Edit::Rename { id, to: "volume".to_owned() }).unwrap();
        assert_eq!(change.edits[&file].apply(&whole), whole.replace("disk", "volume"));
    }
}
