//! Feedback of a gesture: everything that is drawn and announced, derived from the tool.

use std::sync::Arc;

use super::{
    ConnectionVerdict, Dragged, Grouping, Guide, Tool, ToolContext, WireTarget, connect, on_grid, press,
};
use crate::keys::{Command, Keymap};
use crate::scene::Scene;
use crate::viewport::{Camera, WorldPoint};
use limn_language::bend::Bend;
use limn_language::edit::Place;
use limn_language::graph::{Id, PortRef};
use limn_layout::{HEADER, Rect};

impl Tool {
    /// The new positions of dragged boxes: draw `scene.moved(tool.places())`.
    pub fn places(&self) -> &[(Id, Place)] {
        match self {
            Tool::Dragging { places, copies: false, .. } => places,
            _ => &[],
        }
    }

    /// The wire that is bent, and its bend: draw `scene.bent(wire, bend)`.
    pub fn bent(&self) -> Option<(&Id, &Bend)> {
        match self {
            Tool::Bending(bending) => Some((&bending.leg, &bending.bend)),
            _ => None,
        }
    }

    /// The position of a palette item that is dropped with the pointer here: at the center of its header, or the nearest point of the grid.
    pub fn drop_place(at: WorldPoint, snaps: bool) -> Place {
        let place = Place { x: (at.x - 100.0).round(), y: (at.y - HEADER / 2.0).round() };
        if snaps { on_grid(place) } else { place }
    }

    /// The positions of copies that a drop would add.
    pub fn copies(&self) -> &[(Id, Place)] {
        match self {
            Tool::Dragging { places, copies: true, .. } => places,
            _ => &[],
        }
    }

    /// The wire that a drop would put the dragged node in.
    pub fn splices(&self) -> Option<&Id> {
        match self {
            Tool::Dragging { splices, .. } => splices.as_ref().map(|splice| &splice.wire),
            _ => None,
        }
    }

    /// The boxes that a drag moves.
    pub fn dragged(&self) -> Option<&Arc<Dragged>> {
        match self {
            Tool::Dragging { boxes, copies: false, .. } => Some(boxes),
            _ => None,
        }
    }

    /// The nodes that groups gain (`true`) or lose on a drop: draw `scene.regrouped(tool.groups())`.
    pub fn groups(&self) -> impl Iterator<Item = (&Id, &[Id], bool)> {
        let grouping = match self {
            Tool::Dragging { grouping, .. } => Some(grouping),
            _ => None,
        };
        grouping.into_iter().flat_map(Grouping::changes)
    }

    /// The card whose folded ports are shown because a wire is over it or one of them is offered.
    pub fn opens(&self, scene: &Scene) -> Option<Id> {
        match self {
            Tool::Connecting { opens, .. } => opens.clone(),
            Tool::Choosing { options, at, .. } => {
                let port = options.get(*at)?;
                scene.folded(&port.node).any(|folded| folded == *port).then(|| port.node.clone())
            }
            _ => None,
        }
    }

    pub fn guides(&self) -> &[Guide] {
        match self {
            Tool::Dragging { guides, .. } => guides,
            _ => &[],
        }
    }

    /// The host that a drop would place the node on, or the node that a dragged policy would get.
    pub fn onto(&self) -> Option<&Id> {
        match self {
            Tool::Dragging { onto: Some(onto), .. } => Some(&onto.host),
            Tool::Dragging { grouping, .. } => grouping.joins.as_ref(),
            Tool::Attaching { over, from, .. } => over.as_ref().filter(|over| from.as_ref() != Some(over)),
            _ => None,
        }
    }

    /// The marquee in world units.
    pub fn marquee(&self, camera: Camera) -> Option<Rect> {
        match self {
            Tool::Selecting { from, at, .. } => Some(press::between(*from, camera.to_world(*at))),
            _ => None,
        }
    }

    /// The path of the current wire, or of the one that Enter would create.
    pub fn loose(&self, context: &ToolContext<'_>) -> Option<String> {
        connect::loose(self, context)
    }

    /// Verdict on a port as the end of the current wire; `None` without a wire. Fitting ports are highlighted, others are dimmed.
    pub fn verdict(&self, port: &PortRef) -> Option<ConnectionVerdict> {
        match self {
            Tool::Connecting { verdicts, from, .. } if port != from => verdicts.port(port).cloned(),
            Tool::Choosing { from: Some(_), options, .. } => Some(match options.contains(port) {
                true => ConnectionVerdict::Fits,
                false => ConnectionVerdict::Incompatible(String::new()),
            }),
            _ => None,
        }
    }

    /// Returns true if the current wire can end at any port of a node; `None` without a wire, or if it was not checked.
    pub fn takes(&self, node: &Id) -> Option<bool> {
        match self {
            Tool::Connecting { verdicts, from, .. } if from.node != *node => verdicts.node(node),
            _ => None,
        }
    }

    /// The port that is offered or targeted; drawn larger.
    pub fn aim(&self) -> Option<&PortRef> {
        match self {
            Tool::Connecting { over, .. } => over.as_ref()?.port.as_ref(),
            Tool::Choosing { options, at, .. } => options.get(*at),
            _ => None,
        }
    }

