//! The diagram of the data types of a document, in each language that has them.

use limn::analysis::{Analysis, Choices};
use limn::edit::Edit;
use limn::files::{Content, FilePath, Workspace};
use limn::graph::{Diagram, Id, PortRef, Role};
use limn::yaml::{self, Path};

const CP4NA: &str = "\
name: assembly::shop::1.0
properties:
  home: {type: site}
  sites: {type: map, entry-schema: {type: site}}
data-types:
  place:
    properties:
      address: {type: string}
  site:
    derived-from: place
    properties:
      vendor: {type: string}
      backup: {type: place}
  lost:
    derived-from: nowhere
composition: {}
";
const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Place:
    derived_from: tosca.datatypes.Root
    properties:
      address: {type: string}
  my.Site:
    derived_from: my.Place
    properties:
      vendor: {type: string}
      backups: {type: list, entry_schema: {type: my.Place}}
node_types:
  my.Shop:
    derived_from: tosca.nodes.Root
    properties:
      home: {type: my.Site}
topology_template:
  inputs:
    home: {type: my.Site}
";

fn analyzed(text: &str) -> (Analysis, FilePath) {
    let file = FilePath::new("shop.yaml").expect("a plain name");
    let workspace = Workspace::of(file.clone(), text);
    (Analysis::of(&workspace, &Choices::default(), &Analysis::default()), file)
}

/// Each node with its caption and badges, then each link from what needs it.
fn drawn(diagram: &Diagram) -> Vec<String> {
    let name = |id: &Id| id.0.last_key().unwrap_or_default().to_owned();
    let nodes = diagram.graph.nodes.iter().map(|node| {
        let badges = node.badges.iter().map(|badge| format!("{} ({})", badge.text, badge.title));
        let parts = std::iter::once(node.caption.clone()).chain(badges).filter(|part| !part.is_empty());
        format!("{}: {}", node.label, parts.collect::<Vec<_>>().join(", "))
    });
    let links = diagram.graph.links.iter().map(|link| {
        let (source, target) = (&link.sources[0].port, &link.targets[0].port);
        let port = if target.port.is_empty() { String::new() } else { format!(".{}", target.port) };
        format!("{}{port} -> {} {}", name(&target.node), name(&source.node), link.label).trim_end().to_owned()
    });
    nodes.chain(links).collect()
}

fn diagram(text: &str) -> Diagram {
    let (analysis, file) = analyzed(text);
    let all = analysis.file(&file).expect("the file is there").diagrams().to_vec();
    let [diagram] = <[Diagram; 1]>::try_from(all).expect("one diagram");
    assert_eq!(diagram.label, "Data types");
    diagram
}

#[test]
fn data_types_of_an_assembly_have_a_diagram() {
    assert_eq!(
        drawn(&diagram(CP4NA)),
        [
            "place: 1 property (Properties: `address`)",
            "site: 2 properties (Properties: `vendor`, `backup`), 2 uses (Type of `home`, `sites`)",
            "lost: derives from nowhere",
            "site -> place is a",
            "site.backup -> place",
        ]
    );
}

#[test]
fn data_types_of_a_service_template_have_a_diagram() {
    assert_eq!(
        drawn(&diagram(TOSCA)),
        [
            "my.Place: derives from tosca.datatypes.Root, 1 property (Properties: `address`)",
            "my.Site: 2 properties (Properties: `vendor`, `backups`), 2 uses (Type of `my.Shop.home`, `home`)",
            "my.Site -> my.Place is a",
            "my.Site.backups -> my.Place",
        ]
    );
}

#[test]
fn a_document_without_data_types_has_no_diagram() {
    for text in
        ["name: assembly::a::1.0\ndata-types: {}\n", "tosca_definitions_version: tosca_simple_yaml_1_3\n"]
    {
        let (analysis, file) = analyzed(text);
        assert!(analysis.file(&file).unwrap().diagrams().is_empty(), "{text}");
    }
}

#[test]
fn a_data_type_is_added_and_removed_in_its_diagram() {
    for (text, section, name, base) in [
        (CP4NA, "data-types", "type", "derived-from"),
        (TOSCA, "data_types", "my.datatypes.New", "derived_from"),
    ] {
        let (analysis, file) = analyzed(text);
        let checked = analysis.file(&file).unwrap();
        let [template] = <[_; 1]>::try_from(checked.palette_of(&Id(Path::keys([section])))).unwrap();
        assert_eq!(template.label, "Data type");
        let edit = Edit::Add { template: template.id, name: None, place: None, on: Vec::new() };
        let plan = analysis.plan(&file, &edit).unwrap();
        assert_eq!(plan.focus, Some(Id(Path::keys([section, name]))), "{section}");
        // The wire of a derivation is the key that states it.
        let link = &checked.diagrams()[0].graph.links[0];
        assert_eq!(link.id.0.last_key(), Some(base));
        assert!(analysis.plan(&file, &Edit::Disconnect { id: link.id.clone() }).is_ok());
        let node = Id(Path::keys([
            section,
            yaml::parse(text)
                .root()
                .unwrap()
                .get(section)
                .unwrap()
                .entries()
                .next()
                .unwrap()
                .key
                .as_str()
                .unwrap()
                .as_ref(),
        ]));
        assert!(analysis.plan(&file, &Edit::Remove { ids: vec![node.clone()] }).is_ok());
        let port = PortRef { node, role: Role::Requirement, port: String::new() };
        let refused = checked.accepts(&port, &port).unwrap_err().to_string();
        assert!(refused.contains("in its form"), "{refused}");
    }
}

#[test]
fn the_uses_of_a_data_type_are_in_all_files() {
    let file = |name: &str| FilePath::new(name).expect("a plain name");
    let mut workspace = Workspace::of(file("shop.yaml"), TOSCA);
    let other = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [shop.yaml]
topology_template:
  inputs:
    work: {type: my.Site}
";
    workspace.files.insert(file("work.yaml"), Content::Text(other.into()));
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let uses = |path: &[&str]| {
        let id = Id(Path::keys(path.iter().copied()));
        let found = analysis.type_uses(&file("shop.yaml"), &id)?;
        let line =
            |file: &FilePath, at: usize| analysis.file(file).expect("a file").lines().line_column(at).line;
        Some(
            found
                .iter()
                .map(|location| format!("{}:{}", location.file, line(&location.file, location.range.start)))
                .collect::<Vec<_>>(),
        )
    };
    let expected = ["shop.yaml:16", "shop.yaml:19", "work.yaml:5"].map(str::to_owned);
    assert_eq!(uses(&["data_types", "my.Site"]), Some(expected.to_vec()));
    assert_eq!(uses(&["data_types", "my.Site", "properties", "vendor"]), None);
    assert_eq!(uses(&["node_types", "my.Shop"]), None);
    let (analysis, file) = analyzed(CP4NA);
    let lost = Id(Path::keys(["data-types", "lost"]));
    assert_eq!(analysis.type_uses(&file, &lost), Some(Vec::new()));
}
