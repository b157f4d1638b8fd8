//! Event handlers and timers that stop with the component that made them.
//!
//! Removing an element can still fire events on it: Chromium sends `change` and `blur` to a focused input that is removed, when the component's
//! signals are disposed already, and reading one of those panics. Timers and microtasks can run as late.

use leptos::prelude::*;

/// Returns true while the component that created it is still in the page.
#[derive(Clone, Copy)]
pub struct Mounted(StoredValue<()>);

impl Mounted {
    /// Tracks the component or effect that runs now.
    pub fn here() -> Mounted {
        Mounted(StoredValue::new(()))
    }

    pub fn is_mounted(self) -> bool {
        !self.0.is_disposed()
    }
}

/// Wraps `handle` to ignore events once the component that runs now has left the page.
pub fn while_mounted<E: 'static>(handle: impl Fn(E) + 'static) -> impl Fn(E) + 'static {
    let mounted = Mounted::here();
    move |event| {
        if mounted.is_mounted() {
            handle(event);
        }
    }
}
