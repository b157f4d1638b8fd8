//! Shell: layout of the panes, and window-wide event handlers.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::host::is_embedded;
use super::browser::{has_coarse_pointer, import};
use super::canvas::Canvas;
use super::dialogs::Dialogs;
use super::files::Tabs;
use super::focus;
use super::inspector::Inspector;
use super::palette::Palette;
use super::pane_focus::focus_canvas;
use super::panes::{LEAST_RIGHT, MOST_RIGHT, Pane, Panes, Separator};
use super::problems::{Problems, ProblemsPane, problems_pane};
use super::session::{
    DIAGRAM, Guide, Session, ViewState, documents, file_actions, navigation, notices, text_editing,
    view_state, works,
};
use super::source::Source;
use super::status::{Notices, Status, StorageBanner};
use super::toolbar::Toolbar;
use super::tour::Tour;
use super::tree::{Files, is_tree};
use super::views::{Switch, Views, drop_target};
use super::window_events;
use limn_text::visible;

#[component]
pub fn App() -> impl IntoView {
    provide_context(Session::create());
    provide_context(ProblemsPane::new());
    let documents = documents();
    view_state().theme().get_untracked().apply();
    works().start();
    window_events::listen();
    focus::watch();
    text_editing().start_worker_client();
    Effect::new(move |_| {
        let name =
            documents.active_file().with(|open| open.as_ref().map(|file| visible(file.name()).into_owned()));
        document().set_title(&name.map_or_else(|| "Limn".to_owned(), |name| format!("{name} · Limn")));
    });
    // Without files, other panes have nothing to show.
    let is_start = Memo::new(move |_| documents.is_start());
    let (has_sheet, has_text) =
        (Memo::new(|_| view_state().shows_sheet()), shows(view_state(), Pane::Source));
    view! {
        <div class="shell" class:start=move || is_start.get() && !is_embedded()>
            <div>
                <a class="skip" href="#canvas" on:click=move |event| {
                    event.prevent_default();
                    focus_canvas();
                }>"Skip to canvas"</a>
                <Toolbar />
                <StorageBanner />
            </div>
            <Tabs />
            <main class="body" class:has-sheet=move || has_sheet.get() class:without-text=move || !has_text.get()>
                <Left />
                <Middle />
                <FormColumn />
                <Right />
            </main>
            <Status />
            <Switcher />
            <Notices />
            <Dialogs />
            <DropOverlay />
            {touring()}
        </div>
    }
}

fn touring() -> impl IntoView {
    let guide = view_state().guide();
    move || (guide.get() == Some(Guide::Tour)).then(tour)
}

/// A function of its own, so that its code is not needed before the tour.
#[inline(never)]
fn tour() -> AnyView {
    view! { <Tour /> }.into_any()
}

/// Size of a pane.
fn size_of(view_state: ViewState, size: fn(&Panes) -> f64) -> Signal<f64> {
    Signal::derive(move || view_state.panes().with(size))
}

/// True if a pane is visible.
fn shows(view_state: ViewState, pane: Pane) -> Memo<bool> {
    Memo::new(move |_| view_state.panes().with(|panes| panes.shows(pane)))
}

/// Height as a CSS value.
fn height(view_state: ViewState, unit: &'static str, size: fn(&Panes) -> f64) -> Signal<String> {
    Signal::derive(move || format!("{}{unit}", view_state.panes().with(size)))
}

/// A pane; hidden by class, except the canvas, which is never hidden. `grow`: fills the remaining space, otherwise it has its `height`.
#[component]
fn Section(
    pane: Pane,
    #[prop(into, optional)] grow: Signal<bool>,
    /// Only its head is visible.
    #[prop(into, optional)]
    thin: Signal<bool>,
    #[prop(optional)] height: Option<Signal<String>>,
    children: Children,
) -> impl IntoView {
    let view_state = view_state();
    let there = Memo::new(move |_| {
        view_state.panes().with(|panes| panes.shows(pane))
            || pane == Pane::Inspector && view_state.shows_sheet()
    });
    // The visible pane on narrow screens.
    let here = Memo::new(move |_| view_state.panes().with(|panes| panes.shown == pane));
    view! {
        <section
            class="pane"
            // A click on its background leaves the focus here, not on the body; so do toolbar, tabs, status bar and notices.
            tabindex="-1"
            class:grow=grow
            class:thin=thin
            class:gone=move || pane != Pane::Canvas && !there.get()
            class:shown=here
            aria-label=pane.title()
            style:height=move || height.map(|height| height.get())
        >
            {children()}
        </section>
    }
}

