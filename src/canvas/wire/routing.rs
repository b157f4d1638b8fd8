//! The search for the paths of all wires as a problem of its own: plain data, so that another thread can solve it.

use serde::{Deserialize, Serialize};

use super::super::obstacles::{Obstacle, ObstacleGrid};
use super::super::path_request::{BANDS, PathRequest, Spacing, WIRES};
use super::super::route;
use super::super::viewport::WorldPoint;
use limn_layout::Rect;

/// State that the paths of a scene's wires depend on.
#[derive(Debug, Serialize, Deserialize)]
pub struct Routing {
    pub(super) obstacles: Vec<Obstacle>,
    pub(super) requests: Vec<PathRequest>,
    /// True if some wires are bands.
    pub(super) broad: bool,
    /// The area that paths stay in if possible.
    pub(super) bounds: Option<Rect>,
}

impl Routing {
    /// The corners of each path, for [`super::super::Scene::with_wires_by`].
    pub fn solve(&self) -> Vec<Vec<WorldPoint>> {
        route::route(&ObstacleGrid::new(&self.obstacles), &self.requests, spacing(self.broad), self.bounds)
    }
}

pub(super) fn spacing(broad: bool) -> Spacing {
    if broad { BANDS } else { WIRES }
}
