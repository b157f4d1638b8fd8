//! The scene as SVG: one group that the camera moves, in it a group for each card, wire, pill and hull, drawn anew only where it differs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use leptos::{html, prelude::*, svg};
use wasm_bindgen::prelude::*;

use super::super::session::{Session, session};
use super::empty::Empty;
use super::input;
use super::menu::ContextMenu;
use super::overlay::{Broken, Controls, Live};
use super::picker::Pickers;
use super::rename::Rename;
use crate::canvas::svg as draw;
use crate::canvas::{Camera, Card, Hull, Pill, Scene, Tool, Verdict, Viewport, Wire};
use crate::graph::{Id, PortRef};

#[component]
pub fn Canvas() -> impl IntoView {
    let session = session();
    let host = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<svg::Svg>::new();
    Effect::new(move |_| {
        if let Some(host) = host.get() {
            watch_size(session, &host);
        }
    });
    let hover = RwSignal::new(None::<Arc<input::Hover>>);
    input::hear_window(session, canvas);
    let hints = Hints::of(session, hover);
    let tool = Memo::new(move |_| session.tool().with(Tool::name));
    let camera = session.camera();
    let active = move || session.selection().with(|ids| ids.last().map(dom_id));
    let name = move || {
        session.open_file().with(|file| {
            file.as_ref().map_or_else(|| "Diagram".to_owned(), |file| format!("Diagram of {}", file.name()))
        })
    };
    view! {
        <div
            class="canvas-host"
            node_ref=host
            style=("--grid", move || ground(camera.get()).0)
            style=("--grid-x", move || ground(camera.get()).1)
            style=("--grid-y", move || ground(camera.get()).2)
        >
            <svg
                id="canvas"
                class="scene canvas"
                class:stale=move || session.drawn().with(|drawn| drawn.broken.is_some())
                node_ref=canvas
                tabindex="0"
                data-home=""
                role="application"
                aria-label=name
                aria-roledescription="diagram"
                aria-activedescendant=active
                data-tool=move || tool.get()
                data-aim=move || hover.with(|hover| hover.as_ref().map(|hover| hover.name()))
                on:pointerdown=move |event| input::down(session, canvas, &event)
                on:pointermove=move |event| input::moved(session, canvas, &event, hover)
                on:pointerup=move |event| input::up(session, canvas, &event)
                on:pointercancel=move |event| input::cancel(session, &event)
                on:pointerleave=move |_| hover.set(None)
                on:dblclick=move |event| input::double(session, canvas, &event)
                on:contextmenu=move |event| input::context_menu(session, canvas, &event)
                on:wheel=move |event| input::wheel(session, canvas, &event)
                on:keydown=move |event| input::key(session, &event)
                on:keyup=move |event| input::key_up(session, &event)
                on:blur=move |_| input::key_lost(session)
            >
                <g transform=move || {
                    let camera = camera.get();
                    format!("translate({} {}) scale({})", camera.x, camera.y, camera.zoom)
                }>
                    <Frame hints />
                    <Hulls />
                    <Wires hover />
                    <Cards hints />
                    <Pills />
                    <Live />
                </g>
            </svg>
            <Empty />
            <Broken />
            <Rename />
            <Pickers />
            <ContextMenu />
            <Controls />
        </div>
    }
}

/// How far apart the ground's dots are, and where the first one is.
fn ground(camera: Camera) -> (String, String, String) {
    let mut step = 24.0 * camera.zoom;
    while step < 14.0 {
        step *= 2.0;
    }
    (
        format!("{step}px"),
        format!("{}px", camera.x.rem_euclid(step)),
        format!("{}px", camera.y.rem_euclid(step)),
    )
}

/// The id that an element of the page has for a thing.
pub fn dom_id(id: &Id) -> String {
    format!("thing-{id}").replace(char::is_whitespace, "_")
}

fn watch_size(session: Session, host: &web_sys::HtmlDivElement) {
    let told = {
        let host = host.clone();
        Closure::<dyn FnMut()>::new(move || {
            let (width, height) = (f64::from(host.client_width()), f64::from(host.client_height()));
            session.resized(Viewport { width, height });
        })
    };
    if let Ok(observer) = web_sys::ResizeObserver::new(told.as_ref().unchecked_ref()) {
        observer.observe(host);
    }
    told.forget();
}

/// The things of a scene by id, each watched on its own: what stays the same is not drawn again.
fn parts<K, T>(of: Taken<K, T>) -> (Memo<Vec<K>>, Parts<K, T>)
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    T: Send + Sync + 'static,
{
    let session = session();
    let all = Memo::new_with_compare(
        move |_| Arc::new(of(&session.scene().get()).into_iter().collect::<HashMap<_, _>>()),
        |_, _| true,
    );
    let keys = Memo::new(move |_| of(&session.scene().get()).into_iter().map(|(key, _)| key).collect());
    (keys, all)
}

