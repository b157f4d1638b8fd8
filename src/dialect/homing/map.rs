//! Locations and distance limits of a template for the map, and the edit that moves a location.
//! Independent of the map's projection.

use super::graph::hues;
use super::model::{Condition, Constraint, Limit, Location, NameRef, Setting, Template, TermValue};
use super::threshold::Threshold;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::geo::{Atlas, Place, Point, Reach, Span, Tie, written};
use limn_language::graph::Id;
use limn_yaml::{self as yaml, Op};

pub fn atlas(template: &Template) -> Atlas {
    let mut atlas = Atlas::default();
    for location in &template.locations {
        let at = location.coordinates().and_then(|(latitude, longitude)| Point::new(latitude, longitude));
        let id = Id(location.path.clone());
        match at {
            Some(at) => {
                let own = |setting: &Option<Setting>| {
                    setting.as_ref().is_some_and(|setting| setting.parameter.is_none())
                };
                let movable = own(&location.latitude) && own(&location.longitude);
                atlas.places.push(Place { id, name: location.name.clone(), at, movable });
            }
            None => atlas.elsewhere.push((id, location.name.clone(), unknown_position(location))),
        }
    }
    let hues = hues(template);
    for constraint in &template.constraints {
        let hue = hues.get(&Id(constraint.path.clone())).copied().unwrap_or_default();
        add_distance_limit(template, constraint, hue, &mut atlas);
    }
    for term in template.terms() {
        if let TermValue::Distance(measure) | TermValue::Latency(measure) = &term.value
            && let (Some(location), Some(demand)) = (&measure.location, &measure.demand)
            && let Some((_, from)) = location_point(template, location)
        {
            atlas.ties.push(Tie { id: Id(term.path.clone()), from, whom: demand.name.clone() });
        }
    }
    atlas
}

fn unknown_position(location: &Location) -> String {
    let text = |setting: &Option<Setting>| {
        setting.as_ref().and_then(|setting| setting.datum.text()).map(str::to_owned)
    };
    if let Some(name) = text(&location.host_name) {
        return format!("the inventory has the position of host `{name}`");
    }
    if let Some(code) = text(&location.clli_code) {
        return format!("the inventory has the position of CLLI code `{code}`");
    }
    if location.latitude.is_some() || location.longitude.is_some() {
        return "its coordinates are invalid".to_owned();
    }
    "it has no coordinates".to_owned()
}

fn add_distance_limit(template: &Template, constraint: &Constraint, hue: u8, atlas: &mut Atlas) {
    let (distance, location) = match &constraint.condition {
        Condition::DistanceTo { distance, location } | Condition::Network { distance, location, .. } => {
            (distance, location.as_ref())
        }
        Condition::DistanceBetween { distance } => (distance, None),
        _ => return,
    };
    let Some(threshold) = distance.as_ref().and_then(Limit::threshold) else { return };
    let (least, most) = interval_km(threshold);
    let (id, name, label) = (Id(constraint.path.clone()), constraint.name.clone(), threshold.to_string());
    let whom: Vec<String> = constraint.demands.iter().map(|name_ref| name_ref.name.clone()).collect();
    match location {
        Some(location) => {
            let Some((from, center)) = location_point(template, location) else { return };
            atlas.reaches.push(Reach { id, name, from, center, least, most, label, whom, hue });
        }
        None => atlas.spans.push(Span { id, name, label, whom, least, most, hue }),
    }
}

fn location_point(template: &Template, location: &NameRef) -> Option<(Id, Point)> {
    let location = template.location(&location.name)?;
    let (latitude, longitude) = location.coordinates()?;
    Some((Id(location.path.clone()), Point::new(latitude, longitude)?))
}

fn interval_km(threshold: &Threshold) -> (Option<f64>, Option<f64>) {
    let ((low, _), (high, _)) = threshold.interval();
    (low.is_finite().then_some(low).filter(|low| *low > 0.0), high.is_finite().then_some(high))
}

/// Moves a location: replaces its two numbers, with the same number of digits each.
pub fn move_location(template: &Template, id: &Id, latitude: f64, longitude: f64) -> Result<Plan, EditError> {
    let found = template.locations.iter().find(|location| location.path == id.0);
    let location = found.ok_or_else(|| EditError::NotFound(id.clone()))?;
    let ends = [("latitude", &location.latitude, latitude), ("longitude", &location.longitude, longitude)];
    let mut ops = Vec::new();
    for (key, setting, degrees) in ends {
        let Some(setting) = setting else {
            ops.push(Op::Insert {
                into: location.path.clone(),
                key: key.to_owned(),
                value: yaml::Value::Plain(written(degrees, 4)),
                placement: yaml::Placement::Last,
            });
            continue;
        };
        if let Some(parameter) = &setting.parameter {
            let name = &location.name;
            return Err(EditError::Refused(format!(
                "the {key} of `{name}` is set by parameter `{parameter}`; change it there"
            )));
        }
        let now = setting.datum.text().unwrap_or_default();
        let digits = now.split_once('.').map_or(0, |(_, digits)| digits.trim_end().len()).clamp(2, 6);
        let degrees = written(degrees, digits);
        if degrees.parse::<f64>() != now.trim().parse() {
            ops.push(Op::Replace { at: setting.path.clone(), value: yaml::Value::Plain(degrees) });
        }
    }
    Ok(Plan { ops, focus: None })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Homing, read_source};
    use limn_files::FilePath;
    use limn_language::dialect::{Dialect, Library, Source};
    use limn_yaml as yaml;

    #[track_caller]
    fn moved(location: &str, to: (f64, f64), expected: &str) {
        let around = |location: &str| {
            format!(
                "homing_template_version: \"2018-02-01\"\nparameters: {{lat: 32.9}}\nlocations:\n  cl:\n    {location}\ndemands: {{vG: []}}\n"
            )
        };
        let file = FilePath::new("plan.yaml").unwrap();
        let document = Arc::new(yaml::parse(around(location)));
        let profile = Homing.recognizes(&file, &document).expect("a homing template").profile;
        let library = Arc::new(Library::default());
        let template = read_source(&Source { file: &file, document: &document, profile, library: &library });
        let id = Id(template.locations[0].path.clone());
        let plan = move_location(&template, &id, to.0, to.1);
        let text = match plan {
            Ok(plan) => yaml::patch(&document, &plan.ops).unwrap().apply(document.text()),
            Err(error) => error.to_string(),
        };
        if text.contains("locations:") {
            assert_eq!(text, around(expected));
        } else {
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_moved_location_keeps_digits_quotes_and_comments() {
        moved(
            "latitude: 32.897480 # Dallas\n    longitude: -97.04",
            (40.712_776, -74.005_974),
            "latitude: 40.712776 # Dallas\n    longitude: -74.01",
        );
        moved(
            "latitude: \"0.0\"\n    longitude: '8'",
            (50.1, 8.682),
            "latitude: \"50.10\"\n    longitude: '8.68'",
        );
        moved("{latitude: 1.5, longitude: 2.5}", (1.5, 3.25), "{latitude: 1.5, longitude: 3.25}");
    }

    #[test]
    fn zero_is_never_written_and_parameters_are_not_overwritten() {
        moved("{latitude: 1.50, longitude: 2.50}", (0.0, -0.001), "{latitude: 0.01, longitude: 0.01}");
        moved(
            "{latitude: {get_param: lat}, longitude: 2.5}",
            (1.0, 1.0),
            "the latitude of `cl` is set by parameter `lat`; change it there",
        );
    }
}
