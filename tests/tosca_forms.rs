//! Forms of service templates: a text and a place give the fields, as the types that the text names have them; what is put into a field gives
//! the difference that it makes. All through the waist, as the page has it.

#![expect(clippy::too_many_lines, reason = "a test here is a table")]

#[path = "common/forms.rs"]
mod forms;

use expect_test::{Expect, expect};
use limn::analysis::Analysis;
use limn::edit::{CallArgument, Edit, FunctionCall, Input};
use limn::graph::Id;
use limn::ide::form::Control;
use limn::yaml::Path;

use forms::{check, check_edit, file, sheet};

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Part:
    properties:
      name: {type: string, description: What it is called.}
      weight: {type: integer, default: 1, constraints: [in_range: [1, 9]]}
      parts: {type: list, entry_schema: my.Part, required: false}
  my.Name:
    derived_from: string
    constraints: [pattern: '[a-z]+', max_length: 8]
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      title: {type: string, description: For people.}
  my.Node:
    derived_from: my.Base
    properties:
      port: {type: integer, default: 80, constraints: [in_range: [1, 65535]]}
      share: {type: float, required: false}
      secure: {type: boolean, default: true}
      mode: {type: string, constraints: [valid_values: [fast, safe]], default: safe}
      level: {type: integer, constraints: [valid_values: [1, 2, 3]], required: false}
      release: {type: version, required: false}
      since: {type: timestamp, required: false}
      disk: {type: scalar-unit.size, constraints: [greater_or_equal: 1 GB]}
      ports: {type: range, required: false}
      nick: {type: my.Name, required: false}
      tags: {type: list, entry_schema: string, required: false}
      labels: {type: map, entry_schema: {type: integer}, required: false}
      part: {type: my.Part, required: false}
    attributes:
      address: {type: string}
    capabilities:
      door: {type: tosca.capabilities.Endpoint, description: The way in.}
    interfaces:
      Standard:
        create: {implementation: create.sh, inputs: {speed: {type: integer, default: 3}}}
    artifacts:
      image: {type: tosca.artifacts.Deployment.Image.VM.QCOW2, file: a.qcow2}
";

fn node(template: &str) -> String {
    format!(
        "{TYPES}topology_template:\n  inputs: {{size: {{type: integer}}}}\n  node_templates:\n    web:\n{template}"
    )
}

fn web(keys: &[&str]) -> Path {
    let base = Path::keys(["topology_template", "node_templates", "web"]);
    keys.iter().fold(base, |path, key| match key.parse::<usize>() {
        Ok(index) => path.index(index),
        Err(_) => path.key(key),
    })
}

fn set(keys: &[&str], text: &str) -> Edit {
    put(keys, Input::Text(text.to_owned()))
}

fn put(keys: &[&str], input: Input) -> Edit {
    Edit::Set { of: Id(web(&[])), key: relative(keys), input }
}

fn relative(keys: &[&str]) -> Path {
    let steps = web(keys);
    steps.steps()[web(&[]).len()..].iter().cloned().collect()
}

