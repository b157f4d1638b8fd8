//! What outlives the tab: every file, and beside them where boxes are, what is selected and what is in view. Written to the store as it changes,
//! read back at the start. Several tabs may have one work open: see [`crate::journal`] for how they never overwrite each other.

mod leave;
mod note;
mod snapshot;
mod start;
mod tabs;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::storage::{About, Journal, Kept};
use crate::files::FilePath;
use crate::journal::Tab;

/// A change is written when nothing has changed for so long, in milliseconds, and while changes go on every so often.
const WRITE_DEBOUNCE_MS: u32 = 100;
const WRITE_AT_LEAST_EVERY_MS: f64 = 300.0;
/// The same for undo histories, which are long and change with every key, and for what the list of recent work shows.
const WHOLE_DEBOUNCE_MS: u32 = 1_500;
/// A store that has not answered for so long is done without for now.
const OPEN_TIMEOUT_MS: u32 = 1_000;
/// How often it is looked whether a gesture or a composition has ended.
const BUSY_POLL_MS: u32 = 50;
/// The tab's own setting that names the work it shows.
const SHOWN: &str = "work";
/// Set by `public/start.js` after a crash: start without the work.
const FRESH: &str = "fresh";

/// Whether the work is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    #[default]
    Starting,
    Saved,
    Saving,
    /// Another tab has changed the same thing: both versions are stored, and a person chooses which one to go on with.
    Conflict,
    /// The browser's storage does not answer: the work is in this tab alone until it does.
    Unanswered,
    /// The site's data was cleared: the work is in this tab alone.
    Cleared,
    /// A newer version of Limn has the database.
    Outdated,
    Failed(String),
}

#[derive(Default)]
pub(super) struct Storage {
    journal: Option<Journal>,
    tab: Option<Tab<Kept>>,
    about: About,
    /// What of it was stored last without a write of the work.
    described: Option<About>,
    /// Counts the works that were shown: an answer of the store is for one of them.
    shown: usize,
    /// Works that are shown no more and not yet stored, each with its last content.
    closing: BTreeMap<usize, (Tab<Kept>, Kept, About)>,
    /// Undo histories of files that the editor has not opened yet, as the last visit left them.
    pub(super) pasts: BTreeMap<FilePath, Arc<str>>,
    /// A write is due, since a change at that time by the page's clock.
    due: Option<(TimeoutHandle, f64)>,
    whole_due: Option<TimeoutHandle>,
    /// Something else than text has changed since the last write.
    is_noted: bool,
    unavailable: Option<SaveState>,
    why: String,
}

impl Storage {
    /// The files whose histories, not opened yet, contain this.
    pub(super) fn sharing(&self, words: &str) -> Vec<FilePath> {
        self.pasts.iter().filter(|(_, past)| past.contains(words)).map(|(file, _)| file.clone()).collect()
    }
}
