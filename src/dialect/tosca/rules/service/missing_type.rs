//! Node and relationship templates without a type. What copies another template has its type from there, so that no table can tell.

use super::super::Rule;
use crate::diagnostic::Report;
use crate::dialect::tosca::grammar::MISSING_TYPE;
use crate::dialect::tosca::model::Service;
use crate::schema::nearest;
use crate::yaml::Node;

/// The code is the tables', who say the same of groups and policies.
pub(in super::super) static RULE: Rule = Rule { codes: &[], check };

fn check(service: &Service<'_>, report: &mut Report) {
    // What is missing may well stand on a line that cannot be read.
    let Some(topology) = service.topology.as_ref().filter(|_| service.document.errors().is_empty()) else {
        return;
    };
    let nodes = topology.node_templates.iter().map(|it| ("node template", &it.name, it.key, it.node));
    let links = topology.relationship_templates.iter();
    let links = links.map(|it| ("relationship template", &it.name, it.key, it.node));
    for (what, name, key, node) in nodes.chain(links) {
        if (node.is_mapping() || node.is_null()) && service.is_own(key) && !has_type(node) {
            report.push(service.fault(&MISSING_TYPE, key, format!("{what} `{name}` lacks `type`")));
        }
    }
}

/// Or something that was plainly meant to be it.
fn has_type(node: Node<'_>) -> bool {
    let known =
        |key: &str| matches!(key, "type" | "copy" | "derived_from") || nearest(key, ["type"]).is_some();
    node.merged_entries().iter().any(|entry| entry.key.as_str().is_some_and(|key| known(&key)))
}
