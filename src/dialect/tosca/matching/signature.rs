//! Signatures of node types: capabilities and requirements, including inherited ones, as owned data that outlives the document.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::types::{Definition, FileId, Layer, Lookup, ScalarText, TypeId, TypeKind, TypeScope};
use super::fit::RelationshipSignature;
use crate::value::Range;
use limn_yaml::{Node, Resolved};

/// A type with its ancestors.
#[derive(Clone, Debug)]
pub struct Lineage {
    pub id: TypeId,
    /// Declared name: `tosca.nodes.Compute`.
    pub name: String,
    ancestry: Vec<TypeId>,
    names: Vec<String>,
    complete: bool,
}

/// A required type.
#[derive(Clone, Debug)]
pub struct RequiredType {
    /// Declared name if known, otherwise the written one.
    pub name: String,
    pub found: Lookup,
}

/// Capabilities and requirements of a node type.
#[derive(Clone, Debug)]
pub struct NodeSignature {
    pub line: Lineage,
    pub capabilities: Vec<CapabilitySignature>,
    pub requirements: Vec<RequirementSignature>,
    /// Positions by name; empty for short lists.
    capability_index: FxHashMap<String, usize>,
    requirement_index: FxHashMap<String, usize>,
}

/// Up to this length, a linear search is as fast as an index.
const MAX_LINEAR_SEARCH: usize = 16;

/// A capability of a node type.
#[derive(Clone, Debug)]
pub struct CapabilitySignature {
    pub name: String,
    /// `None` if the type is unknown.
    pub line: Option<Lineage>,
    /// Valid source node types; empty for any.
    pub valid_sources: Vec<RequiredType>,
    /// Maximum number of relationships; `None` if unbounded.
    pub most: Option<u64>,
}

/// A requirement of a node type.
#[derive(Clone, Debug)]
pub struct RequirementSignature {
    pub name: String,
    pub capability: Option<RequiredType>,
    pub node: Option<RequiredType>,
    pub relationship: Option<RequiredType>,
    /// The resolved relationship type with its valid targets; `None` if absent or unknown.
    pub relationship_signature: Option<Arc<RelationshipSignature>>,
    pub least: u64,
    /// `None` if unbounded.
    pub most: Option<u64>,
}

impl Lineage {
    pub fn of(type_scope: &TypeScope<'_>, id: TypeId) -> Lineage {
        let effective = type_scope.effective(id);
        Lineage {
            id,
            name: type_scope.get(id).name.to_string(),
            names: effective
                .ancestry
                .iter()
                .map(|ancestor| type_scope.get(*ancestor).name.to_string())
                .collect(),
            ancestry: effective.ancestry.clone(),
            complete: effective.complete,
        }
    }

    /// The type and its ancestors, the nearest first.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> {
        self.ancestry.iter().copied()
    }

    /// Returns true if the type is the required one or derives from it; `None` if undetermined.
    pub fn is(&self, asked: &RequiredType) -> Option<bool> {
        let Lookup::Found(id) = asked.found else { return None };
        // A file can redeclare the normative types: compare names too.
        if self.ancestry.contains(&id) || self.names.contains(&asked.name) || is_root(&asked.name) {
            return Some(true);
        }
        if self.names.iter().any(|name| is_same_host(name, &asked.name)) {
            return Some(true);
        }
        self.complete.then_some(false)
    }

    /// Returns true if the type matches one of the required types; `None` if undetermined. An empty list matches any type.
    pub fn is_any(&self, asked: &[RequiredType]) -> Option<bool> {
        if asked.is_empty() {
            return Some(true);
        }
        let mut undetermined = false;
        for one in asked {
            match self.is(one) {
                Some(true) => return Some(true),
                None => undetermined = true,
                Some(false) => {}
            }
        }
        (!undetermined).then_some(false)
    }

    /// Returns true if all ancestors are known.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    pub fn derives_from_name(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

/// A type without a parent implicitly derives from the root of its kind.
pub fn is_root(name: &str) -> bool {
    matches!(name, "tosca.nodes.Root" | "tosca.capabilities.Root" | "tosca.relationships.Root")
}

/// `Compute` derives from `Container` in the final 1.2 and in 1.3, and the reverse in 1.1 and the drafts: accept both as hosts.
fn is_same_host(offered: &str, asked: &str) -> bool {
    const HOSTS: [&str; 2] = ["tosca.capabilities.Compute", "tosca.capabilities.Container"];
    HOSTS.contains(&offered) && HOSTS.contains(&asked)
}

