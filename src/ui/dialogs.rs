//! Dialogs: keyboard shortcuts, command palette, recent work and file renaming.

use leptos::{ev, html, prelude::*};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;

use super::browser::{after, import, settings};
use super::canvas::is_mac;
use super::focus;
use super::icons::{Glyph, Picture};
use super::markdown::{Inline, sentence};
use super::mounted::while_mounted;
use super::pane_focus::focus_canvas;
use super::panes::Pane;
use super::session::{
    Popup, documents, file_actions, gestures, navigation, notices, positions, storage, view_state, works,
};
use super::theme::Theme;
use limn_analysis::Blank;
use limn_canvas::keys::{self, Binding, Command, KEYS};

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
    }
}

/// Keys that work everywhere.
static EVERYWHERE: &[(&str, &str)] = &[
    ("Ctrl+S", "Download YAML"),
    ("Ctrl+Shift+S", "Export CSAR"),
    ("Ctrl+O", "Open"),
    ("Ctrl+K", "Commands"),
    ("F6", "Next pane"),
    ("?", "Show keyboard shortcuts"),
];

/// Keys of the file list.
static FILES: &[(&str, &str)] = &[
    ("Enter", "Open"),
    ("F2", "Rename or move"),
    ("Del", "Remove from package"),
    ("← →", "Collapse and expand"),
];

/// Keys of the text editor.
static EDITOR: &[(&str, &str)] = &[
    ("Ctrl+Space", "Show completions"),
    ("Ctrl+F", "Find"),
    ("F8", "Next problem"),
    ("F12", "Go to definition"),
    ("Shift+F12", "Find references"),
    ("F2", "Rename"),
    ("Esc, Tab", "Leave the editor"),
];

