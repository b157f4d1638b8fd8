//! `=` in a field opens the function builder, as in a spreadsheet, and is never written as a value.

use leptos::{ev, prelude::*};

use super::super::session::Edits;
use super::Form;
use limn_ide::form::Field;

/// Returns true if the input asks for a function, as in a spreadsheet: `=` alone is not a value.
pub(super) fn asks_function(field: &Field, text: &str) -> bool {
    field.computed && text.trim() == "="
}

/// Returns true if a key press asks for a function: `=` as the whole content of the field.
fn begins_function(event: &ev::KeyboardEvent, field: &Field, Typed { text, selected }: &Typed) -> bool {
    let length = u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let is_all = text.is_empty() || *selected == Some((0, length));
    event.key() == "=" && is_all && asks_function(field, "=")
}

/// Opens the function builder for a field, in place of the input.
pub(super) fn build(edits: Edits, form: Form, field: &Field) {
    edits.drafting(None);
    form.accept();
    form.building.set(Some(form.at(field)));
}

/// Content of a field, and the selected part of it.
pub(super) struct Typed {
    pub text: String,
    pub selected: Option<(u32, u32)>,
}

impl From<&web_sys::HtmlInputElement> for Typed {
    fn from(input: &web_sys::HtmlInputElement) -> Typed {
        let selected = input.selection_start().ok().flatten().zip(input.selection_end().ok().flatten());
        Typed { text: input.value(), selected }
    }
}

impl From<&web_sys::HtmlTextAreaElement> for Typed {
    fn from(input: &web_sys::HtmlTextAreaElement) -> Typed {
        let selected = input.selection_start().ok().flatten().zip(input.selection_end().ok().flatten());
        Typed { text: input.value(), selected }
    }
}

/// Handles a key in a field: Escape restores the written value, `=` opens the function builder.
pub(super) fn key(
    edits: Edits,
    form: Form,
    (field, typed): (&Field, Typed),
    event: &ev::KeyboardEvent,
    back: impl FnOnce(),
) {
    if event.key() == "Escape" {
        form.keep_escape(event);
        back();
        edits.drafting(None);
        form.accept();
    } else if begins_function(event, field, &typed) {
        event.prevent_default();
        back();
        build(edits, form, field);
    }
}
