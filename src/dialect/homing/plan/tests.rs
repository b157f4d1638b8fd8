//! Edits: the text before, the edit, and the text after.

use std::collections::BTreeSet;

use crate::model::{Location, Template};
use crate::tests::read;
use limn_language::dialect::{Model, Picture};
use limn_language::edit::{Edit, EditError, Input};
use limn_language::graph::{Id, PortRef, Role};
use limn_yaml::{Path, patch};

const TEXT: &str = "\
homing_template_version: \"2018-02-01\"
locations:
  here: {latitude: 48.1, longitude: 11.5}
demands:
  web:
  - inventory_provider: aai
    inventory_type: cloud
  store: # keeps
  - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near: # the viewers
    type: distance_to_location
    demands: [web, store]
    properties: {distance: '< 100 km', location: here}
  together: {type: zone, demands: [web, store], properties: {qualifier: same, category: region}}
  inside:
    type: attribute
    demands: web
    properties:
      evaluate: {country: {any: [DEU]}}
optimization:
  minimize:
    sum:
    - {product: [10, {distance_between: [here, web]}]}
    - {distance_between: [here, store]}
";

fn id(path: &[&str]) -> Id {
    Id(Path::keys(path.iter().copied()))
}

fn port(path: &[&str], role: Role, port: &str) -> PortRef {
    PortRef { node: id(path), role, port: port.to_owned() }
}

fn after(template: &Template, edit: &Edit) -> Result<String, EditError> {
    let plan = template.plan(edit)?;
    let text = template.document.text();
    Ok(patch(&template.document, &plan.ops)?.apply(text))
}

/// Compares the lines that an edit removes and adds.
#[track_caller]
fn check(text: &str, edit: &Edit, expected: &str) {
    let done = match after(&read("homing-engine", text), edit) {
        Ok(done) => limn_check::diff(text, &done),
        Err(error) => format!("refused: {error}"),
    };
    assert_eq!(done.trim(), expected.trim());
}

fn add(template: &str, on: &[&[&str]]) -> Edit {
    Edit::Add {
        template: template.to_owned(),
        name: None,
        place: None,
        on: on.iter().map(|path| id(path)).collect(),
    }
}

#[test]
fn no_two_new_locations_are_at_the_same_place() {
    let mut text = TEXT.to_owned();
    for _ in 0..20 {
        text = after(&read("homing-engine", &text), &add("location:coordinates", &[])).expect("it is added");
    }
    // One of them is removed, and its place is taken again.
    let third = Edit::Remove { ids: vec![id(&["locations", "location_3"])] };
    text = after(&read("homing-engine", &text), &third).expect("it is removed");
    text = after(&read("homing-engine", &text), &add("location:coordinates", &[])).expect("it is added");
    let template = read("homing-engine", &text);
    let places: BTreeSet<String> = template
        .locations
        .iter()
        .filter_map(Location::coordinates)
        .map(|place| format!("{place:?}"))
        .collect();
    assert_eq!((template.locations.len(), places.len()), (21, 21));
    assert!(text.contains("latitude: 33.01984"), "the place of the removed one");
}

#[test]
fn adding_inserts_one_entry() {
    check(
        TEXT,
        &add("demand:service", &[]),
        "
+  demand:
+  - inventory_provider: aai
+    inventory_type: service
+    filtering_attributes:
+      global-customer-id: customer",
    );
    check(TEXT, &add("location:clli", &[]), "+  location: {clli_code: DLLSTX55}");
    check(TEXT, &add("parameter", &[]), "+parameters:\n+  parameter: \"\"");
    check(
        TEXT,
        &add("constraint:region_fit", &[&["demands", "store"]]),
        "
+  region_fit:
+    type: region_fit
+    demands: [store]
+    properties:
+      controller: SDN-C
+      request: {}",
    );
    check(
        TEXT,
        &add("objective-term", &[&["demands", "store"]]),
        "+    - {product: [1, {distance_between: [here, store]}]}",
    );
    check(
        "homing_template_version: \"2020-08-13\"\ndemands: {web: [{inventory_provider: aai, inventory_type: nssi}]}\n",
        &add("objective-term", &[]),
        "
+optimization:
+  goal: minimize
+  operation_function:
+    operator: sum
+    operands:
+      - {function: attribute, weight: 1, params: {demand: web, attribute: latency}}",
    );
}

