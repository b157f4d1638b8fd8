//! Palette: templates to add by dragging to the canvas, by clicking here and there, or with Enter to the middle of the view.

mod entry;

use std::collections::{BTreeMap, BTreeSet};

use leptos::{ev, html, prelude::*};

use super::browser::host::is_embedded;
use super::icons::{Glyph, Picture};
use super::panes::Pane;
use super::remembered::added_last;
use super::search_field::SearchField;
use super::session::{Popup, documents, edits, gestures, navigation, view_state};
use entry::Entry;
use limn_analysis::Template;
use limn_files::FilePath;

/// A row of the palette: its depth in the type tree, and whether it has subtypes.
#[derive(Clone, PartialEq)]
struct Row {
    template: Template,
    level: usize,
    has_kinds: bool,
    /// Shown only as an ancestor of a match.
    is_ancestor: bool,
}

/// Collapsed rows, and the row that Tab returns to.
#[derive(Clone, Copy)]
struct Tree {
    folded: RwSignal<BTreeSet<String>>,
    here: RwSignal<String>,
}

/// Number of entries from which those that were added last are repeated on top, and how many of them.
const LONG: usize = 12;
const LATEST: usize = 4;

#[component]
pub fn Palette() -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let words = RwSignal::new(String::new());
    let tree = Tree { folded: RwSignal::new(BTreeSet::new()), here: RwSignal::new(String::new()) };
    let all = Memo::new(move |_| edits.palette());
    let rows = Memo::new(move |_| all.with(|all| words.with(|words| rows(all, words))));
    let groups = Memo::new(move |_| {
        let mut groups: Vec<(&'static str, bool)> = Vec::new();
        for row in rows.get() {
            match groups.iter_mut().find(|group| group.0 == row.template.group) {
                Some(group) => group.1 |= row.level > 0,
                None => groups.push((row.template.group, row.level > 0)),
            }
        }
        groups
    });
    let body = NodeRef::<html::Div>::new();
    // Another document's palette starts at the top, with all entries.
    Effect::new(move |before: Option<Option<FilePath>>| {
        let front = documents.front().get();
        if before.is_some_and(|before| before != front) {
            words.set(String::new());
        }
        if let Some(body) = body.get() {
            body.set_scroll_top(0);
        }
        front
    });
    view! {
        <Head />
        <Show when=move || all.with(|all| all.len() > 6)>
            <Search words rows />
        </Show>
        <div class="pane-body" node_ref=body>
            <Show
                when=move || !rows.with(Vec::is_empty)
                fallback=move || {
                    let text = if documents.front().with(Option::is_none) {
                        "Open or create a descriptor to see its components."
                    } else if all.with(Vec::is_empty) {
                        "Nothing can be added to this file."
                    } else {
                        "No matches"
                    };
                    view! { <p class="note">{text}</p> }
                }
            >
                <AddedLast all words />
                <For each=move || groups.get() key=|group| *group let((group, is_tree))>
                    <section class="palette-group" aria-label=group>
                        <h3>{group}</h3>
                        {
                            let listed = move || {
                                let searched = words.with(|words| !words.trim().is_empty());
                                tree.folded.with(|folded| open_rows(rows.get(), group, folded, searched))
                            };
                            let key = |row: &Row| (row.template.id.clone(), row.template.label.clone(), row.level, row.has_kinds, row.is_ancestor);
                            if is_tree {
                                view! {
                                    <ul role="tree" aria-label=group>
                                        <For each=listed key=key let(row)>
                                            <li role="none"><Entry row tree=Some(tree) /></li>
                                        </For>
                                    </ul>
                                }
                                    .into_any()
                            } else {
                                view! {
                                    <ul>
                                        <For each=listed key=key let(row)>
                                            <li><Entry row tree=None /></li>
                                        </For>
                                    </ul>
                                }
                                    .into_any()
                            }
                        }
                    </section>
                </For>
            </Show>
        </div>
    }
}

/// The entries that were added last, on top of a long list.
#[component]
fn AddedLast(all: Memo<Vec<Template>>, words: RwSignal<String>) -> impl IntoView {
    // What was added last is at hand, if the list is long. While a file is edited, the entries stay where they are.
    let latest = Memo::new(move |_| {
        let is_long = all.with(|all| all.len() > LONG) && words.with(|words| words.trim().is_empty());
        let ids = if is_long { added_last() } else { Vec::new() };
        let of = |id: &String| all.with(|all| all.iter().find(|it| it.id == *id && !it.is_abstract).cloned());
        ids.iter().filter_map(of).take(LATEST).collect::<Vec<_>>()
    });
    view! {
                <Show when=move || !latest.with(Vec::is_empty)>
                    <section class="palette-group" aria-label="Added last">
                        <h3>"Added last"</h3>
                        <ul>
                            <For each=move || latest.get() key=|template| template.id.clone() let(template)>
                                <li>
                                    <Entry row=Row { template, level: 0, has_kinds: false, is_ancestor: false } tree=None />
                                </li>
                            </For>
                        </ul>
                    </section>
                </Show>
    }
}

