//! Locations and distance limits of a template for the map, and the edit that moves a location.
//! Independent of the map's projection.

use super::geo::{Point, format_degrees};
use super::graph::hues;
use super::model::{Condition, Constraint, Limit, Location, NameRef, Setting, Template, TermValue};
use super::threshold::Threshold;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{self as yaml, Op};

/// The data of the map: locations, distance limits and distances in the objective.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapData {
    pub locations: Vec<MapLocation>,
    /// Locations without a known position: id, name and reason.
    pub unplaced: Vec<(Id, String, String)>,
    pub rings: Vec<DistanceRing>,
    pub pair_limits: Vec<PairLimit>,
    pub objective_lines: Vec<ObjectiveLine>,
}

/// A location with a position.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLocation {
    pub id: Id,
    pub name: String,
    pub position: Point,
    /// True if both coordinates are literal, so that it can be moved.
    pub movable: bool,
}

/// A limit on the distance to a location.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceRing {
    /// Id of the constraint.
    pub id: Id,
    pub name: String,
    /// The location.
    pub location: Id,
    pub center: Point,
    /// Bounds in kilometers; `None` if unbounded.
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// The threshold as written: `< 50 mi`.
    pub label: String,
    /// The names of the demands.
    pub demands: Vec<String>,
    /// The color of the constraint in every view.
    pub hue: u8,
}

/// A limit on the distance between demands.
#[derive(Clone, Debug, PartialEq)]
pub struct PairLimit {
    pub id: Id,
    pub name: String,
    pub label: String,
    pub demands: Vec<String>,
    /// Bounds in kilometers; `None` if unbounded.
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// The color of the constraint in every view.
    pub hue: u8,
}

/// A distance in the objective.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectiveLine {
    pub id: Id,
    pub from: Point,
    /// The name of the demand.
    pub demand: String,
}

pub fn map_data(template: &Template) -> MapData {
    let mut map = MapData::default();
    for location in &template.locations {
        let position =
            location.coordinates().and_then(|(latitude, longitude)| Point::new(latitude, longitude));
        let id = Id(location.path.clone());
        match position {
            Some(position) => {
                let own = |setting: &Option<Setting>| {
                    setting.as_ref().is_some_and(|setting| setting.parameter.is_none())
                };
                let movable = own(&location.latitude) && own(&location.longitude);
                map.locations.push(MapLocation { id, name: location.name.clone(), position, movable });
            }
            None => map.unplaced.push((id, location.name.clone(), unknown_position(location))),
        }
    }
    let hues = hues(template);
    for constraint in &template.constraints {
        let hue = hues.get(&Id(constraint.path.clone())).copied().unwrap_or_default();
        add_distance_limit(template, constraint, hue, &mut map);
    }
    for term in template.terms() {
        if let TermValue::Distance(measure) | TermValue::Latency(measure) = &term.value
            && let (Some(location), Some(demand)) = (&measure.location, &measure.demand)
            && let Some((_, from)) = location_point(template, location)
        {
            map.objective_lines.push(ObjectiveLine {
                id: Id(term.path.clone()),
                from,
                demand: demand.name.clone(),
            });
        }
    }
    map
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

fn add_distance_limit(template: &Template, constraint: &Constraint, hue: u8, map: &mut MapData) {
    let (distance, location) = match &constraint.condition {
        Condition::DistanceTo { distance, location } | Condition::Network { distance, location, .. } => {
            (distance, location.as_ref())
        }
        Condition::DistanceBetween { distance } => (distance, None),
        _ => return,
    };
    let Some(threshold) = distance.as_ref().and_then(Limit::threshold) else { return };
    let (min, max) = interval_km(threshold);
    let (id, name, label) = (Id(constraint.path.clone()), constraint.name.clone(), threshold.to_string());
    let demands: Vec<String> = constraint.demands.iter().map(|name_ref| name_ref.name.clone()).collect();
    match location {
        Some(location) => {
            let Some((location, center)) = location_point(template, location) else { return };
            map.rings.push(DistanceRing { id, name, location, center, min, max, label, demands, hue });
        }
        None => map.pair_limits.push(PairLimit { id, name, label, demands, min, max, hue }),
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
                value: yaml::Value::Plain(format_degrees(degrees, 4)),
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
        let degrees = format_degrees(degrees, digits);
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
