//! Function of a term, and its arguments.

use leptos::prelude::*;

use super::super::super::super::mounted::while_mounted;
use super::pick::Pick;
use super::{ObjectiveForm, TermPath};
use limn_homing::objective::formula::{Argument, Term, Value, Vocabulary};

/// Function and its arguments.
#[component]
pub(super) fn Call(form: ObjectiveForm, place: TermPath, term: Memo<Option<Term>>) -> impl IntoView {
    let call = Memo::new(move |_| match term.get().map(|term| term.value) {
        Some(Value::Call { function, arguments }) => (function, arguments),
        _ => (String::new(), Vec::new()),
    });
    let function = Memo::new(move |_| call.with(|(function, _)| function.clone()));
    let takes = Memo::new(move |_| {
        let name = function.get();
        form.words
            .with(|words| words.function(&name).map(|function| function.takes.clone()))
            .unwrap_or_default()
    });
    let functions = move || {
        form.words
            .with(|words| words.functions.iter().map(|function| function.name.to_owned()).collect::<Vec<_>>())
    };
    let arguments = place.clone();
    view! {
        <Pick
            label="Function"
            value=Signal::derive(move || function.get())
            options=Signal::derive(functions)
            pick=Callback::new(move |name: String| {
                let words = form.words.get_untracked();
                form.change_term(&place, |term| recall(&words, term, &name));
            })
        />
        {move || {
            let each = takes.get().into_iter().enumerate().map(|(at, takes)| view! {
                <ArgumentField form place=arguments.clone() call at takes />
            });
            each.collect_view()
        }}
    }
}

/// Switches to another function and keeps the arguments that fit.
fn recall(words: &Vocabulary, term: &mut Term, name: &str) {
    let (Some(function), Value::Call { function: now, arguments }) = (words.function(name), &mut term.value)
    else {
        return;
    };
    let keep = |names: &[String], usual: Option<&String>| {
        arguments.iter().find(|argument| names.contains(argument)).or(usual).cloned().unwrap_or_default()
    };
    let each = function.takes.iter().map(|takes| match takes {
        Argument::Location => keep(&words.locations, words.locations.first()),
        Argument::Demand | Argument::Demands => keep(&words.demands, words.demands.first()),
        Argument::Word => "cost".to_owned(),
    });
    let each: Vec<String> = each.collect();
    name.clone_into(now);
    *arguments = each;
}

#[component]
fn ArgumentField(
    form: ObjectiveForm,
    place: TermPath,
    call: Memo<(String, Vec<String>)>,
    at: usize,
    takes: Argument,
) -> impl IntoView {
    let value = move || {
        call.with(|(_, arguments)| match takes {
            Argument::Demands => arguments.join(", "),
            _ => arguments.get(at).cloned().unwrap_or_default(),
        })
    };
    let set = Callback::new(move |chosen: String| {
        form.change_term(&place, |term| {
            let Value::Call { arguments, .. } = &mut term.value else { return };
            match takes {
                Argument::Demands => {
                    *arguments = chosen
                        .split(',')
                        .map(str::trim)
                        .filter(|name| !name.is_empty())
                        .map(str::to_owned)
                        .collect();
                }
                _ => {
                    arguments.resize(arguments.len().max(at + 1), String::new());
                    arguments[at] = chosen;
                }
            }
        });
    });
    let options = move || {
        form.words.with(|words| match takes {
            Argument::Location => words.locations.clone(),
            _ => words.demands.clone(),
        })
    };
    match takes {
        Argument::Location => {
            view! { <Pick label="Location" value=Signal::derive(value) options=Signal::derive(options) pick=set /> }.into_any()
        }
        Argument::Demand => {
            view! { <Pick label="Demand" value=Signal::derive(value) options=Signal::derive(options) pick=set /> }.into_any()
        }
        Argument::Demands | Argument::Word => {
            // Several names need more room than one word.
            let (label, class) = match takes {
                Argument::Word => ("Attribute", "field word"),
                _ => ("Demands", "field names"),
            };
            view! {
                <input
                    class=class
                    aria-label=label
                    autocomplete="off"
                    prop:value=value
                    on:change=while_mounted(move |event: web_sys::Event| set.run(event_target_value(&event).trim().to_owned()))
                />
            }
            .into_any()
        }
    }
}
