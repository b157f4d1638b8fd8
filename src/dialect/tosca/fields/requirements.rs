//! Names that fit a requirement best, for completion: the capability, node and relationship of a definition or an assignment, by what its other keys,
//! the inherited definition and the target state.

use std::sync::Arc;

use limn_language::schema::ChoiceItem;
use limn_yaml::{Node, Path, Step};
use rustc_hash::FxHashSet;

use super::FieldProvider;
use super::data::key_of;
use super::fitting_types::{Demands, named};
use crate::matching::{
    CapabilitySignature, Lineage, Mismatch, NodeSignature, Overrides, RelationshipSignature,
    RequestedCapability, RequiredType, RequirementSignature, fit, is_meant, requested_capability,
};
use crate::model::Requirement;
use crate::types::{Definition, Lookup, ScalarText, TypeId, TypeKind};

/// Maximum number of names.
pub(super) const MOST: usize = 200;

/// The part of a requirement at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequirementPart {
    Capability,
    Node,
    Relationship,
}

impl RequirementPart {
    /// The part at the rest of a path behind the name of a requirement. `short`: what a text in place of the mapping is.
    fn at(rest: &[Step], short: RequirementPart) -> Option<RequirementPart> {
        let keys: Vec<&str> = rest.iter().map(key_of).collect::<Option<_>>()?;
        match keys[..] {
            [] => Some(short),
            ["capability"] => Some(RequirementPart::Capability),
            ["node"] => Some(RequirementPart::Node),
            ["relationship"] | ["relationship", "type"] => Some(RequirementPart::Relationship),
            _ => None,
        }
    }

    const fn kind(self) -> TypeKind {
        match self {
            RequirementPart::Capability => TypeKind::Capability,
            RequirementPart::Node => TypeKind::Node,
            RequirementPart::Relationship => TypeKind::Relationship,
        }
    }

    /// Type that a definition states.
    fn word(self, definition: Node<'_>) -> Option<ScalarText<'_>> {
        match self {
            RequirementPart::Capability => ScalarText::at(definition, "capability"),
            RequirementPart::Node => ScalarText::at(definition, "node"),
            RequirementPart::Relationship => {
                let node = definition.get("relationship")?.resolve();
                if node.is_mapping() { ScalarText::at(node, "type") } else { ScalarText::of(node) }
            }
        }
    }
}

/// An assignment of a node template, with the definition of its requirement.
#[derive(Clone, Copy)]
struct Assignment<'a, 'd> {
    source: usize,
    requirement: &'a Requirement<'d>,
    from: &'a NodeSignature,
    need: &'a RequirementSignature,
}

impl<'m> FieldProvider<'m> {
    /// The names that fit the place best, the likeliest first.
    pub(super) fn fitting_names(&self, path: &Path) -> Vec<ChoiceItem> {
        let found = match path.steps() {
            [section, name, key, Step::Index(_), requirement, rest @ ..]
                if key_of(key) == Some("requirements") =>
            {
                self.of_definition(section, (name, requirement), path, rest)
            }
            [top, section, name, key, Step::Index(at), _, rest @ ..]
                if [top, section, key].map(key_of)
                    == [Some("topology_template"), Some("node_templates"), Some("requirements")] =>
            {
                self.of_assignment(name, *at, rest)
            }
            _ => None,
        };
        let mut found = found.unwrap_or_default();
        found.truncate(MOST);
        found
    }

