//! Function and arguments of a call.

use leptos::prelude::*;

use super::super::super::mounted::while_mounted;
use super::super::super::select::{OptionGroup, Select, SelectOption};
use super::super::super::session::documents;
use super::call::{call_at, find, first_given, list, texts};
use super::parts::{PartEdit, PartsEdit};
use super::{ArgumentPath, BuilderState};
use limn_ide::form::{Argument, ArgumentKind, ChoiceItem};
use limn_language::edit::{CallArgument, FunctionCall};

/// Longer lists become a text field with suggestions.
const LIST: usize = 150;

/// A call: its function and arguments.
#[component]
pub(super) fn CallEdit(path: ArgumentPath) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let documents = documents();
    let (stored_path, root) = (StoredValue::new(path), bench.root);
    let here = Memo::new(move |_| {
        root.with(|root| stored_path.with_value(|path| call_at(root, path))).unwrap_or_default()
    });
    let function = Memo::new(move |_| here.with(|call| call.function.clone()));
    let parameters = Memo::new(move |_| {
        let (function, given) = here.with(|call| (call.function.clone(), texts(&call.given)));
        bench.at.with_value(|at| documents.arguments(at, &function, &given))
    });
    let choose = move |word: String| {
        let parameters = bench.at.with_value(|at| documents.arguments(at, &word, &[]));
        let literal =
            if stored_path.with_value(Vec::is_empty) { bench.literal.get_value() } else { String::new() };
        let call = FunctionCall { given: first_given(&parameters, literal), function: word };
        root.update(|root| {
            stored_path.with_value(|path| match path.is_empty() {
                true => *root = call,
                false => {
                    if let Some(place) = find(&mut root.given, path) {
                        *place = CallArgument::Call(call);
                    }
                }
            });
        });
        true
    };
    let groups = Memo::new(move |_| {
        let choice = |candidate: &ChoiceItem| {
            SelectOption::new(&candidate.word, format!("{}: {}", candidate.word, candidate.note))
        };
        bench.functions.with_value(|all| OptionGroup::plain(all.iter().map(choice).collect()))
    });
    view! {
        <div class="call-edit">
            <Select groups now=function on_choice=Box::new(choose) label="Function" />
            {move || {
                let function = function.get();
                let count = Memo::new(move |_| parameters.with(Vec::len));
                view! {
                    <For each=move || 0..count.get() key=move |at| (function.clone(), *at) let(at)>
                        <ArgumentEdit parameters at stored_path />
                    </For>
                }
            }}
        </div>
    }
    .into_any()
}

#[component]
fn ArgumentEdit(
    parameters: Memo<Vec<Argument>>,
    at: usize,
    stored_path: StoredValue<ArgumentPath>,
) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let argument =
        Memo::new(move |_| parameters.with(|parameters| parameters.get(at).cloned().unwrap_or_default()));
    let takes = argument.with_untracked(|argument| argument.takes);
    let label = move || argument.with(|argument| argument.label.clone());
    let inner = move |more: &[usize]| stored_path.with_value(|path| [path, more].concat());
    match takes {
        ArgumentKind::Rest => view! { <PartsEdit path=inner(&[]) label=label() /> }.into_any(),
        ArgumentKind::Values => view! { <PartsEdit path=inner(&[at]) label=label() /> }.into_any(),
        ArgumentKind::Value => view! {
            <div class="argument">
                <span>{label}</span>
                <PartEdit path=inner(&[at]) label=label() />
            </div>
        }
        .into_any(),
        ArgumentKind::Word => {
            let value = Memo::new(move |_| {
                let call = bench.root.with(|root| stored_path.with_value(|path| call_at(root, path)));
                call.and_then(|call| texts(&call.given).get(at).cloned()).unwrap_or_default()
            });
            let set = move |text: String| {
                let chosen = argument.with_untracked(|argument| !argument.words.is_empty());
                bench.root.update(|root| {
                    let Some(given) = stored_path.with_value(|path| list(root, path)) else { return };
                    // Later arguments depended on the old value.
                    if chosen || text.is_empty() {
                        given.truncate(at);
                    }
                    let is_next = given.len() == at && !text.is_empty();
                    match given.get_mut(at) {
                        Some(place) => *place = CallArgument::Text(text),
                        None if is_next => given.push(CallArgument::Text(text)),
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
            let groups =
                Memo::new(move |_| value.with(|now| argument.with(|argument| offered(argument, now))));
            let choose = move |word: String| {
                set.run(word);
                true
            };
            view! { <Select groups now=value on_choice=Box::new(choose) /> }.into_any()
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
                        let option = |word: &ChoiceItem| view! { <option value=word.word.clone()>{word.note.clone()}</option> };
                        argument.words.iter().map(option).collect_view()
                    })}
                </datalist>
            }
            .into_any()
        }
    }
}

/// The words that fit, then those of other types. `now` is offered too if it is unknown.
fn offered(argument: &Argument, now: &str) -> Vec<OptionGroup> {
    let is_known = argument.words.iter().any(|word| word.word == now);
    let choice = |word: &ChoiceItem| {
        let text =
            if word.note.is_empty() { word.word.clone() } else { format!("{} · {}", word.word, word.note) };
        SelectOption::new(&word.word, text).titled(&word.doc)
    };
    let choices = |fits: bool| argument.words.iter().filter(move |word| word.fits == fits).map(choice);
    let none = SelectOption::new("", if argument.optional { "" } else { "Choose…" });
    let odd = (!is_known && !now.is_empty()).then(|| SelectOption::new(now, format!("{now} (unknown)")));
    let others: Vec<SelectOption> = choices(false).collect();
    let mut groups = OptionGroup::plain(std::iter::once(none).chain(odd).chain(choices(true)).collect());
    if !others.is_empty() {
        groups.push(OptionGroup { heading: "Other types".to_owned(), choices: others });
    }
    groups
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
