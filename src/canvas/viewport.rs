//! Coordinate spaces and the camera. [`ScreenPoint`] points are CSS pixels from the top-left corner of the canvas element, and [`WorldPoint`] points are
//! positions in the diagram; a [`Camera`] converts between the two, so they cannot be mixed up.

use serde::{Deserialize, Serialize};

use limn_language::edit::Place;
use limn_layout::Rect;

/// A point on the canvas element, in CSS pixels from its top-left corner.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ScreenPoint {
    pub x: f64,
    pub y: f64,
}

/// A point in the diagram, in world units: CSS pixels at zoom 1.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct WorldPoint {
    pub x: f64,
    pub y: f64,
}

/// The visible size of the canvas element, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Viewport {
    pub width: f64,
    pub height: f64,
}

/// The view: `screen = world * zoom + pan`. In CSS: `translate(pan.x, pan.y) scale(zoom)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The position of the world's origin on the screen, in CSS pixels.
    pub x: f64,
    pub y: f64,
    /// Between [`Camera::FARTHEST`] and [`Camera::NEAREST`].
    pub zoom: f64,
}

impl ScreenPoint {
    pub fn new(x: f64, y: f64) -> ScreenPoint {
        ScreenPoint { x, y }
    }

    /// The larger of the distances along the axes; used to distinguish a click from a drag.
    pub fn distance(self, other: ScreenPoint) -> f64 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }
}

impl WorldPoint {
    pub fn new(x: f64, y: f64) -> WorldPoint {
        WorldPoint { x, y }
    }

    pub fn place(self) -> Place {
        Place { x: self.x, y: self.y }
    }
}

impl From<Place> for WorldPoint {
    fn from(place: Place) -> WorldPoint {
        WorldPoint { x: place.x, y: place.y }
    }
}

impl Viewport {
    pub fn center(self) -> ScreenPoint {
        ScreenPoint { x: self.width / 2.0, y: self.height / 2.0 }
    }

    pub fn contains(self, at: ScreenPoint) -> bool {
        at.x >= 0.0 && at.y >= 0.0 && at.x <= self.width && at.y <= self.height
    }
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { x: 0.0, y: 0.0, zoom: 1.0 }
    }
}

impl Camera {
    pub const FARTHEST: f64 = 0.04;
    pub const NEAREST: f64 = 4.0;
    /// Below this zoom text is illegible: cards are drawn as blocks, without names and ports.
    const FAR: f64 = 0.22;
    /// The margin when fitting, in CSS pixels.
    const MARGIN: f64 = 10.0;
    /// The minimum zoom at which the text of cards is readable: 11 pixels high.
    pub const READABLE: f64 = 0.8;
    /// The zoom down to which a diagram is opened as a whole, if need be with the names of its cards alone.
    const NAMES: f64 = 0.34;
    /// The sizes of names in the views that show names alone, each for the zoom below which it is used. `scene.css` has a class for each: the page's
    /// policy does not allow styles in elements.
    const NAME_SIZES: [(f64, f64); 3] = [(0.42, 38.0), (0.5, 26.0), (Camera::PORTS, 22.0)];
    /// The zoom down to which cards are drawn with their ports.
    const PORTS: f64 = 0.62;

    /// Returns true if cards are drawn as blocks.
    pub fn is_far(self) -> bool {
        self.zoom < Camera::FAR
    }

    /// Font size of card names if cards show only their names, because other text would be too small to read.
    pub fn name_size(self) -> Option<f64> {
        Camera::NAME_SIZES.iter().find(|(below, _)| self.zoom < *below).map(|(_, size)| *size)
    }

    pub fn to_world(self, at: ScreenPoint) -> WorldPoint {
        WorldPoint { x: (at.x - self.x) / self.zoom, y: (at.y - self.y) / self.zoom }
    }

    pub fn to_screen(self, at: WorldPoint) -> ScreenPoint {
        ScreenPoint { x: at.x * self.zoom + self.x, y: at.y * self.zoom + self.y }
    }

    /// The visible part of the world.
    pub fn sees(self, viewport: Viewport) -> Rect {
        let from = self.to_world(ScreenPoint::default());
        Rect { x: from.x, y: from.y, width: viewport.width / self.zoom, height: viewport.height / self.zoom }
    }