#[test]
fn missing_prerequisites_are_refused_with_a_reason() {
    let bare = "homing_template_version: \"2018-02-01\"\ndemands: {web: [{inventory_provider: aai, inventory_type: cloud}]}\n";
    check(bare, &add("constraint:zone", &[]), "refused: zone needs two demands, found 1: add one first");
    check(
        bare,
        &add("constraint:distance_to_location", &[]),
        "refused: this constraint needs a location: add one first",
    );
    check(bare, &add("objective-term", &[]), "refused: a distance needs a location: add one first");
    check(
        "homing_template_version: \"2018-02-01\"\nconstraints: []\ndemands: {web: []}\n",
        &add("constraint:attribute", &[]),
        "refused: `constraints` is not a mapping",
    );
}

#[test]
fn wires_become_constraints_and_terms() {
    let demand = |name: &str, role, of: &str| port(&["demands", name], role, of);
    check(
        TEXT,
        &Edit::Connect {
            from: demand("web", Role::Capability, "zone"),
            to: demand("store", Role::Requirement, "zone"),
        },
        "
+  zone:
+    type: zone
+    demands: [web, store]
+    properties:
+      qualifier: same
+      category: region",
    );
    check(
        TEXT,
        &Edit::Connect {
            from: port(&["locations", "here"], Role::Capability, "distance"),
            to: demand("store", Role::Requirement, "distance"),
        },
        "
+  distance:
+    type: distance_to_location
+    demands: [store]
+    properties:
+      distance: '< 100 km'
+      location: here",
    );
    check(
        TEXT,
        &Edit::Connect {
            from: port(&["optimization"], Role::Capability, "objective"),
            to: demand("store", Role::Requirement, "objective"),
        },
        "+    - {product: [1, {distance_between: [here, store]}]}",
    );
    let refused = read("homing-engine", TEXT)
        .accepts(&demand("web", Role::Capability, "zone"), &demand("web", Role::Requirement, "zone"));
    assert_eq!(refused.unwrap_err().to_string(), "`web` cannot be connected to itself");
}

#[test]
fn removing_removes_incomplete_constraints_and_terms() {
    check(
        TEXT,
        &Edit::Remove { ids: vec![id(&["demands", "store"])] },
        "
-  store: # keeps
-  - {inventory_provider: aai, inventory_type: cloud}
-    demands: [web, store]
+    demands: [web]
-  together: {type: zone, demands: [web, store], properties: {qualifier: same, category: region}}
-    - {distance_between: [here, store]}",
    );
    check(
        TEXT,
        &Edit::Remove { ids: vec![id(&["locations", "here"])] },
        "
-locations:
-  here: {latitude: 48.1, longitude: 11.5}
+locations: {}
-  near: # the viewers
-    type: distance_to_location
-    demands: [web, store]
-    properties: {distance: '< 100 km', location: here}
-    sum:
-    - {product: [10, {distance_between: [here, web]}]}
-    - {distance_between: [here, store]}
+    sum: []",
    );
    let end = Id(Path::keys(["constraints", "near", "demands"]).index(0));
    check(TEXT, &Edit::Disconnect { id: end }, "-    demands: [web, store]\n+    demands: [store]");
}

#[test]
fn demands_are_attached_and_detached() {
    check(
        TEXT,
        &Edit::Attach { to: id(&["constraints", "inside"]), ids: vec![id(&["demands", "store"])] },
        "-    demands: web\n+    demands: [web, store]",
    );
    check(
        TEXT,
        &Edit::Detach { from: id(&["constraints", "near"]), ids: vec![id(&["demands", "web"])] },
        "-    demands: [web, store]\n+    demands: [store]",
    );
}

