//! `Op::Replace` and filling empty values: writes a new value after the same colon or dash and before the same comment.

use super::quoting::{self, Quote, ScalarContext};
use super::scan::{self, line_end, range};
use super::style::PartStyle;
use super::write::{Holder, Written};
use super::{TextStyle, Writer, is_mapping};
use crate::node::Node;
use crate::notation::{NodeKind, Style};
use crate::{Resolved, Value, resolve_plain};
use limn_text::TextRange;

/// The maximum width of folded text. It keeps its own width within this limit and at least half of it.
const FILL: usize = 80;

impl<'d> Writer<'d> {
    pub(super) fn replace(&mut self, node: Node<'d>, value: &Value) -> Option<()> {
        let mut style = self.style_at(node);
        if scan::is_in_flow(node) {
            return self.replace_in_flow(node, value, &style);
        }
        let holder = match node.parent() {
            None => Holder::Document,
            Some(parent) if is_mapping(parent) => {
                Holder::Mapping(scan::column(self.text, parent.range().start))
            }
            Some(parent) => Holder::Sequence(scan::column(self.text, parent.range().start)),
        };
        let old = old_place(node, value)?;
        // In a broken text, a value can precede its colon.
        let gap = old.range.start.checked_sub(old.slot)?;
        if node.style() != Style::Missing
            && scan::skip_blanks(self.text, old.slot) == old.range.start
            && gap > 0
        {
            // Its own dash determines the indentation.
            style.dash_gap = gap;
        }
        let mut written =
            kept_style(node, value, &style, holder).unwrap_or_else(|| style.value(value, holder));
        if let (Holder::Sequence(column), true) = (holder, is_block(&written, value) && old.has_properties) {
            // After a dash, an anchor would belong to the first key.
            let indent = " ".repeat(column + 1 + style.dash_gap);
            written.lines = format!("{}{indent}{}{}", style.eol, written.inline, written.lines);
            written.inline.clear();
        }
        if holder == Holder::Document {
            self.place_root(node, &old, written)
        } else {
            let gap = if matches!(holder, Holder::Sequence(_)) { style.dash_gap } else { 1 };
            self.place(node, &old, written, gap)
        }
    }

    /// The style for a new value of `node`: that of its neighbors and its own.
    fn style_at(&self, node: Node<'d>) -> PartStyle {
        let mut style =
            node.parent().map_or_else(|| self.file_style().part_style(), |parent| self.style_in(parent));
        let stays_flow = node.style() == Style::Flow && !node.children().is_empty();
        match node.kind() {
            NodeKind::Mapping if !node.children().is_empty() => style.flow_maps = stays_flow,
            NodeKind::Sequence if !node.children().is_empty() => style.flow_seqs = stays_flow,
            NodeKind::Scalar if node.style() == Style::Plain => style.quote_texts = None,
            _ => {}
        }
        style
    }

    fn replace_in_flow(&mut self, node: Node<'d>, value: &Value, style: &PartStyle) -> Option<()> {
        let old = old_place(node, value)?;
        let kept = kept_quotes(node, value).map(|(text, quote)| quoting::quoted(text, quote));
        let new = kept.unwrap_or_else(|| style.flow(value));
        if node.style() != Style::Missing {
            self.replace_bytes(node, old.range, new);
        } else {
            let lead = if old.needs_colon { ": " } else { " " };
            self.insert(node, old.slot, format!("{lead}{new}"));
        }
        Some(())
    }

    fn place(&mut self, node: Node<'d>, old: &Old, new: Written, gap: usize) -> Option<()> {
        let Written { inline, lines } = new;
        let lead = if inline.is_empty() { String::new() } else { format!("{:gap$}{inline}", "") };
        let starts_inline = !self.text[old.slot..old.range.start].contains(['\n', '\r']);
        match node.style() {
            Style::Missing => {
                (!old.needs_colon).then_some(())?;
                self.insert(node, old.slot, lead);
                self.insert(node, line_end(self.text, old.slot), lines);
            }
            Style::Literal | Style::Folded => {
                let header = range(old.range.start, node.range().start + scan::block_header(node).len());
                let first_end = line_end(self.text, header.start);
                if inline.is_empty() {
                    self.delete(node, range(old.slot, header.end));
                } else if self.text[header] != inline {
                    self.replace_bytes(node, header, inline);
                }
                self.replace_lines(node, range(first_end, old.range.end.max(first_end)), &lines);
            }
            Style::Block => {
                let end = self.last_line_end(node)?;
                if starts_inline {
                    self.replace_bytes(node, range(old.slot, end), lead + &lines);
                } else {
                    self.insert(node, old.slot, lead);
                    self.replace_bytes(node, range(line_end(self.text, old.slot), end), lines);
                }
            }
            _ if starts_inline || lines.is_empty() => {
                if inline.is_empty() {
                    self.delete(node, range(old.slot, old.range.end));
                } else {
                    self.replace_bytes(node, old.range, inline);
                }
                self.insert(node, line_end(self.text, old.range.end), lines);
            }
            _ => {
                // A comment after it moves up after the colon, if there is no other.
                let between = &self.text[old.slot..old.range.start];
                let up = if between.contains('#') { old.range.start } else { line_end(self.text, old.slot) };
                self.insert(node, old.slot, lead);
                self.delete(node, range(up, old.range.end));
                self.insert(node, line_end(self.text, old.range.end), lines);
            }
        }
        Some(())
    }

