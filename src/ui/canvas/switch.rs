//! Switch above the canvas: the whole topology, and parts with their own diagram.

use leptos::prelude::*;

use super::super::session::{documents, navigation, positions};
use limn_language::graph::{Diagram, Id};

#[component]
pub fn Switch() -> impl IntoView {
    let (documents, positions, navigation) = (documents(), positions(), navigation());
    // Only names and ids: changes of their content need no update.
    let parts = Memo::new(move |_| {
        let part = |diagram: Diagram| (diagram.id, diagram.label, diagram.kind);
        documents.diagrams().into_iter().map(part).collect::<Vec<_>>()
    });
    let now = Memo::new(move |_| positions.drawn().with(|drawn| drawn.diagram.clone()));
    let tab = move |id: Option<Id>, label: String, title: String| {
        let (mine, to) = (id.clone(), id);
        view! {
            <button
                type="button"
                class="tab"
                title=title
                aria-pressed=move || now.with(|now| *now == mine).to_string()
                on:click=move |_| navigation.show_diagram(to.clone())
            >
                {label}
            </button>
        }
    };
    view! {
        <Show when=move || !parts.with(Vec::is_empty)>
            <div class="switch" role="group" aria-label="Diagrams">
                {tab(None, "Topology".to_owned(), "The whole service".to_owned())}
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