    /// Pans by this many CSS pixels.
    #[must_use]
    pub fn panned(self, dx: f64, dy: f64) -> Camera {
        if !(dx.is_finite() && dy.is_finite()) {
            return self;
        }
        Camera { x: self.x + dx, y: self.y + dy, zoom: self.zoom }
    }

    /// Zooms by a factor, clamped; the world point at `at` stays in place.
    #[must_use]
    pub fn zoom_at(self, at: ScreenPoint, factor: f64) -> Camera {
        if !(factor.is_finite() && factor > 0.0) {
            return self;
        }
        self.zoomed_to(at, self.zoom * factor)
    }

    /// Zooms to a scale, clamped; the world point at `at` stays in place.
    #[must_use]
    pub fn zoomed_to(self, at: ScreenPoint, zoom: f64) -> Camera {
        let zoom = if zoom.is_finite() { zoom.clamp(Camera::FARTHEST, Camera::NEAREST) } else { self.zoom };
        let ratio = zoom / self.zoom;
        Camera { x: at.x - (at.x - self.x) * ratio, y: at.y - (at.y - self.y) * ratio, zoom }
    }

    /// Centers the rectangle in the viewport with a margin, at a zoom of at most 1.
    #[must_use]
    pub fn fit(rect: Rect, viewport: Viewport) -> Camera {
        Camera::fit_up_to(rect, viewport, 1.0)
    }

    /// The same, enlarged up to twice the size.
    #[must_use]
    pub fn filling(rect: Rect, viewport: Viewport) -> Camera {
        Camera::fit_up_to(rect, viewport, 2.0)
    }

    fn fit_up_to(rect: Rect, viewport: Viewport, most: f64) -> Camera {
        let room = |side: f64| (side - 2.0 * Camera::MARGIN).max(side * 0.5).max(1.0);
        let zoom = (room(viewport.width) / rect.width.max(1.0))
            .min(room(viewport.height) / rect.height.max(1.0))
            .clamp(Camera::FARTHEST, most);
        Camera {
            x: viewport.width / 2.0 - (rect.x + rect.width / 2.0) * zoom,
            y: viewport.height / 2.0 - (rect.y + rect.height / 2.0) * zoom,
            zoom,
        }
    }

    /// The initial view of a diagram: the whole of it if the names of its cards are readable then, otherwise as much of the top left as fits at the
    /// smallest zoom at which they are.
    #[must_use]
    pub fn opening(rect: Rect, viewport: Viewport) -> Camera {
        Camera::fit_down_to(rect, viewport, Camera::NAMES)
    }

    /// The view of a diagram whose ports matter: the whole of it, or as much of the top left as fits with ports. A large diagram is shown as a whole.
    #[must_use]
    pub fn fit_ports(rect: Rect, viewport: Viewport) -> Camera {
        let whole = Camera::fit(rect, viewport);
        if whole.zoom < Camera::NAMES { whole } else { Camera::fit_down_to(rect, viewport, Camera::PORTS) }
    }

    fn fit_down_to(rect: Rect, viewport: Viewport, zoom: f64) -> Camera {
        let whole = Camera::fit(rect, viewport);
        if whole.zoom >= zoom {
            return whole;
        }
        let along = |low: f64, length: f64, room: f64| {
            let margin = Camera::MARGIN.min(room / 4.0);
            if length * zoom + 2.0 * margin <= room {
                room / 2.0 - (low + length / 2.0) * zoom
            } else {
                margin - low * zoom
            }
        };
        Camera {
            x: along(rect.x, rect.width, viewport.width),
            y: along(rect.y, rect.height, viewport.height),
            zoom,
        }
    }

    /// Pans as little as necessary to show the rectangle, at the same zoom; if it does not fit, shows its top-left corner.
    #[must_use]
    pub fn showing(self, rect: Rect, viewport: Viewport) -> Camera {
        let along = |low: f64, length: f64, room: f64| {
            let margin = Camera::MARGIN.min(room / 4.0);
            let (low, high) = (low - margin, low + length + margin);
            if low < 0.0 || high - low > room {
                -low
            } else if high > room {
                room - high
            } else {
                0.0
            }
        };
        let from = self.to_screen(WorldPoint { x: rect.x, y: rect.y });
        self.panned(
            along(from.x, rect.width * self.zoom, viewport.width),
            along(from.y, rect.height * self.zoom, viewport.height),
        )
    }

