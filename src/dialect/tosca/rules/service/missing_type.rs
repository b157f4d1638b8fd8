//! Relationship templates without a type. What copies another template has its type from there, so that no table can tell.

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
    for template in &topology.relationship_templates {
        let node = template.node;
        if (node.is_mapping() || node.is_null()) && service.is_own(template.key) && !has_type(node) {
            let message = format!("relationship template `{}` lacks `type`", template.name);
            report.push(service.fault(&MISSING_TYPE, template.key, message));
        }
    }
}

/// Or something that was plainly meant to be it.
fn has_type(node: Node<'_>) -> bool {
    let known =
        |key: &str| matches!(key, "type" | "copy" | "derived_from") || nearest(key, ["type"]).is_some();
    node.merged_entries().any(|entry| entry.key.as_str().is_some_and(|key| known(&key)))
}
