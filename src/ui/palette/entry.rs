//! Entry of the palette: a template to drag to the canvas or to add by key.

use std::collections::BTreeSet;

use leptos::attr::custom::custom_attribute;
use leptos::{ev, html, prelude::*};

use super::super::browser::{after, elements};
use super::super::icons::{Glyph, Picture, Sign};
use super::super::label::breakable;
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::panes::Pane;
use super::super::session::{DIAGRAM, Gestures, ViewState, gestures, navigation, view_state};
use super::info::INFO;
use super::{List, Row, Tree};
use limn_analysis::PaletteEntry;
use limn_canvas::{CanvasEvent, Tool, icon};

/// Returns true if the tool places this template.
fn is_taken(own: &PaletteEntry, tool: &Tool) -> bool {
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
fn add_when_shown(gestures: Gestures, view_state: ViewState, template: PaletteEntry) {
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
    fn set_open(&self, open: Option<bool>) {
        let Some(folded) = self.folded.filter(|_| self.has_kinds) else { return };
        folded.update(|folded| match open.unwrap_or_else(|| folded.contains(&self.id)) {
            true => drop(folded.remove(&self.id)),
            false => drop(folded.insert(self.id.clone())),
        });
    }

    /// Handles a key; false if it has no meaning here.
    fn key(&self, key: &str) -> bool {
        let can_collapse = self.folded.is_some() && self.has_kinds;
        match key {
            "ArrowRight" if can_collapse && !self.is_open() => self.set_open(Some(true)),
            "ArrowLeft" if can_collapse && self.is_open() => self.set_open(Some(false)),
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
                branch.set_open(None);
            }
        >
            {has_kinds.then(|| view! { <Picture glyph=Glyph::Chevron /> })}
        </span>
    }
}

/// Sign, name and help of a template.
fn face(template: &PaletteEntry) -> impl IntoView + use<> {
    let PaletteEntry { label, doc, icon, is_abstract, .. } = template.clone();
    let (name, rest) = named(&doc);
    let (name, rest) = (name.map(str::to_owned), rest.to_owned());
    view! {
        <span class=format!("tile kind-{}", icon::name(icon))><Sign icon /></span>
        <span class="template-words">
            <span>{breakable(&label)} {is_abstract.then(|| view! { " " <em class="abstract-mark">"abstract"</em> })}</span>
            <small>{name.map(|name| view! { <code class="name">{breakable(&name)}</code> })} <Inline text=rest /></small>
        </span>
    }
}

/// Sign that marks an entry as a favorite; the key F does the same.
fn star(list: List, id: String) -> impl IntoView {
    let (own, marked) = (id.clone(), id);
    let is_marked = Memo::new(move |_| list.is_favorite(&own));
    view! {
        <span
            class="star"
            class:marked=move || is_marked.get()
            aria-hidden="true"
            on:pointerdown=|event| event.stop_propagation()
            on:dblclick=|event| event.stop_propagation()
            on:click=move |event| {
                event.stop_propagation();
                list.toggle_favorite(&marked);
            }
        >
            <Picture glyph=Glyph::Star />
        </span>
        <span class="unseen">{move || is_marked.get().then_some("favorite")}</span>
    }
}

/// Dependencies of an entry's handlers.
#[derive(Clone)]
struct Handlers {
    template: PaletteEntry,
    level: usize,
    branch: Branch,
    list: List,
    tree: Option<Tree>,
    gestures: Gestures,
    button: NodeRef<html::Button>,
}

impl Handlers {
    fn on_focus(&self) {
        if let Some(tree) = self.tree {
            tree.here.set(self.template.id.clone());
        }
        // A press with the pointer starts a drag: the documentation would be in the way.
        let by_key = |button: &web_sys::HtmlElement| button.matches(":focus-visible").unwrap_or(false);
        if let Some(button) = self.button.get_untracked().filter(|button| by_key(button)) {
            self.list.info.show(&button, self.template.id.clone());
        }
    }

    /// An entry that is scrolled under a pointer at rest is not pointed at.
    fn on_pointer_move(&self, event: &ev::PointerEvent) {
        if event.pointer_type() != "touch" && event.buttons() == 0 {
            self.list.info.on_pointer(self.button.get_untracked(), &self.template.id);
        }
    }

    fn on_press(&self, event: &ev::PointerEvent) {
        self.list.info.hide();
        if event.button() == 0 {
            release_pointer(event);
            self.gestures.take(&self.template);
        }
    }

    fn on_double_click(&self, view_state: ViewState) {
        if !self.template.wire {
            self.gestures.on_canvas_event(CanvasEvent::Cancel);
            self.gestures.add(&self.template.id, view_state.middle(), None);
            focus_canvas();
        }
    }

    fn on_key(&self, event: &ev::KeyboardEvent) {
        let done = match event.key().as_str() {
            "Enter" | " " => {
                self.gestures.take_by_key(&self.template);
                true
            }
            "f" | "F" if !(event.ctrl_key() || event.meta_key() || event.alt_key()) => {
                event.stop_propagation();
                self.list.toggle_favorite(&self.template.id);
                true
            }
            key => {
                let button = self.button.get_untracked();
                let moves = || button.is_some_and(|button| walk(&button, self.level, key));
                self.branch.key(key) || self.tree.is_some() && moves()
            }
        };
        if done {
            event.prevent_default();
        }
    }
}

/// A template. In a tree the arrow keys move between rows, expand and collapse.
#[component]
pub(super) fn Entry(row: Row, list: List, tree: Option<Tree>) -> impl IntoView {
    let (view_state, gestures, navigation) = (view_state(), gestures(), navigation());
    let button = NodeRef::<html::Button>::new();
    let Row { template, level, has_kinds, is_ancestor } = row;
    let (face, star, is_abstract) = (face(&template), star(list, template.id.clone()), template.is_abstract);
    let mine = template.clone();
    let taken = Memo::new(move |_| view_state.tool().with(|tool| is_taken(&mine, tool)));
    let branch = Branch { folded: tree.map(|tree| tree.folded), id: template.id.clone(), has_kinds };
    let in_tree = tree.is_some();
    let expanded = {
        let branch = branch.clone();
        move || (in_tree && has_kinds).then(|| branch.is_open().to_string())
    };
    let is_here = {
        let id = template.id.clone();
        move || tree.is_some_and(|tree| tree.here.with(|here| *here == id))
    };
    let tab = move || if in_tree && level > 0 && !is_here() { "-1" } else { "0" };
    let (described, tapped) = (template.id.clone(), template.clone());
    let handlers = Handlers { template, level, branch: branch.clone(), list, tree, gestures, button };
    let [focused, entered, pressed, doubled] = [(); 4].map(|()| handlers.clone());
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
            aria-keyshortcuts="F"
            aria-describedby=move || list.info.is_of(&described).then_some(INFO)
            tabindex=tab
            style:padding-left=in_tree.then(|| format!("{}px", 4 + level * 12))
            on:focus=move |_| focused.on_focus()
            on:blur=while_mounted(move |_: ev::FocusEvent| list.info.hide())
            on:pointermove=move |event| entered.on_pointer_move(&event)
            on:pointerleave=move |_| list.info.on_leave()
            on:pointerdown=move |event| pressed.on_press(&event)
            on:click=move |_| {
                // If the canvas is in another tab, there is nowhere to drag to.
                if view_state.viewport().with_untracked(|viewport| viewport.width < 1.0) {
                    gestures.on_canvas_event(CanvasEvent::Cancel);
                    view_state.show_pane(Pane::Canvas);
                    navigation.show_view(DIAGRAM);
                    add_when_shown(gestures, view_state, tapped.clone());
                }
            }
            on:dblclick=move |_| doubled.on_double_click(view_state)
            on:keydown=move |event| handlers.on_key(&event)
        >
            {in_tree.then(|| twist(branch))}
            {face}
            {star}
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
