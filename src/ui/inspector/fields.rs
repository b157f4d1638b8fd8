//! Field: label, control, help and problems.

use leptos::{ev, html, prelude::*};

use super::super::label::breakable;
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::session::{Edits, documents, edits, navigation};
use super::entries::{Entries, Items, Remove, Unfolded};
use super::function_builder::Builder;
use super::function_key::{self, asks_function, build};
use super::function_value::FunctionValue;
use super::parts::PartsView;
use super::pick::Pick;
use super::problems::{FieldProblems, refusal_id};
use super::ties::Ties;
use super::tools::Tools;
use super::typed::{Measure, Range, Way};
use super::{Form, Several, field_of, several};
use limn_ide::form::{Control, Field};
use limn_language::edit::{Edit, Input};
use limn_language::graph::Id;

/// Groups with more entries are collapsed at first; the second limit is for typed values.
const FEW: usize = 12;
const MANY: usize = 60;

#[component]
pub fn Fields(fields: Several) -> impl IntoView {
    view! {
        <div class="fields">
            <For each=move || fields.with(|fields| fields.to_vec()) key=|field| (field.path.clone(), control_kind(&field.control)) let(field)>
                <FieldView field=field_of(fields, &field) />
            </For>
        </div>
    }
}

/// Number of the control's kind: a different kind is rendered anew.
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
        Control::Ties(_) => 20,
        Control::Way { .. } => 21,
        Control::Pick { inner, free, .. } => {
            22 + 2 * u8::from(inner.as_ref().is_some_and(|inner| is_compound(&inner.control)))
                + u8::from(*free)
        }
    }
}

/// Whether the control contains fields of its own.
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
            | Control::Ties(_)
            | Control::Folded { .. }
            | Control::Count { .. }
    )
}

/// Element id of a field.
pub(super) fn dom_id(base: &Id) -> String {
    format!("field-{base}").replace(char::is_whitespace, "_")
}

