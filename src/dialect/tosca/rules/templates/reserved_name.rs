//! Node templates with a name that functions take for something else.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&RESERVED], check };

static RESERVED: Code = Code::error(
    "tosca/reserved-name",
    "T3.7.3-R9",
    "TOSCA Simple Profile in YAML 1.2, 4.1",
    "`SELF`, `SOURCE`, `TARGET` and `HOST` stand in functions for the node at hand, the ends of a relationship and the host, `ORCHESTRATOR` for who \
     runs an operation. A template of such a name could not be referred to.",
);

const RESERVED_NAMES: [&str; 5] = ["SELF", "SOURCE", "TARGET", "HOST", "ORCHESTRATOR"];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let nodes = topology.node_templates.iter().map(|it| (it.name.as_ref(), it.key, "node"));
    let relationships =
        topology.relationship_templates.iter().map(|it| (it.name.as_ref(), it.key, "relationship"));
    for (name, key, what) in nodes.chain(relationships) {
        if RESERVED_NAMES.contains(&name) {
            let message = format!("`{name}` is a word of the language, and no name for a {what}");
            report.push(service.fault(&RESERVED, key, message));
        }
    }
}
