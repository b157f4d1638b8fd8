//! Changes of a text since it was opened: runs of lines, each with the edit that reverts it alone.

use std::sync::Arc;

use limn_files::FilePath;
use limn_text::{LineIndex, TextEdit, TextRange};

use crate::Analysis;

/// Maximum number of changes that are listed for each file.
const MAX_LISTED_CHANGES: usize = 100;
/// Lines of the opened text that are kept on each side of a change. A dialog shows fewer.
const AROUND: usize = 4;

/// The changes of a file.
#[derive(Clone, Debug)]
pub struct FileChanges {
    pub file: FilePath,
    /// The first changes, in text order.
    pub listed: Vec<TextChange>,
    /// Number of the others.
    pub more: usize,
    /// The edit of the current text that reverts all of them.
    pub back: TextEdit,
}

/// A run of lines that differs from the opened text.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// The element around it; empty at the root.
    pub about: String,
    /// The first line in the current text, 1-based, and its words; empty where lines were removed.
    pub line: usize,
    pub place: TextRange,
    /// The lines of the opened text around it, and the edit of them that this change is.
    pub excerpt: String,
    pub edit: TextEdit,
    /// Number of lines before the excerpt in the current text.
    pub shift: isize,
    /// The edit of the current text that reverts it.
    pub back: TextEdit,
}

impl Analysis {
    /// The changes of a file since it had the text `opened`; `None` without changes.
    pub fn text_changes(&self, file: &FilePath, opened: &Arc<str>) -> Option<FileChanges> {
        let checked = self.file(file)?;
        let (now, lines) = (checked.text(), checked.lines());
        if now == opened {
            return None;
        }
        let edit = TextEdit::between_lines(opened, now);
        let back = edit.invert(opened);
        let opened_lines = LineIndex::new(Arc::clone(opened));
        let pairs = edit.indels().iter().zip(back.indels()).take(MAX_LISTED_CHANGES);
        let listed = pairs.filter_map(|(there, back)| {
            let place = first_words(now, back.delete);
            let around = lines_around(&opened_lines, there.delete);
            let (first, last) =
                (opened_lines.line_of(around.start), opened_lines.line_of(there.delete.start));
            let now_first = lines.line_of(back.delete.start).cast_signed() - (last - first).cast_signed();
            let delete = TextRange::new(there.delete.start - around.start, there.delete.end - around.start);
            let about = self.document_at(file, place.start).and_then(|checked| checked.at(place.start));
            Some(TextChange {
                about: about.map(|id| id.0.to_string()).unwrap_or_default(),
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
