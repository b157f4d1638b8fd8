//! Extensions of AMP in portable blueprints.

use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_yaml::Node;

use crate::profile::PORTABLE;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NOT_PORTABLE], check };

static NOT_PORTABLE: Code = Code::warning(
    "amp/not-portable",
    "M-DSL-4",
    "AMP, TOSCA and AMP DSL",
    "Reports what only AMP reads: `$brooklyn:` expressions, keys and types whose names start with `brooklyn.`, and types whose names start with \
`tosca.entity.`. The check is part of the portable profile only.",
)
.bad(
    "portable",
    "
topology_template:
  node_templates:
    pool: {type: tosca.entity.DynamicCluster}
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    pool: {type: tosca.nodes.SoftwareComponent}
",
);

/// Maximum depth of values.
const DEPTH: usize = 64;

/// Keys whose values are names of types.
const TYPES: [&str; 5] = ["type", "derived_from", "relationship", "node", "capability"];

fn check(service: &Service<'_>, report: &mut Report) {
    if let Some(root) = service.root.filter(|_| service.version.has(PORTABLE)) {
        walk(service, root, 0, report);
    }
}

/// Reports the outermost extensions.
fn walk(service: &Service<'_>, node: Node<'_>, depth: usize, report: &mut Report) {
    if depth > DEPTH || node.is_alias() {
        return;
    }
    if node.is_scalar() {
        let is_expression = node.as_str().is_some_and(|text| limn_brooklyn::is_expression(&text));
        if is_expression {
            push(service, node, "$brooklyn:", report);
        }
        return;
    }
    for entry in node.entries() {
        let Some(key) = entry.key.as_str() else { continue };
        if limn_brooklyn::is_expression(&key) {
            push(service, entry.key, "$brooklyn:", report);
            continue;
        }
        if key == "description" {
            continue;
        }
        if key.starts_with("brooklyn.") {
            push(service, entry.key, &key, report);
            continue;
        }
        let name = entry.value.as_str().filter(|_| entry.value.is_scalar() && TYPES.contains(&&*key));
        match name {
            Some(name) if is_of_amp(&name) => push(service, entry.value, &name, report),
            _ => walk(service, entry.value, depth + 1, report),
        }
    }
    node.items().for_each(|item| walk(service, item, depth + 1, report));
}

fn is_of_amp(name: &str) -> bool {
    name.starts_with("brooklyn.")
        || name.starts_with("org.apache.brooklyn.")
        || name.starts_with("tosca.entity.") && name != "tosca.entity.Root"
}

fn push(service: &Service<'_>, node: Node<'_>, what: &str, report: &mut Report) {
    report.push(service.fault(&NOT_PORTABLE, node, message::unsupported(what, "other processors of TOSCA")));
}
