//! Dialog to fix many problems at once: the kinds of problems to choose from, and what their fixes change.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{html, prelude::*};

use super::super::browser::after;
use super::super::markdown::{Inline, sentence};
use super::super::mounted::{Mounted, while_mounted};
use super::super::session::{FixPreview, FixableKind, edits};
use super::differences::differences;
use super::{Modal, close_around};
use limn_analysis::LeftOut;
use limn_language::diagnostic::Code;
use limn_text::visible;

/// Maximum number of fixes that are listed as left out.
const MOST_LEFT_OUT: usize = 20;

/// A preview; equal only to itself.
#[derive(Clone)]
struct Shown(Arc<FixPreview>);

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[component]
pub(super) fn FixAll(only: Option<&'static Code>) -> impl IntoView {
    let edits = edits();
    let kinds = edits.fixable_kinds();
    let is_of = |kind: &&FixableKind| only.is_none_or(|only| only.name == kind.code.name);
    let chosen: BTreeSet<&'static str> = kinds.iter().filter(is_of).map(|kind| kind.code.name).collect();
    let here: usize = kinds.iter().filter(is_of).map(|kind| kind.here).sum();
    let all: usize = kinds.iter().filter(is_of).map(|kind| kind.everywhere).sum();
    let has_others = kinds.iter().any(|kind| kind.everywhere > kind.here);
    let chosen = RwSignal::new(chosen);
    // The problems of one kind were counted in all files.
    let everywhere = RwSignal::new(here == 0 || only.is_some() && all > here);
    let is_empty = kinds.is_empty();
    let preview = preview(chosen, everywhere);
    let apply = NodeRef::<html::Button>::new();
    let close = move || {
        if let Some(button) = apply.get_untracked() {
            close_around(&button);
        }
    };
    let count = move || preview.with(|preview| preview.as_ref().map(|shown| shown.0.count));
    let label = move || match count() {
        None => "Apply".to_owned(),
        Some(1) => "Apply 1 fix".to_owned(),
        Some(count) => format!("Apply {count} fixes"),
    };
    let announcement = move || match count() {
        None => String::new(),
        Some(0) => "Nothing to change".to_owned(),
        Some(1) => "1 fix".to_owned(),
        Some(count) => format!("{count} fixes"),
    };
    view! {
        <Modal title="Fix problems">
            <div class="fix-all">
                {has_others.then(|| view! { <Scope everywhere /> })}
                <fieldset class="fix-kinds" hidden=is_empty>
                    <legend>"Kinds of problems"</legend>
                    {kinds.into_iter().map(|kind| view! { <Kind kind chosen everywhere /> }).collect_view()}
                </fieldset>
                <div class="unseen" role="status">{announcement}</div>
                <section class="fix-changes" aria-label="Changes" tabindex="0" aria-busy=move || preview.with(Option::is_none).to_string()>
                    {move || match preview.get() {
                        None => view! { <p class="note">"Checking the fixes…"</p> }.into_any(),
                        Some(preview) => changes(&preview.0, is_empty),
                    }}
                </section>
            </div>
            <div class="dialog-foot">
                <button type="button" class="button" on:click=move |_| close()>"Cancel"</button>
                <button
                    type="button"
                    class="button main"
                    node_ref=apply
                    disabled=move || preview.with(|preview| preview.as_ref().is_none_or(|shown| shown.0.files.is_empty()))
                    on:click=move |_| {
                        let Some(preview) = preview.get_untracked() else { return };
                        close();
                        edits.apply_fixes(&preview.0);
                    }
                >
                    {label}
                </button>
            </div>
        </Modal>
    }
}

