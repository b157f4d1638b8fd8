//! Changes of the value at a place in the text that keep what it means.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::verify::{Applied, objection};
use super::{Analysis, Change, Checked};
use limn_common::copy_of;
use limn_files::FilePath;
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Conflict, Node, Op, Path, Value};

/// A change that is offered at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Refactoring {
    pub title: String,
    pub kind: RefactoringKind,
    pub change: Change,
}

/// Kind of refactoring, in the terms of editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefactoringKind {
    /// Takes a value out of its place.
    Extract,
    /// Puts a value in the place of its name.
    Inline,
    /// Writes the same in another way.
    Rewrite,
}

/// Number of elements around a place that can have another notation.
const AROUND: usize = 3;

impl Analysis {
    /// The refactorings that the language plans at an offset.
    pub fn refactorings(&self, file: &FilePath, offset: usize) -> Vec<Refactoring> {
        let shown = self.showing_at(file, offset);
        let this = &*shown;
        let Some(checked) = this.file(file) else { return Vec::new() };
        let planned = candidates(checked, offset).into_iter().filter_map(|(title, kind, edit)| {
            let change = this.plan(file, &edit).ok().filter(|change| !change.edits.is_empty())?;
            let title = match removed_by(checked, &change) {
                Some(removed) => format!("{title} and remove the {removed}"),
                None => title,
            };
            Some(Refactoring { title, kind, change })
        });
        planned.chain(this.other_notation(checked, offset)).chain(resolutions(checked, offset)).collect()
    }

    /// The nearest element around an offset in its other notation: a text that is short for a mapping with one key, or the reverse.
    fn other_notation(&self, checked: &Arc<Checked>, offset: usize) -> Option<Refactoring> {
        let slots = checked.model()?.slots()?;
        let found = checked.document.at(offset)?;
        let around = std::iter::successors(Some(found), |node| node.parent()).take(AROUND);
        let (title, op) = around.filter(|node| !node.is_key()).find_map(|node| {
            let at = node.path();
            let key = slots.long(&at)?;
            // The other notation would copy what an alias refers to, and lose an anchor or a tag.
            let is_plain =
                |node: Node<'_>| !node.is_alias() && node.anchor().is_none() && node.tag().is_none();
            if node.is_scalar() && !node.is_null() && is_plain(node) {
                let value = Value::map([(key, copy_of(node))]);
                return Some(("Convert to long notation", Op::Replace { at, value }));
            }
            let mut entries = node.entries();
            let only = entries.next().filter(|_| node.is_mapping() && entries.next().is_none())?;
            let is_short = only.key.as_str()? == key
                && only.value.is_scalar()
                && !only.value.is_null()
                && [node, only.key, only.value].into_iter().all(is_plain);
            is_short.then(|| ("Convert to short notation", Op::Replace { at, value: copy_of(only.value) }))
        })?;
        let edit = limn_yaml::patch(&checked.document, &[op]).ok()?;
        let edits = BTreeMap::from([(checked.file.clone(), edit)]);
        // Offered only if this version has both notations and no comment is lost.
        let after = self.with_edits(&edits);
        let applied = Applied { found: Vec::new(), has_text: false, edit: &edits[&checked.file] };
        let is_same = objection(checked, after.file(&checked.file)?, &applied).is_none();
        let kind = RefactoringKind::Rewrite;
        is_same.then(|| Refactoring {
            title: title.to_owned(),
            kind,
            change: Change { edits: edits.clone(), focus: None },
        })
    }
}

/// The kind of declaration that a change removes: "input".
fn removed_by(checked: &Checked, change: &Change) -> Option<&'static str> {
    let names = checked.model()?.names();
    let indels = change.edits.get(&checked.file)?.indels();
    let is_removed = |range: TextRange| indels.iter().any(|indel| indel.delete.cover(range) == indel.delete);
    names
        .declarations
        .iter()
        .find(|declaration| is_removed(declaration.range))
        .map(|declaration| declaration.kind.id)
}

