//! Name index: references with their declarations in any file, and values with their expected types and resolution contexts. Built in one walk, used
//! by renaming and by the rules on functions.
//!
//! Rules need few references, so the walk can skip those.

mod activities;
pub(super) mod index;
mod interface;
mod single_kinds;
mod topology;
mod type_side;
mod value;

use std::cell::Cell;

use index::Kinds;
pub use index::{Mention, NameIndex, Site, SiteKind};

use super::model::Service;
use super::resolve::{CallContext, Resolver, introduced};
use super::types::{Definition, FileId, Lookup, ScalarText, TypeId, TypeKind, TypeScope, named, named_in};
use limn_yaml::Node;

/// Maximum number of values beyond one for each byte of the text: aliases and merge keys can expand to many.
const BUDGET: usize = 50_000;

impl<'d> Service<'d> {
    /// Name index for rules, computed on first use. It has the references to inputs; other references only if the full index exists.
    pub fn name_index(&self) -> &NameIndex<'d> {
        self.full_name_index.get().unwrap_or_else(|| self.name_index.get_or_init(|| build(self, false)))
    }

    /// Name index with all references.
    pub fn full_name_index(&self) -> &NameIndex<'d> {
        self.full_name_index.get_or_init(|| build(self, true))
    }
}

pub(super) struct Indexer<'s, 'd> {
    service: &'s Service<'d>,
    type_scope: &'s TypeScope<'d>,
    resolver: Resolver<'s, 'd>,
    found: NameIndex<'d>,
    budget: Cell<usize>,
    /// True to collect all references.
    gathers: bool,
}

/// Builds the index. `gathers`: collect all references, not only those of inputs.
fn build<'d>(service: &Service<'d>, gathers: bool) -> NameIndex<'d> {
    let mut indexer = Indexer {
        gathers,
        service,
        type_scope: &service.type_scope,
        resolver: Resolver::new(service),
        found: NameIndex::default(),
        budget: Cell::new(service.document.text().len() + BUDGET),
    };
    indexer.types();
    indexer.topology();
    indexer.imports();
    let mut found = indexer.found;
    let resolver = Resolver::new(service);
    let outcomes = found.sites.iter().map(|site| resolver.at(site.value, site.context));
    found.outcomes = outcomes.collect();
    found
}

