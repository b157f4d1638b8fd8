//! Editor features for a service template: completion, help, forms. All of it falls out of the tables.

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;

const SAMPLE: &str = include_str!("../public/samples/book_shop.yaml");

/// Proposals at the `|` in the text.
#[track_caller]
fn offered(text: &str) -> Vec<String> {
    let offset = text.find('|').expect("the text says where the caret is");
    let text = text.replacen('|', "", 1);
    let file = FilePath::new("service.yaml").expect("a plain name");
    let types = FilePath::new("types.yaml").expect("a plain name");
    let mut workspace = Workspace::of(file.clone(), text);
    let other = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {ours.Web: {derived_from: tosca.nodes.Root}}\n";
    workspace.files.insert(types, Content::Text(other.into()));
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let checked = analysis.file(&file).expect("the file is open");
    checked.complete(offset).into_iter().map(|offer| offer.label).collect()
}

#[track_caller]
fn offers(text: &str, labels: &[&str]) {
    let found = offered(text);
    for label in labels {
        assert!(found.iter().any(|offer| offer == label), "`{label}` is not offered, but {found:?}");
    }
}

const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\n";

#[test]
fn keys_of_the_construct_are_offered() {
    offers(
        &format!("{HEAD}topology_template:\n  node_templates:\n    a:\n      |\n"),
        &["type", "properties", "requirements", "capabilities", "copy"],
    );
    offers(&format!("{HEAD}topology_template:\n  |\n"), &["inputs", "outputs", "policies", "workflows"]);
}

#[test]
fn keys_of_other_versions_are_not_offered() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_0\ntopology_template:\n  |\n";
    assert!(!offered(text).iter().any(|offer| offer == "workflows"));
    offers(text, &["inputs"]);
}

#[test]
fn types_are_offered_wherever_they_are_declared() {
    let text = format!(
        "{HEAD}node_types: {{my.App: {{derived_from: tosca.nodes.Root}}}}\ntopology_template:\n  node_templates:\n    a:\n      type: |\n"
    );
    offers(&text, &["my.App", "ours.Web", "tosca.nodes.Compute"]);
    offers(
        &format!("{HEAD}node_types:\n  my.App:\n    properties:\n      p:\n        type: |\n"),
        &["string", "scalar-unit.size", "tosca.datatypes.Credential"],
    );
}

#[test]
fn templates_of_the_topology_are_offered() {
    let text = format!(
        "{HEAD}topology_template:\n  node_templates:\n    server: {{type: tosca.nodes.Compute}}\n    app:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: |\n"
    );
    offers(&text, &["server"]);
}

#[test]
fn what_the_type_of_a_template_declares_is_offered() {
    let node = |rest: &str| {
        format!("{HEAD}topology_template:\n  node_templates:\n    server: {{type: Compute}}\n    db:\n{rest}")
    };
    offers(
        &node("      type: Database\n      properties:\n        |\n"),
        &["name", "port", "user", "password"],
    );
    offers(&node("      type: Database\n      properties:\n        po|\n"), &["port"]);
    let left = offered(&node("      type: Database\n      properties:\n        name: orders\n        |\n"));
    assert!(!left.iter().any(|offer| offer == "name"), "{left:?}");
    offers(&node("      type: Compute\n      capabilities:\n        |\n"), &["host", "os", "scalable"]);
    offers(
        &node(
            "      type: Compute\n      capabilities:\n        host:\n          properties:\n            |\n",
        ),
        &["num_cpus", "mem_size"],
    );
    offers(&node("      type: Database\n      requirements:\n        - h|\n"), &["host"]);
}

#[test]
fn values_that_the_type_allows_are_offered() {
    let types = "node_types:\n  my.Disk:\n    derived_from: tosca.nodes.Root\n    properties:\n      kind: {type: string, constraints: [valid_values: [fast, slow]]}\n      hot: {type: boolean}\n";
    let node = |rest: &str| {
        format!(
            "{HEAD}{types}topology_template:\n  node_templates:\n    a:\n      type: my.Disk\n      properties:\n        {rest}"
        )
    };
    offers(&node("kind: |\n"), &["fast", "slow"]);
    offers(&node("kind: fa|\n"), &["fast"]);
    offers(&node("hot: |\n"), &["true", "false"]);
}

#[test]
fn the_tables_explain_themselves() {
    let file = FilePath::new("book_shop.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, SAMPLE);
    let checked = analysis.file(&file).expect("the file is open");
    let at = SAMPLE.find("node_templates:").expect("the sample has nodes") + 3;
    let hover = checked.hover(at).expect("a key has help");
    assert!(format!("{hover:?}").contains("The nodes of the service."), "{hover:?}");
}

#[test]
fn a_node_template_has_a_form() {
    let file = FilePath::new("book_shop.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, SAMPLE);
    let checked = analysis.file(&file).expect("the file is open");
    let at = SAMPLE.find("    storefront:").expect("the sample has a storefront") + 6;
    let id: Id = checked.at(at).expect("the storefront is drawn");
    let sheet = checked.sheet(&id).expect("it has a form");
    let shown = format!("{sheet:?}");
    for label in ["type", "requirements", "interfaces", "directives"] {
        assert!(shown.contains(label), "{label} is not in {shown}");
    }
}

#[test]
fn the_sample_is_without_fault() {
    let file = FilePath::new("book_shop.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, SAMPLE);
    let checked = analysis.file(&file).expect("the file is open");
    let faults: Vec<_> =
        checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity != Severity::Info).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
