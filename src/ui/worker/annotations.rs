//! Annotations between the words of a text in the editor: hints, and the number of references to each declared name. Runs on either thread.

use limn_analysis::Analysis;
use limn_files::FilePath;
use limn_text::TextRange;
use serde::Serialize;

/// The shape that `annotations.js` reads. Offsets are in UTF-16 units of the file.
#[derive(Default, Serialize)]
pub(super) struct Annotations {
    hints: Vec<Hint>,
    counts: Vec<Count>,
}

#[derive(Serialize)]
struct Hint {
    at: usize,
    label: String,
    help: String,
}

/// References to the name at `name`, shown at the end of its line.
#[derive(Serialize)]
struct Count {
    at: usize,
    name: usize,
    label: String,
}

/// The annotations of a range of a file.
pub(super) fn annotations(analysis: &Analysis, file: &FilePath, within: TextRange) -> Annotations {
    let mut found = Annotations::default();
    for checked in analysis.documents(file) {
        let lines = checked.lines();
        let hints = checked.hints(within).into_iter();
        found.hints.extend(hints.map(|hint| Hint {
            at: lines.utf16(hint.at),
            label: hint.label,
            help: hint.help,
        }));
        for (name, _) in checked.declarations().into_iter().filter(|(name, _)| within.touches(name.start)) {
            let count = analysis.references(file, name.start).map_or(0, |found| found.references.len());
            let label = match count {
                0 => continue,
                1 => "1 reference".to_owned(),
                _ => format!("{count} references"),
            };
            let line = lines.line_of(name.start);
            let end = lines.line_start(line) + lines.line_text(line).trim_end().len();
            found.counts.push(Count { at: lines.utf16(end), name: lines.utf16(name.start), label });
        }
    }
    found
}
