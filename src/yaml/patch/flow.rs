//! Changes inside flow collections, `{…}` and `[…]`, on one line or several.

use super::Writer;
use super::plan::{Added, Changes};
use super::scan::{self, Line, Part, line_end, line_start, next_line, range};
use super::style::PartStyle;
use crate::node::Node;
use limn_text::TextRange;

impl<'d> Writer<'d> {
    pub(super) fn change_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        changes: &Changes,
    ) -> Option<()> {
        let style = self.style_in(container);
        if !self.text[container.range()].starts_with(['{', '[']) {
            return self.change_single_pair(container, parts, changes, &style);
        }
        if changes.removed.len() == parts.len() {
            return self.exchange_flow(container, parts, &changes.added, &style);
        }
        let mut first = 0;
        while first < parts.len() {
            let last = (first..parts.len()).take_while(|at| changes.removed.contains(at)).last();
            if let Some(last) = last {
                for delete in self.removed_in_flow(parts, first, last) {
                    self.delete(container, delete);
                }
                first = last;
            }
            first += 1;
        }
        for new in &changes.added {
            self.add_in_flow(container, parts, changes, new, &style)?;
        }
        Some(())
    }

    /// Changes `[a: 1]`, a mapping without braces. It gets braces with its second entry, and becomes `{}` without entries.
    fn change_single_pair(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        changes: &Changes,
        style: &PartStyle,
    ) -> Option<()> {
        let part = parts.first()?;
        let pad = if style.pad_map { " " } else { "" };
        let mut entries: Vec<(usize, String)> =
            changes.added.iter().map(|new| (new.gap, flow_text(style, new))).collect();
        if changes.removed.is_empty() {
            let own = self.text[part.start..part.end].to_owned();
            let at = entries.iter().position(|(gap, _)| *gap > 0).unwrap_or(entries.len());
            entries.insert(at, (0, own));
        }
        let inner: Vec<String> = entries.into_iter().map(|(_, text)| text).collect();
        let pad = if inner.is_empty() { "" } else { pad };
        let text = format!("{{{pad}{}{pad}}}", inner.join(style.comma));
        self.replace_bytes(container, range(part.start, part.end), text);
        Some(())
    }

    /// Replaces all parts with others, or with none; fails if the closing bracket is missing.
    fn exchange_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        added: &[Added],
        style: &PartStyle,
    ) -> Option<()> {
        container.source().ends_with(['}', ']']).then_some(())?;
        let inner = range(container.range().start + 1, container.range().end - 1);
        let texts: Vec<String> = added.iter().map(|new| flow_text(style, new)).collect();
        let all = texts.join(style.comma);
        let delete = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) if !added.is_empty() => range(first.start, last.end),
            (Some(_), _) => inner,
            _ => TextRange::empty(inner.start),
        };
        self.replace_bytes(container, delete, all);
        Some(())
    }

    /// The bytes to delete for a run of parts, if other parts stay.
    fn removed_in_flow(&self, parts: &[Part], first: usize, last: usize) -> Vec<TextRange> {
        let text = self.text;
        let (from, to) = (&parts[first], &parts[last]);
        let comma = self.comma_after(to);
        let behind = comma.map_or(to.end, |comma| comma + 1);
        // Whole lines, with the comments of the parts.
        if from.own_line && self.ends_line(to) {
            let column = scan::column(text, from.start);
            let mut head = line_start(text, from.start);
            let floor = if first == 0 { 0 } else { parts[first - 1].end };
            while head > floor {
                let above = line_start(text, scan::previous_line_end(text, head));
                if above <= floor || scan::line_at(text, above) != Line::Comment(column) {
                    break;
                }
                head = above;
            }
            let mut deletions = vec![range(head, next_line(text, behind))];
            if comma.is_none() && first > 0 {
                // The comma before it is no longer needed.
                let before = self.comma_after(&parts[first - 1]);
                deletions.extend(before.map(|before| range(before, before + 1)));
            }
            return deletions;
        }
        match parts.get(last + 1) {
            Some(next) => vec![range(from.start, next.start)],
            None => vec![range(parts[first - 1].end, to.end)],
        }
    }

    fn add_in_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        changes: &Changes,
        new: &Added,
        style: &PartStyle,
    ) -> Option<()> {
        let text = self.text;
        let written = flow_text(style, new);
        let stays = |at: &usize| !changes.removed.contains(at);
        let before = (0..new.gap.min(parts.len())).rev().find(stays);
        let after = (new.gap..parts.len()).find(stays);
        let lined = parts.first()?.own_line && parts.iter().all(|part| part.own_line);
        let indent = &text[line_start(text, parts[0].start)..parts[0].start];
        let Some(before) = before else {
            let next = parts[after?];
            let between = if lined { format!(",{}{indent}", style.eol) } else { style.comma.to_owned() };
            self.insert(container, next.start, format!("{written}{between}"));
            return Some(());
        };
        let part = &parts[before];
        if !lined {
            self.insert(container, part.end, format!("{}{written}", style.comma));
            return Some(());
        }
        // On a line of its own, after the comma and the comment of the line above.
        let comma = self.comma_after(part);
        let at = line_end(text, comma.unwrap_or(part.end));
        let tail = if comma.is_some() { "," } else { "" };
        if comma.is_none() {
            self.insert(container, part.end, ",");
        }
        self.insert(container, at, format!("{}{indent}{written}{tail}", style.eol));
        Some(())
    }

    pub(super) fn move_in_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        from: usize,
        to: usize,
    ) -> Option<()> {
        let (first, last) = (from.min(to), from.max(to));
        let mut order: Vec<usize> = (first..=last).collect();
        if from < to {
            order.rotate_left(1);
        } else {
            order.rotate_right(1);
        }
        let lined = parts.iter().all(|part| part.own_line && self.ends_line(part));
        for (place, part) in (first..=last).zip(order) {
            let (place, part) = (parts.get(place)?, parts.get(part)?);
            let text = self.text[part.start..part.end].to_owned();
            self.replace_bytes(container, range(place.start, place.end), text);
            if lined {
                // The comments of a line move with it; the comma stays.
                let (tail, place_tail) = (self.tail(part), self.tail(place));
                self.replace_bytes(container, place_tail, &self.text[tail]);
            }
        }
        Some(())
    }

    /// The rest of the last line of a part, after its comma.
    fn tail(&self, part: &Part) -> TextRange {
        let behind = self.comma_after(part).map_or(part.end, |comma| comma + 1);
        range(behind, line_end(self.text, behind))
    }

    /// Returns true if only a comment follows the part, and its comma, on its last line.
    fn ends_line(&self, part: &Part) -> bool {
        let tail = self.tail(part);
        let behind = self.text[tail].trim_start_matches([' ', '\t']);
        (behind.is_empty() || behind.starts_with('#')) && tail.end < self.text.len()
    }

    fn comma_after(&self, part: &Part) -> Option<usize> {
        let at = scan::skip_gap(self.text, part.end);
        (self.text.as_bytes().get(at) == Some(&b',')).then_some(at)
    }
}

fn flow_text(style: &PartStyle, new: &Added) -> String {
    match &new.key {
        Some(key) => style.flow_entry(key, &new.value),
        None => style.flow(&new.value),
    }
}
