//! Dialog with what has changed in the texts since they were opened: each change can be reverted by itself.

use leptos::{html, prelude::*};

use super::super::browser::after;
use super::super::label::breakable;
use super::super::session::{documents, edits, navigation, notices};
use super::Modal;
use super::differences::differences;
use limn_analysis::{FileChanges, TextChange};
use limn_files::FilePath;
use limn_text::visible;

#[component]
pub(super) fn ChangesDialog() -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let list = NodeRef::<html::Div>::new();
    // A button that was pressed is gone; what is left has the focus.
    let focus_list = move || {
        after(0, move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                drop(list.focus());
            }
        });
    };
    let revert = move |file: &FilePath, change: &TextChange| {
        edits.revert(file, change);
        focus_list();
    };
    view! {
        <Modal title="Changes">
            <p class="dialog-about">"Changes since the files were opened."</p>
            <div class="fix-changes changes" tabindex="0" role="region" aria-label="Changes by file" node_ref=list>
                {move || {
                    let files = documents.changes();
                    if files.is_empty() {
                        return view! { <p class="note">"No changes."</p> }.into_any();
                    }
                    files.into_iter().map(|changes| one_file(changes, revert)).collect_view().into_any()
                }}
            </div>
            <div class="dialog-foot">
                <button
                    type="button"
                    class="button outline"
                    disabled=move || !documents.has_changes()
                    on:click=move |_| {
                        edits.revert_all();
                        focus_list();
                    }
                >
                    "Revert all"
                </button>
                <button
                    type="button"
                    class="button outline"
                    title="Clear the list; later changes are compared with the current text"
                    disabled=move || !documents.has_changes()
                    on:click=move |_| {
                        edits.clear_changes();
                        focus_list();
                    }
                >
                    "Clear list"
                </button>
            </div>
        </Modal>
    }
}

fn one_file(changes: FileChanges, revert: impl Fn(&FilePath, &TextChange) + Copy + 'static) -> impl IntoView {
    let FileChanges { file, listed, more, .. } = changes;
    let name = visible(file.as_str()).into_owned();
    let shown = listed.into_iter().map(|change| one(file.clone(), change, revert));
    view! {
        <section aria-label=name.clone()>
            <h3>{name.clone()}</h3>
            <ul class="change-list">{shown.collect_view()}</ul>
            {(more > 0).then(|| view! { <p class="note">{format!("{more} more.")}</p> })}
        </section>
    }
}

fn one(
    file: FilePath,
    change: TextChange,
    revert: impl Fn(&FilePath, &TextChange) + Copy + 'static,
) -> impl IntoView {
    let (navigation, notices) = (navigation(), notices());
    let place = format!("line {}", change.line);
    let about = if change.about.is_empty() { "Document".to_owned() } else { change.about.clone() };
    let label = format!("Revert the change of {about}, {place}");
    let range = change.place;
    let shown = differences(&change.excerpt, &change.edit, change.shift);
    let target = file.clone();
    view! {
        <li>
            <div class="change-head">
                <button
                    type="button"
                    class="place"
                    on:click=move |_| {
                        notices.close_popup();
                        let file = target.clone();
                        // The focus can leave the dialog only after it is closed.
                        after(0, move || navigation.jump_to(&file, range));
                    }
                >
                    <strong>{breakable(&about)}</strong>
                    <span class="place-at">{place}</span>
                </button>
                <button
                    type="button"
                    class="button small outline"
                    aria-label=label
                    on:click=move |_| revert(&file, &change)
                >
                    "Revert"
                </button>
            </div>
            {shown}
        </li>
    }
}
