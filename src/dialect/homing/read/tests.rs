//! Reading of valid and broken templates.

use std::sync::Arc;

use super::read;
use crate::grammar::{ENGINE_BASE, ENGINE_GENERIC};
use crate::model::{Condition, Goal, Template, TermValue};
use limn_files::FilePath;
use limn_yaml as yaml;

fn template(text: &str) -> Template {
    let file = FilePath::new("homing.yaml").unwrap();
    let profiles = if text.contains("2020-08-13") { ENGINE_GENERIC } else { ENGINE_BASE };
    read(&file, &Arc::new(yaml::parse(text)), profiles)
}

#[test]
fn parameters_are_resolved_where_the_engine_does() {
    let read = template(
        "parameters: {lat: 32.89, far: '< 100 km', w: 7}
locations: {here: {latitude: {get_param: lat}, longitude: -97.04}}
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: {near: {type: distance_to_location, demands: web, properties: {distance: {get_param: far}, location: here}}}
optimization: {minimize: {sum: [{product: [{get_param: w}, {distance_between: [web, here]}]}]}}
",
    );
    assert_eq!(read.locations[0].coordinates(), Some((32.89, -97.04)));
    let Condition::DistanceTo { distance: Some(limit), location: Some(location) } =
        &read.constraints[0].condition
    else {
        panic!("{:?}", read.constraints[0]);
    };
    assert_eq!(
        (limit.threshold().unwrap().to_string().as_str(), location.name.as_str()),
        ("< 100 km", "here")
    );
    assert_eq!(read.constraints[0].demands[0].name, "web");
    let terms = read.terms();
    // The sum and its only term, with the intended weight 7 and the effective weight 1.
    assert_eq!((terms.len(), terms[1].weight.effective(), terms[1].weight.intended()), (2, 1.0, Some(7.0)));
    let TermValue::Distance(measure) = &terms[1].value else { panic!("{terms:?}") };
    let name_of = |name_ref: &Option<super::NameRef>| name_ref.as_ref().unwrap().name.clone();
    assert_eq!((name_of(&measure.location), name_of(&measure.demand)), ("here".to_owned(), "web".to_owned()));
}

#[test]
fn objectives_in_both_syntaxes_are_trees_of_terms() {
    let read = template(
        "template:
  homing_template_version: '2020-08-13'
  demands: {web: [{inventory_provider: aai, inventory_type: nssi}]}
  optimization:
    goal: maximize
    operation_function:
      operator: min
      operands:
      - {function: attribute, weight: 1.5, normalization: {start: 50, end: 5}, params: {demand: web, attribute: latency}}
      - operation_function: {operator: sum, operands: []}
",
    );
    let objective = read.objective.as_ref().unwrap();
    assert_eq!((objective.goal, objective.is_generic), (Some(Goal::Maximize), true));
    let terms = read.terms();
    assert_eq!(terms.len(), 3);
    assert_eq!(terms[1].weight.effective(), 1.5);
    assert!(terms[1].normalization.is_some());
    assert_eq!(terms[1].path.to_string(), "template.optimization.operation_function.operands[0]");
    let old = template(
        "optimization: {minimize: {sum: [{product: [2, {sum: [{product: [0.5, {latency_between: [a, b]}]}]}]}]}}\n",
    );
    let weights: Vec<f64> = old.terms().iter().map(|term| term.weight.effective()).collect();
    assert_eq!(weights, [1.0, 2.0, 0.0]);
}

#[test]
fn reservations_are_read_in_both_syntaxes() {
    let read = template(
        "reservation: {service_model: m, service_candidates: {a: {demands: [web]}}, b: {demands: [web]}}
reservations: {c: {type: instance_reservation, demands: [web], properties: {controller: sdn-c}}}
",
    );
    let reservations: Vec<(&str, bool)> = read
        .reservations
        .iter()
        .map(|reservation| (reservation.name.as_str(), reservation.is_guide_style))
        .collect();
    assert_eq!(reservations, [("a", false), ("b", true), ("c", true)]);
    assert_eq!(read.reservations[2].controller.as_ref().unwrap().datum.text(), Some("sdn-c"));
}

#[test]
fn invalid_parts_are_omitted() {
    for text in [
        "",
        "- a\n",
        "demands: 5\nconstraints: [a]\nlocations: x\noptimization: [1]\nparameters: [a]\nreservation: r\n",
        "demands: {a: [1, {candidates: x, required_candidates: {a: b}}], b: c}\nconstraints: {c: 1, d: {type: [a], demands: {a: b}, properties: 3}}\n",
        "optimization: {minimize: {sum: {product: 1}}}\n",
        "a: &a {get_param: *a}\nparameters: {p: &p [*p]}\n",
    ] {
        let read = template(text);
        assert!(read.terms().len() < 4, "{text}");
    }
}
