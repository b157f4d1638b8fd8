//! Which of several tabs keeps the journal. One Web Lock: the tab that holds it writes. A tab that a hand comes to asks for it; the one that has it
//! writes what it has, says so, and the other takes it. What is in the journal is the session's.
//!
//! Where the browser has no locks every tab believes itself alone.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

const NAME: &str = "limn-journal";

/// What tabs say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A hand has come to me: may I have the journal?
    Ask,
    /// All is written: take it.
    Given,
}

impl Word {
    const fn text(self) -> &'static str {
        match self {
            Word::Ask => "ask",
            Word::Given => "given",
        }
    }
}

thread_local! {
    /// Where tabs are heard; none where the browser has no such thing.
    static CHANNEL: RefCell<Option<js_sys::Object>> = const { RefCell::new(None) };
    /// This tab stands in the queue for the lock.
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Hears what other tabs say, from now on.
pub fn listen(heard: impl Fn(Word) + 'static) {
    let Some(channel) = channel() else { return };
    let hear = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        let text = event.data().as_string();
        let said = [Word::Ask, Word::Given].into_iter().find(|word| Some(word.text()) == text.as_deref());
        if let Some(word) = said {
            heard(word);
        }
    });
    let hears = js_sys::Reflect::set(&channel, &"onmessage".into(), hear.as_ref());
    hear.forget();
    if hears.is_ok() {
        CHANNEL.set(Some(channel));
    }
}

/// The line that all tabs of the page share; none where the browser has no such thing.
fn channel() -> Option<js_sys::Object> {
    let made = js_sys::Reflect::get(&js_sys::global(), &"BroadcastChannel".into()).ok()?;
    let made = made.dyn_into::<js_sys::Function>().ok()?;
    js_sys::Reflect::construct(&made, &js_sys::Array::of1(&NAME.into())).ok()?.dyn_into().ok()
}

/// Says something to the other tabs. False where none can be reached.
pub fn say(word: Word) -> bool {
    CHANNEL.with_borrow(|channel| {
        let Some(channel) = channel else { return false };
        let post = js_sys::Reflect::get(channel, &"postMessage".into())
            .and_then(JsCast::dyn_into::<js_sys::Function>);
        post.is_ok_and(|post| post.call1(channel, &word.text().into()).is_ok())
    })
}

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
    if WAITING.replace(true) {
        return;
    }
    let granted = {
        let held = held.clone();
        Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |_: JsValue| {
            WAITING.set(false);
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
    held: impl Fn(bool) + Clone + 'static,
) {
    let asked = js_sys::Reflect::get(locks, &"request".into())
        .and_then(JsCast::dyn_into::<js_sys::Function>)
        .and_then(|request| request.call3(locks, &NAME.into(), options, granted.as_ref()));
    granted.forget();
    if let Ok(promise) = asked.and_then(JsCast::dyn_into::<js_sys::Promise>) {
        wasm_bindgen_futures::spawn_local(async move {
            let Err(why) = wasm_bindgen_futures::JsFuture::from(promise).await else { return };
            if is_stolen(&why) {
                held(false);
                wait(held);
            } else {
                // Locks are not to be had here: as where there are none.
                WAITING.set(false);
                held(true);
            }
        });
    }
}

/// A lock that another tab has taken is told of as an abort; anything else is a browser that gives none.
fn is_stolen(why: &JsValue) -> bool {
    let name = js_sys::Reflect::get(why, &"name".into()).ok().and_then(|name| name.as_string());
    name.as_deref() == Some("AbortError")
}

fn locks() -> Option<JsValue> {
    let locks = js_sys::Reflect::get(&window().navigator(), &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}
