//! The tree of instances, with arrow key navigation: up and down move, right and left open and close, Home and End go to the first and the last row.

use std::sync::Arc;

use leptos::attr::custom::custom_attribute;
use leptos::{ev, html, prelude::*};

use super::super::super::browser::elements;
use super::super::super::icons::{Glyph, Picture, Sign};
use super::{State, key};
use limn_canvas::icon;
use limn_language::deployment::{Deployment, DeploymentPart, DeploymentPartKind};

/// Parts with more parts than this inside are closed at first, below the first two levels.
const OPEN_AT_MOST: usize = 24;
/// Indentation of a level, in pixels.
const INDENT: usize = 18;

/// Returns true if the parts of a part are shown.
fn is_open(state: State, part: &DeploymentPart, depth: usize) -> bool {
    let at_first = depth < 2 || part.children.len() <= OPEN_AT_MOST && depth < 4;
    state.toggled.with(|toggled| toggled.contains(&key(part))) != at_first
}

/// A shown part of a deployment.
#[derive(Clone)]
struct Row {
    deployment: Arc<Deployment>,
    at: usize,
    depth: usize,
}

impl Row {
    fn key(&self) -> (usize, usize) {
        (Arc::as_ptr(&self.deployment) as usize, self.at)
    }
}

/// The shown rows.
fn rows(state: State, deployment: &Arc<Deployment>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut closed = usize::MAX;
    for (at, depth) in deployment.in_tree_order() {
        if depth > closed {
            continue;
        }
        let part = &deployment.parts[at];
        closed = if part.children.is_empty() || is_open(state, part, depth) { usize::MAX } else { depth };
        rows.push(Row { deployment: Arc::clone(deployment), at, depth });
    }
    rows
}

fn toggle(state: State, at: usize) {
    let deployment = state.deployment.get_untracked();
    let Some(part) = deployment.parts.get(at) else { return };
    let key = key(part);
    state.toggled.update(|toggled| {
        if !toggled.remove(&key) {
            toggled.insert(key);
        }
    });
}

#[component]
pub(super) fn Tree(state: State) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    view! {
        <div
            class="whatif-tree"
            role="tree"
            aria-label="Instances"
            node_ref=list
            on:keydown=move |event| walk(state, list, &event)
        >
            // Rows are created again for another deployment, and stay when a part opens or closes, so that they keep the focus.
            <For each=move || rows(state, &state.deployment.get()) key=Row::key let(shown)>
                {row(state, &shown)}
            </For>
        </div>
    }
}

fn row(state: State, shown: &Row) -> impl IntoView + use<> {
    let (at, depth) = (shown.at, shown.depth);
    let part = &shown.deployment.parts[at];
    let has_parts = !part.children.is_empty();
    let deployment = Arc::clone(&shown.deployment);
    let open = Memo::new(move |_| has_parts.then(|| is_open(state, &deployment.parts[at], depth)));
    let is_chosen = move || state.part() == Some(at);
    let count = match (&part.count, part.kind) {
        (Ok(count), DeploymentPartKind::Group) => Some(format!("×{count}")),
        (Err(_), _) => Some("×?".to_owned()),
        (Ok(_), _) => None,
    };
    let mut rest = Vec::new();
    if part.kind == DeploymentPartKind::Existing {
        rest.push("exists already".to_owned());
    }
    if part.omitted > 0 && has_parts {
        rest.push(format!("{} more, same as the last one", part.omitted));
    }
    if part.is_cut {
        rest.push("parts not listed".to_owned());
    }
    let unknown = part.values.iter().filter(|value| !value.value.unknown_reasons().is_empty()).count();
    let warns = !part.notes.is_empty() || part.count.is_err();
    let type_name =
        if part.kind == DeploymentPartKind::Group { String::new() } else { part.type_name.clone() };
    view! {
        <div
            class=format!("whatif-row kind-{}", icon::name(part.icon))
            class:chosen=is_chosen
            role="treeitem"
            tabindex=move || if is_chosen() { "0" } else { "-1" }
            {..custom_attribute("aria-level", (depth + 1).to_string())}
            aria-expanded=move || open.get().map(|open| open.to_string())
            aria-selected=move || is_chosen().to_string()
            data-at=at.to_string()
            data-depth=depth.to_string()
            title=part.name.clone()
            style:padding-left=format!("{}px", 6 + depth * INDENT)
            on:click=move |_| state.choose(at)
        >
            <span
                class="whatif-turn"
                class:open=move || open.get() == Some(true)
                aria-hidden="true"
                on:click=move |event| { if has_parts { event.stop_propagation(); toggle(state, at); } }
            >
                {has_parts.then(|| view! { <Picture glyph=Glyph::Chevron /> })}
            </span>
            <Sign icon=part.icon />
            <span class="whatif-label">{part.label.clone()}</span>
            {count.map(|count| view! { <span class="whatif-count">{count}</span> })}
            <span class="whatif-type">{type_name}</span>
            {(!rest.is_empty()).then(|| view! { <span class="whatif-rest">{rest.join(", ")}</span> })}
            {(unknown > 0).then(|| view! { <span class="whatif-unknown">{format!("{unknown} unknown")}</span> })}
            {warns.then(|| view! { <span class="whatif-warns" aria-label="has notes"><Picture glyph=Glyph::Warning /></span> })}
        </div>
    }
}

fn walk(state: State, list: NodeRef<html::Div>, event: &ev::KeyboardEvent) {
    let Some(list) = list.get_untracked() else { return };
    let rows = elements(&list, "whatif-row");
    let focused = document().active_element();
    let Some(at) =
        rows.iter().position(|row| focused.as_ref().is_some_and(|element| element.is_same_node(Some(row))))
    else {
        return;
    };
    let number = |row: &web_sys::HtmlElement, name: &str| {
        row.get_attribute(name).and_then(|text| text.parse::<usize>().ok()).unwrap_or_default()
    };
    let (part, depth) = (number(&rows[at], "data-at"), number(&rows[at], "data-depth"));
    let expanded = rows[at].get_attribute("aria-expanded");
    let to = match event.key().as_str() {
        "ArrowDown" => Some(at + 1),
        "ArrowUp" => at.checked_sub(1),
        "Home" => Some(0),
        "End" => Some(rows.len() - 1),
        "ArrowRight" if expanded.as_deref() == Some("false") => None,
        "ArrowRight" => Some(at + 1).filter(|_| expanded.is_some()),
        "ArrowLeft" if expanded.as_deref() == Some("true") => None,
        "ArrowLeft" => rows[..at].iter().rposition(|row| number(row, "data-depth") < depth),
        "Enter" | " " => Some(at),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    let turns = matches!(
        (event.key().as_str(), expanded.as_deref()),
        ("ArrowRight", Some("false")) | ("ArrowLeft", Some("true"))
    );
    let part = match to.and_then(|to| rows.get(to)) {
        Some(row) => number(row, "data-at"),
        None => part,
    };
    if turns {
        toggle(state, part);
    }
    state.choose(part);
    if let Some(row) = to.and_then(|to| rows.get(to)) {
        drop(row.focus());
    }
}
