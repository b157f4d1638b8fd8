//! Tests of moves of definitions: the lines that change in each file, and refused moves.

use expect_test::{Expect, expect};

use super::*;
use crate::Choices;
use limn_check::diff;
use limn_files::{Content, Workspace};

const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

fn file(name: &str) -> FilePath {
    FilePath::new(name).expect("a test's path is fine")
}

fn analysis(files: &[(&str, String)]) -> Analysis {
    let content = |(name, text): &(&str, String)| (file(name), Content::Text(text.as_str().into()));
    let workspace = Workspace { files: files.iter().map(content).collect(), ..Workspace::default() };
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

/// The differences of all files after the definition with a key in the first file has moved, or the reason of the refusal.
fn moved(files: &[(&str, String)], key: &str, to: &str) -> String {
    let before = analysis(files);
    let at = files[0].1.find(&format!("  {key}:")).expect("the key is in the first file") + 3;
    let moved = match before.move_definition(&file(files[0].0), at, &file(to)) {
        Ok(moved) => moved,
        Err(error) => return format!("refused: {error}\n"),
    };
    let mut report = String::new();
    let created = moved.created.map(|(file, text)| (file.to_string(), text));
    let old = files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).chain(created);
    for (name, text) in old {
        let after = moved.change.edits.get(&file(&name)).map(|edit| edit.apply(&text));
        if let Some(after) = after {
            report += &format!("{name}:\n{}", diff(&text, &after));
        }
    }
    report
}

#[track_caller]
fn check(files: &[(&str, String)], key: &str, to: &str, expected: Expect) {
    expected.assert_eq(&moved(files, key, to));
}

/// A service template with types of its own.
fn shop() -> String {
    format!(
        "{HEAD}
node_types:
  # What all servers have.
  my.Base:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      level: {{type: my.Level, default: low}} # of the log

  my.Web:
    derived_from: my.Base
    interfaces:
      Standard:
        operations:
          create: scripts/create.sh

data_types:
  my.Level:
    derived_from: string
topology_template:
  node_templates:
    web:
      type: my.Web
      properties: {{level: high}}
"
    )
}

