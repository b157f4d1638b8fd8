//! The inspector.
use leptos::prelude::*;

#[component]
pub fn Inspector() -> impl IntoView {
    view! { <div class="pane-head"><h2>"Inspector"</h2></div> }
}
