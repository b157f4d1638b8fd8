//! `Op::Move`: moves a part, with its lines and comments, to the position of a sibling.

use std::collections::BTreeSet;

use super::Writer;
use super::insert::New;
use super::remove::last_node;
use super::replace::before_break;
use super::scan::{self, Part};
use crate::node::Node;

impl<'d> Writer<'d> {
    pub(super) fn move_in_block(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        from: usize,
        to: usize,
    ) -> Option<()> {
        let part = parts.get(from)?;
        let style = self.style_in(container);
        let above = from.checked_sub(1).map(|above| last_node(container, above));
        let after = self.end_below(part, above.is_some_and(scan::ends_in_block_scalar));
        let end = before_break(self.text, after);
        let first = if part.own_line { scan::skip_blanks(self.text, part.head) } else { part.head };
        let lines = self.text[first..end].to_owned();
        let gap = if to > from { to + 1 } else { to };
        self.remove(container, parts, &BTreeSet::from([from]))?;
        let needs_break = scan::ends_in_block_scalar(last_node(container, from));
        let new = New { texts: &[lines], keeps: part.keeps, needs_break };
        self.add_at(container, parts, gap, &new, &style)
    }
}