fn candidates(checked: &Arc<Checked>, offset: usize) -> Vec<(String, RefactoringKind, Edit)> {
    let mut found = Vec::new();
    if let Some((of, key)) = checked.value_at(offset) {
        let extract = RefactoringKind::Extract;
        let (of, key) = match outermost_call(checked, &of.join(&key)) {
            // The result of the call is the value, and it is computed.
            Some(call) => checked.element_above(&call).unwrap_or_default(),
            None => {
                let make_input = Edit::MakeInput { of: Id(of.clone()), key: key.clone() };
                let noun = checked.input_noun(&Id(of.join(&key)));
                found.push((format!("Convert value to {noun}"), extract, make_input));
                (of, key)
            }
        };
        found.push(("Expose value as output".to_owned(), extract, Edit::Expose { of: Id(of), key }));
    }
    let node = checked.document.at(offset).filter(|node| node.is_scalar() || node.is_key());
    if let Some(node) = node {
        let (path, inline) = (node.path(), RefactoringKind::Inline);
        let is_input = checked.model().is_some_and(|model| {
            let names = model.names();
            names.declared_at(&path).is_some_and(|at| names.declarations[at].path == path)
        });
        let title = if is_input { "Inline all references" } else { "Inline value" };
        found.push((title.to_owned(), inline, Edit::Inline { at: Id(path) }));
    }
    found
}

/// The ways to resolve the merge conflict around an offset. At its first marker, they are fixes of the problem.
fn resolutions(checked: &Checked, offset: usize) -> Vec<Refactoring> {
    let is_here = |conflict: &&Conflict| {
        conflict.range.touches(offset)
            && conflict.markers.first().is_none_or(|marker| !marker.touches(offset))
    };
    let Some(conflict) = checked.document.conflicts().iter().find(is_here) else { return Vec::new() };
    let text = checked.document.text();
    let way = |title: &str, edit: TextEdit| Refactoring {
        title: title.to_owned(),
        kind: RefactoringKind::Rewrite,
        change: Change { edits: BTreeMap::from([(checked.file.clone(), edit)]), focus: None },
    };
    vec![
        way("Keep the first side of the conflict", conflict.keep_ours(text)),
        way("Keep the second side of the conflict", conflict.keep_theirs(text)),
        way("Keep both sides of the conflict", conflict.keep_both(text)),
    ]
}

/// The outermost function call around a path.
fn outermost_call(checked: &Checked, path: &Path) -> Option<Path> {
    let slots = checked.model()?.slots()?;
    let is_call = |path: &Path| {
        let mut entries = checked.document.get(path).filter(|node| node.is_mapping())?.entries();
        let (only, None) = (entries.next()?, entries.next()) else { return None };
        let name = only.key.as_str()?;
        Some(slots.call(path).is_some() || slots.functions(path).iter().any(|known| known.word == name))
    };
    (1..path.len()).map(|len| path.prefix(len)).find(|path| is_call(path) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Workspace};
    use limn_files::Content;

    const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: server # below
        - dependency:
            node: server
        - dependency:
            # Kept.
            node: server
      interfaces:
        Standard:
          operations:
            create: install.sh
";

    const DATABASE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 80}
  node_templates:
    db: {type: tosca.nodes.Database, properties: {name: shop, port: {get_input: port}}}
";

    /// The text after a refactoring at the mark `|`.
    fn after(marked: &str, title: &str) -> Option<String> {
        let at = marked.find('|').expect("there is a mark");
        let text = marked.replacen('|', "", 1);
        let file = FilePath::new("shop.yaml").unwrap();
        let found = Analysis::of_text(&file, &text).refactorings(&file, at);
        let found = found.into_iter().find(|refactoring| refactoring.title == title)?;
        Some(found.change.edits[&file].apply(&text))
    }

    fn marked(words: &str) -> String {
        let plain = words.replacen('|', "", 1);
        assert_eq!(SHOP.matches(&plain).count(), 1, "{plain}");
        SHOP.replacen(&plain, words, 1)
    }

    #[test]
    fn a_notation_is_changed_to_the_other_and_back() {
        let (long, short) = ("Convert to long notation", "Convert to short notation");
        let written = after(&marked("host: ser|ver # below"), long).expect("a short notation");
        assert_eq!(
            written,
            SHOP.replace("host: server # below\n", "host: # below\n            node: server\n")
        );
        let back = after(&written.replacen("node: ser", "node: ser|", 1), short).expect("a long notation");
        assert_eq!(back, SHOP);
        let script = after(&marked("create: inst|all.sh"), long).expect("a short notation");
        assert_eq!(
            script,
            SHOP.replace("create: install.sh", "create:\n              implementation: install.sh")
        );
        let shortened = after(&marked("- dependency:\n            no|de: server\n        -"), short);
        assert_eq!(
            shortened.expect("a long notation"),
            SHOP.replacen("dependency:\n            node: server", "dependency: server", 1)
        );
    }

    #[test]
    fn a_title_says_what_is_removed() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 80}
    name: {type: string, default: shop} # kept with its comment
    user: {type: string, default: admin}
  node_templates:
    db:
      type: tosca.nodes.Database
      properties:
        name: {get_input: name}
        port: {get_input: port}
        user: {get_input: user}
        password: {get_input: user}
