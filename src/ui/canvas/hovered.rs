//! Outline of the node, policy or group under the pointer. It is drawn over the diagram, so that moving the pointer changes nothing in the diagram.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::session::{positions, view_state};
use super::input::Hover;
use limn_canvas::svg::ROUND;
use limn_canvas::{Hit, Scene, Tool};
use limn_layout::Rect;

#[component]
pub fn Hovered(hover: RwSignal<Option<Arc<Hover>>>) -> impl IntoView {
    let (view_state, positions) = (view_state(), positions());
    let shown = Memo::new(move |_| {
        let hit = hover.with(|hover| hover.as_ref().map(|hover| hover.hit().clone()))?;
        if !view_state.tool().with(|tool| *tool == Tool::Idle) {
            return None;
        }
        hit.id().filter(|id| !view_state.selection().with(|ids| ids.contains(id)))?;
        Some(hit)
    });
    // Not each time the camera moves, but when the pointer does.
    let outlines = Memo::new(move |_| {
        let hit = shown.get()?;
        let zoom = view_state.camera().with_untracked(|camera| camera.zoom);
        let rects = positions.scene().with(|scene| outlines(scene, &hit));
        (!rects.is_empty()).then_some((rects, 1.5 / zoom))
    });
    move || {
        outlines.get().map(|(rects, width)| {
            let one = |Rect { x, y, width: across, height }: Rect, round: f64| {
                view! { <rect class="hovered" x=x y=y width=across height=height rx=round stroke-width=width /> }
            };
            rects.into_iter().map(|(rect, round)| one(rect, round)).collect_view()
        })
    }
}

/// The outlines of what a click would select, with their corner radius: a policy may be on several nodes.
fn outlines(scene: &Scene, hit: &Hit) -> Vec<(Rect, f64)> {
    let pill = |rect: Rect| (rect, rect.height / 2.0);
    match hit {
        Hit::Label(id) | Hit::Body(id) | Hit::More(id) | Hit::CollapseButton(id) => {
            scene.card(id).map(|card| (card.rect(), ROUND)).into_iter().collect()
        }
        Hit::Pill(id) => scene.pills.iter().filter(|it| it.id == *id).map(|it| pill(it.rect)).collect(),
        Hit::Group(id) => {
            let outline = scene.group_outlines.iter().filter(|outline| outline.id == *id);
            outline.flat_map(|outline| &outline.names.tabs).copied().map(pill).collect()
        }
        Hit::Empty | Hit::Port(_) | Hit::Wire(_) => Vec::new(),
    }
}
