//! Patch plan: collects the changes to each node, in terms of the document before. Merges or rejects conflicting changes; writes no text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::compare::equals;
use super::new_value::{Leaf, add_to};
use super::{PatchError, difference};
use crate::document::Document;
use crate::node::{Entry, Node};
use crate::notation::{NodeKind, Style};
use crate::{Op, Path, Placement, Step, Value};

/// The changes to each node.
pub(super) struct Plan<'d> {
    pub(super) document: &'d Document,
    /// The new content of an empty document.
    pub(super) root: Option<Value>,
    /// Non-empty mappings and sequences that gain or lose parts.
    pub(super) containers: BTreeMap<u32, Changes>,
    /// Nodes that are replaced, including `{}`, `[]` and null that are filled.
    pub(super) values: BTreeMap<u32, Value>,
    /// Scalars with replaced ranges; disjoint and sorted.
    pub(super) within: BTreeMap<u32, Vec<(Range<usize>, String)>>,
    /// Renamed keys.
    pub(super) keys: BTreeMap<u32, String>,
    /// Collections that are rewritten part by part.
    pub(super) rewritten: Vec<Path>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) removed: BTreeSet<usize>,
    /// True to remove the collection too if it becomes empty.
    pub(super) prune: bool,
    pub(super) added: Vec<Added>,
    /// Moves, from one position to another.
    pub(super) moved: Option<(usize, usize)>,
}

/// A new part, before the old part at position `gap`.
#[derive(Debug)]
pub(super) struct Added {
    pub(super) gap: usize,
    /// `None` for an item.
    pub(super) key: Option<String>,
    pub(super) value: Value,
}

impl<'d> Plan<'d> {
    pub(super) fn of(document: &'d Document, ops: &[Op]) -> Result<Plan<'d>, PatchError> {
        let mut plan = Plan {
            document,
            root: None,
            containers: BTreeMap::new(),
            values: BTreeMap::new(),
            within: BTreeMap::new(),
            keys: BTreeMap::new(),
            rewritten: Vec::new(),
        };
        for op in ops {
            plan.gather(op)?;
        }
        plan.refuse_inside_rewritten(ops)?;
        plan.resolve_conflicts()?;
        Ok(plan)
    }

    pub(super) fn node(&self, id: u32) -> Node<'d> {
        self.document.node(id)
    }

    fn gather(&mut self, op: &Op) -> Result<(), PatchError> {
        match op {
            Op::Insert { into, key, value, placement } => {
                let leaf =
                    Leaf::Entry { key: key.clone(), value: value.clone(), placement: placement.clone() };
                self.put(into, leaf)
            }
            Op::Append { to, value } => self.put(to, Leaf::Item(value.clone())),
            Op::Replace { at, value } => self.replace(at, value),
            Op::ReplaceWithin { at, within, with } => self.replace_within(at, within, with),
            Op::RenameKey { at, to } => self.rename(at, to),
            Op::Remove { at, prune } => {
                let (parent, position) = self.place(at)?;
                let changes = self.changes(parent);
                changes.removed.insert(position);
                changes.prune |= prune;
                Ok(())
            }
            Op::Move { at, to } => self.relocate(at, to),
        }
    }

    pub(super) fn changes(&mut self, container: Node<'d>) -> &mut Changes {
        self.containers.entry(container.id).or_default()
    }

