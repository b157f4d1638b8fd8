//! Field: label, control, help and problems.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::is_mac;
use super::super::element_id;
use super::super::label::breakable;
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::remembered::{opens_section, remember_section};
use super::super::session::{documents, navigation};
use super::common::DIFFERS;
use super::control::{ControlView, control_kind, count, is_compound};
use super::entries::Remove;
use super::function_builder::Builder;
use super::keys::name_actions_key;
use super::problems::FieldProblems;
use super::search;
use super::sharing::Sharing;
use super::tools::{Tools, promotions};
use super::used_files::UsedFiles;
use super::{Form, Several, field_of};
use limn_ide::form::{Control, Field};
use limn_language::edit::Promotions;
use limn_language::graph::Id;

/// Groups with more entries are collapsed at first; the second limit is for typed values.
const EXPANDED_ENTRIES: usize = 12;
const EXPANDED_TYPED_ENTRIES: usize = 60;

const PROPERTIES: &str = "properties";

/// The fields of an item in the order of a form: its value or its properties first, because they are edited most.
pub(super) fn arranged(mut fields: Vec<Field>) -> Vec<Field> {
    let rank = |field: &Field| match field.key.as_str() {
        "value" => 0,
        PROPERTIES => 1,
        _ => 2,
    };
    fields.sort_by_key(rank);
    fields
}

#[component]
pub fn Fields(fields: Several) -> impl IntoView {
    let form = expect_context::<Form>();
    view! {
        <div class="fields">
            <For each=move || form.words.with(|words| fields.with(|fields| search::shown(fields, words))) key=|field| (field.path.clone(), control_kind(&field.control)) let(field)>
                <FieldView field=field_of(fields, &field) />
            </For>
        </div>
    }
}

