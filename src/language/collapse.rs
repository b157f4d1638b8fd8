//! Collapsed hosts and groups: a host and its guests, or a group and its members, are drawn as one card. The document stays as it is.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::graph::{Badge, End, Graph, Group, Icon, Id, LinkKind, Look, Multiplicity, Node, Port, Role};

/// The number of names that a card lists.
const NAMES: usize = 12;

/// The nesting of a graph: hosts contain their guests, groups their members.
struct Nesting<'g> {
    graph: &'g Graph,
    nodes: HashSet<&'g Id>,
    /// Direct content of each host and each group.
    within: HashMap<&'g Id, Vec<&'g Id>>,
}

impl<'g> Nesting<'g> {
    fn of(graph: &'g Graph) -> Nesting<'g> {
        let nodes: HashSet<&Id> = graph.nodes.iter().map(|node| &node.id).collect();
        let groups: HashSet<&Id> = graph.groups.iter().map(|group| &group.id).collect();
        let mut within: HashMap<&Id, Vec<&Id>> = HashMap::new();
        for node in &graph.nodes {
            if let Some(host) = node.host.as_ref().filter(|host| nodes.contains(host)) {
                within.entry(host).or_default().push(&node.id);
            }
        }
        for group in &graph.groups {
            let members = group.members.iter().filter(|id| nodes.contains(id) || groups.contains(id));
            within.entry(&group.id).or_default().extend(members);
        }
        Nesting { graph, nodes, within }
    }

    /// Everything in a host or group, at any depth.
    fn contents(&self, id: &'g Id) -> HashSet<&'g Id> {
        let mut found = HashSet::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            let inside = self.within.get(next).into_iter().flatten().copied();
            open.extend(inside.filter(|inside| *inside != id && found.insert(*inside)));
        }
        found
    }

    /// Returns true if a node is in a host or group, at any depth. Stops at the first one.
    fn has_node(&self, id: &'g Id) -> bool {
        let (mut open, mut seen) = (vec![id], HashSet::from([id]));
        while let Some(next) = open.pop() {
            for inside in self.within.get(next).into_iter().flatten().copied().filter(|inside| *inside != id)
            {
                if self.nodes.contains(inside) {
                    return true;
                }
                if seen.insert(inside) {
                    open.push(inside);
                }
            }
        }
        false
    }

    /// The hosts and groups that are chosen and have at least one node inside.
    fn containers(&self, is_chosen: impl Fn(&Id) -> bool) -> impl Iterator<Item = &'g Id> {
        let groups = self.graph.groups.iter().map(|group| &group.id);
        let nodes = self.graph.nodes.iter().map(|node| &node.id);
        nodes.chain(groups).filter(move |id| is_chosen(id) && self.has_node(id))
    }

    /// The collapsed host or group that hides each element: the outermost.
    fn hiding(&self, collapsed: &BTreeSet<Id>) -> HashMap<&'g Id, &'g Id> {
        let chosen = self.containers(|id| collapsed.contains(id));
        let mut chosen: Vec<(&Id, HashSet<&Id>)> = chosen.map(|id| (id, self.contents(id))).collect();
        // Larger ones first: a host or group has more content than those inside it. A group of all guests is inside their host.
        chosen.sort_by(|(one, its), (other, others)| {
            let is_group = |id: &Id| !self.nodes.contains(id);
            others.len().cmp(&its.len()).then(is_group(one).cmp(&is_group(other))).then(one.cmp(other))
        });
        let mut hiding: HashMap<&Id, &Id> = HashMap::new();
        let mut shown: HashSet<&Id> = HashSet::new();
        for (id, contents) in chosen {
            let is_free = |inside: &&Id| !hiding.contains_key(inside) && !shown.contains(inside);
            let inside: Vec<&Id> = contents.into_iter().filter(is_free).collect();
            if hiding.contains_key(id) || !inside.iter().any(|inside| self.nodes.contains(inside)) {
                continue;
            }
            shown.insert(id);
            hiding.extend(inside.into_iter().map(|inside| (inside, id)));
        }
        hiding
    }
}

