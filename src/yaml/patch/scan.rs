//! Positions of the parts of a collection in the text: the first byte, the own comments, and the line after.
//!
//! The tree has no nodes for dashes, colons and commas. Between siblings there are only whitespace, line breaks and comments, so a forward scan from
//! the end of one sibling finds the next exactly. This module only reads; it plans nothing.

use crate::node::Node;
use crate::notation::{NodeKind, Style};
use limn_text::TextRange;

const BLANKS: [char; 2] = [' ', '\t'];
const BREAKS: [char; 2] = ['\n', '\r'];

/// The start of the line that contains `offset`, after a byte order mark.
pub(super) fn line_start(text: &str, offset: usize) -> usize {
    match text[..offset].rfind(BREAKS) {
        Some(at) => at + 1,
        None if text.starts_with('\u{feff}') => '\u{feff}'.len_utf8().min(offset),
        None => 0,
    }
}

/// The end of the line that contains `offset`, before its break.
pub(super) fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find(BREAKS).map_or(text.len(), |at| offset + at)
}

/// The start of the line after the one that contains `offset`; the end of the text if there is none.
pub(super) fn next_line(text: &str, offset: usize) -> usize {
    skip_break(text, line_end(text, offset))
}

fn skip_break(text: &str, at: usize) -> usize {
    match text.as_bytes().get(at) {
        Some(b'\r') if text.as_bytes().get(at + 1) == Some(&b'\n') => at + 2,
        Some(b'\n' | b'\r') => at + 1,
        _ => at,
    }
}

/// The end of the line before the one that starts at `start`, before its break.
pub(super) fn previous_line_end(text: &str, start: usize) -> usize {
    let before = &text[..start];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// The number of bytes between the start of the line and `offset`.
pub(super) fn column(text: &str, offset: usize) -> usize {
    offset - line_start(text, offset)
}

/// Returns true if only spaces precede `offset` on its line.
pub(super) fn is_first_on_line(text: &str, offset: usize) -> bool {
    text[line_start(text, offset)..offset].trim_matches(BLANKS).is_empty()
}

pub(super) fn ends_in_break(text: &str) -> bool {
    text.ends_with(BREAKS)
}

pub(super) fn skip_blanks(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start_matches(BLANKS).len()
}

pub(super) fn trim_blanks_before(text: &str, offset: usize) -> usize {
    text[..offset].trim_end_matches(BLANKS).len()
}

/// Skips whitespace, line breaks and comments.
pub(super) fn skip_gap(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'#') => at = line_end(text, at),
            _ => return at,
        }
    }
}

/// Skips the blank lines at `from`, a line start.
pub(super) fn skip_blank_lines(text: &str, from: usize) -> usize {
    let mut at = from;
    while at < text.len() && line_at(text, at) == Line::Blank {
        at = next_line(text, at);
    }
    at
}

/// The start of the blank lines directly above `start`, a line start, but not above `floor`.
pub(super) fn blank_lines_above(text: &str, start: usize, floor: usize) -> usize {
    let mut at = start;
    while at > floor {
        let above = line_start(text, previous_line_end(text, at));
        if above < floor || above == at || line_at(text, above) != Line::Blank {
            break;
        }
        at = above;
    }
    at
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    /// A comment on a line of its own, at this column.
    Comment(usize),
    Other,
}

/// The kind of the line that starts at `start`.
pub(super) fn line_at(text: &str, start: usize) -> Line {
    let first = skip_blanks(text, start);
    match text.as_bytes().get(first) {
        None | Some(b'\n' | b'\r') => Line::Blank,
        Some(b'#') => Line::Comment(first - start),
        _ => Line::Other,
    }
}

/// The position of an entry or item of a collection in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The first byte: the `?` or the key of an entry, the dash of an item; in a flow sequence, the item itself.
    pub(super) start: usize,
    /// The start of its own comments, or of its line; `start` if something precedes it on its line.
    pub(super) head: usize,
    /// The end of its last byte that is not whitespace.
    pub(super) end: usize,
    /// The start of the first line that does not belong to it. Meaningful in block style only.
    pub(super) after: usize,
    pub(super) own_line: bool,
    /// True if it ends in a `|+` or `>+` scalar, so that blank lines after it are content.
    pub(super) keeps: bool,
}

