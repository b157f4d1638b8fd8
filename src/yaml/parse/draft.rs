//! A broken text as it is tried out: blanked here, mended there, and every byte of it still known by where it stood in the text as written.

use std::borrow::Cow;
use std::ops::Range;

use super::lines;
use crate::text::TextRange;

/// One way to mend a text. Offsets are those of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// As many blanks in place of these bytes; line breaks stay.
    Blank(TextRange),
    /// What seems to be meant in place of these bytes, or missing where they are none.
    Put(TextRange, &'static str),
    /// So many blanks in place of these ones.
    Indent(TextRange, usize),
}

impl Repair {
    pub(super) fn supply(at: usize, what: &'static str) -> Repair {
        Repair::Put(TextRange::empty(at), what)
    }

    /// Whether it leaves nothing out, so that nothing can be better where it mends the text.
    pub(super) fn keeps_all(&self) -> bool {
        !matches!(self, Repair::Blank(_))
    }
}

/// A text with repairs.
#[derive(Clone, Debug)]
pub(super) struct Draft<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where draft and text as written differ in length, in order: the range in the one and the range in the other.
    hunks: Vec<(Range<usize>, Range<usize>)>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str) -> Draft<'t> {
        Draft { text: Cow::Borrowed(text), hunks: Vec::new() }
    }

    /// The draft with one more repair; `None` where an earlier one stands in its way.
    pub(super) fn with(&self, repair: &Repair) -> Option<Draft<'static>> {
        let (range, with) = match repair {
            Repair::Blank(range) => (*range, Cow::Owned(blank(&self.text[*range]))),
            Repair::Put(range, what) => (*range, Cow::Borrowed(*what)),
            Repair::Indent(range, width) => (*range, Cow::Owned(" ".repeat(*width))),
        };
        let mut text = String::with_capacity(self.text.len() + with.len());
        text.push_str(&self.text[..range.start]);
        text.push_str(&with);
        text.push_str(&self.text[range.end..]);
        let mut hunks = self.hunks.clone();
        if with.len() != range.len() {
            let at = hunks.partition_point(|(draft, _)| draft.end <= range.start);
            if hunks.get(at).is_some_and(|(draft, _)| draft.start < range.end) {
                return None;
            }
            let origin = self.origin(range.start)..self.origin(range.end);
            for (draft, _) in &mut hunks[at..] {
                *draft = draft.start - range.len() + with.len()..draft.end - range.len() + with.len();
            }
            hunks.insert(at, (range.start..range.start + with.len(), origin));
        }
        Some(Draft { text: Cow::Owned(text), hunks })
    }

    /// Where an offset of the draft stands in the text as written; what was supplied stands, without length, where it was.
    pub(super) fn origin(&self, offset: usize) -> usize {
        let behind = self.hunks.partition_point(|(draft, _)| draft.start <= offset);
        let Some((draft, origin)) = behind.checked_sub(1).map(|at| &self.hunks[at]) else { return offset };
        match offset.checked_sub(draft.end) {
            Some(behind) => origin.end + behind,
            None => (origin.start + (offset - draft.start)).min(origin.end),
        }
    }

    pub(super) fn origin_range(&self, range: TextRange) -> TextRange {
        TextRange::new(self.origin(range.start), self.origin(range.end))
    }

    /// Whether every offset stands where it stood.
    pub(super) fn is_aligned(&self) -> bool {
        self.hunks.is_empty()
    }

    /// Whether nothing was done to the text.
    pub(super) fn is_untouched(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

fn blank(text: &str) -> String {
    text.bytes().map(|byte| if lines::is_break(byte) { char::from(byte) } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_leads_back_to_where_it_stood() {
        let draft = Draft::new("a b\n   c d\n");
        let draft = draft.with(&Repair::supply(3, ":")).unwrap();
        assert_eq!(draft.text, "a b:\n   c d\n");
        let draft = draft.with(&Repair::Indent(TextRange::new(5, 8), 1)).unwrap();
        assert_eq!(draft.text, "a b:\n c d\n");
        let draft = draft.with(&Repair::supply(1, "]")).unwrap();
        assert_eq!(draft.text, "a] b:\n c d\n");
        let draft = draft.with(&Repair::Blank(TextRange::new(3, 4))).unwrap();
        assert_eq!(draft.text, "a]  :\n c d\n");
        let origins: Vec<usize> = (0..=draft.text.len()).map(|at| draft.origin(at)).collect();
        assert_eq!(origins, [0, 1, 1, 2, 3, 3, 4, 7, 8, 9, 10, 11]);
        assert!(draft.with(&Repair::Indent(TextRange::new(6, 7), 4)).is_none());
    }

    #[test]
    fn blanks_are_as_long_as_what_they_stand_for() {
        let draft = Draft::new("ä\r\n— b").with(&Repair::Blank(TextRange::new(0, 7))).unwrap();
        assert_eq!(draft.text, "  \r\n    b");
        assert!(draft.is_aligned());
    }
}
