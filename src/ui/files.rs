//! The files that are open together, as tabs. Shown where there is more than one.

use leptos::{ev, prelude::*};

use super::icons::{Glyph, Picture};
use super::problems::Tally;
use super::session::session;
use crate::diagnostic::Severity;
use crate::files::FilePath;

#[component]
pub fn Tabs() -> impl IntoView {
    let session = session();
    let files = Memo::new(move |_| {
        session.known().with(|known| known.workspace.files.keys().cloned().collect::<Vec<_>>())
    });
    view! {
        <div>
            <Show when=move || files.with(|files| files.len() > 1)>
                <nav class="tabs" aria-label="Files">
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
    let session = session();
    let (name, path) = (file.name().to_owned(), file.as_str().to_owned());
    let close_label = format!("Close {path}");
    let is_text = session.known().with_untracked(|known| known.workspace.text(&file).is_some());
    let counts = {
        let file = file.clone();
        Signal::derive(move || {
            session.problems().with(|all| {
                let of = all.iter().filter(|problem| problem.file == file);
                let count = |severity| of.clone().filter(|problem| problem.severity == severity).count();
                (count(Severity::Error), count(Severity::Warning))
            })
        })
    };
    let on = {
        let file = file.clone();
        Memo::new(move |_| session.open_file().with(|open| open.as_ref() == Some(&file)))
    };
    let (show, close, middle) = (file.clone(), file.clone(), file);
    let tab = NodeRef::<leptos::html::Div>::new();
    // The tab in front may lie beyond the edge of a long row.
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
            title=path
            on:auxclick=move |event: ev::MouseEvent| {
                if event.button() == 1 {
                    session.close_file(&middle);
                }
            }
        >
            <Picture glyph=Glyph::File />
            <button
                type="button"
                aria-current=move || on.get().then_some("page")
                disabled=!is_text
                on:click=move |_| session.open_file_at(&show)
            >
                {name}
            </button>
            <Tally problems=counts />
            <button type="button" class="close" aria-label=close_label on:click=move |_| session.close_file(&close)>
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}

fn nearest() -> web_sys::ScrollIntoViewOptions {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
    options
}
