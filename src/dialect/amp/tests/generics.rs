//! Generic types and `double`: values are checked, forms show entries, names are completed and renamed, and fixes change between both notations.

use limn_analysis::{Analysis, Checked, Choices};
use limn_check::{check, check_fix, check_fix_titled};
use limn_files::{FilePath, Workspace};
use limn_language::diagnostic::Diagnostic;
use limn_language::graph::Id;
use limn_yaml::Path;
use std::sync::Arc;

fn read(text: &str, profile: Option<&str>) -> Arc<Checked> {
    let file = FilePath::new("blueprint.yaml").expect("a plain name");
    let choices = Choices { profile: profile.map(str::to_owned), ..Choices::default() };
    let analysis = Analysis::of(&Workspace::of(file.clone(), text), &choices, &Analysis::default());
    Arc::clone(analysis.file(&file).expect("the file is there"))
}

/// Diagnostics of a document whose version and name are added at its end.
fn diagnose_as(text: &str, profile: &str) -> Vec<Diagnostic> {
    let rest = "\ntosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: demo}\n";
    let checked = read(&format!("{text}{rest}"), Some(profile));
    const OTHERS: [&str; 3] = ["amp/no-location", "tosca/unused-input", "tosca/version-not-first"];
    let is_own = |diagnostic: &&Diagnostic| !OTHERS.contains(&diagnostic.code.name);
    checked.diagnostics().iter().filter(is_own).cloned().collect()
}

fn diagnose(text: &str) -> Vec<Diagnostic> {
    diagnose_as(text, "amp")
}

fn diagnose_portable(text: &str) -> Vec<Diagnostic> {
    diagnose_as(text, "amp-portable")
}

#[test]
fn entries_of_generic_types_are_checked() {
    check(
        "
data_types:
  my.Port: {derived_from: integer, constraints: [less_than: 1024]}
  my.Ports: {derived_from: 'list<my.Port>'}
  my.Tree: {derived_from: 'map<string,my.Tree>'}
topology_template:
  inputs:
    flags: {type: 'map<string,boolean>', default: {a: true, b: maybe}}
#                                                              ^^^^^ error[tosca/wrong-boolean]: expected `true` or `false` for an entry of the default of `flags`, found `maybe`
    nested: {type: 'map< string, list<integer> >', default: {a: [1, two]}}
#                                                                   ^^^ error[tosca/wrong-value-type]: expected an integer for an entry of an entry of the default of `nested`, found `two`
    ports: {type: 'list<my.Port>', default: [80, 8080]}
#                                                ^^^^ error[tosca/unmet-constraint]: an entry of the default of `ports` must be less than `1024`, found `8080`
    derived: {type: my.Ports, default: [80, 8080]}
#                                           ^^^^ error[tosca/unmet-constraint]: an entry of the default of `derived` must be less than `1024`, found `8080`
    tree: {type: my.Tree, default: {a: {b: {}}, c: 1}}
#                                                  ^ error[tosca/wrong-value-type]: expected a map for an entry of the default of `tree`, found `1`
    ratio: {type: double, default: half}
#                                  ^^^^ error[tosca/wrong-value-type]: expected a float for the default of `ratio`, found `half`
    sizes: {type: 'list<double>', default: [1, 2.5]}
    keys: {type: 'map<integer,string>', default: {1: a}}
    lengths: {type: 'list<string>', default: [a], constraints: [min_length: 1]}
",
        diagnose,
    );
}

#[test]
fn results_of_functions_fit_generic_types() {
    check(
        "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {p: {type: integer}}}
topology_template:
  inputs:
    flags: {type: 'map<string,boolean>'}
    ports: {type: 'list<integer>'}
  node_templates:
    a: {type: my.A, properties: {p: {get_input: [ports, 0]}}}
    b: {type: my.A, properties: {p: {get_input: [flags, x]}}}
#                                   ^^^^^^^^^^^^^^^^^^^^^^^ warning[tosca/mismatched-input]: expected a value of type `integer`, found `boolean`
",
        diagnose,
    );
}

#[test]
fn schemas_become_generic_types() {
    check_fix(
        "topology_template:\n  inputs:\n    flags:\n      type: map\n      entry_schema: # each\n        type: list\n        entry_schema: integer\n",
        "topology_template:\n  inputs:\n    flags:\n      type: map<string,list<integer>>\n",
        diagnose,
    );
    check_fix(
        "topology_template: {inputs: {flags: {type: map, key_schema: integer, entry_schema: {type: boolean}}}}\n",
        "topology_template: {inputs: {flags: {type: 'map<integer,boolean>'}}}\n",
        diagnose,
    );
    // The constraints would be lost.
    let kept = "topology_template: {inputs: {f: {type: list, entry_schema: {type: string, constraints: [min_length: 1]}}}}";
    assert!(
        diagnose(kept)
            .iter()
            .any(|diagnostic| diagnostic.code.name == "amp/entry-schema" && diagnostic.fixes.is_empty())
    );
}

