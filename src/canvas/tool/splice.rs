//! Nodes in the middle of a connection: a drop on a wire puts a node between its ends, and removing a node can connect its neighbors.

use super::{Dragged, Intent, ToolContext};
use crate::viewport::WorldPoint;
use limn_language::edit::Edit;
use limn_language::graph::{End, Id, Link, LinkKind, PortRef};

/// A wire, and the edits that put a node in it: the old connection is removed, the node gets one on either side.
#[derive(Clone, Debug, PartialEq)]
pub struct Splice {
    pub wire: Id,
    pub edits: Vec<Edit>,
}

/// The distance at which a wire counts as hit by a drop, in CSS pixels.
const REACH: f64 = 9.0;

/// The two ends of a relationship without a hub.
fn ends(link: &Link) -> Option<(&PortRef, &PortRef)> {
    match (link.sources.as_slice(), link.targets.as_slice()) {
        ([End { port: from, .. }], [End { port: to, .. }])
            if link.kind == LinkKind::Relationship && !link.hosts =>
        {
            Some((from, to))
        }
        _ => None,
    }
}

fn link<'a>(id: &Id, context: &'a ToolContext<'_>) -> Option<&'a Link> {
    context.scene.links().iter().find(|link| link.id == *id)
}

/// The wire under a point. None in a far view, where everything is near a wire.
fn under(at: WorldPoint, context: &ToolContext<'_>) -> Option<Id> {
    let reach = REACH / context.camera.zoom;
    if context.camera.is_far() { None } else { context.scene.wire_at(at, reach) }
}

/// The wire that a new node would be put in.
pub(super) fn wire_at(at: WorldPoint, context: &ToolContext<'_>) -> Option<Id> {
    let wire = under(at, context)?;
    link(&wire, context).filter(|link| !context.scene.ends_inside(link)).and_then(ends)?;
    // Over a card, the card is meant.
    context.scene.card_at(at).is_none_or(|card| card.face.room.is_some()).then_some(wire)
}

/// The wire that a drop of the single dragged node would put it in, if both of its ends match.
pub(super) fn of(what: &Id, boxes: &Dragged, at: WorldPoint, context: &ToolContext<'_>) -> Option<Splice> {
    let is_one = !context.selection.contains(what) || context.selection.len() == 1;
    if !is_one {
        return None;
    }
    let wire = under(at, context)?;
    let link = link(&wire, context).filter(|link| !context.scene.ends_inside(link))?;
    let (offers, needs) = ends(link)?;
    if boxes.contains(&offers.node) || boxes.contains(&needs.node) {
        return None;
    }
    let first = connect(offers, what, context)?;
    let second = connect(needs, what, context)?;
    Some(Splice { edits: vec![Edit::Disconnect { id: wire.clone() }, first, second], wire })
}

/// The connection of a port to a node, at the port of the node that fits best.
fn connect(port: &PortRef, node: &Id, context: &ToolContext<'_>) -> Option<Edit> {
    let fits = |from: &PortRef, to: &PortRef| (context.fits)(from, to).is_ok();
    let best = (context.ends)(port, node).and_then(|ends| ends.into_iter().next());
    let rows = || {
        let card = context.scene.card(node)?;
        let ports = card.face.ports.iter().map(|spot| spot.port_ref(node)).chain(context.scene.folded(node));
        ports.into_iter().find(|other| fits(port, other) || fits(other, port))
    };
    let other = best.or_else(rows)?;
    let (from, to) = if fits(port, &other) { (port.clone(), other) } else { (other, port.clone()) };
    Some(Edit::Connect { from, to })
}

/// Removes the single selected node, and connects each node that depends on it to what it depended on, where the ports match.
pub(super) fn heal(context: &ToolContext<'_>) -> Option<Intent> {
    let mut selected = context.selection.iter().filter(|id| context.scene.card(id).is_some());
    let (node, None) = (selected.next()?, selected.next()) else { return None };
    let links = context.scene.links().iter().filter(|link| !context.scene.ends_inside(link)).filter_map(ends);
    let (mut offers, mut needs) = (Vec::new(), Vec::new());
    for (from, to) in links {
        if to.node == *node && from.node != *node {
            offers.push(from);
        } else if from.node == *node && to.node != *node {
            needs.push(to);
        }
    }
    let pairs = offers.iter().flat_map(|from| needs.iter().map(move |to| (*from, *to)));
    let healed = pairs.filter(|(from, to)| (context.fits)(from, to).is_ok());
    let connect = healed.map(|(from, to)| Edit::Connect { from: from.clone(), to: to.clone() });
    let remove = Edit::Remove { ids: context.selection.iter().cloned().collect() };
    Some(Intent::Sequence { edits: std::iter::once(remove).chain(connect).collect(), places: Vec::new() })
}
