//! Button with a picture that turns a setting on and off.

use leptos::prelude::*;

use super::icons::{Glyph, Picture};

/// Small button, pressed while the setting is on.
#[component]
pub fn ToggleButton(
    label: &'static str,
    /// The tooltip: what it does, with its keys.
    #[prop(into)]
    title: Signal<String>,
    glyph: Glyph,
    #[prop(into)] pressed: Signal<bool>,
    #[prop(into)] on_toggle: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button small bare"
            aria-label=label
            title=move || title.get()
            aria-pressed=move || pressed.get().to_string()
            on:click=move |_| on_toggle.run(())
        >
            <Picture glyph=glyph />
        </button>
    }
}
