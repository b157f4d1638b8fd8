//! Targets of requirements: they exist and fit. Messages state why a target does not fit, and which one does.

use super::super::Rule;
use super::name_suggestions::{NameSuggestions, change};
use crate::matching::{
    Binding, Lineage, Matching, Mismatch, Overrides, RelationshipTarget, Target, listed, wanted,
};
use crate::model::{Requirement, Service, Topology};
use crate::types::TypeKind;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_yaml::{Op, Value};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNKNOWN, &BOTH, &NODE_TYPE, &NO_CAPABILITY, &CAPABILITY, &SOURCE, &RELATIONSHIP, &AMBIGUOUS],
    check,
};

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.2";

static UNKNOWN: Code = Code::error(
    "tosca/unknown-target",
    "T3.7.2-R4",
    SECTION,
    "Checks that a requirement names a node template of the same topology template, or a node type from which the orchestrator selects a node.",
)
.bad(
    "node template",
    "
requirements: [host: sever]
#                    ^^^^^
",
)
.good("requirements: [host: server]");
static BOTH: Code = Code::warning(
    "tosca/target-of-two-meanings",
    "T3.7.2-R4",
    SECTION,
    "Reports a requirement whose target is the name of both a node template and a node type. It resolves to the template, but readers may \
expect the type.",
)
.bad(
    "node templates",
    "
Compute: {type: Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: Compute]}
#                                                ^^^^^^^
",
)
.good(
    "
server: {type: Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: server]}
",
);
static NODE_TYPE: Code = Code::error(
    "tosca/wrong-target-type",
    "T3.7.2-R5",
    SECTION,
    "Checks that the target of a requirement is of the node type in the requirement definition, or derives from it.",
)
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
static NO_CAPABILITY: Code = Code::error(
    "tosca/no-capability",
    "T3.7.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2.2",
    "Checks that the target of a requirement has a capability of the required type, or of a type derived from it.",
)
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
static CAPABILITY: Code = Code::error(
    "tosca/wrong-capability",
    "T3.7.2-R6",
    SECTION,
    "Checks that `capability` names a capability of the target, or a capability type of one, and that its type matches the requirement \
definition.",
)
.bad(
    "node templates",
    "
b: {type: tosca.nodes.DBMS, requirements: [host: {capability: hosting}]}
#                                                             ^^^^^^^
",
)
.good("b: {type: tosca.nodes.DBMS, requirements: [host: {capability: host}]}");
static SOURCE: Code = Code::error(
    "tosca/invalid-source-type",
    "T3.7.2-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2, 3.6.7",
    "Checks that the source node type is in the `valid_source_types` of the capability, which its definition in a node type or its \
capability type can list. Nodes of other types cannot connect to it.",
)
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
);
static RELATIONSHIP: Code = Code::error(
    "tosca/invalid-target-type",
    "T3.7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2, 3.6.10",
    "Checks that the capability type is in the `valid_target_types` of the relationship type. The relationship type is the one of the \
requirement definition, or derives from it.",
)
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
static AMBIGUOUS: Code = Code::warning(
    "tosca/ambiguous-capability",
    "T3.7.2-R16",
    "TOSCA Simple Profile in YAML 1.2, 10.1.2",
    "Reports an assignment without `capability` if the target has several capabilities of the required type. Orchestrators differ in which \
one they choose.",
)
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

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut checker = TargetChecker { service, topology, matching, near: None, related: 16 };
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            checker.at(at, requirement, binding, report);
        }
    }
}

struct TargetChecker<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    matching: &'s Matching,
    near: Option<NameSuggestions>,
    /// Number of faults for which fitting targets are still looked up.
    related: usize,
}

