//! Connecting ports by pointer: which ports fit, the target under the wire, and the result of the drop.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ConnectionVerdict, Intent, Pointer, Step, Tool, ToolContext, Verdicts, WireTarget};
use crate::hit::Hit;
use crate::scene::{Card, Sheet};
use crate::viewport::{ScreenPoint, WorldPoint};
use crate::wire;
use limn_language::edit::Edit;
use limn_language::graph::{Id, PortRef, Role};
use limn_layout::PortLayout;

/// The distance at which a port counts as hit while connecting, in CSS pixels.
const DROP_REACH: f64 = 14.0;

/// The number of cards that are checked at the start of a connection; others are checked when the wire is over them.
const ASKED: usize = 300;

/// Starts a wire at a port.
pub(super) fn begin(from: PortRef, at: ScreenPoint, pressed: bool, context: &ToolContext<'_>) -> Tool {
    let others = context.scene.ports().map(|(port, _)| port).filter(|port| *port != from);
    let ports = others.map(|port| (port.clone(), judge(&from, &port, context))).collect();
    let mut verdicts = Verdicts { ports, nodes: BTreeMap::new() };
    // Folded ports count too: the card as a whole takes the wire, or does not.
    let cards = context.scene.cards.iter().filter(|card| card.id != from.node).take(ASKED);
    for card in cards {
        let takes = !options(&from, card, &verdicts, context).is_empty();
        verdicts.nodes.insert(card.id.clone(), takes);
    }
    // An overlay from which the wire starts stays open until the wire is over another card.
    let opens = context.scene.sheet.as_ref().map(|sheet| sheet.on.clone()).filter(|on| *on == from.node);
    Tool::Connecting { from, at, verdicts: Arc::new(verdicts), over: None, opens, pressed }
}

/// Continues the connection with the pointer at `at`.
pub(super) fn to(
    from: PortRef,
    mut verdicts: Arc<Verdicts>,
    opens: Option<Id>,
    at: ScreenPoint,
    pressed: bool,
    context: &ToolContext<'_>,
) -> Tool {
    let over = over(&from, &verdicts, at, context);
    let now = opened(&from, opens.as_ref(), at, context);
    if let Some(id) = now.as_ref().filter(|id| opens.as_ref() != Some(*id) && **id != from.node) {
        let new = context.scene.folded(id).filter(|port| !verdicts.ports.contains_key(port));
        let new: Vec<_> = new.map(|port| (port.clone(), judge(&from, &port, context))).collect();
        Arc::make_mut(&mut verdicts).ports.extend(new);
    }
    Tool::Connecting { from, at, verdicts, over, opens: now, pressed }
}

/// The card whose folded ports are shown. A card under the pointer has priority over an overlay that covers it.
fn opened(from: &PortRef, before: Option<&Id>, at: ScreenPoint, context: &ToolContext<'_>) -> Option<Id> {
    let (scene, point) = (context.scene, context.world(at));
    if let Some(sheet) = &scene.sheet
        && before == Some(&sheet.on)
        && (sheet.reach().contains(point.x, point.y) && is_bare(&sheet.on, point, context)
            || sheet.on == from.node && scene.card_at(point).is_none())
    {
        return before.cloned();
    }
    let near_own = scene.sheet.as_ref().is_some_and(|sheet| on_sheet(sheet, point, context));
    if near_own {
        return before.cloned();
    }
    let card = scene.card_at(point).filter(|card| scene.in_header(&card.id, point))?;
    let fits = |port: PortRef| port != *from && judge(from, &port, context).fits();
    let shows = before == Some(&card.id) || card.id != from.node && scene.folded(&card.id).any(fits);
    shows.then(|| card.id.clone())
}

/// Returns true if the overlay covers no other card at this point, except the hosts of its own card.
fn is_bare(on: &Id, at: WorldPoint, context: &ToolContext<'_>) -> bool {
    let scene = context.scene;
    scene.card_at(at).is_none_or(|card| card.id == *on || scene.is_inside(on, &card.id))
}

