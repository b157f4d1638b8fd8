//! Notice above the diagram of what is not shown as usual: the selected element is in a hidden layer, or only nodes with open requirements stand out.

use leptos::prelude::*;

use super::super::pane_focus::focus_canvas;
use super::super::session::{canvas_state, gestures, open_requirements_sentence, positions, view_state};
use limn_language::element_layer::ElementLayer;

#[component]
pub(super) fn LayerNotice() -> impl IntoView {
    let (view_state, positions, gestures, canvas) = (view_state(), positions(), gestures(), canvas_state());
    let is_broken = Memo::new(move |_| positions.drawn().with(|drawn| drawn.broken.is_some()));
    let hidden = Memo::new(move |_| {
        positions.drawn().track();
        view_state.selection().with(|ids| match ids.len() {
            1 => {
                ids.first().and_then(|id| Some((id.0.last_key()?.to_owned(), positions.hidden_layer_of(id)?)))
            }
            _ => None,
        })
    });
    let open = positions.open_requirements();
    let notice = move |text: String, action: String, run: Callback<()>| {
        view! {
            <div class="layer-notice">
                <span role="status">{text}</span>
                <button
                    type="button"
                    class="button small"
                    on:click=move |_| {
                        run.run(());
                        focus_canvas();
                    }
                >
                    {action}
                </button>
            </div>
        }
    };
    let show = move |layer: ElementLayer| Callback::new(move |()| gestures.show_elements(layer, true));
    move || match hidden.get() {
        _ if is_broken.get() => None,
        Some((name, layer)) => {
            let action = format!("Show {}", layer.label().to_lowercase());
            Some(notice(format!("{name} is in a hidden layer"), action, show(layer)))
        }
        None if canvas.only_open().get() => Some(notice(
            open_requirements_sentence(open.get()),
            "Show all".to_owned(),
            Callback::new(move |()| gestures.toggle_only_open()),
        )),
        None => None,
    }
}
