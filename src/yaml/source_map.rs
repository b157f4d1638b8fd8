//! Source map of a scalar: maps ranges of its decoded text to bytes of the document.

use std::ops::Range;

use super::node::Node;
use super::notation::Style;
use limn_text::TextRange;

/// A run of source bytes and the number of decoded bytes that it encodes.
struct Piece {
    source: Range<usize>,
    decoded_len: usize,
    /// True if the source bytes equal the decoded bytes.
    verbatim: bool,
}

/// The mapping from the decoded text of one scalar to bytes of the document.
pub struct SourceMap {
    /// The whole scalar.
    whole: TextRange,
    parts: Parts,
}

enum Parts {
    /// The decoded text equals these bytes, as for most scalars.
    Verbatim(TextRange),
    Pieces(Pieces),
    /// The parser repaired the text, so the decoded text does not match the source.
    Unfaithful,
}

struct Pieces {
    /// The pieces that encode at least one byte, each with the number of decoded bytes before it.
    placed: Vec<(usize, Piece)>,
    decoded_len: usize,
    /// The end of the last piece.
    end: usize,
}

impl SourceMap {
    pub(super) fn new(node: Node<'_>) -> SourceMap {
        let node = node.resolve();
        let parts = match (node.verbatim(), node.text()) {
            (Some(range), _) => Parts::Verbatim(range),
            (None, Some(decoded)) => Pieces::new(node, decoded).map_or(Parts::Unfaithful, Parts::Pieces),
            (None, None) => Parts::Unfaithful,
        };
        SourceMap { whole: node.range(), parts }
    }

    /// The bytes of the document that encode the range `within` of the decoded text; the whole scalar if that is unknown.
    pub fn range(&self, within: Range<usize>) -> TextRange {
        let range = match &self.parts {
            Parts::Verbatim(decoded) if within.start <= within.end && within.end <= decoded.len() => {
                Some(TextRange::new(decoded.start + within.start, decoded.start + within.end))
            }
            Parts::Pieces(pieces) => pieces.range(within),
            Parts::Verbatim(_) | Parts::Unfaithful => None,
        };
        range.unwrap_or(self.whole)
    }
}

impl Pieces {
    fn new(node: Node<'_>, decoded: &str) -> Option<Pieces> {
        let text = node.document().text();
        let (mut total, mut faithful, mut end) = (0, true, node.range().end);
        let mut placed = Vec::new();
        for piece in self::pieces(node, decoded) {
            let from = total;
            total += piece.decoded_len;
            faithful &= !piece.verbatim || decoded.get(from..total) == text.get(piece.source.clone());
            end = piece.source.end;
            if piece.decoded_len > 0 {
                placed.push((from, piece));
            }
        }
        (faithful && total == decoded.len()).then_some(Pieces { placed, decoded_len: total, end })
    }

    fn range(&self, within: Range<usize>) -> Option<TextRange> {
        if within.end > self.decoded_len || within.start > within.end {
            return None;
        }
        let start = self.place(within.start, false);
        let end = if within.is_empty() { start } else { self.place(within.end, true) };
        Some(TextRange::new(start, end))
    }

    /// The start of the decoded byte `at` in the source or, with `behind`, the end of the byte before it.
    fn place(&self, at: usize, behind: bool) -> usize {
        let upto = |(from, _): &(usize, Piece)| if behind { *from < at } else { *from <= at };
        let Some(index) = self.placed.partition_point(upto).checked_sub(1) else {
            return self.placed.first().map_or(self.end, |(_, piece)| piece.source.start);
        };
        let (from, piece) = &self.placed[index];
        if at > from + piece.decoded_len || (at == from + piece.decoded_len && !behind) {
            return self.end;
        }
        match (piece.verbatim, behind) {
            (true, _) => piece.source.start + (at - from),
            (false, true) => piece.source.end,
            (false, false) => piece.source.start,
        }
    }
}

