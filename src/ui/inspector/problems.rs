//! What is wrong with one field, at the field, with its cure.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::problems::{class, glyph};
use super::super::session::{Problem, session};
use crate::graph::Id;

/// The problems of what stands at `base`; with `deep`, of all that stands in it too.
#[component]
pub fn FieldProblems(base: Id, deep: bool) -> impl IntoView {
    let session = session();
    let found = Memo::new(move |_| {
        let file = session.open_file().get();
        session.problems().with(|all| {
            let here = |problem: &&Problem| {
                let is = if deep { problem.at_path.0.starts_with(&base.0) } else { problem.at_path == base };
                is && Some(&problem.file) == file.as_ref()
            };
            all.iter().filter(here).cloned().collect::<Vec<_>>()
        })
    });
    move || {
        let found = found.get();
        (!found.is_empty())
            .then(|| view! { <ul class="field-problems">{found.into_iter().map(one).collect_view()}</ul> })
    }
}

fn one(problem: Problem) -> impl IntoView {
    let session = session();
    let fixes = problem.fixes.iter().cloned().enumerate().map(|(at, (title, _))| {
        let (file, problem) = (problem.file.clone(), problem.at);
        view! {
            <button type="button" class="button fix small" on:click=move |_| session.fix(&file, problem, at)>
                <Picture glyph=Glyph::Bulb />
                <Inline text=title />
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
