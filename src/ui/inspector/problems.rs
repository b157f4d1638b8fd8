//! Problems of a field, with quick fixes, shown at the field.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::{Inline, sentence};
use super::super::problems::{class, glyph};
use super::super::session::{Problem, documents, edits};
use super::Form;
use limn_language::graph::Id;

/// Id of the element that shows why the input at `base` was rejected.
pub fn refusal_id(base: &Id) -> String {
    format!("refused-{base}").replace(char::is_whitespace, "_")
}

/// Problems at `base`; with `deep`, also of everything inside it. Shows a rejected input first.
#[component]
pub fn FieldProblems(base: Id, deep: bool) -> impl IntoView {
    let documents = documents();
    let form = expect_context::<Form>();
    let refused = form.refusal(base.clone());
    let id = refusal_id(&base);
    let found = Memo::new(move |_| {
        let file = documents.active_file().get();
        documents.problems().with(|all| {
            let here = |problem: &&Problem| {
                let is = if deep { problem.at_path.0.starts_with(&base.0) } else { problem.at_path == base };
                is && Some(&problem.file) == file.as_ref()
            };
            all.iter().filter(here).cloned().collect::<Vec<_>>()
        })
    });
    view! {
        {move || {
            refused
                .get()
                .map(|why| {
                    view! {
                        <p class="field-refusal" id=id.clone() role="alert">
                            <Picture glyph=Glyph::Error />
                            <span><Inline text=sentence(&why) /></span>
                        </p>
                    }
                })
        }}
        {move || {
            let found = found.get();
            (!found.is_empty())
                .then(|| view! { <ul class="field-problems">{found.into_iter().map(one).collect_view()}</ul> })
        }}
    }
}

fn one(problem: Problem) -> impl IntoView {
    let edits = edits();
    let fixes = problem.fixes.iter().cloned().enumerate().map(|(at, (title, _))| {
        let (file, problem) = (problem.file.clone(), problem.at);
        view! {
            <button type="button" class="button fix small" on:click=move |_| edits.fix(&file, problem, at)>
                <Picture glyph=Glyph::Bulb />
                <span><Inline text=title /></span>
            </button>
        }
    });
    view! {
        <li class=class(problem.severity)>
            <Picture glyph=glyph(problem.severity) />
            <div>
                <span title=problem.code.name><Inline text=problem.message.clone() /></span>
                {fixes.collect_view()}
            </div>
        </li>
    }
}
