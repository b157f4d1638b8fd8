//! How this file, and the neighbours of a place in it, are written: line break, indentation, quotes, spacing. What is not shown by the
//! neighbours is taken from the whole file, and what the file does not show from common use.

use std::collections::BTreeMap;

use super::Manner;
use super::quoting::Quote;
use super::scan::{self, column};
use crate::yaml::Document;
use crate::yaml::document::{Kind, Node, Style};

/// What the whole file shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub(super) eol: &'static str,
    manner: Manner,
    map_step: usize,
    seq_step: usize,
    quote: Quote,
    pad_map: bool,
    pad_seq: bool,
}

/// How wide the blanks before or behind a colon are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Fixed(usize),
    /// So wide that what follows stands at this column.
    Column(usize),
}

/// How a new thing among its neighbours is to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) eol: &'static str,
    pub(super) manner: Manner,
    /// How much deeper a mapping stands than the one that holds it.
    pub(super) map_step: usize,
    /// How much deeper a sequence stands than the mapping that holds it; 0 where lists are not indented.
    pub(super) seq_step: usize,
    /// Blanks behind a dash.
    pub(super) dash_gap: usize,
    pub(super) before_colon: Gap,
    pub(super) after_colon: Gap,
    /// Which quotes to use where some are needed.
    pub(super) quote: Quote,
    /// All neighbours quote their keys so, whether they need it or not.
    pub(super) quote_keys: Option<Quote>,
    /// All neighbours quote their texts so, whether they need it or not.
    pub(super) quote_texts: Option<Quote>,
    /// A neighbour's key is a number that stands unquoted.
    pub(super) number_keys: bool,
    pub(super) flow_maps: bool,
    pub(super) flow_seqs: bool,
    pub(super) pad_map: bool,
    pub(super) pad_seq: bool,
    /// What stands between two parts of a flow collection on one line.
    pub(super) comma: &'static str,
    /// No blank stands behind the colons of a flow mapping with quoted keys.
    pub(super) tight_colon: bool,
    /// What stands for nothing in a block mapping.
    pub(super) null: &'static str,
    /// How many blank lines stand between two neighbours.
    pub(super) blank_lines: usize,
}

