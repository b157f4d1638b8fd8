//! Requirements that are left to the orchestrator, and that nothing in this topology meets: which nodes were looked at, and why each does not do.

use super::super::Rule;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::dialect::tosca::matching::{Asked, Mismatch, Target, Wanted, Wish, unmet, wanted};
use crate::dialect::tosca::model::{Requirement, Service, Topology};
use crate::dialect::tosca::types::TypeId;

pub(in super::super) static RULE: Rule = Rule { codes: &[&OPEN], check };

static OPEN: Code = Code::info(
    "tosca/open-requirement",
    "T14.4-R1",
    "TOSCA Simple Profile in YAML 1.2, 2.9, 14.4",
    "The assignment names no node template but a node type, a capability or a filter: the orchestrator chooses a node. None of this topology's own \
     would do; it has to find or make one elsewhere. The related places say of the nodes here why not.",
);

/// For how many requirements the nodes are looked at one by one.
const DETAILED: usize = 32;
/// How many nodes are told of.
const TOLD: usize = 12;

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut looked = 0;
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let of_type = match binding.target {
                Target::Type(id) => Some(id),
                Target::Open => None,
                Target::Template(_) | Target::Unknown | Target::Untold => continue,
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

/// `None`: some node would do.
fn open<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    at: usize,
    requirement: &Requirement<'d>,
    of_type: Option<TypeId>,
) -> Option<Diagnostic> {
    let matching = service.matching();
    let need = matching.kind(at)?.need(&requirement.name)?;
    let capability = requirement.capability.as_ref().map_or(Wanted::Any, |word| wanted(service, word));
    let wish = Wish { capability, relationship: None };
    let asked = of_type.map(|id| Asked::exactly(&service.world, id));
    let mut refused = Vec::new();
    for other in (0..topology.node_templates.len()).filter(|other| *other != at) {
        let kind = matching.kind(other)?;
        let wrong_type = asked
            .as_ref()
            .filter(|asked| kind.line.is(asked) == Some(false))
            .map(|asked| Mismatch::NodeType { has: kind.line.name.clone(), wanted: asked.name.clone() });
        let fault = wrong_type
            .or_else(|| matching.candidate(at, need, &wish, other).faults.into_iter().next())
            .or_else(|| {
                unmet(service, requirement.filter?, &topology.node_templates[other]).map(Mismatch::Filter)
            });
        refused.push((other, fault?));
    }
    // What has not even the type is the farthest away.
    refused.sort_by_key(|(_, why)| match why {
        Mismatch::NoCapability { .. } => 2,
        Mismatch::NodeType { .. } => 1,
        _ => 0,
    });
    let message = format!(
        "`{}` is left open, and no node template here would do: the orchestrator has to find one",
        requirement.name
    );
    let mut diagnostic = service.fault(&OPEN, requirement.key, message);
    for (other, why) in refused.into_iter().take(TOLD) {
        let template = &topology.node_templates[other];
        diagnostic = diagnostic.related(template.key.range(), format!("not `{}`: {why}", template.name));
    }
    Some(diagnostic)
}