#[component]
pub fn FieldView(field: Memo<Field>) -> AnyView {
    let form = expect_context::<Form>();
    let first = field.get_untracked();
    let compound = is_compound(&first.control);
    let base = Id(form.base.get_untracked().0.join(&first.path));
    let name = dom_id(&base);
    let help = format!("{name}-help");
    let label = first.label.clone();
    // A typed value with a default is not required.
    let must = first.required && (first.sort.is_empty() || first.default.is_none());
    let (doc, required) = (first.doc.to_string(), must);
    if compound {
        let open = opens_at_first(&first);
        let size = move || field.with(|field| count(&field.control));
        let shown = RwSignal::new(open);
        let details = NodeRef::<html::Details>::new();
        let value = format!("{name}-value");
        let mine = base.clone();
        Effect::new(move |_| {
            if let (true, Some(details)) =
                (form.building.with(|building| building.as_ref() == Some(&mine)), details.get())
            {
                details.set_open(true);
            }
        });
        return view! {
            <details class="group" id=name node_ref=details class:typed=!first.sort.is_empty() open=open on:toggle=while_mounted(move |event: web_sys::Event| shown.set(is_open(&event)))>
                <summary title=doc.clone()>
                    <span class="group-label">{label}</span>
                    {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                    {move || (size() > 0).then(|| view! { <span class="group-count">{size()}</span> })}
                    <span class="group-brief">{move || field.with(group_brief)}</span>
                    <Tools field />
                    {move || field.with(|field| field.written && (field.extra || !field.sort.is_empty())).then(|| view! { <Remove field /> })}
                </summary>
                <Show when=move || shown.get()>
                    <div class="group-body">
                        {(!doc.is_empty()).then(|| view! { <p class="help always"><Inline text=doc.clone() /></p> })}
                        <Demands field />
                        <Building field />
                        <ControlView field name=value.clone() help=help.clone() />
                        <FieldProblems base=base.clone() deep=false />
                    </div>
                </Show>
            </details>
        }
        .into_any();
    }
    view! {
        <div class="row" class:written=move || field.with(|field| field.written) class:wanted=move || field.with(is_missing)>
            <div class="row-label">
                <label for=name.clone() title=doc.clone()>
                    {breakable(&label)}
                    {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                </label>
                <Tools field />
            </div>
            <div class="row-control">
                <div class="control-line">
                    <ControlView field name help=help.clone() />
                    {move || field.with(|field| field.extra).then(|| view! { <Remove field /> })}
                </div>
                <div class="help" id=help>
                    {(!doc.is_empty()).then(|| view! { <p><Inline text=doc /></p> })}
                    <Demands field />
                </div>
                {move || field.with(is_missing).then(|| view! { <p class="wants">"Value required"</p> })}
                {move || field.with(|field| field.shared).then(|| view! {
                    <p class="help always">"Shared through a YAML anchor: edit it in the YAML pane."</p>
                })}
                <FieldProblems base deep=true />
            </div>
            <Building field />
        </div>
    }
    .into_any()
}

/// The function builder of a field, while it is open.
#[component]
pub(super) fn Building(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let at = form.at(&field.get_untracked());
    let open = Memo::new(move |_| form.building.with(|building| building.as_ref() == Some(&at)));
    view! { <Show when=move || open.get()><Builder field /></Show> }
}

/// Whether a required value is missing.
fn is_missing(field: &Field) -> bool {
    field.required && !field.written && field.default.is_none() && !field.sort.is_empty()
}

/// Whether a group is expanded at first: if it has content that is not too long, or a missing required value.
fn opens_at_first(field: &Field) -> bool {
    let (most, wants) = match &field.control {
        Control::Parts { fields, .. } => (MANY, field.path.len() == 1 && fields.iter().any(is_missing)),
        _ => (FEW, false),
    };
    wants || field.written && count(&field.control) <= most
}

/// Short description of a group, beside its name.
fn group_brief(field: &Field) -> String {
    match &field.control {
        Control::Folded { brief } if !brief.is_empty() => brief.clone(),
        _ if is_missing(field) => "value required".to_owned(),
        _ => field.sort.clone(),
    }
}

/// Type of a value, and its constraints.
#[component]
fn Demands(field: Memo<Field>) -> impl IntoView {
    let sort_and_demands =
        Memo::new(move |_| field.with(|field| (field.sort.clone(), field.demands.clone())));
    move || {
        let (sort, demands) = sort_and_demands.get();
        (!sort.is_empty()).then(|| {
            let demands = demands.iter().map(|demand| format!("; {demand}")).collect::<Vec<_>>().concat();
            view! { <p class="demands"><span class="sort">{sort}</span><Inline text=demands /></p> }
        })
    }
}

/// Whether a `<details>` was just opened.
pub(super) fn is_open(event: &web_sys::Event) -> bool {
    event_target::<web_sys::Element>(event).has_attribute("open")
}

fn count(control: &Control) -> usize {
    match control {
        Control::List { items, .. } => items.len(),
        Control::Pick { inner: Some(inner), .. } => count(&inner.control),
        Control::Named { entries, .. } | Control::Map { entries, .. } => entries.len(),
        Control::Parts { fields, .. } => fields.iter().filter(|field| field.written).count(),
        Control::Ties(ties) => ties.iter().filter(|tie| tie.to.is_some()).count(),
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
            view! { <Line field name help hint=label offered=suggestions /> }.into_any()
        }
        Control::Reference { label, candidates } => {
            view! { <Line field name help hint=label offered=candidates /> }.into_any()
        }
        Control::Integer { min, max, or } => {
            let hint = match (min, max, or) {
                (_, _, Some(or)) => format!("a number, or {or}"),
                (min, i64::MAX, None) if min > i64::MIN => format!("a number from {min}"),
                (i64::MIN, _, None) => "a number".to_owned(),
                (min, max, None) => format!("a number from {min} to {max}"),
            };
            view! { <Line field name help hint offered=Vec::new() /> }.into_any()
        }
        Control::Number => {
            view! { <Line field name help hint="a number".to_owned() offered=Vec::new() /> }.into_any()
        }
        Control::Measure(units) => view! { <Measure field name help units /> }.into_any(),
        Control::Range(_) => view! { <Range field name /> }.into_any(),
        Control::Way { .. } => view! { <Way field name /> }.into_any(),
        Control::Pick { .. } => view! { <Pick field name /> }.into_any(),
        Control::Call(..) => view! { <FunctionValue field name /> }.into_any(),
        Control::Parts { free, .. } => view! { <PartsView field free /> }.into_any(),
        Control::Ties(_) => view! { <Ties field /> }.into_any(),
        Control::Prose => view! { <Prose field name help /> }.into_any(),
        Control::Flag => view! { <Flag field name /> }.into_any(),
        Control::Choice(_) => view! { <Choice field name help /> }.into_any(),
        Control::List { .. } => view! { <Items field /> }.into_any(),
        Control::Named { .. } | Control::Map { .. } => view! { <Entries field /> }.into_any(),
        Control::Count { .. } => view! { <Inside field /> }.into_any(),
        Control::Group(_) => {
            let fields = several(field, |control| match control {
                Control::Group(sheet) => &sheet.fields,
                _ => &[],
            });
            view! { <Fields fields /> }.into_any()
        }
        Control::Folded { .. } => view! { <Unfolded field /> }.into_any(),
        Control::Raw { .. } | Control::Unknown { .. } => view! { <Raw field /> }.into_any(),
        Control::Empty => view! { <Presence field name /> }.into_any(),
    }
}

/// Edit for the field's new text; `None` if it did not change.
fn meaning(form: Form, field: &Field, text: &str) -> Option<Result<Edit, &'static str>> {
    let (of, key) = (form.base.get_untracked(), field.path.clone());
    if text == field.value.as_deref().unwrap_or_default() && (field.written || text.is_empty()) {
        return None;
    }
    Some(match (text.is_empty(), field.key.is_empty(), field.required) {
        (false, ..) => Ok(Edit::Set { of, key, input: Input::Text(text.to_owned()) }),
        // A list item has no name of its own.
        (true, true, _) => Err("an item can't be empty: remove it, or press Escape to restore it"),
        (true, false, true) => Err("a value is required; press Escape to restore the old one"),
        (true, false, false) => Ok(Edit::Unset { of, key }),
    })
}

