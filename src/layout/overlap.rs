//! Overlap resolution: when a box grows, boxes that it covers now and did not cover before move down, and so on. All others stay.

use super::Rect;

/// Boxes below that are closer than this have to move; they move to the clear distance.
const MIN_GAP: f64 = 8.0;
const CLEAR: f64 = 24.0;
const GRID: f64 = 4.0;
/// The distance between a box that moves aside on its own and the next box.
const NEW_BOX_GAP: f64 = 16.0;

/// A box before and after a change.
#[derive(Clone, Copy, Debug)]
pub struct Resize {
    /// `None` for a new box, which already has a free position.
    pub before: Option<Rect>,
    pub after: Rect,
    /// True if its position is fixed: it makes no other box move.
    pub fixed: bool,
}

impl Resize {
    /// The box before the change; of a new box, its position.
    fn original(&self) -> Rect {
        self.before.unwrap_or(self.after)
    }

    pub(super) fn has_grown(&self) -> bool {
        self.before.is_some_and(|before| {
            let (wider, lower) = (before.width < self.after.width, before.bottom() < self.after.bottom());
            // The sheets behind a card that became a cluster are above it.
            let higher = self.after.y < before.y && lower;
            before.x == self.after.x && (before.y == self.after.y && (wider || lower) || higher)
        })
    }
}

/// The boxes that move down: the index, the distance, and the index of the box that caused it.
pub fn resolve_overlaps(boxes: &[Resize]) -> Vec<(usize, f64, usize)> {
    let grown = |(at, change): (usize, &Resize)| change.has_grown().then_some((0.0, at));
    let mut down: Vec<Option<(f64, usize)>> = boxes.iter().enumerate().map(grown).collect();
    let mut placed = vec![false; boxes.len()];
    while let Some((above, by, grown)) = uppermost(boxes, &down, &placed) {
        placed[above] = true;
        let (original, rect) = (boxes[above].original(), boxes[above].after.moved(0.0, by));
        for (at, change) in boxes.iter().enumerate().filter(|(at, change)| !placed[*at] && !change.fixed) {
            let already = down[at].map_or(0.0, |(by, _)| by);
            let place = change.after.moved(0.0, already);
            let beside = place.x >= rect.right() || place.right() <= rect.x;
            let covered = !beside && place.y < rect.bottom() + MIN_GAP && rect.y < place.bottom();
            if covered && !original.overlaps(&change.original()) {
                let more = ((rect.bottom() + CLEAR - place.y) / GRID).ceil() * GRID;
                down[at] = Some((already + more, grown));
            }
        }
    }
    let moved = down.into_iter().enumerate();
    moved
        .filter_map(|(at, down)| down.map(|(by, grown)| (at, by, grown)).filter(|shift| shift.1 > 0.0))
        .collect()
}

/// The next box that makes others move: the uppermost by current position, not by original position, because a wider box can push one beside it
/// down among those below. So no box moves after others moved because of it.
fn uppermost(
    boxes: &[Resize],
    down: &[Option<(f64, usize)>],
    placed: &[bool],
) -> Option<(usize, f64, usize)> {
    let pushing = down.iter().enumerate().filter(|(at, _)| !placed[*at]);
    let pushing = pushing.filter_map(|(at, down)| down.map(|(by, grown)| (at, by, grown)));
    pushing.min_by(|(one, by, _), (other, others, _)| {
        let (one, other) = (&boxes[*one], &boxes[*other]);
        let now = (one.after.y + by).total_cmp(&(other.after.y + others));
        // A box that moves down as far as another stays above it if it was above.
        now.then(one.original().y.total_cmp(&other.original().y))
    })
}

