//! The graph that the canvas shows, shared by all dialects. It contains no ranges and no YAML text: equal graphs are equal drawings.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use limn_files::{FilePath, Workspace, image_url};
use limn_yaml::Path;

pub use crate::collapse::Collapsed;
pub use crate::icon::Icon;

/// An element on the canvas is identified by the path of its declaration: `composition.streamer`. A ghost has the path that its declaration would
/// have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub Path);

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// One document as nodes and links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The document itself as a boundary around the nodes, its ports on its own edge.
    pub frame: Option<Node>,
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
    pub groups: Vec<Group>,
    pub policies: Vec<Policy>,
    /// Elements with one of eight colors that identifies them: such a link is drawn as an undirected band, such a policy as a badge of that color.
    pub hues: BTreeMap<Id, u8>,
    /// Images that documents specify for nodes, instead of their icons.
    pub images: BTreeMap<Id, Image>,
    /// The links that are drawn as wires.
    pub layer: WireLayer,
    /// For a part of a diagram: what its ports are connected to outside it.
    pub outside: BTreeMap<PortRef, Vec<OutsideEnd>>,
    /// Collapsed hosts and groups: the nodes inside each.
    pub collapsed: Collapsed,
    /// Groups and policies that are not drawn because all they apply to is inside collapsed cards: by one of these cards.
    pub hidden: Collapsed,
}

/// A node at the other end of a link that leaves a part of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideEnd {
    /// The kind of the link.
    pub kind: LinkKind,
    /// The name of the node.
    pub name: String,
}

/// Links of a diagram that are drawn as wires; the others are shown on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WireLayer {
    #[default]
    Relationships,
    /// Values that flow between properties.
    Values,
    Both,
}

impl WireLayer {
    pub const ALL: [WireLayer; 3] = [WireLayer::Relationships, WireLayer::Values, WireLayer::Both];

    pub fn label(self) -> &'static str {
        match self {
            WireLayer::Relationships => "Relationships",
            WireLayer::Values => "Values",
            WireLayer::Both => "Both",
        }
    }

    /// Returns true if links of a kind are drawn as wires.
    pub fn draws(self, kind: LinkKind) -> bool {
        match self {
            WireLayer::Relationships => kind != LinkKind::Data,
            WireLayer::Values => kind == LinkKind::Data,
            WireLayer::Both => true,
        }
    }
}

/// An image that a document specifies for a node. Nothing is loaded from other servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// A `data:image/…` URL.
    Data(String),
    /// A file of the workspace.
    File(FilePath),
}

/// Look of a node. Dashed nodes exist before; ghosts are referenced but not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    Solid,
    Dashed,
    Frame,
    Ghost,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub id: Id,
    pub look: Look,
    pub icon: Icon,
    /// The name as written.
    pub label: String,
    /// The line below it: the type, shortened for reading.
    pub caption: String,
    /// Its kind in the dialect's words: "component", "reference". Read by screen readers.
    pub role: &'static str,
    pub multiplicity: Multiplicity,
    pub badges: Vec<Badge>,
    pub ports: Vec<Port>,
    /// The host, if there is one and hosting has no cycle: the node is drawn inside it, or connected to it.
    pub host: Option<Id>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Multiplicity {
    #[default]
    One,
    /// `quantity`, as written.
    Fixed(String),
    Cluster {
        minimum: String,
        initial: String,
        maximum: Option<String>,
    },
    ForEach {
        over: String,
    },
}

/// A short mark on a node: an icon, a few letters, and the sentence that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub icon: Icon,
    pub text: String,
    pub title: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    Left,
    Right,
}

/// The purpose of a port. Ports of different roles are never connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    Capability,
    Requirement,
    /// A value that can be set.
    Input,
    /// A value that can be read.
    Output,
    Operation,
    Metric,
}

