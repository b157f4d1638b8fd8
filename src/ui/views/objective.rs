//! Objective editor: as a line of text, and as a tree of terms. Each change formats the formula anew,
//! and only the difference is written to the text. Knows the vocabulary, not its meaning.

use leptos::{ev, html, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::session::{Edits, edits, view_state};
use limn_language::edit::Edit;
use limn_language::objective::{Argument, Formula, Term, Value, Words};

/// Path to a term: indices from the outside in.
type Place = Vec<usize>;

/// State shared by all parts of the form.
#[derive(Clone, Copy)]
struct Desk {
    edits: Edits,
    words: Memo<Words>,
    formula: Memo<Option<Formula>>,
    /// Reason why the last change was rejected.
    refused: RwSignal<Option<String>>,
}

impl Desk {
    fn change(self, change: impl FnOnce(&mut Formula)) {
        let Some(mut formula) = self.formula.get_untracked() else { return };
        change(&mut formula);
        self.write(formula);
    }

    fn change_term(self, place: &Place, change: impl FnOnce(&mut Term)) {
        self.change(|formula| {
            if let Some(term) = formula.root.at_mut(place) {
                change(term);
            }
        });
    }

    fn write(self, formula: Formula) -> bool {
        let written = self.edits.try_edit(&Edit::SetObjective { formula });
        self.refused.set(written.as_ref().err().cloned());
        written.is_ok()
    }

    fn term(self, place: &Place) -> Option<Term> {
        self.formula.with(|formula| formula.as_ref()?.root.at(place).cloned())
    }
}

#[component]
pub fn Objective() -> impl IntoView {
    let view_state = view_state();
    let desk = Desk {
        edits: edits(),
        words: Memo::new(move |_| view_state.formula().get().map(|(words, _)| words).unwrap_or_default()),
        formula: Memo::new(move |_| view_state.formula().get().and_then(|(_, formula)| formula)),
        refused: RwSignal::new(None),
    };
    let readable = Memo::new(move |_| desk.formula.with(Option::is_some));
    view! {
        <div class="objective" id="view-objective" role="tabpanel" aria-labelledby="tab-objective">
            <Show
                when=move || readable.get()
                fallback=|| view! {
                    <p class="note">
                        "This form can't show the objective as it is written. Edit it in the YAML pane."
                    </p>
                }
            >
                <Line desk />
                {move || {
                    desk.refused.get().map(|why| view! { <p class="objective-refused" role="alert"><Inline text=why /></p> })
                }}
                <Tree desk />
            </Show>
        </div>
    }
}

/// The objective as text.
#[component]
fn Line(desk: Desk) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let text =
        move || desk.formula.with(|formula| formula.as_ref().map_or_else(String::new, Formula::to_string));
    let write = move || {
        let Some(field) = field.get_untracked() else { return };
        let typed = field.value();
        if typed.split_whitespace().eq(desk
            .formula
            .with_untracked(|formula| formula.as_ref().map_or_else(String::new, Formula::to_string))
            .split_whitespace())
        {
            return desk.refused.set(None);
        }
        match desk.words.with_untracked(|words| words.read(&typed)) {
            Ok(formula) => {
                desk.write(formula);
            }
            Err(error) => desk.refused.set(Some(error.to_string())),
        }
    };
    view! {
        <div class="objective-line">
            <label for="objective-text">"As text"</label>
            <textarea
                id="objective-text"
                class="field mono"
                rows="2"
                spellcheck="false"
                autocomplete="off"
                node_ref=field
                prop:value=text
                on:change=while_mounted(move |_: web_sys::Event| write())
                on:keydown=move |event: ev::KeyboardEvent| {
                    if event.key() == "Enter" && !event.shift_key() {
                        event.prevent_default();
                        write();
                    }
                }
            ></textarea>
        </div>
    }
}

