//! What a document says beyond its own bytes: entries by key, merges, paths, and what scalars mean.

use std::collections::HashSet;

use super::document::{Entry, Kind, Node, Style};
use super::{Path, Resolved, Step, resolve_plain};

/// More merged entries than this are not taken in.
const MERGED: usize = 10_000;

/// The first own entry whose key reads so.
pub(super) fn entry<'d>(node: Node<'d>, key: &str) -> Option<Entry<'d>> {
    alike(node, key).next()
}

/// The own entries whose key reads so, in order.
fn alike<'d>(node: Node<'d>, key: &str) -> impl Iterator<Item = Entry<'d>> {
    let node = node.resolve();
    let reads_so = move |entry: &Entry<'d>| entry.key.said() == Some(key);
    let nth = move |position: u32| node.entries().nth(position as usize);
    let index = &node.data().index;
    // By the index where there is one, one by one where there is none.
    let from =
        index.partition_point(|&position| nth(position).and_then(|entry| entry.key.said()) < Some(key));
    let found = index[from..].iter().filter_map(move |&position| nth(position)).take_while(reads_so);
    let searched = node.entries().filter(reads_so).take(if index.is_empty() { usize::MAX } else { 0 });
    found.chain(searched)
}

/// The value of the first entry whose key reads so: an own one, or else one that `<<` brings in.
pub(super) fn get<'d>(node: Node<'d>, key: &str) -> Option<Node<'d>> {
    if let Some(own) = entry(node, key) {
        return Some(own.value);
    }
    let mut found = None;
    walk_merges(node.resolve(), |mapping| {
        found = entry(mapping, key).map(|entry| entry.value);
        found.is_none()
    });
    found
}

pub(super) fn merged_entries(node: Node<'_>) -> Vec<Entry<'_>> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let node = node.resolve();
    let own = node.entries().len();
    walk_merges(node, |mapping| {
        for entry in mapping.entries().filter(|entry| !entry.is_merge()) {
            if entry.key.said().is_none_or(|key| seen.insert(key)) {
                out.push(entry);
            }
            if out.len() >= own + MERGED {
                return false;
            }
        }
        true
    });
    out
}

/// `node`, and then the mappings that it merges and that they merge, in the order in which their entries take effect; each once, and on while
/// `on` says so.
fn walk_merges<'d>(node: Node<'d>, mut on: impl FnMut(Node<'d>) -> bool) {
    let mut taken = HashSet::new();
    let mut todo = vec![node];
    while let Some(mapping) = todo.pop() {
        if !taken.insert(mapping.id) {
            continue;
        }
        if !on(mapping) {
            return;
        }
        let before = todo.len();
        for merge in alike(mapping, "<<").filter(Entry::is_merge) {
            let value = merge.value.resolve();
            match value.kind() {
                Kind::Sequence => todo.extend(value.items().map(Node::resolve)),
                _ => todo.push(value),
            }
        }
        todo[before..].reverse();
    }
}

pub(super) fn resolved(node: Node<'_>) -> Option<Resolved> {
    let node = node.resolve();
    let text = node.said()?;
    Some(match (node.tag(), node.style()) {
        (Some("!!str" | "!" | "!<tag:yaml.org,2002:str>"), _) => Resolved::Text,
        (_, Style::Plain | Style::Missing) => resolve_plain(text),
        _ => Resolved::Text,
    })
}

/// The path of a node. A key has the path of its value, and so has all that stands in a key.
pub(super) fn path_of(node: Node<'_>) -> Path {
    let mut steps = Vec::new();
    let mut node = node;
    while let Some(parent) = node.parent() {
        let position = node.data().position as usize;
        if node.is_key() {
            steps.clear();
        }
        steps.push(match parent.kind() {
            Kind::Mapping => {
                let key = node.key().unwrap_or(node);
                match key.said() {
                    Some(said) if !key.data().is_repeated => Step::Key(said.into()),
                    _ => Step::Entry(position),
                }
            }
            _ => Step::Index(position),
        });
        node = parent;
    }
    steps.into_iter().rev().collect()
}
