//! Forms of AMP's own values, and what is written for a new cluster.

use limn_amp::Amp;
use limn_analysis::Analysis;
use limn_files::FilePath;
use limn_language::dialect::Dialect;
use limn_language::edit::{Edit, Input};
use limn_language::graph::Id;
use limn_yaml::Path;

const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
  template_name: demo
  template_version: 1.0.0
topology_template:
  node_templates:
    web:
      type: tosca.entity.DynamicCluster
  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members:
        - web
";

/// The text after an edit.
#[track_caller]
fn after(text: &str, edit: &Edit) -> String {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let change = Analysis::of_text(&file, text).plan(&file, edit).expect("the edit is possible");
    change.edits.get(&file).map_or_else(|| text.to_owned(), |edit| edit.apply(text))
}

fn group() -> Path {
    Path::keys(["topology_template", "groups", "add_brooklyn_types"])
}

fn set(of: &Path, key: Path, text: &str) -> Edit {
    Edit::Set { of: Id(of.clone()), key, input: Input::Text(text.to_owned()) }
}

#[test]
fn a_new_cluster_has_a_member() {
    let template = "node:tosca.entity.DynamicCluster".to_owned();
    let add = Edit::Add { template, name: None, place: None, on: Vec::new() };
    let added = "    dynamic_cluster:
      type: tosca.entity.DynamicCluster
      properties:
        dynamiccluster.memberspec:
          $brooklyn:entitySpec:
            type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess
";
    assert_eq!(after(TEXT, &add), TEXT.replace("  groups:\n", &format!("{added}  groups:\n")));
    let blank = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata:\n  template_icon: a.png\n";
    assert_eq!(after(blank, &add), format!("{blank}topology_template:\n  node_templates:\n{added}"));
}

#[test]
fn entries_of_a_group_are_written_by_form() {
    let into = Path::keys(["properties", "brooklyn.policies"]);
    let text = after(TEXT, &Edit::Insert { of: Id(group()), into: into.clone(), name: String::new() });
    let added = "      properties:\n        brooklyn.policies:\n          - type: ''\n";
    let whole = |added: &str| TEXT.replace("      members:\n", &format!("{added}      members:\n"));
    assert_eq!(text, whole(added));
    let policy = "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy";
    let text = after(&text, &set(&group(), into.index(0).key("type"), policy));
    let config = into.index(0).key("brooklyn.config");
    let text = after(&text, &set(&group(), config.key("maxPoolSize"), "5"));
    let text = after(&text, &set(&group(), config.key("minPoolSize"), "2"));
    let text = after(&text, &set(&group(), config.key("metric"), "cpu.perNode"));
    let added = added.replace("''", policy)
        + "            brooklyn.config:
              metric: cpu.perNode
              minPoolSize: 2
              maxPoolSize: 5
";
    assert_eq!(text, whole(&added));
}

#[test]
fn the_member_of_a_cluster_is_written_by_form() {
    let node = Path::keys(["topology_template", "node_templates", "web"]);
    let spec = Path::keys(["properties", "dynamiccluster.memberspec", "$brooklyn:entitySpec"]);
    let text = after(TEXT, &set(&node, spec.key("type"), "io.acme.web-node"));
    let text = after(&text, &set(&node, spec.key("name"), "Web server"));
    let config = spec.key("brooklyn.config");
    let text =
        after(&text, &Edit::Insert { of: Id(node.clone()), into: config.clone(), name: "size".to_owned() });
    let text = after(&text, &set(&node, config.key("size"), "2"));
    let added = "      properties:
        dynamiccluster.memberspec:
          $brooklyn:entitySpec:
            name: Web server
            type: io.acme.web-node
            brooklyn.config:
              size: 2
";
    assert_eq!(text, TEXT.replace("  groups:\n", &format!("{added}  groups:\n")));
}

#[test]
fn a_new_name_of_the_template_is_that_of_the_member() {
    let blank = Amp.blank();
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    assert_eq!(Analysis::of_text(&file, blank).file(&file).expect("it is there").diagnostics(), []);
    let name = Path::keys(["metadata", "template_name"]);
    assert_eq!(after(blank, &set(&Path::root(), name, "shop")), blank.replace("my-blueprint", "shop"));
}

