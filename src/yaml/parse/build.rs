//! Tree builder: turns parser events into nodes with exact byte ranges.
//!
//! Events carry the positions of scalars and brackets, but not those of dashes, colons, `?` and block scalar headers. The builder therefore
//! keeps a cursor after the last token it placed and scans from there: only whitespace and comments can be in between.

use std::borrow::Cow;
use std::collections::HashMap;

use super::events::Event;
use super::keys::Keys;
use super::lines::{before_break, line_end, line_start, next_line, skip_blank};
use super::quick::Sink;
use crate::arena::{Extra, KeyFilter, NodeData, Payload, fingerprint};
use crate::document::{Comment, SyntaxError};
use crate::notation::{NodeKind, Style};
use limn_text::TextRange;

/// The tree as far as it has been read.
pub(super) struct Builder<'t> {
    text: &'t str,
    pub(super) nodes: Vec<NodeData>,
    /// The children of complete collections.
    pub(super) children: Vec<u32>,
    pub(super) extras: Vec<Extra>,
    /// The children of open collections, one collection after the other.
    pending: Vec<u32>,
    pub(super) roots: Vec<u32>,
    pub(super) comments: Vec<Comment>,
    pub(super) errors: Vec<SyntaxError>,
    pub(super) repeated: Vec<(u32, u32)>,
    pub(super) key_filter: KeyFilter,
    /// Aliases without an anchor above them.
    pub(super) unknown: Vec<TextRange>,
    /// The open collections, outermost first.
    open: Vec<Open>,
    anchors: HashMap<&'t str, u32>,
    /// The extent of each anchored node.
    anchored: HashMap<u32, Extent>,
    /// The number of nodes that all aliases so far expand to.
    expanded: usize,
    /// The end of the last token that was placed.
    cursor: usize,
}

/// A collection whose end has not been read.
#[derive(Clone, Copy)]
struct Open {
    id: u32,
    kind: NodeKind,
    /// The start of its children among the pending ones.
    from: usize,
    /// True if it is a flow collection with its own brackets.
    bracketed: bool,
    /// The number of nodes that its aliases expand to, and the depth of its content.
    brought: Extent,
}

/// The size of a node, including itself, with all aliases in it expanded.
#[derive(Clone, Copy)]
struct Extent {
    nodes: usize,
    depth: usize,
}

const LEAF: Extent = Extent { nodes: 1, depth: 1 };

/// The typical number of bytes per node, for allocation.
const BYTES_PER_NODE: usize = 12;

/// The maximum number of nodes that all aliases of a text expand to: a few lines could otherwise expand to billions.
const EXPANDED: usize = 200_000;

