//! Files of several YAML documents: each document is parsed on its own, in the offsets of the whole text.
//!
//! The text of a document is the file's text up to the end of the document, with spaces instead of everything before it; line breaks are kept.
//! So every range and every edit of a document is valid in the file, and nothing that reads a document sees another one.

use std::ops::Range;
use std::sync::Arc;

use super::arena::NodeData;
use super::conflict::conflicts;
use super::document::{Document, StreamPlace, SyntaxError};
use super::node::Node;
use super::parse;
use limn_text::{Indel, TextEdit, TextRange};

/// The maximum number of documents of a file that are parsed.
pub const MAX_DOCUMENTS: usize = 100;

/// The maximum number of spaces in the texts of all documents of a file.
const MAX_PADDING: usize = 64 << 20;

/// The documents of a text.
#[derive(Debug)]
pub struct Stream {
    /// The documents with content, in text order; at least one.
    pub documents: Vec<Document>,
    /// The line that starts the first document which is not parsed, because there are too many.
    pub unread: Option<TextRange>,
}

/// Parses the documents of a text one by one. A text with at most one document with content gives exactly what [`parse`](crate::parse()) gives.
///
/// Only `---` starts another document: text directly behind `...` is mostly an omission, which belongs to the document above.
pub fn parse_stream(text: impl Into<Arc<str>>) -> Stream {
    let text = text.into();
    let parts = if may_have_several(&text) { parts(&text) } else { Vec::new() };
    if parts.len() < 2 || conflicts(&text).iter().any(|conflict| is_cut(&parts, conflict.range)) {
        return Stream { documents: vec![parse(text)], unread: None };
    }
    let mut padding = 0;
    let fits = |part: &&Range<usize>| {
        padding += part.start;
        padding <= MAX_PADDING
    };
    let count = parts.iter().take(MAX_DOCUMENTS).take_while(fits).count();
    let unread = parts.get(count).map(|part| first_line(&text, part.start));
    let mut documents: Vec<Document> = parts[..count]
        .iter()
        .enumerate()
        .map(|(nth, part)| parse_part(&text, part.clone(), nth + 1 < parts.len()))
        .collect();
    let following = documents[1..].iter().filter_map(Document::root).map(Node::first_line).collect();
    documents[0].place.following = following;
    Stream { documents, unread }
}

/// A fast test that most files fail.
fn may_have_several(text: &str) -> bool {
    // Concatenated files can have byte order marks.
    ["\n---", "\r---", "\u{feff}---"].iter().any(|marker| text.contains(marker))
}

/// Returns true if a range is in two parts: a merge conflict of two documents cannot be read part by part.
fn is_cut(parts: &[Range<usize>], range: TextRange) -> bool {
    parts.iter().any(|part| range.start < part.start && part.start < range.end)
}

/// Parses a part of a text.
fn parse_part(text: &str, part: Range<usize>, is_followed: bool) -> Document {
    let mut document = parse(&text[part.clone()]);
    let mut padded = padding(&text[..part.start]);
    padded.push_str(&text[part.clone()]);
    document.shift(part.start);
    Document {
        text: padded.into(),
        place: StreamPlace { start: part.start, is_followed, following: Vec::new() },
        ..document
    }
}

/// Spaces of the same length, with the same line breaks.
fn padding(text: &str) -> String {
    text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect()
}

/// The first line of a document that is more than blank, without its break.
fn first_line(text: &str, from: usize) -> TextRange {
    let rest = &text[from..];
    let start = from + rest.len() - rest.trim_start().len();
    let end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    TextRange::new(start, end)
}

/// The scanner of document markers: a line that starts with `---` or `...` is one even in a scalar.
#[derive(Default)]
struct Scanner {
    start: usize,
    has_marker: bool,
    has_content: bool,
    /// The end of the line of a `...` with nothing behind it so far.
    ended: Option<usize>,
    parts: Vec<Range<usize>>,
}

