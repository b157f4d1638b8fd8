//! Header of the form: the editable name, the kind, and problems of the item as a whole.

use std::collections::BTreeSet;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::{element, once_there};
use super::super::element_id;
use super::super::icons::{Glyph, Picture, Sign};
use super::super::mounted::while_mounted;
use super::super::session::{Navigation, documents, edits, navigation, positions};
use super::Form;
use super::problems::{FieldProblems, refusal_id};
use super::rows::show_all;
use super::sharing::Sharing;
use limn_canvas::Scene;
use limn_ide::form::Sheet;
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_text::visible;

#[component]
pub fn Header(id: Id, sheet: Memo<Option<Sheet>>) -> impl IntoView {
    let (documents, positions, navigation) = (documents(), positions(), navigation());
    let form = expect_context::<Form>();
    let icon = positions.scene().with_untracked(|scene| {
        let pill = scene.pills.iter().find(|pill| pill.id == id).map(|pill| pill.icon);
        scene.card(&id).map(|card| card.icon).or(pill)
    });
    // The key of a function is not a name.
    let named = id.0.last_key().filter(|key| !key.starts_with('$')).map(str::to_owned);
    let kind = move || sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.kind));
    let doc = move || sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.doc).unwrap_or_default());
    let whole = id.clone();
    let title = move || {
        let drawn = positions.scene().with(|scene| scene.card(&whole).map(|card| card.name.clone()));
        // A file of types draws nothing; its title is the file name.
        let file = || {
            documents
                .active_file()
                .get()
                .filter(|_| whole.0.is_empty())
                .map(|file| visible(file.name()).into_owned())
        };
        drawn.or_else(file).or_else(|| sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.title.clone())))
    };
    let deep = Memo::new(move |_| form.inside.with(|inside| !inside.is_empty()));
    let (mine, child) = (id.clone(), id.clone());
    let above =
        Memo::new(
            move |_| {
                if deep.get() { None } else { positions.scene().with(|scene| drawn_above(scene, &mine)) }
            },
        );
    view! {
        <header class="form-head">
            <Show when=move || deep.get()>
                <button type="button" class="button small" on:click=move |_| {
                    form.inside.update(|inside| drop(inside.pop()));
                }>
                    <svg class="icon back" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
                    "Back"
                </button>
            </Show>
            {move || above.get().map(|(up, name)| {
                let label = format!("Back to {name}");
                let child = child.clone();
                view! {
                    <button type="button" class="button small up" title="Back to parent" aria-label=label on:click=move |_| show_parent(navigation, up.clone(), &child)>
                        <svg class="icon back" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
                        <span>{name}</span>
                    </button>
                }
            })}
            <div class="form-title">
                {match icon {
                    Some(icon) => view! { <span class=format!("tile kind-{}", limn_canvas::icon::name(icon))><Sign icon /></span> }.into_any(),
                    None => view! { <span class="tile"><Picture glyph=Glyph::Wire /></span> }.into_any(),
                }}
                <div class="form-name">
                    {match named {
                        Some(name) => view! { <Name id=id.clone() name /> }.into_any(),
                        None => view! { <h3>{title}</h3> }.into_any(),
                    }}
                    <p class="form-kind" title=doc>{kind}</p>
                </div>
                <ToText id=id.clone() />
            </div>
        </header>
        <Sharing shared=Signal::derive(move || sheet.with(|sheet| sheet.as_ref()?.shared.clone())) />
        <FieldProblems base=id deep=false />
    }
}

/// Shows the form of an item's parent, with the focus at the item's row.
pub(super) fn show_parent(navigation: Navigation, parent: Id, child: &Id) {
    let to = if parent.0.is_empty() { BTreeSet::new() } else { BTreeSet::from([parent]) };
    navigation.select(to);
    focus_row(child);
}

/// Focuses the row of an entry, once it is there; after the last entry of a list, the field that adds the next one.
fn focus_row(child: &Id) {
    let row = element_id::of_field(child);
    let list = child.0.parent().map(|path| element_id::of_field(&Id(path)));
    once_there(move || {
        let Some(entry) = element(&row) else {
            if let Some(list) = list.as_deref().and_then(element) {
                show_all(&list);
            }
            return false;
        };
        let entry: &web_sys::Element = entry.as_ref();
        let line = entry.closest(".entry-row, .entries > .row").ok().flatten();
        let last = line.filter(|line| line.next_element_sibling().is_none());
        let list = last.and_then(|line| line.closest(".entries").ok().flatten());
        let adding = list
            .and_then(|list| list.next_element_sibling())
            .filter(|next| next.matches(".add-row").unwrap_or_default())
            .and_then(|row| row.query_selector("input").ok().flatten());
        let heading = || entry.query_selector("summary").ok().flatten();
        let to = adding.or_else(heading).unwrap_or_else(|| entry.clone());
        if let Some(to) = to.dyn_ref::<web_sys::HtmlElement>() {
            drop(to.focus());
        }
        true
    });
}

/// Nearest drawn ancestor of an item that is not drawn itself, such as an artifact of a node, and its name.
pub(super) fn drawn_above(scene: &Scene, id: &Id) -> Option<(Id, String)> {
    if id.0.is_empty() || scene.name(id).is_some() {
        return None;
    }
    let mut around = id.0.parent();
    while let Some(path) = around {
        around = path.parent();
        let above = Id(path);
        if let Some(name) = scene.name(&above) {
            let name = name.to_owned();
            return Some((above, name));
        }
    }
    None
}

/// Editable name: a change renames it and all references.
#[component]
fn Name(id: Id, name: String) -> impl IntoView {
    let edits = edits();
    let input = NodeRef::<html::Input>::new();
    let was = name.clone();
    let form = expect_context::<Form>();
    let refused = form.refusal(id.clone());
    let (error_id, base, typed) = (refusal_id(&id), id.clone(), id.clone());
    let changed = move |to: &str| (!to.is_empty() && to != was).then(|| to.to_owned());
    let (same, back) = (changed.clone(), name.clone());
    view! {
        <input
            class="field name"
            aria-label="Name"
            node_ref=input
            prop:value=name
            spellcheck="false"
            aria-describedby=error_id
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            on:input=move |event| {
                let to = same(event_target_value(&event).trim());
                edits.drafting(to.map(|to| Edit::Rename { id: typed.clone(), to }));
            }
            on:change=while_mounted(move |event: web_sys::Event| match changed(event_target_value(&event).trim()) {
                Some(to) => drop(form.attempt(edits, base.clone(), &Edit::Rename { id: id.clone(), to })),
                None if event_target_value(&event).trim().is_empty() => {
                    form.refuse(base.clone(), "enter a name, or press Escape to restore the old one");
                }
                None => form.accept(),
            })
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" && let Some(input) = input.get_untracked() {
                    form.keep_escape(&event);
                    input.set_value(&back);
                    edits.drafting(None);
                    form.accept();
                }
            })
        />
    }
}

#[component]
fn ToText(id: Id) -> impl IntoView {
    let (documents, navigation) = (documents(), navigation());
    view! {
        <button
            type="button"
            class="button small bare"
            aria-label="Go to source"
            title="Go to source"
            on:click=move |_| {
                let Some(checked) = documents.checked().get_untracked() else { return };
                if let Some((key, _)) = checked.0.range_of(&id) {
                    navigation.jump_to(checked.0.file(), key);
                }
            }
        >
            <Picture glyph=Glyph::Jump />
        </button>
    }
}
