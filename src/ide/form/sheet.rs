//! The data of a form: a sheet of fields, each with its control.

use std::borrow::Cow;

use limn_language::edit::{Edit, FunctionCall, Input};
use limn_language::graph::Id;
use limn_language::schema::Connection;
pub use limn_yaml::SharedBy;
use limn_yaml::{Document, Path, Step};

/// An element and its fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub path: Path,
    /// Its name, or its kind if it has none.
    pub title: String,
    /// "component"
    pub kind: &'static str,
    pub doc: &'static str,
    pub section: &'static str,
    pub fields: Vec<Field>,
    /// The anchor or merge that shares the element with other places.
    pub shared: Option<Shared>,
}

/// A key of the element, present or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Relative to the requested sheet, also in nested groups.
    pub path: Path,
    /// As written: `source-state`.
    pub key: String,
    /// The label: "Source state".
    pub label: String,
    pub doc: Cow<'static, str>,
    pub section: &'static str,
    /// The value type, if known: "list of string".
    pub type_name: String,
    pub required: bool,
    pub control: Control,
    /// The text of a scalar, without quotes.
    pub value: Option<String>,
    pub written: bool,
    /// The anchor or merge that shares the value with other places; `None` if what is around it is shared in the same way.
    pub shared: Option<Shared>,
    /// The default: the effective value of an absent key.
    pub default: Option<Cow<'static, str>>,
    /// Constraints on the value, each to follow the name of the field: "must be at least 5".
    pub constraints: Vec<String>,
    /// True if a function call is allowed as the value.
    pub computed: bool,
    /// True if the key is not declared, so that it can be removed as a whole.
    pub extra: bool,
    /// The text is the short notation of a value with more fields, which has a form of its own; or nothing is written of such a value.
    pub is_short: bool,
    /// In a form of several elements: whether their values differ. There is no value then.
    pub differs: bool,
}

/// Control of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// `label`: the kind of text: "a type", "a value or `${…}`".
    Text {
        label: String,
        suggestions: Vec<String>,
    },
    /// A text of several lines.
    Prose,
    Flag,
    /// `or`: what else is allowed: "`${property}`".
    Integer {
        min: i64,
        max: i64,
        or: Option<&'static str>,
    },
    Choice(Vec<FormChoice>),
    /// An integer or a float.
    Number,
    /// A number and one of these units.
    Measure(Vec<&'static str>),
    /// Two bounds; the upper one may be unbounded.
    Range(Vec<String>),
    /// A path of names: the candidates, and the current value.
    NamePath {
        ways: Vec<Vec<String>>,
        now: Vec<String>,
    },
    /// A function call that gives the value, and the result in a few words: "input `port`".
    Call(FunctionCall, String),
    Reference {
        label: String,
        candidates: Vec<String>,
    },
    /// One of several alternatives: the key of a single-entry mapping, or a notation, with the control of its value. `free`: other keys are allowed.
    Pick {
        words: Vec<FormChoice>,
        now: Option<String>,
        free: bool,
        inner: Option<Box<Field>>,
    },
    /// `item`: how a new item is edited.
    List {
        items: Vec<Field>,
        item: Box<Control>,
    },
    /// Elements by name; the control of each entry is [`Control::Folded`], or that of a short notation. `kind`: "property".
    Named {
        kind: &'static str,
        entries: Vec<Field>,
    },
    /// Values by free keys.
    Map {
        entries: Vec<Field>,
        item: Box<Control>,
    },
    /// Elements by name, nested too deeply to be shown here: request the sheet of one.
    Count {
        kind: &'static str,
        entries: usize,
    },
    Group(Sheet),
    /// The parts that a type declares, present or not. `free`: others can be added.
    Parts {
        fields: Vec<Field>,
        free: bool,
    },
    /// Connections to other elements.
    Connections(Vec<Connection>),
    /// An element with fields of its own, which `entry` computes on request: few of hundreds are opened. `brief`: a summary in a few words.
    Folded {
        brief: String,
    },
    /// Source text: a list or mapping inside a value, or a value of the wrong shape.
    Raw {
        source: String,
    },
    /// Source text of an unknown key.
    Unknown {
        source: String,
    },
    /// A key without a value.
    Empty,
}

impl Control {
    /// Returns true if the control has a single value, given by a text.
    pub fn is_single(&self) -> bool {
        matches!(
            self,
            Control::Text { .. }
                | Control::Prose
                | Control::Flag
                | Control::Integer { .. }
                | Control::Choice(_)
                | Control::Number
                | Control::Measure(_)
                | Control::Reference { .. }
        )
    }

    /// The fields inside a group, and those of entries by name.
    pub fn inner_fields(&self) -> Option<&[Field]> {
        match self {
            Control::Group(sheet) => Some(&sheet.fields),
            Control::Parts { fields, .. } => Some(fields),
            Control::Named { entries, .. } | Control::Map { entries, .. } => {
                let is_keyed = |entry: &Field| entry.path.last_key() == Some(entry.key.as_str());
                let depth = entries.first().map_or(0, |entry| entry.path.len());
                let is_flat = |entry: &Field| {
                    entry.path.len() == depth
                        && entry.path.steps().iter().all(|step| !matches!(step, Step::Index(_)))
                };
                entries.iter().all(|entry| is_keyed(entry) && is_flat(entry)).then_some(entries)
            }
            _ => None,
        }
    }
}

