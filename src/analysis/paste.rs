//! Pastes elements: entries in the notation of [`Checked::excerpt`] become entries beside the elements of a document, under unused names. Where a name is
//! changed, the pasted references to it follow. References to other elements are kept, so that connections to them hold where they exist.

use std::collections::BTreeMap;

use super::Checked;
use super::duplicate::{Copies, joiner, stem};
use super::{Analysis, Choices, change::Change};
use limn_common as common;
use limn_files::{Content, FilePath, Workspace};
use limn_ide::rename::references_renamed;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, Node, Path};

impl Analysis {
    /// Plans pasted elements without writing anything. `None`: the text is not a list of elements of this document's kind.
    pub fn paste(&self, file: &FilePath, text: &str) -> Result<Option<Copies>, EditError> {
        let checked = self.checked(file)?;
        let Some((container, pasted)) = checked.pasted(text) else { return Ok(None) };
        let Some(edit) = checked.pasted_into(&container, &pasted) else { return Ok(None) };
        let after = self.alone(checked, edit.apply(checked.text()));
        let Some(after) = after.file(file) else { return Ok(None) };
        // Only what is then drawn as nodes.
        let of: Vec<(Id, Id)> =
            pasted.names.iter().map(|(was, now)| (Id(container.key(was)), Id(container.key(now)))).collect();
        if !of.iter().all(|(_, id)| after.graph().node(id).is_some()) {
            return Ok(None);
        }
        let edit = after.with_references_renamed(&edit, &of)?.unwrap_or(edit);
        let focus = of.last().map(|(_, id)| id.clone());
        Ok(Some(Copies { change: Change { edits: BTreeMap::from([(file.clone(), edit)]), focus }, of }))
    }

    /// The analysis of one document with another text, without the other files.
    fn alone(&self, checked: &Checked, text: String) -> Analysis {
        let mut workspace = Workspace::default();
        workspace.files.insert(checked.file.clone(), Content::Text(text.into()));
        let profiles = checked.chosen.clone().map(|profile| (checked.file.clone(), profile));
        let choices = Choices {
            profiles: self.choices.profiles.clone().into_iter().chain(profiles).collect(),
            profile: self.choices.profile.clone(),
            documents: self.choices.documents.clone(),
            ..Choices::default()
        };
        Analysis::of(&workspace, &choices, &Analysis::default())
    }
}

/// Entries to paste, under their new names.
struct Pasted {
    names: Vec<(String, String)>,
    /// The entries, from column 0.
    text: String,
}

impl Checked {
    /// The mapping that holds the document's nodes, and the entries to add to it.
    fn pasted(&self, text: &str) -> Option<(Path, Pasted)> {
        let graph = self.graph();
        let containers = graph.nodes.iter().filter_map(|node| node.id.0.parent());
        let container = containers.into_iter().find(|path| {
            let node = self.document.get(path);
            node.is_some_and(|node| node.is_mapping() && !node.is_alias())
        })?;
        let document = yaml::parse(outdented(text));
        let root = document.root().filter(|root| root.is_mapping())?;
        let is_element = |entry: &yaml::Entry<'_>| entry.key.as_str().is_some() && entry.value.is_mapping();
        if !document.errors().is_empty()
            || root.entries().len() == 0
            || !root.entries().all(|entry| is_element(&entry))
        {
            return None;
        }
        let siblings: Vec<String> = self
            .document
            .get(&container)?
            .entries()
            .filter_map(|entry| Some(entry.key.as_str()?.into_owned()))
            .collect();
        let mut names: Vec<(String, String)> = Vec::new();
        let model = self.model()?;
        for name in root.entries().filter_map(|entry| Some(entry.key.as_str()?.into_owned())) {
            let is_taken = |new: &str| {
                siblings.iter().any(|sibling| sibling == new) || names.iter().any(|(_, now)| now == new)
            };
            let declaration = model.names().declared_at(&container.key(&name));
            let joiner = joiner(&name, &siblings, model.names(), declaration, model.grammar().1);
            let base = if is_taken(&name) { stem(&name, joiner) } else { name.clone() };
            names.push((name, common::free_name(&base, joiner, is_taken)));
        }
        let text = with_new_keys(&document, root, &names)?;
        Some((container, Pasted { names, text }))
    }

    /// The edit that adds the entries at the end of a mapping in block notation.
    fn pasted_into(&self, container: &Path, pasted: &Pasted) -> Option<TextEdit> {
        let (text, lines) = (self.document.text(), self.lines());
        let node = self.document.get(container)?;
        let first = node.entries().next()?.key.range();
        let start = lines.line_start(lines.line_of(first.start));
        let indent = text.get(start..first.start).filter(|indent| indent.chars().all(|c| c == ' '))?;
        let last =
            node.entries().map(|entry| entry.key.range().end.max(entry.value.full_range().end)).max()?;
        let end = lines.line_start(lines.line_of(last.saturating_sub(1)) + 1).min(text.len());
        let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut insert = String::new();
        if !text[..end].ends_with('\n') {
            insert.push_str(line_break);
        }
        for line in pasted.text.lines() {
            if !line.trim().is_empty() {
                insert.push_str(indent);
                insert.push_str(line);
            }
            insert.push_str(line_break);
        }
        TextEdit::from_indels(vec![Indel { delete: TextRange::new(end, end), insert }])
    }
}

