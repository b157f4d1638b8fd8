//! Saved views: named parts of a document's diagram, each with its own positions. They are stored beside the document, never in it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::cycles::reachable;
use crate::graph::{End, Graph, Id, Link, Node, OutsideEnd, Policy, PortRef};

/// The number of a view that is not stored yet.
pub const NEW_VIEW: usize = 0;

/// A named part of a document's diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedView {
    /// Identifies the view among those of its document: the key of its positions.
    pub number: usize,
    pub name: String,
    pub filter: ViewFilter,
}

/// Selects nodes: those of a type, the members of a group, and those that are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewFilter {
    /// Types, as their nodes show them.
    pub types: BTreeSet<String>,
    pub groups: BTreeSet<Id>,
    pub nodes: BTreeSet<Id>,
    /// The nodes that are connected with a selected node, too, its host and what it hosts.
    pub neighbors: bool,
}

impl ViewFilter {
    /// A filter of these nodes.
    pub fn of_nodes(nodes: impl IntoIterator<Item = Id>) -> ViewFilter {
        ViewFilter { nodes: nodes.into_iter().collect(), ..ViewFilter::default() }
    }

    /// Returns true if it selects nothing in any graph.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty() && self.groups.is_empty() && self.nodes.is_empty()
    }

    /// The nodes that it selects.
    pub fn selected(&self, graph: &Graph) -> BTreeSet<Id> {
        let members = self.members(graph);
        let is_chosen = |node: &&Node| {
            self.types.contains(&node.caption) || self.nodes.contains(&node.id) || members.contains(&node.id)
        };
        let chosen: BTreeSet<Id> = graph.nodes.iter().filter(is_chosen).map(|node| node.id.clone()).collect();
        if self.neighbors { with_neighbors(graph, chosen) } else { chosen }
    }

    /// The members of the groups, and of the groups that are members of them.
    fn members<'g>(&'g self, graph: &'g Graph) -> BTreeSet<&'g Id> {
        reachable(&self.groups, |id| {
            let id = *id;
            graph.groups.iter().filter(move |group| group.id == *id).flat_map(|group| &group.members)
        })
    }

    /// The graph with the selected nodes, what connects them, and the groups and policies that have one of them.
    pub fn apply(&self, graph: &Arc<Graph>) -> Arc<Graph> {
        let selected = self.selected(graph);
        if selected.len() == graph.nodes.len() {
            return Arc::clone(graph);
        }
        let frame = graph.frame.as_ref().map(|frame| &frame.id);
        let stays = |id: &Id| selected.contains(id) || Some(id) == frame;
        let mut part = Graph::clone(graph);
        part.nodes.retain(|node| selected.contains(&node.id));
        for node in &mut part.nodes {
            node.host = node.host.take().filter(|host| stays(host));
        }
        part.outside = outside_ends(graph, stays);
        part.links.retain_mut(|link| keep_ends(link, stays));
        let groups = shown_groups(graph, stays);
        part.groups.retain(|group| groups.contains(&group.id));
        for group in &mut part.groups {
            group.members.retain(|member| stays(member) || groups.contains(member));
        }
        part.policies.retain_mut(|policy| keep_targets(policy, |id| stays(id) || groups.contains(id)));
        part.images.retain(|id, _| stays(id));
        Arc::new(part)
    }

    /// Follows renamed elements.
    pub fn rename(&mut self, ids: &BTreeMap<Id, Id>) {
        for all in [&mut self.groups, &mut self.nodes] {
            if all.iter().any(|id| ids.contains_key(id)) {
                *all =
                    std::mem::take(all).into_iter().map(|id| ids.get(&id).cloned().unwrap_or(id)).collect();
            }
        }
    }
}

/// The groups with a member in the view, also one in a group that is a member.
fn shown_groups(graph: &Graph, stays: impl Fn(&Id) -> bool) -> HashSet<Id> {
    let mut shown = HashSet::new();
    loop {
        let before = shown.len();
        for group in &graph.groups {
            if group.members.iter().any(|member| stays(member) || shown.contains(member)) {
                shown.insert(group.id.clone());
            }
        }
        if shown.len() == before {
            return shown;
        }
    }
}

