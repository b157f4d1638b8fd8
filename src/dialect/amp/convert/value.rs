//! Copies of values.

use limn_yaml::{Node, Style, Value};

/// Maximum depth of copies.
const DEPTH: usize = 64;

/// A copy of a value; `None` if it has aliases, anchors or tags, which a copy would lose.
pub(super) fn copied(node: Node<'_>) -> Option<Value> {
    copied_within(node, DEPTH)
}

fn copied_within(node: Node<'_>, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    if node.is_alias() || node.anchor().is_some() || node.tag().is_some() || node.has_merges() {
        return None;
    }
    let is_flow = node.style() == Style::Flow;
    let collection = |value: Value| if is_flow { value.on_one_line() } else { value };
    if node.is_mapping() {
        let entry = |entry: limn_yaml::Entry<'_>| {
            let key = entry.key.as_str().filter(|_| entry.key.is_scalar())?.into_owned();
            Some((key, copied_within(entry.value, depth)?))
        };
        return node
            .entries()
            .map(entry)
            .collect::<Option<_>>()
            .map(|entries| collection(Value::Mapping(entries)));
    }
    if node.is_sequence() {
        let items = node.items().map(|item| copied_within(item, depth)).collect::<Option<_>>()?;
        return Some(collection(Value::Sequence(items)));
    }
    if node.is_null() {
        return Some(Value::Null);
    }
    let text = node.as_str()?.into_owned();
    Some(match node.style() {
        Style::Plain => Value::Plain(text),
        Style::Single | Style::Double => Value::Quoted(text),
        _ => Value::Text(text),
    })
}

/// Returns true for a value with comments, which a copy would lose.
pub(super) fn has_comments(node: Node<'_>) -> bool {
    let range = node.full_range();
    let comments = node.document().comments();
    let first = comments.partition_point(|comment| comment.range.start < range.start);
    comments.get(first).is_some_and(|comment| comment.range.start < range.end)
}
