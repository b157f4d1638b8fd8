//! Host: the application that the page is part of, such as an editor, and messages between the two. The page is embedded if `index.html` has the
//! attribute `data-embedded`, or if another page contains it by an address with `?embedded`. Messages are objects with a key `limn`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = LimnEditor, js_name = isEmbedded)]
    fn has_host() -> bool;

    #[wasm_bindgen(js_namespace = LimnEditor, js_name = getsKeys)]
    fn host_gets_keys() -> bool;

    #[wasm_bindgen(js_namespace = LimnEditor, js_name = connectHost)]
    fn open_connection(on: &Closure<dyn Fn(String)>) -> Option<js_sys::Function>;
}

/// Returns true if another application has the files.
pub fn is_embedded() -> bool {
    has_host()
}

/// Returns true if the host handles keys that are pressed in the page.
pub fn gets_keys() -> bool {
    host_gets_keys()
}

/// The other end of the connection.
#[derive(Clone)]
pub struct Host(js_sys::Function);

impl Host {
    /// Calls `on` with each message of the host, as JSON. `None` if there is no host. Called once, at startup.
    pub fn connect(on: impl Fn(String) + 'static) -> Option<Host> {
        let handler = Closure::new(on);
        let send = open_connection(&handler);
        handler.forget();
        send.map(Host)
    }

    /// Sends a message, which is JSON.
    pub fn post(&self, message: &str) {
        // A host that was closed gets nothing.
        drop(self.0.call1(&JsValue::UNDEFINED, &message.into()));
    }
}
