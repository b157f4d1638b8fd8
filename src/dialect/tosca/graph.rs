//! A service template as nodes and links: node templates with what they offer and need, the requirements that bind them, groups and policies.
//! What is named and not there becomes a ghost, so that a broken wire can be seen.

use std::collections::BTreeMap;

use super::matching::{Binding, Defined, Kind, Line, Matching, Offer, Target};
use super::model::{self, NodeTemplate, Service, Topology};
use super::types::{TypeId, Word, named};
use crate::graph::{
    End, Graph, Group, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Policy, Port, PortRef, Role, Side,
};
use crate::yaml::{Path, Resolved};

pub(super) fn graph(service: &Service<'_>) -> Graph {
    let Some(topology) = &service.topology else { return Graph::default() };
    let mut canvas = Canvas {
        service,
        topology,
        matching: service.matching(),
        graph: Graph::default(),
        ghosts: BTreeMap::new(),
        icons: BTreeMap::new(),
    };
    for (at, template) in topology.node_templates.iter().enumerate() {
        let node = canvas.node(at, template);
        canvas.graph.nodes.push(node);
    }
    for (at, template) in topology.node_templates.iter().enumerate() {
        canvas.wires(at, template);
    }
    for group in &topology.groups {
        let members = canvas.members(group);
        canvas.graph.groups.push(Group { id: Id(group.key.path()), label: group.name.to_string(), members });
    }
    for policy in &topology.policies {
        canvas.policy(policy);
    }
    canvas.graph
}

/// The node template's node on the canvas.
pub(super) fn id_of(template: &NodeTemplate<'_>) -> Id {
    Id(template.key.path())
}

/// `Compute` for `tosca.nodes.Compute`, `Vdu.Compute` for `tosca.nodes.nfv.Vdu.Compute`: what follows the last word in small letters.
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
    /// Nodes that are named and not there, by name.
    ghosts: BTreeMap<String, usize>,
    icons: BTreeMap<TypeId, Icon>,
}

impl Canvas<'_, '_> {
    fn node(&mut self, at: usize, template: &NodeTemplate<'_>) -> Node {
        let kind = self.matching.kind(at);
        let chosen = template.is_open();
        let said = template.type_name.as_ref().map(|it| it.text.as_ref()).unwrap_or_default();
        let icon = match kind {
            Some(kind) => *self.icons.entry(kind.line.id).or_insert_with(|| family(&kind.line)),
            None => by_name(said).unwrap_or(Icon::Unknown),
        };
        Node {
            id: id_of(template),
            look: if chosen { Look::Dashed } else { Look::Solid },
            icon,
            label: template.name.to_string(),
            caption: short_type(said).to_owned(),
            role: if chosen { "node template, to be chosen" } else { "node template" },
            multiplicity: kind.map_or(Multiplicity::One, |kind| multiplicity(template, kind)),
            badges: Vec::new(),
            ports: self.ports(at, template, kind),
        }
    }

    /// Everything the type offers and needs; shown without a wire is what is assigned here and what has to be met.
    fn ports(&self, at: usize, template: &NodeTemplate<'_>, kind: Option<&Kind>) -> Vec<Port> {
        let mut ports = Vec::new();
        let assigned = named(template.node, "capabilities");
        let is_assigned =
            |name: &str| assigned.iter().any(|it| it.key.as_str().is_some_and(|key| key == name));
        for offer in kind.into_iter().flat_map(|kind| &kind.offers) {
            let kind = offer.line.as_ref().map(|line| short_type(&line.name).to_owned());
            ports.push(port(Role::Capability, &offer.name, kind, is_assigned(&offer.name)));
        }
        let open = template.is_open();
        for need in kind.into_iter().flat_map(|kind| &kind.needs) {
            let kind = need.capability.as_ref().map(|it| short_type(&it.name).to_owned());
            let shown = (need.least > 0 && !open) || self.matching.assigned(at, &need.name) > 0;
            ports.push(port(Role::Requirement, &need.name, kind, shown));
        }
        for binding in self.matching.bindings(at) {
            if !ports.iter().any(|it: &Port| it.role == Role::Requirement && it.name == binding.name) {
                let mut port = port(Role::Requirement, &binding.name, None, true);
                port.ghost = binding.need == Defined::Undeclared;
                ports.push(port);
            }
        }
        ports
    }

