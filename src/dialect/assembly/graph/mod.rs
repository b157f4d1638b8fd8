//! Graph of a descriptor: nodes, ports and links. A reference to a missing node or port creates a ghost, so that a broken link is visible.

mod flows;

use std::collections::HashMap;
use std::sync::Arc;

use super::appearance::{badges, caption_of, icon_of, multiplicity, short_type};
use super::model::{
    Component, Descriptor, DescriptorKind, Policy, Property, QualifiedName, Relationship, Text,
};
use limn_language::graph::{
    self, End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortIndex, PortRef, Role,
};
use limn_yaml::Path;

/// The node of the document itself.
pub fn frame_id() -> Id {
    Id::default()
}

/// The port role of a frame property: an output if it has a value or is read-only, otherwise an input.
pub fn frame_role(property: &Property) -> Role {
    if property.value.is_some() || property.read_only == Some(true) { Role::Output } else { Role::Input }
}

pub fn graph(descriptor: &Descriptor) -> Graph {
    match descriptor.kind {
        DescriptorKind::Assembly => assembly(descriptor),
        DescriptorKind::Resource => resource(descriptor),
        DescriptorKind::Project => project(descriptor),
    }
}

fn assembly(descriptor: &Descriptor) -> Graph {
    let mut builder = GraphBuilder::new(descriptor, Icon::Assembly, "assembly");
    builder.frame_properties(&descriptor.properties, frame_role);
    builder.frame_offers();
    for owner in descriptor.owners() {
        builder.owner(owner);
    }
    for relationship in &descriptor.relationships {
        builder.relationship(relationship);
    }
    builder.flows();
    builder.promotions();
    builder.exposures();
    for component in &descriptor.composition {
        builder.order(component);
    }
    for policy in &descriptor.policies {
        builder.policy(policy);
    }
    builder.finish()
}

fn resource(descriptor: &Descriptor) -> Graph {
    let mut builder = GraphBuilder::new(descriptor, Icon::Resource, "resource");
    let role = |property: &Property| {
        if property.read_only == Some(true) { Role::Output } else { Role::Input }
    };
    builder.frame_properties(&descriptor.properties, role);
    builder.frame_offers();
    for operation in &descriptor.operations {
        builder.port(FRAME, Role::Operation, &operation.name, None, true);
    }
    for metric in &descriptor.metrics {
        builder.port(FRAME, Role::Metric, &metric.name, metric.kind.as_ref(), true);
    }
    for policy in &descriptor.policies {
        let reads = policy.metric.as_ref().map(|metric| {
            builder.named_port(FRAME, Role::Metric, &metric.owner, true);
            builder.port_ref(FRAME, Role::Metric, &metric.owner)
        });
        builder.graph.policies.push(graph::Policy {
            id: Id(policy.path.clone()),
            icon: Icon::Heal,
            label: policy.name.clone(),
            caption: caption_of(policy),
            targets: vec![frame_id()],
            triggers: Vec::new(),
            reads,
        });
    }
    builder.finish()
}

/// Graph of a project file: one node for each sub-project.
fn project(descriptor: &Descriptor) -> Graph {
    let mut builder = GraphBuilder::new(descriptor, Icon::Assembly, "project");
    let root = descriptor.document.root();
    let scalar = |node: limn_yaml::Node<'_>, key: &str| {
        node.get(key).and_then(limn_yaml::Node::as_str).map(std::borrow::Cow::into_owned)
    };
    if let Some(root) = root {
        builder.nodes[FRAME].label =
            scalar(root, "name").unwrap_or_else(|| descriptor.file.name().to_owned());
        builder.nodes[FRAME].caption = scalar(root, "version").unwrap_or_default();
    }
    let contains = root.and_then(|root| root.get("contains"));
    for (at, item) in contains.into_iter().flat_map(limn_yaml::Node::items).enumerate() {
        let kind = scalar(item, "type").unwrap_or_else(|| "Assembly".to_owned());
        let is_resource = matches!(kind.to_ascii_lowercase().as_str(), "resource" | "etsi_vnf");
        builder.nodes.push(Node {
            id: Id(Path::keys(["contains"]).index(at)),
            look: Look::Solid,
            icon: if is_resource { Icon::Resource } else { Icon::Assembly },
            label: scalar(item, "name").unwrap_or_default(),
            caption: kind,
            role: "sub-project",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        });
    }
    builder.finish()
}