/// Outside ends of the ports of a saved view.
fn outside_ends(graph: &Graph, stays: impl Fn(&Id) -> bool) -> BTreeMap<PortRef, Vec<OutsideEnd>> {
    let left_out = graph.nodes.iter().filter(|node| !stays(&node.id));
    let left_out: BTreeMap<&Id, &String> = left_out.map(|node| (&node.id, &node.label)).collect();
    let mut outside: BTreeMap<PortRef, Vec<OutsideEnd>> = BTreeMap::new();
    for link in &graph.links {
        for (own, others) in [(&link.sources, &link.targets), (&link.targets, &link.sources)] {
            let names: Vec<&&String> = others.iter().filter_map(|end| left_out.get(&end.port.node)).collect();
            for end in own.iter().filter(|end| !names.is_empty() && stays(&end.port.node)) {
                let known = outside.entry(end.port.clone()).or_default();
                for name in &names {
                    let end = OutsideEnd { kind: link.kind, name: (**name).clone() };
                    if !known.contains(&end) {
                        known.push(end);
                    }
                }
            }
        }
    }
    outside
}

/// Keeps the ends of a link that are in the view. Returns whether both sides have one. A hub of which one wire is left is that wire alone, so that its
/// removal leaves the ends outside the view as they are.
fn keep_ends(link: &mut Link, stays: impl Fn(&Id) -> bool) -> bool {
    let is_kept = |end: &End| stays(&end.port.node);
    let before = [link.sources.len(), link.targets.len()];
    link.sources.retain(is_kept);
    link.targets.retain(is_kept);
    if let ([source], [target]) = (link.sources.as_slice(), link.targets.as_slice()) {
        match before {
            [1, 1] => {}
            [_, 1] => link.id = source.written.clone(),
            _ => link.id = target.written.clone(),
        }
    }
    !link.sources.is_empty() && !link.targets.is_empty()
}

/// Keeps the targets of a policy that are in the view. Returns whether it is shown: a policy without targets acts on the whole document.
fn keep_targets(policy: &mut Policy, stays: impl Fn(&Id) -> bool) -> bool {
    let had_targets = !policy.targets.is_empty();
    policy.targets.retain(&stays);
    policy.reads = policy.reads.take().filter(|port| stays(&port.node));
    !had_targets || !policy.targets.is_empty()
}

/// The nodes, those at the other end of a link with one of them, their hosts and what they host.
fn with_neighbors(graph: &Graph, chosen: BTreeSet<Id>) -> BTreeSet<Id> {
    let mut all = chosen.clone();
    for link in &graph.links {
        // Not those on the same side: they only share a hub.
        for (one, other) in [(&link.sources, &link.targets), (&link.targets, &link.sources)] {
            if one.iter().any(|end| chosen.contains(&end.port.node)) {
                all.extend(other.iter().map(|end| end.port.node.clone()));
            }
        }
    }
    for node in &graph.nodes {
        if let Some(host) = &node.host {
            if chosen.contains(host) {
                all.insert(node.id.clone());
            }
            if chosen.contains(&node.id) {
                all.insert(host.clone());
            }
        }
    }
    let nodes: HashSet<&Id> = graph.nodes.iter().map(|node| &node.id).collect();
    all.retain(|id| nodes.contains(id));
    all
}

/// A number that no view of the document has, nor had while its positions are known.
pub fn free_number(views: &[SavedView], taken: impl IntoIterator<Item = usize>) -> usize {
    views.iter().map(|view| view.number).chain(taken).max().unwrap_or(0) + 1
}

