//! Downloads: saves bytes as a file.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Downloads `bytes` as a file called `name`.
pub fn download(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let url = address(kind, bytes)?;
    let anchor: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // Some browsers read the address only after the click was handled.
    super::after(10_000, move || drop(web_sys::Url::revoke_object_url(&url)));
    Ok(())
}

/// Object URL of `bytes`, valid until it is revoked.
pub fn address(kind: &str, bytes: &[u8]) -> Result<String, JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    web_sys::Url::create_object_url_with_blob(&blob)
}
