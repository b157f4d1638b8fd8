//! Where requirements lead: that there is such a thing, and that it fits. Of what does not fit the reason is said, and what would fit.

use super::super::Rule;
use super::near::{Near, change};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::dialect::tosca::matching::{
    Binding, Joined, Line, Matching, Mismatch, Target, Wish, listed, wanted,
};
use crate::dialect::tosca::model::{Requirement, Service, Topology};
use crate::dialect::tosca::types::TypeKind;
use crate::yaml::{Op, Value};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNKNOWN, &BOTH, &NODE_TYPE, &NO_CAPABILITY, &CAPABILITY, &SOURCE, &RELATIONSHIP, &AMBIGUOUS],
    check,
};

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.2";

static UNKNOWN: Code = Code::error(
    "tosca/unknown-target",
    "T3.7.2-R4",
    SECTION,
    "A requirement leads to a node template of the same topology, or names a node type of which the orchestrator is to find a node.

Bad:
```yaml
requirements: [host: sever]
```
Good:
```yaml
requirements: [host: server]
```",
);
static BOTH: Code = Code::warning(
    "tosca/target-of-two-meanings",
    "T3.7.2-R4",
    SECTION,
    "A node template and a node type have the same name. A requirement that names it means the template; who reads it may think of the type.",
);
static NODE_TYPE: Code = Code::error(
    "tosca/wrong-target-type",
    "T3.7.2-R5",
    SECTION,
    "The definition of a requirement can name a node type. What the requirement leads to is of this type, or of one that derives from it.

Bad:
```yaml
database:
  type: tosca.nodes.DBMS
  requirements: [host: network]
```
Good:
```yaml
  requirements: [host: server]
```",
);
static NO_CAPABILITY: Code = Code::error(
    "tosca/no-capability",
    "T3.7.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2.2",
    "A requirement is met by a capability of the type that its definition asks for, or of a type that derives from it. The target has none.",
);
static CAPABILITY: Code = Code::error(
    "tosca/wrong-capability",
    "T3.7.2-R6",
    SECTION,
    "`capability` names a capability of the target, or a capability type of which the target has one; and its type is what the requirement's \
     definition asks for.",
);
static SOURCE: Code = Code::error(
    "tosca/invalid-source-type",
    "T3.7.2-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2, 3.6.7",
    "A capability can list the node types that it serves in `valid_source_types`: as its definition in a node type does, or else its type. Nodes of \
     other types may not be joined to it.",
);
static RELATIONSHIP: Code = Code::error(
    "tosca/invalid-target-type",
    "T3.7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2, 3.6.10",
    "A relationship type can list the capability types that it leads to in `valid_target_types`, and the relationship type of an assignment is the \
     one of the requirement's definition, or derives from it.",
);
static AMBIGUOUS: Code = Code::warning(
    "tosca/ambiguous-capability",
    "T3.7.2-R16",
    "TOSCA Simple Profile in YAML 1.2, 10.1.2",
    "The target has several capabilities of the type that the requirement asks for, and the assignment names none: orchestrators choose as they like.

Bad:
```yaml
requirements: [backend: service]
```
Good:
```yaml
requirements: [backend: {node: service, capability: admin}]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut look = Look { service, topology, matching, near: None, related: 16 };
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            look.at(at, requirement, binding, report);
        }
    }
}

struct Look<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    matching: &'s Matching,
    near: Option<Near>,
    /// For how many faults what would fit is looked for.
    related: usize,
}

impl<'d> Look<'_, 'd> {
    fn at(&mut self, source: usize, requirement: &Requirement<'d>, binding: &Binding, report: &mut Report) {
        let service = self.service;
        if let (Target::Unknown, Some(word)) = (binding.target, &requirement.target) {
            report.push(self.unknown(source, requirement, binding, word));
            return;
        }
        if let (true, Some(word)) = (binding.both, &requirement.target) {
            let message =
                format!("`{}` is a node template and a node type: the template is meant here", word.text);
            report.push(service.fault(&BOTH, word.node, message));
        }
        for fault in &binding.faults {
            // A relationship of the wrong type is told as that.
            if matches!(fault, Mismatch::Target { .. }) && self.is_otherwise_joined(source, binding) {
                continue;
            }
            report.push(self.misfit(source, requirement, binding, fault));
        }
        if !binding.ambiguous.is_empty() && requirement.capability.is_none() {
            report.diagnostics.extend(self.ambiguous(requirement, binding));
        }
    }

    /// Whether the assignment names a relationship that the requirement's definition does not allow.
    fn is_otherwise_joined(&self, source: usize, binding: &Binding) -> bool {
        let asked = self.matching.need(source, binding).and_then(|need| need.relationship.as_ref());
        let said = binding.relationship.filter(|_| binding.joined != Joined::Implied);
        let (Some(asked), Some(id)) = (asked, said) else { return false };
        Line::of(&self.service.world, id).is(asked) == Some(false)
    }

    fn unknown(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        word: &crate::dialect::tosca::types::Word<'d>,
    ) -> Diagnostic {
        let near = self.near.get_or_insert_with(|| {
            let types = self.service.world.names(TypeKind::Node).into_iter().map(|(name, _)| name);
            let templates = self.topology.node_templates.iter().map(|it| it.name.to_string());
            Near::to(templates.chain(types))
        });
        let message = if requirement.node.is_scalar() {
            format!("no node template is named `{}`", word.text)
        } else {
            format!("no node template or node type is named `{}`", word.text)
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
                format!("in the requirement `{}`, {fault}", requirement.name)
            }
            (_, Some(word)) if requirement.target.is_none() => {
                format!("no capability or capability type is named `{}`", word.text)
            }
            _ => format!("`{target}` does not meet the requirement `{}`: {fault}", requirement.name),
        };
        let diagnostic = self.service.fault(code, at, message);
        let Target::Template(to) = binding.target else { return diagnostic };
        let there = &self.topology.node_templates[to];
        let kind = there.type_name.as_ref().map(|it| it.node).filter(|it| self.service.is_own(*it));
        let diagnostic = match kind {
            Some(kind) => diagnostic.related(kind.range(), format!("`{}` is of this type", there.name)),
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

    /// What would fit, with the changes to it.
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
        // The capability that is named stays: what is offered has it too.
        let capability =
            requirement.capability.as_ref().map(|it| wanted(self.service, it)).unwrap_or_default();
        let wish = Wish { capability, relationship: None };
        let would_do = |at: &usize| self.matching.candidate(source, need, &wish, *at).faults.is_empty();
        let is_other = |at: &usize| self.topology.node_templates[*at].name != word.text;
        let fitting = fitting.into_iter().filter(|at| is_other(at) && would_do(at));
        for template in fitting.map(|at| &self.topology.node_templates[at]) {
            diagnostic = change(
                diagnostic.related(template.key.range(), format!("`{}` would fit", template.name)),
                word,
                &template.name,
            )
            .unsafe_fix();
        }
        diagnostic
    }

    /// The capabilities of the target that would take it.
    fn capability_instead(
        &self,
        mut diagnostic: Diagnostic,
        requirement: &Requirement<'d>,
        target: usize,
    ) -> Diagnostic {
        let (Some(word), Some(kind)) = (&requirement.capability, self.matching.kind(target)) else {
            return diagnostic;
        };
        let names = kind.offers.iter().map(|it| it.name.as_str());
        if let Some(near) = crate::schema::nearest(&word.text, names) {
            diagnostic = super::near::suggest(diagnostic, word, near);
        }
        diagnostic
    }

    fn ambiguous(&self, requirement: &Requirement<'d>, binding: &Binding) -> Option<Diagnostic> {
        let Target::Template(target) = binding.target else { return None };
        let kind = self.matching.kind(target)?;
        let word = requirement.target.as_ref()?;
        let names: Vec<String> = binding.ambiguous.iter().map(|at| kind.offers[*at].name.clone()).collect();
        let message = format!(
            "`{}` has more than one capability for `{}`: name {}",
            word.text,
            requirement.name,
            listed(&names)
        );
        let mut diagnostic = self.service.fault(&AMBIGUOUS, word.node, message);
        for name in names.into_iter().take(4) {
            let title = format!("Name the capability `{name}`");
            let op = if requirement.node.is_mapping() {
                Op::Insert {
                    into: requirement.node.path(),
                    key: "capability".to_owned(),
                    value: Value::text(name),
                    spot: crate::yaml::Spot::After("node".to_owned()),
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
