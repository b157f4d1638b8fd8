//! `=` in a field: asks for a function, as in a table of numbers, and is never written as a value.

use leptos::{ev, prelude::*};

use super::super::session::Session;
use super::Form;
use crate::ide::form::Field;

/// Whether what is put into a field asks for a function, as in a table of numbers: `=` alone is no value.
pub(super) fn asks_function(field: &Field, text: &str) -> bool {
    field.computed && !field.shared && text.trim() == "="
}

/// Whether a key that is pressed in a field asks for a function: `=` where it would be all that the field says.
pub(super) fn begins_function(
    event: &ev::KeyboardEvent,
    field: &Field,
    (value, selected): (&str, Option<(u32, u32)>),
) -> bool {
    let length = u32::try_from(value.encode_utf16().count()).unwrap_or(u32::MAX);
    let is_all = value.is_empty() || selected == Some((0, length));
    event.key() == "=" && is_all && asks_function(field, "=")
}

/// Opens the maker of functions for a field, in place of what is being typed.
pub(super) fn build(session: Session, form: Form, field: &Field) {
    session.drafting(None);
    form.accept();
    form.building.set(Some(form.at(field)));
}
