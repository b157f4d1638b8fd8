//! Keyboard shortcuts: all keys, by the place where they work. Those of most commands of the canvas can be changed.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::super::browser::is_mac;
use super::super::canvas::press;
use super::super::icons::{Glyph, Picture};
use super::super::mounted::while_mounted;
use super::super::session::{ViewState, view_state};
use super::Modal;
use limn_canvas::keys::{self, Command, Keymap, NoShortcut, OwnChord, ShortcutLine};

/// Keys that work everywhere.
static EVERYWHERE: &[(&str, &str)] = &[
    ("Ctrl+S", "Download YAML"),
    ("Ctrl+Shift+S", "Export package"),
    ("Ctrl+O", "Open"),
    ("?", "Show keyboard shortcuts"),
];

/// Keys of the file list.
static FILES: &[(&str, &str)] = &[
    ("Enter", "Open"),
    ("F2", "Rename or move"),
    ("Del", "Remove from package"),
    ("← →", "Collapse and expand"),
];

/// Keys of the inspector's forms.
static FORMS: &[(&str, &str)] = &[
    ("Ctrl+Enter", "Back to the parent or the diagram"),
    ("Esc", "Restore the value, or go back to the diagram"),
    ("Ctrl+.", "Actions of the field"),
];

/// Keys of the text editor.
static EDITOR: &[(&str, &str)] = &[
    ("Ctrl+Space", "Show completions"),
    ("Ctrl+Shift+Space", "Show the arguments of a function"),
    ("Ctrl+F", "Find"),
    ("Ctrl+.", "Fixes and refactorings at the caret"),
    ("F12", "Go to definition"),
    ("Shift+F12", "Find references"),
    ("Shift+Alt+H", "Show hierarchy"),
    ("F2", "Rename"),
    ("Esc, Tab", "Leave the editor"),
];