/// Writes a field, or removes an optional one that was emptied; shows an error at the field.
/// Returns false if it opened the function builder and the field must be reset.
pub(super) fn commit(edits: Edits, form: Form, field: &Field, text: &str) -> bool {
    if asks_function(field, text) {
        build(edits, form, field);
        return false;
    }
    let at = form.at(field);
    match meaning(form, field, text) {
        None => form.accept(),
        Some(Ok(edit)) => drop(form.attempt(edits, at, &edit)),
        Some(Err(why)) => form.refuse(at, why),
    }
    edits.drafting(None);
    true
}

/// Keeps the input as a draft, in case the page closes before the field is left.
pub(super) fn draft(edits: Edits, form: Form, field: &Field, text: &str) {
    let says = !asks_function(field, text);
    edits.drafting(meaning(form, field, text).filter(|_| says).and_then(Result::ok));
}

/// Accessible name of a list item, which has no label.
fn item_name(field: &Field) -> Option<String> {
    field.label.is_empty().then(|| field.path.to_string())
}

/// Ids of the field's help and of its error.
pub(super) fn described(form: Form, field: &Field, help: &str) -> String {
    format!("{help} {}", refusal_id(&form.at(field))).trim().to_owned()
}

#[component]
fn Line(field: Memo<Field>, name: String, help: String, hint: String, offered: Vec<String>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let input = NodeRef::<html::Input>::new();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let list = (!offered.is_empty()).then(|| format!("{name}-list"));
    // A placeholder can't show code formatting.
    let hint = hint.replace('`', "");
    let placeholder = move || {
        field.with(|field| {
            field.default.as_ref().map_or_else(|| hint.clone(), |default| format!("{default} (default)"))
        })
    };
    let shared = move || field.with(|field| field.shared);
    let first = field.get_untracked();
    let refused = form.refusal(form.at(&first));
    view! {
        <input
            class="field"
            id=name
            node_ref=input
            prop:value=move || value.get()
            readonly=shared
            placeholder=placeholder
            list=list.clone()
            aria-label=item_name(&first)
            aria-describedby=described(form, &first, &help)
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            spellcheck="false"
            on:input=move |event| draft(edits, form, &field.get_untracked(), event_target_value(&event).trim())
            on:change=while_mounted(move |event: web_sys::Event| {
                let (field, text) = (field.get_untracked(), event_target_value(&event));
                if let (false, Some(input)) = (commit(edits, form, &field, text.trim()), input.get_untracked()) {
                    input.set_value(&value.get_untracked());
                }
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if let Some(input) = input.get_untracked() {
                    let back = || input.set_value(&value.get_untracked());
                    function_key::key(edits, form, (&field.get_untracked(), (&input).into()), &event, back);
                }
            })
        />
        {list
            .map(|list| {
                let options = offered.into_iter().map(|word| view! { <option value=word></option> });
                view! { <datalist id=list>{options.collect_view()}</datalist> }
            })}
    }
}

