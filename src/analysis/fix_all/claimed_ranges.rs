//! Paths and ranges that the fixes of a round change, so that overlapping fixes are not applied together.

use std::collections::{BTreeMap, HashSet};

use limn_text::TextRange;
use limn_yaml::{Op, Path};

/// Paths that ops change; overlapping fixes wait for the next round.
#[derive(Default)]
pub(super) struct Taken {
    paths: HashSet<Path>,
    above: HashSet<Path>,
}

impl Taken {
    /// Adds the paths of the ops, if all of them are free.
    pub(super) fn takes(&mut self, ops: &[Op]) -> bool {
        let paths: Vec<Path> = ops.iter().map(Op::path).collect();
        let is_free = |path: &Path| {
            !self.above.contains(path)
                && (0..=path.len()).all(|depth| !self.paths.contains(&path.prefix(depth)))
        };
        if !paths.iter().all(is_free) {
            return false;
        }
        for path in paths {
            self.above.extend((0..path.len()).map(|depth| path.prefix(depth)));
            self.paths.insert(path);
        }
        true
    }
}

/// Ranges of a text that edits change.
#[derive(Default)]
pub(super) struct Places(BTreeMap<usize, usize>);

impl Places {
    pub(super) fn put(&mut self, range: TextRange) {
        let end = self.0.entry(range.start).or_insert(range.end);
        *end = range.end.max(*end);
    }

    /// Returns true if a range is free, including its ends: two insertions at the same position are rarely both correct.
    pub(super) fn is_free(&self, range: TextRange) -> bool {
        self.0.range(..=range.end).next_back().is_none_or(|(_, end)| *end < range.start)
    }
}
