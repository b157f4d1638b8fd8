//! Laws of notes (row N4), over generated texts and the project's documents:
//!
//! - a note reads back as it was written, and no other note changes;
//! - only comment lines are written, so all values stay, according to another parser;
//! - a line that is added to a note adds one line to the text, and removing it restores the text.

mod common;
#[path = "common/judge.rs"]
#[allow(dead_code, reason = "the laws of patches take the rest")]
mod judge;
#[path = "common/texts.rs"]
mod texts;

use std::collections::{BTreeMap, HashMap};

use common::documents;
use limn::text::TextEdit;
use limn::yaml::{self, Document, Node, Path};
use proptest::prelude::*;

fn is_apart(comment: &str) -> bool {
    comment.starts_with("limn:")
}

fn paths(document: &Document) -> Vec<Path> {
    fn visit(node: Node<'_>, out: &mut Vec<Path>) {
        for child in node.entries().map(|entry| entry.value).chain(node.items()) {
            out.push(child.path());
            visit(child, out);
        }
    }
    let mut out = Vec::new();
    if let Some(root) = document.root() {
        visit(root, &mut out);
    }
    out
}

/// All notes that there are.
fn notes(document: &Document, paths: &[Path]) -> BTreeMap<Path, String> {
    let notes = yaml::notes(document, paths, is_apart);
    paths.iter().cloned().zip(notes).filter_map(|(path, note)| Some((path, note?))).collect()
}

/// Returns true if the edit writes and removes only comments, without line breaks at the ends.
fn is_of_comments(text: &str, edit: &TextEdit) -> bool {
    let comments =
        |lines: &str| lines.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#'));
    edit.indels().iter().all(|indel| {
        // Bytes that two lines have in common are not a part of the edit: whole lines are compared.
        let start = text[..indel.delete.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[indel.delete.end..].find('\n').map_or(text.len(), |at| indel.delete.end + at);
        let is_whole = indel.insert.is_empty() || indel.insert.ends_with('\n');
        let removed = if is_whole { &text[start..indel.delete.end] } else { &text[start..end] };
        comments(removed) && comments(&format!("{}{}", &text[start..indel.delete.start], indel.insert))
    })
}

/// Number of notes that were written.
fn hold(text: &str) -> Result<usize, String> {
    let document = yaml::parse(text);
    if !document.errors().is_empty() {
        return Ok(0);
    }
    let paths = paths(&document);
    let before = notes(&document, &paths);
    let values = judge::read(text);
    let mut written = 0;
    for at in &paths {
        let old = before.get(at).cloned().unwrap_or_default();
        let more = format!("{old}\nmore: [").trim_start_matches('\n').to_owned();
        for new in [more.as_str(), "- a\n\n  # b", "a\u{85}b\u{2028}c", ""] {
            let Ok(edit) = yaml::set_note(&document, at, new, is_apart) else { continue };
            written += 1;
            let fail = |why: &str| Err(format!("`{at}` {new:?}: {why}\n{text}\n---\n{}", edit.apply(text)));
            let now = edit.apply(text);
            let after = yaml::parse(now.as_str());
            let mut expected = before.clone();
            expected.remove(at);
            if !new.is_empty() {
                expected.insert(at.clone(), new.replace(['\u{85}', '\u{2028}'], "\n"));
            }
            if notes(&after, &paths) != expected {
                return fail("another note");
            }
            if !is_of_comments(text, &edit) {
                return fail("more than comments");
            }
            match (&values, judge::read(&now)) {
                (Ok(Some(old)), Ok(Some(new))) if old.agrees(&new, &mut HashMap::default()) => {}
                (Ok(None) | Err(_), _) => {}
                _ => return fail("another value"),
            }
            if new == more {
                if now.lines().count() != text.lines().count() + 1 {
                    return fail("not one line more");
                }
                let back = yaml::set_note(&after, at, &old, is_apart);
                if back.map(|back| back.apply(&now)) != Ok(text.to_owned()) {
                    return fail("not the text that it was");
                }
            }
        }
    }
    Ok(written)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    #[test]
    fn a_note_is_written_alone(stream in proptest::collection::vec(any::<u8>(), 0..120)) {
        prop_assert_eq!(hold(&texts::text(&stream)).err(), None);
    }
}

#[test]
fn a_note_in_a_document_is_written_alone() {
    let mut written = 0;
    for text in documents::texts() {
        written += hold(text).unwrap_or_else(|fault| panic!("{fault}"));
    }
    assert!(written > 10_000, "{written} notes were written");
}
