//! Grafts: puts a copy of one node's text in the place of another node, with the indentation of that place. Comments, quotes and layout are
//! copied as written; in a flow collection, a block is written on one line.

use super::scan::{self, range};
use super::sharing::aliases_of;
use super::style::PartStyle;
use super::{quoting, replace};
use crate::node::Node;
use crate::notation::{NodeKind, Style};
use limn_text::{Indel, TextRange};

/// The copy of a node for a place, an alias or a scalar.
pub(super) struct Graft<'d> {
    pub(super) at: Node<'d>,
    pub(super) source: Node<'d>,
    /// The anchor of the copy.
    pub(super) anchor: Option<&'d str>,
    /// The style at the place.
    pub(super) style: PartStyle,
}

impl<'d> Graft<'d> {
    /// The replacements; `None` if the place cannot hold such a node.
    pub(super) fn indels(&self) -> Option<Vec<Indel>> {
        let source = self.source;
        let spans_lines = matches!(source.style(), Style::Block | Style::Literal | Style::Folded)
            || source.source().trim_end().contains(['\n', '\r']);
        if scan::is_in_flow(self.at) {
            return Some(vec![self.inline(self.flow(source, None)?)?]);
        }
        match (spans_lines, source.style()) {
            (true, _) if self.at.is_key() => None,
            (false, _) => Some(vec![self.inline(self.cut(source.range()))?]),
            (true, Style::Block) => self.block(),
            (true, _) => self.scalar_lines(),
        }
    }

    fn text(&self) -> &'d str {
        &self.at.document.text
    }

    /// The anchor and the tag of the copy.
    fn properties(&self) -> String {
        let anchor = self.anchor.map(|name| format!("&{name}"));
        let parts: Vec<String> = anchor.into_iter().chain(self.source.tag().map(str::to_owned)).collect();
        parts.join(" ")
    }

    fn inline(&self, body: String) -> Option<Indel> {
        let properties = self.properties();
        let new =
            [properties, body].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        self.put(&new)
    }

    /// Writes on the line of the place.
    fn put(&self, new: &str) -> Option<Indel> {
        let (text, at) = (self.text(), self.at);
        if at.style() == Style::Missing {
            let slot = scan::value_position(at)?;
            let lead = match (new.is_empty(), slot.needs_colon) {
                (true, _) => "",
                (false, true) => ": ",
                (false, false) => " ",
            };
            return Some(Indel { delete: TextRange::empty(slot.at), insert: format!("{lead}{new}") });
        }
        let start =
            if new.is_empty() { scan::trim_blanks_before(text, at.range().start) } else { at.range().start };
        Some(Indel { delete: range(start, at.range().end), insert: new.to_owned() })
    }

    /// A block collection: its lines below the place or, without anchor and tag, from the place on.
    fn block(&self) -> Option<Vec<Indel>> {
        let (text, at, source) = (self.text(), self.at, self.source);
        let parts = scan::parts(source)?;
        let (first, last) = (parts.first()?, parts.last()?);
        let slot = scan::value_position(source)?.at;
        let below = scan::next_line(text, slot);
        let starts_below = source.parent().is_some() && below <= first.head && first.own_line;
        let start = if starts_below { below } else { first.start };
        let end = replace::before_break(text, last.after);
        let from = scan::column(text, first.start);
        let lead = if start == first.start { " ".repeat(from) } else { String::new() };
        let body = lead + &self.cut(range(start, end));
        let properties = self.properties();
        let is_in_place = properties.is_empty()
            && at.style() != Style::Missing
            && (holder(at)?.1 || scan::is_first_on_line(text, at.range().start));
        let to = if is_in_place { scan::column(text, at.range().start) } else { self.column()? };
        let lines = shifted(&body, from, to);
        if is_in_place {
            let body = lines.join(self.style.eol);
            return Some(vec![self.put(body.trim_start_matches(' '))?]);
        }
        Some(vec![self.put(&properties)?, self.below(&lines)])
    }

    /// The column of a block collection at the place, as deep as the source is.
    fn column(&self) -> Option<usize> {
        let (to, is_item) = holder(self.at)?;
        let from = scan::column(self.text(), self.source.range().start);
        let depth = match holder(self.source) {
            Some((column, _)) => from.checked_sub(column)?,
            None => self.style.map_step,
        };
        Some(to + if is_item { depth.max(1 + self.style.dash_gap) } else { depth })
    }

    /// A scalar or a flow collection of several lines.
    fn scalar_lines(&self) -> Option<Vec<Indel>> {
        let (text, source) = (self.text(), self.source);
        let is_block = matches!(source.style(), Style::Literal | Style::Folded);
        let (first, start) = if is_block {
            (scan::block_header(source).to_owned(), scan::next_line(text, source.range().start))
        } else {
            let end = scan::line_end(text, source.range().start);
            (self.cut(range(source.range().start, end)), scan::next_line(text, end))
        };
        let end = if is_block { replace::before_break(text, source.range().end) } else { source.range().end };
        let to = holder(self.at)?.0;
        let (from, to) = match holder(source) {
            Some((from, _)) => (from, to),
            None => (0, to + self.style.map_step),
        };
        let mut lines = shifted(&self.cut(range(start, end.max(start))), from, to);
        if !is_block {
            // Continuation lines are deeper than the collection around them.
            let least = |line: String| {
                let content = line.trim_start_matches(' ');
                let indent = (line.len() - content.len()).max(to + 1);
                if content.is_empty() { line } else { " ".repeat(indent) + content }
            };
            lines = lines.into_iter().map(least).collect();
        }
        Some(vec![self.inline(first)?, self.below(&lines)])
    }

    /// Adds lines below the line of the place.
    fn below(&self, lines: &[String]) -> Indel {
        let at = scan::line_end(self.text(), self.at.range().end);
        let insert = lines.iter().flat_map(|line| [self.style.eol, line]).collect();
        Indel { delete: TextRange::empty(at), insert }
    }

    /// Bytes of the source without the anchors that stay there.
    fn cut(&self, of: TextRange) -> String {
        let text = self.text();
        let mut out = String::new();
        let mut at = of.start;
        for node in self.source.document.nodes() {
            let Some(anchor) = node.anchor_range() else { continue };
            let is_inside = node != self.source && of.contains(anchor) && anchor.start >= at;
            if is_inside && !self.keeps_anchor(node) {
                let gap = anchor_gap(text, anchor);
                out.push_str(&text[at..gap.start.max(at)]);
                at = gap.end;
            }
        }
        out + &text[at..of.end]
    }

    /// Returns true if the copy keeps an anchor inside it: all its aliases are copied, too.
    fn keeps_anchor(&self, node: Node<'d>) -> bool {
        let aliases = aliases_of(node);
        let around = self.source.full_range();
        !aliases.is_empty() && aliases.iter().all(|alias| around.contains(alias.range()))
    }

    /// A node on one line.
    fn flow(&self, node: Node<'d>, anchor: Option<&str>) -> Option<String> {
        let mut out = String::new();
        if let Some(anchor) = anchor {
            out = format!("&{anchor} ");
        }
        if let Some(tag) = node.tag().filter(|_| node != self.source) {
            out = format!("{out}{tag} ");
        }
        let inner = |child: Node<'d>| self.flow(child, child.anchor().filter(|_| self.keeps_anchor(child)));
        let padded = |open: char, parts: Vec<String>, close: char, pad: bool| {
            let pad = if pad && !parts.is_empty() { " " } else { "" };
            format!("{open}{pad}{}{pad}{close}", parts.join(self.style.comma))
        };
        let body = match node.kind() {
            NodeKind::Alias => node.source().to_owned(),
            NodeKind::Scalar => flow_scalar(node),
            NodeKind::Sequence => {
                let items: Option<Vec<String>> = node.items().map(inner).collect();
                padded('[', items?, ']', self.style.pad_seq)
            }
            NodeKind::Mapping => {
                let entry = |entry: crate::Entry<'d>| {
                    let gap = if entry.key.is_alias() { " " } else { "" };
                    (!entry.key.range().is_empty()).then_some(())?;
                    Some(format!("{}{gap}: {}", inner(entry.key)?, inner(entry.value)?))
                };
                let entries: Option<Vec<String>> = node.entries().map(entry).collect();
                padded('{', entries?, '}', self.style.pad_map)
            }
        };
        Some(out + &body)
    }
}

