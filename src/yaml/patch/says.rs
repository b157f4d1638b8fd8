//! Whether a node says what a value or another node says.

use crate::yaml::document::{Kind, Node, Style};
use crate::yaml::{Resolved, Value};

/// Whether `node` reads as `value`, and is quoted where that asks for it.
pub(super) fn says(node: Node<'_>, value: &Value) -> bool {
    let is_bare = matches!(node.style(), Style::Plain | Style::Missing);
    match (value.said(), node.kind()) {
        (Value::Null, Kind::Scalar) => node.is_null(),
        (Value::Plain(text), Kind::Scalar) => {
            let could_be_bare = super::quoting::is_plain_safe(text, super::quoting::Context::Block);
            node.said() == Some(text) && (is_bare || !could_be_bare)
        }
        (Value::Text(text), Kind::Scalar) => {
            node.said() == Some(text) && node.resolved() == Some(Resolved::Text)
        }
        (Value::Quoted(text), Kind::Scalar) => node.said() == Some(text) && !is_bare,
        (Value::Sequence(items), Kind::Sequence) => {
            node.items().len() == items.len() && node.items().zip(items).all(|(node, item)| says(node, item))
        }
        (Value::Mapping(entries), Kind::Mapping) => {
            node.entries().len() == entries.len()
                && (node.entries().zip(entries))
                    .all(|(entry, (key, value))| entry.key.said() == Some(key) && says(entry.value, value))
        }
        _ => false,
    }
}

/// Whether `node` says the text of `value`, in whatever quotes. A number that took the place of one in quotes keeps those.
pub(super) fn says_loosely(node: Node<'_>, value: &Value) -> bool {
    match (value.said(), node.kind()) {
        (Value::Plain(text), Kind::Scalar) => node.said() == Some(text),
        (Value::Sequence(items), Kind::Sequence) => {
            node.items().len() == items.len()
                && node.items().zip(items).all(|(node, item)| says_loosely(node, item))
        }
        (Value::Mapping(entries), Kind::Mapping) => {
            node.entries().len() == entries.len()
                && (node.entries().zip(entries)).all(|(entry, (key, value))| {
                    entry.key.said() == Some(key) && says_loosely(entry.value, value)
                })
        }
        _ => says(node, value),
    }
}

/// Whether two nodes of two documents say the same in the same style, with the same anchors, tags and aliases.
pub(super) fn same(one: Node<'_>, other: Node<'_>) -> bool {
    let alike = one.kind() == other.kind()
        && one.style() == other.style()
        && one.anchor() == other.anchor()
        && one.tag() == other.tag();
    if !alike {
        return false;
    }
    match one.kind() {
        Kind::Alias => one.source() == other.source(),
        Kind::Scalar => one.said() == other.said(),
        Kind::Mapping | Kind::Sequence => {
            let (ones, others) = (one.children(), other.children());
            ones.len() == others.len()
                && (ones.iter().zip(others))
                    .all(|(&a, &b)| same(one.document().node(a), other.document().node(b)))
        }
    }
}
