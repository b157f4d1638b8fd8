//! Targets of requirements: they exist and fit. Messages state why a target does not fit, and which one does.

mod ambiguous;
mod misfit;

use self::ambiguous::AMBIGUOUS;
use self::misfit::{CAPABILITY, NO_CAPABILITY, NODE_TYPE, RELATIONSHIP, SOURCE};
use super::super::Rule;
use super::name_suggestions::{NameSuggestions, change};
use crate::matching::{
    Binding, Lineage, Matching, Mismatch, Overrides, RelationshipTarget, RequirementTarget,
    requested_capability,
};
use crate::model::{Requirement, Service, Topology};
use crate::types::TypeKind;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;

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
.why("Without a target, the relationship cannot be created and the requirement stays open.")
.advice("Correct the name, or add the node template.")
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
    "Reports a requirement whose target is the name of both a node template and a node type.",
)
.why("It resolves to the template, but readers may expect the type.")
.advice("Rename the node template, or write the full name of the type as the target.")
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

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut checker =
        TargetChecker { service, topology, matching, near: None, near_templates: None, related: 16 };
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            checker.check_at(at, requirement, binding, report);
        }
    }
}

struct TargetChecker<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    matching: &'s Matching,
    near: Option<NameSuggestions>,
    near_templates: Option<NameSuggestions>,
    /// Number of faults for which fitting targets are still looked up.
    related: usize,
}

impl<'d> TargetChecker<'_, 'd> {
    fn check_at(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        report: &mut Report,
    ) {
        let service = self.service;
        if let (RequirementTarget::Unknown, Some(word)) = (binding.target, &requirement.target) {
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
        Lineage::of(&self.service.type_scope, id).is(asked) == Some(false)
    }

    fn unknown(
        &mut self,
        source: usize,
        requirement: &Requirement<'d>,
        binding: &Binding,
        word: &crate::types::ScalarText<'d>,
    ) -> Diagnostic {
        let near = if requirement.node.is_scalar() {
            self.near_templates.get_or_insert_with(|| NameSuggestions::node_templates(self.service))
        } else {
            self.near.get_or_insert_with(|| {
                let types = self.service.type_scope.names(TypeKind::Node).into_iter().map(|(name, _)| name);
                let templates = self.topology.node_templates.iter().map(|template| template.name.to_string());
                NameSuggestions::to(templates.chain(types))
            })
        };
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
        let capability = requirement
            .capability
            .as_ref()
            .map(|word| requested_capability(self.service, word))
            .unwrap_or_default();
        let overrides = Overrides { capability, relationship: None };
        let would_do = |at: &usize| self.matching.candidate(source, need, &overrides, *at).faults.is_empty();
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
}
