//! Wires of a scene: all of them at once, as before an edit, or along paths that were found elsewhere.

use std::sync::Arc;

use super::super::viewport::WorldPoint;
use super::super::wire::{self, Connections, Routing, Wire};
use super::{Scene, frame_card, reach_of_names};
use limn_language::graph::Id;
use limn_layout::Rect;

impl Scene {
    /// The scene with its wires, and with a frame around them.
    #[must_use]
    pub fn with_wires(&self) -> Scene {
        let mut scene = self.clone();
        scene.draw_wires();
        if scene.grow_around_wires() {
            scene.draw_wires();
        }
        scene.bounds = scene.measure_bounds();
        scene
    }

    /// The same, with paths that `solve` finds elsewhere, such as in another thread: see [`Routing::solve`]. `None`: it found none.
    pub async fn with_wires_by(
        &self,
        solve: impl AsyncFn(Routing) -> Option<Vec<Vec<WorldPoint>>>,
    ) -> Option<Scene> {
        let mut scene = self.clone();
        let paths = solve(scene.routing()).await?;
        scene.draw_wires_along(paths);
        if scene.grow_around_wires() {
            let paths = solve(scene.routing()).await?;
            scene.draw_wires_along(paths);
        }
        scene.bounds = scene.measure_bounds();
        Some(scene)
    }

    /// The same after an edit, in little time: wires of the scene before that still fit stay, and the others can coincide with them. `None`: most wires
    /// are others.
    #[must_use]
    pub fn with_wires_like(&self, before: &Scene) -> Option<Scene> {
        let mut scene = self.clone();
        scene.set_wires(wire::draw_like(&scene, before)?);
        if scene.grow_around_wires() {
            scene.set_wires(wire::draw_like(&scene, before)?);
        }
        scene.bounds = scene.measure_bounds();
        Some(scene)
    }

    /// The paths that its wires need.
    pub fn routing(&self) -> Routing {
        wire::routing(self, &self.graph)
    }

    pub(super) fn draw_wires(&mut self) {
        self.set_wires(wire::draw(self, &self.graph));
    }

    /// Redraws the wires after cards moved. In a large diagram, those that are affected.
    pub(super) fn redraw_wires(&mut self, moved: &[&Id]) {
        if self.graph.links.len() < wire::LARGE {
            return self.draw_wires();
        }
        let redrawn = wire::redraw(self, moved);
        self.redrawn = Arc::new(self.redrawn.iter().copied().chain(redrawn).collect());
        self.dim_wires();
    }

    /// The places of the signs above hosted nodes.
    pub(super) fn hosting_signs(&self) -> Vec<Rect> {
        wire::hosting_signs(self)
    }

    fn draw_wires_along(&mut self, paths: Vec<Vec<WorldPoint>>) {
        self.set_wires(wire::draw_along(self, &self.graph, paths));
    }

    fn set_wires(&mut self, (wires, links): (Vec<Arc<Wire>>, Vec<usize>)) {
        self.connections = Arc::new(Connections::new(&wires, links, &self.index));
        self.redrawn = Arc::default();
        self.wires = wires;
        self.dim_wires();
    }

    /// Extends the frame to where the wires are. Returns whether wires have to be drawn again: those of cards alone stay.
    fn grow_around_wires(&mut self) -> bool {
        let Some(frame) = self.rect_around_wires().and_then(|rect| frame_card(&self.graph, rect)) else {
            return false;
        };
        self.names = reach_of_names(&frame);
        let has_wires = !self.wire_numbers(&frame.id).is_empty();
        self.frame = Some(frame);
        self.furnish();
        has_wires
    }

    /// The frame with room for all wires; `None` if no wire leaves it.
    fn rect_around_wires(&self) -> Option<Rect> {
        const MARGIN: f64 = 16.0;
        let frame = self.frame.as_ref()?.rect();
        let points = self.wires.iter().flat_map(|wire| &wire.legs).flat_map(|leg| &leg.points);
        // Ports of the frame are on its edges.
        let outside = points.filter(|at| {
            at.x < frame.x || at.x > frame.right() || at.y < frame.y || at.y > frame.y + frame.height
        });
        let around = outside.map(|at| Rect {
            x: at.x - MARGIN,
            y: at.y - MARGIN,
            width: 2.0 * MARGIN,
            height: 2.0 * MARGIN,
        });
        around.reduce(|left, right| left.union(&right)).map(|outside| frame.union(&outside))
    }
}
