//! Sharing: the values that an anchor, an alias or a merge key makes common to several places, and where they are written.

use crate::document::Document;
use crate::node::{Entry, Node};
use crate::{Op, Path, Step};

/// The way in which a value is common to several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedBy {
    /// The place has the anchor, and aliases refer to it.
    Anchor,
    /// The place is an alias or inside one.
    Alias,
    /// A merge key, `<<`, adds the entry.
    Merge,
}

/// The outermost reason why the value at a path is shared.
#[derive(Clone, Copy, Debug)]
pub struct Sharing<'d> {
    /// The reason.
    pub by: SharedBy,
    /// The anchored node or the alias; for a merge, the mapping with the merge key.
    pub node: Node<'d>,
    /// The name of the anchor; `None` if `<<` contains the entry itself.
    pub anchor: Option<&'d str>,
    /// The value of the entry that a merge adds.
    pub(super) merged: Option<Node<'d>>,
}

impl<'d> Sharing<'d> {
    /// The aliases that refer to the anchor, in text order.
    pub fn aliases(&self) -> Vec<Node<'d>> {
        let anchored = match self.by {
            SharedBy::Merge => self.merge().map(Node::resolve),
            _ => Some(self.node.resolve()),
        };
        anchored.map(aliases_of).unwrap_or_default()
    }

    /// The alias below `<<` that adds the entry.
    fn merge(&self) -> Option<Node<'d>> {
        let value = self.merged?;
        let merges = self.node.entries().filter(Entry::is_merge).map(|entry| entry.value);
        let mut sources =
            merges.flat_map(|node| if node.is_sequence() { node.items().collect() } else { vec![node] });
        sources.find(|source| {
            source.is_alias() && value.key().and_then(Node::text).is_some_and(|key| source.get(key).is_some())
        })
    }
}

/// The aliases that refer to a node, in text order.
pub(super) fn aliases_of(target: Node<'_>) -> Vec<Node<'_>> {
    if !has_aliases(target) {
        return Vec::new();
    }
    target.document().nodes().filter(|node| node.target() == Some(target)).collect()
}

fn has_aliases(target: Node<'_>) -> bool {
    target.anchor_range().is_some()
        && target.document.extras.iter().any(|extra| extra.target == Some(target.id))
}

impl Document {
    /// The outermost reason why the value at `path` is shared. `inside`: its content is meant, so it counts if it is an alias or comes from a
    /// merge; otherwise only what is around it does, and an anchor of its own.
    pub fn sharing(&self, path: &Path, inside: bool) -> Option<Sharing<'_>> {
        let mut node = self.root()?;
        for depth in 0..=path.len() {
            let counts = inside || depth < path.len();
            let of = |by, anchor| Sharing { by, node, anchor, merged: None };
            if let Some(target) = node.target() {
                return counts.then(|| of(SharedBy::Alias, target.anchor()));
            }
            if has_aliases(node) {
                return Some(of(SharedBy::Anchor, node.anchor()));
            }
            let step = path.steps().get(depth)?;
            let Some(child) = node.child(step) else {
                let value = merged(node, step).filter(|_| inside || depth + 1 < path.len())?;
                let sharing = Sharing { merged: Some(value), ..of(SharedBy::Merge, None) };
                let anchor = sharing.merge().and_then(Node::target).and_then(Node::anchor);
                return Some(Sharing { anchor, ..sharing });
            };
            node = child;
        }
        None
    }

    /// The node at `path`, following aliases and merge keys.
    pub fn effective(&self, path: &Path) -> Option<Node<'_>> {
        path.steps()
            .iter()
            .try_fold(self.root()?, |node, step| node.child(step).or_else(|| merged(node, step)))
    }

    /// The path where the value at `path` is written, behind all aliases. Steps that lead nowhere are kept.
    pub fn written_at(&self, path: &Path) -> Path {
        let Some(mut node) = self.root() else { return path.clone() };
        for (depth, step) in path.steps().iter().enumerate() {
            let Some(child) = node.child(step) else {
                let rest = path.steps()[depth..].iter().cloned();
                return node.resolve().path().join(&rest.collect());
            };
            node = child;
        }
        node.resolve().path()
    }

    /// Ops that change a shared value where it is written, so that they have an effect at all its places.
    pub fn ops_where_written(&self, ops: &[Op]) -> Vec<Op> {
        let beside = |path: &Path| match (path.parent(), path.last()) {
            (Some(parent), Some(last)) => self.written_at(&parent).step(last.clone()),
            _ => path.clone(),
        };
        let moved = |op: &Op| {
            let mut op = op.clone();
            match &mut op {
                Op::Insert { into: at, .. }
                | Op::Append { to: at, .. }
                | Op::Replace { at, .. }
                | Op::ReplaceWithin { at, .. } => *at = self.written_at(at),
                Op::RenameKey { at, .. } | Op::Remove { at, .. } | Op::Move { at, .. } => *at = beside(at),
            }
            op
        };
        ops.iter().map(moved).collect()
    }
}

