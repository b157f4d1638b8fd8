//! Bindings to `motion.js`, which is bundled with the text editor's script.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Moves elements from where they were: for each the former x, y and scale, and the present x and y. Not with reduced motion.
    #[wasm_bindgen(js_namespace = LimnEditor)]
    pub fn glide(ids: Vec<String>, numbers: Vec<f64>);
}
