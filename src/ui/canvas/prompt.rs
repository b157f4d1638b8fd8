//! Prompt while no button is held: a sentence over the drawing, and the way out.

use leptos::prelude::*;

use super::super::markdown::Inline;
use super::super::session::{gestures, view_state};
use limn_canvas::CanvasEvent;

#[component]
pub fn Prompt() -> impl IntoView {
    let (view_state, gestures) = (view_state(), gestures());
    let text = Memo::new(move |_| view_state.tool().with(|tool| tool.prompt(&view_state.carried_name())));
    move || {
        text.get().map(|text| {
            view! {
                <div class="prompt">
                    <span><Inline text /></span>
                    <button type="button" class="button small" on:click=move |_| gestures.on_canvas_event(CanvasEvent::Cancel)>
                        "Cancel"
                        <kbd>"Esc"</kbd>
                    </button>
                </div>
            }
        })
    }
}
