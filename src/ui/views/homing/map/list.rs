//! Locations as text beside the map: coordinates, distances, and locations without known coordinates.

use leptos::prelude::*;

use super::super::super::super::markdown::Inline;
use super::super::candidates::Name;
use super::Chart;
use super::draw::description;
use limn_homing::map::{DistanceRing, MapData, PairLimit};

#[component]
pub fn Places(chart: Chart) -> impl IntoView {
    view! {
        <aside class="world-places" aria-label="Locations">
            {move || list(&chart.data.get())}
            {move || candidates(chart)}
        </aside>
    }
}

fn list(data: &MapData) -> impl IntoView + use<> {
    let places = data.locations.iter().map(|place| {
        let from: Vec<&DistanceRing> = data.rings.iter().filter(|ring| ring.location == place.id).collect();
        let rings = from.into_iter().map(|ring| {
            view! {
                <li class=format!("hue-{}", ring.hue)>
                    <Name id=ring.id.clone() name=ring.name.clone() />
                    <span>{format!("{} for {}", bounds(&ring.label, ring.min, ring.max), ring.demands.join(", "))}</span>
                </li>
            }
        });
        let rings = rings.collect_view();
        view! {
            <li>
                <Name id=place.id.clone() name=place.name.clone() />
                <small>{place.position.label()}</small>
                <ul>{rings}</ul>
            </li>
        }
    });
    let places = places.collect_view();
    let elsewhere = data.unplaced.iter().map(|(id, name, why)| {
        view! {
            <li class="elsewhere">
                <Name id=id.clone() name=name.clone() />
                <small><Inline text=why.clone() /></small>
            </li>
        }
    });
    let elsewhere = elsewhere.collect_view();
    let spans = data.pair_limits.iter().map(|limit: &PairLimit| view! {
        <li>
            <Name id=limit.id.clone() name=limit.name.clone() />
            <small>{format!("{} between {}", bounds(&limit.label, limit.min, limit.max), limit.demands.join(", "))}</small>
        </li>
    });
    let spans = spans.collect_view();
    let none = data.locations.is_empty() && data.unplaced.is_empty();
    view! {
        <h3>"Locations"</h3>
        {none.then(|| view! { <p class="quiet">"No locations yet. Locations with a latitude and a longitude appear on the map."</p> })}
        <ul class="places">{places} {elsewhere}</ul>
        {(!data.pair_limits.is_empty()).then(|| view! { <h3>"Distances"</h3> })}
        <ul class="places">{spans}</ul>
    }
}

/// `< 50 mi (80.5 km)`
fn bounds(label: &str, least: Option<f64>, most: Option<f64>) -> String {
    if !label.ends_with("mi") {
        return label.to_owned();
    }
    let ends: Vec<String> =
        [least, most].into_iter().flatten().map(limn_homing::placement::format_number).collect();
    format!("{label} ({} km)", ends.join("-"))
}

fn candidates(chart: Chart) -> impl IntoView {
    let dots = chart.dots.get();
    if dots.is_empty() {
        return view! {
            <p class="quiet">"Add candidates in the Candidates view to see them on the map."</p>
        }
        .into_any();
    }
    let each = dots.iter().map(|dot| {
        view! {
            <li class:out=dot.fits.is_empty()>
                <span>{description(dot)}</span>
                <small>{dot.at.label()}</small>
            </li>
        }
    });
    let each = each.collect_view();
    view! {
        <h3>"Candidates"</h3>
        <ul class="places">{each}</ul>
    }
    .into_any()
}
