//! Storage: every work in `IndexedDB`, so that closing a tab loses nothing. A write stores only what differs, in one transaction that first
//! compares revisions. It handles bytes and names; the content of the note belongs to the session.
//!
//! One object store, with keys that never need an upgrade of the database (an upgrade waits for every old tab):
//! `about/ID`, `catalog/ID`, `opened/ID/PATH`, `rev/ID`, `work/ID/note`, `work/ID/original`, `work/ID/file/PATH`, `work/ID/past/PATH`, and
//! `last`.
//!
//! Unsaved changes of a closing page go to a second database, under `ID/REVISION`: there they don't wait for a write in progress, which the
//! browser aborts when the page closes.

mod catalog;
mod entries;
mod journal;

use std::collections::BTreeMap;
use std::sync::Arc;

use idb::Error;
use serde::{Deserialize, Serialize};

use limn_canvas::Thumbnail;
use limn_files::{Content, FilePath, Original};
use limn_journal::{ClosingChanges, Revision, WorkId};

pub use catalog::CatalogSource;
pub use entries::left_key;
pub use journal::Journal;

/// Stored content of a work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredWork {
    pub files: BTreeMap<FilePath, Content>,
    /// JSON.
    pub note: String,
    /// The archive that the files came in.
    pub original: Option<Original>,
    /// Undo history of each file, as the editor writes it.
    pub pasts: BTreeMap<FilePath, Arc<str>>,
    /// The texts as they were opened, of the files that differ from them.
    pub opened: BTreeMap<FilePath, Arc<str>>,
}

/// Entry of a work in the list of recent work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkSummary {
    /// Derived from the file names.
    pub title: String,
    /// Given by the user.
    pub name: Option<String>,
    pub languages: Vec<String>,
    pub files: usize,
    /// Time of the last change, in milliseconds since 1970.
    pub changed: f64,
    /// Time of deletion. Purged a day later.
    pub deleted: Option<f64>,
    /// Distinguishes another version of the same work.
    pub version: Option<String>,
    pub picture: Thumbnail,
}

impl WorkSummary {
    pub fn label(&self) -> String {
        let label = self.name.clone().unwrap_or_else(|| self.title.clone());
        let label = if label.is_empty() { "Untitled".to_owned() } else { label };
        self.version.as_ref().map_or(label.clone(), |version| format!("{label} ({version})"))
    }
}

/// Unsaved changes of a closing page: see [`ClosingChanges`].
pub type UnsavedChanges = ClosingChanges<UnsavedContent>;

/// Texts and undo histories that differ from the stored ones, and the note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UnsavedContent {
    pub files: BTreeMap<FilePath, String>,
    pub note: Option<String>,
    pub pasts: BTreeMap<FilePath, Arc<str>>,
    /// `None` after a crash: then the stored text of a file is the earliest that is known.
    pub opened: Option<BTreeMap<FilePath, Arc<str>>>,
}

/// Result of reading a work.
pub struct Read {
    pub revision: Revision,
    pub kept: StoredWork,
    pub about: WorkSummary,
    /// Unsaved changes were merged, or stored under a new id: other tabs that show this work must read it again.
    pub is_new: bool,
    /// Number of versions from closed tabs that were stored as separate works.
    pub strays: usize,
    /// Keys of entries that are neither text nor bytes; left in place.
    pub skipped: Vec<String>,
}

/// Reason why a write failed.
#[derive(Debug)]
pub enum WriteError {
    /// The stored revision differs from the expected one.
    Stale,
    /// The work is not stored any more.
    Missing,
    Failed(String),
}

impl From<Error> for WriteError {
    fn from(error: Error) -> WriteError {
        WriteError::Failed(error.to_string())
    }
}

/// A write: see [`limn_journal::Action::Write`].
pub struct Write<'a> {
    pub work: &'a WorkId,
    pub expected: Option<&'a Revision>,
    pub revision: &'a Revision,
    pub kept: &'a StoredWork,
    /// Content of the expected revision.
    pub before: &'a StoredWork,
    pub about: &'a WorkSummary,
    /// The next visit opens this work.
    pub is_last: bool,
}

/// External events that close the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The browser closed it because its data was cleared.
    Cleared,
    /// A newer version of Limn is upgrading it.
    Upgraded,
}
