//! Hints in the text. The expected ones stand in the YAML, in angle quotes where they are shown.

mod common;

use std::collections::BTreeMap;

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath, Workspace};
use limn::text::TextRange;

/// Checks the hints of each file. A file begins with `# file: NAME`.
#[track_caller]
fn check(annotated: &str) {
    let mut files: BTreeMap<FilePath, String> = BTreeMap::new();
    for part in annotated.split("# file: ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a text after its name");
        files.insert(FilePath::new(name).expect("a name"), text.to_owned());
    }
    let mut workspace = Workspace::default();
    for (file, text) in &files {
        workspace.files.insert(file.clone(), Content::Text(without_hints(text).into()));
    }
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    for (file, expected) in &files {
        let checked = analysis.file(file).expect("it is checked");
        let mut shown = without_hints(expected);
        for hint in checked.hints(TextRange::new(0, shown.len())).iter().rev() {
            shown.insert_str(hint.at, &format!("‹{}›", hint.label));
            assert!(hint.help.ends_with('.'), "{}", hint.help);
        }
        assert_eq!(shown, *expected, "{file}");
    }
}

fn without_hints(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('‹') {
        out.push_str(before);
        rest = after.split_once('›').expect("a closed hint").1;
    }
    out + rest
}

#[test]
fn e4_expressions_show_the_values_of_configuration_keys() {
    check(
        r#"# file: camp.yaml
name: shop
brooklyn.config:
  zone: north
services:
- type: org.apache.brooklyn.entity.stock.BasicApplication
  id: main
  brooklyn.parameters: [{name: size, default: 3}]
  brooklyn.config:
    port: 80
    url: $brooklyn:formatString("%s:%s", config("zone"), config("port"))‹zone = north, port = 80›
    own: $brooklyn:config("size")‹= 3›
    text: {$brooklyn:config: zone‹= north›}
    part: $brooklyn:formatString("%s", config("zone"))‹zone = north›
    secret: $brooklyn:config("other")
    other: $brooklyn:config("unknown")
- type: org.apache.brooklyn.entity.stock.BasicApplication
  brooklyn.config:
    port: $brooklyn:component("main").config("port")‹= 80›
"#,
    );
}

#[test]
fn e4_references_show_values_and_templates_show_defaults_of_their_types() {
    check(
        "# file: shop.yaml
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Web:
    derived_from: tosca.nodes.Root
    properties:
      port: { type: integer, default: 80 }
      host_name: { type: string, required: false }
      protocol: { type: string, default: tcp }
  shop.Large:
    derived_from: shop.Web
    properties:
      threads: { type: integer, default: 4 }
      memory: { type: scalar-unit.size, default: 1 GB }
topology_template:
  inputs:
    size: { type: integer, default: 3 }
  node_templates:
    plain:‹port = 80, protocol = tcp›
      type: shop.Web
    set:
      type: shop.Web
      properties:‹protocol = tcp›
        port: { get_input: size‹= 3› }
    short: { type: shop.Large }‹port = 80, protocol = tcp, threads = 4, +1›
    all:
      type: shop.Web
      properties: { port: 1, protocol: udp }
    copied:
      copy: set
  outputs:
    port: { value: { get_property: [plain, port‹= 80›] } }
",
    );
}

#[test]
fn e4_requirements_show_what_they_connect_to() {
    check(
        "# file: shop.yaml
tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  shop.Queries: { derived_from: tosca.capabilities.Endpoint }
node_types:
  shop.Database:
    derived_from: tosca.nodes.Root
    properties: { size: { type: integer } }
    capabilities: { queries: { type: shop.Queries } }
  shop.Web:
    derived_from: tosca.nodes.Root
    requirements:
      - database: { capability: shop.Queries, node: shop.Database, relationship: tosca.relationships.ConnectsTo }
topology_template:
  node_templates:
    small: { type: shop.Database, properties: { size: 1 } }
    large: { type: shop.Database, properties: { size: 9 } }
    named:
      type: shop.Web
      requirements:
        - database: small‹→ queries›
    full:
      type: shop.Web
      requirements:
        - database: { node: small, capability: queries }
    by_type:
      type: shop.Web
      requirements:
        - database: shop.Database‹→ small, large›
    filtered:
      type: shop.Web
      requirements:
        - database:‹→ large›
            node: shop.Database
            node_filter:
              properties: [size: { greater_than: 5 }]
    unfulfilled:
      type: shop.Web
      requirements:
        - database:
            node: shop.Database
            node_filter:
              properties: [size: { greater_than: 50 }]
",
    );
}

#[test]
fn e4_components_show_defaults_of_their_descriptors() {
    check(
        "# file: shop.yaml
name: assembly::shop::1.0
properties:
  zone: { type: string, default: north }
composition:
  web:
    type: resource::web::1.0
    properties:‹port = 80›
      zone: { value: '${zone‹= north›}' }
  other:‹port = 80, zone = south›
    type: resource::web::1.0
# file: web.yaml
name: resource::web::1.0
properties:
  port: { type: integer, default: 80 }
  zone: { type: string, default: south }
lifecycle: { Install: {} }
",
    );
}

/// Real descriptors, each alone.
#[test]
fn e4_hints_of_real_files_are_at_words_of_the_text_and_in_its_order() {
    let folders = ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca", "5-onap-has"];
    let folders: Vec<_> = folders.iter().filter_map(|folder| corpus(folder)).collect();
    let folders = if folders.is_empty() { vec![documents::root().join("public/samples")] } else { folders };
    let mut count = 0;
    for folder in folders {
        let all = files(&folder, &[".yaml", ".yml", ".bom", ".tosca"]);
        let step = all.len().div_ceil(60).max(1);
        for path in all.into_iter().step_by(step) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let file = FilePath::new("a.yaml").expect("a name");
            let analysis = Analysis::of_text(&file, &text);
            let Some(checked) = analysis.file(&file) else { continue };
            let hints = checked.hints(TextRange::new(0, text.len()));
            count += hints.len();
            assert!(hints.is_sorted_by_key(|hint| hint.at), "{}", path.display());
            for hint in hints {
                let before = text.get(..hint.at).unwrap_or_else(|| panic!("{} {}", path.display(), hint.at));
                assert!(
                    before.ends_with(|character: char| !character.is_whitespace()),
                    "{} {}",
                    path.display(),
                    hint.label
                );
                assert!(!hint.label.contains('\n') && hint.help.ends_with('.'), "{}", path.display());
            }
        }
    }
    assert!(count > 10, "{count} hints");
}
