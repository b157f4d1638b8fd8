//! Policies, enrichers and initializers of an initializer group: `type` and `brooklyn.config`.

use super::super::shared::{derives, is_amp};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::{Group, Service};
use limn_tosca::types::TypeKind;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ENTRY], check };

static ENTRY: Code = Code::error(
    "amp/initializer-entry",
    "M-GRP-4",
    "AMP, Cloudsoft AMP Policies",
    "Checks the entries of `brooklyn.policies`, `brooklyn.enrichers` and `brooklyn.initializers`: each has a `type`, and its settings are under \
`brooklyn.config`.",
)
.why("An entry has the syntax of AMP, not of TOSCA.")
.advice("Add `type`, and put the settings under `brooklyn.config`.")
.bad(
    "cluster",
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties:
      brooklyn.policies:
        - brooklyn.config: {metric: load}
#         ^^^^^^^^^^^^^^^
",
)
.good(
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties:
      brooklyn.policies:
        - type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy
          brooklyn.config: {metric: load}
",
);

pub(super) const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";
pub(super) const POLICIES: &str = "brooklyn.policies";
/// The properties with lists of entries.
pub(super) const LISTS: [&str; 3] = [POLICIES, "brooklyn.enrichers", "brooklyn.initializers"];

/// Keys of an entry besides its settings.
const KEYS: [&str; 14] = [
    "type",
    "policy_type",
    "policyType",
    "policy-type",
    "enricher_type",
    "enricherType",
    "enricher-type",
    "brooklyn.config",
    "brooklyn.tags",
    "brooklyn.enrichers",
    "brooklyn.policies",
    "name",
    "id",
    "uniqueTag",
];

/// Returns true for a group that adds policies and other entries of AMP to its members.
pub(super) fn is_initializer(service: &Service<'_>, group: &Group<'_>) -> bool {
    derives(service, TypeKind::Group, group.type_id, INITIALIZER)
}

/// The entries of a list of an initializer group.
pub(super) fn entries<'d>(group: &Group<'d>, list: &str) -> impl Iterator<Item = Node<'d>> {
    let properties = group.node.get("properties").map(Node::resolve);
    let list = properties.and_then(|properties| properties.get(list)).map(Node::resolve);
    list.into_iter().flat_map(|list| list.items().map(Node::resolve))
}

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for group in topology.groups.iter().filter(|group| is_initializer(service, group)) {
        for list in LISTS {
            for entry in entries(group, list).filter(|entry| service.is_own(*entry)) {
                check_entry(service, list, entry, report);
            }
        }
    }
}

fn check_entry(service: &Service<'_>, list: &str, entry: Node<'_>, report: &mut Report) {
    if !entry.is_mapping() {
        // A text is a type; the grammar of the property reports anything else.
        return;
    }
    // `$brooklyn:object` and others are complete by themselves.
    let is_dsl = |key: &str| key.starts_with("$brooklyn:");
    if entry.entries().any(|pair| pair.is_merge() || pair.key.as_str().is_some_and(|key| is_dsl(&key))) {
        return;
    }
    let is_type = |key: &str| key.to_lowercase().ends_with("type");
    if !entry.entries().any(|pair| pair.key.as_str().is_some_and(|key| is_type(&key))) {
        let at = entry.entries().next().map_or(entry, |pair| pair.key);
        let message = message::missing_at("key", "type", format_args!("an entry of `{list}`"));
        report.push(service.fault(&ENTRY, at, message));
    }
    for key in entry.entries().map(|pair| pair.key) {
        let Some(name) = key.as_str().filter(|name| !KEYS.contains(&&**name)) else { continue };
        let message = format!("`{name}` in an entry of `{list}` belongs in `brooklyn.config`");
        report.push(service.fault(&ENTRY, key, message));
    }
}
