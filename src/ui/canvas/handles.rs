//! Handles of wires: of the selected wire, those that bend it; of a bent wire under the pointer, where it was bent.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::session::{positions, view_state};
use super::input::Hover;
use limn_canvas::{Grip, Handle, Tool};
use limn_language::graph::Id;

/// The radius of a handle of a run, and of a corner, in CSS pixels.
const RUN: f64 = 4.5;
const CORNER: f64 = 3.5;

#[component]
pub fn Handles(hover: RwSignal<Option<Arc<Hover>>>) -> impl IntoView {
    let (view_state, positions) = (view_state(), positions());
    let shown = Memo::new(move |_| {
        let is_calm = |tool: &Tool| {
            matches!(tool, Tool::Idle | Tool::Pressing { .. } | Tool::Bending(_) | Tool::Panning { .. })
        };
        if !view_state.tool().with(is_calm) || view_state.camera().with(|camera| camera.is_far()) {
            return None;
        }
        let selected = view_state.selection().with(|ids| ids.first().filter(|_| ids.len() == 1).cloned());
        let is_wire = |id: &Id| positions.scene().with(|scene| scene.wire(id).is_some());
        if let Some(id) = selected.filter(is_wire) {
            return Some((id, true));
        }
        let near = hover.with(|hover| hover.as_ref().and_then(|hover| hover.wire().cloned()))?;
        Some((near, false))
    });
    let handles = Memo::new(move |_| match shown.get() {
        Some((id, is_selected)) => positions.scene().with(|scene| {
            let mut handles = scene.handles(&id);
            handles.retain(|handle| is_selected || handle.is_bent);
            handles
        }),
        None => Vec::new(),
    });
    move || {
        let handles = handles.get();
        let zoom = if handles.is_empty() { 1.0 } else { view_state.camera().with(|camera| camera.zoom) };
        handles.into_iter().map(|handle| dot(&handle, zoom)).collect_view()
    }
}

/// A handle of constant size at every zoom.
fn dot(handle: &Handle, zoom: f64) -> impl IntoView + use<> {
    let (x, y) = (handle.at.x, handle.at.y);
    let radius = if matches!(handle.grip, Grip::Corner(_)) { CORNER } else { RUN } / zoom;
    let class = if handle.is_bent { "bend-handle bent" } else { "bend-handle" };
    view! { <circle class=class cx=x cy=y r=radius stroke-width=1.5 / zoom /> }
}
