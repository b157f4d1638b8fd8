//! Event handlers and timers that stop with the component that made them.
//!
//! Taking an element out of the page can still fire events on it: Chromium sends `change` and `blur` to a focused input on its way out, when
//! the component's signals are gone already, and to read one of those is a panic. Timers and microtasks can run as late.

use leptos::prelude::*;

/// Says whether the component that made it is still in the page.
#[derive(Clone, Copy)]
pub struct Mounted(StoredValue<()>);

impl Mounted {
    /// Follows the component, or the effect, that runs now.
    pub fn here() -> Mounted {
        Mounted(StoredValue::new(()))
    }

    pub fn is_mounted(self) -> bool {
        !self.0.is_disposed()
    }
}

/// `handle`, for as long as the component that runs now is in the page; after that the event is ignored.
pub fn while_mounted<E: 'static>(handle: impl Fn(E) + 'static) -> impl Fn(E) + 'static {
    let mounted = Mounted::here();
    move |event| {
        if mounted.is_mounted() {
            handle(event);
        }
    }
}
