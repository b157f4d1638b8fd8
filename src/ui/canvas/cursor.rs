//! Cursor over the canvas. It is an attribute of the one empty element that takes all pointer events: an attribute of the canvas would recompute the
//! style of every element of the diagram when it changes.

use web_sys::Element;

/// Value of the attribute `data-cursor`, which selects the cursor in the style sheet, for a tool and the kind of item under an idle pointer.
pub(super) fn name(tool: &str, over: Option<&'static str>) -> Option<&'static str> {
    match tool {
        "hand" => Some("grab"),
        "panning" => Some("grabbing"),
        "dragging" | "attaching" => Some("move"),
        "connecting" | "placing" | "starting" | "selecting" => Some("crosshair"),
        _ => match over? {
            "empty" => None,
            "port" => Some("crosshair"),
            _ => Some("pointer"),
        },
    }
}

/// Writes the cursor if it differs.
pub(super) fn show(cover: &Element, cursor: Option<&str>) {
    if cover.get_attribute("data-cursor").as_deref() == cursor {
        return;
    }
    match cursor {
        Some(cursor) => drop(cover.set_attribute("data-cursor", cursor)),
        None => drop(cover.remove_attribute("data-cursor")),
    }
}
