//! Catalog: descriptors beside the workspace are known to its documents, but neither checked nor changed.

mod common;

use expect_test::expect;
use limn::analysis::incremental::{IncrementalAnalysis, WorkspaceEvent};
use limn::analysis::{Analysis, Catalog, Choices};
use limn::edit::Edit;
use limn::files::{FilePath, Workspace};
use limn::graph::{Id, PortRef, Role};
use limn::yaml::Path;

const ASSEMBLY: &str = "\
name: assembly::shop::1.0
properties:
  size:
    type: string
composition:
  web:
    type: resource::web::1.0
  db:
    type: resource::db::1.0
relationships:
  data:
    source-capabilities: [db.Storage]
    target-requirements: [web.Storage]
    source-state: Active
    target-state: Inactive
";

/// The catalog: two versions of a database, the second without what the first offers, and a damaged text.
const FILES: [(&str, &str); 4] = [
    ("things/db-1.yaml", "name: resource::db::1.0\ncapabilities:\n  Storage: {type: storage}\n"),
    (
        "things/db-2.yaml",
        "\
name: resource::db::2.10
description: A database
properties:
  size: {type: string, required: true}
  disks: {type: string, required: true}
capabilities:
  Volumes: {type: storage}
metrics:
  h_load: {type: metric::load}
",
    ),
    ("things/db-3.yaml", "name: resource::db::2.9\n"),
    ("things/web.yaml", "name: resource::web::1.0\nrequirements:\n  Data: {type: storage}\nnonsense: [\n"),
];

fn file(name: &str) -> FilePath {
    FilePath::new(name).expect("a relative path")
}

fn catalog() -> Catalog {
    Catalog::of(FILES.map(|(name, text)| (file(name), text.into())))
}

fn analysis(text: &str) -> Analysis {
    let choices = Choices { catalog: catalog(), ..Choices::default() };
    Analysis::of(&Workspace::of(file("shop.yaml"), text), &choices, &Analysis::default())
}

/// The problems that there are only with the catalog.
fn problems(analysis: &Analysis) -> String {
    let text = analysis.file(&file("shop.yaml")).expect("it is open").text();
    let alone = all_problems(&Analysis::of_text(&file("shop.yaml"), text));
    all_problems(analysis).split_inclusive('\n').filter(|line| !alone.contains(line)).collect()
}

fn all_problems(analysis: &Analysis) -> String {
    let all = analysis.files().flat_map(|checked| {
        checked.diagnostics().iter().map(|diagnostic| {
            format!(
                "{} {}: {}\n",
                checked.file(),
                &checked.text()[diagnostic.range.start..diagnostic.range.end],
                diagnostic.message
            )
        })
    });
    all.collect()
}

