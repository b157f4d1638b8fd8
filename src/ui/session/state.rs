//! Signal of a store: everyone may read it, and only the module of the store that holds it can write it.

use leptos::prelude::*;

/// Read and write half of a signal. A store keeps it in a private field and exposes [`State::read`].
pub(super) struct State<T: 'static> {
    read: ReadSignal<T>,
    write: WriteSignal<T>,
}

impl<T> Clone for State<T> {
    fn clone(&self) -> State<T> {
        *self
    }
}

impl<T> Copy for State<T> {}

impl<T: Default + Send + Sync + 'static> Default for State<T> {
    fn default() -> State<T> {
        State::new(T::default())
    }
}

impl<T: Send + Sync + 'static> State<T> {
    pub fn new(value: T) -> State<T> {
        let (read, write) = signal(value);
        State { read, write }
    }

    pub fn read(self) -> ReadSignal<T> {
        self.read
    }

    pub fn set(self, value: T) {
        self.write.set(value);
    }

    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.write.update(change);
    }

    /// Writes the value if it differs, so that an equal one wakes no subscriber. Returns whether it did.
    pub fn set_if_different(self, value: T) -> bool
    where
        T: PartialEq,
    {
        let differs = self.read.with_untracked(|now| *now != value);
        if differs {
            self.set(value);
        }
        differs
    }
}
