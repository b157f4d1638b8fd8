//! Writing style of a file and of the neighbors of a place: line breaks, indentation, quotes and spacing. Falls back from the neighbors to the
//! whole file, and from the file to common conventions.

use std::collections::BTreeMap;

use super::TextStyle;
use super::quoting::Quote;
use super::scan::{self, column};
use crate::Document;
use crate::node::Node;
use crate::notation::{NodeKind, Style};

/// The style of the whole file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileStyle {
    pub(super) eol: &'static str,
    text_style: TextStyle,
    map_step: usize,
    seq_step: usize,
    quote: Quote,
    pad_map: bool,
    pad_seq: bool,
}

/// The width of the space before or after a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Fixed(usize),
    /// Aligned: the next token starts at this column.
    Column(usize),
}

/// The style for a new part among its neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartStyle {
    pub(super) eol: &'static str,
    pub(super) text_style: TextStyle,
    /// The indentation of a mapping relative to the one that contains it.
    pub(super) map_step: usize,
    /// The indentation of a sequence relative to the mapping that contains it; 0 if lists are not indented.
    pub(super) seq_step: usize,
    /// The number of spaces after a dash.
    pub(super) dash_gap: usize,
    pub(super) before_colon: Gap,
    pub(super) after_colon: Gap,
    /// The quotes to use if quotes are necessary.
    pub(super) quote: Quote,
    /// The quotes that all neighbors use for keys, even unnecessarily.
    pub(super) quote_keys: Option<Quote>,
    /// The quotes that all neighbors use for texts, even unnecessarily.
    pub(super) quote_texts: Option<Quote>,
    /// True if a neighbor's key is an unquoted number.
    pub(super) number_keys: bool,
    pub(super) flow_maps: bool,
    pub(super) flow_seqs: bool,
    pub(super) pad_map: bool,
    pub(super) pad_seq: bool,
    /// The separator between parts of a flow collection on one line.
    pub(super) comma: &'static str,
    /// True if there is no space after the colons of a flow mapping with quoted keys.
    pub(super) tight_colon: bool,
    /// The notation of null in a block mapping.
    pub(super) null: &'static str,
    /// The number of blank lines between neighbors.
    pub(super) blank_lines: usize,
}

impl FileStyle {
    pub(super) fn of(document: &Document, text_style: TextStyle) -> FileStyle {
        let text: &str = &document.text;
        let own = &text[document.start()..];
        let eol = match own.find(['\n', '\r']) {
            Some(at) if own[at..].starts_with("\r\n") => "\r\n",
            Some(at) if own[at..].starts_with('\r') => "\r",
            _ => "\n",
        };
        let (mut maps, mut seqs) = (Votes::default(), Votes::default());
        let (mut singles, mut doubles) = (0, 0);
        let (mut padded_maps, mut padded_seqs) = (Votes::default(), Votes::default());
        for data in &document.nodes {
            match (data.kind, data.style) {
                (NodeKind::Scalar, Style::Single) => singles += 1,
                (NodeKind::Scalar, Style::Double) => doubles += 1,
                (NodeKind::Mapping | NodeKind::Sequence, Style::Flow) if data.range().len() > 2 => {
                    let padded = text[data.range().start + 1..].starts_with(' ');
                    let votes =
                        if data.kind == NodeKind::Mapping { &mut padded_maps } else { &mut padded_seqs };
                    votes.add(usize::from(padded));
                }
                (kind, Style::Block) if !data.is_key => {
                    let Some(parent) = document.nodes.get(data.parent as usize) else { continue };
                    if parent.kind == NodeKind::Mapping && parent.style == Style::Block {
                        let step = step(text, parent.range().start, data.range().start);
                        let votes = if kind == NodeKind::Mapping { &mut maps } else { &mut seqs };
                        if let Some(step) = step {
                            votes.add(step);
                        }
                    }
                }
                _ => {}
            }
        }
        let map_step = maps.winner().filter(|&step| step > 0);
        let seq_step = seqs.winner();
        let file_step = map_step.or(seq_step.filter(|&step| step > 0)).unwrap_or(2);
        FileStyle {
            eol,
            text_style,
            map_step: file_step,
            seq_step: seq_step.unwrap_or(file_step),
            quote: if doubles > singles { Quote::Double } else { Quote::Single },
            pad_map: padded_maps.winner().is_none_or(|padded| padded == 1),
            pad_seq: padded_seqs.winner() == Some(1),
        }
    }

