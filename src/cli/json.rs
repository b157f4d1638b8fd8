//! JSON report, for scripts. The format is stable: fields are added, never removed or renamed.

use limn::diagnostic::Severity;
use limn::text::LineColumn;
use serde::Serialize;

use super::check::Checked;

#[derive(Serialize)]
struct File<'f> {
    #[serde(rename = "file")]
    name: &'f str,
    dialect: Option<&'f str>,
    profile: Option<&'f str>,
    diagnostics: Vec<Found<'f>>,
}

#[derive(Serialize)]
struct Found<'f> {
    code: &'f str,
    /// Rule id of the reference.
    rule: Option<&'f str>,
    severity: Severity,
    message: &'f str,
    range: Range,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

/// Both 1-based, the column in characters.
#[derive(Serialize)]
struct Position {
    line: usize,
    column: usize,
}

impl From<LineColumn> for Position {
    fn from(LineColumn { line, column }: LineColumn) -> Position {
        Position { line, column }
    }
}

/// Returns an array with one element per file, including files without problems.
pub(crate) fn report(files: &[Checked]) -> String {
    let files: Vec<File<'_>> = files
        .iter()
        .map(|file| File {
            name: &file.name,
            dialect: file.dialect(),
            profile: file.profile(),
            diagnostics: file
                .diagnostics()
                .iter()
                .map(|found| {
                    let (start, end) = file.place(found.range);
                    Found {
                        code: found.code.name,
                        rule: found.rule,
                        severity: found.severity,
                        message: &found.message,
                        range: Range { start: start.into(), end: end.into() },
                    }
                })
                .collect(),
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&files).expect("the report is texts and numbers");
    text.push('\n');
    text
}
