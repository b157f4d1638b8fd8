//! Control of a field: one component per kind of value.

use leptos::prelude::*;

use super::connections::ConnectionFields;
use super::entries::{Entries, Items, Unfolded};
use super::fields::{Building, Fields};
use super::function_value::FunctionValue;
use super::inputs::{Choice, Flag, Presence, Prose, SingleLineInput};
use super::parts::PartsView;
use super::pick::Pick;
use super::raw::{Inside, Raw};
use super::typed::{MappingTargetInput, Measure, Range};
use super::{field_of, several};
use limn_ide::form::{Control, Field};

/// Number of the control's kind: a different kind is rendered again.
pub(super) fn control_kind(control: &Control) -> u8 {
    match control {
        Control::Text { .. } => 0,
        Control::Prose => 1,
        Control::Flag => 2,
        Control::Integer { .. } => 3,
        Control::Choice(_) => 4,
        Control::Reference { .. } => 5,
        Control::List { .. } => 6,
        Control::Named { .. } => 7,
        Control::Map { .. } => 8,
        Control::Count { .. } => 9,
        Control::Group(_) => 10,
        Control::Raw { .. } => 11,
        Control::Unknown { .. } => 12,
        Control::Empty => 13,
        Control::Folded { .. } => 14,
        Control::Number => 15,
        Control::Measure(_) => 16,
        Control::Range(_) => 17,
        Control::Call(..) => 18,
        Control::Parts { .. } => 19,
        Control::Connections(_) => 20,
        Control::NamePath { .. } => 21,
        Control::Pick { inner, free, .. } => {
            22 + 2 * u8::from(inner.as_ref().is_some_and(|inner| is_compound(&inner.control)))
                + u8::from(*free)
        }
    }
}

/// Returns true if the control contains fields of its own.
pub(super) fn is_compound(control: &Control) -> bool {
    if let Control::Pick { inner: Some(inner), .. } = control {
        return is_compound(&inner.control);
    }
    matches!(
        control,
        Control::List { .. }
            | Control::Named { .. }
            | Control::Map { .. }
            | Control::Group(_)
            | Control::Parts { .. }
            | Control::Connections(_)
            | Control::Folded { .. }
            | Control::Count { .. }
    )
}

/// Number of entries of a control that contains fields.
pub(super) fn count(control: &Control) -> usize {
    match control {
        Control::List { items, .. } => items.len(),
        Control::Pick { inner: Some(inner), .. } => count(&inner.control),
        Control::Named { entries, .. } | Control::Map { entries, .. } => entries.len(),
        Control::Parts { fields, .. } => fields.iter().filter(|field| field.written).count(),
        Control::Connections(connections) => {
            connections.iter().filter(|connection| connection.to.is_some()).count()
        }
        Control::Count { entries, .. } => *entries,
        Control::Group(sheet) => sheet.fields.iter().filter(|field| field.written).count(),
        _ => 0,
    }
}

/// The control alone, without label and help: also for list items.
#[component]
pub fn ControlView(field: Memo<Field>, name: String, #[prop(optional)] help: String) -> AnyView {
    match field.get_untracked().control {
        Control::Text { label, suggestions } => {
            view! { <SingleLineInput field name help hint=label offered=suggestions /> }.into_any()
        }
        Control::Reference { label, candidates } => {
            view! { <SingleLineInput field name help hint=label offered=candidates /> }.into_any()
        }
        Control::Integer { min, max, or } => {
            let hint = match (min, max, or) {
                (_, _, Some(or)) => format!("a number, or {or}"),
                (min, i64::MAX, None) if min > i64::MIN => format!("a number of at least {min}"),
                (i64::MIN, _, None) => "a number".to_owned(),
                (min, max, None) => format!("a number from {min} to {max}"),
            };
            view! { <SingleLineInput field name help hint offered=Vec::new() /> }.into_any()
        }
        Control::Number => {
            view! { <SingleLineInput field name help hint="a number".to_owned() offered=Vec::new() /> }
                .into_any()
        }
        Control::Measure(units) => apart(move || view! { <Measure field name help units /> }.into_any()),
        Control::Range(_) => apart(move || view! { <Range field name /> }.into_any()),
        Control::NamePath { .. } => apart(move || view! { <MappingTargetInput field name /> }.into_any()),
        Control::Pick { .. } => apart(move || view! { <PickedControl field name /> }.into_any()),
        Control::Call(..) => apart(move || view! { <FunctionValue field name /> }.into_any()),
        Control::Parts { free, .. } => apart(move || view! { <PartsView field free /> }.into_any()),
        Control::Connections(_) => apart(move || view! { <ConnectionFields field /> }.into_any()),
        Control::Prose => apart(move || view! { <Prose field name help /> }.into_any()),
        Control::Flag => apart(move || view! { <Flag field name /> }.into_any()),
        Control::Choice(_) => apart(move || view! { <Choice field name help /> }.into_any()),
        Control::List { .. } => apart(move || view! { <Items field /> }.into_any()),
        Control::Named { .. } | Control::Map { .. } => apart(move || view! { <Entries field /> }.into_any()),
        Control::Count { .. } => apart(move || view! { <Inside field /> }.into_any()),
        Control::Group(_) => {
            let fields = several(field, |control| match control {
                Control::Group(sheet) => &sheet.fields,
                _ => &[],
            });
            view! { <Fields fields /> }.into_any()
        }
        Control::Folded { .. } => apart(move || view! { <Unfolded field /> }.into_any()),
        Control::Raw { .. } | Control::Unknown { .. } => apart(move || view! { <Raw field /> }.into_any()),
        Control::Empty => view! { <Presence field name /> }.into_any(),
    }
}

/// Choice of a kind, with the control of the chosen kind below.
#[component]
fn PickedControl(field: Memo<Field>, name: String) -> impl IntoView {
    let inner = several(field, |control| match control {
        Control::Pick { inner: Some(inner), .. } => std::slice::from_ref(&**inner),
        _ => &[],
    });
    let inside = StoredValue::new(name.clone());
    view! {
        <div class="pick">
            <Pick field name />
            <For each=move || inner.with(|inner| inner.to_vec()) key=|inner| (inner.path.clone(), control_kind(&inner.control)) let(picked)>
                {
                    let compound = is_compound(&picked.control);
                    let name = inside.with_value(|name| format!("{name}-inside"));
                    let label_text = picked.label.clone();
                    let field = field_of(inner, &picked);
                    view! {
                        <div class="picked" class:compound=compound>
                            {(!compound && !label_text.is_empty())
                                .then(|| view! { <label class="unseen" for=name.clone()>{label_text}</label> })}
                            <ControlView field name />
                            <Building field />
                        </div>
                    }
                }
            </For>
        </div>
    }
}

/// Builds a view in a function of its own, so that a control which no first diagram has is not in the first part of the program.
#[inline(never)]
fn apart(view: impl FnOnce() -> AnyView) -> AnyView {
    view()
}
