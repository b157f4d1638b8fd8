//! Problems pane: message, place, explanation and quick fixes. Filters by severity and text; a click goes to the place.

mod explanation;
mod group;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use self::explanation::Explanation;
use self::group::{Grouped, Listed, group, list};
use crate::icons::{Glyph, Picture};
use crate::markdown::Inline;
use crate::panes::Pane;
use crate::session::{Documents, Navigation, Problem, documents, edits, navigation, view_state};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Severity};
use limn_text::visible;

/// Maximum number of places of a problem.
const PLACES: usize = 100;

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

#[component]
pub fn Problems() -> impl IntoView {
    let (documents, view_state) = (documents(), view_state());
    let hidden = RwSignal::new(Vec::<Severity>::new());
    let words = RwSignal::new(String::new());
    let opened = RwSignal::new(BTreeSet::<String>::new());
    let shown = Memo::new(move |_| {
        let (hidden, words) = (hidden.get(), words.get().to_lowercase());
        let is_shown =
            |problem: &Problem| words.is_empty() || words_of(problem).to_lowercase().contains(&words);
        let mut shown = group(&documents.problems().get(), is_shown);
        shown.retain(|grouped| !hidden.contains(&grouped.first().severity));
        // Errors first; text order among equals.
        shown.sort_by_key(|grouped| grouped.first().severity);
        shown
    });
    let several = Memo::new(move |_| documents.known().with(|known| known.analysis.files().count() > 1));
    let listed = Memo::new(move |_| Arc::new(shown.with(|shown| list(shown))));
    view! {
        <div class="pane-head">
            <h2>"Problems"</h2>
            <div class="filters" role="group" aria-label="Severities">
                {SEVERITIES.map(|severity| view! { <Filter severity hidden /> })}
            </div>
            <Show when=move || documents.problems().with(|all| all.is_empty())>
                <NoProblems />
            </Show>
            <div class="spring"></div>
            <div class="search problem-search">
                <Picture glyph=Glyph::Search />
                <input
                    class="field"
                    type="search"
                    placeholder="Filter"
                    aria-label="Filter problems"
                    prop:value=move || words.get()
                    on:input=move |event| words.set(event_target_value(&event))
                />
            </div>
            <button
                type="button"
                class="button small bare hide-at-800"
                aria-label="Hide problems"
                title="Hide problems"
                on:click=move |_| view_state.set_panes(|panes| panes.toggle(Pane::Problems))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="pane-body">
            <Show
                when=move || !shown.with(Vec::is_empty)
                fallback=move || {
                    let is_filtered = move || documents.problems().with(|all| !all.is_empty());
                    view! {
                        <Show when=is_filtered>
                            <p class="note"><strong>"No problems match the filter"</strong></p>
                        </Show>
                    }
                }
            >
                <ul class="problems" aria-label="Problems" on:keydown=walk>
                    <For each=move || listed.with(|listed| listed.order.clone()) key=Clone::clone let((key, _))>
                        <Row key several opened listed />
                    </For>
                </ul>
                {move || {
                    let more = shown.with(Vec::len).saturating_sub(group::MOST);
                    (more > 0).then(|| view! { <p class="note">{format!("{more} more. Filter the list to see them.")}</p> })
                }}
            </Show>
        </div>
    }
}

/// Whether the problems pane is one line, because there are none. Opened by the first problem, it stays open until another file is shown: while
/// somebody types, problems come and go.
pub fn has_no_problems() -> Memo<bool> {
    let documents = documents();
    // The file, whether it has had a problem, and whether the pane is open.
    let shown = Memo::new(move |before: Option<&(Option<FilePath>, bool, bool)>| {
        let front = documents.front().get();
        let is_checked = front.is_none() || documents.checked_all().get();
        let has_some = documents.problems().with(|all| !all.is_empty());
        let had_some = has_some || before.is_some_and(|(file, had_some, _)| *file == front && *had_some);
        // Until it is known, it stays as it was.
        let is_open = had_some || !is_checked && before.is_some_and(|(.., is_open)| *is_open);
        (front, had_some, is_open)
    });
    Memo::new(move |_| shown.with(|(.., is_open)| !is_open))
}

fn words_of(problem: &Problem) -> String {
    let rule = problem.code.rule.unwrap_or_default();
    format!("{} {} {} {rule} {}", problem.message, problem.name, problem.code.name, problem.file)
}

