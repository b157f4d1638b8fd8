//! The note of an item: the comment above it in the text.

use leptos::{ev, html, prelude::*};

use super::super::browser::after;
use super::super::element_id;
use super::super::mounted::while_mounted;
use super::super::session::{documents, edits};
use super::Form;
use super::follow::{Typing, follow};
use super::problems::{FieldProblems, refusal_id};
use limn_files::FilePath;
use limn_language::edit::Edit;
use limn_language::graph::Id;

/// A note that can't be written, and why.
#[derive(Clone)]
pub(in super::super) struct RefusedNote {
    file: FilePath,
    of: Id,
    text: String,
    reason: String,
}

/// A field for the note, where one can be written.
#[component]
pub(super) fn Note(id: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let documents = documents();
    let of = id.clone();
    let note = Memo::new(move |_| {
        form.rested.track();
        documents.checked().with_untracked(|checked| checked.as_ref()?.0.note(&of))
    });
    let can_have = Memo::new(move |_| note.with(Option::is_some));
    view! {
        <Show when=move || can_have.get()>
            <NoteInput id=id.clone() note />
        </Show>
    }
}

#[component]
fn NoteInput(id: Id, note: Memo<Option<String>>) -> impl IntoView {
    let form = expect_context::<Form>();
    let edits = edits();
    let input = NodeRef::<html::Textarea>::new();
    // Problems and refusals of a note are its own, not those of the item.
    let at = Id(id.0.key("#"));
    let refused = form.refusal(at.clone());
    let value = move || note.with(|note| note.clone().unwrap_or_default());
    let typing = follow(form, at.clone(), input, value);
    let rows = move || {
        note.with(|note| note.as_ref().map_or(1, |note| note.lines().count().clamp(1, 8))).to_string()
    };
    let (name, described) = (element_id::of_field(&at), refusal_id(&at));
    let edit = {
        let id = id.clone();
        move |text: &str| {
            let text = text.trim_end();
            let is_new = note.with_untracked(|note| note.as_deref().unwrap_or_default() != text);
            is_new.then(|| Edit::Note { of: id.clone(), text: text.to_owned() })
        }
    };
    let (drafted, problems) = (edit.clone(), at.clone());
    let active_file = documents().active_file();
    restore_draft(form, (id.clone(), at.clone()), input, typing);
    let attempt = move |text: String, written: &Edit| {
        let is_written = form.attempt(edits, at.clone(), written);
        let reason = form.refused.with_untracked(|refused| refused.as_ref().map(|(_, why)| why.clone()));
        let kept = reason.filter(|_| !is_written).zip(active_file.get_untracked());
        form.draft.set_value(kept.map(|(reason, file)| RefusedNote { file, of: id.clone(), text, reason }));
    };
    view! {
        <div class="row form-note" class:written=move || note.with(|note| note.as_ref().is_some_and(|note| !note.is_empty()))>
            <label for=name.clone()>"Note"</label>
            <div class="row-control">
            <textarea
                class="field"
                id=name
                rows=rows
                prop:value=value
                placeholder="A comment above it in the text"
                node_ref=input
                aria-describedby=described
                aria-invalid=move || refused.with(Option::is_some).then_some("true")
                on:input=move |event| {
                    typing.begin();
                    edits.drafting(drafted(&event_target_value(&event)));
                }
                on:change=while_mounted(move |event: web_sys::Event| {
                    typing.end();
                    let text = event_target_value(&event);
                    match edit(&text) {
                        Some(edit) => attempt(text, &edit),
                        None => {
                            form.draft.set_value(None);
                            edits.drafting(None);
                            form.accept();
                        }
                    }
                })
                on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                    if event.key() == "Escape" && let Some(input) = input.get_untracked() {
                        form.keep_escape(&event);
                        typing.end();
                        input.set_value(&note.get_untracked().unwrap_or_default());
                        edits.drafting(None);
                        form.draft.set_value(None);
                        form.accept();
                    }
                })
            ></textarea>
            <FieldProblems base=problems deep=false />
            </div>
        </div>
    }
}

/// Shows the refused text again when the user returns to the item.
fn restore_draft(form: Form, (of, place): (Id, Id), input: NodeRef<html::Textarea>, typing: Typing) {
    let active_file = documents().active_file();
    Effect::new(move |_| {
        let Some(input) = input.get() else { return };
        let kept = form
            .draft
            .get_value()
            .filter(|kept| kept.of == of && Some(&kept.file) == active_file.get_untracked().as_ref());
        if let Some(kept) = kept {
            typing.begin();
            // After the value of the text, which is set in this turn.
            after(0, move || input.set_value(&kept.text));
            form.refuse(place.clone(), kept.reason);
        }
    });
}
