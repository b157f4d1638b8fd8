//! Groups by which AMP adds policies, enrichers, initializers and a location to nodes. TOSCA has none of these.

use super::super::rules::clusters::group_list::as_mapping;
use super::super::rules::shared::derives;
use super::clusters::{SCALING, is_cluster, is_converted};
use super::value::{copied, has_comments};
use super::{Converter, entry_range, note};
use limn_common::free_name;
use limn_language::dialect::{ConversionEffect, ConversionStep};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::{Group, Topology};
use limn_tosca::types::{ScalarText, TypeKind};
use limn_yaml::{Node, Op, Path, Placement, Value};

const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";
/// Lists in the properties of such a group, with what their items are.
const LISTS: [(&str, &str); 3] = [
    ("brooklyn.policies", "policy"),
    ("brooklyn.enrichers", "enricher"),
    ("brooklyn.initializers", "initializer"),
];
/// Brooklyn's name of `tosca.policies.Scaling`.
const AUTO_SCALER: &str = "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy";

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    let Some(topology) = &service.topology else { return };
    for group in &topology.groups {
        // A cluster takes its size from the policies of its groups.
        let is_needed = || group.members.iter().any(|member| is_converted(service, &member.text));
        if is_of_amp(it, group) && !is_needed() {
            remove_group(it, topology, group);
        }
    }
    let list =
        topology.node.get("groups").filter(|list| list.resolve().is_sequence() && service.is_own(*list));
    if let Some((list, text)) = list.and_then(|list| Some((list, as_mapping(list)?)))
        && it.claim(entry_range(list))
    {
        let notes = vec![note(list.path(), ConversionEffect::Changed, "list of groups to a mapping")];
        it.steps.push(ConversionStep { ops: Vec::new(), text: Some(text), notes });
    }
    for policy in &topology.policies {
        if let Some(word) = policy.type_name.as_ref().filter(|word| word.text == AUTO_SCALER) {
            it.replace(word.node, Value::text(SCALING), format!("`{AUTO_SCALER}` to `{SCALING}`"));
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

/// Removes a group. A policy that scales its members becomes one of TOSCA.
fn remove_group<'d>(it: &mut Converter<'_, 'd>, topology: &Topology<'d>, group: &Group<'d>) {
    let service = it.service;
    if !service.is_own(group.node) || !it.claim(entry_range(group.node)) {
        return;
    }
    // Of a list, the item is the group with its name.
    let item = group
        .node
        .parent()
        .filter(|item| item.entries().len() == 1 && item.parent().is_some_and(Node::is_sequence));
    let mut ops = vec![Op::Remove { at: item.unwrap_or(group.node).path(), prune: true }];
    let message = format!("group `{}`: TOSCA has no policies or locations in groups", group.name);
    let mut notes = vec![note(group.node.path(), ConversionEffect::Removed, message)];
    let targets = group.members.iter().filter(|member| topology.node_template(&member.text).is_some());
    let targets: Vec<Value> = targets.map(|member| Value::text(&*member.text)).collect();
    let policies = topology.node.get("policies").map(Node::resolve);
    let mut names: Vec<String> = Vec::new();
    for (path, message) in parts(group.node) {
        let policy = service.document.get(&path).map(Node::resolve).filter(|_| !targets.is_empty());
        let is_scaler =
            |policy: &Node<'_>| ScalarText::at(*policy, "type").is_some_and(|word| word.text == AUTO_SCALER);
        let Some(policy) = policy.filter(is_scaler) else {
            notes.push(note(path, ConversionEffect::Removed, message));
            continue;
        };
        let is_taken = |name: &str| {
            names.iter().any(|known| known == name)
                || topology.policies.iter().any(|policy| policy.name == name)
        };
        let name = free_name("scaling", '_', is_taken);
        names.push(name.clone());
        let mut entries = vec![
            ("type".to_owned(), Value::text(SCALING)),
            ("targets".to_owned(), Value::Sequence(targets.clone())),
        ];
        // On a cluster, the settings are properties of AMP's policy of this type.
        let scales_cluster = group.members.iter().any(|member| is_cluster(service, &member.text));
        let config = policy.get("brooklyn.config").filter(|config| scales_cluster && !has_comments(*config));
        let settings = config.and_then(copied);
        let effect = if settings.is_some() { "" } else { ", without its settings" };
        entries.extend(settings.map(|settings| ("properties".to_owned(), settings)));
        let value = Value::Mapping(entries);
        let at = Path::keys(["topology_template", "policies"]);
        ops.push(match policies.is_some_and(Node::is_mapping) {
            true => Op::Insert { into: at, key: name.clone(), value, placement: Placement::Last },
            false => Op::Append { to: at, value: Value::Mapping(vec![(name.clone(), value)]) },
        });
        notes.push(note(path, ConversionEffect::Changed, format!("{message} to policy `{name}`{effect}")));
    }
    it.push(ops, notes);
}

/// Each setting of a group.
fn parts(group: Node<'_>) -> Vec<(Path, String)> {
    let mut parts = Vec::new();
    let mut settings = |holder: Node<'_>| {
        for (key, kind) in LISTS {
            let items = holder.get(key).map(Node::resolve).into_iter().flat_map(Node::items);
            parts
                .extend(items.map(|item| (item.path(), named(kind, ScalarText::at(item.resolve(), "type")))));
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
                    false => named(
                        "policy",
                        ScalarText::at(entry.value.resolve(), "type").or(ScalarText::of(entry.key)),
                    ),
                },
            ));
        }
    }
    parts
}

fn named(kind: &str, name: Option<ScalarText<'_>>) -> String {
    name.map_or_else(|| kind.to_owned(), |name| format!("{kind} `{}`", name.text))
}

fn location_of(location: Node<'_>) -> String {
    let location = location.resolve();
    let key = location.entries().next().map(|entry| entry.key);
    named("location", ScalarText::of(key.unwrap_or(location)))
}

/// Keynames of node templates and node types in the plugin's draft.
fn templates_of_draft(it: &mut Converter<'_, '_>) {
    let service = it.service;
    if !service.version.has(AMP_PLUGIN) {
        return;
    }
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        if let Some(name) = template.node.get("name") {
            it.remove(name, format!("`name`: the name of a node template is its key, `{}`", template.name));
        }
    }
    for (_, node_type) in service.own_types(TypeKind::Node) {
        if let Some(tags) = node_type.node.get("tags") {
            it.remove(tags, "`tags`: types of TOSCA have no tags");
        }
    }
    for (_, relationship) in service.own_types(TypeKind::Relationship) {
        let node = relationship.node;
        let Some(targets) = node.get("valid_targets").filter(|_| node.get("valid_target_types").is_none())
        else {
            continue;
        };
        if it.claim(entry_range(targets)) {
            let at = targets.path();
            let notes =
                vec![note(at.clone(), ConversionEffect::Changed, "`valid_targets` to `valid_target_types`")];
            it.push(vec![Op::RenameKey { at, to: "valid_target_types".to_owned() }], notes);
        }
    }
}
