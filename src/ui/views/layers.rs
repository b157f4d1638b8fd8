//! Switch between the layers of the diagram: relationships, values, or both. It is shown where values flow or can be connected.

use leptos::prelude::*;

use super::super::session::{DIAGRAM, gestures, positions, view_state};
use limn_language::graph::WireLayer;

/// Whether the diagram is shown, and has layers.
pub(super) fn has_layers() -> Memo<bool> {
    let (positions, view_state) = (positions(), view_state());
    let has_values = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.has_values()));
    Memo::new(move |_| has_values.get() && view_state.view().get() == DIAGRAM)
}

#[component]
pub(super) fn Layers() -> impl IntoView {
    let (positions, gestures) = (positions(), gestures());
    let now = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.layer));
    let shown = has_layers();
    let button = move |layer: WireLayer| {
        view! {
            <button
                type="button"
                class="view-tab"
                aria-pressed=move || (now.get() == layer).to_string()
                on:click=move |_| gestures.show_layer(layer)
            >
                {layer.label()}
            </button>
        }
    };
    view! {
        <Show when=move || shown.get()>
            <div class="view-tabs view-layers" role="group" aria-label="Wires shown">
                {WireLayer::ALL.map(button).collect_view()}
            </div>
        </Show>
    }
}
