//! Browser services: storage, settings, imports, downloads and messages between tabs. Independent of signals and of meaning; the session decides
//! what to do with the results.

pub mod channel;
pub mod crash;
pub mod download;
pub mod host;
pub mod import;
pub mod motion;
pub mod parts;
pub mod picture;
pub mod settings;
pub mod storage;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Sets a mark in the browser's timeline of performance, for tools and observers. Only the last one of a name is kept.
pub fn mark(name: &str) {
    if let Some(clock) = window().performance() {
        clock.clear_marks_with_mark_name(name);
        // Without it, only a tool shows less.
        drop(clock.mark(name));
    }
}

/// Runs `then` after a delay. The returned handle cancels it.
pub fn after(milliseconds: u32, then: impl FnOnce() + 'static) -> Option<TimeoutHandle> {
    set_timeout_with_handle(then, std::time::Duration::from_millis(u64::from(milliseconds))).ok()
}

/// Tries until the page has what is needed, for about half a second. `attempt` returns whether it had it.
pub fn once_there(attempt: impl FnMut() -> bool + 'static) {
    try_after(&[0, 20, 100, 400], attempt);
}

fn try_after(waits: &'static [u32], mut attempt: impl FnMut() -> bool + 'static) {
    let Some((wait, later)) = waits.split_first() else { return };
    after(*wait, move || {
        if !attempt() {
            try_after(later, attempt);
        }
    });
}

/// Returns true if the main pointer is a finger; the styles enlarge what can be pressed.
pub fn has_coarse_pointer() -> bool {
    window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches())
}

/// Returns true if keys are shown in Mac notation.
pub fn is_mac() -> bool {
    window().navigator().platform().is_ok_and(|platform| platform.starts_with("Mac"))
}

/// Descendants with a class, in document order.
pub fn elements(inside: &web_sys::Element, class: &str) -> Vec<web_sys::HtmlElement> {
    let found = inside.get_elements_by_class_name(class);
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

/// Element with an id.
pub fn element(id: &str) -> Option<web_sys::HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// A unique random name.
pub fn random() -> String {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}{:08x}", half(), half(), half())
}

/// Text of a file served with the page.
pub async fn fetch(file: &str) -> Result<String, JsValue> {
    let answer = JsFuture::from(window().fetch_with_str(file)).await?;
    let answer: web_sys::Response = answer.unchecked_into();
    if !answer.ok() {
        return Err(JsValue::from_str(&format!("`{file}` not found")));
    }
    let text = JsFuture::from(answer.text()?).await?;
    text.as_string().ok_or_else(|| JsValue::from_str("not a text file"))
}

/// Message of a browser error.
pub fn sentence(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "unknown browser error".to_owned())
}
