//! Text edits as values: apply, invert, compose, and map positions across them.

use serde::{Deserialize, Serialize};

use super::TextRange;

/// One replacement: the range to delete and the text to insert in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Indel {
    /// The bytes to delete; empty for an insertion.
    pub delete: TextRange,
    /// The text to insert; empty for a deletion.
    pub insert: String,
}

/// A set of replacements in one text. All offsets refer to the text before the edit.
///
/// Invariant: the `delete` ranges are sorted and do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    indels: Vec<Indel>,
}

/// The side that a position moves to when text is inserted exactly at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// Stays before the inserted text.
    Before,
    /// Moves behind the inserted text.
    After,
}

/// The positions of an edit, prepared for mapping many: see [`TextEdit::mapping`].
#[derive(Debug)]
pub struct Mapping<'e> {
    edit: &'e TextEdit,
    /// Distance by which each number of replacements moves what follows.
    shifts: Vec<isize>,
}

impl Mapping<'_> {
    /// As [`TextEdit::map`].
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        let count = self.edit.count_before(offset, bias);
        self.edit.mapped(offset, bias, count, self.shifts[count])
    }

    /// As [`TextEdit::map_range`].
    pub fn map_range(&self, range: TextRange) -> TextRange {
        mapped_range(range, |offset, bias| self.map(offset, bias))
    }
}

fn mapped_range(range: TextRange, map: impl Fn(usize, Bias) -> usize) -> TextRange {
    let start = map(range.start, Bias::After);
    TextRange::new(start, map(range.end, Bias::Before).max(start))
}

impl Indel {
    /// Growth of the text, in bytes.
    fn growth(&self) -> isize {
        self.insert.len() as isize - self.delete.len() as isize
    }
}

impl TextEdit {
    /// Creates an edit that replaces one range.
    pub fn replace(delete: TextRange, insert: impl Into<String>) -> TextEdit {
        TextEdit { indels: vec![Indel { delete, insert: insert.into() }] }
    }

    /// Creates an edit that inserts text at `offset`.
    pub fn insert(offset: usize, insert: impl Into<String>) -> TextEdit {
        TextEdit::replace(TextRange::empty(offset), insert)
    }

    /// Creates an edit that deletes one range.
    pub fn delete(delete: TextRange) -> TextEdit {
        TextEdit::replace(delete, "")
    }

    /// Creates an edit from replacements in any order; `None` if two of them overlap. Insertions at the same offset keep their order.
    pub fn from_indels(mut indels: Vec<Indel>) -> Option<TextEdit> {
        indels.sort_by_key(|indel| (indel.delete.start, indel.delete.end));
        let disjoint = indels.windows(2).all(|pair| pair[0].delete.end <= pair[1].delete.start);
        indels.retain(|indel| !indel.delete.is_empty() || !indel.insert.is_empty());
        disjoint.then_some(TextEdit { indels })
    }

    /// The replacements, sorted by position.
    pub fn indels(&self) -> &[Indel] {
        &self.indels
    }

    /// Returns true if the edit changes nothing.
    pub fn is_empty(&self) -> bool {
        self.indels.is_empty()
    }

    /// Combines two edits of the same text; `None` if they overlap.
    pub fn union(self, other: TextEdit) -> Option<TextEdit> {
        let mut indels = self.indels;
        indels.extend(other.indels);
        TextEdit::from_indels(indels)
    }

    /// Composes this edit of `before` with a `second` edit of its result. If the two cannot stay separate replacements, the result replaces the
    /// lines that differ.
    #[must_use]
    pub fn then(&self, before: &str, second: &TextEdit) -> TextEdit {
        let after = second.apply(&self.apply(before));
        let back = self.invert(before);
        let first_of = |at| back.map(at, Bias::Before);
        let indels = second.indels.iter().map(|indel| Indel {
            delete: TextRange::new(first_of(indel.delete.start), first_of(indel.delete.end)),
            insert: indel.insert.clone(),
        });
        TextEdit::from_indels(indels.collect())
            .and_then(|second| self.clone().union(second))
            .filter(|both| both.apply(before) == after)
            .unwrap_or_else(|| TextEdit::between_lines(before, &after))
    }

