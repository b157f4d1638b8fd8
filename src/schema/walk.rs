//! Holds a document against its tables, in one walk.

use super::{Construct, Key, Names, Profiles, Shape};
use crate::diagnostic::Diagnostic;
use crate::yaml::{Document, Path};

/// What one walk finds.
#[derive(Debug, Default)]
pub struct Held {
    pub diagnostics: Vec<Diagnostic>,
    pub names: Names,
}

/// How a value misses its shape: for tests and for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    UnknownKey,
    MissingKey,
    WrongShape,
    WrongValue,
}

/// What the tables say of one place: for forms, hover and completion.
#[derive(Clone, Copy, Debug)]
pub struct Saying {
    /// The row whose value stands here, where the place is a table's.
    pub key: Option<&'static Key>,
    pub shape: &'static Shape,
    /// The table around it.
    pub around: Option<&'static Construct>,
}

/// Holds the document's first root against `construct`.
pub fn hold(_document: &Document, _construct: &'static Construct, _profiles: Profiles) -> Held {
    Held::default()
}

/// What the tables say of the place at `path`; it need not be written yet.
pub fn saying_at(
    _document: &Document,
    _construct: &'static Construct,
    _profiles: Profiles,
    _path: &Path,
) -> Option<Saying> {
    None
}
