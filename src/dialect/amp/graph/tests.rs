//! Pictures of AMP blueprints as text.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::graph;
use crate::profile::profile;
use limn_files::FilePath;
use limn_language::dialect::{Library, Source};
use limn_language::graph::Multiplicity;
use limn_tosca::ServiceTemplate;
use limn_yaml as yaml;

#[track_caller]
fn check(text: &str, expected: Expect) {
    let text = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{text}");
    let file = FilePath::new("service.yaml").unwrap();
    let document = Arc::new(yaml::parse(text));
    let mut library = Library::default();
    library.documents.insert(file.clone(), Arc::clone(&document));
    let other = "metadata: {template_name: inventory}\ntopology_template: {}\n";
    library.documents.insert(FilePath::new("other.yaml").unwrap(), Arc::new(yaml::parse(other.to_owned())));
    library.files = [FilePath::new("images/logo.png").unwrap(), file.clone()].into();
    let source =
        Source { file: &file, document: &document, profile: profile("amp"), library: &Arc::new(library) };
    let graph = graph(&ServiceTemplate::read(&source));
    let mut drawn = String::new();
    for node in graph.frame.iter().chain(&graph.nodes) {
        let _ = write!(drawn, "{:?} {} ({})", node.icon, node.label, node.caption);
        if let Some(host) = &node.host {
            let _ = write!(drawn, " on {}", host.0.last_key().unwrap());
        }
        if node.multiplicity != Multiplicity::One {
            let _ = write!(drawn, " {:?}", node.multiplicity);
        }
        if let Some(image) = graph.images.get(&node.id) {
            let _ = write!(drawn, " {image:?}");
        }
        drawn.push('\n');
        for badge in &node.badges {
            let _ = writeln!(drawn, "  [{}] {}", badge.text, badge.title);
        }
    }
    expected.assert_eq(&drawn);
}

