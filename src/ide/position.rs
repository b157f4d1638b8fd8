//! Position of the caret in a text that is being typed and may not be valid YAML: a key of a mapping, or a value. Found by the tree where there is
//! one, else by the columns of the lines above.

use limn_text::TextRange;
use limn_yaml::{Document, Entry, Node, NodeKind, Path, Style};

/// The key or value at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Key {
        /// The mapping that contains the key, or will.
        container: Path,
        prefix: String,
        range: TextRange,
        /// The start of the key, in characters from the start of the line.
        column: usize,
        flow: bool,
        /// True if a colon follows.
        closed: bool,
    },
    Value {
        path: Path,
        /// The decoded text, and the caret in it.
        text: String,
        caret: usize,
        /// The bytes of the text without quotes.
        range: TextRange,
        quoted: bool,
        flow: bool,
        /// Column where a key may start: the position is alone on its line or behind a dash, so that it may become a key.
        column: Option<usize>,
    },
}

/// The key or value at `offset`; `None` in comments and block scalars.
pub(super) fn position(document: &Document, offset: usize) -> Option<Position> {
    let text = document.text();
    if offset > text.len() || !text.is_char_boundary(offset) {
        return None;
    }
    if document.comments().iter().any(|comment| comment.range.start < offset && offset <= comment.range.end) {
        return None;
    }
    let line = LineParts::at(text, offset);
    match document.at(offset) {
        Some(node) if node.kind() == NodeKind::Scalar && on_one_line(node, &line) => {
            if node.is_key() {
                key(node, offset, &line)
            } else {
                scalar(node, offset, &line)
            }
        }
        Some(node) if matches!(node.style(), Style::Literal | Style::Folded) => None,
        Some(node) if node.style() == Style::Flow && inside(node, offset) => Some(flow(node, offset)),
        _ => by_columns(document, offset, &line),
    }
}

/// The parts of the line at an offset: dashes, and the start of the content.
struct LineParts<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    /// Columns of the leading dashes, in bytes.
    dashes: Vec<usize>,
    /// The column after them, in bytes.
    column: usize,
}

impl<'t> LineParts<'t> {
    fn at(text: &'t str, offset: usize) -> LineParts<'t> {
        let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |len| offset + len);
        let line = text[start..end].trim_end_matches('\r');
        let mut column = line.len() - line.trim_start_matches(' ').len();
        let mut dashes = Vec::new();
        while line[column..].starts_with('-') && line[column + 1..].starts_with(' ') {
            dashes.push(column);
            column += 1;
            column += line[column..].len() - line[column..].trim_start_matches(' ').len();
        }
        if &line[column..] == "-" {
            dashes.push(column);
            column += 1;
        }
        LineParts { text: line, start, end: start + line.len(), dashes, column }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.column.min(self.text.len())..]
    }
}

fn on_one_line(node: Node<'_>, line: &LineParts<'_>) -> bool {
    let range = node.full_range();
    line.start <= range.start && range.end <= line.end
}

fn inside(node: Node<'_>, offset: usize) -> bool {
    let range = node.range();
    range.start < offset && (offset < range.end || !node.source().ends_with(['}', ']']))
}

fn in_flow(node: Node<'_>) -> bool {
    let mut above = node.parent();
    while let Some(node) = above {
        if node.style() == Style::Flow {
            return true;
        }
        above = node.parent();
    }
    false
}

fn key(node: Node<'_>, offset: usize, line: &LineParts<'_>) -> Option<Position> {
    let parent = node.parent()?;
    // With the caret in the anchor before the scalar, nothing would be replaced.
    if !node.range().touches(offset) {
        return None;
    }
    let (range, _) = inner(node);
    let prefix = node.document().text().get(range.start..offset.max(range.start))?.to_owned();
    let closed = line.text[node.range().end - line.start..].trim_start().starts_with(':');
    let column = node.range().start - line.start;
    Some(Position::Key {
        container: parent.path(),
        prefix,
        range: node.range(),
        column,
        flow: in_flow(node),
        closed,
    })
}

fn scalar(node: Node<'_>, offset: usize, line: &LineParts<'_>) -> Option<Position> {
    let (range, quoted) = inner(node);
    let text = node.as_str()?.into_owned();
    let caret = offset.checked_sub(range.start)?.min(text.len());
    // An escaped text, or one that does not contain the caret, would not be replaced.
    if text.len() != range.len() || !range.touches(offset) {
        return None;
    }
    let alone = node.range().start == line.start + line.column;
    let column = alone.then_some(line.column);
    Some(Position::Value { path: node.path(), text, caret, range, quoted, flow: in_flow(node), column })
}

