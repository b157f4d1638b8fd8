//! Journal protocol: how browser tabs share stored works without overwriting changes they have not seen.
//!
//! A work is stored under one id. Every write names the revision that it builds on, and the store rejects it if it has another one (compare and swap).
//! A tab whose write is rejected reads the store and then follows it, merges, or moves its own version to a new id, so that both remain.
//! [`Tab`] is the side of one tab: a state machine without I/O, which takes events and returns the operations that the page performs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of a work in the store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkId(pub String);

/// The id of one write. Unique; revisions have no order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Revision(pub String);

impl fmt::Display for WorkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The stored content. Equal contents are not written again.
pub trait Content: Clone + PartialEq {
    /// Returns true if both have the same documents. Other differences, such as the visible file, cause no conflict.
    fn is_same_work(&self, other: &Self) -> bool;

    /// Merges the changes of both to `base`; `None` if they changed the same part.
    fn merge(base: &Self, mine: &Self, theirs: &Self) -> Option<Self>;
}

/// An event for a tab.
#[derive(Clone, Debug, PartialEq)]
pub enum JournalEvent<C> {
    /// The content may have changed and should be written.
    Changed,
    Written,
    /// The store has another revision than the write expected.
    Stale,
    /// The store no longer has the work.
    Missing,
    /// Reading or writing the store failed.
    Failed,
    /// The content of the store: nothing, or a revision and its content.
    Read(Option<(Revision, C)>),
    /// Another tab wrote this revision.
    Announced(Revision),
    /// The user wants to store the work again after it was lost or could not be stored.
    SaveAgain,
    /// The user keeps the version of this tab.
    Keep,
}

/// An operation for the page, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<C> {
    /// Stores `content` if the store has `expected`; `None` means that nothing is stored. Answered by [`JournalEvent::Written`], `Stale`, `Missing` or `Failed`.
    Write { work: WorkId, expected: Option<Revision>, revision: Revision, content: C },
    /// Reads the store. Answered by [`JournalEvent::Read`] or `Failed`.
    Read { work: WorkId },
    /// Announces to the other tabs that this revision is stored.
    Announce { work: WorkId, revision: Revision },
    /// Shows this content; caret and view stay in place.
    Show(C),
}

/// The state of a tab's content relative to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncState {
    Saved,
    Saving,
    /// The versions of this tab and of another have diverged, and the user has not yet chosen one. Both are stored.
    Apart,
    /// The store has lost the work; only this tab has it.
    Lost,
    Failed,
}

/// The side of one tab of the protocol, for one work.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab<C> {
    work: WorkId,
    /// The content of the store at the last read or write of this tab.
    agreed: Option<(Revision, C)>,
    writing: Option<(Revision, C)>,
    reading: bool,
    /// True if another tab wrote while this tab was busy.
    read_again: bool,
    other_version: Option<WorkId>,
    lost: bool,
    failed: bool,
}

impl<C: Content> Tab<C> {
    /// Creates the state for a new work, or for one just read.
    pub fn new(work: WorkId, stored: Option<(Revision, C)>) -> Tab<C> {
        Tab {
            work,
            agreed: stored,
            writing: None,
            reading: false,
            read_again: false,
            other_version: None,
            lost: false,
            failed: false,
        }
    }

    pub fn work(&self) -> &WorkId {
        &self.work
    }

    /// The content of the store, as far as this tab knows.
    pub fn agreed(&self) -> Option<&(Revision, C)> {
        self.agreed.as_ref()
    }

    /// The content of the last write, pending or done, or of the last read.
    pub fn latest(&self) -> Option<&C> {
        self.writing.as_ref().or(self.agreed.as_ref()).map(|(_, content)| content)
    }

    /// The id under which the other version is stored, until the user chooses.
    pub fn other_version(&self) -> Option<&WorkId> {
        self.other_version.as_ref()
    }

    /// The possible stored revisions if no other tab has written: the last one, and the pending one.
    pub fn revisions(&self) -> Vec<Revision> {
        let both = [self.agreed.as_ref(), self.writing.as_ref()];
        both.into_iter().flatten().map(|(revision, _)| revision.clone()).collect()
    }

    /// Returns true if `now` is stored, as far as this tab knows.
    pub fn has_stored(&self, now: &C) -> bool {
        self.agreed.as_ref().is_some_and(|(_, agreed)| agreed == now)
    }

    /// Returns true if nothing is pending or left to do.
    pub fn is_idle(&self, now: &C) -> bool {
        self.has_stored(now) && self.writing.is_none() && !self.reading
    }

