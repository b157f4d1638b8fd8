//! A new name for anything in a service template changes every place that names it, in every file, in one edit, and nothing else.

use std::sync::LazyLock;

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::edit::{Edit, EditError, Input};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::Path;

/// Every name is between `<` and `>`, for each place that names it: a letter for the thing, then its name.
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  <d:my.data.Port>: {properties: {<df:number>: {type: integer}}}
capability_types:
  <ct:my.caps.Web>: # web
    derived_from: tosca.capabilities.Node
    properties: {<cp:url>: {type: string}}
interface_types:
  <it:my.ifaces.Run>: {<op:start>: {description: starts}}
relationship_types:
  <rt:my.rels.Uses>:
    derived_from: tosca.relationships.DependsOn
    properties: {<rp:weight>: {type: integer, default: 1}}
    valid_target_types: [<ct:my.caps.Web>]
node_types:
  <nt:my.nodes.Base>:
    derived_from: tosca.nodes.Root
    properties:
      <p:port>: {type: <d:my.data.Port>}
      other: {type: string, required: false, default: port}
    attributes:
      <a:address>: {type: string}
    capabilities:
      <c:web>: {type: <ct:my.caps.Web>, valid_source_types: [<nt:my.nodes.Base>]}
    requirements:
      - <r:peer>:
          capability: <ct:my.caps.Web>
          node: <nt:my.nodes.Base>
          relationship: <rt:my.rels.Uses>
          occurrences: [0, 1]
    interfaces:
      <i:Run>:
        type: <it:my.ifaces.Run>
        <op:start>: {inputs: {at: {default: {get_property: [SELF, <p:port>, <df:number>]}, type: integer}}}
    artifacts:
      <af:image>: {file: image.sh, type: tosca.artifacts.Implementation.Bash}
  <nd:my.nodes.Derived>:
    derived_from: <nt:my.nodes.Base>
    properties:
      <p:port>: {type: <d:my.data.Port>, default: {<df:number>: 80}}
    capabilities: {<c:web>: {type: <ct:my.caps.Web>, properties: {<cp:url>: {type: string, default: ''}}}}
";

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - types.yaml
  - {file: types.yaml, namespace_prefix: <ns:my>} # my
topology_template:
  inputs:
    <in:size>: {type: integer, default: 1}
    sizes: {type: integer, default: 2}
    <il:label>: {type: string, default: ''}
  node_templates:
    <n:front>: # front
      type: \"<nt:my.nodes.Base>\" # a base
      properties:
        <p:port>: {<df:number>: {get_input: <in:size>}} # port
      capabilities:
        <c:web>: {properties: {<cp:url>: 'http://front'}}
    back:
      type: <ns:my>:<nd:my.nodes.Derived>
      properties:
        '<p:port>': {<df:number>: {get_property: [<n:front>, <p:port>, <df:number>]}}
        other: {concat: [front, get_property: [SELF, <r:peer>, <cp:url>], {get_attribute: [SELF, <a:address>]}]}
      requirements:
        - <r:peer>:
            node: <n:front>
            capability: <c:web>
            relationship: {type: <rt:my.rels.Uses>, properties: {<rp:weight>: 2}}
      interfaces:
        <i:Run>:
          inputs: {image: {get_artifact: [SELF, <af:image>]}, a: {get_operation_output: [SELF, <i:Run>, <op:start>, x]}}
          <op:start>: {implementation: {primary: <af:image>}}
    third:
      type: <nd:my.nodes.Derived>
      directives: [selectable]
      properties: {<p:port>: {<df:number>: 8080}}
      node_filter:
        properties: [<p:port>: {equal: 1}]
        capabilities:
          - <c:web>: {properties: [<cp:url>: {equal: a}]}
  groups:
    <g:all>: {type: tosca.groups.Root, members: [<n:front>, back]}
  policies:
    - <po:spread>: {type: tosca.policies.Placement, targets: [<g:all>, <n:front>]}
  workflows:
    <w:deploy>:
      steps:
        <s:first>:
          target: <n:front>
          activities: [{call_operation: <i:Run>.<op:start>}]
          on_success: [<s2:second>]
        <s2:second>:
          target: <n:front>
          activities: [set_state: started]
          on_failure: [<s:first>]
    again: {steps: {all: {target: back, activities: [inline: <w:deploy>]}}}
  outputs:
    one: {value: {get_attribute: [<n:front>, <a:address>]}}
    two: {value: {get_property: [back, <c:web>, <cp:url>]}}
    other: {value: {get_nodes_of_type: <ns:my>:<nd:my.nodes.Derived>}}
    <ou:three>: {value: {get_nodes_of_type: <nt:my.nodes.Base>}}
  substitution_mappings:
    node_type: <nd:my.nodes.Derived>
    properties: {other: [<il:label>]}
    capabilities: {<c:web>: [<n:front>, <c:web>]}
    requirements: {<r:peer>: [third, <r:peer>]}