/// Left side: the palette, and below it the form of what is selected: the canvas and the text beside it keep their size, whatever is selected.
#[component]
fn Left() -> impl IntoView {
    let (documents, view_state) = (documents(), view_state());
    let (palette, tree) = (shows(view_state, Pane::Palette), is_tree(documents));
    let (shows_files, inspector) = (shows(view_state, Pane::Files), shows(view_state, Pane::Inspector));
    let files = Memo::new(move |_| tree.get() && shows_files.get());
    let above = Memo::new(move |_| palette.get() || files.get());
    let any = Memo::new(move |_| above.get() || inspector.get());
    let column = NodeRef::<leptos::html::Div>::new();
    let unit =
        Signal::derive(move || column.get().map_or(6.0, |column| f64::from(column.offset_height()) / 100.0));
    view! {
                <div
                    class="column left"
                    class:gone=move || !any.get()
                    node_ref=column
                    style:width=move || format!("{}px", view_state.panes().with(|panes| panes.left))
                >
                    <Show when=move || files.get()>
                        <Section
                            pane=Pane::Files
                            grow=Signal::derive(move || !palette.get())
                            height=height(view_state, "px", |panes| panes.files)
                        >
                            <Files />
                        </Section>
                    </Show>
                    <Show when=move || files.get() && palette.get()>
                        <Separator
                            label="Resize files"
                            size=size_of(view_state, |panes| panes.files)
                            min=80.0
                            max=720.0
                            default_size=Panes::default().files
                            resize=move |size| view_state.set_panes(|panes| panes.files = size)
                        />
                    </Show>
                    <Section pane=Pane::Palette grow=true>
                        <Palette />
                    </Section>
                    <Show when=move || above.get() && inspector.get()>
                        <Separator
                            label="Resize inspector"
                            after=true
                            size=size_of(view_state, |panes| panes.split)
                            min=12.0
                            max=88.0
                            default_size=Panes::default().split
                            unit=unit
                            resize=move |size| view_state.set_panes(|panes| panes.split = size)
                        />
                    </Show>
                    // The form's place: see [`FormColumn`].
                    <div
                        class="form-place"
                        class:gone=move || !inspector.get()
                        class:grow=move || !above.get()
                        style:height=height(view_state, "%", |panes| panes.split)
                    ></div>
                </div>
                <Show when=move || any.get()>
                    <Separator
                        label="Resize left column"
                        upright=true
                        size=size_of(view_state, |panes| panes.left)
                        min=200.0
                        max=560.0
                        default_size=Panes::default().left
                        resize=move |size| view_state.set_panes(|panes| panes.left = size)
                    />
                </Show>
    }
}

/// The form of what is selected, at its place in the left column. In the document it follows the canvas, so that Tab leads from there to it.
#[component]
fn FormColumn() -> impl IntoView {
    let (documents, view_state) = (documents(), view_state());
    let (palette, tree) = (shows(view_state, Pane::Palette), is_tree(documents));
    let (shows_files, inspector) = (shows(view_state, Pane::Files), shows(view_state, Pane::Inspector));
    // If the layout hides the form, a selection on the canvas opens it over the canvas.
    let is_sheet = Memo::new(move |_| view_state.shows_sheet());
    let is_open = problems_pane().is_open();
    // The problems stay in view below it.
    let below = move || {
        let height = view_state.panes().with(|panes| panes.shows(Pane::Problems).then_some(panes.bottom));
        match (height, is_open.get()) {
            (None, _) => "0px".to_owned(),
            (Some(_), false) => format!("{}px", if has_coarse_pointer() { 53 } else { 37 }),
            (Some(height), true) => format!("{}px", height + 1.0),
        }
    };
    let is_alone = Memo::new(move |_| !(palette.get() || tree.get() && shows_files.get()));
    let height = move || match is_alone.get() {
        true => "100%".to_owned(),
        false => format!("{}%", view_state.panes().with(|panes| panes.split)),
    };
    view! {
        <div
            class="column form-column"
            class:gone=move || !inspector.get() && !is_sheet.get()
            class:sheet=move || is_sheet.get()
            style=("--below", below)
            style=("--beside", move || format!("{}px", view_state.panes().with(|panes| if panes.shows(Pane::Source) { panes.right + 1.0 } else { 0.0 })))
            style:width=move || (!is_sheet.get()).then(|| format!("{}px", view_state.panes().with(|panes| panes.left)))
            style:height=move || (!is_sheet.get()).then(height)
        >
            <Section pane=Pane::Inspector grow=true>
                <Inspector />
            </Section>
        </div>
    }
}

