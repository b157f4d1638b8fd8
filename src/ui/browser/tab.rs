//! Which of several tabs keeps the journal. One Web Lock: the tab that holds it writes; another may take it over, and the first is told.
//!
//! Where the browser has no locks every tab believes itself alone.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

const NAME: &str = "limn-journal";

/// Asks for the lock. `held(true)` when this tab has it, `held(false)` when another has, and again whenever that changes.
/// `steal`: takes it from whoever has it.
pub fn claim(steal: bool, held: impl Fn(bool) + Clone + 'static) {
    let Some(locks) = locks() else {
        held(true);
        return;
    };
    let options = js_sys::Object::new();
    let how = if steal { "steal" } else { "ifAvailable" };
    let set = js_sys::Reflect::set(&options, &how.into(), &true.into());
    debug_assert!(set.is_ok(), "a plain object takes any property");
    let granted = {
        let held = held.clone();
        // The lock is kept for as long as the promise is pending: for ever, or until it is stolen.
        Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |lock: JsValue| {
            let has = !lock.is_null();
            held(has);
            if has {
                js_sys::Promise::new(&mut |_, _| {}).into()
            } else {
                wait(held.clone());
                JsValue::UNDEFINED
            }
        })
    };
    request(&locks, &options, granted, held);
}

/// Stands in the queue: when the other tab is closed this one takes its place.
fn wait(held: impl Fn(bool) + Clone + 'static) {
    let Some(locks) = locks() else { return };
    let granted = {
        let held = held.clone();
        Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |_: JsValue| {
            held(true);
            js_sys::Promise::new(&mut |_, _| {}).into()
        })
    };
    request(&locks, &js_sys::Object::new(), granted, held);
}

fn request(
    locks: &JsValue,
    options: &js_sys::Object,
    granted: Closure<dyn FnMut(JsValue) -> JsValue>,
    held: impl Fn(bool) + 'static,
) {
    let asked = js_sys::Reflect::get(locks, &"request".into())
        .and_then(JsCast::dyn_into::<js_sys::Function>)
        .and_then(|request| request.call3(locks, &NAME.into(), options, granted.as_ref()));
    granted.forget();
    if let Ok(promise) = asked.and_then(JsCast::dyn_into::<js_sys::Promise>) {
        wasm_bindgen_futures::spawn_local(async move {
            // It is refused only when another tab has stolen the lock.
            if wasm_bindgen_futures::JsFuture::from(promise).await.is_err() {
                held(false);
            }
        });
    }
}

fn locks() -> Option<JsValue> {
    let locks = js_sys::Reflect::get(&window().navigator(), &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}
