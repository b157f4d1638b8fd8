//! New values that several operations of one patch build together.

use super::PatchError;
use crate::{Path, Placement, Step, Value};

/// A new part of a collection.
pub(super) enum Leaf {
    Entry { key: String, value: Value, placement: Placement },
    Item(Value),
}

/// Adds `leaf` to the collection in `value` at the steps of `path` from `depth` on; creates missing collections.
pub(super) fn add_to(value: &mut Value, path: &Path, depth: usize, leaf: Leaf) -> Result<(), PatchError> {
    let mut value = value;
    for (at, step) in path.steps().iter().enumerate().skip(depth) {
        value = match step {
            Step::Key(key) => {
                let entries = entries_of(value).ok_or_else(|| PatchError::NotAMapping(path.prefix(at)))?;
                let found = entries.iter().position(|(other, _)| **other == **key);
                let position = found.unwrap_or(entries.len());
                if found.is_none() {
                    entries.push((key.as_ref().to_owned(), Value::Null));
                }
                &mut entries[position].1
            }
            Step::Index(index) => match value {
                Value::Sequence(items) => items.get_mut(*index),
                _ => None,
            }
            .ok_or_else(|| PatchError::Missing(path.prefix(at + 1)))?,
            Step::Entry(position) => match value {
                Value::Mapping(entries) => entries.get_mut(*position).map(|(_, value)| value),
                _ => None,
            }
            .ok_or_else(|| PatchError::Missing(path.prefix(at + 1)))?,
        };
    }
    match leaf {
        Leaf::Item(item) => match value {
            Value::Null => *value = Value::Sequence(vec![item]),
            Value::Sequence(items) => items.push(item),
            _ => return Err(PatchError::NotASequence(path.clone())),
        },
        Leaf::Entry { key, value: new, placement } => {
            let entries = entries_of(value).ok_or_else(|| PatchError::NotAMapping(path.clone()))?;
            if entries.iter().any(|(other, _)| *other == key) {
                return Err(PatchError::Exists(path.key(&key)));
            }
            let at = index_of(&placement, entries.iter().map(|(key, _)| Some(key.as_str())), entries.len());
            entries.insert(at, (key, new));
        }
    }
    Ok(())
}

/// The entries of a mapping; null becomes an empty mapping.
fn entries_of(value: &mut Value) -> Option<&mut Vec<(String, Value)>> {
    if let Value::Flow(inner) = value {
        return entries_of(inner);
    }
    if *value == Value::Null {
        *value = Value::Mapping(Vec::new());
    }
    match value {
        Value::Mapping(entries) => Some(entries),
        _ => None,
    }
}

/// The index at which to insert a new sibling among `count` siblings with these keys.
pub(super) fn index_of<'k>(
    placement: &Placement,
    mut keys: impl Iterator<Item = Option<&'k str>>,
    count: usize,
) -> usize {
    match placement {
        Placement::Last => count,
        Placement::First => 0,
        Placement::After(key) => keys.position(|other| other == Some(key)).map_or(count, |at| at + 1),
        Placement::Before(key) => keys.position(|other| other == Some(key)).unwrap_or(count),
    }
}
