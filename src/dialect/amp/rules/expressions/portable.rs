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
.why("Other processors of TOSCA do not have these types and keys, and read the expressions as plain strings.")
.advice("Use the types and functions of TOSCA, or keep the AMP profile if the file is for AMP only.")
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
    let root = service.root.filter(|_| service.version.has(PORTABLE));
    for (node, what) in root.into_iter().flat_map(extensions) {
        report.push(service.fault(&NOT_PORTABLE, node, message::unsupported(what, OTHERS)));
    }
}

/// Those that do not read the extensions.
pub(crate) const OTHERS: &str = "other processors of TOSCA";

/// The outermost extensions in a document, with what each one is.
pub(crate) fn extensions(root: Node<'_>) -> Vec<(Node<'_>, String)> {
    let mut found = Vec::new();
    walk(root, 0, &mut found);
    found
}

fn walk<'d>(node: Node<'d>, depth: usize, found: &mut Vec<(Node<'d>, String)>) {
    if depth > DEPTH || node.is_alias() {
        return;
    }
    let expression = || "$brooklyn:".to_owned();
    if node.is_scalar() {
        let is_expression = node.as_str().is_some_and(|text| limn_brooklyn::is_expression(&text));
        found.extend(is_expression.then(|| (node, expression())));
        return;
    }
    for entry in node.entries() {
        let Some(key) = entry.key.as_str() else { continue };
        if limn_brooklyn::is_expression(&key) {
            found.push((entry.key, expression()));
            continue;
        }
        if key == "description" {
            continue;
        }
        if key.starts_with("brooklyn.") {
            found.push((entry.key, key.into_owned()));
            continue;
        }
        let name = entry.value.as_str().filter(|_| entry.value.is_scalar() && TYPES.contains(&&*key));
        match name {
            Some(name) if is_of_amp(&name) => found.push((entry.value, name.into_owned())),
            _ => walk(entry.value, depth + 1, found),
        }
    }
    node.items().for_each(|item| walk(item, depth + 1, found));
}

fn is_of_amp(name: &str) -> bool {
    name.starts_with("brooklyn.")
        || name.starts_with("org.apache.brooklyn.")
        || name.starts_with("tosca.entity.") && name != "tosca.entity.Root"
}