#[test]
fn names_of_components_are_checked_against_the_catalog() {
    // The catalog's own faults are not reported.
    expect![[r#"
        shop.yaml web: unfulfilled requirement `Data` on component `web`
        shop.yaml resource::db::1.0: version 2.10 of `resource::db` is available, but lacks capability `Storage`, which this assembly uses
        shop.yaml web.Storage: unknown requirement `Storage` on component `web`
    "#]]
    .assert_eq(&problems(&analysis(ASSEMBLY)));
}

#[test]
fn another_version_of_a_descriptor_shows_what_no_longer_fits() {
    let newer =
        ASSEMBLY.replace("resource::db::1.0", "resource::db::2.10").replace("web.Storage", "web.Data");
    expect![[r#"
        shop.yaml db: missing required property `disks` on component `db`
        shop.yaml db: missing required property `size` on component `db`
        shop.yaml db.Storage: unknown capability `Storage` on component `db`
    "#]]
    .assert_eq(&problems(&analysis(&newer)));
}

#[test]
fn a_descriptor_of_the_workspace_is_preferred() {
    let mut workspace = Workspace::of(file("shop.yaml"), ASSEMBLY);
    let own = "name: resource::web::1.0\nrequirements:\n  Storage: {type: storage}\n";
    workspace.files.insert(file("web.yaml"), limn::files::Content::Text(own.into()));
    let choices = Choices { catalog: catalog(), ..Choices::default() };
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    expect![[r#"
        shop.yaml resource::db::1.0: version 2.10 of `resource::db` is available, but lacks capability `Storage`, which this assembly uses
    "#]].assert_eq(&problems(&analysis));
}

#[test]
fn the_palette_offers_the_newest_versions_and_below_them_the_others() {
    let analysis = analysis(ASSEMBLY);
    let palette = analysis.file(&file("shop.yaml")).expect("it is open").palette();
    let lines = palette.iter().filter(|entry| entry.group == "From the catalog").map(|entry| {
        let indent = if entry.parent.is_some() { "  " } else { "" };
        format!("{indent}{} [{}] {}\n", entry.label, entry.id, entry.doc)
    });
    expect![[r#"
        db 2.10 [component:resource::db::2.10] A database. It has 2 properties, 1 capability, 1 metric.
          db 2.9 [component:resource::db::2.9] `resource::db::2.9`
          db 1.0 [component:resource::db::1.0] It has 1 capability.
          db 2.10 (reference) [reference:resource::db::2.10] An existing resource. A database. It has 2 properties, 1 capability, 1 metric.
        web 1.0 [component:resource::web::1.0] It has 1 requirement.
          web 1.0 (reference) [reference:resource::web::1.0] An existing resource. It has 1 requirement.
    "#]].assert_eq(&lines.collect::<String>());
}

#[test]
fn names_without_a_version_are_different_descriptors() {
    let names = ["resource::a", "resource::b", "resource::b::1.0"];
    let texts = names.iter().enumerate().map(|(at, name)| {
        let text = format!("name: {name}\nproperties: {{}}\n");
        (file(&format!("{at}.yaml")), text.into())
    });
    let choices = Choices { catalog: Catalog::of(texts), ..Choices::default() };
    let workspace = Workspace::of(file("shop.yaml"), ASSEMBLY);
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    let palette = analysis.file(&file("shop.yaml")).expect("it is open").palette();
    let components = palette
        .iter()
        .filter(|entry| entry.group == "From the catalog" && entry.id.starts_with("component:"));
    let found: Vec<(&str, Option<&str>)> =
        components.map(|entry| (entry.id.as_str(), entry.parent.as_deref())).collect();
    assert_eq!(
        found,
        [
            ("component:resource::a", None),
            ("component:resource::b::1.0", None),
            ("component:resource::b", Some("component:resource::b::1.0")),
        ]
    );
}

#[test]
fn a_component_of_the_catalog_arrives_with_its_required_properties() {
    let analysis = analysis(ASSEMBLY);
    let add = Edit::Add {
        template: "component:resource::db::2.10".to_owned(),
        name: None,
        place: None,
        on: Vec::new(),
    };
    let change = analysis.plan(&file("shop.yaml"), &add).expect("it can be added");
    let after = change.edits[&file("shop.yaml")].apply(ASSEMBLY);
    expect![[r#"
        composition:
          web:
            type: resource::web::1.0
          db:
            type: resource::db::1.0
          db-2:
            type: resource::db::2.10
            properties:
              size:
                value: '${size}'
    "#]]
    .assert_eq(
        &after[after.find("composition:").expect("it stays")..after.find("relationships").expect("it stays")],
    );
    let checked = analysis_of(&after);
    let drawn = checked.graph();
    let node = drawn.nodes.iter().find(|node| node.id == Id(Path::keys(["composition", "db-2"])));
    let ports: Vec<&str> = node.expect("it is drawn").ports.iter().map(|port| port.name.as_str()).collect();
    expect!["Volumes, size, size, disks, disks, h_load"].assert_eq(&ports.join(", "));
}

fn analysis_of(text: &str) -> std::sync::Arc<limn::analysis::Checked> {
    std::sync::Arc::clone(analysis(text).file(&file("shop.yaml")).expect("it is open"))
}

#[test]
fn a_rename_stays_in_the_workspace() {
    let analysis = analysis(ASSEMBLY);
    let rename = Edit::Rename { id: Id(Path::keys(["composition", "db"])), to: "store".to_owned() };
    let change = analysis.plan(&file("shop.yaml"), &rename).expect("it can be renamed");
    let files: Vec<&str> = change.edits.keys().map(FilePath::as_str).collect();
    assert_eq!(files, ["shop.yaml"]);
}

#[test]
fn the_worker_learns_of_the_catalog_and_of_its_end() {
    let mut worker = IncrementalAnalysis::default();
    let count = |worker: &mut IncrementalAnalysis| worker.update().problems.map(|all| all.len());
    worker.apply(WorkspaceEvent::File { file: file("shop.yaml"), text: Some(ASSEMBLY.to_owned()) });
    assert_eq!(count(&mut worker), Some(3));
    let files = catalog().files().map(|(file, text)| (file.clone(), text.to_string())).collect();
    worker.apply(WorkspaceEvent::Catalog(files));
    assert_eq!(count(&mut worker), Some(6));
    worker.apply(WorkspaceEvent::Catalog([].into()));
    assert_eq!(count(&mut worker), Some(3));
}

#[test]
fn a_catalog_that_stays_is_not_read_again() {
    let choices = Choices { catalog: catalog(), ..Choices::default() };
    let first = Analysis::of(&Workspace::of(file("shop.yaml"), ASSEMBLY), &choices, &Analysis::default());
    let again = Analysis::of(&Workspace::of(file("shop.yaml"), ASSEMBLY), &choices, &first);
    let checked =
        |analysis: &Analysis| std::sync::Arc::clone(analysis.file(&file("shop.yaml")).expect("open"));
    assert!(std::sync::Arc::ptr_eq(&checked(&first), &checked(&again)), "nothing changed");
}

#[test]
fn a_wire_that_is_dropped_on_the_canvas_offers_the_descriptors_that_fit_first() {
    let text = ASSEMBLY.replace("resource::db::1.0", "resource::db::2.10");
    let checked = analysis_of(&text);
    let port = |node: &str, role: Role, port: &str| PortRef {
        node: Id(Path::keys(["composition", node])),
        role,
        port: port.to_owned(),
    };
    let offered = |wire: &PortRef| {
        let ids: Vec<String> = checked.palette_for(wire).into_iter().map(|entry| entry.id).collect();
        ids.join("\n")
    };
    expect![[r#"
        component:resource::db::2.10
        component:resource::db::1.0
        reference:resource::db::2.10
        component
        reference"#]]
    .assert_eq(&offered(&port("web", Role::Requirement, "Data")));
    expect![[r#"
        component:resource::web::1.0
        reference:resource::web::1.0
        component
        reference"#]]
    .assert_eq(&offered(&port("db", Role::Capability, "Volumes")));
    // Of a component without a known descriptor, everything may fit.
    expect![[r#"
        component:resource::db::2.10
        component:resource::db::1.0
        reference:resource::db::2.10
        component
        reference"#]]
    .assert_eq(&offered(&port("web", Role::Requirement, "Unknown")));
}

#[test]
fn a_definition_of_the_catalog_can_be_read() {
    let text = ASSEMBLY.replace("web.Storage", "web.Data");
    let analysis = analysis(&text);
    let read = |words: &str, at: usize| {
        let offset = text.find(words).expect("it is there") + at;
        assert_eq!(analysis.definition(&file("shop.yaml"), offset), None);
        let found = analysis.read_only_definition(&file("shop.yaml"), offset)?;
        Some(format!("{}: {}", found.title, &found.text[found.range.start..found.range.end]))
    };
    assert_eq!(read("resource::db::1.0", 3).as_deref(), Some("resource::db::1.0: "));
    assert_eq!(read("db.Storage", 4).as_deref(), Some("resource::db::1.0: Storage: {type: storage}"));
    assert_eq!(read("web.Data", 5).as_deref(), Some("resource::web::1.0: Data: {type: storage}"));
    assert_eq!(read("Active", 1), None);
    let hover =
        analysis.file(&file("shop.yaml")).expect("open").hover(text.find("db.Storage").expect("there") + 4);
    assert!(format!("{hover:?}").contains("`resource::db::1.0` of the catalog"), "{hover:?}");
}
