//! Broadcast channel between the tabs of the page. In browsers without one, tabs notice the changes of others only in the store.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use limn_journal::{Revision, WorkId};

const NAME: &str = "limn";

/// Message between tabs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// A tab got the focus: write pending changes of this work.
    Flush(WorkId),
    Stored(WorkId, Revision),
    /// The list of recent work has changed.
    Listed,
    /// The catalog has changed.
    Cataloged,
}

thread_local! {
    static CHANNEL: RefCell<Option<js_sys::Object>> = const { RefCell::new(None) };
}

/// Calls `on_message` for every message of another tab.
pub fn listen(on_message: impl Fn(Message) + 'static) {
    let Some(channel) = open() else { return };
    let handler = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        let message = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        // Another version of Limn may send messages that this one does not know.
        if let Some(message) = message {
            on_message(message);
        }
    });
    let set = js_sys::Reflect::set(&channel, &"onmessage".into(), handler.as_ref());
    handler.forget();
    if set.is_ok() {
        CHANNEL.set(Some(channel));
    }
}

/// Constructed by name: the web-sys feature for the class pulls in more than these three calls need.
fn open() -> Option<js_sys::Object> {
    let class = js_sys::Reflect::get(&js_sys::global(), &"BroadcastChannel".into()).ok()?;
    let class = class.dyn_into::<js_sys::Function>().ok()?;
    js_sys::Reflect::construct(&class, &js_sys::Array::of1(&NAME.into())).ok()?.dyn_into().ok()
}

/// Sends a message to the other tabs.
pub fn post(message: &Message) {
    CHANNEL.with_borrow(|channel| {
        let (Some(channel), Ok(text)) = (channel, serde_json::to_string(message)) else { return };
        let post = js_sys::Reflect::get(channel, &"postMessage".into())
            .and_then(JsCast::dyn_into::<js_sys::Function>);
        if let Ok(post) = post {
            drop(post.call1(channel, &text.into()));
        }
    });
}