#[test]
fn generic_types_become_schemas_for_other_processors() {
    check_fix(
        "topology_template:\n  inputs:\n    flags:\n      type: map<string,list<double>>\n      default: {}\n",
        "topology_template:\n  inputs:\n    flags:\n      type: map\n      entry_schema: { type: list, entry_schema: { type: float } }\n      default: {}\n",
        diagnose_portable,
    );
    check_fix(
        "topology_template: {inputs: {ratio: {type: double}}}\n",
        "topology_template: {inputs: {ratio: {type: float}}}\n",
        diagnose_portable,
    );
    check_fix(
        "topology_template: {inputs: {a: {type: list, entry_schema: 'list<string>'}}}\n",
        "topology_template: {inputs: {a: {type: list, entry_schema: {type: list, entry_schema: {type: string}}}}}\n",
        diagnose_portable,
    );
}

#[test]
fn an_icon_moves_under_metadata() {
    check_fix(
        "node_types:\n  my.A:\n    derived_from: tosca.nodes.Root\n    icon: classpath://a.png # ours\n",
        "node_types:\n  my.A:\n    derived_from: tosca.nodes.Root\n    metadata:\n      icon: classpath://a.png # ours\n",
        diagnose,
    );
    check_fix_titled(
        "node_types: {my.A: {derived_from: tosca.nodes.Root, icon: a.png}}\n",
        "Move to `metadata`",
        "node_types: {my.A: {derived_from: tosca.nodes.Root, metadata: {icon: a.png}}}\n",
        diagnose,
    );
}

#[test]
fn missing_hosts_and_second_assignments_have_fixes() {
    let nodes = |text: &str| format!("topology_template:\n  node_templates:\n{text}");
    check_fix_titled(
        &nodes("    db: {type: tosca.nodes.DBMS}\n    server: {type: tosca.nodes.Compute}\n"),
        "Assign `host` to `server`",
        &nodes(
            "    db: {type: tosca.nodes.DBMS, requirements: [{host: server}]}\n    server: {type: tosca.nodes.Compute}\n",
        ),
        diagnose,
    );
    let webs = "    one: {type: tosca.nodes.WebServer}\n    two: {type: tosca.nodes.WebServer}\n";
    check_fix_titled(
        &nodes(&format!(
            "    lb:\n      type: tosca.nodes.LoadBalancer\n      requirements:\n        - application: one # first\n        - application: two # second\n{webs}"
        )),
        "Assign `dependency` instead",
        &nodes(&format!(
            "    lb:\n      type: tosca.nodes.LoadBalancer\n      requirements:\n        - application: one # first\n        - dependency: two # second\n{webs}"
        )),
        diagnose,
    );
}

const TYPED: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: demo, template_tags: [a]}
data_types:
  my.Port: {derived_from: integer}
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties:
      ports: {type: 'map<string,list<my.Port>>'}
topology_template:
  node_templates:
    a: {type: my.A, properties: {ports: {web: [80]}}}
";

#[test]
fn forms_show_the_entries_of_generic_types() {
    let checked = read(TYPED, Some("amp"));
    let path = Path::keys(["topology_template", "node_templates", "a"]);
    let shown = format!("{:?}", checked.sheet(&Id(path)).expect("a form"));
    assert!(shown.contains("map<string,list<my.Port>>") && shown.contains("control: Integer"), "{shown}");
}

#[test]
fn names_inside_generic_types_are_references() {
    let checked = read(TYPED, Some("amp"));
    let at = TYPED.find("my.Port").expect("it is declared");
    let places: Vec<&str> =
        checked.references(at).into_iter().map(|range| &TYPED[range.start..range.end]).collect();
    assert_eq!(places, ["my.Port", "my.Port"]);
    let open = TYPED.replace("list<my.Port>>", "my.P");
    let offset = open.find("my.P'").expect("it is open") + 4;
    let offers: Vec<String> =
        read(&open, Some("amp")).complete(offset).into_iter().map(|completion| completion.label).collect();
    assert!(offers.iter().any(|offer| offer == "my.Port"), "{offers:?}");
}

#[test]
fn plain_tosca_has_no_generic_types() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n    a: {type: 'list<string>'}\n    b: {type: double}\n";
    let checked = read(text, Some("tosca-1.3"));
    let messages: Vec<&str> = checked.diagnostics().iter().map(|diagnostic| &*diagnostic.message).collect();
    let messages: Vec<&str> = messages.into_iter().filter(|message| !message.starts_with("unused")).collect();
    assert_eq!(messages, ["unknown data type `list<string>`", "unknown data type `double`"]);
}