    pub fn standing(&self, now: &C) -> SyncState {
        if self.lost {
            SyncState::Lost
        } else if self.failed {
            SyncState::Failed
        } else if self.other_version.is_some() {
            SyncState::Apart
        } else if self.is_idle(now) {
            SyncState::Saved
        } else {
            SyncState::Saving
        }
    }

    /// Handles one event. `now` is the current content of the page; `fresh` creates unique ids.
    pub fn on(
        &mut self,
        event: JournalEvent<C>,
        now: &C,
        fresh: &mut dyn FnMut() -> String,
    ) -> Vec<Action<C>> {
        let mut actions = Vec::new();
        match event {
            JournalEvent::Changed => self.write(now, fresh, &mut actions),
            JournalEvent::Written => {
                self.failed = false;
                if let Some((revision, content)) = self.writing.take() {
                    actions.push(Action::Announce { work: self.work.clone(), revision: revision.clone() });
                    self.agreed = Some((revision, content));
                }
                self.go_on(now, fresh, &mut actions);
            }
            JournalEvent::Stale => {
                self.writing = None;
                self.read(&mut actions);
            }
            JournalEvent::Missing => {
                self.writing = None;
                self.lost = true;
            }
            JournalEvent::Failed => {
                (self.writing, self.reading, self.failed) = (None, false, true);
            }
            JournalEvent::Read(stored) => {
                (self.reading, self.failed) = (false, false);
                self.has_read(stored, now, fresh, &mut actions);
            }
            JournalEvent::Announced(revision) => {
                if !self.revisions().contains(&revision) {
                    self.read(&mut actions);
                }
            }
            JournalEvent::SaveAgain => {
                if self.lost {
                    (self.lost, self.agreed) = (false, None);
                }
                self.failed = false;
                self.write(now, fresh, &mut actions);
            }
            JournalEvent::Keep => self.other_version = None,
        }
        actions
    }

    fn has_read(
        &mut self,
        stored: Option<(Revision, C)>,
        now: &C,
        fresh: &mut dyn FnMut() -> String,
        actions: &mut Vec<Action<C>>,
    ) {
        let Some((revision, theirs)) = stored else {
            self.lost = self.agreed.is_some();
            return self.go_on(now, fresh, actions);
        };
        let known = self.agreed.as_ref().map(|(known, base)| (*known == revision, base));
        let merged = match known {
            Some((true, _)) => return self.go_on(now, fresh, actions),
            Some((false, base)) if now.is_same_work(base) => Some(theirs.clone()),
            _ if now.is_same_work(&theirs) => Some(now.clone()),
            Some((false, base)) => C::merge(base, now, &theirs),
            None => None,
        };
        match merged {
            Some(merged) => {
                let is_new = !merged.is_same_work(now);
                self.agreed = Some((revision, theirs));
                self.go_on(&merged, fresh, actions);
                if is_new {
                    actions.push(Action::Show(merged));
                }
            }
            None => {
                // The other version keeps the id; this one gets a new id, so that nothing is overwritten.
                let own = WorkId(fresh());
                self.other_version = Some(std::mem::replace(&mut self.work, own));
                (self.agreed, self.read_again) = (None, false);
                self.write(now, fresh, actions);
            }
        }
    }

    fn go_on(&mut self, now: &C, fresh: &mut dyn FnMut() -> String, actions: &mut Vec<Action<C>>) {
        if std::mem::take(&mut self.read_again) {
            self.read(actions);
        } else {
            self.write(now, fresh, actions);
        }
    }

    fn write(&mut self, now: &C, fresh: &mut dyn FnMut() -> String, actions: &mut Vec<Action<C>>) {
        if self.writing.is_some() || self.reading || self.lost || self.has_stored(now) {
            return;
        }
        let revision = Revision(fresh());
        self.writing = Some((revision.clone(), now.clone()));
        let expected = self.agreed.as_ref().map(|(revision, _)| revision.clone());
        actions.push(Action::Write { work: self.work.clone(), expected, revision, content: now.clone() });
    }

    fn read(&mut self, actions: &mut Vec<Action<C>>) {
        if self.writing.is_some() || self.reading {
            self.read_again = true;
        } else {
            self.reading = true;
            actions.push(Action::Read { work: self.work.clone() });
        }
    }
}

/// The last changes of a closing tab. They are put into the store without checking it; the next reader of the work adds them to the revision that
/// they build on, or stores them under a new id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosingChanges<T> {
    /// The revisions that they can be added to. If nothing is stored, they can always be added.
    pub onto: Vec<Revision>,
    /// The revision of the work after they are added.
    pub revision: Revision,
    pub content: T,
}

impl<T> ClosingChanges<T> {
    pub fn fits(&self, stored: Option<&Revision>) -> bool {
        stored.is_none_or(|stored| self.onto.contains(stored))
    }
}

#[cfg(test)]
mod tests;
