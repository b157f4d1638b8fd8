//! Command palette: every command, file type, sample and node, found by name, and behind `@` the outline of the active file.

use std::collections::BTreeSet;

use leptos::{ev, html, prelude::*};
use serde::{Deserialize, Serialize};

use super::super::browser::host::is_embedded;
use super::super::browser::is_mac;
use super::super::browser::{after, import, settings};
use super::super::focus;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::panes::{Arrangement, Pane};
use super::super::session::{
    Guide, PictureOf, PictureTo, Popup, canvas_state, documents, edits, file_actions, gestures, navigation,
    notices, positions, view_state, works,
};
use super::super::theme::Theme;
use super::super::{samples, tree};
use super::outline::{OUTLINE, Outline, SymbolLine};
use limn_analysis::Blank;
use limn_canvas::keys::{self, Binding, Command, KEYS};
use limn_language::element_layer::ElementLayer;
use limn_text::{TextRange, visible};

/// Maximum number of commands shown.
const MAX_SHOWN: usize = 60;

/// An entry of the command palette.
#[derive(Clone)]
pub(super) struct CommandItem {
    pub(super) label: String,
    /// Details, such as the type of a node or the line of a match.
    pub(super) hint: String,
    /// Searched as well, but not shown: what a command does, in a sentence.
    pub(super) help: &'static str,
    pub(super) keys: String,
    pub(super) symbol: Option<SymbolLine>,
    pub(super) run: Callback<()>,
}

pub(super) fn line(
    label: impl Into<String>,
    keys: &str,
    run: impl Fn() + Send + Sync + 'static,
) -> CommandItem {
    CommandItem {
        label: label.into(),
        hint: String::new(),
        help: "",
        keys: keys.to_owned(),
        symbol: None,
        run: Callback::new(move |()| run()),
    }
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
    Command::AutoArrange,
];

/// Commands for files: none in a page that another application embeds, which has the files.
fn file_lines() -> Vec<CommandItem> {
    if is_embedded() {
        return Vec::new();
    }
    let (navigation, file_actions, works) = (navigation(), file_actions(), works());
    let view_state = view_state();
    vec![
        line("Take the tour", "", move || view_state.set_guide(Some(Guide::Tour))),
        line("Open", "Ctrl+O", move || {
            import::pick(move |imported, errors| file_actions.import(imported, errors));
        }),
        line("Open recent work…", "", move || navigation.open_popup(Popup::Recent)),
        line("Open catalog…", "", move || navigation.open_popup(Popup::Catalog)),
        line("Close workspace", "", move || works.close_work()),
        line("Rename or move file", "", move || file_actions.open_rename_file()),
    ]
}

/// Blank descriptors and samples.
fn new_lines() -> Vec<CommandItem> {
    if is_embedded() {
        return Vec::new();
    }
    let (file_actions, notices) = (file_actions(), notices());
    let blanks = limn_analysis::blanks().into_iter().map(|Blank { file, label, text, .. }| {
        line(format!("New: {label}"), "", move || file_actions.add_file(&file, text))
    });
    let samples = samples::ALL.iter().map(|sample| {
        line(format!("Sample: {}", sample.label), "", move || samples::open(file_actions, notices, sample))
    });
    blanks.chain(samples).collect()
}