    fn place_root(&mut self, node: Node<'d>, old: &Old, new: Written) -> Option<()> {
        let Written { inline, lines } = new;
        let eol = self.file_style().eol;
        let start = old.range.start;
        let shares_line = !scan::is_first_on_line(self.text, start);
        match node.style() {
            Style::Missing => {
                let at = line_end(self.text, start);
                let lead = if scan::is_first_on_line(self.text, at) { "" } else { eol };
                self.insert(node, at, format!("{lead}{inline}{lines}"));
            }
            Style::Block => {
                self.replace_bytes(node, range(start, self.last_line_end(node)?), inline + &lines);
            }
            Style::Literal | Style::Folded => self.replace_bytes(node, old.range, inline + &lines),
            _ if shares_line && !lines.is_empty() => {
                self.delete(node, range(scan::trim_blanks_before(self.text, start), old.range.end));
                self.insert(node, line_end(self.text, old.range.end), format!("{eol}{inline}{lines}"));
            }
            _ => {
                self.replace_bytes(node, old.range, inline);
                self.insert(node, line_end(self.text, old.range.end), lines);
            }
        }
        Some(())
    }

    /// Writes the first value of an empty text.
    pub(super) fn write_root(&mut self, value: &Value) {
        let style = self.file_style().part_style();
        let Written { inline, lines } = style.value(value, Holder::Document);
        let bare = self.text.trim_start_matches('\u{feff}').is_empty();
        let (lead, tail) = match bare || scan::ends_in_break(self.text) {
            true => ("", style.eol),
            false => (style.eol, ""),
        };
        let insert = format!("{lead}{inline}{lines}{tail}");
        let delete = TextRange::empty(self.text.len());
        self.replacements.push(super::Replacement { depth: 0, indel: limn_text::Indel { delete, insert } });
    }

    /// The end of the last line of a block collection, including the comments that belong to its last part.
    pub(super) fn last_line_end(&self, node: Node<'d>) -> Option<usize> {
        let after = scan::parts(node)?.last()?.after;
        Some(before_break(self.text, after))
    }
}

/// The end of the line before `at`, a line start; the end of the text if the text has no last break.
pub(super) fn before_break(text: &str, at: usize) -> usize {
    if scan::ends_in_break(&text[..at]) { scan::previous_line_end(text, at) } else { at }
}

/// Returns true if the value is a collection written without brackets.
fn is_block(written: &Written, value: &Value) -> bool {
    matches!(value.content(), Value::Mapping(_) | Value::Sequence(_))
        && !written.inline.starts_with(['{', '['])
}

/// The position of the old value.
struct Old {
    /// After the colon or dash, and after an anchor and tag that stay.
    slot: usize,
    needs_colon: bool,
    /// True if an anchor or a tag stays.
    has_properties: bool,
    /// The bytes to delete, including the tag if the new value is of another kind.
    range: TextRange,
}

fn old_place(node: Node<'_>, value: &Value) -> Option<Old> {
    let text: &str = &node.document().text;
    let slot = scan::value_position(node)?;
    let data = node.data();
    let kind = match value.content() {
        Value::Mapping(_) => NodeKind::Mapping,
        Value::Sequence(_) => NodeKind::Sequence,
        _ => NodeKind::Scalar,
    };
    let says_otherwise = match value {
        Value::Null => true,
        Value::Text(_) | Value::Quoted(_) => {
            node.tag().is_some_and(|tag| ["!!int", "!!float", "!!bool", "!!null"].contains(&tag))
        }
        _ => false,
    };
    let keeps_tag = data.style == Style::Missing || (data.kind == kind && !says_otherwise);
    match node.tag_range().filter(|_| !keeps_tag) {
        None => {
            let has_properties = node.anchor_range().is_some() || node.tag_range().is_some();
            Some(Old { slot: slot.at, needs_colon: slot.needs_colon, has_properties, range: data.range() })
        }
        Some(tag) => {
            node.anchor_range().is_none_or(|anchor| anchor.end <= tag.start).then_some(())?;
            let slot = scan::trim_blanks_before(text, tag.start);
            let has_properties = node.anchor_range().is_some();
            Some(Old { slot, needs_colon: false, has_properties, range: tag.cover(data.range()) })
        }
    }
}

