//! Double clicks on a button that closes or hides something: the second click would act on whatever has come under the pointer, so it is left out.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use leptos::ev;
use leptos::prelude::window;
use wasm_bindgen::JsCast as _;

/// The time and the distance within which two clicks are a double click, in milliseconds and CSS pixels.
const TIME: f64 = 500.0;
const DISTANCE: i32 = 5;

/// The last press on a button that closes something.
struct Press {
    on: web_sys::Element,
    at: (i32, i32),
    time: f64,
    /// It was the second press, so its click is left out as well.
    is_left_out: bool,
}

/// Starts to leave out such clicks.
pub fn leave_out_second_clicks() {
    let last: Rc<RefCell<Option<Press>>> = Rc::default();
    for kind in ["pointerdown", "mousedown", "click", "dblclick"] {
        let last = Rc::clone(&last);
        let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
        EventListener::new_with_options(&window(), kind, options, move |event| {
            let Some(mouse) = event.dyn_ref::<ev::MouseEvent>() else { return };
            let mut last = last.borrow_mut();
            let is_left_out = match kind {
                "pointerdown" => press(&mut last, mouse),
                // A click by a key has no place in a sequence.
                _ => mouse.detail() > 0 && last.as_ref().is_some_and(|last| last.is_left_out),
            };
            if is_left_out {
                event.stop_immediate_propagation();
                event.prevent_default();
            }
        })
        .forget();
    }
}

/// Notes a press. Returns true if it is the second one on a button that is gone.
fn press(last: &mut Option<Press>, event: &ev::MouseEvent) -> bool {
    let (at, time) = ((event.client_x(), event.client_y()), event.time_stamp());
    let is_near =
        |press: &Press| (press.at.0 - at.0).abs() <= DISTANCE && (press.at.1 - at.1).abs() <= DISTANCE;
    let is_gone = |press: &Press| press.on.get_bounding_client_rect().width() <= 0.0;
    if let Some(before) =
        last.as_mut().filter(|press| time - press.time < TIME && is_near(press) && is_gone(press))
    {
        before.is_left_out = true;
        return true;
    }
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    let closing = button.filter(|button| {
        let label = button.get_attribute("aria-label").or_else(|| button.get_attribute("title"));
        label.is_some_and(|label| label.starts_with("Close ") || label.starts_with("Hide "))
    });
    *last = closing.map(|on| Press { on, at, time, is_left_out: false });
    false
}
