//! Pointer and keyboard gestures on the map.

use leptos::{ev, prelude::*, svg};
use wasm_bindgen::JsCast;

use super::super::super::super::session::{Edits, Navigation, Notices};
use super::Chart;
use limn_homing::ViewEdit;
use limn_homing::geo::Point;
use limn_homing::map::MapLocation;
use limn_language::graph::Id;

pub type MapRef = NodeRef<svg::Svg>;

/// Distance an arrow key pans, in pixels.
const STEP: f64 = 48.0;
/// Distance an arrow key moves a location, in degrees: with and without Shift.
const LARGE_STEP: f64 = 1.0;
const SMALL_STEP: f64 = 0.1;

pub fn place(map: MapRef, event: &web_sys::MouseEvent) -> (f64, f64) {
    let Some(map) = map.get_untracked() else { return (0.0, 0.0) };
    let corner = map.get_bounding_client_rect();
    (f64::from(event.client_x()) - corner.left(), f64::from(event.client_y()) - corner.top())
}

/// The location under the pointer, if any.
fn pressed(chart: Chart, event: &web_sys::Event) -> Option<MapLocation> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let name = target.closest("[data-place]").ok()??.get_attribute("data-place")?;
    chart
        .data
        .with_untracked(|data| data.locations.iter().find(|place| place.id.to_string() == name).cloned())
}

pub fn down(chart: Chart, map: MapRef, event: &ev::PointerEvent) {
    if event.button() != 0 {
        return;
    }
    let Some(element) = map.get_untracked() else { return };
    match pressed(chart, event) {
        Some(place) if place.movable => chart.hand.set(Some((place.id, place.position))),
        Some(_) => return,
        None => {
            event.prevent_default();
            drop(element.focus());
        }
    }
    drop(element.set_pointer_capture(event.pointer_id()));
}

pub fn moved(chart: Chart, map: MapRef, event: &ev::PointerEvent) {
    if event.buttons() & 1 == 0 {
        return;
    }
    if chart.hand.with_untracked(Option::is_some) {
        let at = chart.view.get_untracked().to_point(place(map, event), chart.size.get_untracked());
        chart.hand.update(|hand| {
            if let Some((_, grabbed)) = hand {
                *grabbed = at;
            }
        });
        return;
    }
    chart.pan(f64::from(event.movement_x()), f64::from(event.movement_y()));
}

pub fn up(navigation: Navigation, edits: Edits, chart: Chart, map: MapRef, event: &ev::PointerEvent) {
    let Some((id, grabbed)) = chart.hand.get_untracked() else { return };
    chart.hand.set(None);
    let found = chart.data.with_untracked(|data| data.locations.iter().find(|place| place.id == id).cloned());
    let Some(found) = found else { return };
    navigation.reveal(&id);
    let was = chart
        .view
        .get_untracked()
        .to_screen((found.position.longitude, found.position.latitude), chart.size.get_untracked());
    let now = place(map, event);
    // A click without dragging selects.
    if grabbed != found.position && (was.0 - now.0).hypot(was.1 - now.1) > 3.0 {
        edits.edit(
            &ViewEdit::MoveLocation { id, latitude: grabbed.latitude, longitude: grabbed.longitude }.into(),
        );
    }
}

pub fn wheel(chart: Chart, map: MapRef, event: &ev::WheelEvent) {
    event.prevent_default();
    let lines = if event.delta_mode() == 1 { 16.0 } else { 1.0 };
    let by = (event.delta_y() * lines).clamp(-240.0, 240.0);
    chart.zoom(1.0 - by / 480.0, Some(place(map, event)));
}

pub fn key(chart: Chart, event: &ev::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "ArrowLeft" => chart.pan(STEP, 0.0),
        "ArrowRight" => chart.pan(-STEP, 0.0),
        "ArrowUp" => chart.pan(0.0, STEP),
        "ArrowDown" => chart.pan(0.0, -STEP),
        "+" | "=" => chart.zoom(1.5, None),
        "-" | "_" => chart.zoom(1.0 / 1.5, None),
        "0" | "1" | "Home" => chart.fit(),
        "Escape" if chart.hand.with_untracked(Option::is_some) => chart.hand.set(None),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Handles a key on a location: Enter selects it, Alt with an arrow key moves it.
pub fn place_key(
    navigation: Navigation,
    edits: Edits,
    notices: Notices,
    place: &MapLocation,
    event: &ev::KeyboardEvent,
) {
    let key = event.key();
    if key == "Enter" || key == " " {
        event.prevent_default();
        return navigation.reveal(&place.id);
    }
    if !event.alt_key() || !place.movable {
        return;
    }
    let step = if event.shift_key() { LARGE_STEP } else { SMALL_STEP };
    let (up, right) = match key.as_str() {
        "ArrowUp" => (step, 0.0),
        "ArrowDown" => (-step, 0.0),
        "ArrowLeft" => (0.0, -step),
        "ArrowRight" => (0.0, step),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    let to = Point {
        latitude: (place.position.latitude + up).clamp(-90.0, 90.0),
        longitude: (place.position.longitude + right).clamp(-180.0, 180.0),
    };
    locate(edits, notices, &place.id, to);
}

fn locate(edits: Edits, notices: Notices, id: &Id, to: Point) {
    if edits.edit(
        &ViewEdit::MoveLocation { id: id.clone(), latitude: to.latitude, longitude: to.longitude }.into(),
    ) {
        notices.announce(to.label());
    }
}
