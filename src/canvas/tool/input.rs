//! Input events of the canvas: pointer and keys.

use super::super::keys::{Command, Press};
use super::super::viewport::ScreenPoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct KeyModifiers {
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

/// An input event. Lengths are CSS pixels; convert wheel deltas in lines or pages.
#[derive(Clone, Debug, PartialEq)]
pub enum CanvasEvent {
    Down {
        at: ScreenPoint,
        button: Button,
        mods: KeyModifiers,
        pointer: Pointer,
    },
    /// Also sent outside the canvas while a button is pressed.
    Move {
        at: ScreenPoint,
        mods: KeyModifiers,
    },
    Up {
        at: ScreenPoint,
        mods: KeyModifiers,
    },
    Double {
        at: ScreenPoint,
    },
    /// The secondary button, or a long press.
    Menu {
        at: ScreenPoint,
    },
    Wheel {
        at: ScreenPoint,
        dx: f64,
        dy: f64,
        mods: KeyModifiers,
    },
    /// Two fingers: the change of their distance and the movement of their center since the last event.
    Pinch {
        at: ScreenPoint,
        factor: f64,
        dx: f64,
        dy: f64,
    },
    /// A key was pressed while the canvas had the focus.
    Key(Press),
    KeyUp(Press),
    /// A letter without a command, while a port is chosen.
    Letter(char),
    /// A menu item or a toolbar button.
    Command(Command),
    /// Sent once per frame while [`Tool::wants_ticks`](super::Tool::wants_ticks): milliseconds since the last.
    Tick(f64),
    /// Escape, a lost pointer, a window without focus, or a change of the document.
    Cancel,
}
