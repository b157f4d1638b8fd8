//! Lossless YAML: parse any text, address its nodes, and change it with the smallest text edit.
//!
//! A [`Document`] keeps the text as written; its tree holds byte offsets only. Parsing never fails: a text with syntax errors gives a document
//! too, with the errors in [`Document::errors`], and an error affects only the entry it occurs in.
//!
//! ```
//! use limn_yaml::{Op, Path, Placement, Value, parse, patch};
//!
//! let document = parse("image: nginx   # the server\nports: [80]\n");
//! let image = document.get(&Path::keys(["image"])).expect("`image` exists");
//! assert_eq!(image.text(), Some("nginx"));
//!
//! let ops = [
//!     Op::Replace { at: Path::keys(["image"]), value: Value::text("caddy") },
//!     Op::Append { to: Path::keys(["ports"]), value: Value::Plain("443".into()) },
//! ];
//! let edit = patch(&document, &ops).expect("both changes can be written");
//! assert_eq!(edit.apply(document.text()), "image: caddy   # the server\nports: [80, 443]\n");
//! ```
//!
//! - [`parse_stream()`] reads a text with several documents, each on its own, in the offsets of the whole text.
//! - [`parse()`] reads a text, [`Document`] and [`Node`] give access to the tree, and [`Path`] addresses a node by keys and positions.
//! - [`patch()`] turns [`Op`]s into a [`limn_text::TextEdit`] that leaves comments, quotes and layout elsewhere untouched.
//! - [`Resolved`] is the value of a scalar in the YAML 1.2 core schema.

#![warn(missing_docs)]

mod arena;
mod conflict;
mod document;
mod node;
mod notation;
mod op;
mod parse;
mod patch;
mod path;
mod read;
mod scalar;
mod source_map;
mod stream;

pub use conflict::Conflict;
pub use document::{Comment, Document, SyntaxError};
pub use node::{Entry, Node, NodeId};
pub use notation::{NodeKind, Style};
pub use op::{Op, Placement, Value};
pub use parse::parse;
pub use patch::{
    EditScope, PatchError, SharedBy, Sharing, move_anchor, note, notes, patch, patch_keeping_anchors,
    separate, set_note,
};
pub use path::{Path, Step};
pub use read::MergedEntries;
pub use scalar::{Resolved, quote, resolve_plain};
pub use source_map::SourceMap;
pub use stream::{MAX_DOCUMENTS, Stream, parse_stream};