impl RequiredType {
    pub fn of(
        type_scope: &TypeScope<'_>,
        kind: TypeKind,
        word: &ScalarText<'_>,
        from: FileId,
    ) -> RequiredType {
        let found = type_scope.find(kind, &word.text, from);
        let name =
            found.found().map_or_else(|| word.text.to_string(), |id| type_scope.get(id).name.to_string());
        RequiredType { name, found }
    }

    pub fn exactly(type_scope: &TypeScope<'_>, id: TypeId) -> RequiredType {
        RequiredType { name: type_scope.get(id).name.to_string(), found: Lookup::Found(id) }
    }
}

impl NodeSignature {
    pub fn of(type_scope: &TypeScope<'_>, id: TypeId) -> NodeSignature {
        let mut kind = NodeSignature {
            line: Lineage::of(type_scope, id),
            capabilities: Vec::new(),
            requirements: Vec::new(),
            capability_index: FxHashMap::default(),
            requirement_index: FxHashMap::default(),
        };
        kind.take_in(type_scope, id);
        // Every node has the members of the root type, even without an explicit parent.
        if let Some(root) = type_scope.normative(TypeKind::Node, "tosca.nodes.Root")
            && !kind.line.derives_from_name("tosca.nodes.Root")
        {
            kind.take_in(type_scope, root);
        }
        kind.capability_index = index(kind.capabilities.iter().map(|capability| &capability.name));
        kind.requirement_index = index(kind.requirements.iter().map(|requirement| &requirement.name));
        kind
    }

    fn take_in(&mut self, type_scope: &TypeScope<'_>, id: TypeId) {
        let effective = type_scope.effective(id);
        // Names within one type are unique: check only earlier entries.
        let (capabilities, requirements) = (self.capabilities.len(), self.requirements.len());
        for definition in effective.capabilities().iter() {
            if !self.capabilities[..capabilities].iter().any(|capability| capability.name == *definition.name)
            {
                self.capabilities.push(CapabilitySignature::of(type_scope, definition));
            }
        }
        for definition in effective.requirements().iter() {
            if !self.requirements[..requirements]
                .iter()
                .any(|requirement| requirement.name == *definition.name)
            {
                self.requirements.push(RequirementSignature::of(type_scope, definition));
            }
        }
    }

    pub fn capability(&self, name: &str) -> Option<&CapabilitySignature> {
        find(&self.capabilities, &self.capability_index, name, |capability| &capability.name)
    }

    pub fn requirement(&self, name: &str) -> Option<&RequirementSignature> {
        find(&self.requirements, &self.requirement_index, name, |requirement| &requirement.name)
    }

    /// Position of a capability by name.
    pub fn capability_position(&self, name: &str) -> Option<usize> {
        match self.capability_index.is_empty() {
            true => self.capabilities.iter().position(|capability| capability.name == name),
            false => self.capability_index.get(name).copied(),
        }
    }

    /// Position of a requirement by name.
    pub fn requirement_position(&self, name: &str) -> Option<usize> {
        match self.requirement_index.is_empty() {
            true => self.requirements.iter().position(|requirement| requirement.name == name),
            false => self.requirement_index.get(name).copied(),
        }
    }
}

fn find<'a, T>(
    all: &'a [T],
    index: &FxHashMap<String, usize>,
    name: &str,
    name_of: impl Fn(&T) -> &str,
) -> Option<&'a T> {
    if index.is_empty() { all.iter().find(|item| name_of(item) == name) } else { all.get(*index.get(name)?) }
}

fn index<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> FxHashMap<String, usize> {
    if names.len() <= MAX_LINEAR_SEARCH {
        return FxHashMap::default();
    }
    let mut index = FxHashMap::default();
    for (at, name) in names.enumerate() {
        index.entry(name.clone()).or_insert(at);
    }
    index
}

impl CapabilitySignature {
    fn of<'d>(type_scope: &TypeScope<'d>, definition: &Definition<'d>) -> CapabilitySignature {
        let kind = type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found);
        let sources = match definition.get("valid_source_types") {
            Some((list, layer)) => types_in(type_scope, TypeKind::Node, list, type_scope.owner_file(layer)),
            None => kind
                .map(|id| inherited(type_scope, id, "valid_source_types", TypeKind::Node))
                .unwrap_or_default(),
        };
        CapabilitySignature {
            name: definition.name.to_string(),
            line: kind.map(|id| Lineage::of(type_scope, id)),
            valid_sources: sources,
            most: definition.get("occurrences").and_then(|(node, _)| bounds(node)).and_then(|range| range.1),
        }
    }
}

