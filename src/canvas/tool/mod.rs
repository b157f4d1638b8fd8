//! What the hand is doing: a state machine without side effects. A gesture writes at release, once; `Cancel` ends it from anywhere and writes
//! nothing. Pointer and keys come in as events, at most one intent goes out. Knows no page: positions are CSS pixels on the canvas element.

mod command;
mod connect;
mod drag;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::hit::Hit;
use super::intent::Intent;
use super::keys::{Command, Press};
use super::scene::Scene;
use super::space::{Camera, Screen, Viewport, World};
use crate::edit::{Edit, Place};
use crate::graph::{Id, PortRef};
use crate::layout::Rect;

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
        /// Where the pointer took hold.
        grabbed: World,
        /// The boxes, and where they stood.
        boxes: Vec<(Id, Place)>,
        /// Where they would stand now.
        places: Vec<(Id, Place)>,
        guides: Vec<Guide>,
        at: Screen,
        /// No snapping: Alt is held.
        free: bool,
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
        verdicts: Arc<BTreeMap<PortRef, Verdict>>,
        over: Option<Target>,
        /// The button is held: release ends it. Otherwise the port was clicked and the next click ends it.
        held: bool,
    },
    /// A connection by keyboard: one of the options is offered, first for the port to start from, then for the one to connect to.
    Choosing { from: Option<PortRef>, options: Arc<[PortRef]>, at: usize },
    /// Something from the palette follows the pointer.
    Placing {
        /// The palette entry.
        template: String,
        /// `None` until the pointer is on the canvas.
        at: Option<Screen>,
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

/// What the tool may look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub scene: &'a Scene,
    pub camera: Camera,
    pub viewport: Viewport,
    pub selection: &'a BTreeSet<Id>,
    /// Whether a wire may go from the first port to the second; the error says why not.
    pub fits: &'a dyn Fn(&PortRef, &PortRef) -> Result<(), String>,
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
        Tool::Placing { template: template.into(), at: None }
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
            Event::Double { at } => (Tool::Idle, double(at, context)),
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
                begin(on, from, at, held, pointer, context)
            }
            Tool::Dragging { grabbed, boxes, .. } => (drag::to(grabbed, boxes, at, mods.alt, context), None),
            Tool::Selecting { from, base, .. } => (select(from, at, base, context), None),
            Tool::Connecting { from, verdicts, held, .. } => {
                let over = connect::over(&from, &verdicts, at, context);
                (Tool::Connecting { from, at, verdicts, over, held }, None)
            }
            Tool::Placing { template, at: before } => {
                let at = context.viewport.contains(at).then_some(at).or(before.map(|_| at));
                (Tool::Placing { template, at }, None)
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
            Tool::Pressing { on, mods: held, .. } => (Tool::Idle, click(&on, held, context)),
            Tool::Dragging { grabbed, boxes, .. } => {
                let dropped = drag::to(grabbed, boxes.clone(), at, mods.alt, context);
                let places = dropped.places().to_vec();
                (Tool::Idle, (places != boxes).then_some(Intent::Move { places }))
            }
            Tool::Selecting { from, base, .. } => {
                let ids = select(from, at, base, context).into_selected();
                (Tool::Idle, (ids != *context.selection).then_some(Intent::Select { ids, camera: None }))
            }
            Tool::Connecting { from, verdicts, held: true, .. } => {
                let over = connect::over(&from, &verdicts, at, context);
                connect::drop(from, over, at, context)
            }
            Tool::Placing { template, at: before } => match (context.viewport.contains(at), before) {
                (true, _) => (Tool::Idle, Some(add(template, context.world(at)))),
                // A click on the palette: it stays in hand until the next.
                (false, None) => (Tool::Placing { template, at: None }, None),
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
        let (tool, _) = self.moved(at, Mods::default(), &Context { camera, ..*context });
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
            Tool::Dragging { .. } | Tool::Selecting { .. } | Tool::Connecting { .. } | Tool::Placing { .. }
        )
    }

    fn pointer(&self) -> Option<Screen> {
        match self {
            Tool::Dragging { at, .. } | Tool::Selecting { at, .. } | Tool::Connecting { at, .. } => Some(*at),
            Tool::Placing { at, .. } => *at,
            _ => None,
        }
    }

    /// Where dragged boxes would stand: draw `scene.moved(tool.places())`.
    pub fn places(&self) -> &[(Id, Place)] {
        match self {
            Tool::Dragging { places, .. } => places,
            _ => &[],
        }
    }

    pub fn guides(&self) -> &[Guide] {
        match self {
            Tool::Dragging { guides, .. } => guides,
            _ => &[],
        }
    }

    /// The marquee in world units.
    pub fn marquee(&self, camera: Camera) -> Option<Rect> {
        match self {
            Tool::Selecting { from, at, .. } => Some(between(*from, camera.to_world(*at))),
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
            Tool::Connecting { verdicts, from, .. } if port != from => verdicts.get(port).cloned(),
            Tool::Choosing { from: Some(_), options, .. } => Some(match options.contains(port) {
                true => Verdict::Fits,
                false => Verdict::Unfit(String::new()),
            }),
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
            Tool::Placing { .. } => "placing",
        }
    }

    /// What can be done now, for the status line; empty when there is nothing to say.
    pub fn hint(&self) -> String {
        match self {
            Tool::Idle | Tool::Pressing { .. } => String::new(),
            Tool::Hand | Tool::Panning { .. } => "drag to pan".to_owned(),
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
            Tool::Placing { .. } => "click or drop where it goes · Esc: never mind".to_owned(),
        }
    }

    fn into_selected(self) -> BTreeSet<Id> {
        match self {
            Tool::Selecting { ids, .. } => ids,
            _ => BTreeSet::new(),
        }
    }
}

