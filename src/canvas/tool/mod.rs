//! Gestures: a state machine without side effects. Pointer and key events come in, and at most one intent goes out. A gesture writes once, on
//! release; `Cancel` ends it at any time and writes nothing. Positions are CSS pixels on the canvas element.

mod arrange;
mod attach;
mod bend;
mod choose;
mod command;
mod connect;
mod drag;
mod feedback;
mod gaps;
mod grid;
mod group;
mod input;
mod press;
mod splice;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::bend::Bending;
pub use self::drag::Dragged;
pub use self::grid::{GRID, on_grid};
pub use self::group::Grouping;
pub use self::input::{Button, CanvasEvent, KeyModifiers, Pointer};
pub use self::splice::Splice;
use super::hit::{self, Hit};
use super::intent::Intent;
use super::keys::Press;
use super::scene::Scene;
use super::viewport::{Camera, ScreenPoint, Viewport, WorldPoint};
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Id, PortRef};

/// The current gesture. To draw it, use [`Tool::places`], [`Tool::guides`], [`Tool::marquee`], [`Tool::loose`] and [`Tool::verdict`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tool {
    #[default]
    Idle,
    /// Space is pressed: the next drag pans.
    Hand,
    Panning {
        last: ScreenPoint,
        /// True if Space is still pressed.
        hand: bool,
    },
    /// A button is pressed; it is not yet known whether this is a click or a drag.
    Pressing { on: Hit, from: ScreenPoint, mods: KeyModifiers, pointer: Pointer },
    Dragging {
        /// The element that the drag started on.
        what: Id,
        /// The point where it started.
        grabbed: WorldPoint,
        /// The boxes that move.
        boxes: Arc<Dragged>,
        /// Their new positions.
        places: Vec<(Id, Place)>,
        guides: Vec<Guide>,
        /// The host that a drop here would place it on.
        onto: Option<HostTarget>,
        /// The hosting link that a drop here would remove: a node dropped outside its host leaves it.
        leaves: Option<Id>,
        grouping: Grouping,
        /// The wire that a drop here would put the node in.
        splices: Option<Splice>,
        at: ScreenPoint,
        /// The modifiers: Alt disables snapping, hosting and grouping.
        mods: KeyModifiers,
        /// True if the drop leaves the originals in place and adds copies: Alt was pressed at the start.
        copies: bool,
    },
    /// A segment or a corner of a wire is dragged.
    Bending(Box<Bending>),
    /// A marquee selection from a corner to the pointer.
    Selecting {
        from: WorldPoint,
        at: ScreenPoint,
        /// The selection before, if the marquee adds to it or removes from it.
        base: Arc<BTreeSet<Id>>,
        /// The modifiers at its start: Shift adds, Alt removes, Control selects only what is inside.
        mods: KeyModifiers,
        /// The new selection.
        ids: Arc<BTreeSet<Id>>,
    },
    /// A wire follows the pointer.
    Connecting {
        from: PortRef,
        at: ScreenPoint,
        /// The verdict for every port that has a row.
        verdicts: Arc<Verdicts>,
        over: Option<WireTarget>,
        /// The card whose folded ports are shown because the wire is over it and one of them fits.
        opens: Option<Id>,
        /// True if the button is pressed, so that release ends the wire. Otherwise the port was clicked, and the next click ends it.
        pressed: bool,
    },
    /// A connection by keyboard: the options are offered one by one, first for the source port, then for the target port.
    Choosing { from: Option<PortRef>, options: Arc<[PortRef]>, at: usize },
    /// A policy or a group is dragged to a node to add, or away from a node to remove.
    Attaching {
        holder: Id,
        /// The node that it was dragged from.
        from: Option<Id>,
        at: ScreenPoint,
        /// The node under the pointer.
        over: Option<Id>,
    },
    /// Waits for a click on the port where a new wire starts.
    Starting,
    /// A palette item follows the pointer.
    Placing {
        /// The palette item.
        template: String,
        /// `None` until the pointer is on the canvas.
        at: Option<ScreenPoint>,
        /// True if the pointer has been away from the canvas's edge. On its way in, it does not pan the view.
        inside: bool,
        /// True if Alt is held: no snapping.
        free: bool,
    },
}

/// Two ports to connect: the requirement, and the capability that satisfies it.
pub type PortPair = (PortRef, PortRef);

