//! Dialog that asks whether a shared value changes at one place or at all.

use leptos::{html, prelude::*};

use super::super::browser::{after, element};
use super::super::markdown::Inline;
use super::super::session::{Notices, edits, notices};
use super::{Modal, close_around};
use limn_analysis::EditScope;
use limn_language::edit::{Edit, SharedValue};

/// Number of places that are listed.
const LISTED: usize = 6;

#[component]
pub(super) fn ChangeShared(edit: Edit, value: SharedValue) -> impl IntoView {
    let (edits, notices) = (edits(), notices());
    let first = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(first) = first.get() {
            // After the dialog has opened, which focuses its first element.
            after(0, move || drop(first.focus()));
        }
    });
    let chosen = StoredValue::new(None::<EditScope>);
    let close = move |scope: Option<EditScope>| {
        chosen.set_value(scope);
        if let Some(first) = first.get_untracked() {
            close_around(&first);
        }
    };
    on_cleanup(move || match chosen.get_value() {
        Some(scope) => edits.edit_shared(&edit, scope),
        None => decline(notices),
    });
    let SharedValue { path, anchor, places, only_here } = value;
    let (count, more) = (places.len(), places.len().saturating_sub(LISTED));
    let listed = places.into_iter().take(LISTED).map(|place| {
        let is_this = path.starts_with(&place);
        let text = format!("`{place}`{}", if is_this { " (this one)" } else { "" });
        view! { <li><Inline text /></li> }
    });
    let listed = listed.collect_view();
    let text = format!("`{path}` is part of the value of `&{anchor}`, which {count} places share:");
    view! {
        <Modal title="Change a shared value">
            <p><Inline text /></p>
            <ul class="shared-places">
                {listed}
                {(more > 0).then(|| view! { <li>{format!("and {more} more")}</li> })}
            </ul>
            <div class="dialog-foot">
                <button type="button" class="button" on:click=move |_| close(None)>"Cancel"</button>
                {(!only_here).then(|| view! {
                    <button type="button" class="button outline" on:click=move |_| close(Some(EditScope::Everywhere))>
                        {format!("Change all {count}")}
                    </button>
                })}
                <button type="button" class="button main" node_ref=first on:click=move |_| close(Some(EditScope::Here))>
                    "Change this one"
                </button>
            </div>
        </Modal>
    }
}

/// Restores the fields of the form, and the focus in them.
fn decline(notices: Notices) {
    let focused = document().active_element().map(|element| element.id()).filter(|id| !id.is_empty());
    notices.decline();
    after(0, move || {
        if let Some(field) = focused.as_deref().and_then(element) {
            drop(field.focus());
        }
    });
}