    fn wires(&mut self, at: usize, template: &NodeTemplate<'_>) {
        let matching = self.matching;
        let from = matching.templates[at].from;
        let written = &self.topology.node_templates[from].requirements;
        for (position, (binding, requirement)) in matching.bindings(at).iter().zip(written).enumerate() {
            // A copy has the wires of what it copies, each where it would be written.
            let id = if from == at {
                Id(requirement.key.path())
            } else {
                Id(template.key.path().key("requirements").index(position).key(&requirement.name))
            };
            let Some(source) = self.source(binding, requirement.target.as_ref()) else { continue };
            let target =
                PortRef { node: id_of(template), role: Role::Requirement, port: binding.name.clone() };
            let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
            let joined = binding.relationship.map(|it| self.service.world.get(it));
            // The requirement's own name stands at its port.
            let label = joined.map_or(binding.name.as_str(), |it| short_type(&it.name));
            self.graph.links.push(Link {
                kind: LinkKind::Relationship,
                label: label.to_owned(),
                sources: vec![end(source)],
                targets: vec![end(target)],
                acts: joined.is_some_and(|it| it.node.get("interfaces").is_some())
                    || requirement.relationship_node.is_some_and(|it| it.get("interfaces").is_some()),
                id: id.clone(),
            });
        }
    }

    /// The capability that a requirement leads to; of a ghost, or where none fits, the node as a whole.
    fn source(&mut self, binding: &Binding, word: Option<&Word<'_>>) -> Option<PortRef> {
        let (node, port) = match binding.target {
            Target::Template(target) => {
                let capability = binding.capability.zip(self.matching.kind(target));
                let name = capability.map_or("", |(at, kind)| kind.offers[at].name.as_str());
                (target, name.to_owned())
            }
            Target::Unknown => (self.ghost(word?), String::new()),
            Target::Type(_) | Target::Open | Target::Untold => return None,
        };
        let node = &mut self.graph.nodes[node];
        if port.is_empty() && !node.ports.iter().any(|it| it.role == Role::Capability && it.name.is_empty()) {
            node.ports.push(self::port(Role::Capability, "", None, true));
        }
        Some(PortRef { node: node.id.clone(), role: Role::Capability, port })
    }

    fn ghost(&mut self, word: &Word<'_>) -> usize {
        if let Some(at) = self.ghosts.get(word.text.as_ref()) {
            return *at;
        }
        let at = self.graph.nodes.len();
        self.graph.nodes.push(Node {
            id: Id(Path::keys(["topology_template", "node_templates", word.text.as_ref()])),
            look: Look::Ghost,
            icon: Icon::Unknown,
            label: word.text.to_string(),
            caption: "not declared".to_owned(),
            role: "missing node template",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
        });
        self.ghosts.insert(word.text.to_string(), at);
        at
    }

    fn member(&mut self, word: &Word<'_>) -> Id {
        match self.topology.node_template(&word.text) {
            Some(template) => id_of(template),
            None => {
                let at = self.ghost(word);
                self.graph.nodes[at].id.clone()
            }
        }
    }

    fn members(&mut self, group: &model::Group<'_>) -> Vec<Id> {
        let mut members: Vec<Id> = group.members.iter().map(|word| self.member(word)).collect();
        members.sort();
        members.dedup();
        members
    }

