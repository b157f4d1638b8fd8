//! Values that ops of the same patch make and then put more into.

use super::PatchError;
use crate::yaml::{Path, Spot, Step, Value};

/// What is put into a collection.
pub(super) enum Leaf {
    Entry { key: String, value: Value, spot: Spot },
    Item(Value),
}

/// Puts `leaf` into the collection that the steps of `path` from `depth` on lead to in `value`; collections that are missing are made.
pub(super) fn grow(value: &mut Value, path: &Path, depth: usize, leaf: Leaf) -> Result<(), PatchError> {
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
        Leaf::Entry { key, value: new, spot } => {
            let entries = entries_of(value).ok_or_else(|| PatchError::NotAMapping(path.clone()))?;
            if entries.iter().any(|(other, _)| *other == key) {
                return Err(PatchError::Exists(path.key(&key)));
            }
            let at = index_of(&spot, entries.iter().map(|(key, _)| Some(key.as_str())), entries.len());
            entries.insert(at, (key, new));
        }
    }
    Ok(())
}

/// The entries of a mapping, or of what becomes one.
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

/// Where among `count` siblings with these keys a new one goes.
pub(super) fn index_of<'k>(
    spot: &Spot,
    mut keys: impl Iterator<Item = Option<&'k str>>,
    count: usize,
) -> usize {
    match spot {
        Spot::Last => count,
        Spot::First => 0,
        Spot::After(key) => keys.position(|other| other == Some(key)).map_or(count, |at| at + 1),
        Spot::Before(key) => keys.position(|other| other == Some(key)).unwrap_or(count),
    }
}
