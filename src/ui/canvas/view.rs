//! Canvas: the drawing, which the camera moves as a whole by a CSS transform, the overlays, and event handlers.

use std::sync::Arc;

use leptos::{html, prelude::*};
use wasm_bindgen::prelude::*;

use super::super::browser::after;
use super::super::element_id;
use super::super::mounted::while_mounted;
use super::super::session::{
    DIAGRAM, Guide, Navigation, canvas_state, documents, gestures, navigation, positions, view_state,
};
use super::breadcrumbs::Breadcrumbs;
use super::cursor;
use super::empty::Empty;
use super::find::Find;
use super::handles::Handles;
use super::highlights::Highlights;
use super::hovered::Hovered;
use super::input;
use super::layer_notice::LayerNotice;
use super::overlay::{Controls, Live, SyntaxErrorBanner, Unread, syntax_error};
use super::picture::Picture;
use super::popups::DiagramPopups;
use super::proposals::Proposals;
use super::rename::Rename;
use super::switch::Switch;
use super::tip::Tip;
use limn_analysis::Broken;
use limn_canvas::{Camera, GRID, Viewport};
use limn_text::visible;

/// Distance by which the dots exceed the canvas on each side, in CSS pixels, as in `canvas.css`: more than the largest spacing.
const DOTS_MARGIN: f64 = 128.0;
/// Time after the last change of the camera was drawn until it counts as still, in milliseconds.
const STILL_AFTER_MS: u32 = 180;

#[component]
pub fn Canvas() -> impl IntoView {
    let (documents, view_state, positions, gestures, navigation) =
        (documents(), view_state(), positions(), gestures(), navigation());
    let host = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Div>::new();
    let cover = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(host) = host.get() {
            watch_size(navigation, &host);
        }
    });
    let hover = RwSignal::new(None::<Arc<input::Hover>>);
    input::hear_window(gestures, canvas);
    cursor::follow(view_state, hover, cover);
    let (camera, snaps) = (view_state.camera(), canvas_state().grid());
    Effect::new(move |_| {
        camera.track();
        input::drop_tip(hover);
    });
    let moving = moving(camera);
    let names = names(camera, moving);
    let active = move || view_state.selection().with(|ids| ids.last().map(element_id::of_item));
    let syntax_error = syntax_error(positions);
    let far = far(camera, moving);
    let highlights = Highlights::of(view_state, positions, hover, names, far);
    let name = move || {
        documents.active_file().with(|file| {
            file.as_ref()
                .map_or_else(|| "Diagram".to_owned(), |file| format!("Diagram of {}", visible(file.name())))
        })
    };
    view! {
        <Breadcrumbs /> <Switch />
        <div
            class="canvas-host"
            node_ref=host
            class:grid=move || snaps.get()
        >
            <Dots camera moving />
            <div
                id="canvas"
                class="canvas"
                node_ref=canvas
                tabindex="0"
                data-home=""
                role="application"
                aria-label=name
                aria-roledescription="diagram"
                aria-activedescendant=active
                data-far=move || far.get().then_some("")
                data-names=move || names.get().map(|_| "")
                on:pointerdown=move |event| input::down(gestures, canvas, &event)
                on:pointermove=move |event| input::moved(gestures, canvas, &event, hover)
                on:pointerup=move |event| input::up(gestures, canvas, &event)
                on:pointercancel=move |event| input::cancel(gestures, &event)
                on:pointerleave=move |_| input::left(gestures, hover)
                on:dblclick=move |event| input::double(gestures, canvas, &event)
                on:contextmenu=move |event| input::context_menu(gestures, canvas, &event)
                on:wheel=move |event| input::wheel(gestures, canvas, &event)
                on:keydown=move |event| {
                    input::drop_tip(hover);
                    view_state.keymap().with_untracked(|keymap| input::key(gestures, keymap, &event));
                }
                on:keyup=move |event| input::key_up(gestures, &event)
                on:blur=while_mounted(move |_: web_sys::FocusEvent| input::key_lost(gestures))
            >
                <Drawings highlights far moving syntax_error hover />
                <div class="cover" node_ref=cover></div>
            </div>
            <Empty /> <SyntaxErrorBanner broken=syntax_error />
            {move || (view_state.view().get() == DIAGRAM).then(|| view! {
                <DiagramPopups />
                <Rename />
                <Find />
            })}
            <LayerNotice /> <Controls />
            <Tip hover />
            {move || (view_state.guide().get() == Some(Guide::Proposals)).then(|| view! { <Proposals /> })}
        </div>
    }
}

