//! The lines that an edit changes, with some lines around them, to show what it does.

use std::ops::Range;

use crate::{TextEdit, TextRange};

/// Consecutive lines of a text, before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// Number of the first line before the edit, 1-based.
    pub before: usize,
    /// Number of the first line after the edit, 1-based.
    pub after: usize,
    /// Removed lines precede the lines added in their place.
    pub lines: Vec<HunkLine<'a>>,
}

/// A line with its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HunkLine<'a> {
    /// The same before and after.
    Same(&'a str),
    /// Only before the edit.
    Removed(&'a str),
    /// Only after the edit.
    Added(String),
}

/// The differences that `edit` makes in `text`, each with up to `around` lines before and after it. Differences whose lines meet are one hunk.
pub fn hunks<'a>(text: &'a str, edit: &TextEdit, around: usize) -> Vec<Hunk<'a>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1).filter(|start| *start < text.len()))
        .collect();
    let line = |number: usize| {
        &text[starts.get(number).copied().unwrap_or(text.len())
            ..starts.get(number + 1).copied().unwrap_or(text.len())]
    };
    let count = if text.is_empty() { 0 } else { starts.len() };
    let number_at = |offset: usize| starts.partition_point(|start| *start < offset);
    let mut found: Vec<Hunk<'a>> = Vec::new();
    // The line up to which hunks are complete, and by how many lines the text has grown.
    let (mut done, mut grown) = (0, 0_isize);
    for Changed { range, new } in changed_lines(text, edit) {
        let lines = number_at(range.start)..number_at(range.end);
        let first = lines.start.saturating_sub(around);
        let joins = found.last().is_some() && first <= done + around;
        if !joins {
            if let Some(last) = found.last_mut() {
                last.lines.extend((done..done + around).map(|at| HunkLine::Same(line(at))));
            }
            let after = first.saturating_add_signed(grown) + 1;
            found.push(Hunk { before: first + 1, after, lines: Vec::new() });
        }
        let Some(hunk) = found.last_mut() else { continue };
        let same = if joins { done } else { first }..lines.start;
        hunk.lines.extend(same.map(|at| HunkLine::Same(line(at))));
        let added: Vec<&str> = new.split_inclusive('\n').collect();
        grown += added.len().cast_signed() - lines.len().cast_signed();
        done = lines.end;
        hunk.lines.extend(lines.map(|at| HunkLine::Removed(line(at))));
        hunk.lines.extend(added.into_iter().map(|line| HunkLine::Added(line.to_owned())));
    }
    if let Some(last) = found.last_mut() {
        last.lines.extend((done..(done + around).min(count)).map(|at| HunkLine::Same(line(at))));
    }
    found
}

/// Whole lines, and what replaces them.
struct Changed {
    range: Range<usize>,
    new: String,
}

