//! Equal gaps: a dragged box snaps where its distances to the boxes beside it are equal, or equal to the distance between those.

use super::Guide;
use crate::viewport::WorldPoint;
use limn_layout::Rect;

/// A span of a box along the axis of the gaps.
#[derive(Clone, Copy)]
struct Span {
    low: f64,
    high: f64,
}

/// The smallest horizontal distance to a position with equal gaps, within `reach`, and the marks of the gaps.
pub(super) fn across(bounds: &Rect, others: &[Rect], reach: f64) -> Option<(f64, Vec<Guide>)> {
    let beside = others.iter().filter(|other| other.y < bounds.bottom() && bounds.y < other.bottom());
    let spans = beside.map(|other| Span { low: other.x, high: other.right() }).collect();
    let (by, marks) = equal(Span { low: bounds.x, high: bounds.right() }, spans, reach)?;
    let y = bounds.center().1;
    let mark = |(low, high)| Guide { from: WorldPoint::new(low, y), to: WorldPoint::new(high, y) };
    Some((by, marks.into_iter().map(mark).collect()))
}

/// The smallest vertical distance to a position with equal gaps, within `reach`, and the marks of the gaps.
pub(super) fn down(bounds: &Rect, others: &[Rect], reach: f64) -> Option<(f64, Vec<Guide>)> {
    let beside = others.iter().filter(|other| other.x < bounds.right() && bounds.x < other.right());
    let spans = beside.map(|other| Span { low: other.y, high: other.bottom() }).collect();
    let (by, marks) = equal(Span { low: bounds.y, high: bounds.bottom() }, spans, reach)?;
    let x = bounds.center().0;
    let mark = |(low, high)| Guide { from: WorldPoint::new(x, low), to: WorldPoint::new(x, high) };
    Some((by, marks.into_iter().map(mark).collect()))
}

/// The distance to move, and the two gaps that are equal then.
type Equal = (f64, [(f64, f64); 2]);

fn equal(own: Span, mut others: Vec<Span>, reach: f64) -> Option<Equal> {
    others.sort_by(|one, other| one.low.total_cmp(&other.low));
    let middle = f64::midpoint(own.low, own.high);
    let is_before = |other: &Span| f64::midpoint(other.low, other.high) < middle;
    let at = others.partition_point(is_before);
    let (before, after) = others.split_at(at);
    let mut found: Option<Equal> = None;
    let mut consider = |by: f64, gaps: [(f64, f64); 2]| {
        let is_real = gaps.iter().all(|(low, high)| high - low > 1.0);
        if by.abs() <= reach && is_real && found.is_none_or(|(least, _)| by.abs() < least.abs()) {
            found = Some((by, gaps));
        }
    };
    let length = own.high - own.low;
    if let [.., farther, near] = before {
        let gap = near.low - farther.high;
        let low = near.high + gap;
        consider(low - own.low, [(farther.high, near.low), (near.high, low)]);
    }
    if let [near, farther, ..] = after {
        let gap = farther.low - near.high;
        let high = near.low - gap;
        consider(high - own.high, [(high, near.low), (near.high, farther.low)]);
    }
    if let (Some(left), Some(right)) = (before.last(), after.first()) {
        let low = (left.high + right.low - length) / 2.0;
        consider(low - own.low, [(left.high, low), (low + length, right.low)]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64) -> Rect {
        Rect { x, y: 0.0, width: 100.0, height: 60.0 }
    }

    #[test]
    fn a_box_snaps_to_equal_gaps_on_either_side_and_between() {
        let others = [rect(0.0), rect(140.0)];
        assert_eq!(across(&rect(284.0), &others, 6.0).map(|(by, _)| by), Some(-4.0), "after two");
        assert_eq!(across(&rect(-137.0), &others, 6.0).map(|(by, _)| by), Some(-3.0), "before two");
        let (by, marks) = across(&rect(203.0), &[rect(0.0), rect(400.0)], 6.0).unwrap();
        assert_eq!(by, -3.0, "between two");
        assert!(marks.iter().all(|mark| mark.to.x - mark.from.x == 100.0), "{marks:?}");
        assert!(across(&rect(250.0), &others, 6.0).is_none(), "too far");
        let apart = [Rect { y: 500.0, ..rect(0.0) }, Rect { y: 500.0, ..rect(140.0) }];
        assert!(across(&rect(284.0), &apart, 6.0).is_none(), "not beside it");
    }
}
