//! Cursor over the canvas. It is an attribute of the one empty element that takes all pointer events: an attribute of the canvas would recompute the
//! style of every element of the diagram when it changes.

use std::sync::Arc;

use leptos::{html, prelude::*};
use web_sys::Element;

use super::super::session::ViewState;
use super::input::Hover;
use limn_canvas::Tool;

/// Shows the cursor of the tool, or of the item under an idle pointer.
pub(super) fn follow(view_state: ViewState, hover: RwSignal<Option<Arc<Hover>>>, cover: NodeRef<html::Div>) {
    let tool = Memo::new(move |_| view_state.tool().with(Tool::name));
    Effect::new(move |_| {
        if let Some(cover) = cover.get() {
            let over = hover.with(|hover| hover.as_ref().map(|hover| hover.name()));
            show(&cover, name(tool.get(), over));
        }
    });
}

/// Value of the attribute `data-cursor`, which selects the cursor in the style sheet, for a tool and the kind of item under an idle pointer.
fn name(tool: &str, over: Option<&'static str>) -> Option<&'static str> {
    match tool {
        "hand" => Some("grab"),
        "panning" => Some("grabbing"),
        "dragging" | "attaching" | "bending" => Some("move"),
        "connecting" | "placing" | "starting" | "selecting" => Some("crosshair"),
        _ => match over? {
            "empty" => None,
            "port" => Some("crosshair"),
            _ => Some("pointer"),
        },
    }
}

/// Writes the cursor if it differs.
fn show(cover: &Element, cursor: Option<&str>) {
    if cover.get_attribute("data-cursor").as_deref() == cursor {
        return;
    }
    match cursor {
        Some(cursor) => drop(cover.set_attribute("data-cursor", cursor)),
        None => drop(cover.remove_attribute("data-cursor")),
    }
}