/// What takes them from a scene.
type Taken<K, T> = fn(&Scene) -> Vec<(K, Arc<T>)>;
type Parts<K, T> = Memo<Arc<HashMap<K, Arc<T>>>>;

/// One of them, as it was last.
fn part<K, T>(all: Parts<K, T>, key: K) -> Memo<Option<Arc<T>>>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    T: Send + Sync + 'static,
{
    Memo::new_with_compare(
        move |before: Option<&Option<Arc<T>>>| {
            all.with(|all| all.get(&key).map(Arc::clone)).or_else(|| before.cloned().flatten())
        },
        |before, now| match (before, now) {
            (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
            _ => true,
        },
    )
}

#[component]
fn Frame(hints: Hints) -> impl IntoView {
    let (keys, all) =
        parts(|scene| scene.frame.iter().map(|card| (card.id.clone(), Arc::clone(card))).collect());
    view! {
        <For each=move || keys.get() key=Clone::clone let(key)>
            <CardView card=part(all, key) hints />
        </For>
    }
}

#[component]
fn Cards(hints: Hints) -> impl IntoView {
    let (keys, all) =
        parts(|scene| scene.cards.iter().map(|card| (card.id.clone(), Arc::clone(card))).collect());
    view! {
        <For each=move || keys.get() key=Clone::clone let(key)>
            <CardView card=part(all, key) hints />
        </For>
    }
}

#[component]
fn CardView(card: Memo<Option<Arc<Card>>>, hints: Hints) -> impl IntoView {
    let session = session();
    let Some(first) = card.get_untracked() else { return ().into_any() };
    let id = first.id.clone();
    let mine = id.clone();
    let selected = Memo::new(move |_| session.selection().with(|ids| ids.contains(&mine)));
    let marquee = id.clone();
    let caught = Memo::new(move |_| hints.caught.with(|ids| ids.contains(&marquee)));
    let face = Memo::new(move |_| card.get().map(|card| (Arc::clone(&card.face), card.problems)));
    let lit = Memo::new(move |_| {
        let Some(card) = card.get() else { return Vec::new() };
        let spots = card.face.spots.iter().map(|spot| spot.port_ref(&card.id));
        hints.lights.with(|lights| spots.map(|port| lights.of_port(&port)).collect::<Vec<_>>())
    });
    let inside = move || {
        face.track();
        let lit = lit.get();
        card.get_untracked().map(|card| draw::card_inside(&card, &lit)).unwrap_or_default()
    };
    let class = Memo::new(move |_| card.get().map(|card| card.class()).unwrap_or_default());
    let at = Memo::new(move |_| card.get().map(|card| (card.at.x, card.at.y)));
    let spoken = Memo::new(move |_| card.get().map(|card| card.spoken()));
    view! {
        <g
            id=dom_id(&id)
            class=move || {
                let on = if selected.get() { " selected" } else if caught.get() { " caught" } else { "" };
                format!("{}{on}", class.get())
            }
            role="button"
            aria-label=move || spoken.get()
            aria-pressed=move || selected.get().to_string()
            transform=move || at.get().map(|(x, y)| format!("translate({x} {y})"))
            inner_html=inside
        ></g>
    }
    .into_any()
}

/// What the hand makes of the cards just now.
#[derive(Clone, Copy)]
struct Hints {
    lights: Memo<Lights>,
    /// In the marquee.
    caught: Memo<BTreeSet<Id>>,
}

impl Hints {
    fn of(session: Session, hover: RwSignal<Option<Arc<input::Hover>>>) -> Hints {
        let caught = Memo::new(move |_| {
            session.tool().with(|tool| match tool {
                Tool::Selecting { ids, .. } => ids.clone(),
                _ => BTreeSet::new(),
            })
        });
        Hints { lights: Memo::new(move |_| Lights::of(session, hover)), caught }
    }
}

/// Which ports are lit and which are dimmed: by the wire in hand, or by the port that the pointer is over.
#[derive(Clone)]
struct Lights {
    verdicts: Option<Arc<BTreeMap<PortRef, Verdict>>>,
    options: Option<Arc<[PortRef]>>,
    hover: Option<Arc<input::Hover>>,
    aim: Option<PortRef>,
}

impl PartialEq for Lights {
    fn eq(&self, other: &Lights) -> bool {
        fn same<T: ?Sized>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
            match (one, other) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (None, None) => true,
                _ => false,
            }
        }
        self.aim == other.aim
            && same(self.verdicts.as_ref(), other.verdicts.as_ref())
            && same(self.options.as_ref(), other.options.as_ref())
            && same(self.hover.as_ref(), other.hover.as_ref())
    }
}

