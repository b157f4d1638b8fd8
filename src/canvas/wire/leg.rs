//! Legs of wires: straight runs, curves, and lines from the sign of a hosting relationship to the guest.

use super::super::path::{pair, path};
use super::super::viewport::WorldPoint;
use super::leg_plan::{HubSide, LegPlan, inward};
use limn_language::graph::Id;
use limn_layout::Rect;

/// A leg from port to port, from port to hub, or from hub to port.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// The id of this end, for a link with a hub; a click on the leg selects it.
    pub end: Option<Id>,
    /// The corners, including the ends.
    pub points: Vec<WorldPoint>,
    /// The attribute `d` of the SVG path: `points` with rounded corners.
    pub path: String,
    /// True if it ends in a port rather than in the hub, and has the arrowhead.
    pub arrives: bool,
}

impl Leg {
    pub(super) fn straight(planned: &LegPlan<'_>, mut points: Vec<WorldPoint>) -> Leg {
        // At the frame's edge, it starts and ends at the names of the ports.
        let [(from_own, from_all), (to_own, to_all)] = planned.names;
        if from_all > 0.0 {
            points.insert(0, inward(planned.from, from_own));
        }
        if to_all > 0.0 {
            points.push(inward(planned.to, to_own));
        }
        points.dedup();
        let path = path(&points);
        Leg { end: planned.end(), points, path, arrives: planned.place != HubSide::In }
    }

    pub(super) fn curved(planned: &LegPlan<'_>) -> Leg {
        let [(from_own, from_all), (to_own, to_all)] = planned.names;
        let (from, to) = (inward(planned.from, from_all), inward(planned.to, to_all));
        let reach = ((to.x - from.x).abs() / 2.0).clamp(32.0, 160.0);
        let mut path = String::with_capacity(48);
        pair(&mut path, 'M', inward(planned.from, from_own));
        if from_all > from_own {
            pair(&mut path, 'L', from);
        }
        pair(&mut path, 'C', inward(planned.from, from_all + reach));
        pair(&mut path, ' ', inward(planned.to, to_all + reach));
        pair(&mut path, ' ', to);
        if to_all > to_own {
            pair(&mut path, 'L', inward(planned.to, to_own));
        }
        let middle = WorldPoint::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
        let points = vec![planned.from.at, middle, planned.to.at];
        Leg { end: planned.end(), points, path, arrives: planned.place != HubSide::In }
    }

    /// A short line from the sign of a hosting relationship to the edge of the guest below it.
    pub(super) fn hanger(sign: WorldPoint) -> Leg {
        let (from, to) = (WorldPoint::new(sign.x, sign.y + 5.0), WorldPoint::new(sign.x, sign.y + 7.0));
        let mut path = String::with_capacity(32);
        pair(&mut path, 'M', from);
        pair(&mut path, 'L', to);
        Leg { end: None, points: vec![from, to], path, arrives: true }
    }

    /// Returns true if it enters a rectangle.
    pub(in super::super) fn meets(&self, rect: &Rect) -> bool {
        let run = |ends: &[WorldPoint]| {
            let (left, right) = (ends[0].x.min(ends[1].x), ends[0].x.max(ends[1].x));
            let (top, bottom) = (ends[0].y.min(ends[1].y), ends[0].y.max(ends[1].y));
            left <= rect.right() && rect.x <= right && top <= rect.bottom() && rect.y <= bottom
        };
        self.points.windows(2).any(run)
    }

    /// The arrowhead at the end of the leg, as an attribute `d`.
    pub fn head(&self) -> String {
        let Some([before, at]) = self.points.last_chunk() else { return String::new() };
        let back = if before.x <= at.x { -1.0 } else { 1.0 };
        format!("M{} {}l{} -4.5v9z", at.x + 6.0 * back, at.y, 7.0 * back)
    }

    /// The path of the leg with an open arrowhead before the port, in one attribute `d`.
    pub fn pointed(&self) -> String {
        let Some([before, at]) = self.points.last_chunk().filter(|_| self.arrives) else {
            return self.path.clone();
        };
        let back = if before.x <= at.x { -1.0 } else { 1.0 };
        let (tip, tail) = (at.x + 6.5 * back, 6.0 * back);
        format!("{}M{} {}L{tip} {}L{} {}", self.path, tip + tail, at.y - 4.5, at.y, tip + tail, at.y + 4.5)
    }

    /// The distance of a point from it.
    pub fn distance(&self, at: WorldPoint) -> f64 {
        let run = |ends: &[WorldPoint]| {
            let (low, high) = (ends[0], ends[1]);
            let x = at.x.clamp(low.x.min(high.x), low.x.max(high.x));
            let y = at.y.clamp(low.y.min(high.y), low.y.max(high.y));
            (at.x - x).abs().max((at.y - y).abs())
        };
        self.points.windows(2).map(run).fold(f64::INFINITY, f64::min)
    }
}
