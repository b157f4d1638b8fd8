//! What is found out on the second thread: what it is told, and what becomes of its answers. Where there is none, or not yet, the page finds out
//! itself. Either way the tree that a gesture acts on is the page's own, made of the text as it is: see [`Session::settle`].

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::{Completions, Mark};
use super::super::worker::{Ask, Heard, Letter, Reply, Worker};
use super::{Problem, Session};
use crate::diagnostic::Diagnostic;
use crate::files::FilePath;
use crate::text::{TextEdit, TextRange};
use crate::watch::{self, Told, Word};

/// A worker that dies is replaced so many times.
const LIVES: usize = 3;
/// One that has not answered for so long is taken for dead, in milliseconds.
const SILENCE: u32 = 60_000;

/// What is known of the second thread.
#[derive(Default)]
pub(super) struct Beside {
    worker: Option<Worker>,
    /// It has said that it can be written to.
    ready: bool,
    deaths: usize,
    /// The number of the last letter, and whether it is answered. Meanwhile what happens is gathered.
    number: u64,
    open: bool,
    words: Vec<Word>,
    asks: Vec<Ask>,
    /// A letter is written at the end of this task.
    due: bool,
    /// Whether somebody waits for it to say nothing.
    watched: bool,
    waiting: BTreeMap<u32, Rc<Slot>>,
    asked: u32,
    /// What stands under the caret is to be selected. Not any more, once a hand has selected something else.
    follows: bool,
    has: Has,
    /// Where the problems are that are shown, in their order.
    ranges: Vec<TextRange>,
}

/// What the second thread has been told.
#[derive(Default)]
struct Has {
    files: BTreeMap<FilePath, Option<Arc<str>>>,
    choices: Option<(BTreeMap<FilePath, String>, bool)>,
    front: Option<FilePath>,
}

impl Session {
    /// Once, at the start. From then on whatever the files come to is found out, here or there.
    pub fn look_beside(self) {
        self.engage();
        Effect::new(move |_| {
            self.known.track();
            self.open.track();
            self.compare();
        });
    }

    fn engage(self) {
        let worker = Worker::start(move |heard| match heard {
            Heard::Ready => {
                self.hidden.update_value(|hidden| hidden.beside.ready = true);
                self.compare();
            }
            Heard::Reply(reply) => self.replied(reply),
            // Later: a worker is not let go of while it is being heard.
            Heard::Gone => drop(after(0, move || self.bereft())),
        });
        self.hidden.update_value(|hidden| hidden.beside.worker = worker);
    }

    /// Whether the second thread looks at the texts.
    pub(super) fn is_beside(self) -> bool {
        self.hidden.with_value(|hidden| hidden.beside.ready)
    }

    /// The worker is no more: the page looks itself, and another is started.
    fn bereft(self) {
        let before = self.hidden.try_update_value(|hidden| {
            let beside = &mut hidden.beside;
            let ranges = std::mem::take(&mut beside.ranges);
            let next = Beside { deaths: beside.deaths + 1, asked: beside.asked, ranges, ..Beside::default() };
            std::mem::replace(beside, next)
        });
        let Some(before) = before else { return };
        drop(before.worker);
        for slot in before.waiting.into_values() {
            slot.fill(None);
        }
        self.settle();
        self.look_here();
        // One that never was there is not missed.
        if before.ready && before.deaths + 1 < LIVES {
            if before.deaths == 0 {
                self.notice("the part of Limn that checks texts has stopped, and was started again");
            }
            self.engage();
        }
    }

    // --- What it is told ---------------------------------------------------------------------------------------------------------

    /// A text was changed: the places of its problems go with it.
    pub(super) fn text_changed(self, file: &FilePath, edit: &TextEdit, text: &Arc<str>) {
        let problems = self.shown.get_value().problems;
        self.hidden.update_value(|hidden| {
            let beside = &mut hidden.beside;
            problems.with_untracked(|problems| watch::follow(problems, &mut beside.ranges, file, edit));
            // A file that is new to it is told whole.
            if let (true, Some(Some(had))) = (beside.ready, beside.has.files.get_mut(file)) {
                *had = Arc::clone(text);
                beside.words.push(Word::Edit { file: file.clone(), edit: edit.clone() });
            }
        });
        self.write_to_it();
    }

    /// The caret was put somewhere in the file in front.
    pub(super) fn caret_put(self, at: usize) {
        self.hidden.update_value(|hidden| {
            hidden.beside.words.push(Word::Caret(at));
            hidden.beside.follows = true;
        });
        self.write_to_it();
    }

