//! Where the names of wires stand. Knows the ways of wires and the cards, nothing of how either is drawn.

use std::collections::hash_map::Entry;

use super::ground::Ground;
use super::space::World;
use super::wire::{Leg, Note, TAG_PAD};
use crate::graph::Link;
use crate::layout::{ById, Rect, SMALL, elide, text_width};

/// The labels of all wires, each where nothing else is: on its longest level runs, above or below. A wire without such a place shows its name
/// when pointed at.
pub(super) struct Labels<'a> {
    ground: Ground<'a>,
    /// By squares of the plane: what is there, and of which wire, by number. What is wide is in wide squares, so that each thing is in few.
    taken: ById<(i64, usize, i64), Vec<(Rect, usize)>>,
    /// How wide the widest squares are, in doublings.
    widest: usize,
    /// What is there already, with the first that is there: of what lies on top of one another two are as good as all.
    stacked: ById<[u64; 4], (usize, bool)>,
}

impl<'a> Labels<'a> {
    const STRIP: f64 = 16.0;
    const SQUARE: f64 = 128.0;
    const HEIGHT: f64 = 13.0;

    pub fn new(ground: Ground<'a>) -> Labels<'a> {
        Labels { ground, taken: ById::default(), widest: 0, stacked: ById::default() }
    }

    pub fn find(&mut self, link: &Link, legs: &[Leg], own: usize) -> Option<Note> {
        const LEAST: f64 = 44.0;
        const MOST: f64 = 200.0;
        if link.label.is_empty() || !link.kind.is_drawn() {
            return None;
        }
        let length = |run: &[World]| (run[0].x - run[1].x).abs();
        let runs = legs.iter().flat_map(|leg| leg.points.windows(2)).filter(|run| run[0].y == run[1].y);
        let mut runs: Vec<&[World]> = runs.filter(|run| length(run) - 28.0 >= LEAST).collect();
        runs.sort_by(|left, right| length(right).total_cmp(&length(left)));
        for run in runs.into_iter().take(3) {
            let text = elide(&link.label, SMALL, (length(run) - 28.0).min(MOST));
            let width = text_width(&text, SMALL);
            let spare = (length(run) - 28.0 - width).max(0.0) / 2.0;
            // In the middle, then toward either end; above, then below.
            for (aside, below) in [(0.0, -6.0), (0.0, 15.0), (-0.9, -6.0), (0.9, -6.0)] {
                let at =
                    World::new((f64::midpoint(run[0].x, run[1].x) + aside * spare).round(), run[0].y + below);
                let rect = Rect { x: at.x - width / 2.0, y: at.y - 10.0, width, height: Self::HEIGHT };
                if self.take(rect, own) {
                    return Some(Note { text, at, from_right: false });
                }
            }
        }
        None
    }

    /// The label of a band, on the band itself: on its longest level run that has room for it, else across an upright one. Where its name and what
    /// is behind it do not fit, what is behind it does, or as much of that as there is room for: the rest is told when pointed at.
    pub fn find_on(&mut self, link: &Link, legs: &[Leg], own: usize) -> Option<Note> {
        const MOST: f64 = 220.0;
        const ENDS: f64 = 14.0;
        let said = link.label.split_once(": ").map_or("", |(_, said)| said);
        const LEAST: f64 = 36.0;
        let length = |run: &[World]| (run[0].x - run[1].x).abs() + (run[0].y - run[1].y).abs();
        let mut runs: Vec<&[World]> = legs.iter().flat_map(|leg| leg.points.windows(2)).collect();
        runs.sort_by(|left, right| length(right).total_cmp(&length(left)));
        let room =
            runs.iter().find(|run| run[0].y == run[1].y).map_or(0.0, |run| length(run) - ENDS - TAG_PAD);
        let short = if room < LEAST { String::new() } else { elide(said, SMALL, room.min(MOST / 2.0)) };
        let texts = [elide(&link.label, SMALL, MOST), elide(said, SMALL, MOST / 2.0), short];
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        for text in texts {
            let width = text_width(&text, SMALL) + TAG_PAD;
            let level = runs.iter().filter(|run| run[0].y == run[1].y && length(run) >= width + ENDS);
            let upright = runs.iter().filter(|run| run[0].x == run[1].x && length(run) >= 60.0);
            for run in level.chain(upright).take(6) {
                let (dx, dy) = (run[1].x - run[0].x, run[1].y - run[0].y);
                for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
                    let (x, y) = ((run[0].x + share * dx).round(), run[0].y + share * dy);
                    let rect = Rect { x: x - width / 2.0, y: y - 9.0, width, height: 18.0 };
                    if self.take(rect, own) {
                        return Some(Note { text, at: World::new(x, y + 4.0), from_right: false });
                    }
                }
            }
        }
        None
    }

