//! What nodes of a type offer and need, with all that is inherited, as plain data that outlives a look at the text. Knows no template.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::types::{Definition, FileId, Layer, Lookup, TypeId, TypeKind, Word, World};
use super::fit::Joining;
use crate::yaml::{Node, Resolved};

/// A type with all that it derives from.
#[derive(Clone, Debug)]
pub struct Line {
    pub id: TypeId,
    /// As declared: `tosca.nodes.Compute`.
    pub name: String,
    ancestry: Vec<TypeId>,
    names: Vec<String>,
    complete: bool,
}

/// A type that something asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// As declared where it is known; as written otherwise.
    pub name: String,
    pub found: Lookup,
}

/// What nodes of one type offer and need.
#[derive(Clone, Debug)]
pub struct Kind {
    pub line: Line,
    pub offers: Vec<Offer>,
    pub needs: Vec<Need>,
    /// Where each offer and each need is, by name; empty where there are few.
    offer_index: FxHashMap<String, usize>,
    need_index: FxHashMap<String, usize>,
}

/// So many are looked through as fast as they are looked up.
const FEW: usize = 16;

/// A capability.
#[derive(Clone, Debug)]
pub struct Offer {
    pub name: String,
    /// `None`: its type is not known.
    pub line: Option<Line>,
    /// The node types that it serves; none: every one.
    pub valid_sources: Vec<Asked>,
    /// How many it serves; `None`: any number.
    pub most: Option<u64>,
}

/// A requirement.
#[derive(Clone, Debug)]
pub struct Need {
    pub name: String,
    pub capability: Option<Asked>,
    pub node: Option<Asked>,
    pub relationship: Option<Asked>,
    /// The same as a type, with where it leads; `None`: none is named, or it is not known.
    pub joining: Option<Arc<Joining>>,
    pub least: u64,
    /// `None`: any number.
    pub most: Option<u64>,
}

impl Line {
    pub fn of(world: &World<'_>, id: TypeId) -> Line {
        let effective = world.effective(id);
        Line {
            id,
            name: world.get(id).name.to_string(),
            names: effective.ancestry.iter().map(|it| world.get(*it).name.to_string()).collect(),
            ancestry: effective.ancestry.clone(),
            complete: effective.complete,
        }
    }

    /// Whether it is the asked type or derives from it; `None`: that cannot be told.
    pub fn is(&self, asked: &Asked) -> Option<bool> {
        let Lookup::Found(id) = asked.found else { return None };
        // A file that brings the normative types along declares them once more: by name they are the same.
        if self.ancestry.contains(&id) || self.names.contains(&asked.name) || is_root(&asked.name) {
            return Some(true);
        }
        if self.names.iter().any(|name| is_same_host(name, &asked.name)) {
            return Some(true);
        }
        self.complete.then_some(false)
    }

    /// Whether it is one of them, or derives from one: certainly, perhaps (`None`), or certainly not. None of them asks for nothing.
    pub fn is_any(&self, asked: &[Asked]) -> Option<bool> {
        if asked.is_empty() {
            return Some(true);
        }
        let mut untold = false;
        for one in asked {
            match self.is(one) {
                Some(true) => return Some(true),
                None => untold = true,
                Some(false) => {}
            }
        }
        (!untold).then_some(false)
    }

    /// All of its ancestors are known.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    pub fn derives_from_name(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }
}

/// What is declared without a parent derives from the root of its kind all the same.
fn is_root(name: &str) -> bool {
    matches!(name, "tosca.nodes.Root" | "tosca.capabilities.Root" | "tosca.relationships.Root")
}

/// `Compute` derives from `Container` in the final 1.2 and in 1.3, and the other way round in 1.1 and the drafts: what hosts is written either way.
fn is_same_host(offered: &str, asked: &str) -> bool {
    const HOSTS: [&str; 2] = ["tosca.capabilities.Compute", "tosca.capabilities.Container"];
    HOSTS.contains(&offered) && HOSTS.contains(&asked)
}