impl<'d> TargetChecker<'_, 'd> {
    fn at(&mut self, source: usize, requirement: &Requirement<'d>, binding: &Binding, report: &mut Report) {
        let service = self.service;
        if let (Target::Unknown, Some(word)) = (binding.target, &requirement.target) {
            report.push(self.unknown(source, requirement, binding, word));
            return;
        }
        if let (true, Some(word)) = (binding.both, &requirement.target) {
            let message = format!(
                "`{}` is both a node template and a node type; it resolves to the template",
                word.text
            );
            report.push(service.fault(&BOTH, word.node, message));
        }
        for fault in &binding.faults {
            // A relationship of the wrong type is reported on its own.
            if matches!(fault, Mismatch::Target { .. }) && self.is_otherwise_joined(source, binding) {
                continue;
            }
            report.push(self.misfit(source, requirement, binding, fault));
        }
        if !binding.ambiguous.is_empty() && requirement.capability.is_none() {
            report.diagnostics.extend(self.ambiguous(requirement, binding));
        }
    }

    /// Returns true if the assignment names a relationship that the requirement definition does not allow.
    fn is_otherwise_joined(&self, source: usize, binding: &Binding) -> bool {
        let asked = self.matching.need(source, binding).and_then(|need| need.relationship.as_ref());
        let written = binding.relationship.filter(|_| binding.joined != RelationshipTarget::Implied);
        let (Some(asked), Some(id)) = (asked, written) else { return false };
        Lineage::of(&self.service.world, id).is(asked) == Some(false)
    }

    fn unknown(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        word: &crate::types::Word<'d>,
    ) -> Diagnostic {
        let near = self.near.get_or_insert_with(|| {
            let types = self.service.world.names(TypeKind::Node).into_iter().map(|(name, _)| name);
            let templates = self.topology.node_templates.iter().map(|it| it.name.to_string());
            NameSuggestions::to(templates.chain(types))
        });
        let message = if requirement.node.is_scalar() {
            message::unknown("node template", &word.text)
        } else {
            message::unknown("node template or node type", &word.text)
        };
        let diagnostic = self.service.fault(&UNKNOWN, word.node, message);
        if near.find(&word.text).is_some() {
            return near.suggest(diagnostic, word);
        }
        self.instead(diagnostic, source, requirement, binding)
    }

    fn misfit(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        fault: &Mismatch,
    ) -> Diagnostic {
        let target = requirement.target.as_ref().map_or("", |it| it.text.as_ref());
        let at = requirement.target.as_ref().map_or(requirement.key, |it| it.node);
        let named = requirement.capability.as_ref().map_or(at, |it| it.node);
        let (code, at) = match fault {
            Mismatch::NodeType { .. } => (&NODE_TYPE, at),
            Mismatch::NoCapability { .. } if requirement.capability.is_none() => (&NO_CAPABILITY, at),
            Mismatch::NoCapability { .. }
            | Mismatch::OtherCapability { .. }
            | Mismatch::UnknownCapability { .. }
            | Mismatch::CapabilityType { .. } => (&CAPABILITY, named),
            Mismatch::Source { .. } => (&SOURCE, at),
            _ => (&RELATIONSHIP, requirement.relationship.as_ref().map_or(at, |it| it.node)),
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
        let Target::Template(to) = binding.target else { return diagnostic };
        let there = &self.topology.node_templates[to];
        let kind = there.type_name.as_ref().map(|it| it.node).filter(|it| self.service.is_own(*it));
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

    /// Offers fitting targets.
    fn instead(
        &mut self,
        mut diagnostic: Diagnostic,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
    ) -> Diagnostic {
        let Some(word) = &requirement.target else { return diagnostic };
        let Some(need) = self.matching.need(source, binding).filter(|_| self.related > 0) else {
            return diagnostic;
        };
        self.related -= 1;
        let (fitting, _) = self.matching.fitting(source, need);
        // The named capability stays: offered targets have it too.
        let capability =
            requirement.capability.as_ref().map(|it| wanted(self.service, it)).unwrap_or_default();
        let wish = Overrides { capability, relationship: None };
        let would_do = |at: &usize| self.matching.candidate(source, need, &wish, *at).faults.is_empty();
        let is_other = |at: &usize| self.topology.node_templates[*at].name != word.text;
        let fitting = fitting.into_iter().filter(|at| is_other(at) && would_do(at));
        for template in fitting.map(|at| &self.topology.node_templates[at]) {
            diagnostic = change(
                diagnostic.related(template.key.range(), format!("`{}` fits", template.name)),
                word,
                &template.name,
            )
            .unsafe_fix();
        }
        diagnostic
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
        let names = kind.capabilities.iter().map(|it| it.name.as_str());
        if let Some(near) = limn_language::schema::nearest(&word.text, names) {
            diagnostic = super::name_suggestions::suggest(diagnostic, word, near);
        }
        diagnostic
    }

    fn ambiguous(&self, requirement: &Requirement<'d>, binding: &Binding) -> Option<Diagnostic> {
        let Target::Template(target) = binding.target else { return None };
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
                    placement: limn_yaml::Placement::After("node".to_owned()),
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
