//! Documents in the manner of real blueprints: what the plugin that AMP replaces accepts is not reported, and what it refuses is.

use limn_analysis::{Analysis, Choices};
use limn_files::{FilePath, Workspace};
use limn_language::diagnostic::Severity;

/// Diagnostics of a document, without those of its version and location.
fn problems(text: &str, profile: &str) -> Vec<String> {
    let file = FilePath::new("shop.yaml").expect("a plain name");
    let choices = Choices { profile: Some(profile.to_owned()), ..Choices::default() };
    let analysis = Analysis::of(&Workspace::of(file.clone(), text), &choices, &Analysis::default());
    let checked = analysis.file(&file).expect("the file is read");
    let severity = |level| match level {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    checked
        .diagnostics()
        .iter()
        .filter(|diagnostic| !["amp/other-version", "amp/no-location"].contains(&diagnostic.code.name))
        .map(|diagnostic| {
            format!("{} {}: {}", severity(diagnostic.severity), diagnostic.code.name, diagnostic.message)
        })
        .collect()
}

fn of_plugin(rest: &str) -> Vec<String> {
    problems(&format!("tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\n{rest}"), "amp-plugin")
}

fn of_amp(rest: &str) -> Vec<String> {
    let head = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: shop, template_version: 1.0.0}\n";
    problems(&format!("{head}{rest}"), "amp")
}

const NONE: [&str; 0] = [];

#[test]
fn types_of_the_draft_are_not_those_of_the_standard() {
    // The draft's database has no required name, and any host.
    let text = "
template_name: shop
node_types:
  shop.nodes.Orders:
    abstract: true
    derived_from: tosca.nodes.Database
    properties: {port: {type: integer}, tables: {type: map, entry_schema: {type: string}}}
    attributes:
      url: {concat: ['db://', get_property: [SELF, port]]}
    artifacts:
      - schema: classpath://schema.sql
        type: tosca.artifacts.File
    interfaces:
      Standard:
        create:
          inputs:
            first: {get_property: [SELF, tables.first]}
            mode: fast
          implementation: classpath://create.sh
relationship_types:
  shop.relationships.Reads:
    derived_from: tosca.relationships.DependsOn
    artifacts:
      - driver: driver.jar
        type: tosca.artifacts.File
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: {endpoint: {properties: {protocol: tcp}}}
    orders:
      type: shop.nodes.Orders
      properties: {port: 3306, tables: {first: a}}
      requirements: [host: server]
      artifacts: {extra: {implementation: classpath://extra.zip}}
";
    assert_eq!(of_plugin(text), NONE);
}

#[test]
fn properties_of_unknown_types_are_not_required() {
    let text = "
node_types:
  shop.nodes.Web:
    derived_from: elsewhere.nodes.Web
    properties: {java_version: {constraints: [greater_or_equal: '7']}}
topology_template:
  node_templates:
    web: {type: shop.nodes.Web}
";
    assert_eq!(of_plugin(text), NONE);
    assert_eq!(of_amp(text), NONE);
    let declared = text.replace("java_version: {", "java_version: {type: string, ");
    let message = "tosca/missing-property: missing required property `java_version` on node template `web` (type `shop.nodes.Web`)";
    assert_eq!(of_plugin(&declared), [format!("warning {message}")]);
    assert_eq!(of_amp(&declared), [format!("error {message}")]);
}

#[test]
fn a_blueprint_can_declare_types_of_brooklyn() {
    let text = "
node_types:
  org.apache.brooklyn.entity.group.DynamicCluster:
    derived_from: tosca.nodes.Root
    properties: {dynamiccluster.memberspec: {type: string, required: false}}
topology_template:
  node_templates:
    pool:
      type: org.apache.brooklyn.entity.group.DynamicCluster
      properties:
        dynamiccluster.memberspec: |
          $brooklyn:entitySpec:
            type: org.apache.brooklyn.entity.stock.BasicEntity
";
    assert_eq!(of_plugin(text), NONE);
    let own = "node_types: {tosca.nodes.Compute: {derived_from: tosca.nodes.Root}}\n";
    let message = "tosca/normative-type-redefined: duplicate node type `tosca.nodes.Compute`: already declared by TOSCA";
    assert_eq!(of_plugin(own), [format!("warning {message}")]);
}

#[test]
fn names_that_nothing_has_are_reported() {
    let text = "
template_name: shop
topology_template:
  node_templates:
    web:
      type: elsewhere.nodes.Web
      properties: {url: $brooklyn:component(\"orders\").attributeWhenReady(\"url\")}
      requirements:
        - instances: 3
        - host: machine
  groups:
    all: {members: [application, shop], policies: [{brooklyn.location: here}]}
    some: {members: [wbe], policies: [{brooklyn.location: here}]}
";
    let mut found = of_plugin(text);
    found.sort();
    assert_eq!(
        found,
        [
            "error amp/unknown-component: unknown node template `orders`",
            "warning amp/unknown-target: unknown node template `machine`",
            "warning tosca/unknown-member: unknown node template `wbe`; did you mean `web`?",
        ]
    );
}
