//! Dialog to move a definition: to an existing file of the same version, or to a new one.

use leptos::{ev, html, prelude::*};

use super::super::browser::{after, element};
use super::super::icons::{Glyph, Picture};
use super::super::markdown::{Inline, sentence};
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::file_actions;
use super::{Modal, close_around};
use limn_analysis::MovableDefinition;
use limn_files::FilePath;

/// The choice of a new file; no path is empty.
const NEW: &str = "";
/// Id of the list of files.
const CHOICE: &str = "move-to";

#[component]
pub(super) fn MoveDefinition(file: FilePath, at: usize) -> impl IntoView {
    let body = match file_actions().movable_definition(&file, at) {
        Some(found) => form(file, at, found).into_any(),
        None => {
            view! { <p class="note" role="alert">"The text has changed: choose the refactoring again."</p> }
                .into_any()
        }
    };
    view! { <Modal title="Move definition">{body}</Modal> }
}

fn form(file: FilePath, at: usize, found: MovableDefinition) -> impl IntoView {
    let file_actions = file_actions();
    let input = NodeRef::<html::Input>::new();
    let button = NodeRef::<html::Button>::new();
    let (chosen, refused) = (RwSignal::new(NEW.to_owned()), RwSignal::new(None::<String>));
    let is_new = Memo::new(move |_| chosen.with(|chosen| chosen == NEW));
    let MovableDefinition { name, files, new_file } = found;
    let existing: Vec<SelectOption> =
        files.iter().map(|file| SelectOption::new(file.as_str(), file.as_str())).collect();
    let groups = Memo::new(move |_| {
        let new = OptionGroup::plain(vec![SelectOption::new(NEW, "New file")]);
        let old = OptionGroup { heading: "Existing files".to_owned(), choices: existing.clone() };
        new.into_iter().chain((!existing.is_empty()).then_some(old)).collect::<Vec<_>>()
    });
    let run = move || {
        let to = match is_new.get_untracked() {
            true => input.get_untracked().map(|input| input.value()).unwrap_or_default(),
            false => chosen.get_untracked(),
        };
        match file_actions.move_definition(&file, at, &to) {
            Ok(()) => {
                if let Some(button) = button.get_untracked() {
                    close_around(&button);
                }
            }
            Err(why) => refused.set(Some(why)),
        }
    };
    let on_choice = Box::new(move |choice| {
        chosen.set(choice);
        refused.set(None);
        true
    });
    // After the dialog has opened, which focuses its first element.
    after(0, || {
        if let Some(select) = element(CHOICE) {
            drop(select.focus());
        }
    });
    let start = new_file.to_string();
    let about = format!("`{name}` moves with its comments. Limn adds the imports that the files need.");
    view! {
        <form
            class="rename-file"
            on:submit=move |event: ev::SubmitEvent| {
                event.prevent_default();
                run();
            }
        >
            <p class="quiet"><Inline text=about /></p>
            <label for=CHOICE>"Move to"</label>
            <Select groups now=chosen on_choice id=CHOICE />
            <Show when=move || is_new.get()>
                <label for="move-path">"Path"</label>
                <input
                    id="move-path"
                    class="field"
                    node_ref=input
                    value=start.clone()
                    spellcheck="false"
                    autocomplete="off"
                    aria-describedby="move-why"
                    aria-invalid=move || refused.with(Option::is_some).then_some("true")
                    on:input=move |_| refused.set(None)
                />
            </Show>
            <div id="move-why" role="alert">
                {move || refused.get().map(|why| view! {
                    <p class="field-refusal"><Picture glyph=Glyph::Error /><span><Inline text=sentence(&why) /></span></p>
                })}
            </div>
            {foot(button)}
        </form>
    }
}

fn foot(button: NodeRef<html::Button>) -> impl IntoView {
    view! {
        <div class="dialog-foot">
            <button
                type="button"
                class="button"
                on:click=move |_| {
                    if let Some(button) = button.get_untracked() {
                        close_around(&button);
                    }
                }
            >
                "Cancel"
            </button>
            <button type="submit" class="button main" node_ref=button>"Move"</button>
        </div>
    }
}