    /// The node at `path`. No alias may lead to it, but it can be an alias itself.
    fn locate(&self, path: &Path) -> Result<Node<'d>, PatchError> {
        let missing = || PatchError::Missing(path.clone());
        let mut node = self.document.root().ok_or_else(missing)?;
        for (depth, step) in path.steps().iter().enumerate() {
            refuse_alias(node, path)?;
            node = match node.child(step) {
                Some(child) => child,
                None => return Err(shared_by_merge(node, path, depth).unwrap_or_else(missing)),
            };
        }
        Ok(node)
    }

    /// The collection that contains the node at `path`, and the node's position in it.
    pub(super) fn place(&self, path: &Path) -> Result<(Node<'d>, usize), PatchError> {
        let node = self.locate(path)?;
        let parent = node.parent().ok_or_else(|| PatchError::Unwritable(path.clone()))?;
        Ok((parent, node.data().position as usize))
    }

    /// Adds an entry or item to the collection at `path`, which is created if it is missing.
    fn put(&mut self, path: &Path, leaf: Leaf) -> Result<(), PatchError> {
        let steps = path.steps();
        let Some(mut node) = self.document.root() else {
            return add_to(self.root.get_or_insert(Value::Null), path, 0, leaf);
        };
        for depth in 0..=steps.len() {
            if let Some(value) = self.values.get_mut(&node.id) {
                return add_to(value, path, depth, leaf);
            }
            refuse_alias(node, path)?;
            if let Some(empty) = as_empty(node) {
                return add_to(self.values.entry(node.id).or_insert(empty), path, depth, leaf);
            }
            let Some(step) = steps.get(depth) else { break };
            if let Some(child) = node.child(step) {
                node = child;
                continue;
            }
            let key = match step {
                Step::Key(key) if node.kind() == NodeKind::Mapping => key,
                Step::Key(_) => return Err(PatchError::NotAMapping(path.prefix(depth))),
                Step::Index(_) | Step::Entry(_) => return Err(PatchError::Missing(path.prefix(depth + 1))),
            };
            if let Some(error) = shared_by_merge(node, path, depth) {
                return Err(error);
            }
            let gap = node.entries().len();
            let changes = self.changes(node);
            let made = changes.added.iter().position(|added| added.key.as_deref() == Some(key));
            let at = made.unwrap_or(changes.added.len());
            if made.is_none() {
                changes.added.push(Added { gap, key: Some(key.as_ref().to_owned()), value: Value::Null });
            }
            return add_to(&mut changes.added[at].value, path, depth + 1, leaf);
        }
        match (leaf, node.kind()) {
            (Leaf::Entry { key, value, placement }, NodeKind::Mapping) => {
                self.add_entry(node, key, value, &placement);
                Ok(())
            }
            (Leaf::Item(value), NodeKind::Sequence) => {
                let gap = node.items().len();
                self.changes(node).added.push(Added { gap, key: None, value });
                Ok(())
            }
            (Leaf::Entry { .. }, _) => Err(PatchError::NotAMapping(path.clone())),
            (Leaf::Item(_), _) => Err(PatchError::NotASequence(path.clone())),
        }
    }

    /// Adds an entry as if the operations were applied one by one: `First` goes before earlier additions, `After` directly after the sibling.
    fn add_entry(&mut self, node: Node<'d>, key: String, value: Value, placement: &Placement) {
        let count = node.entries().len();
        let position =
            |key: &str| node.child(&Step::Key(key.into())).map(|value| value.data().position as usize);
        let changes = self.changes(node);
        let made = |key: &str| changes.added.iter().position(|added| added.key.as_deref() == Some(key));
        let first_at = |gap: usize| {
            changes.added.iter().position(|added| added.gap >= gap).unwrap_or(changes.added.len())
        };
        let behind = |gap: usize| {
            changes.added.iter().position(|added| added.gap > gap).unwrap_or(changes.added.len())
        };
        let (at, gap) = match placement {
            Placement::First => (first_at(0), 0),
            Placement::Last => (behind(count), count),
            Placement::After(sibling) => match (position(sibling), made(sibling)) {
                (Some(position), _) => (first_at(position + 1), position + 1),
                (None, Some(made)) => (made + 1, changes.added[made].gap),
                (None, None) => (behind(count), count),
            },
            Placement::Before(sibling) => match (position(sibling), made(sibling)) {
                (Some(position), _) => (behind(position), position),
                (None, Some(made)) => (made, changes.added[made].gap),
                (None, None) => (behind(count), count),
            },
        };
        changes.added.insert(at, Added { gap, key: Some(key), value });
    }

    fn replace(&mut self, at: &Path, value: &Value) -> Result<(), PatchError> {
        if self.document.root().is_none() && at.is_empty() {
            return match self.root.replace(value.clone()) {
                None => Ok(()),
                Some(_) => Err(PatchError::Overlap(at.clone())),
            };
        }
        let node = self.locate(at)?;
        if self.values.contains_key(&node.id) || self.rewritten.contains(at) {
            return Err(PatchError::Overlap(at.clone()));
        }
        if self.rewrite(node, value) {
            self.rewritten.push(at.clone());
        }
        Ok(())
    }

    /// Rewrites `node` to `value` part by part if most of a collection can stay; returns whether it did.
    fn rewrite(&mut self, node: Node<'d>, value: &Value) -> bool {
        if equals(node, value) {
            return false;
        }
        match (value.content(), node.kind()) {
            (Value::Mapping(entries), NodeKind::Mapping) => {
                if let Some(steps) = difference::of_mapping(node, entries) {
                    self.rewrite_mapping(node, entries, &steps);
                    return true;
                }
            }
            (Value::Sequence(items), NodeKind::Sequence) => {
                if let Some((head, tail)) = difference::of_sequence(node, items) {
                    self.rewrite_sequence(node, items, head, tail);
                    return true;
                }
            }
            _ => {}
        }
        self.values.insert(node.id, value.clone());
        false
    }

    fn rewrite_mapping(&mut self, node: Node<'d>, entries: &[(String, Value)], stays: &[Option<usize>]) {
        let mut gap = 0;
        for ((key, value), stays) in entries.iter().zip(stays) {
            match stays.and_then(|position| node.nth_entry(position)) {
                Some(entry) => {
                    gap = entry.position + 1;
                    self.rewrite(entry.value, value);
                }
                None => {
                    let new = Added { gap, key: Some(key.clone()), value: value.clone() };
                    self.changes(node).added.push(new);
                }
            }
        }
        let goes = (0..count(node)).filter(|position| !stays.contains(&Some(*position)));
        let goes: Vec<usize> = goes.collect();
        if !goes.is_empty() {
            self.changes(node).removed.extend(goes);
        }
    }

    /// Rewrites a sequence; the first `head` and the last `tail` items stay.
    fn rewrite_sequence(&mut self, node: Node<'d>, items: &[Value], head: usize, tail: usize) {
        let old = count(node);
        let new = &items[head..items.len() - tail];
        let shared = new.len().min(old - head - tail);
        for (at, value) in new.iter().take(shared).enumerate() {
            if let Some(item) = node.nth_item(head + at) {
                self.rewrite(item, value);
            }
        }
        let gap = old - tail;
        for value in new.iter().skip(shared) {
            self.changes(node).added.push(Added { gap, key: None, value: value.clone() });
        }
        if head + shared < gap {
            self.changes(node).removed.extend(head + shared..gap);
        }
    }

    fn replace_within(&mut self, at: &Path, within: &Range<usize>, with: &str) -> Result<(), PatchError> {
        let node = self.locate(at)?;
        refuse_alias(node, at)?;
        let decoded = node.text().ok_or_else(|| PatchError::Unwritable(at.clone()))?;
        if decoded.get(within.clone()).is_none() {
            return Err(PatchError::Unwritable(at.clone()));
        }
        let parts = self.within.entry(node.id).or_default();
        let at_index =
            parts.partition_point(|(other, _)| (other.start, other.end) <= (within.start, within.end));
        parts.insert(at_index, (within.clone(), with.to_owned()));
        let meet = parts.windows(2).any(|pair| pair[0].0.end > pair[1].0.start);
        if meet { Err(PatchError::Overlap(at.clone())) } else { Ok(()) }
    }

    fn rename(&mut self, at: &Path, to: &str) -> Result<(), PatchError> {
        let node = self.locate(at)?;
        let Some(key) = node.key() else {
            return Err(PatchError::NotAMapping(at.parent().unwrap_or_default()));
        };
        if !matches!(key.kind(), NodeKind::Scalar | NodeKind::Alias) {
            return Err(PatchError::Unwritable(at.clone()));
        }
        if key.text() == Some(to) && !key.is_alias() {
            return Ok(());
        }
        match self.keys.insert(key.id, to.to_owned()) {
            Some(other) if other != to => Err(PatchError::Overlap(at.clone())),
            _ => Ok(()),
        }
    }

    fn relocate(&mut self, at: &Path, to: &Step) -> Result<(), PatchError> {
        let (parent, from) = self.place(at)?;
        let missing = || PatchError::Missing(at.parent().unwrap_or_default().step(to.clone()));
        let to = parent.child(to).ok_or_else(missing)?.data().position as usize;
        if from == to {
            return Ok(());
        }
        match self.changes(parent).moved.replace((from, to)) {
            Some(_) => Err(PatchError::Overlap(at.clone())),
            None => Ok(()),
        }
    }
}

