//! What has changed in the texts since they were opened on this page, and how to revert it piece by piece.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Documents, Edits, Known};
use leptos::prelude::*;
use limn_analysis::Change;
use limn_files::FilePath;
use limn_text::{TextEdit, TextRange};

/// A run of lines that differs from the opened text.
#[derive(Clone)]
pub struct TextChange {
    /// The element around it; empty at the root.
    pub about: String,
    /// The first line in the current text, 1-based, and its words; empty where lines were removed.
    pub line: usize,
    pub place: TextRange,
    /// How many lines lower it is now than in the opened text.
    pub shift: isize,
    /// The opened text, and the edit of it that this change is.
    pub opened: Arc<str>,
    pub edit: TextEdit,
    /// The edit of the current text that reverts it.
    pub back: TextEdit,
}

impl Documents {
    /// Whether a text differs from the one that was opened.
    pub fn has_changes(self) -> bool {
        self.with_opened(|opened| {
            self.known().with(|known| {
                opened.iter().any(|(file, before)| {
                    let now = known.workspace.text(file);
                    now.is_some_and(|now| !Arc::ptr_eq(now, before) && now != before)
                })
            })
        })
    }

    /// The changes of each file, in text order.
    pub fn changes(self) -> Vec<(FilePath, Vec<TextChange>)> {
        let known = self.known().get();
        self.with_opened(|opened| {
            let changed = opened.iter().filter_map(|(file, before)| {
                let changes = changes_of(&known, file, before);
                (!changes.is_empty()).then(|| (file.clone(), changes))
            });
            changed.collect()
        })
    }
}

fn changes_of(known: &Known, file: &FilePath, opened: &Arc<str>) -> Vec<TextChange> {
    let Some(checked) = known.analysis.file(file) else { return Vec::new() };
    let now = checked.text();
    if now == opened {
        return Vec::new();
    }
    let edit = TextEdit::between_lines(opened, now);
    let back = edit.invert(opened);
    let pairs = edit.indels().iter().zip(back.indels());
    let line_of = |text: &str, offset: usize| text[..offset].matches('\n').count().cast_signed();
    let changes = pairs.filter_map(|(there, back)| {
        let place = first_words(now, back.delete);
        let about = checked.at(place.start).map(|id| id.0.to_string()).unwrap_or_default();
        Some(TextChange {
            about,
            line: checked.lines().line_column(place.start).line,
            place,
            shift: line_of(now, back.delete.start) - line_of(opened, there.delete.start),
            opened: Arc::clone(opened),
            edit: TextEdit::from_indels(vec![there.clone()])?,
            back: TextEdit::from_indels(vec![back.clone()])?,
        })
    });
    changes.collect()
}

/// The words of the first line in a range that is not blank, where an element begins.
fn first_words(text: &str, range: TextRange) -> TextRange {
    let inside = &text[range.start..range.end];
    let words = inside.trim_start();
    let start = range.start + (inside.len() - words.len());
    let line = words.lines().next().unwrap_or_default();
    TextRange::new(start, start + line.trim_end().len())
}

impl Edits {
    /// Reverts changes, which are current, as one undo step.
    pub fn revert<'c>(self, changes: impl IntoIterator<Item = (&'c FilePath, &'c TextChange)>) {
        let mut edits: BTreeMap<FilePath, TextEdit> = BTreeMap::new();
        for (file, change) in changes {
            let before = edits.remove(file).unwrap_or_default();
            // Changes of one list do not overlap.
            let both = before.clone().union(change.back.clone()).unwrap_or(before);
            edits.insert(file.clone(), both);
        }
        self.apply(Change { edits, focus: None }, Vec::new());
    }
}
