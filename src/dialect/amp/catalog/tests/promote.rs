//! Tests of parameters: values that become one, and expressions that are replaced by the default.

use super::*;
use limn_analysis::{Analysis, RefactoringKind};

const CAMP: &str = "\
# The shop.
name: shop
location: here
services: # all of them
- type: io.acme.Web
  id: web
  brooklyn.config:
    port: 8080 # of the server
    ratio: 0.5
    is.open: true
    title: 'The shop'
    hosts: [a, b] # two
    env:
      HOME: /var
    $brooklyn:x: 1
    url: $brooklyn:config(\"port\")
    all: [$brooklyn:config(\"port\"), 2]
    none:
  brooklyn.policies:
  - type: io.acme.Policy
    brooklyn.config: {size: 2}
- type: io.acme.Db
  brooklyn.config: {port: 1, memberSpec: {$brooklyn:entitySpec: {type: a, brooklyn.config: {depth: 3}}}}
";

/// The lines that an edit removes and adds, or the reason why it is refused.
fn difference(file: &str, text: &str, edit: &Edit) -> String {
    let catalog = read(file, text);
    let plan = match catalog.plan(edit) {
        Ok(plan) => plan,
        Err(error) => return format!("refused: {error}\n"),
    };
    let patched = limn_yaml::patch(&catalog.document, &plan.ops).expect("the edit can be written");
    let after = patched.apply(text);
    let (before, now): (Vec<&str>, Vec<&str>) = (text.lines().collect(), after.lines().collect());
    let removed = before.iter().filter(|line| !now.contains(line)).map(|line| format!("-{line}\n"));
    let added = now.iter().filter(|line| !before.contains(line)).map(|line| format!("+{line}\n"));
    removed.chain(added).collect()
}

fn path(steps: &str) -> Path {
    steps.split('/').fold(Path::root(), |path, step| match step.parse() {
        Ok(index) => path.index(index),
        Err(_) => path.key(step),
    })
}

fn make(steps: &str) -> Edit {
    Edit::MakeInput { of: Id(Path::root()), key: path(steps) }
}

fn inline(steps: &str) -> Edit {
    Edit::Inline { at: Id(path(steps)) }
}

#[track_caller]
fn check(file: &str, text: &str, edit: &Edit, expect: Expect) {
    expect.assert_eq(&difference(file, text, edit));
}

#[test]
fn a_value_becomes_a_parameter() {
    let of = |key: &str| make(&format!("services/0/brooklyn.config/{key}"));
    check(
        "camp.yaml",
        CAMP,
        &of("port"),
        expect![[r#"
        -    port: 8080 # of the server
        +brooklyn.parameters:
        +- name: port
        +  type: integer
        +  default: 8080
        +    port: $brooklyn:scopeRoot().config("port") # of the server
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("ratio"),
        expect![[r#"
        -    ratio: 0.5
        +brooklyn.parameters:
        +- name: ratio
        +  type: double
        +  default: 0.5
        +    ratio: $brooklyn:scopeRoot().config("ratio")
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("is.open"),
        expect![[r#"
        -    is.open: true
        +brooklyn.parameters:
        +- name: is.open
        +  type: boolean
        +  default: true
        +    is.open: $brooklyn:scopeRoot().config("is.open")
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("title"),
        expect![[r#"
        -    title: 'The shop'
        +brooklyn.parameters:
        +- name: title
        +  type: string
        +  default: The shop
        +    title: '$brooklyn:scopeRoot().config("title")'
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("hosts"),
        expect![[r#"
        -    hosts: [a, b] # two
        +brooklyn.parameters:
        +- name: hosts
        +  type: list
        +  default:
        +  - a
        +  - b
        +    hosts: $brooklyn:scopeRoot().config("hosts") # two
    "#]],
    );
}

#[test]
fn values_of_any_shape_become_parameters() {
    let of = |key: &str| make(&format!("services/0/brooklyn.config/{key}"));
    check(
        "camp.yaml",
        CAMP,
        &of("hosts/1"),
        expect![[r#"
        -    hosts: [a, b] # two
        +brooklyn.parameters:
        +- name: hosts
        +  type: string
        +  default: b
        +    hosts: [a, $brooklyn:scopeRoot().config("hosts")] # two
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("env"),
        expect![[r#"
        -    env:
        -      HOME: /var
        +brooklyn.parameters:
        +- name: env
        +  type: map
        +  default:
        +    HOME: /var
        +    env: $brooklyn:scopeRoot().config("env")
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("env/HOME"),
        expect![[r#"
        -      HOME: /var
        +brooklyn.parameters:
        +- name: HOME
        +  type: string
        +  default: /var
        +      HOME: $brooklyn:scopeRoot().config("HOME")
    "#]],
    );
    check(
        "camp.yaml",
        CAMP,
        &of("none"),
        expect![[r#"
        -    none:
        +brooklyn.parameters:
        +- name: none
        +    none: $brooklyn:scopeRoot().config("none")
    "#]],
    );
    let member = "services/1/brooklyn.config/memberSpec/$brooklyn:entitySpec/brooklyn.config/depth";
    check(
        "camp.yaml",
        CAMP,
        &make(member),
        expect![[r#"
        -  brooklyn.config: {port: 1, memberSpec: {$brooklyn:entitySpec: {type: a, brooklyn.config: {depth: 3}}}}
        +brooklyn.parameters:
        +- name: depth
        +  type: integer
        +  default: 3
        +  brooklyn.config: {port: 1, memberSpec: {$brooklyn:entitySpec: {type: a, brooklyn.config: {depth: $brooklyn:scopeRoot().config("depth")}}}}
    "#]],
    );
}

#[test]
fn a_new_list_of_parameters_precedes_the_services() {
    let catalog = read("camp.yaml", CAMP);
    let plan = catalog.plan(&make("services/0/brooklyn.config/port")).expect("it is possible");
    let after = limn_yaml::patch(&catalog.document, &plan.ops).expect("it can be written").apply(CAMP);
    let expected = CAMP
        .replace(
            "services:",
            "brooklyn.parameters:\n- name: port\n  type: integer\n  default: 8080\nservices:",
        )
        .replace("port: 8080", "port: $brooklyn:scopeRoot().config(\"port\")");
    assert_eq!(after, expected);
    // The expression reads the parameter.
    let catalog = read("camp.yaml", &after);
    let at = after.find("config(\"port\")").expect("it is written") + "config(\"".len();
    let reference = &catalog.names.references[catalog.names.reference_at(at).expect("it is a name")];
    let declared = &catalog.names.declarations[reference.declaration.expect("it is declared")];
    assert_eq!(declared.path, path("brooklyn.parameters/0/name"));
    let hover = catalog.explain(at).expect("it is explained");
    assert_eq!(hover.title, "port");
    // And back.
    let back = catalog.plan(&inline("services/0/brooklyn.config/port")).expect("it is possible");
    let back = limn_yaml::patch(&catalog.document, &back.ops).expect("it can be written").apply(&after);
    assert_eq!(back, CAMP);
}

#[test]
fn a_value_that_cannot_be_a_parameter_is_refused() {
    for (steps, expected) in [
        (
            "services/0/brooklyn.config/url",
            expect![[r#"
            refused: the value is a `$brooklyn:` expression already
        "#]],
        ),
        (
            "services/0/brooklyn.config/all",
            expect![[r#"
            refused: the value contains a `$brooklyn:` expression, which the default cannot keep
        "#]],
        ),
        (
            "services/0/brooklyn.config/$brooklyn:x",
            expect![[r#"
            refused: the value is part of a `$brooklyn:` expression: edit the text
        "#]],
        ),
        (
            "services/0/type",
            expect![[r#"
            refused: only a value in `brooklyn.config` of an entity can become a parameter
        "#]],
        ),
        (
            "services/0/brooklyn.config",
            expect![[r#"
            refused: only a value in `brooklyn.config` of an entity can become a parameter
        "#]],
        ),
        (
            "services/0/brooklyn.policies/0/brooklyn.config/size",
            expect![[r#"
            refused: only a value in `brooklyn.config` of an entity can become a parameter
        "#]],
        ),
        (
            "services/1/brooklyn.config/memberSpec/$brooklyn:entitySpec/type",
            expect![[r#"
            refused: the value is part of a `$brooklyn:` expression: edit the text
        "#]],
        ),
        (
            "name",
            expect![[r#"
            refused: only a value in `brooklyn.config` of an entity can become a parameter
        "#]],
        ),
    ] {
        check("camp.yaml", CAMP, &make(steps), expected);
    }
    let own = "brooklyn.config: {port: 80}\nservices: [{type: a}]\n";
    check(
        "camp.yaml",
        own,
        &make("brooklyn.config/port"),
        expect![[r#"
        refused: `port` is configuration of the blueprint itself: declare a parameter `port` instead
    "#]],
    );
    let commented = "services:\n- type: a\n  brooklyn.config:\n    b:\n    - 1\n    # why\n    - 2\n";
    check(
        "camp.yaml",
        commented,
        &make("services/0/brooklyn.config/b"),
        expect![[r#"
        refused: the value contains comments that the parameter cannot keep: edit the text
    "#]],
    );
    let no_list = "brooklyn.parameters: {a: b}\nservices: [{type: a, brooklyn.config: {b: 1}}]\n";
    check(
        "camp.yaml",
        no_list,
        &make("services/0/brooklyn.config/b"),
        expect![[r#"
        refused: `brooklyn.parameters` is not a list
    "#]],
    );
}

#[test]
fn a_parameter_gets_a_free_name_in_the_style_of_the_others() {
    let text = "\
brooklyn.parameters:
  - name: port # taken
    default: 1
  - {name: zone, default: north}
  # The last one.
services:
  - type: io.acme.Web
    id: web
    brooklyn.config: { port: 8080, zone: south, size: 3, \"my key\": 1, other: $brooklyn:config(\"size\") }
  - type: io.acme.Db
    brooklyn.config:
      port: 3306
      read: $brooklyn:config(\"length\")
      length: 2
      zone: $brooklyn:scopeRoot().config(\"zone\")
  - {type: a, brooklyn.config: {length: 4}}
";
    check(
        "camp.yaml",
        text,
        &make("services/0/brooklyn.config/port"),
        expect![[r#"
        -    brooklyn.config: { port: 8080, zone: south, size: 3, "my key": 1, other: $brooklyn:config("size") }
        +  - name: web_port
        +    type: integer
        +    default: 8080
        +    brooklyn.config: { port: $brooklyn:scopeRoot().config("web_port"), zone: south, size: 3, "my key": 1, other: $brooklyn:config("size") }
    "#]],
    );
    check(
        "camp.yaml",
        text,
        &make("services/0/brooklyn.config/my key"),
        expect![[r#"
        -    brooklyn.config: { port: 8080, zone: south, size: 3, "my key": 1, other: $brooklyn:config("size") }
        +  - name: my_key
        +    type: integer
        +    brooklyn.config: { port: 8080, zone: south, size: 3, "my key": $brooklyn:scopeRoot().config("my_key"), other: $brooklyn:config("size") }
    "#]],
    );
    check(
        "camp.yaml",
        text,
        &make("services/0/brooklyn.config/size"),
        expect![[r#"
        -    brooklyn.config: { port: 8080, zone: south, size: 3, "my key": 1, other: $brooklyn:config("size") }
        +  - name: size
        +    type: integer
        +    default: 3
        +    brooklyn.config: { port: 8080, zone: south, size: $brooklyn:scopeRoot().config("size"), "my key": 1, other: $brooklyn:config("size") }
    "#]],
    );
    check(
        "camp.yaml",
        text,
        &make("services/1/brooklyn.config/port"),
        expect![[r#"
            -      port: 3306
            +  - name: db_port
            +    type: integer
            +    default: 3306
            +      port: $brooklyn:scopeRoot().config("db_port")
        "#]],
    );
}

#[test]
fn a_parameter_is_declared_in_the_style_of_the_document() {
    let flow = "{brooklyn.parameters: [{name: a}], services: [{type: b, brooklyn.config: {c: d}}]}\n";
    check(
        "camp.yaml",
        flow,
        &make("services/0/brooklyn.config/c"),
        expect![[r#"
            -{brooklyn.parameters: [{name: a}], services: [{type: b, brooklyn.config: {c: d}}]}
            +{brooklyn.parameters: [{name: a}, {name: b_c, type: string, default: d}], services: [{type: b, brooklyn.config: {c: $brooklyn:scopeRoot().config("b_c")}}]}
        "#]],
    );
    let flow = "services: [{type: b, brooklyn.config: {c: \"d e\"}}]\nbrooklyn.parameters:\n";
    check(
        "camp.yaml",
        flow,
        &make("services/0/brooklyn.config/c"),
        expect![[r#"
            -services: [{type: b, brooklyn.config: {c: "d e"}}]
            -brooklyn.parameters:
            +services: [{type: b, brooklyn.config: {c: "$brooklyn:scopeRoot().config(\"b_c\")"}}]
            +brooklyn.parameters: [{name: b_c, type: string, default: d e}]
        "#]],
    );
    let unread = "services:\n- {type: b, brooklyn.config: {c: 1}}\n- {type: b, brooklyn.config: {d: '$brooklyn:config(\"c\")'}}\n";
    check(
        "camp.yaml",
        unread,
        &make("services/0/brooklyn.config/c"),
        expect![[r#"
            -- {type: b, brooklyn.config: {c: 1}}
            +brooklyn.parameters:
            +- name: b_c
            +  type: integer
            +  default: 1
            +- {type: b, brooklyn.config: {c: $brooklyn:scopeRoot().config("b_c")}}
        "#]],
    );
    let text = "services:\n- type: b\n  brooklyn.config:\n    script: |\n      echo a\n      echo b\n";
    check(
        "camp.yaml",
        text,
        &make("services/0/brooklyn.config/script"),
        expect![[r#"
            -    script: |
            -      echo a
            -      echo b
            +brooklyn.parameters:
            +- name: b_script
            +  type: string
            +  default: |
            +    echo a
            +    echo b
            +    script: $brooklyn:scopeRoot().config("b_script")
        "#]],
    );
}

const ITEMS: &str = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: web
    itemType: entity
    item:
      type: io.acme.Web
      brooklyn.parameters:
      - {name: port, type: port, default: 80}
      brooklyn.config:
        home: /var
      brooklyn.children:
      - type: io.acme.Log
        brooklyn.config:
          size: 3 # of the log
  - id: shop
    itemType: template
    item:
      services:
      - type: web
        brooklyn.config:
          port: 8080
          zone: here
  - id: inside
    item:
      tosca_definitions_version: tosca_simple_yaml_1_3
      topology_template: {node_templates: {a: {type: b, properties: {c: 1}}}}
";

#[test]
fn a_parameter_of_an_item_is_declared_in_its_blueprint() {
    let of = |steps: &str| make(&format!("brooklyn.catalog/items/{steps}"));
    let child = "0/item/brooklyn.children/0/brooklyn.config/size";
    check(
        "catalog.bom",
        ITEMS,
        &of(child),
        expect![[r#"
            -          size: 3 # of the log
            +      - {name: log_size, type: integer, default: 3}
            +          size: $brooklyn:scopeRoot().config("log_size") # of the log
        "#]],
    );
    // The type of the parameter of the other item.
    check(
        "catalog.bom",
        ITEMS,
        &of("1/item/services/0/brooklyn.config/port"),
        expect![[r#"
            -          port: 8080
            +      - name: web_port
            +        type: port
            +        default: 8080
            +          port: $brooklyn:scopeRoot().config("web_port")
        "#]],
    );
    check(
        "catalog.bom",
        ITEMS,
        &of("0/item/brooklyn.config/home"),
        expect![[r#"
        refused: `home` is configuration of the blueprint itself: declare a parameter `home` instead
    "#]],
    );
    let inner = "2/item/topology_template/node_templates/a/properties/c";
    check(
        "catalog.bom",
        ITEMS,
        &of(inner),
        expect![[r#"
        refused: only a value in `brooklyn.config` of an entity can become a parameter
    "#]],
    );
}

#[test]
fn what_a_value_can_become_is_offered() {
    for (file, text, expected) in [
        (
            "camp.yaml",
            CAMP,
            expect![[r#"
                services[0].brooklyn.config.port
                services[0].brooklyn.config.ratio
                services[0].brooklyn.config.is.open
                services[0].brooklyn.config.title
                services[0].brooklyn.config.hosts
                services[0].brooklyn.config.hosts[0]
                services[0].brooklyn.config.hosts[1]
                services[0].brooklyn.config.env
                services[0].brooklyn.config.env.HOME
                services[0].brooklyn.config.all[1]
                services[0].brooklyn.config.none
                services[1].brooklyn.config.port
                services[1].brooklyn.config.memberSpec.$brooklyn:entitySpec.brooklyn.config.depth"#]],
        ),
        (
            "catalog.bom",
            ITEMS,
            expect![[r#"
            brooklyn.catalog.items[0].item.brooklyn.children[0].brooklyn.config.size
            brooklyn.catalog.items[1].item.services[0].brooklyn.config.port
            brooklyn.catalog.items[1].item.services[0].brooklyn.config.zone"#]],
        ),
    ] {
        let catalog = read(file, text);
        let all = catalog.document.nodes().filter(|node| !node.is_key()).map(Node::path);
        let offered = all.filter(|path| catalog.promotions(path).to_input);
        let shown: Vec<String> = offered
            .map(|path| {
                let edit = Edit::MakeInput { of: Id(Path::root()), key: path.clone() };
                format!("{path}{}", if catalog.plan(&edit).is_ok() { "" } else { " (refused)" })
            })
            .collect();
        expected.assert_eq(&shown.join("\n"));
    }
}

const READ: &str = "\
brooklyn.parameters:
- name: port
  type: integer
  default: 80
- {name: zone, default: 'north', description: Where.} # kept
- {name: user, default: admin}
- {name: pool, default: 4}
- {name: set, default: 1}
- {name: open}
- {name: other, default: $brooklyn:config(\"zone\")}
- simple
brooklyn.config: {set: 2}
services:
- type: io.acme.Web
  brooklyn.config:
    port: $brooklyn:scopeRoot().config(\"port\") # of the server
    zone: {$brooklyn:scopeRoot().config: zone}
    user: $brooklyn:scopeRoot().config(\"user\")
    admin: {\"$brooklyn:scopeRoot().config\": [user]}
    pool: $brooklyn:scopeRoot().config(\"pool\")
    more: $brooklyn:parent().config(\"pool\")
    set: $brooklyn:scopeRoot().config(\"set\")
    open: $brooklyn:scopeRoot().config(\"open\")
    other: $brooklyn:scopeRoot().config(\"other\")
    text: $brooklyn:formatString(\"%s\", scopeRoot().config(\"zone\"))
    none: 1
";

#[test]
fn an_expression_is_replaced_by_the_default() {
    let of = |key: &str| inline(&format!("services/0/brooklyn.config/{key}"));
    for (steps, expected) in [
        (
            "port",
            expect![[r#"
            -- name: port
            -  type: integer
            -  default: 80
            -    port: $brooklyn:scopeRoot().config("port") # of the server
            +    port: 80 # of the server
        "#]],
        ),
        (
            "zone/$brooklyn:scopeRoot().config",
            expect![[r#"
            -    zone: {$brooklyn:scopeRoot().config: zone}
            +    zone: north
        "#]],
        ),
        (
            "user",
            expect![[r#"
            -    user: $brooklyn:scopeRoot().config("user")
            +    user: admin
        "#]],
        ),
        (
            "admin/$brooklyn:scopeRoot().config/0",
            expect![[r#"
            -    admin: {"$brooklyn:scopeRoot().config": [user]}
            +    admin: admin
        "#]],
        ),
        (
            "pool",
            expect![[r#"
            -    pool: $brooklyn:scopeRoot().config("pool")
            +    pool: 4
        "#]],
        ),
        (
            "set",
            expect![[r#"
            refused: `brooklyn.config` of the blueprint sets `set` to another value
        "#]],
        ),
        (
            "open",
            expect![[r#"
            refused: parameter `open` has no default
        "#]],
        ),
        (
            "other",
            expect![[r#"
            refused: the default of `other` contains a `$brooklyn:` expression: edit the text
        "#]],
        ),
        (
            "text",
            expect![[r#"
            refused: no reference to a parameter with a default here
        "#]],
        ),
        (
            "none",
            expect![[r#"
            refused: no reference to a parameter with a default here
        "#]],
        ),
    ] {
        check("camp.yaml", READ, &of(steps), expected);
    }
}

#[test]
fn all_expressions_that_read_a_parameter_are_replaced() {
    for (steps, expected) in [
        (
            "0/name",
            expect![[r#"
            -- name: port
            -  type: integer
            -  default: 80
            -    port: $brooklyn:scopeRoot().config("port") # of the server
            +    port: 80 # of the server
        "#]],
        ),
        (
            "1/name",
            expect![[r#"
            refused: a reference to `zone` cannot be replaced by its value: edit the text
        "#]],
        ),
        (
            "2/name",
            expect![[r#"
            -- {name: user, default: admin}
            -    user: $brooklyn:scopeRoot().config("user")
            -    admin: {"$brooklyn:scopeRoot().config": [user]}
            +    user: admin
            +    admin: admin
        "#]],
        ),
        (
            "4/name",
            expect![[r#"
            refused: `brooklyn.config` of the blueprint sets `set` to another value
        "#]],
        ),
        (
            "5/name",
            expect![[r#"
            refused: parameter `open` has no default
        "#]],
        ),
        (
            "7",
            expect![[r#"
            refused: no reference to a parameter with a default here
        "#]],
        ),
    ] {
        check("camp.yaml", READ, &inline(&format!("brooklyn.parameters/{steps}")), expected);
    }
}

#[test]
fn a_parameter_that_a_comment_belongs_to_or_another_blueprint_sets_stays() {
    let text = "\
brooklyn.parameters:
# Of the server.
- {name: port, default: 80}
services: [{type: a, brooklyn.config: {port: $brooklyn:scopeRoot().config(\"port\")}}]
";
    check(
        "camp.yaml",
        text,
        &inline("services/0/brooklyn.config/port"),
        expect![[r#"
        -services: [{type: a, brooklyn.config: {port: $brooklyn:scopeRoot().config("port")}}]
        +services: [{type: a, brooklyn.config: {port: 80}}]
    "#]],
    );
    let text = ITEMS.replace("size: 3", "size: $brooklyn:scopeRoot().config(\"port\")");
    let child = "brooklyn.catalog/items/0/item/brooklyn.children/0/brooklyn.config/size";
    check(
        "catalog.bom",
        &text,
        &inline(child),
        expect![[r#"
        -          size: $brooklyn:scopeRoot().config("port") # of the log
        +          size: 80 # of the log
    "#]],
    );
    let alone = text.replace("port: 8080", "other: 1");
    check(
        "catalog.bom",
        &alone,
        &inline(child),
        expect![[r#"
            -          size: $brooklyn:scopeRoot().config("port") # of the log
            +          size: 80 # of the log
        "#]],
    );
}

/// The refactorings at the end of some words of the first file: their titles, and the text after them.
fn offered(files: &[(&str, &str)], words: &str) -> Vec<(String, String)> {
    let (first, text) = files[0];
    let at = text.find(words).expect("the words are there") + words.len();
    let file = FilePath::new(first).unwrap();
    let mut workspace = limn_files::Workspace::default();
    for (name, text) in files {
        let content = limn_files::Content::Text((*text).into());
        workspace.files.insert(FilePath::new(name).unwrap(), content);
    }
    let analysis = Analysis::of(&workspace, &limn_analysis::Choices::default(), &Analysis::default());
    let found = analysis
        .refactorings(&file, at)
        .into_iter()
        .filter(|refactoring| refactoring.kind != RefactoringKind::Rewrite);
    found.map(|refactoring| (refactoring.title, refactoring.change.edits[&file].apply(text))).collect()
}

#[test]
fn titles_call_it_a_parameter() {
    let titles = |files: &[(&str, &str)], words: &str| -> Vec<String> {
        offered(files, words).into_iter().map(|(title, _)| title).collect()
    };
    let camp = [("camp.yaml", CAMP)];
    assert_eq!(titles(&camp, "port: 80"), ["Convert value to parameter"]);
    assert_eq!(titles(&camp, "type: io.acme.W"), [""; 0]);
    let read = [("camp.yaml", READ)];
    assert_eq!(titles(&read, "scopeRoot().config(\"po"), ["Inline value and remove the parameter"]);
    assert_eq!(titles(&read, "scopeRoot().config(\"us"), ["Inline value"]);
    assert_eq!(titles(&read, "name: us"), ["Inline all references and remove the parameter"]);
    let catalog = [("catalog.bom", ITEMS)];
    assert_eq!(titles(&catalog, "size: 3"), ["Convert value to parameter"]);
}

#[test]
fn a_parameter_of_a_catalog_item_stays() {
    let item = ITEMS.replace("size: 3", "size: $brooklyn:scopeRoot().config(\"port\")");
    let item = item.replace("port: 8080", "other: 1");
    let user = "services:\n- type: web\n  brooklyn.config: {port: 90}\n";
    let words = "size: $brooklyn:scopeRoot().config(\"po";
    let alone = offered(&[("catalog.bom", &item)], words);
    assert_eq!(alone[0].0, "Inline value");
    let both = offered(&[("catalog.bom", &item), ("camp.yaml", user)], words);
    assert_eq!(both[0].0, "Inline value");
    assert_eq!(both[0].1, item.replace("$brooklyn:scopeRoot().config(\"port\")", "80"));
}
