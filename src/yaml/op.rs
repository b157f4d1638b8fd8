//! Operations on a document, in YAML terms. [`patch`](crate::patch()) turns them into the smallest text edit.

use super::{Path, Step};

/// A value to write. Its style (block or flow, quotes, indentation) follows its neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A null: nothing, or `null` where something must be written.
    Null,
    /// A scalar as it looks without quotes: a number, `true`, or any plain text. Written as is if it reads back as the same text, otherwise
    /// quoted.
    Plain(String),
    /// A string. Quoted if it would otherwise read as another type or not at all (`1.0`, `yes`, `${x}` in a flow mapping, an empty text).
    Text(String),
    /// A string that is always quoted, in the style of the neighbors or else in single quotes: for references and versions.
    Quoted(String),
    /// A sequence.
    Sequence(Vec<Value>),
    /// A mapping, in this order.
    Mapping(Vec<(String, Value)>),
    /// A collection to write on one line, `{ get_input: port }`, if it is short enough, regardless of the style of the neighbors.
    Flow(Box<Value>),
}

impl Value {
    /// A [`Value::Text`].
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// The same value, written on one line.
    #[must_use]
    pub fn on_one_line(self) -> Value {
        Value::Flow(Box::new(self))
    }

    /// The value without [`Value::Flow`] around it.
    pub fn content(&self) -> &Value {
        match self {
            Value::Flow(inner) => inner.content(),
            _ => self,
        }
    }

    /// A mapping with these entries.
    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
        Value::Mapping(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }
}

/// The position of a new entry among its siblings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// After the last sibling.
    #[default]
    Last,
    /// Before the first sibling.
    First,
    /// After the sibling with this key; last if there is none.
    After(String),
    /// Before the sibling with this key; last if there is none.
    Before(String),
}

/// One change to a document. All paths refer to the document before the patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Adds an entry to the mapping at `into`. Creates `into` and the mappings above it if they are missing; fills it if it is null or empty.
    /// Fails if the key exists.
    Insert {
        /// The mapping.
        into: Path,
        /// The new key.
        key: String,
        /// The new value.
        value: Value,
        /// The position among the siblings.
        placement: Placement,
    },
    /// Adds a last item to the sequence at `to`, which is created as for `Insert` if it is missing.
    Append {
        /// The sequence.
        to: Path,
        /// The new item.
        value: Value,
    },
    /// Replaces the value at `at`. A scalar that replaces a scalar keeps its quotes and trailing comment; a collection that replaces a collection of
    /// its kind changes only where they differ.
    Replace {
        /// The node to replace.
        at: Path,
        /// The new value.
        value: Value,
    },
    /// Replaces the range `within` of the decoded text of the scalar at `at`, as for a rename inside `${a.b}`.
    ReplaceWithin {
        /// The scalar.
        at: Path,
        /// A byte range of its decoded text.
        within: std::ops::Range<usize>,
        /// The replacement, as decoded text.
        with: String,
    },
    /// Renames the key of the entry at `at`.
    RenameKey {
        /// The entry.
        at: Path,
        /// The new key.
        to: String,
    },
    /// Removes the entry or item at `at` with its own comments. After the last one, `{}` or `[]` remains, or with `prune` the parent goes too.
    Remove {
        /// The entry or item.
        at: Path,
        /// True to remove the parent too if it becomes empty.
        prune: bool,
    },
    /// Moves the entry or item at `at` to the position of its sibling `to`: an `Index` for an item, a `Key` or `Entry` for an entry. Its own comments
    /// move with it.
    Move {
        /// The entry or item.
        at: Path,
        /// The sibling whose position it takes.
        to: Step,
    },
}

impl Op {
    /// The place that the op changes: of an insertion the new entry, so that two into one mapping do not meet.
    pub fn path(&self) -> Path {
        match self {
            Op::Insert { into, key, .. } => into.key(key),
            Op::Append { to, .. } => to.clone(),
            Op::Replace { at, .. }
            | Op::ReplaceWithin { at, .. }
            | Op::RenameKey { at, .. }
            | Op::Remove { at, .. }
            | Op::Move { at, .. } => at.clone(),
        }
    }
}
