//! AMP's documents together in one workspace: imports by name, catalogs beside templates, renames across files.

use std::collections::BTreeMap;

use limn_analysis::{Analysis, Change, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_yaml::Path;

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a test's path is fine")
}

fn analysis(files: &[(&str, &str)]) -> Analysis {
    let files: BTreeMap<FilePath, Content> =
        files.iter().map(|(name, text)| (path(name), Content::Text((*text).into()))).collect();
    let workspace = Workspace { files, whole: true, ..Workspace::default() };
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

fn problems(analysis: &Analysis, file: &str) -> Vec<String> {
    let checked = analysis.file(&path(file)).expect("the file is read");
    checked
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            format!("{:?} {}: {}", diagnostic.severity, diagnostic.code.name, diagnostic.message)
        })
        .collect()
}

const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03
template_name: shop
template_version: 1.0.0-SNAPSHOT
imports:
  - shop-types:1.2.0-SNAPSHOT
topology_template:
  node_templates:
    web:
      type: org.example.nodes.Web
      properties: {port: many}
";

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03
NAME
node_types:
  org.example.nodes.Web:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
";

#[test]
fn an_import_by_name_and_version_finds_the_template() {
    let reports_value = |files: &[(&str, &str)]| {
        problems(&analysis(files), "shop.yaml").iter().any(|problem| problem.contains("`many`"))
    };
    let root = TYPES.replace("NAME", "template_name: shop-types\ntemplate_version: 1.2.0-SNAPSHOT");
    let metadata =
        TYPES.replace("NAME", "metadata: {template_name: shop-types, template_version: 1.2.0-SNAPSHOT}");
    let other = TYPES.replace("NAME", "metadata: {template_name: shop-types, template_version: 1.1.0}");
    assert!(reports_value(&[("shop.yaml", SHOP), ("lib/types.yaml", &root)]));
    assert!(reports_value(&[("shop.yaml", SHOP), ("types.yaml", &metadata)]));
    assert!(!reports_value(&[("shop.yaml", SHOP), ("types.yaml", &other)]));
    // The item of a catalog has a name and version of its own.
    let bom = "brooklyn.catalog:\n  bundle: a\n  version: 1.2.0-SNAPSHOT\n  items:\n  - {id: shop-types, item: 'classpath://types.yaml'}\n";
    assert!(reports_value(&[("shop.yaml", SHOP), ("types.yaml", &other), ("catalog.bom", bom)]));
}

#[test]
fn an_import_that_is_nowhere_is_not_missing() {
    let found = problems(&analysis(&[("shop.yaml", SHOP)]), "shop.yaml");
    assert!(!found.iter().any(|problem| problem.contains("import")), "{found:#?}");
}

#[test]
fn an_item_is_renamed_in_the_blueprints_of_the_workspace() {
    let bom = "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  items:\n  - id: web\n    item: {type: org.example.Web}\n";
    let camp = "location: here\nservices:\n- type: web:1.0.0\n- {type: other}\n";
    let analysis = analysis(&[("catalog.bom", bom), ("shop.yaml", camp)]);
    let id = Id(Path::keys(["brooklyn.catalog", "items"]).index(0).key("id"));
    let Change { edits, .. } = analysis
        .plan(&path("catalog.bom"), &Edit::Rename { id, to: "site".to_owned() })
        .expect("it can be renamed");
    let after = |file: &str, text: &str| edits[&path(file)].apply(text);
    assert_eq!(after("catalog.bom", bom), bom.replace("id: web", "id: site"));
    assert_eq!(after("shop.yaml", camp), camp.replace("type: web", "type: site"));
}

#[test]
fn a_manifest_beside_does_not_stand_for_the_one_of_tosca() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: a, template_version: 1.0.0}\ntopology_template: {}\n";
    let manifest = "Manifest-Version: 1.0\nBundle-SymbolicName: a\nBundle-Version: 1.0.0\n";
    let bom = "brooklyn.catalog: {bundle: a, version: 1.0.0}\n";
    let files = [("a.yaml", template), ("catalog.bom", bom), ("META-INF/MANIFEST.MF", manifest)];
    let analysis = analysis(&files);
    for (file, _) in files {
        assert_eq!(problems(&analysis, file), [""; 0], "{file}");
    }
}

