//! Analysis worker: this same program running in a web worker, so that analysis does not block the page. This module is the page's end: starts
//! the worker, sends requests and receives replies. Messages are JSON; at most one request is outstanding. Independent of signals and of the editor.

mod annotations;
mod completion;
mod messages;
mod names;
mod query;
mod serve;
mod signature;

use leptos::prelude::document;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Url};

use super::browser::parts;
pub use completion::complete;
pub use messages::{Answer, Question, QuestionKind, Reply, Request};
pub use query::answer_query;
pub use serve::serve;

/// Messages of a worker that is ready for requests, or failed to start.
const READY: &str = "ready";
const GONE: &str = "gone";

#[wasm_bindgen]
extern "C" {
    /// Of `browser/host.js`.
    #[wasm_bindgen(js_namespace = LimnEditor, js_name = startWorker, catch)]
    fn start_worker(address: &str) -> Result<web_sys::Worker, JsValue>;
}

/// A running worker; dropping it terminates the worker.
pub struct Worker {
    raw: web_sys::Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _failed: Closure<dyn Fn(web_sys::Event)>,
}

/// Message from a worker.
pub enum WorkerEvent {
    Ready,
    Reply(Reply),
    /// The worker failed to start, died, or sent an invalid message.
    Lost,
}

impl Worker {
    /// Starts a worker; `None` if the browser has none or forbids it. No event is delivered before this returns.
    pub fn start(on: impl Fn(WorkerEvent) + Clone + 'static) -> Option<Worker> {
        let base = document().base_uri().ok().flatten()?;
        let absolute = |name: &str| Some(Url::new_with_base(name, &base).ok()?.href());
        // The page's own script has the file name that the build chose.
        let script = document().query_selector("script[data-js]").ok().flatten()?;
        let glue = absolute(&script.get_attribute("data-js")?)?;
        let raw = start_worker(&absolute("worker.js")?).ok()?;
        let failed = {
            let on = on.clone();
            Closure::<dyn Fn(web_sys::Event)>::new(move |_| on(WorkerEvent::Lost))
        };
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            on(match text.as_str() {
                READY => WorkerEvent::Ready,
                GONE => WorkerEvent::Lost,
                request => serde_json::from_str(request).map_or(WorkerEvent::Lost, WorkerEvent::Reply),
            });
        });
        raw.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        raw.set_onerror(Some(failed.as_ref().unchecked_ref()));
        raw.set_onmessageerror(Some(failed.as_ref().unchecked_ref()));
        let worker = Worker { raw, _on_message: on_message, _failed: failed };
        let raw = worker.raw.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let start = js_sys::Object::new();
            let second = parts::second().await;
            for (name, value) in
                [("glue", glue.into()), ("module", wasm_bindgen::module()), ("second", second)]
            {
                js_sys::Reflect::set(&start, &name.into(), &value).unwrap_or_default();
            }
            raw.post_message(&start).unwrap_or_default();
        });
        Some(worker)
    }

    /// Returns false if the request can't be sent.
    pub fn send(&self, request: &Request) -> bool {
        let text = serde_json::to_string(request).map(|text| self.raw.post_message(&text.into()));
        matches!(text, Ok(Ok(())))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.raw.set_onmessage(None);
        self.raw.set_onerror(None);
        self.raw.set_onmessageerror(None);
        self.raw.terminate();
    }
}
