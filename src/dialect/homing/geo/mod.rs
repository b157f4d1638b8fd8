//! Geography for the map view: points, distances, circles and great-circle arcs, and their projection.
//! Input is in degrees and kilometers, output in degrees: longitude to the right, latitude upwards.
//! Independent of documents and screens.
#![expect(
    clippy::disallowed_methods,
    reason = "what is drawn of it is rounded to a hundredth of a degree, far above where machines differ"
)]

mod label;

pub use label::{Label, place_labels};

/// The Earth's mean radius in kilometers, as used by HAS.
pub const RADIUS: f64 = 6371.0;

/// A place on Earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// North is positive.
    pub latitude: f64,
    /// East is positive.
    pub longitude: f64,
}

impl Point {
    /// The place, where both numbers are on Earth.
    pub fn new(latitude: f64, longitude: f64) -> Option<Point> {
        let fits = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        fits.then_some(Point { latitude, longitude })
    }

    /// Great-circle distance in kilometers.
    pub fn distance(self, to: Point) -> f64 {
        let (a, b) = (self.latitude.to_radians(), to.latitude.to_radians());
        let up = ((b - a) / 2.0).sin();
        let along = ((to.longitude - self.longitude).to_radians() / 2.0).sin();
        let h = (up * up + a.cos() * b.cos() * along * along).clamp(0.0, 1.0);
        2.0 * RADIUS * h.sqrt().atan2((1.0 - h).sqrt())
    }

    /// The point at a distance in kilometers and a bearing (radians from north, clockwise).
    pub fn toward(self, bearing: f64, distance: f64) -> Point {
        let (latitude, longitude) = (self.latitude.to_radians(), self.longitude.to_radians());
        let angle = distance / RADIUS;
        let up =
            (latitude.sin() * angle.cos() + latitude.cos() * angle.sin() * bearing.cos()).clamp(-1.0, 1.0);
        let turned = (bearing.sin() * angle.sin() * latitude.cos()).atan2(angle.cos() - latitude.sin() * up);
        Point { latitude: up.asin().to_degrees(), longitude: wrapped((longitude + turned).to_degrees()) }
    }

    /// `37.78° N, 122.42° W`
    pub fn label(self) -> String {
        let side = |value: f64, plus: &str, minus: &str| {
            let digits = (value.abs() * 100.0).round() / 100.0;
            format!("{digits}° {}", if value < 0.0 { minus } else { plus })
        };
        format!("{}, {}", side(self.latitude, "N", "S"), side(self.longitude, "E", "W"))
    }
}

/// A longitude between -180 and 180.
pub fn wrapped(longitude: f64) -> f64 {
    let turned = (longitude + 180.0).rem_euclid(360.0) - 180.0;
    if turned == -180.0 && longitude > 0.0 { 180.0 } else { turned }
}

/// Number of steps in which a circle is drawn.
const STEPS: usize = 180;

/// All that is within `distance` kilometers of `center`, as rings on the map in degrees, `(longitude, latitude)`: one, or two where the map's edge
/// cuts it, or one over a pole. Nothing where it is the whole world or nothing.
pub fn circle(center: Point, distance: f64) -> Vec<Vec<(f64, f64)>> {
    if distance <= 0.0 || distance >= RADIUS * std::f64::consts::PI {
        return Vec::new();
    }
    let bearing = |step: usize| std::f64::consts::TAU * step as f64 / STEPS as f64;
    let mut ring: Vec<(f64, f64)> = Vec::with_capacity(STEPS + 1);
    for step in 0..=STEPS {
        let Point { latitude, longitude } = center.toward(bearing(step), distance);
        // Unrolled: each longitude near the previous one, so that the ring does not jump at the edge.
        let near = ring.last().map_or(center.longitude, |last| last.0);
        ring.push((near + wrapped(longitude - near), latitude));
    }
    let reach = (distance / RADIUS).to_degrees();
    let turned = ring.last().map_or(0.0, |last| last.0 - ring[0].0).abs();
    if turned > 180.0 && 90.0 - center.latitude.abs() <= reach {
        return over_pole(&ring, center);
    }
    let low = ring.iter().map(|at| at.0).fold(f64::INFINITY, f64::min);
    let high = ring.iter().map(|at| at.0).fold(f64::NEG_INFINITY, f64::max);
    let mut rings = Vec::new();
    for shift in [-360.0, 0.0, 360.0] {
        if high + shift > -180.0 && low + shift < 180.0 {
            rings.push(ring.iter().map(|(x, y)| (x + shift, *y)).collect());
        }
    }
    rings
}

