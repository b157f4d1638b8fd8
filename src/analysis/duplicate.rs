//! Duplicates elements: repeats their lines below the originals, under unused names. Copies refer to each other's copies: a wire between two
//! originals becomes a wire between the two copies; a wire to any other element keeps its target. Lists that name an original, such as the members of
//! a group, stay unchanged.

use std::collections::BTreeMap;

use super::change::Change;
use super::{Analysis, Checked};
use limn_common as common;
use limn_files::FilePath;
use limn_language::edit::EditError;
use limn_language::graph::{Id, LinkKind};
use limn_language::schema::{Names, Profiles};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{self as yaml, Node, Op, Path};

/// Planned copies: the change, and the id of the copy of each element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copies {
    pub change: Change,
    pub of: Vec<(Id, Id)>,
}

/// The lines of one element.
struct Block {
    id: Id,
    path: Path,
    declaration: Option<usize>,
    to: String,
    lines: TextRange,
    /// True if blank lines separate it from its neighbors.
    is_apart: bool,
}

impl Analysis {
    /// Plans copies of elements without writing anything; a refusal gives the reason.
    pub fn duplicate(&self, file: &FilePath, ids: &[Id]) -> Result<Copies, EditError> {
        let checked = self.checked(file)?;
        let blocks = checked.blocks(ids)?;
        let edit = checked.document.ended(checked.copied(&blocks)?);
        let of: Vec<(Id, Id)> = blocks
            .iter()
            .filter(|block| ids.contains(&block.id))
            .filter_map(|block| Some((block.id.clone(), Id(block.path.parent()?.key(&block.to)))))
            .collect();
        let focus = of.last().map(|(_, copy)| copy.clone());
        Ok(Copies { change: Change { edits: BTreeMap::from([(file.clone(), edit)]), focus }, of })
    }
}

impl Checked {
    /// The lines of elements, as a text of its own; `None` if they have none.
    pub fn excerpt(&self, ids: &[Id]) -> Option<String> {
        let blocks = self.blocks(ids).ok().filter(|blocks| !blocks.is_empty())?;
        let mut excerpt = String::new();
        for block in blocks {
            let lines = &self.document.text()[block.lines];
            let indent = lines.len() - lines.trim_start_matches(' ').len();
            for line in lines.lines() {
                let blank = line.len() - line.trim_start_matches(' ').len();
                excerpt.push_str(&line[indent.min(blank)..]);
                excerpt.push('\n');
            }
        }
        Some(excerpt)
    }

    /// The elements in text order, with the wires between them that are written elsewhere.
    fn blocks(&self, ids: &[Id]) -> Result<Vec<Block>, EditError> {
        let mut blocks: Vec<Block> = Vec::new();
        let inside = |blocks: &[Block], id: &Id| blocks.iter().any(|block| id.0.starts_with(&block.path));
        let mut ids: Vec<&Id> = ids.iter().collect();
        ids.sort_by_key(|id| id.0.len());
        for id in ids {
            if !inside(&blocks, id) {
                blocks.push(self.block(id, &blocks)?);
            }
        }
        let joins = self.graph().links.iter().filter(|link| link.kind == LinkKind::Relationship);
        for link in joins {
            let mut nodes = link.sources.iter().chain(&link.targets).map(|end| &end.port.node);
            let within = nodes.all(|node| blocks.iter().any(|block| block.id == *node));
            if within && !inside(&blocks, &link.id) {
                // An element without lines of its own cannot be copied.
                let own = self.block(&link.id, &blocks).ok().filter(|block| block.declaration.is_some());
                blocks.extend(own);
            }
        }
        blocks.sort_by_key(|block| block.lines.start);
        Ok(blocks)
    }

