//! The frame of the page: which pane stands where, at which size, and what is heard from the whole window.

use gloo_events::{EventListener, EventListenerOptions};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::{bring, crash};
use super::canvas::{Canvas, press};
use super::dialogs::Dialogs;
use super::files::Tabs;
use super::focus;
use super::inspector::Inspector;
use super::palette::Palette;
use super::panes::{Pane, Panes, Separator};
use super::problems::Problems;
use super::session::{Asking, Session, View};
use super::source::Source;
use super::status::{Notices, Status, StorageBanner};
use super::toolbar::Toolbar;
use super::tree::{Files, is_tree};
use super::views::{Switch, Views};
use crate::canvas::keys::{Command, find};
use crate::text::visible;

#[component]
pub fn App() -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    session.theme().get_untracked().apply();
    session.start_storage();
    hear(session);
    focus::watch();
    session.look_beside();
    Effect::new(move |_| {
        let name =
            session.open_file().with(|open| open.as_ref().map(|file| visible(file.name()).into_owned()));
        document().set_title(&name.map_or_else(|| "Limn".to_owned(), |name| format!("{name} · Limn")));
    });
    view! {
        <div class="shell">
            <div>
                <a class="skip" href="#canvas" on:click=move |event| {
                    event.prevent_default();
                    focus_canvas();
                }>"Skip to the canvas"</a>
                <Toolbar />
                <StorageBanner />
            </div>
            <Tabs />
            <main class="body">
                <Left />
                <Middle />
                <Right />
            </main>
            <Status />
            <Switcher />
            <Notices />
            <Dialogs />
            <Dropping />
        </div>
    }
}

/// A size of the panes.
fn size_of(session: Session, size: fn(&Panes) -> f64) -> Signal<f64> {
    Signal::derive(move || session.panes().with(size))
}

/// Whether a pane is not hidden.
fn shows(session: Session, pane: Pane) -> Memo<bool> {
    Memo::new(move |_| session.panes().with(|panes| panes.shows(pane)))
}

/// A height as it is styled.
fn height(session: Session, unit: &'static str, size: fn(&Panes) -> f64) -> Signal<String> {
    Signal::derive(move || format!("{}{unit}", session.panes().with(size)))
}

/// One pane: gone where it is hidden, which the canvas never is. `grow`: it takes what room there is, else it has its `height`.
#[component]
fn Section(
    pane: Pane,
    #[prop(into, optional)] grow: Signal<bool>,
    #[prop(optional)] height: Option<Signal<String>>,
    children: Children,
) -> impl IntoView {
    let session = super::session::session();
    let there = shows(session, pane);
    // The one that is shown where there is room for one only.
    let here = Memo::new(move |_| session.panes().with(|panes| panes.shown == pane));
    view! {
        <section
            class="pane"
            class:grow=grow
            class:gone=move || pane != Pane::Canvas && !there.get()
            class:shown=here
            aria-label=pane.title()
            style:height=move || height.map(|height| height.get())
        >
            {children()}
        </section>
    }
}

#[component]
fn Left() -> impl IntoView {
    let session = super::session::session();
    let (palette, tree) = (shows(session, Pane::Palette), is_tree(session));
    let shows_files = shows(session, Pane::Files);
    let files = Memo::new(move |_| tree.get() && shows_files.get());
    view! {
                <div
                    class="column left"
                    class:gone=move || !palette.get() && !files.get()
                    style:width=move || format!("{}px", session.panes().with(|panes| panes.left))
                >
                    <Show when=move || files.get()>
                        <Section
                            pane=Pane::Files
                            grow=Signal::derive(move || !palette.get())
                            height=height(session, "px", |panes| panes.files)
                        >
                            <Files />
                        </Section>
                    </Show>
                    <Show when=move || files.get() && palette.get()>
                        <Separator
                            label="Height of the files"
                            size=size_of(session, |panes| panes.files)
                            least=120.0
                            most=720.0
                            usual=300.0
                            resize=move |size| session.set_panes(|panes| panes.files = size)
                        />
                    </Show>
                    <Section pane=Pane::Palette grow=true>
                        <Palette />
                    </Section>
                </div>
                <Show when=move || palette.get() || files.get()>
                    <Separator
                        label="Width of the palette"
                        upright=true
                        size=size_of(session, |panes| panes.left)
                        least=160.0
                        most=420.0
                        usual=224.0
                        resize=move |size| session.set_panes(|panes| panes.left = size)
                    />
                </Show>
    }
}