#[component]
fn Prose(field: Memo<Field>, name: String, help: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let first = field.get_untracked();
    let refused = form.refusal(form.at(&first));
    let input = NodeRef::<html::Textarea>::new();
    view! {
        <textarea
            class="field"
            id=name
            rows="2"
            prop:value=move || value.get()
            readonly=move || field.with(|field| field.shared)
            node_ref=input
            aria-label=item_name(&first)
            aria-describedby=described(form, &first, &help)
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            on:input=move |event| draft(edits, form, &field.get_untracked(), &event_target_value(&event))
            on:change=while_mounted(move |event: web_sys::Event| {
                let (field, text) = (field.get_untracked(), event_target_value(&event));
                if let (false, Some(input)) = (commit(edits, form, &field, &text), input.get_untracked()) {
                    input.set_value(&value.get_untracked());
                }
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if let Some(input) = input.get_untracked() {
                    let back = || input.set_value(&value.get_untracked());
                    function_key::key(edits, form, (&field.get_untracked(), (&input).into()), &event, back);
                }
            })
        ></textarea>
    }
}

#[component]
fn Flag(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone()));
    let default =
        field.get_untracked().default.map_or("false", |it| if it == "true" { "true" } else { "false" });
    let press = move |flag: bool| {
        let field = field.get_untracked();
        let at = form.at(&field);
        let (of, key) = (form.base.get_untracked(), field.path);
        let again = field.value.as_deref() == Some(if flag { "true" } else { "false" });
        let edit = if again && !field.required {
            Edit::Unset { of, key }
        } else {
            Edit::Set { of, key, input: Input::Flag(flag) }
        };
        form.attempt(edits, at, &edit);
    };
    let part = move |flag: bool, id: Option<String>| {
        let word = if flag { "true" } else { "false" };
        let label = if flag { "Yes" } else { "No" };
        view! {
            <button
                type="button"
                id=id
                aria-pressed=move || value.with(|value| value.as_deref() == Some(word)).to_string()
                class:usual=move || value.with(Option::is_none) && default == word
                title=if default == word { format!("{label} (default)") } else { label.to_owned() }
                on:click=move |_| press(flag)
            >
                {label}
            </button>
        }
    };
    let odd = move || value.get().filter(|value| value != "true" && value != "false");
    view! {
        <div class="segments" role="group" aria-label=field.get_untracked().label>
            {part(true, Some(name))}
            {part(false, None)}
        </div>
        {move || odd().map(|odd| view! { <code class="odd">{odd}</code> })}
    }
}

