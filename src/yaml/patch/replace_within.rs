//! `Op::ReplaceWithin`: replaces a range inside a scalar and keeps the style of the scalar.

use std::ops::Range;

use super::quoting::{self, ScalarContext};
use super::scan;
use super::{TextStyle, Writer};
use crate::Value;
use crate::node::Node;
use crate::notation::Style;

impl<'d> Writer<'d> {
    /// Replaces ranges of the text; `parts` are disjoint and sorted.
    pub(super) fn replace_within(&mut self, node: Node<'d>, parts: &[(Range<usize>, String)]) -> Option<()> {
        let decoded = node.text()?;
        let mut text = decoded.to_owned();
        for (within, with) in parts.iter().rev() {
            text.replace_range(within.clone(), with);
        }
        if text == decoded {
            return Some(());
        }
        let breaks = parts.iter().any(|(within, _)| decoded[within.clone()].contains('\n'));
        if breaks || self.text_style == TextStyle::Careful || !fits(node, &text, parts) {
            return self.replace(node, &Value::Text(text));
        }
        for (within, with) in parts {
            let place = node.range_within(within.clone());
            if place == node.range() && *within != (0..decoded.len()) {
                // The source of these bytes is unknown, so the whole scalar is rewritten.
                return self.replace(node, &Value::Text(text));
            }
            let with = match node.style() {
                Style::Single => with.replace('\'', "''"),
                Style::Double => quoting::escaped(with),
                _ => with.clone(),
            };
            self.replace_bytes(node, place, with);
        }
        Some(())
    }
}

/// Returns true if the scalar keeps its style with the replacements written verbatim.
fn fits(node: Node<'_>, text: &str, parts: &[(Range<usize>, String)]) -> bool {
    let is_line = |with: &str| quoting::is_one_line(with);
    let all_lines = parts.iter().all(|(_, with)| is_line(with));
    match node.style() {
        Style::Double => true,
        Style::Single => all_lines,
        Style::Plain => {
            let context = if node.is_key() {
                ScalarContext::Key
            } else if scan::is_in_flow(node) {
                ScalarContext::Flow
            } else {
                ScalarContext::Block
            };
            all_lines && quoting::is_plain_safe(text, context) && quoting::reads_as_text(text)
        }
        Style::Literal | Style::Folded => {
            all_lines
                && text.lines().all(|line| line.trim_matches([' ', '\t']) == line || line.starts_with(' '))
        }
        Style::Missing | Style::Block | Style::Flow => false,
    }
}
