//! A broken text as it is tried out: blanked here, mended there, and every byte of it still known by where it stood in the text as written.

use std::borrow::Cow;
use std::ops::Range;

use super::lines;
use crate::text::{Indel, TextEdit, TextRange};

/// One way to mend a text. Offsets are those of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// As many blanks in place of these bytes; line breaks stay.
    Blank(TextRange),
    /// What seems to be meant in place of some bytes, or missing where they are none. In order, and apart.
    Put(Vec<(TextRange, Cow<'static, str>)>),
}

impl Repair {
    pub(super) fn supply(at: usize, what: &'static str) -> Repair {
        Repair::put(TextRange::empty(at), what)
    }

    pub(super) fn put(range: TextRange, what: impl Into<Cow<'static, str>>) -> Repair {
        Repair::Put(vec![(range, what.into())])
    }

    /// So many blanks in place of these ones.
    pub(super) fn indent(blanks: TextRange, width: usize) -> Repair {
        Repair::put(blanks, " ".repeat(width))
    }

    /// Whether it leaves nothing out, so that nothing can be better where it mends the text.
    pub(super) fn keeps_all(&self) -> bool {
        !matches!(self, Repair::Blank(_))
    }

    /// What it leaves out.
    pub(super) fn blanks(&self) -> Option<TextRange> {
        match self {
            Repair::Blank(range) => Some(*range),
            Repair::Put(_) => None,
        }
    }

    /// What a person would do, and how the text as written is changed by it; nothing where it is left out only to be read around.
    pub(super) fn cure(&self, draft: &Draft<'_>) -> Option<(String, TextEdit)> {
        let Repair::Put(puts) = self else { return None };
        let (range, what) = puts.first()?;
        let at_line_start = lines::line_start(&draft.text, range.start) == range.start;
        let title = match what.trim_matches(' ') {
            "" if at_line_start => "Indent with blanks as its neighbours".to_owned(),
            "" => "Insert a blank".to_owned(),
            quoted if quoted.len() > 1 && quoted.starts_with('\'') => "Put it in quotes".to_owned(),
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
    /// Where draft and text as written differ in length, in order: the range in the one and the range in the other.
    hunks: Vec<(Range<usize>, Range<usize>)>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str) -> Draft<'t> {
        Draft { text: Cow::Borrowed(text), hunks: Vec::new() }
    }

    /// The draft with one more repair; `None` where an earlier one stands in its way.
    pub(super) fn with(&self, repair: &Repair) -> Option<Draft<'static>> {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut hunks = Vec::with_capacity(self.hunks.len() + 1);
        let mut earlier = self.hunks.iter().peekable();
        // Behind what is written of the draft so far, and how much longer that has become.
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
    fn several_places_are_mended_at_once() {
        let draft = Draft::new("{a: ${x}, b: ${y}}").with(&Repair::supply(0, "- ")).unwrap();
        let quoted =
            |start: usize, end: usize, text: &'static str| (TextRange::new(start, end), Cow::Borrowed(text));
        let repair = Repair::Put(vec![quoted(6, 10, "'${x}'"), quoted(15, 19, "'${y}'")]);
        assert_eq!(repair.cure(&draft).unwrap().1.apply("{a: ${x}, b: ${y}}"), "{a: '${x}', b: '${y}'}");
        let draft = draft.with(&repair).unwrap();
        assert_eq!(draft.text, "- {a: '${x}', b: '${y}'}");
        let origin = |start, end| draft.origin_range(TextRange::new(start, end));
        assert_eq!(origin(6, 12), TextRange::new(4, 8));
        assert_eq!(origin(14, 15), TextRange::new(10, 11));
        assert_eq!(origin(17, 23), TextRange::new(13, 17));
        assert_eq!(origin(0, 24), TextRange::new(0, 18));
    }

    #[test]
    fn blanks_are_as_long_as_what_they_stand_for() {
        let draft = Draft::new("ä\r\n— b").with(&Repair::Blank(TextRange::new(0, 7))).unwrap();
        assert_eq!(draft.text, "  \r\n    b");
        assert!(draft.is_aligned());
    }
}
