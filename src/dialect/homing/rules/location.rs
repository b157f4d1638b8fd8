//! Whether a location says where it is, in one way, with numbers that are on Earth.

use super::super::grammar::{GUIDE, PLACEMARK, SERVICE};
use super::super::model::{Datum, Given, Location, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[&NOWHERE, &HALF_A_COORDINATE, &ZERO_COORDINATE, &NOT_ON_EARTH, &CLLI_LENGTH, &SEVERAL_WAYS],
    check,
};

static NOWHERE: Code = Code::error(
    "homing/location-without-place",
    "H-LOC-1",
    "Homing Specification Guide, Locations",
    "A location says where it is: `latitude` and `longitude`, or `host_name`, or `clli_code`. Of one that says nothing the service finds no place.

Bad:
```yaml
locations: {customer: {}}
```
Good:
```yaml
locations: {customer: {latitude: 32.89, longitude: -97.04}}
```",
);
static HALF_A_COORDINATE: Code = Code::error(
    "homing/half-a-coordinate",
    "H-LOC-3",
    SERVICE,
    "Latitude and longitude are a place only together.

Bad:
```yaml
locations: {customer: {latitude: 32.89}}
```
Good:
```yaml
locations: {customer: {latitude: 32.89, longitude: -97.04}}
```",
);
static ZERO_COORDINATE: Code = Code::error(
    "homing/zero-coordinate",
    "H-LOC-4",
    SERVICE,
    "The service takes a number that is exactly 0 for a coordinate that is missing, so nothing lies on the equator or at Greenwich. As a text, \
`\"0.0\"`, it is there.

Bad:
```yaml
locations: {greenwich: {latitude: 51.48, longitude: 0}}
```
Good:
```yaml
locations: {greenwich: {latitude: 51.48, longitude: \"0.0\"}}
```",
);
static NOT_ON_EARTH: Code = Code::error(
    "homing/coordinate-not-on-earth",
    "H-LOC-5",
    "Geographic coordinates",
    "Latitudes are numbers from -90 to 90, longitudes from -180 to 180. The service does not look, and works with what it gets.

Bad:
```yaml
locations: {customer: {latitude: 132.89, longitude: -97.04}}
```
Good:
```yaml
locations: {customer: {latitude: 32.89, longitude: -97.04}}
```",
);
static CLLI_LENGTH: Code = Code::warning(
    "homing/clli-length",
    "H-LOC-6",
    "HAS homing specification, Locations",
    "A CLLI code of a place has eight characters. One of another length is not found.

Bad:
```yaml
locations: {customer: {clli_code: DLLS}}
```
Good:
```yaml
locations: {customer: {clli_code: DLLSTX55}}
```",
);
static SEVERAL_WAYS: Code = Code::warning(
    "homing/several-places",
    "H-LOC-7",
    SERVICE,
    "One location is at one place. Where several are said, coordinates win, then the host name, then the CLLI code; the others are not looked at.

Bad:
```yaml
locations: {customer: {host_name: h1, clli_code: DLLSTX55}}
```
Good:
```yaml
locations: {customer: {clli_code: DLLSTX55}}
```",
);

fn check(template: &Template, report: &mut Report) {
    for location in template.locations.iter().filter(|it| it.is_mapping || it.address.is_empty()) {
        // What is no mapping at all, the tables tell.
        let written = template.node(&location.path).is_some_and(|node| node.is_mapping() || node.is_null());
        if written && location.is_mapping {
            one(template, location, report);
        } else if written && template.node(&location.path).is_some_and(limn_yaml::Node::is_null) {
            nowhere(location, report);
        }
    }
}

fn nowhere(location: &Location, report: &mut Report) {
    let message = format!("`{}` says nothing of where it is", location.name);
    report.push(Diagnostic::new(&NOWHERE, location.range, location.path.clone(), message));
}

fn one(template: &Template, location: &Location, report: &mut Report) {
    let (latitude, longitude) = (&location.latitude, &location.longitude);
    let ways = [
        ("coordinates", latitude.is_some() || longitude.is_some()),
        ("`host_name`", location.host_name.is_some()),
        ("`clli_code`", location.clli_code.is_some()),
    ];
    let ways: Vec<&str> = ways.into_iter().filter(|(_, is)| *is).map(|(way, _)| way).collect();
    if ways.is_empty() && location.address.is_empty() {
        // Keys that nobody knows are told by themselves.
        let empty = template.node(&location.path).is_none_or(|node| node.entries().len() == 0);
        if empty {
            nowhere(location, report);
        }
    }
    if let [first, others @ ..] = ways.as_slice()
        && !others.is_empty()
    {
        let message = format!(
            "`{}` is placed by {first} alone: {} is not looked at",
            location.name,
            others.join(" and ")
        );
        report.push(Diagnostic::new(&SEVERAL_WAYS, location.range, location.path.clone(), message));
    }
    match (latitude, longitude) {
        (Some(only), None) => half(location, only, "longitude", report),
        (None, Some(only)) => half(location, only, "latitude", report),
        _ => {}
    }
    for (given, most, what) in [(latitude, 90.0, "latitude"), (longitude, 180.0, "longitude")] {
        if let Some(given) = given {
            degrees(given, most, what, report);
        }
    }
    if let Some(given) = &location.clli_code
        && let Some(text) = given.datum.text()
        && text.chars().count() != 8
    {
        let message = format!("a CLLI code has 8 characters, `{text}` has {}", text.chars().count());
        report.push(Diagnostic::new(&CLLI_LENGTH, given.range, given.path.clone(), message));
    }
    if let (true, Some(first)) = (GUIDE.has(template.profiles), location.address.first()) {
        let message = "the guide describes addresses and defers them, the engine refuses them";
        report.push(Diagnostic::new(&PLACEMARK, first.range, first.value.path.clone(), message));
    }
}

fn half(location: &Location, given: &Given, lacking: &str, report: &mut Report) {
    let message = format!("`{}` lacks its {lacking}", location.name);
    report.push(Diagnostic::new(&HALF_A_COORDINATE, given.range, location.path.clone(), message));
}

fn degrees(given: &Given, most: f64, what: &str, report: &mut Report) {
    let bad = |code: &'static Code, message: String| {
        Diagnostic::new(code, given.range, given.path.clone(), message)
    };
    match &given.datum {
        Datum::Number(number, _) if *number == 0.0 => {
            let message = format!("a {what} of exactly 0 counts as missing");
            let diagnostic = bad(&ZERO_COORDINATE, message);
            report.push(match given.parameter {
                Some(_) => diagnostic,
                None => {
                    let value = Value::Quoted("0.0".to_owned());
                    diagnostic.fix("Write `\"0.0\"`", vec![Op::Replace { at: given.path.clone(), value }])
                }
            });
        }
        Datum::Unresolved(_) => {}
        // A call that is none is told by itself.
        Datum::Map(_) => {}
        datum => match datum.number() {
            Some(number) if number.abs() <= most => {}
            Some(_) => {
                let said = datum.text().unwrap_or_default();
                report.push(bad(&NOT_ON_EARTH, format!("a {what} is -{most} to {most}, not `{said}`")));
            }
            None => {
                let said = datum.text().unwrap_or("a list");
                report.push(bad(&NOT_ON_EARTH, format!("a {what} is a number, not `{said}`")));
            }
        },
    }
}
