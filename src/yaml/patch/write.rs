//! Value writer: formats a value in a given style. Independent of its destination and of the old value.

use super::TextStyle;
use super::quoting::{self, ScalarContext};
use super::style::{Gap, PartStyle};
use crate::{Resolved, Value, resolve_plain};

/// The maximum width of a new flow collection on one line.
const FLOW_WIDTH: usize = 100;

/// A formatted value, ready to follow a colon or a dash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// The text on the line of the colon or dash, without the space before it.
    pub(super) inline: String,
    /// The text on the following lines, each with the line break before it.
    pub(super) lines: String,
}

/// The container of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// A block mapping at this column.
    Mapping(usize),
    /// A block sequence with dashes at this column.
    Sequence(usize),
    /// None: the value is the whole document.
    Document,
}

impl PartStyle {
    /// Formats the value in block style, or in flow style if the neighbors are and it is short.
    pub(super) fn value(&self, value: &Value, holder: Holder) -> Written {
        match value {
            Value::Null => {
                let null = if matches!(holder, Holder::Mapping(_)) { self.null } else { "null" };
                Written { inline: null.to_owned(), lines: String::new() }
            }
            Value::Plain(text) | Value::Text(text) | Value::Quoted(text) => {
                if matches!(value, Value::Quoted(_)) || !self.takes_lines(text) {
                    return Written {
                        inline: self.scalar(value, ScalarContext::Block),
                        lines: String::new(),
                    };
                }
                let (sign, lines) = quoting::literal(text, self.body_column(holder), self.eol);
                Written { inline: format!("|{sign}"), lines }
            }
            Value::Flow(inner) if !self.fits_line(inner) => self.value(inner, holder),
            Value::Mapping(entries) if !entries.is_empty() && !self.stays_flow(value) => {
                self.mapping(entries, holder)
            }
            Value::Sequence(items) if !items.is_empty() && !self.stays_flow(value) => {
                self.sequence(items, holder)
            }
            _ => Written { inline: self.flow(value), lines: String::new() },
        }
    }

    /// Returns true if the text is to be written as a `|` scalar.
    pub(super) fn takes_lines(&self, text: &str) -> bool {
        self.text_style == TextStyle::Usual && quoting::fits_literal(text)
    }

    fn stays_flow(&self, value: &Value) -> bool {
        let requested = match value {
            Value::Mapping(_) => self.flow_maps,
            _ => self.flow_seqs,
        };
        requested && self.fits_line(value)
    }

    fn fits_line(&self, value: &Value) -> bool {
        !has_lines(value) && self.flow(value).chars().count() <= FLOW_WIDTH
    }

    /// The column of the lines of a block scalar.
    fn body_column(&self, holder: Holder) -> usize {
        match holder {
            Holder::Mapping(column) => column + self.map_step,
            Holder::Sequence(column) => column + 1 + self.dash_gap,
            Holder::Document => self.map_step,
        }
    }

    fn mapping(&self, entries: &[(String, Value)], holder: Holder) -> Written {
        let inner = self.inside();
        let column = match holder {
            Holder::Mapping(column) => column + self.map_step,
            Holder::Sequence(column) => column + 1 + self.dash_gap,
            Holder::Document => 0,
        };
        let all = entries.iter().map(|(key, value)| inner.entry(key, value, column));
        self.stacked(all, column, holder)
    }

    fn sequence(&self, items: &[Value], holder: Holder) -> Written {
        let inner = self.inside();
        let column = match holder {
            Holder::Mapping(column) => column + self.seq_step,
            Holder::Sequence(column) => column + 1 + self.dash_gap,
            Holder::Document => 0,
        };
        let all = items.iter().map(|item| inner.item(item, column));
        self.stacked(all, column, holder)
    }

    /// Writes parts below each other; the first one after the dash if a sequence contains them.
    fn stacked(&self, parts: impl Iterator<Item = String>, column: usize, holder: Holder) -> Written {
        let mut written = Written::default();
        for (at, part) in parts.enumerate() {
            if at == 0 && !matches!(holder, Holder::Mapping(_)) {
                let first = part.find(['\n', '\r']).unwrap_or(part.len());
                (written.inline, written.lines) = (part[..first].to_owned(), part[first..].to_owned());
                continue;
            }
            written.lines.push_str(self.eol);
            written.lines.extend(std::iter::repeat_n(' ', column));
            written.lines.push_str(&part);
        }
        written
    }

