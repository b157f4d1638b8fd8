//! Bends of wires that the user has placed. Like positions of nodes, they are stored beside the text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::edit::Place;
use crate::graph::Id;

/// The bends of a diagram, by link; of a link with several ends on a side, by end (`End::written`).
pub type Bends = BTreeMap<Id, Bend>;

/// The places of the runs of a wire between its first and its last, which are level and at its ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bend {
    /// The ends of the wire when it was bent.
    pub from: Place,
    pub to: Place,
    /// Alternately the x of a vertical run and the y of a horizontal one, beginning and ending with a vertical run.
    pub runs: Vec<f64>,
}

/// The largest number of runs, far more than a user makes.
const MOST_RUNS: usize = 99;

impl Bend {
    /// The runs of a wire that begins and ends at these places. They move as far as both ends have moved, so that they keep their place while only one of them
    /// is moved.
    pub fn runs_between(&self, from: Place, to: Place) -> Vec<f64> {
        let dx = common(from.x - self.from.x, to.x - self.to.x);
        let dy = common(from.y - self.from.y, to.y - self.to.y);
        let moved = self.runs.iter().enumerate();
        moved.map(|(at, place)| place + if at % 2 == 0 { dx } else { dy }).collect()
    }

    /// Returns true if the bend can be drawn and no place is farther away than `farthest`.
    pub fn is_within(&self, farthest: f64) -> bool {
        let ends = [self.from.x, self.from.y, self.to.x, self.to.y];
        let is_near = |place: &f64| place.abs() <= farthest;
        self.runs.len() % 2 == 1 && self.runs.len() <= MOST_RUNS && self.runs.iter().chain(&ends).all(is_near)
    }
}

/// The part of two distances that both have.
fn common(one: f64, other: f64) -> f64 {
    if one * other <= 0.0 {
        0.0
    } else if one.abs() < other.abs() {
        one
    } else {
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(x: f64, y: f64) -> Place {
        Place { x, y }
    }

    #[test]
    fn c4_runs_move_with_both_ends_and_stay_when_one_of_them_moves() {
        let bend = Bend { from: place(0.0, 0.0), to: place(300.0, 100.0), runs: vec![120.0, 60.0, 200.0] };
        assert_eq!(bend.runs_between(place(0.0, 0.0), place(300.0, 100.0)), bend.runs);
        assert_eq!(bend.runs_between(place(40.0, 0.0), place(300.0, 190.0)), bend.runs);
        assert_eq!(bend.runs_between(place(50.0, -20.0), place(350.0, 80.0)), [170.0, 40.0, 250.0]);
        // Both to the right, one farther than the other; one up, the other down.
        assert_eq!(bend.runs_between(place(10.0, -5.0), place(390.0, 130.0)), [130.0, 60.0, 210.0]);
    }

    #[test]
    fn c4_a_bend_that_cannot_be_drawn_is_not_taken() {
        let bend = |runs: &[f64]| Bend { from: place(0.0, 0.0), to: place(9.0, 9.0), runs: runs.to_vec() };
        assert!(bend(&[3.0]).is_within(10.0) && bend(&[3.0, 4.0, 5.0]).is_within(10.0));
        for runs in [&[][..], &[3.0, 4.0], &[30.0], &[f64::NAN], &[5.0; 101]] {
            assert!(!bend(runs).is_within(10.0), "{runs:?}");
        }
    }
}