/// The text and the quotes to keep, if the old scalar is quoted and the new one is of the same kind.
fn kept_quotes<'v>(node: Node<'_>, value: &'v Value) -> Option<(&'v str, Quote)> {
    let quote = match node.style() {
        Style::Single => Quote::Single,
        Style::Double => Quote::Double,
        _ => return None,
    };
    let old = node.text()?;
    match value {
        // An empty text needs its quotes; a text that replaces it follows its neighbors.
        Value::Text(text) if old.is_empty() && quote == Quote::Single && !text.is_empty() => None,
        Value::Text(text) | Value::Quoted(text) => Some((text, quote)),
        // A replacement with the same text is meant to drop the quotes.
        Value::Plain(text) if text != old && is_alike(resolve_plain(old), resolve_plain(text)) => {
            Some((text, quote))
        }
        _ => None,
    }
}

fn is_alike(one: Resolved, other: Resolved) -> bool {
    use Resolved::{Bool, Float, Int, Text};
    matches!((one, other), (Bool(_), Bool(_)) | (Int(_) | Float(_), Int(_) | Float(_)) | (Text, Text))
}

/// The new scalar in the style of the old one; `None` if there is no style to keep.
fn kept_style(node: Node<'_>, value: &Value, style: &PartStyle, holder: Holder) -> Option<Written> {
    if let Some((text, quote)) = kept_quotes(node, value) {
        let is_better_a_block =
            style.takes_lines(text) && (quote == Quote::Single || node.text() == Some(""));
        let asks_for_quotes = matches!(value, Value::Quoted(_));
        return (asks_for_quotes || !is_better_a_block)
            .then(|| Written { inline: quoting::quoted(text, quote), lines: String::new() });
    }
    let Value::Text(text) = value else { return None };
    let indent = body_column(node, style, holder);
    if style.text_style == TextStyle::Careful {
        return None;
    }
    match node.style() {
        Style::Literal if text.contains('\n') && quoting::fits_block(text) => {
            let (sign, lines) = quoting::literal(text, indent, style.eol);
            Some(Written { inline: format!("|{sign}"), lines })
        }
        Style::Folded if text.contains([' ', '\n']) && quoting::fits_folded(text) => {
            let (width, was_filled) = fill(node);
            let is_long = text.chars().count() > FILL / 2;
            (text.contains('\n') || is_long).then_some(())?;
            let width = if was_filled { width } else { usize::MAX };
            let (sign, lines) = quoting::folded(text, indent, style.eol, width);
            Some(Written { inline: format!(">{sign}"), lines })
        }
        Style::Plain if !quoting::fits_literal(text) => {
            Some(Written { inline: style.scalar(value, ScalarContext::Block), lines: String::new() })
        }
        _ => None,
    }
}

/// The line width of a folded scalar, and whether a paragraph has several lines.
fn fill(node: Node<'_>) -> (usize, bool) {
    let lines: Vec<&str> = node.source().lines().skip(1).map(str::trim).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let was_filled = lines.windows(2).any(|pair| !pair[0].is_empty() && !pair[1].is_empty());
    (widest.clamp(FILL / 2, FILL), was_filled || widest <= FILL)
}

/// The column of the lines of a block scalar: the old column if it was one before.
fn body_column(node: Node<'_>, style: &PartStyle, holder: Holder) -> usize {
    let text: &str = &node.document().text;
    let outer = match holder {
        Holder::Mapping(column) | Holder::Sequence(column) => Some(column),
        Holder::Document => None,
    };
    let body = scan::next_line(text, node.range().start);
    let body_indent = (body < node.range().end).then(|| {
        let first = body + text[body..].len() - text[body..].trim_start_matches([' ', '\n', '\r']).len();
        scan::column(text, first)
    });
    let is_block = matches!(node.style(), Style::Literal | Style::Folded);
    body_indent
        .filter(|&body_indent| is_block && outer.is_none_or(|outer| body_indent > outer) && body_indent > 0)
        .unwrap_or_else(|| outer.map_or(style.map_step, |outer| outer + style.map_step))
}
