//! Fields by the value types of their places (slots).

use std::borrow::Cow;

use super::{Control, Depth, Field, FormChoice, Maker, Sheet, entries, made, source};
use limn_language::schema::{Construct, Holds, Key, Open, Shape, Slot, picked};
use limn_yaml::{Node, Path, Step, Style};

/// A value that no type declares: anything, also a function.
const UNDECLARED: Slot = Slot {
    type_name: String::new(),
    doc: String::new(),
    required: false,
    default: None,
    constraints: Vec::new(),
    holds: Holds::Any,
    computed: true,
};

impl<'a> Maker<'a> {
    pub(super) fn slot(&self, path: &Path) -> Option<Slot> {
        self.slots?.slot(&self.base.join(path))
    }

    /// The slot of a value beside the declared parts of the value around it.
    pub(super) fn undeclared(&self) -> Option<Slot> {
        let above = self.slots?.slot(&self.base.parent()?)?;
        match (above.holds, self.base.steps().last()?) {
            (Holds::Parts { parts, .. }, Step::Key(key)) if parts.iter().all(|(name, _)| *name != **key) => {
                Some(UNDECLARED)
            }
            _ => None,
        }
    }

    /// Suggested texts for a place.
    pub(super) fn likely(&self, path: &Path) -> Vec<String> {
        self.slots.map(|slots| slots.likely(&self.base.join(path))).unwrap_or_default()
    }

    /// The parts of the form's value.
    pub(super) fn parts(&self, node: Option<Node<'a>>) -> Option<Sheet> {
        let path = Path::root();
        let slot = self.slot(&path)?;
        let written = node.filter(|node| !node.is_null());
        let Control::Parts { fields, .. } = self.holds(&slot, &Shape::Any, written, &path, (1, 1)) else {
            return None;
        };
        let (path, title) = (self.base.clone(), self.title(&path, ""));
        Some(Sheet { path, title, kind: "value", doc: "", section: "", fields, shared: None })
    }

    /// Entries that types declare besides the rows of a table: the operations of an interface.
    pub(super) fn declare(
        &self,
        table: &'static Construct,
        fields: &mut Vec<Field>,
        path: &Path,
        depth: Depth,
    ) {
        let shape = match &table.open {
            Some(Open::Map(shape) | Open::Keyed(_, shape)) => *shape,
            Some(Open::NamedMap(named)) => &named.value,
            None => return,
        };
        let Some(Slot { holds: Holds::Parts { parts, .. }, .. }) = self.slot(path) else { return };
        for (name, slot) in parts {
            match fields.iter_mut().find(|field| field.key == name) {
                Some(field) => describe(field, &slot),
                None => {
                    let field = self.slotted(&slot, shape, None, path.key(&name), name.clone(), depth);
                    fields.push(Field { label: name, ..field });
                }
            }
        }
    }

    /// The key that a text in place of a mapping is short for, and the text.
    pub(super) fn short(&self, node: Option<Node<'a>>, path: &Path) -> Option<(&'static str, Node<'a>)> {
        let node = node.filter(|node| node.is_scalar() && !node.is_null())?;
        Some((self.slots?.long(&self.base.join(path))?, node))
    }

    /// Returns true if a value has more fields than its text, or could have.
    pub(super) fn is_short(&self, node: Option<Node<'a>>, path: &Path) -> bool {
        match node.filter(|node| !node.is_null()) {
            Some(_) => self.short(node, path).is_some(),
            None => self.slots.is_some_and(|slots| slots.has_fields(&self.base.join(path))),
        }
    }

    /// The field that a short notation writes.
    pub(super) fn shortened(
        &self,
        field: Field,
        row: &'static Key,
        text: Node<'a>,
        path: &Path,
        depth: Depth,
    ) -> Field {
        let written = self.field(&row.shape, Some(text), path.key(row.name), row.name.to_owned(), depth);
        Field { control: written.control, value: written.value, written: true, ..field }
    }

