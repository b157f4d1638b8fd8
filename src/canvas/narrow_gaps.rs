//! Narrow gaps: a path back between two cards, one above the other, that are closer than the usual distance to cards. A path around them is a detour.

use super::obstacles::ObstacleView;
use super::path_request::{ARRIVAL, PathRequest, STUB, is_reversed};
use super::viewport::WorldPoint;
use limn_layout::Rect;

/// The least distance from a card.
const MIN_DISTANCE: f64 = 4.0;

/// The height of the run between the cards of a path, from a right edge back to a left edge; `None` if there is no such gap.
pub(super) fn lane(from: WorldPoint, to: WorldPoint, ground: ObstacleView<'_>) -> Option<f64> {
    let (out, back) = (from.x + STUB, to.x - ARRIVAL);
    if out <= back {
        return None;
    }
    let (one, other) = (ground.card_at(from)?, ground.card_at(to)?);
    let (upper, lower) = if one.y < other.y { (one, other) } else { (other, one) };
    let (top, bottom) = (upper.bottom() + MIN_DISTANCE, lower.y - MIN_DISTANCE);
    let is_free = |one: WorldPoint, other: WorldPoint| {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        let run = Rect { x, y, width: (one.x - other.x).abs(), height: (one.y - other.y).abs() };
        !ground.covers(run.grown(MIN_DISTANCE))
    };
    // In the middle, unless something is between the cards, such as the policies of one.
    let lanes = [f64::midpoint(top, bottom), bottom - MIN_DISTANCE, top + MIN_DISTANCE].map(f64::round);
    lanes.into_iter().filter(|y| (top..=bottom).contains(y)).find(|y| {
        let corners = [
            WorldPoint::new(out, from.y),
            WorldPoint::new(out, *y),
            WorldPoint::new(back, *y),
            WorldPoint::new(back, to.y),
        ];
        corners.windows(2).all(|run| is_free(run[0], run[1]))
    })
}

/// Returns true if a path runs through such a gap.
pub(super) fn is_through(way: &[WorldPoint], request: &PathRequest, ground: ObstacleView<'_>) -> bool {
    let (from, to) = if is_reversed(request) {
        (request.to.at, request.from.at)
    } else {
        (request.from.at, request.to.at)
    };
    way.len() == 6 && lane(from, to, ground) == Some(way[2].y)
}
