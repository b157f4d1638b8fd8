//! Connecting ports by keyboard: the ports that are offered, in which order, and the choice among them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::connect::{connect, judge, new_port, options, provides};
use super::{Intent, Pointer, Step, Tool, ToolContext, Verdicts, attach};
use crate::hit::Hit;
use crate::viewport::{ScreenPoint, WorldPoint};
use limn_language::edit::Edit;
use limn_language::graph::{Id, PortRef, Role};
use limn_layout as layout;

/// Starts a connection by keyboard, from the selected node, or from the node at the start of the selected wire.
pub(super) fn choose_from(context: &ToolContext<'_>) -> Step {
    // With nothing selected, from the document.
    let document = || context.scene.frame.as_ref().filter(|_| context.selection.is_empty());
    let card_of = |id: &Id| {
        let start = || context.scene.wire(id).and_then(|wire| wire.sources.first());
        context.scene.card(id).or_else(|| context.scene.card(start()?))
    };
    let selected = context.selection.iter().find_map(card_of);
    let Some(card) = selected.or_else(document) else {
        if let Some(holder) = context.selection.iter().find(|id| context.scene.holds(id)) {
            return attach::choose(holder, context);
        }
        return (Tool::Idle, Some(Intent::Announce("select a node to connect from".to_owned())));
    };
    let rows = card.face.ports.iter().map(|spot| (!spot.unmet, spot.port_ref(&card.id)));
    let folded = context.scene.folded(&card.id).map(|port| (true, port));
    let mut ports: Vec<(bool, PortRef)> = rows.chain(folded).collect();
    // First the ports that still need a connection, then those that can have one.
    ports.sort_by_key(|(is_met, port)| (*is_met, provides(port)));
    let ports: Arc<[PortRef]> = ports.into_iter().map(|(_, port)| port).collect();
    match &*ports {
        [] => (Tool::Idle, Some(Intent::Announce(format!("`{}` has no ports", card.name)))),
        [only] => choose_to(only.clone(), context),
        _ => offered(Tool::Choosing { from: None, options: ports, at: 0 }, context),
    }
}

fn choose_to(from: PortRef, context: &ToolContext<'_>) -> Step {
    let scene = context.scene;
    let here = scene.anchor(&from).map(|anchor| anchor.at).unwrap_or_default();
    let off = |port: &PortRef| {
        let whole = || scene.card(&port.node).map(|card| card.at);
        let at = scene.anchor(port).map(|anchor| anchor.at).or_else(whole).unwrap_or_default();
        (at.x - here.x).abs() + (at.y - here.y).abs()
    };
    let mut fits: Vec<(f64, PortRef)> = Vec::new();
    for card in scene.frame.iter().chain(&scene.cards) {
        let rows = card.face.ports.iter().map(|spot| spot.port_ref(&card.id)).filter(|port| *port != from);
        let ports = rows.map(|port| (port.clone(), judge(&from, &port, context))).collect();
        let verdicts = Verdicts { ports, nodes: BTreeMap::new() };
        let of_card = options(&from, card, &verdicts, context);
        fits.extend(of_card.into_iter().map(|port| (off(&port), port)));
    }
    // The nearest first, and a new port of the document last.
    let added =
        scene.frame.iter().filter(|frame| frame.id != from.node).map(|frame| new_port(&from, &frame.id));
    fits.extend(added.filter(|port| judge(&from, port, context).fits()).map(|port| (f64::INFINITY, port)));
    fits.sort_by(|one, other| one.0.total_cmp(&other.0));
    let options: Arc<[PortRef]> = fits.into_iter().map(|(_, port)| port).collect();
    if options.is_empty() {
        return pick_new(from, context);
    }
    offered(Tool::Choosing { from: Some(from), options, at: 0 }, context)
}

/// Offers new nodes for a port, as a wire that is dropped on the empty canvas does, beside its card.
pub(super) fn pick_new(from: PortRef, context: &ToolContext<'_>) -> Step {
    const APART: f64 = 160.0;
    let Some(card) = context.scene.cards.iter().find(|card| card.id == from.node) else {
        let refusal = format!("no port matches `{}`", from.port);
        return (Tool::Idle, Some(Intent::Announce(refusal)));
    };
    let rect = card.rect();
    let x = if provides(&from) { rect.x - APART } else { rect.right() + APART };
    let at = WorldPoint::new(x, rect.y + layout::HEADER / 2.0);
    (Tool::Idle, Some(Intent::PickFor { port: from, at }))
}