impl Role {
    /// The purpose in a word, for people: values are properties in either direction.
    pub fn word(self) -> &'static str {
        match self {
            Role::Capability => "capability",
            Role::Requirement => "requirement",
            Role::Input | Role::Output => "property",
            Role::Operation => "operation",
            Role::Metric => "metric",
        }
    }

    /// The side of a card with the ports of this role. A diagram reads from left to right: from what needs something to what offers it, and from a value
    /// to what is computed from it.
    pub fn side(self) -> Side {
        match self {
            Role::Capability | Role::Input => Side::Left,
            Role::Requirement | Role::Output | Role::Operation | Role::Metric => Side::Right,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    pub role: Role,
    pub side: Side,
    /// Unique among the node's ports of this role. Empty: the node as a whole.
    pub name: String,
    /// The type that both ends must match, if known.
    pub kind: Option<String>,
    /// A ghost: referenced by a link, not declared.
    pub ghost: bool,
    /// Has a row on the card. Other ports are folded: properties, and optional ports without a connection.
    pub shown: bool,
    /// Must be connected, and is not.
    pub unmet: bool,
    /// A value that the layer has, but no row for: it counts among the folded ports.
    pub folds: bool,
}

impl Port {
    /// Has a row of its own on the card.
    pub fn has_row(&self) -> bool {
        self.shown && !self.name.is_empty()
    }

    /// Not connected, and optional or a value: counted by the "three more" of a card.
    pub fn is_folded(&self) -> bool {
        !self.shown
            && !self.name.is_empty()
            && (self.folds || matches!(self.role, Role::Capability | Role::Requirement))
    }
}

/// Port index: finds ports of the nodes of a graph under construction, by node, role and name. Ports may only be appended meanwhile.
#[derive(Debug, Default)]
pub struct PortIndex(HashMap<usize, IndexedPorts>);

#[derive(Debug, Default)]
struct IndexedPorts {
    /// Number of indexed ports of the node.
    count: usize,
    by_role: HashMap<Role, HashMap<String, usize>>,
}

impl PortIndex {
    /// Up to this many ports are searched one by one.
    const FEW: usize = 16;

    /// The position of the first port of a role and a name among the ports of a node. `node`: the same number each time.
    pub fn find(&mut self, node: usize, ports: &[Port], role: Role, name: &str) -> Option<usize> {
        if ports.len() <= Self::FEW {
            return ports.iter().position(|port| port.role == role && port.name == name);
        }
        let known = self.0.entry(node).or_default();
        for (at, port) in ports.iter().enumerate().skip(known.count) {
            known.by_role.entry(port.role).or_default().entry(port.name.clone()).or_insert(at);
        }
        known.count = ports.len();
        known.by_role.get(&role)?.get(name).copied()
    }
}

/// One port of one node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PortRef {
    pub node: Id,
    pub role: Role,
    pub port: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// Capability to requirement: the thick wires.
    Relationship,
    /// A value that flows: thin, derived from expressions.
    Data,
    /// Order: dotted.
    Order,
    /// From a metric to the policy's target.
    Watch,
    /// Between a port of the frame and the port inside it that it exposes.
    Mapping,
    /// To the step that follows on success.
    Success,
    /// To the step that follows on failure.
    Failure,
}

impl LinkKind {
    /// Drawn from port to port, with a label, and followed by keys.
    pub fn is_drawn(self) -> bool {
        matches!(self, LinkKind::Relationship | LinkKind::Success | LinkKind::Failure)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The path of the relationship; for a derived link that of its expression (a property, a list item).
    pub id: Id,
    pub kind: LinkKind,
    /// Its name, if it has one, and additions.
    pub label: String,
    /// Several ends on a side make a hub.
    pub sources: Vec<End>,
    pub targets: Vec<End>,
    /// Has operations that run when it is created or removed.
    pub acts: bool,
    /// Its targets are hosted on its source: if they are drawn inside it, the wire is omitted.
    pub hosts: bool,
    /// The element that describes it besides its type: a relationship template, which several links may share, or the link itself.
    pub by: Option<Id>,
}

impl Link {
    /// The ends at which its drawing begins and ends. What offers something is the source of a relationship, but is drawn after what needs it.
    pub fn as_read(&self) -> (&[End], &[End]) {
        let offers = |end: &End| end.port.role == Role::Capability;
        let is_offer = self.sources.iter().any(offers)
            || self.targets.iter().any(|end| end.port.role == Role::Requirement);
        match self.kind {
            LinkKind::Relationship | LinkKind::Mapping if is_offer => (&self.targets, &self.sources),
            _ => (&self.sources, &self.targets),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub port: PortRef,
    /// Path of this end, to disconnect one of several.
    pub written: Id,
    /// A short word at the end: a state, `pre`.
    pub note: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub id: Id,
    pub label: String,
    pub members: Vec<Id>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    pub id: Id,
    pub icon: Icon,
    pub label: String,
    pub caption: String,
    /// The nodes it acts on, ghosts included, and groups.
    pub targets: Vec<Id>,
    /// Its triggers, by name.
    pub triggers: Vec<String>,
    /// The metric it watches.
    pub reads: Option<PortRef>,
}

/// A part of a document with a diagram of its own: a workflow.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    pub id: Id,
    pub label: String,
    /// Its kind in the dialect's words: "workflow".
    pub kind: &'static str,
    pub graph: Arc<Graph>,
}

impl Graph {
    /// A node by id, the frame included.
    pub fn node(&self, id: &Id) -> Option<&Node> {
        self.frame.iter().chain(&self.nodes).find(|node| node.id == *id)
    }

