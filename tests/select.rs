//! The element that a caret in the text selects, by documents in which the caret and the element stand.

mod common;

use common::carets;

/// Row T8: `tests/fixtures/ide/select.txt`.
#[test]
fn t8_a_caret_anywhere_selects_what_it_belongs_to() {
    carets::check("select.txt", |analysis, caret| {
        let file = analysis.file(&caret.file).expect("it is read");
        let found = file.at(caret.offset);
        if let Some(id) = &found {
            assert!(file.sheet(id).is_some(), "`{id}` has no form");
        }
        vec![found.map_or_else(|| "the document".to_owned(), |id| id.to_string())]
    });
}
