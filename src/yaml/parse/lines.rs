//! Line scanner for broken texts: reads single lines without the parser to find indentation, open quotes and brackets, and colons.

use limn_text::TextRange;

pub(super) fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The first byte from `from` on that is not whitespace, a line break or in a comment.
pub(super) fn skip_blank(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' if at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'\r' | b'\n') => {
                at = line_end(text, at);
            }
            // A byte order mark, which is allowed before each YAML document.
            0xef if text[at..].starts_with('\u{feff}') => at += '\u{feff}'.len_utf8(),
            _ => break,
        }
    }
    at
}

/// The start of the line that contains `at`.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().rposition(|&byte| is_break(byte)).map_or(0, |found| found + 1)
}

/// The end of the line that contains `at`, before its break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().position(|&byte| is_break(byte)).map_or(text.len(), |found| at + found)
}

/// The position after the line break at `at`.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    at + if rest.starts_with(b"\r\n") {
        2
    } else {
        usize::from(rest.first().is_some_and(|&byte| is_break(byte)))
    }
}

/// The position before the line break that ends at `at`; `at` itself if none does.
pub(super) fn before_break(text: &str, at: usize) -> usize {
    let before = &text[..at];
    before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r'])).unwrap_or(before).len()
}

/// A line of a text, without its break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) range: TextRange,
}

