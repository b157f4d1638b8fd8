//! Focus of panes: F6 cycles through them; each has an element that gets the focus first.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser::{element, elements};

/// F6 cycles through the panes, as in most desktops.
pub fn next_pane(back: bool) {
    let Some(body) = document().body() else { return };
    let mut panes = elements(&body, "pane");
    panes.retain(|pane| pane.offset_parent().is_some());
    if panes.is_empty() {
        return;
    }
    let active = document().active_element();
    let now = panes.iter().position(|pane| pane.contains(active.as_ref().map(AsRef::as_ref)));
    let count = panes.len();
    let step = if back { count - 1 } else { 1 };
    let first = now.map_or(0, |now| now + step);
    // Panes without a focusable element are skipped.
    let order = (0..count).map(|at| (first + at * step) % count);
    for at in order {
        if focus_in(&panes[at]) {
            return;
        }
    }
}

/// Focuses the first focusable element of a pane, in a form its first value; false if there is none.
pub fn focus_in(pane: &web_sys::HtmlElement) -> bool {
    let found = |query: &str| pane.query_selector(query).ok().flatten();
    if found(".view:not(.gone) #canvas").is_some() || found(TABLE_CELL).is_some() {
        focus_canvas();
        return true;
    }
    // The editor is in a shadow tree.
    let text = found(".editor-host")
        .and_then(|host| host.shadow_root())
        .and_then(|root| root.query_selector(".cm-content").ok().flatten());
    let first = || found(".fields input, .fields select, .fields textarea, .fields summary");
    // In the list of problems, the first row.
    let row = || {
        let rows = elements(pane, "problem-stop");
        rows.into_iter().find(|row| row.offset_parent().is_some()).map(web_sys::Element::from)
    };
    let list = || found(".problems-toggle");
    let to = text
        .or_else(first)
        .or_else(row)
        .or_else(list)
        .or_else(|| found("input, button:not(.bare), [tabindex='0']"));
    let to = to.and_then(|to| to.dyn_into::<web_sys::HtmlElement>().ok());
    to.is_some_and(|to| to.focus().is_ok())
}

/// The cell of the table that has the cursor.
const TABLE_CELL: &str = ".table-scroll [tabindex='0']";

/// Focuses the canvas, or the table where it is shown instead.
pub fn focus_canvas() {
    let cell = document().query_selector(TABLE_CELL).ok().flatten();
    let cell = cell.and_then(|cell| cell.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(place) = cell.or_else(|| element("canvas")) {
        drop(place.focus());
    }
}

/// Returns true if the canvas has the focus, or a cell of the table: commands and the clipboard act on the selection then.
pub fn is_on_canvas() -> bool {
    document()
        .active_element()
        .is_some_and(|element| element.id() == "canvas" || element.matches(".table-cell").unwrap_or_default())
}
