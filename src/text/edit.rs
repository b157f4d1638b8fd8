//! A change to a text, as a value: it can be applied, inverted, and used to carry positions across.

use serde::{Deserialize, Serialize};

use super::TextRange;

/// One replacement: what to delete and what to put in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Indel {
    pub delete: TextRange,
    pub insert: String,
}

/// A set of replacements in one text, all in the offsets of the text before.
///
/// Invariant: the `delete` ranges are sorted and share no byte.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    indels: Vec<Indel>,
}

/// Which side a position keeps to when text is inserted exactly there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    Before,
    After,
}

impl TextEdit {
    pub fn replace(delete: TextRange, insert: impl Into<String>) -> TextEdit {
        TextEdit { indels: vec![Indel { delete, insert: insert.into() }] }
    }

    pub fn insert(offset: usize, insert: impl Into<String>) -> TextEdit {
        TextEdit::replace(TextRange::empty(offset), insert)
    }

    pub fn delete(delete: TextRange) -> TextEdit {
        TextEdit::replace(delete, "")
    }

    /// Sorts the replacements; `None` where two of them overlap. Insertions at one place keep their order.
    pub fn from_indels(mut indels: Vec<Indel>) -> Option<TextEdit> {
        indels.sort_by_key(|indel| (indel.delete.start, indel.delete.end));
        let disjoint = indels.windows(2).all(|pair| pair[0].delete.end <= pair[1].delete.start);
        indels.retain(|indel| !indel.delete.is_empty() || !indel.insert.is_empty());
        disjoint.then_some(TextEdit { indels })
    }

    pub fn indels(&self) -> &[Indel] {
        &self.indels
    }

    pub fn is_empty(&self) -> bool {
        self.indels.is_empty()
    }

    /// Both edits as one, both in the offsets of the same text; `None` where they overlap.
    pub fn union(self, other: TextEdit) -> Option<TextEdit> {
        let mut indels = self.indels;
        indels.extend(other.indels);
        TextEdit::from_indels(indels)
    }

    /// The smallest edit that turns `before` into `after` by one replacement.
    pub fn between(before: &str, after: &str) -> TextEdit {
        let shared = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
            a.zip(b).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum::<usize>()
        };
        let head = shared(&mut before.chars(), &mut after.chars());
        let tail = shared(&mut before[head..].chars().rev(), &mut after[head..].chars().rev());
        let delete = TextRange::new(head, before.len() - tail);
        let insert = &after[head..after.len() - tail];
        if delete.is_empty() && insert.is_empty() {
            return TextEdit::default();
        }
        TextEdit::replace(delete, insert)
    }

    /// The text after the edit. Offsets past the end are taken as the end.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for indel in &self.indels {
            let start = indel.delete.start.min(text.len());
            out.push_str(text.get(at..start).unwrap_or_default());
            out.push_str(&indel.insert);
            at = indel.delete.end.min(text.len());
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }

    /// The edit that takes this one back, in the offsets of the text after. `text` is the text before.
    pub fn invert(&self, text: &str) -> TextEdit {
        let mut shift = 0isize;
        let indels = self
            .indels
            .iter()
            .map(|indel| {
                let start = indel.delete.start.wrapping_add_signed(shift);
                shift += indel.insert.len() as isize - indel.delete.len() as isize;
                Indel {
                    delete: TextRange::new(start, start + indel.insert.len()),
                    insert: text
                        .get(Into::<std::ops::Range<usize>>::into(indel.delete))
                        .unwrap_or_default()
                        .to_owned(),
                }
            })
            .collect();
        TextEdit { indels }
    }

    /// Where a position of the text before stands in the text after. A position inside a deletion goes to its start or, with
    /// [`Bias::After`], behind what was inserted.
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        let mut shift = 0isize;
        for indel in &self.indels {
            let TextRange { start, end } = indel.delete;
            if offset < start || (offset == start && bias == Bias::Before) {
                break;
            }
            if offset < end || (offset == start && start == end) {
                let start = start.wrapping_add_signed(shift);
                return if bias == Bias::Before { start } else { start + indel.insert.len() };
            }
            shift += indel.insert.len() as isize - indel.delete.len() as isize;
        }
        offset.wrapping_add_signed(shift)
    }
}
