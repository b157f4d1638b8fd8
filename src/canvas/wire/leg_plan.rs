//! Leg plan: the ends of a leg before its path is known.

use std::rc::Rc;

use super::super::path_request::Anchor;
use super::super::viewport::WorldPoint;
use limn_language::bend::Bend;
use limn_language::graph::{Id, PortRef, Side};

/// A leg to route: from port to port, from port to hub, or from hub to port.
pub(super) struct LegPlan<'a> {
    pub(super) from: Anchor,
    pub(super) to: Anchor,
    /// The ports that it starts and ends at; `None` for the hub.
    pub(super) ports: [Option<&'a PortRef>; 2],
    pub(super) place: HubSide,
    pub(super) written: Id,
    /// The numbers of the nodes at the ends of its link, sorted.
    pub(super) open: Rc<[usize]>,
    /// The bend that the user has placed.
    pub(super) bend: Option<&'a Bend>,
    /// For a value flow or a mapping that ends at the frame: the lengths of the port names there, its own and the longest.
    pub(super) names: [(f64, f64); 2],
}

impl LegPlan<'_> {
    pub(super) fn end(&self) -> Option<Id> {
        (self.place != HubSide::Whole).then(|| self.written.clone())
    }

    /// Begin and end of its drawing: at the frame's edge, at the names of the ports.
    pub(super) fn tips(&self) -> [WorldPoint; 2] {
        let [(from_own, _), (to_own, _)] = self.names;
        [inward(self.from, from_own), inward(self.to, to_own)]
    }
}

/// The side of the hub that a leg is on.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum HubSide {
    /// Without a hub.
    Whole,
    In,
    Out,
}

/// The point at a distance in the direction in which a wire leaves.
pub(super) fn inward(anchor: Anchor, by: f64) -> WorldPoint {
    WorldPoint::new(anchor.at.x + if anchor.toward == Side::Right { by } else { -by }, anchor.at.y)
}
