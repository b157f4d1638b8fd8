//! `$brooklyn:` expressions in the editor and on the canvas.

use expect_test::{Expect, expect};
use limn_analysis::{Analysis, Choices};
use limn_files::{FilePath, Workspace};
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_yaml::Path;
use proptest::prelude::*;

const DOCUMENT: &str = r#"tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  acme.Database:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: 3306}}
    attributes: {url: {type: string}}
topology_template:
  node_templates:
    db: {type: acme.Database}
    web:
      type: acme.Web
      properties:
        one: '$brooklyn:component("db").attributeWhenReady("url")'
        two: {'$brooklyn:formatString': ['%s', {'$brooklyn:component': db}]}
        three: $brooklyn:formatString("%s:%s", component("db").config("port"), "\"db\"")
  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members: [web]
      properties:
        brooklyn.policies:
          - type: org.acme.Policy
            brooklyn.config: {a: '$brooklyn:entity("db").config("port")'}
"#;

fn analyze(text: &str) -> (FilePath, Analysis) {
    let file = FilePath::new("blueprint.yaml").expect("it is a path");
    let workspace = Workspace::of(file.clone(), text.to_owned());
    (file, Analysis::of(&workspace, &Choices::default(), &Analysis::default()))
}

/// The text without the caret, and the caret.
fn caret(text: &str) -> (String, usize) {
    let at = text.find('‸').expect("the text has a caret");
    (text.replace('‸', ""), at)
}

#[test]
fn a_rename_changes_only_the_names_in_expressions() {
    let renamed = |path: Path, to: &str| {
        let (file, analysis) = analyze(DOCUMENT);
        let edit = Edit::Rename { id: Id(path), to: to.to_owned() };
        let change = analysis.plan(&file, &edit).expect("it can be renamed");
        change.edits.get(&file).expect("the file changes").apply(DOCUMENT)
    };
    let template = Path::root().key("topology_template").key("node_templates").key("db");
    let text = renamed(template, "store");
    let expected = DOCUMENT
        .replace("    db: {", "    store: {")
        .replace("component(\"db\")", "component(\"store\")")
        .replace("entity(\"db\")", "entity(\"store\")")
        .replace("'$brooklyn:component': db", "'$brooklyn:component': store");
    assert_eq!(text, expected);
    let port = Path::root().key("node_types").key("acme.Database").key("properties").key("port");
    let text = renamed(port, "listen");
    assert_eq!(
        text,
        DOCUMENT.replace("config(\"port\")", "config(\"listen\")").replace("{port:", "{listen:")
    );
}

#[test]
fn a_name_that_would_end_a_string_is_refused_with_the_reason() {
    let (file, analysis) = analyze(DOCUMENT);
    let id = Id(Path::keys(["topology_template", "node_templates", "db"]));
    let refused = |to: &str| {
        let edit = Edit::Rename { id: id.clone(), to: to.to_owned() };
        analysis.plan(&file, &edit).expect_err("it is refused").to_string()
    };
    for (to, odd) in [("a\"b", '"'), ("a\\b", '\\')] {
        let why = format!("an expression that refers to it cannot contain `{odd}` in a name");
        assert!(refused(to).contains(&why), "{}", refused(to));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_renamed_node_keeps_its_references(to in "[ab\"'\\\\ %,().:$\\[\\]{}é#-]{1,5}") {
        let (file, before) = analyze(DOCUMENT);
        let templates = Path::keys(["topology_template", "node_templates"]);
        // The declaring key is where it was.
        let declared = DOCUMENT.find("    db:").expect("it is declared") + 5;
        let references =
            |analysis: &Analysis| analysis.file(&file).expect("it is there").references(declared).len();
        let edit = Edit::Rename { id: Id(templates.key("db")), to: to.clone() };
        if let Ok(change) = before.plan(&file, &edit) {
            let text = change.edits[&file].apply(DOCUMENT);
            let (_, after) = analyze(&text);
            prop_assert_eq!(references(&after), references(&before), "{}", text);
            let errors = |analysis: &Analysis| {
                let found = analysis.file(&file).expect("it is there").diagnostics();
                found.iter().map(|diagnostic| diagnostic.code.name).filter(|code| code.starts_with("amp/")).collect::<Vec<_>>()
            };
            prop_assert_eq!(errors(&after), errors(&before), "{}", text);
        }
    }
}

#[test]
fn an_expression_resolves_to_its_declarations() {
    let definition = |word: &str, inner: &str| {
        let offset = DOCUMENT.find(word).unwrap() + word.find(inner).unwrap() + 1;
        let (file, analysis) = analyze(DOCUMENT);
        let found = analysis.definition(&file, offset).expect("it is declared");
        DOCUMENT[found.range.start..].lines().next().unwrap().to_owned()
    };
    assert_eq!(definition("component(\"db\").attr", "db"), "db: {type: acme.Database}");
    assert_eq!(definition("attributeWhenReady(\"url\")", "url"), "url: {type: string}}");
    assert_eq!(definition("config(\"port\")", "port"), "port: {type: integer, default: 3306}}");
}

#[track_caller]
fn completes(text: &str, expected: Expect) {
    let (text, offset) = caret(&format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {{template_icon: a}}\ntopology_template:\n  \
         node_templates:\n    db: {{type: t}}\n    web: {{type: t}}\n    c:\n      type: t\n      properties:\n        a: {text}\n"
    ));
    let (file, analysis) = analyze(&text);
    let found = analysis.file(&file).expect("the file is there").complete(offset);
    let shown: Vec<_> = found
        .iter()
        .map(|completion| {
            let (before, behind) = completion.insert.split_at(completion.insert.len() - completion.behind);
            let insert = if behind.is_empty() { before.to_owned() } else { format!("{before}‸{behind}") };
            format!(
                "{} ({}): {:?} -> {insert:?}\n",
                completion.label,
                completion.detail,
                &text.as_str()[completion.range]
            )
        })
        .collect();
    expected.assert_eq(&shown.concat());
}

