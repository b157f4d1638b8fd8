//! Keyboard focus: restores it when the focused element is removed, moved or hidden. Never leaves it on the body, where keys do nothing: tries the
//! element's replacement, then its neighbors, then the surrounding pane, then the canvas, then whatever is
//! shown in its place.

use std::cell::RefCell;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement, MutationRecord, Node};

use super::pane_focus::{focus_canvas, focus_in};

thread_local! {
    /// The last focused element.
    static LAST: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Focusable elements, and the preferred ones in a row with small buttons.
const ANY: &str = "button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, a[href]:not(.skip), [tabindex='0']";
const FIRST: &str = "input:not([disabled], .name), select:not([disabled]), textarea:not([disabled]), summary, .call-said, .problem-line";
/// Neighbors outside these are not considered.
const BOUNDS: &str = ".pane, .canvas-host, .notices, .tabs, dialog, .shell > *, .shell, body";
/// Maximum number of removals and neighbors to follow.
const MAX_STEPS: usize = 400;

/// Starts tracking the focus.
pub fn watch() {
    window_event_listener(ev::focusin, |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        LAST.set(target.filter(|target| !target.is_same_node(body().as_ref())));
    });
    // A hidden element stays in the page and loses the focus a frame later.
    window_event_listener(ev::focusout, |event| {
        if event.related_target().is_none() {
            request_animation_frame(|| {
                if let Some(hidden) = lost().filter(|lost| !is_seen(lost)) {
                    restore(&hidden, &[]);
                }
            });
        }
    });
    let changed = Closure::<dyn FnMut(js_sys::Array)>::new(|records: js_sys::Array| {
        let Some(lost) = lost() else { return };
        let records: Vec<MutationRecord> =
            records.iter().filter_map(|record| record.dyn_into().ok()).collect();
        // A list that is sorted again moves its rows, and what is moved loses the focus.
        if !lost.is_connected() || was_moved(&lost, &records) && !take(&lost) {
            restore(&lost, &records);
        }
    });
    if let (Ok(observer), Some(body)) =
        (web_sys::MutationObserver::new(changed.as_ref().unchecked_ref()), body())
    {
        let options = web_sys::MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        drop(observer.observe_with_options(&body, &options));
    }
    changed.forget();
}

/// Returns true if the focus moves out of an element.
pub fn leaves(event: &web_sys::FocusEvent, root: NodeRef<html::Div>) -> bool {
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    !to.is_some_and(|to| root.get_untracked().is_some_and(|root| root.contains(Some(&to))))
}

/// Focuses the canvas if closing a dialog restored no focus.
pub fn after_dialog() {
    if is_nowhere() {
        fall_back();
    }
}

/// Focuses the canvas, or what is shown in its place: a pane in a narrow window, the start page without a file.
fn fall_back() {
    focus_canvas();
    let Some(page) = document().body().filter(|_| is_nowhere()) else { return };
    let in_pane = |pane: &Element| {
        let pane = pane.dyn_ref::<HtmlElement>().filter(|pane| is_seen(pane));
        pane.is_some_and(focus_in) && !is_nowhere()
    };
    let in_panes = || all(&page, ".pane").iter().any(in_pane);
    let in_main = || all(&page, "main").iter().any(|main| all(main, ANY).iter().any(take));
    if !in_panes() && !in_main() {
        all(&page, ANY).iter().any(take);
    }
}

/// Returns true if nothing in the page has the focus.
pub fn is_nowhere() -> bool {
    document().active_element().is_none_or(|active| active.is_same_node(body().as_ref()))
}

fn body() -> Option<Node> {
    document().body().map(Into::into)
}

/// Last focused element, if nothing has the focus now.
fn lost() -> Option<Element> {
    LAST.with_borrow(Clone::clone).filter(|_| is_nowhere())
}

fn is_seen(element: &Element) -> bool {
    let area = element.get_bounding_client_rect();
    element.is_connected() && (area.width() > 0.0 || area.height() > 0.0)
}

/// Focuses the element; false if it does not accept the focus.
fn take(element: &Element) -> bool {
    let heading =
        element.matches("details").unwrap_or(false).then(|| element.query_selector("summary").ok().flatten());
    let element = heading.flatten().unwrap_or_else(|| element.clone());
    let Some(element) = element.dyn_ref::<HtmlElement>() else { return false };
    is_seen(element) && element.focus().is_ok() && !is_nowhere()
}

/// Focuses the best substitute for `lost`.
fn restore(lost: &Element, records: &[MutationRecord]) {
    LAST.set(None);
    let mut place = match lost.is_connected() {
        true => FocusTarget::beside(lost),
        false => removed(lost.as_ref(), records),
    };
    if let Some(place) = &place
        && again(lost, &place.parent)
    {
        return;
    }
    for _ in 0..MAX_STEPS {
        let Some(now) = place else { break };
        if now.parent.matches(BOUNDS).unwrap_or(false) {
            return handle_boundary(&now.parent);
        }
        if after_fix(lost, &now) {
            return;
        }
        if is_seen(&now.parent) && (near(lost, &now) || now.parent.tab_index() >= 0 && take(&now.parent)) {
            return;
        }
        place = FocusTarget::beside(&now.parent);
    }
    fall_back();
}

