//! Pointer, wheel and key input, converted to canvas events. Positions become CSS pixels from the canvas's top-left corner. The only
//! interpretation made here: two fingers are a pinch.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::after;
use super::super::session::Gestures;
use limn_canvas::keys::{self, Command, Keymap, Press};
use limn_canvas::{Button, CanvasEvent, Hit, KeyModifiers, Pointer, ScreenPoint, Tool};
use limn_language::graph::{Id, PortRef};

type CanvasRef = NodeRef<html::Div>;

/// Item under the idle pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    hit: Hit,
    /// Over a port: whether each other port is compatible with it.
    fits: BTreeMap<PortRef, bool>,
    /// Tooltip of the port, and the pointer's position.
    tip: Option<(ScreenPoint, String)>,
}

impl Hover {
    pub fn hit(&self) -> &Hit {
        &self.hit
    }

    pub fn fits(&self, port: &PortRef) -> Option<bool> {
        self.fits.get(port).copied()
    }

    /// Tooltip of the port under the pointer, and its position.
    pub fn tip(&self) -> Option<&(ScreenPoint, String)> {
        self.tip.as_ref()
    }

    /// Returns true if any port is highlighted or dimmed.
    pub fn lights(&self) -> bool {
        !self.fits.is_empty()
    }

    /// The wire under the pointer.
    pub fn wire(&self) -> Option<&Id> {
        match &self.hit {
            Hit::Wire(over) => Some(over),
            _ => None,
        }
    }

    /// Kind of item, which selects the cursor.
    pub fn name(&self) -> &'static str {
        match &self.hit {
            Hit::Empty => "empty",
            Hit::Port(_) => "port",
            Hit::Label(_) => "label",
            Hit::Body(_) => "body",
            Hit::Pill(_) => "pill",
            Hit::Wire(_) => "wire",
            Hit::Group(_) => "pill",
            Hit::More(_) => "more",
            Hit::CollapseButton(_) => "fold",
        }
    }
}

/// Time after which a finger that rests opens the menu, in milliseconds.
const LONG_PRESS_MS: u32 = 500;
/// Distance by which a resting finger may move, in CSS pixels.
const LONG_PRESS_REACH: f64 = 10.0;

thread_local! {
    /// The place of a finger that rests since it came down, and the timer of its menu.
    static RESTING: RefCell<Option<(ScreenPoint, Option<TimeoutHandle>)>> = const { RefCell::new(None) };
    /// Touches on the canvas, by pointer id.
    static FINGERS: RefCell<BTreeMap<i32, ScreenPoint>> = const { RefCell::new(BTreeMap::new()) };
}

fn mods(event: &web_sys::MouseEvent) -> KeyModifiers {
    KeyModifiers {
        shift: event.shift_key(),
        ctrl: event.ctrl_key(),
        alt: event.alt_key(),
        meta: event.meta_key(),
    }
}

fn place(canvas: CanvasRef, event: &web_sys::MouseEvent) -> ScreenPoint {
    let Some(canvas) = canvas.get_untracked() else { return ScreenPoint::default() };
    let corner = canvas.get_bounding_client_rect();
    ScreenPoint {
        x: f64::from(event.client_x()) - corner.left(),
        y: f64::from(event.client_y()) - corner.top(),
    }
}

/// A template carried from the palette follows events of the whole window.
fn placing(gestures: Gestures) -> bool {
    gestures.tool().with_untracked(|tool| matches!(tool, Tool::Placing { .. } | Tool::Starting))
}

pub fn down(gestures: Gestures, canvas: CanvasRef, event: &ev::PointerEvent) {
    gestures.close_popup();
    let button = match event.button() {
        0 => Button::Primary,
        1 => Button::Middle,
        _ => return,
    };
    let Some(element) = canvas.get_untracked() else { return };
    event.prevent_default();
    drop(element.focus());
    // By the element that has the cursor.
    if let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
        drop(target.set_pointer_capture(event.pointer_id()));
    }
    let at = place(canvas, event);
    let pointer = match event.pointer_type().as_str() {
        "touch" => Pointer::Touch,
        "pen" => Pointer::Pen,
        _ => Pointer::Mouse,
    };
    if pointer == Pointer::Touch {
        let fingers = FINGERS.with_borrow_mut(|fingers| {
            fingers.insert(event.pointer_id(), at);
            fingers.len()
        });
        stop_resting();
        if fingers > 1 {
            return gestures.on_canvas_event(CanvasEvent::Cancel);
        }
    }
    gestures.on_canvas_event(CanvasEvent::Down { at, button, mods: mods(event), pointer });
    if pointer == Pointer::Touch && !placing(gestures) {
        rest(gestures, at);
    }
    tick(gestures);
}

