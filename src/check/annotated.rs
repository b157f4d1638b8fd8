//! Annotated YAML for tests: expected diagnostics as comment lines below the text, and checks of fixes.
//!
//! ```yaml
//! oven: hot
//! #     ^^^ error[recipe/wrong-value]: `oven` is a whole number, not `hot`
//! ```
//!
//! - The carets mark the characters of the range. Annotation lines are removed before the text is diagnosed, so they can be anywhere, even inside a block
//!   scalar.
//! - `#^^^`: the `#` counts as the first caret, for a range that starts at column 1. `#>^^`: the `>` counts as the first caret, for column 2.
//! - `|` instead of carets: an empty range at that column. `^^^...`: the range continues beyond the end of the line.
//! - Without `: message`, only the code is compared. A line can have several annotation lines.
//!
//! Independent of dialects: the test passes the function that diagnoses a text.

use std::fmt::Write as _;

use limn_language::diagnostic::{Diagnostic, Fix, FixEdit, Severity};
use limn_text::TextRange;
use limn_yaml as yaml;

/// Compares the diagnostics of a text with its annotations. A failure prints the text with correct annotations.
#[track_caller]
pub fn check(annotated: &str, diagnose: impl Fn(&str) -> Vec<Diagnostic>) {
    let (text, expected) = read(annotated);
    let mut actual: Vec<Mark> =
        diagnose(&text).iter().map(|diagnostic| Mark::of(&text, diagnostic)).collect();
    actual.sort();
    let mut sorted = expected.clone();
    sorted.sort();
    let same = actual.len() == sorted.len()
        && actual.iter().zip(&sorted).all(|(actual, sorted)| actual.answers(sorted));
    assert!(
        same,
        "the diagnostics differ. Expected:\n\n{}\nActual:\n\n{}\n",
        write(&text, &sorted),
        write(&text, &actual)
    );
}

/// Checks that the first fix of the first diagnostic with a fix turns `before` into `after` and removes the diagnostic.
#[track_caller]
pub fn check_fix(before: &str, after: &str, diagnose: impl Fn(&str) -> Vec<Diagnostic>) {
    let fix = find(before, &diagnose, |_| true);
    apply(before, &fix, after, &diagnose);
}

/// The same for the fix with this title.
#[track_caller]
pub fn check_fix_titled(before: &str, title: &str, after: &str, diagnose: impl Fn(&str) -> Vec<Diagnostic>) {
    let fix = find(before, &diagnose, |fix| fix.title == title);
    apply(before, &fix, after, &diagnose);
}

/// Checks that a text has diagnostics and no fixes.
#[track_caller]
pub fn check_no_fix(text: &str, diagnose: impl Fn(&str) -> Vec<Diagnostic>) {
    let diagnostics = diagnose(text);
    assert!(!diagnostics.is_empty(), "the text has no diagnostics");
    let titles: Vec<_> =
        diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).map(|fix| &fix.title).collect();
    assert!(titles.is_empty(), "unexpected fixes: {titles:?}");
}

#[track_caller]
fn find(
    text: &str,
    diagnose: &impl Fn(&str) -> Vec<Diagnostic>,
    is_chosen: impl Fn(&Fix) -> bool,
) -> (Diagnostic, Fix) {
    let diagnostics = diagnose(text);
    let mut all =
        diagnostics.iter().flat_map(|diagnostic| diagnostic.fixes.iter().map(move |fix| (diagnostic, fix)));
    match all.find(|(_, fix)| is_chosen(fix)) {
        Some((diagnostic, fix)) => (diagnostic.clone(), fix.clone()),
        None => {
            let offered: Vec<_> =
                diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).map(|fix| &fix.title).collect();
            panic!("fix not found; available: {offered:?}\n{}", annotate(text, &diagnostics));
        }
    }
}

