//! Result of each edit: text before, edit, difference.

#![expect(clippy::too_many_lines, reason = "a test here is a table")]

use expect_test::{Expect, expect};

use limn_analysis::{Analysis, Choices};
use limn_check::diff;
use limn_files::{Content, FilePath, Workspace};
use limn_language::edit::{Edit, EditError, Input};
use limn_language::graph::{Id, PortRef, Role};
use limn_yaml::{self as yaml, Path};

const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: # in front
      type: tosca.nodes.WebServer
      requirements:
        - host: server # below
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: {node: server}
        - dependency: web
    server:
      type: tosca.nodes.Compute
  groups:
    all: {type: tosca.groups.Root, members: [web, server]}
";

fn changed(edit: &Edit) -> Result<String, EditError> {
    let file = FilePath::new("a.yaml").unwrap();
    let change = Analysis::of_text(&file, TEXT).plan(&file, edit)?;
    Ok(change.edits.get(&file).map_or(TEXT.to_owned(), |edit| edit.apply(TEXT)))
}

fn node(name: &str) -> Id {
    Id(Path::keys(["topology_template", "node_templates", name]))
}

#[test]
fn a_node_goes_with_what_ties_to_it() {
    let after = changed(&Edit::Remove { ids: vec![node("server")] }).unwrap();
    let expected = TEXT
        .replace("      requirements:\n        - host: server # below\n", "")
        .replace("        - host: {node: server}\n", "")
        .replace("    server:\n      type: tosca.nodes.Compute\n", "")
        .replace("[web, server]", "[web]");
    assert_eq!(after, expected);
    assert!(matches!(changed(&Edit::Remove { ids: vec![node("none")] }), Err(EditError::NotFound(_))));
}

#[test]
fn the_last_group_goes_with_its_section() {
    let ids = vec![Id(Path::keys(["topology_template", "groups", "all"]))];
    let after = changed(&Edit::Remove { ids }).unwrap();
    assert_eq!(after, TEXT.split("  groups:").next().unwrap());
}

#[test]
fn a_link_goes_with_its_requirement() {
    let id = Id(node("app").0.key("requirements").index(1).key("dependency"));
    let after = changed(&Edit::Disconnect { id }).unwrap();
    assert_eq!(after, TEXT.replace("        - dependency: web\n", ""));
}

#[test]
fn what_a_requirement_says_beyond_its_target_outlives_the_wire() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    db:
      type: tosca.nodes.DBMS
      requirements:
        - host:
            node: server # for now
            # a large one
            node_filter: {capabilities: [{host: {properties: [{num_cpus: {equal: 4}}]}}]}
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: server, capability: host, relationship: {type: tosca.relationships.HostedOn}}
        - dependency: {node: server, capability: tosca.capabilities.Node}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        host: {node: server, occurrences: [1, 1]}
