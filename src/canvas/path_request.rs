//! Path request: what the routers of wires need to know about a path, and the distances that they keep.

use std::rc::Rc;

use super::runs::Ends;
use super::viewport::WorldPoint;
use limn_language::graph::Side;
use serde::{Deserialize, Serialize};

/// The point where a wire meets a port.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    pub at: WorldPoint,
    /// The side to which the wire leaves: outward for a card, inward for the frame.
    pub toward: Side,
}

/// A path to route.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PathRequest {
    pub from: Anchor,
    pub to: Anchor,
    /// Its start and its end. Paths with an end in common can overlap: they branch.
    pub ends: Ends,
    /// Paths of the same net share their first runs.
    pub net: usize,
    /// The sorted numbers of the nodes at its ends: it can run inside all their hosts.
    pub open: Rc<[usize]>,
    /// Its corners, if the user has placed them.
    pub fixed: Option<Vec<WorldPoint>>,
}

/// Distances between parallel paths.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    /// Between new paths.
    pub track: f64,
    /// The smallest between unrelated paths.
    pub least: f64,
}

/// The length of the straight segment at a port on a right edge; larger than the minimum distance to cards.
pub(super) const STUB: f64 = 14.0;
/// The same on a left edge, with space for an arrowhead after the bend.
pub(super) const ARRIVAL: f64 = 18.0;
/// The distances between wires, and between bands.
pub(super) const WIRES: Spacing = Spacing { track: 9.0, least: 4.0 };
pub(super) const BANDS: Spacing = Spacing { track: 15.0, least: 12.0 };

/// The length of the straight segment at a port.
pub(super) fn stub(toward: Side) -> f64 {
    if toward == Side::Right { STUB } else { ARRIVAL }
}

pub(super) fn is_reversed(request: &PathRequest) -> bool {
    request.from.toward == Side::Left && request.to.toward == Side::Right
}
