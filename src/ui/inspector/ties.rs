//! Requirements and other connections: their targets, a choice of possible targets, and details.

use std::collections::HashMap;

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::select::{Choice, Group, Select};
use super::super::session::{edits, navigation, positions};
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
            <For each=move || ties.with(|ties| keys(ties)) key=Clone::clone let(key)>
                {tie_of(ties, &key).map(|tie| view! { <TieView tie here=here.clone() /> })}
            </For>
        </ul>
    }
}

/// Name of a tie, and its number among those of the same name.
type Key = (String, usize);

fn keys(ties: &[Tie]) -> Vec<Key> {
    let mut count = HashMap::new();
    let mut number = |name: &str| {
        let next = count.entry(name.to_owned()).or_insert(0usize);
        *next += 1;
        *next - 1
    };
    ties.iter().map(|tie| (tie.name.clone(), number(&tie.name))).collect()
}

/// A tie by its key, with its last value if it is gone.
fn tie_of(ties: Memo<Vec<Tie>>, key: &Key) -> Option<Memo<Tie>> {
    let (name, number) = key.clone();
    let find = move || ties.with(|ties| ties.iter().filter(|tie| tie.name == name).nth(number).cloned());
    let first = untrack(&find)?;
    Some(Memo::new(move |before: Option<&Tie>| find().unwrap_or_else(|| before.unwrap_or(&first).clone())))
}

fn text(offer: &Offer) -> String {
    if offer.note.is_empty() { offer.label.clone() } else { format!("{} · {}", offer.label, offer.note) }
}

#[component]
fn TieView(tie: Memo<Tie>, here: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let (positions, navigation, edits) = (positions(), navigation(), edits());
    let Tie { name, doc, demand, required, .. } = tie.get_untracked();
    let at = Memo::new(move |_| tie.with(|tie| tie.at.clone().map(Id)));
    let now = Memo::new(move |_| tie.with(|tie| tie.to.clone().unwrap_or_default()));
    let element = format!("tie-{}-{name}", at.get_untracked().unwrap_or_else(|| here.clone()))
        .replace(char::is_whitespace, "_");
    // Adding opens the same list as dropping a wire on the empty canvas.
    let port = PortRef { node: form.base.get_untracked(), role: Role::Requirement, port: name.clone() };
    let drawn = port.node.clone();
    let is_drawn = Memo::new(move |_| positions.scene().with(|scene| scene.card(&drawn).is_some()));
    let groups = Memo::new(move |_| tie.with(|tie| Group::plain(choices(tie, is_drawn.get()))));
    let choose = move |label: String| {
        if label == ADD {
            navigation.add_serving(&port);
            return false;
        }
        let at = at.get_untracked();
        let edit = match (label.is_empty(), &at) {
            (true, Some(id)) => Some(Edit::Disconnect { id: id.clone() }),
            (true, None) => None,
            (false, _) => tie.with_untracked(|tie| {
                tie.offers.iter().find(|offer| offer.label == label).map(|offer| offer.edit.clone())
            }),
        };
        edit.is_some_and(|edit| form.attempt(edits, at.unwrap_or_else(|| here.clone()), &edit))
    };
    let (label, called) = (name.clone(), name.clone());
    let details = move || {
        let id = at.get()?;
        let open = id.clone();
        Some(view! {
            <button
                type="button"
                class="button small bare"
                aria-label=format!("Details of {label}")
                title="Details: capability, relationship, filter"
                on:click=move |_| form.inside.update(|inside| inside.push(open.clone()))
            >
                <Picture glyph=Glyph::Form />
            </button>
            <button
                type="button"
                class="button small bare danger"
                aria-label=format!("Remove {label}")
                title="Remove"
                on:click=move |_| {
                    form.attempt(edits, id.clone(), &Edit::Disconnect { id: id.clone() });
                }
            >
                <Picture glyph=Glyph::Close />
            </button>
        })
    };
    let state = Memo::new(move |_| tie.with(|tie| tie.state.clone()));
    let is_bound = move || tie.with(|tie| tie.to.is_some());
    view! {
        <li class="tie" class:needed=required class:bound=is_bound>
            <label for=element.clone() title=doc>
                <span class="tie-dot" aria-hidden="true"></span>
                {name}
                {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                <span class="tie-sort">{demand}</span>
            </label>
            <div class="tie-line">
                <Select groups now on_choice=Box::new(choose) again=form.rested id=element label=called />
                {details}
            </div>
            {move || {
                let state = state.get();
                (!state.is_empty()).then(|| view! { <p class="tie-state"><Inline text=state /></p> })
            }}
            {move || at.get().map(|base| view! { <FieldProblems base deep=true /> })}
        </li>
    }
}

/// The targets to choose from, and to add one where the node is drawn.
fn choices(tie: &Tie, is_drawn: bool) -> Vec<Choice> {
    let none = match (&tie.to, tie.offers.is_empty()) {
        (Some(_), _) => "None",
        (None, true) => "No compatible node",
        (None, false) => "Choose a node…",
    };
    let unknown = |to: &&String| tie.offers.iter().all(|offer| offer.label != **to);
    let odd = tie.to.as_ref().filter(unknown).map(|to| Choice::new(to, to));
    let add = (tie.to.is_none() && is_drawn).then(|| Choice::new(ADD, "Add compatible node…"));
    let offers = tie.offers.iter().map(|offer| Choice::new(&offer.label, text(offer)));
    std::iter::once(Choice::new("", none)).chain(odd).chain(offers).chain(add).collect()
}
