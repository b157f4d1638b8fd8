//! Shell: layout of the panes, and window-wide event handlers.

use gloo_events::{EventListener, EventListenerOptions};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::{crash, import};
use super::canvas::{Canvas, press};
use super::dialogs::Dialogs;
use super::files::Tabs;
use super::focus;
use super::inspector::Inspector;
use super::palette::Palette;
use super::panes::{Pane, Panes, Separator};
use super::problems::Problems;
use super::session::{Popup, Session, View};
use super::source::Source;
use super::status::{Notices, Status, StorageBanner};
use super::toolbar::Toolbar;
use super::tree::{Files, is_tree};
use super::views::{Switch, Views};
use limn_canvas::keys::{Command, find};
use limn_text::visible;

#[component]
pub fn App() -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    session.theme().get_untracked().apply();
    session.start_storage();
    listen(session);
    focus::watch();
    session.start_worker_client();
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
                }>"Skip to canvas"</a>
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
            <DropOverlay />
        </div>
    }
}

/// Size of a pane.
fn size_of(session: Session, size: fn(&Panes) -> f64) -> Signal<f64> {
    Signal::derive(move || session.panes().with(size))
}

/// Whether a pane is visible.
fn shows(session: Session, pane: Pane) -> Memo<bool> {
    Memo::new(move |_| session.panes().with(|panes| panes.shows(pane)))
}

/// Height as a CSS value.
fn height(session: Session, unit: &'static str, size: fn(&Panes) -> f64) -> Signal<String> {
    Signal::derive(move || format!("{}{unit}", session.panes().with(size)))
}