/// The entry that a merge key adds for a step.
pub(super) fn merged<'d>(node: Node<'d>, step: &Step) -> Option<Node<'d>> {
    match step {
        Step::Key(key) => node.get(key),
        Step::Index(_) | Step::Entry(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    const TEXT: &str = "\
base: &base {size: 1, inner: {a: 1}}
one: *base
two:
  <<: [*base]
  own: 2
three: {<<: {x: 1}}
four: &unused 4
";

    fn shared(path: &[&str], inside: bool) -> Option<String> {
        let document = parse(TEXT);
        let found = document.sharing(&Path::keys(path.iter().copied()), inside)?;
        Some(format!(
            "{:?} {:?} at `{}`, {} aliases",
            found.by,
            found.anchor,
            found.node.path(),
            found.aliases().len()
        ))
    }

    #[test]
    fn t5_a_value_is_shared_by_anchor_alias_or_merge() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(shared(&["base", "size"], true), some("Anchor Some(\"base\") at `base`, 2 aliases"));
        assert_eq!(shared(&["one", "size"], true), some("Alias Some(\"base\") at `one`, 2 aliases"));
        assert_eq!(shared(&["one"], true), some("Alias Some(\"base\") at `one`, 2 aliases"));
        assert_eq!(shared(&["one"], false), None, "the alias itself is a place of its own");
        assert_eq!(shared(&["two", "inner", "a"], false), some("Merge Some(\"base\") at `two`, 2 aliases"));
        assert_eq!(shared(&["two", "size"], false), None, "an own entry overrides it");
        assert_eq!(shared(&["two", "size"], true), some("Merge Some(\"base\") at `two`, 2 aliases"));
        assert_eq!(shared(&["three", "x"], true), some("Merge None at `three`, 0 aliases"));
        assert_eq!(shared(&["two", "own"], true), None);
        assert_eq!(shared(&["two", "new"], true), None);
        assert_eq!(shared(&["four"], true), None, "no alias refers to it");
    }

    #[test]
    fn t5_a_shared_value_is_written_at_its_anchor() {
        let document = parse(TEXT);
        let at = |path: &[&str]| document.written_at(&Path::keys(path.iter().copied())).to_string();
        assert_eq!(at(&["one", "inner", "a"]), "base.inner.a");
        assert_eq!(at(&["one"]), "base");
        assert_eq!(at(&["one", "new", "x"]), "base.new.x");
        assert_eq!(at(&["two", "own"]), "two.own");
        let effective =
            |path: &[&str]| document.effective(&Path::keys(path.iter().copied())).map(Node::source);
        assert_eq!(effective(&["two", "inner", "a"]), Some("1"));
        assert_eq!(effective(&["two", "none"]), None);
    }
}