/// Moves to the next or the previous option.
pub(super) fn step(
    from: Option<PortRef>,
    options: Arc<[PortRef]>,
    at: usize,
    forward: bool,
    context: &ToolContext<'_>,
) -> Step {
    let count = options.len().max(1);
    let at = (at + if forward { 1 } else { count - 1 }) % count;
    offered(Tool::Choosing { from, options, at }, context)
}

/// Moves to the next option whose node has a name that begins with this letter.
pub(super) fn step_to(
    letter: char,
    from: Option<PortRef>,
    options: Arc<[PortRef]>,
    at: usize,
    context: &ToolContext<'_>,
) -> Step {
    let begins = |port: &PortRef| {
        // The ports of the own node differ by their own names.
        let node = from.as_ref().and_then(|_| context.scene.name(&port.node)).map(ToString::to_string);
        let name = node.unwrap_or_else(|| port.port.clone());
        name.chars().next().is_some_and(|first| first.to_lowercase().eq(letter.to_lowercase()))
    };
    let count = options.len();
    let found = (1..=count).map(|step| (at + step) % count).find(|at| begins(&options[*at]));
    match found {
        Some(at) => offered(Tool::Choosing { from, options, at }, context),
        None => (Tool::Choosing { from, options, at }, None),
    }
}

/// Accepts the option under the pointer: a port, or the only one of a node. A click elsewhere ends the choice.
pub(super) fn point(tool: Tool, on: ScreenPoint, pointer: Pointer, context: &ToolContext<'_>) -> Step {
    let Tool::Choosing { from, options, at } = tool else { return (tool, None) };
    let hit = context.hit(on, pointer);
    let of = |port: &PortRef| match &hit {
        Hit::Port(hit) => hit == port,
        hit => hit.id() == Some(&port.node),
    };
    let found: Vec<usize> = (0..options.len()).filter(|at| of(&options[*at])).collect();
    match found.as_slice() {
        [] => (Tool::Idle, None),
        [only] => take(from, &options, *only, context),
        // Several ports of one node: the next of them.
        several => {
            let next = several.iter().find(|option| **option > at).or(several.first()).copied().unwrap_or(at);
            offered(Tool::Choosing { from, options, at: next }, context)
        }
    }
}

/// Accepts the current option.
pub(super) fn take(from: Option<PortRef>, options: &[PortRef], at: usize, context: &ToolContext<'_>) -> Step {
    let Some(port) = options.get(at).cloned() else { return (Tool::Idle, None) };
    match from {
        None => choose_to(port, context),
        Some(from) if context.scene.holds(&from.node) => {
            (Tool::Idle, Some(Intent::Edit(Edit::Attach { to: from.node, ids: vec![port.node] })))
        }
        Some(from) => (Tool::Idle, Some(connect(from, port, context))),
    }
}

pub(super) fn offered(tool: Tool, context: &ToolContext<'_>) -> Step {
    let Tool::Choosing { from, options, at } = &tool else { return (tool, None) };
    let Some(port) = options.get(*at) else { return (Tool::Idle, None) };
    let (at, count) = (at + 1, options.len());
    let is_document =
        |port: &PortRef| context.scene.frame.as_ref().is_some_and(|frame| frame.id == port.node);
    let end = |port: &PortRef| match (context.scene.name(&port.node).unwrap_or_default(), port.port.as_str())
    {
        (node, "") if is_document(port) => format!("a new {} of {node}", port.role.word()),
        (node, "") if matches!(port.role, Role::Capability | Role::Requirement) => {
            format!("a {} of {node}", port.role.word())
        }
        (node, "") => node.to_string(),
        (node, name) => format!("{} `{name}` of {node}", port.role.word()),
    };
    let text = match from {
        None => format!("from {}, {at} of {count}", end(port)),
        Some(from) if context.scene.holds(&from.node) => {
            format!("to {}, {at} of {count}", context.scene.name(&port.node).unwrap_or_default())
        }
        Some(from) => {
            // In the direction of the relationship: from what needs something to what offers it.
            let (needs, offers) = if provides(from) && !provides(port) { (port, from) } else { (from, port) };
            format!("connect {} to {}, {at} of {count}", end(needs), end(offers))
        }
    };
    (tool, Some(Intent::Announce(text)))
}