fn pieces(node: Node<'_>, decoded: &str) -> Vec<Piece> {
    let range = node.range();
    let text: &str = node.document().text();
    match node.style() {
        Style::Literal | Style::Folded => block(text, range, decoded),
        // The parser assumed the closing quote of an unclosed scalar at the end of the line.
        Style::Single | Style::Double => {
            let source = &text[range];
            let closed = source.len() > 1 && source.ends_with(&source[..1]);
            flow(text, range.start + 1..range.end - usize::from(closed), node.style())
        }
        _ => flow(text, range.into(), node.style()),
    }
}

/// Plain and quoted scalars: verbatim runs, escapes, and folded line breaks.
fn flow(text: &str, inner: Range<usize>, style: Style) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = inner.start;
    while at < inner.end {
        let rest = &text[at..inner.end];
        let folded =
            || folded_break(rest).map_or((1, 1, true), |(source, decoded_len)| (source, decoded_len, false));
        let (source, decoded_len, verbatim) = match rest.as_bytes()[0] {
            b'\'' if style == Style::Single && rest.starts_with("''") => (2, 1, false),
            b'\\' if style == Style::Double => {
                let (source, decoded_len) = escape(rest);
                (source, decoded_len, false)
            }
            b' ' | b'\t' | b'\r' | b'\n' => folded(),
            _ => {
                let run = rest.find(['\'', '\\', ' ', '\t', '\r', '\n']).unwrap_or(rest.len()).max(1);
                (run, run, true)
            }
        };
        pieces.push(Piece { source: at..at + source, decoded_len, verbatim });
        at += source;
    }
    pieces
}

/// Whitespace, a line break, empty lines and the indentation of the next line: their length, and the number of bytes they decode to.
fn folded_break(rest: &str) -> Option<(usize, usize)> {
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let mut at = blanks(rest);
    let mut breaks = 0;
    while let Some(len) = line_break(&rest[at..]) {
        at += len;
        at += blanks(&rest[at..]);
        breaks += 1;
    }
    (breaks > 0).then(|| (at, if breaks == 1 { 1 } else { breaks - 1 }))
}

