//! Lookup in a document: entries by key, merge keys, paths, and resolved scalars.

use std::collections::HashSet;

use super::node::{Entry, Node};
use super::notation::{NodeKind, Style};
use super::{Path, Resolved, Step, resolve_plain};

/// The maximum number of merged entries.
const MERGED: usize = 10_000;

/// The first own entry with this key. `fingerprint` is the fingerprint of the key.
pub(super) fn entry<'d>(node: Node<'d>, key: &str, fingerprint: u32) -> Option<Entry<'d>> {
    let node = node.resolve();
    node.nth_entry(position(node, key, fingerprint)?)
}

/// The position of that entry among the own entries. `node` is not an alias.
#[inline]
fn position(node: Node<'_>, key: &str, fingerprint: u32) -> Option<usize> {
    if node.kind() != NodeKind::Mapping {
        return None;
    }
    let (document, children, index) = (node.document(), node.children(), node.index());
    if index.is_empty() {
        return children.chunks_exact(2).position(|entry| document.node(entry[0]).has_text(key, fingerprint));
    }
    let text_at = |position: u32| document.node(children[position as usize * 2]).text();
    let from = index.partition_point(|&position| text_at(position) < Some(key));
    let found = *index.get(from)?;
    (text_at(found) == Some(key)).then_some(found as usize)
}

/// The value of the first entry with this key: an own entry, or one that `<<` adds.
pub(super) fn get<'d>(node: Node<'d>, key: &str, fingerprint: u32) -> Option<Node<'d>> {
    let node = node.resolve();
    if let Some(own) = position(node, key, fingerprint) {
        return Some(node.document().node(node.children()[own * 2 + 1]));
    }
    if !node.has_merges() {
        return None;
    }
    let mut found = None;
    walk_merges(node, |mapping| {
        found = entry(mapping, key, fingerprint).map(|entry| entry.value);
        found.is_none()
    });
    found
}

/// The effective entries of a mapping: see [`Node::merged_entries`].
#[derive(Debug)]
pub struct MergedEntries<'d>(Taking<'d>);

#[derive(Debug)]
enum Taking<'d> {
    /// The own entries, without duplicates.
    Own(Node<'d>, std::iter::Enumerate<std::slice::ChunksExact<'d, u32>>),
    Merged(std::vec::IntoIter<Entry<'d>>),
}

impl<'d> Iterator for MergedEntries<'d> {
    type Item = Entry<'d>;

    fn next(&mut self) -> Option<Entry<'d>> {
        match &mut self.0 {
            Taking::Own(node, pairs) => {
                let document = node.document();
                let mut entries = pairs.map(|(position, pair)| Entry {
                    key: document.node(pair[0]),
                    value: document.node(pair[1]),
                    position,
                });
                entries.find(|entry| !entry.is_duplicate())
            }
            Taking::Merged(entries) => entries.next(),
        }
    }
}

