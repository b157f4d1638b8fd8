//! `Op::Insert` and `Op::Append` in block style: new lines between the parts of a collection or after them.

use super::plan::Added;
use super::replace::before_break;
use super::scan::{self, Part, line_start, range};
use super::style::PartStyle;
use super::{Writer, is_mapping};
use crate::node::Node;

impl<'d> Writer<'d> {
    pub(super) fn add(&mut self, container: Node<'d>, parts: &[Part], added: &[Added]) -> Option<()> {
        if added.is_empty() {
            return Some(());
        }
        let style = self.style_in(container);
        let column = scan::column(self.text, parts.first()?.start);
        let mut by_gap: Vec<(usize, Vec<String>)> = Vec::new();
        for new in added {
            let text = part_text(&style, new, column);
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
                &style,
            )?;
        }
        Some(())
    }

    /// Inserts whole parts, without their own indentation, before the part at position `gap`.
    pub(super) fn add_at(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        gap: usize,
        new: &New<'_>,
        style: &PartStyle,
    ) -> Option<()> {
        let texts = new.texts;
        let first = parts.first()?;
        let column = scan::column(self.text, first.start);
        let indent = " ".repeat(column);
        let eol = style.eol;
        let blank = eol.repeat(style.blank_lines);
        if gap == 0 {
            // The first part may follow a dash, where the new one takes its place.
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
            // A block scalar would absorb a comment that is indented deeper.
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

    /// Adds new parts to a block collection that loses all its parts.
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
        let style = self.style_in(container);
        let column = scan::column(self.text, first.start);
        let all: Vec<String> = added.iter().map(|new| part_text(&style, new, column)).collect();
        let between = format!("{}{}{}", style.eol, style.eol.repeat(style.blank_lines), " ".repeat(column));
        let end = before_break(self.text, last.after);
        self.replace_bytes(container, range(first.start, end), all.join(&between));
        Some(())
    }

    /// Returns true if blank lines inserted there would become part of the `|+` scalar above.
    fn keeps_what_follows(&self, before: &Part, at: usize) -> bool {
        let above_is_blank = || {
            let above = line_start(self.text, scan::previous_line_end(self.text, at));
            above < at && scan::line_at(self.text, above) == scan::Line::Blank
        };
        before.keeps || above_is_blank()
    }

    /// The position for a new last part: after the last part and the comments that are indented at least as far as the collection.
    pub(super) fn end_of(&self, container: Node<'d>, last: &Part) -> usize {
        let column = scan::column(self.text, last.start);
        // Below a list that is not indented, a comment at its column belongs to the next key, if there is one.
        let is_indentless =
            container.parent().is_some_and(|parent| is_mapping(parent) && !scan::is_in_flow(container))
                && container.parent().is_some_and(|parent| {
                    scan::column(self.text, parent.range().start) == column
                        && parent.range().end > container.range().end
                });
        scan::skip_comments(self.text, last.after, column + usize::from(is_indentless), false)
    }

    /// A `|` scalar that ends the text without a line break must not gain one when lines are added below it.
    fn end_last_line(&mut self, container: Node<'d>) {
        let Some(leaf) = scan::last_leaf(container) else { return };
        let header = scan::block_header(leaf);
        if header.is_empty()
            || header.contains('-')
            || leaf.text().is_some_and(|decoded| decoded.ends_with('\n'))
        {
            return;
        }
        let start = leaf.range().start;
        match header.find('+') {
            Some(sign) => self.replace_bytes(leaf, range(start + sign, start + sign + 1), "-"),
            None => self.insert(leaf, start + header.len(), "-"),
        }
    }
}

/// New whole parts, without their own indentation.
pub(super) struct New<'t> {
    pub(super) texts: &'t [String],
    /// True if they end in a `|+` scalar, which must not gain blank lines.
    pub(super) keeps: bool,
    /// True if they end in a block scalar, which includes the line break after it.
    pub(super) needs_break: bool,
}

fn part_text(style: &PartStyle, new: &Added, column: usize) -> String {
    match &new.key {
        Some(key) => style.entry(key, &new.value, column),
        None => style.item(&new.value, column),
    }
}