#[component]
fn Middle() -> impl IntoView {
    let session = super::session::session();
    let problems = shows(session, Pane::Problems);
    view! {
                <div class="column middle">
                    <Section pane=Pane::Canvas grow=true>
                        <Switch />
                        <div class="view" class:gone=move || session.view().get() != View::Diagram>
                            <Canvas />
                        </div>
                        <Views />
                    </Section>
                    <Show when=move || problems.get()>
                        <Separator
                            label="Height of the problems"
                            after=true
                            size=size_of(session, |panes| panes.bottom)
                            least=80.0
                            most=640.0
                            usual=176.0
                            resize=move |size| session.set_panes(|panes| panes.bottom = size)
                        />
                    </Show>
                    <Section pane=Pane::Problems height=height(session, "px", |panes| panes.bottom)>
                        <Problems />
                    </Section>
                </div>
    }
}

#[component]
fn Right() -> impl IntoView {
    let session = super::session::session();
    let (inspector, source) = (shows(session, Pane::Inspector), shows(session, Pane::Source));
    let right = Memo::new(move |_| inspector.get() || source.get());
    let both = Memo::new(move |_| inspector.get() && source.get());
    let column = NodeRef::<leptos::html::Div>::new();
    let unit =
        Signal::derive(move || column.get().map_or(6.0, |column| f64::from(column.offset_height()) / 100.0));
    view! {
                <Show when=move || right.get()>
                    <Separator
                        label="Width of the right column"
                        upright=true
                        after=true
                        size=size_of(session, |panes| panes.right)
                        least=280.0
                        most=960.0
                        usual=360.0
                        resize=move |size| session.set_panes(|panes| panes.right = size)
                    />
                </Show>
                <div
                    class="column right"
                    class:gone=move || !right.get()
                    node_ref=column
                    style:width=move || format!("{}px", session.panes().with(|panes| panes.right))
                >
                    <Section
                        pane=Pane::Inspector
                        grow=Signal::derive(move || !source.get())
                        height=height(session, "%", |panes| panes.split)
                    >
                        <Inspector />
                    </Section>
                    <Show when=move || both.get()>
                        <Separator
                            label="Height of the inspector"
                            size=size_of(session, |panes| panes.split)
                            least=12.0
                            most=88.0
                            usual=50.0
                            unit=unit
                            resize=move |size| session.set_panes(|panes| panes.split = size)
                        />
                    </Show>
                    <Section pane=Pane::Source grow=true>
                        <Source />
                    </Section>
                </div>
    }
}

/// Where there is room for one pane only: which.
#[component]
fn Switcher() -> impl IntoView {
    let session = super::session::session();
    let shown = move || session.panes().with(|panes| panes.shown);
    let tree = is_tree(session);
    view! {
        <div class="switcher" role="tablist" aria-label="Panes">
            {Pane::ALL
                .map(|pane| {
                    view! {
                        <Show when=move || pane != Pane::Files || tree.get()>
                            <button
                                type="button"
                                role="tab"
                                aria-selected=move || (shown() == pane).to_string()
                                on:click=move |_| session.show_pane(pane)
                            >
                                <super::icons::Picture glyph=super::toolbar::glyph(pane) />
                                {pane.label()}
                            </button>
                        </Show>
                    }
                })}
        </div>
    }
}

