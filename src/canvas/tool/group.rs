//! Nodes in hand and the groups around them: let go in a group's area they come into it; taken out of the area with Shift held they leave it.

use super::{Context, Mods};
use crate::canvas::part::Hull;
use crate::canvas::space::World;
use crate::edit::Edit;
use crate::graph::{Id, Look};

/// What letting go would do to groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouping {
    /// The nodes that it would be done to.
    pub nodes: Vec<Id>,
    /// The group that they would come into.
    pub joins: Option<Id>,
    /// The groups that they would leave.
    pub leaves: Vec<Id>,
    /// They would leave some with Shift held.
    pub may_leave: bool,
}

impl Grouping {
    /// What is to be written.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let leave =
            self.leaves.iter().map(|group| Edit::Detach { from: group.clone(), ids: self.nodes.clone() });
        let join = self.joins.iter().map(|group| Edit::Attach { to: group.clone(), ids: self.nodes.clone() });
        leave.chain(join).collect()
    }

    /// What the groups have then that they have not now, and the other way round (`false`).
    pub(super) fn changes(&self) -> impl Iterator<Item = (&Id, &[Id], bool)> {
        let nodes = self.nodes.as_slice();
        let leave = self.leaves.iter().map(move |group| (group, nodes, false));
        leave.chain(self.joins.iter().map(move |group| (group, nodes, true)))
    }
}

/// A drag of `what` that began at one place and is at another now.
pub(super) fn of(what: &Id, from: World, at: World, mods: Mods, context: &Context<'_>) -> Grouping {
    let scene = context.scene;
    if mods.alt || scene.hulls.is_empty() {
        return Grouping::default();
    }
    let together = context.selection.contains(what);
    let taken = |id: &Id| id == what || together && context.selection.contains(id);
    let cards = scene.cards.iter().filter(|card| taken(&card.id) && card.look != Look::Ghost);
    let nodes: Vec<Id> = cards.map(|card| card.id.clone()).collect();
    let holds = |hull: &Hull| nodes.iter().filter(|id| scene.held(&hull.id).contains(id)).count();
    let size = |hull: &Hull| hull.areas.iter().map(|area| area.width * area.height).fold(0.0, f64::max);
    // What stands in the area already and is no member was not put there to become one.
    let entered = scene.hulls.iter().filter(|hull| hull.contains(at) && !hull.contains(from));
    let joined = entered.filter(|hull| holds(hull) < nodes.len());
    let joins = joined.min_by(|one, other| size(one).total_cmp(&size(other))).map(|hull| hull.id.clone());
    let left = scene.hulls.iter().filter(|hull| !hull.contains(at) && holds(hull) > 0);
    let left: Vec<Id> = left.map(|hull| hull.id.clone()).collect();
    let may_leave = !left.is_empty() && !mods.shift;
    Grouping { nodes, joins, leaves: if mods.shift { left } else { Vec::new() }, may_leave }
}