    /// Something was selected by another hand than the caret.
    pub(super) fn selected_elsewhere(self) {
        self.hidden.update_value(|hidden| {
            hidden.beside.follows = false;
            hidden.pending.under = None;
        });
    }

    /// What could be typed at a place of a text, when it is known.
    pub(super) fn ask_beside(
        self,
        file: &FilePath,
        at: usize,
        asked: bool,
    ) -> impl Future<Output = Option<Completions>> + use<> {
        let slot = Rc::new(Slot::default());
        self.hidden.update_value(|hidden| {
            let beside = &mut hidden.beside;
            beside.asked += 1;
            beside.waiting.insert(beside.asked, Rc::clone(&slot));
            beside.asks.push(Ask { id: beside.asked, file: file.clone(), at, asked });
        });
        self.write_to_it();
        std::future::poll_fn(move |context| slot.poll(context))
    }

    /// Tells it what differs from what it was told; without one, looks here.
    fn compare(self) {
        if !self.is_beside() {
            return self.look_here();
        }
        let (known, front) = (self.known.get_untracked(), self.open.get_untracked());
        let mut others = false;
        self.hidden.update_value(|hidden| {
            let (typed, beside) = (&hidden.pending.texts, &mut hidden.beside);
            let (has, words) = (&mut beside.has, &mut beside.words);
            let choices = Some((known.choices.profiles, known.workspace.whole));
            if has.choices != choices {
                has.choices.clone_from(&choices);
                words.extend(choices.map(|(profiles, whole)| Word::Choices { profiles, whole }));
            }
            let files = &known.workspace.files;
            has.files.retain(|file, _| {
                let stays = files.contains_key(file);
                if !stays {
                    words.push(Word::Gone(file.clone()));
                }
                stays
            });
            for (file, content) in files {
                let text = typed.get(file).map(|(_, text)| text).or(content.as_text());
                if has.files.get(file).map(Option::as_ref) != Some(text) {
                    others = true;
                    has.files.insert(file.clone(), text.cloned());
                    words.push(Word::File { file: file.clone(), text: text.map(ToString::to_string) });
                }
            }
            if has.front != front {
                has.front.clone_from(&front);
                words.push(Word::Front(front));
            }
        });
        let looked = self.shown.get_value().looked;
        if others && looked.get_untracked() {
            looked.set(false);
        }
        self.write_to_it();
    }

    /// One letter for all that happens in this task.
    fn write_to_it(self) {
        let due = self.hidden.try_update_value(|hidden| std::mem::replace(&mut hidden.beside.due, true));
        if due == Some(false) {
            queue_microtask(move || {
                self.hidden.update_value(|hidden| hidden.beside.due = false);
                self.write_letter();
            });
        }
    }

    fn write_letter(self) {
        let sent = self.hidden.try_update_value(|hidden| {
            let beside = &mut hidden.beside;
            let worker = beside.worker.as_ref().filter(|_| beside.ready && !beside.open)?;
            if beside.words.is_empty() && beside.asks.is_empty() {
                return None;
            }
            beside.number += 1;
            beside.open = true;
            let (words, asks) = (std::mem::take(&mut beside.words), std::mem::take(&mut beside.asks));
            let sent = worker.send(&Letter { number: beside.number, words, asks });
            Some((sent, beside.number, std::mem::replace(&mut beside.watched, true)))
        });
        match sent.flatten() {
            Some((false, ..)) => drop(after(0, move || self.bereft())),
            Some((true, number, false)) => self.listen(number),
            _ => {}
        }
    }

    /// One that says nothing for very long is taken for dead.
    fn listen(self, number: u64) {
        after(SILENCE, move || {
            let beside = self.hidden.try_update_value(|hidden| {
                let beside = &mut hidden.beside;
                beside.watched = beside.open && beside.number != number;
                (beside.open && beside.number == number, beside.watched, beside.number)
            });
            match beside {
                Some((true, ..)) => self.bereft(),
                Some((_, true, number)) => self.listen(number),
                _ => {}
            }
        });
    }

    // --- What it answers ---------------------------------------------------------------------------------------------------------

