//! Thumbnail of a scene: boxes and lines in a square of 1,000 units, for lists of documents.

use serde::{Deserialize, Serialize};

use super::Scene;
use limn_layout::Rect;

const SIDE: f64 = 1_000.0;
/// The maximum numbers of boxes and lines; more would not be visible at the size of a thumbnail.
const BOXES: usize = 160;
const LINES: usize = 200;

/// Boxes as left, top, width and height, the largest first; lines as their two ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thumbnail {
    pub boxes: Vec<[i16; 4]>,
    pub lines: Vec<[i16; 4]>,
}

impl Thumbnail {
    pub fn of(scene: &Scene) -> Thumbnail {
        let cards: Vec<Rect> = scene.cards.iter().filter_map(|card| scene.rect(&card.id)).collect();
        let frame = scene.frame.as_ref().and_then(|frame| scene.rect(&frame.id));
        let all = frame.iter().chain(&cards);
        let bounds = all.copied().reduce(|one, other| {
            let (x, y) = (one.x.min(other.x), one.y.min(other.y));
            let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
            Rect { x, y, width: right - x, height: bottom - y }
        });
        let Some(bounds) = bounds else { return Thumbnail::default() };
        let scale = SIDE / bounds.width.max(bounds.height).max(1.0);
        // Center it in the square.
        let (left, top) = ((SIDE - bounds.width * scale) / 2.0, (SIDE - bounds.height * scale) / 2.0);
        let x = |x: f64| ((x - bounds.x) * scale + left).clamp(0.0, SIDE) as i16;
        let y = |y: f64| ((y - bounds.y) * scale + top).clamp(0.0, SIDE) as i16;
        let square = |rect: &Rect| {
            let size = |size: f64| (size * scale).clamp(1.0, SIDE) as i16;
            [x(rect.x), y(rect.y), size(rect.width), size(rect.height)]
        };
        let mut boxes: Vec<[i16; 4]> = cards.iter().map(square).collect();
        boxes.sort_by_key(|[_, _, width, height]| -(i32::from(*width) * i32::from(*height)));
        boxes.truncate(BOXES);
        let legs = scene.wires.iter().filter(|wire| !wire.quiet).flat_map(|wire| &wire.legs);
        let ends = legs.filter_map(|leg| leg.points.first().zip(leg.points.last()));
        let lines = ends.map(|(from, to)| [x(from.x), y(from.y), x(to.x), y(to.y)]);
        Thumbnail { boxes, lines: lines.take(LINES).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use limn_language::graph::Graph;
    use limn_layout::layout;

    #[test]
    fn nothing_is_an_empty_picture() {
        let graph = Arc::new(Graph::default());
        let layout = layout(&graph, &std::collections::BTreeMap::new());
        assert!(Thumbnail::of(&Scene::new(graph, &layout, &std::collections::BTreeMap::new())).is_empty());
    }
}
