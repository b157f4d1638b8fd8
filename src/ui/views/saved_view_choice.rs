//! List of the saved views of the diagram: shows the whole or one of them, and opens the dialog that makes or changes one.

use leptos::prelude::*;

use super::super::select::{Choice, Group, Select};
use super::super::session::{DIAGRAM, Popup, documents, navigation, positions, view_state};
use limn_text::visible;

/// Values of the choices beside the views, which have their numbers.
const WHOLE: &str = "whole";
const NEW: &str = "new";
const EDIT: &str = "edit";

/// The least number of nodes of which a part is worth a view.
const FEW_NODES: usize = 3;

/// Whether the diagram is shown, and has saved views or enough nodes for one.
pub(super) fn can_have_saved_views() -> Memo<bool> {
    let (documents, positions, view_state) = (documents(), positions(), view_state());
    Memo::new(move |_| {
        let is_large = || {
            documents.checked().with(|checked| {
                checked.as_ref().is_some_and(|checked| checked.0.graph().nodes.len() >= FEW_NODES)
            })
        };
        view_state.view().get() == DIAGRAM
            && (positions.saved_views().with(|views| !views.is_empty()) || is_large())
    })
}

#[component]
pub(super) fn SavedViewChoice() -> impl IntoView {
    let (positions, navigation) = (positions(), navigation());
    let is_shown = can_have_saved_views();
    let again = RwSignal::new(0_usize);
    let groups = Memo::new(move |_| {
        let views = positions.saved_views().get();
        let shown = positions.shown_saved_view().get();
        let mut groups = Group::plain(vec![Choice::new(WHOLE, "Whole diagram")]);
        if !views.is_empty() {
            let choice = |view: &limn_language::saved_view::SavedView| {
                Choice::new(view.number.to_string(), visible(&view.name).into_owned())
            };
            groups.push(Group {
                heading: "Saved views".to_owned(),
                choices: views.iter().map(choice).collect(),
            });
        }
        let mut actions = vec![Choice::new(NEW, "New view…")];
        if let Some(shown) = shown {
            actions.push(Choice::new(EDIT, format!("Edit {}…", visible(&shown.name))));
        }
        groups.push(Group { heading: "Change".to_owned(), choices: actions });
        groups
    });
    let now = Memo::new(move |_| {
        let shown = positions.shown_saved_view().get();
        shown.map_or_else(|| WHOLE.to_owned(), |view| view.number.to_string())
    });
    let choose = move |value: String| {
        match value.as_str() {
            NEW => navigation.open_new_view(),
            EDIT => {
                if let Some(view) = positions.shown_saved_view().get_untracked() {
                    navigation.open_popup(Popup::SavedView(view));
                }
            }
            WHOLE => navigation.show_saved_view(None),
            number => navigation.show_saved_view(number.parse().ok()),
        }
        // The list shows the view again, not the action.
        again.update(|count| *count += 1);
        true
    };
    view! {
        <Show when=move || is_shown.get()>
            <Select
                groups
                now
                again=Signal::derive(move || again.get())
                on_choice=Box::new(choose)
                label="Saved view"
                title="The part of the diagram that is shown"
                class="field view-saved"
            />
        </Show>
    }
}
