//! Requirements left to the orchestrator that no node of the topology fulfills, with the reason for each node.

use super::super::Rule;
use crate::matching::{Mismatch, RequirementTarget, check_target};
use crate::model::{Requirement, Service, Topology};
use crate::types::TypeId;
use limn_language::diagnostic::{Code, Diagnostic, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&OPEN], check };

static OPEN: Code = Code::info(
    "tosca/open-requirement",
    "T14.4-R1",
    "TOSCA Simple Profile in YAML 1.2, 2.9, 14.4",
    "Reports a requirement assignment that names a node type, a capability or a filter instead of a node template, if no node of this topology fits.",
)
.why("The orchestrator has to find or create one elsewhere. The related locations show why each node here does not fit.")
.advice("Add a node template that fits, or change the properties or the filter that prevent a match.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {num_cpus: 1}}}
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
#     ^^^^
        node: tosca.nodes.Compute
        node_filter:
          capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {num_cpus: 4}}}
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
        node: tosca.nodes.Compute
        node_filter:
          capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
)
.one_cause("requirements that the orchestrator has to fulfill");

/// Maximum number of requirements whose candidates are checked one by one.
const DETAILED: usize = 32;
/// Maximum number of nodes that are related.
const MAX_RELATED: usize = 12;

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut looked = 0;
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let of_type = match binding.target {
                RequirementTarget::Type(id) => Some(id),
                RequirementTarget::Open => None,
                RequirementTarget::Template(_)
                | RequirementTarget::Unknown
                | RequirementTarget::Undetermined => continue,
            };
            if matching.need(at, binding).is_none() || !binding.faults.is_empty() {
                continue;
            }
            looked += 1;
            if looked > DETAILED {
                return;
            }
            report.diagnostics.extend(open(service, topology, at, requirement, of_type));
        }
    }
}

/// `None`: a node fits.
fn open<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    at: usize,
    requirement: &Requirement<'d>,
    of_type: Option<TypeId>,
) -> Option<Diagnostic> {
    let mut refused = Vec::new();
    for other in (0..topology.node_templates.len()).filter(|other| *other != at) {
        refused.push((other, check_target(service, at, requirement, of_type, other)?.err()?));
    }
    // A node of another type is the worst candidate.
    refused.sort_by_key(|(_, why)| match why {
        Mismatch::NoCapability { .. } => 2,
        Mismatch::NodeType { .. } => 1,
        _ => 0,
    });
    let message = format!(
        "no node template here fulfills the requirement `{}`; the orchestrator has to find one",
        requirement.name
    );
    let mut diagnostic = service.fault(&OPEN, requirement.key, message);
    for (other, why) in refused.into_iter().take(MAX_RELATED) {
        let template = &topology.node_templates[other];
        diagnostic =
            diagnostic.related(template.key.range(), format!("`{}` does not fit: {why}", template.name));
    }
    Some(diagnostic)
}