    /// Writes a whole entry of a block mapping at `column`, without its indentation and last line break.
    pub(super) fn entry(&self, key: &str, value: &Value, column: usize) -> String {
        let mut out = self.key(key);
        let width = |out: &str, gap: Gap, least: usize| match gap {
            Gap::Fixed(width) => width.max(least),
            Gap::Column(at) => at.saturating_sub(column + out.chars().count()).max(least),
        };
        out.extend(std::iter::repeat_n(' ', width(&out, self.before_colon, 0)));
        out.push(':');
        let Written { inline, lines } = self.value(value, Holder::Mapping(column));
        if !inline.is_empty() {
            let is_scalar = lines.is_empty() && !inline.starts_with(['{', '[']);
            let gap = if is_scalar { self.after_colon } else { Gap::Fixed(1) };
            out.extend(std::iter::repeat_n(' ', width(&out, gap, 1)));
        }
        out + &inline + &lines
    }

    /// Writes a whole item of a block sequence with dashes at `column`.
    pub(super) fn item(&self, value: &Value, column: usize) -> String {
        let Written { inline, lines } = self.value(value, Holder::Sequence(column));
        let gap = if inline.is_empty() { 0 } else { self.dash_gap };
        format!("-{:gap$}{inline}{lines}", "")
    }

    /// The style inside a new value, which has no neighbors: that of the new value's neighbors, without what is specific to their place.
    fn inside(&self) -> PartStyle {
        let fixed = |gap, usual| if let Gap::Fixed(_) = gap { gap } else { Gap::Fixed(usual) };
        PartStyle {
            before_colon: fixed(self.before_colon, 0),
            after_colon: Gap::Fixed(1),
            number_keys: false,
            quote_texts: self.quote_texts.filter(|_| self.quote_keys.is_some()),
            dash_gap: self.dash_gap.min(self.map_step.saturating_sub(1).max(1)),
            ..*self
        }
    }

    // --- flow ---

    /// Writes the value on one line.
    pub(super) fn flow(&self, value: &Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Plain(_) | Value::Text(_) | Value::Quoted(_) => self.scalar(value, ScalarContext::Flow),
            Value::Sequence(items) => {
                let items: Vec<String> = items.iter().map(|item| self.flow(item)).collect();
                bracketed('[', &items.join(self.comma), ']', self.pad_seq)
            }
            Value::Mapping(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(key, value)| self.flow_entry(key, value)).collect();
                bracketed('{', &entries.join(self.comma), '}', self.pad_map)
            }
            Value::Flow(inner) => self.flow(inner),
        }
    }

    pub(super) fn flow_entry(&self, key: &str, value: &Value) -> String {
        let gap = if self.tight_colon && self.quote_keys.is_some() { "" } else { " " };
        format!("{}:{gap}{}", self.key(key), self.flow(value))
    }

    // --- scalars ---

    pub(super) fn key(&self, key: &str) -> String {
        if let Some(quote) = self.quote_keys {
            return quoting::quoted(key, quote);
        }
        let number = self.number_keys && matches!(resolve_plain(key), Resolved::Int(_));
        if quoting::is_plain_safe(key, ScalarContext::Key) && (number || quoting::reads_as_text(key)) {
            return key.to_owned();
        }
        quoting::quoted(key, self.quote)
    }

    /// Writes a scalar on one line.
    pub(super) fn scalar(&self, value: &Value, context: ScalarContext) -> String {
        match value {
            Value::Plain(text) if quoting::is_plain_safe(text, context) => text.clone(),
            Value::Text(text) if self.quote_texts.is_none() && is_bare_text(text, context) => text.clone(),
            Value::Plain(text) | Value::Text(text) | Value::Quoted(text) => {
                quoting::quoted(text, self.quote_texts.unwrap_or(self.quote))
            }
            _ => self.flow(value),
        }
    }
}

fn is_bare_text(text: &str, context: ScalarContext) -> bool {
    quoting::is_plain_safe(text, context) && quoting::reads_as_text(text)
}

fn bracketed(open: char, inner: &str, close: char, padded: bool) -> String {
    let pad = if padded && !inner.is_empty() { " " } else { "" };
    format!("{open}{pad}{inner}{pad}{close}")
}

fn has_lines(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Plain(text) | Value::Text(text) | Value::Quoted(text) => text.contains('\n'),
        Value::Sequence(items) => items.iter().any(has_lines),
        Value::Mapping(entries) => entries.iter().any(|(_, value)| has_lines(value)),
        Value::Flow(inner) => has_lines(inner),
    }
}
