//! YAML pane: hosts the text editor and connects it to the session.

use leptos::{html, prelude::*};

use super::editor::{Callbacks, Editor};
use super::icons::{Glyph, Picture};
use super::panes::Pane;
use super::session::{documents, notices, text_editing, view_state};
use super::toggle_button::ToggleButton;
use limn_canvas::keys::Command;

#[component]
pub fn Source() -> impl IntoView {
    let (documents, view_state, notices, text_editing) =
        (documents(), view_state(), notices(), text_editing());
    let host = NodeRef::<html::Div>::new();
    let mounted = StoredValue::new(false);
    Effect::new(move |_| {
        let Some(host) = host.get() else { return };
        if mounted.get_value() {
            return;
        }
        mounted.set_value(true);
        let callbacks = Callbacks {
            on: Box::new(move |event| text_editing.on_editor_event(event)),
            complete: Box::new(move |file, at, asked| text_editing.complete(file, at, asked)),
            query: Box::new(move |file, query| text_editing.query(file, query)),
            hover: Box::new(move |file, at| text_editing.hover(file, at)),
            refactorings: Box::new(move |file, at| text_editing.refactorings(file, at)),
        };
        match Editor::mount(&host, callbacks) {
            Ok(editor) => text_editing.attach(editor),
            Err(error) => notices.show_error(error.to_string()),
        }
    });
    let titled = move |label: &'static str, command: Command| {
        Signal::derive(move || match view_state.key_of(command) {
            keys if keys.is_empty() => label.to_owned(),
            keys => format!("{label} ({keys})"),
        })
    };
    view! {
        <div class="pane-head">
            <h2>"YAML"</h2>
            <div class="spring"></div>
            <ToggleButton
                label="Inlay hints"
                title=titled("Values, defaults and reference counts in the text", Command::Hints)
                glyph=Glyph::Hints
                pressed=Signal::derive(move || view_state.text_look().get().hints)
                on_toggle=move |()| text_editing.toggle_hints()
            />
            <ToggleButton
                label="Name colors"
                title=titled("Color names by kind", Command::Colors)
                glyph=Glyph::Colors
                pressed=Signal::derive(move || view_state.text_look().get().colors)
                on_toggle=move |()| text_editing.toggle_colors()
            />
            <ToggleButton
                label="Wrap long lines"
                title=titled("Wrap long lines", Command::Wrap)
                glyph=Glyph::Wrap
                pressed=Signal::derive(move || view_state.text_look().get().wraps)
                on_toggle=move |()| text_editing.toggle_wrap()
            />
            <button
                type="button"
                class="button small bare hide-at-800"
                aria-label="Hide YAML"
                title="Hide YAML"
                on:click=move |_| view_state.set_panes(|panes| panes.toggle(Pane::Source))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="editor-host" class:empty=move || documents.active_file().with(Option::is_none) node_ref=host></div>
    }
}
