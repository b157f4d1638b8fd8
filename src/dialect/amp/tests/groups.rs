//! Groups as AMP's documentation prints them: a list, and with the name of the template as a member.

use limn_analysis::{Analysis, Change, Checked};
use limn_check::check_fix;
use limn_files::FilePath;
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_yaml::Path;
use std::sync::Arc;

const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: demo, template_version: 1.0.0}
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  groups:
  # where it runs
  - add_brooklyn_types:
      members: [demo, server]
      type: brooklyn.tosca.groups.initializer
      properties:
        location: foo # by its name
";

fn read(text: &str) -> Arc<Checked> {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    Arc::clone(analysis.file(&file).expect("the file is there"))
}

#[test]
fn groups_in_a_list_are_drawn_and_their_members_resolve() {
    let checked = read(TEXT);
    let found: Vec<_> = checked.diagnostics().iter().map(|diagnostic| diagnostic.code.name).collect();
    assert_eq!(found, ["amp/groups-as-list"]);
    let graph = checked.graph();
    let groups: Vec<_> =
        graph.groups.iter().map(|group| (group.label.as_str(), group.members.len())).collect();
    assert_eq!(groups, [("add_brooklyn_types", 1)]);
    // The name of the template is not drawn as an unknown node.
    assert_eq!(graph.nodes.iter().filter(|node| node.label == "demo").count(), 0);
}

#[test]
fn the_list_becomes_a_mapping() {
    let diagnose = |text: &str| read(text).diagnostics().to_vec();
    check_fix(TEXT, &TEXT.replace("  - add_brooklyn", "    add_brooklyn"), diagnose);
}

#[test]
fn a_member_of_a_listed_group_follows_a_rename() {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, TEXT);
    let id = Id(Path::keys(["topology_template", "node_templates", "server"]));
    let Change { edits, .. } =
        analysis.plan(&file, &Edit::Rename { id, to: "machine".to_owned() }).expect("it can be renamed");
    let after = TEXT.replace("server: {", "machine: {").replace("[demo, server]", "[demo, machine]");
    assert_eq!(edits[&file].apply(TEXT), after);
}
