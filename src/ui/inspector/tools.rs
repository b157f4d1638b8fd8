//! What can be done with a value besides typing it: a function in its place, an input of the document, an output that tells it.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::session::session;
use super::Form;
use crate::edit::Edit;
use crate::graph::Id;
use crate::ide::form::{Control, Field};

#[component]
pub fn Tools(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let session = session();
    let shown = Memo::new(move |_| field.with(|field| field.computed && !field.shared));
    let is_call = Memo::new(move |_| field.with(|field| matches!(field.control, Control::Call(..))));
    let label = move || field.with(|field| field.label.clone());
    let ask = move |edit: fn(Id, Field) -> Edit| {
        let field = field.get_untracked();
        let at = form.at(&field);
        form.attempt(session, at, &edit(form.base.get_untracked(), field));
    };
    view! {
        <Show when=move || shown.get()>
            <span class="tools">
                <Tool glyph=Glyph::Function label=move || format!("Give {} by a function", label()) on_press=move || {
                    form.building.set(Some(form.at(&field.get_untracked())));
                } />
                <Show when=move || !is_call.get()>
                    <Tool glyph=Glyph::Input label=move || format!("Make {} an input", label()) on_press=move || {
                        ask(|of, field| Edit::MakeInput { of, key: field.path });
                    } />
                </Show>
                <Tool glyph=Glyph::Output label=move || format!("Expose {} as an output", label()) on_press=move || {
                    ask(|of, field| Edit::Expose { of, key: field.path });
                } />
            </span>
        </Show>
    }
}

#[component]
fn Tool(
    glyph: Glyph,
    label: impl Fn() -> String + Send + Sync + Copy + 'static,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="tool"
            aria-label=label
            title=label
            on:click=move |event| {
                // Inside a heading that folds, this is no press on the heading.
                event.prevent_default();
                event.stop_propagation();
                on_press();
            }
        >
            <Picture glyph />
        </button>
    }
}