/// The documents with content of a text, up to one more than are parsed.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut scanner = Scanner::default();
    let mut at = 0;
    while at < text.len() && scanner.parts.len() <= MAX_DOCUMENTS {
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |found| at + found);
        let next = end + if text[end..].starts_with("\r\n") { 2 } else { usize::from(end < text.len()) };
        scanner.line(&text[at..end], at, next);
        at = next;
    }
    scanner.finish(text.len());
    scanner.parts
}

impl Scanner {
    fn line(&mut self, line: &str, start: usize, next: usize) {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if let Some(rest) = marker(line, "---") {
            if self.has_marker || self.has_content {
                self.cut(self.ended.unwrap_or(start));
            }
            self.has_marker = true;
            self.ended = None;
            self.has_content = has_content(rest);
        } else if marker(line, "...").is_some() {
            if self.has_marker || self.has_content {
                self.ended = Some(next);
            }
        } else if has_content(line) {
            let is_directive = line.starts_with('%');
            match self.ended {
                Some(_) if is_directive => {}
                None if is_directive && !self.has_marker && !self.has_content => {}
                _ => (self.has_content, self.ended) = (true, None),
            }
        }
    }

    /// Ends the document before `at`.
    fn cut(&mut self, at: usize) {
        self.finish(at);
        self.start = at;
        self.has_content = false;
    }

    fn finish(&mut self, at: usize) {
        if self.has_content {
            self.parts.push(self.start..at);
        }
    }
}

/// The text behind a marker at the start of a line.
fn marker<'t>(line: &'t str, mark: &str) -> Option<&'t str> {
    line.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Returns true if a line is more than blank or a comment.
fn has_content(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    !line.is_empty() && !line.starts_with('#')
}

impl Document {
    /// The document after an edit of its own text.
    pub fn after(&self, edit: &TextEdit) -> Document {
        let text = edit.apply(&self.text);
        match self.place {
            StreamPlace { start: 0, is_followed: false, .. } => parse(text),
            StreamPlace { start, is_followed, .. } => parse_part(&text, start..text.len(), is_followed),
        }
    }

    /// The edit, with a line break at the end of the document if another one follows and the edit removes it: the next marker must start a line.
    pub fn ended(&self, edit: TextEdit) -> TextEdit {
        if !self.place.is_followed
            || edit.indels().last().is_none_or(|last| last.delete.end < self.text.len())
        {
            return edit;
        }
        let after = edit.apply(&self.text);
        if after[self.place.start.min(after.len())..].is_empty() || after.ends_with(['\n', '\r']) {
            return edit;
        }
        let eol = if self.text[self.place.start..].contains("\r\n") { "\r\n" } else { "\n" };
        let mut indels: Vec<Indel> = edit.indels().to_vec();
        if let Some(last) = indels.last_mut() {
            last.insert.push_str(eol);
        }
        TextEdit::from_indels(indels).unwrap_or(edit)
    }

    /// Moves all ranges by the length of the text before this document.
    fn shift(&mut self, by: usize) {
        if by == 0 {
            return;
        }
        let moved = |range: TextRange| TextRange::new(range.start + by, range.end + by);
        let moved_edit = |edit: &TextEdit| {
            let indels = edit.indels().iter().cloned();
            TextEdit::from_indels(
                indels.map(|indel| Indel { delete: moved(indel.delete), ..indel }).collect(),
            )
        };
        for node in &mut self.nodes {
            NodeData::set_range(node, moved(node.range()));
        }
        for extra in &mut self.extras {
            extra.anchor = extra.anchor.map(moved);
            extra.tag = extra.tag.map(moved);
        }
        for comment in &mut self.comments {
            comment.range = moved(comment.range);
        }
        for SyntaxError { range, related, fix, .. } in &mut self.errors {
            *range = moved(*range);
            if let Some((range, _)) = related {
                *range = moved(*range);
            }
            *fix = fix.take().and_then(|(title, edit)| Some((title, moved_edit(&edit)?)));
        }
        for conflict in &mut self.conflicts {
            for range in [&mut conflict.range, &mut conflict.ours, &mut conflict.theirs] {
                *range = moved(*range);
            }
            conflict.markers.iter_mut().for_each(|range| *range = moved(*range));
        }
    }
}
