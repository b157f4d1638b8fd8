//! Effect of ops on a tree of plain values, written without a look at how the library does it.

use limn::yaml::{Op, Path, Placement, Step, Value};

use super::judge::{Node, Tree};

/// The path to these positions.
pub fn path(tree: &Tree, positions: &[usize]) -> Path {
    let mut tree = tree;
    let mut path = Path::root();
    for &position in positions {
        path = path.step(match &tree.node {
            Node::Mapping(_) => Step::Entry(position),
            _ => Step::Index(position),
        });
        tree = match &tree.node {
            Node::Mapping(entries) => &entries[position].1,
            Node::Sequence(items) => &items[position],
            _ => tree,
        };
    }
    path
}

/// The positions that a path of positions leads through.
pub fn positions(path: &Path) -> Vec<usize> {
    path.steps().iter().map(position).collect()
}

fn position(step: &Step) -> usize {
    match step {
        Step::Entry(position) | Step::Index(position) => *position,
        Step::Key(key) => panic!("the laws go by position, not by `{key}`"),
    }
}

/// The path an op names.
pub fn named(op: &Op) -> &Path {
    match op {
        Op::Insert { into, .. } => into,
        Op::Append { to, .. } => to,
        Op::Replace { at, .. }
        | Op::ReplaceWithin { at, .. }
        | Op::RenameKey { at, .. }
        | Op::Remove { at, .. }
        | Op::Move { at, .. } => at,
    }
}

/// A value as the judge reads it.
fn tree_of(value: &Value) -> Tree {
    let written = |text: &str, string| Node::Written { text: text.to_owned(), string };
    Tree::of(match value {
        Value::Null => Node::Scalar { text: String::new(), plain: true },
        Value::Plain(text) => written(text, false),
        Value::Text(text) | Value::Quoted(text) => written(text, true),
        Value::Flow(inner) => return tree_of(inner),
        Value::Sequence(items) => Node::Sequence(items.iter().map(tree_of).collect()),
        Value::Mapping(entries) => Node::Mapping(
            entries.iter().map(|(key, value)| (Tree::of(written(key, true)), tree_of(value))).collect(),
        ),
    })
}

pub fn is_empty(tree: &Tree) -> bool {
    match &tree.node {
        Node::Scalar { text, plain } => *plain && text.is_empty() && tree.tag.is_none(),
        Node::Mapping(entries) => entries.is_empty(),
        Node::Sequence(items) => items.is_empty(),
        _ => false,
    }
}

/// Position of a new entry.
fn place(entries: &[(Tree, Tree)], placement: &Placement) -> usize {
    let of = |wanted: &String| {
        entries.iter().position(|(key, _)| matches!(&key.node, Node::Scalar { text, .. } if text == wanted))
    };
    match placement {
        Placement::First => 0,
        Placement::Last => entries.len(),
        Placement::Before(key) => of(key).unwrap_or(entries.len()),
        Placement::After(key) => of(key).map_or(entries.len(), |at| at + 1),
    }
}

/// Does the op to the tree; `None` where it makes no sense there.
pub fn perform(tree: &mut Tree, op: &Op) -> Option<()> {
    let at = positions(named(op));
    match op {
        Op::Insert { key, value, placement, .. } => {
            let into = tree.at(&at)?;
            let fills = is_empty(into);
            let key = Tree::of(Node::Written { text: key.clone(), string: true });
            let new = (key, tree_of(value));
            match &mut into.node {
                Node::Mapping(entries) => entries.insert(place(entries, placement), new),
                Node::Scalar { .. } if fills => into.node = Node::Mapping(vec![new]),
                _ => return None,
            }
        }
        Op::Append { value, .. } => {
            let to = tree.at(&at)?;
            let fills = is_empty(to);
            match &mut to.node {
                Node::Sequence(items) => items.push(tree_of(value)),
                Node::Scalar { .. } if fills => to.node = Node::Sequence(vec![tree_of(value)]),
                _ => return None,
            }
        }
        Op::Replace { value, .. } => {
            let old = tree.at(&at)?;
            *old = Tree { anchor: old.anchor, ..tree_of(value) };
        }
        Op::ReplaceWithin { within, with, .. } => {
            let old = tree.at(&at)?;
            let Node::Scalar { text, .. } = &old.node else { return None };
            let mut text = text.clone();
            text.replace_range(within.clone(), with);
            old.node = Node::Written { text, string: true };
            old.is_new = true;
        }
        Op::RenameKey { to, .. } => {
            let (&position, outer) = at.split_last()?;
            let Node::Mapping(entries) = &mut tree.at(outer)?.node else { return None };
            let key = &mut entries[position].0;
            matches!(key.node, Node::Scalar { .. } | Node::Alias(_)).then_some(())?;
            // A key that has the name already stays as it is.
            if matches!(&key.node, Node::Scalar { text, .. } if text == to) {
                return Some(());
            }
            key.node = Node::Written { text: to.clone(), string: true };
        }
        Op::Remove { .. } => {
            let (&position, outer) = at.split_last()?;
            match &mut tree.at(outer)?.node {
                Node::Mapping(entries) => drop(entries.remove(position)),
                Node::Sequence(items) => drop(items.remove(position)),
                _ => return None,
            }
        }
        Op::Move { to, .. } => {
            let (&from, outer) = at.split_last()?;
            let to = position(to);
            match &mut tree.at(outer)?.node {
                Node::Mapping(entries) => {
                    let entry = entries.remove(from);
                    entries.insert(to, entry);
                }
                Node::Sequence(items) => {
                    let item = items.remove(from);
                    items.insert(to, item);
                }
                _ => return None,
            }
        }
    }
    Some(())
}
