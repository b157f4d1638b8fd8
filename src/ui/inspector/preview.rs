//! Preview of the instances that an item becomes, with their values, from the defaults of the document.

use leptos::prelude::*;

use super::super::markdown::{Inline, sentence};
use super::super::mounted::while_mounted;
use super::super::session::documents;
use super::Form;
use super::fields::is_open;
use limn_language::deployment::{DeploymentPart, DeploymentPartKind, NamedValue, Request};
use limn_language::graph::Id;
use limn_language::scaling::plural;
use limn_text::visible;

#[component]
pub fn Instances(id: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let documents = documents();
    let found = Memo::new(move |_| {
        form.rested.track();
        if id.0.is_empty() {
            return None;
        }
        let checked = documents.checked().get_untracked()?;
        checked.0.deployments()?.instances_of(&id, &Request::default())
    });
    let summary = move || {
        let parts = found.with(|found| found.as_ref().map(|found| found.parts.get(1).cloned()))?;
        parts.map(|part| summary(&part))
    };
    let shown = RwSignal::new(false);
    let rows = move || {
        let deployment = found.get()?;
        let group = deployment.parts.get(1)?.clone();
        let omitted = group.omitted;
        let notes: Vec<String> = group.notes.iter().map(|note| note.text.clone()).collect();
        let notes = notes
            .into_iter()
            .map(|text| view! { <p class="preview-note"><Inline text=sentence(&text) /></p> });
        let notes = notes.collect_view();
        let instances = deployment.parts.iter().filter(|part| part.kind == DeploymentPartKind::Instance);
        let instances = instances.map(instance).collect_view();
        let more = (omitted > 0).then(|| format!("{} more", plural(omitted, "instance")));
        Some(view! {
            {notes}
            <ul class="preview-list" aria-label="Instances" tabindex="0">{instances}</ul>
            {more.map(|more| view! { <p class="preview-note">{more}</p> })}
            <p class="preview-note">"From the defaults. The What if view shows other values."</p>
        })
    };
    let is_there = Memo::new(move |_| {
        found.with(|found| found.as_ref().is_some_and(|deployment| deployment.parts.len() > 1))
    });
    view! {
        <Show when=move || is_there.get()>
            <details class="preview" on:toggle=while_mounted(move |event: web_sys::Event| shown.set(is_open(&event)))>
                <summary><Inline text=summary().unwrap_or_default() /></summary>
                <Show when=move || shown.get()>{rows}</Show>
            </details>
        </Show>
    }
}

/// "2 instances: one for each entry of `${zones}`"
fn summary(part: &DeploymentPart) -> String {
    match &part.count {
        Err(reason) => format!("Number of instances unknown: {reason}"),
        Ok(count) if part.kind == DeploymentPartKind::Group && !part.count_source.is_empty() => {
            format!("{}: {}", plural(*count, "instance"), part.count_source)
        }
        Ok(count) => plural(*count, "instance"),
    }
}

fn instance(part: &DeploymentPart) -> impl IntoView + use<> {
    let notes = part.notes.iter().map(|note| sentence(&note.text));
    let notes = notes.map(|text| view! { <p class="preview-note"><Inline text /></p> }).collect_view();
    let values = part.values.iter().map(value).collect_view();
    view! {
        <li>
            <span class="preview-name">{visible(&part.name).into_owned()}</span>
            <span class="preview-type">{visible(&part.type_name).into_owned()}</span>
            {notes}
            <dl>{values}</dl>
        </li>
    }
}

fn value(value: &NamedValue) -> impl IntoView + use<> {
    let reasons = value.value.unknown_reasons().join("; ");
    let is_unknown = value.value.unknown_reason().is_some();
    let shown = visible(&value.value.to_string()).into_owned();
    let shown = if shown.is_empty() { "empty".to_owned() } else { shown };
    view! {
        <dt>{visible(&value.name).into_owned()}</dt>
        <dd class:unknown=is_unknown>
            {if is_unknown {
                view! { <Inline text=format!("Unknown: {reasons}") /> }.into_any()
            } else {
                view! {
                    <code>{shown}</code>
                    {(!reasons.is_empty()).then(|| view! { <Inline text=format!(" ({reasons})") /> })}
                }
                .into_any()
            }}
        </dd>
    }
}