/// The bytes of a scalar without its quotes; the closing one may be missing.
fn inner(node: Node<'_>) -> (TextRange, bool) {
    let range = node.range();
    let quote = match node.style() {
        Style::Single => '\'',
        Style::Double => '"',
        _ => return (range, false),
    };
    let closed = node.source().strip_prefix(quote).is_some_and(|rest| rest.ends_with(quote));
    (TextRange::new(range.start + 1, range.end - usize::from(closed)), true)
}

fn flow(node: Node<'_>, offset: usize) -> Position {
    let text = node.document().text();
    let value = |path: Path| Position::Value {
        path,
        text: String::new(),
        caret: 0,
        range: TextRange::empty(offset),
        quoted: false,
        flow: true,
        column: None,
    };
    // Behind a plain value and a blank, more of the same value is typed: a unit.
    let ends_before = |value: &Node<'_>| value.range().end <= offset;
    let within = match node.kind() {
        NodeKind::Sequence => node.items().rfind(ends_before),
        _ => node.entries().map(|entry| entry.value).rfind(ends_before),
    };
    if let Some(position) = within.and_then(|value| behind_value(value, offset)) {
        return position;
    }
    // Only the colon is between the key and the offset.
    let is_unwritten = |entry: &Entry<'_>| {
        text.get(entry.key.range().end..offset).is_some_and(|between| between.trim() == ":")
    };
    if node.kind() == NodeKind::Sequence {
        let before = node.items().filter(|item| item.full_range().end <= offset).count();
        // A pair without braces: `[host: ]`.
        let pair =
            before.checked_sub(1).and_then(|at| node.items().nth(at)).and_then(|item| item.entries().last());
        return match pair.filter(|entry| is_unwritten(entry)) {
            Some(entry) => value(entry.value.path()),
            None => value(node.path().index(before)),
        };
    }
    let last = node.entries().rfind(|entry| entry.key.range().end <= offset);
    if let Some(entry) = last.filter(|entry| is_unwritten(entry)) {
        return value(entry.value.path());
    }
    let before = &text[node.range().start + 1..offset];
    let word = before.rsplit([',', '{']).next().unwrap_or_default().trim_start();
    Position::Key {
        container: node.path(),
        prefix: word.to_owned(),
        range: TextRange::new(offset - word.len(), offset),
        column: 0,
        flow: true,
        closed: false,
    }
}

/// The position in a plain value that only blanks separate from an offset.
fn behind_value(value: Node<'_>, offset: usize) -> Option<Position> {
    let start = value.range().start;
    let text = value.document().text().get(start..offset)?;
    let is_plain = value.is_scalar() && value.style() == Style::Plain && !value.range().is_empty();
    let blanks = text.get(value.range().len()..).unwrap_or_default();
    let is_behind = !blanks.is_empty() && blanks.chars().all(|blank| blank == ' ');
    (is_plain && is_behind).then(|| Position::Value {
        path: value.path(),
        text: text.to_owned(),
        caret: text.len(),
        range: TextRange::new(start, offset),
        quoted: false,
        flow: true,
        column: None,
    })
}

fn by_columns(document: &Document, offset: usize, line: &LineParts<'_>) -> Option<Position> {
    let end = content_end(document, offset, line)?;
    let written = document.text().get(line.start + line.column..end).unwrap_or_default();
    let caret = offset - line.start;
    if caret < line.column && !(written.is_empty() && line.dashes.is_empty()) {
        return None;
    }
    // A dash needs a space behind it first.
    if line.text.ends_with('-') && line.dashes.last().is_some_and(|dash| dash + 1 == caret) {
        return None;
    }
    let column = if written.is_empty() { caret } else { line.column };
    if written.is_empty() && line.dashes.is_empty() && is_above_list(document.text(), line.end, column) {
        return None;
    }
    let start = line.start + column;
    let container = match line.dashes.last() {
        Some(&dash) => item(document, line, dash, offset)?,
        None => mapping(document, line, column)?,
    };
    let before = &document.text()[start.min(offset)..offset];
    let value = |path: Path, range: TextRange, column| {
        let text = document.text()[range].to_owned();
        let caret = offset - range.start;
        Position::Value { path, text, caret, range, quoted: false, flow: false, column }
    };
    // A key can have a colon itself, such as the name of a function: `$scope:function`.
    let is_start = before.starts_with('$') && before.ends_with(':') && line.end == offset;
    match before.split_once(':') {
        Some((_, "")) if is_start && line.dashes.is_empty() => {
            let range = TextRange::new(start, offset);
            Some(Position::Key {
                container,
                prefix: before.to_owned(),
                range,
                column,
                flow: false,
                closed: false,
            })
        }
        Some((key, behind)) if behind.is_empty() || behind.starts_with(' ') => {
            let blanks = behind.len() - behind.trim_start().len();
            let from = offset - behind.len() + blanks;
            // Directly behind the colon, text would not be a value.
            (blanks > 0)
                .then(|| value(container.key(key.trim_matches(['"', '\''])), TextRange::new(from, end), None))
        }
        _ if before.contains(' ') => None,
        _ if line.dashes.is_empty() => {
            let word = written.split([':', ' ']).next().unwrap_or_default();
            let closed = written[word.len()..].trim_start().starts_with(':');
            let range = TextRange::new(start, start + word.len());
            Some(Position::Key { container, prefix: before.to_owned(), range, column, flow: false, closed })
        }
        _ => Some(value(container, TextRange::new(start, end), Some(column))),
    }
}

