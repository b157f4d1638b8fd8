//! Relationship templates without a type: reports a code of the grammar. A copy gets the type of the template it copies, so the grammar cannot check this.

use super::super::Rule;
use crate::grammar::MISSING_TYPE;
use crate::model::Service;
use limn_language::diagnostic::Report;
use limn_language::message;
use limn_language::schema::nearest;
use limn_yaml::Node;

/// The grammar declares the code, which it also reports for groups and policies.
pub(in super::super) static RULE: Rule = Rule { codes: &[], check };

fn check(service: &Service<'_>, report: &mut Report) {
    // The missing keyname may be on a line that could not be parsed.
    let Some(topology) = service.topology.as_ref().filter(|_| service.document.errors().is_empty()) else {
        return;
    };
    for template in &topology.relationship_templates {
        let node = template.node;
        if (node.is_mapping() || node.is_null()) && service.is_own(template.key) && !has_type(node) {
            let message = message::missing_on("key", "type", "relationship template", &template.name);
            report.push(service.fault(&MISSING_TYPE, template.key, message));
        }
    }
}

/// Returns true if the template has `type` or a keyname close to it. A keyname without a value equals an absent one; the grammar reports `null`.
fn has_type(node: Node<'_>) -> bool {
    node.merged_entries().any(|entry| {
        let has_value = !entry.value.is_missing();
        entry.key.as_str().is_some_and(|key| match &*key {
            // The type is that of another template, whatever its name is.
            "copy" | "derived_from" => true,
            key => has_value && (key == "type" || nearest(key, ["type"]).is_some()),
        })
    })
}