/// A press that went beyond the threshold: what it turns into.
fn begin(on: Hit, from: Screen, at: Screen, mods: Mods, pointer: Pointer, context: &Context<'_>) -> Step {
    let frozen = context.frozen.map(|reason| (Tool::Idle, Some(Intent::Announce(reason.to_owned()))));
    match on {
        Hit::Port(port) => frozen.unwrap_or_else(|| {
            let Tool::Connecting { from, verdicts, .. } = connect::begin(port, at, true, context) else {
                return (Tool::Idle, None);
            };
            let over = connect::over(&from, &verdicts, at, context);
            (Tool::Connecting { from, at, verdicts, over, held: true }, None)
        }),
        Hit::Label(id) | Hit::Body(id) if !is_frame(&id, context) => frozen.unwrap_or_else(|| {
            let boxes = drag::boxes(&id, context);
            let tool = drag::to(context.world(from), boxes, at, mods.alt, context);
            let new = !context.selection.contains(&id);
            (tool, new.then(|| Intent::Select { ids: BTreeSet::from([id]), camera: None }))
        }),
        // A finger on an empty place moves the view.
        _ if pointer == Pointer::Touch => {
            let camera = context.camera.panned(at.x - from.x, at.y - from.y);
            (Tool::Panning { last: at, hand: false }, Some(Intent::Camera(camera)))
        }
        _ => {
            let base = if mods.shift || mods.ctrl || mods.meta {
                context.selection.clone()
            } else {
                BTreeSet::new()
            };
            (select(context.world(from), at, base, context), None)
        }
    }
}

fn click(on: &Hit, mods: Mods, context: &Context<'_>) -> Option<Intent> {
    let adds = mods.shift || mods.ctrl || mods.meta;
    let ids = match on.id() {
        None if adds => return None,
        None => BTreeSet::new(),
        Some(id) if adds => {
            let mut ids = context.selection.clone();
            if !ids.remove(id) {
                ids.insert(id.clone());
            }
            ids
        }
        Some(id) => BTreeSet::from([id.clone()]),
    };
    (ids != *context.selection).then_some(Intent::Select { ids, camera: None })
}

fn double(at: Screen, context: &Context<'_>) -> Option<Intent> {
    match context.hit(at, Pointer::Mouse) {
        Hit::Label(id) if context.frozen.is_none() => Some(Intent::StartRename(id)),
        Hit::Body(id) if is_frame(&id, context) => Some(Intent::Inspect(id)),
        Hit::Label(id) | Hit::Body(id) => Some(Intent::Open(id)),
        Hit::Pill(id) | Hit::Wire(id) => Some(Intent::Inspect(id)),
        Hit::Port(port) => Some(Intent::Inspect(port.node)),
        Hit::Empty if context.frozen.is_none() => Some(Intent::PickAdd { at: context.world(at) }),
        Hit::Empty => None,
    }
}

fn select(from: World, at: Screen, base: BTreeSet<Id>, context: &Context<'_>) -> Tool {
    let mut ids = base.clone();
    ids.extend(context.scene.within(between(from, context.world(at))));
    Tool::Selecting { from, at, base, ids }
}

fn between(from: World, to: World) -> Rect {
    Rect {
        x: from.x.min(to.x),
        y: from.y.min(to.y),
        width: (from.x - to.x).abs(),
        height: (from.y - to.y).abs(),
    }
}

fn is_frame(id: &Id, context: &Context<'_>) -> bool {
    context.scene.frame.as_ref().is_some_and(|frame| frame.id == *id)
}

/// The pointer holds the new card by the middle of its header.
fn add(template: String, at: World) -> Intent {
    let place = Place { x: (at.x - 100.0).round(), y: (at.y - crate::layout::HEADER / 2.0).round() };
    Intent::Edit(Edit::Add { template, name: None, place: Some(place) })
}

#[cfg(test)]
mod tests;