";

/// The text with one of its names changed, the marks taken out.
fn plain(marked: &str, letter: &str, to: &str) -> String {
    let mut text = String::new();
    let mut rest = marked;
    while let Some((before, after)) = rest.split_once('<') {
        let (name, after) = after.split_once('>').expect("marks are closed");
        let (kind, name) = name.split_once(':').expect("marks have a letter");
        text.push_str(before);
        text.push_str(if kind == letter { to } else { name });
        rest = after;
    }
    text + rest
}

const FILES: [(&str, &str); 2] = [("service.yaml", SERVICE), ("types.yaml", TYPES)];

fn name(file: &str) -> FilePath {
    FilePath::new(file).expect("plain names")
}

fn analysis(letter: &str, to: &str) -> Analysis {
    let mut workspace = Workspace::default();
    for (file, text) in FILES {
        workspace.files.insert(name(file), Content::Text(plain(text, letter, to).into()));
    }
    workspace.entry = Some(name("service.yaml"));
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

/// Renames from one place, and back, and compares all files each time; the problems stay what they were.
#[track_caller]
fn check(letter: &str, file: &str, path: &str, to: &str) {
    let path: Path = path.split('/').fold(Path::root(), |path, key| match key.parse::<usize>() {
        Ok(index) => path.index(index),
        Err(_) => path.key(key),
    });
    let was = path.last_key().expect("names are keys").to_owned();
    let renamed = path.parent().expect("names are keys").key(to);
    let step = |analysis: &Analysis, path: Path, to: &str, expected: &str| {
        let edit = Edit::Rename { id: Id(path), to: to.to_owned() };
        let change = analysis.plan(&name(file), &edit).expect("it can be renamed");
        for (file, text) in FILES {
            let before = analysis.file(&name(file)).expect("it is open").text().to_string();
            let after = change.edits.get(&name(file)).map_or(before.clone(), |edit| edit.apply(&before));
            assert_eq!(after, plain(text, letter, expected), "{file}");
        }
    };
    let (before, after) = (analysis("", ""), analysis(letter, to));
    step(&before, path, to, to);
    step(&after, renamed, &was, &was);
    for (file, _) in FILES {
        let said = |analysis: &Analysis| -> Vec<(&str, usize)> {
            let found = analysis.file(&name(file)).expect("it is open").diagnostics();
            found.iter().map(|diagnostic| (diagnostic.code.name, diagnostic.fixes.len())).collect()
        };
        assert_eq!(said(&before), said(&after), "{file}");
    }
}

#[test]
fn the_example_has_no_errors() {
    let analysis = analysis("", "");
    for checked in analysis.files() {
        let faults = checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let faults: Vec<String> =
            faults.map(|diagnostic| format!("{} {}", diagnostic.code.name, diagnostic.message)).collect();
        assert_eq!(faults, [""; 0], "{}", checked.file());
    }
}

#[test]
fn what_the_topology_declares_is_renamed_everywhere() {
    let service = "service.yaml";
    check("n", service, "topology_template/node_templates/front", "frontend");
    check("in", service, "topology_template/inputs/size", "amount");
    check("il", service, "topology_template/inputs/label", "tag");
    check("g", service, "topology_template/groups/all", "every");
    check("po", service, "topology_template/policies/0/spread", "apart");
    check("w", service, "topology_template/workflows/deploy", "install");
    check("s", service, "topology_template/workflows/deploy/steps/first", "begin");
    check("s2", service, "topology_template/workflows/deploy/steps/second", "next");
    check("ou", service, "topology_template/outputs/three", "nodes");
}

#[test]
fn types_are_renamed_in_every_file() {
    let types = "types.yaml";
    check("nt", types, "node_types/my.nodes.Base", "my.nodes.Server");
    check("nd", types, "node_types/my.nodes.Derived", "your.Thing");
    check("ct", types, "capability_types/my.caps.Web", "my.caps.Http");
    check("rt", types, "relationship_types/my.rels.Uses", "my.rels.Needs");
    check("it", types, "interface_types/my.ifaces.Run", "my.ifaces.Go");
    check("d", types, "data_types/my.data.Port", "my.data.Door");
}

#[test]
fn members_of_types_are_renamed_wherever_they_are_inherited() {
    let types = "types.yaml";
    check("p", types, "node_types/my.nodes.Base/properties/port", "door");
    check("a", types, "node_types/my.nodes.Base/attributes/address", "ip");
    check("c", types, "node_types/my.nodes.Base/capabilities/web", "http");
    check("r", types, "node_types/my.nodes.Base/requirements/0/peer", "other-node");
    check("i", types, "node_types/my.nodes.Base/interfaces/Run", "Go");
    check("op", types, "interface_types/my.ifaces.Run/start", "launch");
    check("af", types, "node_types/my.nodes.Base/artifacts/image", "picture");
    check("cp", types, "capability_types/my.caps.Web/properties/url", "address");
    check("rp", types, "relationship_types/my.rels.Uses/properties/weight", "cost");
    check("df", types, "data_types/my.data.Port/properties/number", "value");
}

#[test]
fn what_refines_a_name_is_renamed_with_it() {
    check("p", "types.yaml", "node_types/my.nodes.Derived/properties/port", "door");
    check("c", "types.yaml", "node_types/my.nodes.Derived/capabilities/web", "http");
    check("cp", "types.yaml", "node_types/my.nodes.Derived/capabilities/web/properties/url", "address");
}

#[test]
#[expect(clippy::too_many_lines, reason = "one journey, told from its start to its end")]
fn a_prefix_is_renamed_where_it_is_declared_and_before_every_type() {
    let main = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - {file: types.yaml, namespace_prefix: <ns:my>, namespace_uri: 'http://example.org/my'}
  - {file: far.yaml, namespace_prefix: '<ns:my>'} # my: another of the same
  - gone: {file: gone.yaml, namespace_prefix: other}
data_types:
  Part: {derived_from: \"<ns:my>:Data\", properties: {all: {type: list, entry_schema: <ns:my>:Data}}}
node_types:
  Mine:
    derived_from: <ns:my>:Node
    properties:
      part: {type: <ns:my>:Data, default: {text: 'my:Data'}}
      parts: {type: map, entry_schema: {type: <ns:my>:Data}}
    capabilities: {door: {type: <ns:my>:Door, valid_source_types: [<ns:my>:Node, Mine]}}
    requirements: [peer: {capability: <ns:my>:Door, node: <ns:my>:Node, relationship: {type: <ns:my>:Link}}]
topology_template:
  inputs: {my: {type: string, default: my:Node}}
  node_templates:
    my: {type: <ns:my>:Node}
    far: {type: <ns:my>:NotHere}
    else: {type: other:Node}
    web:
      type: Mine
      requirements:
        - peer: {node: <ns:my>:Node, capability: <ns:my>:Door, relationship: {type: <ns:my>:Link}}
  groups: {g: {type: <ns:my>:Group, members: [my]}}
  policies: [p: {type: <ns:my>:Policy, targets: [my], triggers: {t: {event: my, target_filter: {node: <ns:my>:Node}, action: [set_state: started]}}}]
  outputs: {o: {value: {get_nodes_of_type: <ns:my>:Node}}}
  substitution_mappings: {node_type: <ns:my>:Node}
";
    let types = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [{file: far.yaml, namespace_prefix: my}]
data_types: {Data: {properties: {text: {type: string}}}}
capability_types: {Door: {derived_from: tosca.capabilities.Node}}
relationship_types: {Link: {derived_from: tosca.relationships.DependsOn}}
node_types: {Node: {derived_from: my:Far, capabilities: {door: Door}}}
group_types: {Group: {derived_from: tosca.groups.Root}}
policy_types: {Policy: {derived_from: tosca.policies.Root}}
";
    let far = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types: {Far: {derived_from: tosca.nodes.Root}}
";
    let (file, other) = (name("main.yaml"), name("types.yaml"));
    let open = |to: &str| {
        let mut workspace = Workspace::default();
        for (name, text) in
            [(&file, plain(main, "ns", to)), (&other, types.to_owned()), (&name("far.yaml"), far.to_owned())]
        {
            workspace.files.insert(name.clone(), Content::Text(text.into()));
        }
        Analysis::of(&workspace, &Choices::default(), &Analysis::default())
    };
    let of = |import: usize| Path::keys(["imports"]).index(import).key("namespace_prefix");
    let (before, after) = (open("my"), open("its"));
    let written = |analysis: &Analysis, edit: &Edit| {
        let change = analysis.plan(&file, edit).expect("it can be renamed");
        assert_eq!(change.edits.keys().collect::<Vec<_>>(), [&file]);
        change.edits[&file].apply(analysis.file(&file).expect("it is open").text())
    };
    let rename = |at: Path, to: &str| Edit::Rename { id: Id(at), to: to.to_owned() };
    assert_eq!(written(&before, &rename(of(0), "its")), plain(main, "ns", "its"));
    assert_eq!(written(&before, &rename(of(1), "its")), plain(main, "ns", "its"));
    assert_eq!(written(&after, &rename(of(1), "my")), plain(main, "ns", "my"));
    // The field of a form does the same.
    let put = Edit::Set { of: Id(Path::root()), key: of(0), input: Input::Text("its".to_owned()) };
    assert_eq!(written(&before, &put), plain(main, "ns", "its"));
    let refused =
        |to: &str| before.plan(&file, &rename(of(0), to)).expect_err("it is not a name for it").to_string();
    assert_eq!(refused("tosca"), "invalid name `tosca`: `tosca` is reserved for the TOSCA types");
    assert_eq!(refused("a:b"), "invalid name `a:b`: a prefix cannot contain a colon");
    assert_eq!(refused("other"), "the name `other` is already in use");
    let said = |analysis: &Analysis| -> Vec<(&str, usize)> {
        let found = analysis.file(&file).expect("it is open").diagnostics();
        found.iter().map(|diagnostic| (diagnostic.code.name, diagnostic.fixes.len())).collect()
    };
    assert_eq!(said(&before), said(&after));
    // Every use resolves to its declaration, and each is one of all places.
    let text = plain(main, "ns", "my");
    let uses = plain(main, "ns", "#").matches('#').count() - plain(main, "x", "").matches('#').count();
    let at = nth(&text, "my:Node, capability", 0);
    let found = before.definition(&file, at).expect("it is given here");
    assert_eq!((found.file, found.range.start), (file.clone(), nth(&text, "my, namespace_uri", 0)));
    let places = before.file(&file).expect("it is open").references(at);
    assert_eq!(places.len() + 1, uses, "the second import is a declaration, too");
    assert_eq!(before.definition(&file, at + 3).expect("the type is declared there").file, other);
}

#[test]
fn names_of_the_language_stay() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    capabilities: {data_endpoint: {type: tosca.capabilities.Endpoint, properties: {port: {type: integer, default: 1}}}}
";
    let analysis = Analysis::of_text(&name("a.yaml"), text);
    for path in [
        &["node_types", "my.Web", "capabilities", "data_endpoint"][..],
        &["node_types", "my.Web", "capabilities", "data_endpoint", "properties", "port"],
    ] {
        let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: "x".to_owned() };
        let refused = analysis.plan(&name("a.yaml"), &edit);
        assert!(matches!(refused, Err(EditError::Refused(_))), "{path:?}: {refused:?}");
    }
}

