//! One walk over a service template with all types at hand: which text names what, wherever that is declared, and where values stand, of which
//! type they should be and what a keyword means there. Names and the rules on functions live on it; it says nothing itself.
//!
//! The rules ask for little of what names ask for, and most of a template is of no interest to them: so a walk may leave out what is names alone.

mod interface;
mod lone;
mod topology;
mod type_side;
mod value;

use std::cell::Cell;

use super::model::Service;
use super::resolve::{Context, Outcome, Resolver, introduced};
use super::sort::Sort;
use super::types::{Definition, FileId, Lookup, TypeId, TypeKind, Word, World};
use crate::schema::NameKind;
use crate::yaml::Node;

pub(super) type Kinds = &'static [&'static NameKind];

/// A text that names something.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'d> {
    /// The scalar or key.
    pub at: Node<'d>,
    /// Where in it the name starts: behind an import's prefix, or an interface's name and its dot.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    pub kinds: Kinds,
    /// The key that declares it, here or in another file.
    pub declared: Node<'d>,
}

/// A place where a value, or a call that gives one, stands.
#[derive(Clone, Debug)]
pub struct Site<'d> {
    pub value: Node<'d>,
    pub context: Context,
    /// The type that is asked for.
    pub sort: Option<Sort<'d>>,
    /// What gets the value: the key of the property, attribute, input or output.
    pub key: Option<Node<'d>>,
    pub spot: Spot,
}

/// What sort of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Property,
    Attribute,
    /// The `default` of an input of the topology.
    InputDefault,
    /// A `default` in a type.
    Default,
    /// An input of an operation, interface or activity.
    Input,
    Output,
    Constraint,
    /// An argument of `concat`, `join` or `token`.
    Argument,
    /// An argument of another function, where only a literal belongs.
    Literal,
}

/// What the walk found.
#[derive(Debug, Default)]
pub struct Survey<'d> {
    pub mentions: Vec<Mention<'d>>,
    /// Calls.
    pub sites: Vec<Site<'d>>,
    /// What each of them comes to.
    pub outcomes: Vec<Outcome<'d>>,
    /// Texts and mappings that look like a call and are none.
    pub lookalikes: Vec<Node<'d>>,
    /// The keys of the inputs of operations.
    pub operation_inputs: Vec<Node<'d>>,
    /// Names of TOSCA's own types that only later versions have.
    pub later: Vec<(Word<'d>, TypeId)>,
    /// The first name of a type in TOSCA's name space that a file which is not here may declare.
    pub untold: Option<Word<'d>>,
}

/// How many values are looked at beyond one for each byte of the text: what aliases and merge keys can make of a small one.
const BUDGET: usize = 50_000;

pub(super) struct Surveyor<'s, 'd> {
    service: &'s Service<'d>,
    world: &'s World<'d>,
    resolver: Resolver<'s, 'd>,
    found: Survey<'d>,
    budget: Cell<usize>,
    /// What names what is gathered too.
    gathers: bool,
}

/// `gathers`: all mentions are gathered; else those of inputs alone.
pub fn survey<'d>(service: &Service<'d>, gathers: bool) -> Survey<'d> {
    let mut surveyor = Surveyor {
        gathers,
        service,
        world: &service.world,
        resolver: Resolver::new(service),
        found: Survey::default(),
        budget: Cell::new(service.document.text().len() + BUDGET),
    };
    surveyor.types();
    surveyor.topology();
    surveyor.imports();
    let mut found = surveyor.found;
    let resolver = Resolver::new(service);
    let outcomes = found.sites.iter().map(|site| resolver.at(site.value, site.context));
    found.outcomes = outcomes.collect();
    found
}

