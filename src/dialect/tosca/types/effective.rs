//! Effective types: a type with all inherited members. A definition refines an inherited one of the same name; keys that it omits are inherited.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::section::{Section, named, named_in};
use super::{FileId, ScalarText, TypeId, TypeKind, TypeScope};
use crate::function::CallNode;
use limn_yaml::Node;

/// Declaration of a member in one type.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'d> {
    pub key: Node<'d>,
    pub node: Node<'d>,
    /// The declaring type: its file resolves the names.
    pub owner: TypeId,
}

impl<'d> Layer<'d> {
    /// The fixed value: in place of a definition, or in its `value`.
    pub fn fixed(&self) -> Option<Node<'d>> {
        let node = self.node;
        match node.is_mapping() && CallNode::of(node).is_none() {
            true => node.get("value").map(Node::resolve).filter(|node| !node.is_null()),
            false => Some(node).filter(|node| !node.is_null()),
        }
    }
}

/// A member of a type: property, capability, requirement and so on, with one layer for each declaring ancestor, nearest first.
#[derive(Clone, Debug)]
pub struct Definition<'d> {
    pub name: Cow<'d, str>,
    /// Never empty.
    pub layers: Rc<[Layer<'d>]>,
    /// Cached type of the member.
    of: OnceCell<(TypeKind, Option<super::Lookup>)>,
    /// Cached relationship type of a requirement.
    joins: OnceCell<super::Lookup>,
}

/// Maximum number of layers. Beyond it, the nearest layers and the first declaration are kept.
const LAYERS: usize = 64;

impl<'d> Definition<'d> {
    pub fn new(name: Cow<'d, str>, layers: Vec<Layer<'d>>) -> Definition<'d> {
        Definition { name, layers: layers.into(), of: OnceCell::new(), joins: OnceCell::new() }
    }

    /// The definition with one more layer in front.
    fn under(&self, layer: Layer<'d>) -> Definition<'d> {
        let (kept, farthest) = match self.layers.split_last() {
            Some((farthest, nearer)) if self.layers.len() >= LAYERS => {
                (&nearer[..LAYERS - 2], Some(*farthest))
            }
            _ => (&self.layers[..], None),
        };
        let layers = std::iter::once(layer).chain(kept.iter().copied()).chain(farthest).collect();
        Definition { name: self.name.clone(), layers, of: OnceCell::new(), joins: OnceCell::new() }
    }

    /// The nearest value of a key, with its layer.
    pub fn get(&self, key: &str) -> Option<(Node<'d>, Layer<'d>)> {
        self.layers.iter().find_map(|layer| {
            let value = layer.node.get(key).filter(|value| !value.is_null())?;
            Some((value.resolve(), *layer))
        })
    }

    /// The nearest text of a key, with its layer.
    pub fn word(&self, key: &str) -> Option<(ScalarText<'d>, Layer<'d>)> {
        let (node, layer) = self.get(key)?;
        Some((ScalarText::of(node)?, layer))
    }

    /// The word under `key`, or a scalar that is the short notation for it: capabilities, requirements and artifacts.
    pub fn word_or_short(&self, key: &str) -> Option<(ScalarText<'d>, Layer<'d>)> {
        self.layers.iter().find_map(|layer| {
            let word = if layer.node.is_scalar() {
                ScalarText::of(layer.node)
            } else {
                ScalarText::at(layer.node, key)
            };
            Some((word?, *layer))
        })
    }

    /// The nearest boolean of a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)?.0.resolved()? {
            limn_yaml::Resolved::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// 1.3: the value that a type fixes for an inherited property.
    pub fn fixed(&self) -> Option<Node<'d>> {
        let (_, refined) = self.layers.split_last()?;
        refined.iter().rev().find_map(Layer::fixed)
    }

    /// The nearest layer.
    pub fn nearest(&self) -> Layer<'d> {
        self.layers[0]
    }
}

