//! What the hand is doing: a state machine without side effects. A gesture writes at release, once; `Cancel` ends it from anywhere and writes
//! nothing. Pointer and keys come in as events, at most one intent goes out. Knows no page: positions are CSS pixels on the canvas element.

mod attach;
mod command;
mod connect;
mod drag;
mod group;
mod press;
mod shown;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::group::Grouping;
use super::hit::Hit;
use super::intent::Intent;
use super::keys::{Command, Press};
use super::scene::Scene;
use super::space::{Camera, Screen, Viewport, World};
use crate::edit::{Edit, Place};
use crate::graph::{Id, PortRef};

/// What the hand is doing. Draw what it shows: [`Tool::places`], [`Tool::guides`], [`Tool::marquee`], [`Tool::loose`], [`Tool::verdict`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tool {
    #[default]
    Idle,
    /// Space is held: the next drag pans.
    Hand,
    Panning {
        last: Screen,
        /// Space is held still.
        hand: bool,
    },
    /// A button went down; whether it is a click or a drag is not known yet.
    Pressing { on: Hit, from: Screen, mods: Mods, pointer: Pointer },
    Dragging {
        /// What the pointer took hold of.
        what: Id,
        /// Where it did.
        grabbed: World,
        /// The boxes, and where they stood.
        boxes: Vec<(Id, Place)>,
        /// Where they would stand now.
        places: Vec<(Id, Place)>,
        guides: Vec<Guide>,
        /// What it would come to stand on if it were let go here.
        onto: Option<Onto>,
        /// The link by which it stands where it would be taken out of: what is let go outside of its host leaves it.
        leaves: Option<Id>,
        grouping: Grouping,
        at: Screen,
        /// What is held: with Alt there is no snapping, no hosting and no grouping.
        mods: Mods,
    },
    /// A marquee from a corner to the pointer.
    Selecting {
        from: World,
        at: Screen,
        /// What was selected before, where the marquee adds to it.
        base: BTreeSet<Id>,
        /// All that would be selected now.
        ids: BTreeSet<Id>,
    },
    /// A wire follows the pointer.
    Connecting {
        from: PortRef,
        at: Screen,
        /// For every port that has a row.
        verdicts: Arc<Verdicts>,
        over: Option<Target>,
        /// The card whose folded ports are shown: the wire is over it, and one of them fits.
        opens: Option<Id>,
        /// The button is held: release ends it. Otherwise the port was clicked and the next click ends it.
        held: bool,
    },
    /// A connection by keyboard: one of the options is offered, first for the port to start from, then for the one to connect to.
    Choosing { from: Option<PortRef>, options: Arc<[PortRef]>, at: usize },
    /// A policy or a group in hand, on its way to a node that it is to hold too, or away from one.
    Attaching {
        holder: Id,
        /// The node that it was taken from.
        from: Option<Id>,
        at: Screen,
        /// The node that it is over.
        over: Option<Id>,
    },
    /// A wire is asked for, from whichever port is clicked next.
    Starting,
    /// Something from the palette follows the pointer.
    Placing {
        /// The palette entry.
        template: String,
        /// `None` until the pointer is on the canvas.
        at: Option<Screen>,
        /// The pointer has been away from the canvas's edge. On its way in it does not pan the view.
        inside: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Mods {
    pub shift: bool,
    pub ctrl: bool,
    pub alt: bool,
    pub meta: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Button {
    #[default]
    Primary,
    Middle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pointer {
    #[default]
    Mouse,
    Pen,
    Touch,
}

/// What happened. Lengths are CSS pixels; wheels that count lines or pages are to be converted.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Down {
        at: Screen,
        button: Button,
        mods: Mods,
        pointer: Pointer,
    },
    /// Also outside the canvas while a button is held.
    Move {
        at: Screen,
        mods: Mods,
    },
    Up {
        at: Screen,
        mods: Mods,
    },
    Double {
        at: Screen,
    },
    /// The secondary button, or a long press.
    Menu {
        at: Screen,
    },
    Wheel {
        at: Screen,
        dx: f64,
        dy: f64,
        mods: Mods,
    },
    /// Two fingers: how much wider they are apart, and how far their middle went, since the last of these.
    Pinch {
        at: Screen,
        factor: f64,
        dx: f64,
        dy: f64,
    },
    /// A key went down while the canvas had the focus.
    Key(Press),
    KeyUp(Press),
    /// A menu's line, a button of the toolbar.
    Command(Command),
    /// Once a frame while [`Tool::wants_ticks`]: milliseconds since the last.
    Tick(f64),
    /// Escape, a lost pointer, a window without focus, a document that is another now.
    Cancel,
}

/// Two ports that would be joined: the one that needs, and the one that serves it.
pub type Joint = (PortRef, PortRef);

/// What the tool may look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub scene: &'a Scene,
    pub camera: Camera,
    pub viewport: Viewport,
    pub selection: &'a BTreeSet<Id>,
    /// Whether a wire may go from the first port to the second; the error says why not.
    pub fits: &'a dyn Fn(&PortRef, &PortRef) -> Result<(), String>,
    /// The ports of a node that a wire from there may end at, folded ones too, the likeliest first; `None`: those with a row, one for one.
    pub ends: &'a dyn Fn(&PortRef, &Id) -> Option<Vec<PortRef>>,
    /// What joins a node to another that it is put on: its own port, and the host's.
    pub hosting: &'a dyn Fn(&Id, &Id) -> Option<Joint>,
    /// Why nothing can be changed just now: "line 12 cannot be read". Looking about still works.
    pub frozen: Option<&'a str>,
}

