//! Rule: the number of assignments of a requirement is within its occurrences.

use std::collections::BTreeSet;

use super::super::{Rule, offer_assignments};
use crate::grammar::AMP;
use crate::matching::{
    Matching, Mismatch, NodeSignature, Overrides, RequirementLookup, RequirementSignature, bounds, times,
};
use crate::model::{NodeTemplate, Service, Topology};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNASSIGNED, &TOO_MANY_ASSIGNMENTS, &RANGE], check };

static UNASSIGNED: Code = Code::warning(
    "tosca/unassigned-requirement",
    "T3.7.2-R11",
    "TOSCA Simple Profile in YAML 1.2, 2.10.1, 3.6.3.3",
    "Checks that requirements are assigned as often as their `occurrences` require, which is exactly once by default. \
Nodes that are `substitutable` or `selectable`, requirements exposed by `substitution_mappings`, and assignments that \
specify a type or a filter instead of a node are not checked.

The related locations show the candidate nodes.",
)
.why("The orchestrator has to find a node for a missing assignment, and not all orchestrators do.")
.advice("Assign the requirement, or set its lower bound to 0 in the node type.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute}
database: {type: tosca.nodes.DBMS}
#^^^^^^^
",
)
.good(
    "
server: {type: tosca.nodes.Compute}
database: {type: tosca.nodes.DBMS, requirements: [host: server]}
",
);
pub static TOO_MANY_ASSIGNMENTS: Code = Code::error(
    "tosca/too-many-assignments",
    "T3.7.2-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3.3",
    "Checks that a requirement is not assigned more often than the upper bound of its `occurrences`, which is 1 by default.",
)
.why("The node is made for this number of targets, and some processors reject more.")
.advice("Remove an assignment, or raise the upper bound of `occurrences` in the node type.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: a, host: a]}
#                                                   ^^^^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: a, dependency: a, dependency: a]}
",
);
static RANGE: Code = Code::error(
    "tosca/wider-occurrences",
    "T3.7.2-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "Checks that the `occurrences` of an assignment are within those of the requirement definition.",
)
.why("An assignment can narrow them, not extend them.")
.advice("Narrow the `occurrences` here, or widen those of the requirement definition.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: {node: a, occurrences: [0, 2]}]}
#                                                                       ^^^^^^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: {node: a, occurrences: [1, 1]}]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let exposed = exposed(service);
    let mut checker = OccurrenceChecker { service, topology, matching, detailed: 16 };
    // Number of assignments of each requirement of a template, by index.
    let mut count: Vec<(usize, u64)> = Vec::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        let Some(kind) = matching.kind(at) else { continue };
        count.clear();
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let RequirementLookup::As(defined) = binding.need else { continue };
            let need = &kind.requirements[defined];
            let known = count.iter().position(|counted| counted.0 == defined);
            let known = known.unwrap_or_else(|| {
                count.push((defined, 0));
                count.len() - 1
            });
            count[known].1 += 1;
            if need.most.is_some_and(|most| count[known].1 > most) {
                let why = Mismatch::RequirementFull {
                    requirement: need.name.clone(),
                    most: need.most.unwrap_or(0),
                };
                report.push(service.fault(&TOO_MANY_ASSIGNMENTS, requirement.key, why.to_string()));
            }
            if let Some((node, (least, most))) =
                requirement.occurrences.and_then(|node| Some((node, bounds(node)?)))
                && (least < need.least
                    || need.most.is_some_and(|allowed| most.is_none_or(|most| most > allowed)))
            {
                let allowed = range(need.least, need.most);
                let message = message::expected(
                    format!("`occurrences` of `{}` within {allowed}", need.name),
                    range(least, most),
                );
                report.push(service.fault(&RANGE, node, message));
            }
        }
        if template.is_open() {
            continue;
        }
        let counts = matching.assigned_all(at);
        for need in &kind.requirements {
            let assigned = counts.get(need.name.as_str()).copied().unwrap_or(0);
            if assigned == 0 && is_left_to_ancestors(service, kind, need) {
                continue;
            }
            if assigned < need.least && !exposed.contains(&(template.name.as_ref(), need.name.as_str())) {
                report.push(checker.unassigned(at, template, kind, need, assigned));
            }
        }
    }
}

