//! Values of several parts: a number with a unit, a range, a target.

use leptos::{ev, html, prelude::*};

use super::super::mounted::while_mounted;
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::edits;
use super::Form;
use super::commit::{commit, described, draft};
use super::common::DIFFERS;
use super::follow::follow;
use super::function_key;
use limn_ide::form::{Control, Field};
use limn_language::edit::{Edit, Input};

/// Splits a text into its leading number and the rest.
fn split(text: &str) -> (String, String) {
    let text = text.trim();
    let is_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+');
    let end = text.find(|letter| !is_number(letter)).unwrap_or(text.len());
    (text[..end].to_owned(), text[end..].trim().to_owned())
}

fn number_hint(field: &Field) -> String {
    match &field.default {
        _ if field.differs => DIFFERS.to_owned(),
        Some(default) => format!("{default} (default)"),
        None => "a number".to_owned(),
    }
}

/// A number and its unit.
#[component]
pub fn Measure(field: Memo<Field>, name: String, help: String, units: Vec<&'static str>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| split(field.value.as_deref().unwrap_or_default())));
    let usual = field.with_untracked(|field| {
        let default =
            field.default.as_deref().map(split).map(|(_, unit)| unit).filter(|unit| !unit.is_empty());
        default.unwrap_or_else(|| units.first().copied().unwrap_or_default().to_owned())
    });
    // Chosen before there is a number.
    let chosen = RwSignal::new(None::<String>);
    let unit = Memo::new(move |_| match value.get().1 {
        unit if unit.is_empty() => chosen.get().unwrap_or_else(|| usual.clone()),
        unit => unit,
    });
    let placeholder = move || field.with(number_hint);
    let first = field.get_untracked();
    let refused = form.refusal(form.at(&first));
    let number = NodeRef::<html::Input>::new();
    let whole = move |unit: &str| {
        let Some(number) = number.get_untracked() else { return String::new() };
        let (typed, own) = split(&number.value());
        let unit = if own.is_empty() { unit } else { &own };
        if typed.is_empty() { number.value().trim().to_owned() } else { format!("{typed} {unit}") }
    };
    let shown = move || {
        let (number, unit) = value.get();
        // Text that is not a number is shown as it is.
        if number.is_empty() { unit } else { number }
    };
    let typing = follow(form, form.at(&first), number, shown);
    let groups = Memo::new(move |_| {
        let now = unit.get();
        let odd = (!units.contains(&now.as_str())).then(|| SelectOption::new(now.clone(), now));
        OptionGroup::plain(units.iter().map(|&unit| SelectOption::new(unit, unit)).chain(odd).collect())
    });
    let choose = move |unit: String| {
        if value.get_untracked().0.is_empty() {
            chosen.set(Some(unit));
            return true;
        }
        commit(edits, form, &field.get_untracked(), &whole(&unit))
            && form.refused.with_untracked(Option::is_none)
    };
    view! {
        <div class="measure">
            <input
                class="field"
                id=name
                node_ref=number
                inputmode="decimal"
                prop:value=shown
                placeholder=placeholder
                aria-describedby=described(form, &first, &help)
                aria-invalid=move || refused.with(Option::is_some).then_some("true")
                on:input=move |_| {
                    typing.begin();
                    draft(edits, form, &field.get_untracked(), &whole(&unit.get_untracked()));
                }
                on:change=while_mounted(move |_: web_sys::Event| {
                    typing.end();
                    if let (false, Some(input)) = (commit(edits, form, &field.get_untracked(), &whole(&unit.get_untracked())), number.get_untracked()) {
                        input.set_value(&shown());
                    }
                })
                on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                    if let Some(input) = number.get_untracked() {
                        let back = || {
                            typing.end();
                            input.set_value(&shown());
                        };
                        function_key::key(edits, form, (&field.get_untracked(), (&input).into()), &event, back);
                    }
                })
            />
            <Select groups now=unit on_choice=Box::new(choose) again=form.rested label=format!("Unit of {}", first.label) />
        </div>
    }
}

/// Two bounds, the upper of which may be open.
#[component]
pub fn Range(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let bounds = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Range(bounds) => bounds.clone(),
            _ => Vec::new(),
        })
    });
    let bound = move |at: usize| bounds.with(|all| all.get(at).cloned().unwrap_or_default());
    let (low, high) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let write = move || {
        let (Some(low), Some(high)) = (low.get_untracked(), high.get_untracked()) else { return };
        let (low, high) = (low.value().trim().to_owned(), high.value().trim().to_owned());
        let field = field.get_untracked();
        let (at, of, key) = (form.at(&field), form.base.get_untracked(), field.path);
        let edit = match (low.is_empty(), high.is_empty()) {
            (true, true) if !field.written => return form.accept(),
            (true, true) => Edit::Unset { of, key },
            (true, false) => return form.refuse(at, "enter a lower bound"),
            (false, _) => {
                let high = if high.is_empty() { "UNBOUNDED".to_owned() } else { high };
                Edit::Set { of, key, input: Input::Items(vec![low, high]) }
            }
        };
        form.attempt(edits, at, &edit);
    };
    let first = field.get_untracked();
    let label = first.label.clone();
    let typing = [
        follow(form, form.at(&first), low, move || bound(0)),
        follow(form, form.at(&first), high, move || bound(1)),
    ];
    let written = move |at: usize| {
        typing[at].end();
        write();
    };
    view! {
        <div class="range">
            <input
                class="field" id=name node_ref=low prop:value=move || bound(0) placeholder="from"
                inputmode="numeric" on:input=move |_| typing[0].begin() on:change=while_mounted(move |_: web_sys::Event| written(0))
            />
            <span aria-hidden="true">"–"</span>
            <input
                class="field" node_ref=high prop:value=move || bound(1) placeholder="unbounded"
                aria-label=format!("Upper bound of {label}") on:input=move |_| typing[1].begin() on:change=while_mounted(move |_: web_sys::Event| written(1))
            />
        </div>
    }
}

/// Value of the option for a target that is not among the known ones.
const ODD: &str = "odd";

/// Target of a mapping: an item and a part of it.
#[component]
pub fn MappingTargetInput(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let known = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::NamePath { ways, now } => (ways.clone(), now.clone()),
            _ => Default::default(),
        })
    });
    let groups = Memo::new(move |_| {
        let (ways, now) = known.get();
        let none = SelectOption::new("", if now.is_empty() { "None" } else { "" });
        let odd = (!now.is_empty() && !ways.contains(&now)).then(|| SelectOption::new(ODD, now.join(" → ")));
        let way = |(at, way): (usize, &Vec<String>)| SelectOption::new(at.to_string(), way.join(" → "));
        let ways = ways.iter().enumerate().map(way);
        OptionGroup::plain(std::iter::once(none).chain(odd).chain(ways).collect())
    });
    let now = Memo::new(move |_| {
        known.with(|(ways, now)| match ways.iter().position(|way| way == now) {
            Some(at) => at.to_string(),
            None if now.is_empty() => String::new(),
            None => ODD.to_owned(),
        })
    });
    let choose = move |picked: String| {
        let field = field.get_untracked();
        let (at, of, key) = (form.at(&field), form.base.get_untracked(), field.path);
        let way = known
            .with_untracked(|(ways, _)| picked.parse::<usize>().ok().and_then(|at| ways.get(at).cloned()));
        let edit = match way {
            Some(way) => Edit::Set { of, key, input: Input::Items(way) },
            None if field.written => Edit::Unset { of, key },
            None => return true,
        };
        form.attempt(edits, at, &edit)
    };
    view! { <Select groups now on_choice=Box::new(choose) again=form.rested id=name /> }
}
