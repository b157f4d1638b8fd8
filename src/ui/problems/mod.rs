//! Problems pane: message, place, explanation and quick fixes. Filters by severity and text; a click goes to the place.

mod explanation;
mod group;
mod pane;
mod row;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use self::group::{Folding, ListRow, Listed, group, list};
pub use self::pane::{ProblemsPane, problems_pane};
use self::row::Row;
use crate::browser::{elements, once_there};
use crate::icons::{Glyph, Picture};
use crate::panes::Pane;
use crate::search_field::SearchField;
use crate::session::{Problem, documents, edits, navigation, notices, view_state};
use limn_files::FilePath;
use limn_language::diagnostic::Severity;
use limn_text::visible;

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

#[component]
pub fn Problems() -> impl IntoView {
    let documents = documents();
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
    let folding = RwSignal::new(Folding::default());
    let listed = Memo::new(move |_| {
        let active_file = documents.active_file().get();
        let mut folding = folding.get();
        // A search finds what is folded away.
        folding.shows_bundled |= words.with(|words| !words.is_empty());
        Arc::new(shown.with(|shown| list(shown, active_file.as_ref(), &folding)))
    });
    // A filter ends with the file, unless the file was chosen among what it finds.
    Effect::new(move |before: Option<Option<FilePath>>| {
        let active_file = documents.active_file().get();
        let is_other = before.is_some_and(|before| before != active_file);
        let is_found = || {
            shown.with_untracked(|all| {
                all.iter().any(|grouped| Some(&grouped.first().file) == active_file.as_ref())
            })
        };
        if is_other && !is_found() {
            words.set(String::new());
            hidden.set(Vec::new());
        }
        active_file
    });
    go_on_request(listed);
    view! {
        <Head hidden words />
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
                    <For each=move || listed.with(|listed| listed.order.clone()) key=Clone::clone let(line)>
                        {match line {
                            ListRow::File(file) => view! { <FileHead file folding listed /> }.into_any(),
                            ListRow::Bundled => view! { <BundledHead folding listed is_searched=Signal::derive(move || words.with(|words| !words.is_empty())) /> }.into_any(),
                            ListRow::Problem(key, _) => view! { <Row key opened listed /> }.into_any(),
                        }}
                    </For>
                </ul>
                {move || {
                    let more = listed.with(|listed| listed.more);
                    (more > 0).then(|| view! { <p class="note">{format!("{more} more. Filter the list to see them.")}</p> })
                }}
            </Show>
        </div>
    }
}

/// The title of the pane, with its filters.
#[component]
fn Head(hidden: RwSignal<Vec<Severity>>, words: RwSignal<String>) -> impl IntoView {
    let (documents, pane) = (documents(), problems_pane());
    let is_empty = Memo::new(move |_| documents.problems().with(|all| all.is_empty()));
    let toggle = move || pane.set_open(!pane.is_open().get_untracked());
    view! {
        <div class="pane-head" on:dblclick=move |event: ev::MouseEvent| {
            if !is_empty.get_untracked() && !is_on_control(&event) {
                toggle();
            }
        }>
            <h2>"Problems"</h2>
            <div class="filters" role="group" aria-label="Severities">
                {SEVERITIES.map(|severity| view! { <Filter severity hidden /> })}
            </div>
            <Show when=move || is_empty.get()>
                <NoProblems />
            </Show>
            <div class="spring"></div>
            <FixAllButton />
            <SearchField
                class="problem-search"
                label="Filter problems"
                placeholder="Filter"
                words
                set=move |new| words.set(new)
            />
            <Show when=move || !is_empty.get()>
                <button
                    type="button"
                    class="button small bare hide-at-800 problems-toggle"
                    class:open=move || pane.is_open().get()
                    aria-label="List of problems"
                    aria-expanded=move || pane.is_open().get().to_string()
                    title=move || if pane.is_open().get() { "Collapse problems" } else { "Expand problems" }
                    on:click=move |_| toggle()
                >
                    <svg class="icon turn" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
                </button>
            </Show>
        </div>
    }
}

/// Returns true if a press is on a button or a field, not on the bar itself.
fn is_on_control(event: &ev::MouseEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest("button, input").is_ok_and(|found| found.is_some()))
}

/// Goes to the next problem of the list on request: its item is selected, its place in the text is shown, and its row has the focus.
fn go_on_request(list: Memo<Arc<Listed>>) {
    let (view_state, navigation, notices, pane) = (view_state(), navigation(), notices(), problems_pane());
    let documents = documents();
    let (requests, last) = (documents.problem_requests(), StoredValue::new(None::<(String, usize)>));
    Effect::new(move |before: Option<usize>| {
        let (count, back) = requests.get();
        if before.is_none_or(|before| before == count) {
            return count;
        }
        let listed = list.get_untracked();
        let keys: Vec<&String> = listed.order.iter().filter_map(ListRow::key).collect();
        let active = document().active_element().and_then(|active| active.get_attribute(ROW_KEY));
        let position = |now: &String| keys.iter().position(|key| *key == now);
        let (last_key, last_index) = last.get_value().unzip();
        let now = active.as_ref().or(last_key.as_ref()).and_then(position);
        let next = match (now, back) {
            // After a fix, the next problem is where that one was.
            (None, false) => last_index.filter(|index| *index < keys.len()).unwrap_or(0),
            (None, true) => {
                let before = last_index.filter(|index| (1..=keys.len()).contains(index));
                before.unwrap_or(keys.len()).saturating_sub(1)
            }
            (Some(now), false) => (now + 1) % keys.len(),
            (Some(now), true) => (now + keys.len() - 1) % keys.len(),
        };
        let Some((key, problem)) = keys.get(next).and_then(|key| Some((*key, listed.by_key.get(*key)?)))
        else {
            let is_none = documents.problems().with_untracked(|all| all.is_empty());
            notices.announce(if is_none {
                "no problems"
            } else {
                "all problems are hidden: change the filter, or expand a file"
            });
            return count;
        };
        untrack(|| navigation.go_to(problem.first()));
        // In the list of the file that is now active.
        let index = list.with_untracked(|list| {
            list.order.iter().filter_map(ListRow::key).position(|listed| listed == key)
        });
        last.set_value(Some((key.clone(), index.unwrap_or(next))));
        view_state.show_pane(Pane::Problems);
        pane.set_open(true);
        let key = key.clone();
        once_there(move || {
            // Again: the choice is reset when another file becomes active.
            pane.set_open(true);
            let Some(body) = document().body() else { return true };
            let rows = elements(&body, "problem-line");
            let row = rows.iter().find(|row| row.get_attribute(ROW_KEY).as_ref() == Some(&key));
            row.is_some_and(|row| row.offset_parent().is_some() && row.focus().is_ok())
        });
        count
    });
}

