//! Actions on a value: use a function, make it an input, expose it as an output, show the fields of its long notation.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::session::{documents, edits};
use super::Form;
use super::trace::TraceTool;
use limn_ide::form::{Control, Field};
use limn_language::edit::{Edit, Promotions};
use limn_language::graph::Id;
use limn_language::message;

#[component]
pub fn Tools(field: Memo<Field>, #[prop(optional)] promotions: Option<Memo<Promotions>>) -> impl IntoView {
    let form = expect_context::<Form>();
    let is_computed = Memo::new(move |_| field.with(|field| field.computed));
    let promotions = promotions.unwrap_or_else(|| self::promotions(field));
    let shown = Memo::new(move |_| is_computed.get() || promotions.get() != Promotions::default());
    let is_short = Memo::new(move |_| field.with(|field| field.is_short));
    let label = move || field.with(|field| form.base.with(|base| field.subject(&base.0)));
    view! {
        <Show when=move || is_short.get()>
            <span class="tools">
                <Tool glyph=Glyph::More label=move || format!("Show all fields of {}", label()) on_press=move || {
                    let id = form.at(&field.get_untracked());
                    form.inside.update(|inside| inside.push(id));
                } />
            </span>
        </Show>
        <Show when=move || shown.get()>
            <span class="tools">
                <Show when=move || is_computed.get()>
                    <TraceTool field />
                    <Tool glyph=Glyph::Function label=move || format!("Use a function for {}", label()) on_press=move || {
                        form.building.set(Some(form.at(&field.get_untracked())));
                    } />
                </Show>
                <PromotionTools field promotions />
            </span>
        </Show>
    }
}

/// Promotions of the value of a field: the language's model decides.
pub fn promotions(field: Memo<Field>) -> Memo<Promotions> {
    let form = expect_context::<Form>();
    let documents = documents();
    Memo::new(move |_| {
        form.rested.track();
        let at = form.at(&field.get());
        let checked = documents.checked().get_untracked();
        checked.map(|checked| checked.0.promotions(&at)).unwrap_or_default()
    })
}

/// Buttons that make a field's value an input or an output of the document.
#[component]
pub fn PromotionTools(field: Memo<Field>, promotions: Memo<Promotions>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let is_call = Memo::new(move |_| field.with(|field| matches!(field.control, Control::Call(..))));
    let label = move || field.with(|field| form.base.with(|base| field.subject(&base.0)));
    let documents = documents();
    let input = move || {
        let at = form.at(&field.get());
        let checked = documents.checked().get_untracked();
        message::with_article(checked.map_or("input", |checked| checked.0.input_noun(&at)))
    };
    let promote = move |edit: fn(Id, Field) -> Edit| {
        let field = field.get_untracked();
        let at = form.at(&field);
        form.attempt(edits, at, &edit(form.base.get_untracked(), field));
    };
    view! {
        <Show when=move || promotions.get().to_input && !is_call.get()>
            <Tool glyph=Glyph::Input label=move || format!("Make {} {}", label(), input()) on_press=move || {
                promote(|of, field| Edit::MakeInput { of, key: field.path });
            } />
        </Show>
        <Show when=move || promotions.get().to_output>
            <Tool glyph=Glyph::Output label=move || format!("Expose {} as an output", label()) on_press=move || {
                promote(|of, field| Edit::Expose { of, key: field.path });
            } />
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
            tabindex="-1"
            data-action=""
            aria-label=label
            title=label
            on:click=move |event| {
                // Inside the summary of a disclosure, a click must not toggle it.
                event.prevent_default();
                event.stop_propagation();
                on_press();
            }
        >
            <Picture glyph />
        </button>
    }
}