impl Field {
    /// The edit that gives the field of the item `of` a new text, or removes an optional one that is emptied; `None` if nothing changes. An error is the
    /// reason.
    pub fn edit(&self, of: &Id, text: &str) -> Option<Result<Edit, &'static str>> {
        let (of, key) = (of.clone(), self.path.clone());
        if text == self.value.as_deref().unwrap_or_default() && (self.written || text.is_empty()) {
            return None;
        }
        Some(match (text.is_empty(), self.key.is_empty(), self.required) {
            (false, ..) => Ok(Edit::Set { of, key, input: self.input(text) }),
            // A list item has no name of its own.
            (true, true, _) => Err("an item cannot be empty: remove it instead"),
            (true, false, true) => Err("a value is required"),
            (true, false, false) => Ok(Edit::Unset { of, key }),
        })
    }

    /// Value of an input of one line with this text: the value itself if nothing was typed, for the input drops its line ends; otherwise the text
    /// without the blanks around it, unless the value had some before, which were written on purpose.
    pub fn typed<'t>(&'t self, text: &'t str) -> &'t str {
        let value = self.value.as_deref().unwrap_or_default();
        let is_shown = value.chars().filter(|c| !matches!(c, '\n' | '\r')).eq(text.chars());
        match (is_shown, value == value.trim()) {
            (true, _) => value,
            (false, true) => text.trim(),
            (false, false) => text,
        }
    }

    fn input(&self, text: &str) -> Input {
        match (&self.control, text) {
            (Control::Flag, "true") => Input::Flag(true),
            (Control::Flag, "false") => Input::Flag(false),
            _ => Input::Text(text.to_owned()),
        }
    }
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormChoice {
    pub word: Cow<'static, str>,
    pub doc: Cow<'static, str>,
}

/// Sharing of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    pub by: SharedBy,
    /// The anchor; `None` if `<<` contains the entry itself.
    pub anchor: Option<String>,
    /// The number of places that share the value; of a merge, 1.
    pub places: usize,
}

impl Shared {
    /// Sharing of the value at a path.
    pub(super) fn at(document: &Document, path: &Path) -> Option<Shared> {
        let sharing = document.sharing(path, true)?;
        let places = match sharing.by {
            SharedBy::Merge => 1,
            _ => 1 + sharing.aliases().len(),
        };
        Some(Shared { by: sharing.by, anchor: sharing.anchor.map(str::to_owned), places })
    }
}

impl Field {
    /// Subject of the field, for the names of its buttons: its label, or for the value of a named entry, the name. `base`: the item of the form.
    pub fn subject(&self, base: &Path) -> String {
        if !self.key.is_empty() && self.key != "value" {
            return self.label.clone();
        }
        let whole = base.join(&self.path);
        let named = if whole.last_key() == Some("value") { whole.parent() } else { Some(whole.clone()) };
        named.and_then(|named| named.last_key().map(str::to_owned)).unwrap_or_else(|| whole.to_string())
    }
}

impl Sheet {
    /// The field at a path, in groups and in entries by name, too.
    pub fn field_at(&self, path: &Path) -> Option<&Field> {
        let mut fields = self.fields.as_slice();
        loop {
            let around = fields.iter().find(|field| path.starts_with(&field.path))?;
            if around.path == *path {
                return Some(around);
            }
            fields = around.control.inner_fields()?;
        }
    }

    /// The collapsed element by name that a path leads into.
    pub fn folded_around(&self, path: &Path) -> Option<&Field> {
        let mut fields = self.fields.as_slice();
        loop {
            let around = fields.iter().find(|field| path.starts_with(&field.path))?;
            if let Control::Folded { .. } = around.control {
                return Some(around);
            }
            fields = around.control.inner_fields()?;
        }
    }

    /// Marks the outermost fields that are shared.
    #[must_use]
    pub(super) fn with_sharing(mut self, document: &Document) -> Sheet {
        if document.has_aliases() {
            self.shared = Shared::at(document, &self.path);
            let (base, around) = (self.path.clone(), self.shared.clone());
            mark(&mut self.fields, document, &base, around.as_ref());
        }
        self
    }
}

fn mark(fields: &mut [Field], document: &Document, base: &Path, around: Option<&Shared>) {
    for field in fields {
        let shared = Shared::at(document, &base.join(&field.path));
        let inner: &mut [Field] = match &mut field.control {
            Control::Group(sheet) => &mut sheet.fields,
            Control::Named { entries, .. } | Control::Map { entries, .. } => entries,
            Control::List { items: fields, .. } | Control::Parts { fields, .. } => fields,
            Control::Pick { inner: Some(field), .. } => std::slice::from_mut(field),
            _ => &mut [],
        };
        mark(inner, document, base, shared.as_ref());
        field.shared = shared.filter(|shared| Some(shared) != around);
    }
}
