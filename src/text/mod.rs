//! Text, ranges in it, and changes to it. Knows no YAML.
//!
//! Offsets are UTF-8 bytes everywhere. Editors count UTF-16 code units and people count lines and characters:
//! [`LineIndex`] is the one place that converts.

mod edit;
mod lines;
mod range;
mod unseen;

pub use edit::{Bias, Indel, TextEdit};
pub use lines::{LineColumn, LineIndex};
pub use range::TextRange;
pub use unseen::{differ_unseen, is_unshowable, unseen, visible};
