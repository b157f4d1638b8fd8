//! Dialogs: keyboard shortcuts, command palette, recent work, file renaming, conversion and changes of shared values.

mod commands;
mod convert_file;
mod key_sheet;
mod rename_file;
mod shared_value;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::focus;
use super::icons::{Glyph, Picture};
use super::mounted::while_mounted;
use super::session::{Popup, documents, notices, storage, works};
use commands::Commands;
use convert_file::ConvertFile;
use key_sheet::KeySheet;
use rename_file::RenameFile;
use shared_value::ChangeShared;

#[component]
pub fn Dialogs() -> impl IntoView {
    let (documents, storage, notices, works) = (documents(), storage(), notices(), works());
    let keys = Memo::new(move |_| notices.popup().with(|popup| *popup == Some(Popup::Keys)));
    let commands = Memo::new(move |_| notices.popup().with(|popup| *popup == Some(Popup::Commands)));
    let recent = Memo::new(move |_| notices.popup().with(|popup| *popup == Some(Popup::Recent)));
    let renamed = Memo::new(move |_| {
        notices.popup().with(|popup| match popup {
            Some(Popup::RenameFile(path)) => Some(path.clone()),
            _ => None,
        })
    });
    let converted = Memo::new(move |_| {
        notices.popup().with(|popup| match popup {
            Some(Popup::Convert(id)) => Some(*id),
            _ => None,
        })
    });
    let shared = Memo::new(move |_| {
        notices.popup().with(|popup| match popup {
            Some(Popup::Shared { edit, value }) => Some((edit.clone(), value.clone())),
            _ => None,
        })
    });
    view! {
        <Show when=move || keys.get()>
            <KeySheet />
        </Show>
        <Show when=move || commands.get()>
            <Commands />
        </Show>
        <Show when=move || recent.get()>
            <Modal title="Recent work">
                <Show
                    when=move || storage.recent().with(|works| !works.is_empty())
                    fallback=|| view! { <p class="note">"Work that you open or create in this browser appears here."</p> }
                >
                    <super::recent::RecentWork opened=Callback::new(move |()| notices.close_popup()) />
                </Show>
                <Show when=move || documents.front().with(Option::is_some)>
                    <div class="dialog-foot">
                        <button type="button" class="button outline" on:click=move |_| {
                            notices.close_popup();
                            works.close_work();
                        }>"Close this work"</button>
                    </div>
                </Show>
            </Modal>
        </Show>
        {move || renamed.get().map(|path| view! { <RenameFile path /> })}
        {move || converted.get().map(|id| view! { <ConvertFile id /> })}
        {move || shared.get().map(|(edit, value)| view! { <ChangeShared edit value /> })}
    }
}

/// Closes the surrounding dialog and restores the focus.
fn close_around(inside: &web_sys::Element) {
    let dialog = inside.closest("dialog").ok().flatten();
    if let Some(dialog) = dialog.and_then(|dialog| dialog.dyn_into::<web_sys::HtmlDialogElement>().ok()) {
        dialog.close();
    }
}

/// Modal dialog; Escape and a click outside close it. Closing restores the focus, or focuses the canvas.
#[component]
fn Modal(title: &'static str, children: Children) -> impl IntoView {
    let notices = notices();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            drop(dialog.show_modal());
        }
    });
    view! {
        <dialog
            node_ref=dialog
            aria-label=title
            on:close=while_mounted(move |_: web_sys::Event| {
                notices.close_popup();
                focus::after_dialog();
            })
            on:click=move |event: ev::MouseEvent| {
                if event.target() == event.current_target() && let Some(dialog) = dialog.get_untracked() {
                    dialog.close();
                }
            }
        >
            <div class="dialog-head">
                <h2>{title}</h2>
                <button
                    type="button"
                    class="button bare"
                    aria-label="Close"
                    on:click=move |_| {
                        if let Some(dialog) = dialog.get_untracked() {
                            dialog.close();
                        }
                    }
                >
                    <Picture glyph=Glyph::Close />
                </button>
            </div>
            <div class="dialog-body" tabindex="0">{children()}</div>
        </dialog>
    }
}
