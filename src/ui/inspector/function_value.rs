//! Value given by a function: a short description, a button to edit it, and one to return to a plain value.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::session::edits;
use super::Form;
use limn_ide::form::{Control, Field};
use limn_language::edit::Edit;

#[component]
pub fn FunctionValue(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let summary = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Call(_, summary) => summary.clone(),
            _ => String::new(),
        })
    });
    let clear = move || {
        let field = field.get_untracked();
        let at = form.at(&field);
        form.attempt(edits, at, &Edit::Unset { of: form.base.get_untracked(), key: field.path });
    };
    view! {
        <div class="call">
            <button
                type="button"
                class="call-said"
                id=name
                title="Edit function"
                on:click=move |_| form.building.set(Some(form.at(&field.get_untracked())))
            >
                <Picture glyph=Glyph::Function />
                <span>{move || view! { <Inline text=summary.get() /> }}</span>
            </button>
            <button
                type="button"
                class="button small bare danger"
                aria-label=move || format!("Remove function of {}", field.with(|field| field.label.clone()))
                title="Remove function"
                on:click=move |_| clear()
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}
