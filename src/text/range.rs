//! A span of bytes in a text.

use std::fmt;
use std::ops::{Index, Range};

use serde::{Deserialize, Serialize};

/// Bytes from `start` up to, not including, `end`. Invariant: `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct TextRange {
    pub start: usize,
    pub end: usize,
}

impl TextRange {
    /// The bytes from `start` up to `end`; an `end` before `start` is taken as empty at `start`.
    pub const fn new(start: usize, end: usize) -> TextRange {
        TextRange { start, end: if end < start { start } else { end } }
    }

    /// Nothing, at `offset`.
    pub const fn empty(offset: usize) -> TextRange {
        TextRange { start: offset, end: offset }
    }

    pub const fn len(self) -> usize {
        self.end - self.start
    }

    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` stands in the range or at one of its two ends, as a caret does.
    pub const fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    pub const fn contains(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a byte.
    pub const fn overlaps(self, other: TextRange) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest range that holds both.
    pub fn cover(self, other: TextRange) -> TextRange {
        TextRange::new(self.start.min(other.start), self.end.max(other.end))
    }

    pub const fn shift(self, by: usize) -> TextRange {
        TextRange { start: self.start + by, end: self.end + by }
    }
}

impl From<Range<usize>> for TextRange {
    fn from(range: Range<usize>) -> TextRange {
        TextRange::new(range.start, range.end)
    }
}

impl From<TextRange> for Range<usize> {
    fn from(range: TextRange) -> Range<usize> {
        range.start..range.end
    }
}

impl Index<TextRange> for str {
    type Output = str;

    fn index(&self, range: TextRange) -> &str {
        &self[range.start..range.end]
    }
}

impl fmt::Debug for TextRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
