//! Line index: converts between byte offsets, UTF-16 offsets, and lines and columns.

use std::sync::Arc;

/// A position for people: line and column both 1-based, the column counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The unit in which an editor counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Characters.
    Utf32,
}

/// The line starts of a text. A line ends after `\n`, `\r\n`, or a lone `\r`, as in YAML.
#[derive(Clone, Debug)]
pub struct LineIndex {
    text: Arc<str>,
    /// Byte offset of each line's start.
    starts: Vec<usize>,
    /// Checkpoints at each line start and every [`STRIDE`] bytes along long lines, so that counting always starts nearby.
    marks: Vec<Mark>,
}

/// A checkpoint: one position in all three units.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: usize,
    utf16: usize,
    /// Characters since the line's start.
    column: usize,
}

/// Distance in bytes between checkpoints on a long line.
const STRIDE: usize = 1024;

impl Mark {
    /// The position `by` ASCII characters later on the same line.
    fn on(self, by: usize) -> Mark {
        Mark { at: self.at + by, utf16: self.utf16 + by, column: self.column + by }
    }
}

/// The number of bytes before the next non-ASCII byte or line break.
fn run(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii() || matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len())
}

impl LineIndex {
    /// Indexes a text.
    pub fn new(text: Arc<str>) -> LineIndex {
        let first = Mark { at: 0, utf16: 0, column: 0 };
        let (mut starts, mut marks, mut here) = (vec![0], vec![first], first);
        let bytes = text.as_bytes();
        while here.at < bytes.len() {
            let plain = run(&bytes[here.at..]);
            if plain > 0 {
                // For ASCII, all three units advance together.
                for _ in 0..plain / STRIDE {
                    here = here.on(STRIDE);
                    marks.push(here);
                }
                here = here.on(plain % STRIDE);
                continue;
            }
            let Some(c) = text[here.at..].chars().next() else { break };
            let at = here.at + c.len_utf8();
            here = Mark { at, utf16: here.utf16 + c.len_utf16(), column: here.column + 1 };
            if c == '\n' || (c == '\r' && bytes.get(at) != Some(&b'\n')) {
                here.column = 0;
                starts.push(at);
                marks.push(here);
            } else if marks.last().is_none_or(|mark| at - mark.at >= STRIDE) {
                marks.push(here);
            }
        }
        LineIndex { text, starts, marks }
    }

    /// The number of lines. A text that ends with a line break has an empty last line.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Always `false`: even an empty text has one line.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The 0-based line that contains `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte offset where the 0-based `line` starts; the end of the text if `line` is past the last line.
    pub fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// The 0-based line without its line break.
    pub fn line_text(&self, line: usize) -> &str {
        let text = &self.text[self.line_start(line).min(self.text.len())..self.line_start(line + 1)];
        text.trim_end_matches(['\n', '\r'])
    }

    /// The 1-based line and column of `offset`. A leading byte order mark does not count as a column.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mark = self.mark(|mark| mark.at <= offset);
        let line = self.line_of(offset);
        let mut column = mark.column + self.slice(mark.at, offset).chars().count();
        if line == 0 && self.text.starts_with('\u{feff}') {
            column = column.saturating_sub(1);
        }
        LineColumn { line: line + 1, column: column + 1 }
    }

    /// Converts a byte offset to a UTF-16 offset.
    pub fn utf16(&self, offset: usize) -> usize {
        let mark = self.mark(|mark| mark.at <= offset);
        mark.utf16 + self.slice(mark.at, offset).chars().map(char::len_utf16).sum::<usize>()
    }

    /// Converts a UTF-16 offset to a byte offset. An offset inside a surrogate pair maps to the start of the pair.
    pub fn offset(&self, utf16: usize) -> usize {
        let mark = self.mark(|mark| mark.utf16 <= utf16);
        let (mut at, mut seen) = (mark.at, mark.utf16);
        for c in self.text[at..].chars() {
            if seen + c.len_utf16() > utf16 {
                break;
            }
            seen += c.len_utf16();
            at += c.len_utf8();
        }
        at
    }

    /// The 0-based line and the column in units of an encoding, as in the language server protocol. A byte order mark counts.
    pub fn position(&self, offset: usize, encoding: Encoding) -> (usize, usize) {
        let line = self.line_of(offset);
        let start = self.line_start(line);
        let column = match encoding {
            Encoding::Utf8 => offset.min(self.text.len()).saturating_sub(start),
            Encoding::Utf16 => self.utf16(offset) - self.utf16(start),
            Encoding::Utf32 => {
                let mark = self.mark(|mark| mark.at <= offset);
                mark.column + self.slice(mark.at, offset).chars().count()
            }
        };
        (line, column)
    }

    /// The offset of a position; a column past the end of the line means its end, and a line past the last one the end of the text.
    pub fn offset_at(&self, line: usize, column: usize, encoding: Encoding) -> usize {
        if line >= self.len() {
            return self.text.len();
        }
        let start = self.line_start(line);
        let end = start + self.line_text(line).len();
        let at = match encoding {
            Encoding::Utf8 => {
                let mut at = start.saturating_add(column).min(end);
                while !self.text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            }
            Encoding::Utf16 => self.offset(self.utf16(start).saturating_add(column)),
            Encoding::Utf32 => {
                let line = &self.text[start..end];
                line.char_indices().nth(column).map_or(end, |(at, _)| start + at)
            }
        };
        at.min(end)
    }

    /// The last checkpoint that satisfies `reached`; the first checkpoint always does.
    fn mark(&self, reached: impl Fn(&Mark) -> bool) -> Mark {
        self.marks[self.marks.partition_point(reached).max(1) - 1]
    }

    /// The text between two offsets, clamped to the text and to character boundaries.
    fn slice(&self, start: usize, end: usize) -> &str {
        let mut end = end.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.get(start..end).unwrap_or_default()
    }
}