/// The state that the tool reads.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    pub scene: &'a Scene,
    pub camera: Camera,
    pub viewport: Viewport,
    pub selection: &'a BTreeSet<Id>,
    /// Checks that a wire can go from the first port to the second; the error is the reason if not.
    pub fits: &'a dyn Fn(&PortRef, &PortRef) -> Result<(), String>,
    /// The ports of a node at which a wire from a port can end, including folded ports, the best first; `None`: check the ports with a row.
    pub ends: &'a dyn Fn(&PortRef, &Id) -> Option<Vec<PortRef>>,
    /// The ports that connect a node to a host it is dropped on: the node's own, and the host's.
    pub hosting: &'a dyn Fn(&Id, &Id) -> Option<PortPair>,
    /// The ports that connect a node to one it is dropped on, if nothing else is possible there.
    pub connection: &'a dyn Fn(&Id, &Id) -> Option<PortPair>,
    /// True if boxes that are moved snap to the grid.
    pub grid: bool,
    /// The reason why nothing can be changed now: "line 12 cannot be parsed". Navigation still works.
    pub frozen: Option<&'a str>,
}

/// Verdict on an end of the current wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionVerdict {
    Fits,
    /// It fits in the other direction: this port is the provider.
    FitsReversed,
    /// It does not fit; the reason for the tooltip.
    Incompatible(String),
}

/// The verdicts computed at the start of a wire; fitting ports are highlighted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    ports: BTreeMap<PortRef, ConnectionVerdict>,
    /// By node: true if it takes the wire at any port, including folded ports.
    nodes: BTreeMap<Id, bool>,
}

/// The element under the current wire.
#[derive(Clone, Debug, PartialEq)]
pub struct WireTarget {
    pub node: Id,
    /// The port to connect to; `None` if no port fits, or several do.
    pub port: Option<PortRef>,
    /// All ports that fit, over a node's body.
    pub options: Vec<PortRef>,
    /// The reason why the wire cannot end here.
    pub refusal: Option<String>,
}

/// A host under a dragged node, or another node that it can only be connected to.
#[derive(Clone, Debug, PartialEq)]
pub struct HostTarget {
    pub host: Id,
    /// The ports to connect: the node's own, and the host's.
    pub from: PortRef,
    pub to: PortRef,
    pub is_host: bool,
}

/// A guide line that shows an alignment of a dragged box, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    pub from: WorldPoint,
    pub to: WorldPoint,
}

/// The distance that starts a drag, in CSS pixels.
const THRESHOLD: f64 = 4.0;
/// The distance at which a port counts as hit, in CSS pixels: its target is twice as wide.
const REACH: f64 = hit::REACH;
const REACH_TOUCH: f64 = 22.0;
/// The distance from the canvas's edge at which a drag pans, and the maximum speed.
const EDGE: f64 = 36.0;
const EDGE_SPEED: f64 = 0.45;

type Step = (Tool, Option<Intent>);

impl ConnectionVerdict {
    pub fn fits(&self) -> bool {
        !matches!(self, ConnectionVerdict::Incompatible(_))
    }
}

impl ToolContext<'_> {
    pub(crate) fn world(&self, at: ScreenPoint) -> WorldPoint {
        self.camera.to_world(at)
    }

    fn hit(&self, at: ScreenPoint, pointer: Pointer) -> Hit {
        let reach = if pointer == Pointer::Touch { REACH_TOUCH } else { REACH };
        self.scene.hit_on_screen(at, reach, self.camera)
    }
}

impl Tool {
    /// Starts placing a palette item.
    pub fn place(template: impl Into<String>) -> Tool {
        Tool::Placing { template: template.into(), at: None, inside: false, free: false }
    }

    /// Starts a wire: the next clicked port is its source.
    pub fn start() -> Tool {
        Tool::Starting
    }

    /// Handles one event; returns the new state and an intent.
    #[must_use]
    pub fn on(self, event: CanvasEvent, context: &ToolContext<'_>) -> Step {
        let (tool, intent) = self.step(event, context);
        match (intent, context.frozen) {
            (Some(intent), Some(reason)) if intent.changes() => {
                (tool, Some(Intent::Announce(reason.to_owned())))
            }
            (intent, _) => (tool, intent),
        }
    }

    fn step(self, event: CanvasEvent, context: &ToolContext<'_>) -> Step {
        match event {
            CanvasEvent::Cancel => (Tool::Idle, None),
            CanvasEvent::Wheel { at, dx, dy, mods } => self.wheel(at, (dx, dy), mods, context),
            CanvasEvent::Pinch { at, factor, dx, dy } => {
                (Tool::Idle, Some(Intent::Camera(context.camera.zoom_at(at, factor).panned(dx, dy))))
            }
            CanvasEvent::Key(press) => command::key(self, &press, context),
            CanvasEvent::Letter(letter) => match self {
                Tool::Choosing { from, options, at } => choose::step_to(letter, from, options, at, context),
                tool => (tool, None),
            },
            CanvasEvent::KeyUp(press) => (self.key_up(&press), None),
            CanvasEvent::Command(command) => command::run(self, command, context),
            CanvasEvent::Down { at, button, mods, pointer } => self.down(at, button, mods, pointer, context),
            CanvasEvent::Move { at, mods } => self.moved(at, mods, context),
            CanvasEvent::Up { at, mods } => self.up(at, mods, context),
            CanvasEvent::Double { at } => (Tool::Idle, press::double(at, context)),
            CanvasEvent::Menu { at } => {
                (Tool::Idle, Some(Intent::Menu { on: context.hit(at, Pointer::Mouse), at }))
            }
            CanvasEvent::Tick(ms) => self.tick(ms, context),
        }
    }