#[test]
fn functions_are_completed() {
    completes(
        "'$brooklyn:‸'",
        expect![[r#"
            attributeWhenReady ((sensor, options?)): "" -> "attributeWhenReady(\"‸\")"
            component ((id, scope?)): "" -> "component(\"‸\")"
            config ((key)): "" -> "config(\"‸\")"
            formatString ((pattern, values?)): "" -> "formatString(\"‸\")"
            sensor ((name, class?)): "" -> "sensor(\"‸\")"
            entity ((id, scope?)): "" -> "entity(\"‸\")"
            self (()): "" -> "self()"
            parent (()): "" -> "parent()"
            root (()): "" -> "root()"
            scopeRoot (()): "" -> "scopeRoot()"
            child ((id)): "" -> "child(\"‸\")"
            descendant ((id)): "" -> "descendant(\"‸\")"
            ancestor ((id)): "" -> "ancestor(\"‸\")"
            sibling ((id)): "" -> "sibling(\"‸\")"
            member ((id)): "" -> "member(\"‸\")"
            application ((id)): "" -> "application(\"‸\")"
            entityId (()): "" -> "entityId()"
            location ((index?)): "" -> "location()"
            external ((provider, key)): "" -> "external(\"‸\", \"\")"
            urlEncode ((text)): "" -> "urlEncode(\"‸\")"
            regexReplacement ((text, pattern, replacement)): "" -> "regexReplacement(\"‸\", \"\", \"\")"
            literal ((text)): "" -> "literal(\"‸\")"
        "#]],
    );
    completes(
        "'$brooklyn:at‸'",
        expect![[r#"
            attributeWhenReady ((sensor, options?)): "at" -> "attributeWhenReady(\"‸\")"
        "#]],
    );
    completes(
        "$brooklyn:at‸",
        expect![[r#"
            attributeWhenReady ((sensor, options?)): "at" -> "attributeWhenReady(\"‸\")"
        "#]],
    );
    completes(
        "\"$brooklyn:at‸\"",
        expect![[r#"
            attributeWhenReady ((sensor, options?)): "at" -> "attributeWhenReady(\\\"‸\\\")"
        "#]],
    );
    completes(
        "'$brooklyn:component(\"db\").‸'",
        expect![[r#"
            attributeWhenReady ((sensor, options?)): "" -> "attributeWhenReady(\"‸\")"
            component ((id, scope?)): "" -> "component(\"‸\")"
            config ((key)): "" -> "config(\"‸\")"
            sensor ((name, class?)): "" -> "sensor(\"‸\")"
            entity ((id, scope?)): "" -> "entity(\"‸\")"
            self (()): "" -> "self()"
            parent (()): "" -> "parent()"
            root (()): "" -> "root()"
            scopeRoot (()): "" -> "scopeRoot()"
            child ((id)): "" -> "child(\"‸\")"
            descendant ((id)): "" -> "descendant(\"‸\")"
            ancestor ((id)): "" -> "ancestor(\"‸\")"
            sibling ((id)): "" -> "sibling(\"‸\")"
            member ((id)): "" -> "member(\"‸\")"
            application ((id)): "" -> "application(\"‸\")"
            entityId (()): "" -> "entityId()"
            location ((index?)): "" -> "location()"
        "#]],
    );
}

#[test]
fn names_in_calls_are_completed() {
    completes(
        "'$brooklyn:component(\"db\").c‸(\"port\")'",
        expect![[r#"
        component ((id, scope?)): "c" -> "component"
        config ((key)): "c" -> "config"
        child ((id)): "c" -> "child"
    "#]],
    );
    completes(
        "'$brooklyn:component(\"‸\")'",
        expect![[r#"
        c (node template): "" -> "c"
        db (node template): "" -> "db"
        web (node template): "" -> "web"
    "#]],
    );
    completes(
        "'$brooklyn:component(\"w‸'",
        expect![[r#"
        web (node template): "w" -> "web"
    "#]],
    );
    completes(
        "$brooklyn:formatString(\"%s\", component(\"d‸\").config(\"a\"))",
        expect![[r#"
        db (node template): "d" -> "db"
    "#]],
    );
    completes(
        "$brooklyn:formatString(\"%s\", ent‸)",
        expect![[r#"
            entity ((id, scope?)): "ent" -> "entity(\"‸\")"
            entityId (()): "ent" -> "entityId()"
        "#]],
    );
    completes(
        "[{b: '$brooklyn:ent‸'}]",
        expect![[r#"
            entity ((id, scope?)): "ent" -> "entity(\"‸\")"
            entityId (()): "ent" -> "entityId()"
        "#]],
    );
    completes(
        "$brooklyn:component(\"db\").attributeWhenReady(\"‸\")",
        expect![[r#"
            host.address (sensor): "" -> "host.address"
            host.name (sensor): "" -> "host.name"
            host.sshAddress (sensor): "" -> "host.sshAddress"
            host.subnet.address (sensor): "" -> "host.subnet.address"
            host.subnet.hostname (sensor): "" -> "host.subnet.hostname"
            main.uri (sensor): "" -> "main.uri"
            main.uri.mapped.public (sensor): "" -> "main.uri.mapped.public"
            main.uri.mapped.subnet (sensor): "" -> "main.uri.mapped.subnet"
            service.isUp (sensor): "" -> "service.isUp"
            service.problems (sensor): "" -> "service.problems"
            service.state (sensor): "" -> "service.state"
        "#]],
    );
    completes(
        "$brooklyn:self().config(\"‸\")",
        expect![[r#"
        a (property): "" -> "a"
    "#]],
    );
}

#[test]
fn a_function_has_help() {
    let (text, offset) =
        caret(&DOCUMENT.replacen("attribute", "attri‸bute", 2).replacen("attri‸butes", "attributes", 1));
    let (file, analysis) = analyze(&text);
    let found = analysis.file(&file).expect("the file is there").hover(offset).expect("it has help");
    assert_eq!(found.title, "attributeWhenReady(sensor, options?)");
    assert_eq!(&text[found.range.start..found.range.end], "attributeWhenReady");
}

#[test]
fn values_flow_along_expressions() {
    let (file, analysis) = analyze(DOCUMENT);
    let graph = analysis.file(&file).expect("the file is there").graph();
    let links = graph.links.iter().filter(|link| link.sources.iter().any(|end| end.port.port != "host"));
    let shown: Vec<_> = links
        .map(|link| {
            let end = |end: &limn_language::graph::End| {
                format!("{}.{}", end.port.node.0.last_key().unwrap_or(""), end.port.port)
            };
            let ends = |all: &[limn_language::graph::End]| all.iter().map(end).collect::<Vec<_>>().join(", ");
            format!("{:?} {} -> {}\n", link.kind, ends(&link.sources), ends(&link.targets))
        })
        .collect();
    expect![[r#"
        Data db.url -> web.one
        Data db.port -> web.three
    "#]]
    .assert_eq(&shown.concat());
}
