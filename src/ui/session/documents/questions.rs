//! Questions to the worker, each with its answer as a future.

use std::cell::Cell;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;

use super::super::super::worker::{Answer, Question, QuestionKind};
use super::Documents;
use limn_files::FilePath;

impl Documents {
    /// Asks the worker about the current text of a file. `None`: the worker was lost.
    pub(in super::super) fn ask_worker(
        self,
        file: &FilePath,
        about: QuestionKind,
    ) -> impl Future<Output = Option<Answer>> + use<> {
        let slot = Rc::new(PendingAnswer::default());
        self.hidden.update_value(|hidden| {
            let client = &mut hidden.worker_client;
            client.last_question += 1;
            client.waiting.insert(client.last_question, Rc::clone(&slot));
            client.questions.push(Question { id: client.last_question, file: file.clone(), about });
        });
        self.schedule_request();
        std::future::poll_fn(move |context| slot.poll(context))
    }
}

/// An outstanding answer.
#[derive(Default)]
pub(super) struct PendingAnswer {
    /// The outer `None`: none has come yet.
    answer: Cell<Option<Filled>>,
    waker: Cell<Option<Waker>>,
}

/// An answer, unless the worker was lost.
struct Filled(Option<Answer>);

impl PendingAnswer {
    pub(super) fn fill(&self, answer: Option<Answer>) {
        self.answer.set(Some(Filled(answer)));
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn poll(&self, context: &Context<'_>) -> Poll<Option<Answer>> {
        self.waker.set(Some(context.waker().clone()));
        self.answer.take().map_or(Poll::Pending, |Filled(answer)| Poll::Ready(answer))
    }
}
