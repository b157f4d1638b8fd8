//! Function builder: chooses a function and its arguments from what the document has. Knows no function: the choices are requested step by
//! step.

use leptos::{context::Provider, ev, html, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::session::{documents, edits};
use super::Form;
use limn_ide::form::{Argument, Candidate, Control, Field, Takes};
use limn_language::edit::{Call, Edit, Given, Input};
use limn_language::graph::Id;

/// Longer lists become a text field with suggestions.
const LIST: usize = 150;

/// Path to a part of a call: argument indices from the outside in.
type Trail = Vec<usize>;

#[component]
pub fn Builder(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, edits) = (documents(), edits());
    let first = field.get_untracked();
    let at = form.at(&first);
    let functions = StoredValue::new(documents.functions(&at));
    let literal = first.value.clone().unwrap_or_default();
    let start = match first.control {
        Control::Call(call, _) => call,
        _ => functions.with_value(|all| Call {
            function: all.first().map(|candidate| candidate.word.clone()).unwrap_or_default(),
            given: Vec::new(),
        }),
    };
    let root = RwSignal::new(start);
    let bench = BuilderState {
        at: StoredValue::new(at.clone()),
        functions,
        root,
        literal: StoredValue::new(literal),
    };
    let close = move || form.building.set(None);
    let use_it = move || {
        let call = root.get_untracked();
        let field = field.get_untracked();
        let at = form.at(&field);
        if let Some(label) =
            missing_argument(&call, &|function, given| documents.arguments(&at, function, given))
        {
            form.refuse(at, format!("missing required argument: {}", label.to_lowercase()));
            return;
        }
        let edit = Edit::Set { of: form.base.get_untracked(), key: field.path, input: Input::Call(call) };
        if form.attempt(edits, at, &edit) {
            close();
        }
    };
    let shell = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let select = shell.get().and_then(|shell| shell.query_selector("select").ok().flatten());
        let select =
            select.and_then(|select| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(select).ok());
        if let Some(select) = select {
            drop(select.focus());
        }
    });
    view! {
        <div
            class="builder"
            role="group"
            aria-label=format!("Function for {}", first.label)
            node_ref=shell
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    form.accept();
                    close();
                } else if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                    event.prevent_default();
                    use_it();
                }
            })
        >
            <Provider value=bench><CallEdit trail=Vec::new() /></Provider>
            <div class="builder-foot">
                <button type="button" class="button small main" on:click=move |_| use_it()>"Apply"</button>
                <button type="button" class="button small" on:click=move |_| {
                    form.accept();
                    close();
                }>
                    "Cancel"
                </button>
            </div>
        </div>
    }
}

/// State shared by all parts of a builder.
#[derive(Clone, Copy)]
struct BuilderState {
    at: StoredValue<Id>,
    functions: StoredValue<Vec<Candidate>>,
    root: RwSignal<Call>,
    /// The plain value that was there before.
    literal: StoredValue<String>,
}

/// The first missing required argument, in the call or in a nested one.
fn missing_argument(call: &Call, arguments: &impl Fn(&str, &[String]) -> Vec<Argument>) -> Option<String> {
    let asked = arguments(&call.function, &texts(&call.given));
    let is_given = |at: usize| match call.given.get(at) {
        Some(Given::Text(text)) => !text.is_empty(),
        Some(Given::List(items)) => !items.is_empty(),
        Some(Given::Call(_)) => true,
        None => false,
    };
    let missing = asked.iter().enumerate().find(|(at, argument)| !argument.optional && !is_given(*at));
    missing.map(|(_, argument)| argument.label.clone()).or_else(|| missing_within(&call.given, arguments))
}

fn missing_within(given: &[Given], arguments: &impl Fn(&str, &[String]) -> Vec<Argument>) -> Option<String> {
    given.iter().find_map(|given| match given {
        Given::Call(call) => missing_argument(call, arguments),
        Given::List(items) => missing_within(items, arguments),
        Given::Text(_) => None,
    })
}

fn texts(given: &[Given]) -> Vec<String> {
    let text = |given: &Given| match given {
        Given::Text(text) => Some(text.clone()),
        _ => None,
    };
    given.iter().map_while(text).collect()
}

/// Value at a path in a list of arguments.
fn find<'a>(given: &'a mut [Given], trail: &[usize]) -> Option<&'a mut Given> {
    let (first, rest) = trail.split_first()?;
    let here = given.get_mut(*first)?;
    if rest.is_empty() {
        return Some(here);
    }
    match here {
        Given::Call(call) => find(&mut call.given, rest),
        Given::List(items) => find(items, rest),
        Given::Text(_) => None,
    }
}

/// List at a path: the arguments of a call, or a list argument.
fn list<'a>(root: &'a mut Call, trail: &[usize]) -> Option<&'a mut Vec<Given>> {
    if trail.is_empty() {
        return Some(&mut root.given);
    }
    match find(&mut root.given, trail)? {
        Given::Call(call) => Some(&mut call.given),
        Given::List(items) => Some(items),
        Given::Text(_) => None,
    }
}

