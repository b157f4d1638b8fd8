//! Switch between the layers of the diagram: relationships, values, or both. It is shown where values flow.

use leptos::prelude::*;

use super::super::session::{DIAGRAM, gestures, positions, view_state};
use limn_language::graph::WireLayer;

#[component]
pub(super) fn Layers() -> impl IntoView {
    let (positions, gestures, view_state) = (positions(), gestures(), view_state());
    let now = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.layer));
    let has_values = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.has_values()));
    let shown = move || has_values.get() && view_state.view().get() == DIAGRAM;
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
        <Show when=shown>
            <div class="view-tabs view-layers" role="group" aria-label="Wires shown">
                {WireLayer::ALL.map(button).collect_view()}
            </div>
        </Show>
    }
}