    /// The name of the gesture, which selects the cursor.
    pub fn name(&self) -> &'static str {
        match self {
            Tool::Idle => "idle",
            Tool::Hand => "hand",
            Tool::Panning { .. } => "panning",
            Tool::Pressing { .. } => "pressing",
            Tool::Dragging { .. } => "dragging",
            Tool::Bending(_) => "bending",
            Tool::Selecting { .. } => "selecting",
            Tool::Connecting { .. } => "connecting",
            Tool::Choosing { .. } => "choosing",
            Tool::Attaching { .. } => "attaching",
            Tool::Starting => "starting",
            Tool::Placing { .. } => "placing",
        }
    }

    /// The instruction to show on the canvas while no button is pressed. `what` is the name of the palette item.
    pub fn prompt(&self, what: &str) -> Option<String> {
        match self {
            Tool::Placing { .. } => Some(format!("Drop `{what}` on the diagram, or click where to place it")),
            Tool::Starting => Some("Click the port to connect from".to_owned()),
            Tool::Connecting { pressed: false, from, .. } if from.port.is_empty() => {
                Some("Click a highlighted port to connect to".to_owned())
            }
            Tool::Connecting { pressed: false, from, .. } => {
                Some(format!("Click the port to connect `{}` to", from.port))
            }
            Tool::Choosing { from, options, at } => {
                let direction = if from.is_some() { "to" } else { "from" };
                let (place, count) = (at + 1, options.len());
                let port = options.get(*at).map(named).unwrap_or_default();
                Some(format!(
                    "Connect {direction} {port} ({place} of {count}): choose with arrow keys or by the first letter, accept with Enter or a click"
                ))
            }
            _ => None,
        }
    }

    /// The available actions, for the status bar; empty if there are none. `mac`: keys are named as on a Mac.
    pub fn hint(&self, keymap: &Keymap, mac: bool) -> String {
        match self {
            Tool::Idle | Tool::Pressing { .. } => String::new(),
            Tool::Hand | Tool::Panning { .. } => "drag to pan".to_owned(),
            Tool::Dragging { copies: true, .. } => "drop to add a copy here · Esc: cancel".to_owned(),
            Tool::Dragging { splices: Some(_), .. } => {
                "drop to put it in this connection · Alt: only move · Esc: cancel".to_owned()
            }
            Tool::Dragging { onto: Some(_), .. } => {
                "drop to place it on this host · Alt: only move · Esc: cancel".to_owned()
            }
            Tool::Dragging { leaves: Some(_), .. } => {
                "drop to remove it from its host · Alt: only move · Esc: cancel".to_owned()
            }
            Tool::Dragging { grouping: Grouping { joins: Some(_), .. }, .. } => {
                "drop to add it to the group · Alt: only move · Esc: cancel".to_owned()
            }
            Tool::Dragging { grouping: Grouping { leaves, .. }, .. } if !leaves.is_empty() => {
                "drop to remove it from the group · Esc: cancel".to_owned()
            }
            Tool::Dragging { grouping: Grouping { may_leave: true, .. }, .. } => {
                "Shift: remove from the group · Alt: no snapping · Esc: cancel".to_owned()
            }
            Tool::Dragging { .. } => "Alt: no snapping · Esc: cancel".to_owned(),
            Tool::Bending(_) => "Alt: no snapping · Esc: cancel".to_owned(),
            Tool::Selecting { .. } => "Shift: add · Alt: remove · Ctrl: only what is inside".to_owned(),
            Tool::Connecting { over: Some(WireTarget { refusal: Some(reason), .. }), .. } => reason.clone(),
            Tool::Connecting { .. } => {
                "drop on a matching port, or on the empty canvas for a list · Esc: cancel".to_owned()
            }
            Tool::Choosing { from: None, .. } => {
                "arrow keys: choose a port to connect from · Enter: accept · Esc: cancel".to_owned()
            }
            Tool::Choosing { .. } => {
                let add = keymap.texts(Command::Add, mac).into_iter().next();
                let add = add.map(|key| format!(" · {key}: new node")).unwrap_or_default();
                format!(
                    "arrow keys or a letter: choose a port to connect to · Enter: connect{add} · Esc: cancel"
                )
            }
            Tool::Attaching { over: None, from: Some(_), .. } => {
                "drop here to detach it · Esc: cancel".to_owned()
            }
            Tool::Attaching { .. } => "drop on a node to attach it · Esc: cancel".to_owned(),
            Tool::Starting => "click the port to connect from · Esc: cancel".to_owned(),
            Tool::Placing { .. } => "click or drop to place it · Esc: cancel".to_owned(),
        }
    }
}

/// A port and its node, by the names in the text.
fn named(port: &PortRef) -> String {
    let node = port.node.0.last_key().unwrap_or_default();
    if port.port.is_empty() { format!("`{node}`") } else { format!("`{}` of `{node}`", port.port) }
}