    fn down(
        self,
        at: ScreenPoint,
        button: Button,
        mods: KeyModifiers,
        pointer: Pointer,
        context: &ToolContext<'_>,
    ) -> Step {
        let (primary, middle) = (button == Button::Primary, button == Button::Middle);
        match self {
            Tool::Hand => (Tool::Panning { last: at, hand: true }, None),
            Tool::Idle | Tool::Choosing { .. } if middle => (Tool::Panning { last: at, hand: false }, None),
            it @ Tool::Choosing { .. } if primary => choose::point(it, at, pointer, context),
            Tool::Idle | Tool::Choosing { .. } => {
                let hit = context.hit(at, pointer);
                let handle = bend::handle(at, &hit, pointer, context);
                let on = handle.map_or(hit, |(leg, _)| Hit::Wire(leg));
                (Tool::Pressing { on, from: at, mods, pointer }, None)
            }
            // The second click of a connection made by clicks.
            Tool::Connecting { from, verdicts, pressed: false, .. } if primary => {
                let over = connect::over(&from, &verdicts, at, context);
                connect::drop(from, over, at, context)
            }
            other => (other, None),
        }
    }

    fn moved(self, at: ScreenPoint, mods: KeyModifiers, context: &ToolContext<'_>) -> Step {
        match self {
            Tool::Panning { last, hand } => {
                let camera = context.camera.panned(at.x - last.x, at.y - last.y);
                (Tool::Panning { last: at, hand }, Some(Intent::Camera(camera)))
            }
            Tool::Pressing { on, from, mods: pressed_mods, pointer } => {
                if at.distance(from) < THRESHOLD {
                    return (Tool::Pressing { on, from, mods: pressed_mods, pointer }, None);
                }
                press::begin(on, from, at, pressed_mods, pointer, context)
            }
            Tool::Dragging { what, grabbed, boxes, copies, .. } => {
                (drag::to((what, copies), grabbed, boxes, at, mods, context), None)
            }
            Tool::Bending(bending) => bend::moved(*bending, at, mods, context),
            Tool::Selecting { from, base, mods, .. } => (press::select(from, at, base, mods, context), None),
            Tool::Connecting { from, verdicts, opens, pressed, .. } => {
                (connect::to(from, verdicts, opens, at, pressed, context), None)
            }
            Tool::Attaching { holder, from, .. } => (attach::to(holder, from, at, context), None),
            Tool::Placing { template, at: before, inside, .. } => {
                let inside = inside || is_inside(at, context.viewport);
                let at = context.viewport.contains(at).then_some(at).or(before.map(|_| at));
                (Tool::Placing { template, at, inside, free: mods.alt }, None)
            }
            other => (other, None),
        }
    }

