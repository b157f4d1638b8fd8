//! Inputs for single values: text, prose, yes or no, a choice, and mere presence.

use leptos::{ev, html, prelude::*};

use super::super::mounted::while_mounted;
use super::super::select::{OptionGroup, Select, SelectOption as Item};
use super::super::session::edits;
use super::Form;
use super::commit::{commit, described, draft, item_name};
use super::common::DIFFERS;
use super::follow::follow;
use super::function_key;
use limn_ide::form::{Control, Field, FormChoice};
use limn_language::edit::{Edit, Input};

#[component]
pub(super) fn SingleLineInput(
    field: Memo<Field>,
    name: String,
    help: String,
    hint: String,
    offered: Vec<String>,
) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let input = NodeRef::<html::Input>::new();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let list = (!offered.is_empty()).then(|| format!("{name}-list"));
    // A placeholder can't show code formatting.
    let hint = hint.replace('`', "");
    let placeholder = move || {
        field.with(|field| {
            if field.differs {
                return DIFFERS.to_owned();
            }
            field.default.as_ref().map_or_else(|| hint.clone(), |default| format!("{default} (default)"))
        })
    };
    let first = field.get_untracked();
    let refused = form.refusal(form.at(&first));
    let typing = follow(form, form.at(&first), input, move || value.get());
    view! {
        <input
            class="field"
            id=name
            node_ref=input
            prop:value=move || value.get()
            placeholder=placeholder
            list=list.clone()
            aria-label=item_name(&first)
            aria-describedby=described(form, &first, &help)
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            spellcheck="false"
            on:input=move |event| {
                typing.begin();
                let field = field.get_untracked();
                draft(edits, form, &field, field.typed(&event_target_value(&event)));
            }
            on:change=while_mounted(move |event: web_sys::Event| {
                typing.end();
                let (field, text) = (field.get_untracked(), event_target_value(&event));
                if let (false, Some(input)) = (commit(edits, form, &field, field.typed(&text)), input.get_untracked()) {
                    input.set_value(&value.get_untracked());
                }
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if let Some(input) = input.get_untracked() {
                    let back = || {
                        typing.end();
                        input.set_value(&value.get_untracked());
                    };
                    function_key::key(edits, form, (&field.get_untracked(), (&input).into()), &event, back);
                }
            })
        />
        {list
            .map(|list| {
                let options = offered.into_iter().map(|word| view! { <option value=word></option> });
                view! { <datalist id=list>{options.collect_view()}</datalist> }
            })}
    }
}

#[component]
pub(super) fn Prose(field: Memo<Field>, name: String, help: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let first = field.get_untracked();
    let refused = form.refusal(form.at(&first));
    let input = NodeRef::<html::Textarea>::new();
    let typing = follow(form, form.at(&first), input, move || value.get());
    view! {
        <textarea
            class="field"
            id=name
            rows="2"
            prop:value=move || value.get()
            placeholder=move || field.with(|field| field.differs.then_some(DIFFERS))
            node_ref=input
            aria-label=item_name(&first)
            aria-describedby=described(form, &first, &help)
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            on:input=move |event| {
                typing.begin();
                draft(edits, form, &field.get_untracked(), &event_target_value(&event));
            }
            on:change=while_mounted(move |event: web_sys::Event| {
                typing.end();
                let (field, text) = (field.get_untracked(), event_target_value(&event));
                if let (false, Some(input)) = (commit(edits, form, &field, &text), input.get_untracked()) {
                    input.set_value(&value.get_untracked());
                }
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if let Some(input) = input.get_untracked() {
                    let back = || {
                        typing.end();
                        input.set_value(&value.get_untracked());
                    };
                    function_key::key(edits, form, (&field.get_untracked(), (&input).into()), &event, back);
                }
            })
        ></textarea>
    }
}

#[component]
pub(super) fn Flag(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone()));
    let default =
        field.get_untracked().default.map_or("false", |value| if value == "true" { "true" } else { "false" });
    let press = move |flag: bool| {
        let field = field.get_untracked();
        let at = form.at(&field);
        let (of, key) = (form.base.get_untracked(), field.path);
        let again = field.value.as_deref() == Some(if flag { "true" } else { "false" });
        let edit = if again && !field.required {
            Edit::Unset { of, key }
        } else {
            Edit::Set { of, key, input: Input::Flag(flag) }
        };
        form.attempt(edits, at, &edit);
    };
    let part = move |flag: bool, id: Option<String>| {
        let word = if flag { "true" } else { "false" };
        let label = if flag { "Yes" } else { "No" };
        view! {
            <button
                type="button"
                id=id
                // The field's label would hide the word.
                aria-label=label
                aria-pressed=move || value.with(|value| value.as_deref() == Some(word)).to_string()
                class:usual=move || value.with(Option::is_none) && default == word
                title=if default == word { format!("{label} (default)") } else { label.to_owned() }
                on:click=move |_| press(flag)
            >
                {label}
            </button>
        }
    };
    let odd = move || value.get().filter(|value| value != "true" && value != "false");
    view! {
        <div class="segments" role="group" aria-label=field.get_untracked().label>
            {part(true, Some(name))}
            {part(false, None)}
        </div>
        {move || odd().map(|odd| view! { <code class="odd">{odd}</code> })}
    }
}

#[component]
pub(super) fn Choice(field: Memo<Field>, name: String, help: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let words = Memo::new(move |_| match field.get().control {
        Control::Choice(words) => words,
        _ => Vec::new(),
    });
    let default = field.get_untracked().default;
    let none = default.map_or_else(String::new, |default| format!("{default} (default)"));
    let groups = Memo::new(move |_| {
        let now = value.get();
        let words = words.get();
        let odd = (!now.is_empty() && words.iter().all(|word| word.word != now))
            .then(|| Item::new(now.clone(), format!("{now} (unknown)")));
        let word = |word: FormChoice| Item::new(word.word.clone(), word.word).titled(word.doc);
        let none = Item::new("", none.clone());
        OptionGroup::plain(std::iter::once(none).chain(words.into_iter().map(word)).chain(odd).collect())
    });
    let choose = move |word: String| {
        commit(edits, form, &field.get_untracked(), &word);
        form.refused.with_untracked(Option::is_none)
    };
    let first = field.get_untracked();
    let label = item_name(&first);
    let described = described(form, &first, &help);
    view! { <Select groups now=value on_choice=Box::new(choose) again=form.rested id=name label described /> }
}

/// Value without content: only its presence matters.
#[component]
pub(super) fn Presence(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    view! {
        <input
            type="checkbox"
            id=name
            prop:checked=move || field.with(|field| field.written)
            on:change=while_mounted(move |event: web_sys::Event| {
                let field = field.get_untracked();
                let (at, of, key) = (form.at(&field), form.base.get_untracked(), field.path);
                let there = event_target_checked(&event);
                let edit = if there { Edit::Set { of, key, input: Input::EmptyMap } } else { Edit::Unset { of, key } };
                form.attempt(edits, at, &edit);
            })
        />
    }
}
