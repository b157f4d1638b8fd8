//! A value that a function gives: what it gives in a few words, the way to change it, and the way back to a plain value.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::session::session;
use super::Form;
use crate::edit::Edit;
use crate::ide::form::{Control, Field};

#[component]
pub fn CallView(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let session = session();
    let said = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Call(_, said) => said.clone(),
            _ => String::new(),
        })
    });
    let clear = move || {
        let field = field.get_untracked();
        let at = form.at(&field);
        form.attempt(session, at, &Edit::Unset { of: form.base.get_untracked(), key: field.path });
    };
    let shared = move || field.with(|field| field.shared);
    view! {
        <div class="call">
            <button
                type="button"
                class="call-said"
                id=name
                title="Change the function"
                disabled=shared
                on:click=move |_| form.building.set(Some(form.at(&field.get_untracked())))
            >
                <Picture glyph=Glyph::Function />
                <span>{move || view! { <Inline text=said.get() /> }}</span>
            </button>
            <button
                type="button"
                class="button small bare danger"
                aria-label=move || format!("Take the function of {} away", field.with(|field| field.label.clone()))
                title="Take the function away"
                disabled=shared
                on:click=move |_| clear()
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}
