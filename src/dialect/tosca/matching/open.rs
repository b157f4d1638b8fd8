//! Requirements that name no node template: which templates an orchestrator can choose.

use super::super::model::{Requirement, Service};
use super::super::types::TypeId;
use super::filter::unmet;
use super::fit::{Mismatch, Overrides, RequestedCapability};
use super::reader::requested_capability;
use super::signature::RequiredType;

/// Checks that a node template can be chosen for a requirement of another one, among nodes of a type if given. `None`: undetermined.
pub fn check_target<'d>(
    service: &Service<'d>,
    at: usize,
    requirement: &Requirement<'d>,
    of_type: Option<TypeId>,
    other: usize,
) -> Option<Result<(), Mismatch>> {
    let topology = service.topology.as_ref()?;
    let matching = service.matching();
    let need = matching.kind(at)?.requirement(&requirement.definition())?;
    let kind = matching.kind(other)?;
    let asked = of_type.map(|id| RequiredType::exactly(&service.type_scope, id));
    if let Some(asked) = asked.filter(|asked| kind.line.is(asked) == Some(false)) {
        return Some(Err(Mismatch::NodeType { has: kind.line.name.clone(), expected: asked.name.clone() }));
    }
    let word = requirement.capability.as_ref();
    let capability = word.map_or(RequestedCapability::Any, |word| requested_capability(service, word));
    let overrides = Overrides { capability, relationship: None };
    let faults = matching.candidate(at, need, &overrides, other).faults;
    let filtered =
        || unmet(service, requirement.filter?, &topology.node_templates[other]).map(Mismatch::Filter);
    Some(faults.into_iter().next().or_else(filtered).map_or(Ok(()), Err))
}
