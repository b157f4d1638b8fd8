//! Form of several selected items: the fields that all have. A change is written to each, as one undo step.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{context::Provider, prelude::*};

use super::super::mounted::while_mounted;
use super::super::session::{documents, edits, positions};
use super::Form;
use super::fields::{Fields, arranged, unmark_on_blur};
use super::keys::{keys, mark_typing, set_typing};
use super::search::Search;
use limn_ide::form::{Sheet, common};
use limn_language::graph::Id;

/// Number of items up to which their fields are compared.
const MAX_COMPARED_ITEMS: usize = 200;
/// Number of names in the heading.
const NAMED: usize = 6;

#[component]
pub(super) fn SeveralForm(ids: BTreeSet<Id>, rested: Signal<usize>) -> impl IntoView {
    let (documents, edits, positions) = (documents(), edits(), positions());
    // Wires and policies that a marquee has caught have other fields than nodes.
    let (nodes, names) = positions.scene().with_untracked(|scene| {
        let nodes: Vec<Id> = ids.iter().filter(|id| scene.card(id).is_some()).cloned().collect();
        let names: Vec<String> = nodes.iter().filter_map(|id| Some(scene.card(id)?.name.clone())).collect();
        (nodes, names)
    });
    let count = ids.len();
    let items: Vec<Id> = if nodes.is_empty() { ids.into_iter().collect() } else { nodes };
    let sheets = Memo::new(move |_| {
        rested.track();
        if items.len() > MAX_COMPARED_ITEMS {
            return Vec::new();
        }
        items.iter().filter_map(|id| documents.sheet(id)).collect::<Vec<Sheet>>()
    });
    let path = |sheet: &Sheet| Id(sheet.path.clone());
    let base = Memo::new(move |_| sheets.with(|sheets| sheets.first().map(path).unwrap_or_default()));
    let others = Memo::new(move |_| sheets.with(|sheets| sheets.iter().skip(1).map(path).collect()));
    let fields = Memo::new(move |_| {
        let all = sheets.with(|sheets| common(sheets));
        Arc::new(arranged(all.map(|sheet| sheet.fields).unwrap_or_default()))
    });
    let form = Form {
        base: base.into(),
        inside: RwSignal::new(Vec::new()),
        nested: false,
        words: RwSignal::new(String::new()),
        rested,
        refused: RwSignal::new(None),
        building: RwSignal::new(None),
        others,
        files: Memo::new(|_| Arc::default()),
        draft: StoredValue::new(None),
        typing: RwSignal::new(false),
    };
    let keys = keys(form);
    on_cleanup(move || edits.drafting(None));
    let more = names.len().saturating_sub(NAMED);
    let mut named = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        named.push_str(&format!(" and {more} more"));
    }
    view! {
        <form class="form" class:typing=form.typing on:submit=|event| event.prevent_default() on:keydown=while_mounted(keys) on:input=mark_typing(form) on:change=set_typing(form, false) on:focusin=set_typing(form, false) on:focusout=unmark_on_blur() autocomplete="off">
            <Provider value=form>
                <header class="form-head">
                    <div class="form-name">
                        <h3>{format!("{count} items selected")}</h3>
                        <div class="form-names">{named}</div>
                    </div>
                </header>
                <Show
                    when=move || fields.with(|fields| !fields.is_empty())
                    fallback=|| view! { <p class="note">"They have no fields in common."</p> }
                >
                    <p class="help always several-hint">"Changes apply to all selected items."</p>
                    <Search fields />
                    <Fields fields />
                </Show>
            </Provider>
        </form>
    }
}
