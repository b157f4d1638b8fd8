//! Traces within a service template, into types, and between nodes and the templates that substitute them.

use std::sync::Arc;

use super::*;
use crate::Tosca;
use crate::service_template::READS;
use limn_files::FilePath;
use limn_language::dialect::{Dialect, Library, Source};
use limn_language::graph::Id;
use limn_language::value_trace::{TracePlace, ValueStep};
use limn_yaml as yaml;

const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 80}
  node_templates:
    db:
      type: tosca.nodes.DBMS
      properties: {port: {get_input: port}, root_password: secret}
    shop:
      type: tosca.nodes.Database
      properties: {name: shop, port: {get_property: [db, port]}}
  outputs:
    shop_port: {value: {get_property: [shop, port]}}
    address: {value: {get_attribute: [db, state]}}
";

fn read(text: &str, others: &[(&str, &str)]) -> ServiceTemplate {
    let file = FilePath::new("shop.yaml").unwrap();
    let document = Arc::new(yaml::parse(text));
    let profile = Tosca.recognizes(&file, &document).unwrap().profile;
    let mut library = Library::default();
    library.documents.insert(file.clone(), Arc::clone(&document));
    for (name, text) in others {
        library.documents.insert(FilePath::new(name).unwrap(), Arc::new(yaml::parse(*text)));
    }
    let library = Arc::new(library);
    ServiceTemplate::read(&Source { file: &file, document: &document, profile, library: &library })
}

fn template() -> ServiceTemplate {
    read(TEXT, &[])
}

fn at(steps: &str) -> Path {
    Path::keys([TOPOLOGY].into_iter().chain(steps.split('/')))
}

#[track_caller]
fn check(template: &ServiceTemplate, path: &str, sources: &[&str], uses: &[&str]) {
    let found = template.value_trace(&at(path)).unwrap_or_else(|| panic!("{path}"));
    assert_eq!(steps(&found.sources), sources, "sources of {path}");
    assert_eq!(steps(&found.uses), uses, "uses of {path}");
}

fn steps(steps: &[ValueStep]) -> Vec<String> {
    let line = |step: &ValueStep| {
        let owner = if step.owner == "shop.yaml" { "" } else { &step.owner };
        let parts = [&step.label, owner, &step.written, &step.how, &step.end];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}{}", "  ".repeat(step.depth), parts.join(" | "))
    };
    steps.iter().map(line).collect()
}

fn lines(steps: &[ValueStep]) -> Vec<String> {
    let line = |step: &ValueStep| format!("{}{} {}", "-".repeat(step.depth), step.label, step.end);
    steps.iter().map(|step| line(step).trim_end().to_owned()).collect()
}

#[test]
fn an_input_is_followed_to_the_output() {
    let template = template();
    let input = template.value_trace(&Path::keys([TOPOLOGY, "inputs", "port"])).unwrap();
    assert_eq!(lines(&input.uses), ["db.port", "-shop.port", "--shop_port"]);
    assert_eq!(input.origin.end, "default, unless set at deployment");
    let output = template.value_trace(&Path::keys([TOPOLOGY, "outputs", "shop_port"])).unwrap();
    assert_eq!(lines(&output.sources), ["shop.port", "-db.port", "--port default, unless set at deployment"]);
    let Some(TracePlace::File(_, range, _)) = &output.sources[1].place else { panic!() };
    assert!(TEXT[range.start..].starts_with("port: {get_input"), "{}", &TEXT[range.start..]);
}

#[test]
fn what_runs_sets_an_attribute() {
    let template = template();
    let found = template.value_trace(&Path::keys([TOPOLOGY, "outputs", "address"])).unwrap();
    assert_eq!(lines(&found.sources), ["db.state set at run time"]);
}

#[test]
fn a_place_belongs_to_its_value() {
    let template = template();
    let inner = Path::keys([TOPOLOGY, "node_templates", "db", "properties", "port", "get_input"]);
    assert_eq!(template.traced_value(&inner), Some(inner.prefix(5)));
    assert_eq!(template.traced_value(&Path::keys([TOPOLOGY, "node_templates", "db"])), None);
    let port = PortRef { node: Id::default(), role: Role::Output, port: "shop_port".to_owned() };
    assert_eq!(template.value_of_port(&port), Some(Path::keys([TOPOLOGY, "outputs", "shop_port"])));
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, default: 3}
    interfaces:
      Standard:
        create:
          implementation: create.sh
          inputs: {size: {type: integer, default: {get_property: [SELF, size]}}}
  my.Store:
    derived_from: my.Base
    properties:
      title: {type: string}
    attributes:
      address: {type: string}
