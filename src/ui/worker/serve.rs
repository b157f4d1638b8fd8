//! The second thread's end: it keeps the files as the page tells of them, and answers each letter with what follows. Knows no page.

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::letters::{Letter, Reply};
use super::{GONE, READY, offer};
use crate::watch::Watch;

/// Serves as the second thread, from now on.
pub fn serve() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut watch = Watch::default();
    let heard = {
        let scope = scope.clone();
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let letter = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            let reply = letter.and_then(|letter| serde_json::to_string(&answer(&mut watch, letter)).ok());
            let reply = reply.unwrap_or_else(|| GONE.to_owned());
            drop(scope.post_message(&reply.into()));
        })
    };
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    drop(scope.post_message(&READY.into()));
}

fn answer(watch: &mut Watch, letter: Letter) -> Reply {
    let Letter { number, words, asks } = letter;
    for word in words {
        watch.hear(word);
    }
    let told = watch.look();
    let offers = asks.into_iter().map(|ask| {
        let offered = watch.file(&ask.file).and_then(|checked| offer(checked, ask.at, ask.asked));
        (ask.id, offered)
    });
    Reply { number, told, offers: offers.collect() }
}
