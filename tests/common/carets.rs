//! Documents in which the caret and the expected answer stand as comments below the line that they concern:
//!
//! ```yaml
//!       type: shop.Web
//! #           ^
//! #= shop.Web · node type
//! ```
//!
//! `#^` is a caret at column 1. A line `=== path` starts another file, and a line `--- title` another case. Lines that start with `#=` are the
//! answer; the test compares them, and a failure prints the case with the actual ones.

use std::fmt::Write as _;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath, Workspace};

/// One caret: where it is, and the expected lines.
pub struct Caret {
    pub file: FilePath,
    pub offset: usize,
    pub expected: Vec<String>,
    /// The line with the caret, for messages.
    line: String,
}

pub struct Case {
    pub title: String,
    pub analysis: Analysis,
    pub carets: Vec<Caret>,
}

/// The cases of a fixture.
pub fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("--- ") {
            Some(title) => cases.push((title.trim().to_owned(), String::new())),
            None => cases.last_mut().expect("a fixture starts with a title").1.push_str(line),
        }
    }
    cases.into_iter().map(|(title, text)| case(title, &text)).collect()
}

fn case(title: String, text: &str) -> Case {
    let mut files: Vec<(FilePath, String)> = Vec::new();
    let mut carets: Vec<Caret> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            files.push((FilePath::new(name).expect("a plain path"), String::new()));
            continue;
        }
        let (file, text) = files.last_mut().expect("a case starts with a file");
        let above = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
        match line.strip_prefix('#').map(|rest| (rest, rest.strip_prefix('='))) {
            Some((_, Some(expected))) => {
                let caret = carets.last_mut().expect("an answer follows a caret");
                caret.expected.push(expected.trim().to_owned());
            }
            Some((rest, None)) if rest.trim() == "^" => carets.push(Caret {
                file: file.clone(),
                offset: above + line.find('^').expect("it was there") - usize::from(rest.starts_with('^')),
                expected: Vec::new(),
                line: text[above..].trim_end().to_owned(),
            }),
            _ => writeln!(text, "{line}").expect("a string can be written"),
        }
    }
    let mut workspace = Workspace::of(files[0].0.clone(), files[0].1.as_str());
    for (file, text) in &files[1..] {
        workspace.files.insert(file.clone(), Content::Text(text.as_str().into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    Case { title, analysis, carets }
}

/// Compares the answers at all carets of a fixture in `tests/fixtures/ide` with the expected ones. `UPDATE_EXPECT=1` writes the actual ones.
#[track_caller]
pub fn check(fixture: &str, mut answer: impl FnMut(&Analysis, &Caret) -> Vec<String>) {
    let path = super::documents::root().join("tests/fixtures/ide").join(fixture);
    let text = std::fs::read_to_string(&path).expect("the fixture is there");
    let mut wrong = String::new();
    let mut answers = Vec::new();
    for case in cases(&text) {
        for caret in &case.carets {
            let actual = answer(&case.analysis, caret);
            let lines = actual.iter().fold(String::new(), |lines, line| lines + "#= " + line + "\n");
            if actual != caret.expected {
                writeln!(wrong, "{}: `{}`\n{lines}", case.title, caret.line.trim())
                    .expect("a string can be written");
            }
            answers.push(lines);
        }
    }
    assert!(!answers.is_empty(), "the fixture has no carets");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, updated(&text, answers)).expect("the fixture can be written");
        return;
    }
    assert!(wrong.is_empty(), "the answers differ. Actual ones:\n\n{wrong}");
}

/// The fixture with other answers.
fn updated(text: &str, answers: Vec<String>) -> String {
    let mut answers = answers.into_iter();
    let mut out = String::new();
    for line in text.split_inclusive('\n').filter(|line| !line.starts_with("#=")) {
        out.push_str(line);
        if line.strip_prefix('#').is_some_and(|rest| rest.trim() == "^") {
            out.push_str(&answers.next().unwrap_or_default());
        }
    }
    out
}