/// All commands: recently used ones, then frequent ones, then the others, then all nodes by name.
fn lines() -> Vec<CommandItem> {
    let (documents, view_state) = (documents(), view_state());
    let (gestures, navigation, file_actions) = (gestures(), navigation(), file_actions());
    let edits = edits();
    let mac = is_mac();
    let of = |binding: &'static Binding| {
        let keys = view_state.keymap().with_untracked(|keymap| keymap.texts(binding.command, mac));
        let keys = keys.into_iter().next().unwrap_or_default();
        let run = move || {
            focus_canvas();
            // The outline is a dialog, too, which opens once this one is closed.
            match binding.command {
                Command::Symbols => {
                    after(0, move || gestures.command(binding.command));
                }
                command => gestures.command(command),
            }
        };
        CommandItem { help: binding.help, ..line(binding.label, &keys, run) }
    };
    let mut lines: Vec<CommandItem> = FIRST.into_iter().filter_map(keys::binding).map(of).collect();
    lines.extend(file_lines());
    lines.extend([
        line("Show changes since opening", "", move || navigation.open_popup(Popup::Changes)),
        line("Fix all problems…", "", move || edits.open_fixes(None)),
        line("Download YAML", "Ctrl+S", move || file_actions.download()),
        line("Download positions", "", move || file_actions.download_positions()),
        line("Export package", "Ctrl+Shift+S", move || file_actions.export()),
        line("Export project files", "", move || file_actions.export_project()),
    ]);
    let has_selection = !view_state.selection().with_untracked(BTreeSet::is_empty);
    let pictured = [Some(PictureOf::Diagram), has_selection.then_some(PictureOf::Selection)];
    for of in pictured.into_iter().flatten() {
        lines.extend(PictureTo::ALL.map(|to| line(to.label(of), "", move || file_actions.picture(of, to))));
    }
    lines.extend(extractions());
    lines.extend(saved_views());
    lines.extend(layers());
    lines.extend(file_actions.conversions().iter().map(|conversion| {
        line(format!("Convert to {}…", conversion.label), "", move || {
            file_actions.open_conversion(conversion.id);
        })
    }));
    // Arrow key commands need no palette, and neither does the palette. Panes have lines of their own.
    let is_step = |command| {
        matches!(
            command,
            Command::SelectNext(_)
                | Command::Nudge(_)
                | Command::NudgeFar(_)
                | Command::Pan(_)
                | Command::Escape
                | Command::Commands
                | Command::NextPane
                | Command::PreviousPane
                | Command::Pane(_)
        )
    };
    let rest = KEYS.iter().filter(|binding| !FIRST.contains(&binding.command) && !is_step(binding.command));
    lines.extend(rest.map(of));
    let is_tree = tree::is_tree(documents).get_untracked();
    let offered = |pane: &Pane| *pane != Pane::Canvas && (*pane != Pane::Files || is_tree);
    for pane in Pane::ALL.into_iter().filter(offered) {
        let shown = view_state.panes().with_untracked(|panes| panes.shows(pane));
        let label = format!("{} {}", if shown { "Hide" } else { "Show" }, pane.label());
        let number = Pane::ALL.iter().position(|other| *other == pane).unwrap_or_default() + 1;
        let keys = view_state.key_of(Command::Pane(number as u8));
        lines.push(line(label, &keys, move || view_state.set_panes(|panes| panes.toggle(pane))));
    }
    for arrangement in Arrangement::ALL {
        lines.push(line(arrangement.label(), "", move || view_state.arrange(arrangement)));
    }
    for theme in Theme::ALL {
        lines.push(line(format!("Theme: {}", theme.label()), "", move || view_state.set_theme(theme)));
    }
    lines.extend(new_lines());
    lines.extend(nodes_and_files());
    let recent: Recent = settings::get("recent");
    let place =
        |line: &CommandItem| recent.0.iter().position(|label| *label == line.label).unwrap_or(usize::MAX);
    lines.sort_by_key(place);
    lines
}

/// Extraction of the selected nodes to a file of their own, and inlining of the selected one.
fn extractions() -> Vec<CommandItem> {
    let file_actions = file_actions();
    let nodes = file_actions.selected_nodes();
    let mut lines = Vec::new();
    if let Some((noun, id)) = file_actions.inlining_of(&nodes).zip(nodes.first().cloned()) {
        lines.push(line(format!("Inline {noun}…"), "", move || file_actions.open_inlining(id.clone())));
    }
    if let Some(noun) = file_actions.extraction_of(&nodes) {
        let run = move || file_actions.open_extraction(nodes.clone());
        lines.push(line(format!("Extract selection to {noun}…"), "", run));
    }
    lines
}

