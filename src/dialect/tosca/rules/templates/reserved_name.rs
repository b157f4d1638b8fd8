//! Node templates with names that are keywords in functions.

use super::super::Rule;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&RESERVED], check };

static RESERVED: Code = Code::error(
    "tosca/reserved-name",
    "T3.7.3-R9",
    "TOSCA Simple Profile in YAML 1.2, 4.1",
    "Checks that no template is named `SELF`, `SOURCE`, `TARGET`, `HOST` or `ORCHESTRATOR`.",
)
.why("In functions, these refer to the current node, the ends of a relationship, the host and the executor of an operation, so such a template \
cannot be referenced.")
.advice("Rename the template.")
.bad(
    "node templates",
    "
SELF: {type: tosca.nodes.Compute}
#^^^
",
)
.good("self: {type: tosca.nodes.Compute}");

const RESERVED_NAMES: [&str; 5] = ["SELF", "SOURCE", "TARGET", "HOST", "ORCHESTRATOR"];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let nodes = topology.node_templates.iter().map(|template| (template.name.as_ref(), template.key, "node"));
    let relationships = topology
        .relationship_templates
        .iter()
        .map(|template| (template.name.as_ref(), template.key, "relationship"));
    for (name, key, what) in nodes.chain(relationships) {
        if RESERVED_NAMES.contains(&name) {
            let message = format!("reserved keyword `{name}` used as the name of a {what}");
            report.push(service.fault(&RESERVED, key, message));
        }
    }
}