/// Whether a wire from where it started may end here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Fits,
    /// Fits the other way round: this port is the provider.
    FitsReversed,
    /// The reason, for the tooltip.
    Unfit(String),
}

/// What was found out about a wire in hand when it was taken: what is lit is what accepts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    ports: BTreeMap<PortRef, Verdict>,
    /// Whether a node takes it as a whole, at folded ports too.
    nodes: BTreeMap<Id, bool>,
}

/// What a wire in hand is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub node: Id,
    /// The port that it would be connected to; `None` where none fits, or several do.
    pub port: Option<PortRef>,
    /// All ports that fit, over a node's body.
    pub options: Vec<PortRef>,
    /// Why it cannot end here.
    pub refusal: Option<String>,
}

/// A host under a dragged node.
#[derive(Clone, Debug, PartialEq)]
pub struct Onto {
    pub host: Id,
    /// What would be connected: the node's own port, and the host's.
    pub from: PortRef,
    pub to: PortRef,
}

/// A line that shows what a dragged box is aligned with, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    pub from: World,
    pub to: World,
}

/// How far a pointer goes before it drags, in CSS pixels.
const THRESHOLD: f64 = 4.0;
/// How far off a port or a wire is still meant, in CSS pixels.
const REACH: f64 = 7.0;
const REACH_TOUCH: f64 = 18.0;
/// Within this of the canvas's edge a drag pans, at most this fast.
const EDGE: f64 = 36.0;
const EDGE_SPEED: f64 = 0.9;

type Step = (Tool, Option<Intent>);

impl Verdict {
    pub fn fits(&self) -> bool {
        !matches!(self, Verdict::Unfit(_))
    }
}

impl Context<'_> {
    pub(crate) fn world(&self, at: Screen) -> World {
        self.camera.to_world(at)
    }

    fn hit(&self, at: Screen, pointer: Pointer) -> Hit {
        let reach = if pointer == Pointer::Touch { REACH_TOUCH } else { REACH };
        self.scene.hit(self.world(at), reach / self.camera.zoom)
    }
}

impl Tool {
    /// Takes something from the palette in hand.
    pub fn place(template: impl Into<String>) -> Tool {
        Tool::Placing { template: template.into(), at: None, inside: false }
    }

    /// Asks for a wire: the next port that is clicked is where it starts.
    pub fn start() -> Tool {
        Tool::Starting
    }

    /// One event on: what the hand does now, and what it asked for.
    #[must_use]
    pub fn on(self, event: Event, context: &Context<'_>) -> Step {
        let (tool, intent) = self.step(event, context);
        match (intent, context.frozen) {
            (Some(intent), Some(reason)) if intent.changes() => {
                (tool, Some(Intent::Announce(reason.to_owned())))
            }
            (intent, _) => (tool, intent),
        }
    }