impl Graph {
    /// The hosts and groups that can be collapsed: those with a node inside.
    pub fn collapsible(&self) -> BTreeSet<Id> {
        Nesting::of(self).containers(|_| true).cloned().collect()
    }

    /// The nodes in a group, also those of groups in it; anything else is returned as it is.
    pub fn members_within(&self, id: Id) -> Vec<Id> {
        let members: HashMap<&Id, &[Id]> =
            self.groups.iter().map(|group| (&group.id, group.members.as_slice())).collect();
        let mut open = vec![&id];
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        while let Some(next) = open.pop() {
            match members.get(next) {
                Some(members) if seen.insert(next) => open.extend(members.iter().rev()),
                Some(_) => {}
                None => found.push(next.clone()),
            }
        }
        found
    }

    /// The collapsed hosts and groups around an element: a node, a group, a policy, a link, or one end of a link.
    pub fn collapsed_around(&self, id: &Id, collapsed: &BTreeSet<Id>) -> BTreeSet<Id> {
        let parts = self.parts_of(id);
        if parts.is_empty() || collapsed.is_empty() {
            return BTreeSet::new();
        }
        let nesting = Nesting::of(self);
        let around = nesting.containers(|around| collapsed.contains(around) && around != id);
        let holds = |around: &&Id| {
            let contents = nesting.contents(around);
            parts.iter().any(|part| contents.contains(part))
        };
        around.filter(holds).cloned().collect()
    }

    /// The collapsed hosts and groups around any of these nodes.
    pub fn collapsed_around_nodes(&self, ids: &BTreeSet<Id>, collapsed: &BTreeSet<Id>) -> BTreeSet<Id> {
        let nesting = Nesting::of(self);
        let around = nesting.containers(|around| collapsed.contains(around));
        around
            .filter(|around| nesting.contents(around).iter().any(|inside| ids.contains(*inside)))
            .cloned()
            .collect()
    }

    /// The nodes and groups that an element consists of, or connects: a node itself, the members of a group, the targets of a policy, the ends of a link.
    fn parts_of(&self, id: &Id) -> Vec<&Id> {
        let mut parts: Vec<&Id> = self.node(id).map(|node| &node.id).into_iter().collect();
        parts.extend(self.groups.iter().filter(|group| group.id == *id).flat_map(|group| &group.members));
        parts.extend(
            self.policies.iter().filter(|policy| policy.id == *id).flat_map(|policy| &policy.targets),
        );
        for link in &self.links {
            let ends = || link.sources.iter().chain(&link.targets);
            if link.id == *id || link.by.as_ref() == Some(id) || ends().any(|end| end.written == *id) {
                parts.extend(ends().map(|end| &end.port.node));
            }
        }
        parts
    }

    /// The graph with one node for each collapsed host and group and for what is inside. Links to something inside end at that node; links within are
    /// left out, and policies on nothing else as well.
    pub fn with_collapsed(self: &Arc<Graph>, collapsed: &BTreeSet<Id>) -> Arc<Graph> {
        if collapsed.is_empty() {
            return Arc::clone(self);
        }
        let nesting = Nesting::of(self);
        let hiding = nesting.hiding(collapsed);
        if hiding.is_empty() {
            return Arc::clone(self);
        }
        let shown: HashSet<&Id> = hiding.values().copied().collect();
        let mut hidden: HashMap<&Id, Vec<&Node>> = HashMap::new();
        for node in &self.nodes {
            if let Some(card) = hiding.get(&node.id) {
                hidden.entry(card).or_default().push(node);
            }
        }
        let mut graph = Graph::clone(self);
        graph.nodes.retain(|node| !hiding.contains_key(&node.id));
        let cards =
            self.groups.iter().filter_map(|group| hidden.get(&group.id).map(|inside| (group, inside)));
        graph.nodes.extend(cards.map(|(group, inside)| group_card(group, inside, &hiding)));
        graph.redirect_links(&hiding, &shown);
        let names: HashSet<Id> = graph.nodes.iter().map(|node| node.id.clone()).collect();
        graph.groups.retain(|group| !names.contains(&group.id) && !hiding.contains_key(&group.id));
        graph.keep_members(&names);
        graph.keep_policies(&hiding);
        graph.images.retain(|id, _| !hiding.contains_key(id));
        graph.outside.retain(|port, _| !hiding.contains_key(&port.node));
        for node in graph.nodes.iter_mut().filter(|node| shown.contains(&node.id)) {
            let inside = hidden.remove(&node.id).unwrap_or_default();
            node.badges.insert(0, badge(&inside));
            // Not drawn, but the node counts among those with open requirements.
            let open = inside.iter().map(|node| node.open_requirements()).sum();
            let unmet = Port { shown: false, unmet: true, ..whole(Role::Requirement) };
            node.ports.extend(std::iter::repeat_n(unmet, open));
            graph.collapsed.insert(node.id.clone(), inside.iter().map(|node| node.id.clone()).collect());
        }
        graph.hidden = self.hidden_elements(&graph, &hiding);
        Arc::new(graph)
    }

