//! Service template as a graph: node templates with their capabilities and requirements, edges, groups and policies, inside the frame. Unknown
//! targets become ghost nodes, so that broken references stay visible.

mod frame;
pub(super) mod icon;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

pub(crate) use self::frame::mapped;
use self::icon::{by_name, family};
use super::matching::{
    Binding, CapabilitySignature, Lineage, Matching, NodeSignature, RelationshipTarget, RequirementLookup,
    RequirementTarget,
};
use super::model::{self, NodeTemplate, Service, Topology};
use super::types::{ScalarText, Section, TypeId};
use limn_language::cycles::cycles;
use limn_language::graph::{
    Badge, End, Graph, Group, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Policy, Port, PortIndex,
    PortRef, Role,
};
use limn_yaml::{Path, Resolved};

pub(super) fn graph(service: &Service<'_>) -> Graph {
    let Some(topology) = &service.topology else { return Graph::default() };
    let mut canvas = Canvas {
        service,
        topology,
        matching: service.matching(),
        graph: Graph::default(),
        ports: PortIndex::default(),
        ghosts: BTreeMap::new(),
        icons: BTreeMap::new(),
        hosting: BTreeMap::new(),
    };
    for (at, template) in topology.node_templates.iter().enumerate() {
        let node = canvas.node(at, template);
        canvas.graph.nodes.push(node);
    }
    for (at, template) in topology.node_templates.iter().enumerate() {
        canvas.wires(at, template);
    }
    canvas.hosting_links();
    for group in &topology.groups {
        let members = canvas.members(group);
        canvas.graph.groups.push(Group { id: Id(group.key.path()), label: group.name.to_string(), members });
    }
    for policy in &topology.policies {
        canvas.policy(policy);
    }
    canvas.frame();
    canvas.flows();
    canvas.graph
}

/// Canvas id of a node template.
pub(super) fn id_of(template: &NodeTemplate<'_>) -> Id {
    Id(template.key.path())
}

/// `Compute` for `tosca.nodes.Compute`, `Vdu.Compute` for `tosca.nodes.nfv.Vdu.Compute`: the part after the last lower-case segment.
pub(super) fn short_type(name: &str) -> &str {
    let name = name.rsplit(':').next().unwrap_or(name);
    let mut from = 0;
    for (at, _) in name.match_indices('.') {
        let word = &name[from..at];
        if word.chars().any(char::is_uppercase) {
            break;
        }
        from = at + 1;
    }
    &name[from..]
}

struct Canvas<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    matching: &'s Matching,
    graph: Graph,
    ports: PortIndex,
    /// Unknown targets by name.
    ghosts: BTreeMap<String, usize>,
    icons: BTreeMap<TypeId, Icon>,
    /// Relationship types that are hosting relationships.
    hosting: BTreeMap<TypeId, bool>,
}

impl Canvas<'_, '_> {
    fn node(&mut self, at: usize, template: &NodeTemplate<'_>) -> Node {
        let kind = self.matching.kind(at);
        let chosen = template.is_open();
        let type_name = template.type_name.as_ref().map(|word| word.text.as_ref()).unwrap_or_default();
        let icon = match kind {
            Some(kind) => *self.icons.entry(kind.line.id).or_insert_with(|| family(&kind.line)),
            None => by_name(type_name).unwrap_or(Icon::Unknown),
        };
        Node {
            id: id_of(template),
            look: if chosen { Look::Dashed } else { Look::Solid },
            icon,
            label: template.name.to_string(),
            caption: short_type(type_name).to_owned(),
            role: if chosen { "abstract node template" } else { "node template" },
            multiplicity: kind.map_or(Multiplicity::One, |kind| multiplicity(template, kind)),
            badges: badges(template, kind),
            ports: self.ports(at, template, kind),
            host: None,
        }
    }

