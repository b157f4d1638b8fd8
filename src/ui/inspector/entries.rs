//! Lists, named entries and maps: a control for each entry, and buttons to add and remove entries.

use std::sync::Arc;

use leptos::{context::Provider, ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::once_there;
use super::super::icons::{Glyph, Picture};
use super::super::label::breakable;
use super::super::mounted::while_mounted;
use super::super::session::{documents, edits};
use super::control::{ControlView, control_kind, is_compound};
use super::fields::{Building, Fields, arranged, is_open, mark_on_focus};
use super::pick::AddPicked;
use super::problems::{FieldProblems, refusal_id};
use super::rows::{MoreRows, Rows};
use super::tools::{PromotionTools, Tools, promotions};
use super::trace::TraceTool;
use super::used_files::UsedFiles;
use super::{Form, field_of, several};
use limn_ide::form::{Control, Field, Sheet, common};
use limn_language::edit::{Edit, Input};
use limn_language::graph::Id;

/// Items of a list.
#[component]
pub fn Items(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let items = several(field, |control| match control {
        Control::List { items, .. } => items,
        _ => &[],
    });
    let (compound, picked) = match field.get_untracked().control {
        Control::List { item, .. } => (is_compound(&item), matches!(*item, Control::Pick { .. })),
        _ => (false, false),
    };
    let rows = Rows::of(items);
    let list = NodeRef::<html::Ol>::new();
    let label = move || {
        field.with(|field| match field.label.as_str() {
            "" => "Add item".to_owned(),
            list => format!("Add item to {list}"),
        })
    };
    let add = move || {
        let field = field.get_untracked();
        let at = form.at(&field);
        let edit = Edit::Insert { of: form.base.get_untracked(), into: field.path, name: String::new() };
        let count = list.get_untracked().map_or(0, |list| list.child_element_count());
        if form.attempt(edits, at, &edit) {
            focus_added(list, count);
        }
    };
    view! {
        <OnlyCommon field noun="items" />
        <ol class="items" node_ref=list>
            <For each=move || rows.get() key=|item| (item.path.clone(), control_kind(&item.control)) let(item)>
                <Item item=field_of(items, &item) compound=compound || is_compound(&item.control) />
            </For>
        </ol>
        <MoreRows rows noun="items" />
        {if picked {
            view! { <AddPicked field /> }.into_any()
        } else {
            view! {
                <button type="button" class="button small add" aria-label=label on:click=move |_| add()>
                    <Picture glyph=Glyph::Plus />
                    "Add item"
                </button>
            }
            .into_any()
        }}
    }
}

/// In a form of several elements: what is shown of lists that differ.
#[component]
fn OnlyCommon(field: Memo<Field>, noun: &'static str) -> impl IntoView {
    let differs = Memo::new(move |_| field.with(|field| field.differs));
    move || {
        differs
            .get()
            .then(|| view! { <p class="help always">{format!("Shows only the {noun} that all have in common.")}</p> })
    }
}

/// Focuses the item that was added to a list of `count` items, once it is there.
fn focus_added(list: NodeRef<html::Ol>, count: u32) {
    once_there(move || {
        let Some(items) = list.try_get_untracked().flatten() else { return true };
        if items.child_element_count() <= count {
            return false;
        }
        let field = items
            .last_element_child()
            .and_then(|item| item.query_selector("input, select, textarea, summary").ok().flatten())
            .and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(field) = field {
            drop(field.focus());
        }
        true
    });
}

#[component]
fn Item(item: Memo<Field>, compound: bool) -> impl IntoView {
    let form = expect_context::<Form>();
    let path = item.get_untracked().path;
    let base = Id(form.base.get_untracked().0.join(&path));
    let focused = mark_on_focus(base.clone());
    let name = format!("field-{base}").replace(char::is_whitespace, "_");
    view! {
        <li class="item" class:compound=compound on:focusin=focused>
            <div class="item-control"><ControlView field=item name /></div>
            <span class="item-tools"><Tools field=item /><Remove field=item is_item=true /></span>
            <Building field=item />
            <UsedFiles at=base.clone() />
            <FieldProblems base deep=!compound />
        </li>
    }
}

/// Button that removes an entry or item.
#[component]
pub fn Remove(field: Memo<Field>, #[prop(optional)] is_item: bool) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let label = move || {
        field.with(|field| {
            // An item has no name; its value distinguishes it.
            let picked = match &field.control {
                Control::Pick { now, .. } => now.as_deref(),
                _ => None,
            };
            let value = picked.or(field.value.as_deref());
            let value = value.filter(|value| is_item && !value.trim().is_empty());
            let label = Some(field.label.as_str()).filter(|label| !label.is_empty());
            format!("Remove {}", value.or(label).unwrap_or("this item"))
        })
    };
    view! {
        <button
            type="button"
            class="button small bare danger"
            tabindex="-1"
            data-action=""
            aria-label=label
            title=label
            on:click=move |event| {
                event.prevent_default();
                let field = field.get_untracked();
                let at = form.at(&field);
                form.attempt(edits, at, &Edit::Unset { of: form.base.get_untracked(), key: field.path });
            }
        >
            <Picture glyph=Glyph::Close />
        </button>
    }
}