/// Returns true if an element that is in the page was taken out of it and put in again.
fn was_moved(element: &Element, records: &[MutationRecord]) -> bool {
    let removed = records.iter().map(MutationRecord::removed_nodes);
    let mut removed = removed.flat_map(|list| (0..list.length()).filter_map(move |at| list.item(at)));
    removed.any(|node| node.contains(Some(element)))
}

/// Handles the boundary of a region: focuses into a pane, or the active tab.
fn handle_boundary(bounds: &Element) {
    let class = bounds.class_list();
    if class.contains("pane")
        && let Some(pane) = bounds.dyn_ref::<HtmlElement>()
        && is_seen(pane)
        && focus_in(pane)
    {
        return;
    }
    let current = || bounds.query_selector("[aria-current='page']").ok().flatten();
    if !(class.contains("tabs") && current().is_some_and(|current| take(&current))) {
        fall_back();
    }
}

/// Former position of an element in the page.
struct FocusTarget {
    parent: HtmlElement,
    before: Option<Node>,
    after: Option<Node>,
}

impl FocusTarget {
    fn beside(element: &Element) -> Option<FocusTarget> {
        let parent = element.parent_element()?.dyn_into().ok()?;
        Some(FocusTarget { parent, before: element.previous_sibling(), after: element.next_sibling() })
    }
}

/// Position a node was removed from, with its current neighbors.
fn removed(node: &Node, records: &[MutationRecord]) -> Option<FocusTarget> {
    let of = |node: &Node| {
        let is = |list: web_sys::NodeList| {
            (0..list.length()).any(|at| list.item(at).is_some_and(|removed| removed.is_same_node(Some(node))))
        };
        records.iter().rev().find(|record| is(record.removed_nodes()))
    };
    // The neighbors at that time may have been removed with it.
    let standing = |mut node: Option<Node>, step: fn(&MutationRecord) -> Option<Node>| {
        for _ in 0..MAX_STEPS {
            let now = node.filter(|now| !now.is_connected())?;
            node = of(&now).and_then(step);
            if node.as_ref().is_some_and(Node::is_connected) {
                return node;
            }
        }
        None
    };
    let beside = |node: Option<Node>, step: fn(&MutationRecord) -> Option<Node>| match node {
        Some(node) if node.is_connected() => Some(node),
        other => standing(other, step),
    };
    let mut node = node.clone();
    for _ in 0..MAX_STEPS {
        while let Some(above) = node.parent_node() {
            node = above;
        }
        let record = of(&node)?;
        let target = record.target()?;
        if target.is_connected() {
            let parent = target.dyn_into().ok()?;
            let before = beside(record.previous_sibling(), MutationRecord::previous_sibling);
            let after = beside(record.next_sibling(), MutationRecord::next_sibling);
            return Some(FocusTarget { parent, before, after });
        }
        node = target;
    }
    None
}

/// Focuses the re-rendered element: found by its id, by the id of a field in the same row, or by its label.
fn again(lost: &Element, within: &HtmlElement) -> bool {
    let by_id = |id: &str| document().get_element_by_id(id).is_some_and(|element| take(&element));
    if !lost.id().is_empty() && by_id(&lost.id()) {
        return true;
    }
    let mut above = lost.parent_element().filter(|_| !lost.is_connected());
    while let Some(row) = above {
        if let Some(field) = row.query_selector("[id^='field-']").ok().flatten() {
            if by_id(&field.id()) {
                return true;
            }
            break;
        }
        above = row.parent_element();
    }
    let Some(label) = lost.get_attribute("aria-label") else { return false };
    let (tag, class) = (lost.tag_name(), lost.get_attribute("class"));
    let same = |other: &Element| {
        other.get_attribute("aria-label").as_ref() == Some(&label) && other.get_attribute("class") == class
    };
    let found = all(within, &tag).into_iter().find(|other| same(other));
    found.is_some_and(|found| take(&found))
}

/// After a fix in the head of a form, focuses the next one there or the form itself: in a neighboring field, typing would write something.
fn after_fix(lost: &Element, place: &FocusTarget) -> bool {
    lost.class_list().contains("fix")
        && place.parent.matches("form").unwrap_or(false)
        && (all(&place.parent, ":scope > .field-problems .fix").iter().any(take) || take(&place.parent))
}

/// Focuses a neighbor, the next one first: after a remove button, the neighbor's remove button.
fn near(lost: &Element, place: &FocusTarget) -> bool {
    let danger = lost.class_list().contains("danger");
    let into = |element: &Element| {
        let ways: &[&str] = if danger { &[".danger", FIRST, ANY] } else { &[FIRST, ANY] };
        ways.iter().any(|way| {
            element.matches(way).unwrap_or(false) && take(element) || all(element, way).iter().any(take)
        })
    };
    let walk = |mut at: Option<Node>, step: fn(&Node) -> Option<Node>| {
        for _ in 0..MAX_STEPS {
            let Some(node) = at else { return false };
            if node.dyn_ref::<Element>().is_some_and(into) {
                return true;
            }
            at = step(&node);
        }
        false
    };
    walk(place.after.clone(), Node::next_sibling) || walk(place.before.clone(), Node::previous_sibling)
}

fn all(within: &Element, selector: &str) -> Vec<Element> {
    let Ok(list) = within.query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|at| list.item(at)?.dyn_into().ok()).collect()
}