    /// Ports of all capabilities and requirements. Unconnected optional ports are folded.
    fn ports(&self, at: usize, template: &NodeTemplate<'_>, kind: Option<&NodeSignature>) -> Vec<Port> {
        let mut ports = Vec::new();
        for offer in kind.into_iter().flat_map(|kind| &kind.capabilities) {
            let kind = offer.line.as_ref().map(|line| short_type(&line.name).to_owned());
            ports.push(port(Role::Capability, &offer.name, kind, false));
        }
        let open = template.is_open();
        let counts = self.matching.assigned_all(at);
        for need in kind.into_iter().flat_map(|kind| &kind.requirements) {
            let kind = need.capability.as_ref().map(|required| short_type(&required.name).to_owned());
            let assigned = counts.contains_key(need.name.as_str());
            let unmet = need.least > 0 && !open && !assigned;
            ports.push(Port { unmet, ..port(Role::Requirement, &need.name, kind, unmet || assigned) });
        }
        let needs = kind.into_iter().flat_map(|kind| &kind.requirements);
        ports.extend(self.values(template));
        let mut known: FxHashSet<&str> = needs.map(|need| need.name.as_str()).collect();
        for binding in self.matching.bindings(at) {
            if known.insert(&binding.name) {
                let mut port = port(Role::Requirement, &binding.name, None, true);
                port.ghost = binding.need == RequirementLookup::Undeclared;
                ports.push(port);
            }
        }
        ports
    }

    /// Ports of the values: what can be set and read are the properties, what can only be read are the attributes. Rows are for those at a wire.
    fn values(&self, template: &NodeTemplate<'_>) -> Vec<Port> {
        let Some(id) = template.type_id.found() else { return Vec::new() };
        let effective = self.service.type_scope.effective(id);
        let mut ports = Vec::new();
        for (section, roles) in [
            (Section::Properties, &[Role::Input, Role::Output][..]),
            (Section::Attributes, &[Role::Output][..]),
        ] {
            for definition in effective.section(section).iter() {
                let kind = definition.get("type").and_then(|(node, _)| node.as_str());
                let kind = kind.map(|kind| short_type(&kind).to_owned());
                // An attribute reflects the property of its name.
                let is_new = |role: Role, ports: &[Port]| {
                    !ports.iter().any(|port| port.role == role && port.name == *definition.name)
                };
                for role in roles {
                    if section == Section::Properties || is_new(*role, &ports) {
                        ports.push(port(*role, &definition.name, kind.clone(), false));
                    }
                }
            }
        }
        ports
    }

    fn wires(&mut self, at: usize, template: &NodeTemplate<'_>) {
        let matching = self.matching;
        let from = matching.templates[at].from;
        let written = &self.topology.node_templates[from].requirements;
        for (position, (binding, requirement)) in matching.bindings(at).iter().zip(written).enumerate() {
            // A copy has the edges of its source, with ids at the copy.
            let id = if from == at {
                Id(requirement.key.path())
            } else {
                Id(template.key.path().key("requirements").index(position).key(&requirement.name))
            };
            let Some(source) = self.source(binding, requirement.target.as_ref()) else { continue };
            let target =
                PortRef { node: id_of(template), role: Role::Requirement, port: binding.name.clone() };
            let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
            let joined = binding.relationship.map(|type_id| self.service.type_scope.get(type_id));
            let by = match binding.joined {
                RelationshipTarget::Template(at) => self.topology.relationship_templates.get(at),
                _ => None,
            };
            // The port shows the requirement name.
            let label = match (by, joined) {
                (Some(template), _) => &*template.name,
                (None, Some(kind)) => short_type(&kind.name),
                (None, None) => binding.name.as_str(),
            };
            let hosts = self.hosts(binding);
            self.graph.links.push(Link {
                kind: LinkKind::Relationship,
                label: label.to_owned(),
                hosts,
                by: by.map(|template| Id(template.key.path())).or_else(|| {
                    requirement.relationship_node.filter(|node| says_more(*node)).map(|_| id.clone())
                }),
                sources: vec![end(source)],
                targets: vec![end(target)],
                acts: joined.is_some_and(|relationship| relationship.node.get("interfaces").is_some())
                    || by.is_some_and(|template| template.node.get("interfaces").is_some())
                    || requirement.relationship_node.is_some_and(|node| node.get("interfaces").is_some()),
                id: id.clone(),
            });
        }
    }

    /// Port of the target capability; for a ghost or without a matching capability, the node as a whole.
    fn source(&mut self, binding: &Binding, word: Option<&ScalarText<'_>>) -> Option<PortRef> {
        let (at, port) = match binding.target {
            RequirementTarget::Template(target) => {
                let capability = binding.capability.zip(self.matching.kind(target));
                let name = capability.map_or("", |(at, kind)| kind.capabilities[at].name.as_str());
                (target, name.to_owned())
            }
            RequirementTarget::Unknown => (self.ghost(word?), String::new()),
            RequirementTarget::Type(_) | RequirementTarget::Open | RequirementTarget::Undetermined => {
                return None;
            }
        };
        let node = &mut self.graph.nodes[at];
        match self.ports.find(at, &node.ports, Role::Capability, &port) {
            Some(offered) => node.ports[offered].shown = true,
            None if port.is_empty() => node.ports.push(self::port(Role::Capability, "", None, true)),
            None => {}
        }
        Some(PortRef { node: node.id.clone(), role: Role::Capability, port })
    }

