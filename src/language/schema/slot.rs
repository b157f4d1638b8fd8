//! Value types of places as plain data: allowed values, constraints and defaults. A dialect creates slots from the types of the document; forms are
//! built from them and write values by them. Independent of any type system.

use crate::edit::{Edit, FunctionCall};
use limn_yaml::{Node, Path, Resolved, Style, Value, resolve_plain};

/// Maximum depth of new values: a type can contain itself.
const DEPTH: usize = 4;

/// Value types of a document's places.
pub trait Slots {
    /// The value type of a place, present or not; `None`: only the tables apply.
    fn slot(&self, path: &Path) -> Option<Slot>;
    /// Suggested texts for a place that accepts others, too.
    fn likely(&self, _path: &Path) -> Vec<String> {
        Vec::new()
    }
    /// Keys of a mapping that accepts others, too, for completion: a form lists them only once they are written. `typed`: the start of the key.
    fn known_keys(&self, _mapping: &Path, _typed: &str) -> Vec<(String, Slot)> {
        Vec::new()
    }
    /// The names that fit a place best, the likeliest first, where the tables know which names it takes.
    fn fitting(&self, _path: &Path) -> Vec<ChoiceItem> {
        Vec::new()
    }
    /// Suggested keys of a mapping that accepts others, too.
    fn likely_keys(&self, _mapping: &Path) -> Vec<ChoiceItem> {
        Vec::new()
    }
    /// Names that are invalid at a place although the tables allow them, such as one that would close a cycle.
    fn excluded(&self, _path: &Path) -> Vec<String> {
        Vec::new()
    }
    /// The elements of a section that the element around it inherits, and that it can refine.
    fn inherited(&self, _section: &Path) -> Vec<ChoiceItem> {
        Vec::new()
    }
    /// The key that a text at this place is short for, in the short notation of an element.
    fn long(&self, _path: &Path) -> Option<&'static str> {
        None
    }
    /// Returns true if a value that is not written, and could be a text, has fields of its own all the same, such as the properties of a type that is
    /// known from elsewhere.
    fn has_fields(&self, _path: &Path) -> bool {
        false
    }
    /// The current function call.
    fn call(&self, _path: &Path) -> Option<FunctionCall> {
        None
    }
    /// The functions allowed at the place, the likeliest first.
    fn functions(&self, _path: &Path) -> Vec<ChoiceItem> {
        Vec::new()
    }
    /// The arguments of a function at the place: one for each present argument, and the next one.
    fn arguments(&self, _path: &Path, _function: &str, _given: &[String]) -> Vec<Argument> {
        Vec::new()
    }
    /// A call as it is written at the place.
    fn written(&self, _path: &Path, _call: &FunctionCall) -> Value {
        Value::Null
    }
    /// The result of a call in a few words: "input `port`".
    fn call_summary(&self, _call: &FunctionCall) -> String {
        String::new()
    }
}

/// The value type of one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// Name of the type: "integer", "list of my.Port". Empty if unknown.
    pub type_name: String,
    pub doc: String,
    pub required: bool,
    /// The effective value of an absent key, as it would be written.
    pub default: Option<String>,
    /// Constraints on the value, each to follow its name: "must be at least 5".
    pub constraints: Vec<String>,
    pub holds: Holds,
    /// True if a function call is allowed as the value.
    pub computed: bool,
}

/// The form of the values of a slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Holds {
    /// As in the tables.
    #[default]
    Any,
    Text,
    /// A text of several lines.
    Prose,
    Whole {
        min: i64,
        max: i64,
    },
    Number,
    Flag,
    /// One of these. `plain`: numbers or booleans, written without quotes.
    Choice {
        words: Vec<String>,
        plain: bool,
    },
    /// A reference to one of these names; others are allowed.
    Name(Vec<ChoiceItem>),
    /// A mapping with one entry, under one of these keys. `open`: other keys are allowed.
    One {
        parts: Vec<(String, Slot)>,
        open: bool,
    },
    /// One of several notations, each with its minimal value. `now`: the current one.
    Either {
        ways: Vec<(ChoiceItem, Value)>,
        now: Option<usize>,
    },
    /// A number and one of these units.
    Measure(Vec<&'static str>),
    /// Two bounds, the upper of which may be `UNBOUNDED`, and the initial lower bound.
    Range(String),
    List(Box<Slot>),
    Map(Box<Slot>),
    /// Parts by name. `open`: others are allowed.
    Parts {
        parts: Vec<(String, Slot)>,
        open: bool,
    },
    /// Parts that are loaded when the place itself is requested.
    Folded,
    /// An element with fields of its own, as in the tables, and its kind in a few words.
    Element(String),
    /// A path of names, each one of these.
    NamePath(Vec<Vec<String>>),
    /// Connections to other elements.
    Connections(Vec<Connection>),
}

