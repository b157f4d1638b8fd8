//! Function and arguments of a call.

use leptos::prelude::*;

use super::super::super::mounted::while_mounted;
use super::super::super::session::documents;
use super::call::{call_at, find, first_given, list, texts};
use super::parts::{PartEdit, PartsEdit};
use super::{BuilderState, Trail};
use limn_ide::form::{Argument, Candidate, Takes};
use limn_language::edit::{Call, Given};

/// Longer lists become a text field with suggestions.
const LIST: usize = 150;

/// A call: its function and arguments.
#[component]
pub(super) fn CallEdit(trail: Trail) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let documents = documents();
    let (way, root) = (StoredValue::new(trail), bench.root);
    let here = Memo::new(move |_| {
        root.with(|root| way.with_value(|trail| call_at(root, trail))).unwrap_or_default()
    });
    let function = Memo::new(move |_| here.with(|call| call.function.clone()));
    let asked = Memo::new(move |_| {
        let (function, given) = here.with(|call| (call.function.clone(), texts(&call.given)));
        bench.at.with_value(|at| documents.arguments(at, &function, &given))
    });
    let choose = move |word: String| {
        let asked = bench.at.with_value(|at| documents.arguments(at, &word, &[]));
        let literal = if way.with_value(Vec::is_empty) { bench.literal.get_value() } else { String::new() };
        let call = Call { given: first_given(&asked, literal), function: word };
        root.update(|root| {
            way.with_value(|trail| match trail.is_empty() {
                true => *root = call,
                false => {
                    if let Some(place) = find(&mut root.given, trail) {
                        *place = Given::Call(call);
                    }
                }
            });
        });
    };
    let options = bench.functions.with_value(|all| {
        let option = |candidate: &Candidate| {
            let word = candidate.word.clone();
            let is = word.clone();
            view! {
                <option value=word.clone() selected=move || function.with(|now| *now == is)>
                    {format!("{word}: {}", candidate.note)}
                </option>
            }
        };
        all.iter().map(option).collect_view()
    });
    view! {
        <div class="call-edit">
            <select class="field" aria-label="Function" on:change=while_mounted(move |event: web_sys::Event| choose(event_target_value(&event)))>
                {options}
            </select>
            {move || {
                let function = function.get();
                let count = Memo::new(move |_| asked.with(Vec::len));
                view! {
                    <For each=move || 0..count.get() key=move |at| (function.clone(), *at) let(at)>
                        <ArgumentEdit asked at way />
                    </For>
                }
            }}
        </div>
    }
    .into_any()
}

#[component]
fn ArgumentEdit(asked: Memo<Vec<Argument>>, at: usize, way: StoredValue<Trail>) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let argument = Memo::new(move |_| asked.with(|asked| asked.get(at).cloned().unwrap_or_default()));
    let takes = argument.with_untracked(|argument| argument.takes);
    let label = move || argument.with(|argument| argument.label.clone());
    let inner = move |more: &[usize]| way.with_value(|trail| [trail, more].concat());
    match takes {
        Takes::Rest => view! { <PartsEdit trail=inner(&[]) label=label() /> }.into_any(),
        Takes::Values => view! { <PartsEdit trail=inner(&[at]) label=label() /> }.into_any(),
        Takes::Value => view! {
            <div class="argument">
                <span>{label}</span>
                <PartEdit trail=inner(&[at]) label=label() />
            </div>
        }
        .into_any(),
        Takes::Word => {
            let value = Memo::new(move |_| {
                let call = bench.root.with(|root| way.with_value(|trail| call_at(root, trail)));
                call.and_then(|call| texts(&call.given).get(at).cloned()).unwrap_or_default()
            });
            let set = move |text: String| {
                let chosen = argument.with_untracked(|argument| !argument.words.is_empty());
                bench.root.update(|root| {
                    let Some(given) = way.with_value(|trail| list(root, trail)) else { return };
                    // Later arguments depended on the old value.
                    if chosen || text.is_empty() {
                        given.truncate(at);
                    }
                    let is_next = given.len() == at && !text.is_empty();
                    match given.get_mut(at) {
                        Some(place) => *place = Given::Text(text),
                        None if is_next => given.push(Given::Text(text)),
                        None => {}
                    }
                });
            };
            view! {
                <label class="argument">
                    <span>{label}{move || argument.with(|argument| argument.optional).then_some(" (optional)")}</span>
                    <WordEdit argument value set=Callback::new(set) />
                </label>
            }
            .into_any()
        }
    }
}

/// One of several words, or another if allowed.
#[component]
fn WordEdit(argument: Memo<Argument>, value: Memo<String>, set: Callback<String>) -> impl IntoView {
    let is_list =
        Memo::new(move |_| argument.with(|argument| !argument.free && argument.words.len() <= LIST));
    let id = StoredValue::new(format!("words-{}", uuid(argument)));
    move || {
        if is_list.get() {
            let options = move || {
                let now = value.get();
                argument.with(|argument| {
                    let known = argument.words.iter().any(|word| word.word == now);
                    let option = |word: &Candidate| {
                        let text = if word.note.is_empty() { word.word.clone() } else { format!("{} · {}", word.word, word.note) };
                        view! { <option value=word.word.clone() title=word.doc.clone() selected=word.word == now>{text}</option> }
                    };
                    let fits: Vec<&Candidate> = argument.words.iter().filter(|word| word.fits).collect();
                    let others: Vec<&Candidate> = argument.words.iter().filter(|word| !word.fits).collect();
                    let none = if argument.optional { "" } else { "Choose…" };
                    let odd = (!known && !now.is_empty()).then(|| view! { <option value=now.clone() selected=true>{format!("{now} (unknown)")}</option> });
                    view! {
                        <option value="" selected=now.is_empty()>{none}</option>
                        {odd}
                        {fits.into_iter().map(option).collect_view()}
                        {(!others.is_empty()).then(|| view! {
                            <optgroup label="Other types">{others.into_iter().map(option).collect_view()}</optgroup>
                        })}
                    }
                })
            };
            view! {
                <select class="field" on:change=while_mounted(move |event: web_sys::Event| set.run(event_target_value(&event)))>{options}</select>
            }
            .into_any()
        } else {
            view! {
                <input
                    class="field"
                    list=id.get_value()
                    prop:value=move || value.get()
                    spellcheck="false"
                    on:change=while_mounted(move |event: web_sys::Event| set.run(event_target_value(&event).trim().to_owned()))
                />
                <datalist id=id.get_value()>
                    {move || argument.with(|argument| {
                        let option = |word: &Candidate| view! { <option value=word.word.clone()>{word.note.clone()}</option> };
                        argument.words.iter().map(option).collect_view()
                    })}
                </datalist>
            }
            .into_any()
        }
    }
}

/// Id that no other datalist on the page has.
fn uuid(argument: Memo<Argument>) -> String {
    let mut count = 0usize;
    LISTS.with(|lists| {
        count = lists.get();
        lists.set(count + 1);
    });
    let label = argument.with_untracked(|argument| argument.label.replace(char::is_whitespace, "-"));
    format!("{label}-{count}")
}

thread_local! {
    static LISTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
