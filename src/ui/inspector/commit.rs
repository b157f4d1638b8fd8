//! Commit of a field: derives the edit from its input, and writes it or keeps it as a draft.

use leptos::prelude::*;

use super::super::session::Edits;
use super::Form;
use super::function_key::{asks_function, build};
use super::problems::refusal_id;
use limn_ide::form::Field;
use limn_language::edit::Edit;

/// Edit for the field's new text; `None` if it did not change.
fn edit_of(form: Form, field: &Field, text: &str) -> Option<Result<Edit, &'static str>> {
    field.edit(&form.base.get_untracked(), text)
}

/// Writes a field, or removes an optional one that was emptied; shows an error at the field.
/// Returns false if it opened the function builder and the field must be reset.
pub(super) fn commit(edits: Edits, form: Form, field: &Field, text: &str) -> bool {
    if asks_function(field, text) {
        build(edits, form, field);
        return false;
    }
    let at = form.at(field);
    match edit_of(form, field, text) {
        None => form.accept(),
        Some(Ok(edit)) => drop(form.attempt(edits, at, &edit)),
        Some(Err(why)) => form.refuse(at, format!("{why}; press Escape to restore the old value")),
    }
    edits.drafting(None);
    true
}

/// Keeps the input as a draft, in case the page closes before the field is left.
pub(super) fn draft(edits: Edits, form: Form, field: &Field, text: &str) {
    // Only a single edit can be kept.
    let is_value = !asks_function(field, text) && form.others.with_untracked(Vec::is_empty);
    edits.drafting(edit_of(form, field, text).filter(|_| is_value).and_then(Result::ok));
}

/// Accessible name of a list item, which has no label.
pub(super) fn item_name(field: &Field) -> Option<String> {
    field.label.is_empty().then(|| field.path.to_string())
}

/// Ids of the field's help and of its error.
pub(super) fn described(form: Form, field: &Field, help: &str) -> String {
    format!("{help} {}", refusal_id(&form.at(field))).trim().to_owned()
}