impl<'d> Indexer<'_, 'd> {
    /// Adds a reference that spans the whole text.
    fn mention(&mut self, at: Node<'d>, kinds: Kinds, declared: Node<'d>) {
        if !self.gathers && !std::ptr::eq(kinds, single_kinds::INPUT) {
            return;
        }
        let Some(text) = at.as_str() else { return };
        // A declaration is not a reference to itself.
        if at.range() == declared.range() && std::ptr::eq(at.document(), declared.document()) {
            return;
        }
        self.found.mentions.push(Mention { at, from: 0, to: text.len(), kinds, declared });
    }

    fn mention_word(&mut self, word: &ScalarText<'d>, kinds: Kinds, declared: Option<Node<'d>>) {
        if let Some(declared) = declared {
            self.mention(word.node, kinds, declared);
        }
    }

    /// Adds a type reference and returns the type.
    fn type_name(&mut self, kind: TypeKind, word: Option<&ScalarText<'d>>) -> Lookup {
        let Some(word) = word else { return Lookup::Undetermined };
        let found = self.type_scope.find(kind, &word.text, FileId::OWN);
        self.type_known(word, kind, found);
        found
    }

    /// Adds a type reference that is already resolved.
    fn type_known(&mut self, word: &ScalarText<'d>, kind: TypeKind, found: Lookup) {
        if found == Lookup::Undetermined
            && word.text.starts_with("tosca.")
            && self.found.undetermined.is_none()
        {
            self.found.undetermined = Some(word.clone());
        }
        let Lookup::Found(id) = found else { return };
        let it = self.type_scope.get(id);
        if self.type_scope.comes_with(id).is_some() {
            self.found.later.push((word.clone(), id));
        }
        if !word.text.contains(':') && self.type_scope.prefix_of(id).is_some() {
            self.found.bare.push((word.clone(), id));
        }
        // The prefix belongs to the importer, and a shorthand belongs to TOSCA.
        if self.gathers && !self.type_scope.is_normative(id) && word.text.ends_with(&*it.name) {
            let (from, to) = (word.text.len() - it.name.len(), word.text.len());
            let (kinds, declared) = (kinds_of(kind), it.key);
            self.found.mentions.push(Mention { at: word.node, from, to, kinds, declared });
        }
    }

    fn type_at(&mut self, kind: TypeKind, node: Node<'d>, key: &str) -> Lookup {
        self.type_name(kind, ScalarText::at(node, key).as_ref())
    }

    /// Adds the types in a list; a single text is a list of one.
    fn types_at(&mut self, kind: TypeKind, node: Node<'d>, key: &str) {
        for word in ScalarText::list(node, key) {
            self.type_name(kind, Some(&word));
        }
    }

    /// Adds a key that refines or assigns a declaration of a type.
    fn member(&mut self, key: Node<'d>, kinds: Kinds, definition: Option<&Definition<'d>>) {
        if let Some(definition) = definition {
            self.mention(key, kinds, introduced(definition));
        }
    }

    fn imports(&mut self) {
        let imports = self.type_scope.file(FileId::OWN).imports.iter();
        for word in imports.filter_map(|import| import.repository.clone()) {
            let own = self.own_repository(&word);
            self.mention_word(&word, single_kinds::REPOSITORY, own);
        }
    }

    fn own_repository(&self, word: &ScalarText<'d>) -> Option<Node<'d>> {
        let mut own = self.service.repositories.iter();
        own.find(|entry| entry.key.as_str().is_some_and(|key| key == word.text)).map(|entry| entry.key)
    }

    /// A repository of this file or of one that it imports.
    fn repository(&mut self, word: &ScalarText<'d>) {
        let imported = || {
            let roots = self.type_scope.files().filter_map(|file| file.document.root());
            let mut all = roots.flat_map(|root| named(root.resolve(), "repositories"));
            all.find(|entry| entry.key.as_str().is_some_and(|key| key == word.text)).map(|entry| entry.key)
        };
        let found = self.own_repository(word).or_else(imported);
        self.mention_word(word, single_kinds::REPOSITORY, found);
    }

    /// Artifacts of a type or template.
    fn artifacts(&mut self, section: Option<Node<'d>>, of: Option<TypeId>, context: CallContext) {
        for entry in named_in(section) {
            let artifact = entry.value.resolve();
            if self.gathers {
                let name = entry.key.as_str().unwrap_or_default();
                let known = of.and_then(|id| self.type_scope.effective(id).artifacts().get(&name));
                self.member(entry.key, single_kinds::ARTIFACT, known);
            }
            let id = self.type_at(TypeKind::Artifact, artifact, "type").found();
            if let Some(word) = ScalarText::at(artifact, "repository") {
                self.repository(&word);
            }
            self.properties(artifact.get("properties"), id, context);
        }
    }
}

pub(super) fn kinds_of(kind: TypeKind) -> Kinds {
    match kind {
        TypeKind::Artifact => single_kinds::ARTIFACT_TYPE,
        TypeKind::Data => single_kinds::DATA_TYPE,
        TypeKind::Capability => single_kinds::CAPABILITY_TYPE,
        TypeKind::Interface => single_kinds::INTERFACE_TYPE,
        TypeKind::Relationship => single_kinds::RELATIONSHIP_TYPE,
        TypeKind::Node => single_kinds::NODE_TYPE,
        TypeKind::Group => single_kinds::GROUP_TYPE,
        TypeKind::Policy => single_kinds::POLICY_TYPE,
    }
}