    fn replied(self, reply: Reply) {
        let Reply { number, told, offers } = reply;
        let fits = self.hidden.try_update_value(|hidden| {
            let beside = &mut hidden.beside;
            let fits = beside.open && beside.number == number;
            beside.open &= !fits;
            for (id, offered) in offers {
                if let Some(slot) = beside.waiting.remove(&id) {
                    slot.fill(offered);
                }
            }
            fits
        });
        if fits != Some(true) {
            return;
        }
        let Told { problems, ranges, picture, under } = told;
        if let Some(ranges) = ranges {
            self.found(problems, ranges);
        }
        let follows = self.hidden.with_value(|hidden| {
            let again = hidden.beside.words.iter().any(|word| matches!(word, Word::Caret(_)));
            hidden.beside.follows && !again
        });
        self.another(picture, under.filter(|_| follows));
        self.write_letter();
    }

    /// The page finds out itself.
    fn look_here(self) {
        let (problems, ranges) = self.known.with_untracked(|known| watch::problems(&known.analysis));
        self.found(Some(problems), ranges);
    }

    /// These are the problems, and there they are, in texts that may have changed since; `None`: the same as before.
    fn found(self, problems: Option<Vec<Problem>>, mut ranges: Vec<TextRange>) {
        let shown = self.shown.get_value().problems;
        let differ = problems.filter(|problems| shown.with_untracked(|shown| **shown != *problems));
        let now = differ.map_or_else(
            || shown.get_untracked(),
            |problems| {
                let problems = Arc::new(problems);
                shown.set(Arc::clone(&problems));
                problems
            },
        );
        self.hidden.update_value(|hidden| {
            let (typed, beside) = (&hidden.pending.texts, &mut hidden.beside);
            if beside.ready {
                for word in &beside.words {
                    if let Word::Edit { file, edit } = word {
                        watch::follow(&now, &mut ranges, file, edit);
                    }
                }
            } else {
                for (file, (edits, _)) in typed {
                    for edit in edits {
                        watch::follow(&now, &mut ranges, file, edit);
                    }
                }
            }
            beside.ranges = ranges;
        });
        let looked = self.shown.get_value().looked;
        if !looked.get_untracked() {
            looked.set(true);
        }
        self.mark_problems();
    }

    /// The problems of the file in front, in its gutter.
    pub(super) fn mark_problems(self) {
        let (Some(file), Some(editor)) = (self.open.get_untracked(), self.editor()) else { return };
        let problems = self.shown.get_value().problems.get_untracked();
        let marks = self.hidden.with_value(|hidden| {
            let placed = problems.iter().zip(&hidden.beside.ranges);
            let here = placed.filter(|(problem, _)| problem.file == file).map(|(problem, range)| Mark {
                range: *range,
                severity: problem.severity,
                message: problem.message.clone(),
                code: problem.code.name,
                fixes: problem.fixes.iter().map(|(title, _)| title.clone()).collect(),
            });
            here.collect()
        });
        editor.set_problems(&file, marks);
    }

    /// Where a problem is in the text.
    pub fn range_of(self, problem: &Problem) -> Option<TextRange> {
        let problems = self.shown.get_value().problems.get_untracked();
        let at = problems.iter().position(|it| it.at == problem.at && it.file == problem.file)?;
        self.hidden.with_value(|hidden| hidden.beside.ranges.get(at).copied())
    }

    /// Which of the problems of a file, as it is now, is the one that was shown as its `at`th.
    pub(super) fn still(self, file: &FilePath, at: usize) -> Option<usize> {
        let problems = self.shown.get_value().problems.get_untracked();
        let told = problems.iter().find(|problem| problem.at == at && problem.file == *file)?;
        let same = |found: &Diagnostic| {
            found.code == told.code && found.message == told.message && found.path == told.at_path.0
        };
        self.known.with_untracked(|known| {
            let found = known.analysis.file(file)?.diagnostics();
            let stays = found.get(at).is_some_and(same);
            if stays { Some(at) } else { found.iter().position(same) }
        })
    }
}

/// What could be typed, where something could.
struct Answer(Option<Completions>);

/// An answer that is waited for.
#[derive(Default)]
struct Slot {
    answer: Cell<Option<Answer>>,
    waker: Cell<Option<Waker>>,
}

impl Slot {
    fn fill(&self, answer: Option<Completions>) {
        self.answer.set(Some(Answer(answer)));
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn poll(&self, context: &Context<'_>) -> Poll<Option<Completions>> {
        self.waker.set(Some(context.waker().clone()));
        self.answer.take().map_or(Poll::Pending, |Answer(answer)| Poll::Ready(answer))
    }
}