fn line_break(rest: &str) -> Option<usize> {
    match rest.as_bytes() {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// An escape of a double-quoted scalar: its length, and the number of bytes it decodes to.
fn escape(rest: &str) -> (usize, usize) {
    let Some(c) = rest[1..].chars().next() else { return (1, 1) };
    let code = |from: usize, digits: usize| {
        rest.get(from..from + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    let utf8 = |code: Option<u32>| code.and_then(char::from_u32).map_or(0, char::len_utf8);
    match c {
        'x' => (4, utf8(code(2, 2))),
        'u' => match code(2, 4) {
            // A surrogate pair.
            Some(0xd800..=0xdbff) => (12, 4),
            code => (6, utf8(code)),
        },
        'U' => (10, utf8(code(2, 8))),
        // Next line and no-break space; line and paragraph separator.
        'N' | '_' => (2, 2),
        'L' | 'P' => (2, 3),
        '\r' | '\n' => match folded_break(&rest[1..]) {
            Some((len, 1)) if breaks(&rest[1..=len]) == 1 => (1 + len, 0),
            Some((len, decoded_len)) => (1 + len, decoded_len),
            None => (1, 1),
        },
        _ => (1 + c.len_utf8(), 1),
    }
}

fn breaks(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\r', '\n']).count()
}

/// Literal and folded scalars: matches the decoded text with the source line by line.
fn block(text: &str, range: TextRange, decoded: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // The ends of the matched parts: in the decoded text, and in the source.
    let mut from = 0;
    let mut placed = range.start;
    let source = &text[range];
    let header = source.find(['\r', '\n']).unwrap_or(source.len());
    let mut line = range.start + header;
    while line < range.end {
        line += line_break(&text[line..]).unwrap_or(0);
        let end = line + text[line..range.end].find(['\r', '\n']).unwrap_or(range.end - line);
        let words = text[line..end].trim_start_matches(' ');
        let gap = decoded[from..].len() - decoded[from..].trim_start_matches([' ', '\n']).len();
        if !words.is_empty() && decoded[from + gap..].starts_with(words) {
            // Extra indentation of a line belongs to the text; the indentation of the block does not.
            let blanks =
                decoded[from..from + gap].len() - decoded[from..from + gap].trim_end_matches(' ').len();
            let blanks = if from == 0 || decoded[from..from + gap].contains('\n') { blanks } else { 0 };
            let start = end - words.len() - blanks.min(end - words.len() - line);
            let blanks = end - words.len() - start;
            pieces.push(Piece { source: placed..start, decoded_len: gap - blanks, verbatim: false });
            pieces.push(Piece { source: start..end, decoded_len: end - start, verbatim: true });
            from += gap + words.len();
            placed = end;
        }
        line = end;
        if line == range.end {
            break;
        }
    }
    // The line breaks at the end.
    if decoded[from..].trim_matches('\n').is_empty() {
        pieces.push(Piece { source: placed..range.end, decoded_len: decoded.len() - from, verbatim: false });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use crate::{Document, Node, parse};

    fn value(document: &Document) -> Node<'_> {
        document.root().and_then(|root| root.get("k")).unwrap()
    }

    /// Checks parts of the decoded text against their source bytes.
    #[track_caller]
    fn check(text: &str, parts: &[(&str, &str)]) {
        let document = parse(text);
        let node = value(&document);
        let decoded = node.as_str().unwrap();
        for (part, source) in parts {
            let at = decoded.find(part).unwrap();
            let range = node.range_within(at..at + part.len());
            assert_eq!(&text[range], *source, "{part:?} of {decoded:?}");
        }
    }

    #[test]
    fn plain_and_quoted_scalars_map_exactly() {
        check("k: ${a.b} c\n", &[("a", "a"), ("b} c", "b} c")]);
        check("k: 'ä ${a}'\n", &[("ä", "ä"), ("${a}", "${a}")]);
        check("k: \"x ${a}\"\n", &[("x ${a}", "x ${a}"), ("a", "a")]);
    }

    #[test]
    fn escapes_map_as_a_unit() {
        check("k: 'it''s ${a}'\n", &[("'", "''"), ("t's", "t''s"), ("${a}", "${a}")]);
        check(
            r#"k: "a\tb\u00e4c\x41 \U0001F600d\\e\"f\ud83d\ude00g""#,
            &[
                ("b", "b"),
                ("ä", r"\u00e4"),
                ("A", r"\x41"),
                ("😀d", r"\U0001F600d"),
                ("\\e", r"\\e"),
                ("\"f", "\\\"f"),
                ("g", "g"),
            ],
        );
    }

    #[test]
    fn folded_lines_are_mapped() {
        check("k: one\n  two\n\n  three\n", &[("two", "two"), ("one two", "one\n  two"), ("three", "three")]);
        check("k: \"one\n  two \\\n  three\"\n", &[("two", "two"), ("three", "three")]);
        check("k: 'one\r\n  ${a}'\r\n", &[("${a}", "${a}")]);
    }

    #[test]
    fn block_scalars_are_mapped_line_by_line() {
        check(
            "k: |\n  one ${a}\n\n    two\n  three\n",
            &[("${a}", "${a}"), ("  two", "  two"), ("three", "three"), ("one", "one")],
        );
        check("k: |2\n   one\n  two\n", &[(" one", " one"), ("two", "two")]);
        check(
            "k: >\n  one\n  two\n\n  three\n    four\n",
            &[("one", "one"), ("two", "two"), ("three", "three"), ("four", "four")],
        );
        check("k: |+\r\n  one\r\n\r\n", &[("one", "one")]);
    }

    #[test]
    fn an_empty_range_maps_to_its_position() {
        let document = parse("k: 'abc'\n");
        assert_eq!(value(&document).range_within(0..0), (4..4).into());
        assert_eq!(value(&document).range_within(3..3), (7..7).into());
    }

    #[test]
    fn an_unknown_range_maps_to_the_whole_scalar() {
        let document = parse("k: 'abc'\n");
        assert_eq!(value(&document).range_within(2..9), value(&document).range());
        let document = parse("k: [a]\n");
        assert_eq!(value(&document).range_within(0..1), value(&document).range());
    }

    #[test]
    fn an_unclosed_quote_is_mapped() {
        let document = parse("k: \"ab ${c}\nd: 1\n");
        assert_eq!(&document.text()[value(&document).range_within(3..7)], "${c}");
    }
}
