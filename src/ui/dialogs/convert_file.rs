//! Dialog to convert the active file: what changes, and a button that adds the result as a new file.

use leptos::{html, prelude::*};

use super::super::markdown::{Inline, sentence};
use super::super::session::file_actions;
use super::{Modal, close_around};
use limn_analysis::{ConversionEffect, ConvertedLines};

/// Report of a conversion. The active file stays as it is.
#[component]
pub(super) fn ConvertFile(id: &'static str) -> impl IntoView {
    let file_actions = file_actions();
    let label = file_actions
        .conversions()
        .iter()
        .find(|conversion| conversion.id == id)
        .map_or(id, |conversion| conversion.label);
    let body = match file_actions.convert(id) {
        Err(why) => view! { <p class="note" role="alert"><Inline text=sentence(&why) /></p> }.into_any(),
        Ok(converted) => {
            let (text, close) = (converted.text, NodeRef::<html::Button>::new());
            let create = move |_| {
                if let Some(button) = close.get_untracked() {
                    close_around(&button);
                }
                file_actions.add_converted(&text);
            };
            view! {
                <p class="quiet">{format!("Creates a new file in {label}. This file doesn't change.")}</p>
                {report(&converted.notes)}
                <div class="dialog-foot">
                    <button
                        type="button"
                        class="button"
                        node_ref=close
                        on:click=move |_| {
                            if let Some(button) = close.get_untracked() {
                                close_around(&button);
                            }
                        }
                    >
                        "Cancel"
                    </button>
                    <button type="button" class="button main" on:click=create>"Create copy"</button>
                </div>
            }
            .into_any()
        }
    };
    view! { <Modal title="Convert to portable TOSCA"><div class="convert-file">{body}</div></Modal> }
}

fn report(notes: &[ConvertedLines]) -> impl IntoView + use<> {
    if notes.is_empty() {
        return view! { <p class="note">"Nothing to change: the file is portable."</p> }.into_any();
    }
    let rows = notes.iter().map(|note| {
        view! {
            <tr>
                <td>{note.line}</td>
                <td>{word(note.effect)}</td>
                <td><Inline text=sentence(&note.message) /></td>
            </tr>
        }
    });
    view! {
        <table>
            <thead><tr><th scope="col">"Line"</th><th scope="col">"Effect"</th><th scope="col">"What"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn word(effect: ConversionEffect) -> &'static str {
    match effect {
        ConversionEffect::Changed => "Changed",
        ConversionEffect::Removed => "Removed",
        ConversionEffect::Kept => "Kept",
    }
}
