//! The page. Signals in, intents out.

pub mod editor;

use leptos::prelude::*;

#[component]
pub fn App() -> impl IntoView {
    view! { <main><h1>"Limn"</h1></main> }
}
