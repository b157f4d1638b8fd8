//! Edits of choice fields: the key of a single-entry mapping, or another notation. The current value is kept where it has the same type under the
//! new key.

use super::Form;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::message;
use limn_language::schema::{Holds, Shape, Slot, describe_at, picked, single_entry_shape};
use limn_yaml::{Node, Op, Path, Value};

impl Form<'_> {
    pub(super) fn pick(&self, at: Path, word: &str) -> Result<Plan, EditError> {
        let plan = |op| Ok(Plan { ops: vec![op], focus: None });
        if let Some(Slot { holds: Holds::Either { ways, now }, .. }) = self.slot(&at) {
            let found = ways.iter().position(|(way, _)| way.word == word);
            return match found {
                Some(found) if Some(found) == now => Ok(Plan { ops: Vec::new(), focus: None }),
                Some(found) => plan(self.op(at, ways[found].1.clone())?),
                None => Err(EditError::Refused(message::unknown("notation", word))),
            };
        }
        if word.trim().is_empty() {
            let why = "a name cannot be empty".to_owned();
            return Err(EditError::Name { name: word.to_owned(), why });
        }
        let written = self.document.get(&at).filter(|node| !node.is_null());
        if let Some(key) = written.and_then(only) {
            if key == word {
                return Ok(Plan { ops: Vec::new(), focus: None });
            }
            if self.alike(&at, &key, word) {
                return plan(Op::RenameKey { at: at.key(&key), to: word.to_owned() });
            }
        }
        let mut value = self.part(&at, word);
        // A short notation is kept, too.
        if let Some(node) = written.filter(|node| node.is_scalar())
            && let Some(long) = self.slots.and_then(|slots| slots.long(&at))
            && let (Some(text), true) = (node.as_str(), self.alike(&at, long, word))
        {
            let slot = self.slot(&at.key(word)).unwrap_or_default();
            value = slot.written(&text, Some(node));
        }
        plan(self.op(at, Value::map([(word, value)]))?)
    }

    /// A new single-entry list item with the chosen key; `None` if items have another shape.
    pub(super) fn item(&self, at: &Path, name: &str) -> Option<Value> {
        if name.trim().is_empty() {
            return None;
        }
        let from_slot = self.slot(at).map(|slot| matches!(slot.holds, Holds::One { .. }));
        let shape =
            || describe_at(self.document, self.table, self.profiles, at).map(|description| description.shape);
        let is_one = from_slot.unwrap_or_else(|| {
            shape().is_some_and(|shape| single_entry_shape(shape, None, self.profiles).is_some())
        });
        is_one.then(|| {
            let part = self.part(at, name);
            // A single clause is written on the line of its name.
            let is_clause = matches!(&part, Value::Mapping(entries) if entries.len() == 1);
            Value::map([(name, if is_clause { part.on_one_line() } else { part })])
        })
    }

    /// The minimal value of a key in a single-entry mapping.
    fn part(&self, at: &Path, word: &str) -> Value {
        let below = at.key(word);
        let slot =
            self.slot(at).and_then(|slot| slot.part(word).cloned()).filter(|slot| slot.holds != Holds::Any);
        let slot = slot.or_else(|| self.slot(&below)).filter(|slot| slot.holds != Holds::Any);
        if let (Some(slot), Some(slots)) = (slot, self.slots) {
            return slot.fresh(&below, slots);
        }
        let shape = self.shape_of_part(&below);
        shape.map_or(Value::Text(String::new()), |shape| self.fresh(shape))
    }

    fn shape_of_part(&self, at: &Path) -> Option<&'static Shape> {
        let shape = describe_at(self.document, self.table, self.profiles, at)?.shape;
        Some(picked(shape, None, self.profiles, None).unwrap_or(shape))
    }

    /// Returns true if two keys have values of the same type.
    fn alike(&self, at: &Path, old: &str, new: &str) -> bool {
        if let Some(slot) = self.slot(at)
            && let (Some(old), Some(new)) = (slot.part(old), slot.part(new))
            && [old, new].iter().any(|slot| slot.holds != Holds::Any || !slot.type_name.is_empty())
        {
            return old.type_name == new.type_name && old.holds == new.holds;
        }
        let around =
            describe_at(self.document, self.table, self.profiles, at).map(|description| description.shape);
        if let Some(Shape::ReferenceMap(..) | Shape::Map(_)) =
            around.and_then(|shape| single_entry_shape(shape, self.document.get(at), self.profiles))
        {
            return true;
        }
        match (self.shape_of_part(&at.key(old)), self.shape_of_part(&at.key(new))) {
            (
                Some(Shape::List(old) | Shape::SomeList(old)),
                Some(Shape::List(new) | Shape::SomeList(new)),
            ) => std::ptr::eq(*old, *new),
            _ => false,
        }
    }
}

/// The only key of a mapping.
fn only(node: Node<'_>) -> Option<String> {
    let mut all = node.resolve().entries();
    let key = all.next()?.key.as_str()?.into_owned();
    all.next().is_none().then_some(key)
}
