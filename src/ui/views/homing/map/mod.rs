//! Map: locations of the active document on an outline of the world, distances from them, and candidates. Locations can be
//! moved by pointer and by key. The projection is in `limn_homing::geo`.

mod draw;
mod gestures;
mod list;

use std::cell::RefCell;
use std::sync::Arc;

use leptos::{html, prelude::*, svg};
use wasm_bindgen::prelude::*;

use super::super::super::browser::fetch;
use super::super::super::icons::{Glyph, Picture};
use super::super::super::session::{Notices, edits, navigation, notices};
use super::{HomingData, homing_data};
use draw::{Ground, Overlay};
use limn_homing::geo::{MapView as Viewport, Point};
use limn_homing::map::MapData;
use limn_homing::placement::Combinations;
use limn_language::graph::Id;
use list::Places;

/// Outline of the world: land and borders.
type WorldOutline = Arc<(String, String)>;

thread_local! {
    static WORLD: RefCell<Option<WorldOutline>> = const { RefCell::new(None) };
}

/// Larger reaches, in kilometers, are not fitted into the view.
const WIDE: f64 = 2500.0;

/// State of the map.
#[derive(Clone, Copy)]
pub struct Chart {
    pub data: Memo<Arc<MapData>>,
    pub dots: Memo<Vec<Dot>>,
    pub size: RwSignal<(f64, f64)>,
    pub view: RwSignal<Viewport>,
    /// The dragged location, and where it was grabbed.
    pub hand: RwSignal<Option<(Id, Point)>>,
}

/// A candidate on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    pub id: String,
    pub at: Point,
    /// Demands that it fits, and demands that it is ruled out for.
    pub fits: Vec<String>,
    pub out: Vec<String>,
    /// Demands for which the best combination uses it.
    pub chosen: Vec<String>,
}

impl Chart {
    /// Current place of a location: while dragged, or as in the document.
    pub fn place(self, id: &Id, at: Point) -> Point {
        self.hand.with(|hand| hand.as_ref().filter(|(dragged, _)| dragged == id).map_or(at, |(_, at)| *at))
    }

    pub fn seen(self, at: Point) -> (f64, f64) {
        self.view.get().to_screen((at.longitude, at.latitude), self.size.get())
    }

    /// Fits all locations and all feasible candidates.
    pub fn fit(self) {
        let mut points: Vec<Point> =
            self.data.with_untracked(|data| data.locations.iter().map(|place| place.position).collect());
        // Fits reaches completely, unless they are huge.
        self.data.with_untracked(|data| {
            for ring in &data.rings {
                let far = ring.max.or(ring.min).filter(|far| *far < WIDE);
                let way = |quarter: u8| std::f64::consts::FRAC_PI_2 * f64::from(quarter);
                points.extend(
                    far.iter().flat_map(|far| (0..4).map(move |at| ring.center.toward(way(at), *far))),
                );
            }
        });
        self.dots.with_untracked(|dots| {
            points.extend(dots.iter().filter(|dot| !dot.fits.is_empty()).map(|dot| dot.at));
        });
        self.view.set(Viewport::of(&points, self.size.get_untracked()));
    }

    pub fn zoom(self, factor: f64, at: Option<(f64, f64)>) {
        let size = self.size.get_untracked();
        let at = at.unwrap_or((size.0 / 2.0, size.1 / 2.0));
        self.view.update(|view| *view = view.zoomed(factor, at, size));
    }

    pub fn pan(self, dx: f64, dy: f64) {
        let size = self.size.get_untracked();
        self.view.update(|view| *view = view.panned((dx, dy), size));
    }
}