/// Merges two versions of the views of a document: theirs, with what was changed in mine since the base. Of two new views with one number, mine gets
/// another: returned as well, with the previous one.
pub fn merge(
    base: &[SavedView],
    mine: &[SavedView],
    theirs: Vec<SavedView>,
) -> (Vec<SavedView>, Vec<(usize, usize)>) {
    let of = |views: &[SavedView], number| views.iter().find(|view| view.number == number).cloned();
    let (mut merged, mut renumbered) = (theirs, Vec::new());
    // Views that mine removed are dropped, unless theirs changed them.
    merged.retain(|view| of(mine, view.number).is_some() || of(base, view.number).as_ref() != Some(view));
    for view in mine {
        let before = of(base, view.number);
        if before.as_ref() == Some(view) {
            continue;
        }
        match merged.iter_mut().find(|known| known.number == view.number) {
            Some(known) if before.is_some() => *known = view.clone(),
            Some(known) if known != view => {
                let number = free_number(&merged, mine.iter().map(|view| view.number));
                renumbered.push((view.number, number));
                merged.push(SavedView { number, ..view.clone() });
            }
            Some(_) => {}
            None => merged.push(view.clone()),
        }
    }
    (merged, renumbered)
}

#[cfg(test)]
mod tests {
    use limn_yaml::Path;

    use super::*;
    use crate::graph::{Group, Icon, LinkKind, Look, Multiplicity, PortRef, Role};

    fn id(name: &str) -> Id {
        Id(Path::keys([name]))
    }

    fn ids(names: &[&str]) -> BTreeSet<Id> {
        names.iter().map(|name| id(name)).collect()
    }

    fn link(name: &str, from: &str, to: &[&str]) -> Link {
        let end = |node: &&str, role| End {
            port: PortRef { node: id(node), role, port: "x".to_owned() },
            written: Id(Path::keys([name, node])),
            note: String::new(),
        };
        Link {
            id: id(name),
            kind: LinkKind::Relationship,
            label: String::new(),
            sources: vec![end(&from, Role::Capability)],
            targets: to.iter().map(|node| end(node, Role::Requirement)).collect(),
            acts: false,
            hosts: false,
            by: None,
        }
    }

    /// `web` on `host`, `web` and `shop` use `data`; the group `all` contains the group `back` of `data`.
    fn shop() -> Arc<Graph> {
        let node = |name: &str, caption: &str, host: Option<&str>| Node {
            id: id(name),
            look: Look::Solid,
            icon: Icon::Resource,
            label: name.to_owned(),
            caption: caption.to_owned(),
            role: "node",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: host.map(id),
        };
        let group = |name: &str, members: &[&str]| Group {
            id: id(name),
            label: name.to_owned(),
            members: members.iter().map(|name| id(name)).collect(),
        };
        let policy = |name: &str, targets: &[&str]| Policy {
            id: id(name),
            icon: Icon::Resource,
            label: name.to_owned(),
            caption: String::new(),
            targets: targets.iter().map(|name| id(name)).collect(),
            triggers: Vec::new(),
            reads: None,
        };
        Arc::new(Graph {
            nodes: vec![
                node("host", "Compute", None),
                node("web", "Server", Some("host")),
                node("shop", "Server", None),
                node("data", "Database", None),
            ],
            links: vec![link("hub", "data", &["web", "shop"]), link("one", "shop", &["web"])],
            groups: vec![group("all", &["back", "shop"]), group("back", &["data"])],
            policies: vec![policy("of-back", &["back"]), policy("of-web", &["web"]), policy("of-all", &[])],
            ..Graph::default()
        })
    }

    #[test]
    fn nodes_are_selected_by_type_group_and_id() {
        let graph = shop();
        let mut filter = ViewFilter { types: BTreeSet::from(["Server".to_owned()]), ..ViewFilter::default() };
        assert_eq!(filter.selected(&graph), ids(&["web", "shop"]));
        filter.neighbors = true;
        assert_eq!(filter.selected(&graph), ids(&["host", "web", "shop", "data"]));
        let filter = ViewFilter { groups: ids(&["all"]), ..ViewFilter::default() };
        assert_eq!(filter.selected(&graph), ids(&["shop", "data"]), "members of a group in a group");
        assert_eq!(ViewFilter::of_nodes([id("host"), id("gone")]).selected(&graph), ids(&["host"]));
        assert_eq!(ViewFilter::default().selected(&graph), BTreeSet::new());
    }