/// Returns true if a port of the overlay is within reach.
fn on_sheet(sheet: &Sheet, at: WorldPoint, context: &ToolContext<'_>) -> bool {
    let reach = DROP_REACH / context.camera.zoom;
    let near = |spot: &PortLayout| {
        (sheet.at.x + spot.x - at.x).abs().max((sheet.at.y + spot.y - at.y).abs()) <= reach
    };
    sheet.drawer.ports.iter().any(near)
}

/// Starts a wire at the clicked element: a port, or the only port of a card.
pub(super) fn start(at: ScreenPoint, context: &ToolContext<'_>) -> Step {
    if let Some(reason) = context.frozen {
        return (Tool::Idle, Some(Intent::Announce(reason.to_owned())));
    }
    let port = match context.hit(at, Pointer::Touch) {
        Hit::Port(port) => Some(port),
        Hit::Body(id) | Hit::Label(id) => {
            let spots = context.scene.card(&id).map(|card| card.face.ports.as_slice()).unwrap_or_default();
            match spots {
                [only] => Some(only.port_ref(&id)),
                _ => None,
            }
        }
        _ => None,
    };
    (port.map_or(Tool::Starting, |port| begin(port, at, false, context)), None)
}

/// Checks both directions; the reason is that of the direction that the roles suggest.
pub(super) fn judge(from: &PortRef, to: &PortRef, context: &ToolContext<'_>) -> ConnectionVerdict {
    let reversed = provides(to) && !provides(from);
    let ask = |reversed: bool| if reversed { (context.fits)(to, from) } else { (context.fits)(from, to) };
    let fits =
        |reversed: bool| if reversed { ConnectionVerdict::FitsReversed } else { ConnectionVerdict::Fits };
    match ask(reversed) {
        Ok(()) => fits(reversed),
        Err(reason) => match ask(!reversed) {
            Ok(()) => fits(!reversed),
            Err(_) => ConnectionVerdict::Incompatible(reason),
        },
    }
}

/// The target under the wire.
pub(super) fn over(
    from: &PortRef,
    verdicts: &Verdicts,
    at: ScreenPoint,
    context: &ToolContext<'_>,
) -> Option<WireTarget> {
    let point = context.world(at);
    // In a far view no port is drawn: the card takes the wire.
    let reach = if context.camera.is_far() { 0.0 } else { DROP_REACH / context.camera.zoom };
    let off = |x: f64, y: f64| (x - point.x).abs().max((y - point.y).abs());
    let sheet = context.scene.sheet.as_ref().filter(|sheet| sheet.on != from.node);
    let on_sheet = |port: &PortRef| sheet.is_some_and(|sheet| sheet.spot(port).is_some());
    // A fitting port within reach has priority over one that does not fit, and the topmost card over those below.
    let near = context.scene.ports().filter(|(port, _)| port != from).filter_map(|(port, place)| {
        let verdict = verdicts.ports.get(&port)?;
        let off = off(place.x, place.y);
        (off <= reach).then(|| ((!verdict.fits(), !on_sheet(&port)), off, port))
    });
    let near = near.min_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
    let sheet =
        sheet.filter(|sheet| sheet.reach().contains(point.x, point.y) && is_bare(&sheet.on, point, context));
    let card = match sheet {
        Some(sheet) => context.scene.card(&sheet.on),
        None => context.scene.card_at(point),
    };
    let card = card.filter(|card| card.id != from.node);
    let found = card.map(|card| options(from, card, verdicts, context)).unwrap_or_default();
    if let Some(((incompatible, _), off, port)) = near {
        // Over a card that takes the wire, the body has priority over a port that does not fit, unless the pointer is on the port.
        let own = card.is_none_or(|card| card.id == port.node);
        if !incompatible || own && (found.is_empty() || off <= 0.5 * DROP_REACH / context.camera.zoom) {
            let refusal = match verdicts.ports.get(&port) {
                Some(ConnectionVerdict::Incompatible(reason)) => Some(reason.clone()),
                _ => None,
            };
            return Some(WireTarget {
                node: port.node.clone(),
                port: Some(port),
                options: Vec::new(),
                refusal,
            });
        }
    }
    // The name of a port takes the wire as its mark does, or says why it does not if nothing else on the card does. Next to the name of one value, no
    // other one is meant.
    let named = context.scene.port_at(point, reach).filter(|port| port != from);
    let refusal_of_name = |verdict: &ConnectionVerdict| match verdict {
        ConnectionVerdict::Incompatible(reason) if found.is_empty() || is_value(from) => {
            Some(Some(reason.clone()))
        }
        ConnectionVerdict::Incompatible(_) => None,
        ConnectionVerdict::Fits | ConnectionVerdict::FitsReversed => Some(None),
    };
    let is_own = |port: &PortRef| card.is_none_or(|card| card.id == port.node);
    let is_named = |port: &PortRef| is_value(port) && !port.port.is_empty() && is_own(port);
    let by_name = named.filter(|port| !is_value(from) || is_named(port) || found.is_empty());
    let by_name = by_name.and_then(|port| Some((verdicts.ports.get(&port).and_then(refusal_of_name)?, port)));
    if let Some((refusal, port)) = by_name {
        let node = port.node.clone();
        return Some(WireTarget { node, port: Some(port), options: Vec::new(), refusal });
    }
    let Some(card) = card else { return on_frame(from, at, context) };
    let refusal = found.is_empty().then(|| refusal(from, card, verdicts, context));
    let port = match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    };
    Some(WireTarget { node: card.id.clone(), port, options: found, refusal })
}

