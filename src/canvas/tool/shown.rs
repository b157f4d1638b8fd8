//! What of a gesture is drawn and said: all of it follows from the tool.

use super::{Context, Grouping, Guide, Target, Tool, Verdict, connect, press};
use crate::canvas::scene::Scene;
use crate::canvas::space::Camera;
use crate::edit::Place;
use crate::graph::{Id, PortRef};
use crate::layout::Rect;

impl Tool {
    /// Where dragged boxes would stand: draw `scene.moved(tool.places())`.
    pub fn places(&self) -> &[(Id, Place)] {
        match self {
            Tool::Dragging { places, .. } => places,
            _ => &[],
        }
    }

    /// What groups would have more (`true`) or less where it is let go: draw `scene.regrouped(tool.groups())`.
    pub fn groups(&self) -> impl Iterator<Item = (&Id, &[Id], bool)> {
        let grouping = match self {
            Tool::Dragging { grouping, .. } => Some(grouping),
            _ => None,
        };
        grouping.into_iter().flat_map(Grouping::changes)
    }

    /// The card whose folded ports are to be shown: a wire is over it, or one of them is offered.
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

    /// What the node in hand would come to stand on, or into; or what the policy in hand would hold.
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

    /// The path of the wire in hand, or of the one that Enter would make.
    pub fn loose(&self, context: &Context<'_>) -> Option<String> {
        connect::loose(self, context)
    }

    /// Whether the wire in hand may end at a port; `None` where no wire is in hand. What fits is lit, what does not is dimmed.
    pub fn verdict(&self, port: &PortRef) -> Option<Verdict> {
        match self {
            Tool::Connecting { verdicts, from, .. } if port != from => verdicts.port(port).cloned(),
            Tool::Choosing { from: Some(_), options, .. } => Some(match options.contains(port) {
                true => Verdict::Fits,
                false => Verdict::Unfit(String::new()),
            }),
            _ => None,
        }
    }

    /// Whether the wire in hand may end at a node, at a port with a row or at a folded one; `None`: no wire is in hand, or it was not asked.
    pub fn takes(&self, node: &Id) -> Option<bool> {
        match self {
            Tool::Connecting { verdicts, from, .. } if from.node != *node => verdicts.node(node),
            _ => None,
        }
    }

    /// The port that is offered or aimed at: drawn larger.
    pub fn aim(&self) -> Option<&PortRef> {
        match self {
            Tool::Connecting { over, .. } => over.as_ref()?.port.as_ref(),
            Tool::Choosing { options, at, .. } => options.get(*at),
            _ => None,
        }
    }

    /// For the attribute `data-tool` of the canvas: the style sheet has the cursors.
    pub fn name(&self) -> &'static str {
        match self {
            Tool::Idle => "idle",
            Tool::Hand => "hand",
            Tool::Panning { .. } => "panning",
            Tool::Pressing { .. } => "pressing",
            Tool::Dragging { .. } => "dragging",
            Tool::Selecting { .. } => "selecting",
            Tool::Connecting { .. } => "connecting",
            Tool::Choosing { .. } => "choosing",
            Tool::Attaching { .. } => "attaching",
            Tool::Starting => "starting",
            Tool::Placing { .. } => "placing",
        }
    }

    /// What is waited for where the hand holds no button, in a sentence for the canvas itself: `what` is what is carried from the palette.
    pub fn prompt(&self, what: &str) -> Option<String> {
        match self {
            Tool::Placing { .. } => Some(format!("Click where `{what}` goes")),
            Tool::Starting => Some("Click the port that the relationship starts from".to_owned()),
            Tool::Connecting { held: false, from, .. } if from.port.is_empty() => {
                Some("Click the port that it goes to: what fits is lit".to_owned())
            }
            Tool::Connecting { held: false, from, .. } => {
                Some(format!("From `{}`: click the port that it goes to", from.port))
            }
            Tool::Choosing { from: None, .. } => {
                Some("From which port? Arrows choose, Enter takes it".to_owned())
            }
            Tool::Choosing { .. } => Some("To which port? Arrows choose, Enter connects".to_owned()),
            _ => None,
        }
    }

    /// What can be done now, for the status line; empty when there is nothing to say.
    pub fn hint(&self) -> String {
        match self {
            Tool::Idle | Tool::Pressing { .. } => String::new(),
            Tool::Hand | Tool::Panning { .. } => "drag to pan".to_owned(),
            Tool::Dragging { onto: Some(_), .. } => {
                "let go to put it there · Alt: only move it · Esc: back".to_owned()
            }
            Tool::Dragging { leaves: Some(_), .. } => {
                "let go to take it out · Alt: only move it · Esc: back".to_owned()
            }
            Tool::Dragging { grouping: Grouping { joins: Some(_), .. }, .. } => {
                "let go to put it into the group · Alt: only move it · Esc: back".to_owned()
            }
            Tool::Dragging { grouping: Grouping { leaves, .. }, .. } if !leaves.is_empty() => {
                "let go to take it out of the group · Esc: back".to_owned()
            }
            Tool::Dragging { grouping: Grouping { may_leave: true, .. }, .. } => {
                "Shift: out of the group · Alt: no snapping · Esc: back".to_owned()
            }
            Tool::Dragging { .. } => "Alt: no snapping · Esc: back".to_owned(),
            Tool::Selecting { .. } => "Shift: add to the selection".to_owned(),
            Tool::Connecting { over: Some(Target { refusal: Some(reason), .. }), .. } => reason.clone(),
            Tool::Connecting { .. } => {
                "to a port that fits, or to an empty place for a list · Esc: never mind".to_owned()
            }
            Tool::Choosing { from: None, .. } => {
                "arrows: from which port · Enter: from this one · Esc: never mind".to_owned()
            }
            Tool::Choosing { .. } => "arrows: to which port · Enter: connect · Esc: never mind".to_owned(),
            Tool::Attaching { over: None, from: Some(_), .. } => {
                "let go here to take it off · Esc: back".to_owned()
            }
            Tool::Attaching { .. } => "let go on a node to put it on that too · Esc: back".to_owned(),
            Tool::Starting => "click the port that it starts from · Esc: never mind".to_owned(),
            Tool::Placing { .. } => "click or drop where it goes · Esc: never mind".to_owned(),
        }
    }
}