    /// Returns true if any value flows, or can: a node has a property that can be set.
    pub fn has_values(&self) -> bool {
        let is_property = |port: &Port| port.role == Role::Input && !port.name.is_empty();
        self.links.iter().any(|link| link.kind == LinkKind::Data)
            || self.nodes.iter().any(|node| node.ports.iter().any(is_property))
    }

    /// The layer in which the document says most: its values, if nothing but values connects its nodes.
    pub fn main_layer(&self) -> WireLayer {
        let of_node = |end: &End| end.port.role == Role::Output && !end.port.node.0.is_empty();
        let flows = |link: &Link| link.kind == LinkKind::Data && link.sources.iter().any(of_node);
        let connects = |link: &Link| link.kind != LinkKind::Data;
        let only_values = self.links.iter().any(flows) && !self.links.iter().any(connects);
        if only_values && !self.has_hosts() { WireLayer::Values } else { WireLayer::Relationships }
    }

    /// The graph with the links of a layer as wires. With values, properties have rows: those at a wire and, if only values are drawn, all that can be
    /// set and those that can only be read, and operations and metrics; capabilities and requirements are then folded. With both, the values without a wire
    /// are.
    pub fn with_layer(self: &Arc<Graph>, layer: WireLayer) -> Arc<Graph> {
        if layer == self.layer || !self.has_values() {
            return Arc::clone(self);
        }
        let mut graph = Graph { layer, ..Graph::clone(self) };
        if layer == WireLayer::Relationships {
            return Arc::new(graph);
        }
        let data = self.links.iter().filter(|link| link.kind == LinkKind::Data);
        let wired: HashSet<&PortRef> =
            data.flat_map(|link| link.sources.iter().chain(&link.targets)).map(|end| &end.port).collect();
        for node in graph.frame.iter_mut().chain(&mut graph.nodes) {
            let settable: HashSet<String> = node
                .ports
                .iter()
                .filter(|port| port.role == Role::Input)
                .map(|port| port.name.clone())
                .collect();
            for port in node.ports.iter_mut().filter(|port| !port.name.is_empty()) {
                let of_node = PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() };
                let is_own = match port.role {
                    Role::Input | Role::Operation | Role::Metric => true,
                    Role::Output => !settable.contains(&port.name),
                    Role::Capability | Role::Requirement => false,
                };
                let only = layer == WireLayer::Values;
                port.shown = match port.role {
                    Role::Capability | Role::Requirement => port.shown && (!only || port.ghost),
                    _ => port.shown || wired.contains(&of_node) || only && is_own,
                };
                port.folds = is_own && !port.shown;
            }
        }
        Arc::new(graph)
    }

    /// Returns true if any node is inside another one.
    pub fn has_hosts(&self) -> bool {
        self.nodes.iter().any(|node| node.host.is_some())
    }

    /// Returns true if a link expresses the hosting of any node, so that hosting can be drawn in two ways.
    pub fn has_hosting_links(&self) -> bool {
        !self.linked_to_hosts().is_empty()
    }

    /// The nodes that a link connects to their host.
    fn linked_to_hosts(&self) -> HashSet<&Id> {
        let hosts = self.hosts();
        let links = self.links.iter().filter(|link| link.hosts);
        let guests = links.flat_map(|link| link.targets.iter().map(move |end| (link, &end.port.node)));
        guests.filter(|(link, guest)| says_hosting(link, guest, &hosts)).map(|(_, guest)| guest).collect()
    }

    /// The host of each hosted node.
    fn hosts(&self) -> HashMap<&Id, &Id> {
        self.nodes.iter().filter_map(|node| Some((&node.id, node.host.as_ref()?))).collect()
    }

    /// Moves nodes whose hosting is drawn as a link out of their hosts, into the node that contains the hosts, such as the document of both.
    fn unnest(&self) -> Graph {
        let (hosts, linked) = (self.hosts(), self.linked_to_hosts());
        let mut graph = Graph::clone(self);
        for node in &mut graph.nodes {
            let mut at = &node.id;
            // No more steps than nodes, for any graph.
            for _ in 0..hosts.len() {
                let Some(host) = hosts.get(at).filter(|_| linked.contains(at)) else { break };
                at = *host;
            }
            node.host = hosts.get(at).filter(|_| !linked.contains(at)).map(|host| (*host).clone());
        }
        graph
    }

