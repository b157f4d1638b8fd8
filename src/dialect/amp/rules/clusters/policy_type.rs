//! Policy types without an implementation.

use super::super::shared::is_amp;
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::types::TypeKind;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ABSTRACT], check };

static ABSTRACT: Code = Code::warning(
    "amp/abstract-policy-type",
    "M-POL-1",
    "AMP, TOSCA Workflow and TOSCA Normative Policies",
    "Reports a policy whose type is abstract in AMP.",
)
.why("Of TOSCA's own policy types, AMP implements only `tosca.policies.Scaling`. A policy of another one has no behavior.")
.advice("Use `tosca.policies.Scaling` or a policy type of the catalog, or attach a policy of AMP to a group.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
policies: [near: {type: tosca.policies.Placement, targets: [server]}]
#                       ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates:
  shops:
    type: tosca.entity.DynamicCluster
    properties: {dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}}
policies: [grow: {type: tosca.policies.Scaling, targets: [shops]}]
",
);

const ABSTRACT_TYPES: [&str; 4] = [
    "tosca.policies.Root",
    "tosca.policies.Placement",
    "tosca.policies.Update",
    "tosca.policies.Performance",
];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for word in topology.policies.iter().filter_map(|policy| policy.type_name.as_ref()) {
        // The short name, `Placement`, is the same type.
        let id = service.find(TypeKind::Policy, &word.text).found();
        let name = id.map_or(&*word.text, |id| &service.type_scope.get(id).name);
        if ABSTRACT_TYPES.contains(&name) && service.is_own(word.node) {
            let message = format!("AMP does not implement policy type `{name}`");
            report.push(service.fault(&ABSTRACT, word.node, message));
        }
    }
}
