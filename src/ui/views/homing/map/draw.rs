//! Layers of the map: land and sea, reaches, routes, candidates and locations.

use leptos::prelude::*;

use super::super::super::super::session::{edits, navigation, notices, view_state};
use super::{Chart, Dot, WorldOutline, gestures};
use limn_homing::geo::{Label, MapView, Point, arc, circle, place_labels};
use limn_homing::placement::format_number;
use limn_language::graph::Id;
use limn_layout::{Font, elide, text_width};

/// Height of a pin, in pixels.
const HEAD: f64 = 24.0;
/// Shorter routes, in pixels, show no distance.
const SHORT: f64 = 56.0;

/// Sea, land, borders and a graticule of thirty degrees.
#[component]
pub fn Ground(chart: Chart, world: RwSignal<Option<WorldOutline>>) -> impl IntoView {
    let transform = move || {
        let (view, size) = (chart.view.get(), chart.size.get());
        let (x, y) = view.to_screen((0.0, 0.0), size);
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

fn path(lines: &[Vec<(f64, f64)>], view: MapView, size: (f64, f64), close: bool) -> String {
    let mut path = String::new();
    for line in lines {
        for (at, point) in line.iter().enumerate() {
            let (x, y) = view.to_screen(*point, size);
            path.push_str(&format!("{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' }));
        }
        if close {
            path.push('z');
        }
    }
    path
}

/// Elements that move with the view but keep their size.
#[component]
pub fn Overlay(chart: Chart) -> impl IntoView {
    view! {
        <g class="reaches">{move || rings(chart)}</g>
        <g class="ways" aria-hidden="true">{move || ways(chart)}</g>
        <g class="dots" aria-hidden="true">{move || dots(chart)}</g>
        <Pins chart />
    }
}

fn rings(chart: Chart) -> impl IntoView {
    let view_state = view_state();
    let (view, size) = (chart.view.get(), chart.size.get());
    let each = chart.data.get().rings.clone().into_iter().map(move |ring| {
        let center = chart.place(&ring.location, ring.center);
        let outline = |bound: Option<f64>| bound.map(|far| path(&circle(center, far), view, size, true));
        let (max, min) = (outline(ring.max), outline(ring.min));
        let id = ring.id.clone();
        let selected = move || view_state.selection().with(|ids| ids.contains(&id));
        let title = format!("{} {}: {}", ring.name, ring.label, ring.demands.join(", "));
        view! {
            <g class=format!("reach hue-{}", ring.hue) class:selected=selected>
                <title>{title}</title>
                {max.map(|path| view! { <path class="within" d=path /> })}
                {min.map(|path| view! { <path class="beyond" d=path /> })}
            </g>
        }
    });
    each.collect_view()
}

/// Lines from locations to the best candidates, and between candidates with a distance constraint.
fn ways(chart: Chart) -> impl IntoView {
    let (view, size) = (chart.view.get(), chart.size.get());
    let (data, dots) = (chart.data.get(), chart.dots.get());
    let chosen = |demand: &String| dots.iter().find(|dot| dot.chosen.contains(demand)).map(|dot| dot.at);
    let mut lines: Vec<(Point, Point, Option<bool>)> = Vec::new();
    for ring in &data.rings {
        let from = chart.place(&ring.location, ring.center);
        let kept = |to: Point| within(from.distance(to), ring.min, ring.max);
        lines.extend(ring.demands.iter().filter_map(chosen).map(|to| (from, to, Some(kept(to)))));
    }
    for line in &data.objective_lines {
        let to = chosen(&line.demand).filter(|to| !lines.iter().any(|(a, b, _)| *a == line.from && b == to));
        lines.extend(to.map(|to| (line.from, to, None)));
    }
    for limit in &data.pair_limits {
        let ends: Vec<Point> = limit.demands.iter().filter_map(chosen).collect();
        for (at, one) in ends.iter().enumerate() {
            for other in &ends[at + 1..] {
                lines.push((*one, *other, Some(within(one.distance(*other), limit.min, limit.max))));
            }
        }
    }
    let each = lines.into_iter().filter(|(from, to, _)| from != to).map(move |(from, to, kept)| {
        let way = arc(from, to);
        let middle = way.first().and_then(|line| line.get(line.len() / 2)).copied().unwrap_or_default();
        let (x, y) = view.to_screen(middle, size);
        let (start, end) = (
            view.to_screen((from.longitude, from.latitude), size),
            view.to_screen((to.longitude, to.latitude), size),
        );
        let is_short = (start.0 - end.0).hypot(start.1 - end.1) < SHORT;
        let far = (!is_short).then(|| format!("{} km", format_number(from.distance(to).round())));
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
    // The most important ones on top.
    dots.sort_by_key(|dot| (!dot.fits.is_empty(), !dot.chosen.is_empty()));
    let each = dots.into_iter().map(move |dot| {
        let (x, y) = chart.seen(dot.at);
        let title = description(&dot);
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

/// Candidate id, and the demands that it fits.
pub fn description(dot: &Dot) -> String {
    let list = |word: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { format!("; {word} {}", names.join(", ")) }
    };
    format!(
        "{}{}{}{}",
        dot.id,
        list("fits", &dot.fits),
        list("ruled out for", &dot.out),
        list("chosen for", &dot.chosen)
    )
}

/// A label on the map: text, class and position.
fn names(chart: Chart) -> Vec<(String, String, Label)> {
    const BOLD: Font = Font { size: 12.0, semibold: true };
    const LESSER: Font = Font { size: 11.0, semibold: false };
    const MOST: f64 = 190.0;
    /// Clearance around a point's marker.
    const AWAY: f64 = 9.0;
    let (data, dots) = (chart.data.get(), chart.dots.get());
    let fitted = |name: &str, font| {
        let text = elide(name, font, MOST);
        let width = text_width(&text, font) + 4.0;
        (text, width)
    };
    let places = data.locations.iter().map(|place| {
        let (text, width) = fitted(&place.name, BOLD);
        let at = chart.seen(chart.place(&place.id, place.position));
        (text, "place-name".to_owned(), Label::of_point(at, width, AWAY, HEAD))
    });
    let rings = data.rings.iter().filter_map(|ring| {
        use std::f64::consts::{FRAC_PI_2, PI};
        let far = ring.max.or(ring.min)?;
        let center = chart.place(&ring.location, ring.center);
        let (name, _) = fitted(&ring.name, BOLD);
        let text = format!("{name} {}", ring.label);
        let width = text_width(&text, BOLD) + 4.0;
        let sides =
            [(PI, (0.0, 1.0)), (0.0, (0.0, -1.0)), (FRAC_PI_2, (1.0, 0.0)), (-FRAC_PI_2, (-1.0, 0.0))];
        let points = sides.map(|(bearing, out)| (chart.seen(center.toward(bearing, far)), out));
        Some((text, format!("reach-name hue-{}", ring.hue), Label::of_ring(&points, width)))
    });
    let fitting = dots.iter().filter(|dot| !dot.fits.is_empty()).map(|dot| {
        let (text, width) = fitted(&dot.id, LESSER);
        (text, "place-name lesser".to_owned(), Label::of_point(chart.seen(dot.at), width, AWAY, 0.0))
    });
    places.chain(rings).chain(fitting).collect()
}

/// Location pins, and all labels that fit.
#[component]
fn Pins(chart: Chart) -> impl IntoView {
    let names = move || {
        let (named, wishes): (Vec<(String, String)>, Vec<Label>) =
            names(chart).into_iter().map(|(text, class, name)| ((text, class), name)).unzip();
        let positions = place_labels(&wishes, chart.size.get());
        let texts = named.into_iter().zip(positions).filter_map(|((text, class), at)| {
            let (x, y) = at?;
            Some(view! { <text class=class x=x y=y>{text}</text> })
        });
        texts.collect_view()
    };
    let ids = Memo::new(move |_| {
        chart.data.with(|data| data.locations.iter().map(|place| place.id.clone()).collect::<Vec<Id>>())
    });
    view! {
        <g class="names" aria-hidden="true">{names}</g>
        <For each=move || ids.get() key=|id| id.clone() let(id)>
            <Pin chart id />
        </For>
    }
}

/// A location. Keeps its element while it moves, so that it keeps the focus.
#[component]
fn Pin(chart: Chart, id: Id) -> impl IntoView {
    let (view_state, notices, navigation, edits) = (view_state(), notices(), navigation(), edits());
    let (own, mine, own_id) = (id.clone(), id.clone(), id.clone());
    let place = Memo::new(move |_| {
        chart.data.with(|data| data.locations.iter().find(|place| place.id == own).cloned())
    });
    let at = move || place.get().map(|place| chart.place(&place.id, place.position));
    let transform = move || {
        let (x, y) = at().map_or((-100.0, -100.0), |at| chart.seen(at));
        format!("translate({x:.1} {y:.1})")
    };
    let label = move || {
        place.get().map_or_else(String::new, |place| {
            let hint = if place.movable { "; Alt with an arrow key moves it" } else { "" };
            format!("{}, {}{hint}", place.name, place.position.label())
        })
    };
    let position = move || at().map_or_else(String::new, Point::label);
    let selected = Memo::new(move |_| view_state.selection().with(|ids| ids.contains(&mine)));
    let dragged = move || chart.hand.with(|hand| hand.as_ref().is_some_and(|(id, _)| *id == own_id));
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
                    navigation.reveal(&place.id);
                }
            }
            on:keydown=move |event| {
                if let Some(place) = place.get_untracked() {
                    gestures::place_key(navigation, edits, notices, &place, &event);
                }
            }
        >
            <title>{position}</title>
            <circle class="halo" r="14" />
            <path d="M0 0C-6-8-8-11-8-15a8 8 0 0 1 16 0c0 4-2 7-8 15z" />
            <circle class="eye" cy="-15" r="3" />
            <Show when=dragged>
                <text class="place-held" x="12" y="-22">{position}</text>
            </Show>
        </g>
    }
}
