//! What the map shows: land and sea, reaches, ways, candidates and places, each layer on the one before.

use leptos::prelude::*;

use super::super::super::session::session;
use super::label::{Named, stand};
use super::{Chart, Dot, World, hand};
use crate::globe::{Point, View, arc, circle};
use crate::graph::Id;
use crate::trial::told;

/// How many hues there are for reaches.
const HUES: usize = 8;
/// How high a pin is, in pixels.
const HEAD: f64 = 24.0;
/// A way of fewer pixels has no room for its length.
const SHORT: f64 = 56.0;

/// Sea, land and borders, and a line for every thirty degrees.
#[component]
pub fn Ground(chart: Chart, world: RwSignal<Option<World>>) -> impl IntoView {
    let transform = move || {
        let (view, size) = (chart.view.get(), chart.size.get());
        let (x, y) = view.seen((0.0, 0.0), size);
        format!("translate({x:.2} {y:.2}) scale({:.4})", view.scale)
    };
    let lines = graticule();
    view! {
        <g transform=transform aria-hidden="true">
            <rect class="sea" x="-180" y="-90" width="360" height="180" />
            {move || {
                world.get().map(|world| view! {
                    <path class="land" d=world.0.clone() />
                    <path class="border" d=world.1.clone() />
                })
            }}
            <path class="graticule" d=lines />
        </g>
    }
}

fn graticule() -> String {
    let upright = (-5..=5).map(|at| format!("M{} -90V90", at * 30));
    let across = (-2..=2).map(|at| format!("M-180 {}H180", at * 30));
    upright.chain(across).collect()
}