/// A choice: a word and its meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceItem {
    pub word: String,
    /// A few words after it: its type.
    pub note: String,
    pub doc: String,
    /// True if it is what the place expects.
    pub fits: bool,
}

/// An argument of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Argument {
    /// "Input", "Property of it".
    pub label: String,
    pub words: Vec<ChoiceItem>,
    /// True if texts other than the words are allowed.
    pub free: bool,
    /// True if it is optional.
    pub optional: bool,
    pub takes: ArgumentKind,
}

/// The form of an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A name.
    #[default]
    Word,
    /// A text, or the result of another function.
    Value,
    /// A list of these, as one argument.
    Values,
    /// These, for all further arguments.
    Rest,
}

/// A connection to another element, present or still open.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    pub name: String,
    pub doc: String,
    /// Required type: "a `tosca.capabilities.Compute`".
    pub required_type: String,
    /// Its path, if present.
    pub at: Option<Path>,
    /// Its target.
    pub to: Option<String>,
    /// True if a target is required.
    pub required: bool,
    /// Its state in a few words: "open: 1 needed".
    pub state: String,
    /// The possible targets, each with the edit that connects it.
    pub offers: Vec<Offer>,
}

/// A choice, and the edit that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub label: String,
    pub note: String,
    pub edit: Edit,
}

impl Slot {
    /// The value that is written for a text from a form field. `current`: the current value.
    pub fn written(&self, text: &str, current: Option<Node<'_>>) -> Value {
        let read = resolve_plain(text);
        let is_number = matches!(read, Resolved::Int(_) | Resolved::Float(_));
        let quoted = current.map(Node::resolve).is_some_and(|node| {
            !node.is_null() && matches!(node.style(), Style::Single | Style::Double) && node.is_scalar()
        });
        let plain = match &self.holds {
            Holds::Whole { .. } => matches!(read, Resolved::Int(_)),
            Holds::Number => is_number,
            Holds::Flag => matches!(read, Resolved::Bool(_)),
            Holds::Choice { plain, .. } => *plain,
            Holds::Any => !quoted && (is_number || matches!(read, Resolved::Bool(_))),
            _ => false,
        };
        if plain { Value::Plain(text.to_owned()) } else { Value::Text(text.to_owned()) }
    }

    /// The two bounds of a range, or the items of a list that is written at once.
    pub fn items(texts: &[String]) -> Value {
        let item = |text: &String| match resolve_plain(text) {
            Resolved::Int(_) | Resolved::Float(_) => Value::Plain(text.clone()),
            _ => Value::Text(text.clone()),
        };
        Value::Sequence(texts.iter().map(item).collect()).on_one_line()
    }

    /// The minimal new value.
    pub fn fresh(&self, path: &Path, slots: &dyn Slots) -> Value {
        self.filled(path, slots, DEPTH)
    }

