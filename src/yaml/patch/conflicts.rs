//! Conflicts between the operations of one patch: merges compatible changes and rejects the others.

use std::collections::BTreeSet;

use super::PatchError;
use super::plan::{Changes, Plan, count, depth};
use crate::node::Node;
use crate::{Op, Path};

/// The effect of changes to a node's ancestors on the node.
#[derive(Clone, Copy, Default)]
struct Effect {
    removed: bool,
    replaced: bool,
    moved: bool,
}

impl<'d> Plan<'d> {
    pub(super) fn resolve_conflicts(&mut self) -> Result<(), PatchError> {
        self.prune();
        self.refuse_overlaps()?;
        self.refuse_repeated_keys()?;
        self.refuse_lost_anchors()
    }

    /// Rejects changes inside a collection that is replaced as a whole.
    pub(super) fn refuse_inside_rewritten(&self, ops: &[Op]) -> Result<(), PatchError> {
        for op in ops {
            let (Op::Replace { at, .. }
            | Op::ReplaceWithin { at, .. }
            | Op::RenameKey { at, .. }
            | Op::Remove { at, .. }
            | Op::Move { at, .. }) = op
            else {
                continue;
            };
            let inside = |outer: &&Path| at.len() > outer.len() && at.starts_with(outer);
            if let Some(outer) = self.rewritten.iter().find(inside) {
                return Err(PatchError::Overlap(outer.clone()));
            }
        }
        Ok(())
    }

    /// Removes a collection that loses all its parts from its parent, if requested. One level up only.
    fn prune(&mut self) {
        let to_prune = self.containers.iter().filter(|(_, changes)| changes.prune).map(|(&id, _)| id);
        let mut to_prune: Vec<Node<'d>> = to_prune.map(|id| self.node(id)).collect();
        to_prune.sort_by_key(|&node| std::cmp::Reverse(depth(node)));
        for node in to_prune {
            let is_empty = (self.containers.get(&node.id))
                .is_some_and(|changes| changes.removed.len() == count(node) && changes.added.is_empty());
            if let Some(parent) = node.parent().filter(|_| is_empty && !node.is_key()) {
                self.containers.remove(&node.id);
                self.changes(parent).removed.insert(node.data().position as usize);
            }
        }
    }

    /// Rejects a change inside a node that another change removes or moves. Removing a node that goes anyway is not a conflict.
    fn refuse_overlaps(&mut self) -> Result<(), PatchError> {
        let mut absorbed = Vec::new();
        let touched = (self.containers.keys()).chain(self.values.keys()).chain(self.within.keys());
        for &id in touched.chain(self.keys.keys()) {
            let node = self.node(id);
            let effect = self.effect(node);
            let only_removes = (self.containers.get(&id))
                .is_some_and(|changes| changes.added.is_empty() && changes.moved.is_none())
                && !self.values.contains_key(&id);
            if effect.removed && only_removes {
                absorbed.push(id);
            } else if effect.removed || effect.replaced || effect.moved {
                return Err(PatchError::Overlap(node.path()));
            }
        }
        for id in absorbed {
            self.containers.remove(&id);
        }
        for (&id, changes) in &self.containers {
            let is_also_replaced = self.values.contains_key(&id);
            let moves_and_more =
                changes.moved.is_some() && !(changes.removed.is_empty() && changes.added.is_empty());
            if is_also_replaced || moves_and_more {
                return Err(PatchError::Overlap(self.node(id).path()));
            }
        }
        match self.values.keys().find(|id| self.within.contains_key(id)) {
            Some(&id) => Err(PatchError::Overlap(self.node(id).path())),
            None => Ok(()),
        }
    }

    /// The effect of changes to the ancestors of the node.
    fn effect(&self, node: Node<'d>) -> Effect {
        let mut effect = Effect::default();
        let mut child = node;
        while let Some(parent) = child.parent() {
            effect.replaced |= self.values.contains_key(&parent.id);
            if let Some(changes) = self.containers.get(&parent.id) {
                let position = child.data().position as usize;
                effect.removed |= changes.removed.contains(&position);
                effect.moved |= changes.moved.is_some_and(|(from, _)| from == position);
            }
            child = parent;
        }
        effect
    }

    fn refuse_repeated_keys(&self) -> Result<(), PatchError> {
        let mut touched: BTreeSet<u32> = BTreeSet::new();
        touched.extend(
            self.containers.iter().filter(|(_, changes)| !changes.added.is_empty()).map(|(&id, _)| id),
        );
        touched.extend(self.keys.keys().filter_map(|&id| self.node(id).parent()).map(|parent| parent.id));
        for id in touched {
            let mapping = self.node(id);
            let changes = self.containers.get(&id);
            let removed = |position| changes.is_some_and(|changes| changes.removed.contains(&position));
            let mut after: BTreeSet<&str> = (mapping.entries())
                .filter(|entry| !removed(entry.position) && !self.keys.contains_key(&entry.key.id))
                .filter_map(|entry| entry.key.text())
                .collect();
            let renamed = mapping.entries().filter_map(|entry| self.keys.get(&entry.key.id));
            let added = changes
                .into_iter()
                .flat_map(|changes| changes.added.iter().filter_map(|part| part.key.as_ref()));
            for key in renamed.chain(added) {
                if !after.insert(key) {
                    return Err(PatchError::Exists(mapping.path().key(key)));
                }
            }
        }
        Ok(())
    }

    fn refuse_lost_anchors(&self) -> Result<(), PatchError> {
        let takes = |changes: &Changes| !changes.removed.is_empty() || changes.moved.is_some();
        if self.values.is_empty() && self.keys.is_empty() && !self.containers.values().any(takes) {
            return Ok(());
        }
        for alias in self.document.nodes() {
            let Some(target) = alias.target() else { continue };
            let goes = |node: Node<'d>| {
                let effect = self.effect(node);
                effect.removed || effect.replaced || self.keys.contains_key(&node.id)
            };
            let alias_goes = || goes(alias) || self.values.contains_key(&alias.id);
            if (goes(target) || self.comes_behind(target, alias)) && !alias_goes() {
                let anchor = target.anchor().unwrap_or_default().to_owned();
                return Err(PatchError::AnchorInUse { path: target.path(), anchor });
            }
        }
        Ok(())
    }

    /// Returns true if a move puts the anchored node after its alias.
    fn comes_behind(&self, target: Node<'d>, alias: Node<'d>) -> bool {
        let moves = self.containers.iter().filter_map(|(&id, changes)| Some((id, changes.moved?)));
        for (container, (from, to)) in moves {
            let place = |node| {
                let position = position_in(container, node)?;
                Some(match position {
                    _ if position == from => to,
                    _ if from < position && position <= to => position - 1,
                    _ if to <= position && position < from => position + 1,
                    _ => position,
                })
            };
            if let (Some(target), Some(alias)) = (place(target), place(alias))
                && target > alias
            {
                return true;
            }
        }
        false
    }
}

/// The position in `container` of the part that contains `node`.
fn position_in(container: u32, node: Node<'_>) -> Option<usize> {
    let ancestors = std::iter::successors(Some(node), |node| node.parent());
    let mut parts = ancestors.filter(|node| node.parent().is_some_and(|parent| parent.id == container));
    Some(parts.next()?.data().position as usize)
}
