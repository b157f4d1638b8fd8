//! Types of the document, of its imports and of TOSCA: declarations, derivation and effective types.

mod effective;
mod import;
mod lookup;
mod named_template;
mod normative;
mod scope;
mod section;
mod workspace_index;

use std::borrow::Cow;

use crate::kind;
use limn_language::message;
use limn_language::schema::NameKind;
use limn_yaml::{Node, Op, Value};

pub use effective::{Definition, Effective, Layer, Table};
pub use import::{Found, IMPORT_KEYNAMES, Import, imports};
pub use lookup::Lookup;
pub use scope::{CHAINED_FILES, SourceFile, TypeScope};
pub use section::{Section, Sections, has_value, named, named_in};

/// Kinds of types in TOSCA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeKind {
    Artifact,
    Data,
    Capability,
    Interface,
    Relationship,
    Node,
    Group,
    Policy,
}

impl TypeKind {
    pub const ALL: [TypeKind; 8] = [
        TypeKind::Artifact,
        TypeKind::Data,
        TypeKind::Capability,
        TypeKind::Interface,
        TypeKind::Relationship,
        TypeKind::Node,
        TypeKind::Group,
        TypeKind::Policy,
    ];

    /// Section with the declarations: `node_types`.
    pub const fn section(self) -> &'static str {
        match self {
            TypeKind::Artifact => "artifact_types",
            TypeKind::Data => "data_types",
            TypeKind::Capability => "capability_types",
            TypeKind::Interface => "interface_types",
            TypeKind::Relationship => "relationship_types",
            TypeKind::Node => "node_types",
            TypeKind::Group => "group_types",
            TypeKind::Policy => "policy_types",
        }
    }

    /// Display name: "node type".
    pub const fn word(self) -> &'static str {
        match self {
            TypeKind::Artifact => "artifact type",
            TypeKind::Data => "data type",
            TypeKind::Capability => "capability type",
            TypeKind::Interface => "interface type",
            TypeKind::Relationship => "relationship type",
            TypeKind::Node => "node type",
            TypeKind::Group => "group type",
            TypeKind::Policy => "policy type",
        }
    }

    /// Display name with an article: "a node type", "an interface type".
    pub fn with_article(self) -> String {
        message::with_article(self.word())
    }

    /// Kind of the names of these types.
    pub const fn name_kind(self) -> &'static NameKind {
        match self {
            TypeKind::Artifact => &kind::ARTIFACT_TYPE,
            TypeKind::Data => &kind::DATA_TYPE,
            TypeKind::Capability => &kind::CAPABILITY_TYPE,
            TypeKind::Interface => &kind::INTERFACE_TYPE,
            TypeKind::Relationship => &kind::RELATIONSHIP_TYPE,
            TypeKind::Node => &kind::NODE_TYPE,
            TypeKind::Group => &kind::GROUP_TYPE,
            TypeKind::Policy => &kind::POLICY_TYPE,
        }
    }

    /// Namespace of the TOSCA types of this kind.
    pub const fn space(self) -> &'static str {
        match self {
            TypeKind::Artifact => "tosca.artifacts.",
            TypeKind::Data => "tosca.datatypes.",
            TypeKind::Capability => "tosca.capabilities.",
            TypeKind::Interface => "tosca.interfaces.",
            TypeKind::Relationship => "tosca.relationships.",
            TypeKind::Node => "tosca.nodes.",
            TypeKind::Group => "tosca.groups.",
            TypeKind::Policy => "tosca.policies.",
        }
    }
}

/// A type of a [`TypeScope`], in the order of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId {
    pub file: FileId,
    /// Position among the types of the file.
    pub at: u32,
}

/// A file of a [`TypeScope`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// The document of the type scope.
    pub const OWN: FileId = FileId(0);
    /// No file.
    const NONE: FileId = FileId(u32::MAX);
}

/// A type declaration.
#[derive(Clone, Debug)]
pub struct Type<'d> {
    pub kind: TypeKind,
    /// As written: `my.nodes.Web`.
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub file: FileId,
}

/// Text of a scalar, with its node.
#[derive(Clone, Debug)]
pub struct ScalarText<'d> {
    pub text: Cow<'d, str>,
    pub node: Node<'d>,
}

impl<'d> ScalarText<'d> {
    /// Text of a scalar that is not null.
    pub fn of(node: Node<'d>) -> Option<ScalarText<'d>> {
        if node.is_null() {
            return None;
        }
        Some(ScalarText { text: node.as_str()?, node })
    }

    /// Texts of the list at `key` of a mapping; a single text is a list of one.
    pub fn list(node: Node<'d>, key: &str) -> Vec<ScalarText<'d>> {
        let Some(list) = node.get(key).map(Node::resolve) else { return Vec::new() };
        if list.is_scalar() {
            return ScalarText::of(list).into_iter().collect();
        }
        list.items().filter_map(|item| ScalarText::of(item.resolve())).collect()
    }

    /// Op that replaces the text.
    pub fn replaced(&self, text: String) -> Op {
        Op::Replace { at: self.node.path(), value: Value::text(text) }
    }

    /// Text of the scalar at `key` of a mapping.
    pub fn at(node: Node<'d>, key: &str) -> Option<ScalarText<'d>> {
        ScalarText::of(node.get(key)?)
    }
}
