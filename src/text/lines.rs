//! Lines of a text, and the three ways to count along them: bytes, characters, UTF-16 code units.

use std::sync::Arc;

/// A place as people say it: both 1-based, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

/// Where the lines of a text start. A line ends after `\n`, `\r\n`, or a lone `\r`, as in YAML.
#[derive(Clone, Debug)]
pub struct LineIndex {
    text: Arc<str>,
    /// Byte offset and UTF-16 offset of each line's start.
    starts: Vec<(usize, usize)>,
}

impl LineIndex {
    pub fn new(text: Arc<str>) -> LineIndex {
        let mut starts = vec![(0, 0)];
        let mut utf16 = 0;
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            utf16 += c.len_utf16();
            let ends = c == '\n' || (c == '\r' && chars.peek().is_none_or(|&(_, next)| next != '\n'));
            if ends {
                starts.push((at + 1, utf16));
            }
        }
        LineIndex { text, starts }
    }

    /// How many lines there are; a text that ends in a line break has an empty last one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The 0-based line that `offset` stands on.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&(start, _)| start <= offset) - 1
    }

    /// Byte offset where the 0-based `line` starts; the end of the text for a line past the last.
    pub fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).map_or(self.text.len(), |&(start, _)| start)
    }

    /// The 0-based line without its line break.
    pub fn line_text(&self, line: usize) -> &str {
        let text = &self.text[self.line_start(line).min(self.text.len())..self.line_start(line + 1)];
        text.trim_end_matches(['\n', '\r'])
    }

    /// A byte order mark stands in no column.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let line = self.line_of(offset);
        let mut before = self.slice(self.line_start(line), offset);
        if line == 0 {
            before = before.trim_start_matches('\u{feff}');
        }
        LineColumn { line: line + 1, column: before.chars().count() + 1 }
    }

    /// Byte offset to UTF-16 offset.
    pub fn utf16(&self, offset: usize) -> usize {
        let line = self.line_of(offset);
        let (start, utf16) = self.starts[line];
        utf16 + self.slice(start, offset).chars().map(char::len_utf16).sum::<usize>()
    }

    /// UTF-16 offset to byte offset. One inside a surrogate pair is taken as the pair's start.
    pub fn offset(&self, utf16: usize) -> usize {
        let line = self.starts.partition_point(|&(_, start)| start <= utf16) - 1;
        let (mut at, mut seen) = self.starts[line];
        for c in self.text[at..].chars() {
            if seen + c.len_utf16() > utf16 {
                break;
            }
            seen += c.len_utf16();
            at += c.len_utf8();
        }
        at
    }

    /// The text between two offsets, drawn in to character boundaries and to the text's end.
    fn slice(&self, start: usize, end: usize) -> &str {
        let mut end = end.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.get(start..end).unwrap_or_default()
    }
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
    fn a_byte_order_mark_stands_in_no_column() {
        assert_eq!(at("\u{feff}a", 0), (1, 1));
        assert_eq!(at("\u{feff}a", 3), (1, 1));
        assert_eq!(at("\u{feff}a\n\u{feff}b", 8), (2, 2));
    }

    #[test]
    fn utf16_offsets_go_there_and_back() {
        let text = "a😀é\nb";
        let lines = lines(text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.offset(lines.utf16(offset)), offset);
        }
        assert_eq!(lines.utf16(text.len()), 6);
        assert_eq!(lines.offset(2), 1, "inside the pair is the pair's start");
    }
}
