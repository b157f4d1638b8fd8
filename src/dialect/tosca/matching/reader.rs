//! Resolves the requirement assignments of a topology.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::fit::{Fit, Mismatch, Overrides, RelationshipSignature, RequestedCapability, fit};
use super::resolved::{
    Binding, Matching, RelationshipTarget, RequirementLookup, RequirementTarget, TemplateBindings,
};
use super::signature::{Lineage, RequiredType, RequirementSignature};
use crate::model::{Requirement, Service, Topology};
use crate::types::{FileId, Lookup, ScalarText, Section, TypeId, TypeKind};

impl Service<'_> {
    /// Resolved requirements of the topology.
    pub fn matching(&self) -> &Matching {
        self.matching.get_or_init(|| Matching::of(self))
    }

    /// Converts to the resolved requirements, which outlive the document.
    pub fn into_matching(self) -> Matching {
        self.matching();
        self.matching.into_inner().unwrap_or_default()
    }
}

impl Matching {
    pub fn of(service: &Service<'_>) -> Matching {
        let mut matching = Matching::default();
        let Some(topology) = &service.topology else { return matching };
        for template in &topology.node_templates {
            let kind = template.type_id.found().map(|id| matching.take_kind(&service.type_scope, id));
            let at = matching.templates.len();
            matching.templates.push(TemplateBindings {
                name: template.name.to_string(),
                kind,
                from: at,
                bindings: Vec::new(),
            });
        }
        let mut reader = Reader {
            service,
            topology,
            joins: FxHashMap::default(),
            fits: FxHashMap::default(),
            relationships: topology
                .relationship_templates
                .iter()
                .enumerate()
                .rev()
                .map(|(at, template)| (template.name.as_ref(), at))
                .collect(),
        };
        for (at, template) in topology.node_templates.iter().enumerate() {
            let bindings = template
                .requirements
                .iter()
                .map(|requirement| reader.binding(&mut matching, at, requirement))
                .collect();
            matching.templates[at].bindings = bindings;
            let source = template.copy.as_ref().and_then(|copy| topology.index.get(copy.text.as_ref()));
            if let Some(source) = source.filter(|_| template.sections.get(Section::Requirements).is_none()) {
                matching.templates[at].from = *source;
            }
        }
        // Requirements can name types without templates.
        matching.by_kind = vec![Vec::new(); matching.kinds.len()];
        for (at, template) in matching.templates.iter().enumerate() {
            if let Some(kind) = template.kind {
                matching.by_kind[kind].push(at);
            }
        }
        matching.matches = matching.kinds.iter().map(|_| OnceLock::new()).collect();
        matching.serve();
        matching
    }
}

/// Resolver of assignments.
struct Reader<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    relationships: FxHashMap<&'s str, usize>,
    joins: FxHashMap<TypeId, Arc<RelationshipSignature>>,
    /// Cached matches of assignments without an explicit capability: by signature, requirement, target signature and relationship.
    fits: FxHashMap<(usize, usize, usize, Option<TypeId>), Fit>,
}

impl Reader<'_, '_> {
    fn binding(&mut self, matching: &mut Matching, source: usize, requirement: &Requirement<'_>) -> Binding {
        let mut binding = Binding {
            name: requirement.definition().into_owned(),
            need: RequirementLookup::Undetermined,
            target: RequirementTarget::Open,
            both: false,
            capability: None,
            ambiguous: Vec::new(),
            joined: RelationshipTarget::Implied,
            relationship: None,
            faults: Vec::new(),
        };
        self.aim(matching, requirement, &mut binding);
        self.join(requirement, &mut binding);
        let Some(from) = matching.templates[source].kind else { return binding };
        let kind = &matching.kinds[from];
        binding.need = match kind.requirement_position(&binding.name) {
            Some(at) => RequirementLookup::As(at),
            None if kind.line.is_complete() => RequirementLookup::Undeclared,
            None => RequirementLookup::Undetermined,
        };
        let RequirementLookup::As(at) = binding.need else { return binding };
        let need = &kind.requirements[at];
        binding.relationship = binding.relationship.or_else(|| match (binding.joined, &need.relationship) {
            (RelationshipTarget::Implied, Some(asked)) => asked.found.found(),
            _ => None,
        });
        if requirement.capability.is_none() {
            self.match_capability(matching, (from, at), &mut binding);
            return binding;
        }
        let overrides = self.overrides(requirement, &binding);
        if let Some(fault) = self.misnamed(need, &overrides.capability, binding.target) {
            binding.faults.push(fault);
            return binding;
        }
        let Some(target) = kind_at(matching, binding.target) else { return binding };
        binding.take(&fit(kind, need, &matching.kinds[target], &overrides));
        binding
    }

    /// Matches an assignment without an explicit capability.
    fn match_capability(&mut self, matching: &Matching, (from, at): (usize, usize), binding: &mut Binding) {
        let Some(target) = kind_at(matching, binding.target) else { return };
        let key = (from, at, target, binding.relationship);
        if !self.fits.contains_key(&key) {
            let kind = &matching.kinds[from];
            let overrides =
                Overrides { capability: RequestedCapability::Any, relationship: self.joining(binding) };
            self.fits.insert(key, fit(kind, &kind.requirements[at], &matching.kinds[target], &overrides));
        }
        binding.take(&self.fits[&key]);
    }

