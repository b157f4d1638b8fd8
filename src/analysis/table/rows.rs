//! Rows of the table: nodes with what is in them, their relationships, groups and policies.

use std::collections::{BTreeMap, BTreeSet};

use limn_language::graph::{End, Graph, Icon, Id, Link, LinkKind, Look, Node, PortRef};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// The document itself, with the ports at its boundary.
    Frame,
    Node,
    Group,
    Policy,
    /// The relationships of a node that contains nodes, folded together.
    Relationships,
    /// A relationship of the node above it, or its membership in a group.
    Relationship,
    /// A member of the group above it, or a target of the policy.
    Member,
}

impl RowKind {
    /// Returns true if the row has cells for properties.
    pub fn has_properties(self) -> bool {
        matches!(self, RowKind::Node | RowKind::Group | RowKind::Policy)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Unique among the rows, and the same after an edit.
    pub key: String,
    /// The item that the row selects.
    pub id: Id,
    /// The row that it is folded into.
    pub parent: Option<usize>,
    /// 1 for rows without a parent.
    pub level: usize,
    pub kind: RowKind,
    pub icon: Icon,
    pub name: String,
    /// The type, or the kind of a relationship.
    pub caption: String,
    /// Its kind in words: "component", "relationship".
    pub role: &'static str,
    pub has_children: bool,
    /// True if the rows below are shown at first: contained nodes are, relationships and members are not.
    pub opens_at_first: bool,
    /// True if the item is written in the document, rather than only referred to.
    pub is_declared: bool,
    /// The group or policy, and its member or target, if the row is for a membership.
    pub membership: Option<(Id, Id)>,
}

impl TableRow {
    /// Returns true if commands that change items act on the row's own item.
    pub fn is_item(&self) -> bool {
        self.membership.is_none() && self.kind != RowKind::Relationships
    }
}

/// All rows of a diagram, each followed by those that are folded into it.
pub fn rows(graph: &Graph) -> Vec<TableRow> {
    let mut maker = Maker::new(graph);
    if let Some(frame) = &graph.frame {
        maker.frame(frame);
    }
    for node in &graph.nodes {
        if node.host.as_ref().is_none_or(|host| !maker.by_id.contains_key(host)) {
            maker.node(node, None);
        }
    }
    // Hosts that contain each other are nobody's guests.
    for node in &graph.nodes {
        maker.node(node, None);
    }
    for group in &graph.groups {
        maker.holder((&group.id, RowKind::Group), (&group.label, "group", "group"), &group.members);
    }
    for policy in &graph.policies {
        maker.holder(
            (&policy.id, RowKind::Policy),
            (&policy.label, &policy.caption, "policy"),
            &policy.targets,
        );
    }
    maker.rows
}

struct Maker<'g> {
    by_id: BTreeMap<&'g Id, &'g Node>,
    guests: BTreeMap<&'g Id, Vec<&'g Node>>,
    /// The links of each node, in their order.
    links: BTreeMap<&'g Id, Vec<&'g Link>>,
    /// The groups and policies of each node.
    holders: BTreeMap<&'g Id, Vec<(&'g Id, &'g str, &'static str)>>,
    made: BTreeSet<&'g Id>,
    rows: Vec<TableRow>,
}

