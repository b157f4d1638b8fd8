//! Files that a person brings: by the picker, by dropping them anywhere on the page, by pasting. Gives names and bytes.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// A file as it came.
pub struct Brought {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// More than this is not read: no descriptor or package is near it, and a browser tab would stall.
pub const LARGEST: f64 = 64.0 * 1024.0 * 1024.0;

/// Opens the browser's own picker and hands over what is chosen.
pub fn pick(then: impl Fn(Vec<Brought>, Vec<String>) + Clone + 'static) {
    pick_of(".yaml,.yml,.json,.csar,.zip,.tgz", then);
}

/// The same, for files that end so.
pub fn pick_of(endings: &str, then: impl Fn(Vec<Brought>, Vec<String>) + Clone + 'static) {
    let Ok(element) = document().create_element("input") else { return };
    let input: web_sys::HtmlInputElement = element.unchecked_into();
    input.set_type("file");
    input.set_multiple(true);
    input.set_accept(endings);
    let chosen = input.clone();
    let listener = Closure::once_into_js(move || {
        if let Some(files) = chosen.files() {
            read(&files, then);
        }
    });
    input.set_onchange(Some(listener.unchecked_ref()));
    input.click();
}

/// Reads every file of a list. `then` gets what was read, and a sentence for each that was not.
pub fn read(files: &web_sys::FileList, then: impl Fn(Vec<Brought>, Vec<String>) + 'static) {
    let files: Vec<web_sys::File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    wasm_bindgen_futures::spawn_local(async move {
        let (mut brought, mut refused) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.name();
            if file.size() > LARGEST {
                refused.push(format!("`{name}` is larger than 64 MB and was not opened"));
                continue;
            }
            match gloo_file::futures::read_as_bytes(&gloo_file::Blob::from(file)).await {
                Ok(bytes) => brought.push(Brought { name, bytes }),
                Err(error) => refused.push(format!("`{name}` could not be read: {error}")),
            }
        }
        then(brought, refused);
    });
}