/// The document as the target, by the name or the edge of its frame: the wire ends at a new port there, or the language says why it cannot.
fn on_frame(from: &PortRef, at: ScreenPoint, context: &ToolContext<'_>) -> Option<WireTarget> {
    let frame = context.scene.frame.as_ref().filter(|frame| frame.id != from.node)?;
    if !matches!(context.hit(at, Pointer::Mouse), Hit::Body(id) if id == frame.id) {
        return None;
    }
    let port = new_port(from, &frame.id);
    let refusal = match judge(from, &port, context) {
        ConnectionVerdict::Incompatible(reason) => Some(reason),
        ConnectionVerdict::Fits | ConnectionVerdict::FitsReversed => None,
    };
    Some(WireTarget { node: frame.id.clone(), port: Some(port), options: Vec::new(), refusal })
}

/// A port of the document that a wire from `from` adds.
pub(super) fn new_port(from: &PortRef, frame: &Id) -> PortRef {
    PortRef { role: from.role, ..whole(frame) }
}

/// The whole node as the end of a wire.
fn whole(node: &Id) -> PortRef {
    PortRef { node: node.clone(), role: Role::Capability, port: String::new() }
}

/// The ports of a card at which the wire can end.
pub(super) fn options(
    from: &PortRef,
    card: &Card,
    verdicts: &Verdicts,
    context: &ToolContext<'_>,
) -> Vec<PortRef> {
    let ends = (context.ends)(from, &card.id).unwrap_or_default();
    if !ends.is_empty() {
        return ends;
    }
    let own = verdicts.of_node(&card.id).filter(|(_, verdict)| verdict.fits());
    let own: Vec<PortRef> = own.map(|(port, _)| port.clone()).collect();
    if !own.is_empty() || !is_value(from) {
        return own;
    }
    // Cards have no rows for the values of their node; they are chosen from a list.
    context.scene.values(&card.id).filter(|port| judge(from, port, context).fits()).collect()
}

impl Verdicts {
    /// Verdict on a port as the end of the wire; `None` if it was not checked.
    pub fn port(&self, port: &PortRef) -> Option<&ConnectionVerdict> {
        self.ports.get(port)
    }

    /// Returns true if the wire can end at any port of a node; `None` if it was not checked.
    pub fn node(&self, node: &Id) -> Option<bool> {
        let mut own = self.of_node(node).peekable();
        let by_ports = own.peek().is_some().then(|| own.any(|(_, verdict)| verdict.fits()));
        self.nodes.get(node).copied().or(by_ports)
    }

