//! The switch above the canvas: the whole, and the parts that have a picture of their own.

use leptos::prelude::*;

use super::super::session::session;
use crate::graph::{Diagram, Id};

#[component]
pub fn Switch() -> impl IntoView {
    let session = session();
    // A part's own name and place; what is drawn of it is another matter.
    let parts = Memo::new(move |_| {
        let part = |it: Diagram| (it.id, it.label, it.kind);
        session.diagrams().into_iter().map(part).collect::<Vec<_>>()
    });
    let now = Memo::new(move |_| session.drawn().with(|drawn| drawn.diagram.clone()));
    let tab = move |id: Option<Id>, label: String, title: String| {
        let (mine, to) = (id.clone(), id);
        view! {
            <button
                type="button"
                class="tab"
                title=title
                aria-pressed=move || now.with(|now| *now == mine).to_string()
                on:click=move |_| session.show_diagram(to.clone())
            >
                {label}
            </button>
        }
    };
    view! {
        <Show when=move || !parts.with(Vec::is_empty)>
            <div class="switch" role="group" aria-label="What the canvas shows">
                {tab(None, "Topology".to_owned(), "All of the service".to_owned())}
                {move || {
                    parts
                        .get()
                        .into_iter()
                        .map(|(id, label, kind)| tab(Some(id), label.clone(), format!("The {kind} {label}")))
                        .collect_view()
                }}
            </div>
        </Show>
    }
}
