//! Type matching of requirements and capabilities, with the reasons of a mismatch. Shared by rules, connections and pickers.

use std::sync::Arc;

use super::signature::{Lineage, NodeSignature, RequiredType, RequirementSignature, valid_targets};
use crate::types::{Lookup, TypeId, TypeScope};

/// Explicit types of an assignment, which override the requirement definition.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    pub capability: RequestedCapability,
    /// The relationship type, if it differs from the definition.
    pub relationship: Option<Arc<RelationshipSignature>>,
}

/// The capability of an assignment.
#[derive(Clone, Debug, Default)]
pub enum RequestedCapability {
    /// The capability of the definition.
    #[default]
    Any,
    /// The name of a capability of the target, or of a capability type.
    Named { name: String, kind: RequiredType },
}

#[derive(Clone, Debug)]
pub struct RelationshipSignature {
    pub line: Lineage,
    pub valid_targets: Vec<RequiredType>,
}

impl RelationshipSignature {
    pub fn of(type_scope: &TypeScope<'_>, id: TypeId) -> RelationshipSignature {
        RelationshipSignature {
            line: Lineage::of(type_scope, id),
            valid_targets: valid_targets(type_scope, id),
        }
    }
}

/// Result of matching.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// Matching capabilities of the target by position, most likely first.
    pub capabilities: Vec<usize>,
    /// Reasons of a mismatch. Empty if the target matches or is undetermined.
    pub faults: Vec<Mismatch>,
}

/// Reason why a node does not fulfill a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    NodeType {
        has: String,
        expected: String,
    },
    NoCapability {
        expected: String,
    },
    UnknownCapability {
        name: String,
    },
    CapabilityType {
        capability: String,
        has: String,
        expected: String,
    },
    /// The named capability type is unrelated to the definition.
    OtherCapability {
        named: String,
        expected: String,
    },
    Source {
        capability: String,
        source: String,
        valid: Vec<String>,
    },
    Target {
        relationship: String,
        capability: String,
        has: String,
        valid: Vec<String>,
    },
    /// The capability has the maximum number of relationships.
    CapabilityFull {
        capability: String,
        most: u64,
    },
    /// The requirement has the maximum number of assignments.
    RequirementFull {
        requirement: String,
        most: u64,
    },
    Filter(String),
    /// The source and the target are the same node.
    SelfTarget,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::NodeType { has, expected } => {
                write!(f, "expected a node type derived from `{expected}`, found `{has}`")
            }
            Mismatch::NoCapability { expected } => write!(f, "missing capability of type `{expected}`"),
            Mismatch::UnknownCapability { name } => {
                write!(f, "unknown capability or capability type `{name}`")
            }
            Mismatch::CapabilityType { capability, has, expected } => {
                write!(f, "expected a capability of type `{expected}`, found `{capability}` of type `{has}`")
            }
            Mismatch::OtherCapability { named, expected } => {
                write!(f, "expected a capability type derived from `{expected}`, found `{named}`")
            }
            Mismatch::Source { capability, source, valid } => {
                write!(
                    f,
                    "expected a source of type {} for capability `{capability}`, found `{source}`",
                    listed(valid)
                )
            }
            Mismatch::Target { relationship, capability, has, valid } => write!(
                f,
                "expected a capability of type {} for `{relationship}`, found `{capability}` of type `{has}`",
                listed(valid)
            ),
            Mismatch::CapabilityFull { capability, most } => {
                write!(f, "capability `{capability}` already has the maximum of {most} in its `occurrences`")
            }
            Mismatch::RequirementFull { requirement, most: 0 } => {
                write!(f, "`occurrences` of `{requirement}` allow no assignment")
            }
            Mismatch::RequirementFull { requirement, most } => {
                write!(
                    f,
                    "`{requirement}` is already assigned {}, the maximum in its `occurrences`",
                    times(*most)
                )
            }
            Mismatch::Filter(why) => f.write_str(why),
            Mismatch::SelfTarget => f.write_str("a node cannot be its own target"),
        }
    }
}

