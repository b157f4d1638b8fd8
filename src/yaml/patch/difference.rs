//! Which parts of a collection stay when it is to say something else, so that what a person wrote around them stays too.

use super::says::says;
use crate::yaml::Value;
use crate::yaml::document::{Kind, Node};

/// For each new entry the position of the one that stays for it. `None` where the mapping is better written anew: nothing stays, the order is
/// another, or its keys are none that a value could have.
pub(super) fn of_mapping(node: Node<'_>, entries: &[(String, Value)]) -> Option<Vec<Option<usize>>> {
    let mut keys: Vec<&str> = Vec::with_capacity(node.entries().len());
    for entry in node.entries() {
        let is_plain_key = entry.key.kind() == Kind::Scalar && !entry.is_merge();
        let key = entry.key.said().filter(|key| is_plain_key && !keys.contains(key))?;
        keys.push(key);
    }
    let stays: Vec<Option<usize>> =
        entries.iter().map(|(key, _)| keys.iter().position(|old| old == key)).collect();
    let positions: Vec<usize> = stays.iter().flatten().copied().collect();
    (!positions.is_empty() && positions.is_sorted_by(|one, next| one < next)).then_some(stays)
}

/// How many items at its head and at its tail stay. `None` where there are none on either side.
pub(super) fn of_sequence(node: Node<'_>, items: &[Value]) -> Option<(usize, usize)> {
    let (old, new) = (node.items().len(), items.len());
    if old == 0 || new == 0 {
        return None;
    }
    let head = node.items().zip(items).take_while(|(item, value)| says(*item, value)).count();
    let most = old.min(new) - head;
    let tail = node.items().rev().zip(items.iter().rev());
    let tail = tail.take(most).take_while(|(item, value)| says(*item, value)).count();
    // Items that are no scalars are told apart by what they say only when they say the same, so one that changed a little is changed a little.
    (head + tail > 0 || old == new).then_some((head, tail))
}