#[test]
fn every_property_that_the_type_has_is_a_field_with_the_control_of_its_type() {
    let text =
        node("      type: my.Node\n      properties: {port: 8080, colour: red, title: {get_input: t}}\n");
    check(
        &text,
        &web(&[]),
        "properties",
        expect![[r#"
            properties parts
              title!() <string> function: input `t`
              port!() <integer> = "8080", else 80, must be in the range `[1, 65535]` whole 1..65535
              share?() <float> Number
              secure!?() <boolean>, else true Flag
              mode!?() <string>, else safe choice fast safe
              level?() <integer> choice 1 2 3
              release?() <version> text
              since?() <timestamp> text
              disk!?() <size>, must be at least `1 GB` measure GB…
              ports?() <range> Range([])
              nick?() <my.Name>, must match `[a-z]+`, must have a length of at most `8` text
              tags?() <list of string> list of text
              labels?() <map of integer> map of whole
              part?() <my.Part> folded ()
              colour+() = "red" text
        "#]],
    );
}

#[test]
fn capabilities_attributes_interfaces_and_artifacts_are_what_the_type_has() {
    let text = node("      type: my.Node\n");
    check(
        &text,
        &web(&[]),
        "capabilities",
        expect![[r#"
        capabilities? parts
          feature? folded (Node)
          door? folded (Endpoint)
    "#]],
    );
    check(
        &text,
        &web(&["capabilities", "door"]),
        "properties",
        expect![[r#"
            properties? parts
              protocol!?() <string>, else tcp text
              port?() <PortDef>, must be in the range `[1, 65535]` whole 1..65535
              secure?() <boolean>, else false Flag
              url_path?() <string> text
              port_name?() <string> text
              network_name?() <string>, else PRIVATE text
              initiator?() <string>, else source choice source target peer
              ports?() <map of PortSpec>, must have a length of at least `1` map of folded ()
        "#]],
    );
    check(
        &text,
        &web(&[]),
        "attributes",
        expect![[r#"
            attributes? parts
              tosca_id?() <string> text
              tosca_name?() <string> text
              state?() <string> text
              address?() <string> text
        "#]],
    );
    check(
        &text,
        &web(&[]),
        "interfaces",
        expect![[r#"
        interfaces? parts…
          Standard? folded (node.lifecycle.Standard)
    "#]],
    );
    check(
        &text,
        &web(&["interfaces", "Standard"]),
        "",
        expect![[r#"
            inputs? parts…
            operations? map of reference to an artifact
            notifications? map of reference to an artifact
            create? folded (implemented by the type)
            configure? folded ()
            start? folded ()
            stop? folded ()
            delete? folded ()
        "#]],
    );
    check(
        &text,
        &web(&["interfaces", "Standard", "create"]),
        "",
        expect![[r#"
            description? Prose
            implementation? <artifact or file> reference to artifact or file
            inputs? parts…
              speed!?() <integer>, else 3 whole
            outputs? map of text
        "#]],
    );
}

#[test]
fn data_types_are_forms_in_forms_however_deep() {
    let text = node("      type: my.Node\n      properties: {part: {name: a, parts: [{name: b}]}}\n");
    check(
        &text,
        &web(&["properties", "part"]),
        "",
        expect![[r#"
        name!() <string> = "a" text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts() <list of my.Part> list of folded ()
          parts[0]() <my.Part> folded (name: b)
    "#]],
    );
    check(
        &text,
        &web(&["properties", "part", "parts", "0"]),
        "",
        expect![[r#"
        name!() <string> = "b" text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts?() <list of my.Part> list of folded ()
    "#]],
    );
    // Nothing of it is written yet.
    check(
        &text,
        &web(&["properties", "part", "parts", "0", "parts", "0"]),
        "",
        expect![[r#"
        name!?() <string> text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts?() <list of my.Part> list of folded ()
    "#]],
    );
}

#[test]
fn of_several_bounds_only_the_tightest_is_shown() {
    let head = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Size: {derived_from: scalar-unit.size, constraints: [greater_or_equal: 0 MB]}
  my.Count: {derived_from: integer, constraints: [greater_or_equal: 1, less_or_equal: 9]}
node_types:
  my.Disk:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: my.Size, constraints: [greater_or_equal: 1 MB]}
      count: {type: my.Count, constraints: [in_range: [1, 5], greater_than: 0]}
      same: {type: my.Count, constraints: [greater_or_equal: 1]}
topology_template:
  node_templates:
    web:
      type: my.Disk
";
    check(
        head,
        &web(&[]),
        "properties",
        expect![[r#"
        properties? parts
          size!?() <my.Size>, must be at least `1 MB` measure GB…
          count!?() <my.Count>, must be in the range `[1, 5]` whole 1..5
          same!?() <my.Count>, must be at least `1`, must be at most `9` whole 1..9
    "#]],
    );
}

#[test]
fn a_value_is_written_as_its_type_reads() {
    let text = node("      type: my.Node\n      properties:\n        port: 8080 # the usual\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        -        port: 8080 # the usual
        +        port: 9090 # the usual
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "title"], "1.0"),
        expect![[r#"
        +        title: '1.0'
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "level"], "2"),
        expect![[r#"
        +        level: 2
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "release"], "2.0"),
        expect![[r#"
        +        release: '2.0'
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "disk"], "10 GB"),
        expect![[r#"
        +        disk: 10 GB
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "part", "weight"], "5"),
        expect![[r#"
        +        part:
        +          weight: 5
    "#]],
    );
    check_edit(
        &text,
        &set(&["capabilities", "door", "properties", "protocol"], "http"),
        expect![[r#"
        +      capabilities:
        +        door:
        +          properties:
        +            protocol: http
    "#]],
    );
    let bounds = Input::Items(vec!["1".to_owned(), "UNBOUNDED".to_owned()]);
    check_edit(
        &text,
        &put(&["properties", "ports"], bounds),
        expect![[r#"
        +        ports: [1, UNBOUNDED]
    "#]],
    );
    check_edit(
        &text,
        &put(&["properties", "secure"], Input::Flag(false)),
        expect![[r#"
        +        secure: false
    "#]],
    );
}

#[test]
fn what_is_missing_on_the_way_is_made_where_it_belongs() {
    let text = node("      type: my.Node\n      requirements: []\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        +      properties:
        +        port: 9090
    "#]],
    );
    check_edit(
        &text,
        &set(&["interfaces", "Standard", "create", "inputs", "speed"], "4"),
        expect![[r#"
        +      interfaces:
        +        Standard:
        +          create:
        +            inputs:
        +              speed: 4
    "#]],
    );
    let text = node("      type: my.Node\n      properties:\n        title: a\n        mode: fast\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        +        port: 9090
    "#]],
    );
}

#[test]
fn new_items_and_entries_say_what_has_to_be_there() {
    let text = node("      type: my.Node\n      properties:\n        part:\n          name: a\n");
    let insert = |keys: &[&str], name: &str| Edit::Insert {
        of: Id(web(&[])),
        into: relative(keys),
        name: name.to_owned(),
    };
    check_edit(
        &text,
        &insert(&["properties", "part", "parts"], ""),
        expect![[r#"
        +          parts:
        +            - name: ''
    "#]],
    );
    check_edit(
        &text,
        &insert(&["properties", "tags"], ""),
        expect![[r#"
        +        tags:
        +          - ''
    "#]],
    );
    check_edit(
        &text,
        &insert(&["properties", "labels"], "a"),
        expect![[r#"
        +        labels:
        +          a: 0
    "#]],
    );
}

#[test]
fn a_short_notation_is_a_form_too_and_grows_with_more_values() {
    let text = node(
        "      type: my.Node\n      interfaces:\n        Standard:\n          create: run.sh # quickly\n      requirements:\n        - dependency: web\n",
    );
    let create = &["interfaces", "Standard", "create"];
    check(
        &text,
        &web(create),
        "",
        expect![[r#"
        description? Prose
        implementation <artifact or file> = "run.sh" reference to artifact or file
        inputs? parts…
          speed!?() <integer>, else 3 whole
        outputs? map of text
    "#]],
    );
    let with = |key: &[&'static str]| [&create[..], key].concat();
    check_edit(
        &text,
        &set(&with(&["implementation"]), "other.sh"),
        expect![[r#"
        -          create: run.sh # quickly
        +          create: other.sh # quickly
    "#]],
    );
    check_edit(
        &text,
        &set(&with(&["inputs", "speed"]), "4"),
        expect![[r#"
        -          create: run.sh # quickly
        +          create: # quickly
        +            implementation: run.sh
        +            inputs:
        +              speed: 4
    "#]],
    );
    check(
        &text,
        &web(&["requirements", "0", "dependency"]),
        "",
        expect![[r#"
            capability? <capability> reference to capability
            node = "web" reference to a node template or node type
            relationship? reference to a relationship template or type
            node_filter? group
              properties? list of nothing of title|port|share|secure|mode|level|release|since|disk|ports|nick|tags|labels|part
              capabilities? list of nothing of feature|door
            occurrences? list of text
        "#]],
    );
    check_edit(
        &text,
        &set(&["requirements", "0", "dependency", "capability"], "feature"),
        expect![[r#"
        -        - dependency: web
        +        - dependency:
        +            node: web
        +            capability: feature
    "#]],
    );
    let unset = Edit::Unset { of: Id(web(&[])), key: relative(&["requirements", "0", "dependency", "node"]) };
    check_edit(
        &text,
        &unset,
        expect![[r#"
            -      requirements:
            -        - dependency: web
        "#]],
    );
}

/// Values that are offered for a function at a place: each thing, and the first of its words.
#[track_caller]
fn check_asked(text: &str, keys: &[&str], function: &str, given: &[&str], expected: Expect) {
    let analysis = Analysis::of_text(&file(), text);
    let given: Vec<String> = given.iter().map(|&argument| argument.to_owned()).collect();
    let asked =
        analysis.file(&file()).expect("the file is there").arguments(&Id(web(keys)), function, &given);
    let show = |argument: limn::ide::form::Argument| {
        let word = |item: &limn::ide::form::ChoiceItem| {
            format!("{}{}{}", item.word, if item.note.is_empty() { "" } else { ": " }, item.note)
        };
        let fits: Vec<String> = argument.words.iter().filter(|item| item.fits).map(word).collect();
        let others: Vec<String> = argument.words.iter().filter(|item| !item.fits).map(word).collect();
        let marks = [(argument.free, ", or another"), (argument.optional, ", or nothing")];
        let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
        let line = format!(
            "{} {:?}{marks}: {} / {}",
            argument.label,
            argument.takes,
            fits.join(", "),
            others.join(", ")
        );
        format!("{}\n", line.trim_end())
    };
    expected.assert_eq(&asked.into_iter().map(show).collect::<String>());
}

const PAIR: &str = "      type: my.Node
      properties: {part: {name: a}}
      requirements:
        - dependency: db
    db:
      type: tosca.nodes.Compute
      capabilities: {host: {properties: {num_cpus: 2}}}
";

#[test]
fn a_function_is_built_by_choosing_what_there_is() {
    let text = node(PAIR);
    let port = &["properties", "port"];
    check_asked(
        &text,
        port,
        "get_input",
        &[],
        expect![[r#"
        Input Word: size: integer /
    "#]],
    );
    check_asked(
        &text,
        port,
        "get_property",
        &["SELF"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Property Word, or another: port: integer, level: integer, dependency: requirement: values of its target, feature: capability: its values, door: capability: its values / title: string, share: float, secure: boolean, mode: string, release: version, since: timestamp, disk: size, ports: range, nick: my.Name, tags: list of string, labels: map of integer, part: my.Part
        "#]],
    );
    check_asked(
        &text,
        port,
        "get_property",
        &["SELF", "part"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Property Word, or another: port: integer, level: integer, dependency: requirement: values of its target, feature: capability: its values, door: capability: its values / title: string, share: float, secure: boolean, mode: string, release: version, since: timestamp, disk: size, ports: range, nick: my.Name, tags: list of string, labels: map of integer, part: my.Part
            Entry Word, or nothing: weight: integer / name: string, parts: list of my.Part
        "#]],
    );
    check_asked(
        &text,
        port,
        "get_property",
        &["db", "host"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Property Word, or another: dependency: requirement: values of its target, local_storage: requirement: values of its target, feature: capability: its values, host: capability: its values, endpoint: capability: its values, os: capability: its values, scalable: capability: its values, binding: capability: its values /
            Property of it Word, or another: num_cpus: integer / name: string, cpu_frequency: frequency, disk_size: size, mem_size: size
        "#]],
    );
    check_asked(
        &text,
        port,
        "get_attribute",
        &["SELF", "dependency"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Attribute Word, or another: port: integer, level: integer, dependency: requirement: values of its target, feature: capability: its values, door: capability: its values / tosca_id: string, tosca_name: string, state: string, address: string, title: string, share: float, secure: boolean, mode: string, release: version, since: timestamp, disk: size, ports: range, nick: my.Name, tags: list of string, labels: map of integer, part: my.Part
            Attribute of it Word, or another:  / tosca_id: string, tosca_name: string, state: string, private_address: string, public_address: string, networks: map of network.NetworkInfo, ports: map of network.PortInfo
        "#]],
    );
    check_asked(
        &text,
        &["properties", "title"],
        "join",
        &[],
        expect![[r#"
            Parts Values:  /
            Delimiter Word, or another, or nothing:  /
        "#]],
    );
    check_asked(
        &text,
        &["properties", "title"],
        "get_artifact",
        &["SELF"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Artifact Word, or another: image: Deployment.Image.VM.QCOW2 /
        "#]],
    );
    check_asked(
        &text,
        port,
        "get_operation_output",
        &["SELF", "Standard"],
        expect![[r#"
            Entity Word: SELF: this node, HOST: the host of this node, web: my.Node, db: Compute /
            Interface Word, or another: Standard /
            Operation Word, or another: create, configure, start, stop, delete /
            Output Word, or another:  /
        "#]],
    );
    check_asked(&text, port, "shout", &[], expect![[r#""#]]);
}

#[test]
fn a_function_is_written_on_one_line_unless_the_file_has_its_calls_in_blocks() {
    let call = |function: &str, given: &[&str]| {
        let given = given.iter().map(|&argument| CallArgument::Text(argument.to_owned())).collect();
        FunctionCall { function: function.to_owned(), given }
    };
    let text = node("      type: my.Node\n      properties:\n        port: 8080 # the usual\n");
    let size = call("get_input", &["size"]);
    check_edit(
        &text,
        &put(&["properties", "port"], Input::Call(size.clone())),
        expect![[r#"
        -        port: 8080 # the usual
        +        port: {get_input: size} # the usual
    "#]],
    );
    let deep = call("get_property", &["SELF", "part", "parts", "0", "weight"]);
    check_edit(
        &text,
        &put(&["properties", "level"], Input::Call(deep)),
        expect![[r#"
        +        level: {get_property: [SELF, part, parts, 0, weight]}
    "#]],
    );
    let given = vec![
        CallArgument::Text("1".to_owned()),
        CallArgument::Call(size.clone()),
        CallArgument::Text("a b".to_owned()),
    ];
    let concat = FunctionCall { function: "concat".to_owned(), given };
    check_edit(
        &text,
        &put(&["properties", "title"], Input::Call(concat)),
        expect![[r#"
        +        title: {concat: ['1', {get_input: size}, a b]}
    "#]],
    );
    let text = node("      type: my.Node\n      properties:\n        level:\n          get_input: size\n");
    check_edit(
        &text,
        &put(&["properties", "port"], Input::Call(size)),
        expect![[r#"
        +        port:
        +          get_input: size
    "#]],
    );
}

#[test]
fn a_requirement_shows_where_it_leads_and_what_would_serve_it() {
    let text = node(
        "      type: tosca.nodes.WebApplication\n    server:\n      type: tosca.nodes.WebServer\n      requirements:\n        - host: {node: box}\n    box:\n      type: tosca.nodes.Compute\n",
    );
    check(
        &text,
        &web(&[]),
        "requirements",
        expect![[r#"
            requirements? connections
              dependency <Node> to nothing; optional; server (WebServer), box (Compute)
              host! <Container of WebServer> to nothing; required; server (WebServer)
        "#]],
    );
    let server = Path::keys(["topology_template", "node_templates", "server"]);
    check(
        &text,
        &server,
        "requirements",
        expect![[r#"
            requirements connections
              dependency <Node> to nothing; optional; web (WebApplication), box (Compute)
              host <Container of Compute> to box; ; box (Compute)
        "#]],
    );
    // What is chosen is written where it is open, and led elsewhere where it leads somewhere.
    let sheet = sheet(&text, &web(&[])).expect("a form");
    let field = sheet.fields.iter().find(|field| field.key == "requirements").expect("a field");
    let Control::Connections(connections) = &field.control else { panic!("{field:?}") };
    let host = connections.iter().find(|connection| connection.name == "host").expect("a connection");
    check_edit(
        &text,
        &host.offers[0].edit,
        expect![[r#"
        +      requirements:
        +        - host:
        +            node: server
    "#]],
    );
}

#[test]
fn policies_groups_and_relationships_have_what_their_types_have() {
    let text = format!(
        "{TYPES}policy_types:\n  my.Scale:\n    derived_from: tosca.policies.Scaling\n    properties: {{most: {{type: integer}}}}\ntopology_template:\n  node_templates:\n    web: {{type: my.Node}}\n  relationship_templates:\n    disk: {{type: tosca.relationships.AttachesTo}}\n  policies:\n    - scale: {{type: my.Scale, targets: [web]}}\n"
    );
    let policy = Path::keys(["topology_template", "policies"]).index(0).key("scale");
    check(
        &text,
        &policy,
        "properties",
        expect![[r#"
        properties? parts
          most!?() <integer> whole
    "#]],
    );
    let disk = Path::keys(["topology_template", "relationship_templates", "disk"]);
    check(
        &text,
        &disk,
        "properties",
        expect![[r#"
        properties? parts
          location!?() <string>, must have a length of at least `1` text
          device?() <string> text
    "#]],
    );
    let edit =
        Edit::Set { of: Id(policy), key: Path::keys(["properties", "most"]), input: Input::Text("3".into()) };
    check_edit(
        &text,
        &edit,
        expect![[r#"
        -    - scale: {type: my.Scale, targets: [web]}
        +    - scale: {type: my.Scale, properties: {most: 3}, targets: [web]}
    "#]],
    );
}

#[test]
fn substitution_mappings_are_chosen_in_the_form() {
    let text = format!(
        "{TYPES}topology_template:\n  inputs: {{door: {{type: integer}}, name: {{type: string}}}}\n  node_templates:\n    web: {{type: my.Node}}\n  substitution_mappings:\n    node_type: my.Node\n    capabilities: {{door: [web, door]}}\n"
    );
    let at = Path::keys(["topology_template", "substitution_mappings"]);
    check(
        &text,
        &at,
        "capabilities",
        expect![[r#"
        capabilities parts
          feature? <Node> NamePath { ways: [["web", "feature"]], now: [] }
          door <Endpoint> NamePath { ways: [["web", "door"]], now: ["web", "door"] }
    "#]],
    );
    check(
        &text,
        &at,
        "requirements",
        expect![[r#"
            requirements? parts
              dependency? NamePath { ways: [["web", "dependency"]], now: [] }
        "#]],
    );
    let way = |keys: &[&str], way: &[&str]| Edit::Set {
        of: Id(at.clone()),
        key: Path::keys(keys.iter().copied()),
        input: Input::Items(way.iter().map(|&step| step.to_owned()).collect()),
    };
    check_edit(
        &text,
        &way(&["properties", "port"], &["door"]),
        expect![[r#"
        +    properties: {port: [door]}
    "#]],
    );
    check_edit(
        &text,
        &way(&["capabilities", "feature"], &["web", "feature"]),
        expect![[r#"
            -    capabilities: {door: [web, door]}
            +    capabilities: {feature: [web, feature], door: [web, door]}
        "#]],
    );
}

#[test]
fn groups_policies_and_steps_are_offered_what_is_there() {
    let text = format!(
        "{TYPES}group_types:\n  my.Machines: {{derived_from: tosca.groups.Root, members: [tosca.nodes.Compute]}}\ntopology_template:\n  node_templates:\n    web: {{type: my.Node}}\n    box: {{type: tosca.nodes.Compute}}\n  groups:\n    all: {{type: my.Machines, members: [box]}}\n  policies:\n    - near: {{type: tosca.policies.Placement, targets: [all]}}\n  workflows:\n    go:\n      steps:\n        one: {{target: web, activities: [set_state: started, call_operation: Standard.start]}}\n"
    );
    let words = |path: &Path| {
        let sheet = sheet(&text, path).expect("a form");
        let [field] = &sheet.fields[..] else { panic!("{sheet:?}") };
        match &field.control {
            Control::Reference { candidates, .. } => candidates.join(" "),
            other => format!("{other:?}"),
        }
    };
    let topology = Path::keys(["topology_template"]);
    assert_eq!(words(&topology.key("groups").key("all").key("members").index(0)), "box web");
    assert_eq!(words(&topology.key("policies").index(0).key("near").key("targets").index(0)), "web box all");
    let activities = topology.key("workflows").key("go").key("steps").key("one").key("activities");
    let operations = "Standard.create Standard.configure Standard.start Standard.stop Standard.delete";
    assert_eq!(words(&activities.index(1).key("call_operation")), operations);
    assert!(words(&activities.index(0).key("set_state")).starts_with("initial creating"));
}

#[test]
fn the_value_of_a_named_entry_is_about_that_entry() {
    let text = "name: assembly::shop::1.0\nproperties:\n  address:\n    value: a\ncomposition:\n  web:\n    type: resource::web::1.0\n    properties:\n      port:\n        value: 80\n";
    let subject = |base: &[&str]| {
        let path = Path::keys(base.iter().copied());
        let sheet = sheet(text, &path).unwrap();
        let value = sheet.fields.iter().find(|field| field.label == "Value").unwrap();
        value.subject(&sheet.path)
    };
    assert_eq!(subject(&["properties", "address"]), "address");
    assert_eq!(subject(&["composition", "web", "properties", "port"]), "port");
    let web = sheet(text, &Path::keys(["composition", "web"])).unwrap();
    let kind = web.fields.iter().find(|field| field.key == "type").unwrap();
    assert_eq!(kind.subject(&web.path), kind.label);
}

/// Fields of a relationship whose type only the node type names.
#[test]
fn a_relationship_that_is_not_written_has_fields() {
    const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  Calls:
    derived_from: tosca.relationships.ConnectsTo
    properties:
      timeout: {type: scalar-unit.time, default: 5 s}
      retries: {type: integer}
node_types:
  App:
    derived_from: tosca.nodes.Root
    capabilities: {api: tosca.capabilities.Endpoint}
    requirements:
      - calls: {capability: tosca.capabilities.Endpoint, relationship: Calls, occurrences: [0, 1]}
topology_template:
  node_templates:
    web:
      type: App
      requirements:
        - calls: store # by name
    store:
      type: App
";
    let file = file();
    let analysis = Analysis::of_text(&file, TEXT);
    let checked = analysis.file(&file).unwrap();
    let calls =
        Path::keys(["topology_template", "node_templates", "web", "requirements"]).index(0).key("calls");
    let sheet = checked.sheet(&Id(calls.clone())).unwrap();
    let relationship = sheet.fields.iter().find(|field| field.key == "relationship").unwrap();
    assert!(relationship.is_short && !relationship.written);
    let inner = checked.sheet(&Id(calls.key("relationship"))).unwrap();
    assert_eq!(
        inner.fields.iter().map(|field| field.key.as_str()).collect::<Vec<_>>(),
        ["type", "properties", "interfaces"]
    );
    let edit = Edit::Set {
        of: Id(calls.key("relationship")),
        key: Path::keys(["properties", "retries"]),
        input: Input::Text("3".to_owned()),
    };
    let change = analysis.plan(&file, &edit).unwrap();
    let now = change.edits[&file].apply(TEXT);
    let long = "\
calls: # by name
            node: store
            relationship:
              properties:
                retries: 3";
    assert_eq!(now, TEXT.replace("calls: store # by name", long));
    let found = |text: &str| {
        let checked = Analysis::of_text(&file, text);
        checked
            .file(&file)
            .unwrap()
            .diagnostics()
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect::<Vec<_>>()
    };
    let (before, after) = (found(TEXT), found(&now));
    assert!(before.iter().any(|message| message.contains("missing required property `retries`")));
    assert!(
        !after.iter().any(|message| message.contains("retries")) && after.len() < before.len(),
        "{after:?}"
    );
}