#[test]
fn a_name_that_is_inherited_is_taken() {
    let analysis = analysis("", "");
    let refused = |file: &str, path: &[&str], to: &str| {
        let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: to.to_owned() };
        analysis.plan(&name(file), &edit)
    };
    let port = ["node_types", "my.nodes.Base", "properties", "port"];
    assert_eq!(refused("types.yaml", &port, "other"), Err(EditError::Taken("other".to_owned())));
    let web = ["node_types", "my.nodes.Base", "capabilities", "web"];
    assert_eq!(refused("types.yaml", &web, "feature"), Err(EditError::Taken("feature".to_owned())));
    let front = ["topology_template", "node_templates", "front"];
    assert_eq!(refused("service.yaml", &front, "back"), Err(EditError::Taken("back".to_owned())));
}

/// Position of the `number`th occurrence of a text, from 0.
fn nth(text: &str, what: &str, number: usize) -> usize {
    text.match_indices(what).nth(number).expect("it occurs so often").0
}

#[test]
fn a_name_resolves_to_its_declaration_in_another_file() {
    let analysis = analysis("", "");
    let (service, types) = (name("service.yaml"), name("types.yaml"));
    let text = |file: &FilePath| analysis.file(file).expect("it is open").text().to_string();
    let declared = |what: &str, number: usize| {
        let found =
            analysis.definition(&service, nth(&text(&service), what, number)).expect("it is declared");
        assert_eq!(found.file, types);
        text(&types)[std::ops::Range::from(found.range)].to_owned()
    };
    assert_eq!(declared("port: {number", 0), "port");
    assert_eq!(declared("my.nodes.Derived", 0), "my.nodes.Derived");
    assert_eq!(declared("peer, url", 0), "peer");
    assert_eq!(declared("url]", 0), "url");
    assert_eq!(declared("Run.start", 0), "Run");
    assert_eq!(declared("start, x]", 0), "start");
}

