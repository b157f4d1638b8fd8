//! Files that an element uses, beside the document: a button that opens each, or where a missing one is expected.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::session::{documents, navigation};
use super::Form;
use limn_language::dialect::UsedFile;
use limn_language::graph::Id;
use limn_text::visible;

/// All of them, for the form; computed when typing pauses.
pub(super) fn used_files(rested: Signal<usize>) -> Memo<Arc<Vec<UsedFile>>> {
    let documents = documents();
    Memo::new(move |_| {
        rested.track();
        let checked = documents.checked().get_untracked();
        Arc::new(checked.map(|checked| checked.0.used_files()).unwrap_or_default())
    })
}

/// Those of one element.
#[component]
pub(super) fn UsedFiles(at: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let documents = documents();
    let found = Memo::new(move |_| {
        let mine = |used: &&UsedFile| used.path == at.0;
        form.files.with(|files| files.iter().filter(mine).cloned().collect::<Vec<_>>())
    });
    move || {
        let rows = found.get().into_iter().map(|used| {
            // Files other than texts can't be shown.
            let is_text =
                documents.known().with_untracked(|known| known.workspace.text(&used.file).is_some());
            if used.is_there { open(used, is_text).into_any() } else { missing(&used).into_any() }
        });
        let rows = rows.collect_view();
        (!rows.is_empty()).then(|| view! { <div class="used-files">{rows}</div> })
    }
}

fn open(used: UsedFile, is_text: bool) -> impl IntoView {
    let navigation = navigation();
    let label = format!("Open {}", visible(used.file.name()));
    let path = visible(used.file.as_str()).into_owned();
    view! {
        <button
            type="button"
            class="button small"
            title=path
            disabled=!is_text
            on:click=move |_| navigation.show_file(&used.file)
        >
            <Picture glyph=Glyph::File />
            {label}
        </button>
    }
}

fn missing(used: &UsedFile) -> impl IntoView {
    let path = visible(used.file.as_str()).into_owned();
    view! { <p class="used-file-missing">"File not found: expected " <code>{path}</code></p> }
}
