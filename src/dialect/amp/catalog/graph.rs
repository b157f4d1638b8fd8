//! The diagram: items and entities as nodes, children inside their entity; a link to each item that is used as a type, and a data link to each
//! entity that is read.

use std::collections::{BTreeSet, HashMap};

use super::grammar::{BOM, ITEM};
use super::model::{CatalogModel, Content, Element, ElementKind, short, text};
use super::read::members;
use limn_language::graph::{
    Badge, End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortRef, Role,
};
use limn_text::TextRange;
use limn_yaml::Path;

pub(crate) fn graph(catalog: &CatalogModel) -> Graph {
    let mut nodes: Vec<Node> = catalog.elements.iter().map(|element| node(catalog, element)).collect();
    let links = links(catalog, &mut nodes);
    Graph { frame: Some(frame(catalog)), nodes, links, ..Graph::default() }
}

fn show(node: &mut Node, role: Role) {
    if node.ports.iter().any(|port| port.role == role) {
        return;
    }
    node.ports.push(port(role));
}

fn port(role: Role) -> Port {
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

fn frame(catalog: &CatalogModel) -> Node {
    let is_catalog = catalog.profiles.has(BOM);
    let at = if is_catalog { catalog.section() } else { catalog.root() };
    let of = |key: &str| at.and_then(|node| text(node, key));
    let label = if is_catalog { of("bundle").or_else(|| of("id")) } else { of("name") };
    let what = if is_catalog { "catalog" } else { "blueprint" };
    Node {
        id: Id::default(),
        look: Look::Frame,
        icon: Icon::Assembly,
        label: label.unwrap_or_else(|| catalog.file.name().to_owned()),
        caption: of("version").map_or_else(|| what.to_owned(), |version| format!("{what} {version}")),
        role: what,
        multiplicity: Multiplicity::One,
        badges: location_badge(at).into_iter().collect(),
        ports: Vec::new(),
        host: None,
    }
}

fn node(catalog: &CatalogModel, element: &Element) -> Node {
    let (icon, caption) = match (&element.content, element.kind) {
        (_, ElementKind::File) => (Icon::Reference, "catalog file".to_owned()),
        (Content::Type(name), _) => (icon_of_type(name), short(name).to_owned()),
        (Content::Application, _) => (Icon::Assembly, "application".to_owned()),
        (Content::Tosca, _) => (Icon::Assembly, "TOSCA template".to_owned()),
        (Content::File(file), _) => (Icon::Reference, file.clone()),
        (Content::Unknown, _) => (Icon::Unknown, String::new()),
    };
    let icon = element.item_type.as_deref().and_then(icon_of_item).unwrap_or(icon);
    let ports = match element.kind {
        ElementKind::File => Vec::new(),
        ElementKind::Item => vec![port(Role::Requirement), port(Role::Capability)],
        ElementKind::Entity | ElementKind::Member => vec![port(Role::Requirement)],
    };
    Node {
        id: Id(element.path.clone()),
        look: match element.kind {
            ElementKind::File | ElementKind::Member => Look::Dashed,
            ElementKind::Item | ElementKind::Entity => Look::Solid,
        },
        icon,
        label: element.label(),
        caption,
        role: match element.kind {
            ElementKind::Item => "catalog item",
            ElementKind::File => "catalog file",
            ElementKind::Entity => "entity",
            ElementKind::Member => "member of a cluster",
        },
        multiplicity: size(catalog, element),
        badges: badges(catalog, element),
        ports,
        host: element.parent.map(|at| Id(catalog.elements[at].path.clone())),
    }
}

/// The size of a cluster: its initial one, and the bounds of the first of its policies that has any.
fn size(catalog: &CatalogModel, element: &Element) -> Multiplicity {
    let blueprint = element.blueprint.as_ref().and_then(|path| catalog.document.get(path));
    let Some(blueprint) =
        blueprint.map(limn_yaml::Node::resolve).filter(|blueprint| members(*blueprint).is_some())
    else {
        return Multiplicity::One;
    };
    let config = blueprint.get("brooklyn.config").map(limn_yaml::Node::resolve);
    let initial = ["initialSize", "cluster.initial.size"].iter().find_map(|key| {
        let of = |node| text(node, key);
        config.and_then(of).or_else(|| of(blueprint))
    });
    let policies = blueprint.get("brooklyn.policies").map(limn_yaml::Node::resolve);
    let policies = policies.into_iter().flat_map(limn_yaml::Node::items);
    let bounds = policies.filter_map(|policy| {
        let config = policy.resolve().get("brooklyn.config")?.resolve();
        let bounds = (text(config, "minPoolSize"), text(config, "maxPoolSize"));
        (bounds != (None, None)).then_some(bounds)
    });
    let (minimum, maximum) = bounds.into_iter().next().unwrap_or_default();
    let minimum = minimum.or_else(|| initial.clone()).unwrap_or_else(|| "1".to_owned());
    Multiplicity::Cluster { initial: initial.unwrap_or_else(|| minimum.clone()), minimum, maximum }
}

fn badges(catalog: &CatalogModel, element: &Element) -> Vec<Badge> {
    let mut badges = Vec::new();
    if let Some(kind) = &element.item_type {
        let icon = icon_of_item(kind).unwrap_or(Icon::Software);
        badges.push(Badge { icon, text: kind.clone(), title: format!("Kind of item: {kind}") });
    }
    let Some(blueprint) = element.blueprint.as_ref().and_then(|path| catalog.document.get(path)) else {
        return badges;
    };
    for (key, icon, one, many) in [
        ("brooklyn.policies", Icon::Policy, "policy", "policies"),
        ("brooklyn.enrichers", Icon::Metric, "enricher", "enrichers"),
        ("brooklyn.initializers", Icon::Operation, "initializer", "initializers"),
    ] {
        let count = blueprint.get(key).map_or(0, |list| list.resolve().items().len());
        if count > 0 {
            let what = if count == 1 { one } else { many };
            badges.push(Badge { icon, text: count.to_string(), title: format!("{count} {what}") });
        }
    }
    badges.extend(location_badge(Some(blueprint)));
    badges
}

fn location_badge(node: Option<limn_yaml::Node<'_>>) -> Option<Badge> {
    let location = node?.get("location")?.resolve();
    let first = || location.entries().next()?.key.as_str();
    let name =
        if location.is_scalar() { location.as_str().filter(|text| !text.is_empty()) } else { first() }?;
    Some(Badge { icon: Icon::Place, text: name.to_string(), title: format!("Location: {name}") })
}

fn icon_of_item(kind: &str) -> Option<Icon> {
    Some(match kind {
        "template" | "application" => Icon::Assembly,
        "policy" => Icon::Policy,
        "enricher" => Icon::Metric,
        "location" => Icon::Place,
        "bean" => Icon::Resource,
        _ => return None,
    })
}

/// Words in names of types, and what such a type is.
static TYPE_ICONS: &[(&[&str], Icon)] = &[
    (&["cluster", "fabric"], Icon::Cluster),
    (&["mysql", "postgres", "mariadb", "mongo", "cassandra", "redis", "database"], Icon::Database),
    (&["nginx", "loadbalancer", "load-balancer", "haproxy"], Icon::LoadBalancer),
    (&["tomcat", "jboss", "jetty", "nodejs", "webapp", "web"], Icon::Web),
    (&["docker", "container", "kubernetes"], Icon::Container),
    (&["emptysoftwareprocess", "machine", "server"], Icon::Compute),
    (&["network"], Icon::Network),
    (&["application"], Icon::Assembly),
];

fn icon_of_type(name: &str) -> Icon {
    let name = short(name).to_ascii_lowercase();
    let found = TYPE_ICONS.iter().find(|(words, _)| words.iter().any(|word| name.contains(word)));
    found.map_or(Icon::Software, |(_, icon)| *icon)
}

fn links(catalog: &CatalogModel, nodes: &mut [Node]) -> Vec<Link> {
    let names = &catalog.names;
    let by_name: HashMap<&Path, usize> = catalog
        .elements
        .iter()
        .enumerate()
        .filter_map(|(at, element)| Some((&element.id.as_ref()?.path, at)))
        .collect();
    let owners = Owners::new(&catalog.elements);
    let (mut links, mut joined, mut ids) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for reference in &names.references {
        let Some(declared) = reference.declaration.map(|at| &names.declarations[at]) else { continue };
        let (Some(&to), Some(from)) = (by_name.get(&declared.path), owners.of(reference.range)) else {
            continue;
        };
        let is_type = *declared.kind == ITEM;
        let id = Id(reference.at(&catalog.document));
        if from == to || !joined.insert((from, to, is_type)) || !ids.insert(id.clone()) {
            continue;
        }
        let end = |at: usize, role| End {
            port: PortRef { node: Id(catalog.elements[at].path.clone()), role, port: String::new() },
            written: id.clone(),
            note: String::new(),
        };
        let (kind, source, target) = match is_type {
            true => (LinkKind::Relationship, Role::Capability, Role::Requirement),
            false => (LinkKind::Data, Role::Output, Role::Input),
        };
        show(&mut nodes[to], source);
        show(&mut nodes[from], target);
        links.push(Link {
            kind,
            label: String::new(),
            sources: vec![end(to, source)],
            targets: vec![end(from, target)],
            acts: false,
            hosts: false,
            by: None,
            id,
        });
    }
    links
}

/// The innermost element around a place of the text.
struct Owners<'e> {
    elements: &'e [Element],
    /// By their starts, with the element around each.
    order: Vec<(usize, Option<usize>)>,
}

impl<'e> Owners<'e> {
    fn new(elements: &'e [Element]) -> Owners<'e> {
        let mut order: Vec<usize> = (0..elements.len()).collect();
        order.sort_by_key(|&at| (elements[at].range.start, std::cmp::Reverse(elements[at].range.end)));
        let mut around: Vec<usize> = Vec::new();
        let mut found: Vec<(usize, Option<usize>)> = Vec::with_capacity(order.len());
        for at in order {
            while around
                .last()
                .is_some_and(|&outer| elements[found[outer].0].range.end < elements[at].range.end)
            {
                around.pop();
            }
            found.push((at, around.last().copied()));
            around.push(found.len() - 1);
        }
        Owners { elements, order: found }
    }

    fn of(&self, range: TextRange) -> Option<usize> {
        let after = self.order.partition_point(|(at, _)| self.elements[*at].range.start <= range.start);
        let mut place = after.checked_sub(1);
        while let Some(at) = place {
            let (element, around) = self.order[at];
            if self.elements[element].range.end >= range.end {
                return Some(element);
            }
            place = around;
        }
        None
    }
}
