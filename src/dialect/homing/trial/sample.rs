//! A table to begin with: the candidates that the template lists itself, and for demands that an inventory would serve a few towns near its
//! locations and far from them, with the columns that its constraints look at. Made of what is public about towns; every candidate is invented.

use std::fmt::Write;

use super::alone::place;
use crate::dialect::homing::model::{Asked, Source, Template, Value};
use crate::globe::Point;

/// Town, latitude, longitude, country, state, region.
const TOWNS: [(&str, f64, f64, &str, &str, &str); 26] = [
    ("dallas", 32.78, -96.8, "USA", "TX", "us-south"),
    ("houston", 29.76, -95.37, "USA", "TX", "us-south"),
    ("atlanta", 33.75, -84.39, "USA", "GA", "us-south"),
    ("miami", 25.76, -80.19, "USA", "FL", "us-south"),
    ("new-york", 40.71, -74.01, "USA", "NY", "us-east"),
    ("ashburn", 39.04, -77.49, "USA", "VA", "us-east"),
    ("chicago", 41.88, -87.63, "USA", "IL", "us-central"),
    ("denver", 39.74, -104.99, "USA", "CO", "us-central"),
    ("san-jose", 37.34, -121.89, "USA", "CA", "us-west"),
    ("seattle", 47.61, -122.33, "USA", "WA", "us-west"),
    ("toronto", 43.65, -79.38, "CAN", "ON", "ca-east"),
    ("sao-paulo", -23.55, -46.63, "BRA", "SP", "sa-east"),
    ("london", 51.51, -0.13, "GBR", "ENG", "eu-west"),
    ("paris", 48.86, 2.35, "FRA", "IDF", "eu-west"),
    ("frankfurt", 50.11, 8.68, "DEU", "HE", "eu-central"),
    ("warsaw", 52.23, 21.01, "POL", "MZ", "eu-central"),
    ("madrid", 40.42, -3.7, "ESP", "MD", "eu-south"),
    ("stockholm", 59.33, 18.07, "SWE", "AB", "eu-north"),
    ("cairo", 30.04, 31.24, "EGY", "C", "af-north"),
    ("johannesburg", -26.2, 28.05, "ZAF", "GP", "af-south"),
    ("dubai", 25.2, 55.27, "ARE", "DU", "me-south"),
    ("mumbai", 19.08, 72.88, "IND", "MH", "in-west"),
    ("bengaluru", 12.97, 77.59, "IND", "KA", "in-south"),
    ("singapore", 1.35, 103.82, "SGP", "SG", "ap-south"),
    ("tokyo", 35.68, 139.69, "JPN", "13", "ap-east"),
    ("sydney", -33.87, 151.21, "AUS", "NSW", "ap-south-2"),
];
/// How many towns are near; two more are far.
const NEAR: usize = 4;

/// The table as CSV; just the heading where there is no demand.
pub fn sample(template: &Template) -> String {
    let extra = columns(template);
    let mut text =
        "candidate_id,demand,inventory_type,latitude,longitude,country,state,region,location_id,complex_name,cost".to_owned();
    for name in &extra {
        text.push(',');
        text.push_str(&quoted(name));
    }
    text.push('\n');
    for demand in &template.demands {
        let towns = towns(template);
        let own: Vec<_> =
            demand.sources.iter().flat_map(|source| source.candidates.iter().flatten()).collect();
        let kind = demand.sources.iter().find_map(kind).unwrap_or("cloud");
        if own.is_empty() {
            for (at, town) in towns.iter().enumerate() {
                line(
                    &mut text,
                    (&format!("{}-{}", town.0, demand.name), &demand.name, kind),
                    town,
                    &extra,
                    at,
                );
            }
        }
        for (at, candidate) in own.iter().enumerate() {
            let Some(id) = candidate.id.as_ref().and_then(|given| given.datum.text()) else { continue };
            line(&mut text, (id, &demand.name, kind), &towns[at % towns.len()], &extra, at);
        }
    }
    text
}

fn kind(source: &Source) -> Option<&str> {
    source.kind.as_ref().and_then(|given| given.datum.text())
}

type Town = (&'static str, f64, f64, &'static str, &'static str, &'static str);

/// The nearest of all locations, and a few of the farthest.
fn towns(template: &Template) -> Vec<Town> {
    let mut from: Vec<Point> = Vec::new();
    for location in &template.locations {
        from.extend(location.coordinates().and_then(|(latitude, longitude)| Point::new(latitude, longitude)));
    }
    // The places that constraints measure from count before others.
    for constraint in &template.constraints {
        if let Asked::DistanceTo { location, .. } = &constraint.asked {
            from.extend(place(template, location.as_ref()));
        }
    }
    let mut towns = TOWNS.to_vec();
    let far = |town: &Town| {
        let at = Point { latitude: town.1, longitude: town.2 };
        from.iter().map(|from| from.distance(at)).fold(f64::INFINITY, f64::min)
    };
    if !from.is_empty() {
        towns.sort_by(|a, b| far(a).total_cmp(&far(b)));
    }
    let rest = towns.split_off(NEAR);
    towns.extend([rest.len() / 2, rest.len() - 1].map(|at| rest[at]));
    towns
}

fn line(text: &mut String, (id, demand, kind): (&str, &str, &str), town: &Town, extra: &[String], at: usize) {
    let (name, latitude, longitude, country, state, region) = town;
    let cost = 10 + 5 * (at % 4);
    let _ = write!(
        text,
        "{},{},{kind},{latitude},{longitude},{country},{state},{region},{region},{name}-dc,{cost}",
        quoted(id),
        quoted(demand)
    );
    for (column, name) in extra.iter().enumerate() {
        let _ = match name.as_str() {
            "inventory_group" => write!(text, ",g{}", at % 3 + 1),
            "hpa_score" => write!(text, ",{}", 2 * (at % 3)),
            _ => write!(text, ",{}", 10 + 10 * ((at + column) % 5)),
        };
    }
    text.push('\n');
}

/// What the constraints and the objective look at beside the usual.
fn columns(template: &Template) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for constraint in &template.constraints {
        match &constraint.asked {
            Asked::InventoryGroup => names.push("inventory_group".to_owned()),
            Asked::Threshold { tests } => {
                let named = tests.iter().filter_map(|test| test.attribute.as_ref()?.datum.text());
                names.extend(named.map(str::to_owned));
            }
            _ => {}
        }
    }
    for term in template.terms() {
        match &term.value {
            Value::Attribute { attribute: Some(name), .. } => names.push(name.clone()),
            Value::Latency(_) => names.push("latency".to_owned()),
            Value::HpaScore(_) => names.push("hpa_score".to_owned()),
            _ => {}
        }
    }
    let usual =
        ["cost", "latitude", "longitude", "country", "state", "region", "candidate_id", "location_id"];
    names.retain(|name| !name.is_empty() && !usual.contains(&name.as_str()));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', ';', '\t']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