fn path(lines: &[Vec<(f64, f64)>], view: View, size: (f64, f64), close: bool) -> String {
    let mut path = String::new();
    for line in lines {
        for (at, point) in line.iter().enumerate() {
            let (x, y) = view.seen(*point, size);
            path.push_str(&format!("{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' }));
        }
        if close {
            path.push('z');
        }
    }
    path
}

/// All that moves with the view but keeps its size.
#[component]
pub fn Overlay(chart: Chart) -> impl IntoView {
    view! {
        <g class="reaches">{move || reaches(chart)}</g>
        <g class="ways" aria-hidden="true">{move || ways(chart)}</g>
        <g class="dots" aria-hidden="true">{move || dots(chart)}</g>
        <Pins chart />
    }
}

fn reaches(chart: Chart) -> impl IntoView {
    let session = session();
    let (view, size) = (chart.view.get(), chart.size.get());
    let each = chart.atlas.get().reaches.clone().into_iter().enumerate().map(move |(at, reach)| {
        let center = chart.place(&reach.from, reach.center);
        let ring = |bound: Option<f64>| bound.map(|far| path(&circle(center, far), view, size, true));
        let (most, least) = (ring(reach.most), ring(reach.least));
        // The label stands on the ring, in the south.
        let far = reach.most.or(reach.least).unwrap_or(0.0);
        let south = center.toward(std::f64::consts::PI, far);
        let (x, y) = view.seen((south.longitude, south.latitude), size);
        let label = format!("{} {}", reach.name, reach.label);
        let id = reach.id.clone();
        let selected = move || session.selection().with(|ids| ids.contains(&id));
        let title = format!("{label}: {}", reach.whom.join(", "));
        view! {
            <g class=format!("reach hue-{}", at % HUES) class:selected=selected>
                <title>{title}</title>
                {most.map(|path| view! { <path class="within" d=path /> })}
                {least.map(|path| view! { <path class="beyond" d=path /> })}
                <text x=x y=y + 14.0 aria-hidden="true">{label}</text>
            </g>
        }
    });
    each.collect_view()
}

/// From places to what the best combination has, and between what has to lie so far apart.
fn ways(chart: Chart) -> impl IntoView {
    let (view, size) = (chart.view.get(), chart.size.get());
    let (atlas, dots) = (chart.atlas.get(), chart.dots.get());
    let chosen = |demand: &String| dots.iter().find(|dot| dot.chosen.contains(demand)).map(|dot| dot.at);
    let mut lines: Vec<(Point, Point, Option<bool>)> = Vec::new();
    for reach in &atlas.reaches {
        let from = chart.place(&reach.from, reach.center);
        let kept = |to: Point| within(from.distance(to), reach.least, reach.most);
        lines.extend(reach.whom.iter().filter_map(chosen).map(|to| (from, to, Some(kept(to)))));
    }
    for tie in &atlas.ties {
        let to = chosen(&tie.whom).filter(|to| !lines.iter().any(|(a, b, _)| *a == tie.from && b == to));
        lines.extend(to.map(|to| (tie.from, to, None)));
    }
    for span in &atlas.spans {
        let ends: Vec<Point> = span.whom.iter().filter_map(chosen).collect();
        for (at, one) in ends.iter().enumerate() {
            for other in &ends[at + 1..] {
                lines.push((*one, *other, Some(within(one.distance(*other), span.least, span.most))));
            }
        }
    }
    let each = lines.into_iter().filter(|(from, to, _)| from != to).map(move |(from, to, kept)| {
        let way = arc(from, to);
        let middle = way.first().and_then(|line| line.get(line.len() / 2)).copied().unwrap_or_default();
        let (x, y) = view.seen(middle, size);
        let (start, end) =
            (view.seen((from.longitude, from.latitude), size), view.seen((to.longitude, to.latitude), size));
        let is_short = (start.0 - end.0).hypot(start.1 - end.1) < SHORT;
        let far = (!is_short).then(|| format!("{} km", told(from.distance(to).round())));
        view! {
            <g class="way" class:plain=kept.is_none() class:broken=kept == Some(false)>
                <path d=path(&way, view, size, false) />
                {far.map(|far| view! { <text x=x y=y - 4.0>{far}</text> })}
            </g>
        }
    });
    each.collect_view()
}

fn within(far: f64, least: Option<f64>, most: Option<f64>) -> bool {
    least.is_none_or(|least| far >= least) && most.is_none_or(|most| far <= most)
}

fn dots(chart: Chart) -> impl IntoView {
    let mut dots = chart.dots.get();
    // What matters most lies on top.
    dots.sort_by_key(|dot| (!dot.fits.is_empty(), !dot.chosen.is_empty()));
    let each = dots.into_iter().map(move |dot| {
        let (x, y) = chart.seen(dot.at);
        let title = told_of(&dot);
        let (out, chosen) = (dot.fits.is_empty(), !dot.chosen.is_empty());
        view! {
            <g class="dot" class:out=out class:chosen=chosen transform=format!("translate({x:.1} {y:.1})")>
                <title>{title}</title>
                {chosen.then(|| view! { <circle class="ring" r="8" /> })}
                <circle r="4.500" />
                {out.then(|| view! { <path d="M-3-3 3 3M3-3-3 3" /> })}
            </g>
        }
    });
    each.collect_view()
}

/// Who it is, and whom it fits.
pub fn told_of(dot: &Dot) -> String {
    let list = |word: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { format!("; {word} {}", names.join(", ")) }
    };
    format!(
        "{}{}{}{}",
        dot.id,
        list("fits", &dot.fits),
        list("out for", &dot.out),
        list("chosen for", &dot.chosen)
    )
}

/// The places themselves, with their names, and the names of candidates where there is room.
#[component]
fn Pins(chart: Chart) -> impl IntoView {
    let names = move || {
        let (atlas, dots) = (chart.atlas.get(), chart.dots.get());
        let places = atlas
            .places
            .iter()
            .map(|place| (place.name.clone(), chart.seen(chart.place(&place.id, place.at)), true));
        let chosen = dots.iter().filter(|dot| !dot.fits.is_empty());
        let all: Vec<(String, (f64, f64), bool)> =
            places.chain(chosen.map(|dot| (dot.id.clone(), chart.seen(dot.at), false))).collect();
        let head = |is_place: bool| if is_place { HEAD } else { 0.0 };
        let named: Vec<Named<'_>> =
            all.iter().map(|(name, at, is_place)| (name.as_str(), *at, head(*is_place))).collect();
        let stands = stand(&named, 9.0);
        let texts = all.iter().zip(stands).filter_map(|((name, _, is_place), at)| {
            let (x, y) = at?;
            Some(view! { <text class="place-name" class:lesser=!is_place x=x y=y>{name.clone()}</text> })
        });
        texts.collect_view()
    };
    let ids = Memo::new(move |_| {
        chart.atlas.with(|atlas| atlas.places.iter().map(|place| place.id.clone()).collect::<Vec<Id>>())
    });
    view! {
        <g class="names" aria-hidden="true">{names}</g>
        <For each=move || ids.get() key=|id| id.clone() let(id)>
            <Pin chart id />
        </For>
    }
}

/// One place. It stays the same element while it is moved, so that it keeps the keyboard.
#[component]
fn Pin(chart: Chart, id: Id) -> impl IntoView {
    let session = session();
    let (own, mine, held) = (id.clone(), id.clone(), id.clone());
    let place = Memo::new(move |_| {
        chart.atlas.with(|atlas| atlas.places.iter().find(|place| place.id == own).cloned())
    });
    let at = move || place.get().map(|place| chart.place(&place.id, place.at));
    let transform = move || {
        let (x, y) = at().map_or((-100.0, -100.0), |at| chart.seen(at));
        format!("translate({x:.1} {y:.1})")
    };
    let label = move || {
        place.get().map_or_else(String::new, |place| {
            let hint = if place.movable { "; Alt and an arrow key move it" } else { "" };
            format!("{}, {}{hint}", place.name, place.at.told())
        })
    };
    let told = move || at().map_or_else(String::new, Point::told);
    let selected = Memo::new(move |_| session.selection().with(|ids| ids.contains(&mine)));
    let in_hand = move || chart.hand.with(|hand| hand.as_ref().is_some_and(|(id, _)| *id == held));
    view! {
        <g
            class="pin"
            class:selected=move || selected.get()
            class:fixed=move || place.with(|place| place.as_ref().is_some_and(|place| !place.movable))
            data-place=id.to_string()
            tabindex="0"
            role="button"
            aria-label=label
            aria-pressed=move || selected.get().to_string()
            transform=transform
            on:click=move |_| {
                if let Some(place) = place.get_untracked() {
                    session.reveal(&place.id);
                }
            }
            on:keydown=move |event| {
                if let Some(place) = place.get_untracked() {
                    hand::place_key(session, &place, &event);
                }
            }
        >
            <title>{told}</title>
            <circle class="halo" r="14" />
            <path d="M0 0C-6-8-8-11-8-15a8 8 0 0 1 16 0c0 4-2 7-8 15z" />
            <circle class="eye" cy="-15" r="3" />
            <Show when=in_hand>
                <text class="place-held" x="12" y="-22">{told}</text>
            </Show>
        </g>
    }
}
