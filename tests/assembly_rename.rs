//! Tests of renames in assemblies: one edit changes the declaration and all references, in every file, and nothing else.

use limn::analysis::{Analysis, Choices};
use limn::edit::Edit;
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::Path;

/// Each occurrence of a name is marked `<letter:name>`; the letter identifies the name.
const ASSEMBLY: &str = "\
name: <n:assembly::demo::1.0>
properties:
  <p:list>: {type: list, entry-schema: <t:tag>}
  <z2:zone>: {type: string}
  other: {value: 'a ${<p:list>[0]} b ${<c:web>.<x:address>} ${list-2}'}
  list-2: {type: <t:tag>}
composition:
  <c:web>: # web
    type: <w:resource::web::1.0>
    dynamicType: \"{{ '<w:resource::web::1.0>' if <m:maker> == 'web' else 'resource::b::1.0' }}\"
    items: ${<p:list>}
    properties:
      <m:maker>: {value: '${item.web}'}
      net: {value: '${<r:outer>.id}'}
      <z:zone>: {value: '${<z2:zone>} ${<c:web>.<z:zone>}'}
  web2:
    type: <w:resource::web::1.0>
    cluster: {initial-quantity: '${<p:list>}'}
    upgrade-dependencies: [<c:web>]
    properties: {a: {value: '${<c:web>.<m:maker>}'}, <z:zone>: {value: '${<c:web>.<z:zone>}'}}
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
    <n:assembly::demo::1.0>: {x: 1, y: 2}
";

const RESOURCE: &str = "\
name: <w:resource::web::1.0>
properties: {<x:address>: {type: string}, <z:zone>: {type: string}}
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

#[test]
fn a_property_is_renamed_from_its_descriptor_and_from_each_component() {
    check("z", "web.yaml", &["properties", "zone"], "area");
    check("z", "demo.yaml", &["composition", "web", "properties", "zone"], "area");
    check("z", "demo.yaml", &["composition", "web2", "properties", "zone"], "area");
    check("z2", "demo.yaml", &["properties", "zone"], "area");
}

/// The files after a rename in the second one, or the refusal.
fn renamed(files: &[(&str, &str)], path: &[&str], to: &str) -> Result<Vec<String>, String> {
    let name = |file: &str| FilePath::new(file).expect("plain names");
    let mut workspace = Workspace::default();
    for (file, text) in files {
        workspace.files.insert(name(file), Content::Text((*text).into()));
    }
    workspace.entry = Some(name(files[0].0));
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: to.to_owned() };
    let change = analysis.plan(&name(files[1].0), &edit).map_err(|why| why.to_string())?;
    let after = |(file, text): &(&str, &str)| {
        change.edits.get(&name(file)).map_or((*text).to_owned(), |edit| edit.apply(text))
    };
    Ok(files.iter().map(after).collect())
}

#[test]
fn a_property_is_not_renamed_to_one_that_a_component_sets() {
    let shop = "\
name: assembly::shop::1.0
composition: {web: {type: 'resource::web::1.0', properties: {zone: {value: a}, area: {value: b}}}}
";
    let files = [("shop.yaml", shop), ("web.yaml", "name: resource::web::1.0\nproperties: {zone: {}}\n")];
    let refused = renamed(&files, &["properties", "zone"], "area");
    assert!(refused.is_err(), "{refused:#?}");
}

#[test]
fn a_key_that_sets_properties_of_several_descriptors_keeps_its_name() {
    let shop = "\
name: assembly::shop::1.0
composition:
  web: {type: 'resource::web::1.0', properties: &all {zone: {value: a}}}
  db: {type: 'resource::db::1.0', properties: *all}
";
    let files = [
        ("shop.yaml", shop),
        ("web.yaml", "name: resource::web::1.0\nproperties: {zone: {}}\n"),
        ("db.yaml", "name: resource::db::1.0\nproperties: {zone: {}}\n"),
    ];
    let after = renamed(&files, &["properties", "zone"], "area").expect("it can be renamed");
    assert_eq!(after, [shop, "name: resource::web::1.0\nproperties: {area: {}}\n", files[2].1]);
    let same = shop.replace("resource::db", "resource::web");
    let after = renamed(&[("shop.yaml", &same), files[1]], &["properties", "zone"], "area");
    assert_eq!(after.expect("it can be renamed")[0], same.replace("zone", "area"));
}

