//! Definitions and references by documents in which the caret and the expected places stand, for each language.

mod common;

use common::carets;
use limn::analysis::{Analysis, Location};

/// `FILE:LINE text`, the text at the place.
fn shown(analysis: &Analysis, at: &Location) -> String {
    let Some(checked) = analysis.file(&at.file) else { return at.file.to_string() };
    let text = checked.text();
    let line = text[..at.range.start].matches('\n').count() + 1;
    let word = text[at.range.start..at.range.end].lines().next().unwrap_or_default();
    format!("{}:{line} {word}", at.file).trim_end().to_owned()
}

/// Row E3: `tests/fixtures/ide/define.txt`: where the name at the caret is declared, then the places that refer to it.
#[test]
fn e3_names_lead_to_their_definitions_and_to_all_references() {
    carets::check("define.txt", |analysis, caret| {
        let built_in = || {
            let found = analysis.read_only_definition(&caret.file, caret.offset)?;
            let text = found.text[found.range.start..found.range.end].lines().next().unwrap_or_default();
            Some(format!("{}: {}", found.title, text.trim()))
        };
        let definition = analysis.definition(&caret.file, caret.offset);
        let definition = definition.map(|at| shown(analysis, &at)).or_else(built_in);
        let references = analysis.references(&caret.file, caret.offset).unwrap_or_default().references;
        let mut lines = vec![definition.unwrap_or_else(|| "nothing".to_owned())];
        lines.extend(references.iter().map(|at| format!("used in {}", shown(analysis, at))));
        lines
    });
}