#[test]
fn a_node_in_an_item_is_renamed_with_its_references_in_the_item() {
    let template = |name: &str| {
        format!(
            "    item:\n      tosca_definitions_version: tosca_simple_yaml_1_3\n      topology_template:\n        node_templates:\n          {name}: {{type: tosca.nodes.Compute}}\n          web: {{type: tosca.nodes.WebServer, requirements: [host: {name}]}}\n"
        )
    };
    let head = "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  items:\n";
    let catalog = |first: &str, second: &str| {
        format!("{head}  - id: one\n{}  - id: two\n{}", template(first), template(second))
    };
    let text = catalog("server", "server");
    let analysis = analysis(&[("catalog.bom", &text)]);
    let item = Path::keys(["brooklyn.catalog", "items"]).index(1).key("item");
    let id = Id(item.join(&Path::keys(["topology_template", "node_templates", "server"])));
    let change = analysis
        .plan(&path("catalog.bom"), &Edit::Rename { id, to: "machine".to_owned() })
        .expect("the node can be renamed");
    assert_eq!(change.edits[&path("catalog.bom")].apply(&text), catalog("server", "machine"));
}

/// A service template with node templates, each with its type, and a requirement of the first one.
fn template(name: &str, nodes: &[(&str, &str)], target: &str) -> String {
    let nodes = nodes.iter().enumerate().map(|(at, (node, of))| {
        let requirement = format!("\n      requirements: [dependency: {target}]\n      properties: {{a: {{get_attribute: [{target}, up]}}}}");
        format!("    {node}:\n      type: {of}{}\n", if at == 0 && !target.is_empty() { requirement.as_str() } else { "" })
    });
    format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {{template_name: {name}, template_version: 1.0.0, template_icon: 'https://e.com/a.png'}}\ntopology_template:\n  node_templates:\n{}",
        nodes.collect::<String>()
    )
}

#[test]
fn names_are_found_in_nested_and_enclosing_templates() {
    const COMPUTE: &str = "tosca.nodes.Compute";
    let found = |files: &[(&str, String)]| {
        let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let all = problems(&analysis(&files), "a.yaml");
        all.into_iter()
            .filter(|problem| problem.contains("unknown-target") || problem.contains("unknown-entity"))
            .collect::<Vec<_>>()
    };
    let a = |target: &str| template("a", &[("web", "io.acme.Web"), ("inner", "b")], target);
    let b = |node: &str| template("b", &[(node, COMPUTE)], "");
    // In a nested template, and not in one that is not used.
    assert!(found(&[("a.yaml", a("server")), ("b.yaml", b("server"))]).is_empty());
    let c = template("c", &[("server", COMPUTE)], "");
    assert_eq!(
        found(&[("a.yaml", a("server")), ("c.yaml", c)]),
        [
            "Warning amp/unknown-target: unknown node template `server`",
            "Error tosca/unknown-entity: unknown node or relationship template `server`",
        ]
    );
    // In the one around it, and in another one that is nested there.
    let outer = template("outer", &[("server", COMPUTE), ("one", "a"), ("two", "d")], "");
    let d = template("d", &[("store", COMPUTE)], "");
    for target in ["server", "store"] {
        let files = [("a.yaml", a(target)), ("outer.yaml", outer.clone()), ("d.yaml", d.clone())];
        assert!(found(&files).is_empty(), "{target}: {:?}", found(&files));
    }
    // Twice at the same distance: the name is ambiguous, but not if a nearer node has it.
    let twice = template("a", &[("web", "io.acme.Web"), ("inner", "b"), ("other", "d")], "server");
    let all = [
        ("a.yaml", twice.clone()),
        ("b.yaml", b("server")),
        ("d.yaml", template("d", &[("server", COMPUTE)], "")),
    ];
    let problems = found(&all);
    assert!(
        !problems.is_empty()
            && problems.iter().all(|problem| problem.contains("ambiguous node template `server`")),
        "{problems:?}"
    );
    let own = twice.replace("    other:\n", "    server:\n      type: tosca.nodes.Compute\n    other:\n");
    assert!(found(&[("a.yaml", own), all[1].clone(), all[2].clone()]).is_empty());
}

