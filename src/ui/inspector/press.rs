//! Presses in a form that moves below the pointer.

use std::cell::Cell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::after;

/// Keeps the help of the focused field in sight while a pointer is pressed. The field loses the focus by the press; if what is below moved up then, the
/// release would miss it, and there would be no click.
pub(super) fn hold_help(form: NodeRef<leptos::html::Form>) {
    const HELD: &str = "keeps-help";
    let Some(form) = form.get_untracked() else { return };
    let Some(row) = form.query_selector(".row-control:focus-within").ok().flatten() else { return };
    drop(row.class_list().add_1(HELD));
    let options = EventListenerOptions::run_in_capture_phase();
    // The class goes after the click, which follows the release.
    EventListener::once_with_options(&window(), "pointerup", options, move |_| {
        after(0, move || drop(row.class_list().remove_1(HELD)));
    })
    .forget();
}

/// Makes a press of a button a click even if the form moves the button away below the resting pointer: the browser clicks only what is both pressed and
/// released. A press that becomes something else, such as scrolling, does not count, nor does a button that has left the form.
pub(super) fn keep_press(event: &ev::PointerEvent) {
    const MAX_MOVE_PX: i32 = 4;
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    let Some(button) = button.and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    if event.button() != 0 {
        return;
    }
    let (pointer, x, y) = (event.pointer_id(), event.client_x(), event.client_y());
    let is_pressed = Rc::new(Cell::new(true));
    let options = EventListenerOptions::run_in_capture_phase;
    let cancelled = Rc::clone(&is_pressed);
    EventListener::once_with_options(&window(), "pointercancel", options(), move |_| cancelled.set(false))
        .forget();
    EventListener::once_with_options(&window(), "pointerup", options(), move |event| {
        let Some(event) = event.dyn_ref::<web_sys::PointerEvent>() else { return };
        let rests = event.pointer_id() == pointer
            && (event.client_x() - x).abs() < MAX_MOVE_PX
            && (event.client_y() - y).abs() < MAX_MOVE_PX;
        let over = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        if is_pressed.get() && rests && !button.contains(over.as_ref()) {
            after(0, move || {
                // The signals of what has left the page are disposed.
                if button.is_connected() {
                    button.click();
                }
            });
        }
    })
    .forget();
}
