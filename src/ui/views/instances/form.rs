//! Values of a deployment: a field for each property, and the request as text.

use leptos::prelude::*;

use super::super::super::browser::import;
use super::super::super::icons::{Glyph, Picture};
use super::super::super::markdown::{Inline, sentence};
use super::super::super::mounted::while_mounted;
use super::super::super::session::notices;
use super::State;
use limn_language::deployment::{Input, InputForm, Request};

#[component]
pub(super) fn Form(state: State) -> impl IntoView {
    let (navigation, notices) = (state.navigation, notices());
    let open = move |_| {
        import::pick_of(".json,.yaml,.yml,.txt", move |imported, errors| {
            super::import_request(navigation, notices, imported, errors);
        });
    };
    let names = Memo::new(move |_| {
        state.inputs.with(|all| all.iter().map(|input| input.name.clone()).collect::<Vec<_>>())
    });
    let notes = move || {
        let notes = state.deployment.with(|deployment| deployment.notes.clone());
        let notes = notes.into_iter().map(|note| match note.range {
            Some(range) => view! {
                <li>
                    <button type="button" class="whatif-source" title="Go to source" on:click=move |_| state.jump(range)>
                        <Inline text=sentence(&note.text) />
                    </button>
                </li>
            }
            .into_any(),
            None => view! { <li><Inline text=sentence(&note.text) /></li> }.into_any(),
        });
        let notes = notes.collect_view();
        (!notes.is_empty()).then(|| view! { <div role="status"><ul class="whatif-notes">{notes}</ul></div> })
    };
    view! {
        <section class="whatif-form" aria-label="Values">
            <div class="whatif-head">
                <h3>"Values"</h3>
                <button type="button" class="button small bare" aria-label="Open request" title="Open request" on:click=open>
                    <Picture glyph=Glyph::Open />
                </button>
                <button
                    type="button"
                    class="button small bare"
                    aria-label="Clear values"
                    title="Clear values"
                    prop:disabled=move || state.text.with(String::is_empty)
                    on:click=move |_| navigation.set_view_input(String::new())
                >
                    <Picture glyph=Glyph::Close />
                </button>
            </div>
            {notes}
            <For each=move || names.get() key=String::clone let(name)>
                <Field state name />
            </For>
            <Show when=move || names.with(Vec::is_empty)>
                <p class="quiet">"No property takes a value. Add a property to the assembly."</p>
            </Show>
            <details class="whatif-text">
                <summary>"Request as text"</summary>
                <textarea
                    class="field mono"
                    spellcheck="false"
                    autocomplete="off"
                    wrap="off"
                    aria-label="Deployment request, as YAML or JSON"
                    placeholder="properties:\n  name: value"
                    prop:value=move || state.text.get()
                    on:input=move |event| navigation.set_view_input(event_target_value(&event))
                ></textarea>
                <p class="quiet">"Paste a mapping of properties to values, or a deployment request. Saved in this browser, never in the descriptor."</p>
            </details>
        </section>
    }
}

#[component]
fn Field(state: State, name: String) -> impl IntoView {
    let input = {
        let name = name.clone();
        Memo::new(move |_| state.inputs.with(|all| all.iter().find(|input| input.name == name).cloned()))
    };
    let value = {
        let name = name.clone();
        Memo::new(move |_| state.request.with(|request| request.values.get(&name).map(ToString::to_string)))
    };
    let error = RwSignal::new(None::<String>);
    let write = {
        let name = name.clone();
        move |written: String| {
            let (Some(form), Some(input)) = (state.form.get_untracked(), input.get_untracked()) else {
                return;
            };
            let text = state.text.get_untracked();
            match Request::with_value(&text, form, &name, input.form, &written) {
                Ok(text) => {
                    error.set(None);
                    state.navigation.set_view_input(text);
                }
                Err(reason) => error.set(Some(reason)),
            }
        }
    };
    let label = name.clone();
    let control = move || input.get().map(|input| control(&input, value, write.clone()));
    view! {
        <label class="whatif-field" title=move || input.get().map(|input| input.doc)>
            <span class="whatif-name">
                {label}
                <small>{move || input.get().map(|input| kind(&input))}</small>
            </span>
            {control}
            {move || error.get().map(|reason| view! { <span class="whatif-error" role="alert">{sentence(&reason)}</span> })}
        </label>
    }
}

fn kind(input: &Input) -> String {
    let required = if input.is_required && input.default.is_none() { ", required" } else { "" };
    format!("{}{required}", input.type_name)
}

fn control(input: &Input, value: Memo<Option<String>>, write: impl Fn(String) + Clone + 'static) -> AnyView {
    let default = input.default.as_ref().map(ToString::to_string).unwrap_or_default();
    let shown = move || value.get().unwrap_or_default();
    match input.form {
        InputForm::Flag => {
            let none =
                if default.is_empty() { "Not given".to_owned() } else { format!("Default: {default}") };
            let option = move |choice: &'static str| {
                view! { <option value=choice selected=move || shown() == choice>{choice}</option> }
            };
            view! {
                <select
                    class="field"
                    prop:value=shown
                    on:change=while_mounted(move |event: web_sys::Event| write(event_target_value(&event)))
                >
                    <option value="" selected=move || shown().is_empty()>{none}</option>
                    {option("true")}
                    {option("false")}
                </select>
            }
            .into_any()
        }
        InputForm::Structure => view! {
            <textarea
                class="field mono"
                spellcheck="false"
                placeholder=default
                prop:value=shown
                on:change=while_mounted(move |event: web_sys::Event| write(event_target_value(&event)))
            ></textarea>
        }
        .into_any(),
        InputForm::Text | InputForm::Number => view! {
            <input
                class="field"
                type="text"
                inputmode=if input.form == InputForm::Number { "decimal" } else { "text" }
                spellcheck="false"
                autocomplete="off"
                placeholder=default
                prop:value=shown
                on:change=while_mounted(move |event: web_sys::Event| write(event_target_value(&event)))
            />
        }
        .into_any(),
    }
}