#[test]
fn a_cluster_has_its_bounds_and_its_member_inside() {
    check(
        "\
topology_template:
  node_templates:
    web:
      type: tosca.entity.DynamicCluster
      properties:
        cluster.initial.size: 2
        dynamiccluster.memberspec: {$brooklyn:entitySpec: {name: Server, type: 'io.acme.web-node:1.0.0'}}
  policies: [grow: {type: tosca.policies.Scaling, targets: [web], properties: {minPoolSize: 1, maxPoolSize: 4}}]
",
        expect![[r#"
            Assembly service.yaml ()
            Cluster web (DynamicCluster) Cluster { minimum: "1", initial: "2", maximum: Some("4") }
            Software Server (web-node:1.0.0) on web
        "#]],
    );
}

#[test]
fn groups_attach_policies_and_locations() {
    check(
        "\
metadata: {template_name: shop, template_tags: [web, {team: x}]}
topology_template:
  node_templates: {a: {type: tosca.nodes.Compute}}
  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members: [a, shop]
      properties:
        brooklyn.policies: [{type: org.acme.Restarter}]
        brooklyn.enrichers: [{type: org.acme.Averager}]
        location: {'jclouds:aws-ec2': {region: us-west-2}}
",
        expect![[r#"
            Assembly shop ()
              [Restarter] policy `org.acme.Restarter`, attached by the group `add_brooklyn_types`
              [Averager] enricher `org.acme.Averager`, attached by the group `add_brooklyn_types`
              [jclouds:aws-ec2] location `jclouds:aws-ec2`, set by the group `add_brooklyn_types`
              [web] tag `web`
              [team: x] tag `team: x`
            Compute a (Compute)
              [Restarter] policy `org.acme.Restarter`, attached by the group `add_brooklyn_types`
              [Averager] enricher `org.acme.Averager`, attached by the group `add_brooklyn_types`
              [jclouds:aws-ec2] location `jclouds:aws-ec2`, set by the group `add_brooklyn_types`
        "#]],
    );
}

#[test]
fn nodes_that_wait_for_others_have_steps() {
    check(
        "\
topology_template:
  node_templates:
    db: {type: tosca.nodes.SoftwareComponent}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [dependency: {node: db, relationship: brooklyn.tosca.relationships.RequiresRunning}]
    probe:
      type: tosca.nodes.SoftwareComponent
      interfaces: {Standard: {start: {inputs: {t: {get_attribute: [app, token]}}, implementation: a.sh}}}
    alone: {type: tosca.nodes.SoftwareComponent}
    x: {type: tosca.nodes.SoftwareComponent, interfaces: {Standard: {start: {inputs: {t: {get_attribute: [y, a]}}}}}}
    y: {type: tosca.nodes.SoftwareComponent, interfaces: {Standard: {start: {inputs: {t: {get_attribute: [x, a]}}}}}}
",
        expect![[r#"
            Assembly service.yaml ()
            Software db (SoftwareComponent)
              [step 1] step 1: other nodes wait for it
            Software app (SoftwareComponent)
              [step 2] step 2: waits until `db` is running
            Software probe (SoftwareComponent)
              [step 3] step 3: waits until `app` has `token`
            Software alone (SoftwareComponent)
            Software x (SoftwareComponent)
            Software y (SoftwareComponent)
        "#]],
    );
}

#[test]
fn latches_expressions_and_relationships_wait_too() {
    check(
        "\
topology_template:
  node_templates:
    db: {type: tosca.nodes.SoftwareComponent}
    latched:
      type: tosca.nodes.SoftwareComponent
      properties: {latch.start: {get_attribute: [db, service.isUp]}, component_version: {get_attribute: [late, v]}}
    by_expression:
      type: tosca.nodes.SoftwareComponent
      interfaces: {Standard: {start: {inputs: {u: '$brooklyn:component(\"db\").attributeWhenReady(\"url\")'}}}}
    by_target:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency:
            node: latched
            relationship:
              type: tosca.relationships.ConnectsTo
              interfaces: {Configure: {pre_configure_source: {inputs: {u: {get_attribute: [TARGET, url]}}, implementation: a.sh}}}
    blocked:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency:
            node: by_target
            relationship:
              type: tosca.relationships.ConnectsTo
              interfaces:
                Configure:
                  pre_configure_source:
                    implementation: {primary: {type: brooklyn.tosca.artifacts.Implementation.BlockUntilRunning}}
    late: {type: tosca.nodes.SoftwareComponent}
",
        expect![[r#"
            Assembly service.yaml ()
            Software db (SoftwareComponent)
              [step 1] step 1: other nodes wait for it
            Software latched (SoftwareComponent)
              [step 2] step 2: waits until `db` has `service.isUp`
            Software by_expression (SoftwareComponent)
              [step 2] step 2: waits until `db` has `url`
            Software by_target (SoftwareComponent)
              [step 3] step 3: waits until `latched` has `url`
            Software blocked (SoftwareComponent)
              [step 4] step 4: waits until `by_target` is running
            Software late (SoftwareComponent)
        "#]],
    );
}

#[test]
fn icons_come_from_types_and_are_never_loaded_from_elsewhere() {
    check(
        "\
metadata: {template_icon: 'data:image/png;base64,AAAA'}
node_types:
  my.A: {derived_from: tosca.nodes.Root, metadata: {icon: 'classpath://images/logo.png'}}
  my.B: {derived_from: my.A}
  my.C: {derived_from: my.A, metadata: {icon: 'https://example.com/c.svg'}}
topology_template:
  node_templates: {a: {type: my.B}, c: {type: my.C}}
",
        expect![[r#"
            Assembly service.yaml () Data("data:image/png;base64,AAAA")
            Resource a (B) File("images/logo.png")
            Resource c (C)
              [c.svg] icon at https://example.com/c.svg, which Limn does not load
        "#]],
    );
}

#[test]
fn a_node_can_be_another_service_template() {
    check(
        "topology_template: {node_templates: {a: {type: inventory}, b: {type: elsewhere}}}\n",
        expect![[r#"
            Assembly service.yaml ()
            Assembly a (inventory)
              [blueprint] the service template `inventory` of this workspace
            Unknown b (elsewhere)
        "#]],
    );
}