/// What is heard from the whole window: keys that mean the same everywhere, and the last moment before the page goes.
fn hear(session: Session) {
    // Whatever a hand begins outside of the text, it finds all of the text understood.
    for kind in ["pointerdown", "click", "keydown", "drop", "copy", "paste"] {
        let options = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(&window(), kind, options, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let inside = |target: web_sys::Element| target.closest(".editor-host").ok().flatten().is_some();
            if !target.is_some_and(inside) {
                session.about_to_act();
            }
        })
        .forget();
    }
    window_event_listener(ev::keydown, move |event| keys(session, &event));
    // Another tab may have changed the work.
    window_event_listener(ev::focus, move |_| session.come_here());
    let options = EventListenerOptions::run_in_capture_phase();
    EventListener::new_with_options(&window(), "pointerdown", options, move |_| session.come_here()).forget();
    window_event_listener(ev::blur, move |_| session.write());
    window_event_listener(ev::pagehide, move |_| session.leave_page());
    // What was put down when the page was left is not known to the program that is brought back.
    window_event_listener(ev::pageshow, move |event: ev::PageTransitionEvent| {
        if event.persisted() {
            drop(window().location().reload());
        }
    });
    window_event_listener(ev::visibilitychange, move |_| {
        if document().hidden() {
            session.write_whole();
        } else {
            session.come_here();
        }
    });
    window_event_listener(ev::beforeunload, move |event| {
        if !crash::has_happened() && session.would_be_lost() {
            event.prevent_default();
        }
    });
    window_event_listener(ev::copy, move |event| copy(session, &event));
    window_event_listener(ev::paste, move |event| paste(session, &event));
}

fn keys(session: Session, event: &ev::KeyboardEvent) {
    if find(&press(event)) == Some(Command::SelectAll) && !takes_text() && !event.default_prevented() {
        event.prevent_default();
        return select_all(session);
    }
    let primary = event.ctrl_key() || event.meta_key();
    let key = event.key().to_lowercase();
    let run: fn(Session) = match (primary, event.shift_key(), key.as_str()) {
        (true, false, "s") => Session::download,
        (true, true, "s") => Session::export,
        (true, false, "o") => |session| bring::pick(move |brought, refused| session.bring(brought, refused)),
        (true, false, "k") => |session| session.ask(Asking::Commands),
        // The editor and fields have their own undo and typing.
        (true, false, "z") if !is_writing() => Session::undo,
        (true, true, "z") | (true, false, "y") if !is_writing() => Session::redo,
        (false, _, "?") if !is_writing() => |session| session.ask(Asking::Keys),
        (false, shift, "f6") => {
            event.prevent_default();
            return next_pane(shift);
        }
        _ => return,
    };
    if event.default_prevented() {
        return;
    }
    event.prevent_default();
    run(session);
}

/// Selects what the diagram shows, wherever the focus is: the text of the page is no one's to copy.
fn select_all(session: Session) {
    if session.view().get_untracked() == View::Diagram {
        focus_canvas();
        session.command(Command::SelectAll);
    }
}

/// Whether a key for all of a text is one for the text that has the focus, or for a dialog's.
fn takes_text() -> bool {
    let Some(active) = document().active_element() else { return false };
    let is_text = match active.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) => !matches!(input.type_().as_str(), "checkbox" | "radio" | "button" | "range" | "file"),
        None => active.tag_name() == "TEXTAREA" || active.shadow_root().is_some(),
    };
    is_text || document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Whether the keyboard is in a field or in the editor.
fn is_writing() -> bool {
    let Some(active) = document().active_element() else { return false };
    matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") || active.shadow_root().is_some()
}

/// F6 goes round the panes, as in most desktops.
fn next_pane(back: bool) {
    let Some(body) = document().body() else { return };
    let mut panes = super::browser::elements(&body, "pane");
    panes.retain(|pane| pane.offset_parent().is_some());
    if panes.is_empty() {
        return;
    }
    let active = document().active_element();
    let now = panes.iter().position(|pane| pane.contains(active.as_ref().map(AsRef::as_ref)));
    let count = panes.len();
    let step = if back { count - 1 } else { 1 };
    let first = now.map_or(0, |now| now + step);
    // One that has nothing to stand on just now is passed by.
    let order = (0..count).map(|at| (first + at * step) % count);
    for at in order {
        if focus_in(&panes[at]) {
            return;
        }
    }
}

