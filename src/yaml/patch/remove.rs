//! `Op::Remove` in block style: deletes the lines of a part, its own comments, and blank lines that would be doubled.

use std::collections::BTreeSet;

use super::replace::before_break;
use super::scan::{self, Part, line_start, range};
use super::{TextStyle, Writer};
use crate::node::Node;
use crate::notation::NodeKind;
use limn_text::TextRange;

impl<'d> Writer<'d> {
    /// Removes some parts, or all if new parts replace them.
    pub(super) fn remove(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        removed: &BTreeSet<usize>,
    ) -> Option<()> {
        let mut deletions: Vec<TextRange> = Vec::new();
        let mut rest = removed.iter();
        if removed.contains(&0) && !parts.first()?.own_line {
            let kept = (0..parts.len()).find(|position| !removed.contains(position))?;
            deletions.push(self.removed_behind_dash(parts, kept));
            rest.by_ref().take(kept).for_each(drop);
        }
        for &position in rest {
            let next = self.removed_with(container, parts, removed, position)?;
            match deletions.last_mut() {
                Some(last) if next.start <= last.end => *last = last.cover(next),
                _ => deletions.push(next),
            }
        }
        for delete in deletions {
            self.delete(container, delete);
        }
        Some(())
    }

    /// Removes all parts and writes `{}` or `[]`; without it the value would read as null.
    pub(super) fn remove_all(&mut self, container: Node<'d>, parts: &[Part]) -> Option<()> {
        let (first, last) = (parts.first()?, parts.last()?);
        let empty = if container.kind() == NodeKind::Mapping { "{}" } else { "[]" };
        let end = before_break(self.text, last.after);
        if container.parent().is_none() {
            self.replace_bytes(container, range(first.start, end), empty);
            return Some(());
        }
        let slot = scan::value_position(container)?.at;
        // After a key that continues on the next line, the first part can start before the value: nothing to write in its place.
        if !self.text.get(slot..first.start)?.contains(['\n', '\r']) {
            self.replace_bytes(container, range(first.start, end), empty);
            return Some(());
        }
        self.insert(container, slot, format!(" {empty}"));
        let all = (0..parts.len()).collect();
        self.remove(container, parts, &all)
    }

    /// Deletes the parts before `kept`; the first of them follows a dash.
    fn removed_behind_dash(&self, parts: &[Part], kept: usize) -> TextRange {
        let (first, last, next) = (&parts[0], &parts[kept - 1], &parts[kept]);
        let comes_next = next.head == line_start(self.text, next.start);
        if comes_next && scan::skip_blank_lines(self.text, last.after) >= next.head {
            // The next part moves up after the dash.
            return range(first.start, next.start);
        }
        // A comment in between stays.
        let from = scan::trim_blanks_before(self.text, first.start);
        range(from, scan::previous_line_end(self.text, last.after))
    }

    /// The end of what is deleted with a part. Below a block scalar, a deeper indented comment goes too: the scalar would absorb it.
    pub(super) fn end_below(&self, part: &Part, is_below_block: bool) -> usize {
        if !is_below_block {
            return part.after;
        }
        scan::skip_comments(self.text, part.after, scan::column(self.text, part.start) + 1, false)
    }

    /// The bytes to delete with the part at `position`, which is on its own lines.
    fn removed_with(
        &self,
        container: Node<'d>,
        parts: &[Part],
        removed: &BTreeSet<usize>,
        position: usize,
    ) -> Option<TextRange> {
        let text = self.text;
        let part = parts.get(position)?;
        let floor = position.checked_sub(1).map_or(0, |above| parts[above].after);
        let stays = (0..position).rev().find(|above| !removed.contains(above));
        let is_below_block =
            stays.is_some_and(|above| scan::ends_in_block_scalar(last_node(container, above)));
        let after = self.end_below(part, is_below_block);
        let blank_above = scan::blank_lines_above(text, part.head, floor);
        let blank_below = scan::skip_blank_lines(text, after);
        if stays.is_some_and(|above| parts[above].keeps) {
            // Otherwise they would become content of the `|+` scalar above.
            return Some(range(part.head, blank_below));
        }
        if after == text.len() && !scan::ends_in_break(text) {
            let keeps_break = is_below_block || self.text_style == TextStyle::Careful;
            let start = if keeps_break { part.head } else { before_break(text, blank_above) };
            return Some(range(start, after));
        }
        let has_blank_above = blank_above < part.head;
        let is_last = position + 1 == parts.len();
        Some(match is_last {
            _ if position == 0 && removed.len() == parts.len() => range(blank_above, after),
            true if position > 0 && has_blank_above => range(blank_above, after),
            // Blank lines below the first part separated it from the next one; below other parts, keep only one of two gaps.
            false if has_blank_above || position == 0 => range(part.head, blank_below),
            _ => range(part.head, after),
        })
    }
}

/// The value of the entry at `position`, or the item.
pub(super) fn last_node(container: Node<'_>, position: usize) -> Node<'_> {
    let children = container.children();
    let last = if container.kind() == NodeKind::Mapping { position * 2 + 1 } else { position };
    container.document().node(children[last])
}