    fn step(self, event: Event, context: &Context<'_>) -> Step {
        match event {
            Event::Cancel => (Tool::Idle, None),
            Event::Wheel { at, dx, dy, mods } => self.wheel(at, (dx, dy), mods, context),
            Event::Pinch { at, factor, dx, dy } => {
                (Tool::Idle, Some(Intent::Camera(context.camera.zoom_at(at, factor).panned(dx, dy))))
            }
            Event::Key(press) => command::key(self, &press, context),
            Event::KeyUp(press) => (self.key_up(&press), None),
            Event::Command(command) => command::run(self, command, context),
            Event::Down { at, button, mods, pointer } => self.down(at, button, mods, pointer, context),
            Event::Move { at, mods } => self.moved(at, mods, context),
            Event::Up { at, mods } => self.up(at, mods, context),
            Event::Double { at } => (Tool::Idle, press::double(at, context)),
            Event::Menu { at } => {
                (Tool::Idle, Some(Intent::Menu { on: context.hit(at, Pointer::Mouse), at }))
            }
            Event::Tick(ms) => self.tick(ms, context),
        }
    }

    fn down(self, at: Screen, button: Button, mods: Mods, pointer: Pointer, context: &Context<'_>) -> Step {
        match self {
            Tool::Hand => (Tool::Panning { last: at, hand: true }, None),
            Tool::Idle | Tool::Choosing { .. } if button == Button::Middle => {
                (Tool::Panning { last: at, hand: false }, None)
            }
            Tool::Idle | Tool::Choosing { .. } => {
                (Tool::Pressing { on: context.hit(at, pointer), from: at, mods, pointer }, None)
            }
            // The second click of a connection made by clicks.
            Tool::Connecting { from, verdicts, held: false, .. } if button == Button::Primary => {
                let over = connect::over(&from, &verdicts, at, context);
                connect::drop(from, over, at, context)
            }
            other => (other, None),
        }
    }

    fn moved(self, at: Screen, mods: Mods, context: &Context<'_>) -> Step {
        match self {
            Tool::Panning { last, hand } => {
                let camera = context.camera.panned(at.x - last.x, at.y - last.y);
                (Tool::Panning { last: at, hand }, Some(Intent::Camera(camera)))
            }
            Tool::Pressing { on, from, mods: held, pointer } => {
                if at.distance(from) < THRESHOLD {
                    return (Tool::Pressing { on, from, mods: held, pointer }, None);
                }
                press::begin(on, from, at, held, pointer, context)
            }
            Tool::Dragging { what, grabbed, boxes, .. } => {
                (drag::to(what, grabbed, boxes, at, mods, context), None)
            }
            Tool::Selecting { from, base, .. } => (press::select(from, at, base, context), None),
            Tool::Connecting { from, verdicts, opens, held, .. } => {
                (connect::to(from, verdicts, opens, at, held, context), None)
            }
            Tool::Attaching { holder, from, .. } => (attach::to(holder, from, at, context), None),
            Tool::Placing { template, at: before, inside } => {
                let inside = inside || is_inside(at, context.viewport);
                let at = context.viewport.contains(at).then_some(at).or(before.map(|_| at));
                (Tool::Placing { template, at, inside }, None)
            }
            other => (other, None),
        }
    }

