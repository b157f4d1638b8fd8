//! A policy or a group in hand: put on a node it holds that one too, let go on nothing it holds the one that it was taken from no more. By
//! keyboard the nodes are offered one by one.

use std::sync::Arc;

use super::{Context, Intent, Step, Tool, connect};
use crate::canvas::space::Screen;
use crate::edit::Edit;
use crate::graph::{Id, PortRef, Role};

/// Takes a policy's pill in hand.
pub(super) fn begin(holder: Id, from: Screen, at: Screen, context: &Context<'_>) -> Tool {
    let point = context.world(from);
    let mut pills = context.scene.pills.iter().rev();
    let pill = pills.find(|pill| pill.id == holder && pill.rect.contains(point.x, point.y));
    to(holder, pill.map(|pill| pill.on.clone()), at, context)
}

/// The same with the pointer there.
pub(super) fn to(holder: Id, from: Option<Id>, at: Screen, context: &Context<'_>) -> Tool {
    let over = context.scene.card_at(context.world(at)).map(|card| card.id.clone());
    Tool::Attaching { holder, from, at, over }
}

/// Lets it go.
pub(super) fn drop(holder: Id, from: Option<Id>, at: Screen, context: &Context<'_>) -> Option<Intent> {
    let Tool::Attaching { over, .. } = to(holder.clone(), from.clone(), at, context) else { return None };
    match (over, from) {
        // Back where it came from.
        (Some(over), Some(from)) if over == from => None,
        (Some(over), _) => Some(Intent::Edit(Edit::Attach { to: holder, ids: vec![over] })),
        (None, Some(from)) if context.viewport.contains(at) => {
            Some(Intent::Edit(Edit::Detach { from: holder, ids: vec![from] }))
        }
        (None, _) => None,
    }
}

/// By keyboard: which node it is to hold too.
pub(super) fn choose(holder: &Id, context: &Context<'_>) -> Step {
    let scene = context.scene;
    let held = scene.held(holder);
    let whole = |node: Id| PortRef { node, role: Role::Capability, port: String::new() };
    let nodes = scene.cards.iter().map(|card| card.id.clone()).filter(|id| !held.contains(id));
    let options: Arc<[PortRef]> = nodes.map(whole).collect();
    if options.is_empty() {
        let name = scene.name(holder).unwrap_or_default();
        return (Tool::Idle, Some(Intent::Announce(format!("`{name}` has every node already"))));
    }
    connect::offered(Tool::Choosing { from: Some(whole(holder.clone())), options, at: 0 }, context)
}