    /// The style of the file, for places without neighbors.
    pub(super) fn part_style(&self) -> PartStyle {
        PartStyle {
            eol: self.eol,
            text_style: self.text_style,
            map_step: self.map_step,
            seq_step: self.seq_step,
            dash_gap: 1,
            before_colon: Gap::Fixed(0),
            after_colon: Gap::Fixed(1),
            quote: self.quote,
            quote_keys: None,
            quote_texts: None,
            number_keys: false,
            flow_maps: false,
            flow_seqs: false,
            pad_map: self.pad_map,
            pad_seq: self.pad_seq,
            comma: ", ",
            tight_colon: false,
            null: "",
            blank_lines: 0,
        }
    }

    /// The style for a new part of `container`, or for a new value of one of its parts.
    pub(super) fn style_in(&self, container: Node<'_>) -> PartStyle {
        let mut style = self.part_style();
        let text: &str = &container.document().text;
        let data = container.data();
        let own = column(text, data.range().start);
        let nodes = || container.children().iter().map(|&id| container.document().node(id));
        let values = || nodes().filter(|node| !node.data().is_key);
        let steps = |kind| {
            let mut votes = Votes::default();
            values()
                .filter(|value| value.kind() == kind && value.style() == Style::Block)
                .filter_map(|value| step(text, data.range().start, value.data().range().start))
                .for_each(|step| votes.add(step));
            votes.winner()
        };
        if data.style == Style::Block && data.kind == NodeKind::Mapping {
            style.map_step = steps(NodeKind::Mapping).filter(|&step| step > 0).unwrap_or(style.map_step);
            style.seq_step = steps(NodeKind::Sequence).unwrap_or(style.seq_step);
            (style.before_colon, style.after_colon) = colon_gaps(container);
        }
        if data.style == Style::Block && data.kind == NodeKind::Sequence {
            let gaps = values()
                .filter(|value| !value.is_missing())
                .map(|value| value.full_range().start)
                .filter(|&start| scan::line_start(text, start) + own < start)
                .map(|start| start - scan::trim_blanks_before(text, start))
                .find(|&gap| gap > 0);
            style.dash_gap = gaps.unwrap_or(1).min(8);
        }
        let is_flow = |kind: NodeKind| {
            let mut like = values().filter(|value| value.kind() == kind && !value.children().is_empty());
            let first = like.next().map(Node::style);
            first == Some(Style::Flow) && like.all(|value| value.style() == Style::Flow)
        };
        (style.flow_maps, style.flow_seqs) = (is_flow(NodeKind::Mapping), is_flow(NodeKind::Sequence));
        for value in values().filter(|value| value.style() == Style::Flow && value.range().len() > 2) {
            let padded = value.source()[1..].starts_with(' ');
            match value.kind() {
                NodeKind::Mapping => style.pad_map = padded,
                _ => style.pad_seq = padded,
            }
        }
        style.quote = nodes().filter_map(quote_of).next_back().unwrap_or(style.quote);
        style.quote_keys = all_alike(nodes().filter(|node| node.data().is_key).map(quote_of), 1)
            .or_else(|| keys_around(container));
        let texts = values().filter(|value| value.kind() == NodeKind::Scalar && could_be_plain(*value));
        let enough = if data.kind == NodeKind::Mapping && data.style == Style::Block { 2 } else { 1 };
        style.quote_texts = all_alike(texts.map(quote_of), enough);
        style.number_keys = nodes().any(|node| {
            node.data().is_key
                && node.style() == Style::Plain
                && node.source().bytes().all(|byte| byte.is_ascii_digit())
        });
        let mut nulls = values().filter(|value| value.is_null() && !value.is_alias());
        style.null = nulls.next_back().map_or("", |null| match null.source() {
            "~" => "~",
            "null" => "null",
            _ => "",
        });
        look_at_parts(container, &mut style);
        style
    }
}

/// The quotes of the keys around a flow collection without keys of its own: a list, or `{}`.
fn keys_around(container: Node<'_>) -> Option<Quote> {
    let keys = |node: Node<'_>| node.kind() == NodeKind::Mapping && node.entries().len() > 0;
    if container.style() != Style::Flow || keys(container) {
        return None;
    }
    let mut around = container.parent();
    while let Some(node) = around.filter(|node| node.style() == Style::Flow) {
        if keys(node) {
            return all_alike(node.entries().map(|entry| quote_of(entry.key)), 1);
        }
        around = node.parent();
    }
    None
}