#[test]
fn a_type_moves_to_a_new_file_with_its_comments() {
    check(
        &[("shop.yaml", shop())],
        "my.Level",
        "types/level.yaml",
        expect![[r#"
        shop.yaml:
        +imports:
        +  - types/level.yaml
        +
        -data_types:
        -  my.Level:
        -    derived_from: string
        types/level.yaml:
        +data_types:
        +  my.Level:
        +    derived_from: string
    "#]],
    );
}

#[test]
fn what_a_moved_type_names_is_imported() {
    let types = format!("{HEAD}data_types:\n  my.Level: {{derived_from: string}}\n");
    let shop = shop().replace("data_types:\n  my.Level:\n    derived_from: string\n", "");
    let shop = shop.replace("\nnode_types", "imports:\n- types/level.yaml\nnode_types");
    check(
        &[("shop.yaml", shop), ("types/level.yaml", types)],
        "my.Base",
        "types/base.yaml",
        expect![[r#"
        shop.yaml:
        +- types/base.yaml
        -  # What all servers have.
        -  my.Base:
        -    derived_from: tosca.nodes.SoftwareComponent
        -    properties:
        -      level: {type: my.Level, default: low} # of the log
        -
        types/base.yaml:
        +imports:
        +  - level.yaml
        +node_types:
        +  # What all servers have.
        +  my.Base:
        +    derived_from: tosca.nodes.SoftwareComponent
        +    properties:
        +      level: {type: my.Level, default: low} # of the log
    "#]],
    );
}

/// Types in another file, and the script that a type of the first file runs.
fn with_more(shop: String) -> [(&'static str, String); 3] {
    let more = "node_types:\n    my.Other:\n        derived_from: tosca.nodes.Root\n\n    my.Third:\n        derived_from: tosca.nodes.Root\n";
    [
        ("shop.yaml", shop),
        ("types/more.yaml", format!("{HEAD}{more}")),
        ("scripts/create.sh", "#!/bin/sh\n".to_owned()),
    ]
}

fn without_base() -> String {
    let shop = shop().replace("derived_from: my.Base", "derived_from: tosca.nodes.SoftwareComponent");
    shop.replace("      properties: {level: high}\n", "")
}

#[test]
fn paths_of_files_follow_a_type_to_another_folder() {
    check(
        &with_more(without_base()),
        "my.Web",
        "types/more.yaml",
        expect![[r#"
        shop.yaml:
        +imports:
        +  - types/more.yaml
        +
        -  my.Web:
        -    derived_from: tosca.nodes.SoftwareComponent
        -    interfaces:
        -      Standard:
        -        operations:
        -          create: scripts/create.sh
        -
        types/more.yaml:
        +
        +    my.Web:
        +      derived_from: tosca.nodes.SoftwareComponent
        +      interfaces:
        +        Standard:
        +          operations:
        +            create: ../scripts/create.sh
    "#]],
    );
}

#[test]
fn a_file_that_names_the_type_imports_its_new_file() {
    let types = format!(
        "{HEAD}node_types:\n  my.A: {{derived_from: tosca.nodes.Root}}\n  my.B: {{derived_from: tosca.nodes.Root}}\n"
    );
    let uses = format!(
        "{HEAD}imports: [types.yaml]\ntopology_template: {{node_templates: {{a: {{type: my.A}}, b: {{type: my.B}}}}}}\n"
    );
    let far = format!("{HEAD}imports: [uses.yaml]\n");
    check(
        &[("types.yaml", types), ("uses.yaml", uses), ("far.yaml", far)],
        "my.A",
        "a.yaml",
        expect![[r#"
        types.yaml:
        -  my.A: {derived_from: tosca.nodes.Root}
        uses.yaml:
        -imports: [types.yaml]
        +imports: [types.yaml, a.yaml]
        a.yaml:
        +node_types:
        +  my.A: {derived_from: tosca.nodes.Root}
    "#]],
    );
}

#[test]
fn a_file_that_names_the_type_by_a_prefix_finds_it_through_the_old_one() {
    let types = format!("{HEAD}node_types:\n  my.A: {{derived_from: tosca.nodes.Root}}\n");
    let uses = format!(
        "{HEAD}imports: [{{file: types.yaml, namespace_prefix: t}}]\ntopology_template: {{node_templates: {{a: {{type: 't:my.A'}}}}}}\n"
    );
    check(
        &[("types.yaml", types), ("uses.yaml", uses)],
        "my.A",
        "a.yaml",
        expect![[r#"
        types.yaml:
        -node_types:
        -  my.A: {derived_from: tosca.nodes.Root}
        +imports:
        +  - a.yaml
        a.yaml:
        +node_types:
        +  my.A: {derived_from: tosca.nodes.Root}
    "#]],
    );
}

#[test]
fn the_comments_of_a_section_stay() {
    let types = format!(
        "{HEAD}# All types.\nnode_types:\n  # Ours.\n  my.A:\n    derived_from: tosca.nodes.Root # root\n"
    );
    check(
        &[("types.yaml", types)],
        "my.A",
        "a.yaml",
        expect![[r#"
        types.yaml:
        -node_types:
        -  # Ours.
        -  my.A:
        -    derived_from: tosca.nodes.Root # root
        +node_types: {}
        a.yaml:
        +node_types:
        +  # Ours.
        +  my.A:
        +    derived_from: tosca.nodes.Root # root
    "#]],
    );
}

#[test]
fn line_breaks_are_those_of_the_file() {
    let types = format!("{HEAD}node_types:\n  my.A:\n    derived_from: tosca.nodes.Root\n");
    let other = "tosca_definitions_version: tosca_simple_yaml_1_3\r\nnode_types:\r\n  my.B:\r\n    derived_from: tosca.nodes.Root\r\n";
    let before = analysis(&[("types.yaml", types.clone()), ("b.yaml", other.to_owned())]);
    let at = types.find("my.A").unwrap();
    let moved = before.move_definition(&file("types.yaml"), at, &file("b.yaml")).unwrap();
    let after = moved.change.edits[&file("b.yaml")].apply(other);
    assert_eq!(after, format!("{other}  my.A:\r\n    derived_from: tosca.nodes.Root\r\n"));
}

#[test]
fn a_new_file_is_named_without_reading_the_others() {
    let files = with_more(shop());
    let before = analysis(&files);
    let at = files[0].1.find("  my.Base:").expect("the type is there") + 3;
    let found = before.new_file_for_definition(&file("shop.yaml"), at);
    assert_eq!(found, Some(("my.Base".to_owned(), file("Base.yaml"))));
    let others: Vec<_> = before.files().filter(|checked| *checked.file() != file("shop.yaml")).collect();
    assert!(!others.is_empty());
    assert!(others.iter().all(|checked| checked.model.get().is_none() && checked.language.get().is_none()));
}

#[test]
fn what_would_not_mean_the_same_is_refused() {
    let refused = |files: &[(&str, String)], key: &str, to: &str, why: &str| {
        assert_eq!(moved(files, key, to), format!("refused: {why}\n"));
    };
    let files = with_more(shop());
    refused(&files, "my.Web", "shop.yaml", "the definition is already in `shop.yaml`");
    refused(&files, "my.Web", "web.json", "`web.json` is not a YAML file name: use `.yaml` or `.yml`");
    refused(
        &files,
        "my.Web",
        "scripts/create.sh",
        "`scripts/create.sh` is not a YAML file name: use `.yaml` or `.yml`",
    );
    refused(&files, "my.Web", "types", "`types` is not a YAML file name: use `.yaml` or `.yml`");
    let why = "`my.Base` depends on `my.Level`, and `shop.yaml` uses `my.Base`: move `my.Level` first";
    refused(&files, "my.Base", "base.yaml", why);
    let taken = with_more(without_base().replace("my.Web", "my.Other"));
    refused(&taken, "my.Other", "types/more.yaml", "the name `my.Other` is already in use");
    let [shop, more, _] = with_more(without_base());
    let why = "`my.Web` refers to `scripts/create.sh`, which is not open: move it within the same folder";
    refused(&[shop.clone(), more.clone()], "my.Web", "types/more.yaml", why);
    let why = "`types/more.yaml` is not of the same version and namespace as `shop.yaml`";
    let older = more.1.replace("_1_3", "_1_2");
    refused(&[shop.clone(), (more.0, older)], "my.Level", "types/more.yaml", why);
    let spaced = more.1.replace(HEAD, &format!("{HEAD}namespace: https://example.org/more\n"));
    refused(&[shop.clone(), (more.0, spaced)], "my.Level", "types/more.yaml", why);
    let broken = format!("{}x: [\n", more.1);
    let why = "`types/more.yaml` has a syntax error: fix it first";
    refused(&[shop.clone(), (more.0, broken)], "my.Level", "types/more.yaml", why);
    let shared = shop.1.replace("derived_from: string", "derived_from: string\n    metadata: &all {a: b}");
    let shared = shared.replace("topology_template:", "topology_template:\n  metadata: *all");
    refused(
        &[("shop.yaml", shared)],
        "my.Level",
        "level.yaml",
        "`my.Level` shares `*all` with the rest of `shop.yaml`",
    );
    let flow = format!("{HEAD}data_types: {{\n  my.Level: {{derived_from: string}}}}\n");
    let why = "`my.Level` shares its line with others: move it in the text";
    refused(&[("shop.yaml", flow)], "my.Level", "level.yaml", why);
    let remote = shop.1.replace(HEAD, &format!("{HEAD}imports: [https://example.org/far.yaml]\n"));
    let remote = remote.replace("derived_from: string", "derived_from: far.Level");
    let why = "a file that `shop.yaml` imports and that is not open may declare `far.Level`";
    refused(&[("shop.yaml", remote)], "my.Level", "level.yaml", why);
    let stored = shop.1.replace("    interfaces:", "    artifacts:\n      a: {type: tosca.artifacts.File, file: a.sh, repository: ours}\n    interfaces:");
    let stored =
        stored.replace("data_types:", "repositories:\n  ours: {url: 'https://example.org/'}\ndata_types:");
    let why = "`my.Web` uses `ours`, which only `shop.yaml` declares";
    refused(&[("shop.yaml", stored)], "my.Web", "web.yaml", why);
    let inputs = "topology_template:\n  inputs:\n    port: {type: integer}\n";
    let reads = "          create: {implementation: a.sh, inputs: {port: {get_input: port}}}\n";
    let reader = shop.1.replace("          create: scripts/create.sh\n", reads);
    let reader = reader.replace(HEAD, &format!("{HEAD}imports: [ours.yaml]\n"));
    let files = [("shop.yaml", reader), ("ours.yaml", format!("{HEAD}{inputs}"))];
    refused(&files, "my.Web", "web.yaml", "`my.Web` uses `port`, which only `ours.yaml` declares");
}

#[test]
fn a_repository_of_an_imported_file_comes_along_by_an_import() {
    let stores = format!("{HEAD}repositories:\n  ours: {{url: 'https://example.org/'}}\n");
    let shop = format!(
        "{HEAD}imports: [stores.yaml]\nnode_types:\n  my.Web:\n    derived_from: tosca.nodes.Root\n    artifacts:\n      a: {{type: tosca.artifacts.File, file: a.sh, repository: ours}}\n"
    );
    let name = |name: &str| FilePath::new(name).unwrap();
    let mut workspace = Workspace::default();
    for (file, text) in [("shop.yaml", &shop), ("stores.yaml", &stores)] {
        workspace.files.insert(name(file), Content::Text(text.as_str().into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let at = shop.find("my.Web").unwrap();
    let moved = analysis.move_definition(&name("shop.yaml"), at, &name("web.yaml")).expect("it can move");
    let (file, head) = moved.created.expect("the file is new");
    let web = moved.change.edits[&file].apply(&head);
    assert!(web.contains("- stores.yaml\n") || web.contains("[stores.yaml]"), "{web}");
}

#[test]
fn files_that_would_import_each_other_have_advice_that_can_be_followed() {
    let types = |types: &str| {
        format!(
            "{HEAD}node_types:\n{types}topology_template:\n  node_templates:\n    web: {{type: my.Web}}\n"
        )
    };
    let root = "derived_from: tosca.nodes.Root";
    let needs =
        |name: &str| format!("requirements: [to: {{capability: tosca.capabilities.Node, node: {name}}}]");
    let mutual = types(&format!(
        "  my.Web: {{{root}, {}}}\n  my.Data: {{{root}, {}}}\n",
        needs("my.Data"),
        needs("my.Web")
    ));
    assert_eq!(
        moved(&[("shop.yaml", mutual)], "my.Web", "web.yaml"),
        "refused: `my.Web` and definitions of `shop.yaml` use each other: move them together in the text\n"
    );
    let chain = types(&format!(
        "  my.Web: {{{root}, {}}}\n  my.Data: {{{root}, {}}}\n  my.Disk: {{{root}}}\n",
        needs("my.Data"),
        needs("my.Disk")
    ));
    let why = "refused: `my.Web` depends on `my.Disk`, and `shop.yaml` uses `my.Web`: move `my.Disk` first\n";
    assert_eq!(moved(&[("shop.yaml", chain.clone())], "my.Web", "web.yaml"), why);
    assert!(!moved(&[("shop.yaml", chain)], "my.Disk", "disk.yaml").starts_with("refused"));
    let alone = types(&format!("  my.Web: {{{root}}}\n  my.Data: {{{root}}}\n"));
    let other = format!("{HEAD}imports: [shop.yaml]\nnode_types:\n  my.More: {{derived_from: my.Data}}\n");
    let why = "refused: `shop.yaml` and `more.yaml` would import each other: choose another file\n";
    assert_eq!(moved(&[("shop.yaml", alone), ("more.yaml", other)], "my.Web", "more.yaml"), why);
}

#[test]
fn a_move_that_changes_problems_or_names_is_refused() {
    let types = |types: &str| format!("{HEAD}node_types:\n{types}");
    let root = "derived_from: tosca.nodes.Root";
    let used = "topology_template:\n  node_templates:\n    web: {type: my.Web}\n";
    let both = types(&format!("  my.Web: {{{root}}}\n  my.Base: {{{root}}}\n{used}"));
    let other = types(&format!("  my.Base: {{{root}}}\n"));
    assert_eq!(
        moved(&[("shop.yaml", both), ("more.yaml", other.clone())], "my.Web", "more.yaml"),
        "refused: it would add the problem tosca/type-declared-again\n"
    );
    let again = types(&format!("  my.Base: {{{root}}}\n"));
    let again = again.replace(HEAD, &format!("{HEAD}imports: [more.yaml]\n"));
    assert_eq!(
        moved(&[("shop.yaml", again), ("more.yaml", other.clone())], "my.Base", "new.yaml"),
        "refused: it would hide the problem tosca/type-declared-again\n"
    );
    let near = types(&format!("  my.Web: {{derived_from: my.Base}}\n  my.Base: {{{root}}}\n"));
    let twice = other.replace(HEAD, &format!("{HEAD}imports: [shop.yaml]\n"));
    assert_eq!(
        moved(&[("shop.yaml", near), ("more.yaml", twice)], "my.Web", "more.yaml"),
        "refused: `my.Base` would resolve to another definition\n"
    );
}

#[test]
fn files_of_the_same_version_are_offered() {
    let [shop, more, script] = with_more(without_base());
    let older = ("old.yaml", more.1.replace("_1_3", "_1_2"));
    let near = ("near.yaml", more.1.replace("my.", "near."));
    let imports = shop.1.replace(HEAD, &format!("{HEAD}imports: [types/more.yaml]\n"));
    let at = imports.find("my.Web").unwrap();
    let analysis = analysis(&[(shop.0, imports), more, script, older, near, ("Web.yaml", String::new())]);
    let found = analysis.movable_definition(&file("shop.yaml"), at).expect("a type");
    let names: Vec<&str> = found.files.iter().map(FilePath::as_str).collect();
    assert_eq!((&*found.name, names), ("my.Web", vec!["types/more.yaml", "near.yaml"]));
    assert_eq!(found.new_file.as_str(), "Web-2.yaml");
    assert_eq!(analysis.movable_definition(&file("shop.yaml"), at + "my.Web:\n    derived".len()), None);
}