    fn joining(&mut self, binding: &Binding) -> Option<Arc<RelationshipSignature>> {
        let type_scope = &self.service.type_scope;
        binding.relationship.map(|id| {
            Arc::clone(
                self.joins.entry(id).or_insert_with(|| Arc::new(RelationshipSignature::of(type_scope, id))),
            )
        })
    }

    /// Resolves the target: a template, otherwise a type.
    fn aim(&self, matching: &mut Matching, requirement: &Requirement<'_>, binding: &mut Binding) {
        let Some(word) = &requirement.target else { return };
        let named = self.service.find(TypeKind::Node, &word.text);
        if let Some(at) = self.topology.index.get(&word.text) {
            binding.target = RequirementTarget::Template(*at);
            binding.both = named.found().is_some();
            return;
        }
        binding.target = match named {
            Lookup::Found(id) => {
                matching.take_kind(&self.service.type_scope, id);
                RequirementTarget::Type(id)
            }
            Lookup::Unknown => RequirementTarget::Unknown,
            Lookup::Undetermined => RequirementTarget::Undetermined,
        };
    }

    fn join(&self, requirement: &Requirement<'_>, binding: &mut Binding) {
        let Some(word) = &requirement.relationship else { return };
        if let Some(at) = self.relationships.get(word.text.as_ref()) {
            binding.joined = RelationshipTarget::Template(*at);
            binding.relationship = self.topology.relationship_templates[*at].type_id.found();
            return;
        }
        binding.joined = match self.service.find(TypeKind::Relationship, &word.text) {
            Lookup::Found(id) => {
                binding.relationship = Some(id);
                RelationshipTarget::Type(id)
            }
            Lookup::Unknown => RelationshipTarget::Unknown,
            Lookup::Undetermined => RelationshipTarget::Undetermined,
        };
    }

    /// Mismatch of the named capability, independent of the target.
    fn misnamed(
        &self,
        need: &RequirementSignature,
        request: &RequestedCapability,
        target: RequirementTarget,
    ) -> Option<Mismatch> {
        let (RequestedCapability::Named { name, kind }, type_scope) = (request, &self.service.type_scope)
        else {
            return None;
        };
        let of_some_node = || {
            let mut nodes = type_scope.types_of(TypeKind::Node);
            nodes.any(|(_, node_type)| {
                node_type.node.get("capabilities").is_some_and(|them| them.get(name).is_some())
            })
        };
        let asked = need.capability.as_ref()?;
        match kind.found {
            // Names of the target take precedence.
            Lookup::Found(id) if target == RequirementTarget::Open || !of_some_node() => {
                let line = Lineage::of(type_scope, id);
                let known = asked.found.found().map(|id| Lineage::of(type_scope, id))?;
                let apart = line.is(asked) == Some(false) && known.is(kind) == Some(false);
                apart.then(|| Mismatch::OtherCapability { named: name.clone(), expected: asked.name.clone() })
            }
            Lookup::Unknown if target == RequirementTarget::Open && !of_some_node() => {
                Some(Mismatch::UnknownCapability { name: name.clone() })
            }
            _ => None,
        }
    }

    fn overrides(&mut self, requirement: &Requirement<'_>, binding: &Binding) -> Overrides {
        let capability = match &requirement.capability {
            Some(word) => requested_capability(self.service, word),
            None => RequestedCapability::Any,
        };
        Overrides { capability, relationship: self.joining(binding) }
    }
}

/// Signature of the target of an assignment.
fn kind_at(matching: &Matching, target: RequirementTarget) -> Option<usize> {
    match target {
        RequirementTarget::Template(at) => matching.templates[at].kind,
        RequirementTarget::Type(id) => matching.kind_index.get(&id).copied(),
        RequirementTarget::Open | RequirementTarget::Unknown | RequirementTarget::Undetermined => None,
    }
}

/// The capability that an assignment names.
pub fn requested_capability(service: &Service<'_>, word: &ScalarText<'_>) -> RequestedCapability {
    let kind = RequiredType::of(&service.type_scope, TypeKind::Capability, word, FileId::OWN);
    RequestedCapability::Named { name: word.text.to_string(), kind }
}

/// Hosts of each node template, by relationships derived from `HostedOn`.
pub fn hosts(service: &Service<'_>, matching: &Matching) -> Vec<Vec<usize>> {
    let mut hosting: FxHashMap<TypeId, bool> = FxHashMap::default();
    let mut is_hosting = |id: TypeId| {
        *hosting.entry(id).or_insert_with(|| {
            Lineage::of(&service.type_scope, id).derives_from_name("tosca.relationships.HostedOn")
        })
    };
    (0..matching.templates.len())
        .map(|at| {
            let mut found = Vec::new();
            for binding in matching.bindings(at) {
                if let (RequirementTarget::Template(target), Some(relationship)) =
                    (binding.target, binding.relationship)
                    && is_hosting(relationship)
                {
                    found.push(target);
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        })
        .collect()
}
