//! A type with all that it inherits. A definition of the same name further up is refined, not replaced: what the nearer one does not say holds
//! as the farther one has it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::{FileId, TypeId, TypeKind, Word, World};
use crate::yaml::{Entry, Node};

/// A section of a type that is inherited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Properties,
    Attributes,
    Capabilities,
    Requirements,
    Interfaces,
    Artifacts,
    Triggers,
}

impl Section {
    pub const ALL: [Section; 7] = [
        Section::Properties,
        Section::Attributes,
        Section::Capabilities,
        Section::Requirements,
        Section::Interfaces,
        Section::Artifacts,
        Section::Triggers,
    ];

    pub const fn key(self) -> &'static str {
        match self {
            Section::Properties => "properties",
            Section::Attributes => "attributes",
            Section::Capabilities => "capabilities",
            Section::Requirements => "requirements",
            Section::Interfaces => "interfaces",
            Section::Artifacts => "artifacts",
            Section::Triggers => "triggers",
        }
    }
}

/// What one type says of a thing.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'d> {
    pub key: Node<'d>,
    pub node: Node<'d>,
    /// The type that says it: names in it are read as its file would.
    pub owner: TypeId,
}

/// A property, capability, requirement, … of a type: what each type of its line says, the nearest first.
#[derive(Clone, Debug)]
pub struct Definition<'d> {
    pub name: Cow<'d, str>,
    /// Never empty.
    pub layers: Vec<Layer<'d>>,
    /// The type that it names, once that was asked for.
    of: OnceCell<(TypeKind, Option<super::Lookup>)>,
}

impl<'d> Definition<'d> {
    pub fn new(name: Cow<'d, str>, layers: Vec<Layer<'d>>) -> Definition<'d> {
        Definition { name, layers, of: OnceCell::new() }
    }

    /// The nearest value of a key, and the layer that has it.
    pub fn get(&self, key: &str) -> Option<(Node<'d>, Layer<'d>)> {
        self.layers.iter().find_map(|layer| {
            let value = layer.node.get(key).filter(|value| !value.is_null())?;
            Some((value.resolve(), *layer))
        })
    }

    /// The nearest text of a key, and the layer that has it.
    pub fn word(&self, key: &str) -> Option<(Word<'d>, Layer<'d>)> {
        let (node, layer) = self.get(key)?;
        Some((Word::of(node)?, layer))
    }

    /// The same where a bare scalar stands for `key`: the short notation of capabilities, requirements and artifacts.
    pub fn word_or_short(&self, key: &str) -> Option<(Word<'d>, Layer<'d>)> {
        self.layers.iter().find_map(|layer| {
            let word = if layer.node.is_scalar() { Word::of(layer.node) } else { Word::at(layer.node, key) };
            Some((word?, *layer))
        })
    }

    /// A flag, where any layer says it.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)?.0.resolved()? {
            crate::yaml::Resolved::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// What the nearest type says.
    pub fn nearest(&self) -> Layer<'d> {
        self.layers[0]
    }
}

/// Definitions by name, what is inherited from farthest first.
#[derive(Clone, Debug, Default)]
pub struct Table<'d> {
    all: Vec<Definition<'d>>,
    index: BTreeMap<Cow<'d, str>, usize>,
}

impl<'d> Table<'d> {
    pub fn get(&self, name: &str) -> Option<&Definition<'d>> {
        self.index.get(name).map(|at| &self.all[*at])
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Definition<'d>> + ExactSizeIterator {
        self.all.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Puts one layer in front of what is known of its name.
    pub fn lay(&mut self, name: Cow<'d, str>, layer: Layer<'d>) {
        match self.index.get(&name) {
            Some(at) => {
                let known = &mut self.all[*at];
                known.layers.insert(0, layer);
                known.of = OnceCell::new();
            }
            None => {
                self.index.insert(name.clone(), self.all.len());
                self.all.push(Definition::new(name, vec![layer]));
            }
        }
    }

