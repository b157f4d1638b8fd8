//! A free place near where a box would like to be, among boxes that stay. Knows no graph.

use std::collections::BTreeMap;

use super::Rect;

/// What is left free around every box.
const GAP: f64 = 32.0;
const BUCKET: f64 = 320.0;
const STEP: f64 = 24.0;
/// Columns looked at on either side before settling for the nearest free place found.
const COLUMNS: u32 = 64;
/// Going aside costs more than going down: what belongs right of its provider should stay there.
const ASIDE: f64 = 3.0;

/// Boxes that stand.
#[derive(Default)]
pub(super) struct Standing {
    /// By which vertical strips they touch.
    strips: BTreeMap<i64, Vec<Rect>>,
    /// Nothing finds a place left of 0 or above it.
    within: bool,
}

impl Standing {
    pub fn new(within: bool) -> Standing {
        Standing { within, ..Standing::default() }
    }

    pub fn add(&mut self, rect: Rect) {
        for strip in strips(rect.x, rect.right()) {
            self.strips.entry(strip).or_default().push(rect);
        }
    }

    /// The nearest place to `wish` where nothing is within the gap.
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

    /// The nearest free place straight above or below.
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
        // The runs of y at which the box would be too near something, merged, until one holds the wish.
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
    // Saturating: a place far out is a place all the same.
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
    fn a_free_place_is_taken_as_it_is() {
        assert_eq!(Standing::default().nearest(rect(5.0, 7.0)), rect(5.0, 7.0));
    }

    #[test]
    fn a_taken_place_makes_it_go_down_or_up() {
        let mut standing = Standing::default();
        standing.add(rect(0.0, 0.0));
        assert_eq!(standing.nearest(rect(0.0, 60.0)), rect(0.0, 132.0));
        assert_eq!(standing.nearest(rect(0.0, -60.0)), rect(0.0, -132.0));
        standing.add(rect(0.0, 140.0));
        assert_eq!(standing.nearest(rect(0.0, 60.0)), rect(0.0, -132.0), "between the two there is no room");
    }
}
