//! Resolved requirements: the binding of each assignment, and queries over them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::fit::{Fit, Mismatch, Overrides, RequestedCapability, fit};
use super::signature::{CapabilitySignature, NodeSignature, RequiredType, RequirementSignature};
use crate::types::{Lookup, TypeId, TypeScope};
use limn_language::message;

/// Resolved requirements of a topology.
#[derive(Debug, Default)]
pub struct Matching {
    /// Signatures of the used node types.
    pub kinds: Vec<NodeSignature>,
    /// Bindings of each node template, in document order.
    pub templates: Vec<TemplateBindings>,
    pub(super) kind_index: FxHashMap<TypeId, usize>,
    /// Number of relationships to each capability of a template.
    pub(super) served: FxHashMap<(usize, usize), u64>,
    /// Templates of each signature.
    pub(super) by_kind: Vec<Vec<usize>>,
    /// Signatures that fulfill each requirement of a signature, computed once for all templates.
    pub(super) matches: Vec<OnceLock<BTreeMap<String, Vec<usize>>>>,
}

/// Resolved requirements of a node template.
#[derive(Debug)]
pub struct TemplateBindings {
    pub name: String,
    /// Index into [`Matching::kinds`]; `None` if the type is unknown.
    pub kind: Option<usize>,
    /// The template with the assignments: itself, or its copy source.
    pub from: usize,
    /// One binding for each own requirement assignment.
    pub bindings: Vec<Binding>,
}

/// A resolved requirement assignment.
#[derive(Debug)]
pub struct Binding {
    /// Requirement name.
    pub name: String,
    pub need: RequirementLookup,
    pub target: RequirementTarget,
    /// True if a node template and a node type have the target name: the template wins.
    pub both: bool,
    /// Target capability, by position in its signature.
    pub capability: Option<usize>,
    /// Other matching capabilities, if the assignment names none.
    pub ambiguous: Vec<usize>,
    pub joined: RelationshipTarget,
    /// Relationship type, explicit or implied.
    pub relationship: Option<TypeId>,
    /// Mismatches of the target.
    pub faults: Vec<Mismatch>,
}

/// Definition of an assigned requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequirementLookup {
    /// Position in the requirements of the signature.
    As(usize),
    /// The type declares no such requirement.
    Undeclared,
    Undetermined,
}

/// Target of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequirementTarget {
    Template(usize),
    /// Selected by the orchestrator among nodes of a type.
    Type(TypeId),
    /// Selected by the orchestrator.
    Open,
    Unknown,
    Undetermined,
}

/// Relationship of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationshipTarget {
    Template(usize),
    Type(TypeId),
    /// From the requirement definition.
    Implied,
    Unknown,
    Undetermined,
}

/// A node template as a possible target of a requirement.
#[derive(Clone, Debug)]
pub struct TargetCandidate {
    pub template: usize,
    /// Matching capability; `None` if undetermined.
    pub capability: Option<usize>,
    /// Mismatches. Empty if the template matches.
    pub faults: Vec<Mismatch>,
}

impl Binding {
    pub(super) fn take(&mut self, fit: &Fit) {
        self.faults.clone_from(&fit.faults);
        self.capability = fit.capabilities.first().copied();
        if fit.capabilities.len() > 1 {
            self.ambiguous.clone_from(&fit.capabilities);
        }
    }
}

impl Matching {
    /// Signature of a node template; `None` if its type is unknown.
    pub fn kind(&self, template: usize) -> Option<&NodeSignature> {
        Some(&self.kinds[self.templates.get(template)?.kind?])
    }

    /// Signature of a node type that a template or requirement uses.
    pub fn kind_of(&self, id: TypeId) -> Option<&NodeSignature> {
        Some(&self.kinds[*self.kind_index.get(&id)?])
    }

    /// Assignments of a node template: its own, or those of its copy source.
    pub fn bindings(&self, template: usize) -> &[Binding] {
        &self.templates[self.templates[template].from].bindings
    }

    /// Definition of an assigned requirement.
    pub fn need(&self, template: usize, binding: &Binding) -> Option<&RequirementSignature> {
        match binding.need {
            RequirementLookup::As(at) => self.kind(template)?.requirements.get(at),
            RequirementLookup::Undeclared | RequirementLookup::Undetermined => None,
        }
    }

    /// Number of relationships to a capability.
    pub fn served(&self, template: usize, capability: usize) -> u64 {
        self.served.get(&(template, capability)).copied().unwrap_or(0)
    }

    /// Number of assignments of a requirement.
    pub fn assigned(&self, template: usize, name: &str) -> u64 {
        self.bindings(template).iter().filter(|binding| binding.name == name).count() as u64
    }

    /// Number of assignments of each requirement, by name.
    pub fn assigned_all(&self, template: usize) -> FxHashMap<&str, u64> {
        let mut counts = FxHashMap::default();
        for binding in self.bindings(template) {
            *counts.entry(binding.name.as_str()).or_default() += 1;
        }
        counts
    }

    /// Matches a node template against a requirement of another, with all mismatches.
    pub fn candidate(
        &self,
        source: usize,
        need: &RequirementSignature,
        overrides: &Overrides,
        target: usize,
    ) -> TargetCandidate {
        let mut candidate = TargetCandidate { template: target, capability: None, faults: Vec::new() };
        let (Some(from), Some(to)) = (self.kind(source), self.kind(target)) else { return candidate };
        let Fit { capabilities, faults } = fit(from, need, to, overrides);
        candidate.faults = faults;
        let free =
            |at: &&usize| to.capabilities[**at].most.is_none_or(|most| self.served(target, **at) < most);
        candidate.capability = capabilities.iter().find(free).or(capabilities.first()).copied();
        if let Some(at) = candidate.capability
            && let Some(most) = to.capabilities[at].most.filter(|_| free(&&at).then_some(()).is_none())
        {
            candidate
                .faults
                .push(Mismatch::CapabilityFull { capability: to.capabilities[at].name.clone(), most });
        }
        if source == target {
            candidate.faults.insert(0, Mismatch::SelfTarget);
        }
        candidate
    }

