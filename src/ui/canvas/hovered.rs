//! Outline of the node, policy or group under the pointer, and the wire under it. They are drawn over the diagram, so that moving the pointer changes nothing
//! in the diagram, which would be painted again.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::session::{positions, view_state};
use super::highlights::Highlights;
use super::input::Hover;
use super::layer::LayerItem;
use super::picture::{OnWire, on};
use limn_canvas::svg::{self as draw, ROUND};
use limn_canvas::{Hit, Scene, Tool, Wire};
use limn_layout::Rect;

#[component]
pub fn Hovered(
    hover: RwSignal<Option<Arc<Hover>>>,
    highlights: Memo<Highlights>,
    far: Memo<bool>,
) -> impl IntoView {
    let (view_state, positions) = (view_state(), positions());
    let shown = Memo::new(move |_| {
        let hit = hover.with(|hover| hover.as_ref().map(|hover| hover.hit().clone()))?;
        if !view_state.tool().with(|tool| *tool == Tool::Idle) {
            return None;
        }
        hit.id().filter(|id| !view_state.selection().with(|ids| ids.contains(id)))?;
        Some(hit)
    });
    let wire = Memo::new(move |_| match shown.get()? {
        Hit::Wire(id) if !far.get() => positions.scene().with(|scene| scene.wire(&id).cloned()),
        _ => None,
    });
    // Computed when the pointer moves, not when the camera does.
    let outlines = Memo::new(move |_| {
        let hit = shown.get()?;
        let zoom = view_state.camera().with_untracked(|camera| camera.zoom);
        let rects = positions.scene().with(|scene| outlines(scene, &hit));
        (!rects.is_empty()).then_some((rects, 1.5 / zoom))
    });
    let wire = move || {
        let drawn = |wire: Arc<Wire>| {
            let class = highlights.with(|highlights| hovered_class(&wire, highlights));
            view! { <g class=class aria-hidden="true" inner_html=draw::wire_inside(&wire)></g> }
        };
        wire.get().map(drawn)
    };
    let outlines = move || {
        outlines.get().map(|(rects, width)| {
            let one = |Rect { x, y, width: across, height }: Rect, round: f64| {
                view! { <rect class="hovered" x=x y=y width=across height=height rx=round stroke-width=width /> }
            };
            rects.into_iter().map(|(rect, round)| one(rect, round)).collect_view()
        })
    };
    view! { {outlines} {wire} }
}

/// The CSS classes of the wire under the pointer, with those that it has in the diagram.
fn hovered_class(wire: &Wire, highlights: &Highlights) -> String {
    let OnWire { selected, shown, traced } = wire.marks(highlights);
    let marks = [
        (true, "near"),
        (selected, "selected"),
        (shown, "shown"),
        (traced == Some(true), "lit"),
        (traced == Some(false), "dim"),
    ];
    on(wire.class(), &marks)
}

/// The outlines of what a click would select, with their corner radius: a policy may be on several nodes.
fn outlines(scene: &Scene, hit: &Hit) -> Vec<(Rect, f64)> {
    let pill = |rect: Rect| (rect, rect.height / 2.0);
    match hit {
        Hit::Label(id) | Hit::Body(id) | Hit::More(id) | Hit::CollapseButton(id) => {
            scene.card(id).map(|card| (card.rect(), ROUND)).into_iter().collect()
        }
        Hit::Pill(id) => {
            scene.pills.iter().filter(|element| element.id == *id).map(|element| pill(element.rect)).collect()
        }
        Hit::Group(id) => {
            let outline = scene.group_outlines.iter().filter(|outline| outline.id == *id);
            outline.flat_map(|outline| &outline.names.tabs).copied().map(pill).collect()
        }
        Hit::Empty | Hit::Port(_) | Hit::Wire(_) => Vec::new(),
    }
}