/// Returns true if the next line with content is a list item at a column. A key before it would take the list as its value.
fn is_above_list(text: &str, end: usize, column: usize) -> bool {
    let mut start = end;
    while let Some(length) = text[start..].find('\n') {
        start += length + 1;
        let line = LineParts::at(text, start);
        if !line.text.trim().is_empty() && !line.rest().starts_with('#') {
            return line.dashes.first() == Some(&column);
        }
    }
    false
}

/// The end of the line's content, before a comment; `None` if what is inserted at the offset would touch the comment and become a part of it.
fn content_end(document: &Document, offset: usize, line: &LineParts<'_>) -> Option<usize> {
    let mut starts = document.comments().iter().map(|comment| comment.range.start);
    let Some(comment) = starts.find(|start| (offset..=line.end).contains(start)) else {
        return Some(line.end);
    };
    let content = document.text()[offset..comment].trim_end();
    (comment > offset).then_some(offset + content.len())
}

/// The lines above with content other than comments, from the nearest one.
fn above<'t>(text: &'t str, line: &LineParts<'_>) -> impl Iterator<Item = LineParts<'t>> {
    let mut start = line.start;
    std::iter::from_fn(move || {
        let end = start.checked_sub(1)?;
        let line = LineParts::at(text, end);
        start = line.start;
        Some(line)
    })
    .filter(|line| !line.text.trim().is_empty() && !line.rest().starts_with('#') && line.text != "---")
}

/// The key that a line starts with.
fn key_of<'d>(document: &'d Document, line: &LineParts<'_>) -> Option<Node<'d>> {
    document.at(line.start + line.column).filter(|node| node.is_key())
}

/// The mapping that would contain a key at `column`.
fn mapping(document: &Document, line: &LineParts<'_>, column: usize) -> Option<Path> {
    // A list may be at the column of its key, so its dashes alone do not determine the mapping.
    let mut listed = false;
    for line in above(document.text(), line) {
        if line.dashes.contains(&column) {
            listed = true;
            continue;
        }
        if line.column > column && line.dashes.first().is_none_or(|&dash| dash > column) {
            continue;
        }
        let Some(key) = key_of(document, &line) else { continue };
        return match line.column.cmp(&column) {
            std::cmp::Ordering::Less if listed => None,
            std::cmp::Ordering::Less => Some(key.path()),
            _ => Some(key.parent()?.path()),
        };
    }
    (column == 0).then(Path::root)
}

/// The list item that a dash at this column starts.
fn item(document: &Document, line: &LineParts<'_>, dash: usize, offset: usize) -> Option<Path> {
    for line in above(document.text(), line) {
        if line.dashes.contains(&dash) {
            let mut node = document.at(line.start + line.column)?;
            loop {
                let parent = node.parent()?;
                if parent.kind() == NodeKind::Sequence && column_of(document, parent) == dash {
                    let before = parent.items().filter(|item| item.full_range().start < offset);
                    let before = before.filter(|item| !item.is_missing() || item.range().start < line.end);
                    return Some(parent.path().index(before.count()));
                }
                node = parent;
            }
        }
        if line.column <= dash && line.dashes.is_empty() {
            return Some(key_of(document, &line)?.path().index(0));
        }
        if line.column < dash {
            return Some(key_of(document, &line)?.path().index(0));
        }
    }
    None
}

fn column_of(document: &Document, node: Node<'_>) -> usize {
    let start = node.range().start;
    start - document.text()[..start].rfind('\n').map_or(0, |at| at + 1)
}