    /// The groups and policies of this graph that `drawn` leaves out, by the card that hides them, or the first of what they apply to.
    fn hidden_elements(&self, drawn: &Graph, hiding: &HashMap<&Id, &Id>) -> Collapsed {
        let shown: HashSet<&Id> = drawn.groups.iter().map(|group| &group.id).collect();
        let members: HashMap<&Id, &[Id]> =
            self.groups.iter().map(|group| (&group.id, group.members.as_slice())).collect();
        let card_of = |ids: &[Id]| {
            let mut open: Vec<&Id> = ids.iter().rev().collect();
            let mut seen = HashSet::new();
            while let Some(id) = open.pop() {
                if let Some(card) = hiding.get(id) {
                    return Some((*card).clone());
                }
                if seen.insert(id) {
                    open.extend(members.get(id).into_iter().flat_map(|members| members.iter().rev()));
                }
            }
            None
        };
        let mut hidden = Collapsed::new();
        let mut add = |id: &Id, around: &[Id]| {
            let card = card_of(std::slice::from_ref(id)).or_else(|| card_of(around));
            if let Some(card) = card.filter(|card| card != id) {
                hidden.entry(card).or_default().push(id.clone());
            }
        };
        for group in self.groups.iter().filter(|group| !shown.contains(&group.id)) {
            add(&group.id, &group.members);
        }
        let drawn: HashSet<&Id> = drawn.policies.iter().map(|policy| &policy.id).collect();
        for policy in self.policies.iter().filter(|policy| !drawn.contains(&policy.id)) {
            add(&policy.id, &policy.targets);
        }
        hidden
    }

    /// Moves the ends of links inside collapsed nodes to these nodes as a whole.
    fn redirect_links(&mut self, hiding: &HashMap<&Id, &Id>, shown: &HashSet<&Id>) {
        let mut used: HashMap<Id, BTreeSet<Role>> = HashMap::new();
        let mut redirect = |end: &mut End| {
            if let Some(instead) = hiding.get(&end.port.node) {
                end.port.node = (*instead).clone();
                end.port.port.clear();
                used.entry(end.port.node.clone()).or_default().insert(end.port.role);
            }
        };
        for link in &mut self.links {
            link.sources.iter_mut().chain(&mut link.targets).for_each(&mut redirect);
        }
        self.links.retain(|link| {
            let ends: BTreeSet<&Id> =
                link.sources.iter().chain(&link.targets).map(|end| &end.port.node).collect();
            ends.len() != 1 || !ends.iter().all(|id| shown.contains(id))
        });
        for node in self.nodes.iter_mut().filter(|node| shown.contains(&node.id)) {
            let known: Vec<Role> =
                node.ports.iter().filter(|port| port.name.is_empty()).map(|port| port.role).collect();
            let new = used.get(&node.id).into_iter().flatten().filter(|role| !known.contains(role));
            node.ports.extend(new.map(|role| whole(*role)));
        }
    }

