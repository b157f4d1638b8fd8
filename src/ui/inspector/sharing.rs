//! Note about a value that anchors, aliases or merge keys share.

use leptos::prelude::*;

use super::super::markdown::Inline;
use limn_ide::form::{Shared, SharedBy};

/// Note on a value that is shared with other places, and on the effect of a change.
#[component]
pub(super) fn Sharing(shared: Signal<Option<Shared>>) -> impl IntoView {
    let text = |shared: Shared| {
        let anchor = shared.anchor.map(|name| format!("`&{name}`"));
        match (shared.by, anchor) {
            (SharedBy::Merge, Some(anchor)) => {
                format!("Inherited by merge from {anchor}. A change overrides it here.")
            }
            (SharedBy::Merge, None) => "Inherited by merge. A change overrides it here.".to_owned(),
            (_, anchor) => {
                let anchor = anchor.unwrap_or_default();
                format!("Shared by {anchor} in {} places. You can change this one or all.", shared.places)
            }
        }
    };
    move || {
        shared.get().map(|shared| view! { <p class="help always shared"><Inline text=text(shared) /></p> })
    }
}