/// Named entries, or the entries of a map.
#[component]
pub fn Entries(field: Memo<Field>) -> impl IntoView {
    let (kind, named) = match field.get_untracked().control {
        Control::Named { kind, .. } => (kind, true),
        _ => ("entry", false),
    };
    let entries = several(field, |control| match control {
        Control::Named { entries, .. } | Control::Map { entries, .. } => entries,
        _ => &[],
    });
    let rows = Rows::of(entries);
    view! {
        <OnlyCommon field noun="entries" />
        <div class="entries">
            <For each=move || rows.get() key=|entry| (entry.path.clone(), is_compound(&entry.control)) let(entry)>
                <Entry entry=field_of(entries, &entry) named />
            </For>
        </div>
        <MoreRows rows noun="entries" />
        <AddRow field kind named />
    }
}

/// Row to add an entry by name. `named`: other parts of the document can refer to the name.
#[component]
pub fn AddRow(field: Memo<Field>, kind: &'static str, named: bool) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let input = NodeRef::<html::Input>::new();
    let typed = matches!(field.get_untracked().control, Control::Parts { .. })
        || !field.get_untracked().type_name.is_empty();
    let add = move || {
        let Some(input) = input.get_untracked() else { return };
        let name = input.value().trim().to_owned();
        if name.is_empty() {
            drop(input.focus());
            return;
        }
        let field = field.get_untracked();
        let (at, of, into) = (form.at(&field), form.base.get_untracked(), field.path);
        let edit = if named || typed {
            Edit::Insert { of, into, name }
        } else {
            Edit::Set { of, key: into.key(&name), input: Input::Text(String::new()) }
        };
        if form.attempt(edits, at, &edit) {
            input.set_value("");
            form.typing.set(false);
        }
    };
    view! {
        <div class="add-row">
            <input
                class="field"
                node_ref=input
                placeholder=format!("New {kind} name")
                aria-label=format!("New {kind} name")
                spellcheck="false"
                on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                    if event.key() == "Enter" && !event.ctrl_key() && !event.meta_key() {
                        event.prevent_default();
                        add();
                    }
                })
            />
            <button type="button" class="button small add" on:click=move |_| add()>
                <Picture glyph=Glyph::Plus />
                {format!("Add {kind}")}
            </button>
        </div>
    }
}

