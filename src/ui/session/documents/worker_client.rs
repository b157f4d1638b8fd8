//! Worker client: sends edits to the analysis worker and applies its replies. Without a worker, the page analyzes by itself; while the worker
//! starts, problems wait for it. Gestures always use the page's own tree of the current text: see [`super::super::Session::flush_pending`].

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::super::super::browser::{after, parts};
use super::super::super::worker::{Question, Reply, Request, Worker, WorkerEvent};
use super::Documents;
use super::pending::{CaretItem, Due};
use super::questions::PendingAnswer;
use limn_analysis::Catalog;
use limn_analysis::incremental::{self, Update, WorkspaceEvent};
use limn_files::FilePath;
use limn_text::{TextEdit, TextRange};

/// Number of restarts after a worker is lost.
const MAX_RESTARTS: usize = 3;
/// A worker that has not replied for this long counts as lost, in milliseconds.
const REPLY_TIMEOUT_MS: u32 = 60_000;
/// A worker that is not ready this long after it has the program counts as lost, in milliseconds.
const START_TIMEOUT_MS: u32 = 30_000;

/// State of the connection to the analysis worker.
#[derive(Default)]
pub(super) struct WorkerClient {
    worker: Option<Worker>,
    /// The worker has reported that it accepts requests.
    pub(super) ready: bool,
    losses: usize,
    /// Number of the last request, and whether its reply is outstanding. Events are collected meanwhile.
    number: u64,
    open: bool,
    pub(super) events: Vec<WorkspaceEvent>,
    pub(super) questions: Vec<Question>,
    /// A request is scheduled for the end of the current task.
    due: bool,
    /// A reply timeout is running.
    watched: bool,
    pub(super) waiting: BTreeMap<u32, Rc<PendingAnswer>>,
    pub(super) last_question: u32,
    /// Select the item under the caret. Off once something else was selected.
    follows: bool,
    sent: Sent,
    /// Text ranges of the shown problems, in the same order.
    pub(super) ranges: Vec<TextRange>,
}

/// State that the worker already has.
#[derive(Default)]
struct Sent {
    files: BTreeMap<FilePath, Option<Arc<str>>>,
    /// [`WorkspaceEvent::Choices`].
    choices: Option<WorkspaceEvent>,
    catalog: Catalog,
    active_file: Option<FilePath>,
}

impl Documents {
    /// Starts the worker, and keeps it up to date with the files. Called once, at startup.
    pub(in super::super) fn start_worker_client(self) {
        self.start_worker();
        Effect::new(move |_| {
            self.known().track();
            self.active_file().track();
            self.sync_worker();
        });
    }

    fn start_worker(self) {
        let worker = Worker::start(move |heard| match heard {
            WorkerEvent::Ready => {
                self.hidden.update_value(|hidden| hidden.worker_client.ready = true);
                self.sync_worker();
                if let Some(caret) = self.take_caret() {
                    self.send_caret(caret);
                }
            }
            WorkerEvent::Reply(reply) => self.on_reply(reply),
            // Deferred: a worker must not be dropped inside its own event handler.
            WorkerEvent::Lost => drop(after(0, move || self.on_worker_lost())),
        });
        self.hidden.update_value(|hidden| hidden.worker_client.worker = worker);
        let losses = self.hidden.with_value(|hidden| hidden.worker_client.losses);
        spawn_local(async move {
            // The worker starts when the whole program is there.
            parts::second().await;
            after(START_TIMEOUT_MS, move || {
                let is_same = self.hidden.try_with_value(|hidden| hidden.worker_client.losses == losses);
                if is_same == Some(true) && self.is_worker_starting() {
                    self.on_worker_lost();
                }
            });
        });
    }

    /// Returns true if the analysis worker is running.
    pub(in super::super) fn has_worker(self) -> bool {
        self.hidden.with_value(|hidden| hidden.worker_client.ready)
    }