";
const OUTER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    store:
      type: my.Store
      directives: [substitute]
      properties: {title: {get_input: name}}
    log:
      type: my.Store
      properties: {title: {get_attribute: [store, address]}}
";
const INNER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  inputs:
    label: {type: string}
  substitution_mappings:
    node_type: my.Store
    properties: {title: [label]}
    attributes: {address: [url]}
  node_templates:
    server:
      type: my.Store
      properties: {title: {concat: [a-, {get_input: label}]}}
  outputs:
    url: {type: string, value: {get_attribute: [server, address]}}
";

#[test]
fn a_value_goes_to_the_template_that_substitutes_the_node_and_back() {
    let outer = read(OUTER, &[("types.yaml", TYPES), ("inner.yaml", INNER)]);
    check(
        &outer,
        "inputs/name",
        &[],
        &[
            "store.title | {get_input: name}",
            "  label | inner.yaml | given to the template that substitutes the node",
            "    server.title | inner.yaml | {concat: [a-, {get_input: label}]}",
        ],
    );
    check(
        &outer,
        "node_templates/log/properties/title",
        &[
            "store.address",
            "  url | inner.yaml | {get_attribute: [server, address]} | from the template that substitutes the node",
            "    server.address | inner.yaml | set at run time",
        ],
        &[],
    );
    let inner = read(INNER, &[("types.yaml", TYPES), ("outer.yaml", OUTER)]);
    check(
        &inner,
        "node_templates/server/properties/title",
        &[
            "label",
            "  store.title | outer.yaml | {get_input: name} | set by node `store`",
            "    name | outer.yaml | set at deployment",
        ],
        &[],
    );
    check(
        &inner,
        "outputs/url",
        &["server.address | set at run time"],
        &[
            "store.address | outer.yaml | read from node `store`",
            "  log.title | outer.yaml | {get_attribute: [store, address]}",
        ],
    );
}

#[test]
fn a_property_without_a_value_has_the_default_of_its_type() {
    let outer = read(OUTER, &[("types.yaml", TYPES), ("inner.yaml", INNER)]);
    check(
        &outer,
        "node_templates/log/properties/size",
        &["log.size | 3 | default of the type"],
        &["Base.create.size | types.yaml | {get_property: [SELF, size]} | read by node type `Base`"],
    );
    let found = outer.value_trace(&at("node_templates/log/properties/size")).unwrap();
    let Some(TracePlace::File(file, range, _)) = &found.sources[0].place else { panic!() };
    assert_eq!((&*file.to_string(), &TYPES[range.start..range.end]), ("types.yaml", "size"));
    // A built-in type can only be read.
    let found = template().value_trace(&at("node_templates/shop/properties/name")).unwrap();
    assert_eq!(found.origin.end, "constant");
    let state = read(&TEXT.replace("properties: {name: shop, port: {get_property: [db, port]}}", ""), &[]);
    let found = state.value_trace(&at("node_templates/shop/properties/port")).unwrap();
    assert_eq!((found.sources.len(), found.origin.end.as_str()), (0, "not set"));
}

#[test]
fn a_computed_value_is_not_a_constant() {
    let value = |value: &str| {
        let text = TEXT.replace("root_password: secret", &format!("root_password: {value}"));
        read(&text, &[]).value_trace(&at("node_templates/db/properties/root_password")).unwrap()
    };
    assert_eq!(value("secret").origin.end, "constant");
    assert_eq!(value("{concat: [a, b]}").origin.end, "computed by `concat`");
    assert_eq!(
        value("{concat: [a, {get_artifact: [nowhere, image]}]}").origin.end,
        "computed by `concat` and `get_artifact`"
    );
    assert_eq!(value("{get_nodes_of_type: tosca.nodes.DBMS}").origin.end, "computed by `get_nodes_of_type`");
    let artifact = value("{get_artifact: [SELF, image]}");
    assert_eq!(lines(&artifact.sources), ["db.image artifact"]);
    assert_eq!(
        lines(&value("{get_property: [SELF, port]}").sources),
        ["db.port", "-port default, unless set at deployment"]
    );
}

#[test]
fn what_a_value_comes_from_resolves_to_it() {
    for (text, others) in [
        (TEXT, &[][..]),
        (OUTER, &[("types.yaml", TYPES), ("inner.yaml", INNER)][..]),
        (INNER, &[("types.yaml", TYPES), ("outer.yaml", OUTER)][..]),
    ] {
        let template = read(text, others);
        let mut checked = 0;
        for step in paths(&template) {
            let found = template.value_trace(&step).unwrap();
            for source in found.sources.iter().filter(|source| source.owner == "shop.yaml") {
                let Some(TracePlace::File(_, _, Id(at))) = &source.place else { continue };
                let Some(back) = template.traced_value(at).and_then(|at| template.value_trace(&at)) else {
                    continue;
                };
                checked += 1;
                assert!(
                    back.uses.iter().any(|use_| use_.label == found.origin.label),
                    "{} from {}",
                    found.origin.label,
                    source.label
                );
            }
        }
        assert!(checked > 0);
    }
}