#[track_caller]
fn apply(
    before: &str,
    (diagnostic, fix): &(Diagnostic, Fix),
    after: &str,
    diagnose: &impl Fn(&str) -> Vec<Diagnostic>,
) {
    let edit = match &fix.edit {
        FixEdit::Ops(ops) => yaml::patch(&yaml::parse(before), ops)
            .unwrap_or_else(|error| panic!("`{}` cannot be written: {error}", fix.title)),
        FixEdit::Text(edit) => edit.clone(),
    };
    let actual = edit.apply(before);
    assert!(actual == after, "`{}` makes:\n\n{actual}\nExpected:\n\n{after}", fix.title);
    let count = |diagnostics: &[Diagnostic]| {
        diagnostics
            .iter()
            .filter(|other| other.code == diagnostic.code && other.message == diagnostic.message)
            .count()
    };
    assert!(
        count(&diagnose(after)) < count(&diagnose(before)),
        "`{}` does not fix: {}",
        fix.title,
        annotate(after, &diagnose(after))
    );
}

/// The text with its diagnostics as annotations.
pub fn annotate(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut marks: Vec<Mark> = diagnostics.iter().map(|diagnostic| Mark::of(text, diagnostic)).collect();
    marks.sort();
    write(text, &marks)
}

/// One annotation. Lines and columns are 0-based; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    start: usize,
    end: usize,
    /// True if the range continues beyond the end of the line.
    open: bool,
    severity: Severity,
    code: String,
    message: Option<String>,
}

impl Mark {
    fn of(text: &str, diagnostic: &Diagnostic) -> Mark {
        let TextRange { start, end } = diagnostic.range;
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "{} has the range {start}..{end}, which is outside the text",
            diagnostic.message
        );
        let line = text[..start].matches('\n').count();
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = |at: usize| text[line_start..at].chars().count();
        Mark {
            line,
            start: column(start),
            end: column(end.min(line_end)),
            open: end > line_end,
            severity: diagnostic.severity,
            code: diagnostic.code.name.to_owned(),
            message: Some(diagnostic.message.clone()),
        }
    }

    /// Returns true if this diagnostic matches the expected annotation.
    fn answers(&self, expected: &Mark) -> bool {
        let message = expected.message.is_none() || self.message == expected.message;
        message && Mark { message: None, ..self.clone() } == Mark { message: None, ..expected.clone() }
    }

    /// Parses an annotation line; `None` for other lines.
    fn read(line_above: usize, line: &str) -> Option<Mark> {
        let (marks, rest) = line.split_at(line.find(['e', 'w', 'i'])?);
        let (start, end, open) = columns(marks)?;
        let (severity, rest) = rest.split_once('[')?;
        let severity = match severity {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            "info" => Severity::Info,
            _ => return None,
        };
        let (code, rest) = rest.split_once(']')?;
        let message = rest.strip_prefix(':').map(|message| message.trim().to_owned());
        let code = code.to_owned();
        Some(Mark { line: line_above, start, end, open, severity, code, message })
    }

    fn write(&self, out: &mut String) {
        let marks = marks(self.start, self.end, self.open);
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let message = self.message.as_ref().map_or(String::new(), |message| format!(": {message}"));
        let _infallible = writeln!(out, "{marks} {severity}[{}]{message}", self.code);
    }
}

/// The line that marks these columns.
pub(crate) fn marks(start: usize, end: usize, open: bool) -> String {
    let marks = match (start, end) {
        (0, 0) => "#|".to_owned(),
        (0, end) => format!("#{}", "^".repeat(end - 1)),
        // An empty range at column 1 cannot be marked and is shown at column 2.
        (1, end) => format!("#>{}", "^".repeat(end.saturating_sub(2))),
        (start, end) if start == end => format!("#{}|", " ".repeat(start - 1)),
        (start, end) => format!("#{}{}", " ".repeat(start - 1), "^".repeat(end - start)),
    };
    format!("{marks}{}", if open { "..." } else { "" })
}