/// Definitions by name, the farthest inherited ones first.
///
/// A table shares its inherited part instead of copying it: additions are stored on top, and both are merged when they have the same size. The cost
/// of a long derivation chain is proportional to its declarations.
#[derive(Clone, Debug, Default)]
pub struct Table<'d> {
    all: Vec<Definition<'d>>,
    /// Positions in `all`, for long tables.
    index: FxHashMap<Cow<'d, str>, u32>,
    /// Inherited table. An overridden definition has the layers of the inherited one.
    under: Option<Rc<Table<'d>>>,
}

/// Up to this length, a linear search is as fast as an index.
const MAX_LINEAR_SEARCH: usize = 16;

impl<'d> Table<'d> {
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Definition<'d>> {
        let mut table = self;
        loop {
            if let Some(at) = table.position(name) {
                return Some(&table.all[at]);
            }
            table = table.under.as_deref()?;
        }
    }

    #[inline]
    fn position(&self, name: &str) -> Option<usize> {
        if self.all.len() <= MAX_LINEAR_SEARCH {
            return self.all.iter().position(|definition| definition.name == name);
        }
        self.index.get(name).map(|at| *at as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Definition<'d>> {
        let (here, shared) = match self.under {
            None => (self.all.as_slice(), Vec::new()),
            Some(_) => (&[][..], self.gathered()),
        };
        here.iter().chain(shared)
    }

    /// All definitions of several tables.
    fn gathered(&self) -> Vec<&Definition<'d>> {
        let mut tables = vec![self];
        while let Some(under) = tables[tables.len() - 1].under.as_deref() {
            tables.push(under);
        }
        let mut found = Vec::new();
        for (at, table) in tables.iter().enumerate().rev() {
            let (nearer, farther) = (&tables[..at], &tables[at + 1..]);
            for definition in &table.all {
                let in_any =
                    |them: &[&Table<'d>]| them.iter().any(|table| table.position(&definition.name).is_some());
                if in_any(farther) {
                    continue;
                }
                let nearest =
                    nearer.iter().find_map(|table| Some(&table.all[table.position(&definition.name)?]));
                found.push(nearest.unwrap_or(definition));
            }
        }
        found
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.under.is_none()
    }

    /// Own definitions, and the inherited table.
    pub fn parts(&self) -> (&[Definition<'d>], Option<&Rc<Table<'d>>>) {
        (&self.all, self.under.as_ref())
    }

    /// Adds a layer in front of the definition of a name.
    pub fn lay(&mut self, name: Cow<'d, str>, layer: Layer<'d>) {
        match self.position(&name) {
            Some(at) => self.all[at] = self.all[at].under(layer),
            None => {
                let known = self.under.as_deref().and_then(|under| under.get(&name));
                self.push(match known {
                    Some(known) => known.under(layer),
                    None => Definition {
                        name,
                        layers: Rc::new([layer]),
                        of: OnceCell::new(),
                        joins: OnceCell::new(),
                    },
                });
            }
        }
    }

    fn push(&mut self, definition: Definition<'d>) {
        self.all.push(definition);
        let len = self.all.len();
        if len <= MAX_LINEAR_SEARCH {
            return;
        }
        // Index the first definitions from now on.
        let from = if len == MAX_LINEAR_SEARCH + 1 { 0 } else { len - 1 };
        for (at, it) in self.all.iter().enumerate().skip(from) {
            self.index.insert(it.name.clone(), at as u32);
        }
    }

    /// A table on top of another, with room for more definitions.
    fn over(under: &Rc<Table<'d>>, more: usize) -> Table<'d> {
        let mut table = Table { under: Some(Rc::clone(under)), ..Table::default() };
        while let Some(under) = table.under.take() {
            if under.all.len() > MAX_LINEAR_SEARCH.max(table.all.len() + more) {
                table.under = Some(under);
                break;
            }
            let mut both = Table {
                all: Vec::with_capacity(under.all.len() + table.all.len() + more),
                ..Table::default()
            };
            under.all.iter().for_each(|definition| both.push(definition.clone()));
            for it in table.all {
                match both.position(&it.name) {
                    Some(at) => both.all[at] = it,
                    None => both.push(it),
                }
            }
            both.under.clone_from(&under.under);
            table = both;
        }
        table
    }
}

/// A type with all inherited members.
#[derive(Debug)]
pub struct Effective<'d> {
    /// The type and its ancestors, itself first.
    pub ancestry: Vec<TypeId>,
    /// True if all ancestors are known. Otherwise no member can be reported as missing.
    pub complete: bool,
    sections: [Rc<Table<'d>>; Section::ALL.len()],
}

impl<'d> Effective<'d> {
    #[inline]
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

    /// Effective type without a known parent, or in a derivation cycle.
    pub(super) fn alone(
        type_scope: &TypeScope<'d>,
        (ancestry, complete): (Vec<TypeId>, bool),
    ) -> Effective<'d> {
        let mut effective = Effective { ancestry: Vec::new(), complete, sections: Default::default() };
        for &owner in ancestry.iter().rev() {
            effective.lay(type_scope, owner);
        }
        effective.ancestry = ancestry;
        effective
    }

    /// Effective type that derives from this one.
    pub(super) fn derived(&self, type_scope: &TypeScope<'d>, id: TypeId) -> Effective<'d> {
        let kept = self.ancestry.len().min(super::scope::ANCESTORS - 1);
        let mut ancestry = Vec::with_capacity(kept + 1);
        ancestry.push(id);
        ancestry.extend_from_slice(&self.ancestry[..kept]);
        let complete = self.complete && kept == self.ancestry.len();
        let mut effective = Effective { ancestry, complete, sections: self.sections.clone() };
        effective.lay(type_scope, id);
        effective
    }

    /// Adds the declarations of one type.
    fn lay(&mut self, type_scope: &TypeScope<'d>, owner: TypeId) {
        let node = type_scope.get(owner).node;
        for (section, table) in Section::ALL.iter().zip(&mut self.sections) {
            let Some(section_node) = node.get(section.key()).map(Node::resolve) else { continue };
            let more = section_node.entries().len() + section_node.items().len();
            if more == 0 {
                continue;
            }
            let mut over = Table::over(table, more);
            for entry in named_in(Some(section_node)) {
                let Some(name) = entry.key.as_str() else { continue };
                over.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner });
            }
            *table = Rc::new(over);
        }
    }
}

