//! Dialogs: keyboard shortcuts, command palette, recent work, catalog, file renaming, moves of definitions, extraction and inlining, conversion, fixes of many problems, references, hierarchies, saved views,
//! changes since the texts were opened, and changes of shared values.

mod catalog;
mod changes;
mod commands;
mod convert_file;
mod differences;
mod fix_all;
mod hierarchy;
mod key_sheet;
mod move_definition;
mod nesting;
mod outline;
mod read_only;
mod references;
mod rename_file;
mod saved_view;
mod shared_value;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::focus;
use super::icons::{Glyph, Picture};
use super::mounted::while_mounted;
use super::session::{Popup, documents, notices, storage, works};
use catalog::CatalogDialog;
use changes::ChangesDialog;
use commands::Commands;
use convert_file::ConvertFile;
use fix_all::FixAll;
use hierarchy::HierarchyDialog;
use key_sheet::KeySheet;
use move_definition::MoveDefinition;
use nesting::{Extract, InlineNested};
use outline::OUTLINE;
use read_only::ReadOnlyDialog;
use references::ReferencesDialog;
use rename_file::RenameFile;
use saved_view::SavedViewDialog;
use shared_value::ChangeShared;

#[component]
pub fn Dialogs() -> impl IntoView {
    let notices = notices();
    let shown = Memo::new(move |_| {
        notices.popup().with(|popup| popup.as_ref().filter(|popup| is_dialog(popup)).cloned())
    });
    move || shown.get().map(dialog)
}

fn is_dialog(popup: &Popup) -> bool {
    matches!(
        popup,
        Popup::Keys
            | Popup::Commands
            | Popup::Symbols
            | Popup::Catalog
            | Popup::Changes
            | Popup::Recent
            | Popup::RenameFile(_)
            | Popup::Convert(_)
            | Popup::MoveDefinition { .. }
            | Popup::Extract { .. }
            | Popup::Inline { .. }
            | Popup::FixAll(_)
            | Popup::SavedView(_)
            | Popup::References(_)
            | Popup::Hierarchy(_)
            | Popup::ReadOnly(_)
            | Popup::Shared { .. }
    )
}

/// The code of dialogs runs only while one is open, so that it is not needed before.
fn dialog(popup: Popup) -> Option<AnyView> {
    Some(match popup {
        Popup::Keys => view! { <KeySheet /> }.into_any(),
        Popup::Commands => view! { <Commands start="" /> }.into_any(),
        Popup::Symbols => view! { <Commands start=OUTLINE /> }.into_any(),
        Popup::Catalog => view! { <CatalogDialog /> }.into_any(),
        Popup::Changes => view! { <ChangesDialog /> }.into_any(),
        Popup::Recent => view! { <RecentDialog /> }.into_any(),
        Popup::RenameFile(path) => view! { <RenameFile path /> }.into_any(),
        Popup::Convert(id) => view! { <ConvertFile id /> }.into_any(),
        Popup::MoveDefinition { file, at } => view! { <MoveDefinition file at /> }.into_any(),
        Popup::Extract { file, ids } => view! { <Extract file ids /> }.into_any(),
        Popup::Inline { file, id } => view! { <InlineNested file id /> }.into_any(),
        Popup::FixAll(only) => view! { <FixAll only /> }.into_any(),
        Popup::SavedView(view) => view! { <SavedViewDialog view /> }.into_any(),
        Popup::References(found) => view! { <ReferencesDialog found /> }.into_any(),
        Popup::Hierarchy(item) => view! { <HierarchyDialog item /> }.into_any(),
        Popup::ReadOnly(text) => view! { <ReadOnlyDialog text /> }.into_any(),
        Popup::Shared { edit, value } => view! { <ChangeShared edit value /> }.into_any(),
        _ => return None,
    })
}

#[component]
fn RecentDialog() -> impl IntoView {
    let (documents, storage, notices, works) = (documents(), storage(), notices(), works());
    view! {
        <Modal title="Recent work">
            <Show
                when=move || storage.recent().with(|works| !works.is_empty())
                fallback=|| view! { <p class="note">"Work that you open or create in this browser appears here."</p> }
            >
                <super::recent::RecentWork opened=Callback::new(move |()| notices.close_popup()) />
            </Show>
            <Show when=move || documents.active_file().with(Option::is_some)>
                <div class="dialog-foot">
                    <button type="button" class="button outline" on:click=move |_| {
                        notices.close_popup();
                        works.close_work();
                    }>"Close workspace"</button>
                </div>
            </Show>
        </Modal>
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
fn Modal(
    title: &'static str,
    /// The content is read: it has the focus first, so that keys scroll it.
    #[prop(optional)]
    is_read: bool,
    children: Children,
) -> impl IntoView {
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
            <div class="dialog-body" tabindex="0" autofocus=is_read>{children()}</div>
        </dialog>
    }
}