    /// The graph with image files as `data:` URLs; unreadable ones are omitted.
    pub fn with_images(self: &Arc<Graph>, workspace: &Workspace) -> Arc<Graph> {
        if self.images.is_empty() {
            return Arc::clone(self);
        }
        let mut graph = Graph::clone(self);
        graph.images.retain(|_, image| {
            if let Image::File(file) = image {
                let url = workspace.files.get(file).and_then(|content| image_url(file, content));
                let Some(url) = url else { return false };
                *image = Image::Data(url);
            }
            true
        });
        Arc::new(graph)
    }

    /// The ports of the frame that no drawn link ends at, by number, if they are many: in a column they would take the space of the diagram's content.
    fn unwired_of_frame(&self) -> Vec<usize> {
        // If only values are drawn, users start wires at these ports; in an empty frame, such as that of a resource, nothing else is visible.
        let few = if self.layer == WireLayer::Values || self.nodes.is_empty() { 24 } else { 3 };
        let Some(frame) = &self.frame else { return Vec::new() };
        let is_drawn = |link: &&Link| self.layer.draws(link.kind) && link.kind != LinkKind::Watch;
        let drawn = self.links.iter().filter(is_drawn);
        let ends = drawn.flat_map(|link| link.sources.iter().chain(&link.targets)).map(|end| &end.port);
        let wired: HashSet<(Role, &str)> =
            ends.filter(|port| port.node == frame.id).map(|port| (port.role, port.port.as_str())).collect();
        let is_unwired =
            |port: &Port| port.has_row() && !port.ghost && !wired.contains(&(port.role, port.name.as_str()));
        let ports = frame.ports.iter().enumerate().filter(|(_, port)| is_unwired(port));
        let unwired: Vec<usize> = ports.map(|(at, _)| at).collect();
        if unwired.len() > few { unwired } else { Vec::new() }
    }

    /// The graph as drawn: many unwired ports of the frame are folded; hosted nodes are inside their hosts if `nested`, and ports that only express hosting are omitted; otherwise hosting is
    /// drawn as links, and only nodes without such a link, such as the member of a cluster, are inside another one.
    pub fn as_drawn(self: &Arc<Graph>, nested: bool) -> Arc<Graph> {
        let unwired = self.unwired_of_frame();
        if !self.has_hosts() && unwired.is_empty() {
            return Arc::clone(self);
        }
        let mut graph = if nested { Graph::clone(self) } else { self.unnest() };
        for at in unwired {
            if let Some(port) = graph.frame.as_mut().and_then(|frame| frame.ports.get_mut(at)) {
                port.shown = false;
            }
        }
        if !nested {
            return Arc::new(graph);
        }
        let hosts = self.hosts();
        // Number of links of each port, and number of those that express the node's hosting.
        let mut joined: HashMap<&PortRef, (usize, usize)> = HashMap::new();
        for link in &self.links {
            let nests = link.targets.iter().all(|end| says_hosting(link, &end.port.node, &hosts));
            for end in link.sources.iter().chain(&link.targets) {
                let count = joined.entry(&end.port).or_default();
                count.0 += 1;
                count.1 += usize::from(nests);
            }
        }
        let needless: HashSet<&PortRef> =
            joined.into_iter().filter(|(_, (all, nests))| all == nests).map(|(port, _)| port).collect();
        for node in &mut graph.nodes {
            for port in node.ports.iter_mut().filter(|port| port.shown && !port.ghost) {
                let of_node = PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() };
                port.shown = !needless.contains(&of_node);
            }
        }
        Arc::new(graph)
    }
}

