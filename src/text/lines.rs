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

    pub fn line_column(&self, offset: usize) -> LineColumn {
        let line = self.line_of(offset);
        let before = self.slice(self.line_start(line), offset);
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