/// Content that the camera moves. An element of HTML: Chromium lays out all texts again when an element of SVG is moved by a CSS transform. The
/// current gesture is a drawing of its own, so that its changes do not repaint the diagram.
#[component]
fn Drawings(
    highlights: Memo<Highlights>,
    far: Memo<bool>,
    moving: ReadSignal<bool>,
    syntax_error: Signal<Option<Broken>>,
    hover: RwSignal<Option<Arc<input::Hover>>>,
) -> impl IntoView {
    let camera = view_state().camera();
    view! {
        <div class="world" class:moving=move || moving.get() style:transform=move || camera.get().transform()>
            <Picture highlights far />
            <Unread broken=syntax_error />
            <svg class="scene" role="presentation">
                <Hovered hover highlights far />
                <Handles hover />
                <Live />
            </svg>
        </div>
    }
}

/// True if the camera is moving. It is until some time after its last change was drawn: beginning and ending lay out all texts, which would happen at each
/// step if slow frames counted as rest.
fn moving(camera: ReadSignal<Camera>) -> ReadSignal<bool> {
    let (moving, set_moving) = signal(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let changes = StoredValue::new(0_u32);
    // Nothing is left of these once the page shows something else.
    let rest = move || {
        let end = after(STILL_AFTER_MS, move || {
            set_moving.try_set(false);
        });
        timer.try_set_value(end);
    };
    Effect::new(move |before: Option<Camera>| {
        let camera = camera.get();
        if before.is_some_and(|before| before != camera) {
            if let Some(timer) = timer.try_update_value(Option::take).flatten() {
                timer.clear();
            }
            let change = changes.get_value().wrapping_add(1);
            changes.set_value(change);
            let is_last = move || changes.try_get_value() == Some(change);
            // The second frame begins when the first is drawn.
            request_animation_frame(move || {
                request_animation_frame(move || {
                    if is_last() {
                        rest();
                    }
                });
            });
            if !moving.get_untracked() {
                set_moving.set(true);
            }
        }
        camera
    });
    moving
}

/// True if the far view is to be drawn. Zooming in draws the details once it ends, and zooming back and forth does not swap the drawings at each
/// step.
fn far(camera: ReadSignal<Camera>, moving: ReadSignal<bool>) -> Memo<bool> {
    Memo::new(move |before: Option<&bool>| {
        let is_far = camera.with(|camera| camera.is_far());
        is_far || (before.copied().unwrap_or_default() && moving.get())
    })
}

/// The size of names in a view that shows names alone. Follows the camera once it is still: each change draws all cards in view.
fn names(camera: ReadSignal<Camera>, moving: ReadSignal<bool>) -> Memo<Option<f64>> {
    Memo::new(move |before: Option<&Option<f64>>| {
        if let (true, Some(before)) = (moving.get(), before) {
            return *before;
        }
        camera.with_untracked(|camera| camera.name_size())
    })
}

/// The background dots. They move by a transform, so that a pan does not paint them again; an element of their own, because a change of the style of the
/// host would recompute that of its content.
#[component]
fn Dots(camera: ReadSignal<Camera>, moving: ReadSignal<bool>) -> impl IntoView {
    let snaps = canvas_state().grid();
    let ground = Memo::new(move |_| ground(camera.get(), snaps.get()));
    let size = move || format!("{0}px {0}px", ground.get().step);
    let shift = move || ground.with(|ground| format!("translate({}px, {}px)", ground.x, ground.y));
    view! {
        <div class="dots" class:moving=move || moving.get() style=("background-size", size) style:transform=shift></div>
    }
}

/// Spacing and offset of the background dots, in CSS pixels.
#[derive(Clone, Copy, PartialEq)]
struct Ground {
    step: f64,
    x: f64,
    y: f64,
}

/// The background dots of a view. They are at the points of the grid; in a far view, only at every second, fourth or eighth of them, which starts later
/// while boxes snap to the grid.
fn ground(camera: Camera, snaps: bool) -> Ground {
    let mut step = GRID * camera.zoom;
    while step < if snaps { 7.0 } else { 14.0 } {
        step *= 2.0;
    }
    // Dots are in the middle of their tiles, which start outside the canvas.
    let offset = |at: f64| (at - step / 2.0 + DOTS_MARGIN).rem_euclid(step);
    Ground { step, x: offset(camera.x), y: offset(camera.y) }
}

fn watch_size(navigation: Navigation, host: &web_sys::HtmlDivElement) {
    let syntax_error = {
        let host = host.clone();
        Closure::<dyn FnMut()>::new(move || {
            let (width, height) = (f64::from(host.client_width()), f64::from(host.client_height()));
            navigation.resized(Viewport { width, height });
        })
    };
    if let Ok(observer) = web_sys::ResizeObserver::new(syntax_error.as_ref().unchecked_ref()) {
        observer.observe(host);
    }
    syntax_error.forget();
}
