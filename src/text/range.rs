//! A range of bytes in a text.

use std::fmt;
use std::ops::{Index, Range};

use serde::{Deserialize, Serialize};

/// The bytes from `start` (inclusive) to `end` (exclusive). Invariant: `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct TextRange {
    /// The first byte.
    pub start: usize,
    /// The end, exclusive.
    pub end: usize,
}

impl TextRange {
    /// Creates the range `start..end`. If `end` is before `start`, the range is empty at `start`.
    pub const fn new(start: usize, end: usize) -> TextRange {
        TextRange { start, end: if end < start { start } else { end } }
    }

    /// Creates an empty range at `offset`.
    pub const fn empty(offset: usize) -> TextRange {
        TextRange { start: offset, end: offset }
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns true if the range contains no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns true if `offset` is inside the range or at one of its ends, as a caret can be.
    pub const fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns true if `other` is inside this range.
    pub const fn contains(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns true if the two ranges share a byte.
    pub const fn overlaps(self, other: TextRange) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest range that contains both.
    pub fn cover(self, other: TextRange) -> TextRange {
        TextRange::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The range moved `by` bytes to the right.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_touches_both_ends() {
        let range = TextRange::new(2, 4);
        assert_eq!([1, 2, 3, 4, 5].map(|at| range.touches(at)), [false, true, true, true, false]);
        assert!(TextRange::empty(3).touches(3));
    }

    #[test]
    fn ranges_side_by_side_do_not_overlap() {
        let range = TextRange::new(2, 4);
        assert!(range.overlaps(TextRange::new(3, 9)));
        assert!(!range.overlaps(TextRange::new(4, 9)));
        assert!(range.contains(TextRange::empty(4)));
        assert!(!range.contains(TextRange::new(3, 5)));
        assert_eq!(range.cover(TextRange::new(7, 8)), TextRange::new(2, 8));
        assert_eq!(range.shift(3), TextRange::new(5, 7));
    }

    #[test]
    fn an_end_before_its_start_is_empty() {
        assert_eq!(TextRange::new(5, 2), TextRange::empty(5));
        assert_eq!(TextRange::from(1..3).len(), 2);
        assert_eq!(&"abcd"[TextRange::new(1, 3)], "bc");
    }
}
