//! Parser: every text is a document, and everything in it lies inside the text.

use limn::text::{LineIndex, TextRange};
use limn::yaml::{self, Document, Node};

use super::input::{boundary, split};

/// At most so many offsets are looked up.
const OFFSETS: usize = 64;

pub fn run(data: &[u8]) {
    let (_, text) = split(data);
    let document = yaml::parse(&*text);
    assert_eq!(**document.text(), *text, "the text is kept");
    let inside = |range: TextRange| assert!(text.get(range.start..range.end).is_some(), "{range:?}");
    for node in document.nodes() {
        node_holds(&document, node);
        inside(node.range());
        inside(node.full_range());
    }
    for comment in document.comments() {
        assert!(text[comment.range].starts_with('#'), "{comment:?}");
    }
    for error in document.errors() {
        inside(error.range);
        assert!(!error.message.is_empty());
        if let Some((range, _)) = &error.related {
            inside(*range);
        }
        if let Some((_, edit)) = &error.fix {
            let after = edit.apply(&text);
            assert_eq!(edit.invert(&text).apply(&after), *text);
        }
    }
    for (first, second) in document.duplicate_keys() {
        assert!(first.range().start < second.range().start || first.is_alias() || second.is_alias());
    }
    offsets(&document, &text);
    let again = yaml::parse(&*text);
    let shape = |document: &Document| -> Vec<_> {
        document.nodes().map(|node| (node.kind(), node.style(), node.full_range())).collect()
    };
    assert_eq!(shape(&document), shape(&again), "parsing is deterministic");
    assert_eq!(document.errors(), again.errors());
}

fn node_holds(document: &Document, node: Node<'_>) {
    let path = node.path();
    if !node.is_key() && in_first(document, node) {
        assert_eq!(document.get(&path).map(Node::id), Some(node.id()), "{path} leads back to its node");
    }
    let _ = (node.resolved(), node.merged_entries().count(), node.anchor(), node.tag(), node.is_null());
    let Some(said) = node.as_str() else { return };
    for at in [0, said.len() / 2, said.len()] {
        let at = boundary(&said, at);
        let range = node.range_within(0..at);
        assert!(document.text().get(range.start..range.end).is_some(), "{range:?} in {said:?}");
    }
}

/// Paths are those of the first document, and lead into no key.
fn in_first(document: &Document, node: Node<'_>) -> bool {
    let mut node = node;
    while let Some(parent) = node.parent() {
        if node.is_key() {
            return false;
        }
        node = parent;
    }
    !node.is_key() && document.root().is_some_and(|root| root.id() == node.id())
}

fn offsets(document: &Document, text: &str) {
    let lines = LineIndex::new(text.into());
    for at in (0..=text.len()).step_by((text.len() / OFFSETS).max(1)).map(|at| boundary(text, at)) {
        if let Some(node) = document.at(at) {
            assert!(
                node.full_range().touches(at) || node.parent().is_none(),
                "{at}: {:?}",
                node.full_range()
            );
        }
        assert_eq!(lines.offset(lines.utf16(at)), at);
        let place = lines.line_column(at);
        assert!(place.line >= 1 && place.column >= 1);
        assert!(lines.line_start(place.line - 1) <= at);
    }
}
