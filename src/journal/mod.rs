//! Journal protocol: how browser tabs share stored work and never overwrite what they have not seen.
//!
//! A work is what is stored under one id. Every write names the revision that it builds on, and the store refuses it where it holds another one
//! (compare and swap). A refused tab reads, and then either follows, merges, or moves its own version to a new id, so that both stay.
//! [`Tab`] is one tab's side: a state machine without I/O. It takes events and returns the operations that the page carries out.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of a work in the store. Names nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkId(pub String);

/// One write of one tab. No two writes have the same; they have no order.
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

/// What is stored. Equal contents need not be written again.
pub trait Content: Clone + PartialEq {
    /// Whether both are the same work. What differs otherwise, such as what was in view, is no reason for a conflict.
    fn is_same_work(&self, other: &Self) -> bool;

    /// `base` with the changes of both; `None` where they changed the same thing.
    fn merge(base: &Self, mine: &Self, theirs: &Self) -> Option<Self>;
}

/// What happened to a tab.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<C> {
    /// The content may be another one, and it is time to write it.
    Changed,
    Written,
    /// The store holds another revision than the write named.
    Stale,
    /// The store holds nothing under the id any more.
    Missing,
    /// The store could not be written or read.
    Failed,
    /// What the store holds: nothing, or a revision and its content.
    Read(Option<(Revision, C)>),
    /// Another tab has written this revision.
    Announced(Revision),
    /// A person wants what is gone, or could not be stored, to be stored again.
    SaveAgain,
    /// A person keeps the version that this tab shows.
    Keep,
}

/// What a tab wants done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<C> {
    /// Stores `content` if the store holds `expected`: `None` is nothing at all. Answered by [`Event::Written`], `Stale`, `Missing` or `Failed`.
    Write { work: WorkId, expected: Option<Revision>, revision: Revision, content: C },
    /// Answered by [`Event::Read`] or `Failed`.
    Read { work: WorkId },
    /// Tells the other tabs that this is stored.
    Announce { work: WorkId, revision: Revision },
    /// The page shows this from now on, caret and view where they were.
    Show(C),
}

/// How a tab's content and the store stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Saved,
    Saving,
    /// This tab's version and another's have the same origin, and a person has not yet said which to go on with. Both are stored.
    Apart,
    /// The store has lost the work: it is in this tab alone.
    Lost,
    Failed,
}

/// One tab's side of the protocol for one work.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab<C> {
    work: WorkId,
    /// What the store held when this tab last read or wrote.
    agreed: Option<(Revision, C)>,
    writing: Option<(Revision, C)>,
    reading: bool,
    /// Somebody else wrote while this tab was busy.
    read_again: bool,
    other_version: Option<WorkId>,
    lost: bool,
    failed: bool,
}

impl<C: Content> Tab<C> {
    /// A work that is new, or as it was just read.
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

    /// What the store holds as far as this tab knows.
    pub fn agreed(&self) -> Option<&(Revision, C)> {
        self.agreed.as_ref()
    }

    /// The content of the last write, on its way or done, or of the last read.
    pub fn latest(&self) -> Option<&C> {
        self.writing.as_ref().or(self.agreed.as_ref()).map(|(_, content)| content)
    }

    /// The id under which the other version is stored, until a person chooses.
    pub fn other_version(&self) -> Option<&WorkId> {
        self.other_version.as_ref()
    }

    /// The revisions of which one is stored, unless another tab has written since: the last one, and the one on its way.
    pub fn revisions(&self) -> Vec<Revision> {
        let both = [self.agreed.as_ref(), self.writing.as_ref()];
        both.into_iter().flatten().map(|(revision, _)| revision.clone()).collect()
    }

    /// Whether `now` is stored, as far as this tab knows.
    pub fn has_stored(&self, now: &C) -> bool {
        self.agreed.as_ref().is_some_and(|(_, agreed)| agreed == now)
    }

    /// Nothing is under way and nothing is left to do.
    pub fn is_idle(&self, now: &C) -> bool {
        self.has_stored(now) && self.writing.is_none() && !self.reading
    }

    pub fn standing(&self, now: &C) -> Standing {
        if self.lost {
            Standing::Lost
        } else if self.failed {
            Standing::Failed
        } else if self.other_version.is_some() {
            Standing::Apart
        } else if self.is_idle(now) {
            Standing::Saved
        } else {
            Standing::Saving
        }
    }

    /// Takes one event. `now` is the content that the page has at this moment; `fresh` makes names that nobody else makes.
    pub fn on(&mut self, event: Event<C>, now: &C, fresh: &mut dyn FnMut() -> String) -> Vec<Action<C>> {
        let mut actions = Vec::new();
        match event {
            Event::Changed => self.write(now, fresh, &mut actions),
            Event::Written => {
                self.failed = false;
                if let Some((revision, content)) = self.writing.take() {
                    actions.push(Action::Announce { work: self.work.clone(), revision: revision.clone() });
                    self.agreed = Some((revision, content));
                }
                self.go_on(now, fresh, &mut actions);
            }
            Event::Stale => {
                self.writing = None;
                self.read(&mut actions);
            }
            Event::Missing => {
                self.writing = None;
                self.lost = true;
            }
            Event::Failed => {
                (self.writing, self.reading, self.failed) = (None, false, true);
            }
            Event::Read(stored) => {
                (self.reading, self.failed) = (false, false);
                self.has_read(stored, now, fresh, &mut actions);
            }
            Event::Announced(revision) => {
                if !self.revisions().contains(&revision) {
                    self.read(&mut actions);
                }
            }
            Event::SaveAgain => {
                if self.lost {
                    (self.lost, self.agreed) = (false, None);
                }
                self.failed = false;
                self.write(now, fresh, &mut actions);
            }
            Event::Keep => self.other_version = None,
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
                // The other version keeps the id; this one gets its own, and nothing is overwritten.
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

/// What a tab that goes could not write any more. It is put into the store without a look at what is there; the next one who reads the work
/// adds it to the revision that it builds on, or gives it an id of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leaving<T> {
    /// The revisions that it may be added to. Where nothing is stored there is nothing to overwrite, and it may always be added.
    pub onto: Vec<Revision>,
    /// What the work has as a revision once this is added.
    pub revision: Revision,
    pub content: T,
}

impl<T> Leaving<T> {
    pub fn fits(&self, stored: Option<&Revision>) -> bool {
        stored.is_none_or(|stored| self.onto.contains(stored))
    }
}

#[cfg(test)]
mod tests;
