//! Overlays of the canvas: current gesture, syntax error banner, view controls and minimap.

use std::fmt::Write as _;
use std::sync::Arc;

use leptos::{ev, prelude::*, svg};

use super::super::browser::{after, settings};
use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::pane_focus::focus_canvas;
use super::super::session::{
    Carried, Positions, canvas_state, documents, gestures, navigation, positions, view_state,
};
use super::super::toggle_button::ToggleButton;
use super::placement_preview::{card_to_be, name_to_be, outline_to_be, pill_to_be};
use limn_analysis::Broken;
use limn_canvas::keys::Command;
use limn_canvas::{Camera, Scene, Tool, WorldPoint};
use limn_language::graph::Id;
use limn_layout::Rect;
use limn_text::TextRange;

/// Delay before a syntax error is shown while typing, in milliseconds.
const SYNTAX_ERROR_DELAY_MS: u32 = 700;

/// Current gesture, in world units: guides, marquee, wire being drawn, card being placed.
#[component]
pub fn Live() -> impl IntoView {
    let (view_state, positions, gestures, canvas) = (view_state(), positions(), gestures(), canvas_state());
    let draw = move |tool: &Tool| {
        // Without a gesture, a change of the camera draws nothing.
        if matches!(tool, Tool::Idle | Tool::Hand | Tool::Panning { .. } | Tool::Pressing { .. }) {
            return None;
        }
        let camera = view_state.camera().get();
        // Constant line width at every zoom.
        let thin = 1.0 / camera.zoom;
        let view = match tool {
            Tool::Dragging { .. } => {
                let onto = tool.onto().and_then(|id| positions.scene().with(|scene| scene.rect(id)));
                let lines = tool.guides().iter().filter(|_| onto.is_none()).map(|guide| {
                    let (x1, y1, x2, y2) = (guide.from.x, guide.from.y, guide.to.x, guide.to.y);
                    view! { <line class="guide" x1=x1 y1=y1 x2=x2 y2=y2 stroke-width=thin /> }
                });
                let lines = lines.collect_view();
                let wire = tool
                    .splices()
                    .and_then(|id| positions.scene().with(|scene| scene.wire(id).map(|wire| wire.whole())));
                let wire = wire.map(|path| view! { <path class="loose splice" d=path stroke-width=4.0 /> });
                let copies = tool.copies().iter().filter_map(|(id, place)| {
                    let scene = positions.scene().get();
                    match scene.card(id) {
                        Some(card) => Some(card_to_be(card, *place, thin).into_any()),
                        None => {
                            let rect = scene.rect(id)?;
                            Some(
                                outline_to_be(Rect { x: place.x, y: place.y, ..rect }, 12.0, thin).into_any(),
                            )
                        }
                    }
                });
                let copies = copies.collect_view();
                view! { {lines} {wire} {copies} {onto.map(|area| host_outline(area.grown(4.0), thin))} }
                    .into_any()
            }
            Tool::Attaching { holder, from, at, .. } => {
                let onto = tool.onto().and_then(|id| positions.scene().with(|scene| scene.rect(id)));
                let at = camera.to_world(*at);
                let pill = positions.scene().with(|scene| {
                    let own = scene.pills.iter().filter(|pill| pill.id == *holder);
                    own.max_by_key(|pill| from.as_ref() == Some(&pill.on)).cloned()
                });
                let name = positions.scene().with(|scene| scene.name(holder).unwrap_or_default().to_owned());
                let shown = match pill {
                    Some(pill) => pill_to_be(&pill, at, thin).into_any(),
                    None => name_to_be(name, at, thin).into_any(),
                };
                view! {
                    {onto.map(|area| host_outline(area.grown(4.0), thin))}
                    {shown}
                }
                .into_any()
            }
            Tool::Selecting { .. } => tool.marquee(camera).map(|area| marquee(area, thin)).into_any(),
            Tool::Connecting { .. } | Tool::Choosing { .. } => {
                let refused =
                    matches!(tool, Tool::Connecting { over: Some(over), .. } if over.refusal.is_some());
                let path = gestures.with_context(Tool::loose);
                path.map(
                    |path| view! { <path class="loose" class:refused=refused d=path stroke-width=2.0 /> },
                )
                .into_any()
            }
            Tool::Placing { at: Some(at), free, .. } => carried(
                positions,
                view_state.carried(),
                camera.to_world(*at),
                canvas.grid().get() && !free,
                thin,
            ),
            _ => ().into_any(),
        };
        Some(view)
    };
    move || view_state.tool().with(draw)
}