/// The replacements of an edit, widened to whole lines. Those that share a line are one.
fn changed_lines(text: &str, edit: &TextEdit) -> Vec<Changed> {
    let line_start = |offset: usize| text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line_end = |offset: usize| text[offset..].find('\n').map_or(text.len(), |at| offset + at + 1);
    let mut found: Vec<Changed> = Vec::new();
    for indel in edit.indels() {
        let TextRange { start, end } = indel.delete;
        let (start, end) = (start.min(text.len()), end.min(text.len()));
        // If the previous replacement ends on this line, both are one change.
        let mut changed = match found.pop() {
            // The line before it, unless that is complete.
            Some(last) if start < last.range.end || start == last.range.end && line_start(start) < start => {
                let kept = last.new.len() - (last.range.end - start);
                Changed { range: last.range.start..end, new: last.new[..kept].to_owned() }
            }
            last => {
                found.extend(last);
                let from = line_start(start);
                Changed { range: from..end, new: text[from..start].to_owned() }
            }
        };
        changed.new.push_str(&indel.insert);
        let ends_line = line_start(end) == end && (changed.new.is_empty() || changed.new.ends_with('\n'));
        if !ends_line {
            let to = line_end(end);
            changed.new.push_str(&text[end..to]);
            changed.range.end = to;
        }
        found.push(changed);
    }
    found.retain(|changed| text[changed.range.clone()] != changed.new);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Indel;

    fn shown(text: &str, after: &str, around: usize) -> String {
        show(&hunks(text, &TextEdit::between_lines(text, after), around))
    }

    fn show(hunks: &[Hunk<'_>]) -> String {
        let mut shown = String::new();
        for hunk in hunks {
            shown.push_str(&format!("@{} @{}\n", hunk.before, hunk.after));
            for line in &hunk.lines {
                let (sign, line) = match line {
                    HunkLine::Same(line) => (' ', *line),
                    HunkLine::Removed(line) => ('-', *line),
                    HunkLine::Added(line) => ('+', line.as_str()),
                };
                shown.push_str(&format!("{sign}{}\n", line.escape_debug()));
            }
        }
        shown
    }

    #[test]
    fn each_difference_has_lines_around_it() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\n";
        assert_eq!(
            shown(before, "a\nB\nc\nd\ne\nf\nG\nx\nh\n", 1),
            "@1 @1\n a\\n\n-b\\n\n+B\\n\n c\\n\n@6 @6\n f\\n\n-g\\n\n+G\\n\n+x\\n\n h\\n\n"
        );
        assert_eq!(shown(before, "b\nc\nd\ne\nf\ng\ni\n", 0), "@1 @1\n-a\\n\n@8 @7\n-h\\n\n+i\\n\n");
    }

    #[test]
    fn differences_whose_lines_meet_are_one() {
        assert_eq!(
            shown("a\nb\nc\nd\n", "A\nb\nc\nD\n", 1),
            "@1 @1\n-a\\n\n+A\\n\n b\\n\n c\\n\n-d\\n\n+D\\n\n"
        );
    }

    #[test]
    fn a_line_has_its_break() {
        assert_eq!(shown("a\r\nb", "a\r\nb\n", 1), "@1 @1\n a\\r\\n\n-b\n+b\\n\n");
        assert_eq!(shown("", "a\n", 3), "@1 @1\n+a\\n\n");
        assert_eq!(shown("a\n", "", 3), "@1 @1\n-a\\n\n");
        assert_eq!(shown("a\n", "a\n", 3), "");
    }

    #[test]
    fn replacements_within_a_line_are_one_difference() {
        let replace = |start, end, insert: &str| Indel {
            delete: TextRange::new(start, end),
            insert: insert.to_owned(),
        };
        let edit = TextEdit::from_indels(vec![replace(2, 3, "X"), replace(4, 4, "Y"), replace(8, 9, "")]);
        assert_eq!(
            show(&hunks("a\nb cd\nef\ngh\n", &edit.expect("they are apart"), 0)),
            "@2 @2\n-b cd\\n\n+X Ycd\\n\n-ef\\n\n+e\\n\n"
        );
    }

    #[test]
    fn an_insertion_after_a_changed_last_line_is_part_of_it() {
        let edit = TextEdit::from_indels(vec![
            Indel { delete: TextRange::new(0, 1), insert: "X".to_owned() },
            Indel { delete: TextRange::empty(2), insert: "Y".to_owned() },
        ]);
        assert_eq!(show(&hunks("ab", &edit.expect("they are apart"), 1)), "@1 @1\n-ab\n+XbY\n");
    }

    proptest::proptest! {
        /// The lines before and after a hunk are those of the texts.
        #[test]
        fn hunks_tell_how_the_text_becomes_the_other(
            before in "([ab]{0,2}\r?\n){0,9}[ab]{0,2}",
            after in "([ab]{0,2}\r?\n){0,9}[ab]{0,2}",
            around in 0_usize..3,
        ) {
            for edit in [TextEdit::between_lines(&before, &after), TextEdit::between(&before, &after)] {
                let found = hunks(&before, &edit, around);
                let lines: Vec<&str> = before.split_inclusive('\n').collect();
                let (mut rebuilt, mut at) = (String::new(), 0);
                for hunk in &found {
                    rebuilt.extend(lines[at..hunk.before - 1].iter().copied());
                    proptest::prop_assert_eq!(rebuilt.split_inclusive('\n').count() + 1, hunk.after);
                    at = hunk.before - 1;
                    for line in &hunk.lines {
                        match line {
                            HunkLine::Same(line) => {
                                proptest::prop_assert_eq!(*line, lines[at]);
                                rebuilt.push_str(line);
                                at += 1;
                            }
                            HunkLine::Removed(line) => {
                                proptest::prop_assert_eq!(*line, lines[at]);
                                at += 1;
                            }
                            HunkLine::Added(line) => rebuilt.push_str(line),
                        }
                    }
                }
                rebuilt.extend(lines[at.min(lines.len())..].iter().copied());
                proptest::prop_assert_eq!(&rebuilt, &after);
            }
        }
    }
}
