//! What only a browser can tell: the page's parts, mounted in a real one.
#![cfg(all(target_arch = "wasm32", feature = "app"))]

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn app_mounts() {
    let host = document().create_element("div").expect("a document makes elements");
    let _mounted = leptos::mount::mount_to(host.clone().unchecked_into(), limn::ui::App);
    assert!(host.query_selector("main").expect("a valid selector").is_some());
}