/// Entry dragged from the palette, and the outline of the node that would host it.
fn carried(positions: Positions, carried: Carried, at: WorldPoint, snaps: bool, thin: f64) -> AnyView {
    let host = positions.scene().with(|scene| {
        let mut cards = std::iter::successors(scene.card_at(at), |card| scene.host(&card.id));
        cards.find(|card| carried.hosts.contains(&card.id)).map(|card| card.rect())
    });
    let shown = match carried.card {
        Some(card) => card_to_be(&card, Tool::drop_place(at, snaps), thin).into_any(),
        None => name_to_be(carried.name, at, thin).into_any(),
    };
    view! { {host.map(|area| host_outline(area.grown(4.0), thin))} {shown} }.into_any()
}

/// Outline of the host under a dragged node.
fn host_outline(area: Rect, thin: f64) -> impl IntoView {
    let Rect { x, y, width, height } = area;
    view! { <rect class="onto" x=x y=y width=width height=height rx="14" stroke-width=2.0 * thin /> }
}

/// Members of the selected policy, if there are several.
#[component]
pub fn Leads() -> impl IntoView {
    let (view_state, positions) = (view_state(), positions());
    move || {
        let ids = view_state.selection().get();
        let leads = positions
            .scene()
            .with(|scene| ids.iter().flat_map(|id| scene.leads(id)).collect::<Vec<String>>());
        leads.into_iter().map(|path| view! { <path class="lead" d=path /> }).collect_view()
    }
}

fn marquee(area: Rect, thin: f64) -> impl IntoView {
    let Rect { x, y, width, height } = area;
    view! { <rect class="marquee" x=x y=y width=width height=height stroke-width=thin /> }
}

/// Syntax error, after a pause in typing: a half-typed word is often an error only for a moment.
pub(super) fn syntax_error(positions: Positions) -> Signal<Option<Broken>> {
    let broken = Memo::new(move |_| positions.drawn().with(|drawn| drawn.broken.clone()));
    let shown = RwSignal::new(None);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let broken = broken.get();
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        // A banner that is already shown updates at once.
        if broken.is_none() || shown.with_untracked(Option::is_some) {
            shown.set(broken);
        } else {
            timer.set_value(after(SYNTAX_ERROR_DELAY_MS, move || shown.set(broken)));
        }
    });
    shown.into()
}

/// A veil over each node that cannot be read, after the same pause.
#[component]
pub fn Unread(broken: Signal<Option<Broken>>) -> impl IntoView {
    let positions = positions();
    move || {
        broken.with(Option::is_some).then(|| {
            let (ids, graph) = positions.drawn().with(|drawn| (drawn.unread.clone(), Arc::clone(&drawn.graph)));
            let veils = positions.scene().with(|scene| {
                // The nodes that an unread one hosts can be read, unless they are in the list themselves.
                let guests = |id: &Id| {
                    let hosted = graph.nodes.iter().filter(|node| node.host.as_ref() == Some(id));
                    hosted.filter(|node| !ids.contains(&node.id)).filter_map(|node| scene.rect(&node.id)).collect::<Vec<_>>()
                };
                let veil = |id: &Id| Some(std::iter::once(scene.rect(id)?).chain(guests(id)).map(outline).collect::<String>());
                ids.iter().filter_map(veil).collect::<Vec<_>>()
            });
            let veil = |path: String| view! { <path d=path /> };
            view! { <svg class="scene canvas-unread" role="presentation">{veils.into_iter().map(veil).collect_view()}</svg> }
        })
    }
}

