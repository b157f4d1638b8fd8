//! A row of the problems pane: a problem with its place; opened, its fixes, other places and documentation.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::explanation::Explanation;
use super::group::{Grouped, Listed};
use super::{class, glyph, word};
use crate::icons::{Glyph, Picture};
use crate::markdown::Inline;
use crate::session::{Documents, Navigation, Problem, documents, edits, navigation};
use limn_language::diagnostic::Code;

/// Maximum number of places of a problem.
const PLACES: usize = 100;

/// Fixes and documentation of a problem, while it is open.
fn details(
    found: Memo<Option<Grouped>>,
    fixes: &[(String, bool)],
    code: &'static Code,
    (fix, documents, navigation): (impl Fn(usize) + Copy + 'static, Documents, Navigation),
) -> AnyView {
    let edits = edits();
    let is_fixable = fixes.iter().any(|(_, safe)| *safe);
    view! {
        <div class="problem-more">
            <div class="problem-fixes">
                {fixes
                    .iter()
                    .enumerate()
                    .map(|(at, (title, safe))| {
                        let title = if *safe { title.clone() } else { format!("{title} (review the result)") };
                        view! {
                            <button type="button" class="button fix" on:click=move |_| fix(at)>
                                <Picture glyph=Glyph::Bulb />
                                <span><Inline text=title /></span>
                            </button>
                        }
                    })
                    .collect_view()}
                {move || {
                    let count = fixable(documents, code);
                    (count > 1 && is_fixable)
                        .then(|| {
                            view! {
                                <button type="button" class="button fix" on:click=move |_| edits.open_fixes(Some(code))>
                                    <Picture glyph=Glyph::Bulb />
                                    {format!("Fix all {count} of this kind…")}
                                </button>
                            }
                        })
                }}
                <button type="button" class="button small" on:click=move |_| {
                    if let Some(grouped) = found.get_untracked() {
                        jump(documents, navigation, grouped.first());
                    }
                }>
                    <Picture glyph=Glyph::Jump />
                    "Go to source"
                </button>
            </div>
            {move || {
                let grouped = found.get()?;
                (grouped.places.len() > 1).then(|| places("Places", &grouped.places, grouped.is_same()))
            }}
            {move || {
                let grouped = found.get()?;
                let follow = &grouped.consequences;
                (!follow.is_empty()).then(|| places("May disappear when this is fixed", follow, false))
            }}
            <Explanation code />
            <p class="problem-code">
                <span class="mono">{code.name}</span>
                {code.rule.map(|rule| format!(" · {rule}"))}
                {move || {
                    let file = found.with(|found| found.as_ref().map(|found| found.first().file.clone()))?;
                    let known = documents.known().get();
                    let source = known.analysis.file(&file).map(|checked| checked.source_of(code))?;
                    (!source.is_empty()).then(|| format!(" · {source}"))
                }}
            </p>
        </div>
    }
    .into_any()
}

/// Number of problems of a kind that have safe fixes.
fn fixable(documents: Documents, code: &'static Code) -> usize {
    let is_fixable = |problem: &&Problem| {
        problem.code == code && !problem.is_bundled && problem.fixes.iter().any(|(_, safe)| *safe)
    };
    documents.problems().with(|all| all.iter().filter(is_fixable).count())
}

/// A list of places, each with a link to the source.
fn places(title: &'static str, places: &[Problem], is_same: bool) -> AnyView {
    let (documents, navigation) = (documents(), navigation());
    let more = places.len().saturating_sub(PLACES);
    let row = |place: &Problem| {
        let problem = place.clone();
        let message = (!is_same).then(|| view! { <Inline text=place.message.clone() /> });
        let name = (is_same && !place.name.is_empty()).then(|| place.name.clone());
        view! {
            <li>
                <button type="button" class="place" on:click=move |_| jump(documents, navigation, &problem)>
                    <span class="place-at">{format!("{}:{}", place.line, place.column)}</span>
                    <span>{message} {name}</span>
                </button>
            </li>
        }
    };
    view! {
        <div class="problem-places">
            <h3>{title}</h3>
            <ul aria-label=title>{places.iter().take(PLACES).map(row).collect_view()}</ul>
            {(more > 0).then(|| view! { <p class="note">{format!("{more} more.")}</p> })}
        </div>
    }
    .into_any()
}

/// Shows the place of a problem in the source.
fn jump(documents: Documents, navigation: Navigation, problem: &Problem) {
    if let Some(range) = documents.range_of(problem) {
        navigation.jump_to(&problem.file, range);
    }
}

/// Button of a safe fix.
fn quick_fix(title: String, fix: impl Fn(usize) + 'static) -> impl IntoView {
    view! {
        <button type="button" class="button fix small" on:click=move |_| fix(0)>
            <Picture glyph=Glyph::Bulb />
            <span><Inline text=title /></span>
        </button>
    }
}

/// Looks its problem up by key, so that a changed line number re-renders only the number.
#[component]
pub(super) fn Row(
    key: String,
    opened: RwSignal<BTreeSet<String>>,
    listed: Memo<Arc<Listed>>,
) -> impl IntoView {
    let (documents, navigation, edits) = (documents(), navigation(), edits());
    let found = {
        let key = key.clone();
        Memo::new(move |before: Option<&Option<Grouped>>| {
            let now = listed.with(|listed| listed.by_key.get(&key).cloned());
            now.or_else(|| before.cloned().flatten())
        })
    };
    let Some(first) = found.get_untracked() else { return ().into_any() };
    let is_open = {
        let key = key.clone();
        Memo::new(move |_| opened.with(|opened| opened.contains(&key)))
    };
    let row_key = key.clone();
    let toggle = move || {
        opened.update(|opened| {
            if !opened.remove(&key) {
                opened.insert(key.clone());
            }
        });
    };
    // The item's name may be truncated, its position never is.
    let about = move || {
        let name = found.with(|found| found.as_ref().map(|grouped| grouped.first().name.clone()));
        name.filter(|name| !name.is_empty()).map(|name| format!("{name} · "))
    };
    let place = move || {
        found.with(|found| {
            found.as_ref().map(|grouped| format!("{}:{}", grouped.first().line, grouped.first().column))
        })
    };
    let title = first.title();
    let first = first.first();
    let (severity, code, fixes) = (first.severity, first.code, first.fixes.clone());
    let quick = fixes.first().cloned();
    let fix = move |at: usize| {
        if let Some(grouped) = found.get_untracked() {
            edits.fix(&grouped.first().file, grouped.first().at, at);
        }
    };
    view! {
        <li class=format!("problem {}", class(severity)) class:open=move || is_open.get()>
            <div class="problem-head">
                <button
                    type="button"
                    class="problem-line problem-stop"
                    data-key=row_key
                    aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| {
                        toggle();
                        if let Some(grouped) = found.get_untracked() {
                            navigation.go_to(grouped.first());
                        }
                    }
                >
                    <svg class="icon turn" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
                    <svg class="icon mark-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=glyph(severity).path() /></svg>
                    <span class="unseen">{word(severity).0}": "</span>
                    <span class="problem-what"><Inline text=title /></span>
                    <span class="problem-where">
                        <span class="problem-about" title=about>{about}</span>
                        <span>{place}</span>
                    </span>
                </button>
                {move || quick.clone().filter(|(_, safe)| *safe && !is_open.get()).map(|(title, _)| quick_fix(title, fix))}
            </div>
            <Show when=move || is_open.get()>
                {details(found, &fixes, code, (fix, documents, navigation))}
            </Show>
        </li>
    }
    .into_any()
}
