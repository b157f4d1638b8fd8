//! What a document says beyond its own bytes: merges, paths, what scalars mean, and where a part of their text stands.

use std::collections::HashSet;
use std::ops::Range;

use super::document::{Entry, Kind, Node, Style};
use super::{Path, Resolved, Step, resolve_plain};
use crate::text::TextRange;

/// More merged entries than this are not followed.
const MERGED: usize = 10_000;

pub(super) fn merged_entries(node: Node<'_>) -> Vec<Entry<'_>> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    // Mappings still to be taken in, the next one last; each mapping counts once.
    let mut todo = vec![node.resolve()];
    let mut taken = HashSet::new();
    while let Some(node) = todo.pop() {
        if !taken.insert(node.id) {
            continue;
        }
        let mut merges = Vec::new();
        for entry in node.entries() {
            if entry.is_merge() {
                match entry.value.is_sequence() {
                    true => merges.extend(entry.value.items().map(Node::resolve)),
                    false => merges.push(entry.value.resolve()),
                }
                continue;
            }
            let fresh = entry.key.as_str().is_none_or(|key| seen.insert(key));
            if fresh && out.len() < MERGED {
                out.push(entry);
            }
        }
        todo.extend(merges.into_iter().rev());
    }
    out
}

pub(super) fn resolved(node: Node<'_>) -> Option<Resolved> {
    let node = node.resolve();
    if node.kind() != Kind::Scalar {
        return None;
    }
    let text = node.as_str()?;
    Some(match (node.tag(), node.style()) {
        (Some("!!str" | "!" | "!<tag:yaml.org,2002:str>"), _) => Resolved::Text,
        (_, Style::Plain | Style::Missing) => resolve_plain(&text),
        _ => Resolved::Text,
    })
}

pub(super) fn path_of(node: Node<'_>) -> Path {
    let mut steps = Vec::new();
    let mut node = node;
    while let Some(parent) = node.parent() {
        let data = node.data();
        let position = data.position as usize;
        steps.push(match parent.kind() {
            Kind::Mapping => match parent.entries().nth(position).and_then(|entry| entry.key.as_str()) {
                Some(key) => {
                    let first = parent.entries().find(|entry| entry.key.as_str().as_deref() == Some(&key));
                    match first {
                        Some(first) if first.position == position => Step::Key(key.into()),
                        _ => Step::Entry(position),
                    }
                }
                None => Step::Entry(position),
            },
            _ => Step::Index(position),
        });
        node = parent;
    }
    steps.into_iter().rev().collect()
}

pub(super) fn range_within(node: Node<'_>, within: Range<usize>) -> TextRange {
    let node = node.resolve();
    let data = node.data();
    let inner = match node.style() {
        Style::Plain if data.decoded.is_none() => data.range.start,
        Style::Single | Style::Double if data.decoded.is_none() => data.range.start + 1,
        _ => return data.range,
    };
    TextRange::new(inner + within.start, inner + within.end)
}
