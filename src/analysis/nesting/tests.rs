//! Tests of extraction and inlining: the texts before and after, and the refusals.

use super::*;
use crate::{Choices, Workspace};
use limn_files::Content;
use limn_yaml::Path;

const SHOP: &str = "\
name: assembly::shop::2.0
properties:
  size: {type: string} # of each
composition:
  # Serves pages
  web:
    type: resource::web::1.0
    properties:
      size: {value: '${size}'}
      store: {value: 'nfs://${db.path}/${size}'}
  # Keeps the orders
  db:
    type: resource::db::1.0 # big
    properties:
      size: {value: '${size}'}
      net: {value: \"${net.id}\"}
  net:
    type: resource::net::1.0
    properties: {}
relationships:
  mount:
    source-capabilities: [db.volume]
    target-requirements: [web.storage]
    source-state: Active
    target-state: Inactive
";

const OUTER: &str = "\
name: assembly::shop::2.0
properties:
  size: {type: string} # of each
composition:
  # Serves pages
  web:
    type: resource::web::1.0
    properties:
      size: {value: '${size}'}
      store: {value: 'nfs://${data.path}/${size}'}
  data:
    type: assembly::data::2.0
    properties:
      size:
        value: '${size}'
      id:
        value: '${net.id}'
  net:
    type: resource::net::1.0
    properties: {}
relationships:
  mount:
    source-capabilities: [data.volume]
    target-requirements: [web.storage]
    source-state: Active
    target-state: Inactive
";

const NESTED: &str = "\
name: assembly::data::2.0
properties:
  size:
    type: string
  id:
    type: string
  path:
    type: string
    read-only: true
    value: '${db.path}'
composition:
  # Keeps the orders
  db:
    type: resource::db::1.0 # big
    properties:
      size: {value: '${size}'}
      net: {value: \"${id}\"}
capabilities:
  volume:
    type: volume
";

fn name(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain name")
}

fn analysis(files: &[(&str, &str)]) -> Analysis {
    let mut workspace = Workspace::default();
    for (file, text) in files {
        workspace.files.insert(name(file), Content::Text((*text).into()));
    }
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

fn id(path: &str) -> Id {
    Id(Path::keys(path.split('/')))
}

/// The text of the file and of the new files, or the refusal.
fn extracted(text: &str, ids: &[&str], new: &str) -> Result<Vec<String>, String> {
    let (own, to) = (name("shop.yaml"), name(&format!("{new}.yaml")));
    let ids: Vec<Id> = ids.iter().map(|path| id(path)).collect();
    let planned =
        analysis(&[("shop.yaml", text)]).extract(&own, &ids, new, &to).map_err(|error| error.to_string())?;
    let own = planned.change.edits[&own].apply(text);
    Ok(std::iter::once(own).chain(planned.created.into_iter().map(|(_, text)| text)).collect())
}

fn refused_extraction(text: &str, ids: &[&str], why: &str) {
    let found = extracted(text, ids, "data").expect_err(why);
    assert!(found.contains(why), "expected {why:?}, found {found:?}");
}

#[test]
fn e5_components_become_a_nested_assembly_with_their_lines_and_promoted_values() {
    let found = extracted(SHOP, &["composition/db"], "data").expect("it can be extracted");
    assert_eq!(found, [OUTER, NESTED]);
}

#[test]
fn e5_a_nested_assembly_takes_the_place_of_its_component() {
    let files = [("shop.yaml", OUTER), ("data.yaml", NESTED)];
    let planned = analysis(&files).inline_nested(&name("shop.yaml"), &id("composition/data"));
    let planned = planned.expect("it can be inlined");
    assert_eq!(planned.created, []);
    assert_eq!(planned.change.edits[&name("shop.yaml")].apply(OUTER), SHOP);
}

#[test]
fn e5_a_name_in_use_is_made_unique_where_it_is_inlined() {
    let outer = OUTER.replace("  net:\n", "  db: {type: 'resource::other::1.0', properties: {}}\n  net:\n");
    let files = [("shop.yaml", outer.as_str()), ("data.yaml", NESTED)];
    let planned = analysis(&files).inline_nested(&name("shop.yaml"), &id("composition/data"));
    let text = planned.expect("it can be inlined").change.edits[&name("shop.yaml")].apply(&outer);
    assert!(text.contains("  # Keeps the orders\n  data-db:\n    type: resource::db::1.0 # big\n"), "{text}");
    assert!(text.contains("'nfs://${data-db.path}/${size}'"), "{text}");
    assert!(text.contains("source-capabilities: [data-db.volume]"), "{text}");
}

#[test]
fn e5_an_indentation_of_four_spaces_and_line_ends_are_kept() {
    let wide: Vec<String> = SHOP
        .lines()
        .map(|line| {
            let body = line.trim_start();
            format!("{}{body}\r\n", " ".repeat((line.len() - body.len()) * 2))
        })
        .collect();
    let wide = wide.concat();
    let found = extracted(&wide, &["composition/db"], "data").expect("it can be extracted");
    assert!(
        found[1]
            .contains("\r\n    # Keeps the orders\r\n    db:\r\n        type: resource::db::1.0 # big\r\n"),
        "{}",
        found[1]
    );
    assert!(found[1].contains("\r\n    size:\r\n        type: string\r\n"), "{}", found[1]);
    assert!(!found[1].replace("\r\n", "").contains('\n'));
}

#[test]
fn e5_what_cannot_cross_the_border_is_refused_with_the_reason() {
    let between = SHOP.replace("properties: {}\n", "properties: {of: {value: '${web.size}'}}\n");
    refused_extraction(&between, &["composition/web", "composition/db"], "would create a dependency cycle");
    let both = SHOP.replace("[web.storage]", "[web.storage, net.storage]");
    refused_extraction(
        &both,
        &["composition/web", "composition/db"],
        "connects selected elements with each other and with others",
    );
    let shared = SHOP
        .replace("net: {value: \"${net.id}\"}", "net: &n {value: x}")
        .replace("properties: {}\n", "properties: {net: *n}\n");
    refused_extraction(&shared, &["composition/db"], "shares `*n` with the rest of the file");
    let upgraded = SHOP.replace("${net.id}", "x");
    let upgraded =
        upgraded.replace("    properties: {}\n", "    properties: {}\n    upgrade-dependencies: [db]\n");
    refused_extraction(&upgraded, &["composition/web", "composition/db"], "is upgraded after `db`");
    refused_extraction(SHOP, &["properties/size"], "is not a component or reference");
    let taken = extracted(SHOP, &["composition/db"], "web").expect_err("the name is taken");
    assert_eq!(taken, "the name `web` is already in use");
}

#[test]
fn e5_what_would_be_lost_is_not_inlined() {
    let refused = |outer: &str, nested: &str, why: &str| {
        let files = [("shop.yaml", outer), ("data.yaml", nested)];
        let found = analysis(&files).inline_nested(&name("shop.yaml"), &id("composition/data"));
        let found = found.expect_err(why).to_string();
        assert!(found.contains(why), "expected {why:?}, found {found:?}");
    };
    let noted = OUTER.replace("  data:\n", "  # Everything stored\n  data:\n");
    refused(&noted, NESTED, "has a comment that would be lost: `# Everything stored`");
    let many = OUTER.replace("assembly::data::2.0\n", "assembly::data::2.0\n    quantity: 3\n");
    refused(&many, NESTED, "`data` can have several instances");
    let unset = OUTER.replace("      id:\n        value: '${net.id}'\n", "");
    refused(&unset, NESTED, "has no value for property `id`");
    let more = format!("{NESTED}template: x\n");
    refused(OUTER, &more, "has a section `template` that would be lost");
    let described = OUTER
        .replace("    type: assembly::data::2.0\n", "    type: assembly::data::2.0\n    description: kept\n");
    refused(&described, NESTED, "`description` of `data` would be lost");
    let extra = OUTER.replace("      id:\n", "      extra: {value: 'mine'}\n      id:\n");
    refused(&extra, NESTED, "property `extra` of `data` would be lost");
    // What is unknown in the nested assembly must not read something here.
    let unknown = NESTED.replace("'${size}'", "'${size} ${web.port}'");
    refused(OUTER, &unknown, "`web` is unknown in `data.yaml`, but would be known here");
}

#[test]
fn e5_a_metric_keeps_its_type_where_it_is_promoted() {
    let with = |kind: &str| format!("{SHOP}metrics:\n  health: {{type: {kind}, source-metric: db.alive}}\n");
    let found = extracted(&with("metric::load"), &["composition/db"], "data").expect("it can be extracted");
    assert!(found[0].contains("source-metric: data.alive"), "{}", found[0]);
    assert!(found[1].contains("type: metric::load\n    source-metric: db.alive\n"), "{}", found[1]);
    // Only load metrics can be promoted.
    refused_extraction(&with("metric::integrity"), &["composition/db"], "expected a load metric");
}

/// Row T10, too.
#[test]
fn e5_the_document_that_is_shown_is_changed() {
    let text = format!("{}---\n{SHOP}", SHOP.replace("shop", "first"));
    let (own, to) = (name("shop.yaml"), name("data.yaml"));
    let shown = analysis(&[("shop.yaml", &text)]).showing(&own, 1).into_owned();
    let planned = shown.extract(&own, &[id("composition/db")], "data", &to).expect("it can be extracted");
    let expected = format!("{}---\n{OUTER}", SHOP.replace("shop", "first"));
    assert_eq!(planned.change.edits[&own].apply(&text), expected);
}

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
topology_template:
  inputs:
    size: {type: string}
  node_templates:
    web:
      type: my.nodes.App
      properties:
        note: {get_property: [db, note]}
      requirements:
        - link: db
    # Keeps the orders
    db:
      type: my.nodes.App # big
      properties:
        note: {get_input: size} # of the disk
      requirements:
        - link: net
    net: {type: my.nodes.App}
";
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  my.Link: {derived_from: tosca.capabilities.Root}
node_types:
  my.nodes.App:
    derived_from: tosca.nodes.Root
    properties: {note: {type: string, required: false}}
    capabilities: {link: {type: my.Link}}
    requirements: [link: {capability: my.Link, occurrences: [0, 1]}]
";
const SUBSTITUTED: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
  - data_types.yaml
topology_template:
  inputs:
    size: {type: string}
  node_templates:
    web:
      type: my.nodes.App
      properties:
        note: {get_attribute: [data, note]}
      requirements:
        - link:
            node: data
            capability: link
    data:
      type: my.nodes.Data
      directives: [substitute]
      properties:
        size: {get_input: size}
      requirements:
        - link: net
    net: {type: my.nodes.App}
";
const SUBSTITUTING: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
  - data_types.yaml
topology_template:
  inputs:
    size:
      type: string
  substitution_mappings:
    node_type: my.nodes.Data
    properties:
      size: [size]
    attributes:
      note: [db, note]
    capabilities:
      link: [db, link]
    requirements:
      link: [db, link]
  node_templates:
    # Keeps the orders
    db:
      type: my.nodes.App # big
      properties:
        note: {get_input: size} # of the disk
";
const NEW_TYPE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
node_types:
  my.nodes.Data:
    derived_from: tosca.nodes.Root
    properties:
      size:
        type: string
    attributes:
      note:
        type: string
    capabilities:
      link:
        type: my.Link
    requirements:
      - link:
          capability: my.Link
";

#[test]
fn e5_node_templates_become_a_substituting_template_and_are_inlined_again() {
    let (own, to) = (name("shop.yaml"), name("data.yaml"));
    let files = [("shop.yaml", TEMPLATE), ("types.yaml", TYPES)];
    let planned = analysis(&files).extract(&own, &[id("topology_template/node_templates/db")], "data", &to);
    let planned = planned.expect("it can be extracted");
    assert_eq!(planned.change.edits[&own].apply(TEMPLATE), SUBSTITUTED);
    let expected = [(to, SUBSTITUTING.to_owned()), (name("data_types.yaml"), NEW_TYPE.to_owned())];
    assert_eq!(planned.created, expected);
    let files = [
        ("shop.yaml", SUBSTITUTED),
        ("types.yaml", TYPES),
        ("data.yaml", SUBSTITUTING),
        ("data_types.yaml", NEW_TYPE),
    ];
    let back = analysis(&files).inline_nested(&own, &id("topology_template/node_templates/data"));
    let back = back.expect("it can be inlined").change.edits[&own].apply(SUBSTITUTED);
    assert!(back.contains("    # Keeps the orders\n    db:\n      type: my.nodes.App # big\n"), "{back}");
    assert!(back.contains("note: {get_property: [db, note]}"), "{back}");
    assert!(back.contains("      requirements:\n        - link: net\n    net:"), "{back}");
}

#[test]
fn e5_what_would_mean_something_else_is_not_inlined() {
    let refused = |outer: &str, nested: &str, types: &str, why: &str| {
        let files =
            [("shop.yaml", outer), ("types.yaml", TYPES), ("data.yaml", nested), ("data_types.yaml", types)];
        let at = id("topology_template/node_templates/data");
        let found = analysis(&files).inline_nested(&name("shop.yaml"), &at);
        let found = found.expect_err(why).to_string();
        assert!(found.contains(why), "expected {why:?}, found {found:?}");
    };
    let taken = SUBSTITUTED.replace("    net: {", "    db: {type: my.nodes.App}\n    net: {");
    let policies = "  policies:\n    - near: {type: tosca.policies.Placement, targets: [db]}\n";
    let placed = SUBSTITUTING.replace("  node_templates:\n", &format!("{policies}  node_templates:\n"));
    refused(&taken, &placed, NEW_TYPE, "`db` would be renamed to `data_db`");
    let own = SUBSTITUTED.replace("{get_input: size}", "{get_property: [SELF, other]}");
    refused(&own, SUBSTITUTING, NEW_TYPE, "reads `SELF`");
    let unset = SUBSTITUTED.replace("      properties:\n        size: {get_input: size}\n", "");
    let default = NEW_TYPE.replace(
        "        type: string\n    attributes",
        "        type: string\n        default: big\n    attributes",
    );
    refused(&unset, SUBSTITUTING, &default, "the type of `data` has a default for input `size`");
}

#[test]
fn e5_groups_policies_and_own_types_across_the_border_are_refused() {
    let refused = |text: &str, why: &str| {
        let files = [("shop.yaml", text), ("types.yaml", TYPES)];
        let ids = [id("topology_template/node_templates/db")];
        let found = analysis(&files).extract(&name("shop.yaml"), &ids, "data", &name("data.yaml"));
        let found = found.expect_err(why).to_string();
        assert!(found.contains(why), "expected {why:?}, found {found:?}");
    };
    let group = format!("{TEMPLATE}  groups:\n    all: {{type: tosca.groups.Root, members: [db, net]}}\n");
    refused(&group, "group `all` also has members that are not selected");
    let policy = format!(
        "{TEMPLATE}  policies:\n    - near: {{type: tosca.policies.Placement, targets: [db, net]}}\n"
    );
    refused(&policy, "policy `near` also has targets that are not selected");
    let own = TEMPLATE.replace(
        "topology_template:",
        "node_types:\n  my.Own: {derived_from: my.nodes.App}\ntopology_template:",
    );
    let own = own.replace("type: my.nodes.App # big", "type: my.Own # big");
    refused(&own, "move the definition to another file first");
    let workflow = format!(
        "{TEMPLATE}  workflows:\n    go: {{steps: {{one: {{target: db, activities: [{{set_state: started}}]}}}}}}\n"
    );
    refused(&workflow, "refers to `db` in the selection");
}