    /// Pans as little as necessary so that a rectangle in view is under none of the covers, rectangles of the screen; unchanged if there is no such
    /// place.
    #[must_use]
    pub fn clear_of(self, rect: Rect, covers: &[Rect], viewport: Viewport) -> Camera {
        const GAP: f64 = 8.0;
        let on_screen = |camera: Camera| {
            let at = camera.to_screen(WorldPoint { x: rect.x, y: rect.y });
            Rect { x: at.x, y: at.y, width: rect.width * camera.zoom, height: rect.height * camera.zoom }
        };
        let is_covered = |box_: &Rect| covers.iter().any(|cover| cover.grown(GAP - 1.0).overlaps(box_));
        let now = on_screen(self);
        if !is_covered(&now) {
            return self;
        }
        let room = Rect { x: 0.0, y: 0.0, width: viewport.width, height: viewport.height };
        let moves = covers.iter().flat_map(|cover| {
            [
                (0.0, cover.y - GAP - now.y - now.height),
                (cover.x - GAP - now.right(), 0.0),
                (cover.right() + GAP - now.x, 0.0),
                (0.0, cover.y + cover.height + GAP - now.y),
            ]
        });
        let free = moves.filter(|(x, y)| {
            let moved = on_screen(self.panned(*x, *y));
            moved.is_within(room) && !is_covered(&moved)
        });
        let nearest = free.min_by(|one, other| one.0.hypot(one.1).total_cmp(&other.0.hypot(other.1)));
        nearest.map_or(self, |(x, y)| self.panned(x, y))
    }

    /// Centers the rectangle, at the present zoom if its text is readable then and it fits.
    #[must_use]
    pub fn framing(self, rect: Rect, viewport: Viewport) -> Camera {
        let whole = Camera::fit(rect, viewport);
        let zoom = self.zoom.max(Camera::READABLE).min(whole.zoom);
        whole.zoomed_to(viewport.center(), zoom)
    }

