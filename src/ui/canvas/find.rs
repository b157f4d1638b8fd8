//! Search on the canvas: finds items by their names and types, selects one after the other, and brings it into the middle of the view.

use leptos::{ev, html, prelude::*};

use super::super::focus::leaves;
use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{Popup, navigation, notices, positions};
use limn_language::graph::Id;

#[component]
pub fn Find() -> impl IntoView {
    let notices = notices();
    let open = Memo::new(move |_| notices.popup().with(|popup| *popup == Some(Popup::Find)));
    view! { <Show when=move || open.get()><Bar /></Show> }
}

#[component]
fn Bar() -> impl IntoView {
    let (notices, navigation, positions) = (notices(), navigation(), positions());
    let (words, at) = (RwSignal::new(String::new()), RwSignal::new(0usize));
    let (input, root) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let found = Memo::new(move |_| {
        let mut found = positions.scene().with(|scene| scene.find(&words.get()));
        found.extend(words.with(|words| positions.hidden_matches(words)));
        found
    });
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            drop(input.focus());
        }
    });
    let show = move |to: usize| {
        at.set(to);
        let id: Option<Id> = found.with_untracked(|found| found.get(to).cloned());
        if let Some(id) = id {
            navigation.zoom_to(&id);
        }
    };
    let step = move |forward: bool| {
        let count = found.with_untracked(Vec::len);
        if count > 0 {
            show((at.get_untracked() + if forward { 1 } else { count - 1 }) % count);
        }
    };
    // Of the whole diagram, the first match is shown once that is drawn.
    let widened = StoredValue::new(false);
    Effect::new(move |_| {
        found.track();
        if widened.get_value() {
            widened.set_value(false);
            show(0);
        }
    });
    let outside = Memo::new(move |_| {
        found.track();
        words.with(|words| positions.matches_outside_view(words))
    });
    let widen = move || {
        widened.set_value(true);
        navigation.show_saved_view(None);
        navigation.open_popup(Popup::Find);
        if let Some(input) = input.get_untracked() {
            drop(input.focus());
        }
    };
    let close = move || {
        notices.close_popup();
        focus_canvas();
    };
    let key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Escape" => close(),
            "Enter" | "F3" => step(!event.shift_key()),
            "ArrowDown" => step(true),
            "ArrowUp" => step(false),
            _ => return event.stop_propagation(),
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let count = move || match (found.with(Vec::len), words.with(|words| words.trim().is_empty())) {
        (_, true) => String::new(),
        (0, _) => "No matches".to_owned(),
        (count, _) => format!("{} of {count}", at.get().min(count - 1) + 1),
    };
    view! {
        <div
            class="find"
            role="search"
            node_ref=root
            on:keydown=while_mounted(key)
            on:focusout=while_mounted(move |event: web_sys::FocusEvent| {
                if leaves(&event, root) {
                    notices.close_popup();
                }
            })
        >
            <input
                class="field"
                node_ref=input
                aria-label="Find on the canvas"
                placeholder="Find on the canvas"
                spellcheck="false"
                prop:value=move || words.get()
                on:input=move |event| {
                    words.set(event_target_value(&event));
                    show(0);
                }
            />
            <span class="find-count" role="status">{count}</span>
            <Show when=move || outside.get() != 0>
                <button type="button" class="button small outline" title="Find in the whole diagram" on:click=move |_| widen()>
                    {move || format!("{} outside of the view", outside.get())}
                </button>
            </Show>
            <button type="button" class="button small bare" aria-label="Previous match" title="Previous match (Shift+Enter)" on:click=move |_| step(false)>
                <svg class="icon flip" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
            </button>
            <button type="button" class="button small bare" aria-label="Next match" title="Next match (Enter)" on:click=move |_| step(true)>
                <Picture glyph=Glyph::Chevron />
            </button>
            <button type="button" class="button small bare" aria-label="Close search" title="Close (Esc)" on:click=move |_| close()>
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}
