//! Fixes: each one that is offered can be applied and undone, and those that are called safe keep the law of `common::fixes`.

#[path = "../../common/fixes.rs"]
mod law;

use limn::analysis::Analysis;
use limn::text::TextEdit;
use limn::yaml;

use super::input::{self, split};

/// At most so many fixes of one file are tried.
const FIXES: usize = 24;
/// So many files are held to the law.
const FILES: usize = 3;

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let workspace = input::workspace(&text, &mut draws);
    let choices = input::profile(&mut draws);
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    for checked in analysis.files() {
        let fixes = checked.diagnostics().iter().enumerate();
        let fixes = fixes.flat_map(|(at, found)| (0..found.fixes.len()).map(move |fix| (at, fix)));
        for (at, fix) in fixes.take(FIXES) {
            let Ok(change) = analysis.fix(checked.file(), at, fix) else { continue };
            for (file, edit) in &change.edits {
                let before = analysis.file(file).expect("a fix is of an open file").text();
                let _ = yaml::parse(applied(edit, before));
            }
        }
    }
    for checked in analysis.files().take(FILES) {
        if let Some(fault) = law::faults_in(&workspace, &choices, checked.file()).first() {
            panic!("{fault}");
        }
    }
}

/// The text after an edit, which can be undone.
pub fn applied(edit: &TextEdit, before: &str) -> String {
    let after = edit.apply(before);
    assert_eq!(edit.invert(before).apply(&after), before, "an edit can be undone");
    after
}
