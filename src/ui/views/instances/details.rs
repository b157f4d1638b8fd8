//! Values of the chosen part: each with its origin, or the reason why it is not known.

use leptos::prelude::*;

use super::super::super::markdown::{Inline, sentence};
use super::State;
use limn_language::deployment::{DeploymentNote, DeploymentPart, DeploymentPartKind, NamedValue};

#[component]
pub(super) fn Details(state: State) -> impl IntoView {
    move || {
        let deployment = state.deployment.get();
        let part = state.part().and_then(|at| deployment.parts.get(at).cloned());
        part.map(|part| of_part(state, &part))
    }
}

fn of_part(state: State, part: &DeploymentPart) -> impl IntoView + use<> {
    let count = match (&part.count, part.kind) {
        (Err(reason), _) => Some(format!("The number of instances is unknown: {reason}.")),
        (Ok(count), DeploymentPartKind::Group) => {
            let noun = if *count == 1 { "instance" } else { "instances" };
            Some(format!("{count} {noun}: {}.", part.count_source))
        }
        (Ok(_), DeploymentPartKind::Existing) => Some("Exists already; these properties find it.".to_owned()),
        (Ok(_), _) => None,
    };
    let has_values = !part.values.is_empty();
    let notes = part.notes.iter().map(|note| note_item(state, note)).collect_view();
    let has_notes = !part.notes.is_empty();
    let values = part.values.iter().map(|value| value_item(state, value)).collect_view();
    view! {
        <section class="whatif-details" aria-label="Values of the instance">
            <h3>{part.label.clone()}</h3>
            {(part.kind == DeploymentPartKind::Instance).then(|| view! { <p class="whatif-full">{part.name.clone()}</p> })}
            <p class="whatif-full">{part.type_name.clone()}</p>
            {count.map(|count| view! { <p><Inline text=count /></p> })}
            {has_notes.then(|| view! { <ul class="whatif-notes">{notes}</ul> })}
            {has_values.then(|| view! { <ul class="whatif-values">{values}</ul> })}
        </section>
    }
}

fn note_item(state: State, note: &DeploymentNote) -> impl IntoView + use<> {
    let text = sentence(&note.text);
    match note.range {
        Some(range) => view! {
            <li>
                <button type="button" class="whatif-source" title="Go to source" on:click=move |_| state.jump(range)>
                    <Inline text />
                </button>
            </li>
        }
        .into_any(),
        None => view! { <li><Inline text /></li> }.into_any(),
    }
}

fn value_item(state: State, value: &NamedValue) -> impl IntoView + use<> {
    let reasons = value.value.unknown_reasons().join("; ");
    let is_unknown = value.value.unknown_reason().is_some();
    let shown = value.value.to_string();
    let shown = if shown.is_empty() { "empty".to_owned() } else { shown };
    let source = value.source.clone();
    let origin = match value.range {
        Some(range) if !source.is_empty() => view! {
            <button type="button" class="whatif-source" title="Go to source" on:click=move |_| state.jump(range)>
                <Inline text=source />
            </button>
        }
        .into_any(),
        _ => view! { <small><Inline text=source /></small> }.into_any(),
    };
    view! {
        <li class:unknown=is_unknown>
            <span class="whatif-name">{value.name.clone()}</span>
            <span class="whatif-value">{shown}</span>
            {(!reasons.is_empty()).then(|| view! { <span class="whatif-reason"><Inline text=sentence(&reasons) /></span> })}
            {origin}
        </li>
    }
}