/// The saved views of the diagram, and a new one.
fn saved_views() -> Vec<CommandItem> {
    let (positions, navigation) = (positions(), navigation());
    let shown = positions.shown_saved_view();
    let mut lines = vec![line("Create view…", "", move || navigation.open_new_view())];
    if let Some(view) = shown.clone() {
        let label = format!("Edit view {}…", visible(&view.name));
        lines.push(line(label, "", move || navigation.open_popup(Popup::SavedView(view.clone()))));
        lines.push(line("Show whole diagram", "", move || navigation.show_saved_view(None)));
    }
    let others = positions.saved_views().get_untracked().all.into_iter();
    lines.extend(others.filter(|view| Some(view) != shown.as_ref()).map(|view| {
        let run = move || navigation.show_saved_view(Some(view.number));
        line(format!("Show view {}", visible(&view.name)), "", run)
    }));
    lines
}

/// The layers of elements on the canvas.
fn layers() -> Vec<CommandItem> {
    let (gestures, canvas) = (gestures(), canvas_state());
    let of = |layer: ElementLayer| {
        let is_hidden = canvas.hidden().with_untracked(|hidden| hidden.contains(&layer));
        let label = format!("{} {}", if is_hidden { "Show" } else { "Hide" }, layer.label().to_lowercase());
        line(label, "", move || gestures.toggle_elements(layer))
    };
    let label = if canvas.only_open().get_untracked() { "Show all nodes" } else { "Only open requirements" };
    let mut lines: Vec<CommandItem> = ElementLayer::ALL.map(of).into();
    lines.push(line(label, "", move || gestures.toggle_only_open()));
    lines
}

/// Nodes on the canvas, and files other than the shown one.
fn nodes_and_files() -> Vec<CommandItem> {
    let (documents, positions, navigation) = (documents(), positions(), navigation());
    let mut lines = Vec::new();
    // Also those that a saved view leaves out.
    for node in &positions.compared_graph().nodes {
        let id = node.id.clone();
        lines.push(CommandItem {
            hint: visible(&node.caption).into_owned(),
            ..line(format!("Go to {}", visible(&node.label)), "", move || {
                navigation.zoom_to(&id);
                focus_canvas();
            })
        });
    }
    let active_file = documents.active_file().get_untracked();
    let known = documents.known().get_untracked();
    for file in known.workspace.files.keys().filter(|file| known.workspace.text(file).is_some()) {
        if active_file.as_ref() != Some(file) {
            let path = file.clone();
            lines.push(line(format!("Open {}", visible(file.as_str())), "", move || {
                navigation.show_file(&path);
            }));
        }
    }
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

fn scroll_to(at: usize) {
    if let Some(option) = document().get_element_by_id(&format!("command-{at}")) {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Nearest);
        option.scroll_into_view_with_scroll_into_view_options(&how);
    }
}

/// The command at an index of the list; the pointer chooses it.
fn option(
    at: usize,
    line: CommandItem,
    chosen: RwSignal<usize>,
    take: impl Fn(usize) + Copy + Send + 'static,
) -> impl IntoView {
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
            {line.symbol.map(|SymbolLine { role, depth, .. }| view! {
                <i class="symbol-mark" data-role=role style:margin-inline-start=format!("{depth}em") aria-hidden="true"></i>
            })}
            <span class="words">
                <span>{line.label}</span>
                {(!line.hint.is_empty()).then(|| view! { <small>{line.hint}</small> })}
            </span>
            {(!line.keys.is_empty()).then(|| view! { <kbd>{line.keys}</kbd> })}
        </li>
    }
}

