//! Tests of TOSCA templates in catalog items.

use super::*;
use limn_language::diagnostic::FixEdit;

const SHOP: &str = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: shop
    itemType: template
    item:
      # The shop.
      tosca_definitions_version: tosca_simple_yaml_1_3
      topology_template:
        description: Bücher
        node_templates:
          machine: {type: tosca.nodes.Compute}
          web:
            type: tosca.nodes.WebServer
            properties:
              component_version: '1.0'
            requirements: [host: machine]
          watcher: {type: org.apache.brooklyn.entity.stock.BasicEntity}
  - id: other
    item: {tosca_definitions_version: tosca_simple_yaml_1_3, topology_template: {node_templates: {web: {type: tosca.nodes.Compute}}}}
";

fn at(text: &str, path: &str) -> Id {
    let item = Path::keys(["brooklyn.catalog", "items"]).index(0).key("item");
    let path = path.split('.').fold(item, |at, key| at.key(key));
    assert!(limn_yaml::parse(text).get(&path).is_some(), "{path}");
    Id(path)
}

fn node(name: &str) -> Id {
    at(SHOP, &format!("topology_template.node_templates.{name}"))
}

fn edited(text: &str, edit: &Edit) -> String {
    let catalogue = read("catalog.bom", text);
    let plan = catalogue.plan(edit).expect("the edit is possible");
    limn_yaml::patch(&catalogue.document, &plan.ops).expect("the edit can be written").apply(text)
}

