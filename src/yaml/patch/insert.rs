//! `Op::Insert`: new lines in a block collection, between its parts or behind them.

use super::plan::Added;
use super::replace::before_break;
use super::scan::{self, Part, line_start, range};
use super::style::Look;
use super::{Pen, is_mapping};
use crate::yaml::document::Node;

impl<'d> Pen<'d> {
    pub(super) fn add(&mut self, container: Node<'d>, parts: &[Part], added: &[Added]) -> Option<()> {
        if added.is_empty() {
            return Some(());
        }
        let look = self.look_in(container);
        let column = scan::column(self.text, parts.first()?.start);
        let mut by_gap: Vec<(usize, Vec<String>)> = Vec::new();
        for new in added {
            let text = part_text(&look, new, column);
            match by_gap.last_mut() {
                Some((gap, texts)) if *gap == new.gap => texts.push(text),
                _ => by_gap.push((new.gap, vec![text])),
            }
        }
        for (gap, texts) in by_gap {
            self.add_at(
                container,
                parts,
                gap,
                &New { texts: &texts, keeps: false, needs_break: false },
                &look,
            )?;
        }
        Some(())
    }

    /// Puts whole parts, without their own indentation, before the one at position `gap`.
    pub(super) fn add_at(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        gap: usize,
        new: &New<'_>,
        look: &Look,
    ) -> Option<()> {
        let texts = new.texts;
        let first = parts.first()?;
        let column = scan::column(self.text, first.start);
        let indent = " ".repeat(column);
        let eol = look.eol;
        let blank = eol.repeat(look.blank_lines);
        if gap == 0 {
            // The first part may stand behind a dash, where the new one takes its place.
            let blank = if new.keeps { "" } else { blank.as_str() };
            let (own, next) = if first.own_line { (&*indent, "") } else { ("", &*indent) };
            let all: Vec<String> =
                texts.iter().map(|text| format!("{own}{text}{eol}{blank}{next}")).collect();
            let all = all.concat();
            self.insert(container, first.head, all);
            return Some(());
        }
        let before = parts.get(gap - 1)?;
        let at = match parts.get(gap) {
            // A block scalar would take in a comment that is indented deeper.
            Some(_) if new.needs_break => scan::skip_comments(self.text, before.after, column + 1, false),
            Some(_) => before.after,
            None => self.end_of(container, before),
        };
        let behind = if new.keeps { scan::skip_blank_lines(self.text, at) } else { at };
        let (at, is_apart) = (behind, behind > at);
        let apart = |n: usize| {
            if n == 0 && (is_apart || self.keeps_what_follows(before, at)) { "" } else { blank.as_str() }
        };
        if at == self.text.len() && !scan::ends_in_break(self.text) {
            let all: Vec<String> = (texts.iter().enumerate())
                .map(|(n, text)| format!("{eol}{}{indent}{text}", apart(n)))
                .chain(new.needs_break.then(|| eol.to_owned()))
                .collect();
            let all = all.concat();
            self.end_last_line(container);
            self.insert(container, at, all);
            return Some(());
        }
        let all: Vec<String> =
            (texts.iter().enumerate()).map(|(n, text)| format!("{}{indent}{text}{eol}", apart(n))).collect();
        let all = all.concat();
        self.insert(container, at, all);
        Some(())
    }

    /// New parts for a block collection that loses all it had.
    pub(super) fn exchange_all(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        added: &[Added],
    ) -> Option<()> {
        let (first, last) = (parts.first()?, parts.last()?);
        if first.own_line {
            let all = (0..parts.len()).collect();
            self.remove(container, parts, &all)?;
            return self.add(container, parts, added);
        }
        let look = self.look_in(container);
        let column = scan::column(self.text, first.start);
        let all: Vec<String> = added.iter().map(|new| part_text(&look, new, column)).collect();
        let between = format!("{}{}{}", look.eol, look.eol.repeat(look.blank_lines), " ".repeat(column));
        let end = before_break(self.text, last.after);
        self.stroke(container, range(first.start, end), all.join(&between));
        Some(())
    }

    /// Blank lines put there would become part of the `|+` scalar above.
    fn keeps_what_follows(&self, before: &Part, at: usize) -> bool {
        let above_is_blank = || {
            let above = line_start(self.text, scan::previous_line_end(self.text, at));
            above < at && scan::line_at(self.text, above) == scan::Line::Blank
        };
        before.keeps || above_is_blank()
    }

    /// Where a new last part goes: behind its last part and the comments that are indented at least as far as the collection.
    pub(super) fn end_of(&self, container: Node<'d>, last: &Part) -> usize {
        let column = scan::column(self.text, last.start);
        // Below a list that is not indented, a comment at its column is about the next key, if there is one.
        let is_indentless =
            container.parent().is_some_and(|parent| is_mapping(parent) && !scan::is_in_flow(container))
                && container.parent().is_some_and(|parent| {
                    scan::column(self.text, parent.range().start) == column
                        && parent.range().end > container.range().end
                });
        scan::skip_comments(self.text, last.after, column + usize::from(is_indentless), false)
    }

    /// A `|` scalar that ends the text without a line break says none; it must not gain one with what comes below it.
    fn end_last_line(&mut self, container: Node<'d>) {
        let Some(leaf) = scan::last_leaf(container) else { return };
        let header = scan::block_header(leaf);
        if header.is_empty() || header.contains('-') || leaf.said().is_some_and(|said| said.ends_with('\n')) {
            return;
        }
        let start = leaf.range().start;
        match header.find('+') {
            Some(sign) => self.stroke(leaf, range(start + sign, start + sign + 1), "-"),
            None => self.insert(leaf, start + header.len(), "-"),
        }
    }
}

/// Whole parts to be put in, without their own indentation.
pub(super) struct New<'t> {
    pub(super) texts: &'t [String],
    /// They end in a `|+` scalar, which must not gain blank lines.
    pub(super) keeps: bool,
    /// They end in a block scalar, which says the line break behind it.
    pub(super) needs_break: bool,
}

fn part_text(look: &Look, new: &Added, column: usize) -> String {
    match &new.key {
        Some(key) => look.entry(key, &new.value, column),
        None => look.item(&new.value, column),
    }
}