#[test]
fn any_sensor_is_an_attribute() {
    let node = Path::keys(["topology_template", "node_templates", "web"]);
    let edit = set(&node, Path::keys(["attributes", "main.uri"]), "http://localhost");
    let added = "      attributes:\n        main.uri: http://localhost\n";
    assert_eq!(after(TEXT, &edit), TEXT.replace("  groups:\n", &format!("{added}  groups:\n")));
}

/// Returns true if a function can be chosen in a value's own form.
#[track_caller]
fn is_computed(text: &str, path: &Path) -> bool {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    let sheet = analysis.file(&file).expect("it is there").sheet(&Id(path.clone())).expect("it has a form");
    let [field] = &sheet.fields[..] else { panic!("not one field: {:?}", sheet.fields) };
    field.computed
}

#[test]
fn a_value_that_nothing_declares_can_be_a_function() {
    let node = Path::keys(["topology_template", "node_templates", "web"]);
    let spec = Path::keys(["properties", "dynamiccluster.memberspec", "$brooklyn:entitySpec"]);
    let text = after(TEXT, &set(&node, spec.key("type"), "io.acme.web-node"));
    let places = [
        Path::keys(["attributes", "main.uri"]),
        Path::keys(["interfaces", "CheckRunning", "inputs", "id"]),
        Path::keys(["interfaces", "Standard", "start", "inputs", "id"]),
        Path::keys(["properties", "other"]),
        spec.key("brooklyn.config").key("port"),
    ];
    for key in places {
        let text = after(&text, &set(&node, key.clone(), "1"));
        assert!(is_computed(&text, &node.join(&key)), "{key}\n{text}");
    }
    let unknown = "topology_template: {node_templates: {web: {type: io.acme.web, properties: {port: 1}}}}\n";
    let unknown = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{unknown}");
    assert!(is_computed(&unknown, &node.join(&Path::keys(["properties", "port"]))));
}

#[test]
fn the_short_notation_of_an_implementation_has_all_fields() {
    let start = Path::keys(["topology_template", "node_templates", "web", "interfaces", "Standard", "start"]);
    let text = after(TEXT, &set(&start, Path::keys(["implementation"]), "classpath://start.sh"));
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let sheet = |path: &Path| {
        let analysis = Analysis::of_text(&file, &text);
        analysis.file(&file).expect("it is there").sheet(&Id(path.clone())).expect("it has a form").fields
    };
    let short: Vec<_> =
        sheet(&start).into_iter().filter(|field| field.is_short).map(|field| field.key).collect();
    assert_eq!(short, ["implementation"]);
    let implementation = start.key("implementation");
    let fields = sheet(&implementation);
    let controls: Vec<_> = fields.iter().map(|field| format!("{} {:?}", field.key, field.control)).collect();
    assert!(controls.iter().any(|control| control.starts_with("primary Reference")), "{controls:#?}");
    assert!(controls.iter().any(|control| control.starts_with("dependencies List")), "{controls:#?}");
    let into = Path::keys(["dependencies"]);
    let text = after(
        &text,
        &Edit::Insert { of: Id(implementation.clone()), into: into.clone(), name: String::new() },
    );
    let text = after(&text, &set(&implementation, into.index(0), "classpath://body.sh"));
    let added = "            implementation:
              primary: classpath://start.sh
              dependencies:
                - classpath://body.sh
";
    assert!(text.contains(added), "{text}");
}

#[test]
fn functions_that_amp_does_not_support_are_not_offered() {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, TEXT);
    let place = Id(Path::keys(["topology_template", "node_templates", "web", "attributes", "main.uri"]));
    let offered = analysis.file(&file).expect("it is there").functions(&place);
    let names: Vec<&str> = offered.iter().map(|function| function.word.as_str()).collect();
    assert!(names.contains(&"get_attribute"), "{names:?}");
    assert!(!names.contains(&"get_artifact") && !names.contains(&"get_nodes_of_type"), "{names:?}");
}
