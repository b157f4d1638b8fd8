//! What can be done to a document, in YAML terms. [`super::patch`] turns it into the smallest text edit.

use super::{Path, Step};

/// A value to be written. How it looks (block or flow, quotes, indent) follows the neighbours of the place it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    /// A scalar as it would stand unquoted: a number, `true`, or any text that needs no care. Written as it is, if that reads
    /// back as the same text; quoted otherwise.
    Plain(String),
    /// A string: quoted where it would otherwise read as something else (`1.0`, `yes`, `${x}` in a flow mapping, an empty text).
    Text(String),
    /// A string that is always quoted in the neighbours' style, single quotes where there is none: references, versions.
    Quoted(String),
    Sequence(Vec<Value>),
    Mapping(Vec<(String, Value)>),
    /// A collection that is written on one line, `{ get_input: port }`, whatever its neighbours do, where it is short enough.
    Flow(Box<Value>),
}

impl Value {
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// The same, on one line.
    #[must_use]
    pub fn on_one_line(self) -> Value {
        Value::Flow(Box::new(self))
    }

    /// What it says, however it is to look.
    pub(crate) fn said(&self) -> &Value {
        match self {
            Value::Flow(inner) => inner.said(),
            _ => self,
        }
    }

    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
        Value::Mapping(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }
}

/// Where among its siblings a new entry goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Spot {
    #[default]
    Last,
    First,
    /// Behind the sibling with this key; last where there is none.
    After(String),
    Before(String),
}

/// One change to a document. Paths are those of the document before any op of the same patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A new entry in the mapping at `into`. Where `into` is missing, it and the mappings above it are made; where it is null or an
    /// empty mapping it is filled. Refused where the key is there already.
    Insert {
        into: Path,
        key: String,
        value: Value,
        spot: Spot,
    },
    /// A new last item of the sequence at `to`, made as for `Insert` where it is missing.
    Append {
        to: Path,
        value: Value,
    },
    /// Another value in place of the one at `at`. A scalar for a scalar keeps its quotes and trailing comment; of a collection that stays a
    /// collection of its kind only what differs is written.
    Replace {
        at: Path,
        value: Value,
    },
    /// Other text for the bytes `within` the scalar at `at`, counted in bytes of its decoded text: what a rename does inside `${a.b}`.
    ReplaceWithin {
        at: Path,
        within: std::ops::Range<usize>,
        with: String,
    },
    RenameKey {
        at: Path,
        to: String,
    },
    /// The entry or item at `at`, with the comments that are its own. The last one leaves `{}` or `[]`, or goes with the `prune`d key above.
    Remove {
        at: Path,
        prune: bool,
    },
    /// The entry or item at `at` takes the place of its sibling `to`: `Index` for an item, `Key` or `Entry` for an entry. Its own comments go
    /// with it.
    Move {
        at: Path,
        to: Step,
    },
}
