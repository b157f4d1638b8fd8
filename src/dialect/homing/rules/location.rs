//! Whether a location says where it is, in one way, with numbers that are on Earth.

use super::super::grammar::{GUIDE, PLACEMARK, SERVICE};
use super::super::model::{Datum, Location, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[
        &MISSING_POSITION,
        &MISSING_COORDINATE,
        &ZERO_COORDINATE,
        &INVALID_COORDINATE,
        &CLLI_LENGTH,
        &SEVERAL_POSITIONS,
    ],
    check,
};

static MISSING_POSITION: Code = Code::error(
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
static MISSING_COORDINATE: Code = Code::error(
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
static INVALID_COORDINATE: Code = Code::error(
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
static SEVERAL_POSITIONS: Code = Code::warning(
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
    for location in
        template.locations.iter().filter(|location| location.is_mapping || location.address.is_empty())
    {
        // What is no mapping at all, the tables tell.
        let written = template.node(&location.path).is_some_and(|node| node.is_mapping() || node.is_null());
        if written && location.is_mapping {
            check_location(template, location, report);
        } else if written && template.node(&location.path).is_some_and(limn_yaml::Node::is_null) {
            report_missing_position(location, report);
        }
    }
}

fn report_missing_position(location: &Location, report: &mut Report) {
    let message = format!("`{}` says nothing of where it is", location.name);
    report.push(Diagnostic::new(&MISSING_POSITION, location.range, location.path.clone(), message));
}

fn check_location(template: &Template, location: &Location, report: &mut Report) {
    let (latitude, longitude) = (&location.latitude, &location.longitude);
    let positions = [
        ("coordinates", latitude.is_some() || longitude.is_some()),
        ("`host_name`", location.host_name.is_some()),
        ("`clli_code`", location.clli_code.is_some()),
    ];
    let positions: Vec<&str> =
        positions.into_iter().filter(|(_, is)| *is).map(|(position, _)| position).collect();
    if positions.is_empty() && location.address.is_empty() {
        // Keys that nobody knows are told by themselves.
        let empty = template.node(&location.path).is_none_or(|node| node.entries().len() == 0);
        if empty {
            report_missing_position(location, report);
        }
    }
    if let [first, others @ ..] = positions.as_slice()
        && !others.is_empty()
    {
        let message = format!(
            "`{}` is placed by {first} alone: {} is not looked at",
            location.name,
            others.join(" and ")
        );
        report.push(Diagnostic::new(&SEVERAL_POSITIONS, location.range, location.path.clone(), message));
    }
    match (latitude, longitude) {
        (Some(only), None) => report_missing_coordinate(location, only, "longitude", report),
        (None, Some(only)) => report_missing_coordinate(location, only, "latitude", report),
        _ => {}
    }
    for (setting, most, what) in [(latitude, 90.0, "latitude"), (longitude, 180.0, "longitude")] {
        if let Some(setting) = setting {
            check_degrees(setting, most, what, report);
        }
    }
    if let Some(setting) = &location.clli_code
        && let Some(text) = setting.datum.text()
        && text.chars().count() != 8
    {
        let message = format!("a CLLI code has 8 characters, `{text}` has {}", text.chars().count());
        report.push(Diagnostic::new(&CLLI_LENGTH, setting.range, setting.path.clone(), message));
    }
    if let (true, Some(first)) = (GUIDE.has(template.profiles), location.address.first()) {
        let message = "the guide describes addresses and defers them, the engine refuses them";
        report.push(Diagnostic::new(&PLACEMARK, first.range, first.value.path.clone(), message));
    }
}

fn report_missing_coordinate(location: &Location, setting: &Setting, missing: &str, report: &mut Report) {
    let message = format!("`{}` lacks its {missing}", location.name);
    report.push(Diagnostic::new(&MISSING_COORDINATE, setting.range, location.path.clone(), message));
}

fn check_degrees(setting: &Setting, most: f64, what: &str, report: &mut Report) {
    let diagnostic = |code: &'static Code, message: String| {
        Diagnostic::new(code, setting.range, setting.path.clone(), message)
    };
    match &setting.datum {
        Datum::Number(number, _) if *number == 0.0 => {
            let message = format!("a {what} of exactly 0 counts as missing");
            let diagnostic = diagnostic(&ZERO_COORDINATE, message);
            report.push(match setting.parameter {
                Some(_) => diagnostic,
                None => {
                    let value = Value::Quoted("0.0".to_owned());
                    diagnostic.fix("Write `\"0.0\"`", vec![Op::Replace { at: setting.path.clone(), value }])
                }
            });
        }
        Datum::Unresolved(_) => {}
        // A call that is none is told by itself.
        Datum::Map(_) => {}
        datum => match datum.number() {
            Some(number) if number.abs() <= most => {}
            Some(_) => {
                let text = datum.text().unwrap_or_default();
                report.push(diagnostic(
                    &INVALID_COORDINATE,
                    format!("a {what} is -{most} to {most}, not `{text}`"),
                ));
            }
            None => {
                let text = datum.text().unwrap_or("a list");
                report.push(diagnostic(&INVALID_COORDINATE, format!("a {what} is a number, not `{text}`")));
            }
        },
    }
}
