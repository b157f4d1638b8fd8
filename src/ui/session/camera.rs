//! Camera: moves it to what is to be seen.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Navigation;
use limn_canvas::{Camera, Viewport};
use limn_language::graph::Id;
use limn_layout::Rect;

/// Minimum zoom of automatic zooming: names are illegible below it.
const MIN_READABLE_ZOOM: f64 = 0.5;

impl Navigation {
    pub fn set_camera(self, camera: Camera) {
        if self.0.view.set_camera(camera) {
            self.0.works().schedule_save();
        }
    }

    /// Brings a rectangle into view, beside the controls that cover the diagram.
    pub(super) fn show_rect(self, rect: Rect) {
        let camera = self.0.view.camera().get_untracked();
        let viewport = self.0.view.viewport().get_untracked();
        self.set_camera(camera.showing(rect, viewport).clear_of(rect, &covers(), viewport));
    }

    /// Handles a new canvas size.
    pub fn resized(self, viewport: Viewport) {
        let first = self.0.view.viewport().with_untracked(|now| now.width < 1.0);
        let camera = self.0.view.camera().get_untracked();
        // Since the diagram was opened, only panes have changed.
        let is_unchanged = self.0.documents.undo_state().with_untracked(|(undo, redo)| !undo && !redo);
        let is_untouched = !first
            && is_unchanged
            && self.0.view.opening().with_untracked(|opening| *opening == Some(camera));
        self.0.view.set_viewport(viewport);
        if (first && camera == Camera::default()) || is_untouched {
            self.show_initial_view();
        }
    }

    /// Sets the camera of a diagram that was just opened.
    pub(super) fn show_initial_view(self) {
        let (bounds, viewport) = (self.bounds(), self.0.view.viewport().get_untracked());
        if viewport.width > 1.0 {
            let camera = Camera::opening(bounds, viewport);
            self.set_camera(camera);
            self.0.view.set_opening(camera);
        }
    }

    /// Note about the view: nothing of the diagram is in it, or only a part, and nobody has moved the camera since opening.
    pub fn view_note(self) -> Option<&'static str> {
        let camera = self.0.view.camera().get();
        let viewport = self.0.view.viewport().get();
        if viewport.width <= 1.0 {
            return None;
        }
        let seen = camera.sees(viewport);
        self.0.positions.base_scene().with(|scene| {
            if scene.shows_nothing(seen) {
                return Some("The diagram is out of view");
            }
            let is_untouched = self.0.view.opening().with(|opening| *opening == Some(camera));
            let is_part = is_untouched && !scene.bounds.is_within(seen);
            is_part.then_some("Part of the diagram is out of view")
        })
    }

    /// Fits the diagram to the screen; an empty one at 100 %.
    pub fn fit(self) {
        let (bounds, viewport) = (self.bounds(), self.0.view.viewport().get_untracked());
        if viewport.width > 1.0 {
            self.set_camera(Camera::fit(bounds, viewport));
        }
    }

    /// Fits the diagram to the screen, but near enough to show ports unless the diagram is large.
    pub(super) fn fit_ports(self) {
        let (bounds, viewport) = (self.bounds(), self.0.view.viewport().get_untracked());
        if viewport.width > 1.0 {
            self.set_camera(Camera::fit_ports(bounds, viewport));
        }
    }

    /// Returns true if the whole diagram is in view.
    pub(super) fn sees_all(self) -> bool {
        let viewport = self.0.view.viewport().get_untracked();
        let seen = self.0.view.camera().get_untracked().sees(viewport);
        viewport.width > 1.0 && self.bounds().is_within(seen)
    }

    /// Brings items into view together, if they stay legible: by panning, else by zooming out.
    pub(super) fn show_items<'i>(self, ids: impl Iterator<Item = &'i Id>) {
        let scene = self.0.positions.base_scene().get_untracked();
        let around = ids.filter_map(|id| scene.rect(id)).reduce(|all, rect| all.union(&rect));
        let viewport = self.0.view.viewport().get_untracked();
        let camera = self.0.view.camera().get_untracked();
        let Some(around) = around.filter(|_| viewport.width > 1.0) else { return };
        let ways = [camera, camera.showing(around, viewport), Camera::fit(around, viewport)];
        let way = ways.into_iter().find(|way| around.is_within(way.sees(viewport)));
        if let Some(way) = way.filter(|way| way.zoom >= MIN_READABLE_ZOOM.min(camera.zoom)) {
            self.set_camera(way);
        }
    }

    /// Brings the diagram and an area beside it into view, clear of what covers them, if both stay legible.
    pub fn show_with_area(self, area: Rect) {
        let viewport = self.0.view.viewport().get_untracked();
        let camera = self.0.view.camera().get_untracked();
        let all = self.bounds().union(&area);
        let covers = covers();
        let is_clear =
            all.is_within(camera.sees(viewport)) && camera.clear_of(all, &covers, viewport) == camera;
        if viewport.width < 1.0 || is_clear {
            return;
        }
        // Beside a guide, if there is room, as it covers much of the height.
        let tall = covers.iter().filter(|cover| cover.height > viewport.height / 4.0 && cover.x < 40.0);
        let taken = tall.map(Rect::right).fold(0.0, f64::max);
        let room = Viewport { width: viewport.width - taken, ..viewport };
        let beside = Camera::fit(all, room).panned(taken, 0.0);
        let way = match beside.zoom >= MIN_READABLE_ZOOM {
            true => beside,
            false => Camera::fit(all, viewport).clear_of(area, &covers, viewport),
        };
        if way.zoom >= MIN_READABLE_ZOOM.min(camera.zoom) {
            self.set_camera(way);
        }
    }

    /// Keeps a diagram in view that was wholly visible and has grown: by panning, else by zooming out. Leaves the camera if text would become
    /// illegible.
    pub(super) fn keep_all_visible(self) {
        if self.sees_all() {
            return;
        }
        let viewport = self.0.view.viewport().get_untracked();
        let (camera, bounds) = (self.0.view.camera().get_untracked(), self.bounds());
        let ways = [camera.showing(bounds, viewport), Camera::fit(bounds, viewport)];
        let way = ways.into_iter().find(|way| bounds.is_within(way.sees(viewport)));
        if let Some(way) = way.filter(|way| way.zoom >= MIN_READABLE_ZOOM.min(camera.zoom)) {
            self.set_camera(way);
        }
    }

    /// Bounds of the diagram; not reactive.
    fn bounds(self) -> Rect {
        self.0.positions.base_scene().with_untracked(|scene| scene.bounds)
    }
}

/// Areas that cover parts of the diagram: zoom controls, minimap and guides, relative to the canvas.
fn covers() -> Vec<Rect> {
    let all = |selector: &str| {
        let found = document().query_selector_all(selector).ok();
        let nodes =
            found.into_iter().flat_map(|found| (0..found.length()).filter_map(move |at| found.get(at)));
        nodes
            .filter_map(|node| node.dyn_into::<web_sys::Element>().ok())
            .map(|element| element.get_bounding_client_rect())
    };
    let Some(canvas) = all("#canvas").next() else { return Vec::new() };
    let covers = all(".controls, .map, .proposals, .tour").map(|cover| Rect {
        x: cover.x() - canvas.x(),
        y: cover.y() - canvas.y(),
        width: cover.width(),
        height: cover.height(),
    });
    covers.collect()
}