/// A pane; hidden by class, except the canvas, which is never hidden. `grow`: fills the remaining space, otherwise it has its `height`.
#[component]
fn Section(
    pane: Pane,
    #[prop(into, optional)] grow: Signal<bool>,
    #[prop(optional)] height: Option<Signal<String>>,
    children: Children,
) -> impl IntoView {
    let session = super::session::session();
    let there = shows(session, pane);
    // The visible pane on narrow screens.
    let here = Memo::new(move |_| session.panes().with(|panes| panes.shown == pane));
    view! {
        <section
            class="pane"
            // A click on its background leaves the focus here, not on the body; so do toolbar, tabs, status bar and notices.
            tabindex="-1"
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
                            label="Resize files"
                            size=size_of(session, |panes| panes.files)
                            min=120.0
                            max=720.0
                            default_size=300.0
                            resize=move |size| session.set_panes(|panes| panes.files = size)
                        />
                    </Show>
                    <Section pane=Pane::Palette grow=true>
                        <Palette />
                    </Section>
                </div>
                <Show when=move || palette.get() || files.get()>
                    <Separator
                        label="Resize palette"
                        upright=true
                        size=size_of(session, |panes| panes.left)
                        min=160.0
                        max=420.0
                        default_size=224.0
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
                            label="Resize problems"
                            after=true
                            size=size_of(session, |panes| panes.bottom)
                            min=80.0
                            max=640.0
                            default_size=176.0
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
                        label="Resize right column"
                        upright=true
                        after=true
                        size=size_of(session, |panes| panes.right)
                        min=280.0
                        max=960.0
                        default_size=360.0
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
                            label="Resize inspector"
                            size=size_of(session, |panes| panes.split)
                            min=12.0
                            max=88.0
                            default_size=50.0
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

/// Tabs to choose the visible pane on narrow screens.
#[component]
fn Switcher() -> impl IntoView {
    let session = super::session::session();
    let shown = move || session.panes().with(|panes| panes.shown);
    let tree = is_tree(session);
    view! {
        <div class="switcher" tabindex="-1" role="tablist" aria-label="Panes">
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

/// Installs window-wide event handlers: global keys, tab synchronization, and saving before the page closes.
fn listen(session: Session) {
    // Any action outside the text editor sees fully analyzed text.
    for kind in ["pointerdown", "click", "keydown", "drop", "copy", "paste"] {
        let options = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(&window(), kind, options, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let inside = |target: web_sys::Element| target.closest(".editor-host").ok().flatten().is_some();
            if !target.is_some_and(inside) {
                session.before_action();
            }
        })
        .forget();
    }
    window_event_listener(ev::keydown, move |event| keys(session, &event));
    // Another tab may have changed the work.
    window_event_listener(ev::focus, move |_| session.sync_with_other_tabs());
    let options = EventListenerOptions::run_in_capture_phase();
    EventListener::new_with_options(&window(), "pointerdown", options, move |_| {
        session.sync_with_other_tabs();
    })
    .forget();
    window_event_listener(ev::blur, move |_| session.write());
    window_event_listener(ev::pagehide, move |_| session.leave_page());
    // A page restored from the back/forward cache does not know what was saved when it was left.
    window_event_listener(ev::pageshow, move |event: ev::PageTransitionEvent| {
        if event.persisted() {
            drop(window().location().reload());
        }
    });
    window_event_listener(ev::visibilitychange, move |_| {
        if document().hidden() {
            session.write_whole();
        } else {
            session.sync_with_other_tabs();
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
        (true, false, "o") => {
            |session| import::pick(move |imported, errors| session.import(imported, errors))
        }
        (true, false, "k") => |session| session.open_popup(Popup::Commands),
        // The editor and fields have their own undo and typing.
        (true, false, "z") if !is_writing() => Session::undo,
        (true, true, "z") | (true, false, "y") if !is_writing() => Session::redo,
        (false, _, "?") if !is_writing() => |session| session.open_popup(Popup::Keys),
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

/// Selects the diagram's content, whatever has the focus; the browser would select the page's text.
fn select_all(session: Session) {
    if session.view().get_untracked() == View::Diagram {
        focus_canvas();
        session.command(Command::SelectAll);
    }
}

/// Whether "select all" belongs to the focused text field or to a dialog.
fn takes_text() -> bool {
    let Some(active) = document().active_element() else { return false };
    let is_text = match active.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) => !matches!(input.type_().as_str(), "checkbox" | "radio" | "button" | "range" | "file"),
        None => active.tag_name() == "TEXTAREA" || active.shadow_root().is_some(),
    };
    is_text || document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Whether the focus is in a field or in the editor.
fn is_writing() -> bool {
    let Some(active) = document().active_element() else { return false };
    matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") || active.shadow_root().is_some()
}

/// F6 cycles through the panes, as in most desktops.
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
    // Panes without a focusable element are skipped.
    let order = (0..count).map(|at| (first + at * step) % count);
    for at in order {
        if focus_in(&panes[at]) {
            return;
        }
    }
}

/// Focuses the first focusable element of a pane, in a form its first value; false if there is none.
pub fn focus_in(pane: &web_sys::HtmlElement) -> bool {
    let found = |query: &str| pane.query_selector(query).ok().flatten();
    if found(".view:not(.gone) #canvas").is_some() {
        focus_canvas();
        return true;
    }
    // The editor is in a shadow tree.
    let text = found(".editor-host")
        .and_then(|host| host.shadow_root())
        .and_then(|root| root.query_selector(".cm-content").ok().flatten());
    let first = || found(".fields input, .fields select, .fields textarea, .fields summary");
    let to = text.or_else(first).or_else(|| found("input, button:not(.bare), [tabindex='0']"));
    let to = to.and_then(|to| to.dyn_into::<web_sys::HtmlElement>().ok());
    to.is_some_and(|to| to.focus().is_ok())
}

/// Focuses the canvas.
pub fn focus_canvas() {
    let canvas = document().get_element_by_id("canvas");
    if let Some(canvas) = canvas.and_then(|canvas| canvas.dyn_into::<web_sys::SvgElement>().ok()) {
        drop(canvas.focus());
    }
}

fn is_on_canvas() -> bool {
    document().active_element().is_some_and(|element| element.id() == "canvas")
}

/// Copies the selected nodes' text to the clipboard.
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

/// Pastes copied nodes as duplicates; a descriptor pasted outside a field becomes a file.
fn paste(session: Session, event: &web_sys::Event) {
    if is_writing() {
        return;
    }
    let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
    let Some(data) = event.clipboard_data() else { return };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        return import::read(&files, move |imported, errors| session.import(imported, errors));
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

/// Whether the event's target is inside an element that matches `selector`.
fn is_inside(event: &web_sys::Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// Accepts files dropped anywhere on the page.
#[component]
fn DropOverlay() -> impl IntoView {
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
                return import::read(&files, move |imported, errors| {
                    super::views::take_table(session, imported, errors);
                });
            }
            import::read(&files, move |imported, errors| session.import(imported, errors));
        }
    });
    view! {
        <Show when=move || over.get()>
            <div class="dropping">
                {move || {
                    if session.view().get() == View::Trial {
                        "Drop candidates on the table, or descriptors anywhere else"
                    } else {
                        "Drop descriptors or a package to open them"
                    }
                }}
            </div>
        </Show>
    }
}
