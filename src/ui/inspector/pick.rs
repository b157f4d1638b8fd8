//! Choice of a kind of value. Also used to add items of several kinds to a list.

use leptos::{ev, html, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::edits;
use super::Form;
use limn_ide::form::{Control, Field, FormChoice};
use limn_language::edit::{Edit, Input};
use limn_language::graph::Id;

/// The kinds to choose from.
#[component]
pub fn Pick(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let known = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Pick { words, now, free, .. } => (words.clone(), now.clone().unwrap_or_default(), *free),
            _ => Default::default(),
        })
    });
    let choose = move |word: String| {
        let field = field.get_untracked();
        let now = known.with_untracked(|(_, now, _)| now.clone());
        if word.is_empty() || word == now {
            return word == now;
        }
        let at = form.at(&field);
        let (of, key) = (form.base.get_untracked(), field.path);
        form.attempt(edits, at, &Edit::Set { of, key, input: Input::Pick(word) })
    };
    let label = move || {
        let label = field.with(|field| field.label.clone());
        if label.is_empty() { "Kind".to_owned() } else { format!("Kind of {label}") }
    };
    let free = known.with_untracked(|(.., free)| *free);
    if free {
        view! { <SuggestionInput name known on_word=choose label /> }.into_any()
    } else {
        view! { <Words name known on_word=choose label /> }.into_any()
    }
}

type Known = (Vec<FormChoice>, String, bool);

/// Select: one of the words.
#[component]
fn Words(
    name: String,
    known: Memo<Known>,
    on_word: impl Fn(String) -> bool + Copy + 'static,
    label: impl Fn() -> String + Send + Sync + Copy + 'static,
) -> impl IntoView {
    let form = expect_context::<Form>();
    let groups = Memo::new(move |_| {
        let (words, now, _) = known.get();
        let none = now.is_empty().then(|| SelectOption::new("", "Choose…"));
        let odd = (!now.is_empty() && words.iter().all(|word| word.word != now))
            .then(|| SelectOption::new(now.clone(), format!("{now} (unknown)")));
        let words =
            words.into_iter().map(|word| SelectOption::new(word.word.clone(), word.word).titled(word.doc));
        OptionGroup::plain(none.into_iter().chain(odd).chain(words).collect())
    });
    let now = Memo::new(move |_| known.with(|(_, now, _)| now.clone()));
    view! { <Select groups now on_choice=Box::new(on_word) again=form.rested id=name label=Signal::derive(label) /> }
}

fn options(words: Vec<FormChoice>, now: &str) -> impl IntoView + use<> {
    let option = |word: FormChoice| {
        let is = word.word == now;
        let label_text = word.word.to_string();
        view! { <option value=word.word.to_string() title=word.doc.to_string() selected=is>{label_text}</option> }
    };
    words.into_iter().map(option).collect_view()
}

/// Text field with suggestions: one of the words, or another.
#[component]
fn SuggestionInput(
    name: String,
    known: Memo<Known>,
    on_word: impl Fn(String) -> bool + Copy + 'static,
    label: impl Fn() -> String + Send + Sync + Copy + 'static,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let list = format!("{name}-words");
    let back = move || {
        if let Some(input) = input.get_untracked() {
            input.set_value(&known.with_untracked(|(_, now, _)| now.clone()));
        }
    };
    view! {
        <input
            class="field"
            id=name
            node_ref=input
            aria-label=label
            spellcheck="false"
            placeholder="name"
            list=list.clone()
            prop:value=move || known.with(|(_, now, _)| now.clone())
            on:change=while_mounted(move |event: web_sys::Event| {
                if !on_word(event_target_value(&event).trim().to_owned()) {
                    back();
                }
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    back();
                }
            })
        />
        <datalist id=list>{move || known.with(|(words, ..)| offered(words))}</datalist>
    }
}

fn offered(words: &[FormChoice]) -> impl IntoView + use<> {
    words
        .iter()
        .map(|word| view! { <option value=word.word.to_string()>{word.doc.to_string()}</option> })
        .collect_view()
}

/// Adds an item of a chosen kind to a list.
#[component]
pub fn AddPicked(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let known = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::List { item, .. } => match &**item {
                Control::Pick { words, free, .. } => (words.clone(), *free),
                _ => Default::default(),
            },
            _ => Default::default(),
        })
    });
    let (input, select) = (NodeRef::<html::Input>::new(), NodeRef::<html::Select>::new());
    let add = move || {
        let typed = input.get_untracked().map(|input| input.value());
        let name = typed.or_else(|| select.get_untracked().map(|select| select.value())).unwrap_or_default();
        let name = name.trim().to_owned();
        if name.is_empty() {
            if let Some(input) = input.get_untracked() {
                drop(input.focus());
            }
            return;
        }
        let field = field.get_untracked();
        let at = form.at(&field);
        let edit = Edit::Insert { of: form.base.get_untracked(), into: field.path, name };
        if form.attempt(edits, at, &edit)
            && let Some(input) = input.get_untracked()
        {
            input.set_value("");
            form.typing.set(false);
        }
    };
    let first = field.get_untracked();
    let list = format!("words-{}", Id(form.base.get_untracked().0.join(&first.path)))
        .replace(char::is_whitespace, "_");
    let label = move || {
        let label = field.with(|field| field.label.clone());
        if label.is_empty() { "Item to add".to_owned() } else { format!("Item to add to {label}") }
    };
    let which = move || {
        let (words, free) = known.get();
        if free {
            let list = list.clone();
            return view! {
                <input
                    class="field"
                    node_ref=input
                    aria-label=label
                    placeholder="Item to add"
                    spellcheck="false"
                    list=list.clone()
                    on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                        if event.key() == "Enter" {
                            event.prevent_default();
                            add();
                        }
                    })
                />
                <datalist id=list>{offered(&words)}</datalist>
            }
            .into_any();
        }
        let now = words.first().map(|word| word.word.to_string()).unwrap_or_default();
        view! { <select class="field" node_ref=select aria-label=label>{options(words, &now)}</select> }
            .into_any()
    };
    view! {
        <div class="add-row">
            <div class="add-what">{which}</div>
            <button type="button" class="button small add" aria-label=move || label().replace("Item to add", "Add") on:click=move |_| add()>
                <Picture glyph=Glyph::Plus />
                "Add"
            </button>
        </div>
    }
}