    /// Returns true for a hosting requirement. Falls back to its name if the type is unknown.
    fn hosts(&mut self, binding: &Binding) -> bool {
        let type_scope = &self.service.type_scope;
        let Some(id) = binding.relationship else { return binding.name == "host" };
        *self
            .hosting
            .entry(id)
            .or_insert_with(|| Lineage::of(type_scope, id).derives_from_name("tosca.relationships.HostedOn"))
    }

    /// Sets the host of each node with exactly one host, without cycles.
    fn hosting_links(&mut self) {
        let nodes = &self.graph.nodes;
        let index: BTreeMap<&Id, usize> = nodes.iter().enumerate().map(|(at, node)| (&node.id, at)).collect();
        let mut hosts: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); nodes.len()];
        for link in self.graph.links.iter().filter(|link| link.hosts) {
            let (Some(source), Some(target)) = (link.sources.first(), link.targets.first()) else { continue };
            if let (Some(host), Some(guest)) = (index.get(&source.port.node), index.get(&target.port.node)) {
                hosts[*guest].insert(*host);
            }
        }
        let only = |hosts: &BTreeSet<usize>| hosts.first().copied().filter(|_| hosts.len() == 1);
        let mut host: Vec<Option<usize>> = hosts.iter().map(only).collect();
        let real = |at: usize| nodes[at].look != Look::Ghost;
        for host in &mut host {
            *host = host.filter(|at| real(*at));
        }
        let edges: Vec<(usize, usize)> =
            host.iter().enumerate().filter_map(|(guest, host)| Some((guest, (*host)?))).collect();
        for circular in cycles(nodes.len(), &edges).into_iter().flatten() {
            host[circular] = None;
        }
        let found: Vec<Option<Id>> = host.iter().map(|host| host.map(|at| nodes[at].id.clone())).collect();
        for (node, host) in self.graph.nodes.iter_mut().zip(found) {
            node.host = host;
        }
    }

    fn ghost(&mut self, word: &ScalarText<'_>) -> usize {
        if let Some(at) = self.ghosts.get(word.text.as_ref()) {
            return *at;
        }
        let at = self.graph.nodes.len();
        self.graph.nodes.push(Node {
            id: Id(Path::keys(["topology_template", "node_templates", word.text.as_ref()])),
            look: Look::Ghost,
            icon: Icon::Unknown,
            label: word.text.to_string(),
            caption: "unknown".to_owned(),
            role: "unknown node template",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        });
        self.ghosts.insert(word.text.to_string(), at);
        at
    }

    fn member(&mut self, word: &ScalarText<'_>) -> Id {
        match self.topology.node_template(&word.text) {
            Some(template) => id_of(template),
            None => {
                let at = self.ghost(word);
                self.graph.nodes[at].id.clone()
            }
        }
    }

    fn members(&mut self, group: &model::Group<'_>) -> Vec<Id> {
        // The service template itself is not a node.
        let is_node = |word: &&ScalarText<'_>| {
            self.topology.node_template(&word.text).is_some() || !self.service.is_template_name(&word.text)
        };
        let words: Vec<&ScalarText<'_>> = group.members.iter().filter(is_node).collect();
        let mut members: Vec<Id> = words.into_iter().map(|word| self.member(word)).collect();
        members.sort();
        members.dedup();
        members
    }

    /// A policy targets nodes and groups.
    fn policy(&mut self, policy: &model::Policy<'_>) {
        let mut targets = Vec::new();
        for word in &policy.targets {
            let group = self.topology.group(&word.text);
            match group.filter(|_| self.topology.node_template(&word.text).is_none()) {
                Some(group) => targets.push(Id(group.key.path())),
                None => targets.push(self.member(word)),
            }
        }
        let mut seen = BTreeSet::new();
        targets.retain(|id| seen.insert(id.clone()));
        let type_name = policy.type_name.as_ref().map(|word| word.text.as_ref()).unwrap_or_default();
        let line = policy.type_id.found().map(|id| Lineage::of(&self.service.type_scope, id));
        self.graph.policies.push(Policy {
            id: Id(policy.key.path()),
            icon: icon::of_policy(line.as_ref()),
            label: policy.name.to_string(),
            caption: short_type(type_name).to_owned(),
            targets,
            triggers: policy
                .triggers
                .iter()
                .filter_map(|trigger| Some(trigger.key.as_str()?.into_owned()))
                .collect(),
            reads: None,
        });
    }
}