    fn up(self, at: ScreenPoint, mods: KeyModifiers, context: &ToolContext<'_>) -> Step {
        match self {
            Tool::Panning { hand, .. } => (if hand { Tool::Hand } else { Tool::Idle }, None),
            Tool::Pressing { on: Hit::Port(port), from, .. }
                if context.frozen.is_none() && press::is_on_mark(&port, from, context) =>
            {
                (connect::begin(port, at, false, context), None)
            }
            Tool::Pressing { on, mods: pressed_mods, .. } => {
                (Tool::Idle, press::click(&on, pressed_mods, context))
            }
            Tool::Dragging { what, grabbed, boxes, copies: true, .. } => {
                let now = context.world(at);
                let by = ((now.x - grabbed.x).round(), (now.y - grabbed.y).round());
                let ids = drag::taken(&what, context).map(|card| card.id.clone()).collect();
                drop(boxes);
                (Tool::Idle, (by != (0.0, 0.0)).then_some(Intent::Duplicate { ids, by: Some(by) }))
            }
            Tool::Dragging { what, grabbed, boxes, .. } => {
                let dropped = drag::to((what, false), grabbed, Arc::clone(&boxes), at, mods, context);
                if let Tool::Dragging { onto: Some(HostTarget { from, to, is_host, .. }), .. } = dropped {
                    let join = Intent::Join { from: from.clone(), to: to.clone() };
                    let connect = Intent::Edit(Edit::Connect { from, to });
                    return (Tool::Idle, Some(if is_host { connect } else { join }));
                }
                let places = dropped.places().to_vec();
                if let Tool::Dragging { splices: Some(splice), .. } = dropped {
                    return (Tool::Idle, Some(Intent::Sequence { edits: splice.edits, places }));
                }
                let edits = match dropped {
                    Tool::Dragging { leaves: Some(id), .. } => vec![Edit::Disconnect { id }],
                    Tool::Dragging { grouping, .. } => grouping.edits(),
                    _ => Vec::new(),
                };
                if !edits.is_empty() {
                    return (Tool::Idle, Some(Intent::Put { edits, places }));
                }
                (Tool::Idle, (places != boxes.places()).then_some(Intent::Move { places }))
            }
            Tool::Bending(bending) => bend::drop(*bending, at, mods, context),
            Tool::Selecting { from, base, mods, .. } => {
                let ids = press::select(from, at, base, mods, context).into_selected();
                (
                    Tool::Idle,
                    (*ids != *context.selection).then(|| {
                        let ids = Arc::unwrap_or_clone(ids);
                        Intent::Select { ids, camera: None }
                    }),
                )
            }
            Tool::Connecting { from, verdicts, pressed: true, .. } => {
                let over = connect::over(&from, &verdicts, at, context);
                connect::drop(from, over, at, context)
            }
            Tool::Attaching { holder, from, .. } => (Tool::Idle, attach::drop(holder, from, at, context)),
            Tool::Starting if context.viewport.contains(at) => connect::start(at, context),
            Tool::Placing { template, at: before, inside, free } => {
                match (context.viewport.contains(at), before) {
                    (true, _) => {
                        let place = Tool::drop_place(context.world(at), context.grid && !mods.alt);
                        (Tool::Idle, Some(press::add(template, context.world(at), place, context)))
                    }
                    // A click on the palette: the item follows the pointer until the next click.
                    (false, None) => (Tool::Placing { template, at: None, inside, free }, None),
                    (false, Some(_)) => (Tool::Idle, None),
                }
            }
            other => (other, None),
        }
    }

    fn wheel(
        self,
        at: ScreenPoint,
        (dx, dy): (f64, f64),
        mods: KeyModifiers,
        context: &ToolContext<'_>,
    ) -> Step {
        let camera = if mods.ctrl || mods.meta || mods.alt {
            // A notch of a wheel is about 100 pixels, a pinch on a trackpad sends a few at a time.
            let by = 1.0 + dy.abs().min(60.0) * 0.006;
            context.camera.zoom_at(at, if dy < 0.0 { by } else { 1.0 / by })
        } else if mods.shift && dx == 0.0 {
            context.camera.panned(-dy, 0.0)
        } else {
            context.camera.panned(-dx, -dy)
        };
        (self, (camera != context.camera).then_some(Intent::Camera(camera)))
    }

    fn tick(self, ms: f64, context: &ToolContext<'_>) -> Step {
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
            Tool::Placing { free, .. } => KeyModifiers { alt: free, ..KeyModifiers::default() },
            Tool::Bending(ref bending) => bending.mods,
            _ => KeyModifiers::default(),
        };
        let (tool, _) = self.moved(at, mods, &ToolContext { camera, ..*context });
        (tool, Some(Intent::Camera(camera)))
    }

    fn key_up(self, press: &Press) -> Tool {
        match self {
            Tool::Hand if press.key == " " => Tool::Idle,
            Tool::Panning { last, .. } if press.key == " " => Tool::Panning { last, hand: false },
            other => other,
        }
    }

    /// Returns true if the view may have to pan while the pointer rests near the edge; if so, send [`CanvasEvent::Tick`].
    pub fn wants_ticks(&self) -> bool {
        matches!(
            self,
            Tool::Dragging { .. }
                | Tool::Bending(_)
                | Tool::Selecting { .. }
                | Tool::Connecting { .. }
                | Tool::Attaching { .. }
                | Tool::Placing { .. }
        )
    }

    fn pointer(&self) -> Option<ScreenPoint> {
        match self {
            Tool::Dragging { at, .. }
            | Tool::Selecting { at, .. }
            | Tool::Connecting { at, .. }
            | Tool::Attaching { at, .. } => Some(*at),
            Tool::Bending(bending) => Some(bending.pointer()),
            Tool::Placing { at, inside: true, .. } => *at,
            _ => None,
        }
    }

    fn into_selected(self) -> Arc<BTreeSet<Id>> {
        match self {
            Tool::Selecting { ids, .. } => ids,
            _ => Arc::default(),
        }
    }
}

/// Returns true if a point is away from the edge at which a drag pans.
fn is_inside(at: ScreenPoint, viewport: Viewport) -> bool {
    let off = |at: f64, room: f64| at > EDGE && at < room - EDGE;
    off(at.x, viewport.width) && off(at.y, viewport.height)
}

#[cfg(test)]
mod tests;
