//! Fixes: each one that is offered can be applied and undone.

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use limn::text::TextEdit;
use limn::yaml;

use super::input::{self, split};

/// At most so many fixes of one file are tried.
const FIXES: usize = 24;

pub fn run(data: &[u8]) {
    each(data, &mut |tried| drop(yaml::parse(tried.after.as_str())));
}

/// What a person expects of a fix beside that: it leaves YAML where there was YAML, loses no comment, and does not have to be done twice. Of a key that stands there twice, what is wrong with the second shows once the first is gone.
pub fn run_strict(data: &[u8]) {
    each(data, &mut |tried| {
        if yaml::parse(tried.before).repeated_keys().len() > 0 {
            return;
        }
        let Tried { code, title, after, .. } = &tried;
        let whole = |text: &str| yaml::parse(text).errors().is_empty();
        assert!(!whole(tried.before) || whole(after), "{code}: `{title}` breaks the text:\n{after}");
        let comments = |text: &str| {
            let document = yaml::parse(text);
            let mut all: Vec<String> =
                document.comments().iter().map(|comment| text[comment.range].trim_end().to_owned()).collect();
            all.sort();
            all
        };
        let (had, has) = (comments(tried.before), comments(after));
        let lost = had.iter().find(|comment| !has.contains(comment));
        assert!(lost.is_none(), "{code}: `{title}` loses the comment {lost:?}:\n{after}");
        let mut workspace = tried.workspace.clone();
        workspace.files.insert(tried.file.clone(), Content::Text(after.as_str().into()));
        let now = Analysis::of(&workspace, tried.choices, &Analysis::default());
        let errors = |analysis: &Analysis| {
            let all = analysis.files().flat_map(|checked| checked.diagnostics().iter());
            all.filter(|found| found.severity == Severity::Error).count()
        };
        let (before, left) = (errors(tried.analysis), errors(&now));
        assert!(
            left <= before || !tried.safe,
            "{code}: `{title}` turns {before} errors into {left}:\n{after}"
        );
        let found = tried.found;
        let still = now.file(tried.file).is_some_and(|checked| {
            let same = |it: &limn::diagnostic::Diagnostic| {
                it.code == found.code && it.path == found.path && it.message == found.message
            };
            let count = |all: &[limn::diagnostic::Diagnostic]| all.iter().filter(|it| same(it)).count();
            let had = tried.analysis.file(tried.file).map_or(0, |it| count(it.diagnostics()));
            count(checked.diagnostics()) >= had
        });
        assert!(!still, "{code}: `{title}` leaves its problem:\n{after}");
    });
}

struct Tried<'t> {
    workspace: &'t Workspace,
    choices: &'t Choices,
    analysis: &'t Analysis,
    file: &'t FilePath,
    found: &'t limn::diagnostic::Diagnostic,
    code: &'static str,
    title: &'t str,
    safe: bool,
    before: &'t str,
    after: String,
}

fn each(data: &[u8], judge: &mut dyn FnMut(Tried<'_>)) {
    let (mut draws, text) = split(data);
    let workspace = input::workspace(&text, &mut draws);
    let choices = input::profile(&mut draws);
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    for checked in analysis.files() {
        let fixes = checked.diagnostics().iter().enumerate();
        let fixes = fixes.flat_map(|(at, found)| (0..found.fixes.len()).map(move |fix| (at, found, fix)));
        for (at, found, fix) in fixes.take(FIXES) {
            let Ok(change) = analysis.fix(checked.file(), at, fix) else { continue };
            for (file, edit) in &change.edits {
                let before = analysis.file(file).expect("a fix is of an open file").text();
                judge(Tried {
                    workspace: &workspace,
                    choices: &choices,
                    analysis: &analysis,
                    file,
                    found,
                    code: found.code.name,
                    title: &found.fixes[fix].title,
                    safe: found.fixes[fix].safe,
                    before,
                    after: applied(edit, before),
                });
            }
        }
    }
}

/// The text after an edit, which can be undone.
pub fn applied(edit: &TextEdit, before: &str) -> String {
    let after = edit.apply(before);
    assert_eq!(edit.invert(before).apply(&after), before, "an edit can be undone");
    after
}
