//! The data of a form: a sheet of fields, each with its control.

use std::borrow::Cow;

use limn_language::edit::Call;
use limn_language::schema::Tie;
pub use limn_yaml::SharedBy;
use limn_yaml::{Document, Path};

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
    pub sort: String,
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
    pub demands: Vec<String>,
    /// Whether a function call is allowed as the value.
    pub computed: bool,
    /// Whether the key is not declared, so that it can be removed as a whole.
    pub extra: bool,
    /// The text is the short notation of a value with more fields, which has a form of its own.
    pub is_short: bool,
    /// In a form of several elements: whether their values differ. There is no value then.
    pub differs: bool,
}

/// How a field is edited.
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
    Choice(Vec<Word>),
    /// An integer or a float.
    Number,
    /// A number and one of these units.
    Measure(Vec<&'static str>),
    /// Two bounds; the upper one may be unbounded.
    Range(Vec<String>),
    /// A path of names: the candidates, and the current value.
    Way {
        ways: Vec<Vec<String>>,
        now: Vec<String>,
    },
    /// A function call that gives the value, and the result in a few words: "input `port`".
    Call(Call, String),
    Reference {
        label: String,
        candidates: Vec<String>,
    },
    /// One of several alternatives: the key of a single-entry mapping, or a notation, with the control of its value. `free`: other keys are allowed.
    Pick {
        words: Vec<Word>,
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
    Ties(Vec<Tie>),
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

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub word: Cow<'static, str>,
    pub doc: Cow<'static, str>,
}

/// How a value is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    pub by: SharedBy,
    /// The anchor; `None` if `<<` contains the entry itself.
    pub anchor: Option<String>,
    /// The number of places that share the value; of a merge, 1.
    pub places: usize,
}

impl Shared {
    /// How the value at a path is shared.
    pub(super) fn at(document: &Document, path: &Path) -> Option<Shared> {
        let sharing = document.sharing(path, true)?;
        let places = match sharing.by {
            SharedBy::Merge => 1,
            _ => 1 + sharing.aliases().len(),
        };
        Some(Shared { by: sharing.by, anchor: sharing.anchor.map(str::to_owned), places })
    }
}

impl Sheet {
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
        field.shared = shared.filter(|it| Some(it) != around);
    }
}
