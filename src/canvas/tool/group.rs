//! Dragging nodes in and out of groups: a drop in a group's area adds them; dragging out of the area with Shift removes them.

use super::{KeyModifiers, ToolContext};
use crate::elements::GroupOutline;
use crate::viewport::WorldPoint;
use limn_language::edit::Edit;
use limn_language::graph::{Id, Look};

/// The effect of a drop on groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouping {
    /// The nodes that change their groups.
    pub nodes: Vec<Id>,
    /// The group that they join.
    pub joins: Option<Id>,
    /// The groups that they leave.
    pub leaves: Vec<Id>,
    /// True if they would leave a group if Shift were pressed.
    pub may_leave: bool,
}

impl Grouping {
    /// The edits for the drop.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let leave =
            self.leaves.iter().map(|group| Edit::Detach { from: group.clone(), ids: self.nodes.clone() });
        let join = self.joins.iter().map(|group| Edit::Attach { to: group.clone(), ids: self.nodes.clone() });
        leave.chain(join).collect()
    }

    /// The nodes that each group gains (`true`) or loses (`false`).
    pub(super) fn changes(&self) -> impl Iterator<Item = (&Id, &[Id], bool)> {
        let nodes = self.nodes.as_slice();
        let leave = self.leaves.iter().map(move |group| (group, nodes, false));
        leave.chain(self.joins.iter().map(move |group| (group, nodes, true)))
    }
}

/// The effect of dragging `what` from one point to another.
pub(super) fn of(
    what: &Id,
    from: WorldPoint,
    at: WorldPoint,
    mods: KeyModifiers,
    context: &ToolContext<'_>,
) -> Grouping {
    let scene = context.scene;
    let collapsed = scene.card_at(at).filter(|card| card.id != *what && scene.is_collapsed_group(&card.id));
    if mods.alt || scene.group_outlines.is_empty() && collapsed.is_none() {
        return Grouping::default();
    }
    let together = context.selection.contains(what);
    let taken = |id: &Id| id == what || together && context.selection.contains(id);
    let cards = scene.cards.iter().filter(|card| taken(&card.id) && card.look != Look::Ghost);
    let nodes: Vec<Id> = cards.map(|card| card.id.clone()).collect();
    let holds =
        |outline: &GroupOutline| nodes.iter().filter(|id| scene.members(&outline.id).contains(id)).count();
    let size = |outline: &GroupOutline| {
        outline.areas.iter().map(|area| area.width * area.height).fold(0.0, f64::max)
    };
    // Guests that are in the area without being members were not placed there to join.
    let entered =
        scene.group_outlines.iter().filter(|outline| outline.contains(at) && !outline.contains(from));
    let joined = entered.filter(|outline| holds(outline) < nodes.len());
    let smallest = joined.min_by(|one, other| size(one).total_cmp(&size(other)));
    let joins = collapsed.map(|card| &card.id).filter(|id| !nodes.contains(id));
    let joins = joins.or(smallest.map(|outline| &outline.id)).cloned();
    let left = scene.group_outlines.iter().filter(|outline| !outline.contains(at) && holds(outline) > 0);
    let left: Vec<Id> = left.map(|outline| outline.id.clone()).collect();
    let may_leave = !left.is_empty() && !mods.shift;
    Grouping { nodes, joins, leaves: if mods.shift { left } else { Vec::new() }, may_leave }
}