";
        let titles = |words: &str| -> Vec<String> {
            let at = text.find(words).expect("the words are there") + words.len();
            let file = FilePath::new("shop.yaml").unwrap();
            let found = Analysis::of_text(&file, text).refactorings(&file, at);
            found
                .into_iter()
                .filter(|refactoring| refactoring.kind == RefactoringKind::Inline)
                .map(|refactoring| refactoring.title)
                .collect()
        };
        assert_eq!(titles("port: {get_input: po"), ["Inline value and remove the input"]);
        assert_eq!(titles("name: {get_input: na"), ["Inline value"]);
        assert_eq!(titles("password: {get_input: us"), ["Inline value"]);
        assert_eq!(titles("    us"), ["Inline all references and remove the input"]);
    }

    #[test]
    fn a_title_has_the_noun_of_the_language() {
        let text = "\
brooklyn.parameters:
- {name: zone, default: north}
services:
- type: io.acme.Web
  brooklyn.config:
    port: 8080
    zone: $brooklyn:scopeRoot().config(\"zone\")
";
        let titles = |words: &str| -> Vec<String> {
            let at = text.find(words).expect("the words are there") + words.len();
            let file = FilePath::new("camp.yaml").unwrap();
            let found = Analysis::of_text(&file, text).refactorings(&file, at);
            found.into_iter().map(|refactoring| refactoring.title).collect()
        };
        assert_eq!(titles("port: 80"), ["Convert value to parameter"]);
        assert_eq!(titles("config(\"zo"), ["Inline value and remove the parameter"]);
        assert_eq!(titles("name: zo"), ["Inline all references and remove the parameter"]);
    }

    /// Row T6.
    #[test]
    fn t6_a_conflict_is_resolved_at_any_of_its_lines() {
        let text = "tosca_definitions_version: tosca_simple_yaml_1_3\n<<<<<<< HEAD\ndescription: a\n=======\ndescription: b\n>>>>>>> topic\n";
        let kept = |words: &str, title: &str| {
            let marked = text.replacen(&words.replace('|', ""), words, 1);
            after(&marked, &format!("Keep {title} of the conflict"))
        };
        let side = |word: &str| {
            Some(format!("tosca_definitions_version: tosca_simple_yaml_1_3\ndescription: {word}\n"))
        };
        assert_eq!(kept("descrip|tion: a", "the first side"), side("a"));
        assert_eq!(kept("===|====", "the second side"), side("b"));
        assert_eq!(kept(">>>>>>> top|ic", "the second side"), side("b"));
        assert_eq!(kept("<<<<<|<< HEAD", "the first side"), None);
    }

    #[test]
    fn a_call_is_exposed_as_a_whole_and_not_converted() {
        let text = DATABASE;
        let exposed = format!("{text}  outputs:\n    port:\n      value: {{get_property: [db, port]}}\n");
        for words in ["{get_input: po|rt}", "{get_in|put: port}"] {
            let marked = text.replace(&words.replace('|', ""), words);
            assert_eq!(after(&marked, "Convert value to input"), None, "{words}");
            assert_eq!(after(&marked, "Expose value as output").as_deref(), Some(&*exposed), "{words}");
        }
        let homing = "\
homing_template_version: '2018-02-01'
parameters: {lat: 1}
locations: {here: {latitude: {get_param: la|t}, longitude: 2}}
";
        assert_eq!(after(homing, "Convert value to input"), None);
        assert!(
            after(&homing.replace("la|t", "lat").replace(": 2", ": |2"), "Convert value to input").is_some()
        );
    }

    #[test]
    fn a_notation_that_loses_a_comment_or_is_none_is_not_offered() {
        let short = "Convert to short notation";
        assert_eq!(after(&marked("# Kept.\n            no|de: server"), short), None);
        assert_eq!(after(&marked("type: tosca.nodes.Web|Server"), short), None);
        assert_eq!(after(&marked("type: tosca.nodes.Web|Server"), "Convert to long notation"), None);
    }

    #[test]
    fn a_notation_that_copies_an_alias_or_loses_an_anchor_or_a_tag_is_not_offered() {
        let short = "Convert to short notation";
        let long = |value: &str| SHOP.replace("host: server # below", &format!("host: {value} # below"));
        let plain = after(&long("{node: ser|ver}"), short).expect("a long notation");
        assert_eq!(plain, SHOP);
        for value in ["{no|de: *srv}", "{node: &srv ser|ver}", "{node: !!str ser|ver}", "&at {node: ser|ver}"]
        {
            let text = long(value)
                .replace("server: {type: tosca", "server: {metadata: {of: &srv server}, type: tosca");
            assert_eq!(after(&text, short), None, "{value}");
        }
        let tagged = SHOP.replace("create: install.sh", "create: !!str inst|all.sh");
        assert_eq!(after(&tagged, "Convert to long notation"), None);
    }

    /// The titles of the refactorings that put a value in the place of its name, at the end of some words, by language.
    fn inlined(files: &[(&str, &str)], words: &str) -> Vec<(String, String)> {
        let (first, text) = files[0];
        let at = text.find(words).expect("the words are there") + words.len();
        let contents = files.iter().map(|(name, text)| (FilePath::new(name).unwrap(), *text));
        let mut workspace = Workspace::default();
        for (file, text) in contents {
            workspace.files.insert(file, Content::Text(text.into()));
        }
        let file = FilePath::new(first).unwrap();
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let found = analysis.refactorings(&file, at).into_iter();
        let inline = found.filter(|refactoring| refactoring.kind == RefactoringKind::Inline);
        inline.map(|refactoring| (refactoring.title, refactoring.change.edits[&file].apply(text))).collect()
    }

    #[test]
    fn a_comment_in_what_a_value_replaces_is_not_lost() {
        let tosca = |value: &str| {
            format!(
                "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {{type: integer, default: 80}}
  node_templates:
    db:
      type: tosca.nodes.Database
      properties:
        name: shop
        port:{value}
"
            )
        };
        let homing = |value: &str| {
            format!(
                "\
homing_template_version: 2017-10-10
parameters:
  port: 80
locations:
  here:
    latitude: 1
    longitude:{value}
"
            )
        };
        let own_line = "\n          # the public port\n          CALL: port";
        let behind = "\n          CALL: port # note";
        let anchored = " &call\n          CALL: port # note";
        for value in [own_line, behind, anchored] {
            let text = tosca(&value.replace("CALL", "get_input"));
            assert_eq!(inlined(&[("shop.yaml", &text)], "get_input: po"), [], "{text}");
            assert_eq!(inlined(&[("shop.yaml", &text)], "inputs:\n    po"), [], "{text}");
            let text = homing(&value.replace("CALL", "get_param"));
            assert_eq!(inlined(&[("homing.yaml", &text)], "get_param: po"), [], "{text}");
        }
        for kept in [" {get_input: port} # note", " # note\n          get_input: port"] {
            let found = inlined(&[("shop.yaml", &tosca(kept))], "get_input: po");
            assert!(found[0].1.ends_with("        port: 80 # note\n"), "{found:?}");
        }
        let below = inlined(
            &[("shop.yaml", &tosca("\n          get_input: port\n          # note"))],
            "get_input: po",
        );
        assert!(below[0].1.ends_with("        port: 80\n          # note\n"), "{below:?}");
    }

    #[test]
    fn an_input_that_another_file_reads_stays() {
        let part = DATABASE;
        let whole = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [part.yaml]
topology_template:
  node_templates:
    other: {type: tosca.nodes.Database, properties: {name: shop, port: {get_input: port}}}
";
        let titles = |files: &[(&str, &str)], words: &str| -> Vec<String> {
            inlined(files, words).into_iter().map(|(title, _)| title).collect()
        };
        let both = [("part.yaml", part), ("whole.yaml", whole)];
        assert_eq!(titles(&both, "get_input: po"), ["Inline value"]);
        assert_eq!(titles(&both, "inputs:\n    po"), ["Inline all references"]);
        assert_eq!(titles(&both[..1], "get_input: po"), ["Inline value and remove the input"]);
    }

    #[test]
    fn a_file_whose_language_is_unknown_cannot_be_edited_by_a_plan() {
        let file = FilePath::new("notes.yaml").unwrap();
        let refusal = Analysis::of_text(&file, "a: 1\n").plan(&file, &Edit::Remove { ids: Vec::new() });
        let message = "Limn can't draw this file: the language isn't recognized";
        assert_eq!(refusal, Err(limn_language::edit::EditError::Refused(message.to_owned())));
    }
}