#[component]
pub fn FieldView(field: Memo<Field>) -> AnyView {
    let form = expect_context::<Form>();
    let first = field.get_untracked();
    let compound = is_compound(&first.control);
    let base = Id(form.base.get_untracked().0.join(&first.path));
    let focused = mark_on_focus(base.clone());
    let name = element_id::of_field(&base);
    let help = format!("{name}-help");
    let (label, doc, required) = (first.label.clone(), first.doc.to_string(), is_required(&first));
    if compound {
        return group_row(field, &base, name, focused);
    }
    let promotions = promotions(field);
    let has_actions = Memo::new(move |_| {
        field.with(|field| field.computed || field.is_short || field.extra)
            || promotions.get() != Promotions::default()
    });
    view! {
        <div class="row" on:focusin=focused class:written=move || field.with(|field| field.written) class:wanted=move || field.with(wants).is_some()>
            <div class="row-label">
                <label for=name.clone() title=doc.clone()>
                    {breakable(&label)}
                    {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                </label>
                <Tools field promotions />
            </div>
            <div class="row-control">
                <div class="control-line">
                    <ControlView field name help=help.clone() />
                    {move || field.with(|field| field.extra).then(|| view! { <Remove field /> })}
                </div>
                <div class="help" id=help>
                    {(!doc.is_empty()).then(|| view! { <p><Inline text=doc /></p> })}
                    <TypeAndConstraints field />
                    <Show when=move || has_actions.get()>
                        <p class="action-keys"><kbd>{if is_mac() { "⌘." } else { "Ctrl+." }}</kbd>" for its actions"</p>
                    </Show>
                </div>
                <UsedFiles at=base.clone() />
                {move || field.with(wants).map(|wants| view! { <p class="wants">{wants}</p> })}
                <Sharing shared=Signal::derive(move || field.with(|field| field.shared.clone())) />
                <FieldProblems base deep=true />
            </div>
            <Building field />
        </div>
    }
    .into_any()
}

/// A field with fields of its own, below a heading that opens and closes.
fn group_row(
    field: Memo<Field>,
    base: &Id,
    name: String,
    focused: impl Fn(ev::FocusEvent) + 'static,
) -> AnyView {
    let (first, base) = (field.get_untracked(), base.clone());
    let (label, doc, required) = (first.label.clone(), first.doc.to_string(), is_required(&first));
    let help = format!("{name}-help");
    let is_section = first.path.len() == 1 && !expect_context::<Form>().nested;
    let section = is_section.then(|| first.key.clone());
    let remembered = section.as_deref().and_then(opens_section);
    let faulty = is_section.then(|| has_problem(base.clone()));
    let open = is_missing_inside(&first)
        || faulty.is_some_and(|faulty| faulty.get_untracked())
        || remembered.unwrap_or_else(|| opens_at_first(&first));
    let size = move || field.with(|field| count(&field.control));
    let shown = RwSignal::new(open);
    let details = NodeRef::<html::Details>::new();
    let value = format!("{name}-value");
    open_on_demand(field, details, base.clone(), faulty);
    let remember = move |_| {
        // The heading closes what is open.
        let is_open = details.get_untracked().is_some_and(|details| details.open());
        if let Some(section) = &section {
            remember_section(section, !is_open);
        }
    };
    view! {
        <div class="group-row" on:focusin=focused>
        <details class="group" id=name node_ref=details class:typed=!first.type_name.is_empty() open=open on:toggle=while_mounted(move |event: web_sys::Event| shown.set(is_open(&event)))>
            <summary title=doc.clone() on:click=remember>
                <span class="group-label">{label}</span>
                {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                {move || (size() > 0).then(|| view! { <span class="group-count">{size()}</span> })}
                <span class="group-brief">{move || field.with(group_brief)}</span>
            </summary>
            <Show when=move || shown.get()>
                <div class="group-body">
                    {(!doc.is_empty()).then(|| view! { <p class="help always"><Inline text=doc.clone() /></p> })}
                    <UsedFiles at=base.clone() />
                    <TypeAndConstraints field />
                    <Sharing shared=Signal::derive(move || field.with(|field| field.shared.clone())) />
                    <Building field />
                    <ControlView field name=value.clone() help=help.clone() />
                    <FieldProblems base=base.clone() deep=false />
                </div>
            </Show>
        </details>
        // Beside the heading, because a heading that opens and closes can't contain other buttons.
        <span class="group-tools">
            <Tools field />
            {move || field.with(is_removable).then(|| view! { <Remove field /> })}
        </span>
        </div>
    }
    .into_any()
}

/// True if something in a group has a problem, or is what a fix of a problem adds.
fn has_problem(at: Id) -> Memo<bool> {
    let documents = documents();
    Memo::new(move |_| {
        let file = documents.active_file().get();
        documents.problems().with(|all| {
            all.iter().filter(|problem| Some(&problem.file) == file.as_ref()).any(|problem| {
                // The worker sends what fixes add: finding it needs a full check.
                problem.at_path.0.starts_with(&at.0)
                    || at.0.starts_with(&problem.at_path.0)
                        && problem.added.iter().any(|added| added.0.starts_with(&at.0))
            })
        })
    })
}

/// Opens a group whose value is built by a function, one in which a search finds something, and one that gets a problem.
fn open_on_demand(field: Memo<Field>, details: NodeRef<html::Details>, at: Id, faulty: Option<Memo<bool>>) {
    let form = expect_context::<Form>();
    let is_built = Memo::new(move |_| form.building.with(|building| building.as_ref() == Some(&at)));
    let is_found =
        Memo::new(move |_| form.words.with(|words| field.with(|field| search::has_inside(field, words))));
    Effect::new(move |_| {
        let is_faulty = faulty.is_some_and(|faulty| faulty.get());
        if let (true, Some(details)) = (is_built.get() || is_found.get() || is_faulty, details.get()) {
            details.set_open(true);
        }
    });
}

/// Returns true if a value is required: a typed one with a default is not.
fn is_required(field: &Field) -> bool {
    field.required && (field.type_name.is_empty() || field.default.is_none())
}

/// Marks in the text what the row is about when a control in it gets the focus. A row inside it does so itself.
pub(super) fn mark_on_focus(at: Id) -> impl Fn(ev::FocusEvent) {
    const ROWS: &str = ".row, .group-row, .entry-row, .item";
    let navigation = navigation();
    while_mounted(move |event: ev::FocusEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let row = target.as_ref().and_then(|target| target.closest(ROWS).ok().flatten());
        if row.is_some_and(|row| event.current_target().as_ref() == Some(row.as_ref())) {
            target.iter().for_each(name_actions_key);
            navigation.mark_in_text(&at);
        }
    })
}

/// Ends the mark when the focus leaves the form, and with the form.
pub(super) fn unmark_on_blur() -> impl Fn(ev::FocusEvent) {
    let navigation = navigation();
    on_cleanup(move || navigation.end_mark());
    while_mounted(move |event: ev::FocusEvent| {
        let node = |target: Option<web_sys::EventTarget>| {
            target.and_then(|target| target.dyn_into::<web_sys::Node>().ok())
        };
        let (form, to) = (node(event.current_target()), node(event.related_target()));
        if !form.zip(to).is_some_and(|(form, to)| form.contains(Some(&to))) {
            navigation.end_mark();
        }
    })
}

/// The function builder of a field, while it is open.
#[component]
pub(super) fn Building(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let at = form.at(&field.get_untracked());
    let open = Memo::new(move |_| form.building.with(|building| building.as_ref() == Some(&at)));
    view! { <Show when=move || open.get()><Builder field /></Show> }
}

/// Returns true if a compound value can be removed as a whole.
fn is_removable(field: &Field) -> bool {
    field.written && (field.extra || !field.type_name.is_empty())
}

/// Returns true if a required value is missing.
fn is_missing(field: &Field) -> bool {
    field.required && !field.written && field.default.is_none() && !field.type_name.is_empty()
}

/// Description of what a required value lacks. An empty text is a value, and rarely the one that is meant.
fn wants(field: &Field) -> Option<&'static str> {
    let is_empty = || {
        let is_text = matches!(field.control, Control::Text { .. } | Control::Prose);
        field.required && field.written && is_text && field.value.as_deref() == Some("")
    };
    if is_missing(field) {
        Some("Value required")
    } else if !field.type_name.is_empty() && is_empty() {
        Some("Required, but empty")
    } else {
        None
    }
}

