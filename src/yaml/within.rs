//! Where a part of a scalar's text stands in the document: the scalar is read once more, this time noting which bytes say what.

use std::ops::Range;

use super::document::{Node, Style};
use crate::text::TextRange;

/// Some bytes of the document and how many bytes they say.
struct Piece {
    source: Range<usize>,
    says: usize,
    /// They say themselves, byte for byte.
    verbatim: bool,
}

/// A scalar taken apart, for asking about many parts of it.
pub struct Within {
    /// The whole scalar.
    whole: TextRange,
    parts: Parts,
}

enum Parts {
    /// The scalar says byte for byte what stands here, as nearly every one does.
    Verbatim(TextRange),
    Pieces(Pieces),
    /// A text that was mended to be read does not say what stands here: nothing in it can be placed.
    Unfaithful,
}

struct Pieces {
    /// What says something, each with how many bytes are said before it.
    placed: Vec<(usize, Piece)>,
    said: usize,
    /// Behind all that is said.
    end: usize,
}

impl Within {
    pub(super) fn new(node: Node<'_>) -> Within {
        let node = node.resolve();
        let parts = match (node.verbatim(), node.said()) {
            (Some(range), _) => Parts::Verbatim(range),
            (None, Some(said)) => Pieces::new(node, said).map_or(Parts::Unfaithful, Parts::Pieces),
            (None, None) => Parts::Unfaithful,
        };
        Within { whole: node.range(), parts }
    }

    /// Where the bytes `within` what the scalar says stand in the document; the whole scalar where it cannot be told.
    pub fn range(&self, within: Range<usize>) -> TextRange {
        let range = match &self.parts {
            Parts::Verbatim(said) if within.start <= within.end && within.end <= said.len() => {
                Some(TextRange::new(said.start + within.start, said.start + within.end))
            }
            Parts::Pieces(pieces) => pieces.range(within),
            Parts::Verbatim(_) | Parts::Unfaithful => None,
        };
        range.unwrap_or(self.whole)
    }
}

impl Pieces {
    fn new(node: Node<'_>, said: &str) -> Option<Pieces> {
        let text = node.document().text();
        let (mut total, mut faithful, mut end) = (0, true, node.range().end);
        let mut placed = Vec::new();
        for piece in self::pieces(node, said) {
            let from = total;
            total += piece.says;
            faithful &= !piece.verbatim || said.get(from..total) == text.get(piece.source.clone());
            end = piece.source.end;
            if piece.says > 0 {
                placed.push((from, piece));
            }
        }
        (faithful && total == said.len()).then_some(Pieces { placed, said: total, end })
    }

    fn range(&self, within: Range<usize>) -> Option<TextRange> {
        if within.end > self.said || within.start > within.end {
            return None;
        }
        let start = self.place(within.start, false);
        let end = if within.is_empty() { start } else { self.place(within.end, true) };
        Some(TextRange::new(start, end))
    }

    /// Where the byte `at` of what is said begins, or, `behind`, where the byte before it ends.
    fn place(&self, at: usize, behind: bool) -> usize {
        let upto = |(from, _): &(usize, Piece)| if behind { *from < at } else { *from <= at };
        let Some(index) = self.placed.partition_point(upto).checked_sub(1) else {
            return self.placed.first().map_or(self.end, |(_, piece)| piece.source.start);
        };
        let (from, piece) = &self.placed[index];
        if at > from + piece.says || (at == from + piece.says && !behind) {
            return self.end;
        }
        match (piece.verbatim, behind) {
            (true, _) => piece.source.start + (at - from),
            (false, true) => piece.source.end,
            (false, false) => piece.source.start,
        }
    }
}

fn pieces(node: Node<'_>, said: &str) -> Vec<Piece> {
    let range = node.range();
    let text: &str = node.document().text();
    match node.style() {
        Style::Literal | Style::Folded => block(text, range, said),
        // A quote that is never closed was read as if it were at the line's end.
        Style::Single | Style::Double => {
            let source = &text[range];
            let closed = source.len() > 1 && source.ends_with(&source[..1]);
            flow(text, range.start + 1..range.end - usize::from(closed), node.style())
        }
        _ => flow(text, range.into(), node.style()),
    }
}

/// Plain and quoted scalars: runs of themselves, escapes, and folded line breaks.
fn flow(text: &str, inner: Range<usize>, style: Style) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = inner.start;
    while at < inner.end {
        let rest = &text[at..inner.end];
        let folded = || fold(rest).map_or((1, 1, true), |(source, says)| (source, says, false));
        let (source, says, verbatim) = match rest.as_bytes()[0] {
            b'\'' if style == Style::Single && rest.starts_with("''") => (2, 1, false),
            b'\\' if style == Style::Double => {
                let (source, says) = escape(rest);
                (source, says, false)
            }
            b' ' | b'\t' | b'\r' | b'\n' => folded(),
            _ => {
                let run = rest.find(['\'', '\\', ' ', '\t', '\r', '\n']).unwrap_or(rest.len()).max(1);
                (run, run, true)
            }
        };
        pieces.push(Piece { source: at..at + source, says, verbatim });
        at += source;
    }
    pieces
}