    fn of_node<'v>(&'v self, node: &'v Id) -> impl Iterator<Item = (&'v PortRef, &'v ConnectionVerdict)> {
        self.ports.range(whole(node)..).take_while(move |(port, _)| port.node == *node)
    }
}

/// The reason why a card does not take the wire: from the dialect, which covers folded ports, too, or the reason common to all ports, or a general one.
fn refusal(from: &PortRef, card: &Card, verdicts: &Verdicts, context: &ToolContext<'_>) -> String {
    let has_ends = from.role == Role::Requirement && (context.ends)(from, &card.id).is_some();
    if let Some(reason) = has_ends.then(|| (context.fits)(from, &whole(&card.id)).err()).flatten() {
        return reason;
    }
    let mut reasons = verdicts.of_node(&card.id).filter_map(|(port, verdict)| match verdict {
        ConnectionVerdict::Incompatible(reason) if card.spot(port).is_some() => Some(reason),
        _ => None,
    });
    let first = reasons.next();
    if first.is_none() && is_value(from) {
        let property = PortRef { role: Role::Input, ..whole(&card.id) };
        return (context.fits)(from, &property)
            .err()
            .unwrap_or_else(|| format!("`{}` has no visible properties", card.name));
    }
    match first.filter(|first| reasons.all(|other| other == *first)) {
        Some(reason) => reason.clone(),
        None => format!("`{}` has no matching port", card.name),
    }
}

/// Drops the wire.
pub(super) fn drop(
    from: PortRef,
    over: Option<WireTarget>,
    at: ScreenPoint,
    context: &ToolContext<'_>,
) -> Step {
    let world = context.world(at);
    let intent = match over {
        Some(WireTarget { refusal: Some(reason), .. }) => Intent::Announce(reason),
        Some(WireTarget { port: Some(port), .. }) => connect(from, port, context),
        Some(WireTarget { options, .. }) => Intent::ChoosePort { from, options, at: world },
        // Dropped where it came from.
        None if context.scene.card_at(world).is_some_and(|card| card.id == from.node) => {
            return (Tool::Idle, None);
        }
        None if !context.viewport.contains(at) => return (Tool::Idle, None),
        None => Intent::PickFor { port: from, at: world },
    };
    (Tool::Idle, Some(intent))
}

pub(super) fn connect(from: PortRef, to: PortRef, context: &ToolContext<'_>) -> Intent {
    match judge(&from, &to, context) {
        ConnectionVerdict::Fits => Intent::Edit(Edit::Connect { from, to }),
        ConnectionVerdict::FitsReversed => Intent::Edit(Edit::Connect { from: to, to: from }),
        ConnectionVerdict::Incompatible(reason) => Intent::Announce(reason),
    }
}

fn is_value(port: &PortRef) -> bool {
    matches!(port.role, Role::Input | Role::Output)
}

/// Returns true if a port offers something.
pub(super) fn provides(port: &PortRef) -> bool {
    matches!(port.role, Role::Capability | Role::Output | Role::Metric)
}

pub(super) fn loose(tool: &Tool, context: &ToolContext<'_>) -> Option<String> {
    let (from, to) = match tool {
        Tool::Connecting { from, at, over, .. } => {
            // A new port of the frame has no place yet.
            let port = over.as_ref().and_then(|over| over.port.as_ref());
            let is_new = |port: &PortRef| {
                port.port.is_empty()
                    && context.scene.frame.as_ref().is_some_and(|frame| frame.id == port.node)
            };
            let aimed = port.filter(|port| !is_new(port)).and_then(|port| context.scene.anchor(port));
            (from, aimed.map_or_else(|| context.world(*at), |anchor| anchor.at))
        }
        Tool::Choosing { from: Some(from), options, at } => {
            (from, context.scene.anchor(options.get(*at)?)?.at)
        }
        _ => return None,
    };
    Some(wire::loose(context.scene.anchor(from)?, to))
}