    /// The table of an element that is at the place, could be, or is there in a short notation.
    pub(super) fn thing(
        &self,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
    ) -> Option<&'static Construct> {
        let written = node.filter(|node| !node.is_null());
        let found = self.table_of(shape, node);
        if found.is_some() || written.is_some() && self.short(node, path).is_none() {
            return found;
        }
        shape.long_form()
    }

    pub(super) fn slotted(
        &self,
        slot: &Slot,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: Path,
        key: String,
        depth: Depth,
    ) -> Field {
        let written = node.filter(|node| !node.is_null());
        let call = written.and_then(|_| self.slots?.call(&self.base.join(&path)));
        let control = match call {
            Some(call) if slot.computed => {
                let summary = self.slots.map(|slots| slots.call_summary(&call)).unwrap_or_default();
                Control::Call(call, summary)
            }
            _ => self.holds(slot, shape, written, &path, depth),
        };
        let mut field = made(control, node, path, key);
        describe(&mut field, slot);
        field
    }

    fn holds(
        &self,
        slot: &Slot,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        let raw = |node: Node<'_>| Control::Raw { source: source(node) };
        match (&slot.holds, node) {
            (Holds::List(_) | Holds::Range(_), Some(node)) if !node.is_sequence() => raw(node),
            (Holds::Map(_) | Holds::Parts { .. } | Holds::Folded, Some(node)) if !node.is_mapping() => {
                raw(node)
            }
            (Holds::List(item), node) => {
                let each = match picked(shape, node, self.profiles, None) {
                    Some(Shape::List(each) | Shape::SomeList(each)) => *each,
                    _ => &Shape::Any,
                };
                let items = node.iter().flat_map(|node| node.items()).enumerate().map(|(at, item_node)| {
                    self.slotted(item, each, Some(item_node), path.index(at), String::new(), depth)
                });
                Control::List { items: items.collect(), item: Box::new(self.fresh_of(item, path, depth)) }
            }
            (Holds::Map(item), node) => {
                let entries = entries(node).map(|(key, value)| Field {
                    label: key.clone(),
                    ..self.slotted(item, &Shape::Any, Some(value), path.key(&key), key, depth)
                });
                Control::Map { entries: entries.collect(), item: Box::new(self.fresh_of(item, path, depth)) }
            }
            (Holds::One { parts, open }, node) => {
                self.one_of((parts, *open || parts.is_empty()), shape, node, path, depth)
            }
            (Holds::Either { ways, now }, node) => self.either(ways, *now, shape, (node, path), depth),
            (Holds::Parts { parts, open }, node) => self.declared(parts, *open, shape, node, path, depth),
            (Holds::Folded, node) => Control::Folded { brief: node.map(in_short).unwrap_or_default() },
            (Holds::Element(brief), node) => self.thing_of(brief, shape, node, path, depth),
            (Holds::Connections(connections), _) => Control::Connections(connections.clone()),
            (Holds::NamePath(ways), node) if node.is_none_or(Node::is_sequence) => {
                let names = node.iter().flat_map(|node| node.items());
                let now = names.filter_map(|name| Some(name.as_str()?.into_owned())).collect();
                Control::NamePath { ways: ways.clone(), now }
            }
            (Holds::NamePath(_), node) => self.control(shape, node, path, depth),
            (Holds::Any, node) => self.control(shape, node, path, depth),
            (Holds::Range(_), node) => {
                let bounds = node.iter().flat_map(|node| node.items());
                Control::Range(bounds.filter_map(|bound| Some(bound.as_str()?.into_owned())).collect())
            }
            (Holds::Name(_), Some(node)) if !node.is_scalar() => self.control(shape, Some(node), path, depth),
            (_, Some(node)) if !node.is_scalar() => raw(node),
            (Holds::Text | Holds::Name(_) | Holds::Choice { .. }, Some(node)) if spans_lines(node) => {
                Control::Prose
            }
            (Holds::Prose, _) => Control::Prose,
            (Holds::Text, _) => Control::Text { label: slot.type_name.clone(), suggestions: Vec::new() },
            (Holds::Whole { min, max }, _) => Control::Integer { min: *min, max: *max, or: None },
            (Holds::Number, _) => Control::Number,
            (Holds::Flag, _) => Control::Flag,
            (Holds::Choice { words, .. }, _) => {
                let word = |word: &String| FormChoice { word: word.clone().into(), doc: Cow::Borrowed("") };
                Control::Choice(words.iter().map(word).collect())
            }
            (Holds::Name(words), _) => {
                let candidates = words.iter().map(|word| word.word.clone()).collect();
                Control::Reference { label: slot.type_name.clone(), candidates }
            }
            (Holds::Measure(units), _) => Control::Measure(units.clone()),
        }
    }

    /// Control of a new item.
    fn fresh_of(&self, item: &Slot, path: &Path, depth: Depth) -> Control {
        self.holds(item, &Shape::Any, None, &path.index(0), depth)
    }

    /// The declared parts in their order, and the other entries.
    fn declared(
        &self,
        parts: &[(String, Slot)],
        open: bool,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        let each = match shape {
            Shape::Map(each) | Shape::ReferenceMap(_, each) => *each,
            Shape::NamedMap(named) => &named.value,
            _ => &Shape::Any,
        };
        let written: Vec<(String, Node<'a>)> = entries(node).collect();
        let field = |name: &str, slot: &Slot, value: Option<Node<'a>>| Field {
            label: name.to_owned(),
            ..self.slotted(slot, each, value, path.key(name), name.to_owned(), depth)
        };
        let mut fields: Vec<Field> = parts
            .iter()
            .map(|(name, slot)| {
                let value = written.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
                field(name, slot, value)
            })
            .collect();
        let unknown = written.iter().filter(|(key, _)| parts.iter().all(|(name, _)| name != key));
        fields.extend(
            unknown.map(|(key, value)| Field { extra: true, ..field(key, &UNDECLARED, Some(*value)) }),
        );
        Control::Parts { fields, free: open }
    }

    fn thing_of(
        &self,
        brief: &str,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        match (self.thing(shape, node, path), node) {
            (Some(_), Some(node)) if node.is_scalar() => {
                Control::Folded { brief: node.as_str().map(Into::into).unwrap_or_default() }
            }
            (Some(table), Some(node)) => {
                let summary = super::label::brief(table, node);
                Control::Folded { brief: if summary.is_empty() { brief.to_owned() } else { summary } }
            }
            (Some(_), None) => Control::Folded { brief: brief.to_owned() },
            (None, node) => self.control(shape, node, path, depth),
        }
    }
}

fn describe(field: &mut Field, slot: &Slot) {
    field.doc = slot.doc.clone().into();
    field.type_name.clone_from(&slot.type_name);
    field.required = slot.required;
    field.default = slot.default.clone().map(Cow::Owned);
    field.constraints.clone_from(&slot.constraints);
    field.computed = slot.computed;
}

fn spans_lines(node: Node<'_>) -> bool {
    matches!(node.style(), Style::Literal | Style::Folded)
        || node.as_str().is_some_and(|text| text.trim_end().contains('\n'))
}

/// The first few entries of a mapping, as a summary.
fn in_short(node: Node<'_>) -> String {
    const MOST: usize = 3;
    let all = entries(Some(node)).filter(|(_, value)| value.is_scalar() && !value.is_null());
    let entries = all.filter_map(|(key, value)| Some(format!("{key}: {}", value.as_str()?)));
    entries.take(MOST).collect::<Vec<_>>().join(", ")
}