/// The place of a caret at `offset`: before a line break if the offset is inside it.
pub fn caret(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    let inside = offset > 0 && bytes.get(offset - 1) == Some(&b'\r') && bytes.get(offset) == Some(&b'\n');
    if inside { offset - 1 } else { offset }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> LineIndex {
        LineIndex::new(text.into())
    }

    #[track_caller]
    fn at(text: &str, offset: usize) -> (usize, usize) {
        let LineColumn { line, column } = lines(text).line_column(offset);
        (line, column)
    }

    #[test]
    fn lines_end_at_all_three_kinds_of_break() {
        let lines = lines("a\r\nb\rc\n");
        assert_eq!(
            (0..lines.len()).map(|line| lines.line_text(line)).collect::<Vec<_>>(),
            ["a", "b", "c", ""]
        );
    }

    #[test]
    fn columns_count_characters_from_one() {
        assert_eq!(at("é: x\n  y", 0), (1, 1));
        assert_eq!(at("é: x\n  y", 4), (1, 4));
        assert_eq!(at("é: x\n  y", 8), (2, 3));
        assert_eq!(at("a", 99), (1, 2));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(at("\u{feff}a", 0), (1, 1));
        assert_eq!(at("\u{feff}a", 3), (1, 1));
        assert_eq!(at("\u{feff}a\n\u{feff}b", 8), (2, 2));
    }

    #[test]
    fn utf16_offsets_round_trip() {
        let text = "a😀é\nb";
        let lines = lines(text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.offset(lines.utf16(offset)), offset);
        }
        assert_eq!(lines.utf16(text.len()), 6);
        assert_eq!(lines.offset(2), 1, "an offset inside the pair maps to its start");
    }

    #[test]
    fn positions_count_in_the_units_of_the_editor() {
        let lines = lines("a: 1\r\né😀: x\n");
        let at = |encoding| lines.position(14, encoding);
        assert_eq!(at(Encoding::Utf8), (1, 8));
        assert_eq!(at(Encoding::Utf16), (1, 5));
        assert_eq!(at(Encoding::Utf32), (1, 4));
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let (line, column) = at(encoding);
            assert_eq!(lines.offset_at(line, column, encoding), 14);
            assert_eq!(lines.offset_at(0, 99, encoding), 4, "the end of the line, before its break");
            assert_eq!(lines.offset_at(9, 0, encoding), 16, "the end of the text");
            assert_eq!(lines.offset_at(usize::MAX, usize::MAX, encoding), 16);
        }
        assert_eq!(lines.offset_at(1, 1, Encoding::Utf8), 6, "inside of a character means its start");
        assert_eq!(lines.offset_at(1, 2, Encoding::Utf16), 8, "inside of a pair means its start");
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(24))]

        #[test]
        fn positions_round_trip(text in "\u{feff}?([a-c é😀\r\n]|[aé😀]{600}){0,4}") {
            let index = lines(&text);
            for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                // CR LF is one line break: an offset inside it has no position.
                if c == '\n' && text[..at].ends_with('\r') {
                    continue;
                }
                for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                    let (line, column) = index.position(at, encoding);
                    assert_eq!(index.offset_at(line, column, encoding), at);
                }
            }
        }

        #[test]
        fn counts_agree_with_counting(text in "\u{feff}?([a-c é😀\r\n]|[aé😀]{600}){0,4}") {
            let index = lines(&text);
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let before = &text[..at];
                assert_eq!(index.utf16(at), before.encode_utf16().count());
                assert_eq!(index.offset(index.utf16(at)), at);
                let line = index.line_of(at);
                let start = index.line_start(line);
                let marked = usize::from(line == 0 && before.starts_with('\u{feff}'));
                let column = text[start..at].chars().count() - marked + 1;
                assert_eq!(index.line_column(at), LineColumn { line: line + 1, column });
            }
        }
    }
}
