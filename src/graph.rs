//! What the canvas shows, in words that every dialect shares. No ranges, no YAML text: equal graphs are equal pictures.

use serde::{Deserialize, Serialize};

use crate::yaml::Path;

/// A thing on the canvas is the path of what it stands for: `composition.streamer`. A ghost has the path it would have.
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
}

/// How a node is drawn. Dashed things exist before; ghosts do not exist, something names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    Solid,
    Dashed,
    Frame,
    Ghost,
}

/// A small picture. The page has one drawing for each name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    Assembly,
    Resource,
    Reference,
    Relationship,
    Unknown,
    Cluster,
    ForEach,
    Dynamic,
    Scale,
    Heal,
    Lock,
    Operation,
    Metric,
    Compute,
    Database,
    Software,
    Storage,
    Network,
    Container,
    LoadBalancer,
    Policy,
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
    /// What it is, in the dialect's word: "component", "reference". Spoken by screen readers.
    pub role: &'static str,
    pub multiplicity: Multiplicity,
    pub badges: Vec<Badge>,
    pub ports: Vec<Port>,
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

/// What a port is for. Ports of different roles never meet.
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

#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    pub role: Role,
    pub side: Side,
    /// Unique among the node's ports of this role. Empty: the node as a whole.
    pub name: String,
    /// The type that has to match, where one is known.
    pub kind: Option<String>,
    /// Nothing declares it: a link names it.
    pub ghost: bool,
    /// Shown on the card even when nothing is connected (properties are folded away).
    pub shown: bool,
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
    /// "Before": dotted.
    Order,
    /// From a metric to the policy's target.
    Watch,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The relationship's path; for a derived link the path of what writes it (a property, a list item).
    pub id: Id,
    pub kind: LinkKind,
    pub label: String,
    /// More than one end on a side makes a hub.
    pub sources: Vec<End>,
    pub targets: Vec<End>,
    /// Does something when made or ceased.
    pub acts: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub port: PortRef,
    /// Where this end itself is written, for disconnecting one of several.
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
    /// The nodes it acts on, ghosts among them.
    pub targets: Vec<Id>,
    /// The metric it watches.
    pub reads: Option<PortRef>,
}

impl Graph {
    /// A node by id, the frame among them.
    pub fn node(&self, id: &Id) -> Option<&Node> {
        self.frame.iter().chain(&self.nodes).find(|node| node.id == *id)
    }
}