#[component]
fn Tree(desk: Desk) -> impl IntoView {
    let goal = move || {
        desk.formula.with(|formula| formula.as_ref().map(|formula| formula.goal.clone())).unwrap_or_default()
    };
    let goals = move || {
        desk.words.with(|words| words.goals.iter().map(|goal| (*goal).to_owned()).collect::<Vec<_>>())
    };
    view! {
        <div class="objective-tree">
            <div class="objective-head">
                <Pick
                    label="Goal"
                    value=Signal::derive(goal)
                    options=Signal::derive(goals)
                    pick=Callback::new(move |goal: String| desk.change(|formula| formula.goal = goal))
                />
                <Operator desk place=Vec::new() />
            </div>
            <Terms desk place=Vec::new() />
        </div>
    }
}

/// Operator: `sum`, `min` or `max`.
#[component]
fn Operator(desk: Desk, place: Place) -> impl IntoView {
    let at = place.clone();
    let operator = Memo::new(move |_| match desk.term(&at).map(|term| term.value) {
        Some(Value::Of { operator, .. }) => operator,
        _ => String::new(),
    });
    let operators = move || {
        let mut all: Vec<String> =
            desk.words.with(|words| words.operators.iter().map(|word| (*word).to_owned()).collect());
        let now = operator.get();
        if !now.is_empty() && !all.contains(&now) {
            all.push(now);
        }
        all
    };
    view! {
        <Pick
            label="Operator"
            value=Signal::derive(move || operator.get())
            options=Signal::derive(operators)
            pick=Callback::new(move |chosen: String| {
                desk.change_term(&place, |term| {
                    if let Value::Of { operator, .. } = &mut term.value {
                        *operator = chosen;
                    }
                });
            })
        />
        {move || (operator.get() == "max").then(|| view! {
            <small class="objective-trap">"the service minimizes `max` too"</small>
        })}
    }
}

fn below(place: &Place, at: usize) -> Place {
    place.iter().copied().chain([at]).collect()
}

/// Terms of an operator, and buttons to add terms.
#[component]
fn Terms(desk: Desk, place: Place) -> AnyView {
    let at = place.clone();
    let count = Memo::new(move |_| match desk.term(&at).map(|term| term.value) {
        Some(Value::Of { terms, .. }) => terms.len(),
        _ => 0,
    });
    let inner = place.clone();
    let (plain, nested) = (place.clone(), place);
    let fresh = Memo::new(move |_| desk.words.with(Words::fresh));
    let add = move |place: &Place, term: Term| {
        desk.change_term(place, |outer| {
            if let Some(terms) = outer.terms_mut() {
                terms.push(term);
            }
        });
    };
    view! {
        <ol class="terms">
            <For each=move || 0..count.get() key=|at| *at let(at)>
                <TermRow desk place=below(&inner, at) count=count />
            </For>
        </ol>
        {move || (count.get() == 0).then(|| view! { <p class="quiet">"No terms yet: every feasible combination is equally good."</p> })}
        <div class="objective-add">
            <button
                type="button"
                class="button small outline"
                prop:disabled=move || fresh.with(Option::is_none)
                on:click=move |_| {
                    if let Some(term) = fresh.get_untracked() {
                        add(&plain, term);
                    }
                }
            >
                <Picture glyph=Glyph::Plus />
                "Add term"
            </button>
            <button
                type="button"
                class="button small"
                prop:disabled=move || fresh.with(Option::is_none)
                on:click=move |_| {
                    if let Some(term) = fresh.get_untracked() {
                        let value = Value::Of { operator: "sum".to_owned(), terms: vec![term] };
                        add(&nested, Term { weight: "1".to_owned(), range: None, value });
                    }
                }
            >
                "Add group"
            </button>
            {move || fresh.with(Option::is_none).then(|| view! {
                <small class="quiet">"Add a location and a demand first: a term needs both."</small>
            })}
        </div>
    }
    .into_any()
}

