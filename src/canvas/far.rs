//! Far view: a scene whose text would be illegible, as a few SVG paths instead of an element for every card and wire.

use std::fmt::Write as _;
use std::sync::Arc;

use super::elements::{Card, HostBackground, Pill};
use super::scene::Scene;
use super::tool::Dragged;
use super::wire::Wire;
use limn_language::graph::Id;
use limn_layout::Rect;
use rustc_hash::FxHashMap;

/// The number of elements in one path: a change rewrites only the paths that contain what changed.
const ELEMENTS_PER_PATH: u32 = 256;

/// Emphasis of an element of the far view. In drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FarHighlight {
    /// The wire being drawn cannot end here.
    No,
    /// The wire being drawn can end here.
    Takes,
    /// Under the pointer.
    Near,
    /// In the marquee.
    Caught,
    Selected,
}

impl FarHighlight {
    fn class(self) -> &'static str {
        match self {
            FarHighlight::No => " no",
            FarHighlight::Takes => " takes",
            FarHighlight::Near => " near",
            FarHighlight::Caught => " caught",
            FarHighlight::Selected => " selected",
        }
    }
}

/// The identity of a path across changes of the scene; paths are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FarKey {
    /// Backgrounds of hosts, wires, cards, pills.
    layer: u8,
    /// Outer hosts are drawn before their guests.
    depth: u16,
    highlight: Option<FarHighlight>,
    /// Elements of one style have the same classes.
    style: u32,
    /// True if a drag moves it: only these paths change with the pointer.
    dragged: bool,
    /// Elements are numbered within their style, whatever their highlights: highlighting one moves no other to another path.
    block: u32,
}

/// Elements of one style, drawn as one path.
#[derive(Clone, Debug)]
pub struct FarPath {
    key: FarKey,
    class: Class,
    shapes: Vec<Shape>,
}

/// The first element of a path, which has the classes of all.
#[derive(Clone, Debug)]
enum Class {
    Well(Arc<HostBackground>),
    Wire(Arc<Wire>),
    Card(Arc<Card>),
    Pill(Arc<Pill>),
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
    pub fn key(&self) -> FarKey {
        self.key
    }

    /// The attribute `class`: `far-card`, `far-wire`, `far-well` or `far-pill`, with the classes that select the color.
    pub fn class(&self) -> String {
        let own = match &self.class {
            Class::Well(well) => well.class(),
            Class::Wire(wire) => wire.class(),
            Class::Card(card) => card.class(),
            Class::Pill(pill) => pill.class(),
        };
        format!("far-{own}{}", self.key.highlight.map_or("", FarHighlight::class))
    }

    /// Returns true if the attribute `d` equals that of another.
    pub fn draws_as(&self, other: &FarPath) -> bool {
        self.shapes == other.shapes
    }

    /// The attribute `d`.
    pub fn path(&self) -> String {
        let mut path = String::with_capacity(self.shapes.len() * 40);
        for shape in &self.shapes {
            match shape {
                Shape::Box(Rect { x, y, width, height }) => {
                    let (x, y, width, height) = (whole(*x), whole(*y), whole(*width), whole(*height));
                    let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
                }
                Shape::Line(wire) => {
                    for leg in &wire.legs {
                        for (at, point) in leg.points.iter().enumerate() {
                            path.push(if at == 0 { 'M' } else { 'L' });
                            let _ = write!(path, "{} {}", whole(point.x), whole(point.y));
                        }
                    }
                }
            }
        }
        path
    }
}

/// A tenth of a unit is far below a pixel, and integers are formatted several times faster.
fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// Paths under construction.
#[derive(Default)]
struct Paths {
    all: Vec<FarPath>,
    index: FxHashMap<FarKey, usize>,
    /// The number of elements of each layer, depth and style.
    counts: FxHashMap<(u8, u16, u32), u32>,
}

impl Paths {
    fn add(
        &mut self,
        (layer, depth, style): (u8, usize, u32),
        highlight: Option<FarHighlight>,
        dragged: bool,
        shape: Shape,
        class: impl FnOnce() -> Class,
    ) {
        let depth = depth as u16;
        let count = self.counts.entry((layer, depth, style)).or_default();
        let key = FarKey { layer, depth, highlight, style, dragged, block: *count / ELEMENTS_PER_PATH };
        *count += 1;
        let at = *self.index.entry(key).or_insert(self.all.len());
        if at == self.all.len() {
            self.all.push(FarPath { key, class: class(), shapes: Vec::new() });
        }
        self.all[at].shapes.push(shape);
    }
}

