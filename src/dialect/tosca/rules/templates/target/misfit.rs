//! Targets that do not fit the requirement, with the reason.

use super::{SECTION, TargetChecker};
use crate::matching::{Binding, Mismatch, RequirementTarget};
use crate::model::Requirement;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::message;
use limn_language::schema::nearest;

pub(super) static NODE_TYPE: Code = Code::error(
    "tosca/wrong-target-type",
    "T3.7.2-R5",
    SECTION,
    "Checks that the target of a requirement is of the node type in the requirement definition, or derives from it.",
)
.why("The node uses properties and capabilities of that type, which nodes of other types do not have.")
.advice("Choose another target, or change `node` in the requirement definition.")
.bad(
    "service template",
    "
topology_template:
  node_templates:
    a: {type: tosca.nodes.network.Network}
    b: {type: tosca.nodes.DBMS, requirements: [host: a]}
#                                                    ^
",
)
.good(
    "
node_types: {My.Server: {derived_from: tosca.nodes.Compute}}
topology_template:
  node_templates:
    a: {type: My.Server}
    b: {type: tosca.nodes.DBMS, requirements: [host: a]}
",
);

pub(super) static NO_CAPABILITY: Code = Code::error(
    "tosca/no-capability",
    "T3.7.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2.2",
    "Checks that the target of a requirement has a capability of the required type, or of a type derived from it.",
)
.why("A relationship connects to a capability of its target, so without one the nodes cannot be connected.")
.advice("Choose another target, or add the capability to its node type.")
.bad(
    "service template",
    "
node_types:
  Any:
    derived_from: tosca.nodes.Root
    requirements: [link: tosca.capabilities.network.Linkable]
topology_template:
  node_templates:
    net: {type: tosca.nodes.Compute}
    any: {type: Any, requirements: [link: net]}
#                                         ^^^
",
)
.good(
    "
node_types:
  Any:
    derived_from: tosca.nodes.Root
    requirements: [link: tosca.capabilities.network.Linkable]
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network}
    any: {type: Any, requirements: [link: net]}
",
);

pub(super) static CAPABILITY: Code = Code::error(
    "tosca/wrong-capability",
    "T3.7.2-R6",
    SECTION,
    "Checks that `capability` names a capability of the target, or a capability type of one, and that its type matches the requirement \
definition.",
)
.why("The relationship cannot connect to a capability that the target does not have or the requirement does not accept.")
.advice("Name a capability of the target, or remove `capability`.")
.bad(
    "node templates",
    "
b: {type: tosca.nodes.DBMS, requirements: [host: {capability: hosting}]}
#                                                             ^^^^^^^
",
)
.good("b: {type: tosca.nodes.DBMS, requirements: [host: {capability: host}]}");

pub(super) static SOURCE: Code = Code::error(
    "tosca/invalid-source-type",
    "T3.7.2-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2, 3.6.7",
    "Checks that the source node type is in the `valid_source_types` of the capability, which its definition in a node type or its capability type \
can list.",
)
.why("Nodes of other types cannot connect to it.")
.advice("Connect a node of a listed type, or add the type to `valid_source_types`.")
.bad(
    "service template",
    "
node_types:
  Wall:
    derived_from: tosca.nodes.Root
    capabilities:
      socket: {type: tosca.capabilities.Root, valid_source_types: [Plug]}
  Plug: {derived_from: tosca.nodes.Root}
  Fork:
    derived_from: tosca.nodes.Root
    requirements: [power: tosca.capabilities.Root]
topology_template:
  node_templates:
    wall: {type: Wall}
    fork: {type: Fork, requirements: [power: {node: wall, capability: socket}]}
#                                                   ^^^^
",
)
.good(
    "
node_types:
  Wall:
    derived_from: tosca.nodes.Root
    capabilities:
      socket: {type: tosca.capabilities.Root, valid_source_types: [Fork]}
  Plug: {derived_from: tosca.nodes.Root}
  Fork:
    derived_from: tosca.nodes.Root
    requirements: [power: tosca.capabilities.Root]
topology_template:
  node_templates:
    wall: {type: Wall}
    fork: {type: Fork, requirements: [power: {node: wall, capability: socket}]}
",
)
.supersedes(&[&crate::rules::profile::container::NOT_SOFTWARE]);