#[component]
fn TermRow(desk: Desk, place: Place, count: Memo<usize>) -> impl IntoView {
    let own = place.clone();
    let term = Memo::new(move |_| desk.term(&own));
    let nests =
        Memo::new(move |_| term.with(|term| matches!(term, Some(Term { value: Value::Of { .. }, .. }))));
    let index = place.last().copied().unwrap_or(0);
    let number = place.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(".");
    let outer: Place = place[..place.len().saturating_sub(1)].to_vec();
    let (swap, remove) = (outer.clone(), outer);
    let moved = move |to: usize| {
        desk.change_term(&swap, |outer| {
            if let Some(terms) = outer.terms_mut()
                && to < terms.len()
            {
                let term = terms.remove(index);
                terms.insert(to, term);
            }
        });
    };
    let (up, down) = (moved.clone(), moved);
    let (weight, body, operator, inside) = (place.clone(), place.clone(), place.clone(), place);
    view! {
        <li class="term" aria-label=format!("Term {number}")>
            <div class="term-row">
                <Weight desk place=weight term />
                <span class="times" aria-hidden="true">"×"</span>
                {move || {
                    if nests.get() {
                        view! { <Operator desk place=operator.clone() /> }.into_any()
                    } else {
                        view! { <Call desk place=body.clone() term /> }.into_any()
                    }
                }}
                <Range desk place=inside.clone() term />
                <span class="term-tools">
                    <button type="button" class="button small bare" aria-label=format!("Move term {number} up") title="Move up" prop:disabled=index == 0 on:click=move |_| up(index.saturating_sub(1))>
                        <span class="turned"><Picture glyph=Glyph::Chevron /></span>
                    </button>
                    <button
                        type="button"
                        class="button small bare"
                        aria-label=format!("Move term {number} down")
                        title="Move down"
                        prop:disabled=move || { index + 1 >= count.get() }
                        on:click=move |_| down(index + 1)
                    >
                        <Picture glyph=Glyph::Chevron />
                    </button>
                    <button
                        type="button"
                        class="button small bare danger"
                        aria-label=format!("Remove term {number}")
                        title="Remove term"
                        on:click=move |_| desk.change_term(&remove, |outer| {
                            if let Some(terms) = outer.terms_mut()
                                && index < terms.len()
                            {
                                terms.remove(index);
                            }
                        })
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                </span>
            </div>
            {move || nests.get().then(|| view! { <Terms desk place=inside.clone() /> })}
        </li>
    }
}

#[component]
fn Weight(desk: Desk, place: Place, term: Memo<Option<Term>>) -> impl IntoView {
    let weight = Memo::new(move |_| {
        term.with(|term| term.as_ref().map(|term| term.weight.clone())).unwrap_or_default()
    });
    let asks = Memo::new(move |_| weight.with(|weight| weight.starts_with("get_param(")));
    view! {
        <input
            class="field weight"
            aria-label="Weight"
            placeholder="1"
            autocomplete="off"
            class:wrong=move || asks.get()
            title=move || if asks.get() { "The service doesn't resolve parameters in an objective: this counts as 1" } else { "Weight" }
            prop:value=move || weight.get()
            on:change=while_mounted(move |event: web_sys::Event| {
                let typed = event_target_value(&event).trim().to_owned();
                desk.change_term(&place, |term| term.weight = typed);
            })
        />
        {move || asks.get().then(|| view! { <small class="objective-trap">"counts as 1: the service doesn't resolve parameters here"</small> })}
    }
}

