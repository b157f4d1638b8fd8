//! Renaming in homing templates: the section, constraints, reservations, the objective, and calls.

use limn::analysis::Analysis;
use limn::edit::Edit;
use limn::files::FilePath;
use limn::graph::Id;
use limn::yaml::Path;

fn renamed(text: &str, path: &[&str], to: &str) -> Result<String, String> {
    let file = FilePath::new("homing.json").expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: to.to_owned() };
    let change = analysis.plan(&file, &edit).map_err(|error| error.to_string())?;
    Ok(change.edits.get(&file).map_or_else(|| text.to_owned(), |edit| edit.apply(text)))
}

const YAML: &str = "\
homing_template_version: \"2018-02-01\"
parameters: {far: '< 9 km'}
locations: {here: {clli_code: DLLSTX55}}
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints:
  near: {type: distance_to_location, demands: [web], properties: {distance: {get_param: far}, location: here}}
  alone: {type: attribute, demands: web, properties: {evaluate: {state: {any: [TX]}}}}
reservation: {service_model: m, service_candidates: {hold: {demands: [web]}}}
optimization: {minimize: {sum: [{product: [2, {distance_between: [here, web]}]}]}}
";

#[test]
fn renaming_a_demand_renames_its_references() {
    let after = renamed(YAML, &["demands", "web"], "shop").expect("it can be renamed");
    assert_eq!(after, YAML.replace("web", "shop"));
    let after = renamed(YAML, &["locations", "here"], "there").expect("it can be renamed");
    assert_eq!(after, YAML.replace("here", "there"));
    let after = renamed(YAML, &["parameters", "far"], "reach").expect("it can be renamed");
    assert_eq!(after, YAML.replace("far:", "reach:").replace("get_param: far", "get_param: reach"));
}

#[test]
fn a_request_in_json_keeps_its_quotes() {
    let text = "{\"name\": \"p\", \"template\": {\"homing_template_version\": \"2020-08-13\", \"parameters\": {\"ms\": 30}, \
                \"demands\": {\"core\": [{\"inventory_provider\": \"aai\", \"inventory_type\": \"nssi\"}]}, \
                \"constraints\": {\"quick\": {\"type\": \"threshold\", \"demands\": [\"core\"], \"properties\": \
                {\"evaluate\": [{\"attribute\": \"latency\", \"operator\": \"lte\", \"threshold\": {\"get_param\": \"ms\"}}]}}}, \
                \"optimization\": {\"goal\": \"minimize\", \"operation_function\": {\"operator\": \"sum\", \"operands\": \
                [{\"function\": \"attribute\", \"params\": {\"demand\": \"core\", \"attribute\": \"latency\"}}]}}}}\n";
    let after = renamed(text, &["template", "demands", "core"], "edge").expect("it can be renamed");
    assert_eq!(after, text.replace("\"core\"", "\"edge\""));
    let after = renamed(text, &["template", "parameters", "ms"], "limit").expect("it can be renamed");
    assert_eq!(after, text.replace("\"ms\"", "\"limit\""));
}

#[test]
fn a_demand_does_not_take_the_name_of_a_location() {
    let refusal = renamed(YAML, &["demands", "web"], "here").expect_err("the name is taken");
    assert_eq!(refusal, "the name `here` is already in use");
}
