//! Attachments of groups to their members: policies, enrichers, initializers and locations, as badges. Tags of the service template.

use super::{Canvas, INITIALIZER, short};
use limn_language::graph::{Badge, Icon};
use limn_tosca::model::Group;
use limn_yaml::Node;

/// The lists of an initializer group, with their icons and what an entry is called.
const LISTS: [(&str, Icon, &str); 3] = [
    ("brooklyn.policies", Icon::Policy, "policy"),
    ("brooklyn.enrichers", Icon::Metric, "enricher"),
    ("brooklyn.initializers", Icon::Operation, "initializer"),
];
/// Tags shown on the frame.
const TAGS: usize = 4;

impl Canvas<'_, '_> {
    pub(super) fn attached(&mut self) {
        for group in &self.topology.groups {
            for badge in badges(group) {
                for member in &group.members {
                    self.mark(&member.text, badge.clone());
                }
            }
        }
        let tags = self.service.root.and_then(|root| root.get("metadata")?.resolve().get("template_tags"));
        let tags = tags.into_iter().flat_map(|tags| tags.resolve().items()).filter_map(tag).take(TAGS);
        if let Some(frame) = &mut self.graph.frame {
            frame.badges.extend(tags.map(|text| Badge {
                icon: Icon::Reference,
                title: format!("tag `{text}`"),
                text,
            }));
        }
    }
}

/// The badges that a group gives to its members.
fn badges(group: &Group<'_>) -> Vec<Badge> {
    let mut badges = Vec::new();
    if group.type_name.as_ref().is_some_and(|word| word.text == INITIALIZER) {
        let Some(properties) = group.node.get("properties").map(Node::resolve) else { return badges };
        for (key, icon, kind) in LISTS {
            let entries = properties.get(key).into_iter().flat_map(|list| list.resolve().items());
            let types = entries.filter_map(|entry| entry.resolve().get("type")?.as_str());
            badges.extend(types.map(|name| attached(icon, kind, &name, &group.name)));
        }
        badges.extend(properties.get("location").and_then(location).map(|name| place(&name, &group.name)));
    }
    // The open-source plugin writes all of it as policies of a group.
    for policy in group.node.get("policies").into_iter().flat_map(|list| list.resolve().items()) {
        let Some(entry) = policy.resolve().entries().next() else { continue };
        let Some(key) = entry.key.as_str() else { continue };
        match &*key {
            "brooklyn.location" => {
                badges.extend(location(entry.value).map(|name| place(&name, &group.name)));
            }
            name => {
                let type_name = entry.value.resolve().get("type").and_then(Node::as_str);
                let shown = type_name.as_deref().unwrap_or(name);
                badges.push(attached(Icon::Policy, "policy", shown, &group.name));
            }
        }
    }
    badges
}

fn attached(icon: Icon, kind: &str, type_name: &str, group: &str) -> Badge {
    Badge {
        icon,
        text: short(type_name).to_owned(),
        title: format!("{kind} `{type_name}`, attached by the group `{group}`"),
    }
}

fn place(name: &str, group: &str) -> Badge {
    Badge {
        icon: Icon::Place,
        text: name.to_owned(),
        title: format!("location `{name}`, set by the group `{group}`"),
    }
}

/// The name of a location: a text, or the type in a mapping.
fn location(node: Node<'_>) -> Option<String> {
    let node = node.resolve();
    let word = match node.is_mapping() {
        true => node.entries().next()?.key,
        false => node,
    };
    word.as_str().filter(|_| word.is_scalar() && !word.is_null()).map(std::borrow::Cow::into_owned)
}

/// A tag: a text, or `key: value`.
fn tag(node: Node<'_>) -> Option<String> {
    let node = node.resolve();
    if let Some(entry) = node.entries().next() {
        let value = entry.value.resolve().as_str().unwrap_or_default();
        return Some(format!("{}: {value}", entry.key.as_str()?));
    }
    node.as_str().filter(|_| node.is_scalar()).map(std::borrow::Cow::into_owned)
}