impl RequirementSignature {
    fn of<'d>(type_scope: &TypeScope<'d>, definition: &Definition<'d>) -> RequirementSignature {
        let asked = |kind: TypeKind, word: Option<(ScalarText<'d>, Layer<'d>)>| {
            word.map(|(word, layer)| RequiredType::of(type_scope, kind, &word, type_scope.owner_file(layer)))
        };
        let relationship = definition.layers.iter().find_map(|layer| {
            let node = layer.node.get("relationship")?;
            Some((
                if node.is_mapping() { ScalarText::at(node, "type")? } else { ScalarText::of(node)? },
                *layer,
            ))
        });
        let (least, most) = match definition.get("occurrences") {
            // Unreadable occurrences are unbounded.
            Some((node, _)) => bounds(node).unwrap_or((0, None)),
            None => definition.layers.iter().find_map(bounds_beside).unwrap_or((1, Some(1))),
        };
        let relationship = asked(TypeKind::Relationship, relationship);
        let known = relationship.as_ref().and_then(|required| required.found.found());
        RequirementSignature {
            relationship_signature: known.map(|id| Arc::new(RelationshipSignature::of(type_scope, id))),
            name: definition.name.to_string(),
            capability: asked(TypeKind::Capability, definition.word_or_short("capability")),
            node: asked(TypeKind::Node, node_of(definition)),
            relationship,
            least,
            most,
        }
    }
}

/// The occurrences of a requirement in the notation of early tools: `lower_bound` and `upper_bound` beside its name, in the item of the list.
fn bounds_beside(layer: &Layer<'_>) -> Option<(u64, Option<u64>)> {
    let item = layer.key.parent().filter(|item| item.is_mapping())?;
    let bound = |keys: [&str; 2]| keys.iter().find_map(|key| item.get(key)?.resolve().text());
    let (lower, upper) = (bound(["lower_bound", "lowerBound"]), bound(["upper_bound", "upperBound"]));
    if lower.is_none() && upper.is_none() || layer.node.is_mapping() {
        return None;
    }
    let least = lower.and_then(|text| text.parse().ok()).unwrap_or(1);
    let most = match upper {
        Some(text) => text.parse().ok(),
        None => Some(1),
    };
    Some((least, most))
}

/// Required node type of a requirement. An inherited node type applies only to its capability: a requirement with another capability and no node type
/// accepts any node.
fn node_of<'d>(definition: &Definition<'d>) -> Option<(ScalarText<'d>, Layer<'d>)> {
    let (word, layer) = definition.word("node")?;
    let with = ScalarText::at(layer.node, "capability").map(|word| word.text);
    let mut nearer = definition.layers.iter().take_while(|other| other.key != layer.key);
    let asks_otherwise = |other: &Layer<'d>| {
        let word = if other.node.is_scalar() {
            ScalarText::of(other.node)
        } else {
            ScalarText::at(other.node, "capability")
        };
        word.is_some_and(|word| with.as_ref().is_some_and(|with| *with != word.text))
    };
    (!nearer.any(asks_otherwise)).then_some((word, layer))
}

/// Valid target capability types of a relationship type; empty for any.
pub fn valid_targets(type_scope: &TypeScope<'_>, relationship: TypeId) -> Vec<RequiredType> {
    inherited(type_scope, relationship, "valid_target_types", TypeKind::Capability)
}

/// The list under `key` of the nearest ancestor.
fn inherited(type_scope: &TypeScope<'_>, id: TypeId, key: &str, kind: TypeKind) -> Vec<RequiredType> {
    let line = &type_scope.effective(id).ancestry;
    let list = line.iter().find_map(|ancestor| {
        let owner = type_scope.get(*ancestor);
        Some((owner.node.get(key).filter(|list| !list.is_null())?, owner.file))
    });
    list.map(|(list, file)| types_in(type_scope, kind, list, file)).unwrap_or_default()
}

fn types_in(type_scope: &TypeScope<'_>, kind: TypeKind, list: Node<'_>, from: FileId) -> Vec<RequiredType> {
    let words = list.items().filter_map(|item| ScalarText::of(item.resolve()));
    words.map(|word| RequiredType::of(type_scope, kind, &word, from)).collect()
}

/// Bounds of `occurrences`; an upper bound of `None` is `UNBOUNDED`. `None` if the range is invalid.
pub fn bounds(node: Node<'_>) -> Option<(u64, Option<u64>)> {
    match node.resolved() {
        Some(Resolved::Int(exactly)) => u64::try_from(exactly).ok().map(|exactly| (exactly, Some(exactly))),
        _ => Range::occurrences(node).ok()?.counts(),
    }
}