/// A free position for a new box that covers others, near where it was dropped. A box that covers others only because it is higher than it was while
/// being dragged (`dragged_height`) goes above them, if there is space. `None` if it covers no box.
pub fn free_position_near(now: Rect, dragged_height: f64, others: &[Rect]) -> Option<(f64, f64)> {
    let as_dragged = Rect { height: now.height.min(dragged_height), ..now };
    let covers = |rect: &Rect| others.iter().any(|other| other.overlaps(rect));
    if !covers(&now) {
        return None;
    }
    let top =
        others.iter().filter(|other| other.overlaps(&now)).map(|other| other.y).fold(f64::INFINITY, f64::min);
    let above = Rect { y: top - NEW_BOX_GAP - now.height, ..now };
    let around = (1..24).flat_map(|step| {
        let by = f64::from(step) * 24.0;
        [(0.0, -by), (by, 0.0), (-by, 0.0), (0.0, by), (by, -by), (-by, -by)]
    });
    let around = around.map(|(dx, dy)| Rect { x: now.x + dx, y: now.y + dy, ..now });
    let above = Some(above).filter(|_| !covers(&as_dragged));
    let free = above.into_iter().chain(around).find(|rect| !covers(&rect.grown(NEW_BOX_GAP - 1.0)))?;
    Some((free.x, free.y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rect(x: f64, y: f64, height: f64) -> Rect {
        Rect { x, y, width: 200.0, height }
    }

    fn still(at: Rect) -> Resize {
        Resize { before: Some(at), after: at, fixed: false }
    }

    fn grown(at: Rect, by: f64) -> Resize {
        Resize { after: Rect { height: at.height + by, ..at }, ..still(at) }
    }

    #[test]
    fn only_overlapped_boxes_move_down_in_turn() {
        let boxes = [
            grown(rect(0.0, 0.0, 60.0), 48.0),
            still(rect(40.0, 80.0, 60.0)),
            still(rect(0.0, 170.0, 60.0)),
            still(rect(0.0, 400.0, 60.0)),
            still(rect(240.0, 80.0, 60.0)),
        ];
        assert_eq!(resolve_overlaps(&boxes), [(1, 52.0, 0), (2, 48.0, 0)]);
    }

    #[test]
    fn boxes_that_overlapped_before_stay() {
        let boxes = [grown(rect(0.0, 0.0, 60.0), 24.0), still(rect(20.0, 40.0, 60.0))];
        assert_eq!(resolve_overlaps(&boxes), []);
    }

    #[test]
    fn a_box_that_grows_above_and_below_pushes_those_below_it() {
        let both = Resize { before: Some(rect(0.0, 12.0, 60.0)), after: rect(0.0, 0.0, 120.0), fixed: false };
        assert_eq!(resolve_overlaps(&[both, still(rect(0.0, 90.0, 60.0))]), [(1, 56.0, 0)]);
        // The same size, moved up: it has not grown.
        let moved = Resize { before: Some(rect(0.0, 40.0, 60.0)), after: rect(0.0, 0.0, 60.0), fixed: false };
        assert_eq!(resolve_overlaps(&[moved, still(rect(20.0, 40.0, 60.0))]), []);
    }

    #[test]
    fn a_box_that_was_moved_pushes_no_other() {
        let moved = Resize { before: Some(rect(0.0, 0.0, 60.0)), after: rect(0.0, 30.0, 80.0), fixed: false };
        assert_eq!(resolve_overlaps(&[moved, still(rect(0.0, 70.0, 60.0))]), []);
    }

    #[test]
    fn a_box_higher_than_the_dragged_one_goes_above_the_box_it_would_cover() {
        let below = rect(0.0, 60.0, 52.0);
        assert_eq!(
            free_position_near(rect(0.0, 0.0, 84.0), 52.0, &[below]),
            Some((0.0, 60.0 - NEW_BOX_GAP - 84.0))
        );
    }

    #[test]
    fn without_space_above_it_goes_around() {
        let (above, below) = (rect(0.0, -60.0, 52.0), rect(0.0, 60.0, 52.0));
        let (x, y) = free_position_near(rect(0.0, 0.0, 84.0), 52.0, &[above, below]).unwrap();
        let found = Rect { x, y, ..rect(0.0, 0.0, 84.0) };
        assert!(!found.overlaps(&above) && !found.overlaps(&below));
    }

    #[test]
    fn a_new_box_that_covers_nothing_stays_and_one_dropped_on_another_goes_around_it() {
        assert_eq!(free_position_near(rect(0.0, 0.0, 84.0), 52.0, &[rect(0.0, 90.0, 52.0)]), None);
        let other = rect(0.0, 20.0, 52.0);
        let (x, y) = free_position_near(rect(0.0, 0.0, 84.0), 52.0, &[other]).unwrap();
        assert_eq!((x, y), (0.0, -96.0), "the nearest step that is apart");
        // Beside, where that is nearer than above.
        let other = rect(180.0, 0.0, 400.0);
        assert_eq!(free_position_near(rect(0.0, 100.0, 84.0), 52.0, &[other]), Some((-48.0, 100.0)));
    }

    #[test]
    fn a_box_pushed_from_the_side_pushes_those_below_it() {
        let wider = |at: Rect, by: f64| Resize { after: Rect { width: at.width + by, ..at }, ..still(at) };
        // The second is above the one that pushes it, and moves down to where the third is.
        let boxes = [
            wider(rect(0.0, 140.0, 400.0), 60.0),
            still(rect(240.0, 0.0, 380.0)),
            still(rect(240.0, 408.0, 84.0)),
        ];
        assert_eq!(resolve_overlaps(&boxes), [(1, 564.0, 0), (2, 560.0, 0)]);
    }

    proptest! {
        #[test]
        fn separate_boxes_stay_separate_and_no_other_moves(
            boxes in proptest::collection::vec((0..12_i32, 0..40_i32, 1..8_i32, 0..3_i32, 0..4_i32), 0..16),
        ) {
            let boxes: Vec<Resize> = boxes
                .into_iter()
                .map(|(x, y, height, by, aside)| {
                    let at = rect(f64::from(x) * 100.0, f64::from(y) * 22.0, f64::from(height) * 24.0);
                    let change = grown(at, f64::from(by) * 24.0);
                    Resize { after: Rect { width: at.width + f64::from(aside) * 80.0, ..change.after }, ..change }
                })
                .collect();
            let down = resolve_overlaps(&boxes);
            let mut after: Vec<Rect> = boxes.iter().map(|change| change.after).collect();
            for (at, by, _) in &down {
                prop_assert!(*by > 0.0);
                after[*at] = after[*at].moved(0.0, *by);
            }
            // No farther than necessary: directly below what grew or moved.
            for (at, ..) in &down {
                let place = after[*at];
                let pushed = (0..boxes.len()).any(|other| {
                    let rect = after[other];
                    (boxes[other].has_grown() || rect != boxes[other].after)
                        && rect.x < place.right() && place.x < rect.right()
                        && (CLEAR..CLEAR + GRID).contains(&(place.y - rect.bottom()))
                });
                prop_assert!(pushed, "{at}");
            }
            if boxes.iter().all(|change| !change.has_grown()) {
                prop_assert!(down.is_empty());
            }
            for (at, one) in boxes.iter().enumerate() {
                for (other_at, other) in boxes.iter().enumerate().skip(at + 1) {
                    if !one.original().overlaps(&other.original()) {
                        prop_assert!(!after[at].overlaps(&after[other_at]), "{at} {other_at}");
                    }
                }
            }
        }
    }
}
