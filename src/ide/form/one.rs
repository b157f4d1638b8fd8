//! Fields with alternatives: single-entry mappings with a choice of key, and values with several notations.

use super::{Control, Depth, Field, FormChoice, Maker, entries};
use limn_language::schema::{ChoiceItem, Open, Shape, Slot, single_entry_shape};
use limn_yaml::{Node, Path, Value};

impl<'a> Maker<'a> {
    /// A single-entry mapping by the tables; `inner` is its shape. `None` if the current value has another shape.
    pub(super) fn one(
        &self,
        inner: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Option<Control> {
        let (words, free) = match inner {
            Shape::Construct(table) => {
                let rows = table.keys.iter().filter(|row| row.profiles.has(self.profiles));
                let words = rows.map(|row| FormChoice { word: row.name.into(), doc: row.doc.into() });
                (words.collect(), matches!(table.open, Some(Open::Map(_) | Open::Keyed(..))))
            }
            Shape::ReferenceMap(..) | Shape::Map(_) => (Vec::new(), true),
            _ => return None,
        };
        let written = match node {
            Some(node) => Some(only(node)?),
            None => None,
        };
        let field = written.map(|(key, value)| {
            let shape = part(inner, &key);
            self.field(shape, Some(value), path.key(&key), key, (depth.0, depth.1 + 1))
        });
        Some(pick(words, free, field))
    }

    /// The same for value types.
    pub(super) fn one_of(
        &self,
        (parts, open): (&[(String, Slot)], bool),
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        let words = parts.iter().map(|(name, slot)| FormChoice {
            word: name.clone().into(),
            doc: if slot.doc.is_empty() { slot.type_name.clone() } else { slot.doc.clone() }.into(),
        });
        let words = words.collect();
        let written = match node {
            // A text is the short notation of this entry.
            Some(node) if node.is_scalar() => {
                self.short(Some(node), path).map(|(key, text)| (key.to_owned(), text))
            }
            Some(node) => only(node),
            None => return pick(words, open, None),
        };
        let Some((key, value)) = written else {
            return node.map_or(Control::Empty, |node| Control::Raw { source: super::source(node) });
        };
        let inner = single_entry_shape(shape, node, self.profiles).unwrap_or(&Shape::Any);
        let each = part(inner, &key);
        let at = path.key(&key);
        let depth = (depth.0, depth.1 + 1);
        let field = match parts.iter().find(|(name, _)| *name == key) {
            Some((_, slot)) if slot.holds != limn_language::schema::Holds::Any => {
                self.slotted(slot, each, Some(value), at, key.clone(), depth)
            }
            Some((_, slot)) => Field {
                type_name: slot.type_name.clone(),
                ..self.field(each, Some(value), at, key.clone(), depth)
            },
            None => self.field(each, Some(value), at, key.clone(), depth),
        };
        pick(words, open, Some(field))
    }

    /// A value with several notations, with the control of the current one.
    pub(super) fn either(
        &self,
        ways: &[(ChoiceItem, Value)],
        now: Option<usize>,
        shape: &'static Shape,
        (node, path): (Option<Node<'a>>, &Path),
        depth: Depth,
    ) -> Control {
        let words = ways
            .iter()
            .map(|(way, _)| FormChoice { word: way.word.clone().into(), doc: way.doc.clone().into() });
        let words = words.collect();
        let inner = node.map(|node| {
            let control = self.control(shape, Some(node), path, (depth.0, depth.1 + 1));
            let key = path.last_key().unwrap_or_default().to_owned();
            Box::new(super::made(control, Some(node), path.clone(), key))
        });
        let now = now.and_then(|at| ways.get(at)).map(|(way, _)| way.word.clone());
        Control::Pick { words, now, free: false, inner }
    }
}

fn pick(words: Vec<FormChoice>, free: bool, field: Option<Field>) -> Control {
    let now = field.as_ref().map(|field| field.key.clone());
    Control::Pick { words, now, free, inner: field.map(Box::new) }
}

/// The only entry of a mapping.
fn only(node: Node<'_>) -> Option<(String, Node<'_>)> {
    let mut all = entries(Some(node));
    all.next().filter(|_| all.next().is_none())
}

/// The shape of the value of a key.
fn part(inner: &'static Shape, key: &str) -> &'static Shape {
    match inner {
        Shape::Construct(table) => match (table.key(key), &table.open) {
            (Some(row), _) => &row.shape,
            (None, Some(Open::Map(shape) | Open::Keyed(_, shape))) => shape,
            (None, Some(Open::NamedMap(named))) => &named.value,
            (None, None) => &Shape::Any,
        },
        Shape::ReferenceMap(_, shape) | Shape::Map(shape) => shape,
        _ => &Shape::Any,
    }
}
