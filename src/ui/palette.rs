//! Palette: templates to add by dragging to the canvas, by clicking here and there, or with Enter to the middle of the view.

use std::collections::{BTreeMap, BTreeSet};

use leptos::{ev, html, prelude::*};

use super::browser::{after, elements};
use super::icons::{Glyph, Picture, Sign};
use super::label::breakable;
use super::markdown::Inline;
use super::panes::Pane;
use super::session::{View, documents, edits, gestures, navigation, view_state};
use limn_analysis::Template;
use limn_canvas::{Event, Tool, icon};

/// A row of the palette: its depth in the type tree, and whether it has subtypes.
#[derive(Clone, PartialEq)]
struct Row {
    template: Template,
    level: usize,
    has_kinds: bool,
    /// Shown only as an ancestor of a match.
    is_way: bool,
}

/// Collapsed rows, and the row that Tab returns to.
#[derive(Clone, Copy)]
struct Tree {
    folded: RwSignal<BTreeSet<String>>,
    here: RwSignal<String>,
}

#[component]
pub fn Palette() -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let words = RwSignal::new(String::new());
    let tree = Tree { folded: RwSignal::new(BTreeSet::new()), here: RwSignal::new(String::new()) };
    let folded = tree.folded;
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
    // Another document's palette starts at the top.
    Effect::new(move |_| {
        documents.front().track();
        if let Some(body) = body.get() {
            body.set_scroll_top(0);
        }
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
                <For each=move || groups.get() key=|group| *group let((group, is_tree))>
                    <section class="palette-group" aria-label=group>
                        <h3>{group}</h3>
                        {
                            let listed = move || {
                                let searched = words.with(|words| !words.trim().is_empty());
                                folded.with(|folded| open_rows(rows.get(), group, folded, searched))
                            };
                            let key = |row: &Row| (row.template.id.clone(), row.template.label.clone(), row.level, row.has_kinds, row.is_way);
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

/// Search field; Enter adds the best match.
#[component]
fn Search(words: RwSignal<String>, rows: Memo<Vec<Row>>) -> impl IntoView {
    let gestures = gestures();
    let first = move || {
        let words = words.get_untracked();
        rows.with_untracked(|rows| {
            let fits = rows.iter().filter(|row| !row.is_way);
            fits.min_by_key(|row| rank(&row.template, &words)).map(|row| row.template.clone())
        })
    };
    view! {
        <div class="palette-search">
            <div class="search">
                <Picture glyph=Glyph::Search />
                <input
                    class="field"
                    type="search"
                    placeholder="Search"
                    aria-label="Search palette"
                    prop:value=move || words.get()
                    on:input=move |event| words.set(event_target_value(&event))
                    on:keydown=move |event: ev::KeyboardEvent| {
                        if event.key() == "Enter" && let Some(first) = first() {
                            gestures.take_by_key(&first);
                        }
                    }
                />
            </div>
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
            rows.push(Row { template: template.clone(), level, has_kinds, is_way: !fits });
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
    let view_state = view_state();
    view! {
        <div class="pane-head">
            <h2>"Palette"</h2>
            <div class="spring"></div>
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

/// A template. In a tree the arrow keys move between rows, expand and collapse.
#[component]
fn Entry(row: Row, tree: Option<Tree>) -> impl IntoView {
    let (view_state, gestures, navigation) = (view_state(), gestures(), navigation());
    let folded = tree.map(|tree| tree.folded);
    let button = NodeRef::<html::Button>::new();
    let Row { template, level, has_kinds, is_way } = row;
    let Template { label, doc, icon, is_abstract, .. } = template.clone();
    let (name, rest) = named(&doc);
    let (name, rest) = (name.map(str::to_owned), rest.to_owned());
    let mine = template.clone();
    let taken = Memo::new(move |_| {
        view_state.tool().with(|tool| match tool {
            Tool::Placing { template, .. } => *template == mine.id,
            Tool::Starting => mine.wire,
            _ => false,
        })
    });
    let is_open = {
        let id = template.id.clone();
        move || folded.is_none_or(|folded| folded.with(|folded| !folded.contains(&id)))
    };
    let fold = {
        let id = template.id.clone();
        move |open: Option<bool>| {
            let Some(folded) = folded.filter(|_| has_kinds) else { return };
            folded.update(|folded| match open.unwrap_or_else(|| folded.contains(&id)) {
                true => drop(folded.remove(&id)),
                false => drop(folded.insert(id.clone())),
            });
        }
    };
    let in_tree = folded.is_some();
    let (take, tapped, double) = (template.clone(), template.clone(), template.clone());
    let expanded = {
        let is_open = is_open.clone();
        move || (in_tree && has_kinds).then(|| is_open().to_string())
    };
    let here = template.id.clone();
    let is_here = {
        let id = template.id.clone();
        move || tree.is_some_and(|tree| tree.here.with(|here| *here == id))
    };
    let tab = move || if in_tree && level > 0 && !is_here() { "-1" } else { "0" };
    let (key_open, twist_fold, key_fold) = (is_open.clone(), fold.clone(), fold);
    view! {
        <button
            type="button"
            class="template"
            class:taken=move || taken.get()
            class:way=is_way
            class:abstract=is_abstract
            node_ref=button
            role=in_tree.then_some("treeitem")
            attr:aria-level=in_tree.then(|| (level + 1).to_string())
            aria-expanded=expanded
            tabindex=tab
            on:focus=move |_| {
                if let Some(tree) = tree {
                    tree.here.set(here.clone());
                }
            }
            style:padding-left=in_tree.then(|| format!("{}px", 4 + level * 12))
            title=doc.replace('`', "")
            on:pointerdown=move |event: ev::PointerEvent| {
                if event.button() == 0 {
                    // The canvas takes over the pointer; a touch would stay captured by this button.
                    let target: web_sys::Element = event_target(&event);
                    if target.has_pointer_capture(event.pointer_id()) {
                        drop(target.release_pointer_capture(event.pointer_id()));
                    }
                    gestures.take(&take);
                }
            }
            on:click=move |_| {
                // If the canvas is in another tab, there is nowhere to drag to.
                if view_state.viewport().with_untracked(|viewport| viewport.width < 1.0) {
                    gestures.on_canvas_event(Event::Cancel);
                    view_state.show_pane(Pane::Canvas);
                    navigation.show_view(View::Diagram);
                    let template = tapped.clone();
                    after(80, move || {
                        if template.wire {
                            gestures.take(&template);
                        } else {
                            gestures.add(&template.id, view_state.middle(), None);
                        }
                    });
                }
            }
            on:dblclick=move |_| {
                if !double.wire {
                    gestures.on_canvas_event(Event::Cancel);
                    gestures.add(&double.id, view_state.middle(), None);
                    super::pane_focus::focus_canvas();
                }
            }
            on:keydown=move |event: ev::KeyboardEvent| {
                let done = match event.key().as_str() {
                    "Enter" | " " => {
                        gestures.take_by_key(&template);
                        true
                    }
                    "ArrowRight" if in_tree && has_kinds && !key_open() => {
                        key_fold(Some(true));
                        true
                    }
                    "ArrowLeft" if in_tree && has_kinds && key_open() => {
                        key_fold(Some(false));
                        true
                    }
                    key if in_tree => button.get_untracked().is_some_and(|button| walk(&button, level, key)),
                    _ => false,
                };
                if done {
                    event.prevent_default();
                }
            }
        >
            {in_tree
                .then(|| {
                    view! {
                        <span
                            class="twist"
                            class:folded=move || !is_open()
                            class:bare=!has_kinds
                            aria-hidden="true"
                            on:pointerdown=|event| event.stop_propagation()
                            on:dblclick=|event| event.stop_propagation()
                            on:click=move |event| {
                                event.stop_propagation();
                                twist_fold(None);
                            }
                        >
                            {has_kinds.then(|| view! { <Picture glyph=Glyph::Chevron /> })}
                        </span>
                    }
                })}
            <span class=format!("tile kind-{}", icon::name(icon))><Sign icon /></span>
            <span class="template-words">
                <span>{breakable(&label)} {is_abstract.then(|| view! { <em class="abstract-mark">"abstract"</em> })}</span>
                <small>{name.map(|name| view! { <code class="name">{name}</code> })} <Inline text=rest /></small>
            </span>
            <svg class="icon plus" viewBox="0 0 20 20" aria-hidden="true"><path d=Glyph::Plus.path() /></svg>
        </button>
    }
}

/// Splits help that starts with a full type name into the name and the rest.
fn named(doc: &str) -> (Option<&str>, &str) {
    match doc.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        Some((name, "")) => (Some(name), ""),
        Some((name, rest)) => match rest.strip_prefix(": ") {
            Some(rest) => (Some(name), rest),
            None => (None, doc),
        },
        None => (None, doc),
    }
}

/// Moves the focus in the tree, with the usual keys of trees.
fn walk(from: &web_sys::HtmlElement, level: usize, key: &str) -> bool {
    let Some(tree) = from.closest("[role=tree]").ok().flatten() else { return false };
    let entries = elements(&tree, "template");
    let Some(at) = entries.iter().position(|entry| entry == from) else { return false };
    let deep = |entry: &web_sys::HtmlElement| {
        entry.get_attribute("aria-level").and_then(|level| level.parse::<usize>().ok()).unwrap_or(1)
    };
    let to = match key {
        "ArrowDown" => at.checked_add(1),
        "ArrowUp" => at.checked_sub(1),
        "Home" => Some(0),
        "End" => entries.len().checked_sub(1),
        "ArrowRight" => {
            Some(at + 1).filter(|at| entries.get(*at).is_some_and(|entry| deep(entry) == level + 2))
        }
        "ArrowLeft" => entries[..at].iter().rposition(|entry| deep(entry) == level),
        _ => return false,
    };
    match to.and_then(|to| entries.get(to)) {
        Some(entry) => drop(entry.focus()),
        None => return false,
    }
    true
}