    /// The CSS property `transform` of the element that contains the diagram. Its origin is the top-left corner.
    pub fn transform(self) -> String {
        format!("translate({}px, {}px) scale({})", self.x, self.y, self.zoom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use limn_layout::LABEL;

    fn cameras() -> impl Strategy<Value = Camera> {
        (-5000.0..5000.0, -5000.0..5000.0, Camera::FARTHEST..Camera::NEAREST)
            .prop_map(|(x, y, zoom)| Camera { x, y, zoom })
    }

    proptest! {
        #[test]
        fn there_and_back_is_the_same_point(camera in cameras(), x in -9000.0..9000.0, y in -9000.0..9000.0) {
            let at = ScreenPoint { x, y };
            prop_assert!(camera.to_screen(camera.to_world(at)).distance(at) < 1e-6);
        }

        #[test]
        fn zooming_keeps_the_point_under_the_pointer(camera in cameras(), x in 0.0..2000.0, y in 0.0..2000.0, factor in 0.01..100.0) {
            let at = ScreenPoint { x, y };
            let zoomed = camera.zoom_at(at, factor);
            prop_assert!(zoomed.to_screen(camera.to_world(at)).distance(at) < 1e-6);
            prop_assert!((Camera::FARTHEST..=Camera::NEAREST).contains(&zoomed.zoom));
        }

        #[test]
        fn what_fits_is_seen_whole(x in -5000.0..5000.0, y in -5000.0..5000.0, width in 1.0..4000.0, height in 1.0..3000.0) {
            let viewport = Viewport { width: 1200.0, height: 800.0 };
            let camera = Camera::fit(Rect { x, y, width, height }, viewport);
            prop_assert!(viewport.contains(camera.to_screen(WorldPoint::new(x, y))));
            prop_assert!(viewport.contains(camera.to_screen(WorldPoint::new(x + width, y + height))));
        }

        #[test]
        fn what_is_shown_is_seen(camera in cameras(), x in -9000.0..9000.0, y in -9000.0..9000.0) {
            let viewport = Viewport { width: 1200.0, height: 800.0 };
            let shown = camera.showing(Rect { x, y, width: 100.0, height: 60.0 }, viewport);
            prop_assert_eq!(shown.zoom, camera.zoom);
            prop_assert!(viewport.contains(shown.to_screen(WorldPoint::new(x + 1.0, y + 1.0))));
        }
    }

    #[test]
    fn a_drawing_is_opened_so_that_it_can_be_read() {
        let viewport = Viewport { width: 860.0, height: 620.0 };
        let opened =
            |width: f64, height: f64| Camera::opening(Rect { x: 40.0, y: -20.0, width, height }, viewport);
        let whole =
            |width: f64, height: f64| Camera::fit(Rect { x: 40.0, y: -20.0, width, height }, viewport);
        assert_eq!(opened(900.0, 500.0), whole(900.0, 500.0), "all text is readable");
        assert_eq!(opened(1_700.0, 400.0), whole(1_700.0, 400.0), "names are readable");
        assert_eq!(opened(9_000.0, 6_000.0).zoom, Camera::NAMES, "names of a part are readable");
        let part = opened(9_000.0, 400.0);
        let corner = part.to_screen(WorldPoint::new(40.0, -20.0));
        assert!((corner.x - Camera::MARGIN).abs() < 1e-9, "from the left, {corner:?}");
        assert!((corner.y - (620.0 - 400.0 * part.zoom) / 2.0).abs() < 1e-9, "in the middle, {corner:?}");
    }

    #[test]
    fn ports_are_shown_unless_the_diagram_is_large() {
        let viewport = Viewport { width: 860.0, height: 620.0 };
        let fitted = |width: f64| {
            let rect = Rect { x: 0.0, y: 0.0, width, height: 400.0 };
            (Camera::fit_ports(rect, viewport), Camera::fit(rect, viewport))
        };
        assert_eq!(fitted(900.0).0, fitted(900.0).1);
        let (part, whole) = fitted(1_700.0);
        assert!(part.name_size().is_none() && whole.name_size().is_some());
        assert_eq!(fitted(9_000.0).0, fitted(9_000.0).1);
    }

    #[test]
    fn names_are_readable_at_every_zoom_that_shows_them() {
        for zoom in (34..100).map(|percent| f64::from(percent) / 100.0) {
            let size = Camera { zoom, ..Camera::default() }.name_size().unwrap_or(LABEL.size);
            assert!(size * zoom > 9.9, "{size} at {zoom}");
        }
    }

    #[test]
    fn what_is_under_a_control_is_panned_beside_it() {
        let viewport = Viewport { width: 800.0, height: 600.0 };
        let covers = [
            Rect { x: 680.0, y: 550.0, width: 110.0, height: 40.0 },
            Rect { x: 10.0, y: 480.0, width: 160.0, height: 110.0 },
        ];
        let node = Rect { x: 600.0, y: 520.0, width: 180.0, height: 60.0 };
        let camera = Camera { x: 0.0, y: 0.0, zoom: 1.0 };
        let moved = camera.clear_of(node, &covers, viewport);
        assert_eq!((moved.x, moved.y), (0.0, -38.0));
        // A tall one moves aside.
        let tall = Rect { x: 600.0, y: 10.0, width: 100.0, height: 570.0 };
        assert_eq!(camera.clear_of(tall, &covers, viewport).x, -28.0);
        assert_eq!(moved.clear_of(node, &covers, viewport), moved);
        let all = Rect { x: 0.0, y: 0.0, width: 800.0, height: 600.0 };
        assert_eq!(camera.clear_of(all, &covers, viewport), camera);
    }

    #[test]
    fn what_is_seen_already_is_not_panned_to() {
        let camera = Camera::default();
        let rect = Rect { x: 300.0, y: 300.0, width: 100.0, height: 60.0 };
        assert_eq!(camera.showing(rect, Viewport { width: 1200.0, height: 800.0 }), camera);
    }

    #[test]
    fn nonsense_from_outside_moves_nothing() {
        let camera = Camera::default();
        assert_eq!(camera.panned(f64::NAN, 1.0), camera);
        assert_eq!(camera.zoom_at(ScreenPoint::default(), f64::INFINITY), camera);
        assert_eq!(camera.zoom_at(ScreenPoint::default(), 0.0), camera);
    }
}
