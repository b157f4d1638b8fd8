//! Tests over whole documents: diagnostics, diagram and edits.

mod embedded;
mod expressions;
mod promote;

use std::fmt::Write as _;

use super::*;
use expect_test::{Expect, expect};
use limn_language::edit::Input;
use limn_language::graph::{Id, Role};

fn read_among(file: &str, text: &str, others: &[(&str, &str)]) -> CatalogModel {
    let file = FilePath::new(file).unwrap();
    let document = Arc::new(limn_yaml::parse(text));
    let mut library = Library::default();
    library.documents.insert(file.clone(), Arc::clone(&document));
    for (name, text) in others {
        let name = FilePath::new(name).unwrap();
        if name.is_document() {
            library.documents.insert(name, Arc::new(limn_yaml::parse(*text)));
        } else {
            library.manifests.insert(name, Arc::from(*text));
        }
    }
    let profile = recognize::recognize(&file, &document).expect("the document is recognized").profile;
    let library = Arc::new(library);
    read_source(&Source { file: &file, document: &document, profile, library: &library })
}

fn read(file: &str, text: &str) -> CatalogModel {
    read_among(file, text, &[])
}

fn problems(catalog: &CatalogModel) -> Vec<String> {
    let line = |at: usize| catalog.document.text()[..at].matches('\n').count() + 1;
    let mut found = catalog.check();
    found.sort_by_key(|diagnostic| diagnostic.range);
    let found = found.iter();
    found
        .map(|diagnostic| {
            format!(
                "{:?} {} {}: {}",
                diagnostic.severity,
                line(diagnostic.range.start),
                diagnostic.code.name,
                diagnostic.message
            )
        })
        .collect()
}

