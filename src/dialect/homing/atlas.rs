//! What a template says of the world: its locations, how near or far something has to be of them, and how far apart. Knows no map.

use super::model::{Asked, Constraint, Limit, Location, Mention, Template};
use super::threshold::Threshold;
use crate::globe::{Atlas, Place, Point, Reach, Span};
use crate::graph::Id;

pub fn atlas(template: &Template) -> Atlas {
    let mut atlas = Atlas::default();
    for location in &template.locations {
        let at = location.coordinates().and_then(|(latitude, longitude)| Point::new(latitude, longitude));
        let id = Id(location.path.clone());
        match at {
            Some(at) => {
                let own = |given: &Option<super::model::Given>| {
                    given.as_ref().is_some_and(|given| given.parameter.is_none())
                };
                let movable = own(&location.latitude) && own(&location.longitude);
                atlas.places.push(Place { id, name: location.name.clone(), at, movable });
            }
            None => atlas.elsewhere.push((id, location.name.clone(), why(location))),
        }
    }
    for constraint in &template.constraints {
        bounds(template, constraint, &mut atlas);
    }
    atlas
}

fn why(location: &Location) -> String {
    let text = |given: &Option<super::model::Given>| {
        given.as_ref().and_then(|given| given.datum.text()).map(str::to_owned)
    };
    if let Some(name) = text(&location.host_name) {
        return format!("the inventory knows where the host `{name}` is");
    }
    if let Some(code) = text(&location.clli_code) {
        return format!("the inventory knows where the CLLI code `{code}` is");
    }
    if location.latitude.is_some() || location.longitude.is_some() {
        return "its coordinates cannot be read as numbers on Earth".to_owned();
    }
    "it has no coordinates".to_owned()
}

fn bounds(template: &Template, constraint: &Constraint, atlas: &mut Atlas) {
    let (distance, location) = match &constraint.asked {
        Asked::DistanceTo { distance, location } | Asked::Network { distance, location, .. } => {
            (distance, location.as_ref())
        }
        Asked::DistanceBetween { distance } => (distance, None),
        _ => return,
    };
    let Some(threshold) = distance.as_ref().and_then(Limit::threshold) else { return };
    let (least, most) = kilometres(threshold);
    let (id, name, label) = (Id(constraint.path.clone()), constraint.name.clone(), threshold.to_string());
    let whom: Vec<String> = constraint.demands.iter().map(|mention| mention.name.clone()).collect();
    match location {
        Some(location) => {
            let Some((from, center)) = found(template, location) else { return };
            atlas.reaches.push(Reach { id, name, from, center, least, most, label, whom });
        }
        None => atlas.spans.push(Span { id, name, label, whom, least, most }),
    }
}

fn found(template: &Template, location: &Mention) -> Option<(Id, Point)> {
    let location = template.location(&location.name)?;
    let (latitude, longitude) = location.coordinates()?;
    Some((Id(location.path.clone()), Point::new(latitude, longitude)?))
}

fn kilometres(threshold: &Threshold) -> (Option<f64>, Option<f64>) {
    let ((low, _), (high, _)) = threshold.span();
    (low.is_finite().then_some(low).filter(|low| *low > 0.0), high.is_finite().then_some(high))
}