#[test]
fn all_places_of_a_name_that_another_file_declares_are_found() {
    let analysis = analysis("", "");
    let file = name("service.yaml");
    let checked = analysis.file(&file).expect("it is open");
    let at = nth(checked.text(), "peer, url", 0);
    let places = checked.references(at);
    assert_eq!(places.len(), 4);
    assert!(places.iter().all(|range| &checked.text()[std::ops::Range::from(*range)] == "peer"));
}

/// Everything that a file declares and that can have another name: its path.
fn declared(analysis: &Analysis, file: &str) -> Vec<Path> {
    let text = plain(FILES.iter().find(|pair| pair.0 == file).expect("it is one of them").1, "", "");
    let document = limn::yaml::parse(text.as_str());
    let mut paths = Vec::new();
    let mut open: Vec<_> = document.root().into_iter().collect();
    while let Some(node) = open.pop() {
        for entry in node.entries() {
            open.push(entry.value);
            let edit = Edit::Rename { id: Id(entry.key.path()), to: "zzz".to_owned() };
            if analysis.plan(&name(file), &edit).is_ok_and(|change| !change.edits.is_empty()) {
                paths.push(entry.key.path());
            }
        }
        open.extend(node.items());
    }
    paths
}

static IN_TYPES: LazyLock<Vec<Path>> = LazyLock::new(|| declared(&analysis("", ""), "types.yaml"));
static IN_SERVICE: LazyLock<Vec<Path>> = LazyLock::new(|| declared(&analysis("", ""), "service.yaml"));

