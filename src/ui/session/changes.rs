//! What has changed in the texts since they were opened, and how to revert it piece by piece. The opened texts are stored with the work.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Documents, Edits, Known};
use leptos::prelude::*;
use limn_analysis::Change;
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_text::{LineIndex, TextEdit, TextRange};

/// Maximum number of changes that are listed for each file.
const MOST: usize = 100;
/// Lines of the opened text that are kept on each side of a change. A dialog shows fewer.
const AROUND: usize = 4;

/// What has changed in a file.
#[derive(Clone)]
pub struct FileChanges {
    pub file: FilePath,
    /// The first changes, in text order.
    pub listed: Vec<TextChange>,
    /// Number of the others.
    pub more: usize,
    /// The edit of the current text that reverts all of them.
    back: TextEdit,
}

/// A run of lines that differs from the opened text.
#[derive(Clone)]
pub struct TextChange {
    /// The element around it; empty at the root.
    pub about: String,
    /// The first line in the current text, 1-based, and its words; empty where lines were removed.
    pub line: usize,
    pub place: TextRange,
    /// The lines of the opened text around it, and the edit of them that this change is.
    pub excerpt: String,
    pub edit: TextEdit,
    /// How many lines before the first line of the excerpt there are now.
    pub shift: isize,
    /// The edit of the current text that reverts it.
    back: TextEdit,
}

impl Documents {
    /// Whether a text differs from the one that was opened.
    pub fn has_changes(self) -> bool {
        self.cleared().track();
        self.with_opened(|opened| {
            self.known().with(|known| {
                opened.iter().any(|(file, before)| {
                    let now = known.workspace.text(file);
                    now.is_some_and(|now| !Arc::ptr_eq(now, before) && now != before)
                })
            })
        })
    }

    /// The changes of each file that has some.
    pub fn changes(self) -> Vec<FileChanges> {
        let known = self.known().get();
        self.cleared().track();
        self.with_opened(|opened| {
            opened.iter().filter_map(|(file, before)| changes_of(&known, file, before)).collect()
        })
    }
}

fn changes_of(known: &Known, file: &FilePath, opened: &Arc<str>) -> Option<FileChanges> {
    let checked = known.analysis.file(file)?;
    let (now, lines) = (checked.text(), checked.lines());
    if now == opened {
        return None;
    }
    let edit = TextEdit::between_lines(opened, now);
    let back = edit.invert(opened);
    let opened_lines = LineIndex::new(Arc::clone(opened));
    let pairs = edit.indels().iter().zip(back.indels()).take(MOST);
    let listed = pairs.filter_map(|(there, back)| {
        let place = first_words(now, back.delete);
        let around = lines_around(&opened_lines, there.delete);
        let (first, last) = (opened_lines.line_of(around.start), opened_lines.line_of(there.delete.start));
        let now_first = lines.line_of(back.delete.start).cast_signed() - (last - first).cast_signed();
        let delete = TextRange::new(there.delete.start - around.start, there.delete.end - around.start);
        Some(TextChange {
            about: element_at(known, file, place.start).map(|id| id.0.to_string()).unwrap_or_default(),
            line: lines.line_column(place.start).line,
            place,
            excerpt: opened[around.start..around.end].to_owned(),
            edit: TextEdit::replace(delete, there.insert.clone()),
            shift: now_first,
            back: TextEdit::from_indels(vec![back.clone()])?,
        })
    });
    let listed: Vec<TextChange> = listed.collect();
    let more = edit.indels().len() - listed.len();
    Some(FileChanges { file: file.clone(), listed, more, back })
}

/// The element at a place, in the document that is there.
fn element_at(known: &Known, file: &FilePath, offset: usize) -> Option<Id> {
    known.analysis.document_at(file, offset)?.at(offset)
}

/// The whole lines of a range, with some lines on each side.
fn lines_around(lines: &LineIndex, range: TextRange) -> TextRange {
    let first = lines.line_of(range.start).saturating_sub(AROUND);
    let after = lines.line_of(range.end) + AROUND + 1;
    TextRange::new(lines.line_start(first), lines.line_start(after))
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
    /// Reverts a change, which is current, as one undo step.
    pub fn revert(self, file: &FilePath, change: &TextChange) {
        self.revert_edits([(file.clone(), change.back.clone())].into());
    }

    /// Reverts all changes of all files as one undo step.
    pub fn revert_all(self) {
        let all = self.0.documents.changes();
        self.revert_edits(all.into_iter().map(|it| (it.file, it.back)).collect());
    }

    /// Takes the current texts as those that were opened, so that nothing is listed.
    pub fn clear_changes(self) {
        self.0.settle();
        self.0.documents.clear_changes();
        self.0.works().schedule_save();
    }

    fn revert_edits(self, edits: BTreeMap<FilePath, TextEdit>) {
        self.apply(Change { edits, focus: None }, Vec::new());
    }
}