";
    let wire = |name: &str, at: usize, port: &str| Edit::Disconnect {
        id: Id(node(name).0.key("requirements").index(at).key(port)),
    };
    check(
        text,
        &wire("db", 0, "host"),
        expect![[r#"
        -            node: server # for now
    "#]],
    );
    check(
        text,
        &wire("web", 0, "host"),
        expect![[r#"
        -        - host: {node: server, capability: host, relationship: {type: tosca.relationships.HostedOn}}
        +        - host: {relationship: {type: tosca.relationships.HostedOn}}
    "#]],
    );
    check(
        text,
        &wire("web", 1, "dependency"),
        expect![[r#"
        -        - dependency: {node: server, capability: tosca.capabilities.Node}
    "#]],
    );
    check(
        text,
        &Edit::Disconnect { id: Id(node("app").0.key("requirements").key("host")) },
        expect![[r#"
        -        host: {node: server, occurrences: [1, 1]}
        +        host: {occurrences: [1, 1]}
    "#]],
    );
    check(
        text,
        &Edit::Remove { ids: vec![node("server")] },
        expect![[r#"
        -    server: {type: tosca.nodes.Compute}
        -            node: server # for now
        -        - host: {node: server, capability: host, relationship: {type: tosca.relationships.HostedOn}}
        -        - dependency: {node: server, capability: tosca.capabilities.Node}
        +        - host: {relationship: {type: tosca.relationships.HostedOn}}
        -        host: {node: server, occurrences: [1, 1]}
        +        host: {occurrences: [1, 1]}
    "#]],
    );
    let mapped = text.replace("{node: server, occurrences: [1, 1]}", "server");
    check(
        &mapped,
        &Edit::Remove { ids: vec![node("server")] },
        expect![[r#"
        -    server: {type: tosca.nodes.Compute}
        -            node: server # for now
        -        - host: {node: server, capability: host, relationship: {type: tosca.relationships.HostedOn}}
        -        - dependency: {node: server, capability: tosca.capabilities.Node}
        +        - host: {relationship: {type: tosca.relationships.HostedOn}}
        -      requirements:
        -        host: server
    "#]],
    );
}

#[test]
fn fields_are_written_where_the_tables_have_them() {
    let text = Input::Text("of the shop".to_owned());
    let set = Edit::Set { of: node("web"), key: Path::keys(["description"]), input: text };
    let after = changed(&set).unwrap();
    assert_eq!(
        after,
        TEXT.replace("tosca.nodes.WebServer\n", "tosca.nodes.WebServer\n      description: of the shop\n")
    );
    let unset = Edit::Unset { of: node("app"), key: Path::keys(["requirements"]) };
    let requirements = "      requirements:\n        - host: {node: server}\n        - dependency: web\n";
    assert_eq!(changed(&unset).unwrap(), TEXT.replace(requirements, ""));
    let insert = Edit::Insert {
        of: Id(Path::keys(["topology_template"])),
        into: Path::keys(["inputs"]),
        name: "size".to_owned(),
    };
    assert!(changed(&insert).unwrap().contains("  inputs:\n    size:\n      type: string\n"));
}

#[test]
fn a_node_is_renamed_with_all_that_ties_to_it() {
    let after = changed(&Edit::Rename { id: node("server"), to: "machine".to_owned() }).unwrap();
    let expected = TEXT.replace("server", "machine");
    assert_eq!(after, expected);
    let id = Id(node("app").0.key("requirements").index(1).key("dependency"));
    let refused = changed(&Edit::Rename { id, to: "other".to_owned() });
    assert!(matches!(refused, Err(EditError::Refused(_))));
}

/// Line difference of an edit, or the reason of its refusal.
fn difference(text: &str, edit: &Edit) -> String {
    let files = [("service.yaml", text)];
    difference_among(&files, edit)
}

/// The same for the first of several files.
fn difference_among(files: &[(&str, &str)], edit: &Edit) -> String {
    let mut workspace = Workspace::default();
    for (name, text) in files {
        workspace.files.insert(FilePath::new(name).unwrap(), Content::Text((*text).into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let (file, text) = (FilePath::new(files[0].0).unwrap(), files[0].1);
    match analysis.plan(&file, edit) {
        Ok(change) => {
            let after = change.edits.get(&file).map_or(text.to_owned(), |edit| edit.apply(text));
            let focus = change.focus.filter(|id| !id.0.is_empty());
            if let Some(focus) = &focus {
                assert!(yaml::parse(after.as_str()).get(&focus.0).is_some(), "nothing at {focus}\n{after}");
            }
            diff(text, &after)
        }
        Err(error) => format!("refused: {error}\n"),
    }
}

#[track_caller]
fn check(text: &str, edit: &Edit, expected: Expect) {
    expected.assert_eq(&difference(text, edit));
}

fn add(template: &str) -> Edit {
    add_on(template, &[])
}

fn add_on(template: &str, on: &[Id]) -> Edit {
    Edit::Add { template: template.to_owned(), name: None, place: None, on: on.to_vec() }
}

fn need(of: &str, port: &str) -> PortRef {
    PortRef { node: node(of), role: Role::Requirement, port: port.to_owned() }
}

fn offer(of: &str, port: &str) -> PortRef {
    PortRef { node: node(of), role: Role::Capability, port: port.to_owned() }
}

fn connect(from: PortRef, to: PortRef) -> Edit {
    Edit::Connect { from, to }
}

fn group(name: &str) -> Id {
    Id(Path::keys(["topology_template", "groups", name]))
}

fn policy(at: usize, name: &str) -> Id {
    Id(Path::keys(["topology_template", "policies"]).index(at).key(name))
}

const VERSION: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";

#[test]
fn a_node_of_a_type_is_written_where_nodes_are() {
    check(
        TEXT,
        &add("node:tosca.nodes.WebApplication"),
        expect![[r#"
        +    web_application:
        +      type: tosca.nodes.WebApplication
    "#]],
    );
    check(
        TEXT,
        &add("node:tosca.nodes.Compute"),
        expect![[r#"
        +    compute:
        +      type: tosca.nodes.Compute
    "#]],
    );
    check(
        VERSION,
        &add("node:tosca.nodes.Compute"),
        expect![[r#"
        +topology_template:
        +  node_templates:
        +    compute:
        +      type: tosca.nodes.Compute
    "#]],
    );
    check(
        crate::BLANK,
        &add("node:tosca.nodes.DBMS"),
        expect![[r#"
        -  node_templates: {}
        +  node_templates:
        +    dbms:
        +      type: tosca.nodes.DBMS
    "#]],
    );
    check(
        "tosca_definitions_version: tosca_simple_yaml_1_2\r\ntopology_template:\r\n    node_templates:\r\n        a:\r\n            type: Compute\r\n",
        &add("node:tosca.nodes.LoadBalancer"),
        expect![[r#"
            +        load_balancer:
            +            type: LoadBalancer
        "#]],
    );
    check(
        "{tosca_definitions_version: tosca_simple_yaml_1_2, topology_template: {node_templates: {a: {type: 'tosca:Compute'}}}}",
        &add("node:tosca.nodes.Storage.BlockStorage"),
        expect![[r#"
            -{tosca_definitions_version: tosca_simple_yaml_1_2, topology_template: {node_templates: {a: {type: 'tosca:Compute'}}}}
            +{tosca_definitions_version: tosca_simple_yaml_1_2, topology_template: {node_templates: {a: {type: 'tosca:Compute'}, block_storage: {type: tosca:Storage.BlockStorage}}}}
        "#]],
    );
    let old = "tosca_definitions_version: tosca_simple_yaml_1_0\ntopology_template:\n  node_templates:\n    my-server:\n      type: tosca.nodes.Compute # one\n\n  # what is given\n  inputs: {}\n";
    check(
        old,
        &add("node:tosca.nodes.Storage.BlockStorage"),
        expect![[r#"
        +    block-storage:
        +      type: tosca.nodes.BlockStorage
    "#]],
    );
    check(
        TEXT,
        &add("node:no.such.Type"),
        expect![[r#"
            refused: unknown node type `no.such.Type`
        "#]],
    );
    check(
        TEXT,
        &add("nothing"),
        expect![[r#"
            refused: unknown palette item `nothing`
        "#]],
    );
}

#[test]
fn a_type_has_the_name_that_the_document_knows_it_by() {
    let main = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports:\n  - {file: types.yaml, namespace_prefix: shop}\ntopology_template:\n  node_templates: {}\n";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.nodes.ShopFront:\n    derived_from: tosca.nodes.WebApplication\n";
    let files = [("service.yaml", main), ("types.yaml", types)];
    expect![[r#"
        -  node_templates: {}
        +  node_templates:
        +    shop_front:
        +      type: shop:my.nodes.ShopFront
    "#]]
    .assert_eq(&difference_among(&files, &add("node:shop:my.nodes.ShopFront")));
}

#[test]
fn groups_and_policies_are_put_on_what_is_selected() {
    let on = [node("web"), node("server"), node("web")];
    check(
        TEXT,
        &add_on("group:tosca.groups.Root", &on),
        expect![[r#"
            +    group: {type: tosca.groups.Root, members: [web, server]}
        "#]],
    );
    check(
        TEXT,
        &add("group:tosca.groups.Root"),
        expect![[r#"
            +    group: {type: tosca.groups.Root}
        "#]],
    );
    check(
        TEXT,
        &add_on("policy:tosca.policies.Scaling", &[node("web"), group("all")]),
        expect![[r#"
        +  policies:
        +    - scaling:
        +        type: tosca.policies.Scaling
        +        targets:
        +          - web
        +          - all
    "#]],
    );
    let listed = format!("{TEXT}  policies:\n  - p: {{type: tosca.policies.Root}}\n");
    check(
        &listed,
        &add("policy:tosca.policies.Placement"),
        expect![[r#"
        +  - placement:
        +      type: tosca.policies.Placement
    "#]],
    );
    let mapped = format!("{TEXT}  policies:\n    p:\n      type: tosca.policies.Root\n");
    check(
        &mapped,
        &add("policy:tosca.policies.Placement"),
        expect![[r#"
        +    placement:
        +      type: tosca.policies.Placement
    "#]],
    );
}

#[test]
fn the_parts_of_a_topology_are_added() {
    check(
        TEXT,
        &add("input"),
        expect![[r#"
        +  inputs:
        +    input:
        +      type: string
    "#]],
    );
    check(
        TEXT,
        &add("output"),
        expect![[r#"
        +  outputs:
        +    output:
        +      value: ''
    "#]],
    );
    check(
        TEXT,
        &add_on("output", &[node("server")]),
        expect![[r#"
        +  outputs:
        +    public_address:
        +      value: {get_attribute: [server, public_address]}
    "#]],
    );
    check(
        TEXT,
        &add_on("output", &[node("web")]),
        expect![[r#"
        +  outputs:
        +    component_version:
        +      value: {get_property: [web, component_version]}
    "#]],
    );
    check(
        TEXT,
        &add("workflow"),
        expect![[r#"
        +  workflows:
        +    workflow:
        +      steps: {}
    "#]],
    );
    check(
        TEXT,
        &add("relationship:tosca.relationships.ConnectsTo"),
        expect![[r#"
        +  relationship_templates:
        +    connects_to:
        +      type: tosca.relationships.ConnectsTo
    "#]],
    );
    check(
        TEXT,
        &add("type:node_types"),
        expect![[r#"
        +node_types:
        +  NewNode:
        +    derived_from: tosca.nodes.Root
    "#]],
    );
    let own = "tosca_definitions_version: tosca_simple_yaml_1_2\ndata_types:\n  org.shop.Price: {derived_from: tosca.datatypes.Root}\n";
    check(
        own,
        &add("type:data_types"),
        expect![[r#"
        +  org.shop.NewData: {derived_from: tosca.datatypes.Root}
    "#]],
    );
}

#[test]
fn a_requirement_is_written_as_short_as_it_can_be() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  Two:
    derived_from: tosca.nodes.Root
    capabilities: {a: tosca.capabilities.Endpoint, b: tosca.capabilities.Endpoint}
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: {capability: tosca.capabilities.Endpoint, occurrences: [0, 2]}]
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
    web:
      type: tosca.nodes.WebServer # has no host
    db: {type: tosca.nodes.DBMS}
    two: {type: Two}
    other: {type: Two}
    caller:
      type: Caller
      requirements:
      - call: # not yet
    full:
      type: Caller
      requirements:
      - call: {node: two, capability: a}
      - call: {node: two, capability: b}
    again: {copy: caller}
";
    check(
        text,
        &connect(need("web", "host"), offer("server", "host")),
        expect![[r#"
            +      requirements:
            +      - host: server
        "#]],
    );
    check(
        text,
        &connect(offer("server", "host"), need("db", "host")),
        expect![[r#"
            -    db: {type: tosca.nodes.DBMS}
            +    db: {type: tosca.nodes.DBMS, requirements: [{host: server}]}
        "#]],
    );
    check(
        text,
        &connect(need("web", "host"), offer("server", "")),
        expect![[r#"
            +      requirements:
            +      - host: server
        "#]],
    );
    check(
        text,
        &connect(need("caller", "call"), offer("two", "b")),
        expect![[r#"
        +          node: two
        +          capability: b
    "#]],
    );
    check(
        text,
        &connect(need("caller", "dependency"), offer("two", "feature")),
        expect![[r#"
            +      - dependency: two
        "#]],
    );
    check(
        text,
        &connect(need("full", "dependency"), offer("db", "feature")),
        expect![[r#"
            +      - dependency: db
        "#]],
    );
    check(
        text,
        &connect(need("full", "call"), offer("other", "a")),
        expect![[r#"
            refused: `call` is already assigned twice, the maximum in its `occurrences`
        "#]],
    );
    check(
        text,
        &connect(need("full", "call"), offer("two", "a")),
        expect![[r#"
            refused: `call` is already connected to this node
        "#]],
    );
    check(
        text,
        &connect(need("web", "host"), offer("db", "host")),
        expect![[r#"
            refused: `db` does not fulfill the requirement `host`: expected a node type derived from `tosca.nodes.Compute`, found `tosca.nodes.DBMS`
        "#]],
    );
    check(
        text,
        &connect(need("web", "host"), offer("web", "host")),
        expect![[r#"
            refused: `web` does not fulfill the requirement `host`: a node cannot be its own target
        "#]],
    );
    check(
        text,
        &connect(need("again", "call"), offer("two", "a")),
        expect![[r#"
            refused: the node copies its requirements from `caller`: connect `caller`
        "#]],
    );
}

#[test]
fn what_is_open_is_filled_and_what_can_be_but_once_leads_elsewhere() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: {type: tosca.nodes.Compute}
    two: {type: tosca.nodes.Compute}
    short: {type: tosca.nodes.DBMS, requirements: [{host: one}]}
    typed:
      type: tosca.nodes.DBMS
      requirements:
        - host: tosca.nodes.Compute # to be chosen
    filtered:
      type: tosca.nodes.DBMS
      requirements:
        - host:
            # a large one
            node_filter: {capabilities: [{host: {properties: [{num_cpus: {equal: 4}}]}}]}
    long:
      type: tosca.nodes.DBMS
      requirements:
        - host:
            node: one   # for now
            capability: tosca.capabilities.Container
            relationship: tosca.relationships.HostedOn
    lost:
      type: tosca.nodes.DBMS
      requirements:
        - host: nowhere
    mapped:
      type: tosca.nodes.DBMS
      requirements:
        dependency: one
";
    check(
        text,
        &connect(need("short", "host"), offer("two", "host")),
        expect![[r#"
        -    short: {type: tosca.nodes.DBMS, requirements: [{host: one}]}
        +    short: {type: tosca.nodes.DBMS, requirements: [{host: two}]}
    "#]],
    );
    check(
        text,
        &connect(need("short", "host"), offer("one", "host")),
        expect![[r#"
            refused: `host` is already connected to this node
        "#]],
    );
    check(
        text,
        &connect(need("typed", "host"), offer("two", "host")),
        expect![[r#"
        -        - host: tosca.nodes.Compute # to be chosen
        +        - host: two # to be chosen
    "#]],
    );
    check(
        text,
        &connect(need("filtered", "host"), offer("two", "host")),
        expect![[r#"
            +            node: two
        "#]],
    );
    check(
        text,
        &connect(need("long", "host"), offer("two", "host")),
        expect![[r#"
        -            node: one   # for now
        +            node: two   # for now
    "#]],
    );
    check(
        text,
        &connect(need("lost", "host"), offer("two", "host")),
        expect![[r#"
        -        - host: nowhere
        +        - host: two
    "#]],
    );
    check(
        text,
        &connect(need("mapped", "host"), offer("two", "host")),
        expect![[r#"
        +        host: two
    "#]],
    );
}

#[test]
fn the_long_notation_is_kept_to() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host:
            node: server
    db:
      type: tosca.nodes.DBMS
";
    check(
        text,
        &connect(need("db", "host"), offer("server", "host")),
        expect![[r#"
        +      requirements:
        +        - host:
        +            node: server
    "#]],
    );
    check(
        text,
        &connect(need("web", "dependency"), offer("db", "feature")),
        expect![[r#"
        +        - dependency:
        +            node: db
    "#]],
    );
}

#[test]
fn shared_requirements_are_not_written_to() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: &s {type: tosca.nodes.Compute}
    web: {type: tosca.nodes.WebServer, requirements: &r [{dependency: server}]}
    db: {type: tosca.nodes.DBMS, requirements: *r}
";
    check(
        text,
        &connect(need("db", "host"), offer("server", "host")),
        expect![[r#"
            refused: `topology_template.node_templates.db.requirements` is shared by `&r` in 2 places: choose whether to change this one or all
        "#]],
    );
    check(
        text,
        &connect(need("web", "host"), offer("server", "host")),
        expect![[r#"
            refused: `topology_template.node_templates.web.requirements` is shared by `&r` in 2 places: choose whether to change this one or all
        "#]],
    );
}

#[test]
fn a_value_becomes_an_input_that_has_it_as_its_default() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  my.Port: {derived_from: tosca.datatypes.Root, properties: {number: {type: integer, constraints: [{in_range: [1, 65535]}]}}}
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: string, default: shop}
      ports: {type: list, entry_schema: {type: my.Port}}
      tags: {type: map, entry_schema: string, required: false}
topology_template:
  inputs:
    port:
      type: integer
  node_templates:
    shop:
      type: Shop
      properties:
        ports: [{number: 8080}] # open
    db:
      type: tosca.nodes.Database
      properties:
        name: \"orders\" # of the shop
        port: 3306
        user: { get_input: user }
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: 4}}
";
    let make =
        |of: &str, key: &[&str]| Edit::MakeInput { of: node(of), key: Path::keys(key.iter().copied()) };
    check(
        text,
        &make("db", &["properties", "name"]),
        expect![[r#"
        +    name:
        +      type: string
        +      default: orders
        -        name: "orders" # of the shop
        +        name: { get_input: name } # of the shop
    "#]],
    );
    check(
        text,
        &make("db", &["properties", "port"]),
        expect![[r#"
        +    db_port:
        +      type: integer
        +      default: 3306
        -        port: 3306
        +        port: { get_input: db_port }
    "#]],
    );
    check(
        text,
        &make("db", &["properties", "user"]),
        expect![[r#"
            refused: the value already comes from `get_input`
        "#]],
    );
    check(
        text,
        &make("db", &["properties", "password"]),
        expect![[r#"
        +    password:
        +      type: string
        +      required: false
        +        password: { get_input: password }
    "#]],
    );
    check(
        text,
        &make("shop", &["properties", "name"]),
        expect![[r#"
        +    name:
        +      type: string
        +      default: shop
        +        name: {get_input: name}
    "#]],
    );
    check(
        text,
        &make("shop", &["properties", "ports"]),
        expect![[r#"
        +    ports:
        +      type: list
        +      entry_schema:
        +        type: my.Port
        +      default:
        +        - number: 8080
        -        ports: [{number: 8080}] # open
        +        ports: {get_input: ports} # open
    "#]],
    );
    check(
        text,
        &make("shop", &["properties", "tags"]),
        expect![[r#"
        +    tags:
        +      type: map
        +      entry_schema:
        +        type: string
        +      required: false
        +        tags: {get_input: tags}
    "#]],
    );
    let number = Path::keys(["properties", "ports"]).index(0).key("number");
    check(
        text,
        &Edit::MakeInput { of: node("shop"), key: number },
        expect![[r#"
        +    number:
        +      type: integer
        +      default: 8080
        -        ports: [{number: 8080}] # open
        +        ports: [{number: {get_input: number}}] # open
    "#]],
    );
    check(
        text,
        &make("server", &["capabilities", "host", "properties", "num_cpus"]),
        expect![[r#"
        +    num_cpus:
        +      type: integer
        +      constraints:
        +        - greater_or_equal: 1
        +      default: 4
        -        host: {properties: {num_cpus: 4}}
        +        host: {properties: {num_cpus: {get_input: num_cpus}}}
    "#]],
    );
    check(
        text,
        &make("server", &["capabilities", "host", "properties", "mem_size"]),
        expect![[r#"
        +    mem_size:
        +      type: scalar-unit.size
        +      constraints:
        +        - greater_or_equal: 0 MB
        +      required: false
        -        host: {properties: {num_cpus: 4}}
        +        host: {properties: {num_cpus: 4, mem_size: {get_input: mem_size}}}
    "#]],
    );
    check(
        text,
        &make("server", &["type"]),
        expect![[r#"
            refused: only a property value can become an input
        "#]],
    );
    check(
        text,
        &make("server", &["attributes", "public_address"]),
        expect![[r#"
            refused: only a property value can become an input
        "#]],
    );
    let bare = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    odd: {type: not.Known, properties: {size: 3, on: true, of: {a: [x]}}}
";
    check(
        bare,
        &make("odd", &["properties", "size"]),
        expect![[r#"
        +  inputs:
        +    size:
        +      type: integer
        +      default: 3
        -    odd: {type: not.Known, properties: {size: 3, on: true, of: {a: [x]}}}
        +    odd: {type: not.Known, properties: {size: {get_input: size}, on: true, of: {a: [x]}}}
    "#]],
    );
    check(
        bare,
        &make("odd", &["properties", "of"]),
        expect![[r#"
        +  inputs:
        +    of:
        +      type: map
        +      default:
        +        a:
        +          - x
        -    odd: {type: not.Known, properties: {size: 3, on: true, of: {a: [x]}}}
        +    odd: {type: not.Known, properties: {size: 3, on: true, of: {get_input: of}}}
    "#]],
    );
}

#[test]
fn a_value_becomes_an_output() {
    let expose = |of: &str, key: &[&str]| Edit::Expose { of: node(of), key: Path::keys(key.iter().copied()) };
    check(
        TEXT,
        &expose("server", &["attributes", "public_address"]),
        expect![[r#"
        +  outputs:
        +    public_address:
        +      value: {get_attribute: [server, public_address]}
    "#]],
    );
    check(
        TEXT,
        &expose("server", &["capabilities", "endpoint", "properties", "port"]),
        expect![[r#"
        +  outputs:
        +    port:
        +      value: {get_property: [server, endpoint, port]}
    "#]],
    );
    let more = format!("{TEXT}  outputs:\n    state: {{value: x}}\n");
    check(
        &more,
        &expose("web", &["attributes", "state"]),
        expect![[r#"
        +    web_state: {value: {get_attribute: [web, state]}}
    "#]],
    );
    check(
        &more,
        &expose("web", &["properties", "component_version"]),
        expect![[r#"
        +    component_version: {value: {get_property: [web, component_version]}}
    "#]],
    );
    check(
        TEXT,
        &expose("web", &["requirements"]),
        expect![[r#"
            refused: only a property or an attribute of a node can become an output
        "#]],
    );
}

#[test]
fn members_and_targets_come_and_go() {
    let text = format!(
        "{TEXT}  policies:\n  - grow:\n      type: tosca.policies.Scaling\n      targets:\n      - web # first\n  - still: {{type: tosca.policies.Root, targets: web}}\n  - none: {{type: tosca.policies.Root}}\n"
    );
    let attach = |to: Id, ids: &[Id]| Edit::Attach { to, ids: ids.to_vec() };
    let detach = |from: Id, ids: &[Id]| Edit::Detach { from, ids: ids.to_vec() };
    check(
        &text,
        &attach(group("all"), &[node("app"), node("web")]),
        expect![[r#"
        -    all: {type: tosca.groups.Root, members: [web, server]}
        +    all: {type: tosca.groups.Root, members: [web, server, app]}
    "#]],
    );
    check(
        &text,
        &attach(group("all"), &[node("web")]),
        expect![[r#"
            refused: already a member of group `all`
        "#]],
    );
    check(
        &text,
        &attach(policy(0, "grow"), &[node("app"), group("all")]),
        expect![[r#"
        +      - app
        +      - all
    "#]],
    );
    check(
        &text,
        &attach(policy(1, "still"), &[node("app")]),
        expect![[r#"
        -  - still: {type: tosca.policies.Root, targets: web}
        +  - still: {type: tosca.policies.Root, targets: [web, app]}
    "#]],
    );
    check(
        &text,
        &attach(policy(2, "none"), &[node("app")]),
        expect![[r#"
        -  - none: {type: tosca.policies.Root}
        +  - none: {type: tosca.policies.Root, targets: [app]}
    "#]],
    );
    check(
        &text,
        &attach(group("all"), &[policy(0, "grow")]),
        expect![[r#"
            refused: expected a node template as group member, found `grow`
        "#]],
    );
    check(
        &text,
        &detach(group("all"), &[node("web")]),
        expect![[r#"
        -    all: {type: tosca.groups.Root, members: [web, server]}
        +    all: {type: tosca.groups.Root, members: [server]}
    "#]],
    );
    check(
        &text,
        &detach(policy(0, "grow"), &[node("web")]),
        expect![[r#"
        -      targets:
        -      - web # first
    "#]],
    );
    check(
        &text,
        &detach(policy(1, "still"), &[node("web")]),
        expect![[r#"
        -  - still: {type: tosca.policies.Root, targets: web}
        +  - still: {type: tosca.policies.Root}
    "#]],
    );
    check(
        &text,
        &detach(policy(2, "none"), &[node("web")]),
        expect![[r#"
            refused: `none` does not list `web`
        "#]],
    );
}

#[test]
fn a_node_put_on_a_host_gets_a_hosting_relationship() {
    let file = FilePath::new("a.yaml").unwrap();
    let told = |types: &[(&str, &str)], node: &str, host: &str| {
        let nodes = types.iter().map(|(name, kind)| format!("    {name}:\n      type: tosca.nodes.{kind}\n"));
        let nodes = nodes.collect::<Vec<_>>().concat();
        let text = format!("{VERSION}topology_template:\n  node_templates:\n{nodes}");
        let analysis = Analysis::of_text(&file, &text);
        let found = analysis.file(&file).unwrap().hosting(&self::node(node), &self::node(host));
        found.map(|(from, to)| format!("{} on {}", from.port, to.port))
    };
    let all =
        [("c", "Compute"), ("w", "WebServer"), ("a", "WebApplication"), ("d", "DBMS"), ("b", "Database")];
    let on = |name: &str| Some(format!("{name} on {name}"));
    assert_eq!(told(&all, "w", "c"), on("host"));
    assert_eq!(told(&all, "a", "w"), on("host"));
    assert_eq!(told(&all, "d", "c"), on("host"));
    assert_eq!(told(&all, "b", "d"), on("host"));
    assert_eq!(told(&all, "a", "c"), None);
    assert_eq!(told(&all, "c", "w"), None);
    assert_eq!(told(&all, "w", "w"), None);
}

#[test]
fn all_of_a_list_goes_with_the_last_thing_below_it() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    test:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: server
        - dependency: server

    server:
      type: tosca.nodes.Compute";
    check(
        text,
        &Edit::Remove { ids: vec![node("server")] },
        expect![[r#"
            -      requirements:
            -        - host: server
            -        - dependency: server
            -
            -    server:
            -      type: tosca.nodes.Compute
        "#]],
    );
}

#[test]
fn no_host_is_put_on_a_node_that_it_hosts() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  Box:
    derived_from: tosca.nodes.SoftwareComponent
    capabilities: {inside: {type: tosca.capabilities.Compute}}
    requirements: [host: {capability: tosca.capabilities.Compute, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}]
topology_template:
  node_templates:
    outer: {type: Box}
    middle: {type: Box, requirements: [host: outer]}
    inner: {type: Box, requirements: [host: middle]}
    strange: {type: who.knows}
";
    let refused = |from: &str, to: &str| difference(text, &connect(need(from, "host"), offer(to, "inside")));
    assert_eq!(refused("outer", "inner"), "refused: `inner` is already hosted on `outer`\n");
    let own = difference(text, &connect(need("strange", "host"), offer("strange", "")));
    assert_eq!(
        own,
        "refused: `strange` does not fulfill the requirement `host`: a node cannot be its own target\n"
    );
    assert!(!refused("inner", "outer").starts_with("refused"));
}

#[test]
fn an_input_or_output_that_would_lose_or_lack_something_is_refused() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  Web: {derived_from: tosca.nodes.Root, properties: {ports: {type: list, entry_schema: integer}}}
topology_template:
  node_templates:
    web:
      type: Web
      properties:
        ports:
          - 80
          # safe
          - 443
        speed: 3
";
    let made =
        difference(text, &Edit::MakeInput { of: node("web"), key: Path::keys(["properties", "ports"]) });
    assert_eq!(made, "refused: the value contains comments that the input cannot keep: edit the text\n");
    let told = difference(text, &Edit::Expose { of: node("web"), key: Path::keys(["properties", "speed"]) });
    assert_eq!(told, "refused: unknown property `speed` on node type `Web`\n");
}

const SUBSTITUTION: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Queue:
    derived_from: tosca.nodes.Root
    capabilities: {receiver: {type: tosca.capabilities.Endpoint}, admin: {type: tosca.capabilities.Endpoint.Admin}}
    requirements:
      - db: {capability: tosca.capabilities.Endpoint.Database}
      - peer: {capability: tosca.capabilities.Node}
      - floor: {capability: tosca.capabilities.Container}
topology_template:
  substitution_mappings:
    node_type: Queue # for others
MAPPED
  node_templates:
    server: {type: tosca.nodes.Compute}
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    app: {type: tosca.nodes.WebApplication, requirements: [host: web]}
";

fn outer(role: Role, port: &str) -> PortRef {
    PortRef { node: Id::default(), role, port: port.to_owned() }
}

fn inner(name: &str, role: Role, port: &str) -> PortRef {
    PortRef { node: node(name), role, port: port.to_owned() }
}

/// Connects a port of the frame to an inner port, in both directions with the same result.
#[track_caller]
fn check_mapped(mapped: &str, role: Role, name: &str, to: (&str, &str), expect: Expect) {
    let text = SUBSTITUTION.replace("MAPPED\n", mapped);
    let (from, to) = (outer(role, name), inner(to.0, role, to.1));
    let edit = |from: &PortRef, to: &PortRef| Edit::Connect { from: from.clone(), to: to.clone() };
    let file = FilePath::new("a.yaml").unwrap();
    let after = |edit: &Edit| {
        let change = Analysis::of_text(&file, text.as_str()).plan(&file, edit);
        change.map(|change| change.edits[&file].apply(&text))
    };
    assert_eq!(after(&edit(&from, &to)), after(&edit(&to, &from)));
    check(&text, &edit(&from, &to), expect);
}

#[test]
fn a_port_of_the_frame_is_mapped_to_one_within() {
    let receiver = |mapped: &str, expect: Expect| {
        check_mapped(mapped, Role::Capability, "receiver", ("app", "app_endpoint"), expect);
    };
    // Cases: no mapping yet; other capabilities; another port; long notation; list; empty value.
    receiver(
        "",
        expect![[r#"
        +    capabilities:
        +      receiver: [app, app_endpoint]
    "#]],
    );
    receiver(
        "    capabilities: {admin: [server, endpoint]}\n",
        expect![[r#"
        -    capabilities: {admin: [server, endpoint]}
        +    capabilities: {admin: [server, endpoint], receiver: [app, app_endpoint]}
    "#]],
    );
    receiver(
        "    capabilities:\n      receiver: [web, data_endpoint] # data\n",
        expect![[r#"
        -      receiver: [web, data_endpoint] # data
        +      receiver: [app, app_endpoint] # data
    "#]],
    );
    receiver(
        "    capabilities: {receiver: {mapping: [app, feature]}}\n",
        expect![[r#"
        -    capabilities: {receiver: {mapping: [app, feature]}}
        +    capabilities: {receiver: {mapping: [app, app_endpoint]}}
    "#]],
    );
    receiver(
        "    capabilities:\n      receiver:\n        - web\n        - data_endpoint\n",
        expect![[r#"
        -        - web
        -        - data_endpoint
        +        - app
        +        - app_endpoint
    "#]],
    );
    let needed = |mapped: &str, expect: Expect| {
        check_mapped(mapped, Role::Requirement, "peer", ("app", "dependency"), expect);
    };
    needed(
        "",
        expect![[r#"
            +    requirements:
            +      peer: [app, dependency]
        "#]],
    );
    needed(
        "    requirements:\n      - other: [app, dependency]\n",
        expect![[r#"
            +      - peer: [app, dependency]
        "#]],
    );
    needed(
        "    requirements: {peer: []}\n",
        expect![[r#"
            -    requirements: {peer: []}
            +    requirements: {peer: [app, dependency]}
        "#]],
    );
}

#[test]
fn what_cannot_be_mapped_says_why() {
    let why = |mapped: &str, from: PortRef, to: PortRef| {
        let file = FilePath::new("a.yaml").unwrap();
        let text = SUBSTITUTION.replace("MAPPED\n", mapped);
        let analysis = Analysis::of_text(&file, text.as_str());
        let refused = analysis.file(&file).unwrap().accepts(&from, &to).unwrap_err().to_string();
        let planned = analysis.plan(&file, &Edit::Connect { from, to });
        assert_eq!(planned.unwrap_err().to_string(), refused);
        refused
    };
    let capability =
        |name: &str, to: &str, port: &str| (outer(Role::Capability, name), inner(to, Role::Capability, port));
    let requirement = |name: &str, to: &str, port: &str| {
        (outer(Role::Requirement, name), inner(to, Role::Requirement, port))
    };
    let of = |mapped: &str, (from, to): (PortRef, PortRef)| why(mapped, from, to);
    let messages = [
        of("", capability("receiver", "server", "host")),
        of("", capability("sender", "app", "app_endpoint")),
        of("", capability("receiver", "gone", "x")),
        of("", capability("receiver", "app", "nothing")),
        of("", requirement("db", "app", "host")),
        of("", requirement("floor", "app", "host")),
        of("", (outer(Role::Capability, "receiver"), inner("app", Role::Requirement, "dependency"))),
        of(
            "    capabilities: {receiver: [app, app_endpoint]}\n",
            capability("receiver", "app", "app_endpoint"),
        ),
        of(
            "    capabilities: {receiver: {properties: {port: 1}}}\n",
            capability("receiver", "app", "app_endpoint"),
        ),
        of("", (outer(Role::Input, "size"), inner("app", Role::Input, "context_root"))),
    ];
    expect![[r#"
        expected a capability of type `tosca.capabilities.Endpoint` for `receiver`, found `tosca.capabilities.Container`
        unknown capability `sender` on node type `Queue`
        unknown node template `gone`
        unknown capability `nothing` on node type `tosca.nodes.WebApplication`
        expected a requirement of `tosca.capabilities.Endpoint.Database` for `db`, found `host`, a requirement of `tosca.capabilities.Container`
        `host` of `app` is connected to `web`: remove the connection first
        map a capability to a capability, or a requirement to a requirement
        `receiver` is already mapped to `app_endpoint` of `app`
        `receiver` has values in the mapping: remove them first
        unknown input `size`
    "#]].assert_eq(&(messages.join("\n") + "\n"));
}

const VALUES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      db: {type: string, required: false}
      port: {type: integer, default: 80}
      tags: {type: list, entry_schema: {type: string}, required: false}
topology_template:
  inputs:
    size: {type: integer}
    labels: {type: list, entry_schema: {type: integer}}
  node_templates:
    app:
      type: my.App
      properties:
        port: 8080 # public
    copy: {type: my.App, copy: app}
    db: { type: tosca.nodes.Compute, properties: {} }
    lost: {type: my.Unknown}
  outputs:
    url: {value: none}
";

fn value(of: &str, role: Role, port: &str) -> PortRef {
    let node = if of.is_empty() { Id::default() } else { node(of) };
    PortRef { node, role, port: port.to_owned() }
}

fn connected(from: PortRef, to: PortRef) -> String {
    let file = FilePath::new("a.yaml").unwrap();
    match Analysis::of_text(&file, VALUES).plan(&file, &Edit::Connect { from, to }) {
        Ok(change) => {
            let after = change.edits.get(&file).map_or(VALUES.to_owned(), |edit| edit.apply(VALUES));
            diff(VALUES, &after)
        }
        Err(error) => format!("{error}\n"),
    }
}

#[test]
fn a_value_that_is_connected_is_read_by_a_function() {
    use Role::{Capability, Input, Output};
    let written = [
        connected(value("", Input, "size"), value("app", Input, "port")),
        connected(value("app", Input, "port"), value("", Input, "size")),
        connected(value("db", Output, "private_address"), value("app", Input, "db")),
        connected(value("app", Output, "port"), value("lost", Input, "port")),
        connected(value("db", Output, "private_address"), value("", Output, "url")),
        connected(value("db", Output, "private_address"), value("", Capability, "")),
        connected(value("app", Input, "db"), value("", Capability, "")),
        connected(value("app", Input, "port"), value("lost", Input, "port")),
    ];
    expect![[r#"
        -        port: 8080 # public
        +        port: {get_input: size} # public
        ---
        -        port: 8080 # public
        +        port: {get_input: size} # public
        ---
        +        db: {get_attribute: [db, private_address]}
        ---
        -    lost: {type: my.Unknown}
        +    lost: {type: my.Unknown, properties: {port: {get_property: [app, port]}}}
        ---
        -    url: {value: none}
        +    url: {value: {get_attribute: [db, private_address]}}
        ---
        +    private_address: {value: {get_attribute: [db, private_address]}}
        ---
        +    db: {type: string, required: false}
        +        db: {get_input: db}
        ---
        -    lost: {type: my.Unknown}
        +    lost: {type: my.Unknown, properties: {port: {get_property: [app, port]}}}
    "#]]
    .assert_eq(&written.join("---\n"));
}

#[test]
fn values_that_do_not_fit_say_why() {
    use Role::{Capability, Input, Output};
    let reasons = [
        connected(value("", Input, "labels"), value("app", Input, "db")),
        connected(value("", Input, "labels"), value("app", Input, "port")),
        connected(value("app", Output, "db"), value("app", Input, "port")),
        connected(value("app", Output, "nothing"), value("db", Input, "x")),
        connected(value("app", Output, "port"), value("db", Input, "private_address")),
        connected(value("app", Output, "port"), value("copy", Input, "port")),
        connected(value("app", Output, "port"), value("", Input, "size")),
        connected(value("", Output, "url"), value("app", Input, "db")),
        connected(value("", Input, "gone"), value("app", Input, "db")),
        connected(value("app", Output, "port"), value("db", Capability, "host")),
    ];
    expect![[r#"
        expected a value of type `string` for `db`, found `list of integer`
        expected a value of type `integer` for `port`, found `list of integer`
        `app` cannot read its own property
        unknown property `nothing` on node type `my.App`
        attribute `private_address` is set when the node runs
        `copy` is a copy of `app`: set the property in its text
        expected an output, found `size`
        expected an input, found output `url`
        unknown input `gone`
        connect a property or attribute that can be read to a property that can be set
    "#]]
    .assert_eq(&reasons.concat());
}

#[test]
fn properties_and_attributes_have_ports() {
    let file = FilePath::new("a.yaml").unwrap();
    let analysis = Analysis::of_text(&file, VALUES);
    let graph = analysis.file(&file).unwrap().graph();
    let ports = |name: &str| {
        let node = graph.node(&node(name)).unwrap();
        let values = node.ports.iter().filter(|port| matches!(port.role, Role::Input | Role::Output));
        values
            .map(|port| format!("{:?} {} {}", port.role, port.name, port.kind.as_deref().unwrap_or("-")))
            .collect::<Vec<_>>()
    };
    assert!(
        ports("app").starts_with(&["Input db string".to_owned(), "Output db string".to_owned()]),
        "{:?}",
        ports("app")
    );
    assert!(ports("db").contains(&"Output private_address string".to_owned()), "{:?}", ports("db"));
    assert!(!ports("db").contains(&"Input private_address string".to_owned()));
    assert!(ports("lost").is_empty());
    assert!(graph.has_values());
}

#[test]
fn an_input_is_replaced_by_its_default() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 3306}
    user:
      type: string
      default: \"admin\" # by convention
    limits: {type: map, default: {cpu: 2, disk: [a, b]}}
    open: {type: string}
  node_templates:
    db:
      type: tosca.nodes.Database
      properties:
        port: { get_input: port } # of the engine
        user: {get_input: [user]}
        name: {concat: [db, {get_input: user}]}
    app:
      type: tosca.nodes.SoftwareComponent
      properties:
        limits: {get_input: limits}
        part: {get_input: [limits, cpu]}
        free: {get_input: open}
";
    let inline = |path: Path| Edit::Inline { at: Id(path) };
    let of =
        |name: &str, keys: &[&str]| keys.iter().fold(node(name).0.key("properties"), |at, key| at.key(key));
    let input = |name: &str| Path::keys(["topology_template", "inputs", name]);
    // The only reference, from the call or from the name in it.
    check(
        text,
        &inline(of("db", &["port"])),
        expect![[r#"
        -    port: {type: integer, default: 3306}
        -        port: { get_input: port } # of the engine
        +        port: 3306 # of the engine
    "#]],
    );
    check(
        text,
        &inline(of("db", &["port", "get_input"])),
        expect![[r#"
        -    port: {type: integer, default: 3306}
        -        port: { get_input: port } # of the engine
        +        port: 3306 # of the engine
    "#]],
    );
    // One of two.
    check(
        text,
        &inline(of("db", &["user"])),
        expect![[r#"
        -        user: {get_input: [user]}
        +        user: admin
    "#]],
    );
    // All of them; the declaration keeps its comment.
    check(
        text,
        &inline(input("user")),
        expect![[r#"
        -        user: {get_input: [user]}
        -        name: {concat: [db, {get_input: user}]}
        +        user: admin
        +        name: {concat: [db, admin]}
    "#]],
    );
    check(
        text,
        &inline(of("app", &["limits"])),
        expect![[r#"
        -        limits: {get_input: limits}
        +        limits: {cpu: 2, disk: [a, b]}
    "#]],
    );
    check(
        text,
        &inline(of("app", &["part"])),
        expect![[r#"
            refused: no reference to an input with a default here
        "#]],
    );
    check(
        text,
        &inline(of("app", &["free"])),
        expect![[r#"
            refused: input `open` has no default
        "#]],
    );
    check(
        text,
        &inline(of("db", &["name"])),
        expect![[r#"
            refused: no reference to an input with a default here
        "#]],
    );
    check(
        text,
        &inline(node("app").0.key("type")),
        expect![[r#"
            refused: no reference to an input with a default here
        "#]],
    );
}

#[test]
fn what_a_value_can_become_is_what_can_be_planned() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    properties: {name: {type: string}}
topology_template:
  inputs:
    size: {type: integer, default: 3}
  node_templates:
    shop:
      type: Shop
      properties: {name: orders}
      attributes: {state: started}
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: 4}}
  relationship_templates:
    link: {type: tosca.relationships.ConnectsTo, properties: {credential: {user: a}}}
  groups:
    all: {type: tosca.groups.Root, members: [shop], properties: {size: 2}}
  policies:
    - scale: {type: tosca.policies.Scaling, targets: [shop], properties: {size: 2}}
";
    let file = FilePath::new("service.yaml").unwrap();
    let analysis = Analysis::of_text(&file, text);
    let checked = analysis.file(&file).expect("it is open");
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for node in yaml::parse(text).nodes().filter(|node| !node.is_key()) {
        let (path, root) = (node.path(), Id(Path::root()));
        let can = checked.promotions(&Id(path.clone()));
        let is_planned = |edit: Edit| analysis.plan(&file, &edit).is_ok();
        assert_eq!(
            can.to_input,
            is_planned(Edit::MakeInput { of: root.clone(), key: path.clone() }),
            "{path}"
        );
        assert_eq!(can.to_output, is_planned(Edit::Expose { of: root, key: path.clone() }), "{path}");
        inputs.extend(can.to_input.then(|| path.last_key().unwrap_or_default().to_owned()));
        outputs.extend(can.to_output.then(|| path.last_key().unwrap_or_default().to_owned()));
    }
    assert_eq!(inputs, ["name", "num_cpus", "credential", "user", "size", "size"]);
    assert_eq!(outputs, ["name", "state", "num_cpus"]);
}

#[test]
fn an_input_that_is_read_in_part_is_replaced_nowhere() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    conf: {type: map, default: {host: db}}
    code: {type: string, default: !!str 80}
    key: {type: string, default: !secret abc}
    lost: {type: string, default: *nowhere}
  node_templates:
    db:
      type: tosca.nodes.Database
      properties:
        name: {get_input: [conf, host]}
        more: {get_input: lost}
        user: {get_input: code}
        password: {get_input: key}
        limits: {get_input: conf}
";
    let inline = |path: Path| Edit::Inline { at: Id(path) };
    let property = |name: &str| inline(node("db").0.key("properties").key(name));
    check(
        text,
        &inline(Path::keys(["topology_template", "inputs", "conf"])),
        expect![[r#"
        refused: a reference to `conf` cannot be replaced by its value: edit the text
    "#]],
    );
    check(
        text,
        &property("limits"),
        expect![[r#"
        -        limits: {get_input: conf}
        +        limits: {host: db}
    "#]],
    );
    // A text stays a text.
    check(
        text,
        &property("user"),
        expect![[r#"
        -    code: {type: string, default: !!str 80}
        -        user: {get_input: code}
        +        user: '80'
    "#]],
    );
    check(
        text,
        &property("password"),
        expect![[r#"
        refused: the value of `key` contains a tag: edit the text
    "#]],
    );
    let complex = text.replace("*nowhere", "{? [a, b] : c}");
    check(
        &complex,
        &property("more"),
        expect![[r#"
            refused: the value of `lost` contains a key that is not a text: edit the text
        "#]],
    );
    check(
        text,
        &property("more"),
        expect![[r#"
        refused: the value of `lost` contains an unknown alias: edit the text
    "#]],
    );
    let tagged = text.replace("name: {get_input: [conf, host]}", "name: !!str 80");
    check(
        &tagged,
        &Edit::MakeInput { of: node("db"), key: Path::keys(["properties", "name"]) },
        expect![[r#"
            +    name: {type: string, default: '80'}
            -        name: !!str 80
            +        name: {get_input: name}
        "#]],
    );
}
