//! Placement of map labels without overlap, in pixels.

/// A place on the map in pixels, or the way from one to another.
type ScreenPoint = (f64, f64);

/// The height of a line of text, in pixels.
const LINE: f64 = 15.0;

/// A name to place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    width: f64,
    /// Possible positions, the best first: the middle of the line.
    candidates: Vec<(f64, f64)>,
    /// Area of the labeled mark; other labels stay out of it.
    mark: Option<Area>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn overlaps(self, other: Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn lies_in(self, (width, height): (f64, f64)) -> bool {
        self.left >= 0.0 && self.top >= 0.0 && self.right <= width && self.bottom <= height
    }
}

impl Label {
    /// The name of a point: beside it, below or above. `away`: how far what marks it reaches around it; `head`: how far up.
    pub fn of_point((x, y): (f64, f64), width: f64, away: f64, head: f64) -> Label {
        let head = head.max(away);
        let aside = away + 2.0 + width / 2.0;
        Label {
            width,
            candidates: vec![
                (x + aside, y),
                (x - aside, y),
                (x, y + away + 1.0 + LINE / 2.0),
                (x, y - head - 1.0 - LINE / 2.0),
                (x + aside, y - head / 2.0 - LINE / 2.0),
                (x - aside, y - head / 2.0 - LINE / 2.0),
            ],
            mark: Some(Area { left: x - away, top: y - head, right: x + away, bottom: y + away }),
        }
    }

    /// The name of a ring by some of its points, each with which way is out of it: just outside, else just inside.
    pub fn of_ring(points: &[(ScreenPoint, ScreenPoint)], width: f64) -> Label {
        let aside = |by: f64| {
            points.iter().map(move |((x, y), (right, down))| {
                (x + right * by * (width / 2.0 + 6.0), y + down * by * (LINE / 2.0 + 3.0))
            })
        };
        Label { width, candidates: aside(1.0).chain(aside(-1.0)).collect(), mark: None }
    }

    fn area(&self, (x, y): (f64, f64)) -> Area {
        let (aside, up) = (self.width / 2.0, LINE / 2.0);
        Area { left: x - aside, top: y - up, right: x + aside, bottom: y + up }
    }
}

/// For each name the middle of its baseline, in a map of this size; `None` where there is room nowhere. The first have the first choice.
pub fn place_labels(names: &[Label], size: (f64, f64)) -> Vec<Option<(f64, f64)>> {
    const DESCENT: f64 = 4.0;
    let mut taken: Vec<(usize, Area)> =
        names.iter().enumerate().filter_map(|(at, name)| Some((at, name.mark?))).collect();
    let mut positions = Vec::with_capacity(names.len());
    for (own, name) in names.iter().enumerate() {
        let free = |candidate: &&(f64, f64)| {
            let area = name.area(**candidate);
            area.lies_in(size) && taken.iter().all(|(of, other)| *of == own || !area.overlaps(*other))
        };
        let found = name.candidates.iter().find(free).copied();
        taken.extend(found.map(|candidate| (own, name.area(candidate))));
        positions.push(found.map(|(x, y)| (x, y + LINE / 2.0 - DESCENT)));
    }
    positions
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: (f64, f64) = (800.0, 600.0);

    #[test]
    fn names_stand_to_the_right_and_give_way_to_each_other() {
        let name = |x| Label::of_point((x, 100.0), 30.0, 6.0, 0.0);
        let positions = place_labels(&[name(100.0), name(112.0)], SIZE);
        // The second point is at the position of the first name.
        assert!(positions[0].unwrap().0 < 100.0);
        assert!(positions[1].unwrap().0 > 112.0);
    }

    #[test]
    fn at_the_edge_a_name_is_on_the_other_side() {
        let positions = place_labels(&[Label::of_point((780.0, 100.0), 60.0, 6.0, 0.0)], SIZE);
        assert!(positions[0].unwrap().0 < 780.0);
    }

    #[test]
    fn a_ring_is_named_outside_and_where_that_is_taken_elsewhere() {
        let south = ((100.0, 200.0), (0.0, 1.0));
        let north = ((100.0, 40.0), (0.0, -1.0));
        let ring = Label::of_ring(&[south, north], 80.0);
        assert_eq!(place_labels(std::slice::from_ref(&ring), SIZE)[0].map(|at| at.1 > 200.0), Some(true));
        let point = Label::of_point((100.0, 212.0), 60.0, 8.0, 24.0);
        assert_eq!(place_labels(&[point, ring], SIZE)[1].map(|at| at.1 < 40.0), Some(true));
    }

    proptest! {
        #[test]
        fn no_name_covers_another_or_leaves_the_map(points in proptest::collection::vec((0.0..800.0_f64, 0.0..600.0_f64, 20.0..200.0_f64), 0..40)) {
            let names: Vec<Label> = points.iter().map(|(x, y, width)| Label::of_point((*x, *y), *width, 7.0, 24.0)).collect();
            let positions = place_labels(&names, SIZE);
            let areas: Vec<Area> = names.iter().zip(&positions).filter_map(|(name, at)| {
                let (x, y) = (*at)?;
                Some(name.area((x, y - LINE / 2.0 + 4.0)))
            }).collect();
            for (at, area) in areas.iter().enumerate() {
                prop_assert!(area.left > -0.01 && area.right < SIZE.0 + 0.01);
                for other in &areas[at + 1..] {
                    let inner = Area { left: area.left + 0.01, top: area.top + 0.01, right: area.right - 0.01, bottom: area.bottom - 0.01 };
                    prop_assert!(!inner.overlaps(*other));
                }
            }
        }
    }
}
