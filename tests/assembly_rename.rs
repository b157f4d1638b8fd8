//! Tests of renames in assemblies: one edit changes the declaration and all references, in every file, and nothing else.

use limn::analysis::{Analysis, Choices};
use limn::edit::Edit;
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::Path;

/// Each occurrence of a name is marked `<letter:name>`; the letter identifies the name.
const ASSEMBLY: &str = "\
name: assembly::demo::1.0
properties:
  <p:list>: {type: list, entry-schema: <t:tag>}
  other: {value: 'a ${<p:list>[0]} b ${<c:web>.<x:address>} ${list-2}'}
  list-2: {type: <t:tag>}
composition:
  <c:web>: # web
    type: resource::web::1.0
    dynamicType: \"{{ 'resource::web::1.0' if <m:maker> == 'web' else 'resource::b::1.0' }}\"
    items: ${<p:list>}
    properties:
      <m:maker>: {value: '${item.web}'}
      net: {value: '${<r:outer>.id}'}
  web2:
    type: resource::web::1.0
    cluster: {initial-quantity: '${<p:list>}'}
    upgrade-dependencies: [<c:web>]
    properties: {a: {value: '${<c:web>.<m:maker>}'}}
references:
  <r:outer>: {type: 'resource::net::1.0', properties: {name: {value: web}}}
relationships:
  <l:uses>:
    source-capabilities: [<r:outer>, <c:web>.<k:Http>]
    target-requirements: [web2.Http]
    properties:
      source: {value: '${source.web}'}
      web: {value: '${<p:list>}'}
    lifecycle: {Create: [<c:web>.<o:Join>, target.Join2], Cease: [source.web]}
operations:
  <q:Join>: {source-operation: <c:web>.<o:Join>}
data-types:
  base: {properties: {a: {type: <t:tag>}}}
  <t:tag>: {properties: {list: {type: string}}}
policies:
  <s:grow>: {type: 'policy::scale', metric: <c:web>.load, target: <c:web>}
designerLayout:
  elements:
    <c:web>: {x: 1, y: 2}
    assembly::demo::1.0: {x: 1, y: 2}
";

const RESOURCE: &str = "\
name: resource::web::1.0
properties: {<x:address>: {type: string}}
capabilities: {<k:Http>: {type: http}}
operations: {<o:Join>: {}, Join2: {}}
";

/// The text without marks, with the name of `letter` replaced.
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

#[track_caller]
fn check(letter: &str, file: &str, path: &[&str], to: &str) {
    let files = [("demo.yaml", ASSEMBLY), ("web.yaml", RESOURCE)];
    let name = |file: &str| FilePath::new(file).expect("plain names");
    let mut workspace = Workspace::default();
    for (file, text) in files {
        workspace.files.insert(name(file), Content::Text(plain(text, "", "").into()));
    }
    workspace.entry = Some(name("demo.yaml"));
    let choices = Choices { profile: Some("cp4na".to_owned()), ..Choices::default() };
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: to.to_owned() };
    let change = analysis.plan(&name(file), &edit).expect("it can be renamed");
    for (file, text) in files {
        let before = plain(text, "", "");
        let after = change.edits.get(&name(file)).map_or(before.clone(), |edit| edit.apply(&before));
        assert_eq!(after, plain(text, letter, to), "{file}");
    }
}

#[test]
fn every_kind_of_name_is_renamed_in_all_places() {
    check("c", "demo.yaml", &["composition", "web"], "front-end");
    check("r", "demo.yaml", &["references", "outer"], "uplink");
    check("p", "demo.yaml", &["properties", "list"], "servers");
    check("m", "demo.yaml", &["composition", "web", "properties", "maker"], "vendor");
    check("l", "demo.yaml", &["relationships", "uses"], "needs");
    check("q", "demo.yaml", &["operations", "Join"], "Enter");
    check("s", "demo.yaml", &["policies", "grow"], "breathe");
    check("t", "demo.yaml", &["data-types", "tag"], "label");
}

#[test]
fn a_name_from_another_file_is_renamed_in_both_files() {
    check("x", "web.yaml", &["properties", "address"], "ip");
    check("k", "web.yaml", &["capabilities", "Http"], "Web");
    check("o", "web.yaml", &["operations", "Join"], "Enter");
}
