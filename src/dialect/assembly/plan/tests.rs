//! Tests of the text changes of each edit, and of refused edits.

#![expect(clippy::too_many_lines, reason = "a test here is a table")]

use expect_test::{Expect, expect};

use super::*;
use crate::tests::{read, read_among};
use limn_check::diff;
use limn_language::edit::Input;
use limn_language::graph::{PortRef, Role};
use limn_yaml as yaml;

const STREAMER: &str = include_str!("../../../../public/samples/streamer_cluster.yaml");

fn done(descriptor: &Descriptor, edit: &Edit) -> String {
    let text = descriptor.document.text();
    match plan(descriptor, edit) {
        Err(refusal) => format!("refused: {refusal}\n"),
        Ok(plan) => match yaml::patch(&descriptor.document, &plan.ops) {
            Err(refusal) => format!("refused: {refusal}\n"),
            Ok(edit) => {
                let focus = plan.focus.map_or(String::new(), |focus| {
                    if focus.0.is_empty() {
                        "focus the whole\n".to_owned()
                    } else {
                        format!("focus {focus}\n")
                    }
                });
                diff(text, &edit.apply(text)) + &focus
            }
        },
    }
}

#[track_caller]
fn check(descriptor: &Descriptor, edit: Edit, expected: Expect) {
    expected.assert_eq(&done(descriptor, &edit));
}

fn id(path: &[&str]) -> Id {
    Id(Path::keys(path.iter().copied()))
}

/// `composition.net Capability Network`; the frame is `.`.
fn port(text: &str) -> PortRef {
    let mut words = text.split(' ');
    let path = words.next().unwrap();
    let role = match words.next().unwrap() {
        "Capability" => Role::Capability,
        "Requirement" => Role::Requirement,
        "Input" => Role::Input,
        "Output" => Role::Output,
        "Operation" => Role::Operation,
        _ => Role::Metric,
    };
    let node = Id(Path::keys(path.split('.').filter(|key| !key.is_empty())));
    PortRef { node, role, port: words.next().unwrap_or_default().to_owned() }
}

fn connect(from: &str, to: &str) -> Edit {
    Edit::Connect { from: port(from), to: port(to) }
}

fn add(template: &str) -> Edit {
    Edit::Add { template: template.to_owned(), name: None, place: None, on: Vec::new() }
}

fn remove(path: &[&str]) -> Edit {
    Edit::Remove { ids: vec![id(path)] }
}

const C_STREAMER: &str = "\
name: resource::c_streamer::1.0
properties:
  tenant_key_name: {type: key, required: true}
  flavor: {type: string, required: true, default: m1.small}
  ip: {type: string, read-only: true}
capabilities: {VideoStream: {type: http}}
requirements: {VideoNetwork: {type: neutronNetwork}}
operations: {MountStorage: {}}
metrics: {h_load: {type: 'metric::load'}}
";

