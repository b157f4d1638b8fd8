//! Difference between a collection and a new value: finds the parts that can stay, so that comments and layout around them stay too.

use super::compare::equals;
use crate::Value;
use crate::node::Node;
use crate::notation::NodeKind;

/// For each new entry, the position of the old entry that stays for it. `None` if the mapping should be rewritten: nothing stays, the order
/// differs, or its keys cannot be keys of a value.
pub(super) fn of_mapping(node: Node<'_>, entries: &[(String, Value)]) -> Option<Vec<Option<usize>>> {
    let mut keys: Vec<&str> = Vec::with_capacity(node.entries().len());
    for entry in node.entries() {
        let is_plain_key = entry.key.kind() == NodeKind::Scalar && !entry.is_merge();
        let key = entry.key.text().filter(|key| is_plain_key && !keys.contains(key))?;
        keys.push(key);
    }
    let stays: Vec<Option<usize>> =
        entries.iter().map(|(key, _)| keys.iter().position(|old| old == key)).collect();
    let positions: Vec<usize> = stays.iter().flatten().copied().collect();
    (!positions.is_empty() && positions.is_sorted_by(|one, next| one < next)).then_some(stays)
}

/// The number of items that stay at the start and at the end; `None` if there are none.
pub(super) fn of_sequence(node: Node<'_>, items: &[Value]) -> Option<(usize, usize)> {
    let (old, new) = (node.items().len(), items.len());
    if old == 0 || new == 0 {
        return None;
    }
    let head = node.items().zip(items).take_while(|(item, value)| equals(*item, value)).count();
    let most = old.min(new) - head;
    let tail = node.items().rev().zip(items.iter().rev());
    let tail = tail.take(most).take_while(|(item, value)| equals(*item, value)).count();
    // Collection items are matched by equal content only, so an item that changed slightly is edited in place.
    (head + tail > 0 || old == new).then_some((head, tail))
}
