//! Locations as text beside the map: coordinates, distances, and locations without known coordinates.

use leptos::prelude::*;

use super::super::super::markdown::Inline;
use super::super::trial::Name;
use super::Chart;
use super::draw::told_of;
use limn_language::geo::{Atlas, Reach, Span};

#[component]
pub fn Places(chart: Chart) -> impl IntoView {
    view! {
        <aside class="world-places" aria-label="Locations">
            {move || list(&chart.atlas.get())}
            {move || candidates(chart)}
        </aside>
    }
}

fn list(atlas: &Atlas) -> impl IntoView + use<> {
    let places = atlas.places.iter().map(|place| {
        let from: Vec<&Reach> = atlas.reaches.iter().filter(|reach| reach.from == place.id).collect();
        let reaches = from.into_iter().map(|reach| {
            view! {
                <li class=format!("hue-{}", reach.hue)>
                    <Name id=reach.id.clone() name=reach.name.clone() />
                    <span>{format!("{} for {}", bounds(&reach.label, reach.least, reach.most), reach.whom.join(", "))}</span>
                </li>
            }
        });
        let reaches = reaches.collect_view();
        view! {
            <li>
                <Name id=place.id.clone() name=place.name.clone() />
                <small>{place.at.label()}</small>
                <ul>{reaches}</ul>
            </li>
        }
    });
    let places = places.collect_view();
    let elsewhere = atlas.elsewhere.iter().map(|(id, name, why)| {
        view! {
            <li class="elsewhere">
                <Name id=id.clone() name=name.clone() />
                <small><Inline text=why.clone() /></small>
            </li>
        }
    });
    let elsewhere = elsewhere.collect_view();
    let spans = atlas.spans.iter().map(|span: &Span| view! {
        <li>
            <Name id=span.id.clone() name=span.name.clone() />
            <small>{format!("{} between {}", bounds(&span.label, span.least, span.most), span.whom.join(", "))}</small>
        </li>
    });
    let spans = spans.collect_view();
    let none = atlas.places.is_empty() && atlas.elsewhere.is_empty();
    view! {
        <h3>"Locations"</h3>
        {none.then(|| view! { <p class="quiet">"No locations yet. Locations with a latitude and a longitude appear on the map."</p> })}
        <ul class="places">{places} {elsewhere}</ul>
        {(!atlas.spans.is_empty()).then(|| view! { <h3>"Distances"</h3> })}
        <ul class="places">{spans}</ul>
    }
}

/// `< 50 mi (80.5 km)`
fn bounds(label: &str, least: Option<f64>, most: Option<f64>) -> String {
    if !label.ends_with("mi") {
        return label.to_owned();
    }
    let ends: Vec<String> =
        [least, most].into_iter().flatten().map(limn_language::placement::format_number).collect();
    format!("{label} ({} km)", ends.join("-"))
}

fn candidates(chart: Chart) -> impl IntoView {
    let dots = chart.dots.get();
    if dots.is_empty() {
        return view! {
            <p class="quiet">"Add candidates under Try it to see them on the map."</p>
        }
        .into_any();
    }
    let each = dots.iter().map(|dot| {
        view! {
            <li class:out=dot.fits.is_empty()>
                <span>{told_of(dot)}</span>
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