impl Asked {
    pub fn of(world: &World<'_>, kind: TypeKind, word: &Word<'_>, from: FileId) -> Asked {
        let found = world.find(kind, &word.text, from);
        let name = found.found().map_or_else(|| word.text.to_string(), |id| world.get(id).name.to_string());
        Asked { name, found }
    }

    pub fn exactly(world: &World<'_>, id: TypeId) -> Asked {
        Asked { name: world.get(id).name.to_string(), found: Lookup::Found(id) }
    }
}

impl Kind {
    pub fn of(world: &World<'_>, id: TypeId) -> Kind {
        let mut kind = Kind {
            line: Line::of(world, id),
            offers: Vec::new(),
            needs: Vec::new(),
            offer_index: FxHashMap::default(),
            need_index: FxHashMap::default(),
        };
        kind.take_in(world, id);
        // Every node has what the root brings, also where its type names no parent.
        if let Some(root) = world.normative(TypeKind::Node, "tosca.nodes.Root")
            && !kind.line.derives_from_name("tosca.nodes.Root")
        {
            kind.take_in(world, root);
        }
        kind.offer_index = index(kind.offers.iter().map(|it| &it.name));
        kind.need_index = index(kind.needs.iter().map(|it| &it.name));
        kind
    }

    fn take_in(&mut self, world: &World<'_>, id: TypeId) {
        let effective = world.effective(id);
        // No two definitions of one type have a name: only what was taken in before can be there already.
        let (offers, needs) = (self.offers.len(), self.needs.len());
        for definition in effective.capabilities().iter() {
            if !self.offers[..offers].iter().any(|it| it.name == *definition.name) {
                self.offers.push(Offer::of(world, definition));
            }
        }
        for definition in effective.requirements().iter() {
            if !self.needs[..needs].iter().any(|it| it.name == *definition.name) {
                self.needs.push(Need::of(world, definition));
            }
        }
    }

    pub fn offer(&self, name: &str) -> Option<&Offer> {
        find(&self.offers, &self.offer_index, name, |it| &it.name)
    }

    pub fn need(&self, name: &str) -> Option<&Need> {
        find(&self.needs, &self.need_index, name, |it| &it.name)
    }

    /// The number of an offer of this name.
    pub fn offer_at(&self, name: &str) -> Option<usize> {
        match self.offer_index.is_empty() {
            true => self.offers.iter().position(|it| it.name == name),
            false => self.offer_index.get(name).copied(),
        }
    }

    /// The number of a need of this name.
    pub fn need_at(&self, name: &str) -> Option<usize> {
        match self.need_index.is_empty() {
            true => self.needs.iter().position(|it| it.name == name),
            false => self.need_index.get(name).copied(),
        }
    }
}

fn find<'a, T>(
    all: &'a [T],
    index: &FxHashMap<String, usize>,
    name: &str,
    name_of: impl Fn(&T) -> &str,
) -> Option<&'a T> {
    if index.is_empty() { all.iter().find(|it| name_of(it) == name) } else { all.get(*index.get(name)?) }
}

fn index<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> FxHashMap<String, usize> {
    if names.len() <= FEW {
        return FxHashMap::default();
    }
    let mut index = FxHashMap::default();
    for (at, name) in names.enumerate() {
        index.entry(name.clone()).or_insert(at);
    }
    index
}

impl Offer {
    fn of<'d>(world: &World<'d>, definition: &Definition<'d>) -> Offer {
        let kind = world.type_of(definition, TypeKind::Capability).and_then(Lookup::found);
        let said = match definition.get("valid_source_types") {
            Some((list, layer)) => types_in(world, TypeKind::Node, list, world.owner_file(layer)),
            None => {
                kind.map(|id| inherited(world, id, "valid_source_types", TypeKind::Node)).unwrap_or_default()
            }
        };
        Offer {
            name: definition.name.to_string(),
            line: kind.map(|id| Line::of(world, id)),
            valid_sources: said,
            most: definition.get("occurrences").and_then(|(node, _)| bounds(node)).and_then(|it| it.1),
        }
    }
}

