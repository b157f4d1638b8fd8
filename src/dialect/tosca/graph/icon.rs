//! Icons of types, by type name and ancestors.

use super::short_type;
use crate::matching::Lineage;
use limn_language::graph::Icon;

/// Icon of a type: by its nearest normative ancestor, otherwise by its name.
pub(crate) fn family(line: &Lineage) -> Icon {
    const FAMILIES: [(&str, Icon); 15] = [
        ("tosca.entity.DynamicCluster", Icon::Cluster),
        ("tosca.nodes.Compute", Icon::Compute),
        ("tosca.nodes.Abstract.Compute", Icon::Compute),
        ("tosca.nodes.DBMS", Icon::Database),
        ("tosca.nodes.Database", Icon::Database),
        ("tosca.nodes.Container.Runtime", Icon::Container),
        ("tosca.nodes.Container.Application", Icon::Container),
        ("tosca.nodes.LoadBalancer", Icon::LoadBalancer),
        ("tosca.nodes.network.Network", Icon::Network),
        ("tosca.nodes.network.Port", Icon::Network),
        ("tosca.nodes.Storage.BlockStorage", Icon::Storage),
        ("tosca.nodes.Storage.ObjectStorage", Icon::Storage),
        ("tosca.nodes.WebServer", Icon::Web),
        ("tosca.nodes.WebApplication", Icon::Web),
        ("tosca.nodes.SoftwareComponent", Icon::Software),
    ];
    if let Some((_, icon)) = FAMILIES.iter().find(|(name, _)| line.derives_from_name(name)) {
        return *icon;
    }
    by_name(&line.name).unwrap_or(Icon::Resource)
}

/// Icon for the words in a type name.
pub(super) fn by_name(name: &str) -> Option<Icon> {
    const NAMED: [(&str, Icon); 10] = [
        ("loadbalancer", Icon::LoadBalancer),
        ("container", Icon::Container),
        ("database", Icon::Database),
        ("storage", Icon::Storage),
        ("volume", Icon::Storage),
        ("virtuallink", Icon::Network),
        ("network", Icon::Network),
        ("cp", Icon::Network),
        ("compute", Icon::Compute),
        ("vdu", Icon::Compute),
    ];
    let short = short_type(name);
    let words: Vec<String> = short.split(['.', '_', '-']).map(str::to_ascii_lowercase).collect();
    let says = |name: &str| words.iter().any(|word| word == name || (name.len() > 3 && word.ends_with(name)));
    NAMED.iter().find(|(name, _)| says(name)).map(|(_, icon)| *icon)
}

/// Icon of a policy.
pub(crate) fn of_policy(line: Option<&Lineage>) -> Icon {
    const FAMILIES: [(&str, Icon); 4] = [
        ("tosca.policies.Scaling", Icon::Scale),
        ("tosca.policies.Performance", Icon::Metric),
        ("tosca.policies.Update", Icon::Operation),
        ("tosca.policies.Placement", Icon::Policy),
    ];
    let found = FAMILIES.iter().find(|(name, _)| line.is_some_and(|line| line.derives_from_name(name)));
    found.map_or(Icon::Policy, |(_, icon)| *icon)
}
