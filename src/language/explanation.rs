//! Explanation of a name or a function call for hover, as plain data: its type, constraints, default and effective value.

use limn_text::TextRange;

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

/// A labelled line of an explanation, with names and values in backticks.
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
