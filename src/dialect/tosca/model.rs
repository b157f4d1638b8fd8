//! Model of a service template: views into the document, valid for one query.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::brooklyn::Expression;
use super::grammar::{AMP, AMP_PLUGIN, DIRECTIVES};
use super::interface::{Interface, InterfaceSchemas};
use super::matching::Matching;
use super::name_index::index::NameIndex;
use super::package::Package;
use super::suggestions::Suggestions;
use super::types::{FileId, Lookup, ScalarText, Sections, Type, TypeId, TypeKind, TypeScope};
use super::value::FieldCache;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::Library;
use limn_language::schema::Profiles;
use limn_yaml::{Document, Entry, Node};

/// A document with all its dependencies.
#[derive(Debug)]
pub struct Service<'d> {
    pub file: &'d FilePath,
    pub document: &'d Document,
    /// The TOSCA version of the document.
    pub version: Profiles,
    pub root: Option<Node<'d>>,
    pub type_scope: TypeScope<'d>,
    pub library: &'d Library,
    /// All files of the workspace, for artifacts and scripts.
    pub files: &'d [FilePath],
    pub(super) package: Arc<Package>,
    pub repositories: Vec<Entry<'d>>,
    pub topology: Option<Topology<'d>>,
    /// Fields of types, computed on first use.
    pub fields: FieldCache<'d>,
    /// Interfaces of types, templates and relationships of requirements.
    pub interfaces: Vec<Interface<'d>>,
    /// Interface schemas of types, computed on first use.
    pub interface_schemas: InterfaceSchemas<'d>,
    pub suggestions: Suggestions,
    pub(super) matching: OnceCell<Matching>,
    pub(super) name_index: OnceCell<NameIndex<'d>>,
    pub(super) full_name_index: OnceCell<NameIndex<'d>>,
    /// The `$brooklyn:` expressions of AMP.
    pub(super) expressions: OnceCell<Vec<Expression<'d>>>,
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
    pub(super) output_index: OnceCell<FxHashMap<Cow<'d, str>, usize>>,
    pub(super) workflow_index: OnceCell<FxHashMap<Cow<'d, str>, usize>>,
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
    pub sections: Sections<'d>,
    /// Own `type`, or the type of the copied template.
    pub type_name: Option<ScalarText<'d>>,
    pub type_id: Lookup,
    pub directives: Vec<ScalarText<'d>>,
    pub copy: Option<ScalarText<'d>>,
    pub requirements: Vec<Requirement<'d>>,
}

/// A requirement assignment.
#[derive(Clone, Debug)]
pub struct Requirement<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    /// Value of the assignment: a scalar in the short notation.
    pub node: Node<'d>,
    /// A node template or node type.
    pub target: Option<ScalarText<'d>>,
    /// A capability of the target, or a capability type.
    pub capability: Option<ScalarText<'d>>,
    /// A relationship template or type, written in `relationship` or in its `type`.
    pub relationship: Option<ScalarText<'d>>,
    /// `relationship` in its long notation.
    pub relationship_node: Option<Node<'d>>,
    pub filter: Option<Node<'d>>,
    pub occurrences: Option<Node<'d>>,
}

impl<'d> NodeTemplate<'d> {
    /// The assignment in an item of the list, counted with the items that have none. An item can be an alias.
    pub fn requirement_in(&self, item: usize) -> Option<&Requirement<'d>> {
        let item = self.node.get("requirements")?.nth_item(item)?;
        self.requirements.iter().find(|requirement| item.entries().any(|entry| entry.key == requirement.key))
    }
}

impl<'d> Requirement<'d> {
    /// The name of its definition: its own, or `type_requirement`, with which `Alien4Cloud` gives assignments names of their own.
    pub fn definition(&self) -> Cow<'d, str> {
        let other = self.node.get("type_requirement").and_then(|node| node.resolve().as_str());
        other.unwrap_or_else(|| self.name.clone())
    }
}

#[derive(Debug)]
pub struct RelationshipTemplate<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub sections: Sections<'d>,
    pub type_name: Option<ScalarText<'d>>,
    pub type_id: Lookup,
    pub copy: Option<ScalarText<'d>>,
}

