//! The protocol, tried in every order: two tabs, one store, messages that arrive late, tabs that are closed or killed at any moment.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use super::{Action, ClosingChanges, Content, JournalEvent, Revision, SyncState, Tab, WorkId};

/// Two files of one work, each with the words that were typed into it. Nobody ever deletes one, so a word that is missing is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Text {
    files: [BTreeSet<u8>; 2],
    /// Position of the view: no part of the work.
    view: u8,
}

impl Text {
    fn words(&self) -> BTreeSet<u8> {
        self.files.iter().flatten().copied().collect()
    }
}

impl Content for Text {
    fn is_same_work(&self, other: &Text) -> bool {
        self.files == other.files
    }

    fn merge(base: &Text, mine: &Text, theirs: &Text) -> Option<Text> {
        let mut merged = mine.clone();
        for at in 0..2 {
            let (base, mine, theirs) = (&base.files[at], &mine.files[at], &theirs.files[at]);
            merged.files[at] = match (mine == base, theirs == base) {
                (true, _) => theirs.clone(),
                (_, true) => mine.clone(),
                _ if mine == theirs => mine.clone(),
                _ => return None,
            };
        }
        Some(merged)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Stored {
    revision: Option<Revision>,
    text: Text,
    leaving: Vec<(Vec<Revision>, Revision, Text)>,
}

/// An operation on its way to the store, or its answer on its way back.
#[derive(Clone, Debug, PartialEq)]
enum Way {
    There(Action<Text>),
    Back(JournalEvent<Text>),
}

#[derive(Clone, Debug)]
struct Page {
    tab: Tab<Text>,
    now: Text,
    operation: Option<Way>,
    heard: VecDeque<(WorkId, Revision)>,
    /// A write is due.
    due: bool,
}

#[derive(Clone, Debug)]
struct Model {
    store: BTreeMap<WorkId, Stored>,
    pages: [Option<Page>; 2],
    names: usize,
    typed: u8,
    ends: u8,
    chosen: u8,
    views: u8,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Type {
        page: usize,
        file: usize,
    },
    Look {
        page: usize,
    },
    Due {
        page: usize,
    },
    Operate {
        page: usize,
    },
    Hear {
        page: usize,
    },
    /// The page is closed: it puts down what it could not write.
    Close {
        page: usize,
    },
    /// The page is killed after everything it had was written, as nothing can be promised for less.
    Kill {
        page: usize,
    },
    Reopen {
        page: usize,
    },
    KeepMine {
        page: usize,
    },
    ShowOther {
        page: usize,
    },
}

const WORK: &str = "work";

impl Model {
    fn new() -> Model {
        let work = WorkId(WORK.to_owned());
        let revision = Revision("start".to_owned());
        let stored = Stored { revision: Some(revision.clone()), ..Stored::default() };
        let page = Page {
            tab: Tab::new(work.clone(), Some((revision, Text::default()))),
            now: Text::default(),
            operation: None,
            heard: VecDeque::new(),
            due: false,
        };
        Model {
            store: BTreeMap::from([(work, stored)]),
            pages: [Some(page.clone()), Some(page)],
            names: 0,
            typed: 0,
            ends: 0,
            chosen: 0,
            views: 0,
        }
    }

    fn steps(&self, limits: &Limits) -> Vec<Step> {
        let mut steps = Vec::new();
        for (at, page) in self.pages.iter().enumerate() {
            let Some(page) = page else {
                steps.push(Step::Reopen { page: at });
                continue;
            };
            if self.typed < limits.typed {
                steps.push(Step::Type { page: at, file: 0 });
                steps.push(Step::Type { page: at, file: 1 });
            }
            if self.views < limits.views {
                steps.push(Step::Look { page: at });
            }
            if page.due {
                steps.push(Step::Due { page: at });
            }
            if page.operation.is_some() {
                steps.push(Step::Operate { page: at });
            }
            if !page.heard.is_empty() {
                steps.push(Step::Hear { page: at });
            }
            if self.ends < limits.ends {
                steps.push(Step::Close { page: at });
                if page.tab.has_stored(&page.now) {
                    steps.push(Step::Kill { page: at });
                }
            }
            if page.tab.other_version().is_some() && self.chosen < limits.chosen {
                steps.push(Step::KeepMine { page: at });
                if page.tab.has_stored(&page.now) {
                    steps.push(Step::ShowOther { page: at });
                }
            }
        }
        steps
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Type { page, file } => {
                self.typed += 1;
                let word = self.typed;
                let page = self.pages[page].as_mut().unwrap();
                page.now.files[file].insert(word);
                page.due = true;
            }
            Step::Look { page } => {
                self.views += 1;
                let view = self.views;
                let page = self.pages[page].as_mut().unwrap();
                page.now.view = view;
                page.due = true;
            }
            Step::Due { page } => {
                self.pages[page].as_mut().unwrap().due = false;
                self.tell(page, JournalEvent::Changed);
            }
            Step::Operate { page } => self.operate(page),
            Step::Hear { page: at } => {
                let page = self.pages[at].as_mut().unwrap();
                let (work, revision) = page.heard.pop_front().unwrap();
                if *page.tab.work() == work {
                    self.tell(at, JournalEvent::Announced(revision));
                }
            }
            Step::Close { page } => {
                self.ends += 1;
                let page = self.pages[page].take().unwrap();
                if !page.tab.has_stored(&page.now) {
                    self.names += 1;
                    let revision = Revision(format!("left {}", self.names));
                    let stored = self.store.entry(page.tab.work().clone()).or_default();
                    stored.leaving.push((page.tab.revisions(), revision, page.now));
                }
            }
            Step::Kill { page } => {
                self.ends += 1;
                self.pages[page] = None;
            }
            Step::Reopen { page } => {
                let work = WorkId(WORK.to_owned());
                let read = self.read(&work);
                let now = read.as_ref().map(|(_, text)| text.clone()).unwrap_or_default();
                self.pages[page] = Some(Page {
                    tab: Tab::new(work, read),
                    now,
                    operation: None,
                    heard: VecDeque::new(),
                    due: false,
                });
            }
            Step::KeepMine { page } => {
                self.chosen += 1;
                self.tell(page, JournalEvent::Keep);
            }
            Step::ShowOther { page } => {
                self.chosen += 1;
                let other = self.pages[page].as_ref().unwrap().tab.other_version().unwrap().clone();
                let read = self.read(&other);
                let page = self.pages[page].as_mut().unwrap();
                page.now = read.as_ref().map(|(_, text)| text.clone()).unwrap_or_default();
                page.tab = Tab::new(other, read);
                (page.operation, page.due) = (None, false);
            }
        }
    }

    fn tell(&mut self, at: usize, event: JournalEvent<Text>) {
        let names = &mut self.names;
        let page = self.pages[at].as_mut().unwrap();
        let mut fresh = || {
            *names += 1;
            format!("name {names}")
        };
        for action in page.tab.on(event, &page.now.clone(), &mut fresh) {
            match action {
                Action::Announce { work, revision } => {
                    if let Some(other) = self.pages[1 - at].as_mut() {
                        other.heard.push_back((work, revision));
                    }
                }
                Action::Show(text) => {
                    let page = self.pages[at].as_mut().unwrap();
                    assert!(page.now.words().is_subset(&text.words()), "a page loses words that it shows");
                    page.now.files = text.files;
                    page.due = true;
                }
                operation => {
                    let page = self.pages[at].as_mut().unwrap();
                    assert!(page.operation.is_none(), "two operations of one tab at a time");
                    page.operation = Some(Way::There(operation));
                }
            }
        }
    }

    fn operate(&mut self, at: usize) {
        match self.pages[at].as_mut().unwrap().operation.take().unwrap() {
            Way::There(Action::Write { work, expected, revision, content }) => {
                let stored = self.store.entry(work).or_default();
                let answer = if stored.revision == expected {
                    assert!(
                        stored.text.words().is_subset(&content.words()),
                        "a write loses words that were stored: {:?} over {:?}",
                        content,
                        stored.text
                    );
                    (stored.revision, stored.text) = (Some(revision), content);
                    JournalEvent::Written
                } else {
                    JournalEvent::Stale
                };
                self.pages[at].as_mut().unwrap().operation = Some(Way::Back(answer));
            }
            Way::There(Action::Read { work }) => {
                let answer = JournalEvent::Read(self.read(&work));
                self.pages[at].as_mut().unwrap().operation = Some(Way::Back(answer));
            }
            Way::There(_) => unreachable!("no operation on the store"),
            Way::Back(event) => self.tell(at, event),
        }
    }

    /// Step of the store's reader: what tabs put down that have gone is added and announced, or gets an id of its own.
    fn read(&mut self, work: &WorkId) -> Option<(Revision, Text)> {
        let mut strays = Vec::new();
        let mut added = Vec::new();
        if let Some(stored) = self.store.get_mut(work) {
            for (onto, revision, content) in std::mem::take(&mut stored.leaving) {
                let leaving = ClosingChanges { onto, revision, content };
                if leaving.fits(stored.revision.as_ref()) {
                    assert!(stored.text.words().is_subset(&leaving.content.words()));
                    added.push((work.clone(), leaving.revision.clone()));
                    (stored.revision, stored.text) = (Some(leaving.revision), leaving.content);
                } else if !leaving.content.is_same_work(&stored.text) {
                    strays.push((leaving.revision, leaving.content));
                }
            }
        }
        for page in self.pages.iter_mut().flatten() {
            page.heard.extend(added.iter().cloned());
        }
        for (revision, text) in strays {
            let stray = WorkId(format!("stray {revision}"));
            self.store.insert(stray, Stored { revision: Some(revision), text, leaving: Vec::new() });
        }
        let stored = self.store.get(work)?;
        Some((stored.revision.clone()?, stored.text.clone()))
    }

    /// Every word that was typed is in the store or in a page that says that it is not saved yet; a version that a person has not seen stays.
    fn check(&self) {
        let mut safe: BTreeSet<u8> = BTreeSet::new();
        for stored in self.store.values() {
            safe.extend(stored.text.words());
            safe.extend(stored.leaving.iter().flat_map(|(_, _, text)| text.words()));
        }
        for page in self.pages.iter().flatten() {
            if page.tab.standing(&page.now) == SyncState::Saved {
                assert!(page.now.words().is_subset(&safe), "a page says saved, and is not");
            }
            if let Some(other) = page.tab.other_version() {
                assert_ne!(other, page.tab.work());
            }
            safe.extend(page.now.words());
        }
        assert_eq!(safe.len(), usize::from(self.typed), "a word is lost");
    }

    /// Lets everything that is under way end. After that the store alone has every word, and pages on one work show the same.
    fn run_until_idle(mut self) {
        for _ in 0..200 {
            let next = (0..2).find_map(|page| {
                let it = self.pages[page].as_ref()?;
                let step = if it.operation.is_some() {
                    Step::Operate { page }
                } else if it.due {
                    Step::Due { page }
                } else if !it.heard.is_empty() {
                    Step::Hear { page }
                } else {
                    return None;
                };
                Some(step)
            });
            let Some(step) = next else {
                self.check();
                let mut stored: BTreeSet<u8> = BTreeSet::new();
                for work in self.store.keys().cloned().collect::<Vec<_>>() {
                    drop(self.read(&work));
                }
                for it in self.store.values() {
                    stored.extend(it.text.words());
                }
                assert_eq!(stored.len(), usize::from(self.typed), "a word is not in the store at rest");
                if let [Some(one), Some(other)] = &self.pages
                    && one.tab.work() == other.tab.work()
                {
                    assert!(one.now.is_same_work(&other.now), "two tabs at rest show one work differently");
                }
                return;
            };
            self.take(step);
            self.check();
        }
        panic!("the tabs never come to rest");
    }

    /// Identity of this state: names that are made count only by where they are used.
    fn key(&self) -> String {
        format!("{self:?}")
    }
}

struct Limits {
    typed: u8,
    ends: u8,
    chosen: u8,
    views: u8,
    depth: usize,
}

/// Goes through every run within the limits; returns how many states it saw.
fn explore(limits: &Limits) -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![(Model::new(), 0, Vec::new())];
    while let Some((model, depth, trace)) = open.pop() {
        if !seen.insert(model.key()) || depth == limits.depth {
            continue;
        }
        for step in model.steps(limits) {
            let mut next = model.clone();
            let mut steps: Vec<Step> = trace.clone();
            steps.push(step);
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                next.take(step);
                next.check();
                next.clone().run_until_idle();
                next
            }));
            match outcome {
                Ok(next) => open.push((next, depth + 1, steps)),
                Err(why) => {
                    let what = why.downcast_ref::<String>().cloned();
                    let what = what.or_else(|| why.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                    panic!("{what:?} after {steps:#?}");
                }
            }
        }
    }
    seen.len()
}

