//! What is waited for while no button is held: a sentence over the drawing, and the way out.

use leptos::prelude::*;

use super::super::markdown::Inline;
use super::super::session::session;
use limn_canvas::Event;

#[component]
pub fn Prompt() -> impl IntoView {
    let session = session();
    let text = Memo::new(move |_| session.tool().with(|tool| tool.prompt(&session.carried_name())));
    move || {
        text.get().map(|text| {
            view! {
                <div class="prompt">
                    <span><Inline text /></span>
                    <button type="button" class="button small" on:click=move |_| session.on_canvas_event(Event::Cancel)>
                        "Cancel"
                        <kbd>"Esc"</kbd>
                    </button>
                </div>
            }
        })
    }
}