/// The number of parts of a collection.
pub(super) fn count(node: Node<'_>) -> usize {
    if node.kind() == NodeKind::Mapping { node.entries().len() } else { node.items().len() }
}

pub(super) fn depth(node: Node<'_>) -> usize {
    std::iter::successors(Some(node), |node| node.parent()).count()
}

fn refuse_alias(node: Node<'_>, path: &Path) -> Result<(), PatchError> {
    if !node.is_alias() {
        return Ok(());
    }
    Err(PatchError::Shared { path: path.clone(), anchor: node.source()[1..].to_owned() })
}

/// The error if the step at `depth` addresses an entry that `<<` adds.
fn shared_by_merge(node: Node<'_>, path: &Path, depth: usize) -> Option<PatchError> {
    let key = path.key_at(depth)?;
    node.get(key)?;
    let merge = node.entries().find(Entry::is_merge)?.value;
    let alias = merge.items().chain([merge]).find(|value| value.is_alias() && value.get(key).is_some())?;
    Some(PatchError::Shared { path: path.clone(), anchor: alias.source()[1..].to_owned() })
}

/// The value to fill an empty node with; `None` if the node has content, even a comment.
fn as_empty(node: Node<'_>) -> Option<Value> {
    let has_comment = || node.source().contains('#');
    match (node.kind(), node.style()) {
        (NodeKind::Scalar, _) => node.is_null().then_some(Value::Null),
        (NodeKind::Mapping, Style::Flow) if node.entries().len() == 0 && !has_comment() => {
            Some(Value::Mapping(Vec::new()))
        }
        (NodeKind::Sequence, Style::Flow) if node.items().len() == 0 && !has_comment() => {
            Some(Value::Sequence(Vec::new()))
        }
        _ => None,
    }
}
