//! Where names stand on the map, so that none covers another or a dot. Pure.

/// How large a letter of a name is, in pixels.
const LETTER: f64 = 6.9;
const LINE: f64 = 15.0;

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
}

/// A name, its point, and how high what marks the point stands above it.
pub type Named<'a> = (&'a str, (f64, f64), f64);

/// For each name at its point: the lower left of the text, beside, below or above the point; `None` where there is room nowhere.
pub fn stand(names: &[Named<'_>], away: f64) -> Vec<Option<(f64, f64)>> {
    let dot = |(x, y): (f64, f64), head: f64| Area {
        left: x - away,
        top: y - head.max(away),
        right: x + away,
        bottom: y + away,
    };
    let mut taken: Vec<Area> = names.iter().map(|(_, at, head)| dot(*at, *head)).collect();
    let mut stands = Vec::with_capacity(names.len());
    for (own, (name, (x, y), head)) in names.iter().enumerate() {
        let width = name.chars().count() as f64 * LETTER + 4.0;
        let places = [
            (x + away + 2.0, y - LINE / 2.0),
            (x - away - 2.0 - width, y - LINE / 2.0),
            (x - width / 2.0, y + away + 1.0),
            (x - width / 2.0, y - head.max(away) - LINE - 1.0),
        ];
        let area = |(left, top): &(f64, f64)| Area {
            left: *left,
            top: *top,
            right: left + width,
            bottom: top + LINE,
        };
        let free = |place: &&(f64, f64)| {
            let area = area(place);
            taken.iter().enumerate().all(|(at, other)| at == own || !area.overlaps(*other))
        };
        let found = places.iter().find(free).copied();
        taken.extend(found.as_ref().map(area));
        stands.push(found.map(|(left, top)| (left, top + LINE - 4.0)));
    }
    stands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_to_the_right_and_give_way_to_each_other() {
        let stands = stand(&[("one", (100.0, 100.0), 0.0), ("two", (112.0, 100.0), 0.0)], 6.0);
        // The second dot is where the first name would stand.
        assert!(stands[0].unwrap().0 < 100.0);
        assert!(stands[1].unwrap().0 > 112.0);
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let crowd: Vec<Named<'_>> = (0..30)
            .map(|at| ("crowd", (100.0 + f64::from(at % 6) * 9.0, 100.0 + f64::from(at / 6) * 9.0), 0.0))
            .collect();
        assert!(stand(&crowd, 6.0).iter().any(Option::is_none));
    }
}