/// Returns true if a link is between a node and its host.
fn says_hosting(link: &Link, guest: &Id, hosts: &HashMap<&Id, &Id>) -> bool {
    link.hosts && hosts.get(guest).is_some_and(|host| link.sources.iter().any(|end| end.port.node == **host))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a` offers `x` to `b`, which reads `a.ip` and the input `size` of the frame; `b.rest` is used by nothing.
    fn flowing() -> Arc<Graph> {
        let port = |role: Role, name: &str, shown| Port {
            role,
            side: role.side(),
            name: name.to_owned(),
            kind: None,
            ghost: false,
            shown,
            unmet: false,
            folds: false,
        };
        let node = |name: &str, look, ports| Node {
            id: Id(if name.is_empty() { Path::root() } else { Path::keys([name]) }),
            look,
            icon: Icon::Resource,
            label: name.to_owned(),
            caption: String::new(),
            role: "component",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports,
            host: None,
        };
        let end = |name: &str, role, port: &str| End {
            port: PortRef {
                node: Id(if name.is_empty() { Path::root() } else { Path::keys([name]) }),
                role,
                port: port.to_owned(),
            },
            written: Id::default(),
            note: String::new(),
        };
        let link = |name: &str, kind, from, to| Link {
            id: Id(Path::keys([name])),
            kind,
            label: String::new(),
            sources: vec![from],
            targets: vec![to],
            acts: false,
            hosts: false,
            by: None,
        };
        Arc::new(Graph {
            frame: Some(node("", Look::Frame, vec![port(Role::Input, "size", true)])),
            nodes: vec![
                node(
                    "a",
                    Look::Solid,
                    vec![port(Role::Capability, "x", true), port(Role::Output, "ip", false)],
                ),
                node(
                    "b",
                    Look::Solid,
                    vec![
                        port(Role::Requirement, "x", true),
                        port(Role::Input, "address", false),
                        port(Role::Output, "address", false),
                        port(Role::Input, "size", false),
                        port(Role::Input, "rest", false),
                        port(Role::Output, "state", false),
                        port(Role::Operation, "restart", false),
                    ],
                ),
            ],
            links: vec![
                link(
                    "r",
                    LinkKind::Relationship,
                    end("a", Role::Capability, "x"),
                    end("b", Role::Requirement, "x"),
                ),
                link("v", LinkKind::Data, end("a", Role::Output, "ip"), end("b", Role::Input, "address")),
                link("w", LinkKind::Data, end("", Role::Input, "size"), end("b", Role::Input, "size")),
            ],
            ..Graph::default()
        })
    }

    fn rows(graph: &Graph, node: usize) -> Vec<(Role, &str)> {
        let ports = graph.nodes[node].ports.iter().filter(|port| port.has_row());
        ports.map(|port| (port.role, port.name.as_str())).collect()
    }

    #[test]
    fn a_layer_shows_the_ports_of_its_links() {
        let graph = flowing();
        assert_eq!(graph.main_layer(), WireLayer::Relationships);
        assert_eq!(rows(&graph, 1), [(Role::Requirement, "x")]);
        let values = graph.with_layer(WireLayer::Values);
        assert_eq!(rows(&values, 0), [(Role::Output, "ip")]);
        let inputs = ["address", "size", "rest"].map(|name| (Role::Input, name));
        assert_eq!(
            rows(&values, 1),
            [&inputs[..], &[(Role::Output, "state"), (Role::Operation, "restart")]].concat()
        );
        let both = graph.with_layer(WireLayer::Both);
        assert_eq!(
            rows(&both, 1),
            [(Role::Requirement, "x"), (Role::Input, "address"), (Role::Input, "size")]
        );
        let folded = both.nodes[1].ports.iter().filter(|port| port.is_folded());
        let folded: Vec<&str> = folded.map(|port| port.name.as_str()).collect();
        assert_eq!(folded, ["rest", "state", "restart"]);
        assert!(Arc::ptr_eq(&graph.with_layer(WireLayer::Relationships), &graph));
    }

    #[test]
    fn a_document_that_only_values_connect_shows_its_values() {
        let only = Graph { links: flowing().links[1..].to_vec(), ..Graph::clone(&flowing()) };
        assert_eq!(only.main_layer(), WireLayer::Values);
        let from_frame = Graph { links: flowing().links[2..].to_vec(), ..Graph::clone(&flowing()) };
        assert_eq!(from_frame.main_layer(), WireLayer::Relationships);
    }

    #[test]
    fn ports_are_found_whether_few_or_many() {
        let port = |at: usize| Port {
            role: if at.is_multiple_of(2) { Role::Input } else { Role::Output },
            side: Side::Left,
            name: format!("p{}", at / 2),
            kind: None,
            ghost: false,
            shown: true,
            unmet: false,
            folds: false,
        };
        let (mut index, mut ports) = (PortIndex::default(), Vec::new());
        for at in 0..100 {
            ports.push(port(at));
            let role = ports[at].role;
            assert_eq!(index.find(3, &ports, role, &format!("p{}", at / 2)), Some(at));
            assert_eq!(index.find(3, &ports, Role::Metric, "p0"), None);
            assert_eq!(index.find(3, &ports, Role::Input, "p0"), Some(0));
        }
    }
}