#[component]
fn KeySheet() -> impl IntoView {
    let mac = is_mac();
    let sheet = keys::sheet(mac);
    let mut groups: Vec<&'static str> = sheet.iter().map(|line| line.group).collect();
    groups.dedup();
    let fixed = move |title: &'static str, keys: &'static [(&'static str, &'static str)]| {
        let rows = keys.iter().map(move |(keys, label)| {
            view! {
                <dt>{*label}</dt>
                <dd><kbd>{if mac { keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧") } else { (*keys).to_owned() }}</kbd></dd>
            }
        });
        view! { <section><h3>{title}</h3><dl>{rows.collect_view()}</dl></section> }
    };
    view! {
        <Modal title="Keyboard shortcuts">
            <div class="keys">
                {groups
                    .iter()
                    .map(|group| {
                        let rows = sheet
                            .iter()
                            .filter(|line| line.group == *group)
                            .map(|line| {
                                let chords = line.chords.iter().map(|chord| view! { <kbd>{chord.clone()}</kbd> });
                                view! { <dt title=line.help>{line.label}</dt><dd>{chords.collect_view()}</dd> }
                            });
                        view! { <section><h3>{*group}</h3><dl>{rows.collect_view()}</dl></section> }
                    })
                    .collect_view()}
                <section>
                    <h3>"Hold"</h3>
                    <dl>
                        <dt>"Pan by dragging"</dt><dd><kbd>"Space"</kbd></dd>
                        <dt>"Drag without snapping"</dt><dd><kbd>"Alt"</kbd></dd>
                        <dt>"Zoom with the scroll wheel"</dt><dd><kbd>{if mac { "⌘" } else { "Ctrl" }}</kbd></dd>
                    </dl>
                </section>
                {fixed("General", EVERYWHERE)}
                {fixed("Text editor", EDITOR)}
                {fixed("File list", FILES)}
            </div>
        </Modal>
    }
}

/// Form to rename a file, or a folder, whose path ends in a slash. The name is selected, without its folder.
#[component]
fn RenameFile(path: String) -> impl IntoView {
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

/// An entry of the command palette.
#[derive(Clone)]
struct Line {
    label: String,
    keys: String,
    run: Callback<()>,
}

fn line(label: impl Into<String>, keys: &str, run: impl Fn() + Send + Sync + 'static) -> Line {
    Line { label: label.into(), keys: keys.to_owned(), run: Callback::new(move |()| run()) }
}

/// Most frequent commands, in this order; the others follow in the order of the key table.
const FIRST: [Command; 11] = [
    Command::Add,
    Command::Connect,
    Command::Rename,
    Command::Inspect,
    Command::Remove,
    Command::Duplicate,
    Command::Undo,
    Command::Redo,
    Command::Fit,
    Command::FitSelection,
    Command::Tidy,
];

/// All commands: recently used ones, then frequent ones, then the others, then all nodes by name.
fn lines() -> Vec<Line> {
    let (documents, view_state, positions) = (documents(), view_state(), positions());
    let (gestures, navigation, file_actions) = (gestures(), navigation(), file_actions());
    let (notices, works) = (notices(), works());
    let mac = is_mac();
    let of = |binding: &'static Binding| {
        let keys = binding.chords.first().map(|chord| chord.text(mac)).unwrap_or_default();
        line(binding.label, &keys, move || {
            focus_canvas();
            gestures.command(binding.command);
        })
    };
    let mut lines: Vec<Line> = FIRST.into_iter().filter_map(keys::binding).map(of).collect();
    lines.extend([
        line("Open", "Ctrl+O", move || {
            import::pick(move |imported, errors| file_actions.import(imported, errors));
        }),
        line("Recent work", "", move || navigation.open_popup(Popup::Recent)),
        line("Close this work", "", move || works.close_work()),
        line("Download YAML", "Ctrl+S", move || file_actions.download()),
        line("Export CSAR", "Ctrl+Shift+S", move || file_actions.export()),
        line("Rename or move file", "", move || file_actions.open_rename_file()),
    ]);
    // Arrow key commands need no palette.
    let is_step = |command| {
        matches!(
            command,
            Command::Walk(_) | Command::Nudge(_) | Command::NudgeFar(_) | Command::Pan(_) | Command::Escape
        )
    };
    let rest = KEYS.iter().filter(|binding| !FIRST.contains(&binding.command) && !is_step(binding.command));
    lines.extend(rest.map(of));
    let tree = super::tree::is_tree(documents).get_untracked();
    let offered = |pane: &Pane| *pane != Pane::Canvas && (*pane != Pane::Files || tree);
    for pane in Pane::ALL.into_iter().filter(offered) {
        let shown = view_state.panes().with_untracked(|panes| panes.shows(pane));
        let label = format!("{} {}", if shown { "Hide" } else { "Show" }, pane.label());
        lines.push(line(label, "", move || view_state.set_panes(|panes| panes.toggle(pane))));
    }
    for theme in Theme::ALL {
        lines.push(line(format!("Theme: {}", theme.label()), "", move || view_state.set_theme(theme)));
    }
    for Blank { id, label, text, .. } in limn_analysis::blanks() {
        lines.push(line(format!("New: {label}"), "", move || {
            file_actions.add_file(&format!("{id}.yml"), text);
        }));
    }
    for sample in super::samples::ALL {
        lines.push(line(format!("Sample: {}", sample.label), "", move || {
            super::samples::open(file_actions, notices, sample);
        }));
    }
    // Nodes on the canvas can be found by name.
    for card in &positions.scene().get_untracked().cards {
        let id = card.id.clone();
        lines.push(line(format!("Go to {}", card.name), "", move || {
            navigation.reveal(&id);
            focus_canvas();
        }));
    }
    let recent: Recent = settings::get("recent");
    let place = |line: &Line| recent.0.iter().position(|label| *label == line.label).unwrap_or(usize::MAX);
    lines.sort_by_key(place);
    lines
}

/// Recently used commands, latest first.
#[derive(Default, Serialize, Deserialize)]
struct Recent(Vec<String>);

impl Recent {
    const MOST: usize = 5;

    fn remember(label: &str) {
        let mut recent: Recent = settings::get("recent");
        recent.0.retain(|other| other != label);
        recent.0.insert(0, label.to_owned());
        recent.0.truncate(Recent::MOST);
        settings::set("recent", &recent);
    }
}

#[component]
fn Commands() -> impl IntoView {
    let notices = notices();
    let dialog = NodeRef::<html::Dialog>::new();
    let (words, chosen) = (RwSignal::new(String::new()), RwSignal::new(0usize));
    let all = lines();
    let found = Memo::new_with_compare(
        move |_| {
            let words = words.get().to_lowercase();
            let has =
                |line: &&Line| words.split_whitespace().all(|word| line.label.to_lowercase().contains(word));
            all.iter().filter(has).take(60).cloned().collect::<Vec<_>>()
        },
        |_, _| true,
    );
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            drop(dialog.show_modal());
        }
    });
    let take = move |at: usize| {
        let line = found.with_untracked(|found| found.get(at).cloned());
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
        notices.close_popup();
        if let Some(line) = line {
            Recent::remember(&line.label);
            line.run.run(());
        }
    };
    let key = move |event: ev::KeyboardEvent| {
        let count = found.with_untracked(Vec::len).max(1);
        match event.key().as_str() {
            "Enter" => take(chosen.get_untracked()),
            "ArrowDown" => chosen.update(|at| *at = (*at + 1) % count),
            "ArrowUp" => chosen.update(|at| *at = (*at + count - 1) % count),
            _ => return,
        }
        event.prevent_default();
        let id = format!("command-{}", chosen.get_untracked());
        if let Some(option) = document().get_element_by_id(&id) {
            let how = web_sys::ScrollIntoViewOptions::new();
            how.set_block(web_sys::ScrollLogicalPosition::Nearest);
            option.scroll_into_view_with_scroll_into_view_options(&how);
        }
    };
    view! {
        <dialog
            class="commands"
            node_ref=dialog
            aria-label="Commands"
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
            <input
                class="field"
                role="combobox"
                aria-expanded="true"
                aria-controls="command-list"
                aria-activedescendant=move || format!("command-{}", chosen.get())
                aria-label="Search commands and nodes"
                placeholder="Search commands and nodes"
                spellcheck="false"
                prop:value=move || words.get()
                on:keydown=key
                on:input=move |event| {
                    words.set(event_target_value(&event));
                    chosen.set(0);
                }
            />
            <ul id="command-list" role="listbox" aria-label="Commands" tabindex="-1">
                {move || {
                    found
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(at, line)| {
                            view! {
                                <li
                                    id=format!("command-{at}")
                                    class="option"
                                    role="option"
                                    aria-selected=move || (chosen.get() == at).to_string()
                                    on:pointermove=move |_| {
                                        if chosen.get_untracked() != at {
                                            chosen.set(at);
                                        }
                                    }
                                    on:click=move |_| take(at)
                                >
                                    <span class="words">{line.label}</span>
                                    {(!line.keys.is_empty()).then(|| view! { <kbd>{line.keys}</kbd> })}
                                </li>
                            }
                        })
                        .collect_view()
                }}
            </ul>
        </dialog>
    }
}
