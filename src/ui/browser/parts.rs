//! The two parts of the program. A release build is split (`src/ui/build/split.mjs`): the first part starts the page and draws the first diagram;
//! the second has the rest, and `public/parts.js` loads it after that, or at once when one of its functions is called earlier.
//! A development build is in one piece.

use leptos::prelude::{ReadSignal, RwSignal, Set};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// Takes what the first part exports. Returns whether the second part is to be loaded at once.
    #[wasm_bindgen(js_namespace = limnParts, js_name = attach, catch)]
    fn attach_first_part(exports: &JsValue) -> Result<bool, JsValue>;
    /// Loads the second part; throws if it can't. The split finds this function by its name, for the functions of the second part to call.
    #[wasm_bindgen(js_namespace = limnParts, js_name = load)]
    fn load_second_part();
    #[wasm_bindgen(js_namespace = limnParts, js_name = fetch, catch)]
    fn fetch_second_part() -> Result<(), JsValue>;
    /// Promise of the compiled modules of the second part; `undefined` in a program of one part.
    #[wasm_bindgen(js_namespace = limnParts, js_name = modules, catch)]
    fn second_part() -> Result<js_sys::Promise, JsValue>;
}

/// Connects the parts. Called first of all.
pub fn attach() {
    if attach_first_part(&wasm_bindgen::exports()) == Ok(true) {
        load_second_part();
    }
}

/// Starts to fetch the second part, which is not needed yet.
pub fn fetch() {
    drop(fetch_second_part());
}

/// The compiled modules of the second part, once they have arrived; `undefined` in a program of one part.
pub async fn second() -> JsValue {
    match second_part() {
        Ok(promise) => JsFuture::from(promise).await.unwrap_or_default(),
        Err(_) => JsValue::UNDEFINED,
    }
}

/// True if the whole program has arrived: for views that need the second part, so that they appear with it while the page keeps running.
pub fn is_complete() -> ReadSignal<bool> {
    let complete = RwSignal::new(false);
    spawn_local(async move {
        second().await;
        // The view may have been removed.
        complete.try_set(true);
    });
    complete.read_only()
}