    /// Members of groups that are hidden are not drawn, and neither are groups without any other.
    fn keep_members(&mut self, nodes: &HashSet<Id>) {
        let mut kept: HashSet<Id> = HashSet::new();
        loop {
            let before = kept.len();
            for group in &self.groups {
                if group.members.iter().any(|member| nodes.contains(member) || kept.contains(member)) {
                    kept.insert(group.id.clone());
                }
            }
            if kept.len() == before {
                break;
            }
        }
        self.groups.retain(|group| kept.contains(&group.id));
        for group in &mut self.groups {
            group.members.retain(|member| nodes.contains(member) || kept.contains(member));
        }
    }

    /// Policies on something inside are at the collapsed node; those on nothing else are left out, with their links.
    fn keep_policies(&mut self, hiding: &HashMap<&Id, &Id>) {
        let groups: HashSet<Id> = self.groups.iter().map(|group| group.id.clone()).collect();
        let nodes: HashSet<Id> = self.nodes.iter().map(|node| node.id.clone()).collect();
        let frame = self.frame.as_ref().map(|frame| frame.id.clone());
        let is_drawn = |id: &Id| nodes.contains(id) || groups.contains(id) || frame.as_ref() == Some(id);
        let mut removed: Vec<Id> = Vec::new();
        self.policies.retain_mut(|policy| {
            let is_within = !policy.targets.is_empty() && policy.targets.iter().all(|id| !is_drawn(id));
            if is_within {
                removed.push(policy.id.clone());
                return false;
            }
            for target in &mut policy.targets {
                if let Some(instead) = hiding.get(target) {
                    *target = (*instead).clone();
                }
            }
            let mut seen = HashSet::new();
            policy.targets.retain(|id| is_drawn(id) && seen.insert(id.clone()));
            policy.reads = policy.reads.take().filter(|port| !hiding.contains_key(&port.node));
            true
        });
        let watches = |id: &Id| removed.iter().any(|policy| id.0.starts_with(&policy.0));
        self.links.retain(|link| link.kind != LinkKind::Watch || !watches(&link.id));
    }
}

/// The card of a collapsed group. It is in a host if all its members are.
fn group_card(group: &Group, inside: &[&Node], hiding: &HashMap<&Id, &Id>) -> Node {
    let ids: HashSet<&Id> = inside.iter().map(|node| &node.id).collect();
    let outer = inside.iter().map(|node| node.host.as_ref());
    let outer: BTreeSet<Option<&Id>> =
        outer.filter(|host| host.is_none_or(|host| !ids.contains(host))).collect();
    let host = match outer.len() {
        1 => outer.into_iter().next().flatten().filter(|host| !hiding.contains_key(host)).cloned(),
        _ => None,
    };
    Node {
        id: group.id.clone(),
        look: Look::Solid,
        icon: Icon::Cluster,
        label: group.label.clone(),
        caption: "group".to_owned(),
        role: "group",
        multiplicity: Multiplicity::One,
        badges: Vec::new(),
        ports: Vec::new(),
        host,
    }
}

/// A port for a node as a whole.
fn whole(role: Role) -> Port {
    Port {
        role,
        side: role.side(),
        name: String::new(),
        kind: None,
        ghost: false,
        shown: true,
        unmet: false,
        folds: false,
    }
}

/// The number of nodes inside, and their names.
fn badge(inside: &[&Node]) -> Badge {
    let names: Vec<&str> = inside.iter().take(NAMES).map(|node| node.label.as_str()).collect();
    let mut title = format!("collapsed, contains {}", names.join(", "));
    if let Some(more @ 1..) = inside.len().checked_sub(NAMES) {
        title.push_str(&format!(", and {more} more"));
    }
    let text = if inside.len() == 1 { "1 node".to_owned() } else { format!("{} nodes", inside.len()) };
    Badge { icon: Icon::Cluster, text, title }
}

/// The elements inside each collapsed card that is drawn.
pub type Collapsed = BTreeMap<Id, Vec<Id>>;

#[cfg(test)]
mod tests {
    use limn_yaml::Path;
    use proptest::prelude::*;

    use super::*;
    use crate::graph::{Group, Link, Policy, PortRef};

    fn id(name: &str) -> Id {
        Id(Path::keys([name]))
    }

    fn ids(names: &[&str]) -> BTreeSet<Id> {
        names.iter().map(|name| id(name)).collect()
    }

