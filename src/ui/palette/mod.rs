//! Palette: templates to add by dragging to the canvas, by clicking here and there, or with Enter to the middle of the view.

mod entry;
mod filter;
mod info;

use std::collections::{BTreeMap, BTreeSet};

use leptos::{ev, html, prelude::*};

use super::browser::host::is_embedded;
use super::icons::{Glyph, Picture};
use super::panes::Pane;
use super::remembered::{added_last, favorites, remember_favorites};
use super::search_field::SearchField;
use super::session::{Popup, documents, edits, gestures, navigation, view_state};
use entry::Entry;
use filter::FilterMenu;
use info::{Info, InfoPopover};
use limn_analysis::PaletteEntry;
use limn_analysis::palette::PaletteSearch;
use limn_files::FilePath;

/// A row of the palette: its depth in the type tree, and whether it has subtypes.
#[derive(Clone, PartialEq)]
struct Row {
    template: PaletteEntry,
    level: usize,
    has_kinds: bool,
    /// Shown only as an ancestor of a match.
    is_ancestor: bool,
}

/// State that all entries share.
#[derive(Clone, Copy)]
struct List {
    /// Ids of marked entries.
    favorites: RwSignal<Vec<String>>,
    info: Info,
}

impl List {
    fn is_favorite(self, id: &str) -> bool {
        self.favorites.with(|all| all.iter().any(|favorite| favorite == id))
    }

    fn toggle_favorite(self, id: &str) {
        self.favorites.update(|all| match all.iter().position(|favorite| favorite == id) {
            Some(at) => drop(all.remove(at)),
            None => all.push(id.to_owned()),
        });
        remember_favorites(&self.favorites.get_untracked());
    }
}

/// Collapsed rows, and the row that Tab returns to.
#[derive(Clone, Copy)]
struct Tree {
    folded: RwSignal<BTreeSet<String>>,
    here: RwSignal<String>,
}

/// Number of entries from which those that were added last are repeated on top, and how many of them.
const LONG_LIST: usize = 12;
const LATEST: usize = 4;

#[component]
pub fn Palette() -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let words = RwSignal::new(String::new());
    let tree = Tree { folded: RwSignal::new(BTreeSet::new()), here: RwSignal::new(String::new()) };
    let all = Memo::new(move |_| edits.palette());
    let list = List { favorites: RwSignal::new(favorites()), info: Info::new() };
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
        let active_file = documents.active_file().get();
        if before.is_some_and(|before| before != active_file) {
            words.set(String::new());
        }
        if let Some(body) = body.get() {
            body.set_scroll_top(0);
        }
        active_file
    });
    view! {
        <Head />
        <Show when=move || all.with(|all| all.len() > 6)>
            <Search words all rows />
        </Show>
        <div class="pane-body" node_ref=body>
            <Show
                when=move || !rows.with(Vec::is_empty)
                fallback=move || view! { <p class="note">{empty_note(all)}</p> }
            >
                <Favorites all words list />
                <AddedLast all words list />
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
                                            <li role="none"><Entry row list tree=Some(tree) /></li>
                                        </For>
                                    </ul>
                                }
                                    .into_any()
                            } else {
                                view! {
                                    <ul>
                                        <For each=listed key=key let(row)>
                                            <li><Entry row list tree=None /></li>
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
        <InfoPopover info=list.info all />
    }
}

/// Reason why the palette has no entries.
fn empty_note(all: Memo<Vec<PaletteEntry>>) -> &'static str {
    if documents().active_file().with(Option::is_none) {
        "Open or create a descriptor to see its components."
    } else if all.with(Vec::is_empty) {
        "Nothing can be added to this file."
    } else {
        "No matches"
    }
}

/// The marked entries that can be added here, on top of the list.
#[component]
fn Favorites(all: Memo<Vec<PaletteEntry>>, words: RwSignal<String>, list: List) -> impl IntoView {
    let marked = Memo::new(move |_| {
        let search = words.with(|words| PaletteSearch::of(words));
        let marked = list.favorites.get();
        let of = |id: &String| {
            all.with(|all| all.iter().find(|entry| entry.id == *id && search.matches(entry)).cloned())
        };
        marked.iter().filter_map(of).collect::<Vec<_>>()
    });
    view! { <Shortcuts title="Favorites" entries=marked list /> }
}

/// The entries that were added last, on top of a long list.
#[component]
fn AddedLast(all: Memo<Vec<PaletteEntry>>, words: RwSignal<String>, list: List) -> impl IntoView {
    // While a file is edited, the entries stay where they are.
    let latest = Memo::new(move |_| {
        let is_long = all.with(|all| all.len() > LONG_LIST) && words.with(|words| words.trim().is_empty());
        let ids = if is_long { added_last() } else { Vec::new() };
        let of = |id: &String| {
            all.with(|all| all.iter().find(|entry| entry.id == *id && !entry.is_abstract).cloned())
        };
        ids.iter().filter(|id| !list.is_favorite(id)).filter_map(of).take(LATEST).collect::<Vec<_>>()
    });
    view! { <Shortcuts title="Recently added" entries=latest list /> }
}

/// A group of entries that repeats some of the list.
#[component]
fn Shortcuts(title: &'static str, entries: Memo<Vec<PaletteEntry>>, list: List) -> impl IntoView {
    view! {
        <Show when=move || !entries.with(Vec::is_empty)>
            <section class="palette-group" aria-label=title>
                <h3>{title}</h3>
                <ul>
                    <For each=move || entries.get() key=|template| template.id.clone() let(template)>
                        <li>
                            <Entry
                                row=Row { template, level: 0, has_kinds: false, is_ancestor: false }
                                list
                                tree=None
                            />
                        </li>
                    </For>
                </ul>
            </section>
        </Show>
    }
}

/// Search field; Enter adds the best match.
#[component]
fn Search(words: RwSignal<String>, all: Memo<Vec<PaletteEntry>>, rows: Memo<Vec<Row>>) -> impl IntoView {
    let gestures = gestures();
    let first = move || {
        let search = PaletteSearch::of(&words.get_untracked());
        rows.with_untracked(|rows| {
            let fits = rows.iter().filter(|row| !row.is_ancestor);
            fits.min_by_key(|row| search.rank(&row.template)).map(|row| row.template.clone())
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
            <FilterMenu words all />
        </div>
    }
}

/// Rows that match, and their ancestors.
fn rows(all: &[PaletteEntry], words: &str) -> Vec<Row> {
    let search = PaletteSearch::of(words);
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut ancestors: BTreeSet<&str> = BTreeSet::new();
    for template in all.iter().rev() {
        let is_shown = ancestors.contains(template.id.as_str()) || search.matches(template);
        if let Some(parent) = template.parent.as_deref().filter(|_| is_shown) {
            ancestors.insert(parent);
        }
    }
    let has_kinds: BTreeSet<&str> = all.iter().filter_map(|template| template.parent.as_deref()).collect();
    for template in all {
        let above = template.parent.as_deref().and_then(|parent| levels.get(parent));
        let level = above.map_or(0, |level| level + 1);
        levels.insert(&template.id, level);
        let fits = search.matches(template);
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
