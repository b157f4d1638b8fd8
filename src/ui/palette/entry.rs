//! Entry of the palette: a template to drag to the canvas or to add by key.

use std::collections::BTreeSet;

use leptos::attr::custom::custom_attribute;
use leptos::{ev, html, prelude::*};

use super::super::browser::{after, elements};
use super::super::icons::{Glyph, Picture, Sign};
use super::super::label::breakable;
use super::super::markdown::Inline;
use super::super::pane_focus::focus_canvas;
use super::super::panes::Pane;
use super::super::session::{DIAGRAM, Gestures, ViewState, gestures, navigation, view_state};
use super::{Row, Tree};
use limn_analysis::Template;
use limn_canvas::{Event, Tool, icon};

/// Whether the tool places this template.
fn is_taken(own: &Template, tool: &Tool) -> bool {
    match tool {
        Tool::Placing { template, .. } => *template == own.id,
        Tool::Starting => own.wire,
        _ => false,
    }
}

/// Lets the canvas take over the pointer; a touch would stay captured by its target.
fn release_pointer(event: &ev::PointerEvent) {
    let target: web_sys::Element = event_target(event);
    if target.has_pointer_capture(event.pointer_id()) {
        drop(target.release_pointer_capture(event.pointer_id()));
    }
}

/// Adds a template once the canvas has its size.
fn add_when_shown(gestures: Gestures, view_state: ViewState, template: Template) {
    after(80, move || {
        if template.wire {
            gestures.take(&template);
        } else {
            gestures.add(&template.id, view_state.middle(), None);
        }
    });
}

/// A type in the tree; the types derived from it can be collapsed.
#[derive(Clone)]
struct Branch {
    folded: Option<RwSignal<BTreeSet<String>>>,
    id: String,
    has_kinds: bool,
}

impl Branch {
    fn is_open(&self) -> bool {
        self.folded.is_none_or(|folded| folded.with(|folded| !folded.contains(&self.id)))
    }

    /// Expands or collapses it; `None`: whichever it is not.
    fn fold(&self, open: Option<bool>) {
        let Some(folded) = self.folded.filter(|_| self.has_kinds) else { return };
        folded.update(|folded| match open.unwrap_or_else(|| folded.contains(&self.id)) {
            true => drop(folded.remove(&self.id)),
            false => drop(folded.insert(self.id.clone())),
        });
    }

    /// Handles a key; false if it has no meaning here.
    fn key(&self, key: &str) -> bool {
        let can_fold = self.folded.is_some() && self.has_kinds;
        match key {
            "ArrowRight" if can_fold && !self.is_open() => self.fold(Some(true)),
            "ArrowLeft" if can_fold && self.is_open() => self.fold(Some(false)),
            _ => return false,
        }
        true
    }
}

/// Sign that collapses and expands a branch.
fn twist(branch: Branch) -> impl IntoView {
    let (shown, has_kinds) = (branch.clone(), branch.has_kinds);
    view! {
        <span
            class="twist"
            class:folded=move || !shown.is_open()
            class:bare=!has_kinds
            aria-hidden="true"
            on:pointerdown=|event| event.stop_propagation()
            on:dblclick=|event| event.stop_propagation()
            on:click=move |event| {
                event.stop_propagation();
                branch.fold(None);
            }
        >
            {has_kinds.then(|| view! { <Picture glyph=Glyph::Chevron /> })}
        </span>
    }
}

/// Sign, name and help of a template.
fn face(template: &Template) -> impl IntoView + use<> {
    let Template { label, doc, icon, is_abstract, .. } = template.clone();
    let (name, rest) = named(&doc);
    let (name, rest) = (name.map(str::to_owned), rest.to_owned());
    view! {
        <span class=format!("tile kind-{}", icon::name(icon))><Sign icon /></span>
        <span class="template-words">
            <span>{breakable(&label)} {is_abstract.then(|| view! { <em class="abstract-mark">"abstract"</em> })}</span>
            <small>{name.map(|name| view! { <code class="name">{name}</code> })} <Inline text=rest /></small>
        </span>
        <svg class="icon plus" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Plus.path() /></svg>
    }
}

/// A template. In a tree the arrow keys move between rows, expand and collapse.
#[component]
pub(super) fn Entry(row: Row, tree: Option<Tree>) -> impl IntoView {
    let (view_state, gestures, navigation) = (view_state(), gestures(), navigation());
    let button = NodeRef::<html::Button>::new();
    let Row { template, level, has_kinds, is_ancestor } = row;
    let (face, doc, is_abstract) = (face(&template), template.doc.clone(), template.is_abstract);
    let mine = template.clone();
    let taken = Memo::new(move |_| view_state.tool().with(|tool| is_taken(&mine, tool)));
    let branch = Branch { folded: tree.map(|tree| tree.folded), id: template.id.clone(), has_kinds };
    let in_tree = tree.is_some();
    let (take, tapped, double) = (template.clone(), template.clone(), template.clone());
    let expanded = {
        let branch = branch.clone();
        move || (in_tree && has_kinds).then(|| branch.is_open().to_string())
    };
    let here = template.id.clone();
    let is_here = {
        let id = template.id.clone();
        move || tree.is_some_and(|tree| tree.here.with(|here| *here == id))
    };
    let tab = move || if in_tree && level > 0 && !is_here() { "-1" } else { "0" };
    let own_branch = branch.clone();
    view! {
        <button
            type="button"
            class="template"
            class:taken=move || taken.get()
            class:ancestor=is_ancestor
            class:abstract=is_abstract
            node_ref=button
            role=in_tree.then_some("treeitem")
            {..custom_attribute("aria-level", in_tree.then(|| (level + 1).to_string()))}
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
                    release_pointer(&event);
                    gestures.take(&take);
                }
            }
            on:click=move |_| {
                // If the canvas is in another tab, there is nowhere to drag to.
                if view_state.viewport().with_untracked(|viewport| viewport.width < 1.0) {
                    gestures.on_canvas_event(Event::Cancel);
                    view_state.show_pane(Pane::Canvas);
                    navigation.show_view(DIAGRAM);
                    add_when_shown(gestures, view_state, tapped.clone());
                }
            }
            on:dblclick=move |_| {
                if !double.wire {
                    gestures.on_canvas_event(Event::Cancel);
                    gestures.add(&double.id, view_state.middle(), None);
                    focus_canvas();
                }
            }
            on:keydown=move |event: ev::KeyboardEvent| {
                let done = match event.key().as_str() {
                    "Enter" | " " => {
                        gestures.take_by_key(&template);
                        true
                    }
                    key => {
                        let moves = || button.get_untracked().is_some_and(|button| walk(&button, level, key));
                        own_branch.key(key) || in_tree && moves()
                    }
                };
                if done {
                    event.prevent_default();
                }
            }
        >
            {in_tree.then(|| twist(branch))}
            {face}
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