/// All parts of a mapping or sequence, in order; `None` if the text does not match the tree.
pub(super) fn parts(container: Node<'_>) -> Option<Vec<Part>> {
    let text: &str = &container.document().text;
    let data = container.data();
    let is_flow = data.style == Style::Flow;
    let is_mapping = data.kind == NodeKind::Mapping;
    let width = if is_mapping { 2 } else { 1 };
    let mut parts = Vec::with_capacity(container.children().len() / width);
    let mut at = data.range().start;
    if is_flow && matches!(text.as_bytes().get(at), Some(b'{' | b'[')) {
        at += 1;
    }
    let mut floor = first_floor(container);
    for children in container.children().chunks_exact(width) {
        let start = if parts.is_empty() && !is_flow { at } else { skip_gap(text, at) };
        let first = container.document().node(children[0]);
        let end = if is_mapping {
            let value = container.document().node(children[1]);
            entry_end(text, start, first, value)?
        } else if is_flow {
            content_end(first)
        } else {
            (text.as_bytes().get(start) == Some(&b'-')).then_some(())?;
            if first.is_missing() { start + 1 } else { content_end(first) }
        };
        (start <= end).then_some(())?;
        if is_flow {
            let own_line = is_first_on_line(text, start);
            parts.push(Part { start, head: start, end, after: end, own_line, keeps: false });
            at = skip_gap(text, end);
            if text.as_bytes().get(at) == Some(&b',') {
                at += 1;
            }
        } else {
            let last = container.document().node(*children.last()?);
            let part = block_part(text, start, end, floor, last);
            floor = part.after;
            parts.push(part);
            at = end;
        }
    }
    Some(parts)
}

/// The position above which no comment belongs to the first part of `container`.
fn first_floor(container: Node<'_>) -> usize {
    let text: &str = &container.document().text;
    let start = container.data().range().start;
    let Some(parent) = container.parent() else {
        // A comment at the top of the file is its header, even directly above the first entry.
        let mut top = line_start(text, start);
        let mut above_is_top = true;
        while top > 0 {
            let above = line_start(text, previous_line_end(text, top));
            if above == top {
                break;
            }
            match line_at(text, above) {
                Line::Comment(_) => top = above,
                Line::Blank => {
                    above_is_top = false;
                    break;
                }
                Line::Other => break,
            }
        }
        return if above_is_top { line_start(text, start) } else { top };
    };
    let anchor = container.key().map_or(parent.data().range().start, content_end);
    next_line(text, anchor)
}

fn block_part(text: &str, start: usize, end: usize, floor: usize, last: Node<'_>) -> Part {
    let own_line = is_first_on_line(text, start);
    let column = column(text, start);
    let head = if own_line { own_comments(text, line_start(text, start), column, floor) } else { start };
    let keeps = ends_keeping(last);
    let mut after = next_line(text, end);
    if keeps {
        after = skip_blank_lines(text, after);
    }
    let has_body = last.data().style == Style::Block;
    let after = skip_comments(text, after, column + 1, !has_body);
    Part { start, head, end, after, own_line, keeps }
}

/// The start of the comment lines at `column` directly above `start`, a line start.
fn own_comments(text: &str, start: usize, column: usize, floor: usize) -> usize {
    let mut head = start;
    while head > floor {
        let above = line_start(text, previous_line_end(text, head));
        if above < floor || above == head || line_at(text, above) != Line::Comment(column) {
            break;
        }
        head = above;
    }
    head
}

/// Skips comment lines from `from` on, a line start, that are indented by at least `column`. Blank lines between them are allowed unless
/// `contiguous`. Blank lines after the last comment are not skipped.
pub(super) fn skip_comments(text: &str, from: usize, column: usize, contiguous: bool) -> usize {
    let mut after = from;
    let mut at = from;
    while at < text.len() {
        match line_at(text, at) {
            Line::Comment(found) if found >= column => {
                at = next_line(text, at);
                after = at;
            }
            Line::Blank if !contiguous => at = next_line(text, at),
            _ => break,
        }
    }
    after
}