    fn block(&self, id: &Id, others: &[Block]) -> Result<Block, EditError> {
        let refused =
            || EditError::Refused(format!("`{id}` shares its line with others; copy it in the text"));
        let (Some(model), Some((key, whole))) = (self.model(), self.range_of(id)) else {
            return Err(EditError::NotFound(id.clone()));
        };
        let path = id.0.clone();
        let (lines, text) = (self.lines(), self.document.text());
        let start = lines.line_start(lines.line_of(key.start));
        let last = lines.line_of(whole.end.max(key.end).saturating_sub(1));
        let end = lines.line_start(last + 1).min(text.len());
        let alone = text[start..key.start].chars().all(|c| c == ' ');
        let rest = text[whole.end.clamp(start, end)..end].trim_start();
        let (Some(name), Some(above)) = (path.last_key(), path.parent()) else { return Err(refused()) };
        let container = self.document.get(&above).filter(|node| node.is_mapping());
        let (Some(container), true) = (container, alone && (rest.is_empty() || rest.starts_with('#'))) else {
            return Err(refused());
        };
        let names = model.names();
        let declaration = names.declared_at(&path);
        let siblings: Vec<String> =
            container.entries().filter_map(|entry| Some(entry.key.as_str()?.into_owned())).collect();
        let is_taken = |name: &str| {
            let copy = above.key(name);
            siblings.iter().any(|sibling| sibling == name)
                || self.graph().node(&Id(copy.clone())).is_some()
                || others.iter().any(|other| {
                    other.path.parent().map(|parent| parent.key(&other.to)).as_ref() == Some(&copy)
                })
                || declaration.is_some_and(|at| has_rival(names, at, name))
        };
        let joiner = joiner(name, &siblings, names, declaration, model.grammar().1);
        let to = common::free_name(&stem(name, joiner), joiner, |name| is_taken(name));
        let is_apart = is_apart(container, key, text);
        Ok(Block { id: id.clone(), declaration, to, lines: TextRange::new(start, end), is_apart, path })
    }

    /// The text with each block repeated below itself.
    fn copied(&self, blocks: &[Block]) -> Result<TextEdit, EditError> {
        let (names, text) = (self.model().map(limn_language::dialect::Model::names), self.document.text());
        let within = |range: TextRange| {
            blocks.iter().any(|block| block.lines.start <= range.start && range.end <= block.lines.end)
        };
        let mut ops: Vec<Op> = blocks
            .iter()
            .map(|block| Op::RenameKey { at: block.path.clone(), to: block.to.clone() })
            .collect();
        let mut seen = Vec::new();
        for reference in names.into_iter().flat_map(|names| &names.references) {
            let means =
                |block: &&Block| block.declaration.is_some() && block.declaration == reference.declaration;
            // Aliased content is written once.
            if let Some(block) = blocks.iter().find(means)
                && within(reference.range)
                && !seen.contains(&reference.range)
            {
                seen.push(reference.range);
                ops.push(reference.renamed(&self.document, &block.to));
            }
        }
        // The text as if the originals had the new names.
        let renamed = yaml::patch(&self.document, &ops)?;
        let copies = blocks.iter().map(|block| {
            let TextRange { start, end } = block.lines;
            let own = renamed
                .indels()
                .iter()
                .filter(|indel| start <= indel.delete.start && indel.delete.end <= end);
            let mut indels: Vec<Indel> = own.cloned().collect();
            indels.extend(
                self.anchors_in(&block.path)
                    .into_iter()
                    .map(|delete| Indel { delete, insert: String::new() }),
            );
            let shifted = indels.into_iter().map(|indel| Indel {
                delete: TextRange::new(indel.delete.start - start, indel.delete.end - start),
                insert: indel.insert,
            });
            let original = &text[block.lines];
            let copy = TextEdit::from_indels(shifted.collect())
                .map_or_else(|| original.to_owned(), |edit| edit.apply(original));
            let line_break = if original.contains("\r\n") { "\r\n" } else { "\n" };
            let ends = if original.ends_with('\n') { "" } else { line_break };
            let blank = if block.is_apart { line_break } else { "" };
            Indel { delete: TextRange::new(end, end), insert: format!("{ends}{blank}{copy}") }
        });
        TextEdit::from_indels(copies.collect()).ok_or_else(|| {
            EditError::Refused(
                "the selected elements overlap in the text; copy them one at a time".to_owned(),
            )
        })
    }