/// The paths of all inputs, outputs and properties.
fn paths(template: &ServiceTemplate) -> Vec<Path> {
    let topology = template.document.root().unwrap().get(TOPOLOGY).unwrap();
    let mut found = Vec::new();
    for section in ["inputs", "outputs"] {
        let entries = topology.get(section).into_iter().flat_map(yaml::Node::entries);
        found.extend(entries.map(|entry| entry.key.path()));
    }
    for node in topology.get("node_templates").into_iter().flat_map(yaml::Node::entries) {
        let properties = node.value.get("properties");
        found.extend(properties.into_iter().flat_map(yaml::Node::entries).map(|entry| entry.key.path()));
    }
    found
}

/// A template is read once for all steps of a trace, however many nodes it has.
#[test]
fn the_work_of_a_trace_does_not_grow_with_the_nodes() {
    let reads = |count: usize| {
        let node = |at: usize| {
            format!(
                "    n{at}: {{type: my.Store, directives: [substitute], properties: {{title: {{get_input: name}}}}}}\n    \
                 m{at}: {{type: my.Store, properties: {{title: {{get_property: [n{at}, size]}}}}}}\n"
            )
        };
        let nodes: String = (0..count).map(node).collect();
        let start = OUTER.split("    store:").next().unwrap();
        let (outer, before) = (format!("{start}{nodes}"), READS.get());
        let template = read(&outer, &[("types.yaml", TYPES), ("inner.yaml", INNER)]);
        let found = template.value_trace(&at("inputs/name")).unwrap();
        assert_eq!(found.uses.len(), 3 * count);
        let found = template.value_trace(&at("node_templates/m1/properties/title")).unwrap();
        assert_eq!(steps(&found.sources)[1], "  n1.size | 3 | default of the type");
        let template = read(INNER, &[("types.yaml", TYPES), ("outer.yaml", &outer)]);
        let found = template.value_trace(&at("inputs/label")).unwrap();
        assert_eq!(found.sources.len(), 2 * count);
        READS.get() - before
    };
    assert_eq!(reads(30), reads(2));
}

#[test]
fn the_inputs_of_a_workflow_are_given_when_it_starts() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    db: {type: tosca.nodes.Database, properties: {name: d}}
  workflows:
    backup:
      inputs:
        target: {type: string, default: disk}
        speed: {type: integer}
      steps:
        copy:
          target: db
          activities:
            - call_operation: {operation: Standard.start, inputs: {to: {get_input: target}}}
";
    let template = read(text, &[]);
    let given = |name: &str| template.value_trace(&at(&format!("workflows/backup/inputs/{name}"))).unwrap();
    let (target, speed) = (given("target"), given("speed"));
    assert_eq!(
        steps(&[target.origin.clone(), speed.origin]),
        [
            "backup.target | disk | default, unless set when the workflow starts",
            "backup.speed | set when the workflow starts",
        ]
    );
    let to = target.uses[0].place.clone();
    let Some(TracePlace::File(_, _, Id(reader))) = to else { panic!("{to:?}") };
    let found = template.value_trace(&reader).unwrap();
    assert_eq!(
        steps(&found.sources),
        ["backup.target | disk | default, unless set when the workflow starts",]
    );
}

#[test]
fn the_properties_of_policies_are_values() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    most: {type: integer, default: 4}
  node_templates:
    db: {type: tosca.nodes.Database, properties: {name: d}}
  policies:
    - grow: {type: tosca.policies.Scaling, targets: [db], properties: {limits: {most: {get_input: most}}, step: 1}}
";
    let template = read(text, &[]);
    let found = template.value_trace(&at("inputs/most")).unwrap();
    assert_eq!(steps(&found.uses), ["grow.limits | {most: {get_input: most}}"]);
    let Some(TracePlace::File(_, _, Id(limits))) = &found.uses[0].place else { panic!() };
    let inner = limits.key("most").key("get_input");
    assert_eq!(template.traced_value(&inner).as_ref(), Some(limits));
    let step = limits.parent().unwrap().key("step");
    let found = template.value_trace(&step).unwrap();
    assert_eq!(steps(&[found.origin]), ["grow.step | 1 | constant"]);
}
