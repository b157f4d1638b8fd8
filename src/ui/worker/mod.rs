//! The second thread: this same program again, in a worker, where it looks at texts so that the page does not wait for that. Here is the page's end
//! of it: it is started, written to, and heard. Letters cross as JSON; one is answered before the next is sent. Knows no signals and no editor.

mod letters;
mod offer;
mod serve;

use leptos::prelude::document;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Url, WorkerOptions, WorkerType};

pub use letters::{Ask, Letter, Reply};
pub use offer::offer;
pub use serve::serve;

/// What a worker says when it can be written to, and when it could not start.
const READY: &str = "ready";
const GONE: &str = "gone";

/// A running worker. It ends when this is dropped.
pub struct Worker {
    raw: web_sys::Worker,
    _heard: Closure<dyn Fn(MessageEvent)>,
    _failed: Closure<dyn Fn(web_sys::Event)>,
}

/// What comes from a worker.
pub enum Heard {
    Ready,
    Reply(Reply),
    /// It could not start, it has died, or it says what nobody understands.
    Gone,
}

impl Worker {
    /// Starts one; `None` where the browser has none, or forbids it. Nothing is heard before this returns.
    pub fn start(on: impl Fn(Heard) + Clone + 'static) -> Option<Worker> {
        let base = document().base_uri().ok().flatten()?;
        let absolute = |name: &str| Some(Url::new_with_base(name, &base).ok()?.href());
        // The page's own script names the file that the build has named.
        let script = document().query_selector("script[data-js]").ok().flatten()?;
        let glue = absolute(&script.get_attribute("data-js")?)?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let raw = web_sys::Worker::new_with_options(&absolute("worker.js")?, &options).ok()?;
        let failed = {
            let on = on.clone();
            Closure::<dyn Fn(web_sys::Event)>::new(move |_| on(Heard::Gone))
        };
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            on(match text.as_str() {
                READY => Heard::Ready,
                GONE => Heard::Gone,
                letter => serde_json::from_str(letter).map_or(Heard::Gone, Heard::Reply),
            });
        });
        raw.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        raw.set_onerror(Some(failed.as_ref().unchecked_ref()));
        raw.set_onmessageerror(Some(failed.as_ref().unchecked_ref()));
        let worker = Worker { raw, _heard: heard, _failed: failed };
        let start = js_sys::Object::new();
        for (name, value) in [("glue", glue.into()), ("module", wasm_bindgen::module())] {
            js_sys::Reflect::set(&start, &name.into(), &value).ok()?;
        }
        worker.raw.post_message(&start).ok()?;
        Some(worker)
    }

    /// False where it cannot be said.
    pub fn send(&self, letter: &Letter) -> bool {
        let text = serde_json::to_string(letter).map(|text| self.raw.post_message(&text.into()));
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
