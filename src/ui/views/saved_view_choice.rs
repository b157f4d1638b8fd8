//! List of the saved views of the diagram, to show the whole or one of them, and buttons to create and to edit one.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::{DIAGRAM, Popup, TABLE, documents, navigation, positions, view_state};
use limn_language::saved_view::SavedView;
use limn_text::visible;

/// The value of the whole diagram; views have their numbers.
const WHOLE: &str = "whole";

/// The least number of nodes of which a part is worth a view.
const FEW_NODES: usize = 3;

/// True if the diagram or its table is shown, and has saved views or enough nodes for one. Parts of a document have no views.
pub(super) fn can_have_saved_views() -> Memo<bool> {
    let (documents, positions, view_state) = (documents(), positions(), view_state());
    Memo::new(move |_| {
        let is_large = || {
            documents.checked().with(|checked| {
                checked.as_ref().is_some_and(|checked| checked.0.graph().nodes.len() >= FEW_NODES)
            })
        };
        [DIAGRAM, TABLE].contains(&view_state.view().get())
            && positions.drawn().with(|drawn| drawn.diagram.is_none())
            && (positions.saved_views().with(|views| !views.all.is_empty()) || is_large())
    })
}

#[component]
pub(super) fn SavedViewChoice() -> impl IntoView {
    let (positions, navigation) = (positions(), navigation());
    let is_shown = can_have_saved_views();
    let has_views = Memo::new(move |_| positions.saved_views().with(|views| !views.all.is_empty()));
    let shows_one = Memo::new(move |_| positions.saved_views().with(|views| views.shown().is_some()));
    let edit = move || {
        if let Some(view) = positions.shown_saved_view() {
            navigation.open_popup(Popup::SavedView(view));
        }
    };
    view! {
        <Show when=move || is_shown.get()>
            <div class="view-saved">
                <Show when=move || has_views.get()>
                    <Views />
                </Show>
                <Show when=move || shows_one.get()>
                    <button type="button" class="button bare small" title="Edit view" aria-label="Edit view" on:click=move |_| edit()>
                        <Picture glyph=Glyph::Pencil />
                    </button>
                </Show>
                <button
                    type="button"
                    class="button bare small"
                    title="Create view of a part of the diagram"
                    aria-label="Create view"
                    on:click=move |_| navigation.open_new_view()
                >
                    <Picture glyph=Glyph::Plus />
                    {move || (!has_views.get()).then_some(view! { <span class="view-saved-label">"View"</span> })}
                </button>
            </div>
        </Show>
    }
}

/// The list of the views.
#[component]
fn Views() -> impl IntoView {
    let (positions, navigation) = (positions(), navigation());
    let groups = Memo::new(move |_| {
        let choice =
            |view: &SavedView| SelectOption::new(view.number.to_string(), visible(&view.name).into_owned());
        let views = positions.saved_views().with(|views| views.all.iter().map(choice).collect());
        let mut groups = OptionGroup::plain(vec![SelectOption::new(WHOLE, "Whole diagram")]);
        groups.push(OptionGroup { heading: "Saved views".to_owned(), choices: views });
        groups
    });
    let now = Memo::new(move |_| {
        positions
            .saved_views()
            .with(|views| views.shown().map_or_else(|| WHOLE.to_owned(), |view| view.number.to_string()))
    });
    let choose = move |value: String| {
        navigation.show_saved_view(value.parse().ok());
        true
    };
    view! {
        <Select
            groups
            now
            on_choice=Box::new(choose)
            label="Saved view"
            title="The part of the diagram that is shown"
            class="field"
        />
    }
}