/// The separator between the parts of `container`.
fn look_at_parts(container: Node<'_>, style: &mut PartStyle) {
    let text: &str = &container.document().text;
    let Some(parts) = scan::parts(container) else { return };
    if container.style() == Style::Flow {
        let range = container.range();
        let padded = text[range.start + 1..range.end].starts_with(' ');
        match container.kind() {
            NodeKind::Mapping if !parts.is_empty() => style.pad_map = padded,
            NodeKind::Sequence if !parts.is_empty() => style.pad_seq = padded,
            _ => {}
        }
        if style.quote_keys.is_some() {
            // As in JSON.
            style.quote_texts = style.quote_texts.or(style.quote_keys.filter(|_| !shows_texts(container)));
            style.tight_colon = container.entries().len() > 0
                && container.entries().all(|entry| {
                    let gap = entry.key.range().end..entry.value.full_range().start;
                    text.get(gap).is_some_and(|gap| gap == ":")
                });
        }
        let tight = |pair: &[scan::Part]| text[pair[0].end..pair[1].start].trim_start() == ",";
        if parts.windows(2).next().is_some_and(tight) {
            style.comma = ",";
        }
        return;
    }
    let (mut apart, mut together, mut lines) = (0, 0, 1);
    for pair in parts.windows(2).filter(|pair| !pair[0].keeps) {
        match blank_lines(text, pair[0].after, pair[1].start) {
            0 => together += 1,
            n => (apart, lines) = (apart + 1, n),
        }
    }
    style.blank_lines = if apart > together { lines } else { 0 };
}

/// The number of blank lines at the start of the text between two parts.
fn blank_lines(text: &str, from: usize, to: usize) -> usize {
    let mut at = from;
    let mut lines = 0;
    while at < to && scan::line_at(text, at) == scan::Line::Blank {
        at = scan::next_line(text, at);
        lines += 1;
    }
    lines
}

/// The indentation of the collection at `inner`; `None` if it starts on a line that it shares.
fn step(text: &str, outer: usize, inner: usize) -> Option<usize> {
    let first = scan::is_first_on_line(text, inner);
    first.then(|| column(text, inner).checked_sub(column(text, outer)))?
}

fn quote_of(node: Node<'_>) -> Option<Quote> {
    match node.style() {
        Style::Single => Some(Quote::Single),
        Style::Double => Some(Quote::Double),
        _ => None,
    }
}

/// Returns true if the text is plain, or is quoted unnecessarily.
fn could_be_plain(node: Node<'_>) -> bool {
    let flat = matches!(node.style(), Style::Plain | Style::Single | Style::Double);
    flat && node.text().is_some_and(super::quoting::reads_as_text)
}

fn shows_texts(container: Node<'_>) -> bool {
    let is_text = |value: Node<'_>| value.kind() == NodeKind::Scalar && could_be_plain(value);
    container.entries().any(|entry| is_text(entry.value)) || container.items().any(is_text)
}

/// The common value, if all are equal and there are `enough`.
fn all_alike(mut quotes: impl Iterator<Item = Option<Quote>>, enough: usize) -> Option<Quote> {
    let first = quotes.next()??;
    let mut count = 1;
    for quote in quotes {
        if quote != Some(first) {
            return None;
        }
        count += 1;
    }
    (count >= enough).then_some(first)
}

fn colon_gaps(container: Node<'_>) -> (Gap, Gap) {
    let text: &str = &container.document().text;
    let (mut before, mut after) = (Seen::default(), Seen::default());
    for entry in container.entries() {
        if entry.key.is_missing() || entry.key.style() == Style::Block {
            continue;
        }
        let end = scan::content_end(entry.key);
        let colon = scan::skip_blanks(text, end);
        if text.as_bytes().get(colon) != Some(&b':') {
            continue;
        }
        before.add(colon - end, column(text, colon));
        let value = scan::skip_blanks(text, colon + 1);
        if !entry.value.is_missing() && value == entry.value.full_range().start {
            after.add(value - colon - 1, column(text, value));
        }
    }
    (before.gap(0), after.gap(1))
}

/// The widths and columns seen so far.
#[derive(Default)]
struct Seen {
    widths: Votes,
    columns: Votes,
}

impl Seen {
    fn add(&mut self, width: usize, column: usize) {
        self.widths.add(width);
        self.columns.add(column);
    }

    fn gap(&self, usual: usize) -> Gap {
        match (self.widths.0.len(), self.columns.0.len()) {
            (0, _) => Gap::Fixed(usual),
            (1, _) => Gap::Fixed(self.widths.winner().unwrap_or(usual)),
            (_, 1) => Gap::Column(self.columns.winner().unwrap_or(0)),
            _ => Gap::Fixed(self.widths.winner().unwrap_or(usual)),
        }
    }
}

/// The frequency of each number.
#[derive(Default)]
struct Votes(BTreeMap<usize, usize>);

impl Votes {
    fn add(&mut self, value: usize) {
        *self.0.entry(value).or_default() += 1;
    }

    /// The most frequent number; the smaller one in a tie.
    fn winner(&self) -> Option<usize> {
        self.0.iter().max_by_key(|&(value, count)| (count, std::cmp::Reverse(value))).map(|(&value, _)| value)
    }
}