pub fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// `` `a`, `b` or `c` ``.
pub fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Checks that a node of type `target` fulfills `requirement` of a node of type `source`. Unknown types match.
pub fn fit(
    source: &NodeSignature,
    requirement: &RequirementSignature,
    target: &NodeSignature,
    overrides: &Overrides,
) -> Fit {
    let mut fit = Fit::default();
    if let Some(node) = &requirement.node
        && target.line.is(node) == Some(false)
    {
        let (has, expected) = (target.line.name.clone(), node.name.clone());
        fit.faults.push(Mismatch::NodeType { has, expected });
    }
    let candidates = match capabilities(requirement, target, &overrides.capability) {
        Ok(candidates) => candidates,
        Err(fault) => {
            // One message is enough for a wrong node type.
            if fit.faults.is_empty() {
                fit.faults.extend(fault);
            }
            return fit;
        }
    };
    let mut fault = None;
    for at in candidates {
        match refusal(
            source,
            target,
            at,
            overrides
                .relationship
                .as_ref()
                .or(requirement.relationship_signature.as_ref())
                .map(AsRef::as_ref),
        ) {
            None => fit.capabilities.push(at),
            Some(why) => fault = fault.or(Some(why)),
        }
    }
    if fit.capabilities.is_empty() && fit.faults.is_empty() {
        fit.faults.extend(fault);
    }
    fit
}

/// Capabilities of the target with the required type, exact matches first. An error without a reason is undetermined.
fn capabilities(
    requirement: &RequirementSignature,
    target: &NodeSignature,
    request: &RequestedCapability,
) -> Result<Vec<usize>, Option<Mismatch>> {
    let required = match request {
        RequestedCapability::Named { name, kind } => {
            if let Some(at) = target.capability_position(name) {
                let (offer, required) = (&target.capabilities[at], requirement.capability.as_ref());
                return match offer
                    .line
                    .as_ref()
                    .zip(required)
                    .map(|(line, required)| (line, required, line.is(required)))
                {
                    Some((line, required, Some(false))) => Err(Some(Mismatch::CapabilityType {
                        capability: name.clone(),
                        has: line.name.clone(),
                        expected: required.name.clone(),
                    })),
                    _ => Ok(vec![at]),
                };
            }
            match kind.found {
                Lookup::Found(_) => Some(kind),
                Lookup::Undetermined => return Err(None),
                Lookup::Unknown if !target.line.is_complete() => return Err(None),
                Lookup::Unknown => {
                    return Err(Some(Mismatch::UnknownCapability { name: name.clone() }));
                }
            }
        }
        RequestedCapability::Any => requirement.capability.as_ref(),
    };
    let Some(required) = required else { return Err(None) };
    let mut undetermined = !target.line.is_complete();
    let mut found = Vec::new();
    for (at, offer) in target.capabilities.iter().enumerate() {
        match offer.line.as_ref().map(|line| line.is(required)) {
            Some(Some(true)) => found.push(at),
            Some(Some(false)) => {}
            None | Some(None) => undetermined = true,
        }
    }
    if found.is_empty() {
        return Err((!undetermined).then(|| Mismatch::NoCapability { expected: required.name.clone() }));
    }
    let exactly =
        |at: &usize| target.capabilities[*at].line.as_ref().is_some_and(|line| line.name == required.name);
    // Many types derive from the capability of every node, but a requirement for a node does not mean them.
    if required.name == "tosca.capabilities.Node" && found.iter().any(exactly) {
        found.retain(exactly);
    }
    found.sort_by_key(|at| !exactly(at));
    Ok(found)
}

/// Reason why a capability of the required type does not match.
fn refusal(
    source: &NodeSignature,
    target: &NodeSignature,
    at: usize,
    relationship: Option<&RelationshipSignature>,
) -> Option<Mismatch> {
    let offer = &target.capabilities[at];
    if source.line.is_any(&offer.valid_sources) == Some(false) {
        return Some(Mismatch::Source {
            capability: offer.name.clone(),
            source: source.line.name.clone(),
            valid: offer.valid_sources.iter().map(|allowed| allowed.name.clone()).collect(),
        });
    }
    let (relationship, line) = (relationship?, offer.line.as_ref()?);
    if line.is_any(&relationship.valid_targets) == Some(false) {
        return Some(Mismatch::Target {
            relationship: relationship.line.name.clone(),
            capability: offer.name.clone(),
            has: line.name.clone(),
            valid: relationship.valid_targets.iter().map(|allowed| allowed.name.clone()).collect(),
        });
    }
    None
}
