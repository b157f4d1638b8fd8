//! Targets with several capabilities that fit the requirement.

use super::TargetChecker;
use crate::matching::{Binding, RequirementTarget, listed};
use crate::model::Requirement;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_yaml::{Op, Placement, Value};

pub(super) static AMBIGUOUS: Code = Code::warning(
    "tosca/ambiguous-capability",
    "T3.7.2-R16",
    "TOSCA Simple Profile in YAML 1.2, 10.1.2",
    "Reports an assignment without `capability` if the target has several capabilities of the required type.",
)
.why("Orchestrators differ in which one they choose.")
.advice("Add `capability` with the name of one of them, such as `{node: a, capability: user}`.")
.bad(
    "service template",
    "
node_types:
  Service:
    derived_from: tosca.nodes.Root
    capabilities:
      user: tosca.capabilities.Endpoint
      staff: tosca.capabilities.Endpoint
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  node_templates: {a: {type: Service}, b: {type: Caller, requirements: [call: a]}}
#                                                                             ^
",
)
.good(
    "
node_types:
  Service:
    derived_from: tosca.nodes.Root
    capabilities:
      user: tosca.capabilities.Endpoint
      staff: tosca.capabilities.Endpoint
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  node_templates: {a: {type: Service}, b: {type: Caller, requirements: [call: {node: a, capability: user}]}}
",
);

impl<'d> TargetChecker<'_, 'd> {
    pub(super) fn ambiguous(&self, requirement: &Requirement<'d>, binding: &Binding) -> Option<Diagnostic> {
        let RequirementTarget::Template(target) = binding.target else { return None };
        let kind = self.matching.kind(target)?;
        let word = requirement.target.as_ref()?;
        let names: Vec<String> =
            binding.ambiguous.iter().map(|at| kind.capabilities[*at].name.clone()).collect();
        let message = format!(
            "`{}` has several capabilities for the requirement `{}`; specify {}",
            word.text,
            requirement.name,
            listed(&names)
        );
        let mut diagnostic = self.service.fault(&AMBIGUOUS, word.node, message);
        for name in names.into_iter().take(4) {
            let title = format!("Set capability to `{name}`");
            let op = if requirement.node.is_mapping() {
                Op::Insert {
                    into: requirement.node.path(),
                    key: "capability".to_owned(),
                    value: Value::text(name),
                    placement: Placement::After("node".to_owned()),
                }
            } else {
                Op::Replace {
                    at: word.node.path(),
                    value: Value::map([
                        ("node", Value::text(word.text.as_ref())),
                        ("capability", Value::text(name)),
                    ]),
                }
            };
            diagnostic = diagnostic.fix(title, vec![op]).unsafe_fix();
        }
        Some(diagnostic)
    }
}