/// Attribute with the key of a row.
const ROW_KEY: &str = "data-key";

/// Opens the dialog of all fixes, where there are safe ones.
#[component]
fn FixAllButton() -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let has_fixes = Memo::new(move |_| {
        documents.problems().with(|all| {
            all.iter().any(|problem| !problem.is_bundled && problem.fixes.iter().any(|(_, safe)| *safe))
        })
    });
    view! {
        <Show when=move || has_fixes.get()>
            <button
                type="button"
                class="button fix small"
                title="Fix several problems, with a preview"
                on:click=move |_| edits.open_fixes(None)
            >
                <Picture glyph=Glyph::Bulb />
                "Fix all…"
            </button>
        </Show>
    }
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

/// Reason why there are no problems.
#[component]
fn NoProblems() -> impl IntoView {
    let documents = documents();
    let unread =
        move || documents.checked().get().is_some_and(|checked| checked.0.language().dialect.is_none());
    let text = move || match documents.active_file().with(Option::is_some) {
        true if !documents.checked_all().get() => "Checking…",
        true if unread() => "Not checked: Limn doesn't recognize the language of this file.",
        true => "No problems found.",
        false => "Problems and quick fixes appear here.",
    };
    view! { <p class="no-problems">{text}</p> }
}

/// The name of a file above its problems, which it hides and shows.
#[component]
fn FileHead(file: FilePath, folding: RwSignal<Folding>, listed: Memo<Arc<Listed>>) -> impl IntoView {
    let name = visible(file.name()).into_owned();
    let folder = visible(file.folder()).into_owned();
    let is_open = {
        let file = file.clone();
        Memo::new(move |_| folding.with(|folding| !folding.folded.contains(&file)))
    };
    let counts = {
        let file = file.clone();
        Memo::new(move |_| listed.with(|listed| listed.counts.get(&file).copied().unwrap_or_default()))
    };
    let toggle = move |()| {
        folding.update(|Folding { folded, .. }| {
            if !folded.remove(&file) {
                folded.insert(file.clone());
            }
        });
    };
    view! {
        <FoldLine is_open toggle=Callback::new(toggle)>
            <span class="problem-file-name">{name}</span>
            <span class="problem-file-folder">{folder}</span>
            <Tally problems=counts />
        </FoldLine>
    }
}

/// A line that shows and hides the problems below it.
#[component]
fn FoldLine(is_open: Memo<bool>, toggle: Callback<()>, children: Children) -> impl IntoView {
    view! {
        <li class="problem-file" class:open=move || is_open.get()>
            <button
                type="button"
                class="problem-file-line problem-stop"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| toggle.run(())
            >
                <svg class="icon turn" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg>
                {children()}
            </button>
        </li>
    }
}

/// The one line for all problems in copies of built-in definitions, which it shows and hides.
#[component]
fn BundledHead(
    folding: RwSignal<Folding>,
    listed: Memo<Arc<Listed>>,
    /// A search shows them anyway.
    is_searched: Signal<bool>,
) -> impl IntoView {
    let is_open = Memo::new(move |_| is_searched.get() || folding.with(|folding| folding.shows_bundled));
    let text = move || match listed.with(|listed| listed.bundled) {
        1 => "1 problem in bundled definitions".to_owned(),
        many => format!("{many} problems in bundled definitions"),
    };
    view! {
        <FoldLine
            is_open
            toggle=Callback::new(move |()| {
                folding.update(|folding| folding.shows_bundled = !is_open.get_untracked());
            })
        >
            <svg class="icon mark-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Info.path() /></svg>
            <span class="problem-file-name">{text}</span>
            <span class="problem-file-folder">"copies of built-in definitions"</span>
        </FoldLine>
    }
}

/// Moves between rows with the arrow keys, Home and End.
fn walk(event: ev::KeyboardEvent) {
    let Some(list) = event.current_target().and_then(|list| list.dyn_into::<web_sys::Element>().ok()) else {
        return;
    };
    let lines = elements(&list, "problem-stop");
    let active = document().active_element();
    let Some(now) = lines.iter().position(|line| Some(line.as_ref()) == active.as_ref()) else { return };
    let next = match event.key().as_str() {
        "ArrowDown" => now + 1,
        "ArrowUp" if now > 0 => now - 1,
        "Home" => 0,
        "End" => lines.len() - 1,
        _ => return,
    };
    if let Some(next) = lines.get(next) {
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