    fn node(name: &str, host: Option<&str>) -> Node {
        let port = |role, name: &str| Port { name: name.to_owned(), ..whole(role) };
        Node {
            id: id(name),
            look: Look::Solid,
            icon: Icon::Resource,
            label: name.to_owned(),
            caption: String::new(),
            role: "node",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: vec![port(Role::Capability, "x"), port(Role::Requirement, "x")],
            host: host.map(id),
        }
    }

    fn link(number: usize, from: &str, to: &str) -> Link {
        let end = |node: &str, role, side: &str| End {
            port: PortRef { node: id(node), role, port: "x".to_owned() },
            written: Id(Path::keys([format!("link{number}").as_str(), side])),
            note: String::new(),
        };
        Link {
            id: id(&format!("link{number}")),
            kind: LinkKind::Relationship,
            label: String::new(),
            sources: vec![end(from, Role::Capability, "from")],
            targets: vec![end(to, Role::Requirement, "to")],
            acts: false,
            hosts: false,
            by: None,
        }
    }

    fn group(name: &str, members: &[&str]) -> Group {
        let members = members.iter().map(|name| id(name)).collect();
        Group { id: id(name), label: name.to_owned(), members }
    }

    fn policy(name: &str, targets: &[&str]) -> Policy {
        Policy {
            id: id(name),
            icon: Icon::Policy,
            label: name.to_owned(),
            caption: String::new(),
            targets: targets.iter().map(|name| id(name)).collect(),
            triggers: Vec::new(),
            reads: None,
        }
    }

    /// `server` hosts `web`, which hosts `app`; `app` uses `db`, which is in the group `back` with `disk`.
    fn shop() -> Arc<Graph> {
        Arc::new(Graph {
            nodes: vec![
                node("server", None),
                node("web", Some("server")),
                node("app", Some("web")),
                node("db", None),
                node("disk", None),
                node("user", None),
            ],
            links: vec![
                link(0, "db", "app"),
                link(1, "web", "app"),
                link(2, "disk", "db"),
                link(3, "app", "user"),
            ],
            groups: vec![group("back", &["db", "disk"]), group("all", &["back", "user"])],
            policies: vec![
                policy("of-app", &["app"]),
                policy("of-both", &["app", "user"]),
                policy("of-back", &["back"]),
            ],
            ..Graph::default()
        })
    }

    fn names(graph: &Graph) -> Vec<&str> {
        graph.nodes.iter().map(|node| node.label.as_str()).collect()
    }

    fn wires(graph: &Graph) -> Vec<String> {
        let ends =
            |ends: &[End]| ends.iter().map(|end| end.port.node.to_string()).collect::<Vec<_>>().join(" ");
        graph.links.iter().map(|link| format!("{} -> {}", ends(&link.sources), ends(&link.targets))).collect()
    }

    #[test]
    fn c17_a_collapsed_host_represents_its_guests() {
        let graph = shop().with_collapsed(&ids(&["server", "web"]));
        assert_eq!(names(&graph), ["server", "db", "disk", "user"]);
        assert_eq!(wires(&graph), ["db -> server", "disk -> db", "server -> user"]);
        assert_eq!(graph.collapsed[&id("server")], [id("web"), id("app")], "the inner one is inside");
        let server = &graph.nodes[0];
        assert_eq!(
            (server.badges[0].text.as_str(), server.badges[0].title.as_str()),
            ("2 nodes", "collapsed, contains web, app")
        );
        let policies: Vec<(&str, &[Id])> =
            graph.policies.iter().map(|policy| (policy.label.as_str(), policy.targets.as_slice())).collect();
        assert_eq!(
            policies,
            [("of-both", [id("server"), id("user")].as_slice()), ("of-back", &[id("back")])]
        );
        assert_eq!(graph.hidden, Collapsed::from([(id("server"), vec![id("of-app")])]));
    }

