//! Dragging a policy or a group: dropped on a node, it gets that node as a member; dropped on the canvas, it loses the node that it was dragged
//! from. With the keyboard, the nodes are offered one by one.

use std::sync::Arc;

use super::{Intent, Step, Tool, ToolContext, choose};
use crate::viewport::ScreenPoint;
use limn_language::edit::Edit;
use limn_language::graph::{Id, PortRef, Role};

/// Starts dragging a policy's pill.
pub(super) fn begin(holder: Id, from: ScreenPoint, at: ScreenPoint, context: &ToolContext<'_>) -> Tool {
    let point = context.world(from);
    let mut pills = context.scene.pills.iter().rev();
    let pill = pills.find(|pill| pill.id == holder && pill.rect.contains(point.x, point.y));
    to(holder, pill.map(|pill| pill.on.clone()), at, context)
}

/// Continues the drag with the pointer at `at`.
pub(super) fn to(holder: Id, from: Option<Id>, at: ScreenPoint, context: &ToolContext<'_>) -> Tool {
    let over = context.scene.card_at(context.world(at)).map(|card| card.id.clone());
    Tool::Attaching { holder, from, at, over }
}

/// Ends the drag.
pub(super) fn drop(
    holder: Id,
    from: Option<Id>,
    at: ScreenPoint,
    context: &ToolContext<'_>,
) -> Option<Intent> {
    let Tool::Attaching { over, .. } = to(holder.clone(), from.clone(), at, context) else { return None };
    match (over, from) {
        // Dropped where it came from.
        (Some(over), Some(from)) if over == from => None,
        (Some(over), _) => Some(Intent::Edit(Edit::Attach { to: holder, ids: vec![over] })),
        (None, Some(from)) if context.viewport.contains(at) => {
            Some(Intent::Edit(Edit::Detach { from: holder, ids: vec![from] }))
        }
        (None, _) => None,
    }
}

/// Starts choosing a node to add, by keyboard.
pub(super) fn choose(holder: &Id, context: &ToolContext<'_>) -> Step {
    let scene = context.scene;
    let members = scene.members(holder);
    let whole = |node: Id| PortRef { node, role: Role::Capability, port: String::new() };
    let nodes = scene.cards.iter().map(|card| card.id.clone()).filter(|id| !members.contains(id));
    let options: Arc<[PortRef]> = nodes.map(whole).collect();
    if options.is_empty() {
        let name = scene.name(holder).unwrap_or_default();
        return (Tool::Idle, Some(Intent::Announce(format!("`{name}` already contains every node"))));
    }
    choose::offered(Tool::Choosing { from: Some(whole(holder.clone())), options, at: 0 }, context)
}
