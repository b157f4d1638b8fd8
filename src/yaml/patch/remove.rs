//! `Op::Remove` in block style: the lines of a part go, with the comments that are its own and the blank lines that would be left doubled.

use std::collections::BTreeSet;

use super::Pen;
use super::replace::before_break;
use super::scan::{self, Part, line_start, range};
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
        let above = position.checked_sub(1).and_then(|above| parts.get(above));
        let floor = above.map_or(0, |above| above.after);
        let above_keeps = above.is_some_and(|above| above.keeps) && !removed.contains(&(position - 1));
        let blank_above = scan::blank_lines_above(text, part.head, floor);
        let blank_below = scan::skip_blank_lines(text, part.after);
        let has_blank_above = blank_above < part.head;
        let is_last = position + 1 == parts.len();
        if above_keeps {
            // Else they would become the content of the `|+` scalar above.
            return Some(range(part.head, blank_below));
        }
        if part.after == text.len() && !scan::ends_in_break(text) {
            return Some(self.gone_from_end(container, parts, position, blank_above));
        }
        Some(match is_last {
            true if position > 0 && has_blank_above => range(blank_above, part.after),
            // Blank lines below the first part separated it from the next; below others only one of two gaps is wanted.
            false if has_blank_above || position == 0 => range(part.head, blank_below),
            _ => range(part.head, part.after),
        })
    }

    /// The last lines of a text without a last line break: they go with the break above them.
    fn gone_from_end(&self, container: Node<'d>, parts: &[Part], position: usize, from: usize) -> TextRange {
        let part = parts[position];
        let width = if container.kind() == Kind::Mapping { 2 } else { 1 };
        let above = (position * width).checked_sub(1).map(|last| container.data().children[last]);
        let above = above.map(|last| container.document().node(last));
        let start = if above.is_some_and(scan::ends_in_block_scalar) {
            part.head
        } else {
            before_break(self.text, from)
        };
        range(start, self.text.len())
    }
}