pub(super) static RELATIONSHIP: Code = Code::error(
    "tosca/invalid-target-type",
    "T3.7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2, 3.6.10",
    "Checks that the capability type is in the `valid_target_types` of the relationship type. The relationship type is the one of the \
requirement definition, or derives from it.",
)
.why("The operations of the relationship are made for other capabilities and may fail on this one.")
.advice("Use another relationship type, or add the capability type to `valid_target_types`.")
.bad(
    "service template",
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: {capability: tosca.capabilities.Endpoint}]
topology_template:
  node_templates:
    a:
      type: tosca.nodes.WebApplication
      requirements: [host: {node: tosca.nodes.WebServer}]
    b:
      type: Caller
      requirements: [call: {node: a, relationship: tosca.relationships.AttachesTo}]
#                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: {capability: tosca.capabilities.Endpoint}]
topology_template:
  node_templates:
    a:
      type: tosca.nodes.WebApplication
      requirements: [host: {node: tosca.nodes.WebServer}]
    b:
      type: Caller
      requirements: [call: {node: a, relationship: tosca.relationships.ConnectsTo}]
",
);

impl<'d> TargetChecker<'_, 'd> {
    pub(super) fn misfit(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        fault: &Mismatch,
    ) -> Diagnostic {
        let target = requirement.target.as_ref().map_or("", |word| word.text.as_ref());
        let at = requirement.target.as_ref().map_or(requirement.key, |word| word.node);
        let named = requirement.capability.as_ref().map_or(at, |word| word.node);
        let (code, at) = match fault {
            Mismatch::NodeType { .. } => (&NODE_TYPE, at),
            Mismatch::NoCapability { .. } if requirement.capability.is_none() => (&NO_CAPABILITY, at),
            Mismatch::NoCapability { .. }
            | Mismatch::OtherCapability { .. }
            | Mismatch::UnknownCapability { .. }
            | Mismatch::CapabilityType { .. } => (&CAPABILITY, named),
            Mismatch::Source { .. } => (&SOURCE, at),
            _ => (&RELATIONSHIP, requirement.relationship.as_ref().map_or(at, |word| word.node)),
        };
        let message = match (fault, &requirement.capability) {
            (Mismatch::OtherCapability { .. }, _) => {
                format!("requirement `{}`: {fault}", requirement.name)
            }
            (_, Some(word)) if requirement.target.is_none() => {
                message::unknown("capability or capability type", &word.text)
            }
            _ => format!("`{target}` does not fulfill the requirement `{}`: {fault}", requirement.name),
        };
        let diagnostic = self.service.fault(code, at, message);
        let RequirementTarget::Template(to) = binding.target else { return diagnostic };
        let there = &self.topology.node_templates[to];
        let kind = there.type_name.as_ref().map(|word| word.node).filter(|node| self.service.is_own(*node));
        let diagnostic = match kind {
            Some(kind) => diagnostic.related(kind.range(), format!("type of `{}`", there.name)),
            None => diagnostic,
        };
        match fault {
            Mismatch::UnknownCapability { .. } | Mismatch::CapabilityType { .. } => {
                self.capability_instead(diagnostic, requirement, to)
            }
            Mismatch::Target { .. } => diagnostic,
            _ => self.instead(diagnostic, source, requirement, binding),
        }
    }

    /// Offers the fitting capabilities of the target.
    fn capability_instead(
        &self,
        mut diagnostic: Diagnostic,
        requirement: &Requirement<'d>,
        target: usize,
    ) -> Diagnostic {
        let (Some(word), Some(kind)) = (&requirement.capability, self.matching.kind(target)) else {
            return diagnostic;
        };
        let names = kind.capabilities.iter().map(|capability| capability.name.as_str());
        if let Some(near) = nearest(&word.text, names) {
            diagnostic = diagnostic.did_you_mean_any(Some(near), |near| word.replaced(near));
        }
        diagnostic
    }
}