/// A closed path around a rectangle.
fn outline(Rect { x, y, width, height }: Rect) -> String {
    format!("M{x} {y}h{width}v{height}h-{width}Z")
}

/// Syntax error banner with a button to go to the line. The diagram behind it is the last valid one.
#[component]
pub fn SyntaxErrorBanner(broken: Signal<Option<Broken>>) -> impl IntoView {
    let (documents, positions, navigation) = (documents(), positions(), navigation());
    let unread = Memo::new(move |_| positions.drawn().with(|drawn| drawn.unread.len()));
    let go = move |line: usize| {
        let Some(checked) = documents.checked().get_untracked() else { return };
        let start = checked.0.lines().line_start(line.saturating_sub(1));
        let end = start + checked.0.lines().line_text(line.saturating_sub(1)).len();
        navigation.jump_to(checked.0.file(), TextRange::new(start, end));
    };
    move || {
        broken.get().map(|broken| {
            let line = broken.line;
            view! {
                <div class="broken" role="alert">
                    <Picture glyph=Glyph::Warning />
                    <span>
                        <strong>{format!("Syntax error on line {line}. ")}</strong>
                        {move || match unread.get() {
                            0 => "The diagram shows what could be parsed.".to_owned(),
                            1 => "The grayed-out item shows its last valid state; everything else can be edited.".to_owned(),
                            count => {
                                format!("The {count} grayed-out items show their last valid state; everything else can be edited.")
                            }
                        }}
                        <small><Inline text=broken.message /></small>
                    </span>
                    <button type="button" class="button outline small" on:click=move |_| go(line)>
                        {format!("Go to line {line}")}
                    </button>
                </div>
            }
        })
    }
}

/// Zoom controls and minimap.
#[component]
pub fn Controls() -> impl IntoView {
    let (documents, positions, gestures, navigation) = (documents(), positions(), gestures(), navigation());
    let minimap = RwSignal::new(settings::get::<bool>("minimap"));
    let view_state = view_state();
    let view_note = Memo::new(move |_| navigation.view_note());
    let titled = move |label: &'static str, command: Command| match view_state.key_of(command) {
        keys if keys.is_empty() => label.to_owned(),
        keys => format!("{label} ({keys})"),
    };
    let button = move |label: &'static str, glyph: Glyph, command: Command| {
        view! {
            <button
                type="button"
                class="button small bare"
                aria-label=label
                title=move || titled(label, command)
                on:click=move |_| {
                    gestures.command(command);
                    // Space then pans, instead of pressing the button again.
                    focus_canvas();
                }
            >
                <Picture glyph=glyph />
            </button>
        }
    };
    view! {
        <Show when=move || documents.active_file().with(Option::is_some)>
            <div class="controls" role="group" aria-label="View">
                {button("Zoom out", Glyph::Minus, Command::ZoomOut)}
                {button("Zoom in", Glyph::Plus, Command::ZoomIn)}
                {button("Fit to screen", Glyph::Fit, Command::Fit)}
                <Show when=move || documents.has_hosting_links()>
                    <ToggleButton
                        label="Hosts as boxes"
                        title=Signal::derive(move || titled("Hosts as boxes", Command::Hosting))
                        glyph=Glyph::Boxes
                        pressed=positions.in_boxes()
                        on_toggle=move |()| {
                            gestures.command(Command::Hosting);
                            focus_canvas();
                        }
                    />
                </Show>
                <ToggleButton
                    label="Minimap"
                    title="Minimap"
                    glyph=Glyph::Map
                    pressed=minimap
                    on_toggle=move |()| {
                        minimap.update(|shown| *shown = !*shown);
                        settings::set("minimap", &minimap.get_untracked());
                        focus_canvas();
                    }
                />
            </div>
            <Show when=move || view_note.get().is_some()>
                <div class="out-of-view" role="status">
                    <span>{move || view_note.get()}</span>
                    <button type="button" class="button small" on:click=move |_| gestures.command(Command::Fit)>
                        "Fit to screen"
                        <kbd>{move || view_state.key_of(Command::Fit)}</kbd>
                    </button>
                </div>
            </Show>
            <Show when=move || minimap.get()><Map /></Show>
        </Show>
    }
}

