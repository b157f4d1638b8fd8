//! Occurrences of requirements that AMP does not enforce.

use super::super::shared::{is_amp, number, shown};
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::types::{TypeKind, named};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NOT_ENFORCED], check };

static NOT_ENFORCED: Code = Code::warning(
    "amp/unenforced-occurrences",
    "M-RQ-2",
    "AMP, Requirement Matching, Capabilities, and Relationships",
    "Reports `occurrences` of a requirement with a minimum or maximum above 1.",
)
.why("AMP enforces only a minimum of 0 or 1, and fulfills each requirement once at most.")
.advice("Declare a separate requirement for each fulfillment.")
.bad(
    "blueprint",
    "
node_types:
  io.acme.shop:
    derived_from: tosca.nodes.Root
    requirements:
      - database: {capability: tosca.capabilities.Endpoint, occurrences: [2, UNBOUNDED]}
#                                                                         ^
",
)
.good(
    "
node_types:
  io.acme.shop:
    derived_from: tosca.nodes.Root
    requirements:
      - customer_database: {capability: tosca.capabilities.Endpoint}
      - order_database: {capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !is_amp(service) {
        return;
    }
    let types = service.own_types(TypeKind::Node).map(|(_, own)| own.node);
    let definitions = types
        .flat_map(|node| named(node, "requirements"))
        .filter_map(|entry| entry.value.resolve().get("occurrences").map(Node::resolve));
    let templates = service.topology.iter().flat_map(|topology| &topology.node_templates);
    let assigned = templates
        .flat_map(|template| &template.requirements)
        .filter_map(|requirement| requirement.occurrences);
    for occurrences in definitions.chain(assigned).filter(|node| service.is_own(*node)) {
        let mut bounds = occurrences.items().map(Node::resolve);
        let too_high = bounds.find(|bound| number(*bound).is_some_and(|count| count > 1.0));
        if let Some(bound) = too_high.filter(|bound| service.is_own(*bound)) {
            let message =
                format!("AMP fulfills a requirement once at most, so it does not enforce {}", shown(bound));
            report.push(service.fault(&NOT_ENFORCED, bound, message));
        }
    }
}
