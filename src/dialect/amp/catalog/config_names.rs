//! Names of configuration keys: parameters, keys of `brooklyn.config` that an expression reads, and the places that set or read them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::grammar::CONFIG_KEY;
use super::items::Parameter;
use super::model::CatalogModel;
use limn_brooklyn::Target;
use limn_language::dialect::ExternalReference;
use limn_language::schema::{Declaration, NameKind, Reference, Scope};
use limn_text::TextRange;
use limn_tosca::brooklyn::{
    Component, Mentioned, around, expressions, is_adjunct, parameter_name, parameters, scope_root,
};
use limn_yaml::{Node, NodeId, Path};

pub(super) static PARAMETER: NameKind = NameKind::new("parameter");
static KEY: NameKind = NameKind::new("configuration key");
static KINDS: &[&NameKind] = &[&PARAMETER, &KEY];

/// Adds the names to those of the tables.
pub(super) fn add(catalog: &mut CatalogModel) {
    let text = catalog.document.text();
    if ![CONFIG_KEY.name, "brooklyn.parameters"].iter().any(|key| text.contains(key)) {
        return;
    }
    let mut found = Collector::new(catalog);
    found.declare();
    found.resolve();
    let Collector { declarations, references, mut foreign, .. } = found;
    let first = catalog.names.references.len();
    for it in &mut foreign {
        it.reference += first;
    }
    catalog.foreign.extend(foreign);
    catalog.names.extend(declarations, references);
}

struct Collector<'m> {
    catalog: &'m CatalogModel,
    /// The mappings that are not in a template.
    mappings: Vec<Node<'m>>,
    /// The values that declare a name, by their paths.
    ids: HashMap<Path, usize>,
    /// The entities with an id.
    entities: HashMap<String, Node<'m>>,
    /// The parameters of entities.
    parameters: BTreeMap<NodeId, Vec<Parameter<'m>>>,
    /// The declarations of configuration keys, by the range of the name.
    declared: HashMap<TextRange, usize>,
    declarations: Vec<Declaration>,
    references: Vec<Reference>,
    foreign: Vec<ExternalReference>,
}

