//! Worker side: applies the edits of the page to its own copy of the files, and answers requests. Independent of the page.

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::messages::{Answer, Question, QuestionKind, Reply, Request};
use super::{GONE, READY, answer_query, complete};
use limn_analysis::incremental::IncrementalAnalysis;

/// Serves as the analysis worker from now on.
pub fn serve() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut analysis = IncrementalAnalysis::default();
    let handler = {
        let scope = scope.clone();
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let request = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            let reply =
                request.and_then(|request| serde_json::to_string(&answer(&mut analysis, request)).ok());
            let reply = reply.unwrap_or_else(|| GONE.to_owned());
            drop(scope.post_message(&reply.into()));
        })
    };
    scope.set_onmessage(Some(handler.as_ref().unchecked_ref()));
    handler.forget();
    drop(scope.post_message(&READY.into()));
}

fn answer(analysis: &mut IncrementalAnalysis, request: Request) -> Reply {
    let Request { number, events, questions } = request;
    for event in events {
        analysis.apply(event);
    }
    let update = analysis.update();
    let current = analysis.current();
    let answers = questions.into_iter().map(|Question { id, file, about }| {
        let answer = match about {
            QuestionKind::Completions { at, asked } => {
                let checked = current.document_at(&file, at);
                Answer::Completions(checked.and_then(|checked| complete(checked, at, asked)))
            }
            QuestionKind::Query(query) => Answer::Query(answer_query(current, &file, query)),
            QuestionKind::Paths(routing) => Answer::Paths(routing.solve()),
        };
        (id, answer)
    });
    Reply { number, update, answers: answers.collect() }
}