/// Returns true if a required value is missing in a group of the form itself.
fn is_missing_inside(field: &Field) -> bool {
    matches!(&field.control, Control::Parts { fields, .. } if field.path.len() == 1 && fields.iter().any(is_missing))
}

/// Returns true if a group is expanded at first: if it has content that is not too long, or a missing required value.
fn opens_at_first(field: &Field) -> bool {
    let most = match &field.control {
        Control::Parts { .. } => EXPANDED_TYPED_ENTRIES,
        _ => EXPANDED_ENTRIES,
    };
    let size = count(&field.control);
    let is_main =
        field.path.len() == 1 && field.key == PROPERTIES && (1..=EXPANDED_TYPED_ENTRIES).contains(&size);
    is_main || field.written && size <= most
}

/// Short description of a group, beside its name.
fn group_brief(field: &Field) -> String {
    match &field.control {
        Control::Folded { brief } if !brief.is_empty() => brief.clone(),
        _ if field.differs => DIFFERS.to_owned(),
        _ if is_missing(field) => "value required".to_owned(),
        _ => field.type_name.clone(),
    }
}

/// Type of a value, and its constraints.
#[component]
fn TypeAndConstraints(field: Memo<Field>) -> impl IntoView {
    let type_and_constraints =
        Memo::new(move |_| field.with(|field| (field.type_name.clone(), field.constraints.clone())));
    move || {
        let (type_name, constraints) = type_and_constraints.get();
        (!type_name.is_empty()).then(|| {
            let constraints = constraints.iter().map(|constraint| format!("; {constraint}")).collect::<Vec<_>>().concat();
            view! { <p class="value-type"><span class="type-name">{type_name}</span><Inline text=constraints /></p> }
        })
    }
}

/// Returns true if a `<details>` was just opened.
pub(super) fn is_open(event: &web_sys::Event) -> bool {
    event_target::<web_sys::Element>(event).has_attribute("open")
}
