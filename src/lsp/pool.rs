//! Worker threads, and the requests that wait for them. Each request gets exactly one response: the answer, an error, or that it was cancelled.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response, ResponseError};
use lsp_types::{LogMessageParams, MessageType};
use serde_json::Value;

/// Threads that answer requests.
pub(super) const THREADS: usize = 2;
/// Stack of a thread: deep documents are walked recursively.
const STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// The result of a request.
pub(super) type Answer = Result<Value, ResponseError>;

pub(super) struct Pool {
    /// Jobs that the editor waits for, first. `None` without threads.
    urgent: Option<Sender<Job>>,
    later: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    pending: Arc<Mutex<HashSet<RequestId>>>,
    sender: Sender<Message>,
}

impl Pool {
    pub(super) fn new(sender: Sender<Message>, threads: usize) -> Pool {
        let ((urgent, urgent_jobs), (later, later_jobs)) = (unbounded::<Job>(), unbounded::<Job>());
        let threads = (0..threads).filter_map(|at| {
            let (urgent, later) = (urgent_jobs.clone(), later_jobs.clone());
            let thread = std::thread::Builder::new().name(format!("limn-{at}")).stack_size(STACK);
            thread
                .spawn(move || {
                    while let Some(job) = next(&urgent, &later) {
                        job();
                    }
                })
                .ok()
        });
        let threads: Vec<JoinHandle<()>> = threads.collect();
        let (urgent, later) = match threads.is_empty() {
            true => (None, None),
            false => (Some(urgent), Some(later)),
        };
        Pool { urgent, later, threads, pending: Arc::default(), sender }
    }

    /// Answers a request on a worker thread, if there is one.
    pub(super) fn request(
        &self,
        id: RequestId,
        method: String,
        answer: impl FnOnce() -> Answer + Send + 'static,
    ) {
        lock(&self.pending).insert(id.clone());
        let (pending, sender) = (Arc::clone(&self.pending), self.sender.clone());
        let job = move || {
            if !lock(&pending).contains(&id) {
                return;
            }
            let answer = guarded(&method, &sender, answer).unwrap_or_else(Err);
            // A request that was cancelled meanwhile has its response.
            if lock(&pending).remove(&id) {
                let _gone = sender.send(Response { id, response_result: answer }.into());
            }
        };
        send(self.urgent.as_ref(), Box::new(job));
    }

    /// Runs something that no request waits for.
    pub(super) fn run(&self, name: &'static str, work: impl FnOnce() + Send + 'static) {
        let sender = self.sender.clone();
        let job = move || {
            let _reported = guarded(name, &sender, work);
        };
        send(self.later.as_ref(), Box::new(job));
    }

    /// Cancels a request that was not answered yet.
    pub(super) fn cancel(&self, id: &RequestId) {
        if lock(&self.pending).remove(id) {
            let code = ErrorCode::RequestCanceled as i32;
            let response = Response::new_err(id.clone(), code, "the request was cancelled".to_owned());
            let _gone = self.sender.send(response.into());
        }
    }
}

impl Drop for Pool {
    /// Finishes what was started.
    fn drop(&mut self) {
        (self.urgent, self.later) = (None, None);
        for thread in self.threads.drain(..) {
            let _panicked = thread.join();
        }
    }
}

/// Passes a job to the threads; without threads it runs now.
fn send(jobs: Option<&Sender<Job>>, job: Job) {
    match jobs {
        Some(jobs) => {
            let _gone = jobs.send(job);
        }
        None => job(),
    }
}

/// The next job, urgent ones first; `None` after shutdown.
fn next(urgent: &Receiver<Job>, later: &Receiver<Job>) -> Option<Job> {
    if let Ok(job) = urgent.try_recv() {
        return Some(job);
    }
    crossbeam_channel::select! {
        recv(urgent) -> job => job.ok().or_else(|| later.recv().ok()),
        recv(later) -> job => job.ok().or_else(|| urgent.recv().ok()),
    }
}

/// Runs a handler. A panic is an error, and is reported in the editor's log.
pub(super) fn guarded<T>(
    name: &str,
    sender: &Sender<Message>,
    work: impl FnOnce() -> T,
) -> Result<T, ResponseError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        let message = format!("internal error in `{name}`: {text}");
        let log = LogMessageParams { typ: MessageType::ERROR, message: message.clone() };
        let _gone = sender.send(Notification::new("window/logMessage".to_owned(), log).into());
        ResponseError { code: ErrorCode::InternalError as i32, message, data: None }
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::bounded;

    fn id(id: i32) -> RequestId {
        RequestId::from(id)
    }

    /// The id and the error code of a response; the method of a notification.
    fn shown(message: Message) -> String {
        match message {
            Message::Response(it) => match it.response_result {
                Ok(value) => format!("{} {value}", it.id),
                Err(error) => format!("{} error {}", it.id, error.code),
            },
            Message::Notification(it) => it.method,
            Message::Request(it) => it.method,
        }
    }

    #[test]
    fn a_panic_is_an_error_and_the_next_request_is_answered() {
        let (sender, receiver) = unbounded();
        let pool = Pool::new(sender, THREADS);
        pool.request(id(1), "a".to_owned(), || panic!("on purpose"));
        assert_eq!(shown(receiver.recv().expect("a message")), "window/logMessage");
        assert_eq!(shown(receiver.recv().expect("a message")), "1 error -32603");
        pool.run("b", || panic!("on purpose"));
        pool.request(id(2), "a".to_owned(), || Ok(Value::from(7)));
        drop(pool);
        let rest: Vec<String> = receiver.try_iter().map(shown).collect();
        assert!(
            rest.contains(&"2 7".to_owned()) && rest.contains(&"window/logMessage".to_owned()),
            "{rest:?}"
        );
    }

    #[test]
    fn without_threads_requests_are_answered_at_once() {
        let (sender, receiver) = unbounded();
        let pool = Pool::new(sender, 0);
        pool.request(id(1), "a".to_owned(), || Ok(Value::from(7)));
        assert_eq!(receiver.try_iter().map(shown).collect::<Vec<_>>(), ["1 7"]);
        pool.cancel(&id(1));
        assert_eq!(receiver.try_iter().count(), 0, "it has its response");
    }

    #[test]
    fn a_cancelled_request_has_one_response() {
        let ((sender, receiver), (go, gate)) = (unbounded(), bounded::<()>(0));
        let pool = Pool::new(sender, THREADS);
        for number in 0..4 {
            let gate = gate.clone();
            pool.request(id(number), "a".to_owned(), move || {
                let _done = gate.recv();
                Ok(Value::Null)
            });
        }
        pool.cancel(&id(0));
        pool.cancel(&id(3));
        pool.cancel(&id(9));
        drop(go);
        drop(pool);
        let mut found: Vec<String> = receiver.try_iter().map(shown).collect();
        found.sort();
        assert_eq!(found, ["0 error -32800", "1 null", "2 null", "3 error -32800"]);
    }
}
