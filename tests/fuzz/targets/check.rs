//! Checks: every diagnostic is inside its text and has a documented code, in any order of requests.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use limn::analysis::{self, Analysis};
use limn::diagnostic::Diagnostic;

use super::input::{self, split};

static CODES: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| analysis::codes().into_iter().map(|code| code.name).collect());

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let workspace = input::workspace(&text, &mut draws);
    let choices = input::profile(&mut draws);
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    for checked in analysis.all_documents() {
        for found in checked.diagnostics() {
            holds(checked.text(), found);
        }
    }
    let _ = analysis.missing_files();
    // A check that is requested first reads no model; a diagram that is requested first does.
    let drawn = Analysis::of(&workspace, &choices, &Analysis::default());
    for checked in drawn.all_documents() {
        let _ = (checked.graph(), checked.named_files(), checked.broken(), checked.profiles());
        let _ = (drawn.package_entry(checked.file()), drawn.files_of_other_languages(checked.file()));
        let _ = drawn.place_for(checked.file());
        let first = &analysis.documents(checked.file())[checked.nth()];
        assert_eq!(checked.diagnostics(), first.diagnostics(), "found with a model and without");
        assert_eq!(checked.blamed().len(), checked.diagnostics().len());
        assert_eq!(checked.language(), first.language());
    }
}

fn holds(text: &str, found: &Diagnostic) {
    assert!(text.get(found.range.start..found.range.end).is_some(), "outside the text: {found:?}");
    assert!(CODES.contains(found.code.name), "unknown code: {found:?}");
    assert!(!found.message.is_empty(), "no message: {found:?}");
    for related in &found.related {
        assert!(text.get(related.range.start..related.range.end).is_some(), "outside the text: {found:?}");
    }
    assert!(found.fixes.iter().all(|fix| !fix.title.is_empty()), "a fix without a title: {found:?}");
}