/// The result of the chosen fixes; `None` while it is computed.
fn preview(chosen: RwSignal<BTreeSet<&'static str>>, everywhere: RwSignal<bool>) -> RwSignal<Option<Shown>> {
    let edits = edits();
    let preview = RwSignal::new(None);
    let latest_request = StoredValue::new(0_usize);
    let mounted = Mounted::here();
    Effect::new(move |_| {
        let (kinds, everywhere) = (chosen.get(), everywhere.get());
        preview.set(None);
        latest_request.update_value(|latest_request| *latest_request += 1);
        let number = latest_request.get_value();
        // The page shows that it works on it first.
        after(30, move || {
            if mounted.is_mounted() && latest_request.get_value() == number {
                preview.set(Some(Shown(Arc::new(edits.preview_fixes(&kinds, everywhere)))));
            }
        });
    });
    preview
}

/// The choice between the active file and all files.
#[component]
fn Scope(everywhere: RwSignal<bool>) -> impl IntoView {
    let choice = move |label: &'static str, value: bool| {
        view! {
            <label>
                <input
                    type="radio"
                    name="fix-scope"
                    prop:checked=move || everywhere.get() == value
                    on:change=while_mounted(move |_: web_sys::Event| everywhere.set(value))
                />
                {label}
            </label>
        }
    };
    view! {
        <fieldset class="fix-scope">
            <legend>"Files"</legend>
            {choice("This file", false)}
            {choice("All files", true)}
        </fieldset>
    }
}

/// A kind of problem with a box to choose it.
#[component]
fn Kind(
    kind: FixableKind,
    chosen: RwSignal<BTreeSet<&'static str>>,
    everywhere: RwSignal<bool>,
) -> impl IntoView {
    let FixableKind { code, here, everywhere: all } = kind;
    let count = move || if everywhere.get() { all } else { here };
    view! {
        <label class:empty=move || count() == 0>
            <input
                type="checkbox"
                prop:checked=move || chosen.with(|chosen| chosen.contains(code.name))
                on:change=while_mounted(move |event: web_sys::Event| {
                    let is_chosen = event_target_checked(&event);
                    chosen
                        .update(|chosen| {
                            if is_chosen { chosen.insert(code.name) } else { chosen.remove(code.name) };
                        });
                })
            />
            <span>{title(code)}</span>
            <code>{code.name}</code>
            <small>{count}</small>
        </label>
    }
}

/// The fault in words: "Missing space after colon".
fn title(code: &Code) -> String {
    sentence(&code.name.rsplit('/').next().unwrap_or_default().replace('-', " "))
}

fn changes(preview: &FixPreview, is_empty: bool) -> AnyView {
    let files = preview.files.iter().map(|(file, (before, edit))| {
        let name = visible(file.as_str()).into_owned();
        view! {
            <section aria-label=name.clone()>
                <h3>{name.clone()}</h3>
                {differences(before, edit, 0)}
            </section>
        }
    });
    let files = files.collect_view();
    let nothing = preview.files.is_empty().then(|| {
        let text = if is_empty {
            "No problem has a safe fix."
        } else if preview.left_out.is_empty() {
            "Nothing to change: choose other kinds of problems."
        } else {
            "No changes: every fix was skipped."
        };
        view! { <p class="note">{text}</p> }
    });
    view! {
        {nothing}
        {files}
        {(!preview.left_out.is_empty()).then(|| left_out(&preview.left_out))}
    }
    .into_any()
}

fn left_out(all: &[LeftOut]) -> impl IntoView + use<> {
    let rows = all.iter().take(MOST_LEFT_OUT).map(|fix| {
        let place = format!("{}:{}", visible(fix.file.as_str()), fix.line);
        let text = sentence(&format!("{}: {}", fix.title, fix.reason));
        view! { <li><span class="place-at">{place}</span> <Inline text /></li> }
    });
    let rows = rows.collect_view();
    let more = all.len().saturating_sub(MOST_LEFT_OUT);
    view! {
        <section aria-label="Not applied">
            <h3>"Not applied"</h3>
            <ul class="left-out">{rows}</ul>
            {(more > 0).then(|| view! { <p class="note">{format!("{more} more.")}</p> })}
        </section>
    }
}
