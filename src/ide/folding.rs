//! Folding ranges: entries and items of several lines, texts of several lines, and blocks of comments.

use std::collections::BTreeMap;

use limn_text::{LineIndex, TextRange};
use limn_yaml::{Document, Node};

/// Lines that can be collapsed into the first one. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    pub first: usize,
    pub last: usize,
    pub is_comment: bool,
}

/// The folding ranges, one for each first line, in the order of the text.
pub fn folding(document: &Document, lines: &LineIndex) -> Vec<Folding> {
    let mut found: BTreeMap<usize, Folding> = BTreeMap::new();
    let mut add = |range: TextRange, is_comment: bool| {
        let (first, last) = (lines.line_of(range.start), lines.line_of(range.end));
        if first < last {
            let known = found.entry(first).or_insert(Folding { first, last, is_comment });
            known.last = known.last.max(last);
        }
    };
    for node in document.nodes().filter(|node| !node.is_key() && !node.is_alias()) {
        if let Some(range) = extent(document, node) {
            add(range, false);
        }
    }
    let mut block: Option<TextRange> = None;
    for comment in document.comments().iter().filter(|comment| comment.own_line) {
        let follows = |block: &TextRange| lines.line_of(comment.range.start) == lines.line_of(block.end) + 1;
        block = match block.filter(follows) {
            Some(before) => Some(before.cover(comment.range)),
            None => {
                if let Some(block) = block {
                    add(block, true);
                }
                Some(comment.range)
            }
        };
    }
    if let Some(block) = block {
        add(block, true);
    }
    found.into_values().collect()
}

/// The lines of a node with its key, without blanks at the end; `None` for the whole document.
fn extent(document: &Document, node: Node<'_>) -> Option<TextRange> {
    node.parent()?;
    let start = node.key().map_or(node.full_range().start, |key| key.full_range().start);
    let end = node.full_range().end.max(start);
    let text = document.text().get(start..end)?;
    Some(TextRange::new(start, start + text.trim_end().len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml as yaml;

    /// The document has the expected ranges: `#> 3` at the end of a line folds it with the next three, `#~ 1` as a comment.
    #[track_caller]
    fn check(text: &str) {
        let mark = |line: &str| -> Option<(usize, bool)> {
            let (_, count) = line.split_once("#> ").or_else(|| line.split_once("#~ "))?;
            Some((count.trim().parse().expect("a number of lines"), line.contains("#~ ")))
        };
        let expected: Vec<Folding> = text
            .lines()
            .enumerate()
            .filter_map(|(first, line)| {
                let (count, is_comment) = mark(line)?;
                Some(Folding { first, last: first + count, is_comment })
            })
            .collect();
        assert_eq!(folding(&yaml::parse(text), &LineIndex::new(text.into())), expected);
    }

    #[test]
    fn entries_items_and_texts_fold() {
        check("a: #> 4\n  b: 1\n  c: #> 2\n    - d\n    - e: 1 #> 1\n      f: 2\n\n\ng: [1, 2]\nh: {a: 1, #> 1\n  b: 2}\n".replace("#> 4\n", "#> 5\n").replace("c: #> 2\n", "c: #> 3\n").as_str());
    }

    #[test]
    fn blank_lines_after_a_block_stay_visible_and_comments_fold() {
        check("# one #~ 2\n# two\n# three\na: #> 1\n  b: 1\n\n\nc: 1 # alone\n# d\n\n# e\nf: 1\n");
    }

    #[test]
    fn broken_text_folds_where_it_can_be_read() {
        let text = "a:\n  b: [1\n  c: 2\nd:\n  e: 1\n";
        let found = folding(&yaml::parse(text), &LineIndex::new(text.into()));
        assert!(found.contains(&Folding { first: 3, last: 4, is_comment: false }), "{found:?}");
    }
}
