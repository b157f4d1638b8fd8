//! Expected result of a patch: applies the operations to the tree as values, independent of text. A patch is valid only if its text reads back as
//! this result.

use std::ops::Range;

use super::compare::{has_text_of, same};
use super::new_value::{Leaf, add_to, index_of};
use crate::document::Document;
use crate::node::Node;
use crate::notation::NodeKind;
use crate::{Op, Path, Placement, Step, Value};

/// A tree that is copied only where something changes.
enum Tree<'d> {
    Kept(Node<'d>),
    New(Value),
    /// A value that replaces a node and keeps its anchor.
    Other(Node<'d>, Value),
    /// A scalar with ranges of its text replaced.
    Text(Node<'d>, Vec<(Range<usize>, String)>),
    Open(Open<'d>),
}

struct Open<'d> {
    node: Node<'d>,
    parts: Vec<Part<'d>>,
    prune: bool,
}

struct Part<'d> {
    /// The position before the patch, which paths refer to.
    origin: Option<usize>,
    key: Option<Key<'d>>,
    value: Tree<'d>,
    removed: bool,
}

enum Key<'d> {
    Kept(Node<'d>),
    New(String),
}

/// Returns true if `after` equals `before` with `ops` applied.
pub(super) fn agrees(before: &Document, ops: &[Op], after: &Document) -> bool {
    let mut root = before.root().map_or(Tree::New(Value::Null), Tree::Kept);
    if !ops.iter().all(|op| root.perform(op).is_some()) {
        return false;
    }
    root.prune();
    let rest = before.roots().len().max(1) == after.roots().len()
        && before.roots().zip(after.roots()).skip(1).all(|(one, other)| same(one, other));
    rest && before.errors().len() >= after.errors().len()
        && after.root().is_some_and(|after| root.agrees(after))
}

impl<'d> Tree<'d> {
    fn perform(&mut self, op: &Op) -> Option<()> {
        match op {
            Op::Insert { into, key, value, placement } => {
                let leaf =
                    Leaf::Entry { key: key.clone(), value: value.clone(), placement: placement.clone() };
                self.put(into, leaf)
            }
            Op::Append { to, value } => self.put(to, Leaf::Item(value.clone())),
            Op::Replace { at, value } => {
                let tree = self.at(at)?;
                match tree {
                    Tree::Kept(node) if super::compare::equals(*node, value) => {}
                    Tree::Kept(node) => *tree = Tree::Other(*node, value.clone()),
                    _ => *tree = Tree::New(value.clone()),
                }
                Some(())
            }
            Op::ReplaceWithin { at, within, with } => {
                let tree = self.at(at)?;
                match tree {
                    Tree::Text(_, parts) => parts.push((within.clone(), with.clone())),
                    Tree::Kept(node) => *tree = Tree::Text(*node, vec![(within.clone(), with.clone())]),
                    _ => return None,
                }
                Some(())
            }
            Op::RenameKey { at, to } => {
                let (open, part) = self.part(at)?;
                if let Some(Key::Kept(node)) = &open.parts[part].key
                    && (node.is_alias() || node.text() != Some(to))
                {
                    open.parts[part].key = Some(Key::New(to.clone()));
                }
                Some(())
            }
            Op::Remove { at, prune } => {
                let (open, part) = self.part(at)?;
                open.parts[part].removed = true;
                open.prune |= prune;
                Some(())
            }
            Op::Move { at, to } => {
                let (open, from) = self.part(at)?;
                let to = open.find(to)?;
                let part = open.parts.remove(from);
                open.parts.insert(to, part);
                Some(())
            }
        }
    }

    fn open(&mut self) -> Option<&mut Open<'d>> {
        if let Tree::Kept(node) = self {
            *self = Tree::Open(Open::of(*node)?);
        }
        match self {
            Tree::Open(open) => Some(open),
            _ => None,
        }
    }

    /// The tree at `path`, which refers to the document before the patch.
    fn at(&mut self, path: &Path) -> Option<&mut Tree<'d>> {
        let mut tree = self;
        for step in path.steps() {
            let open = tree.open()?;
            let part = open.find(step)?;
            tree = &mut open.parts[part].value;
        }
        Some(tree)
    }

    fn part(&mut self, path: &Path) -> Option<(&mut Open<'d>, usize)> {
        let open = self.at(&path.parent()?)?.open()?;
        let part = open.find(path.last()?)?;
        Some((open, part))
    }

    fn put(&mut self, path: &Path, leaf: Leaf) -> Option<()> {
        let mut tree = self;
        for (depth, step) in path.steps().iter().enumerate() {
            tree.fill();
            if let Tree::New(value) | Tree::Other(_, value) = tree {
                return add_to(value, path, depth, leaf).ok();
            }
            let open = tree.open()?;
            let part = match (open.find(step), step) {
                (Some(part), _) => part,
                (None, Step::Key(key)) if open.node.kind() == NodeKind::Mapping => {
                    let key = Some(Key::New(key.as_ref().to_owned()));
                    open.parts.push(Part {
                        origin: None,
                        key,
                        value: Tree::New(Value::Null),
                        removed: false,
                    });
                    open.parts.len() - 1
                }
                _ => return None,
            };
            tree = &mut open.parts[part].value;
        }
        tree.fill();
        if let Tree::New(value) | Tree::Other(_, value) = tree {
            return add_to(value, path, path.len(), leaf).ok();
        }
        let open = tree.open()?;
        let (at, key, value) = match leaf {
            Leaf::Item(value) => (open.parts.len(), None, value),
            Leaf::Entry { key, value, placement } => (open.index_of(&placement), Some(Key::New(key)), value),
        };
        (key.is_some() == (open.node.kind() == NodeKind::Mapping)).then_some(())?;
        open.parts.insert(at, Part { origin: None, key, value: Tree::New(value), removed: false });
        Some(())
    }

    /// Turns an empty value into the collection that is needed.
    fn fill(&mut self) {
        let Tree::Kept(node) = self else { return };
        if node.is_alias() {
            return;
        }
        let empty = match node.kind() {
            NodeKind::Mapping if node.entries().len() == 0 => Value::Mapping(Vec::new()),
            NodeKind::Sequence if node.items().len() == 0 => Value::Sequence(Vec::new()),
            _ if node.is_null() => Value::Null,
            _ => return,
        };
        *self = Tree::Other(*node, empty);
    }

    /// Removes collections that lost their last part and should be pruned; returns whether this one should be removed.
    fn prune(&mut self) -> bool {
        let Tree::Open(open) = self else { return false };
        for part in &mut open.parts {
            part.removed |= part.value.prune();
        }
        open.prune && open.parts.iter().all(|part| part.removed)
    }

    fn agrees(&self, after: Node<'_>) -> bool {
        match self {
            Tree::Kept(node) => same(*node, after),
            Tree::New(value) => has_text_of(after, value),
            // A replaced alias has no anchor to keep, and a node that changes its kind loses its tag.
            Tree::Other(node, value) => node.anchor() == after.anchor() && has_text_of(after, value),
            Tree::Text(node, parts) => {
                let mut parts: Vec<_> = parts.iter().collect();
                parts.sort_by_key(|(within, _)| (within.start, within.end));
                let mut text = node.text().unwrap_or_default().to_owned();
                for (within, with) in parts.into_iter().rev() {
                    text.replace_range(within.clone(), with);
                }
                after.kind() == NodeKind::Scalar && after.text() == Some(&text)
            }
            Tree::Open(open) => open.agrees(after),
        }
    }
}

