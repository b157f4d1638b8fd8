//! `Op::RenameKey`: replaces a key before its colon and keeps its quotes.

use super::Writer;
use super::quoting::{self, Quote};
use crate::node::Node;
use crate::notation::Style;

impl<'d> Writer<'d> {
    pub(super) fn rename_key(&mut self, key: Node<'d>, to: &str) -> Option<()> {
        let new = match key.style() {
            Style::Single => quoting::quoted(to, Quote::Single),
            Style::Double => quoting::quoted(to, Quote::Double),
            _ => {
                let mut style = self.style_in(key.parent()?);
                // The old key determines the style, not its siblings.
                style.quote_keys = None;
                style.key(to)
            }
        };
        match key.style() {
            Style::Missing => self.insert(key, key.range().start, new),
            // An alias needs a space before its colon; after a name, the space is harmless.
            _ => self.replace_bytes(key, key.range(), new),
        }
        Some(())
    }
}