#[component]
fn Entry(entry: Memo<Field>, named: bool) -> AnyView {
    let form = expect_context::<Form>();
    let first = entry.get_untracked();
    let base = Id(form.base.get_untracked().0.join(&first.path));
    let focused = mark_on_focus(base.clone());
    let name = format!("field-{base}").replace(char::is_whitespace, "_");
    let label = first.label.clone();
    if is_compound(&first.control) {
        let brief = move || entry.with(brief);
        let shown = RwSignal::new(false);
        let was = first.key.clone();
        let value = format!("{name}-value");
        return view! {
            <div class="entry-row" on:focusin=focused>
            <details class="entry" id=name on:toggle=while_mounted(move |event: web_sys::Event| shown.set(is_open(&event)))>
                <summary>
                    <span class="entry-label">{label}</span>
                    <span class="entry-brief">{brief}</span>
                </summary>
                <Show when=move || shown.get()>
                    <div class="group-body">
                        {named.then(|| view! { <Rename id=base.clone() was=was.clone() /> })}
                        <UsedFiles at=base.clone() />
                        <ControlView field=entry name=value.clone() />
                        <FieldProblems base=base.clone() deep=false />
                    </div>
                </Show>
            </details>
            <TraceTool field=entry />
            <span class="tools"><PromotionTools field=entry promotions=promotions(entry) /></span>
            <Remove field=entry />
            </div>
        }
        .into_any();
    }
    view! {
        <div class="row" on:focusin=focused>
            <label for=name.clone()>{breakable(&label)}</label>
            <div class="row-control with-remove">
                <ControlView field=entry name />
                <span class="item-tools"><Tools field=entry /><Remove field=entry /></span>
                <Building field=entry />
                <FieldProblems base deep=true />
            </div>
        </div>
    }
    .into_any()
}

/// Short description of an entry: its value, or its first written field.
fn brief(entry: &Field) -> String {
    match &entry.control {
        Control::Folded { brief } => brief.clone(),
        _ => entry.value.clone().unwrap_or_default(),
    }
}

/// Fields of a collapsed entry, built when it is expanded.
#[component]
pub fn Unfolded(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let documents = documents();
    let id = Id(form.base.get_untracked().0.join(&field.get_untracked().path));
    let of = id.clone();
    // In a form of several items, the entry of each.
    let path = field.get_untracked().path;
    let others = Memo::new(move |_| {
        let inside = |other: &Id| Id(other.0.join(&path));
        form.others.with(|others| others.iter().map(inside).collect::<Vec<Id>>())
    });
    let fields = Memo::new(move |before: Option<&Arc<Vec<Field>>>| {
        form.rested.track();
        let sheets = others.with(|others| {
            std::iter::once(&of).chain(others).map(|id| documents.entry(id)).collect::<Option<Vec<Sheet>>>()
        });
        let sheet = sheets.and_then(|sheets| match &sheets[..] {
            [sheet] => Some(sheet.clone()),
            sheets => common(sheets),
        });
        sheet.map(|sheet| Arc::new(arranged(sheet.fields))).or_else(|| before.cloned()).unwrap_or_default()
    });
    let inside = Form { base: Signal::stored(id), nested: true, others, ..form };
    view! { <Provider value=inside><Fields fields /></Provider> }
}

#[component]
fn Rename(id: Id, was: String) -> impl IntoView {
    let edits = edits();
    let form = expect_context::<Form>();
    let refused = form.refusal(id.clone());
    let before = was.clone();
    view! {
        <div class="row">
            <label>"Name"</label>
            <div class="row-control">
                <input
                    class="field"
                    aria-label="Name"
                    prop:value=was
                    spellcheck="false"
                    aria-describedby=refusal_id(&id)
                    aria-invalid=move || refused.with(Option::is_some).then_some("true")
                    on:change=while_mounted(move |event: web_sys::Event| {
                        let to = event_target_value(&event).trim().to_owned();
                        if to.is_empty() {
                            form.refuse(id.clone(), "enter a name");
                        } else if to != before {
                            form.attempt(edits, id.clone(), &Edit::Rename { id: id.clone(), to });
                        } else {
                            form.accept();
                        }
                    })
                />
            </div>
        </div>
    }
}
