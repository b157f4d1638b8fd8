//! Grid: points at a constant distance, to which moved boxes snap by their top-left corner.

use crate::keys::Direction;
use limn_language::edit::Place;

/// The distance between two points of the grid, in world units.
pub const GRID: f64 = 24.0;

/// The number of steps of a large nudge.
const LARGE_NUDGE: f64 = 4.0;

/// The distance from a coordinate to the nearest point of the grid.
pub(super) fn to_nearest(at: f64) -> f64 {
    (at / GRID).round() * GRID - at
}

/// The point of the grid that is nearest to a place.
pub fn on_grid(place: Place) -> Place {
    Place { x: place.x + to_nearest(place.x), y: place.y + to_nearest(place.y) }
}

/// The distance of a nudge from a place: to the next point of the grid in that direction, or `far`, some points further.
pub(super) fn nudge((x, y): (f64, f64), direction: Direction, far: bool) -> (f64, f64) {
    let more = if far { (LARGE_NUDGE - 1.0) * GRID } else { 0.0 };
    let up = |at: f64| ((at / GRID).floor() + 1.0) * GRID - at + more;
    let down = |at: f64| ((at / GRID).ceil() - 1.0) * GRID - at - more;
    match direction {
        Direction::Left => (down(x), 0.0),
        Direction::Right => (up(x), 0.0),
        Direction::Up => (0.0, down(y)),
        Direction::Down => (0.0, up(y)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c3_a_nudge_ends_on_the_next_point_of_the_grid() {
        assert_eq!(nudge((0.0, 5.0), Direction::Right, false), (24.0, 0.0));
        assert_eq!(nudge((5.0, 5.0), Direction::Right, false), (19.0, 0.0));
        assert_eq!(nudge((5.0, 5.0), Direction::Left, false), (-5.0, 0.0));
        assert_eq!(nudge((0.0, -24.0), Direction::Up, false), (0.0, -24.0));
        assert_eq!(nudge((0.0, 5.0), Direction::Down, true), (0.0, 91.0));
        assert_eq!((to_nearest(11.0), to_nearest(13.0), to_nearest(-48.0)), (-11.0, 11.0, 0.0));
    }
}