    /// Checks that a requirement of a node template can connect to a capability of another; `None`: to any matching capability.
    pub fn joins(
        &self,
        source: usize,
        need: &str,
        target: usize,
        capability: Option<&str>,
    ) -> Result<(), String> {
        if source == target {
            let name = &self.templates[target].name;
            return Err(format!(
                "`{name}` does not fulfill the requirement `{need}`: {}",
                Mismatch::SelfTarget
            ));
        }
        let Some(from) = self.kind(source) else { return Ok(()) };
        let Some(need) = from.requirement(need) else {
            return if from.line.is_complete() {
                Err(message::unknown_on("requirement", need, "node type", &from.line.name))
            } else {
                Ok(())
            };
        };
        if self.kind(target).is_none() {
            return Ok(());
        }
        let mut bindings = self.bindings(source).iter().filter(|binding| binding.name == need.name);
        if bindings.any(|binding| binding.target == RequirementTarget::Template(target)) {
            return Err(format!("`{}` is already connected to this node", need.name));
        }
        let overrides = Overrides {
            capability: capability.map_or(RequestedCapability::Any, |name| RequestedCapability::Named {
                name: name.to_owned(),
                kind: RequiredType { name: name.to_owned(), found: Lookup::Unknown },
            }),
            relationship: None,
        };
        let name = &self.templates[target].name;
        if let Some(fault) = self.candidate(source, need, &overrides, target).faults.first() {
            return Err(format!("`{name}` does not fulfill the requirement `{}`: {fault}", need.name));
        }
        // An open assignment is completed, not duplicated; a single allowed assignment is retargeted.
        let taken = self.bindings(source).iter().filter(|binding| binding.name == need.name);
        let taken =
            taken.filter(|binding| matches!(binding.target, RequirementTarget::Template(_))).count() as u64;
        match need.most.filter(|most| taken >= *most && *most != 1) {
            Some(most) => Err(Mismatch::RequirementFull { requirement: need.name.clone(), most }.to_string()),
            None => Ok(()),
        }
    }

    /// All node templates as candidates of a requirement, matches first.
    pub fn candidates(
        &self,
        source: usize,
        need: &RequirementSignature,
        overrides: &Overrides,
    ) -> Vec<TargetCandidate> {
        let mut all: Vec<TargetCandidate> =
            (0..self.templates.len()).map(|target| self.candidate(source, need, overrides, target)).collect();
        all.sort_by_key(|candidate| !candidate.faults.is_empty());
        all
    }

    /// The first few node templates whose type fulfills a requirement, and true if there are more. Each type is matched once.
    pub fn fitting(&self, source: usize, need: &RequirementSignature) -> (Vec<usize>, bool) {
        const FEW: usize = 4;
        let Some(kind) = self.templates[source].kind else { return (Vec::new(), false) };
        let by_need = self.matches[kind].get_or_init(|| {
            let from = &self.kinds[kind];
            let meets = |need: &RequirementSignature, to: &NodeSignature| {
                let fit = fit(from, need, to, &Overrides::default());
                let plainly = |at: &usize| is_meant(need, &to.capabilities[*at]);
                fit.faults.is_empty() && fit.capabilities.iter().any(plainly)
            };
            let kinds = |need: &RequirementSignature| {
                (0..self.kinds.len()).filter(|to| meets(need, &self.kinds[*to])).collect()
            };
            from.requirements.iter().map(|need| (need.name.clone(), kinds(need))).collect()
        });
        let kinds = by_need.get(&need.name).map(Vec::as_slice).unwrap_or_default();
        let mut found: Vec<usize> = kinds
            .iter()
            .flat_map(|kind| self.by_kind[*kind].iter().copied())
            .filter(|target| *target != source)
            .take(FEW + 1)
            .collect();
        let more = found.len() > FEW;
        found.truncate(FEW);
        (found, more)
    }

    pub(super) fn take_kind(&mut self, type_scope: &TypeScope<'_>, id: TypeId) -> usize {
        if let Some(at) = self.kind_index.get(&id) {
            return *at;
        }
        let at = self.kinds.len();
        self.kinds.push(NodeSignature::of(type_scope, id));
        self.kind_index.insert(id, at);
        at
    }

    pub(super) fn serve(&mut self) {
        for at in 0..self.templates.len() {
            let from = self.templates[at].from;
            let ends = self.templates[from].bindings.iter().filter_map(|binding| match binding.target {
                RequirementTarget::Template(target) => Some((target, binding.capability?)),
                _ => None,
            });
            for end in ends {
                *self.served.entry(end).or_default() += 1;
            }
        }
    }
}

/// Returns true if a requirement plausibly means the capability. The admin endpoint of every `Compute` node matches any endpoint by type, but a
/// requirement for an endpoint does not mean it.
pub fn is_meant(need: &RequirementSignature, offer: &CapabilitySignature) -> bool {
    const ADMIN: &str = "tosca.capabilities.Endpoint.Admin";
    let is_admin = offer.line.as_ref().is_some_and(|line| line.derives_from_name(ADMIN));
    !is_admin || need.capability.as_ref().is_none_or(|asked| asked.name != "tosca.capabilities.Endpoint")
}