#[test]
fn a_descriptor_of_the_workspace_becomes_a_component() {
    let assembly = read_among("tnco", STREAMER, &[("c_streamer.yaml", C_STREAMER)]);
    check(
        &assembly,
        add("component:resource::c_streamer::1.0"),
        expect![[r#"
        +  c_streamer:
        +    type: resource::c_streamer::1.0
        +    properties:
        +      deploymentLocation:
        +        value: '${deploymentLocation}'
        +      resourceManager:
        +        value: '${resourceManager}'
        +      tenant_key_name:
        +        value: '${tenant_key_name}'
        focus composition.c_streamer
    "#]],
    );
    check(
        &assembly,
        add("reference:resource::c_streamer::1.0"),
        expect![[r#"
        +  c_streamer:
        +    type: resource::c_streamer::1.0
        +    properties:
        +      deploymentLocation:
        +        value: '${deploymentLocation}'
        +      resourceManager:
        +        value: '${resourceManager}'
        +      name:
        +        value: c_streamer
        focus references.c_streamer
    "#]],
    );
}

#[test]
fn new_things_stand_where_the_tables_have_them() {
    let assembly = read("tnco", STREAMER);
    for (template, expected) in [
        (
            "component",
            expect![[r#"
            +  component:
            +    type: resource::component::1.0
            +    properties:
            +      deploymentLocation:
            +        value: '${deploymentLocation}'
            +      resourceManager:
            +        value: '${resourceManager}'
            focus composition.component
        "#]],
        ),
        (
            "property",
            expect![[r#"
            +  property:
            +    type: string
            focus properties.property
        "#]],
        ),
        (
            "capability",
            expect![[r#"
            +  Capability:
            +    type: capability
            focus capabilities.Capability
        "#]],
        ),
        (
            "requirement",
            expect![[r#"
            +requirements:
            +  Requirement:
            +    type: requirement
            focus requirements.Requirement
        "#]],
        ),
        (
            "relationship",
            expect![[r#"
            +  relationship:
            +    source-capabilities: []
            +    target-requirements: []
            +    source-state: Active
            +    target-state: Inactive
            focus relationships.relationship
        "#]],
        ),
        (
            "operation",
            expect![[r#"
            +operations:
            +  operation:
            +    source-operation: streamer.operation
            focus operations.operation
        "#]],
        ),
        (
            "metric",
            expect![[r#"
            +metrics:
            +  load:
            +    type: metric::load
            +    source-metric: streamer.load
            focus metrics.load
        "#]],
        ),
        (
            "scale-policy",
            expect![[r#"
            +policies:
            +  scale-streamer:
            +    type: policy::scale
            +    metric: streamer.load
            +    target: streamer
            +    properties:
            +      scaleOut_threshold:
            +        value: 80
            +      scaleIn_threshold:
            +        value: 20
            +      smoothing:
            +        value: 3
            focus policies.scale-streamer
        "#]],
        ),
    ] {
        check(&assembly, add(template), expected);
    }
}

#[test]
fn a_scaling_policy_makes_a_cluster_of_the_component_that_it_is_dropped_on() {
    let assembly = read(
        "tnco",
        "name: assembly::a::1.0\ncomposition:\n  db:\n    type: resource::db::1.0\n  web:\n    type: resource::web::1.0\n    quantity: 2\n",
    );
    let on = |path: &[&str]| Edit::Add {
        template: "scale-policy".to_owned(),
        name: None,
        place: None,
        on: vec![id(path)],
    };
    check(
        &assembly,
        on(&["composition", "web"]),
        expect![[r#"
        -    quantity: 2
        +    cluster:
        +      initial-quantity: 2
        +      minimum-nodes: 1
        +      maximum-nodes: 4
        +      scaling-increment: 1
        +policies:
        +  scale-web:
        +    type: policy::scale
        +    metric: web.load
        +    target: web
        +    properties:
        +      scaleOut_threshold:
        +        value: 80
        +      scaleIn_threshold:
        +        value: 20
        +      smoothing:
        +        value: 3
        focus policies.scale-web
    "#]],
    );
    check(
        &assembly,
        add("scale-policy"),
        expect![[r#"
        refused: a scaling policy needs a component to scale: drop it on the component, or select the component first
    "#]],
    );
    // The component that was chosen wins over a cluster.
    let clustered = read(
        "tnco",
        "name: assembly::a::1.0\ncomposition:\n  db:\n    type: resource::db::1.0\n    cluster: {maximum-nodes: 4}\n  web:\n    type: resource::web::1.0\n    cluster: {maximum-nodes: 2}\n",
    );
    check(
        &clustered,
        on(&["composition", "web"]),
        expect![[r#"
        +policies:
        +  scale-web:
        +    type: policy::scale
        +    metric: web.load
        +    target: web
        +    properties:
        +      scaleOut_threshold:
        +        value: 80
        +      scaleIn_threshold:
        +        value: 20
        +      smoothing:
        +        value: 3
        focus policies.scale-web
    "#]],
    );
}

#[test]
fn a_new_document_is_filled() {
    let assembly = read("cp4na", crate::BLANK);
    check(
        &assembly,
        add("component"),
        expect![[r#"
        -composition: {}
        +composition:
        +  component:
        +    type: resource::component::1.0
        +    properties:
        +      deploymentLocation:
        +        value: '${deploymentLocation}'
        +      resourceManager:
        +        value: '${resourceManager}'
        focus composition.component
    "#]],
    );
    check(
        &assembly,
        add("reference"),
        expect![[r#"
        +references:
        +  reference:
        +    type: resource::reference::1.0
        +    properties:
        +      deploymentLocation:
        +        value: '${deploymentLocation}'
        +      resourceManager:
        +        value: '${resourceManager}'
        +      name:
        +        value: reference
        focus references.reference
    "#]],
    );
    check(
        &assembly,
        add("data-type"),
        expect![[r#"
        +data-types:
        +  data-type:
        +    properties: {}
        focus data-types.data-type
    "#]],
    );
    check(
        &assembly,
        add("operation"),
        expect![[r#"
            refused: an operation of an assembly belongs to a component: add a component first
        "#]],
    );
    check(
        &assembly,
        add("nonsense"),
        expect![[r#"
            refused: unknown template `nonsense`
        "#]],
    );
}

#[test]
fn a_capability_serves_a_requirement() {
    let assembly = read("tnco", STREAMER);
    // What it serves already only orders its ends: it takes one more.
    check(
        &assembly,
        connect("references.public-network Capability", "composition.streamer Requirement PublicNetwork"),
        expect![[r#"
            +    - streamer.PublicNetwork
            focus relationships.balancer-uses-public-network
        "#]],
    );
    // What does something is left to itself.
    check(
        &assembly,
        connect("composition.streamer Capability VideoStream", "composition.net_video Requirement Stream"),
        expect![[r#"
            +  net_video-uses-streamer:
            +    source-capabilities:
            +    - streamer.VideoStream
            +    target-requirements:
            +    - net_video.Stream
            +    source-state: Active
            +    target-state: Inactive
            focus relationships.net_video-uses-streamer
        "#]],
    );
    check(
        &assembly,
        connect("composition.balancer Capability", "composition.streamer Requirement VideoNetwork"),
        expect![[r#"
            +  streamer-uses-balancer:
            +    source-capabilities:
            +    - balancer.VideoNetwork
            +    target-requirements:
            +    - streamer.VideoNetwork
            +    source-state: Active
            +    target-state: Inactive
            focus relationships.streamer-uses-balancer
        "#]],
    );
    let newer = read("cp4na", STREAMER);
    check(
        &newer,
        connect("composition.balancer Capability Http", "composition.streamer Requirement Http"),
        expect![[r#"
            +  streamer-uses-balancer:
            +    source-capabilities:
            +    - balancer.Http
            +    target-requirements:
            +    - streamer.Http
            +    source-state: Active
            +    target-state: Inactive
            +    properties: {}
            +    lifecycle:
            +      Create: []
            +      Cease: []
            focus relationships.streamer-uses-balancer
        "#]],
    );
}

#[test]
fn refused_connections_have_messages() {
    let net = "name: resource::net_video::1.0\ncapabilities: {Network: {type: 'OS::Neutron::Net'}}\n";
    let assembly = read_among("tnco", STREAMER, &[("c_streamer.yaml", C_STREAMER), ("net.yaml", net)]);
    let refusals = [
        ("composition.net_video Capability Network", "composition.streamer Requirement VideoNetwork"),
        ("composition.streamer Capability VideoStream", "composition.streamer Requirement VideoNetwork"),
        ("composition.streamer Capability VideoStream", "references.public-network Requirement x"),
        ("composition.streamer Capability VideoStream", "composition.balancer Requirement HttpServer"),
        ("composition.storage Capability x", "composition.streamer Requirement VideoNetwork"),
        (". Capability HttpStream", "composition.streamer Requirement VideoNetwork"),
        ("composition.streamer Capability VideoStream", "composition.balancer Input flavor"),
        ("composition.balancer Output publicIp", "references.public-network Input name"),
        ("composition.balancer Output publicIp", "composition.streamer Input ip"),
        ("composition.balancer Output publicIp", ". Input max_connections"),
        ("references.public-network Operation x", ". Operation"),
    ]
    .map(|(from, to)| match accepts(&assembly, &port(from), &port(to)) {
        Ok(()) => format!("{from} fits {to}\n"),
        Err(refusal) => format!("{refusal}\n"),
    });
    expect![[r#"
        expected a capability of type `neutronNetwork` for `VideoNetwork`, found `Network` of type `OS::Neutron::Net`
        cannot connect component `streamer` to itself
        reference `public-network` has no requirements
        already connected by relationship `balanceStreamer`
        unknown component or reference `storage`
        expected a capability of a component, found requirement `VideoNetwork`
        cannot connect a capability to an input
        reference `public-network` is resolved before component `balancer` is created
        property `ip` is read-only
        property `max_connections` is an input of the assembly and cannot read a component
        expected a component, found reference `public-network`
    "#]]
    .assert_eq(&refusals.concat());
}

const CORE: &str = "\
name: assembly::core::1.0
composition:
  amf: {type: 'resource::amf::1.0'}
  smf: {type: 'resource::smf::1.0'}
references:
  net: {type: 'resource::net::1.0'}
relationships:
  uses: {source-capabilities: [amf.N11], target-requirements: [smf.N11], source-state: Active, target-state: Inactive}
capabilities:
  N2: {type: ngap}
  Front: {type: http}
";
const AMF: &str = "\
name: resource::amf::1.0
capabilities: {N2: {type: ngap}, N11: {type: namf}, N1: {type: nas}}
requirements: {Management: {type: network}}
";

#[test]
fn capabilities_and_requirements_are_promoted() {
    let core = read_among("tnco", CORE, &[("amf.yaml", AMF)]);
    check(
        &core,
        connect("composition.amf Capability N1", ". Capability"),
        expect![[r#"
        +  N1: {type: nas}
        focus capabilities.N1
    "#]],
    );
    check(
        &core,
        connect("composition.amf Requirement Management", ". Requirement"),
        expect![[r#"
        +requirements:
        +  Management:
        +    type: network
        focus requirements.Management
    "#]],
    );
    // Where the type is unknown, the name is the type.
    check(
        &core,
        connect("composition.smf Capability N4", ". Capability"),
        expect![[r#"
        +  N4: {type: N4}
        focus capabilities.N4
    "#]],
    );
    check(
        &core,
        connect("composition.smf Requirement", ". Requirement"),
        expect![[r#"
        +requirements:
        +  smf:
        +    type: smf
        focus requirements.smf
    "#]],
    );
    // Back: the assembly's takes the type of the component's.
    check(
        &core,
        connect(". Capability Front", "composition.amf Capability N1"),
        expect![[r#"
        -  Front: {type: http}
        +  Front: {type: nas}
        focus capabilities.Front
    "#]],
    );
    check(
        &core,
        connect("composition.amf Capability N1", ". Capability Front"),
        expect![[r#"
        -  Front: {type: http}
        +  Front: {type: nas}
        focus capabilities.Front
    "#]],
    );
}

#[test]
fn refused_promotions_have_messages() {
    let core = read_among("tnco", CORE, &[("amf.yaml", AMF)]);
    let refusals = [
        ("composition.amf Capability N2", ". Capability"),
        (". Capability N2", "composition.amf Capability N2"),
        (". Capability Front", "composition.smf Capability N4"),
        (". Capability Front", "composition.amf Requirement Management"),
        (". Capability Gone", "composition.amf Capability N1"),
        (". Capability Front", "composition.amf Capability Gone"),
        ("composition.smf Requirement N11", ". Requirement"),
        ("references.net Capability", ". Capability"),
    ]
    .map(|(from, to)| match accepts(&core, &port(from), &port(to)) {
        Ok(()) => format!("{from} fits {to}\n"),
        Err(refusal) => format!("{refusal}\n"),
    });
    expect![[r#"
        already promoted as capability `N2`
        capability `N2` has the type `ngap` already
        unknown type of capability `N4`: the descriptor of `smf` is not open
        expected a capability of a component, found requirement `Management`
        unknown capability `Gone`
        unknown capability `Gone` on component `amf`
        requirement `N11` of `smf` is fulfilled by relationship `uses`
        expected a component, found reference `net`
    "#]]
    .assert_eq(&refusals.concat());
}

#[test]
fn a_default_replaces_the_empty_value_of_a_new_property() {
    let text = "name: assembly::a::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n    properties:\n      size:\n        value: ''\n      port:\n        value: '80'\n";
    let assembly = read("tnco", text);
    let set = |property: &str| Edit::Set {
        of: id(&["composition", "web"]),
        key: Path::keys(["properties", property, "default"]),
        input: Input::Text("1".to_owned()),
    };
    check(
        &assembly,
        set("size"),
        expect![[r#"
        -        value: ''
        +        default: 1
    "#]],
    );
    check(
        &assembly,
        set("port"),
        expect![[r#"
        +        default: 1
    "#]],
    );
}

#[test]
fn a_value_dropped_on_a_card_is_for_one_of_its_properties() {
    let net =
        "name: resource::net_video::1.0\nproperties: {subnetCIDR: {}, id: {read-only: true}, size: {}}\n";
    let assembly = read_among("tnco", STREAMER, &[("net.yaml", net)]);
    let ends = |from: &str, on: [&str; 2]| match ends(&assembly, &port(from), &id(&on)) {
        None => "none".to_owned(),
        Some(ports) => ports.iter().map(|port| port.port.as_str()).collect::<Vec<_>>().join(" "),
    };
    // Without a descriptor, a property of the same name is added.
    assert_eq!(
        ends(". Input max_connections", ["references", "public-network"]),
        "max_connections deploymentLocation resourceManager name"
    );
    assert_eq!(
        ends(". Input resourceManager", ["references", "public-network"]),
        "resourceManager deploymentLocation name"
    );
    // Its descriptor says which properties there are.
    assert_eq!(
        ends(". Input max_connections", ["composition", "net_video"]),
        "deploymentLocation resourceManager subnetCIDR networkName subnetDefGwIp size"
    );
    // What cannot be set is read instead.
    assert_eq!(
        ends("composition.balancer Input flavor", ["composition", "net_video"]),
        "deploymentLocation resourceManager subnetCIDR networkName subnetDefGwIp size id"
    );
    // A reference is resolved before a component exists.
    assert_eq!(ends("composition.balancer Output publicIp", ["references", "public-network"]), "");
    assert_eq!(ends("composition.balancer Capability x", ["composition", "net_video"]), "none");
}

#[test]
fn values_flow() {
    let assembly = read("tnco", STREAMER);
    check(
        &assembly,
        connect("composition.balancer Output publicIp", "composition.streamer Input flavor"),
        expect![[r#"
            -        value: m1.small
            +        value: '${balancer.publicIp}'
            focus composition.streamer
        "#]],
    );
    check(
        &assembly,
        connect(". Input max_connections", "composition.net_video Input subnetCIDR"),
        expect![[r#"
            +        value: '${max_connections}'
            focus composition.net_video
        "#]],
    );
    check(
        &assembly,
        connect(". Input max_connections", "composition.net_video Input limit"),
        expect![[r#"
        +      limit:
        +        value: '${max_connections}'
        focus composition.net_video
    "#]],
    );
    // A property that can be set can be read, too.
    check(
        &assembly,
        connect("composition.net_video Input subnetCIDR", "composition.balancer Input flavor"),
        expect![[r#"
            -        value: m1.large
            +        value: '${net_video.subnetCIDR}'
            focus composition.balancer
        "#]],
    );
    check(
        &assembly,
        connect("composition.net_video Output network-id", ". Output cluster_public_ip_address"),
        expect![[r#"
            -    value: '${balancer.publicIp}'
            +    value: '${net_video.network-id}'
            focus properties.cluster_public_ip_address
        "#]],
    );
    check(
        &assembly,
        connect("composition.net_video Output network-id", ". Output"),
        expect![[r#"
        +  network-id:
        +    type: string
        +    read-only: true
        +    value: '${net_video.network-id}'
        focus properties.network-id
    "#]],
    );
    check(
        &assembly,
        connect("composition.balancer Input flavor", ". Input"),
        expect![[r#"
            +  flavor:
            +    type: string
            +    default: m1.large
            -        value: m1.large
            +        value: '${flavor}'
            focus properties.flavor
        "#]],
    );
}

#[test]
fn an_output_of_the_assembly_has_the_type_of_what_it_reads() {
    let text = "name: assembly::a::1.0\ncomposition:\n  db: {type: 'resource::db::1.0'}\n";
    let db = "name: resource::db::1.0\nproperties: {port: {type: integer, read-only: true}}\n";
    check(
        &read_among("tnco", text, &[("db.yaml", db)]),
        connect("composition.db Output port", ". Output"),
        expect![[r#"
            +properties:
            +  port:
            +    type: integer
            +    read-only: true
            +    value: '${db.port}'
            focus properties.port
        "#]],
    );
}

#[test]
fn what_components_do_and_measure_is_published() {
    let assembly = read("tnco", STREAMER);
    check(
        &assembly,
        connect("composition.balancer Operation Add", ". Operation"),
        expect![[r#"
        +operations:
        +  Add:
        +    source-operation: balancer.Add
        focus operations.Add
    "#]],
    );
    check(
        &assembly,
        connect("composition.balancer Metric load", ". Metric"),
        expect![[r#"
        +metrics:
        +  load:
        +    type: metric::load
        +    source-metric: balancer.load
        focus metrics.load
    "#]],
    );
    check(
        &assembly,
        connect("composition.balancer Metric load", "composition.streamer Input"),
        expect![[r#"
            +policies:
            +  scale-streamer:
            +    type: policy::scale
            +    metric: balancer.load
            +    target: streamer
            +    properties:
            +      scaleOut_threshold:
            +        value: 80
            +      scaleIn_threshold:
            +        value: 20
            +      smoothing:
            +        value: 3
            focus policies.scale-streamer
        "#]],
    );
    let scaled = read("tnco", include_str!("../../../../public/samples/h_bta.yaml"));
    check(
        &scaled,
        connect("policies.scaleStreamer Metric", "composition.A Input"),
        expect![[r#"
        -    target: B
        +    target: A
        focus policies.scaleStreamer
    "#]],
    );
}

const SHOP: &str = "\
name: assembly::shop::1.0
properties:
  url: {value: '${db.url}', read-only: true}
composition:
  db:
    type: resource::db::1.0
operations:
  save: {source-operation: db.backup}
metrics:
  busy: {type: metric::load, source-metric: db.load}
";

const DB: &str = "\
name: resource::db::1.0
properties:
  port: {type: integer, default: 5432, description: Where it listens}
  url: {type: string, read-only: true}
lifecycle: {Create: {}}
operations: {backup: {}, restore: {}}
metrics: {load: {type: metric::load}, health: {type: metric::integrity}}
";

#[test]
fn a_new_property_of_the_assembly_is_as_the_component_declares_it() {
    // References are unquoted there, as the others of the document.
    check(
        &read_among(
            "tnco",
            &SHOP.replace("{value: '${db.url}', read-only: true}", "\n    value: ${db.url}"),
            &[("db.yaml", DB)],
        ),
        connect("composition.db Input port", ". Input"),
        expect![[r#"
            +  port:
            +    type: integer
            +    description: Where it listens
            +    default: 5432
            +    properties:
            +      port:
            +        value: ${port}
            focus properties.port
        "#]],
    );
}

#[test]
fn what_is_promoted_already_is_not_promoted_again() {
    let shop = read_among("tnco", SHOP, &[("db.yaml", DB)]);
    let why = |from: &str| plan(&shop, &connect(from, ". Operation")).map(|_| ()).unwrap_err().to_string();
    assert_eq!(why("composition.db Operation backup"), "already promoted as operation `save`");
    let why = |from: &str, to: &str| plan(&shop, &connect(from, to)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(why("composition.db Metric load", ". Metric"), "already promoted as metric `busy`");
    assert_eq!(
        why("composition.db Metric health", ". Metric"),
        "expected a load metric, found integrity metric `health`"
    );
    assert_eq!(
        why("composition.db Metric health", "composition.db Input"),
        "expected a load metric, found integrity metric `health`"
    );
    assert_eq!(why("composition.db Output url", ". Output"), "already promoted as property `url`");
    assert!(plan(&shop, &connect("composition.db Operation restore", ". Operation")).is_ok());
}

#[test]
fn a_removed_component_takes_its_ends_with_it() {
    let assembly = read("tnco", STREAMER);
    check(
        &assembly,
        remove(&["composition", "balancer"]),
        expect![[r#"
        -  balancer:
        -    type: 'resource::c_balancer::1.0'
        -    quantity: 1
        -    properties:
        -      deploymentLocation:
        -        value: '${deploymentLocation}'
        -      resourceManager:
        -        value: '${resourceManager}'
        -      key_name:
        -        value: '${tenant_key_name}'
        -      referenced-management-network:
        -        value: '${management-network.id}'
        -      referenced-internal-network:
        -        value: '${net_video.network-id}'
        -      referenced-public-network:
        -        value: '${public-network.id}'
        -      flavor:
        -        value: m1.large
        -      server_name:
        -        value: '${instance.name}'
        -      availability_zone:
        -        value: DMZ
        -      integrity_publication_period:
        -        value: 120
        -      number-of-intervals:
        -        value: 4
        -    - balancer.VideoNetwork
        -    - balancer.ManagementNetwork
        -  balancer-uses-public-network:
        -    source-capabilities:
        -    - public-network
        -    target-requirements:
        -    - balancer.PublicNetwork
        -    source-state: Active
        -    target-state: Inactive
        -  balanceStreamer:
        -    source-capabilities:
        -    - streamer.VideoStream
        -    target-requirements:
        -    - balancer.HttpServer
        -    source-state: Active
        -    target-state: Active
        -    properties:
        -      max_connections:
        -        value: '${max_connections}'
        -      server_ip:
        -        value: '${source.privateIp}'
        -      server_port:
        -        value: '8080'
        -    lifecycle:
        -      Create:
        -      - balancer.AddBalancedHttpServer
        -      Cease:
        -      - balancer.RemoveBalancedHttpServer
    "#]],
    );
    check(
        &assembly,
        remove(&["composition", "storage"]),
        expect![[r#"
        -    - storage.VideoNetwork
        -    - storage.ManagementNetwork
    "#]],
    );
    check(
        &assembly,
        remove(&["references", "public-network"]),
        expect![[r#"
        -  public-network:
        -    type: resource::urbancode-network::1.0
        -    properties:
        -      deploymentLocation:
        -        value: '${deploymentLocation}'
        -      resourceManager:
        -        value: '${resourceManager}'
        -      name:
        -        value: ${public-network-name}
        -  balancer-uses-public-network:
        -    source-capabilities:
        -    - public-network
        -    target-requirements:
        -    - balancer.PublicNetwork
        -    source-state: Active
        -    target-state: Inactive
    "#]],
    );
    check(
        &assembly,
        remove(&["composition", "nobody"]),
        expect![[r#"
        refused: `composition.nobody` no longer exists
    "#]],
    );
}

#[test]
fn links_are_taken_apart() {
    let assembly = read("tnco", STREAMER);
    let end = |at: usize| Edit::Disconnect {
        id: Id(Path::keys(["relationships", "uses-net_video", "target-requirements"]).index(at)),
    };
    check(
        &assembly,
        end(1),
        expect![[r#"
        -    - storage.VideoNetwork
    "#]],
    );
    check(
        &assembly,
        Edit::Disconnect { id: id(&["relationships", "balanceStreamer"]) },
        expect![[r#"
        -  balanceStreamer:
        -    source-capabilities:
        -    - streamer.VideoStream
        -    target-requirements:
        -    - balancer.HttpServer
        -    source-state: Active
        -    target-state: Active
        -    properties:
        -      max_connections:
        -        value: '${max_connections}'
        -      server_ip:
        -        value: '${source.privateIp}'
        -      server_port:
        -        value: '8080'
        -    lifecycle:
        -      Create:
        -      - balancer.AddBalancedHttpServer
        -      Cease:
        -      - balancer.RemoveBalancedHttpServer
    "#]],
    );
    let last =
        Id(Path::keys(["relationships", "balancer-uses-public-network", "target-requirements"]).index(0));
    check(
        &assembly,
        Edit::Disconnect { id: last },
        expect![[r#"
        -  balancer-uses-public-network:
        -    source-capabilities:
        -    - public-network
        -    target-requirements:
        -    - balancer.PublicNetwork
        -    source-state: Active
        -    target-state: Inactive
    "#]],
    );
    let value = id(&["composition", "streamer", "properties", "server_name", "value"]);
    check(
        &assembly,
        Edit::Disconnect { id: value },
        expect![[r#"
        -      server_name:
        -        value: '${instance.name}'
    "#]],
    );
    let both = ["streamer", "net_video"].map(|name| id(&["composition", name]));
    check(
        &assembly,
        Edit::Remove { ids: both.to_vec() },
        expect![[r#"
        -  streamer:
        -    type: resource::c_streamer::1.0
        -    cluster:
        -      initial-quantity: ${numOfStreamers}
        -      minimum-nodes: 2
        -      maximum-nodes: 10
        -      scaling-increment: 2
        -    properties:
        -      deploymentLocation:
        -        value: '${deploymentLocation}'
        -      resourceManager:
        -        value: '${resourceManager}'
        -      key_name:
        -        value: '${tenant_key_name}'
        -      referenced-management-network:
        -        value: '${management-network.id}'
        -      flavor:
        -        value: m1.small
        -      server_name:
        -        value: '${instance.name}'
        -      referenced-video-network:
        -        value: '${net_video.network-id}'
        -      availability_zone:
        -        value: DMZ
        -      integrity_publication_period:
        -        value: 120
        -      number-of-intervals:
        -        value: 4
        -  net_video:
        -    type: resource::net_video::1.0
        -    quantity: 1
        -    properties:
        -      deploymentLocation:
        -        value: '${deploymentLocation}'
        -      resourceManager:
        -        value: '${resourceManager}'
        -      subnetCIDR:
        -        type: string
        -        description: (Required)
        -        default: '10.0.1.0/24'
        -      networkName:
        -        type: string
        -        description: Network Name
        -        default: VIDEO
        -      subnetDefGwIp:
        -        type: string
        -        description: Default Gateway IP address
        -        default: '10.0.1.1'
        -  uses-net_video:
        -    source-capabilities:
        -    - net_video.Network
        -    target-requirements:
        -    - streamer.VideoNetwork
        -    - storage.VideoNetwork
        -    - balancer.VideoNetwork
        -    source-state: Active
        -    target-state: Inactive
        -    - streamer.ManagementNetwork
        -  balanceStreamer:
        -    source-capabilities:
        -    - streamer.VideoStream
        -    target-requirements:
        -    - balancer.HttpServer
        -    source-state: Active
        -    target-state: Active
        -    properties:
        -      max_connections:
        -        value: '${max_connections}'
        -      server_ip:
        -        value: '${source.privateIp}'
        -      server_port:
        -        value: '8080'
        -    lifecycle:
        -      Create:
        -      - balancer.AddBalancedHttpServer
        -      Cease:
        -      - balancer.RemoveBalancedHttpServer
    "#]],
    );
}

#[test]
fn forms_write_what_the_tables_ask_for() {
    let assembly = read("cp4na", STREAMER);
    let set = |path: &[&str], key: &str, text: &str| Edit::Set {
        of: id(path),
        key: Path::keys(key.split('.')),
        input: Input::Text(text.to_owned()),
    };
    check(
        &assembly,
        set(&["composition", "net_video"], "quantity", "3"),
        expect![[r#"
        -    quantity: 1
        +    quantity: 3
    "#]],
    );
    check(
        &assembly,
        set(&["composition", "net_video"], "quantity", "${numOfStreamers}"),
        expect![[r#"
        -    quantity: 1
        +    quantity: '${numOfStreamers}'
    "#]],
    );
    check(
        &assembly,
        set(&["composition", "net_video"], "items", "${list}"),
        expect![[r#"
        +    items: '${list}'
    "#]],
    );
    check(
        &assembly,
        set(&["relationships", "uses-net_video"], "source-state-modifier", "pre"),
        expect![[r#"
            +    source-state-modifier: pre
        "#]],
    );
    check(
        &assembly,
        set(&["composition", "streamer"], "properties.flavor.value", "1.10"),
        expect![[r#"
        -        value: m1.small
        +        value: 1.10
    "#]],
    );
    check(
        &assembly,
        Edit::Set {
            of: id(&["properties", "max_connections"]),
            key: Path::keys(["required"]),
            input: Input::Flag(true),
        },
        expect![[r#"
            +    required: true
        "#]],
    );
    check(
        &assembly,
        Edit::Set {
            of: id(&["composition", "balancer"]),
            key: Path::keys(["cluster"]),
            input: Input::EmptyMap,
        },
        expect![[r#"
            -    quantity: 1
            +    cluster:
            +      initial-quantity: 1
            +      minimum-nodes: 1
            +      maximum-nodes: 4
            +      scaling-increment: 1
        "#]],
    );
    check(
        &assembly,
        Edit::Unset { of: id(&["properties", "max_connections"]), key: Path::keys(["default"]) },
        expect![[r#"
            -    default: '3'
        "#]],
    );
    let insert = |into: &[&str], name: &str| Edit::Insert {
        of: Id::default(),
        into: Path::keys(into.iter().copied()),
        name: name.to_owned(),
    };
    check(
        &assembly,
        insert(&["properties"], "new"),
        expect![[r#"
        +  new:
        +    type: string
        focus properties.new
    "#]],
    );
    check(
        &assembly,
        insert(&["properties"], "a b"),
        expect![[r#"
            refused: invalid name `a b`: expected a property name without spaces, found `a b`
        "#]],
    );
    check(
        &assembly,
        insert(&["properties"], "max_connections"),
        expect![[r#"
        refused: the name `max_connections` is already in use
    "#]],
    );
    check(
        &assembly,
        insert(&["composition", "streamer", "properties"], "zone"),
        expect![[r#"
        +      zone:
        +        value: ''
        focus composition.streamer.properties.zone
    "#]],
    );
    check(
        &assembly,
        insert(&["operations"], "Add"),
        expect![[r#"
        +operations:
        +  Add:
        +    source-operation: ''
        focus operations.Add
    "#]],
    );
    check(
        &assembly,
        insert(&["relationships", "uses-net_video", "target-requirements"], ""),
        expect![[r#"
        +    - ''
    "#]],
    );
    check(
        &assembly,
        insert(&["relationships", "uses-net_video", "lifecycle", "Create"], ""),
        expect![[r#"
        +    lifecycle:
        +      Create:
        +      - ''
    "#]],
    );
}

#[test]
fn names_without_a_key_can_be_changed() {
    let assembly = read("tnco", STREAMER);
    check(
        &assembly,
        Edit::Rename { id: Id::default(), to: "Stream_farm".to_owned() },
        expect![[r#"
            -name: assembly::Streamer_cluster::1.0
            +name: assembly::Stream_farm::1.0
            focus the whole
        "#]],
    );
    check(
        &assembly,
        Edit::Rename { id: Id::default(), to: "assembly::x::2.0".to_owned() },
        expect![[r#"
            -name: assembly::Streamer_cluster::1.0
            +name: assembly::x::2.0
            focus the whole
        "#]],
    );
    check(
        &assembly,
        Edit::Rename { id: id(&["composition", "storage"]), to: "net_video".to_owned() },
        expect![[r#"
            -    - storage.VideoNetwork
            +    - net_video.VideoNetwork
            -    - storage.ManagementNetwork
            +    - net_video.ManagementNetwork
            focus composition.net_video
        "#]],
    );
    check(
        &assembly,
        Edit::Rename { id: id(&["composition", "nobody"]), to: "x".to_owned() },
        expect![[r#"
        refused: `composition.nobody` no longer exists
    "#]],
    );
}

#[test]
fn places_are_written_where_the_document_has_them() {
    let text = "\
name: assembly::a::1.0
composition:
  a: {type: 'resource::r::1.0'}
  b: {type: 'resource::r::1.0'}
designerLayout:
  elements:
    a: {x: 10, y: 20}
";
    let assembly = read("tnco", text);
    let places = vec![
        (id(&["composition", "a"]), Place { x: 10.2, y: 40.0 }),
        (id(&["composition", "b"]), Place { x: 1.0, y: -2.6 }),
    ];
    check(
        &assembly,
        Edit::Place { places: places.clone() },
        expect![[r#"
        -    a: {x: 10, y: 20}
        +    a: {x: 10, y: 40}
        +    b: {x: 1, y: -3}
    "#]],
    );
    assert_eq!(
        super::places(&assembly),
        BTreeMap::from([(id(&["composition", "a"]), Place { x: 10.0, y: 20.0 })])
    );
    check(&read("tnco", STREAMER), Edit::Place { places }, expect![[""]]);
    let dropped = Edit::Add {
        template: "component".to_owned(),
        name: Some("c".to_owned()),
        place: Some(Place { x: 5.0, y: 6.0 }),
        on: Vec::new(),
    };
    check(
        &assembly,
        dropped,
        expect![[r#"
            +  c: {type: resource::c::1.0}
            +    c: {x: 5, y: 6}
            focus composition.c
        "#]],
    );
    check(
        &assembly,
        remove(&["composition", "a"]),
        expect![[r#"
        -  a: {type: 'resource::r::1.0'}
        -  elements:
        -    a: {x: 10, y: 20}
        +  elements: {}
    "#]],
    );
}

#[test]
fn a_text_of_several_lines_is_changed_where_it_was_changed() {
    let text = "\
name: assembly::demo::1.0
description: |
  one line
  and another
composition:
  a:
    type: resource::s::1.0
    dynamicType: >-
      {% if m == 'x' %}
        {{ 'resource::a::1.0' }}
      {% else %}
        {{ 'resource::b::1.0' }}
      {% endif %}
    properties: {m: {value: x}}
";
    let assembly = read("cp4na", text);
    let set = |path: &[&str], key: &str, change: fn(&str) -> String| {
        let at = Path::keys(path.iter().copied()).key(key);
        let text = assembly.node(&at).unwrap().as_str().unwrap();
        Edit::Set { of: id(path), key: Path::keys([key]), input: Input::Text(change(&text)) }
    };
    check(
        &assembly,
        set(&["composition", "a"], "dynamicType", |text| text.replace("resource::b", "resource::c")),
        expect![[r#"
            -        {{ 'resource::b::1.0' }}
            +        {{ 'resource::c::1.0' }}
        "#]],
    );
    check(
        &assembly,
        set(&[], "description", |text| text.trim_end().replace("another", "a third")),
        expect![[r#"
            -  and another
            +  and a third
        "#]],
    );
}

#[test]
fn a_value_becomes_a_property_of_the_assembly_and_back() {
    let text = "\
name: assembly::shop::1.0
properties:
  size: {type: integer, default: 3}
  host: {type: string, value: 'db.local'}
composition:
  web:
    type: resource::web::1.0
    properties:
      port: {value: 8080} # open
      size: {value: '${size}'}
      url: {value: \"http://${host}:${size}/\"}
      empty: {value: ''}
      tags:
        value: [a, b]
";
    let descriptor = read("tnco", text);
    let of = |name: &str, keys: &[&str]| {
        let at = Path::keys(["composition", "web", "properties", name]);
        keys.iter().fold(at, |at, key| at.key(key))
    };
    let web = || id(&["composition", "web"]);
    let make = |name: &str| Edit::MakeInput { of: web(), key: Path::keys(["properties", name, "value"]) };
    let expose = |name: &str| Edit::Expose { of: web(), key: Path::keys(["properties", name]) };
    let inline = |at: Path| Edit::Inline { at: Id(at) };
    check(
        &descriptor,
        make("port"),
        expect![[r#"
        +  port: {type: integer, default: 8080}
        -      port: {value: 8080} # open
        +      port: {value: '${port}'} # open
    "#]],
    );
    check(
        &descriptor,
        make("tags"),
        expect![[r#"
        +  tags: {type: list, default: [a, b]}
        -        value: [a, b]
        +        value: '${tags}'
    "#]],
    );
    check(
        &descriptor,
        make("size"),
        expect![[r#"
        refused: the value already comes from `size`
    "#]],
    );
    check(
        &descriptor,
        make("other"),
        expect![[r#"
        +  other: {type: string}
        +      other:
        +        value: '${other}'
    "#]],
    );
    check(
        &descriptor,
        expose("port"),
        expect![[r#"
        +  port: {type: string, read-only: true, value: '${web.port}'}
        focus properties.port
    "#]],
    );
    check(
        &descriptor,
        inline(of("size", &["value"])),
        expect![[r#"
        -      size: {value: '${size}'}
        +      size: {value: 3}
    "#]],
    );
    check(
        &descriptor,
        inline(of("url", &["value"])),
        expect![[r#"
        -      url: {value: "http://${host}:${size}/"}
        +      url: {value: "http://db.local:3/"}
    "#]],
    );
    check(
        &descriptor,
        inline(Path::keys(["properties", "size"])),
        expect![[r#"
        -      size: {value: '${size}'}
        -      url: {value: "http://${host}:${size}/"}
        +      size: {value: 3}
        +      url: {value: "http://${host}:3/"}
    "#]],
    );
    check(
        &descriptor,
        inline(of("port", &["value"])),
        expect![[r#"
            refused: no reference to a property of the assembly with a value here
        "#]],
    );
}

#[test]
fn what_a_value_can_become_is_what_can_be_planned() {
    let text = "\
name: assembly::shop::1.0
properties:
  size: {type: integer, default: 3}
composition:
  web:
    type: resource::web::1.0
    quantity: 2
    properties:
      port: {value: 8080}
      size: {value: '${size}'}
      tags: {value: [a, b]}
references:
  net:
    type: resource::net::1.0
    properties:
      name: {value: lan}
";
    let descriptor = read("tnco", text);
    let (mut inputs, mut outputs) = (0, 0);
    for node in descriptor.document.nodes().filter(|node| !node.is_key()) {
        let (path, root) = (node.path(), Id(Path::root()));
        let can = promotions(&descriptor, &path);
        let is_planned = |edit: Edit| plan(&descriptor, &edit).is_ok();
        assert_eq!(
            can.to_input,
            is_planned(Edit::MakeInput { of: root.clone(), key: path.clone() }),
            "{path}"
        );
        assert_eq!(can.to_output, is_planned(Edit::Expose { of: root, key: path.clone() }), "{path}");
        inputs += usize::from(can.to_input);
        outputs += usize::from(can.to_output);
    }
    assert_eq!((inputs, outputs), (6, 8), "each property, and its value");
}

#[test]
fn a_new_property_has_no_reserved_name() {
    let text = "\
name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    properties:
      target: {value: 80}
";
    let descriptor = read("tnco", text);
    let web = || id(&["composition", "web"]);
    let key = Path::keys(["properties", "target", "value"]);
    check(
        &descriptor,
        Edit::MakeInput { of: web(), key },
        expect![[r#"
            +properties:
            +  target-2:
            +    type: integer
            +    default: 80
            -      target: {value: 80}
            +      target: {value: '${target-2}'}
        "#]],
    );
    check(
        &descriptor,
        Edit::Connect { from: port("composition.web Input target"), to: port(". Input ") },
        expect![[r#"
            +properties:
            +  target-2:
            +    type: integer
            +    default: 80
            -      target: {value: 80}
            +      target: {value: '${target-2}'}
            focus properties.target-2
        "#]],
    );
    check(
        &descriptor,
        Edit::Expose { of: web(), key: Path::keys(["properties", "target"]) },
        expect![[r#"
            +properties:
            +  target-2:
            +    type: string
            +    read-only: true
            +    value: '${web.target}'
            focus properties.target-2
        "#]],
    );
}

#[test]
fn the_default_of_a_component_is_its_value() {
    let text = "\
name: assembly::shop::1.0
properties:
  size: {type: integer, default: 3}
composition:
  web:
    type: resource::web::1.0
    properties:
      port: {default: 8080} # open
      size: {default: '${size}'}
      code: {value: !!str 80}
      key: {value: !secret abc}
";
    let descriptor = read("tnco", text);
    let make = |name: &str| Edit::MakeInput {
        of: id(&["composition", "web"]),
        key: Path::keys(["properties", name, "value"]),
    };
    check(
        &descriptor,
        make("port"),
        expect![[r#"
            +  port: {type: integer, default: 8080}
            -      port: {default: 8080} # open
            +      port: {default: '${port}'} # open
        "#]],
    );
    check(
        &descriptor,
        make("size"),
        expect![[r#"
            refused: the value already comes from `size`
        "#]],
    );
    // A text stays a text.
    check(
        &descriptor,
        make("code"),
        expect![[r#"
            +  code: {type: string, default: '80'}
            -      code: {value: !!str 80}
            +      code: {value: !!str '${code}'}
        "#]],
    );
    check(
        &descriptor,
        make("key"),
        expect![[r#"
            refused: the value contains a tag that the property cannot keep: edit the text
        "#]],
    );
    // By dragging it to the assembly, too.
    let drag = |name: &str| Edit::Connect {
        from: port(&format!("composition.web Input {name}")),
        to: port(". Input "),
    };
    check(
        &descriptor,
        drag("port"),
        expect![[r#"
        +  port: {type: integer, default: 8080}
        -      port: {default: 8080} # open
        +      port: {default: '${port}'} # open
        focus properties.port
    "#]],
    );
    check(
        &descriptor,
        drag("key"),
        expect![[r#"
        refused: the value contains a tag that the property cannot keep: edit the text
    "#]],
    );
}

#[test]
fn a_component_that_is_scaled_keeps_the_comment_of_its_quantity() {
    let text = "\
name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    quantity: 2 # one per rack
    properties: {}
  each:
    type: resource::web::1.0
    items: '${racks}'
";
    let descriptor = read("tnco", text);
    let scale = |name: &str| Edit::Add {
        template: "scale-policy".to_owned(),
        name: None,
        place: None,
        on: vec![id(&["composition", name])],
    };
    check(
        &descriptor,
        scale("web"),
        expect![[r#"
            -    quantity: 2 # one per rack
            +    cluster: # one per rack
            +      initial-quantity: 2
            +      minimum-nodes: 1
            +      maximum-nodes: 4
            +      scaling-increment: 1
            +policies:
            +  scale-web:
            +    type: policy::scale
            +    metric: web.load
            +    target: web
            +    properties:
            +      scaleOut_threshold:
            +        value: 80
            +      scaleIn_threshold:
            +        value: 20
            +      smoothing:
            +        value: 3
            focus policies.scale-web
        "#]],
    );
    check(
        &descriptor,
        scale("each"),
        expect![[r#"
            refused: component `each` has one instance for each of its `items`: it cannot be scaled
        "#]],
    );
}
