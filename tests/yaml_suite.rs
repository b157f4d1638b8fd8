//! The official YAML test suite: every text is kept, every verdict and every tree agrees with it, or an exception below says why not.

mod common;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::corpus;
use limn::yaml::{self, Document, Node, NodeKind, Style};

/// Texts that the suite refuses and we read, each with the reason.
const READ_ALL_THE_SAME: &[(&str, &str)] = &[(
    "9C9N",
    "a flow collection indented less than its parent: so real descriptors are written, and others read them",
)];

/// Texts that the suite accepts and we refuse, each with the reason.
const REFUSED_ALL_THE_SAME: &[(&str, &str)] = &[];

struct Case {
    id: String,
    text: String,
    events: String,
    refused: bool,
}

fn cases() -> Option<Vec<Case>> {
    let root = corpus::corpus("yaml-test-suite")?;
    let read = |path: PathBuf| std::fs::read_to_string(path).expect("the suite is UTF-8");
    let case = |path: &Path| {
        let folder = path.parent().expect("a file is in a folder");
        let id = folder.strip_prefix(&root).expect("files were found below the root").display().to_string();
        Case {
            id,
            text: read(path.to_owned()),
            events: read(folder.join("test.event")),
            refused: folder.join("error").exists(),
        }
    };
    Some(corpus::files(&root, &["in.yaml"]).iter().map(|path| case(path)).collect())
}

#[test]
fn every_text_is_kept() {
    for case in cases().into_iter().flatten() {
        assert_eq!(&**yaml::parse(case.text.as_str()).text(), case.text, "{}", case.id);
    }
}

#[test]
fn every_verdict_agrees() {
    let Some(cases) = cases() else { return };
    assert!(cases.len() >= 402, "the suite is whole");
    let mut wrong = String::new();
    for case in cases {
        let document = yaml::parse(case.text.as_str());
        let excepted = match case.refused {
            true => READ_ALL_THE_SAME,
            false => REFUSED_ALL_THE_SAME,
        };
        let excepted = excepted.iter().any(|(id, _)| *id == case.id);
        let refused = !document.errors().is_empty();
        if (refused != case.refused) != excepted {
            writeln!(wrong, "{}: {:?}", case.id, document.errors()).expect("a string can be written to");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_tree_agrees() {
    let mut wrong = String::new();
    for case in cases().into_iter().flatten().filter(|case| !case.refused) {
        let document = yaml::parse(case.text.as_str());
        let expected: Vec<&str> = case.events.lines().map(without_marker).collect();
        let actual = events(&document);
        let actual: Vec<&str> = actual.lines().collect();
        if actual != expected {
            let text = &case.text;
            writeln!(wrong, "--- {}\n{text:?}\n{expected:#?}\n{actual:#?}", case.id)
                .expect("a string can be written to");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The tree does not contain whether the start and end of a document are explicit.
fn without_marker(event: &str) -> &str {
    match event {
        "+DOC ---" => "+DOC",
        "-DOC ..." => "-DOC",
        _ => event,
    }
}

/// The document in the suite's own notation.
fn events(document: &Document) -> String {
    let mut out = String::from("+STR\n");
    for root in document.roots() {
        out.push_str("+DOC\n");
        node_events(root, &handles(document, root), &mut out);
        out.push_str("-DOC\n");
    }
    out + "-STR\n"
}

fn node_events(node: Node<'_>, handles: &HashMap<&str, &str>, out: &mut String) {
    let anchor = node.anchor().map(|anchor| format!(" &{anchor}")).unwrap_or_default();
    let tag = node.tag().map(|tag| format!(" <{}>", resolve_tag(tag, handles))).unwrap_or_default();
    let flow = node.style() == Style::Flow;
    match node.kind() {
        NodeKind::Mapping => {
            let flow = if flow { " {}" } else { "" };
            out.push_str(&format!("+MAP{flow}{anchor}{tag}\n"));
            for entry in node.entries() {
                node_events(entry.key, handles, out);
                node_events(entry.value, handles, out);
            }
            out.push_str("-MAP\n");
        }
        NodeKind::Sequence => {
            let flow = if flow { " []" } else { "" };
            out.push_str(&format!("+SEQ{flow}{anchor}{tag}\n"));
            for item in node.items() {
                node_events(item, handles, out);
            }
            out.push_str("-SEQ\n");
        }
        NodeKind::Alias => out.push_str(&format!("=ALI {}\n", node.source())),
        NodeKind::Scalar => {
            let style = match node.style() {
                Style::Single => '\'',
                Style::Double => '"',
                Style::Literal => '|',
                Style::Folded => '>',
                _ => ':',
            };
            let text = node.as_str().expect("a scalar has a text");
            let text =
                text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r");
            let text = text.replace('\u{8}', "\\b").replace('\0', "\\0");
            out.push_str(&format!("=VAL{anchor}{tag} {style}{text}\n"));
        }
    }
}

/// The `%TAG` handles that hold for the document that `root` is of.
fn handles<'d>(document: &'d Document, root: Node<'_>) -> HashMap<&'d str, &'d str> {
    let before = document
        .roots()
        .map(|other| other.full_range().end)
        .filter(|&end| end < root.full_range().start)
        .last()
        .unwrap_or_default();
    let mut handles = HashMap::from([("!!", "tag:yaml.org,2002:")]);
    for line in document.text()[before..root.full_range().start].lines() {
        let words: Vec<&'d str> = line.split_whitespace().collect();
        if let ["%TAG", handle, prefix, ..] = words[..] {
            handles.insert(handle, prefix);
        }
    }
    handles
}

fn resolve_tag(tag: &str, handles: &HashMap<&str, &str>) -> String {
    if let Some(verbatim) = tag.strip_prefix("!<").and_then(|rest| rest.strip_suffix('>')) {
        return verbatim.to_owned();
    }
    let split = tag[1..].find('!').map_or(1, |at| at + 2);
    let (handle, suffix) = tag.split_at(split);
    let suffix = suffix.replace("%21", "!");
    format!("{}{suffix}", handles.get(handle).unwrap_or(&handle))
}
