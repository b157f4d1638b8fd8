//! The lossless YAML document: parse it, address it, change it by the smallest text edit. Knows no dialect.
//!
//! The text is kept as it is; the tree holds offsets only and is thrown away with it. Parsing is total: broken text gives a
//! document too, with [`Document::errors`] saying what is wrong, and a broken line costs its own item.

mod arena;
mod document;
mod op;
mod parse;
mod patch;
mod path;
mod read;
mod scalar;
mod within;

pub use document::{Comment, Document, Entry, Kind, Node, NodeId, Style, SyntaxError};
pub use op::{Op, Spot, Value};
pub use parse::parse;
pub use patch::{PatchError, patch};
pub use path::{Path, Step};
pub use read::MergedEntries;
pub use scalar::{Resolved, quote, resolve_plain};
pub use within::Within;