    /// Lays what another table has of each name behind nothing and before all that is known here.
    fn lay_all(&mut self, other: &Table<'d>) {
        for definition in other.iter() {
            for layer in definition.layers.iter().rev() {
                self.lay(definition.name.clone(), *layer);
            }
        }
    }
}

/// What a type comes to.
#[derive(Debug)]
pub struct Effective<'d> {
    /// The type and all that it derives from, itself first.
    pub ancestry: Vec<TypeId>,
    /// Every type of the line is known. Of what is not, nothing can be said to be missing.
    pub complete: bool,
    sections: [Table<'d>; Section::ALL.len()],
}

impl<'d> Effective<'d> {
    pub fn section(&self, section: Section) -> &Table<'d> {
        &self.sections[section as usize]
    }

    pub fn properties(&self) -> &Table<'d> {
        self.section(Section::Properties)
    }

    pub fn attributes(&self) -> &Table<'d> {
        self.section(Section::Attributes)
    }

    pub fn capabilities(&self) -> &Table<'d> {
        self.section(Section::Capabilities)
    }

    pub fn requirements(&self) -> &Table<'d> {
        self.section(Section::Requirements)
    }

    pub fn interfaces(&self) -> &Table<'d> {
        self.section(Section::Interfaces)
    }

    pub fn artifacts(&self) -> &Table<'d> {
        self.section(Section::Artifacts)
    }
}

pub(super) fn effective<'d>(world: &World<'d>, id: TypeId) -> Effective<'d> {
    let (ancestry, complete) = world.ancestry(id);
    let mut sections: [Table<'d>; Section::ALL.len()] = Default::default();
    for &owner in ancestry.iter().rev() {
        let node = world.get(owner).node;
        for (section, table) in Section::ALL.iter().zip(&mut sections) {
            for entry in named(node, section.key()) {
                let Some(name) = entry.key.as_str() else { continue };
                table.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner });
            }
        }
    }
    Effective { ancestry, complete, sections }
}

/// The named things of a section, written as a mapping or as a list of mappings with one entry each.
pub fn named<'d>(node: Node<'d>, section: &str) -> Vec<Entry<'d>> {
    let Some(section) = node.get(section).map(Node::resolve) else { return Vec::new() };
    if section.is_sequence() {
        return section.items().filter_map(|item| item.resolve().entries().next()).collect();
    }
    if section.has_merges() { section.merged_entries().collect() } else { section.entries().collect() }
}

impl<'d> World<'d> {
    /// A section of something that has a type of its own: the properties of a capability, the operations' inputs of an interface. What the
    /// definition says itself lies over what its type brings. And whether all of it is known.
    pub fn facet(&self, definition: &Definition<'d>, kind: TypeKind, section: Section) -> (Table<'d>, bool) {
        let mut table = Table::default();
        let mut complete = false;
        match self.type_of(definition, kind) {
            Some(super::Lookup::Found(id)) => {
                let effective = self.effective(id);
                complete = effective.complete;
                table.lay_all(effective.section(section));
            }
            Some(super::Lookup::Unknown | super::Lookup::Untold) | None => {}
        }
        for layer in definition.layers.iter().rev() {
            for entry in named(layer.node, section.key()) {
                let Some(name) = entry.key.as_str() else { continue };
                table.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner: layer.owner });
            }
        }
        (table, complete)
    }

    /// The type that a definition names, in the long notation as `type` or as the short one; a requirement's under `capability`.
    pub fn type_of(&self, definition: &Definition<'d>, kind: TypeKind) -> Option<super::Lookup> {
        let look = || {
            let (word, layer) = definition.word_or_short("type")?;
            Some(self.find(kind, &word.text, self.owner_file(layer)))
        };
        // What is asked of a definition again is nearly always asked the same.
        let (asked, found) = *definition.of.get_or_init(|| (kind, look()));
        if asked == kind { found } else { look() }
    }

    /// The file that a layer stands in.
    pub fn owner_file(&self, layer: Layer<'d>) -> FileId {
        self.get(layer.owner).file
    }
}