    #[test]
    fn c17_a_collapsed_group_is_a_node_with_its_id() {
        let graph = shop().with_collapsed(&ids(&["back"]));
        assert_eq!(names(&graph), ["server", "web", "app", "user", "back"]);
        assert_eq!(wires(&graph), ["back -> app", "web -> app", "app -> user"]);
        let groups: Vec<(&str, &[Id])> =
            graph.groups.iter().map(|group| (group.label.as_str(), group.members.as_slice())).collect();
        assert_eq!(
            groups,
            [("all", [id("back"), id("user")].as_slice())],
            "it is a member of the other group"
        );
        assert_eq!(graph.policies.last().map(|policy| policy.targets.clone()), Some(vec![id("back")]));
        let all = shop().with_collapsed(&ids(&["back", "all"]));
        assert_eq!(names(&all), ["server", "web", "app", "all"]);
        assert_eq!(all.collapsed[&id("all")], [id("db"), id("disk"), id("user")]);
        assert_eq!(all.hidden, Collapsed::from([(id("all"), vec![id("back"), id("of-back")])]));
    }

    #[test]
    fn c17_a_group_of_groups_is_drawn_while_one_of_them_is() {
        let mut graph = Graph::clone(&shop());
        graph.groups.push(group("outer", &["back"]));
        let groups = |collapsed: &[&str]| {
            let drawn = Arc::new(graph.clone()).with_collapsed(&ids(collapsed));
            drawn.groups.iter().map(|group| group.label.clone()).collect::<Vec<_>>()
        };
        assert_eq!(groups(&["server"]), ["back", "all", "outer"]);
        assert_eq!(groups(&["back"]), ["all", "outer"], "its member is a card now");
        assert_eq!(groups(&["all"]), Vec::<String>::new());
    }

    #[test]
    fn members_of_groups_in_a_group_are_in_it() {
        assert_eq!(shop().members_within(id("all")), [id("db"), id("disk"), id("user")]);
        assert_eq!(shop().members_within(id("server")), [id("server")], "a host is a node");
    }

    #[test]
    fn c17_what_hides_an_element_is_known() {
        let graph = shop();
        let all = graph.collapsible();
        assert_eq!(all, ids(&["server", "web", "back", "all"]));
        let around = |name: &str| graph.collapsed_around(&id(name), &all);
        assert_eq!(around("app"), ids(&["server", "web"]));
        assert_eq!(around("back"), ids(&["all", "back"]).difference(&ids(&["back"])).cloned().collect());
        assert_eq!(around("link2"), ids(&["back", "all"]));
        assert_eq!(around("of-app"), ids(&["server", "web"]));
        assert_eq!(around("nothing"), BTreeSet::new());
        assert_eq!(graph.collapsed_around_nodes(&ids(&["db", "user"]), &all), ids(&["back", "all"]));
        assert_eq!(graph.collapsed_around_nodes(&ids(&["server"]), &all), BTreeSet::new());
    }

    /// Small graphs of any nesting, also groups in each other.
    fn graphs() -> impl Strategy<Value = (Arc<Graph>, BTreeSet<Id>)> {
        const NODES: usize = 7;
        let hosts = proptest::collection::vec(0..NODES + 3, NODES);
        let links = proptest::collection::vec((0..NODES, 0..NODES), 0..10);
        let members = proptest::collection::vec(proptest::collection::vec(0..NODES + 3, 0..5), 3);
        let targets = proptest::collection::vec(proptest::collection::vec(0..NODES + 3, 0..3), 3);
        let chosen = proptest::collection::btree_set(0..NODES + 3, 0..6);
        (hosts, links, members, targets, chosen).prop_map(|(hosts, links, members, targets, chosen)| {
            let name = |at: usize| if at < NODES { format!("n{at}") } else { format!("g{}", at - NODES) };
            let list = |all: &[usize]| {
                let names: BTreeSet<String> = all.iter().map(|at| name(*at)).collect();
                names.into_iter().collect::<Vec<_>>()
            };
            let refs = |names: &[String]| names.iter().map(|name| id(name)).collect::<Vec<_>>();
            let graph = Graph {
                // A host is before its guests, so hosting has no cycle.
                nodes: (0..NODES)
                    .map(|at| node(&name(at), (hosts[at] < at).then(|| name(hosts[at])).as_deref()))
                    .collect(),
                links: links
                    .iter()
                    .enumerate()
                    .map(|(at, (from, to))| link(at, &name(*from), &name(*to)))
                    .collect(),
                groups: members
                    .iter()
                    .enumerate()
                    .map(|(at, all)| Group { members: refs(&list(all)), ..group(&name(NODES + at), &[]) })
                    .collect(),
                policies: targets
                    .iter()
                    .enumerate()
                    .map(|(at, all)| Policy { targets: refs(&list(all)), ..policy(&format!("p{at}"), &[]) })
                    .collect(),
                ..Graph::default()
            };
            (Arc::new(graph), chosen.into_iter().map(|at| id(&name(at))).collect())
        })
    }

