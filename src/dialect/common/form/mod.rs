//! Edits of form fields: sets, removes and inserts values by the grammar tables of a language.

mod pick;

use std::collections::HashSet;

use limn_language::diagnostic::Severity;
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Input};
use limn_language::graph::Id;
use limn_language::schema::{
    Construct, Holds, Key, NamedEntries, Profiles, Shape, Slot, Slots, construct_at, describe_at, picked,
    typed,
};
use limn_text::TextEdit;
use limn_yaml::{Document, Node, Op, Path, Placement, Step, Style, Value};

/// A document with its grammar tables.
pub struct Form<'d> {
    pub document: &'d Document,
    pub table: &'static Construct,
    pub profiles: Profiles,
    /// Initial value of a new element by kind and path, where the language adds to what the tables require.
    pub fresh: &'d dyn Fn(&'static NamedEntries, &Path) -> Option<Value>,
    /// The value types of places, from the document's types.
    pub slots: Option<&'d dyn Slots>,
}

impl Form<'_> {
    pub fn set(&self, at: &Path, input: &Input) -> Result<Plan, EditError> {
        let at = self.spelled(at);
        let current = self.document.get(&at);
        let (table, profiles) = (self.table, self.profiles);
        let shape = describe_at(self.document, table, profiles, &at)
            .map_or(&Shape::Any, |description| description.shape);
        if let (Some(node), Input::Text(text)) = (current, input)
            && let Some(op) = self.within_lines(node, &at, text)
        {
            return Ok(Plan { ops: vec![op], focus: None });
        }
        if let Input::Pick(word) = input {
            return self.pick(at, word);
        }
        let value = match (input, self.slot(&at)) {
            (Input::Text(text), Some(slot)) if slot.holds != Holds::Any || current.is_none() => {
                slot.written(text, current)
            }
            (Input::Text(text), _) => typed(shape, text, current),
            (Input::Flag(flag), _) => Value::Plain(flag.to_string()),
            (Input::EmptyList, _) => Value::Sequence(Vec::new()),
            (Input::EmptyMap, _) => Value::Mapping(Vec::new()),
            (Input::Items(texts), _) => Slot::items(texts),
            (Input::Pick(_), _) => Value::Null,
            (Input::Call(call), _) => match self.slots {
                Some(slots) => slots.written(&at, call),
                None => return Err(EditError::Refused("functions are not supported here".to_owned())),
            },
        };
        let op = self.op(at, value)?;
        Ok(Plan { ops: vec![op], focus: None })
    }

    pub(super) fn slot(&self, at: &Path) -> Option<Slot> {
        self.slots?.slot(at)
    }

    /// The op that writes a value at a path and creates missing parents in table order.
    pub fn op(&self, at: Path, value: Value) -> Result<Op, EditError> {
        if self.document.get(&at).is_some() {
            return Ok(Op::Replace { at, value });
        }
        if let Some(op) = self.lengthened(&at, &value) {
            return Ok(op);
        }
        let depth = (0..at.len()).rev().find(|depth| self.document.get(&at.prefix(*depth)).is_some());
        let missing = depth.map(|depth| &at.steps()[depth..]).unwrap_or_default();
        let keys: Option<Vec<&str>> = missing
            .iter()
            .map(|step| match step {
                Step::Key(key) => Some(&**key),
                _ => None,
            })
            .collect();
        match (depth, keys.as_deref(), at.last(), at.parent()) {
            (Some(depth), Some([first, rest @ ..]), ..) => {
                let into = at.prefix(depth);
                let value = rest.iter().rev().fold(value, |value, key| Value::map([(*key, value)]));
                Ok(Op::Insert {
                    placement: self.placement_of(&into, first),
                    key: (*first).to_owned(),
                    into,
                    value,
                })
            }
            (_, _, Some(Step::Key(key)), Some(into)) => {
                Ok(Op::Insert { placement: self.placement_of(&into, key), key: key.to_string(), into, value })
            }
            (_, _, Some(Step::Index(_)), Some(to)) => Ok(Op::Append { to, value }),
            _ => Err(EditError::NotFound(Id(at))),
        }
    }

    /// The op that writes a value inside a short notation: replaces the string if it is short for that key, else expands to the long notation.
    fn lengthened(&self, at: &Path, value: &Value) -> Option<Op> {
        let (key, above, text) = self.shortly(at)?;
        let rest: Vec<&str> = (above.len()..at.len()).map(|depth| at.key_at(depth)).collect::<Option<_>>()?;
        let at = above;
        if rest == [key] {
            return Some(Op::Replace { at, value: value.clone() });
        }
        let (first, inner) = rest.split_first()?;
        let value = inner.iter().rev().fold(value.clone(), |value, key| Value::map([(*key, value)]));
        let value = Value::map([(key, Value::Text(text)), (*first, value)]);
        Some(Op::Replace { at, value })
    }

    /// The enclosing short notation of a path: the key that the string is short for, its path, and the string.
    fn shortly(&self, at: &Path) -> Option<(&'static str, Path, String)> {
        let depth = (0..at.len()).rev().find(|depth| self.document.get(&at.prefix(*depth)).is_some())?;
        let above = at.prefix(depth);
        let text = self.document.get(&above).filter(|node| node.is_scalar() && !node.is_null())?;
        let text = text.as_str()?.into_owned();
        Some((self.slots?.long(&above)?, above, text))
    }

    /// The shape of a key in the long notation of a text.
    fn shape_in_long(&self, at: &Path) -> Option<&'static Shape> {
        let (_, above, _) = self.shortly(at)?;
        let [Step::Key(key)] = &at.steps()[above.len()..] else { return None };
        let description = describe_at(self.document, self.table, self.profiles, &above)?;
        Some(&description.shape.long_form()?.key(key)?.shape)
    }

    pub fn unset(&self, at: &Path) -> Result<Plan, EditError> {
        let at = self.spelled(at);
        if let Some((key, above, _)) = self.shortly(&at)
            && at == above.key(key)
        {
            let (at, prune) = match above.parent() {
                // A single-entry list item is removed as a whole.
                Some(item) if matches!(item.last(), Some(Step::Index(_))) => (item, true),
                _ => (above, false),
            };
            return Ok(Plan { ops: vec![Op::Remove { at, prune }], focus: None });
        }
        if self.document.get(&at).is_none() {
            return Err(EditError::NotFound(Id(at)));
        }
        Ok(Plan { ops: vec![Op::Remove { at, prune: false }], focus: None })
    }

    pub fn insert(&self, into: &Path, name: &str) -> Result<Plan, EditError> {
        let (table, profiles) = (self.table, self.profiles);
        let node = self.document.get(into);
        if let Some(plan) = self.insert_typed(into, name)? {
            return Ok(plan);
        }
        let shape = describe_at(self.document, table, profiles, into).map(|description| description.shape);
        let shape = shape.or_else(|| self.shape_in_long(into));
        let shape = shape.and_then(|shape| picked(shape, node, profiles, None));
        match shape {
            Some(Shape::List(item) | Shape::SomeList(item)) => {
                let at = into.index(node.map_or(0, |node| node.items().len()));
                let value = self.item(&at, name).unwrap_or_else(|| self.fresh(item));
                let op = match node.filter(|node| !node.is_null()) {
                    Some(_) => Op::Append { to: into.clone(), value },
                    None => self.op(into.clone(), Value::Sequence(vec![value]))?,
                };
                Ok(Plan { ops: vec![op], focus: None })
            }
            Some(Shape::NamedMap(named)) => {
                self.check(named, into, name)?;
                let value = self.fresh_named(named, into);
                Ok(self.entry(into, name, value))
            }
            Some(Shape::Map(value) | Shape::ReferenceMap(_, value)) => {
                self.free(into, name)?;
                Ok(self.entry(into, name, self.fresh(value)))
            }
            _ if node.is_some_and(Node::is_sequence) => Ok(Plan {
                ops: vec![Op::Append { to: into.clone(), value: Value::Text(String::new()) }],
                focus: None,
            }),
            _ => {
                self.free(into, name)?;
                Ok(self.entry(into, name, Value::Null))
            }
        }
    }

    /// Inserts an item or entry of a known value type.
    fn insert_typed(&self, into: &Path, name: &str) -> Result<Option<Plan>, EditError> {
        let (Some(slots), Some(slot)) = (self.slots, self.slot(into)) else { return Ok(None) };
        let written = self.document.get(into).filter(|node| !node.is_null());
        match &slot.holds {
            Holds::List(item) => {
                let at = written.map_or(0, |node| node.items().len());
                let fresh = || item.fresh(&into.index(at), slots);
                let value = self.item(&into.index(at), name).unwrap_or_else(fresh);
                let op = match written {
                    Some(_) => Op::Append { to: into.clone(), value },
                    None => self.op(into.clone(), Value::Sequence(vec![value]))?,
                };
                Ok(Some(Plan { ops: vec![op], focus: None }))
            }
            Holds::Map(item) => {
                if name.trim().is_empty() {
                    let why = "a name cannot be empty".to_owned();
                    return Err(EditError::Name { name: name.to_owned(), why });
                }
                self.free(into, name)?;
                let at = into.key(name);
                let op = self.op(at.clone(), item.fresh(&at, slots))?;
                Ok(Some(Plan { ops: vec![op], focus: Some(Id(at)) }))
            }
            _ => Ok(None),
        }
    }

    /// The path in the spelling that the document uses: `entry_schema` for `entry-schema`.
    pub fn spelled(&self, at: &Path) -> Path {
        let (Some(key), Some(parent)) = (at.last_key(), at.parent()) else { return at.clone() };
        if self.document.get(at).is_some() {
            return at.clone();
        }
        let (table, profiles) = (self.table, self.profiles);
        let around = describe_at(self.document, table, profiles, at).and_then(|description| description.key);
        let aliases = around.filter(|row: &&Key| row.name == key).map_or(&[][..], |row| row.aliases);
        let written =
            aliases.iter().map(|alias| parent.key(alias)).find(|path| self.document.get(path).is_some());
        written.unwrap_or_else(|| at.clone())
    }

    /// Insert position of `key` in the mapping at `into` in table order: after the nearest preceding key.
    pub fn placement_of(&self, into: &Path, key: &str) -> Placement {
        let (grammar, profiles) = (self.table, self.profiles);
        let Some(node) = self.document.get(into) else { return Placement::Last };
        let written: HashSet<String> =
            node.entries().filter_map(|entry| Some(entry.key.as_str()?.into_owned())).collect();
        let Some(table) = construct_at(self.document, grammar, profiles, into) else {
            return self.placement_among_parts(into, key, &written);
        };
        let Some(at) = table.keys.iter().position(|row| row.name == key) else { return Placement::Last };
        let before = table.keys[..at].iter().rev().find(|row| written.contains(row.name));
        before.map_or(Placement::First, |row| Placement::After(row.name.to_owned()))
    }

    /// Insert position in the order of the type, if the present parts are in that order.
    fn placement_among_parts(&self, into: &Path, key: &str, written: &HashSet<String>) -> Placement {
        let Some(Slot { holds: Holds::Parts { parts, .. }, .. }) = self.slot(into) else {
            return Placement::Last;
        };
        let Some(at) = parts.iter().position(|(name, _)| name == key) else { return Placement::Last };
        let order = |name: &str| parts.iter().position(|(part, _)| part == name);
        let there = self.document.get(into).map(|node| node.entries().collect::<Vec<_>>());
        let places: Vec<usize> =
            (there.unwrap_or_default().iter()).filter_map(|entry| order(&entry.key.as_str()?)).collect();
        let before = parts[..at].iter().rev().find(|(name, _)| written.contains(name));
        match before {
            Some((name, _)) if places.is_sorted() => Placement::After(name.clone()),
            None if places.is_sorted() => Placement::First,
            _ => Placement::Last,
        }
    }

    /// The op for a change inside a block scalar that keeps its line breaks.
    fn within_lines(&self, node: Node<'_>, at: &Path, text: &str) -> Option<Op> {
        if node.is_alias() || !matches!(node.style(), Style::Literal | Style::Folded) {
            return None;
        }
        let present = node.as_str()?;
        // Forms neither show nor remove a final line break.
        let ending = &present[present.trim_end_matches('\n').len()..];
        let new = format!("{}{ending}", text.trim_end_matches('\n'));
        let edit = TextEdit::between(&present, &new);
        let [change] = edit.indels() else { return None };
        let op =
            Op::ReplaceWithin { at: at.clone(), within: change.delete.into(), with: change.insert.clone() };
        limn_yaml::patch(self.document, std::slice::from_ref(&op)).is_ok().then_some(op)
    }

    fn entry(&self, into: &Path, name: &str, value: Value) -> Plan {
        // A missing section is created at its place in the table.
        let op = match (self.document.get(into), into.last_key(), into.parent()) {
            (None, Some(section), Some(above)) if self.document.get(&above).is_some() => Op::Insert {
                placement: self.placement_of(&above, section),
                key: section.to_owned(),
                into: above,
                value: Value::map([(name, value)]),
            },
            _ => Op::Insert { into: into.clone(), key: name.to_owned(), value, placement: Placement::Last },
        };
        Plan { ops: vec![op], focus: Some(Id(into.key(name))) }
    }

    fn check(&self, named: &NamedEntries, into: &Path, name: &str) -> Result<(), EditError> {
        if name.trim().is_empty() {
            return Err(EditError::Name { name: name.to_owned(), why: "a name cannot be empty".to_owned() });
        }
        let faults = (named.kind.check)(name, self.profiles);
        if let Some((_, why)) = faults.into_iter().find(|(code, _)| code.severity == Severity::Error) {
            return Err(EditError::Name { name: name.to_owned(), why });
        }
        self.free(into, name)
    }

    fn free(&self, into: &Path, name: &str) -> Result<(), EditError> {
        match self.document.get(&into.key(name)) {
            Some(_) => Err(EditError::Taken(name.to_owned())),
            None => Ok(()),
        }
    }

    fn fresh_named(&self, named: &'static NamedEntries, into: &Path) -> Value {
        (self.fresh)(named, into).unwrap_or_else(|| self.fresh(&named.value))
    }

    /// The minimal value of a shape.
    pub(super) fn fresh(&self, shape: &'static Shape) -> Value {
        match shape {
            Shape::Construct(construct) if construct.nullable => Value::Mapping(Vec::new()),
            Shape::Construct(construct) => {
                let asked = |row: &&Key| {
                    row.required.is_some()
                        && row.required_in.has(self.profiles)
                        && row.profiles.has(self.profiles)
                };
                Value::map(construct.keys.iter().filter(asked).map(|row| (row.name, self.fresh(&row.shape))))
            }
            Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty => {
                Value::Mapping(Vec::new())
            }
            Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) => Value::Sequence(Vec::new()),
            Shape::Boolean => Value::Plain("false".to_owned()),
            Shape::Integer { min, .. } => Value::Plain((*min).max(0).to_string()),
            Shape::Choice(words) => {
                let first = words.iter().find(|word| word.profiles.has(self.profiles));
                Value::text(first.map_or("", |choice| choice.word))
            }
            Shape::OneOf(shapes) => shapes.first().map_or(Value::Null, |shape| self.fresh(shape)),
            Shape::Discouraged(odd) => self.fresh(odd.instead_of),
            Shape::Single(inner) => self.fresh(inner),
            Shape::Any
            | Shape::Value(_)
            | Shape::Text(_)
            | Shape::Declaration(_)
            | Shape::Prose
            | Shape::Reference(_)
            | Shape::ByValue(_)
            | Shape::BySibling(_) => Value::Text(String::new()),
        }
    }
}