/// A ring around a pole goes once round the world: it is closed along the map's upper or lower edge.
fn over_pole(ring: &[(f64, f64)], center: Point) -> Vec<Vec<(f64, f64)>> {
    let edge = if center.latitude < 0.0 { -90.0 } else { 90.0 };
    let mut line: Vec<(f64, f64)> = ring[..ring.len() - 1].iter().map(|(x, y)| (wrapped(*x), *y)).collect();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { return Vec::new() };
    let mut closed = vec![(-180.0, edge), (-180.0, first.1)];
    closed.extend(line);
    closed.extend([(180.0, last.1), (180.0, edge)]);
    vec![closed]
}

/// The shortest way between two places, as lines on the map: one, or two where it leaves the map on one side and comes back on the other.
pub fn arc(from: Point, to: Point) -> Vec<Vec<(f64, f64)>> {
    let vector = |point: Point| {
        let (latitude, longitude) = (point.latitude.to_radians(), point.longitude.to_radians());
        [latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()]
    };
    let (a, b) = (vector(from), vector(to));
    let angle = from.distance(to) / RADIUS;
    if !(1e-9..=std::f64::consts::PI - 1e-9).contains(&angle) {
        return vec![vec![(from.longitude, from.latitude), (to.longitude, to.latitude)]];
    }
    let steps = ((angle.to_degrees() / 2.0).ceil() as usize).clamp(2, 90);
    let mut lines: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    let mut before: Option<(f64, f64)> = None;
    for step in 0..=steps {
        let share = step as f64 / steps as f64;
        let (near, far) = (((1.0 - share) * angle).sin() / angle.sin(), (share * angle).sin() / angle.sin());
        let [x, y, z] = [0, 1, 2].map(|at| near * a[at] + far * b[at]);
        let at = (y.atan2(x).to_degrees(), z.clamp(-1.0, 1.0).asin().to_degrees());
        if let Some(last) = before.filter(|last| (last.0 - at.0).abs() > 180.0) {
            // Over the map's edge: to it, and on from its other side.
            let side = if last.0 > 0.0 { 180.0 } else { -180.0 };
            let rest = (side - last.0).abs() / ((side - last.0).abs() + (at.0 + side).abs()).max(1e-9);
            let crossing = last.1 + (at.1 - last.1) * rest;
            if let Some(line) = lines.last_mut() {
                line.push((side, crossing));
            }
            lines.push(vec![(-side, crossing)]);
        }
        if let Some(line) = lines.last_mut() {
            line.push(at);
        }
        before = Some(at);
    }
    lines
}

/// A part of the map: what is in its middle, and how many pixels a degree has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapView {
    /// Degrees, in the map's plane.
    pub longitude: f64,
    pub latitude: f64,
    pub scale: f64,
}

/// Pixels for a degree, at the most: about thirty meters for one.
const MAX_SCALE: f64 = 4000.0;

impl MapView {
    /// All of these, with some air; the whole world where there is nothing.
    pub fn of(points: &[Point], size: (f64, f64)) -> MapView {
        let whole = MapView { longitude: 0.0, latitude: 12.0, scale: min_scale(size) };
        let bound = |of: fn(&Point) -> f64| {
            let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
            let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            (low <= high).then_some((low, high))
        };
        let across = bound(|point| point.longitude).zip(bound(|point| point.latitude));
        let Some(((west, east), (south, north))) = across else { return whole };
        let air = |low: f64, high: f64| ((high - low) * 1.3).max(16.0);
        let scale = (size.0 / air(west, east)).min(size.1 / air(south, north));
        let middle =
            MapView { longitude: f64::midpoint(west, east), latitude: f64::midpoint(south, north), scale };
        middle.clamped(size)
    }

    /// Position of a place on the screen, in pixels from the upper left.
    pub fn to_screen(self, (longitude, latitude): (f64, f64), size: (f64, f64)) -> (f64, f64) {
        let x = size.0 / 2.0 + (longitude - self.longitude) * self.scale;
        (x, size.1 / 2.0 - (latitude - self.latitude) * self.scale)
    }

