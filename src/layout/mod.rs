//! Where nodes go. Pure, deterministic, stable under additions; pins are respected. Knows no pointer and no page.

mod card;
mod text;

use std::collections::BTreeMap;

pub use self::card::{
    CHIP, CHIPS, Chip, Face, HEADER, PILL_PAD, PILL_TEXT_AT, ROW, STACK, Spot, TILE, TILE_AT, Text, folded,
    measure, measure_frame, pill_text, pills,
};
pub use self::text::{CAPTION, Font, LABEL, PORT, SMALL, elide, width as text_width};
use crate::graph::{Graph, Id};

/// A rectangle in world units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle, as (x, y).
    pub fn centre(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    #[must_use]
    pub fn moved(&self, dx: f64, dy: f64) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }

    /// Larger by so much on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The least rectangle that holds both.
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect {
            x,
            y,
            width: self.right().max(other.right()) - x,
            height: self.bottom().max(other.bottom()) - y,
        }
    }
}

/// Where everything stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The cards, without what peeks out above them or hangs below.
    pub boxes: BTreeMap<Id, Rect>,
    pub frame: Option<Rect>,
}

/// Lays a graph out. Boxes named in `kept` stand where they stood (top-left corner); the rest find a free place near what they are linked to.
/// With nothing kept this is a fresh layered layout.
pub fn layout(graph: &Graph, kept: &BTreeMap<Id, (f64, f64)>) -> Layout {
    let mut layout = Layout::default();
    for (at, node) in graph.nodes.iter().enumerate() {
        let face = measure(node);
        let grid = ((at % 4) as f64 * 400.0, (at / 4) as f64 * 260.0);
        let (x, y) = kept.get(&node.id).copied().unwrap_or(grid);
        layout.boxes.insert(node.id.clone(), Rect { x, y, width: face.width, height: face.height });
    }
    layout.frame = graph.frame.as_ref().map(|frame| {
        let (width, height) = card::least_frame(frame);
        let least = Rect { x: -48.0, y: -72.0, width, height };
        layout.boxes.values().fold(least, |sum, rect| sum.union(&rect.grown(48.0)))
    });
    layout
}
