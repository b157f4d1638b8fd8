//! What the page asks of the browser: a journal, downloads, files that a person brings, and whether another tab has them too. Knows no signals
//! and no meaning; the session decides what to do with what comes back.

pub mod bring;
pub mod channel;
pub mod crash;
pub mod download;
pub mod settings;
pub mod storage;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Runs `then` after so many milliseconds. What it gives back can be used to call it off.
pub fn after(milliseconds: u32, then: impl FnOnce() + 'static) -> Option<TimeoutHandle> {
    set_timeout_with_handle(then, std::time::Duration::from_millis(u64::from(milliseconds))).ok()
}

/// The elements of a class inside another, in the order of the page.
pub fn elements(inside: &web_sys::Element, class: &str) -> Vec<web_sys::HtmlElement> {
    let found = inside.get_elements_by_class_name(class);
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

/// The element of an id.
pub fn element(id: &str) -> Option<web_sys::HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// A name that nothing else has.
pub fn random() -> String {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}{:08x}", half(), half(), half())
}

/// The text of a file that came with the page.
pub async fn fetch(file: &str) -> Result<String, JsValue> {
    let answer = JsFuture::from(window().fetch_with_str(file)).await?;
    let answer: web_sys::Response = answer.unchecked_into();
    if !answer.ok() {
        return Err(JsValue::from_str(&format!("`{file}` is not there")));
    }
    let text = JsFuture::from(answer.text()?).await?;
    text.as_string().ok_or_else(|| JsValue::from_str("it is not text"))
}

/// What a browser's error says, for people.
pub fn sentence(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "the browser did not say why".to_owned())
}