    /// Place under a pixel.
    pub fn to_point(self, (x, y): (f64, f64), size: (f64, f64)) -> Point {
        let longitude = self.longitude + (x - size.0 / 2.0) / self.scale;
        let latitude = self.latitude - (y - size.1 / 2.0) / self.scale;
        Point { latitude: latitude.clamp(-90.0, 90.0), longitude: longitude.clamp(-180.0, 180.0) }
    }

    pub fn panned(self, by: (f64, f64), size: (f64, f64)) -> MapView {
        let (longitude, latitude) = (self.longitude - by.0 / self.scale, self.latitude + by.1 / self.scale);
        MapView { longitude, latitude, ..self }.clamped(size)
    }

    /// Closer by a factor, what is under that pixel staying there.
    pub fn zoomed(self, factor: f64, at: (f64, f64), size: (f64, f64)) -> MapView {
        let to_point = self.to_point(at, size);
        let scale = (self.scale * factor).clamp(min_scale(size), MAX_SCALE);
        let clamped = MapView { scale, ..self };
        let now = clamped.to_point(at, size);
        let longitude = clamped.longitude + to_point.longitude - now.longitude;
        MapView { longitude, latitude: clamped.latitude + to_point.latitude - now.latitude, scale }
            .clamped(size)
    }

    /// Scale bar: a round number of kilometers, and its length in pixels at the center of the view, at most `room`.
    pub fn scale_bar(self, room: f64) -> (f64, f64) {
        let degree = RADIUS.to_radians() * self.latitude.to_radians().cos().max(0.01);
        let kilometers = room / self.scale * degree;
        let mut round = 0.001;
        while round * 10.0 <= kilometers {
            round *= 10.0;
        }
        let round = [5.0, 2.0].iter().map(|by| by * round).find(|by| *by <= kilometers).unwrap_or(round);
        (round, round / degree * self.scale)
    }

    /// Limits the view: its center stays on the map, and the map fills it.
    fn clamped(self, size: (f64, f64)) -> MapView {
        let scale = self.scale.clamp(min_scale(size), MAX_SCALE);
        let side = |at: f64, half: f64, room: f64| {
            let slack = (half - room / scale / 2.0).max(0.0);
            at.clamp(-slack, slack)
        };
        let longitude = side(self.longitude, 180.0, size.0);
        MapView { longitude, latitude: side(self.latitude, 90.0, size.1), scale }
    }
}

/// The scale at which the whole world's width, or its height where that is scarcer, is just seen.
fn min_scale(size: (f64, f64)) -> f64 {
    (size.0 / 360.0).min(size.1 / 180.0).max(0.2)
}