    /// Returns true if the analysis worker is about to be ready or lost.
    pub(in super::super) fn is_worker_starting(self) -> bool {
        self.hidden
            .try_with_value(|hidden| hidden.worker_client.worker.is_some() && !hidden.worker_client.ready)
            == Some(true)
    }

    /// Handles a lost worker: the page analyzes by itself, and another worker is started.
    fn on_worker_lost(self) {
        let before = self.hidden.try_update_value(|hidden| {
            let client = &mut hidden.worker_client;
            let ranges = std::mem::take(&mut client.ranges);
            let next = WorkerClient {
                losses: client.losses + 1,
                last_question: client.last_question,
                ranges,
                ..WorkerClient::default()
            };
            std::mem::replace(client, next)
        });
        let Some(before) = before else { return };
        drop(before.worker);
        for slot in before.waiting.into_values() {
            slot.fill(None);
        }
        let caret = self.take_caret().map(CaretItem::Offset);
        self.run_due(Due { analysis: true, caret });
        self.check_on_page();
        // A worker that never became ready is not replaced.
        if before.ready && before.losses + 1 < MAX_RESTARTS {
            if before.losses == 0 {
                self.notices.show("the analysis worker stopped and was started again");
            }
            self.start_worker();
        }
    }

    // --- Requests ----------------------------------------------------------------------------------------------------------------

    /// Sends a text edit, and moves the ranges of its problems.
    pub(super) fn send_edit(self, file: &FilePath, edit: &TextEdit, text: &Arc<str>) {
        let problems = self.problems();
        self.hidden.update_value(|hidden| {
            let client = &mut hidden.worker_client;
            problems.with_untracked(|problems| incremental::follow(problems, &mut client.ranges, file, edit));
            // A file that is new to the worker is sent whole.
            if let (true, Some(Some(had))) = (client.ready, client.sent.files.get_mut(file)) {
                *had = Arc::clone(text);
                client.events.push(WorkspaceEvent::Edit { file: file.clone(), edit: edit.clone() });
            }
        });
        self.schedule_request();
    }

    /// Sends the caret's offset in the active file.
    pub(super) fn send_caret(self, at: usize) {
        self.hidden.update_value(|hidden| {
            hidden.worker_client.events.push(WorkspaceEvent::Caret(at));
            hidden.worker_client.follows = true;
        });
        self.schedule_request();
    }

    /// Called when something other than the caret changes the selection.
    pub(in super::super) fn stop_following_caret(self) {
        self.hidden.update_value(|hidden| {
            hidden.worker_client.follows = false;
            (hidden.pending.caret, hidden.pending.under) = (None, None);
        });
    }

    /// Sends what differs from the worker's state; without a worker, analyzes on the page.
    fn sync_worker(self) {
        if self.is_worker_starting() {
            // It gets everything when it is ready. Until then, checks would delay the first drawing.
            self.checked_all.set_if_different(false);
            return;
        }
        if !self.has_worker() {
            return self.check_on_page();
        }
        let (known, active_file) = (self.known().get_untracked(), self.active_file().get_untracked());
        let mut others = false;
        self.hidden.update_value(|hidden| {
            let (typed, client) = (&hidden.pending.texts, &mut hidden.worker_client);
            let (has, events) = (&mut client.sent, &mut client.events);
            let choices = Some(WorkspaceEvent::Choices {
                profiles: known.choices.profiles,
                whole: known.workspace.whole,
                documents: known.choices.documents,
            });
            if has.choices != choices {
                has.choices.clone_from(&choices);
                events.extend(choices);
            }
            if has.catalog != known.choices.catalog {
                has.catalog = known.choices.catalog;
                let text = |(file, text): (&FilePath, &Arc<str>)| (file.clone(), text.to_string());
                events.push(WorkspaceEvent::Catalog(has.catalog.files().map(text).collect()));
            }
            let files = &known.workspace.files;
            has.files.retain(|file, _| {
                let stays = files.contains_key(file);
                if !stays {
                    events.push(WorkspaceEvent::Removed(file.clone()));
                }
                stays
            });
            for (file, content) in files {
                let text = typed.get(file).map(|(_, text)| text).or(content.as_text());
                if has.files.get(file).map(Option::as_ref) != Some(text) {
                    others = true;
                    has.files.insert(file.clone(), text.cloned());
                    events.push(WorkspaceEvent::File {
                        file: file.clone(),
                        text: text.map(ToString::to_string),
                    });
                }
            }
            if has.active_file != active_file {
                has.active_file.clone_from(&active_file);
                events.push(WorkspaceEvent::ActiveFile(active_file));
            }
        });
        if others {
            self.checked_all.set_if_different(false);
        }
        self.schedule_request();
    }