/// Opens the menu once a finger has rested for some time.
fn rest(gestures: Gestures, at: ScreenPoint) {
    let timer = after(LONG_PRESS_MS, move || {
        if RESTING.take().is_some() {
            gestures.on_canvas_event(CanvasEvent::Cancel);
            gestures.on_canvas_event(CanvasEvent::Menu { at });
        }
    });
    RESTING.set(Some((at, timer)));
}

/// The finger was lifted, another one came down, or it is dragging something.
fn stop_resting() {
    if let Some((_, Some(timer))) = RESTING.take() {
        timer.clear();
    }
}

pub fn moved(
    gestures: Gestures,
    canvas: CanvasRef,
    event: &ev::PointerEvent,
    hover: RwSignal<Option<Arc<Hover>>>,
) {
    let at = place(canvas, event);
    gestures.point_at(Some(at));
    let is_away = |from: &ScreenPoint| (from.x - at.x).hypot(from.y - at.y) > LONG_PRESS_REACH;
    if RESTING.with_borrow(|resting| resting.as_ref().is_some_and(|(from, _)| is_away(from))) {
        stop_resting();
    }
    if let Some(pinch) = pinch(event.pointer_id(), at) {
        return gestures.on_canvas_event(pinch);
    }
    if placing(gestures) {
        // The port that would be grabbed.
        if gestures.tool().with_untracked(|tool| matches!(tool, Tool::Starting)) {
            point(gestures, at, hover);
        }
        return;
    }
    let idle = gestures.tool().with_untracked(|tool| matches!(tool, Tool::Idle));
    if !idle {
        // A gesture shows what it would do itself, and what is under the pointer may have changed once it ends.
        if hover.with_untracked(Option::is_some) {
            hover.set(None);
        }
        return gestures.on_canvas_event(CanvasEvent::Move { at, mods: mods(event) });
    }
    if event.buttons() == 0 {
        point(gestures, at, hover);
    }
}

/// Pinch of two touches: change of their distance, and movement of their center.
fn pinch(pointer: i32, at: ScreenPoint) -> Option<CanvasEvent> {
    FINGERS.with_borrow_mut(|fingers| {
        if fingers.len() < 2 || !fingers.contains_key(&pointer) {
            return None;
        }
        let other = fingers.iter().find(|(id, _)| **id != pointer).map(|(_, at)| *at)?;
        let before = fingers.insert(pointer, at)?;
        let apart = |one: ScreenPoint| (one.x - other.x).hypot(one.y - other.y).max(1.0);
        let middle = |one: ScreenPoint| ScreenPoint {
            x: f64::midpoint(one.x, other.x),
            y: f64::midpoint(one.y, other.y),
        };
        let (was, is) = (middle(before), middle(at));
        Some(CanvasEvent::Pinch {
            at: was,
            factor: apart(at) / apart(before),
            dx: is.x - was.x,
            dy: is.y - was.y,
        })
    })
}

/// Updates what the idle pointer is over.
fn point(gestures: Gestures, at: ScreenPoint, hover: RwSignal<Option<Arc<Hover>>>) {
    let (hit, peeked) = gestures.with_context(|_, context| {
        let world = context.camera.to_world(at);
        let hit = context.scene.hit_on_screen(at, limn_canvas::REACH, context.camera);
        let peeked = if context.camera.is_far() { None } else { context.scene.peek(world, &hit) };
        (hit, peeked)
    });
    peek(gestures, peeked);
    if hover.with_untracked(|hover| hover.as_ref().is_some_and(|hover| hover.hit == hit)) {
        return;
    }
    if let Some(timer) = LIGHTING.take() {
        timer.clear();
    }
    if let Hit::Port(from) = &hit {
        let from = from.clone();
        LIGHTING.set(after(LIGHT_AFTER_MS, move || {
            LIGHTING.take();
            let rests =
                hover.try_get_untracked().flatten().is_some_and(|hover| hover.hit == Hit::Port(from.clone()));
            if rests && gestures.tool().with_untracked(|tool| matches!(tool, Tool::Idle | Tool::Starting)) {
                let fits = fitting(gestures, &from);
                let tip = gestures.port_tip(&from, &fits).map(|tip| (at, tip));
                hover.set(Some(Arc::new(Hover { hit: Hit::Port(from), fits, tip })));
            }
        }));
    }
    let tip = match &hit {
        Hit::CollapseButton(id) => gestures.collapse_button_tip(id).map(|tip| (at, tip)),
        _ => None,
    };
    if tip.is_some() {
        return hover.set(Some(Arc::new(Hover { hit, fits: BTreeMap::new(), tip })));
    }
    hover.set(Some(Arc::new(Hover { hit, fits: BTreeMap::new(), tip: None })));
}