impl Habits {
    pub(super) fn of(document: &Document, manner: Manner) -> Habits {
        let text: &str = &document.text;
        let eol = match text.find(['\n', '\r']) {
            Some(at) if text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if text[at..].starts_with('\r') => "\r",
            _ => "\n",
        };
        let (mut maps, mut seqs) = (Votes::default(), Votes::default());
        let (mut singles, mut doubles) = (0, 0);
        let (mut padded_maps, mut padded_seqs) = (Votes::default(), Votes::default());
        for data in &document.nodes {
            match (data.kind, data.style) {
                (Kind::Scalar, Style::Single) => singles += 1,
                (Kind::Scalar, Style::Double) => doubles += 1,
                (Kind::Mapping | Kind::Sequence, Style::Flow) if data.range().len() > 2 => {
                    let padded = text[data.range().start + 1..].starts_with(' ');
                    let votes = if data.kind == Kind::Mapping { &mut padded_maps } else { &mut padded_seqs };
                    votes.add(usize::from(padded));
                }
                (kind, Style::Block) if !data.is_key => {
                    let Some(parent) = document.nodes.get(data.parent as usize) else { continue };
                    if parent.kind == Kind::Mapping && parent.style == Style::Block {
                        let step = step(text, parent.range().start, data.range().start);
                        let votes = if kind == Kind::Mapping { &mut maps } else { &mut seqs };
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
        Habits {
            eol,
            manner,
            map_step: file_step,
            seq_step: seq_step.unwrap_or(file_step),
            quote: if doubles > singles { Quote::Double } else { Quote::Single },
            pad_map: padded_maps.winner().is_none_or(|padded| padded == 1),
            pad_seq: padded_seqs.winner() == Some(1),
        }
    }

    /// How the file writes where there are no neighbours to look at.
    pub(super) fn look(&self) -> Look {
        Look {
            eol: self.eol,
            manner: self.manner,
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

    /// How a new part of `container` is written, or another value for a part of it.
    pub(super) fn look_in(&self, container: Node<'_>) -> Look {
        let mut look = self.look();
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
        if data.style == Style::Block && data.kind == Kind::Mapping {
            look.map_step = steps(Kind::Mapping).filter(|&step| step > 0).unwrap_or(look.map_step);
            look.seq_step = steps(Kind::Sequence).unwrap_or(look.seq_step);
            (look.before_colon, look.after_colon) = colon_gaps(container);
        }
        if data.style == Style::Block && data.kind == Kind::Sequence {
            let gaps = values()
                .filter(|value| !value.is_missing())
                .map(|value| value.full_range().start)
                .filter(|&start| scan::line_start(text, start) + own < start)
                .map(|start| start - scan::trim_blanks_before(text, start))
                .find(|&gap| gap > 0);
            look.dash_gap = gaps.unwrap_or(1).min(8);
        }
        let is_flow = |kind: Kind| {
            let mut like = values().filter(|value| value.kind() == kind && !value.children().is_empty());
            let first = like.next().map(Node::style);
            first == Some(Style::Flow) && like.all(|value| value.style() == Style::Flow)
        };
        (look.flow_maps, look.flow_seqs) = (is_flow(Kind::Mapping), is_flow(Kind::Sequence));
        for value in values().filter(|value| value.style() == Style::Flow && value.range().len() > 2) {
            let padded = value.source()[1..].starts_with(' ');
            match value.kind() {
                Kind::Mapping => look.pad_map = padded,
                _ => look.pad_seq = padded,
            }
        }
        look.quote = nodes().filter_map(quote_of).next_back().unwrap_or(look.quote);
        look.quote_keys = all_alike(nodes().filter(|node| node.data().is_key).map(quote_of), 1)
            .or_else(|| keys_around(container));
        let texts = values().filter(|value| value.kind() == Kind::Scalar && could_be_plain(*value));
        let enough = if data.kind == Kind::Mapping && data.style == Style::Block { 2 } else { 1 };
        look.quote_texts = all_alike(texts.map(quote_of), enough);
        look.number_keys = nodes().any(|node| {
            node.data().is_key
                && node.style() == Style::Plain
                && node.source().bytes().all(|byte| byte.is_ascii_digit())
        });
        let mut nulls = values().filter(|value| value.is_null() && !value.is_alias());
        look.null = nulls.next_back().map_or("", |null| match null.source() {
            "~" => "~",
            "null" => "null",
            _ => "",
        });
        look_at_parts(container, &mut look);
        look
    }
}

/// The quotes of the keys around a collection in flow that has no keys of its own: a list, or `{}`.
fn keys_around(container: Node<'_>) -> Option<Quote> {
    let keys = |node: Node<'_>| node.kind() == Kind::Mapping && node.entries().len() > 0;
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

/// What stands between the parts of `container`.
fn look_at_parts(container: Node<'_>, look: &mut Look) {
    let text: &str = &container.document().text;
    let Some(parts) = scan::parts(container) else { return };
    if container.style() == Style::Flow {
        let range = container.range();
        let padded = text[range.start + 1..range.end].starts_with(' ');
        match container.kind() {
            Kind::Mapping if !parts.is_empty() => look.pad_map = padded,
            Kind::Sequence if !parts.is_empty() => look.pad_seq = padded,
            _ => {}
        }
        if look.quote_keys.is_some() {
            // As in JSON.
            look.quote_texts = look.quote_texts.or(look.quote_keys.filter(|_| !shows_texts(container)));
            look.tight_colon = container.entries().len() > 0
                && container.entries().all(|entry| {
                    let gap = entry.key.range().end..entry.value.full_range().start;
                    text.get(gap).is_some_and(|gap| gap == ":")
                });
        }
        let tight = |pair: &[scan::Part]| text[pair[0].end..pair[1].start].trim_start() == ",";
        if parts.windows(2).next().is_some_and(tight) {
            look.comma = ",";
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
    look.blank_lines = if apart > together { lines } else { 0 };
}

/// How many blank lines stand at the start of what is between two parts.
fn blank_lines(text: &str, from: usize, to: usize) -> usize {
    let mut at = from;
    let mut lines = 0;
    while at < to && scan::line_at(text, at) == scan::Line::Blank {
        at = scan::next_line(text, at);
        lines += 1;
    }
    lines
}

/// How much deeper the collection that starts at `inner` stands; `None` where it starts on a line it shares.
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

/// A text that stands plain, or is quoted without need.
fn could_be_plain(node: Node<'_>) -> bool {
    let flat = matches!(node.style(), Style::Plain | Style::Single | Style::Double);
    flat && node.said().is_some_and(super::quoting::reads_as_text)
}

fn shows_texts(container: Node<'_>) -> bool {
    let is_text = |value: Node<'_>| value.kind() == Kind::Scalar && could_be_plain(value);
    container.entries().any(|entry| is_text(entry.value)) || container.items().any(is_text)
}

/// What all of them are, where there are `enough`.
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

/// Widths and columns seen so far.
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

/// How often each number was seen.
#[derive(Default)]
struct Votes(BTreeMap<usize, usize>);

impl Votes {
    fn add(&mut self, value: usize) {
        *self.0.entry(value).or_default() += 1;
    }

    /// The one seen most; the smaller where two were seen as often.
    fn winner(&self) -> Option<usize> {
        self.0.iter().max_by_key(|&(value, count)| (count, std::cmp::Reverse(value))).map(|(&value, _)| value)
    }
}
