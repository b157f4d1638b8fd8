//! Text to document, whatever the text.

use std::sync::Arc;

use super::document::{Document, Entry, Node};
use super::{Path, Resolved};
use crate::text::TextRange;

/// Reads a text. Total: what is not YAML is named in [`Document::errors`] and costs its own item.
pub fn parse(text: impl Into<Arc<str>>) -> Document {
    Document {
        text: text.into(),
        nodes: Vec::new(),
        roots: Vec::new(),
        comments: Vec::new(),
        errors: Vec::new(),
    }
}

pub(super) fn merged_entries(_node: Node<'_>) -> Vec<Entry<'_>> {
    Vec::new()
}
pub(super) fn resolved(_node: Node<'_>) -> Option<Resolved> {
    None
}
pub(super) fn path_of(_node: Node<'_>) -> Path {
    Path::root()
}
pub(super) fn range_within(node: Node<'_>, _within: std::ops::Range<usize>) -> TextRange {
    node.range()
}
