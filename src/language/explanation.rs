//! Explanations as plain data: of a name or a function call for hover, with its type, constraints, default and effective value; and of what holds
//! at an element although the text does not say so, for hints in the text.

use limn_text::TextRange;
use limn_yaml::Path;

/// The meaning of a name or a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The word in the document.
    pub range: TextRange,
    pub title: String,
    /// The kind of element: "node template", "function".
    pub kind: String,
    /// Its description.
    pub doc: String,
    pub facts: Vec<Fact>,
}

/// A labeled line of an explanation, with names and values in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// "Type", "Default".
    pub label: &'static str,
    pub text: String,
}

impl Fact {
    pub fn new(label: &'static str, text: impl Into<String>) -> Fact {
        Fact { label, text: text.into() }
    }
}

/// A call inside a text with a syntax of its own: `config("port")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallInText {
    pub function: String,
    pub help: &'static str,
    /// The names of the parameters, and whether each is optional.
    pub parameters: Vec<(&'static str, bool)>,
    /// The index of the argument at the offset.
    pub active: usize,
    /// The name of the function in the document.
    pub name: TextRange,
}

/// Implied value: it holds at an element although the text does not say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implied {
    /// The element, or the mapping with its values.
    pub path: Path,
    pub fact: ImpliedFact,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpliedFact {
    /// Values that apply because none are written: name and value.
    Defaults(Vec<(String, String)>),
    /// The names of what a connection can lead to, which names none itself.
    Targets(Vec<String>),
    /// Names that an expression reads, with their values, as far as they are known. `is_whole`: the only value is that of the expression.
    Reads { values: Vec<(String, String)>, is_whole: bool },
}

impl Implied {
    /// Values that apply by default; `None` if there are none.
    pub fn defaults(path: Path, values: Vec<(String, String)>) -> Option<Implied> {
        (!values.is_empty()).then_some(Implied { path, fact: ImpliedFact::Defaults(values) })
    }

    /// Targets that a connection can lead to; `None` if there is nothing.
    pub fn targets(path: Path, names: Vec<String>) -> Option<Implied> {
        (!names.is_empty()).then_some(Implied { path, fact: ImpliedFact::Targets(names) })
    }
}