/// Time for which the pointer is on a port until others are highlighted, in milliseconds. A pointer that passes over ports highlights none.
const LIGHT_AFTER_MS: u32 = 60;

/// Compatibility of each other port with one.
fn fitting(gestures: Gestures, from: &PortRef) -> BTreeMap<PortRef, bool> {
    gestures.with_context(|_, context| {
        let others = context.scene.ports().map(|(port, _)| port).filter(|port| port != from);
        let fits = |port: &PortRef| (context.fits)(from, port).is_ok() || (context.fits)(port, from).is_ok();
        others.map(|port| (port.clone(), fits(&port))).collect()
    })
}

/// Time for which the pointer rests on a card until its folded ports are shown, in milliseconds. A pointer on its way to something else opens none.
const PEEK_AFTER_MS: u32 = 250;
/// Time for which the pointer is off a card and its folded ports until they are hidden, in milliseconds: the way to them may lead past the card.
const HIDE_AFTER_MS: u32 = 400;

/// The card whose folded ports are about to be shown, or `None` if they are about to be hidden, and the timer.
type Waiting = (Option<Id>, Option<TimeoutHandle>);

thread_local! {
    static WAITING: RefCell<Option<Waiting>> = const { RefCell::new(None) };
    /// The port whose counterparts are about to be highlighted.
    static LIGHTING: RefCell<Option<TimeoutHandle>> = const { RefCell::new(None) };
}

/// Shows the folded ports of a card once the pointer rests on it, and hides them once it is off them for a while.
fn peek(gestures: Gestures, id: Option<Id>) {
    if WAITING.with_borrow(|waiting| waiting.as_ref().is_some_and(|(waits, _)| *waits == id)) {
        return;
    }
    if let Some((_, Some(timer))) = WAITING.take() {
        timer.clear();
    }
    if gestures.peeked() == id {
        return;
    }
    let waiting = id.clone();
    let timer = after(if id.is_some() { PEEK_AFTER_MS } else { HIDE_AFTER_MS }, move || {
        WAITING.take();
        if gestures.tool().with_untracked(|tool| matches!(tool, Tool::Idle)) {
            gestures.peek(id);
        }
    });
    WAITING.set(Some((waiting, timer)));
}

/// The pointer left the canvas.
pub fn left(gestures: Gestures, hover: RwSignal<Option<Arc<Hover>>>) {
    hover.set(None);
    gestures.point_at(None);
    peek(gestures, None);
}

/// Removes what the port under the pointer is: another action has begun.
pub fn drop_tip(hover: RwSignal<Option<Arc<Hover>>>) {
    if let Some(now) = hover.get_untracked().filter(|hover| hover.tip.is_some()) {
        hover.set(Some(Arc::new(Hover { tip: None, ..(*now).clone() })));
    }
}

pub fn up(gestures: Gestures, canvas: CanvasRef, event: &ev::PointerEvent) {
    stop_resting();
    let pinched = FINGERS.with_borrow_mut(|fingers| {
        let several = fingers.len() > 1;
        fingers.remove(&event.pointer_id());
        several
    });
    if !pinched && !placing(gestures) && event.button() < 2 {
        gestures.on_canvas_event(CanvasEvent::Up { at: place(canvas, event), mods: mods(event) });
    }
}

pub fn cancel(gestures: Gestures, event: &ev::PointerEvent) {
    stop_resting();
    FINGERS.with_borrow_mut(|fingers| fingers.remove(&event.pointer_id()));
    gestures.on_canvas_event(CanvasEvent::Cancel);
}

pub fn double(gestures: Gestures, canvas: CanvasRef, event: &ev::MouseEvent) {
    if !placing(gestures) {
        gestures.on_canvas_event(CanvasEvent::Double { at: place(canvas, event) });
    }
}

pub fn context_menu(gestures: Gestures, canvas: CanvasRef, event: &ev::MouseEvent) {
    event.prevent_default();
    // Keys act on the selection, wherever it is.
    if event.button() == 2 {
        gestures.on_canvas_event(CanvasEvent::Menu { at: place(canvas, event) });
    }
}

pub fn wheel(gestures: Gestures, canvas: CanvasRef, event: &ev::WheelEvent) {
    event.prevent_default();
    let unit = match event.delta_mode() {
        web_sys::WheelEvent::DOM_DELTA_LINE => 18.0,
        web_sys::WheelEvent::DOM_DELTA_PAGE => 400.0,
        _ => 1.0,
    };
    let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
    gestures.on_canvas_event(CanvasEvent::Wheel { at: place(canvas, event), dx, dy, mods: mods(event) });
}