/// Outlines of all cards, as the data of one path. Rounded: a unit is far below a pixel of the minimap.
fn card_outlines(scene: &Scene) -> String {
    let mut path = String::with_capacity(scene.cards.len() * 32);
    for card in &scene.cards {
        let rect = card.rect();
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(|side| side.round() as i64);
        let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
    }
    path
}

/// Minimap with the visible area, while part of the diagram is out of view. A drag changes it when it ends.
#[component]
fn Map() -> impl IntoView {
    const WIDTH: f64 = 160.0;
    const HEIGHT: f64 = 110.0;
    let (view_state, positions, navigation) = (view_state(), positions(), navigation());
    let map = NodeRef::<svg::Svg>::new();
    let seen = move || view_state.camera().get().sees(view_state.viewport().get());
    let dragging = Memo::new(move |_| view_state.tool().with(|tool| tool.dragged().is_some()));
    let scene = Memo::new_with_compare(
        move |before: Option<&Arc<Scene>>| match before.filter(|_| dragging.get()) {
            Some(before) => Arc::clone(before),
            None => positions.scene().get(),
        },
        |before, now| !matches!((before, now), (Some(before), Some(now)) if Arc::ptr_eq(before, now)),
    );
    let bounds = Memo::new(move |_| scene.with(|scene| scene.bounds.grown(40.0)));
    let needed = Memo::new(move |_| {
        let (seen, bounds) = (seen(), scene.with(|scene| scene.bounds));
        let hidden = bounds.x < seen.x - 1.0
            || bounds.y < seen.y - 1.0
            || bounds.right() > seen.right() + 1.0
            || bounds.bottom() > seen.bottom() + 1.0;
        hidden && scene.with(|scene| scene.cards.len() > 3)
    });
    let to = move |event: &ev::PointerEvent| {
        let Some(map) = map.get_untracked() else { return };
        let corner = map.get_bounding_client_rect();
        let bounds = bounds.get_untracked();
        let scale = (WIDTH / bounds.width).min(HEIGHT / bounds.height);
        let (left, top) = ((WIDTH - bounds.width * scale) / 2.0, (HEIGHT - bounds.height * scale) / 2.0);
        let at = WorldPoint {
            x: bounds.x + (f64::from(event.client_x()) - corner.left() - left) / scale,
            y: bounds.y + (f64::from(event.client_y()) - corner.top() - top) / scale,
        };
        let (zoom, viewport) =
            (view_state.camera().get_untracked().zoom, view_state.viewport().get_untracked());
        navigation.set_camera(Camera {
            x: viewport.width / 2.0 - at.x * zoom,
            y: viewport.height / 2.0 - at.y * zoom,
            zoom,
        });
    };
    let cards = Memo::new(move |_| scene.with(|scene| card_outlines(scene)));
    view! {
        <Show when=move || needed.get()>
            <svg
                class="map"
                node_ref=map
                width=WIDTH
                height=HEIGHT
                viewBox=move || {
                    let Rect { x, y, width, height } = bounds.get();
                    format!("{x} {y} {width} {height}")
                }
                aria-hidden="true"
                on:pointerdown=move |event| {
                    event.prevent_default();
                    if let Some(map) = map.get_untracked() {
                        drop(map.set_pointer_capture(event.pointer_id()));
                    }
                    to(&event);
                }
                on:pointermove=move |event| {
                    if event.buttons() & 1 == 1 {
                        to(&event);
                    }
                }
            >
                <path class="map-cards" d=move || cards.get() />
                <rect
                    class="map-view"
                    x=move || seen().x
                    y=move || seen().y
                    width=move || seen().width
                    height=move || seen().height
                    vector-effect="non-scaling-stroke"
                />
            </svg>
        </Show>
    }
}