/// Files after an edit.
fn performed(
    texts: &[(FilePath, String)],
    file: &FilePath,
    path: &Path,
    to: &str,
) -> Option<Vec<(FilePath, String)>> {
    let mut workspace = Workspace::default();
    for (file, text) in texts {
        workspace.files.insert(file.clone(), Content::Text(text.as_str().into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let edit = Edit::Rename { id: Id(path.clone()), to: to.to_owned() };
    let change = analysis.plan(file, &edit).ok()?;
    let changed = |(file, text): &(FilePath, String)| {
        let text = change.edits.get(file).map_or(text.clone(), |edit| edit.apply(text));
        (file.clone(), text)
    };
    Some(texts.iter().map(changed).collect())
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
    #[test]
    fn what_is_half_written_is_read_all_the_same(
        cuts in proptest::collection::vec((0usize..10_000, 1usize..30, 0usize..10_000), 1..6),
    ) {
        let mut texts = FILES.map(|(_, text)| plain(text, "", ""));
        for (which, (from, length, to)) in cuts.into_iter().enumerate() {
            let text = &mut texts[which % 2];
            let from = from % text.len();
            let end = (from + length).min(text.len());
            let piece: String = text.drain(from..end).collect();
            // What is cut out is put in elsewhere every other time.
            if to % 2 == 0 {
                text.insert_str(to % (text.len() + 1), &piece);
            }
        }
        let mut workspace = Workspace::default();
        for ((file, _), text) in FILES.iter().zip(texts) {
            workspace.files.insert(name(file), Content::Text(text.into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        for checked in analysis.files() {
            for found in checked.diagnostics() {
                proptest::prop_assert!(found.range.end <= checked.text().len());
            }
            for id in [0, 100, 500, 900] {
                checked.references(id.min(checked.text().len()));
            }
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]
    #[test]
    fn there_and_back_is_nowhere(at in 0usize..1000, to in "[a-z][a-z0-9_]{0,9}", in_types: bool) {
        let file = if in_types { "types.yaml" } else { "service.yaml" };
        let texts: Vec<(FilePath, String)> =
            FILES.iter().map(|(file, text)| (name(file), plain(text, "", ""))).collect();
        let paths = if in_types { &*IN_TYPES } else { &*IN_SERVICE };
        let path = &paths[at % paths.len()];
        // A prefix is not a key: it stays in place.
        let is_prefix = path.last_key() == Some("namespace_prefix");
        let was = if is_prefix { "my" } else { path.last_key().expect("names are keys") };
        if let Some(there) = performed(&texts, &name(file), path, &to) {
            let renamed = path.parent().expect("names are keys").key(&to);
            let renamed = if is_prefix { path.clone() } else { renamed };
            let back = performed(&there, &name(file), &renamed, was).expect("the old name is free");
            proptest::prop_assert_eq!(back, texts);
        }
    }
}

#[test]
fn what_is_its_own_schema_ends() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  my.A: {derived_from: my.B, properties: {a: {type: my.A}}}
  my.B: {derived_from: my.A}
node_types:
  my.Node:
    derived_from: my.Node
    properties: {a: &a {type: list, entry_schema: *a}, b: {type: list, entry_schema: *a}, c: {type: my.A}}
topology_template:
  inputs: {a: &b {type: list, entry_schema: *b}}
  node_templates:
    one:
      type: my.Node
      copy: one
      properties: {a: {get_input: a}, b: {get_property: [SELF, a]}, c: {get_property: [SELF, c, a, a, a]}}
      requirements: [host: one]
      interfaces: {Standard: {create: {inputs: {x: {get_attribute: [HOST, nothing]}, y: &y {concat: [*y]}}}}}
";
    let analysis = Analysis::of_text(&name("a.yaml"), text);
    assert!(!analysis.file(&name("a.yaml")).expect("it is open").diagnostics().is_empty());
}