/// Search field; Enter adds the best match.
#[component]
fn Search(words: RwSignal<String>, rows: Memo<Vec<Row>>) -> impl IntoView {
    let gestures = gestures();
    let first = move || {
        let words = words.get_untracked();
        rows.with_untracked(|rows| {
            let fits = rows.iter().filter(|row| !row.is_ancestor);
            fits.min_by_key(|row| rank(&row.template, &words)).map(|row| row.template.clone())
        })
    };
    view! {
        <div class="palette-search">
            <SearchField
                label="Search palette"
                placeholder="Search"
                words
                set=move |new| words.set(new)
                on_key=move |event: ev::KeyboardEvent| {
                    if event.key() == "Enter" && let Some(first) = first() {
                        gestures.take_by_key(&first);
                    }
                }
            />
        </div>
    }
}

/// Rows that match, and their ancestors.
fn rows(all: &[Template], words: &str) -> Vec<Row> {
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut ancestors: BTreeSet<&str> = BTreeSet::new();
    for template in all.iter().rev() {
        let is_shown = ancestors.contains(template.id.as_str()) || matches(template, words);
        if let Some(parent) = template.parent.as_deref().filter(|_| is_shown) {
            ancestors.insert(parent);
        }
    }
    let has_kinds: BTreeSet<&str> = all.iter().filter_map(|template| template.parent.as_deref()).collect();
    for template in all {
        let above = template.parent.as_deref().and_then(|parent| levels.get(parent));
        let level = above.map_or(0, |level| level + 1);
        levels.insert(&template.id, level);
        let fits = matches(template, words);
        if fits || ancestors.contains(template.id.as_str()) {
            let has_kinds = has_kinds.contains(template.id.as_str());
            rows.push(Row { template: template.clone(), level, has_kinds, is_ancestor: !fits });
        }
    }
    rows
}

/// Rows of a group that no collapsed ancestor hides. While searching, everything is expanded.
fn open_rows(rows: Vec<Row>, group: &str, folded: &BTreeSet<String>, searched: bool) -> Vec<Row> {
    let mut hidden: BTreeSet<String> = BTreeSet::new();
    let mut open = Vec::new();
    for row in rows.into_iter().filter(|row| row.template.group == group) {
        let above = row.template.parent.as_ref().filter(|_| !searched);
        if above.is_some_and(|parent| hidden.contains(parent) || folded.contains(parent)) {
            hidden.insert(row.template.id.clone());
        } else {
            open.push(row);
        }
    }
    open
}

#[component]
fn Head() -> impl IntoView {
    let (documents, navigation, view_state) = (documents(), navigation(), view_state());
    let uses_catalog = Memo::new(move |_| {
        documents.checked().with(|checked| checked.as_ref().is_some_and(|checked| checked.0.uses_catalog()))
    });
    view! {
        <div class="pane-head">
            <h2>"Palette"</h2>
            <div class="spring"></div>
            <Show when=move || uses_catalog.get() && !is_embedded()>
                <button
                    type="button"
                    class="button small bare"
                    aria-label="Catalog"
                    title="Open catalog of component descriptors"
                    on:click=move |_| navigation.open_popup(Popup::Catalog)
                >
                    <Picture glyph=Glyph::Catalog />
                </button>
            </Show>
            <button
                type="button"
                class="button small bare hide-at-800"
                aria-label="Hide palette"
                title="Hide palette"
                on:click=move |_| view_state.set_panes(|panes| panes.toggle(Pane::Palette))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}

/// Rank of a match: a label that starts with the search text comes before one that contains it.
pub fn rank(template: &Template, words: &str) -> usize {
    let (label, words) = (template.label.to_lowercase(), words.trim().to_lowercase());
    match () {
        () if label == words => 0,
        () if label.starts_with(&words) => 1,
        () if label.contains(&words) => 2,
        () => 3,
    }
}

/// Whether every word occurs in the label, the help or the group.
pub fn matches(template: &Template, words: &str) -> bool {
    let text = format!("{} {} {}", template.label, template.doc, template.group).to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