/// A key press, as the key table expects it.
pub fn press(event: &ev::KeyboardEvent) -> Press {
    let mods = KeyModifiers {
        shift: event.shift_key(),
        ctrl: event.ctrl_key(),
        alt: event.alt_key(),
        meta: event.meta_key(),
    };
    Press { key: event.key(), code: event.code(), mods }
}

/// The command of a key press, by the keys that the user has chosen.
pub fn key(gestures: Gestures, keymap: &Keymap, event: &ev::KeyboardEvent) {
    let press = press(event);
    let command = keymap.find(&press);
    // The window runs these, wherever the focus is.
    if command.is_some_and(Command::is_global) {
        return;
    }
    // Letters choose among the ports that a connection can end at.
    let chooses = command != Some(Command::Add)
        && gestures.tool().with_untracked(|tool| matches!(tool, Tool::Choosing { .. }));
    if let Some(letter) = press.letter().filter(|_| chooses) {
        event.prevent_default();
        event.stop_propagation();
        return gestures.on_canvas_event(CanvasEvent::Letter(letter));
    }
    let is_hosts = matches!(command, Some(Command::Undo | Command::Redo)) && gestures.leaves_undo_to_host();
    if press.key != " " && command.is_none() || is_hosts {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    match command {
        Some(command) if keys::find(&press) != Some(command) => gestures.command(command),
        _ if event.repeat() && press.key == " " => {}
        _ => gestures.on_canvas_event(CanvasEvent::Key(press)),
    }
}

pub fn key_up(gestures: Gestures, event: &ev::KeyboardEvent) {
    gestures.on_canvas_event(CanvasEvent::KeyUp(press(event)));
}

/// The canvas lost the focus: no key is held any more.
pub fn key_lost(gestures: Gestures) {
    if gestures.tool().with_untracked(|tool| matches!(tool, Tool::Hand)) {
        gestures.on_canvas_event(CanvasEvent::Cancel);
    }
}

/// Events for a template carried from the palette, anywhere on the page.
pub fn hear_window(gestures: Gestures, canvas: CanvasRef) {
    let moves = Rc::new(move |event: &ev::PointerEvent| place(canvas, event));
    let at = Rc::clone(&moves);
    window_event_listener(ev::pointermove, move |event| {
        if placing(gestures) {
            gestures.on_canvas_event(CanvasEvent::Move { at: at(&event), mods: mods(&event) });
            tick(gestures);
        }
    });
    window_event_listener(ev::pointerup, move |event| {
        if placing(gestures) && event.button() == 0 && !is_beside(&event) {
            gestures.on_canvas_event(CanvasEvent::Up { at: moves(&event), mods: mods(&event) });
            if !placing(gestures) {
                super::super::pane_focus::focus_canvas();
            }
        }
    });
    window_event_listener(ev::keydown, move |event| {
        let busy = gestures.tool().with_untracked(|tool| !matches!(tool, Tool::Idle | Tool::Hand));
        if event.key() == "Escape" && busy {
            event.prevent_default();
            gestures.on_canvas_event(CanvasEvent::Cancel);
        }
    });
    window_event_listener(ev::blur, move |event| {
        // Only the window itself: fields fire blur, too.
        let window: Result<web_sys::Window, _> =
            event.target().unwrap_or_else(|| event.clone().unchecked_into()).dyn_into();
        if window.is_ok() {
            gestures.on_canvas_event(CanvasEvent::Cancel);
        }
    });
}

/// Returns true if the event is on an element over the diagram, rather than on the diagram itself. The text of a notice, which appears by
/// itself, counts as the diagram.
fn is_beside(event: &ev::PointerEvent) -> bool {
    let on = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    on.is_some_and(|on| {
        on.closest(".controls, .map, .prompt, .broken, .notice button, .proposals, .tour")
            .ok()
            .flatten()
            .is_some()
    })
}

/// Pans the view once a frame while something is dragged near the edge.
fn tick(gestures: Gestures) {
    thread_local! {
        static TICKING: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    if TICKING.get() {
        return;
    }
    TICKING.set(true);
    frame(gestures, None);

    fn frame(gestures: Gestures, before: Option<f64>) {
        request_animation_frame(move || {
            let now = window().performance().map_or(0.0, |performance| performance.now());
            let (wants, gesture) =
                gestures.tool().with_untracked(|tool| (tool.wants_ticks(), !matches!(tool, Tool::Idle)));
            if wants && let Some(before) = before {
                gestures.on_canvas_event(CanvasEvent::Tick(now - before));
            }
            if gesture {
                frame(gestures, Some(now));
            } else {
                TICKING.set(false);
            }
        });
    }
}