impl Need {
    fn of<'d>(world: &World<'d>, definition: &Definition<'d>) -> Need {
        let asked = |kind: TypeKind, said: Option<(Word<'d>, Layer<'d>)>| {
            said.map(|(word, layer)| Asked::of(world, kind, &word, world.owner_file(layer)))
        };
        let relationship = definition.layers.iter().find_map(|layer| {
            let node = layer.node.get("relationship")?;
            Some((if node.is_mapping() { Word::at(node, "type")? } else { Word::of(node)? }, *layer))
        });
        let (least, most) = match definition.get("occurrences") {
            // What cannot be read bounds nothing.
            Some((node, _)) => bounds(node).unwrap_or((0, None)),
            None => (1, Some(1)),
        };
        let relationship = asked(TypeKind::Relationship, relationship);
        let known = relationship.as_ref().and_then(|it| it.found.found());
        Need {
            joining: known.map(|id| Arc::new(Joining::of(world, id))),
            name: definition.name.to_string(),
            capability: asked(TypeKind::Capability, definition.word_or_short("capability")),
            node: asked(TypeKind::Node, node_of(definition)),
            relationship,
            least,
            most,
        }
    }
}

/// The node type that a requirement asks for. One that is inherited holds for the capability that it was said with: who asks for another capability
/// and names no node means any node that has it.
fn node_of<'d>(definition: &Definition<'d>) -> Option<(Word<'d>, Layer<'d>)> {
    let (word, layer) = definition.word("node")?;
    let with = Word::at(layer.node, "capability").map(|it| it.text);
    let mut nearer = definition.layers.iter().take_while(|it| it.key != layer.key);
    let asks_otherwise = |it: &Layer<'d>| {
        let said = if it.node.is_scalar() { Word::of(it.node) } else { Word::at(it.node, "capability") };
        said.is_some_and(|said| with.as_ref().is_some_and(|with| *with != said.text))
    };
    (!nearer.any(asks_otherwise)).then_some((word, layer))
}

/// The capability types that a relationship type leads to; none: every one.
pub fn valid_targets(world: &World<'_>, relationship: TypeId) -> Vec<Asked> {
    inherited(world, relationship, "valid_target_types", TypeKind::Capability)
}

/// What the nearest type of the line lists under `key`.
fn inherited(world: &World<'_>, id: TypeId, key: &str, kind: TypeKind) -> Vec<Asked> {
    let line = &world.effective(id).ancestry;
    let said = line.iter().find_map(|it| {
        let owner = world.get(*it);
        Some((owner.node.get(key).filter(|list| !list.is_null())?, owner.file))
    });
    said.map(|(list, file)| types_in(world, kind, list, file)).unwrap_or_default()
}

fn types_in(world: &World<'_>, kind: TypeKind, list: Node<'_>, from: FileId) -> Vec<Asked> {
    let words = list.items().filter_map(|item| Word::of(item.resolve()));
    words.map(|word| Asked::of(world, kind, &word, from)).collect()
}

/// The bounds of a range as `occurrences` has them; the upper one `None`: `UNBOUNDED`. `None` as a whole: it is no such range.
pub fn bounds(node: Node<'_>) -> Option<(u64, Option<u64>)> {
    let items: Vec<Node<'_>> = node.items().collect();
    let whole = |node: Node<'_>| match node.resolved()? {
        Resolved::Int(number) => u64::try_from(number).ok(),
        _ => None,
    };
    match items[..] {
        [least, most] => {
            let least = whole(least)?;
            let most = match most.as_str()?.as_ref() {
                "UNBOUNDED" => None,
                _ => Some(whole(most)?),
            };
            Some((least, most))
        }
        [] => whole(node).map(|exactly| (exactly, Some(exactly))),
        _ => None,
    }
}