#[test]
fn no_order_of_typing_writing_and_hearing_loses_a_word() {
    let states = explore(&Limits { typed: 3, ends: 0, chosen: 1, views: 0, depth: 11 });
    assert!(states > 10_000, "the search saw only {states} states");
}

#[test]
fn no_order_of_closing_killing_and_opening_loses_a_word() {
    let states = explore(&Limits { typed: 2, ends: 2, chosen: 1, views: 0, depth: 9 });
    assert!(states > 5_000, "the search saw only {states} states");
}

#[test]
fn a_changed_view_is_not_a_conflict() {
    let states = explore(&Limits { typed: 1, ends: 0, chosen: 0, views: 2, depth: 10 });
    assert!(states > 1_000, "the search saw only {states} states");
}

#[test]
fn a_conflict_stays_until_a_person_chooses() {
    let mut model = Model::new();
    for page in 0..2 {
        model.take(Step::Type { page, file: 0 });
        model.take(Step::Due { page });
    }
    while let Some(page) = (0..2).find(|page| model.pages[*page].as_ref().unwrap().operation.is_some()) {
        model.take(Step::Operate { page });
    }
    let second = |model: &Model| model.pages[1].clone().unwrap();
    assert_eq!(second(&model).tab.standing(&second(&model).now), SyncState::Apart);
    // Looking at the other tab and coming back, and whatever is heard there, changes nothing.
    model.take(Step::Type { page: 0, file: 1 });
    model.take(Step::Due { page: 0 });
    for page in [0, 0, 1, 1, 1] {
        let it = model.pages[page].as_ref().unwrap();
        if it.operation.is_some() {
            model.take(Step::Operate { page });
        } else if !it.heard.is_empty() {
            model.take(Step::Hear { page });
        }
    }
    assert_eq!(second(&model).tab.standing(&second(&model).now), SyncState::Apart);
    model.take(Step::KeepMine { page: 1 });
    assert_eq!(second(&model).tab.standing(&second(&model).now), SyncState::Saved);
    model.run_until_idle();
}

#[test]
fn what_the_store_lost_is_written_again_only_at_the_users_request() {
    let mut names = 0;
    let mut fresh = || {
        names += 1;
        format!("name {names}")
    };
    let revision = Revision("start".to_owned());
    let mut tab = Tab::new(WorkId(WORK.to_owned()), Some((revision, Text::default())));
    let now = Text { files: [BTreeSet::from([1]), BTreeSet::new()], view: 0 };
    assert_eq!(tab.on(JournalEvent::Changed, &now, &mut fresh).len(), 1);
    assert!(tab.on(JournalEvent::Missing, &now, &mut fresh).is_empty());
    assert_eq!(tab.standing(&now), SyncState::Lost);
    assert!(tab.on(JournalEvent::Changed, &now, &mut fresh).is_empty());
    let again = tab.on(JournalEvent::SaveAgain, &now, &mut fresh);
    assert!(matches!(&again[..], [Action::Write { expected: None, content, .. }] if *content == now));
    tab.on(JournalEvent::Written, &now, &mut fresh);
    assert_eq!(tab.standing(&now), SyncState::Saved);
}