impl<'d> Open<'d> {
    fn of(node: Node<'d>) -> Option<Open<'d>> {
        let part = |origin, key: Option<Node<'d>>, value| Part {
            origin: Some(origin),
            key: key.map(Key::Kept),
            value: Tree::Kept(value),
            removed: false,
        };
        let parts = match node.kind() {
            NodeKind::Mapping => {
                node.entries().map(|entry| part(entry.position, Some(entry.key), entry.value)).collect()
            }
            NodeKind::Sequence => node.items().enumerate().map(|(at, item)| part(at, None, item)).collect(),
            _ => return None,
        };
        Some(Open { node, parts, prune: false })
    }

    /// The index of the part that `step` addressed before the patch, or of a part that was added since.
    fn find(&self, step: &Step) -> Option<usize> {
        if let Some(before) = self.node.child(step) {
            let position = before.data().position as usize;
            // Usually it has not moved.
            let is_it = |part: &Part<'_>| part.origin == Some(position);
            let stays = self.parts.get(position).is_some_and(is_it);
            return if stays { Some(position) } else { self.parts.iter().position(is_it) };
        }
        let Step::Key(key) = step else { return None };
        self.parts.iter().position(|part| part.origin.is_none() && part.key_before() == Some(key))
    }

    fn index_of(&self, placement: &Placement) -> usize {
        let key = match placement {
            Placement::After(key) | Placement::Before(key) => Some(key),
            _ => None,
        };
        // A duplicate key means the first one, as in a path.
        let found = key.and_then(|key| self.find(&Step::Key(key.as_str().into())));
        match (found, placement) {
            (Some(at), Placement::After(_)) => at + 1,
            (Some(at), Placement::Before(_)) => at,
            (_, Placement::First) => index_of(placement, std::iter::empty(), self.parts.len()),
            _ => self.parts.len(),
        }
    }

    fn agrees(&self, after: Node<'_>) -> bool {
        let left: Vec<&Part<'_>> = self.parts.iter().filter(|part| !part.removed).collect();
        if self.node.kind() != after.kind() || self.node.anchor() != after.anchor() {
            return false;
        }
        match after.kind() {
            NodeKind::Mapping => {
                after.entries().len() == left.len()
                    && after.entries().zip(left).all(|(entry, part)| {
                        let key = match &part.key {
                            Some(Key::Kept(key)) => same(*key, entry.key),
                            Some(Key::New(key)) => !entry.key.is_alias() && entry.key.text() == Some(key),
                            None => false,
                        };
                        key && part.value.agrees(entry.value)
                    })
            }
            NodeKind::Sequence => {
                after.items().len() == left.len()
                    && after.items().zip(left).all(|(item, part)| part.value.agrees(item))
            }
            _ => false,
        }
    }
}

impl Part<'_> {
    fn key_before(&self) -> Option<&str> {
        match self.key.as_ref()? {
            Key::Kept(key) => key.text(),
            Key::New(key) => Some(key),
        }
    }
}