fn call_at(root: &Call, trail: &[usize]) -> Option<Call> {
    if trail.is_empty() {
        return Some(root.clone());
    }
    let mut root = root.clone();
    match find(&mut root.given, trail)? {
        Given::Call(call) => Some(call.clone()),
        _ => None,
    }
}

/// Initial arguments of a function.
fn first_given(asked: &[Argument], literal: String) -> Vec<Given> {
    match asked.first().map(|argument| argument.takes) {
        Some(Takes::Rest | Takes::Value) => vec![Given::Text(literal)],
        Some(Takes::Values) => vec![Given::List(vec![Given::Text(literal)])],
        _ => Vec::new(),
    }
}

/// A call: its function and arguments.
#[component]
fn CallEdit(trail: Trail) -> AnyView {
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

/// Parts to concatenate: texts and functions.
#[component]
fn PartsEdit(trail: Trail, label: String) -> impl IntoView {
    let bench = expect_context::<BuilderState>();
    let way = StoredValue::new(trail);
    let count = Memo::new(move |_| {
        let mut root = bench.root.get();
        way.with_value(|trail| list(&mut root, trail).map_or(0, |items| items.len()))
    });
    let change = move |with: &dyn Fn(&mut Vec<Given>)| {
        bench.root.update(|root| {
            if let Some(items) = way.with_value(|trail| list(root, trail)) {
                with(items);
            }
        });
    };
    let function = move || {
        bench
            .functions
            .with_value(|all| all.first().map(|candidate| candidate.word.clone()))
            .unwrap_or_default()
    };
    let labelled = label.clone();
    view! {
        <div class="parts" role="group" aria-label=label.clone()>
            <span class="parts-label">{label.clone()}</span>
            <For each=move || 0..count.get() key=|at| *at let(at)>
                <div class="part">
                    <PartEdit trail=way.with_value(|trail| [&trail[..], &[at]].concat()) label=format!("{labelled} {}", at + 1) />
                    <button
                        type="button"
                        class="button small bare danger"
                        aria-label=format!("Remove part {}", at + 1)
                        title="Remove part"
                        on:click=move |_| change(&|items| {
                            if at < items.len() {
                                items.remove(at);
                            }
                        })
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                </div>
            </For>
            <div class="parts-add">
                <button type="button" class="button small add" on:click=move |_| change(&|items| items.push(Given::Text(String::new())))>
                    <Picture glyph=Glyph::Plus />
                    "Text"
                </button>
                <button type="button" class="button small add" on:click=move |_| change(&|items| {
                    items.push(Given::Call(Call { function: function(), given: Vec::new() }));
                })>
                    <Picture glyph=Glyph::Plus />
                    "Function"
                </button>
            </div>
        </div>
    }
}

/// A text, or a function instead.
#[component]
fn PartEdit(trail: Trail, label: String) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let way = StoredValue::new(trail);
    let given = Memo::new(move |_| {
        let mut root = bench.root.get();
        way.with_value(|trail| find(&mut root.given, trail).cloned())
    });
    let is_call = Memo::new(move |_| given.with(|given| matches!(given, Some(Given::Call(_)))));
    let text = Memo::new(move |_| {
        given.with(|given| match given {
            Some(Given::Text(text)) => text.clone(),
            _ => String::new(),
        })
    });
    let put = move |new: Given| {
        bench.root.update(|root| {
            way.with_value(|trail| {
                let Some((last, above)) = trail.split_last() else { return };
                match list(root, above) {
                    Some(items) if *last < items.len() => items[*last] = new,
                    Some(items) => items.push(new),
                    None => {}
                }
            });
        });
    };
    let label = StoredValue::new(label);
    let function = move || {
        let function = bench
            .functions
            .with_value(|all| all.first().map(|candidate| candidate.word.clone()))
            .unwrap_or_default();
        Given::Call(Call { function, given: Vec::new() })
    };
    (move || match is_call.get() {
        true => view! {
            <div class="part-call">
                <CallEdit trail=way.get_value() />
                <button
                    type="button"
                    class="tool"
                    title="Use text instead"
                    aria-label=format!("Use text for {}", label.get_value())
                    on:click=move |_| put(Given::Text(String::new()))
                >
                    <Picture glyph=Glyph::Value />
                </button>
            </div>
        }
        .into_any(),
        false => view! {
            <div class="part-text">
                <input
                    class="field"
                    aria-label=label.get_value()
                    placeholder="text"
                    prop:value=move || text.get()
                    spellcheck="false"
                    on:change=while_mounted(move |event: web_sys::Event| put(Given::Text(event_target_value(&event))))
                />
                <button
                    type="button"
                    class="tool"
                    title="Use a function instead"
                    aria-label=format!("Use a function for {}", label.get_value())
                    on:click=move |_| put(function())
                >
                    <Picture glyph=Glyph::Function />
                </button>
            </div>
        }
        .into_any(),
    })
    .into_any()
}
