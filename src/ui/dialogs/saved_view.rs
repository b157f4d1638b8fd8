//! Dialog to name a saved view and to choose its nodes: by type, by group, or one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::{ev, html, prelude::*};

use super::super::browser::after;
use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::session::{documents, navigation, positions};
use super::{Modal, close_around};
use limn_language::graph::{Graph, Id};
use limn_language::saved_view::{SavedView, ViewFilter};
use limn_text::visible;

/// Maximum number of nodes that are listed at once; a search finds the others.
const MOST_LISTED: usize = 100;

/// Number of nodes from which a list has a search.
const SEARCHED: usize = 12;

#[component]
pub(super) fn SavedViewDialog(view: SavedView) -> impl IntoView {
    let (documents, positions, navigation) = (documents(), positions(), navigation());
    let checked = documents.checked().get_untracked();
    let graph = checked.map(|checked| Arc::clone(checked.0.graph())).unwrap_or_default();
    let is_known = positions
        .saved_views()
        .with_untracked(|views| views.all.iter().any(|known| known.number == view.number));
    let (name, filter) = (RwSignal::new(view.name.clone()), RwSignal::new(view.filter.clone()));
    let save = NodeRef::<html::Button>::new();
    let close = move || {
        if let Some(button) = save.get_untracked() {
            close_around(&button);
        }
    };
    let all = graph.nodes.len();
    let count = {
        let graph = Arc::clone(&graph);
        Memo::new(move |_| filter.with(|filter| filter.selected(&graph).len()))
    };
    let is_taken = move || {
        positions.saved_views().with(|views| {
            name.with(|name| {
                views.all.iter().any(|known| known.number != view.number && known.name == name.trim())
            })
        })
    };
    let refusal = move || {
        if name.with(|name| name.trim().is_empty()) {
            Some("Enter a name.")
        } else if is_taken() {
            Some("Another view of this diagram has this name.")
        } else {
            None
        }
    };
    let is_empty = move || filter.with(ViewFilter::is_empty);
    let is_ready = move || refusal().is_none() && !is_empty();
    let number = view.number;
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if is_ready() {
            let name = name.get_untracked().trim().to_owned();
            close();
            navigation.save_view(SavedView { number, name, filter: filter.get_untracked() });
        }
    };
    let remove = move || {
        close();
        navigation.remove_view(view.clone());
    };
    let parts = parts(&graph, filter);
    let neighbors = FilterOption {
        label: "Include connected nodes, hosts and hosted nodes".to_owned(),
        hint: String::new(),
        is_chosen: Box::new(|filter| filter.neighbors),
        toggle: Box::new(|filter, is_chosen| filter.neighbors = is_chosen),
    };
    view! {
        <Modal title=if is_known { "Edit view" } else { "Create view" }>
            <form class="saved-view" on:submit=submit>
                {name_field(name, refusal)}
                <p class="quiet">"Shows the nodes that match any of these. Positions are saved with the view; the document doesn't change."</p>
                {parts}
                {row(neighbors, filter)}
                <div class="dialog-foot">
                    <span class="saved-view-count" role="status">
                        {move || match is_empty() {
                            true => "Choose types, groups or nodes".to_owned(),
                            false => format!("{} of {all} nodes", count.get()),
                        }}
                    </span>
                    {is_known.then(|| view! {
                        <button type="button" class="button outline" on:click=move |_| remove()>"Remove view"</button>
                    })}
                    <button type="button" class="button" on:click=move |_| close()>"Cancel"</button>
                    <button type="submit" class="button main" node_ref=save disabled=move || !is_ready()>"Save view"</button>
                </div>
            </form>
        </Modal>
    }
}

fn name_field(
    name: RwSignal<String>,
    refusal: impl Fn() -> Option<&'static str> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    // Once the dialog has given it the focus.
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            after(0, move || input.select());
        }
    });
    view! {
        <div class="rename-file">
            <label for="view-name">"Name"</label>
            <input
                id="view-name"
                class="field"
                prop:value=move || name.get()
                spellcheck="false"
                autocomplete="off"
                autofocus
                aria-describedby="view-name-why"
                aria-invalid=move || refusal().is_some().then_some("true")
                on:input=move |event| name.set(event_target_value(&event))
                node_ref=input
            />
        </div>
        <div id="view-name-why" role="alert">
            {move || refusal().map(|why| view! {
                <p class="field-refusal"><Picture glyph=Glyph::Error /><span>{why}</span></p>
            })}
        </div>
    }
}

