//! Typed values by their declared parts: written and required parts first, the rest behind a disclosure.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::mounted::while_mounted;
use super::entries::AddRow;
use super::fields::{Fields, is_open};
use super::{Form, Several, several};
use limn_ide::form::{Control, Field};

/// Number of parts shown without expanding.
const SHOWN_PARTS: usize = 9;

#[component]
pub fn PartsView(field: Memo<Field>, free: bool) -> impl IntoView {
    let all = several(field, |control| match control {
        Control::Parts { fields, .. } => fields,
        _ => &[],
    });
    let is_shown_first = |field: &&Field| field.written || field.required && field.default.is_none();
    // The order stays while values come and go, and visible parts stay visible.
    let first: BTreeSet<String> = all.with_untracked(|all| {
        let first = all.iter().filter(is_shown_first);
        first.map(|field| field.key.clone()).collect()
    });
    let all: Several = Memo::new(move |_| {
        let mut fields = all.with(|all| all.to_vec());
        fields.sort_by_key(|field| !first.contains(&field.key));
        Arc::new(fields)
    });
    let in_sight: Option<BTreeSet<String>> = all.with_untracked(|all| {
        let shown_first = all.iter().filter(is_shown_first).count();
        (all.len() > SHOWN_PARTS && shown_first < all.len()).then(|| {
            let mut left = SHOWN_PARTS.saturating_sub(shown_first);
            let keep = all.iter().filter(|field| {
                let kept = is_shown_first(field) || left > 0;
                left = left.saturating_sub(usize::from(kept && !is_shown_first(field)));
                kept
            });
            keep.map(|field| field.key.clone()).collect()
        })
    });
    let Some(in_sight) = in_sight.map(StoredValue::new) else {
        return view! {
            <Fields fields=all />
            {free.then(|| view! { <AddRow field kind="entry" named=false /> })}
        }
        .into_any();
    };
    let form = expect_context::<Form>();
    let pick = move |shown: bool| {
        Memo::new(move |_| {
            // A search is in all parts.
            let searches = form.words.with(|words| !words.trim().is_empty());
            let of = |field: &&Field| {
                let is_shown =
                    searches || field.extra || in_sight.with_value(|keys| keys.contains(&field.key));
                is_shown == shown
            };
            Arc::new(all.with(|all| all.iter().filter(of).cloned().collect::<Vec<_>>()))
        })
    };
    let (few, rest) = (pick(true), pick(false));
    let open = RwSignal::new(false);
    view! {
        <Fields fields=few />
        <details class="more" class:gone=move || rest.with(|rest| rest.is_empty()) on:toggle=while_mounted(move |event: web_sys::Event| open.set(is_open(&event)))>
            <summary>{move || format!("{} more", rest.with(|rest| rest.len()))}</summary>
            <Show when=move || open.get()><Fields fields=rest /></Show>
        </details>
        {free.then(|| view! { <AddRow field kind="entry" named=false /> })}
    }
    .into_any()
}
