//! Text ranges, text edits and offset conversion, independent of any language.
//!
//! All offsets are UTF-8 bytes. Editors count UTF-16 code units, and people count lines and characters:
//! [`LineIndex`] converts between the three.
//!
//! ```
//! use limn_text::{Bias, TextEdit, TextRange};
//!
//! let edit = TextEdit::replace(TextRange::new(6, 7), "10");
//! assert_eq!(edit.apply("port: 8\n"), "port: 10\n");
//! assert_eq!(edit.map(8, Bias::After), 9);
//! ```

#![warn(missing_docs)]

mod edit;
mod hunks;
mod invisible;
mod lines;
mod range;

pub use edit::{Bias, Indel, TextEdit};
pub use hunks::{Hunk, HunkLine, hunks};
pub use invisible::{differ_invisibly, invisible_name, is_unprintable, visible};
pub use lines::{Encoding, LineColumn, LineIndex, caret};
pub use range::TextRange;