/// Degrees for writing, with so many digits. Never a bare 0, which counts as missing to the service that reads it.
pub fn format_degrees(degrees: f64, digits: usize) -> String {
    let text = format!("{degrees:.digits$}");
    if text.parse::<f64>().is_ok_and(|number| number != 0.0) { text } else { format!("0.{:0>digits$}", 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> Point {
        Point { latitude, longitude }
    }

    #[test]
    fn a_degree_of_the_equator_is_111_kilometers() {
        // 2π · 6371 / 360
        assert!((at(0.0, 0.0).distance(at(0.0, 1.0)) - 111.194_926).abs() < 1e-5);
        // A quarter of the way round, whichever way.
        assert!((at(0.0, 0.0).distance(at(90.0, 0.0)) - 10_007.543_398).abs() < 1e-5);
        assert!((at(0.0, 170.0).distance(at(0.0, -100.0)) - 10_007.543_398).abs() < 1e-5);
        // Dallas to New York, some 2220 km.
        let far = at(32.897_48, -97.040_443).distance(at(40.7128, -74.006));
        assert!((far - 2219.0).abs() < 5.0, "{far}");
        assert_eq!(at(51.0, 7.0).distance(at(51.0, 7.0)), 0.0);
    }

    #[test]
    fn every_point_of_a_circle_is_as_far_from_its_middle() {
        for (center, radius) in [
            (at(50.0, 8.0), 300.0),
            (at(-33.0, 151.0), 2500.0),
            (at(10.0, 179.0), 800.0),
            (at(80.0, 0.0), 2000.0),
        ] {
            for step in 0..16 {
                let bearing = std::f64::consts::TAU * f64::from(step) / 16.0;
                assert!((center.toward(bearing, radius).distance(center) - radius).abs() < 1e-6);
            }
            for (longitude, latitude) in circle(center, radius).concat() {
                if latitude.abs() < 89.9 && longitude.abs() < 179.9 {
                    let far = at(latitude, wrapped(longitude)).distance(center);
                    assert!((far - radius).abs() < 1e-6, "{far}");
                }
            }
        }
    }

    #[test]
    fn a_circle_over_the_edge_is_drawn_on_both_sides_and_one_over_a_pole_is_closed_along_it() {
        assert_eq!(circle(at(50.0, 8.0), 300.0).len(), 1);
        assert_eq!(circle(at(10.0, 179.0), 800.0).len(), 2);
        let polar = circle(at(80.0, 0.0), 2000.0);
        assert_eq!(polar.len(), 1);
        assert!(polar[0].contains(&(-180.0, 90.0)) && polar[0].contains(&(180.0, 90.0)));
        let south = circle(at(-80.0, 40.0), 2000.0);
        assert!(south[0].contains(&(180.0, -90.0)));
        assert!(circle(at(0.0, 0.0), 30_000.0).is_empty());
        assert!(circle(at(0.0, 0.0), -5.0).is_empty());
    }

    #[test]
    fn the_shortest_way_over_the_pacific_leaves_the_map_and_comes_back() {
        let lines = arc(at(35.0, 139.0), at(37.0, -122.0));
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].last().unwrap().0, 180.0);
        assert_eq!(lines[1][0].0, -180.0);
        assert_eq!(arc(at(50.0, 8.0), at(40.0, -74.0)).len(), 1);
        assert_eq!(arc(at(50.0, 8.0), at(50.0, 8.0)).len(), 1);
    }

    #[test]
    fn the_point_under_the_pointer_stays_there_while_zooming() {
        let size = (800.0, 400.0);
        let view = MapView::of(&[at(32.9, -97.0), at(40.7, -74.0)], size);
        let before = view.to_point((600.0, 130.0), size);
        let after = view.zoomed(2.0, (600.0, 130.0), size).to_point((600.0, 130.0), size);
        assert!((before.latitude - after.latitude).abs() < 1e-9);
        assert!((before.longitude - after.longitude).abs() < 1e-9);
        let (x, y) = view.to_screen((-97.0, 32.9), size);
        let back = view.to_point((x, y), size);
        assert!((back.longitude + 97.0).abs() < 1e-9 && (back.latitude - 32.9).abs() < 1e-9);
    }

    #[test]
    fn the_world_is_never_left_and_never_smaller_than_the_map() {
        let size = (720.0, 360.0);
        let world = MapView::of(&[], size);
        assert_eq!(world.zoomed(0.01, (0.0, 0.0), size).scale, 2.0);
        let moved = world.zoomed(4.0, (360.0, 180.0), size).panned((1e9, -1e9), size);
        assert!(moved.longitude >= -180.0 && moved.latitude >= -90.0);
        assert!(moved.to_point((0.0, 360.0), size).longitude >= -180.0);
    }

    #[test]
    fn the_bar_is_a_round_number_that_fits() {
        // 100 pixels at 10 a degree on the equator are 10 degrees: 1111.9 km.
        let view = MapView { longitude: 0.0, latitude: 0.0, scale: 10.0 };
        let (kilometers, pixels) = view.scale_bar(100.0);
        assert_eq!(kilometers.round(), 1000.0);
        assert!((pixels - 89.93).abs() < 0.01, "{pixels}");
        // Half as many kilometers at 60 degrees.
        assert_eq!(MapView { latitude: 60.0, ..view }.scale_bar(100.0).0.round(), 500.0);
    }

    #[test]
    fn coordinates_are_written_for_readers() {
        assert_eq!(at(37.779, -122.42).label(), "37.78° N, 122.42° W");
        assert_eq!(at(-33.0, 151.0).label(), "33° S, 151° E");
        assert_eq!(format_degrees(-97.040_443, 4), "-97.0404");
        assert_eq!(format_degrees(12.0, 2), "12.00");
        assert_eq!(format_degrees(0.0, 4), "0.0001");
        assert_eq!(format_degrees(-0.001, 2), "0.01");
        assert_eq!(wrapped(190.0), -170.0);
        assert_eq!(wrapped(180.0), 180.0);
    }
}