    fn up(self, at: Screen, mods: Mods, context: &Context<'_>) -> Step {
        match self {
            Tool::Panning { hand, .. } => (if hand { Tool::Hand } else { Tool::Idle }, None),
            Tool::Pressing { on: Hit::Port(port), .. } if context.frozen.is_none() => {
                (connect::begin(port, at, false, context), None)
            }
            Tool::Pressing { on, mods: held, .. } => (Tool::Idle, press::click(&on, held, context)),
            Tool::Dragging { what, grabbed, boxes, .. } => {
                let dropped = drag::to(what, grabbed, boxes.clone(), at, mods, context);
                if let Tool::Dragging { onto: Some(Onto { from, to, .. }), .. } = dropped {
                    return (Tool::Idle, Some(Intent::Edit(Edit::Connect { from, to })));
                }
                let places = dropped.places().to_vec();
                let edits = match dropped {
                    Tool::Dragging { leaves: Some(id), .. } => vec![Edit::Disconnect { id }],
                    Tool::Dragging { grouping, .. } => grouping.edits(),
                    _ => Vec::new(),
                };
                if !edits.is_empty() {
                    return (Tool::Idle, Some(Intent::Put { edits, places }));
                }
                (Tool::Idle, (places != boxes).then_some(Intent::Move { places }))
            }
            Tool::Selecting { from, base, .. } => {
                let ids = press::select(from, at, base, context).into_selected();
                (Tool::Idle, (ids != *context.selection).then_some(Intent::Select { ids, camera: None }))
            }
            Tool::Connecting { from, verdicts, held: true, .. } => {
                let over = connect::over(&from, &verdicts, at, context);
                connect::drop(from, over, at, context)
            }
            Tool::Attaching { holder, from, .. } => (Tool::Idle, attach::drop(holder, from, at, context)),
            Tool::Starting if context.viewport.contains(at) => connect::start(at, context),
            Tool::Placing { template, at: before, inside } => match (context.viewport.contains(at), before) {
                (true, _) => (Tool::Idle, Some(press::add(template, context.world(at), context))),
                // A click on the palette: it stays in hand until the next.
                (false, None) => (Tool::Placing { template, at: None, inside }, None),
                (false, Some(_)) => (Tool::Idle, None),
            },
            other => (other, None),
        }
    }

    fn wheel(self, at: Screen, (dx, dy): (f64, f64), mods: Mods, context: &Context<'_>) -> Step {
        let camera = if mods.ctrl || mods.meta || mods.alt {
            // A notch of a wheel is some 100 pixels, a pinch on a trackpad sends a few at a time.
            let by = 1.0 + dy.abs().min(60.0) * 0.006;
            context.camera.zoom_at(at, if dy < 0.0 { by } else { 1.0 / by })
        } else if mods.shift && dx == 0.0 {
            context.camera.panned(-dy, 0.0)
        } else {
            context.camera.panned(-dx, -dy)
        };
        (self, (camera != context.camera).then_some(Intent::Camera(camera)))
    }

    fn tick(self, ms: f64, context: &Context<'_>) -> Step {
        let Some(at) = self.wants_ticks().then(|| self.pointer()).flatten() else { return (self, None) };
        let push = |at: f64, room: f64| (EDGE - at).clamp(0.0, EDGE) - (at - (room - EDGE)).clamp(0.0, EDGE);
        let (dx, dy) = (push(at.x, context.viewport.width), push(at.y, context.viewport.height));
        if dx == 0.0 && dy == 0.0 {
            return (self, None);
        }
        let by = ms.clamp(0.0, 50.0) * EDGE_SPEED / EDGE;
        let camera = context.camera.panned(dx * by, dy * by);
        let mods = match self {
            Tool::Dragging { mods, .. } => mods,
            _ => Mods::default(),
        };
        let (tool, _) = self.moved(at, mods, &Context { camera, ..*context });
        (tool, Some(Intent::Camera(camera)))
    }

    fn key_up(self, press: &Press) -> Tool {
        match self {
            Tool::Hand if press.key == " " => Tool::Idle,
            Tool::Panning { last, .. } if press.key == " " => Tool::Panning { last, hand: false },
            other => other,
        }
    }

    /// Whether the view may have to pan with the pointer at rest near the edge: send [`Event::Tick`] then.
    pub fn wants_ticks(&self) -> bool {
        matches!(
            self,
            Tool::Dragging { .. }
                | Tool::Selecting { .. }
                | Tool::Connecting { .. }
                | Tool::Attaching { .. }
                | Tool::Placing { .. }
        )
    }

    fn pointer(&self) -> Option<Screen> {
        match self {
            Tool::Dragging { at, .. }
            | Tool::Selecting { at, .. }
            | Tool::Connecting { at, .. }
            | Tool::Attaching { at, .. } => Some(*at),
            Tool::Placing { at, inside: true, .. } => *at,
            _ => None,
        }
    }

    fn into_selected(self) -> BTreeSet<Id> {
        match self {
            Tool::Selecting { ids, .. } => ids,
            _ => BTreeSet::new(),
        }
    }
}

/// Away from the edge, where a drag pans.
fn is_inside(at: Screen, viewport: Viewport) -> bool {
    let off = |at: f64, room: f64| at > EDGE && at < room - EDGE;
    off(at.x, viewport.width) && off(at.y, viewport.height)
}

#[cfg(test)]
mod tests;