    proptest! {
        #[test]
        fn c17_nothing_refers_to_what_is_inside((graph, chosen) in graphs()) {
            let drawn = graph.with_collapsed(&chosen);
            let nodes: BTreeSet<&Id> = drawn.nodes.iter().map(|node| &node.id).collect();
            let groups: BTreeSet<&Id> = drawn.groups.iter().map(|group| &group.id).collect();
            prop_assert_eq!(nodes.len(), drawn.nodes.len(), "no id twice");
            prop_assert!(nodes.is_disjoint(&groups));
            for end in drawn.links.iter().flat_map(|link| link.sources.iter().chain(&link.targets)) {
                let node = drawn.node(&end.port.node);
                let has = |node: &Node| node.ports.iter().any(|port| (port.role, &port.name) == (end.port.role, &end.port.port));
                prop_assert!(node.is_some_and(has), "{:?}", end.port);
            }
            prop_assert!(drawn.nodes.iter().filter_map(|node| node.host.as_ref()).all(|host| nodes.contains(host)));
            prop_assert!(drawn.groups.iter().flat_map(|group| &group.members).all(|id| nodes.contains(id) || groups.contains(id)));
            let was_drawn = |id: &&Id| graph.node(id).is_some() || graph.groups.iter().any(|group| group.id == **id);
            prop_assert!(drawn.policies.iter().flat_map(|policy| &policy.targets).filter(was_drawn).all(|id| nodes.contains(id) || groups.contains(id)));
            // Every node is drawn, or inside exactly one card.
            let mut seen: Vec<&Id> = drawn.collapsed.values().flatten().collect();
            seen.extend(nodes.iter().filter(|id| graph.node(id).is_some()));
            seen.sort();
            let mut all: Vec<&Id> = graph.nodes.iter().map(|node| &node.id).collect();
            all.sort();
            prop_assert_eq!(seen, all);
            for (card, inside) in drawn.collapsed.iter().chain(&drawn.hidden) {
                prop_assert!(nodes.contains(card) && chosen.contains(card) && !inside.is_empty());
            }
            // What is left out is known by its card.
            let hidden: Vec<&Id> = drawn.hidden.values().flatten().collect();
            let policies: BTreeSet<&Id> = drawn.policies.iter().map(|policy| &policy.id).collect();
            prop_assert!(hidden.iter().all(|id| !groups.contains(*id) && !policies.contains(*id)));
            for policy in graph.policies.iter().filter(|policy| !policies.contains(&policy.id)) {
                let is_known = policy.targets.iter().any(|id| graph.node(id).is_some());
                prop_assert!(!is_known || hidden.contains(&&policy.id), "{}", policy.id);
            }
        }

        #[test]
        fn c17_what_is_expanded_again_is_as_before((graph, chosen) in graphs()) {
            prop_assert!(Arc::ptr_eq(&graph.with_collapsed(&BTreeSet::new()), &graph));
            let drawn = graph.with_collapsed(&chosen);
            let hidden: Vec<&Id> = drawn.collapsed.values().flatten().collect();
            // Without what is around each element, it is there again.
            for id in hidden {
                let around = graph.collapsed_around(id, &chosen);
                prop_assert!(!around.is_empty());
                let rest: BTreeSet<Id> = chosen.difference(&around).cloned().collect();
                prop_assert!(graph.with_collapsed(&rest).node(id).is_some());
            }
        }
    }
}
