//! Crash report: handles a panic of the page. The program can't continue; `public/start.js` shows the dialog and stores what was typed but not
//! stored yet.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::PanicHookInfo;
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::random;
use super::storage::{UnsavedChanges, UnsavedContent, left_key};
use limn_files::FilePath;
use limn_journal::{ClosingChanges, Revision, WorkId};

#[derive(Default)]
struct Typed {
    work: Option<WorkId>,
    revisions: Vec<Revision>,
    /// Texts changed since the last write began.
    texts: BTreeMap<FilePath, Arc<str>>,
}

thread_local! {
    static TYPED: RefCell<Typed> = RefCell::default();
    static HAS_HAPPENED: Cell<bool> = const { Cell::new(false) };
}

#[wasm_bindgen]
extern "C" {
    /// Defined by `public/start.js`; not available in a worker.
    #[wasm_bindgen(js_name = limnCrashed, catch)]
    fn crashed(report: &str, key: Option<&str>, left: Option<&str>) -> Result<(), JsValue>;
}

/// Records a text change. `revisions`: revisions of the work that may be stored.
pub fn typed(work: WorkId, revisions: Vec<Revision>, file: &FilePath, text: &Arc<str>) {
    TYPED.with_borrow_mut(|typed| {
        if typed.work.as_ref() != Some(&work) {
            *typed = Typed { work: Some(work), ..Typed::default() };
        }
        typed.revisions = revisions;
        typed.texts.insert(file.clone(), Arc::clone(text));
    });
}

/// All texts are stored as this revision.
pub fn stored(revision: &Revision) {
    TYPED.with_borrow_mut(|typed| {
        typed.texts.clear();
        typed.revisions = vec![revision.clone()];
    });
}

/// Returns true if the page has crashed: timers and browser events still reach the program afterwards.
pub fn has_happened() -> bool {
    HAS_HAPPENED.get()
}

/// Installs the panic hook: from now on a panic ends the page with a dialog.
pub fn watch() {
    std::panic::set_hook(Box::new(|panic| {
        HAS_HAPPENED.set(true);
        console_error_panic_hook::hook(panic);
        drop(crashed(&report(panic), None, None).map(|()| put_down()));
    }));
}

/// Called by `public/start.js` where the page can't go on without a panic: saves what was typed but not stored yet.
#[wasm_bindgen(js_name = limnStop)]
pub fn stop() {
    HAS_HAPPENED.set(true);
    put_down();
}

fn report(panic: &PanicHookInfo<'_>) -> String {
    format!("Limn {}\n{panic}", env!("CARGO_PKG_VERSION"))
}

/// Saves what was typed but not stored yet.
fn put_down() {
    let left = TYPED.with(|typed| {
        // It is borrowed if the panic came from this module.
        let typed = typed.try_borrow().ok()?;
        let work = typed.work.clone().filter(|_| !typed.texts.is_empty())?;
        let files = typed.texts.iter().map(|(file, text)| (file.clone(), text.to_string())).collect();
        let content = UnsavedContent { files, ..UnsavedContent::default() };
        Some((work, ClosingChanges { onto: typed.revisions.clone(), revision: Revision(random()), content }))
    });
    if let Some((work, left)) = left {
        let left: UnsavedChanges = left;
        let text = serde_json::to_string(&left).unwrap_or_default();
        drop(crashed("", Some(&left_key(&work, &left)), Some(&text)));
    }
}
