//! Groups by which AMP adds policies, enrichers, initializers and a location to nodes. TOSCA has none of these.

use super::super::rules::shared::derives;
use super::{Converter, note};
use limn_language::dialect::ConversionEffect;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Group;
use limn_tosca::types::{TypeKind, Word};
use limn_yaml::{Node, Path, Value};

const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";
/// Lists in the properties of such a group, with what their items are.
const LISTS: [(&str, &str); 3] = [
    ("brooklyn.policies", "policy"),
    ("brooklyn.enrichers", "enricher"),
    ("brooklyn.initializers", "initializer"),
];
/// Brooklyn's names of types of TOSCA.
const ALIASES: [(&str, &str); 1] =
    [("org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy", "tosca.policies.Scaling")];

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    let Some(topology) = &service.topology else { return };
    for group in &topology.groups {
        if is_of_amp(it, group) {
            let message = format!("group `{}`: TOSCA has no policies or locations in groups", group.name);
            let parts = parts(group.node);
            it.drop_with(group.node, message, parts);
        }
    }
    for policy in &topology.policies {
        let Some(word) = &policy.type_name else { continue };
        if let Some((_, name)) = ALIASES.iter().find(|(alias, _)| *alias == word.text) {
            it.replace(word.node, Value::text(*name), format!("`{}` to `{name}`", word.text));
        }
    }
    templates_of_draft(it);
}

fn is_of_amp(it: &Converter<'_, '_>, group: &Group<'_>) -> bool {
    if group.type_name.is_none() {
        // The plugin takes any group with policies.
        return group.node.get("policies").is_some()
            && (it.service.version.has(AMP_PLUGIN) || group.name.starts_with("add_brooklyn_"));
    }
    derives(it.service, TypeKind::Group, group.type_id, INITIALIZER)
}

/// Each setting of a group.
fn parts(group: Node<'_>) -> Vec<(Path, String)> {
    let mut parts = Vec::new();
    let mut settings = |holder: Node<'_>| {
        for (key, kind) in LISTS {
            let items = holder.get(key).map(Node::resolve).into_iter().flat_map(Node::items);
            parts.extend(items.map(|item| (item.path(), named(kind, Word::at(item.resolve(), "type")))));
        }
        if let Some(location) = holder.get("location").or_else(|| holder.get("brooklyn.location")) {
            parts.push((location.path(), location_of(location)));
        }
    };
    group.get("properties").map(Node::resolve).into_iter().for_each(&mut settings);
    // In the plugin, policies and the location are one list.
    for item in group.get("policies").map(Node::resolve).into_iter().flat_map(Node::items) {
        for entry in item.resolve().entries() {
            let is_location = entry.key.as_str().as_deref() == Some("brooklyn.location");
            parts.push((
                entry.value.path(),
                match is_location {
                    true => location_of(entry.value),
                    false => named("policy", Word::at(entry.value.resolve(), "type").or(Word::of(entry.key))),
                },
            ));
        }
    }
    parts
}

fn named(kind: &str, name: Option<Word<'_>>) -> String {
    name.map_or_else(|| kind.to_owned(), |name| format!("{kind} `{}`", name.text))
}

fn location_of(location: Node<'_>) -> String {
    let location = location.resolve();
    let key = location.entries().next().map(|entry| entry.key);
    named("location", Word::of(key.unwrap_or(location)))
}

/// Keynames of node templates and node types in the plugin's draft.
fn templates_of_draft(it: &mut Converter<'_, '_>) {
    let service = it.service;
    if !service.version.has(AMP_PLUGIN) {
        return;
    }
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        if let Some(name) = template.node.get("name") {
            it.drop(name, format!("`name`: the name of a node template is its key, `{}`", template.name));
        }
    }
    for (_, node_type) in service.own_types(TypeKind::Node) {
        if let Some(tags) = node_type.node.get("tags") {
            it.drop(tags, "`tags`: types of TOSCA have no tags");
        }
    }
    for (_, relationship) in service.own_types(TypeKind::Relationship) {
        let node = relationship.node;
        let Some(targets) = node.get("valid_targets").filter(|_| node.get("valid_target_types").is_none())
        else {
            continue;
        };
        if it.claim(super::entry_range(targets)) {
            let at = targets.path();
            let notes =
                vec![note(at.clone(), ConversionEffect::Changed, "`valid_targets` to `valid_target_types`")];
            it.push(vec![limn_yaml::Op::RenameKey { at, to: "valid_target_types".to_owned() }], notes);
        }
    }
}