#[component]
pub(super) fn KeySheet() -> impl IntoView {
    let mac = is_mac();
    let view_state = view_state();
    let sheet = keys::sheet(mac);
    let mut groups: Vec<&'static str> = sheet.iter().map(|line| line.group).collect();
    groups.dedup();
    groups.retain(|group| ![keys::GENERAL, keys::TEXT].contains(group));
    let choosing = RwSignal::new(None::<Command>);
    let message = RwSignal::new(String::new());
    let rows_of = move |sheet: &[ShortcutLine], group: &str| {
        let rows = sheet.iter().filter(|line| line.group == group);
        rows.map(|line| row(line, choosing, message)).collect_view()
    };
    let fixed = move |title: &'static str, keys: &'static [(&'static str, &'static str)]| {
        let chosen = rows_of(&keys::sheet(mac), title);
        let rows = keys.iter().map(move |(keys, label)| {
            view! {
                <dt>{*label}</dt>
                <dd><kbd>{if mac { keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥") } else { (*keys).to_owned() }}</kbd></dd>
            }
        });
        view! { <section><h3>{title}</h3><dl>{chosen}{rows.collect_view()}</dl></section> }
    };
    let own = groups.into_iter().map(|group| {
        let rows = rows_of(&sheet, group);
        view! { <section><h3>{group}</h3><dl>{rows}</dl></section> }
    });
    let own = own.collect_view();
    view! {
        <Modal title="Keyboard shortcuts" is_read=true>
            <div class="keys-about">
                <p role="status">
                    {move || match (choosing.get(), message.get()) {
                        (Some(_), message) if message.is_empty() => "Press a new shortcut, or Esc to cancel.".to_owned(),
                        (None, message) if message.is_empty() => "Click a framed shortcut to change it. The others are fixed.".to_owned(),
                        (_, message) => message,
                    }}
                </p>
                <Show when=move || view_state.keymap().with(Keymap::has_changes)>
                    <button
                        type="button"
                        class="button small outline"
                        on:click=move |_| {
                            view_state.set_keymap(Keymap::reset_all);
                            message.set("All shortcuts are reset.".to_owned());
                        }
                    >
                        "Reset all keys"
                    </button>
                </Show>
            </div>
            <div class="keys">
                {own}
                <section>
                    <h3>"Hold"</h3>
                    <dl>
                        <dt>"Pan by dragging"</dt><dd><kbd>"Space"</kbd></dd>
                        <dt>"Copy by dragging"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt title="Press it after the drag has begun.">"Drag without snapping"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt>"Add to selection with a marquee"</dt><dd><kbd>{if mac { "⇧" } else { "Shift" }}</kbd></dd>
                        <dt>"Remove from selection with a marquee"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt>"Select only what is inside a marquee"</dt><dd><kbd>{if mac { "⌘" } else { "Ctrl" }}</kbd></dd>
                        <dt>"Zoom with the scroll wheel"</dt><dd><kbd>{if mac { "⌘" } else { "Ctrl" }}</kbd></dd>
                    </dl>
                </section>
                {fixed(keys::GENERAL, EVERYWHERE)}
                {fixed("Inspector", FORMS)}
                {fixed(keys::TEXT, EDITOR)}
                {fixed("File list", FILES)}
            </div>
        </Modal>
    }
}

/// A command with its keys. `choosing`: the command that gets the next keys; `message`: the result.
fn row(line: &ShortcutLine, choosing: RwSignal<Option<Command>>, message: RwSignal<String>) -> AnyView {
    let ShortcutLine { command, label, help, .. } = *line;
    if !Keymap::can_change(command) {
        let chords = line.chords.iter().map(|chord| view! { <kbd>{chord.clone()}</kbd> });
        return view! { <dt title=help>{label}</dt><dd>{chords.collect_view()}</dd> }.into_any();
    }
    let view_state = view_state();
    let texts = Memo::new(move |_| view_state.keymap().with(|keymap| keymap.texts(command, is_mac())));
    let is_chosen = move || choosing.get() == Some(command);
    let is_changed = Memo::new(move |_| view_state.keymap().with(|keymap| keymap.is_changed(command)));
    let name = move || {
        let keys =
            texts.with(|texts| if texts.is_empty() { "no keys".to_owned() } else { texts.join(" or ") });
        format!("{label}: {keys}. Change")
    };
    view! {
        <dt title=help>{label}</dt>
        <dd>
            <Show when=move || is_changed.get()>
                <button
                    type="button"
                    class="key-reset"
                    aria-label=format!("Reset the keys of {label}")
                    title="Reset"
                    on:click=move |_| {
                        view_state.set_keymap(|keymap| keymap.reset(command));
                        message.set(format!("The keys of {label} are reset."));
                    }
                >
                    <Picture glyph=Glyph::Undo />
                </button>
            </Show>
            <button
                type="button"
                class="key-choice"
                class:choosing=is_chosen
                aria-label=name
                title=help
                on:click=move |event: ev::MouseEvent| {
                    // Not every browser focuses a button that is clicked, and the keys go to what has the focus.
                    let button = event.current_target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
                    if let Some(button) = button {
                        drop(button.focus());
                    }
                    message.set(String::new());
                    choosing.set(Some(command));
                }
                on:blur=while_mounted(move |_: ev::FocusEvent| choosing.set(None))
                on:keydown=move |event| choose(view_state, command, choosing, message, &event)
            >
                {move || match texts.get() {
                    _ if is_chosen() => view! { <kbd>"…"</kbd> }.into_any(),
                    texts if texts.is_empty() => view! { <kbd class="none">"none"</kbd> }.into_any(),
                    texts => texts.into_iter().map(|text| view! { <kbd>{text}</kbd> }).collect_view().into_any(),
                }}
            </button>
        </dd>
    }
    .into_any()
}

/// Takes the pressed keys for a command, if it is the one that gets them.
fn choose(
    view_state: ViewState,
    command: Command,
    choosing: RwSignal<Option<Command>>,
    message: RwSignal<String>,
    event: &ev::KeyboardEvent,
) {
    if choosing.get_untracked() != Some(command) {
        return;
    }
    let press = press(event);
    let leaves = press.key == "Tab";
    if !leaves {
        event.prevent_default();
        event.stop_propagation();
    }
    if leaves || press.key == "Escape" {
        message.set(String::new());
        return choosing.set(None);
    }
    match OwnChord::of(&press) {
        Err(NoShortcut::Incomplete) => {}
        Err(NoShortcut::Reserved) => message.set("These keys are reserved. Press others.".to_owned()),
        Ok(chord) => {
            let before = view_state.set_keymap(|keymap| keymap.set(command, chord));
            choosing.set(None);
            let label = |command| keys::binding(command).map_or("", |row| row.label);
            let changed = format!("Changed the shortcut of {}.", label(command));
            message.set(match before {
                Some(other) => format!("{changed} It no longer runs {}.", label(other)),
                None => changed,
            });
        }
    }
}
