//! (tests) Sample graphs in a compact notation, one element per line:
//! `db >sql:postgres <disk *1-3` a node with a capability (and its type), a requirement, a multiplicity; `(<disk` folded away; `~` pre-existing, `?` a ghost, `_` a caption, `^db` a host;
//! `db.sql -> app.db web.db` a relationship; `a ~> b` a flow of values; `a => b` an order; `!policy scale db` a policy; `!group all db` a group; `[frame name` the frame, with its ports.

use limn_language::graph::{
    Badge, End, Graph, Group, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Policy, Port, PortRef, Role,
};
use limn_yaml::Path;

pub fn id(name: &str) -> Id {
    Id(Path::keys(["composition", name]))
}

/// The port `a.out`, in whichever role the node has it.
pub fn port(graph: &Graph, text: &str) -> PortRef {
    let (node, port) = text.split_once('.').unwrap_or((text, ""));
    let found = graph.node(&id(node)).and_then(|node| node.ports.iter().find(|other| other.name == port));
    PortRef { node: id(node), role: found.map_or(Role::Output, |port| port.role), port: port.to_owned() }
}

pub fn graph(text: &str) -> Graph {
    let mut graph = Graph::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let arrow = [("->", LinkKind::Relationship), ("~>", LinkKind::Data), ("=>", LinkKind::Order)];
        let found =
            arrow.iter().find_map(|(arrow, kind)| Some((line.split_once(&format!(" {arrow} "))?, *kind)));
        if let Some(((from, to), kind)) = found {
            link(&mut graph, from, to, kind);
        } else if let Some(rest) = line.strip_prefix("!policy ") {
            let (name, targets) = rest.split_once(' ').unwrap_or((rest, ""));
            let targets = targets.split_whitespace().map(id).collect();
            let (label, caption) = (name.to_owned(), "scale".to_owned());
            graph.policies.push(Policy {
                id: Id(Path::keys(["policies", name])),
                icon: Icon::Scale,
                label,
                caption,
                targets,
                triggers: Vec::new(),
                reads: None,
            });
        } else if let Some(rest) = line.strip_prefix("!group ") {
            let (name, members) = rest.split_once(' ').unwrap_or((rest, ""));
            graph.groups.push(Group {
                id: Id(Path::keys(["groups", name])),
                label: name.to_owned(),
                members: members.split_whitespace().map(id).collect(),
            });
        } else if let Some(rest) = line.strip_prefix("[frame ") {
            graph.frame =
                Some(Node { look: Look::Frame, icon: Icon::Assembly, role: "assembly", ..node(rest) });
        } else {
            graph.nodes.push(node(line));
        }
    }
    graph
}

fn node(line: &str) -> Node {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut node = Node {
        id: id(name),
        look: Look::Solid,
        icon: Icon::Resource,
        label: name.to_owned(),
        caption: String::new(),
        role: "component",
        multiplicity: Multiplicity::One,
        badges: Vec::new(),
        ports: Vec::new(),
        host: None,
    };
    for word in words {
        let (sign, rest) = word.split_at(1);
        match sign {
            "(" => {
                let folded = self::node(&format!("it {rest}")).ports;
                node.ports.extend(folded.into_iter().map(|port| Port { shown: false, ..port }));
            }
            "<" | ">" => {
                let role = if sign == "<" { Role::Requirement } else { Role::Capability };
                let (name, kind) =
                    rest.split_once(':').map_or((rest, None), |(name, kind)| (name, Some(kind.to_owned())));
                node.ports.push(Port {
                    role,
                    side: role.side(),
                    name: name.to_owned(),
                    kind,
                    ghost: node.look == Look::Ghost,
                    shown: true,
                    unmet: false,
                    folds: false,
                });
            }
            "~" => (node.look, node.icon, node.role) = (Look::Dashed, Icon::Reference, "reference"),
            "?" => (node.look, node.icon) = (Look::Ghost, Icon::Unknown),
            "@" => node.icon = Icon::Assembly,
            "^" => node.host = Some(id(rest)),
            "_" => rest.clone_into(&mut node.caption),
            "#" => {
                node.badges.push(Badge { icon: Icon::Dynamic, text: rest.to_owned(), title: String::new() });
            }
            "*" => {
                node.multiplicity = match rest.split_once('-') {
                    Some((low, high)) => Multiplicity::Cluster {
                        minimum: low.into(),
                        initial: low.into(),
                        maximum: Some(high.into()),
                    },
                    None => Multiplicity::Fixed(rest.to_owned()),
                }
            }
            _ => panic!("`{word}` in `{line}`"),
        }
    }
    node
}

fn link(graph: &mut Graph, from: &str, to: &str, kind: LinkKind) {
    let name = format!("{}-{}", from.replace(['.', ' '], "-"), to.replace(['.', ' '], "-"));
    let link = Id(Path::keys(["relationships", &name]));
    let ends = |text: &str, note: &str| {
        let end = |(at, text): (usize, &str)| {
            let port = port(graph, text);
            End {
                port,
                written: Id(link.0.key(note).index(at)),
                note: if kind == LinkKind::Relationship { note.to_owned() } else { String::new() },
            }
        };
        text.split_whitespace().enumerate().map(end).collect::<Vec<_>>()
    };
    let (sources, targets) = (ends(from, "Active"), ends(to, "Inactive"));
    graph.links.push(Link {
        id: link,
        kind,
        label: name,
        sources,
        targets,
        acts: false,
        hosts: false,
        by: None,
    });
}

/// A large graph, deterministic; most links point forward, as in real descriptors.
pub fn large(nodes: usize, links: usize) -> Graph {
    let mut state = 0x2545_f491_u32;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % below.max(1)
    };
    let mut text = String::new();
    for at in 0..nodes {
        text.push_str(&format!(
            "n{at} <in{}:t{} <in >out:t{} >more _resource::thing-{}\n",
            at % 7,
            at % 5,
            at % 6,
            at % 9
        ));
    }
    for _ in 0..links {
        let from = random(nodes);
        let reach = 1 + random(12);
        let to = (from + reach).min(nodes - 1);
        if from != to {
            text.push_str(&format!("n{from}.out -> n{to}.in\n"));
        }
    }
    graph(&text)
}
