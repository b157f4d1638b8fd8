//! Events of the whole window: global keys, the clipboard, other tabs, and saving before the page closes.

use gloo_events::{EventListener, EventListenerOptions};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::host::{gets_keys, is_embedded};
use super::browser::{crash, import};
use super::canvas::press;
use super::pane_focus::{focus_canvas, is_on_canvas};
use super::second_click::leave_out_second_clicks;
use super::session::{
    ARRANGEMENT, DIAGRAM, Edits, FileActions, Gestures, Navigation, Popup, ViewState, Works, edits,
    file_actions, gestures, navigation, view_state, works,
};
use limn_canvas::keys::{Command, find};

/// Installs window-wide event handlers: global keys, tab synchronization, and saving before the page closes.
pub fn listen() {
    leave_out_second_clicks();
    let (gestures, edits, works) = (gestures(), edits(), works());
    let shortcuts = Shortcuts {
        view_state: view_state(),
        gestures,
        navigation: navigation(),
        edits,
        file_actions: file_actions(),
        works,
    };
    // Any action outside the text editor sees fully analyzed text.
    for kind in ["pointerdown", "click", "keydown", "drop", "copy", "cut", "paste"] {
        let options = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(&window(), kind, options, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let inside = |target: web_sys::Element| target.closest(".editor-host").ok().flatten().is_some();
            if !target.is_some_and(inside) {
                gestures.flush_pending();
            }
        })
        .forget();
    }
    window_event_listener(ev::keydown, move |event| shortcuts.press(&event));
    // Another tab may have changed the work.
    window_event_listener(ev::focus, move |_| works.sync_with_other_tabs());
    let options = EventListenerOptions::run_in_capture_phase();
    EventListener::new_with_options(&window(), "pointerdown", options, move |_| {
        works.sync_with_other_tabs();
    })
    .forget();
    window_event_listener(ev::blur, move |_| works.write());
    window_event_listener(ev::pagehide, move |_| works.leave_page());
    // A page restored from the back/forward cache does not know what was saved when it was left.
    window_event_listener(ev::pageshow, move |event: ev::PageTransitionEvent| {
        if event.persisted() {
            drop(window().location().reload());
        }
    });
    window_event_listener(ev::visibilitychange, move |_| {
        if document().hidden() {
            works.write_whole();
        } else {
            works.sync_with_other_tabs();
        }
    });
    window_event_listener(ev::beforeunload, move |event| {
        if !crash::has_happened() && works.would_be_lost() {
            event.prevent_default();
        }
    });
    window_event_listener(ev::copy, move |event| {
        copy(edits, &event);
    });
    window_event_listener(ev::cut, move |event| {
        if copy(edits, &event) {
            edits.remove_copied();
        }
    });
    window_event_listener(ev::paste, move |event| paste(&shortcuts, &event));
}

/// Handles that global keys and the clipboard act on.
#[derive(Clone, Copy)]
struct Shortcuts {
    view_state: ViewState,
    gestures: Gestures,
    navigation: Navigation,
    edits: Edits,
    file_actions: FileActions,
    works: Works,
}

impl Shortcuts {
    fn press(self, event: &ev::KeyboardEvent) {
        if find(&press(event)) == Some(Command::SelectAll) && !takes_text() && !event.default_prevented() {
            event.prevent_default();
            return self.select_all();
        }
        let primary = event.ctrl_key() || event.meta_key();
        if primary && self.is_hosts(event) {
            return;
        }
        let keymap = self.view_state.keymap().get_untracked();
        if let Some(command) = keymap.find_global(&press(event), is_writing()) {
            let is_about_problems = matches!(command, Command::NextProblem | Command::PreviousProblem);
            if event.default_prevented() || is_about_problems && is_in_dialog() {
                return;
            }
            event.prevent_default();
            return self.gestures.run_global(command);
        }
        let key = event.key().to_lowercase();
        let on_diagram = self.view_state.view().get_untracked() == DIAGRAM;
        let run: fn(Shortcuts) = match (primary, event.shift_key(), key.as_str()) {
            (true, false, "s") => |on| on.file_actions.download(),
            (true, true, "s") => |on| on.file_actions.export(),
            (true, false, "o") => {
                |on| import::pick(move |imported, errors| on.file_actions.import(imported, errors))
            }
            (true, false, "f") if !is_writing() && on_diagram => |on| on.navigation.open_popup(Popup::Find),
            // The editor and fields have their own undo and typing.
            (true, false, "z") if self.can_undo() => |on| on.edits.undo(),
            (true, true, "z") | (true, false, "y") if self.can_undo() => |on| on.edits.redo(),
            (false, _, "?") if !is_writing() => |on| on.navigation.open_popup(Popup::Keys),
            _ => return,
        };
        if event.default_prevented() {
            return;
        }
        event.prevent_default();
        run(self);
    }