fn entry_end(text: &str, start: usize, key: Node<'_>, value: Node<'_>) -> Option<usize> {
    let is_explicit = text.as_bytes().get(start) == Some(&b'?') && key.full_range().start != start;
    (key.is_missing() || is_explicit || key.full_range().start == start).then_some(())?;
    if !value.is_missing() {
        return Some(content_end(value));
    }
    let key_end =
        if key.is_missing() { if is_explicit { start + 1 } else { start } } else { content_end(key) };
    Some(colon_after(text, key_end).map_or(key_end, |colon| colon + 1))
}

/// The `:` after a key that ends at `key_end`.
pub(super) fn colon_after(text: &str, key_end: usize) -> Option<usize> {
    let at = skip_gap(text, key_end);
    (text.as_bytes().get(at) == Some(&b':')).then_some(at)
}

/// The end of the node's last byte that is not whitespace or a line break.
pub(super) fn content_end(node: Node<'_>) -> usize {
    let text: &str = &node.document().text;
    let range = node.full_range();
    let content = &text[range.start..range.end];
    range.start + content.trim_end_matches(|c| BLANKS.contains(&c) || BREAKS.contains(&c)).len()
}

/// Returns true if the node ends in a block scalar that keeps the blank lines after it.
pub(super) fn ends_keeping(node: Node<'_>) -> bool {
    last_leaf(node).is_some_and(|leaf| block_header(leaf).contains('+'))
}

/// Returns true if the node ends in a `|` or `>` scalar.
pub(super) fn ends_in_block_scalar(node: Node<'_>) -> bool {
    last_leaf(node).is_some_and(|leaf| matches!(leaf.style(), Style::Literal | Style::Folded))
}

pub(super) fn last_leaf(node: Node<'_>) -> Option<Node<'_>> {
    let mut leaf = node;
    while let Some(&last) = leaf.children().last() {
        if leaf.data().style != Style::Block {
            return None;
        }
        leaf = leaf.document().node(last);
    }
    Some(leaf)
}

/// The header of a block scalar without its comment, `|`, `>-` or `|2+`; empty for other nodes.
pub(super) fn block_header(node: Node<'_>) -> &str {
    if !matches!(node.style(), Style::Literal | Style::Folded) {
        return "";
    }
    let source = node.source();
    let end = source.find(|c: char| c.is_whitespace()).unwrap_or(source.len());
    &source[..end]
}

/// Returns true if the node is inside `{…}` or `[…]`.
pub(super) fn is_in_flow(node: Node<'_>) -> bool {
    let mut at = node.parent();
    while let Some(parent) = at {
        if parent.style() == Style::Flow {
            return true;
        }
        at = parent.parent();
    }
    false
}

/// The place of a value or an item: after its colon or dash, its anchor and its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuePosition {
    pub(super) at: usize,
    /// True if the key is alone, as in `{a}` or `? a`.
    pub(super) needs_colon: bool,
}

pub(super) fn value_position(node: Node<'_>) -> Option<ValuePosition> {
    let data = node.data();
    let text: &str = &node.document().text;
    if let Some(end) =
        [node.anchor_range(), node.tag_range()].into_iter().flatten().map(|range| range.end).max()
    {
        return Some(ValuePosition { at: end, needs_colon: false });
    }
    let Some(parent) = node.parent() else {
        return Some(ValuePosition { at: data.range().start, needs_colon: false });
    };
    if let Some(key) = node.key() {
        let key_end = if key.is_missing() { key.range().end } else { content_end(key) };
        return Some(match colon_after(text, key_end) {
            Some(colon) => ValuePosition { at: colon + 1, needs_colon: false },
            None => ValuePosition { at: key_end, needs_colon: true },
        });
    }
    if parent.style() == Style::Flow {
        return Some(ValuePosition { at: data.range().start, needs_colon: false });
    }
    let dash = trim_blanks_before(text, data.range().start).checked_sub(1)?;
    if !node.is_missing() && text.as_bytes()[dash] == b'-' {
        return Some(ValuePosition { at: dash + 1, needs_colon: false });
    }
    let part = *parts(parent)?.get(data.position as usize)?;
    Some(ValuePosition { at: part.start + 1, needs_colon: false })
}

/// The range from `start` (inclusive) to `end` (exclusive).
pub(super) fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(start, end)
}