const SHOP: &str = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0-SNAPSHOT
  brooklyn.libraries:
  - https://example.org/a.jar
  - name: org.example.b
    version: 1.0.0.SNAPSHOT
  publish: {license_code: Apache-2.0}
  items:
  - classpath://more.bom
  - itemType: entity
    items:
    - id: database
      item:
        type: org.apache.brooklyn.entity.database.mysql.MySqlNode
        brooklyn.parameters:
        - name: port
          type: port
          default: 3306
        - simple
    - id: web
      iconUrl: classpath://web.png
      item:
        type: org.apache.brooklyn.entity.webapp.tomcat.TomcatServer
        install.command: |
          true
  - id: shop
    itemType: template
    item:
      name: Shop
      services:
      - type: web-cluster
        brooklyn.config:
          url: $brooklyn:formatString(\"%s\", component(\"db\").attributeWhenReady(\"datastore.url\"))
      - type: database:1.0.0
        id: db
        brooklyn.policies:
        - type: org.apache.brooklyn.policy.ha.ServiceReplacer
      location:
        jclouds:aws-ec2:
          region: eu-central-1
  - id: web-cluster
    item:
      type: org.apache.brooklyn.entity.group.DynamicCluster
      memberSpec:
        $brooklyn:entitySpec:
          type: web
          locations: []
      brooklyn.children:
      - type: org.apache.brooklyn.entity.stock.BasicEntity
        name: Watcher
  - id: tosca-shop
    itemType: template
    item: classpath://shop.yaml
  - id: tosca-inside
    item:
      tosca_definitions_version: tosca_simple_yaml_1_3
      topology_template: {node_templates: {a: {type: tosca.nodes.Compute}}}
";

#[test]
fn usual_catalogs_have_no_problems() {
    for (file, text) in [
        ("catalog.bom", SHOP),
        ("catalog.bom", BLANK),
        (
            "src/main/resources/catalog.bom",
            "brooklyn.catalog:\n  version: 1.0.0\n  items:\n  - {id: a, item: {type: b}}\n",
        ),
        (
            "src/main/resources/catalog.bom",
            "brooklyn.catalog:\n    items:\n    -   id: bean\n        item: {type: a.B, number: 1}\n",
        ),
        (
            "terraform.bom",
            "brooklyn.catalog:\n  id: terraform\n  version: 1.1.0-20210920.0846\n  icon_url: https://x/y.png\n  libraries: [https://x/y.jar]\n  itemType: entity\n  item:\n    type: a.B\n",
        ),
        (
            "locations.bom",
            "brooklyn.catalog:\n  version: \"1.0\"\n  itemType: location\n  items:\n  - id: here\n    item:\n      type: byon\n      brooklyn.config:\n        hosts: [{address: 127.0.0.1}]\n",
        ),
        ("empty.bom", "brooklyn.catalog:\n  version: test-version\n  itemType: entity\n  items:\n"),
        (
            "scan.bom",
            "brooklyn.catalog:\n  version: 1\n  items:\n  - scanJavaAnnotations: false\n  - include: classpath://a.bom\n    brooklyn.libraries: [{name: a, version: 1}]\n",
        ),
        ("old.yaml", "name: a\nbrooklyn.catalog:\n  id: a\n  version: 0.1\nservices:\n- serviceType: b\n"),
        (
            "link.bom",
            "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  items:\n  - id: b\n    itemType: template\n    item:\n      csar_link: .\n",
        ),
    ] {
        assert_eq!(problems(&read(file, text)), [""; 0], "{text}");
    }
}

#[test]
fn the_bundle_has_a_name_and_a_version() {
    let alone = "brooklyn.catalog: {version: 1.0.0, items: []}\n";
    assert_eq!(
        problems(&read("catalog.bom", alone)),
        ["Warning 1 amp/catalog-without-bundle: missing required key `bundle` on `brooklyn.catalog`"]
    );
    let template = ("shop.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n");
    assert_eq!(
        problems(&read_among("catalog.bom", alone, &[template])),
        ["Error 1 amp/catalog-without-bundle: missing required key `bundle` on `brooklyn.catalog`"]
    );
    let manifest =
        ("META-INF/MANIFEST.MF", "Bundle-SymbolicName: shop;singleton:=true\nBundle-Version: 1.0.0\n");
    assert_eq!(problems(&read_among("catalog.bom", alone, &[template, manifest])), [""; 0]);
    let same = "brooklyn.catalog: {bundle: shop, version: '1.0'}\n";
    assert_eq!(problems(&read_among("catalog.bom", same, &[manifest])), [""; 0]);
    let other = "brooklyn.catalog: {bundle: shops, version: 1.0.1}\n";
    assert_eq!(problems(&read_among("catalog.bom", other, &[manifest])).len(), 2);
    assert_eq!(
        problems(&read("any.bom", "brooklyn.catalog: {bundle: a}\n")),
        ["Error 1 amp/catalog-without-bundle: missing required key `version` on `brooklyn.catalog`"]
    );
    assert_eq!(problems(&read("catalog.bom", "")), [""; 0], "an empty file is not finished");
    assert_eq!(problems(&read("catalog.bom", "name: a\n")).len(), 1);
    for alone in [
        "brooklyn.catalog:\n  items:\n  - {id: a, version: 1.0.0, item: {type: b}}\n",
        "brooklyn.catalog:\n  libraries: ['https://x/y.jar']\n  items: ['classpath://y:swarm/catalog.bom']\n",
    ] {
        assert_eq!(
            problems(&read("catalog.bom", alone)),
            ["Warning 1 amp/catalog-without-bundle: missing required key `bundle` on `brooklyn.catalog`"]
        );
    }
}

#[test]
fn blueprints_are_checked() {
    let text = "\
name: Shop
location: [here]
services:
- name: web
  brooklyn.config: [a]
- type: db
  brooklyn.children:
  - type: a
    brooklyn.enrichers:
    - brooklyn.config: {a: b}
";
    let found = problems(&read("shop.yaml", text)).join("\n");
    expect![[r#"
        Error 2 amp/location-of-blueprint: expected a location name or a single-entry mapping for `location`, found a list
        Error 4 amp/services: missing required key `type` on this entity
        Error 5 amp/entity-form: expected a mapping for `brooklyn.config`, found a list
        Warning 10 amp/entry-without-type: missing required key `type` on this policy, enricher or initializer"#]]
    .assert_eq(&found);
}

fn drawn(catalog: &CatalogModel) -> String {
    let graph = catalog.graph();
    let mut out = String::new();
    for node in &graph.nodes {
        let host = node.host.as_ref().map(|host| format!(" in {host}")).unwrap_or_default();
        let badges: Vec<&str> = node.badges.iter().map(|badge| badge.text.as_str()).collect();
        writeln!(out, "{}: {} ({}) {badges:?}{host}", node.id, node.label, node.caption).unwrap();
    }
    for link in &graph.links {
        let (from, to) = (&link.sources[0].port.node, &link.targets[0].port.node);
        writeln!(out, "{:?} {from} -> {to} at {}", link.kind, link.id).unwrap();
    }
    out
}

#[track_caller]
fn draws(catalog: &CatalogModel, expect: Expect) {
    expect.assert_eq(&drawn(catalog));
}

#[test]
fn a_catalog_is_drawn() {
    draws(
        &read("catalog.bom", SHOP),
        expect![[r#"
            brooklyn.catalog.items[0]: more.bom (catalog file) []
            brooklyn.catalog.items[1].items[0]: database (MySqlNode) ["entity"]
            brooklyn.catalog.items[1].items[1]: web (TomcatServer) ["entity"]
            brooklyn.catalog.items[2]: shop (application) ["template", "jclouds:aws-ec2"]
            brooklyn.catalog.items[2].item.services[0]: web-cluster (web-cluster) [] in brooklyn.catalog.items[2]
            brooklyn.catalog.items[2].item.services[1]: db (database:1.0.0) ["1"] in brooklyn.catalog.items[2]
            brooklyn.catalog.items[3]: web-cluster (DynamicCluster) []
            brooklyn.catalog.items[3].item.brooklyn.children[0]: Watcher (BasicEntity) [] in brooklyn.catalog.items[3]
            brooklyn.catalog.items[3].item.memberSpec.$brooklyn:entitySpec: web (web) [] in brooklyn.catalog.items[3]
            brooklyn.catalog.items[4]: tosca-shop (classpath://shop.yaml) ["template"]
            brooklyn.catalog.items[5]: tosca-inside (TOSCA template) []
            brooklyn.catalog.items[5].item.topology_template.node_templates.a: a (Compute) [] in brooklyn.catalog.items[5]
            Relationship brooklyn.catalog.items[3] -> brooklyn.catalog.items[2].item.services[0] at brooklyn.catalog.items[2].item.services[0].type
            Data brooklyn.catalog.items[2].item.services[1] -> brooklyn.catalog.items[2].item.services[0] at brooklyn.catalog.items[2].item.services[0].brooklyn.config.url
            Relationship brooklyn.catalog.items[1].items[0] -> brooklyn.catalog.items[2].item.services[1] at brooklyn.catalog.items[2].item.services[1].type
            Relationship brooklyn.catalog.items[1].items[1] -> brooklyn.catalog.items[3].item.memberSpec.$brooklyn:entitySpec at brooklyn.catalog.items[3].item.memberSpec.$brooklyn:entitySpec.type
        "#]],
    );
}

#[track_caller]
fn edited(text: &str, edit: &Edit) -> String {
    let catalog = read("catalog.bom", text);
    let plan = catalog.plan(edit).expect("the edit is possible");
    limn_yaml::patch(&catalog.document, &plan.ops).expect("the edit can be written").apply(text)
}

fn id(catalog: &CatalogModel, label: &str) -> Id {
    Id(catalog
        .elements
        .iter()
        .find(|element| element.label() == label)
        .expect("there is such an element")
        .path
        .clone())
}

#[test]
fn an_item_is_added_renamed_connected_and_removed() {
    let text = "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n";
    let add =
        |template: &str| Edit::Add { template: template.to_owned(), name: None, place: None, on: Vec::new() };
    let text = edited(text, &add("item:entity"));
    let text = edited(&text, &add("item:template"));
    expect![[r#"
        brooklyn.catalog:
          bundle: a
          version: 1.0.0
          items:
            - id: entity
              itemType: entity
              item:
                type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess
            - id: template
              itemType: template
              item:
                services: []
    "#]]
    .assert_eq(&text);
    let catalog = read("catalog.bom", &text);
    assert_eq!(problems(&catalog), [""; 0]);
    let remove = Edit::Remove { ids: vec![id(&catalog, "template")] };
    assert!(edited(&text, &remove).ends_with("VanillaSoftwareProcess\n"));
    let set = Edit::Set {
        of: id(&catalog, "entity"),
        key: Path::keys(["description"]),
        input: Input::Text("a server".to_owned()),
    };
    assert!(edited(&text, &set).contains("      description: a server\n"));
}

#[test]
fn an_entity_with_a_display_name_gets_another_one() {
    let catalog = read("catalog.bom", SHOP);
    let rename = Edit::Rename { id: id(&catalog, "Watcher"), to: "Guard".to_owned() };
    assert_eq!(edited(SHOP, &rename), SHOP.replace("Watcher", "Guard"));
    assert!(catalog.naming_value(&id(&catalog, "Watcher")).is_none());
    assert!(catalog.naming_value(&id(&catalog, "database")).is_some());
}

#[test]
fn an_entity_gets_an_item_as_its_type() {
    let catalog = read("catalog.bom", SHOP);
    let port = |label: &str, role| PortRef { node: id(&catalog, label), role, port: String::new() };
    let connect =
        Edit::Connect { from: port("web", Role::Capability), to: port("Watcher", Role::Requirement) };
    let expected = SHOP.replace("org.apache.brooklyn.entity.stock.BasicEntity", "web");
    assert_eq!(edited(SHOP, &connect), expected);
    let itself = Edit::Connect { from: port("web", Role::Capability), to: port("web", Role::Requirement) };
    assert!(catalog.plan(&itself).is_err());
}

#[test]
fn items_of_other_files_are_found() {
    let blueprint = "location: here\nservices: [{type: web}, {type: unknown}]\n";
    let catalog = read_among("shop.yaml", blueprint, &[("catalog.bom", SHOP)]);
    let [found] = &catalog.external_references()[..] else { panic!("one item is known") };
    assert_eq!(found.file.as_str(), "catalog.bom");
    assert!(catalog.palette().iter().any(|entry| entry.id == "type:web-cluster"));
}

#[test]
fn references_follow_renamed_files() {
    let text = "\
brooklyn.catalog:
  bundle: a
  version: 1.0.0
  iconUrl: classpath://icons/a.png
  items:
  - {id: shop, item: 'classpath://shop.yaml'}
  - {id: near, item: near.yaml}
  - classpath://more/more.bom
  - classpath://other:shop.yaml
  - https://example.org/shop.yaml
";
    let path = |name: &str| FilePath::new(name).unwrap();
    let mut catalog = read("lib/catalog.bom", text);
    let mut files =
        ["icons/a.png", "shop.yaml", "lib/near.yaml", "lib/more/more.bom", "lib/catalog.bom"].map(path);
    files.sort();
    catalog.library = Arc::new(Library { files: Arc::from(files), ..Library::default() });
    let names = [
        ("icons/a.png", "b.png"),
        ("shop.yaml", "shops/shop.yaml"),
        ("lib/near.yaml", "far.yaml"),
        ("lib/more/more.bom", "lib/less.bom"),
    ];
    let names = names.map(|(from, to)| (path(from), path(to)));
    let ops = catalog.rename_files(&BTreeMap::from(names));
    let after = limn_yaml::patch(&catalog.document, &ops).unwrap().apply(text);
    let expected = text
        .replace("icons/a.png", "b.png")
        .replace("item: 'classpath://shop.yaml", "item: 'classpath://shops/shop.yaml")
        .replace("near.yaml", "../far.yaml")
        .replace("more/more.bom", "less.bom");
    assert_eq!(after, expected);
}

#[test]
fn unfinished_texts_are_read_drawn_and_edited() {
    let inputs = ["[", "&a *a", "- *x\n", "!!map", ": :", "{{"];
    for (at, _) in SHOP.char_indices().step_by(53) {
        for rest in std::iter::once("").chain(inputs) {
            let text = format!("{}{rest}", &SHOP[..at]);
            let document = Arc::new(limn_yaml::parse(text.as_str()));
            let file = FilePath::new("catalog.bom").unwrap();
            let library = Arc::new(Library { whole: true, ..Library::default() });
            let profile = &recognize::PROFILES[at % 2];
            let source = Source { file: &file, document: &document, profile, library: &library };
            let catalog = read_source(&source);
            catalog.check();
            let ids: Vec<Id> = catalog.graph().nodes.iter().map(|node| node.id.clone()).collect();
            let add = |entry: PaletteEntry| Edit::Add {
                template: entry.id,
                name: None,
                place: None,
                on: Vec::new(),
            };
            for edit in catalog.palette().into_iter().map(add).chain([Edit::Remove { ids }]) {
                // A patch may refuse what cannot be written.
                let _written = catalog.plan(&edit).map(|plan| limn_yaml::patch(&document, &plan.ops));
            }
        }
    }
}

#[test]
fn a_cluster_has_its_size_and_its_member_inside() {
    let text = "\
services:
- type: org.apache.brooklyn.entity.group.DynamicCluster
  id: web
  brooklyn.config:
    initialSize: 2
    memberSpec:
      $brooklyn:entitySpec:
        type: io.acme.Web
        brooklyn.children: [{type: io.acme.Log}]
  brooklyn.policies:
  - type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy
    brooklyn.config: {minPoolSize: 1, maxPoolSize: 4}
- {type: io.acme.Other, memberSpec: {}}
";
    let catalog = read("app.yaml", text);
    let graph = catalog.graph();
    let shown: Vec<String> = graph
        .nodes
        .iter()
        .map(|node| {
            let host = node.host.as_ref().map(|host| format!(" in {host}")).unwrap_or_default();
            format!("{} {:?} {:?}{host}", node.label, node.look, node.multiplicity)
        })
        .collect();
    expect![[r#"
        web Solid Cluster { minimum: "1", initial: "2", maximum: Some("4") }
        Web Dashed One in services[0]
        Log Solid One in services[0].brooklyn.config.memberSpec.$brooklyn:entitySpec
        Other Solid One"#]]
    .assert_eq(&shown.join("\n"));
    let member = graph.nodes.iter().find(|node| node.label == "Web").expect("it is drawn").id.clone();
    let edited = |edit: &Edit| {
        let plan = catalog.plan(edit).expect("the edit is possible");
        limn_yaml::patch(&catalog.document, &plan.ops).expect("the edit can be written").apply(text)
    };
    let renamed = edited(&Edit::Rename { id: member.clone(), to: "server".to_owned() });
    assert_eq!(renamed, text.replace("Log}]\n", "Log}]\n        name: server\n"));
    let file = FilePath::new("app.yaml").unwrap();
    let found = limn_analysis::Analysis::of_text(&file, text);
    let sheet = found.file(&file).unwrap().sheet(&member).expect("it has a form");
    let keys: Vec<&str> = sheet.fields.iter().map(|field| field.key.as_str()).collect();
    assert_eq!(keys, ["name", "type", "brooklyn.config", "brooklyn.children"]);
    let set = Edit::Set {
        of: member.clone(),
        key: Path::keys(["type"]),
        input: Input::Text("io.acme.App".to_owned()),
    };
    assert_eq!(edited(&set), text.replace("io.acme.Web", "io.acme.App"));
    let config =
        Edit::Insert { of: member.clone(), into: Path::keys(["brooklyn.config"]), name: "port".to_owned() };
    assert_eq!(
        edited(&config),
        text.replace("Log}]\n", "Log}]\n        brooklyn.config:\n          port:\n")
    );
    let removed = edited(&Edit::Remove { ids: vec![member] });
    assert_eq!(read("app.yaml", &removed).graph().nodes.len(), 2);
}