/// The columns that a line of marks covers, and whether the range continues; `None` for other lines.
pub(crate) fn columns(line: &str) -> Option<(usize, usize, bool)> {
    let hash = line.find('#').filter(|&at| line[..at].trim().is_empty())?;
    let marks = line[hash..].trim_end();
    let open = marks.ends_with("...");
    let marks = marks.trim_end_matches('.');
    let behind = marks[1..].trim_start();
    let blanks = marks.len() - 1 - behind.len();
    let (start, end) = match behind.as_bytes() {
        [b'|'] if blanks == 0 => (0, 0),
        [b'|'] => (1 + blanks, 1 + blanks),
        [] if blanks == 0 && open => (0, 1),
        [b'>', carets @ ..] if blanks == 0 && carets.iter().all(|&byte| byte == b'^') => {
            (1, 2 + carets.len())
        }
        carets if carets.iter().all(|&byte| byte == b'^') && !carets.is_empty() => {
            (if blanks == 0 { 0 } else { 1 + blanks }, 1 + blanks + carets.len())
        }
        _ => return None,
    };
    Some((hash + start, hash + end, open))
}

/// Splits a text into the text without annotations and the annotations.
fn read(annotated: &str) -> (String, Vec<Mark>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut lines = 0;
    for line in annotated.split_inclusive('\n') {
        let above = usize::checked_sub(lines, 1);
        match above.and_then(|above| Mark::read(above, line.trim_end_matches('\n'))) {
            Some(mark) => marks.push(mark),
            None => {
                text.push_str(line);
                lines += 1;
            }
        }
    }
    (text, marks)
}

fn write(text: &str, marks: &[Mark]) -> String {
    let mut out = String::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push('\n');
        }
        marks.iter().filter(|mark| mark.line == number).for_each(|mark| mark.write(&mut out));
    }
    let lines = text.split_inclusive('\n').count();
    marks.iter().filter(|mark| mark.line >= lines).for_each(|mark| mark.write(&mut out));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::diagnostic::Code;
    use limn_yaml::Path;

    static WORD: Code = Code::common(Severity::Error, "test/bad-word", "", "");

    /// Reports each `bad`.
    fn words(text: &str) -> Vec<Diagnostic> {
        text.match_indices("bad")
            .map(|(at, word)| {
                let range = TextRange::new(at, at + word.len());
                Diagnostic::new(&WORD, range, Path::root(), format!("`{word}` is bad"))
            })
            .collect()
    }

    #[test]
    fn annotations_follow_their_text() {
        check(
            "\
a: bad é bad
#  ^^^ error[test/bad-word]: `bad` is bad
#        ^^^ error[test/bad-word]
bad: 1
#^^ error[test/bad-word]: `bad` is bad
'bad': |
#>^^ error[test/bad-word]
  bad
# ^^^ error[test/bad-word]
  # a comment that is not an annotation
",
            words,
        );
    }

    #[test]
    fn written_annotations_read_back() {
        let at = |start, end, open| Mark {
            line: 0,
            start,
            end,
            open,
            severity: Severity::Info,
            code: "a/b".to_owned(),
            message: Some("so".to_owned()),
        };
        for mark in [
            at(0, 0, false),
            at(0, 1, true),
            at(0, 4, false),
            at(1, 2, false),
            at(2, 2, false),
            at(5, 9, true),
        ] {
            let mut line = String::new();
            mark.write(&mut line);
            assert_eq!(Mark::read(0, line.trim_end()), Some(mark), "{line}");
        }
    }

    #[test]
    fn a_missing_diagnostic_fails() {
        let failure = std::panic::catch_unwind(|| check("good\n#^^^ error[test/bad-word]\n", words));
        assert!(failure.is_err());
        let failure = std::panic::catch_unwind(|| check("bad\n", words));
        assert!(failure.is_err());
    }
}