    /// The smallest single replacement that turns `before` into `after`.
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

    /// A replacement for each run of differing lines, so that carets and folds elsewhere stay. Quadratic in the number of changed lines, and one
    /// replacement beyond a limit of these.
    pub fn between_lines(before: &str, after: &str) -> TextEdit {
        const MOST: usize = 2_000;
        let (old, new): (Vec<&str>, Vec<&str>) =
            (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
        let (old_mid, new_mid) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
        if old_mid.len() > MOST || new_mid.len() > MOST {
            return TextEdit::between(before, after);
        }
        // Lengths of the longest common subsequences of the rests.
        let width = new_mid.len() + 1;
        let mut common = vec![0u32; (old_mid.len() + 1) * width];
        for a in (0..old_mid.len()).rev() {
            for b in (0..new_mid.len()).rev() {
                let longest = common[(a + 1) * width + b].max(common[a * width + b + 1]);
                let same = common[(a + 1) * width + b + 1] + 1;
                common[a * width + b] = if old_mid[a] == new_mid[b] { same } else { longest };
            }
        }
        let mut at: usize = old[..head].iter().map(|line| line.len()).sum();
        let (mut a, mut b) = (0, 0);
        let mut indels: Vec<Indel> = Vec::new();
        while a < old_mid.len() || b < new_mid.len() {
            if a < old_mid.len() && b < new_mid.len() && old_mid[a] == new_mid[b] {
                at += old_mid[a].len();
                (a, b) = (a + 1, b + 1);
                continue;
            }
            let is_next = indels.last().is_some_and(|indel| indel.delete.end == at);
            if !is_next {
                indels.push(Indel { delete: TextRange::empty(at), insert: String::new() });
            }
            let Some(indel) = indels.last_mut() else { break };
            let removes = b >= new_mid.len()
                || a < old_mid.len() && common[(a + 1) * width + b] >= common[a * width + b + 1];
            if removes {
                at += old_mid[a].len();
                indel.delete.end = at;
                a += 1;
            } else {
                indel.insert.push_str(new_mid[b]);
                b += 1;
            }
        }
        TextEdit { indels }
    }

    /// Applies the edit to `text`. Offsets past the end mean the end.
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

    /// The inverse edit, in the offsets of the text after the edit. `text` is the text before it.
    pub fn invert(&self, text: &str) -> TextEdit {
        let mut shift = 0isize;
        let indels = self
            .indels
            .iter()
            .map(|indel| {
                let start = indel.delete.start.wrapping_add_signed(shift);
                shift += indel.growth();
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

    /// Maps a position in the text before the edit to the text after it. A position inside a deletion maps to its start or, with
    /// [`Bias::After`], to the end of the inserted text.
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        let count = self.count_before(offset, bias);
        let shift = self.indels[..count].iter().map(Indel::growth).sum();
        self.mapped(offset, bias, count, shift)
    }

    /// Maps a range in the text before the edit to the text after it. Text inserted at either end stays outside the range.
    pub fn map_range(&self, range: TextRange) -> TextRange {
        mapped_range(range, |offset, bias| self.map(offset, bias))
    }

    /// For mapping many positions: each takes logarithmic time.
    pub fn mapping(&self) -> Mapping<'_> {
        let mut sum = 0;
        let mut shifts = vec![0];
        shifts.extend(self.indels.iter().map(|indel| {
            sum += indel.growth();
            sum
        }));
        Mapping { edit: self, shifts }
    }

    /// Number of replacements that end before a position or at it.
    fn count_before(&self, offset: usize, bias: Bias) -> usize {
        self.indels.partition_point(|Indel { delete, .. }| {
            delete.end <= offset && (delete.start < offset || bias == Bias::After)
        })
    }

    /// `count`, `shift`: the replacements that end before the position, and how much they move what follows.
    fn mapped(&self, offset: usize, bias: Bias, count: usize, shift: isize) -> usize {
        match self.indels.get(count) {
            Some(Indel { delete, insert })
                if delete.start < offset || (delete.start == offset && bias == Bias::After) =>
            {
                let start = delete.start.wrapping_add_signed(shift);
                if bias == Bias::Before { start } else { start + insert.len() }
            }
            _ => offset.wrapping_add_signed(shift),
        }
    }

    /// Returns true if the edit changes anything inside the range or at its ends.
    pub fn touches(&self, range: TextRange) -> bool {
        self.indels.iter().any(|indel| indel.delete.start <= range.end && range.start <= indel.delete.end)
    }

    /// Returns true if the edit adds or removes a line break. `text` is the text before the edit.
    pub fn breaks_lines(&self, text: &str) -> bool {
        let breaks = |text: &str| text.contains(['\n', '\r']);
        self.indels.iter().any(|indel| {
            breaks(&indel.insert) || text.get(indel.delete.start..indel.delete.end).is_none_or(breaks)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn indel(start: usize, end: usize, insert: &str) -> Indel {
        Indel { delete: TextRange::new(start, end), insert: insert.to_owned() }
    }

    #[test]
    fn separate_edits_stay_separate() {
        let before = "a: 1\nb: 2\nc: 3\n";
        let first = TextEdit::insert(5, "x: 9\n");
        let both = first.then(before, &TextEdit::insert(before.len() + 5, "d: 4\n"));
        assert_eq!(both.indels().len(), 2);
        assert_eq!(both.apply(before), "a: 1\nx: 9\nb: 2\nc: 3\nd: 4\n");
    }

    #[test]
    fn an_edit_inside_inserted_text_is_composed() {
        let first = TextEdit::insert(5, "b: 2\n");
        let both = first.then("a: 1\n", &TextEdit::replace(TextRange::new(8, 9), "7"));
        assert_eq!(both.apply("a: 1\n"), "a: 1\nb: 7\n");
    }

    #[test]
    fn indels_may_come_in_any_order() {
        let edit = TextEdit::from_indels(vec![indel(4, 5, "E"), indel(0, 1, ""), indel(2, 2, "x")]).unwrap();
        assert_eq!(edit.apply("abcde"), "bxcdE");
    }

    #[test]
    fn insertions_at_one_place_keep_their_order() {
        let edit = TextEdit::from_indels(vec![indel(1, 1, "x"), indel(1, 1, "y"), indel(1, 2, "B")]).unwrap();
        assert_eq!(edit.apply("abc"), "axyBc");
        assert_eq!(edit.map(1, Bias::Before), 1);
        assert_eq!(edit.map(1, Bias::After), 4);
        let edit = TextEdit::from_indels(vec![indel(1, 1, "x"), indel(1, 1, "y")]).unwrap();
        assert_eq!(edit.map(1, Bias::After), 3, "behind all that is inserted there");
    }

    #[test]
    fn overlapping_indels_are_rejected() {
        assert_eq!(TextEdit::from_indels(vec![indel(0, 3, ""), indel(2, 4, "")]), None);
        assert_eq!(TextEdit::from_indels(vec![indel(0, 3, ""), indel(1, 1, "x")]), None);
        let one = TextEdit::delete(TextRange::new(0, 2));
        assert_eq!(one.clone().union(TextEdit::insert(1, "x")), None);
        assert_eq!(one.union(TextEdit::insert(2, "x")).unwrap().apply("abc"), "xc");
    }

    #[test]
    fn an_edit_without_changes_is_empty() {
        assert!(TextEdit::from_indels(vec![indel(2, 2, "")]).unwrap().is_empty());
        assert!(TextEdit::between("same", "same").is_empty());
    }

    #[test]
    fn the_smallest_edit_excludes_the_common_prefix_and_suffix() {
        let edit = TextEdit::between("a: 10\nb: 2\n", "a: 100\nb: 2\n");
        assert_eq!(edit.indels(), [indel(5, 5, "0")]);
        let edit = TextEdit::between("aaa", "aa");
        assert_eq!(edit.indels(), [indel(2, 3, "")]);
        // Two letters whose first byte is the same.
        let edit = TextEdit::between("é", "è");
        assert_eq!(edit.indels(), [indel(0, 2, "è")]);
    }

    #[test]
    fn lines_that_are_the_same_stay() {
        let edit = TextEdit::between_lines("a\nb\nc\nd\n", "a\nB\nc\ne\nd\n");
        assert_eq!(edit.indels(), [indel(2, 4, "B\n"), indel(6, 6, "e\n")]);
    }

    #[test]
    fn a_position_in_a_deletion_maps_to_either_end_of_the_insertion() {
        let edit = TextEdit::replace(TextRange::new(2, 5), "xy");
        assert_eq!(edit.map(3, Bias::Before), 2);
        assert_eq!(edit.map(3, Bias::After), 4);
        assert_eq!(edit.map(2, Bias::Before), 2);
        assert_eq!(edit.map(5, Bias::Before), 4);
        assert_eq!(edit.map(9, Bias::After), 8);
    }

    #[test]
    fn offsets_past_the_end_mean_the_end() {
        assert_eq!(TextEdit::insert(9, "x").apply("ab"), "abx");
        assert_eq!(TextEdit::delete(TextRange::new(1, 9)).apply("ab"), "a");
    }

    /// A text and a random edit of it.
    fn edited() -> impl Strategy<Value = (String, TextEdit)> {
        let cuts = proptest::collection::vec((any::<prop::sample::Index>(), "[a-zé😀\n]{0,3}"), 0..12);
        ("[a-cä—\n ]{0,30}", cuts).prop_map(|(text, cuts)| {
            let mut offsets: Vec<usize> = cuts
                .iter()
                .map(|(at, _)| {
                    let at = at.index(text.len() + 1);
                    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
                })
                .collect();
            offsets.sort_unstable();
            let indels = offsets.chunks_exact(2).zip(&cuts);
            let indels = indels.map(|(range, (_, insert))| indel(range[0], range[1], insert)).collect();
            let edit = TextEdit::from_indels(indels).expect("sorted cuts make disjoint ranges");
            (text, edit)
        })
    }

    proptest! {
        #[test]
        fn an_inverse_undoes_its_edit((text, edit) in edited()) {
            let after = edit.apply(&text);
            prop_assert_eq!(edit.invert(&text).apply(&after), text);
        }

        #[test]
        fn a_composed_edit_equals_both_in_sequence((text, edit) in edited(), after in "[ab\né😀]{0,20}") {
            let second = TextEdit::between(&edit.apply(&text), &after);
            prop_assert_eq!(edit.then(&text, &second).apply(&text), after);
        }

        #[test]
        fn a_mapping_maps_as_its_edit((text, edit) in edited()) {
            let mapping = edit.mapping();
            for (at, bias) in (0..=text.len()).flat_map(|at| [(at, Bias::Before), (at, Bias::After)]) {
                prop_assert_eq!(mapping.map(at, bias), edit.map(at, bias));
            }
        }

        #[test]
        fn positions_keep_their_order((text, edit) in edited()) {
            let after = edit.apply(&text);
            for bias in [Bias::Before, Bias::After] {
                let mapped: Vec<usize> = (0..=text.len()).map(|at| edit.map(at, bias)).collect();
                prop_assert!(mapped.is_sorted());
                prop_assert!(mapped.iter().all(|&at| at <= after.len()));
            }
            prop_assert!((0..=text.len()).all(|at| edit.map(at, Bias::Before) <= edit.map(at, Bias::After)));
        }

        #[test]
        fn characters_that_are_not_deleted_follow_their_position((text, edit) in edited()) {
            let after = edit.apply(&text);
            for (at, c) in text.char_indices() {
                let range = TextRange::new(at, at + c.len_utf8());
                if edit.indels().iter().all(|indel| !indel.delete.overlaps(range)) {
                    prop_assert!(after[edit.map(at, Bias::After)..].starts_with(c));
                }
            }
        }

        #[test]
        fn the_edit_between_two_texts_turns_one_into_the_other(before in "[ab\né😀]{0,20}", after in "[ab\né😀]{0,20}") {
            let edit = TextEdit::between(&before, &after);
            prop_assert_eq!(edit.apply(&before), &*after);
            prop_assert!(edit.indels().len() <= 1);
            let edit = TextEdit::between_lines(&before, &after);
            prop_assert_eq!(edit.apply(&before), &*after);
            prop_assert_eq!(TextEdit::from_indels(edit.indels().to_vec()), Some(edit));
        }
    }
}