/// Index of the frame in `nodes` while the graph is built.
const FRAME: usize = 0;

struct GraphBuilder<'d> {
    descriptor: &'d Descriptor,
    graph: Graph,
    nodes: Vec<Node>,
    ports: PortIndex,
    /// Components and references by name, including ghosts.
    owners: HashMap<String, usize>,
    /// The descriptor of each node, if it is in the workspace; `None` for the frame and ghosts.
    definitions: Vec<Option<Arc<Descriptor>>>,
}

impl<'d> GraphBuilder<'d> {
    fn new(descriptor: &'d Descriptor, icon: Icon, role: &'static str) -> GraphBuilder<'d> {
        let name = descriptor.full_name();
        let frame = Node {
            id: frame_id(),
            look: Look::Frame,
            icon,
            label: name.as_ref().map_or_else(|| descriptor.file.name().to_owned(), |name| name.name.clone()),
            caption: name.map_or(String::new(), |name| name.version),
            role,
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        };
        GraphBuilder {
            descriptor,
            graph: Graph::default(),
            nodes: vec![frame],
            ports: PortIndex::default(),
            owners: HashMap::new(),
            definitions: vec![None],
        }
    }

    fn finish(mut self) -> Graph {
        let frame = self.nodes.remove(FRAME);
        Graph { frame: Some(frame), nodes: self.nodes, ..self.graph }
    }

    fn has_port(&mut self, node: usize, role: Role, name: &str) -> bool {
        self.ports.find(node, &self.nodes[node].ports, role, name).is_some()
    }

    /// Adds a port to a node, unless it exists.
    fn port(&mut self, node: usize, role: Role, name: &str, kind: Option<&Text>, shown: bool) {
        if !self.has_port(node, role, name) {
            self.new_port(node, role, name, kind, shown);
        }
    }

    /// Adds a port that cannot exist yet.
    fn new_port(&mut self, node: usize, role: Role, name: &str, kind: Option<&Text>, shown: bool) {
        let kind = kind.map(|kind| kind.text.clone());
        self.nodes[node].ports.push(Port {
            role,
            side: role.side(),
            name: name.to_owned(),
            kind,
            ghost: false,
            shown,
            unmet: false,
            folds: false,
        });
    }

    /// Adds a port for a reference to it. The port is a ghost if the node's descriptor is known and does not declare it.
    fn named_port(&mut self, node: usize, role: Role, name: &str, shown: bool) {
        if self.has_port(node, role, name) {
            return;
        }
        let known = node == FRAME || self.definitions[node].is_some() || self.nodes[node].look == Look::Ghost;
        self.new_port(node, role, name, None, shown);
        if let (true, Some(port)) = (known && !name.is_empty(), self.nodes[node].ports.last_mut()) {
            port.ghost = true;
        }
    }

    fn port_ref(&self, node: usize, role: Role, name: &str) -> PortRef {
        PortRef { node: self.nodes[node].id.clone(), role, port: name.to_owned() }
    }

    fn frame_properties(&mut self, properties: &[Property], role: impl Fn(&Property) -> Role) {
        for property in properties {
            self.new_port(FRAME, role(property), &property.name, property.kind.as_ref(), true);
        }
    }

    fn frame_offers(&mut self) {
        for capability in &self.descriptor.capabilities {
            self.port(FRAME, Role::Capability, &capability.name, capability.kind.as_ref(), true);
        }
        for requirement in &self.descriptor.requirements {
            self.port(FRAME, Role::Requirement, &requirement.name, requirement.kind.as_ref(), true);
        }
    }

    fn owner(&mut self, owner: &Component) {
        let at = self.nodes.len();
        let type_name = owner.type_name.as_ref().map(|text| text.text.as_str()).unwrap_or_default();
        let definition = self.descriptor.descriptor_of(owner);
        let icon =
            if owner.is_reference { Icon::Reference } else { icon_of(type_name, definition.as_deref()) };
        self.nodes.push(Node {
            id: Id(owner.path.clone()),
            look: if owner.is_reference { Look::Dashed } else { Look::Solid },
            icon,
            label: owner.name.clone(),
            caption: short_type(type_name),
            role: if owner.is_reference { "reference" } else { "component" },
            multiplicity: multiplicity(owner),
            badges: badges(owner),
            ports: Vec::new(),
            host: None,
        });
        // If a component and a reference share a name, the component takes precedence, as in `${…}`.
        self.owners.entry(owner.name.clone()).or_insert(at);
        self.definitions.push(definition.clone());
        match &definition {
            _ if owner.is_reference => {
                let only =
                    definition.as_deref().and_then(|definition| match definition.capabilities.as_slice() {
                        [only] => only.kind.as_ref(),
                        _ => None,
                    });
                // A relationship names a reference without a capability.
                self.port(at, Role::Capability, "", only, true);
            }
            Some(_) => {}
            // A component with an unknown descriptor can be connected as well.
            None => {
                self.port(at, Role::Capability, "", None, true);
                self.port(at, Role::Requirement, "", None, true);
            }
        }
        if let Some(definition) = &definition {
            self.declared_ports(at, definition, owner.is_reference);
        }
        // Names of its own properties are unique; only declared ports can collide.
        let declared = self.nodes[at].ports.len();
        for property in &owner.properties {
            for role in [Role::Input, Role::Output] {
                let known = self.nodes[at].ports[..declared].iter();
                let known = known.filter(|port| port.role == role).any(|port| port.name == property.name);
                if !known && (role == Role::Output || property.read_only != Some(true)) {
                    self.new_port(at, role, &property.name, property.kind.as_ref(), false);
                }
            }
        }
    }

    /// Adds the ports that the node's descriptor declares. A reference has only outputs of properties, operations and metrics.
    fn declared_ports(&mut self, at: usize, definition: &Descriptor, is_reference: bool) {
        if !is_reference {
            for offer in &definition.capabilities {
                self.port(at, Role::Capability, &offer.name, offer.kind.as_ref(), true);
            }
            for offer in &definition.requirements {
                self.port(at, Role::Requirement, &offer.name, offer.kind.as_ref(), true);
            }
        }
        for property in &definition.properties {
            let settable = property.read_only != Some(true) && property.value.is_none();
            if settable {
                self.new_port(at, Role::Input, &property.name, property.kind.as_ref(), false);
            }
            self.new_port(at, Role::Output, &property.name, property.kind.as_ref(), false);
        }
        for operation in &definition.operations {
            self.port(at, Role::Operation, &operation.name, None, false);
        }
        for metric in &definition.metrics {
            self.port(at, Role::Metric, &metric.name, metric.kind.as_ref(), false);
        }
    }

    /// The node of a component or reference; a ghost if it does not exist.
    fn node_of(&mut self, name: &str, section: &str) -> usize {
        if let Some(&at) = self.owners.get(name) {
            return at;
        }
        let at = self.nodes.len();
        self.nodes.push(Node {
            id: Id(Path::keys([section, name])),
            look: Look::Ghost,
            icon: Icon::Unknown,
            label: name.to_owned(),
            caption: "not declared".to_owned(),
            role: if section == "references" { "missing reference" } else { "missing component" },
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        });
        self.owners.insert(name.to_owned(), at);
        self.definitions.push(None);
        at
    }

    fn end(&mut self, end: &QualifiedName, role: Role, note: &str) -> End {
        let member = end.member.as_deref().unwrap_or_default();
        let section =
            if end.member.is_none() && role == Role::Capability { "references" } else { "composition" };
        let at = self.node_of(&end.owner, section);
        self.named_port(at, role, member, true);
        End { port: self.port_ref(at, role, member), written: Id(end.path.clone()), note: note.to_owned() }
    }

    fn relationship(&mut self, relationship: &Relationship) {
        let note = |state: &Option<Text>, modifier: &Option<Text>, usual: &str| {
            let words = [modifier, state].into_iter().flatten().map(|text| text.text.as_str());
            words.filter(|word| *word != usual).collect::<Vec<_>>().join(" ")
        };
        let source = note(&relationship.source_state, &relationship.source_modifier, "post");
        let target = note(&relationship.target_state, &relationship.target_modifier, "pre");
        let sources =
            relationship.sources.iter().map(|end| self.end(end, Role::Capability, &source)).collect();
        let targets =
            relationship.targets.iter().map(|end| self.end(end, Role::Requirement, &target)).collect();
        self.graph.links.push(Link {
            id: Id(relationship.path.clone()),
            kind: LinkKind::Relationship,
            label: relationship.name.clone(),
            sources,
            targets,
            acts: !relationship.create.is_empty() || !relationship.cease.is_empty(),
            hosts: false,
            by: None,
        });
    }

    fn order(&mut self, component: &Component) {
        for before in &component.upgrade_dependencies {
            let at = self.node_of(&before.owner, "composition");
            let end = |node: Id, role: Role| End {
                port: PortRef { node, role, port: String::new() },
                written: Id(before.path.clone()),
                note: String::new(),
            };
            self.graph.links.push(Link {
                id: Id(before.path.clone()),
                kind: LinkKind::Order,
                label: "upgraded before".to_owned(),
                sources: vec![end(self.nodes[at].id.clone(), Role::Output)],
                targets: vec![end(Id(component.path.clone()), Role::Input)],
                acts: false,
                hosts: false,
                by: None,
            });
        }
    }

    fn policy(&mut self, policy: &Policy) {
        let target = policy.target.as_ref().map(|target| {
            let at = self.node_of(&target.text, "composition");
            self.nodes[at].id.clone()
        });
        let metric = policy.metric.as_ref().and_then(|metric| Some((metric, metric.member.as_deref()?)));
        let reads = metric.map(|(metric, member)| {
            let at = self.node_of(&metric.owner, "composition");
            self.named_port(at, Role::Metric, member, false);
            self.port_ref(at, Role::Metric, member)
        });
        if let (Some(target), Some(reads), Some(metric)) = (&target, &reads, &policy.metric) {
            let end = |port: PortRef, key: &str| End {
                port,
                written: Id(policy.path.key(key)),
                note: String::new(),
            };
            let whole = PortRef { node: target.clone(), role: Role::Input, port: String::new() };
            self.graph.links.push(Link {
                id: Id(metric.path.clone()),
                kind: LinkKind::Watch,
                label: policy.name.clone(),
                sources: vec![end(reads.clone(), "metric")],
                targets: vec![end(whole, "target")],
                acts: false,
                hosts: false,
                by: None,
            });
        }
        let heals = policy.kind.as_ref().is_some_and(|kind| kind.text == "policy::heal");
        self.graph.policies.push(graph::Policy {
            id: Id(policy.path.clone()),
            icon: if heals { Icon::Heal } else { Icon::Scale },
            label: policy.name.clone(),
            caption: caption_of(policy),
            targets: target.into_iter().collect(),
            triggers: Vec::new(),
            reads,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::{read, read_among};

    /// Nodes, links and policies, one per line. Hidden ports are omitted.
    fn summary(descriptor: &Descriptor) -> String {
        let graph = graph(descriptor);
        let mut text = String::new();
        for node in graph.frame.iter().chain(&graph.nodes) {
            let _ = write!(text, "{:?} {:?} {} ({})", node.look, node.icon, node.label, node.caption);
            if node.multiplicity != Multiplicity::One {
                let _ = write!(text, " {:?}", node.multiplicity);
            }
            for port in node.ports.iter().filter(|port| port.shown && !port.name.is_empty()) {
                let ghost = if port.ghost { "?" } else { "" };
                let kind = port.kind.as_ref().map_or(String::new(), |kind| format!(":{kind}"));
                let _ = write!(text, "\n    {:?} {}{kind}{ghost}", port.role, port.name);
            }
            text.push('\n');
        }
        for link in &graph.links {
            let end = |end: &End| {
                let node = graph.node(&end.port.node).map_or("!", |node| node.label.as_str());
                let note = if end.note.is_empty() { String::new() } else { format!(" <{}>", end.note) };
                format!("{node}.{}{note}", end.port.port)
            };
            let ends = |ends: &[End]| ends.iter().map(end).collect::<Vec<_>>().join(", ");
            let acts = if link.acts { " acts" } else { "" };
            let _ = writeln!(
                text,
                "{:?}{acts} {}: {} -> {}",
                link.kind,
                link.id,
                ends(&link.sources),
                ends(&link.targets)
            );
        }
        for policy in &graph.policies {
            let targets: Vec<String> = policy.targets.iter().map(ToString::to_string).collect();
            let reads = policy
                .reads
                .as_ref()
                .map_or(String::new(), |port| format!(" reads {}.{}", port.node, port.port));
            let _ = writeln!(
                text,
                "{:?} {} ({}) on {}{reads}",
                policy.icon,
                policy.label,
                policy.caption,
                targets.join(", ")
            );
        }
        text
    }

    fn check(descriptor: &Descriptor, expected: Expect) {
        expected.assert_eq(&summary(descriptor));
    }

    #[test]
    fn the_basic_test_assembly() {
        check(
            &read("tnco", include_str!("../../../../public/samples/h_bta.yaml")),
            expect![[r#"
            Frame Assembly h_bta (1.0)
                Input data:string
                Input numOfServers:integer
                Output output:string
                Input deploymentLocation:string
                Input resourceManager:string
                Input scaleOut_threshold:integer
                Input scaleIn_threshold:integer
                Input scale_smoothing:integer
            Solid Resource A (h_simple 1.0)
                Capability capability-3
            Solid Resource B (t_simple 1.0) Cluster { minimum: "1", initial: "numOfServers", maximum: Some("4") }
                Requirement requirement-3
            Dashed Reference internal-network (openstack_neutron_network 1.0)
            Dashed Reference public-network (openstack_neutron_network 1.0)
            Dashed Reference xenial-image (openstack_glance_image 1.0)
            Relationship acts relationships.third-relationship: A.capability-3 <Active> -> B.requirement-3 <Active>
            Data properties.output.value: B.output -> h_bta.output
            Data composition.A.properties.referenced-internal-network.value: internal-network.id -> A.referenced-internal-network
            Data composition.A.properties.reference-public-network.value: public-network.id -> A.reference-public-network
            Data composition.A.properties.image.value: xenial-image.id -> A.image
            Data composition.A.properties.data.value: h_bta.data -> A.data
            Data composition.A.properties.deploymentLocation.value: h_bta.deploymentLocation -> A.deploymentLocation
            Data composition.A.properties.resourceManager.value: h_bta.resourceManager -> A.resourceManager
            Data composition.B.properties.referenced-internal-network.value: internal-network.id -> B.referenced-internal-network
            Data composition.B.properties.reference-public-network.value: public-network.id -> B.reference-public-network
            Data composition.B.properties.image.value: xenial-image.id -> B.image
            Data composition.B.properties.data.value: h_bta.data -> B.data
            Data composition.B.properties.output.value: A.output -> B.output
            Data composition.B.properties.deploymentLocation.value: h_bta.deploymentLocation -> B.deploymentLocation
            Data composition.B.properties.resourceManager.value: h_bta.resourceManager -> B.resourceManager
            Data composition.B.cluster.initial-quantity: h_bta.numOfServers -> B.
            Data references.internal-network.properties.deploymentLocation.value: h_bta.deploymentLocation -> internal-network.deploymentLocation
            Data references.internal-network.properties.resourceManager.value: h_bta.resourceManager -> internal-network.resourceManager
            Data references.public-network.properties.deploymentLocation.value: h_bta.deploymentLocation -> public-network.deploymentLocation
            Data references.public-network.properties.resourceManager.value: h_bta.resourceManager -> public-network.resourceManager
            Data references.xenial-image.properties.deploymentLocation.value: h_bta.deploymentLocation -> xenial-image.deploymentLocation
            Data references.xenial-image.properties.resourceManager.value: h_bta.resourceManager -> xenial-image.resourceManager
            Watch policies.scaleStreamer.metric: A.load -> B.
            Scale scaleStreamer (out above scaleOut_threshold, in below scaleIn_threshold) on composition.B reads composition.A.load
        "#]],
        );
    }

    #[test]
    fn the_streamer_cluster_with_its_missing_storage() {
        check(
            &read("tnco", include_str!("../../../../public/samples/streamer_cluster.yaml")),
            expect![[r#"
                Frame Assembly Streamer_cluster (1.0)
                    Input deploymentLocation:string
                    Input resourceManager:string
                    Input numOfStreamers:string
                    Input tenant_key_name:string
                    Input management-network-name:uuid
                    Input public-network-name:uuid
                    Input max_connections:string
                    Output cluster_public_ip_address:string
                    Input scaleout-threshold:string
                    Input scalein-threshold:string
                    Capability HttpStream:httpStream
                Solid Resource streamer (c_streamer 1.0) Cluster { minimum: "2", initial: "numOfStreamers", maximum: Some("10") }
                    Requirement VideoNetwork
                    Requirement ManagementNetwork
                    Capability VideoStream
                Solid Resource balancer (c_balancer 1.0)
                    Requirement VideoNetwork
                    Requirement ManagementNetwork
                    Requirement PublicNetwork
                    Requirement HttpServer
                Solid Resource net_video (net_video 1.0)
                    Capability Network
                Dashed Reference management-network (urbancode-network 1.0)
                Dashed Reference public-network (urbancode-network 1.0)
                Ghost Unknown storage (not declared)
                    Requirement VideoNetwork?
                    Requirement ManagementNetwork?
                Relationship relationships.uses-net_video: net_video.Network <Active> -> streamer.VideoNetwork <Inactive>, storage.VideoNetwork <Inactive>, balancer.VideoNetwork <Inactive>
                Relationship relationships.uses-management-network: management-network. <Active> -> streamer.ManagementNetwork <Inactive>, storage.ManagementNetwork <Inactive>, balancer.ManagementNetwork <Inactive>
                Relationship relationships.balancer-uses-public-network: public-network. <Active> -> balancer.PublicNetwork <Inactive>
                Relationship acts relationships.balanceStreamer: streamer.VideoStream <Active> -> balancer.HttpServer <Active>
                Data properties.cluster_public_ip_address.value: balancer.publicIp -> Streamer_cluster.cluster_public_ip_address
                Data composition.streamer.properties.deploymentLocation.value: Streamer_cluster.deploymentLocation -> streamer.deploymentLocation
                Data composition.streamer.properties.resourceManager.value: Streamer_cluster.resourceManager -> streamer.resourceManager
                Data composition.streamer.properties.key_name.value: Streamer_cluster.tenant_key_name -> streamer.key_name
                Data composition.streamer.properties.referenced-management-network.value: management-network.id -> streamer.referenced-management-network
                Data composition.streamer.properties.referenced-video-network.value: net_video.network-id -> streamer.referenced-video-network
                Data composition.streamer.cluster.initial-quantity: Streamer_cluster.numOfStreamers -> streamer.
                Data composition.balancer.properties.deploymentLocation.value: Streamer_cluster.deploymentLocation -> balancer.deploymentLocation
                Data composition.balancer.properties.resourceManager.value: Streamer_cluster.resourceManager -> balancer.resourceManager
                Data composition.balancer.properties.key_name.value: Streamer_cluster.tenant_key_name -> balancer.key_name
                Data composition.balancer.properties.referenced-management-network.value: management-network.id -> balancer.referenced-management-network
                Data composition.balancer.properties.referenced-internal-network.value: net_video.network-id -> balancer.referenced-internal-network
                Data composition.balancer.properties.referenced-public-network.value: public-network.id -> balancer.referenced-public-network
                Data composition.net_video.properties.deploymentLocation.value: Streamer_cluster.deploymentLocation -> net_video.deploymentLocation
                Data composition.net_video.properties.resourceManager.value: Streamer_cluster.resourceManager -> net_video.resourceManager
                Data references.management-network.properties.deploymentLocation.value: Streamer_cluster.deploymentLocation -> management-network.deploymentLocation
                Data references.management-network.properties.resourceManager.value: Streamer_cluster.resourceManager -> management-network.resourceManager
                Data references.management-network.properties.name.value: Streamer_cluster.management-network-name -> management-network.name
                Data references.public-network.properties.deploymentLocation.value: Streamer_cluster.deploymentLocation -> public-network.deploymentLocation
                Data references.public-network.properties.resourceManager.value: Streamer_cluster.resourceManager -> public-network.resourceManager
                Data references.public-network.properties.name.value: Streamer_cluster.public-network-name -> public-network.name
            "#]],
        );
    }

    #[test]
    fn groups_dynamic_types_and_order() {
        let text = "\
name: assembly::groups::1.0
properties:
  streamers: {type: list}
composition:
  streamer:
    type: resource::c_streamer::1.0
    dynamicType: \"{{ 'resource::netflix::1.0' }}\"
    items: ${streamers}
    properties: {ip: {value: '${item.ip}'}}
  balancer:
    type: assembly::lb::2.1
    quantity: 2
    upgrade-dependencies: [streamer, gone]
    properties: {peer: {value: '${streamer.ip}:${nobody.port}/${lost}'}}
operations:
  Add: {source-operation: balancer.AddServer}
";
        check(
            &read("cp4na", text),
            expect![[r#"
            Frame Assembly groups (1.0)
                Input streamers:list
                Input lost?
                Operation Add
            Solid Resource streamer (c_streamer 1.0) ForEach { over: "streamers" }
            Solid Assembly balancer (lb 2.1) Fixed("2")
            Ghost Unknown nobody (not declared)
            Ghost Unknown gone (not declared)
            Data composition.streamer.items: groups.streamers -> streamer.
            Data composition.balancer.properties.peer.value: streamer.ip, nobody.port, groups.lost -> balancer.peer
            Data operations.Add.source-operation: balancer.AddServer -> groups.Add
            Order composition.balancer.upgrade-dependencies[0]: streamer. -> balancer.
            Order composition.balancer.upgrade-dependencies[1]: gone. -> balancer.
        "#]],
        );
    }

    #[test]
    fn a_component_descriptor_declares_its_ports() {
        let assembly = "\
name: assembly::a::1.0
composition:
  net: {type: 'resource::net::1.0'}
  web: {type: 'resource::web::1.0'}
relationships:
  uses: {source-capabilities: [net.Network], target-requirements: [web.Net], source-state: Active, target-state: Inactive}
";
        let net = "name: resource::net::1.0\ncapabilities: {Network: {type: neutron}}\n";
        let web = "name: resource::web::1.0\nrequirements: {Network: {type: neutron}}\n";
        check(
            &read_among("tnco", assembly, &[("net.yaml", net), ("web.yaml", web)]),
            expect![[r#"
            Frame Assembly a (1.0)
            Solid Resource net (net 1.0)
                Capability Network:neutron
            Solid Resource web (web 1.0)
                Requirement Network:neutron
                Requirement Net?
            Relationship relationships.uses: net.Network <Active> -> web.Net <Inactive>
        "#]],
        );
    }

    #[test]
    fn offers_of_the_assembly_expose_those_of_its_components() {
        let assembly = "\
name: assembly::core::1.0
composition:
  amf: {type: 'resource::amf::1.0'}
  smf: {type: 'resource::amf::1.0'}
  upf: {type: 'resource::upf::1.0'}
relationships:
  uses: {source-capabilities: [upf.N4], target-requirements: [smf.Management], source-state: Active, target-state: Inactive}
capabilities: {N2: {type: ngap}, Other: {type: nas}, N4: {type: pfcp}, Free: {type: http}}
requirements: {Management: {type: network}}
";
        let amf = "name: resource::amf::1.0\ncapabilities: {N2: {type: ngap}, N1: {type: nas}}\nrequirements: {Management: {type: network}}\n";
        let text = summary(&read_among("tnco", assembly, &[("amf.yaml", amf)]));
        let mappings = text.lines().filter(|line| line.starts_with("Mapping"));
        expect![[r#"
            Mapping capabilities.N2: amf.N2, smf.N2 -> core.N2
            Mapping capabilities.Other: amf.N1, smf.N1 -> core.Other
            Mapping capabilities.N4: upf.N4 -> core.N4
            Mapping requirements.Management: core.Management -> amf.Management
        "#]]
        .assert_eq(&mappings.fold(String::new(), |text, line| text + line + "\n"));
    }

    #[test]
    fn a_resource_is_one_frame() {
        let text = "\
name: resource::r::1.0
properties: {ip: {read-only: true}, size: {type: string}}
capabilities: {Http: {type: http}}
operations: {Add: {}}
metrics: {health: {type: 'metric::integrity'}}
policies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: 3}}}
";
        check(
            &read("tnco", text),
            expect![[r#"
            Frame Resource r (1.0)
                Output ip
                Input size:string
                Capability Http:http
                Operation Add
                Metric health:metric::integrity
            Heal heal (after 3) on  reads .health
        "#]],
        );
    }
}