#[component]
fn Middle() -> impl IntoView {
    let view_state = view_state();
    let problems = shows(view_state, Pane::Problems);
    let is_open = problems_pane().is_open();
    let thin = Memo::new(move |_| !is_open.get());
    view! {
                <div class="column middle">
                    <Section pane=Pane::Canvas grow=true>
                        <Switch />
                        <div class="view" class:gone=move || view_state.view().get() != DIAGRAM>
                            <Canvas />
                        </div>
                        <Views />
                    </Section>
                    <Show when=move || problems.get() && !thin.get()>
                        <Separator
                            label="Resize problems"
                            after=true
                            size=size_of(view_state, |panes| panes.bottom)
                            min=80.0
                            max=640.0
                            default_size=176.0
                            resize=move |size| view_state.set_panes(|panes| panes.bottom = size)
                        />
                    </Show>
                    <Section pane=Pane::Problems thin height=height(view_state, "px", |panes| panes.bottom)>
                        <Problems />
                    </Section>
                </div>
    }
}

/// The text, at full height beside the canvas; below it in small windows.
#[component]
fn Right() -> impl IntoView {
    let view_state = view_state();
    let source = shows(view_state, Pane::Source);
    view! {
                <Show when=move || source.get()>
                    <Separator
                        label="Resize text"
                        upright=true
                        after=true
                        size=size_of(view_state, |panes| panes.right)
                        min=LEAST_RIGHT
                        max=MOST_RIGHT
                        default_size=Panes::default().right
                        resize=move |size| view_state.set_panes(|panes| panes.right = size)
                    />
                </Show>
                <div
                    class="column right"
                    class:gone=move || !source.get()
                    style:width=move || format!("{}px", view_state.panes().with(|panes| panes.right))
                >
                    <Section pane=Pane::Source grow=true>
                        <Source />
                    </Section>
                </div>
    }
}

/// Tabs to choose the visible pane on narrow screens.
#[component]
fn Switcher() -> impl IntoView {
    let (documents, view_state) = (documents(), view_state());
    let shown = move || view_state.panes().with(|panes| panes.shown);
    let tree = is_tree(documents);
    view! {
        <nav class="switcher-bar" aria-label="Panes">
            <div class="switcher" tabindex="-1" role="tablist" aria-label="Panes">
                {Pane::ALL
                    .map(|pane| {
                        view! {
                            <Show when=move || pane != Pane::Files || tree.get()>
                                <button
                                    type="button"
                                    role="tab"
                                    aria-selected=move || (shown() == pane).to_string()
                                    on:click=move |_| view_state.show_pane(pane)
                                >
                                    <super::icons::Picture glyph=super::toolbar::glyph(pane) />
                                    {pane.label()}
                                </button>
                            </Show>
                        }
                    })}
            </div>
        </nav>
    }
}

/// Returns true if the event's target is inside an element that matches `selector`.
fn is_inside(event: &web_sys::Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// Accepts files dropped anywhere on the page.
#[component]
fn DropOverlay() -> impl IntoView {
    let (view_state, notices, navigation, file_actions) =
        (view_state(), notices(), navigation(), file_actions());
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
            if let Some(target) = drop_target(view_state.view().get_untracked())
                && is_inside(&event, target.selector)
            {
                return import::read(&files, move |imported, errors| {
                    (target.import)(navigation, notices, imported, errors);
                });
            }
            import::read(&files, move |imported, errors| file_actions.import(imported, errors));
        }
    });
    view! {
        <Show when=move || over.get()>
            <div class="dropping">
                {move || {
                    drop_target(view_state.view().get())
                        .map_or("Drop descriptors or a package to open them", |target| target.hint)
                }}
            </div>
        </Show>
    }
}
