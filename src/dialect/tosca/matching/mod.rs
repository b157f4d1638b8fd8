//! Where requirements lead: for each assignment its definition, its target, the capability that takes it and the relationship that joins the
//! two; and of what does not fit, why not. Rules, wires and `accepts` ask here, so that they never disagree.
//!
//! What nodes of one type offer and need is worked out once for the type. All of it is plain data that outlives the look at the text. What
//! cannot be told, because a file is missing or a name is wrong already elsewhere, fits.

mod filter;
mod fit;
mod sockets;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::model::{Requirement, Service, Topology};
use super::types::{FileId, Lookup, TypeId, TypeKind, Word};

pub use filter::unmet;
pub use fit::{Fit, Joining, Mismatch, Wanted, Wish, fit, listed, times};
pub use sockets::{Asked, Kind, Line, Need, Offer, bounds, valid_targets};

/// All requirements of one topology.
#[derive(Debug, Default)]
pub struct Matching {
    /// The kinds of nodes that occur.
    pub kinds: Vec<Kind>,
    /// One for each node template, in their order.
    pub templates: Vec<Sockets>,
    kind_index: FxHashMap<TypeId, usize>,
    /// How many relationships lead to a capability of a template.
    served: FxHashMap<(usize, usize), u64>,
    /// The templates of each kind.
    by_kind: Vec<Vec<usize>>,
    /// Which kinds meet a need of a kind: asked by many templates of it, told once.
    matches: Vec<OnceLock<BTreeMap<String, Vec<usize>>>>,
}

/// One node template's.
#[derive(Debug)]
pub struct Sockets {
    pub name: String,
    /// Position among [`Matching::kinds`]; `None`: its type is not known.
    pub kind: Option<usize>,
    /// The template whose requirements it has: itself, or the one that it copies.
    pub from: usize,
    /// One for each of its own requirement assignments.
    pub bindings: Vec<Binding>,
}

/// One requirement assignment.
#[derive(Debug)]
pub struct Binding {
    /// The name of the requirement.
    pub name: String,
    pub need: Defined,
    pub target: Target,
    /// A node template and a node type have the name of the target: the template is meant.
    pub both: bool,
    /// The capability of the target that takes it, by position among its kind's.
    pub capability: Option<usize>,
    /// As many capabilities would take it, and none is named.
    pub ambiguous: Vec<usize>,
    pub joined: Joined,
    /// The type of the relationship, said or implied.
    pub relationship: Option<TypeId>,
    /// Why the target does not fit.
    pub faults: Vec<Mismatch>,
}

/// The definition of an assigned requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined {
    /// Position among the needs of the kind.
    As(usize),
    /// The type has no such requirement.
    Undeclared,
    Untold,
}

/// Where a requirement leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Template(usize),
    /// To be chosen among nodes of a type.
    Type(TypeId),
    /// To be chosen by what the requirement asks for.
    Open,
    Unknown,
    Untold,
}

/// What the relationship is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    Template(usize),
    Type(TypeId),
    /// Nothing is said.
    Implied,
    Unknown,
    Untold,
}