    fn filled(&self, path: &Path, slots: &dyn Slots, depth: usize) -> Value {
        let plain = |text: &str| Value::Plain(text.to_owned());
        match &self.holds {
            Holds::Whole { min, .. } => Value::Plain((*min).max(0).to_string()),
            Holds::Number => plain("0"),
            Holds::Flag => plain("false"),
            Holds::Choice { words, plain } => match words.first() {
                Some(word) if *plain => Value::Plain(word.clone()),
                word => Value::text(word.cloned().unwrap_or_default()),
            },
            Holds::Measure(units) => Value::text(format!("1 {}", units.first().copied().unwrap_or_default())),
            Holds::Range(from) => Slot::items(&[from.clone(), "UNBOUNDED".to_owned()]),
            Holds::One { parts, .. } => match parts.first() {
                Some((name, part)) => Value::map([(name, part.filled(&path.key(name), slots, depth))]),
                None => Value::Mapping(Vec::new()),
            },
            Holds::Either { ways, .. } => ways.first().map_or(Value::Null, |(_, value)| value.clone()),
            Holds::List(_) | Holds::NamePath(_) => Value::Sequence(Vec::new()),
            Holds::Map(_) | Holds::Element(_) | Holds::Connections(_) => Value::Mapping(Vec::new()),
            Holds::Folded if depth > 0 => match slots.slot(path) {
                Some(slot) if slot.holds != Holds::Folded => slot.filled(path, slots, depth - 1),
                _ => Value::Mapping(Vec::new()),
            },
            Holds::Folded => Value::Mapping(Vec::new()),
            Holds::Parts { parts, .. } => {
                let required = parts.iter().filter(|(_, part)| part.required && part.default.is_none());
                let filled =
                    required.map(|(name, part)| (name.clone(), part.filled(&path.key(name), slots, depth)));
                Value::Mapping(filled.collect())
            }
            Holds::Any | Holds::Text | Holds::Prose | Holds::Name(_) => Value::Text(String::new()),
        }
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&Slot> {
        let (Holds::Parts { parts, .. } | Holds::One { parts, .. }) = &self.holds else { return None };
        parts.iter().find(|(part, _)| part == name).map(|(_, slot)| slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml as yaml;

    struct Recursive;

    impl Slots for Recursive {
        fn slot(&self, _: &Path) -> Option<Slot> {
            let same = Slot { required: true, holds: Holds::Folded, ..Slot::default() };
            let size = Slot { required: true, holds: Holds::Whole { min: 3, max: 9 }, ..Slot::default() };
            let free = Slot { holds: Holds::Text, ..Slot::default() };
            let parts = vec![("in".to_owned(), same), ("size".to_owned(), size), ("free".to_owned(), free)];
            Some(Slot { holds: Holds::Parts { parts, open: false }, ..Slot::default() })
        }
    }

    #[test]
    fn what_is_put_in_is_written_by_its_type() {
        let slot = |holds: Holds| Slot { holds, ..Slot::default() };
        let plain = |text: &str| Value::Plain(text.to_owned());
        let text = |text: &str| Value::Text(text.to_owned());
        let choice = |plain| Holds::Choice { words: vec!["1".to_owned()], plain };
        for (holds, typed, value) in [
            (Holds::Text, "80", text("80")),
            (Holds::Whole { min: 0, max: 9 }, "80", plain("80")),
            (Holds::Whole { min: 0, max: 9 }, "many", text("many")),
            (Holds::Number, "1.5", plain("1.5")),
            (Holds::Flag, "true", plain("true")),
            (Holds::Flag, "yes", text("yes")),
            (choice(true), "1", plain("1")),
            (choice(false), "1", text("1")),
            (Holds::Measure(vec!["GB"]), "10 GB", text("10 GB")),
            (Holds::Any, "80", plain("80")),
        ] {
            assert_eq!(slot(holds).written(typed, None), value, "{typed}");
        }
        let document = yaml::parse("'80'\n");
        assert_eq!(slot(Holds::Any).written("81", document.root()), text("81"));
    }

    #[test]
    fn a_new_value_says_what_has_to_be_there_and_ends() {
        let slot = Slot { holds: Holds::Folded, ..Slot::default() };
        let value = slot.fresh(&Path::root(), &Recursive);
        let innermost = Value::map([("in", Value::Mapping(Vec::new())), ("size", Value::Plain("3".into()))]);
        let around = |value: Value| Value::map([("in", value), ("size", Value::Plain("3".into()))]);
        assert_eq!(value, around(around(around(innermost))));
        let list = Slot { holds: Holds::List(Box::new(slot)), ..Slot::default() };
        assert_eq!(list.fresh(&Path::root(), &Recursive), Value::Sequence(Vec::new()));
    }
}
