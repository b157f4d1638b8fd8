//! Completions from the worker: a request, and its outstanding reply as a future.

use std::cell::Cell;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;

use super::super::super::editor::Completions;
use super::super::super::worker::CompletionRequest;
use super::Documents;
use limn_files::FilePath;

impl Documents {
    /// Requests completions at an offset.
    pub(in super::super) fn request_completions(
        self,
        file: &FilePath,
        at: usize,
        asked: bool,
    ) -> impl Future<Output = Option<Completions>> + use<> {
        let slot = Rc::new(PendingReply::default());
        self.hidden.update_value(|hidden| {
            let client = &mut hidden.worker_client;
            client.asked += 1;
            client.waiting.insert(client.asked, Rc::clone(&slot));
            client.completions.push(CompletionRequest { id: client.asked, file: file.clone(), at, asked });
        });
        self.schedule_request();
        std::future::poll_fn(move |context| slot.poll(context))
    }
}

/// Completions, if there are any.
struct Answer(Option<Completions>);

/// An outstanding completion reply.
#[derive(Default)]
pub(super) struct PendingReply {
    answer: Cell<Option<Answer>>,
    waker: Cell<Option<Waker>>,
}

impl PendingReply {
    pub(super) fn fill(&self, answer: Option<Completions>) {
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
