//! Dialog to rename or move a file or a folder.

use leptos::{ev, html, prelude::*};

use super::super::browser::after;
use super::super::icons::{Glyph, Picture};
use super::super::markdown::{Inline, sentence};
use super::super::session::file_actions;
use super::{Modal, close_around};

/// Form to rename a file, or a folder, whose path ends in a slash. The name is selected, without its folder.
#[component]
pub(super) fn RenameFile(path: String) -> impl IntoView {
    let file_actions = file_actions();
    let input = NodeRef::<html::Input>::new();
    let refused = RwSignal::new(None::<String>);
    let shown = path.trim_end_matches('/').to_owned();
    let (is_folder, in_folders) = (path.ends_with('/'), path.contains('/'));
    let start = shown.rfind('/').map_or(0, |at| at + 1);
    let end =
        if is_folder { shown.len() } else { shown[start..].rfind('.').map_or(shown.len(), |at| start + at) };
    let units = |to: usize| u32::try_from(shown[..to].encode_utf16().count()).unwrap_or_default();
    let (from, to) = (units(start), units(if end == start { shown.len() } else { end }));
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // After the dialog has opened, which focuses its first element.
            after(0, move || {
                drop(input.focus());
                drop(input.set_selection_range(from, to));
            });
        }
    });
    let title = if is_folder { "Rename or move folder" } else { "Rename or move file" };
    let rename = move || {
        let Some(input) = input.get_untracked() else { return };
        match file_actions.rename_file(&path, &input.value()) {
            Ok(()) => close_around(&input),
            Err(why) => {
                refused.set(Some(why));
                drop(input.focus());
            }
        }
    };
    let hint = if in_folders || is_folder {
        "Use `/` to move it to another folder. Limn updates imports, artifacts and the package manifest."
    } else {
        "Use `/` to move it into a folder. Limn updates imports, artifacts and the package manifest."
    };
    view! {
        <Modal title>
            <form
                class="rename-file"
                on:submit=move |event: ev::SubmitEvent| {
                    event.prevent_default();
                    rename();
                }
            >
                <label for="rename-file">"Path"</label>
                <input
                    id="rename-file"
                    class="field"
                    node_ref=input
                    prop:value=shown.clone()
                    spellcheck="false"
                    autocomplete="off"
                    aria-describedby="rename-file-why rename-file-hint"
                    aria-invalid=move || refused.with(Option::is_some).then_some("true")
                    on:input=move |_| refused.set(None)
                />
                <div id="rename-file-why" role="alert">
                    {move || refused.get().map(|why| view! {
                        <p class="field-refusal"><Picture glyph=Glyph::Error /><span><Inline text=sentence(&why) /></span></p>
                    })}
                </div>
                <p id="rename-file-hint" class="quiet"><Inline text=hint /></p>
                <div class="dialog-foot">
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| {
                            if let Some(input) = input.get_untracked() {
                                close_around(&input);
                            }
                        }
                    >
                        "Cancel"
                    </button>
                    <button type="submit" class="button main">"Rename"</button>
                </div>
            </form>
        </Modal>
    }
}
