//! What a service template says, as views into its text. A view lives as long as one look at the document: nothing here is kept.

use std::borrow::Cow;
use std::cell::OnceCell;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::interface::{Faces, Interface};
use super::matching::Matching;
use super::nearness::Nearness;
use super::survey::{Survey, survey};
use super::types::{FileId, Lookup, Type, TypeId, TypeKind, Word, World};
use super::value::Known;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Library;
use crate::files::FilePath;
use crate::schema::Profiles;
use crate::yaml::{Document, Entry, Node};

/// One document with all that it leans on.
#[derive(Debug)]
pub struct Service<'d> {
    pub file: &'d FilePath,
    pub document: &'d Document,
    /// The version that it is held to.
    pub version: Profiles,
    pub root: Option<Node<'d>>,
    pub world: World<'d>,
    pub library: &'d Library,
    /// Every file of the workspace, for artifacts and scripts.
    pub files: &'d [FilePath],
    pub repositories: Vec<Entry<'d>>,
    pub topology: Option<Topology<'d>>,
    /// What can be given values, by type, once it was asked for.
    pub fields: Known<'d>,
    /// Of its types and templates, and of the relationships of its requirements.
    pub interfaces: Vec<Interface<'d>>,
    /// What types say of interfaces, once that was asked for.
    pub faces: Faces<'d>,
    pub nearness: Nearness,
    pub(super) matching: OnceCell<Matching>,
    pub(super) survey: OnceCell<Survey<'d>>,
    pub(super) names: OnceCell<Survey<'d>>,
    /// See [`Service::has_contents`].
    pub(super) has_contents: OnceCell<bool>,
}

/// `topology_template`.
#[derive(Debug)]
pub struct Topology<'d> {
    pub node: Node<'d>,
    pub inputs: Vec<Parameter<'d>>,
    pub outputs: Vec<Parameter<'d>>,
    pub node_templates: Vec<NodeTemplate<'d>>,
    pub relationship_templates: Vec<RelationshipTemplate<'d>>,
    pub groups: Vec<Group<'d>>,
    pub policies: Vec<Policy<'d>>,
    pub workflows: Vec<Workflow<'d>>,
    pub substitution: Option<Substitution<'d>>,
    pub(super) index: FxHashMap<Cow<'d, str>, usize>,
    pub(super) relationship_index: FxHashMap<Cow<'d, str>, usize>,
    pub(super) group_index: FxHashMap<Cow<'d, str>, usize>,
    pub(super) input_index: OnceCell<FxHashMap<Cow<'d, str>, usize>>,
}

/// An input or output.
#[derive(Clone, Debug)]
pub struct Parameter<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
}

#[derive(Debug)]
pub struct NodeTemplate<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    /// Its own `type`, or the one of what it copies.
    pub type_name: Option<Word<'d>>,
    pub type_id: Lookup,
    pub directives: Vec<Word<'d>>,
    pub copy: Option<Word<'d>>,
    pub requirements: Vec<Requirement<'d>>,
}

/// A requirement assignment.
#[derive(Clone, Debug)]
pub struct Requirement<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    /// What stands behind the name: a scalar in the short notation.
    pub node: Node<'d>,
    /// A node template or node type.
    pub target: Option<Word<'d>>,
    /// A capability of the target, or a capability type.
    pub capability: Option<Word<'d>>,
    /// A relationship template or type, written as `relationship` or under its `type`.
    pub relationship: Option<Word<'d>>,
    /// `relationship` in its long notation.
    pub relationship_node: Option<Node<'d>>,
    pub filter: Option<Node<'d>>,
    pub occurrences: Option<Node<'d>>,
}

#[derive(Debug)]
pub struct RelationshipTemplate<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub type_name: Option<Word<'d>>,
    pub type_id: Lookup,
    pub copy: Option<Word<'d>>,
}

#[derive(Debug)]
pub struct Group<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub type_name: Option<Word<'d>>,
    pub type_id: Lookup,
    pub members: Vec<Word<'d>>,
}

#[derive(Debug)]
pub struct Policy<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub type_name: Option<Word<'d>>,
    pub type_id: Lookup,
    pub targets: Vec<Word<'d>>,
    pub triggers: Vec<Entry<'d>>,
}

#[derive(Debug)]
pub struct Workflow<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub inputs: Vec<Parameter<'d>>,
    pub preconditions: Vec<Node<'d>>,
    pub steps: Vec<Step<'d>>,
}

