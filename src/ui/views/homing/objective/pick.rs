//! Select for a word of the objective's vocabulary.

use leptos::prelude::*;

use super::super::super::super::mounted::while_mounted;

/// Select. Also shows a current value that is no longer an option.
#[component]
pub(super) fn Pick(
    label: &'static str,
    value: Signal<String>,
    options: Signal<Vec<String>>,
    pick: Callback<String>,
) -> impl IntoView {
    view! {
        <select
            class="field pick"
            aria-label=label
            title=label
            prop:value=move || { options.track(); value.get() }
            on:change=while_mounted(move |event: web_sys::Event| pick.run(event_target_value(&event)))
        >
            {move || {
                let now = value.get();
                let mut all = options.get();
                if !all.contains(&now) {
                    all.insert(0, now.clone());
                }
                all.into_iter().map(|word| {
                    let selected = word == now;
                    view! { <option value=word.clone() selected=selected>{word.clone()}</option> }
                }).collect_view()
            }}
        </select>
    }
}