impl<'d> TypeScope<'d> {
    /// Section of a member with its own type: properties of a capability, inputs of an interface. Own definitions take precedence over the type.
    /// Returns true if all types are known.
    pub fn facet(&self, definition: &Definition<'d>, kind: TypeKind, section: Section) -> (Table<'d>, bool) {
        let mut table = Table::default();
        let mut complete = false;
        if let Some(super::Lookup::Found(id)) = self.type_of(definition, kind) {
            let effective = self.effective(id);
            complete = effective.complete;
            table = Table::over(&effective.sections[section as usize], 0);
        }
        for layer in definition.layers.iter().rev() {
            for entry in named(layer.node, section.key()) {
                let Some(name) = entry.key.as_str() else { continue };
                table.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner: layer.owner });
            }
        }
        (table, complete)
    }

    /// Type of a definition, in `type` or in the short notation; for requirements, `capability`.
    pub fn type_of(&self, definition: &Definition<'d>, kind: TypeKind) -> Option<super::Lookup> {
        let look = || {
            let (word, layer) = definition.word_or_short("type")?;
            Some(self.find(kind, &word.text, self.owner_file(layer)))
        };
        // Repeated lookups nearly always have the same kind.
        let (asked, found) = *definition.of.get_or_init(|| (kind, look()));
        if asked == kind { found } else { look() }
    }

    /// Relationship type of a requirement, in the long or short notation.
    pub fn relationship_of(&self, requirement: &Definition<'d>) -> super::Lookup {
        *requirement.joins.get_or_init(|| {
            let Some((node, layer)) = requirement.get("relationship") else {
                return super::Lookup::Undetermined;
            };
            let word = if node.is_mapping() { ScalarText::at(node, "type") } else { ScalarText::of(node) };
            let Some(word) = word else { return super::Lookup::Undetermined };
            self.find(TypeKind::Relationship, &word.text, self.owner_file(layer))
        })
    }

    /// The file of a layer.
    pub fn owner_file(&self, layer: Layer<'d>) -> FileId {
        self.get(layer.owner).file
    }
}
