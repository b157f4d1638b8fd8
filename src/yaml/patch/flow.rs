//! Changes inside `{…}` and `[…]`, on one line or over several.

use super::Pen;
use super::plan::{Added, Changes};
use super::scan::{self, Line, Part, line_end, line_start, next_line, range};
use super::style::Look;
use crate::text::TextRange;
use crate::yaml::document::Node;

impl<'d> Pen<'d> {
    pub(super) fn change_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        changes: &Changes,
    ) -> Option<()> {
        let look = self.look_in(container);
        if !self.text[container.range()].starts_with(['{', '[']) {
            return self.change_single_pair(container, parts, changes, &look);
        }
        if changes.removed.len() == parts.len() {
            return self.exchange_flow(container, parts, &changes.added, &look);
        }
        let mut first = 0;
        while first < parts.len() {
            let last = (first..parts.len()).take_while(|at| changes.removed.contains(at)).last();
            if let Some(last) = last {
                for delete in self.gone_in_flow(parts, first, last) {
                    self.delete(container, delete);
                }
                first = last;
            }
            first += 1;
        }
        for new in &changes.added {
            self.add_in_flow(container, parts, changes, new, &look)?;
        }
        Some(())
    }

    /// `[a: 1]`: a mapping without braces. It gets them with its second entry, and `{}` is left of it without any.
    fn change_single_pair(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        changes: &Changes,
        look: &Look,
    ) -> Option<()> {
        let part = parts.first()?;
        let pad = if look.pad_map { " " } else { "" };
        let mut entries: Vec<(usize, String)> =
            changes.added.iter().map(|new| (new.gap, flow_text(look, new))).collect();
        if changes.removed.is_empty() {
            let own = self.text[part.start..part.end].to_owned();
            let at = entries.iter().position(|(gap, _)| *gap > 0).unwrap_or(entries.len());
            entries.insert(at, (0, own));
        }
        let inner: Vec<String> = entries.into_iter().map(|(_, text)| text).collect();
        let pad = if inner.is_empty() { "" } else { pad };
        let text = format!("{{{pad}{}{pad}}}", inner.join(look.comma));
        self.stroke(container, range(part.start, part.end), text);
        Some(())
    }

    /// Other parts, or none, for all there are; nothing where the closing bracket is missing.
    fn exchange_flow(
        &mut self,
        container: Node<'d>,
        parts: &[Part],
        added: &[Added],
        look: &Look,
    ) -> Option<()> {
        container.source().ends_with(['}', ']']).then_some(())?;
        let inner = range(container.range().start + 1, container.range().end - 1);
        let texts: Vec<String> = added.iter().map(|new| flow_text(look, new)).collect();
        let all = texts.join(look.comma);
        let delete = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) if !added.is_empty() => range(first.start, last.end),
            (Some(_), _) => inner,
            _ => TextRange::empty(inner.start),
        };
        self.stroke(container, delete, all);
        Some(())
    }

    /// The bytes that go with a run of parts, of which not all go.
    fn gone_in_flow(&self, parts: &[Part], first: usize, last: usize) -> Vec<TextRange> {
        let text = self.text;
        let (from, to) = (&parts[first], &parts[last]);
        let comma = self.comma_after(to);
        let behind = comma.map_or(to.end, |comma| comma + 1);
        // Whole lines, with the comments that are the parts' own.
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
            let mut gone = vec![range(head, next_line(text, behind))];
            if comma.is_none() && first > 0 {
                // The comma before it separates nothing any more.
                let before = self.comma_after(&parts[first - 1]);
                gone.extend(before.map(|before| range(before, before + 1)));
            }
            return gone;
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
        look: &Look,
    ) -> Option<()> {
        let text = self.text;
        let written = flow_text(look, new);
        let stays = |at: &usize| !changes.removed.contains(at);
        let before = (0..new.gap.min(parts.len())).rev().find(stays);
        let after = (new.gap..parts.len()).find(stays);
        let lined = parts.first()?.own_line && parts.iter().all(|part| part.own_line);
        let indent = &text[line_start(text, parts[0].start)..parts[0].start];
        let Some(before) = before else {
            let next = parts[after?];
            let between = if lined { format!(",{}{indent}", look.eol) } else { look.comma.to_owned() };
            self.insert(container, next.start, format!("{written}{between}"));
            return Some(());
        };
        let part = &parts[before];
        if !lined {
            self.insert(container, part.end, format!("{}{written}", look.comma));
            return Some(());
        }
        // On its own line, behind the comma and the comment of the line above.
        let comma = self.comma_after(part);
        let at = line_end(text, comma.unwrap_or(part.end));
        let tail = if comma.is_some() { "," } else { "" };
        if comma.is_none() {
            self.insert(container, part.end, ",");
        }
        self.insert(container, at, format!("{}{indent}{written}{tail}", look.eol));
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
            self.stroke(container, range(place.start, place.end), text);
            if lined {
                // The comments of a line go with it, the comma stays.
                let (tail, place_tail) = (self.tail(part), self.tail(place));
                self.stroke(container, place_tail, &self.text[tail]);
            }
        }
        Some(())
    }

    /// What stands behind a part, and its comma, on its last line.
    fn tail(&self, part: &Part) -> TextRange {
        let behind = self.comma_after(part).map_or(part.end, |comma| comma + 1);
        range(behind, line_end(self.text, behind))
    }

    /// Nothing but a comment stands behind the part, and its comma, on its last line.
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

fn flow_text(look: &Look, new: &Added) -> String {
    match &new.key {
        Some(key) => look.flow_entry(key, &new.value),
        None => look.flow(&new.value),
    }
}