/// Returns true for the host of software in AMP, which can be an ancestor at run time: AMP has its own check.
fn is_left_to_ancestors(service: &Service<'_>, kind: &NodeSignature, need: &RequirementSignature) -> bool {
    service.version.has(AMP)
        && need.name == "host"
        && kind.line.derives_from_name("tosca.nodes.SoftwareComponent")
}

fn range(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) => format!("`[{least}, {most}]`"),
        None => format!("`[{least}, UNBOUNDED]`"),
    }
}

/// Requirements that the substitution mappings expose, by template and requirement.
fn exposed<'s>(service: &'s Service<'_>) -> BTreeSet<(&'s str, &'s str)> {
    let Some(substitution) = service.topology.as_ref().and_then(|topology| topology.substitution.as_ref())
    else {
        return BTreeSet::new();
    };
    let mut exposed = BTreeSet::new();
    for entry in &substitution.requirements {
        let value = entry.value.resolve();
        let list = if value.is_mapping() { value.get("mapping") } else { Some(value) };
        let words: Vec<_> = list.into_iter().flat_map(limn_yaml::Node::items).collect();
        if let [template, requirement] = words[..]
            && let (Some(template), Some(requirement)) = (template.as_str(), requirement.as_str())
            && let Some(template) = service.node_template(&template)
        {
            let at =
                service.topology.as_ref().and_then(|topology| topology.index.get(&template.name)).copied();
            let need = at.and_then(|at| service.matching().kind(at)?.requirement(&requirement));
            exposed.extend(need.map(|need| (template.name.as_ref(), need.name.as_str())));
        }
    }
    exposed
}

struct OccurrenceChecker<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    matching: &'s Matching,
    /// Number of faults for which candidates are still described.
    detailed: usize,
}

impl<'d> OccurrenceChecker<'_, 'd> {
    fn unassigned(
        &mut self,
        at: usize,
        template: &NodeTemplate<'d>,
        kind: &NodeSignature,
        need: &RequirementSignature,
        assigned: u64,
    ) -> Diagnostic {
        let often = if need.least == 1 { String::new() } else { format!(" {}", times(need.least)) };
        let what = match (&need.node, &need.capability) {
            (Some(node), _) => format!(" to a node of type `{}`", node.name),
            (None, Some(capability)) => format!(" to a capability of type `{}`", capability.name),
            (None, None) => String::new(),
        };
        let but = if assigned == 0 { String::new() } else { format!(", found {}", times(assigned)) };
        let message =
            format!("requirement `{}` of `{}` must be assigned{often}{what}{but}", need.name, kind.line.name);
        let mut diagnostic = self.service.fault(&UNASSIGNED, template.key, message);
        if self.detailed == 0 {
            return diagnostic;
        }
        self.detailed -= 1;
        let (fitting, more) = self.matching.fitting(at, need);
        diagnostic = offer_assignments(diagnostic, self.service, at, need);
        self.why_not(diagnostic, at, need, &fitting, more)
    }

    /// Relates the nearest candidates with the reason why each does not fit.
    fn why_not(
        &self,
        mut diagnostic: Diagnostic,
        at: usize,
        need: &RequirementSignature,
        fitting: &[usize],
        more: bool,
    ) -> Diagnostic {
        const MAX_RELATED: usize = 12;
        for candidate in fitting {
            let template = &self.topology.node_templates[*candidate];
            diagnostic = diagnostic.related(template.key.range(), format!("`{}` fits", template.name));
        }
        if more || !fitting.is_empty() {
            return diagnostic;
        }
        let overrides = Overrides::default();
        let others = (0..self.topology.node_templates.len().min(1_000)).filter(|other| *other != at);
        let mut refused: Vec<_> = others
            .filter_map(|other| {
                let candidate = self.matching.candidate(at, need, &overrides, other);
                Some((other, candidate.faults.into_iter().next()?))
            })
            .collect();
        // A node without the capability is the worst candidate.
        refused.sort_by_key(|(_, why)| matches!(why, Mismatch::NoCapability { .. }));
        for (other, why) in refused.into_iter().take(MAX_RELATED) {
            let template = &self.topology.node_templates[other];
            diagnostic =
                diagnostic.related(template.key.range(), format!("`{}` does not fit: {why}", template.name));
        }
        diagnostic
    }
}