impl Checked {
    /// The insertion that made this document, with the references in it to elements that were pasted under other names. `None` if there are none.
    fn with_references_renamed(
        &self,
        insertion: &TextEdit,
        of: &[(Id, Id)],
    ) -> Result<Option<TextEdit>, EditError> {
        let Some(model) = self.model() else { return Ok(None) };
        let [Indel { delete, insert }] = insertion.indels() else { return Ok(None) };
        let inserted = TextRange::new(delete.start, delete.start + insert.len());
        let names = model.names();
        let within = |range: TextRange| inserted.start <= range.start && range.end <= inserted.end;
        let mut ops = Vec::new();
        for (was, now) in of.iter().filter(|(was, now)| was != now) {
            let Some((declared, to)) = names.declared_at(&was.0).zip(now.0.last_key()) else { continue };
            let references = names.references.iter().enumerate();
            let references = references
                .filter(|(_, reference)| reference.declaration == Some(declared) && within(reference.range));
            let references = references.map(|(at, _)| at);
            ops.extend(references_renamed(&self.document, names, references, to)?);
        }
        if ops.is_empty() {
            return Ok(None);
        }
        let edit = yaml::patch(&self.document, &ops)?;
        if !edit.indels().iter().all(|indel| within(indel.delete)) {
            return Ok(None);
        }
        let text = edit.apply(self.text());
        let end = inserted.end + text.len() - self.text().len();
        let insert = text[inserted.start..end].to_owned();
        Ok(TextEdit::from_indels(vec![Indel { delete: *delete, insert }]))
    }
}

/// The text without the indentation that all its lines have.
fn outdented(text: &str) -> String {
    let filled = text.lines().filter(|line| !line.trim().is_empty());
    let indent = filled.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0);
    let cut = |line: &str| line.get(indent..).unwrap_or_default().to_owned() + "\n";
    text.lines().map(cut).collect()
}

/// The text with the new names as keys of the entries. `None` if a key is written with escapes or in a block, so that it cannot be replaced in place.
fn with_new_keys(document: &Document, root: Node<'_>, names: &[(String, String)]) -> Option<String> {
    let text = document.text();
    let mut indels = Vec::new();
    for (entry, (was, now)) in root.entries().zip(names).filter(|(_, (was, now))| was != now) {
        let at = entry.key.range();
        // A quoted name begins after its quote.
        let quote = usize::from(at.end - at.start > was.len());
        let delete = TextRange::new(at.start + quote, at.start + quote + was.len());
        if text.get(delete.start..delete.end) != Some(was.as_str()) {
            return None;
        }
        indels.push(Indel { delete, insert: now.clone() });
    }
    Some(TextEdit::from_indels(indels).map_or_else(|| text.to_string(), |edit| edit.apply(text)))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use limn_check::diff;

    const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
  outputs:
    it: { value: 1 }
";

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let file = FilePath::new("a.yaml").unwrap();
        let result = match Analysis::of_text(&file, SHOP).paste(&file, text) {
            Ok(Some(copies)) => diff(SHOP, &copies.change.edits[&file].apply(SHOP)),
            Ok(None) => "not elements\n".to_owned(),
            Err(error) => format!("refused: {error}\n"),
        };
        expected.assert_eq(&result);
    }

    #[test]
    fn pasted_elements_get_unused_names_and_refer_to_each_other() {
        check(
            "  server:\n    type: tosca.nodes.Compute # mine\n  web:\n    type: tosca.nodes.WebServer\n    requirements:\n      - host: server\n",
            expect![[r#"
            +    server-2:
            +      type: tosca.nodes.Compute # mine
            +    web:
            +      type: tosca.nodes.WebServer
            +      requirements:
            +        - host: server-2
        "#]],
        );
    }

    #[test]
    fn names_with_escapes_and_block_texts_are_never_cut() {
        // The name is taken, and cannot be replaced in place.
        check(
            "\"\\x73erver\": {type: tosca.nodes.Compute}",
            expect![[r#"
                not elements
            "#]],
        );
        check(
            "server:\n  type: tosca.nodes.Compute\n  description: |-\n    server\n",
            expect![[r#"
            +    server-2:
            +      type: tosca.nodes.Compute
            +      description: |-
            +        server
        "#]],
        );
    }

    #[test]
    fn values_that_only_look_like_a_name_are_kept() {
        check(
            "server:\n  type: tosca.nodes.Compute\n  description: server\n  interfaces: { Standard: { create: server.sh } }\n",
            expect![[r#"
                +    server-2:
                +      type: tosca.nodes.Compute
                +      description: server
                +      interfaces: { Standard: { create: server.sh } }
            "#]],
        );
    }

    #[test]
    fn elements_are_pasted_into_the_document_that_is_shown() {
        let file = FilePath::new("a.yaml").unwrap();
        let text = format!("{SHOP}---\n{}", SHOP.replace("server", "client"));
        let mut workspace = Workspace::default();
        workspace.files.insert(file.clone(), Content::Text(text.as_str().into()));
        let choices = Choices { documents: BTreeMap::from([(file.clone(), 1)]), ..Choices::default() };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let pasted = analysis.paste(&file, "client: { type: tosca.nodes.Compute }").unwrap().unwrap();
        let after = pasted.change.edits[&file].apply(&text);
        let (first, second) = after.split_once("---").unwrap();
        assert!(!first.contains("client-2") && second.contains("client-2: {"), "{after}");
    }

    #[test]
    fn a_copy_of_a_copy_gets_the_next_number() {
        let file = FilePath::new("a.yaml").unwrap();
        let shop = SHOP.replace("  outputs:", "    server-2: { type: tosca.nodes.Compute }\n  outputs:");
        let pasted =
            Analysis::of_text(&file, &shop).paste(&file, "server-2: { type: tosca.nodes.Compute }").unwrap();
        assert_eq!(pasted.unwrap().of[0].1.0.last_key(), Some("server-3"));
    }

    #[test]
    fn only_elements_are_pasted() {
        for text in ["a sentence", "- a\n- b", "a: 1\nb: 2", SHOP, "a: [", ""] {
            check(
                text,
                expect![[r#"
                not elements
            "#]],
            );
        }
    }
}