    /// No label of another wire is to lie on the level runs of this one, nor so near to them.
    pub fn keep_off(&mut self, way: &[World], of: usize, by: f64) {
        for run in way.windows(2).filter(|run| run[0].y == run[1].y) {
            let (x, width) = (run[0].x.min(run[1].x), (run[0].x - run[1].x).abs());
            self.add(Rect { x, y: run[0].y - by, width, height: 2.0 * by }, of);
        }
    }

    fn take(&mut self, rect: Rect, own: usize) -> bool {
        let squares = (0..=self.widest).flat_map(|width| Self::squares(rect, width));
        let mut others = squares.filter_map(|at| self.taken.get(&at)).flatten();
        // Its own runs are beside it; its own label is this one.
        if others.any(|(other, of)| *of != own && other.overlaps(&rect)) || self.ground.covers(rect) {
            return false;
        }
        self.add(rect, own);
        true
    }

    fn add(&mut self, rect: Rect, of: usize) {
        let place = [rect.x, rect.y, rect.width, rect.height].map(f64::to_bits);
        match self.stacked.entry(place) {
            Entry::Vacant(free) => {
                free.insert((of, false));
            }
            Entry::Occupied(mut there) => {
                let (first, second) = there.get_mut();
                if *first == of || std::mem::replace(second, true) {
                    return;
                }
            }
        }
        let width = (rect.width / Self::SQUARE).max(1.0).log2().ceil() as usize;
        self.widest = self.widest.max(width);
        for at in Self::squares(rect, width) {
            self.taken.entry(at).or_default().push((rect, of));
        }
    }

    /// The squares of one width that a rectangle touches.
    fn squares(rect: Rect, width: usize) -> impl Iterator<Item = (i64, usize, i64)> {
        let strip = |y: f64| (y / Self::STRIP).floor() as i64;
        let column = move |x: f64| (x / (Self::SQUARE * (1_u64 << width.min(40)) as f64)).floor() as i64;
        let columns = column(rect.x)..=column(rect.right());
        (strip(rect.y)..=strip(rect.bottom()))
            .flat_map(move |strip| columns.clone().map(move |column| (strip, width, column)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::Terrain;
    use super::*;

    #[test]
    fn what_lies_on_top_of_one_another_is_kept_twice_at_most() {
        let terrain = Terrain::new(&[]);
        let mut labels = Labels::new(terrain.all_open());
        for of in 0..1_000 {
            labels.keep_off(&[World::new(0.0, 50.0), World::new(100_000.0, 50.0)], of, 1.0);
        }
        let kept: usize = labels.taken.values().map(Vec::len).sum();
        assert!(kept <= 8, "{kept}");
        let on = Rect { x: 700.0, y: 45.0, width: 60.0, height: 13.0 };
        assert!(!labels.take(on, 0), "the second is another wire's");
        assert!(!labels.take(on, 1_000));
        assert!(labels.take(Rect { y: 60.0, ..on }, 0));
    }
}