#[test]
fn a_template_is_drawn_in_its_item() {
    let catalogue = read("catalog.bom", SHOP);
    assert_eq!(problems(&catalogue), [""; 0]);
    let graph = catalogue.graph();
    let mut out = String::new();
    for node in &graph.nodes {
        let host = node.host.as_ref().map(|it| format!(" in {it}")).unwrap_or_default();
        writeln!(out, "{} ({}){host}", node.id, node.caption).unwrap();
    }
    for link in &graph.links {
        writeln!(out, "{} -> {}", link.sources[0].port.node, link.targets[0].port.node).unwrap();
    }
    expect![[r#"
        brooklyn.catalog.items[0] (TOSCA template)
        brooklyn.catalog.items[1] (TOSCA template)
        brooklyn.catalog.items[0].item.topology_template.node_templates.machine (Compute) in brooklyn.catalog.items[0]
        brooklyn.catalog.items[0].item.topology_template.node_templates.web (WebServer) in brooklyn.catalog.items[0].item.topology_template.node_templates.machine
        brooklyn.catalog.items[0].item.topology_template.node_templates.watcher (BasicEntity) in brooklyn.catalog.items[0]
        brooklyn.catalog.items[1].item.topology_template.node_templates.web (Compute) in brooklyn.catalog.items[1]
        brooklyn.catalog.items[0].item.topology_template.node_templates.machine -> brooklyn.catalog.items[0].item.topology_template.node_templates.web
    "#]].assert_eq(&out);
}

#[test]
fn faults_are_reported_at_their_places() {
    for text in [SHOP.to_owned(), SHOP.replace('\n', "\r\n")] {
        let text = text
            .replace("component_version", "component_versio")
            .replace("node_templates: {web: {type: ", "node_templates: {web: {typ: ");
        let catalogue = read("catalog.bom", &text);
        let found: Vec<(String, String)> = catalogue
            .check()
            .iter()
            .map(|it| (it.code.name.to_owned(), text[it.range.start..it.range.end].to_owned()))
            .collect();
        let expected = [
            ("tosca/undeclared-property", "component_versio"),
            ("tosca/unknown-keyname", "typ"),
            ("tosca/node-without-type", "web"),
        ];
        assert_eq!(found, expected.map(|(code, at)| (code.to_owned(), at.to_owned())));
        for diagnostic in catalogue.check() {
            assert!(catalogue.document.get(&diagnostic.path).is_some(), "{}", diagnostic.path);
            for fix in &diagnostic.fixes {
                let FixEdit::Ops(ops) = &fix.edit else { panic!("fixes are ops") };
                limn_yaml::patch(&catalogue.document, ops).expect("the fix can be written");
            }
        }
    }
}

#[test]
fn a_template_in_a_text_is_checked() {
    let text = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: shop
    item: |
      tosca_definitions_version: tosca_simple_yaml_1_3
      topology_template:
        node_templates:
          web: {type: tosca.nodes.Compute, capabilties: {}}
          db: {type: tosca.nodes.Compute
";
    let catalogue = read("catalog.bom", text);
    let found: Vec<String> = catalogue
        .check()
        .iter()
        .map(|it| format!("{} `{}` {}", it.code.name, &text[it.range.start..it.range.end], it.message))
        .collect();
    expect![[r#"
        tosca/unknown-keyname `capabilties` unknown node template key `capabilties`; did you mean `capabilities`?
        common/not-yaml `{` unclosed `{`"#]].assert_eq(&found.join("\n"));
    assert_eq!(catalogue.graph().nodes.len(), 1);
}

#[test]
fn what_is_not_a_template_of_its_own_is_left_out() {
    let head = "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  items:\n";
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3, topology_template: ";
    // An anchor outside: the template cannot be read alone.
    let text = format!(
        "{head}  - {{id: a, item: {{type: &t x}}}}\n  - {{id: b, item: {{{template}{{node_templates: {{c: *t}}}}}}}}\n"
    );
    assert_eq!(problems(&read("catalog.bom", &text)), [""; 0]);
    let text = format!(
        "{head}  - {{id: a, item: &t {{{template}{{node_templates: {{c: {{type: d}}}}}}}}}}\n  - {{id: b, item: *t}}\n"
    );
    let catalogue = read("catalog.bom", &text);
    assert_eq!(catalogue.graph().nodes.len(), 3);
    assert_eq!(catalogue.embedded.len(), 1);
}

#[test]
fn elements_of_a_template_are_edited() {
    let machine = node("machine");
    let set = Edit::Set {
        of: node("web"),
        key: Path::keys(["properties", "component_version"]),
        input: Input::Text("2.0".to_owned()),
    };
    assert_eq!(edited(SHOP, &set), SHOP.replace("'1.0'", "'2.0'"));
    let remove = Edit::Remove { ids: vec![node("watcher")] };
    assert!(!edited(SHOP, &remove).contains("watcher"));
    let all =
        Edit::Remove { ids: vec![node("watcher"), Id(Path::keys(["brooklyn.catalog", "items"]).index(1))] };
    let after = edited(SHOP, &all);
    assert!(!after.contains("watcher") && !after.contains("other"), "{after}");
    let port = |node: &Id, role, port: &str| PortRef { node: node.clone(), role, port: port.to_owned() };
    let catalogue = read("catalog.bom", SHOP);
    let from = port(&node("watcher"), Role::Requirement, "dependency");
    let ends = catalogue.ends(&from, &machine).expect("ports are known");
    let to = ends.into_iter().next().expect("a dependency takes any node");
    let after = edited(SHOP, &Edit::Connect { from: from.clone(), to });
    assert!(after.contains("{dependency: machine}"), "{after}");
    let item = port(&Id(Path::keys(["brooklyn.catalog", "items"]).index(1)), Role::Capability, "");
    assert!(catalogue.accepts(&from, &item).is_err());
}

#[test]
fn nodes_are_added_to_the_template_that_they_are_dropped_on() {
    let catalogue = read("catalog.bom", SHOP);
    let template = "in-template:node:tosca.nodes.Compute".to_owned();
    assert!(catalogue.palette().iter().any(|it| it.id == template), "the palette has the types of TOSCA");
    let add = |on: Vec<Id>| Edit::Add { template: template.clone(), name: None, place: None, on };
    let other = Id(Path::keys(["brooklyn.catalog", "items"]).index(1));
    let text = edited(SHOP, &add(vec![node("machine")]));
    let added = "          compute:\n            type: tosca.nodes.Compute\n";
    assert_eq!(text, SHOP.replace("  - id: other", &format!("{added}  - id: other")));
    assert!(
        edited(SHOP, &add(vec![other]))
            .contains("node_templates: {web: {type: tosca.nodes.Compute}, compute:")
    );
    assert!(catalogue.plan(&add(Vec::new())).is_err(), "there are two templates");
    let only = &SHOP[..SHOP.find("  - id: other").unwrap()];
    assert!(edited(only, &add(Vec::new())).ends_with(added));
}

#[test]
fn forms_and_completion_in_a_template_are_those_of_tosca() {
    let file = limn_files::FilePath::new("catalog.bom").unwrap();
    let analysis = |text: &str| limn_analysis::Analysis::of_text(&file, text);
    let text = SHOP.replace("requirements: [host: machine]", "requirements:\n            - host: mac");
    let found = analysis(&text);
    let checked = found.file(&file).unwrap();
    let completed = checked.complete(text.find("host: mac").unwrap() + "host: mac".len());
    let machine = completed.iter().find(|it| it.label == "machine").expect("the node is offered");
    assert_eq!(&text[machine.range.start..machine.range.end], "mac");
    assert!(checked.hover(text.find("requirements:").unwrap() + 2).is_some(), "TOSCA's keynames have help");
    let found = analysis(SHOP);
    let sheet = found.file(&file).unwrap().sheet(&node("web")).expect("the node has a form");
    assert_eq!(sheet.path, node("web").0);
    let properties = sheet.fields.iter().find(|it| it.key == "properties").expect("it has properties");
    assert!(format!("{:?}", properties.control).contains("admin_credential"), "{:?}", properties.control);
    let place = Id(node("web").0.join(&Path::keys(["properties", "component_version"])));
    let functions = found.file(&file).unwrap().functions(&place);
    assert!(functions.iter().any(|it| it.word == "get_attribute"));
}