#[component]
pub fn Map() -> impl IntoView {
    let (notices, navigation, edits) = (notices(), navigation(), edits());
    let size = RwSignal::new((800.0, 500.0));
    let data = homing_data();
    let chart = Chart {
        data: Memo::new(move |_| data.map.get().unwrap_or_default()),
        dots: Memo::new(move |_| dots(data)),
        size,
        view: RwSignal::new(Viewport::of(&[], size.get_untracked())),
        hand: RwSignal::new(None),
    };
    let world = outline(notices);
    let host = NodeRef::<html::Div>::new();
    let map = NodeRef::<svg::Svg>::new();
    Effect::new(move |_| {
        if let Some(host) = host.get() {
            watch_size(&host, chart);
        }
    });
    let button = move |label: &'static str, keys: &'static str, glyph: Glyph, run: fn(Chart)| {
        view! {
            <button
                type="button"
                class="button small bare"
                aria-label=label
                title=format!("{label} ({keys})")
                on:click=move |_| run(chart)
            >
                <Picture glyph=glyph />
            </button>
        }
    };
    view! {
        <div class="world" id="view-map" role="tabpanel" aria-labelledby="tab-map">
            <div class="world-frame">
                <div class="world-host" node_ref=host>
                    <svg
                        class="world-map"
                        node_ref=map
                        tabindex="0"
                        role="group"
                        aria-roledescription="map"
                        aria-label="Map of the locations. Arrow keys pan, plus and minus zoom, 1 fits all locations."
                        on:pointerdown=move |event| gestures::down(chart, map, &event)
                        on:pointermove=move |event| gestures::moved(chart, map, &event)
                        on:pointerup=move |event| gestures::up(navigation, edits, chart, map, &event)
                        on:pointercancel=move |_| chart.hand.set(None)
                        on:dblclick=move |event| chart.zoom(2.0, Some(gestures::place(map, &event)))
                        on:wheel=move |event| gestures::wheel(chart, map, &event)
                        on:keydown=move |event| gestures::key(chart, &event)
                    >
                        <Ground chart world />
                        <Overlay chart />
                    </svg>
                    <div class="controls" role="group" aria-label="Map view">
                        {button("Zoom out", "-", Glyph::Minus, |chart| chart.zoom(1.0 / 1.5, None))}
                        {button("Zoom in", "+", Glyph::Plus, |chart| chart.zoom(1.5, None))}
                        {button("Fit all locations", "1", Glyph::Fit, Chart::fit)}
                    </div>
                    <Bar chart />
                </div>
                <Places chart />
            </div>
        </div>
    }
}

/// Candidates with coordinates, each once.
fn dots(data: HomingData) -> Vec<Dot> {
    let Some(outcome) = data.outcome.get() else { return Vec::new() };
    let chosen: Vec<(String, String)> = match &outcome.combinations {
        Combinations::Found { best, .. } => {
            best.first().map(|choice| choice.chosen.clone()).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let mut dots: Vec<Dot> = Vec::new();
    for tried in &outcome.demands {
        for candidate in &tried.candidates {
            let Some(at) = candidate.place else { continue };
            let there = dots.iter().position(|dot| dot.id == candidate.id && dot.at == at);
            let place = there.unwrap_or_else(|| {
                dots.push(Dot {
                    id: candidate.id.clone(),
                    at,
                    fits: Vec::new(),
                    out: Vec::new(),
                    chosen: Vec::new(),
                });
                dots.len() - 1
            });
            let dot = &mut dots[place];
            if candidate.is_out() { &mut dot.out } else { &mut dot.fits }.push(tried.name.clone());
            if chosen.iter().any(|(demand, id)| *demand == tried.name && *id == candidate.id) {
                dot.chosen.push(tried.name.clone());
            }
        }
    }
    dots
}

/// Fetched once per visit.
fn outline(notices: Notices) -> RwSignal<Option<WorldOutline>> {
    let world = RwSignal::new(WORLD.with_borrow(Clone::clone));
    if world.with_untracked(Option::is_none) {
        wasm_bindgen_futures::spawn_local(async move {
            match fetch("world.txt").await {
                Ok(text) => {
                    let (land, borders) = text.split_once('\n').unwrap_or((&text, ""));
                    let read = Arc::new((land.to_owned(), borders.trim().to_owned()));
                    WORLD.set(Some(Arc::clone(&read)));
                    world.try_set(Some(read));
                }
                Err(_) => notices.show_error("could not fetch the world map: locations are shown without it"),
            }
        });
    }
    world
}

/// Scale bar in kilometers and miles.
#[component]
fn Bar(chart: Chart) -> impl IntoView {
    let bar = Memo::new(move |_| chart.view.get().scale_bar(120.0));
    view! {
        <div class="world-bar" aria-hidden="true">
            <span>{move || format!("{} km", limn_homing::placement::format_number(bar.get().0))}</span>
            <span class="bar" style:width=move || format!("{:.0}px", bar.get().1)></span>
            <span>{move || format!("{} mi", limn_homing::placement::format_number((bar.get().0 / 1.609_344).round()))}</span>
        </div>
    }
}

fn watch_size(host: &web_sys::HtmlDivElement, chart: Chart) {
    let fitted = StoredValue::new(false);
    let observer_callback = {
        let host = host.clone();
        Closure::<dyn FnMut()>::new(move || {
            let size = (f64::from(host.client_width()), f64::from(host.client_height()));
            if size.0 < 1.0 || size.1 < 1.0 || chart.size.try_set(size).is_some() {
                return;
            }
            if fitted.try_update_value(|fitted| std::mem::replace(fitted, true)) == Some(false) {
                chart.fit();
            } else {
                chart.pan(0.0, 0.0);
            }
        })
    };
    if let Ok(observer) = web_sys::ResizeObserver::new(observer_callback.as_ref().unchecked_ref()) {
        observer.observe(host);
        let observer = StoredValue::new_local(observer);
        on_cleanup(move || {
            observer.try_with_value(web_sys::ResizeObserver::disconnect);
        });
    }
    observer_callback.forget();
}