impl Lights {
    fn of(session: Session, hover: RwSignal<Option<Arc<input::Hover>>>) -> Lights {
        let (verdicts, options, aim) = session.tool().with(|tool| {
            let aim = tool.aim().cloned();
            match tool {
                Tool::Connecting { verdicts, .. } => (Some(Arc::clone(verdicts)), None, aim),
                Tool::Choosing { from: Some(_), options, .. } => (None, Some(Arc::clone(options)), aim),
                _ => (None, None, aim),
            }
        });
        let busy = verdicts.is_some() || aim.is_some();
        Lights { verdicts, options, hover: if busy { None } else { hover.get() }, aim }
    }

    fn of_port(&self, port: &PortRef) -> &'static str {
        if self.aim.as_ref() == Some(port) {
            return " aim";
        }
        let fits = match self {
            Lights { verdicts: Some(verdicts), .. } => verdicts.get(port).map(Verdict::fits),
            Lights { options: Some(options), .. } => Some(options.contains(port)),
            Lights { hover: Some(hover), .. } => hover.fits(port),
            _ => None,
        };
        match fits {
            Some(true) => " lit",
            Some(false) => " dim",
            None => "",
        }
    }
}

#[component]
fn Wires(hover: RwSignal<Option<Arc<input::Hover>>>) -> impl IntoView {
    let (keys, all) =
        parts(|scene| scene.wires.iter().map(|wire| (wire.id.clone(), Arc::clone(wire))).collect());
    view! {
        <For each=move || keys.get() key=Clone::clone let(key)>
            <WireView wire=part(all, key) hover />
        </For>
    }
}

#[component]
fn WireView(wire: Memo<Option<Arc<Wire>>>, hover: RwSignal<Option<Arc<input::Hover>>>) -> impl IntoView {
    let session = session();
    let Some(first) = wire.get_untracked() else { return ().into_any() };
    let id = first.id.clone();
    let selected = Memo::new(move |_| {
        let Some(wire) = wire.get() else { return false };
        session.selection().with(|ids| {
            ids.contains(&wire.id)
                || wire.legs.iter().any(|leg| leg.end.as_ref().is_some_and(|end| ids.contains(end)))
        })
    });
    // A derived flow is drawn while one of its nodes is selected.
    let shown = Memo::new(move |_| {
        let Some(wire) = wire.get() else { return false };
        session.selection().with(|ids| {
            !ids.is_empty() && wire.sources.iter().chain(&wire.targets).any(|node| ids.contains(node))
        })
    });
    let near = Memo::new(move |_| {
        let Some(wire) = wire.get() else { return false };
        hover.with(|hover| hover.as_ref().is_some_and(|hover| hover.is(&wire.id)))
    });
    let class = Memo::new(move |_| wire.get().map(|wire| wire.class()).unwrap_or_default());
    view! {
        <g
            id=dom_id(&id)
            class=move || {
                let mut class = format!("{} whole", class.get());
                for (on, name) in [(selected.get(), " selected"), (shown.get(), " shown"), (near.get(), " near")] {
                    if on {
                        class.push_str(name);
                    }
                }
                class
            }
            role="img"
            aria-label=move || wire.get().map(|wire| wire.spoken.clone())
            inner_html=move || wire.get().map(|wire| draw::wire_inside(&wire)).unwrap_or_default()
        ></g>
    }
    .into_any()
}

#[component]
fn Pills() -> impl IntoView {
    let (keys, all) = parts(|scene| {
        scene.pills.iter().map(|pill| ((pill.id.clone(), pill.on.clone()), Arc::clone(pill))).collect()
    });
    view! {
        <For each=move || keys.get() key=Clone::clone let(key)>
            <PillView pill=part(all, key) />
        </For>
    }
}

#[component]
fn PillView(pill: Memo<Option<Arc<Pill>>>) -> impl IntoView {
    let session = session();
    let Some(first) = pill.get_untracked() else { return ().into_any() };
    let (id, mine) = (first.id.clone(), first.id.clone());
    let selected = Memo::new(move |_| session.selection().with(|ids| ids.contains(&mine)));
    view! {
        <g
            id=dom_id(&id)
            class="pill"
            class:selected=move || selected.get()
            role="button"
            aria-pressed=move || selected.get().to_string()
            aria-label=move || pill.get().map(|pill| format!("{}, policy", pill.title))
            inner_html=move || pill.get().map(|pill| draw::pill_inside(&pill)).unwrap_or_default()
        ></g>
    }
    .into_any()
}

#[component]
fn Hulls() -> impl IntoView {
    let (keys, all) =
        parts(|scene| scene.hulls.iter().map(|hull| (hull.id.clone(), Arc::clone(hull))).collect());
    view! {
        <For each=move || keys.get() key=Clone::clone let(key)>
            {
                let hull: Memo<Option<Arc<Hull>>> = part(all, key);
                view! {
                    <g class="hull" inner_html=move || hull.get().map(|hull| draw::hull_inside(&hull)).unwrap_or_default()></g>
                }
            }
        </For>
    }
}
