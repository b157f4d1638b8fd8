//! Menus of the diagram: the switch between layers of wires, where values flow or can be connected, and the menu of layers of elements.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::menu::{Heading, Menu, Toggle};
use super::super::session::{
    DIAGRAM, canvas_state, documents, gestures, open_requirements_sentence, positions, view_state,
};
use limn_canvas::keys::Command;
use limn_language::element_layer::ElementLayer;
use limn_language::graph::WireLayer;

/// True if the diagram of a file is shown.
pub(super) fn shows_diagram() -> Memo<bool> {
    let (documents, view_state) = (documents(), view_state());
    Memo::new(move |_| {
        let is_recognized = documents
            .checked()
            .with(|checked| checked.as_ref().is_some_and(|checked| checked.0.language().dialect.is_some()));
        is_recognized && view_state.view().get() == DIAGRAM
    })
}

#[component]
pub(super) fn Layers() -> impl IntoView {
    let shown = shows_diagram();
    view! {
        <Show when=move || shown.get()>
            <div class="view-layers">
                <WireLayers />
                <ElementLayers />
            </div>
        </Show>
    }
}

#[component]
fn WireLayers() -> impl IntoView {
    let (positions, gestures) = (positions(), gestures());
    let has_values = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.has_values()));
    let now = Memo::new(move |_| positions.drawn().with(|drawn| drawn.graph.layer));
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
        <Show when=move || has_values.get()>
            <div class="view-tabs" role="group" aria-label="Wires shown">
                {WireLayer::ALL.map(button).collect_view()}
            </div>
        </Show>
    }
}

/// Menu of what is shown; its button says what is hidden.
#[component]
fn ElementLayers() -> impl IntoView {
    let (view_state, positions, gestures, canvas) = (view_state(), positions(), gestures(), canvas_state());
    let open = positions.open_requirements();
    let counts = Memo::new(move |_| {
        let whole = positions.all_layers().get();
        ElementLayer::ALL.map(|layer| layer.count(&whole))
    });
    // A layer without elements hides nothing.
    let hidden = Memo::new(move |_| {
        let of_layers = ElementLayer::ALL.into_iter().zip(counts.get());
        let hidden = of_layers
            .filter(|(layer, count)| *count > 0 && canvas.hidden().with(|hidden| hidden.contains(layer)));
        hidden.map(|(layer, _)| layer.label()).collect::<Vec<_>>()
    });
    let filters = Memo::new(move |_| hidden.with(Vec::len) + usize::from(canvas.only_open().get()));
    let label = Signal::derive(move || {
        let mut label = "Layers".to_owned();
        if !hidden.with(Vec::is_empty) {
            label.push_str(&format!(", hidden: {}", hidden.with(|hidden| hidden.join(", "))));
        }
        if canvas.only_open().get() {
            label.push_str(", only open requirements");
        }
        label
    });
    let face = move || {
        view! {
            <Picture glyph=Glyph::Layers />
            <span class="view-layers-label">"Layers"</span>
            {move || (filters.get() > 0).then(|| view! { <span class="count" aria-hidden="true">{filters.get()}</span> })}
        }
    };
    let layer = move |at: usize, layer: ElementLayer| {
        let hint = Signal::derive(move || match counts.get()[at] {
            0 => "none in this diagram".to_owned(),
            count => format!("{count} in this diagram"),
        });
        let on = Signal::derive(move || canvas.hidden().with(|hidden| !hidden.contains(&layer)));
        view! { <Toggle label=layer.label() hint on run=move || gestures.toggle_elements(layer) /> }
    };
    let sentence = Signal::derive(move || open_requirements_sentence(open.get()));
    view! {
        <Menu label flush=true class="small bare view-layers-button" face=ViewFn::from(face)>
            <Heading text="Shown on the canvas" />
            {ElementLayer::ALL.into_iter().enumerate().map(|(at, kind)| layer(at, kind)).collect_view()}
            <hr />
            <Toggle
                label="Only open requirements"
                hint=sentence
                on=canvas.only_open()
                run=move || gestures.toggle_only_open()
            />
            <hr />
            <Toggle
                label="Snap to grid"
                hint="hold Alt while dragging to move without snapping"
                keys=Signal::derive(move || view_state.key_of(Command::Grid))
                on=canvas.grid()
                run=move || gestures.command(Command::Grid)
            />
        </Menu>
    }
}