    /// Anchors that a copy omits: an anchor can be declared once only.
    fn anchors_in(&self, path: &Path) -> Vec<TextRange> {
        fn visit(node: Node<'_>, text: &str, found: &mut Vec<TextRange>) {
            if node.is_alias() {
                return;
            }
            if let Some(anchor) = node.anchor() {
                let (from, to) = (node.full_range().start, node.range().start);
                let sign = format!("&{anchor}");
                if let Some(at) = text.get(from..to.max(from)).and_then(|before| before.find(&sign)) {
                    let (start, end) = (from + at, from + at + sign.len());
                    // With the space behind it, or at the end of a line the space before it.
                    let behind = text[end..].starts_with(' ');
                    let before = !behind && text[..start].ends_with(' ');
                    found.push(TextRange::new(start - usize::from(before), end + usize::from(behind)));
                }
            }
            for entry in node.entries() {
                visit(entry.key, text, found);
                visit(entry.value, text, found);
            }
            node.items().for_each(|item| visit(item, text, found));
        }
        let mut found = Vec::new();
        if let Some(node) = self.document.get(path) {
            visit(node, self.document.text(), &mut found);
        }
        found
    }
}

/// Returns true if another element has the name: a node and a group of the same name are hard to tell apart.
fn has_rival(names: &Names, declaration: usize, name: &str) -> bool {
    let own = &names.declarations[declaration];
    names.inside(own.parent).any(|at| names.declarations[at].name == name)
}

/// The separator before the number: the one that the names here use between words, if it is valid there.
pub(super) fn joiner(
    name: &str,
    siblings: &[String],
    names: &Names,
    declaration: Option<usize>,
    profiles: Profiles,
) -> char {
    let count = |sign: char| siblings.iter().filter(|sibling| sibling.contains(sign)).count();
    let (mut dashes, mut lines) = match (name.contains('-'), name.contains('_')) {
        (true, false) => (1, 0),
        (false, true) => (0, 1),
        _ => (count('-'), count('_')),
    };
    if dashes == lines {
        // Names in the notation of the rest of the document. Its own name is in the notation of a catalog.
        let inner = || {
            names
                .declarations
                .iter()
                .filter(|declaration| !(declaration.is_value && declaration.written.len() == 1))
        };
        let all = |sign: char| inner().filter(|declaration| declaration.name.contains(sign)).count();
        (dashes, lines) = (all('-'), all('_'));
    }
    let allowed = |sign: char| {
        declaration.is_none_or(|at| {
            let kind = names.declarations[at].kind;
            limn_ide::rename::check_name(kind, &format!("{name}{sign}2"), profiles).is_ok()
        })
    };
    let usual = if lines > dashes { '_' } else { '-' };
    [usual, '-', '_'].into_iter().find(|sign| allowed(*sign)).unwrap_or(usual)
}

/// A name without the number of an earlier copy.
pub(super) fn stem(name: &str, joiner: char) -> String {
    let numbered = name.rsplit_once(joiner).filter(|(stem, number)| {
        !stem.is_empty() && number.len() < 5 && number.parse::<usize>().is_ok_and(|number| number > 1)
    });
    numbered.map_or(name, |(stem, _)| stem).to_owned()
}

