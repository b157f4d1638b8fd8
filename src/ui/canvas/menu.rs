//! Context menu of the item under the pointer, or of the selection. Its entries are canvas commands, with their keys.

use leptos::{ev, html, prelude::*};

use super::super::browser::{elements, has_coarse_pointer, is_mac};
use super::super::focus::leaves;
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{
    Membership, Popup, documents, edits, file_actions, gestures, navigation, notices, positions, view_state,
};
use super::popups::Anchor;
use limn_canvas::keys::{self, Alignment, Axis, Command, Related};
use limn_canvas::{Hit, ScreenPoint};
use limn_language::graph::Role;

/// The menus are functions of their own, so that they are not in the first part of the program.
#[component]
pub fn ContextMenu() -> impl IntoView {
    let notices = notices();
    move || match notices.popup().get()? {
        Popup::Menu { on, at } => Some(lines(&on, at)),
        Popup::Memberships { holders, at } => Some(membership_items(holders, at)),
        _ => None,
    }
}

fn commands(on: &Hit, frame: bool) -> &'static [Command] {
    match on {
        Hit::Empty => &[
            Command::Add,
            Command::Paste,
            Command::SelectAll,
            Command::Find,
            Command::Propose,
            Command::AutoArrange,
            Command::Hosting,
            Command::CollapseAll,
            Command::ExpandAll,
            Command::Grid,
            Command::Table,
            Command::Fit,
        ],
        Hit::Group(_) => &[
            Command::Inspect,
            Command::Rename,
            Command::Note,
            Command::Collapse,
            Command::Ungroup,
            Command::Remove,
        ],
        Hit::Wire(_) => {
            &[Command::Inspect, Command::Rename, Command::Note, Command::ResetPath, Command::Remove]
        }
        Hit::Pill(_) => &[Command::Inspect, Command::Rename, Command::Note, Command::Remove],
        _ if frame => &[Command::Inspect, Command::Add, Command::AutoArrange],
        Hit::Port(_) | Hit::Label(_) | Hit::Body(_) | Hit::More(_) | Hit::CollapseButton(_) => &[
            Command::Inspect,
            Command::Rename,
            Command::Note,
            Command::Connect,
            Command::Memberships,
            Command::Group,
            Command::Ungroup,
            Command::Collapse,
            Command::Unfold,
            Command::Pin,
            Command::ResetPath,
            Command::Cut,
            Command::Copy,
            Command::Paste,
            Command::Duplicate,
            Command::SelectRelated(Related::SameType),
            Command::SelectRelated(Related::Dependents),
            Command::SelectRelated(Related::Dependencies),
            Command::Hierarchy,
            Command::Align(Alignment::Left),
            Command::Align(Alignment::Center),
            Command::Align(Alignment::Right),
            Command::Align(Alignment::Top),
            Command::Align(Alignment::Middle),
            Command::Align(Alignment::Bottom),
            Command::Distribute(Axis::Horizontal),
            Command::Distribute(Axis::Vertical),
            Command::FitSelection,
            Command::RemoveAndReconnect,
            Command::Remove,
        ],
    }
}

/// State that determines the commands of a menu.
struct Selected {
    /// The number of cards.
    cards: usize,
    all_pinned: bool,
    is_bent: bool,
    can_ungroup: bool,
    /// True if a host or group would be collapsed; `None`: there is none.
    collapses: Option<bool>,
    can_collapse_all: bool,
}

impl Selected {
    fn now() -> Selected {
        let (view_state, positions) = (view_state(), positions());
        positions.scene().with_untracked(|scene| {
            view_state.selection().with_untracked(|ids| {
                let cards = || ids.iter().filter(|id| scene.card(id).is_some());
                Selected {
                    cards: cards().count(),
                    all_pinned: scene.all_pinned(cards()),
                    is_bent: !scene.bent_legs(ids).is_empty(),
                    can_ungroup: !scene.groups_to_dissolve(ids).is_empty(),
                    collapses: scene.collapses(ids),
                    can_collapse_all: !scene.graph().collapsible().is_empty(),
                }
            })
        })
    }

    /// Returns true if a command applies.
    fn has(&self, command: Command, on: &Hit) -> bool {
        match command {
            Command::ResetPath => self.is_bent,
            Command::Memberships => !edits().memberships().is_empty(),
            Command::Group => edits().can_group(),
            Command::Ungroup => self.can_ungroup,
            Command::Collapse => self.collapses.is_some(),
            Command::CollapseAll => self.can_collapse_all,
            Command::ExpandAll => !positions().collapsed().is_empty(),
            Command::Align(_) => self.cards > 1,
            Command::Distribute(_) => self.cards > 2,
            Command::RemoveAndReconnect => self.cards == 1,
            Command::Pin => self.cards > 0,
            Command::Note => on.id().is_some_and(|id| documents().can_have_note(id)),
            _ => true,
        }
    }

    fn label(&self, binding: &keys::Binding) -> &'static str {
        match binding.command {
            Command::Pin if self.all_pinned => "Unpin",
            Command::Pin => "Pin",
            Command::Collapse if self.collapses == Some(true) => "Collapse",
            Command::Collapse => "Expand",
            _ => binding.label,
        }
    }
}