pub(super) fn merged_entries(node: Node<'_>) -> MergedEntries<'_> {
    let node = node.resolve();
    if node.has_merges() {
        return MergedEntries(Taking::Merged(merge(node).into_iter()));
    }
    // Without `<<`, only duplicates have to be skipped.
    let children = if node.kind() == NodeKind::Mapping { node.children() } else { &[] };
    MergedEntries(Taking::Own(node, children.chunks_exact(2).enumerate()))
}

fn merge(node: Node<'_>) -> Vec<Entry<'_>> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let own = node.entries().len();
    walk_merges(node, |mapping| {
        for entry in mapping.entries().filter(|entry| !entry.is_merge()) {
            if entry.key.text().is_none_or(|key| seen.insert(key)) {
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

/// Visits `node`, then the mappings that it merges and that they merge, in order of precedence, each once, until `visit` returns `false`.
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
        let own = mapping.has_merges().then(|| mapping.entries().filter(Entry::is_merge));
        for merge in own.into_iter().flatten() {
            let value = merge.value.resolve();
            match value.kind() {
                NodeKind::Sequence => todo.extend(value.items().map(Node::resolve)),
                _ => todo.push(value),
            }
        }
        todo[before..].reverse();
    }
}

pub(super) fn resolved(node: Node<'_>) -> Option<Resolved> {
    let node = node.resolve();
    let text = node.text()?;
    Some(match (node.tag(), node.style()) {
        (Some("!!str" | "!" | "!<tag:yaml.org,2002:str>"), _) => Resolved::Text,
        (_, Style::Plain | Style::Missing) => resolve_plain(text),
        _ => Resolved::Text,
    })
}

/// The path of a node. A key, and every node inside a key, has the path of the value.
pub(super) fn path_of(node: Node<'_>) -> Path {
    let mut steps = Vec::new();
    let mut node = node;
    while let Some(parent) = node.parent() {
        let position = node.data().position as usize;
        if node.is_key() {
            steps.clear();
        }
        steps.push(match parent.kind() {
            NodeKind::Mapping => {
                let key = node.key().unwrap_or(node);
                match key.text() {
                    Some(text) if !key.data().is_duplicate => Step::Key(text.into()),
                    _ => Step::Entry(position),
                }
            }
            _ => Step::Index(position),
        });
        node = parent;
    }
    steps.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use crate::{Document, Node, Path, Resolved, Step, parse};

    fn merged(document: &Document, key: &str) -> Vec<String> {
        let node = document.get(&Path::keys([key])).unwrap();
        node.merged_entries()
            .map(|entry| format!("{} {}", entry.key.source(), entry.value.source()))
            .collect()
    }

    #[test]
    fn own_entries_come_before_merged_ones_and_the_first_merge_wins() {
        let text = "a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b]\n  y: 3\n  y: 4\nd:\n  <<: *b\n  <<: *a\n";
        let document = parse(text);
        assert_eq!(merged(&document, "c"), ["y 3", "x 1", "z 2"]);
        assert_eq!(merged(&document, "d"), ["x 2", "z 2", "y 1"]);
        let c = document.get(&Path::keys(["c"])).unwrap();
        assert_eq!(c.get("z").map(Node::source), Some("2"));
        assert_eq!(c.get("x").map(Node::source), Some("1"));
        assert_eq!(c.get("y").map(Node::source), Some("3"));
        assert_eq!(c.get("w"), None);
        assert_eq!(document.get(&Path::keys(["c", "z"])), None, "a path addresses own entries only");
    }

    #[test]
    fn nested_merges_are_followed_once_each() {
        let document = parse("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: [*b, *a, *b]}\n");
        assert_eq!(merged(&document, "c"), ["y 2", "x 1"]);
    }

    #[test]
    fn a_quoted_merge_key_is_a_key() {
        let document = parse("a: &a {x: 1}\nb: {'<<': *a}\n");
        assert_eq!(merged(&document, "b"), ["'<<' *a"]);
        assert_eq!(document.get(&Path::keys(["b"])).unwrap().get("x"), None);
    }

    #[test]
    fn merging_a_node_that_is_not_a_mapping_adds_nothing() {
        let document = parse("a: {<<: 1, b: 2}\nc: {<<: [1, [2]]}\n");
        assert_eq!(merged(&document, "a"), ["b 2"]);
        assert!(merged(&document, "c").is_empty());
    }

    #[test]
    fn duplicate_keys_are_reported_with_the_first() {
        let few = "a: 1\nb: 2\n'a': 3\na: 4\n? [c]\n: 5\n? [c]\n: 6\n";
        let many = (0..40).fold(String::new(), |text, at| text + &format!("k{at}: {at}\n"));
        let many = many + few + "k7: again\n";
        let found = |text: &str| -> Vec<(usize, usize)> {
            let document = parse(text);
            document
                .duplicate_keys()
                .map(|(first, again)| (first.range().start, again.range().start))
                .collect()
        };
        assert_eq!(found(few), [(0, 10), (0, 17)]);
        let before = many.find("a: 1").unwrap();
        let again = (many.find("k7:").unwrap(), many.rfind("k7:").unwrap());
        assert_eq!(found(&many), [(before, before + 10), (before, before + 17), again]);
    }

    #[test]
    fn duplicate_and_complex_keys_are_addressed_by_position() {
        let text = "a: 1\na: {b: 2}\n[c]: 3\n";
        let document = parse(text);
        let paths: Vec<String> =
            document.root().unwrap().entries().map(|entry| entry.value.path().to_string()).collect();
        assert_eq!(paths, ["a", "{1}", "{2}"]);
        let b = Path::root().step(Step::Entry(1)).key("b");
        assert_eq!(document.get(&b).map(Node::source), Some("2"));
        let inner = document.root().unwrap().entries().nth(2).unwrap().key.items().next().unwrap();
        assert_eq!(inner.path().to_string(), "{2}", "a node inside a key has the key's path");
    }

    #[test]
    fn keys_are_found_in_large_and_small_mappings() {
        let text = (0..500).fold(String::new(), |text, at| text + &format!("k{}: {at}\n", at % 400));
        let document = parse(text);
        let root = document.root().unwrap();
        for at in 0..400 {
            assert_eq!(
                root.get(&format!("k{at}")).map(Node::source),
                Some(&*at.to_string()),
                "the first of each"
            );
        }
        assert_eq!(root.get("k400"), None);
        assert_eq!(root.get(""), None);
        assert_eq!(document.duplicate_keys().len(), 100);
    }

    #[test]
    fn only_plain_scalars_resolve() {
        let document = parse("[1, '1', \"1\", !!str 1, ! 1, !!int 1, ~, '', {}, *x]\n");
        let read: Vec<Option<Resolved>> = document.root().unwrap().items().map(Node::resolved).collect();
        let one = Some(Resolved::Int(1));
        let text = Some(Resolved::Text);
        assert_eq!(read, [one, text, text, text, text, one, Some(Resolved::Null), text, None, None]);
    }
}