/// The lists of types, groups and nodes.
fn parts(graph: &Graph, filter: RwSignal<ViewFilter>) -> impl IntoView + use<> {
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for node in graph.nodes.iter().filter(|node| !node.caption.is_empty()) {
        *types.entry(node.caption.clone()).or_default() += 1;
    }
    // Types that the document no longer has can still be unchecked.
    filter.with_untracked(|filter| {
        for name in &filter.types {
            types.entry(name.clone()).or_default();
        }
    });
    let types = types.into_iter().map(|(name, count)| FilterOption {
        label: visible(&name).into_owned(),
        hint: nodes_in_words(count),
        is_chosen: Box::new({
            let name = name.clone();
            move |filter| filter.types.contains(&name)
        }),
        toggle: Box::new(move |filter, is_chosen| toggle(&mut filter.types, &name, is_chosen)),
    });
    let has_group = |id: &Id| graph.groups.iter().any(|group| group.id == *id);
    let deleted =
        filter.with_untracked(|filter| filter.groups.iter().filter(|id| !has_group(id)).cloned().collect());
    let deleted: Vec<Id> = deleted;
    let known = graph.groups.iter().map(|group| (group.id.clone(), group.label.clone()));
    let deleted = deleted.into_iter().map(|id| (id.clone(), id.0.last_key().unwrap_or_default().to_owned()));
    let groups = known.chain(deleted).map(|(id, label)| {
        let of_group = ViewFilter { groups: BTreeSet::from([id.clone()]), ..ViewFilter::default() };
        let chosen = id.clone();
        FilterOption {
            label: visible(&label).into_owned(),
            hint: nodes_in_words(of_group.selected(graph).len()),
            is_chosen: Box::new(move |filter| filter.groups.contains(&chosen)),
            toggle: Box::new(move |filter, is_chosen| toggle(&mut filter.groups, &id, is_chosen)),
        }
    });
    let (types, groups): (Vec<FilterOption>, Vec<FilterOption>) = (types.collect(), groups.collect());
    view! {
        {list("Types", types, filter)}
        {list("Groups", groups, filter)}
        {nodes(graph, filter)}
    }
}

type Toggle = Box<dyn Fn(&mut ViewFilter, bool) + Send + Sync>;

fn nodes_in_words(count: usize) -> String {
    if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") }
}

/// A line with a box to choose it.
struct FilterOption {
    label: String,
    hint: String,
    is_chosen: Box<dyn Fn(&ViewFilter) -> bool + Send + Sync>,
    toggle: Toggle,
}

fn toggle<T: Ord + Clone>(all: &mut BTreeSet<T>, one: &T, is_chosen: bool) {
    if is_chosen {
        all.insert(one.clone());
    } else {
        all.remove(one);
    }
}

fn list(title: &'static str, lines: Vec<FilterOption>, filter: RwSignal<ViewFilter>) -> Option<AnyView> {
    let rows = |lines: Vec<FilterOption>| lines.into_iter().map(|line| row(line, filter)).collect_view();
    (!lines.is_empty()).then(|| {
        view! {
            <fieldset>
                <legend>{title}</legend>
                <div class="saved-view-list">{rows(lines)}</div>
            </fieldset>
        }
        .into_any()
    })
}

fn row(line: FilterOption, filter: RwSignal<ViewFilter>) -> AnyView {
    let FilterOption { label, hint, is_chosen, toggle } = line;
    view! {
        <label class="saved-view-line">
            <input
                type="checkbox"
                prop:checked=move || filter.with(|filter| is_chosen(filter))
                on:change=while_mounted(move |event: web_sys::Event| {
                    let is_chosen = event_target_checked(&event);
                    filter.update(|filter| toggle(filter, is_chosen));
                })
            />
            <span>{label}</span>
            <small>{hint}</small>
        </label>
    }
    .into_any()
}

/// The nodes: with a search if there are many; chosen ones first.
fn nodes(graph: &Graph, filter: RwSignal<ViewFilter>) -> impl IntoView + use<> {
    let chosen = filter.with_untracked(|filter| filter.nodes.clone());
    let mut nodes: Vec<(Id, String, String)> = graph
        .nodes
        .iter()
        .map(|node| (node.id.clone(), visible(&node.label).into_owned(), visible(&node.caption).into_owned()))
        .collect();
    nodes.sort_by_key(|(id, ..)| !chosen.contains(id));
    let words = RwSignal::new(String::new());
    let is_searched = nodes.len() > SEARCHED;
    let is_empty = nodes.is_empty();
    let rows = move || {
        let words = words.get().to_lowercase();
        let matches = |(_, label, caption): &&(Id, String, String)| {
            words
                .split_whitespace()
                .all(|word| label.to_lowercase().contains(word) || caption.to_lowercase().contains(word))
        };
        let found: Vec<_> = nodes.iter().filter(matches).cloned().collect();
        let more = found.len().saturating_sub(MOST_LISTED);
        let line = |(id, label, hint): (Id, String, String)| {
            let chosen = id.clone();
            FilterOption {
                label,
                hint,
                is_chosen: Box::new(move |filter| filter.nodes.contains(&chosen)),
                toggle: Box::new(move |filter, is_chosen| toggle(&mut filter.nodes, &id, is_chosen)),
            }
        };
        let rows: Vec<AnyView> =
            found.into_iter().take(MOST_LISTED).map(|node| row(line(node), filter)).collect();
        view! {
            {rows}
            {(more > 0).then(|| view! { <p class="note">{format!("{more} more: search for them")}</p> })}
        }
    };
    (!is_empty).then(|| {
        view! {
            <fieldset>
                <legend>"Nodes"</legend>
                {is_searched.then(|| view! {
                    <input
                        class="field"
                        type="search"
                        aria-label="Search nodes"
                        placeholder="Search nodes"
                        spellcheck="false"
                        on:input=move |event| words.set(event_target_value(&event))
                        on:keydown=move |event: ev::KeyboardEvent| {
                            if event.key() == "Enter" {
                                event.prevent_default();
                            }
                        }
                    />
                })}
                <div class="saved-view-list">{rows}</div>
            </fieldset>
        }
    })
}
