//! Comparison of a node with a value or with another node.

use crate::node::Node;
use crate::notation::{NodeKind, Style};
use crate::{Resolved, Value};

/// Returns true if `node` reads as `value`, and is quoted if the value requires quotes.
pub(super) fn equals(node: Node<'_>, value: &Value) -> bool {
    let is_bare = matches!(node.style(), Style::Plain | Style::Missing);
    match (value.content(), node.kind()) {
        (Value::Null, NodeKind::Scalar) => node.is_null(),
        (Value::Plain(text), NodeKind::Scalar) => {
            let could_be_bare = super::quoting::is_plain_safe(text, super::quoting::ScalarContext::Block);
            node.text() == Some(text) && (is_bare || !could_be_bare)
        }
        (Value::Text(text), NodeKind::Scalar) => {
            node.text() == Some(text) && node.resolved() == Some(Resolved::Text)
        }
        (Value::Quoted(text), NodeKind::Scalar) => node.text() == Some(text) && !is_bare,
        (Value::Sequence(items), NodeKind::Sequence) => {
            node.items().len() == items.len()
                && node.items().zip(items).all(|(node, item)| equals(node, item))
        }
        (Value::Mapping(entries), NodeKind::Mapping) => {
            node.entries().len() == entries.len()
                && (node.entries().zip(entries))
                    .all(|(entry, (key, value))| entry.key.text() == Some(key) && equals(entry.value, value))
        }
        _ => false,
    }
}

/// Returns true if `node` has the text of `value`, in any quotes. A number that replaces a quoted one keeps the quotes.
pub(super) fn has_text_of(node: Node<'_>, value: &Value) -> bool {
    match (value.content(), node.kind()) {
        (Value::Plain(text), NodeKind::Scalar) => node.text() == Some(text),
        (Value::Sequence(items), NodeKind::Sequence) => {
            node.items().len() == items.len()
                && node.items().zip(items).all(|(node, item)| has_text_of(node, item))
        }
        (Value::Mapping(entries), NodeKind::Mapping) => {
            node.entries().len() == entries.len()
                && (node.entries().zip(entries)).all(|(entry, (key, value))| {
                    entry.key.text() == Some(key) && has_text_of(entry.value, value)
                })
        }
        _ => equals(node, value),
    }
}

/// Returns true if two nodes of two documents have the same content and style, with the same anchors, tags and aliases.
pub(super) fn same(one: Node<'_>, other: Node<'_>) -> bool {
    let alike = one.kind() == other.kind()
        && one.style() == other.style()
        && one.anchor() == other.anchor()
        && one.tag() == other.tag();
    if !alike {
        return false;
    }
    match one.kind() {
        NodeKind::Alias => one.source() == other.source(),
        NodeKind::Scalar => one.text() == other.text(),
        NodeKind::Mapping | NodeKind::Sequence => {
            let (ones, others) = (one.children(), other.children());
            ones.len() == others.len()
                && (ones.iter().zip(others))
                    .all(|(&a, &b)| same(one.document().node(a), other.document().node(b)))
        }
    }
}
