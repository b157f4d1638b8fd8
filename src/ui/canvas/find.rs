//! Search on the canvas: finds items by their names and types, selects one after the other, and brings it into the middle of the view.

use leptos::{ev, html, prelude::*};

use super::super::focus::leaves;
use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{Navigation, Popup, navigation, notices, positions};
use limn_language::graph::Id;

#[component]
pub fn Find() -> impl IntoView {
    let notices = notices();
    let open = Memo::new(move |_| notices.popup().with(|popup| *popup == Some(Popup::Find)));
    view! { <Show when=move || open.get()><Bar /></Show> }
}

/// The words, the items that match them, and the match that is shown.
#[derive(Clone, Copy)]
struct Search {
    words: RwSignal<String>,
    found: Memo<Vec<Id>>,
    at: RwSignal<usize>,
    navigation: Navigation,
}

impl Search {
    fn new() -> Search {
        let positions = positions();
        let words = RwSignal::new(String::new());
        let found = Memo::new(move |_| {
            let mut found = positions.scene().with(|scene| scene.find(&words.get()));
            found.extend(words.with(|words| positions.hidden_matches(words)));
            found
        });
        Search { words, found, at: RwSignal::new(0), navigation: navigation() }
    }

    fn show(self, to: usize) {
        self.at.set(to);
        if let Some(id) = self.found.with_untracked(|found| found.get(to).cloned()) {
            self.navigation.zoom_to(&id);
        }
    }

    fn step(self, forward: bool) {
        let count = self.found.with_untracked(Vec::len);
        if count > 0 {
            self.show((self.at.get_untracked() + if forward { 1 } else { count - 1 }) % count);
        }
    }

    fn count(self) -> String {
        match (self.found.with(Vec::len), self.words.with(|words| words.trim().is_empty())) {
            (_, true) => String::new(),
            (0, _) => "No matches".to_owned(),
            (count, _) => format!("{} of {count}", self.at.get().min(count - 1) + 1),
        }
    }
}

/// Extends the search from the shown view to the whole diagram.
#[component]
fn Outside(search: Search, input: NodeRef<html::Input>) -> impl IntoView {
    let positions = positions();
    // Of the whole diagram, the first match is shown once that is drawn.
    let widened = StoredValue::new(false);
    Effect::new(move |_| {
        search.found.track();
        if widened.get_value() {
            widened.set_value(false);
            search.show(0);
        }
    });
    let outside = Memo::new(move |_| {
        search.found.track();
        search.words.with(|words| positions.matches_outside_view(words))
    });
    let widen = move || {
        widened.set_value(true);
        search.navigation.show_saved_view(None);
        search.navigation.open_popup(Popup::Find);
        if let Some(input) = input.get_untracked() {
            drop(input.focus());
        }
    };
    view! {
        <Show when=move || outside.get() != 0>
            <button type="button" class="button small outline" title="Find in the whole diagram" on:click=move |_| widen()>
                {move || format!("{} outside the view", outside.get())}
            </button>
        </Show>
    }
}

#[component]
fn Bar() -> impl IntoView {
    let notices = notices();
    let search = Search::new();
    let (input, root) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            drop(input.focus());
        }
    });
    let close = move || {
        notices.close_popup();
        focus_canvas();
    };
    let key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Escape" => close(),
            "Enter" | "F3" => search.step(!event.shift_key()),
            "ArrowDown" => search.step(true),
            "ArrowUp" => search.step(false),
            _ => return event.stop_propagation(),
        }
        event.prevent_default();
        event.stop_propagation();
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
                prop:value=move || search.words.get()
                on:input=move |event| {
                    search.words.set(event_target_value(&event));
                    search.show(0);
                }
            />
            <span class="find-count" role="status">{move || search.count()}</span>
            <Outside search input />
            <button type="button" class="button small bare" aria-label="Previous match" title="Previous match (Shift+Enter)" on:click=move |_| search.step(false)>
                <svg class="icon flip" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
            </button>
            <button type="button" class="button small bare" aria-label="Next match" title="Next match (Enter)" on:click=move |_| search.step(true)>
                <Picture glyph=Glyph::Chevron />
            </button>
            <button type="button" class="button small bare" aria-label="Close search" title="Close (Esc)" on:click=move |_| close()>
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}
