//! Lines of a block scalar that a new text changes. Blanks in empty lines stay.

use std::ops::Range;

use super::Writer;
use super::scan::range;
use crate::node::Node;
use limn_text::{TextEdit, TextRange};

/// Limit of compared pairs of lines; beyond it, all lines between the first and the last change are one change.
const MAX_LINE_PAIRS: usize = 1_000_000;

impl<'d> Writer<'d> {
    /// Replaces the lines of a block scalar that differ.
    pub(super) fn replace_lines(&mut self, node: Node<'d>, old: TextRange, new: &str) {
        let before: Vec<&str> = self.text[old].split_inclusive('\n').collect();
        let after: Vec<&str> = new.split_inclusive('\n').collect();
        let mut start = old.start;
        let mut done = 0;
        for (from, to) in changes(&before, &after) {
            start += before[done..from.start].concat().len();
            done = from.start;
            for it in TextEdit::between(&before[from].concat(), &after[to].concat()).indels() {
                let delete = range(start + it.delete.start, start + it.delete.end);
                self.replace_bytes(node, delete, it.insert.as_str());
            }
        }
    }
}

/// The ranges of lines that differ, in order.
fn changes(before: &[&str], after: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let blanks = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let indent = before.iter().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    let is_same = |old: &str, new: &str| {
        old == new
            || new.trim_matches(['\r', '\n']).is_empty()
                && old.strip_suffix(new).is_some_and(|rest| rest.len() <= indent && rest.trim().is_empty())
    };
    let head = before.iter().zip(after).take_while(|(old, new)| is_same(old, new)).count();
    let (before, after) = (&before[head..], &after[head..]);
    let backwards = before.iter().rev().zip(after.iter().rev());
    let tail = backwards.take_while(|(old, new)| is_same(old, new)).count();
    let (rows, columns) = (before.len() - tail, after.len() - tail);
    if rows * columns > MAX_LINE_PAIRS {
        return vec![(head..head + rows, head..head + columns)];
    }
    // Lengths of the longest common subsequences of the lines from each pair on.
    let mut common = vec![0_u32; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            common[at(row, column)] = match is_same(before[row], after[column]) {
                true => common[at(row + 1, column + 1)] + 1,
                false => common[at(row + 1, column)].max(common[at(row, column + 1)]),
            };
        }
    }
    let mut found = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        let (from, to) = (row, column);
        while (row < rows || column < columns)
            && !(row < rows && column < columns && is_same(before[row], after[column]))
        {
            let skips_old =
                column == columns || row < rows && common[at(row + 1, column)] >= common[at(row, column + 1)];
            if skips_old { row += 1 } else { column += 1 }
        }
        if (from, to) != (row, column) {
            found.push((head + from..head + row, head + to..head + column));
        }
        if row < rows && column < columns {
            (row, column) = (row + 1, column + 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{Op, Path, Value, parse, patch};

    #[test]
    fn only_lines_that_differ_are_written() {
        let text = "a:\n  text: |\n    one\n  \n    two\n    three\n    \n    four\n      five\nb: 1\n";
        for (new, after) in [
            ("one\n\ntwo\nthree\n\nfour\n  six\n", text.replace("five", "six")),
            ("ones\n\ntwo\n\nfour\n  five\n", text.replace("one", "ones").replace("    three\n", "")),
            ("one\n\ntwo\nthree\n\n\nfour\n  five\n", text.replace("    \n", "    \n\n")),
            ("one\n", text.replace(&text[text.find("  \n").unwrap()..text.find("b:").unwrap()], "")),
        ] {
            let op = Op::Replace { at: Path::keys(["a", "text"]), value: Value::text(new) };
            let edit = patch(&parse(text), &[op]).expect("it can be written");
            assert_eq!(edit.apply(text), after, "{edit:?}");
        }
    }
}