/// Whether a node template meets a requirement.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub template: usize,
    /// The capability that would take it; `None`: that cannot be told.
    pub capability: Option<usize>,
    /// Why not. Empty: it does.
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
            matching.templates.push(Sockets {
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
        // Requirements may name kinds that no template is of.
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

    /// What a node template offers and needs; `None`: its type is not known.
    pub fn kind(&self, template: usize) -> Option<&Kind> {
        Some(&self.kinds[self.templates.get(template)?.kind?])
    }

    /// What nodes of a type offer and need, where a template or requirement names it.
    pub fn kind_of(&self, id: TypeId) -> Option<&Kind> {
        Some(&self.kinds[*self.kind_index.get(&id)?])
    }

    /// The assignments that a node template has: its own, or those of the one that it copies.
    pub fn bindings(&self, template: usize) -> &[Binding] {
        &self.templates[self.templates[template].from].bindings
    }

    /// The definition of an assigned requirement.
    pub fn need(&self, template: usize, binding: &Binding) -> Option<&Need> {
        match binding.need {
            Defined::As(at) => self.kind(template)?.needs.get(at),
            Defined::Undeclared | Defined::Untold => None,
        }
    }

    /// How many relationships lead to a capability.
    pub fn served(&self, template: usize, capability: usize) -> u64 {
        self.served.get(&(template, capability)).copied().unwrap_or(0)
    }

    /// How often a node template assigns a requirement.
    pub fn assigned(&self, template: usize, name: &str) -> u64 {
        self.bindings(template).iter().filter(|it| it.name == name).count() as u64
    }

    /// How often a node template assigns each requirement, by name.
    pub fn assigned_all(&self, template: usize) -> FxHashMap<&str, u64> {
        let mut counts = FxHashMap::default();
        for binding in self.bindings(template) {
            *counts.entry(binding.name.as_str()).or_default() += 1;
        }
        counts
    }

    /// Whether a node template would meet a need of another, and if not, every reason.
    pub fn candidate(&self, source: usize, need: &Need, wish: &Wish, target: usize) -> Candidate {
        let mut candidate = Candidate { template: target, capability: None, faults: Vec::new() };
        let (Some(from), Some(to)) = (self.kind(source), self.kind(target)) else { return candidate };
        let Fit { capabilities, faults } = fit(from, need, to, wish);
        candidate.faults = faults;
        let free = |at: &&usize| to.offers[**at].most.is_none_or(|most| self.served(target, **at) < most);
        candidate.capability = capabilities.iter().find(free).or(capabilities.first()).copied();
        if let Some(at) = candidate.capability
            && let Some(most) = to.offers[at].most.filter(|_| free(&&at).then_some(()).is_none())
        {
            candidate.faults.push(Mismatch::Taken { capability: to.offers[at].name.clone(), most });
        }
        if source == target {
            candidate.faults.insert(0, Mismatch::Itself);
        }
        candidate
    }

    /// Whether a requirement of one node template may be joined to a capability of another (`None`: to whichever takes it), and if not, why.
    pub fn joins(
        &self,
        source: usize,
        need: &str,
        target: usize,
        capability: Option<&str>,
    ) -> Result<(), String> {
        if source == target {
            let name = &self.templates[target].name;
            return Err(format!("`{name}` does not meet the requirement `{need}`: {}", Mismatch::Itself));
        }
        let Some(from) = self.kind(source) else { return Ok(()) };
        let Some(need) = from.need(need) else {
            return if from.line.is_complete() {
                Err(format!("`{}` has no requirement `{need}`", from.line.name))
            } else {
                Ok(())
            };
        };
        if self.kind(target).is_none() {
            return Ok(());
        }
        let mut bindings = self.bindings(source).iter().filter(|it| it.name == need.name);
        if bindings.any(|it| it.target == Target::Template(target)) {
            return Err(format!("`{}` leads there already", need.name));
        }
        let wish = Wish {
            capability: capability.map_or(Wanted::Any, |name| Wanted::Named {
                name: name.to_owned(),
                kind: Asked { name: name.to_owned(), found: Lookup::Unknown },
            }),
            relationship: None,
        };
        let name = &self.templates[target].name;
        if let Some(fault) = self.candidate(source, need, &wish, target).faults.first() {
            return Err(format!("`{name}` does not meet the requirement `{}`: {fault}", need.name));
        }
        // An assignment that is open yet is filled, not added to; the only one that there may be is led elsewhere.
        let taken = self.bindings(source).iter().filter(|it| it.name == need.name);
        let taken = taken.filter(|it| matches!(it.target, Target::Template(_))).count() as u64;
        match need.most.filter(|most| taken >= *most && *most != 1) {
            Some(most) => Err(Mismatch::Filled { requirement: need.name.clone(), most }.to_string()),
            None => Ok(()),
        }
    }

    /// Every node template as a candidate for a need, what fits first.
    pub fn candidates(&self, source: usize, need: &Need, wish: &Wish) -> Vec<Candidate> {
        let mut all: Vec<Candidate> =
            (0..self.templates.len()).map(|target| self.candidate(source, need, wish, target)).collect();
        all.sort_by_key(|it| !it.faults.is_empty());
        all
    }

    /// The first few node templates whose type meets a need of the kind, and whether there are more. However many templates ask, each kind is
    /// looked at once.
    pub fn fitting(&self, source: usize, need: &Need) -> (Vec<usize>, bool) {
        const FEW: usize = 4;
        let Some(kind) = self.templates[source].kind else { return (Vec::new(), false) };
        let by_need = self.matches[kind].get_or_init(|| {
            let from = &self.kinds[kind];
            let meets = |need: &Need, to: &Kind| {
                let fit = fit(from, need, to, &Wish::default());
                let plainly = |at: &usize| is_meant(need, &to.offers[*at]);
                fit.faults.is_empty() && fit.capabilities.iter().any(plainly)
            };
            let kinds =
                |need: &Need| (0..self.kinds.len()).filter(|to| meets(need, &self.kinds[*to])).collect();
            from.needs.iter().map(|need| (need.name.clone(), kinds(need))).collect()
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
        self.kinds.push(Kind::of(&service.world, id));
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

/// Whether the capability is one that the need may well mean. The way in for administration, which every computer has, is an endpoint like others by
/// its type; who asks for any endpoint does not mean it.
fn is_meant(need: &Need, offer: &Offer) -> bool {
    const ADMIN: &str = "tosca.capabilities.Endpoint.Admin";
    let is_admin = offer.line.as_ref().is_some_and(|line| line.derives_from_name(ADMIN));
    !is_admin || need.capability.as_ref().is_none_or(|asked| asked.name != "tosca.capabilities.Endpoint")
}

/// Reads assignments.
struct Reader<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    relationships: FxHashMap<&'s str, usize>,
    joins: FxHashMap<TypeId, Arc<Joining>>,
    /// What comes of a need and a kind where an assignment names no capability: by the kind that has the need, its place there, the other kind, and
    /// the relationship.
    fits: FxHashMap<(usize, usize, usize, Option<TypeId>), Fit>,
}

impl Reader<'_, '_> {
    fn binding(&mut self, matching: &mut Matching, source: usize, requirement: &Requirement<'_>) -> Binding {
        let mut binding = Binding {
            name: requirement.name.to_string(),
            need: Defined::Untold,
            target: Target::Open,
            both: false,
            capability: None,
            ambiguous: Vec::new(),
            joined: Joined::Implied,
            relationship: None,
            faults: Vec::new(),
        };
        self.aim(matching, requirement, &mut binding);
        self.join(requirement, &mut binding);
        let Some(from) = matching.templates[source].kind else { return binding };
        let kind = &matching.kinds[from];
        binding.need = match kind.need_at(&requirement.name) {
            Some(at) => Defined::As(at),
            None if kind.line.is_complete() => Defined::Undeclared,
            None => Defined::Untold,
        };
        let Defined::As(at) = binding.need else { return binding };
        let need = &kind.needs[at];
        binding.relationship = binding.relationship.or_else(|| match (binding.joined, &need.relationship) {
            (Joined::Implied, Some(asked)) => asked.found.found(),
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

    /// An assignment that names no capability: whether the target meets the need.
    fn meet(&mut self, matching: &Matching, (from, at): (usize, usize), binding: &mut Binding) {
        let Some(target) = kind_at(matching, binding.target) else { return };
        let key = (from, at, target, binding.relationship);
        if !self.fits.contains_key(&key) {
            let kind = &matching.kinds[from];
            let wish = Wish { capability: Wanted::Any, relationship: self.joining(binding) };
            self.fits.insert(key, fit(kind, &kind.needs[at], &matching.kinds[target], &wish));
        }
        binding.take(&self.fits[&key]);
    }

    fn joining(&mut self, binding: &Binding) -> Option<Arc<Joining>> {
        let world = &self.service.world;
        binding
            .relationship
            .map(|id| Arc::clone(self.joins.entry(id).or_insert_with(|| Arc::new(Joining::of(world, id)))))
    }

    /// A template of the name, or else a type.
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
            Lookup::Untold => Target::Untold,
        };
    }

    fn join(&self, requirement: &Requirement<'_>, binding: &mut Binding) {
        let Some(word) = &requirement.relationship else { return };
        if let Some(at) = self.relationships.get(word.text.as_ref()) {
            binding.joined = Joined::Template(*at);
            binding.relationship = self.topology.relationship_templates[*at].type_id.found();
            return;
        }
        binding.joined = match self.service.find(TypeKind::Relationship, &word.text) {
            Lookup::Found(id) => {
                binding.relationship = Some(id);
                Joined::Type(id)
            }
            Lookup::Unknown => Joined::Unknown,
            Lookup::Untold => Joined::Untold,
        };
    }

    /// What is wrong with the capability that is named, whatever the target is.
    fn misnamed(&self, need: &Need, wanted: &Wanted, target: Target) -> Option<Mismatch> {
        let (Wanted::Named { name, kind }, world) = (wanted, &self.service.world) else { return None };
        let of_some_node = || {
            let mut nodes = world.types.iter().filter(|it| it.kind == TypeKind::Node);
            nodes.any(|it| it.node.get("capabilities").is_some_and(|them| them.get(name).is_some()))
        };
        let asked = need.capability.as_ref()?;
        match kind.found {
            // The target's own names come first.
            Lookup::Found(id) if target == Target::Open || !of_some_node() => {
                let line = Line::of(world, id);
                let known = asked.found.found().map(|id| Line::of(world, id))?;
                let apart = line.is(asked) == Some(false) && known.is(kind) == Some(false);
                apart.then(|| Mismatch::OtherCapability { named: name.clone(), wanted: asked.name.clone() })
            }
            Lookup::Unknown if target == Target::Open && !of_some_node() => {
                Some(Mismatch::UnknownCapability { name: name.clone() })
            }
            _ => None,
        }
    }

    fn wish(&mut self, requirement: &Requirement<'_>, binding: &Binding) -> Wish {
        let capability = match &requirement.capability {
            Some(word) => wanted(self.service, word),
            None => Wanted::Any,
        };
        Wish { capability, relationship: self.joining(binding) }
    }
}

/// The kind of what an assignment leads to.
fn kind_at(matching: &Matching, target: Target) -> Option<usize> {
    match target {
        Target::Template(at) => matching.templates[at].kind,
        Target::Type(id) => matching.kind_index.get(&id).copied(),
        Target::Open | Target::Unknown | Target::Untold => None,
    }
}

/// The capability that an assignment names.
pub fn wanted(service: &Service<'_>, word: &Word<'_>) -> Wanted {
    let kind = Asked::of(&service.world, TypeKind::Capability, word, FileId::OWN);
    Wanted::Named { name: word.text.to_string(), kind }
}

/// The hosts of each node template: what it stands on, by the relationships that are or derive from `HostedOn`.
pub fn hosts(service: &Service<'_>, matching: &Matching) -> Vec<Vec<usize>> {
    let mut hosting: FxHashMap<TypeId, bool> = FxHashMap::default();
    let mut is_hosting = |id: TypeId| {
        *hosting
            .entry(id)
            .or_insert_with(|| Line::of(&service.world, id).derives_from_name("tosca.relationships.HostedOn"))
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
    use crate::dialect::{Library, Source};
    use crate::files::FilePath;
    use crate::yaml;

    /// Every assignment in a line: where it leads, what takes it, and what is wrong.
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
                if let Some(offer) = binding.capability.and_then(|at| kind?.offers.get(at)) {
                    let _ = write!(said, ".{}", offer.name);
                }
                if let Some(id) = binding.relationship {
                    let _ = write!(said, " by {}", service.world.get(id).name);
                }
                if !binding.ambiguous.is_empty() {
                    let _ = write!(said, " or {} more", binding.ambiguous.len() - 1);
                }
                if binding.need == Defined::Undeclared {
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
                db.host -> net by tosca.relationships.HostedOn; its type `tosca.nodes.network.Network` does not derive from `tosca.nodes.Compute`
                any.host -> server by tosca.relationships.HostedOn; its capability `host` serves only `tosca.nodes.SoftwareComponent`, which `Any` is not
                none.host -> net by tosca.relationships.HostedOn; it has no capability of type `tosca.capabilities.Container`
                none.hots -> server undeclared
                caller.call -> two.a or 1 more
                caller.call -> two.b
                caller.call -> two; it has no capability `c`, nor one of such a type
                caller.call -> server; its capability `host` is of type `tosca.capabilities.Container`, which does not derive from `tosca.capabilities.Endpoint`
                caller.call -> two by tosca.relationships.HostedOn; `tosca.relationships.HostedOn` leads only to `tosca.capabilities.Container`, and its capability `b` is of type `tosca.capabilities.Endpoint`
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
                a.other -> Untold
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
