//! Results of resolving function calls.

use std::borrow::Cow;

use crate::function::Keyword;
use crate::types::{Lookup, TypeId, TypeKind};
use crate::value::ValueType;
use limn_yaml::Node;

/// Location of a call, which determines its keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallContext {
    /// Inputs, outputs, groups, policies and substitution mappings: no entity.
    Topology,
    /// A workflow by index; its inputs take precedence.
    Workflow(usize),
    /// A node template by index.
    Node(usize),
    /// A relationship template by index.
    Relationship(usize),
    /// The `relationship` of a requirement of a node template, by index.
    Bound(usize, usize),
    NodeType(TypeId),
    RelationshipType(TypeId),
    /// The `relationship` of a requirement of a node type.
    BoundType,
    /// Keywords are undetermined: interface types and filters.
    Open,
}

impl CallContext {
    /// Returns true if a keyword is available in the context.
    pub fn allows(self, keyword: Keyword) -> bool {
        match self {
            CallContext::Topology | CallContext::Workflow(_) => false,
            CallContext::Node(_) | CallContext::NodeType(_) => {
                matches!(keyword, Keyword::Own | Keyword::Host)
            }
            CallContext::Relationship(_)
            | CallContext::Bound(..)
            | CallContext::RelationshipType(_)
            | CallContext::BoundType => keyword != Keyword::Host,
            CallContext::Open => true,
        }
    }
}

/// A node, relationship or group that a call reads from.
#[derive(Clone, Copy, Debug)]
pub struct Entity<'d> {
    pub kind: TypeKind,
    pub type_id: Lookup,
    /// The template, or its inline block; `None` for any template of the type.
    pub node: Option<Node<'d>>,
    /// Index of a node template.
    pub template: Option<usize>,
}

/// A property or attribute of an entity, whether a value is assigned to it or not.
#[derive(Clone, Debug)]
pub struct MemberPlace<'d> {
    pub entity: Entity<'d>,
    /// The capability of the entity that has it.
    pub capability: Option<Cow<'d, str>>,
    pub name: Cow<'d, str>,
}

/// Result of resolving a call.
#[derive(Clone, Debug)]
pub struct Resolution<'d> {
    /// Arguments with their declaring keys.
    pub names: Vec<(Node<'d>, Node<'d>)>,
    /// Key of the assigned property value.
    pub assigned: Option<Node<'d>>,
    /// Key of the default, if the property has no assigned value.
    pub by_default: Option<Node<'d>>,
    /// Arguments that lead to a part of the value.
    pub inner: Vec<Node<'d>>,
    /// The property or attribute that is read.
    pub member: Option<MemberPlace<'d>>,
    pub result: CallResult<'d>,
}

impl Resolution<'_> {
    pub(super) fn undetermined() -> Self {
        let result = CallResult::Undetermined;
        Resolution {
            names: Vec::new(),
            assigned: None,
            by_default: None,
            inner: Vec::new(),
            member: None,
            result,
        }
    }
}

/// Value that a call returns, or why there is none.
#[derive(Clone, Debug)]
pub enum CallResult<'d> {
    /// A value with its type, if declared.
    Gives(Option<ValueType<'d>>),
    /// A property without a value.
    NoValue(Node<'d>, Option<ValueType<'d>>),
    Fault(ResolveError<'d>),
    /// A required part is unknown.
    Undetermined,
}

/// An unresolved argument.
#[derive(Clone, Debug)]
pub struct ResolveError<'d> {
    pub at: Node<'d>,
    pub what: ResolveErrorKind,
    pub text: ResolveErrorText,
}

/// The message of a fault, and the name that is probably meant.
#[derive(Clone, Debug)]
pub struct ResolveErrorText {
    pub message: String,
    pub near: Option<String>,
}

impl ResolveErrorText {
    /// The message with the suggestion.
    pub fn full(&self) -> String {
        match &self.near {
            Some(near) => format!("{}; did you mean `{near}`?", self.message),
            None => self.message.clone(),
        }
    }
}

impl From<String> for ResolveErrorText {
    fn from(message: String) -> ResolveErrorText {
        ResolveErrorText { message, near: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolveErrorKind {
    Input,
    Entity,
    /// The keyword is not available in this context.
    Keyword(Keyword),
    /// Unknown property, attribute, requirement or capability.
    Member,
    /// The value has no such field, item or entry.
    Nested,
    /// The argument is not an index in a list.
    Index,
    /// It is the name of an input.
    InputAsIndex,
    /// The requirement has no target, or several.
    Binding,
    /// No host has the member.
    Host,
    Interface,
    Operation,
    /// The operation has no implementation.
    Implementation,
    Artifact,
    Type,
}
