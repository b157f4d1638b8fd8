//! Connections: the wires of a scene by the nodes that they end at and by their places, so that a drag finds the ones it affects without a search of all.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::drawn::Wire;
use limn_language::graph::Id;
use limn_layout::Rect;
use rustc_hash::FxHashMap;

/// Wires by number, as they are drawn.
#[derive(Debug, Default)]
pub(in super::super) struct Connections {
    /// The number of the link of each wire in the graph: some links cannot be drawn.
    pub links: Vec<usize>,
    /// The wires of each card, by its number; the last are those of the frame. Ascending.
    of_card: Vec<Vec<usize>>,
    /// Made for the first drag.
    places: OnceLock<Places>,
}

/// The wires in each square that one of their runs touches.
#[derive(Debug)]
struct Places {
    squares: FxHashMap<(i64, i64), Vec<usize>>,
    side: f64,
}

/// The side length of a square, and the largest number of them along a diagram.
const SQUARE: f64 = 256.0;
const MOST: f64 = 256.0;

impl Connections {
    /// The wires with the numbers of their links. `cards`: the number of each card; any other end is the frame.
    pub fn new(wires: &[Arc<Wire>], links: Vec<usize>, cards: &FxHashMap<Id, usize>) -> Connections {
        let mut of_card = vec![Vec::new(); cards.len() + 1];
        for (number, wire) in wires.iter().enumerate() {
            for node in wire.sources.iter().chain(&wire.targets) {
                let its = &mut of_card[cards.get(node).copied().unwrap_or(cards.len())];
                // A wire can have several ends at a node.
                if its.last() != Some(&number) {
                    its.push(number);
                }
            }
        }
        Connections { links, of_card, places: OnceLock::new() }
    }

    /// The numbers of the wires of a card; of the frame without one.
    pub fn of(&self, card: Option<usize>) -> &[usize] {
        let last = self.of_card.len().saturating_sub(1);
        self.of_card.get(card.unwrap_or(last)).map_or(&[], Vec::as_slice)
    }

    /// The wires that may enter one of these areas, at the places that they had at the first call. `wires`: all wires.
    pub fn near(&self, areas: &[Rect], wires: &[Arc<Wire>]) -> BTreeSet<usize> {
        let places = self.places.get_or_init(|| Places::new(wires));
        let squares = areas.iter().flat_map(|area| places.squares_of(area));
        squares.filter_map(|square| places.squares.get(&square)).flatten().copied().collect()
    }
}

impl Places {
    fn new(wires: &[Arc<Wire>]) -> Places {
        let all = wires.iter().filter_map(|wire| wire.bounds()).reduce(|one, other| one.union(&other));
        let all = all.unwrap_or_default();
        let side = SQUARE.max(all.width.max(all.height) / MOST);
        let mut places = Places { squares: FxHashMap::default(), side };
        for (number, wire) in wires.iter().enumerate() {
            for run in wire.legs.iter().flat_map(|leg| leg.points.windows(2)) {
                let rect = Rect {
                    x: run[0].x.min(run[1].x),
                    y: run[0].y.min(run[1].y),
                    width: (run[0].x - run[1].x).abs(),
                    height: (run[0].y - run[1].y).abs(),
                };
                for square in places.squares_of(&rect) {
                    let its = places.squares.entry(square).or_default();
                    if its.last() != Some(&number) {
                        its.push(number);
                    }
                }
            }
        }
        places
    }

    fn squares_of(&self, area: &Rect) -> impl Iterator<Item = (i64, i64)> + use<> {
        let square = |at: f64| (at / self.side).floor() as i64;
        let (columns, rows) = (square(area.x)..=square(area.right()), square(area.y)..=square(area.bottom()));
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
    }
}