impl Scene {
    /// The backgrounds of hosts, wires, cards and pills as paths, in drawing order. Frame, group outlines and overlay are not included.
    /// `dragged`: the cards that are being dragged.
    pub fn far_paths(
        &self,
        highlight: impl Fn(&Id) -> Option<FarHighlight>,
        dragged: Option<&Dragged>,
    ) -> Vec<FarPath> {
        let mut paths = Paths::default();
        let moves = |id: &Id| dragged.is_some_and(|dragged| dragged.contains(id));
        for well in &self.host_backgrounds {
            let style =
                (0, self.depth(&well.id), bits(&[well.look as u8, well.icon as u8, u8::from(well.faint)]));
            let shape = Shape::Box(well.rect);
            let class = || Class::Well(Arc::clone(well));
            paths.add(style, highlight(&well.id), moves(&well.id), shape, class);
        }
        for wire in self.wires.iter().filter(|wire| !wire.quiet) {
            let flags = u8::from(wire.acts) | u8::from(wire.nests) << 1 | u8::from(wire.band) << 2;
            let flags = flags | u8::from(wire.faint) << 3;
            let style = (1, 0, bits(&[wire.kind as u8, wire.hue.map_or(u8::MAX, |hue| hue), flags]));
            let moves = dragged.is_some() && wire.sources.iter().chain(&wire.targets).any(moves);
            let shape = Shape::Line(Arc::clone(wire));
            paths.add(style, highlight(&wire.id), moves, shape, || Class::Wire(Arc::clone(wire)));
        }
        for (at, card) in self.cards.iter().enumerate() {
            let flags = u8::from(card.face.room.is_some()) | u8::from(card.problems.errors > 0) << 1;
            let flags = flags | u8::from(card.faint) << 2;
            let style = (2, self.depth_at(at), bits(&[card.look as u8, card.icon as u8, flags]));
            let shape = Shape::Box(card.rect());
            paths.add(style, highlight(&card.id), moves(&card.id), shape, || Class::Card(Arc::clone(card)));
        }
        for pill in &self.pills {
            let style = (3, 0, bits(&[pill.hue.map_or(u8::MAX, |hue| hue), u8::from(pill.faint)]));
            let shape = Shape::Box(pill.rect);
            paths.add(style, highlight(&pill.id), moves(&pill.on), shape, || Class::Pill(Arc::clone(pill)));
        }
        paths.all.sort_unstable_by_key(|path| path.key);
        paths.all
    }
}

/// Up to four bytes as one number.
fn bits(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
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
        let of_class = paths.iter().filter(|path| path.class().starts_with(class));
        of_class.map(|path| path.path().matches('M').count()).sum()
    }

    #[test]
    fn every_card_and_wire_is_in_a_path_of_bounded_size() {
        let scene = chain(600);
        let paths = scene.far_paths(|_| None, None);
        assert_eq!((count(&paths, "far-card"), count(&paths, "far-wire")), (600, 599));
        assert!(paths.iter().all(|path| path.shapes.len() <= ELEMENTS_PER_PATH as usize));
        assert!(paths.len() <= 10, "{} paths", paths.len());
    }

    #[test]
    fn a_drag_changes_the_paths_of_what_it_moves() {
        let scene = chain(2_000);
        let id = sample::id("n7");
        let at = scene.card(&id).unwrap().at;
        let moved = scene.moved(&[(id.clone(), Place { x: at.x, y: at.y + 9_000.0 })]);
        let paths = |scene: &Scene| scene.far_paths(|_| None, None);
        let changed = changed(&paths(&scene), &paths(&moved)).len();
        assert!((2..=4).contains(&changed), "{changed} paths");
    }

    /// The keys of paths that are drawn otherwise, of two views with the same keys.
    fn changed(before: &[FarPath], after: &[FarPath]) -> Vec<FarKey> {
        let keys = |paths: &[FarPath]| paths.iter().map(FarPath::key).collect::<Vec<_>>();
        assert_eq!(keys(before), keys(after));
        let pairs = before.iter().zip(after);
        pairs.filter(|(before, after)| !before.draws_as(after)).map(|(path, _)| path.key).collect()
    }

    #[test]
    fn dragged_items_are_in_paths_of_their_own() {
        let scene = chain(2_000);
        let id = sample::id("n7");
        let at = scene.card(&id).unwrap().at;
        let dragged = Dragged::new(vec![(id.clone(), at.place())]);
        let moved = scene.moved(&[(id, Place { x: at.x, y: at.y + 9.0 })]);
        let paths = |scene: &Scene| scene.far_paths(|_| None, Some(&dragged));
        let changed = changed(&paths(&scene), &paths(&moved));
        assert_eq!(changed.iter().filter(|key| key.layer == 2).count(), 1);
        assert!(changed.iter().filter(|key| key.layer == 2).all(|key| key.dragged));
        let shapes = paths(&moved).into_iter().filter(|path| path.key.dragged).map(|path| path.shapes.len());
        assert_eq!(shapes.sum::<usize>(), 3, "a card and its two wires");
    }

    #[test]
    fn highlighting_an_element_changes_only_the_path_that_it_leaves() {
        let scene = chain(2_000);
        let id = sample::id("n7");
        let selected = |other: &Id| (*other == id).then_some(FarHighlight::Selected);
        let (before, after) = (scene.far_paths(|_| None, None), scene.far_paths(selected, None));
        assert_eq!(after.len(), before.len() + 1);
        let known = |path: &&FarPath| before.iter().any(|was| was.key == path.key && was.draws_as(path));
        assert_eq!(after.iter().filter(|path| !known(path)).count(), 2, "the path it left, and its own");
    }

    #[test]
    fn highlighted_elements_have_a_path_of_their_own() {
        let scene = chain(3);
        let paths = scene.far_paths(|id| (*id == sample::id("n1")).then_some(FarHighlight::Selected), None);
        let selected: Vec<&FarPath> =
            paths.iter().filter(|path| path.class().ends_with(" selected")).collect();
        assert_eq!(selected.len(), 1);
        assert_eq!(selected[0].shapes, [Shape::Box(scene.card(&sample::id("n1")).unwrap().rect())]);
    }
}
