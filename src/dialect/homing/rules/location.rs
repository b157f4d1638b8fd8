//! Rule: a location has one position, with valid coordinates.

use super::super::grammar::{GUIDE, HAS, PLACEMARK};
use super::super::model::{Datum, Location, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
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
    "homing/location-without-position",
    "H-LOC-1",
    "Homing Specification Guide, Locations",
    "Checks that a location has a position: `latitude` and `longitude`, `host_name` or `clli_code`.",
)
.earlier(&["homing/location-without-place"])
.why("Without a position, HAS cannot locate it.")
.advice("Add `latitude` and `longitude`, `host_name` or `clli_code`.")
.bad(
    "template",
    "
locations: {customer: {}}
#           ^^^^^^^^
",
)
.good("locations: {customer: {latitude: 32.89, longitude: -97.04}}");
static MISSING_COORDINATE: Code = Code::error(
    "homing/incomplete-coordinates",
    "H-LOC-3",
    HAS,
    "Checks that `latitude` and `longitude` are set together.",
)
.earlier(&["homing/half-a-coordinate"])
.why("HAS uses coordinates only as a pair. If the location has no other position, it rejects the template.")
.advice("Add the other coordinate.")
.bad(
    "template",
    "
locations: {customer: {latitude: 32.89}}
#                                ^^^^^
",
)
.good("locations: {customer: {latitude: 32.89, longitude: -97.04}}");
static ZERO_COORDINATE: Code =
    Code::error("homing/zero-coordinate", "H-LOC-4", HAS, "Checks that a coordinate isn't the number 0.")
        .why("HAS treats the number 0 as missing.")
        .advice("Write the string `\"0.0\"`.")
        .bad(
            "template",
            "
locations: {customer: {latitude: 51.48, longitude: 0}}
#                                                  ^
",
        )
        .good(r#"locations: {customer: {latitude: 51.48, longitude: "0.0"}}"#);
static INVALID_COORDINATE: Code = Code::error(
    "homing/coordinate-not-on-earth",
    "H-LOC-5",
    "Geographic coordinates",
    "Checks that latitudes are numbers from -90 to 90 and longitudes from -180 to 180.",
)
.why("HAS doesn't check the range and calculates with any number.")
.advice("Correct the number, or exchange `latitude` and `longitude` if they are swapped.")
.bad(
    "template",
    "
locations: {customer: {latitude: 132.89, longitude: -97.04}}
#                                ^^^^^^
",
)
.good("locations: {customer: {latitude: 32.89, longitude: -97.04}}");
static CLLI_LENGTH: Code = Code::warning(
    "homing/clli-length",
    "H-LOC-6",
    "ONAP HAS homing specification, Locations",
    "Checks that a CLLI code of a site has eight characters.",
)
.why("Codes of other lengths aren't found.")
.advice("Write the complete code of eight characters, such as `DLLSTX55`.")
.bad(
    "template",
    "
locations: {customer: {clli_code: DLLS}}
#                                 ^^^^
",
)
.good("locations: {customer: {clli_code: DLLSTX55}}");
static SEVERAL_POSITIONS: Code = Code::warning(
    "homing/several-positions",
    "H-LOC-7",
    HAS,
    "Checks that a location has only one kind of position.",
)
.earlier(&["homing/several-places"])
.why("HAS uses coordinates before the host name, and the host name before the CLLI code, and ignores the others.")
.advice("Keep the coordinates, `host_name` or `clli_code`, and remove the others.")
.bad(
    "template",
    "
locations: {customer: {host_name: h1, clli_code: DLLSTX55}}
#           ^^^^^^^^
",
)
.good("locations: {customer: {clli_code: DLLSTX55}}");

fn check(template: &Template, report: &mut Report) {
    for location in
        template.locations.iter().filter(|location| location.is_mapping || location.address.is_empty())
    {
        // The tables report other values.
        let written = template.node(&location.path).is_some_and(|node| node.is_mapping() || node.is_null());
        if written && location.is_mapping {
            check_location(template, location, report);
        } else if written && template.node(&location.path).is_some_and(limn_yaml::Node::is_null) {
            report_missing_position(location, report);
        }
    }
}

fn report_missing_position(location: &Location, report: &mut Report) {
    let message = message::missing_parts(format_args!("position on location `{}`", location.name));
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
        // Other checks report unknown keys.
        let empty = template.node(&location.path).is_none_or(|node| node.entries().len() == 0);
        if empty {
            report_missing_position(location, report);
        }
    }
    if let [first, others @ ..] = positions.as_slice()
        && !others.is_empty()
    {
        let message = format!("`{}` uses {first}; {} is ignored", location.name, others.join(" and "));
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
        let message = message::expected("a CLLI code of 8 characters", format_args!("`{text}`"));
        report.push(Diagnostic::new(&CLLI_LENGTH, setting.range, setting.path.clone(), message));
    }
    if let (true, Some(first)) = (GUIDE.has(template.profiles), location.address.first()) {
        let message = "addresses are deferred by the specification guide and rejected by HAS";
        report.push(Diagnostic::new(&PLACEMARK, first.range, first.value.path.clone(), message));
    }
}

fn report_missing_coordinate(location: &Location, setting: &Setting, missing: &str, report: &mut Report) {
    let message = message::missing_on("key", missing, "location", &location.name);
    report.push(Diagnostic::new(&MISSING_COORDINATE, setting.range, location.path.clone(), message));
}

fn check_degrees(setting: &Setting, most: f64, what: &str, report: &mut Report) {
    let diagnostic = |code: &'static Code, message: String| {
        Diagnostic::new(code, setting.range, setting.path.clone(), message)
    };
    match &setting.datum {
        Datum::Number(number, _) if *number == 0.0 => {
            let message = format!("{what} 0 counts as missing");
            let diagnostic = diagnostic(&ZERO_COORDINATE, message);
            report.push(match setting.parameter {
                Some(_) => diagnostic,
                None => {
                    let value = Value::Quoted("0.0".to_owned());
                    diagnostic
                        .fix("Change to `\"0.0\"`", vec![Op::Replace { at: setting.path.clone(), value }])
                }
            });
        }
        Datum::Unresolved(_) => {}
        // Other checks report invalid calls.
        Datum::Map(_) => {}
        datum => match datum.number() {
            Some(number) if number.abs() <= most => {}
            Some(_) => {
                let text = datum.text().unwrap_or_default();
                report.push(diagnostic(
                    &INVALID_COORDINATE,
                    message::expected(format!("a {what} from -{most} to {most}"), format!("`{text}`")),
                ));
            }
            None => {
                let text = datum.text().unwrap_or("a list");
                report.push(diagnostic(
                    &INVALID_COORDINATE,
                    message::expected(format!("a number as {what}"), format!("`{text}`")),
                ));
            }
        },
    }
}
