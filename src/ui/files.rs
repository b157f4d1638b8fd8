//! File tabs. Shown if more than one file is open; packages, and sets of files that do not fit, use a tree instead.

use leptos::{ev, prelude::*};

use super::browser::host::is_embedded;
use super::icons::{Glyph, Picture};
use super::problems::Tally;
use super::session::{AnalyzedWorkspace, Popup, documents, file_actions, navigation};
use limn_files::FilePath;
use limn_language::diagnostic::Severity;
use limn_text::visible;

#[component]
pub fn Tabs() -> impl IntoView {
    let documents = documents();
    let tree = super::tree::is_tree(documents);
    let files = Memo::new(move |_| {
        documents.known().with(|known| known.workspace.files.keys().cloned().collect::<Vec<_>>())
    });
    view! {
        <div>
            <Show when=move || !tree.get() && files.with(|files| files.len() > 1)>
                <nav class="tabs" tabindex="-1" aria-label="Files">
                    <For each=move || files.get() key=FilePath::clone let(file)>
                        <Tab file />
                    </For>
                </nav>
            </Show>
        </div>
    }
}

#[component]
fn Tab(file: FilePath) -> impl IntoView {
    let (documents, navigation, file_actions) = (documents(), navigation(), file_actions());
    let (name, path) = (visible(file.name()).into_owned(), visible(file.as_str()).into_owned());
    let apart = {
        let file = file.clone();
        Memo::new(move |_| documents.known().with(|known| Some(visible(&apart(known, &file)?).into_owned())))
    };
    let close_label = format!("Close {path}");
    let is_text = documents.known().with_untracked(|known| known.workspace.text(&file).is_some());
    let counts = {
        let file = file.clone();
        Signal::derive(move || {
            documents.problems().with(|all| {
                let of = all.iter().filter(|problem| problem.file == file);
                let count = |severity| {
                    of.clone().filter(|problem| problem.severity == severity && problem.is_first()).count()
                };
                (count(Severity::Error), count(Severity::Warning))
            })
        })
    };
    let on = {
        let file = file.clone();
        Memo::new(move |_| documents.active_file().with(|open| open.as_ref() == Some(&file)))
    };
    let (show, close, middle, twice, key) = (file.clone(), file.clone(), file.clone(), file.clone(), file);
    let tab = NodeRef::<leptos::html::Div>::new();
    // The active tab may be outside the visible part of a long row.
    Effect::new(move |_| {
        if let (true, Some(tab)) = (on.get(), tab.get()) {
            tab.scroll_into_view_with_scroll_into_view_options(&nearest());
        }
    });
    view! {
        <div
            node_ref=tab
            class="tab"
            class:on=move || on.get()
            on:auxclick=move |event: ev::MouseEvent| {
                if event.button() == 1 {
                    file_actions.close_file(&middle);
                }
            }
        >
            <Picture glyph=Glyph::File />
            <button
                type="button"
                aria-current=move || on.get().then_some("page")
                disabled=!is_text
                title=format!("{path} (double-click or press F2 to rename or move)")
                on:click=move |_| navigation.show_file(&show)
                on:dblclick=move |_| navigation.open_popup(Popup::RenameFile(twice.to_string()))
                on:keydown=move |event: ev::KeyboardEvent| {
                    if event.key() == "F2" {
                        event.prevent_default();
                        event.stop_propagation();
                        navigation.open_popup(Popup::RenameFile(key.to_string()));
                    }
                }
            >
                {name}
                {move || apart.get().map(|apart| view! { <small class="tab-apart">{apart}</small> })}
            </button>
            <Tally problems=counts />
            {(!is_embedded())
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="close"
                            aria-label=close_label
                            on:click=move |_| file_actions.close_file(&close)
                        >
                            <Picture glyph=Glyph::Close />
                        </button>
                    }
                })}
        </div>
    }
}

/// Text that distinguishes a file from others of the same name, or of a numbered one (`assembly-2.yml`): its folder, or the name in its
/// content if the folders are equal.
fn apart(known: &AnalyzedWorkspace, file: &FilePath) -> Option<String> {
    let alike: Vec<&FilePath> =
        known.workspace.files.keys().filter(|other| stem(other.name()) == stem(file.name())).collect();
    if alike.len() < 2 {
        return None;
    }
    let folder = |file: &FilePath| file.as_str().rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let own = folder(file);
    if alike.iter().filter(|other| folder(other) == own).count() == 1 {
        // The two innermost folders are enough.
        let folders = own.unwrap_or_default();
        let parts: Vec<&str> = folders.rsplit('/').take(2).collect();
        return Some(parts.into_iter().rev().collect::<Vec<_>>().join("/"))
            .filter(|folder| !folder.is_empty());
    }
    let graph = known.analysis.file(file)?.graph();
    graph.frame.as_ref().map(|frame| frame.label.clone()).filter(|label| !label.is_empty())
}

/// `assembly` for `assembly.yml`, `assembly.yaml` and `assembly-2.yml`.
fn stem(name: &str) -> &str {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    match stem.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            stem
        }
        _ => stem,
    }
}

/// Scrolls no further than necessary.
pub fn nearest() -> web_sys::ScrollIntoViewOptions {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
    options
}
