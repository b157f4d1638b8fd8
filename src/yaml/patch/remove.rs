//! `Op::Remove` in block style: the lines of a part go, with the comments that are its own and the blank lines that would be left doubled.

use std::collections::BTreeSet;

use super::replace::before_break;
use super::scan::{self, Part, line_start, range};
use super::{Manner, Pen};
use crate::text::TextRange;
use crate::yaml::document::{Kind, Node};

impl<'d> Pen<'d> {
    /// Takes some parts away, or all where others come in their place.
    pub(super) fn remove(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        removed: &BTreeSet<usize>,
    ) -> Option<()> {
        let mut gone: Vec<TextRange> = Vec::new();
        let mut rest = removed.iter();
        if removed.contains(&0) && !parts.first()?.own_line {
            let kept = (0..parts.len()).find(|position| !removed.contains(position))?;
            gone.push(self.gone_behind_dash(parts, kept));
            rest.by_ref().take(kept).for_each(drop);
        }
        for &position in rest {
            let next = self.gone_with(container, parts, removed, position)?;
            match gone.last_mut() {
                Some(last) if next.start <= last.end => *last = last.cover(next),
                _ => gone.push(next),
            }
        }
        for delete in gone {
            self.delete(container, delete);
        }
        Some(())
    }

    /// Takes all parts away and says so with `{}` or `[]`, without which nothing would be read as null.
    pub(super) fn remove_all(&mut self, container: Node<'d>, parts: &[Part]) -> Option<()> {
        let (first, last) = (parts.first()?, parts.last()?);
        let empty = if container.kind() == Kind::Mapping { "{}" } else { "[]" };
        let end = before_break(self.text, last.after);
        if container.parent().is_none() {
            self.stroke(container, range(first.start, end), empty);
            return Some(());
        }
        let slot = scan::slot(container)?.at;
        if !self.text[slot..first.start].contains(['\n', '\r']) {
            self.stroke(container, range(first.start, end), empty);
            return Some(());
        }
        self.insert(container, slot, format!(" {empty}"));
        let all = (0..parts.len()).collect();
        self.remove(container, parts, &all)
    }

    /// The parts before `kept` go, the first of which stands behind a dash.
    fn gone_behind_dash(&self, parts: &[Part], kept: usize) -> TextRange {
        let (first, last, next) = (&parts[0], &parts[kept - 1], &parts[kept]);
        let comes_next = next.head == line_start(self.text, next.start);
        if comes_next && scan::skip_blank_lines(self.text, last.after) >= next.head {
            // What comes next moves up behind the dash.
            return range(first.start, next.start);
        }
        // A comment in between stays where it is.
        let from = scan::trim_blanks_before(self.text, first.start);
        range(from, scan::previous_line_end(self.text, last.after))
    }

    /// Where what goes with a part ends. If that stands below a block scalar, the scalar would take in what is indented deeper than the part.
    pub(super) fn end_below(&self, part: &Part, is_below_block: bool) -> usize {
        if !is_below_block {
            return part.after;
        }
        scan::skip_comments(self.text, part.after, scan::column(self.text, part.start) + 1, false)
    }

    /// The bytes that go with the part at `position`, which has lines of its own.
    fn gone_with(
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
            // Else they would become the content of the `|+` scalar above.
            return Some(range(part.head, blank_below));
        }
        if after == text.len() && !scan::ends_in_break(text) {
            let keeps_break = is_below_block || self.manner == Manner::Careful;
            let start = if keeps_break { part.head } else { before_break(text, blank_above) };
            return Some(range(start, after));
        }
        let has_blank_above = blank_above < part.head;
        let is_last = position + 1 == parts.len();
        Some(match is_last {
            _ if position == 0 && removed.len() == parts.len() => range(blank_above, after),
            true if position > 0 && has_blank_above => range(blank_above, after),
            // Blank lines below the first part separated it from the next; below others only one of two gaps is wanted.
            false if has_blank_above || position == 0 => range(part.head, blank_below),
            _ => range(part.head, after),
        })
    }
}

/// The value of the entry, or the item, at `position`.
pub(super) fn last_node(container: Node<'_>, position: usize) -> Node<'_> {
    let children = container.children();
    let last = if container.kind() == Kind::Mapping { position * 2 + 1 } else { position };
    container.document().node(children[last])
}