/// Entries whose label contains all words, then commands that are described with them, then lines of the open files that contain the text; symbols if the words start with the sign of the outline.
fn matching(all: &[CommandItem], outline: &Outline, words: &str) -> Vec<CommandItem> {
    if let Some(query) = outline_query(words) {
        return outline.matching(query);
    }
    let lower = words.to_lowercase();
    let has = |text: &str| lower.split_whitespace().all(|word| text.to_lowercase().contains(word));
    let (by_label, others): (Vec<&CommandItem>, Vec<&CommandItem>) =
        all.iter().partition(|line| has(&line.label));
    let by_help = others.into_iter().filter(|line| has(&format!("{} {}", line.label, line.help)));
    let mut found: Vec<CommandItem> = by_label.into_iter().chain(by_help).take(MAX_SHOWN).cloned().collect();
    found.extend(in_texts(words));
    found
}

/// Lines of the open files that contain the words.
fn in_texts(words: &str) -> Vec<CommandItem> {
    const LEAST: usize = 3;
    const MOST: usize = 40;
    let words = words.trim().to_lowercase();
    if words.len() < LEAST {
        return Vec::new();
    }
    let (documents, navigation) = (documents(), navigation());
    let known = documents.known().get_untracked();
    let mut found = Vec::new();
    for file in known.workspace.files.keys() {
        let Some(text) = known.workspace.text(file) else { continue };
        let mut start = 0;
        for (number, written) in text.split_inclusive('\n').enumerate() {
            let shown = written.trim();
            if shown.to_lowercase().contains(&words) {
                let (path, from) = (file.clone(), start + written.len() - written.trim_start().len());
                let range = TextRange::new(from, from + shown.len());
                let hint = format!("{}:{}", visible(file.as_str()), number + 1);
                let label = visible(shown).chars().take(120).collect::<String>();
                found.push(CommandItem { hint, ..line(label, "", move || navigation.jump_to(&path, range)) });
                if found.len() == MOST {
                    return found;
                }
            }
            start += written.len();
        }
    }
    found
}

/// The query of symbols, if the words are one.
fn outline_query(words: &str) -> Option<&str> {
    words.trim_start().strip_prefix(OUTLINE)
}

/// Name of the dialog, by the words typed.
fn title(words: &str) -> &'static str {
    if outline_query(words).is_some() { "Go to symbol" } else { "Commands" }
}

#[component]
pub(super) fn Commands(
    /// Text that is typed at first.
    start: &'static str,
) -> impl IntoView {
    let notices = notices();
    let dialog = NodeRef::<html::Dialog>::new();
    let (words, chosen) = (RwSignal::new(start.to_owned()), RwSignal::new(0usize));
    let (all, outline) = (lines(), Outline::default());
    let found = Memo::new_with_compare(move |_| matching(&all, &outline, &words.get()), |_, _| true);
    let is_empty = Memo::new(move |_| found.with(Vec::is_empty));
    let title = move || words.with(|words| title(words));
    Effect::new(move |_| drop(dialog.get().map(|dialog| dialog.show_modal())));
    let take = move |at: usize| {
        let line = found.with_untracked(|found| found.get(at).cloned());
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
        notices.close_popup();
        if let Some(line) = line {
            if line.hint.is_empty() && line.symbol.is_none() {
                Recent::remember(&line.label);
            }
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
        scroll_to(chosen.get_untracked());
    };
    view! {
        <dialog
            class="commands"
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
            <input
                class="field"
                role="combobox"
                aria-expanded="true"
                aria-controls="command-list"
                aria-activedescendant=move || (!is_empty.get()).then(|| format!("command-{}", chosen.get()))
                aria-label="Search commands, nodes, files and text; type @ for symbols"
                placeholder="Search commands, nodes, files and text, or @ for symbols"
                spellcheck="false"
                prop:value=move || words.get()
                on:keydown=key
                on:input=move |event| {
                    words.set(event_target_value(&event));
                    chosen.set(0);
                }
            />
            <ul id="command-list" role="listbox" aria-label=title tabindex="-1">
                {move || {
                    found
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(at, line)| option(at, line, chosen, take))
                        .collect_view()
                }}
            </ul>
            // Always there: screen readers report only later changes of a status.
            <p class:note=move || is_empty.get() role="status">{move || is_empty.get().then_some("No matches")}</p>
        </dialog>
    }
}