    /// The slot of a place in a requirement definition, whose names are all of types.
    fn of_definition(
        &self,
        section: &Step,
        (name, requirement): (&Step, &Step),
        path: &Path,
        rest: &[Step],
    ) -> Option<Vec<ChoiceItem>> {
        let section = key_of(section)?;
        let kind = TypeKind::ALL.into_iter().find(|kind| kind.section() == section)?;
        let part = RequirementPart::at(rest, RequirementPart::Capability)?;
        let name = key_of(name)?;
        let mut own = self.service.own_types(kind);
        let (id, _) = own.find(|(_, declared)| declared.key.as_str().is_some_and(|key| key == name))?;
        let parent = self.type_scope().parent(id).and_then(Lookup::found);
        let inherited =
            parent.and_then(|id| self.type_scope().effective(id).requirements().get(key_of(requirement)?));
        let node = self.service.document.get(&path.prefix(5)).map(Node::resolve);
        // The type that another key of the definition states, or else that of the inherited definition.
        let stated = |other: RequirementPart| {
            if other == part {
                return None;
            }
            match node.and_then(|node| other.word(node)) {
                Some(word) => self.service.find(other.kind(), &word.text).found(),
                None => self.inherited_type(inherited?, other),
            }
        };
        let demands = Demands {
            base: inherited.and_then(|definition| self.inherited_type(definition, part)),
            node: stated(RequirementPart::Node),
            capability: stated(RequirementPart::Capability),
            relationship: stated(RequirementPart::Relationship),
        };
        Some(match part {
            RequirementPart::Capability => self.capability_types(&demands),
            RequirementPart::Node => self.node_types(&demands),
            RequirementPart::Relationship => self.relationship_types(&demands),
        })
    }

    fn inherited_type(&self, definition: &Definition<'m>, part: RequirementPart) -> Option<TypeId> {
        let type_scope = self.type_scope();
        let (word, layer) = match part {
            RequirementPart::Capability => definition.word_or_short("capability")?,
            RequirementPart::Node => definition.word("node")?,
            RequirementPart::Relationship => return type_scope.relationship_of(definition).found(),
        };
        type_scope.find(part.kind(), &word.text, type_scope.owner_file(layer)).found()
    }

    /// The slot of a place in a requirement assignment: names of the topology come before types.
    fn of_assignment(&self, template: &Step, at: usize, rest: &[Step]) -> Option<Vec<ChoiceItem>> {
        let part = RequirementPart::at(rest, RequirementPart::Node)?;
        let source = self.service.topology.as_ref()?.position(key_of(template)?)?;
        let template = &self.service.topology.as_ref()?.node_templates[source];
        let requirement = template.requirement_in(at)?;
        let from = self.template.matching.kind(source)?;
        let need = from.requirement(&requirement.definition())?;
        let assignment = Assignment { source, requirement, from, need };
        Some(match part {
            RequirementPart::Capability => self.capabilities(assignment),
            RequirementPart::Node => self.targets(assignment),
            RequirementPart::Relationship => self.relationships(assignment),
        })
    }

    /// Node templates that fulfill a requirement, and node types to select from. A node filter applies to a type.
    fn targets(&self, asked: Assignment<'_, 'm>) -> Vec<ChoiceItem> {
        let Assignment { source, requirement, need, .. } = asked;
        let matching = &self.template.matching;
        let overrides = self.overrides(requirement);
        let mut found: Vec<((bool, bool), ChoiceItem)> = Vec::new();
        for candidate in matching.candidates(source, need, &overrides) {
            let Some(kind) = matching.kind(candidate.template) else { continue };
            let is_full = |fault: &Mismatch| matches!(fault, Mismatch::CapabilityFull { .. });
            if !candidate.faults.iter().all(is_full) {
                continue;
            }
            let means = |at: usize| is_meant(need, &kind.capabilities[at]);
            let rank = (!candidate.faults.is_empty(), !candidate.capability.is_some_and(means));
            found.push((rank, named(&matching.templates[candidate.template].name, &kind.line.name)));
        }
        found.sort_by_key(|ranked| ranked.0);
        let templates = found.into_iter().map(|ranked| ranked.1);
        let capability = match &overrides.capability {
            RequestedCapability::Named { kind, .. } => kind.found.found(),
            RequestedCapability::Any => None,
        };
        let capability = capability.or_else(|| id_of(need.capability.as_ref()));
        let types =
            self.node_types(&Demands { base: id_of(need.node.as_ref()), capability, ..Demands::default() });
        match requirement.filter {
            Some(_) => types.into_iter().chain(templates).collect(),
            None => templates.chain(types).collect(),
        }
    }

    /// The capability and the relationship that an assignment names.
    fn overrides(&self, requirement: &Requirement<'m>) -> Overrides {
        let relationship = requirement.relationship.as_ref().and_then(|word| {
            let template = self.service.topology.as_ref()?.relationship_template(&word.text);
            let named = || self.service.find(TypeKind::Relationship, &word.text);
            template.map_or_else(named, |template| template.type_id).found()
        });
        let capability = requirement.capability.as_ref();
        let named = |word| requested_capability(&self.service, word);
        Overrides {
            capability: capability.map_or(RequestedCapability::Any, named),
            relationship: relationship.map(|id| Arc::new(RelationshipSignature::of(self.type_scope(), id))),
        }
    }

