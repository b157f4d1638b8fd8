//! The focus in a form: where it goes when the form is entered, and when it is left.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::{after, element};
use super::super::element_id;
use super::super::pane_focus::focus_canvas;
use super::super::session::{navigation, positions};
use super::Form;
use super::header::{drawn_above, show_parent};
use super::rows::show_all;
use limn_language::graph::Id;

/// Elements that take a value, or open it.
pub(super) const VALUES: &str =
    "input:not([disabled]), select:not([disabled]), textarea:not([disabled]), .call-said, summary";

/// Pause between the attempts to find a field that a form is about to have, and their number.
const REVEAL_WAIT_MS: u32 = 15;
const REVEAL_TRIES: usize = 30;

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
    let value = find(value).map(web_sys::Element::from);
    let fields = || within(form, ".fields").and_then(|fields| within(&fields, VALUES));
    let other = || within(form, "button, [tabindex='0']");
    if let Some(field) = value.or_else(fields).or_else(other) {
        let inner =
            if field.matches("details, div").unwrap_or(false) { within(&field, VALUES) } else { None };
        focus_value(&inner.unwrap_or(field));
    }
}

/// Focuses the field of a value that was just added, once the form has it. Opens what contains it.
pub(super) fn reveal(value: &Id) {
    let (mut ids, mut around) = (Vec::new(), Some(value.0.clone()));
    while let Some(path) = around {
        around = path.parent();
        ids.push(element_id::of_field(&Id(path)));
    }
    reveal_later(ids, REVEAL_TRIES, None);
}

/// `focused`: the element that had the focus at the last attempt. If the focus is elsewhere by then, the user has moved on.
fn reveal_later(ids: Vec<String>, tries: usize, focused: Option<web_sys::Element>) {
    after(REVEAL_WAIT_MS, move || {
        let active = || document().active_element();
        // A removed element has lost the focus, so that does not count as a move of the user.
        if focused.is_some_and(|focused| focused.is_connected() && active().as_ref() != Some(&focused)) {
            return;
        }
        let inner = ids.iter().enumerate().find_map(|(depth, id)| Some((depth, element(id)?)));
        let Some((depth, inner)) = inner else {
            if tries > 0 {
                reveal_later(ids, tries - 1, active());
            }
            return;
        };
        open_around(&inner);
        if depth == 0 {
            let is_value = inner.matches(VALUES).unwrap_or(false);
            let value = if is_value { None } else { inner.query_selector(VALUES).ok().flatten() };
            return focus_value(&value.unwrap_or_else(|| inner.into()));
        }
        // Until the field is there, the heading has the focus, so that no key gets lost.
        let heading = inner.query_selector("summary").ok().flatten();
        if let (Some(heading), true) = (heading, tries == REVEAL_TRIES || tries == 0) {
            focus_value(&heading);
        }
        if tries > 0 {
            if let Some(more) = inner.query_selector("details.more:not([open])").ok().flatten() {
                drop(more.set_attribute("open", ""));
            }
            show_all(&inner);
            reveal_later(ids, tries - 1, active());
        }
    });
}

/// Opens an element and what it is in.
fn open_around(element: &web_sys::Element) {
    let mut around = element.closest("details").ok().flatten();
    while let Some(details) = around {
        drop(details.set_attribute("open", ""));
        around = details.parent_element().and_then(|above| above.closest("details").ok().flatten());
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