    #[test]
    fn a_part_has_no_end_outside_it() {
        let graph = shop();
        let part = ViewFilter::of_nodes([id("web"), id("data")]).apply(&graph);
        let nodes: Vec<String> = part.nodes.iter().map(|node| node.label.clone()).collect();
        assert_eq!(nodes, ["web", "data"]);
        assert_eq!(part.nodes[0].host, None);
        let outside = part.outside.iter().map(|(port, ends)| {
            let names: Vec<&str> = ends.iter().map(|end| end.name.as_str()).collect();
            (port.node.clone(), names)
        });
        assert_eq!(outside.collect::<Vec<_>>(), [(id("data"), vec!["shop"]), (id("web"), vec!["shop"])]);
        let targets: Vec<&Id> = part.links[0].targets.iter().map(|end| &end.port.node).collect();
        assert_eq!((part.links.len(), targets), (1, vec![&id("web")]), "one wire of the hub is left");
        assert_eq!(part.links[0].id, Id(Path::keys(["hub", "web"])), "its removal leaves the other wire");
        let groups: Vec<&str> = part.groups.iter().map(|group| group.label.as_str()).collect();
        assert_eq!(groups, ["all", "back"]);
        let policies: Vec<&str> = part.policies.iter().map(|policy| policy.label.as_str()).collect();
        assert_eq!(policies, ["of-back", "of-web", "of-all"]);
        let part = ViewFilter::of_nodes([id("host")]).apply(&graph);
        assert!(part.links.is_empty() && part.groups.is_empty());
        assert_eq!(part.policies.len(), 1, "a policy without targets acts on all");
        let whole = ViewFilter::of_nodes(["host", "web", "shop", "data"].map(id)).apply(&graph);
        assert!(Arc::ptr_eq(&whole, &graph));
    }

    #[test]
    fn a_filter_follows_renamed_elements() {
        let mut filter =
            ViewFilter { groups: ids(&["back"]), nodes: ids(&["web", "data"]), ..ViewFilter::default() };
        filter.rename(&BTreeMap::from([(id("web"), id("front")), (id("back"), id("rear"))]));
        assert_eq!((filter.groups, filter.nodes), (ids(&["rear"]), ids(&["front", "data"])));
    }

    #[test]
    fn views_changed_in_two_tabs_are_merged() {
        let view = |number, name: &str| SavedView { number, name: name.to_owned(), ..SavedView::default() };
        let base = [view(1, "a"), view(2, "b"), view(3, "c")];
        // Mine renames 1, removes 2 and adds 4; theirs changes 3 and adds another 4.
        let mine = [view(1, "A"), view(3, "c"), view(4, "mine")];
        let theirs = vec![view(1, "a"), view(2, "b"), view(3, "C"), view(4, "theirs")];
        let merged = merge(&base, &mine, theirs);
        assert_eq!(merged.0, [view(1, "A"), view(3, "C"), view(4, "theirs"), view(5, "mine")]);
        assert_eq!(merged.1, [(4, 5)]);
        // What one removed and the other changed stays.
        assert_eq!(merge(&base[..1], &[], vec![view(1, "x")]).0, [view(1, "x")]);
        assert_eq!(merge(&base[..1], &[view(1, "x")], Vec::new()).0, [view(1, "x")]);
        assert_eq!(merge(&base, &base, vec![view(2, "b")]).0, [view(2, "b")]);
    }

    #[test]
    fn a_number_is_never_used_again() {
        let view = |number| SavedView { number, ..SavedView::default() };
        assert_eq!(free_number(&[], []), 1);
        assert_eq!(free_number(&[view(1), view(3)], [7]), 8);
    }
}
