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
    let catalog = read("catalog.bom", text);
    let plan = catalog.plan(edit).expect("the edit is possible");
    limn_yaml::patch(&catalog.document, &plan.ops).expect("the edit can be written").apply(text)
}

#[test]
fn a_template_is_drawn_in_its_item() {
    let catalog = read("catalog.bom", SHOP);
    assert_eq!(problems(&catalog), [""; 0]);
    let graph = catalog.graph();
    let mut out = String::new();
    for node in &graph.nodes {
        let host = node.host.as_ref().map(|host| format!(" in {host}")).unwrap_or_default();
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
fn hosting_as_links_leaves_the_nodes_in_their_items() {
    let graph = std::sync::Arc::new(read("catalog.bom", SHOP).graph());
    assert!(graph.has_hosting_links());
    let drawn = graph.as_drawn(false);
    let inner: Vec<_> = drawn.nodes.iter().filter(|node| node.host.is_some()).collect();
    assert_eq!(inner.len(), 4, "`web` is beside `machine`, and all nodes are in their items");
    assert!(inner.iter().all(|node| node.host.as_ref().is_some_and(|host| node.id.0.starts_with(&host.0))));
}

#[test]
fn faults_are_reported_at_their_places() {
    for text in [SHOP.to_owned(), SHOP.replace('\n', "\r\n")] {
        let text = text
            .replace("component_version", "component_versio")
            .replace("node_templates: {web: {type: ", "node_templates: {web: {typ: ");
        let catalog = read("catalog.bom", &text);
        let found: Vec<(String, String)> = catalog
            .check()
            .iter()
            .map(|diagnostic| {
                (
                    diagnostic.code.name.to_owned(),
                    text[diagnostic.range.start..diagnostic.range.end].to_owned(),
                )
            })
            .collect();
        let expected = [
            ("tosca/undeclared-property", "component_versio"),
            ("tosca/unknown-keyname", "typ"),
            ("tosca/node-without-type", "web"),
        ];
        assert_eq!(found, expected.map(|(code, at)| (code.to_owned(), at.to_owned())));
        for diagnostic in catalog.check() {
            assert!(catalog.document.get(&diagnostic.path).is_some(), "{}", diagnostic.path);
            for fix in &diagnostic.fixes {
                let FixEdit::Ops(ops) = &fix.edit else { panic!("fixes are ops") };
                limn_yaml::patch(&catalog.document, ops).expect("the fix can be written");
            }
        }
    }
}

/// A template in a block text.
const BLOCK: &str = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: shop
    item: | # as text
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
  - id: other
";

fn block(name: &str) -> Id {
    let item = Path::keys(["brooklyn.catalog", "items"]).index(0).key("item");
    Id(item.join(&Path::keys(["topology_template", "node_templates", name])))
}

#[test]
fn a_template_in_a_block_text_is_drawn_and_checked() {
    let text = BLOCK.replace("component_version: ", "component_versio: ");
    for text in [text.clone(), text.replace('\n', "\r\n"), text.replace("item: |", "item: |-")] {
        let catalog = read("catalog.bom", &text);
        let found = catalog.check();
        let at: Vec<&str> =
            found.iter().map(|diagnostic| &text[diagnostic.range.start..diagnostic.range.end]).collect();
        assert_eq!(at, ["component_versio"], "{found:#?}");
        let FixEdit::Text(edit) = &found[0].fixes[0].edit else { panic!("fixes are edits of the text") };
        assert_eq!(edit.apply(&text), text.replace("component_versio:", "component_version:"));
        let graph = catalog.graph();
        let hosts: Vec<_> = graph.nodes.iter().map(|node| node.host.clone()).collect();
        let items = Path::keys(["brooklyn.catalog", "items"]);
        assert_eq!(hosts, [None, None, Some(Id(items.index(0))), Some(block("machine"))]);
    }
}

#[test]
fn a_template_in_a_block_text_is_edited() {
    for eol in ["\n", "\r\n"] {
        let text = BLOCK.replace('\n', eol);
        let set = Edit::Set {
            of: block("web"),
            key: Path::keys(["properties", "component_version"]),
            input: Input::Text("2.0".to_owned()),
        };
        assert_eq!(edited(&text, &set), text.replace("'1.0'", "'2.0'"));
        let remove = Edit::Remove { ids: vec![block("web")] };
        let end = text.find("  - id: other").unwrap();
        let start = text.find("          web:").unwrap();
        assert_eq!(edited(&text, &remove), text.replace(&text[start..end], ""));
        let add = Edit::Add {
            template: "in-template:node:tosca.nodes.Compute".to_owned(),
            name: None,
            place: None,
            on: vec![block("machine")],
        };
        let added = "          compute:\n            type: tosca.nodes.Compute\n".replace('\n', eol);
        assert_eq!(edited(&text, &add), text.replace("  - id: other", &format!("{added}  - id: other")));
        let removed = Edit::Remove {
            ids: vec![block("machine"), Id(Path::keys(["brooklyn.catalog", "items"]).index(1))],
        };
        let after = edited(&text, &removed);
        assert!(!after.contains("machine: {") && !after.contains("other"), "{after}");
    }
}

#[test]
fn only_the_lines_of_an_edit_change() {
    let catalog = read("catalog.bom", BLOCK);
    let set = Edit::Set {
        of: block("web"),
        key: Path::keys(["properties", "component_version"]),
        input: Input::Text("2.0".to_owned()),
    };
    let plan = catalog.plan(&set).expect("the edit is possible");
    let edit = limn_yaml::patch(&catalog.document, &plan.ops).expect("the edit can be written");
    let [only] = edit.indels() else { panic!("one place changes: {edit:?}") };
    assert_eq!((&BLOCK[only.delete.start..only.delete.end], only.insert.as_str()), ("1", "2"));
}

#[test]
fn a_text_whose_lines_are_not_those_of_the_template_is_not_drawn() {
    for (from, to) in [("item: |", "item: >"), ("      # The shop.", "      ---")] {
        let text = BLOCK.replace(from, to).replace("component_version", "component_versio");
        let catalog = read("catalog.bom", &text);
        assert_eq!(catalog.graph().nodes.len(), 2, "{to}");
    }
}

#[test]
fn syntax_errors_in_a_block_text_are_reported_at_their_places() {
    let text = BLOCK
        .replace("{type: tosca.nodes.Compute}", "{type: tosca.nodes.Compute, capabilties: {}}")
        .replace("[host: machine]", "[host: machine");
    let found: Vec<String> = read("catalog.bom", &text)
        .check()
        .iter()
        .map(|diagnostic| {
            format!(
                "{} `{}` {}",
                diagnostic.code.name,
                &text[diagnostic.range.start..diagnostic.range.end],
                diagnostic.message
            )
        })
        .collect();
    expect![[r#"
        tosca/unknown-keyname `capabilties` unknown node template key `capabilties`; did you mean `capabilities`?
        common/not-yaml `[` unclosed `[`"#]].assert_eq(&found.join("\n"));
}

#[test]
fn names_and_forms_in_a_block_text_are_those_of_tosca() {
    let file = limn_files::FilePath::new("catalog.bom").unwrap();
    let found = limn_analysis::Analysis::of_text(&file, BLOCK);
    let checked = found.file(&file).unwrap();
    let (key, whole) = checked.range_of(&block("web")).expect("it is written");
    assert_eq!(&BLOCK[key.start..key.end], "web");
    assert!(BLOCK[whole.start..whole.end].ends_with("[host: machine]"));
    assert_eq!(checked.at(BLOCK.find("component_version").unwrap()), Some(block("web")));
    assert_eq!(checked.sheet(&block("web")).expect("it has a form").path, block("web").0);
    let rename = Edit::Rename { id: block("machine"), to: "server".to_owned() };
    let change = found.plan(&file, &rename).expect("it can be renamed");
    assert_eq!(change.edits[&file].apply(BLOCK), BLOCK.replace("machine", "server"));
    assert_eq!(change.focus, Some(block("server")));
    let text = BLOCK.replace("[host: machine]", "\n            - host: mac");
    let found = limn_analysis::Analysis::of_text(&file, &text);
    let end = text.find("host: mac").unwrap() + "host: mac".len();
    let completed = found.file(&file).unwrap().complete(end);
    let machine =
        completed.iter().find(|completion| completion.label == "machine").expect("the node is offered");
    assert_eq!(&text[machine.range.start..machine.range.end], "mac");
    assert!(found.file(&file).unwrap().hover(text.find("requirements:").unwrap() + 2).is_some());
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
    let catalog = read("catalog.bom", &text);
    assert_eq!(catalog.graph().nodes.len(), 3);
    assert_eq!(catalog.embedded.len(), 1);
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
    let catalog = read("catalog.bom", SHOP);
    let from = port(&node("watcher"), Role::Requirement, "dependency");
    let ends = catalog.ends(&from, &machine).expect("ports are known");
    let to = ends.into_iter().next().expect("a dependency takes any node");
    let after = edited(SHOP, &Edit::Connect { from: from.clone(), to });
    assert!(after.contains("{dependency: machine}"), "{after}");
    let item = port(&Id(Path::keys(["brooklyn.catalog", "items"]).index(1)), Role::Capability, "");
    assert!(catalog.accepts(&from, &item).is_err());
}

#[test]
fn nodes_are_added_to_the_template_that_they_are_dropped_on() {
    let catalog = read("catalog.bom", SHOP);
    let template = "in-template:node:tosca.nodes.Compute".to_owned();
    assert!(catalog.palette().iter().any(|entry| entry.id == template), "the palette has the types of TOSCA");
    let add = |on: Vec<Id>| Edit::Add { template: template.clone(), name: None, place: None, on };
    let other = Id(Path::keys(["brooklyn.catalog", "items"]).index(1));
    let text = edited(SHOP, &add(vec![node("machine")]));
    let added = "          compute:\n            type: tosca.nodes.Compute\n";
    assert_eq!(text, SHOP.replace("  - id: other", &format!("{added}  - id: other")));
    assert!(
        edited(SHOP, &add(vec![other]))
            .contains("node_templates: {web: {type: tosca.nodes.Compute}, compute:")
    );
    assert!(catalog.plan(&add(Vec::new())).is_err(), "there are two templates");
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
    let machine =
        completed.iter().find(|completion| completion.label == "machine").expect("the node is offered");
    assert_eq!(&text[machine.range.start..machine.range.end], "mac");
    assert!(checked.hover(text.find("requirements:").unwrap() + 2).is_some(), "TOSCA's keynames have help");
    let found = analysis(SHOP);
    let sheet = found.file(&file).unwrap().sheet(&node("web")).expect("the node has a form");
    assert_eq!(sheet.path, node("web").0);
    let properties = sheet.fields.iter().find(|field| field.key == "properties").expect("it has properties");
    assert!(format!("{:?}", properties.control).contains("admin_credential"), "{:?}", properties.control);
    let place = Id(node("web").0.join(&Path::keys(["properties", "component_version"])));
    let functions = found.file(&file).unwrap().functions(&place);
    assert!(functions.iter().any(|function| function.word == "get_attribute"));
}

/// The samples, and the documents of the corpus.
fn templates() -> Vec<String> {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../public/samples");
    let samples = ["web_cluster.yaml", "check_running.yaml"].map(|name| samples.join(name));
    let corpus = limn_check::corpus::corpus("4-brooklyn-tosca");
    let corpus = corpus.map(|folder| limn_check::corpus::files(&folder, &[".yaml", ".yml"]));
    let texts = samples.into_iter().chain(corpus.into_iter().flatten());
    let texts = texts.filter_map(|path| std::fs::read_to_string(path).ok());
    texts.filter(|text| text.len() < 100_000 && limn_yaml::parse(text.as_str()).errors().is_empty()).collect()
}

#[test]
fn a_template_means_the_same_as_a_mapping_and_as_a_text() {
    let templates = templates();
    assert!(templates.len() > 1);
    for template in templates {
        let lines = template.lines().filter(|line| !line.starts_with("---"));
        let mut text = String::new();
        for line in lines {
            writeln!(text, "      {line}").unwrap();
        }
        let lines = text;
        let read_as = |item: &str| {
            let text = format!(
                "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  items:\n  - id: a\n    {item}\n{lines}"
            );
            let catalog = read("catalog.bom", &text);
            let mut found: Vec<(usize, String, String)> = catalog
                .check()
                .into_iter()
                // Of a text, the template alone has the checks of YAML.
                .filter(|diagnostic| !diagnostic.code.name.starts_with("common/"))
                .map(|diagnostic| {
                    (diagnostic.range.start - item.len(), diagnostic.code.name.to_owned(), diagnostic.message)
                })
                .collect();
            found.sort();
            let ids: Vec<Id> = catalog.graph().nodes.iter().map(|node| node.id.clone()).collect();
            // An edit writes the same lines.
            let removed = ids.iter().skip(1).take(3).map(|id| {
                let plan = catalog.plan(&Edit::Remove { ids: vec![id.clone()] }).ok()?;
                let edit = limn_yaml::patch(&catalog.document, &plan.ops).ok()?;
                Some(edit.apply(&text).replacen(item, "item:", 1))
            });
            let removed: Vec<Option<String>> = removed.collect();
            (found, ids, catalog.graph().links.len(), removed)
        };
        assert_eq!(read_as("item:"), read_as("item: |"), "{lines}");
    }
}