impl<'g> Maker<'g> {
    fn new(graph: &'g Graph) -> Maker<'g> {
        let by_id: BTreeMap<&Id, &Node> =
            graph.frame.iter().chain(&graph.nodes).map(|node| (&node.id, node)).collect();
        let mut guests: BTreeMap<&Id, Vec<&Node>> = BTreeMap::new();
        for node in &graph.nodes {
            if let Some(host) = &node.host {
                guests.entry(host).or_default().push(node);
            }
        }
        let mut links: BTreeMap<&Id, Vec<&Link>> = BTreeMap::new();
        for link in graph.links.iter().filter(|link| graph.layer.draws(link.kind)) {
            let ends: BTreeSet<&Id> =
                link.sources.iter().chain(&link.targets).map(|end| &end.port.node).collect();
            for id in ends {
                links.entry(id).or_default().push(link);
            }
        }
        let mut holders: BTreeMap<&Id, Vec<_>> = BTreeMap::new();
        for group in &graph.groups {
            for member in &group.members {
                holders.entry(member).or_default().push((&group.id, group.label.as_str(), "group"));
            }
        }
        for policy in &graph.policies {
            for target in &policy.targets {
                holders.entry(target).or_default().push((&policy.id, policy.label.as_str(), "policy"));
            }
        }
        Maker { by_id, guests, links, holders, made: BTreeSet::new(), rows: Vec::new() }
    }

    fn push(&mut self, row: TableRow) -> usize {
        if let Some(parent) = row.parent {
            self.rows[parent].has_children = true;
            self.rows[parent].opens_at_first |= row.kind == RowKind::Node;
        }
        self.rows.push(row);
        self.rows.len() - 1
    }

    fn level(&self, parent: Option<usize>) -> usize {
        parent.map_or(1, |parent| self.rows[parent].level + 1)
    }

    fn frame(&mut self, frame: &'g Node) {
        let at = self.push(TableRow {
            key: "frame".to_owned(),
            id: frame.id.clone(),
            parent: None,
            level: 1,
            kind: RowKind::Frame,
            icon: frame.icon,
            name: frame.label.clone(),
            caption: frame.caption.clone(),
            role: frame.role,
            has_children: false,
            opens_at_first: false,
            is_declared: true,
            membership: None,
        });
        self.relationships(frame, at);
    }

    /// A node and what is in it. A stack of its own: hosts may be nested deeply.
    fn node(&mut self, node: &'g Node, parent: Option<usize>) {
        let mut open = vec![(node, parent)];
        while let Some((node, parent)) = open.pop() {
            if !self.made.insert(&node.id) {
                continue;
            }
            let at = self.push(TableRow {
                key: node.id.to_string(),
                id: node.id.clone(),
                parent,
                level: self.level(parent),
                kind: RowKind::Node,
                icon: node.icon,
                name: node.label.clone(),
                caption: node.caption.clone(),
                role: node.role,
                has_children: false,
                opens_at_first: false,
                is_declared: node.look != Look::Ghost,
                membership: None,
            });
            let guests = self.guests.get(&node.id).cloned().unwrap_or_default();
            if guests.is_empty() {
                self.relationships(node, at);
            } else {
                let count = self.count(node);
                if count > 0 {
                    let name = if count == 1 { "1 relationship" } else { &format!("{count} relationships") };
                    let under = self.push(TableRow {
                        key: format!("{}#", node.id),
                        id: node.id.clone(),
                        parent: Some(at),
                        level: self.level(Some(at)),
                        kind: RowKind::Relationships,
                        icon: Icon::Relationship,
                        name: name.to_owned(),
                        caption: String::new(),
                        role: "relationships",
                        has_children: false,
                        opens_at_first: false,
                        is_declared: true,
                        membership: None,
                    });
                    self.relationships(node, under);
                }
            }
            open.extend(guests.into_iter().rev().map(|guest| (guest, Some(at))));
        }
    }

    fn holder(
        &mut self,
        (id, kind): (&'g Id, RowKind),
        (name, caption, role): (&str, &str, &'static str),
        members: &'g [Id],
    ) {
        let at = self.push(TableRow {
            key: format!("{role}:{id}"),
            id: id.clone(),
            parent: None,
            level: 1,
            kind,
            icon: holder_icon(role),
            name: name.to_owned(),
            caption: caption.to_owned(),
            role,
            has_children: false,
            opens_at_first: false,
            is_declared: true,
            membership: None,
        });
        for (number, member) in members.iter().enumerate() {
            let Some(node) = self.by_id.get(member) else { continue };
            let (name, caption, icon) = (node.label.clone(), node.caption.clone(), node.icon);
            self.push(TableRow {
                key: format!("{role}:{id}#{number}"),
                id: member.clone(),
                parent: Some(at),
                level: 2,
                kind: RowKind::Member,
                icon,
                name,
                caption,
                role: if role == "group" { "member" } else { "target" },
                has_children: false,
                opens_at_first: false,
                is_declared: true,
                membership: Some((id.clone(), member.clone())),
            });
        }
    }

    fn count(&self, node: &Node) -> usize {
        let links = self.links.get(&node.id).into_iter().flatten();
        links.map(|link| ends_of(link, &node.id).len()).sum::<usize>()
            + self.holders.get(&node.id).map_or(0, Vec::len)
    }

    /// The relationships of a node and its groups and policies, as rows below another row.
    fn relationships(&mut self, node: &'g Node, under: usize) {
        let level = self.level(Some(under));
        let links = self.links.get(&node.id).cloned().unwrap_or_default();
        let mut number = 0;
        for link in links {
            for (own, other, is_forward) in ends_of(link, &node.id) {
                let arrow = if is_forward { "→" } else { "←" };
                let name = [own.port.port.clone(), arrow.to_owned(), self.end_name(&other.port)];
                let name: Vec<&str> =
                    name.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
                let kind = kind_word(link.kind);
                let caption =
                    if link.label.is_empty() { kind.to_owned() } else { format!("{kind} {}", link.label) };
                number += 1;
                self.push(TableRow {
                    key: format!("{}#{}#{number}", node.id, link.id),
                    id: link.id.clone(),
                    parent: Some(under),
                    level,
                    kind: RowKind::Relationship,
                    icon: Icon::Relationship,
                    name: name.join(" "),
                    caption,
                    role: "relationship",
                    has_children: false,
                    opens_at_first: false,
                    is_declared: true,
                    membership: None,
                });
            }
        }
        for (id, label, role) in self.holders.get(&node.id).cloned().unwrap_or_default() {
            self.push(TableRow {
                key: format!("{}#{role}:{id}", node.id),
                id: id.clone(),
                parent: Some(under),
                level,
                kind: RowKind::Relationship,
                icon: holder_icon(role),
                name: label.to_owned(),
                caption: role.to_owned(),
                role,
                has_children: false,
                opens_at_first: false,
                is_declared: true,
                membership: Some((id.clone(), node.id.clone())),
            });
        }
    }

    /// The node at the other end, and its port.
    fn end_name(&self, port: &PortRef) -> String {
        let name =
            self.by_id.get(&port.node).map_or_else(|| port.node.to_string(), |node| node.label.clone());
        let ghost = self.by_id.get(&port.node).is_some_and(|node| node.look == Look::Ghost);
        let name = if ghost { format!("{name} (not declared)") } else { name };
        if port.port.is_empty() { name } else { format!("{name}.{}", port.port) }
    }
}

fn holder_icon(role: &str) -> Icon {
    if role == "group" { Icon::Cluster } else { Icon::Policy }
}

/// The other ends of a link from a node, each with the node's own end and whether the link is read from there.
fn ends_of<'g>(link: &'g Link, id: &Id) -> Vec<(&'g End, &'g End, bool)> {
    let (begins, ends) = link.as_read();
    let of = |own: &'g [End], others: &'g [End], is_forward: bool| {
        let own = own.iter().filter(|end| end.port.node == *id);
        own.flat_map(move |own| others.iter().map(move |other| (own, other, is_forward)))
    };
    of(begins, ends, true).chain(of(ends, begins, false)).collect()
}

fn kind_word(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "value",
        LinkKind::Order => "order",
        LinkKind::Watch => "watched metric",
        LinkKind::Mapping => "exposed port",
        LinkKind::Success => "on success",
        LinkKind::Failure => "on failure",
    }
}
