//! Drafts: a text with trial repairs, and the mapping from its offsets back to the text as written.

use std::borrow::Cow;
use std::ops::Range;

use super::lines;
use limn_text::{Indel, TextEdit, TextRange};

/// One repair of a text, in the offsets of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Replaces these bytes with spaces; keeps line breaks.
    Blank(TextRange),
    /// Replaces or inserts text. Sorted and disjoint.
    Put(Vec<(TextRange, Cow<'static, str>)>),
}

impl Repair {
    pub(super) fn supply(at: usize, what: &'static str) -> Repair {
        Repair::put(TextRange::empty(at), what)
    }

    pub(super) fn put(range: TextRange, what: impl Into<Cow<'static, str>>) -> Repair {
        Repair::Put(vec![(range, what.into())])
    }

    /// Replaces an indentation with `width` spaces.
    pub(super) fn indent(blanks: TextRange, width: usize) -> Repair {
        Repair::put(blanks, " ".repeat(width))
    }

    /// Returns true if the repair removes nothing, so that no other repair can be better if it fixes the text.
    pub(super) fn keeps_all(&self) -> bool {
        !matches!(self, Repair::Blank(_))
    }

    /// The bytes that the repair removes.
    pub(super) fn blanks(&self) -> Option<TextRange> {
        match self {
            Repair::Blank(range) => Some(*range),
            Repair::Put(_) => None,
        }
    }

    /// The title of the fix and its edit in the text as written; `None` if the repair only skips text.
    pub(super) fn fix(&self, draft: &Draft<'_>) -> Option<(String, TextEdit)> {
        let Repair::Put(puts) = self else { return None };
        let (range, what) = puts.first()?;
        let at_line_start = lines::line_start(&draft.text, range.start) == range.start;
        let title = match what.trim_matches(' ') {
            "" if at_line_start => "Indent like the neighboring lines".to_owned(),
            "" => "Insert space".to_owned(),
            quoted if quoted.len() > 1 && quoted.starts_with('\'') => "Add quotes".to_owned(),
            other if range.is_empty() => format!("Insert `{other}`"),
            other => format!("Change to `{other}`"),
        };
        let indel = |(range, what): &(TextRange, Cow<'static, str>)| Indel {
            delete: draft.origin_range(*range),
            insert: what.clone().into_owned(),
        };
        Some((title, TextEdit::from_indels(puts.iter().map(indel).collect())?))
    }
}

/// A text with repairs.
#[derive(Clone, Debug)]
pub(super) struct Draft<'t> {
    pub(super) text: Cow<'t, str>,
    /// The ranges with different lengths, in order: the range in the draft and the range in the text as written.
    hunks: Vec<(Range<usize>, Range<usize>)>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str) -> Draft<'t> {
        Draft { text: Cow::Borrowed(text), hunks: Vec::new() }
    }

    /// The draft with one more repair; `None` if it overlaps an earlier one.
    pub(super) fn with(&self, repair: &Repair) -> Option<Draft<'static>> {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut hunks = Vec::with_capacity(self.hunks.len() + 1);
        let mut earlier = self.hunks.iter().peekable();
        // The end of the output so far, and how much longer it has become.
        let mut behind = 0;
        let blanks;
        let puts = match repair {
            Repair::Put(puts) => puts,
            Repair::Blank(range) => {
                blanks = vec![(*range, Cow::Owned(blank(&self.text[*range])))];
                &blanks
            }
        };
        let moved = |at: usize, now: usize, before: usize| at + now - before;
        for (range, what) in puts {
            text.push_str(&self.text[behind..range.start]);
            let differs = what.len() != range.len();
            while let Some((draft, origin)) = earlier.next_if(|(draft, _)| draft.end <= range.start) {
                let (now, before) = (text.len(), range.start);
                hunks.push((moved(draft.start, now, before)..moved(draft.end, now, before), origin.clone()));
            }
            if differs {
                if earlier.peek().is_some_and(|(draft, _)| draft.start < range.end) {
                    return None;
                }
                let origin = self.origin(range.start)..self.origin(range.end);
                hunks.push((text.len()..text.len() + what.len(), origin));
            }
            text.push_str(what);
            behind = range.end;
        }
        text.push_str(&self.text[behind..]);
        let (now, before) = (text.len(), self.text.len());
        hunks.extend(earlier.map(|(draft, origin)| {
            (moved(draft.start, now, before)..moved(draft.end, now, before), origin.clone())
        }));
        Some(Draft { text: Cow::Owned(text), hunks })
    }

    /// Maps an offset of the draft to the text as written. An insertion maps to the empty range where it was inserted.
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

    /// Returns true if all offsets equal those of the text as written.
    pub(super) fn is_aligned(&self) -> bool {
        self.hunks.is_empty()
    }

    /// Returns true if the draft has no repairs.
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
    fn every_offset_maps_back_to_the_text_as_written() {
        let draft = Draft::new("a b\n   c d\n");
        let draft = draft.with(&Repair::supply(3, ":")).unwrap();
        assert_eq!(draft.text, "a b:\n   c d\n");
        let draft = draft.with(&Repair::indent(TextRange::new(5, 8), 1)).unwrap();
        assert_eq!(draft.text, "a b:\n c d\n");
        let draft = draft.with(&Repair::supply(1, "]")).unwrap();
        assert_eq!(draft.text, "a] b:\n c d\n");
        let draft = draft.with(&Repair::Blank(TextRange::new(3, 4))).unwrap();
        assert_eq!(draft.text, "a]  :\n c d\n");
        let origins: Vec<usize> = (0..=draft.text.len()).map(|at| draft.origin(at)).collect();
        assert_eq!(origins, [0, 1, 1, 2, 3, 3, 4, 7, 8, 9, 10, 11]);
        assert!(draft.with(&Repair::indent(TextRange::new(6, 7), 4)).is_none());
    }

    #[test]
    fn one_repair_can_change_several_places() {
        let draft = Draft::new("{a: ${x}, b: ${y}}").with(&Repair::supply(0, "- ")).unwrap();
        let quoted =
            |start: usize, end: usize, text: &'static str| (TextRange::new(start, end), Cow::Borrowed(text));
        let repair = Repair::Put(vec![quoted(6, 10, "'${x}'"), quoted(15, 19, "'${y}'")]);
        assert_eq!(repair.fix(&draft).unwrap().1.apply("{a: ${x}, b: ${y}}"), "{a: '${x}', b: '${y}'}");
        let draft = draft.with(&repair).unwrap();
        assert_eq!(draft.text, "- {a: '${x}', b: '${y}'}");
        let origin = |start, end| draft.origin_range(TextRange::new(start, end));
        assert_eq!(origin(6, 12), TextRange::new(4, 8));
        assert_eq!(origin(14, 15), TextRange::new(10, 11));
        assert_eq!(origin(17, 23), TextRange::new(13, 17));
        assert_eq!(origin(0, 24), TextRange::new(0, 18));
    }

    #[test]
    fn a_blanked_range_keeps_its_length() {
        let draft = Draft::new("ä\r\n— b").with(&Repair::Blank(TextRange::new(0, 7))).unwrap();
        assert_eq!(draft.text, "  \r\n    b");
        assert!(draft.is_aligned());
    }
}