#[test]
fn a_node_opens_any_service_template_of_its_type() {
    let outer = template("outer", &[("store", "keeper")], "");
    let plain = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: keeper}\ntopology_template:\n  node_templates:\n    disk: {type: tosca.nodes.Compute}\n";
    let analysis = analysis(&[("outer.yaml", &outer), ("keeper.yaml", plain)]);
    let node = Id(Path::keys(["topology_template", "node_templates", "store"]));
    assert_eq!(analysis.substitute(&path("outer.yaml"), &node), Some(Ok(path("keeper.yaml"))));
}

#[test]
fn a_duplicate_key_is_a_warning_because_the_last_value_is_taken() {
    let blueprint = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: a, template_icon: 'https://e.com/a.png'}\nmetadata: {template_name: b}\ntopology_template: {}\n";
    let bom =
        "brooklyn.catalog: {bundle: a, version: 1.0.0}\nbrooklyn.catalog: {bundle: b, version: 1.0.0}\n";
    let analysis = analysis(&[("a.yaml", blueprint), ("catalog.bom", bom)]);
    for file in ["a.yaml", "catalog.bom"] {
        let found = problems(&analysis, file);
        let duplicates: Vec<_> =
            found.iter().filter(|problem| problem.contains("common/repeated-key")).collect();
        assert!(duplicates.len() == 1 && duplicates[0].starts_with("Warning"), "{file}: {found:#?}");
    }
}

#[test]
fn a_location_of_another_file_is_one() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: shop, template_version: 1.0.0}
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  groups: {all: {type: brooklyn.tosca.groups.initializer, members: [server]}}
";
    let is_reported = |others: &[(&str, &str)]| {
        let files: Vec<_> = [("shop.yaml", template)].iter().chain(others).copied().collect();
        problems(&analysis(&files), "shop.yaml").iter().any(|problem| problem.contains("amp/no-location"))
    };
    let catalog =
        |item: &str| format!("brooklyn.catalog:\n  bundle: places\n  version: 1.0.0\n  items:\n  - {item}\n");
    let outer = "tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: street, template_version: 1.0.0}
topology_template: {node_templates: {first: {type: shop}}}
";
    let default = catalog("{id: tosca.default.location, itemType: location, item: {type: localhost}}");
    let application = catalog("{id: app, item: {services: [{type: shop, location: east}]}}");
    assert!(is_reported(&[]));
    for (file, other) in [
        ("catalog.bom", default.as_str()),
        ("catalog.bom", &application),
        ("app.yaml", "services:\n- type: shop:1.0.0\nlocation: east\n"),
        ("app.yaml", "services:\n- {type: app, location: east, brooklyn.children: [{type: shop}]}\n"),
        ("street.yaml", outer),
    ] {
        assert!(!is_reported(&[(file, other)]), "{other}");
    }
    for (file, other) in [
        ("catalog.bom", catalog("{id: east, itemType: location, item: {type: localhost}}").as_str()),
        ("app.yaml", "services:\n- {type: other, location: east}\n- {type: shop}\n"),
    ] {
        assert!(is_reported(&[(file, other)]), "{other}");
    }
}

#[test]
fn latches_and_operations_of_dependencies_are_not_reported() {
    let template = |key: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {{template_name: shop, template_version: 1.0.0}}
topology_template:
  node_templates:
    server: {{type: tosca.nodes.Compute}}
    db: {{type: tosca.nodes.Database, properties: {{name: a}}, requirements: [host: {{node: dbms}}]}}
    dbms: {{type: tosca.nodes.DBMS, requirements: [host: server]}}
    web:
      type: tosca.nodes.WebServer
      properties: {{{key}: {{get_attribute: [db, service.isUp]}}}}
      requirements:
        - host: server
        - dependency:
            node: db
            relationship:
              type: tosca.relationships.DependsOn
              interfaces: {{Configure: {{pre_configure_source: 'https://example.com/a.sh'}}}}
  groups: {{all: {{type: brooklyn.tosca.groups.initializer, members: [web], properties: {{location: east}}}}}}
"
        )
    };
    let found = |key: &str| {
        let found = problems(&analysis(&[("shop.yaml", &template(key))]), "shop.yaml");
        let others = ["amp/external-artifact", "amp/dependency-without-order"];
        found
            .into_iter()
            .filter(|problem| !others.iter().any(|code| problem.contains(code)))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("latch.start"), [""; 0]);
    let [only] = &found("latched")[..] else { panic!("{:?}", found("latched")) };
    assert!(only.starts_with("Warning tosca/undeclared-property"), "{only}");
}
