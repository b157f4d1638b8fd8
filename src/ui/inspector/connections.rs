//! Requirements and other connections: their targets, a choice of possible targets, and details.

use std::collections::HashMap;

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::{edits, navigation, positions};
use super::Form;
use super::problems::FieldProblems;
use limn_ide::form::{Connection, Control, Field, Offer};
use limn_language::edit::Edit;
use limn_language::graph::{Id, PortRef, Role};

/// No node has this name.
const ADD: &str = "\n";

#[component]
pub fn ConnectionFields(field: Memo<Field>) -> impl IntoView {
    let connections = Memo::new(move |_| {
        field.with(|field| match &field.control {
            Control::Connections(connections) => connections.clone(),
            _ => Vec::new(),
        })
    });
    let here = Id(expect_context::<Form>().at(&field.get_untracked()).0);
    view! {
        <ul class="connection-fields">
            <For each=move || connections.with(|connections| keys(connections)) key=Clone::clone let(key)>
                {connection_of(connections, &key).map(|connection| view! { <ConnectionField connection here=here.clone() /> })}
            </For>
        </ul>
    }
}

/// Name of a connection, and its number among those of the same name.
type Key = (String, usize);

fn keys(connections: &[Connection]) -> Vec<Key> {
    let mut count = HashMap::new();
    let mut number = |name: &str| {
        let next = count.entry(name.to_owned()).or_insert(0usize);
        *next += 1;
        *next - 1
    };
    connections.iter().map(|connection| (connection.name.clone(), number(&connection.name))).collect()
}

/// A connection by its key, with its last value if it is gone.
fn connection_of(connections: Memo<Vec<Connection>>, key: &Key) -> Option<Memo<Connection>> {
    let (name, number) = key.clone();
    let find = move || {
        connections.with(|connections| {
            connections.iter().filter(|connection| connection.name == name).nth(number).cloned()
        })
    };
    let first = untrack(&find)?;
    Some(Memo::new(move |before: Option<&Connection>| {
        find().unwrap_or_else(|| before.unwrap_or(&first).clone())
    }))
}

fn text(offer: &Offer) -> String {
    if offer.note.is_empty() { offer.label.clone() } else { format!("{} · {}", offer.label, offer.note) }
}

#[component]
fn ConnectionField(connection: Memo<Connection>, here: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let (positions, navigation, edits) = (positions(), navigation(), edits());
    let Connection { name, doc, required_type, required, .. } = connection.get_untracked();
    let at = Memo::new(move |_| connection.with(|connection| connection.at.clone().map(Id)));
    let now = Memo::new(move |_| connection.with(|connection| connection.to.clone().unwrap_or_default()));
    let element = format!("connection-{}-{name}", at.get_untracked().unwrap_or_else(|| here.clone()))
        .replace(char::is_whitespace, "_");
    // Adding opens the same list as dropping a wire on the empty canvas.
    let port = PortRef { node: form.base.get_untracked(), role: Role::Requirement, port: name.clone() };
    let drawn = port.node.clone();
    let is_drawn = Memo::new(move |_| positions.scene().with(|scene| scene.card(&drawn).is_some()));
    let groups = Memo::new(move |_| {
        connection.with(|connection| OptionGroup::plain(choices(connection, is_drawn.get())))
    });
    let choose = move |label: String| {
        if label == ADD {
            navigation.add_serving(&port);
            return false;
        }
        let at = at.get_untracked();
        let edit = match (label.is_empty(), &at) {
            (true, Some(id)) => Some(Edit::Disconnect { id: id.clone() }),
            (true, None) => None,
            (false, _) => connection.with_untracked(|connection| {
                connection.offers.iter().find(|offer| offer.label == label).map(|offer| offer.edit.clone())
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
    let state = Memo::new(move |_| connection.with(|connection| connection.state.clone()));
    let is_bound = move || connection.with(|connection| connection.to.is_some());
    view! {
        <li class="connection-field" class:needed=required class:bound=is_bound>
            <label for=element.clone() title=doc>
                <span class="connection-dot" aria-hidden="true"></span>
                {name}
                {required.then(|| view! { <span class="must" title="Required">"*"</span> })}
                <span class="connection-type">{required_type}</span>
            </label>
            <div class="connection-line">
                <Select groups now on_choice=Box::new(choose) again=form.rested id=element label=called />
                {details}
            </div>
            {move || {
                let state = state.get();
                (!state.is_empty()).then(|| view! { <p class="connection-state"><Inline text=state /></p> })
            }}
            {move || at.get().map(|base| view! { <FieldProblems base deep=true /> })}
        </li>
    }
}

/// The targets to choose from, and to add one where the node is drawn.
fn choices(connection: &Connection, is_drawn: bool) -> Vec<SelectOption> {
    let none = match (&connection.to, connection.offers.is_empty()) {
        (Some(_), _) => "None",
        (None, true) => "No compatible node",
        (None, false) => "Choose a node…",
    };
    let unknown = |to: &&String| connection.offers.iter().all(|offer| offer.label != **to);
    let odd = connection.to.as_ref().filter(unknown).map(|to| SelectOption::new(to, to));
    let add = (connection.to.is_none() && is_drawn).then(|| SelectOption::new(ADD, "Add compatible node…"));
    let offers = connection.offers.iter().map(|offer| SelectOption::new(&offer.label, text(offer)));
    std::iter::once(SelectOption::new("", none)).chain(odd).chain(offers).chain(add).collect()
}