#[derive(Debug)]
pub struct Group<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub type_name: Option<ScalarText<'d>>,
    pub type_id: Lookup,
    pub members: Vec<ScalarText<'d>>,
}

#[derive(Debug)]
pub struct Policy<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub type_name: Option<ScalarText<'d>>,
    pub type_id: Lookup,
    pub targets: Vec<ScalarText<'d>>,
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
    pub target: Option<ScalarText<'d>>,
    pub target_relationship: Option<ScalarText<'d>>,
    pub operation_host: Option<ScalarText<'d>>,
    pub activities: Vec<Node<'d>>,
    pub on_success: Vec<ScalarText<'d>>,
    pub on_failure: Vec<ScalarText<'d>>,
}

/// `substitution_mappings`.
#[derive(Debug)]
pub struct Substitution<'d> {
    pub node: Node<'d>,
    pub type_name: Option<ScalarText<'d>>,
    pub type_id: Lookup,
    pub properties: Vec<Entry<'d>>,
    pub attributes: Vec<Entry<'d>>,
    pub capabilities: Vec<Entry<'d>>,
    pub requirements: Vec<Entry<'d>>,
    pub interfaces: Vec<Entry<'d>>,
}

impl<'d> Service<'d> {
    /// Creates a diagnostic at a node of this document.
    pub fn fault(&self, code: &'static Code, at: Node<'_>, message: impl Into<String>) -> Diagnostic {
        debug_assert!(self.is_own(at), "other files are checked when they are read");
        Diagnostic::new(code, at.range(), at.path(), message)
    }

    /// Returns true for a node of this document, false for a node of a dependency.
    pub fn is_own(&self, node: Node<'_>) -> bool {
        std::ptr::eq(node.document(), self.document)
    }

    /// The types that this document declares.
    pub fn own_types(&self, kind: TypeKind) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        self.type_scope.declared_in(FileId::OWN).filter(move |(_, declared)| declared.kind == kind)
    }

    /// Resolves a type name in this document.
    pub fn find(&self, kind: TypeKind, name: &str) -> Lookup {
        self.type_scope.find(kind, name, FileId::OWN)
    }

    pub fn node_template(&self, name: &str) -> Option<&NodeTemplate<'d>> {
        self.topology.as_ref()?.node_template(name)
    }

    /// Returns true for the name of the service template itself, which can be a member of a group in AMP: all its nodes.
    pub fn is_template_name(&self, name: &str) -> bool {
        let Some(root) = self.root.filter(|_| self.version.has(AMP)) else { return false };
        let is_name =
            |at: Node<'_>| ScalarText::at(at, "template_name").is_some_and(|word| word.text == name);
        if self.version.has(AMP_PLUGIN) && (name == "application" || is_name(root)) {
            return true;
        }
        root.get("metadata").is_some_and(|metadata| is_name(metadata.resolve()))
    }
}

impl<'d> Topology<'d> {
    pub fn node_template(&self, name: &str) -> Option<&NodeTemplate<'d>> {
        self.index.get(name).map(|at| &self.node_templates[*at])
    }

    /// Position of a node template by name.
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
        let index =
            self.workflow_index.get_or_init(|| index(self.workflows.iter().map(|workflow| &workflow.name)));
        index.get(name).map(|at| &self.workflows[*at])
    }

    pub fn input(&self, name: &str) -> Option<&Parameter<'d>> {
        let index = self.input_index.get_or_init(|| index(self.inputs.iter().map(|input| &input.name)));
        index.get(name).map(|at| &self.inputs[*at])
    }

    pub fn output(&self, name: &str) -> Option<&Parameter<'d>> {
        let index = self.output_index.get_or_init(|| index(self.outputs.iter().map(|output| &output.name)));
        index.get(name).map(|at| &self.outputs[*at])
    }
}

/// Index of names to positions; the first of duplicate names wins.
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
        self.directives.iter().any(|word| word.text == directive)
    }

    /// Returns true if the orchestrator selects or substitutes the node, so that requirements can stay open.
    pub fn is_open(&self) -> bool {
        DIRECTIVES.iter().any(|directive| self.has_directive(directive))
    }
}
