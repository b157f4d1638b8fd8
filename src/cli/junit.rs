//! `JUnit` report, for CI servers that show test results: a suite for each file, with a test for each problem. Errors are failures; warnings and
//! notes are the output of tests that pass, so that a run fails exactly if `limn check` does.

use std::fmt::Write as _;

use limn::diagnostic::{Diagnostic, Severity};
use limn::text::visible;

use super::checked::CheckedFile;

pub(crate) fn report(files: &[CheckedFile]) -> String {
    let mut suites = String::new();
    let (mut tests, mut failures) = (0, 0);
    for file in files {
        let of_file = suite(file);
        tests += of_file.tests;
        failures += of_file.failures;
        suites.push_str(&of_file.text);
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"limn\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n{suites}</testsuites>\n"
    )
}

struct Suite {
    text: String,
    tests: usize,
    failures: usize,
}

fn suite(file: &CheckedFile) -> Suite {
    let name = attribute(&file.name);
    let mut cases = String::new();
    let (mut tests, mut failures) = (0, 0);
    for (_, found) in file.shown() {
        tests += 1;
        failures += usize::from(found.severity == Severity::Error);
        cases.push_str(&case(file, found));
    }
    if tests == 0 {
        // CI servers ignore suites without tests.
        tests = 1;
        let _infallible = writeln!(cases, "    <testcase classname=\"{name}\" name=\"no problems\"/>");
    }
    let text = format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n{cases}  </testsuite>\n"
    );
    Suite { text, tests, failures }
}

fn case(file: &CheckedFile, found: &Diagnostic) -> String {
    let (start, _) = file.place(found.range);
    let (line, column) = (start.line, start.column);
    let (code, message) = (found.code.name, attribute(&found.message));
    let place = format!("{}:{line}:{column}", visible(&file.name));
    let body = escaped(&format!("{place}: {}", visible(&found.message)));
    let detail = match found.severity {
        Severity::Error => {
            format!("<failure type=\"{code}\" message=\"{message}\">{body}</failure>")
        }
        Severity::Warning => format!("<system-out>warning: {body}</system-out>"),
        Severity::Info => format!("<system-out>note: {body}</system-out>"),
    };
    let name = attribute(&file.name);
    format!(
        "    <testcase classname=\"{name}\" name=\"{code} at {line}:{column}\" file=\"{name}\" line=\"{line}\">\n      {detail}\n    </testcase>\n"
    )
}

fn attribute(text: &str) -> String {
    escaped(&visible(text))
}

/// A text in XML. Control characters, which XML forbids, are visible already.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