/// Blanks, a line break, empty lines and the next line's indentation: how long they are, and how many bytes they say.
fn fold(rest: &str) -> Option<(usize, usize)> {
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

/// An escape of a double-quoted scalar: how long it is, and how many bytes it says.
fn escape(rest: &str) -> (usize, usize) {
    let Some(c) = rest[1..].chars().next() else { return (1, 1) };
    let code = |from: usize, digits: usize| {
        rest.get(from..from + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    let utf8 = |code: Option<u32>| code.and_then(char::from_u32).map_or(0, char::len_utf8);
    match c {
        'x' => (4, utf8(code(2, 2))),
        'u' => match code(2, 4) {
            // Two that make one character.
            Some(0xd800..=0xdbff) => (12, 4),
            code => (6, utf8(code)),
        },
        'U' => (10, utf8(code(2, 8))),
        // Next line, non-breaking blank; line and paragraph separator.
        'N' | '_' => (2, 2),
        'L' | 'P' => (2, 3),
        '\r' | '\n' => match fold(&rest[1..]) {
            Some((len, 1)) if breaks(&rest[1..=len]) == 1 => (1 + len, 0),
            Some((len, says)) => (1 + len, says),
            None => (1, 1),
        },
        _ => (1 + c.len_utf8(), 1),
    }
}

fn breaks(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\r', '\n']).count()
}

/// Literal and folded scalars: what is said is found again line by line.
fn block(text: &str, range: TextRange, said: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // Behind what is placed: in what is said, and in the text.
    let mut from = 0;
    let mut placed = range.start;
    let source = &text[range];
    let header = source.find(['\r', '\n']).unwrap_or(source.len());
    let mut line = range.start + header;
    while line < range.end {
        line += line_break(&text[line..]).unwrap_or(0);
        let end = line + text[line..range.end].find(['\r', '\n']).unwrap_or(range.end - line);
        let words = text[line..end].trim_start_matches(' ');
        let gap = said[from..].len() - said[from..].trim_start_matches([' ', '\n']).len();
        if !words.is_empty() && said[from + gap..].starts_with(words) {
            // The blanks of a line that is indented more are said; those of the indentation are not.
            let blanks = said[from..from + gap].len() - said[from..from + gap].trim_end_matches(' ').len();
            let blanks = if from == 0 || said[from..from + gap].contains('\n') { blanks } else { 0 };
            let start = end - words.len() - blanks.min(end - words.len() - line);
            let blanks = end - words.len() - start;
            pieces.push(Piece { source: placed..start, says: gap - blanks, verbatim: false });
            pieces.push(Piece { source: start..end, says: end - start, verbatim: true });
            from += gap + words.len();
            placed = end;
        }
        line = end;
        if line == range.end {
            break;
        }
    }
    // The line breaks at its end.
    if said[from..].trim_matches('\n').is_empty() {
        pieces.push(Piece { source: placed..range.end, says: said.len() - from, verbatim: false });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use crate::yaml::{Document, Node, parse};

    fn value(document: &Document) -> Node<'_> {
        document.root().and_then(|root| root.get("k")).unwrap()
    }

    /// Every part of what is said, by its characters, and the bytes it stands at.
    #[track_caller]
    fn check(text: &str, parts: &[(&str, &str)]) {
        let document = parse(text);
        let node = value(&document);
        let said = node.as_str().unwrap();
        for (part, source) in parts {
            let at = said.find(part).unwrap();
            let range = node.range_within(at..at + part.len());
            assert_eq!(&text[range], *source, "{part:?} of {said:?}");
        }
    }

    #[test]
    fn plain_and_quoted_texts_are_exact() {
        check("k: ${a.b} c\n", &[("a", "a"), ("b} c", "b} c")]);
        check("k: 'ä ${a}'\n", &[("ä", "ä"), ("${a}", "${a}")]);
        check("k: \"x ${a}\"\n", &[("x ${a}", "x ${a}"), ("a", "a")]);
    }

    #[test]
    fn escapes_are_taken_whole() {
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
    fn folded_lines_are_followed() {
        check("k: one\n  two\n\n  three\n", &[("two", "two"), ("one two", "one\n  two"), ("three", "three")]);
        check("k: \"one\n  two \\\n  three\"\n", &[("two", "two"), ("three", "three")]);
        check("k: 'one\r\n  ${a}'\r\n", &[("${a}", "${a}")]);
    }

    #[test]
    fn block_texts_are_followed_line_by_line() {
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
    fn nothing_is_placed_where_it_stands() {
        let document = parse("k: 'abc'\n");
        assert_eq!(value(&document).range_within(0..0), (4..4).into());
        assert_eq!(value(&document).range_within(3..3), (7..7).into());
    }

    #[test]
    fn what_cannot_be_told_is_the_whole() {
        let document = parse("k: 'abc'\n");
        assert_eq!(value(&document).range_within(2..9), value(&document).range());
        let document = parse("k: [a]\n");
        assert_eq!(value(&document).range_within(0..1), value(&document).range());
    }

    #[test]
    fn a_quote_that_is_never_closed_is_no_matter() {
        let document = parse("k: \"ab ${c}\nd: 1\n");
        assert_eq!(&document.text()[value(&document).range_within(3..7)], "${c}");
    }
}