/// Returns true if a blank line separates an entry from the previous one, or otherwise from the next one.
fn is_apart(container: Node<'_>, key: TextRange, text: &str) -> bool {
    let entries: Vec<(TextRange, TextRange)> =
        container.entries().map(|entry| (entry.key.full_range(), entry.value.full_range())).collect();
    let Some(at) = entries.iter().position(|(own, _)| *own == key) else { return false };
    let (above, below) = if at > 0 { (at - 1, at) } else { (at, at + 1) };
    let between = entries.get(below).and_then(|(next, _)| text.get(entries[above].1.end..next.start));
    between.is_some_and(|between| {
        let mut lines = between.lines();
        lines.next();
        let rest: Vec<&str> = lines.collect();
        // The last one is the start of the line of the next entry.
        rest[..rest.len().saturating_sub(1)].iter().any(|line| line.trim().is_empty())
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use limn_check::diff;

    #[track_caller]
    fn check(text: &str, ids: &[&str], expected: Expect) {
        let file = FilePath::new("a.yaml").unwrap();
        let ids: Vec<Id> = ids.iter().map(|id| Id(Path::keys(id.split('.')))).collect();
        let result = match Analysis::of_text(&file, text).duplicate(&file, &ids) {
            Ok(copies) => diff(text, &copies.change.edits[&file].apply(text)),
            Err(error) => format!("refused: {error}\n"),
        };
        expected.assert_eq(&result);
    }

    const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: # the large one
      type: tosca.nodes.Compute

    # in front
    web:
      type: tosca.nodes.WebServer
      properties:
        component_version: {get_attribute: [server, private_address]}
      requirements:
        - host: server
        - dependency: {node: \"db\"} # for the data
    db: {type: tosca.nodes.DBMS, requirements: [host: server]}
  groups:
    all: {type: tosca.groups.Root, members: [web, server]}
";
    const NODES: &str = "topology_template.node_templates";

    #[test]
    fn a_copy_is_wired_as_its_original() {
        check(
            SHOP,
            &[&format!("{NODES}.web")],
            expect![[r#"
            +
            +    web-2:
            +      type: tosca.nodes.WebServer
            +      properties:
            +        component_version: {get_attribute: [server, private_address]}
            +      requirements:
            +        - host: server
            +        - dependency: {node: "db"} # for the data
        "#]],
        );
    }

    #[test]
    fn copies_of_several_are_wired_to_each_other() {
        check(
            SHOP,
            &[&format!("{NODES}.web"), &format!("{NODES}.server")],
            expect![[r#"
            +    server-2: # the large one
            +      type: tosca.nodes.Compute
            +
            +
            +    web-2:
            +      type: tosca.nodes.WebServer
            +      properties:
            +        component_version: {get_attribute: [server-2, private_address]}
            +      requirements:
            +        - host: server-2
            +        - dependency: {node: "db"} # for the data
        "#]],
        );
    }

    #[test]
    fn names_are_numbered_in_the_manner_of_the_document() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web_server: &one
      type: tosca.nodes.Compute
    web_server_2:
      type: tosca.nodes.Compute
    twin: *one
  groups: {web_server_3: {type: tosca.groups.Root}}";
        check(
            text,
            &[&format!("{NODES}.web_server_2")],
            expect![[r#"
                +    web_server_4:
                +      type: tosca.nodes.Compute
            "#]],
        );
        check(
            text,
            &[&format!("{NODES}.web_server")],
            expect![[r#"
                +    web_server_4:
                +      type: tosca.nodes.Compute
            "#]],
        );
        let flow =
            text.replace("    web_server_2:\n      type: tosca.nodes.Compute\n", "    {a: {}, b: {}}\n");
        assert_ne!(flow, text);
        check(
            "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {node_templates: {a: {type: Compute}, b: {type: Compute}}}\n",
            &[&format!("{NODES}.b")],
            expect![[r#"
                refused: `topology_template.node_templates.b` shares its line with others; copy it in the text
            "#]],
        );
    }

    #[test]
    fn wires_that_are_written_elsewhere_come_along_where_both_ends_do() {
        let text = "\
name: assembly::shop::1.0
description: a shop
composition:
  web:
    type: resource::web::1.0
    requirements:
      data: {type: sql}
  db:
    type: resource::db::1.0
    capabilities:
      sql: {type: sql}
relationships:
  rows:
    source-capabilities: [db.sql]
    target-requirements: [web.data]
";
        check(
            text,
            &["composition.web", "composition.db"],
            expect![[r#"
            +  web-2:
            +    type: resource::web::1.0
            +    requirements:
            +      data: {type: sql}
            +  db-2:
            +    type: resource::db::1.0
            +    capabilities:
            +      sql: {type: sql}
            +  rows-2:
            +    source-capabilities: [db-2.sql]
            +    target-requirements: [web-2.data]
        "#]],
        );
        check(
            text,
            &["composition.web"],
            expect![[r#"
            +  web-2:
            +    type: resource::web::1.0
            +    requirements:
            +      data: {type: sql}
        "#]],
        );
    }
}
