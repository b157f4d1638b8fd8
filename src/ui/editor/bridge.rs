//! Bindings to `bridge.js`, and the shapes of the data that crosses. Offsets here are in UTF-16 units of the file's text; the module above
//! converts them to bytes. Independent of what a text means.

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use super::{PositionChange, Query, Renamed};
use limn_files::FilePath;
use limn_text::TextRange;

#[wasm_bindgen]
extern "C" {
    /// The class of bridge.js.
    pub(super) type Raw;

    #[wasm_bindgen(js_namespace = LimnEditor, catch)]
    pub(super) fn create(host: &web_sys::Element, callbacks: &JsValue) -> Result<Raw, JsValue>;

    #[wasm_bindgen(method)]
    pub(super) fn destroy(this: &Raw);
    #[wasm_bindgen(method)]
    pub(super) fn open(this: &Raw, file: &str, text: &str, past: Option<&str>);
    #[wasm_bindgen(method)]
    pub(super) fn show(this: &Raw, file: &str);
    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Raw, file: &str);
    #[wasm_bindgen(method)]
    pub(super) fn exchange(this: &Raw, file: &str, text: &str, past: Option<&str>);
    #[wasm_bindgen(method, js_name = isComposing)]
    pub(super) fn is_composing(this: &Raw) -> bool;
    #[wasm_bindgen(method)]
    pub(super) fn text(this: &Raw, file: &str) -> Option<String>;
    #[wasm_bindgen(method)]
    pub(super) fn past(this: &Raw, file: &str) -> Option<String>;
    /// `None` if it was applied; otherwise the reason for the rejection.
    #[wasm_bindgen(method, catch)]
    pub(super) fn apply(this: &Raw, gesture: &JsValue) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method)]
    pub(super) fn undo(this: &Raw) -> bool;
    #[wasm_bindgen(method)]
    pub(super) fn redo(this: &Raw) -> bool;
    #[wasm_bindgen(method, js_name = goToProblem)]
    pub(super) fn go_to_problem(this: &Raw, back: bool) -> bool;
    #[wasm_bindgen(method, js_name = setProblems)]
    pub(super) fn set_problems(this: &Raw, file: &str, problems: &JsValue);
    #[wasm_bindgen(method)]
    pub(super) fn flash(this: &Raw, ranges: &JsValue);
    #[wasm_bindgen(method)]
    pub(super) fn mark(this: &Raw, range: &JsValue);
    #[wasm_bindgen(method)]
    pub(super) fn select(this: &Raw, from: usize, to: usize, focus: bool, scroll: bool);
    #[wasm_bindgen(method)]
    pub(super) fn focus(this: &Raw);
    #[wasm_bindgen(method, js_name = setDark)]
    pub(super) fn set_dark(this: &Raw, dark: bool);
    #[wasm_bindgen(method, js_name = setWrap)]
    pub(super) fn set_wrap(this: &Raw, wrap: bool);
    #[wasm_bindgen(method, js_name = setHints)]
    pub(super) fn set_hints(this: &Raw, hints: bool);
    #[wasm_bindgen(method, js_name = setColors)]
    pub(super) fn set_colors(this: &Raw, colors: bool);
    #[wasm_bindgen(method)]
    pub(super) fn annotate(this: &Raw);
    #[wasm_bindgen(method, js_name = setReadOnly)]
    pub(super) fn set_read_only(this: &Raw, read_only: bool);
}

/// Event sent to the page: see [`raw_event`].
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawEvent {
    Changed { file: FilePath, changes: Vec<RawChange>, moves: Vec<PositionChange>, origin: RawOrigin },
    Selected { file: FilePath, anchor: usize, head: usize },
    History { undo: bool, redo: bool },
    Fix { file: FilePath, problem: usize, fix: usize },
    Command { file: FilePath, name: RawCommand, at: usize },
    Refactor { file: FilePath, at: usize, title: String },
    Focus { focused: bool },
    Renamed { names: Vec<Renamed> },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawOrigin {
    Type,
    Canvas,
    Undo,
    Redo,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawCommand {
    Definition,
    References,
    Hierarchy,
    Rename,
}

/// One replacement, in the offsets of the text before all of them.
#[derive(Serialize, Deserialize)]
pub(super) struct RawChange {
    pub from: usize,
    pub to: usize,
    pub insert: String,
}

#[derive(Serialize)]
pub(super) struct RawRange {
    pub from: usize,
    pub to: usize,
}

#[derive(Serialize)]
pub(super) struct RawGesture<'a> {
    pub file: &'a FilePath,
    pub edits: Vec<RawEdit<'a>>,
    pub moves: &'a [PositionChange],
    pub names: &'a [Renamed],
    pub caret: Option<RawRange>,
    pub flash: bool,
}

#[derive(Serialize)]
pub(super) struct RawEdit<'a> {
    pub file: &'a FilePath,
    /// Length of the text that the changes were planned for.
    pub length: usize,
    pub changes: Vec<RawChange>,
}

#[derive(Serialize)]
pub(super) struct RawProblem<'a> {
    pub id: usize,
    pub from: usize,
    pub to: usize,
    pub severity: limn_language::diagnostic::Severity,
    pub message: &'a str,
    pub code: &'a str,
    pub fixes: &'a [String],
}

#[derive(Serialize)]
pub(super) struct RawCompletions {
    pub from: usize,
    pub options: Vec<super::CompletionOption>,
}

#[derive(Serialize)]
pub(super) struct RawHover {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

/// Reads an event, an object with its `kind` and its data. As the only entry of an object named by its kind, it is read without a copy of the data
/// in between, which would take a lot of code.
pub(super) fn raw_event(event: &JsValue) -> Option<RawEvent> {
    let kind = js_sys::Reflect::get(event, &"kind".into()).ok()?;
    let named = js_sys::Object::new();
    js_sys::Reflect::set(&named, &kind, event).ok()?;
    serde_wasm_bindgen::from_value(named.into()).ok()
}

/// A query by the name that `bridge.js` has for it.
pub(super) fn query(about: &str, within: TextRange) -> Query {
    match about {
        "names" => Query::Names(within),
        "signature" => Query::Signature(within.start),
        _ => Query::Annotations(within),
    }
}

/// Converts a Rust value to a JavaScript value.
pub(super) fn js(value: &impl Serialize) -> JsValue {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .expect("plain data crosses the bridge")
}
