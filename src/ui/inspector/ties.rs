//! Requirements and other connections: their targets, a choice of possible targets, and details.

use leptos::{html, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::session::{Edits, edits, navigation, positions};
use super::Form;
use super::problems::FieldProblems;
use limn_ide::form::{Control, Field, Offer, Tie};
use limn_language::edit::Edit;
use limn_language::graph::{Id, PortRef, Role};

/// No node has this name.
const ADD: &str = "\n";

#[component]
pub fn Ties(field: Memo<Field>) -> impl IntoView {
    let ties = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Ties(ties) => ties.clone(),
            _ => Vec::new(),
        })
    });
    let here = Id(expect_context::<Form>().at(&field.get_untracked()).0);
    view! {
        <ul class="ties">
            {move || ties.get().into_iter().map(|tie| view! { <TieView tie here=here.clone() /> }).collect_view()}
        </ul>
    }
}

fn option(offer: &Offer, selected: bool) -> impl IntoView + use<> {
    let text = if offer.note.is_empty() {
        offer.label.clone()
    } else {
        format!("{} · {}", offer.label, offer.note)
    };
    view! { <option value=offer.label.clone() selected=selected>{text}</option> }
}

fn remove_button(form: Form, edits: Edits, id: Id, name: &str) -> impl IntoView + use<> {
    let at = id.clone();
    view! {
        <button
            type="button"
            class="button small bare danger"
            aria-label=format!("Remove {name}")
            title="Remove"
            on:click=move |_| {
                form.attempt(edits, at.clone(), &Edit::Disconnect { id: id.clone() });
            }
        >
            <Picture glyph=Glyph::Close />
        </button>
    }
}

#[component]
fn TieView(tie: Tie, here: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let (positions, navigation, edits) = (positions(), navigation(), edits());
    let Tie { name, doc, sort, at, to, required, state, offers } = tie;
    let at = at.map(Id);
    let place = at.clone().unwrap_or(here);
    let known = to.as_ref().is_none_or(|to| offers.iter().any(|offer| offer.label == *to));
    let select = NodeRef::<html::Select>::new();
    let now = to.clone().unwrap_or_default();
    let options = offers.iter().map(|offer| option(offer, offer.label == now)).collect_view();
    let odd = (!known).then(|| view! { <option value=now.clone() selected=true>{now.clone()}</option> });
    let none = match (to.is_some(), offers.is_empty()) {
        (true, _) => "None",
        (false, true) => "No compatible node",
        (false, false) => "Choose a node…",
    };
    // Adding opens the same list as dropping a wire on the empty canvas.
    let port = PortRef { node: form.base.get_untracked(), role: Role::Requirement, port: name.clone() };
    let is_drawn = positions.scene().with_untracked(|scene| scene.card(&port.node).is_some());
    let add = (to.is_none() && is_drawn).then(|| view! { <option value=ADD>"Add compatible node…"</option> });
    let (was, from, offers) = (now.clone(), place.clone(), StoredValue::new(offers));
    let unbind = at.clone();
    let choose = move |label: String| {
        if label == ADD {
            if let Some(select) = select.get_untracked() {
                select.set_value(&was);
            }
            return navigation.add_serving(&port);
        }
        let edit = match (label.is_empty(), &unbind) {
            (true, Some(id)) => Some(Edit::Disconnect { id: id.clone() }),
            (true, None) => None,
            (false, _) => offers.with_value(|all| {
                all.iter().find(|offer| offer.label == label).map(|offer| offer.edit.clone())
            }),
        };
        let done = edit.is_some_and(|edit| form.attempt(edits, from.clone(), &edit));
        if let (false, Some(select)) = (done, select.get_untracked()) {
            select.set_value(&was);
        }
    };
    let id = format!("tie-{place}-{name}").replace(char::is_whitespace, "_");
    let (inside, gone) = (at.clone(), at.clone());
    let (label, called) = (name.clone(), name.clone());
    view! {
        <li class="tie" class:needed=required class:bound=to.is_some()>
            <label for=id.clone() title=doc>
                <span class="tie-dot" aria-hidden="true"></span>
                {name.clone()}
                {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                <span class="tie-sort">{sort}</span>
            </label>
            <div class="tie-line">
                <select class="field" id=id aria-label=called node_ref=select on:change=while_mounted(move |event: web_sys::Event| choose(event_target_value(&event)))>
                    <option value="" selected=now.is_empty()>{none}</option>
                    {odd}
                    {options}
                    {add}
                </select>
                {inside.map(|id| view! {
                    <button
                        type="button"
                        class="button small bare"
                        aria-label=format!("Details of {label}")
                        title="Details: capability, relationship, filter"
                        on:click=move |_| form.inside.update(|inside| inside.push(id.clone()))
                    >
                        <Picture glyph=Glyph::Form />
                    </button>
                })}
                {gone.map(|id| remove_button(form, edits, id, &name))}
            </div>
            {(!state.is_empty()).then(|| view! { <p class="tie-state"><Inline text=state /></p> })}
            {at.map(|base| view! { <FieldProblems base deep=true /> })}
        </li>
    }
}
