//! Storage: the store of the saved work. Saves files, places, selection and view to the browser as they change, and restores them at startup. Several tabs can have the same
//! work open: [`limn_journal`] keeps them from overwriting each other.

mod embedded;
mod leave;
mod metadata;
mod recent;
mod snapshot;
mod start;
mod tabs;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::storage::{Journal, StoredWork, WorkSummary};
use super::Session;
use super::state::State;
use limn_journal::{Tab, WorkId};

pub use recent::Work;

/// Delay of a write after the last change, and maximum delay while changes continue, in milliseconds. Longer than the time between two keys: a
/// write takes as long as a quarter of a key does.
const WRITE_DEBOUNCE_MS: u32 = 200;
const WRITE_AT_LEAST_EVERY_MS: f64 = 500.0;
/// The same for undo histories, which are large and change with every key, and for list entries of recent work.
const WHOLE_DEBOUNCE_MS: u32 = 1_500;
/// Delay after which a store that does not open is reported, in milliseconds.
const OPEN_TIMEOUT_MS: u32 = 1_000;
/// Poll interval while waiting for a gesture or input method to end, in milliseconds.
const BUSY_POLL_MS: u32 = 50;
/// Session storage key of the work that this tab shows.
const SHOWN: &str = "work";
/// Set by `public/start.js` after a crash: start without the work.
const FRESH: &str = "fresh";

/// Save state of the current work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    #[default]
    Starting,
    Saved,
    Saving,
    /// Another tab changed the same work: both versions are stored, and the user chooses one.
    Conflict,
    /// The store does not respond: the work exists only in this tab for now.
    Unanswered,
    /// The site's data was cleared: the work exists only in this tab.
    Cleared,
    /// A newer version of Limn owns the database.
    Outdated,
    Failed(String),
}

/// Save state and stored works. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct Storage {
    save_state: State<SaveState>,
    /// Stored works, latest first.
    recent: State<Arc<Vec<Work>>>,
    hidden: StoredValue<Hidden, LocalStorage>,
}

/// Actions on the stored work, and what keeps it stored.
#[derive(Clone, Copy)]
pub struct Works(pub(super) &'static Session);

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    journal: Option<Journal>,
    tab: Option<Tab<StoredWork>>,
    /// The application that has the files, instead of the store.
    embedded: Option<embedded::Embedded>,
    about: WorkSummary,
    /// List entry stored last without a write of the work.
    described: Option<WorkSummary>,
    /// Number of works shown so far: a reply of the store belongs to one of them.
    shown: usize,
    /// Number of files that were closed and stored as works of their own. They count down from the highest number, as they were never shown.
    closed_files: usize,
    /// Works closed but not stored yet, each with its last content.
    closing: BTreeMap<usize, (Tab<StoredWork>, StoredWork, WorkSummary)>,
    /// Timer of the pending write, and the time of its first change by the page's clock.
    due: Option<(TimeoutHandle, f64)>,
    whole_due: Option<TimeoutHandle>,
    /// Something other than text has changed since the last write.
    is_noted: bool,
    unavailable: Option<SaveState>,
    why: String,
}

impl Storage {
    pub(super) fn new() -> Storage {
        Storage {
            save_state: State::new(SaveState::default()),
            recent: State::new(Arc::default()),
            hidden: StoredValue::new_local(Hidden::default()),
        }
    }

    pub fn save_state(self) -> ReadSignal<SaveState> {
        self.save_state.read()
    }

    /// Stored works, latest first.
    pub fn recent(self) -> ReadSignal<Arc<Vec<Work>>> {
        self.recent.read()
    }

    /// Id of the current work.
    pub(super) fn shown_work(self) -> Option<WorkId> {
        self.hidden.with_value(|hidden| hidden.tab.as_ref().map(|tab| tab.work().clone()))
    }

    pub(super) fn journal(self) -> Option<Journal> {
        self.hidden.with_value(|hidden| hidden.journal.clone())
    }
}
