//! Search field: an input with a lens and a button that clears it.

use leptos::{ev, html, prelude::*};

use super::icons::{Glyph, Picture};

/// Search words. Escape clears them, and does what `on_key` does if there are none.
#[component]
pub fn SearchField(
    /// Name of the field for screen readers.
    label: &'static str,
    placeholder: &'static str,
    #[prop(into)] words: Signal<String>,
    #[prop(into)] set: Callback<String>,
    /// Called for the keys that the field itself does not use.
    #[prop(optional, into)]
    on_key: Option<Callback<ev::KeyboardEvent>>,
    #[prop(optional)] id: Option<&'static str>,
    /// Further class of the whole field.
    #[prop(optional)]
    class: &'static str,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let has_words = Memo::new(move |_| words.with(|words| !words.is_empty()));
    let key = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && has_words.get_untracked() {
            event.prevent_default();
            event.stop_propagation();
            set.run(String::new());
        } else if let Some(on_key) = on_key {
            on_key.run(event);
        }
    };
    let clear = move |_| {
        set.run(String::new());
        if let Some(input) = input.get_untracked() {
            drop(input.focus());
        }
    };
    view! {
        <div class=format!("search {class}")>
            <Picture glyph=Glyph::Search />
            <input
                id=id
                class="field"
                type="search"
                node_ref=input
                placeholder=placeholder
                aria-label=label
                spellcheck="false"
                autocomplete="off"
                prop:value=move || words.get()
                on:input=move |event| set.run(event_target_value(&event))
                on:keydown=key
            />
            // Escape does the same, so that Tab does not stop here.
            <Show when=move || has_words.get()>
                <button type="button" class="search-clear" tabindex="-1" aria-label="Clear search" title="Clear (Esc)" on:click=clear>
                    <Picture glyph=Glyph::Close />
                </button>
            </Show>
        </div>
    }
}