/// Returns true if a relationship in the long notation has more than a type.
fn says_more(relationship: limn_yaml::Node<'_>) -> bool {
    relationship.entries().any(|entry| entry.key.as_str().is_some_and(|key| key != "type"))
}

fn port(role: Role, name: &str, kind: Option<String>, shown: bool) -> Port {
    Port {
        role,
        side: role.side(),
        name: name.to_owned(),
        kind,
        ghost: false,
        shown,
        unmet: false,
        folds: false,
    }
}

/// Badges for directives, abstract types and copies.
fn badges(template: &NodeTemplate<'_>, kind: Option<&NodeSignature>) -> Vec<Badge> {
    let mut badges = Vec::new();
    for directive in &template.directives {
        let title = match directive.text.as_ref() {
            "substitute" | "substitutable" => "can be substituted by another service template",
            "select" | "selectable" => "selected among existing nodes",
            _ => "orchestrator directive",
        };
        badges.push(Badge {
            icon: Icon::Dynamic,
            text: directive.text.to_string(),
            title: format!("{}: {title}", directive.text),
        });
    }
    if kind.is_some_and(|kind| kind.line.name.starts_with("tosca.nodes.Abstract.")) {
        let title = "abstract node type: the implementation is selected later".to_owned();
        badges.push(Badge { icon: Icon::Dynamic, text: "abstract".to_owned(), title });
    }
    if let Some(copied) = &template.copy {
        let (text, title) = (format!("copy of {}", copied.text), format!("copy of {}", copied.text));
        badges.push(Badge { icon: Icon::ForEach, text, title });
    }
    badges
}

