//! Wires after an edit of a large diagram: paths of the diagram before that still fit stay, and the others are drafted.

use super::super::obstacles::{Obstacle, ObstacleGrid};
use super::super::path_request::PathRequest;
use super::super::route;
use super::super::scene::Scene;
use super::super::viewport::WorldPoint;
use super::plan::{Plan, plans, requests};
use super::{Drawn, Wire, draw_plans};
use limn_language::graph::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// Above this part of all paths, drafts look too different from paths that avoid each other.
const DRAFTED: usize = 4;

/// Draws the wires of a scene like those of the scene before an edit. `None`: too few of them still fit.
pub(in super::super) fn draw_like(scene: &Scene, before: &Scene) -> Option<Drawn> {
    let graph = scene.graph().as_ref();
    let (links, plans): (Vec<usize>, Vec<Plan<'_>>) = plans(scene, graph, 0..graph.links.len()).unzip();
    let (requests, _) = requests(&plans);
    let mut paths = fitting(scene, before, &plans, &requests);
    let stale: Vec<usize> = (0..requests.len()).filter(|at| paths[*at].is_none()).collect();
    if stale.len() * DRAFTED > requests.len() {
        return None;
    }
    let drawn = draw_plans(scene, plans, |grid, _, spacing, bounds| {
        let missing: Vec<PathRequest> = stale.iter().map(|at| requests[*at].clone()).collect();
        for (at, path) in stale.iter().zip(route::draft(grid, &missing, spacing, bounds)) {
            paths[*at] = Some(path);
        }
        paths.into_iter().flatten().collect()
    });
    Some((drawn, links))
}

/// For each path, the one of the scene before, if it has the same ends and nothing new is in its way.
fn fitting(
    scene: &Scene,
    before: &Scene,
    plans: &[Plan<'_>],
    requests: &[PathRequest],
) -> Vec<Option<Vec<WorldPoint>>> {
    let changed = ObstacleGrid::new(&new_obstacles(scene, before));
    // Wires with the same id are in the same order.
    let mut wires: FxHashMap<&Id, Vec<&Wire>> = FxHashMap::default();
    for wire in before.wires.iter().rev() {
        wires.entry(&wire.id).or_default().push(wire);
    }
    let mut requests = requests.iter();
    let mut paths = Vec::with_capacity(requests.len());
    for plan in plans {
        let wire = wires.get_mut(&plan.link.id).and_then(Vec::pop);
        if !plan.is_routed() {
            continue;
        }
        let wire = wire.filter(|wire| wire.is_routed() && wire.legs.len() == plan.legs.len());
        for (number, request) in requests.by_ref().take(plan.legs.len()).enumerate() {
            // A bend that was reset leaves its path.
            let leg = &plan.legs[number];
            let is_reset = leg.bend.is_none() && before.bends().contains_key(&leg.written);
            let old = || between(&wire.filter(|_| !is_reset)?.legs.get(number)?.points, request);
            let path = request.fixed.clone().or_else(old);
            paths.push(path.filter(|path| request.fixed.is_some() || is_free(&changed, request, path)));
        }
    }
    paths
}

/// The part of a leg between the ends of a path: at the frame, a leg continues to the names of the ports.
fn between(points: &[WorldPoint], request: &PathRequest) -> Option<Vec<WorldPoint>> {
    let from = points.iter().take(2).position(|at| *at == request.from.at)?;
    let to = points.len() - points.iter().rev().take(2).position(|at| *at == request.to.at)?;
    points.get(from..to).filter(|points| points.len() > 1).map(<[WorldPoint]>::to_vec)
}

/// The obstacles that the scene before did not have.
fn new_obstacles(scene: &Scene, before: &Scene) -> Vec<Obstacle> {
    let bits = |obstacle: &Obstacle| {
        (
            [obstacle.rect.x, obstacle.rect.y, obstacle.rect.width, obstacle.rect.height].map(f64::to_bits),
            obstacle.host.is_some(),
        )
    };
    let known: FxHashSet<([u64; 4], bool)> = before.obstacles().iter().map(bits).collect();
    scene.obstacles().into_iter().filter(|obstacle| !known.contains(&bits(obstacle))).collect()
}

/// Returns true if no obstacle is in the way of a path.
fn is_free(grid: &ObstacleGrid, request: &PathRequest, path: &[WorldPoint]) -> bool {
    let view = grid.with_open(&request.open);
    path.windows(2).all(|run| {
        let [from, to] = [run[0], run[1]];
        if from.x == to.x { view.along(from.x, from.y, to.y) } else { view.across(from.y, from.x, to.x) }
    })
}