impl<'d> Surveyor<'_, 'd> {
    /// A text that is a name as a whole.
    fn mention(&mut self, at: Node<'d>, kinds: Kinds, declared: Node<'d>) {
        if !self.gathers && !std::ptr::eq(kinds, lone::INPUT) {
            return;
        }
        let Some(text) = at.as_str() else { return };
        // What declares itself is no mention.
        if at.range() == declared.range() && std::ptr::eq(at.document(), declared.document()) {
            return;
        }
        self.found.mentions.push(Mention { at, from: 0, to: text.len(), kinds, declared });
    }

    fn mention_word(&mut self, word: &Word<'d>, kinds: Kinds, declared: Option<Node<'d>>) {
        if let Some(declared) = declared {
            self.mention(word.node, kinds, declared);
        }
    }

    /// The name of a type. Gives the type.
    fn type_name(&mut self, kind: TypeKind, word: Option<&Word<'d>>) -> Lookup {
        let Some(word) = word else { return Lookup::Untold };
        let found = self.world.find(kind, &word.text, FileId::OWN);
        self.type_known(word, kind, found);
        found
    }

    /// The same of a name whose type is known already.
    fn type_known(&mut self, word: &Word<'d>, kind: TypeKind, found: Lookup) {
        if found == Lookup::Untold && word.text.starts_with("tosca.") && self.found.untold.is_none() {
            self.found.untold = Some(word.clone());
        }
        let Lookup::Found(id) = found else { return };
        let it = self.world.get(id);
        if self.world.comes_with(id).is_some() {
            self.found.later.push((word.clone(), id));
        }
        // The prefix is the importer's, and a shorthand is TOSCA's own.
        if self.gathers && !self.world.is_normative(id) && word.text.ends_with(&*it.name) {
            let (from, to) = (word.text.len() - it.name.len(), word.text.len());
            let (kinds, declared) = (kinds_of(kind), it.key);
            self.found.mentions.push(Mention { at: word.node, from, to, kinds, declared });
        }
    }

    fn type_at(&mut self, kind: TypeKind, node: Node<'d>, key: &str) -> Lookup {
        self.type_name(kind, Word::at(node, key).as_ref())
    }

    /// The types in a list; a single text counts as a list of one.
    fn types_at(&mut self, kind: TypeKind, node: Node<'d>, key: &str) {
        for word in Word::list(node, key) {
            self.type_name(kind, Some(&word));
        }
    }

    /// A key that refines or assigns what a type declares.
    fn member(&mut self, key: Node<'d>, kinds: Kinds, definition: Option<&Definition<'d>>) {
        if let Some(definition) = definition {
            self.mention(key, kinds, introduced(definition));
        }
    }

    fn imports(&mut self) {
        let imports = self.world.file(FileId::OWN).imports.iter();
        for word in imports.filter_map(|it| it.repository.clone()) {
            self.repository(&word);
        }
    }

    fn repository(&mut self, word: &Word<'d>) {
        let found =
            self.service.repositories.iter().find(|it| it.key.as_str().is_some_and(|it| it == word.text));
        self.mention_word(word, lone::REPOSITORY, found.map(|it| it.key));
    }

    /// Artifacts of a type or template.
    fn artifacts(&mut self, node: Node<'d>, of: Option<TypeId>, context: Context) {
        for entry in super::types::named(node, "artifacts") {
            let artifact = entry.value.resolve();
            if self.gathers {
                let name = entry.key.as_str().unwrap_or_default();
                let known = of.and_then(|id| self.world.effective(id).artifacts().get(&name));
                self.member(entry.key, lone::ARTIFACT, known);
            }
            let id = self.type_at(TypeKind::Artifact, artifact, "type").found();
            if let Some(word) = Word::at(artifact, "repository") {
                self.repository(&word);
            }
            self.properties(artifact, "properties", id, context);
        }
    }
}

pub(super) fn kinds_of(kind: TypeKind) -> Kinds {
    match kind {
        TypeKind::Artifact => lone::ARTIFACT_TYPE,
        TypeKind::Data => lone::DATA_TYPE,
        TypeKind::Capability => lone::CAPABILITY_TYPE,
        TypeKind::Interface => lone::INTERFACE_TYPE,
        TypeKind::Relationship => lone::RELATIONSHIP_TYPE,
        TypeKind::Node => lone::NODE_TYPE,
        TypeKind::Group => lone::GROUP_TYPE,
        TypeKind::Policy => lone::POLICY_TYPE,
    }
}
