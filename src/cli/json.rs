//! JSON report, for scripts. The format is stable: fields are added, never removed or renamed.

use std::collections::BTreeMap;
use std::sync::Arc;

use limn::diagnostic::Severity;
use limn::text::LineColumn;
use serde::Serialize;

use super::checked::CheckedFile;

#[derive(Serialize)]
struct File<'f> {
    #[serde(rename = "file")]
    name: &'f str,
    dialect: Option<&'f str>,
    profile: Option<&'f str>,
    /// The YAML documents of a file with several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    documents: Vec<Document>,
    diagnostics: Vec<JsonDiagnostic<'f>>,
}

#[derive(Serialize)]
struct Document {
    dialect: Option<&'static str>,
    profile: Option<&'static str>,
    /// Its first line, 1-based.
    line: usize,
}

#[derive(Serialize)]
struct JsonDiagnostic<'f> {
    code: &'f str,
    /// Rule id of the reference.
    rule: Option<&'f str>,
    severity: Severity,
    message: &'f str,
    range: Range,
    /// Index of the first diagnostic in this file with the same cause, which is shown for all of them.
    cause: usize,
    /// It may disappear when its cause is fixed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    consequence: bool,
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
pub(crate) fn report(files: &[CheckedFile]) -> String {
    let files: Vec<File<'_>> = files
        .iter()
        .map(|file| File {
            name: &file.name,
            dialect: file.dialect(),
            profile: file.profile(),
            documents: documents(file),
            diagnostics: diagnostics(file),
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&files).expect("the report is texts and numbers");
    text.push('\n');
    text
}

fn documents(file: &CheckedFile) -> Vec<Document> {
    let several = Some(file.documents()).filter(|all| all.len() > 1).unwrap_or_default();
    let of = |checked: &Arc<limn::analysis::Checked>| Document {
        dialect: checked.language().dialect,
        profile: checked.language().profile,
        line: checked.lines().line_column(checked.own_range().start).line,
    };
    several.iter().map(of).collect()
}

fn diagnostics(file: &CheckedFile) -> Vec<JsonDiagnostic<'_>> {
    let shown: BTreeMap<usize, usize> =
        file.shown().enumerate().map(|(at, (index, _))| (index, at)).collect();
    let mut causes = vec![(0, false); shown.len()];
    for group in file.cause_groups() {
        let first = shown[&group.first()];
        group.places.iter().for_each(|at| causes[shown[at]] = (first, false));
        group.consequences.iter().for_each(|at| causes[shown[at]] = (first, true));
    }
    let found = file.shown().zip(causes).map(|((_, found), (cause, consequence))| {
        let (start, end) = file.place(found.range);
        JsonDiagnostic {
            code: found.code.name,
            rule: found.rule,
            severity: found.severity,
            message: &found.message,
            range: Range { start: start.into(), end: end.into() },
            cause,
            consequence,
        }
    });
    found.collect()
}
