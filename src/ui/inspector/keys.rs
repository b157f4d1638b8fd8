//! Keys of a whole form: Escape goes back to the canvas, and one key leads from a field to its actions, which are not in the tab order.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::after;
use super::super::browser::is_mac;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::panes::Pane;
use super::super::session::{ViewState, view_state};
use super::Form;
use super::focus::VALUES;

/// Rows that can have actions of their own.
const ROWS: &str = ".row, .group-row, .entry-row, .item";
/// The actions of a row: its icons.
const ACTIONS: &str = "[data-action]";

/// Tracks whether the focused field contains text that is not written yet.
pub(super) fn set_typing<E: 'static>(form: Form, typing: bool) -> impl Fn(E) + 'static {
    while_mounted(move |_| {
        if form.typing.get_untracked() != typing {
            form.typing.set(typing);
        }
    })
}

/// Marks that a value is typed; words that the form is searched for are not one.
pub(super) fn mark_typing(form: Form) -> impl Fn(ev::Event) + 'static {
    let mark = set_typing(form, true);
    move |event: ev::Event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if !target.is_some_and(|element| element.closest(".search").is_ok_and(|found| found.is_some())) {
            mark(event);
        }
    }
}

/// Handles the keys of a form that its fields leave.
pub(super) fn keys(form: Form) -> impl Fn(ev::KeyboardEvent) + Copy + 'static {
    let view_state = view_state();
    move |event: ev::KeyboardEvent| {
        if event.default_prevented() || event.is_composing() {
            return;
        }
        let Some(active) = document().active_element() else { return };
        let primary = event.ctrl_key() || event.meta_key();
        let is_done = match event.key().as_str() {
            "." if primary => to_actions(&active),
            _ if primary || event.alt_key() || event.shift_key() => false,
            "Escape" if active.matches(ACTIONS).unwrap_or(false) => {
                row_of(&active).is_some_and(|row| to_value(&row))
            }
            "Escape" => leave(form, view_state),
            "ArrowRight" | "ArrowDown" => step(&active, 1),
            "ArrowLeft" | "ArrowUp" => step(&active, -1),
            _ => false,
        };
        if is_done {
            event.prevent_default();
            event.stop_propagation();
        }
    }
}

/// Goes back to the canvas, unless the field has just restored its value.
fn leave(form: Form, view_state: ViewState) -> bool {
    if form.typing.get_untracked() {
        form.typing.set(false);
        return false;
    }
    focus_canvas();
    let is_here = document()
        .active_element()
        .is_some_and(|element| element.closest(".form").is_ok_and(|found| found.is_some()));
    if is_here {
        // In a narrow window, another pane is in its place.
        view_state.show_pane(Pane::Canvas);
        after(0, focus_canvas);
    }
    true
}

fn row_of(element: &web_sys::Element) -> Option<web_sys::Element> {
    element.closest(ROWS).ok().flatten()
}

/// The actions of a row that are shown, without those of the rows in it.
fn actions(row: &web_sys::Element) -> Vec<web_sys::HtmlElement> {
    let Ok(all) = row.query_selector_all(ACTIONS) else { return Vec::new() };
    let all = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<web_sys::HtmlElement>().ok());
    all.filter(|action| action.offset_parent().is_some() && row_of(action).as_ref() == Some(row)).collect()
}

/// Focuses the first action of the row around the focus, or of the next row around it that has some; from an action, the value again.
fn to_actions(active: &web_sys::Element) -> bool {
    if active.matches(ACTIONS).unwrap_or(false) {
        return row_of(active).is_some_and(|row| to_value(&row));
    }
    first_action(active).is_some_and(|action| action.focus().is_ok())
}

fn first_action(active: &web_sys::Element) -> Option<web_sys::HtmlElement> {
    let mut row = row_of(active);
    while let Some(now) = row {
        if let Some(first) = actions(&now).into_iter().next() {
            return Some(first);
        }
        row = now.parent_element().and_then(|above| row_of(&above));
    }
    None
}

/// Announces to screen readers the key to the actions, on the control that has just got the focus.
pub(super) fn name_actions_key(focused: &web_sys::Element) {
    const ATTRIBUTE: &str = "aria-keyshortcuts";
    let keys = if is_mac() { "Meta+." } else { "Control+." };
    drop(match first_action(focused) {
        Some(_) => focused.set_attribute(ATTRIBUTE, keys),
        None => focused.remove_attribute(ATTRIBUTE),
    });
}

/// Focuses the value of a row.
fn to_value(row: &web_sys::Element) -> bool {
    let value = row.query_selector(VALUES).ok().flatten();
    let value = value.and_then(|value| value.dyn_into::<web_sys::HtmlElement>().ok());
    value.is_some_and(|value| value.focus().is_ok())
}

/// Moves from one action of a row to the next one.
fn step(active: &web_sys::Element, by: isize) -> bool {
    if !active.matches(ACTIONS).unwrap_or(false) {
        return false;
    }
    let Some(row) = row_of(active) else { return false };
    let all = actions(&row);
    let Some(now) = all.iter().position(|action| action.is_same_node(Some(active))) else { return false };
    let next = match by {
        1 => (now + 1) % all.len(),
        _ => (now + all.len() - 1) % all.len(),
    };
    all[next].focus().is_ok()
}