#[test]
fn the_name_of_a_descriptor_is_renamed_in_all_files() {
    check("n", "demo.yaml", &["name"], "assembly::mall::2.0");
    check("w", "web.yaml", &["name"], "resource::front::1.0");
}

const DESCRIPTORS: &[(&str, &str)] = &[
    (
        "mall.yaml",
        "name: assembly::mall::1.0\ncomposition:\n  shop: {type: \"assembly::shop::1.0\"} # the shop\nreferences:\n  web: {type: 'resource::web::^1.0'}\n",
    ),
    (
        "shop.yaml",
        "# A shop.\nname: 'assembly::shop::1.0' # its name\ncomposition: {web: {type: resource::web::1.0}}\n",
    ),
    ("web.yaml", "name: resource::web::1.0\n"),
];

/// The changed lines of all files, or the refusal.
fn with_name(file: &str, path: &[&str], to: &str) -> Result<Vec<String>, String> {
    let name = |file: &str| FilePath::new(file).expect("plain names");
    let mut workspace = Workspace::default();
    for (file, text) in DESCRIPTORS {
        workspace.files.insert(name(file), Content::Text((*text).into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let edit = Edit::Rename { id: Id(Path::keys(path.iter().copied())), to: to.to_owned() };
    let change = analysis.plan(&name(file), &edit).map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for (file, text) in DESCRIPTORS {
        let Some(edit) = change.edits.get(&name(file)) else { continue };
        let after = edit.apply(text);
        let changed = text.lines().zip(after.lines()).filter(|(old, new)| old != new);
        lines.extend(changed.map(|(_, new)| format!("{file}: {}", new.trim())));
    }
    Ok(lines)
}

#[test]
fn quotes_comments_and_minimum_versions_stay() {
    assert_eq!(
        with_name("shop.yaml", &["name"], "assembly::store::1.1").unwrap(),
        [
            "mall.yaml: shop: {type: \"assembly::store::1.1\"} # the shop",
            "shop.yaml: name: 'assembly::store::1.1' # its name",
        ]
    );
    assert_eq!(
        with_name("web.yaml", &["name"], "resource::www::1.2").unwrap(),
        [
            "mall.yaml: web: {type: 'resource::www::^1.0'}",
            "shop.yaml: composition: {web: {type: resource::www::1.2}}",
            "web.yaml: name: resource::www::1.2",
        ]
    );
    let next = with_name("web.yaml", &["name"], "resource::web::2.0").unwrap();
    assert_eq!(next[0], "mall.yaml: web: {type: 'resource::web::^2.0'}");
}

#[test]
fn the_frame_renames_the_middle_part_of_the_name() {
    assert_eq!(
        with_name("shop.yaml", &[], "store").unwrap(),
        [
            "mall.yaml: shop: {type: \"assembly::store::1.0\"} # the shop",
            "shop.yaml: name: 'assembly::store::1.0' # its name",
        ]
    );
}

#[test]
fn names_that_no_descriptor_can_have_are_refused() {
    let refused = |to: &str, why: &str| {
        assert_eq!(with_name("shop.yaml", &["name"], to), Err(why.to_owned()));
    };
    refused("store", "invalid name `store`: expected `kind::name::version`, found `store`");
    refused(
        "assembly::store::new",
        "invalid name `assembly::store::new`: expected a version of numbers and single dots, found `new`",
    );
    refused("assembly::mall::1.0", "the name `assembly::mall::1.0` is already in use in `mall.yaml`");
    refused("", "invalid name ``: a name cannot be empty");
    assert_eq!(with_name("shop.yaml", &["name"], "assembly::shop::1.0"), Ok(Vec::new()));
}
