//! Bindings to `picture.js`, which is bundled with the text editor's script.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The bytes of the picture as a PNG of this size in pixels.
    #[wasm_bindgen(js_namespace = LimnEditor, catch)]
    pub async fn png(svg: &str, width: f64, height: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = LimnEditor, js_name = copyPicture, catch)]
    pub async fn copy(svg: &str, width: f64, height: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = LimnEditor, js_name = printPicture, catch)]
    pub async fn print(svg: &str) -> Result<JsValue, JsValue>;
}