/// Commands for the target.
#[inline(never)]
fn lines(on: &Hit, at: ScreenPoint) -> AnyView {
    let (view_state, positions, gestures, navigation, edits) =
        (view_state(), positions(), gestures(), navigation(), edits());
    let frame = positions
        .scene()
        .with_untracked(|scene| scene.frame.as_ref().is_some_and(|frame| on.id() == Some(&frame.id)));
    let world = view_state.camera().get_untracked().to_world(at);
    let selected = Selected::now();
    let counts = |command: &Command| selected.has(*command, on);
    // The table has no camera and no places.
    let is_table = use_context::<Anchor>().is_some();
    let fits_table = |command: &Command| {
        let is_view = keys::binding(*command).is_some_and(|binding| binding.group == keys::VIEW);
        let moves = matches!(
            command,
            Command::Align(_)
                | Command::Distribute(_)
                | Command::Pin
                | Command::ResetPath
                | Command::AutoArrange
        );
        *command == Command::Table || !is_view && !moves
    };
    let commands = commands(on, frame).iter().filter(|command| !is_table || fits_table(command));
    let commands = commands.copied().filter(counts);
    let bindings: Vec<&keys::Binding> = commands.filter_map(keys::binding).collect();
    let value = match on {
        Hit::Port(port) if matches!(port.role, Role::Input | Role::Output) && !port.port.is_empty() => {
            Some(port.clone())
        }
        _ => None,
    };
    let nesting: Vec<AnyView> =
        nesting_entries(on, frame).into_iter().chain(saved_view_entry(on, frame, is_table)).collect();
    let separators = separators(&bindings) + usize::from(!nesting.is_empty());
    let lines_shown = bindings.len() + nesting.len() + usize::from(value.is_some());
    let height = line_height() * lines_shown as f64 + SEPARATOR * separators as f64;
    let trace = value.map(|port| entry("Trace value", None, move || navigation.trace_port(&port)));
    let line = move |binding: &keys::Binding| {
        let command = binding.command;
        let chord =
            view_state.keymap().with_untracked(|keymap| keymap.texts(command, is_mac()).into_iter().next());
        // Enter edits the cell there.
        let chord = chord.filter(|_| !(is_table && command == Command::Inspect));
        let label = selected.label(binding);
        entry(label, chord, move || {
            focus_canvas();
            if command == Command::Add {
                navigation.open_popup(Popup::Add { wire: None, on: None, at: world });
            } else if command == Command::Paste && !is_table {
                edits.paste_from_clipboard(Some(world));
            } else {
                gestures.command(command);
            }
        })
    };
    let lines = in_blocks(&bindings, line);
    let nesting = (!nesting.is_empty()).then(|| view! { <hr /> {nesting} });
    view! { <Floating label="Actions" at height>{trace}{lines}{nesting}</Floating> }.into_any()
}

/// The height of the line between two blocks, with its margins.
const SEPARATOR: f64 = 9.0;

/// Number of lines between blocks.
fn separators(bindings: &[&keys::Binding]) -> usize {
    bindings.windows(2).filter(|pair| block(pair[0].command) != block(pair[1].command)).count()
}

