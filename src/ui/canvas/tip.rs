//! Tooltip at the pointer.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::markdown::Inline;
use super::super::session::view_state;
use super::input::Hover;
use limn_canvas::Tool;

/// Maximum size of the tooltip beside the pointer.
const TIP: (f64, f64) = (280.0, 110.0);

/// Tooltip at the pointer: why the wire can't end there; without a wire being drawn, what the port under it is.
#[component]
pub fn Tip(hover: RwSignal<Option<Arc<Hover>>>) -> impl IntoView {
    let view_state = view_state();
    move || {
        let refusal = view_state.tool().with(|tool| match tool {
            Tool::Idle => Some(None),
            Tool::Connecting { at, over: Some(over), .. } => Some(Some((*at, over.refusal.clone()?))),
            _ => None,
        })?;
        let rests = refusal.is_none();
        let resting = || hover.with(|hover| hover.as_ref()?.tip().cloned());
        let (at, text) = refusal.or_else(resting)?;
        // On the other side of the pointer if there is not enough room.
        let room = view_state.viewport().get();
        let side = |at: f64, room: f64, off: f64, wide: f64| {
            if at + off + wide > room { (at - off, "-100%") } else { (at + off, "0%") }
        };
        let ((x, back), (y, up)) =
            (side(at.x, room.width, 16.0, TIP.0), side(at.y, room.height, 18.0, TIP.1));
        let place = format!("translate({x}px, {y}px) translate({back}, {up})");
        Some(
            view! { <div class="tip" role="tooltip" class:late=rests style:transform=place><Inline text /></div> },
        )
    }
}
