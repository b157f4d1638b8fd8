//! Far view: a scene whose text would be illegible, as a few SVG paths instead of an element for every card and wire.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::scene::Scene;
use super::wire::Wire;
use limn_language::graph::Id;
use limn_layout::Rect;

/// The number of elements in one path: a drag rewrites only the paths that contain what it moves.
const MOST: usize = 256;

/// Elements of one CSS class, drawn as one path.
#[derive(Clone, Debug, PartialEq)]
pub struct FarPath {
    /// `far-card`, `far-wire`, `far-well` or `far-pill`, with the classes that select the color.
    pub class: String,
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
enum Shape {
    Box(Rect),
    Line(Arc<Wire>),
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Box(one), Shape::Box(other)) => one == other,
            (Shape::Line(one), Shape::Line(other)) => Arc::ptr_eq(one, other) || one.legs == other.legs,
            _ => false,
        }
    }
}

impl FarPath {
    /// The attribute `d`.
    pub fn path(&self) -> String {
        let mut path = String::with_capacity(self.shapes.len() * 40);
        for shape in &self.shapes {
            match shape {
                // Whole numbers: a tenth of a unit is far below a pixel.
                Shape::Box(Rect { x, y, width, height }) => {
                    let _ = write!(path, "M{x:.0} {y:.0}h{width:.0}v{height:.0}h-{width:.0}z");
                }
                Shape::Line(wire) => {
                    for leg in &wire.legs {
                        for (at, point) in leg.points.iter().enumerate() {
                            let command = if at == 0 { 'M' } else { 'L' };
                            let _ = write!(path, "{command}{:.0} {:.0}", point.x, point.y);
                        }
                    }
                }
            }
        }
        path
    }
}

impl Scene {
    /// The backgrounds of hosts, wires, cards and pills as paths, in drawing order. Frame, group outlines and overlay are not included.
    /// `highlight` returns an additional class for an element.
    pub fn far_paths(&self, highlight: impl Fn(&Id) -> Option<&'static str>) -> Vec<FarPath> {
        // Outer hosts are drawn before their guests; otherwise elements of one class go together.
        let mut classes: BTreeMap<(u8, usize, String), Vec<Shape>> = BTreeMap::new();
        let mut add = |layer: u8, depth: usize, mut class: String, id: &Id, shape: Shape| {
            if let Some(name) = highlight(id) {
                class.push(' ');
                class.push_str(name);
            }
            classes.entry((layer, depth, class)).or_default().push(shape);
        };
        for well in &self.host_backgrounds {
            add(0, self.depth(&well.id), format!("far-{}", well.class()), &well.id, Shape::Box(well.rect));
        }
        for wire in self.wires.iter().filter(|wire| !wire.quiet) {
            add(1, 0, format!("far-{}", wire.class()), &wire.id, Shape::Line(Arc::clone(wire)));
        }
        for card in &self.cards {
            add(2, self.depth(&card.id), format!("far-{}", card.class()), &card.id, Shape::Box(card.rect()));
        }
        for pill in &self.pills {
            add(3, 0, format!("far-{}", pill.class()), &pill.id, Shape::Box(pill.rect));
        }
        let mut paths = Vec::new();
        for ((_, _, class), shapes) in classes {
            paths.extend(
                shapes.chunks(MOST).map(|chunk| FarPath { class: class.clone(), shapes: chunk.to_vec() }),
            );
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use std::sync::Arc;

    use super::*;
    use limn_check::sample;
    use limn_language::edit::Place;
    use limn_layout::layout;

    fn scene(graph: &str) -> Scene {
        let graph = Arc::new(sample::graph(graph));
        let layout = layout(&graph, &BTreeMap::new());
        Scene::new(graph, &layout, &BTreeMap::new())
    }

    /// A chain of nodes.
    fn chain(count: usize) -> Scene {
        let mut text = String::new();
        for at in 0..count {
            let _ = writeln!(text, "n{at} >out:x <in:x");
        }
        for at in 1..count {
            let _ = writeln!(text, "n{}.out -> n{at}.in", at - 1);
        }
        scene(&text)
    }

    fn count(paths: &[FarPath], class: &str) -> usize {
        let of_class = paths.iter().filter(|path| path.class.starts_with(class));
        of_class.map(|path| path.path().matches('M').count()).sum()
    }

    #[test]
    fn every_card_and_wire_is_in_a_path_of_bounded_size() {
        let scene = chain(600);
        let paths = scene.far_paths(|_| None);
        assert_eq!((count(&paths, "far-card"), count(&paths, "far-wire")), (600, 599));
        assert!(paths.iter().all(|path| path.shapes.len() <= MOST));
        assert!(paths.len() <= 10, "{} paths", paths.len());
    }

    #[test]
    fn a_drag_changes_the_paths_of_what_it_moves() {
        let scene = chain(2_000);
        let id = sample::id("n7");
        let at = scene.card(&id).unwrap().at;
        let moved = scene.moved(&[(id, Place { x: at.x, y: at.y + 9_000.0 })]);
        let (before, after) = (scene.far_paths(|_| None), moved.far_paths(|_| None));
        assert_eq!(before.len(), after.len());
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert!((2..=4).contains(&changed), "{changed} of {} paths", before.len());
    }

    #[test]
    fn highlighted_elements_have_a_path_of_their_own() {
        let scene = chain(3);
        let paths = scene.far_paths(|id| (*id == sample::id("n1")).then_some("selected"));
        let selected: Vec<&FarPath> = paths.iter().filter(|path| path.class.ends_with(" selected")).collect();
        assert_eq!(selected.len(), 1);
        assert_eq!(selected[0].shapes, [Shape::Box(scene.card(&sample::id("n1")).unwrap().rect())]);
    }
}