/// The maximum depth with aliases followed: twice the limit of the parser for each kind of collection.
const DEPTH: usize = 512;

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str) -> Builder<'t> {
        Builder {
            text,
            nodes: Vec::with_capacity(text.len() / BYTES_PER_NODE),
            children: Vec::with_capacity(text.len() / BYTES_PER_NODE),
            extras: Vec::new(),
            pending: Vec::new(),
            roots: Vec::new(),
            comments: Vec::new(),
            errors: Vec::new(),
            open: Vec::new(),
            repeated: Vec::new(),
            key_filter: KeyFilter::new(),
            unknown: Vec::new(),
            anchors: HashMap::new(),
            anchored: HashMap::new(),
            expanded: 0,
            cursor: 0,
        }
    }

    pub(super) fn on(&mut self, event: Event<'t>) {
        match event {
            Event::DocumentStart { after } => self.cursor = after.unwrap_or(self.cursor),
            Event::DocumentEnd { after } => {
                self.cursor = after.unwrap_or(self.cursor);
                self.anchors.clear();
            }
            Event::Open { kind, style, range, tag } => self.open(kind, style, range, tag),
            Event::Close { end } => self.close(end),
            Event::Scalar { text, style, range, tag } => self.scalar(text, style, range, tag),
            Event::Alias { range } => self.alias(range),
            Event::Anchor { range } => self.anchor(range),
            Event::Comment { range } => self.comment(range),
        }
    }

    /// The open brackets, outermost first.
    pub(super) fn brackets(&self) -> Vec<usize> {
        let bracketed = self.open.iter().filter(|open| open.bracketed);
        bracketed.map(|open| self.nodes[open.id as usize].range().start).collect()
    }

    /// Closes all open collections, at the end of the text or before a fault.
    pub(super) fn finish(&mut self) {
        while let Some(&open) = self.open.last() {
            if self.awaits_value(open) {
                self.scalar(Cow::Borrowed(""), Style::Missing, TextRange::empty(self.cursor), None);
            }
            self.close(self.cursor);
        }
        self.comments.sort_by_key(|comment| comment.range.start);
    }

    fn open(&mut self, kind: NodeKind, style: Style, range: TextRange, tag: Option<TextRange>) {
        let mut start = range.start;
        if kind == NodeKind::Sequence && style == Style::Block {
            let dash = self.after_properties(self.content_start());
            if self.byte(dash) == Some(b'-') {
                start = dash;
            }
        }
        // A single pair in a flow sequence, `a: 1` or `? a : 1`, is a flow mapping without braces.
        let bracketed = style == Style::Flow && matches!(&self.text[range], "[" | "{");
        self.open_at(start, kind, style, bracketed);
        self.tagged(tag);
    }

    fn open_at(&mut self, start: usize, kind: NodeKind, style: Style, bracketed: bool) {
        let id = self.add(NodeData::new(kind, style, TextRange::empty(start)));
        self.cursor = start + usize::from(bracketed);
        self.open.push(Open {
            id,
            kind,
            from: self.pending.len(),
            bracketed,
            brought: Extent { nodes: 0, depth: 0 },
        });
    }

    fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let Open { id, kind, from, bracketed, .. } = open;
        let own = &self.pending[from..];
        let last = match own.last() {
            Some(&last) => self.nodes[last as usize].full_range(&self.extras).end,
            None => self.cursor,
        };
        let closed = bracketed && end > last.max(self.cursor - 1) && self.text[..end].ends_with([']', '}']);
        let end = if closed { end } else { last };
        let data = &mut self.nodes[id as usize];
        data.set_range(TextRange::new(data.range().start, end));
        data.payload = Payload { start: self.children.len() as u32, len: own.len() as u32 };
        self.cursor = end;
        if kind == NodeKind::Mapping {
            let keys = Keys {
                text: self.text,
                nodes: &mut self.nodes,
                extras: &mut self.extras,
                key_filter: &mut self.key_filter,
            };
            keys.finish_mapping(id, own, &mut self.repeated);
        }
        self.children.extend_from_slice(own);
        self.pending.truncate(from);
        self.closed(&open);
    }

    /// Adds a complete collection to the extent of its parent.
    fn closed(&mut self, open: &Open) {
        let leaf = usize::from(self.nodes[open.id as usize].payload.len > 0);
        let depth = 1 + open.brought.depth.max(leaf);
        // All later nodes are inside it.
        let nodes = (self.nodes.len() - open.id as usize).saturating_add(open.brought.nodes);
        if self.nodes[open.id as usize].extra(&self.extras).is_some_and(|extra| extra.anchor.is_some()) {
            self.anchored.insert(open.id, Extent { nodes, depth });
        }
        self.add_extent(Extent { nodes: open.brought.nodes, depth });
    }

    /// Adds the extent of an alias or a collection to the enclosing collection.
    fn add_extent(&mut self, extent: Extent) {
        if let Some(around) = self.open.last_mut() {
            around.brought.nodes = around.brought.nodes.saturating_add(extent.nodes);
            around.brought.depth = around.brought.depth.max(extent.depth);
        }
    }

    fn scalar(&mut self, text: Cow<'t, str>, style: Style, range: TextRange, tag: Option<TextRange>) {
        let range = match style {
            Style::Missing => TextRange::empty(self.missing_at(range.start, tag)),
            Style::Literal | Style::Folded => self.block_scalar(range),
            _ => range,
        };
        let written = match style {
            Style::Single | Style::Double => &self.text[range.start + 1..range.end - 1],
            _ => &self.text[range],
        };
        let is_borrowed = written.as_ptr() == text.as_ptr() && written.len() == text.len();
        if style == Style::Missing || is_borrowed || written == text {
            self.verbatim(style, range, written);
        } else {
            self.decoded(text.into(), style, range);
        }
        self.tagged(tag);
    }

    /// A scalar whose decoded text is the text as written.
    fn verbatim(&mut self, style: Style, range: TextRange, decoded: &str) {
        let mut data = NodeData::new(NodeKind::Scalar, style, range);
        data.payload.start = fingerprint(decoded);
        self.add(data);
        self.cursor = range.end;
    }

    /// A scalar whose decoded text differs from the text as written.
    fn decoded(&mut self, decoded: Box<str>, style: Style, range: TextRange) {
        let mut data = NodeData::new(NodeKind::Scalar, style, range);
        data.payload.start = fingerprint(&decoded);
        data.extra_mut(&mut self.extras).decoded = Some(decoded);
        self.add(data);
        self.cursor = range.end;
    }

    /// Sets the tag of the last node that started.
    fn tagged(&mut self, tag: Option<TextRange>) {
        if let (Some(tag), Some(data)) = (tag, self.nodes.last_mut()) {
            data.extra_mut(&mut self.extras).tag = Some(tag);
        }
    }

    fn comment(&mut self, range: TextRange) {
        self.comments.push(Comment { range, own_line: self.is_own_line(range.start) });
    }

    fn alias(&mut self, range: TextRange) {
        let id = self.add(NodeData::new(NodeKind::Alias, Style::Plain, range));
        self.cursor = range.end;
        let alias = &self.text[range];
        let Some(&target) = self.anchors.get(&alias[1..]) else {
            self.unknown.push(range);
            return;
        };
        match self.reach(target) {
            Ok(extent) => {
                let Payload { start, len } = self.nodes[target as usize].payload;
                let data = &mut self.nodes[id as usize];
                data.payload.start = if len == 0 { start } else { 0 };
                data.extra_mut(&mut self.extras).target = Some(target);
                self.expanded += extent.nodes;
                self.add_extent(Extent { nodes: extent.nodes - 1, depth: extent.depth });
            }
            Err(why) => {
                self.errors.push(SyntaxError {
                    range,
                    message: format!("`{alias}` {why}"),
                    related: None,
                    fix: None,
                });
            }
        }
    }

    /// The extent of an alias here to `target`. Fails if the target contains the alias or is too large, so that following aliases always
    /// terminates.
    fn reach(&self, target: u32) -> Result<Extent, String> {
        if self.open.iter().any(|open| open.id == target) {
            return Err("refers to a node that contains it".to_owned());
        }
        let extent = self.anchored.get(&target).copied().unwrap_or(LEAF);
        if self.expanded + extent.nodes > EXPANDED || self.open.len() + extent.depth > DEPTH {
            return Err(format!(
                "expands to too much: with all aliases expanded, the document exceeds {EXPANDED} nodes or {DEPTH} levels"
            ));
        }
        Ok(extent)
    }

    fn anchor(&mut self, range: TextRange) {
        let Some(id) = self.nodes.len().checked_sub(1) else { return };
        let data = &mut self.nodes[id];
        data.extra_mut(&mut self.extras).anchor = Some(range);
        if data.style == Style::Missing && data.range().start < range.end {
            data.set_range(TextRange::empty(range.end));
            self.cursor = range.end;
        }
        self.anchors.insert(&self.text[range][1..], id as u32);
    }

    #[inline]
    fn add(&mut self, mut data: NodeData) -> u32 {
        let id = self.nodes.len() as u32;
        match self.open.last() {
            Some(open) => {
                data.parent = open.id;
                let position = (self.pending.len() - open.from) as u32;
                let is_mapping = open.kind == NodeKind::Mapping;
                data.is_key = is_mapping && position.is_multiple_of(2);
                data.position = position >> u32::from(is_mapping);
                self.pending.push(id);
            }
            None => self.roots.push(id),
        }
        self.nodes.push(data);
        id
    }

    /// Returns true if it is a mapping whose last key has no value yet.
    fn awaits_value(&self, open: Open) -> bool {
        open.kind == NodeKind::Mapping && (self.pending.len() - open.from) % 2 == 1
    }

    // --- positions ---

    /// The position after the indicator of the next node: its dash, `?` or colon.
    fn content_start(&self) -> usize {
        let at = skip_blank(self.text, self.cursor);
        let Some(&open) = self.open.last() else { return self.after_document_ends(at) };
        let indicator = match (open.kind, self.nodes[open.id as usize].style) {
            (NodeKind::Sequence, Style::Block) => b'-',
            (NodeKind::Mapping, _) if self.awaits_value(open) => b':',
            (NodeKind::Mapping, _) => {
                let at = if self.byte(at) == Some(b',') { skip_blank(self.text, at + 1) } else { at };
                let explicit = self.byte(at) == Some(b'?') && self.is_blank(at + 1);
                return at + usize::from(explicit);
            }
            _ => return at,
        };
        at + usize::from(self.byte(at) == Some(indicator))
    }

    /// The position after any `...` before a document, even if no document has ended.
    fn after_document_ends(&self, from: usize) -> usize {
        let mut at = from;
        while self.text[at..].starts_with("...") && self.is_blank(at + 3) && self.column(at) == 0 {
            at = skip_blank(self.text, at + 3);
        }
        at
    }

    /// The position after any anchor and tag of the next node.
    fn after_properties(&self, from: usize) -> usize {
        let mut at = skip_blank(self.text, from);
        while matches!(self.byte(at), Some(b'&' | b'!')) {
            let token = self.text[at..].find([' ', '\t', '\r', '\n']).unwrap_or(self.text.len() - at);
            at = skip_blank(self.text, at + token);
        }
        at
    }

    /// The position of an absent value: after its anchor and tag, or else after its indicator, or else at the cursor.
    fn missing_at(&self, given: usize, tag: Option<TextRange>) -> usize {
        if let Some(tag) = tag {
            return tag.end.max(given);
        }
        let Some(&open) = self.open.last() else { return given };
        let at = self.content_start();
        if !self.awaits_value(open) {
            return at;
        }
        let parent = &self.nodes[open.id as usize];
        let colon = at.checked_sub(1).filter(|&colon| colon >= self.cursor && self.byte(colon) == Some(b':'));
        // A colon on a later line belongs to this entry only if it is at the column of the entry's `?`.
        let own = colon.is_some_and(|colon| {
            let flow = parent.style == Style::Flow;
            let ends = self.is_blank(colon + 1)
                || (flow && matches!(self.byte(colon + 1), Some(b',' | b']' | b'}')));
            let line = !self.text[self.cursor..colon].contains(['\n', '\r']);
            ends && (flow || line || self.column(colon) == self.column(parent.range().start))
        });
        if own { at } else { self.cursor }
    }

    /// From the header to the end of the last non-blank line; includes blank lines if the header keeps them.
    fn block_scalar(&self, given: TextRange) -> TextRange {
        let start = self.after_properties(self.content_start());
        if !matches!(self.byte(start), Some(b'|' | b'>')) {
            return given;
        }
        let header = &self.text[start..line_end(self.text, start)];
        let header = header.split([' ', '\t']).next().unwrap_or(header);
        let first = start + header.len();
        let body = next_line(self.text, line_end(self.text, start));
        if given.end <= body {
            return TextRange::new(start, first);
        }
        if header.contains('+') {
            // The range of the parser includes the indentation of the next line.
            let last = self.text[..given.end].rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let is_below = last > body
                && self.text[last..given.end].bytes().all(|byte| byte == b' ')
                && !self.text[given.end..].is_empty()
                && !self.text[given.end..].starts_with(['\n', '\r']);
            let end = if is_below { last } else { given.end };
            return TextRange::new(start, before_break(self.text, end));
        }
        let indent = self.column(given.start);
        let mut end = given.end;
        while end > body {
            let last = before_break(self.text, end);
            let line = line_start(self.text, last).max(body);
            let blank = self.text[line..last].bytes().all(|byte| byte == b' ') && last - line <= indent;
            if !blank {
                return TextRange::new(start, last);
            }
            end = line;
        }
        TextRange::new(start, first)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn is_blank(&self, at: usize) -> bool {
        self.byte(at).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    }

    fn is_own_line(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches([' ', '\t', '\u{feff}']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// The number of bytes since the start of the line.
    fn column(&self, at: usize) -> usize {
        at - line_start(self.text, at)
    }
}

impl Sink for Builder<'_> {
    const REACHES: bool = false;

    fn nodes(&self) -> usize {
        self.nodes.len()
    }

    fn start(&mut self, after: Option<usize>) {
        self.cursor = after.unwrap_or(self.cursor);
    }

    fn open(&mut self, start: usize, kind: NodeKind, style: Style, bracketed: bool) {
        self.open_at(start, kind, style, bracketed);
    }

    fn close(&mut self, end: usize) {
        self.close(end);
    }

    #[inline]
    fn verbatim(&mut self, decoded: &str, style: Style, range: TextRange) {
        self.verbatim(style, range, decoded);
    }

    fn decoded(&mut self, decoded: String, style: Style, range: TextRange) {
        let range = match style {
            Style::Literal | Style::Folded => self.block_scalar(range),
            _ => range,
        };
        self.decoded(decoded.into(), style, range);
    }

    fn missing(&mut self, at: usize) {
        self.scalar(Cow::Borrowed(""), Style::Missing, TextRange::empty(at), None);
    }

    fn comment(&mut self, range: TextRange) {
        self.comment(range);
    }
}