    /// A policy acts on nodes, and on the members of groups.
    fn policy(&mut self, policy: &model::Policy<'_>) {
        let mut targets = Vec::new();
        for word in &policy.targets {
            match self
                .topology
                .group(&word.text)
                .filter(|_| self.topology.node_template(&word.text).is_none())
            {
                Some(group) => targets.extend(self.members(group)),
                None => targets.push(self.member(word)),
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        targets.retain(|id| seen.insert(id.clone()));
        let type_name = policy.type_name.as_ref().map(|it| it.text.as_ref()).unwrap_or_default();
        let line = policy.type_id.found().map(|id| Line::of(&self.service.world, id));
        let is = |name: &str| line.as_ref().is_some_and(|line| line.derives_from_name(name));
        let icon = if is("tosca.policies.Scaling") {
            Icon::Scale
        } else if is("tosca.policies.Performance") {
            Icon::Metric
        } else if is("tosca.policies.Update") {
            Icon::Operation
        } else {
            Icon::Policy
        };
        self.graph.policies.push(Policy {
            id: Id(policy.key.path()),
            icon,
            label: policy.name.to_string(),
            caption: short_type(type_name).to_owned(),
            targets,
            reads: None,
        });
    }
}

fn port(role: Role, name: &str, kind: Option<String>, shown: bool) -> Port {
    let side = if role == Role::Requirement { Side::Left } else { Side::Right };
    Port { role, side, name: name.to_owned(), kind, ghost: false, shown }
}

/// The picture of a family of types: by the nearest of TOSCA's own that it derives from, else by what its name says.
fn family(line: &Line) -> Icon {
    const FAMILIES: [(&str, Icon); 12] = [
        ("tosca.nodes.Compute", Icon::Compute),
        ("tosca.nodes.Abstract.Compute", Icon::Compute),
        ("tosca.nodes.DBMS", Icon::Database),
        ("tosca.nodes.Database", Icon::Database),
        ("tosca.nodes.Container.Runtime", Icon::Container),
        ("tosca.nodes.Container.Application", Icon::Container),
        ("tosca.nodes.LoadBalancer", Icon::LoadBalancer),
        ("tosca.nodes.network.Network", Icon::Network),
        ("tosca.nodes.network.Port", Icon::Network),
        ("tosca.nodes.Storage.BlockStorage", Icon::Storage),
        ("tosca.nodes.Storage.ObjectStorage", Icon::Storage),
        ("tosca.nodes.SoftwareComponent", Icon::Software),
    ];
    if let Some((_, icon)) = FAMILIES.iter().find(|(name, _)| line.derives_from_name(name)) {
        return *icon;
    }
    if line.derives_from_name("tosca.nodes.WebApplication") {
        return Icon::Software;
    }
    by_name(&line.name).unwrap_or(Icon::Resource)
}

/// The family that the name of a type tells of.
fn by_name(name: &str) -> Option<Icon> {
    const NAMED: [(&str, Icon); 9] = [
        ("loadbalancer", Icon::LoadBalancer),
        ("container", Icon::Container),
        ("database", Icon::Database),
        ("storage", Icon::Storage),
        ("virtuallink", Icon::Network),
        ("network", Icon::Network),
        ("cp", Icon::Network),
        ("compute", Icon::Compute),
        ("vdu", Icon::Compute),
    ];
    let short = short_type(name);
    let words: Vec<String> = short.split(['.', '_', '-']).map(str::to_ascii_lowercase).collect();
    let says = |name: &str| words.iter().any(|word| word == name || (name.len() > 3 && word.ends_with(name)));
    NAMED.iter().find(|(name, _)| says(name)).map(|(_, icon)| *icon)
}

/// How many instances there are, where the node is scalable and says so.
fn multiplicity(template: &NodeTemplate<'_>, kind: &Kind) -> Multiplicity {
    let is_scalable = |offer: &&Offer| {
        offer.line.as_ref().is_some_and(|line| line.derives_from_name("tosca.capabilities.Scalable"))
    };
    let Some(assigned) = template.node.get("capabilities") else { return Multiplicity::One };
    let values =
        kind.offers.iter().filter(is_scalable).find_map(|offer| assigned.get(&offer.name)?.get("properties"));
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
    use crate::dialect::{Library, Source};
    use crate::files::FilePath;
    use crate::yaml;

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
        let mut told = String::new();
        for node in &graph.nodes {
            let _ = write!(told, "{:?} {:?} {} ({})", node.look, node.icon, node.label, node.caption);
            for port in node.ports.iter().filter(|port| port.shown) {
                let side = if port.role == Role::Requirement { "<" } else { ">" };
                let _ = write!(told, " {side}{}{}", port.name, if port.ghost { "?" } else { "" });
            }
            told.push('\n');
        }
        for link in &graph.links {
            let end = |end: &End| format!("{}.{}", end.port.node.0.last_key().unwrap(), end.port.port);
            let (from, to) = (end(&link.sources[0]), end(&link.targets[0]));
            let _ = writeln!(told, "{from} - {} - {to} at {}", link.label, link.id);
        }
        for group in &graph.groups {
            let _ = writeln!(told, "group {} of {}", group.label, group.members.len());
        }
        for policy in &graph.policies {
            let targets: Vec<_> = policy.targets.iter().filter_map(|it| it.0.last_key()).collect();
            let _ = writeln!(told, "{:?} {} on {}", policy.icon, policy.label, targets.join(", "));
        }
        expected.assert_eq(&told);
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
                Solid Compute server (Compute) >scalable >
                Solid Database db (DBMS) <dependency <host <hots?
                Dashed Database store (Database)
                Solid Database again (DBMS) <dependency <host <hots?
                Solid LoadBalancer strange (LoadBalancer)
                Ghost Unknown gone (not declared) >
                Ghost Unknown nobody (not declared)
                server.host - HostedOn - db.host at topology_template.node_templates.db.requirements[0].host
                gone. - DependsOn - db.dependency at topology_template.node_templates.db.requirements[1].dependency
                server. - hots - db.hots at topology_template.node_templates.db.requirements[2].hots
                server.host - HostedOn - again.host at topology_template.node_templates.again.requirements[0].host
                gone. - DependsOn - again.dependency at topology_template.node_templates.again.requirements[1].dependency
                server. - hots - again.hots at topology_template.node_templates.again.requirements[2].hots
                group both of 2
                Policy spread on db, server, store
                Scale grow on nobody
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
