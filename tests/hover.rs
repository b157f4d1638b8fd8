//! Hover cards by documents in which the caret and the expected card stand: kind, type with what it derives from, description, constraints, default,
//! effective value and declaration, for each language.

mod common;

use common::carets;

/// Row E2: `tests/fixtures/ide/hover.txt`.
#[test]
fn e2_hover_explains_names_calls_and_keys() {
    carets::check("hover.txt", |analysis, caret| {
        let file = analysis.file(&caret.file).expect("it is read");
        let Some(hover) = file.hover(caret.offset) else { return vec!["nothing".to_owned()] };
        let text = &file.text()[hover.range.start..hover.range.end];
        assert!(hover.range.touches(caret.offset), "the card of `{text}` is not at its caret");
        let mut lines = vec![match &*hover.kind {
            "" => hover.title,
            kind => format!("{} · {kind}", hover.title),
        }];
        lines.extend(
            hover
                .doc
                .iter()
                .filter(|paragraph| !paragraph.contains("refer to it") && !paragraph.contains("refers to it"))
                .cloned(),
        );
        lines.extend(hover.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.text)));
        lines.extend(hover.default.map(|default| format!("default {default}")));
        if !hover.section.is_empty() {
            lines.push(hover.section);
        }
        lines
    });
}