#[component]
fn Choice(field: Memo<Field>, name: String, help: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let value = Memo::new(move |_| field.with(|field| field.value.clone().unwrap_or_default()));
    let words = Memo::new(move |_| match field.get().control {
        Control::Choice(words) => words,
        _ => Vec::new(),
    });
    let default = field.get_untracked().default;
    let none = default.map_or_else(String::new, |default| format!("{default} (default)"));
    let input = NodeRef::<html::Select>::new();
    view! {
        <select
            class="field"
            id=name
            node_ref=input
            aria-label=item_name(&field.get_untracked())
            aria-describedby=described(form, &field.get_untracked(), &help)
            disabled=move || field.with(|field| field.shared)
            on:change=while_mounted(move |event: web_sys::Event| {
                let field = field.get_untracked();
                commit(edits, form, &field, &event_target_value(&event));
                if let (true, Some(input)) = (form.refused.with_untracked(Option::is_some), input.get_untracked()) {
                    input.set_value(&value.get_untracked());
                }
            })
        >
            <option value="" selected=move || value.with(String::is_empty)>{none}</option>
            {move || {
                let now = value.get();
                let words = words.get();
                let odd = (!now.is_empty() && words.iter().all(|word| word.word != now)).then(|| now.clone());
                let options = words.into_iter().map(|word| {
                    let is = word.word == now;
                    let text = word.word.to_string();
                    view! { <option value=text title=word.doc.to_string() selected=is>{word.word.to_string()}</option> }
                });
                let odd = odd.map(|odd| view! { <option value=odd.clone() selected=true>{format!("{odd} (unknown)")}</option> });
                (options.collect_view(), odd)
            }}
        </select>
    }
}

/// Value without content: only its presence matters.
#[component]
fn Presence(field: Memo<Field>, name: String) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    view! {
        <input
            type="checkbox"
            id=name
            prop:checked=move || field.with(|field| field.written)
            on:change=while_mounted(move |event: web_sys::Event| {
                let field = field.get_untracked();
                let (at, of, key) = (form.at(&field), form.base.get_untracked(), field.path);
                let there = event_target_checked(&event);
                let edit = if there { Edit::Set { of, key, input: Input::EmptyMap } } else { Edit::Unset { of, key } };
                form.attempt(edits, at, &edit);
            })
        />
    }
}

/// Source text of a value without its own control, and a button to edit it.
#[component]
fn Raw(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, navigation) = (documents(), navigation());
    let source = move || match field.get().control {
        Control::Raw { source } | Control::Unknown { source } => source,
        _ => String::new(),
    };
    let unknown = matches!(field.get_untracked().control, Control::Unknown { .. });
    view! {
        <div class="raw">
            <pre tabindex="0"><code>{source}</code></pre>
            {unknown.then(|| view! { <p class="help always">"Not recognized. Limn keeps it as it is."</p> })}
            <button
                type="button"
                class="button small"
                on:click=move |_| {
                    let id = Id(form.base.get_untracked().0.join(&field.get_untracked().path));
                    let Some(checked) = documents.checked().get_untracked() else { return };
                    if let Some((key, _)) = checked.0.range_of(&id) {
                        navigation.jump_to(checked.0.file(), key);
                    }
                }
            >
                "Edit source"
            </button>
        </div>
    }
}

/// Button to open values that are too large to show here.
#[component]
fn Inside(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let label = move || match field.get().control {
        Control::Count { kind, entries: 1 } => format!("1 {kind}"),
        Control::Count { kind, entries } => format!("{entries} entries ({kind})"),
        _ => String::new(),
    };
    view! {
        <button
            type="button"
            class="button small outline"
            on:click=move |_| {
                let parent = field.get_untracked().path.parent().unwrap_or_default();
                let id = Id(form.base.get_untracked().0.join(&parent));
                form.inside.update(|inside| inside.push(id));
            }
        >
            {label}
        </button>
    }
}
