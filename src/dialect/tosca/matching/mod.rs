//! Requirement resolution: the definition, target, capability and relationship of each assignment, and the mismatches. Rules, edges and `accepts`
//! share it, so that they agree.
//!
//! Signatures are computed once for each node type. The result is owned and outlives the document. Undetermined parts match, because a missing file
//! or an unknown name is reported elsewhere.

mod filter;
mod fit;
mod signature;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::model::{Requirement, Service, Topology};
use super::types::{FileId, Lookup, TypeId, TypeKind, Word};
use limn_language::message;

pub use filter::unmet;
pub use fit::{Fit, Mismatch, Overrides, RelationshipSignature, RequestedCapability, fit, listed, times};
pub use signature::{
    CapabilitySignature, Lineage, NodeSignature, RequiredType, RequirementSignature, bounds, valid_targets,
};

/// Resolved requirements of a topology.
#[derive(Debug, Default)]
pub struct Matching {
    /// Signatures of the used node types.
    pub kinds: Vec<NodeSignature>,
    /// Bindings of each node template, in document order.
    pub templates: Vec<TemplateBindings>,
    kind_index: FxHashMap<TypeId, usize>,
    /// Number of relationships to each capability of a template.
    served: FxHashMap<(usize, usize), u64>,
    /// Templates of each signature.
    by_kind: Vec<Vec<usize>>,
    /// Signatures that fulfill each requirement of a signature, computed once for all templates.
    matches: Vec<OnceLock<BTreeMap<String, Vec<usize>>>>,
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
    pub target: Target,
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
pub enum Target {
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
pub struct Candidate {
    pub template: usize,
    /// Matching capability; `None` if undetermined.
    pub capability: Option<usize>,
    /// Mismatches. Empty if the template matches.
    pub faults: Vec<Mismatch>,
}

impl Binding {
    fn take(&mut self, fit: &Fit) {
        self.faults.clone_from(&fit.faults);
        self.capability = fit.capabilities.first().copied();
        if fit.capabilities.len() > 1 {
            self.ambiguous.clone_from(&fit.capabilities);
        }
    }
}

impl Matching {
    pub fn of(service: &Service<'_>) -> Matching {
        let mut matching = Matching::default();
        let Some(topology) = &service.topology else { return matching };
        for template in &topology.node_templates {
            let kind = template.type_id.found().map(|id| matching.take_kind(service, id));
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
                .map(|(at, it)| (it.name.as_ref(), at))
                .collect(),
        };
        for (at, template) in topology.node_templates.iter().enumerate() {
            let bindings =
                template.requirements.iter().map(|it| reader.binding(&mut matching, at, it)).collect();
            matching.templates[at].bindings = bindings;
            let source = template.copy.as_ref().and_then(|copy| topology.index.get(copy.text.as_ref()));
            if let Some(source) = source.filter(|_| template.node.get("requirements").is_none()) {
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
        self.bindings(template).iter().filter(|it| it.name == name).count() as u64
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
        wish: &Overrides,
        target: usize,
    ) -> Candidate {
        let mut candidate = Candidate { template: target, capability: None, faults: Vec::new() };
        let (Some(from), Some(to)) = (self.kind(source), self.kind(target)) else { return candidate };
        let Fit { capabilities, faults } = fit(from, need, to, wish);
        candidate.faults = faults;
        let free =
            |at: &&usize| to.capabilities[**at].most.is_none_or(|most| self.served(target, **at) < most);
        candidate.capability = capabilities.iter().find(free).or(capabilities.first()).copied();
        if let Some(at) = candidate.capability
            && let Some(most) = to.capabilities[at].most.filter(|_| free(&&at).then_some(()).is_none())
        {
            candidate.faults.push(Mismatch::Taken { capability: to.capabilities[at].name.clone(), most });
        }
        if source == target {
            candidate.faults.insert(0, Mismatch::Itself);
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
            return Err(format!("`{name}` does not fulfill the requirement `{need}`: {}", Mismatch::Itself));
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
        let mut bindings = self.bindings(source).iter().filter(|it| it.name == need.name);
        if bindings.any(|it| it.target == Target::Template(target)) {
            return Err(format!("`{}` is already connected to this node", need.name));
        }
        let wish = Overrides {
            capability: capability.map_or(RequestedCapability::Any, |name| RequestedCapability::Named {
                name: name.to_owned(),
                kind: RequiredType { name: name.to_owned(), found: Lookup::Unknown },
            }),
            relationship: None,
        };
        let name = &self.templates[target].name;
        if let Some(fault) = self.candidate(source, need, &wish, target).faults.first() {
            return Err(format!("`{name}` does not fulfill the requirement `{}`: {fault}", need.name));
        }
        // An open assignment is completed, not duplicated; a single allowed assignment is retargeted.
        let taken = self.bindings(source).iter().filter(|it| it.name == need.name);
        let taken = taken.filter(|it| matches!(it.target, Target::Template(_))).count() as u64;
        match need.most.filter(|most| taken >= *most && *most != 1) {
            Some(most) => Err(Mismatch::Filled { requirement: need.name.clone(), most }.to_string()),
            None => Ok(()),
        }
    }

    /// All node templates as candidates of a requirement, matches first.
    pub fn candidates(&self, source: usize, need: &RequirementSignature, wish: &Overrides) -> Vec<Candidate> {
        let mut all: Vec<Candidate> =
            (0..self.templates.len()).map(|target| self.candidate(source, need, wish, target)).collect();
        all.sort_by_key(|it| !it.faults.is_empty());
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
            .filter(|it| *it != source)
            .take(FEW + 1)
            .collect();
        let more = found.len() > FEW;
        found.truncate(FEW);
        (found, more)
    }

    fn take_kind(&mut self, service: &Service<'_>, id: TypeId) -> usize {
        if let Some(at) = self.kind_index.get(&id) {
            return *at;
        }
        let at = self.kinds.len();
        self.kinds.push(NodeSignature::of(&service.world, id));
        self.kind_index.insert(id, at);
        at
    }

    fn serve(&mut self) {
        for at in 0..self.templates.len() {
            let from = self.templates[at].from;
            let ends = self.templates[from].bindings.iter().filter_map(|binding| match binding.target {
                Target::Template(target) => Some((target, binding.capability?)),
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
fn is_meant(need: &RequirementSignature, offer: &CapabilitySignature) -> bool {
    const ADMIN: &str = "tosca.capabilities.Endpoint.Admin";
    let is_admin = offer.line.as_ref().is_some_and(|line| line.derives_from_name(ADMIN));
    !is_admin || need.capability.as_ref().is_none_or(|asked| asked.name != "tosca.capabilities.Endpoint")
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
            name: requirement.name.to_string(),
            need: RequirementLookup::Undetermined,
            target: Target::Open,
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
        binding.need = match kind.requirement_position(&requirement.name) {
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
            self.meet(matching, (from, at), &mut binding);
            return binding;
        }
        let wish = self.wish(requirement, &binding);
        if let Some(fault) = self.misnamed(need, &wish.capability, binding.target) {
            binding.faults.push(fault);
            return binding;
        }
        let Some(target) = kind_at(matching, binding.target) else { return binding };
        binding.take(&fit(kind, need, &matching.kinds[target], &wish));
        binding
    }

    /// Matches an assignment without an explicit capability.
    fn meet(&mut self, matching: &Matching, (from, at): (usize, usize), binding: &mut Binding) {
        let Some(target) = kind_at(matching, binding.target) else { return };
        let key = (from, at, target, binding.relationship);
        if !self.fits.contains_key(&key) {
            let kind = &matching.kinds[from];
            let wish =
                Overrides { capability: RequestedCapability::Any, relationship: self.joining(binding) };
            self.fits.insert(key, fit(kind, &kind.requirements[at], &matching.kinds[target], &wish));
        }
        binding.take(&self.fits[&key]);
    }

    fn joining(&mut self, binding: &Binding) -> Option<Arc<RelationshipSignature>> {
        let world = &self.service.world;
        binding.relationship.map(|id| {
            Arc::clone(self.joins.entry(id).or_insert_with(|| Arc::new(RelationshipSignature::of(world, id))))
        })
    }

    /// Resolves the target: a template, otherwise a type.
    fn aim(&self, matching: &mut Matching, requirement: &Requirement<'_>, binding: &mut Binding) {
        let Some(word) = &requirement.target else { return };
        let named = self.service.find(TypeKind::Node, &word.text);
        if let Some(at) = self.topology.index.get(&word.text) {
            binding.target = Target::Template(*at);
            binding.both = named.found().is_some();
            return;
        }
        binding.target = match named {
            Lookup::Found(id) => {
                matching.take_kind(self.service, id);
                Target::Type(id)
            }
            Lookup::Unknown => Target::Unknown,
            Lookup::Undetermined => Target::Undetermined,
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
        wanted: &RequestedCapability,
        target: Target,
    ) -> Option<Mismatch> {
        let (RequestedCapability::Named { name, kind }, world) = (wanted, &self.service.world) else {
            return None;
        };
        let of_some_node = || {
            let mut nodes = world.types_of(TypeKind::Node);
            nodes.any(|(_, it)| it.node.get("capabilities").is_some_and(|them| them.get(name).is_some()))
        };
        let asked = need.capability.as_ref()?;
        match kind.found {
            // Names of the target take precedence.
            Lookup::Found(id) if target == Target::Open || !of_some_node() => {
                let line = Lineage::of(world, id);
                let known = asked.found.found().map(|id| Lineage::of(world, id))?;
                let apart = line.is(asked) == Some(false) && known.is(kind) == Some(false);
                apart.then(|| Mismatch::OtherCapability { named: name.clone(), wanted: asked.name.clone() })
            }
            Lookup::Unknown if target == Target::Open && !of_some_node() => {
                Some(Mismatch::UnknownCapability { name: name.clone() })
            }
            _ => None,
        }
    }

    fn wish(&mut self, requirement: &Requirement<'_>, binding: &Binding) -> Overrides {
        let capability = match &requirement.capability {
            Some(word) => wanted(self.service, word),
            None => RequestedCapability::Any,
        };
        Overrides { capability, relationship: self.joining(binding) }
    }
}

/// Signature of the target of an assignment.
fn kind_at(matching: &Matching, target: Target) -> Option<usize> {
    match target {
        Target::Template(at) => matching.templates[at].kind,
        Target::Type(id) => matching.kind_index.get(&id).copied(),
        Target::Open | Target::Unknown | Target::Undetermined => None,
    }
}

/// The capability that an assignment names.
pub fn wanted(service: &Service<'_>, word: &Word<'_>) -> RequestedCapability {
    let kind = RequiredType::of(&service.world, TypeKind::Capability, word, FileId::OWN);
    RequestedCapability::Named { name: word.text.to_string(), kind }
}

/// Hosts of each node template, by relationships derived from `HostedOn`.
pub fn hosts(service: &Service<'_>, matching: &Matching) -> Vec<Vec<usize>> {
    let mut hosting: FxHashMap<TypeId, bool> = FxHashMap::default();
    let mut is_hosting = |id: TypeId| {
        *hosting.entry(id).or_insert_with(|| {
            Lineage::of(&service.world, id).derives_from_name("tosca.relationships.HostedOn")
        })
    };
    (0..matching.templates.len())
        .map(|at| {
            let mut found = Vec::new();
            for binding in matching.bindings(at) {
                if let (Target::Template(target), Some(relationship)) = (binding.target, binding.relationship)
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use limn_files::FilePath;
    use limn_language::dialect::{Library, Source};
    use limn_yaml as yaml;

    /// Lists each assignment with its target, capability and faults.
    fn tell(text: &str) -> String {
        let file = FilePath::new("service.yaml").unwrap();
        let document =
            Arc::new(yaml::parse(format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{text}")));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        let profile = &super::super::recognize::PROFILES[0];
        let source = Source { file: &file, document: &document, profile, library: &Arc::new(library) };
        let service = super::super::read::read(&source);
        let matching = service.matching();
        let mut said = String::new();
        for (at, template) in matching.templates.iter().enumerate() {
            for binding in matching.bindings(at) {
                let target = match binding.target {
                    Target::Template(at) => matching.templates[at].name.clone(),
                    other => format!("{other:?}").split('(').next().unwrap().to_owned(),
                };
                let _ = write!(said, "{}.{} -> {target}", template.name, binding.name);
                let kind = match binding.target {
                    Target::Template(at) => matching.kind(at),
                    Target::Type(id) => matching.kind_of(id),
                    _ => None,
                };
                if let Some(offer) = binding.capability.and_then(|at| kind?.capabilities.get(at)) {
                    let _ = write!(said, ".{}", offer.name);
                }
                if let Some(id) = binding.relationship {
                    let _ = write!(said, " by {}", service.world.get(id).name);
                }
                if !binding.ambiguous.is_empty() {
                    let _ = write!(said, " or {} more", binding.ambiguous.len() - 1);
                }
                if binding.need == RequirementLookup::Undeclared {
                    said.push_str(" undeclared");
                }
                for fault in &binding.faults {
                    let _ = write!(said, "; {fault}");
                }
                said.push('\n');
            }
        }
        said
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&tell(text));
    }

    #[test]
    fn a_requirement_leads_to_the_capability_of_its_type() {
        check(
            "\
topology_template:
  node_templates:
    server: {type: Compute}
    db: {type: tosca.nodes.DBMS, requirements: [host: server]}
    data: {type: Database, properties: {name: x}, requirements: [host: {node: db}, dependency: server]}
    app: {type: WebApplication, requirements: [host: {node: tosca.nodes.WebServer, relationship: HostedOn}]}
    again: {copy: db}
",
            expect![[r#"
                db.host -> server.host by tosca.relationships.HostedOn
                data.host -> db.host by tosca.relationships.HostedOn
                data.dependency -> server.feature by tosca.relationships.DependsOn
                app.host -> Type.host by tosca.relationships.HostedOn
                again.host -> server.host by tosca.relationships.HostedOn
            "#]],
        );
    }

    #[test]
    fn what_does_not_fit_says_why() {
        check(
            "\
node_types:
  Any: {derived_from: tosca.nodes.Root, requirements: [host: {capability: Container, relationship: HostedOn}]}
  Two:
    derived_from: tosca.nodes.Root
    capabilities: {a: tosca.capabilities.Endpoint, b: tosca.capabilities.Endpoint}
  Caller: {derived_from: tosca.nodes.Root, requirements: [call: {capability: Endpoint, occurrences: [0, UNBOUNDED]}]}
topology_template:
  node_templates:
    server: {type: Compute}
    net: {type: tosca.nodes.network.Network}
    db: {type: DBMS, requirements: [host: net]}
    any: {type: Any, requirements: [host: server]}
    none: {type: Any, requirements: [host: net, hots: server]}
    two: {type: Two}
    caller:
      type: Caller
      requirements:
        - call: two
        - call: {node: two, capability: b}
        - call: {node: two, capability: c}
        - call: {node: server, capability: host}
        - call: {node: two, capability: b, relationship: HostedOn}
        - call: nobody
",
            expect![[r#"
                db.host -> net by tosca.relationships.HostedOn; expected a node type derived from `tosca.nodes.Compute`, found `tosca.nodes.network.Network`
                any.host -> server by tosca.relationships.HostedOn; expected a source of type `tosca.nodes.SoftwareComponent` for capability `host`, found `Any`
                none.host -> net by tosca.relationships.HostedOn; missing capability of type `tosca.capabilities.Container`
                none.hots -> server undeclared
                caller.call -> two.a or 1 more
                caller.call -> two.b
                caller.call -> two; unknown capability or capability type `c`
                caller.call -> server; expected a capability of type `tosca.capabilities.Endpoint`, found `host` of type `tosca.capabilities.Container`
                caller.call -> two by tosca.relationships.HostedOn; expected a capability of type `tosca.capabilities.Container` for `tosca.relationships.HostedOn`, found `b` of type `tosca.capabilities.Endpoint`
                caller.call -> Unknown
            "#]],
        );
    }

    #[test]
    fn what_is_not_known_fits() {
        check(
            "\
imports: [elsewhere.yaml]
node_types:
  Mine: {derived_from: their.Base, requirements: [peer: their.Link]}
topology_template:
  node_templates:
    a: {type: Mine, requirements: [peer: b, other: c, dependency: server]}
    b: {type: Theirs}
    server: {type: Compute, requirements: [local_storage: a]}
",
            expect![[r#"
                a.peer -> b
                a.other -> Undetermined
                a.dependency -> server.feature by tosca.relationships.DependsOn
                server.local_storage -> a by tosca.relationships.AttachesTo
            "#]],
        );
    }

    #[test]
    fn the_host_is_a_compute_or_a_container() {
        check(
            "\
node_types:
  Machine: {derived_from: tosca.nodes.Compute, capabilities: {host: {type: tosca.capabilities.Compute}}}
topology_template:
  node_templates:
    machine: {type: Machine}
    soft: {type: SoftwareComponent, requirements: [host: machine]}
",
            expect![[r#"
                soft.host -> machine.host by tosca.relationships.HostedOn
            "#]],
        );
    }
}