/// A configuration key that is set or read.
enum Meaning<'m> {
    Parameter(Parameter<'m>),
    /// The key of `brooklyn.config`.
    Key(Node<'m>),
}

impl<'m> Collector<'m> {
    fn new(catalog: &'m CatalogModel) -> Collector<'m> {
        let templates = catalog.template_ranges();
        let is_own = |node: &Node<'_>| !is_within(&templates, node.range());
        let mappings: Vec<Node<'m>> =
            catalog.document.nodes().filter(|node| node.is_mapping()).filter(is_own).collect();
        let declared =
            catalog.names.declarations.iter().enumerate().filter(|(_, declaration)| declaration.is_value);
        let id = |node: &Node<'m>| Some((node.get("id")?.as_str()?.into_owned(), *node));
        let mut entities = HashMap::new();
        for (id, node) in mappings.iter().filter_map(id) {
            entities.entry(id).or_insert(node);
        }
        Collector {
            ids: declared.map(|(at, declaration)| (declaration.written.clone(), at)).collect(),
            catalog,
            mappings,
            entities,
            parameters: BTreeMap::new(),
            declared: HashMap::new(),
            declarations: Vec::new(),
            references: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// The named element that has the parameters of a mapping: an entity, or the item with the blueprint.
    fn owner(&self, holder: Node<'m>) -> Option<usize> {
        let path = holder.path();
        let item = path.parent().filter(|_| matches!(path.last_key(), Some("item" | "spec")));
        let all = [Some(path), item].into_iter().flatten();
        all.into_iter().find_map(|path| self.ids.get(&path.key("id")).copied())
    }

    /// Declares the parameters. Elements without an id have the same parent, so parameters of one name in two of them are left out.
    fn declare(&mut self) {
        let mut found: Vec<(Option<usize>, Node<'m>, String)> = Vec::new();
        for holder in &self.mappings {
            let written =
                parameters(*holder).filter(|parameter| holder.full_range().contains(parameter.range()));
            let mut names = written.filter_map(parameter_name).peekable();
            let owner = names.peek().and_then(|_| self.owner(*holder));
            found.extend(names.filter_map(|name| Some((owner, name, name.as_str()?.into_owned()))));
        }
        let mut counts: HashMap<String, usize> = HashMap::new();
        for (_, _, name) in found.iter().filter(|(owner, ..)| owner.is_none()) {
            *counts.entry(name.clone()).or_default() += 1;
        }
        found.retain(|(owner, _, name)| owner.is_some() || counts[name] == 1);
        for (parent, node, name) in found {
            self.push_declaration(&PARAMETER, parent, node, name);
        }
    }

    fn push_declaration(
        &mut self,
        kind: &'static NameKind,
        parent: Option<usize>,
        node: Node<'m>,
        name: String,
    ) -> usize {
        let at = self.catalog.names.declarations.len() + self.declarations.len();
        let (path, range) = (node.path(), node.range());
        let (written, is_value) = (path.clone(), !node.is_key());
        self.declared.insert(range, at);
        self.declarations.push(Declaration {
            kind,
            parent,
            name,
            path,
            written,
            range,
            // Entities, items and scripts elsewhere can set or read the same key: no rename sees all of them.
            fixed: true,
            is_value,
        });
        at
    }

    /// Finds what keys of `brooklyn.config` set, and what expressions read.
    fn resolve(&mut self) {
        for entity in self.mappings.clone() {
            let section =
                entity.get(CONFIG_KEY.name).filter(|section| section.is_mapping() && !is_adjunct(entity));
            for entry in section.into_iter().flat_map(Node::entries).filter(|entry| !entry.is_duplicate()) {
                let Some(name) = entry.key.as_str() else { continue };
                if let Some(parameter) = self.parameter(entity, &name) {
                    self.push_reference(entry.key, 0..name.len(), Meaning::Parameter(parameter));
                }
            }
        }
        let Some(root) = self.catalog.root() else { return };
        let templates = self.catalog.template_ranges();
        for expression in expressions(root) {
            let range = expression.node.range();
            if is_within(&templates, range) {
                continue;
            }
            for it in expression.mentions().into_iter().filter(|mention| mention.target == Target::Config) {
                if let Some(meaning) = self.meaning(&it) {
                    self.push_reference(it.at, it.within, meaning);
                }
            }
        }
    }

    /// The parameter of an entity with a name.
    fn parameter(&mut self, entity: Node<'m>, name: &str) -> Option<Parameter<'m>> {
        let catalog = self.catalog;
        let known = self.parameters.entry(entity.id());
        let known = known.or_insert_with(|| catalog.parameters_of(entity, &catalog.file));
        known.iter().find(|parameter| parameter.name == name).cloned()
    }

    /// The configuration key that an expression reads. An entity inherits the keys of those around it.
    fn meaning(&mut self, key: &Mentioned<'m>) -> Option<Meaning<'m>> {
        let first = match &key.owner {
            Component::Own => key.at.parent(),
            Component::Named(id) => self.entities.get(id).copied(),
            Component::ScopeRoot => scope_root(&self.catalog.document, &key.at.path()),
            Component::Unknown => None,
        };
        for entity in around(first) {
            if let Some(parameter) = self.parameter(entity, &key.name) {
                return Some(Meaning::Parameter(parameter));
            }
            let value = entity.get(CONFIG_KEY.name).and_then(|section| section.resolve().get(&key.name));
            // A value cannot be read from itself.
            let value = value.filter(|value| !value.full_range().contains(key.at.range()));
            if let Some(key) = value.and_then(Node::key) {
                return Some(Meaning::Key(key));
            }
        }
        None
    }

    fn push_reference(&mut self, at: Node<'m>, within: Range<usize>, meaning: Meaning<'m>) {
        let (node, is_here) = match &meaning {
            Meaning::Key(key) => (Some(*key), true),
            Meaning::Parameter(it) => (parameter_name(it.node), it.file == self.catalog.file),
        };
        let Some(node) = node else { return };
        let declaration = match &meaning {
            Meaning::Parameter(_) if !is_here => None,
            Meaning::Parameter(_) => match self.declared.get(&node.range()) {
                Some(found) => Some(*found),
                None => return,
            },
            Meaning::Key(key) => {
                let known = self.declared.get(&key.range()).copied();
                let name = key.as_str().unwrap_or_default().into_owned();
                Some(known.unwrap_or_else(|| self.push_declaration(&KEY, None, node, name)))
            }
        };
        if let Meaning::Parameter(it) = &meaning
            && !is_here
        {
            let (reference, file, path) = (self.references.len(), it.file.clone(), node.path());
            self.foreign.push(ExternalReference { reference, file, path });
        }
        let name = at.as_str().and_then(|text| Some(text.get(within.clone())?.to_owned()));
        self.references.push(Reference {
            kinds: KINDS,
            scope: Scope::Elsewhere,
            name: name.unwrap_or_default(),
            node: at.id(),
            is_key: at.is_key(),
            range: at.range_within(within.clone()),
            within,
            missing: None,
            of: None,
            enclosing: None,
            declaration,
        });
    }
}

/// Returns true if one of some ranges, in the order of the text, contains another range.
pub(super) fn is_within(ranges: &[TextRange], range: TextRange) -> bool {
    let after = ranges.partition_point(|other| other.start <= range.start);
    after.checked_sub(1).is_some_and(|at| ranges[at].contains(range))
}