    /// The capabilities of the target that fulfill a requirement, and then their types.
    fn capabilities(&self, asked: Assignment<'_, 'm>) -> Vec<ChoiceItem> {
        let all = self.fitting_capabilities(asked);
        let type_name =
            |capability: &CapabilitySignature| capability.line.as_ref().map(|line| line.name.clone());
        let names =
            all.iter().map(|capability| named(&capability.name, &type_name(capability).unwrap_or_default()));
        let mut seen = FxHashSet::default();
        let mut found: Vec<ChoiceItem> = names.filter(|choice| seen.insert(choice.word.clone())).collect();
        // Also the types that they derive from, up to the one that the requirement asks for.
        let distance = |id: TypeId| {
            let needed = asked.need.capability.as_ref();
            if needed.is_some_and(|needed| Lineage::of(self.type_scope(), id).is(needed) != Some(true)) {
                return None;
            }
            all.iter()
                .filter_map(|capability| capability.line.as_ref()?.ids().position(|ancestor| ancestor == id))
                .min()
        };
        found.extend(self.ranked(TypeKind::Capability, distance));
        found
    }

    /// The capabilities that fulfill a requirement, of the named target, of the node type of its definition, or of all nodes.
    fn fitting_capabilities(&self, asked: Assignment<'_, 'm>) -> Vec<CapabilitySignature> {
        let Assignment { requirement, from, need, .. } = asked;
        let overrides = Overrides { capability: RequestedCapability::Any, ..self.overrides(requirement) };
        let of = |to: &NodeSignature| {
            let fit = fit(from, need, to, &overrides);
            let mut found: Vec<_> =
                fit.capabilities.into_iter().map(|at| to.capabilities[at].clone()).collect();
            found.sort_by_key(|capability| !is_meant(need, capability));
            found
        };
        match self.target_type(asked) {
            Some(id) => of(&NodeSignature::of(self.type_scope(), id)),
            None if requirement.target.is_some() => Vec::new(),
            None => self.template.matching.kinds.iter().take(MOST).flat_map(of).collect(),
        }
    }

    /// The type of the named target, or the one that the definition asks for.
    fn target_type(&self, asked: Assignment<'_, 'm>) -> Option<TypeId> {
        match &asked.requirement.target {
            Some(target) => self.node_or_type(&target.text),
            None => id_of(asked.need.node.as_ref()),
        }
    }

    /// Relationship templates and types for an assignment.
    fn relationships(&self, asked: Assignment<'_, 'm>) -> Vec<ChoiceItem> {
        let base = id_of(asked.need.relationship.as_ref());
        let demands = Demands { base, capability: self.capability_type(asked), ..Demands::default() };
        let templates = self.service.topology.iter().flat_map(|topology| &topology.relationship_templates);
        let fitting = templates.filter_map(|template| {
            let id = template.type_id.found()?;
            let rank = self.relationship_rank(&demands, id)?;
            Some((rank, named(&template.name, &self.type_scope().get(id).name)))
        });
        let mut fitting: Vec<_> = fitting.collect();
        fitting.sort_by_key(|ranked| ranked.0);
        fitting.into_iter().map(|ranked| ranked.1).chain(self.relationship_types(&demands)).collect()
    }

    /// The type of the capability that an assignment names, or that its definition asks for.
    fn capability_type(&self, asked: Assignment<'_, 'm>) -> Option<TypeId> {
        let default = || id_of(asked.need.capability.as_ref());
        let Some(word) = &asked.requirement.capability else { return default() };
        let named = self.target_type(asked).and_then(|id| {
            let definition = self.type_scope().effective(id).capabilities().get(&word.text)?;
            self.type_scope().type_of(definition, TypeKind::Capability)?.found()
        });
        named.or_else(|| self.service.find(TypeKind::Capability, &word.text).found()).or_else(default)
    }
}

fn id_of(asked: Option<&RequiredType>) -> Option<TypeId> {
    asked?.found.found()
}