/// Function and its arguments.
#[component]
fn Call(desk: Desk, place: Place, term: Memo<Option<Term>>) -> impl IntoView {
    let call = Memo::new(move |_| match term.get().map(|term| term.value) {
        Some(Value::Call { function, arguments }) => (function, arguments),
        _ => (String::new(), Vec::new()),
    });
    let function = Memo::new(move |_| call.with(|(function, _)| function.clone()));
    let takes = Memo::new(move |_| {
        let name = function.get();
        desk.words
            .with(|words| words.function(&name).map(|function| function.takes.clone()))
            .unwrap_or_default()
    });
    let functions = move || {
        desk.words
            .with(|words| words.functions.iter().map(|function| function.name.to_owned()).collect::<Vec<_>>())
    };
    let arguments = place.clone();
    view! {
        <Pick
            label="Function"
            value=Signal::derive(move || function.get())
            options=Signal::derive(functions)
            pick=Callback::new(move |name: String| {
                let words = desk.words.get_untracked();
                desk.change_term(&place, |term| recall(&words, term, &name));
            })
        />
        {move || {
            let each = takes.get().into_iter().enumerate().map(|(at, takes)| view! {
                <ArgumentField desk place=arguments.clone() call at takes />
            });
            each.collect_view()
        }}
    }
}

/// Switches to another function and keeps the arguments that fit.
fn recall(words: &Words, term: &mut Term, name: &str) {
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
    desk: Desk,
    place: Place,
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
        desk.change_term(&place, |term| {
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
        desk.words.with(|words| match takes {
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

/// Values that are scaled to 0 and 1.
type Ends = Option<(String, String)>;

/// Range of values that is scaled to 0–1, if the language has ranges.
#[component]
fn Range(desk: Desk, place: Place, term: Memo<Option<Term>>) -> impl IntoView {
    let ranges = Memo::new(move |_| desk.words.with(|words| words.ranges));
    let range = Memo::new(move |_| term.with(|term| term.as_ref().and_then(|term| term.range.clone())));
    let has = Memo::new(move |_| range.with(Option::is_some));
    let place = StoredValue::new(place);
    let change = move |change: &dyn Fn(&mut Ends)| {
        desk.change_term(&place.get_value(), |term| change(&mut term.range));
    };
    let field = move |label: &'static str, first: bool| {
        let value = move || {
            range
                .with(|range| {
                    range.as_ref().map(|(start, end)| if first { start.clone() } else { end.clone() })
                })
                .unwrap_or_default()
        };
        view! {
            <input
                class="field weight"
                aria-label=label
                autocomplete="off"
                prop:value=value
                on:change=while_mounted(move |event: web_sys::Event| {
                    let typed = event_target_value(&event).trim().to_owned();
                    change(&|range| if let Some((start, end)) = range {
                        if first { start.clone_from(&typed) } else { end.clone_from(&typed) }
                    });
                })
            />
        }
    };
    view! {
        <Show when=move || ranges.get()>
            <span class="range">
                <button
                    type="button"
                    class="button small"
                    aria-pressed=move || has.get().to_string()
                    title="Scale the value from a range to 0–1"
                    on:click=move |_| change(&|range| {
                        *range = if range.is_some() { None } else { Some(("0".to_owned(), "100".to_owned())) };
                    })
                >
                    "from … to"
                </button>
                <Show when=move || has.get()>
                    {field("Range start (counts as 0)", true)}
                    {field("Range end (counts as 1)", false)}
                </Show>
            </span>
        </Show>
    }
}

/// Select. Also shows a current value that is no longer an option.
#[component]
fn Pick(
    label: &'static str,
    value: Signal<String>,
    options: Signal<Vec<String>>,
    pick: Callback<String>,
) -> impl IntoView {
    view! {
        <select
            class="field pick"
            aria-label=label
            title=label
            prop:value=move || { options.track(); value.get() }
            on:change=while_mounted(move |event: web_sys::Event| pick.run(event_target_value(&event)))
        >
            {move || {
                let now = value.get();
                let mut all = options.get();
                if !all.contains(&now) {
                    all.insert(0, now.clone());
                }
                all.into_iter().map(|word| {
                    let selected = word == now;
                    view! { <option value=word.clone() selected=selected>{word.clone()}</option> }
                }).collect_view()
            }}
        </select>
    }
}