/// A scalar inside a flow collection.
fn flow_scalar(node: Node<'_>) -> String {
    let text = node.text().unwrap_or_default();
    let is_one_line = !node.source().trim_end().contains(['\n', '\r']);
    match node.style() {
        Style::Missing => "null".to_owned(),
        Style::Single | Style::Double if is_one_line => node.source().to_owned(),
        Style::Plain if quoting::is_plain_safe(text, quoting::ScalarContext::Flow) => text.to_owned(),
        _ => quoting::quoted(text, quoting::Quote::Double),
    }
}

/// The column of the collection around a node, and whether the node is an item of a list; `None` for a root.
fn holder(node: Node<'_>) -> Option<(usize, bool)> {
    let parent = node.parent()?;
    let column = scan::column(&node.document.text, parent.range().start);
    Some((column, parent.kind() == NodeKind::Sequence))
}

/// The lines of a text at another column. Blank lines and lines of comments that are less deep stay as far as they can.
fn shifted(body: &str, from: usize, to: usize) -> Vec<String> {
    let shift = |line: &str| {
        let line = line.trim_end_matches(['\n', '\r']);
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        if content.is_empty() && indent < from.max(1) {
            return line.to_owned();
        }
        " ".repeat((indent + to).saturating_sub(from)) + content
    };
    body.split_inclusive('\n').map(shift).collect()
}

/// An anchor with the blanks that separate it.
pub(super) fn anchor_gap(text: &str, anchor: TextRange) -> TextRange {
    let behind = scan::skip_blanks(text, anchor.end);
    let ends_line = text[behind..].is_empty() || text[behind..].starts_with(['\n', '\r', '#', ',', '}', ']']);
    if ends_line {
        range(scan::trim_blanks_before(text, anchor.start), anchor.end)
    } else {
        range(anchor.start, behind)
    }
}
