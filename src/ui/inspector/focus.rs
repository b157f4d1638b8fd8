//! The focus in a form: where it goes when the form is entered, and when it is left.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::{after, element};
use super::super::pane_focus::focus_canvas;
use super::super::session::{navigation, positions};
use super::Form;
use super::header::{drawn_above, show_parent};
use limn_language::graph::Id;

/// Handles Ctrl+Enter: writes the field, and goes back to the parent's form or to the diagram.
pub(super) fn finish(form: Form, id: Id) -> impl Fn(ev::KeyboardEvent) + Copy + 'static {
    let (navigation, positions) = (navigation(), positions());
    let id = StoredValue::new(id);
    move |event: ev::KeyboardEvent| {
        if event.key() != "Enter" || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        let field =
            document().active_element().and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
        // A field is written when it is left.
        if let Some(field) = &field {
            drop(field.blur());
        }
        if form.refused.with_untracked(Option::is_some) {
            return drop(field.map(|field| field.focus()));
        }
        if form.inside.with_untracked(|inside| !inside.is_empty()) {
            return form.inside.update(|inside| drop(inside.pop()));
        }
        let id = id.get_value();
        match positions.scene().with_untracked(|scene| drawn_above(scene, &id)) {
            Some((parent, _)) => show_parent(navigation, parent, &id),
            None => focus_canvas(),
        }
    }
}

/// Focuses the first field to fill in and selects its value, as Tab would; never the name. A collapsed group
/// is expanded, and its summary holds the focus until the field exists, so that no key is lost.
pub(super) fn enter(form: &web_sys::HtmlFormElement, group: Option<&str>, value: Option<&str>) {
    let find = |id: Option<&str>| id.and_then(element);
    if let Some(details) = find(group)
        .and_then(|details| details.dyn_into::<web_sys::HtmlDetailsElement>().ok())
        .filter(|details| !details.open())
    {
        details.set_open(true);
        if let Some(heading) = details.query_selector("summary").ok().flatten() {
            focus_value(&heading);
        }
        let value = value.map(str::to_owned);
        after(0, move || {
            if let Some(value) = value.as_deref().and_then(element) {
                focus_value(&value);
            }
        });
        return;
    }
    let within = |of: &web_sys::Element, what: &str| of.query_selector(what).ok().flatten();
    const VALUES: &str =
        "input:not([disabled]), select:not([disabled]), textarea:not([disabled]), .call-said, summary";
    let value = find(value).map(web_sys::Element::from);
    let fields = || within(form, ".fields").and_then(|fields| within(&fields, VALUES));
    let other = || within(form, "button, [tabindex='0']");
    if let Some(field) = value.or_else(fields).or_else(other) {
        let inner =
            if field.matches("details, div").unwrap_or(false) { within(&field, VALUES) } else { None };
        focus_value(&inner.unwrap_or(field));
    }
}

/// Focuses a field and selects its value.
pub(super) fn focus_value(field: &web_sys::Element) {
    if let Some(field) = field.dyn_ref::<web_sys::HtmlElement>() {
        drop(field.focus());
    }
    if let Some(input) = field.dyn_ref::<web_sys::HtmlInputElement>() {
        input.select();
    }
}
