//! Ends of wires: where each meets a card, and the hub of those with several.

use super::super::elements::PillIndex;
use super::super::path_request::Anchor;
use super::super::scene::Scene;
use super::super::viewport::WorldPoint;
use super::host_edges::host_edges;
use limn_language::graph::{End, Link, LinkKind, Role, Side};

/// The ends on one side of a link that can be drawn. `leaves`: whether they are its sources.
pub(super) fn anchored<'a>(
    scene: (&Scene, &PillIndex<'_>),
    link: &Link,
    (ends, others): (&'a [End], &[End]),
    leaves: bool,
) -> Vec<(Anchor, &'a End)> {
    ends.iter().filter_map(|end| Some((anchor(scene, link, end, others, leaves)?, end))).collect()
}

/// The end of a wire. A wire for a watched metric ends at the policy's pill, if it is drawn on the target.
fn anchor(
    (scene, pills): (&Scene, &PillIndex<'_>),
    link: &Link,
    end: &End,
    others: &[End],
    leaves: bool,
) -> Option<Anchor> {
    if link.kind == LinkKind::Watch {
        let pill = if end.port.role == Role::Metric { None } else { pills.of(link, &end.port.node) };
        if let Some(pill) = pill {
            let at = WorldPoint::new(pill.rect.x, pill.rect.center().1);
            return Some(Anchor { at, toward: Side::Left });
        }
    }
    let side = if leaves { Side::Right } else { Side::Left };
    let anchor = scene.anchor_of(&end.port, side)?;
    // Wires to guests go inward.
    let holds = scene.is_host(&end.port.node);
    let within = others.iter().find(|other| holds && scene.is_inside(&other.port.node, &end.port.node));
    let Some(within) = within else { return Some(anchor) };
    // From the edge that faces the other end, at its height.
    let facing = scene.anchor_of(&within.port, if leaves { Side::Left } else { Side::Right })?;
    let card = scene.card(&end.port.node)?.rect();
    let edge = if facing.toward == Side::Left { card.x } else { card.right() };
    let toward = if facing.toward == Side::Left { Side::Right } else { Side::Left };
    let guest = scene.card(&within.port.node)?.rect();
    let y = host_edges(scene, &end.port.node, (facing.at, guest), edge);
    Some(Anchor { at: WorldPoint::new(edge, y), toward })
}

/// The position of a hub: beside the only port of a side, so that the wire forks there; halfway if both sides have several.
pub(super) fn hub(sources: &[(Anchor, &End)], targets: &[(Anchor, &End)]) -> WorldPoint {
    const BESIDE: f64 = 34.0;
    let beside = |anchor: &Anchor| {
        WorldPoint::new(
            anchor.at.x + if anchor.toward == Side::Right { BESIDE } else { -BESIDE },
            anchor.at.y,
        )
    };
    match (sources, targets) {
        ([(only, _)], _) => beside(only),
        (_, [(only, _)]) => beside(only),
        _ => {
            let right = sources.iter().map(|(anchor, _)| anchor.at.x).fold(f64::NEG_INFINITY, f64::max);
            let left = targets.iter().map(|(anchor, _)| anchor.at.x).fold(f64::INFINITY, f64::min);
            let all = sources.len() + targets.len();
            let y: f64 = sources.iter().chain(targets).map(|(anchor, _)| anchor.at.y).sum();
            WorldPoint::new(f64::midpoint(right, left).round(), (y / all as f64).round())
        }
    }
}