/// Number of instances, from the scalable capability.
fn multiplicity(template: &NodeTemplate<'_>, kind: &NodeSignature) -> Multiplicity {
    let is_scalable = |offer: &&CapabilitySignature| {
        offer.line.as_ref().is_some_and(|line| line.derives_from_name("tosca.capabilities.Scalable"))
    };
    let Some(assigned) = template.sections.get(Section::Capabilities) else { return Multiplicity::One };
    let values = kind
        .capabilities
        .iter()
        .filter(is_scalable)
        .find_map(|offer| assigned.get(&offer.name)?.get("properties"));
    let number = |key: &str| match values?.get(key)?.resolved()? {
        Resolved::Int(number) => Some(number.to_string()),
        _ => None,
    };
    let (minimum, maximum) = (number("min_instances"), number("max_instances"));
    if minimum.is_none() && maximum.is_none() || (minimum == maximum && minimum.as_deref() == Some("1")) {
        return Multiplicity::One;
    }
    let minimum = minimum.unwrap_or_else(|| "1".to_owned());
    Multiplicity::Cluster {
        initial: number("default_instances").unwrap_or_else(|| minimum.clone()),
        minimum,
        maximum,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use limn_files::FilePath;
    use limn_language::dialect::{Library, Source};
    use limn_language::graph::Side;
    use limn_yaml as yaml;

    #[track_caller]
    fn check(topology: &str, expected: Expect) {
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{topology}");
        let file = FilePath::new("service.yaml").unwrap();
        let document = Arc::new(yaml::parse(text));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        let profile = &super::super::recognize::PROFILES[0];
        let source = Source { file: &file, document: &document, profile, library: &Arc::new(library) };
        let graph = graph(&super::super::read::read(&source));
        let mut summary = String::new();
        for node in graph.frame.iter().chain(&graph.nodes) {
            let _ = write!(summary, "{:?} {:?} {} ({})", node.look, node.icon, node.label, node.caption);
            if let Some(host) = &node.host {
                let _ = write!(summary, " on {}", host.0.last_key().unwrap());
            }
            for badge in &node.badges {
                let _ = write!(summary, " [{}]", badge.text);
            }
            for port in node.ports.iter().filter(|port| port.shown) {
                let side = if port.side == Side::Left { "<" } else { ">" };
                let mark = if port.ghost {
                    "?"
                } else if port.unmet {
                    "!"
                } else {
                    ""
                };
                let _ = write!(summary, " {side}{}{mark}", port.name);
            }
            match node.ports.iter().filter(|port| port.is_folded()).count() {
                0 => {}
                folded => summary.push_str(&format!(" +{folded}")),
            }
            summary.push('\n');
        }
        for link in &graph.links {
            let end =
                |end: &End| format!("{}.{}", end.port.node.0.last_key().unwrap_or("frame"), end.port.port);
            let (from, to) = (end(&link.sources[0]), end(&link.targets[0]));
            let by = link.by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
            let _ = writeln!(summary, "{:?} {from} - {} - {to} at {}{by}", link.kind, link.label, link.id);
        }
        for group in &graph.groups {
            let _ = writeln!(summary, "group {} of {}", group.label, group.members.len());
        }
        for policy in &graph.policies {
            let targets: Vec<_> = policy.targets.iter().filter_map(|target| target.0.last_key()).collect();
            let when = if policy.triggers.is_empty() {
                String::new()
            } else {
                format!(" when {}", policy.triggers.join(", "))
            };
            let _ = writeln!(summary, "{:?} {} on {}{when}", policy.icon, policy.label, targets.join(", "));
        }
        expected.assert_eq(&summary);
    }

    #[test]
    fn nodes_wires_groups_and_policies_are_drawn() {
        check(
            "\
topology_template:
  node_templates:
    server: {type: Compute, capabilities: {scalable: {properties: {min_instances: 1, max_instances: 3}}}}
    db: {type: tosca.nodes.DBMS, requirements: [host: server, dependency: gone, hots: server]}
    store: {type: tosca.nodes.Database, directives: [substitutable]}
    again: {copy: db}
    strange: {type: my.own.LoadBalancer}
  groups: {both: {type: tosca.groups.Root, members: [server, db]}}
  policies:
    - spread: {type: tosca.policies.Placement, targets: [both, store]}
    - grow: {type: tosca.policies.Scaling, targets: [nobody]}
",
            expect![[r#"
                Frame Assembly service.yaml ()
                Solid Compute server (Compute) <host < +7
                Solid Database db (DBMS) on server >dependency >host >hots? +2
                Dashed Database store (Database) [substitutable] +4
                Solid Database again (DBMS) on server [copy of db] >dependency >host >hots? +2
                Solid LoadBalancer strange (LoadBalancer)
                Ghost Unknown gone (unknown) <
                Ghost Unknown nobody (unknown)
                Relationship server.host - HostedOn - db.host at topology_template.node_templates.db.requirements[0].host
                Relationship gone. - DependsOn - db.dependency at topology_template.node_templates.db.requirements[1].dependency
                Relationship server. - hots - db.hots at topology_template.node_templates.db.requirements[2].hots
                Relationship server.host - HostedOn - again.host at topology_template.node_templates.again.requirements[0].host
                Relationship gone. - DependsOn - again.dependency at topology_template.node_templates.again.requirements[1].dependency
                Relationship server. - hots - again.hots at topology_template.node_templates.again.requirements[2].hots
                group both of 2
                Policy spread on both, store
                Scale grow on nobody
            "#]],
        );
    }

    #[test]
    fn hosting_is_found_except_for_double_hosts_and_cycles() {
        check(
            "\
topology_template:
  node_templates:
    server: {type: Compute}
    db: {type: tosca.nodes.DBMS, requirements: [host: server]}
    store: {type: tosca.nodes.Database, requirements: [host: db]}
    two: {type: tosca.nodes.SoftwareComponent, requirements: [host: server, host: other]}
    other: {type: Compute}
    a: {type: tosca.nodes.SoftwareComponent, requirements: [host: b]}
    b: {type: tosca.nodes.SoftwareComponent, requirements: [host: a]}
    on_a: {type: tosca.nodes.SoftwareComponent, requirements: [host: a]}
    free: {type: not.known, requirements: [host: {node: server}]}
",
            expect![[r#"
                Frame Assembly service.yaml ()
                Solid Compute server (Compute) <host < +7
                Solid Database db (DBMS) on server <host >host +2
                Solid Database store (Database) on db >host +3
                Solid Software two (SoftwareComponent) >host +2
                Solid Compute other (Compute) <host +7
                Solid Software a (SoftwareComponent) >host < +2
                Solid Software b (SoftwareComponent) >host < +2
                Solid Software on_a (SoftwareComponent) on a >host +2
                Solid Unknown free (known) on server >host
                Relationship server.host - HostedOn - db.host at topology_template.node_templates.db.requirements[0].host
                Relationship db.host - HostedOn - store.host at topology_template.node_templates.store.requirements[0].host
                Relationship server.host - HostedOn - two.host at topology_template.node_templates.two.requirements[0].host
                Relationship other.host - HostedOn - two.host at topology_template.node_templates.two.requirements[1].host
                Relationship b. - HostedOn - a.host at topology_template.node_templates.a.requirements[0].host
                Relationship a. - HostedOn - b.host at topology_template.node_templates.b.requirements[0].host
                Relationship a. - HostedOn - on_a.host at topology_template.node_templates.on_a.requirements[0].host
                Relationship server. - host - free.host at topology_template.node_templates.free.requirements[0].host
            "#]],
        );
    }

    #[test]
    fn inputs_outputs_and_what_is_substituted_stand_on_the_frame() {
        check(
            "\
metadata: {template_name: queue}
node_types:
  Queue:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer}}
    capabilities: {receiver: {type: tosca.capabilities.Endpoint}}
    requirements: [db: {capability: tosca.capabilities.Endpoint.Database}, more: {capability: tosca.capabilities.Node}]
topology_template:
  inputs: {size: {type: integer}, port: {type: integer}}
  substitution_mappings:
    node_type: Queue
    properties: {size: [size]}
    capabilities: {receiver: [app, app_endpoint]}
    requirements: {db: [app, dependency]}
  node_templates:
    server: {type: Compute, attributes: {private_address: x}}
    app:
      type: tosca.nodes.WebApplication
      properties: {context_root: {concat: ['/', {get_input: port}]}}
      requirements: [host: {node: web, relationship: standing}]
    web: {type: tosca.nodes.WebServer, properties: {component_version: {get_property: [server, host, num_cpus]}}, requirements: [host: server]}
  relationship_templates: {standing: {type: tosca.relationships.HostedOn}, spare: {type: tosca.relationships.HostedOn}}
  policies: [grow: {type: tosca.policies.Scaling, targets: [web], triggers: {full: {event: x, action: []}}}]
  workflows: {deploy: {steps: {one: {target: web, activities: [{set_state: x}]}}}}
  outputs: {address: {value: {get_attribute: [server, private_address]}}}
",
            expect![[r#"
                Frame Assembly queue (substitutes Queue) [deploy] [spare] <size <port >address <receiver >db >more!
                Solid Compute server (Compute) <host +7
                Solid Web app (WebApplication) on web <app_endpoint >dependency >host +1
                Solid Web web (WebServer) on server <host >host +4
                Relationship web.host - standing - app.host at topology_template.node_templates.app.requirements[0].host by topology_template.relationship_templates.standing
                Relationship server.host - HostedOn - web.host at topology_template.node_templates.web.requirements[0].host
                Mapping app.app_endpoint -  - frame.receiver at topology_template.substitution_mappings.capabilities.receiver
                Mapping frame.db -  - app.dependency at topology_template.substitution_mappings.requirements.db
                Data frame.port -  - app.context_root at topology_template.node_templates.app.properties.context_root.concat[1]
                Data server.num_cpus -  - web.component_version at topology_template.node_templates.web.properties.component_version
                Data server.private_address -  - frame.address at topology_template.outputs.address.value
                Scale grow on web when full
            "#]],
        );
    }

    #[test]
    fn a_relationship_that_is_described_in_its_place_is_by_itself() {
        check(
            "\
topology_template:
  node_templates:
    server: {type: Compute}
    plain: {type: DBMS, requirements: [host: {node: server, relationship: {type: tosca.relationships.HostedOn}}]}
    told:
      type: DBMS
      requirements:
        - host: {node: server, relationship: {type: tosca.relationships.HostedOn, interfaces: {Configure: {}}}}
",
            expect![[r#"
                Frame Assembly service.yaml ()
                Solid Compute server (Compute) <host +7
                Solid Database plain (DBMS) on server >host +3
                Solid Database told (DBMS) on server >host +3
                Relationship server.host - HostedOn - plain.host at topology_template.node_templates.plain.requirements[0].host
                Relationship server.host - HostedOn - told.host at topology_template.node_templates.told.requirements[0].host by topology_template.node_templates.told.requirements[0].host
            "#]],
        );
    }

    #[test]
    fn types_are_shortened_for_reading() {
        assert_eq!(short_type("tosca.nodes.Compute"), "Compute");
        assert_eq!(short_type("tosca.nodes.nfv.Vdu.Compute"), "Vdu.Compute");
        assert_eq!(short_type("tosca:Compute"), "Compute");
        assert_eq!(short_type("my_node"), "my_node");
        assert_eq!(short_type("org.nodes.thing"), "thing");
        assert_eq!(short_type(""), "");
    }
}