/// To the first thing in a pane that takes the keyboard, in a form to its first value; false where there is none.
pub fn focus_in(pane: &web_sys::HtmlElement) -> bool {
    let found = |query: &str| pane.query_selector(query).ok().flatten();
    if found(".view:not(.gone) #canvas").is_some() {
        focus_canvas();
        return true;
    }
    // The text lies in a tree of its own, behind its host.
    let text = found(".editor-host")
        .and_then(|host| host.shadow_root())
        .and_then(|root| root.query_selector(".cm-content").ok().flatten());
    let first = || found(".fields input, .fields select, .fields textarea, .fields summary");
    let to = text.or_else(first).or_else(|| found("input, button:not(.bare), [tabindex='0']"));
    let to = to.and_then(|to| to.dyn_into::<web_sys::HtmlElement>().ok());
    to.is_some_and(|to| to.focus().is_ok())
}

/// To the canvas, by keyboard.
pub fn focus_canvas() {
    let canvas = document().get_element_by_id("canvas");
    if let Some(canvas) = canvas.and_then(|canvas| canvas.dyn_into::<web_sys::SvgElement>().ok()) {
        drop(canvas.focus());
    }
}

fn is_on_canvas() -> bool {
    document().active_element().is_some_and(|element| element.id() == "canvas")
}

/// What is selected on the canvas goes to the clipboard as its lines.
fn copy(session: Session, event: &web_sys::Event) {
    let Some(data) =
        event.dyn_ref::<web_sys::ClipboardEvent>().and_then(web_sys::ClipboardEvent::clipboard_data)
    else {
        return;
    };
    if is_on_canvas()
        && let Some(text) = session.copy()
        && data.set_data("text/plain", &text).is_ok()
    {
        event.prevent_default();
    }
}

/// What was copied on the canvas becomes copies; a descriptor pasted anywhere but into a field becomes a file.
fn paste(session: Session, event: &web_sys::Event) {
    if is_writing() {
        return;
    }
    let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
    let Some(data) = event.clipboard_data() else { return };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        return bring::read(&files, move |brought, refused| session.bring(brought, refused));
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    if is_on_canvas() && session.paste(&text) {
        return event.prevent_default();
    }
    if text.contains(':') && text.trim().lines().count() > 1 {
        event.prevent_default();
        session.add_file("pasted.yml", &text);
    }
}

/// Whether an event came from within what a selector finds.
fn is_inside(event: &web_sys::Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// A file dragged over the page may be dropped anywhere.
#[component]
fn Dropping() -> impl IntoView {
    let session = super::session::session();
    let over = RwSignal::new(false);
    let has_files = |event: &ev::DragEvent| {
        event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
    };
    window_event_listener(ev::dragover, move |event| {
        if has_files(&event) {
            event.prevent_default();
            over.set(true);
        }
    });
    window_event_listener(ev::dragleave, move |event| {
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    window_event_listener(ev::drop, move |event| {
        over.set(false);
        if let Some(files) =
            event.data_transfer().and_then(|data| data.files()).filter(|files| files.length() > 0)
        {
            event.prevent_default();
            if session.view().get_untracked() == View::Trial && is_inside(&event, ".trial") {
                return bring::read(&files, move |brought, refused| {
                    super::views::take_table(session, brought, refused);
                });
            }
            bring::read(&files, move |brought, refused| session.bring(brought, refused));
        }
    });
    view! {
        <Show when=move || over.get()>
            <div class="dropping">
                {move || {
                    if session.view().get() == View::Trial {
                        "Drop candidates on the table, descriptors anywhere else"
                    } else {
                        "Drop descriptors or a package to open them"
                    }
                }}
            </div>
        </Show>
    }
}
