//! Terms of the objective: weight, range, and operators over other terms.

use leptos::prelude::*;

use super::super::super::super::icons::{Glyph, Picture};
use super::super::super::super::mounted::while_mounted;
use super::call::Call;
use super::pick::Pick;
use super::{ObjectiveForm, TermPath};
use limn_homing::objective::formula::{Term, Value, Vocabulary};

/// Operator: `sum`, `min` or `max`.
#[component]
pub(super) fn Operator(form: ObjectiveForm, place: TermPath) -> impl IntoView {
    let at = place.clone();
    let operator = Memo::new(move |_| match form.term(&at).map(|term| term.value) {
        Some(Value::Of { operator, .. }) => operator,
        _ => String::new(),
    });
    let operators = move || {
        let mut all: Vec<String> =
            form.words.with(|words| words.operators.iter().map(|word| (*word).to_owned()).collect());
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
                form.change_term(&place, |term| {
                    if let Value::Of { operator, .. } = &mut term.value {
                        *operator = chosen;
                    }
                });
            })
        />
        {move || (operator.get() == "max").then(|| view! {
            <small class="objective-trap">"HAS evaluates `max` as `min`"</small>
        })}
    }
}

fn below(place: &TermPath, at: usize) -> TermPath {
    place.iter().copied().chain([at]).collect()
}

/// Terms of an operator, and buttons to add terms.
#[component]
pub(super) fn Terms(form: ObjectiveForm, place: TermPath) -> AnyView {
    let at = place.clone();
    let count = Memo::new(move |_| match form.term(&at).map(|term| term.value) {
        Some(Value::Of { terms, .. }) => terms.len(),
        _ => 0,
    });
    let is_root = place.is_empty();
    let inner = place.clone();
    let (plain, nested) = (place.clone(), place);
    let fresh = Memo::new(move |_| form.words.with(Vocabulary::initial_term));
    let add = move |place: &TermPath, term: Term| {
        form.change_term(place, |outer| {
            if let Some(terms) = outer.terms_mut() {
                terms.push(term);
            }
        });
    };
    view! {
        <ol class="terms">
            <For each=move || 0..count.get() key=|at| *at let(at)>
                <TermRow form place=below(&inner, at) count=count />
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
            {move || {
                let missing = form.words.with(Vocabulary::missing);
                let needs_demand = fresh.with(Option::is_none);
                (is_root && !missing.is_empty()).then(|| view! {
                    <small class="quiet">
                        {if needs_demand { "A term needs a demand." } else { "A distance needs a location." }}
                    </small>
                    {missing.into_iter().map(|(entry, noun)| view! {
                        <button type="button" class="button small outline" on:click=move |_| form.add_element(entry)>
                            <Picture glyph=Glyph::Plus />
                            {format!("Add {noun}")}
                        </button>
                    }).collect_view()}
                })
            }}
        </div>
    }
    .into_any()
}

#[component]
fn TermRow(form: ObjectiveForm, place: TermPath, count: Memo<usize>) -> impl IntoView {
    let own = place.clone();
    let term = Memo::new(move |_| form.term(&own));
    let nests =
        Memo::new(move |_| term.with(|term| matches!(term, Some(Term { value: Value::Of { .. }, .. }))));
    let index = place.last().copied().unwrap_or(0);
    let number = place.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(".");
    let outer: TermPath = place[..place.len().saturating_sub(1)].to_vec();
    let (swap, remove) = (outer.clone(), outer);
    let moved = move |to: usize| {
        form.change_term(&swap, |outer| {
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
                <Weight form place=weight term />
                <span class="times" aria-hidden="true">"×"</span>
                {move || {
                    if nests.get() {
                        view! { <Operator form place=operator.clone() /> }.into_any()
                    } else {
                        view! { <Call form place=body.clone() term /> }.into_any()
                    }
                }}
                <Range form place=inside.clone() term />
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
                        on:click=move |_| form.change_term(&remove, |outer| {
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
            {move || nests.get().then(|| view! { <Terms form place=inside.clone() /> })}
        </li>
    }
}

#[component]
fn Weight(form: ObjectiveForm, place: TermPath, term: Memo<Option<Term>>) -> impl IntoView {
    let weight = Memo::new(move |_| {
        term.with(|term| term.as_ref().map(|term| term.weight.clone())).unwrap_or_default()
    });
    let is_parameter = Memo::new(move |_| weight.with(|weight| weight.starts_with("get_param(")));
    view! {
        <input
            class="field weight"
            aria-label="Weight"
            placeholder="1"
            autocomplete="off"
            class:wrong=move || is_parameter.get()
            title=move || if is_parameter.get() { "HAS doesn't resolve parameters in an objective: this counts as 1" } else { "Weight" }
            prop:value=move || weight.get()
            on:change=while_mounted(move |event: web_sys::Event| {
                let typed = event_target_value(&event).trim().to_owned();
                form.change_term(&place, |term| term.weight = typed);
            })
        />
        {move || is_parameter.get().then(|| view! { <small class="objective-trap">"counts as 1: HAS doesn't resolve parameters here"</small> })}
    }
}

/// Values that are scaled to 0 and 1.
type Ends = Option<(String, String)>;

/// Range of values that is scaled to 0–1, if the language has ranges.
#[component]
fn Range(form: ObjectiveForm, place: TermPath, term: Memo<Option<Term>>) -> impl IntoView {
    let ranges = Memo::new(move |_| form.words.with(|words| words.ranges));
    let range = Memo::new(move |_| term.with(|term| term.as_ref().and_then(|term| term.range.clone())));
    let has = Memo::new(move |_| range.with(Option::is_some));
    let place = StoredValue::new(place);
    let change = move |change: &dyn Fn(&mut Ends)| {
        form.change_term(&place.get_value(), |term| change(&mut term.range));
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