    /// Returns true if a key with Ctrl is handled by the application that embeds the page: files, and undo if that is its own.
    fn is_hosts(self, event: &ev::KeyboardEvent) -> bool {
        let key = event.key().to_lowercase();
        let is_file = matches!(key.as_str(), "s" | "o");
        if is_embedded() && is_file && !gets_keys() {
            // The browser's own dialogs are of no use.
            event.prevent_default();
        }
        let is_undo = matches!(key.as_str(), "z" | "y");
        is_embedded() && (is_file || is_undo && gets_keys() && self.works.owns_undo())
    }

    /// Not where the focus has its own undo, and not behind a dialog, unless it is about the text.
    fn can_undo(self) -> bool {
        (!types_text() || is_field_written()) && (!is_in_dialog() || self.navigation.shows(&Popup::Changes))
    }

    /// Selects the diagram's content, whatever has the focus; the browser would select the page's text.
    fn select_all(self) {
        if self.view_state.view().get_untracked() == DIAGRAM {
            focus_canvas();
            self.gestures.command(Command::SelectAll);
        }
    }
}

/// Returns true if "select all" belongs to the focused text field or to a dialog.
fn takes_text() -> bool {
    let Some(active) = document().active_element() else { return false };
    let is_text = match active.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) => !matches!(input.type_().as_str(), "checkbox" | "radio" | "button" | "range" | "file"),
        None => active.tag_name() == "TEXTAREA" || active.shadow_root().is_some(),
    };
    is_text || is_in_dialog()
}

/// Returns true if the focus is in a field or in the editor, where keys have a meaning of their own.
fn is_writing() -> bool {
    let is_select = document().active_element().is_some_and(|active| active.tag_name() == "SELECT");
    is_select || types_text()
}

/// Returns true if the focus is where text is typed, and undone.
fn types_text() -> bool {
    let Some(active) = document().active_element() else { return false };
    matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA") || active.shadow_root().is_some()
}

fn is_in_dialog() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Returns true if the focus is in a field of a form that contains what is written in the text: there, undo is that of the document.
fn is_field_written() -> bool {
    const WRITTEN: &str = ".form:not(.typing) :is(input, textarea):not([aria-invalid=\"true\"])";
    document().active_element().is_some_and(|active| active.matches(WRITTEN).unwrap_or_default())
}

/// Copies the selected nodes' text to the clipboard. Returns whether there were any.
fn copy(edits: Edits, event: &web_sys::Event) -> bool {
    let Some(data) =
        event.dyn_ref::<web_sys::ClipboardEvent>().and_then(web_sys::ClipboardEvent::clipboard_data)
    else {
        return false;
    };
    if is_on_canvas()
        && let Some(text) = edits.copy()
        && data.set_data("text/plain", &text).is_ok()
    {
        drop(data.set_data(ARRANGEMENT, &edits.copied_arrangement()));
        event.prevent_default();
        return true;
    }
    false
}

/// Pastes copied nodes as duplicates; a descriptor pasted outside a field becomes a file.
fn paste(on: &Shortcuts, event: &web_sys::Event) {
    if is_writing() {
        return;
    }
    let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
    let Some(data) = event.clipboard_data() else { return };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        let file_actions = on.file_actions;
        return import::read(&files, move |imported, errors| file_actions.import(imported, errors));
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    let arrangement = data.get_data(ARRANGEMENT).unwrap_or_default();
    if is_on_canvas() && on.edits.paste(&text, &arrangement) {
        return event.prevent_default();
    }
    if text.contains(':') && text.trim().lines().count() > 1 {
        event.prevent_default();
        on.file_actions.add_file("pasted.yml", &text);
    }
}
