//! Pickers over the canvas: templates to add, and ports to connect to. A search field and a list, by pointer or keyboard.

use leptos::{ev, html, prelude::*};

use super::super::focus::leaves;
use super::super::icons::Sign;
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{Popup, ViewState, documents, edits, gestures, notices, positions, view_state};
use super::popups::Anchor;
use limn_analysis::palette::PaletteSearch;
use limn_canvas::{WorldPoint, icon};
use limn_language::graph::{Icon, Id, PortRef, Role};

#[component]
pub fn Pickers() -> impl IntoView {
    let notices = notices();
    move || match notices.popup().get()? {
        Popup::Add { wire, on, at } => Some(view! { <Add wire on at /> }.into_any()),
        Popup::Port { from, options, at } => Some(view! { <Port from options at /> }.into_any()),
        _ => None,
    }
}

/// An entry of a picker.
#[derive(Clone)]
struct PickerItem {
    icon: Icon,
    label: String,
    hint: String,
    run: Callback<()>,
}

#[component]
fn Add(wire: Option<PortRef>, on: Option<Id>, at: WorldPoint) -> impl IntoView {
    let (documents, gestures, edits) = (documents(), gestures(), edits());
    let positions = positions();
    let name = |id: &Id| positions.scene().with_untracked(|scene| scene.name(id).map(ToString::to_string));
    let host = on.as_ref().and_then(name);
    let title = match &wire {
        None => host.map_or_else(|| "Add".to_owned(), |host| format!("Add on {host}")),
        Some(port) if port.port.is_empty() => "Add and connect".to_owned(),
        Some(port) => format!("Add and connect to {}", port.port),
    };
    let checked = documents.checked().get_untracked();
    let offered = checked.map(|checked| match &wire {
        None => edits.palette(),
        Some(wire) => checked.0.palette_for(wire),
    });
    let templates = offered.unwrap_or_default();
    let find = move |words: &str| {
        let search = PaletteSearch::of(words);
        let mut found: Vec<_> = templates.iter().filter(|template| search.matches(template)).collect();
        if words.trim().is_empty() {
            // An abstract type is there for those derived from it.
            found.retain(|template| !template.is_abstract);
        } else {
            found.sort_by_key(|template| search.rank(template));
        }
        found
            .into_iter()
            .map(|template| {
                let (id, wire, on, picked) =
                    (template.id.clone(), wire.clone(), on.clone(), template.clone());
                PickerItem {
                    icon: template.icon,
                    label: template.label.clone(),
                    hint: template.doc.clone(),
                    run: Callback::new(move |()| match (picked.wire, &on) {
                        (true, _) => gestures.take(&picked),
                        (false, Some(on)) => gestures.add_on(&id, at, on),
                        (false, None) => gestures.add(&id, at, wire.as_ref()),
                    }),
                }
            })
            .collect()
    };
    view! { <List title at find /> }
}

#[component]
fn Port(from: PortRef, options: Vec<PortRef>, at: WorldPoint) -> impl IntoView {
    let (documents, edits) = (documents(), edits());
    let graph = documents.checked().get_untracked().map(|checked| std::sync::Arc::clone(checked.0.graph()));
    let is_new = move |port: &PortRef| {
        let node = graph.as_ref().and_then(|graph| graph.node(&port.node));
        node.is_some_and(|node| {
            !node.ports.iter().any(|other| other.role == port.role && other.name == port.port)
        })
    };
    let find = move |words: &str| {
        let words = words.to_lowercase();
        let found = options.iter().filter(|port| port.port.to_lowercase().contains(&words));
        found
            .map(|port| {
                let (from, to) = (from.clone(), port.clone());
                PickerItem {
                    icon: icon_of(port.role),
                    label: if port.port.is_empty() {
                        format!("New {}", port.role.word())
                    } else {
                        port.port.clone()
                    },
                    hint: match (port.port.is_empty(), is_new(port)) {
                        (true, _) => "added by this connection".to_owned(),
                        (false, true) => format!("new {}", port.role.word()),
                        (false, false) => port.role.word().to_owned(),
                    },
                    run: Callback::new(move |()| edits.connect(&from, &to)),
                }
            })
            .collect()
    };
    view! { <List title="Connect to" at find /> }
}

fn icon_of(role: Role) -> Icon {
    match role {
        Role::Capability | Role::Requirement => Icon::Relationship,
        Role::Input | Role::Output => Icon::Lock,
        Role::Operation => Icon::Operation,
        Role::Metric => Icon::Metric,
    }
}

