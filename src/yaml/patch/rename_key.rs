//! `Op::RenameKey`: another key before the same colon, in the same quotes.

use super::Pen;
use super::quoting::{self, Quote};
use crate::yaml::document::{Node, Style};

impl<'d> Pen<'d> {
    pub(super) fn rename_key(&mut self, key: Node<'d>, to: &str) -> Option<()> {
        let new = match key.style() {
            Style::Single => quoting::quoted(to, Quote::Single),
            Style::Double => quoting::quoted(to, Quote::Double),
            _ => {
                let mut look = self.look_in(key.parent()?);
                // This key shows how it is to be written, whatever the others are.
                look.quote_keys = None;
                look.key(to)
            }
        };
        match key.style() {
            Style::Missing => self.insert(key, key.range().start, new),
            // An alias needs the blank before its colon, which is no fault behind a name.
            _ => self.stroke(key, key.range(), new),
        }
        Some(())
    }
}