#[component]
fn Filter(severity: Severity, hidden: RwSignal<Vec<Severity>>) -> impl IntoView {
    let documents = documents();
    let count = move || {
        documents.problems().with(|all| {
            all.iter().filter(|problem| problem.severity == severity && problem.is_first()).count()
        })
    };
    let label = move || {
        let count = count();
        let (one, many) = word(severity);
        format!("{count} {}", if count == 1 { one } else { many })
    };
    view! {
        <button
            type="button"
            class=format!("filter {}", class(severity))
            aria-pressed=move || (!hidden.with(|hidden| hidden.contains(&severity))).to_string()
            aria-label=label
            title=label
            on:click=move |_| {
                hidden
                    .update(|hidden| match hidden.iter().position(|other| *other == severity) {
                        Some(at) => drop(hidden.remove(at)),
                        None => hidden.push(severity),
                    });
            }
        >
            <Picture glyph=glyph(severity) />
            {count}
        </button>
    }
}

/// Why there are no problems.
#[component]
fn NoProblems() -> impl IntoView {
    let documents = documents();
    let unread =
        move || documents.checked().get().is_some_and(|checked| checked.0.verdict().dialect.is_none());
    let text = move || match documents.front().with(Option::is_some) {
        true if !documents.checked_all().get() => "Checking…",
        true if unread() => "Not checked: Limn doesn't recognize the language of this file.",
        true => "No problems found.",
        false => "Problems and quick fixes appear here.",
    };
    view! { <p class="no-problems">{text}</p> }
}

/// A row. Looks its problem up by key, so that a changed line number re-renders only the number.
/// Item and file of a problem, before its position.
fn about(problem: &Problem, several: bool) -> String {
    let about = if problem.name.is_empty() { String::new() } else { format!("{} · ", problem.name) };
    let file = if several { format!("{} ", visible(problem.file.name())) } else { String::new() };
    format!("{about}{file}")
}

/// Fixes and documentation of a problem, while it is open.
fn details(
    found: Memo<Option<Grouped>>,
    fixes: &[(String, bool)],
    code: &'static Code,
    (fix, documents, navigation): (impl Fn(usize) + Copy + 'static, Documents, Navigation),
) -> AnyView {
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

#[component]
fn Row(
    key: String,
    several: Memo<bool>,
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
    let toggle = move || {
        opened.update(|opened| {
            if !opened.remove(&key) {
                opened.insert(key.clone());
            }
        });
    };
    // The item's name may be truncated, its position never is.
    let about = move || found.with(|it| it.as_ref().map(|grouped| about(grouped.first(), several.get())));
    let place =
        move || found.with(|it| it.as_ref().map(|it| format!("{}:{}", it.first().line, it.first().column)));
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
                    class="problem-line"
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
                {move || {
                    let quick = quick.clone().filter(|(_, safe)| *safe && !is_open.get());
                    quick
                        .map(|(title, _)| {
                            view! {
                                <button type="button" class="button fix small" on:click=move |_| fix(0)>
                                    <Picture glyph=Glyph::Bulb />
                                    <span><Inline text=title /></span>
                                </button>
                            }
                        })
                }}
            </div>
            <Show when=move || is_open.get()>
                {details(found, &fixes, code, (fix, documents, navigation))}
            </Show>
        </li>
    }
    .into_any()
}

/// Moves between rows with the up and down keys.
fn walk(event: ev::KeyboardEvent) {
    let by = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    let Some(list) = event.current_target().and_then(|list| list.dyn_into::<web_sys::Element>().ok()) else {
        return;
    };
    let lines = crate::browser::elements(&list, "problem-line");
    let active = document().active_element();
    let Some(now) = lines.iter().position(|line| Some(line.as_ref()) == active.as_ref()) else { return };
    if let Some(next) = now.checked_add_signed(by).and_then(|next| lines.get(next)) {
        event.prevent_default();
        drop(next.focus());
    }
}

/// Compact problem counts: for the status line, tabs and forms.
#[component]
pub fn Tally(#[prop(into)] problems: Signal<(usize, usize)>) -> impl IntoView {
    move || {
        let (errors, warnings) = problems.get();
        let part = |count: usize, severity: Severity| {
            (count > 0).then(|| {
                let (one, many) = word(severity);
                let title = format!("{count} {}", if count == 1 { one } else { many });
                view! {
                    <span class=format!("tally {}", class(severity)) title=title.clone()>
                        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=glyph(severity).path() /></svg>
                        <span aria-hidden="true">{count}</span>
                        <span class="unseen">{title.clone()}</span>
                    </span>
                }
            })
        };
        (part(errors, Severity::Error), part(warnings, Severity::Warning))
    }
}

pub fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

pub fn glyph(severity: Severity) -> Glyph {
    match severity {
        Severity::Error => Glyph::Error,
        Severity::Warning => Glyph::Warning,
        Severity::Info => Glyph::Info,
    }
}

/// Singular and plural.
pub fn word(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("error", "errors"),
        Severity::Warning => ("warning", "warnings"),
        Severity::Info => ("remark", "remarks"),
    }
}