/// The entry at an index of a list; the pointer chooses it.
fn option(
    at: usize,
    line: PickerItem,
    chosen: RwSignal<usize>,
    take: impl Fn(usize) + Copy + Send + 'static,
) -> impl IntoView {
    view! {
        <li
            id=format!("picker-{at}")
            class="option"
            role="option"
            aria-selected=move || (chosen.get() == at).to_string()
            on:pointermove=move |_| {
                if chosen.get_untracked() != at {
                    chosen.set(at);
                }
            }
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| take(at)
        >
            <span class=format!("tile kind-{}", icon::name(line.icon))><Sign icon=line.icon /></span>
            <span class="words"><span>{line.label}</span><small><Inline text=line.hint /></small></span>
        </li>
    }
}

fn entries(
    lines: Vec<PickerItem>,
    words: &str,
    chosen: RwSignal<usize>,
    take: impl Fn(usize) + Copy + Send + 'static,
) -> AnyView {
    match lines.is_empty() {
        true => nothing(words).into_any(),
        false => options(lines, chosen, take),
    }
}

fn options(
    lines: Vec<PickerItem>,
    chosen: RwSignal<usize>,
    take: impl Fn(usize) + Copy + Send + 'static,
) -> AnyView {
    let lines = lines.into_iter().enumerate();
    lines.map(|(at, line)| option(at, line, chosen, take)).collect_view().into_any()
}

/// Note of a list without entries.
fn nothing(words: &str) -> impl IntoView + use<> {
    let note = if words.trim().is_empty() { "Nothing compatible" } else { "No matches" };
    view! { <li class="note" role="presentation">{note}</li> }
}

/// Index that an arrow key chooses among `count` entries.
fn step(key: &str, count: usize, now: usize) -> Option<usize> {
    match key {
        "ArrowDown" => Some((now + 1) % count),
        "ArrowUp" => Some((now + count - 1) % count),
        _ => None,
    }
}

/// Position of a list that is opened at a point of the diagram, inside the canvas.
fn place(view_state: ViewState, at: WorldPoint, anchor: Option<Anchor>, height: f64) -> (String, String) {
    let (at, room) = match anchor {
        Some(Anchor(anchor)) => anchor.get(),
        None => (view_state.camera().get().to_screen(at), view_state.viewport().get()),
    };
    let (x, y) = (at.x.min(room.width - 300.0).max(8.0), at.y.min(room.height - height - 8.0).max(8.0));
    (format!("{x}px"), format!("{y}px"))
}

/// Height of the list. It follows the number of entries: few are shown where the wire was dropped.
fn height_of(root: NodeRef<html::Div>, lines: Memo<Vec<PickerItem>>) -> RwSignal<f64> {
    let height = RwSignal::new(320.0);
    Effect::new(move |_| {
        lines.track();
        if let Some(root) = root.get() {
            height.set(f64::from(root.offset_height()));
        }
    });
    height
}

#[component]
fn List(
    #[prop(into)] title: String,
    at: WorldPoint,
    find: impl Fn(&str) -> Vec<PickerItem> + Send + Sync + 'static,
) -> impl IntoView {
    let (view_state, notices) = (view_state(), notices());
    let (words, chosen) = (RwSignal::new(String::new()), RwSignal::new(0usize));
    let (input, root) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let lines = Memo::new_with_compare(move |_| find(&words.get()), |_, _| true);
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            drop(input.focus());
        }
    });
    let close = move || {
        notices.close_popup();
        focus_canvas();
    };
    let take = move |at: usize| {
        if let Some(line) = lines.with_untracked(|lines| lines.get(at).cloned()) {
            close();
            line.run.run(());
        }
    };
    let key = move |event: ev::KeyboardEvent| {
        event.stop_propagation();
        match event.key().as_str() {
            "Escape" => close(),
            "Enter" => take(chosen.get_untracked()),
            key => match step(key, lines.with_untracked(Vec::len).max(1), chosen.get_untracked()) {
                Some(next) => chosen.set(next),
                None => return,
            },
        }
        event.prevent_default();
    };
    let anchor = use_context::<Anchor>();
    let height = height_of(root, lines);
    let place = move || place(view_state, at, anchor, height.get());
    let label = title.clone();
    view! {
        <div
            class="picker"
            node_ref=root
            role="dialog"
            aria-label=title
            style:left=move || place().0
            style:top=move || place().1
            on:keydown=while_mounted(key)
            on:focusout=while_mounted(move |event: web_sys::FocusEvent| {
                if leaves(&event, root) {
                    notices.close_popup();
                }
            })
        >
            <div class="picker-title">{label.clone()}</div>
            <input
                class="field"
                node_ref=input
                role="combobox"
                aria-expanded="true"
                aria-controls="picker-list"
                aria-activedescendant=move || format!("picker-{}", chosen.get())
                aria-label=label.clone()
                placeholder="Search"
                spellcheck="false"
                prop:value=move || words.get()
                on:input=move |event| {
                    words.set(event_target_value(&event));
                    chosen.set(0);
                }
            />
            <ul id="picker-list" role="listbox" aria-label=label tabindex="-1">
                {move || entries(lines.get(), &words.get_untracked(), chosen, take)}
            </ul>
        </div>
    }
}