    /// Schedules one request for everything that happens in this task.
    pub(super) fn schedule_request(self) {
        let due =
            self.hidden.try_update_value(|hidden| std::mem::replace(&mut hidden.worker_client.due, true));
        if due == Some(false) {
            queue_microtask(move || {
                self.hidden.update_value(|hidden| hidden.worker_client.due = false);
                self.send_request();
            });
        }
    }

    fn send_request(self) {
        let sent = self.hidden.try_update_value(|hidden| {
            let client = &mut hidden.worker_client;
            let worker = client.worker.as_ref().filter(|_| client.ready && !client.open)?;
            if client.events.is_empty() && client.questions.is_empty() {
                return None;
            }
            client.number += 1;
            client.open = true;
            let (events, questions) =
                (std::mem::take(&mut client.events), std::mem::take(&mut client.questions));
            let sent = worker.send(&Request { number: client.number, events, questions });
            Some((sent, client.number, std::mem::replace(&mut client.watched, true)))
        });
        match sent.flatten() {
            Some((false, ..)) => drop(after(0, move || self.on_worker_lost())),
            Some((true, number, false)) => self.watch_for_timeout(number),
            _ => {}
        }
    }

    /// Treats the worker as lost if it does not reply in time.
    fn watch_for_timeout(self, number: u64) {
        after(REPLY_TIMEOUT_MS, move || {
            let client = self.hidden.try_update_value(|hidden| {
                let client = &mut hidden.worker_client;
                client.watched = client.open && client.number != number;
                (client.open && client.number == number, client.watched, client.number)
            });
            match client {
                Some((true, ..)) => self.on_worker_lost(),
                Some((_, true, number)) => self.watch_for_timeout(number),
                _ => {}
            }
        });
    }

    // --- Replies -----------------------------------------------------------------------------------------------------------------

    fn on_reply(self, reply: Reply) {
        let Reply { number, update, answers } = reply;
        let fits = self.hidden.try_update_value(|hidden| {
            let client = &mut hidden.worker_client;
            let fits = client.open && client.number == number;
            client.open &= !fits;
            for (id, answer) in answers {
                if let Some(slot) = client.waiting.remove(&id) {
                    slot.fill(Some(answer));
                }
            }
            fits
        });
        if fits != Some(true) {
            return;
        }
        let Update { problems, ranges, picture, under, document } = update;
        let was_new = picture || problems.is_some();
        if let Some(ranges) = ranges {
            self.show_problems(problems, ranges);
        }
        let follows = self.hidden.with_value(|hidden| {
            let again =
                hidden.worker_client.events.iter().any(|event| matches!(event, WorkspaceEvent::Caret(_)));
            hidden.worker_client.follows && !again
        });
        self.on_new_picture(picture, under.filter(|_| follows).map(|under| (under, document)));
        if let Some(editor) = self.mounted_editor().filter(|_| was_new) {
            editor.annotate();
        }
        self.send_request();
    }

    /// Analyzes on the page.
    fn check_on_page(self) {
        let (problems, ranges) = self.known().with_untracked(|known| incremental::problems(&known.analysis));
        self.show_problems(Some(problems), ranges);
    }
}
