//! Views besides the diagram, and the tabs between them: one module per view, or per language with several views.

mod document_choice;
mod homing;
mod instances;
mod layers;
mod lifecycle;
mod saved_view_choice;
mod table;

use leptos::{ev, prelude::*};

use super::browser::import::ImportedFile;
use super::session::{DIAGRAM, Navigation, Notices, View, navigation, view_state};

/// The component of a language's view.
struct Registration {
    /// See [`View::id`].
    id: &'static str,
    component: fn() -> AnyView,
    drop_target: Option<DropTarget>,
}

/// An element of a view that imports the files that are dropped on it.
pub struct DropTarget {
    /// CSS selector of the element.
    pub selector: &'static str,
    pub hint: &'static str,
    pub import: fn(Navigation, Notices, Vec<ImportedFile>, Vec<String>),
}

/// Views that belong together, such as those of one language.
struct ViewSet {
    views: &'static [Registration],
    /// Provides data that the views share, also while another view is shown.
    around: Option<fn(Children) -> AnyView>,
}

impl ViewSet {
    const fn of(views: &'static [Registration]) -> ViewSet {
        ViewSet { views, around: None }
    }
}

/// The components of all languages.
static VIEWS: &[ViewSet] =
    &[ViewSet::of(table::VIEWS), ViewSet::of(lifecycle::VIEWS), ViewSet::of(instances::VIEWS), homing::VIEWS];

fn registration(view: View) -> Option<&'static Registration> {
    VIEWS.iter().flat_map(|set| set.views).find(|registration| registration.id == view.id)
}

/// The drop target of a view.
pub fn drop_target(view: View) -> Option<&'static DropTarget> {
    registration(view)?.drop_target.as_ref()
}

/// Tabs above the canvas, with arrow key navigation.
#[component]
pub fn Switch() -> impl IntoView {
    let (view_state, navigation) = (view_state(), navigation());
    let several = Memo::new(move |_| view_state.views().with(|views| views.len() > 1));
    let shows_diagram = layers::shows_diagram();
    let has_several_documents = document_choice::has_several();
    let can_have_saved_views = saved_view_choice::can_have_saved_views();
    let has_choices = move || has_several_documents.get() || can_have_saved_views.get();
    let list = NodeRef::<leptos::html::Div>::new();
    let walk = move |event: ev::KeyboardEvent| {
        let views = view_state.views().get_untracked();
        let at = views.iter().position(|view| *view == view_state.view().get_untracked()).unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowRight" => (at + 1) % views.len(),
            "ArrowLeft" => (at + views.len() - 1) % views.len(),
            "Home" => 0,
            "End" => views.len() - 1,
            _ => return,
        };
        event.prevent_default();
        navigation.show_view(views[to]);
        if let Some(list) = list.get_untracked()
            && let Some(tab) = super::browser::elements(&list, "view-tab").into_iter().nth(to)
        {
            drop(tab.focus());
        }
    };
    view! {
        <Show when=move || several.get() || shows_diagram.get() || has_choices()>
            <div class="view-switch">
                <Show when=move || several.get()>
                <div class="view-tabs" role="tablist" aria-label="Views" node_ref=list on:keydown=walk>
                    <For each=move || view_state.views().get() key=|view| *view let(view)>
                        <button
                            type="button"
                            class="view-tab"
                            role="tab"
                            id=format!("tab-{}", view.id)
                            aria-selected=move || (view_state.view().get() == view).to_string()
                            // Only the current panel is in the page.
                            aria-controls=move || {
                                let is_shown = view != DIAGRAM && view_state.view().get() == view;
                                is_shown.then(|| format!("view-{}", view.id))
                            }
                            tabindex=move || if view_state.view().get() == view { "0" } else { "-1" }
                            on:click=move |_| navigation.choose_tab(view)
                        >
                            {view.label}
                        </button>
                    </For>
                </div>
                </Show>
                <document_choice::DocumentChoice />
                <saved_view_choice::SavedViewChoice />
                <layers::Layers />
            </div>
        </Show>
    }
}

/// The current view, in place of the diagram.
#[component]
pub fn Views() -> impl IntoView {
    let view_state = view_state();
    let shown = move || registration(view_state.view().get()).map(|registration| (registration.component)());
    let shown: Children = Box::new(move || shown.into_any());
    let around = VIEWS.iter().filter_map(|set| set.around);
    around.fold(shown, |inner, around| Box::new(move || around(inner)))()
}
