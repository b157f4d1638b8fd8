//! Import: reads files that the user picks, drops or pastes. Returns names and bytes.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// An imported file.
pub struct ImportedFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Size limit in bytes: no descriptor or package comes near it, and reading more would stall the tab.
pub const LARGEST: f64 = 64.0 * 1024.0 * 1024.0;

/// Opens the file picker.
pub fn pick(then: impl Fn(Vec<ImportedFile>, Vec<String>) + Clone + 'static) {
    // `.gz`, too: some systems compare only the last ending of a name.
    pick_of(".yaml,.yml,.json,.bom,.csar,.zip,.tgz,.tar.gz,.gz", then);
}

/// Opens the file picker for files with these extensions.
pub fn pick_of(endings: &str, then: impl Fn(Vec<ImportedFile>, Vec<String>) + Clone + 'static) {
    open_picker(endings, false, then);
}

/// Opens the file picker for a folder. The names of the files are their paths, with the folder's name.
pub fn pick_folder(then: impl Fn(Vec<ImportedFile>, Vec<String>) + Clone + 'static) {
    open_picker("", true, then);
}

fn open_picker(
    endings: &str,
    is_folder: bool,
    then: impl Fn(Vec<ImportedFile>, Vec<String>) + Clone + 'static,
) {
    let Ok(element) = document().create_element("input") else { return };
    let input: web_sys::HtmlInputElement = element.unchecked_into();
    input.set_type("file");
    input.set_multiple(true);
    input.set_accept(endings);
    if is_folder {
        drop(input.set_attribute("webkitdirectory", ""));
    }
    let chosen = input.clone();
    let listener = Closure::once_into_js(move || {
        if let Some(files) = chosen.files() {
            read(&files, then);
        }
    });
    input.set_onchange(Some(listener.unchecked_ref()));
    input.click();
}

/// Reads all files of a list. `then` receives the files, and a message for each one that could not be read.
pub fn read(files: &web_sys::FileList, then: impl Fn(Vec<ImportedFile>, Vec<String>) + 'static) {
    let files: Vec<web_sys::File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    wasm_bindgen_futures::spawn_local(async move {
        let (mut imported, mut errors) = (Vec::new(), Vec::new());
        for file in files {
            let path = js_sys::Reflect::get(&file, &"webkitRelativePath".into()).ok();
            let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
            let name = path.unwrap_or_else(|| file.name());
            if file.size() > LARGEST {
                errors.push(format!("can't open `{name}`: larger than 64 MB"));
                continue;
            }
            match gloo_file::futures::read_as_bytes(&gloo_file::Blob::from(file)).await {
                Ok(bytes) => imported.push(ImportedFile { name, bytes }),
                Err(error) => errors.push(format!("could not read `{name}`: {error}")),
            }
        }
        then(imported, errors);
    });
}