#[test]
fn changing_the_type_replaces_the_properties() {
    let set = |of: &[&str], key: &[&str], text: &str| Edit::Set {
        of: id(of),
        key: Path::keys(key.iter().copied()),
        input: Input::Text(text.to_owned()),
    };
    check(
        TEXT,
        &set(&["constraints", "near"], &["type"], "distance_between_demands"),
        "
-    type: distance_to_location
+    type: distance_between_demands
-    properties: {distance: '< 100 km', location: here}
+    properties: {distance: '< 100 km'}",
    );
    check(
        TEXT,
        &set(&["constraints", "near"], &["properties", "distance"], "<= 5 mi"),
        "
-    properties: {distance: '< 100 km', location: here}
+    properties: {distance: '<= 5 mi', location: here}",
    );
}

#[test]
fn a_value_becomes_a_parameter_where_functions_are_resolved() {
    let make =
        |of: &[&str], key: &[&str]| Edit::MakeInput { of: id(of), key: Path::keys(key.iter().copied()) };
    check(
        &TEXT.replace("latitude: 48.1", "latitude: !!str 48.1"),
        &make(&["locations", "here"], &["latitude"]),
        "refused: the value has the tag `!!str`: edit the text",
    );
    check(
        TEXT,
        &make(&["locations", "here"], &["latitude"]),
        "
+parameters:
+  here_latitude: 48.1
-  here: {latitude: 48.1, longitude: 11.5}
+  here: {latitude: {get_param: here_latitude}, longitude: 11.5}",
    );
    check(
        TEXT,
        &make(&["constraints", "near"], &["properties", "location"]),
        "refused: HAS doesn't resolve functions here, so this value cannot be a parameter",
    );
}

#[test]
fn renaming_a_ghost_renames_its_references() {
    let text = "homing_template_version: \"2018-02-01\"\ndemands: {web: []}\nconstraints:\n  a: {type: inventory_group, demands: [web, stroe]}\n";
    check(
        text,
        &Edit::Rename { id: id(&["demands", "stroe"]), to: "store".to_owned() },
        "
-  a: {type: inventory_group, demands: [web, stroe]}
+  a: {type: inventory_group, demands: [web, store]}",
    );
}

#[test]
fn new_locations_are_apart() {
    let mut text = TEXT.to_owned();
    for _ in 0..2 {
        text = after(&read("homing-engine", &text), &add("location:coordinates", &[]))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    let places: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("location")?.split_once(": "))
        .map(|pair| pair.1)
        .collect();
    assert_eq!(places.len(), 2, "{text}");
    assert_ne!(places[0], places[1]);
}

#[test]
fn a_parameter_is_replaced_by_its_value() {
    let text = "\
homing_template_version: \"2018-02-01\"
parameters:
  lat: 48.1 # of the city
  lon: 11.5
locations:
  here: {latitude: {get_param: lat}, longitude: {get_param: lon}}
  there: {latitude: {get_param: lat}, longitude: 9}
demands: {web: []}
";
    let inline = |path: &[&str]| Edit::Inline { at: id(path) };
    check(
        text,
        &inline(&["locations", "here", "longitude"]),
        "
-  lon: 11.5
-  here: {latitude: {get_param: lat}, longitude: {get_param: lon}}
+  here: {latitude: {get_param: lat}, longitude: 11.5}",
    );
    check(
        text,
        &inline(&["parameters", "lat"]),
        "
-  here: {latitude: {get_param: lat}, longitude: {get_param: lon}}
-  there: {latitude: {get_param: lat}, longitude: 9}
+  here: {latitude: 48.1, longitude: {get_param: lon}}
+  there: {latitude: 48.1, longitude: 9}",
    );
    check(
        text,
        &inline(&["locations", "there", "longitude"]),
        "refused: no reference to a parameter with a value here",
    );
}