fn in_blocks<V: IntoView + 'static>(
    bindings: &[&'static keys::Binding],
    line: impl Fn(&'static keys::Binding) -> V,
) -> Vec<AnyView> {
    let blocks = bindings.chunk_by(|one, next| block(one.command) == block(next.command));
    let blocks = blocks.enumerate().map(|(at, bindings)| {
        let lines = bindings.iter().map(|binding| line(binding)).collect_view();
        view! { {(at > 0).then(|| view! { <hr /> })} {lines} }.into_any()
    });
    blocks.collect()
}

/// The block of a menu to which a command belongs. Blocks are separated by lines.
fn block(command: Command) -> usize {
    match command {
        Command::Inspect | Command::Rename | Command::Note | Command::Add => 0,
        Command::Connect
        | Command::Memberships
        | Command::Group
        | Command::Ungroup
        | Command::Collapse
        | Command::Unfold
        | Command::Pin
        | Command::ResetPath => 1,
        Command::Cut | Command::Copy | Command::Paste | Command::Duplicate => 2,
        Command::Remove | Command::RemoveAndReconnect => 4,
        _ => 3,
    }
}

/// Extraction of the selection, and inlining of the selected node, where the language has it.
fn nesting_entries(on: &Hit, frame: bool) -> Vec<AnyView> {
    if frame
        || !matches!(on, Hit::Port(_) | Hit::Label(_) | Hit::Body(_) | Hit::More(_) | Hit::CollapseButton(_))
    {
        return Vec::new();
    }
    let file_actions = file_actions();
    let ids = file_actions.selected_nodes();
    let extract = file_actions.extraction_of(&ids).map(|noun| {
        let ids = ids.clone();
        let run = move || file_actions.open_extraction(ids.clone());
        entry(format!("Extract to {noun}…"), None, run).into_any()
    });
    let inline = file_actions.inlining_of(&ids).zip(ids.first().cloned()).map(|(noun, id)| {
        entry(format!("Inline {noun}…"), None, move || file_actions.open_inlining(id.clone())).into_any()
    });
    extract.into_iter().chain(inline).collect()
}

/// Creates a saved view of the selected nodes. Parts of a document have no views.
fn saved_view_entry(on: &Hit, frame: bool, is_table: bool) -> Option<AnyView> {
    let is_node = matches!(on, Hit::Port(_) | Hit::Label(_) | Hit::Body(_) | Hit::More(_));
    let navigation = navigation();
    let is_whole = positions().drawn().with_untracked(|drawn| drawn.diagram.is_none());
    (is_node && is_whole && !frame && !is_table)
        .then(|| entry("Create view…", None, move || navigation.open_new_view()).into_any())
}

/// A line of the menu. `run` is called after the menu was closed.
fn entry(label: impl Into<String>, chord: Option<String>, run: impl Fn() + 'static) -> impl IntoView {
    let (notices, label) = (notices(), label.into());
    view! {
        <button
            type="button"
            class="menu-item"
            role="menuitem"
            tabindex="-1"
            on:click=move |_| {
                notices.close_popup();
                run();
            }
        >
            <span class="menu-words"><span>{label}</span></span>
            {chord.map(|chord| view! { <kbd>{chord}</kbd> })}
        </button>
    }
}

/// The height of a line, which depends on the pointer.
fn line_height() -> f64 {
    if has_coarse_pointer() { 44.0 } else { 32.0 }
}

/// Groups and policies, with a check mark on those that contain the selection.
#[inline(never)]
fn membership_items(holders: Vec<Membership>, at: ScreenPoint) -> AnyView {
    let (notices, edits) = (notices(), edits());
    let height = 48.0 * holders.len() as f64;
    let line = move |holder: Membership| {
        let tick_class = if holder.holds { "menu-tick on" } else { "menu-tick" };
        let detail = holder.refusal.clone().unwrap_or_else(|| holder.kind.to_owned());
        view! {
            <button
                type="button"
                class="menu-item"
                role="menuitemcheckbox"
                tabindex="-1"
                aria-checked=holder.holds.to_string()
                aria-disabled=holder.refusal.is_some().then_some("true")
                on:click={
                    let holder = holder.clone();
                    move |_| {
                        notices.close_popup();
                        focus_canvas();
                        edits.toggle_membership(&holder);
                    }
                }
            >
                <span class=tick_class aria-hidden="true"></span>
                <span class="menu-words">
                    <span>{holder.name.clone()}</span>
                    <small><Inline text=detail /></small>
                </span>
            </button>
        }
    };
    let lines = holders.into_iter().map(line).collect_view();
    view! { <Floating label="Groups and policies" at height>{lines}</Floating> }.into_any()
}

/// Floating menu near a point, within the canvas; arrow keys move in it.
#[component]
fn Floating(label: &'static str, at: ScreenPoint, height: f64, children: Children) -> impl IntoView {
    let (view_state, notices) = (view_state(), notices());
    let root = NodeRef::<html::Div>::new();
    let items = move || -> Vec<web_sys::HtmlElement> {
        root.try_get_untracked().flatten().map(|root| elements(&root, "menu-item")).unwrap_or_default()
    };
    Effect::new(move |_| {
        if root.get().is_some() {
            queue_microtask(move || {
                if let Some(first) = items().first() {
                    drop(first.focus());
                }
            });
        }
    });
    let key = move |event: ev::KeyboardEvent| {
        event.stop_propagation();
        let items = items();
        let active = document().active_element();
        let now = items.iter().position(|item| Some(item.as_ref()) == active.as_ref()).unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowDown" => (now + 1) % items.len().max(1),
            "ArrowUp" => (now + items.len().max(1) - 1) % items.len().max(1),
            "Home" => 0,
            "End" => items.len().saturating_sub(1),
            "Escape" | "Tab" => {
                event.prevent_default();
                notices.close_popup();
                return focus_canvas();
            }
            _ => return,
        };
        event.prevent_default();
        if let Some(item) = items.get(to) {
            drop(item.focus());
        }
    };
    let (at, room) = match use_context::<Anchor>() {
        Some(Anchor(anchor)) => anchor.get_untracked(),
        None => (at, view_state.viewport().get_untracked()),
    };
    let (x, y) = (at.x.min(room.width - 240.0).max(4.0), at.y.min(room.height - height - 16.0).max(4.0));
    view! {
        <div
            class="menu context"
            role="menu"
            aria-label=label
            // In a low window it scrolls.
            tabindex="0"
            node_ref=root
            style:left=format!("{x}px")
            style:top=format!("{y}px")
            on:keydown=while_mounted(key)
            on:focusout=while_mounted(move |event: web_sys::FocusEvent| {
                if leaves(&event, root) {
                    notices.close_popup();
                }
            })
        >
            {children()}
        </div>
    }
}