impl<'t> Line<'t> {
    /// The line that contains `at`.
    pub(super) fn at(text: &'t str, at: usize) -> Line<'t> {
        let range = TextRange::new(line_start(text, at), line_end(text, at));
        Line { text: &text[range], range }
    }

    pub(super) fn next(self, text: &'t str) -> Option<Line<'t>> {
        let start = next_line(text, self.range.end);
        (start > self.range.end).then(|| Line::at(text, start))
    }

    pub(super) fn previous(self, text: &'t str) -> Option<Line<'t>> {
        (self.range.start > 0).then(|| Line::at(text, before_break(text, self.range.start)))
    }

    /// The lines above that have content, nearest first.
    pub(super) fn above(self, text: &'t str) -> impl Iterator<Item = Line<'t>> {
        std::iter::successors(self.previous(text), move |line| line.previous(text))
            .filter(|line| !line.is_idle())
    }

    /// The lines below that have content, nearest first.
    pub(super) fn below(self, text: &'t str) -> impl Iterator<Item = Line<'t>> {
        std::iter::successors(self.next(text), move |line| line.next(text)).filter(|line| !line.is_idle())
    }

    /// Returns true if the line is blank or a comment.
    pub(super) fn is_idle(self) -> bool {
        let content = self.content();
        content.is_empty() || content.starts_with('#')
    }

    /// The number of bytes of spaces and tabs before the content.
    pub(super) fn indent(self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }

    fn content(self) -> &'t str {
        self.text.trim_matches([' ', '\t', '\u{feff}'])
    }

    /// The content without indentation, trailing comment and trailing whitespace.
    pub(super) fn body(self) -> TextRange {
        let start = self.range.start + self.indent();
        let end = self.range.start + self.read().comment.unwrap_or(self.text.len());
        let body = &self.text[..end - self.range.start];
        TextRange::new(start, self.range.start + body.trim_end_matches([' ', '\t']).len())
    }

    /// The range of a line and the following lines that are indented more.
    pub(super) fn block(self, text: &'t str) -> TextRange {
        let inner = self.below(text).take_while(|line| line.indent() > self.indent());
        let end = inner.last().map_or(self.range.end, |line| line.range.end);
        TextRange::new(self.range.start, end)
    }

    /// Scans the line on its own. All offsets are relative to the line.
    pub(super) fn read(self) -> Reading {
        let bytes = self.text.as_bytes();
        let mut reading = Reading::default();
        let mut at = self.indent();
        // Whether a quote or a bracket here would open something, rather than be part of a plain scalar.
        let mut fresh = true;
        while at < bytes.len() {
            let ends = |at: usize| bytes.get(at).is_none_or(|byte| matches!(byte, b' ' | b'\t'));
            let in_flow = !reading.open.is_empty();
            match bytes[at] {
                b' ' | b'\t' => {}
                b'#' if at == 0 || ends(at - 1) => {
                    reading.comment = Some(at);
                    break;
                }
                quote @ (b'"' | b'\'') if fresh => {
                    match closing_quote(&self.text[at..]) {
                        Some(len) => at += len - 1,
                        None => {
                            reading.open.push((at, char::from(quote)));
                            return reading;
                        }
                    }
                    fresh = false;
                }
                bracket @ (b'[' | b'{') if fresh => reading.open.push((at, char::from(bracket))),
                b']' | b'}' if in_flow => {
                    reading.open.pop();
                    fresh = false;
                }
                b',' if in_flow => fresh = true,
                b':' if ends(at + 1)
                    || (in_flow && !fresh && bytes.get(at + 1).is_some_and(|byte| b",]}".contains(byte))) =>
                {
                    if !in_flow {
                        reading.colons.push(at);
                    }
                    fresh = true;
                }
                b'-' | b'?' if fresh && ends(at + 1) => {}
                _ => fresh = false,
            }
            at += 1;
        }
        reading
    }
}

/// The result of scanning a single line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The quotes and brackets that are not closed on the line, outermost first.
    pub(super) open: Vec<(usize, char)>,
    /// The colons after keys, outside brackets.
    pub(super) colons: Vec<usize>,
    /// The start of the trailing comment.
    pub(super) comment: Option<usize>,
}

/// The length of the quoted scalar at the start of `text`; `None` if it is not closed.
fn closing_quote(text: &str) -> Option<usize> {
    let quote = text.as_bytes()[0];
    let mut at = 1;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'\\' if quote == b'"' => at += 2,
            _ if byte == quote && quote == b'\'' && text.as_bytes().get(at + 1) == Some(&quote) => at += 2,
            _ if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// The `${…}` inside brackets and outside quotes on the line, whose braces are YAML syntax.
pub(super) fn references(line: Line<'_>) -> Vec<TextRange> {
    let mut references = Vec::new();
    let mut depth = 0_usize;
    let mut quote = None;
    let mut from = 0;
    for (at, c) in line.text.char_indices().filter(|&(at, _)| at >= line.indent()) {
        if at < from {
            continue;
        }
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '$') if depth > 0 && line.text[at..].starts_with("${") => {
                let Some(len) = line.text[at..].find('}') else { break };
                from = at + len + 1;
                references.push(TextRange::new(at, from).shift(line.range.start));
            }
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    references
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(line: &str) -> Vec<(usize, char)> {
        Line::at(line, 0).read().open
    }

    #[test]
    fn unclosed_quotes_and_brackets_are_found() {
        assert_eq!(open("a: [1, {b: 2"), [(3, '['), (7, '{')]);
        assert_eq!(open("a: [1, {b: 2}]"), []);
        assert_eq!(open("a: \"x \\\" y"), [(3, '"')]);
        assert_eq!(open("a: 'it''s'"), []);
        assert_eq!(open("- - 'x"), [(4, '\'')]);
    }

    #[test]
    fn quotes_and_brackets_inside_a_plain_scalar_open_nothing() {
        assert_eq!(open("a: it's [so]"), []);
        assert_eq!(open("a: b # it's [so"), []);
        assert_eq!(open("a: [x # ["), [(3, '[')]);
    }

    #[test]
    fn only_colons_after_keys_are_found() {
        let colons = |line: &str| Line::at(line, 0).read().colons;
        assert_eq!(colons("a::b: http://x y: z"), [4, 16]);
        assert_eq!(colons("a: [b: c]"), [1]);
        assert_eq!(colons("'a: b': c"), [6]);
        assert_eq!(colons("a:"), [1]);
    }

    #[test]
    fn a_body_excludes_indentation_and_comment() {
        let body = |line: &str| line[Line::at(line, 0).body()].to_owned();
        assert_eq!(body("  a: b # c"), "a: b");
        assert_eq!(body("\ta  "), "a");
        assert_eq!(body("# c"), "");
    }

    #[test]
    fn a_block_is_a_line_and_the_more_indented_lines_below() {
        let text = "a:\n  b:\n\n    c\n  # d\n  e\n";
        let block = |at: usize| &text[Line::at(text, at).block(text)];
        assert_eq!(block(0), "a:\n  b:\n\n    c\n  # d\n  e");
        assert_eq!(block(5), "  b:\n\n    c");
    }

    #[test]
    fn references_in_brackets_are_found_outside_quotes() {
        let text = "a: {b: ${c}, d: '${e}', f: [${g}]} ${h}";
        let found: Vec<&str> = references(Line::at(text, 0)).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["${c}", "${g}"]);
    }
}