#[derive(Debug)]
pub struct Step<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub target: Option<Word<'d>>,
    pub target_relationship: Option<Word<'d>>,
    pub operation_host: Option<Word<'d>>,
    pub activities: Vec<Node<'d>>,
    pub on_success: Vec<Word<'d>>,
    pub on_failure: Vec<Word<'d>>,
}

/// `substitution_mappings`.
#[derive(Debug)]
pub struct Substitution<'d> {
    pub node: Node<'d>,
    pub type_name: Option<Word<'d>>,
    pub type_id: Lookup,
    pub properties: Vec<Entry<'d>>,
    pub attributes: Vec<Entry<'d>>,
    pub capabilities: Vec<Entry<'d>>,
    pub requirements: Vec<Entry<'d>>,
    pub interfaces: Vec<Entry<'d>>,
}

impl<'d> Service<'d> {
    /// A diagnostic about a node of this document.
    pub fn fault(&self, code: &'static Code, at: Node<'_>, message: impl Into<String>) -> Diagnostic {
        debug_assert!(self.is_own(at), "what other files say is told when they are looked at");
        Diagnostic::new(code, at.range(), at.path(), message)
    }

    /// Whether a node stands in this document, not in one that it leans on.
    pub fn is_own(&self, node: Node<'_>) -> bool {
        std::ptr::eq(node.document(), self.document)
    }

    /// The types that this document declares.
    pub fn own_types(&self, kind: TypeKind) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        self.world.declared_in(FileId::OWN).filter(move |(_, it)| it.kind == kind)
    }

    /// The type of this kind that a name means here.
    pub fn find(&self, kind: TypeKind, name: &str) -> Lookup {
        self.world.find(kind, name, FileId::OWN)
    }

    /// Where the requirements of the topology lead.
    pub fn matching(&self) -> &Matching {
        self.matching.get_or_init(|| Matching::of(self))
    }

    /// The same, to be kept beyond the look.
    pub fn into_matching(self) -> Matching {
        self.matching();
        self.matching.into_inner().unwrap_or_default()
    }

    pub fn node_template(&self, name: &str) -> Option<&NodeTemplate<'d>> {
        self.topology.as_ref()?.node_template(name)
    }

    /// Whether the workspace holds files that are run or deployed, and so can be asked for those that are named.
    pub fn has_contents(&self) -> bool {
        *self.has_contents.get_or_init(|| !self.files.iter().all(super::files::describes))
    }

    /// Where calls stand, and what the rules ask for: found once, when it is first asked for. Of mentions there are those of inputs, and the
    /// rest only where names were asked for before.
    pub fn survey(&self) -> &Survey<'d> {
        self.names.get().unwrap_or_else(|| self.survey.get_or_init(|| survey(self, false)))
    }

    /// The same, and all that names something.
    pub fn survey_names(&self) -> &Survey<'d> {
        self.names.get_or_init(|| survey(self, true))
    }
}

impl<'d> Topology<'d> {
    pub fn node_template(&self, name: &str) -> Option<&NodeTemplate<'d>> {
        self.index.get(name).map(|at| &self.node_templates[*at])
    }

    /// Which one of the node templates has the name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub fn relationship_template(&self, name: &str) -> Option<&RelationshipTemplate<'d>> {
        self.relationship_index.get(name).map(|at| &self.relationship_templates[*at])
    }

    pub fn group(&self, name: &str) -> Option<&Group<'d>> {
        self.group_index.get(name).map(|at| &self.groups[*at])
    }

    pub fn workflow(&self, name: &str) -> Option<&Workflow<'d>> {
        self.workflows.iter().find(|it| it.name == name)
    }

    pub fn input(&self, name: &str) -> Option<&Parameter<'d>> {
        let index = self.input_index.get_or_init(|| index(self.inputs.iter().map(|it| &it.name)));
        index.get(name).map(|at| &self.inputs[*at])
    }
}

/// The first of each name, by name.
pub(super) fn index<'n, 'd: 'n>(
    names: impl ExactSizeIterator<Item = &'n Cow<'d, str>>,
) -> FxHashMap<Cow<'d, str>, usize> {
    let mut index = FxHashMap::with_capacity_and_hasher(names.len(), FxBuildHasher);
    for (at, name) in names.enumerate() {
        index.entry(name.clone()).or_insert(at);
    }
    index
}

impl NodeTemplate<'_> {
    pub fn has_directive(&self, directive: &str) -> bool {
        self.directives.iter().any(|it| it.text == directive)
    }

    /// To be chosen or replaced by the orchestrator, so that it may leave things open.
    pub fn is_open(&self) -> bool {
        ["substitutable", "substitute", "selectable", "select"].iter().any(|it| self.has_directive(it))
    }
}
