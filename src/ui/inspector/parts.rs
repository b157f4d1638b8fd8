//! The parts that a type declares: those that are said or have to be first in sight, the rest a press away.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::mounted::while_mounted;
use super::entries::AddRow;
use super::fields::{Fields, is_open};
use super::several;
use crate::ide::form::{Control, Field};

/// So many are shown without asking.
const FEW: usize = 9;

#[component]
pub fn PartsView(field: Memo<Field>, free: bool) -> impl IntoView {
    let all = several(field, |control| match control {
        Control::Parts { fields, .. } => fields,
        _ => &[],
    });
    // What is in sight stays there while values come and go.
    let in_sight: Option<BTreeSet<String>> = all.with_untracked(|all| {
        let is_said = |field: &&Field| field.written || field.required && field.default.is_none();
        let said = all.iter().filter(is_said).count();
        (all.len() > FEW && said < all.len()).then(|| {
            let mut left = FEW.saturating_sub(said);
            let keep = all.iter().filter(|field| {
                let kept = is_said(field) || left > 0;
                left = left.saturating_sub(usize::from(kept && !is_said(field)));
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
    let pick = move |shown: bool| {
        Memo::new(move |_| {
            let of = |field: &&Field| {
                in_sight.with_value(|keys| keys.contains(&field.key)) == shown || shown && field.extra
            };
            std::sync::Arc::new(all.with(|all| all.iter().filter(of).cloned().collect::<Vec<_>>()))
        })
    };
    let (few, rest) = (pick(true), pick(false));
    let open = RwSignal::new(false);
    view! {
        <Fields fields=few />
        <details class="more" on:toggle=while_mounted(move |event: web_sys::Event| open.set(is_open(&event)))>
            <summary>{move || format!("{} more", rest.with(|rest| rest.len()))}</summary>
            <Show when=move || open.get()><Fields fields=rest /></Show>
        </details>
        {free.then(|| view! { <AddRow field kind="entry" named=false /> })}
    }
    .into_any()
}
