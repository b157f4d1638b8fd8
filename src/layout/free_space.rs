//! Free space search: finds a free position near a preferred one among placed boxes.

use std::collections::BTreeMap;

use super::Rect;

/// The free distance around every box.
const GAP: f64 = 32.0;
const BUCKET: f64 = 320.0;
const STEP: f64 = 24.0;
/// The number of columns to search on either side before taking the nearest free position found.
const COLUMNS: u32 = 64;
/// The cost factor of moving sideways instead of down: a node should stay right of its provider.
const ASIDE: f64 = 3.0;

/// The placed boxes.
#[derive(Default)]
pub(super) struct PlacedBoxes {
    /// The boxes by the vertical strips that they touch.
    strips: BTreeMap<i64, Vec<Rect>>,
    /// True if no position may be left of 0 or above 0.
    within: bool,
}

impl PlacedBoxes {
    pub fn new(within: bool) -> PlacedBoxes {
        PlacedBoxes { within, ..PlacedBoxes::default() }
    }

    pub fn add(&mut self, rect: Rect) {
        for strip in strips(rect.x, rect.right()) {
            self.strips.entry(strip).or_default().push(rect);
        }
    }

    /// The free position nearest to `wish` that keeps the gap to all boxes.
    pub fn nearest(&self, wish: Rect) -> Rect {
        let mut best: Option<(f64, Rect)> = None;
        for column in 0..=2 * COLUMNS {
            let far = f64::from(column.div_ceil(2)) * STEP;
            if best.is_some_and(|(cost, _)| far * ASIDE >= cost) {
                break;
            }
            let dx = if column % 2 == 0 { -far } else { far };
            if self.within && wish.x + dx < 0.0 {
                continue;
            }
            let place = self.down(wish.moved(dx, 0.0));
            let cost = far * ASIDE + (place.y - wish.y).abs();
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, place));
            }
        }
        best.map_or(wish, |(_, place)| place)
    }

    /// The nearest free position directly above or below.
    fn down(&self, wish: Rect) -> Rect {
        let mut taken: Vec<(f64, f64)> = strips(wish.x - GAP, wish.right() + GAP)
            .filter_map(|strip| self.strips.get(&strip))
            .flatten()
            .filter(|rect| rect.x < wish.right() + GAP && wish.x < rect.right() + GAP)
            .map(|rect| (rect.y - GAP - wish.height, rect.bottom() + GAP))
            .collect();
        if self.within {
            taken.push((-1e9, 0.0));
        }
        taken.sort_by(|left, right| left.0.total_cmp(&right.0));
        // Merge the ranges of y that are too close to a box until one contains the preferred position.
        let mut run: Option<(f64, f64)> = None;
        let holds = |(low, high): (f64, f64)| low < wish.y && wish.y < high;
        for (low, high) in taken {
            match &mut run {
                Some((_, end)) if low < *end => *end = end.max(high),
                Some(whole) if holds(*whole) => break,
                _ => run = Some((low, high)),
            }
        }
        match run.filter(|run| holds(*run)) {
            None => wish,
            Some((low, high)) if wish.y - low < high - wish.y => Rect { y: low.floor(), ..wish },
            Some((_, high)) => Rect { y: high.ceil(), ..wish },
        }
    }
}

fn strips(left: f64, right: f64) -> std::ops::RangeInclusive<i64> {
    // Saturating: a position far outside is still a position.
    let strip = |x: f64| ((x / BUCKET).floor().clamp(-1e9, 1e9)) as i64;
    let (left, right) = (strip(left), strip(right));
    left..=right.min(left + 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64) -> Rect {
        Rect { x, y, width: 200.0, height: 100.0 }
    }

    #[test]
    fn a_free_position_is_used_as_is() {
        assert_eq!(PlacedBoxes::default().nearest(rect(5.0, 7.0)), rect(5.0, 7.0));
    }

    #[test]
    fn an_occupied_position_moves_the_box_down_or_up() {
        let mut previous = PlacedBoxes::default();
        previous.add(rect(0.0, 0.0));
        assert_eq!(previous.nearest(rect(0.0, 60.0)), rect(0.0, 132.0));
        assert_eq!(previous.nearest(rect(0.0, -60.0)), rect(0.0, -132.0));
        previous.add(rect(0.0, 140.0));
        assert_eq!(
            previous.nearest(rect(0.0, 60.0)),
            rect(0.0, -132.0),
            "the gap between the two is too small"
        );
    }
}
